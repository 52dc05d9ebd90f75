"""The shipped network chooses in the compiled loop what torch chooses, position by position.

POSITIONS=100000 pytest -m compiled tests/players/network/test_torch.py
"""

import os

import numpy as np
import pytest
import torch

from munchkin_env import MunchkinVector
from munchkin_env.core.mode import COMPILED
from munchkin_env.envs.teaching import Teacher
from munchkin_env.learning.networks import of_policy
from munchkin_env.players.policy import load_policy

pytestmark = pytest.mark.compiled
POSITIONS = int(os.environ.get("POSITIONS", "10000" if COMPILED else "200"))
GAMES = 50


def test_the_same_logits_and_the_same_actions() -> None:
    torch.set_num_threads(1)
    policy = load_policy("trained-pure")
    net = of_policy(policy)
    games = MunchkinVector(GAMES, seed=8)
    games.reset()
    network, guide = Teacher(games, "trained-pure"), Teacher(games, "greedy")
    for _ in range(POSITIONS // GAMES):
        with torch.no_grad():
            logits, values = (found.numpy() for found in net(torch.from_numpy(games.observations)))
        chosen = network.choose()
        best = np.where(games.masks, logits, -np.inf).argmax(axis=1)
        assert np.array_equal(chosen, best)
        assert abs(policy.logits(games.observations) - logits).max() < 1e-4
        assert abs(policy.values(games.observations) - values).max() < 1e-4
        games.step(guide.choose())
