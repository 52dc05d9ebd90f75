"""Makes, from what the files of the rules declare, the files that would repeat it: `python -m munchkin_env.engine.generate`.

A decision is declared once, in DECISIONS of its file (engine/state/declare.py). Numba needs a static dispatch, and Python an enum and named
fields; they are made here. A declared kind may be used in any rule before this has run: the names and numbers are read from the syntax
trees first, and the files of the rules are then imported with the new enum.
"""

import ast
import importlib
import inspect
import os
import sys
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType
from typing import Any, NamedTuple

ENGINE = Path(__file__).parent
FIRST_STEP, LAST = 64, 255
_PARTS = {"DECISIONS": "Decision", "STEPS": "Step"}
LINE_WIDTH = 140
MADE_FILE = '''"""{}

Made by `python -m munchkin_env.engine.generate` from DECISIONS and STEPS in the files of the rules; not edited by hand.
"""
'''
KINDS_FILE, NAMES_FILE, DISPATCH_FILE, DECLARED_FILE = "state/kinds.py", "state/names.py", "flow/dispatch.py", "flow/declared.py"
PARAMETERS = {"legal": ("t", "g", "mask"), "apply": ("t", "g", "action"), "run": ("t", "g"), "moot": ("t", "g")}
"""What the dispatch has, for the parameters of each sort of rule."""


class DeclarationError(Exception):
    """Something is declared twice, or cannot be as it is declared."""


class Scanned(NamedTuple):
    """What the syntax tree says of a declaration."""

    name: str
    number: int
    is_decision: bool
    module: str


# ---------------------------------------------------------------------------------------------------- reading


def found() -> list[Scanned]:
    """All declarations, by number."""
    every = [one for path in sorted(ENGINE.rglob("*.py")) for one in _in_file(path)]
    for key in ("name", "number"):
        values = [getattr(one, key) for one in every]
        twice = sorted({str(value) for value in values if values.count(value) > 1})
        if twice:
            raise DeclarationError(f"{key} {', '.join(twice)} is declared twice")
    for one in every:
        low, high = (0, FIRST_STEP - 1) if one.is_decision else (FIRST_STEP, LAST)
        if not low <= one.number <= high:
            raise DeclarationError(f"{one.module}: {one.name} has number {one.number}; must be {low} to {high}")
    return sorted(every, key=lambda one: one.number)


def _in_file(path: Path) -> Iterator[Scanned]:
    module = ".".join(["munchkin_env", "engine", *path.relative_to(ENGINE).with_suffix("").parts])
    for node in ast.parse(path.read_text(encoding="utf-8")).body:
        if isinstance(node, ast.Assign) and [ast.unparse(target) for target in node.targets] in (["DECISIONS"], ["STEPS"]):
            for call in ast.walk(node.value):
                if isinstance(call, ast.Call) and ast.unparse(call.func) in ("Decision", "Step"):
                    yield _read(call, module)


def _read(call: ast.Call, module: str) -> Scanned:
    name, number = (arg.value if isinstance(arg, ast.Constant) else None for arg in call.args[:2])
    if not isinstance(name, str) or type(number) is not int:
        raise DeclarationError(f"{module}, line {call.lineno}: a declaration begins with its name and its number, written out")
    return Scanned(name, number, ast.unparse(call.func) == "Decision", module)


def declared() -> list[tuple[Scanned, Any]]:
    """With the objects themselves. The files of the rules must be importable: with a Kind that has all names."""
    every = found()
    modules = {module: importlib.import_module(module) for module in dict.fromkeys(one.module for one in every)}
    objects = {one.name: one for module in modules.values() for part in ("DECISIONS", "STEPS") for one in getattr(module, part, ())}
    return [(one, objects[one.name]) for one in every]


def registers() -> dict[str, tuple[str, tuple[str, int] | None]]:
    """By name: the number of the frame that holds it, and which part of it. Those that have that number's own name are left out."""
    all_names: dict[str, tuple[str, tuple[str, int] | None]] = {}
    for one, kind in declared():
        places: dict[object, str] = {}
        for register in kind.registers:
            place = (register.on or register.name, register.at)
            if all_names.setdefault(register.name, place) != place:
                raise DeclarationError(
                    f"{one.name}: register {register.name} is on {place[0]}; elsewhere it is on {all_names[register.name][0]}"
                )
            if places.setdefault(place, register.name) != register.name:
                raise DeclarationError(f"{one.name}: registers {places[place]} and {register.name} are both on {place[0]}")
    return {name: place for name, place in sorted(all_names.items()) if place != (name, None)}


