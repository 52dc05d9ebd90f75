"""Batches: the same games as one by one, every seat paid in full, nothing changed by an error."""

import copy
import pickle
from collections import Counter
from typing import Any

import numpy as np
import numpy.typing as npt
import pytest

from munchkin_env import Game, MunchkinVector
from munchkin_env.engine.boundary.playouts import ACTION_WEIGHTS
from munchkin_env.engine.state.actions import N_ACTIONS
from munchkin_env.envs.rewards import RewardName, check_reward, potential_at, reward_at
from munchkin_env.envs.threads import SMALLEST_SLICE, slices_for
from munchkin_env.game.notation import IllegalAction
from munchkin_env.game.saved import LoadError
from munchkin_env.players.bots import BotKind

SHORT: dict[str, Any] = {"win_level": 3, "max_rounds": 3, "trade_budget": 0}
OUTPUTS = ("observations", "masks", "seats", "rewards", "terminated", "truncated")


def actions_of(games: MunchkinVector, turn: int) -> npt.NDArray[np.int64]:
    """A game's actions depend on its mask, its place and the turn, not on the batch."""
    return np.array([some_action(games.masks[i], 7 * turn + 3 * i) for i in range(len(games))])


def some_action(mask: npt.NDArray[np.bool_], number: int) -> int:
    legal = np.flatnonzero(mask)
    if not len(legal):
        return -1
    weights = ACTION_WEIGHTS[legal].cumsum()
    return int(legal[np.searchsorted(weights, number * 2654435761 % 2**32 * int(weights[-1]) >> 32, side="right")])


def outputs(games: MunchkinVector, rows: slice = slice(None)) -> list[bytes]:
    return [getattr(games, name)[rows].tobytes() for name in OUTPUTS]


def played(games: MunchkinVector, turns: int, rows: slice = slice(None)) -> list[list[bytes]]:
    """All results."""
    games.reset(seed=5)
    found = [outputs(games, rows)]
    for turn in range(turns):
        games.step(actions_of(games, turn))
        found.append(outputs(games, rows))
    return found


@pytest.mark.compiled
def test_a_batch_plays_the_games_that_are_played_one_by_one() -> None:
    rules = {**SHORT, "max_rounds": 1}
    rules = {**SHORT, "max_rounds": 1}
    with MunchkinVector(3, 3, seed=11, **rules) as games:
        games.reset()
        alone = [games.game(i) for i in range(3)]
        assert [Game(3, seed=game.seed, **rules) for game in alone] == alone
        ended = 0
        for turn in range(250):
            actions = actions_of(games, turn)
            for game, action in zip(alone, actions, strict=True):
                game.apply(int(action))
            games.step(actions)
            for i, game in enumerate(alone):
                assert (bool(games.terminated[i]), bool(games.truncated[i])) == (game.over and not game.truncated, game.truncated)
                if game.over:
                    ended += 1
                    assert all(np.array_equal(games.final_observations[i, p], game.observe(p)) for p in range(3))
                    assert tuple(games.episodes[i]["levels"][:3]) == game.levels
                    game = alone[i] = games.game(i)
                assert games.game(i) == game
                assert games.seats[i] == game.seat
                assert np.array_equal(games.masks[i], game.mask())
                assert np.array_equal(games.observations[i], game.observe(game.seat))
                assert np.array_equal(games.observe(i, 2), game.observe(2))
        assert ended > 2
        assert games.summary()["games"] == ended


@pytest.mark.parametrize("more", [{}, {"seat": "random", "opponents": {"weighted": 1, "random": 2}}], ids=["all seats", "one learner"])
def test_what_happens_in_a_game_does_not_depend_on_how_many_others_there_are(more: dict[str, Any]) -> None:
    big = played(MunchkinVector(5, **more, **SHORT), 100, slice(0, 2))
    assert big == played(MunchkinVector(2, **more, **SHORT), 100)
    assert big != played(MunchkinVector(2, **more, win_level=4, max_rounds=3), 100)


@pytest.mark.parametrize(("games", "workers"), [(1, 1), (1000, 1), (1, 2), (7, 3), (24, 3), (1024, 2), (4097, 5)])
def test_slices_are_the_whole_batch_and_get_smaller(games: int, workers: int) -> None:
    slices = slices_for(games, workers)
    sizes = [b - a for a, b in slices]
    assert [i for a, b in slices for i in range(a, b)] == list(range(games))
    assert (
        sizes == sorted(sizes, reverse=True) and len(sizes) == 1 if workers == 1 else max(sizes) <= max(SMALLEST_SLICE, games / 2 / workers)
    )


