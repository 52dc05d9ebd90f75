"""Positions from many different games: all player counts, house rules that change what is seen, random and scripted play."""

import os
import random
from collections.abc import Iterator
from typing import Any

import numpy as np

from munchkin_env.engine.boundary.playouts import legal_at, weighted_legal
from munchkin_env.game.game import Game
from tests.play import EACH_AND_ALL

VARIANTS: tuple[dict[str, Any], ...] = (
    {},
    {"obs_discards": "counts", "counter_offers": True},
    {"obs_discards": "full", "binding_deals": False},
    {"auto_pass_forced": False, "shared_victory": True},
    {"priority": "rotate", "ask_only_when_losing": False, "trade_budget": 1},
    {"listen_at_door": True, "faster_treasure": "loot", "sex_mode": "random"},
)


CONFIGURATIONS = [tuple(os.environ["HONESTY_SETS"].split())] if "HONESTY_SETS" in os.environ else list(EACH_AND_ALL)
"""The sets tested for information leaks; `make fuzz SETS="…"` chooses others."""


def positions(games: int, seed: int, chance: float, sets: tuple[str, ...] = ("deluxe",)) -> Iterator[Game]:
    """Every new kind of decision of a game, and others at random; the game continues afterwards."""
    for k in range(games):
        rng = random.Random(seed + k)
        game = Game(2 + k % 5, sets, seed=seed + k, win_level=6, max_rounds=6, **VARIANTS[k % len(VARIANTS)])
        state = np.array([rng.randrange(1, 1 << 32)], np.int64)
        looked: set[str] = set()
        while not game.over:
            if game.decision not in looked or rng.random() < chance:
                looked.add(game.decision)
                yield game
            game.apply(weighted_legal(game.mask(), state))
        yield game


def refresh(game: Game) -> Game:
    """Recompute the mask after a change of the record."""
    legal_at(game._tables, game._games, 0, game._mask)
    return game


def dealt(game: Game, seat: int, number: int) -> Game | None:
    """A world of the seat, or None where it is refused: while another player chooses among cards that perhaps only they know."""
    try:
        return game.determinise(seat, number)
    except ValueError:
        assert seat != game.seat
        return None
