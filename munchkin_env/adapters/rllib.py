"""RLlib: the game as a MultiAgentEnv, and many games as one batch; observations under the key that RLlib's masking module reads."""

from collections.abc import Mapping, Sequence
from typing import Any, cast

import numpy as np
from gymnasium import spaces

from munchkin_env.engine.state.actions import N_ACTIONS
from munchkin_env.envs.aec import TableOptions, raw_env
from munchkin_env.envs.learners import seen, seen_last
from munchkin_env.envs.vector import MunchkinVector

try:
    from ray.rllib.callbacks.utils import make_callback
    from ray.rllib.env.env_context import EnvContext
    from ray.rllib.env.multi_agent_env import MultiAgentEnv
    from ray.rllib.env.multi_agent_env_runner import MultiAgentEnvRunner
    from ray.rllib.env.vector.vector_multi_agent_env import VectorMultiAgentEnv
except ImportError as error:
    raise ImportError("munchkin_env.adapters.rllib needs RLlib: pip install 'ray[rllib]' torch") from error


class MunchkinMultiAgentEnv(MultiAgentEnv):  # type: ignore[misc]  # RLlib has no types
    """One agent observes and acts at a time; its reward is the sum since its last action. At the end all observe and are paid.

    Observations are {"observations": …, "action_mask": …}; the mask of an agent that does not decide is zero.
    """

    def __init__(self, config: TableOptions | Mapping[str, Any] | None = None) -> None:
        """Make the environment.

        Args:
            config: The keyword arguments of munchkin_v0.raw_env.
        """
        super().__init__()
        self.env = raw_env(**(config or {}))
        self.possible_agents = list(self.env.possible_agents)
        self.agents = list(self.possible_agents)
        seen = cast(spaces.Dict, self.env.observation_space(self.agents[0]))
        space = spaces.Dict({"observations": seen["observation"], "action_mask": seen["action_mask"]})
        self.observation_spaces = dict.fromkeys(self.agents, space)
        self.action_spaces = {agent: self.env.action_space(agent) for agent in self.agents}

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[dict[str, Any], dict[str, Any]]:
        """Begin a new game.

        Args:
            seed: Determines the game.
            options: As for raw_env.

        Returns:
            What the agent that decides sees, by agent, and an empty dict.
        """
        self.env.reset(seed=seed, options=options)
        self.agents = list(self.possible_agents)
        return self._observed([self.env.agent_selection]), {}

    def step(self, action_dict: Mapping[str, int]) -> tuple[dict[str, Any], ...]:
        """The agent that decides acts.

        Args:
            action_dict: {agent: action}.

        Returns:
            Observations, rewards, terminations, truncations and infos, by agent.

        Raises:
            IllegalAction: The action is not legal; nothing has changed.
        """
        self.env.step(action_dict[self.env.agent_selection])
        won, broken_off = any(self.env.terminations.values()), any(self.env.truncations.values())
        over = won or broken_off
        now = self.possible_agents if over else [self.env.agent_selection]
        rewards = {agent: float(self.env._cumulative_rewards[agent]) for agent in now}
        terminateds = {**dict.fromkeys(now, won), "__all__": won}
        truncateds = {**dict.fromkeys(now, broken_off), "__all__": broken_off}
        if over:
            self.agents = []
        return self._observed(now), rewards, terminateds, truncateds, {}

    def _observed(self, agents: list[str]) -> dict[str, Any]:
        seen = {agent: self.env.observe(agent) for agent in agents}
        return {agent: {"observations": one["observation"], "action_mask": one["action_mask"]} for agent, one in seen.items()}

    def render(self) -> Any:
        """As raw_env renders."""
        return self.env.render()

    def close(self) -> None:
        """Close the environment inside."""
        self.env.close()


ByAgent = dict[str, Any]


