"""Random games over 2 to 6 players and every option, with the properties checked after every step (`make fuzz` plays many more)."""

import os
import random
from collections import Counter

import pytest

from munchkin_env.game.options import OPTIONS
from tests.fuzz import Fuzz, random_options
from tests.play import ALL_FOUR, facts_of

GAMES, GROUPS = 300, 20  # groups split the work among the processes of pytest-xdist
GAMES_OF_OTHERS = 5
SEED = int(os.environ.get("FUZZ_SEED", "7")) * 1_000_000
SHORT = {"max_rounds": 4}

DELUXE = ("deluxe",)
OTHERS = (("star",), ("western",), ("potter",), ALL_FOUR)


@pytest.mark.slow
@pytest.mark.parametrize("group", range(GROUPS))
def test_properties_hold_in_random_games(group: int) -> None:
    fuzz = Fuzz(facts_of(DELUXE), costly_every=60)
    for i in range(group, GAMES, GROUPS):
        limit = {"max_rounds": 2} if i % 3 else SHORT
        fuzz.play(SEED + i, limit, players=2 + i % 5)
    assert not fuzz.report.violations, "\n".join(fuzz.report.violations)
    assert fuzz.report.games == GAMES // GROUPS


@pytest.mark.parametrize("sets", OTHERS, ids="+".join)
def test_properties_hold_with_other_sets(sets: tuple[str, ...]) -> None:
    fuzz = Fuzz(facts_of(sets), costly_every=60)
    for i in range(GAMES_OF_OTHERS):
        fuzz.play(SEED + i, {"max_rounds": 1}, players=2 + i)
    assert not fuzz.report.violations, "\n".join(fuzz.report.violations)
    assert fuzz.report.games == GAMES_OF_OTHERS


@pytest.mark.slow
def test_short_games_end_with_a_winner() -> None:
    """Games to Level 3 by players who mostly move on."""
    fuzz = Fuzz(facts_of(DELUXE), costly_every=0)
    for seed in range(8):
        fuzz.play(SEED + seed, {"win_level": 3, "max_rounds": 200, "trade_budget": 1}, players=3, uniform=False)
    assert not fuzz.report.violations, "\n".join(fuzz.report.violations)
    assert fuzz.report.won == 8


def test_all_options_are_tried() -> None:
    """Every value that random_options can produce occurs in the games above."""
    tried: dict[str, Counter[object]] = {option.name: Counter() for option in OPTIONS}
    for i in range(GAMES):
        rng = random.Random(SEED + i)
        for name, value in random_options(rng, 2 + i % 5, uniform=i % 3 == 0).items():
            tried[name][value] += 1
    for option in OPTIONS:
        values = [True, False] if option.is_flag else [word for word, _ in option.choices]
        assert all(tried[option.name][value] for value in values) and len(tried[option.name]) > 1, option.name
