"""Long computations in parts, each of which follows from its number alone and is kept in a file: they can be interrupted and continued."""

import json
import os
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from math import inf
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from munchkin_env.core.cluster import Cluster
from munchkin_env.core.files import MB, TOLD, Archive, FileError, MissingFile, opened, parse_json, read_text, replacing, short, write

PartArrays = dict[str, npt.NDArray[Any]]
Makers = int | Cluster
"""Threads of this process, or other machines: parts are the same."""
_PART, _PART_UNPACKED = 64 * MB, 256 * MB
"""More than ten times the size of real parts."""


class MadeOtherwiseError(ValueError):
    """The folder has parts of another computation."""


class DamagedPartError(MadeOtherwiseError):
    """A part that cannot be read."""


class ArrayForm(NamedTuple):
    """What an array of a part must be."""

    dtype: Any
    shape: tuple[int, ...] = ()
    """Of the array; without the number of rows, if it has rows."""
    within: tuple[float, float] | None = None
    """The lowest and the highest value."""
    rows: str | None = "rows"
    """All arrays with the same word here have equally many rows; None: it has no rows."""


Check = Callable[[PartArrays], str]
"""What else is wrong with a part whose arrays are as they must be; "" if nothing is."""


def forms_of_record(layout: Any, within: Mapping[str, tuple[float, float]], prefix: str = "") -> dict[str, ArrayForm]:
    """The fields of records, each as an array. prefix: before all names; also says which arrays have equally many rows."""
    found = {}
    for name in layout.names:
        base, shape = layout[name].subdtype or (layout[name], ())
        found[prefix + name] = ArrayForm(base, shape, within.get(name), f"{prefix}rows")
    return found


# ----------------------------------------------------------------------------------------------------------- making


def kept_part(folder: Path, name: str, k: int) -> Path:
    """The file of the k-th part."""
    return folder / f"{name}-{k:05}.npz"


def kept_parts(
    folder: Path, name: str, told: Mapping[str, Any], make: Callable[[int], PartArrays], parts: Sequence[int], workers: Makers = 1
) -> Iterator[int]:
    """Make the parts that are missing. Yields the number of each part: first those that are there, then each new one when it is made.

    told: how they are made, which the folder remembers.

    Raises MadeOtherwiseError.
    """
    folder.mkdir(parents=True, exist_ok=True)
    write_told(folder / f"{name}.json", told, name)
    there = {k for k in parts if kept_part(folder, name, k).exists()}
    yield from sorted(there)
    lacking = [k for k in parts if k not in there]
    if isinstance(workers, Cluster):
        with closing(workers.results(make, lacking)) as made:
            for k, arrays in zip(lacking, made, strict=True):
                _keep(kept_part(folder, name, k), arrays)
                yield k
        return
    pool = ThreadPoolExecutor(workers)
    try:
        for k, _ in zip(lacking, pool.map(lambda k: _keep(kept_part(folder, name, k), make(k)), lacking), strict=True):
            yield k
    finally:
        pool.shutdown(wait=True, cancel_futures=True)


def threads_of(workers: Makers) -> int:
    """For what is done on this machine in any case."""
    return workers if isinstance(workers, int) else os.cpu_count() or 1


def _keep(path: Path, arrays: PartArrays) -> None:
    with replacing(path) as partial, partial.open("wb") as file:
        np.savez_compressed(file, allow_pickle=False, **arrays)


def write_told(path: Path, told: Mapping[str, Any], what: str) -> None:
    """Write how `what` in this folder is made, so that nothing made otherwise is mixed with it. Raises MadeOtherwiseError."""
    check_same(path, told, what)
    write(path, json.dumps(told, indent=1) + "\n")


def check_same(path: Path, told: Mapping[str, Any], what: str) -> None:
    """Raises MadeOtherwiseError if the folder remembers something else; no error if it remembers nothing yet."""
    if path.exists():
        _check_same(path, read_told(path), told, what)


