"""The cache of compiled code, tested on a package of two small files that is compiled, edited and compiled again."""

import hashlib
import os
import pickle
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import munchkin_env.core.kernel

RULES = """
import sys
from munchkin_env.core.compiling import compiling, is_cached, where_compiled
from munchkin_env.core.kernel import kernel
from munchkin_env.core.record import Array, Record, empty, i8, i64, open_records
from munchkin_env.engine.value import value

class Game(Record):
    guard: Array[int] = i64(4)
    cards: Array[int] = i8(2)
    after: Array[int] = i8(6)

@kernel
def write_at(games, i, slot):
    games[i].cards[slot] = value()

games = open_records(empty(Game, 1))
cached = is_cached()
with compiling():
    write_at(games, 0, int(sys.argv[1]))
print(cached, games["cards"][0].tolist(), where_compiled())
"""


def toy(folder: Path) -> Path:
    """A package with the real files of the compiler, and a kernel that calls one in another file."""
    core, engine = folder / "munchkin_env" / "core", folder / "munchkin_env" / "engine"
    core.mkdir(parents=True)
    engine.mkdir()
    for path in Path(munchkin_env.core.kernel.__file__).parent.glob("[a-z]*.py"):
        shutil.copy(path, core)
    (engine / "rules.py").write_text(RULES)
    set_value(folder, 1)
    return folder


def set_value(folder: Path, value: int) -> None:
    source = f"from munchkin_env.core.kernel import kernel\n\n@kernel\ndef value():\n    return {value}\n"
    (folder / "munchkin_env" / "engine" / "value.py").write_text(source)


def home_of(folder: Path) -> Path:
    """The user's cache, for this package alone."""
    return folder.parent / f"{folder.name}-home"


def start(folder: Path, slot: int = 0, **environment: str) -> "subprocess.Popen[str]":
    clean = {name: text for name, text in os.environ.items() if not name.startswith(("NUMBA_", "MUNCHKIN_"))}
    home = {name: str(home_of(folder)) for name in ("HOME", "XDG_CACHE_HOME", "LOCALAPPDATA")}
    environment = {**clean, "PYTHONPATH": str(folder), **home, **environment}
    command = [sys.executable, "-m", "munchkin_env.engine.rules", str(slot)]
    return subprocess.Popen(command, cwd=folder, env=environment, text=True, stdout=subprocess.PIPE, stderr=subprocess.PIPE)


def run(folder: Path, slot: int = 0, **environment: str) -> tuple[str, str]:
    process = start(folder, slot, **environment)
    out, err = process.communicate(timeout=120)
    return out, err


def test_compiles_once_and_says_so(tmp_path: Path) -> None:
    folder = toy(tmp_path)
    out, err = run(folder)
    assert out.startswith("False [1, 0]") and "compiling the rules, once per machine" in err
    out, err = run(folder)
    assert out.startswith("True [1, 0]") and err == ""


def test_an_edit_in_another_file_is_noticed(tmp_path: Path) -> None:
    folder = toy(tmp_path)
    run(folder)
    set_value(folder, 2)
    out, _ = run(folder)
    assert out.startswith("False [2, 0]")
    set_value(folder, 1)
    out, _ = run(folder)
    assert out.startswith("True [1, 0]")  # the old folder is still there


def test_copies_of_the_package_share_what_is_compiled(tmp_path: Path) -> None:
    first, second = toy(tmp_path / "first"), toy(tmp_path / "second")
    run(first)
    out, err = run(second, XDG_CACHE_HOME=str(home_of(first)))
    assert out.startswith("True [1, 0]") and err == ""


def test_processes_that_start_together_wait_for_one_compiler(tmp_path: Path) -> None:
    folder = toy(tmp_path)
    results = [process.communicate(timeout=120) for process in [start(folder) for _ in range(3)]]
    assert all("[1, 0]" in out for out, _ in results)
    assert sum("compiling the rules, once" in err for _, err in results) == 1


def test_the_cache_folder_can_be_chosen(tmp_path: Path) -> None:
    folder = toy(tmp_path / "package")
    out, _ = run(folder, MUNCHKIN_CACHE=str(tmp_path / "elsewhere"))
    assert str(tmp_path / "elsewhere") in out
    assert list((tmp_path / "elsewhere").glob("*/*/*write_at*.kernel"))


def test_bounds_are_checked_on_request_and_the_two_codes_do_not_mix(tmp_path: Path) -> None:
    folder = toy(tmp_path)
    unchecked, _ = run(folder, slot=5)
    assert unchecked.startswith("False [0, 0]")  # written somewhere else, silently
    _, checked = run(folder, slot=5, NUMBA_BOUNDSCHECK="1")
    assert "IndexError" in checked
    assert "compiling" in run(folder, slot=0, NUMBA_BOUNDSCHECK="1")[1]  # the failed run does not count as compiled


def cached_files(folder: Path) -> list[Path]:
    return sorted(home_of(folder).rglob("*.kernel"))


class Evil:
    """A pickle that runs code."""

    def __init__(self, path: Path) -> None:
        self.path = path

    def __reduce__(self) -> tuple[Any, tuple[Any, ...]]:
        return Path.touch, (self.path,)


