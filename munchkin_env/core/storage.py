"""How one compiled kernel is stored: a file for each signature, with a checksum, in the package or in the user's cache.

A file is used only if it is ours and its checksum is right. A damaged file of the cache is deleted, and the process that found it compiles
again without waiting for others that do the same: compiling twice is slow, but not wrong.
"""

import hashlib
import os
import stat
import threading
from collections.abc import Callable
from contextlib import suppress
from functools import cache
from pathlib import Path
from typing import Any

from .cache import discard_file, folder_for, ours_alone, tell_once
from .mode import notify
from .pickling import from_bytes, of_values, to_bytes
from .shipped import shipped_for

_DIGEST = 32


def store(dispatcher: Any) -> None:
    """Let a kernel's code be loaded from our cache folder, and stored there."""
    dispatcher._cache = _kernel_cache()(dispatcher.py_func)


@cache
def _kernel_cache() -> Any:
    """Numba's class for the cache of one kernel, with our files."""
    from numba.core.caching import NullCache

    class KernelCache(NullCache):  # type: ignore[misc]  # Numba has no types
        def __init__(self, function: Any) -> None:
            self._function, self._identity = function, _identity(function)

        def load_overload(self, types: Any, target: Any) -> Any:
            target.refresh()
            content = _read(self._function.__module__, self._name(types))
            return None if content is None else from_bytes(content, target)

        def save_overload(self, types: Any, result: Any) -> None:
            if not result.library.has_dynamic_globals:  # addresses of this process
                _write_checked(folder_for(self._function.__module__) / self._name(types), to_bytes(result))

        def _name(self, types: Any) -> str:
            digest = hashlib.sha256(repr((self._identity, [str(one) for one in types])).encode()).hexdigest()
            return f"{self._function.__module__.rpartition('.')[2]}.{self._function.__name__}-{digest[:16]}.kernel"

    return KernelCache


def _identity(function: Any) -> tuple[str, ...]:
    """What distinguishes a kernel from others, apart from its signature. A closure has the values it was made with."""
    module, code = function.__module__, function.__code__
    values = [cell.cell_contents for cell in function.__closure__ or ()]
    kept = hashlib.sha256(of_values(values)).hexdigest()
    return module, function.__qualname__, hashlib.sha256(code.co_code).hexdigest(), kept, _stamp(module, code.co_filename)


@cache
def _stamp(module: str, file: str) -> str:
    """What else must be as it was: nothing for our own files, which determine the folder; a kernel of somebody else depends on its file."""
    return "" if module.startswith("munchkin_env.") else hashlib.sha256(Path(file).read_bytes()).hexdigest()


def keeps_files() -> bool:
    """Whether everything compiled so far could be stored."""
    return not _not_kept


def _read(module: str, name: str) -> bytes | None:
    """What is stored under that name, in the package or in the user's cache."""
    shipped = shipped_for(module)
    content = None if shipped is None else _read_checked(shipped / name, _leave_file)
    return _read_checked(folder_for(module) / name, discard_file) if content is None else content


def _leave_file(path: Path) -> None:
    tell_once(f"compiled code in {path.parent} is damaged, or others could have written it; install the package again")


def _read_checked(path: Path, spoiled: Callable[[Path], None]) -> bytes | None:
    """What we wrote there; None if it is missing or different. spoiled: called if it is different."""
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
    spoiled(path)
    return None


_not_kept: list[Path] = []


def _write_checked(path: Path, content: bytes) -> None:
    """All or nothing. If writing fails (a full disk), the code runs but is not stored."""
    partial = path.with_name(f"{path.name}.tmp.{os.getpid()}-{threading.get_ident()}")
    try:
        path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
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
