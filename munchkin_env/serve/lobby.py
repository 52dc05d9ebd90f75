"""Tables that are played now, and the guests that show them. One event loop runs all of it; players think in other threads.

A guest that is slow or gone harms nobody: each has a task of its own, which sends the newest position when the last one has left, and a
guest that takes too long for that is dropped.
"""

import asyncio
import json
import logging
import os
import threading
import time
from collections.abc import Awaitable, Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Any, Protocol, TypeVar

from munchkin_env.engine.state.kinds import Kind
from munchkin_env.game.replay import Replay
from munchkin_env.game.shown import card_faces, to_plain
from munchkin_env.players.protocol import AgentError
from munchkin_env.text import brief

from .deciding import LONGEST_RUN, Choice, Deciders
from .dialogs import DIALOGS, options_of
from .messages import Act, ActWhole, Again, AskHint, AskOptions, AskRules, Hello, MessageError, PassOn, SetAsks, SetPace, Told, Undo, parsed
from .passing import Asks
from .sections import SECTION_OF
from .table import WATCHER, MoveError, ServedTable

MOST_GUESTS = 6
"""Of a seat: browsers that show it."""
MOST_WATCHERS = 50
SEND_SECONDS = 10.0
"""How long a guest may take for a message."""
THINK_SECONDS = 300.0
"""How long an agent may take for a decision; then a bot replaces it."""
CLOSE_SECONDS = 5.0
"""How long the agents of a table may take to end."""
RATE, BURST = 20.0, 40.0
"""Messages a second, and at once."""
SLOWEST = 5.0
PACE = 0.5
"""Seconds between what others do, so that people can follow."""
Result = TypeVar("Result")

Sections = Mapping[str, Sequence[str]]
"""Rules by the letters of their numbers (sections.py)."""
Receive = Callable[[], Awaitable[str | None]]
"""The next message of a guest; None: it has gone."""
_LOG = logging.getLogger(__name__)


class Wire(Protocol):
    """A connection to a guest."""

    async def send_text(self, data: str) -> None:
        """Send a message. Waits while the guest is slow."""


class DroppedError(Exception):
    """The connection is to be closed; the text says why."""


async def in_thread(work: Callable[[], Result], seconds: float) -> Result:
    """The result of work that is done elsewhere. Its thread is forgotten if it takes longer: it cannot hold up the end of the process.

    Raises:
        TimeoutError: It took longer.
    """
    loop = asyncio.get_running_loop()
    future: asyncio.Future[Result] = loop.create_future()

    def settle(result: Result | None, error: BaseException | None) -> None:
        if not future.done():
            future.set_exception(error) if error is not None else future.set_result(result)  # type: ignore[arg-type]

    def run() -> None:
        try:
            found, error = work(), None
        except BaseException as raised:  # noqa: BLE001 - it is raised again where the result is awaited
            found, error = None, raised
        with suppress(RuntimeError):  # the loop has ended
            loop.call_soon_threadsafe(settle, found, error)

    threading.Thread(target=run, daemon=True).start()
    async with asyncio.timeout(seconds):  # in Python 3.11, wait_for can lose the cancellation of a task whose result has just come
        return await future


@dataclass(eq=False)
class Guest:
    """One browser, or whatever speaks like one."""

    wire: Wire
    chair: int
    done: int = 0
    """Actions of the game that it has been told of."""
    game: int = 0
    """The number of that game."""
    news: asyncio.Event = field(default_factory=asyncio.Event)
    last: Mapping[str, Any] = field(default_factory=dict)
    allowance: float = BURST
    counted: float = field(default_factory=time.monotonic)

    def count(self) -> None:
        """One more message from it. Raises DroppedError if there are too many."""
        now = time.monotonic()
        self.allowance = min(BURST, self.allowance + RATE * (now - self.counted)) - 1
        self.counted = now
        if self.allowance < 0:
            raise DroppedError("too many messages")

    async def send(self, message: Mapping[str, Any]) -> None:
        """Raises DroppedError if it is too slow."""
        try:
            async with asyncio.timeout(SEND_SECONDS):
                await self.wire.send_text(json.dumps(message, ensure_ascii=False, separators=(",", ":")))
        except TimeoutError:
            raise DroppedError("too slow") from None


