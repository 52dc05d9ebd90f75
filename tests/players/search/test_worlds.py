"""Who sits in the worlds of a search, what many possible opponents cost, and that the clock is kept."""

import itertools
import tracemalloc
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

from munchkin_env import Game
from munchkin_env.core.record import empty, open_records, view
from munchkin_env.engine.state.records import MAX_PLAYERS
from munchkin_env.players.bots import new_bots
from munchkin_env.players.bots.style import Bot
from munchkin_env.players.protocol import AgentError
from munchkin_env.players.search import Search, search
from munchkin_env.players.search.playing import seat_bots
from tests.players.search.test_search import at_a_choice, found

pytestmark = pytest.mark.compiled

FIVE = ("greedy", "veteran", "bully", "cautious", "random")
SEARCHER = 9


def seated(kinds: int, seat: int, seed: int) -> list[int]:
    """Which of so many opponents sits in each seat of the world with that number."""
    bots, seats = new_bots(["greedy"] * (1 + kinds)), empty(Bot, MAX_PLAYERS)
    for i in range(1 + kinds):
        view(Bot, bots, i).place = i - 1 if i else SEARCHER
    seat_bots(open_records(bots), seat, seed, open_records(seats))
    return [view(Bot, seats, p).place for p in range(MAX_PLAYERS)]


@pytest.mark.parametrize("kinds", [1, 2, 3])
def test_a_world_draws_one_of_all_line_ups_by_its_number(kinds: int) -> None:
    """As when they were all written down in this order: published results depend on it."""
    lineups = list(itertools.product(range(kinds), repeat=MAX_PLAYERS))
    seeds = [*(k << 8 for k in range(len(lineups))), *np.random.default_rng(kinds).integers(1 << 62, size=20).tolist()]
    for seat, seed in zip(itertools.cycle(range(MAX_PLAYERS)), seeds, strict=False):
        expected = list(lineups[(seed >> 8) % len(lineups)])
        expected[seat] = SEARCHER
        assert seated(kinds, seat, seed) == expected


def test_in_each_world_an_opponent_plays_as_if_there_were_no_others() -> None:
    game = Game(2, seed=5)
    while len(game.legal()) < 2:
        game.apply(game.legal()[0])
    shares = {
        names: Search(playouts=8, turns=2, me="greedy", opponents=list(names), seed=4).shares(game, 0, 16)
        for names in [("greedy",), ("random",), ("greedy", "random")]
    }
    numbers = np.random.default_rng(4).integers(1 << 62, size=16)
    second = np.array([seated(2, 0, int(number))[1] for number in numbers])
    assert 0 < second.sum() < len(second)
    expected = np.where(second[:, np.newaxis] == 0, shares["greedy",], shares["random",])
    assert (shares["greedy", "random"] == expected).all() and (shares["greedy",] != shares["random",]).any()


def test_with_many_opponents_the_result_does_not_depend_on_the_number_of_threads() -> None:
    game = at_a_choice(8)
    searches = [Search(playouts=24, turns=1, me="greedy", opponents=FIVE, threads=n, seed=5) for n in (1, 2)]
    results = [[found(one.search(game)) for _ in range(2)] for one in searches]
    assert results[0] == results[1] and min(one["playouts"] for one in results[0]) > 8
    searches[1].close()


def test_after_the_same_action_the_same_bots_throw_the_same_dice() -> None:
    game = at_a_choice()
    one = Search(playouts=4, turns=2, me="greedy", opponents="random", seed=5)
    action = game.legal()[0]
    assert one.compare(game, action, action, 8) == (0.0, 0.0)


def test_an_opponent_more_costs_one_record() -> None:
    """Of the 46,656 line-ups of six opponents, only the one that plays is ever written down."""
    game = at_a_choice()
    Search(playouts=4, turns=1, me="greedy").search(game)  # what is loaded once for all
    bytes_used = []
    for opponents in (FIVE[:1], FIVE, [*FIVE, "diplomat"]):
        one = Search(playouts=4, turns=1, me="greedy", opponents=opponents, threads=2)
        tracemalloc.start()
        one.search(game)
        for seat in range(4):
            one.shares(game, seat, 1)
        bytes_used.append(tracemalloc.get_traced_memory()[1])
        tracemalloc.stop()
        one.close()
        assert len(one._bots) == 1 + len(opponents)
        assert [len(scratch.seats) for scratch in one._scratches] == [MAX_PLAYERS] * 2
    assert max(bytes_used) < bytes_used[0] + 100_000


