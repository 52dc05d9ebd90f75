"""Who plays the seats: the package's own agents in this process, the user's classes in processes of their own."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple, Protocol

import numpy as np
import numpy.typing as npt

from munchkin_env.game.game import Game
from munchkin_env.players.agents import Agent, AgentError, load_agent
from munchkin_env.players.agents.asking import Imagine, begin, close, reads
from munchkin_env.players.agents.process import FREE, AgentProcess, FailedError, GoneError, Limits
from munchkin_env.players.agents.safe import told_error
from munchkin_env.players.agents.serving import numbers
from munchkin_env.players.agents.talking import Talk, checked_talk, talk_of

from .definition import Definition

GRACE = 5.0  # seconds beyond the limit after which an agent counts as hung
TO_WAKE_UP = 60.0  # extra seconds for the first answer of a process, and for preparing for a game
TO_CLOSE = 10.0  # seconds for an agent's clean-up

Key = tuple[int, int]
"""An entrant, and which of its seats at a table: isolated, each has its own process."""
Answer = int | dict[str, str]
"""An action, or the invalid answer in words."""


class Wishes(NamedTuple):
    """What an agent wants to be given besides observation, mask and the usual info."""

    imagines: bool
    """Imagined worlds."""
    reads: bool
    """What its seat has seen since its last decision."""


class Acted(NamedTuple):
    """What an agent has decided."""

    answers: list[Answer]
    talk: Talk
    """What it says; only if it was asked about one game."""


@dataclass(frozen=True)
class Asking:
    """Games that wait for one agent. All of it is what the seats may know: nothing else enters an agent's process."""

    places: Sequence[str]
    observations: npt.NDArray[np.float32]
    masks: npt.NDArray[np.bool_]
    infos: Sequence[dict[str, Any]]
    worlds: Sequence[Game] = ()
    """Imagined worlds, for an agent that asks for them."""
    talks: bool = False
    """Whether it may say something."""

    def message(self, sets: Sequence[str]) -> tuple[dict[str, Any], list[bytes]]:
        """The form in which it crosses the pipe."""
        order = {
            "order": "act",
            "places": list(self.places),
            "infos": list(self.infos),
            "size": self.observations.shape[1],
            "actions": self.masks.shape[1],
            "sets": list(sets) if self.worlds else [],
            "talks": self.talks,
        }
        return order, [self.observations.tobytes(), self.masks.tobytes(), *(one.state() for one in self.worlds)]


class AgentTeam(Protocol):
    """The agents of an entrant. Their exceptions are FailedErrors, the end of their process is a GoneError."""

    def sit(self, place: str, seat: int, seed: int) -> Wishes:
        """A game begins."""

    def act(self, asked: Asking) -> Acted: ...

    def close(self, *, tell: bool) -> None: ...


class Here:
    """In this process: its exceptions are caught, but that is the only protection."""

    def __init__(self, definition: Definition, spec: str) -> None:
        self._definition, self._spec = definition, spec
        self._agents: dict[str, Agent] = {}
        self._many = callable(getattr(self._agent("first", 0), "act_many", None))

    def _agent(self, place: str, seed: int) -> Agent:
        if place not in self._agents:
            self._agents[place] = load_agent(self._spec, seed)
        return self._agents[place]

    def sit(self, place: str, seat: int, seed: int) -> Wishes:
        try:
            place = "first" if self._many else place
            if not self._many and not callable(getattr(self._agents.get(place), "begin", None)):
                self._agents.pop(place, None)  # it cannot be told of a new game, so it is made again
            agent = self._agent(place, seed)
            begin(agent, seat, self._definition.players, seed)
            return Wishes(bool(getattr(agent, "imagines", False)), reads(agent))
        except Exception as error:
            raise FailedError(told_error(error, inside=__file__)) from error

    def act(self, asked: Asking) -> Acted:
        infos = [dict(info) for info in asked.infos]
        for info, world in zip(infos, asked.worlds, strict=False):
            info["imagine"] = Imagine(world, info["seat"])
        agent: Any = self._agents["first" if self._many else asked.places[0]]
        try:
            answers = agent.act_many(asked.observations, asked.masks, infos) if self._many else [self._act(agent, asked, infos)]
            return Acted(numbers(answers, len(infos)), talk_of(agent) if asked.talks and not self._many else {})
        except Exception as error:
            raise FailedError(told_error(error, inside=__file__)) from error

    def _act(self, agent: Agent, asked: Asking, infos: Sequence[dict[str, Any]]) -> Any:
        return agent.act(asked.observations[0], asked.masks[0], infos[0])

    def close(self, *, tell: bool) -> None:
        for agent in self._agents.values() if tell else ():
            close(agent)
        self._agents.clear()


