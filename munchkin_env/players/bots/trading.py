"""Trades and gifts: which exchanges of Items a bot accepts, and which it offers to whom. The other must gain too, or would refuse."""

from munchkin_env.core.copying import copied
from munchkin_env.core.kernel import kernel
from munchkin_env.core.types import Mask
from munchkin_env.engine.queries.limits import may_carry
from munchkin_env.engine.queries.rights import partners
from munchkin_env.engine.rules.goods.trade import frees_place, tradable, was_refused
from munchkin_env.engine.state.actions import POOL, USE, Verb
from munchkin_env.engine.state.kinds import Kind
from munchkin_env.engine.state.records import EQUIPPED, Game
from munchkin_env.engine.state.stack import top
from munchkin_env.engine.verbs.asking import seat_id
from munchkin_env.vocabulary.tables import Tables
from munchkin_env.vocabulary.words import NONE, CardKind

from .reasons import Reason, because, because_of
from .style import Bot
from .valuing import UNWORN, gives, sale_points, threat, worth

ANY_CARD = -2
MORE_THAN_ANY = 1 << 20


@kernel
def answer_trade(t: Tables, g: Game, b: Bot) -> int:
    """Accept if it gets the better deal."""
    f = top(g)
    me = int(f.player)
    gains = exchange_gains(t, g, b, me, f.card, f.wanted)
    if gains > b.trade_gain or f.wanted == NONE or worth(t, g, b, me, f.wanted) == 0:
        return because(b, Verb.ACCEPT.value, Reason.GOOD_TRADE, gains, 0, 0)
    return because(b, Verb.REFUSE.value, Reason.BAD_TRADE, gains, 0, 0)


@kernel
def worth_without(t: Tables, g: Game, b: Bot, player: int, card: int, gone: int) -> int:
    """Points of the card once `gone` is not worn any more."""
    if gone == NONE or g.mark[gone] & EQUIPPED == 0:
        return worth(t, g, b, player, card)
    then = copied(g)
    then.mark[gone] &= ~EQUIPPED & 255
    return worth(t, then, b, player, card)


@kernel
def most_worth(t: Tables, g: Game, b: Bot, player: int, card: int) -> int:
    """At most so many points is the card of another player worth to this one, whatever they take off for it; quickly told."""
    card_type = t.type_of[card]
    kind = t.type[card_type].kind
    if kind != CardKind.ITEM and kind != CardKind.STEED:
        return MORE_THAN_ANY
    return UNWORN + sale_points(t, b, card_type) + max(0, gives(t, g, b, player, card_type))


@kernel
def exchange_gains(t: Tables, g: Game, b: Bot, player: int, gets: int, gives_away: int) -> int:
    """Points that the player gains by exchanging one Item for another; either may be NONE."""
    points = 0 if gets == NONE else worth_without(t, g, b, player, gets, gives_away)
    return points - worth_of(t, g, b, player, gives_away)


@kernel
def worth_of(t: Tables, g: Game, b: Bot, player: int, card: int) -> int:
    """Points of a card that may be NONE."""
    return 0 if card == NONE else worth(t, g, b, player, card)


@kernel
def may_swap(t: Tables, g: Game, me: int, other: int, mine: int, yours: int) -> bool:
    """May both players carry what they get, and has the offer not been refused before?"""
    if was_refused(g, me, other, mine, yours):
        return False
    if mine != NONE and not may_carry(t, g, other, t.type_of[mine], frees_place(t, g, other, yours, mine)):
        return False
    return yours == NONE or may_carry(t, g, me, t.type_of[yours], frees_place(t, g, me, mine, yours))


@kernel
def goodwill(g: Game, b: Bot, me: int, other: int) -> int:
    """Percent of a gift's value to the other player that counts as the bot's own gain: nothing if that player is ahead."""
    return int(b.gifts) if g.seat[other].level <= g.seat[me].level else 0


@kernel
def offer_gains(t: Tables, g: Game, b: Bot, me: int, other: int, mine: int, yours: int) -> int:
    """Points of the offer for me, less what the other's gain costs me; 0 if they would refuse or it is impossible. A gift has no yours."""
    then = copied(g)
    then.mark[mine] &= ~EQUIPPED & 255
    return offer_brings(t, g, then, b, me, other, mine, yours, worth(t, g, b, me, mine))


