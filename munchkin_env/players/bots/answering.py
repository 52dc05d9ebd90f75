"""How a bot answers the questions that rules and cards ask (engine/flow/choices.py)."""

from munchkin_env.core.kernel import kernel
from munchkin_env.core.types import Mask
from munchkin_env.engine.flow.choices import discard_at
from munchkin_env.engine.queries.conditions import monsters_fighting
from munchkin_env.engine.queries.seats import fights, is_identity
from munchkin_env.engine.queries.strength import monster_strength
from munchkin_env.engine.rules.turn.houses import free_card
from munchkin_env.engine.state.actions import (
    HAND,
    HAND_SLOTS,
    HOUSE,
    HOUSES,
    MONSTER,
    N_ACTIONS,
    NUMBER,
    NUMBER_CHOICES,
    POOL,
    POOL_SLOTS,
    TABLE_SLOTS,
    USE,
    Verb,
)
from munchkin_env.engine.state.kinds import Kind
from munchkin_env.engine.state.records import EQUIPPED, MAX_MONSTERS, Game
from munchkin_env.engine.state.stack import Why, top
from munchkin_env.engine.verbs.asking import seat_id
from munchkin_env.vocabulary.tables import Tables
from munchkin_env.vocabulary.words import NONE, CardKind, Op, Side, Trigger, Who

from .arranging import best_victim, effect_gains, program_gains, raw_gain
from .odds import being_caught_costs
from .reasons import Reason, because
from .stakes import deficit, deficit_of, somebody_wins
from .style import Bot
from .swings import NO_PLAN, hand_monster, strongest_helper, swing
from .valuing import curse_costs, death_costs, gives, house_worth, identity_worth, last, leader, op_costs, threat, worth


@kernel
def first_legal(mask: Mask) -> int:
    """For choices where nothing favors one action over another."""
    for action in range(N_ACTIONS):
        if mask[action]:
            return action
    return 0


# -------------------------------------------------------------------------------------------------------- players


@kernel
def which_player(t: Tables, g: Game, b: Bot) -> int:
    """Benefits go to itself, harm to the leader; what it must give away goes to the player furthest behind."""
    f = top(g)
    me, among = int(f.player), int(f.seats)
    chosen = NONE
    because(b, me, Reason.SELF, 0, 0, 0)
    match f.why:
        case Why.CHARITY | Why.HAND_OVER | Why.RECEIVER:
            chosen = furthest_behind(t, g, b, me, among)
        case Why.SECOND_TARGET:
            return because(b, Verb.PASS.value, Reason.ONE_TARGET, 0, 0, 0)
        case Why.CURSE_OF:
            chosen = me if (among >> me) & 1 else NONE
        case Why.TARGET:
            chosen = target(t, g, b, me, among)
    if chosen == NONE:
        chosen = leader(t, g, me, among)
        if chosen != NONE:
            because(b, chosen, Reason.LEADER, g.seat[chosen].level, 0, 0)
    return seat_id(g, me, me if chosen == NONE else chosen)


@kernel
def furthest_behind(t: Tables, g: Game, b: Bot, me: int, among: int) -> int:
    chosen = last(t, g, me, among)
    if chosen != NONE:
        because(b, chosen, Reason.FURTHEST_BEHIND, g.seat[chosen].level, 0, 0)
    return chosen


@kernel
def self_or_main(b: Bot, me: int, chosen: int) -> int:
    return because(b, chosen, Reason.SELF.value if chosen == me else Reason.FIGHTER.value, 0, 0, 0)


