"""Every card of the Western set is named by a test of this folder (`@card`, tests/card.py)."""

import importlib.util
from collections.abc import Iterator
from pathlib import Path
from types import FunctionType
from typing import Any

import pytest

from munchkin_env.cards.loader import load
from munchkin_env.cards.vocabulary import Deck

HERE = Path(__file__).parent
CARDS = {card.name: card for card in load(["western"]).cards}


def named_cards() -> Iterator[str]:
    """The names in the marks of all tests here, those of the single cases of a parametrised test included."""
    for file in sorted(HERE.glob("test_western_*.py")):
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


@pytest.mark.parametrize("deck", [Deck.DOOR, Deck.TREASURE])
def test_every_card_is_named_by_a_test(deck: Deck) -> None:
    cards = {name for name, card in CARDS.items() if card.deck == deck}
    assert cards
    assert sorted(cards - set(named_cards())) == []


def test_tests_name_cards_that_exist() -> None:
    assert sorted(set(named_cards()) - set(CARDS)) == []
