"""The figures: compared with manual counts where possible, and intervals with the promised coverage."""

import importlib
from collections.abc import Sequence

import numpy as np
import pytest

from munchkin_env.lab.arena import Figures, Store, define
from munchkin_env.lab.arena.definition import Definition
from munchkin_env.lab.arena.figures import rating_words, share_over_deals
from munchkin_env.lab.arena.loop import Played
from munchkin_env.lab.arena.playing import ForfeitedGame, Hall, Outcome
from munchkin_env.lab.arena.ratings import LUCK, MU, SIGMA, one_sided, rate, ratings, with_luck

BOTS = ["greedy", "weighted", "random", "greedy-1"]


def made(winners: list[list[int]], forfeits: tuple[ForfeitedGame, ...] = (), specs: Sequence[str] = BOTS) -> Figures:
    """A tournament in which the entrants of these lists won, game by game."""
    definition: Definition = define(specs)
    store = Store(definition=definition)
    fixtures = [fixture for deal in range(len(winners)) for fixture in definition.fixtures(deal)][: len(winners)]
    rows = Hall(definition).rows(fixtures).view(Played.layout)
    for row, fixture, won in zip(rows, fixtures, winners, strict=True):
        row["winners"] = sum(1 << fixture.seats.index(entrant) for entrant in won)
        row["level"][:4] = [10 if entrant in won else entrant for entrant in fixture.seats]
        row["rounds"] = 7
    store.write([Outcome(tuple(fixtures), rows, forfeits)])
    with store:
        return Figures(store)


def test_wins_shares_and_who_won_against_whom() -> None:
    found = made([[0], [0, 1], [0], [3], [], [1, 2, 3], [0], [0]])
    assert [one.value for one in found.wins] == [5 / 8, 2 / 8, 1 / 8, 2 / 8]
    assert [one.value for one in found.shares] == pytest.approx([4.5 / 8, (1 / 2 + 1 / 3) / 8, 1 / 24, (1 + 1 / 3) / 8])
    assert found.ranking[0] == 0 and found.fair == 0.25
    assert found.wins_against[0].tolist() == pytest.approx([np.nan, 4 / 8, 5 / 8, 5 / 8], nan_ok=True)
    assert found.above[2, 1] == pytest.approx(6 / 8), "Levels decide where neither or both have won"
    assert sum(one.value for one in found.by_seat) == pytest.approx(7 / 8), "one game had no winner"
    assert found.difference[0][1].value == pytest.approx(4.5 / 8 - (1 / 2 + 1 / 3) / 8)
    assert found.difference[1][0].value == -found.difference[0][1].value
    assert found.spread("rounds") == (7, 7, 7, 7)


def test_who_survives_is_told_where_all_have_met() -> None:
    found = made([[0], [0, 1], [0], [3], [], [1, 2, 3], [0], [0]])
    mass = found.survival
    assert mass is not None and sum(one.value for one in mass) == pytest.approx(1)
    assert mass[0].value > 0.9, "it leads everybody at common tables"
    divided = made([[0]] * 4 + [[1]] * 4).survival
    assert divided is not None and divided[0].low == pytest.approx(0) and divided[0].high == pytest.approx(1), "a deal for each of them"
    assert made([[0]] * 4).survival is None, "a single deal says nothing"
    alone = define(["weighted", "random"], field="greedy")
    with Store(definition=alone) as store:
        rows = Hall(alone).rows(alone.fixtures(0) + alone.fixtures(1)).view(Played.layout)
        store.write([Outcome(tuple(alone.fixtures(0) + alone.fixtures(1)), rows)])
        assert Figures(store).survival is None, "these two never sat at one table"


def test_the_same_count_in_every_deal_is_certain_for_equals_among_themselves_only() -> None:
    found = made([[0], [1], [2], [3]] * 3)
    assert all(one.value == 1 / 4 and one.low < 0.1 and one.high > 0.5 for one in found.shares), "three deals, by chance alike"
    alone = made([[0]] * 12, specs=["greedy"] * 4)
    assert alone.shares[0] == (1 / 4, 1 / 4, 1 / 4)


def test_who_forfeited_has_not_won() -> None:
    definition = define(BOTS)
    seats = [definition.fixtures(0)[game].seats.index(0) for game in (0, 1)]
    failed = tuple(ForfeitedGame(game, seat, 0, 5, "error", "oh") for game, seat in zip((0, 1), seats, strict=True))
    found = made([[0], [0, 1], [0], [3]], failed)
    assert found.wins[0].value == 1 / 4 and found.shares[1].value == 1 / 4, "the share of a forfeited seat goes to those who won with it"
    assert found.forfeited(0) == 2 and len(found.forfeits) == 2


