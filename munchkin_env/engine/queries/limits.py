"""What a character may wear, carry and learn (ITEM, BIG, PROF), how many cards they may keep, and what their table has room for."""

from munchkin_env.core.bits import count_bits
from munchkin_env.core.kernel import kernel
from munchkin_env.engine.state.actions import TABLE_SLOTS
from munchkin_env.engine.state.records import EQUIPPED, Game, Seat
from munchkin_env.vocabulary.tables import Tables
from munchkin_env.vocabulary.words import ALL, NONE, Capacity, CardKind, Lift, Op, Slot, Trigger

from .conditions import suits
from .lasers import adds_a_complex_item, adds_a_weapon, hands_of, joins_as, joins_one_before
from .promises import promised_table
from .seats import count_kind, has_dual, has_type
from .standing import lifted, may_use, standing, sum_rows

HAND_LIMIT = 5  # at Charity, unless a card says otherwise


@kernel
def capacity(t: Tables, g: Game, player: int, what: int) -> int:
    """How many more than the sheet allows."""
    return min(standing(t, g, player, Op.CAPACITY, what), ALL)


@kernel
def hand_limit(t: Tables, g: Game, player: int) -> int:
    """At Charity (HAND-03)."""
    return HAND_LIMIT + capacity(t, g, player, Capacity.HAND_CARDS)


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
            n += (hands_of(t, t.type_of[seat.table[i]]) if adds_a_weapon(t, g, player, i) else 0) if hands else 1
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
def beyond(t: Tables, g: Game, player: int, slot: int, extra: int) -> int:
    """By how much the worn Items there, with `extra` more, exceed the basic limit."""
    allowed = 2 if slot == Slot.ONE_HAND else 1
    return max(0, slots_used(t, g, player, slot) + extra - allowed)


@kernel
def overfull(t: Tables, g: Game, player: int, slot: int, extra: int, card_type: int) -> int:
    """Capacity bits of kinds that together exceed what the owner's cards allow, with `extra` more in the slot; 0: all have a place.

    They are Items of that type (NONE: no other), which may itself add a place.

    A card may grant one place for several kinds, at its owner's choice. Everything has a place exactly if for no group of kinds
    the worn Items exceed the sheet by more than the cards allow that grant any kind of the group.
    """
    hands = beyond(t, g, player, Slot.ONE_HAND, extra if slot == Slot.ONE_HAND or slot == Slot.TWO_HANDS else 0)
    head = beyond(t, g, player, Slot.HEADGEAR, extra if slot == Slot.HEADGEAR else 0)
    foot = beyond(t, g, player, Slot.FOOTGEAR, extra if slot == Slot.FOOTGEAR else 0)
    if hands + head + foot == 0:
        return 0
    for group in range(Capacity.HANDS.value, 2 * Capacity.FOOTGEAR.value, Capacity.HANDS.value):
        n = hands if group & Capacity.HANDS else 0
        n += head if group & Capacity.HEADGEAR else 0
        n += foot if group & Capacity.FOOTGEAR else 0
        brought = 0 if card_type == NONE else brings_place(t, g, player, card_type, group)
        if n > 0 and n > capacity(t, g, player, group) + brought:
            return group
    return 0


@kernel
def complex_used(t: Tables, g: Game, player: int) -> int:
    seat = g.seat[player]
    n = 0
    for i in range(seat.table_n):
        worn = g.mark[seat.table[i]] & EQUIPPED and t.type[t.type_of[seat.table[i]]].complex
        if worn and not lifted(t, seat, i, Lift.LIMITS) and adds_a_complex_item(t, g, player, i):
            n += 1
    return n


@kernel
def fits(t: Tables, g: Game, player: int, card_type: int) -> bool:
    """Is there a free place to equip such an Item (ITEM-04)? It may add one itself: an Item worn over another of its kind."""
    ty = t.type[card_type]
    tags = joins_as(t, card_type)
    if ty.slot != Slot.NONE and not joins_one_before(t, g, player, tags, g.seat[player].table_n, False):
        needs = max(1, hands_of(t, card_type))
        allowed = slot_limit(t, g, player, ty.slot) + brings_place(t, g, player, card_type, capacity_of(ty.slot))
        if slots_used(t, g, player, ty.slot) + needs > allowed or overfull(t, g, player, ty.slot, needs, card_type):
            return False
    if ty.complex == 0 or joins_one_before(t, g, player, tags, g.seat[player].table_n, True):
        return True
    allowed = 1 + capacity(t, g, player, Capacity.COMPLEX) + brings_place(t, g, player, card_type, Capacity.COMPLEX.value)
    return complex_used(t, g, player) < allowed


