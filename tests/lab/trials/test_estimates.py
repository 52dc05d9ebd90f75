"""The estimators, where the truth is known."""

from typing import Any

import numpy as np
import pytest

from munchkin_env.cards.loader import load
from munchkin_env.lab.arena.figures import Estimate
from munchkin_env.lab.trials.cards import CARD_COLUMNS, CardTrials
from munchkin_env.lab.trials.draws import DrawTrial, Way
from munchkin_env.lab.trials.estimates import differs, mean_over_games, ratio_over_games, scaled, shrunk, widened
from munchkin_env.lab.trials.skill import split_luck
from munchkin_env.vocabulary.words import CardKind, Deck


def test_an_interval_covers_the_truth_as_often_as_it_says_although_values_of_a_game_are_correlated() -> None:
    rng = np.random.default_rng(1)
    covered = naive = 0
    for _ in range(400):
        games = np.repeat(np.arange(60), 5)
        values = 0.3 + rng.normal(size=60)[games] + rng.normal(size=300)
        one = mean_over_games(values, games)
        covered += one.low <= 0.3 <= one.high
        each = mean_over_games(values, np.arange(300))
        naive += each.low <= 0.3 <= each.high
    assert 0.92 < covered / 400 < 0.98
    assert naive / 400 < 0.85, "the test would not notice if games were ignored"


def test_a_ratio_is_one_of_sums() -> None:
    one = ratio_over_games(np.array([1.0, 0.0, 2.0]), np.array([2.0, 0.0, 2.0]))
    assert one.value == 0.75 and one.low < 0.75 < one.high
    assert np.isnan(ratio_over_games(np.zeros(3), np.zeros(3)).value)


def test_too_few_games_say_nothing() -> None:
    assert not differs(mean_over_games(np.ones(4), np.zeros(4)))
    assert not differs(mean_over_games(np.ones(4), np.arange(4), 5)) and differs(mean_over_games(np.ones(5), np.arange(5), 5))
    assert np.isnan(mean_over_games(np.zeros(0), np.zeros(0)).value)


def test_shrinking_undoes_the_luck_of_extremes() -> None:
    """Worths with a spread of 1, measured with errors of 3: the best measured are far too good, the shrunk are right on average."""
    rng = np.random.default_rng(1)
    truth = rng.normal(0, 1, 4000)
    measured = truth + rng.normal(0, 3, 4000)
    found = np.array(shrunk([Estimate(value, value - 1.96 * 3, value + 1.96 * 3) for value in measured]))
    best = np.argsort(-measured)[:400]
    assert measured[best].mean() > 4 * truth[best].mean() and found[best].mean() == pytest.approx(truth[best].mean(), abs=0.2)
    assert shrunk([Estimate(1.0, -np.inf, np.inf), Estimate(np.nan, -np.inf, np.inf)]) == [0.0, 0.0]
    exact = shrunk([Estimate(2.0, 2.0, 2.0), Estimate(-2.0, -2.0, -2.0)])
    assert exact == [2.0, -2.0] and widened(Estimate(1.0, 0.5, 2.0), 2) == Estimate(1.0, 0.0, 3.0)


def test_scaling_keeps_the_order_of_the_bounds() -> None:
    one = scaled(mean_over_games(np.array([1.0, 2.0]), np.arange(2)), -10)
    assert one.low < one.value == -15 < one.high


