"""Compiled code that comes with the package, tested on the package of two small files."""

import os
import shutil
import stat
import subprocess
import sys
from pathlib import Path

import pytest

from munchkin_env.core.shipped import Level, level
from tests.compiled.test_cache import home_of, run, set_value, toy

WANTED = level() or Level("")
pytestmark = pytest.mark.skipif(level() is None, reason="no code is shipped for this platform")


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The toy with compiled code inside, as it comes out of a wheel."""
    folder = toy(tmp_path_factory.mktemp("made") / "package")
    environ = {"MUNCHKIN_CACHE": str(folder.parent / "building"), "NUMBA_CPU_NAME": WANTED.name, "NUMBA_CPU_FEATURES": ""}
    assert "compiling the rules" in run(folder, 0, **environ)[1]
    ship = [sys.executable, "-c", "from munchkin_env.core.shipped import ship; ship()"]
    subprocess.run(ship, cwd=folder, env={**os.environ, "NUMBA_DISABLE_JIT": "0", "PYTHONPATH": str(folder), **environ}, check=True)
    return folder


@pytest.fixture
def folder(made: Path, tmp_path: Path) -> Path:
    """A copy of it."""
    return Path(shutil.copytree(made, tmp_path / "package"))


def files(folder: Path) -> dict[Path, int]:
    """When each file of the package was written."""
    found = [path for path in folder.rglob("*") if path.is_file() and "__pycache__" not in path.parts]
    return {path: path.stat().st_mtime_ns for path in found}


def kernels(folder: Path) -> list[Path]:
    return sorted((folder / "munchkin_env" / "compiled").rglob("*.kernel"))


def test_what_is_shipped_is_used_and_nothing_is_written(folder: Path) -> None:
    before = files(folder)
    out, err = run(folder)
    assert out.startswith("True [1, 0]") and err == ""
    assert str(folder / "munchkin_env" / "compiled") in out
    assert files(folder) == before and len(kernels(folder)) == 2
    assert not home_of(folder).exists()


def test_other_sources_are_compiled(folder: Path) -> None:
    set_value(folder, 2)
    out, err = run(folder)
    assert out.startswith("False [2, 0]") and "compiling the rules" in err and str(home_of(folder)) in out
    assert run(folder)[0].startswith("True [2, 0]")


def as_if(folder: Path, other: str) -> "subprocess.CompletedProcess[str]":
    """Run it after these statements."""
    code = f"{other}; import runpy, sys; sys.argv[1:] = ['0']; runpy.run_module('munchkin_env.engine.rules', run_name='__main__')"
    environ = {
        **os.environ,
        "NUMBA_DISABLE_JIT": "0",
        "PYTHONPATH": str(folder),
        "XDG_CACHE_HOME": str(home_of(folder)),
        "MUNCHKIN_CACHE": "",
    }
    return subprocess.run([sys.executable, "-c", code], cwd=folder, env=environ, text=True, capture_output=True, check=False)


def test_any_numpy_with_the_same_arrays_will_do(folder: Path) -> None:
    done = as_if(folder, "import numba, numpy; numpy.__version__ = '2.99.0'")
    assert done.stdout.startswith("True [1, 0]") and done.stderr == ""


@pytest.mark.parametrize(
    "other",
    [
        "import numba; numba.__version__ = '0.68.99'",
        "import llvmlite; llvmlite.__version__ = '0.50.99'",
        "import numba, numpy; numpy.__version__ = '3.0.0'",
        "import sysconfig; sysconfig.get_config_vars()['EXT_SUFFIX'] = '.cpython-399-other.so'",
        "import llvmlite.binding as llvm; llvm.get_host_cpu_features = type(llvm.get_host_cpu_features())",
        "import platform; platform.machine = lambda: 'other'",
    ],
)
def test_for_other_versions_and_processors_it_is_compiled(folder: Path, other: str) -> None:
    """With the right results."""
    if "features" in other and not WANTED.needs:
        pytest.skip(f"every processor of this kind runs code for {WANTED.name}")
    done = as_if(folder, other)
    assert done.stdout.startswith("False [1, 0]") and "compiling the rules" in done.stderr, done.stderr


SETTINGS = [
    {"NUMBA_BOUNDSCHECK": "1"},
    {"NUMBA_OPT": "1"},
    {"NUMBA_DEBUGINFO": "1"},
    {"NUMBA_CPU_NAME": "cortex-a57" if WANTED.name == "generic" else "generic"},
    *([{"NUMBA_ENABLE_AVX": "0"}] if "avx" in WANTED.needs else []),
]


@pytest.mark.parametrize("setting", SETTINGS)
def test_who_asks_numba_for_other_code_gets_it(folder: Path, setting: dict[str, str]) -> None:
    out, err = run(folder, 0, **setting)
    assert out.startswith("False [1, 0]") and "compiling the rules" in err
    if "NUMBA_BOUNDSCHECK" in setting:
        assert "IndexError" in run(folder, 5, **setting)[1]


@pytest.mark.skipif(sys.platform == "win32", reason="permission bits")
def test_code_that_others_can_write_is_not_used(folder: Path) -> None:
    compiled = folder / "munchkin_env" / "compiled"
    compiled.chmod(0o777)
    out, err = run(folder)
    assert out.startswith("False [1, 0]") and f"is not used, because others can write to {compiled}" in err
    assert str(home_of(folder)) in out


def test_a_damaged_file_is_left_and_its_kernel_compiled(folder: Path) -> None:
    for path in kernels(folder):
        path.write_bytes(path.read_bytes()[:-1] + b"?")
    before = files(folder)
    for _ in range(2):
        out, err = run(folder)
        assert "[1, 0]" in out and "is damaged, or others could have written it; install the package again" in err
        assert files(folder) == before
    assert len(list(home_of(folder).rglob("*.kernel"))) == 2


@pytest.mark.skipif(sys.platform == "win32", reason="permission bits")
def test_a_file_that_others_can_write_is_not_read(folder: Path) -> None:
    kernels(folder)[0].chmod(0o666)
    out, err = run(folder)
    assert "[1, 0]" in out and "others could have written it" in err
    assert stat.S_IMODE(kernels(folder)[0].stat().st_mode) == 0o666
