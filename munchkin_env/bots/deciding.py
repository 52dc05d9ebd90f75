"""A player with a style: at every decision what brings himself furthest, as far as he can see. The table of contents is `decide`.

He knows what his seat knows: his own hand, all that lies on the tables, how many cards the others hold.
"""

from munchkin_env.bots.answering import (
    first_legal,
    from_discards,
    from_pool,
    given_away,
    which_card,
    which_house,
    which_monster,
    which_number,
    which_of_his,
    which_player,
    which_side,
    yes_or_no,
)
from munchkin_env.bots.arranging import arrange, best_card, gain_or, open_play, play_or_keep, sell, too_big
from munchkin_env.bots.fighting import (
    NO_PLAN,
    OPTIONS,
    best_helper,
    deficit,
    deficit_against,
    deficit_of,
    deficit_with,
    ends_fight,
    hands_over,
    help_brings,
    helping_points,
    level_points,
    losing_costs,
    next_option,
    option_card,
    option_costs,
    option_swing,
    option_ways,
    plan,
    price_of_help,
    removal_pays,
    repeats,
    somebody_wins,
    way_out,
    winning_brings,
)
from munchkin_env.bots.odds import being_caught_costs, unseen_treasure
from munchkin_env.bots.reasons import Reason, because, because_of
from munchkin_env.bots.style import Bot
from munchkin_env.bots.trading import exchange_gains, trade
from munchkin_env.bots.valuing import curse_costs, escape_faces, threat, worth
from munchkin_env.cards.vocabulary import NONE, Cancel, CardKind, Op, Side, Tables, Trigger, When
from munchkin_env.engine.actions import HAND, HAND_SLOTS, MONSTER, NUMBER, Verb
from munchkin_env.engine.asking import seat_id
from munchkin_env.engine.bits import lowest_bit
from munchkin_env.engine.flight import ESCAPES_ON, gets_away, run_modifier
from munchkin_env.engine.help import MOST_TREASURES
from munchkin_env.engine.helping import askable
from munchkin_env.engine.kernel import kernel
from munchkin_env.engine.moments import now
from munchkin_env.engine.piles import discards_of
from munchkin_env.engine.rights import monster_ways
from munchkin_env.engine.seats import fights
from munchkin_env.engine.stack import Dice, Kind, Moment, top
from munchkin_env.engine.state import EVERYTHING, NOBODY, Game
from munchkin_env.engine.strength import for_the_win, levels_at_stake, treasures_at_stake
from munchkin_env.engine.types import Mask

LATER = int(When.RUN_AWAY | When.AFTER_RUN_ROLL | When.FAILED_RUN_ROLL)


