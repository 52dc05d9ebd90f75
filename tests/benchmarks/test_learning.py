"""benchmarks/learning.py runs. Speed is not tested."""

import tempfile
from pathlib import Path
from typing import Any

import pytest

from benchmarks import learning


def test_it_measures_both_and_leaves_nothing_behind(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    monkeypatch.setattr(learning, "STEPS_PER_GAME", 8)
    monkeypatch.setattr(learning, "BATCH", 16)
    small: dict[str, Any] = {"num_players": 2, "win_level": 3, "max_rounds": 2, "trade_budget": 0}
    found = learning.measure(2, 16, 2, "random", 8, **small)
    for name in ("munchkin_env", "idle"):
        assert [len(values) for values in found[name].values()] == [2, 2, 2]
        assert all(0 < share < 1 for share in found[name]["share"])
    assert "| idle | " in learning.table(found)
    assert not list(tmp_path.glob("SB3*"))  # where Stable-Baselines3 logs by default
