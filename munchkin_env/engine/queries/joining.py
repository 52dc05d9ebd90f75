"""What monsters do to a player who joins their fight, and what that player may discard first (TIME-01, MON-14)."""

from munchkin_env.core.kernel import kernel
from munchkin_env.engine.state.actions import TABLE_SLOTS
from munchkin_env.engine.state.records import Game, MonsterState
from munchkin_env.vocabulary.tables import Tables
from munchkin_env.vocabulary.words import NONE, CardKind, Trigger

from .conditions import suits
from .promises import holds_promise
from .seats import is_identity


@kernel
def strikes_who_joins(t: Tables, effect: int) -> bool:
    """Does it strike every fighter of its kind, whenever they join?"""
    e = t.effect[effect]
    says_it = e.trigger == Trigger.ON_JOIN or (e.trigger == Trigger.BEFORE_COMBAT and e.requires != NONE)
    return bool(says_it and not e.optional)


@kernel
def would_be_struck(t: Tables, g: Game, player: int) -> bool:
    """Would the player be struck when joining, because of one of their traits?"""
    for s in range(g.combat.n):
        m = g.combat.monster[s]
        if m.state != MonsterState.FIGHTING or (m.told >> player) & 1:
            continue
        ty = t.type[t.type_of[m.card]]
        for k in range(ty.effects, ty.effects_end):
            e = t.effect[k]
            if e.requires != NONE and strikes_who_joins(t, k) and suits(t, g, e.requires, player, player):
                return True
    return False


@kernel
def sheddable(t: Tables, g: Game, player: int) -> int:
    """Bits of the player's Classes, Races, companions and the like that they may discard first; 0 if nothing depends on it."""
    bits = 0
    if not would_be_struck(t, g, player):
        return 0
    seat = g.seat[player]
    for i in range(min(seat.table_n, TABLE_SLOTS)):
        if is_dropped_at_will(t.type[t.type_of[seat.table[i]]].kind) and not holds_promise(t, g, player, i):
            bits |= 1 << i
    return bits


@kernel
def is_dropped_at_will(kind: int) -> bool:
    """May a card of that kind be discarded at any time (ORIG-04, SIDE-02, PROF-05)?"""
    return is_identity(kind) or kind == CardKind.COMPANION or kind == CardKind.PROFICIENCY
