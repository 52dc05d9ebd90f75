"""Queries change nothing: what engine/queries asks, what a `legal_…` function offers, what a bot considers. Checked in the source.

A function writes if it stores to anything except a local name, a mask, or a copy that it has made (`core.copying.copied`), or if it calls
a function that writes.
"""

import ast
from collections.abc import Iterator
from functools import cache
from importlib.util import resolve_name
from pathlib import Path

import pytest

import munchkin_env.engine

PACKAGE = Path(munchkin_env.engine.__file__).parents[1]
MAY_BE_WRITTEN = {"mask"}  # filled in by queries about actions

Function = tuple[str, str]
"""Module and name."""


class Module:
    def __init__(self, name: str, source: str) -> None:
        self.name = name
        self.functions: dict[str, ast.FunctionDef] = {}
        self.imported: dict[str, Function] = {}
        tree = ast.parse(source)
        for statement in tree.body:
            if isinstance(statement, ast.FunctionDef):
                self.functions[statement.name] = statement
        for node in ast.walk(tree):
            if isinstance(node, ast.ImportFrom):
                module = resolve_name("." * node.level + (node.module or ""), name.rpartition(".")[0])
                for alias in node.names:
                    self.imported[alias.asname or alias.name] = (module, alias.name)

    def meant(self, name: str) -> Function | None:
        return (self.name, name) if name in self.functions else self.imported.get(name)


def root(node: ast.expr) -> str:
    """The name that an expression like g.seat[p].level starts from; for a call, its function's name in brackets."""
    while isinstance(node, ast.Attribute | ast.Subscript):
        node = node.value
    if isinstance(node, ast.Call):
        return f"({root(node.func)})"
    return node.id if isinstance(node, ast.Name) else ""


def targets(node: ast.AST) -> list[ast.expr]:
    match node:
        case ast.Assign():
            found = list(node.targets)
        case ast.AugAssign() | ast.AnnAssign() | ast.For():
            found = [node.target]
        case ast.Delete():
            found = list(node.targets)
        case _:
            return []
    return [inner for target in found for inner in (target.elts if isinstance(target, ast.Tuple | ast.List) else [target])]


def assigned(function: ast.FunctionDef) -> list[tuple[str, str]]:
    """Local names, and what each is assigned from."""
    pairs: list[tuple[str, str]] = []
    for node in ast.walk(function):
        if isinstance(node, ast.Assign):
            for target in node.targets:
                values = node.value.elts if isinstance(node.value, ast.Tuple) and isinstance(target, ast.Tuple) else None
                left = target.elts if isinstance(target, ast.Tuple) else [target]
                right = values if values is not None else [node.value] * len(left)
                pairs += [(name.id, root(value)) for name, value in zip(left, right, strict=True) if isinstance(name, ast.Name)]
    return pairs


def own(function: ast.FunctionDef, allowed: set[str]) -> set[str]:
    """The local names that refer to a copy, or to part of one."""
    names, pairs = set(allowed), assigned(function)
    while True:
        more = {name for name, _ in pairs} - names
        more = {name for name in more if all(source == "(copied)" or source in names for one, source in pairs if one == name)}
        if not more:
            return names
        names |= more


def parts_of(function: ast.FunctionDef, whole: str) -> set[str]:
    """The local names that may refer to part of it."""
    names, pairs = {whole}, assigned(function)
    while more := {name for name, source in pairs if source in names} - names:
        names |= more
    return names


def stores(function: ast.FunctionDef, allowed: set[str], whole: str | None) -> Iterator[str]:
    """What it writes (of `whole`, if given), other than local names."""
    mine = own(function, allowed)
    watched = parts_of(function, whole) if whole else None
    for node in ast.walk(function):
        for target in targets(node):
            written = isinstance(target, ast.Attribute | ast.Subscript) and root(target) not in mine
            if written and (watched is None or root(target) in watched):
                yield ast.unparse(target)


class Code:
    def __init__(self, modules: dict[str, Module], allowed: set[str], whole: str | None = None) -> None:
        self.modules = modules
        self.whole = whole
        self.allowed = allowed
        self._why: dict[Function, str] = {}

    def why_it_writes(self, function: Function) -> str:
        """Empty if it does not."""
        if function in self._why:
            return self._why[function]
        self._why[function] = ""  # a recursive function is judged by the rest
        module = self.modules.get(function[0])
        node = module.functions.get(function[1]) if module else None
        if module is None or node is None:
            return ""
        why = next((f"writes {target}" for target in stores(node, self.allowed, self.whole)), "")
        for call in (inner for inner in ast.walk(node) if not why and isinstance(inner, ast.Call) and isinstance(inner.func, ast.Name)):
            callee = module.meant(call.func.id)  # type: ignore[attr-defined]  # it is a name
            deeper = self.why_it_writes(callee) if callee else ""
            why = f"calls {call.func.id}, which {deeper}" if deeper else ""  # type: ignore[attr-defined]
        self._why[function] = why
        return why

    def faults(self, under: str, prefix: str = "") -> list[str]:
        return [
            f"{name}.{function} {why}"
            for name, module in self.modules.items()
            if f"{name}.".startswith(f"{under}.")
            for function in module.functions
            if function.startswith(prefix) and (why := self.why_it_writes((name, function)))
        ]


