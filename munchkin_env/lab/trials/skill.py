"""Skill and luck: how strong players stand against each other, and what decides games."""

import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from math import inf, isfinite, nan
from pathlib import Path

import numpy as np
import numpy.typing as npt

from munchkin_env.core.files import TOLD, FileError, conform, parse_json, read_text, short, write
from munchkin_env.lab.arena import tournament
from munchkin_env.lab.arena.figures import Estimate, Figures
from munchkin_env.learning.parts import DamagedPartError
from munchkin_env.players.bots.duel import duel, wilson
from munchkin_env.players.compiled import check_player

from .bench_of_bots import LARGEST_SEED, Trials
from .estimates import scaled

LADDER = "ladder-cells.json"
CHANCE, HELP_CHANCE = 0.01, 0.25
"""How often a decision is tried, and an answer to a request for help: together about six in a game."""
_LEAST_DEALS = 10
"""For an interval: fewer hide their spread, and one has none."""
_NO_SPREAD = 1e-9
"""Percent. Deals whose resamplings are as alike happen to agree."""


def ladder(
    folder: Path, how: Trials, rungs: Sequence[str], games: int, progress: Callable[[int], None] = lambda _: None
) -> dict[tuple[str, str], Estimate]:
    """The win share of each (row), alone among copies of each other (column), in points. Cells that the folder has are not played again.

    progress: called with the number of cells so far. Raises DamagedPartError.
    """
    path = folder / LADDER
    told, made = _kept_cells(path), how.identity()
    found: dict[tuple[str, str], Estimate] = {}
    cells = [(a, b) for a in rungs for b in rungs if a != b]
    for done, (row, column) in enumerate(cells, 1):
        digests = [check_player(one, how.sets).digest for one in (row, column)]
        with_what = [how.sets, made["cards"], made["rules"], dict(how.options)]
        key = json.dumps([row, column, *digests, len(how.players), *with_what, how.seed, games])
        if key not in told:
            played = duel([row, *[column] * (len(how.players) - 1)], games, how.seed % LARGEST_SEED, how.sets, **how.options)
            told[key] = (played.shares[0], *wilson(played.shares[0] * games, games))
            write(path, json.dumps(told, indent=1) + "\n")
        found[row, column] = scaled(Estimate(*told[key]), 100)
        progress(done)
    return found


_Cells = dict[str, tuple[float, float, float]]
"""By what was played: the share of the one, and its interval."""


def _kept_cells(path: Path) -> _Cells:
    if not path.exists():
        return {}
    try:
        told: _Cells = conform(parse_json(read_text(path, TOLD), path), _Cells, path)
    except FileError as error:
        raise _damaged(path, error.problem) from error
    for key, cell in told.items():
        if not all(0 <= one <= 1 for one in cell):
            raise _damaged(path, f"{short(key)}: {short(cell)}; must be a share and its interval, from 0 to 1")
    return told


def _damaged(path: Path, fault: str) -> DamagedPartError:
    return DamagedPartError(f"{path} is damaged ({fault}); delete it, and the same command plays its games again")


@dataclass(frozen=True)
class Luck:
    """Parts of the variance of results, in percent."""

    skill: float
    """Who plays."""
    deal: float
    """The order of the decks, the dice and the seat: what the same seat has in common in the same deal, no matter who sits there."""
    rest: float
    """What no player and no deal explains by itself: how they meet."""


