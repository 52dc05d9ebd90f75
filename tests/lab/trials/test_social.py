"""The social scorecard, on games whose truth is known: planted deals, breaches, revenge, leaders and kings."""

import csv
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

from munchkin_env.cli import main as cli
from munchkin_env.engine.state.actions import Verb
from munchkin_env.engine.state.kinds import Kind
from munchkin_env.engine.state.stack import Why
from munchkin_env.lab.arena import Store, define
from munchkin_env.lab.arena.export import tables
from munchkin_env.lab.arena.figures import Columns, Figures, ScoreRow
from munchkin_env.lab.arena.report import report
from munchkin_env.lab.arena.running import run
from munchkin_env.lab.trials import social
from munchkin_env.lab.trials.decisions import ChoiceTrials
from munchkin_env.lab.trials.social import SCORES, SocialGames, play_social_games, scorecard, scores_markdown
from tests.lab.trials.test_decisions import fabricated

N = 2000


@pytest.fixture(scope="module")
def figures() -> Figures:
    """Of a short tournament of four bots."""
    definition = define(["greedy", "bully", "diplomat", "random"], win_level=3, max_rounds=1)
    with Store(definition=definition) as store:
        run(definition, store, 4, workers=1, ray=False, limits=None, progress=lambda _: None)
        return Figures(store, definition)


def scores(figures: Figures, trials: ChoiceTrials, silent: ChoiceTrials | None = None) -> dict[tuple[str, str], ScoreRow]:
    """By entrant and measure. Entrant e sits in seat e of every game: their numbers are multiples of four."""
    found = scorecard(figures, [SocialGames((0, 1, 2, 3), trials, trials if silent is None else silent)])
    return {(row.entrant, row.measure): row for row in found}


def decided(n: int, change: dict[int, float], noise: float = 0.0, **columns: Any) -> ChoiceTrials:
    """n decisions of seat 0, one a game, each of which moves the shares by that much."""
    rng = np.random.default_rng(1)
    made = np.zeros((n, 2, 6))
    for seat, points in change.items():
        made[:, :, seat] = points + noise * rng.normal(size=(n, 2))
    return fabricated(game=4 * np.arange(n), made=made, kind=np.full(n, columns.pop("kind")), **columns)


def test_a_deal_is_worth_what_accepting_it_changes(figures: Figures) -> None:
    yes: dict[str, Any] = {
        "kind": Kind.ANSWER_HELP,
        "about": np.full(N, 2),
        "action": np.full(N, Verb.ACCEPT),
        "other": np.full(N, Verb.REFUSE),
    }
    found = scores(figures, decided(N, {0: 0.03, 2: 0.05, 1: -0.08}, 0.2, **yes))
    for (entrant, measure), truth in {
        ("greedy", "gain_as_helper"): 3,
        ("diplomat", "gain_as_main"): 5,
        ("greedy", "surplus"): 8,
        ("diplomat", "surplus"): 8,
    }.items():
        row = found[entrant, measure]
        assert row.low < truth < row.high and row.high - row.low < 4, (entrant, measure)
    assert np.isnan(found["bully", "surplus"].value) and np.isnan(found["greedy", "surplus_refused"].value)
    no: dict[str, Any] = yes | {"action": np.full(N, Verb.REFUSE), "other": np.full(N, Verb.ACCEPT)}
    refused = scores(figures, decided(N, {0: -0.03, 2: -0.05}, **no))["greedy", "surplus_refused"]
    assert refused.value == pytest.approx(8), "accepting would have brought what refusing cost"


