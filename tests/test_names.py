"""One name, one meaning: no public name is defined at the top of two modules."""

import ast
from collections import defaultdict
from collections.abc import Iterator, Mapping
from pathlib import Path

import munchkin_env.core

PACKAGE = Path(munchkin_env.core.__file__).parents[1]

INTERFACES = {
    # what every command has (cli/main.py)
    "ABOUT": "cli/",
    "EXAMPLES": "cli/",
    "PURPOSE": "cli/",
    "add_arguments": "cli/",
    "run": "cli/",
    # what the engine's dispatch is made from (engine/state/declare.py)
    "DECISIONS": "engine/",
    "STEPS": "engine/",
}
"""Names that all modules of a folder share, because callers rely on them."""

JUSTIFIED = {
    "Game": "the record of a game, for kernels, and the class around it, for people: nobody who uses one sees the other",
    "Seat": "likewise, of a seat",
    "main": "entry points of programs",
}

STILL_TO_BE_RENAMED = "DECISIONS EFFECT FLAG SEAT"
"""Of the tables of frames and of decisions in words (sound/frames.py, game/render.py). Take a name off the list with its second meaning."""


def defined(source: str) -> Iterator[str]:
    for node in ast.parse(source).body:
        match node:
            case ast.FunctionDef(name=name) | ast.ClassDef(name=name) | ast.AsyncFunctionDef(name=name):
                yield name
            case ast.AnnAssign(target=ast.Name(id=name)):
                yield name
            case ast.Assign(value=ast.Call(func=ast.Name(id="TypeVar" | "ParamSpec"))):
                pass  # only meaningful inside a module
            case ast.Assign(targets=targets):
                for target in targets:
                    for inner in target.elts if isinstance(target, ast.Tuple) else [target]:
                        if isinstance(inner, ast.Name):
                            yield inner.id


def duplicates(sources: Mapping[str, str]) -> dict[str, list[str]]:
    places: dict[str, set[str]] = defaultdict(set)
    for file, source in sources.items():
        for name in defined(source):
            interface = name in INTERFACES and file.startswith(INTERFACES[name])
            if not name.startswith("_") and not interface:
                places[name].add(file)
    return {name: sorted(files) for name, files in sorted(places.items()) if len(files) > 1}


def package() -> dict[str, str]:
    return {path.relative_to(PACKAGE).as_posix(): path.read_text(encoding="utf-8") for path in sorted(PACKAGE.rglob("*.py"))}


def test_no_name_has_two_meanings() -> None:
    excepted = set(JUSTIFIED) | set(STILL_TO_BE_RENAMED.split())
    found = {name: files for name, files in duplicates(package()).items() if name not in excepted}
    assert not found, (
        "two modules define the same public name. Rename one, move it to where both can import it, or make it private: "
        + "; ".join(f"{name} in {' and '.join(files)}" for name, files in found.items())
    )


def test_inside_the_engine_no_name_has_two_meanings() -> None:
    rooms = ("core/", "vocabulary/", "engine/", "players/bots/")
    assert not duplicates({file: source for file, source in package().items() if file.startswith(rooms)})


def test_every_exception_is_needed() -> None:
    found = duplicates(package())
    assert not [name for name in JUSTIFIED if name not in found]


def test_a_second_meaning_is_noticed() -> None:
    planted = "def strength(): ...\nclass Pile: ...\nNOWHERE_ELSE, MAX_TABLE = 1, 2\nother: int = 3\nT = TypeVar('T')\n_alone = 4\n"
    found = duplicates({**package(), "cli/planted.py": planted, "cli/more.py": "def run(): ...\nother = 5\nT = TypeVar('T')\n_alone = 4\n"})
    assert {name for name, files in found.items() if "cli/planted.py" in files} == {"strength", "Pile", "MAX_TABLE", "other"}
    assert not any("cli/more.py" in files for name, files in found.items() if name in INTERFACES)
