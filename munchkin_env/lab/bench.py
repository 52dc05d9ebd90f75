"""`munchkin bench`: speed on this machine. Each figure is the best of several runs on one core."""

import importlib
import json
import os
import random
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

from munchkin_env import observe
from munchkin_env.cards.loader import built_in_sets, load
from munchkin_env.core.compiling import compiling
from munchkin_env.core.kernel import kernel
from munchkin_env.core.mode import COMPILED
from munchkin_env.core.record import empty, open_records, view
from munchkin_env.core.types import Records
from munchkin_env.engine.boundary.playouts import new_game_at, next_random, play_random, random_legal
from munchkin_env.engine.flow.settle import new_game, step
from munchkin_env.engine.state.actions import N_ACTIONS
from munchkin_env.engine.state.records import Game
from munchkin_env.engine.state.stack import top
from munchkin_env.envs import aec
from munchkin_env.game.options import check_options, write_options
from munchkin_env.game.warming import warm_up
from munchkin_env.players.bots.duel import duel

from . import bench_learners

GAMES, PLAYERS, REPEATS = 64, 4, 3
SHORT_REPEATS = 15  # of runs of a tenth of a second: one of them meets a quiet moment of a shared machine
_STEPS = 2000
DELUXE = ("deluxe",)


@kernel
def play_observed(
    tables: Records,
    games: Records,
    masks: npt.NDArray[np.bool_],
    observations: npt.NDArray[np.float32],
    state: npt.NDArray[np.int64],
    steps: int,
) -> int:
    """Like play_random, but writes the deciding player's observation before every decision."""
    t = tables[0]
    finished = 0
    for _ in range(steps):
        for i in range(len(games)):
            g = games[i]
            observe.observe(t, g, top(g).player, observations[i])
            step(t, g, random_legal(masks[i], state), masks[i])
            if g.over:
                finished += 1
                new_game(t, g, g.n_players, next_random(state), masks[i])
    return finished


@kernel
def play_compact(
    tables: Records,
    games: Records,
    masks: npt.NDArray[np.bool_],
    ids: npt.NDArray[np.int16],
    numbers: npt.NDArray[np.float32],
    state: npt.NDArray[np.int64],
    steps: int,
) -> int:
    """The same with the compact form."""
    t = tables[0]
    finished = 0
    for _ in range(steps):
        for i in range(len(games)):
            g = games[i]
            observe.observe_compact(t, g, top(g).player, ids[i], numbers[i])
            step(t, g, random_legal(masks[i], state), masks[i])
            if g.over:
                finished += 1
                new_game(t, g, g.n_players, next_random(state), masks[i])
    return finished


@kernel
def _play_games(tables: Records, games: Records, masks: npt.NDArray[np.bool_], state: npt.NDArray[np.int64], n: int) -> int:
    """n whole games, one after the other. Returns the number of decisions."""
    t, g = tables[0], games[0]
    decisions = 0
    for _ in range(n):
        new_game(t, g, PLAYERS, next_random(state), masks[0])
        while g.over == 0:
            step(t, g, random_legal(masks[0], state), masks[0])
        decisions += g.decisions
    return decisions


@kernel
def clone_rows(rows: npt.NDArray[np.uint8], n: int) -> None:
    """A game is its bytes: copying a row of bytes is about 25 times faster than assigning records."""
    for k in range(n):
        to = 1 + k % (len(rows) - 1)
        for j in range(rows.shape[1]):
            rows[to, j] = rows[0, j]


class RunningGames:
    """A batch of running games and the buffers around it."""

    def __init__(self, sets: Sequence[str] = DELUXE) -> None:
        self.sets = tuple(sets)
        self.tables = load(sets).tables
        self.games = empty(Game, GAMES)
        self.masks = np.zeros((GAMES, N_ACTIONS), np.bool_)
        self.observations = np.zeros((GAMES, observe.SIZE), np.float32)
        self.ids = np.zeros((GAMES, observe.N_IDS), np.int16)
        self.numbers = np.zeros((GAMES, observe.N_NUMBERS), np.float32)
        self.state = np.array([20261118], np.int64)
        for i in range(GAMES):
            write_options(check_options({}, PLAYERS), view(Game, self.games, i).options)
            new_game_at(open_records(self.tables), open_records(self.games), i, PLAYERS, i, self.masks[i])
        self.records = open_records(self.games)


def best(run: Callable[[], float], repeats: int = REPEATS) -> float:
    """The highest rate of several runs: on a shared machine, noise only ever slows code down."""
    return max(run() for _ in range(repeats))


def _rate(work: float, run: Callable[[], Any]) -> float:
    began = time.perf_counter()
    run()
    return work / (time.perf_counter() - began)


def batch(table: RunningGames) -> float:
    return best(lambda: batch_rate(table), SHORT_REPEATS)


def batch_rate(table: RunningGames, clock: Callable[[], float] = time.perf_counter) -> float:
    began = clock()
    play_random(table.tables, table.records, table.masks, table.state, _STEPS)
    return GAMES * _STEPS / (clock() - began)


