"""Drawing, one card at a time; cards that work when drawn; the Cleric's draw from the discards."""

from munchkin_env.core.bits import count_bits, highest_bit
from munchkin_env.core.kernel import kernel
from munchkin_env.core.types import Mask
from munchkin_env.engine.effects.interpreter import start
from munchkin_env.engine.queries.decks import discards_of, index_in_hand
from munchkin_env.engine.queries.offers import ways
from munchkin_env.engine.queries.seats import is_locked
from munchkin_env.engine.state.actions import HAND, HAND_SLOTS, Verb
from munchkin_env.engine.state.events import EVERYONE, What, log
from munchkin_env.engine.state.records import KNOWN, Frame, Game
from munchkin_env.engine.state.stack import Disposal, Goal, Kind, Why, become, pop, push, top
from munchkin_env.engine.verbs.asking import ask_card, ask_yes
from munchkin_env.engine.verbs.getting import ON_DRAW_BIT, work_at_once
from munchkin_env.engine.verbs.piles import discard, draw, from_hand, take_discard, to_hand, to_pool
from munchkin_env.vocabulary.tables import Tables
from munchkin_env.vocabulary.words import NONE, Face, Trigger, When

MOST_NOTED = 62  # bits of a frame's `table`


@kernel
def draw_cards(t: Tables, g: Game) -> None:
    f = top(g)
    if f.b <= 0:
        pop(g)
        return
    f.b -= 1
    card = draw(g, f.a)
    if card == NONE:
        f.b = 0
    else:
        deliver(t, g, f, card)


@kernel
def deliver(t: Tables, g: Game, f: Frame, card: int) -> None:
    """To where the draw said. A card that works when drawn does so at once (not while it lies in the pool)."""
    player, goal, face = int(f.player), int(f.d), int(f.c)
    seen = EVERYONE if face == Face.UP else 1 << player
    log(g, What.OPENS if goal == Goal.DOOR else What.DRAWS, player, NONE, card, face, seen)
    if goal == Goal.POOL:
        to_pool(t, g, card)
    elif t.type[t.type_of[card]].triggers & ON_DRAW_BIT:
        work_at_once(t, g, player, card, face)
    elif goal == Goal.DOOR:
        g.stack[g.depth - 2].card = card
    else:
        to_hand(t, g, player, card, KNOWN if face == Face.UP else 0)
        if goal == Goal.KEEP:
            note_drawn(g, player)


@kernel
def note_drawn(g: Game, player: int) -> None:
    """The newest hand card is one of those of which only some are kept."""
    d = g.depth - 1
    while d > 0 and g.stack[d].kind != Kind.KEEP_DRAWN:
        d -= 1
    place = g.seat[player].hand_n - 1
    if place < MOST_NOTED:
        g.stack[d].table |= 1 << place


@kernel
def keep_drawn(t: Tables, g: Game) -> None:
    """The owner says which of the cards drawn go, one at a time. What worked when it was drawn is gone already."""
    f = top(g)
    player = int(f.player)
    if f.value != NONE:
        throw_away(t, g, f, index_in_hand(g.seat[player], f.value))
        f.value = NONE
    drawn = int(f.table)
    if count_bits(drawn) <= f.a:
        pop(g)
    elif drawn >> HAND_SLOTS:  # out of reach: the newest go by themselves
        throw_away(t, g, f, highest_bit(drawn))
    else:
        ask_card(t, g, player, drawn, 0, Why.LOSE, False, f.card)


@kernel
def throw_away(t: Tables, g: Game, f: Frame, place: int) -> None:
    card = from_hand(g, f.player, place)
    below_it = (1 << place) - 1
    drawn = int(f.table)
    f.table = drawn & below_it | drawn >> (place + 1) << place
    log(g, What.DISCARDS, f.player, NONE, card, 0, EVERYONE)
    discard(t, g, card)


@kernel
def work_or_keep(t: Tables, g: Game) -> None:
    """A player who declines takes the card into their hand."""
    f = top(g)
    player, card, effect, face = int(f.player), int(f.card), int(f.effect), int(f.b)
    if t.effect[effect].optional and f.value == NONE:
        ask_yes(g, player, Why.MAY, card)
        return
    kept = f.value == 0
    pop(g)
    if kept:
        log(g, What.GETS, player, NONE, card, 0, EVERYONE if face == Face.UP else 1 << player)
        to_hand(t, g, player, card, KNOWN if face == Face.UP else 0)
    else:
        log(g, What.WORKS, player, NONE, card, 0, EVERYONE)
        start(t, g, effect, player, card, Disposal.DISCARD).b = face


@kernel
def draw_face_up(t: Tables, g: Game) -> None:
    """A Cleric may take from the discards instead, for each card at the price of one from their hand (DP-35)."""
    f = become(g, Kind.DRAW)
    player, deck, n = int(f.player), int(f.a), int(f.b)
    if may_resurrect(t, g, player, deck, n):
        push(g, Kind.RESURRECT, player).a = deck


@kernel
def may_resurrect(t: Tables, g: Game, player: int, deck: int, still_to_draw: int) -> bool:
    if still_to_draw <= 0 or discards_of(g, deck).n == 0:
        return False
    seat = g.seat[player]
    for i in range(seat.table_n):
        if ways(t, g, player, seat.table[i], Trigger.ON_ACTIVATE, When.WHEN_DRAWING_FACE_UP.value, i, NONE) != 0:
            return True
    return False


@kernel
def legal_resurrect(t: Tables, g: Game, mask: Mask) -> None:
    f = top(g)
    seat = g.seat[f.player]
    mask[Verb.PASS] = True
    if may_resurrect(t, g, f.player, f.a, g.stack[g.depth - 2].b):
        for i in range(min(seat.hand_n, HAND_SLOTS)):
            mask[HAND + i] = not is_locked(g, seat.hand[i])  # HELP-12


@kernel
def apply_resurrect(t: Tables, g: Game, action: int) -> None:
    """The pile is looked at before the price is paid (CURSE-12)."""
    f = top(g)
    player, deck = int(f.player), int(f.a)
    if action == Verb.PASS:
        pop(g)
        return
    card = take_discard(g, deck, discards_of(g, deck).n - 1)
    paid = from_hand(g, player, action - HAND)
    log(g, What.DISCARDS, player, NONE, paid, 0, EVERYONE)
    discard(t, g, paid)
    pop(g)
    drawing = top(g)
    drawing.b -= 1
    if drawing.b > 0 and discards_of(g, deck).n > 0:
        push(g, Kind.RESURRECTED, player).a = deck
    deliver(t, g, drawing, card)


@kernel
def resurrected(t: Tables, g: Game) -> None:
    """May the player go on?"""
    f = top(g)
    if may_resurrect(t, g, f.player, f.a, g.stack[g.depth - 2].b):
        become(g, Kind.RESURRECT)
    else:
        pop(g)
