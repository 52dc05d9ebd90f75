"""A card left a table, or a character changed: is what they have in play still allowed? If not, it is corrected at once."""

from munchkin_env.core.bits import count_bits, highest_bit
from munchkin_env.core.kernel import kernel
from munchkin_env.core.types import Mask
from munchkin_env.engine.effects.ops.taking import may_receive
from munchkin_env.engine.queries.decks import index_on_table
from munchkin_env.engine.queries.excess import WORN_SLOTS, partable, worn_at, worn_beyond, worn_complex
from munchkin_env.engine.queries.handling import loadable, may_load, playable
from munchkin_env.engine.queries.limits import big_carried, capacity, complex_used, overfull, slot_limit, slots_used, unlifted
from munchkin_env.engine.queries.moments import OWN_TURN_FREE, answered_on_top
from munchkin_env.engine.queries.promises import promised_table
from munchkin_env.engine.queries.rights import FROM_HAND, FROM_TABLE
from munchkin_env.engine.queries.seats import count_kind, fights, has_dual, is_free, living, lowest_level, of_level
from munchkin_env.engine.queries.selling import sale_exists
from munchkin_env.engine.queries.standing import lifted, may_use, standing
from munchkin_env.engine.state.actions import HAND, HAND_SLOTS, TABLE_SLOTS, USE, Verb
from munchkin_env.engine.state.declare import CARD, RECEIVER, Decision, Register, Step
from munchkin_env.engine.state.events import EVERYONE, What, log
from munchkin_env.engine.state.kinds import Kind
from munchkin_env.engine.state.records import EQUIPPED, Game
from munchkin_env.engine.state.stack import Why, become, pop, push, top
from munchkin_env.engine.verbs.acting import push_use
from munchkin_env.engine.verbs.asking import ask_card, ask_player
from munchkin_env.engine.verbs.levels import change_level
from munchkin_env.engine.verbs.piles import discard, from_table, pass_on, take_off
from munchkin_env.vocabulary.tables import Tables
from munchkin_env.vocabulary.words import NONE, Capacity, CardKind, Lift, Op, Slot, When

CAPACITY_FOR = (0, int(Capacity.HEADGEAR), 0, int(Capacity.FOOTGEAR), int(Capacity.HANDS), int(Capacity.HANDS))  # by Slot
IDENTITY_KINDS = (CardKind.CLASS, CardKind.RACE, CardKind.ROLE)


@kernel
def correct(t: Tables, g: Game) -> None:
    """Handles the first fault found; runs again until there is none."""
    player = int(top(g).player)
    raise_to_floor(t, g, player)
    turn_unusable_sideways(t, g, player)
    drop_useless_duals(t, g, player)
    if g.recheck:
        return  # checked again, before anything is asked
    for kind in IDENTITY_KINDS:
        if gives_up_too_many(t, g, player, kind, 2 if has_dual(t, g.seat[player], kind) else 1):
            return
    companions = 1 + capacity(t, g, player, Capacity.COMPANIONS)
    if gives_up_too_many(t, g, player, CardKind.COMPANION, companions) or gives_up_too_many(t, g, player, CardKind.STEED, 1):
        return
    if gives_up_learning(t, g, player):
        return
    for slot in WORN_SLOTS:
        if slots_used(t, g, player, slot) > slot_limit(t, g, player, slot):
            ask_to_turn(t, g, player, worn_at(t, g, player, slot), CAPACITY_FOR[slot.value])
            return
    together = overfull(t, g, player, Slot.NONE, 0, NONE)
    if together:
        ask_to_turn(t, g, player, worn_beyond(t, g, player, together), together)
        return
    if complex_used(t, g, player) > 1 + capacity(t, g, player, Capacity.COMPLEX):
        ask_to_turn(t, g, player, worn_complex(t, g, player), Capacity.COMPLEX)
        return
    pop(g)
    if big_carried(t, g, player) > 1 + capacity(t, g, player, Capacity.BIG):
        push(g, Kind.CORRECT, player)
        push(g, Kind.TOO_BIG, player)
        bits = partable(t, g, player)
        if bits >> TABLE_SLOTS:
            part_with(t, g, player, g.seat[player].table[highest_bit(bits)])  # out of reach: the newest goes without asking


@kernel
def raise_to_floor(t: Tables, g: Game, player: int) -> None:
    """A player below the minimum Level that their cards allow rises to it at once."""
    if g.seat[player].dead == 0 and g.seat[player].level < standing(t, g, player, Op.LEVEL_FLOOR, 0):
        change_level(t, g, player, 0)