@kernel
def target(t: Tables, g: Game, b: Bot, me: int, among: int) -> int:
    """Whom to choose for the Curse or effect that asked; NONE: the leader will do."""
    below = g.stack[g.depth - 2]
    if below.kind == Kind.CURSE:
        if in_a_winning_fight(t, g, b, me) and (among >> int(g.combat.main)) & 1:
            return self_or_main(b, me, g.combat.main)
        chosen = best_victim(t, g, b, me, t.type_of[below.card], among)
        if chosen != NONE:
            because(b, chosen, Reason.VICTIM, curse_costs(t, g, b, chosen, t.type_of[below.card]), threat(t, g, b, chosen), 0)
        return chosen
    e = t.effect[below.effect]
    for r in range(e.ops, e.ops_end):
        row = t.op[r]
        if row.op == Op.FORCE_HELP:
            return self_or_main(b, me, strongest_helper(t, g, among))
        if row.op == Op.REPLACE_FIGHTER:
            return self_or_main(b, me, new_main(t, g, me, among))
        good = row.op == Op.GAIN_LEVEL or row.op == Op.AUTO_ESCAPE
        if good and row.who == Who.TARGET:
            return self_or_main(b, me, me) if (among >> me) & 1 else furthest_behind(t, g, b, me, among)
        if row.op == Op.BONUS and row.who == Who.TARGET and (among >> int(g.combat.main)) & 1:
            return self_or_main(b, me, g.combat.main)
    return NONE


@kernel
def in_a_winning_fight(t: Tables, g: Game, b: Bot, me: int) -> bool:
    """Is another player about to win the game?"""
    return g.combat.on != 0 and somebody_wins(t, g, b, me) and g.combat.main != me and deficit(t, g) <= 0


@kernel
def new_main(t: Tables, g: Game, me: int, among: int) -> int:
    """Itself if it would win the fight; otherwise the player who is shortest of winning."""
    if (among >> me) & 1 and deficit_of(t, g, me) <= 0:
        return me
    best, most = NONE, -NO_PLAN
    for p in range(g.n_players):
        lack = deficit_of(t, g, p) if (among >> p) & 1 and p != me else -NO_PLAN
        if lack > most:
            best, most = p, lack
    return best


# ------------------------------------------------------------------------------------------------------- monsters


@kernel
def which_monster(t: Tables, g: Game, b: Bot) -> int:
    """When running away, the least harmful first; otherwise the strongest, to strengthen or to remove it."""
    f = top(g)
    best, most = NONE, -NO_PLAN
    for s in range(MAX_MONSTERS):
        if (int(f.slots) >> s) & 1:
            points = monster_strength(t, g, s)
            if f.why == Why.RUN_FROM:
                points = -being_caught_costs(t, g, b, f.player, t.type_of[g.combat.monster[s].card])
            if points > most:
                best, most = s, points
    if f.why == Why.RUN_FROM:
        return because(b, MONSTER + best, Reason.HARMLESS, -most, 0, 0)
    return because(b, MONSTER + best, Reason.STRONGEST, most, 0, 0)


# -------------------------------------------------------------------------------------------------------- numbers


@kernel
def which_number(t: Tables, g: Game, b: Bot, mask: Mask) -> int:
    f = top(g)
    if f.why == Why.WAY:
        return which_way(t, g, b, mask)
    best, most = NONE, -NO_PLAN
    for n in range(NUMBER_CHOICES):
        if (int(f.numbers) >> n) & 1:
            points = n
            if f.why == Why.OPTION:
                points = -option_costs_of(t, g, b, n)
            if points > most:
                best, most = n, points
    if f.why == Why.OPTION:
        return because(b, NUMBER + best, Reason.OPTION, -most, 0, 0)
    return because(b, NUMBER + best, Reason.NUMBER, best, 0, 0)


@kernel
def option_costs_of(t: Tables, g: Game, b: Bot, n: int) -> int:
    """Points that the first op of the n-th option costs, among the options that a card's program offers."""
    below = g.stack[g.depth - 2]
    return op_costs(t, g, b, top(g).player, t.op[below.pc + 1 + n].jump)


