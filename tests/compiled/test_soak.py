"""Whole long random games in compiled code, of every set and of all four: no card is lost or doubled, and nobody gets stuck."""

import pytest

from tests.play import EACH_AND_ALL
from tests.soak import soak

DECISIONS = 400_000  # a second or two


@pytest.mark.parametrize("sets", EACH_AND_ALL, ids="+".join)
def test_long_random_games_are_sound(sets: tuple[str, ...]) -> None:
    assert soak(list(sets), DECISIONS, seed=1) == 0
