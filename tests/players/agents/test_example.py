"""The example of an agent that searches, agents/fights.py."""

from typing import Any

import pytest

from munchkin_env.agents import ask, begin, describe_choice, load_agent
from munchkin_env.game.game import Game
from munchkin_env.game.scenario import seat, table
from munchkin_env.players.agents import AgentError

NAME = "agents.fights:Fights(playouts=24)"


def fight() -> Game:
    game = table(seat(level=2, hand="Magic Missile"), seat(level=2), doors=["Net Troll"])
    game.players[0].kicks_open_the_door()
    return game.game


def test_it_searches_in_fights_alone() -> None:
    agent: Any = load_agent(NAME, seed=3)
    game = fight()
    assert game.decision == "FIGHT_WINDOW" and game.is_legal(ask(agent, game)) and "win share" in describe_choice(agent)
    begins = Game(2, seed=1)
    assert ask(agent, begins) == ask(load_agent("greedy", seed=3), begins) and "win share" not in describe_choice(agent)


def test_the_same_seed_makes_the_same_choice_whatever_is_hidden() -> None:
    def choice(game: Game) -> int:
        agent = load_agent(NAME)
        begin(agent, 0, 2, 7)
        return ask(agent, game)

    assert choice(fight()) == choice(fight()) == choice(fight().determinise(0, 5))


@pytest.mark.parametrize("arguments", ["playouts=0", "bot='gredy'"])
def test_what_it_cannot_be_is_said(arguments: str) -> None:
    with pytest.raises(AgentError, match=r"constructor raised (AgentError|UnknownBotError)"):
        load_agent(f"agents.fights:Fights({arguments})")