@kernel
def which_way(t: Tables, g: Game, b: Bot, mask: Mask) -> int:
    """In a fight, the mode that helps its side most; outside fights, put the card on the table unless another mode gains something."""
    f = top(g)
    me, card = int(f.player), int(f.card)
    ty = t.type[t.type_of[card]]
    if (
        mask[Verb.LAY_DOWN]
        and (g.combat.on == 0 or ty.kind == CardKind.ITEM)
        and effect_gains(t, g, b, me, card) <= worth(t, g, b, me, card)
    ):
        return because(b, Verb.LAY_DOWN.value, Reason.LAY_DOWN, 0, 0, 0)
    side = Side.MUNCHKINS.value if fights(g, me) else Side.MONSTERS.value
    best, most = NONE, -NO_PLAN
    for n in range(NUMBER_CHOICES):
        if (int(f.numbers) >> n) & 1:
            points = swing(t, g, me, ty.effects + n, side)
            if points > most:
                best, most = n, points
    return because(b, NUMBER + best, Reason.SWING, most, 0, 0)


# ---------------------------------------------------------------------------------------------------------- cards


@kernel
def which_card(t: Tables, g: Game, b: Bot, mask: Mask) -> int:
    """One of its own cards: the least valuable to lose, the most useful to strengthen. It stops as soon as it may."""
    f = top(g)
    me = int(f.player)
    if mask[Verb.PASS]:
        return because(b, Verb.PASS.value, Reason.STOP_PAYING, 0, 0, 0)
    if f.why == Why.MONSTER_FROM_HAND:
        i = hand_monster(t, g, me, int(f.hand_choices), not fights(g, me))
        return because(b, HAND + i, Reason.FIERCEST.value if not fights(g, me) else Reason.WEAKEST.value, 0, 0, 0)
    seat = g.seat[me]
    best, most = NONE, -NO_PLAN
    for i in range(min(seat.hand_n, HAND_SLOTS)):
        if (int(f.hand_choices) >> i) & 1 and wanted(t, g, b, me, f.why, seat.hand[i]) > most:
            best, most = HAND + i, wanted(t, g, b, me, f.why, seat.hand[i])
    for i in range(min(seat.table_n, TABLE_SLOTS)):
        if (int(f.table_choices) >> i) & 1 and wanted(t, g, b, me, f.why, seat.table[i]) > most:
            best, most = USE + i, wanted(t, g, b, me, f.why, seat.table[i])
    gets = f.why == Why.ATTACH or f.why == Why.LOAD or f.why == Why.TAKE or f.why == Why.SEARCH
    return because(b, best, Reason.MOST.value if gets else Reason.LEAST.value, most if gets else -most, 0, 0)


@kernel
def wanted(t: Tables, g: Game, b: Bot, me: int, why: int, card: int) -> int:
    """Points for choosing the card."""
    match why:
        case Why.ATTACH | Why.LOAD:
            if why == Why.ATTACH and t.type[t.type_of[top(g).card]].kind == CardKind.ITEM_ENHANCER:
                return worth(t, g, b, me, card) if g.mark[card] & EQUIPPED else 0
            return raw_gain(t, g, b, me, card)
        case Why.GIVE_UP:
            if is_identity(t.type[t.type_of[card]].kind):
                return -identity_worth(t, g, b, me, t.type_of[card])
        case Why.TAKE | Why.SEARCH:
            return worth(t, g, b, me, card)
    return -worth(t, g, b, me, card)


@kernel
def which_of_theirs(t: Tables, g: Game, b: Bot, mask: Mask) -> int:
    """A card on another player's table: the most useful one to take, or the one that its owner would miss most."""
    f = top(g)
    me, owner = int(f.player), int(f.victim)
    best, most = NONE, -NO_PLAN
    for i in range(TABLE_SLOTS):
        if (int(f.table_choices) >> i) & 1:
            card = g.seat[owner].table[i]
            points = worth(t, g, b, me, card) if f.why == Why.TAKE else gives(t, g, b, owner, t.type_of[card])
            if points > most:
                best, most = POOL + i, points
    if mask[Verb.BLIND] and most < b.hand_card:
        return because(b, Verb.BLIND.value, Reason.BLIND, max(most, 0), b.hand_card, 0)
    return because(b, best, Reason.MOST, most, 0, 0)