def test_intervals_take_deals_for_the_observations() -> None:
    deals = np.repeat(np.arange(100), 4)
    apart = np.tile([1.0, 0.0, 0.0, 0.0], 100)
    assert share_over_deals(apart, deals, certain=True) == (0.25, 0.25, 0.25), "four equals among themselves"
    by_chance = share_over_deals(apart, deals)
    assert by_chance.value == 0.25 and 0.15 < by_chance.low < 0.2 < 0.3 < by_chance.high < 0.36, "one of four in every deal, by chance"
    together = share_over_deals(np.repeat(np.arange(100) < 25, 4).astype(float), deals)
    assert together.high - together.low > 0.16, "four games that are one are worth one"
    never = share_over_deals(np.zeros(400), deals)
    assert never.low == 0 and 0.03 < never.high < 0.05
    assert share_over_deals(np.ones(4), np.zeros(4, np.int64)) == (1.0, 0.0, 1.0), "one deal says nothing of the spread"


@pytest.mark.parametrize(("deals", "spread"), [(12, 0.3), (60, 0.1), (200, 0.3)])
def test_intervals_hold_the_truth_nineteen_times_in_twenty(deals: int, spread: float) -> None:
    """A player who wins a deal's four games with a probability that varies between deals."""
    lot = np.random.default_rng(deals)
    held = 0
    for _ in range(300):
        chance = np.clip(lot.normal(0.3, spread, deals), 0, 1)
        games = lot.random((deals, 4)) < chance[:, None]
        one = share_over_deals(games.ravel().astype(float), np.repeat(np.arange(deals), 4))
        truth = float(np.clip(np.random.default_rng(1).normal(0.3, spread, 100_000), 0, 1).mean())
        held += one.low <= truth <= one.high
    assert 0.915 < held / 300 < 0.985


def test_ratings_are_those_of_openskill() -> None:
    model = importlib.import_module("openskill.models").PlackettLuce(tau=0.0)
    lot, games, entrants = np.random.default_rng(0), 120, 6
    seats = np.array([lot.choice(entrants, 4, replace=False) for _ in range(games)])
    won = np.zeros((games, 4), np.bool_)
    for row in won:
        row[lot.choice(4, lot.integers(1, 4), replace=False)] = True
    theirs = [model.rating() for _ in range(entrants)]
    for who, winners in zip(seats, won, strict=True):
        for entrant, (new,) in zip(who, model.rate([[theirs[e]] for e in who], ranks=[0 if one else 1 for one in winners]), strict=True):
            theirs[entrant] = new
    mu, sigma = np.full(entrants, MU), np.full(entrants, SIGMA)
    rate(np.arange(games), seats, won, mu, sigma)
    assert mu.tolist() == pytest.approx([one.mu for one in theirs]) and sigma.tolist() == pytest.approx([one.sigma for one in theirs])


def test_a_rating_follows_strength_and_its_interval_the_number_of_deals() -> None:
    lot = np.random.default_rng(2)
    seats = np.tile(np.arange(4), (200, 1))
    won = np.zeros((200, 4), np.bool_)
    won[np.arange(200), lot.choice(4, 200, p=[0.4, 0.3, 0.2, 0.1])] = True
    mu, half = ratings(seats, won, np.arange(200) // 4, 4, 20)
    assert mu.tolist() == sorted(mu, reverse=True) and (half > 0).all()
    assert half.mean() < ratings(seats[:40], won[:40], np.arange(40) // 4, 4, 20)[1].mean()


def test_who_never_won_or_never_lost_has_a_bound_and_no_interval() -> None:
    """All resamplings of such games are the same: their spread would suggest false certainty."""
    lot = np.random.default_rng(3)
    found = made([[int(lot.choice(3, p=[0.5, 0.3, 0.2]))] for _ in range(60)])
    for one in found.ratings[:3]:
        assert one.low < one.value < one.high < np.inf and rating_words(one)[1].startswith("± ")
    never = found.ratings[3]
    assert never.low == -np.inf and never.value < never.high < found.ratings[0].value
    assert rating_words(never) == (f"< {never.high:.1f}", "")
    more = made([[int(lot.choice(3, p=[0.5, 0.3, 0.2]))] for _ in range(240)])
    assert more.ratings[3].high - more.ratings[3].value < never.high - never.value, "more games leave less to luck"
    always = made([[0]] * 40).ratings[0]
    assert always.high == np.inf and MU < always.low < always.value and rating_words(always) == (f"> {always.low:.1f}", "")
    assert [rating_words(one) for one in made([[0], [], [0], [], []]).ratings] == [("–", "")] * 4, "two games may be luck for all"


def test_luck_turns_no_more_games_than_it_may() -> None:
    seats, won = np.tile(np.arange(2), (30, 1)), np.tile(np.array([True, False]), (30, 1))
    assert one_sided(seats, won, 3) == ({1, 2}, {0, 2})
    assert with_luck(seats, won, {1, 2}, {0, 2}).sum(axis=0).tolist() == [30 - LUCK, LUCK]
    alone = np.zeros((30, 2), np.int64)
    assert (with_luck(alone, np.ones((30, 2), np.bool_), set(), {0}) == 1).all(), "nobody else is there to win"
