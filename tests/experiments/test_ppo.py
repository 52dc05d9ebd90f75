"""PPO in one file, and learning curves: a tiny run leaves a policy that plays, and finished runs are not made again."""

from pathlib import Path
from typing import Any

import numpy as np
import pytest

pytest.importorskip("torch")

from experiments import learners, ppo
from experiments.curves import read_rows, write_rows
from munchkin_env import MunchkinVector
from munchkin_env.policy import load_policy

TINY = [
    "--steps",
    "16",
    "--games",
    "4",
    "--rollout",
    "2",
    "--batch",
    "8",
    "--width",
    "4",
    "--evaluate-games",
    "2",
    "--evaluate-every",
    "16",
]


@pytest.fixture(autouse=True)
def few_columns(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ppo, "varying", lambda _: np.arange(50))
    monkeypatch.setattr(ppo, "evaluate", planted)


def planted(*_: Any, **__: Any) -> Any:
    """The games of evaluations are those of experiments.evaluate, which has its own tests."""
    from experiments.evaluate import summary

    return summary("greedy-1", np.array([True, False]), np.ones(2, np.int64), 0, 9.0, 2.0, 0.1)


def test_a_run_leaves_a_curve_and_a_policy_that_plays(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    command = ["--task", "mini", "--out", str(tmp_path), *TINY]
    assert ppo.main(command) == 0
    rows = read_rows(tmp_path / "curve.csv")
    assert [int(row["steps"]) for row in rows] == [0, 16] and "win share 50.0%" in capsys.readouterr().out
    policy = load_policy(tmp_path / "policy.npz")
    assert policy.about["task"] == "mini-v1" and policy.about["players"] == 2
    games = MunchkinVector(2, task="mini", seat=0, opponents="random", seed=1)
    games.reset()
    actions = policy.act_many(games.observations, games.masks)
    assert games.masks[[0, 1], actions].all()
    before = (tmp_path / "policy.npz").stat().st_mtime_ns
    assert ppo.main(command) == 0 and "is finished: 0.5" in capsys.readouterr().out
    assert (tmp_path / "policy.npz").stat().st_mtime_ns == before


def test_the_numbers_that_vary_are_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.undo()
    found = ppo.varying(ppo.Settings(), steps=2)
    assert 100 < len(found) < 1500 and (np.diff(found) > 0).all()


def run(out: Path, learner: str, seed: int, shares: list[float]) -> None:
    rows = [{"steps": 100_000 * k, "shares": share, "seconds": 60 * k} for k, share in enumerate(shares)]
    write_rows(learners.file_of(out, learner, "mini", seed), rows)


def test_curves_are_means_of_seeds_with_intervals(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    run(tmp_path, "ppo", 1, [0.2, 0.4, 0.5])
    run(tmp_path, "ppo", 2, [0.3, 0.4])  # still running: only what all seeds have
    points = learners.curve(tmp_path, "ppo", "mini", [1, 2, 3])
    assert [point[0] for point in points] == [0, 100_000]
    assert points[0][1:4] == pytest.approx((0.25, 0.25 - 12.71 * 0.05, 0.25 + 12.71 * 0.05)) and points[1][1:4] == pytest.approx((0.4,) * 3)
    run(tmp_path, "maskable", 1, [0.25, 0.5])
    made: list[tuple[str, int]] = []

    def learned(settings: ppo.Settings, _: Any) -> list[dict[str, Any]]:
        made.append((settings.task, settings.seed))
        return [{"steps": 0, "shares": 0.5, "seconds": 1}]

    monkeypatch.setitem(learners.LEARNERS, "ppo", learned)
    assert learners.main(["--out", str(tmp_path), "--tasks", "mini", "--learners", "ppo", "--seeds", "1", "2", "3"]) == 0
    assert made == [("mini", 3)], "the others are finished"
    out = capsys.readouterr().out
    assert "| `mini` | maskable | 1 | 25.0 % | 50.0 % | 50.0 % | 100,000 | 1.0 |" in out
    assert (tmp_path / "curves.png").stat().st_size > 1000
