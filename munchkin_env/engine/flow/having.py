"""What kinds declare, as tables for kernels."""

from collections.abc import Callable

from munchkin_env.engine.state.declare import Decision
from munchkin_env.engine.state.kinds import N_KINDS, Kind

from .declared import DECISION_OF, DECLARED


def kinds_with(register: str) -> tuple[bool, ...]:
    """By kind: does it declare a register of that name?"""
    having = {kind for kind, one in DECLARED.items() if register in [each.name for each in one.registers]}
    return tuple(kind in having for kind in range(N_KINDS))


def decisions_where(holds: Callable[[Decision], bool]) -> tuple[bool, ...]:
    """By kind: is it a decision that says so?"""
    return tuple(kind in DECISION_OF and holds(DECISION_OF[Kind(kind)]) for kind in range(N_KINDS))


NAMES_CARD = kinds_with("card")
QUESTIONS = decisions_where(lambda one: bool(one.put_by))
"""By kind: is it a question, whose answer goes to the frame below?"""


def concerning(register: str) -> tuple[bool, ...]:
    """By kind: is the player in that register whom the decision is about?"""
    return decisions_where(lambda one: one.concerns == register)
