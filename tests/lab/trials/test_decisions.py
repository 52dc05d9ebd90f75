"""Trials of decisions, and what is computed from them where the truth is known."""

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from munchkin_env.engine.state.actions import Verb
from munchkin_env.engine.state.kinds import Kind
from munchkin_env.lab.trials.bench_of_bots import Trials
from munchkin_env.lab.trials.decisions import ChoiceTrials, choice_part, every_kind, play_choice_trials

SHORT = Trials(("greedy",) * 2, options={"win_level": 3, "max_rounds": 2}, seed=3, games=1)


@pytest.mark.slow
@pytest.mark.compiled
def test_a_part(tmp_path: Path) -> None:
    trials = play_choice_trials(tmp_path, SHORT, every_kind(0.06), 1)
    a = trials.arrays
    assert len(trials) > 2 and np.all(a["action"] != a["other"]) and np.all(a["seat"] < 2)
    assert a["made"].shape[1:] == (2, 6) and np.allclose(a["ahead"][:, :2].sum(axis=1), 1, atol=1e-4)
    assert set(np.unique(a["made"])) <= {0.0, 0.5, 1.0} and np.all(a["made"].sum(axis=2) <= 1)
    turns = a["turn_turn"][a["turn_end"] == 0]
    assert len(np.unique(turns)) == len(turns) == len(a["turn_turn"]) - 1 > 2, "one trace for each turn, and one for the end"
    shown = {row.kind: row for row in trials.weights()}
    assert shown and all(row.per_game > 0 and row.trials > 0 for row in shown.values())


def test_trying_does_not_change_the_games() -> None:
    plain, tried = choice_part(SHORT, {}, 0), choice_part(SHORT, {Kind.FIGHT_WINDOW: 1.0}, 0)
    assert (
        len(plain["game"]) == 0 and np.all(tried["kind"] == Kind.FIGHT_WINDOW) and len(tried["kind"]) == tried["asked"][Kind.FIGHT_WINDOW]
    )
    assert np.array_equal(plain["asked"], tried["asked"])
    assert np.array_equal(plain["turn_ahead"], tried["turn_ahead"])


def fabricated(**arrays: Any) -> ChoiceTrials:
    n = len(arrays["kind"])
    part: dict[str, Any] = {name: np.zeros(n, np.int32) for name in ("game", "turn", "seat", "about", "why", "action", "other")} | {
        "game": np.arange(n)
    }
    part |= {name: np.zeros((n, 2, 6)) for name in ("made", "instead")} | {"ahead": np.full((n, 6), 0.25)}
    part |= {"turn_game": np.zeros(0, int), "turn_winners": np.zeros(0, int), "turn_turn": np.zeros(0, int)}
    part |= {"turn_hits": np.zeros((0, 6, 6)), "turn_end": np.zeros(0, int), "helper": np.zeros(n, np.int32)}
    part |= {"turn_level": np.zeros((0, 6)), "turn_ahead": np.zeros((0, 6))}
    asked = np.zeros(128, np.int64)
    asked[Kind.SELL] = 4 * n
    return ChoiceTrials([part | {"asked": asked, "games": np.array([n])} | arrays], 4)


def test_a_planted_stake_is_found() -> None:
    """Who chooses well wins 30 of 100 games instead of 20."""
    rng, n = np.random.default_rng(1), 20_000
    made, instead = np.zeros((n, 2, 6)), np.zeros((n, 2, 6))
    made[:, :, 0], instead[:, :, 0] = rng.random((n, 2)) < 0.3, rng.random((n, 2)) < 0.2
    (row,) = fabricated(kind=np.full(n, Kind.SELL), made=made, instead=instead).weights()
    assert row.kind == "SELL" and row.per_game == 1.0 and row.stake == row.game_stake
    assert row.stake.low < 10 < row.stake.high and row.stake.high - row.stake.low < 2


def test_helping_a_player_of_level_9_is_told_from_others() -> None:
    """Of 400 requests half come from Level 9, where helping costs 5 points; elsewhere it brings 2. Refusing is the opposite."""
    n = 400
    last, accepted = np.arange(n) % 2 == 0, np.arange(n) % 4 < 2
    made = np.zeros((n, 2, 6))
    made[:, :, 1] = (np.where(last, -0.05, 0.02) * np.where(accepted, 1, -1))[:, None]
    turn_level = np.ones((2 * n, 6))
    turn_level[1::2, 0] = np.where(last, 9, 4)  # the second turn of each game is that of the request
    rows = fabricated(
        kind=np.full(n, Kind.ANSWER_HELP),
        seat=np.ones(n, int),
        turn=np.full(n, 3),
        action=np.where(accepted, Verb.ACCEPT, Verb.REFUSE),
        other=np.where(accepted, Verb.REFUSE, Verb.ACCEPT),
        made=made,
        turn_game=np.repeat(np.arange(n), 2),
        turn_turn=np.tile((0, 3), n),
        turn_level=turn_level,
    ).helping()
    assert [row.trials for row in rows] == [200, 0, 0, 200]
    assert rows[0].helper.value == pytest.approx(2) and rows[3].helper.value == pytest.approx(-5)
    assert rows[3].accepted.low < 50 < rows[3].accepted.high


def test_drama_counts_games_that_turned() -> None:
    """In one game, seat 1 wins from behind after the middle; in one, seat 0 always leads; one nobody wins."""
    ahead = np.zeros((15, 6))
    ahead[:5, 0], ahead[:5, 1] = (0.6, 0.7, 0.8, 0.1, 0), (0.4, 0.3, 0.2, 0.9, 1)
    ahead[5:, 0] = 1
    told = fabricated(
        kind=np.zeros(0, int),
        turn_game=np.repeat(np.arange(3), 5),
        turn_turn=np.tile(np.arange(5), 3),
        turn_winners=np.repeat([2, 1, 0], 5),
        turn_ahead=ahead,
        turn_level=np.ones((15, 6)),
    ).drama()
    assert [row.behind.value for row in told] == [50, 50, 0]
    assert [row.behind_in_level.value for row in told] == [0, 0, 0], "level is not behind"


@pytest.mark.parametrize(("games", "least"), [(0, 100), (1, 99), (3, 40), (300, 1)])
def test_a_lead_that_was_always_safe_may_not_be(games: int, least: float) -> None:
    """None of so many games turned: the interval is as wide as so many games leave it."""
    ahead = np.zeros((2 * games, 6))
    ahead[:, 0] = 1
    told = fabricated(
        kind=np.zeros(0, int),
        turn_game=np.repeat(np.arange(games), 2),
        turn_turn=np.tile((0, 1), games),
        turn_winners=np.ones(2 * games, int),
        turn_ahead=ahead,
        turn_level=ahead,
    ).drama()
    for row in told:
        for one in (row.behind, row.behind_in_level):
            assert (games == 0 and np.isnan(one.value)) or one.value == 0
            assert one.low == pytest.approx(0) and least <= one.high <= 100
