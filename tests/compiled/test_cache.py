"""The cache of compiled code, over a package of two small files that is compiled, edited and compiled again."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import munchkin_env.engine.kernel

RULES = """
import sys
from munchkin_env.engine.kernel import CACHE, compiling, is_cached, kernel
from munchkin_env.engine.record import Array, Record, empty, i8, i64, open_records
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
print(cached, games["cards"][0].tolist(), CACHE)
"""


def toy(folder: Path) -> Path:
    """A package with the real kernel.py and record.py, and a kernel that calls one in another file."""
    engine = folder / "munchkin_env" / "engine"
    engine.mkdir(parents=True)
    for name in ("kernel.py", "record.py"):
        shutil.copy(Path(munchkin_env.engine.kernel.__file__).with_name(name), engine)
    (engine / "rules.py").write_text(RULES)
    set_value(folder, 1)
    return folder


def set_value(folder: Path, value: int) -> None:
    source = f"from munchkin_env.engine.kernel import kernel\n\n@kernel\ndef value():\n    return {value}\n"
    (folder / "munchkin_env" / "engine" / "value.py").write_text(source)


def start(folder: Path, slot: int = 0, **environment: str) -> "subprocess.Popen[str]":
    clean = {name: text for name, text in os.environ.items() if not name.startswith(("NUMBA_", "MUNCHKIN_"))}
    environment = {**clean, "PYTHONPATH": str(folder), **environment}
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


def test_processes_that_start_together_wait_for_one_compiler(tmp_path: Path) -> None:
    folder = toy(tmp_path)
    results = [process.communicate(timeout=120) for process in [start(folder) for _ in range(3)]]
    assert all("[1, 0]" in out for out, _ in results)
    assert sum("compiling the rules, once" in err for _, err in results) == 1


def test_the_cache_folder_can_be_chosen(tmp_path: Path) -> None:
    folder = toy(tmp_path / "package")
    out, _ = run(folder, MUNCHKIN_CACHE=str(tmp_path / "elsewhere"))
    assert str(tmp_path / "elsewhere") in out
    assert list((tmp_path / "elsewhere").glob("*/*/*write_at*.nbc"))


def test_bounds_are_checked_on_request_and_the_two_codes_do_not_mix(tmp_path: Path) -> None:
    folder = toy(tmp_path)
    unchecked, _ = run(folder, slot=5)
    assert unchecked.startswith("False [0, 0]")  # written somewhere else, silently
    _, checked = run(folder, slot=5, NUMBA_BOUNDSCHECK="1")
    assert "IndexError" in checked
    assert "compiling" in run(folder, slot=0, NUMBA_BOUNDSCHECK="1")[1]  # the failed run does not count as compiled


NAMES = """
import sys
import numpy as np
from munchkin_env.engine.kernel import kernel
import numba
for size in range(int(sys.argv[1])):  # records that another program makes before us, so that Numba's numbers are others
    numba.from_dtype(np.dtype([("other", np.int8, (size + 2,))]))
from munchkin_env.engine.state import Game
from munchkin_env.cards.vocabulary import Tables
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
