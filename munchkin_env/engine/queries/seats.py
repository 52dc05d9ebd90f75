"""The players around the table, and their tables."""

from munchkin_env.core.kernel import kernel
from munchkin_env.engine.queries.decks import index_in_hand, index_on_table
from munchkin_env.engine.state.actions import HAND_SLOTS, TABLE_SLOTS
from munchkin_env.engine.state.records import CHANGED, EQUIPPED, NOBODY, FasterTreasure, Game, Seat
from munchkin_env.vocabulary.tables import Tables
from munchkin_env.vocabulary.words import NONE, CardKind


@kernel
def left_of(g: Game, player: int) -> int:
    """The next living player to the left; the same player if nobody else is alive."""
    for i in range(1, g.n_players + 1):
        p = (player + i) % g.n_players
        if g.seat[p].dead == 0:
            return p
    return player


@kernel
def right_of(g: Game, player: int) -> int:
    for i in range(1, g.n_players + 1):
        p = (player - i) % g.n_players
        if g.seat[p].dead == 0:
            return p
    return player


@kernel
def living(g: Game) -> int:
    """Bits of the seats that are alive."""
    bits = 0
    for p in range(g.n_players):
        if g.seat[p].dead == 0:
            bits |= 1 << p
    return bits


@kernel
def fights(g: Game, player: int) -> bool:
    """Is the player a combatant: main or helper, until everything the fight causes is over (TIME-08)?"""
    return bool(g.combat.on != 0 and (g.combat.main == player or g.combat.helper == player))


@kernel
def is_free(g: Game, player: int) -> bool:
    """Does the player have a free player's rights? Bystanders do during a fight, unless the option says no (TIME-08)."""
    return g.seat[player].dead == 0 and not fights(g, player) and (g.combat.on == 0 or g.options.third_party_acts != 0)


@kernel
def is_pledged(g: Game, card: int) -> bool:
    """Does the deal with the helper include it?"""
    return bool(g.combat.helper != NOBODY and card != NONE and (g.deal.bribe == card or g.deal.card == card))


@kernel
def is_locked(g: Game, card: int) -> bool:
    """Promised in the deal with the helper, and not yet taken from main (HELP-12)."""
    if not is_pledged(g, card):
        return False
    main = g.seat[g.combat.main]
    if g.deal.bribe == card and index_on_table(main, card) != NONE:
        return True
    return bool(g.deal.card == card and index_in_hand(main, card) != NONE)


@kernel
def lowest_level(g: Game, among: int) -> int:
    level = 127
    for p in range(g.n_players):
        if (among >> p) & 1 and g.seat[p].level < level:
            level = int(g.seat[p].level)
    return level


@kernel
def highest_level(g: Game, among: int) -> int:
    level = -127
    for p in range(g.n_players):
        if (among >> p) & 1 and g.seat[p].level > level:
            level = int(g.seat[p].level)
    return level


@kernel
def traits(t: Tables, g: Game, player: int, drawback: bool) -> int:
    """Bits of Classes, Races and the like. As a drawback, a lone one under its dual card does not count (ORIG-08)."""
    seat = g.seat[player]
    bits = 0
    duals = 0
    for i in range(seat.table_n):
        ty = t.type[t.type_of[seat.table[i]]]
        if ty.trait >= 0:
            bits |= 1 << int(ty.trait)
        elif ty.kind == CardKind.DUAL:
            duals |= 1 << int(ty.dual_of)
    if drawback and duals != 0:
        bits = without_lone(bits, duals >> CardKind.CLASS, t.class_traits)
        bits = without_lone(bits, duals >> CardKind.RACE, t.race_traits)
        bits = without_lone(bits, duals >> CardKind.ROLE, t.role_traits)
    return bits


@kernel
def without_lone(bits: int, has_dual: int, kind_bits: int) -> int:
    mine = bits & kind_bits
    if has_dual & 1 and mine != 0 and mine & (mine - 1) == 0:
        return bits & ~mine
    return bits


@kernel
def count_kind(t: Tables, seat: Seat, kind: int) -> int:
    n = 0
    for i in range(seat.table_n):
        if t.type[t.type_of[seat.table[i]]].kind == kind:
            n += 1
    return n


@kernel
def has_type(t: Tables, seat: Seat, card_type: int) -> bool:
    for i in range(seat.table_n):
        if t.type_of[seat.table[i]] == card_type:
            return True
    return False


