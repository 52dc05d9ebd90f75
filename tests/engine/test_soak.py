"""The soak (`python -m tests.soak`) notices the faults that it checks for."""

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from munchkin_env.game.game import Game
from munchkin_env.vocabulary.tables import MAX_CARDS
from tests.facts import for_kernels
from tests.soak import FAULTS, MOST_PER_TURN, fault_of


def found(game: Game, mask: Any = None, in_turn: int = 0) -> str:
    tables, record = for_kernels(game.cards.tables), for_kernels(game._array)
    seen = np.zeros(MAX_CARDS, np.bool_)
    cards = int(game.cards.tables["cards"][0])
    return FAULTS[fault_of(tables, record, seen, game.mask() if mask is None else mask, in_turn, cards)]


def begun() -> Game:
    """The first turn is about to begin."""
    game = Game(3, ["potter"], seed=1, sex_mode="fixed", house_mode="random")
    while game.decision != "ARRANGE":
        game.apply("done")
    return game


def twice(g: Any) -> None:
    g.seat[0].hand[0] = g.seat[1].hand[0]


def lost(g: Any) -> None:
    g.seat[0].hand_n -= 1


def too_low(g: Any) -> None:
    g.seat[2].level = 0


def won_already(g: Any) -> None:
    g.seat[2].level = 10


@pytest.mark.parametrize(
    ("damage", "fault"),
    [
        (twice, "a card is in two places"),
        (lost, "a card is missing"),
        (too_low, "a Level out of bounds"),
        (won_already, "a Level out of bounds"),
    ],
)
def test_damage_is_noticed(damage: Callable[[Any], None], fault: str) -> None:
    game = begun()
    assert found(game) == ""
    damage(game.record)
    assert found(game) == fault


def test_who_can_do_nothing_is_noticed() -> None:
    game = begun()
    assert found(game, np.zeros_like(game.mask())) == "nobody can do anything"


def test_a_turn_without_end_is_noticed() -> None:
    assert found(begun(), in_turn=MOST_PER_TURN + 1) == "a turn without end"
