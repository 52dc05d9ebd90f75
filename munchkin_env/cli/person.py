"""A person at the terminal, against bots, policies and agents. Everything shown comes from the person's view."""

import shlex
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from pathlib import Path
from textwrap import wrap
from typing import NamedTuple, NoReturn

from rich.console import Console
from rich.markup import escape
from rich.text import Text

from munchkin_env.cards.describe import describe
from munchkin_env.cards.loader import own_files
from munchkin_env.core.texts import printable
from munchkin_env.engine.state.actions import HAND, Verb
from munchkin_env.game.game import Event, Game
from munchkin_env.game.notation import player_name, reason_alone, seat_names, with_names
from munchkin_env.game.private import NOTICED
from munchkin_env.game.render import CHOICE, QUIET, TITLE, WIDTH, Line, Picture
from munchkin_env.game.replay import Replay
from munchkin_env.players import agents
from munchkin_env.players.agents import Agent, AgentError, BotAgent
from munchkin_env.players.agents.asking import News, agent_seed
from munchkin_env.players.agents.policy import PolicyAgent
from munchkin_env.players.search import Search
from munchkin_env.serve.passing import Asks, AutoPass
from munchkin_env.text import AnswerError, Fault, TextSeat, understand
from munchkin_env.text.telling import Numbered, by_verb, matching, repeated, told

from .arguments import check_writable
from .final import final_table
from .offers import helpers, with_seats

MANY = 12  # actions: more than that are shown in groups
NARROWEST = 40  # columns: on a narrower terminal lines wrap
LOG_SHOWN = 40  # lines shown by `l`, and when a game goes on
MOST_TAKEN_BACK = 500  # choices
_MOST_DIGITS = 9  # of a choice; Python itself refuses to read numbers of thousands of digits
HELP = """\
  NUMBER or WORDS   do that: "3", "pass", or enough of its text to identify it ("equip flam")
  Enter             pass, if you may
                    Whole offers, trades and sales: "ask 2 for 1 treasure, they pick first", "trade Huge Rock with 1 for Spiky Knees"
  n                 keep passing until you are asked something, your turn comes, or a fight begins
  h                 hint: what the greedy bot would do in your place, and why
  s                 the whole table, with what everybody wears and carries
  c NAME            what a card does ("c net troll")
  l                 what has happened so far
  u                 take back your last choice, and all that came of it (against bots, networks and searches)
  x                 cancel a choice that you are in the middle of
  a                 be asked everything, or again only what is new
  w FILE            write the game to a file; `munchkin play --resume FILE` goes on with it
  q                 leave the game
  ?                 this text
You are not asked again what you declined in the same turn, and in a fight not before something has changed."""


EXPLAINED = ("MEETS", "CURSED", "PLAYS")
"""Events about cards that the person needs to know at once, unless they play the card themselves."""
UNDOABLE = (BotAgent, PolicyAgent, Search)
"""Players that remember nothing: a game against them can return to an earlier position."""


class Left(Exception):  # noqa: N818 - not an error: the person wants to leave
    """The person leaves before the game is over."""


class Back(Exception):  # noqa: N818 - not an error either
    """The game has returned to an earlier position."""


class Before(NamedTuple):
    """The game before a choice of the person."""

    game: Game
    actions: int
    log: int


