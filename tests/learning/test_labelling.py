"""What a label says of a decision, compared with the same decision played on by hand."""

from typing import Any

import numpy as np
import pytest

from munchkin_env import Game, seat, table
from munchkin_env.agents import ask, load_agent
from munchkin_env.core.record import empty, open_records
from munchkin_env.engine.state.actions import N_ACTIONS
from munchkin_env.engine.state.records import MAX_PLAYERS
from munchkin_env.engine.state.records import Game as Record
from munchkin_env.learning.labelling import ALWAYS, Labelled, final_share, write_label
from munchkin_env.observe.layout import SIZE
from munchkin_env.players.bots import new_bots
from munchkin_env.players.network.packing import NO_NETWORKS
from munchkin_env.players.search.leaf import leaf_shares_at, leaf_weights
from munchkin_env.players.seated import next_action_at


def label_of(game: Game, turns: int = 1, bot: str = "greedy", random: int = 7, likely: Any = None) -> Any:
    """likely: logarithms of probabilities by action; the others are the same."""
    array, into = empty(Record, 2), empty(Labelled, 1)
    rows = array.view(np.uint8).reshape(2, -1)
    rows[0] = game._bytes
    before = rows[0].copy()
    logits = np.full(N_ACTIONS, -3.0, np.float32)
    for action, value in (likely or {}).items():
        logits[action] = value
    kept = write_label(
        game._tables[0],
        open_records(array),
        rows,
        open_records(new_bots([bot] * MAX_PLAYERS)),
        *NO_NETWORKS,
        leaf_weights(game.cards),
        game.mask(),
        np.array([random]),
        logits,
        usual_in(game, bot),
        turns,
        open_records(into),
        0,
    )
    assert np.array_equal(rows[0], before), "the game that is played has changed"
    label = into.view(Labelled.layout)[0]
    actions = label["action"][: label["candidates"]].tolist()
    return label if kept else None, dict(zip(actions, label["worth"].tolist(), strict=False))


def usual_in(game: Game, bot: str) -> int:
    return int(next_action_at(game._tables, game._games, 0, open_records(new_bots([bot])), 0, game.mask(), *NO_NETWORKS))


def won_by_a_potion() -> Game:
    """At Level 9: Potion of Halitosis kills Floating Nose, which wins the game; without it, the fight is lost."""
    found = table(seat(level=9, hand="Potion of Halitosis"), seat(level=5), doors=["Floating Nose"])
    found[0].kicks_open_the_door()
    return found.game


def test_an_action_that_wins_is_worth_the_victory() -> None:
    game = won_by_a_potion()
    label, worth = label_of(game)
    assert label is not None and label["weight"] == 1.0 and label["seat"] == 0 and label["kind"] == game.top.kind
    assert worth[game.action("play Potion of Halitosis")] == 1.0 and 0 < worth[game.action("pass")] < 0.9


def test_the_worth_of_an_action_is_the_estimate_after_playing_on_from_it() -> None:
    """With greedy in all seats, which draws nothing at random, the same turns are played by hand."""
    game = won_by_a_potion()
    _, worth = label_of(game, turns=2)
    for action, share in worth.items():
        copy = game.clone()
        copy.apply(action)
        assert share == pytest.approx(estimate_at(copy, game.record.turn + 2), abs=1e-6), game.text(action)


def estimate_at(game: Game, turn: int) -> float:
    bot = load_agent("greedy")
    while not game.over and game.record.turn < turn:
        game.apply(ask(bot, game))
    found = np.zeros(MAX_PLAYERS)
    leaf_shares_at(game._tables, game._games, 0, leaf_weights(game.cards), found)
    return float(found[0])


def test_what_the_bot_would_do_comes_first_and_unlikely_actions_are_left_out() -> None:
    game = won_by_a_potion()
    usual = usual_in(game, "greedy")
    others = [action for action in game.legal() if action != usual]
    likely = dict.fromkeys(game.legal(), -20.0) | {usual: -9.0, others[-1]: -0.1}
    _, worth = label_of(game, likely=likely)
    actions = list(worth)
    assert actions[:2] == [usual, others[-1]] and ALWAYS <= len(actions) <= ALWAYS + 1


def test_where_nothing_matters_one_label_in_ten_is_kept_and_counts_for_ten() -> None:
    game = won_by_a_potion()
    game.record.winners, game.record.over = 0b10, 1  # whatever is done now, seat 1 has won
    kept = [label for label, _ in (label_of(game, random=1 + 7919 * k) for k in range(300)) if label is not None]
    assert all(label["weight"] == pytest.approx(10) for label in kept) and 12 <= len(kept) <= 55


def test_the_outcome_is_the_share_of_the_victory() -> None:
    game = won_by_a_potion()
    game.record.over = 1
    for winners, shares in ((0b01, (1.0, 0.0)), (0b10, (0.0, 1.0)), (0b11, (0.5, 0.5)), (0, (0.0, 0.0))):
        game.record.winners = winners
        assert (final_share(game.record, 0), final_share(game.record, 1)) == shares


def test_it_shows_what_the_seat_sees() -> None:
    game = won_by_a_potion()
    label, _ = label_of(game)
    seen = np.zeros(SIZE, np.float32)
    seen[label["where"][: label["inputs"]]] = label["what"][: label["inputs"]]
    assert np.array_equal(seen, game.observe(0)) and np.array_equal(label["legal"].astype(bool), game.mask())
