"""Declare a numpy record as a class.

    class Seat(Record):
        level: int = i8(within=(1, 10))
        hand: Array[int] = i16(8)       # card per slot, -1: empty

    class Game(Record):
        seat: Array[Seat] = many(Seat, 6)
        turn: int = i16()

`within` declares a field's range: it costs nothing at run time, and records that come from outside are checked against it.

The numbers of a record may have further names, for what they mean in one use of it or another. They are the same bytes:

    class Names:
        wounds: int = also("level")
        low_byte: int = also("turn", i8())

    class Seat(Names, Record):
        ...

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


class Also(NamedTuple):
    """Another name of a number of the record, or of some bytes of it."""

    of: str
    part: Declared | None
    at: int


def also(of: str, part: Any = None, at: int = 0) -> Any:
    """Another name of the field `of`; with part, of the number of that type which begins at that byte of it."""
    return Also(of, part, at)


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
    also: ClassVar[dict[str, Also]]
    """Further names, and what each stands for."""
    layout: ClassVar[np.dtype[Any]]
    """For nesting: a plain aligned dtype (a nested np.record loses its alignment, and Numba refuses it)."""
    dtype: ClassVar["np.dtype[np.record]"]
    """For arrays: the same with np.record outermost, which lets a kernel write g.field."""
    known: ClassVar[np.dtype[Any]]
    """What kernels are compiled for: the layout with all further names, as fields that overlap. (Numpy makes no buffers of those.)"""
    Structure: ClassVar[type[ctypes.Structure]]
    """For Python: the same bytes as a ctypes structure, whose fields are about 30 times faster to read than np.record's."""

    def __init_subclass__(cls) -> None:
        if cls.__bases__[-1] is not Record or any(issubclass(base, Record) for base in cls.__bases__[:-1]):
            raise TypeError(f"{cls.__name__}: a record derives from Record alone; put a record inside with one() or many()")
        cls.declared = _fields(cls)
        cls.layout = np.dtype([(name, field.dtype) for name, field in cls.declared.items()], align=True)
        cls.dtype = cast("np.dtype[np.record]", np.dtype((np.record, cls.layout)))
        cls.also = _names(cls)
        cls.known = _known(cls)
        cls.Structure = _structure(cls)
        if cls.known is not cls.layout:
            _all_known[cls.dtype] = np.dtype((np.record, cls.known))


_all_known: dict[Any, np.dtype[Any]] = {}


def _names(cls: type[Record]) -> dict[str, Also]:
    """The further names, from the classes before Record."""
    given = {name: value for base in cls.__bases__[:-1] for name, value in vars(base).items() if isinstance(value, Also)}
    for name, (of, part, at) in given.items():
        field = cls.declared.get(of)
        if field is None or field.dtype.subdtype or field.inside:
            raise TypeError(f"{cls.__name__}.{name}: {of!r} is no number of {cls.__name__}")
        if part is not None and at + part.dtype.itemsize > field.dtype.itemsize:
            raise TypeError(f"{cls.__name__}.{name}: {of!r} ends before that")
        if name in cls.declared:
            raise TypeError(f"{cls.__name__}.{name}: there is a field of that name")
        _check_name(cls, name)
    return given


def _known(cls: type[Record]) -> np.dtype[Any]:
    """The layout itself if nothing in it has further names."""
    fields: Any = cls.layout.fields
    places = {name: (_known_field(declared), fields[name][1]) for name, declared in cls.declared.items()}
    if not cls.also and all(places[name][0] == declared.dtype for name, declared in cls.declared.items()):
        return cls.layout
    for name, (of, part, at) in cls.also.items():
        places[name] = (part.dtype if part else places[of][0], places[of][1] + at)
    formats, offsets = zip(*places.values(), strict=True)
    made: Any = {"names": list(places), "formats": formats, "offsets": offsets, "itemsize": cls.layout.itemsize}
    known: np.dtype[Any] = np.dtype(made, align=True)
    return known


def _known_field(declared: Declared) -> np.dtype[Any]:
    if declared.inside is None:
        return declared.dtype
    inside = declared.inside.known
    return np.dtype((inside, declared.dtype.shape)) if declared.dtype.shape else inside


def _check_name(cls: type[Record], name: str) -> None:
    if hasattr(np.record, name) or hasattr(ctypes.Structure, name) or name in inspect.get_annotations(Record):
        raise TypeError(f"{cls.__name__}.{name}: the name is taken by numpy, ctypes or Record; choose another")


def _fields(cls: type[Record]) -> dict[str, Declared]:
    declared = {name: value for name, value in vars(cls).items() if isinstance(value, Declared)}
    for name in inspect.get_annotations(cls).keys() ^ declared.keys():
        raise TypeError(f"{cls.__name__}.{name}: a field needs both an annotation and a helper, as in `level: int = i8()`")
    for name in declared:
        _check_name(cls, name)
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


def _structure(cls: type[Record]) -> type[ctypes.Structure]:
    """The ctypes structure of a record; raises if a single byte would be elsewhere."""
    name, layout = cls.__name__, cls.layout
    assert layout.fields is not None and layout.names is not None
    fields = [(field, _ctype(layout.fields[field][0])) for field in layout.names]
    made = type(name, (ctypes.Structure,), {"_fields_": fields, "__slots__": ()})
    if ctypes.sizeof(made) != layout.itemsize:
        raise TypeError(f"{name}: {ctypes.sizeof(made)} bytes for ctypes, {layout.itemsize} for numpy")
    for field in layout.names:
        place, numpy_place = getattr(made, field), layout.fields[field]
        if (place.offset, place.size) != (numpy_place[1], numpy_place[0].itemsize):
            raise TypeError(f"{name}.{field}: ctypes and numpy put it at different bytes")
    for further, (of, part, at) in cls.also.items():
        setattr(made, further, _part(part.dtype, getattr(made, of).offset + at) if part else getattr(made, of))
    _structures[layout] = made
    return made


def _part(dtype: np.dtype[Any], offset: int) -> Any:
    """A number at that place, as ctypes reads and writes it in any structure."""
    fields = [("before", ctypes.c_uint8 * offset), ("number", _ctype(dtype))]
    place: Any = type("Part", (ctypes.Structure,), {"_pack_": 1, "_fields_": fields})
    return place.number


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
    """What a kernel called from Python takes for this array: the array itself (with all names) if compiled, its ctypes view in the twin."""
    if not COMPILED:
        return views(array)
    known = _all_known.get(array.dtype)
    return array if known is None else array.view(known)
