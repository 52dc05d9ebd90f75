import gc
from typing import Any

import numpy as np
import numpy.typing as npt
import pytest

from munchkin_env.core.kernel import kernel
from munchkin_env.core.mode import COMPILED
from munchkin_env.core.record import (
    Array,
    Record,
    also,
    empty,
    f32,
    i8,
    i16,
    i32,
    i64,
    many,
    one,
    open_records,
    u8,
    u16,
    u32,
    u64,
    view,
    views,
)

pytestmark = pytest.mark.compiled


class Inner(Record):
    small: int = i8()
    wide: int = i64()
    list: Array[int] = i16(3)


class Outer(Record):
    flag: int = u8()
    one: Inner = one(Inner)
    grid: Array[Array[int]] = i32(2, 3)
    rows: Array[Inner] = many(Inner, 4)
    share: float = f32()
    a: int = u16()
    b: int = u32()
    c: int = u64()


@kernel
def write_at(games: Any, i: int) -> None:
    g = games[i]
    g.one.wide = 7
    g.rows[2].list[1] = -300
    g.grid[1][2] = g.rows[2].list[1] + 1
    row = g.rows[3]
    row.small = 5  # a nested record is a reference, not a copy


def test_a_kernel_writes_the_same_fields_compiled_and_in_the_twin() -> None:
    games = empty(Outer, 3)
    write_at(open_records(games), 1)
    assert games["one"]["wide"].tolist() == [0, 7, 0]
    assert games["rows"]["list"][1, 2].tolist() == [0, -300, 0]
    assert games["grid"][1].tolist() == [[0, 0, 0], [0, 0, -299]]
    assert games["rows"]["small"][1].tolist() == [0, 0, 0, 5]


def test_the_view_shares_every_byte_with_the_array() -> None:
    games = empty(Outer, 2)
    games.view(np.uint8)[:] = np.arange(games.nbytes, dtype=np.uint64).astype(np.uint8)
    for i in range(2):
        g, record = view(Outer, games, i), games[i]
        assert (g.flag, g.a, g.b, g.c) == (record.flag, record.a, record.b, record.c)
        assert [g.rows[n].wide for n in range(4)] == record.rows["wide"].tolist()
        assert [[g.grid[y][x] for x in range(3)] for y in range(2)] == record.grid.tolist()
        assert [g.one.list[n] for n in range(3)] == record.one["list"].tolist()


def test_reads_give_python_numbers() -> None:
    g = view(Outer, empty(Outer, 1))
    assert type(g.flag) is int and type(g.grid[0][0]) is int and type(g.rows[0].wide) is int
    assert type(g.share) is float


@pytest.mark.slow
def test_the_view_keeps_the_memory_alive() -> None:
    games = empty(Outer, 2)
    games["b"] = 123_456
    g = view(Outer, games, 1)
    del games
    gc.collect()
    assert g.b == 123_456


def test_read_only_and_empty_arrays_can_be_viewed() -> None:
    table = np.arange(6, dtype=np.int16).reshape(2, 3)
    table.flags.writeable = False
    assert views(table)[1][2] == 5
    assert len(views(empty(Outer, 0))) == 0


def test_a_view_needs_contiguous_memory_and_a_declared_record() -> None:
    with pytest.raises(ValueError, match="contiguous"):
        views(empty(Outer, 4)[::2])
    with pytest.raises(TypeError, match="no record class"):
        views(np.zeros(2, dtype=[("x", np.int8)]))
    with pytest.raises(TypeError, match="no ctypes view"):
        views(np.zeros(2, dtype="U3"))
    with pytest.raises(TypeError, match="not an array of Outer"):
        view(Outer, empty(Inner, 1))


def test_a_misspelt_field_is_an_error_and_not_a_new_attribute() -> None:
    g: Any = view(Outer, empty(Outer, 1))
    with pytest.raises(AttributeError):
        g.flga = 1


def test_a_float_does_not_go_into_an_integer_field() -> None:
    g: Any = view(Outer, empty(Outer, 1))
    with pytest.raises(TypeError):
        g.a = 1.5


def test_open_records_is_the_array_itself_only_if_compiled() -> None:
    games = empty(Outer, 1)
    assert (open_records(games) is games) == COMPILED


def test_layout_is_plain_and_dtype_is_a_record() -> None:
    assert Outer.layout.type is np.void and Outer.dtype.type is np.record
    assert Outer.dtype.fields is not None
    assert Outer.dtype.fields["one"][0].type is np.void  # nested np.record would break compilation
    assert Outer.dtype.itemsize == Outer.layout.itemsize


def test_a_field_needs_annotation_and_helper() -> None:
    with pytest.raises(TypeError, match=r"Bad\.hp: .*annotation and a helper"):

        class Bad(Record):
            hp: int

    with pytest.raises(TypeError, match=r"Worse\.hp"):

        class Worse(Record):
            hp = i8()


@pytest.mark.parametrize("name", ["item", "size", "layout", "dtype", "Structure"])
def test_names_that_numpy_or_record_use_are_refused(name: str) -> None:
    with pytest.raises(TypeError, match=f"{name}: the name is taken"):
        type("Bad", (Record,), {name: i8(), "__annotations__": {name: int}})


def test_records_do_not_inherit_from_records() -> None:
    with pytest.raises(TypeError, match="derives from Record alone"):

        class More(Inner):
            extra: int = i8()


class Names:
    level: int = also("a")
    low: int = also("wide", i16())
    high: int = also("wide", i16(), 2)


class Named(Names, Record):
    a: int = i16()
    wide: int = i32()


class Holder(Record):
    first: int = i8()
    rows: Array[Named] = many(Named, 3)


@kernel
def raise_level(holders: npt.NDArray[np.void], i: int) -> int:
    row = holders[i].rows[1]
    row.level += 2
    row.high = 5
    return int(row.a)


@pytest.mark.compiled
def test_further_names_are_the_same_bytes() -> None:
    holders = empty(Holder, 2)
    row = view(Holder, holders, 1).rows[1]
    row.a, row.wide = 7, 3
    assert (row.level, row.low, row.high) == (7, 3, 0)
    assert raise_level(open_records(holders), 1) == 9
    assert (row.a, row.wide) == (9, 5 * 2**16 + 3)
    assert holders["rows"]["wide"][1].tolist() == [0, row.wide, 0]
    assert Holder.layout.names == ("first", "rows") and Named.layout.names == ("a", "wide"), "numpy does not see them"


@pytest.mark.parametrize(
    ("names", "says"),
    [
        ({"x": also("nothing")}, "'nothing' is no number of Bad"),
        ({"x": also("a", i32())}, "'a' ends before that"),
        ({"a": also("wide")}, "there is a field of that name"),
        ({"size": also("a")}, "the name is taken"),
    ],
)
def test_further_names_of_what_is_not_there_are_refused(names: dict[str, Any], says: str) -> None:
    fields = {"a": i16(), "wide": i32(), "__annotations__": {"a": int, "wide": int}}
    with pytest.raises(TypeError, match=says):
        type("Bad", (type("BadNames", (), names), Record), fields)


def test_a_record_without_fields_is_refused() -> None:
    with pytest.raises(TypeError, match="at least one field"):

        class Nothing(Record):
            pass
