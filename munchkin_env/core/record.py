"""Declare a numpy record as a class.

    class Seat(Record):
        level: int = i8(within=(1, 10))
        hand: Array[int] = i16(8)       # card per slot, -1: empty

    class Game(Record):
        seat: Array[Seat] = many(Seat, 6)
        turn: int = i16()

`within` declares a field's range: it costs nothing at run time, and records that come from outside are checked against it.

The class is three views of one memory layout: `dtype` for the arrays that hold records, `layout` for records inside
records, `Structure` for reading a record from Python. It is never instantiated; `g: Game` annotates a parameter that is
a compiled record or a structure, and both give ints.

Ints wrap silently on a write, compiled and in the twin. `u64` mixed with signed numbers becomes a float in compiled code.
"""

import ctypes
import inspect
from typing import Any, ClassVar, NamedTuple, Protocol, TypeVar, cast

import numpy as np
import numpy.typing as npt

from .mode import COMPILED

R = TypeVar("R", bound="Record")
T = TypeVar("T")


class Array(Protocol[T]):
    """What an array field offers both compiled and in the twin: single elements, no slices (`a[i][j]`, not `a[i, j]`)."""

    def __getitem__(self, index: int, /) -> T: ...
    def __setitem__(self, index: int, value: T, /) -> None: ...
    def __len__(self) -> int: ...


class Within(NamedTuple):
    """A field's range, inclusive. A named maximum is a number of the game or its cards (sound/bounds.py)."""

    low: float
    high: float | str


class Declared(NamedTuple):
    """A field's declaration."""

    dtype: np.dtype[Any]
    within: Within | None = None
    """None: no range was declared. Records loaded from outside may not have such fields."""
    inside: "type[Record] | None" = None
    """The class of a nested record."""


def _number(kind: type[np.number[Any]], shape: tuple[int, ...], within: tuple[float, float | str] | None) -> Any:
    return Declared(np.dtype((kind, shape)) if shape else np.dtype(kind), within and Within(*within))


# These return Any so that a field is annotated with what a reader gets: `level: int = i8()`.
def i8(*shape: int, within: tuple[float, float | str] | None = None) -> Any:
    return _number(np.int8, shape, within)


def i16(*shape: int, within: tuple[float, float | str] | None = None) -> Any:
    return _number(np.int16, shape, within)


def i32(*shape: int, within: tuple[float, float | str] | None = None) -> Any:
    return _number(np.int32, shape, within)


def i64(*shape: int, within: tuple[float, float | str] | None = None) -> Any:
    return _number(np.int64, shape, within)


def u8(*shape: int, within: tuple[float, float | str] | None = None) -> Any:
    return _number(np.uint8, shape, within)


def u16(*shape: int, within: tuple[float, float | str] | None = None) -> Any:
    return _number(np.uint16, shape, within)


def u32(*shape: int, within: tuple[float, float | str] | None = None) -> Any:
    return _number(np.uint32, shape, within)


def u64(*shape: int, within: tuple[float, float | str] | None = None) -> Any:
    return _number(np.uint64, shape, within)


def f32(*shape: int, within: tuple[float, float | str] | None = None) -> Any:
    return _number(np.float32, shape, within)


def one(cls: type["Record"]) -> Any:
    """A record inside the record."""
    return Declared(cls.layout, inside=cls)


def many(cls: type["Record"], n: int) -> Any:
    """An array of n records inside the record."""
    return Declared(np.dtype((cls.layout, (n,))), inside=cls)


class Record:
    """Base of the records. A field is `name: type = helper()`; see the top of the file."""

    declared: ClassVar[dict[str, Declared]]
    """The declaration of each field."""
    layout: ClassVar[np.dtype[Any]]
    """For nesting: a plain aligned dtype (a nested np.record loses its alignment, and Numba refuses it)."""
    dtype: ClassVar["np.dtype[np.record]"]
    """For arrays: the same with np.record outermost, which lets a kernel write g.field."""
    Structure: ClassVar[type[ctypes.Structure]]
    """For Python: the same bytes as a ctypes structure, whose fields are about 30 times faster to read than np.record's."""

    def __init_subclass__(cls) -> None:
        if cls.__bases__ != (Record,):
            raise TypeError(f"{cls.__name__}: a record derives from Record alone; put a record inside with one() or many()")
        cls.declared = _fields(cls)
        cls.layout = np.dtype([(name, field.dtype) for name, field in cls.declared.items()], align=True)
        cls.dtype = cast("np.dtype[np.record]", np.dtype((np.record, cls.layout)))
        cls.Structure = _structure(cls.__name__, cls.layout)


