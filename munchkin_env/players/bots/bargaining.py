"""Help in a fight: whom a bot asks, what it offers, and for how much it helps."""

from munchkin_env.core.kernel import kernel
from munchkin_env.core.types import Mask
from munchkin_env.engine.queries.helping import askable
from munchkin_env.engine.queries.stakes import for_the_win, levels_at_stake, treasures_at_stake
from munchkin_env.engine.rules.fight.help import MOST_TREASURES
from munchkin_env.engine.state.actions import NUMBER, Verb
from munchkin_env.engine.state.records import EVERYTHING, Game
from munchkin_env.engine.state.stack import top
from munchkin_env.engine.verbs.asking import seat_id
from munchkin_env.vocabulary.tables import Tables
from munchkin_env.vocabulary.words import NONE

from .odds import treasure_worth
from .reasons import Reason, because, because_of
from .stakes import deficit_with, helping_points, level_points, losing_costs
from .style import Bot
from .swings import NO_PLAN
from .valuing import threat


@kernel
def offer_to(t: Tables, g: Game, b: Bot) -> int:
    """The cheapest helper who is strong enough; if nobody is, the strongest."""
    me = int(top(g).player)
    chosen, costs = best_helper(t, g, b, me)
    because(b, chosen, Reason.CHEAPEST, costs, 0, 0)
    if chosen == NONE:
        least = NO_PLAN
        bits = askable(t, g)
        for p in range(g.n_players):
            lack = deficit_with(t, g, p) if (bits >> p) & 1 else NO_PLAN
            if lack < least:
                chosen, least = p, lack
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
    """Accept if the fight is won with its help and the price is right; it may name another price."""
    me = int(top(g).player)
    if not mask[Verb.REFUSE]:
        return because(b, Verb.ACCEPT.value, Reason.ROUTINE, 0, 0, 0)
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
    """It does not help a player who is about to win, unless it would win as well."""
    return threat(t, g, b, g.combat.main) < b.help_until or helping_points(t, g, b, me) >= b.victory


@kernel
def answer_counter(t: Tables, g: Game, b: Bot) -> int:
    me = int(top(g).player)
    treasures = treasures_at_stake(t, g)
    asked = treasures if g.offer.treasures == EVERYTHING else min(int(g.offer.treasures), treasures)
    stake = level_points(t, g, b, me, levels_at_stake(t, g)) + losing_costs(t, g, b, me) + treasure_worth(t, g, b) * (treasures - asked)
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


@kernel
def help_brings(t: Tables, g: Game, b: Bot, helper: int, treasures: int) -> int:
    """Points that the helper gains from helping main to win for that many Treasures, less the cost of main's Levels."""
    main = int(g.combat.main)
    total = treasures_at_stake(t, g)
    levels = helping_points(t, g, b, helper)
    points = treasure_worth(t, g, b) * min(treasures, total) + levels
    if levels >= b.victory:
        return points
    if for_the_win(t, g):
        return points - b.victory
    percent = threat(t, g, b, main) * b.help_threat // 100
    return points - b.level * levels_at_stake(t, g) * percent // 100 - treasure_worth(t, g, b) * max(0, total - treasures) * percent // 200


@kernel
def price_of_help(t: Tables, g: Game, b: Bot, helper: int, gain: int) -> int:
    """The fewest Treasures that gain a helper that much; all there are if even those are too few."""
    total = treasures_at_stake(t, g)
    for k in range(total):
        if help_brings(t, g, b, helper, k) >= gain:
            return k
    return total


@kernel
def best_helper(t: Tables, g: Game, b: Bot, player: int) -> tuple[int, int]:
    """Whom main should ask: the cheapest helper with whom the fight is won (NONE if nobody is enough), and the points it costs."""
    bits = askable(t, g)
    best, least = NONE, NO_PLAN
    for p in range(g.n_players):
        if (bits >> p) & 1 == 0 or p == player or deficit_with(t, g, p) > 0:
            continue
        levels = helping_points(t, g, b, p)
        if levels >= b.victory and not for_the_win(t, g):
            continue  # the helper would win the game
        costs = treasure_worth(t, g, b) * price_of_help(t, g, b, p, b.offer_gain) + min(levels, b.level) * threat(t, g, b, p) // 100
        if costs < least:
            best, least = p, costs
    return best, least
