"""Batches for self-play: rewards, masks, and who sees what."""

from typing import Any

import numpy as np
import numpy.typing as npt
import pytest

from munchkin_env import MunchkinVector
from munchkin_env.envs.selfplay import SharedTables
from munchkin_env.game.notation import IllegalAction

SHORT: dict[str, Any] = {"num_players": 3, "win_level": 3, "max_rounds": 1, "trade_budget": 0}


def some_legal(masks: npt.NDArray[np.bool_], turn: int) -> npt.NDArray[np.int64]:
    return np.array([np.flatnonzero(mask)[(7 * turn + i) % mask.sum()] for i, mask in enumerate(masks)], np.int64)


def play_on(games: SharedTables, turn: int) -> None:
    while (rows := games.waiting()).size:
        games.play(rows, some_legal(games.masks[rows], turn))


@pytest.mark.compiled
def test_everybody_sees_what_their_seat_sees_and_the_learner_is_paid_for_their_games() -> None:
    games = SharedTables(6, network_lots=2, bots={"random": 1}, seed=4, shaping=0.5, gamma=0.9, **SHORT)
    games.reset()
    ends, networks_decided = 0, 0
    sums = np.zeros(6)
    for turn in range(200):
        while (rows := games.waiting()).size:
            networks_decided += len(rows)
            for i in rows:
                assert games.seats[i] != games.learner(int(i))
                assert np.array_equal(games.observations[i], games.game(int(i)).observe(int(games.seats[i])))
                assert np.array_equal(games.masks[i], games.game(int(i)).mask())
            games.play(rows, some_legal(games.masks[rows], turn))
        assert np.array_equal(games.seats, games.learners())
        sums += games.rewards
        for i in np.flatnonzero(games.terminated | games.truncated):
            last = games.episodes[i]
            assert sums[i] == pytest.approx(float(last["returns"][last["learner"]]), abs=1e-5)
            sums[i], ends = 0.0, ends + 1
        games.step(some_legal(games.masks, turn))
    assert ends > 8 and networks_decided > 100


@pytest.mark.compiled
def test_without_other_networks_to_ask_it_is_the_batch_itself() -> None:
    """Network seats that play what the bot would have played lead to the same games: nothing else differs."""
    shared, plain = SharedTables(4, network_lots=1, seed=9, seat=1, **SHORT), MunchkinVector(4, seed=9, **SHORT)
    shared.reset()
    plain.reset()
    for turn in range(150):
        rows = shared.waiting()
        actions = some_legal(plain.masks, turn)
        assert np.array_equal(shared.seats, plain.seats) and np.array_equal(shared.observations, plain.observations)
        learners = np.setdiff1d(np.arange(4), rows)
        if rows.size:
            shared.play(rows, actions[rows])
            for i in learners:  # the learners wait; in the plain batch all act at once
                shared.play(np.array([i]), actions[[i]])
        else:
            shared.step(actions)
        plain.step(actions)


def test_bots_and_networks_are_seated_at_random_as_often_as_asked() -> None:
    games = SharedTables(400, network_lots=3, bots={"greedy": 1}, seed=2, num_players=4)
    games.reset()
    places = games._matches["bot"]["place"][:, :4]
    others = np.concatenate([np.delete(places[i], games.learner(i)) for i in range(400)])
    assert games.roster == ("you", "greedy") and set(others.tolist()) == {0, 1}
    assert 0.70 < (others == 0).mean() < 0.80


def test_it_goes_on_where_it_was_saved() -> None:
    games, again = (SharedTables(3, network_lots=1, bots={"random": 1}, seed=s, **SHORT) for s in (1, 2))
    games.reset()
    for turn in range(20):
        play_on(games, turn)
        games.step(some_legal(games.masks, turn))
    again.restore(games.to_bytes())
    for turn in range(20):
        assert np.array_equal(games.observations, again.observations) and np.array_equal(games.seats, again.seats)
        for batch in (games, again):
            play_on(batch, turn)
            batch.step(some_legal(batch.masks, turn))


def test_mistakes_are_told() -> None:
    games = SharedTables(3, network_lots=1, seed=1, seat=2, **SHORT)
    games.reset()
    assert games.waiting().size
    with pytest.raises(RuntimeError, match="wait for another network"):
        games.step(np.zeros(3, np.int64))
    before = games.to_bytes()
    with pytest.raises(IllegalAction, match="not legal"):
        games.play(np.arange(3), np.array([int(np.flatnonzero(~mask)[0]) for mask in games.masks]))
    assert games.to_bytes() == before
    with pytest.raises(ValueError, match="network_lots=0"):
        SharedTables(3, network_lots=0)
    with pytest.raises(ValueError, match="autoreset"):
        SharedTables(3, network_lots=1, autoreset=False)
    with pytest.raises(ValueError, match="one learner per game"):
        SharedTables(3, network_lots=1, seat=[0, 1])  # type: ignore[arg-type]  # that is the point
