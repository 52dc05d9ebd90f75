"""benchmarks/regression.py: what is compared, and when it fails. Speed is not tested."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from benchmarks import regression
from munchkin_env.lab.bench import FIGURES


def test_the_figures_exist() -> None:
    assert set(regression.FIGURES) <= FIGURES.keys()


def test_runs_alternate_and_the_best_counts() -> None:
    order: list[str] = []
    rates: dict[str, Iterator[float]] = {"old": iter([1, 3, 2]), "new": iter([5, 4, 6])}

    def measure(which: str) -> regression.Figures:
        order.append(which)
        value = next(rates[which])
        return {"x_per_s": value, "y_s": value}

    old, new = regression.alternately(lambda: measure("old"), lambda: measure("new"), 3)
    assert order == ["old", "new", "new", "old", "old", "new"]
    assert (old, new) == ({"x_per_s": 3, "y_s": 1}, {"x_per_s": 6, "y_s": 4})


@pytest.mark.parametrize(
    ("name", "old", "new", "code"), [("x_per_s", 100, 70, 0), ("x_per_s", 100, 60, 1), ("x_s", 2, 2.9, 0), ("x_s", 2, 3, 1)]
)
def test_half_as_slow_again_is_too_slow(name: str, old: float, new: float, code: int, capsys: pytest.CaptureFixture[str]) -> None:
    assert regression.report({name: old}, {name: new, "only_new_s": 9}) == code
    said = capsys.readouterr()
    assert name in said.out and "only_new_s" not in said.out and (name in said.err) == bool(code)


def test_the_package_of_a_commit_is_unpacked(tmp_path: Path) -> None:
    if not (regression.ROOT / ".git").exists():
        pytest.skip("not a checkout")
    regression.unpack("HEAD", tmp_path)
    assert (tmp_path / "munchkin_env" / "version.py").is_file()
