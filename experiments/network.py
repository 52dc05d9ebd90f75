"""A MaskablePPO policy that contains one of our networks."""

from collections.abc import Mapping
from typing import Any

import numpy as np
from sb3_contrib.common.maskable.distributions import MaskableCategoricalDistribution
from sb3_contrib.common.maskable.policies import MaskableActorCriticPolicy

from munchkin_env.engine.state.actions import N_ACTIONS
from munchkin_env.learning.networks import network_of
from munchkin_env.observe import SIZE

Tensor = Any


class NetworkPolicy(MaskableActorCriticPolicy):  # type: ignore[misc]
    """One of our networks as a policy of MaskablePPO.

    If observations have an additional number, the teacher's choice (experiments/advice.py), the loss has an additional term: how
    improbable that choice is. MaskablePPO's only hook for it is the entropy, which it adds to its loss with a weight: that weight is then
    1, and the returned entropy combines both terms with their own weights. Only the loss reads the teacher's number, not the network.
    """

    def __init__(self, *arguments: Any, shape: Mapping[str, Any], columns: Any, sets: tuple[str, ...], **named: Any) -> None:
        self.advice, self.entropy_weight, self.followed = 0.0, 0.0, float("nan")
        self.made_of = (shape, np.asarray(columns, np.int64), tuple(sets))
        super().__init__(*arguments, **named)

    def _build(self, lr_schedule: Any) -> None:
        self.net = network_of(*self.made_of)
        self.action_dist = MaskableCategoricalDistribution(N_ACTIONS)
        self.optimizer = self.optimizer_class(self.parameters(), lr=lr_schedule(1), **self.optimizer_kwargs)

    def _distribution(self, logits: Tensor, masks: Any) -> Any:
        distribution = self.action_dist.proba_distribution(logits)
        if masks is not None:
            distribution.apply_masking(masks)
        return distribution

    def forward(self, obs: Tensor, deterministic: bool = False, action_masks: Any = None) -> tuple[Tensor, Tensor, Tensor]:
        logits, values = self.net(obs)
        distribution = self._distribution(logits, action_masks)
        actions = distribution.get_actions(deterministic=deterministic)
        return actions, values.unsqueeze(1), distribution.log_prob(actions)

    def evaluate_actions(self, obs: Tensor, actions: Tensor, action_masks: Any = None) -> tuple[Tensor, Tensor, Tensor]:
        logits, values = self.net(obs)
        distribution = self._distribution(logits, action_masks)
        entropy = distribution.entropy()
        if self.advice and obs.shape[1] > SIZE:
            advised = distribution.log_prob(obs[:, SIZE])
            self.followed = float((distribution.get_actions(deterministic=True) == obs[:, SIZE]).float().mean())
            entropy = self.entropy_weight * entropy + self.advice * advised
        return values.unsqueeze(1), distribution.log_prob(actions), entropy

    def get_distribution(self, obs: Tensor, action_masks: Any = None) -> Any:
        return self._distribution(self.net(obs)[0], action_masks)

    def predict_values(self, obs: Tensor) -> Tensor:
        return self.net(obs)[1].unsqueeze(1)
