"""A person at the terminal, against bots, policies and agents. What is shown comes from the person's view alone."""

import re
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import groupby
from pathlib import Path
from textwrap import wrap
from typing import NamedTuple, Unpack

from rich.console import Console
from rich.markup import escape
from rich.text import Text

from munchkin_env.cards.describe import describe
from munchkin_env.engine.state.actions import HAND, Verb
from munchkin_env.engine.state.stack import Kind
from munchkin_env.game.game import Event, Game
from munchkin_env.game.house_rules import HouseRules
from munchkin_env.game.notation import RINGS, player_name, seat_names, with_names
from munchkin_env.game.render import CHOICE, QUIET, TITLE, WIDTH, Line, Picture
from munchkin_env.game.replay import Replay
from munchkin_env.players import agents
from munchkin_env.players.agents import Agent, AgentError, BotAgent
from munchkin_env.players.agents.asking import agent_seed

MANY = 12  # actions: more are shown in groups
NARROWEST = 40  # columns: below that the terminal breaks the lines
LOG_SHOWN = 40  # lines of `l`
_MOST_DIGITS = 9  # of a choice; Python itself refuses to read numbers of thousands
HELP = """\
  NUMBER or WORDS   do that: "3", "pass", or enough of its text to know which ("equip flam")
  Enter             pass, where you may
  n                 pass until something is asked of you, your turn comes, or a fight begins
  h                 hint: what the greedy bot would do in your place, and why
  s                 the whole table, with what everybody wears and carries
  c NAME            what a card does ("c net troll")
  l                 what has happened so far
  q                 leave the game
  ?                 this text
When you move on in your turn, the others may act before you do; if one of them has, you are asked again."""


EXPLAINED = ("MEETS", "CURSED")
"""What happens to cards that the person has to know at once."""


class Left(Exception):  # noqa: N818 - no error: the person wants to go
    """The person leaves before the game is over."""


