"""Results without the luck: from shares and how lucky each game was (luck.py), the same share with a narrower interval."""

from math import sqrt

import numpy as np
import numpy.typing as npt

from .figures import Estimate, normal_for

_Floats = npt.NDArray[np.float64]
FOLDS = 2


def mean_over_deals(values: _Floats) -> Estimate:
    """The mean of one number per deal, with an interval from their spread. A single deal has none."""
    n = len(values)
    if n < 2:
        return Estimate(float(values.mean()) if n else float("nan"), -np.inf, np.inf)
    half = normal_for(n) * float(values.std(ddof=1)) / sqrt(n)
    return Estimate(float(values.mean()), float(values.mean()) - half, float(values.mean()) + half)


def without_luck(shares: _Floats, luck: _Floats) -> _Floats:
    """The shares of deals, minus what luck explains of them.

    How much of the luck to subtract is fitted, always to other deals than those it is subtracted from. So the mean stays unbiased, since
    the luck is 0 on average, and measurements that explain nothing do no harm.
    """
    n = len(shares)
    fold = np.arange(n) % FOLDS
    adjusted = shares.copy()
    for k in range(FOLDS):
        others = fold != k
        spread = float(np.square(luck[others] - luck[others].mean()).sum()) if others.any() else 0.0
        if spread > 0:
            together = float(((shares[others] - shares[others].mean()) * (luck[others] - luck[others].mean())).sum())
            adjusted[fold == k] -= together / spread * luck[fold == k]
    return adjusted


def games_saved(shares: _Floats, adjusted: _Floats) -> float:
    """The part of the deals that gives the same interval without the luck: 0.4 means that 400 deals say as much as 1,000 did."""
    spread = float(shares.var())
    return float(adjusted.var()) / spread if spread > 0 else 1.0
