"""Compiled code that comes with the package: a wheel for one platform has a folder of it.

It is for a common kind of processor, so most machines can run it, and compile nothing. It is used only if everything fits: the sources, the
versions, the processor and Numba's settings, and if nobody else can write to it. Otherwise the user's cache is filled, as without it.
"""

import hashlib
import platform
import shutil
import sys
import sysconfig
from functools import cache
from pathlib import Path
from typing import NamedTuple

import numpy as np

from .cache import CODE, RULES, cache_folder, ours_alone, package_of, settings, stranger, tell_once
from .mode import COMPILED
from .sources import PACKAGE, our_hash


class Level(NamedTuple):
    """A kind of processor that code is compiled for."""

    name: str
    """As LLVM calls it: NUMBA_CPU_NAME, with empty NUMBA_CPU_FEATURES."""
    needs: tuple[str, ...] = ()
    """What a processor needs to run that code, as LLVM calls it."""


_X86_64_V3 = ("avx", "avx2", "bmi", "bmi2", "cx16", "f16c", "fma", "lzcnt", "movbe", "popcnt", "sahf", "sse4.2", "xsave")
_LEVELS = {
    ("linux", "x86_64"): Level("x86-64-v3", _X86_64_V3),
    ("win32", "amd64"): Level("x86-64-v3", _X86_64_V3),
    ("darwin", "arm64"): Level("apple-m1"),
    ("linux", "aarch64"): Level("generic"),
}


def level() -> Level | None:
    """What code in wheels for this platform is compiled for; None: there are none."""
    return _LEVELS.get((sys.platform, platform.machine().lower()))


def shipped_for(module: str) -> Path | None:
    """The folder in the package for the kernels of that module, if it fits."""
    folder = _folder(RULES if module.startswith(RULES) else CODE)
    return None if folder is None else folder / package_of(module)


def shipped_whole(part: str) -> Path | None:
    """The folder in the package, if it has everything that this part needs."""
    folder = _folder(CODE)
    return folder if folder is not None and (folder / f"{part}.done").exists() else None


def place(under: tuple[str, ...]) -> Path:
    """Where in the package code is that was compiled from these sources, with this Python, for this platform."""
    import llvmlite
    import numba

    numpy = np.__version__.partition(".")[0]  # all numpy 2 have the same arrays
    python = sysconfig.get_config_var("EXT_SUFFIX")  # version, ABI and platform
    key = (our_hash(under), level(), python, numba.__version__, llvmlite.__version__, numpy, settings())
    return PACKAGE / "compiled" / hashlib.sha256(repr(key).encode()).hexdigest()[:16]


def ship() -> None:
    """Copy what is compiled into the package, before it becomes a wheel. All of it must have been compiled for the level."""
    left = shutil.ignore_patterns("*.lock", "claims-*", "*.tmp.*")
    for under in (CODE, RULES):
        shutil.copytree(cache_folder(under), place(under), ignore=left, dirs_exist_ok=True)


@cache
def _folder(under: tuple[str, ...]) -> Path | None:
    if not COMPILED or not (PACKAGE / "compiled").is_dir() or not _runs_here():
        return None
    folder = place(under)
    if not folder.is_dir():
        return None
    other = stranger(folder)
    if other is None and not all(ours_alone(path.stat()) for path in folder.iterdir()):
        other = folder
    if other is not None:
        tell_once(f"compiled code in {folder} is not used, because others can write to {other}")
    return folder if other is None else None


def _runs_here() -> bool:
    """Whether this processor can run the code, and nobody asked for code for another one."""
    import llvmlite.binding as llvm
    from numba import config

    wanted = level()
    if wanted is None or (config.CPU_NAME, config.CPU_FEATURES) not in ((None, None), (wanted.name, "")):
        return False
    has = llvm.get_host_cpu_features()
    return all(has.get(one, False) for one in wanted.needs)
