"""PettingZoo's own conformance tests. docs/environments.md lists those that do not apply."""

import importlib
import itertools
from collections.abc import Callable
from typing import Any

import pytest
from pettingzoo.test import api_test, parallel_api_test, parallel_seed_test, performance_benchmark, render_test, seed_test, state_test
from pettingzoo.utils.conversions import turn_based_aec_to_parallel

from munchkin_env import munchkin_v0
from munchkin_env.game.house_rules import HouseRules

Make = Callable[..., Any]
SHORT: HouseRules = {"win_level": 3, "max_rounds": 2}

# api_test knows by name which of PettingZoo's games observe dicts with a mask, and warns about all others.
pytestmark = [
    pytest.mark.filterwarnings("ignore:Observation is not a NumPy array:UserWarning"),
    pytest.mark.filterwarnings("ignore:Observation space for each agent probably should be:UserWarning"),
    # The agent that takes the last step of a finished game has nothing to choose.
    pytest.mark.filterwarnings(r"ignore:Action mask numpy array is all zeros:UserWarning"),
]
both = pytest.mark.parametrize("make", [munchkin_v0.raw_env, munchkin_v0.env], ids=["raw_env", "env"])


def check_api(make: Make, seed: int, **settings: Any) -> None:
    """api_test plays one episode, sampled from the action spaces. It resets with its own seed, so the agents' choices differ."""
    env = make(**settings)
    for p, agent in enumerate(env.possible_agents):
        env.action_space(agent).seed(100 * seed + p)
    api_test(env, num_cycles=400)


@both
@pytest.mark.parametrize("players", range(2, 7))
def test_api(make: Make, players: int) -> None:
    check_api(make, players, num_players=players, **SHORT)


@pytest.mark.parametrize("seed", range(4))
def test_api_with_other_choices(seed: int) -> None:
    check_api(munchkin_v0.env, seed, num_players=3, **SHORT)


@pytest.mark.parametrize(
    "settings",
    [
        {"reward": "rank", "max_rounds": 1},
        {"shaping": 0.5, "gamma": 0.9, "observation": "compact"},
        {"sex_mode": "random", "auto_pass_forced": False, "priority": "rotate"},
        {"faster_treasure": "loot", "listen_at_door": True, "shared_victory": True, "counter_offers": True, "binding_deals": False},
        {"trade_budget": 0, "third_party_acts_in_combat": False, "obs_discards": "full", "win_level": 5},
    ],
)
def test_api_with_options(settings: dict[str, Any]) -> None:
    check_api(munchkin_v0.raw_env, 1, **{**SHORT, **settings})


@both
@pytest.mark.compiled
def test_api_compiled(make: Make) -> None:
    for seed in range(2):
        check_api(make, seed, win_level=4, max_rounds=4)


@both
@pytest.mark.compiled
def test_seeds(make: Make) -> None:
    for players in (2, 6):
        seed_test(lambda players=players: make(num_players=players, **SHORT), num_cycles=30)


@both
@pytest.mark.compiled
def test_rendering(make: Make, capsys: pytest.CaptureFixture[str]) -> None:
    render_test(lambda render_mode: make(render_mode=render_mode, **SHORT))
    assert len(capsys.readouterr().out) > 1000


@pytest.mark.compiled
@pytest.mark.parametrize("settings", [{}, {"observation": "compact", "reward": "rank", "shaping": 0.5}])
def test_the_parallel_environment(settings: dict[str, Any]) -> None:
    for seed in range(2):
        env = munchkin_v0.parallel_env(num_players=2 + seed, illegal_action="raise", **SHORT, **settings)
        for p, agent in enumerate(env.possible_agents):
            env.action_space(agent).seed(10 * seed + p)
        parallel_api_test(env, num_cycles=400)


@both
def test_what_pettingzoo_makes_of_the_aec_environment(make: Make) -> None:
    env = turn_based_aec_to_parallel(make(num_players=3, **SHORT))
    for p, agent in enumerate(env.possible_agents):
        env.action_space(agent).seed(p)
    parallel_api_test(env, num_cycles=200)


def test_seeds_of_the_parallel_environment() -> None:
    """It plays without masks: an early illegal action ends the game."""
    parallel_seed_test(lambda: munchkin_v0.parallel_env(num_players=3, **SHORT), num_cycles=30)


def test_states() -> None:
    """It plays without masks, so it sees only the first states; test_aec.py covers more."""
    env = munchkin_v0.env(**SHORT)
    state_test(env, turn_based_aec_to_parallel(munchkin_v0.env(**SHORT)))


@both
@pytest.mark.compiled
def test_the_performance_benchmark_runs(make: Make, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    """It measures for five seconds by its clock; ours ticks once per call."""
    clock = importlib.import_module("types").SimpleNamespace(time=itertools.count(0, 0.1).__next__)
    monkeypatch.setattr(importlib.import_module("pettingzoo.test.performance_benchmark"), "time", clock)
    performance_benchmark(make(**SHORT))
    assert "turns per second" in capsys.readouterr().out
