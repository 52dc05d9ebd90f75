"""Where compiled kernels are stored on disk.

Numba stores compiled code per source file and does not notice when a function in *another* file has changed. Our cache
folders are therefore named after everything that determines the machine code: an edit leads to a new folder.
There are two: the rules (engine/) do not depend on what is built on them, so an edit of a bot or of the observation leaves
them compiled. Where the package is does not matter, so all virtual environments of a user with the same versions share them.
Nothing is looked for or created before something is not in the package (shipped.py).

Compiled code is stored as pickles, and pickles run code. So a folder is used only if nobody else can write to it or to a folder
above it (storage.py checks the files).
"""

import atexit
import hashlib
import os
import platform
import shutil
import stat
import sys
import tempfile
from contextlib import suppress
from functools import cache
from pathlib import Path

import numpy as np

from .mode import notify
from .sources import PACKAGE, our_hash

_FOLDERS_KEPT = 8  # for other hashes: enough to switch between branches, or bounds checks on and off


def settings() -> tuple[object, ...]:
    """What of Numba's settings (NUMBA_…) changes compiled code, apart from the processor."""
    from numba import config

    flags = (config.BOUNDSCHECK, config.ENABLE_AVX, config.LOOP_VECTORIZE, config.SLP_VECTORIZE)
    return (*map(bool, flags), config.OPT, config.DEBUGINFO_DEFAULT)


def _toolchain() -> tuple[object, ...]:
    """What else the machine code depends on."""
    import llvmlite.binding as llvm
    import numba

    chosen = (numba.config.CPU_NAME, numba.config.CPU_FEATURES)
    machine = (platform.machine(), llvm.get_host_cpu_name(), llvm.get_host_cpu_features().flatten())
    return (numba.__version__, np.__version__, sys.version, machine, chosen, settings())


def _user_cache() -> Path:
    if sys.platform == "win32":
        base = os.environ.get("LOCALAPPDATA") or "~/AppData/Local"
    elif sys.platform == "darwin":
        base = "~/Library/Caches"
    else:
        base = os.environ.get("XDG_CACHE_HOME") or "~/.cache"
    return Path(base).expanduser() / "munchkin_env"


def _writable(folder: Path) -> bool:
    """Test it by writing: permission bits say little on network drives and on Windows."""
    try:
        if not folder.is_dir():
            folder.parent.mkdir(parents=True, exist_ok=True)
            folder.mkdir(mode=0o700, exist_ok=True)
        tempfile.TemporaryFile(dir=folder).close()
    except OSError:
        return False
    return True


def _root() -> Path:
    """Where the cache folders of all hashes are: as configured, otherwise in the user's cache, otherwise beside the package.

    A folder that others can write to is rejected: they could put code there that we run.
    """
    asked = os.environ.get("MUNCHKIN_CACHE")
    if asked and not _writable(Path(asked)):
        raise OSError(f"MUNCHKIN_CACHE={asked} is not a folder that can be written to")
    for folder in ([Path(asked)] if asked else []) + [_user_cache(), PACKAGE / "__pycache__" / "kernels"]:
        if not _writable(folder):
            continue
        folder = folder.resolve()  # a link could point elsewhere tomorrow
        other = stranger(folder)
        if other is None:
            return folder
        _passed_over(folder, other)
    return _own_folder()


_told: set[str] = set()


def tell_once(text: str) -> None:
    if text not in _told:
        _told.add(text)
        notify(text)


def _passed_over(folder: Path, other: Path) -> None:
    tell_once(f"compiled code is not stored in {folder}, because others can write to {other}")


@cache
def _own_folder() -> Path:
    """For this process alone, which compiles everything: slow, but it works."""
    folder = Path(tempfile.mkdtemp(prefix="munchkin_env-"))
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    return folder


def cache_of_this_process() -> Path | None:
    """The folder of this process alone, if compiled code is not kept for the next one."""
    return _own_folder() if _own_folder.cache_info().currsize else None


