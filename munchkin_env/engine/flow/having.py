"""Which kinds have a register, as tables for kernels."""

from munchkin_env.engine.state.kinds import N_KINDS, Kind

from .declared import DECISION_OF, DECLARED


def kinds_with(register: str) -> tuple[bool, ...]:
    """By kind: does it declare a register of that name?"""
    having = {kind for kind, one in DECLARED.items() if register in [each.name for each in one.registers]}
    return tuple(kind in having for kind in range(N_KINDS))


NAMES_CARD = kinds_with("card")
QUESTIONS = tuple(kind in DECISION_OF and bool(DECISION_OF[Kind(kind)].put_by) for kind in range(N_KINDS))
"""By kind: is it a question, whose answer goes to the frame below?"""


def concerning(register: str) -> tuple[bool, ...]:
    """By kind: is the player in that register whom the decision is about?"""
    return tuple(kind in DECISION_OF and DECISION_OF[Kind(kind)].concerns == register for kind in range(N_KINDS))