# ---------------------------------------------------------------------------------------------------- writing


def kinds_file(every: list[Scanned]) -> str:
    """The enum. It is made without importing any rule."""
    decisions = [one for one in every if one.is_decision]
    lines = [MADE_FILE.format("The kinds of things that are still to happen."), "from enum import IntEnum\n\n"]
    lines += ["class Kind(IntEnum):", '    """Everything that can happen, by name; the file that declares it is beside it."""\n']
    lines += ["    # ---- these wait for a player"]
    lines += [_member(one) for one in decisions]
    lines += ["    # ---- these run by themselves"]
    lines += [_member(one) for one in every if not one.is_decision]
    lines += ["\n", f"FIRST_AUTOMATIC = {FIRST_STEP}", f"N_DECISIONS = {decisions[-1].number + 1}", f"N_KINDS = {every[-1].number + 1}"]
    return "\n".join(lines) + "\n"


def _member(one: Scanned) -> str:
    return f"    {one.name} = {one.number}  # {'/'.join(one.module.split('.')[2:])}.py"


def names_file() -> str:
    """The names of registers, as further names of the numbers of a frame."""
    of = registers()
    parts = sorted({part[0] for _, part in of.values() if part})
    users = {name: [one.name for one, kind in declared() if name in [r.name for r in kind.registers]] for name in of}
    lines = [MADE_FILE.format("The names of registers: what the kinds call the numbers of their frames.")]
    lines += [f"from munchkin_env.core.record import {', '.join(['also', *parts])}\n\n"]
    lines += [
        "class Registers:",
        '    """The same bytes under as many names as there are uses. A kind has only those that it declares."""\n',
    ]
    for name, (on, part) in of.items():
        told = f'"{on}", {part[0]}(), {part[1]}' if part else f'"{on}"'
        lines += [f"    {name}: int = also({told})  # {_some(users[name])}"]
    return "\n".join(lines) + "\n"


def _some(names: list[str]) -> str:
    return ", ".join(names) if len(names) <= 4 else f"{', '.join(names[:3])} and {len(names) - 3} more"


def dispatch_file() -> str:
    every = declared()
    decisions = [(one.name, kind) for one, kind in every if one.is_decision]
    cases = {
        "legal": [(name, kind.legal) for name, kind in decisions],
        "apply": [(name, kind.apply) for name, kind in decisions],
        "run": [(one.name, kind.run) for one, kind in every if not one.is_decision],
        "moot": [(name, kind.moot) for name, kind in decisions if kind.moot],
    }
    rules = {_plain(rule) for of in cases.values() for _, rule in of}
    parts = [
        MADE_FILE.format("Which rule serves which kind of frame."),
        *_imports(rules),
        _function("legal", "mask: Mask", "None", "What the deciding player may do. The mask is empty before.", _calls("legal", cases)),
        _function("apply", "action: int", "None", "The deciding player does it. The action must be legal.", _calls("apply", cases)),
        _function("run_next", "", "None", "What happens by itself.", _calls("run", cases)),
        _function("is_moot", "", "bool", "Is what this decision was about gone: a death, a removed monster?", _calls("moot", cases)),
        "\n\n@kernel\ndef is_ring(kind: int) -> bool:",
        '    """Does the decision go round the table, and end when all have passed?"""',
        "    match kind:",
        f"        case {' | '.join(f'Kind.{name}' for name, kind in decisions if kind.ring)}:",
        "            return True\n    return False",
    ]
    return "\n".join(parts) + "\n"


def _plain(rule: Any) -> Any:
    """The Python function of a kernel."""
    return getattr(rule, "py_func", rule)


