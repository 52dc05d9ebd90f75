"""`@card("Net Troll")` on a test in tests/cards: it tests what this card does.

tests/cards/test_every_card_has_a_test.py fails for a card of Deluxe that no test names.
"""

from collections.abc import Callable
from typing import Any, TypeVar

import pytest

F = TypeVar("F", bound=Callable[..., Any])


def card(*names: str) -> Callable[[F], F]:
    """Names the cards, as in the data, that a test covers."""
    if not names:
        raise ValueError("card() needs the name of a card")

    def mark(test: F) -> F:
        marked: F = pytest.mark.card(*names)(test)
        return marked

    return mark


def alike(argnames: str, rows: "list[tuple[Any, ...]]") -> Callable[[F], F]:
    """A parametrized test of similar cards: the first argument of each row is the card's name, which marks and names that case."""
    return pytest.mark.parametrize(argnames, [pytest.param(*row, marks=pytest.mark.card(row[0]), id=row[0]) for row in rows])
