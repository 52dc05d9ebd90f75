"""How fast the arena is beside the plain loop of the same bots, for `munchkin bench`."""

import time

from munchkin_env.players.bots.duel import duel

from .definition import define
from .figures import Columns
from .running import run
from .store import Store

GAMES = 256


def arena_games(repeats: int) -> float:
    """Whole games of four greedy players per second on one core, with all that is counted and written."""
    return max(_arena(GAMES, 1 + k)[0] for k in range(repeats))


def arena_overhead(repeats: int) -> float:
    """Percent of time that a decision takes longer than in duel, which counts nothing but wins. Both in turns, the best of each,
    in time of this thread: what else runs on the machine lengthens it less."""
    arena, plain = 0.0, 0.0
    for k in range(2 * repeats):
        arena = max(arena, _arena(GAMES, 1 + k)[1])
        began = time.thread_time()
        decisions = duel(["greedy"] * 4, GAMES, seed=1 + k).decisions
        plain = max(plain, decisions / (time.thread_time() - began))
    return 100 * (plain / arena - 1)


def _arena(games: int, seed: int) -> tuple[float, float]:
    """Games per second, and decisions per second of this thread."""
    definition = define(["greedy"] * 4, seed=seed)
    with Store(definition=definition) as store:
        began: list[float] = []

        def start(there: int) -> None:
            if not there:
                began.extend((time.perf_counter(), time.thread_time()))

        run(definition, store, games, progress=start)
        seconds, worked = time.perf_counter() - began[0], time.thread_time() - began[1]
        return games / seconds, float(Columns.of(store.table("games"), "games")["decisions"].sum()) / worked
