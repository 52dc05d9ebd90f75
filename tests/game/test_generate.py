"""House rules are declared once: the files made from the declarations are up to date, and declarations that cannot be are refused."""

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from munchkin_env.engine.state.options import Options
from munchkin_env.game.generate import made_files, option_faults, range_in_record, record_file, type_file
from munchkin_env.game.options import BY_NAME, OPTIONS, Option
from munchkin_env.observe.layout import House

NEXT = len(OPTIONS)
NEW = Option(NEXT, "thirst", 2, "How thirsty munchkins are.", "TURN-01", "thirst", 0, 9, unseen="Only for tests.")


@pytest.mark.parametrize("path", made_files(), ids=lambda path: path.name)
def test_the_generated_files_are_up_to_date(path: Path) -> None:
    assert path.read_text(encoding="utf-8") == made_files()[path], "run python -m munchkin_env.game.generate"


def test_a_new_option_has_a_field_with_its_bounds_and_a_keyword() -> None:
    made, typed = record_file([*OPTIONS, NEW]), type_file([*OPTIONS, NEW])
    assert made == record_file() + "    thirst: int = i8(within=(0, 9))\n"
    assert typed == type_file() + "    thirst: int\n"


@pytest.mark.parametrize(
    ("changed", "field", "type_"),
    [
        ({"high": 1000}, "i16(within=(0, 1_000))", "int"),
        ({"default": True, "low": None, "high": None}, "i8(within=(0, 1))", "bool"),
        ({"low": None, "high": None, "choices": (("no", 0), ("so", 3))}, "i8(within=(0, 3))  # thirst: 0 no, 3 so", 'Literal["no", "so"]'),
        ({"low": 0, "high": 5, "choices": (("any", -1),)}, "i8(within=(-1, 5))  # thirst: -1 any", 'int | Literal["any"]'),
        (
            {"low": 0, "high": 5, "choices": (("any", -1),), "seat": True},
            'i8(within=(-1, "seat"))  # thirst: -1 any',
            'int | Literal["any"]',
        ),
        ({"field": "dry"}, "i8(within=(0, 9))  # thirst", "int"),
    ],
)
def test_each_sort_of_option_has_its_field_and_its_type(changed: dict[str, Any], field: str, type_: str) -> None:
    option = replace(NEW, **changed)
    assert f"    {option.field}: int = {field}\n" in record_file([option])
    assert f"    thirst: {type_}\n" in type_file([option])


def test_the_order_of_the_declarations_does_not_move_a_field() -> None:
    assert record_file(OPTIONS[::-1]) == record_file()


@pytest.mark.parametrize(
    ("changed", "says"),
    [
        ({"place": NEXT - 1}, f"place {NEXT - 1} is used twice"),
        ({"place": NEXT + 1}, f"must be 0 to {NEXT}: a new option takes the next"),
        ({"name": "win_level"}, "name win_level is used twice"),
        ({"field": "win_level"}, "field win_level is used twice"),
        ({"default": False}, "thirst: a flag has no words and no range"),
        ({"default": False, "low": None}, "thirst: a flag has no words and no range"),
        ({"low": None, "high": None}, "thirst: it has no values"),
        ({"high": None}, "thirst: the range has only one end: low=0, high=None"),
        ({"low": None, "choices": (("so", 3),)}, "thirst: the range has only one end: low=None, high=9"),
        ({"low": 9, "high": 0}, "thirst: nothing is from 9 to 0"),
        ({"high": 40_000}, "thirst: its numbers are from 0 to 40000; a field holds those from -32768 to 32767"),
        ({"choices": (("any", -1), ("none", -1))}, "thirst: a word or its number is used twice"),
        ({"choices": (("any", -1), ("any", -2))}, "thirst: a word or its number is used twice"),
        ({"choices": (("any", 4),)}, "thirst: the number of a word is also one of the range"),
        ({"default": 10}, "thirst: its default is none of its values: thirst=10: must be a number from 0 to 9"),
        ({"default": "so"}, "thirst: its default is none of its values"),
    ],
)
def test_what_cannot_be_is_refused(changed: dict[str, Any], says: str) -> None:
    assert option_faults([*OPTIONS, NEW]) == []
    assert says in "; ".join(option_faults([*OPTIONS, replace(NEW, **changed)]))


def test_every_default_is_in_its_range() -> None:
    for option in OPTIONS:
        low, high = range_in_record(option)
        assert low <= option.number(option.check(option.default)) <= high, option.name


def test_what_players_see_of_an_option_is_declared() -> None:
    """It is a number of the observation, or says why not. tests/envs/public tests that it is seen."""
    columns = " ".join(column.meaning for column in House)
    shown_elsewhere = {"max_rounds": "the part of the rounds that have passed"}
    for option in OPTIONS:
        assert (option.name in columns or option.name in shown_elsewhere) != bool(option.unseen), option.name
    assert list(Options.layout.names or ()) == [one.field for one in sorted(BY_NAME.values(), key=lambda one: one.place)]
