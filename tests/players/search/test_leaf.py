"""The network at the leaves: shares of the victory, for any cards and any number of players."""

import numpy as np
import pytest

from munchkin_env import Game, seat, table
from munchkin_env.players.search.leaf import leaf_shares_at, leaf_weights

pytestmark = pytest.mark.compiled


def shares(game: Game) -> list[float]:
    found = np.full(6, np.nan)
    leaf_shares_at(game._tables, game._games, 0, leaf_weights(game.cards), found)
    return [float(share) for share in found[: game.num_players]]


@pytest.mark.parametrize("sets", [["deluxe"], ["star"], ["western"], ["potter"], ["deluxe", "potter", "star", "western"]])
@pytest.mark.parametrize("players", [2, 4, 6])
def test_shares_add_up_to_the_victory(sets: list[str], players: int) -> None:
    found = shares(Game(players, sets, seed=7))
    assert sum(found) == pytest.approx(1) and all(0 < share < 1 for share in found)


def test_higher_levels_and_better_items_are_worth_more() -> None:
    ahead = shares(table(seat(level=8), seat(level=2), seat(level=2)).game)
    assert ahead[0] > 0.4 > max(ahead[1:])
    armed = shares(table(seat(level=4, wears="Chainsaw of Bloody Dismemberment"), seat(level=4), seat(level=4)).game)
    assert armed[0] > max(armed[1:])


def test_a_game_that_is_over_is_shared_by_its_winners() -> None:
    game = Game(3, seed=2, win_level=3)
    rng = np.random.default_rng(1)
    while not game.over:
        game.apply(int(rng.choice(game.legal())))
    won = game.winners
    assert won and shares(game) == [(p in won) / len(won) for p in range(3)]
