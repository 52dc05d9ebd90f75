"""What a player can do about a fight: the cards and powers to choose from, what they cost, and plans that combine them."""

from munchkin_env.core.bits import count_bits, lowest_bit
from munchkin_env.core.kernel import kernel
from munchkin_env.core.types import Mask
from munchkin_env.engine.queries.moments import answered_on_top, now
from munchkin_env.engine.queries.offers import uses, ways
from munchkin_env.engine.queries.prices import hand_payments, table_payments
from munchkin_env.engine.state.actions import HAND, HAND_SLOTS, TABLE_SLOTS
from munchkin_env.engine.state.records import Game
from munchkin_env.vocabulary.tables import Tables
from munchkin_env.vocabulary.words import ALL, NONE, CardKind, Side, Trigger

from .style import Bot
from .swings import NO_PLAN, SURE_SWING, curse_swing, ends_fight, hands_over, removal_pays, swing
from .valuing import worth

OPTION_SLOTS = HAND_SLOTS + TABLE_SLOTS  # option o is the card of action HAND + o: hand slots, then table slots; the mask says which exist


# ----------------------------------------------------------------------------------------- options: cards and powers


@kernel
def option_card(g: Game, player: int, o: int) -> int:
    return int(g.seat[player].hand[o]) if o < HAND_SLOTS else int(g.seat[player].table[o - HAND_SLOTS])


@kernel
def option_ways(t: Tables, g: Game, player: int, o: int) -> int:
    """Bits of the modes, as `ways` counts them."""
    card = option_card(g, player, o)
    timing, answered = now(t, g, player), answered_on_top(g)
    if o < HAND_SLOTS:
        return ways(t, g, player, card, Trigger.ON_PLAY, timing, NONE, answered)
    bits = ways(t, g, player, card, Trigger.ON_ACTIVATE, timing, o - HAND_SLOTS, answered)
    if t.type[t.type_of[card]].kind == CardKind.ONE_SHOT:
        bits |= ways(t, g, player, card, Trigger.ON_PLAY, timing, o - HAND_SLOTS, answered)
    return bits


@kernel
def payments(t: Tables, g: Game, player: int, effect: int, card: int) -> int:
    return count_bits(hand_payments(t, g, player, effect, card)) + count_bits(table_payments(t, g, player, effect, card))


