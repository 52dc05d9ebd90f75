"""Alpha-rank: known games."""

import numpy as np
import numpy.typing as npt
import pytest

from munchkin_env.lab.arena.meta_game import alpha_rank, fixation


def leads(*rows: tuple[float, ...]) -> npt.NDArray[np.float64]:
    return np.array(rows)


def test_who_leads_everybody_survives() -> None:
    mass = alpha_rank(leads((0, 0.2, 0.3), (-0.2, 0, 0.1), (-0.3, -0.1, 0)))
    assert mass[0] > 0.999 and mass[1] > mass[2] and mass.sum() == pytest.approx(1)


def test_a_cycle_shares_the_mass() -> None:
    assert alpha_rank(leads((0, 0.1, -0.1), (-0.1, 0, 0.1), (0.1, -0.1, 0))) == pytest.approx([1 / 3] * 3)


def test_equal_entrants_share_the_mass_also_a_copy() -> None:
    assert alpha_rank(np.zeros((4, 4))) == pytest.approx([0.25] * 4)
    mass = alpha_rank(leads((0, 0, 0.2), (0, 0, 0.2), (-0.2, -0.2, 0)))  # a copy of the best
    assert mass[:2] == pytest.approx([0.5, 0.5])


def test_it_is_the_stationary_distribution() -> None:
    lead = np.random.default_rng(3).normal(0, 0.02, (5, 5))
    lead -= lead.T
    moves = fixation(lead.T) / 4
    np.fill_diagonal(moves, 0)
    np.fill_diagonal(moves, 1 - moves.sum(axis=1))
    mass = alpha_rank(lead)
    assert mass @ moves == pytest.approx(mass)


def test_beating_the_weak_counts_for_nothing() -> None:
    """The second beats three weak entrants by more than the first does, but loses to the first."""
    lead = np.zeros((5, 5))
    lead[0, 1], lead[0, 2:], lead[1, 2:] = 0.05, 0.1, 0.5
    mass = alpha_rank(lead - lead.T)
    assert lead[1].sum() > lead[0].sum() and mass[0] > 0.9