@kernel
def is_identity(kind: int) -> bool:
    return bool(kind == CardKind.CLASS or kind == CardKind.RACE or kind == CardKind.ROLE)


@kernel
def has_kind(t: Tables, seat: Seat, kind: int) -> bool:
    """Kind ITEM means any Item."""
    for i in range(seat.table_n):
        ty = t.type[t.type_of[seat.table[i]]]
        if ty.kind == kind or (kind == CardKind.ITEM and ty.is_item != 0):
            return True
    return False


@kernel
def hand_has_kind(t: Tables, seat: Seat, kind: int) -> bool:
    for i in range(seat.hand_n):
        if t.type[t.type_of[seat.hand[i]]].kind == kind:
            return True
    return False


@kernel
def table_has_kind(t: Tables, g: Game, kind: int) -> bool:
    for p in range(g.n_players):
        if has_kind(t, g.seat[p], kind):
            return True
    return False


@kernel
def wears(t: Tables, g: Game, player: int, slots: int, tags: int) -> bool:
    """Does the player have an Item equipped with one of the slots (bits) or tags?"""
    seat = g.seat[player]
    for i in range(seat.table_n):
        ty = t.type[t.type_of[seat.table[i]]]
        if g.mark[seat.table[i]] & EQUIPPED and ((slots >> int(ty.slot)) & 1 or ty.tags & tags):
            return True
    return False


@kernel
def is_part(t: Tables, seat: Seat, i: int) -> bool:
    """Is table[i] an enhancer on an Item: part of it, not to be taken, sold or paid separately (ENH-01)?"""
    return bool(seat.host[i] != NONE and t.type[t.type_of[seat.table[i]]].kind == CardKind.ITEM_ENHANCER)


@kernel
def is_carried(t: Tables, seat: Seat, i: int) -> bool:
    """Does a companion hold table[i] for its owner (HIRE-01)?"""
    return bool(seat.host[i] != NONE and t.type[t.type_of[seat.host[i]]].kind == CardKind.COMPANION)


@kernel
def gold_value(t: Tables, seat: Seat, i: int) -> int:
    """Gold of table[i] with the enhancers on it (ENH-01)."""
    gold = int(t.type[t.type_of[seat.table[i]]].gold)
    for j in range(seat.table_n):
        if seat.host[j] == seat.table[i] and is_part(t, seat, j):
            gold += int(t.type[t.type_of[seat.table[j]]].gold)
    return gold


@kernel
def sex_of_companion(t: Tables, g: Game, card: int) -> int:
    """NONE if it has none."""
    printed = int(t.type[t.type_of[card]].sex)
    if printed == NONE:
        return NONE
    return printed ^ (1 if g.mark[card] & CHANGED else 0)


@kernel
def has_companion_of(t: Tables, g: Game, player: int, sex: int) -> bool:
    seat = g.seat[player]
    for i in range(seat.table_n):
        if t.type[t.type_of[seat.table[i]]].kind == CardKind.COMPANION and sex_of_companion(t, g, seat.table[i]) == sex:
            return True
    return False


@kernel
def gold_of(t: Tables, g: Game, player: int, hand: int, table: int) -> int:
    gold = 0
    seat = g.seat[player]
    for i in range(min(seat.hand_n, HAND_SLOTS)):
        if (hand >> i) & 1:
            gold += int(t.type[t.type_of[seat.hand[i]]].gold)
    for i in range(min(seat.table_n, TABLE_SLOTS)):
        if (table >> i) & 1:
            gold += gold_value(t, seat, i)
    return gold


@kernel
def of_level(g: Game, among: int, level: int) -> int:
    """The seats with that Level."""
    bits = 0
    for p in range(g.n_players):
        if (among >> p) & 1 and g.seat[p].level == level:
            bits |= 1 << p
    return bits


@kernel
def has_dual(t: Tables, seat: Seat, kind: int) -> bool:
    """Super Munchkin for Classes, Half-Breed for Races."""
    for i in range(seat.table_n):
        ty = t.type[t.type_of[seat.table[i]]]
        if ty.kind == CardKind.DUAL and ty.dual_of == kind:
            return True
    return False


@kernel
def faster_treasure(t: Tables, g: Game) -> int:
    """Which phase draws a Treasure face down (VAR-02)."""
    if g.options.faster_treasure != FasterTreasure.SET_DEFAULT:
        return int(g.options.faster_treasure)
    return FasterTreasure.TROUBLE.value if t.trouble_pays else FasterTreasure.LOOT.value