@pytest.mark.compiled
def test_threads_change_nothing() -> None:
    one = MunchkinVector(24, seat=1, opponents="weighted", **SHORT)
    with MunchkinVector(24, seat=1, opponents="weighted", threads=3, **SHORT) as many:
        assert len(slices_for(24, 3)) > 1
        assert played(one, 25) == played(many, 25)
        assert one.to_bytes() == many.to_bytes()


# ------------------------------------------------------------------------------------------------------- rewards


@pytest.mark.parametrize("reward", ["win", "rank"])
@pytest.mark.parametrize(("shaping", "gamma"), [(0.0, 1.0), (0.5, 1.0), (0.5, 0.9)])
def test_every_seat_gets_what_it_earned_although_others_act_in_between(reward: RewardName, shaping: float, gamma: float) -> None:
    """Computed here from the games: at a seat's own decisions and at the end, once each."""
    kind = check_reward(reward).kind.value
    with MunchkinVector(2, 3, seed=3, reward=reward, shaping=shaping, gamma=gamma, **SHORT) as games:
        games.reset()
        paid, acted = np.zeros((2, 3)), np.zeros((2, 3), bool)
        sums, ended, shaped = np.zeros((2, 3)), 0, 0
        for turn in range(400):
            before = [games.game(i) for i in range(2)]
            actions = actions_of(games, turn)
            games.step(actions)
            for i, game in enumerate(before):
                acted[i, game.seat] = True
                game.apply(int(actions[i]))
                for p in range(3):
                    due = 0.0
                    if game.over or (game.seat == p and acted[i, p]):
                        now = potential_at(game._tables, game._games, 0, p)
                        due = reward_at(game._tables, game._games, 0, kind, p) + shaping * (gamma * now - paid[i, p])
                        paid[i, p] = now
                        shaped += now > 0
                    assert games.rewards[i, p] == pytest.approx(due, abs=1e-6)
                    sums[i, p] += due
                if game.over:
                    ended += 1
                    assert games.episodes[i]["returns"][:3] == pytest.approx(sums[i], abs=1e-5)
                    if gamma == 1:
                        terminal = [reward_at(game._tables, game._games, 0, kind, p) for p in range(3)]
                        assert sums[i] == pytest.approx(terminal, abs=1e-6)
                        assert sums[i].sum() == pytest.approx(0, abs=1e-6)
                    paid[i], acted[i], sums[i] = 0, False, 0
        assert ended > 1 and shaped > 10


@pytest.mark.parametrize("shaping", [0.0, 0.3])
def test_a_learner_is_paid_in_every_step_and_in_sum_what_the_end_pays(shaping: float) -> None:
    with MunchkinVector(6, seed=2, seat="random", opponents="weighted", shaping=shaping, **SHORT) as games:
        games.reset()
        sums, results = np.zeros(6), []
        for turn in range(150):
            games.step(actions_of(games, turn))
            sums += games.rewards
            for i in np.flatnonzero(games.terminated | games.truncated):
                last = games.episodes[i]
                winners = [p for p in range(4) if last["winners"] >> p & 1]
                due = 0.0 if not winners else 1.0 if int(last["learner"]) in winners else -1 / 3
                assert len(winners) <= 1
                assert games.truncated[i] == (not winners)
                assert sums[i] == pytest.approx(due, abs=1e-5)
                assert last["returns"][last["learner"]] == pytest.approx(due, abs=1e-5)
                results.append(due)
                sums[i] = 0
        assert len(set(results)) == 3


# ------------------------------------------------------------------------------------------- who plays which seat


def bots_of(games: MunchkinVector, i: int) -> list[BotKind]:
    return [BotKind(kind) for kind in games._matches["bot"]["kind"][i]]


def test_the_learner_always_decides_and_bots_sit_to_their_left_in_order() -> None:
    with MunchkinVector(4, seat=2, opponents=["random", "weighted", "random"], seed=1, **SHORT) as games:
        games.reset()
        assert bots_of(games, 3)[:4] == [BotKind.WEIGHTED, BotKind.RANDOM, BotKind.YOU, BotKind.RANDOM]
        for turn in range(50):
            assert set(games.seats) == {2}
            assert games.learner(1) == 2
            assert np.array_equal(games.observations[1], games.observe(1, 2))
            games.step(actions_of(games, turn))


