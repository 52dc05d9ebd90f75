"""How far one effect moves a fight towards either side."""

from munchkin_env.core.bits import count_bits
from munchkin_env.core.kernel import kernel
from munchkin_env.engine.queries.conditions import monsters_fighting, suits
from munchkin_env.engine.queries.offers import fresh_targets
from munchkin_env.engine.queries.stakes import for_the_win, levels_at_stake, treasures_at_stake
from munchkin_env.engine.queries.standing import times, win_level
from munchkin_env.engine.queries.strength import card_bonus, ignores, monster_strength, monster_total, strength
from munchkin_env.engine.state.actions import HAND_SLOTS
from munchkin_env.engine.state.records import Game, MonsterState
from munchkin_env.vocabulary.tables import Tables
from munchkin_env.vocabulary.words import NONE, CardKind, Ignore, Op, Pays, Side, Trigger, Which, Who, Zone

from .odds import treasure_worth
from .stakes import deficit, deficit_with
from .style import Bot

SURE_SWING = 99  # a swing that decides the fight regardless of strengths
NO_PLAN = 1 << 20


@kernel
def strongest(t: Tables, g: Game) -> int:
    """Slot of the strongest monster in the fight, or NONE."""
    best, most = NONE, -1000
    for s in range(g.combat.n):
        if g.combat.monster[s].state == MonsterState.FIGHTING and monster_strength(t, g, s) > most:
            best, most = s, monster_strength(t, g, s)
    return best


@kernel
def hand_monster(t: Tables, g: Game, player: int, slots: int, high: bool) -> int:
    """Hand slot (among those bits) of the player's monster of the highest or lowest Level, or NONE."""
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
    """How far the effect moves the fight towards that side."""
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
        lack = deficit_with(t, g, p) if (among >> p) & 1 else NO_PLAN
        if lack < least:
            best, least = p, lack
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
            return SURE_SWING if row.flag and side == Side.MUNCHKINS else 0
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
    """Would it remove the last monster and leave nothing to fight?"""
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
    """Does it hand the fight to another player?"""
    found = False
    for r in range(t.effect[effect].ops, t.effect[effect].ops_end):
        found = found or t.op[r].op == Op.REPLACE_FIGHTER
    return found


@kernel
def removal_pays(t: Tables, g: Game, b: Bot, effect: int) -> int:
    """Points of Treasures that main gets without a kill."""
    e = t.effect[effect]
    treasures = 0
    for r in range(e.ops, e.ops_end):
        row = t.op[r]
        if row.op == Op.REMOVE_MONSTER and row.treasures != Pays.NONE:
            treasures += treasures_at_stake(t, g)
        elif row.op == Op.DRAW:
            treasures += int(row.amount)
    return treasures * treasure_worth(t, g, b)


@kernel
def curse_swing(t: Tables, g: Game, card_type: int) -> int:
    """Strength that the Curse, played on main, takes from main's side."""
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
            return SURE_SWING if stops else lost
        case Op.BONUS:
            return -int(row.amount)
        case Op.IGNORE | Op.DISCARD:
            return item_swing(t, g, main, r)
    return 0


@kernel
def item_swing(t: Tables, g: Game, main: int, r: int) -> int:
    """Strength that the op takes away: everything it does not spare, or the best worn Item of a rule or slot."""
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
