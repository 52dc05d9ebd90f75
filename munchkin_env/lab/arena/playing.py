"""Playing games: bots inside the compiled loop, agents outside it. An agent that fails forfeits."""

import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
import numpy.typing as npt

from munchkin_env.cards.loader import load
from munchkin_env.core.mode import COMPILED
from munchkin_env.core.record import empty, open_records, view
from munchkin_env.core.texts import printable
from munchkin_env.engine.state.actions import N_ACTIONS
from munchkin_env.engine.state.kinds import Kind
from munchkin_env.engine.state.records import NOBODY
from munchkin_env.engine.state.records import Game as Record
from munchkin_env.game.game import Game
from munchkin_env.game.options import write_options
from munchkin_env.game.warming import warm_up
from munchkin_env.observe import SIZE
from munchkin_env.players.agents.asking import agent_seed, events_as_data, imagined
from munchkin_env.players.agents.process import FailedError, GoneError, Limits
from munchkin_env.players.agents.talking import Talk
from munchkin_env.players.bots.bot import BotKind
from munchkin_env.text.seat import hand_of
from munchkin_env.vocabulary.words import NONE

from .crew import Answer, Asking, Crew, Key, Wishes
from .definition import Definition, Fixture
from .entrants import bot_rows, entrant_of, networks, random_row
from .loop import Played, answer_at, begin_fixture_at, observe_seat_at, one_step_at, open_fixture_at, play_bots, resume_at

MOST_EVENTS = 500  # that an agent is told at a decision

ResultRows = npt.NDArray[Any]
"""Of Played.layout: one row per game."""


@dataclass(frozen=True)
class ForfeitedGame:
    """An entrant that failed in a game."""

    number: int
    seat: int
    entrant: int
    decision: int
    """Within the game, counted over all players; 0: before the first."""
    kind: str
    """A key of FORFEITS."""
    reason: str


FORFEITS: dict[str, str] = {
    "error": "raised an exception",
    "illegal": "returned an illegal action",
    "slow": "answered after the time limit",
    "hung": "did not answer, and its process was ended",
    "died": "exited or was killed during a decision",
}


@dataclass(frozen=True)
class Outcome:
    """Finished games."""

    fixtures: tuple[Fixture, ...]
    rows: ResultRows
    forfeits: tuple[ForfeitedGame, ...] = ()
    answers: tuple[int, ...] = ()
    """Of the agents of a single game, in order."""


class LostError(Exception):
    """An agents' process is gone, and with it their memory of their games."""

    def __init__(self, key: Key, forfeits: Sequence[ForfeitedGame]) -> None:
        super().__init__(forfeits)
        self.key, self.forfeits = key, forfeits
        """forfeits: of the agents that were asked."""


class Hall:
    """Plays the games of one tournament in this thread. The games are here; the user's agents are in processes of their own."""

    def __init__(self, definition: Definition, limits: Limits | None = None, threads: int = 1) -> None:
        """limits: with --isolate. threads: for an agent's libraries."""
        self.definition = definition
        self.cards = load(definition.sets)
        self.tables = open_records(self.cards.tables)
        self.bots, self.networks = bot_rows(definition.entrants), networks(definition.entrants)
        self.substitute = random_row().view(self.bots.dtype)
        self.crew = Crew(definition, limits, threads)

    def play(self, fixtures: Sequence[Fixture]) -> Iterator[Outcome]:
        """All these games, as they end."""
        if all(self.definition.entrants[i].is_bot for fixture in fixtures for i in fixture.seats):
            yield self._play_bots(fixtures)
            return
        for together in [fixtures] if self.crew.batches else [[fixture] for fixture in fixtures]:
            yield from self._play_agents(together)
        if self.crew.limits:
            self.crew.leave(tell=True)  # no process sees two games of one deal

    def _play_agents(self, fixtures: Sequence[Fixture]) -> Iterator[Outcome]:
        """When a process ends, its unfinished games are replayed from the start, with a bot in place of the culprit."""
        todo = {fixture.number: fixture for fixture in fixtures}
        failed: list[ForfeitedGame] = []
        while todo:
            try:
                for outcome in SideBySide(self, list(todo.values()), failed).play():
                    for fixture in outcome.fixtures:
                        todo.pop(fixture.number)
                    yield outcome
            except LostError as lost:
                failed += lost.forfeits
                self.crew.lose(lost.key)

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
        play_bots(self.tables, open_records(self.games(1)), open_records(played), *self.networks, masks)
        return Outcome(tuple(fixtures), played.view(Played.layout))

    def close(self, *, tell: bool = False) -> None:
        """End the agents' processes. tell: tell them first that all games are over."""
        self.crew.leave(tell=tell)


