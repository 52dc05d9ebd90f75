"""Alpha-rank: which entrants survive where others may replace them, so that beating many weak entrants counts for nothing.

A population plays one entrant; now and then a mutant of another kind appears, and spreads with a probability that grows with its lead over
the entrant at the same tables. The mass of an entrant is the part of the time that the population plays it (Omidshafiei et al. 2019, for
one population and the pairwise table of the tournament). Where everybody can be ranked, the best has all of it; in a cycle, it is shared.
"""

import numpy as np
import numpy.typing as npt

_Floats = npt.NDArray[np.float64]
INTENSITY = 10.0
"""How strongly selection depends on leads."""
POPULATION = 10
"""With these two, a mutant that leads by one point is 2.5 times as likely to take over as the other way round; by five points, 90 times."""


def fixation(leads: _Floats) -> _Floats:
    """The probability that a single mutant with such a lead takes over the population."""
    strength = np.clip(INTENSITY * leads, -10.0, 10.0)  # beyond that nothing changes, but numbers overflow
    even = np.abs(strength) < 1e-9
    safe = np.where(even, 1.0, strength)
    found: _Floats = np.where(even, 1.0 / POPULATION, np.expm1(-safe) / np.expm1(-POPULATION * safe))
    return found


def alpha_rank(leads: _Floats) -> _Floats:
    """The mass of each entrant; together 1. leads: [row, column], by how much the row's share exceeds the column's at common tables."""
    n = len(leads)
    if n == 1:
        return np.ones(1)
    moves = fixation(leads.T) / (n - 1)  # from the row to the column, which leads by leads[column, row]
    np.fill_diagonal(moves, 0.0)
    np.fill_diagonal(moves, 1.0 - moves.sum(axis=1))
    # The stationary distribution by the tree formula's elimination, which subtracts nothing: masses of 1e-200 stay exact enough.
    kept = moves.copy()
    for k in range(n - 1, 0, -1):
        leaves = kept[k, :k].sum()
        kept[:k, k] /= leaves if leaves > 0 else 1.0
        kept[:k, :k] += np.outer(kept[:k, k], kept[k, :k])
    mass = np.zeros(n)
    mass[0] = 1.0
    for k in range(1, n):
        mass[k] = mass[:k] @ kept[:k, k]
    found: _Floats = mass / mass.sum()
    return found
