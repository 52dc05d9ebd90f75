"""What can be done about a fight: by how much each play moves it, what it costs, and what winning or losing is worth."""

from munchkin_env.core.bits import count_bits, lowest_bit
from munchkin_env.core.kernel import kernel
from munchkin_env.core.types import Mask
from munchkin_env.engine.queries.conditions import monsters_fighting, suits
from munchkin_env.engine.queries.moments import now
from munchkin_env.engine.queries.offers import fresh_targets, uses, ways
from munchkin_env.engine.queries.prices import hand_payments, table_payments
from munchkin_env.engine.queries.standing import times, win_level
from munchkin_env.engine.queries.strength import (
    card_bonus,
    for_the_win,
    ignores,
    levels_at_stake,
    monster_strength,
    monster_total,
    munchkin_total,
    strength,
    treasures_at_stake,
    wins_ties,
)
from munchkin_env.engine.state.actions import HAND, HAND_SLOTS, TABLE_SLOTS
from munchkin_env.engine.state.records import EVERYTHING, NOBODY, Game, MonsterState
from munchkin_env.vocabulary.tables import Tables
from munchkin_env.vocabulary.words import ALL, NONE, CardKind, Ignore, Op, Pays, Side, Trigger, Which, Who, Zone

from .odds import flight_costs
from .style import Bot
from .valuing import bad_stuff_costs, escape_faces, worth

OPTIONS = HAND_SLOTS + TABLE_SLOTS  # option o is the card of action HAND + o: hand slots, then table slots; the mask says which there are
SURE = 99  # a swing that decides whatever the strengths
NO_PLAN = 1 << 20


@kernel
def deficit(t: Tables, g: Game) -> int:
    """What the munchkins lack to win; 0 or less: they win."""
    lack = monster_total(t, g) - munchkin_total(t, g)
    return lack if wins_ties(t, g) else lack + 1


@kernel
def deficit_with(t: Tables, g: Game, helper: int) -> int:
    """The same if he were the helper. (The table is set so, looked at, and put back.)"""
    before = int(g.combat.helper)
    g.combat.helper = helper
    lack = deficit(t, g)
    g.combat.helper = before
    return lack


@kernel
def deficit_of(t: Tables, g: Game, main: int) -> int:
    """The same if the fight were his."""
    before = int(g.combat.main)
    g.combat.main = main
    lack = deficit(t, g)
    g.combat.main = before
    return lack


@kernel
def deficit_against(t: Tables, g: Game, player: int, card: int) -> int:
    """What the player would lack if he fought that monster now, alone. Only while there is no fight."""
    c = g.combat
    m = c.monster[0]
    main, n, old_card, root, state, bonus = int(c.main), int(c.n), int(m.card), int(m.root), int(m.state), int(m.bonus)
    as_steed = int(m.as_steed)
    c.on = 1
    c.main = player
    c.n = 1
    m.card = card
    m.root = 0
    m.state = MonsterState.FIGHTING
    m.bonus = 0
    m.as_steed = 1 if t.type[t.type_of[card]].kind == CardKind.STEED else 0
    lack = deficit(t, g)
    c.on = 0
    c.main = main
    c.n = n
    m.card = old_card
    m.root = root
    m.state = state
    m.bonus = bonus
    m.as_steed = as_steed
    return lack


# --------------------------------------------------------------------------------------- what is won, what is lost


@kernel
def share(t: Tables, g: Game, player: int) -> int:
    """Treasures that fall to him if the fight is won."""
    total = treasures_at_stake(t, g)
    if g.combat.helper == NOBODY:
        return total if g.combat.main == player else 0
    helpers = total if g.deal.treasures == EVERYTHING else min(int(g.deal.treasures), total)
    return helpers if g.combat.helper == player else total - helpers


@kernel
def assist_levels(t: Tables, g: Game, player: int) -> int:
    """Levels that his cards give him for kills in which he helps (Elf)."""
    levels = 0
    seat = g.seat[player]
    for i in range(seat.table_n):
        ty = t.type[t.type_of[seat.table[i]]]
        if (ty.triggers >> Trigger.ON_KILL) & 1 == 0 and (ty.triggers >> Trigger.ON_KILL_LEVEL) & 1 == 0:
            continue
        for k in range(ty.effects, ty.effects_end):
            e = t.effect[k]
            if e.trigger == Trigger.ON_KILL or e.trigger == Trigger.ON_KILL_LEVEL:
                for r in range(e.ops, e.ops_end):
                    if t.op[r].op == Op.GAIN_LEVEL:
                        levels += int(t.op[r].amount)
    return levels * count_bits(monsters_fighting(g))


