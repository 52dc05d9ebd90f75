"""Help in a fight: whom he asks, what he offers, and for how much he helps."""

from munchkin_env.bots.fighting import (
    NO_PLAN,
    best_helper,
    deficit_with,
    help_brings,
    helping_points,
    level_points,
    losing_costs,
    price_of_help,
)
from munchkin_env.bots.reasons import Reason, because, because_of
from munchkin_env.bots.style import Bot
from munchkin_env.bots.valuing import threat
from munchkin_env.cards.vocabulary import NONE, Tables
from munchkin_env.engine.actions import NUMBER, Verb
from munchkin_env.engine.asking import seat_id
from munchkin_env.engine.help import MOST_TREASURES
from munchkin_env.engine.helping import askable
from munchkin_env.engine.kernel import kernel
from munchkin_env.engine.stack import top
from munchkin_env.engine.state import EVERYTHING, Game
from munchkin_env.engine.strength import levels_at_stake, treasures_at_stake
from munchkin_env.engine.types import Mask


@kernel
def offer_to(t: Tables, g: Game, b: Bot) -> int:
    """The cheapest who is enough; if nobody is, whoever comes nearest."""
    me = int(top(g).player)
    chosen, costs = best_helper(t, g, b, me)
    because(b, chosen, Reason.CHEAPEST, costs, 0, 0)
    if chosen == NONE:
        least = NO_PLAN
        bits = askable(t, g)
        for p in range(g.n_players):
            if (bits >> p) & 1 and deficit_with(t, g, p) < least:
                chosen, least = p, deficit_with(t, g, p)
        because(b, chosen, Reason.NEAREST, least, 0, 0)
    return seat_id(g, me, chosen)


@kernel
def offer_treasures(t: Tables, g: Game, b: Bot, mask: Mask) -> int:
    k = price_of_help(t, g, b, g.offer.to, b.offer_gain)
    because_of(b, k, Reason.PRICE, help_brings(t, g, b, g.offer.to, k), 0, 0, g.offer.to)
    total = treasures_at_stake(t, g)
    if k >= total and mask[Verb.EVERYTHING]:
        return Verb.EVERYTHING.value
    return NUMBER + min(k, MOST_TREASURES)


@kernel
def answer_help(t: Tables, g: Game, b: Bot, mask: Mask) -> int:
    """If the fight is won with him, and the price is right; he may name another."""
    me = int(top(g).player)
    lack = deficit_with(t, g, me)
    if lack > 0:
        return because(b, Verb.REFUSE.value, Reason.NOT_ENOUGH, lack, 0, 0)
    if not would_help(t, g, b, me):
        return because(b, Verb.REFUSE.value, Reason.NEAR_THE_END, threat(t, g, b, g.combat.main), 0, 0)
    brings = help_brings(t, g, b, me, g.offer.treasures)
    if brings >= b.help_gain:
        return because(b, Verb.ACCEPT.value, Reason.HELP, brings, b.help_gain, 0)
    k = min(price_of_help(t, g, b, me, b.help_gain), MOST_TREASURES)
    if b.counters and mask[NUMBER + k] and help_brings(t, g, b, me, k) >= b.help_gain:
        return because(b, NUMBER + k, Reason.NAME_PRICE, help_brings(t, g, b, me, k), b.help_gain, 0)
    return because(b, Verb.REFUSE.value, Reason.TOO_LITTLE, brings, b.help_gain, 0)


@kernel
def would_help(t: Tables, g: Game, b: Bot, me: int) -> bool:
    """Whoever is about to win is left alone, unless it would be his own victory as well."""
    return threat(t, g, b, g.combat.main) < b.help_until or helping_points(t, g, b, me) >= b.victory


@kernel
def answer_counter(t: Tables, g: Game, b: Bot) -> int:
    me = int(top(g).player)
    treasures = treasures_at_stake(t, g)
    asked = treasures if g.offer.treasures == EVERYTHING else min(int(g.offer.treasures), treasures)
    stake = level_points(t, g, b, me, levels_at_stake(t, g)) + losing_costs(t, g, b, me) + b.loot * (treasures - asked)
    lack = deficit_with(t, g, g.offer.to)
    if lack > 0:
        return because(b, Verb.REFUSE.value, Reason.NOT_ENOUGH, lack, 0, 0)
    if stake > b.thrift:
        return because(b, Verb.ACCEPT.value, Reason.BARGAIN, stake, 0, 0)
    return because(b, Verb.REFUSE.value, Reason.BAD_BARGAIN, stake, 0, 0)


@kernel
def stay_or_leave(t: Tables, g: Game, b: Bot) -> int:
    points = help_brings(t, g, b, top(g).player, 0)
    if points > 0:
        return because(b, Verb.STAY.value, Reason.STAY, points, 0, 0)
    return because(b, Verb.LEAVE.value, Reason.LEAVE, points, 0, 0)
