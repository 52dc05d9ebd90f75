"""Compilation, and the only file that knows Numba.

`@kernel` marks a function of the rules. Normally it is compiled on first use and kept on disk; under NUMBA_DISABLE_JIT=1
it stays the plain Python function it is (the twin), and Numba is not even imported.

Numba keeps compiled code per source file and does not notice when a function in *another* file has changed. Our cache
folders are therefore named after everything that decides what the machine code looks like: an edit leads to a new folder.
There are two: the rules (engine/) do not depend on what is built on them, so an edit of a bot or of the observation leaves
them compiled.

What Numba keeps are pickles, and pickles run code. So a folder is used only if nobody else may write to it, nor to a folder above it;
a file only if it is ours and its checksum is right. What is damaged is thrown away and compiled again by the process that meets it,
which does not wait for others that do the same: twice is slow, but not wrong.

Import it by name, as in `from .kernel import kernel`: that line is how a file with kernels is recognised.
"""

import atexit
import dis
import hashlib
import os
import pickle
import platform
import re
import shutil
import stat
import sys
import tempfile
import threading
import time
import zlib
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from functools import cache
from importlib.util import resolve_name
from pathlib import Path
from typing import Any, BinaryIO, TypeVar, cast, get_type_hints

import numpy as np
import numpy.typing as npt

F = TypeVar("F", bound=Callable[..., Any])

_PACKAGE = Path(__file__).resolve().parent.parent
_FOLDERS_KEPT = 8  # of other hashes: enough to go back and forth between branches, or with and without bounds checks
_WAIT_AT_MOST = 900.0  # seconds; a compiler that was suspended keeps its lock, and compiling twice is slow but not wrong
_POLL = 0.1


def _jit_wanted() -> bool:
    if os.environ.get("NUMBA_DISABLE_JIT", "0") not in ("", "0"):
        return False
    import numba

    return not numba.config.DISABLE_JIT  # may also be set in a .numba_config.yaml


COMPILED = _jit_wanted()
"""Whether kernels are machine code (True) or the plain Python twin (False)."""


def _say(text: str) -> None:
    print(f"munchkin_env: {text}", file=sys.stderr, flush=True)


_IMPORT = re.compile(r"^[ \t]*(?:from|import)[ \t]+(\.+[\w.]*|munchkin_env[\w.]*)(?:[ \t]+import[ \t]+(\([^)]*\)|[^\n]*))?", re.MULTILINE)


def _imports(path: Path, package: Path) -> set[str]:
    """Dotted names a source imports from the package: modules, and module.name for what it takes from them."""
    folder = ".".join(["munchkin_env", *path.relative_to(package).parts[:-1]])
    found = [(resolve_name(module, folder), names) for module, names in _IMPORT.findall(path.read_text(encoding="utf-8"))]
    return {module for module, _ in found} | {f"{module}.{name}" for module, names in found for name in re.findall(r"\w+", names)}


def _kernel_sources(package: Path, under: str | tuple[str, ...] = "munchkin_env.") -> list[Path]:
    """The files with kernels, and all that these import: their constants are compiled in.

    The others may be edited without a recompilation, and so may card data: the tables are arguments of the kernels.
    """
    paths = {_module(package, path): path for path in package.rglob("*.py")}
    imports = {module: _imports(path, package) for module, path in paths.items()}
    with_kernels = [module for module in paths if module.startswith(under) and "munchkin_env.core.kernel.kernel" in imports[module]]
    todo = ["munchkin_env.core.kernel", *with_kernels]
    needed: set[str] = set()
    while todo:
        module = todo.pop()
        if module in paths and module not in needed:
            needed.add(module)
            todo.extend(imports[module])
    return sorted(paths[module] for module in needed)


def _module(package: Path, path: Path) -> str:
    parts = ["munchkin_env", *path.relative_to(package).with_suffix("").parts]
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def _source_hash(package: Path = _PACKAGE, under: str | tuple[str, ...] = "munchkin_env.") -> str:
    digest = hashlib.sha256()
    for path in _kernel_sources(package, under):
        digest.update(path.relative_to(package).as_posix().encode() + b"\0" + path.read_bytes() + b"\0")
    return digest.hexdigest()


