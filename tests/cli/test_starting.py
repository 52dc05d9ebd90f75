"""A game starts at once, although the rules are not compiled yet."""

import os
import subprocess
import sys
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from munchkin_env.cli import starting
from munchkin_env.core import cache, compiling, mode

SLOW = [["search:8ms"], ["greedy", "search"], ["mine:Agent"], ["mine:Agent(depth=3)"]]
QUICK: list[list[str]] = [[], ["greedy", "bully"], ["trained"], ["bold.toml"], ["best.npz"]]


@pytest.fixture
def done(monkeypatch: pytest.MonkeyPatch) -> list[Any]:
    """What is started, with an empty cache of compiled code."""
    found: list[Any] = []

    def instead(program: Sequence[str], environ: dict[str, str]) -> int:
        found.append((list(program), environ["NUMBA_DISABLE_JIT"]))
        return 7

    monkeypatch.setattr(mode, "COMPILED", True)
    monkeypatch.setattr(compiling, "is_cached", lambda: False)
    monkeypatch.setattr(starting, "start_in_background", lambda program, _: found.append(program[-1]))
    monkeypatch.setattr(starting, "run_instead", instead)
    return found


@pytest.mark.parametrize("players", QUICK)
def test_the_command_runs_in_plain_python_while_the_rules_are_compiled(players: list[str], done: list[Any]) -> None:
    assert starting.plain_meanwhile(["play", "--seed", "7"], players) == 7
    assert done == ["compile", ([sys.executable, "-P", "-m", "munchkin_env", "play", "--seed", "7"], "1")]


def test_nothing_is_compiled_in_the_background_that_nobody_could_use(
    tmp_path: Path, done: list[Any], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "own").mkdir()
    monkeypatch.setattr(cache, "cache_of_this_process", lambda: tmp_path / "own")
    assert starting.plain_meanwhile(["play"]) == 7
    assert done == [([sys.executable, "-P", "-m", "munchkin_env", "play"], "1")] and not (tmp_path / "own").exists()
    assert "there is no folder for compiled code (MUNCHKIN_CACHE names one)" in capsys.readouterr().err


@pytest.mark.parametrize("players", SLOW)
def test_what_is_slow_in_plain_python_waits(players: list[str], done: list[Any]) -> None:
    assert starting.plain_meanwhile(["play"], players) is None and done == []


def test_nothing_changes_with_compiled_rules_or_in_the_twin(done: list[Any], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(compiling, "is_cached", lambda: True)
    assert starting.plain_meanwhile(["play"]) is None
    monkeypatch.setattr(compiling, "is_cached", lambda: False)
    monkeypatch.setattr(mode, "COMPILED", False)
    assert starting.plain_meanwhile(["play"]) is None and done == []


def test_the_background_process_has_no_terminal_and_outlives_us(tmp_path: Path) -> None:
    file = tmp_path / "told"
    told = "import os, sys; sys.stdout.write('unseen'); open(sys.argv[1], 'w').write(f'{os.getsid(0) == os.getpid()} {os.nice(0)}')"
    if sys.platform == "win32":
        told = "import sys; open(sys.argv[1], 'w').write('True 19')"
    assert starting.start_in_background([sys.executable, "-c", told, str(file)], dict(os.environ)).wait(60) == 0
    leads, niceness = file.read_text(encoding="utf-8").split()
    assert leads == "True" and int(niceness) >= 10


@pytest.mark.skipif(sys.platform == "win32", reason="there the program is a child")
def test_the_program_takes_our_place() -> None:
    then = "import os; print(os.getpid(), os.environ['WORD'])"
    first = "import os, sys; from munchkin_env.cli.starting import run_instead; print(os.getpid());"
    code = f"{first} run_instead([sys.executable, '-c', sys.argv[1]], {{**os.environ, 'WORD': 'said'}})"
    ours, theirs, word = subprocess.run([sys.executable, "-c", code, then], capture_output=True, text=True, check=True).stdout.split()
    assert ours == theirs and word == "said"


@pytest.mark.compiled
def test_a_first_move_takes_seconds_with_an_empty_cache(tmp_path: Path) -> None:
    """The compiler that it starts is stopped: it would be busy for minutes."""
    if not mode.COMPILED:
        pytest.skip("needs Numba")
    (tmp_path / "bin").mkdir()
    stub = tmp_path / "sitecustomize.py"  # in every process of this test: the background process only leaves a note
    stub.write_text(
        f"import os, sys\nif sys.argv[-1:] == ['compile']:\n    open({str(tmp_path / 'compiling')!r}, 'w').close()\n    os._exit(0)\n",
        encoding="utf-8",
    )
    environ = {**os.environ, "MUNCHKIN_CACHE": str(tmp_path / "cache"), "PYTHONPATH": os.pathsep.join([str(tmp_path), *sys.path])}
    began = time.monotonic()
    command = [sys.executable, "-m", "munchkin_env", "play", "--against", "greedy", "--seed", "1"]
    played = subprocess.run(command, env=environ, input="q\n", capture_output=True, text=True, timeout=120, check=False)
    assert "starting in plain Python" in played.stderr and "you decide" in played.stdout and played.returncode == 0
    assert time.monotonic() - began < 60
    assert (tmp_path / "compiling").exists() or _appears(tmp_path / "compiling")


def _appears(path: Path) -> bool:
    deadline = time.monotonic() + 30
    while not path.exists() and time.monotonic() < deadline:
        time.sleep(0.1)
    return path.exists()
