"""Means with confidence intervals, where values of one game are correlated."""

from collections.abc import Sequence
from math import inf, nan, sqrt
from typing import Any

import numpy as np
import numpy.typing as npt

from munchkin_env.lab.arena.figures import Estimate, normal_for

_Values = npt.NDArray[Any]


def mean_over_games(values: _Values, games: _Values, least: int = 2) -> Estimate:
    """The mean of any numbers; the games that they are from are the observations. least: fewer games have no interval."""
    if len(values) == 0:
        return Estimate(nan, -inf, inf)
    _, game = np.unique(games, return_inverse=True)
    sums, sizes = np.bincount(game, values), np.bincount(game)
    n, mean = len(sums), float(np.mean(values))
    if n < least:
        return Estimate(mean, -inf, inf)
    half = normal_for(n) * sqrt(float(np.square(sums - mean * sizes).sum()) * n / (n - 1)) / len(values)
    return Estimate(mean, mean - half, mean + half)


def ratio_over_games(parts: _Values, wholes: _Values) -> Estimate:
    """The sum of the parts over that of the wholes, each one number a game."""
    n, total = len(wholes), float(np.sum(wholes))
    if total == 0:
        return Estimate(nan, -inf, inf)
    ratio = float(np.sum(parts)) / total
    if n < 2:
        return Estimate(ratio, -inf, inf)
    half = normal_for(n) * sqrt(float(np.square(parts - ratio * wholes).sum()) * n / (n - 1)) / abs(total)
    return Estimate(ratio, ratio - half, ratio + half)


def shrunk(estimates: Sequence[Estimate]) -> list[float]:
    """Values around 0, drawn towards it by the part of their spread that their intervals explain (empirical Bayes)."""
    variance = np.array([((one.high - one.low) / 2 / 1.96) ** 2 for one in estimates])
    values = np.array([one.value for one in estimates])
    known = np.isfinite(variance) & np.isfinite(values)
    real = max(float(np.mean(np.square(values[known]) - variance[known])), 0.0) if known.any() else 0.0
    with np.errstate(invalid="ignore", divide="ignore"):
        found = np.where(known, values * real / (real + variance), 0.0)
    return [float(value) for value in np.nan_to_num(found)]


def widened(one: Estimate, factor: float) -> Estimate:
    """With an interval so much longer."""
    return Estimate(one.value, one.value + factor * (one.low - one.value), one.value + factor * (one.high - one.value))


def differs(one: Estimate, reference: float = 0.0) -> bool:
    """Is the reference outside of the interval?"""
    return one.low > reference or one.high < reference


def scaled(one: Estimate, factor: float) -> Estimate:
    """In other units, such as points of 100."""
    low, high = sorted((one.low * factor, one.high * factor))
    return Estimate(one.value * factor, low, high)