def _toolchain() -> tuple[object, ...]:
    """What else the machine code depends on. Numba itself forgets the flags and files its cache under the source's path."""
    import llvmlite.binding as llvm
    import numba

    config = numba.config
    flags = (config.BOUNDSCHECK, config.OPT, config.CPU_NAME, config.CPU_FEATURES, config.DEBUGINFO_DEFAULT)
    machine = (platform.machine(), llvm.get_host_cpu_name(), llvm.get_host_cpu_features().flatten())
    return (numba.__version__, np.__version__, sys.version, str(_PACKAGE), machine, flags)


def _user_cache() -> Path:
    if sys.platform == "win32":
        base = os.environ.get("LOCALAPPDATA") or "~/AppData/Local"
    elif sys.platform == "darwin":
        base = "~/Library/Caches"
    else:
        base = os.environ.get("XDG_CACHE_HOME") or "~/.cache"
    return Path(base).expanduser() / "munchkin_env"


def _writable(folder: Path) -> bool:
    """Tried out rather than looked up: permission bits say little on network drives and on Windows."""
    try:
        if not folder.is_dir():
            folder.parent.mkdir(parents=True, exist_ok=True)
            folder.mkdir(mode=0o700, exist_ok=True)
        tempfile.TemporaryFile(dir=folder).close()
    except OSError:
        return False
    return True


def _root() -> Path:
    """Where the cache folders of all hashes are: as asked for, else beside the package, else with the user.

    One that others can write to is passed over: they could put code there that we run.
    """
    asked = os.environ.get("MUNCHKIN_CACHE")
    if asked and not _writable(Path(asked)):
        raise OSError(f"MUNCHKIN_CACHE={asked} is not a folder that can be written to")
    for folder in ([Path(asked)] if asked else [_PACKAGE / "__pycache__" / "kernels"]) + [_user_cache()]:
        if not _writable(folder):
            continue
        folder = folder.resolve()  # a link could lead elsewhere tomorrow
        stranger = _stranger(folder)
        if stranger is None:
            return folder
        _passed_over(folder, stranger)
    return _own_folder()


_told: set[str] = set()


def _passed_over(folder: Path, stranger: Path) -> None:
    text = f"compiled code is not kept in {folder}, since others can write to {stranger}"
    if text not in _told:
        _told.add(text)
        _say(text)


@cache
def _own_folder() -> Path:
    """Of this process alone, which compiles everything: it works, and nothing lasts."""
    folder = Path(tempfile.mkdtemp(prefix="munchkin_env-"))
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    return folder


def _stranger(folder: Path) -> Path | None:
    """The folder itself, or the first above it, to which others can write. Above it, the sticky bit (/tmp) keeps what is ours as it is."""
    for one in (folder, *folder.parents):
        status = one.stat()
        sticky = one != folder and status.st_mode & stat.S_ISVTX and status.st_uid in (0, _me())
        if not sticky and not _ours_alone(status):
            return one
    return None


def _me() -> int:
    return 0 if sys.platform == "win32" else os.geteuid()


def _ours_alone(status: os.stat_result) -> bool:
    """Whether nobody but us (and root) can write there. On Windows permission bits do not say."""
    if sys.platform == "win32":
        return True
    if status.st_uid not in (0, _me()) or status.st_mode & stat.S_IWOTH:
        return False
    return not status.st_mode & stat.S_IWGRP or _group_of_one(status.st_gid)


@cache
def _group_of_one(group: int) -> bool:
    """Whether only we are in it: many systems give every user a group, to which what is theirs belongs."""
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
    key = hashlib.sha256(repr((_source_hash(under=under), _toolchain())).encode()).hexdigest()
    folder = _root() / key[:16]
    if folder.exists() and (stranger := _stranger(folder.resolve())) is not None:  # made when others could still write beside it
        _passed_over(folder, stranger)
        return _own_folder() / key[:16]
    return folder


CACHE: Path | None = _folder("munchkin_env.") if COMPILED else None
"""The cache folder of exactly these sources on exactly this machine; None in the twin."""
_RULES_CACHE: Path | None = _folder(_RULES) if COMPILED else None
"""The same for the kernels of engine/ alone."""


_LEAN = ("core.", "engine.", "observe.", "envs.matches.", "lab.bench.")
"""Modules whose kernels do without Numba's memory management, which counts references to every array that is handed over (some 5 ns each).
They cannot make arrays: Numba refuses to compile that. All others can."""


def _is_lean(function: Any) -> bool:
    return f"{function.__module__.removeprefix('munchkin_env.')}.".startswith(_LEAN)


_kernels: list[Any] = []  # every dispatcher with one fixed signature
_LINKED_AT_MOST = 6  # kernels: what reaches more than that through calls stands apart


