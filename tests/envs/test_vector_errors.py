"""What a batch refuses, with which messages."""

import time
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import numpy as np
import pytest

from munchkin_env import MunchkinVector
from munchkin_env.envs import vector
from munchkin_env.game.notation import IllegalAction
from munchkin_env.game.options import OptionError
from tests.envs.test_vector import outputs

# -------------------------------------------------------------------------------------------------------- errors


@pytest.mark.parametrize(
    ("actions", "error", "says"),
    [
        ([0, 999], IllegalAction, "game 1 of 2: action 999 is not legal.*no game has changed"),
        ([0, -5], IllegalAction, "game 1 of 2: action -5"),
        ([0], ValueError, r"actions: must have shape \(2,\), one per game, not \(1,\)"),
        ([[0, 0]], ValueError, r"not \(1, 2\)"),
        ([0.0, 1.0], TypeError, "actions: must be integers, not float64"),
        ([True, False], TypeError, "not bool"),
        (None, ValueError, r"not \(\)"),
    ],
)
def test_actions_that_cannot_be_change_nothing(actions: Any, error: type[Exception], says: str) -> None:
    with MunchkinVector(2, seed=1) as games:
        games.reset()
        if isinstance(actions, list) and actions[0] == 0 and len(actions) == 2 and not isinstance(actions[0], (bool, float)):
            actions[0] = int(np.flatnonzero(games.masks[0])[0])
        saved, shown = games.to_bytes(), outputs(games)
        with pytest.raises(error, match=says):
            games.step(actions)
        assert games.to_bytes() == saved and outputs(games) == shown


def test_a_masked_action_is_told_in_words_with_what_was_legal() -> None:
    with MunchkinVector(2, seed=1) as games:
        games.reset()
        with pytest.raises(IllegalAction) as caught:
            games.step([0, 0])
        said = str(caught.value)
        assert "game 0 of 2" in said and "be male" in said and "player 0" in said


def test_kernels_are_tried_by_one_thread_and_again_after_a_failure(monkeypatch: pytest.MonkeyPatch) -> None:
    tried: list[str] = []

    def fail() -> None:
        tried.append("failed")
        raise KeyboardInterrupt

    def compile_slowly() -> None:
        time.sleep(0.05)
        tried.append("compiled")

    monkeypatch.setattr(vector, "_compiled", [])
    monkeypatch.setattr(vector, "_try_all_kernels", fail)
    with pytest.raises(KeyboardInterrupt):
        MunchkinVector(1)
    monkeypatch.setattr(vector, "_try_all_kernels", compile_slowly)
    with ThreadPoolExecutor(2) as pool:
        for made in [pool.submit(lambda: (MunchkinVector(1), tried.copy())) for _ in range(2)]:
            assert made.result()[1] == ["failed", "compiled"]


def test_a_step_in_threads_that_is_interrupted_is_done_in_all_games() -> None:
    done: list[int] = []

    def kernel(a: int, b: int) -> None:
        if a == 0:
            raise KeyboardInterrupt
        time.sleep(0.01)
        done.extend(range(a, b))

    with MunchkinVector(32, threads=2) as games:
        with pytest.raises(KeyboardInterrupt):
            games._threads.run(kernel)
        assert sorted(done) == list(range(8, 32))


def test_first_reset_then_step_and_nothing_after_close() -> None:
    games = MunchkinVector(2)
    for use in (lambda: games.step([0, 0]), lambda: games.game(0), lambda: games.observe(0, 0), games.to_bytes):
        with pytest.raises(RuntimeError, match=r"call reset\(\) first"):
            use()
    with pytest.raises(RuntimeError, match="without a mask"):
        games.reset(mask=[True, False])
    games.reset()
    games.close()
    games.close()
    for use in (games.reset, lambda: games.step([0, 0]), lambda: games.game(0), games.to_bytes):
        with pytest.raises(RuntimeError, match="closed"):
            use()


