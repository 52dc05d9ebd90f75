"""The Gymnasium environment: one learner against bots."""

import copy
import pickle
import sys
from functools import partial
from importlib import import_module
from pathlib import Path
from types import ModuleType
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.error import ResetNeeded
from gymnasium.utils.env_checker import check_env
from gymnasium.wrappers import RecordVideo

from munchkin_env import MunchkinVector
from munchkin_env.envs.gym import MunchkinEnv
from munchkin_env.game.drawing import FRAME_HEIGHT, FRAME_WIDTH, draw_position
from munchkin_env.game.notation import IllegalAction
from munchkin_env.game.options import OptionError
from munchkin_env.game.render import render

SHORT: dict[str, Any] = {"win_level": 3, "max_rounds": 3, "trade_budget": 0}
NAME = "munchkin_env:Munchkin-v0"


def legal(info: dict[str, Any], number: int = 0) -> int:
    allowed = np.flatnonzero(info["action_mask"])
    return int(allowed[number % len(allowed)])


def episode(env: Any, seed: int | None = None) -> list[tuple[bytes, float]]:
    observation, info = env.reset(seed=seed)
    found, over = [(observation.tobytes(), 0.0)], False
    while not over:
        observation, reward, terminated, truncated, info = env.step(legal(info, 7 * len(found)))
        found.append((observation.tobytes(), reward))
        over = terminated or truncated
    return found


@pytest.mark.compiled
@pytest.mark.parametrize(
    "options", [{}, {"observation": "compact"}, {"num_players": 3, "seat": 1, "opponents": "random", "reward": "rank", "shaping": 0.5}]
)
def test_gymnasiums_checker_finds_nothing(options: dict[str, Any]) -> None:
    check_env(gymnasium.make(NAME, **options, **SHORT).unwrapped, skip_render_check=True)


@pytest.mark.parametrize("seed", range(3))
def test_stable_baselines3s_checker_finds_nothing(seed: int) -> None:
    pytest.importorskip("stable_baselines3")
    env = MunchkinEnv(2 + seed, **SHORT)
    env.reset(seed=seed)
    import_module("stable_baselines3.common.env_checker").check_env(env, warn=True)


@pytest.mark.compiled
def test_it_plays_the_games_of_a_batch_of_one() -> None:
    rules = {**SHORT, "max_rounds": 1}
    env = gymnasium.make(NAME, seat="random", opponents={"weighted": 1, "random": 1}, shaping=0.5, **rules)
    with MunchkinVector(1, seat="random", opponents={"weighted": 1, "random": 1}, shaping=0.5, **rules) as games:
        games.reset(seed=7)
        _, info = env.reset(seed=7)
        ended = 0
        for turn in range(300):
            assert np.array_equal(games.masks[0], info["action_mask"]) and games.learner(0) == info["seat"]
            action = legal(info, 5 * turn)
            games.step([action])
            observation, reward, terminated, truncated, info = env.step(action)
            assert reward == games.rewards[0]
            assert (terminated, truncated) == (games.terminated[0], games.truncated[0])
            if terminated or truncated:
                ended += 1
                assert np.array_equal(observation, games.final_observations[0])
                observation, info = env.reset()
            assert np.array_equal(observation, games.observations[0])
        assert ended > 2


def test_the_same_seed_gives_the_same_series_of_episodes() -> None:
    one, other = MunchkinEnv(seat=0, opponents="weighted", **SHORT), MunchkinEnv(seat=0, opponents="weighted", **SHORT)
    first = [episode(one, 3), episode(one), episode(one)]
    assert first == [episode(other, 3), episode(other), episode(other)]
    assert first[0] != first[1] != first[2]
    assert episode(one, 3) == first[0]
    assert episode(one, 4) != first[0]


def test_without_any_seed_every_environment_plays_its_own_games() -> None:
    assert episode(MunchkinEnv(**SHORT)) != episode(MunchkinEnv(**SHORT))


def test_the_end_says_who_won() -> None:
    env = MunchkinEnv(3, seat=2, opponents="weighted", win_level=3, trade_budget=0)
    for seed in range(5):
        _, info = env.reset(seed=seed)
        assert info.keys() == {"action_mask", "seat"}
        terminated = truncated = False
        steps = 0
        while not (terminated or truncated):
            steps += 1
            _, reward, terminated, truncated, info = env.step(legal(info, 7 * steps))
        assert terminated and env.game.over and env.game.winners == info["winners"] and env.game.levels == info["levels"]
        assert info["won"] == (2 in info["winners"]) and reward == (1.0 if info["won"] else -0.5)
        assert not info["action_mask"].any() and info["rounds"] == env.game.record.rounds