def set_speed(*sets: str) -> float:
    """The batch speed with these sets, in percent of Deluxe's: runs alternate, the best of each counts, in CPU time."""
    deluxe, other = RunningGames(), RunningGames(sets)
    rates = [(batch_rate(deluxe, time.process_time), batch_rate(other, time.process_time)) for _ in range(SHORT_REPEATS)]
    return 100 * max(rate for _, rate in rates) / max(rate for rate, _ in rates)


def batch_observed(table: RunningGames) -> float:
    return best(lambda: _rate(GAMES * _STEPS, lambda: observed(table, _STEPS)), SHORT_REPEATS)


def observed(table: RunningGames, steps: int) -> int:
    return play_observed(table.tables, table.records, table.masks, table.observations, table.state, steps)


def batch_compact(table: RunningGames) -> float:
    return best(lambda: _rate(GAMES * _STEPS, lambda: compact(table, _STEPS)), SHORT_REPEATS)


def compact(table: RunningGames, steps: int) -> int:
    return play_compact(table.tables, table.records, table.masks, table.ids, table.numbers, table.state, steps)


def clones(table: RunningGames) -> float:
    rows = table.games.view(np.uint8).reshape(GAMES, -1)[:9]  # nine records stay in the cache of the core, as in a search
    clone_rows(rows, 8)
    assert all(rows[i].tobytes() == rows[0].tobytes() for i in range(1, 9))
    return best(lambda: _rate(400_000, lambda: clone_rows(rows, 400_000)))


def games(table: RunningGames) -> float:
    return best(lambda: _rate(60, lambda: _play_games(table.tables, table.records, table.masks, table.state, 60)))


def greedy_games(table: RunningGames) -> float:
    """Whole games of four greedy players."""
    return best(lambda: _rate(300, lambda: duel(["greedy"] * PLAYERS, 300, sets=table.sets)))


def greedy_decisions(table: RunningGames) -> float:
    """Decisions in such a game."""
    return duel(["greedy"] * PLAYERS, 300, sets=table.sets).decisions / 300


def aec_steps(env: Any, steps: int) -> None:
    """A random player in PettingZoo's loop: observation and mask are read before every step."""
    choose = random.Random(1).random
    env.reset(seed=1)
    last, step_env = env.last, env.step
    for _ in range(steps):
        observation, _, terminated, truncated, _ = last()
        if terminated or truncated:
            env.reset()
        else:
            legal = np.flatnonzero(observation["action_mask"])
            step_env(legal[int(choose() * len(legal))])


def aec_raw(_table: RunningGames | None) -> float:
    env = aec.raw_env(num_players=PLAYERS)
    return best(lambda: _rate(100_000, lambda: aec_steps(env, 100_000)))


def aec_checked(_table: RunningGames | None) -> float:
    env = aec.env(num_players=PLAYERS)
    return best(lambda: _rate(100_000, lambda: aec_steps(env, 100_000)))


def _child(code: str, **env: str) -> float:
    """A number printed by a fresh Python process."""
    done = subprocess.run([sys.executable, "-c", code], env={**os.environ, **env}, capture_output=True, text=True, check=True)
    return float(done.stdout.split()[-1])


_TWIN = """
import time, random, numpy as np
from munchkin_env import Game
game = Game(num_players=4, seed=1); rng = random.Random(1); n = 0; began = time.perf_counter()
while time.perf_counter() - began < 4:
    game = Game(num_players=4, seed=n)
    while not game.over and time.perf_counter() - began < 4:
        game.apply(rng.choice(game.legal())); n += 1
print(n / (time.perf_counter() - began))
"""
_FIRST_STEP = """
import time; began = time.perf_counter()
from munchkin_env import Game
game = Game(num_players=4, seed=1); game.apply(game.legal()[0])
print(time.perf_counter() - began)
"""


def twin(_table: RunningGames | None) -> float:
    """The same source as plain Python, through Game."""
    return _child(_TWIN, NUMBA_DISABLE_JIT="1")


def cold_compile(_table: RunningGames | None) -> float:
    """Seconds from an empty cache to the first step."""
    with tempfile.TemporaryDirectory() as folder:
        return _child(_FIRST_STEP, MUNCHKIN_CACHE=folder)


def warm_start(_table: RunningGames | None) -> float:
    """Seconds from process start to the first step with a filled cache."""
    return min(_child(_FIRST_STEP) for _ in range(REPEATS))


def process_bench() -> Any:
    """Imported late, as the arena is."""
    return importlib.import_module("munchkin_env.lab.bench_processes")


def network_bench() -> Any:
    """Imported late, as the arena is."""
    return importlib.import_module("munchkin_env.lab.bench_networks")


def arena() -> Any:
    """Imported late: this file has kernels, which are recompiled whenever anything that it imports changes."""
    return importlib.import_module("munchkin_env.lab.arena.measure")


def record_bytes(_table: RunningGames | None) -> float:
    return Game.dtype.itemsize