class There:
    """In a process of its own."""

    def __init__(self, definition: Definition, spec: str, limits: Limits, threads: int) -> None:
        self._definition = definition
        self._process = AgentProcess(spec, definition.sets, limits, threads)
        self._awake = False

    def _patience(self, games: int, *, awake: bool) -> float | None:
        limit = self._definition.time_limit
        return None if limit is None else limit * games + GRACE + (0.0 if awake else TO_WAKE_UP)

    def sit(self, place: str, seat: int, seed: int) -> Wishes:
        order = {"order": "sit", "place": place, "seat": seat, "players": self._definition.players, "seed": seed}
        try:
            answer = self._process.order(order, patience=self._patience(1, awake=False))
            return Wishes(answer.get("imagines") is True, answer.get("reads") is True)
        except AgentError as error:  # it could be made when it was tested, but not here
            raise GoneError("error", str(error)) from None

    def act(self, asked: Asking) -> Acted:
        patience = self._patience(len(asked.infos), awake=self._awake)
        told = self._process.order(*asked.message(self._definition.sets), patience)
        answers = told.get("answers")
        if not isinstance(answers, list) or len(answers) != len(asked.infos) or not all(map(_is_answer, answers)):
            raise GoneError("died", "its process sent an invalid answer")
        self._awake = True
        try:
            return Acted(answers, checked_talk(told.get("talk")) if asked.talks else {})
        except AgentError as error:
            raise GoneError("died", "its process sent an invalid answer") from error

    def close(self, *, tell: bool) -> None:
        self._process.close(TO_CLOSE if tell else None)


def _is_answer(one: object) -> bool:
    return type(one) is int or (isinstance(one, dict) and isinstance(one.get("odd"), str))


class Crew:
    """All agents of a room."""

    def __init__(self, definition: Definition, limits: Limits | None = None, threads: int = 1) -> None:
        """limits: with --isolate, each seat of a table has its own process within these limits. threads: for an agent's libraries."""
        self.definition, self.limits, self.threads = definition, limits, threads
        self.batches = any(one.many for one in definition.entrants)
        self.awake: set[Key] = set()
        """Players whose process has answered once. Before that they may be loading libraries, and their time does not count."""
        self._players: dict[Key, AgentTeam] = {}

    def keys(self, seats: Sequence[int]) -> list[Key]:
        """The process that plays each seat of a table."""
        return [(entrant, list(seats[:seat]).count(entrant) if self.limits else 0) for seat, entrant in enumerate(seats)]

    def __getitem__(self, key: Key) -> AgentTeam:
        if key not in self._players:
            one = self.definition.entrants[key[0]]
            apart = There(self.definition, one.spec, self.limits or FREE, self.threads) if one.apart else None
            self._players[key] = apart or Here(self.definition, one.spec)
        return self._players[key]

    def lose(self, key: Key) -> None:
        """Their process is gone; they are made again when needed."""
        self.awake.discard(key)
        self._players.pop(key).close(tell=False)

    def leave(self, *, tell: bool) -> None:
        """All of them. tell: whether they are told that there are no more games."""
        players, self._players = list(self._players.values()), {}
        self.awake.clear()
        for player in players:
            player.close(tell=tell)
