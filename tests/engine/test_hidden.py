"""Re-dealing what a seat cannot see changes nothing it is shown (view, observation, mask), at every kind of decision."""

import json
import random

import numpy as np
import pytest

from munchkin_env.cards.loader import load
from munchkin_env.engine.boundary.playouts import legal_at
from munchkin_env.game.game import Game
from tests.envs.positions import CONFIGURATIONS, dealt, positions
from tests.facts import Facts, Position
from tests.properties.hidden import deal_anew

facts = Facts(load(["deluxe"]))


def shown(game: Game, seat: int) -> str:
    return json.dumps(game.view(seat), sort_keys=True, default=str)


def dealt_anew(game: Game, seat: int, rng: random.Random) -> Game:
    made = game.clone()
    made._array.view(np.uint8)[:] = deal_anew(Position(facts, game._array), seat, True, rng).view(np.uint8)
    legal_at(made._tables, made._games, 0, made._mask)
    return made


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(12))
def test_views_show_nothing_hidden(seed: int) -> None:
    rng = random.Random(seed)
    players = 2 + seed % 5
    game = Game(
        players,
        seed=seed,
        win_level=5,
        max_rounds=4,
        counter_offers=seed % 2 == 0,
        trade_budget=1,
        obs_discards=("top", "counts", "full")[seed % 3],
    )
    looked: set[str] = set()
    others_hands_changed = False
    while not game.over:
        if game.decision not in looked or rng.random() < 0.02:
            looked.add(game.decision)
            for seat in range(players):
                other = dealt_anew(game, seat, rng)
                assert shown(other, seat) == shown(game, seat), f"seat {seat} at {game.decision}"
                assert np.array_equal(other.observe(seat), game.observe(seat)), f"seat {seat} at {game.decision}"
                compact, others = game.observe_compact(seat), other.observe_compact(seat)
                assert all(np.array_equal(compact[k], others[k]) for k in range(2)), f"seat {seat} at {game.decision}"
                if seat == game.seat:
                    assert np.array_equal(other.mask(), game.mask()), f"seat {seat} at {game.decision}"
                others_hands_changed |= any(shown(other, p) != shown(game, p) for p in range(players) if p != seat)
        game.apply(rng.choice(game.legal()))
    assert others_hands_changed, "nothing was dealt anew"


PILES = ("doors", "treasures", "door_discards", "treasure_discards")


@pytest.mark.slow
@pytest.mark.parametrize("sets", CONFIGURATIONS, ids=" ".join)
def test_nothing_of_the_past_is_left_in_an_imagined_world(sets: tuple[str, ...]) -> None:
    """Beyond the ends of piles and stack a record keeps old contents: cards of hands, in the order in which they were drawn."""
    rng, left = random.Random(3), 0
    for game in positions(2, seed=19, chance=0.02, sets=sets):
        if game.over:
            continue
        other = game.clone()
        for name in PILES:
            pile = getattr(other.record, name)
            for i in range(pile.n, len(pile.cards)):
                left += pile.cards[i] >= 0
                pile.cards[i] = rng.randrange(100)
        for d in range(other.record.depth, len(other.record.stack)):
            frame = other.record.stack[d]
            frame.kind, frame.card, frame.bits32, frame.answer, frame.target = 1, rng.randrange(100), rng.getrandbits(20), 3, 1
        for seat in range(game.num_players):
            world = dealt(game, seat, 7)
            if world is None:
                continue
            assert world.state() == other.determinise(seat, 7).state()
            assert not any(card >= 0 for pile in (getattr(world.record, name) for name in PILES) for card in list(pile.cards)[pile.n :])
    assert left > 20
