"""Training: short runs, their results, and that an interruption changes nothing."""

import contextlib
import functools
import json
import zipfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import torch
from rich.console import Console

from experiments.evaluate import EVERY, Result, summary
from experiments.imitate import Student
from experiments.run import Run
from experiments.settings import CHECKPOINT, Setup
from experiments.train import main, resume_hint
from munchkin_env import MunchkinVector
from munchkin_env.cli.again import command_again
from munchkin_env.core.files import locked
from munchkin_env.envs.sb3 import MunchkinVecEnv
from munchkin_env.learning.inputs import SHAPES
from munchkin_env.players.policy import load_policy
from tests.players.test_policy import positions

SMALL = {"games": 4, "rollout": 16, "batch": 32, "imitate": 0, "warm_up": 1, "evaluate_every": 100, "evaluate_games": 4}
ARGUMENTS = [part for name, value in SMALL.items() for part in (f"--{name.replace('_', '-')}", str(value))]
EACH = 4 * 16


def weights(folder: Path) -> dict[str, Any]:
    found: dict[str, Any] = torch.load(folder / "network.pt", weights_only=True)["weights"]
    return found


def same(a: dict[str, Any], b: dict[str, Any]) -> bool:
    return a.keys() == b.keys() and all(torch.equal(a[name], b[name]) for name in a)


@pytest.fixture(autouse=True)
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """No games besides those to learn from, a small network, and known columns."""
    monkeypatch.setattr(Run, "evaluate", lambda *_: None)
    monkeypatch.setattr("experiments.run.SCATTER", 5)
    monkeypatch.setattr("experiments.run.columns_of", lambda *_: np.arange(0, 900, 3))
    monkeypatch.setitem(SHAPES, "slots", {"kind": "slots", "card": 4, "hidden": 8, "pointer": 4})


@pytest.mark.compiled
@pytest.mark.parametrize("how", [[], ["--self-play", "--advice", "0", "--opponents", "greedy=1", "--pool", "2", "--pool-every", "1"]])
def test_a_run_that_is_taken_up_again_learns_the_same(tmp_path: Path, how: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    whole, parts = tmp_path / "whole", tmp_path / "parts"
    assert main(["--out", str(whole), *ARGUMENTS, "--steps", str(4 * EACH), *how]) == 0
    # the learning rate falls with --steps: interrupt, do not change the goal
    run = Run.learn
    counted: list[int] = []

    def broken(self: Run) -> None:
        checkpoint = self.checkpoint

        def then_break() -> None:
            checkpoint()
            counted.append(self.rollouts)
            if self.rollouts == 2:
                raise KeyboardInterrupt

        self.checkpoint = then_break  # type: ignore[method-assign]
        run(self)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Run, "learn", broken)
        assert main(["--out", str(parts), *ARGUMENTS, "--steps", str(4 * EACH), *how]) == 130
    assert counted == [1, 2] and not same(weights(whole), weights(parts))
    assert main(["--out", str(parts), "--resume"]) == 0
    assert same(weights(whole), weights(parts))
    assert main(["--out", str(parts), "--resume", "--games", "5"]) == 1
    assert "omit --games (the run has 4)" in " ".join(capsys.readouterr().err.split())
    rows = [(folder / "progress.csv").read_text().splitlines() for folder in (whole, parts)]
    assert len(rows[0]) == len(rows[1]) == 5 and [row.split(",")[2:7] for row in rows[0]] == [row.split(",")[2:7] for row in rows[1]]


@pytest.mark.compiled
def test_the_policy_it_leaves_is_the_network_and_the_checkpoint(tmp_path: Path) -> None:
    assert main(["--out", str(tmp_path), *ARGUMENTS, "--steps", str(2 * EACH), "--opponents", "random"]) == 0
    games = positions(5)
    from_npz, from_zip = load_policy(tmp_path / "policy.npz"), load_policy(tmp_path / CHECKPOINT)
    assert np.allclose(from_npz.logits(games.observations), from_zip.logits(games.observations), atol=0.02)
    assert from_zip.about["steps"] == 2 * EACH and from_zip.about["trained"]["setup"]["opponents"] == ["random"]


def test_only_the_critic_learns_at_first(tmp_path: Path) -> None:
    run = Run(tmp_path, Setup(**{**SMALL, "steps": EACH}), Console(quiet=True))  # type: ignore[arg-type]
    before = {name: tensor.clone() for name, tensor in run.net.state_dict().items()}
    run.start()
    run.learn()
    changed = {name.split(".")[0] for name, tensor in run.net.state_dict().items() if not torch.equal(tensor, before[name])}
    assert changed == {"worth", "value"}
    run.env.close()


