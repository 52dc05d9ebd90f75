"""`@rule("COMBAT-09", "TIME-10")` on a test: it tests these rules of docs/rules.md."""

import re
from collections.abc import Callable
from typing import Any, TypeVar

import pytest

F = TypeVar("F", bound=Callable[..., Any])
ID = re.compile(r"[A-Z]+-\d+[a-z]?")


def rule(*ids: str) -> Callable[[F], F]:
    """Names the rules that a test covers; `munchkin rules` counts them."""
    for one in ids:
        if not ID.fullmatch(one):
            raise ValueError(f"{one!r} is no id of a rule, such as COMBAT-09")
    if not ids:
        raise ValueError("rule() needs the id of a rule")

    def mark(test: F) -> F:
        marked: F = pytest.mark.rule(*ids)(test)
        return marked

    return mark