@cache
def modules() -> dict[str, Module]:
    found = {}
    for room in ("core", "engine", "players/bots"):
        for path in sorted((PACKAGE / room).rglob("*.py")):
            name = ".".join(["munchkin_env", *path.relative_to(PACKAGE).with_suffix("").parts])
            found[name] = Module(name, path.read_text(encoding="utf-8"))
    return found


def with_planted(source: str) -> Code:
    name = "munchkin_env.engine.queries.planted"
    return Code({**modules(), name: Module(name, source)}, MAY_BE_WRITTEN)


def test_queries_write_nothing() -> None:
    assert Code(modules(), MAY_BE_WRITTEN).faults("munchkin_env.engine.queries") == []


@pytest.mark.parametrize("room", ["munchkin_env.engine.rules", "munchkin_env.engine.flow"])
def test_what_is_legal_is_written_to_the_mask_only(room: str) -> None:
    assert Code(modules(), MAY_BE_WRITTEN).faults(room, "legal") == []


@pytest.mark.parametrize("prefix", ["is_", "has_", "may_", "can_", "could_", "cannot_", "would_", "must_", "suits", "counts_"])
def test_what_is_named_like_a_question_writes_nothing(prefix: str) -> None:
    assert Code(modules(), MAY_BE_WRITTEN).faults("munchkin_env.engine", prefix) == []


def test_bots_do_not_write_the_game() -> None:
    """They have their own records: dice rolled, reasons, computed odds."""
    code = Code(modules(), MAY_BE_WRITTEN, whole="g")
    faults = code.faults("munchkin_env.players.bots")
    assert [fault for fault in faults if not fault.startswith("munchkin_env.players.bots.duel.")] == []  # it plays whole games
    assert code.faults("munchkin_env.engine.verbs") != []


@pytest.mark.parametrize(
    ("line", "why"),
    [
        ("g.depth -= 1", "writes g.depth"),
        ("seat = g.seat[player]; seat.table_n = 0", "writes seat.table_n"),
        ("g.seat[player].table[0] = card", "writes g.seat[player].table[0]"),
        ("push(g, 0, player)", "calls push, which writes g.depth"),
        ("pop(g)", "calls pop, which writes g.depth"),
        ("become(g, 0)", "calls become, which writes f.kind"),
        ("answer(g, 0)", "calls answer, which writes g.depth"),
        ("discard(t, g, card)", "calls discard, which writes g.mark[card]"),
        ("then = copied(g); then = g; then.depth = 0", "writes then.depth"),
        ("then = copied(g); seat, other = then.seat[0], g.seat[1]; other.level = 1", "writes other.level"),
        ("for g.depth in range(3): pass", "writes g.depth"),
    ],
)
def test_a_question_that_writes_is_noticed(line: str, why: str) -> None:
    planted = (
        "from munchkin_env.core.copying import copied\n"
        "from munchkin_env.engine.state.stack import answer, become, pop, push\n"
        "from munchkin_env.engine.verbs.piles import discard\n"
        f"def asked(t, g, player, card):\n    {line}\n"
        "def innocent(t, g, player, card):\n    return asked(t, g, player, card)\n"
    )
    code = with_planted(planted)
    faults = code.faults("munchkin_env.engine.queries")
    assert any(fault == f"munchkin_env.engine.queries.planted.asked {why}" for fault in faults), faults
    assert any(fault.startswith("munchkin_env.engine.queries.planted.innocent calls asked, which ") for fault in faults)


@pytest.mark.parametrize(
    "line", ["then = copied(g); seat = then.seat[player]; seat.level += 1; then.mark[card] = 0", "mask[player] = True"]
)
def test_a_copy_and_a_mask_may_be_written(line: str) -> None:
    planted = f"from munchkin_env.core.copying import copied\ndef asked(t, g, player, card, mask):\n    {line}\n"
    code = with_planted(planted)
    assert not [fault for fault in code.faults("munchkin_env.engine.queries") if "planted" in fault]