def kernel(function: F) -> F:
    """Compile a function of the rules (in the twin: leave it alone).

    It is compiled once, for the types that its annotations name: records, int, bool, rows of bool, int16 or float32. A function with other
    parameters (arrays of records: what Python calls) is compiled for what it is given.

    error_model="python": a division by zero raises, as it does in the twin; with "numpy" it would quietly give 0.
    nogil: kernels touch no Python object, so a caller may run batches in threads.
    _nrt: see _LEAN.
    Bounds are checked only where NUMBA_BOUNDSCHECK=1 asks for it, as one run of CI does: what users pass in is checked above the kernels.
    """
    return _made(function, inlined=False) if COMPILED else function


def piece(function: F) -> F:
    """A kernel that always becomes a part of its caller: what a long kernel with few callers is cut into for its readers.

    A call costs some nanoseconds, mostly for handing over arrays, and a loop whose length the caller knows is cheaper there.
    """
    return _made(function, inlined=True) if COMPILED else function


def _made(function: F, inlined: bool) -> F:
    import numba

    folder = _RULES_CACHE if function.__module__.startswith(_RULES) else CACHE
    before, numba.config.CACHE_DIR = numba.config.CACHE_DIR, str(folder)  # read when the decorator is applied, not later
    try:
        compiled = numba.njit(cache=True, nogil=True, error_model="python", forceinline=inlined, _nrt=not _is_lean(function))(function)
    finally:
        numba.config.CACHE_DIR = before
    compiled._cache._cache_file.__class__ = _checked_files()
    _prepare(compiled, inlined)
    return cast(F, compiled)


# ------------------------------------------------------------------------------------------- what is kept on disk

_DIGEST = 32


@cache
def _checked_files() -> Any:
    """Numba's class of the files of one kernel, with a checksum in front of each, and all that others could have written passed over."""
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
                raise FileNotFoundError(name)  # Numba compiles it then
            return pickle.loads(content)

        def _save_data(self, name: str, data: Any) -> None:
            _write_checked(Path(self._data_path(name)), self._dump(data))

    return CheckedFiles


def _read_checked(path: Path) -> bytes | None:
    """What we wrote there; None if it is not there, or not as we wrote it."""
    flags = os.O_RDONLY | getattr(os, "O_BINARY", 0) | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_NONBLOCK", 0)
    content = b""
    try:
        with os.fdopen(os.open(path, flags), "rb") as file:
            status = os.fstat(file.fileno())
            if stat.S_ISREG(status.st_mode) and _ours_alone(status) and _ours_alone(path.parent.stat()):
                content = file.read()
    except FileNotFoundError:
        return None
    except OSError:  # a link, a folder, a disk that fails: as good as damaged
        content = b""
    if hashlib.sha256(content[_DIGEST:]).digest() == content[:_DIGEST]:
        return content[_DIGEST:]
    _throw_away(path)
    return None


def _throw_away(path: Path) -> None:
    text = f"compiled code in {path.parent} is damaged, or others could have written it; it is compiled again"
    if text not in _told:
        _told.add(text)
        _say(text)
    with suppress(OSError):
        path.unlink()
    for folder in (CACHE, _RULES_CACHE):
        if folder is not None and path.is_relative_to(folder):
            for done in folder.glob("*.done"):
                done.unlink(missing_ok=True)


_not_kept: list[Path] = []


def _write_checked(path: Path, content: bytes) -> None:
    """Whole or not at all. Where nothing can be written (a full disk) the code runs and is not kept."""
    partial = path.with_name(f"{path.name}.tmp.{os.getpid()}-{threading.get_ident()}")
    try:
        if not _ours_alone(path.parent.stat()):
            path.parent.chmod(0o700)  # Numba makes it as the umask has it
        handle = os.open(partial, os.O_WRONLY | os.O_CREAT | os.O_TRUNC | getattr(os, "O_BINARY", 0), 0o600)
        with os.fdopen(handle, "wb") as file:
            file.write(hashlib.sha256(content).digest() + content)
        partial.replace(path)
    except OSError as error:
        if not _not_kept:
            _say(f"compiled code cannot be kept in {path.parent} ({error.strerror or error}); it will be compiled again")
        _not_kept.append(path)
        with suppress(OSError):
            partial.unlink()


