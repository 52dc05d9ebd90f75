"""The game as a PettingZoo parallel environment: every agent observes at every step, and the action of the one who decides counts."""

from collections.abc import Mapping
from typing import Any, Literal, Unpack

import numpy as np
import numpy.typing as npt
from gymnasium import spaces
from gymnasium.error import ResetNeeded
from pettingzoo import ParallelEnv

from munchkin_env.game.game import Game

from .aec import AgentObservation, CheckedEnv, TableOptions, raw_env
from .gym import check_illegal_action

ParallelStep = tuple[dict[str, AgentObservation], dict[str, float], dict[str, bool], dict[str, bool], dict[str, dict[str, Any]]]
"""Observations, rewards, terminations, truncations and infos, each by agent."""


class MunchkinParallelEnv(ParallelEnv[str, AgentObservation, int]):  # type: ignore[misc]  # PettingZoo has no types
    """One agent decides at a time: the one whose mask is not zero, `agent_selection`. What the others send is ignored.

    A step pays an agent what `last()` of the AEC environment would: rewards add up to the agent's return.
    """

    def __init__(self, *, illegal_action: Literal["terminate", "raise"] = "terminate", **settings: Unpack[TableOptions]) -> None:
        """Make the environment.

        Args:
            illegal_action: "terminate" ends the game with -1 for that agent, "raise" raises IllegalAction and changes nothing.
            settings: The keyword arguments of raw_env.
        """
        check_illegal_action(illegal_action)
        self._live = raw_env(**settings)
        self._env = CheckedEnv(self._live) if illegal_action == "terminate" else self._live
        self.metadata = {**raw_env.metadata, "is_parallelizable": True}
        self.render_mode = self._live.render_mode
        self.possible_agents = self._live.possible_agents[:]
        self.observation_spaces, self.action_spaces = self._live.observation_spaces, self._live.action_spaces
        self.state_space = self._live.state_space
        self.agents: list[str] = []

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        return self._live.observation_space(agent)

    def action_space(self, agent: str) -> spaces.Space[Any]:
        return self._live.action_space(agent)

    @property
    def agent_selection(self) -> str:
        """The agent that decides."""
        return self._live.agent_selection

    @property
    def game(self) -> Game:
        """A copy of the current game."""
        return self._live.game

    def reset(
        self, seed: int | None = None, options: Mapping[str, Any] | None = None
    ) -> tuple[dict[str, AgentObservation], dict[str, dict[str, Any]]]:
        """Begin a new game.

        Args:
            seed: As for raw_env: it gives the same game.
            options: As for raw_env.

        Returns:
            Observations and infos, by agent.
        """
        self._env.reset(seed=seed, options=options)
        self.agents = self.possible_agents[:]
        return self._observations(), dict(self._live.infos)

    def step(self, actions: Mapping[str, int]) -> ParallelStep:
        """The agent that decides acts.

        Args:
            actions: Actions by agent; only that of `agent_selection` must be there.

        Raises:
            ResetNeeded: There is no game, or it is over.
            ValueError: The action of the agent that decides is missing.
            IllegalAction: It is not legal, with illegal_action="raise".
            AssertionError: It is outside the action space, with illegal_action="terminate".
        """
        if not self.agents:
            raise ResetNeeded("there is no game, or it is over: call reset() first")
        live, agent = self._live, self._live.agent_selection
        if agent not in actions:
            raise ValueError(f"{agent} decides but has no action; the actions given are of {', '.join(actions) or 'nobody'}")
        self._env.step(actions[agent])
        terminations, truncations = dict(live.terminations), dict(live.truncations)
        if any(terminations.values()) or any(truncations.values()):
            self.agents = []
        return self._observations(), dict(live.rewards), terminations, truncations, dict(live.infos)

    def _observations(self) -> dict[str, AgentObservation]:
        return {agent: self._live.observe(agent) for agent in self.possible_agents}

    def state(self) -> npt.NDArray[np.float32]:
        """As raw_env: all that is known to anybody, for centralized critics."""
        return self._live.state()

    def render(self) -> str | None:
        """As raw_env renders."""
        return self._live.render()


def parallel_env(*, illegal_action: Literal["terminate", "raise"] = "terminate", **settings: Unpack[TableOptions]) -> MunchkinParallelEnv:
    """Make the environment for libraries that know only PettingZoo's parallel interface.

    Args:
        illegal_action: "terminate" ends the game with -1 for that agent, as `env` does; "raise" raises IllegalAction, as `raw_env` does.
        settings: The keyword arguments of raw_env.
    """
    return MunchkinParallelEnv(illegal_action=illegal_action, **settings)
