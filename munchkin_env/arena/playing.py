"""Playing games: the bots inside the compiled loop, the agents outside of it, and who fails forfeits."""

import operator
import time
import traceback
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
import numpy.typing as npt

from munchkin_env.agents import Agent, load_agent
from munchkin_env.agents.asking import begin, close
from munchkin_env.arena.definition import Definition, Fixture
from munchkin_env.arena.entrants import bot_rows, entrant_of, random_row
from munchkin_env.arena.loop import Played, act_at, begin_at, observe_at, play_bots, resume_at
from munchkin_env.bots.bot import BotKind
from munchkin_env.cards.loader import load
from munchkin_env.engine.actions import N_ACTIONS
from munchkin_env.engine.kernel import COMPILED
from munchkin_env.engine.record import empty, open_records, view
from munchkin_env.engine.stack import Kind
from munchkin_env.engine.state import NOBODY
from munchkin_env.engine.state import Game as Record
from munchkin_env.game import Game, warm_up
from munchkin_env.observe import SIZE
from munchkin_env.options import write_options

Rows = npt.NDArray[Any]
"""Of Played.layout: one row per game."""
Call = tuple[int, int]
"""Number of a game, seat: who is asked."""
Watch = Callable[[Sequence[Call], bool], None]
"""Is told before a call of an agent who is asked, and whether its time counts."""
_REASON_AT_MOST = 2000  # letters


@dataclass(frozen=True)
class Forfeit:
    """An entrant who failed in a game."""

    number: int
    seat: int
    entrant: int
    decision: int
    """Of the game, counted over all players; 0: before the first."""
    kind: str
    """A key of FORFEITS."""
    reason: str


FORFEITS: dict[str, str] = {
    "error": "raised an exception",
    "illegal": "answered with what is no legal action",
    "slow": "took longer for a decision than allowed, and answered",
    "hung": "did not answer: its process was ended",
    "died": "its process ended while it was asked",
}


@dataclass(frozen=True)
class Outcome:
    """Games that are over."""

    fixtures: tuple[Fixture, ...]
    rows: Rows
    forfeits: tuple[Forfeit, ...] = ()


class Room:
    """Plays the games of one tournament in this thread. watch: is told before every call of an agent."""

    def __init__(self, definition: Definition, watch: Watch | None = None) -> None:
        self.definition = definition
        self.cards = load(definition.sets)
        self.tables = open_records(self.cards.tables)
        self.bots = bot_rows(definition.entrants)
        self.substitute = random_row().view(self.bots.dtype)
        self.watch = watch
        self.crew = Crew(definition)

    def play(self, fixtures: Sequence[Fixture], failed: Sequence[Forfeit] = ()) -> Iterator[Outcome]:
        """All these games, as they end. failed: forfeits known before; a bot plays these seats from the start."""
        if all(self.definition.entrants[i].is_bot for fixture in fixtures for i in fixture.seats):
            yield self._play_bots(fixtures)
        elif self.crew.batches:
            yield from Batch(self, fixtures, failed).play()
        else:
            for fixture in fixtures:
                yield from Batch(self, [fixture], failed).play()

    def rows(self, fixtures: Sequence[Fixture]) -> npt.NDArray[np.void]:
        """Records of games that have not begun."""
        played = empty(Played, len(fixtures))
        rows: Any = played.view(Played.layout)
        seats = np.array([fixture.seats for fixture in fixtures])
        rows["players"] = self.definition.players
        rows["number"] = [fixture.number for fixture in fixtures]
        rows["seed"] = [fixture.seed for fixture in fixtures]
        rows["bot"][:, : self.definition.players] = self.bots[seats]
        rows["bot"]["random"][:, : self.definition.players, 0] = [[bot_seed(one) for one in fixture.seat_seeds] for fixture in fixtures]
        return played

    def games(self, n: int) -> npt.NDArray[np.void]:
        games = empty(Record, n)
        for i in range(n):
            write_options(self.definition.options, view(Record, games, i).options)
        return games

    def _play_bots(self, fixtures: Sequence[Fixture]) -> Outcome:
        played, masks = self.rows(fixtures), np.zeros((1, N_ACTIONS), np.bool_)
        play_bots(self.tables, open_records(self.games(1)), open_records(played), masks)
        return Outcome(tuple(fixtures), played.view(Played.layout))

    def close(self) -> None:
        self.crew.close()


def bot_seed(seed: int) -> int:
    """What a bot's randomness may begin with."""
    return 1 + seed % (2**32 - 2)