# ------------------------------------------------------------------------------------- how kernels are linked
#
# Numba copies the code of a callee into every caller and optimises it there again, and again in the caller's callers:
# with hundreds of small functions on top of each other that took many minutes. So a kernel that reaches more than a
# handful of others stands apart: callers only name its symbol, and it is loaded once, before them. Small ones are
# still copied, which lets LLVM inline them. (docs/decisions/0004: what that costs and brings.)


def _prepare(dispatcher: Any, inlined: bool) -> None:
    signature = _signature(dispatcher.py_func)
    plain_template, plain_compile = dispatcher.get_call_template, dispatcher.compile
    dispatcher.fixed, dispatcher.inlined = signature, inlined

    def template(args: Any, kws: Any) -> Any:
        _ensure(dispatcher)
        return plain_template(args, kws)

    def compile_entry(sig: Any) -> Any:
        link()
        return plain_compile(sig)

    if signature is None:
        dispatcher.compile = compile_entry
    else:
        dispatcher.get_call_template = template
        _kernels.append(dispatcher)


def _signature(function: Any) -> tuple[Any, ...] | None:
    """Numba's types for the annotations, or None if one of them has none."""
    hints = get_type_hints(function)
    hints.pop("return", None)
    types = [_type(hint) for hint in hints.values()]
    return None if None in types else tuple(types)


@cache  # a record with others inside takes Numba some milliseconds, and there are hundreds of kernels
def _type(hint: Any) -> Any:
    import numba

    if hint is bool:
        return numba.types.boolean
    if hint is int:
        return numba.types.int64
    if hasattr(hint, "layout"):  # a Record, which this file cannot import
        return numba.from_dtype(hint.layout)
    if hint in _ROWS:
        return numba.types.Array(numba.from_dtype(np.dtype(_ROWS[hint])), 1, "C")
    return None


_ROWS: dict[Any, Any] = {npt.NDArray[np.bool_]: np.bool_, npt.NDArray[np.int16]: np.int16, npt.NDArray[np.float32]: np.float32}


def _callees(dispatcher: Any) -> list[Any]:
    """The kernels it calls. Looked up late: a module may name a function before it defines it."""
    if hasattr(dispatcher, "callees"):
        return cast(list[Any], dispatcher.callees)
    names = {i.argval for i in dis.get_instructions(dispatcher.py_func) if i.opname == "LOAD_GLOBAL"}
    found = [dispatcher.py_func.__globals__.get(name) for name in sorted(names)]
    dispatcher.callees = [one for one in found if hasattr(one, "fixed")]
    return cast(list[Any], dispatcher.callees)


def _reach(dispatcher: Any) -> set[Any]:
    """The kernels whose code would be copied into this one's callers: itself and what it calls, up to those that stand apart."""
    if not hasattr(dispatcher, "reach"):
        reach = {dispatcher}
        for callee in _callees(dispatcher):
            if not _stands_apart(callee):
                reach |= _reach(callee)
        dispatcher.reach = reach
    return cast(set[Any], dispatcher.reach)


def _stands_apart(dispatcher: Any) -> bool:
    return dispatcher.fixed is not None and not dispatcher.inlined and len(_reach(dispatcher)) > _LINKED_AT_MOST


def _ensure(dispatcher: Any) -> None:
    """Compiled, or loaded from the cache, for its one signature."""
    if dispatcher.overloads:
        return
    for copied in _reach(dispatcher):
        for callee in _callees(copied):
            if _stands_apart(callee):  # its symbol must be there when this one is loaded
                _ensure(callee)
    apart = _stands_apart(dispatcher)
    plain_add = dispatcher.add_overload

    def add(result: Any) -> None:
        result.library.stands_apart = apart
        plain_add(result)
        dispatcher.disable_compile()

    dispatcher.add_overload = add
    dispatcher.compile(dispatcher.fixed)


_linking = False


def link() -> None:
    """Make every kernel that stands apart known. Anything compiled or loaded after that may call it."""
    global _linking
    if _linking:  # one of them is being compiled right now, and has met a function without a fixed signature
        return
    _linking = True
    try:
        for dispatcher in _kernels:
            if _stands_apart(dispatcher):
                _ensure(dispatcher)
    finally:
        _linking = False


def _name_instead_of_copy() -> None:
    from numba.core.codegen import CPUCodeLibrary

    copy = CPUCodeLibrary.add_linking_library

    def add_linking_library(self: Any, library: Any) -> None:
        if not getattr(library, "stands_apart", False):
            copy(self, library)

    CPUCodeLibrary.add_linking_library = add_linking_library


