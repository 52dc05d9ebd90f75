"""Running away: a bot rolls, saves itself with a card or power, or undoes a rival's escape."""

from munchkin_env.core.kernel import kernel
from munchkin_env.core.types import Mask
from munchkin_env.engine.queries.flight import ESCAPES_ON, gets_away, run_modifier
from munchkin_env.engine.state.actions import HAND, MONSTER, Verb
from munchkin_env.engine.state.records import Game
from munchkin_env.engine.state.stack import Dice, top
from munchkin_env.vocabulary.tables import Tables
from munchkin_env.vocabulary.words import NONE, Cancel, CardKind, Op, When

from .fighting import OPTION_SLOTS, option_card, option_costs, option_ways, repeats
from .odds import being_caught_costs
from .reasons import Reason, because
from .style import Bot
from .swings import NO_PLAN
from .valuing import escape_faces, threat, worth

LATER = int(When.RUN_AWAY | When.AFTER_RUN_ROLL | When.FAILED_RUN_ROLL)


@kernel
def escape(t: Tables, g: Game, b: Bot, mask: Mask) -> int:
    """Roll, unless a sure way out is better than the odds."""
    me = int(top(g).player)
    slot = int(g.combat.fleeing)
    loss = being_caught_costs(t, g, b, me, t.type_of[g.combat.monster[slot].card])
    risk = loss * (6 - escape_faces(t, g, me, slot)) // 6 * b.caution // 100
    option = saving_option(t, g, b, me, mask, risk)
    if option != NONE:
        return because(b, HAND + option, Reason.SAVE, risk, saving_costs(t, g, b, me, option), 0)
    faces = escape_faces(t, g, me, slot)
    option = boosting_option(t, g, b, me, mask, loss * b.caution // 100, 6 - faces)
    if option != NONE:
        return because(b, HAND + option, Reason.SAVE, risk, option_costs(t, g, b, me, option), 0)
    if mask[MONSTER + slot] and risk > b.power_risk:
        return because(b, MONSTER + slot, Reason.SAVE, risk, 0, 0)
    if mask[Verb.ROLL]:
        return because(b, Verb.ROLL.value, Reason.ROLL, escape_faces(t, g, me, slot), risk, 0)
    return because(b, Verb.PASS.value, Reason.CAUGHT, loss, 0, 0)


@kernel
def saving_option(t: Tables, g: Game, b: Bot, me: int, mask: Mask, risk: int) -> int:
    """The cheapest card or power that saves it, if that costs less than the risk; otherwise NONE."""
    best, least = NONE, risk
    for o in range(OPTION_SLOTS):
        if not mask[HAND + o]:
            continue
        kind = t.type[t.type_of[option_card(g, me, o)]].kind
        if kind == CardKind.CURSE or kind == CardKind.ITEM_ENHANCER:
            continue
        costs = saving_costs(t, g, b, me, o)
        if costs < least:
            best, least = o, costs
    return best


@kernel
def boosting_option(t: Tables, g: Game, b: Bot, me: int, mask: Mask, loss: int, missing: int) -> int:
    """What improves the roll and can only be used before it, if worth its price; otherwise NONE.

    missing: die faces on which it is caught.
    """
    best, most = NONE, 0
    for o in range(OPTION_SLOTS):
        if not mask[HAND + o]:
            continue
        points = loss * min(missing, boost(t, g, me, o)) // 6
        if points > 0 and points - option_costs(t, g, b, me, o) > most:
            best, most = o, points - option_costs(t, g, b, me, o)
    return best


@kernel
def boost(t: Tables, g: Game, me: int, o: int) -> int:
    """What the option adds to the coming roll; 0 for what can be used after the roll."""
    card = option_card(g, me, o)
    bits = option_ways(t, g, me, o)
    k = int(t.type[t.type_of[card]].effects)
    most = 0
    while bits != 0:
        if bits & 1 and t.effect[k].when & LATER == 0:
            for r in range(t.effect[k].ops, t.effect[k].ops_end):
                if t.op[r].op == Op.RUN_MOD:
                    most = max(most, repeats(t, g, me, k, card) * int(t.op[r].amount))
        bits >>= 1
        k += 1
    return most


@kernel
def saving_costs(t: Tables, g: Game, b: Bot, me: int, o: int) -> int:
    """Points of the option if one of its modes saves the bot (by the odds, for a second roll); NO_PLAN if none does."""
    bits = option_ways(t, g, me, o)
    card = option_card(g, me, o)
    k = int(t.type[t.type_of[card]].effects)
    while bits != 0:
        if bits & 1 and saves(t, g, me, k, card):
            return option_costs(t, g, b, me, o)
        bits >>= 1
        k += 1
    return NO_PLAN


@kernel
def saves(t: Tables, g: Game, me: int, effect: int, card: int) -> bool:
    e = t.effect[effect]
    for r in range(e.ops, e.ops_end):
        row = t.op[r]
        match row.op:
            case Op.AUTO_ESCAPE:
                return True
            case Op.SET_DIE:
                return 6 + run_modifier(t, g, me, g.combat.fleeing) >= ESCAPES_ON
            case Op.REROLL:
                return escape_faces(t, g, me, g.combat.fleeing) > 0
            case Op.RUN_MOD:
                short = ESCAPES_ON - int(g.combat.die) - run_modifier(t, g, me, g.combat.fleeing)
                return g.combat.die != 0 and short <= repeats(t, g, me, effect, card) * int(row.amount)
    return False


@kernel
def roll_window(t: Tables, g: Game, b: Bot, mask: Mask) -> int:
    """Save itself from a failed roll; undo the escape of a rival who would lose much."""
    me = int(top(g).player)
    if top(g).dice != Dice.RUN:
        return because(b, Verb.PASS.value, Reason.LET_ROLL, 0, 0, 0)
    runner = int(g.stack[g.depth - 2].player)
    card_type = t.type_of[g.combat.monster[g.combat.fleeing].card]
    away = gets_away(t, g)
    option = NONE
    because(b, Verb.PASS.value, Reason.LET_RUN, 0, 0, 0)
    if runner == me and not away:
        harm = being_caught_costs(t, g, b, me, card_type) * b.caution // 100
        because(b, Verb.PASS.value, Reason.NO_RESCUE, harm, 0, 0)
        option = saving_option(t, g, b, me, mask, harm)
        if option != NONE:
            because(b, HAND + option, Reason.SAVE, harm, saving_costs(t, g, b, me, option), 0)
    elif runner != me and away:
        faces = escape_faces(t, g, runner, g.combat.fleeing)
        harm = being_caught_costs(t, g, b, runner, card_type) * (6 - faces) // 6 * threat(t, g, b, runner) // 100
        option = undoing_option(t, g, b, me, mask, harm * b.spite // 100)
        if option != NONE:
            because(b, HAND + option, Reason.UNDO, harm, worth(t, g, b, me, option_card(g, me, option)), 0)
    return Verb.PASS.value if option == NONE else HAND + option


@kernel
def undoing_option(t: Tables, g: Game, b: Bot, me: int, mask: Mask, harm: int) -> int:
    """A card that cancels an escape, if it costs less than the harm it does."""
    for o in range(OPTION_SLOTS):
        if not mask[HAND + o]:
            continue
        if card_cancels(t, option_card(g, me, o), Cancel.ESCAPE.value) and worth(t, g, b, me, option_card(g, me, o)) < harm:
            return o
    return NONE


@kernel
def card_cancels(t: Tables, card: int, what: int) -> bool:
    ty = t.type[t.type_of[card]]
    for k in range(ty.effects, ty.effects_end):
        for r in range(t.effect[k].ops, t.effect[k].ops_end):
            if t.op[r].op == Op.CANCEL and t.op[r].what == what:
                return True
    return False