def bot_seed(seed: int) -> int:
    """The seed of a bot's randomness."""
    return 1 + seed % (2**32 - 2)


class SideBySide:
    """Games with agents, played side by side: an agent that takes many at once gets all that wait for it."""

    def __init__(self, room: Hall, fixtures: Sequence[Fixture], failed: Sequence[ForfeitedGame] = ()) -> None:
        n = len(fixtures)
        self.room, self.fixtures, self.players = room, list(fixtures), room.definition.players
        self.games, self.played = room.games(n), room.rows(fixtures)
        self.rows: Any = self.played.view(Played.layout)
        self.views = [view(Record, self.games, i) for i in range(n)]
        self.masks, self.seats = np.zeros((n, N_ACTIONS), np.bool_), np.full(n, NOBODY, np.int64)
        self.observations = np.zeros((n, SIZE), np.float32)
        self.keys = [room.crew.keys(fixture.seats) for fixture in fixtures]
        self.imagines: set[tuple[int, int]] = set()
        self.heard: dict[int, dict[int, list[dict[str, Any]]]] = {}
        """By game and seat, for agents that read: what the seat has seen and heard since its last decision; {"talk": …}: what was said."""
        self.forfeits: dict[int, list[ForfeitedGame]] = {i: [] for i in range(n)}
        self.answers: list[list[int]] = [[] for _ in range(n)]
        self._records = (room.tables, open_records(self.games), open_records(self.played), *room.networks)
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
            for key, asked in self._by_player(waiting).items():
                groups = [asked] if self.room.definition.entrants[key[0]].many else [[i] for i in asked]
                for group in groups:
                    self._ask(key, group)
            for i in waiting[self.seats[waiting] == NOBODY]:
                yield self._outcome(int(i))
            waiting = waiting[self.seats[waiting] != NOBODY]

    def _begin(self, i: int) -> None:
        fixture = self.fixtures[i]
        for seat, key in enumerate(self.keys[i]):
            if self.rows["bot"][i, seat]["kind"] != BotKind.YOU:
                continue
            try:
                # Nothing here is derived from the tournament's seed: agents could try seeds until one fits, and would then know all cards.
                wishes = self.room.crew[key].sit(f"{i} {seat}", seat, agent_seed(fixture.number, seat))
            except FailedError as error:
                self._replace(i, ForfeitedGame(fixture.number, seat, key[0], 0, "error", str(error)))
            except GoneError as gone:
                raise LostError(key, [ForfeitedGame(fixture.number, seat, key[0], 0, gone.kind, gone.reason)]) from gone
            else:
                self._grant(i, seat, wishes)
        if i in self.heard:
            open_fixture_at(*self._records[:3], self.masks, self.seats, i)
            self._note(i)
            self._bots_step(i)
        else:
            begin_fixture_at(*self._records, self.masks, self.seats, i)

    def _grant(self, i: int, seat: int, wishes: Wishes) -> None:
        if wishes.imagines:
            self.imagines.add((i, seat))
        if wishes.reads:
            self.heard.setdefault(i, {})[seat] = []

    def _bots_step(self, i: int) -> None:
        """Bots play until an agent decides, one decision at a time, and what happens is noted."""
        while self.seats[i] != NOBODY and self.rows["bot"][i, self.seats[i]]["kind"] != BotKind.YOU:
            self._step(i, NONE)

    def _step(self, i: int, action: int) -> None:
        one_step_at(*self._records, self.masks, self.seats, i, action)
        if self.seats[i] != NOBODY:
            self._note(i)

    def _note(self, i: int) -> None:
        """What the last step led to, as each reading seat saw it."""
        game = self._game(i)
        for seat, heard in self.heard[i].items():
            heard += events_as_data(game.events(seat))
            del heard[:-MOST_EVENTS]

    def _game(self, i: int) -> Game:
        return Game.from_state(self.room.cards, self.room.definition.sets, self.games[i : i + 1].tobytes())

    def _pass_on(self, i: int, talk: Talk) -> None:
        """What the deciding seat says reaches the others that read."""
        if not talk:
            return
        speaker = int(self.seats[i])
        line = {"seat": speaker} | ({"say": talk["say"]} if "say" in talk else {})
        line |= {"hand": hand_of(self._game(i), speaker)} if "show_hand" in talk else {}
        for seat, heard in self.heard[i].items():
            if seat != speaker:
                heard.append({"talk": line})

    def _by_player(self, waiting: npt.NDArray[np.int64]) -> dict[Key, list[int]]:
        found: dict[Key, list[int]] = {}
        for i in waiting.tolist():
            found.setdefault(self.keys[i][self.seats[i]], []).append(i)
        return found

    def _outcome(self, i: int) -> Outcome:
        return Outcome((self.fixtures[i],), self.rows[i : i + 1].copy(), tuple(self.forfeits[i]), tuple(self.answers[i]))

    # ------------------------------------------------------------------------------------------------------- asking

    def _ask(self, key: Key, games: list[int]) -> None:
        """One call of the agent for games that wait for it. It acts, or forfeits."""
        asked = self._shown(games)
        timed = key in self.room.crew.awake
        began = time.perf_counter()
        try:
            acted = self.room.crew[key].act(asked)
        except FailedError as error:
            self._failed(key, games, error)
            return
        except GoneError as gone:
            raise LostError(key, [self._blamed(i, key[0], gone) for i in games]) from gone
        seconds = (time.perf_counter() - began) / len(games) if timed else 0.0
        self.room.crew.awake.add(key)
        for i, answer in zip(games, acted.answers, strict=True):
            self._answered(i, key[0], answer, seconds, acted.talk)

    def _shown(self, games: list[int]) -> Asking:
        """What the agent is given: nothing in it depends on what the seats cannot know."""
        seats = self.seats[games].tolist()
        for k, i in enumerate(games):
            observe_seat_at(self._records[0], self._records[1], i, seats[k], self.observations[k])
        observations, masks = self.observations[: len(games)], self.masks[games]
        observations.flags.writeable = masks.flags.writeable = False
        worlds = [self._world(i, seat) for i, seat in zip(games, seats, strict=True) if (i, seat) in self.imagines]
        infos = [self._info(i, seat) for i, seat in zip(games, seats, strict=True)]
        places = [f"{i} {seat}" for i, seat in zip(games, seats, strict=True)]
        return Asking(places, observations, masks, infos, worlds, self.room.definition.talk)

    def _blamed(self, i: int, entrant: int, gone: GoneError) -> ForfeitedGame:
        limit = self.room.definition.time_limit
        reason = f"{gone.reason}; {limit:g} s per decision is the limit" if gone.kind == "hung" else gone.reason
        return ForfeitedGame(self.fixtures[i].number, int(self.seats[i]), entrant, 0, gone.kind, reason)

    def _failed(self, key: Key, games: list[int], error: FailedError) -> None:
        """After a failure with several games, ask for each alone, so that only the failing ones are forfeited."""
        if len(games) > 1:
            for i in games:
                self._ask(key, [i])
        else:
            self._forfeit(games[0], key[0], "error", str(error))

    def _answered(self, i: int, entrant: int, answer: Answer, seconds: float, talk: Talk) -> None:
        limit = self.room.definition.time_limit
        if not isinstance(answer, int) or not (0 <= answer < N_ACTIONS and self.masks[i, answer]):
            legal = ", ".join(map(str, np.flatnonzero(self.masks[i])))
            words = answer if isinstance(answer, int) else printable(answer["odd"])
            self._forfeit(i, entrant, "illegal", f"answered {words} at {self._decision(i)}, where the legal actions are {legal}")
        elif limit is not None and seconds > limit:
            self._forfeit(i, entrant, "slow", f"took {seconds:.2f} s at {self._decision(i)}; the limit is {limit:g} s")
        else:
            self.answers[i].append(answer)
            self._act(i, answer, talk)

    def _act(self, i: int, answer: int, talk: Talk) -> None:
        if i in self.heard:
            self._pass_on(i, talk)
            if (seat := int(self.seats[i])) in self.heard[i]:
                self.heard[i][seat] = []
            self._step(i, answer)
            self._bots_step(i)
        else:
            answer_at(*self._records, self.masks, self.seats, i, answer)

    def _forfeit(self, i: int, entrant: int, kind: str, reason: str) -> None:
        """A random bot takes over the seat for the rest of the game."""
        seat, number = int(self.seats[i]), self.fixtures[i].number
        self._replace(i, ForfeitedGame(number, seat, entrant, int(self.views[i].decisions), kind, reason))
        if i in self.heard:
            self.heard[i].pop(seat, None)
            self._bots_step(i)
        else:
            resume_at(*self._records, self.masks, self.seats, i)

    def _replace(self, i: int, forfeit: ForfeitedGame) -> None:
        self.forfeits[i].append(forfeit)
        self.rows["bot"][i, forfeit.seat] = self.room.substitute[0]
        self.rows["bot"]["random"][i, forfeit.seat, 0] = bot_seed(self.fixtures[i].seat_seeds[forfeit.seat])

    def _decision(self, i: int) -> str:
        record = self.views[i]
        return Kind(record.stack[record.depth - 1].kind).name

    def _info(self, i: int, seat: int) -> dict[str, Any]:
        info = {"seat": seat, "num_players": self.players, "decision": self._decision(i), "game": self.fixtures[i].number}
        return info | (self._news(self.heard[i][seat]) if seat in self.heard.get(i, {}) else {})

    def _news(self, heard: Sequence[dict[str, Any]]) -> dict[str, Any]:
        """What a seat has seen, and what was said, with the number of events before it."""
        events, talk = list[dict[str, Any]](), list[dict[str, Any]]()
        for one in heard:
            if "talk" in one:
                talk.append({**one["talk"], "at": len(events)})
            else:
                events.append(one)
        return {"events": events} | ({"talk": talk} if self.room.definition.talk else {})

    def _world(self, i: int, seat: int) -> Game:
        """For an agent that searches: everything that the seat cannot know has been dealt again."""
        return imagined(self._game(i), seat)


def rehearse(definition: Definition) -> None:
    """Play a game without agents, and one with a failing agent: all kernels are compiled or loaded before any agent's clock runs."""
    if not COMPILED:
        return
    warm_up()
    bot = entrant_of("random")
    rules = {**definition.options, "max_rounds": 1}
    entrants = (bot, replace(bot, player=None))
    short = replace(definition, entrants=entrants, lineups="field", field=0, options=rules, time_limit=None)
    fixture = short.fixtures(0)[0]
    for _ in Hall(short).play([replace(fixture, seats=(0,) * short.players)]):
        pass
    for _ in Hall(short).play([fixture]):
        pass
    for telling in (False, True):
        batch = SideBySide(Hall(short), [fixture])
        batch.heard |= {0: {}} if telling else {}
        batch._begin(0)
        batch._forfeit(0, 1, "error", "")