def test_a_game_interrupted_is_truncated() -> None:
    env = MunchkinEnv(seat=0, opponents="weighted", max_rounds=1, trade_budget=0)
    _, info = env.reset(seed=1)
    terminated = truncated = False
    while not (terminated or truncated):
        _, reward, terminated, truncated, info = env.step(legal(info))
    assert truncated is True and terminated is False and reward == 0 and info["winners"] == () and info["won"] is False


def test_an_illegal_action_ends_the_episode_with_minus_1() -> None:
    env = MunchkinEnv(**SHORT)
    _, info = env.reset(seed=1)
    before = env.game
    illegal = int(np.flatnonzero(info["action_mask"] == 0)[0])
    _, reward, terminated, truncated, info = env.step(illegal)
    assert (reward, terminated, truncated, info["illegal_action"]) == (-1.0, True, False, illegal)
    assert env.game == before
    with pytest.raises(ResetNeeded):
        env.step(legal(info))
    env.reset()


def test_an_illegal_action_may_raise_instead_and_then_changes_nothing() -> None:
    env = MunchkinEnv(illegal_action="raise", **SHORT)
    _, info = env.reset(seed=1)
    before = env.game
    with pytest.raises(IllegalAction, match=r"action 0 is not legal.*be male"):
        env.step(0)
    assert env.game == before
    env.step(legal(info))


@pytest.mark.parametrize("action", [-1, 100_000, 0.5, "pass", None, True, np.array([27])])
def test_what_is_no_action_at_all_raises(action: Any) -> None:
    env = MunchkinEnv(**SHORT)
    env.reset(seed=1)
    with pytest.raises(IllegalAction, match="actions are the numbers from 0 to"):
        env.step(action)


def test_step_needs_a_reset_and_an_end_another() -> None:
    env = MunchkinEnv(**SHORT)
    with pytest.raises(ResetNeeded, match="call reset"):
        env.step(0)
    episode(env, 1)
    with pytest.raises(ResetNeeded, match="call reset"):
        env.step(0)


def test_the_compact_form_is_a_dict() -> None:
    env = MunchkinEnv(observation="compact", **SHORT)
    observation, info = env.reset(seed=1)
    ids, numbers = env.game.observe_compact(info["seat"])
    assert np.array_equal(observation["ids"], ids) and np.array_equal(observation["numbers"], numbers)
    assert observation in env.observation_space
    kept = ids.copy()
    env.step(legal(info))
    assert np.array_equal(observation["ids"], kept)


def test_the_seat_may_be_chosen_for_one_game() -> None:
    env = MunchkinEnv(3, seat=0, **SHORT)
    assert [env.reset(seed=1, options={"seat": 2})[1]["seat"], env.reset()[1]["seat"]] == [2, 0]
    with pytest.raises(ValueError, match="seat=3: must be an integer from 0 to 2"):
        env.reset(options={"seat": 3})
    assert env.reset(options={"something": "else"})[1]["seat"] == 0


def test_action_masks_are_there_for_sb3_contrib() -> None:
    env = MunchkinEnv(**SHORT)
    _, info = env.reset(seed=1)
    mask = env.action_masks()
    assert mask.dtype == np.bool_ and np.array_equal(mask, info["action_mask"])
    mask[:] = False
    assert env.action_masks().any()


def test_what_was_handed_out_stays_as_it_is() -> None:
    env = MunchkinEnv(**SHORT)
    observation, info = env.reset(seed=1)
    kept = observation.copy(), info["action_mask"].copy()
    env.step(legal(info))
    assert np.array_equal(observation, kept[0]) and np.array_equal(info["action_mask"], kept[1])


def test_it_renders_what_the_learner_sees(capsys: pytest.CaptureFixture[str]) -> None:
    env = MunchkinEnv(render_mode="ansi", seat=1, **SHORT)
    env.reset(seed=1)
    assert env.render() == render(env.game, 1)
    human = MunchkinEnv(render_mode="human", seat=1, **SHORT)
    _, info = human.reset(seed=1)
    once = capsys.readouterr().out
    assert once.rstrip() == render(env.game, 1)
    human.step(legal(info))
    assert capsys.readouterr().out not in ("", once)
    assert MunchkinEnv(**SHORT).render() is None


