"""The analysis of a recorded game: sums that are exact, judgements that a position proves, and nothing that a seat cannot know."""

from functools import cache
from itertools import pairwise
from typing import Any

import numpy as np
import numpy.typing as npt
import pytest

from munchkin_env.engine.state.actions import DROP, Verb
from munchkin_env.game.game import Game
from munchkin_env.game.replay import Replay
from munchkin_env.game.scenario import seat, table
from munchkin_env.game.scenario.setting import Seat
from munchkin_env.players.protocol import AgentError
from munchkin_env.players.search import Search
from munchkin_env.web import analysing, record
from munchkin_env.web.analysing import analysed, parse_analysis
from tests.web.games import alike, bots_game


@pytest.fixture(autouse=True)
def few_worlds(monkeypatch: pytest.MonkeyPatch) -> None:
    """The twin is slow."""
    monkeypatch.setattr(analysing, "_WORLDS", 2)
    monkeypatch.setattr(analysing, "_SECOND_LOOK", 4)


@cache
def beginning(actions: int = 25) -> Replay:
    """The first actions of the game of bots."""
    whole = bots_game()
    replay = Replay(whole.start.clone(), whole.names)
    for action in whole.actions[:actions]:
        replay.apply(action)
    return replay


def few() -> Search:
    return Search(playouts=6, turns=1, seed=1)


@cache
def analysis(viewpoint: int | None) -> dict[str, Any]:
    found = analysed(record(beginning(), viewpoint), beginning(), few()).analysis
    assert found is not None
    return found


@pytest.mark.slow
@pytest.mark.parametrize("viewpoint", [None, 1])
def test_chances_add_up_and_explain_themselves(viewpoint: int | None) -> None:
    found, steps = analysis(viewpoint), record(beginning(), viewpoint).steps
    assert len(found["chances"]) == len(steps) + 1
    assert all(abs(sum(shares) - 1) < 0.01 and min(shares) >= 0 for shares in found["chances"])
    for player, sums in enumerate(found["sums"]):
        assert sums["begin"] + sums["luck"] + sums["own"] + sums["others"] == pytest.approx(sums["end"], abs=0.3)
        assert sums["begin"] == pytest.approx(100 * found["chances"][0][player], abs=0.06)
        assert sums["lost"] >= 0


@pytest.mark.slow
def test_turning_points_are_the_largest_changes() -> None:
    found = analysis(None)
    sizes = [float(np.abs(np.array(after) - before).sum()) for before, after in pairwise(map(np.array, found["chances"]))]
    assert len(found["turning"]) == 5 and found["turning"] == sorted(found["turning"])
    assert min(sizes[step] for step in found["turning"]) >= sorted(sizes)[-5] - 1e-9


def test_a_seat_is_told_only_about_its_own_decisions() -> None:
    steps = record(beginning(), 1).steps
    assert analysis(1)["steps"] and all(steps[int(step)].seat == 1 for step in analysis(1)["steps"])
    assert {record(beginning()).steps[int(step)].seat for step in analysis(None)["steps"]} == {0, 1, 2}


@pytest.mark.slow
def test_what_a_seat_is_told_does_not_depend_on_hidden_cards() -> None:
    pair = alike(bots_game(), 1, 60, 12)
    found = [analysed(record(one, 1), one, few()).analysis for one in pair]
    assert found[0] == found[1] and found[0] is not None
    assert len(found[0]["steps"]) > 2 and len(pair[0].actions) == 12 and pair[0].game != pair[1].game


def test_progress_is_told() -> None:
    told: list[tuple[int, int]] = []
    replay = beginning(5)
    analysed(record(replay), replay, few(), lambda done, whole: told.append((done, whole)))
    assert told == [(k, 5) for k in range(1, 6)]


def thrown_away() -> Replay:
    """A player about to win the game passes up on it: they run away from a monster that they beat."""
    game = table(seat(level=9, wears="Chainsaw of Bloody Dismemberment", hand="Magic Missile"), seat(level=9), doors=["Net Troll"])
    game.players[0].kicks_open_the_door()
    return Replay(game.game)


