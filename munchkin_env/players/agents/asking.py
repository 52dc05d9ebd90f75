"""One decision of an agent in a Game: what it is shown, and a check of its answer."""

import hashlib
import operator
from collections.abc import Iterable, Mapping
from dataclasses import asdict
from typing import Any

from munchkin_env.core.texts import printable
from munchkin_env.game.game import Event, Game
from munchkin_env.players.protocol import Agent, AgentError

from .safe import class_name, own_name, said


def ask(agent: Agent, game: Game, number: int = 0, events: Iterable[Event] | None = None) -> int:
    """The agent's action for the deciding seat. Raises AgentError if it is not legal; the agent's own exceptions pass through.

    events: what the seat has seen since its last decision, for an agent that reads; None: in the last step.
    """
    _check_open(game)
    observation, mask = game.observe(game.seat), game.mask()
    observation.setflags(write=False)
    mask.setflags(write=False)
    return checked(agent, agent.act(observation, mask, info_for(agent, game, number, events)), game)


def info_for(agent: Agent, game: Game, number: int = 0, events: Iterable[Event] | None = None) -> dict[str, Any]:
    """What the agent gets besides observation and mask. `number`: of the game, for agents that play several at once."""
    _check_open(game)
    info: dict[str, Any] = {"seat": game.seat, "num_players": game.num_players, "decision": game.decision, "game": number}
    if getattr(agent, "imagines", False):
        info["imagine"] = Imagine(imagined(game, game.seat), game.seat)
    if reads(agent):
        info["events"] = events_as_data(game.events(game.seat) if events is None else events)
    return info


def reads(agent: Agent) -> bool:
    """Does it want to be told what has happened?"""
    return bool(getattr(agent, "reads", False))


def events_as_data(events: Iterable[Event]) -> list[dict[str, Any]]:
    """What has happened, in a form that can be sent to another process."""
    return [asdict(event) for event in events]


class News:
    """What each seat of an agent that reads has seen since its last decision. The game must keep its log."""

    def __init__(self, game: Game, agents: Mapping[int, Agent]) -> None:
        """agents: by seat."""
        self._seen = {seat: game.events(seat) for seat, agent in agents.items() if reads(agent)}

    def note(self, game: Game) -> None:
        """An action was done."""
        for seat, seen in self._seen.items():
            seen += game.events(seat)

    def take(self, seat: int) -> list[Event] | None:
        """What the seat has not been told yet: for `ask`. None if it does not read."""
        seen = self._seen.get(seat)
        if seen is not None:
            self._seen[seat] = []
        return seen


def _check_open(game: Game) -> None:
    if game.over:
        raise ValueError("the game is over: nobody decides")


class Imagine:
    """An agent's only access to a game: worlds that its seat cannot tell from the real one, without its seed and log.

    It holds no real game, only an imagined one. Imagining from that gives the same worlds, since the seat knows the same about it.
    """

    __slots__ = ("_seat", "_world")

    def __init__(self, world: Game, seat: int) -> None:
        """world: what imagined() returned."""
        self._world, self._seat = world, seat

    def __call__(self, seed: int) -> Game:
        return self._world.determinise(self._seat, seed)


def imagined(game: Game, seat: int) -> Game:
    """A world without anything that the seat cannot know: it depends only on what the seat knows."""
    return game.determinise(seat, 0)


def checked(agent: Agent, action: Any, game: Game) -> int:
    """The action as a plain int, if it is one and legal."""
    try:
        number = operator.index(action)
    except TypeError:
        raise AgentError(f"{name_of(agent)} answered {said(action)}: an action must be an integer") from None
    if number not in game.legal():
        legal = "; ".join(f"{text} ({one})" for text, one in game.texts().items())
        raise AgentError(f"{name_of(agent)} chose action {number}, which is not legal at {game.decision}: legal are {legal}")
    return number


def name_of(agent: Agent) -> str:
    return own_name(agent) or class_name(agent)


def agent_seed(number: int, seat: int) -> int:
    """A seed for an agent, derived from a public number: it cannot be inverted, but anyone who knows the possible numbers
    can try them all."""
    digest = hashlib.blake2b(f"{number} {seat}".encode(), digest_size=8, person=b"munchkin agent").digest()
    return int.from_bytes(digest, "little") >> 2


def begin(agent: Agent, seat: int, num_players: int, seed: int) -> None:
    """Tell the agent, if it listens, that a game begins."""
    if listens := getattr(agent, "begin", None):
        listens(seat, num_players, seed)


def close(agent: Agent) -> None:
    """Tell the agent, if it listens, that there will be no more games."""
    if listens := getattr(agent, "close", None):
        listens()


def describe_choice(agent: Agent) -> str:
    """The reason for its last choice, if it gives one."""
    says = getattr(agent, "explain", None)
    return printable(str(says())) if says else ""
