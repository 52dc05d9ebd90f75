"""A network that imitates comes to choose as the bot does, in positions that it has not seen."""

from itertools import pairwise
from typing import Any

import numpy as np
import pytest

from munchkin_env import MunchkinVector
from munchkin_env.core.mode import COMPILED
from munchkin_env.envs.teaching import Teacher
from munchkin_env.learning.imitation import imitate
from munchkin_env.learning.rounds import Plan, new_network

pytestmark = [pytest.mark.compiled, pytest.mark.skipif(not COMPILED, reason="thousands of decisions take the twin minutes")]


def agreement(net: Any) -> float:
    """With the bot, where there is a choice."""
    import torch

    games = MunchkinVector(256, seed=9, seat="random", opponents="greedy")
    games.reset()
    teacher, alike, asked = Teacher(games, "greedy"), 0, 0
    for _ in range(40):
        actions = teacher.choose()
        with torch.no_grad():
            logits = net.logits(torch.from_numpy(games.observations)).numpy()
        rows = games.masks.sum(axis=1) > 1
        alike += int((np.where(games.masks, logits, -np.inf).argmax(axis=1) == actions)[rows].sum())
        asked += int(rows.sum())
        games.step(actions)
    return alike / asked


@pytest.mark.slow
def test_it_comes_to_choose_as_the_bot_does(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("munchkin_env.learning.imitation._GAMES", 512)
    net, _ = new_network(Plan(bot="greedy"))
    before = agreement(net)
    done = list(imitate(net, "greedy", 60))
    assert len(done) == 60 and done[-1] == 1.0 and all(a < b for a, b in pairwise(done))
    assert agreement(net) > max(0.6, before + 0.2), before