def test_a_thrown_away_victory_is_a_blunder(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(analysing, "_SECOND_LOOK", 8)
    replay = thrown_away()
    replay.apply("play Magic Missile")
    replay.apply("for the monsters")
    found = analysed(record(replay), replay, Search(playouts=60, turns=1, seed=1)).analysis
    assert found is not None
    worst = max(found["steps"].values(), key=lambda one: one["lost"])
    assert worst["lost"] > 10 and worst["best"] == "for the munchkins"
    assert found["chances"][-1][0] < found["chances"][0][0]


def asked_for_help(helper: Seat, **options: Any) -> Replay:
    """Player 0 fights, and offers player 1 nothing for help."""
    game = table(seat(level=4), helper, doors=["Net Troll"], **options)
    game.players[0].kicks_open_the_door()
    replay = Replay(game.game)
    offer = ("ask for help", "ask player 1 for help", "offer no treasures", "the helper picks first", "offer no item", "promise no card")
    while replay.game.decision != "ANSWER_HELP":
        replay.apply(next(text for text in (*offer, "send the offer", "pass") if text in replay.game.texts()))
    return replay


def deals_of(replay: Replay, viewpoint: int | None = None) -> list[dict[str, Any]]:
    found = analysed(record(replay, viewpoint), replay, few()).analysis
    assert found is not None
    return list(found["deals"])


def test_an_accepted_offer_is_valued_for_both() -> None:
    replay = asked_for_help(seat(level=9, races="Elf"))
    replay.apply("accept")
    (deal,) = deals_of(replay)
    assert (deal["kind"], deal["answer"], deal["maker"], deal["partner"]) == ("help", "accepted", 0, 1)
    assert deal["partner_gain"] > 0, "an Elf who helps at Level 9 wins"
    assert deal["maker_error"] >= 0 and deal["partner_error"] >= 0
    assert replay.actions[deal["step"]] == Verb.ACCEPT


def test_of_a_counter_offer_the_helper_is_the_maker() -> None:
    replay = asked_for_help(seat(level=4), counter_offers=True)
    for text in ("ask for 1 treasure instead", "the helper picks first", "refuse"):
        replay.apply(text)
    deals = [(deal["answer"], deal["maker"], deal["partner"]) for deal in deals_of(replay)]
    assert deals == [("countered", 0, 1), ("refused", 1, 0)]
    assert analysing._answer(DROP) is None, "a card that is dropped before is no answer"


class Noting(Search):
    """Notes whose knowledge a deal was judged by."""

    def __init__(self) -> None:
        super().__init__(playouts=6, turns=1, seed=1)
        self.seats: list[int] = []

    def gains(self, game: Game, seat: int, worlds: int, action: int, other: int) -> npt.NDArray[np.float64]:
        self.seats.append(seat)
        return super().gains(game, seat, worlds, action, other)


@pytest.mark.parametrize(("viewpoint", "seats"), [(None, [0, 1]), (0, [0, 0]), (1, [1, 1])])
def test_a_deal_is_worth_to_each_side_what_they_could_expect(viewpoint: int | None, seats: list[int]) -> None:
    """In the recording of a seat: what that seat could expect for both."""
    replay, judge = asked_for_help(seat(level=4)), Noting()
    replay.apply("refuse")
    analysed(record(replay, viewpoint), replay, judge)
    assert judge.seats == seats


def test_the_value_of_a_finished_game_is_its_result() -> None:
    game = Game(3, seed=1)
    game.record.over, game.record.winners = 1, 0b101
    assert few().shares(game, 0, 2).tolist() == [[0.5, 0.0, 0.5]] * 2
    game.record.winners = 0
    assert few().shares(game, 0, 1).tolist() == [[0.0, 0.0, 0.0]]


def test_all_hands_known_leaves_the_game_as_it_is() -> None:
    game = beginning().game
    before = game.state()
    known = analysing._all_hands_known(game)
    assert game.state() == before
    for p in range(3):
        worlds = [known.determinise(game.seat, number).record.seat[p] for number in (1, 2)]
        hands = [[one.hand[i] for i in range(one.hand_n)] for one in worlds]
        assert hands[0] == hands[1] == [game.record.seat[p].hand[i] for i in range(game.record.seat[p].hand_n)]


@pytest.mark.parametrize("spec", ["greedy", "search:", "", "search:20ms,x=1"])
def test_only_a_search_analyses(spec: str) -> None:
    with pytest.raises(AgentError, match="search"):
        parse_analysis(spec)