@kernel
def capacity_of(slot: int) -> int:
    """The Capacity that allows more of that slot."""
    match slot:
        case Slot.HEADGEAR:
            return Capacity.HEADGEAR.value
        case Slot.FOOTGEAR:
            return Capacity.FOOTGEAR.value
        case Slot.ONE_HAND | Slot.TWO_HANDS:
            return Capacity.HANDS.value
    return 0


@kernel
def brings_place(t: Tables, g: Game, player: int, card_type: int, what: int) -> int:
    """How many more of that (Capacity bits) the player could wear with such an Item equipped."""
    n = 0
    ty = t.type[card_type]
    if what == 0 or (ty.standing >> Op.CAPACITY) & 1 == 0:
        return 0
    for k in range(ty.effects, ty.effects_end):
        e = t.effect[k]
        if e.trigger == Trigger.WHILE_EQUIPPED and suits(t, g, e.requires, player, player):
            n += sum_rows(t, g, e.ops, e.ops_end, player, Op.CAPACITY, what)
    return n


@kernel
def big_carried(t: Tables, g: Game, player: int) -> int:
    """Big Items that count against the limit: not those exempted by a card, not Steeds (STEED-03)."""
    seat = g.seat[player]
    n = 0
    for i in range(seat.table_n):
        ty = t.type[t.type_of[seat.table[i]]]
        if ty.big != 0 and ty.kind != CardKind.STEED and not lifted(t, seat, i, Lift.LIMITS):
            n += 1
    return n


@kernel
def may_have_companion(t: Tables, g: Game, player: int) -> bool:
    """Another one in addition to the player's (SIDE-01)?"""
    return count_bits(unlifted(t, g.seat[player], CardKind.COMPANION)) < 1 + capacity(t, g, player, Capacity.COMPANIONS)


@kernel
def replaceable(t: Tables, g: Game, player: int, kind: int) -> int:
    """Bits of the cards of that kind of which one may make room for another: no companion with a promised Item (HELP-12)."""
    return unlifted(t, g.seat[player], kind) & ~promised_table(t, g, player)


@kernel
def may_carry(t: Tables, g: Game, player: int, card_type: int, making_room: int) -> bool:
    """Would carrying it respect Big and Steed limits (BIG-01, STEED-02) if that many Big Items (or Steeds) leave at the same time?"""
    ty = t.type[card_type]
    if ty.kind == CardKind.STEED:
        return count_bits(unlifted(t, g.seat[player], CardKind.STEED)) - making_room < 1
    return ty.big == 0 or big_carried(t, g, player) - making_room < 1 + capacity(t, g, player, Capacity.BIG)


@kernel
def unlifted(t: Tables, seat: Seat, kind: int) -> int:
    """Bits of the cards of that kind that count against its limit: not those that a Cheat! allows (CHEAT-01)."""
    bits = 0
    for i in range(min(seat.table_n, TABLE_SLOTS)):
        if t.type[t.type_of[seat.table[i]]].kind == kind and not lifted(t, seat, i, Lift.LIMITS):
            bits |= 1 << i
    return bits


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


@kernel
def may_study(t: Tables, g: Game, player: int, card: int) -> bool:
    """Does a Proficiency's rank still fit the Level (PROF-02)?"""
    seat = g.seat[player]
    ranks = int(t.type[t.type_of[card]].rank)
    for i in range(seat.table_n):
        ranks += int(t.type[t.type_of[seat.table[i]]].rank)
    return ranks <= seat.level and not has_type(t, seat, t.type_of[card])


@kernel
def may_be_two(t: Tables, seat: Seat, kind: int) -> bool:
    """Does the player have one of the kind, and no dual card of any set for it yet (ORIG-07)?"""
    return count_kind(t, seat, kind) > 0 and not has_dual(t, seat, kind)


@kernel
def may_come_into_play(t: Tables, g: Game, player: int, card: int) -> bool:
    """May it go directly from the discards to the player's table, at any moment? If the place is full, it replaces one of its kind."""
    ty = t.type[t.type_of[card]]
    seat = g.seat[player]
    if seat.table_n >= TABLE_SLOTS:
        return False
    match ty.kind:
        case CardKind.CLASS | CardKind.RACE | CardKind.ROLE:
            return not has_type(t, seat, t.type_of[card])
        case CardKind.DUAL:
            return may_be_two(t, seat, ty.dual_of)
        case CardKind.PROFICIENCY:
            return may_study(t, g, player, card)
        case CardKind.COMPANION:
            return may_have_companion(t, g, player) or replaceable(t, g, player, CardKind.COMPANION) != 0
    return ty.is_item != 0 and ty.kind != CardKind.ITEM_ENHANCER and may_carry(t, g, player, t.type_of[card], 0)
