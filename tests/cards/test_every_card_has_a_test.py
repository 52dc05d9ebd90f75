"""Every card is named by a test (`@card`, tests/card.py): cards of Deluxe in this folder, of another set in the folder of its name."""

import importlib.util
from collections.abc import Iterator
from pathlib import Path
from types import FunctionType
from typing import Any

import pytest

from munchkin_env.cards.loader import load
from munchkin_env.vocabulary.words import Deck

HERE = Path(__file__).parent
FOLDERS = {"deluxe": HERE, "star": HERE / "star", "western": HERE / "western", "potter": HERE / "potter"}


def named_cards(name: str) -> Iterator[str]:
    """The names in the marks of all tests of the set, including single cases of parametrized tests."""
    for file in sorted(FOLDERS[name].glob("test_*.py")):
        if file == Path(__file__):
            continue
        spec = importlib.util.spec_from_file_location(f"named_by_{file.stem}", file)
        assert spec is not None and spec.loader is not None
        module = importlib.util.module_from_spec(spec)
        spec.loader.exec_module(module)
        for one in vars(module).values():
            if isinstance(one, FunctionType):
                for mark in getattr(one, "pytestmark", []):
                    yield from names_in(mark)


def names_in(mark: pytest.Mark) -> Iterator[str]:
    if mark.name == "card":
        yield from mark.args
    if mark.name == "parametrize":
        for case in mark.args[1]:
            marks: Any = getattr(case, "marks", ())
            for inner in marks:
                yield from names_in(getattr(inner, "mark", inner))


@pytest.mark.parametrize("name", FOLDERS)
@pytest.mark.parametrize("deck", [Deck.DOOR, Deck.TREASURE])
def test_every_card_is_named_by_a_test(name: str, deck: Deck) -> None:
    cards = {card.name for card in load([name]).cards if card.deck == deck}
    assert cards
    assert sorted(cards - set(named_cards(name))) == []


@pytest.mark.parametrize("name", FOLDERS)
def test_tests_name_cards_that_exist(name: str) -> None:
    assert sorted(set(named_cards(name)) - {card.name for card in load([name]).cards}) == []


def test_every_house_is_named_by_a_test() -> None:
    houses = {card.name for card in load(["potter"]).cards if card.deck == Deck.HOUSE}
    assert len(houses) == 4 and sorted(houses - set(named_cards("potter"))) == []
