"""Phase 3: excess hand cards go to the lowest players, split evenly (CHAR)."""

from munchkin_env.core.bits import count_bits
from munchkin_env.core.kernel import kernel
from munchkin_env.core.types import Mask
from munchkin_env.engine.queries.limits import hand_limit
from munchkin_env.engine.queries.seats import living, lowest_level, of_level
from munchkin_env.engine.state.actions import HAND, HAND_SLOTS
from munchkin_env.engine.state.declare import CARD, RECEIVER, Decision, Register, Step
from munchkin_env.engine.state.events import EVERYONE, What, log
from munchkin_env.engine.state.kinds import Kind
from munchkin_env.engine.state.records import MAX_HAND, Frame, Game
from munchkin_env.engine.state.stack import Why, pop, push, top
from munchkin_env.engine.verbs.asking import ask_player
from munchkin_env.engine.verbs.getting import gets_it
from munchkin_env.engine.verbs.piles import discard, from_hand
from munchkin_env.vocabulary.tables import Tables
from munchkin_env.vocabulary.words import NONE, Face

SHARE_BITS = 5  # per seat, in CHARITY_CARD.hand: how many cards it has got


@kernel
def charity(t: Tables, g: Game) -> None:
    player = int(top(g).player)
    excess = int(g.seat[player].hand_n) - hand_limit(t, g, player)
    pop(g)
    if g.seat[player].dead or excess <= 0:
        return
    receivers = of_level(g, living(g), lowest_level(g, living(g)))
    if (receivers >> player) & 1:  # the giver is one of the lowest: discard (CHAR-02)
        receivers = 0
    f = push(g, Kind.CHARITY_CARD, player)
    f.to_give = excess
    f.remaining = receivers
    n = count_bits(receivers)
    f.each_gets = excess // n if n else 0  # everyone gets that many,
    f.one_more = excess % n if n else 0  # and this many of them one more


@kernel
def legal_charity(g: Game, mask: Mask) -> None:
    for i in range(min(g.seat[top(g).player].hand_n, HAND_SLOTS)):
        mask[HAND + i] = True


@kernel
def apply_charity(t: Tables, g: Game, action: int) -> None:
    f = top(g)
    player = int(f.player)
    card = from_hand(g, player, action - HAND)
    f.to_give -= 1
    if f.remaining == 0:
        log(g, What.DISCARDS, player, -1, card, 0, EVERYONE)
        discard(t, g, card)
        if f.to_give == 0:
            pop(g)
        return
    give = push(g, Kind.CHARITY_GIVE, player)
    give.card = card
    ask_player(g, player, not_full(g, f), Why.CHARITY)
    if top(g).kind == Kind.ASK_PLAYER:
        log(g, What.SETS_ASIDE, player, NONE, card, 0, 1 << player)


@kernel
def got(f: Frame, seat: int) -> int:
    return (int(f.shares) >> (SHARE_BITS * seat)) & ((1 << SHARE_BITS) - 1)


@kernel
def not_full(g: Game, f: Frame) -> int:
    """Bits of the receivers whose share is not full (CHAR-03)."""
    bits = 0
    for p in range(g.n_players):
        if (int(f.remaining) >> p) & 1 and (got(f, p) < f.each_gets or (got(f, p) == f.each_gets and f.one_more > 0)):
            bits |= 1 << p
    return bits


@kernel
def charity_give(t: Tables, g: Game) -> None:
    """Seen by giver and receiver only."""
    f = top(g)
    player, receiver, card = int(f.player), int(f.answer), int(f.card)
    pop(g)
    shares = top(g)
    if got(shares, receiver) == shares.each_gets:
        shares.one_more -= 1
    shares.shares += 1 << (SHARE_BITS * receiver)
    both = (1 << player) | (1 << receiver)
    log(g, What.CHARITY, player, receiver, card, 0, both)
    if shares.to_give == 0:
        pop(g)
    gets_it(t, g, receiver, card, both, Face.DOWN.value)


DECISIONS = (
    Decision(
        "CHARITY_CARD",
        5,
        "which card to give away or discard (too many in hand)",
        legal=legal_charity,
        apply=apply_charity,
        registers=(
            Register("to_give", "a", (0, MAX_HAND), "cards still to give"),
            Register("each_gets", "b", (0, MAX_HAND), "everyone of `remaining` gets that many,"),
            Register("one_more", "c", (0, MAX_HAND), "and this many of them one more"),
            Register("remaining", says="who gets cards"),
            Register("shares", "bits32", says="SHARE_BITS for each seat: how many cards it has got"),
        ),
        says="too many cards in the hand at the end of the turn",
    ),
)
STEPS = (
    Step("CHARITY", 76, run=charity),
    Step(
        "CHARITY_GIVE",
        77,
        run=charity_give,
        registers=(Register("card", within=CARD), RECEIVER),
        lies_on=(Kind.CHARITY_CARD,),
        holds_card=True,
        waits=True,
        asks_seats=True,
        says="the CHARITY_CARD below keeps the shares",
    ),
)
