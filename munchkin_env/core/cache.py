"""Where compiled kernels are stored on disk.

Numba stores compiled code per source file and does not notice when a function in *another* file has changed. Our cache
folders are therefore named after everything that determines the machine code: an edit leads to a new folder.
There are two: the rules (engine/) do not depend on what is built on them, so an edit of a bot or of the observation leaves
them compiled.

Numba stores pickles, and pickles run code. So a folder is used only if nobody else can write to it or to a folder above it,
and a file only if it is ours and its checksum is right. A damaged file is deleted, and the process that found it compiles again
without waiting for others that do the same: compiling twice is slow, but not wrong.
"""

import atexit
import hashlib
import os
import pickle
import platform
import shutil
import stat
import sys
import tempfile
import threading
from contextlib import suppress
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np

from .mode import COMPILED, notify
from .sources import PACKAGE, source_hash

_FOLDERS_KEPT = 8  # for other hashes: enough to switch between branches, or bounds checks on and off


def _toolchain() -> tuple[object, ...]:
    """What else the machine code depends on. Numba itself ignores flags and stores its cache by source path."""
    import llvmlite.binding as llvm
    import numba

    config = numba.config
    flags = (config.BOUNDSCHECK, config.OPT, config.CPU_NAME, config.CPU_FEATURES, config.DEBUGINFO_DEFAULT)
    machine = (platform.machine(), llvm.get_host_cpu_name(), llvm.get_host_cpu_features().flatten())
    return (numba.__version__, np.__version__, sys.version, str(PACKAGE), machine, flags)


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
    """Where the cache folders of all hashes are: as configured, otherwise beside the package, otherwise in the user's cache.

    A folder that others can write to is rejected: they could put code there that we run.
    """
    asked = os.environ.get("MUNCHKIN_CACHE")
    if asked and not _writable(Path(asked)):
        raise OSError(f"MUNCHKIN_CACHE={asked} is not a folder that can be written to")
    for folder in ([Path(asked)] if asked else [PACKAGE / "__pycache__" / "kernels"]) + [_user_cache()]:
        if not _writable(folder):
            continue
        folder = folder.resolve()  # a link could point elsewhere tomorrow
        stranger = _stranger(folder)
        if stranger is None:
            return folder
        _passed_over(folder, stranger)
    return _own_folder()


_told: set[str] = set()


def _passed_over(folder: Path, stranger: Path) -> None:
    text = f"compiled code is not stored in {folder}, because others can write to {stranger}"
    if text not in _told:
        _told.add(text)
        notify(text)


@cache
def _own_folder() -> Path:
    """For this process alone, which compiles everything: slow, but it works."""
    folder = Path(tempfile.mkdtemp(prefix="munchkin_env-"))
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    return folder


def _stranger(folder: Path) -> Path | None:
    """The first folder, from this one upwards, that others can write to. Above it, the sticky bit (/tmp) protects what is ours."""
    for one in (folder, *folder.parents):
        status = one.stat()
        sticky = one != folder and status.st_mode & stat.S_ISVTX and status.st_uid in (0, _me())
        if not sticky and not _ours_alone(status):
            return one
    return None


def _me() -> int:
    return 0 if sys.platform == "win32" else os.geteuid()


def _ours_alone(status: os.stat_result) -> bool:
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


_RULES = ("munchkin_env.core.", "munchkin_env.vocabulary.", "munchkin_env.engine.")


def _folder(under: str | tuple[str, ...]) -> Path:
    key = hashlib.sha256(repr((source_hash(under=under), _toolchain())).encode()).hexdigest()
    folder = _root() / key[:16]
    if folder.exists() and (stranger := _stranger(folder.resolve())) is not None:  # created when others could still write next to it
        _passed_over(folder, stranger)
        return _own_folder() / key[:16]
    return folder


CACHE: Path | None = _folder("munchkin_env.") if COMPILED else None
"""The cache folder for exactly these sources on this machine; None in the twin."""


