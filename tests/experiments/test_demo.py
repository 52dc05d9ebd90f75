"""The demo: its order, its results, that it overwrites nothing and resumes where it was interrupted.

The parts that it calls have their own tests.
"""

import os
import shlex
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

from experiments import demo, train
from experiments.again import command
from experiments.curves import append_row
from experiments.evaluate import summary
from experiments.settings import CHECKPOINT
from munchkin_env.lab.arena.figures import Estimate
from tests.players.test_policy import untrained


class Calls:
    """Learning and the tournament take minutes: only their results. Each may be interrupted."""

    def __init__(self) -> None:
        self.made: list[str] = []
        self.learning_breaks = self.tournament_breaks = self.learning_fails = False

    def learn(self, arguments: Sequence[str], hint: bool = True) -> int:
        assert not hint, "the demo says how to go on"
        folder = Path(arguments[1])
        self.made.append(f"train {folder.name} " + " ".join(arguments[2:]))
        if self.learning_fails:
            return 1
        (folder / "setup.json").write_text("{}")
        untrained("slots")[1].save(folder / "policy.npz")
        if self.learning_breaks:
            return train.BROKEN_OFF
        result = summary("greedy", np.array([True, False, False, False]), np.ones(4, np.int64), 0, 1.0, 1.0, 1.0)
        append_row(folder / "evaluations.csv", {"steps": 0, **result.as_row()})
        return 0

    def play(self, specs: Sequence[str], games: int, sets: Sequence[str], out: Path, progress: Any) -> Any:
        assert Path(specs[0]).is_file() and out.parent.is_dir()
        out.write_text("games")
        progress(games)
        self.made.append(f"tournament {out.parent.name} {' '.join(specs[1:])} {games} {' '.join(sets)}")
        if self.tournament_breaks:
            raise KeyboardInterrupt
        shares = [Estimate(share, 0.0, 1.0) for share in (0.12, 0.5, 0.3, 0.08)]
        return SimpleNamespace(names=("policy", *specs[1:]), shares=shares, players=4)

    def write(self, figures: Any, path: Path) -> None:
        path.write_text(figures.names[0])
        self.made.append(f"report {path.parent.name}")

    def run(self, out: Path, *more: str) -> tuple[int, list[str]]:
        self.made.clear()
        code = demo.main(["--out", str(out), "--imitate", "3", "--tournament", "7", *more])
        return code, [" ".join(one.split()[:2]) for one in self.made]


@pytest.fixture
def called(monkeypatch: pytest.MonkeyPatch) -> Calls:
    found = Calls()
    monkeypatch.setattr(train, "main", found.learn)
    monkeypatch.setattr(demo, "tournament", found.play)
    monkeypatch.setattr(demo, "write_report", found.write)
    return found


def whole(folder: str) -> tuple[int, list[str]]:
    return 0, [f"train {folder}", f"tournament {folder}", f"report {folder}"]


def test_it_learns_plays_and_reports(tmp_path: Path, called: Calls, capsys: pytest.CaptureFixture[str]) -> None:
    assert called.run(tmp_path / "demo", "--set", "star") == whole("demo")
    told = capsys.readouterr().out
    assert all(str(tmp_path / "demo" / name) in told for name in ("report.html", "curves.png", "policy.npz"))
    assert "25 % win share (5 to 70); an equal player would have 25 %" in told and "policy 12 %, greedy 50 %" in told
    assert called.made[0].startswith("train demo --imitate 3 ") and called.made[0].endswith("--set star")
    assert called.made[1] == "tournament demo greedy bully cautious 7 star"
    assert sorted(path.name for path in (tmp_path / "demo").iterdir()) == [
        "demo.json",
        "evaluations.csv",
        "policy.npz",
        "report.html",
        "setup.json",
        "tournament.sqlite",
    ]


def contents(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in folder.iterdir()}


def test_nothing_is_ever_written_over(tmp_path: Path, called: Calls, capsys: pytest.CaptureFixture[str]) -> None:
    assert called.run(tmp_path / "demo") == whole("demo")
    first = contents(tmp_path / "demo")
    assert called.run(tmp_path / "demo") == whole("demo-2")
    told = " ".join(capsys.readouterr().out.split())
    assert str(tmp_path / "demo-2" / "report.html") in told and "The latest of 2 demos" in told
    assert contents(tmp_path / "demo") == first
    (tmp_path / "demo-9").mkdir()
    (tmp_path / "demo-9" / "letter.txt").write_text("mine")
    assert called.run(tmp_path / "demo") == whole("demo-10"), "after all that are called so, even if they are something else"
    assert contents(tmp_path / "demo") == first and contents(tmp_path / "demo-9") == {"letter.txt": b"mine"}


def test_a_demo_of_an_earlier_version_is_left_alone(tmp_path: Path, called: Calls) -> None:
    """They had no demo.json."""
    (tmp_path / "demo").mkdir()
    (tmp_path / "demo" / "setup.json").write_text("old")
    assert called.run(tmp_path / "demo") == whole("demo-2")
    assert contents(tmp_path / "demo") == {"setup.json": b"old"}