def test_frames_show_what_the_learner_sees() -> None:
    """Every frame has the same size; none depends on what is hidden; another position looks different."""
    env = MunchkinEnv(render_mode="rgb_array", seat=1, **SHORT)
    _, info = env.reset(seed=1)
    seen = set()
    for _step in range(8):
        frame = env.render()
        assert isinstance(frame, np.ndarray) and frame.shape == (FRAME_HEIGHT, FRAME_WIDTH, 3) and frame.dtype == np.uint8
        assert np.array_equal(frame, draw_position(env.game.determinise(1, 5).view(1)))
        seen.add(frame.tobytes())
        *_, info = env.step(legal(info))
    assert len(seen) > 4


@pytest.mark.slow
def test_a_game_is_recorded_as_a_video(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """By Gymnasium's own wrapper. Where its encoder is not installed, one that keeps the frames stands in."""
    clips: list[Any] = []
    try:
        import_module("moviepy.video.io.ImageSequenceClip")
    except ImportError:
        for name in ("moviepy", "moviepy.video", "moviepy.video.io", "moviepy.video.io.ImageSequenceClip"):
            monkeypatch.setitem(sys.modules, name, ModuleType(name))
        sys.modules["moviepy.video.io.ImageSequenceClip"].ImageSequenceClip = partial(Clip, clips)  # type: ignore[attr-defined]
        sys.modules["moviepy"].video = sys.modules["moviepy.video"]  # type: ignore[attr-defined]
    env = RecordVideo(gymnasium.make(NAME, render_mode="rgb_array", **SHORT), str(tmp_path / "video"), episode_trigger=lambda _: True)
    _, info = env.reset(seed=2)
    steps, over = 0, False
    while not over:
        *_, terminated, truncated, info = env.step(legal(info))
        over, steps = terminated or truncated, steps + 1
    env.close()  # type: ignore[no-untyped-call]  # of Gymnasium
    assert (tmp_path / "video" / "rl-video-episode-0.mp4").stat().st_size > 0
    assert not clips or len(clips[0].frames) == steps + 1


class Clip:
    """In place of moviepy's."""

    def __init__(self, clips: list[Any], frames: list[Any], fps: float) -> None:
        assert fps > 0
        self.frames = frames
        clips.append(self)

    def write_videofile(self, path: str, **_: Any) -> None:
        Path(path).write_bytes(b"frames")


def test_the_game_is_a_copy() -> None:
    env = MunchkinEnv(**SHORT)
    _, info = env.reset(seed=1)
    game = env.game
    assert game.seat == info["seat"]
    game.apply(game.legal()[0])
    assert env.game != game


@pytest.mark.parametrize("duplicate", [copy.deepcopy, lambda env: pickle.loads(pickle.dumps(env))], ids=["deepcopy", "pickle"])
def test_copies_of_an_environment_go_their_own_ways(duplicate: Any) -> None:
    env = MunchkinEnv(**SHORT)
    _, info = env.reset(seed=1)
    copied, before = duplicate(env), env.game
    seen, *_ = copied.step(legal(info))
    assert env.game == before != copied.game
    assert (env.step(legal(info))[0] == seen).all() and env.game == copied.game


@pytest.mark.parametrize(
    ("given", "error", "says"),
    [
        ({"num_players": 1}, OptionError, "num_players=1"),
        ({"sets": ["delux"]}, Exception, "delux"),
        ({"rules": 1}, OptionError, "there is no option 'rules'"),
        ({"oponents": "random"}, OptionError, "did you mean 'opponents'"),
        ({"autoreset": True}, OptionError, "there is no option 'autoreset'"),
        ({"seat": np.arange(2)}, ValueError, "here one seat is yours"),
        ({"seat": None}, ValueError, "seat=None: here one seat is yours"),
        ({"seat": (0, 1), "opponents": "random"}, ValueError, "here one seat is yours"),
        ({"seat": 4}, ValueError, "seat=4: here one seat is yours: a number from 0 to 3, or 'random'"),
        ({"opponents": "alphago"}, ValueError, "there is no bot 'alphago'"),
        ({"illegal_action": "ignore"}, ValueError, "illegal_action='ignore': must be 'terminate' or 'raise'"),
        ({"render_mode": "depth_array"}, ValueError, "render_mode='depth_array'"),
        ({"observation": None}, ValueError, "observation=None"),
        ({"observation": "pixels"}, ValueError, "observation='pixels'"),
    ],
)
def test_arguments_are_checked(given: dict[str, Any], error: type[Exception], says: str) -> None:
    with pytest.raises(error, match=says):
        MunchkinEnv(**given)