class Play:
    """One game, with a person in one seat."""

    def __init__(
        self,
        game: Game | Replay,
        seat: int,
        others: Sequence[Agent],
        record: Path | None = None,
        console: Console | None = None,
    ) -> None:
        """game: one that keeps a log; a recorded one goes on. others: from the seat to the left of the person's."""
        begun = game if isinstance(game, Replay) else None
        game = game.game if isinstance(game, Replay) else game
        self.game, self.me, self.record = game, seat, record
        self.agents = {(seat + 1 + k) % game.num_players: agent for k, agent in enumerate(others)}
        self.names = seat_names({p: agents.spec_name(agent) for p, agent in self.agents.items()})
        self.replay = begun or Replay(game, self.names)
        self.console = console or Console(highlight=False)
        self.hints = BotAgent("greedy")
        self.log: list[str] = []
        self.news = News(game, self.agents)
        self.words = TextSeat(seat)  # what the person has said to do next
        self.choices: list[Before] = []  # that can be taken back
        self.others_acted = 0  # actions that were done when somebody else had acted
        self.told = 0  # lines of the log that the person has seen
        self.passing = AutoPass()
        self.turn_shown = -1
        self.shown: list[list[Line]] = []  # what is on the screen
        self.explained: set[str] = set()  # cards whose text the person has seen

    # -------------------------------------------------------------------------------------------------- the game

    def run(self) -> bool:
        """Play to the end. Returns False if the person left early. The recording is saved in any case."""
        try:
            self.welcome()
            while not self.game.over:
                with suppress(Back):
                    self.do(self.asked() if self.game.seat == self.me else self.others_choice())
            self.finish()
            return True
        except (Left, EOFError, KeyboardInterrupt):
            self.say("")
            self.say(f"You left in round {self.game.record.rounds + 1}; Levels {', '.join(map(str, self.game.levels))}.")
            return False
        finally:
            self.save()
            for agent in self.agents.values():
                agents.close(agent)

    def welcome(self) -> None:
        for p, agent in sorted(self.agents.items()):
            agents.begin(agent, p, self.game.num_players, agent_seed(self.game.seed or 0, p))
        who = ", ".join("you" if p == self.me else self.names[p] for p in range(self.game.num_players))
        self.say(f"Munchkin with {self.game.num_players} players: {who}. Seed {self.game.seed}. ? helps.", TITLE)
        if self.replay.actions:
            self.remember()
        self.say("Type the number of an action, or h for a hint.", QUIET)

    def do(self, action: int) -> None:
        game, before = self.game, self.game.record.turn
        other = self.agents.get(game.seat)
        if other is None:
            self.passing.chose(game, action)
        self.replay.apply(action, agents.describe_choice(other) if other is not None else "")
        if other is not None:
            self.others_acted = len(self.replay.actions)
        self.news.note(game)
        self.words.see(game.events(self.me))
        self.words.heard.clear()
        self.note(game, before)

    def note(self, game: Game, turn_before: int) -> None:
        """Log what the last action has led to."""
        for event in game.events(self.me):
            self.log += told([event], self.me, self.names)
            self.log += self.explanation(event)
        if game.record.turn != turn_before and not game.over:
            turn = game.record.turn_player
            whose = "your turn" if turn == self.me else f"the turn of {self.names.get(turn, player_name(turn))}"
            self.log.append(f"-- round {game.record.rounds + 1}, {whose} --")

    def remember(self) -> None:
        """Log what has happened before a game goes on."""
        again = self.replay.start.clone()
        again.record.logging = 1
        for action in self.replay.actions:
            before = again.record.turn
            again.apply(action)
            self.note(again, before)
        self.told = max(0, len(self.log) - LOG_SHOWN)

    def explanation(self, event: Event) -> list[str]:
        """What a card does, the first time it joins a fight, strikes or is played by somebody else."""
        if event.what not in EXPLAINED or event.card is None or event.card in self.explained:
            return []
        if event.what == "PLAYS" and event.seat == self.me:
            return []
        self.explained.add(event.card)
        card = next(card for card in self.game.cards.cards if card.name == event.card)
        return [f"  {row}" for row in wrap(describe(card), self.width - 4)]

    def others_choice(self) -> int:
        agent = self.agents[self.game.seat]
        events = self.news.take(self.game.seat)
        if isinstance(agent, BotAgent) or not self.console.is_terminal:
            return agents.ask(agent, self.game, events=events)
        with self.console.status(f"{escape(self.names[self.game.seat])} is thinking"):
            return agents.ask(agent, self.game, events=events)

    def finish(self) -> None:
        self.tell()
        self.say("")
        self.show_lines(self.picture().whole())
        self.say("")
        self.show_lines(final_table(self.replay, self.names, self.me))

    def save(self) -> None:
        if self.record is None:
            return
        self.replay.save(self.record)
        sets = self.named_sets
        goes_on = "" if self.game.over else f", and `munchkin play --resume {self.record}{sets}` goes on with it"
        self.say(f"The game was saved to {self.record}; `munchkin replay {self.record} --seat {self.me}{sets}` shows it{goes_on}.")

    @property
    def named_sets(self) -> str:
        """What a command that reads the saved game needs besides, if cards are in files: a game names them, but opens none."""
        sets = self.game.sets
        return "".join(f" --set {shlex.quote(one)}" for one in sets) if own_files(sets) else ""

    # ------------------------------------------------------------------------------------------------ what is said

    @property
    def width(self) -> int:
        return max(NARROWEST, min(WIDTH, self.console.width))

    def picture(self) -> Picture:
        return Picture.of(self.game, self.me, width=self.width, names=self.names, marks=True)

    def say(self, text: str, style: str = "") -> None:
        self.console.print(Text(text, style), soft_wrap=not self.console.is_terminal)

    def tell(self) -> None:
        """What has happened since the last time."""
        new = self.log[self.told :]
        self.told = len(self.log)
        if not new:
            return
        self.say("")
        for said in repeated(new):
            self.say(said if said.startswith("--") else f"  {said}", QUIET)

    def position(self) -> None:
        """All of it when the person's turn begins, otherwise only the relevant parts that have changed."""
        picture, turn = self.picture(), self.game.record.turn
        blocks = picture.blocks()
        if self.game.record.turn_player == self.me and turn != self.turn_shown:
            self.turn_shown = turn
            self.show_lines([Line(""), *picture.whole()])
        else:
            changed = [block for block, old in zip(blocks, self.shown or [[]] * len(blocks), strict=True) if block != old]
            self.show_lines([line for block in changed for line in block])
            self.show_lines([Line(""), *picture.decision()])
        self.shown = blocks
        self.show_lines(picture.listed("with help", list(helpers(self.game, self.names))))

    def show_lines(self, lines: Iterable[Line]) -> None:
        for line in lines:
            self.say(line.text, line.style)

    # ------------------------------------------------------------------------------------------------ what is asked

    def asked(self) -> int:
        """The person's action."""
        if (planned := self.planned()) is not None:
            return planned
        if self.passing.passes(self.game):
            return Verb.PASS.value
        self.tell()
        self.position()
        texts = self.texts()
        choices = list(texts)
        self.show_lines(listed(self.game, choices, self.width))
        before = Before(self.game.clone(), len(self.replay.actions), len(self.log))
        while True:
            chosen = self.understood(self.read(), choices)
            if chosen is not None:
                self.choices = [*self.choices[1 - MOST_TAKEN_BACK :], before]
                return texts[chosen]

    def planned(self) -> int | None:
        """What follows from a whole offer, or from several actions in one answer."""
        action = self.words.planned(self.game)
        for said in self.words.heard:  # that the plan ends, and why
            self.say(with_names(said, self.names))
        self.words.heard.clear()
        return action

    def texts(self) -> dict[str, int]:
        """What the person may do, with the names of the others."""
        return {with_names(text, self.names): action for text, action in self.game.texts().items()}

    def read(self) -> str:
        if sys.stdin is None:  # closed: munchkin play <&-
            raise EOFError
        answer = input("> ").strip()
        if not sys.stdin.isatty():
            self.say(answer)  # so that a transcript shows what was typed
        return answer

    def understood(self, answer: str, choices: Sequence[str]) -> str | None:
        """The choice that the answer names; None if it was a command or ambiguous (which is reported)."""
        command, _, rest = answer.partition(" ")
        if command in KEYS and (not rest or command in WITH_WORDS):
            return KEYS[command](self, rest.strip())
        if not answer:
            if "pass" not in choices:
                self.say("Type a number, words of an action, or ? for help. (Enter alone passes, if you may.)")
                return None
            return "pass"
        if answer.isdecimal():
            if len(answer) <= _MOST_DIGITS and 1 <= int(answer) <= len(choices):
                return choices[int(answer) - 1]
            self.say(f"The numbers are 1 to {len(choices)}.")
            return None
        return self.by_words(answer, choices)

    def by_words(self, answer: str, choices: Sequence[str]) -> str | None:
        found = matching(answer, choices)
        if len(found) == 1:
            return found[0]
        if found:
            self.say(f"{answer!r} can mean: {'; '.join(f'{choices.index(one) + 1} {one}' for one in found)}")
            return None
        return self.by_whole_sentence(answer, choices)

    def by_whole_sentence(self, answer: str, choices: Sequence[str]) -> str | None:
        """An offer, a trade or a sale in one line, or several actions."""
        try:
            meant = understand(self.game, with_seats(answer, self.names), numbers=False)
        except AnswerError as error:
            if error.fault is Fault.UNREADABLE:
                self.say(f"{answer!r} matches none of your {len(choices)} actions. Type a number, words of an action, or ? for help.")
            else:
                self.say(with_names(f"That cannot be done: {error}.", self.names))
            return None
        self.words.plan.extend(meant.next)
        return next(text for text, action in self.texts().items() if action == meant.action)

    # --------------------------------------------------------------------------------------------------- commands

    def pass_on(self, _: str) -> str | None:
        if "pass" not in self.game.texts():
            self.say("You cannot pass here." if self.game.decision in NOTICED else "You cannot pass here; x cancels.")
            return None
        self.passing.pass_on(self.game)
        return "pass"

    def ask(self, _: str) -> None:
        """Everything, or only what is new."""
        self.passing.asks = Asks.NEW if self.passing.asks == Asks.ALL else Asks.ALL
        self.say("You are asked everything." if self.passing.asks == Asks.ALL else "You are not asked again what you declined.")

    def take_back(self, _: str) -> None:
        """To before the last choice."""
        if not all(isinstance(agent, UNDOABLE) for agent in self.agents.values()):
            self.say("You can take back choices only against bots, networks and searches; x cancels one that you are in the middle of.")
        elif not self.choices:
            self.say("There is no choice to take back.")
        else:
            self.return_to(self.choices.pop())

    def cancel(self, _: str) -> None:
        """To before a choice that consists of several, as long as nobody has noticed anything."""
        for k, before in reversed(list(enumerate(self.choices))):
            if self.game.decision in NOTICED or before.log < len(self.log) or before.actions < self.others_acted:
                break
            if before.game.decision in NOTICED:
                del self.choices[k:]
                self.return_to(before)
        self.say("There is nothing to cancel; u takes back what others have noticed.")

    def return_to(self, before: Before) -> NoReturn:
        self.replay.take_back(before.game, before.actions)
        del self.log[before.log :]
        self.told, self.others_acted = min(self.told, before.log), min(self.others_acted, before.actions)
        self.words.plan.clear()
        self.passing, self.turn_shown, self.shown = AutoPass(self.passing.asks), -1, []
        self.say("Taken back.")
        raise Back

    def write(self, name: str) -> None:
        """The game so far."""
        if not name:
            self.say("w FILE writes the game to a file, for example: w game.jsonl")
            return
        try:
            check_writable("w", Path(name), replaced=Path(name) == self.record)
            self.replay.save(name)
        except (AgentError, OSError) as error:
            self.say(printable(str(error)))
            return
        self.say(f"Written. `munchkin play --resume {name}{self.named_sets}` goes on with the game.")

    def hint(self, _: str) -> None:
        action = agents.ask(self.hints, self.game)
        text = self.game.text(action)
        self.say(f"greedy would: {with_names(text, self.names)}", CHOICE)
        self.say(f"  {with_names(reason_alone(agents.describe_choice(self.hints), text), self.names)}", CHOICE)

    def table(self, _: str) -> None:
        self.show_lines(self.picture().whole())
        self.show_lines(listed(self.game, list(self.texts()), self.width))

    def past(self, _: str) -> None:
        for said in list(repeated(self.log))[-LOG_SHOWN:]:
            self.say(f"  {said}", QUIET)
        if not self.log:
            self.say("Nothing has happened yet.")

    def card(self, name: str) -> None:
        found = matching(name, [card.name for card in self.game.cards.cards]) if name else []
        for card in self.game.cards.cards:
            if card.name in found[:3]:
                self.say(f"{card.name} ({card.kind.name.lower()})", TITLE)
                self.say(describe(card))
        if len(found) > 3:
            self.say(f"also: {', '.join(found[3:])}")
        if not found:
            self.say(f"No card is called {name!r}." if name else "c NAME says what a card does, for example: c net troll")

    def leave(self, _: str) -> None:
        saved = f" It will be saved to {self.record}." if self.record else " (It is not recorded; w FILE keeps it.)"
        self.say(f"Leave the game?{saved} y or n")
        if self.read().lower() in ("y", "yes", "q"):
            raise Left

    def help(self, _: str) -> None:
        for line in HELP.splitlines():
            for row in wrap(line, self.width, drop_whitespace=True, subsequent_indent=" " * (20 if line[0] == " " else 0)):
                self.say(row)


