"""Every rule of docs/rules.md is covered by a test that names it, or says why not; no test names an unknown rule."""

import re
from pathlib import Path

import pytest

from munchkin_env.cli.proofs import Rule, coverage
from munchkin_env.game.options import NUM_PLAYERS, OPTIONS

RULES, STRANGE = coverage(Path(__file__).parent.parent)


@pytest.mark.parametrize("one", RULES.values(), ids=lambda one: one.id)
def test_a_rule_has_a_test_or_a_reason(one: Rule) -> None:
    assert one.tests or one.no_test, f"{one.id} has neither a test that names it nor '*No test: reason*' in docs/rules.md"
    assert not (one.tests and one.no_test), f"{one.id} is proven by {one.tests[0]}: its '*No test*' in docs/rules.md is out of date"


def test_no_test_names_a_rule_that_does_not_exist() -> None:
    assert not STRANGE, STRANGE


def test_the_options_that_rules_speak_of_exist() -> None:
    named = {name for rule in RULES.values() for name in re.findall(r"\{(\w+)=", rule.text)}
    named -= {"sets", "reward"}  # card totals and rewards are described elsewhere
    assert named <= {option.name for option in (NUM_PLAYERS, *OPTIONS)}
    assert len(named) > 10
