"""What a bot does in a fight, its own or another's, and whether it looks for trouble."""

from munchkin_env.core.bits import lowest_bit
from munchkin_env.core.kernel import kernel
from munchkin_env.core.types import Mask
from munchkin_env.engine.queries.moments import now
from munchkin_env.engine.queries.rights import monster_ways
from munchkin_env.engine.queries.stakes import for_the_win, levels_at_stake, treasures_at_stake
from munchkin_env.engine.state.actions import HAND, HAND_SLOTS, MONSTER, Verb
from munchkin_env.engine.state.records import NOBODY, Game
from munchkin_env.engine.state.stack import top
from munchkin_env.vocabulary.tables import Tables
from munchkin_env.vocabulary.words import NONE, CardKind, Op, Side, Trigger

from .bargaining import best_helper
from .fighting import OPTION_SLOTS, next_option, option_card, option_swing, option_ways, plan, way_out
from .odds import treasure_worth
from .reasons import Reason, because, because_of
from .stakes import deficit, deficit_against, deficit_of, level_points, losing_costs, somebody_wins, winning_brings
from .style import Bot
from .swings import NO_PLAN, ends_fight, hands_over, removal_pays
from .valuing import threat, worth

# ----------------------------------------------------------------------------------------------------------- its own


@kernel
def own_fight(t: Tables, g: Game, b: Bot, mask: Mask) -> int:
    """The best of what turns a lost fight: its own plays, help, or a way out; if nothing is worth its price, it will run away."""
    me = int(top(g).player)
    lack = deficit(t, g)
    if lack <= 0:
        return more_monsters(t, g, b, me, mask, -lack)
    loss = losing_costs(t, g, b, me) * b.caution // 100
    stake = winning_brings(t, g, b, me) + loss
    action, best = because(b, Verb.PASS.value, Reason.GIVE_UP, lack, stake, 0), int(b.thrift)
    option, costs = plan(t, g, b, me, mask, Side.MUNCHKINS.value, lack)
    if option != NONE and stake - costs > best:
        action, best = because(b, HAND + option, Reason.TURN, lack, stake, costs), stake - costs
    option, brings = way_out(t, g, b, me, mask)
    if option != NONE and loss + brings > best:
        action, best = because(b, HAND + option, Reason.WAY_OUT, lack, loss, brings), loss + brings
    if mask[Verb.ASK]:
        helper, price = best_helper(t, g, b, me)
        if helper != NONE and stake - price > best:
            action, best = because_of(b, Verb.ASK.value, Reason.ASK, lack, stake, price, helper), stake - price
    for s in range(g.combat.n):
        if mask[MONSTER + s]:
            brings = ability_brings(t, g, b, me, s)
            if loss + brings > best:
                action, best = because(b, MONSTER + s, Reason.WAY_OUT, lack, loss, brings), loss + brings
    return action


@kernel
def ability_brings(t: Tables, g: Game, b: Bot, me: int, slot: int) -> int:
    """What a monster's own card offers: remove it and take its Treasures."""
    k = int(t.type[t.type_of[g.combat.monster[slot].card]].effects) + lowest_bit(monster_ways(t, g, me, slot, now(t, g, me)))
    return removal_pays(t, g, b, k) if ends_fight(t, g, k) and g.combat.main == me else -NO_PLAN


@kernel
def more_monsters(t: Tables, g: Game, b: Bot, me: int, mask: Mask, surplus: int) -> int:
    """Add a monster from the hand to a fight that stays won, for a Level and Treasures more; never to a fight that wins the game."""
    because(b, Verb.PASS.value, Reason.WON, surplus, 0, 0)
    if g.combat.main != me or for_the_win(t, g):
        return Verb.PASS.value
    seat = g.seat[me]
    for i in range(min(seat.hand_n, HAND_SLOTS)):
        if not mask[HAND + i]:
            continue
        kind = t.type[t.type_of[seat.hand[i]]].kind
        adds = kind == CardKind.MONSTER or kind == CardKind.SPECIAL or kind == CardKind.ENHANCER
        if adds and strengthens(t, g, me, i, kind):
            swing = option_swing(t, g, me, i, Side.MONSTERS.value)
            if swing + b.surplus <= surplus:
                return because(b, HAND + i, Reason.ROOM, surplus, swing, 0)
    return Verb.PASS.value


@kernel
def strengthens(t: Tables, g: Game, me: int, i: int, kind: int) -> bool:
    """Would playing hand card i add a monster, and do nothing else?"""
    if kind == CardKind.MONSTER:
        return True
    ty = t.type[t.type_of[g.seat[me].hand[i]]]
    for k in range(ty.effects, ty.effects_end):
        e = t.effect[k]
        op = t.op[e.ops].op
        if e.trigger == Trigger.ON_PLAY and e.ops_end - e.ops == 1 and (op == Op.ADD_MONSTER or op == Op.CLONE_MONSTER):
            return True
    return False