def split_luck(share: npt.NDArray[np.float64], entrant: npt.NDArray[np.int64], deal: npt.NDArray[np.int64]) -> Luck:
    """share, entrant: [game, seat]. Games of a deal have the same seed, with the entrants in other seats.

    Chance differences are no part of it: skill is the variance between entrants beyond that of their means, and the deal is the covariance
    of results in one seat of one deal under different entrants. What cannot be known is NaN: everything, if nobody won; the
    deal and the rest, if nobody else ever took a seat of the same deal.
    """
    names = np.unique(entrant)
    means = np.array([share[entrant == one].mean() for one in names])
    left = share - means[np.searchsorted(names, entrant)]
    total = float(np.square(share - share.mean()).mean())
    if total == 0:
        return Luck(nan, nan, nan)
    counts = np.array([(entrant == one).sum() for one in names])
    noise = float(np.mean([left[entrant == one].var() / n for one, n in zip(names, counts, strict=True)])) if len(names) > 1 else 0.0
    between = float(np.average(np.square(means - share.mean()), weights=counts)) - noise
    skill, of_deal = 100 * between / total, 100 * _common(left, entrant, deal) / total
    return Luck(skill, of_deal, 100 - skill - of_deal)


def _common(left: npt.NDArray[np.float64], entrant: npt.NDArray[np.int64], deal: npt.NDArray[np.int64]) -> float:
    """The mean product of two results in one seat of one deal under different entrants: all pairs there without those of one entrant."""
    _, number = np.unique(deal, return_inverse=True)
    seat_of_deal = number.reshape(-1, 1) * left.shape[1] + np.arange(left.shape[1])
    all_products, all_pairs = _products(left, seat_of_deal)
    products, pairs = _products(left, seat_of_deal * (int(entrant.max()) + 1) + entrant)
    return (all_products - products) / (all_pairs - pairs) if all_pairs > pairs else nan


def _products(values: npt.NDArray[np.float64], groups: npt.NDArray[np.int64]) -> tuple[float, int]:
    """The products of all ordered pairs in the same group (also of each value with itself) together, and how many they are."""
    _, group = np.unique(groups.ravel(), return_inverse=True)
    sums, sizes = np.bincount(group, values.ravel()), np.bincount(group)
    return float(np.square(sums).sum()), int(np.square(sizes).sum())


def luck_of(figures: Figures) -> Luck:
    """Of a tournament in which every deal is played in all rotations."""
    share = figures.seats["share"].reshape(figures.n, figures.players).astype(np.float64)
    return split_luck(share, figures.entrant, figures.deal_of_game)


def play_luck(folder: Path, how: Trials, rungs: Sequence[str], games: int) -> tuple[Estimate, Estimate, Estimate]:
    """Of a tournament between all rungs, kept in the folder."""
    figures = tournament(rungs, games, players=len(how.players), seed=how.seed, out=folder / "luck.sqlite", sets=how.sets, **how.options)
    return luck_interval(figures)


def luck_interval(figures: Figures, resamplings: int = 100, seed: int = 1) -> tuple[Estimate, Estimate, Estimate]:
    """The parts, with intervals from resampled deals: none from a few deals, or from deals that all agree."""
    share = figures.seats["share"].reshape(figures.n, figures.players).astype(np.float64)
    deal = figures.deal_of_game
    games = [np.flatnonzero(deal == one) for one in range(len(figures.deals))]
    rng = np.random.default_rng(seed)
    drawn = []
    for _ in range(resamplings if len(games) >= _LEAST_DEALS else 0):
        chosen = rng.integers(len(games), size=len(games))
        rows = np.concatenate([games[one] for one in chosen])
        deals = np.repeat(np.arange(len(chosen)), [len(games[one]) for one in chosen])
        drawn.append(split_luck(share[rows], figures.entrant[rows], deals))
    real = luck_of(figures)
    return (
        _middle(real.skill, [one.skill for one in drawn]),
        _middle(real.deal, [one.deal for one in drawn]),
        _middle(real.rest, [one.rest for one in drawn]),
    )


def _middle(value: float, drawn: Sequence[float]) -> Estimate:
    half = 1.96 * float(np.std([one for one in drawn if isfinite(one)] or [0.0]))
    if not isfinite(value) or half < _NO_SPREAD:
        return Estimate(value, -inf, inf)
    return Estimate(value, value - half, value + half)
