"""What a file of a compiled kernel holds: enough to load it in another process, and little else."""

import os
import subprocess
import sys
from pathlib import Path

KERNELS = """
from munchkin_env.core.kernel import kernel
from munchkin_env.core.record import empty, open_records
from munchkin_env.engine.state.records import Game

def adder(n):
    @kernel
    def add(a):
        return a + n

    return add

@kernel
def turn(game: Game) -> int:
    return game.turn + 5

@kernel
def turns(games, i):
    return turn(games[i])

print(adder(1)(1), adder(2)(1), turns(open_records(empty(Game, 1)), 0))
"""


def run(folder: Path) -> dict[str, int]:
    """The files of the cache afterwards, and when each was written."""
    (folder / "kernels.py").write_text(KERNELS)
    environ = {**os.environ, "NUMBA_DISABLE_JIT": "0", "MUNCHKIN_CACHE": str(folder / "cache")}
    done = subprocess.run([sys.executable, "kernels.py"], cwd=folder, env=environ, text=True, capture_output=True, check=False)
    assert done.stdout == "2 3 5\n", done.stderr
    return {path.name: path.stat().st_mtime_ns for path in (folder / "cache").rglob("*.kernel")}


def test_kernels_with_other_closures_and_records_are_found_again(tmp_path: Path) -> None:
    first = run(tmp_path)
    assert sorted(name.partition("-")[0] for name in first) == ["__main__.add", "__main__.add", "__main__.turn", "__main__.turns"]
    assert run(tmp_path) == first


def test_our_records_are_named_not_described(tmp_path: Path) -> None:
    run(tmp_path)
    (path,) = (tmp_path / "cache").rglob("*.turn-*.kernel")
    content = path.read_bytes()
    assert b"munchkin_env.engine.state.records" in content and b"n_players" not in content
    assert len(content) < 20_000