KEYS: dict[str, Callable[[Play, str], str | None]] = {
    "n": Play.pass_on,
    "h": Play.hint,
    "s": Play.table,
    "l": Play.past,
    "c": Play.card,
    "u": Play.take_back,
    "x": Play.cancel,
    "a": Play.ask,
    "w": Play.write,
    "q": Play.leave,
    "?": Play.help,
}


WITH_WORDS = ("c", "w")
"""Commands that need something behind them."""


# ------------------------------------------------------------------------------------------------------- actions


def listed(game: Game, choices: Sequence[str], width: int = WIDTH) -> Iterator[Line]:
    """The actions with their numbers: one per line, or by verb if there are many."""
    verbs = len(choices) if len(choices) <= MANY else sum(action < HAND for action in game.legal())
    for number, text in enumerate(choices[:verbs], 1):
        yield Line(f"  {number:>3}  {text}{' (Enter; n: keep passing)' if text == 'pass' else ''}", CHOICE)
    numbered = [Numbered(number, text) for number, text in enumerate(choices, 1)][verbs:]
    for verb, group in by_verb(numbered).items():
        yield from _filled(f"       {verb}: ", [f"{one.number} {one.text}" for one in group], width)


def _filled(head: str, items: Iterable[str], width: int) -> Iterator[Line]:
    row = head
    for item in items:
        if len(row) + len(item) > width and row.strip():
            yield Line(row.rstrip(), CHOICE)
            row = " " * 9
        row += item + "   "
    yield Line(row.rstrip(), CHOICE)