def test_damaged_files_are_thrown_away_and_compiled_again(tmp_path: Path) -> None:
    folder = toy(tmp_path / "package")
    run(folder)
    evil = pickle.dumps(Evil(tmp_path / "executed"))
    damages: list[Callable[[bytes], bytes]] = [
        lambda _: evil,
        lambda content: content[: len(content) // 2],
        lambda content: content[:-100] + bytes([content[-100] ^ 1]) + content[-99:],
        lambda _: b"",
    ]
    for first in (0, 2):
        files = cached_files(folder)
        assert len(files) == 2
        for k, path in enumerate(files):
            path.write_bytes(damages[first + k](path.read_bytes()))
        out, err = run(folder)
        assert "[1, 0]" in out and err.count("is damaged, or others could have written it; it is compiled again") == 1, err
        assert "Traceback" not in err
    out, err = run(folder)
    assert "[1, 0]" in out and "damaged" not in err
    assert run(folder) == (out.replace("False", "True"), "")
    assert not (tmp_path / "executed").exists()


@pytest.mark.skipif(sys.platform == "win32", reason="permission bits")
def test_code_that_others_could_have_written_is_not_loaded(tmp_path: Path) -> None:
    folder = toy(tmp_path / "package")
    run(folder)
    path = cached_files(folder)[0]
    content = pickle.dumps(Evil(tmp_path / "executed"))
    path.write_bytes(hashlib.sha256(content).digest() + content)  # as we would write it: anyone who can write there can do so
    path.chmod(0o666)
    out, err = run(folder)
    assert "[1, 0]" in out and "others could have written it" in err
    path = cached_files(folder)[0]
    path.write_bytes(hashlib.sha256(content).digest() + content)
    kernels = next(home_of(folder).rglob("munchkin_env"))
    kernels.chmod(0o777)
    out, err = run(folder)
    assert "[1, 0]" in out and f"because others can write to {kernels}" in err
    assert str(folder / "munchkin_env" / "__pycache__" / "kernels") in out
    assert not (tmp_path / "executed").exists()


@pytest.mark.skipif(sys.platform == "win32", reason="permission bits")
def test_a_chosen_folder_that_others_can_write_to_is_passed_over(tmp_path: Path) -> None:
    folder, shared, home = toy(tmp_path / "package"), tmp_path / "shared", tmp_path / "home"
    shared.mkdir()
    shared.chmod(0o1777)  # like /tmp itself
    out, err = run(folder, MUNCHKIN_CACHE=str(shared), XDG_CACHE_HOME=str(home), HOME=str(home))
    assert f"compiled code is not stored in {shared}" in err and str(home) in out and not list(shared.iterdir())
    (shared / "mine").mkdir(mode=0o700)  # our own files in such a folder are safe
    out, err = run(folder, MUNCHKIN_CACHE=str(shared / "mine"), XDG_CACHE_HOME=str(home), HOME=str(home))
    assert str(shared / "mine") in out and "is not stored" not in err


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs a limit on the size of files")
def test_where_nothing_can_be_kept_it_runs(tmp_path: Path) -> None:
    folder = toy(tmp_path / "package")
    environment = {**os.environ, "PYTHONPATH": str(folder), "XDG_CACHE_HOME": str(home_of(folder)), "NUMBA_DISABLE_JIT": "0"}
    code = (
        "import resource, signal, sys; signal.signal(signal.SIGXFSZ, signal.SIG_IGN)\n"
        "resource.setrlimit(resource.RLIMIT_FSIZE, (1000, 1000)); sys.argv = ['rules', '0']; import munchkin_env.engine.rules"
    )
    done = subprocess.run([sys.executable, "-B", "-c", code], cwd=folder, env=environment, text=True, capture_output=True, check=False)
    assert "[1, 0]" in done.stdout and done.stderr.count("compiled code cannot be stored") == 1
    out, err = run(folder)
    assert out.startswith("False [1, 0]") and "Traceback" not in err


NAMES = """
import sys
import numpy as np
from munchkin_env.core.kernel import kernel
import numba
for size in range(int(sys.argv[1])):  # records that another program makes before us, so that Numba's numbers are others
    numba.from_dtype(np.dtype([("other", np.int8, (size + 2,))]))
from munchkin_env.engine.state.records import Game
from munchkin_env.vocabulary.tables import Tables
from numba.core.funcdesc import default_mangler
print([default_mangler("rule", [numba.from_dtype(one.layout)]) for one in (Game, Tables)])
"""


def test_symbols_have_the_same_names_in_every_process() -> None:
    """Processes that compile at the same time put objects into one folder that call each other by these names."""

    def names(others: int) -> str:
        command = [sys.executable, "-c", NAMES, str(others)]
        return subprocess.run(command, env={**os.environ, "NUMBA_DISABLE_JIT": "0"}, text=True, capture_output=True, check=True).stdout

    first = names(0)
    assert "rule" in first and first == names(7)
    assert len(set(first.split(","))) == 2, "two records, two names"
