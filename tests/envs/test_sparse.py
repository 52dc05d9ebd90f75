"""Sparse observations say what vectors say, no more and no less."""

import numpy as np
import pytest

from munchkin_env import MunchkinVector
from munchkin_env.envs.sparse import SparseObserver
from munchkin_env.envs.teaching import Teacher

pytestmark = pytest.mark.compiled


def batch(seat: int | str | None = "random", observation: str | None = "vector", steps: int = 40) -> MunchkinVector:
    games = MunchkinVector(12, seat=seat, seed=4, observation=observation)  # type: ignore[arg-type]
    games.reset()
    teacher = Teacher(games, "greedy")
    for _ in range(steps):
        games.step(teacher.choose())
    return games


@pytest.mark.parametrize("seat", ["random", 2, None])
def test_they_are_the_vectors(seat: int | str | None) -> None:
    games = batch(seat)
    seen = SparseObserver(games).observe()
    assert np.array_equal(seen.dense(), games.observations)
    assert (seen.values != 0).all() and len(seen.indices) == (games.observations != 0).sum() > 12 * 50
    for k in range(12):
        row = seen.indices[seen.starts[k] : seen.starts[k + 1]].astype(int)
        assert (np.diff(row) > 0).all()


def test_of_any_games_and_seats() -> None:
    games = batch(None, observation=None)
    observer = SparseObserver(games)
    rows, seats = np.array([3, 3, 0, 7, 3]), np.array([0, 1, 3, -1, 2])
    seen = observer.observe(rows, seats)
    for k, (row, seat) in enumerate(zip(rows.tolist(), seats.tolist(), strict=True)):
        wanted = np.zeros(seen.dense().shape[1]) if seat < 0 else games.observe(row, seat)
        assert np.array_equal(seen.dense()[k], wanted)
    assert np.array_equal(seen.rows(np.array([4, 0])).dense(), seen.dense()[[4, 0]])


def test_what_a_seat_may_not_know_is_in_none_of_them() -> None:
    games = batch(0)
    seen = SparseObserver(games).observe().dense()
    for i in range(4):
        assert np.array_equal(games.game(i).determinise(0, seed=9).observe(0), seen[i])


def test_room_is_made_where_there_is_none() -> None:
    games = batch()
    observer = SparseObserver(games)
    observer._room(1)
    assert np.array_equal(observer.observe().dense(), games.observations)


def test_what_cannot_be_asked() -> None:
    observer = SparseObserver(batch(steps=1))
    for rows, seats, says in (
        ([12], None, "rows"),
        ([-1], None, "rows"),
        ([[0]], None, "rows"),
        ([0], [4], "seats"),
        ([0], [0, 1], "seats"),
    ):
        with pytest.raises(ValueError, match=says):
            observer.observe(rows, seats)
    with pytest.raises(TypeError, match="no MunchkinVector"):
        SparseObserver(3)  # type: ignore[arg-type]
