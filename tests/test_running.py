"""How the tests themselves run: stages, progress reports, other orders, other environments."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests import robust, stages

SOME = """
import os
import pytest

@pytest.mark.parametrize("k", range(40))
def test_one(k):
    with open(os.environ["ORDER"], "a") as file:
        print(k, os.environ.get("OPENBLAS_CORETYPE"), os.environ["PYTHONHASHSEED"], file=file)

def test_another():
    cores = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else 1
    assert os.environ.get("ONLY") != "one" or cores == 1
"""
ROOT = Path(__file__).resolve().parents[1]


@pytest.fixture
def some(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A file of tests that record how they were run. They use our conftest.py and our options."""
    monkeypatch.setenv("ORDER", str(tmp_path / "order"))
    monkeypatch.setenv("PYTHONPATH", str(ROOT))
    (tmp_path / "conftest.py").write_text("from tests.conftest import *\n")
    (tmp_path / "test_some.py").write_text(SOME)
    return tmp_path


def orders(folder: Path) -> list[str]:
    return (folder / "order").read_text().splitlines()


def run(folder: Path, *options: str) -> str:
    (folder / "order").unlink(missing_ok=True)
    command = [
        sys.executable,
        "-m",
        "pytest",
        "-q",
        "-p",
        "no:cacheprovider",
        "-c",
        os.devnull,
        f"--rootdir={folder}",
        str(folder),
        *options,
    ]
    return subprocess.run(command, capture_output=True, text=True, check=True, env={**os.environ, "PYTHONHASHSEED": "4"}).stdout


@pytest.mark.slow
def test_another_order_for_another_seed_and_the_same_for_the_same(some: Path) -> None:
    found = {}
    for seed in ("1", "2", "none", "1 again"):
        run(some, *([] if seed == "none" else ["--shuffle", seed.split()[0]]))
        found[seed] = [int(line.split()[0]) for line in orders(some)]
    assert found["none"] == sorted(found["none"]) == sorted(found["1"]) == sorted(found["2"])
    assert found["1"] == found["1 again"] and len({tuple(one) for one in found.values()}) == 3


@pytest.mark.slow
@pytest.mark.parametrize("workers", ["0", "2"])
def test_what_is_told(some: Path, workers: str, monkeypatch: pytest.MonkeyPatch) -> None:
    (some / "conftest.py").write_text("from tests.conftest import *\nfrom tests.told import Told\nTold.EVERY = 0.0\n")
    monkeypatch.setenv("ONLY", "")
    found = run(some, "--told", "-n", workers)
    assert "41 of 41 tests; 0:0" in found and "some 0:00 to go" in found and "41 passed" in found
    assert "...." not in found


def test_every_circumstance_is_what_it_says(some: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setenv("ONLY", "one")
    monkeypatch.setattr(robust, "ROUNDS", (robust.Round("Zen", 7, (str(some),), one_core=True),))
    assert robust.main(["-c", os.devnull, f"--rootdir={some}", "-p", "no:cacheprovider"]) == 0
    assert {line.split(" ", 1)[1] for line in orders(some)} == {"Zen 7"} and len(orders(some)) == 40
    assert "1 of 1: OPENBLAS_CORETYPE=Zen PYTHONHASHSEED=7, on one core" in capfd.readouterr().out
    (some / "test_some.py").write_text("def test_one():\n    assert False\n")
    assert robust.main(["-c", os.devnull, f"--rootdir={some}", "-p", "no:cacheprovider"]) == 1
    assert "FAILED with OPENBLAS_CORETYPE=Zen" in capfd.readouterr().out


def test_the_rounds_name_tests_that_are_there() -> None:
    paths = {path for one in robust.ROUNDS for path in one.paths}
    assert paths and [path for path in paths if not (ROOT / path).exists()] == []
    assert len({one.processor for one in robust.ROUNDS}) == len({one.hashes for one in robust.ROUNDS}) == len(robust.ROUNDS) >= 5


@pytest.mark.skipif(sys.platform == "win32", reason="make is a shell script here")
def test_the_stages_say_where_they_are_and_end_with_the_first_that_fails(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    make = tmp_path / "make"
    make.write_text('#!/bin/sh\nshift\necho "$1" >> "$0.log"\ntest "$1" != broken || exit 3\n')
    make.chmod(0o755)
    monkeypatch.setattr(stages, "KNOWN", tmp_path / "stages.json")
    assert stages.main(["--make", str(make), "lint", "twin"]) == 0
    first = capsys.readouterr().out.splitlines()
    assert first == ["==> 1 of 2: lint", "==> 2 of 2: twin", "==> all passed in 0:00: lint 0:00, twin 0:00"]
    assert stages.main(["--make", str(make), "lint", "broken", "twin"]) == 3
    second = capsys.readouterr().out.splitlines()
    assert second[0] == "==> 1 of 3: lint; 0:00 the last time" and second[1] == "==> 2 of 3: broken"
    assert second[2] == "==> broken FAILED after 0:00; so far: lint 0:00, broken 0:00" and len(second) == 3
    assert (tmp_path / "make.log").read_text().split() == ["lint", "twin", "lint", "broken"], "what comes after is not begun"
    (tmp_path / "stages.json").write_text("[1")
    assert stages.main(["--make", str(make), "lint"]) == 0, "a damaged note of times is no matter"