@kernel
def level_points(t: Tables, g: Game, b: Bot, player: int, levels: int) -> int:
    """Points of gaining levels by a kill."""
    if g.seat[player].level + levels >= win_level(t, g, player):
        return b.victory
    return b.level * levels


@kernel
def helping_points(t: Tables, g: Game, b: Bot, helper: int) -> int:
    """Points of the levels that a won fight brings to a helper; of victory, if it is shared with him."""
    if g.options.shared_victory and for_the_win(t, g):
        return b.victory
    return level_points(t, g, b, helper, assist_levels(t, g, helper))


@kernel
def somebody_wins(t: Tables, g: Game, b: Bot, me: int) -> bool:
    """Would the fight, if it is won, win the game for another, and not for me?"""
    c = g.combat
    helper_wins = c.helper != NOBODY and helping_points(t, g, b, c.helper) >= b.victory
    main_wins = for_the_win(t, g)
    if (c.main == me and main_wins) or (c.helper == me and helper_wins):
        return False
    return (c.main != me and main_wins) or (c.helper != me and helper_wins)


@kernel
def winning_brings(t: Tables, g: Game, b: Bot, player: int) -> int:
    """Points of a won fight for a fighter."""
    if g.combat.main == player:
        return level_points(t, g, b, player, levels_at_stake(t, g)) + b.loot * share(t, g, player)
    return helping_points(t, g, b, player) + b.loot * share(t, g, player)


@kernel
def losing_costs(t: Tables, g: Game, b: Bot, player: int) -> int:
    """Points of a lost fight for a fighter: Bad Stuff by the odds of being caught."""
    if b.computes_flight:
        return flight_costs(t, g, b, player)
    points = 0
    for s in range(g.combat.n):
        m = g.combat.monster[s]
        if m.state == MonsterState.FIGHTING:
            points += bad_stuff_costs(t, g, b, player, t.type_of[m.card]) * (6 - escape_faces(t, g, player, s)) // 6
    return points


# ------------------------------------------------------------------------------------------------- single plays


@kernel
def strongest(t: Tables, g: Game) -> int:
    """Slot of the strongest monster that fights, or NONE."""
    best, most = NONE, -1000
    for s in range(g.combat.n):
        if g.combat.monster[s].state == MonsterState.FIGHTING and monster_strength(t, g, s) > most:
            best, most = s, monster_strength(t, g, s)
    return best


@kernel
def hand_monster(t: Tables, g: Game, player: int, slots: int, high: bool) -> int:
    """Hand slot (among those bits) of his monster of the highest or lowest level, or NONE."""
    best = NONE
    level = 0
    seat = g.seat[player]
    for i in range(min(seat.hand_n, HAND_SLOTS)):
        ty = t.type[t.type_of[seat.hand[i]]]
        if (slots >> i) & 1 == 0 or ty.kind != CardKind.MONSTER:
            continue
        if best == NONE or (ty.level > level if high else ty.level < level):
            best, level = i, int(ty.level)
    return best


@kernel
def swing(t: Tables, g: Game, player: int, effect: int, side: int) -> int:
    """By how much the effect moves the fight towards that side."""
    e = t.effect[effect]
    total = 0
    for r in range(e.ops, e.ops_end):
        if t.op[r].op == Op.FORCE_HELP:
            total += forced_swing(t, g, fresh_targets(t, g, player, effect)) if side == Side.MUNCHKINS else 0
        else:
            total += op_swing(t, g, player, r, side)
    return total


@kernel
def forced_swing(t: Tables, g: Game, among: int) -> int:
    """What the strongest of them would add as a helper."""
    p = strongest_helper(t, g, among)
    return 0 if p == NONE else max(0, deficit(t, g) - deficit_with(t, g, p))


