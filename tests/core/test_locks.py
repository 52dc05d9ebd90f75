"""Locks on files, and messages about values from files."""

import errno
import os
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from munchkin_env.core import compiling, locks
from munchkin_env.core.files import (
    FileError,
    conform,
    locked,
)

# ---------------------------------------------------------------------------------------------------------- locking

HOLD = (
    "import sys, time, pathlib; from munchkin_env.core.files import locked\n"
    "with locked(pathlib.Path(sys.argv[1]), 'trains here'): print('held', flush=True); time.sleep(60)"
)


def test_a_lock_names_who_holds_it_and_falls_with_them(tmp_path: Path) -> None:
    holder = subprocess.Popen([sys.executable, "-c", HOLD, str(tmp_path / "lock")], stdout=subprocess.PIPE)
    try:
        assert holder.stdout is not None and holder.stdout.readline().strip() == b"held"
        says = (
            rf"another process trains here \(process {holder.pid} on .*\); wait"
            if sys.platform != "win32"
            else "another process trains here"
        )
        with pytest.raises(FileError, match=says), locked(tmp_path / "lock", "trains here"):
            raise AssertionError("held twice")
    finally:
        holder.kill()
        holder.communicate()
    assert (tmp_path / "lock").exists()  # left over, but no obstacle
    with locked(tmp_path / "lock", "trains here"):
        pass
    held = locked(tmp_path / "lock", "trains here")
    with held, pytest.raises(FileError, match=f"process {os.getpid()}"), locked(tmp_path / "lock", "trains here"):
        raise AssertionError("held twice in one process")


def test_a_place_where_no_lock_can_be_is_told(tmp_path: Path) -> None:
    with pytest.raises(FileError, match="it cannot be locked"), locked(tmp_path, "trains here"):
        raise AssertionError("held")


def test_without_locks_processes_do_not_wait_for_each_other(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """On some network drives nothing can be locked: training goes on, and a compiler says so."""

    def fails(_: object) -> None:
        raise OSError(errno.ENOLCK, "No locks available")

    monkeypatch.setattr(locks, "_lock_now", fails)
    with locked(tmp_path / "lock", "trains here"), locked(tmp_path / "lock", "trains here"):
        assert capsys.readouterr().err == ""
    with compiling._lock(tmp_path / "lock", "rules"):
        assert "cannot lock" in capsys.readouterr().err


# ------------------------------------------------------------------------------------------------------ what is told


@dataclass(frozen=True)
class Inner:
    mean: float
    cuts: tuple[int, ...]


@dataclass(frozen=True)
class Outer:
    name: str
    spread: Inner
    pairs: dict[str, tuple[int, int]]
    anything: Any
    seed: int = 1


GOOD = {"name": "a", "spread": {"mean": 1, "cuts": [1, 2]}, "pairs": {"x": [1, 2]}, "anything": [None]}


def test_what_is_told_becomes_a_dataclass() -> None:
    assert conform(GOOD, Outer, "x") == Outer("a", Inner(1.0, (1, 2)), {"x": (1, 2)}, [None])
    assert conform(GOOD | {"seed": 2**63 - 1}, Outer, "x").seed == 2**63 - 1
    assert conform([True], list[bool], "x") == [True]


@pytest.mark.parametrize(
    ("change", "says"),
    [
        ({"name": 1}, "name is 1; str is required"),
        ({"name": None}, "name is None; str is required"),
        ({"spread": []}, r"spread is \[\]; dict"),
        ({"spread": {"mean": "1", "cuts": []}}, "spread.mean is '1'; float is required"),
        ({"spread": {"mean": True, "cuts": []}}, "spread.mean is True; float is required"),
        ({"spread": {"mean": 1, "cuts": [1, 2.5]}}, r"spread.cuts\[1\] is 2.5; int is required"),
        ({"spread": {"mean": 1, "cuts": [True]}}, r"spread.cuts\[0\] is True; int is required"),
        ({"spread": {"mean": 1}}, r"spread has other keys: \['cuts'\]"),
        ({"pairs": {"x": [1]}}, r"pairs.x is \[1\]; tuple"),
        ({"pairs": {"x": "ab"}}, "pairs.x is 'ab'"),
        ({"seed": 2**63}, "seed is 9223372036854775808; int is required"),
        ({"more": 1}, r"it has other keys: \['more'\]"),
    ],
)
def test_what_is_told_and_does_not_fit(change: dict[str, Any], says: str) -> None:
    with pytest.raises(FileError, match=f"^x: {says}"):
        conform(GOOD | change, Outer, "x")


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs a device that is always full")
def test_commands_say_that_the_disk_is_full(capsys: pytest.CaptureFixture[str]) -> None:
    from munchkin_env.cli.main import main

    assert main(["census", "--games", "1", "--option", "win_level=3", "--option", "max_rounds=1", "--out", "/dev/full"]) == 1
    assert "munchkin: [Errno 28] No space left on device: '/dev/full'" in capsys.readouterr().err
