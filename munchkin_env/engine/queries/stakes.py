"""The stakes of a fight: Levels and Treasures, and whether it may win the game."""

from munchkin_env.core.kernel import kernel
from munchkin_env.engine.queries.conditions import helped_to_kill, suits
from munchkin_env.engine.queries.standing import FIGHTING_BIT, win_level
from munchkin_env.engine.queries.strength import concerns_a_fighter, holds_in_fight
from munchkin_env.engine.state.records import NOBODY, Game, MonsterState
from munchkin_env.vocabulary.tables import Tables
from munchkin_env.vocabulary.words import Forfeit, Op, Trigger, Which, Who


@kernel
def levels_at_stake(t: Tables, g: Game) -> int:
    """What main would gain from the monsters that are in the fight or were killed."""
    levels = 0
    for s in range(g.combat.n):
        m = g.combat.monster[s]
        if m.state == MonsterState.FIGHTING or m.state == MonsterState.KILLED:
            levels += int(t.type[t.type_of[m.card]].levels) + levels_by_card(t, g, s)
    return levels


@kernel
def levels_by_card(t: Tables, g: Game, slot: int) -> int:
    """Further Levels for main for killing that monster (a fried Large Angry Chicken): as things are, or were when it was killed."""
    m = g.combat.monster[slot]
    ty = t.type[t.type_of[m.card]]
    main = int(g.combat.main)
    levels = 0
    if (ty.triggers >> Trigger.ON_KILL_LEVEL) & 1 == 0:
        return 0
    for k in range(ty.effects, ty.effects_end):
        e = t.effect[k]
        mine = e.trigger == Trigger.ON_KILL_LEVEL
        if m.state == MonsterState.KILLED:
            mine = mine and (int(m.rewards) >> (k - ty.effects)) & 1 == 1
        else:
            mine = mine and holds_in_fight(t, g, e.requires, main)
        for r in range(e.ops, e.ops_end):
            row = t.op[r]
            if row.op == Op.TEST:
                mine = mine and suits(t, g, row.cond, main, main)
            elif row.op == Op.GAIN_LEVEL and mine and (row.who == Who.MAIN or row.who == Who.IT):
                levels += int(row.amount)
    return levels


@kernel
def for_the_win(t: Tables, g: Game) -> bool:
    """Would winning bring main to the winning Level (COMBAT-16)?"""
    main = g.combat.main
    return bool(g.combat.on != 0 and g.seat[main].level + levels_at_stake(t, g) >= win_level(t, g, main))


@kernel
def treasures_of(t: Tables, g: Game, slot: int) -> int:
    """Printed, plus changes by cards played on it, at least 1 if the card prints any (MON-11)."""
    m = g.combat.monster[slot]
    printed = int(t.type[t.type_of[m.card]].treasures)
    change = int(g.combat.monster[m.root].treasures) + treasures_by_fighters(t, g, slot)
    return max(0 if printed == 0 else 1, printed + change)


@kernel
def treasures_by_fighters(t: Tables, g: Game, slot: int) -> int:
    """More (or fewer) Treasures because a fighter of now (or when it was killed) matches its card, counted once."""
    m = g.combat.monster[slot]
    ty = t.type[t.type_of[m.card]]
    if ty.triggers & FIGHTING_BIT == 0:
        return 0
    with_helper = helped_to_kill(g, slot) if m.state == MonsterState.KILLED else g.combat.helper != NOBODY
    total = 0
    for k in range(ty.effects, ty.effects_end):
        if t.effect[k].trigger == Trigger.WHILE_FIGHTING:
            for r in range(t.effect[k].ops, t.effect[k].ops_end):
                row = t.op[r]
                pays_more = row.op == Op.MONSTER_MOD and row.treasures != 0 and row.to == Which.THIS
                if pays_more and concerns_a_fighter(t, g, row.cond, with_helper):
                    total += int(row.treasures)
    return total


@kernel
def treasures_at_stake(t: Tables, g: Game) -> int:
    """Treasures for winning: of monsters that fight or were killed, and of those that pay despite being gone."""
    total = 0
    for s in range(g.combat.n):
        m = g.combat.monster[s]
        if m.state != MonsterState.GONE or m.pays:
            total += treasures_of(t, g, s)
    return total


@kernel
def forfeits_levels(g: Game) -> bool:
    """Has a card said that nobody gains a Level from this fight?"""
    return bool(g.combat.forfeit & Forfeit.LEVELS)