def stranger(folder: Path) -> Path | None:
    """The first folder, from this one upwards, that others can write to. Above it, the sticky bit (/tmp) protects what is ours."""
    for one in (folder, *folder.parents):
        status = one.stat()
        sticky = one != folder and status.st_mode & stat.S_ISVTX and status.st_uid in (0, _me())
        if not sticky and not ours_alone(status):
            return one
    return None


def _me() -> int:
    return 0 if sys.platform == "win32" else os.geteuid()


def ours_alone(status: os.stat_result) -> bool:
    """Whether only we (and root) can write there. On Windows permission bits do not say."""
    if sys.platform == "win32":
        return True
    if status.st_uid not in (0, _me()) or status.st_mode & stat.S_IWOTH:
        return False
    return not status.st_mode & stat.S_IWGRP or _group_of_one(status.st_gid)


@cache
def _group_of_one(group: int) -> bool:
    """Whether we are its only member: many systems give every user their own group."""
    if sys.platform == "win32":
        return True
    import grp
    import pwd

    try:
        mine, members = pwd.getpwuid(_me()).pw_name, set(grp.getgrgid(group).gr_mem)
    except KeyError:  # a user or a group without a name, as in some containers
        return False
    return members <= {mine, "root"} and all(user.pw_name in (mine, "root") for user in pwd.getpwall() if user.pw_gid == group)


RULES = ("munchkin_env.core.", "munchkin_env.vocabulary.", "munchkin_env.engine.")
"""How the names of the modules begin whose kernels are the rules."""
CODE = ("munchkin_env.",)


@cache
def cache_folder(under: tuple[str, ...]) -> Path:
    """The folder for exactly these sources on this machine."""
    key = hashlib.sha256(repr((our_hash(under), _toolchain())).encode()).hexdigest()
    folder = _root() / key[:16]
    if folder.exists() and (other := stranger(folder.resolve())) is not None:  # created when others could still write next to it
        _passed_over(folder, other)
        return _own_folder() / key[:16]
    return folder


def code_folder() -> Path:
    """Where everything but the rules is stored, and what says which parts are compiled whole."""
    return cache_folder(CODE)


def folder_for(module: str) -> Path:
    """The cache folder for the kernels of that module."""
    return cache_folder(RULES if module.startswith(RULES) else CODE) / package_of(module)


def package_of(module: str) -> str:
    return module.rpartition(".")[0] or module


def _prune(*current: Path) -> None:
    """Remove all but the latest few folders of other hashes. Only our own names are touched: the root may be shared."""
    used = [folder for folder in current if folder.exists()]
    for folder in used:
        folder.touch()  # the rules' folder outlives many of the others
    ours = [path for path in used[0].parent.iterdir() if path.is_dir() and _is_ours(path.name) and path not in used]
    for path in sorted(ours, key=_age)[_FOLDERS_KEPT:]:
        shutil.rmtree(path, ignore_errors=True)  # on Windows a running process may hold a file open; retried next time


def _is_ours(name: str) -> bool:
    return len(name) == 16 and set(name) <= set("0123456789abcdef")


def _age(path: Path) -> float:
    try:
        return -path.stat().st_mtime
    except FileNotFoundError:  # just removed by another process
        return 0.0


def discard_file(path: Path) -> None:
    """Delete a file that is not as we wrote it. What it belongs to is then no longer compiled whole."""
    with suppress(OSError):
        path.unlink()
    for folder in {cache_folder(CODE), cache_folder(RULES)}:
        if path.is_relative_to(folder):
            tell_once(f"compiled code in {folder} is damaged, or others could have written it; it is compiled again")
            for done in folder.glob("*.done"):
                done.unlink(missing_ok=True)


def keep_latest() -> None:
    """Remove folders of old code beside those in use."""
    _prune(cache_folder(CODE), cache_folder(RULES))
