"""The observation distinguishes what players at the table could distinguish, and nothing else."""

import json
import os
import random
from collections import Counter

import numpy as np
import pytest

from munchkin_env.core.mode import COMPILED
from munchkin_env.engine.state.records import Game as Record
from munchkin_env.game.game import Game
from munchkin_env.game.shown import show_data, to_plain
from tests.envs.positions import CONFIGURATIONS, positions
from tests.envs.public import FACTS, undecided

GAMES = int(os.environ.get("HONESTY_GAMES", 0))  # per configuration


def test_every_field_of_the_record_has_a_verdict() -> None:
    """A new field is public (a fact of tests/envs/public/), or has a reason for being hidden."""
    assert undecided(Record) == []


def sees(game: Game, seat: int) -> tuple[bytes, bytes, str]:
    """The flat vector, the compact form, and the view as data."""
    ids, numbers = game.observe_compact(seat)
    silent = game.clone()
    silent._mask[:] = False  # it is not computed again after a change
    return game.observe(seat).tobytes(), ids.tobytes() + numbers.tobytes(), json.dumps(to_plain(show_data(silent, seat)))


def games_of(sets: tuple[str, ...]) -> int:
    compiled, twin = (60, 4) if sets == ("deluxe",) else (10, 1)
    return GAMES or (compiled if COMPILED else twin)


@pytest.mark.compiled
@pytest.mark.parametrize("sets", CONFIGURATIONS, ids="+".join)
def test_exactly_those_who_would_notice_a_change_see_it(sets: tuple[str, ...]) -> None:
    rng = random.Random(5)
    games = games_of(sets)
    tried: Counter[str] = Counter()
    wrong: Counter[str] = Counter()
    for game in positions(games, 100, 0.02, sets):
        before = [sees(game, seat) for seat in range(game.num_players)]
        for name in sorted(FACTS, key=lambda one: tried[one])[:25]:  # the rarest first
            after = game.clone()
            noticed = FACTS[name].change(after, rng)
            if noticed is None:
                continue
            tried[name] += 1
            for seat in range(game.num_players):
                for form, now, then in zip(("vector", "compact form", "view"), sees(after, seat), before[seat], strict=True):
                    if (now != then) != (seat in noticed):
                        what = "does not show" if seat in noticed else "leaks"
                        wrong[f"the {form} {what} that {name.replace('_', ' ')}, at {game.decision}"] += 1
    assert not wrong, "\n".join(f"{n}x {what}" for what, n in wrong.most_common())
    assert games < 60 or set(FACTS) <= set(tried), f"never tried: {set(FACTS) - set(tried)}"


def test_the_observation_is_a_function_of_the_position() -> None:
    game = Game(3, seed=2)
    assert all(np.array_equal(game.observe(seat), game.clone().observe(seat)) for seat in range(3))
