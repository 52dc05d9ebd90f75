"""`munchkin bench --frameworks`: one learner's steps through each framework, beside an environment that does nothing.

Both have the same shapes and the same random learner (RLlib: its own, with a small network), and alternate. Times are of this process's
processor, which other programs hardly affect; the best round of each counts. A framework that is not installed is left out.
"""

import time
from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

import gymnasium
import numpy as np
import numpy.typing as npt
from gymnasium import spaces
from gymnasium.envs.registration import EnvSpec
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space
from pettingzoo import AECEnv

from munchkin_env.engine.state.actions import N_ACTIONS
from munchkin_env.envs.aec import raw_env
from munchkin_env.envs.gym_vector import MunchkinVectorEnv
from munchkin_env.envs.spaces import mask_space, vector_space
from munchkin_env.observe import SIZE

_PLAYERS, _GAMES, _ROUNDS = 4, 64, 5
_SINGLE, _TOGETHER = 4000, 128  # steps in a round, of one game and of each of many
Loop = Callable[[], int]
"""Some steps; returns how many."""


class Compared(NamedTuple):
    """A framework."""

    name: str
    what: str
    steps_per_s: float
    """Of the game."""
    ceiling: float
    """Of an environment that does nothing."""

    @property
    def share(self) -> float:
        """How much of the ceiling the game reaches."""
        return self.steps_per_s / self.ceiling


class _Shapes:
    """What an environment that does nothing shows."""

    def __init__(self, games: int) -> None:
        rng = np.random.default_rng(0)
        self.seen = np.zeros((games, SIZE), np.float32)
        self.seen[:, rng.choice(SIZE, 200, replace=False)] = 1.0
        self.masks = np.zeros((games, N_ACTIONS), np.bool_)
        self.masks[:, rng.choice(N_ACTIONS, 6, replace=False)] = True
        self.int_masks = self.masks.astype(np.int8)
        self.zeros, self.never = np.zeros(games, np.float32), np.zeros(games, np.bool_)


def _legal(masks: npt.NDArray[Any], rng: np.random.Generator) -> npt.NDArray[np.int64]:
    """A random legal action in every row."""
    found: npt.NDArray[np.int64] = (masks * rng.random(masks.shape, np.float32)).argmax(axis=1)
    return found


# -------------------------------------------------------------------------------------------- Gymnasium and PettingZoo


class _IdleEnv(gymnasium.Env[Any, int]):
    def __init__(self) -> None:
        self.observation_space = vector_space()
        self.action_space: spaces.Space[Any] = spaces.Discrete(N_ACTIONS)
        self._shapes = _Shapes(1)

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Any, dict[str, Any]]:  # noqa: ARG002
        return self._shapes.seen[0], {"action_mask": self._shapes.int_masks[0]}

    def step(self, action: int) -> tuple[Any, float, bool, bool, dict[str, Any]]:  # noqa: ARG002
        return self._shapes.seen[0], 0.0, False, False, {"action_mask": self._shapes.int_masks[0]}


def _gym_loop(env: Any) -> Loop:
    rng = np.random.default_rng(1)
    _, info = env.reset(seed=1)

    def loop() -> int:
        nonlocal info
        for number in rng.random(_SINGLE).tolist():
            legal = np.flatnonzero(info["action_mask"])
            _, _, terminated, truncated, info = env.step(legal[int(number * len(legal))])
            if terminated or truncated:
                _, info = env.reset()
        return _SINGLE

    return loop


class _IdleVector(VectorEnv[Any, Any, Any]):
    def __init__(self) -> None:
        self.num_envs, self._shapes = _GAMES, _Shapes(_GAMES)
        self.metadata = {"autoreset_mode": AutoresetMode.SAME_STEP}
        self.single_observation_space, self.single_action_space = vector_space(), spaces.Discrete(N_ACTIONS)
        self.observation_space = batch_space(self.single_observation_space, _GAMES)
        self.action_space = batch_space(self.single_action_space, _GAMES)

    def reset(self, *, seed: Any = None, options: Any = None) -> tuple[Any, dict[str, Any]]:  # noqa: ARG002
        return self._shapes.seen, {"action_mask": self._shapes.int_masks}

    def step(self, actions: Any) -> tuple[Any, Any, Any, Any, dict[str, Any]]:  # noqa: ARG002
        one = self._shapes
        return one.seen, one.zeros, one.never, one.never, {"action_mask": one.int_masks}


def _vector_loop(envs: Any) -> Loop:
    rng = np.random.default_rng(1)
    _, infos = envs.reset(seed=1)

    def loop() -> int:
        nonlocal infos
        for _ in range(_TOGETHER):
            *_, infos = envs.step(_legal(infos["action_mask"], rng))
        return _GAMES * _TOGETHER

    return loop