class Crew:
    """The agents of a tournament in this thread."""

    def __init__(self, definition: Definition) -> None:
        self.definition = definition
        self._agents: dict[tuple[int, ...], Agent] = {}
        self.many = {i: self._answers_many(i) for i, one in enumerate(definition.entrants) if not one.is_bot}
        self.batches = any(self.many.values())
        self.awake: set[int] = set()
        """Entrants who have answered once in this process. Before that they may load libraries, and their time does not count."""

    def _answers_many(self, entrant: int) -> bool:
        return callable(getattr(self._agent((entrant,), 0), "act_many", None))

    def seated(self, entrant: int, place: tuple[int, ...], seat: int, seed: int) -> Agent:
        """The agent for a seat of a game that begins now. Those that take many games at once are one for all."""
        key = (entrant,) if self.many[entrant] else (entrant, *place)
        agent = self._agent(key, seed)
        if not callable(getattr(agent, "begin", None)) and not self.many[entrant]:
            self._agents.pop(key)  # nothing of the last game is left in one that cannot be told of a new one
            agent = self._agent(key, seed)
        begin(agent, seat, self.definition.players, seed)
        return agent

    def _agent(self, key: tuple[int, ...], seed: int) -> Agent:
        if key not in self._agents:
            self._agents[key] = load_agent(self.definition.entrants[key[0]].spec, seed)
        return self._agents[key]

    def close(self) -> None:
        for agent in self._agents.values():
            close(agent)
        self._agents.clear()