def test_seats_and_opponents_are_drawn_again_in_every_game() -> None:
    with MunchkinVector(200, seat="random", opponents={"weighted": 3, "random": 1}, observation=None, seed=1) as games:
        seats: Counter[int] = Counter()
        bots: Counter[BotKind] = Counter()
        changed = 0
        for _ in range(3):
            before = games._matches["learner"].copy()
            games.reset()
            changed += int((before != games._matches["learner"]).sum())
            seats.update(int(p) for p in games.seats)
            for i in range(200):
                bots.update(bots_of(games, i)[:4])
                assert bots_of(games, i)[games.learner(i)] == BotKind.YOU
        assert changed > 300
        assert all(110 < seats[p] < 190 for p in range(4))
        assert bots[BotKind.YOU] == 600 and 1200 < bots[BotKind.WEIGHTED] < 1500 and 300 < bots[BotKind.RANDOM] < 600


def test_several_seats_may_be_yours() -> None:
    with MunchkinVector(3, 4, seat=(0, 3), opponents="weighted", seed=1, **SHORT) as games:
        games.reset()
        decided = set()
        for turn in range(200):
            assert set(games.seats) <= {0, 3}
            decided |= set(games.seats)
            games.step(actions_of(games, turn))
            if games.terminated[0]:
                assert games.rewards[0].sum() == pytest.approx(0, abs=1e-6)
        assert decided == {0, 3}
        assert games.rewards.shape == (3, 4)


# ------------------------------------------------------------------------------------------------- resets, buffers


def test_a_partial_reset_leaves_the_other_games_alone() -> None:
    with MunchkinVector(4, seed=1, **SHORT) as games:
        games.reset()
        for turn in range(20):
            games.step(actions_of(games, turn))
        before = [games.game(i) for i in range(4)]
        rows = [getattr(games, name)[[0, 2]].tobytes() for name in OUTPUTS]
        games.reset(mask=[False, True, False, True])
        assert [games.game(i) == before[i] for i in range(4)] == [True, False, True, False]
        assert [getattr(games, name)[[0, 2]].tobytes() for name in OUTPUTS] == rows
        assert games.game(1).record.decisions == 0
        games.reset(seed=1, mask=[False, False, False, True])
        fresh = MunchkinVector(4, seed=1, **SHORT)
        fresh.reset()
        assert games.game(3) == fresh.game(3) and games.game(1) != fresh.game(1)


def test_without_autoreset_a_game_that_is_over_waits() -> None:
    with MunchkinVector(3, 2, seed=4, autoreset=False, **SHORT) as games:
        games.reset()
        turn = 0
        while not (games.terminated | games.truncated).any():
            games.step(actions_of(games, turn))
            turn += 1
        i = int(np.flatnonzero(games.terminated | games.truncated)[0])
        ended = games.game(i)
        assert ended.over and games.seats[i] == -1 and not games.masks[i].any() and games.rewards[i].any() == (not ended.truncated)
        actions = actions_of(games, turn)
        assert actions[i] == -1
        games.step(actions)
        assert games.game(i) == ended and not (games.terminated[i] or games.truncated[i] or games.rewards[i].any())
        actions[:] = actions_of(games, turn)
        actions[i] = 1
        with pytest.raises(IllegalAction, match=f"game {i} of 3: it is over and takes only -1, not action 1"):
            games.step(actions)
        games.reset(mask=games.seats == -1)
        assert not games.game(i).over and games.seats[i] >= 0
        assert games.summary()["games"] == 1


def test_a_game_that_runs_does_not_take_minus_1() -> None:
    with MunchkinVector(2, seed=1) as games:
        games.reset()
        with pytest.raises(IllegalAction, match="action -1"):
            games.step([-1, -1])


def test_buffers_of_the_caller_are_filled() -> None:
    masks, rewards = np.zeros((2, N_ACTIONS), np.bool_), np.zeros(2, np.float32)
    with MunchkinVector(2, seat=0, opponents="weighted", buffers={"masks": masks, "rewards": rewards}) as games:
        assert games.masks is masks and games.rewards is rewards
        games.reset()
        assert masks.any(axis=1).all()


def test_the_arrays_stay_where_they_are_and_belong_to_the_caller() -> None:
    """Writing to them does no harm: the rules keep their own mask."""
    with MunchkinVector(2, seed=1) as games:
        games.reset()
        places = {name: getattr(games, name).ctypes.data for name in OUTPUTS}
        legal = int(np.flatnonzero(games.masks[0])[0])
        illegal = int(np.flatnonzero(~games.masks[0])[0])
        games.masks[:] = True
        with pytest.raises(IllegalAction):
            games.step([illegal, illegal])
        games.masks[:] = False
        games.step([legal, legal])
        assert {name: getattr(games, name).ctypes.data for name in OUTPUTS} == places
        assert games.masks.any(axis=1).all()