FIGURES: dict[str, Callable[[Any], float]] = {
    "batch_decisions_per_s": batch,
    "batch_observation_decisions_per_s": batch_observed,
    "compact_decisions_per_s": batch_compact,
    "star_speed_percent": lambda _: set_speed("star"),
    "western_speed_percent": lambda _: set_speed("western"),
    "potter_speed_percent": lambda _: set_speed("potter"),
    "all_sets_speed_percent": lambda _: set_speed(*built_in_sets()),
    "clones_per_s": clones,
    "games_per_s": games,
    "greedy_games_per_s": greedy_games,
    "greedy_decisions_per_game": greedy_decisions,
    "network_decisions_per_s": lambda _: network_bench().network_decisions(REPEATS),
    "network_games_per_s": lambda _: network_bench().network_games(REPEATS),
    "arena_games_per_s": lambda _: arena().arena_games(REPEATS),
    "arena_overhead_percent": lambda _: arena().arena_overhead(REPEATS),
    "aec_raw_steps_per_s": aec_raw,
    "aec_steps_per_s": aec_checked,
    "batch_learner_steps_per_s": lambda _: bench_learners.batch_learner_steps(REPEATS),
    "gym_learner_steps_per_s": lambda _: bench_learners.gym_learner_steps(REPEATS),
    "threads_speedup": lambda _: bench_learners.threads_speedup(REPEATS),
    "processes_speedup": lambda _: process_bench().processes_speedup(SHORT_REPEATS),
    "twin_decisions_per_s": twin,
    "cold_compile_s": cold_compile,
    "warm_start_s": warm_start,
    "record_bytes": record_bytes,
}


def first_steps(table: RunningGames) -> int:
    return play_random(table.tables, table.records, table.masks, table.state, 200)


FIRST_CALLS: dict[str, Callable[[RunningGames], object]] = {
    "batch_decisions_per_s": first_steps,
    "batch_observation_decisions_per_s": lambda table: observed(table, 1),
    "compact_decisions_per_s": lambda table: compact(table, 1),
    "star_speed_percent": first_steps,
    "western_speed_percent": first_steps,
    "potter_speed_percent": first_steps,
    "all_sets_speed_percent": first_steps,
    "clones_per_s": lambda table: clone_rows(table.games.view(np.uint8).reshape(GAMES, -1)[:2], 1),
    "games_per_s": lambda table: _play_games(table.tables, table.records, table.masks, table.state, 1),
    "greedy_games_per_s": lambda _: duel(["greedy"] * PLAYERS, 1),
    "greedy_decisions_per_game": lambda _: duel(["greedy"] * PLAYERS, 1),
    "network_decisions_per_s": lambda _: network_bench().NetworkTable().rate(1),
    "network_games_per_s": lambda _: duel(["trained"] * PLAYERS, 1),
    "arena_games_per_s": lambda _: arena().arena_games(1),
    "arena_overhead_percent": lambda _: arena().arena_overhead(1),
    "aec_raw_steps_per_s": lambda _: aec_steps(aec.raw_env(num_players=PLAYERS), 10),
    "aec_steps_per_s": lambda _: aec_steps(aec.env(num_players=PLAYERS), 10),
    "batch_learner_steps_per_s": lambda _: bench_learners.RunningBatch(),
    "gym_learner_steps_per_s": lambda _: bench_learners.RunningBatch(),
    "threads_speedup": lambda _: bench_learners.RunningBatch(),
    "processes_speedup": lambda _: bench_learners.RunningBatch(),
}
"""What is measured in this process, compiled before the clock runs."""
IN_THIS_PROCESS = set(FIRST_CALLS)
OF_ANY_SET = (
    "batch_decisions_per_s",
    "batch_observation_decisions_per_s",
    "compact_decisions_per_s",
    "clones_per_s",
    "games_per_s",
    "greedy_games_per_s",
    "greedy_decisions_per_game",
)
"""What --set applies to: the other figures are always of Deluxe, or of all sets."""


def print_figures(names: Sequence[str] = (), sets: Sequence[str] = DELUXE, as_json: bool = False) -> None:
    """Print these figures, or all (for other sets than Deluxe, those in OF_ANY_SET); as_json: one JSON object at the end."""
    names = names or (list(FIGURES) if tuple(sets) == DELUXE else OF_ANY_SET)
    table: RunningGames | None = None
    if COMPILED and IN_THIS_PROCESS & set(names):
        warm_up()
        with compiling("bench", "a few seconds"):
            table = RunningGames(sets)
            for name in sorted(IN_THIS_PROCESS & set(names)):  # in an order that is the same in every process
                FIRST_CALLS[name](table)
    figures: dict[str, float] = {}
    for name in names:
        if name in IN_THIS_PROCESS and table is None:
            print(f"{name}: needs compiled kernels (NUMBA_DISABLE_JIT is set)", file=sys.stderr)
            continue
        value = FIGURES[name](table)
        figures[name] = round(value, 3) if value < 100 else round(value)
        print(f"{name:36} {figures[name]:>14,}", file=sys.stderr if as_json else sys.stdout, flush=True)
    if as_json:
        print(json.dumps(figures))
