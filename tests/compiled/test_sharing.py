"""Two processes compile together, tried on a package of a few dozen small kernels that call each other."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.compiled.test_cache import home_of, toy

N = 30
MANY = "from munchkin_env.core.kernel import kernel\n" + "".join(
    f"\n@kernel\ndef f{k}(x: int) -> int:\n    return {f'f{k - 1}(x) + f{max(k - 3, 0)}(x)' if k else 'x'}\n" for k in range(N)
)
COMPILES = f"""
import sys
from munchkin_env.core import compiling, linking
from munchkin_env.engine.many import f{N - 1}

compiling.processes = lambda: 2
plain = compiling.compile_unit

def noted(name):
    with open("by_the_first", "a") as file:
        file.write(name + "\\n")
    plain(name)

compiling.compile_unit = noted
with compiling.compiling():
    compiling.compile_together("munchkin_env.engine.helper")
    print(f{N - 1}(1), len(linking.units()), [path.name for path in compiling.code_folder().glob("claims*")])
"""
HELPS = """
import sys
from pathlib import Path
import munchkin_env.engine.many
from munchkin_env.core import compiling

plain = compiling.compile_unit

def noted(name):
    with open("by_the_helper", "a") as file:
        file.write(name + "\\n")
    plain(name)

compiling.compile_unit = noted
compiling.help_compiling(Path(sys.argv[1]))
"""


def value() -> int:
    found = [1]
    for k in range(1, N):
        found.append(found[k - 1] + found[max(k - 3, 0)])
    return found[-1]


def run(folder: Path) -> str:
    """What the first process prints."""
    clean = {name: text for name, text in os.environ.items() if not name.startswith(("NUMBA_", "MUNCHKIN_"))}
    environment = {**clean, "PYTHONPATH": str(folder), "XDG_CACHE_HOME": str(home_of(folder))}
    command = [sys.executable, "-m", "munchkin_env.engine.compiles"]
    done = subprocess.run(command, cwd=folder, env=environment, capture_output=True, text=True, timeout=300, check=False)
    assert done.returncode == 0, (done.returncode, done.stderr)
    return done.stdout


@pytest.mark.slow
def test_every_separate_kernel_is_compiled_once_by_one_of_them(tmp_path: Path) -> None:
    folder = toy(tmp_path)
    engine = folder / "munchkin_env" / "engine"
    for name, source in (("many", MANY), ("compiles", COMPILES), ("helper", HELPS)):
        (engine / f"{name}.py").write_text(source, encoding="utf-8")
    result, units, left = run(folder).split(maxsplit=2)
    assert int(result) == value() and left.strip() == "[]"
    by = [(folder / name).read_text(encoding="utf-8").split() for name in ("by_the_first", "by_the_helper") if (folder / name).exists()]
    compiled = [name for names in by for name in names]
    assert len(compiled) == len(set(compiled)) == int(units) > 5
    again, *_ = run(folder).split()  # Python calls a kernel that is loaded, and so must be what it calls
    assert int(again) == value()