@kernel
def decide(t: Tables, g: Game, b: Bot, mask: Mask) -> int:
    """His action: one rule for each kind of decision."""
    b.loot = unseen_treasure(t, g, b, top(g).player) if b.computes_loot and is_about_a_fight(top(g).kind) else b.treasure
    match top(g).kind:
        case Kind.FIGHT_WINDOW:
            return own_fight(t, g, b, mask) if fights(g, top(g).player) else foreign_fight(t, g, b, mask)
        case Kind.WINDOW:
            return window(t, g, b, mask)
        case Kind.ARRANGE:
            return arrange(t, g, b, mask)
        case Kind.CURSE_WINDOW:
            return curse_window(t, g, b, mask)
        case Kind.ROLL_WINDOW:
            return roll_window(t, g, b, mask)
        case Kind.ESCAPE:
            return escape(t, g, b, mask)
        case Kind.SETUP:
            return open_play(t, g, b, mask)
        case Kind.PLAY_OR_KEEP:
            return play_or_keep(t, g, b, mask)
        case Kind.TROUBLE_OR_LOOT:
            return trouble_or_loot(t, g, b, mask)
        case Kind.CHARITY_CARD:
            return given_away(t, g, b, mask)
        case Kind.OFFER_TO:
            return offer_to(t, g, b)
        case Kind.OFFER_TREASURES:
            return offer_treasures(t, g, b, mask)
        case Kind.OFFER_ORDER:
            return because(b, Verb.MAIN_FIRST.value, Reason.ROUTINE, 0, 0, 0)
        case Kind.COUNTER_ORDER:
            return because(b, Verb.HELPER_FIRST.value, Reason.ROUTINE, 0, 0, 0)
        case Kind.OFFER_ITEM | Kind.OFFER_CARD:
            return because(b, Verb.NOTHING.value, Reason.ROUTINE, 0, 0, 0)
        case Kind.OFFER_SEND:
            return because(b, Verb.SEND.value, Reason.ROUTINE, 0, 0, 0)
        case Kind.ANSWER_HELP:
            return answer_help(t, g, b, mask)
        case Kind.ANSWER_COUNTER:
            return answer_counter(t, g, b)
        case Kind.STAY_OR_LEAVE:
            return stay_or_leave(t, g, b)
        case Kind.PICK_TREASURE | Kind.LOOT_BODY:
            return from_pool(t, g, b)
        case Kind.SELL:
            return sell(t, g, b, mask)
        case Kind.RESURRECT:
            return resurrect(t, g, b, mask)
        case Kind.TOO_BIG:
            return too_big(t, g, b, mask)
        case Kind.ANSWER_TRADE:
            return answer_trade(t, g, b)
        case Kind.TRADE_WITH | Kind.TRADE_MINE | Kind.TRADE_YOURS | Kind.TRADE_SEND:
            return offer_trade(t, g, b, mask)
        case Kind.ASK_PLAYER:
            return which_player(t, g, b)
        case Kind.ASK_MONSTER:
            return which_monster(t, g, b)
        case Kind.ASK_NUMBER:
            return which_number(t, g, b, mask)
        case Kind.ASK_SIDE:
            return because(b, which_side(g), Reason.OWN_SIDE, 0, 0, 0)
        case Kind.ASK_YES:
            return yes_or_no(t, g, b)
        case Kind.ASK_CARD:
            return which_card(t, g, b, mask)
        case Kind.ASK_OTHER:
            return which_of_his(t, g, b, mask)
        case Kind.ASK_DISCARDS:
            return from_discards(t, g, b, mask)
        case Kind.CHOOSE_SEX if top(g).a:
            return which_house(t, g, b, mask)
    return because(b, first_legal(mask), Reason.ANY, 0, 0, 0)  # CHOOSE_SEX, SELL_DOUBLE


@kernel
def is_about_a_fight(kind: int) -> bool:
    """Decisions in which Treasures to be won are weighed."""
    return bool(kind == Kind.FIGHT_WINDOW or kind == Kind.TROUBLE_OR_LOOT or Kind.OFFER_TO.value <= kind <= Kind.STAY_OR_LEAVE.value)


@kernel
def offer_trade(t: Tables, g: Game, b: Bot, mask: Mask) -> int:
    """What he planned. One who makes no offers comes here only by another's will: any way out."""
    action = trade(t, g, b, mask) if b.trades else NONE
    if action == NONE:
        action = Verb.ABORT.value if top(g).kind == Kind.TRADE_SEND else first_legal(mask)
        because(b, action, Reason.NO_TRADE, 0, 0, 0)
    return action


# --------------------------------------------------------------------------------------------------- his own fight


@kernel
def own_fight(t: Tables, g: Game, b: Bot, mask: Mask) -> int:
    """Of what turns a lost fight the best: plays of his own, help, or a way out; if nothing is worth its price, he will run."""
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
    """What a monster's own card offers: to be rid of it, for its Treasures."""
    k = int(t.type[t.type_of[g.combat.monster[slot].card]].effects) + lowest_bit(monster_ways(t, g, me, slot, now(t, g, me)))
    return removal_pays(t, g, b, k) if ends_fight(t, g, k) and g.combat.main == me else -NO_PLAN


@kernel
def more_monsters(t: Tables, g: Game, b: Bot, me: int, mask: Mask, surplus: int) -> int:
    """A won fight has room for another monster from his hand: a level and Treasures more. One that wins the game is left alone."""
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
    """Would playing hand card i add a monster, and nothing else?"""
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
    """The monster from his hand that he beats alone and that brings most; else a card."""
    me = int(top(g).player)
    seat = g.seat[me]
    best, most = because(b, Verb.LOOT.value, Reason.LOOT, b.trouble, 0, 0), int(b.trouble)
    for i in range(min(seat.hand_n, HAND_SLOTS)):
        lack = deficit_against(t, g, me, seat.hand[i]) if mask[HAND + i] else NO_PLAN
        if lack <= -b.trouble_margin:
            ty = t.type[t.type_of[seat.hand[i]]]
            points = level_points(t, g, b, me, int(ty.levels)) + b.loot * int(ty.treasures)
            if points > most:
                best, most = because(b, HAND + i, Reason.TROUBLE, -lack, points, 0), points
    return best


