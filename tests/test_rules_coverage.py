"""Every rule of docs/rules.md is proven by a test that names it, or says why not; no test names a rule that does not exist."""

from pathlib import Path

import pytest

from munchkin_env.coverage import Rule, coverage

RULES, STRANGE = coverage(Path(__file__).parent.parent)


@pytest.mark.parametrize("one", RULES.values(), ids=lambda one: one.id)
def test_a_rule_has_a_test_or_a_reason(one: Rule) -> None:
    assert one.tests or one.no_test, f"{one.id} has neither a test that names it nor '*No test: reason*' in docs/rules.md"
    assert not (one.tests and one.no_test), f"{one.id} is proven by {one.tests[0]}: its '*No test*' in docs/rules.md is out of date"


def test_no_test_names_a_rule_that_does_not_exist() -> None:
    assert not STRANGE, STRANGE
