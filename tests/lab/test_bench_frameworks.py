"""Frameworks beside environments that do nothing: both loops run, and have the same shapes."""

import json

import pytest

from munchkin_env.lab import bench_frameworks
from munchkin_env.lab.bench_frameworks import Compared, compare_frameworks, print_frameworks


@pytest.fixture(autouse=True)
def small(monkeypatch: pytest.MonkeyPatch) -> None:
    for name, value in {"_SINGLE": 5, "_TOGETHER": 1, "_GAMES": 2}.items():
        monkeypatch.setattr(bench_frameworks, name, value)
    there = {
        name: row for name, row in bench_frameworks.FRAMEWORKS.items() if name not in ("TorchRL", "RLlib")
    }  # `make frameworks` has them
    monkeypatch.setattr(bench_frameworks, "FRAMEWORKS", there)


def test_frameworks_are_slower_than_doing_nothing() -> None:
    found = list(compare_frameworks(1))
    assert [row.name for row in found] == list(bench_frameworks.FRAMEWORKS)
    for row in found:
        assert 0 < row.steps_per_s < row.ceiling and row.share == row.steps_per_s / row.ceiling < 1


def test_one_that_is_not_installed_is_left_out(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    def missing() -> None:
        raise ImportError("no such framework")

    one = bench_frameworks.FRAMEWORKS["PettingZoo AEC"]
    monkeypatch.setattr(bench_frameworks, "FRAMEWORKS", {"Missing": ("nothing", missing), "PettingZoo AEC": one})
    print_frameworks(as_json=True)
    (line,) = capsys.readouterr().out.splitlines()
    assert json.loads(line)["name"] == "PettingZoo AEC"


def test_the_table(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr(bench_frameworks, "compare_frameworks", lambda: [Compared("SomeRL", "one game", 1234.0, 4936.0)])
    print_frameworks()
    assert capsys.readouterr().out.splitlines()[-1] == "| SomeRL | one game | 1,234 | 4,936 | 25 % |"
