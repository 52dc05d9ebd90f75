"""RLlib: the game as a MultiAgentEnv, with the observation under the key that RLlib's action-masking module reads."""

from collections.abc import Mapping
from typing import Any, cast

from gymnasium import spaces

try:
    from ray.rllib.env.multi_agent_env import MultiAgentEnv
except ImportError as error:
    raise ImportError("munchkin_env.envs.rllib needs RLlib: pip install 'ray[rllib]' torch") from error

from .aec import TableOptions, raw_env


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
