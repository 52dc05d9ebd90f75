"""Several processes compile together: each takes kernels whose callees are compiled, and all find the results in the cache.

Who compiles what is told by files in a folder. Nothing depends on the helpers: what they leave undone, the process that asked for them
compiles itself, and a kernel that two of them compile is the same twice.
"""

import os
import subprocess
import sys
import time
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import NamedTuple

from .sources import PACKAGE

MOST_PROCESSES = 4  # each needs some hundred megabytes
_POLL = 0.02
_PATIENCE = 120.0  # seconds in which nobody has finished anything: no kernel takes as long


class Unit(NamedTuple):
    """A kernel to be compiled on its own."""

    name: str
    size: int
    """Something like the time it takes."""
    needs: tuple[str, ...]
    """The units that must be compiled before it."""


class Claims:
    """Which units are taken, and which are done: files in a folder that all processes see."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def take(self, unit: str) -> bool:
        """Whether it was free: it is now taken."""
        try:
            self._path(unit, "taken").open("x").close()
        except OSError:  # taken, or the folder is gone
            return False
        return True

    def finish(self, unit: str) -> None:
        with suppress(OSError):
            self._path(unit, "done").touch()

    def done(self) -> set[str]:
        """The units that are done."""
        with suppress(OSError):
            return {path.stem for path in self.folder.iterdir() if path.suffix == ".done"}
        return set()

    def _path(self, unit: str, state: str) -> Path:
        return self.folder / f"{unit}.{state}"


def urgent_first(units: Sequence[Unit]) -> list[Unit]:
    """The units with the most work behind them first: the longest chain decides how long everything takes."""
    users: Mapping[str, list[Unit]] = {unit.name: [user for user in units if unit.name in user.needs] for unit in units}
    ahead: dict[str, int] = {}

    def work(unit: Unit) -> int:
        if unit.name not in ahead:
            ahead[unit.name] = unit.size + max((work(user) for user in users[unit.name]), default=0)
        return ahead[unit.name]

    return sorted(units, key=work, reverse=True)


def take_part(
    units: Sequence[Unit],
    claims: Claims,
    compile_one: Callable[[str], None],
    wanted: Callable[[], bool] = lambda: True,
    told: Callable[[int, int], None] = lambda *_: None,
) -> None:
    """Compile what is free, until all units are done, nobody wants it any more, or nobody has finished anything for long."""
    left, before, since = urgent_first(units), -1, time.monotonic()
    while left and wanted():
        done = claims.done()
        left = [unit for unit in left if unit.name not in done]
        if len(left) != before:
            before, since = len(left), time.monotonic()
            told(len(units) - len(left), len(units))
        mine = next((unit for unit in left if done.issuperset(unit.needs) and claims.take(unit.name)), None)
        if mine is not None:
            compile_one(mine.name)
            claims.finish(mine.name)
        elif time.monotonic() - since > _PATIENCE:
            return
        elif left:
            time.sleep(_POLL)


def processes() -> int:
    """How many may compile: one per processor that we may use, not too many. One if this Python cannot be started again."""
    if getattr(sys, "frozen", False) or not sys.executable:
        return 1
    usable = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    return max(1, min(usable, MOST_PROCESSES))


def python(*arguments: str) -> list[str]:
    """The command of this Python. -P: it imports nothing from the current folder, which anybody may have filled."""
    return [sys.executable, "-P", *arguments]


def our_environ() -> dict[str, str]:
    """The environment in which such a process finds this package, wherever this one found it."""
    paths = [str(PACKAGE.parent), os.environ.get("PYTHONPATH", "")]
    return {**os.environ, "PYTHONPATH": os.pathsep.join(path for path in paths if path)}


def start_helper(module: str, folder: Path) -> "subprocess.Popen[bytes]":
    """A process that runs the module on the folder, with the same sources and cache as this one."""
    nothing = subprocess.DEVNULL
    return subprocess.Popen(python("-m", module, str(folder)), stdin=nothing, stdout=nothing, stderr=nothing, env=our_environ())
