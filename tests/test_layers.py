"""Rooms: which may import which. An import goes to a lower room or within the same one, never up, never in a cycle."""

import ast
import re
import sys
from functools import cache
from importlib.util import resolve_name
from pathlib import Path

import pytest

import munchkin_env.core.kernel
from munchkin_env.core.sources import kernel_sources

PACKAGE = Path(munchkin_env.core.kernel.__file__).parents[1]

# Bottom up. A file belongs to the longest matching name; a new file needs no entry.
ROOMS = [
    "core",
    "vocabulary",
    "engine",
    "engine/state",
    "engine/queries",
    "engine/verbs",
    "engine/effects",
    "engine/rules",
    "engine/flow",
    "engine/boundary",
    "cards",
    "sound",
    "observe",
    "game",
    "text",
    "players",
    "tasks",
    "envs",
    "adapters",
    "web",
    "serve",
    "learning",
    "lab",
    "cli",
]
FRONT_DOOR = len(ROOMS)
"""The modules beside the rooms give public names a short address; only version.py and registration.py do more."""
OF_EVERYBODY = {"version.py"}
RULES = "engine/rules/"  # they do not import each other: a rule that leads to another pushes its kind on the stack
ONLY_NUMPY = ("core/", "vocabulary/", "engine/", "cards/")  # and the standard library: the rules run where nothing else is installed
KNOW_NUMBA = {f"core/{name}.py" for name in ("cache", "copying", "kernel", "linking", "local", "mode", "pickling", "shipped", "storage")}
NOT_INSTALLED = {"agents", "experiments", "tests", "benchmarks"}

FILES = sorted(path.relative_to(PACKAGE).as_posix() for path in PACKAGE.rglob("*.py"))
FOLDERS = sorted({file.rpartition("/")[0] for file in FILES} - {""})


def room(file: str) -> int:
    folder = file.rpartition("/")[0]
    found = [number for number, name in enumerate(ROOMS) if f"{folder}/".startswith(f"{name}/")]
    return max(found, key=lambda number: len(ROOMS[number]), default=FRONT_DOOR)


@cache
def imported_names(file: str) -> frozenset[str]:
    """Full dotted names of everything a file imports, including inside functions and under TYPE_CHECKING."""
    folder = ".".join(["munchkin_env", *file.split("/")[:-1]])
    names = set()
    for node in ast.walk(ast.parse((PACKAGE / file).read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            names |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            module = resolve_name("." * node.level + (node.module or ""), folder)
            names |= {f"{module}.{alias.name}" for alias in node.names}
    return frozenset(names)


def file_of(name: str) -> str | None:
    """munchkin_env.core.rng.below and munchkin_env.core.rng are both core/rng.py."""
    top, *parts = name.split(".")
    if top != "munchkin_env":
        return None
    for end in (len(parts), len(parts) - 1):
        for candidate in ("/".join(parts[:end]) + ".py", "/".join([*parts[:end], "__init__.py"])):
            if candidate in FILES:
                return candidate
    return None


def imports(file: str) -> set[str]:
    return {found for name in imported_names(file) if (found := file_of(name)) and found != file}


@pytest.mark.parametrize("folder", FOLDERS)
def test_every_folder_is_in_a_room(folder: str) -> None:
    assert room(f"{folder}/x.py") < FRONT_DOOR, (
        f"munchkin_env/{folder}/ is in no room. Add it to ROOMS in tests/test_layers.py: above everything that it imports, "
        "below everything that will import it."
    )


def purpose(folder: str) -> str:
    told = ast.get_docstring(ast.parse((PACKAGE / folder / "__init__.py").read_text(encoding="utf-8"))) or ""
    return told.partition("\n")[0]


@pytest.mark.parametrize("folder", FOLDERS)
def test_the_architecture_tells_the_purpose_of_every_folder(folder: str) -> None:
    sentence = purpose(folder)
    assert re.fullmatch(r"[^.]+\.", sentence), f"munchkin_env/{folder}/__init__.py must begin with its purpose, one sentence"
    page = (PACKAGE.parent / "docs" / "architecture.md").read_text(encoding="utf-8")
    name = folder.rpartition("/")[2]
    line = rf"^ *{re.escape(name)}/ +{re.escape(sentence.removesuffix('.'))}$"
    assert re.search(line, page, re.MULTILINE), f"the tree in docs/architecture.md lacks the line `{name}/  {sentence.removesuffix('.')}`"


@pytest.mark.parametrize("file", FILES)
def test_imports_go_down(file: str) -> None:
    for other in sorted(imports(file) - OF_EVERYBODY):
        assert room(other) <= room(file), f"munchkin_env/{file} imports {other}, which is in a higher room"
        assert not (file.startswith(RULES) and other.startswith(RULES)), (
            f"munchkin_env/{file} imports {other}: the files of the rules do not know each other. "
            "Push the other's kind on the stack, or move what both need to a lower room."
        )


def test_imports_make_no_circle() -> None:
    done: set[str] = set()

    def visit(file: str, path: tuple[str, ...]) -> None:
        assert file not in path, "imports in a circle: " + " -> ".join([*path[path.index(file) :], file])
        if file not in done:
            for other in sorted(imports(file)):
                visit(other, (*path, file))
            done.add(file)

    for file in FILES:
        visit(file, ())


@pytest.mark.parametrize("file", [file for file in FILES if file.startswith(ONLY_NUMPY)])
def test_the_rules_need_numpy_only(file: str) -> None:
    allowed = {"numpy", "munchkin_env"} | sys.stdlib_module_names
    if file in KNOW_NUMBA:
        allowed |= {"numba", "llvmlite"}
    strange = {name.split(".")[0] for name in imported_names(file)} - allowed
    assert not strange, f"munchkin_env/{file} imports {', '.join(sorted(strange))}"


@pytest.mark.parametrize("file", FILES)
def test_numba_is_known_to_a_few_files_of_core(file: str) -> None:
    tops = {name.split(".")[0] for name in imported_names(file)}
    assert "numba" not in tops or file in KNOW_NUMBA, f"munchkin_env/{file}: take `kernel` from munchkin_env.core.kernel"
    assert not tops & NOT_INSTALLED, f"munchkin_env/{file} imports {tops & NOT_INSTALLED}, which is not in the wheel"


@pytest.mark.parametrize("file", FILES)
def test_kernel_is_imported_by_its_name(file: str) -> None:
    """The cache recognizes files with kernels by that import."""
    assert "munchkin_env.core.kernel" not in imported_names(file), (
        f"munchkin_env/{file}: write `from munchkin_env.core.kernel import kernel`, not an import of the module"
    )


def test_the_cache_folder_depends_on_all_that_kernels_are_made_from() -> None:
    """sources.py finds imports by a pattern, for speed; here they are parsed. A missed file would leave stale machine code."""
    needed = {"core/kernel.py"} | {file for file in FILES if "munchkin_env.core.kernel.kernel" in imported_names(file)}
    while more := {other for file in needed for other in imports(file)} - needed:
        needed |= more
    seen = {path.relative_to(PACKAGE).as_posix() for path in kernel_sources(PACKAGE)}
    assert needed <= seen
