"""Trials of cards: what they exchange, what they leave alone, and cards whose worth is known."""

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from munchkin_env.core.mode import COMPILED
from munchkin_env.core.record import empty, open_records
from munchkin_env.engine.flow.settle import set_up
from munchkin_env.lab.trials import cards
from munchkin_env.lab.trials.bench_of_bots import Bench, Trials
from munchkin_env.lab.trials.cards import draw_part, play_card_trials
from munchkin_env.lab.trials.draws import CardCounts, Way, note_end
from munchkin_env.learning.parts import MadeOtherwiseError

PEBBLE, GRAVEL = 2, 3
PLANTED = str(Path(__file__).with_name("planted.json"))
SHORT = Trials(("greedy", "greedy"), (PLANTED,), {"win_level": 3, "max_rounds": 3}, seed=2, games=2)


@pytest.fixture(autouse=True)
def often(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cards, "CHANCES", (0.3, 0.5))


def test_trying_does_not_change_the_games(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cards, "CHANCES", (0.0, 0.0))
    plain = draw_part(SHORT, 0)
    monkeypatch.setattr(cards, "CHANCES", (0.5, 0.5))
    tried = draw_part(SHORT, 0)
    assert len(plain["game"]) == 0 and len(tried["game"]) > 5
    assert all(np.array_equal(plain[name], tried[name]) for name in cards.CARD_COLUMNS)
    assert plain["drawn"].sum() >= 2 * 2 * 8, "everybody was dealt eight cards"


@pytest.mark.compiled
def test_cards_that_do_the_same_are_worth_the_same() -> None:
    """Pebbles and gravel are of no use: in the place of each other they change nothing, in any single trial."""
    part = draw_part(replace(SHORT, games=5), 1)
    useless = np.isin(part["card"], (PEBBLE, GRAVEL)) & np.isin(part["other"], (PEBBLE, GRAVEL))
    assert useless.sum() > 3
    assert np.array_equal(part["share"][useless], part["other_share"][useless])
    assert np.all(part["card"] != part["other"])


def test_a_card_changes_places_with_one_of_its_deck() -> None:
    part = draw_part(SHORT, 2)
    doors = part["card"] < 2
    assert np.array_equal(doors, part["other"] < 2)
    assert np.all(doors[part["way"] == Way.DOOR]) and (part["way"] == Way.DOOR).any() and (part["way"] == Way.HAND).any()
    assert set(np.unique(part["share"])) <= {0.0, 0.5, 1.0}


def test_parts_are_kept_and_continued(tmp_path: Path) -> None:
    how, told = replace(SHORT, games=1), list[int]()
    first = play_card_trials(tmp_path, how, 1, progress=told.append)
    stamp = (tmp_path / "draws-00000.npz").stat().st_mtime_ns
    both = play_card_trials(tmp_path, how, 2, workers=2, progress=told.append)
    assert told == [1, 1, 2] and (tmp_path / "draws-00000.npz").stat().st_mtime_ns == stamp
    assert both.games == 2 and len(both) > len(first)
    assert np.array_equal(both.arrays["share"][: len(first)], first.arrays["share"])
    with pytest.raises(MadeOtherwiseError, match="made in another way"):
        play_card_trials(tmp_path, replace(how, seed=9), 1)


def test_a_winner_with_two_copies_holds_the_card_once() -> None:
    """`held` is in how many of 100 games the winner has it, which are not more than 100."""
    bench, counts = Bench(SHORT, 0, games=1), empty(CardCounts, 1)
    t, g, c = bench.tables[0], bench.games[0], open_records(counts)[0]
    set_up(t, g, 2, 1)
    pebbles = [int(card) for card in np.flatnonzero(bench.cards.tables["type_of"][0] == PEBBLE)[:3]]
    for number, winner in enumerate((0, 1), 1):
        for seat in range(2):
            g.seat[seat].hand_n = g.seat[seat].table_n = 0
        g.seat[winner].hand_n, g.seat[winner].table_n = 2, 1
        g.seat[winner].hand[0], g.seat[winner].hand[1], g.seat[winner].table[0] = pebbles
        g.winners = 1 << winner
        note_end(t, g, c)
        assert (c.held[PEBBLE], c.held_share[PEBBLE], c.games) == (number, 60 * number, number)
        assert sum(c.held) == number and not any(c.now_held)


@pytest.mark.compiled
@pytest.mark.skipif(not COMPILED, reason="hundreds of games")
def test_a_planted_card_is_found(tmp_path: Path) -> None:
    """The cannon wins any fight. Two seeds agree within their intervals, and with who won after drawing it."""
    found = []
    for seed in (1, 2):
        how = Trials(("greedy",) * 3, (PLANTED,), {"win_level": 4, "max_rounds": 10}, seed=seed, games=300)
        trials = play_card_trials(tmp_path / str(seed), how, 1)
        by_name = {row.name: row for row in trials.table()}
        assert by_name["Planted Cannon"].worth.low > 2
        assert by_name["Grey Pebble"].worth.high < 0 and by_name["Brown Gravel"].worth.high < 0
        drawn, shares = trials.counts["drawn"], trials.counts["drawn_share"] / 60
        among_others = (shares[2] + shares[3]) / (drawn[2] + drawn[3])
        by_results = 100 * (shares[4] / drawn[4] - among_others)
        assert abs(by_results - by_name["Planted Cannon"].worth.value) < 10
        found.append(by_name["Planted Cannon"].worth)
    assert found[0].low < found[1].high and found[1].low < found[0].high
