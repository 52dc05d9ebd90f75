"""The Gymnasium vector environment: Gymnasium's conventions, and the same games."""

from functools import partial
from importlib.metadata import version
from typing import Any

import gymnasium
import numpy as np
import numpy.typing as npt
import pytest
from gymnasium.vector import AutoresetMode, SyncVectorEnv, VectorEnv
from gymnasium.wrappers.vector import DictInfoToList, RecordEpisodeStatistics

from munchkin_env import MunchkinVector
from munchkin_env.engine.boundary.playouts import ACTION_WEIGHTS
from munchkin_env.envs.gym import MunchkinEnv
from munchkin_env.envs.gym_vector import MunchkinVectorEnv
from munchkin_env.game.notation import IllegalAction

SHORT: dict[str, Any] = {"num_players": 3, "opponents": "random", "win_level": 3, "max_rounds": 2, "trade_budget": 0}
NAME = "munchkin_env:Munchkin-v0"
MODES = [AutoresetMode.SAME_STEP, AutoresetMode.DISABLED]
N = 3
SEED = 9
TURNS = 250


def some_legal(infos: dict[str, Any], turn: int) -> npt.NDArray[np.int64]:
    """-1 where a game is over."""
    weights, lot = infos["action_mask"] * ACTION_WEIGHTS, np.random.default_rng(turn)
    return np.array([lot.choice(len(row), p=row / row.sum()) if row.any() else -1 for row in weights])


def gymnasiums_own(mode: AutoresetMode, **arguments: Any) -> "SyncVectorEnv[Any, Any]":
    """N single environments that play the N games of a batch."""
    envs = SyncVectorEnv([partial(MunchkinEnv, **arguments)] * N, autoreset_mode=mode)
    for i, env in enumerate(envs.envs):
        env.unwrapped._games._matches["index"] = i  # type: ignore[attr-defined]
    return envs


def same(one: Any, other: Any) -> None:
    """Including types, dtypes and shapes, recursively."""
    assert type(one) is type(other), (one, other)
    if isinstance(one, tuple):
        for a, b in zip(one, other, strict=True):
            same(a, b)
    elif isinstance(one, dict):
        assert one.keys() == other.keys()
        for key in one:
            same(one[key], other[key])
    elif isinstance(one, np.ndarray):
        assert (one.dtype, one.shape) == (other.dtype, other.shape)
        if one.dtype == object:
            for a, b in zip(one, other, strict=True):
                same(a, b)
        else:
            assert np.array_equal(one, other)
    else:
        assert one == other


@pytest.mark.compiled
@pytest.mark.parametrize("form", ["vector", "compact"])
def test_it_does_what_gymnasiums_own_does_with_single_environments(form: str) -> None:
    arguments: dict[str, Any] = {**SHORT, "observation": form, "shaping": 0.5, "reward": "rank"}
    ours, theirs = MunchkinVectorEnv(N, **arguments), gymnasiums_own(AutoresetMode.SAME_STEP, **arguments)
    same(ours.observation_space, theirs.observation_space)
    same(ours.action_space, theirs.action_space)
    assert ours.metadata["autoreset_mode"] is theirs.metadata["autoreset_mode"]
    got = ours.reset(seed=SEED)
    same(got, theirs.reset(seed=[SEED] * N))
    infos, ended = got[1], 0
    for turn in range(TURNS):
        actions = some_legal(infos, turn)
        assert actions in ours.action_space
        found = ours.step(actions)
        same(found, theirs.step(actions))
        observation, _, terminated, truncated, infos = found
        assert observation in ours.observation_space
        ended += int((terminated | truncated).sum())
    assert ended > 4


def test_without_autoreset_games_wait_for_the_reset_mask() -> None:
    ours, theirs = MunchkinVectorEnv(N, autoreset_mode="Disabled", **SHORT), gymnasiums_own(AutoresetMode.DISABLED, **SHORT)
    _, infos = ours.reset(seed=SEED)
    theirs.reset(seed=[SEED] * N)
    ended = 0
    for turn in range(TURNS):
        actions = some_legal(infos, turn)
        found = ours.step(actions)
        same(found, theirs.step(actions))
        _, _, terminated, truncated, infos = found
        over = terminated | truncated
        if over.any():
            ended += 1
            assert np.array_equal(infos["_won"], over) and not infos["action_mask"][over].any()
            observation, infos = ours.reset(options={"reset_mask": over})
            expected, just_these = theirs.reset(options={"reset_mask": over})
            same(observation, expected)
            assert np.array_equal(infos["action_mask"][over], just_these["action_mask"][over])
            assert infos["action_mask"].any(axis=1).all()
    assert ended > 4


