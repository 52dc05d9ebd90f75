import dis
import functools
import os
import subprocess
import sys
from pathlib import Path
from types import FunctionType

import pytest

from munchkin_env.core import cache, compiling, linking, sources
from munchkin_env.core.kernel import kernel
from munchkin_env.core.locks import try_lock
from munchkin_env.core.mode import COMPILED

pytestmark = pytest.mark.compiled


@kernel
def add(a: int, b: int) -> int:
    return a + b


@kernel
def divide(a: int, b: int) -> int:
    return a // b


def package(folder: Path) -> Path:
    """Kernels in turn.py, which takes constants from kinds.py, which takes some from limits.py; cli.py is beside them."""
    (folder / "engine").mkdir(parents=True)
    (folder / "core").mkdir()
    (folder / "core" / "kernel.py").write_text("# no kernels here\n")
    kernels = "from munchkin_env.core.kernel import kernel\nfrom munchkin_env.engine import (\n    kinds,\n)\n"
    (folder / "engine" / "turn.py").write_text(kernels)
    (folder / "engine" / "kinds.py").write_text("from .. import limits\n")
    (folder / "limits.py").write_text("SEATS = 6\n")
    (folder / "cli.py").write_text("from munchkin_env.engine import turn\n")
    (folder / "deluxe.json").write_text("{}")
    return folder


def test_a_kernel_is_the_plain_function_in_the_twin_only() -> None:
    assert add(2, 3) == 5
    assert hasattr(add, "py_func") == COMPILED


many_globals = FunctionType(compile(f"[{', '.join(f'name_{i}' for i in range(300))}, print(len('a').real)]", "many", "eval"), {})


@pytest.mark.parametrize("function", [many_globals, cache._root, package, test_a_kernel_is_the_plain_function_in_the_twin_only])
def test_the_global_names_of_a_function_are_those_that_dis_finds(function: FunctionType) -> None:
    expected = {one.argval for one in dis.get_instructions(function) if one.opname == "LOAD_GLOBAL"}
    assert linking.global_names(function.__code__) == expected


def test_division_by_zero_raises_compiled_and_in_the_twin() -> None:
    with pytest.raises(ZeroDivisionError):
        divide(1, 0)


def test_the_twin_does_not_import_numba() -> None:
    code = "import sys, munchkin_env.core.record; assert 'numba' not in sys.modules"
    subprocess.run([sys.executable, "-c", code], check=True, env={**os.environ, "NUMBA_DISABLE_JIT": "1"})


@pytest.mark.parametrize("name", ["engine/turn.py", "engine/kinds.py", "limits.py"])
def test_an_edit_of_what_kernels_are_made_from_changes_the_hash(tmp_path: Path, name: str) -> None:
    folder = package(tmp_path / "munchkin_env")
    before = sources.source_hash(folder)
    (folder / name).write_text((folder / name).read_text() + "# edited\n")
    assert sources.source_hash(folder) != before


def test_an_edit_above_the_rules_leaves_them_compiled(tmp_path: Path) -> None:
    folder = package(tmp_path / "munchkin_env")
    (folder / "bot.py").write_text("from munchkin_env.core.kernel import kernel\n")
    before = [sources.source_hash(folder, under) for under in ("munchkin_env.engine.", "munchkin_env.")]
    (folder / "bot.py").write_text("from munchkin_env.core.kernel import kernel\n# edited\n")
    after = [sources.source_hash(folder, under) for under in ("munchkin_env.engine.", "munchkin_env.")]
    assert before[0] == after[0] and before[1] != after[1]


@pytest.mark.parametrize("name", ["cli.py", "deluxe.json"])
def test_other_edits_do_not(tmp_path: Path, name: str) -> None:
    folder = package(tmp_path / "munchkin_env")
    before = sources.source_hash(folder)
    (folder / name).write_text("# edited\n")
    assert sources.source_hash(folder) == before


def test_the_cache_is_the_users(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("MUNCHKIN_CACHE", raising=False)
    monkeypatch.setattr(cache, "_user_cache", lambda: tmp_path / "user" / "munchkin_env")
    assert cache._root() == tmp_path / "user" / "munchkin_env"


def test_the_cache_goes_beside_the_package_if_the_user_can_keep_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "user").write_text("a file, so that no folder can be made here")
    monkeypatch.delenv("MUNCHKIN_CACHE", raising=False)
    monkeypatch.setattr(cache, "_user_cache", lambda: tmp_path / "user" / "munchkin_env")
    monkeypatch.setattr(cache, "PACKAGE", package(tmp_path / "munchkin_env"))
    assert cache._root() == tmp_path / "munchkin_env" / "__pycache__" / "kernels"