def test_a_folder_of_something_else_is_left_alone(tmp_path: Path, called: Calls, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "letter.txt").write_text("mine")
    for out in (tmp_path, tmp_path / "letter.txt"):
        assert called.run(out) == (1, [])
        assert "this folder is not a demo" in capsys.readouterr().err
    assert contents(tmp_path) == {"letter.txt": b"mine"}
    (tmp_path / "empty").mkdir()
    assert called.run(tmp_path / "empty") == whole("empty")


def test_it_goes_on_with_learning_that_was_interrupted(tmp_path: Path, called: Calls, capsys: pytest.CaptureFixture[str]) -> None:
    called.learning_breaks = True
    assert called.run(tmp_path / "demo") == (130, ["train demo"])
    assert called.run(tmp_path / "demo") == (130, ["train demo"])
    assert called.made[0].startswith("train demo --imitate 3 "), "before the first checkpoint it begins again"
    (tmp_path / "demo" / CHECKPOINT).write_text("")
    called.learning_breaks = False
    capsys.readouterr()
    assert called.run(tmp_path / "demo") == whole("demo")
    assert called.made[0] == "train demo --resume"
    assert "resumes where it was interrupted" in capsys.readouterr().err
    assert called.run(tmp_path / "demo") == whole("demo-2"), "that one is finished"


def test_it_goes_on_with_a_tournament_that_was_interrupted(tmp_path: Path, called: Calls, capsys: pytest.CaptureFixture[str]) -> None:
    called.tournament_breaks = True
    assert called.run(tmp_path / "demo") == (130, ["train demo", "tournament demo"])
    hint = capsys.readouterr().err.partition("Resume with: ")[2]
    python, m, module, *words = shlex.split(hint)
    assert (str(Path(python).absolute()), m, module) == (sys.executable, "-m", "experiments.demo")
    called.tournament_breaks = False
    called.made.clear()
    assert demo.main(words) == 0
    assert [one.split()[0] for one in called.made] == ["tournament", "report"], "what is learnt is not learnt again"
    assert (tmp_path / "demo" / "report.html").exists()


def test_only_the_same_demo_goes_on(tmp_path: Path, called: Calls) -> None:
    called.learning_breaks = True
    called.run(tmp_path / "demo")
    called.learning_breaks = False
    assert called.run(tmp_path / "demo", "--set", "star") == whole("demo-2"), "other cards: another demo"
    assert called.run(tmp_path / "demo", "--new") == whole("demo-3")
    (tmp_path / "demo-4").mkdir()
    (tmp_path / "demo-4" / "demo.json").write_text("[")
    assert called.run(tmp_path / "demo") == whole("demo"), "the one that was broken off first"
    assert called.run(tmp_path / "demo") == whole("demo-5")


def test_a_demo_of_other_rules_does_not_go_on(tmp_path: Path, called: Calls, monkeypatch: pytest.MonkeyPatch) -> None:
    called.learning_breaks = True
    called.run(tmp_path / "demo")
    called.learning_breaks = False
    monkeypatch.setattr(demo, "stamp", lambda: {"rules": 99})
    assert called.run(tmp_path / "demo") == whole("demo-2")


def test_what_fails_says_so(tmp_path: Path, called: Calls, capsys: pytest.CaptureFixture[str]) -> None:
    assert called.run(tmp_path / "demo", "--set", "nowhere") == (1, [])
    assert "nowhere" in capsys.readouterr().err and not list(tmp_path.iterdir())
    called.learning_fails = True
    assert called.run(tmp_path / "demo") == (1, ["train demo"])
    assert "--new starts another demo" in capsys.readouterr().err


@pytest.mark.skipif(sys.platform == "win32", reason="how words are quoted is cmd.exe's there")
def test_the_hint_works_outside_the_virtual_environment(tmp_path: Path) -> None:
    """As copied into a shell, with nothing on the path."""
    kept = {name: value for name, value in os.environ.items() if name in ("PYTHONPATH", "NUMBA_DISABLE_JIT", "MUNCHKIN_CACHE", "HOME")}
    shell = "/bin/sh"
    line = command("experiments.again", ["--out", str(tmp_path / "with a space")])
    assert subprocess.run([shell, "-c", f"PATH=/nowhere; {line}"], env=kept, check=False).returncode == 0


def test_a_python_below_this_folder_is_told_as_one_would_type_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "executable", str(tmp_path / ".venv" / "bin" / "python"))
    assert command("experiments.demo", ["--set", "star"]) == f"{Path('.venv/bin/python')} -m experiments.demo --set star"


def test_a_training_that_was_interrupted_says_how_it_goes_on_with_all_its_words(tmp_path: Path) -> None:
    words = ["--out", str(tmp_path), "--final-games", "10000"]
    assert train.resume_hint(tmp_path, words).endswith(f"Start again with: {command('experiments.train', words)}")
    (tmp_path / CHECKPOINT).write_text("")
    for given in (words, [*words, "--resume"]):
        assert train.resume_hint(tmp_path, given).endswith(f"Resume with: {command('experiments.train', [*words, '--resume'])}")