_RULES_CACHE: Path | None = _folder(_RULES) if COMPILED else None
"""The same for the kernels of the rules alone."""


_DIGEST = 32


@cache
def checked_files() -> Any:
    """Numba's class for the files of one kernel, with a checksum at the front of each; files that others could have written are ignored."""
    from numba.core.caching import IndexDataCacheFile

    class CheckedFiles(IndexDataCacheFile):  # type: ignore[misc]  # Numba has no types
        def _load_index(self) -> Any:
            content = _read_checked(Path(self._index_path))
            version, stamp, overloads = (None, None, {}) if content is None else pickle.loads(content)
            return overloads if (version, stamp) == (self._version, self._source_stamp) else {}

        def _save_index(self, overloads: Any) -> None:
            _write_checked(Path(self._index_path), self._dump((self._version, self._source_stamp, overloads)))

        def _load_data(self, name: str) -> Any:
            content = _read_checked(Path(self._data_path(name)))
            if content is None:
                raise FileNotFoundError(name)  # Numba then compiles it
            return pickle.loads(content)

        def _save_data(self, name: str, data: Any) -> None:
            _write_checked(Path(self._data_path(name)), self._dump(data))

    return CheckedFiles


def _read_checked(path: Path) -> bytes | None:
    """What we wrote there; None if it is missing or different."""
    flags = os.O_RDONLY | getattr(os, "O_BINARY", 0) | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_NONBLOCK", 0)
    content = b""
    try:
        with os.fdopen(os.open(path, flags), "rb") as file:
            status = os.fstat(file.fileno())
            if stat.S_ISREG(status.st_mode) and _ours_alone(status) and _ours_alone(path.parent.stat()):
                content = file.read()
    except FileNotFoundError:
        return None
    except OSError:  # a link, a folder, a failing disk: treated as damaged
        content = b""
    if hashlib.sha256(content[_DIGEST:]).digest() == content[:_DIGEST]:
        return content[_DIGEST:]
    _throw_away(path)
    return None


def _throw_away(path: Path) -> None:
    text = f"compiled code in {path.parent} is damaged, or others could have written it; it is compiled again"
    if text not in _told:
        _told.add(text)
        notify(text)
    with suppress(OSError):
        path.unlink()
    for folder in (CACHE, _RULES_CACHE):
        if folder is not None and path.is_relative_to(folder):
            for done in folder.glob("*.done"):
                done.unlink(missing_ok=True)


_not_kept: list[Path] = []


def _write_checked(path: Path, content: bytes) -> None:
    """All or nothing. If writing fails (a full disk), the code runs but is not stored."""
    partial = path.with_name(f"{path.name}.tmp.{os.getpid()}-{threading.get_ident()}")
    try:
        if not _ours_alone(path.parent.stat()):
            path.parent.chmod(0o700)  # Numba creates it with the umask
        handle = os.open(partial, os.O_WRONLY | os.O_CREAT | os.O_TRUNC | getattr(os, "O_BINARY", 0), 0o600)
        with os.fdopen(handle, "wb") as file:
            file.write(hashlib.sha256(content).digest() + content)
        partial.replace(path)
    except OSError as error:
        if not _not_kept:
            notify(f"compiled code cannot be stored in {path.parent} ({error.strerror or error}); it will be compiled again")
        _not_kept.append(path)
        with suppress(OSError):
            partial.unlink()


def _prune(*current: Path | None) -> None:
    """Remove all but the latest few folders of other hashes. Only our own names are touched: the root may be shared."""
    used = [folder for folder in current if folder is not None and folder.exists()]
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


def folder_for(module: str) -> Path | None:
    """The cache folder for the kernels of that module."""
    return _RULES_CACHE if module.startswith(_RULES) else CACHE


def keeps_files() -> bool:
    """Whether everything compiled so far could be stored."""
    return not _not_kept


def keep_latest(folder: Path) -> None:
    """Remove folders of old code beside the one in use."""
    _prune(folder, _RULES_CACHE)