def _same_names_everywhere() -> None:
    """A kernel's symbol has the same name in every process.

    Numba numbers functions and records in the order in which it meets them. With that, an object compiled by one process would look
    in vain for the symbol of an object that another process, at work at the same time, has put into the same cache folder, and jump
    to nowhere.
    """
    from numba.core.bytecode import FunctionIdentity
    from numba.core.types import Record

    plain = FunctionIdentity.from_function
    record: Any = Record

    def from_function(function: Any) -> Any:
        identity = plain(function)
        if identity.modname.startswith("munchkin_env."):  # one module, one name: no closures are kernels there
            identity.unique_id = zlib.crc32(f"{identity.modname}.{identity.func_qualname}".encode())
            identity.unique_name = f"{identity.func_qualname}${identity.unique_id}"
        return identity

    FunctionIdentity.from_function = from_function
    record.mangling_args = property(lambda one: ("Record", (zlib.crc32(one.name.encode()),)))  # its name tells all fields


if COMPILED:
    _name_instead_of_copy()
    _same_names_everywhere()


# ------------------------------------------------------------------------------------- one compiler at a time


def is_cached(part: str = "rules") -> bool:
    """Whether nothing has to be compiled for this part before it runs."""
    return CACHE is None or (CACHE / f"{part}.done").exists()


_held: set[tuple[str, int]] = set()  # (part, thread): the warm-up may itself make a Game, which warms up


@contextmanager
def compiling(part: str = "rules", about: str = "one to two minutes") -> Iterator[None]:
    """Put the first calls of all kernels of a part inside; they compile, or load what is there.

    Of several processes that start at once one compiles, says so on stderr, and the others wait for it.
    The part counts as compiled when the block ends without an exception.
    """
    me = (part, threading.get_ident())
    if CACHE is None or me in _held or is_cached(part):
        yield
        return
    _held.add(me)
    try:
        with _lock(CACHE / f"{part}.lock", part):
            if is_cached(part):  # by the process we waited for
                yield
                return
            began = time.perf_counter()
            _say(f"compiling the {part}, once per machine ({about}) …")
            yield
            if not _not_kept:
                with suppress(OSError):
                    (CACHE / f"{part}.done").touch()
            _prune(CACHE, _RULES_CACHE)
            _say(f"compiled in {time.perf_counter() - began:.0f} s")
    finally:
        _held.discard(me)


@contextmanager
def _lock(path: Path, part: str, patience: float = _WAIT_AT_MOST) -> Iterator[None]:
    """Held by one process (and one thread) at a time; the operating system releases it when its holder dies."""
    path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    with path.open("a+b") as file:
        deadline = time.monotonic() + patience
        told = False
        while not _try_lock(file):
            if time.monotonic() > deadline:
                _say(f"waited {patience:.0f} s for another process to compile the {part}; going on without it")
                break
            if not told:
                _say(f"another process is compiling the {part}; waiting for it …")
                told = True
            time.sleep(_POLL)
        yield  # closing the file releases the lock


def _try_lock(file: BinaryIO) -> bool:
    """False while somebody else holds it. A file system that cannot lock counts as locked: better twice than never."""
    if sys.platform == "win32":
        import msvcrt

        try:
            file.seek(0)
            msvcrt.locking(file.fileno(), msvcrt.LK_NBLCK, 1)
        except PermissionError:
            return False
        return True
    import fcntl

    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    except OSError as error:
        _say(f"cannot lock {file.name} ({error.strerror}): processes that start together will each compile")
    return True


def _prune(*current: Path | None) -> None:
    """Remove the folders of other hashes except the latest few. Only names that we give are touched: the root may be shared."""
    used = [folder for folder in current if folder is not None and folder.exists()]
    for folder in used:
        folder.touch()  # the folder of the rules outlives many of the others
    ours = [path for path in used[0].parent.iterdir() if path.is_dir() and _is_ours(path.name) and path not in used]
    for path in sorted(ours, key=_age)[_FOLDERS_KEPT:]:
        shutil.rmtree(path, ignore_errors=True)  # on Windows a running process may hold a file open: next time


def _is_ours(name: str) -> bool:
    return len(name) == 16 and set(name) <= set("0123456789abcdef")


def _age(path: Path) -> float:
    try:
        return -path.stat().st_mtime
    except FileNotFoundError:  # removed by another process just now
        return 0.0
