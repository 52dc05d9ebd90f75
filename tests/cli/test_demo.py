"""The demo: its order, its results, that it overwrites nothing and resumes where it was interrupted.

The parts that it calls have their own tests.
"""

import json
import os
import shlex
import subprocess
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from munchkin_env.cli.again import command_again
from munchkin_env.cli.main import main
from munchkin_env.core.files import locked
from munchkin_env.core.mode import COMPILED
from munchkin_env.lab.arena.keeping import KeptGame
from munchkin_env.learning.rounds import Plan
from munchkin_env.learning.strengths import Strength
from munchkin_env.players.bots.duel import Duel
from tests.players.test_policy import untrained


class Calls:
    """Learning, games and the tournament take minutes: only their results. Each may be interrupted."""

    def __init__(self) -> None:
        self.made: list[str] = []
        self.learning_breaks = self.tournament_breaks = False

    def learn(self, folder: Path, plan: Plan, _workers: int, tell: Any) -> Iterator[Strength]:
        how = plan.labelling
        self.made.append(f"train {folder.name} {plan.rounds} rounds of {plan.parts} x {how.part} {' '.join(how.sets)} seed {how.seed}")
        tell("round 1: labels", 1.0)
        yield Strength(0, 0, "greedy", 7, 0.3, 0.1, 0.5)
        untrained("slots")[1].save(folder / "policy.npz")
        if self.learning_breaks:
            raise KeyboardInterrupt
        yield Strength(1, 6, "greedy", 7, 0.4, 0.2, 0.6)

    def measured(self, player: Any, opponent: str, _how: Any, games: int) -> Duel:
        assert opponent == "greedy"
        share = {"veteran": 0.31, "random": 0.0}.get(player, 0.35)
        return Duel(("x", *[opponent] * 3), games, (0,) * 4, 0, 0, 0, (share,) * 4, (0.01,) * 4, 0)

    def play(self, specs: Sequence[str], games: int, sets: Sequence[str], out: Path, progress: Any) -> Any:
        assert Path(specs[0]).is_file() and out.parent.is_dir()
        out.write_text("games")
        progress(games)
        self.made.append(f"tournament {out.parent.name} {' '.join(specs[1:])} {games} {' '.join(sets)}")
        if self.tournament_breaks:
            raise KeyboardInterrupt
        return SimpleNamespace()

    def write(self, _figures: Any, path: Path, games: int) -> tuple[KeptGame, ...]:
        path.write_text("report")
        self.made.append(f"report {path.parent.name}")
        return (KeptGame(3, path.parent / "report-games" / "game-3.html", "policy won"),) * games

    def run(self, out: Path, *more: str) -> tuple[int, list[str]]:
        self.made.clear()
        code = main(["demo", "--out", str(out), "--rounds", "2", "--labels", "3", "--games", "7", *more])
        return code, [" ".join(one.split()[:2]) for one in self.made]


@pytest.fixture
def called(monkeypatch: pytest.MonkeyPatch) -> Calls:
    found = Calls()
    monkeypatch.setattr("munchkin_env.learning.rounds.train", found.learn)
    monkeypatch.setattr("munchkin_env.learning.rounds.measured", found.measured)
    monkeypatch.setattr("munchkin_env.lab.arena.tournament", found.play)
    monkeypatch.setattr("munchkin_env.lab.arena.report.write_report", found.write)
    return found


def whole(folder: str) -> tuple[int, list[str]]:
    return 0, [f"train {folder}", f"tournament {folder}", f"report {folder}"]


def test_it_learns_plays_and_reports(tmp_path: Path, called: Calls, capsys: pytest.CaptureFixture[str]) -> None:
    assert called.run(tmp_path / "demo", "--set", "star", "--seed", "5") == whole("demo")
    told = capsys.readouterr().out
    assert all(str(tmp_path / "demo" / name) in told for name in ("report.html", "policy.npz", "report-games"))
    assert "the new player" in told and "35.0%" in told and "veteran, which it corrects" in told and "31.0%" in told
    assert "without veteran" in told
    assert called.made == ["train demo 2 rounds of 1 x 3 star seed 5", "tournament demo greedy bully cautious 7 star", "report demo"]
    there = {path.name for path in (tmp_path / "demo").iterdir()}
    assert there - {"curves.png", ".lock"} == {"demo.json", "policy.npz", "report.html", "tournament.sqlite"}


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
    assert "all progress is kept" in capsys.readouterr().err
    called.learning_breaks = False
    assert called.run(tmp_path / "demo") == whole("demo")
    assert "continues where it was interrupted" in capsys.readouterr().err
    assert called.run(tmp_path / "demo") == whole("demo-2"), "that one is finished"


