"""Who may import whom: an import goes to a lower layer or to the same one, never up, never in a circle."""

import ast
import re
import sys
from fnmatch import fnmatch
from functools import cache
from importlib.util import resolve_name
from pathlib import Path

import pytest

import munchkin_env.core.kernel
from munchkin_env.core.kernel import _kernel_sources

PACKAGE = Path(munchkin_env.core.kernel.__file__).parent.parent

# The first pattern that fits decides. A new module of the rules in engine/ needs no entry.
LAYERS: list[tuple[str, int]] = [
    ("version.py", 0),
    ("files.py", 0),
    ("texts.py", 0),
    ("core/kernel.py", 0),
    ("core/record.py", 1),
    ("vocabulary/words.py", 1),
    ("engine/state/records.py", 2),
    ("engine/state/actions.py", 2),
    ("core/bits.py", 2),
    ("engine/state/rng.py", 2),
    ("engine/state/stack.py", 2),
    ("core/types.py", 2),
    ("engine/state/events.py", 3),
    ("cards/*", 3),
    ("options.py", 3),
    ("engine/verbs/piles.py", 4),
    ("engine/queries/seats.py", 4),
    ("engine/queries/conditions.py", 4),
    ("engine/queries/standing.py", 4),
    ("engine/queries/lasers.py", 4),
    ("engine/queries/promises.py", 4),
    ("engine/queries/sacrifice.py", 4),
    ("engine/queries/limits.py", 4),
    ("engine/queries/steeds.py", 4),
    ("engine/queries/strength.py", 4),
    ("engine/queries/flight.py", 4),
    ("engine/queries/winning_items.py", 4),
    ("engine/verbs/markers.py", 4),
    ("engine/verbs/combat_cards.py", 4),
    ("engine/verbs/blank.py", 5),
    ("engine/effects/answers.py", 5),
    ("engine/queries/moments.py", 5),
    ("engine/queries/prices.py", 5),
    ("engine/queries/offers.py", 5),
    ("engine/queries/handling.py", 5),
    ("engine/verbs/asking.py", 5),
    ("engine/queries/helping.py", 5),
    ("engine/queries/joining.py", 5),
    ("engine/queries/rights.py", 5),
    ("engine/queries/selling.py", 5),
    ("engine/verbs/registers.py", 5),
    ("engine/verbs/getting.py", 5),
    ("engine/verbs/deeds.py", 5),
    ("engine/op_*.py", 5),
    ("engine/effects/interpreter.py", 5),
    ("engine/flow/dispatch.py", 7),
    ("engine/__init__.py", 7),
    ("engine/boundary/playouts.py", 7),
    ("engine/boundary/position.py", 7),
    ("engine/*.py", 6),
    ("sound/*", 8),
    ("observe/*", 8),
    ("rewards.py", 8),
    ("notation.py", 8),
    ("views.py", 8),
    ("game.py", 9),
    ("scenario/*", 9),
    ("bots/*", 9),
    ("replay.py", 10),
    ("spaces.py", 9),
    ("aec.py", 10),
    ("gym.py", 10),
    ("matches.py", 10),
    ("seating.py", 10),
    ("vector.py", 10),
    ("learners.py", 10),
    ("teaching.py", 10),
    ("selfplay.py", 10),
    ("affine.py", 10),
    ("policy.py", 10),
    ("gym_vector.py", 11),
    ("sb3.py", 11),
    ("render.py", 10),
    ("munchkin_v0.py", 11),
    ("registration.py", 11),
    ("agents/*", 10),
    ("arena/*", 11),
    ("bench.py", 11),
    ("bench_learners.py", 11),
    ("rllib.py", 11),
    ("profiling.py", 11),
    ("census/*", 11),
    ("play.py", 11),
    ("coverage.py", 11),
    ("cli.py", 11),
    ("__init__.py", 12),
    ("__main__.py", 13),
]
RULES = 6  # blind to each other: a rule that leads into another pushes its kind on the stack
ENGINE_NEEDS = {"numpy", "munchkin_env"}  # and the standard library: the engine runs where nothing else is installed
BLAS = {"dot", "vdot", "inner", "tensordot", "einsum", "matmul", "linalg", "polyfit", "cov", "corrcoef", "convolve", "correlate"}
NOT_INSTALLED = {"agents", "experiments", "tests", "benchmarks"}

FILES = sorted(path.relative_to(PACKAGE).as_posix() for path in PACKAGE.rglob("*.py"))


def layer(file: str) -> int | None:
    return next((number for pattern, number in LAYERS if fnmatch(file, pattern)), None)


