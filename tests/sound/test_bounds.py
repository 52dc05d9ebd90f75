"""Every number of a record that comes from outside declares its range, and is checked against it."""

import re
from typing import Any

import numpy as np
import pytest

from munchkin_env.core.record import Array, Record, empty, f32, i8, i16, many, one, view
from munchkin_env.engine.state.kinds import Kind
from munchkin_env.engine.state.options import Options
from munchkin_env.engine.state.records import Game
from munchkin_env.envs.matches import Match
from munchkin_env.game.game import Game as Face
from munchkin_env.game.options import OPTIONS
from munchkin_env.players.bots.style import Bot
from munchkin_env.sound import UnsoundError, check_rows
from munchkin_env.sound.bounds import UndeclaredError, leaves, limits_of
from munchkin_env.sound.frames import ASKED_BY, LIES_ON, STOPS_ON

pytestmark = pytest.mark.compiled


class Inner(Record):
    seat: int = i8(within=(-1, "seat"))
    list: Array[int] = i16(3, within=(0, 300))


class Outer(Record):
    rows: Array[Inner] = many(Inner, 2)
    share: float = f32(within=(-1.5, 1.5))


class Silent(Record):
    told: int = i8(within=(0, 1))
    untold: int = i8()


class Around(Record):
    inner: Silent = one(Silent)


@pytest.mark.parametrize("cls", [Game, Match, Bot])
def test_every_field_of_what_is_loaded_says_what_it_may_hold(cls: type[Record]) -> None:
    assert list(leaves(cls)), "and a field that does not is an UndeclaredError"


@pytest.mark.parametrize("cls", [Silent, Around])
def test_a_field_that_does_not_say_it_is_an_error(cls: type[Record]) -> None:
    with pytest.raises(UndeclaredError, match=r"Silent\.untold: declare its range"):
        list(leaves(cls))


def test_a_question_says_on_what_it_lies_and_what_puts_it() -> None:
    assert {kind for kind in Kind if kind.name.startswith("ASK_")} == set(ASKED_BY) <= set(LIES_ON)
    assert all(set(asks) <= set(LIES_ON[kind]) for kind, asks in STOPS_ON.items())


def test_the_house_rules_are_bounded_as_their_table_says() -> None:
    limits = limits_of(Face(6, seed=1).cards, 6)
    for option in OPTIONS:
        declared = Options.declared[option.field].within
        assert declared is not None
        numbers = [number for _, number in option.choices] + [n for n in (option.low, option.high) if n is not None]
        if option.is_flag:
            numbers = [0, 1]
        high = limits[declared.high] if isinstance(declared.high, str) else declared.high
        assert (declared.low, high) == (min(numbers), max(numbers)), option.name


def rows_of(array: Any) -> Any:
    return array.view(np.uint8).reshape(len(array), -1)


@pytest.mark.parametrize(
    ("path", "values", "says"),
    [
        ("rows[1].seat", (-2, 2, 127), "-1 to 1"),
        ("rows[0].list[2]", (-1, 301, -32768), "0 to 300"),
        ("share", (-1.75, 1.75, float("inf"), float("nan")), "-1.5 to 1.5"),
    ],
)
def test_a_number_out_of_bounds_is_named(path: str, values: tuple[float, ...], says: str) -> None:
    for value in values:
        array = empty(Outer, 70)
        exec(f"g.{path} = value", {"g": view(Outer, array, 66), "value": value})
        with pytest.raises(UnsoundError, match=rf"^{re.escape(path)} is {re.escape(str(value))}.*; must be {says}$") as error:
            check_rows(Outer, rows_of(array), {"seat": 1})
        assert error.value.which == 66


def test_the_ends_of_bounds_are_allowed() -> None:
    array = empty(Outer, 2)
    g = view(Outer, array, 1)
    g.rows[0].seat, g.rows[1].seat, g.rows[0].list[0], g.share = -1, 1, 300, 1.5
    check_rows(Outer, rows_of(array), {"seat": 1})
