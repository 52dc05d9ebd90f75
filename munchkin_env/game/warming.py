"""Compile or load all kernels behind a game, once per process."""

import threading
from typing import Any, NamedTuple

import numpy as np

from munchkin_env.cards.loader import load
from munchkin_env.core.compiling import compile_together, compiling
from munchkin_env.core.record import empty, open_records, view
from munchkin_env.engine.boundary import look
from munchkin_env.engine.boundary.hidden import determinise_at
from munchkin_env.engine.boundary.playouts import legal_at, new_game_at, step_at
from munchkin_env.engine.state.actions import N_ACTIONS
from munchkin_env.engine.state.records import Game as Record
from munchkin_env.game.options import check_options, write_options
from munchkin_env.observe import N_IDS, N_NUMBERS, SIZE, observe_at, observe_compact_at


class _Compiled(NamedTuple):
    done: list[bool]
    lock: Any


_ready = _Compiled([False], threading.Lock())


def warm_up() -> None:
    """Call every kernel behind a game once, so that all compile (or load) with a progress line, one process at a time."""
    if _ready.done[0]:
        return
    with _ready.lock, compiling("rules"):
        if _ready.done[0]:
            return
        compile_together("munchkin_env.game.helping")
        cards = load(["deluxe"])
        array = empty(Record, 1)
        write_options(check_options({}, 2), view(Record, array).options)
        tables, games, mask = open_records(cards.tables), open_records(array), np.zeros(N_ACTIONS, np.bool_)
        new_game_at(tables, games, 0, 2, 0, mask)
        legal_at(tables, games, 0, mask)
        step_at(tables, games, 0, int(np.flatnonzero(mask)[0]), mask)
        determinise_at(tables, games, 0, 0, 0)
        look.numbers_at(tables, games, 0, np.zeros(look.N_ANSWERS, np.int64))
        observe_at(tables, games, 0, 0, np.zeros(SIZE, np.float32))
        observe_compact_at(tables, games, 0, 0, np.zeros(N_IDS, np.int16), np.zeros(N_NUMBERS, np.float32))
        _ready.done[0] = True