class _IdleAgents(AECEnv[str, Any, Any]):  # type: ignore[misc]  # PettingZoo has no types
    def __init__(self) -> None:
        super().__init__()
        self.possible_agents = [f"player_{p}" for p in range(_PLAYERS)]
        self._space = spaces.Dict({"observation": vector_space(), "action_mask": mask_space()})
        self._shapes = _Shapes(1)

    def observation_space(self, agent: str) -> spaces.Space[Any]:  # noqa: ARG002
        return self._space

    def reset(self, seed: int | None = None, options: Any = None) -> None:  # noqa: ARG002
        self.agents = self.possible_agents[:]
        self.rewards = self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, Any] = {agent: {} for agent in self.agents}
        self.agent_selection, self._turn = self.agents[0], 0

    def observe(self, agent: str) -> dict[str, Any]:  # noqa: ARG002
        return {"observation": self._shapes.seen[0], "action_mask": self._shapes.int_masks[0]}

    def step(self, action: Any) -> None:  # noqa: ARG002
        self._turn = (self._turn + 1) % _PLAYERS
        self.agent_selection = self.agents[self._turn]


def _agents_loop(env: Any) -> Loop:
    rng = np.random.default_rng(1)
    env.reset(seed=1)

    def loop() -> int:
        for number in rng.random(_SINGLE).tolist():
            observation, _, terminated, truncated, _ = env.last()
            if terminated or truncated:
                env.reset()
            else:
                legal = np.flatnonzero(observation["action_mask"])
                env.step(legal[int(number * len(legal))])
        return _SINGLE

    return loop


# ------------------------------------------------------------------------------------------------- other frameworks


def _sb3() -> tuple[Loop, Loop]:
    from stable_baselines3.common.vec_env import VecEnv

    from munchkin_env.envs.sb3 import MunchkinVecEnv

    class Idle(VecEnv):  # type: ignore[misc]
        def __init__(self) -> None:
            self._shapes = _Shapes(_GAMES)
            super().__init__(_GAMES, vector_space(), spaces.Discrete(N_ACTIONS))

        def reset(self) -> Any:
            return self._shapes.seen

        def step_async(self, actions: Any) -> None:
            pass

        def step_wait(self) -> Any:
            return self._shapes.seen, self._shapes.zeros, self._shapes.never, [{} for _ in range(_GAMES)]

        def env_method(self, *_: Any, **__: Any) -> list[Any]:
            return list(self._shapes.masks)

        def get_attr(self, attr_name: str, indices: Any = None) -> list[Any]:  # noqa: ARG002
            return [None] * _GAMES

        def set_attr(self, *_: Any, **__: Any) -> None:
            pass

        def env_is_wrapped(self, *_: Any, **__: Any) -> list[bool]:
            return [False] * _GAMES

        def close(self) -> None:
            pass

    return _sb3_loop(MunchkinVecEnv(_GAMES, _PLAYERS, seed=1)), _sb3_loop(Idle())


def _sb3_loop(envs: Any) -> Loop:
    rng = np.random.default_rng(1)
    envs.reset()

    def loop() -> int:
        for _ in range(_TOGETHER):
            envs.step(_legal(np.stack(envs.env_method("action_masks")), rng))
        return _GAMES * _TOGETHER

    return loop


def _torchrl() -> tuple[Loop, Loop]:
    import torch
    from tensordict import TensorDict

    from munchkin_env.adapters.torchrl import MunchkinTorchEnv

    torch.set_num_threads(1)

    class Idle(MunchkinTorchEnv):  # for its specs
        def __init__(self) -> None:
            super().__init__(_GAMES, _PLAYERS, seed=1)
            one = _Shapes(_GAMES)
            flag = torch.from_numpy(one.never).unsqueeze(-1)
            ends = {"done": flag, "terminated": flag, "truncated": flag}
            seen = {"observation": torch.from_numpy(one.seen), "action_mask": torch.from_numpy(one.masks)}
            self._shown = {**seen, **ends, "seat": torch.zeros(_GAMES, dtype=torch.int64)}
            self._earned = torch.from_numpy(one.zeros).unsqueeze(-1)

        def _reset(self, tensordict: Any = None, **_: Any) -> Any:  # noqa: ARG002
            return TensorDict(dict(self._shown), batch_size=self.batch_size)

        def _step(self, tensordict: Any) -> Any:  # noqa: ARG002
            return TensorDict({**self._shown, "reward": self._earned}, batch_size=self.batch_size)

    def act(tensordict: Any) -> Any:  # TorchRL looks at the name of the argument
        return tensordict.set("action", torch.multinomial(tensordict["action_mask"].float(), 1).squeeze(-1))

    def looped(env: Any) -> Loop:
        def loop() -> int:
            env.rollout(_TOGETHER, act, break_when_any_done=False, return_contiguous=False)
            return _GAMES * _TOGETHER

        return loop

    return looped(MunchkinTorchEnv(_GAMES, _PLAYERS, seed=1)), looped(Idle())