class MunchkinVectorMultiAgentEnv(VectorMultiAgentEnv):  # type: ignore[misc]
    """`num_envs` of these games as one batch: all rules, masks and observations in compiled code. MunchkinEnvRunner uses it.

    A game that ends is followed by the next one at the following step, which takes no action of it (RLlib's "next_step").
    """

    def __init__(self, num_envs: int, config: TableOptions | Mapping[str, Any] | None = None) -> None:
        """Make the environment.

        Args:
            num_envs: How many games.
            config: The keyword arguments of munchkin_v0.raw_env, but no render_mode.
        """
        super().__init__()
        self.num_envs = num_envs
        one = MunchkinMultiAgentEnv(config)
        self.metadata = {"autoreset_mode": "next_step"}
        self.envs = [one] * num_envs  # RLlib asks them for their spaces
        self.possible_agents = one.possible_agents
        self.single_observation_spaces: dict[str, spaces.Space[Any]] = dict(one.observation_spaces)
        self.single_action_spaces = one.action_spaces
        self.single_observation_space = spaces.Dict(self.single_observation_spaces)
        self.single_action_space = spaces.Dict(one.action_spaces)
        self.games = MunchkinVector(num_envs, autoreset=False, **dict(config or {}))
        self._actions = np.zeros(num_envs, np.int64)
        self._over = np.zeros(num_envs, np.bool_)

    def reset(self, *, seed: int | None = None, options: Any = None) -> tuple[list[ByAgent], list[ByAgent]]:  # noqa: ARG002 - RLlib's signature
        """Begin new games.

        Args:
            seed: Game i plays the i-th series of that seed; None plays the next game of each series.
            options: Ignored.

        Returns:
            For each game what the agent that decides sees, by agent, and an empty dict.
        """
        self.games.reset(seed)
        self._over[:] = False
        return self._deciders(), [{} for _ in range(self.num_envs)]

    def step(self, actions: Sequence[Mapping[str, int]]) -> tuple[list[ByAgent], ...]:
        """The agents that decide act; games that were over begin again.

        Args:
            actions: For each game {agent: action}.

        Returns:
            Observations, rewards, terminateds, truncateds and infos for each game by agent, as MunchkinMultiAgentEnv returns them.

        Raises:
            IllegalAction: An action is not legal; no game has changed.
        """
        games, began, agents = self.games, self._over.copy(), self.possible_agents
        deciders = games.seats.tolist()
        self._actions[:] = [-1 if over else one[agents[seat]] for one, seat, over in zip(actions, deciders, began.tolist(), strict=True)]
        games.step(self._actions)
        if began.any():
            games.reset(mask=began)
        self._over = games.terminated | games.truncated
        observations = self._deciders()
        paid, won = games.rewards.tolist(), games.terminated.tolist()
        rewards: list[ByAgent] = []
        terminateds: list[ByAgent] = []
        truncateds: list[ByAgent] = []
        for i, seat in enumerate(games.seats.tolist()):
            now = agents if seat < 0 or began[i] else [agents[seat]]
            rewards.append({agent: paid[i][agents.index(agent)] for agent in now})
            over = seat < 0
            terminateds.append({**dict.fromkeys(now, over and won[i]), "__all__": over and won[i]})
            truncateds.append({**dict.fromkeys(now, over and not won[i]), "__all__": over and not won[i]})
        return observations, rewards, terminateds, truncateds, [{} for _ in range(self.num_envs)]

    def _deciders(self) -> list[ByAgent]:
        """What the agents that decide see; where a game is over, what all see."""
        games, now = self.games, seen(self.games)
        masks = games.masks.astype(np.int8)
        return [
            {self.possible_agents[seat]: {"observations": _row(now, i), "action_mask": masks[i]}} if seat >= 0 else self._last(i)
            for i, seat in enumerate(games.seats.tolist())
        ]

    def _last(self, i: int) -> ByAgent:
        """The end of game i, as each agent sees it."""
        last = seen_last(self.games, i)
        nothing = np.zeros(N_ACTIONS, np.int8)
        return {agent: {"observations": _row(last, p), "action_mask": nothing.copy()} for p, agent in enumerate(self.possible_agents)}

    def close_extras(self, **_: Any) -> None:
        """End the threads of the batch."""
        self.games.close()


def _row(seen_by: Any, i: int) -> Any:
    """One row of an observation in either form."""
    return {name: array[i] for name, array in seen_by.items()} if isinstance(seen_by, dict) else seen_by[i]


class MunchkinEnvRunner(MultiAgentEnvRunner):  # type: ignore[misc]
    """Samples from MunchkinVectorMultiAgentEnv: `config.env_runners(env_runner_cls=MunchkinEnvRunner, num_envs_per_env_runner=64)`.

    RLlib's own runner makes that many single environments and steps them one by one.
    """

    vector_env = MunchkinVectorMultiAgentEnv
    env: Any = None

    def make_env(self) -> None:
        """As RLlib's runner does, but one batch."""
        if self.env is not None:
            self.env.close()
        given = self.config.env_config
        context = EnvContext(given, worker_index=self.worker_index, num_workers=self.config.num_env_runners)
        self.num_envs = self.config.num_envs_per_env_runner
        self.env = self.vector_env(self.num_envs, dict(given))
        self._needs_initial_reset = True
        make_callback(
            "on_environment_created",
            callbacks_objects=self._callbacks,
            callbacks_functions=self.config.callbacks_on_environment_created,
            kwargs={"env_runner": self, "metrics_logger": self.metrics, "env": self.env, "env_context": context},
        )
