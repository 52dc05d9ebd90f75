"""Drawing, one card at a time; cards that take effect when drawn; the Cleric's draw from the discards."""

from munchkin_env.core.bits import count_bits, highest_bit
from munchkin_env.core.kernel import kernel
from munchkin_env.core.types import Mask
from munchkin_env.engine.effects.interpreter import start
from munchkin_env.engine.queries.decks import discards_of, index_in_hand
from munchkin_env.engine.queries.offers import ways
from munchkin_env.engine.queries.seats import is_locked
from munchkin_env.engine.state.actions import HAND, HAND_SLOTS, Verb
from munchkin_env.engine.state.declare import CARD, COUNT, Decision, Register, Step
from munchkin_env.engine.state.events import EVERYONE, What, log
from munchkin_env.engine.state.kinds import Kind
from munchkin_env.engine.state.records import EFFECT, KNOWN, MAX_HAND, Frame, Game
from munchkin_env.engine.state.stack import Disposal, Goal, Why, become, pop, push, top
from munchkin_env.engine.verbs.asking import ask_card, ask_yes
from munchkin_env.engine.verbs.getting import ON_DRAW_BIT, work_at_once
from munchkin_env.engine.verbs.piles import discard, draw, from_hand, take_discard, to_hand, to_pool
from munchkin_env.vocabulary.tables import Tables
from munchkin_env.vocabulary.words import NONE, Deck, Face, Trigger, When

MOST_NOTED = 62  # bits of a frame's `drawn`


@kernel
def draw_cards(t: Tables, g: Game) -> None:
    f = top(g)
    if f.to_draw <= 0:
        pop(g)
        return
    f.to_draw -= 1
    card = draw(g, f.deck)
    if card == NONE:
        f.to_draw = 0
    else:
        deliver(t, g, f, card)


@kernel
def deliver(t: Tables, g: Game, f: Frame, card: int) -> None:
    """To the draw's goal. A card that takes effect when drawn does so at once (unless it goes to the pool)."""
    player, goal, face = int(f.player), int(f.goal), int(f.draw_face)
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
    """Note the newest hand card as one of those of which only some are kept."""
    d = g.depth - 1
    while d > 0 and g.stack[d].kind != Kind.KEEP_DRAWN:
        d -= 1
    place = g.seat[player].hand_n - 1
    if place < MOST_NOTED:
        g.stack[d].drawn |= 1 << place


@kernel
def keep_drawn(t: Tables, g: Game) -> None:
    """The owner says which of the drawn cards go, one at a time. Those that took effect when drawn are already gone."""
    f = top(g)
    player = int(f.player)
    if f.answer != NONE:
        throw_away(t, g, f, index_in_hand(g.seat[player], f.answer))
        f.answer = NONE
    drawn = int(f.drawn)
    if count_bits(drawn) <= f.to_keep:
        pop(g)
    elif drawn >> HAND_SLOTS:  # out of reach: the newest go without asking
        throw_away(t, g, f, highest_bit(drawn))
    else:
        ask_card(t, g, player, drawn, 0, Why.LOSE, False, f.card)


@kernel
def throw_away(t: Tables, g: Game, f: Frame, place: int) -> None:
    card = from_hand(g, f.player, place)
    below_it = (1 << place) - 1
    drawn = int(f.drawn)
    f.drawn = drawn & below_it | drawn >> (place + 1) << place
    log(g, What.DISCARDS, f.player, NONE, card, 0, EVERYONE)
    discard(t, g, card)


@kernel
def work_or_keep(t: Tables, g: Game) -> None:
    """A player who declines takes the card into hand."""
    f = top(g)
    player, card, effect, face = int(f.player), int(f.card), int(f.effect), int(f.drawn_face)
    if t.effect[effect].optional and f.answer == NONE:
        ask_yes(g, player, Why.MAY, card)
        return
    kept = f.answer == 0
    pop(g)
    if kept:
        log(g, What.GETS, player, NONE, card, 0, EVERYONE if face == Face.UP else 1 << player)
        to_hand(t, g, player, card, KNOWN if face == Face.UP else 0)
    else:
        log(g, What.WORKS, player, NONE, card, 0, EVERYONE)
        start(t, g, effect, player, card, Disposal.DISCARD).drawn_face = face


