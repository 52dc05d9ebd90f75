"""A network as an agent."""

from typing import Any

import numpy as np

from munchkin_env.game.game import Game
from munchkin_env.players.agents import ask
from munchkin_env.players.agents.policy import PolicyAgent


class LastLegal:
    """Stands for a network: the last legal action of each game."""

    def __init__(self) -> None:
        self.batches: list[int] = []

    def act_many(self, observations: Any, masks: Any, deterministic: bool = True) -> Any:
        self.batches.append(len(observations))
        assert deterministic
        return np.array([np.flatnonzero(mask)[-1] for mask in masks])


def test_it_plays_one_game_and_many_at_once() -> None:
    policy = LastLegal()
    agent = PolicyAgent(policy, "mine")
    games = [Game(3, seed=seed) for seed in range(4)]
    assert ask(agent, games[0]) == games[0].legal()[-1]
    actions = agent.act_many(np.array([g.observe(g.seat) for g in games]), np.array([g.mask() for g in games]), [{}] * 4)
    assert list(actions) == [g.legal()[-1] for g in games]
    assert policy.batches == [1, 4] and agent.name == "mine"
