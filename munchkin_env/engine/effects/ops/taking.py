"""Ops that move a card from one player to another: transfer."""

from munchkin_env.core.kernel import kernel
from munchkin_env.engine.queries.decks import index_in_hand, index_on_table
from munchkin_env.engine.queries.limits import may_carry, may_have_companion
from munchkin_env.engine.queries.prices import hand_candidates, table_candidates
from munchkin_env.engine.queries.seats import highest_level, lowest_level, of_level
from munchkin_env.engine.state.actions import TABLE_SLOTS
from munchkin_env.engine.state.declare import COUNT, Register, Step
from munchkin_env.engine.state.events import EVERYONE, What, log
from munchkin_env.engine.state.kinds import Kind
from munchkin_env.engine.state.records import KNOWN, NOBODY, SEAT, Frame, Game
from munchkin_env.engine.state.stack import Why, push, top
from munchkin_env.engine.verbs.asking import BLIND_TAKE, ask_card, ask_other, ask_player
from munchkin_env.engine.verbs.getting import gets_it
from munchkin_env.engine.verbs.piles import from_hand, from_table, pass_on
from munchkin_env.engine.verbs.registers import again, amount_of, chooser_of, kept_in_hand, kept_on_table, subject, suits_here
from munchkin_env.vocabulary.tables import Tables
from munchkin_env.vocabulary.words import ANY, NONE, CardKind, Chooser, Face, Into, Op, Who

from .losing import best_by_rule, blind, discards_done


@kernel
def start_transfer(t: Tables, g: Game, f: Frame, k: int) -> None:
    row = t.op[k]
    f.ok = 0
    owner = subject(g, f, row.who)
    if owner == NOBODY:
        return
    taker = NOBODY
    if row.to == Who.HIGHEST_LEVEL or row.to == Who.LOWEST_LEVEL:
        taker = receiver_by_rank(t, g, f, k, owner)
        if taker == NOBODY:
            return
    else:
        taker = subject(g, f, row.to)
    if taker in (NOBODY, owner):
        return
    if row.flag:
        push(g, Kind.TAKE_TO_WIN, taker).target = owner
        top(g).card = f.card
        return
    if takeable_hand(t, g, f, owner, k) == 0 and takeable_table(t, g, f, owner, taker, k) == 0:
        return
    d = push(g, Kind.TAKE_CARDS, chooser_of(g, f, row.chooser, owner, taker))
    d.victim = owner
    d.it = taker
    d.pc = k
    d.to_lose = amount_of(g, f, row.amount, row.cap)
    d.card = f.card


@kernel
def receiver_by_rank(t: Tables, g: Game, f: Frame, k: int, owner: int) -> int:
    """The highest or lowest Level among those who can receive (CURSE-11); the subject picks among ties."""
    if f.answer != NONE:
        taker = int(f.answer)
        f.answer = NONE
        return taker
    row = t.op[k]
    able = receivers(t, g, f, k, owner)
    if able == 0:
        return NOBODY
    level = highest_level(g, able) if row.to == Who.HIGHEST_LEVEL else lowest_level(g, able)
    again(f)
    ask_player(g, owner, of_level(g, able, level), Why.RECEIVER)
    return NOBODY


@kernel
def receivers(t: Tables, g: Game, f: Frame, k: int, owner: int) -> int:
    """Bits of the living who could receive something."""
    able = 0
    for p in range(g.n_players):
        can_take = takeable_hand(t, g, f, owner, k) != 0 or takeable_table(t, g, f, owner, p, k) != 0
        if can_take and p != owner and g.seat[p].dead == 0 and suits_here(t, g, f, t.op[k].cond, p):
            able |= 1 << p
    return able


@kernel
def takeable_hand(t: Tables, g: Game, f: Frame, owner: int, k: int) -> int:
    return hand_candidates(t, g, owner, t.op[k].zone, t.op[k].filter, NONE) & ~kept_in_hand(t, g, f, k, owner)


@kernel
def takeable_table(t: Tables, g: Game, f: Frame, owner: int, taker: int, k: int) -> int:
    """Bits of the owner's table that the taker may take: cards that come into play must be within the taker's limits (BIG-01)."""
    row = t.op[k]
    bits = table_candidates(t, g, owner, row.zone, row.filter, NONE) & ~kept_on_table(t, g, f, k, owner)
    if row.into == Into.HAND:
        return bits
    for i in range(min(g.seat[owner].table_n, TABLE_SLOTS)):
        if (bits >> i) & 1 and not may_receive(t, g, taker, t.type_of[g.seat[owner].table[i]]):
            bits &= ~(1 << i)
    return bits