@kernel
def from_discards(t: Tables, g: Game, b: Bot, mask: Mask) -> int:
    """The best card of the page."""
    f = top(g)
    best, most = NONE, -NO_PLAN
    for i in range(POOL_SLOTS):
        if mask[POOL + i]:
            points = worth(t, g, b, f.player, discard_at(t, g, f.deck, f.card_filter, f.page * POOL_SLOTS + i))
            if points > most:
                best, most = POOL + i, points
    return because(b, best, Reason.MOST, most, 0, 0)


@kernel
def pick_from_pool(t: Tables, g: Game, b: Bot) -> int:
    """The best of the open cards."""
    best, most = NONE, -NO_PLAN
    for i in range(min(g.pool_n, POOL_SLOTS)):
        points = worth(t, g, b, top(g).player, g.pool[i])
        if points > most:
            best, most = POOL + i, points
    return because(b, best, Reason.MOST, most, 0, 0)


@kernel
def given_away(t: Tables, g: Game, b: Bot, mask: Mask) -> int:
    """The least valuable hand card."""
    seat = g.seat[top(g).player]
    best, least = NONE, NO_PLAN
    for i in range(min(seat.hand_n, HAND_SLOTS)):
        if mask[HAND + i]:
            points = worth(t, g, b, top(g).player, seat.hand[i])
            if points < least:
                best, least = HAND + i, points
    return because(b, best, Reason.LEAST, least, 0, 0)


# --------------------------------------------------------------------------------------------------------- Houses


@kernel
def which_house(t: Tables, g: Game, b: Bot, mask: Mask) -> int:
    best, most = NONE, -1
    for i in range(HOUSES):
        if mask[HOUSE + i]:
            points = house_worth(t, b, t.type_of[free_card(t, g, i)])
            if points > most:
                best, most = HOUSE + i, points
    return because(b, best, Reason.MOST, most, 0, 0)


# ---------------------------------------------------------------------------------------------------------- words


@kernel
def may_pays(t: Tables, g: Game, b: Bot) -> bool:
    """May it do what a card offers: does that gain something, or cost less than death or than the alternative?"""
    f, below = top(g), g.stack[g.depth - 2]
    me, card = int(f.player), int(f.card)
    if below.kind == Kind.WORK_OR_KEEP:
        return program_gains(t, g, b, me, below.effect, card) > 0
    if below.kind == Kind.DIE:
        return rescue_costs(t, g, b, me, t.type_of[card]) < death_costs(t, g, b, me)
    if below.kind != Kind.EFFECTS:
        return False
    pc, instead = int(below.pc), int(t.op[below.pc].jump)
    ends = int(t.effect[below.effect].ops_end)
    return op_costs(t, g, b, me, pc + 1) < (op_costs(t, g, b, me, instead) if pc < instead < ends else 0)


@kernel
def rescue_costs(t: Tables, g: Game, b: Bot, player: int, card_type: int) -> int:
    """Points of what the card takes for saving its player's life."""
    ty = t.type[card_type]
    points = 0
    for k in range(ty.effects, ty.effects_end):
        if t.effect[k].trigger == Trigger.ON_WOULD_DIE:
            for r in range(t.effect[k].ops, t.effect[k].ops_end):
                points += op_costs(t, g, b, player, r)
    return points


@kernel
def which_side(g: Game) -> int:
    return Verb.MUNCHKINS.value if fights(g, top(g).player) else Verb.MONSTERS.value


@kernel
def yes_or_no(t: Tables, g: Game, b: Bot) -> int:
    """Keep promises; send away a monster that may be avoided if the fight would be lost; otherwise do what gains points."""
    f = top(g)
    if f.why == Why.KEEP_DEAL:
        return because(b, Verb.YES.value, Reason.WORD, 0, 0, 0)
    if f.why == Why.MEET and monsters_fighting(g) != 0 and deficit(t, g) > 0:
        return because(b, Verb.YES.value, Reason.SEND_AWAY, deficit(t, g), 0, 0)
    if f.why == Why.MAY and may_pays(t, g, b):
        return because(b, Verb.YES.value, Reason.PAYS, 0, 0, 0)
    return because(b, Verb.NO.value, Reason.MEET.value if f.why == Why.MEET else Reason.ANY.value, 0, 0, 0)
