"""The players at a table that decide by themselves, and the one that gives hints. They may take long: call them in another thread."""

import threading
import time
import traceback
from typing import Any, NamedTuple

from munchkin_env.core.texts import LONGEST, printable
from munchkin_env.engine.state.actions import Verb
from munchkin_env.game.game import Game
from munchkin_env.game.notation import reason_alone, with_names
from munchkin_env.players import agents
from munchkin_env.players.agents import Agent, AgentError, BotAgent
from munchkin_env.players.agents.asking import agent_seed, reads
from munchkin_env.players.agents.policy import PolicyAgent

from .chairs import TableTerms
from .table import ServedTable

_SUBSTITUTE = "greedy"
"""Who plays on for an agent that fails."""
LONGEST_RUN = 64
"""Decisions in a row that are made at once, of players that are quick and read nothing."""
LONGEST_SECONDS = 0.25
"""How long that may take: then the pages are told, and other tables have their turn."""


HINT_SECONDS = 60.0
"""How long a hint waits for the one before it."""


class Choice(NamedTuple):
    """What a player decided."""

    action: int
    reason: str


class Suggestion(NamedTuple):
    """A hint, in words."""

    action: int
    text: str
    reason: str


class _Asked(NamedTuple):
    """A position as it is given to another thread, with what its players have seen since their last decision."""

    game: Game
    chair: int
    events: Any


class Deciders:
    """The agents of a table.

    Code of an agent runs in threads of the caller alone, who stops waiting for one that hangs, and has it replaced. Python cannot end its
    thread, which lasts until the agent returns or the process ends. The agent is not asked again, so it leaves one thread at most.
    """

    def __init__(self, terms: TableTerms) -> None:
        """Load them.

        Raises:
            AgentError: One of them does not exist.
        """
        self.terms = terms
        self.failed: dict[int, str] = {}
        """By chair: what was wrong with agents that a bot has replaced."""
        self._agents: dict[int, Agent] = {
            k: agents.load_agent(chair.spec, k, terms.sets) for k, chair in enumerate(terms.chairs) if not chair.person
        }
        self._hints = agents.load_agent(terms.hints, 0, terms.sets)
        self._hinting = threading.Lock()
        self._replacing = threading.Lock()
        self._to_begin: dict[int, tuple[int, int, int]] = {}  # by chair: what an agent is told before its first decision of a game
        self._read: dict[int, int] = {}  # by chair: the number of actions at its last decision

    def position(self, table: ServedTable) -> _Asked:
        """What the deciding player is shown. Call it in the thread of the table."""
        chair = table.decider
        if chair is None:
            raise ValueError("nobody decides")
        agent = self._agents.get(chair)
        events = None
        if agent is not None and reads(agent):
            since = self._read.get(chair, 0)
            events = table.seen(table.game.seat, since if since <= table.done else 0)
            self._read[chair] = table.done
        return _Asked(table.game.clone(), chair, events)

    def begin(self, table: ServedTable) -> None:
        """A game begins; each agent is told when it decides for the first time."""
        self._read.clear()
        seats = {chair: table.order.index(chair) for chair in self._agents}
        self._to_begin = {chair: (seat, len(table.order), agent_seed(table.seed, seat)) for chair, seat in seats.items()}

    def run(self, asked: _Asked, order: tuple[int, ...], longest: int) -> list[Choice]:
        """The next decisions, at most so many, as long as quick players decide. Plays on in the position's game."""
        game, until = asked.game, time.monotonic() + LONGEST_SECONDS
        found = [self._choice(asked.chair, game, asked.events)]
        while len(found) < longest and time.monotonic() < until:
            game.apply(found[-1].action)
            if game.over or not isinstance(self._agents.get(order[game.seat]), (BotAgent, PolicyAgent)):
                break
            found.append(self._choice(order[game.seat], game, None))
        return found

    def _choice(self, chair: int, game: Game, events: Any) -> Choice:
        agent = self._agents[chair]
        try:
            if (how := self._to_begin.pop(chair, None)) is not None:
                agents.begin(agent, *how)
            action = agents.ask(agent, game, events=events)
            silent = isinstance(agent, BotAgent) and self.terms.people  # a replay finds the reasons of bots again
            return Choice(action, "" if silent else agents.describe_choice(agent))
        except BaseException as error:  # noqa: BLE001 - an agent may raise anything
            self._replace(chair, agent, error)
            return self._choice(chair, game, None)

    def replace(self, chair: int, error: BaseException) -> None:
        """A bot plays on for this chair. The agent is closed, which may wake it up if it hangs."""
        self._replace(chair, self._agents[chair], error)

    def _replace(self, chair: int, agent: Agent, error: BaseException) -> None:
        said = str(error) if isinstance(error, AgentError) else f"{type(error).__name__}: {error}"
        with self._replacing:
            if self._agents[chair] is not agent:  # it was replaced meanwhile, for being slow
                return
            self._agents[chair] = BotAgent(_SUBSTITUTE, chair)
            self.failed[chair] = printable(f"{self.terms.chairs[chair].name} failed, and {_SUBSTITUTE} plays on. {said}", LONGEST)
        _close_elsewhere(agent)  # last: what it raises when it wakes up replaces nothing

    def replace_hints(self) -> None:
        """A bot gives the hints from here on."""
        hung = self._hints
        self._hints, self._hinting = BotAgent(_SUBSTITUTE), threading.Lock()
        _close_elsewhere(hung)

    def hint(self, game: Game, names: dict[int, str]) -> Suggestion:
        """What the hinting agent would do in a copy of the game, and why.

        Raises:
            AgentError: It failed.
        """
        hints, lock = self._hints, self._hinting
        if not lock.acquire(timeout=HINT_SECONDS):
            raise AgentError("there is no hint: the one before it takes too long")
        try:
            action = agents.ask(hints, game)
            reason = agents.describe_choice(hints)
        except BaseException as error:
            raise AgentError(printable(f"there is no hint: {error}", LONGEST)) from error
        finally:
            lock.release()
        text = game.text(action)
        return Suggestion(action, with_names(text, names), with_names(reason_alone(reason, text), names))

    def for_absent(self, game: Game) -> int:
        """What is done for a person whose time is over: they pass, or do what a bot would do."""
        return Verb.PASS.value if game.is_legal(Verb.PASS.value) else agents.ask(BotAgent(_SUBSTITUTE), game)

    def close(self) -> None:
        """There are no more games."""
        for agent in (*self._agents.values(), self._hints):
            _close(agent)


def _close(agent: Agent) -> None:
    try:
        agents.close(agent)
    except BaseException:  # noqa: BLE001 - an agent may raise anything; the others are closed, too
        traceback.print_exc()


def _close_elsewhere(agent: Agent) -> None:
    threading.Thread(target=_close, args=(agent,), daemon=True).start()
