"""Rewards."""

import math
from typing import Any

import numpy as np
import pytest

from munchkin_env import Game
from munchkin_env.envs.rewards import RewardKind, Rewards, check_reward, potential_at, reward_at

pytestmark = pytest.mark.compiled


def ended(levels: list[int], winners: tuple[int, ...] = (), over: bool = True, truncated: bool = False) -> Game:
    game = Game(len(levels), seed=1)
    g = game.record
    for p, level in enumerate(levels):
        g.seat[p].level = level
    g.winners = sum(1 << p for p in winners)
    g.over, g.truncated = int(over), int(truncated)
    return game


def rewards(game: Game, kind: RewardKind) -> list[float]:
    return [reward_at(game._tables, game._games, 0, kind.value, p) for p in range(game.num_players)]


def win(*args: Any, **more: Any) -> list[float]:
    return rewards(ended(*args, **more), RewardKind.WIN)


def rank(*args: Any, **more: Any) -> list[float]:
    return rewards(ended(*args, **more), RewardKind.RANK)


@pytest.mark.parametrize("players", range(2, 7))
def test_a_single_winner_gets_1_and_the_others_share_minus_1(players: int) -> None:
    assert win([10] + [3] * (players - 1), (0,)) == [1.0] + [-1 / (players - 1)] * (players - 1)


def test_several_winners_share_1_and_the_losers_share_minus_1() -> None:
    assert win([10, 4, 10, 9, 2], (0, 2)) == [1 / 2, -1 / 3, 1 / 2, -1 / 3, -1 / 3]


def test_if_all_win_nobody_gets_anything() -> None:
    assert win([10, 10, 10], (0, 1, 2)) == [0, 0, 0]
    assert rank([10, 10, 10], (0, 1, 2)) == [0, 0, 0]


def test_a_game_that_runs_has_paid_nothing() -> None:
    assert win([5, 3, 1], over=False) == rank([5, 3, 1], over=False) == [0, 0, 0]


def test_a_game_interrupted_pays_nothing_by_win_and_is_ranked_as_it_stands() -> None:
    assert win([9, 3, 1], truncated=True) == [0, 0, 0]
    assert rank([9, 3, 1], truncated=True) == [1, 0, -1]


def test_ranks_go_from_1_to_minus_1_in_equal_steps() -> None:
    assert rank([10, 2, 7, 5], (0,)) == pytest.approx([1, -1, 1 / 3, -1 / 3])


def test_ties_share_their_ranks() -> None:
    assert rank([10, 4, 4, 1], (0,)) == [1, 0, 0, -1]
    assert rank([10, 6, 6, 6], (0,)) == pytest.approx([1, -1 / 3, -1 / 3, -1 / 3])
    assert rank([10, 10, 3, 3], (0, 1)) == pytest.approx([2 / 3, 2 / 3, -2 / 3, -2 / 3])


def test_a_winner_is_first_whatever_their_level() -> None:
    assert rank([8, 9, 9], (0,)) == [1, -0.5, -0.5]


@pytest.mark.parametrize("kind", RewardKind)
def test_rewards_sum_to_zero(kind: RewardKind) -> None:
    rng = np.random.default_rng(1)
    paid = 0
    for _ in range(200):
        players = int(rng.integers(2, 7))
        won = tuple(p for p in range(players) if rng.random() < 0.3)
        got = rewards(ended([int(level) for level in rng.integers(1, 11, players)], won), kind)
        assert sum(got) == pytest.approx(0, abs=1e-12)
        assert max(map(abs, got)) <= 1
        paid += any(got)
    assert paid > 100


def test_the_potential_is_the_way_to_the_winning_level() -> None:
    game = ended([1, 4, 10, 12], over=False)
    assert [potential_at(game._tables, game._games, 0, p) for p in range(4)] == [0, 3 / 9, 1, 1]
    game.record.options.win_level = 20
    assert potential_at(game._tables, game._games, 0, 1) == 3 / 19
    game.record.over = 1
    assert [potential_at(game._tables, game._games, 0, p) for p in range(4)] == [0, 0, 0, 0]


def test_options_are_checked() -> None:
    assert check_reward() == Rewards(RewardKind.WIN, 0.0, 1.0)
    assert check_reward("rank", 1, np.float32(0.5)) == Rewards(RewardKind.RANK, 1.0, 0.5)


@pytest.mark.parametrize(
    ("given", "says"),
    [
        ({"reward": "score"}, "reward='score': must be 'win' or 'rank'"),
        ({"reward": 1}, "must be 'win' or 'rank'"),
        ({"shaping": "much"}, "shaping='much': must be a finite number"),
        ({"shaping": math.nan}, "shaping=nan"),
        ({"shaping": True}, "shaping=True"),
        ({"gamma": 0}, "gamma=0: must be a number above 0 and up to 1"),
        ({"gamma": 1.01}, "gamma=1.01"),
        ({"gamma": None}, "gamma=None"),
    ],
)
def test_what_is_not_allowed_is_said(given: dict[str, Any], says: str) -> None:
    with pytest.raises(ValueError, match=says):
        check_reward(**given)