@kernel
def offer_brings(t: Tables, g: Game, then: Game, b: Bot, me: int, other: int, mine: int, yours: int, i_lose: int) -> int:
    """The same. then: the game once I do not wear my card. i_lose: what the card is worth to me."""
    if yours != NONE and most_worth(t, g, b, me, yours) - i_lose <= b.trade_gain:
        return 0
    brings = worth_of(t, then, b, me, yours) - i_lose
    if brings <= b.trade_gain and yours != NONE:
        return 0
    they_lose = worth_of(t, g, b, other, yours)
    if most_worth(t, g, b, other, mine) - they_lose <= b.trade_leaves:
        return 0
    other_gains = worth_without(t, g, b, other, mine, yours) - they_lose
    if yours == NONE:
        brings += other_gains * goodwill(g, b, me, other) // 100
    if other_gains <= b.trade_leaves or not may_swap(t, g, me, other, mine, yours):
        return 0
    brings -= other_gains * threat(t, g, b, other) // 100
    return brings if brings > b.trade_gain else 0


@kernel
def best_for(t: Tables, g: Game, b: Bot, me: int, other: int, mine: int) -> tuple[int, int]:
    """The best offer of that card of mine to that player: its points (0: none), and their table index (NONE: a gift)."""
    then = copied(g)
    then.mark[mine] &= ~EQUIPPED & 255
    best, yours = 0, NONE
    theirs, i_lose = tradable(t, g, other), worth(t, g, b, me, mine)
    for j in range(NONE if b.gifts else 0, g.seat[other].table_n):
        if j == NONE or (theirs >> j) & 1:
            card = NONE if j == NONE else int(g.seat[other].table[j])
            points = offer_brings(t, g, then, b, me, other, mine, card, i_lose)
            if points > best:
                best, yours = points, j
    return best, yours


@kernel
def best_with(t: Tables, g: Game, b: Bot, me: int, other: int, only: int) -> tuple[int, int, int]:
    """The best offer to that player: its points (0: none), my table index, theirs (NONE: a gift). only: the card I give, or ANY_CARD.

    Of equally good offers the one for the first of their cards, then of mine.
    """
    best, mine, yours = 0, NONE, NONE
    ours = tradable(t, g, me)
    for i in range(g.seat[me].table_n):
        card = int(g.seat[me].table[i])
        if (ours >> i) & 1 == 0 or (only != ANY_CARD and card != only):
            continue
        points, j = best_for(t, g, b, me, other, card)
        if points > best or (points == best and j < yours):
            best, mine, yours = points, i, j
    return best, mine, yours


@kernel
def best_partner(t: Tables, g: Game, b: Bot, me: int) -> tuple[int, int]:
    """The best trading partner, and the points of that trade; NONE if there is none."""
    bits = partners(t, g, me)
    best, most = NONE, 0
    for p in range(g.n_players):
        if (bits >> p) & 1:
            points, _, _ = best_with(t, g, b, me, p, ANY_CARD)
            if points > most:
                best, most = p, points
    return best, most


@kernel
def trade(t: Tables, g: Game, b: Bot, mask: Mask) -> int:
    """The next step of making the offer; NONE if there is none to make and a caller put the bot here."""
    f = top(g)
    me = int(f.player)
    action, points, other = NONE, 0, int(f.target)
    match f.kind:
        case Kind.TRADE_WITH:
            other, points = best_partner(t, g, b, me)
            action = seat_id(g, me, other)
        case Kind.TRADE_MINE:
            points, mine, _ = best_with(t, g, b, me, other, ANY_CARD)
            action = USE + mine
        case Kind.TRADE_YOURS:
            points, _, yours = best_with(t, g, b, me, other, f.card)
            action = Verb.NOTHING.value if yours == NONE else POOL + yours
        case _:
            if f.card != NONE and mask[Verb.SEND]:
                points = offer_gains(t, g, b, me, other, f.card, f.wanted)
                action = Verb.SEND.value
    return because_of(b, action, Reason.TRADE, points, 0, 0, other) if points > 0 else NONE
