"""Checks of the arrays that users hand in."""

from collections.abc import Mapping
from typing import Any

import numpy as np
import numpy.typing as npt

from munchkin_env.core.files import short


def checked_array(name: str, value: npt.ArrayLike, shape: tuple[int, ...], kinds: str) -> npt.NDArray[Any]:
    """The value as an array of that shape. kinds: of its dtype, b for True and False, i and u for integers."""
    try:
        array = np.asarray(value)
    except ValueError:  # lists of several lengths
        raise ValueError(f"{name}: must have shape {shape}, one per game, not {short(value)}") from None
    if array.shape != shape:
        raise ValueError(f"{name}: must have shape {shape}, one per game, not {array.shape}")
    if array.dtype.kind not in kinds:
        raise TypeError(f"{name}: must be {'True or False' if kinds == 'b' else 'integers'}, not {array.dtype}")
    return array


def checked_rows(name: str, value: npt.ArrayLike, num_games: int, source: str) -> npt.NDArray[Any]:
    """Different numbers of games. source: what returns such numbers."""
    found = np.asarray(value)
    fits = found.ndim == 1 and (not found.size or found.dtype.kind in "iu")
    if fits and len(np.unique(found)) == found.size and ((found >= 0) & (found < num_games)).all():
        return found.astype(np.int64)
    raise ValueError(f"{name}={short(value)}: must be different numbers from 0 to {num_games - 1}, as returned by {source}")


def first_not_allowed(legal: npt.NDArray[np.bool_], rows: npt.NDArray[Any], actions: npt.NDArray[Any]) -> int | None:
    """The first place in rows whose action is not legal there, or None."""
    known = (actions >= 0) & (actions < legal.shape[1])
    bad = np.flatnonzero(~(known & legal[rows, np.where(known, actions, 0)]))
    return int(bad[0]) if bad.size else None


def checked_buffers(buffers: Any) -> dict[str, npt.NDArray[Any]]:
    """Arrays by name, in a new dict."""
    if buffers is None or isinstance(buffers, Mapping):
        return dict(buffers or {})
    raise ValueError(f"buffers={buffers!r}: must be a dict of arrays by their names, or None")


def checked_buffer(name: str, array: Any, shape: tuple[int, ...], dtype: Any) -> npt.NDArray[Any]:
    """An array of the user that kernels can fill."""
    fits = isinstance(array, np.ndarray) and array.shape == shape and array.dtype == dtype
    if not (fits and array.flags.c_contiguous and array.flags.writeable):
        raise ValueError(f"buffers[{name!r}]: must be a writable C-contiguous array of shape {shape} and dtype {np.dtype(dtype)}")
    return array  # type: ignore[no-any-return]