@kernel
def repeats(t: Tables, g: Game, player: int, effect: int, card: int) -> int:
    """How often the player can still use the power in this fight."""
    e = t.effect[effect]
    if e.trigger != Trigger.ON_ACTIVATE or e.cost_zone == NONE or e.times == 0 or e.cost_amount == ALL:
        return 1
    left = int(e.times) - uses(g, effect, player, NONE)
    return max(1, min(left, payments(t, g, player, effect, card) // max(1, int(e.cost_amount))))


@kernel
def option_swing(t: Tables, g: Game, player: int, o: int, side: int) -> int:
    """The farthest that the card or power can move the fight towards that side, for the rest of the fight."""
    card = option_card(g, player, o)
    ty = t.type[t.type_of[card]]
    if ty.kind == CardKind.CURSE:
        return curse_swing(t, g, t.type_of[card]) if side == Side.MONSTERS else 0
    if ty.kind == CardKind.MONSTER:
        return int(ty.level) if side == Side.MONSTERS else 0
    bits = option_ways(t, g, player, o)
    best = 0
    k = int(ty.effects)
    while bits != 0:
        if bits & 1:
            points = swing(t, g, player, k, side)
            if side == Side.MONSTERS and ends_fight(t, g, k):  # no kill, no Level: just as good for the others
                points = SURE_SWING
            elif side == Side.MUNCHKINS and ends_fight(t, g, k):
                points = 0  # this does not win the fight; see `way_out`
            if points > 0:
                points *= repeats(t, g, player, k, card)
            best = max(best, points)
        bits >>= 1
        k += 1
    return best


@kernel
def option_costs(t: Tables, g: Game, b: Bot, player: int, o: int) -> int:
    """Points of what is spent when it is played or used as often as `option_swing` counts."""
    card = option_card(g, player, o)
    if o < HAND_SLOTS or t.type[t.type_of[card]].kind == CardKind.ONE_SHOT:
        return worth(t, g, b, player, card)
    k = int(t.type[t.type_of[card]].effects) + lowest_bit(option_ways(t, g, player, o))
    if t.effect[k].cost_this:
        return worth(t, g, b, player, card)
    if t.effect[k].cost_amount == ALL:
        return payments_worth(t, g, b, player, k, card)
    return cheapest_payment(t, g, b, player, k, card) * repeats(t, g, player, k, card)


@kernel
def cheapest_payment(t: Tables, g: Game, b: Bot, player: int, effect: int, card: int) -> int:
    if t.effect[effect].cost_zone == NONE:
        return 0
    seat = g.seat[player]
    hand = hand_payments(t, g, player, effect, card)
    table = table_payments(t, g, player, effect, card)
    least = NO_PLAN
    for i in range(min(seat.hand_n, HAND_SLOTS)):
        if (hand >> i) & 1:
            least = min(least, worth(t, g, b, player, seat.hand[i]))
    for i in range(min(seat.table_n, TABLE_SLOTS)):
        if (table >> i) & 1:
            least = min(least, worth(t, g, b, player, seat.table[i]))
    return least


@kernel
def payments_worth(t: Tables, g: Game, b: Bot, player: int, effect: int, card: int) -> int:
    """Points of all hand cards that would be paid."""
    seat = g.seat[player]
    hand = hand_payments(t, g, player, effect, card)
    points = 0
    for i in range(min(seat.hand_n, HAND_SLOTS)):
        if (hand >> i) & 1:
            points += worth(t, g, b, player, seat.hand[i])
    return points


# --------------------------------------------------------------------------------------------------------- plans


@kernel
def plan(t: Tables, g: Game, b: Bot, player: int, mask: Mask, side: int, need: int) -> tuple[int, int]:
    """The player's plays that together move the fight by `need` towards that side: the first option, and the cost of all.

    The cheapest single play that is enough; otherwise the strongest, then the rest. (NONE, NO_PLAN) if all together are not enough.
    """
    taken = 0
    first = NONE
    costs = 0
    while need > 0:
        best, gain = next_option(t, g, b, player, mask, side, need, taken)
        if best == NONE:
            return NONE, NO_PLAN
        taken |= 1 << best
        if first == NONE:
            first = best
        costs += option_costs(t, g, b, player, best)
        need -= gain
    return first, costs


@kernel
def next_option(t: Tables, g: Game, b: Bot, player: int, mask: Mask, side: int, need: int, taken: int) -> tuple[int, int]:
    best, most, least = NONE, 0, NO_PLAN
    for o in range(OPTION_SLOTS):
        if not mask[HAND + o] or (taken >> o) & 1:
            continue
        gain = option_swing(t, g, player, o, side)
        if gain <= 0:
            continue
        enough = gain >= need
        costs = option_costs(t, g, b, player, o)
        if (enough and (most < need or costs < least)) or (not enough and most < need and gain > most):
            best, most, least = o, gain, costs
    return best, most


@kernel
def way_out(t: Tables, g: Game, b: Bot, player: int, mask: Mask) -> tuple[int, int]:
    """The option that ends the fight without a kill at the best price, and its points (Treasures less costs); NONE if there is none."""
    best, most = NONE, -NO_PLAN
    for o in range(OPTION_SLOTS):
        if not mask[HAND + o]:
            continue
        bits = option_ways(t, g, player, o)
        k = int(t.type[t.type_of[option_card(g, player, o)]].effects)
        while bits != 0:
            if bits & 1 and (ends_fight(t, g, k) or hands_over(t, k)):
                points = (removal_pays(t, g, b, k) if g.combat.main == player else 0) - option_costs(t, g, b, player, o)
                if points > most:
                    best, most = o, points
            bits >>= 1
            k += 1
    return best, most
