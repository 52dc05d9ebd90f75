"""`munchkin bench --profile`: where the time goes, by kind of decision. Positions come from random play."""

import time
from collections.abc import Callable, Sequence
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from munchkin_env import observe
from munchkin_env.cards.loader import load
from munchkin_env.core.compiling import compiling
from munchkin_env.core.kernel import kernel
from munchkin_env.core.record import empty, open_records, view
from munchkin_env.core.types import Records
from munchkin_env.engine.boundary.playouts import new_game_at, random_legal, step_at
from munchkin_env.engine.flow.dispatch import legal
from munchkin_env.engine.flow.settle import step
from munchkin_env.engine.state.actions import N_ACTIONS
from munchkin_env.engine.state.kinds import FIRST_AUTOMATIC, Kind
from munchkin_env.engine.state.records import Game
from munchkin_env.engine.state.stack import top
from munchkin_env.game.options import check_options, write_options
from munchkin_env.game.warming import warm_up

PER_KIND, _DECISIONS, _ROUNDS = 64, 60_000, 50


@kernel
def time_legal(tables: Records, games: Records, mask: npt.NDArray[np.bool_], rounds: int) -> None:
    for _ in range(rounds):
        for i in range(len(games)):
            legal(tables[0], games[i], mask)


@kernel
def time_observe(tables: Records, games: Records, out: npt.NDArray[np.float32], rounds: int) -> None:
    for _ in range(rounds):
        for i in range(len(games)):
            observe.observe(tables[0], games[i], top(games[i]).player, out)


@kernel
def time_copy(rows: npt.NDArray[np.uint8], work: npt.NDArray[np.uint8], rounds: int) -> None:
    for _ in range(rounds):
        for i in range(len(rows)):
            for j in range(rows.shape[1]):
                work[0, j] = rows[i, j]


@kernel
def time_step(
    tables: Records,
    games: Records,
    rows: npt.NDArray[np.uint8],
    work: npt.NDArray[np.uint8],
    mask: npt.NDArray[np.bool_],
    state: npt.NDArray[np.int64],
    rounds: int,
) -> None:
    """games[0] is the record over work[0]; plays a random legal action from every position."""
    for _ in range(rounds):
        for i in range(len(rows)):
            for j in range(rows.shape[1]):
                work[0, j] = rows[i, j]
            legal(tables[0], games[0], mask)
            step(tables[0], games[0], random_legal(mask, state), mask)


class _Row(NamedTuple):
    kind: str
    share: float  # of all decisions
    legal_ns: float
    step_ns: float  # including everything that follows, and the next mask
    observe_ns: float


def collect(sets: Sequence[str], seed: int = 1) -> tuple[dict[int, int], dict[int, npt.NDArray[np.void]]]:
    """How often each kind occurred, and some positions of each."""
    tables = load(sets).tables
    games = empty(Game, 1)
    write_options(check_options({}, 4), view(Game, games).options)
    mask = np.zeros(N_ACTIONS, np.bool_)
    rng = np.random.default_rng(seed)
    counts: dict[int, int] = {}
    found: dict[int, list[npt.NDArray[np.void]]] = {}
    g = view(Game, games)
    new_game_at(tables, open_records(games), 0, 4, seed, mask)
    for n in range(_DECISIONS):
        kind = int(g.stack[g.depth - 1].kind)
        counts[kind] = counts.get(kind, 0) + 1
        if len(found.setdefault(kind, [])) < PER_KIND and rng.random() < 0.2:
            found[kind].append(games.copy())
        step_at(tables, open_records(games), 0, int(rng.choice(np.flatnonzero(mask))), mask)
        if g.over:
            new_game_at(tables, open_records(games), 0, 4, seed + n, mask)
    return counts, {kind: np.concatenate(some) for kind, some in found.items() if some}


def _rows(sets: Sequence[str]) -> list[_Row]:
    """The most expensive kinds first (share times cost per decision)."""
    counts, positions = collect(sets)
    tables = load(sets).tables
    total = sum(counts.values())
    made = [measure(tables, kind, counts[kind] / total, games) for kind, games in positions.items() if kind < FIRST_AUTOMATIC]
    return sorted(made, key=lambda row: -row.share * row.step_ns)


def measure(tables: npt.NDArray[np.void], kind: int, share: float, games: npt.NDArray[np.void]) -> _Row:
    mask, out, state = np.zeros(N_ACTIONS, np.bool_), np.zeros(observe.SIZE, np.float32), np.array([7], np.int64)
    work = empty(Game, 1)
    work[:] = games[:1]
    bytes_of, work_bytes = (a.view(np.uint8).reshape(len(a), -1) for a in (games, work))
    calls = len(games) * _ROUNDS
    legal_ns = nanoseconds(calls, lambda n: time_legal(tables, open_records(games), mask, n))
    copy_ns = nanoseconds(calls, lambda n: time_copy(bytes_of, work_bytes, n))
    step_ns = nanoseconds(calls, lambda n: time_step(tables, open_records(work), bytes_of, work_bytes, mask, state, n)) - copy_ns - legal_ns
    observe_ns = nanoseconds(calls, lambda n: time_observe(tables, open_records(games), out, n))
    return _Row(Kind(kind).name, share, legal_ns, step_ns, observe_ns)


def nanoseconds(calls: int, run: Callable[[int], None]) -> float:
    """Per call, the best of three."""
    run(1)
    best = float("inf")
    for _ in range(3):
        began = time.perf_counter()
        run(_ROUNDS)
        best = min(best, time.perf_counter() - began)
    return best / calls * 1e9


def show_profile(sets: Sequence[str]) -> None:
    warm_up()
    with compiling("profile", "a few seconds"):
        made = _rows(sets)
    print(f"{'decision':18} {'share':>7} {'mask ns':>8} {'step ns':>8} {'observe ns':>10} {'of the time':>11}")
    total = sum(row.share * row.step_ns for row in made)
    for row in made:
        part = row.share * row.step_ns / total
        print(f"{row.kind:18} {row.share:7.1%} {row.legal_ns:8.0f} {row.step_ns:8.0f} {row.observe_ns:10.0f} {part:11.1%}")
