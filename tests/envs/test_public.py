"""The observation distinguishes what players at the table could distinguish, and nothing else."""

import itertools
import json
import os
import random
import re
from collections import Counter
from functools import cache

import numpy as np
import pytest

from munchkin_env.core.mode import COMPILED
from munchkin_env.engine.state.records import Game as Record
from munchkin_env.game.game import Game
from munchkin_env.game.shown import show_data, to_plain
from munchkin_env.sound.bounds import Leaf, leaves, limits_of
from tests.envs.positions import CONFIGURATIONS, positions
from tests.envs.public import COMPUTED_FROM, FACTS, NOT_SHOWN, covers, undecided
from tests.play import ALL_FOUR

GAMES = int(os.environ.get("HONESTY_GAMES", 0))  # per configuration


def test_every_field_of_the_record_has_a_verdict() -> None:
    """A new field is public (a fact of tests/envs/public/), or has a reason for being hidden."""
    assert undecided(Record) == []


def test_a_field_has_one_verdict() -> None:
    """What a fact names is shown, and needs no reason for not being shown; what needs one is there."""
    facts = {field for one in FACTS.values() for field in one.fields}
    without = [*NOT_SHOWN, *COMPUTED_FROM]
    assert len(without) == len(set(without))
    assert not [(field, other) for field in without for other in facts if covers(field, other) or covers(other, field)]
    assert not [field for field in without if not numbers_of(field)], "the record has no such field"


@cache
def numbers_of(field: str) -> tuple[Leaf, ...]:
    return tuple(leaf for leaf in leaves(Record) if covers(field, re.sub(r"\[\d+\]", "", leaf.path)))


def changed(game: Game, field: str, rng: random.Random) -> Game | None:
    """A copy with another value of the field, within its range; of arrays mostly the first one, which is in use. None: the same value."""
    first = [leaf for leaf in numbers_of(field) if set(re.findall(r"\d+", leaf.path)) <= {"0"}]
    leaf = rng.choice(first if rng.random() < 0.7 else numbers_of(field))
    high = limits_of(game.cards, game.num_players)[leaf.high] if isinstance(leaf.high, str) else leaf.high
    after = game.clone()
    number = after._bytes[leaf.offset : leaf.offset + leaf.dtype.itemsize].view(leaf.dtype)
    before = number.copy()
    number[0] = rng.randint(int(leaf.low), int(high))
    return None if number[0] == before[0] else after


def looks_the_same(game: Game, other: Game) -> bool:
    try:
        return all(observed(game, seat) == observed(other, seat) for seat in range(game.num_players))
    except (ValueError, IndexError):  # no position that can be looked at
        return False


@pytest.mark.slow
def test_what_is_not_shown_changes_no_observation_and_the_rest_does() -> None:
    rng = random.Random(3)
    tried: Counter[str] = Counter()
    shown: Counter[str] = Counter()
    for game in itertools.chain(positions(6, 100, 0.02), positions(2, 100, 0.02, ALL_FOUR)):
        for field in (*NOT_SHOWN, *COMPUTED_FROM):
            other = changed(game, field, rng)
            if other is not None:
                tried[field] += 1
                shown[field] += not looks_the_same(game, other)
    assert min(tried[field] for field in NOT_SHOWN) > 20
    assert {field for field in shown if shown[field]} == set(COMPUTED_FROM)


def observed(game: Game, seat: int) -> tuple[bytes, bytes]:
    """The flat vector and the compact form."""
    ids, numbers = game.observe_compact(seat)
    return game.observe(seat).tobytes(), ids.tobytes() + numbers.tobytes()


def sees(game: Game, seat: int) -> tuple[bytes, bytes, str]:
    """The observation, and the view as data."""
    silent = game.clone()
    silent._mask[:] = False  # it is not computed again after a change
    return *observed(game, seat), json.dumps(to_plain(show_data(silent, seat)))


def games_of(sets: tuple[str, ...]) -> int:
    compiled, twin = (60, 4) if sets == ("deluxe",) else (10, 1)
    return GAMES or (compiled if COMPILED else twin)


@pytest.mark.slow
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