def test_an_ended_game_that_was_not_reset_takes_only_minus_1() -> None:
    env = MunchkinVectorEnv(N, autoreset_mode=AutoresetMode.DISABLED, **SHORT)
    _, infos = env.reset(seed=SEED)
    over = np.zeros(N, bool)
    while not over.any():
        _, _, terminated, truncated, infos = env.step(some_legal(infos, 0))
        over = terminated | truncated
    seats = infos["seat"]
    actions = some_legal(infos, 0)
    _, rewards, terminated, truncated, infos = env.step(actions)
    assert not (rewards[over].any() or terminated[over].any() or truncated[over].any())
    assert np.array_equal(infos["seat"], seats) and "_won" not in infos
    actions = some_legal(infos, 0)
    actions[over] = 0
    with pytest.raises(IllegalAction, match="it is over and takes only -1"):
        env.step(actions)


@pytest.mark.compiled
def test_the_seat_of_an_ended_game_is_told_after_a_batch_was_restored() -> None:
    env, other = (MunchkinVectorEnv(N, autoreset_mode="Disabled", **SHORT) for _ in range(2))
    _, infos = env.reset(seed=SEED)
    other.reset(seed=SEED, options={"seat": 1})
    while not (env.games.seats < 0).any():
        *_, infos = env.step(some_legal(infos, 0))
    other.games.restore(env.games.to_bytes())
    i = int(np.flatnonzero(env.games.seats < 0)[0])
    running = env.games.seats >= 0
    actions = np.where(running, env.games.masks.argmax(axis=1), -1)
    *_, infos = env.step(actions)
    *_, restored = other.step(actions)
    assert env.games.learner(i) != 1
    assert np.array_equal(infos["seat"], restored["seat"]) and restored["seat"][i] == env.games.learner(i)


def test_what_could_not_be_made_can_be_closed() -> None:
    MunchkinVectorEnv.__new__(MunchkinVectorEnv).close()


@pytest.mark.skipif(version("gymnasium") < "1.4", reason="before, its wrapper counted a step too many after a game that ended")
def test_make_vec_makes_it_and_statistics_are_recorded() -> None:
    made = gymnasium.make_vec(NAME, num_envs=N, vectorization_mode="vector_entry_point", seat=1, **SHORT)
    assert isinstance(made.unwrapped, MunchkinVectorEnv) and type(gymnasium.make_vec(NAME, 2, **SHORT)) is MunchkinVectorEnv
    env: VectorEnv[Any, Any, Any] = RecordEpisodeStatistics(made)
    _, infos = env.reset(seed=SEED)
    found = []
    for turn in range(TURNS):
        _, _, terminated, truncated, infos = env.step(some_legal(infos, turn))
        for i in np.flatnonzero(terminated | truncated):
            last = made.unwrapped.games.episodes[i]
            assert infos["episode"]["r"][i] == last["returns"][1] and infos["episode"]["l"][i] == last["steps"]
            assert infos["final_info"]["won"][i] == (infos["episode"]["r"][i] == 1)
            found.append(infos["episode"]["r"][i])
    assert len(found) == made.unwrapped.games.summary()["games"] > 4


def test_statistics_are_right_with_partial_resets_too() -> None:
    made = MunchkinVectorEnv(N, autoreset_mode="Disabled", **SHORT)
    env: VectorEnv[Any, Any, Any] = RecordEpisodeStatistics(made)
    _, infos = env.reset(seed=SEED)
    ended = 0
    for turn in range(TURNS):
        _, _, terminated, truncated, infos = env.step(some_legal(infos, turn))
        over = terminated | truncated
        for i in np.flatnonzero(over):
            assert infos["episode"]["l"][i] == made.games.episodes[i]["steps"]
            ended += 1
        if over.any():
            _, infos = env.reset(options={"reset_mask": over})
    assert ended > 4


def test_infos_as_a_list_say_the_same() -> None:
    env = DictInfoToList(MunchkinVectorEnv(N, **SHORT))
    _, infos = env.reset(seed=SEED)
    assert all(info.keys() == {"action_mask", "seat"} for info in infos)


