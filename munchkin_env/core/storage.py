"""How one compiled kernel is stored: Numba's cache, with our folders, and with a checksum in every file.

A file is used only if it is ours and its checksum is right. A damaged file is deleted, and the process that found it compiles again
without waiting for others that do the same: compiling twice is slow, but not wrong.
"""

import hashlib
import os
import pickle
import stat
import threading
from contextlib import suppress
from functools import cache
from pathlib import Path
from typing import Any

from .cache import discard_file, folder_for, ours_alone
from .mode import notify

_DIGEST = 32


def store(dispatcher: Any) -> None:
    """Let a kernel's code be loaded from our cache folder, and stored there."""
    dispatcher._cache = _kernel_cache()(dispatcher.py_func)


@cache
def _kernel_cache() -> Any:
    """Numba's class for the cache of one kernel, with our place and our files."""
    from numba.core.caching import CompileResultCacheImpl, FunctionCache, IndexDataCacheFile, _CacheLocator

    class Place(_CacheLocator):  # type: ignore[misc]  # Numba has no types
        """A folder for each package. Unlike Numba's places it does not depend on where the sources are."""

        def __init__(self, function: Any, file: str) -> None:
            self._function, self._py_file = function, file

        @classmethod
        def from_function(cls, function: Any, file: str) -> Any:
            return cls(function, file)

        def get_cache_path(self) -> str:
            return str(folder_for(self._function.__module__))

        def get_source_stamp(self) -> str:
            return _stamp(self._function.__module__, self._py_file)

        def get_disambiguator(self) -> str:
            return str(self._function.__code__.co_firstlineno)

    class Result(CompileResultCacheImpl):  # type: ignore[misc]
        _locator_classes = (Place,)

    class Files(IndexDataCacheFile):  # type: ignore[misc]
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

    class KernelCache(FunctionCache):  # type: ignore[misc]
        _impl_class = Result

        def __init__(self, function: Any) -> None:
            super().__init__(function)
            self._cache_file.__class__ = Files

    return KernelCache


@cache
def _stamp(module: str, file: str) -> str:
    """What else must be as it was: nothing for our own files, which determine the folder; a kernel of somebody else depends on its file."""
    return "" if module.startswith("munchkin_env.") else hashlib.sha256(Path(file).read_bytes()).hexdigest()


def keeps_files() -> bool:
    """Whether everything compiled so far could be stored."""
    return not _not_kept


def _read_checked(path: Path) -> bytes | None:
    """What we wrote there; None if it is missing or different."""
    flags = os.O_RDONLY | getattr(os, "O_BINARY", 0) | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_NONBLOCK", 0)
    content = b""
    try:
        with os.fdopen(os.open(path, flags), "rb") as file:
            status = os.fstat(file.fileno())
            if stat.S_ISREG(status.st_mode) and ours_alone(status) and ours_alone(path.parent.stat()):
                content = file.read()
    except FileNotFoundError:
        return None
    except OSError:  # a link, a folder, a failing disk: treated as damaged
        content = b""
    if hashlib.sha256(content[_DIGEST:]).digest() == content[:_DIGEST]:
        return content[_DIGEST:]
    discard_file(path)
    return None


_not_kept: list[Path] = []


def _write_checked(path: Path, content: bytes) -> None:
    """All or nothing. If writing fails (a full disk), the code runs but is not stored."""
    partial = path.with_name(f"{path.name}.tmp.{os.getpid()}-{threading.get_ident()}")
    try:
        if not ours_alone(path.parent.stat()):
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
