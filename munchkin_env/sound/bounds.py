"""Are all numbers of a record within the declared ranges of its fields? For whole batches at once, and for any bytes.

A field declares its range (`i8(within=(0, 6))`, core/record.py). A named maximum depends on the game: see `Limits`.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from munchkin_env.cards.loader import CardSet
from munchkin_env.core.record import Record

GameLimits = Mapping[str, int]
_Rows = npt.NDArray[np.uint8]
AT_ONCE = 64  # records checked together: as many as fit into the processor's cache


class UndeclaredError(TypeError):
    """A field of a record that comes from outside does not declare its range."""


class Leaf(NamedTuple):
    """A number of a record."""

    path: str
    offset: int
    dtype: np.dtype[Any]
    low: float
    high: float | str


def limits_of(cards: CardSet, n_players: int) -> GameLimits:
    """The named maximums (inclusive) for a game with these cards and that many players."""
    tables = cards.tables
    effects, ops = int(tables["type"]["effects_end"].max()), int(tables["effect"]["ops_end"].max())
    total = int(tables["cards"][0])
    return {
        "seat": n_players - 1,
        "seats": (1 << n_players) - 1,
        "card": total - 1,
        "effect": effects - 1,
        "op": ops - 1,
        "place": ops,  # in a program: the end is one beyond its last op
        "answer": max(total - 1, 63),  # a card, a seat, a slot or a number
    }


def leaves(cls: type[Record], path: str = "", start: int = 0) -> Iterator[Leaf]:
    """All numbers of the record, including nested records."""
    fields: Any = cls.layout.fields
    for name, declared in cls.declared.items():
        dtype, offset = fields[name][0], start + fields[name][1]
        base, shape = dtype.subdtype or (dtype, ())
        for k, index in enumerate(np.ndindex(shape)):
            here = path + name + "".join(f"[{i}]" for i in index)
            if declared.inside is not None:
                yield from leaves(declared.inside, here + ".", offset + k * base.itemsize)
            elif declared.within is None:
                raise UndeclaredError(f"{cls.__name__}.{name}: declare its range, as in `i8(within=(0, 6))`")
            else:
                yield Leaf(here, offset + k * base.itemsize, base, *declared.within)


@dataclass(frozen=True)
class Numbers:
    """All numbers of one dtype: their positions (in units of that dtype) and ranges."""

    dtype: np.dtype[Any]
    places: npt.NDArray[np.int64]
    low: npt.NDArray[Any]
    high: npt.NDArray[Any]
    leaves: tuple[Leaf, ...]

    def faults(self, rows: _Rows) -> tuple[int, Leaf, float] | None:
        """The first number out of range: which record, which number, and its value."""
        numbers = np.take(rows.view(self.dtype), self.places, axis=1)
        wrong = (numbers < self.low) | (numbers > self.high)
        if self.dtype.kind == "f":
            wrong |= np.isnan(numbers)
        if not wrong.any():
            return None
        i, k = divmod(int(np.argmax(wrong)), len(self.places))
        return i, self.leaves[k], numbers[i, k].item()


@cache
def _numbers(cls: type[Record], limits: tuple[tuple[str, int], ...]) -> tuple[Numbers, ...]:
    known = dict(limits)
    found: dict[np.dtype[Any], list[tuple[Leaf, float]]] = {}
    for leaf in leaves(cls):
        high = known[leaf.high] if isinstance(leaf.high, str) else leaf.high
        if leaf.dtype.kind == "f" or leaf.low > np.iinfo(leaf.dtype).min or high < np.iinfo(leaf.dtype).max:
            found.setdefault(leaf.dtype, []).append((leaf, high))
    return tuple(_of_dtype(dtype, some) for dtype, some in found.items())


def _of_dtype(dtype: np.dtype[Any], some: list[tuple[Leaf, float]]) -> Numbers:
    places = np.array([leaf.offset // dtype.itemsize for leaf, _ in some], np.int64)
    low, high = np.array([leaf.low for leaf, _ in some], dtype), np.array([high for _, high in some], dtype)
    return Numbers(dtype, places, low, high, tuple(leaf for leaf, _ in some))


def out_of_bounds(cls: type[Record], rows: _Rows, limits: GameLimits) -> tuple[int, str] | None:
    """The first record with a number out of range, and which number. Rows are bytes, one record each, aligned and contiguous."""
    kept = tuple(sorted(limits.items()))
    for start in range(0, len(rows), AT_ONCE):
        for numbers in _numbers(cls, kept):  # type: ignore[arg-type]  # mypy: a class without a hash
            fault = numbers.faults(rows[start : start + AT_ONCE])
            if fault is not None:
                i, leaf, value = fault
                high = limits[leaf.high] if isinstance(leaf.high, str) else leaf.high
                return start + i, f"{leaf.path} is {value}; must be {leaf.low} to {high}"
    return None
