"""Figures without luck: unbiased, narrower where luck is measured, no worse where it is not."""

import numpy as np
import numpy.typing as npt
import pytest

from munchkin_env.lab.arena.adjusting import games_saved, mean_over_deals, without_luck

RNG = np.random.default_rng(5)


def coin_flips(deals: int, skill: float, measured: float) -> tuple[npt.NDArray[np.float64], npt.NDArray[np.float64]]:
    """Shares of games that a coin decides, and a measurement that sees that part of the coin."""
    chance = RNG.random(deals)
    shares = (chance < skill).astype(float)
    luck = measured * (shares - skill) + (1 - measured) * RNG.normal(0, 0.1, deals)
    return shares, luck


def test_a_coin_flip_game_has_its_known_value_exactly() -> None:
    shares, luck = coin_flips(400, 0.3, 1.0)
    adjusted = mean_over_deals(without_luck(shares, luck))
    assert adjusted.value == pytest.approx(0.3, abs=1e-9) and adjusted.high - adjusted.low < 1e-6
    assert games_saved(shares, without_luck(shares, luck)) < 1e-9


@pytest.mark.parametrize("measured", [0.0, 0.5, 0.9])
@pytest.mark.parametrize("size", [0.2, 1.0, 3.0])  # a measurement may be too small or too large by any factor
def test_it_is_unbiased_and_its_intervals_cover(measured: float, size: float) -> None:
    means, covered, saved = [], 0, []
    for _ in range(400):
        shares, luck = coin_flips(60, 0.3, measured)
        adjusted = without_luck(shares, size * luck)
        found = mean_over_deals(adjusted)
        means.append(found.value)
        covered += found.low <= 0.3 <= found.high
        saved.append(games_saved(shares, adjusted))
    assert np.mean(means) == pytest.approx(0.3, abs=float(4 * np.std(means) / 20 + 1e-9))
    assert covered > 0.9 * 400
    assert np.mean(saved) < (1.1 if measured == 0.0 else 0.2)


def test_what_was_fitted_to_a_deal_is_not_subtracted_from_it() -> None:
    """Otherwise pure noise would explain part of the results, and the interval would be too narrow."""
    saved = [games_saved(*(shares := RNG.random(8), without_luck(shares, RNG.normal(0, 1, 8)))) for _ in range(2000)]
    assert np.mean(saved) > 1.0


def test_a_single_deal_has_no_interval() -> None:
    assert np.isinf(mean_over_deals(np.array([0.5])).high) and np.isnan(mean_over_deals(np.zeros(0)).value)
    assert without_luck(np.array([0.5]), np.array([0.3])).tolist() == [0.5]