def test_planted_worths_are_found() -> None:
    """Cards with known effects on the share, exchanged at random: the table has those effects, against the average of the others."""
    rng = np.random.default_rng(3)
    cards = load(["deluxe"])
    types, n = 20, 100_000
    effect = np.linspace(-0.1, 0.1, types)
    card = rng.integers(types, size=n)
    other = (card + rng.integers(1, types, size=n)) % types
    base = rng.random(n)
    arrays: dict[str, Any] = {name: np.zeros(n, np.int32) for name in DrawTrial.layout.names or ()}
    arrays |= {"game": np.arange(n) // 4, "way": np.full(n, int(Way.HAND)), "card": card, "other": other, "level": np.full(n, 2)}
    arrays |= {"share": base + effect[card], "other_share": base + effect[other] + rng.normal(0, 0.4, n)}
    counts = {
        name: np.ones(len(cards.cards), np.int64) for name in ("drawn", "drawn_share", "played", "played_share", "held", "held_share")
    }
    found = {row.name: row for row in CardTrials(cards, [arrays | counts | {"games": np.array([n // 4])}], 4).table()}
    missed = 0
    for k in range(types):
        truth = 100 * (effect[k] - (effect.sum() - effect[k]) / (types - 1))
        row = found[cards.cards[k].name]
        missed += not row.worth.low <= truth <= row.worth.high
        assert abs(row.worth.value - truth) < 1.5 and row.worth.high - row.worth.low < 2.5
        assert row.by_level[0].value == row.worth.value and not differs(row.by_level[2])
    assert missed <= 3


def test_players_of_a_card_that_never_won_might_have() -> None:
    cards = load(["deluxe"])
    arrays: dict[str, Any] = {name: np.zeros(0, np.int32) for name in DrawTrial.layout.names or ()}
    counts = {name: np.full(len(cards.cards), 120 if name == "played" else 0, np.int64) for name in CARD_COLUMNS}
    counts["played_share"][1:] = 120 * 15  # a quarter of the victory, in sixtieths
    first = {row.name: row for row in CardTrials(cards, [arrays | counts | {"games": np.array([100])}], 4).table()}[cards.cards[0].name]
    assert first.won_with.value < -24 and first.won_with.low == pytest.approx(first.won_with.value) and first.won_with.high > -23
    assert differs(first.won_with)


def test_kinds_are_compared_with_other_kinds_of_their_deck() -> None:
    """A class in place of another kind of Door gains 3 points, in place of a class nothing."""
    cards = load(["deluxe"])
    doors = [k for k, card in enumerate(cards.cards) if card.deck == Deck.DOOR]
    is_class = np.array([card.kind == CardKind.CLASS for card in cards.cards])
    rng = np.random.default_rng(1)
    card, other = rng.choice(doors, 4000), rng.choice(doors, 4000)
    arrays: dict[str, Any] = {name: np.zeros(4000, np.int32) for name in DrawTrial.layout.names or ()}
    arrays |= {
        "game": np.arange(4000),
        "card": card,
        "other": other,
        "share": 0.5 + 0.03 * is_class[card],
        "other_share": 0.5 + 0.03 * is_class[other],
    }
    counts = {name: np.ones(len(cards.cards), np.int64) for name in CARD_COLUMNS}
    found = {row.kind: row for row in CardTrials(cards, [arrays | counts | {"games": np.array([4000])}], 4).kinds()}
    assert found["class"].worth.value == pytest.approx(3) and found["class"].trials == np.sum(is_class[card] != is_class[other])
    assert -1 < found["monster"].worth.value < 0 and not np.isfinite(found["one_shot"].worth.low)


N = 2000


def _rotated() -> tuple[Any, Any]:
    return np.array([np.roll(np.arange(4), k % 4) for k in range(N)]), np.arange(N) // 4


def test_a_coin_flip_game_is_all_rest() -> None:
    entrant, deal = _rotated()
    luck = split_luck(np.eye(4)[np.random.default_rng(1).integers(4, size=N)], entrant, deal)
    assert abs(luck.skill) < 1 and abs(luck.deal) < 4 and luck.rest > 95


def test_a_game_that_the_deck_decides_is_all_deal() -> None:
    entrant, deal = _rotated()
    luck = split_luck(np.eye(4)[np.repeat(np.random.default_rng(1).integers(4, size=N // 4), 4)], entrant, deal)
    assert luck.deal == pytest.approx(100, abs=1) and abs(luck.skill) < 1


def test_a_game_that_the_best_always_wins_is_all_skill() -> None:
    entrant, deal = _rotated()
    luck = split_luck((entrant == 2).astype(float), entrant, deal)
    assert luck.skill == pytest.approx(100) and luck.deal == pytest.approx(0)