@kernel
def trouble_or_loot(t: Tables, g: Game, b: Bot, mask: Mask) -> int:
    """The most valuable monster of the hand that it beats alone; otherwise loot the room."""
    me = int(top(g).player)
    seat = g.seat[me]
    best, most = because(b, Verb.LOOT.value, Reason.LOOT, b.trouble, 0, 0), int(b.trouble)
    for i in range(min(seat.hand_n, HAND_SLOTS)):
        lack = deficit_against(t, g, me, seat.hand[i]) if mask[HAND + i] else NO_PLAN
        if lack <= -b.trouble_margin:
            ty = t.type[t.type_of[seat.hand[i]]]
            points = level_points(t, g, b, me, int(ty.levels)) + treasure_worth(t, g, b) * int(ty.treasures)
            if points > most:
                best, most = because(b, HAND + i, Reason.TROUBLE, -lack, points, 0), points
    return best


# ------------------------------------------------------------------------------------------------- others' fights


@kernel
def foreign_fight(t: Tables, g: Game, b: Bot, mask: Mask) -> int:
    """Take over a fight that it would win; do everything against a fight that wins the game."""
    me = int(top(g).player)
    option = take_over(t, g, b, me, mask)
    if option != NONE:
        return HAND + option
    lack = deficit(t, g)
    if lack > 0:
        return because(b, Verb.PASS.value, Reason.LOST_ANYWAY, lack, 0, 0)
    if not somebody_wins(t, g, b, me):
        return meddle(t, g, b, me, mask, 1 - lack)
    winner = winner_of(t, g, me)
    option, _ = plan(t, g, b, me, mask, Side.MONSTERS.value, 1 - lack)
    if option != NONE:
        return because_of(b, HAND + option, Reason.STOP, -lack, 0, 0, winner)
    if b.defends:
        option, _ = next_option(t, g, b, me, mask, Side.MONSTERS.value, NO_PLAN, 0)
    if option == NONE:
        return because_of(b, Verb.PASS.value, Reason.CANNOT_STOP, -lack, 0, 0, winner)
    return because_of(b, HAND + option, Reason.IN_VAIN, -lack, 0, 0, winner)


@kernel
def winner_of(t: Tables, g: Game, me: int) -> int:
    """Who else wins the game by this fight, if anybody."""
    return int(g.combat.main) if g.combat.main != me and for_the_win(t, g) else int(g.combat.helper)


@kernel
def meddle(t: Tables, g: Game, b: Bot, me: int, mask: Mask, need: int) -> int:
    """Turn a fight that does not win the game, if that is its style and pays."""
    danger = threat(t, g, b, g.combat.main)
    if g.combat.main == me or danger < b.meddle_from:
        return because(b, Verb.PASS.value, Reason.UNDECIDED, danger, 0, 0)
    option, costs = plan(t, g, b, me, mask, Side.MONSTERS.value, need)
    harm = harm_by_losing(t, g, b)
    if option == NONE or costs > harm * b.meddle_price // 100:
        return because(b, Verb.PASS.value, Reason.TOO_EXPENSIVE, harm, costs, 0)
    return because(b, HAND + option, Reason.MEDDLE, harm, costs, 0)


@kernel
def harm_by_losing(t: Tables, g: Game, b: Bot) -> int:
    """Points gained if the winning fighters lose: the rewards they miss and the harm they suffer, weighted by threat."""
    c = g.combat
    points = threat(t, g, b, c.main) * (winning_brings(t, g, b, c.main) + losing_costs(t, g, b, c.main)) // 100
    if c.helper != NOBODY:
        points += threat(t, g, b, c.helper) * (winning_brings(t, g, b, c.helper) + losing_costs(t, g, b, c.helper)) // 100
    return points


@kernel
def take_over(t: Tables, g: Game, b: Bot, me: int, mask: Mask) -> int:
    """The option that takes over a fight it would win; NONE if none pays."""
    for o in range(OPTION_SLOTS):
        if not mask[HAND + o]:
            continue
        card = option_card(g, me, o)
        if t.type[t.type_of[card]].kind != CardKind.ONE_SHOT:
            continue
        bits = option_ways(t, g, me, o)
        k = int(t.type[t.type_of[card]].effects)
        while bits != 0:
            if bits & 1 and hands_over(t, k) and deficit_of(t, g, me) <= 0:
                gains = level_points(t, g, b, me, levels_at_stake(t, g)) + treasure_worth(t, g, b) * treasures_at_stake(t, g)
                if gains > worth(t, g, b, me, card):
                    because(b, HAND + o, Reason.TAKE_OVER, gains, worth(t, g, b, me, card), 0)
                    return o
            bits >>= 1
            k += 1
    return NONE
