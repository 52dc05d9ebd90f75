"""Duels: wins counted correctly; names of bots."""

from dataclasses import replace

import numpy as np
import pytest

from munchkin_env.players.bots import BOTS, BotKind, UnknownBotError, check_bot
from munchkin_env.players.bots.duel import Duel, duel, wilson


def test_names_are_styles_and_an_unknown_one_is_told_which_there_are() -> None:
    kinds = {name: one.kind for name, one in BOTS.items()}
    assert kinds.pop("random") == BotKind.RANDOM and kinds.pop("weighted") == BotKind.WEIGHTED
    assert {"greedy", "greedy-1"} <= set(kinds) and set(kinds.values()) == {BotKind.STYLE}
    assert all(check_bot(name) is one and one.name == name for name, one in BOTS.items())
    with pytest.raises(UnknownBotError, match="there is no bot 'grady'; there are 'random', 'weighted', 'greedy', 'greedy-1'"):
        check_bot("grady")


def test_the_interval_is_wilsons() -> None:
    assert np.allclose(wilson(5, 10), (0.2366, 0.7634), atol=1e-4)
    assert wilson(0, 10)[0] == 0.0 and np.isclose(wilson(0, 10)[1], 0.2775, atol=1e-4)
    assert wilson(0, 0) == (0.0, 1.0)


@pytest.mark.parametrize(("games", "wins"), [(6, 6), (11, 0), (22, 0), (100, 0), (100, 100)])
def test_no_spread_between_games_is_not_certainty(games: int, wins: int) -> None:
    found = Duel(("mine",), games, (wins,), 0, 0, 0, (wins / games,), (0.0,), 0)
    low, high = found.share_interval()
    assert np.allclose((low, high), wilson(wins, games)) and low <= found.shares[0] <= high, "also in the last digit"
    assert high - low > 0.03
    assert replace(found, games=0, shares=(0.0,)).share_interval() == (0.0, 1.0)


def test_the_interval_of_shares_is_normal_where_they_differ() -> None:
    found = Duel(("mine",), 1000, (470,), 0, 0, 0, (0.47,), (0.0158,), 0)
    assert found.share_interval() == pytest.approx((0.47 - 1.96 * 0.0158, 0.47 + 1.96 * 0.0158), abs=1e-12)


@pytest.mark.slow
@pytest.mark.compiled
def test_greedy_beats_players_who_choose_at_random() -> None:
    """Wins by bot, wherever it sat: four games, each seat once."""
    done = duel(["weighted", "greedy", "weighted", "weighted"], 4, seed=3)
    assert done.wins[1] >= 3 and done.truncated == 0 and done.decisions > 400
    assert done == duel(["weighted", "greedy", "weighted", "weighted"], 4, seed=3), "the same seed, the same games"
    assert done != duel(["weighted", "greedy", "weighted", "weighted"], 4, seed=4)


@pytest.mark.compiled
def test_a_shared_victory_is_shared() -> None:
    done = duel(["greedy", "greedy", "greedy"], 6, seed=2, shared_victory=True, win_level=5, trade_budget=0)
    assert sum(done.wins) > 6 and sum(done.shares) == pytest.approx(1), "some games have two winners"
    assert all(0 <= share <= wins / 6 for share, wins in zip(done.shares, done.wins, strict=True))
    low, high = done.share_interval()
    assert low <= done.shares[0] <= high


def test_games_that_are_cut_off_are_counted() -> None:
    done = duel(["random", "random"], 2, max_rounds=1)
    assert (done.truncated, done.wins, done.rounds) == (2, (0, 0), 2)
    assert done.interval() == wilson(0, 2)
