"""Batches that do not wait: every game goes on as its actions say, whatever is ready first."""

import copy
import threading
import time
from typing import Any

import numpy as np
import pytest

from munchkin_env import MunchkinVector
from munchkin_env.envs.flights import Flights, _pieces
from munchkin_env.envs.selfplay import SharedTables
from munchkin_env.game.notation import IllegalAction

SHORT: dict[str, Any] = {"num_players": 3, "win_level": 3, "max_rounds": 2, "trade_budget": 0, "opponents": "weighted", "seed": 4}
Diary = list[list[tuple[Any, ...]]]
"""What each game showed and paid, step by step."""


def chosen(masks: Any, games: Any, steps: Any) -> Any:
    """A legal action that depends on the game and on how often it was asked, and on nothing else."""
    found = []
    for mask, game, step in zip(masks, games, steps, strict=True):
        legal = np.flatnonzero(mask)
        found.append(int(legal[(7 * int(game) + 3 * int(step)) % len(legal)]))
    return np.array(found)


def together(n: int, steps: int, **options: Any) -> Diary:
    games = MunchkinVector(n, **{**SHORT, **options})
    games.reset()
    diary: Diary = [[] for _ in range(n)]
    for step in range(steps + 1):
        for i in range(n):
            diary[i].append(told(games, i))
        games.step(chosen(games.masks, range(n), [step] * n))
    games.close()
    return diary


def told(games: Any, i: int, row: int | None = None) -> tuple[Any, ...]:
    """A row of the batch, or of what was received."""
    at = i if row is None else row
    return tuple(getattr(games, name)[at].tobytes() for name in ("observations", "masks", "seats", "rewards", "terminated", "truncated"))


def apart(n: int, steps: int, batch_size: int, **options: Any) -> Diary:
    diary: Diary = [[] for _ in range(n)]
    with MunchkinVector(n, **{**SHORT, **options}) as games:
        games.async_reset(batch_size)
        while min(map(len, diary)) <= steps:
            ready = games.recv()
            assert len(ready.games) == batch_size == len(set(ready.games.tolist()))
            asked = [len(diary[i]) for i in ready.games]
            for row, i in enumerate(ready.games):
                diary[i].append(told(ready, i, row))
            games.send(chosen(ready.masks, ready.games, asked), ready.games)
    return [one[: steps + 1] for one in diary]


@pytest.mark.compiled
@pytest.mark.parametrize(
    ("n", "batch_size", "options"),
    [
        (12, 4, {"threads": 2, "seat": "random"}),
        (12, 5, {"threads": 3, "seat": "random", "shaping": 0.5}),
        (7, 7, {"threads": 1, "seat": 1}),
        (6, 1, {"threads": 2, "seat": None, "opponents": None}),
    ],
)
def test_a_game_depends_on_its_actions_alone(n: int, batch_size: int, options: dict[str, Any]) -> None:
    assert apart(n, 12, batch_size, **options) == together(n, 12, **options)


def test_episodes_are_in_the_batch() -> None:
    with MunchkinVector(8, **SHORT, seat=0, threads=2) as games:
        games.async_reset(4)
        ended = 0
        while ended < 3:
            ready = games.recv()
            for row in np.flatnonzero(ready.terminated | ready.truncated):
                i = int(ready.games[row])
                ended += 1
                assert games.episodes[i]["returns"][0] == ready.rewards[row]
                assert games.final_observations[i].any()
                assert games.game(i).seat == ready.seats[row] and games.learner(i) == 0
            games.send(chosen(ready.masks, ready.games, [0] * 4), ready.games)


def test_the_compact_form() -> None:
    with MunchkinVector(4, **SHORT, seat=0, observation="compact") as games:
        games.async_reset()
        ready = games.recv()
        assert ready.observations["ids"].tobytes() == games.ids[ready.games].tobytes()
        assert ready.observations["numbers"].tobytes() == games.numbers[ready.games].tobytes()