class Batch:
    """Games with agents in them, played side by side: who takes many at once gets all that wait for him."""

    def __init__(self, room: Room, fixtures: Sequence[Fixture], failed: Sequence[Forfeit] = ()) -> None:
        n = len(fixtures)
        self.room, self.fixtures, self.players = room, list(fixtures), room.definition.players
        self.games, self.played = room.games(n), room.rows(fixtures)
        self.rows: Any = self.played.view(Played.layout)
        self.views = [view(Record, self.games, i) for i in range(n)]
        self.masks, self.seats = np.zeros((n, N_ACTIONS), np.bool_), np.full(n, NOBODY, np.int64)
        self.observations = np.zeros((n, SIZE), np.float32)
        self.agents: dict[tuple[int, int], Agent] = {}
        self.forfeits: dict[int, list[Forfeit]] = {i: [] for i in range(n)}
        self._records = (room.tables, open_records(self.games), open_records(self.played))
        places = {fixture.number: i for i, fixture in enumerate(fixtures)}
        for one in failed:
            if one.number in places:
                self._replace(places[one.number], one)

    # --------------------------------------------------------------------------------------------------- the games

    def play(self) -> Iterator[Outcome]:
        for i in range(len(self.fixtures)):
            self._begin(i)
            if self.seats[i] == NOBODY:
                yield self._outcome(i)
        waiting = np.flatnonzero(self.seats != NOBODY)
        while len(waiting):
            for entrant, asked in self._by_entrant(waiting).items():
                groups = [asked] if self.room.crew.many[entrant] else [[i] for i in asked]
                for group in groups:
                    self._ask(entrant, group)
            for i in waiting[self.seats[waiting] == NOBODY]:
                yield self._outcome(int(i))
            waiting = waiting[self.seats[waiting] != NOBODY]

    def _begin(self, i: int) -> None:
        fixture = self.fixtures[i]
        for seat, entrant in enumerate(fixture.seats):
            if self.rows["bot"][i, seat]["kind"] != BotKind.YOU:
                continue
            self._watch([(fixture.number, seat)], timed=False)
            try:
                self.agents[i, seat] = self.room.crew.seated(entrant, (i, seat), seat, fixture.seat_seeds[seat])
            except Exception as error:  # noqa: BLE001 - whatever an agent raises is its forfeit, in full in the results
                self._replace(i, Forfeit(fixture.number, seat, entrant, 0, "error", told(error)))
        begin_at(*self._records, self.masks, self.seats, i)

    def _by_entrant(self, waiting: npt.NDArray[np.int64]) -> dict[int, list[int]]:
        found: dict[int, list[int]] = {}
        for i in waiting.tolist():
            found.setdefault(self.fixtures[i].seats[self.seats[i]], []).append(i)
        return found

    def _outcome(self, i: int) -> Outcome:
        return Outcome((self.fixtures[i],), self.rows[i : i + 1].copy(), tuple(self.forfeits[i]))

    # ------------------------------------------------------------------------------------------------------- asking

    def _ask(self, entrant: int, asked: list[int]) -> None:
        """One call of the agent: games that wait for it. It acts, or forfeits."""
        masks, infos = self.masks[asked], [self._info(i) for i in asked]
        for k, i in enumerate(asked):
            observe_at(self._records[0], self._records[1], i, int(self.seats[i]), self.observations[k])
        observations = self.observations[: len(asked)]
        observations.flags.writeable = masks.flags.writeable = False
        agent: Any = self.agents[asked[0], int(self.seats[asked[0]])]
        many = self.room.crew.many[entrant]
        timed = entrant in self.room.crew.awake
        self._watch([(self.fixtures[i].number, int(self.seats[i])) for i in asked], timed=timed)
        began = time.perf_counter()
        try:
            answers = list(agent.act_many(observations, masks, infos)) if many else [agent.act(observations[0], masks[0], infos[0])]
            if len(answers) != len(asked):
                raise ValueError(f"act_many was asked for {len(asked)} actions and gave {len(answers)}")
        except Exception as error:  # noqa: BLE001 - whatever an agent raises is its forfeit, in full in the results
            self._failed(entrant, asked, error)
            return
        seconds = (time.perf_counter() - began) / len(asked) if timed else 0.0
        self.room.crew.awake.add(entrant)
        for i, answer in zip(asked, answers, strict=True):
            self._answered(i, entrant, answer, seconds)

    def _failed(self, entrant: int, asked: list[int], error: Exception) -> None:
        """Several at once: each is asked again alone, so that only those fail that fail alone."""
        if len(asked) > 1:
            for i in asked:
                self._ask(entrant, [i])
        else:
            self._forfeit(asked[0], entrant, "error", told(error))

    def _answered(self, i: int, entrant: int, answer: Any, seconds: float) -> None:
        limit = self.room.definition.time_limit
        try:
            action = operator.index(answer)
        except TypeError:
            action = -1
        if not (0 <= action < N_ACTIONS and self.masks[i, action]):
            legal = ", ".join(map(str, np.flatnonzero(self.masks[i])))
            self._forfeit(i, entrant, "illegal", f"answered {answer!r} at {self._decision(i)}, where the legal actions are {legal}")
        elif limit is not None and seconds > limit:
            self._forfeit(i, entrant, "slow", f"took {seconds:.2f} s at {self._decision(i)}; {limit:g} s are allowed")
        else:
            act_at(*self._records, self.masks, self.seats, i, action)

    def _forfeit(self, i: int, entrant: int, kind: str, reason: str) -> None:
        """A bot that plays at random takes the seat, now and for the rest of the game."""
        seat, number = int(self.seats[i]), self.fixtures[i].number
        self._replace(i, Forfeit(number, seat, entrant, int(self.views[i].decisions), kind, reason))
        resume_at(*self._records, self.masks, self.seats, i)

    def _replace(self, i: int, forfeit: Forfeit) -> None:
        self.forfeits[i].append(forfeit)
        self.rows["bot"][i, forfeit.seat] = self.room.substitute[0]
        self.rows["bot"]["random"][i, forfeit.seat, 0] = bot_seed(self.fixtures[i].seat_seeds[forfeit.seat])

    def _watch(self, calls: Sequence[Call], *, timed: bool) -> None:
        if self.room.watch is not None:
            self.room.watch(calls, timed)

    def _decision(self, i: int) -> str:
        record = self.views[i]
        return Kind(record.stack[record.depth - 1].kind).name

    def _info(self, i: int) -> dict[str, Any]:
        seat = int(self.seats[i])
        info: dict[str, Any] = {"seat": seat, "num_players": self.players, "decision": self._decision(i), "game": self.fixtures[i].number}
        if getattr(self.agents[i, seat], "imagines", False):
            state = self.games[i : i + 1].tobytes()
            game = Game.from_state(self.room.cards, self.room.definition.sets, state)
            info["imagine"] = lambda seed: game.determinise(seat, seed)
        return info


def rehearse(definition: Definition) -> None:
    """A game without agents, and one with an agent who fails: all kernels are compiled or loaded while no agent's clock runs."""
    if not COMPILED:
        return
    warm_up()
    bot = entrant_of("random")
    rules = {**definition.options, "max_rounds": 1}
    entrants = (bot, replace(bot, style=None))
    short = replace(definition, entrants=entrants, lineups="field", field=0, options=rules, time_limit=None)
    fixture = short.fixtures(0)[0]
    for _ in Room(short).play([replace(fixture, seats=(0,) * short.players)]):
        pass
    for _ in Room(short).play([fixture]):
        pass
    batch = Batch(Room(short), [fixture])
    batch._begin(0)
    batch._forfeit(0, 1, "error", "")


def told(error: Exception) -> str:
    """The error, and where in the agent's own code it came up."""
    lines = [f"{frame.filename}:{frame.lineno} in {frame.name}" for frame in traceback.extract_tb(error.__traceback__)[1:]]
    return f"{type(error).__name__}: {error} ({'; '.join(lines[-3:])})"[:_REASON_AT_MOST]