def _fields(cls: type[Record]) -> dict[str, Declared]:
    declared = {name: value for name, value in vars(cls).items() if isinstance(value, Declared)}
    for name in inspect.get_annotations(cls).keys() ^ declared.keys():
        raise TypeError(f"{cls.__name__}.{name}: a field needs both an annotation and a helper, as in `level: int = i8()`")
    for name in declared:
        if hasattr(np.record, name) or hasattr(ctypes.Structure, name) or name in inspect.get_annotations(Record):
            raise TypeError(f"{cls.__name__}.{name}: the name is taken by numpy, ctypes or Record; choose another")
    if not declared:
        raise TypeError(f"{cls.__name__}: a record needs at least one field")
    return declared


# --------------------------------------------------------------------------------------------- ctypes views

_NUMBERS: dict[str, Any] = {
    "i1": ctypes.c_int8,
    "i2": ctypes.c_int16,
    "i4": ctypes.c_int32,
    "i8": ctypes.c_int64,
    "u1": ctypes.c_uint8,
    "u2": ctypes.c_uint16,
    "u4": ctypes.c_uint32,
    "u8": ctypes.c_uint64,
    "f4": ctypes.c_float,
    "b1": ctypes.c_bool,
}
_structures: dict[np.dtype[Any], type[ctypes.Structure]] = {}


def _structure(name: str, layout: np.dtype[Any]) -> type[ctypes.Structure]:
    """The ctypes structure of a dtype; raises if a single byte would be elsewhere."""
    assert layout.fields is not None and layout.names is not None
    fields = [(field, _ctype(layout.fields[field][0])) for field in layout.names]
    made = type(name, (ctypes.Structure,), {"_fields_": fields, "__slots__": ()})
    if ctypes.sizeof(made) != layout.itemsize:
        raise TypeError(f"{name}: {ctypes.sizeof(made)} bytes for ctypes, {layout.itemsize} for numpy")
    for field in layout.names:
        place, numpy_place = getattr(made, field), layout.fields[field]
        if (place.offset, place.size) != (numpy_place[1], numpy_place[0].itemsize):
            raise TypeError(f"{name}.{field}: ctypes and numpy put it at different bytes")
    _structures[layout] = made
    return made


def _ctype(dtype: np.dtype[Any]) -> Any:
    if dtype.subdtype is not None:
        base, shape = dtype.subdtype
        made = _ctype(base)
        for n in reversed(shape):
            made = made * n
        return made
    if dtype.names is not None:
        if dtype not in _structures:
            raise TypeError(f"no record class declares {dtype}")
        return _structures[dtype]
    if not dtype.isnative or dtype.str[1:] not in _NUMBERS:
        raise TypeError(f"no ctypes view of {dtype}")
    return _NUMBERS[dtype.str[1:]]


def views(array: npt.NDArray[Any]) -> Any:
    """The array as ctypes: same memory, `views(games)[i]` is a structure, and the view keeps the numpy array alive.

    Takes any C-contiguous array of records or numbers; the view of a read-only one must not be written either.
    It costs some microseconds: create it once per array, not once per access.
    """
    if not array.flags.c_contiguous:
        raise ValueError("a view needs a C-contiguous array")
    made = _ctype(array.dtype)
    for n in reversed(array.shape):
        made = made * n
    if array.flags.writeable and array.size:
        return made.from_buffer(array)
    view = made.from_address(array.ctypes.data)  # from_buffer rejects read-only and empty memory
    view.owner = array
    return view


def view(cls: type[R], array: npt.NDArray[Any], i: int = 0) -> R:
    """Record i of the array, for reading from Python; typed as its class."""
    if array.dtype != cls.dtype:
        raise TypeError(f"not an array of {cls.__name__}: {array.dtype}")
    return cast(R, views(array)[i])


def empty(cls: type[Record], n: int) -> "npt.NDArray[np.record]":
    """n records of zeros."""
    return np.zeros(n, dtype=cls.dtype)


def open_records(array: npt.NDArray[Any]) -> Any:
    """What a kernel called from Python takes for this array: the array itself if compiled, its ctypes view in the twin."""
    return array if COMPILED else views(array)