@pytest.mark.parametrize(
    ("given", "error", "says"),
    [
        ({"num_games": 0}, ValueError, "num_games=0: must be an integer from 1"),
        ({"num_players": 7}, OptionError, "num_players=7: must be a number from 2 to 6"),
        ({"sets": ("delux",)}, Exception, "delux"),
        ({"wins": 5}, OptionError, "there is no option 'wins'; the options are num_games, num_players"),
        ({"opponent": "random"}, OptionError, r"there is no option 'opponent' \(did you mean 'opponents'\?\)"),
        ({"num_games": np.arange(3)}, ValueError, "num_games=array"),
        ({"num_players": np.arange(3)}, OptionError, "num_players=array"),
        ({"sets": 5}, ValueError, "sets must be a list"),
        ({"seat": np.array([0, 1])}, ValueError, "seat=array"),
        ({"seat": 0, "opponents": [["random"]] * 3}, ValueError, "there is no bot"),
        ({"seat": 0, "opponents": {"random": np.arange(2)}}, ValueError, "the weight of 'random' must be an integer"),
        ({"observation": ["vector"]}, ValueError, "observation=.*: must be 'vector'"),
        ({"autoreset": "no"}, ValueError, "autoreset='no': must be True or False"),
        ({"buffers": [1]}, ValueError, "buffers=.*: must be a dict"),
        ({"win_level": 99}, OptionError, "win_level=99"),
        ({"seed": -1}, ValueError, "seed=-1"),
        ({"seat": 4}, ValueError, "seat=4: must be a number from 0 to 3, 'random'"),
        ({"seat": "any"}, ValueError, "seat='any'"),
        ({"seat": ()}, ValueError, r"seat=\(\)"),
        ({"seat": True}, ValueError, "seat=True"),
        ({"opponents": "random"}, ValueError, "all seats are yours"),
        ({"seat": 0, "opponents": "genius"}, ValueError, "there is no bot 'genius'; there are 'random'"),
        ({"seat": 0, "opponents": ["random"]}, ValueError, "1 bots for 3 seats"),
        ({"seat": 0, "opponents": {"random": 0}}, ValueError, "all weights are 0"),
        ({"seat": 0, "opponents": {"random": 0.5}}, ValueError, "the weight of 'random' must be an integer"),
        ({"seat": 0, "opponents": {"genius": 1}}, ValueError, "no bot 'genius'"),
        ({"seat": 0, "opponents": 3}, ValueError, "opponents=3: must be one of 'random'"),
        ({"observation": "pixels"}, ValueError, "observation='pixels': must be 'vector'"),
        ({"reward": "money"}, ValueError, "reward='money'"),
        ({"threads": 0}, ValueError, "threads=0"),
        ({"buffers": {"mask": np.zeros(1)}}, ValueError, "there is no array mask; there are observations, ids"),
        (
            {"buffers": {"seats": np.zeros(2)}},
            ValueError,
            r"buffers\['seats'\]: must be a writable .* of shape \(2,\) and dtype int8",
        ),
        ({"buffers": {"seats": np.zeros(4, np.int8)[::2]}}, ValueError, "C-contiguous"),
    ],
)
def test_arguments_are_checked(given: dict[str, Any], error: type[Exception], says: str) -> None:
    with pytest.raises(error, match=says):
        MunchkinVector(**{"num_games": 2, **given})


def test_indices_of_games_and_seats_are_checked() -> None:
    with MunchkinVector(2, 3) as games:
        games.reset()
        with pytest.raises(ValueError, match="game=2: must be an integer from 0 to 1"):
            games.game(2)
        with pytest.raises(ValueError, match="3 is not a seat of this game"):
            games.observe(0, 3)
        with pytest.raises(ValueError, match="game=-1: must be"):
            games.learner(-1)
        with pytest.raises(ValueError, match="mask: must have shape"):
            games.reset(mask=[True])
        with pytest.raises(TypeError, match="mask: must be True or False"):
            games.reset(mask=[1, 0])
