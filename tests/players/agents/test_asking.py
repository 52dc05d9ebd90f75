"""What an agent is shown, and that it is shown nothing else."""

from typing import Any

import numpy as np
import numpy.typing as npt
import pytest

from munchkin_env.game.game import Game
from munchkin_env.players.agents import AgentError, BotAgent, ask, begin, close, describe_choice, info_for
from tests.envs.positions import positions
from tests.players.bots.player import Player


class Noting:
    """Takes the first legal action and remembers what it was shown."""

    imagines = True

    def __init__(self) -> None:
        self.shown: list[Any] = []

    def act(self, observation: npt.NDArray[np.float32], mask: npt.NDArray[np.bool_], info: Any) -> int:
        self.shown.append((observation, mask, info))
        return int(np.flatnonzero(mask)[0])


class Answering:
    name = "stubborn"

    def __init__(self, answer: Any) -> None:
        self.answer = answer

    def act(self, observation: Any, mask: Any, info: Any) -> Any:  # noqa: ARG002 - the protocol's signature
        return self.answer


def test_an_agent_sees_observation_mask_and_who_it_is() -> None:
    game, agent = Game(3, seed=1), Noting()
    assert ask(agent, game, 7) == game.legal()[0]
    observation, mask, info = agent.shown[0]
    assert np.array_equal(observation, game.observe(game.seat)) and np.array_equal(mask, game.mask())
    assert {**info, "imagine": 0} == {"seat": game.seat, "num_players": 3, "decision": game.decision, "game": 7, "imagine": 0}
    for array in (observation, mask):
        with pytest.raises(ValueError, match="read-only"):
            array[0] = 0


def test_only_an_agent_that_imagines_can() -> None:
    assert "imagine" not in info_for(Answering(0), Game(2, seed=1))


@pytest.mark.compiled
def test_imagined_worlds_look_the_same_to_the_seat_and_hide_the_true_one() -> None:
    other = 0
    for game in positions(4, seed=3, chance=0.01):
        if game.over:
            continue
        game.record.logging = 1
        world = info_for(Noting(), game)["imagine"](5)
        assert np.array_equal(world.observe(game.seat), game.observe(game.seat)) and world.legal() == game.legal()
        assert world.seed is None and world.events() == [] and not world._array["event"].tobytes().strip(b"\0")
        assert world == info_for(Noting(), game)["imagine"](5) and world != info_for(Noting(), game)["imagine"](6)
        other += hidden(world) != hidden(game)
    assert other > 20, "what is hidden is dealt anew"


def finished() -> Game:
    game = Game(2, seed=1, win_level=3, max_rounds=2)
    while not game.over:
        game.apply(game.legal()[0])
    return game


@pytest.mark.parametrize("agent", [Noting(), Answering(0)])
def test_when_the_game_is_over_nobody_is_asked(agent: Any) -> None:
    for question in (ask, info_for):
        with pytest.raises(ValueError, match="the game is over: nobody decides"):
            question(agent, finished())
    assert not getattr(agent, "shown", [])


def test_what_an_agent_may_imagine_stays_the_world_of_that_decision() -> None:
    """After the game has moved on, has ended, and the agent was closed."""
    game, agent = Game(2, seed=1, win_level=3, max_rounds=2), Noting()
    seat, before = game.seat, game.clone()
    ask(agent, game)
    imagine = agent.shown[0][2]["imagine"]
    world = imagine(3)
    while not game.over:
        game.apply(game.legal()[0])
    close(agent)
    assert imagine(3) == world == before.determinise(seat, 3) and not world.over
    world.apply(world.legal()[0])
    assert imagine(3) == before.determinise(seat, 3), "each world is one of its own"
    assert game.determinise(seat, 3).over and game.determinise(seat, 3).legal() == []


def hidden(game: Game) -> list[str]:
    """The hands that the seat does not see."""
    record = game.record
    return [game.name(record.seat[p].hand[i]) for p in range(game.num_players) if p != game.seat for i in range(record.seat[p].hand_n)]


@pytest.mark.compiled
@pytest.mark.parametrize("bot", ["greedy", "weighted"])
def test_a_bot_that_imagines_chooses_like_one_in_the_loop(bot: str) -> None:
    """The agent looks at its own world; the bot in the loop looks at the real one."""
    agent, true = BotAgent(bot), Player(bot, seed=1)
    n = 0
    for game in positions(5, seed=20, chance=0.02):
        if not game.over:
            assert ask(agent, game) == true.choice(game), game.decision
            n += 1
    assert n > 100


def test_begin_gives_a_bot_its_randomness_again() -> None:
    game = Game(4, seed=2)
    agent = BotAgent("random")

    def some() -> list[int]:
        return [ask(agent, game) for _ in range(20)]

    begin(agent, 1, 4, 99)
    first = some()
    then = some()
    begin(agent, 1, 4, 99)
    assert some() == first != then


def test_agents_need_not_listen() -> None:
    agent = Noting()
    begin(agent, 0, 2, 1)
    close(agent)
    assert describe_choice(agent) == ""


@pytest.mark.parametrize("answer", [None, "pass", 1.0, -1, 10_000])
def test_what_is_no_legal_action_is_refused_by_name(answer: Any) -> None:
    game = Game(2, seed=1)
    with pytest.raises(AgentError, match=r"stubborn (answered|chose)"):
        ask(Answering(answer), game)