class Play:
    """One game, with a person on one seat."""

    def __init__(self, game: Game, seat: int, others: Sequence[Agent], record: Path | None = None, console: Console | None = None) -> None:
        """others: from the seat to the left of the person's. The game is one that keeps a log."""
        self.game, self.me, self.record = game, seat, record
        self.agents = {(seat + 1 + k) % game.num_players: agent for k, agent in enumerate(others)}
        self.names = seat_names({p: agents.spec_name(agent) for p, agent in self.agents.items()})
        self.replay = Replay(game, self.names)
        self.console = console or Console(highlight=False)
        self.hints = BotAgent("greedy")
        self.log: list[str] = []
        self.told = 0  # lines of the log that the person has been told
        self.passing, self.fight_was_on = False, False  # on and on, and what held when that began
        self.turn_shown = -1
        self.shown: list[list[Line]] = []  # what stands on the screen
        self.explained: set[str] = set()  # cards whose text the person has been told
        self.moved_on: frozenset[str] | None = None  # what the person might have done instead, as long as nothing has happened since

    # -------------------------------------------------------------------------------------------------- the game

    def run(self) -> bool:
        """Plays to the end. False if the person left before. The record is saved in any case."""
        try:
            self.welcome()
            while not self.game.over:
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
        self.say("Type the number of what you want to do, or h for a hint.", QUIET)

    def do(self, action: int) -> None:
        game, before = self.game, self.game.record.turn
        self.replay.apply(action)
        events = game.events(self.me)
        for event in events:
            self.log += told([event], self.me, self.names)
            self.log += self.explanation(event)
        if events or action not in (Verb.PASS, Verb.NEXT):
            self.moved_on = None
        if game.record.turn != before and not game.over:
            turn = game.record.turn_player
            whose = "your turn" if turn == self.me else f"the turn of {self.names.get(turn, player_name(turn))}"
            self.log.append(f"-- round {game.record.rounds + 1}, {whose} --")

    def explanation(self, event: Event) -> list[str]:
        """What a card does, the first time that it joins a fight or strikes."""
        if event.what not in EXPLAINED or event.card is None or event.card in self.explained:
            return []
        self.explained.add(event.card)
        card = next(card for card in self.game.cards.cards if card.name == event.card)
        return [f"  {row}" for row in wrap(describe(card), self.width - 4)]

    def others_choice(self) -> int:
        agent = self.agents[self.game.seat]
        if isinstance(agent, BotAgent) or not self.console.is_terminal:
            return agents.ask(agent, self.game)
        with self.console.status(f"{escape(self.names[self.game.seat])} thinks"):
            return agents.ask(agent, self.game)

    def finish(self) -> None:
        self.tell()
        self.say("")
        self.show_lines(self.picture().whole())

    def save(self) -> None:
        if self.record is None:
            return
        self.replay.save(self.record)
        self.say(f"The game is in {self.record}; `munchkin replay {self.record} --seat {self.me}` shows it again.")

    # ------------------------------------------------------------------------------------------------ what is said

    @property
    def width(self) -> int:
        return max(NARROWEST, min(WIDTH, self.console.width))

    def picture(self) -> Picture:
        return Picture.of(self.game, self.me, width=self.width, names=self.names)

    def say(self, text: str, style: str = "") -> None:
        self.console.print(Text(text, style), soft_wrap=not self.console.is_terminal)

    def tell(self) -> None:
        """What happened since the person was told last."""
        new = self.log[self.told :]
        self.told = len(self.log)
        if not new:
            return
        self.say("")
        for said in together(new):
            self.say(said if said.startswith("--") else f"  {said}", QUIET)

    def position(self) -> None:
        """All of it when one's turn begins, else of what matters that which has changed."""
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

    def show_lines(self, lines: Iterable[Line]) -> None:
        for line in lines:
            self.say(line.text, line.style)

    # ------------------------------------------------------------------------------------------------ what is asked

    def asked(self) -> int:
        """The person's action."""
        texts = self.texts()
        if (self.passing and self.may_pass_on()) or self.has_just_moved_on(texts):
            return Verb.PASS.value
        self.passing = False
        self.tell()
        self.position()
        choices = list(texts)
        self.show_lines(listed(self.game, choices, self.width))
        while True:
            chosen = self.understood(self.read(), choices)
            if chosen is not None:
                self.moved_on = frozenset(texts) if texts[chosen] == Verb.NEXT else None
                return texts[chosen]

    def texts(self) -> dict[str, int]:
        """What the person may do, with the names of the others."""
        return {with_names(text, self.names): action for text, action in self.game.texts().items()}

    def has_just_moved_on(self, texts: Iterable[str]) -> bool:
        """Asked again what the person has just declined to do, before anything has happened: that is a pass."""
        return self.game.top.kind == Kind.WINDOW and self.moved_on is not None and self.moved_on.issuperset(set(texts) - {"pass"})

    def may_pass_on(self) -> bool:
        """Passing on ends where the person is asked something, in a fight that has begun since, and in one's own turn."""
        game = self.game
        ring = game.top.kind in RINGS and "pass" in game.texts()
        return ring and game.record.turn_player != self.me and (self.fight_was_on or not self.fight_is_on())

    def fight_is_on(self) -> bool:
        return self.game.record.combat.on != 0 and self.game.record.combat.open != 0

    def read(self) -> str:
        if sys.stdin is None:  # closed: munchkin play <&-
            raise EOFError
        answer = input("> ").strip()
        if not sys.stdin.isatty():
            self.say(answer)  # a transcript shows what was typed
        return answer

    def understood(self, answer: str, choices: Sequence[str]) -> str | None:
        """The choice that the answer names; None if it was a command, or is not clear (which is said)."""
        command, _, rest = answer.partition(" ")
        if command in COMMANDS and (not rest or command == "c"):
            return COMMANDS[command](self, rest.strip())
        if not answer:
            if "pass" not in choices:
                self.say("Type a number, words of an action, or ? for help. (Enter alone passes, where one may.)")
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
            self.say(f"{answer!r} can be: {'; '.join(f'{choices.index(one) + 1} {one}' for one in found)}")
        else:
            self.say(f"{answer!r} is none of the {len(choices)} things that you may do. Type a number, words of an action, or ? for help.")
        return None

    # --------------------------------------------------------------------------------------------------- commands

    def pass_on(self, _: str) -> str | None:
        if "pass" not in self.game.texts():
            self.say("You cannot pass here.")
            return None
        self.passing = True
        self.fight_was_on = self.fight_is_on()
        return "pass"

    def hint(self, _: str) -> None:
        action = agents.ask(self.hints, self.game)
        text = self.game.text(action)
        self.say(f"greedy would: {with_names(text, self.names)}", CHOICE)
        self.say(f"  {with_names(agents.describe_choice(self.hints).removeprefix(f'{text}: '), self.names)}", CHOICE)

    def table(self, _: str) -> None:
        self.show_lines(self.picture().whole())
        self.show_lines(listed(self.game, list(self.texts()), self.width))

    def past(self, _: str) -> None:
        for said in list(together(self.log))[-LOG_SHOWN:]:
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
            self.say(f"No card is called {name!r}." if name else "c NAME says what a card does, such as: c net troll")

    def leave(self, _: str) -> None:
        saved = f" It is saved to {self.record}." if self.record else " (It is not recorded: start with --record FILE for that.)"
        self.say(f"Leave the game?{saved} y or n")
        if self.read().lower() in ("y", "yes", "q"):
            raise Left

    def help(self, _: str) -> None:
        for line in HELP.splitlines():
            for row in wrap(line, self.width, drop_whitespace=True, subsequent_indent=" " * (20 if line[0] == " " else 0)):
                self.say(row)