def test_the_compact_form_is_what_the_games_say() -> None:
    with MunchkinVector(2, 3, seed=1, observation="compact", **SHORT) as games:
        games.reset()
        ended = 0
        for turn in range(250):
            before = [games.game(i) for i in range(2)]
            actions = actions_of(games, turn)
            games.step(actions)
            for i, game in enumerate(before):
                ids, numbers = games.game(i).observe_compact(games.seats[i])
                assert np.array_equal(games.ids[i], ids) and np.array_equal(games.numbers[i], numbers)
                if games.terminated[i] or games.truncated[i]:
                    game.apply(int(actions[i]))
                    ids, numbers = game.observe_compact(2)
                    assert np.array_equal(games.final_ids[i, 2], ids) and np.array_equal(games.final_numbers[i, 2], numbers)
                    ended += 1
        assert ended and games.observations.shape == (2, 0)


def test_no_observation_is_written_if_none_is_wanted() -> None:
    with MunchkinVector(2, seed=1, observation=None, **SHORT) as games:
        assert games.observations.shape == (2, 0)
        assert len(played(games, 50)) == 51
        assert games.observe(0, 0).any()


# ------------------------------------------------------------------------------------------------- save and restore


@pytest.mark.compiled
@pytest.mark.parametrize("more", [{}, {"seat": "random", "opponents": {"weighted": 1, "random": 2}, "shaping": 0.5}])
def test_a_restored_batch_goes_on_as_if_nothing_had_been(more: dict[str, Any]) -> None:
    with MunchkinVector(3, seed=8, **more, **SHORT) as games, MunchkinVector(3, seed=9, threads=2, **more, **SHORT) as other:
        games.reset()
        for turn in range(60):
            games.step(actions_of(games, turn))
        other.restore(games.to_bytes())
        assert outputs(other)[:3] == outputs(games)[:3]
        for turn in range(60, 250):
            games.step(actions_of(games, turn))
            other.step(actions_of(other, turn))
            assert outputs(other) == outputs(games)
        assert games.summary() == other.summary()
        assert games.summary()["games"] > 1
        games.reset()
        other.reset()
        assert games.to_bytes() == other.to_bytes()


@pytest.mark.compiled
@pytest.mark.parametrize(
    "duplicate", [copy.deepcopy, copy.copy, lambda games: pickle.loads(pickle.dumps(games))], ids=["deep", "shallow", "pickle"]
)
def test_copies_of_a_batch_go_their_own_ways(duplicate: Any) -> None:
    games = MunchkinVector(3, 3, seed=8, seat="random", opponents=["weighted", "random"], observation="compact", shaping=0.5, **SHORT)
    duplicate(games).reset()
    games.reset()
    for turn in range(100):
        games.step(actions_of(games, turn))
    copied, before = duplicate(games), (games.to_bytes(), games.numbers.tobytes(), *outputs(games))
    assert (copied.to_bytes(), copied.numbers.tobytes(), *outputs(copied)) == before
    assert copied.final_ids.tobytes() == games.final_ids.tobytes() and games.final_ids.any()
    copied.step(actions_of(copied, 100))
    assert (games.to_bytes(), games.numbers.tobytes(), *outputs(games)) == before
    games.step(actions_of(games, 100))
    assert copied.to_bytes() == games.to_bytes() != before[0]
    assert copied.game(0) == games.game(0) and outputs(copied) == outputs(games)
    games.close()
    with pytest.raises(RuntimeError, match="closed"):
        duplicate(games).reset()


def test_what_cannot_be_restored_is_said() -> None:
    games = MunchkinVector(3, seed=8, **SHORT)
    games.reset()
    saved = games.to_bytes()
    for other, says in [
        (MunchkinVector(2, **SHORT), "games is 3 there and 2 here"),
        (MunchkinVector(3, win_level=4, max_rounds=3), "options is"),
        (MunchkinVector(3, seat=0, opponents="random", **SHORT), "table is"),
        (MunchkinVector(3, shaping=1, **SHORT), "terms is"),
    ]:
        with pytest.raises(LoadError, match=says):
            other.restore(saved)
    for data, says in [(b"", "not a saved batch"), (saved[:-1], "damaged"), (saved[:2000] + b"?" + saved[2001:], "damaged")]:
        with pytest.raises(LoadError, match=says):
            games.restore(data)
    assert games.to_bytes() == saved
