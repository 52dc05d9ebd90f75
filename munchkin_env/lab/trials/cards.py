"""What every card is worth: the mean of what exchanging it at the draw changes, with a confidence interval."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import partial
from math import inf, isfinite
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from munchkin_env.cards.loader import CardSet, load
from munchkin_env.core.compiling import compiling
from munchkin_env.core.mode import COMPILED
from munchkin_env.core.record import empty, open_records
from munchkin_env.game.warming import warm_up
from munchkin_env.lab.arena.figures import Estimate
from munchkin_env.learning.parts import ArrayForm, Makers, PartArrays, forms_of_record, kept_part, kept_parts, read_part
from munchkin_env.players.bots.duel import SIXTIETHS, wilson

from .bench_of_bots import Bench, Trials
from .draws import CardCounts, DrawTrial, Way, try_draws
from .estimates import differs, mean_over_games, scaled, shrunk, widened

CHANCES = (0.04, 0.1)
"""By Way: how often a draw is tried. About eight trials a game, each of which takes about half as long as a game."""
_MOST_TRIALS = 100
"""Per game, on average."""
_PARTS = "draws"
_HELD = "once a seat"
"""How `held` is counted: once it was every copy."""
LEVELS = ((1, 3), (4, 6), (7, 20))
"""Bands of the Level of who draws."""
CARD_COLUMNS = ("drawn", "drawn_share", "played", "played_share", "held", "held_share")
_OF_MANY = 1.8
"""So much wider, a 95 % interval is right for all of 150 cards at once, nearly always."""
_LEAST_TRIED = 30
"""Games with trials of a card, before the figure has an interval: a few may all have turned out the same by chance."""
_LEAST_SEEN = 100
"""Seats that played a card, before the figure is compared."""


def draw_part(how: Trials, k: int) -> PartArrays:
    """The k-th part: its trials, and what happened to the cards."""
    bench = Bench(how, k, games=2)
    counts, trials = empty(CardCounts, 1), empty(DrawTrial, how.games * _MOST_TRIALS)
    chances = np.array(CHANCES, np.float64)
    numbers = (bench.first, bench.seed, how.games)
    found = try_draws(*bench.common, bench.masks, bench.random, chances, *numbers, open_records(counts), open_records(trials))
    rows: Any = trials[:found].view(DrawTrial.layout)
    told: Any = counts.view(CardCounts.layout)[0]
    types = len(bench.cards.cards)
    return {name: rows[name].copy() for name in DrawTrial.layout.names or ()} | {
        "games": np.array([told["games"]]),
        **{name: told[name][:types].copy() for name in CARD_COLUMNS},
    }


def read_draws(path: Path, how: Trials) -> PartArrays:
    """A part that `draw_part` made. Raises DamagedPartError."""
    types = len(load(how.sets).cards)
    columns = forms_of_record(DrawTrial.layout, {"seat": (0, len(how.players) - 1), "card": (0, types - 1), "other": (0, types - 1)})
    counts = {name: ArrayForm(np.int64, (types,), (0, inf), rows=None) for name in CARD_COLUMNS}
    return read_part(path, {**columns, **counts, "games": ArrayForm(np.int64, (1,), (1, inf), rows=None)})


def play_card_trials(
    folder: Path, how: Trials, parts: int, workers: Makers = 1, progress: Callable[[int], None] = lambda _: None
) -> "CardTrials":
    """Play so many parts, unless the folder has them. progress: called with the number of games so far.

    Raises MadeOtherwiseError for a folder with other trials.
    """
    told = how.identity_of_parts() | {"chances": {Way(k).name: chance for k, chance in enumerate(CHANCES)}, "held": _HELD}
    if COMPILED:
        warm_up()
        with compiling("card trials", "a minute"):
            draw_part(Trials(players=("weighted",) * 2, options={"max_rounds": 1}, games=1), 0)
    for done, _ in enumerate(kept_parts(folder, _PARTS, told, partial(draw_part, how), range(parts), workers), 1):
        progress(done * how.games)
    return CardTrials(Bench(how, 0, games=1).cards, [read_draws(kept_part(folder, _PARTS, k), how) for k in range(parts)], len(how.players))


@dataclass(frozen=True)
class CardWorth:
    """A card. Shares are in points: hundredths of the victory."""

    name: str
    deck: str
    kind: str
    worth: Estimate
    """Drawn face down into the hand, compared with a random other card of the deck."""
    shrunk: float
    """worth, drawn towards 0 as far as chance differences between cards explain it: extremes are extreme partly by luck."""
    at_door: Estimate
    """The same, behind the door that is kicked open. Treasures have none."""
    by_level: tuple[Estimate, ...]
    """worth, by LEVELS of who draws."""
    trials: int
    drawn: float
    """Times a game, face down into a hand, by all players."""
    played: float
    """Seats a game that played, used or laid it down."""
    won_with: Estimate
    """The share of those who played it, beyond that of those who played other cards of the deck: what a table of results shows."""
    held: float
    """In how many of 100 games the winner had it in hand or in play at the end."""

    @property
    def misleads(self) -> bool:
        """Do results say the opposite of what the card causes, both beyond doubt although there are many cards?"""
        opposite = (self.worth.value > 0) != (self.won_with.value > 0)
        return opposite and differs(widened(self.worth, _OF_MANY)) and differs(widened(self.won_with, _OF_MANY))


@dataclass(frozen=True)
class KindWorth:
    """The cards of one kind together, in points."""

    deck: str
    kind: str
    worth: Estimate
    """Drawn face down into the hand, compared with a random card of the deck of another kind."""
    at_door: Estimate
    trials: int


class CardTrials:
    """All trials of some parts."""

    def __init__(self, cards: CardSet, parts: Sequence[PartArrays], players: int) -> None:
        self.cards, self.players = cards, players
        self.counts: dict[str, npt.NDArray[np.int64]] = {name: np.sum([part[name] for part in parts], axis=0) for name in CARD_COLUMNS}
        self.games = sum(int(part["games"][0]) for part in parts)
        self.arrays = {name: np.concatenate([part[name] for part in parts]) for name in DrawTrial.layout.names or ()}

    def __len__(self) -> int:
        return len(self.arrays["game"])

    def gains(self, card: int, way: Way, levels: tuple[int, int] = (1, 99)) -> tuple[npt.NDArray[np.float64], npt.NDArray[np.int64]]:
        """What having this card instead of the other changed, in each trial with it, and the games of these trials."""
        a = self.arrays
        chosen = (a["way"] == way) & (a["level"] >= levels[0]) & (a["level"] <= levels[1])
        as_first, as_other = chosen & (a["card"] == card), chosen & (a["other"] == card)
        gain = a["share"].astype(np.float64) - a["other_share"]
        return np.concatenate([gain[as_first], -gain[as_other]]), np.concatenate([a["game"][as_first], a["game"][as_other]])

    def _worth(self, card: int, way: Way, levels: tuple[int, int] = (1, 99)) -> Estimate:
        return scaled(mean_over_games(*self.gains(card, way, levels), _LEAST_TRIED), 100)

    def table(self) -> list[CardWorth]:
        """All cards, the worthiest first, and last those of which little is known."""
        rows = [self._row(k) for k in range(len(self.cards.cards))]
        rows = [replace(row, shrunk=value) for row, value in zip(rows, shrunk([row.worth for row in rows]), strict=True)]
        return sorted(rows, key=lambda row: -row.shrunk if isfinite(row.worth.low) else inf)

    def kinds(self) -> list[KindWorth]:
        """Kinds of cards by deck, the worthiest first: many cards together tell more than each alone."""
        cards = self.cards.cards
        rows = []
        for deck, kind in sorted({(card.deck, card.kind) for card in cards}):
            member = np.array([(card.deck, card.kind) == (deck, kind) for card in cards])
            samples = [self._kind_gains(member, way) for way in (Way.HAND, Way.DOOR)]
            worths = [scaled(mean_over_games(*sample, _LEAST_TRIED), 100) for sample in samples]
            rows.append(KindWorth(deck.name.lower(), kind.name.lower(), worths[0], worths[1], len(samples[0][0])))
        return sorted(rows, key=lambda row: (row.deck, -row.worth.value if isfinite(row.worth.low) else inf))

    def _kind_gains(self, member: npt.NDArray[np.bool_], way: Way) -> tuple[npt.NDArray[np.float64], npt.NDArray[np.int64]]:
        a = self.arrays
        sign = member[a["card"]].astype(np.int64) - member[a["other"]]
        chosen = (a["way"] == way) & (sign != 0)
        return (sign * (a["share"].astype(np.float64) - a["other_share"]))[chosen], a["game"][chosen]

    def _row(self, k: int) -> CardWorth:
        card = self.cards.cards[k]
        return CardWorth(
            name=card.name,
            deck=card.deck.name.lower(),
            kind=card.kind.name.lower(),
            worth=self._worth(k, Way.HAND),
            shrunk=np.nan,
            at_door=self._worth(k, Way.DOOR),
            by_level=tuple(self._worth(k, Way.HAND, levels) for levels in LEVELS),
            trials=len(self.gains(k, Way.HAND)[0]),
            drawn=self.counts["drawn"][k] / self.games,
            played=self.counts["played"][k] / self.games,
            won_with=self._won_with(k),
            held=100 * self.counts["held_share"][k] / SIXTIETHS / self.games,
        )

    def _won_with(self, k: int) -> Estimate:
        """Seats that played the card are taken as independent of each other: it is only there to be distrusted."""
        deck = self.cards.cards[k].deck
        same = [i for i, card in enumerate(self.cards.cards) if card.deck == deck]
        played, shares = self.counts["played"], self.counts["played_share"] / SIXTIETHS
        n = int(played[k])
        if n < _LEAST_SEEN:
            return Estimate(np.nan, -inf, inf)
        mean, usual = shares[k] / n, shares[same].sum() / played[same].sum()
        low, high = wilson(mean * n, n)
        return scaled(Estimate(mean - usual, low - usual, high - usual), 100)
