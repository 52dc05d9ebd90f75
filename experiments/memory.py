"""How much memory training needs: reported at the start, and refused if the machine has less."""

import os
from collections.abc import Iterator
from pathlib import Path

from experiments.imitate import MOST_KNOWN
from experiments.settings import Setup, TrainError
from munchkin_env.core.files import GB, KB, MB
from munchkin_env.engine.state.actions import N_ACTIONS
from munchkin_env.engine.state.records import Game
from munchkin_env.learning.inputs import SHAPES
from munchkin_env.observe import SIZE

PROGRAM = 700 * MB
"""Python, torch, compiled rules."""
POSITION = 1500
"""Bytes of a position that waits for the end of its game: a tenth of its numbers, plus Python's overhead."""
WAITING = 25
"""Such positions per game, one of every 25 decisions. Long games have more, most have fewer."""
SLOT = 4 * 6
"""Numbers per card slot that some layers keep for the gradient."""
SLOTS = 150


def needed(s: Setup) -> int:
    """An upper estimate in bytes."""
    return PROGRAM + max(_imitating(s) if s.imitate and not s.start else 0, _learning(s), _evaluating(s))


def _games(n: int) -> int:
    """Batches of games, twice because of saving: the record, observation, mask."""
    assert Game.layout.itemsize is not None
    return n * (3 * Game.layout.itemsize + 3 * 4 * SIZE + 4 * N_ACTIONS)


def _decisions(s: Setup, n: int) -> int:
    """Decisions learned from at once: observations, logits and their gradients, slots."""
    shape = SHAPES[s.network]
    slots = SLOTS * (shape["card"] + shape["pointer"]) if s.network == "slots" else 0
    return n * (3 * 4 * SIZE + 8 * 4 * N_ACTIONS + 10 * 4 * int(shape["hidden"]) + SLOT * slots)


def _imitating(s: Setup) -> int:
    """The positions, once in memory and twice while they are written."""
    known = min(MOST_KNOWN, 200 * s.imitate)
    positions = (known + s.imitate_games * min(WAITING, 10 + s.imitate // 25)) * POSITION
    return _games(s.games) + _games(s.imitate_games) + _decisions(s, s.imitate_games) + 3 * positions


def _learning(s: Setup) -> int:
    """A rollout, a second time in another order, and earlier selves."""
    rollout = s.games * s.rollout * (4 * (SIZE + 1) + 4 * N_ACTIONS + 40)
    return _games(s.games) + 2 * rollout + _decisions(s, max(s.batch, s.games)) + (s.pool * 8 * MB if s.self_play else 0)


def _evaluating(s: Setup) -> int:
    return _games(s.games) + _games(s.evaluate_games) + _decisions(s, min(1024, s.evaluate_games)) + s.games * s.rollout * 8 * SIZE


def check_memory(s: Setup) -> str:
    """The message about memory. Raises TrainError if the machine has less."""
    wanted, there = needed(s), machine()
    if there is not None and wanted > there:
        raise TrainError(
            f"this needs about {wanted / GB:.1f} GB of memory, and the machine has {there / GB:.1f}; reduce --imitate-games, "
            "--games, --rollout, --batch or --evaluate-games"
        )
    return f"needs up to {wanted / GB:.1f} GB of memory"


def machine() -> int | None:
    """Bytes of memory available to a program here; None if unknown."""
    return min(_limits(), default=None)


def _limits() -> Iterator[int]:
    if hasattr(os, "sysconf") and "SC_PHYS_PAGES" in os.sysconf_names:
        yield os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE")
    group = Path("/sys/fs/cgroup/memory.max")  # of a container
    if group.is_file() and (text := group.read_text(encoding="utf-8").strip()).isdecimal():
        yield max(int(text), 64 * KB)
