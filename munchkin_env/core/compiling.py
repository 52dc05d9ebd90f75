"""One process compiles at a time and says so; the others wait."""

import os
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from functools import partial
from pathlib import Path

from .cache import code_folder, keep_latest
from .linking import compile_unit, units
from .locks import try_lock
from .mode import COMPILED, notify
from .sharing import Claims, processes, start_helper, take_part
from .shipped import shipped_whole
from .storage import keeps_files

_WAIT_AT_MOST = 900.0  # seconds; a suspended compiler keeps its lock, and compiling twice is slow but not wrong
_POLL = 0.1


def is_cached(part: str = "rules") -> bool:
    """Whether this part can run without compiling anything."""
    return not COMPILED or (where_compiled(part) / f"{part}.done").exists()


def where_compiled(part: str = "rules") -> Path:
    """The folder where this part is stored, or will be."""
    return shipped_whole(part) or code_folder()


_held: set[tuple[str, int]] = set()  # (part, thread): the warm-up may create a Game, which warms up itself


@contextmanager
def compiling(part: str = "rules", about: str = "one to two minutes") -> Iterator[None]:
    """Put the first calls of all kernels of a part inside; they compile, or load compiled code.

    Of several processes that start at once, one compiles and says so on stderr; the others wait.
    The part counts as compiled when the block ends without an exception.
    """
    me = (part, threading.get_ident())
    if me in _held or is_cached(part):
        yield
        return
    _held.add(me)
    try:
        with _lock(code_folder() / f"{part}.lock", part):
            if is_cached(part):  # by the process that we waited for
                yield
                return
            began = time.perf_counter()
            notify(f"compiling the {part}, once per machine ({about}) …")
            yield
            if keeps_files():
                with suppress(OSError):
                    (code_folder() / f"{part}.done").touch()
            keep_latest()
            notify(f"compiled in {time.perf_counter() - began:.0f} s")
    finally:
        _held.discard(me)


def compile_together(helper: str) -> None:
    """Compile the separate kernels on all processors. Put it inside `compiling`; what it leaves undone is compiled by the first calls.

    Args:
        helper: The module that other processes run: it imports the kernels and calls `help_compiling`.
    """
    if is_cached() or (number := processes()) == 1:
        return
    with tempfile.TemporaryDirectory(dir=code_folder(), prefix=_CLAIMS, ignore_cleanup_errors=True) as folder:
        helpers = list(_started(helper, Path(folder), number - 1))
        try:
            take_part(units(), Claims(Path(folder)), compile_unit, told=_progress)
        finally:
            for process in helpers:
                process.kill()
                process.wait()


def _started(helper: str, folder: Path, number: int) -> Iterator["subprocess.Popen[bytes]"]:
    with suppress(OSError):  # no more processes are allowed
        for _ in range(number):
            yield start_helper(helper, folder)


def help_compiling(folder: Path) -> None:
    """Compile for the process that made the folder, as long as it lives and wants it."""
    if not COMPILED or folder.parent != code_folder() or not folder.name.startswith(_CLAIMS):  # another cache: results would not be found
        return
    parent = os.getppid()
    take_part(units(), Claims(folder), compile_unit, wanted=lambda: folder.exists() and os.getppid() == parent)


_CLAIMS = "claims-"


def _progress(done: int, of: int) -> None:
    """On a terminal, in one line that is written over."""
    if sys.stderr.isatty():
        print(f"\rmunchkin_env: {done} of {of} parts ", end="\n" if done == of else "", file=sys.stderr, flush=True)


@contextmanager
def _lock(path: Path, part: str, patience: float = _WAIT_AT_MOST) -> Iterator[None]:
    """Held by one process (and one thread) at a time; the operating system releases it when its holder dies."""
    path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    with path.open("a+b") as file:
        deadline = time.monotonic() + patience
        told = False
        while not try_lock(file, partial(_tell_without, path)):
            if time.monotonic() > deadline:
                notify(f"waited {patience:.0f} s for another process to compile the {part}; continuing without it")
                break
            if not told:
                notify(f"another process is compiling the {part}; waiting for it …")
                told = True
            time.sleep(_POLL)
        yield  # closing the file releases the lock


def _tell_without(path: Path, error: OSError) -> None:
    notify(f"cannot lock {path} ({error.strerror}): processes that start together will each compile")