def test_what_was_handed_out_stays_as_it_is() -> None:
    env = MunchkinVectorEnv(N, **SHORT)
    observation, infos = env.reset(seed=SEED)
    kept = observation.copy(), infos["action_mask"].copy(), infos["seat"].copy()
    results = env.step(some_legal(infos, 0))
    assert np.array_equal(observation, kept[0]) and np.array_equal(infos["action_mask"], kept[1]) and np.array_equal(infos["seat"], kept[2])
    owned = [array for array in vars(env.games).values() if isinstance(array, np.ndarray)]
    shown = [*results[:4], results[-1]["action_mask"], env.action_masks()]
    assert not any(np.shares_memory(array, ours) for array in shown for ours in owned)


def test_the_seat_may_be_chosen_for_these_games() -> None:
    env = MunchkinVectorEnv(N, seat=0, **SHORT)
    assert env.reset(seed=SEED, options={"seat": 2})[1]["seat"].tolist() == [2] * N
    assert env.reset(options={"seat": 1, "reset_mask": np.array([True, False, False])})[1]["seat"].tolist() == [1, 2, 2]
    assert env.reset(options={"something": "else"})[1]["seat"].tolist() == [0] * N
    before = env.games.to_bytes()
    with pytest.raises(ValueError, match="seat=3: must be an integer from 0 to 2"):
        env.reset(seed=1, options={"seat": 3})
    assert env.games.to_bytes() == before
    with MunchkinVector(1, 3) as games, pytest.raises(ValueError, match="seat=1: several seats are yours"):
        games.reset(seat=1)


def test_seeds_begin_the_series_again() -> None:
    env = MunchkinVectorEnv(N, **SHORT)
    first, then = env.reset(seed=4)[0], env.reset()[0]
    assert not np.array_equal(first, then)
    assert np.array_equal(env.reset(seed=4)[0], first) and np.array_equal(env.reset()[0], then)


def test_an_illegal_action_raises_and_changes_nothing() -> None:
    env = MunchkinVectorEnv(N, **SHORT)
    _, infos = env.reset(seed=SEED)
    actions = some_legal(infos, 0)
    actions[1] = np.flatnonzero(infos["action_mask"][1] == 0)[0]
    before = env.games.to_bytes()
    with pytest.raises(IllegalAction, match=r"game 1 of 3: action .* is not legal"):
        env.step(actions)
    assert env.games.to_bytes() == before


def test_render_shows_what_each_learner_sees() -> None:
    env = MunchkinVectorEnv(2, seat=1, render_mode="ansi", **SHORT)
    env.reset(seed=SEED)
    single = MunchkinEnv(seat=1, render_mode="ansi", **SHORT)
    single.reset(seed=SEED)
    texts = env.render()
    assert texts is not None and len(texts) == 2 and texts[0] == single.render() != texts[1]
    assert MunchkinVectorEnv(2, **SHORT).render() is None


@pytest.mark.parametrize(
    ("given", "says"),
    [
        ({"seat": None, "opponents": None}, "seat=None: here one seat is yours"),
        ({"observation": None}, "observation=None"),
        ({"autoreset_mode": "NextStep"}, "autoreset_mode='NextStep': must be 'SameStep' or 'Disabled'"),
        ({"render_mode": "human"}, "render_mode='human': must be one of None, 'ansi'"),
        ({"rules": 1}, "there is no option 'rules'"),
        ({"autoreset": False}, r"there is no option 'autoreset' \(did you mean 'autoreset_mode'"),
        ({"num_envs": 0}, "num_games=0"),
    ],
)
def test_arguments_are_checked(given: dict[str, Any], says: str) -> None:
    with pytest.raises(ValueError, match=says):
        MunchkinVectorEnv(**{"num_envs": 2, **given})


@pytest.mark.parametrize("mask", [np.array([True]), np.array([0, 1, 1])])
def test_a_reset_mask_is_checked(mask: npt.NDArray[Any]) -> None:
    env = MunchkinVectorEnv(N, **SHORT)
    env.reset(seed=SEED)
    with pytest.raises((ValueError, TypeError), match="mask"):
        env.reset(options={"reset_mask": mask})


def test_closing_twice_is_fine_and_a_closed_one_says_so() -> None:
    env = MunchkinVectorEnv(N, threads=2, **SHORT)
    env.reset()
    env.close()
    env.close()
    with pytest.raises(RuntimeError, match="closed"):
        env.reset()