def test_a_planted_breach(figures: Figures) -> None:
    """One promise of four is broken: which brings 4 points and costs the helper 6, who strikes back twice."""
    broke = np.arange(N) % 4 == 0
    turns = 13
    hits = np.zeros((N, turns, 6, 6), np.int64)
    hits[broke, 6:, 3, 0] = 2
    hits[broke, :, 3, 0] += 5  # before it
    hits[:, :, 3, 1] = np.arange(turns) // 6  # a hit on another rival
    made = np.zeros((N, 2, 6))
    made[broke, :, 0], made[broke, :, 3] = 0.04, -0.06
    found = scores(
        figures,
        fabricated(
            game=4 * np.arange(N),
            kind=np.full(N, Kind.ASK_YES),
            why=np.full(N, Why.KEEP_DEAL),
            helper=np.full(N, 3),
            action=np.where(broke, Verb.NO, Verb.YES),
            turn=np.full(N, 4),
            made=made,
            turn_game=np.repeat(4 * np.arange(N), turns),
            turn_turn=np.tile(np.arange(turns), N),
            turn_end=np.tile(np.arange(turns) == turns - 1, N).astype(int),
            turn_winners=np.ones(N * turns, int),
            turn_hits=hits.reshape(-1, 6, 6),
            turn_ahead=np.zeros((N * turns, 6)),
            turn_level=np.zeros((N * turns, 6)),
        ),
    )
    assert found["greedy", "broken"].value == 25 and found["greedy", "broken"].low > 20
    assert found["greedy", "breach_gain"].value == pytest.approx(4) and found["greedy", "breach_cost"].value == pytest.approx(6)
    assert found["random", "retaliation"].value == pytest.approx(1.0), "two hits, where two other rivals get one and none"
    assert np.isnan(found["bully", "breach_gain"].value)


def test_hits_on_the_leader_are_compared_with_a_fair_share(figures: Figures) -> None:
    """Seat 1 always leads. Seat 0 aims 6 of 12 hits at it, a sixth more than a third; seat 2 spreads them evenly."""
    hits = np.zeros((N, 2, 6, 6), np.int64)
    hits[:, 1, 0, 1:4] = (6, 3, 3)
    hits[:, 1, 2, [0, 1, 3]] = 4
    hits[:, 1, 1, 0] = 9  # the leader's own
    ahead = np.zeros((N * 2, 6))
    ahead[:, 1] = 1
    trials = fabricated(
        kind=np.zeros(0, int),
        turn_game=np.repeat(4 * np.arange(N), 2),
        turn_turn=np.tile((0, 4), N),
        turn_end=np.tile((0, 1), N),
        turn_winners=np.ones(N * 2, int),
        turn_hits=hits.reshape(-1, 6, 6),
        turn_ahead=ahead,
    )
    found = scores(figures, trials)
    assert found["greedy", "leader_hits"].value == pytest.approx(100 / 6)
    assert found["diplomat", "leader_hits"].value == pytest.approx(0)
    assert np.isnan(found["bully", "leader_hits"].value)


def test_a_kingmaker_is_told_from_chance(figures: Figures) -> None:
    """A hopeless seat moves 10 points from seat 1 to seat 2, which leads; luck alone moves 20 in either world."""
    ahead = np.tile((0.01, 0.3, 0.4, 0.29, 0, 0), (N, 1))
    column = {"kind": Kind.FIGHT_WINDOW, "ahead": ahead}
    found = scores(figures, decided(N, {1: -0.1, 2: 0.1}, 0.2, **column))
    king = found["greedy", "kingmaking"]
    assert king.low < 10 < king.high and king.low > 5
    assert found["greedy", "crowns_leader"].low < 10 < found["greedy", "crowns_leader"].high
    chance = scores(figures, decided(N, {1: 0.0, 2: 0.0}, 0.2, **column))["greedy", "kingmaking"]
    assert chance.low < 0 < chance.high, "the size of the differences alone would be 20"
    able = scores(figures, decided(N, {1: -0.1, 2: 0.1}, kind=Kind.FIGHT_WINDOW))["greedy", "kingmaking"]
    assert np.isnan(able.value), "it could still win"


