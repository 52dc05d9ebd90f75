"""The VecEnv for Stable-Baselines3: its requirements, and real learning with masks."""

import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt
import pytest
import torch
from sb3_contrib import MaskablePPO
from sb3_contrib.common.maskable.evaluation import evaluate_policy
from sb3_contrib.common.maskable.utils import get_action_masks, is_masking_supported
from sb3_contrib.common.wrappers import ActionMasker
from stable_baselines3.common.callbacks import BaseCallback
from stable_baselines3.common.env_util import make_vec_env
from stable_baselines3.common.monitor import Monitor
from stable_baselines3.common.vec_env import DummyVecEnv, VecNormalize

from munchkin_env import MunchkinVector
from munchkin_env.envs.gym import MunchkinEnv
from munchkin_env.envs.sb3 import MunchkinVecEnv
from munchkin_env.game.notation import IllegalAction
from tests.frameworks.pages import block

SHORT: dict[str, Any] = {"num_players": 2, "opponents": "random", "win_level": 3, "max_rounds": 2, "trade_budget": 0}
SMALL: dict[str, Any] = {"n_steps": 16, "batch_size": 64, "n_epochs": 2, "policy_kwargs": {"net_arch": [16]}, "device": "cpu", "seed": 3}

torch.set_num_threads(1)