class TableHost:
    """One table: lets its players decide, and tells its guests."""

    def __init__(self, table: ServedTable, deciders: Deciders, pace: float, thinkers: asyncio.Semaphore, rules: Sections) -> None:
        self.table, self.deciders, self.pace, self.rules = table, deciders, pace, rules
        deciders.begin(table)
        self.guests: set[Guest] = set()
        self._thinkers = thinkers
        self._changed = asyncio.Event()
        self._deadline: float | None = None
        self._timed = -1  # the change of the table that began the time of a decision
        self._saved = 0  # the change of the table at which a finished game was kept
        self._faces = {face.name: to_plain(face) for face in card_faces(table.game.cards)}

    # ----------------------------------------------------------------------------------------------------- the game

    async def run(self) -> None:
        """Let the players play, until cancelled."""
        try:
            while True:
                self._changed.clear()
                if self.table.game.over:
                    await self._keep()
                    await self._changed.wait()
                elif self.table.waits:
                    await self._wait_for_a_person()
                else:
                    await self._let_an_agent_decide()
        finally:
            with suppress(TimeoutError):
                await in_thread(self.deciders.close, CLOSE_SECONDS)

    def change(self) -> None:
        """Something has changed: the players look again, the guests are told."""
        self._set_deadline()
        self._changed.set()
        self._tell_all()

    def _set_deadline(self) -> None:
        table = self.table
        if not (table.terms.timer and table.waits):
            self._deadline = None
        elif self._deadline is None or self._timed != table.changes:
            self._deadline, self._timed = time.monotonic() + table.terms.timer, table.changes

    async def _wait_for_a_person(self) -> None:
        self._set_deadline()
        try:
            async with asyncio.timeout(None if self._deadline is None else max(0.0, self._deadline - time.monotonic())):
                await self._changed.wait()
        except TimeoutError:
            game, at = self.table.game.clone(), self.table.changes
            action = await self._elsewhere(lambda: self.deciders.for_absent(game))
            if self.table.changes == at:
                self.table.decide(action)
                self.change()

    async def _let_an_agent_decide(self) -> None:
        table, asked, at = self.table, self.deciders.position(self.table), self.table.changes
        longest = 1 if self.pace else LONGEST_RUN
        try:
            choices = await self._elsewhere(lambda: self.deciders.run(asked, table.order, longest))
        except TimeoutError as error:
            self.deciders.replace(asked.chair, error)
            return
        if table.changes != at:  # undone, or a new game
            return
        seen = self._do(choices)
        self.change()
        if self.pace and seen:
            self._changed.clear()
            with suppress(TimeoutError):
                async with asyncio.timeout(self.pace):
                    await self._changed.wait()

    def _do(self, choices: list[Choice]) -> bool:
        """Whether anybody has noticed."""
        before = self.table.heard
        for choice in choices:
            self.table.decide(choice.action, choice.reason)
        return self.table.heard > before

    async def _keep(self) -> None:
        """The finished game, as a replay."""
        path = self.table.replay_path
        if path is None or self._saved == self.table.changes:
            return
        self._saved = self.table.changes
        replay = self.table.copied()
        try:
            await in_thread(lambda: replay.save(path), THINK_SECONDS)
        except (OSError, TimeoutError) as error:
            _LOG.error("the replay could not be written: %s", error)

    # ---------------------------------------------------------------------------------------------------- the guests

    def join(self, guest: Guest) -> None:
        """A guest has come. Raises DroppedError if there are too many of this chair."""
        if sum(one.chair == guest.chair for one in self.guests) >= (MOST_WATCHERS if guest.chair == WATCHER else MOST_GUESTS):
            raise DroppedError("too many guests of this seat")
        self.guests.add(guest)
        self._tell_all()

    def leave(self, guest: Guest) -> None:
        """A guest has gone."""
        self.guests.discard(guest)
        self._tell_all()

    def _tell_all(self) -> None:
        for guest in self.guests:
            guest.news.set()

    async def tell(self, guest: Guest) -> None:
        """Send the guest all cards, then each new position, until it is dropped. What it missed while it was slow comes in one message."""
        await guest.send({"type": "cards", "faces": self._faces})
        while True:
            await guest.news.wait()
            guest.news.clear()
            if (message := self._news(guest)) is not None:
                await guest.send(message)

    def _news(self, guest: Guest) -> dict[str, Any] | None:
        """None if the guest knows everything that its seat may know."""
        if guest.game != self.table.number:
            guest.game, guest.done = self.table.number, 0
        guest.done = min(guest.done, self.table.done)
        told = self.table.told(guest.chair, guest.done)
        guest.done = self.table.done
        told |= {"here": self._here(), "pace": self.pace, "failed": sorted(self.deciders.failed.values())}
        known = {key: value for key, value in told.items() if key not in ("kept", "events")}
        known["heard"] = told["kept"] + len(told["events"])
        if known == guest.last:
            return None
        guest.last = known
        return told | {"left": None if self._deadline is None else round(max(0.0, self._deadline - time.monotonic()), 1)}

    def _here(self) -> list[bool]:
        """By seat: whether somebody looks."""
        here = {guest.chair for guest in self.guests}
        return [chair in here for chair in self.table.order]

    # ----------------------------------------------------------------------------------------------- what guests want

    async def hear_all(self, guest: Guest, receive: Receive) -> None:
        """Until it has gone. Raises DroppedError."""
        while (text := await receive()) is not None:
            await self.hear(guest, text)

    async def hear(self, guest: Guest, text: str) -> None:
        """A message of the guest. Raises DroppedError."""
        guest.count()
        try:
            await self._do_what(guest, parsed(text))
        except (MessageError, MoveError, AgentError) as error:
            await guest.send({"type": "problem", "text": str(error)})
        except TimeoutError:
            await guest.send({"type": "problem", "text": f"there is no answer after {THINK_SECONDS:g} seconds"})

    async def _do_what(self, guest: Guest, told: Told) -> None:
        table, chair = self.table, guest.chair
        match told:
            case Act(asked, action):
                table.act(chair, asked, action)
            case ActWhole(asked, plan):
                table.plan(chair, asked, plan)
            case PassOn(asked):
                table.pass_on(chair, asked)
            case Undo():
                table.undo(chair)
            case Again(same, shift):
                table.again(chair, same=same, shift=shift)
                self.deciders.begin(table)
            case SetAsks(asks):
                table.let_ask(chair, _asks(asks))
            case SetPace(seconds):
                self._set_pace(chair, seconds)
            case _:
                await self._answer(guest, told)
                return
        self.change()

    def _set_pace(self, chair: int, seconds: float) -> None:
        if chair == WATCHER and self.table.terms.people:
            raise MoveError("you are watching")
        if not 0 <= seconds <= SLOWEST:
            raise MoveError(f"the pace must be 0 to {SLOWEST:g} seconds")
        self.pace = seconds

    async def _answer(self, guest: Guest, told: Told) -> None:
        match told:
            case AskHint(asked):
                await guest.send({"type": "hint", "asked": asked, **await self._hint(guest.chair, asked)})
            case AskOptions(asked, what):
                if what not in DIALOGS:
                    raise MoveError(f"the dialogs are {', '.join(DIALOGS)}")
                game = self.table.for_decider(guest.chair, asked)
                found = await self._elsewhere(lambda: options_of(game, what))
                await guest.send({"type": "options", "asked": asked, "what": what, "found": found})
            case AskRules():
                await guest.send({"type": "rules", "here": self._rules_here(guest.chair), "text": brief(self.table.game)})
            case Hello():
                raise MoveError("you are here already")

    def _rules_here(self, chair: int) -> list[str]:
        """The rules of the decision, for the person who has to make it."""
        table = self.table
        if chair == WATCHER or table.decider != chair:
            return []
        return list(self.rules.get(SECTION_OF.get(Kind(table.game.top.kind), ""), ()))

    async def _hint(self, chair: int, asked: int) -> dict[str, Any]:
        game, names = self.table.for_decider(chair, asked), self.table.replay.names
        try:
            return (await self._elsewhere(lambda: self.deciders.hint(game, names)))._asdict()
        except TimeoutError:
            self.deciders.replace_hints()
            raise

    async def _elsewhere(self, work: Callable[[], Result]) -> Result:
        async with self._thinkers:
            return await in_thread(work, THINK_SECONDS)