@kernel
def strongest_helper(t: Tables, g: Game, among: int) -> int:
    best, least = NONE, NO_PLAN
    for p in range(g.n_players):
        if (among >> p) & 1 and deficit_with(t, g, p) < least:
            best, least = p, deficit_with(t, g, p)
    return best


@kernel
def op_swing(t: Tables, g: Game, player: int, r: int, side: int) -> int:
    row = t.op[r]
    for_munchkins = 1 if side == Side.MUNCHKINS else -1
    match row.op:
        case Op.SIDE_BONUS:
            amount = int(row.amount) * times(t, g, r, player)
            if side == Side.MUNCHKINS and ignores(t, g, g.combat.main) & Ignore.ONE_SHOTS:
                return 0
            if row.what == Side.EITHER or row.what == side:
                return amount
            return -amount
        case Op.MONSTER_MOD:
            return -for_munchkins * int(row.amount)
        case Op.TRANSFER:  # an Item that wins the fight at once
            return SURE if row.flag and side == Side.MUNCHKINS else 0
        case Op.MULTIPLY:
            return for_munchkins * (int(row.amount) - 1) * strength(t, g, player)
        case Op.BONUS:
            return for_munchkins * int(row.amount)
        case Op.CLONE_MONSTER:
            s = strongest(t, g)
            return 0 if s == NONE else -for_munchkins * monster_strength(t, g, s)
        case Op.REMOVE_MONSTER:
            return for_munchkins * removal_swing(t, g, row.to)
        case Op.ADD_MONSTER:
            i = hand_monster(t, g, player, -1, side == Side.MONSTERS)
            return 0 if i == NONE else -for_munchkins * int(t.type[t.type_of[g.seat[player].hand[i]]].level)
    return 0


@kernel
def removal_swing(t: Tables, g: Game, which: int) -> int:
    if which == Which.ALL:
        return monster_total(t, g)
    s = strongest(t, g)
    return 0 if s == NONE else monster_strength(t, g, s)


@kernel
def ends_fight(t: Tables, g: Game, effect: int) -> bool:
    """Would it remove the last monster, and leave nothing to fight?"""
    e = t.effect[effect]
    ends = False
    lone = count_bits(monsters_fighting(g)) == 1
    for r in range(e.ops, e.ops_end):
        if t.op[r].op == Op.REMOVE_MONSTER and t.op[r].flag == 0:
            ends = ends or lone or t.op[r].to == Which.ALL
        elif t.op[r].op == Op.ADD_MONSTER:
            return False
    return ends


@kernel
def hands_over(t: Tables, effect: int) -> bool:
    """Does somebody else get the fight?"""
    found = False
    for r in range(t.effect[effect].ops, t.effect[effect].ops_end):
        found = found or t.op[r].op == Op.REPLACE_FIGHTER
    return found


@kernel
def removal_pays(t: Tables, g: Game, b: Bot, effect: int) -> int:
    """Points of Treasures that main gets although there is no kill."""
    e = t.effect[effect]
    treasures = 0
    for r in range(e.ops, e.ops_end):
        row = t.op[r]
        if row.op == Op.REMOVE_MONSTER and row.treasures != Pays.NONE:
            treasures += treasures_at_stake(t, g)
        elif row.op == Op.DRAW:
            treasures += int(row.amount)
    return treasures * b.loot


# ----------------------------------------------------------------------------------------- options: cards and powers


@kernel
def option_card(g: Game, player: int, o: int) -> int:
    return int(g.seat[player].hand[o]) if o < HAND_SLOTS else int(g.seat[player].table[o - HAND_SLOTS])


@kernel
def option_ways(t: Tables, g: Game, player: int, o: int) -> int:
    """Bits of the ways, as engine.offers counts them."""
    card = option_card(g, player, o)
    moment = now(t, g, player)
    if o < HAND_SLOTS:
        return ways(t, g, player, card, Trigger.ON_PLAY, moment, NONE)
    bits = ways(t, g, player, card, Trigger.ON_ACTIVATE, moment, o - HAND_SLOTS)
    if t.type[t.type_of[card]].kind == CardKind.ONE_SHOT:
        bits |= ways(t, g, player, card, Trigger.ON_PLAY, moment, o - HAND_SLOTS)
    return bits