def _imports(rules: set[Any]) -> Iterator[str]:
    by_module: dict[str, set[str]] = {
        "munchkin_env.core.kernel": {"kernel"},
        "munchkin_env.core.types": {"Mask"},
        "munchkin_env.engine.state.kinds": {"Kind"},
        "munchkin_env.engine.state.records": {"Game"},
        "munchkin_env.engine.state.stack": {"top"},
        "munchkin_env.vocabulary.tables": {"Tables"},
    }
    for rule in rules:
        by_module.setdefault(rule.__module__, set()).add(rule.__name__)
    for module, names in sorted(by_module.items()):
        line = f"from {module} import {', '.join(sorted(names))}"
        yield line if len(line) <= LINE_WIDTH else f"from {module} import (\n" + "".join(f"    {name},\n" for name in sorted(names)) + ")"


def _calls(sort: str, cases: dict[str, list[tuple[str, Any]]]) -> list[tuple[str, str]]:
    return [(kind, _call(_plain(rule), sort)) for kind, rule in cases[sort]]


def _call(rule: Any, sort: str) -> str:
    wanted = list(inspect.signature(rule).parameters)
    if strange := set(wanted) - set(PARAMETERS[sort]):
        raise DeclarationError(
            f"{rule.__module__}.{rule.__name__} takes {', '.join(sorted(strange))}; as {sort} it may take {', '.join(PARAMETERS[sort])}"
        )
    return f"{rule.__name__}({', '.join(wanted)})"


def _function(name: str, more: str, returns: str, says: str, cases: list[tuple[str, str]]) -> str:
    lines = ["\n\n@kernel", f"def {name}(t: Tables, g: Game{', ' + more if more else ''}) -> {returns}:", f'    """{says}"""']
    lines += ["    mask[:] = False"] if name == "legal" else []
    lines += ["    match top(g).kind:"]
    for kind, call in cases:
        lines += [f"        case Kind.{kind}:", f"            {call if returns == 'None' else 'return ' + call}"]
    return "\n".join(lines if returns == "None" else [*lines, "    return False"])


def declared_file() -> str:
    modules = sorted({one.module for one in found()})
    lines = [MADE_FILE.format("All declarations, by kind."), "from collections.abc import Mapping\n"]
    having = {part: [module for module in modules if hasattr(importlib.import_module(module), part)] for part in _PARTS}
    named = {(module, part): f"{module.rpartition('.')[2].upper()}_{part}" for part in _PARTS for module in having[part]}
    lines += [f"from {module} import {part} as {name}" for (module, part), name in sorted(named.items())]
    lines += [
        "from munchkin_env.engine.state.declare import Decision, Declaration, Step",
        "from munchkin_env.engine.state.kinds import Kind\n",
    ]
    for part, what in _PARTS.items():
        lines += [f"_{part}: tuple[{what}, ...] = (", *(f"    *{named[module, part]}," for module in having[part]), ")"]
        lines += [
            f"{part[:-1]}_OF: Mapping[Kind, {what}] = {{Kind(one.number): one for one in sorted(_{part}, key=lambda one: one.number)}}"
        ]
    return "\n".join([*lines, "DECLARED: Mapping[Kind, Declaration] = {**DECISION_OF, **STEP_OF}"]) + "\n"


# ---------------------------------------------------------------------------------------------------- all of them


def files() -> dict[str, str]:
    """What the made files must hold. The files of the rules must be importable."""
    return {KINDS_FILE: kinds_file(found()), NAMES_FILE: names_file(), DISPATCH_FILE: dispatch_file(), DECLARED_FILE: declared_file()}


def main() -> None:
    os.environ["NUMBA_DISABLE_JIT"] = "1"
    try:
        _write(KINDS_FILE, kinds_file(found()))  # before any rule is imported: it may name kinds that are new
        _forget_names()
        for name, text in files().items():
            _write(name, text)
    except DeclarationError as error:
        sys.exit(str(error))


def _forget_names() -> None:
    """Rules can be imported without the names of registers; those of before may name numbers that a frame does not have any more."""
    none: Any = ModuleType("munchkin_env.engine.state.names")
    none.Registers = type("Registers", (), {})
    sys.modules[none.__name__] = none


def _write(name: str, text: str) -> None:
    path = ENGINE / name
    if not path.exists() or path.read_text(encoding="utf-8") != text:
        path.write_text(text, encoding="utf-8")
        print(f"engine/{name} made again")


if __name__ == "__main__":
    main()