def test_what_talk_is_worth(figures: Figures) -> None:
    """Seat 3 wins every game in which nobody talks, seat 0 half of those with talk."""
    ended = {"kind": np.zeros(0, int), "turn_game": 4 * np.arange(N), "turn_end": np.ones(N, int), "turn_turn": np.zeros(N, int)}
    ended |= {"turn_hits": np.zeros((N, 6, 6)), "turn_ahead": np.zeros((N, 6)), "turn_level": np.zeros((N, 6))}
    talking = fabricated(turn_winners=np.where(np.arange(N) % 2, 1, 8), **ended)
    found = scores(figures, talking, fabricated(turn_winners=np.full(N, 8), **ended))
    assert found["random", "without_talk"].value == pytest.approx(50) and found["greedy", "without_talk"].value == pytest.approx(-50)
    assert found["bully", "without_talk"].value == 0


def test_counts_are_those_of_the_tournament(figures: Figures) -> None:
    found = scores(figures, decided(1, {}, kind=Kind.SELL))
    for e, name in enumerate(figures.names):
        for measure in ("asked", "got_help", "gave_help"):
            assert found[name, measure].value == pytest.approx(figures.mean(measure, e))
    assert {measure for _, measure in found} == set(SCORES)


def test_who_refused_every_request_might_have_accepted_one(figures: Figures) -> None:
    """The rate of acceptances has an interval, also where it is 0; without requests it is not known."""
    found = {e: social._counted(_answering(figures, gave=0, refused=refused), e, "accepts") for e, refused in enumerate((1, 0))}
    assert found[0].value == 0 and found[0].low == pytest.approx(0) and 30 < found[0].high < 100
    assert np.isnan(found[1].value) and found[1].high - found[1].low == 100
    half = social._counted(_answering(figures, gave=1, refused=1), 0, "accepts")
    assert half.value == 50 and half.low < 50 < half.high


def _answering(figures: Figures, gave: int, refused: int) -> Any:
    """The same games, as if each had a deal of its own, and in each seat so many requests had been accepted and refused."""
    seat, other = np.arange(len(figures.seats)) % figures.players, np.ones(len(figures.seats), np.int64)
    number = np.repeat(figures.games["number"], figures.players)
    return SimpleNamespace(
        seats=Columns(figures.seats.arrays | {"gave_help": np.full(len(seat), gave)}),
        deeds=Columns({"number": number, "seat": seat, "other": other, "refused": np.full(len(seat), refused)}),
        games=figures.games,
        players=figures.players,
        deal_of_seat=number,
    )


def test_it_is_played_exported_and_reported(figures: Figures) -> None:
    assert figures.definition is not None
    told: list[int] = []
    games = play_social_games(figures.definition, 1, told.append)
    assert told == [1] and set(games[0].entrants) == {0, 1, 2, 3}
    assert Kind.TRADE_WITH not in games[0].silent.arrays["kind"] and games[0].silent.asked[Kind.ANSWER_HELP] == 0
    assert games[0].silent.asked[Kind.OFFER_TO] == 0 == games[0].silent.asked[Kind.TRADE_SEND]
    figures.scorecard = scorecard(figures, games)
    page = report(figures)
    assert "Social scorecard" in page and "Requests for help, per game." in page
    figures.scorecard = ()
    assert "Social scorecard" not in report(figures)


def test_the_command(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    rules = ("--option", "win_level=3", "--option", "max_rounds=2", "--option", "binding_deals=false")
    arguments = ("greedy", "bully", "--players", "2", "--games", "2", "--scorecard", "1", *rules)
    assert cli.main(["tournament", *arguments, "--csv", str(tmp_path)]) == 0
    assert "Social scorecard" in capsys.readouterr().out
    with (tmp_path / "scorecard.csv").open(encoding="utf-8") as file:
        rows = list(csv.DictReader(file))
    assert len(rows) == 2 * len(SCORES) and {row["entrant"] for row in rows} == {"greedy", "bully"}


def test_without_it_no_table_is_exported(figures: Figures) -> None:
    with Store(definition=figures.definition) as store:
        assert "scorecard" not in tables(store, figures)


def test_the_docs_have_the_measures() -> None:
    assert scores_markdown() in (Path(__file__).parents[3] / "docs" / "scorecard.md").read_text(encoding="utf-8")