# ------------------------------------------------------------------------------------------------- others' fights


@kernel
def foreign_fight(t: Tables, g: Game, b: Bot, mask: Mask) -> int:
    """He takes over what he would win, and does all he can against a fight that wins the game."""
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
    """Of a fight that wins the game for another."""
    return int(g.combat.main) if g.combat.main != me and for_the_win(t, g) else int(g.combat.helper)


@kernel
def meddle(t: Tables, g: Game, b: Bot, me: int, mask: Mask, need: int) -> int:
    """In a fight that decides nothing, if that is his style, and if it pays."""
    danger = threat(t, g, b, g.combat.main)
    if g.combat.main == me or danger < b.meddle_from:
        return because(b, Verb.PASS.value, Reason.UNDECIDED, danger, 0, 0)
    option, costs = plan(t, g, b, me, mask, Side.MONSTERS.value, need)
    harm = harm_by_losing(t, g, b)
    if option == NONE or costs > harm * b.meddle_price // 100:
        return because(b, Verb.PASS.value, Reason.TOO_DEAR, harm, costs, 0)
    return because(b, HAND + option, Reason.MEDDLE, harm, costs, 0)


@kernel
def harm_by_losing(t: Tables, g: Game, b: Bot) -> int:
    """Points for him if the fighters, who would win, lose: what they miss and what they suffer, weighed by threat."""
    c = g.combat
    points = threat(t, g, b, c.main) * (winning_brings(t, g, b, c.main) + losing_costs(t, g, b, c.main)) // 100
    if c.helper != NOBODY:
        points += threat(t, g, b, c.helper) * (winning_brings(t, g, b, c.helper) + losing_costs(t, g, b, c.helper)) // 100
    return points


@kernel
def take_over(t: Tables, g: Game, b: Bot, me: int, mask: Mask) -> int:
    """The option that makes a fight his which he would win; NONE if there is none that pays."""
    seat = g.seat[me]
    for o in range(OPTIONS):
        if o >= HAND_SLOTS + seat.table_n:
            break
        if (o < HAND_SLOTS and o >= seat.hand_n) or not mask[HAND + o]:
            continue
        card = option_card(g, me, o)
        if t.type[t.type_of[card]].kind != CardKind.ONE_SHOT:
            continue
        bits = option_ways(t, g, me, o)
        k = int(t.type[t.type_of[card]].effects)
        while bits != 0:
            if bits & 1 and hands_over(t, k) and deficit_of(t, g, me) <= 0:
                gains = level_points(t, g, b, me, levels_at_stake(t, g)) + b.loot * treasures_at_stake(t, g)
                if gains > worth(t, g, b, me, card):
                    because(b, HAND + o, Reason.TAKE_OVER, gains, worth(t, g, b, me, card), 0)
                    return o
            bits >>= 1
            k += 1
    return NONE


# ------------------------------------------------------------------------------------------------------------ help


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


# ------------------------------------------------------------------------------------------------- running away


@kernel
def escape(t: Tables, g: Game, b: Bot, mask: Mask) -> int:
    """Roll, unless a sure way out is worth more than the odds."""
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
    """The cheapest card or power that saves him, if it costs less than what is at risk; NONE otherwise."""
    seat = g.seat[me]
    best, least = NONE, risk
    for o in range(OPTIONS):
        if o >= HAND_SLOTS + seat.table_n:
            break
        if (o < HAND_SLOTS and o >= seat.hand_n) or not mask[HAND + o]:
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
    """What makes the roll safer and can only be used before it, if that is worth its price; NONE otherwise.

    missing: faces that catch him.
    """
    seat = g.seat[me]
    best, most = NONE, 0
    for o in range(OPTIONS):
        if o >= HAND_SLOTS + seat.table_n:
            break
        if (o < HAND_SLOTS and o >= seat.hand_n) or not mask[HAND + o]:
            continue
        points = loss * min(missing, boost(t, g, me, o)) // 6
        if points > 0 and points - option_costs(t, g, b, me, o) > most:
            best, most = o, points - option_costs(t, g, b, me, o)
    return best


