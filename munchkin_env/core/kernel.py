"""`@kernel` marks a function of the rules.

It is compiled on first use and stored on disk (cache.py); in the twin (mode.py) it stays a plain Python function.
"""

from collections.abc import Callable
from functools import partial
from typing import Any, TypeVar, cast, get_type_hints

import numpy as np
import numpy.typing as npt

from .linking import prepare
from .mode import COMPILED
from .pickling import record_type
from .record import Record
from .storage import store

F = TypeVar("F", bound=Callable[..., Any])
T = TypeVar("T")
_LEAN = (
    "core.",
    "engine.",
    "observe.",
    "players.bots.",
    "players.network.",
    "players.seated.",
    "envs.matches.",
    "envs.slices.",
    "lab.bench.",
)
"""Modules whose kernels do without Numba's memory management, which counts references to every array passed (about 5 ns each).
They cannot create arrays: Numba refuses to compile that. All others can, and those below."""
_CREATES_ARRAYS = ("players.bots.odds.",)


def _is_lean(function: Any) -> bool:
    module = f"{function.__module__.removeprefix('munchkin_env.')}."
    return module.startswith(_LEAN) and not module.startswith(_CREATES_ARRAYS)


def kernel(function: F) -> F:
    """Compile a function of the rules (in the twin: leave it alone).

    It is compiled once, for the types in its annotations: records, int, bool, arrays of bool, int16 or float32. A function with other
    parameters (arrays of records: what Python calls) is compiled for whatever it is given.

    error_model="python": division by zero raises, as it does in the twin; with "numpy" it would silently give 0.
    nogil: kernels touch no Python object, so a caller may run batches in threads.
    _nrt: see _LEAN.
    Bounds are checked only with NUMBA_BOUNDSCHECK=1, as in one CI run: user input is checked before it reaches the kernels.
    """
    return _made(function, inlined=False) if COMPILED else function


def piece(function: F) -> F:
    """A kernel that always becomes part of its caller: for splitting a long kernel with few callers into readable parts.

    A call costs some nanoseconds, mostly for passing arrays, and loops are cheaper where the caller knows their length.
    """
    return _made(function, inlined=True) if COMPILED else function


def _made(function: F, inlined: bool) -> F:
    import numba

    compiled = numba.njit(nogil=True, error_model="python", forceinline=inlined, _nrt=not _is_lean(function))(function)
    store(compiled)
    prepare(compiled, _signature(function), inlined)
    return cast(F, compiled)


def bound(kernel: Callable[..., T], *arguments: Any, ints: int = 0) -> Callable[..., T]:
    """The kernel with its first arguments fixed, for frequent calls; `ints` more are given with each call.

    It is compiled (or loaded) here, for these arguments: calls then skip the search for the right version, which takes microseconds.
    """
    if not COMPILED:
        return partial(kernel, *arguments)
    import numba

    types = [numba.typeof(argument) for argument in arguments] + [numba.types.int64] * ints
    return partial(cast(Any, kernel).compile(tuple(types)), *arguments)


def _signature(function: Any) -> tuple[Any, ...] | None:
    """Numba's types for the parameters, or None if one of them is not annotated or has none."""
    hints = get_type_hints(function)
    hints.pop("return", None)
    types = [_type(hint) for hint in hints.values()]
    return None if None in types or len(types) < function.__code__.co_argcount else tuple(types)


def _type(hint: Any) -> Any:
    import numba

    if hint is bool:
        return numba.types.boolean
    if hint is int:
        return numba.types.int64
    if isinstance(hint, type) and issubclass(hint, Record):
        return record_type(hint.known)
    if hint in _ROWS:
        return numba.types.Array(numba.from_dtype(np.dtype(_ROWS[hint])), 1, "C")
    return None


_ROWS: dict[Any, Any] = {npt.NDArray[np.bool_]: np.bool_, npt.NDArray[np.int16]: np.int16, npt.NDArray[np.float32]: np.float32}
