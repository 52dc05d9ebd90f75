"""Knowledge as a key: perfect recall. tests/envs/test_honesty.py deals hidden cards again and finds the same keys."""

import copy
from collections.abc import Iterator

import numpy as np
import pytest

from munchkin_env import Game, seat, table
from munchkin_env.adapters.recall import Recall
from munchkin_env.engine.boundary.playouts import weighted_legal
from munchkin_env.game.notation import IllegalAction
from tests.play import EACH_AND_ALL


def played(sets: tuple[str, ...], seed: int, steps: int) -> Iterator[tuple[Recall, Recall]]:
    """A game: before and after each action."""
    now, state = Recall(Game(3, sets, seed=seed, win_level=6)), np.array([seed + 1], np.int64)
    for _ in range(steps):
        before = now.clone()
        now.apply(int(weighted_legal(now.game.mask(), state)))
        yield before, now
        if now.game.over:
            return


@pytest.mark.parametrize("sets", EACH_AND_ALL, ids="+".join)
def test_a_key_changes_when_the_seat_acts_or_sees_something_new_and_never_comes_back(sets: tuple[str, ...]) -> None:
    keys: list[list[str]] = [[], [], []]
    unmoved = 0
    for before, after in played(sets, 3, 150):
        for who in range(3):
            news = before.game.seat == who or before.game.observe(who).tobytes() != after.game.observe(who).tobytes()
            assert (before.key(who) != after.key(who)) == news
            unmoved += not news
            if news:
                keys[who].append(after.key(who))
    for those in keys:
        assert len(those) > 20 and len(set(those)) == len(those)
    assert unmoved > 0, "what others do in secret"


@pytest.mark.parametrize("sets", EACH_AND_ALL, ids="+".join)
def test_an_imagined_game_is_the_same_to_the_seat(sets: tuple[str, ...]) -> None:
    others = 0
    for number, (_, now) in enumerate(played(sets, 5, 60)):
        if now.game.over:
            break
        who = now.game.seat
        other = now.imagined(who, number)
        assert other.key(who) == now.key(who) and other.game.legal() == now.game.legal()
        others += other.game.state() != now.game.state()
        action = now.game.legal()[-1]
        after, there = now.clone(), other.clone()
        after.apply(action)
        there.apply(action)
        if after.game.observe(who).tobytes() == there.game.observe(who).tobytes():
            assert after.key(who) == there.key(who)
    assert others > 40


def test_those_who_see_the_same_in_two_imagined_games_know_the_same() -> None:
    """A search meets them at one node."""
    now = Recall(table(seat(hand="Magic Missile"), seat()).game)
    one, two = now.imagined(0, 1), now.imagined(0, 2)
    assert one.game.state() != two.game.state() and one.key(1) == two.key(1)


def test_the_past_stays_in_the_key() -> None:
    """Two ways to one position."""
    game = Game(2, seed=3)
    first, second = Recall(game), Recall(game)
    first.apply(first.game.legal()[0])
    second.game.apply(second.game.legal()[0])
    second._look()
    assert first.game == second.game
    assert first.key(0) != second.key(0)


def test_copies_are_independent_and_mistakes_change_nothing() -> None:
    now = Recall(Game(2, seed=3))
    key, other = now.key(0), copy.deepcopy(now)
    other.apply(other.game.legal()[0])
    assert now.key(0) == key != other.key(0)
    with pytest.raises(IllegalAction):
        now.apply(-1)
    assert now.key(0) == key
    with pytest.raises(ValueError, match="is not a seat"):
        now.key(2)