@kernel
def may_receive(t: Tables, g: Game, player: int, card_type: int) -> bool:
    """May such a card move from another table to the player's?"""
    kind = t.type[card_type].kind
    if kind == CardKind.COMPANION:
        return may_have_companion(t, g, player)
    return t.type[card_type].is_item != 0 and may_carry(t, g, player, card_type, 0)


@kernel
def take_cards(t: Tables, g: Game) -> None:
    """it takes cards from victim, one at a time."""
    d, f = top(g), g.stack[g.depth - 2]
    row = t.op[d.pc]
    owner, taker = int(d.victim), int(d.it)
    if d.answer == BLIND_TAKE:
        d.answer = blind(g, owner, takeable_hand(t, g, f, owner, d.pc), 0)
    if d.answer != NONE:
        depth = int(g.depth)
        take_card(t, g, owner, taker, d.answer, row.into == Into.HAND)
        d.answer = NONE
        d.to_lose -= 1
        d.lost += 1
        if g.recheck or g.depth > depth:  # corrected first, or what they got must be played at once
            return
    hand = takeable_hand(t, g, f, owner, d.pc)
    table = takeable_table(t, g, f, owner, taker, d.pc)
    if d.to_lose <= 0 or (hand == 0 and table == 0) or g.seat[taker].dead:
        discards_done(t, g, d)
    elif row.chooser == Chooser.RANDOM:
        d.answer = blind(g, owner, hand, table)
    elif row.chooser == Chooser.RULE:
        ask_card(t, g, owner, 0, best_by_rule(t, g, owner, table, d.pc), Why.TAKE, False, d.card)
    elif d.player == owner:
        ask_card(t, g, owner, hand, table, Why.LOSE, False, d.card)
    else:
        ask_other(t, g, d.player, owner, table, hand != 0, Why.TAKE, d.card)


@kernel
def take_card(t: Tables, g: Game, owner: int, taker: int, card: int, into_hand: bool) -> None:
    """From hand to hand, from table to table (carried, ITEM-08 does not apply), or from table to hand if the card says so."""
    if owner == taker:
        return
    place = index_on_table(g.seat[owner], card)
    both = (1 << owner) | (1 << taker)
    if place != NONE:
        log(g, What.TAKES, taker, owner, card, 0, EVERYONE)
        if into_hand:
            gets_it(t, g, taker, from_table(t, g, owner, place), KNOWN, Face.UP.value)
            return
        if t.type[t.type_of[card]].kind == CardKind.COMPANION:
            take_load(t, g, owner, taker, card)
        pass_on(t, g, owner, taker, card, False)
    else:
        log(g, What.TAKES, taker, owner, card, 0, both)
        from_hand(g, owner, index_in_hand(g.seat[owner], card))
        gets_it(t, g, taker, card, both, Face.DOWN.value)


@kernel
def take_load(t: Tables, g: Game, owner: int, taker: int, companion: int) -> None:
    """A companion that changes hands takes its load along (HIRE-01)."""
    mine, theirs = g.seat[owner], g.seat[taker]
    i = 0
    while i < mine.table_n:
        item = int(mine.table[i])
        if mine.host[i] != companion or t.type[t.type_of[item]].is_item == 0:
            i += 1
            continue
        mine.host[i] = NONE
        log(g, What.TAKES, taker, owner, item, 0, EVERYONE)
        pass_on(t, g, owner, taker, item, True)
        theirs.host[index_on_table(theirs, item)] = companion
        i = 0


STEPS = (
    Step(
        "TAKE_CARDS",
        113,
        run=take_cards,
        registers=(
            Register("victim", within=SEAT),
            Register("it", within=SEAT, says="who takes"),
            Register("pc", says="the op"),
            Register("lost", "a", COUNT, "cards taken"),
            Register("to_lose", "b", (-100, ANY), "cards still to take"),
            Register("card"),
            Register("answer", says="a card"),
        ),
        lies_on=(Kind.EFFECTS,),
        op=Op.TRANSFER,
        says="it takes cards from victim; player chooses",
    ),
)
