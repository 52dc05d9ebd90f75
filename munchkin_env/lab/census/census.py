"""Named counts: a value that can be shown, saved as JSON and read again."""

import json
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass
from enum import IntEnum
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from munchkin_env.cards.loader import CardSet
from munchkin_env.core.files import CENSUS, FileError, MissingFile, conform, parse_json, read_text, write
from munchkin_env.engine.state.actions import HAND, SEGMENTS, Verb
from munchkin_env.engine.state.events import What
from munchkin_env.engine.state.kinds import FIRST_AUTOMATIC, Kind
from munchkin_env.engine.state.records import MAX_PLAYERS
from munchkin_env.engine.state.stack import Why
from munchkin_env.players.bots.duel import wilson
from munchkin_env.version import __version__
from munchkin_env.vocabulary.words import CardKind, Op, Trigger

from .counting import LENGTH, ROUNDS, WINNERS, WINNING_BOTS, Fact

CUTS = (5, 25, 50, 75, 95)  # percentiles
POWERS = (
    CardKind.CLASS,
    CardKind.RACE,
    CardKind.ROLE,
    CardKind.HOUSE,
    CardKind.PROFICIENCY,
    CardKind.DUAL,
    CardKind.COMPANION,
    CardKind.STEED,
)
"""All effects of these cards are powers, and so is everything used by choice."""


class CensusError(ValueError):
    """A file that is not a census, or does not match the others."""


COUNTED = [what for what in What if what < What.MORE]
"""Events in the course of a game. Events that report changes are not counted: the ops that cause them are."""


@dataclass(frozen=True)
class Spread:
    """The distribution of a number over the games."""

    mean: float
    cuts: tuple[int, ...]
    """At 5, 25, 50, 75 and 95 %."""


@dataclass(frozen=True)
class Census:
    """Counts of some games, for given players and cards."""

    version: str
    sets: tuple[str, ...]
    cards_hash: str
    players: tuple[str, ...]
    seed: int
    options: dict[str, Any]
    games: int
    seconds: float
    truncated: int
    decisions: Spread
    rounds: Spread
    total_decisions: int
    seat_wins: tuple[int, ...]
    """Games can have several winners."""
    bot_wins: tuple[int, ...]
    facts: dict[str, int]
    kinds: dict[str, int]
    """Decisions that players were asked for."""
    things: dict[str, int]
    """Things that ran by themselves."""
    whys: dict[str, int]
    actions: dict[str, int]
    """Verbs by name, other actions by segment."""
    events: dict[str, int]
    ops: dict[str, tuple[int, int, int]]
    """For the ops of these cards: run, done, held (counting.py)."""
    powers: dict[str, int]
    """Effects of Classes, companions and the like, and effects used by choice: programs started, or moments at which they held."""
    effects: dict[str, int]
    """Those of the other cards."""
    cards: dict[str, int]
    """Played, used, laid down, met, or struck by."""

    def interval(self, wins: int) -> tuple[float, float]:
        return wilson(wins, self.games)

    @property
    def fights(self) -> int:
        return self.things["FIGHT"]

    @property
    def fights_otherwise(self) -> int:
        """Ended undecided: by a death in the fight, or by the end of the game."""
        return self.fights - self.events["WINS_FIGHT"] - self.facts["FLED"] - self.facts["LOST"]

    def save(self, path: Path) -> None:
        write(path, self.as_json() + "\n")

    def as_json(self) -> str:
        return json.dumps(asdict(self))

    @staticmethod
    def load(path: Path) -> "Census":
        """Raises CensusError."""
        try:
            told: Census = conform(parse_json(read_text(path, CENSUS), path), Census, path)
        except MissingFile as error:
            raise CensusError(str(error)) from None
        except FileError as error:
            raise CensusError(f"{path}: was not written by `munchkin census --out`: {error.problem}") from None
        if problem := told._problem():
            raise CensusError(f"{path}: {problem}; play it again")
        return told

    def _problem(self) -> str:
        """What is wrong for a census of this version, or nothing."""
        seats = len(self.players)
        names: dict[str, Iterable[IntEnum]] = {"facts": Fact, "whys": Why, "events": COUNTED}
        kinds = {kind.name: kind < FIRST_AUTOMATIC for kind in Kind}
        needed = {key: {one.name for one in among} for key, among in names.items()}
        needed["kinds"] = {name for name, asked in kinds.items() if asked}
        needed["things"] = kinds.keys() - needed["kinds"]
        counted = ("facts", "kinds", "things", "whys", "actions", "events", "powers", "effects", "cards")
        numbers = [n for key in counted for n in getattr(self, key).values()]
        numbers += [n for counts in self.ops.values() for n in counts] + [*self.seat_wins, *self.bot_wins, self.truncated, self.games - 1]
        if any(getattr(self, key).keys() != there for key, there in needed.items()) or not self.ops.keys() <= Op.__members__.keys():
            return "its counts are not exactly those of this version"
        if not {name.rpartition(", ")[0] for name in self.effects} <= self.cards.keys():
            return "it names effects of cards that it does not list"
        if min(numbers) < 0 or max(*self.seat_wins, *self.bot_wins, self.truncated) > self.games:
            return "its numbers are impossible"
        if (
            not self.sets
            or len(set(self.sets)) < len(self.sets)
            or not 2 <= seats <= MAX_PLAYERS
            or seats != len(self.seat_wins)
            or seats != len(self.bot_wins)
        ):
            return "its sets, players and wins do not match"
        return "" if len(self.decisions.cuts) == len(self.rounds.cuts) == len(CUTS) else "its spreads are impossible"