def _rllib() -> tuple[Loop, Loop]:
    from ray.rllib.algorithms.ppo import PPOConfig
    from ray.rllib.core.rl_module.multi_rl_module import MultiRLModuleSpec
    from ray.rllib.core.rl_module.rl_module import RLModuleSpec
    from ray.rllib.examples.rl_modules.classes.action_masking_rlm import ActionMaskingTorchRLModule

    from munchkin_env.adapters.rllib import MunchkinEnvRunner, MunchkinMultiAgentEnv, MunchkinVectorMultiAgentEnv

    class Idle(MunchkinVectorMultiAgentEnv):  # for its spaces
        def __init__(self, num_envs: int, config: Any = None) -> None:
            super().__init__(num_envs, config)
            shapes = _Shapes(1)
            self._row = {"observations": shapes.seen[0], "action_mask": shapes.int_masks[0]}
            self._turn = 0

        def reset(self, *, seed: Any = None, options: Any = None) -> Any:  # noqa: ARG002
            return self._each(self._row), self._each_empty()

        def step(self, actions: Any) -> Any:  # noqa: ARG002
            self._turn = (self._turn + 1) % _PLAYERS
            never = [{"__all__": False} for _ in range(self.num_envs)]
            return self._each(self._row), self._each(0.0), never, never, self._each_empty()

        def _each(self, value: Any) -> list[dict[str, Any]]:
            agent = self.possible_agents[self._turn]
            return [{agent: value} for _ in range(self.num_envs)]

        def _each_empty(self) -> list[dict[str, Any]]:
            return [{} for _ in range(self.num_envs)]

    class IdleRunner(MunchkinEnvRunner):
        vector_env = Idle

    def looped(runner_class: Any) -> Loop:
        masked = RLModuleSpec(module_class=ActionMaskingTorchRLModule, model_config={"fcnet_hiddens": [64]})
        config = (
            PPOConfig()
            .environment(MunchkinMultiAgentEnv, env_config={"num_players": _PLAYERS}, disable_env_checking=True)
            .env_runners(env_runner_cls=runner_class, num_env_runners=0, num_envs_per_env_runner=_GAMES)
            .multi_agent(policies={"everybody"}, policy_mapping_fn=lambda *_, **__: "everybody")
            .rl_module(rl_module_spec=MultiRLModuleSpec(rl_module_specs={"everybody": masked}))
        )
        runner = runner_class(config=config)

        def loop() -> int:
            episodes = runner.sample(num_timesteps=_GAMES * _TOGETHER // 8)
            return sum(episode.env_steps() for episode in episodes)

        return loop

    return looped(MunchkinEnvRunner), looped(IdleRunner)


# ----------------------------------------------------------------------------------------------------------- measuring


def _gymnasium() -> tuple[Loop, Loop]:
    real = gymnasium.make("munchkin_env:Munchkin-v0", num_players=_PLAYERS, disable_env_checker=True)
    return _gym_loop(real), _gym_loop(gymnasium.make(EnvSpec("MunchkinIdle-v0", lambda **_: _IdleEnv(), disable_env_checker=True)))


FRAMEWORKS: dict[str, tuple[str, Callable[[], tuple[Loop, Loop]]]] = {
    "Gymnasium": ("one game, three greedy bots", _gymnasium),
    "Gymnasium VectorEnv": (
        f"{_GAMES} games, three greedy bots",
        lambda: (_vector_loop(MunchkinVectorEnv(_GAMES, _PLAYERS, seed=1)), _vector_loop(_IdleVector())),
    ),
    "PettingZoo AEC": (
        "one game, all seats",
        lambda: (_agents_loop(raw_env(num_players=_PLAYERS)), _agents_loop(_IdleAgents())),
    ),
    "Stable-Baselines3": (f"{_GAMES} games, three greedy bots", _sb3),
    "TorchRL": (f"{_GAMES} games, three greedy bots, rollouts", _torchrl),
    "RLlib": (f"{_GAMES} games, all seats, its runner with a network of 64 units", _rllib),
}
"""By name: what is measured, and how to make both loops."""


def compare_frameworks(rounds: int = _ROUNDS) -> Iterator[Compared]:
    """The frameworks that are installed."""
    for name, (what, make) in FRAMEWORKS.items():
        try:
            both = make()
        except ImportError:
            continue
        rates = [[_rate(loop) for loop in both] for _ in range(rounds + 1)][1:]  # the first round warms up
        ours, idle = (max(column) for column in zip(*rates, strict=True))
        yield Compared(name, what, ours, idle)


def _rate(loop: Loop) -> float:
    began = time.process_time()
    return loop() / (time.process_time() - began)


def print_frameworks(as_json: bool = False) -> None:
    """Print what is measured, as a table or as lines of JSON."""
    import json

    if not as_json:
        print("| framework | what | steps/s | doing nothing | share |\n| --- | --- | --- | --- | --- |")
    for row in compare_frameworks():
        if as_json:
            print(json.dumps({**row._asdict(), "share": round(row.share, 3)}), flush=True)
        else:
            print(f"| {row.name} | {row.what} | {row.steps_per_s:,.0f} | {row.ceiling:,.0f} | {100 * row.share:.0f} % |", flush=True)