def test_the_batch_can_go_on_together() -> None:
    """As soon as nothing is under way."""
    with MunchkinVector(6, **SHORT, seat=0, threads=2) as games, MunchkinVector(6, **SHORT, seat=0) as others:
        games.async_reset()
        for call in (games.to_bytes, games.summary, games.learners, games.reset, games.async_reset, lambda: games.step([0] * 6)):
            with pytest.raises(RuntimeError, match=r"6 games are under way: recv\(\) them first"):
                call()
        with pytest.raises(RuntimeError, match="game 2 is under way"):
            games.game(2)
        games.recv()
        others.reset()
        actions = chosen(games.masks, range(6), [0] * 6)
        games.step(actions)
        others.step(actions)
        assert games.to_bytes() == others.to_bytes()
        copy.deepcopy(games).close()
        games.async_reset(3, seed=9)
        games.recv()
        games.recv()
        others.reset(9)
        assert games.to_bytes() == others.to_bytes()


def test_mistakes_change_nothing() -> None:
    with MunchkinVector(4, **SHORT, seat=0) as games:
        for call in (games.recv, lambda: games.send([0], [0])):
            with pytest.raises(RuntimeError, match=r"call async_reset\(\) first"):
                call()
        games.async_reset(2)
        first = games.recv()
        legal = chosen(first.masks, first.games, [0, 0])
        with pytest.raises(ValueError, match="is under way; send games that"):
            games.send([0, 0], [i for i in range(4) if i not in first.games])
        with pytest.raises(ValueError, match="must be different numbers from 0 to 3"):
            games.send(legal, [first.games[0]] * 2)
        wrong = legal.copy()
        wrong[1] = int(np.flatnonzero(~first.masks[1])[0])
        with pytest.raises(IllegalAction, match=rf"game {first.games[1]} of 4: .* is not legal"):
            games.send(wrong, first.games)
        with pytest.raises(IllegalAction, match="no game has changed"):
            games.send([-1, 10**9], first.games)
        games.recv()
        with pytest.raises(RuntimeError, match=r"returns 2 games at once, and 0 are under way"):
            games.recv()
        games.send(legal, first.games)
        games.recv()
    with pytest.raises(RuntimeError, match="closed"):
        games.recv()
    with pytest.raises(RuntimeError, match="closed"):
        games.game(0)
    with pytest.raises(ValueError, match="batch_size=5: must be an integer from 1 to 4"):
        MunchkinVector(4, **SHORT, seat=0).async_reset(5)
    with pytest.raises(ValueError, match="autoreset=False"):
        MunchkinVector(4, **SHORT, seat=0, autoreset=False).async_reset()
    with pytest.raises(RuntimeError, match="plays its games together"):
        SharedTables(4, network_lots=1, seed=1).async_reset()


def test_what_is_ready_first_is_received_first() -> None:
    gate = threading.Event()

    def slow(a: int, _: int) -> None:
        if a == 0:
            gate.wait(10)

    flights = Flights(16, 8, 2)
    flights.send(slow, np.arange(16))
    assert min(flights.receive()) >= 8
    gate.set()
    assert sorted(flights.receive()) == list(range(8))
    flights.close()


def test_a_failure_is_raised_where_games_are_received() -> None:
    def fails(_: int, __: int) -> None:
        raise MemoryError("none left")

    flights = Flights(4, 4, 1)
    flights.send(fails, np.arange(4))
    with pytest.raises(MemoryError, match="none left"):
        flights.receive()
    flights.close()


def test_closing_waits_for_what_is_under_way() -> None:
    done: list[int] = []

    def slow(a: int, _: int) -> None:
        time.sleep(0.05)
        done.append(a)

    flights = Flights(4, 2, 2)
    flights.send(slow, np.arange(4))
    flights.close()
    assert len(done) == len(list(_pieces(np.arange(4), 2)))


def test_pieces_are_neighbours_and_stay_whole() -> None:
    def cut(games: list[int], size: int) -> list[list[int]]:
        return [piece.tolist() for piece in _pieces(np.array(games), size)]

    assert cut([9, 0, 1, 2, 3, 8], 2) == [[0, 1], [2, 3], [8, 9]]
    assert cut([1, 2, 5], 4) == [[1, 2], [5]]
    assert cut([], 4) == []
