"""Selling Items for levels: mark them one by one, then commit or abort once (SELL-04)."""

from munchkin_env.core.bits import lowest_bit
from munchkin_env.core.kernel import kernel
from munchkin_env.core.types import Mask
from munchkin_env.engine.queries.seats import gold_of, gold_value
from munchkin_env.engine.queries.selling import doubling_effect, levels_for, sellable_hand, sellable_table
from munchkin_env.engine.state.actions import HAND, HAND_SLOTS, TABLE_SLOTS, USE, Verb
from munchkin_env.engine.state.declare import Decision, Register
from munchkin_env.engine.state.events import EVERYONE, What, log
from munchkin_env.engine.state.kinds import Kind
from munchkin_env.engine.state.records import Frame, Game
from munchkin_env.engine.state.stack import become, pop, top
from munchkin_env.engine.verbs.levels import change_level
from munchkin_env.engine.verbs.piles import discard, from_hand, from_table
from munchkin_env.engine.verbs.uses import count_use
from munchkin_env.vocabulary.tables import Tables
from munchkin_env.vocabulary.words import NONE


@kernel
def legal_sell(t: Tables, g: Game, mask: Mask) -> None:
    f = top(g)
    hand = sellable_hand(t, g, f.player) & ~int(f.hand_marked)
    table = sellable_table(t, g, f.player) & ~int(f.table_marked)
    for i in range(HAND_SLOTS):
        mask[HAND + i] = (hand >> i) & 1 == 1
    for i in range(TABLE_SLOTS):
        mask[USE + i] = (table >> i) & 1 == 1
    mask[Verb.COMMIT] = levels_of_sale(t, g, f) > 0
    mask[Verb.ABORT] = True


@kernel
def apply_sell(t: Tables, g: Game, action: int) -> None:
    f = top(g)
    if action == Verb.ABORT:
        g.seat[f.player].sales -= 1
        pop(g)
    elif action == Verb.COMMIT:
        commit(t, g, f)
    elif action < USE:
        f.hand_marked |= 1 << (action - HAND)
    else:
        f.table_marked |= 1 << (action - USE)


@kernel
def commit(t: Tables, g: Game, f: Frame) -> None:
    """If a Halfling's double price changes the result and several Items could take it, the seller says which."""
    plain = gold_of(t, g, f.player, f.hand_marked, f.table_marked)
    if levels_for(t, g, f.player, plain) == levels_of_sale(t, g, f):
        sell(t, g, f, plain)
        return
    doubled = worth_doubling(t, g, f)
    if doubled & (doubled - 1) == 0:
        double_and_sell(t, g, f, lowest_bit(doubled))
    else:
        become(g, Kind.SELL_DOUBLE)


@kernel
def levels_of_sale(t: Tables, g: Game, f: Frame) -> int:
    """The maximum for the marked cards: as they are, or with one doubled (a strict sale may need the cheaper one, SELL-03)."""
    levels = levels_for(t, g, f.player, gold_of(t, g, f.player, f.hand_marked, f.table_marked))
    if doubling_effect(t, g, f.player) != NONE:
        for i in range(HAND_SLOTS + TABLE_SLOTS):
            if gold_at(t, g, f, i) > 0:
                levels = max(levels, gain_if_doubled(t, g, f, i))
    return levels


@kernel
def gold_at(t: Tables, g: Game, f: Frame, i: int) -> int:
    """Gold of the marked card i: hand slots first, then table slots; 0 if it is not marked."""
    seat = g.seat[f.player]
    if i < HAND_SLOTS:
        return int(t.type[t.type_of[seat.hand[i]]].gold) if (f.hand_marked >> i) & 1 else 0
    return gold_value(t, seat, i - HAND_SLOTS) if (f.table_marked >> (i - HAND_SLOTS)) & 1 else 0


@kernel
def gold_if_doubled(t: Tables, g: Game, f: Frame, i: int) -> int:
    factor = int(t.op[t.effect[doubling_effect(t, g, f.player)].ops].amount)
    return gold_of(t, g, f.player, f.hand_marked, f.table_marked) + (factor - 1) * gold_at(t, g, f, i)


@kernel
def gain_if_doubled(t: Tables, g: Game, f: Frame, i: int) -> int:
    """Levels of the sale if that card counts double."""
    return levels_for(t, g, f.player, gold_if_doubled(t, g, f, i))


@kernel
def worth_doubling(t: Tables, g: Game, f: Frame) -> int:
    """Bits of the marked cards with the best result if doubled."""
    most = 0
    bits = 0
    for i in range(HAND_SLOTS + TABLE_SLOTS):
        if gold_at(t, g, f, i) == 0:
            continue
        levels = gain_if_doubled(t, g, f, i)
        if levels > most:
            most = levels
            bits = 0
        if levels == most:
            bits |= 1 << i
    return bits


@kernel
def legal_double(t: Tables, g: Game, mask: Mask) -> None:
    bits = worth_doubling(t, g, top(g))
    for i in range(HAND_SLOTS + TABLE_SLOTS):
        mask[HAND + i] = (bits >> i) & 1 == 1


@kernel
def apply_double(t: Tables, g: Game, action: int) -> None:
    double_and_sell(t, g, top(g), action - HAND)


@kernel
def double_and_sell(t: Tables, g: Game, f: Frame, i: int) -> None:
    power = doubling_effect(t, g, f.player)
    gold = gold_if_doubled(t, g, f, i)
    count_use(g, power, f.player, NONE, t.effect[power].per)
    sell(t, g, f, gold)


@kernel
def sell(t: Tables, g: Game, f: Frame, gold: int) -> None:
    player, hand, table = int(f.player), int(f.hand_marked), int(f.table_marked)
    levels = levels_for(t, g, player, gold)
    pop(g)
    for i in range(HAND_SLOTS - 1, -1, -1):
        if (hand >> i) & 1:
            discard_sold(t, g, player, from_hand(g, player, i))
    for i in range(TABLE_SLOTS - 1, -1, -1):
        if (table >> i) & 1:
            discard_sold(t, g, player, from_table(t, g, player, i))
    log(g, What.SELLS, player, NONE, NONE, levels, EVERYONE)
    change_level(t, g, player, levels)


@kernel
def discard_sold(t: Tables, g: Game, player: int, card: int) -> None:
    log(g, What.DISCARDS, player, NONE, card, 0, EVERYONE)
    discard(t, g, card)


_MARKED = (
    Register("hand_marked", "bits32", says="bits of the hand slots, and"),
    Register("table_marked", "bits64", says="of the table slots that are to be sold"),
)
DECISIONS = (
    Decision(
        "SELL",
        23,
        "what to sell",
        legal=legal_sell,
        apply=apply_sell,
        registers=_MARKED,
        actions={"ABORT": "call off the sale", "hand": "sell {}", "use": "sell {}"},
    ),
    Decision(
        "SELL_DOUBLE",
        24,
        "which item counts double",
        legal=legal_double,
        apply=apply_double,
        registers=_MARKED,
        actions={"hand": "count as double {}", "use": "count as double {}"},
    ),
)
