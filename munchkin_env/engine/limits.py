"""What a character may wear and carry (ITEM, BIG), and how many cards he may keep."""

from ..cards.vocabulary import ALL, Capacity, CardKind, Lift, Op, Slot, Tables
from .kernel import kernel
from .seats import count_kind
from .standing import lifted, may_use, standing
from .state import EQUIPPED, Game


@kernel
def capacity(t: Tables, g: Game, player: int, what: int) -> int:
    """How many more than the sheet says."""
    return min(standing(t, g, player, Op.CAPACITY, what), ALL)


@kernel
def hand_limit(t: Tables, g: Game, player: int) -> int:
    """At Charity (HAND-03)."""
    return 5 + capacity(t, g, player, Capacity.HAND_CARDS)


@kernel
def slots_used(t: Tables, g: Game, player: int, slot: int) -> int:
    """Headgear, Armor, Footgear worn, or hands full (for ONE_HAND and TWO_HANDS alike)."""
    seat = g.seat[player]
    hands = slot == Slot.ONE_HAND or slot == Slot.TWO_HANDS
    n = 0
    for i in range(seat.table_n):
        if g.mark[seat.table[i]] & EQUIPPED == 0:
            continue
        worn = t.type[t.type_of[seat.table[i]]].slot
        counts = worn == slot or (hands and (worn == Slot.ONE_HAND or worn == Slot.TWO_HANDS))
        if counts and not lifted(t, seat, i, Lift.LIMITS):
            n += 2 if worn == Slot.TWO_HANDS else 1
    return n


@kernel
def slot_limit(t: Tables, g: Game, player: int, slot: int) -> int:
    match slot:
        case Slot.HEADGEAR:
            return 1 + capacity(t, g, player, Capacity.HEADGEAR)
        case Slot.ARMOR:
            return 1
        case Slot.FOOTGEAR:
            return 1 + capacity(t, g, player, Capacity.FOOTGEAR)
        case Slot.NONE:
            return ALL
    return 2 + capacity(t, g, player, Capacity.HANDS)


@kernel
def complex_used(t: Tables, g: Game, player: int) -> int:
    seat = g.seat[player]
    n = 0
    for i in range(seat.table_n):
        worn = g.mark[seat.table[i]] & EQUIPPED and t.type[t.type_of[seat.table[i]]].complex
        if worn and not lifted(t, seat, i, Lift.LIMITS):
            n += 1
    return n


@kernel
def fits(t: Tables, g: Game, player: int, card_type: int) -> bool:
    """Is there a free place to equip such an Item (ITEM-04)?"""
    ty = t.type[card_type]
    if ty.slot != Slot.NONE:
        needs = 2 if ty.slot == Slot.TWO_HANDS else 1
        if slots_used(t, g, player, ty.slot) + needs > slot_limit(t, g, player, ty.slot):
            return False
    return ty.complex == 0 or complex_used(t, g, player) < 1 + capacity(t, g, player, Capacity.COMPLEX)


@kernel
def big_carried(t: Tables, g: Game, player: int) -> int:
    """Big Items that count against the limit: not those a card lifts, not Steeds (STEED-03)."""
    seat = g.seat[player]
    n = 0
    for i in range(seat.table_n):
        ty = t.type[t.type_of[seat.table[i]]]
        if ty.big != 0 and ty.kind != CardKind.STEED and not lifted(t, seat, i, Lift.LIMITS):
            n += 1
    return n


@kernel
def may_carry(t: Tables, g: Game, player: int, card_type: int, making_room: int) -> bool:
    """Would carrying it respect Big and Steed limits (BIG-01, STEED-02), when so many Big ones go at the same time?"""
    ty = t.type[card_type]
    if ty.kind == CardKind.STEED:
        return count_kind(t, g.seat[player], CardKind.STEED) < 1
    return ty.big == 0 or big_carried(t, g, player) - making_room < 1 + capacity(t, g, player, Capacity.BIG)


@kernel
def equippable(t: Tables, g: Game, player: int, i: int) -> bool:
    """May table[i] be equipped now? (One-shots and enhancers are carried, not worn.)"""
    seat = g.seat[player]
    card_type = t.type_of[seat.table[i]]
    if t.type[card_type].kind != CardKind.ITEM or g.mark[seat.table[i]] & EQUIPPED:
        return False
    if not may_use(t, g, player, card_type) and not lifted(t, seat, i, Lift.RESTRICTIONS):
        return False
    return fits(t, g, player, card_type) or lifted(t, seat, i, Lift.LIMITS)
