"""The tables of docs/adding_cards.md, generated from the tables that the loader uses.

`python -m munchkin_env.cards.reference docs/adding_cards.md` updates them.
"""

import re
import sys
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path

from munchkin_env.cards.op_forms import ON_EVERY_OP, OPS, OpForm, Param
from munchkin_env.cards.schema import ATOMS, CARD_KEYS, EFFECT_KEYS, FILTER_KEYS, REQUIRED, TRIGGERS, WINDOWS_OPEN, AtomForm, KeyForm
from munchkin_env.vocabulary.words import Chooser, Of, Per, Until, Who, Zone

from .values import word

_BLOCK = re.compile(r"(<!-- table: (\w+) -->\n).*?(<!-- end of table -->)", re.DOTALL)
_LONG_LISTS: Mapping[object, str] = {tuple(word(who) for who in Who): "a *who*", tuple(word(c) for c in Chooser): "a *chooser*"}


def up_to_date(text: str) -> str:
    """The document with every table between its markers regenerated."""
    tables = vocabulary_tables()
    return _BLOCK.sub(lambda block: f"{block[1]}{tables[block[2]]}\n{block[3]}", text)


def vocabulary_tables() -> dict[str, str]:
    return {
        "keys": _table(("key", "on", "default", "meaning"), (_key(name, key) for name, key in CARD_KEYS.items())),
        "effects": _table(("key", "meaning"), ((f"`{name}`", meaning) for name, meaning in EFFECT_KEYS.items())),
        "triggers": _table(
            ("trigger", "on cards of the kind", "the effect happens, or holds"),
            ((f"`{word(on)}`", ", ".join(map(word, info.kinds)), info.meaning) for on, info in TRIGGERS.items()),
        ),
        "windows": _table(("window", "open"), ((f"`{name}`", meaning) for name, meaning in WINDOWS_OPEN.items())),
        "conditions": _table(("condition", "true if the character"), (_atom(prefix, test) for prefix, test in ATOMS.items())),
        "filters": _table(("key", "matches"), ((f"`{name}`", meaning) for name, meaning in FILTER_KEYS.items())),
        "ops": _table(("op", "parameters", "what happens"), (_op(word(op), verb) for op, verb in OPS.items())),
        "every_op": _table(("key", "meaning"), ((f"`{name}`", meaning) for name, meaning in ON_EVERY_OP.items())),
        "words": _table(("for", "words"), _words()),
    }


def _table(head: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    lines = [head, ["---"] * len(head), *rows]
    return "\n".join("| " + " | ".join(cell.replace("|", "\\|") for cell in line) + " |" for line in lines)


def _key(name: str, key: KeyForm) -> tuple[str, str, str, str]:
    kinds = ", ".join(map(word, key.kinds)) or "all"
    default = "needed" if key.default is REQUIRED else "none" if key.default in (None, "", ()) else f"`{str(key.default).lower()}`"
    allowed = ", ".join(key.type.words())
    return f"`{name}`", kinds, default, key.meaning + (f" ({allowed})" if allowed not in ("text", name) else "")


def _atom(prefix: str, test: AtomForm) -> tuple[str, str]:
    argument = {"trait": "id", "card": "id", "number": "N"}.get(test.argument, test.argument)
    says = test.says.replace("{}", f"*{argument}*")
    return f"`{prefix}{'…' if argument else ''}`", says


def _op(name: str, verb: OpForm) -> tuple[str, str, str]:
    where = "" if verb.runs and not verb.stands else " Continuous triggers only." if not verb.runs else " Also in continuous triggers."
    return f"`{name}`", "; ".join(_param(param) for param in verb.params) or "none", f"{verb.meaning}.{where}"


def _param(param: Param) -> str:
    words = param.type.words()
    allowed = _LONG_LISTS.get(tuple(words), "an *until*" if param.name == "until" else ", ".join(words))
    default = "" if param.default is REQUIRED else " (optional)" if param.default is None else f" (default {str(param.default).lower()})"
    return f"`{param.name}`: {allowed}{default}"


def _words() -> list[tuple[str, str]]:
    found: Sequence[tuple[str, Iterable[str]]] = (
        ("*who*", map(word, Who)),
        ("*chooser*", map(word, Chooser)),
        ("`zone`", map(word, Zone)),
        ("*until*", (word(until) for until in Until if until != Until.NONE)),
        ("`target.of`", (word(of) for of in Of if of != Of.NOBODY)),
        ("`limit.per`", (word(per) for per in Per if per != Per.NONE)),
    )
    return [(name, ", ".join(f"`{one}`" for one in words)) for name, words in found]


if __name__ == "__main__":
    for file in map(Path, sys.argv[1:]):
        file.write_text(up_to_date(file.read_text(encoding="utf-8")), encoding="utf-8", newline="\n")
