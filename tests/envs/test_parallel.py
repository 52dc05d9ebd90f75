"""The PettingZoo parallel environment: the same game as the AEC environment. test_pettingzoo.py runs PettingZoo's own tests."""

from typing import Any

import numpy as np
import pettingzoo
import pytest
from gymnasium.error import ResetNeeded

from munchkin_env import munchkin_v0
from munchkin_env.envs.parallel import MunchkinParallelEnv
from munchkin_env.game.notation import IllegalAction
from munchkin_env.game.options import OptionError

SHORT: dict[str, Any] = {"num_players": 3, "win_level": 3, "max_rounds": 3, "trade_budget": 0}


def masks(seen: dict[str, Any]) -> dict[str, Any]:
    return {agent: one["action_mask"] for agent, one in seen.items()}


def choice(rng: np.random.Generator, mask: Any) -> int:
    return int(rng.choice(np.flatnonzero(mask)))


@pytest.mark.parametrize("settings", [{}, {"shaping": 0.5, "gamma": 0.9}, {"reward": "rank", "observation": "compact"}])
def test_it_is_the_game_of_the_aec_environment(settings: dict[str, Any]) -> None:
    parallel, aec = munchkin_v0.parallel_env(**SHORT, **settings), munchkin_v0.raw_env(**SHORT, **settings)
    rng = np.random.default_rng(1)
    seen, infos = parallel.reset(seed=5)
    aec.reset(seed=5)
    paid, returns = dict.fromkeys(aec.possible_agents, 0.0), dict.fromkeys(aec.possible_agents, 0.0)
    while parallel.agents:
        decides = aec.agent_selection
        assert parallel.agent_selection == decides
        assert [agent for agent, mask in masks(seen).items() if mask.any()] == [decides]
        for agent in aec.possible_agents:
            np.testing.assert_equal(seen[agent], aec.observe(agent))
            np.testing.assert_array_equal(infos[agent]["action_mask"], aec.infos[agent]["action_mask"])
        returns[decides] += aec.last()[1]
        action = choice(rng, seen[decides]["action_mask"])
        aec.step(action)
        others = {agent: 0 for agent in aec.possible_agents if agent != decides}
        seen, rewards, terminations, truncations, infos = parallel.step({**others, decides: action})
        for agent, reward in rewards.items():
            paid[agent] += reward
    assert (terminations, truncations) == (aec.terminations, aec.truncations)
    assert any([*terminations.values(), *truncations.values()])
    for agent in aec.agents:
        returns[agent] += aec._cumulative_rewards[agent]
    assert paid == pytest.approx(returns)
    assert set(seen) == set(infos) == set(rewards) == set(parallel.possible_agents)
    assert parallel.game == aec.game
    np.testing.assert_array_equal(parallel.state(), aec.state())


def started(**settings: Any) -> tuple[MunchkinParallelEnv, str, int]:
    """An environment, who decides, and an action that is not legal."""
    env = munchkin_v0.parallel_env(**SHORT, **settings)
    seen, _ = env.reset(seed=1)
    return env, env.agent_selection, int(np.flatnonzero(seen[env.agent_selection]["action_mask"] == 0)[0])


def test_an_illegal_action_ends_the_game() -> None:
    env, decides, wrong = started()
    *_, terminations, truncations, _ = results = env.step({decides: wrong})
    assert results[1] == {**dict.fromkeys(env.possible_agents, 0.0), decides: -1.0}
    assert all(terminations.values()) and all(truncations.values()) and env.agents == []


def test_an_illegal_action_can_be_refused() -> None:
    env, decides, wrong = started(illegal_action="raise")
    before = env.game
    with pytest.raises(IllegalAction, match="is not legal"):
        env.step({decides: wrong})
    assert env.game == before and env.agents == env.possible_agents


def test_actions_of_agents_who_do_not_decide_are_ignored() -> None:
    env, decides, wrong = started(illegal_action="raise")
    legal = choice(np.random.default_rng(0), env.game.mask())
    env.step({**dict.fromkeys(env.possible_agents, wrong), decides: legal})
    other, _, _ = started()
    other.step({decides: legal})
    assert env.game == other.game


def test_mistakes_are_told() -> None:
    env, decides, _ = started()
    (other, *_) = [agent for agent in env.possible_agents if agent != decides]
    with pytest.raises(ValueError, match=rf"{decides} decides but has no action; the actions given are of {other}"):
        env.step({other: 0})
    with pytest.raises(ResetNeeded):
        munchkin_v0.parallel_env(**SHORT).step({})
    with pytest.raises(ValueError, match="illegal_action='explode': must be 'terminate' or 'raise'"):
        munchkin_v0.parallel_env(illegal_action="explode")  # type: ignore[arg-type]
    with pytest.raises(OptionError, match="did you mean 'win_level'"):
        munchkin_v0.parallel_env(win_levle=3)  # type: ignore[call-arg]


@pytest.mark.skipif(not hasattr(pettingzoo, "register"), reason="PettingZoo has a registry since 1.27")
def test_pettingzoo_knows_it_by_name() -> None:
    env = pettingzoo.make("parallel", "munchkin_v0", **SHORT)
    seen, _ = env.reset(seed=3)
    assert set(seen) == {"player_0", "player_1", "player_2"}


def test_rendering_is_that_of_the_aec_environment() -> None:
    parallel, aec = munchkin_v0.parallel_env(**SHORT, render_mode="ansi"), munchkin_v0.env(**SHORT, render_mode="ansi")
    parallel.reset(seed=1)
    aec.reset(seed=1)
    assert parallel.render() == aec.render()
