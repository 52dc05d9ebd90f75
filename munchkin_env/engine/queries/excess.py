"""Which worn or carried cards take up places that may be exceeded (ITEM-09, BIG-03, COMPLEX-02)."""

from munchkin_env.core.bits import count_bits
from munchkin_env.core.kernel import kernel
from munchkin_env.engine.state.records import EQUIPPED, Game
from munchkin_env.vocabulary.tables import Tables
from munchkin_env.vocabulary.words import NONE, Capacity, CardKind, Lift, Slot

from .limits import beyond, capacity, complex_used, overfull, slot_limit, slots_used
from .promises import promised_table
from .standing import lifted

WORN_SLOTS = (Slot.HEADGEAR, Slot.ARMOR, Slot.FOOTGEAR, Slot.ONE_HAND)


@kernel
def worn_at(t: Tables, g: Game, player: int, slot: int) -> int:
    """Bits of the Items that take up the slot."""
    bits = 0
    seat = g.seat[player]
    for i in range(seat.table_n):
        worn = t.type[t.type_of[seat.table[i]]].slot
        same = worn == slot or (slot == Slot.ONE_HAND and worn == Slot.TWO_HANDS)
        if same and g.mark[seat.table[i]] & EQUIPPED and not lifted(t, seat, i, Lift.LIMITS):
            bits |= 1 << i
    return bits


@kernel
def worn_beyond(t: Tables, g: Game, player: int, sorts: int) -> int:
    """Bits of the Items of those kinds (Capacity bits) that exceed the basic limits."""
    bits = 0
    if sorts & Capacity.HANDS and beyond(t, g, player, Slot.ONE_HAND, 0) > 0:
        bits |= worn_at(t, g, player, Slot.ONE_HAND)
    if sorts & Capacity.HEADGEAR and beyond(t, g, player, Slot.HEADGEAR, 0) > 0:
        bits |= worn_at(t, g, player, Slot.HEADGEAR)
    if sorts & Capacity.FOOTGEAR and beyond(t, g, player, Slot.FOOTGEAR, 0) > 0:
        bits |= worn_at(t, g, player, Slot.FOOTGEAR)
    return bits


@kernel
def worn_complex(t: Tables, g: Game, player: int) -> int:
    bits = 0
    seat = g.seat[player]
    for i in range(seat.table_n):
        worn = g.mark[seat.table[i]] & EQUIPPED and t.type[t.type_of[seat.table[i]]].complex
        if worn and not lifted(t, seat, i, Lift.LIMITS):
            bits |= 1 << i
    return bits


@kernel
def big_bits(t: Tables, g: Game, player: int) -> int:
    bits = 0
    seat = g.seat[player]
    for i in range(seat.table_n):
        ty = t.type[t.type_of[seat.table[i]]]
        if ty.big and ty.kind != CardKind.STEED and not lifted(t, seat, i, Lift.LIMITS):
            bits |= 1 << i
    return bits


@kernel
def partable(t: Tables, g: Game, player: int) -> int:
    """Those that the player may part with: not the promised one (HELP-12)."""
    return big_bits(t, g, player) & ~promised_table(t, g, player)


@kernel
def worn_too_many(t: Tables, g: Game, player: int) -> int:
    """Bits of the Items of which one must be turned sideways; 0: everything worn has a place."""
    for slot in WORN_SLOTS:
        if slots_used(t, g, player, slot) > slot_limit(t, g, player, slot):
            return worn_at(t, g, player, slot)
    together = overfull(t, g, player, Slot.NONE, 0, NONE)
    if together:
        return worn_beyond(t, g, player, together)
    if complex_used(t, g, player) > 1 + capacity(t, g, player, Capacity.COMPLEX):
        return worn_complex(t, g, player)
    return 0


@kernel
def big_too_many(t: Tables, g: Game, player: int, gone: int) -> int:
    """Bits of the Big Items of which one must go after those in `gone`; 0: none."""
    if count_bits(big_bits(t, g, player) & ~gone) <= 1 + capacity(t, g, player, Capacity.BIG):
        return 0
    return partable(t, g, player) & ~gone
