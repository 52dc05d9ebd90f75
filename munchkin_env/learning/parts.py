"""Long computations in parts, each of which follows from its number alone and is kept in a file: they can be interrupted and continued."""

import json
import zipfile
import zlib
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

PartArrays = dict[str, npt.NDArray[Any]]


class MadeOtherwiseError(ValueError):
    """The folder has parts of another computation."""


class DamagedPartError(MadeOtherwiseError):
    """A part that cannot be read."""


def kept_part(folder: Path, name: str, k: int) -> Path:
    """The file of the k-th part."""
    return folder / f"{name}-{k:05}.npz"


def kept_parts(
    folder: Path, name: str, told: Mapping[str, Any], make: Callable[[int], PartArrays], parts: Sequence[int], workers: int = 1
) -> Iterator[int]:
    """Make those parts that are not there yet; yields the number of each when it is. told: how they are made, which the folder remembers.

    Raises MadeOtherwiseError.
    """
    folder.mkdir(parents=True, exist_ok=True)
    about = folder / f"{name}.json"
    if about.exists() and about.read_text(encoding="utf-8") != json.dumps(told, indent=1):
        raise MadeOtherwiseError(f"{folder} has {name} that were made in another way ({about.name}); choose another folder")
    about.write_text(json.dumps(told, indent=1), encoding="utf-8")

    def make_one(k: int) -> int:
        path = kept_part(folder, name, k)
        if not path.exists():
            np.savez_compressed(path.with_suffix(".tmp.npz"), allow_pickle=False, **make(k))
            path.with_suffix(".tmp.npz").replace(path)
        return k

    pool = ThreadPoolExecutor(workers)
    try:
        yield from pool.map(make_one, parts)
    finally:
        pool.shutdown(wait=True, cancel_futures=True)


def read_part(path: Path) -> PartArrays:
    """The arrays of a part. Raises DamagedPartError."""
    try:
        with path.open("rb") as file, np.load(file, allow_pickle=False) as arrays:
            return {name: arrays[name] for name in arrays.files}
    except (ValueError, EOFError, zipfile.BadZipFile, zlib.error) as error:
        raise DamagedPartError(f"{path} is damaged ({error}); delete it, and the same command makes it again") from error