def check_told(path: Path, told: Mapping[str, Any], what: str) -> None:
    """Raises MadeOtherwiseError if the folder does not remember this, whatever else it remembers."""
    found = read_told(path)
    _check_same(path, {name: found[name] for name in told.keys() & found.keys()}, told, what)


def _check_same(path: Path, found: Mapping[str, Any], told: Mapping[str, Any], what: str) -> None:
    if other := _different(found, json.loads(json.dumps(told))):
        raise MadeOtherwiseError(
            f"{path.parent}: it has {what} made in another way; other: {', '.join(other)[:200]} ({path.name}). "
            "Use the same settings and version, or another folder"
        )


def read_told(path: Path) -> dict[str, Any]:
    """What a folder remembers. Raises MadeOtherwiseError."""
    try:
        found = parse_json(read_text(path, TOLD), path)
    except FileError as error:
        raise MadeOtherwiseError(f"{error}; use another folder") from error
    if not isinstance(found, dict):
        raise MadeOtherwiseError(f"{path}: it is {short(found)}; an object is required; use another folder")
    return found


def _different(found: Mapping[str, Any], ours: Mapping[str, Any]) -> list[str]:
    """The names of what differs."""
    names = sorted(name for name in found.keys() | ours.keys() if name not in found or name not in ours or found[name] != ours[name])
    return [_with_inner(name, found.get(name), ours.get(name)) for name in names]


def _with_inner(name: str, found: Any, ours: Any) -> str:
    both = isinstance(found, dict) and isinstance(ours, dict)
    return f"{name} ({', '.join(_different(found, ours))})" if both else name


# ---------------------------------------------------------------------------------------------------------- reading


def read_part(path: Path, forms: Mapping[str, ArrayForm], check: Check = lambda _: "") -> PartArrays:
    """The arrays of a part, which are as `forms` say. Raises DamagedPartError."""
    try:
        with opened(path, _PART) as file:
            arrays = Archive(file, path).arrays(_PART_UNPACKED)
    except MissingFile as error:
        raise DamagedPartError(f"{error}; the same command that was to make it makes it") from error
    except FileError as error:
        raise _damaged(path, error.problem if error.file == str(path) else str(error)) from error
    if fault := _fault(arrays, forms) or check(arrays):
        raise _damaged(path, fault)
    return arrays


def _damaged(path: Path, fault: str) -> DamagedPartError:
    return DamagedPartError(f"{path} is damaged ({fault}); delete it, and the same command makes it again")


def _fault(arrays: PartArrays, forms: Mapping[str, ArrayForm]) -> str:
    if wrong := sorted(arrays.keys() ^ forms.keys()):
        return f"{short(', '.join(wrong))}: missing, or not part of it"
    rows: dict[str | None, int] = {}
    for name, form in forms.items():
        array = arrays[name]
        if fault := _fault_of(array, form):
            return f"{name}: {fault}"
        if form.rows is not None and rows.setdefault(form.rows, len(array)) != len(array):
            return f"{name}: {len(array):,} rows; others have {rows[form.rows]:,}"
    return ""


def _fault_of(array: npt.NDArray[Any], form: ArrayForm) -> str:
    dtype = np.dtype(form.dtype)
    if array.dtype != dtype:
        return f"numbers of type {array.dtype}; must be {dtype}"
    shape = array.shape if form.rows is None else array.shape[1:]
    if shape != form.shape or (form.rows is not None and array.ndim == 0):
        return f"shape {array.shape}; must be {form.shape}{'' if form.rows is None else ' in each row'}"
    if dtype.kind == "f" and not np.isfinite(array).all():
        return "not all are numbers"
    if form.within is not None and array.size and not (form.within[0] <= array.min() and array.max() <= form.within[1]):
        low, high = form.within
        return f"from {array.min()} to {array.max()}; must be {f'at least {low:g}' if high == inf else f'from {low:g} to {high:g}'}"
    return ""
