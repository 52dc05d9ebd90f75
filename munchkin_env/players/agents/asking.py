"""One decision of an agent in a Game: what it is shown, and a check of what it answers."""

import hashlib
import operator
from typing import Any

from munchkin_env.core.texts import printable
from munchkin_env.game.game import Game
from munchkin_env.players.protocol import Agent, AgentError

from .safe import named, own_name, said


def ask(agent: Agent, game: Game, number: int = 0) -> int:
    """The agent's action for the seat that decides. Raises AgentError if it is not legal; what the agent raises comes through."""
    _check_open(game)
    observation, mask = game.observe(game.seat), game.mask()
    observation.setflags(write=False)
    mask.setflags(write=False)
    return checked(agent, agent.act(observation, mask, info_for(agent, game, number)), game)


def info_for(agent: Agent, game: Game, number: int = 0) -> dict[str, Any]:
    """What the agent is told besides observation and mask. `number`: of the game, for agents that play several at once."""
    _check_open(game)
    info: dict[str, Any] = {"seat": game.seat, "num_players": game.num_players, "decision": game.decision, "game": number}
    if getattr(agent, "imagines", False):
        info["imagine"] = Imagine(imagined(game, game.seat), game.seat)
    return info


def _check_open(game: Game) -> None:
    if game.over:
        raise ValueError("the game is over: nobody decides")


class Imagine:
    """The only way from an agent to a game: worlds that the seat cannot tell from the true one, without its seed and its log.

    It does not hold the true game, only an imagined one. Worlds of that are the same, since it looks the same to the seat.
    """

    __slots__ = ("_seat", "_world")

    def __init__(self, world: Game, seat: int) -> None:
        """world: what imagined() gave."""
        self._world, self._seat = world, seat

    def __call__(self, seed: int) -> Game:
        return self._world.determinise(self._seat, seed)


def imagined(game: Game, seat: int) -> Game:
    """A world in which nothing is left of what the seat cannot know: it depends on nothing else than what the seat knows."""
    return game.determinise(seat, 0)


def checked(agent: Agent, action: Any, game: Game) -> int:
    """The action as a plain number, if it is one and legal."""
    try:
        number = operator.index(action)
    except TypeError:
        raise AgentError(f"{name_of(agent)} answered {said(action)}: an action is an integer") from None
    if number not in game.legal():
        legal = "; ".join(f"{text} ({one})" for text, one in game.texts().items())
        raise AgentError(f"{name_of(agent)} chose action {number}, which is not legal at {game.decision}: it may {legal}")
    return number


def name_of(agent: Agent) -> str:
    return own_name(agent) or named(agent)


def agent_seed(number: int, seat: int) -> int:
    """A seed for an agent's randomness, from a number that may be told: nobody can calculate back, but whoever knows what numbers there are
    can try them all."""
    digest = hashlib.blake2b(f"{number} {seat}".encode(), digest_size=8, person=b"munchkin agent").digest()
    return int.from_bytes(digest, "little") >> 2


def begin(agent: Agent, seat: int, num_players: int, seed: int) -> None:
    """Tells the agent, if it listens, that a game begins."""
    if listens := getattr(agent, "begin", None):
        listens(seat, num_players, seed)


def close(agent: Agent) -> None:
    """Tells the agent, if it listens, that nothing more comes."""
    if listens := getattr(agent, "close", None):
        listens()


def describe_choice(agent: Agent) -> str:
    """Why it chose what it chose last, if it says so."""
    says = getattr(agent, "explain", None)
    return printable(str(says())) if says else ""
