import pytest

from munchkin_env.core.copying import copied
from munchkin_env.core.kernel import kernel
from munchkin_env.core.record import Array, Record, empty, i8, i16, i64, many, open_records, view

pytestmark = pytest.mark.compiled


class Side(Record):
    cards: Array[int] = i16(3)
    n: int = i8()


class World(Record):
    turn: int = i8()
    points: int = i64()
    side: Array[Side] = many(Side, 2)


@kernel
def total(w: World) -> int:
    return w.points + w.side[1].cards[2] + w.turn


@kernel
def total_if(w: World, points: int, card: int) -> int:
    other = copied(w)
    other.points = points
    other.side[1].cards[2] = card
    return total(other)


@kernel
def twice_if(w: World) -> int:
    """A copy of a copy; each iteration begins with the original."""
    result = 0
    for i in range(1000):
        other = copied(w)
        other.points += i
        another = copied(other)
        another.turn += 1
        result += total(another) - total(other)
    return result


@kernel
def ask_at(worlds: Array[World], i: int, points: int, card: int) -> tuple[int, int, int]:
    return total_if(worlds[i], points, card), total(worlds[i]), twice_if(worlds[i])


def test_a_copy_is_changed_and_the_record_is_not() -> None:
    worlds = empty(World, 2)
    world = view(World, worlds, 1)
    world.turn, world.points, world.side[1].cards[2] = 1, 10, 100
    before = worlds.tobytes()
    assert ask_at(open_records(worlds), 1, 20, 200) == (221, 111, 1000)
    assert worlds.tobytes() == before
