"""The value of a sale (SELL)."""

from munchkin_env.core.kernel import kernel
from munchkin_env.engine.state.actions import HAND_SLOTS, TABLE_SLOTS
from munchkin_env.engine.state.records import Game
from munchkin_env.vocabulary.tables import Tables
from munchkin_env.vocabulary.words import NONE, Op, Trigger, When

from .offers import offered
from .seats import gold_of, gold_value, is_locked, is_part
from .standing import win_level

GOLD_PER_LEVEL = 1000


@kernel
def sellable_hand(t: Tables, g: Game, player: int) -> int:
    """Bits of the Items in hand."""
    bits = 0
    seat = g.seat[player]
    for i in range(min(seat.hand_n, HAND_SLOTS)):
        if t.type[t.type_of[seat.hand[i]]].is_item and not is_locked(g, seat.hand[i]):
            bits |= 1 << i
    return bits


@kernel
def sellable_table(t: Tables, g: Game, player: int) -> int:
    bits = 0
    seat = g.seat[player]
    for i in range(min(seat.table_n, TABLE_SLOTS)):
        if t.type[t.type_of[seat.table[i]]].is_item and not is_locked(g, seat.table[i]) and not is_part(t, seat, i):
            bits |= 1 << i
    return bits


@kernel
def highest_worth(t: Tables, g: Game, player: int, hand: int, table: int) -> int:
    gold = 0
    seat = g.seat[player]
    for i in range(min(seat.hand_n, HAND_SLOTS)):
        if (hand >> i) & 1:
            gold = max(gold, int(t.type[t.type_of[seat.hand[i]]].gold))
    for i in range(min(seat.table_n, TABLE_SLOTS)):
        if (table >> i) & 1:
            gold = max(gold, gold_value(t, seat, i))
    return gold


@kernel
def doubling_effect(t: Tables, g: Game, player: int) -> int:
    """The power that makes one Item of this sale count more (Halfling), or NONE."""
    seat = g.seat[player]
    for i in range(seat.table_n):
        ty = t.type[t.type_of[seat.table[i]]]
        if ty.powers & When.WHEN_SELLING:
            for k in range(ty.effects, ty.effects_end):
                e = t.effect[k]
                sells = e.trigger == Trigger.ON_ACTIVATE and t.op[e.ops].op == Op.SELL_VALUE
                if sells and offered(t, g, player, k, When.WHEN_SELLING.value, seat.table[i], NONE):
                    return k
    return NONE


@kernel
def sale_gold(t: Tables, g: Game, player: int, hand: int, table: int) -> int:
    """The maximum value of these."""
    gold = gold_of(t, g, player, hand, table)
    power = doubling_effect(t, g, player)
    if power != NONE:
        gold += (int(t.op[t.effect[power].ops].amount) - 1) * highest_worth(t, g, player, hand, table)
    return gold


@kernel
def levels_for(t: Tables, g: Game, player: int, gold: int) -> int:
    """Whole thousands, but never to the winning Level (SELL-03); 0: no legal sale."""
    room = win_level(t, g, player) - 1 - int(g.seat[player].level)
    levels = gold // GOLD_PER_LEVEL
    if g.options.strict_sales and levels > room:
        return 0
    return min(levels, room)


@kernel
def sale_exists(t: Tables, g: Game, player: int) -> bool:
    room = win_level(t, g, player) - 1 - int(g.seat[player].level)
    hand, table = sellable_hand(t, g, player), sellable_table(t, g, player)
    return room > 0 and sale_gold(t, g, player, hand, table) >= GOLD_PER_LEVEL