COMMANDS: dict[str, Callable[[Play, str], str | None]] = {
    "n": Play.pass_on,
    "h": Play.hint,
    "s": Play.table,
    "l": Play.past,
    "c": Play.card,
    "q": Play.leave,
    "?": Play.help,
}


# ------------------------------------------------------------------------------------------------------- actions


def matching(answer: str, choices: Iterable[str]) -> list[str]:
    """The choices that the answer may mean: it is the text, or begins it, or all its words occur."""
    wanted = answer.lower()
    names = list(dict.fromkeys(choices))
    same = [one for one in names if one.lower() == wanted]
    begun = [one for one in names if one.lower().startswith(wanted)]
    return same or begun or [one for one in names if all(word in one.lower() for word in wanted.split())]


class Numbered(NamedTuple):
    number: int
    text: str


def listed(game: Game, choices: Sequence[str], width: int = WIDTH) -> Iterator[Line]:
    """The actions with their numbers: one per line, or by verb if there are many."""
    verbs = len(choices) if len(choices) <= MANY else sum(action < HAND for action in game.legal())
    for number, text in enumerate(choices[:verbs], 1):
        yield Line(f"  {number:>3}  {text}{' (Enter; n: pass on and on)' if text == 'pass' else ''}", CHOICE)
    numbered = [Numbered(number, text) for number, text in enumerate(choices, 1)][verbs:]
    for verb in dict.fromkeys(one.text.split()[0] for one in numbered):
        group = [f"{one.number} {one.text.partition(' ')[2]}" for one in numbered if one.text.split()[0] == verb]
        yield from _filled(f"       {verb}: ", group, width)


def _filled(head: str, items: Iterable[str], width: int) -> Iterator[Line]:
    row = head
    for item in items:
        if len(row) + len(item) > width and row.strip():
            yield Line(row.rstrip(), CHOICE)
            row = " " * 9
        row += item + "   "
    yield Line(row.rstrip(), CHOICE)


# ------------------------------------------------------------------------------------------------------ sentences


def told(events: Iterable[Event], me: int, names: Mapping[int, str] | None = None) -> Iterator[str]:
    """The events as the person is told them. (Whose turn it is, the log says by itself.)"""
    for event in events:
        if event.what != "TURN":
            yield with_names(to_person(str(event), me), names or {})


def together(lines: Iterable[str]) -> Iterator[str]:
    """What was said several times in a row, once, with how often."""
    for said, same in groupby(lines):
        times = len(list(same))
        yield f"{said} (x{times})" if times > 1 else said


def to_person(sentence: str, me: int) -> str:
    """ "Player 0 draws a card" said to player 0: "You draw a card"."""
    begins = re.match(rf"Player {me}\b(:?) (\S+)", sentence)
    if begins and not begins[1]:
        verb = {"is": "are", "has": "have"}.get(begins[2], begins[2].removesuffix("s"))
        sentence = f"You {verb}{sentence[begins.end() :]}"
    return re.sub(rf"\bplayer {me}\b", "you", re.sub(rf"^Player {me}\b", "You", sentence))


# ---------------------------------------------------------------------------------------------------- from outside


def play(
    against: Sequence[str],
    seat: int = 0,
    seed: int | None = None,
    sets: Sequence[str] = ("deluxe",),
    record: Path | None = None,
    **options: Unpack[HouseRules],
) -> bool:
    """A game at the terminal against these, from the seat to the left on. True if it was played to its end."""
    game = Game(len(against) + 1, sets, seed, log=True, **options)
    if not 0 <= seat < game.num_players:
        raise AgentError(f"seat {seat}: the seats are 0 to {game.num_players - 1}")
    others = [agents.load_agent(spec, k, game.sets) for k, spec in enumerate(against)]
    if record is not None:
        _check_writable(record)
    return Play(game, seat, others, record).run()


def _check_writable(path: Path) -> None:
    """Said before the game, not after it."""
    if path.exists():
        raise AgentError(f"--record {path}: the file exists already; it is not overwritten")
    if not path.resolve().parent.is_dir():
        raise AgentError(f"--record {path}: there is no folder {path.resolve().parent}")
    try:
        path.touch()
        path.unlink()
    except OSError as error:
        raise AgentError(f"--record {path}: cannot be written: {error.strerror}") from error
