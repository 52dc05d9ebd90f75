"""MunchkinMultiAgentEnv by hand. Needs RLlib: run by `make frameworks`."""

import random

import numpy as np
import pytest

from munchkin_env.envs.rllib import MunchkinMultiAgentEnv
from munchkin_env.game.notation import IllegalAction

SMALL = {"num_players": 3, "win_level": 3, "trade_budget": 0}


def play(env: MunchkinMultiAgentEnv, seed: int) -> tuple[dict[str, float], dict[str, bool], dict[str, bool]]:
    """A random game: the total reward of each agent, and the last terminateds and truncateds."""
    lot = random.Random(seed)
    seen, _ = env.reset(seed=seed)
    paid = dict.fromkeys(env.possible_agents, 0.0)
    terminateds = truncateds = {"__all__": False}
    while not (terminateds["__all__"] or truncateds["__all__"]):
        (agent,) = seen
        assert env.observation_spaces[agent].contains(seen[agent])
        legal = np.flatnonzero(seen[agent]["action_mask"])
        seen, rewards, terminateds, truncateds, _ = env.step({agent: int(lot.choice(list(legal)))})
        assert set(rewards) == set(seen)
        for one, reward in rewards.items():
            paid[one] += reward
    assert set(seen) == set(env.possible_agents)
    assert env.agents == []
    return paid, terminateds, truncateds


def test_a_won_game_pays_everybody() -> None:
    env = MunchkinMultiAgentEnv({**SMALL, "max_rounds": 100})
    for seed in range(5):
        paid, terminateds, truncateds = play(env, seed)
        assert sorted(paid.values()) == [-0.5, -0.5, 1.0]
        assert all(terminateds.values()) and not any(truncateds.values())


def test_a_game_interrupted_is_truncated_and_pays_nobody() -> None:
    paid, terminateds, truncateds = play(MunchkinMultiAgentEnv({**SMALL, "win_level": 20, "max_rounds": 1}), 1)
    assert set(paid.values()) == {0.0}
    assert all(truncateds.values()) and not any(terminateds.values())


def test_an_illegal_action_is_refused() -> None:
    env = MunchkinMultiAgentEnv(SMALL)
    seen, _ = env.reset(seed=1)
    (agent,) = seen
    with pytest.raises(IllegalAction, match="is not legal"):
        env.step({agent: int(np.flatnonzero(seen[agent]["action_mask"] == 0)[0])})
    assert list(env.reset(seed=1)[0]) == [agent]
