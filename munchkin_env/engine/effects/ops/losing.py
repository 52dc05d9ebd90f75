"""Ops by which a character loses cards: discard, with every way of choosing."""

from munchkin_env.core.bits import count_bits
from munchkin_env.core.kernel import kernel
from munchkin_env.engine.queries.decks import deck_of, index_in_hand, index_on_table
from munchkin_env.engine.queries.prices import hand_candidates, table_candidates
from munchkin_env.engine.queries.promises import promised_hand, promised_table
from munchkin_env.engine.queries.seats import gold_of, gold_value
from munchkin_env.engine.queries.strength import card_bonus, ignores, item_bonus
from munchkin_env.engine.state.actions import TABLE_SLOTS
from munchkin_env.engine.state.declare import Register, Step
from munchkin_env.engine.state.events import EVERYONE, What, log
from munchkin_env.engine.state.kinds import Kind
from munchkin_env.engine.state.records import NOBODY, SEAT, Frame, Game, Stream
from munchkin_env.engine.state.rng import below
from munchkin_env.engine.state.stack import Disposal, Why, pop, push, top
from munchkin_env.engine.verbs.asking import BLIND_TAKE, STOPPED, ask_card, ask_other
from munchkin_env.engine.verbs.expiry import end_markers
from munchkin_env.engine.verbs.piles import bury, discard, from_hand, from_table, put_down
from munchkin_env.engine.verbs.registers import amount_of, chooser_of, kept_in_hand, kept_on_table, subject
from munchkin_env.vocabulary.tables import Tables
from munchkin_env.vocabulary.words import ALL, ANY, NONE, PAID, Chooser, Into, Need, Op, Pick, Sheet, Slot, Trigger, Until, Zone


@kernel
def start_discard(t: Tables, g: Game, f: Frame, k: int) -> None:
    row = t.op[k]
    f.ok = 0
    if row.zone == Zone.THIS:
        discard_this(t, g, f, row.into)
        return
    p = subject(g, f, row.who)
    if p == NOBODY:
        return
    if row.covers and from_curse_or_bad_stuff(t, f):
        end_markers(t, g, 1 << p, Until.HEADGEAR_LOSS)
    gold = int(f.gold) if row.gold == PAID else int(row.gold)
    if row.gold == PAID and gold == 0:  # nothing was paid, so nothing is due
        f.ok = 1
        return
    hand = losable_hand(t, g, f, k, p)
    table = losable_table(t, g, f, k, p)
    if (hand == 0 and table == 0) or (gold > 0 and gold_of(t, g, p, hand, table) < gold):
        return
    amount = amount_of(g, f, row.amount, row.cap)
    if row.need == Need.FULL and row.amount < ALL and count_bits(hand) + count_bits(table) < amount:
        return
    d = push(g, Kind.DISCARD_CARDS, chooser_of(g, f, row.chooser, p, f.player))
    d.victim = p
    d.pc = k
    d.to_lose = amount
    d.gold = gold
    d.card = f.card


@kernel
def from_curse_or_bad_stuff(t: Tables, f: Frame) -> bool:
    trigger = t.effect[f.effect].trigger
    return bool(trigger == Trigger.ON_CURSE or trigger == Trigger.BAD_STUFF)


@kernel
def discard_this(t: Tables, g: Game, f: Frame, into: int) -> None:
    """The card itself goes, from the table if it is there, or as it is used; perhaps to the bottom of the discards."""
    place = index_on_table(g.seat[f.player], f.card)
    if place != NONE:
        log(g, What.DISCARDS, f.player, NONE, f.card, 0, EVERYONE)
        from_table(t, g, f.player, place)
    elif f.disposal == Disposal.NONE:
        return
    f.disposal = Disposal.NONE
    f.ok = 1
    discard(t, g, f.card)
    if into == Into.PILE_BOTTOM:
        bury(t, g, deck_of(t, f.card))


@kernel
def discard_cards(t: Tables, g: Game) -> None:
    """victim loses cards until the op's amount is reached; the chooser is asked while there is a choice.

    After each, dependent cards are corrected (what goes with it) before the remaining choices are determined.
    """
    d = top(g)
    row = t.op[d.pc]
    p = int(d.victim)
    if d.answer == BLIND_TAKE:
        d.answer = blind(g, p, losable_hand(t, g, g.stack[g.depth - 2], d.pc, p), 0)
    if d.answer == STOPPED or g.seat[p].dead:
        d.to_lose = 0
    elif d.answer != NONE:
        lose_card(t, g, d, d.answer)
        d.answer = NONE
        if g.recheck:
            return
    hand = losable_hand(t, g, g.stack[g.depth - 2], d.pc, p)
    table = losable_table(t, g, g.stack[g.depth - 2], d.pc, p)
    n = count_bits(hand) + count_bits(table)
    if d.to_lose <= 0 or n == 0:
        discards_done(t, g, d)
        return
    d.answer = NONE
    if row.amount == ALL or (row.amount != ANY and row.chooser != Chooser.RULE and n <= d.to_lose and g.asks_all == 0):
        lose_all(t, g, d, hand, table)
        return
    enough = row.amount == ANY and d.lost >= d.gold
    ask_what_goes(t, g, d, hand, table, enough)


@kernel
def ask_what_goes(t: Tables, g: Game, d: Frame, hand: int, table: int, may_stop: bool) -> None:
    row = t.op[d.pc]
    p = int(d.victim)
    if row.chooser == Chooser.RANDOM:
        d.answer = blind(g, p, hand, table)
    elif row.chooser == Chooser.RULE:
        ask_card(t, g, p, 0, table, Why.LOSE, False, d.card)
    elif d.player == p:
        others_in_hand, others = hand & ~promised_hand(g, p), table & ~promised_table(t, g, p)
        if is_met(t, g.stack[g.depth - 2]) and (others_in_hand != 0 or others != 0):
            hand, table = others_in_hand, others
        ask_card(t, g, p, hand, table, Why.LOSE, may_stop, d.card)
    else:
        ask_other(t, g, d.player, p, table, hand != 0, Why.LOSE, d.card)