@cache
def imported_names(file: str) -> frozenset[str]:
    """Full dotted names of everything a file imports, also inside functions and under TYPE_CHECKING."""
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
    """munchkin_env.engine.state.records.Game and munchkin_env.engine.state.records are both engine/state/records.py."""
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


@pytest.mark.parametrize("file", FILES)
def test_every_file_has_a_layer(file: str) -> None:
    assert layer(file) is not None, (
        f"munchkin_env/{file} is in no layer. Add it to LAYERS in tests/test_layers.py: above everything it imports, "
        "below everything that will import it; docs/architecture.md says what the layers are."
    )


def test_the_architecture_names_every_module_and_no_other() -> None:
    """Those of the package itself and of engine/ by their names, other folders by theirs; op_*.py are told together."""
    text = (PACKAGE.parent / "docs" / "architecture.md").read_text(encoding="utf-8")
    told = set(re.findall(r"\b([a-z_0-9]+\.py|[a-z]+/)(?=[ `,;):.]|$)", text, re.MULTILINE))
    tops = {file.split("/")[0] + ("/" if "/" in file else "") for file in FILES}
    rules = {file.removeprefix("engine/") for file in FILES if file.startswith("engine/") and "/op_" not in file}
    assert sorted((tops | rules) - told - {"__init__.py", "__main__.py", "version.py"}) == []
    there = {file.rpartition("/")[2] for file in FILES} | {"test_layers.py"}
    assert sorted(name for name in told - there if name.endswith(".py")) == []


@pytest.mark.parametrize("file", FILES)
def test_imports_go_down(file: str) -> None:
    own = layer(file)
    for other in sorted(imports(file)):
        theirs = layer(other)
        assert own is not None and theirs is not None
        assert theirs <= own, f"munchkin_env/{file} (layer {own}) imports {other} (layer {theirs}), which is above it"
        assert (own, theirs) != (RULES, RULES), (
            f"munchkin_env/{file} imports {other}: modules of the rules do not know each other. "
            "Push the other's kind on the stack, or move what both need to a lower layer."
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


@pytest.mark.parametrize("file", [file for file in FILES if file.startswith(("engine/", "cards/"))])
def test_the_engine_needs_numpy_only(file: str) -> None:
    allowed = ENGINE_NEEDS | sys.stdlib_module_names
    if file == "core/kernel.py":
        allowed |= {"numba", "llvmlite"}
    strange = {name.split(".")[0] for name in imported_names(file)} - allowed
    assert not strange, f"munchkin_env/{file} imports {', '.join(sorted(strange))}"


@pytest.mark.parametrize("file", FILES)
def test_numba_is_known_to_one_file(file: str) -> None:
    tops = {name.split(".")[0] for name in imported_names(file)}
    assert "numba" not in tops or file == "core/kernel.py", f"munchkin_env/{file}: take `kernel` from munchkin_env.core.kernel"
    assert not tops & NOT_INSTALLED, f"munchkin_env/{file} imports {tops & NOT_INSTALLED}, which is not in the wheel"


@pytest.mark.parametrize("file", FILES)
def test_no_blas_in_what_is_installed(file: str) -> None:
    """Its threads make a busy machine slow, and its last digits depend on the processor: affine.py multiplies for all."""
    for node in ast.walk(ast.parse((PACKAGE / file).read_text(encoding="utf-8"))):
        assert not isinstance(node, ast.MatMult), f"munchkin_env/{file}: take affine() instead of @"
        name = node.attr if isinstance(node, ast.Attribute) else ""
        assert name not in BLAS, f"munchkin_env/{file}: {name} would call BLAS or LAPACK"


@pytest.mark.parametrize("file", FILES)
def test_kernel_is_imported_by_its_name(file: str) -> None:
    """The cache folder recognises files with kernels by that import."""
    assert "munchkin_env.core.kernel" not in imported_names(file), (
        f"munchkin_env/{file}: write `from munchkin_env.core.kernel import kernel`, not an import of the module"
    )


def test_the_cache_folder_depends_on_all_that_kernels_are_made_from() -> None:
    """kernel.py finds imports by a pattern, for speed; here they are parsed. A file it missed would leave stale machine code."""
    needed = {"core/kernel.py"} | {file for file in FILES if "munchkin_env.core.kernel.kernel" in imported_names(file)}
    while more := {other for file in needed for other in imports(file)} - needed:
        needed |= more
    seen = {path.relative_to(PACKAGE).as_posix() for path in _kernel_sources(PACKAGE)}
    assert needed <= seen