def test_a_cache_folder_that_was_asked_for_must_be_writable(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MUNCHKIN_CACHE", str(tmp_path / "here"))
    assert cache._root() == (tmp_path / "here").resolve()
    (tmp_path / "file").touch()
    monkeypatch.setenv("MUNCHKIN_CACHE", str(tmp_path / "file"))
    with pytest.raises(OSError, match=r"MUNCHKIN_CACHE=.* is not a folder that can be written to"):
        cache._root()


@pytest.mark.skipif(sys.platform == "win32", reason="permission bits")
def test_who_else_can_write_there(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    above, folder = tmp_path / "above", tmp_path / "above" / "cache"
    folder.mkdir(parents=True)
    assert cache.stranger(folder) is None
    folder.chmod(0o757)
    assert cache.stranger(folder) == folder
    folder.chmod(0o755)
    above.chmod(0o777)
    assert cache.stranger(folder) == above
    above.chmod(0o1777)
    assert cache.stranger(folder) is None and cache.stranger(above) == above
    above.chmod(0o775)
    monkeypatch.setattr(cache, "_group_of_one", lambda _: False)
    assert cache.stranger(folder) == above
    monkeypatch.setattr(cache, "_group_of_one", lambda _: True)
    assert cache.stranger(folder) is None
    me = os.geteuid()
    monkeypatch.setattr(cache, "_me", lambda: me + 1)  # somebody who does not own the folder
    assert cache.stranger(folder) == (folder if me else None)


@pytest.mark.skipif(sys.platform == "win32", reason="links")
def test_a_link_is_followed_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The path that is checked is the path that is used, even if the link changes afterwards."""
    (tmp_path / "real").mkdir()
    (tmp_path / "link").symlink_to("real")
    monkeypatch.setenv("MUNCHKIN_CACHE", str(tmp_path / "link"))
    assert cache._root() == (tmp_path / "real").resolve()


@pytest.mark.skipif(sys.platform == "win32" or os.geteuid() != 0, reason="only root can give folders away")
def test_a_folder_of_somebody_else_is_theirs(tmp_path: Path) -> None:
    folder = tmp_path / "cache"
    folder.mkdir()
    os.chown(folder, 12345, 12345)
    assert cache.stranger(folder) == folder
    os.chown(folder, 0, 12345)
    folder.chmod(0o770)  # a group without a name
    assert cache.stranger(folder) == folder


@pytest.mark.skipif(sys.platform == "win32", reason="permission bits")
def test_a_folder_that_others_can_write_to_is_passed_over(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    installed = package(tmp_path / "munchkin_env")
    users, kernels = tmp_path / "user" / "munchkin_env", installed / "__pycache__" / "kernels"
    users.mkdir(parents=True)
    users.chmod(0o777)
    monkeypatch.delenv("MUNCHKIN_CACHE", raising=False)
    monkeypatch.setattr(cache, "PACKAGE", installed)
    monkeypatch.setattr(cache, "_told", set())
    monkeypatch.setattr(cache, "_own_folder", functools.cache(cache._own_folder.__wrapped__))
    monkeypatch.setattr(cache, "_user_cache", lambda: users)
    assert cache._root() == cache._root() == kernels
    assert capsys.readouterr().err.count(f"is not stored in {users}, because others can write to {users}") == 1
    kernels.chmod(0o777)
    alone = cache._root()
    assert alone == cache._own_folder() and cache.stranger(alone) is None


def test_which_folder_is_of_this_process_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cache, "_own_folder", functools.cache(cache._own_folder.__wrapped__))
    assert cache.cache_of_this_process() is None
    assert cache._own_folder() == cache.cache_of_this_process()


def test_pruning_keeps_the_latest_folders_and_touches_nothing_else(tmp_path: Path) -> None:
    for age in range(12):
        folder = tmp_path / f"{age:016x}"
        folder.mkdir()
        os.utime(folder, (1e9 - age, 1e9 - age))
    (tmp_path / "somebody's").mkdir()
    cache._prune(tmp_path / f"{11:016x}", tmp_path / f"{10:016x}")  # those in use stay, however old
    left = sorted(path.name for path in tmp_path.iterdir())
    assert left == [f"{age:016x}" for age in (0, 1, 2, 3, 4, 5, 6, 7, 10, 11)] + ["somebody's"]


def test_a_part_is_cached_once_the_block_has_ended_well(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(compiling, "code_folder", lambda: tmp_path / "0123456789abcdef")
    monkeypatch.setattr(compiling, "shipped_whole", lambda _: None)
    monkeypatch.setattr(compiling, "COMPILED", True)
    monkeypatch.setattr(compiling, "keep_latest", lambda: None)
    with pytest.raises(KeyboardInterrupt), compiling.compiling():
        raise KeyboardInterrupt
    assert not compiling.is_cached()
    with compiling.compiling(), compiling.compiling():  # the warm-up may warm up again
        assert not compiling.is_cached()
    assert compiling.is_cached() and not compiling.is_cached("bots")
    assert "compiling the rules, once per machine" in capsys.readouterr().err
    with compiling.compiling():
        pass
    assert capsys.readouterr().err == ""


def test_a_lock_is_released_when_its_holder_dies(tmp_path: Path) -> None:
    code = (
        "import sys, time, pathlib; from munchkin_env.core.compiling import _lock\n"
        "with _lock(pathlib.Path(sys.argv[1]), 'rules'): print('held', flush=True); time.sleep(60)"
    )
    holder = subprocess.Popen([sys.executable, "-c", code, str(tmp_path / "lock")], stdout=subprocess.PIPE)
    assert holder.stdout is not None and holder.stdout.readline().strip() == b"held"
    with (tmp_path / "lock").open("a+b") as file:
        assert not try_lock(file)
    holder.kill()
    holder.communicate()
    with (tmp_path / "lock").open("a+b") as file:
        assert try_lock(file)


def test_nobody_waits_for_ever(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with compiling._lock(tmp_path / "lock", "rules"), compiling._lock(tmp_path / "lock", "rules", patience=0.0):
        pass
    assert "continuing without it" in capsys.readouterr().err