# ------------------------------------------------------------------------------------------------------ by name


def named_census(
    cards: CardSet,
    players: Sequence[str],
    seed: int,
    options: Mapping[str, Any],
    seconds: float,
    counts: npt.NDArray[Any],
    results: npt.NDArray[np.int64],
) -> Census:
    """The counts of playing.py, with names."""
    c = counts[0]
    kinds = {kind.name: int(c["kind"][kind]) for kind in Kind}
    return Census(
        version=__version__,
        sets=cards.sets,
        cards_hash=cards.hash,
        players=tuple(players),
        seed=seed,
        options=dict(options),
        games=len(results),
        seconds=seconds,
        truncated=int(np.count_nonzero(results[:, WINNERS] == 0)),
        decisions=_spread(results[:, LENGTH]),
        rounds=_spread(results[:, ROUNDS]),
        total_decisions=int(results[:, LENGTH].sum()),
        seat_wins=tuple(int(np.count_nonzero(results[:, WINNERS] >> seat & 1)) for seat in range(len(players))),
        bot_wins=tuple(int(np.count_nonzero(results[:, WINNING_BOTS] >> bot & 1)) for bot in range(len(players))),
        facts={fact.name: int(c["fact"][fact]) for fact in Fact},
        kinds={name: n for name, n in kinds.items() if Kind[name] < FIRST_AUTOMATIC},
        things={name: n for name, n in kinds.items() if Kind[name] >= FIRST_AUTOMATIC},
        whys={why.name: int(c["why"][why]) for why in Why},
        actions=_actions(c["action"]),
        events={what.name: int(c["event"][what]) for what in COUNTED},
        ops=_ops(cards, c),
        powers={name: _times(cards, c, effect) for name, effect in effect_names(cards, powers=True).items()},
        effects={name: _times(cards, c, effect) for name, effect in effect_names(cards, powers=False).items()},
        cards=_cards(cards, c["card"]),
    )


def _spread(values: npt.NDArray[np.int64]) -> Spread:
    return Spread(float(values.mean()), tuple(int(cut) for cut in np.percentile(values, CUTS)))


def _actions(counted: npt.NDArray[np.int64]) -> dict[str, int]:
    verbs = {verb.name: int(counted[verb]) for verb in Verb}
    return verbs | {one.name: int(counted[one.start : one.start + one.size].sum()) for one in SEGMENTS if one.start >= HAND}


def _rows(cards: CardSet, effect: int) -> range:
    row = cards.tables["effect"][0, effect]
    return range(int(row["ops"]), int(row["ops_end"]))


def _op(cards: CardSet, k: int) -> Op:
    return Op(int(cards.tables["op"][0, k]["op"]))


def ops_of(cards: CardSet) -> dict[str, list[int]]:
    """The ops of these cards, each with its rows."""
    found: dict[str, list[int]] = {op.name: [] for op in Op if op != Op.OPTION}  # a marker that is never run
    for k in (k for effect in range(len(cards.effects)) for k in _rows(cards, effect)):
        if _op(cards, k) != Op.OPTION:
            found[_op(cards, k).name].append(k)
    return {name: rows for name, rows in found.items() if rows}


def _ops(cards: CardSet, c: Any) -> dict[str, tuple[int, int, int]]:
    return {
        name: (int(c["ran"][rows].sum()), int(c["done"][rows].sum()), int(c["held"][rows].sum())) for name, rows in ops_of(cards).items()
    }


def effect_names(cards: CardSet, powers: bool) -> dict[str, int]:
    """Names for all effects that do anything (the powers, or the others), each with its number."""
    found: dict[str, int] = {}
    for effect in range(len(cards.effects)):
        row = cards.tables["effect"][0, effect]
        card, trigger = cards.cards[int(row["type"])], Trigger(int(row["trigger"]))
        ops = dict.fromkeys(_op(cards, k).name.lower() for k in _rows(cards, effect) if _op(cards, k) < Op.TEST)
        if not ops or powers != (card.kind in POWERS or trigger == Trigger.ON_ACTIVATE):
            continue
        name = f"{card.name}, {trigger.name.lower()}: {cards.effects[effect] or ' '.join(ops)}"
        same = sum(name == one or one.startswith(f"{name} (") for one in found)
        found[name if not same else f"{name} ({same + 1})"] = effect
    return found


def _times(cards: CardSet, c: Any, effect: int) -> int:
    return int(c["begun"][effect]) + max(int(c["held"][k]) for k in _rows(cards, effect))


def _cards(cards: CardSet, counted: npt.NDArray[np.int64]) -> dict[str, int]:
    """Cards of two sets may share a name."""
    found = Counter[str]()
    for i, card in enumerate(cards.cards):
        found[card.name] += int(counted[i])
    return dict(found)
