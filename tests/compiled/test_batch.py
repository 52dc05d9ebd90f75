"""A batch with bots inside: compiled code and the twin show and pay the same, bit by bit."""

import hashlib
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np

from munchkin_env import MunchkinVector
from munchkin_env.core.mode import COMPILED
from munchkin_env.envs.spaces import ObservationName

ROOT = Path(__file__).parents[2]
RULES: dict[str, Any] = {"max_rounds": 1, "trade_budget": 0, "win_level": 4}
BOTS = {"greedy": 2, "weighted": 1, "random": 1}


def digest(observation: ObservationName) -> str:
    found = hashlib.sha256()
    with MunchkinVector(6, seed=1, seat="random", opponents=BOTS, observation=observation, shaping=0.3, gamma=0.9, **RULES) as games:
        games.reset()
        for turn in range(120):
            games.step([np.flatnonzero(mask)[turn % 7 % mask.sum()] for mask in games.masks])
            for name in ("observations", "ids", "numbers", "masks", "seats", "rewards", "terminated", "truncated", "final_observations"):
                found.update(getattr(games, name).tobytes())
        found.update(games.to_bytes())
        assert games.summary()["games"] > 0
    return found.hexdigest()


def both() -> str:
    return f"{digest('vector')} {digest('compact')}"


def test_a_batch_is_the_same_compiled_and_in_the_twin() -> None:
    assert COMPILED
    environment = {**os.environ, "NUMBA_DISABLE_JIT": "1"}
    command = [sys.executable, "-W", "error", "-c", "from tests.compiled.test_batch import both; print(both())"]
    done = subprocess.run(command, env=environment, cwd=ROOT, capture_output=True, text=True, check=False, timeout=300)
    assert done.returncode == 0, done.stderr
    assert done.stdout.split() == both().split()
