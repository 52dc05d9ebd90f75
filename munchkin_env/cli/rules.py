"""`munchkin rules`."""

import argparse
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path

from .arguments import SHEETS
from .exits import DONE, FAILED, fail, misunderstood, say
from .proofs import Rule, concerns, coverage, from_json, read_rules

PURPOSE = "show which rules have tests, by section"
ABOUT = "In a checkout it reads docs/rules.md and the tests; a wheel has what they said when it was built. No test is run."
EXAMPLES = """\
  munchkin rules                 # a table of all sections
  munchkin rules COMBAT-09       # a rule and its tests
  munchkin rules COMBAT          # a whole section
  munchkin rules --missing       # rules without a test"""
ROOT = Path(__file__).resolve().parents[2]
IN_WHEEL = Path(__file__).with_name("rules.json")


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("ids", nargs="*", metavar="ID", help="a rule to show in full, such as COMBAT-09, or a whole section: COMBAT")
    parser.add_argument("--missing", action="store_true", help="list the rules without a test")
    parser.add_argument("--set", metavar="SET", help=f"only rules that concern that set: {', '.join(SHEETS)}")


def run(given: argparse.Namespace) -> int:
    if given.set is not None and given.set not in SHEETS:
        return misunderstood(f"--set {given.set}: must be one of {', '.join(SHEETS)}")
    in_checkout = (ROOT / "docs" / "rules.md").is_file() and (ROOT / "tests").is_dir()
    if not in_checkout and not IN_WHEEL.is_file():
        return fail(f"{ROOT} has no docs/rules.md and tests/, and {IN_WHEEL.name} was not made when the package was built")
    every, strange = coverage(ROOT) if in_checkout else from_json(IN_WHEEL.read_text(encoding="utf-8"))
    rules = {one: rule for one, rule in every.items() if given.set is None or concerns(rule, SHEETS[given.set])}
    if given.ids:
        return _show_rules(rules, every, [one.upper() for one in given.ids])
    _rules_table(list(rules.values()))
    if given.missing:
        missing = [rule.id for rule in rules.values() if not rule.tests and not rule.no_test]
        print("\nwithout a test, and without a reason:", *missing or ["none"])
    for one, tests in strange.items():
        print(f"no such rule: {one}, named by {', '.join(tests)}", file=sys.stderr)
    return FAILED if strange else DONE


def numbered() -> list[Rule]:
    """All rules, without looking at the tests; none if they are not there."""
    if (ROOT / "docs" / "rules.md").is_file():
        return list(read_rules(ROOT / "docs" / "rules.md").values())
    return list(from_json(IN_WHEEL.read_text(encoding="utf-8"))[0].values()) if IN_WHEEL.is_file() else []


def _section(rule: str) -> str:
    return rule.rpartition("-")[0]


def _show_rules(rules: Mapping[str, Rule], every: Mapping[str, Rule], wanted: Sequence[str]) -> int:
    """rules: those of `every` that concern the chosen set."""
    of, sections = ({_section(one): None for one in some} for some in (rules, every))
    for one in wanted:
        if one not in every and one not in sections:
            return fail(f"no rule or section {one}; the sections are {', '.join(sections)}")
        if one not in rules and one not in of:
            say(f"{one} does not concern that set")
    for rule in (rule for one, rule in rules.items() if one in wanted or _section(one) in wanted):
        print(f"{rule.id}  {rule.text}")
        for test in rule.tests:
            print(f"    {test}")
        if not rule.tests and not rule.no_test:
            print("    no test")
    return DONE


def _rules_table(rules: Sequence[Rule]) -> None:
    from rich.console import Console
    from rich.table import Table

    table = Table(box=None, pad_edge=False, header_style="bold", show_footer=True, footer_style="bold")
    rows = [(section, [rule for rule in rules if rule.section == section]) for section in dict.fromkeys(rule.section for rule in rules)]
    counted = [(section, len(of), sum(bool(r.tests) for r in of), sum(bool(r.no_test and not r.tests) for r in of)) for section, of in rows]
    totals = [sum(column) for column in list(zip(*counted, strict=True))[1:]]
    table.add_column("section", "all")
    for name, total in zip(("rules", "tested", "reason given"), totals, strict=True):
        table.add_column(name, str(total), justify="right")
    table.add_column("open", str(totals[0] - totals[1] - totals[2]), justify="right")
    for section, n, tested, excused in counted:
        table.add_row(section, str(n), str(tested), str(excused), str(n - tested - excused))
    Console(highlight=False).print(table)
