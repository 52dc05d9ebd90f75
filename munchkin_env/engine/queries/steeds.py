"""Running away with Steeds (STEED). Questions only. (How many a player may have: limits.py.)

A Steed carries itself, and is in use while it is in play.
"""

from munchkin_env.core.kernel import kernel
from munchkin_env.engine.state.records import Game
from munchkin_env.vocabulary.tables import Tables
from munchkin_env.vocabulary.words import NONE, CardKind, Mode, Op

from .seats import is_locked
from .standing import active, attach_row, next_row, standing_of_card


@kernel
def replaces(t: Tables, card_type: int) -> bool:
    """Does it replace its rider's own Run Away?"""
    if (t.type[card_type].standing >> Op.RUN_MOD) & 1 == 0:
        return False
    row = next_row(t, card_type, Op.RUN_MOD, NONE)
    while row != NONE and t.op[row].flag != Mode.REPLACE:
        row = next_row(t, card_type, Op.RUN_MOD, row)
    return row != NONE


@kernel
def enhanced_run(t: Tables, g: Game, player: int, i: int) -> int:
    """Run Away bonus of the cards attached to table[i]."""
    seat = g.seat[player]
    total = 0
    for j in range(seat.table_n):
        if seat.host[j] == seat.table[i] and attach_row(t, t.type_of[seat.table[j]]) != NONE:
            total += int(t.op[attach_row(t, t.type_of[seat.table[j]])].cap)
    return total


@kernel
def run_of_cards(t: Tables, g: Game, player: int) -> int:
    """Run Away bonus of the player's cards: Class, Items and Sidekicks, or their Steed instead (STEED-05)."""
    seat = g.seat[player]
    own = 0
    steed = 0
    attached = 0
    rides = False
    for i in range(seat.table_n):
        card_type = t.type_of[seat.table[i]]
        if t.type[card_type].is_item != 0 and active(t, g, player, i):
            attached += enhanced_run(t, g, player, i)
        if (t.type[card_type].standing >> Op.RUN_MOD) & 1 == 0:
            continue
        run = standing_of_card(t, g, player, i, Op.RUN_MOD, 0)
        if not replaces(t, card_type):
            own += run
        elif active(t, g, player, i):
            steed += run
            rides = True
    return attached + (steed if rides else own)


@kernel
def slows_down(t: Tables, g: Game, player: int, i: int) -> bool:
    """Is table[i] a Steed with a Run Away penalty, which its rider may discard before rolling (STEED-06)?"""
    card = g.seat[player].table[i]
    if t.type[t.type_of[card]].kind != CardKind.STEED or is_locked(g, card) or not active(t, g, player, i):
        return False
    return standing_of_card(t, g, player, i, Op.RUN_MOD, 0) + enhanced_run(t, g, player, i) < 0