@pytest.fixture(autouse=True)
def logs(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Every learner of Stable-Baselines3 creates a log folder, by default among the machine's temporary files."""
    monkeypatch.setenv("SB3_LOGDIR", str(tmp_path / "logs"))


def some_legal(masks: npt.NDArray[np.bool_], turn: int) -> npt.NDArray[np.int64]:
    return np.array([np.flatnonzero(mask)[(7 * turn + i) % mask.sum()] for i, mask in enumerate(masks)])


def same(shown: Any, vector: npt.NDArray[Any], ids: npt.NDArray[Any], numbers: npt.NDArray[Any]) -> None:
    """An observation in either form."""
    if isinstance(shown, dict):
        assert shown.keys() == {"ids", "numbers"} and np.array_equal(shown["ids"], ids) and np.array_equal(shown["numbers"], numbers)
    else:
        assert np.array_equal(shown, vector)


class Legality(BaseCallback):  # type: ignore[misc]  # Stable-Baselines3 may not be installed where types are checked
    """Counts the actions that were not in the masks they were chosen by."""

    def __init__(self) -> None:
        super().__init__()
        self.illegal = self.seen = 0

    def _on_step(self) -> bool:
        chosen = np.take_along_axis(self.locals["action_masks"], self.locals["actions"].reshape(-1, 1), 1)
        self.illegal += int((chosen == 0).sum())
        self.seen += len(chosen)
        return True


@pytest.mark.slow
@pytest.mark.compiled
def test_maskable_ppo_learns_saves_loads_and_predicts(tmp_path: Path) -> None:
    games = MunchkinVecEnv(8, seed=1, **SHORT)
    model, legality = MaskablePPO("MlpPolicy", games, **SMALL), Legality()
    before = [p.detach().clone() for p in model.policy.parameters()]
    model.learn(384, callback=legality)
    assert (legality.seen, legality.illegal) == (384, 0)
    assert any(not torch.equal(a, b) for a, b in zip(before, model.policy.parameters(), strict=True))
    assert len(model.ep_info_buffer) == len(model.ep_success_buffer) == games.games.summary()["games"] > 0

    model.save(tmp_path / "model")
    loaded = MaskablePPO.load(tmp_path / "model", env=games, device="cpu")
    observations = games.reset()
    for _ in range(20):
        masks = get_action_masks(games)
        actions, _ = loaded.predict(observations, action_masks=masks, deterministic=True)
        assert np.array_equal(actions, model.predict(observations, action_masks=masks, deterministic=True)[0])
        assert masks[np.arange(8), actions].all()
        observations, *_ = games.step(actions)


@pytest.mark.compiled
def test_the_example_of_its_page_runs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.chdir(tmp_path)
    exec(block("sb3"), {})
    assert "return" in capsys.readouterr().out


def test_it_learns_from_the_compact_form() -> None:
    games = MunchkinVecEnv(4, seed=1, observation="compact", **SHORT)
    model, legality = MaskablePPO("MultiInputPolicy", games, **SMALL), Legality()
    model.learn(64, callback=legality)
    assert (legality.seen, legality.illegal) == (64, 0)


@pytest.mark.slow
@pytest.mark.compiled
def test_it_learns_from_single_environments_too() -> None:
    """MunchkinEnv, with and without ActionMasker, in Stable-Baselines3's own batch."""
    legality = Legality()
    for make in (lambda: MunchkinEnv(**SHORT), lambda: ActionMasker(MunchkinEnv(**SHORT), lambda env: env.unwrapped.action_masks())):
        MaskablePPO("MlpPolicy", DummyVecEnv([make] * 2), **SMALL).learn(64, callback=legality)
    assert legality.illegal == 0 and legality.seen >= 128


def test_make_vec_env_makes_single_environments() -> None:
    games = make_vec_env("munchkin_env:Munchkin-v0", n_envs=2, seed=1, env_kwargs=SHORT)
    games.reset()
    masks = np.array(games.env_method("action_masks"))
    assert not games.step(masks.argmax(axis=1))[2].any() and masks.any(axis=1).all()


@pytest.mark.slow
def test_evaluation_takes_the_episodes_as_they_are() -> None:
    games = MunchkinVecEnv(3, seed=1, **SHORT)
    model = MaskablePPO("MlpPolicy", games, **SMALL)
    returns, lengths = evaluate_policy(model, games, n_eval_episodes=6, return_episode_rewards=True)
    assert len(returns) == 6 and set(returns) <= {-1.0, 0.0, 1.0} and min(lengths) > 1


@pytest.mark.compiled
@pytest.mark.parametrize("form", ["vector", "compact"])
def test_it_is_the_batch_in_the_words_of_stable_baselines3(form: str) -> None:
    arguments: dict[str, Any] = {**SHORT, "seat": "random", "observation": form, "shaping": 0.5}
    vec, games = MunchkinVecEnv(3, **arguments), MunchkinVector(3, **arguments)
    assert vec.seed(9) == [9, 9, 9]
    observation = vec.reset()
    games.reset(9)
    ended, returns, lengths = [], np.zeros(3), np.zeros(3, int)
    for turn in range(150):
        same(observation, games.observations, games.ids, games.numbers)
        masks = np.stack(vec.env_method("action_masks"))
        assert masks.dtype == np.bool_ and np.array_equal(masks, games.masks)
        actions = some_legal(masks, turn)
        games.step(actions)
        observation, rewards, dones, infos = vec.step(actions)
        assert rewards.dtype == np.float32 and np.array_equal(rewards, games.rewards)
        assert dones.dtype == np.bool_ and np.array_equal(dones, games.terminated | games.truncated)
        returns, lengths = returns + rewards, lengths + 1
        for i in range(3):
            if not dones[i]:
                assert infos[i] == {}
                continue
            info, last = infos[i], games.episodes[i]
            assert info["TimeLimit.truncated"] is bool(games.truncated[i])
            assert info["episode"]["r"] == pytest.approx(returns[i], abs=1e-6) and info["episode"]["l"] == lengths[i]
            assert info["episode"]["t"] > 0
            assert info["is_success"] is info["won"] is (int(last["winners"]) >> int(last["learner"]) & 1 == 1)
            same(info["terminal_observation"], games.final_observations[i], games.final_ids[i], games.final_numbers[i])
            assert vec.observation_space.contains(info["terminal_observation"])
            returns[i] = lengths[i] = 0
            ended.append(info["TimeLimit.truncated"])
    assert {True, False} == set(ended)


def test_what_was_handed_out_stays_as_it_is() -> None:
    vec = MunchkinVecEnv(2, seed=1, **SHORT)
    observation, masks = vec.reset(), vec.env_method("action_masks")
    kept = observation.copy(), [mask.copy() for mask in masks]
    second, rewards, dones, _ = vec.step(some_legal(np.stack(masks), 0))
    assert np.array_equal(observation, kept[0]) and np.array_equal(masks, kept[1])
    owned = [array for array in vars(vec.games).values() if isinstance(array, np.ndarray)]
    assert not any(np.shares_memory(array, ours) for array in (second, rewards, dones) for ours in owned)


def test_seeds_begin_the_series_again() -> None:
    vec = MunchkinVecEnv(2, **SHORT)
    vec.seed(4)
    first, then = vec.reset(), vec.reset()
    assert not np.array_equal(first, then)
    vec.seed(4)
    assert np.array_equal(vec.reset(), first) and np.array_equal(vec.reset(), then)
    with pytest.raises(ValueError, match="seed=-1"):
        vec.seed(-1)


def test_an_illegal_action_raises_and_changes_nothing() -> None:
    vec = MunchkinVecEnv(2, seed=1, **SHORT)
    vec.reset()
    before, masks = vec.get_attr("game"), np.stack(vec.env_method("action_masks"))
    illegal = some_legal(masks, 0)
    illegal[1] = np.flatnonzero(~masks[1])[0]
    with pytest.raises(IllegalAction, match=r"game 1 of 2: action .* is not legal"):
        vec.step(illegal)
    assert vec.get_attr("game") == before
    vec.step(some_legal(masks, 0))


def test_attributes_and_methods_of_single_games() -> None:
    vec = MunchkinVecEnv(3, seed=1, seat=1, **SHORT)
    vec.reset()
    assert is_masking_supported(vec) and not vec.has_attr("something")
    assert vec.get_attr("seat") == [1, 1, 1] and vec.get_attr("seat", 2) == [1] and vec.get_attr("render_mode", [0, 1]) == [None, None]
    assert [game.seat for game in vec.get_attr("game", [0, 2])] == [1, 1]
    assert len(vec.env_method("action_masks", indices=[1])) == 1
    vec.set_attr("stage", 5, indices=0)
    assert vec.get_attr("stage", 0) == [5] and not vec.has_attr("stage")
    with pytest.raises(AttributeError, match="game"):
        vec.set_attr("game", None)
    assert vec.env_is_wrapped(Monitor) == [True] * 3 and vec.env_is_wrapped(ActionMasker, 0) == [False]


def test_wrappers_of_stable_baselines3_fit() -> None:
    vec = VecNormalize(MunchkinVecEnv(2, seed=1, **SHORT), norm_obs=True, norm_reward=False)
    assert vec.reset().shape == (2, *vec.observation_space.shape)
    assert np.array_equal(get_action_masks(vec), vec.venv.games.masks)


def test_render_shows_what_the_learner_sees(capsys: pytest.CaptureFixture[str]) -> None:
    vec = MunchkinVecEnv(2, seed=1, seat=0, **SHORT)
    vec.reset()
    vec.env_method("render", indices=1)
    assert "Level" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("given", "says"),
    [
        ({"seat": None, "opponents": None}, "seat=None: here one seat is yours"),
        ({"seat": (0, 1)}, "here one seat is yours"),
        ({"observation": None}, "observation=None"),
        ({"rules": 1}, "there is no option 'rules'"),
        ({"autoreset": False}, "there is no option 'autoreset'"),
        ({"num_envs": 0}, "num_games=0"),
    ],
)
def test_arguments_are_checked(given: dict[str, Any], says: str) -> None:
    with pytest.raises(ValueError, match=says):
        MunchkinVecEnv(**{"num_envs": 2, **given})


