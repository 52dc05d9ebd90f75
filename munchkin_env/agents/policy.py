"""A trained network as an agent."""

from collections.abc import Sequence
from importlib import import_module
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from munchkin_env.agents.protocol import AgentError, Info

TRAINED = "trained"
"""The name of the policy that comes with the package."""
SHIPPED = Path(__file__).parent.parent / "policies" / "deluxe.npz"
ENDINGS = (".zip", ".npz")


class PolicyAgent:
    """Takes the action that the network likes best. All games that wait for it are evaluated at once."""

    def __init__(self, policy: Any, name: str = "policy", *, deterministic: bool = True) -> None:
        """policy: what munchkin_env.policy.load_policy gave."""
        self.policy, self.name, self.deterministic = policy, name, deterministic

    def act(self, observation: npt.NDArray[np.float32], mask: npt.NDArray[np.bool_], info: Info) -> int:
        return int(self.act_many(observation[None], mask[None], [info])[0])

    def act_many(
        self,
        observations: npt.NDArray[np.float32],
        masks: npt.NDArray[np.bool_],
        infos: Sequence[Info],  # noqa: ARG002 - the protocol's signature
    ) -> Any:
        return self.policy.act_many(observations, masks, deterministic=self.deterministic)


def load_policy_agent(path: str | Path) -> PolicyAgent:
    """The agent of a policy file, or of the name "trained". Raises AgentError, or PolicyError if the file does not fit this version."""
    file = SHIPPED if path == TRAINED else Path(path)
    if not file.is_file():
        what = "this package was built without its trained policy" if path == TRAINED else f"there is no file {file}"
        raise AgentError(f"{path}: {what}; `make train` makes one")
    policy: Any = import_module("munchkin_env.policy")
    return PolicyAgent(policy.load_policy(file), TRAINED if path == TRAINED else file.stem)
