"""A step of a game, which properties examine, and how to write a property: `@cheap(number)` or `@costly(number)` before a function."""

from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from functools import cached_property

import numpy as np
import numpy.typing as npt

from munchkin_env.engine.state.actions import Verb
from munchkin_env.engine.state.events import What
from munchkin_env.engine.state.kinds import Kind
from tests.facts import Position

Mask = npt.NDArray[np.bool_]
RINGS = (Kind.FIGHT_WINDOW, Kind.WINDOW, Kind.ROLL_WINDOW, Kind.CURSE_WINDOW, Kind.CARD_WINDOW)
CORRECTING = {int(k) for k in (Kind.CORRECT, Kind.GIVE_UP, Kind.TURN_SIDEWAYS, Kind.TOO_BIG, Kind.HAND_OVER)}


class PropertyError(AssertionError):
    """A property does not hold."""


@dataclass
class History:
    """What some properties remember from earlier steps."""

    turn: int = -1
    decisions: int = 0  # in this turn
    seen: set[int] = field(default_factory=set)  # hashes of the positions of this turn
    anchors: dict[tuple[int, int, int, int], int] = field(default_factory=dict)  # decision point -> potential when an action began there
    charity: Counter[int] = field(default_factory=Counter)  # cards given to each in this turn
    picks: Counter[int] = field(default_factory=Counter)  # face-up Treasures that each player picked in this fight
    promised: tuple[int, int] = (0, 0)  # helper, and their Treasures
    worked_on: bool = False  # the monsters of this fight, by a power of a card that is not in it


@dataclass
class Step:
    """One decision and everything that followed."""

    before: Position
    action: int
    after: Position
    mask: Mask
    """Of the decision in `after`."""
    history: History

    def events(self, what: What) -> list[int]:
        """The cards of those events."""
        return [e.card for e in self.after.events if e.what == what]

    def has(self, *whats: What) -> bool:
        return any(e.what in whats for e in self.after.events)

    @property
    def log_full(self) -> bool:
        return bool(self.after.events) and self.after.events[-1].what == What.MORE

    @property
    def same_fight(self) -> bool:
        return self.before.fight and self.after.fight

    @property
    def passes(self) -> bool:
        return self.action == Verb.PASS

    @cached_property
    def redressed(self) -> Iterable[int]:
        """Players whose cards changed since the check after the previous step; nobody during a forced correction."""
        before, after = self.before, self.after
        if after.over or after.kinds & CORRECTING:
            return ()
        if before.kinds & CORRECTING or before.fighters != after.fighters:
            return after.players
        return [p for p in after.players if _things(before, p) != _things(after, p)]


def _things(position: Position, p: int) -> tuple[object, ...]:
    table = position.table[p]
    return (table, position.host[p], position.level[p], position.g.seat[p].sex, [position.mark[card] for card in table])


Check = Callable[[Step], None]
CHEAP: list[tuple[int, Check]] = []
COSTLY: list[tuple[int, Check]] = []


def cheap(number: int) -> Callable[[Check], Check]:
    """Checked after every step."""

    def add(check: Check) -> Check:
        CHEAP.append((number, check))
        return check

    return add


def costly(number: int) -> Callable[[Check], Check]:
    """Checked after sampled steps, because it plays on in copies."""

    def add(check: Check) -> Check:
        COSTLY.append((number, check))
        return check

    return add


def require(holds: object, what: str) -> None:
    if not holds:
        raise PropertyError(what)


def names(position: Position, cards: Iterable[int]) -> str:
    return ", ".join(f"{position.facts.id[c]} ({c})" if 0 <= c < position.facts.total else str(c) for c in sorted(cards))


def every(group: Iterable[Iterable[int]]) -> set[int]:
    return {one for part in group for one in part}
