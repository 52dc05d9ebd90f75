"""Several processes compile together."""

import subprocess
import threading
import time
from pathlib import Path

import pytest

import munchkin_env
from munchkin_env.core import sharing
from munchkin_env.core.sharing import Claims, Unit, processes, take_part, urgent_first

CHAIN = [Unit("a", 1, ()), Unit("b", 1, ("a",)), Unit("c", 1, ("b",))]
WIDE = [Unit(f"w{i}", 1, ()) for i in range(5)]


def test_the_longest_chain_comes_first() -> None:
    units = [Unit("small", 5, ()), *CHAIN[::-1], Unit("big", 9, ("c",))]
    assert [unit.name for unit in urgent_first(units)] == ["a", "b", "c", "big", "small"]


def test_a_unit_waits_for_what_it_needs(tmp_path: Path) -> None:
    compiled: list[str] = []
    take_part([*WIDE, *CHAIN[::-1]], Claims(tmp_path), compiled.append)
    assert sorted(compiled) == sorted(unit.name for unit in [*WIDE, *CHAIN])
    assert compiled.index("a") < compiled.index("b") < compiled.index("c")


def test_two_share_the_work_and_compile_nothing_twice(tmp_path: Path) -> None:
    by: dict[str, list[str]] = {"one": [], "other": []}

    def work(who: str) -> None:
        def compile_one(name: str) -> None:
            time.sleep(0.02)
            by[who].append(name)

        take_part([*WIDE, *CHAIN], Claims(tmp_path), compile_one)

    threads = [threading.Thread(target=work, args=(who,)) for who in by]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(30)
    assert sorted(by["one"] + by["other"]) == sorted(unit.name for unit in [*WIDE, *CHAIN])
    assert by["one"] and by["other"]


def test_a_helper_that_died_is_not_waited_for_forever(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sharing, "_PATIENCE", 0.1)
    assert Claims(tmp_path).take("a")
    compiled: list[str] = []
    take_part([*CHAIN, *WIDE], Claims(tmp_path), compiled.append)
    assert sorted(compiled) == [unit.name for unit in WIDE]


def test_it_ends_when_nobody_wants_it_or_the_folder_is_gone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    compiled: list[str] = []
    take_part(CHAIN, Claims(tmp_path), compiled.append, wanted=lambda: len(compiled) < 2)
    assert compiled == ["a", "b"]
    monkeypatch.setattr(sharing, "_PATIENCE", 0.1)
    take_part(CHAIN, Claims(tmp_path / "no"), compiled.append)
    assert compiled == ["a", "b"]


def test_progress_is_told(tmp_path: Path) -> None:
    told: list[tuple[int, int]] = []
    take_part(CHAIN, Claims(tmp_path), lambda _: None, told=lambda done, of: told.append((done, of)))
    assert told == [(0, 3), (1, 3), (2, 3), (3, 3)]


def test_one_process_where_python_cannot_be_started_again(monkeypatch: pytest.MonkeyPatch) -> None:
    assert 1 <= processes() <= sharing.MOST_PROCESSES
    monkeypatch.setattr("sys.executable", "")
    assert processes() == 1


def test_a_helper_imports_this_package_and_nothing_from_the_current_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("numpy", "munchkin_env"):
        (tmp_path / f"{name}.py").write_text("raise SystemExit('taken from the current folder')", encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("PYTHONPATH", raising=False)
    asked = sharing.python("-c", "import numpy, munchkin_env; print(munchkin_env.__file__)")
    done = subprocess.run(asked, env=sharing.our_environ(), capture_output=True, text=True, check=False)
    assert done.stdout.strip() == munchkin_env.__file__, done.stderr
