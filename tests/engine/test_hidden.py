"""What a seat cannot see, dealt anew, changes nothing that it is shown (view, observation, mask), at every kind of decision."""

import json
import random

import numpy as np
import numpy.typing as npt
import pytest

from munchkin_env import observe, seat, table
from munchkin_env.cards.loader import load
from munchkin_env.engine.playouts import legal_at
from munchkin_env.game import Game
from tests.facts import Facts, Position
from tests.properties import deal_anew

facts = Facts(load(["deluxe"]))


def shown(game: Game, seat: int) -> str:
    return json.dumps(game.view(seat), sort_keys=True, default=str)


def dealt_anew(game: Game, seat: int, rng: random.Random) -> Game:
    made = game.clone()
    made._array.view(np.uint8)[:] = deal_anew(Position(facts, game._array), seat, True, rng).view(np.uint8)
    legal_at(made._tables, made._games, 0, made._mask)
    return made


@pytest.mark.parametrize("seed", range(12))
def test_views_show_nothing_hidden(seed: int) -> None:
    rng = random.Random(seed)
    players = 2 + seed % 5
    game = Game(players, seed=seed, win_level=5, max_rounds=4, counter_offers=seed % 2 == 0, trade_budget=1)
    looked: set[str] = set()
    others_hands_changed = False
    while not game.over:
        if game.decision not in looked or rng.random() < 0.02:
            looked.add(game.decision)
            for seat in range(players):
                other = dealt_anew(game, seat, rng)
                assert shown(other, seat) == shown(game, seat), f"seat {seat} at {game.decision}"
                assert np.array_equal(other.observe(seat), game.observe(seat)), f"seat {seat} at {game.decision}"
                if seat == game.seat:
                    assert np.array_equal(other.mask(), game.mask()), f"seat {seat} at {game.decision}"
                others_hands_changed |= any(shown(other, p) != shown(game, p) for p in range(players) if p != seat)
        game.apply(rng.choice(game.legal()))
    assert others_hands_changed, "nothing was dealt anew"


def test_an_observation_shows_what_is_mine_and_what_lies_open() -> None:
    game = table(
        seat(level=3, hand="Magic Missile, Elf", wears="Leather Armor"), seat(level=7, hand="Thief"), doors=["Net Troll"], turn_of=0
    )
    aric, _ = game
    aric.kicks_open_the_door()
    mine, hers = (pieces(game.game.observe(p)) for p in (0, 1))
    assert mine["decision"].sum() == 1 and hers["decision"].sum() == 0
    assert (mine["my_hand"].sum(), mine["my_table"].sum(), hers["my_hand"].sum(), hers["my_table"].sum()) == (2, 1, 1, 0)
    assert mine["seats"][1] == np.float32(0.3) and mine["seats"][observe.SEAT_FLOATS + 1] == np.float32(0.7)
    assert hers["seats"][1] == np.float32(0.7)
    assert list(mine["fight"][1:4] * 20) == [4, 10, -6]


def pieces(vector: npt.NDArray[np.float32]) -> dict[str, npt.NDArray[np.float32]]:
    at = observe.offsets()
    return {piece.name: vector[at[piece.name] : at[piece.name] + piece.size] for piece in observe.PIECES}
