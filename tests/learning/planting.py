"""Labels made up for a test."""

from typing import Any

import numpy as np

from munchkin_env.engine.state.actions import N_ACTIONS
from munchkin_env.vocabulary.words import NONE

SEEN = 5
"""The number of the observation that says which action is better."""
FIRST, SECOND, OTHER = 3, 8, 11
"""The bot's choice, another candidate, and a legal action that is none."""


def planted_part(n: int, gain: float, luck: float = 0.0, seed: int = 1) -> dict[str, Any]:
    """Decisions in which the second candidate is worth that much more if a number is seen, and that much less if not."""
    rng = np.random.default_rng(seed)
    seen = rng.random(n) < 0.5
    legal = np.zeros((n, N_ACTIONS), np.uint8)
    legal[:, [FIRST, SECOND, OTHER]] = 1
    worth = np.zeros((n, 8), np.float32)
    worth[:, 0] = 0.25
    worth[:, 1] = 0.25 + np.where(seen, gain, -gain) + luck * rng.normal(size=n)
    action = np.full((n, 8), NONE, np.int16)
    action[:, :2] = FIRST, SECOND
    return {
        "lengths": np.ones(n, np.int16),
        "where": np.full(n, SEEN, np.uint16),
        "what": np.where(seen, 1.0, -1.0).astype(np.float16),
        "legal": np.packbits(legal, axis=1),
        "action": action,
        "worth": worth,
        "kind": np.zeros(n, np.int8),
        "game": np.arange(n, dtype=np.int32) // 4,
        "weight": np.ones(n, np.float32),
        "outcome": np.full(n, 0.25, np.float32),
    }
