"""Which rules of docs/rules.md are tested by which tests."""

import ast
import json
import re
from collections.abc import Iterator
from dataclasses import asdict, dataclass, field
from pathlib import Path

_RULE = re.compile(r"^- \*\*([A-Z]+-\d+[a-z]?)\*\*\s*(.*)$")
_SECTION = re.compile(r"^## (.*)$")
_SHEETS = re.compile(r"\[([DPSW,]+)\]")
_NO_TEST = re.compile(r"\*No test: (.+?)\*")


@dataclass
class Rule:
    id: str
    section: str
    text: str
    no_test: str
    """Why it has no test, or ""."""
    tests: list[str] = field(default_factory=list)


def read_rules(path: Path) -> dict[str, Rule]:
    """Rules are list items that start with their id in bold; "*No test: reason*" says why a rule has no test."""
    rules: dict[str, Rule] = {}
    section = ""
    for line in path.read_text(encoding="utf-8").splitlines():
        if found := _SECTION.match(line):
            section = found[1]
        elif found := _RULE.match(line):
            reason = _NO_TEST.search(found[2])
            rules[found[1]] = Rule(found[1], section, found[2], reason[1] if reason else "")
    return rules


def rules_of_tests(folder: Path) -> dict[str, list[str]]:
    """Rule id -> the tests that name it with @rule, found in the source; nothing is run."""
    found: dict[str, list[str]] = {}
    for path in sorted(folder.rglob("test_*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.FunctionDef):
                for one in _named(node):
                    found.setdefault(one, []).append(f"{path.relative_to(folder.parent).as_posix()}::{node.name}")
    return found


def _named(test: ast.FunctionDef) -> Iterator[str]:
    for decorator in test.decorator_list:
        if isinstance(decorator, ast.Call) and isinstance(decorator.func, ast.Name) and decorator.func.id == "rule":
            yield from (arg.value for arg in decorator.args if isinstance(arg, ast.Constant) and isinstance(arg.value, str))


def concerns(rule: Rule, sheet: str) -> bool:
    """Does the rule concern the set with that letter: is it on its sheet, on all sheets, or on none?"""
    letters = set("".join(_SHEETS.findall(rule.text.replace("[ALL]", f"[{sheet}]"))))
    return not letters or sheet in letters


def coverage(root: Path) -> tuple[dict[str, Rule], dict[str, list[str]]]:
    """All rules with their tests, and the tests that name unknown rules."""
    rules = read_rules(root / "docs" / "rules.md")
    strange: dict[str, list[str]] = {}
    for one, tests in rules_of_tests(root / "tests").items():
        if one in rules:
            rules[one].tests = tests
        else:
            strange[one] = tests
    return rules, strange


def as_json(rules: dict[str, Rule], strange: dict[str, list[str]]) -> str:
    """What `coverage` returns, for a wheel (setup.py)."""
    return json.dumps({"rules": [asdict(rule) for rule in rules.values()], "strange": strange}, ensure_ascii=False)


def from_json(text: str) -> tuple[dict[str, Rule], dict[str, list[str]]]:
    told = json.loads(text)
    return {one["id"]: Rule(**one) for one in told["rules"]}, told["strange"]