@kernel
def turn_unusable_sideways(t: Tables, g: Game, player: int) -> None:
    """Outside combat an Item that the player may not use is only carried; in combat it does not count (ITEM-05)."""
    if fights(g, player):
        return
    seat = g.seat[player]
    for i in range(seat.table_n):
        card = seat.table[i]
        worn = g.mark[card] & EQUIPPED and t.type[t.type_of[card]].kind != CardKind.STEED
        if worn and not may_use(t, g, player, t.type_of[card]) and not lifted(t, seat, i, Lift.RESTRICTIONS):
            take_off(g, player, card)
            seat.host[i] = NONE  # a companion that carries it gives it back


@kernel
def drop_useless_duals(t: Tables, g: Game, player: int) -> None:
    """Losing all of the kind discards Super Munchkin or Half-Breed (ORIG-09)."""
    seat = g.seat[player]
    i = 0
    while i < seat.table_n:
        ty = t.type[t.type_of[seat.table[i]]]
        if ty.kind == CardKind.DUAL and count_kind(t, seat, ty.dual_of) == 0:
            log(g, What.DISCARDS, player, NONE, seat.table[i], 0, EVERYONE)
            discard(t, g, from_table(t, g, player, i))
            i = 0
        else:
            i += 1


@kernel
def gives_up_too_many(t: Tables, g: Game, player: int, kind: int, limit: int) -> bool:
    """The owner gives one up at once (ORIG-09, SIDE-04); also one Steed too many, after losing the Cheat! on it."""
    bits = unlifted(t, g.seat[player], kind)
    if count_bits(bits) <= limit:
        return False
    push(g, Kind.GIVE_UP, player)
    ask_card(t, g, player, 0, bits & ~promised_table(t, g, player), Why.GIVE_UP, False, NONE)
    return True


@kernel
def gives_up_learning(t: Tables, g: Game, player: int) -> bool:
    """Proficiencies beyond the Level go, one at a time (PROF-03)."""
    ranks = 0
    proficiencies = 0
    seat = g.seat[player]
    for i in range(seat.table_n):
        rank = int(t.type[t.type_of[seat.table[i]]].rank)
        ranks += rank
        proficiencies |= 1 << i if rank > 0 else 0
    if ranks <= seat.level:
        return False
    push(g, Kind.GIVE_UP, player)
    ask_within_reach(t, g, player, proficiencies, Why.GIVE_UP)
    return True


@kernel
def ask_within_reach(t: Tables, g: Game, player: int, bits: int, why: int) -> None:
    """Which of the player's cards? Those beyond the slots that an action can name go first, the newest without asking (HAND-07)."""
    if bits >> TABLE_SLOTS:
        top(g).answer = g.seat[player].table[highest_bit(bits)]
    else:
        ask_card(t, g, player, 0, bits, why, False, NONE)


@kernel
def give_up(t: Tables, g: Game) -> None:
    player, card = int(top(g).player), int(top(g).answer)
    pop(g)
    log(g, What.DISCARDS, player, NONE, card, 0, EVERYONE)
    discard(t, g, from_table(t, g, player, index_on_table(g.seat[player], card)))


@kernel
def ask_to_turn(t: Tables, g: Game, player: int, bits: int, what: int) -> None:
    """A place is lost: a card corrects it, or the owner picks what to turn sideways; nothing else is equipped (ITEM-09, COMPLEX-02)."""
    push(g, Kind.TURN_SIDEWAYS, player)
    if bits >> TABLE_SLOTS:
        ask_within_reach(t, g, player, bits, Why.TURN_SIDEWAYS)
        return
    hand = correcting_cards(t, g, player, what)
    ask_card(t, g, player, hand, bits | carriers_of(t, g, player, bits), Why.TURN_SIDEWAYS, False, NONE)


@kernel
def carriers_of(t: Tables, g: Game, player: int, items: int) -> int:
    """Bits of the player's companions that could now be given one of those Items to carry."""
    bits = 0
    for i in range(min(g.seat[player].table_n, TABLE_SLOTS)):
        if may_load(t, g, player, i) and loadable(t, g, player, i) & items:
            bits |= 1 << i
    return bits


@kernel
def turn_sideways(t: Tables, g: Game) -> None:
    """The Item is turned, or the card that makes room for it is used; the CORRECT below checks again."""
    player, card = int(top(g).player), int(top(g).answer)
    pop(g)
    place = index_on_table(g.seat[player], card)
    if place == NONE:
        push_use(g, player, card, timing_to_correct(g, player), FROM_HAND)
    elif t.type[t.type_of[card]].carries:
        push_use(g, player, card, timing_to_correct(g, player), FROM_TABLE)
    else:
        take_off(g, player, card)


# ------------------------------------------------------------------------------------------ cards that correct it


@kernel
def timing_to_correct(g: Game, player: int) -> int:
    """When something must be corrected at once, cards that may be played at this time can correct it."""
    if fights(g, player):
        return When.ANY_TIME.value
    return OWN_TURN_FREE if g.turn_player == player else int(When.ANY_TIME | When.NOT_IN_COMBAT)


