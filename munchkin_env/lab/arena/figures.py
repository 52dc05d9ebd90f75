"""What a tournament's games show: every figure of the table, the report and the exports, with its confidence interval.

Games of one deal are correlated, so a deal counts as one observation: the spread of a share is the spread between deals, not games.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property
from math import isinf, sqrt
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from munchkin_env.players.bots.duel import wilson

from .columns import COUNT_COLUMNS, DEED_COLUMNS
from .definition import Definition
from .meta_game import alpha_rank
from .notebook import Share, plot_shares, shares_html
from .ratings import MU, one_sided, ratings, with_luck
from .store import TABLES, Store

_Floats = npt.NDArray[np.float64]
_Ints = npt.NDArray[np.int64]
RESAMPLINGS = 100
_UPDATES_AT_MOST = 5_000_000  # rating updates: beyond that, fewer resamplings
_RESAMPLINGS_AT_LEAST = 10


class Estimate(NamedTuple):
    """A figure and its 95 % confidence interval."""

    value: float
    low: float
    high: float


class ScoreRow(NamedTuple):
    """One measure of how an entrant treats the others, with its 95 % interval. See docs/scorecard.md."""

    entrant: str
    measure: str
    value: float
    low: float
    high: float
    meaning: str


@dataclass(frozen=True)
class Columns:
    """A table of the file as arrays by name."""

    arrays: dict[str, npt.NDArray[Any]]

    @classmethod
    def of(cls, rows: Sequence[tuple[Any, ...]], table: str) -> "Columns":
        names = TABLES[table][0]
        listed = list(zip(*rows, strict=True)) if rows else [()] * len(names)
        return cls({name: np.array(values) for name, values in zip(names, listed, strict=True)})

    def __getitem__(self, name: str) -> npt.NDArray[Any]:
        return self.arrays[name]

    def __len__(self) -> int:
        return len(next(iter(self.arrays.values())))


class Figures:
    """Of the games in the file now."""

    def __init__(self, store: Store, definition: Definition | None = None) -> None:
        """definition: the tournament, if its games may have to be played again (keeping.py)."""
        self.identity, self.definition = store.identity, definition
        self.scorecard: Sequence[ScoreRow] = ()
        self.names, self.players = store.names, int(store.identity["players"])
        tables = store.tables()
        self.games, self.seats, self.deeds = (Columns.of(tables[name], name) for name in ("games", "seats", "deeds"))
        self.forfeits = tables["forfeits"]
        self.n = len(self.games)
        self.deals, self.deal_of_game = np.unique(self.games["deal"], return_inverse=True)
        self.deal_of_seat = np.repeat(self.deal_of_game, self.players)
        self.entrant = self.seats["entrant"].reshape(self.n, self.players).astype(np.int64)
        self.won = self.seats["won"].reshape(self.n, self.players).astype(np.bool_)

    @property
    def fair(self) -> float:
        """The win share of each of several equal players."""
        return 1 / self.players

    @cached_property
    def incomplete(self) -> int:
        """Deals with missing games: of games played side by side, short ones end first."""
        games = np.bincount(self.deal_of_game) if self.n else np.zeros(0, np.int64)
        return int((games < games.max(initial=0)).sum())

    # -------------------------------------------------------------------------------------------------- by entrant

    def _of(self, entrant: int) -> npt.NDArray[np.bool_]:
        """Which rows of seats are that entrant's."""
        mine: npt.NDArray[np.bool_] = self.seats["entrant"] == entrant
        return mine

    def played(self, entrant: int) -> int:
        """The number of seats that the entrant played."""
        return int(self._of(entrant).sum())

    def rate(self, column: str, chosen: npt.NDArray[np.bool_]) -> Estimate:
        """The mean of a column between 0 and 1 over some of the seats."""
        return share_over_deals(self.seats[column][chosen], self.deal_of_seat[chosen], certain=self._whole_tables(chosen))

    def _whole_tables(self, chosen: npt.NDArray[np.bool_]) -> bool:
        """Do these rows cover whole games? Then equal players have equal shares by definition."""
        in_game = chosen.reshape(self.n, self.players).sum(axis=1)
        return bool(np.isin(in_game, (0, self.players)).all())

    @cached_property
    def shares(self) -> list[Estimate]:
        return [self.rate("share", self._of(e)) for e in range(len(self.names))]

    @cached_property
    def wins(self) -> list[Estimate]:
        return [self.rate("won", self._of(e)) for e in range(len(self.names))]

    @cached_property
    def ratings(self) -> list[Estimate]:
        """The rating of an entrant that never won has no lower bound, of one that never lost no upper: their resamplings are all alike."""
        if len(self.deals) < 2:
            return [Estimate(MU, -np.inf, np.inf) for _ in self.names]
        found = self._rated(self.won)
        never_won, never_lost = one_sided(self.entrant, self.won, len(self.names))
        if not never_won | never_lost:
            return found
        luck = self._rated(with_luck(self.entrant, self.won, never_won, never_lost))
        for e in never_won | never_lost:
            low = -np.inf if e in never_won else min(found[e].value, luck[e].low)
            high = np.inf if e in never_lost else max(found[e].value, luck[e].high)
            found[e] = Estimate(found[e].value, low, high)
        return found

    def _rated(self, won: npt.NDArray[np.bool_]) -> list[Estimate]:
        """Means and intervals from the spread between resamplings."""
        resamplings = max(_RESAMPLINGS_AT_LEAST, min(RESAMPLINGS, _UPDATES_AT_MOST // self.n))
        mu, half = ratings(self.entrant, won, self.deal_of_game, len(self.names), resamplings)
        return [Estimate(m, m - h, m + h) for m, h in zip(mu.tolist(), half.tolist(), strict=True)]

    @cached_property
    def ranking(self) -> list[int]:
        """Entrants by share, best first; those without games last."""
        return sorted(range(len(self.names)), key=lambda e: -self.shares[e].value if self.played(e) else 1.0)

    def mean(self, column: str, entrant: int) -> float:
        """Of a count, per game and seat."""
        mine = self.seats[column][self._of(entrant)]
        return float(mine.mean()) if len(mine) else float("nan")

    def price(self, entrant: int, sold: bool) -> float:
        """Treasures per deal with a helper, as the helper (sold) or as the one who needed help."""
        treasures, deals = ("earned_treasures", "gave_help") if sold else ("paid_treasures", "got_help")
        n = self.mean(deals, entrant)
        return self.mean(treasures, entrant) / n if n > 0 else float("nan")

    def forfeited(self, entrant: int) -> int:
        """How many of its games the entrant has forfeited."""
        return int(self.seats["forfeited"][self._of(entrant)].sum())

    # ---------------------------------------------------------------------------------------------- between entrants

    def _per_meeting(self, found: _Floats, met: _Floats) -> _Floats:
        """NaN where two never met."""
        rates: _Floats = np.divide(found, met, out=np.full(met.shape, np.nan), where=met > 0)
        return rates

    def _pairs(self, better: Callable[[int, int], npt.NDArray[np.bool_]]) -> _Floats:
        """[row, column]: how often the row was better, out of the games in which both played."""
        n = len(self.names)
        found, met = np.zeros((n, n)), np.zeros((n, n))
        for a in range(self.players):
            for b in range(self.players):
                if a != b:
                    np.add.at(met, (self.entrant[:, a], self.entrant[:, b]), 1)
                    np.add.at(found, (self.entrant[:, a], self.entrant[:, b]), better(a, b))
        return self._per_meeting(found, met)

    @cached_property
    def wins_against(self) -> _Floats:
        """The row won and the column did not."""
        return self._pairs(lambda a, b: self.won[:, a] & ~self.won[:, b])

    @cached_property
    def above(self) -> _Floats:
        """The row finished above the column: it won, or had the higher Level where neither or both won."""
        place = self.seats["level"].reshape(self.n, self.players) + 100 * self.won
        return self._pairs(lambda a, b: place[:, a] > place[:, b])

    @cached_property
    def difference(self) -> list[list[Estimate]]:
        """[row][column]: share of the row minus that of the column, over the same deals."""
        n = len(self.names)
        return [[self._difference(a, b) for b in range(n)] for a in range(n)]

    @cached_property
    def _leads(self) -> tuple[_Floats, _Floats]:
        """By deal: [row, column], the sums of the row's share minus the column's at common tables, and their number."""
        n, deals = len(self.names), len(self.deals)
        share = self.seats["share"].reshape(self.n, self.players)
        sums, met = np.zeros((2, deals, n, n))
        for a in range(self.players):
            for b in range(self.players):
                place = (self.deal_of_game, self.entrant[:, a], self.entrant[:, b])
                np.add.at(sums, place, share[:, a] - share[:, b])
                np.add.at(met, place, 1)
        return sums, met

    @cached_property
    def survival(self) -> list[Estimate] | None:
        """The mass of each entrant by alpha-rank, with the range of 95 of 100 resamplings of deals. None unless all met each other."""
        sums, met = self._leads
        if len(self.names) < 2 or len(self.deals) < 2 or not met.sum(axis=0).all():
            return None

        def ranked(weights: npt.NDArray[Any]) -> _Floats:
            together = np.tensordot(weights, met, 1)
            return alpha_rank(np.tensordot(weights, sums, 1) / np.maximum(together, 1))

        lot, deals = np.random.default_rng(1), len(self.deals)
        drawn = [ranked(np.bincount(lot.integers(0, deals, deals), minlength=deals)) for _ in range(RESAMPLINGS)]
        low, high = np.percentile(drawn, (2.5, 97.5), axis=0)
        return [Estimate(*map(float, one)) for one in zip(ranked(np.ones(deals)), low, high, strict=True)]

    def _difference(self, a: int, b: int) -> Estimate:
        deals = len(self.deals)
        sums = [np.bincount(self.deal_of_seat[self._of(e)], self.seats["share"][self._of(e)], deals) for e in (a, b)]
        seats = [np.bincount(self.deal_of_seat[self._of(e)], minlength=deals) for e in (a, b)]
        if a == b or not seats[0].any() or not seats[1].any():
            return Estimate(0.0 if a == b else float("nan"), -1.0, 1.0)
        rates = [float(total.sum() / n.sum()) for total, n in zip(sums, seats, strict=True)]
        off = sum((total - rate * n) * sign / n.sum() for total, rate, n, sign in zip(sums, rates, seats, (1, -1), strict=True))
        half = normal_for(deals) * sqrt(float(np.square(off).sum()) * deals / (deals - 1)) if deals > 1 else 1.0
        value = rates[0] - rates[1]
        return Estimate(value, max(-1.0, value - half), min(1.0, value + half))

    def deed(self, name: str) -> _Floats:
        """[row, column]: how often the row did it to the column, per game in which both played."""
        assert name in DEED_COLUMNS
        n = len(self.names)
        found, met = np.zeros((n, n)), np.zeros((n, n))
        for a in range(self.players):
            for b in range(self.players):
                if a != b:
                    np.add.at(met, (self.entrant[:, a], self.entrant[:, b]), 1)
        if len(self.deeds):
            row = np.searchsorted(self.games["number"], self.deeds["number"])
            who, whom = self.entrant[row, self.deeds["seat"]], self.entrant[row, self.deeds["other"]]
            np.add.at(found, (who, whom), self.deeds[name])
        return self._per_meeting(found, met)

    # ------------------------------------------------------------------------------------------------------ all games

    @cached_property
    def by_seat(self) -> list[Estimate]:
        """The share of each seat, over all entrants: rotation gives everyone each seat equally often."""
        return [self.rate("share", self.seats["seat"] == seat) for seat in range(self.players)]

    @cached_property
    def prices(self) -> _Ints:
        """The number of deals with a helper for 0, 1, 2, 3, and more Treasures."""
        return np.array([self.seats[f"help_at_{k}"].sum() for k in range(5)], np.int64)

    def spread(self, column: str) -> tuple[float, float, float, float]:
        """Mean, median, and the range of the middle 90 % of games."""
        values = self.games[column]
        return (float(values.mean()), *(float(x) for x in np.percentile(values, (50, 5, 95))))  # type: ignore[return-value]

    @property
    def truncated(self) -> int:
        """How many games stopped at max_rounds."""
        return int(self.games["truncated"].sum())

    def running(self, entrant: int, points: int = 60) -> list[tuple[int, float, float, float]]:
        """How the share settled: deals so far, and the estimate from them."""
        chosen = self._of(entrant)
        deals, share, certain = self.deal_of_seat[chosen], self.seats["share"][chosen], self._whole_tables(chosen)
        ends = np.unique(np.linspace(2, max(2, len(self.deals)), points).astype(np.int64))
        return [(int(end), *share_over_deals(share[deals < end], deals[deals < end], certain=certain)) for end in ends]

    def _shares(self) -> list[Share]:
        """Best first, for notebooks."""
        return [Share(self.names[e], self.played(e), *self.shares[e]) for e in self.ranking]

    def _repr_html_(self) -> str:
        """In a notebook: the standings."""
        if self.n == 0:
            return "<p>no game has been played</p>"
        said = f"{self.n:,} games of {self.players} players over {len(self.deals):,} deals; dashed: equal players."
        return shares_html(self._shares(), self.fair, said)

    def plot(self, axis: Any = None) -> Any:
        """Win shares with their intervals, best first, as a matplotlib plot.

        Args:
            axis: The axis to draw on; None makes a figure.

        Returns:
            The axis, of which `axis.figure` can be saved.

        Raises:
            ImportError: matplotlib is not installed.
        """
        return plot_shares(self._shares(), self.fair, axis)

    def summary(self) -> list[dict[str, Any]]:
        """A row per entrant with the contents of the table, for exports."""
        rows = []
        for rank, e in enumerate(self.ranking, 1):
            row: dict[str, Any] = {"rank": rank, "entrant": self.names[e], "seats": self.played(e), "forfeits": self.forfeited(e)}
            for name, one in (("share", self.shares[e]), ("wins", self.wins[e]), ("rating", self.ratings[e])):
                row |= {name: one.value, f"{name}_low": one.low, f"{name}_high": one.high}
            row |= {f"{name}_per_game": self.mean(name, e) for name in COUNT_COLUMNS}
            rows.append(row | {"price_paid": self.price(e, sold=False), "price_got": self.price(e, sold=True)})
        return rows


def rating_words(one: Estimate) -> tuple[str, str]:
    """A rating and its interval, as tables show it: a bound for an entrant that never won or never lost, a dash if unknown."""
    if isinf(one.low) and isinf(one.high):
        return "–", ""
    if isinf(one.low):
        return f"< {one.high:.1f}", ""
    return (f"> {one.low:.1f}", "") if isinf(one.high) else (f"{one.value:.1f}", f"± {one.high - one.value:.1f}")


def share_over_deals(values: npt.NDArray[Any], deals: npt.NDArray[np.int64], *, certain: bool = False) -> Estimate:
    """The mean of values between 0 and 1, with a confidence interval that treats deals as the observations.

    The spread between deals gives the effective number of independent games, for which the interval is Wilson's, which is accurate
    near 0 and 1 too. A single deal has no spread, so its interval is from 0 to 1. Deals that happen to give the same value
    count as one game each. certain: their agreement is no coincidence, because they cannot differ.
    """
    if len(values) == 0:
        return Estimate(float("nan"), 0.0, 1.0)
    _, deal = np.unique(deals, return_inverse=True)
    sums, sizes = np.bincount(deal, values), np.bincount(deal)
    n, mean = len(sums), float(values.mean())
    if n < 2:
        return Estimate(mean, 0.0, 1.0)
    variance = float(np.square(sums - mean * sizes).sum()) * n / (n - 1) / len(values) ** 2
    if variance < 1e-12:
        if certain:
            return Estimate(mean, mean, mean)
        worth = float(n)
    else:
        worth = mean * (1 - mean) / variance
    return Estimate(mean, *wilson(mean * worth, worth, normal_for(n)))


def normal_for(deals: int) -> float:
    """Student's t for a 95 % interval from that many observations (first term of Cornish and Fisher): few deals hide their spread."""
    return 1.96 * (1 + (1.96**2 + 1) / (4 * (deals - 1)))


def matrix_rows(names: Sequence[str], values: _Floats) -> list[dict[str, Any]]:
    """One row per pair, for exports."""
    n = len(names)
    return [{"entrant": names[a], "other": names[b], "value": float(values[a, b])} for a in range(n) for b in range(n) if a != b]