@kernel
def boost(t: Tables, g: Game, me: int, o: int) -> int:
    """What the option adds to a roll that is still to be made; 0 for what can wait for the roll."""
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
    """Points of the option, if one of its ways gets him away (by the odds, for a second roll); NO_PLAN if none does."""
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
    """Saves himself from a failed roll; undoes the escape of a rival who would lose much."""
    me = int(top(g).player)
    if top(g).a != Dice.RUN:
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
    """A card that cancels an escape, if it costs less than what it does."""
    for o in range(OPTIONS):
        if o >= HAND_SLOTS + g.seat[me].table_n:
            break
        if (o < HAND_SLOTS and o >= g.seat[me].hand_n) or not mask[HAND + o]:
            continue
        if cancels(t, option_card(g, me, o), Cancel.ESCAPE.value) and worth(t, g, b, me, option_card(g, me, o)) < harm:
            return o
    return NONE


@kernel
def cancels(t: Tables, card: int, what: int) -> bool:
    ty = t.type[t.type_of[card]]
    for k in range(ty.effects, ty.effects_end):
        for r in range(t.effect[k].ops, t.effect[k].ops_end):
            if t.op[r].op == Op.CANCEL and t.op[r].what == what:
                return True
    return False


# ------------------------------------------------------------------------------------------------- other windows


@kernel
def window(t: Tables, g: Game, b: Bot, mask: Mask) -> int:
    """What he has just received and can use at once; before running away, a card that saves him."""
    me = int(top(g).player)
    if top(g).a == Moment.RUN:
        if not fights(g, me):
            return because(b, Verb.PASS.value, Reason.NOT_HIS, 0, 0, 0)
        risk = losing_costs(t, g, b, me) * b.caution // 100
        option = saving_option(t, g, b, me, mask, risk)
        if option == NONE:
            return because(b, Verb.PASS.value, Reason.NO_RESCUE, risk, 0, 0)
        return because(b, HAND + option, Reason.SAVE, risk, saving_costs(t, g, b, me, option), 0)
    best, points = best_card(t, g, b, me, mask)
    return gain_or(b, best, points, Verb.PASS.value)


@kernel
def curse_window(t: Tables, g: Game, b: Bot, mask: Mask) -> int:
    """Cancels what would cost him more than the card that cancels it."""
    me = int(top(g).player)
    strike = g.stack[g.depth - 2]
    if strike.victim != me:
        return because(b, Verb.PASS.value, Reason.NOT_HIS, 0, 0, 0)
    harm = curse_costs(t, g, b, me, t.type_of[strike.card])
    best, least = because(b, Verb.PASS.value, Reason.BEAR, harm, 0, 0), harm
    for o in range(OPTIONS):
        if o >= HAND_SLOTS + g.seat[me].table_n:
            break
        if (o < HAND_SLOTS and o >= g.seat[me].hand_n) or not mask[HAND + o]:
            continue
        costs = option_costs(t, g, b, me, o)
        if costs < least:
            best, least = because(b, HAND + o, Reason.CANCEL, harm, costs, 0), costs
    return best


@kernel
def resurrect(t: Tables, g: Game, b: Bot, mask: Mask) -> int:
    """The top discard for his worst card, if it is better."""
    me = int(top(g).player)
    pile = discards_of(g, top(g).a)
    seat = g.seat[me]
    best, most = because(b, Verb.PASS.value, Reason.NOT_BETTER, 0, 0, 0), 10
    for i in range(min(seat.hand_n, HAND_SLOTS)):
        if mask[HAND + i]:
            points = worth(t, g, b, me, pile.cards[pile.n - 1]) - worth(t, g, b, me, seat.hand[i])
            if points > most:
                best, most = because(b, HAND + i, Reason.BETTER, points, 0, 0), points
    return best


@kernel
def answer_trade(t: Tables, g: Game, b: Bot) -> int:
    """If he gets the better of it."""
    f = top(g)
    me = int(f.player)
    gains = exchange_gains(t, g, b, me, f.card, f.a)
    if gains > b.trade_gain or f.a == NONE or worth(t, g, b, me, f.a) == 0:
        return because(b, Verb.ACCEPT.value, Reason.GOOD_TRADE, gains, 0, 0)
    return because(b, Verb.REFUSE.value, Reason.BAD_TRADE, gains, 0, 0)