@pytest.mark.slow
@pytest.mark.compiled
def test_imitation_learns(tmp_path: Path) -> None:
    how = ["--imitate", "40", "--imitate-games", "48", "--steps", "0"]
    assert main(["--out", str(tmp_path), *ARGUMENTS, *how]) == 0
    accuracy = (tmp_path / "accuracy.csv").read_text().splitlines()
    assert accuracy[0] == "decision,asked,right" and len(accuracy) > 5
    asked, right = np.array([row.split(",")[1:] for row in accuracy[1:]], float).T
    assert (asked * right).sum() / asked.sum() > 0.65


def test_an_imitation_that_is_taken_up_again_learns_the_same(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A random teacher, so that its random state is saved too; games that end, so that the critic has something to learn from."""
    monkeypatch.setattr("experiments.run.IMITATION_KEPT", 25)
    monkeypatch.setattr("experiments.imitate.WORTH_BATCH", 4)
    monkeypatch.setattr("experiments.imitate.MunchkinVector", functools.partial(MunchkinVector, win_level=3, max_rounds=1, trade_budget=0))
    how = ["--imitate", "35", "--imitate-games", "8", "--teacher", "weighted", "--players", "3", "--steps", "0"]
    whole, parts = tmp_path / "whole", tmp_path / "parts"
    assert main(["--out", str(whole), *ARGUMENTS, *how]) == 0
    update = Student.update
    ended: list[bool] = []

    def broken(self: Student, progress: float) -> None:
        if self.done == 30:
            ended.append(self.worth_error == self.worth_error)
            raise KeyboardInterrupt
        update(self, progress)

    with monkeypatch.context() as patch:
        patch.setattr(Student, "update", broken)
        assert main(["--out", str(parts), *ARGUMENTS, *how]) == 130
    assert ended == [True] and load_policy(parts / CHECKPOINT).about["trained"]["imitation_updates"] == 25
    assert not same(weights(whole), weights(parts))
    assert main(["--out", str(parts), "--resume"]) == 0
    assert same(weights(whole), weights(parts))
    assert (whole / "accuracy.csv").read_text() == (parts / "accuracy.csv").read_text()


def test_other_sets(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    how = ["--steps", str(EACH), "--opponents", "random", "--advice", "0", "--set", "star", "--set", "potter"]
    assert main(["--out", str(tmp_path / "a"), *ARGUMENTS, *how]) == 0
    policy = load_policy(tmp_path / "a" / "policy.npz")
    assert policy.about["sets"] == ["star", "potter"]
    assert main(["--out", str(tmp_path / "a"), "--resume", "--set", "star", "--set", "potter"]) == 0
    capsys.readouterr()
    assert main(["--out", str(tmp_path / "a"), "--resume", "--set", "star"]) == 1
    assert "omit --set (the run has star potter)" in " ".join(capsys.readouterr().err.split())
    assert main(["--out", str(tmp_path / "b"), *ARGUMENTS, "--start", str(tmp_path / "a" / "network.pt")]) == 1
    assert "that network learned --set star --set potter; this run has --set deluxe" in " ".join(capsys.readouterr().err.split())


def test_at_the_end_it_plays_every_bot_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    asked: dict[str, int] = {}

    def against(_: Any, opponent: str, games: int, *__: Any, **___: Any) -> Result:
        assert opponent not in asked
        asked[opponent] = games
        return summary(opponent, np.ones(games, np.bool_), np.ones(games, np.int64), 0, 1.0, 1.0, 1.0)

    monkeypatch.setattr("experiments.run.evaluate", against)
    how = ["--out", str(tmp_path), *ARGUMENTS, "--steps", "0", "--final-games", "20"]
    assert main(how) == 0
    assert list(asked) == list(EVERY) and asked["greedy"] == 20 and asked["bully"] == 4
    assert {"random", "greedy", "kingslayer"} <= set(asked) and "greedy-1" not in asked
    table = (tmp_path / "strength.md").read_text()
    assert all(f"| `{name}` | 100.0 %" in table for name in EVERY) and str(tmp_path / "strength.md") in capsys.readouterr().out
    run = Run(tmp_path, Setup(**{**SMALL, "steps": 0}), Console(quiet=True))  # type: ignore[arg-type]
    run.judge(20)  # plays nothing twice
    run.env.close()


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["--opponents", "nobody"], "there is no bot 'nobody'"),
        (["--teacher", "nobody"], "there is no bot 'nobody'"),
        (["--opponents", "greedy", "random"], "must be one name, 3 names, or weights"),
        (["--opponents", "greedy=many"], "the weight must be an integer"),
        (["--self-play"], "needs --advice 0"),
        (["--network", "deep"], "must be slots or flat"),
        (["--batch", "99999999"], "less than one --batch"),
        (["--games", "0"], "above 0"),
        (["--steps", "-5"], "--steps -5: must be a number of at least 0"),
        (["--review", "1.5"], "--review 1.5: must be a number from 0 to 1"),
        (["--rate", "nan"], "--rate nan: must be a number above 0"),
        (["--final-games", "-1"], "--final-games -1: must be 0 or more"),
        (["--start", "nowhere.pt"], "no such file"),
        (["--resume", "--steps", "1"], "nothing to resume"),
        (["--set", "moon"], "'moon' is neither a built-in set"),
        (["--players", "9"], "2 to 6"),
        (["--gamma", "2"], "gamma=2.0"),
    ],
)
def test_what_cannot_be_is_told(tmp_path: Path, arguments: list[str], says: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--out", str(tmp_path / "run"), *arguments]) == 1
    assert says in " ".join(capsys.readouterr().err.split())


def test_a_run_is_not_written_over_and_a_damaged_one_not_taken_up(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / CHECKPOINT).write_bytes(b"damaged")
    assert main(["--out", str(tmp_path)]) == 1
    assert "there is already a run" in " ".join(capsys.readouterr().err.split())
    assert main(["--out", str(tmp_path), "--resume"]) == 1
    assert "not a checkpoint of a run" in " ".join(capsys.readouterr().err.split())
    with zipfile.ZipFile(tmp_path / CHECKPOINT, "w") as file:
        file.writestr("run.json", json.dumps({"setup": {}}))
    assert main(["--out", str(tmp_path), "--resume"]) == 1


def test_whether_a_run_is_there_is_looked_at_by_who_holds_the_lock(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Another run may have ended there while this one waited or looked."""

    @contextlib.contextmanager
    def another_was_faster(path: Path, what: str) -> Iterator[None]:
        (tmp_path / CHECKPOINT).write_bytes(b"the run of another")
        with locked(path, what):
            yield

    monkeypatch.setattr("experiments.train.locked", another_was_faster)
    assert main(["--out", str(tmp_path)]) == 1
    assert "there is already a run" in " ".join(capsys.readouterr().err.split())
    assert (tmp_path / CHECKPOINT).read_bytes() == b"the run of another" and not (tmp_path / "setup.json").exists()


def test_what_is_gone_on_with_is_read_by_who_holds_the_lock(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    with zipfile.ZipFile(tmp_path / CHECKPOINT, "w") as file:
        file.writestr("run.json", json.dumps({"setup": {}}))

    @contextlib.contextmanager
    def another_broke_it(path: Path, what: str) -> Iterator[None]:
        (tmp_path / CHECKPOINT).write_bytes(b"damaged")
        with locked(path, what):
            yield

    monkeypatch.setattr("experiments.train.locked", another_broke_it)
    assert main(["--out", str(tmp_path), "--resume"]) == 1
    assert "not a checkpoint of a run" in " ".join(capsys.readouterr().err.split())


def test_a_break_while_a_run_is_taken_up_loses_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    with zipfile.ZipFile(tmp_path / CHECKPOINT, "w") as file:
        file.writestr("run.json", json.dumps({"setup": {}}))

    def broken(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(Run, "__init__", broken)
    assert main(["--out", str(tmp_path), "--resume"]) == 130
    assert "the last checkpoint is kept" in " ".join(capsys.readouterr().err.split())


def test_of_the_sure_decisions_some_are_learnt_from(tmp_path: Path) -> None:
    run = Run(tmp_path, Setup(**{**SMALL, "rollout": 64}), Console(quiet=True))  # type: ignore[arg-type]
    run.start()
    buffer = run.model.rollout_buffer
    run.model.learn(4 * 64, log_interval=None)
    buffer.log_probs[:] = np.log(0.5)
    buffer.log_probs[: len(buffer.log_probs) // 2] = 0.0
    seen = sum(len(batch.old_log_prob) for batch in buffer.get(16))
    sure = sum(int((batch.old_log_prob == 0).sum()) for batch in buffer.get(16))
    assert 128 <= seen < 200 and 10 < sure < 60
    run.env.close()


def test_what_a_rollout_pays_is_what_the_games_paid() -> None:
    """The rewards of a VecEnv of bots are the batch's (tests/envs/test_sb3.py); here: a learner is paid once per game."""
    games = MunchkinVecEnv(8, opponents="random", seed=1, num_players=2, win_level=3, max_rounds=2, trade_budget=0)
    games.reset()
    paid, ends = np.zeros(8), 0
    for turn in range(200):
        masks = games.games.masks
        actions = [int(np.flatnonzero(mask)[turn % mask.sum()]) for mask in masks]
        _, rewards, dones, infos = games.step(np.array(actions))
        paid += rewards
        for i in np.flatnonzero(dones):
            assert paid[i] == infos[i]["episode"]["r"]
            paid[i], ends = 0.0, ends + 1
    assert ends > 10


def test_a_training_that_was_interrupted_says_how_it_goes_on_with_all_its_words(tmp_path: Path) -> None:
    words = ["--out", str(tmp_path), "--final-games", "10000"]
    assert resume_hint(tmp_path, words).endswith(f"Start again with: {command_again('experiments.train', words)}")
    (tmp_path / CHECKPOINT).write_text("")
    for given in (words, [*words, "--resume"]):
        assert resume_hint(tmp_path, given).endswith(f"Resume with: {command_again('experiments.train', [*words, '--resume'])}")
