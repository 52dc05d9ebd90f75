"""What a view is built from: the position, and everything that is computed about it, once."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np

from munchkin_env.cards.describe import UNTIL_WORDS
from munchkin_env.core.compiling import compiling
from munchkin_env.game.game import Game
from munchkin_env.game.notation import Notation, seat_names
from munchkin_env.observe import named, named_ids
from munchkin_env.observe.addends import MOST_ADDENDS, Addend, Cause, Stake, Total, addends_at, stakes_at
from munchkin_env.vocabulary.words import Until

from .schema import AddendView

_COLUMNS = len(Addend)
_CAUSES = {
    Cause.LEVEL: "Level",
    Cause.CARD: "{card}",
    Cause.LASTING: "{card}, for a time",
    Cause.MONSTER: "{card}, against this fighter",
    Cause.MULTIPLIED: "{card} multiplies",
    Cause.PLAYED: "{card}",
    Cause.POWER: "powers",
    Cause.OWN_RULE: "{card}, because of the fighters",
    Cause.IGNORED: "does not count",
}
_NO_CARD = "cards played"


@dataclass(frozen=True)
class Eye:
    """A position, who looks at it, and what is computed for them."""

    game: Game
    """The position."""
    seat: int | None
    """Who looks; None: everybody."""
    everything: bool
    """Nothing is hidden."""
    names: Mapping[int, str]
    """Names of players."""
    numbers: Any
    """Of Game.numbers."""
    seen: Mapping[str, Any]
    """The numbers of the observation, by piece."""
    ids: Mapping[str, Any]
    """Its cards, by place."""
    stakes: Any
    """Of `stakes_at`."""
    addends: Mapping[tuple[int, int], tuple[tuple[AddendView, int], ...]]
    """By total, and the player or monster slot: what it is made of, each with its card."""

    @classmethod
    def of(cls, game: Game, seat: int | None, everything: bool, names: Mapping[int, str]) -> "Eye":
        """Compute what the views of this position need."""
        looks = _looking(game, seat, everything)
        ids, numbers = game.observe_compact(looks)
        with compiling("view", "seconds"):
            stakes = np.zeros(Stake.END, np.int64)
            stakes_at(game._tables, game._games, 0, stakes)
            rows = np.zeros(MOST_ADDENDS * _COLUMNS, np.int64)
            n = addends_at(game._tables, game._games, 0, rows)
        addends = _by_total(rows[: n * _COLUMNS].reshape(n, _COLUMNS).tolist(), game._notation)
        called = {p: name for p, name in names.items() if 0 <= p < game.num_players}
        return cls(game, seat, everything, seat_names(called), game.numbers(), named(numbers), named_ids(ids), stakes, addends)

    @property
    def decides(self) -> bool:
        """Whether what only the deciding player knows of the decision may be shown."""
        return not self.game.over and (self.everything or self.seat == self.game.seat)

    @property
    def notation(self) -> Notation:
        """Names of cards and texts of actions."""
        return self.game._notation

    def name(self, card: int) -> str | None:
        """The name of a physical card; None if there is none."""
        return self.notation.name(card) if card >= 0 else None

    def of_type(self, number: int) -> str | None:
        """The name of a card in the compact form of the observation."""
        return self.game.cards.cards[int(number) - 1].name if number else None

    def made_of(self, total: Total, of: int = -1) -> tuple[AddendView, ...]:
        """What this total is made of."""
        return tuple(addend for addend, _ in self.addends.get((total, of), ()))

    def adds(self, player: int, card: int) -> int:
        """What a card in play adds to its owner's strength."""
        found = self.addends.get((Total.PLAYER, player), ())
        return sum(addend.amount for addend, source in found if addend.cause == "card" and source == card)

    def from_me(self, p: int) -> int:
        """The row of a seat in the observation."""
        return (p - _looking(self.game, self.seat, self.everything)) % self.game.num_players


def _looking(game: Game, seat: int | None, everything: bool) -> int:
    """Whose observation is read: that of a seat that does not decide shows nothing of the decision but what is public."""
    if seat is not None and not everything:
        return seat
    decider = max(game.seat, 0)
    return decider if everything else (decider + 1) % game.num_players


def _by_total(rows: list[list[int]], notation: Notation) -> dict[tuple[int, int], tuple[tuple[AddendView, int], ...]]:
    found: dict[tuple[int, int], tuple[tuple[AddendView, int], ...]] = {}
    for row in rows:
        cause, card = Cause(row[Addend.CAUSE]), row[Addend.CARD]
        name = notation.name(card) if card >= 0 else None
        says = _CAUSES[cause].format(card=name or _NO_CARD)
        one = AddendView(cause.name.lower(), name, row[Addend.AMOUNT], says)
        key = (row[Addend.TOTAL], row[Addend.OF])
        found[key] = (*found.get(key, ()), (one, card))
    return found


def until_words(until: int) -> str:
    """When a timed effect ends."""
    return UNTIL_WORDS.get(Until(until).name.lower(), "")
