"""Every public name says what it is: those that the front door exports, those that README and docs name, and what they consist of."""

import ast
import importlib
import inspect
import re
import textwrap
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

import munchkin_env
from munchkin_env.game.game import Game

PACKAGE = Path(munchkin_env.__file__).parent
ROOT = PACKAGE.parent
NEEDS_A_LIBRARY = {"rllib", "sb3"}
"""Modules of the front door whose library may be missing."""


def front_door() -> Iterator[ModuleType]:
    """The modules directly in the package."""
    yield munchkin_env
    for path in sorted(PACKAGE.glob("*.py")):
        if path.stem.startswith("__"):
            continue
        try:
            yield importlib.import_module(f"munchkin_env.{path.stem}")
        except ImportError:
            if path.stem not in NEEDS_A_LIBRARY:
                raise


def exported() -> dict[str, Any]:
    """By address: everything in an `__all__` of the front door."""
    found: dict[str, Any] = {}
    for module in front_door():
        for name in getattr(module, "__all__", ()):
            found[f"{module.__name__}.{name}"] = getattr(module, name)
    return found


def in_docs() -> dict[str, Any]:
    """By address: every `munchkin_env.….name` that README and docs mention and that is there."""
    pages = [ROOT / "README.md", *(ROOT / "docs").rglob("*.md")]
    names = {name for page in pages for name in re.findall(r"munchkin_env(?:\.\w+)+", page.read_text(encoding="utf-8"))}
    found = {}
    for name in sorted(names):
        module, _, last = name.rpartition(".")
        try:
            found[name] = getattr(importlib.import_module(module), last)
        except (ImportError, AttributeError):  # a method, a file, or a library that is missing
            continue
    return found


ROOMS = ("envs", "game", "players/policy", "players/search")
"""Here every public name of every module is looked at, exported or not."""


def in_rooms() -> dict[str, Any]:
    """By address: what the modules of these rooms define."""
    found: dict[str, Any] = {}
    for path in sorted(path for room in ROOMS for path in (PACKAGE / room).rglob("*.py")):
        parts = path.relative_to(ROOT).with_suffix("").parts
        if path.stem in NEEDS_A_LIBRARY or path.stem.startswith("__"):
            continue
        module = importlib.import_module(".".join(parts))
        for name, thing in vars(module).items():
            if not name.startswith("_") and getattr(thing, "__module__", None) == module.__name__ and hasattr(thing, "__qualname__"):
                found[f"{module.__name__}.{name}"] = thing
    return found


@cache
def public() -> dict[str, Any]:
    """Everything that is looked at, each thing once."""
    seen: dict[int, str] = {}
    for name, thing in {**exported(), **in_docs(), **in_rooms()}.items():
        seen.setdefault(id(thing), name)
    everything = {**in_rooms(), **in_docs(), **exported()}
    return {name: everything[name] for name in seen.values()}


EXPLAINED_ELSEWHERE = {"munchkin_env.bots.Bot": "Style explains the fields, each beside its range (players/bots/style.py)"}


def fields(cls: type) -> dict[str, bool]:
    """The public attributes that the class declares, and whether a text, a comment or the section `Attributes:` explains each."""
    source = textwrap.dedent(inspect.getsource(cls))
    body = next(node for node in ast.parse(source).body if isinstance(node, ast.ClassDef)).body
    lines = source.split("\n")
    attributes = (cls.__doc__ or "").partition("Attributes:")[2].replace("\n        ", "\n    ")
    found = {}
    for node, after in zip(body, [*body[1:], None], strict=True):
        if isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name) and not node.target.id.startswith("_"):
            told = isinstance(after, ast.Expr) and isinstance(after.value, ast.Constant) and isinstance(after.value.value, str)
            beside = "#" in lines[node.lineno - 1] or lines[node.lineno - 2].lstrip().startswith("#")
            found[node.target.id] = told or beside or f"\n    {node.target.id}: " in attributes
    return found


def lacking(name: str, thing: Any) -> Iterator[str]:
    """The address of the thing, or of a part of it, that has no docstring."""
    if (inspect.isfunction(thing) or inspect.isclass(thing) or inspect.ismodule(thing)) and not inspect.getdoc(thing):
        yield name
    if not inspect.isclass(thing) or not thing.__module__.startswith("munchkin_env"):
        return
    for part, value in vars(thing).items():
        plain = getattr(value, "__func__", value)
        if part.startswith("_") or not (inspect.isfunction(plain) or isinstance(plain, property)):
            continue
        if not inspect.getdoc(getattr(thing, part)) and not _base_says(thing, part):
            yield f"{name}.{part}"
    if not issubclass(thing, (dict, tuple)):
        yield from (f"{name}.{part}" for part, told in fields(thing).items() if not told)


def _base_says(cls: type, part: str) -> bool:
    return any(inspect.getdoc(getattr(base, part, None)) for base in cls.__mro__[1:])


def test_public_names_are_found() -> None:
    assert public()["munchkin_env.Game"] is Game
    assert len(public()) > 60


@pytest.mark.parametrize("name", sorted(public()))
def test_a_public_name_says_what_it_is(name: str) -> None:
    if name in EXPLAINED_ELSEWHERE:
        pytest.skip(EXPLAINED_ELSEWHERE[name])
    missing = sorted(set(lacking(name, public()[name])))
    assert not missing, f"no docstring: {', '.join(missing)}"


@pytest.mark.parametrize("name", sorted(public()))
def test_arguments_of_public_constructors_are_explained(name: str) -> None:
    """In the style of Gymnasium: `Args:` names every argument, and no other."""
    thing = public()[name]
    for part in ("__init__", "reset", "step"):
        made = vars(thing).get(part) if inspect.isclass(thing) else None
        text = inspect.getdoc(made) if inspect.isfunction(made) else None
        if text is None or "Args:" not in text:
            continue
        section = text.split("Args:")[1].split("\n\n")[0]
        told = re.findall(r"^    (\w+):", section, re.MULTILINE)
        taken = [one for one in inspect.signature(made).parameters if one != "self"]  # type: ignore[arg-type]
        assert [one for one in taken if one not in told] == [], f"{name}.{part}: Args lacks these"


class Bare:
    """For the test below: with a part that lacks a docstring, and an attribute that lacks a text."""

    told: int
    """Said."""
    untold: int

    def silent(self) -> None: ...


def test_a_missing_docstring_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Bare, "__module__", "munchkin_env.planted")
    monkeypatch.setattr("tests.test_docstrings.fields", lambda _: {"told": True, "untold": False})
    assert set(lacking("Bare", Bare)) == {"Bare.silent", "Bare.untold"}


def test_texts_after_attributes_are_found() -> None:
    assert fields(Bare) == {"told": True, "untold": False}
