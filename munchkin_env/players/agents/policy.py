"""A trained network as an agent."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from munchkin_env.players.policy import PolicyError, check_sets, load_policy, policy_name
from munchkin_env.players.protocol import AgentError, Info

from .scripted import BotAgent


class PolicyAgent:
    """Takes the network's preferred action. All games that wait for it are evaluated in one batch.

    A policy that asks a bot (`Policy.prior`) looks at imagined worlds for that, as the bot itself does when it is an agent.
    """

    def __init__(self, policy: Any, name: str = "policy", *, deterministic: bool = True) -> None:
        """policy: what munchkin_env.players.policy.load_policy returned."""
        self.policy, self.name, self.deterministic = policy, name, deterministic
        prior = getattr(policy, "prior", None)
        self._bot = BotAgent(prior.style) if prior else None
        self.imagines = prior is not None

    def act(self, observation: npt.NDArray[np.float32], mask: npt.NDArray[np.bool_], info: Info) -> int:
        return int(self.act_many(observation[None], mask[None], [info])[0])

    def act_many(
        self,
        observations: npt.NDArray[np.float32],
        masks: npt.NDArray[np.bool_],
        infos: Sequence[Info],
    ) -> Any:
        if self._bot is None:
            return self.policy.act_many(observations, masks, deterministic=self.deterministic)
        choices = [self._bot.act(*shown) for shown in zip(observations, masks, infos, strict=True)]
        return self.policy.act_many(observations, masks, deterministic=self.deterministic, choices=np.array(choices, np.int64))


def load_policy_agent(path: str | Path, sets: Sequence[str | Path] | None = None) -> PolicyAgent:
    """The agent for a policy file or the name of a shipped one. Raises AgentError that says why the file cannot be used here.

    sets: the cards that it will play with.
    """
    try:
        policy = load_policy(path, sets)
    except PolicyError as error:
        raise AgentError(str(error)) from error
    try:
        if sets is not None:
            check_sets(policy.about, sets)
    except PolicyError as error:
        raise AgentError(f"{path}: {error}") from error
    return PolicyAgent(policy, policy_name(path))