@kernel
def corrects(t: Tables, g: Game, player: int, card: int, what: int) -> bool:
    """Would the card let its owner have more of that (Capacity bits)? A companion that carries an Item must be given it."""
    ty = t.type[t.type_of[card]]
    if ty.lifts & Lift.LIMITS and (ty.carries == 0 or is_free(g, player)):
        return True
    for k in range(ty.effects, ty.effects_end):
        for r in range(t.effect[k].ops, t.effect[k].ops_end):
            if t.op[r].op == Op.CAPACITY and t.op[r].what & what:
                return True
    return False


@kernel
def correcting_cards(t: Tables, g: Game, player: int, what: int) -> int:
    """Bits of the hand cards that would, and may be played now."""
    seat = g.seat[player]
    timing, answered = timing_to_correct(g, player), answered_on_top(g)
    bits = 0
    for i in range(min(seat.hand_n, HAND_SLOTS)):
        if corrects(t, g, player, seat.hand[i], what) and playable(t, g, player, seat.hand[i], timing, answered):
            bits |= 1 << i
    return bits


# --------------------------------------------------------------------------------------------- too many Big Items


@kernel
def not_too_big(t: Tables, g: Game, player: int) -> bool:
    return big_carried(t, g, player) <= 1 + capacity(t, g, player, Capacity.BIG)


@kernel
def legal_too_big(t: Tables, g: Game, mask: Mask) -> None:
    """Correct it with a card, sell in one's own turn, or part with one (BIG-03)."""
    player = int(top(g).player)
    seat = g.seat[player]
    free = g.turn_player == player and not fights(g, player)
    hand = correcting_cards(t, g, player, Capacity.BIG)
    for i in range(min(seat.hand_n, HAND_SLOTS)):
        mask[HAND + i] = (hand >> i) & 1 == 1
    bits = partable(t, g, player)
    for i in range(min(seat.table_n, TABLE_SLOTS)):
        mask[USE + i] = (bits >> i) & 1 == 1 or may_load(t, g, player, i)
    mask[Verb.SELL] = free and seat.sales > 0 and sale_exists(t, g, player)


@kernel
def apply_too_big(t: Tables, g: Game, action: int) -> None:
    player = int(top(g).player)
    timing = timing_to_correct(g, player)
    seat = g.seat[player]
    if action == Verb.SELL:
        push(g, Kind.SELL, player)
    elif action < USE:
        push_use(g, player, seat.hand[action - HAND], timing, FROM_HAND)
    elif (partable(t, g, player) >> (action - USE)) & 1:
        part_with(t, g, player, seat.table[action - USE])
    else:
        push_use(g, player, seat.table[action - USE], timing, FROM_TABLE)


@kernel
def part_with(t: Tables, g: Game, player: int, card: int) -> None:
    """To the lowest player who can carry it, the owner picking among ties; if nobody can carry it, it is discarded."""
    become(g, Kind.HAND_OVER)
    f = top(g)
    f.card = card
    able = 0
    for p in range(g.n_players):
        if p != player and (living(g) >> p) & 1 and may_receive(t, g, p, t.type_of[card]):
            able |= 1 << p
    if able == 0:
        pop(g)
        log(g, What.DISCARDS, player, NONE, card, 0, EVERYONE)
        discard(t, g, from_table(t, g, player, index_on_table(g.seat[player], card)))
        return
    ask_player(g, player, of_level(g, able, lowest_level(g, able)), Why.HAND_OVER)


@kernel
def hand_over(t: Tables, g: Game) -> None:
    """Carried, no consent needed."""
    f = top(g)
    player, card, taker = int(f.player), int(f.card), int(f.answer)
    pop(g)
    log(g, What.TRADES, player, taker, card, 0, EVERYONE)
    pass_on(t, g, player, taker, card, False)


@kernel
def carries_few(t: Tables, g: Game) -> bool:
    return not_too_big(t, g, top(g).player)


DECISIONS = (
    Decision(
        "TOO_BIG",
        39,
        "what to do about too many Big items",
        legal=legal_too_big,
        apply=apply_too_big,
        moot=carries_few,
        says="more Big Items than player may carry: correct it, sell, or part with one",
    ),
)
STEPS = (
    Step("CORRECT", 122, run=correct, says="what player has in play is looked over"),
    Step("GIVE_UP", 123, run=give_up, registers=(Register("answer", says="the Class, Race or companion too many"),), waits=True),
    Step("TURN_SIDEWAYS", 124, run=turn_sideways, registers=(Register("answer", says="the Item to unequip"),), waits=True),
    Step(
        "HAND_OVER",
        125,
        run=hand_over,
        registers=(Register("card", within=CARD, says="a Big Item"), RECEIVER),
        waits=True,
        asks_seats=True,
    ),
)
