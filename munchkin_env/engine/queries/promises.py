"""What main promised their helper stays with main until the deal is settled: main may not get rid of it, others may take it (HELP-12).

Questions only.
"""

from munchkin_env.core.kernel import kernel
from munchkin_env.engine.state.actions import HAND_SLOTS, TABLE_SLOTS
from munchkin_env.engine.state.records import NOBODY, Game
from munchkin_env.vocabulary.tables import Tables
from munchkin_env.vocabulary.words import NONE, CardKind

from .seats import is_locked


@kernel
def is_bound(g: Game, player: int) -> bool:
    """Has the player promised their helper an Item or a card?"""
    if g.combat.helper == NOBODY or g.combat.main != player:
        return False
    return bool(g.deal.bribe != NONE or g.deal.card != NONE)


@kernel
def holds_promise(t: Tables, g: Game, player: int, i: int) -> bool:
    """Is table[i] promised, or a companion with which the promised Item that it carries would be lost?"""
    seat = g.seat[player]
    card = seat.table[i]
    if not is_bound(g, player):
        return False
    return is_locked(g, card) or (g.options.hireling_item_lost != 0 and carries_promise(t, g, player, i))


@kernel
def carries_promise(t: Tables, g: Game, player: int, i: int) -> bool:
    """Is table[i] a companion that carries what main promised? If it changes sides, it takes it along, whatever the options."""
    seat = g.seat[player]
    card = seat.table[i]
    if t.type[t.type_of[card]].kind != CardKind.COMPANION or not is_bound(g, player):
        return False
    for j in range(seat.table_n):
        if seat.host[j] == card and is_locked(g, seat.table[j]):
            return True
    return False


@kernel
def promised_table(t: Tables, g: Game, player: int) -> int:
    """Bits of the player's table that they may not get rid of."""
    bits = 0
    if is_bound(g, player):
        for i in range(min(g.seat[player].table_n, TABLE_SLOTS)):
            if holds_promise(t, g, player, i):
                bits |= 1 << i
    return bits


@kernel
def promise_carriers(t: Tables, g: Game, player: int) -> int:
    """Bits of the player's companions that may not change sides."""
    bits = 0
    if is_bound(g, player):
        for i in range(min(g.seat[player].table_n, TABLE_SLOTS)):
            if carries_promise(t, g, player, i):
                bits |= 1 << i
    return bits


@kernel
def promised_hand(g: Game, player: int) -> int:
    bits = 0
    if is_bound(g, player):
        for i in range(min(g.seat[player].hand_n, HAND_SLOTS)):
            if is_locked(g, g.seat[player].hand[i]):
                bits |= 1 << i
    return bits
