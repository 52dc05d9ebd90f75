"""Trained policies as opponents, beside bots, in every environment."""

import copy
from pathlib import Path
from typing import Any

import gymnasium
import numpy as np
import pytest

from munchkin_env import MunchkinVector
from munchkin_env.envs.teaching import Teacher
from munchkin_env.game.saved import LoadError
from munchkin_env.players.bots import style
from munchkin_env.players.policy import PolicyError, load_policy
from munchkin_env.policy import NetworkBot
from munchkin_env.sb3 import MunchkinVecEnv
from tests.players.network.test_playing import made

pytestmark = pytest.mark.compiled


@pytest.fixture
def path(tmp_path: Path) -> str:
    made("slots").save(tmp_path / "mine.npz", half=False)
    return str(tmp_path / "mine.npz")


def play(games: MunchkinVector, steps: int = 8) -> list[Any]:
    """What the learners see and are paid while they do what greedy would."""
    games.reset()
    teacher, found = Teacher(games, "greedy"), []
    for _ in range(steps):
        games.step(teacher.choose())
        found.append((games.observations.copy(), games.rewards.copy(), games.masks.copy()))
    return found


def same(one: list[Any], other: list[Any]) -> bool:
    return all(np.array_equal(a, b) for x, y in zip(one, other, strict=True) for a, b in zip(x, y, strict=True))


def test_any_mixture_of_bots_and_policies(path: str) -> None:
    for opponents, names in (
        ("trained", {"trained"}),
        (path, {"mine"}),
        (["greedy", "trained", path], {"greedy", "trained", "mine"}),
        ({"trained": 2, "veteran": 1, path: 1}, {"trained", "veteran", "mine"}),
        (
            [style("greedy", "bold", level=120), NetworkBot.of("trained", "drawing", temperature=1.0), Path(path)],
            {"bold", "drawing", "mine"},
        ),
    ):
        games = MunchkinVector(4, seat="random", opponents=opponents, seed=1)  # type: ignore[arg-type]
        assert set(games.roster[1:]) == names
        assert len(play(games, 2)) == 2


@pytest.mark.slow
def test_games_depend_on_who_plays_and_on_nothing_else(path: str) -> None:
    def batch(opponents: Any, **more: Any) -> MunchkinVector:
        return MunchkinVector(4, seat="random", opponents=opponents, seed=2, **more)

    found = play(batch("trained"))
    assert same(found, play(batch("trained")))
    assert same(found, play(batch("trained", threads=2)))
    assert same(found, play(batch(NetworkBot.of(load_policy("trained"), "trained"))))
    assert not same(found, play(batch("greedy"))) and not same(found, play(batch(path)))
    drawing = NetworkBot.of("trained", "trained", temperature=1.0)
    assert same(play(batch(drawing)), play(batch(drawing))) and not same(found, play(batch(drawing)))


def test_the_order_in_which_they_are_named_changes_nothing(path: str) -> None:
    one = MunchkinVector(3, seat=0, opponents={"trained": 1, path: 1, "greedy": 1}, seed=3)
    other = MunchkinVector(3, seat=0, opponents={"greedy": 1, path: 1, "trained": 1}, seed=3)
    assert one.roster == other.roster and same(play(one), play(other))


def test_copies_and_saved_batches_go_on_with_their_networks(path: str) -> None:
    games = MunchkinVector(4, seat=0, opponents=["greedy", path, "trained"], seed=4)
    play(games, 6)
    other = copy.deepcopy(games)
    saved = games.to_bytes()
    again = MunchkinVector(4, seat=0, opponents=["greedy", path, "trained"], seed=0)
    again.restore(saved)
    for _ in range(6):
        actions = Teacher(games, "greedy").choose().copy()
        for one in (games, other, again):
            one.step(actions)
        assert np.array_equal(games.observations, other.observations) and np.array_equal(games.observations, again.observations)
    made("slots", seed=9).save(path, half=False)
    with pytest.raises(LoadError, match="networks is"):
        MunchkinVector(4, seat=0, opponents=["greedy", path, "trained"], seed=0).restore(saved)


def test_gymnasium_and_stable_baselines(path: str) -> None:
    env: Any = gymnasium.make("munchkin_env:Munchkin-v0", opponents=[path, "trained", "greedy"], seat=1)
    _, info = env.reset(seed=1)
    for _ in range(5):
        _, _, _, _, info = env.step(int(np.flatnonzero(info["action_mask"])[0]))
    several = MunchkinVecEnv(3, seed=1, opponents={"trained": 1, "greedy": 1})
    several.reset()
    several.step(np.array([int(np.flatnonzero(mask)[0]) for mask in several.env_method("action_masks")]))
    several.close()


def test_what_cannot_play_here_is_said(tmp_path: Path) -> None:
    with pytest.raises(PolicyError, match="no such file"):
        MunchkinVector(1, seat=0, opponents=str(tmp_path / "missing.npz"))
    with pytest.raises(PolicyError, match="learned --set deluxe"):
        MunchkinVector(1, sets=["star"], seat=0, opponents="trained-pure")
    with pytest.raises(ValueError, match="different names"):
        MunchkinVector(1, seat=0, opponents=["greedy", "trained", NetworkBot.of(made("flat"), "trained")])
    with pytest.raises(ValueError, match="'trained'"):
        MunchkinVector(1, seat=0, opponents=3)  # type: ignore[arg-type]
