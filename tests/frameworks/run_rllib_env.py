"""The environments for RLlib by hand. Needs RLlib: run by `make frameworks`."""

import random
from typing import Any

import numpy as np
import pytest

from munchkin_env.adapters.rllib import MunchkinMultiAgentEnv, MunchkinVectorMultiAgentEnv
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


@pytest.mark.parametrize("options", [{}, {"observation": "compact", "shaping": 0.5, "gamma": 0.9, "reward": "rank"}])
def test_a_batch_is_single_environments_side_by_side(options: dict[str, Any]) -> None:
    config = {**SMALL, **options, "max_rounds": 2}
    batch = MunchkinVectorMultiAgentEnv(3, config)
    singles = [MunchkinMultiAgentEnv(config) for _ in range(3)]
    lot, ended = random.Random(1), 0
    seen, _ = batch.reset(seed=5)
    alone = [one.reset(seed=batch.games.game(i).seed)[0] for i, one in enumerate(singles)]
    over = [False] * 3
    for _ in range(300):
        np.testing.assert_equal(seen, alone)
        actions = [
            {} if over[i] else {agent: lot.choice(np.flatnonzero(one["action_mask"]).tolist()) for agent, one in seen[i].items()}
            for i in range(3)
        ]
        seen, rewards, terminateds, truncateds, infos = batch.step(actions)
        for i, one in enumerate(singles):
            if over[i]:  # the next game
                alone[i] = one.reset(seed=batch.games.game(i).seed)[0]
                assert set(rewards[i].values()) == {0.0} and not terminateds[i]["__all__"] and not truncateds[i]["__all__"]
            else:
                alone[i], *wanted = one.step(actions[i])
                assert rewards[i] == pytest.approx(wanted[0])
                assert [terminateds[i], truncateds[i], infos[i]] == wanted[1:]
            over[i] = terminateds[i]["__all__"] or truncateds[i]["__all__"]
            ended += over[i]
    assert ended >= 3
    batch.close()


def test_a_batch_gives_the_same_games_for_the_same_seed_and_refuses_illegal_actions() -> None:
    one, other = MunchkinVectorMultiAgentEnv(2, SMALL), MunchkinVectorMultiAgentEnv(2, SMALL)
    np.testing.assert_equal(one.reset(seed=3)[0], other.reset(seed=3)[0])
    seen = one.reset(seed=3)[0]
    wrong = [{agent: int(np.flatnonzero(row["action_mask"] == 0)[0]) for agent, row in game.items()} for game in seen]
    with pytest.raises(IllegalAction, match="game 0 of 2"):
        one.step(wrong)