def _asks(word: str) -> Asks:
    if word not in set(Asks):
        raise MoveError(f"one can be asked {', '.join(Asks)}")
    return Asks(word)


class Lobby:
    """All tables of a server."""

    def __init__(self) -> None:
        self.hosts: list[TableHost] = []
        self.thinkers = asyncio.Semaphore(os.cpu_count() or 1)
        self._running: list[asyncio.Task[None]] = []

    def open(self, table: ServedTable, deciders: Deciders, pace: float = PACE, rules: Sections = MappingProxyType({})) -> TableHost:
        """Serve a table.

        Args:
            table: The table.
            deciders: Its players that are no people.
            pace: Seconds between what others do.
            rules: The numbered rules.
        """
        host = TableHost(table, deciders, pace, self.thinkers, rules)
        table.told(WATCHER)  # what tells is compiled now if it has to be, not while everybody waits
        self.hosts.append(host)
        return host

    def start(self) -> None:
        """Let the players of all tables play."""
        self._running = [asyncio.create_task(host.run()) for host in self.hosts]
        for task in self._running:
            task.add_done_callback(_report)

    async def stop(self) -> None:
        """Stop them."""
        for task in self._running:
            task.cancel()
        await asyncio.gather(*self._running, return_exceptions=True)

    def place(self, token: str) -> tuple[TableHost, int] | None:
        """Where this link leads: a table and a chair."""
        for host in self.hosts:
            if (chair := host.table.chair_of(token)) is not None:
                return host, chair
        return None

    def finished(self, token: str) -> Callable[[], Replay] | None:
        """What reads the finished game that this link leads to, in another thread."""
        return next((found for host in self.hosts if (found := host.table.finished(token)) is not None), None)

    async def serve(self, wire: Wire, receive: Receive, token: str) -> None:
        """One connection, until it ends. Raises DroppedError if it must be closed."""
        found = self.place(token)
        if found is None:
            raise DroppedError("this link leads to no seat")
        host, chair = found
        guest = Guest(wire, chair)
        host.join(guest)
        both = [asyncio.create_task(host.hear_all(guest, receive)), asyncio.create_task(host.tell(guest))]
        try:
            for ended in (await asyncio.wait(both, return_when=asyncio.FIRST_COMPLETED))[0]:
                ended.result()
        finally:
            host.leave(guest)
            for task in both:
                task.cancel()
            await asyncio.gather(*both, return_exceptions=True)


def _report(task: "asyncio.Task[None]") -> None:
    if not task.cancelled() and (error := task.exception()) is not None:
        _LOG.error("a table has stopped", exc_info=error)
