"""The demo: its order, what it leaves, and what it does not write over. (What it calls has tests of its own.)"""

from collections.abc import Sequence
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

from experiments import demo, train
from experiments.curves import append_row
from experiments.evaluate import summary
from munchkin_env.arena.figures import Estimate
from tests.training.test_policy import untrained


@pytest.fixture
def called(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Learning and the tournament take minutes: only what they leave."""
    found: list[str] = []

    def learn(arguments: Sequence[str]) -> int:
        found.append("train " + " ".join(arguments[2:]))
        folder = Path(arguments[1])
        folder.mkdir(parents=True)
        (folder / "setup.json").write_text("{}")
        untrained("slots")[1].save(folder / "policy.npz")
        result = summary("greedy", np.array([True, False, False, False]), np.ones(4, np.int64), 0, 1.0, 1.0, 1.0)
        append_row(folder / "evaluations.csv", {"steps": 0, **result.as_row()})
        return 0

    def play(specs: Sequence[str], games: int, sets: Sequence[str], out: Path, progress: Any) -> Any:
        assert Path(specs[0]).is_file() and out.parent.is_dir()
        progress(games)
        found.append(f"tournament {' '.join(specs[1:])} {games} {' '.join(sets)}")
        shares = [Estimate(share, 0.0, 1.0) for share in (0.12, 0.5, 0.3, 0.08)]
        return SimpleNamespace(names=("policy", *specs[1:]), shares=shares, players=4)

    def write(figures: Any, path: Path) -> None:
        found.append(f"report of {figures.names[0]} {path.name}")

    monkeypatch.setattr(train, "main", learn)
    monkeypatch.setattr(demo, "tournament", play)
    monkeypatch.setattr(demo, "write_report", write)
    return found


def test_it_learns_plays_and_reports(tmp_path: Path, called: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    for _ in range(2):  # the second time it is made anew
        assert demo.main(["--out", str(tmp_path / "demo"), "--imitate", "3", "--tournament", "7", "--set", "star"]) == 0
        told = capsys.readouterr().out
        assert all(str(tmp_path / "demo" / name) in told for name in ("report.html", "curves.png", "policy.npz"))
    assert "25 % of the victories (5 to 70); its equal would have 25 %" in told and "policy 12 %, greedy 50 %" in told
    assert (
        called[0].startswith("train --imitate 3 ")
        and called[0].endswith("--set star")
        and called[1:3]
        == [
            "tournament greedy bully cautious 7 star",
            "report of policy report.html",
        ]
    )
    assert len(called) == 6


def test_a_folder_of_something_else_is_left_alone(tmp_path: Path, called: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "letter.txt").write_text("mine")
    assert demo.main(["--out", str(tmp_path)]) == 1
    assert "holds something else" in " ".join(capsys.readouterr().err.split())
    assert (tmp_path / "letter.txt").exists() and not called


def test_a_tournament_that_is_broken_off_says_what_is_kept(
    tmp_path: Path, called: list[str], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def broken(*_: Any, **__: Any) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(demo, "tournament", broken)
    assert demo.main(["--out", str(tmp_path / "demo")]) == 130
    assert "tournament.sqlite" in capsys.readouterr().err.replace("\n", "") and len(called) == 1
