"""One seat that is played in words: what it has heard, what it has planned, how often it could not be understood."""

from collections import deque
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, fields

from munchkin_env.game.game import Game
from munchkin_env.game.views import Event

from .answers import Dissected, Passage, dissect
from .compounds import PlannedStep
from .matching import AnswerError, Fault
from .prompting import USUAL, PromptSettings, listed_briefly, prompt
from .telling import told
from .understanding import understand

COMPLAINT = "That cannot be done:"
"""How every answer to an answer that could not be used begins."""
_ACTING = """\
Answer in any form; the last line must be ACTION: and the number or the words of a legal action. Several in a row: ACTION: equip X; sell Y.
A whole offer or trade in one line, where you may ask for help or trade:
ACTION: ask player 2 for help, 2 treasures, the helper picks first
ACTION: trade with player 1: X for Y
Asked for help, you accept, refuse, or, where that is allowed, name your price: ACTION: I help for 2 treasures and I pick first."""
_TALKING = "A line SAY: hello is heard by everybody and binds nobody. A line SHOW HAND shows everybody your hand."
_SAYING = ', "say": "hello"'
_JSON = (
    f'JSON is understood, too: {{"action": "pass"{_SAYING}}}, {{"offer": {{"to": 2, "treasures": 2, "first": "helper", "item": null}}}}.'
)
HOW_TO_ANSWER = f"{_ACTING}\n{_TALKING}\n{_JSON}"
HOW_TO_ANSWER_SILENTLY = f"{_ACTING}\n{_JSON.replace(_SAYING, '')}"
"""Where nobody would hear it."""


@dataclass
class Tally:
    """How a seat answered. What could not be used is counted apart from how well it plays."""

    decisions: int = 0
    """Decisions of the seat."""
    asked: int = 0
    """Decisions that it was asked about; the others followed from a plan."""
    unreadable: int = 0
    """Answers that named no action."""
    ambiguous: int = 0
    """Answers that could mean several."""
    illegal: int = 0
    """Answers that named something that was not allowed."""
    given_up: int = 0
    """Decisions without a usable answer in all attempts."""

    def __add__(self, other: "Tally") -> "Tally":
        return Tally(*(getattr(self, one.name) + getattr(other, one.name) for one in fields(self)))

    def count(self, fault: Fault) -> None:
        """One more answer with this fault."""
        setattr(self, fault.value, getattr(self, fault.value) + 1)


@dataclass(frozen=True)
class Reply:
    """What came of an answer."""

    action: int | None = None
    """The id of the legal action that it means; None: it could not be used."""
    problem: str = ""
    """What was wrong, and what is allowed: to be told before the next attempt."""
    fault: Fault | None = None
    """The kind of problem."""
    attempts_left: int = 0
    """How often the seat may still try; at 0, the rest is up to whoever runs the game."""
    say: str = ""
    """What the seat says to everybody."""
    show: bool = False
    """Whether it shows its hand."""


@dataclass
class TextSeat:
    """The memory of one seat in one game."""

    seat: int
    """Which one."""
    settings: PromptSettings = USUAL
    """What its prompts show."""
    retries: int = 2
    """How many more answers it may give after one that cannot be used."""
    tally: Tally = field(default_factory=Tally)
    """How it has answered so far."""
    heard: list[str] = field(default_factory=list)
    """What it has seen and heard since its last decision that did not follow from a plan."""
    plan: deque[PlannedStep | str] = field(default_factory=deque)
    """What it wants to do next."""
    failed: int = 0
    """Answers to the present decision that could not be used."""

    def see(self, events: Iterable[Event]) -> None:
        """What has happened, as this seat saw it. If anybody else has done something, plans in words end."""
        seen = list(events)
        self.heard += told(seen, self.seat)
        if any(event.seat not in (None, self.seat) for event in seen):
            self.plan = deque(one for one in self.plan if isinstance(one, PlannedStep))

    def hear(self, sentence: str) -> None:
        """Something that was said."""
        self.heard.append(sentence)

    def prompt(self, game: Game) -> str:
        """What it is told now."""
        return prompt(game, self.seat, self.heard, self.settings)

    def planned(self, game: Game) -> int | None:
        """The action that follows from its plan, if it has one that is legal. A plan that fails ends, and the next prompt says so."""
        if not self.plan:
            return None
        step = self.plan.popleft()
        try:
            return self._decided(self._of_plan(game, step))
        except AnswerError as error:
            self.hear(f"Your plan ends: {error}.")
            self.plan.clear()
            return None

    def _of_plan(self, game: Game, step: PlannedStep | str) -> int:
        if isinstance(step, str):
            found = understand(game, Dissected((Passage(step, marked=True),)), numbers=False)
            self.plan.extendleft(reversed(found.next))
            return found.action
        texts = game.texts()
        if game.decision != step.decision or step.text not in texts:
            raise AnswerError(Fault.ILLEGAL, f"{step.text!r} is not possible any more")
        return texts[step.text]

    def _decided(self, action: int) -> int:
        self.tally.decisions += 1
        self.failed = 0
        return action

    def answer(self, game: Game, text: str) -> Reply:
        """Take an answer to the last prompt."""
        self.tally.asked += self.failed == 0
        parts = dissect(text)
        try:
            found = understand(game, parts, numbers=self.settings.actions or self.failed > 0)
        except AnswerError as error:
            return self._not_understood(game, error)
        self.plan = deque(found.next)
        self.heard.clear()
        return Reply(self._decided(found.action), say=parts.say, show=parts.show)

    def _not_understood(self, game: Game, error: AnswerError) -> Reply:
        self.failed += 1
        self.tally.count(error.fault)
        left = max(self.retries + 1 - self.failed, 0)
        allowed = "\n".join(listed_briefly(game))
        return Reply(problem=f"{COMPLAINT} {error}.\nLegal now:\n{allowed}", fault=error.fault, attempts_left=left)

    def give_up(self, *, counted: bool = True) -> None:
        """Somebody else has decided in its place. counted: because it did not answer, or not with anything usable."""
        self.tally.given_up += counted
        self._decided(0)
        self.heard.clear()
        self.plan.clear()


def tally_in_words(tally: Tally) -> str:
    """One line."""
    return ", ".join(f"{one.name.replace('_', ' ')} {getattr(tally, one.name)}" for one in fields(tally))


def hand_of(game: Game, seat: int) -> list[str]:
    """The names of the cards in hand."""
    hand: Sequence[Mapping[str, str]] = game.view(seat)["players"][seat]["hand"]
    return [card["card"] for card in hand]


def overheard(speaker: int, say: str, hand: Sequence[str] | None) -> Iterator[str]:
    """What the others are told of what a player says, and of the hand that is shown; None: it is not."""
    if say:
        yield f'Player {speaker} says: "{say}"'
    if hand is not None:
        yield f"Player {speaker} shows their hand: {', '.join(hand) or 'no cards'}"