def test_it_goes_on_with_a_tournament_that_was_interrupted(tmp_path: Path, called: Calls, capsys: pytest.CaptureFixture[str]) -> None:
    called.tournament_breaks = True
    assert called.run(tmp_path / "demo") == (130, ["train demo", "tournament demo"])
    hint = capsys.readouterr().err.partition("Continue with: ")[2]
    python, m, module, *words = shlex.split(hint)
    assert (str(Path(python).absolute()), m, module) == (sys.executable, "-m", "munchkin_env")
    called.tournament_breaks = False
    called.made.clear()
    assert main(words) == 0
    assert [one.split()[0] for one in called.made] == ["train", "tournament", "report"]
    assert (tmp_path / "demo" / "report.html").exists()


@pytest.mark.slow
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
    monkeypatch.setattr("munchkin_env.game.saved.stamp", lambda: {"rules": 99})
    assert called.run(tmp_path / "demo") == whole("demo-2")


def test_what_fails_says_so(tmp_path: Path, called: Calls, capsys: pytest.CaptureFixture[str]) -> None:
    assert called.run(tmp_path / "demo", "--set", "nowhere") == (1, [])
    assert "nowhere" in capsys.readouterr().err and not list(tmp_path.iterdir())


@pytest.mark.skipif(sys.platform == "win32", reason="how words are quoted is cmd.exe's there")
def test_the_hint_works_outside_the_virtual_environment(tmp_path: Path) -> None:
    """As copied into a shell, with nothing on the path."""
    kept = {name: value for name, value in os.environ.items() if name in ("PYTHONPATH", "NUMBA_DISABLE_JIT", "MUNCHKIN_CACHE", "HOME")}
    shell = "/bin/sh"
    line = command_again("munchkin_env.cli.again", ["--out", str(tmp_path / "with a space")])
    assert subprocess.run([shell, "-c", f"PATH=/nowhere; {line}"], env=kept, check=False).returncode == 0


def test_a_python_below_this_folder_is_told_as_one_would_type_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "executable", str(tmp_path / ".venv" / "bin" / "python"))
    assert command_again("munchkin_env", ["demo", "--set", "star"]) == f"{Path('.venv/bin/python')} -m munchkin_env demo --set star"


@pytest.mark.slow
@pytest.mark.compiled
@pytest.mark.skipif(not COMPILED, reason="games of networks take the twin minutes")
def test_a_small_demo(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    words = ["demo", "--out", str(tmp_path / "demo"), "--rounds", "1", "--labels", "64", "--games", "8"]
    assert main(words) == 0
    told = capsys.readouterr().out
    assert "round 1:" in told and "games to watch in a browser:" in told
    assert len(list((tmp_path / "demo" / "report-games").glob("*.html"))) == 2


def test_a_demo_with_other_settings_does_not_go_on(tmp_path: Path, called: Calls, monkeypatch: pytest.MonkeyPatch) -> None:
    called.learning_breaks = True
    called.run(tmp_path / "demo")
    called.learning_breaks = False
    monkeypatch.setattr("munchkin_env.cli.demo.EPOCHS", 9)
    assert called.run(tmp_path / "demo") == whole("demo-2")


def test_two_do_not_play_one_demo(tmp_path: Path, called: Calls, capsys: pytest.CaptureFixture[str]) -> None:
    called.learning_breaks = True
    called.run(tmp_path / "demo")
    with locked(tmp_path / "demo" / ".lock", "plays this demo"):
        assert called.run(tmp_path / "demo") == (1, [])
    assert "another process plays this demo" in capsys.readouterr().err


def test_the_seed_is_also_that_of_the_network(tmp_path: Path, called: Calls) -> None:
    called.run(tmp_path / "demo", "--seed", "5")
    told = json.loads((tmp_path / "demo" / "demo.json").read_text())
    assert told["lesson"]["seed"] == told["labelling"]["seed"] == 5