@kernel
def is_met(t: Tables, f: Frame) -> bool:
    """Does a monster take it when met? The victim, who may have brought it into the fight, gives up promised cards last (HELP-12)."""
    trigger = t.effect[f.effect].trigger
    return bool(trigger == Trigger.BEFORE_COMBAT or trigger == Trigger.ON_JOIN)


@kernel
def blind(g: Game, player: int, hand: int, table: int) -> int:
    """One of the candidates, drawn unseen."""
    n = below(g, Stream.TABLE, count_bits(hand) + count_bits(table))
    seat = g.seat[player]
    for i in range(seat.hand_n):
        if (hand >> i) & 1:
            if n == 0:
                return int(seat.hand[i])
            n -= 1
    for i in range(min(seat.table_n, TABLE_SLOTS)):
        if (table >> i) & 1:
            if n == 0:
                return int(seat.table[i])
            n -= 1
    return NONE


@kernel
def losable_hand(t: Tables, g: Game, f: Frame, k: int, player: int) -> int:
    """Bits of the hand cards that op k of the program may take from the player."""
    return hand_candidates(t, g, player, t.op[k].zone, t.op[k].filter, NONE) & ~kept_in_hand(t, g, f, k, player)


@kernel
def losable_table(t: Tables, g: Game, f: Frame, k: int, player: int) -> int:
    """The same for table cards."""
    row = t.op[k]
    bits = table_candidates(t, g, player, row.zone, row.filter, NONE) & ~kept_on_table(t, g, f, k, player)
    return best_by_rule(t, g, player, bits, k) if row.chooser == Chooser.RULE else bits


@kernel
def best_by_rule(t: Tables, g: Game, player: int, table: int, k: int) -> int:
    """Bits of those with the highest bonus (or value); the owner breaks ties. Among worn Items, ones that give a bonus now (CURSE-05)."""
    seat = g.seat[player]
    gives_now = t.op[k].pick == Pick.HIGHEST_BONUS and t.op[k].zone == Zone.EQUIPPED
    best = 0 if gives_now else -999
    bits = 0
    for i in range(min(seat.table_n, TABLE_SLOTS)):
        if (table >> i) & 1 == 0:
            continue
        value = gold_value(t, seat, i)
        if gives_now:
            value = card_bonus(t, g, player, i, ignores(t, g, player))
            if value <= 0:
                continue
        elif t.op[k].pick == Pick.HIGHEST_BONUS:
            value = item_bonus(t, g, player, i)
        if value > best:
            best = value
            bits = 0
        if value == best:
            bits |= 1 << i
    return bits


@kernel
def lose_all(t: Tables, g: Game, d: Frame, hand: int, table: int) -> None:
    p = int(d.victim)
    row, f = t.op[d.pc], g.stack[g.depth - 2]
    while table != 0:  # recomputed each time: a Hireling takes along what it carries
        last = TABLE_SLOTS - 1
        while (table >> last) & 1 == 0:
            last -= 1
        lose_card(t, g, d, g.seat[p].table[last])
        table = table_candidates(t, g, p, row.zone, row.filter, NONE) & ~kept_on_table(t, g, f, d.pc, p)
    for i in range(TABLE_SLOTS - 1, -1, -1):
        if (hand >> i) & 1 and i < g.seat[p].hand_n:
            lose_card(t, g, d, g.seat[p].hand[i])
    if losable_hand(t, g, f, d.pc, p) == 0:
        d.to_lose = 0


@kernel
def lose_card(t: Tables, g: Game, d: Frame, card: int) -> None:
    p = int(d.victim)
    place = index_on_table(g.seat[p], card)
    covers = False
    gold = int(t.type[t.type_of[card]].gold)
    log(g, What.DISCARDS, p, NONE, card, 0, EVERYONE)
    if place != NONE:
        gold = gold_value(t, g.seat[p], place)
        covers = t.type[t.type_of[card]].slot == Slot.HEADGEAR
        if t.op[d.pc].what and t.sheet & Sheet.KILLED_LEAVE_ITEMS:
            put_down(t, g, p, card)
        from_table(t, g, p, place)
    else:
        from_hand(g, p, index_in_hand(g.seat[p], card))
    discard(t, g, card)
    d.to_lose -= 1
    d.lost += max(1, gold) if d.gold > 0 else 1
    below_it = g.stack[g.depth - 2]
    if t.op[d.pc].flag:
        below_it.gold += gold
    if covers and from_curse_or_bad_stuff(t, below_it):
        end_markers(t, g, 1 << p, Until.HEADGEAR_LOSS)


@kernel
def discards_done(t: Tables, g: Game, d: Frame) -> None:
    done = d.lost > 0
    pop(g)
    top(g).ok = 1 if done else 0


STEPS = (
    Step(
        "DISCARD_CARDS",
        112,
        run=discard_cards,
        registers=(
            Register("victim", within=SEAT),
            Register("pc", says="the op"),
            Register("lost", "a", (0, 32767), "cards lost, or their gold"),
            Register("to_lose", "b", (-100, ANY), "cards still to lose"),
            Register("gold", says="so much gold is due"),
            Register("card"),
            Register("answer", says="a card"),
        ),
        lies_on=(Kind.EFFECTS,),
        op=Op.DISCARD,
        says="victim loses cards; player chooses",
    ),
)