@kernel
def payments(t: Tables, g: Game, player: int, effect: int, card: int) -> int:
    return count_bits(hand_payments(t, g, player, effect, card)) + count_bits(table_payments(t, g, player, effect, card))


@kernel
def repeats(t: Tables, g: Game, player: int, effect: int, card: int) -> int:
    """How often he can still use the power in this fight."""
    e = t.effect[effect]
    if e.trigger != Trigger.ON_ACTIVATE or e.cost_zone == NONE or e.times == 0 or e.cost_amount == ALL:
        return 1
    left = int(e.times) - uses(g, effect, player, NONE)
    return max(1, min(left, payments(t, g, player, effect, card) // max(1, int(e.cost_amount))))


@kernel
def option_swing(t: Tables, g: Game, player: int, o: int, side: int) -> int:
    """The most that the card or power can move the fight towards that side, in the rest of the fight."""
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
            if side == Side.MONSTERS and ends_fight(t, g, k):  # no kill, no level: for the others that is as good
                points = SURE
            elif side == Side.MUNCHKINS and ends_fight(t, g, k):
                points = 0  # that is no way to win; see `way_out`
            if points > 0:
                points *= repeats(t, g, player, k, card)
            best = max(best, points)
        bits >>= 1
        k += 1
    return best


@kernel
def option_costs(t: Tables, g: Game, b: Bot, player: int, o: int) -> int:
    """Points of what is gone when he has played or used it as often as `option_swing` counts it."""
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
    """Points of all hand cards that would go."""
    seat = g.seat[player]
    hand = hand_payments(t, g, player, effect, card)
    points = 0
    for i in range(min(seat.hand_n, HAND_SLOTS)):
        if (hand >> i) & 1:
            points += worth(t, g, b, player, seat.hand[i])
    return points


@kernel
def curse_swing(t: Tables, g: Game, card_type: int) -> int:
    """What the Curse, played on main, takes from his side."""
    ty = t.type[card_type]
    main = int(g.combat.main)
    total = 0
    for k in range(ty.effects, ty.effects_end):
        e = t.effect[k]
        if e.trigger == Trigger.ON_CURSE and suits(t, g, e.requires, main, main):
            for r in range(e.ops, e.ops_end):
                total += curse_op_swing(t, g, main, r)
    return total


@kernel
def curse_op_swing(t: Tables, g: Game, main: int, r: int) -> int:
    row = t.op[r]
    match row.op:
        case Op.LOSE_LEVEL:
            if row.who != Who.VICTIM:
                return 0
            lost = min(int(row.amount), int(g.seat[main].level) - 1)
            stops = lost > 0 and g.seat[main].level - lost + levels_at_stake(t, g) < win_level(t, g, main) and for_the_win(t, g)
            return SURE if stops else lost
        case Op.BONUS:
            return -int(row.amount)
        case Op.IGNORE | Op.DISCARD:
            return item_swing(t, g, main, r)
    return 0


@kernel
def item_swing(t: Tables, g: Game, main: int, r: int) -> int:
    """Strength of what the op makes him lose: all that is left out, or the best worn one that a rule or slot names."""
    row = t.op[r]
    if row.op == Op.DISCARD and (row.who != Who.VICTIM or row.zone != Zone.EQUIPPED):
        return 0
    ignored = ignores(t, g, main)
    total = 0
    most = 0
    for i in range(g.seat[main].table_n):
        card_type = t.type_of[g.seat[main].table[i]]
        if t.type[card_type].is_item and (row.filter == NONE or t.matches[row.filter][card_type]):
            bonus = card_bonus(t, g, main, i, ignored)
            total += max(0, bonus)
            most = max(most, bonus)
    return total if row.op == Op.IGNORE else most


# --------------------------------------------------------------------------------------------------------- plans


@kernel
def plan(t: Tables, g: Game, b: Bot, player: int, mask: Mask, side: int, need: int) -> tuple[int, int]:
    """Plays of his that together move the fight by `need` towards that side: the first option, and what all of them cost.

    The cheapest single one that is enough, else the strongest and on with the rest. (NONE, NO_PLAN) if all together are too little.
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
    for o in range(OPTIONS):
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
    for o in range(OPTIONS):
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