@kernel
def draw_face_up(t: Tables, g: Game) -> None:
    """A Cleric may take from the discards instead, paying a hand card for each."""
    f = become(g, Kind.DRAW)
    player, deck, n = int(f.player), int(f.deck), int(f.to_draw)
    if may_resurrect(t, g, player, deck, n):
        push(g, Kind.RESURRECT, player).deck = deck


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
    if may_resurrect(t, g, f.player, f.deck, g.stack[g.depth - 2].to_draw):
        for i in range(min(seat.hand_n, HAND_SLOTS)):
            mask[HAND + i] = not is_locked(g, seat.hand[i])  # HELP-12


@kernel
def apply_resurrect(t: Tables, g: Game, action: int) -> None:
    """The pile is checked before the price is paid (CURSE-12)."""
    f = top(g)
    player, deck = int(f.player), int(f.deck)
    if action == Verb.PASS:
        pop(g)
        return
    card = take_discard(g, deck, discards_of(g, deck).n - 1)
    paid = from_hand(g, player, action - HAND)
    log(g, What.DISCARDS, player, NONE, paid, 0, EVERYONE)
    discard(t, g, paid)
    pop(g)
    drawing = top(g)
    drawing.to_draw -= 1
    if drawing.to_draw > 0 and discards_of(g, deck).n > 0:
        push(g, Kind.RESURRECTED, player).deck = deck
    deliver(t, g, drawing, card)


@kernel
def resurrected(t: Tables, g: Game) -> None:
    """May the player continue?"""
    f = top(g)
    if may_resurrect(t, g, f.player, f.deck, g.stack[g.depth - 2].to_draw):
        become(g, Kind.RESURRECT)
    else:
        pop(g)


_DRAWN_FROM = Register("deck", "a", (0, int(Deck.TREASURE)))
_DRAWING = (
    _DRAWN_FROM,
    Register("to_draw", "b", COUNT, "this many cards still"),
    Register("draw_face", "c", (0, int(max(Face))), "face up or down"),
    Register("goal", "d", (0, int(max(Goal))), "where they go"),
)
DECISIONS = (
    Decision(
        "RESURRECT",
        30,
        "draw from the deck, or pay a card for the top of the discards",
        legal=legal_resurrect,
        apply=apply_resurrect,
        registers=(_DRAWN_FROM,),
        lies_on=(Kind.DRAW,),
        says="pay hand cards to draw from the discards; the DRAW is below",
        actions={"PASS": "draw from the deck", "hand": "take from the discards for {}"},
    ),
)
STEPS = (
    Step("DRAW", 80, run=draw_cards, registers=_DRAWING),
    Step("DRAW_FACE_UP", 81, run=draw_face_up, registers=_DRAWING, says="the same, and the drawer may take from the discards instead"),
    Step("RESURRECTED", 82, run=resurrected, registers=(_DRAWN_FROM,), lies_on=(Kind.DRAW,)),
    Step(
        "KEEP_DRAWN",
        128,
        run=keep_drawn,
        registers=(
            Register("to_keep", "a", (0, MAX_HAND), "how many of the cards just drawn are kept"),
            Register("drawn", "bits64", says="bits of their hand slots"),
            Register("card", says="the card that made player draw"),
            Register("answer", says="one that goes"),
        ),
    ),
    Step(
        "WORK_OR_KEEP",
        129,
        run=work_or_keep,
        registers=(
            Register("card", within=CARD),
            Register("effect", within=EFFECT),
            Register("drawn_face", "b", (0, int(max(Face))), "how it was drawn"),
            Register("answer", says="yes or no"),
        ),
        holds_card=True,
        says="works when drawn, if the drawer likes",
    ),
)