def test_steps_and_resets_in_the_right_order() -> None:
    vec = MunchkinVecEnv(2, **SHORT)
    with pytest.raises(RuntimeError, match="call reset"):
        vec.step(np.zeros(2, int))
    vec.reset()
    with pytest.raises(RuntimeError, match="call step_async"):
        vec.step_wait()
    with pytest.raises(ValueError, match="house rules are arguments"):
        vec.set_options({"win_level": 3})
    vec.close()
    with pytest.raises(RuntimeError, match="closed"):
        vec.reset()


@pytest.mark.parametrize("imported", ["munchkin_env", "munchkin_env.envs.gym", "munchkin_env.envs.vector"])
def test_nothing_else_needs_stable_baselines3(imported: str) -> None:
    code = f"import sys, {imported}; sys.exit(bool({{'torch', 'stable_baselines3'}} & set(sys.modules)))"
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0


def test_without_stable_baselines3_the_error_says_what_to_install() -> None:
    code = "import sys; sys.modules['stable_baselines3'] = None; import munchkin_env.envs.sb3"
    done = subprocess.run([sys.executable, "-c", code], check=False, capture_output=True, text=True)
    assert "ImportError: munchkin_env.envs.sb3 needs Stable-Baselines3: pip install 'munchkin-env[sb3]'" in done.stderr
