"""The environment for TorchRL. Needs TorchRL: run by `make frameworks`."""

import warnings
from typing import Any

import numpy as np
import pytest
import torch
from torchrl.envs import check_env_specs

from munchkin_env import MunchkinVector
from munchkin_env.adapters.torchrl import MunchkinTorchEnv
from munchkin_env.game.notation import IllegalAction
from munchkin_env.game.options import OptionError

with warnings.catch_warnings():
    warnings.simplefilter("ignore", DeprecationWarning)  # TorchRL 0.14 warns of a class of its own when it is imported
    from torchrl.collectors import Collector

SMALL: dict[str, Any] = {"num_players": 3, "win_level": 3, "max_rounds": 1, "trade_budget": 0, "opponents": "weighted"}
STEPS = 250


@pytest.mark.parametrize("options", [{}, {"observation": "compact", "seat": 1}])
def test_it_is_what_torchrl_expects(options: dict[str, Any]) -> None:
    check_env_specs(MunchkinTorchEnv(4, **SMALL, **options), break_when_any_done="both")


@pytest.mark.parametrize("collects", [False, True])
def test_rollouts_are_the_games_of_the_batch(collects: bool) -> None:
    """Played again in a MunchkinVector: every entry of every step, across ends of games."""
    env = MunchkinTorchEnv(3, **SMALL, seed=1)
    env.set_seed(9)
    torch.manual_seed(0)
    if collects:
        (found,) = iter(
            Collector(env, env.rand_action, frames_per_batch=3 * STEPS, total_frames=3 * STEPS, auto_register_policy_transforms=False)
        )
    else:
        found = env.rollout(STEPS, break_when_any_done=False)
    assert found.batch_size == (3, STEPS) and found["next", "done"].sum() >= 3
    games = MunchkinVector(3, seat="random", autoreset=False, **SMALL)
    games.reset(9)
    for step in range(STEPS):
        row = found[:, step]
        np.testing.assert_array_equal(row["observation"], games.observations)
        np.testing.assert_array_equal(row["action_mask"], games.masks)
        np.testing.assert_array_equal(row["seat"], games.learners())
        assert row["action_mask"].gather(-1, row["action"].unsqueeze(-1)).all()
        games.step(row["action"].numpy())
        after = row["next"]
        np.testing.assert_array_equal(after["observation"], games.observations)
        np.testing.assert_array_equal(after["reward"].squeeze(-1), games.rewards)
        np.testing.assert_array_equal(after["terminated"].squeeze(-1), games.terminated)
        np.testing.assert_array_equal(after["truncated"].squeeze(-1), games.truncated)
        over = games.terminated | games.truncated
        np.testing.assert_array_equal(after["done"].squeeze(-1), over)
        if over.any():
            games.reset(mask=over)


def test_seeds_give_the_same_games() -> None:
    found = []
    for _ in range(2):
        env = MunchkinTorchEnv(2, **SMALL)
        env.set_seed(4)
        torch.manual_seed(1)
        found.append(env.rollout(20, break_when_any_done=False))
    assert (found[0] == found[1]).all()


def test_without_copies_the_tensors_are_the_batch() -> None:
    env = MunchkinTorchEnv(2, **SMALL, copy=False)
    now = env.reset()
    assert now["observation"].data_ptr() == env.games.observations.ctypes.data
    assert now["action_mask"].data_ptr() == env.games.masks.ctypes.data
    copied = MunchkinTorchEnv(2, **SMALL)
    assert copied.reset()["observation"].data_ptr() != copied.games.observations.ctypes.data


def test_mistakes_are_told() -> None:
    env = MunchkinTorchEnv(2, **SMALL)
    now = env.reset()
    with pytest.raises(IllegalAction, match="game 0 of 2"):
        env.step(now.set("action", (~now["action_mask"]).int().argmax(-1)))
    with pytest.raises(OptionError, match="did you mean 'win_level'"):
        MunchkinTorchEnv(2, win_levle=3)  # type: ignore[call-arg]
    with pytest.raises(ValueError, match="one seat is yours"):
        MunchkinTorchEnv(2, seat=(0, 1))  # type: ignore[arg-type]
