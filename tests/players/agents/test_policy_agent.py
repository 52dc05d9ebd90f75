"""A network as an agent."""

from typing import Any

import numpy as np
import pytest

from munchkin_env.game.game import Game
from munchkin_env.players.agents import ask, load_agent
from munchkin_env.players.agents.policy import PolicyAgent
from munchkin_env.players.policy import Policy, load_policy, new_prior


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


@pytest.mark.compiled
def test_a_policy_plays_from_arrays_that_it_cannot_write_to() -> None:
    """Kernels take writable arrays only."""
    game, agent = Game(4, seed=3), load_agent("trained-pure")
    for _ in range(30):
        observation, mask = game.observe(game.seat), game.mask()
        written_to = load_policy("trained-pure").act_many(observation[None], mask[None])[0]
        action = ask(agent, game)
        assert action == written_to
        game.apply(action)


def test_a_policy_that_asks_a_bot_asks_it_in_imagined_worlds() -> None:
    """With a great weight it does what the bot does."""
    trained = load_policy("trained-pure")
    agent = PolicyAgent(Policy(trained.arrays, {**trained.about, "prior": new_prior("greedy", 1000.0)}))
    assert agent.imagines and not PolicyAgent(trained).imagines
    game = Game(4, seed=3)
    for _ in range(60):
        action = ask(agent, game)
        assert action == ask(load_agent("greedy"), game)
        game.apply(action)
