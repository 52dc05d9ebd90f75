"""The speed of the arena compared with the plain loop of the same bots, for `munchkin bench`."""

import time

from munchkin_env.players.bots.duel import duel

from .definition import define
from .figures import Columns
from .running import run
from .store import Store

_GAMES = 256


def arena_games(repeats: int) -> float:
    """Whole games of four greedy players per second on one core, including all counting and writing."""
    return max(_arena(_GAMES, 1 + k)[0] for k in range(repeats))


def arena_overhead(repeats: int) -> float:
    """Percent by which a decision takes longer than in duel, which counts only wins. The two alternate; the best of each, in CPU time
    of this thread, which is affected less by other load on the machine."""
    arena, plain = 0.0, 0.0
    for k in range(2 * repeats):
        arena = max(arena, _arena(_GAMES, 1 + k)[1])
        began = time.thread_time()
        decisions = duel(["greedy"] * 4, _GAMES, seed=1 + k).decisions
        plain = max(plain, decisions / (time.thread_time() - began))
    return 100 * (plain / arena - 1)


def _arena(games: int, seed: int) -> tuple[float, float]:
    """Games per second, and decisions per second of this thread's CPU time."""
    definition = define(["greedy"] * 4, seed=seed)
    with Store(definition=definition) as store:
        began: list[float] = []

        def start(there: int) -> None:
            if not there:
                began.extend((time.perf_counter(), time.thread_time()))

        run(definition, store, games, progress=start)
        seconds, worked = time.perf_counter() - began[0], time.thread_time() - began[1]
        return games / seconds, float(Columns.of(store.table("games"), "games")["decisions"].sum()) / worked
