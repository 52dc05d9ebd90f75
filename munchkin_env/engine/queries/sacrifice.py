"""Sacrificing a companion: its owner escapes everything, even what nobody escapes (SIDE-05, ALLY-03)."""

from munchkin_env.core.kernel import kernel
from munchkin_env.engine.state.records import NOBODY, Game
from munchkin_env.vocabulary.tables import Tables
from munchkin_env.vocabulary.words import Cannot, CardKind, Op, When

from .standing import standing


@kernel
def is_sacrifice(t: Tables, effect: int) -> bool:
    """A companion is discarded instead of a roll."""
    e = t.effect[effect]
    return bool(e.cost_this != 0 and e.when & When.INSTEAD_OF_RUN_ROLL and t.type[e.type].kind == CardKind.COMPANION)


@kernel
def may_sacrifice(t: Tables, g: Game, player: int) -> bool:
    return standing(t, g, player, Op.CANNOT, Cannot.SACRIFICE_COMPANION.value) == 0


@kernel
def may_free_helper(g: Game, player: int) -> bool:
    """Is the player main, with a helper who would still have to run?"""
    c = g.combat
    if c.main != player or c.helper == NOBODY or g.seat[c.helper].dead != 0:
        return False
    return (int(c.freed) >> int(c.helper)) & 1 == 0