def test_somebody_must_sit_in_the_other_seats() -> None:
    with pytest.raises(AgentError, match="name at least one"):
        Search(opponents=[])


# ---------------------------------------------------------------------------------------------------------- the clock


class Clock:
    """Time passes only where it is looked at, a millisecond each time."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.looks = 0
        monkeypatch.setattr(search, "time", SimpleNamespace(perf_counter=self.look))

    def look(self) -> float:
        self.looks += 1
        return self.looks / 1000


@pytest.mark.parametrize("steps", [1, 7, 100])
@pytest.mark.parametrize("threads", [1, 2])
def test_looks_at_the_clock_change_nothing(steps: int, threads: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(search, "STEPS_PER_LOOK", steps)
    game = at_a_choice(8)
    one = Search(playouts=16, seconds=1e6, turns=2, me="greedy", threads=threads, seed=5)
    assert found(one.search(game)) == found(Search(playouts=16, turns=2, me="greedy", seed=5).search(game))
    one.close()


def test_the_clock_is_looked_at_after_so_many_steps_of_however_many_playouts(monkeypatch: pytest.MonkeyPatch) -> None:
    game, looks = at_a_choice(), []
    for steps in (1, 40):
        monkeypatch.setattr(search, "STEPS_PER_LOOK", steps)
        clock, one = Clock(monkeypatch), Search(playouts=4, turns=1, me="greedy", seed=5)
        one._look_at(game)
        assert len(one._try(game, np.array(game.legal()[:2]), 8, ends=1e6)) == 8
        looks.append(clock.looks)
    assert looks[0] > 80 and abs(looks[1] - looks[0] / 40) <= 1


def test_a_playout_that_lasts_too_long_is_not_finished(monkeypatch: pytest.MonkeyPatch) -> None:
    clock, game = Clock(monkeypatch), at_a_choice()
    monkeypatch.setattr(search, "STEPS_PER_LOOK", 1)
    result = Search(seconds=0.0105, turns=None, me="greedy").search(game)
    assert clock.looks <= 14 and result.playouts == 0 and result.best.action == result.usual


def test_only_worlds_in_which_all_actions_were_tried_count(monkeypatch: pytest.MonkeyPatch) -> None:
    game = at_a_choice()
    usual = Search(playouts=400, turns=1, me="greedy", seed=2).search(game)
    Clock(monkeypatch)
    monkeypatch.setattr(search, "STEPS_PER_LOOK", 20)
    playouts = set()
    for looks in range(2, 40):
        result = Search(seconds=looks / 1000, turns=1, me="greedy", seed=2).search(game)
        playouts.add(result.playouts)
        if len({one.worlds for one in result.candidates}) == 1:  # nothing was dropped yet
            assert result.playouts == len(usual.candidates) * result.candidates[0].worlds
        assert all(one.worlds == 0 or 0 <= one.value <= 1 for one in result.candidates)
    assert min(playouts) == 0 and len(playouts) > 2


@pytest.mark.parametrize("me", [None, "greedy"])
def test_everything_is_loaded_before_the_clock_starts(me: str | None, monkeypatch: pytest.MonkeyPatch) -> None:
    told: list[str] = []

    def tells(name: str, plain: Any) -> Any:
        def call(*arguments: Any, **named: Any) -> Any:
            told.append(name)
            return plain(*arguments, **named)

        return call

    for name in ("check_player", "networks_of", "new_players", "leaf_weights", "bound"):
        monkeypatch.setattr(search, name, tells(name, getattr(search, name)))
    clock = tells("clock", Clock(monkeypatch).look)
    monkeypatch.setattr(search, "time", SimpleNamespace(perf_counter=clock))
    game, one = at_a_choice(), Search(seconds=0.01, turns=1, me=me)
    for _ in range(2):
        one.search(game)
    first = told.index("clock")
    assert {"check_player", "networks_of", "new_players", "leaf_weights", "bound"} == set(told[:first])
    assert set(told[first:]) == {"clock"}
