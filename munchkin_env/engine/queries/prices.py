"""Which cards of hand and table fit a filter, and which of them can pay for an effect."""

from munchkin_env.core.bits import count_bits
from munchkin_env.core.kernel import kernel
from munchkin_env.engine.queries.decks import deck_of
from munchkin_env.engine.state.actions import HAND_SLOTS, TABLE_SLOTS
from munchkin_env.engine.state.records import EQUIPPED, Game
from munchkin_env.vocabulary.tables import Tables
from munchkin_env.vocabulary.words import ALL, NONE, CardKind, Zone

from .promises import promised_hand, promised_table
from .seats import is_part


@kernel
def hand_candidates(t: Tables, g: Game, player: int, zone: int, card_filter: int, spare: int) -> int:
    """Bits of the hand slots whose cards match; the card `spare` is excluded."""
    bits = 0
    if zone == Zone.PLAY or zone == Zone.EQUIPPED:
        return 0
    seat = g.seat[player]
    for i in range(min(seat.hand_n, HAND_SLOTS)):
        card = seat.hand[i]
        if card != spare and (card_filter == NONE or t.matches[card_filter][t.type_of[card]]):
            bits |= 1 << i
    return bits


@kernel
def table_candidates(t: Tables, g: Game, player: int, zone: int, card_filter: int, spare: int) -> int:
    """The same for the table; Curses in force and Houses cannot be given away (CURSE-07), enhancers go with their Item."""
    bits = 0
    if zone == Zone.HAND:
        return 0
    seat = g.seat[player]
    for i in range(min(seat.table_n, TABLE_SLOTS)):
        card = seat.table[i]
        ty = t.type[t.type_of[card]]
        if ty.kind == CardKind.CURSE or ty.kind == CardKind.HOUSE or card == spare or is_part(t, seat, i):
            continue
        if zone == Zone.EQUIPPED and g.mark[card] & EQUIPPED == 0:
            continue
        if zone == Zone.HAND_OR_ITEMS and ty.is_item == 0:
            continue
        if card_filter == NONE or t.matches[card_filter][t.type_of[card]]:
            bits |= 1 << i
    return bits


@kernel
def hand_payments(t: Tables, g: Game, player: int, effect: int, spare: int) -> int:
    """Bits of the hand cards that can pay for it: neither promised ones (HELP-12), nor the card itself (ORIG-03)."""
    bits = hand_candidates(t, g, player, t.effect[effect].cost_zone, t.effect[effect].cost_filter, spare)
    return bits & ~promised_hand(g, player)


@kernel
def table_payments(t: Tables, g: Game, player: int, effect: int, spare: int) -> int:
    bits = table_candidates(t, g, player, t.effect[effect].cost_zone, t.effect[effect].cost_filter, spare)
    return bits & ~promised_table(t, g, player)


@kernel
def payable(t: Tables, g: Game, player: int, effect: int, spare: int) -> bool:
    e = t.effect[effect]
    if e.cost_zone == NONE:
        return True
    hand, table = hand_payments(t, g, player, effect, spare), table_payments(t, g, player, effect, spare)
    least = max(1, int(e.cost_at_least) if e.cost_amount == ALL else int(e.cost_amount))
    if e.cost_same_deck:
        return decks_that_pay(t, g, player, hand, table, least) != 0
    return count_bits(hand) + count_bits(table) >= least


@kernel
def decks_that_pay(t: Tables, g: Game, player: int, hand: int, table: int, n: int) -> int:
    """Bits of the decks (1 << Deck) with at least n of these cards."""
    decks = 0
    for deck in range(2):
        found = count_bits(hand_of_decks(t, g, player, hand, 1 << deck)) + count_bits(table_of_decks(t, g, player, table, 1 << deck))
        if found >= n:
            decks |= 1 << deck
    return decks


@kernel
def hand_of_decks(t: Tables, g: Game, player: int, hand: int, decks: int) -> int:
    """Those of the hand slots whose cards belong to these decks."""
    bits = 0
    for i in range(min(g.seat[player].hand_n, HAND_SLOTS)):
        if (hand >> i) & 1 and (decks >> deck_of(t, g.seat[player].hand[i])) & 1:
            bits |= 1 << i
    return bits


@kernel
def table_of_decks(t: Tables, g: Game, player: int, table: int, decks: int) -> int:
    bits = 0
    for i in range(min(g.seat[player].table_n, TABLE_SLOTS)):
        if (table >> i) & 1 and (decks >> deck_of(t, g.seat[player].table[i])) & 1:
            bits |= 1 << i
    return bits
