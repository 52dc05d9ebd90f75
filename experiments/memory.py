"""How much memory a training needs: said before it begins, and more than the machine has is refused."""

import os
from collections.abc import Iterator
from pathlib import Path

from experiments.imitate import MOST_KNOWN, SHAPES
from experiments.settings import Setup, TrainError
from munchkin_env.core.files import GB, KB, MB
from munchkin_env.engine.state.actions import N_ACTIONS
from munchkin_env.engine.state.records import Game
from munchkin_env.observe import SIZE

PROGRAM = 700 * MB
"""Python, torch, compiled rules."""
POSITION = 1500
"""Bytes of one that waits for the end of its game: a tenth of its numbers, and what Python adds."""
WAITING = 25
"""Such positions of a game, one of every 25 decisions. Long games have more, most have fewer."""
SLOT = 4 * 6
"""A number of each slot of cards that is kept for the gradient, in some layers."""
SLOTS = 150


def needed(s: Setup) -> int:
    """Bytes, at most and by and large."""
    return PROGRAM + max(_imitating(s) if s.imitate and not s.start else 0, _learning(s), _evaluating(s))


def _games(n: int) -> int:
    """Batches of games, and once more while they are kept: the record, what is seen, the mask."""
    assert Game.layout.itemsize is not None
    return n * (3 * Game.layout.itemsize + 3 * 4 * SIZE + 4 * N_ACTIONS)


def _decisions(s: Setup, n: int) -> int:
    """So many decisions that are learnt from at once: what is seen, logits and their gradients, slots."""
    shape = SHAPES[s.network]
    slots = SLOTS * (shape["card"] + shape["pointer"]) if s.network == "slots" else 0
    return n * (3 * 4 * SIZE + 8 * 4 * N_ACTIONS + 10 * 4 * int(shape["hidden"]) + SLOT * slots)


def _imitating(s: Setup) -> int:
    """The positions once in memory and twice while they are written."""
    known = min(MOST_KNOWN, 200 * s.imitate)
    positions = (known + s.imitate_games * min(WAITING, 10 + s.imitate // 25)) * POSITION
    return _games(s.games) + _games(s.imitate_games) + _decisions(s, s.imitate_games) + 3 * positions


def _learning(s: Setup) -> int:
    """A rollout, and once more put in another order; earlier selves."""
    rollout = s.games * s.rollout * (4 * (SIZE + 1) + 4 * N_ACTIONS + 40)
    return _games(s.games) + 2 * rollout + _decisions(s, max(s.batch, s.games)) + (s.pool * 8 * MB if s.self_play else 0)


def _evaluating(s: Setup) -> int:
    return _games(s.games) + _games(s.evaluate_games) + _decisions(s, min(1024, s.evaluate_games)) + s.games * s.rollout * 8 * SIZE


def check_memory(s: Setup) -> str:
    """What there is to say about it. Raises TrainError if the machine has less."""
    wanted, there = needed(s), machine()
    if there is not None and wanted > there:
        raise TrainError(
            f"this needs about {wanted / GB:.1f} GB of memory, and the machine has {there / GB:.1f}; reduce --imitate-games, "
            "--games, --rollout, --batch or --evaluate-games"
        )
    return f"needs up to {wanted / GB:.1f} GB of memory"


def machine() -> int | None:
    """Bytes of memory that a program may have here; None if that is not known."""
    return min(_limits(), default=None)


def _limits() -> Iterator[int]:
    if hasattr(os, "sysconf") and "SC_PHYS_PAGES" in os.sysconf_names:
        yield os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE")
    group = Path("/sys/fs/cgroup/memory.max")  # of a container
    if group.is_file() and (text := group.read_text(encoding="utf-8").strip()).isdecimal():
        yield max(int(text), 64 * KB)
