"""How far a fight is won or lost as it stands, and what winning or losing is worth."""

from munchkin_env.core.bits import count_bits
from munchkin_env.core.copying import copied
from munchkin_env.core.kernel import kernel
from munchkin_env.engine.queries.conditions import monsters_fighting
from munchkin_env.engine.queries.stakes import for_the_win, levels_at_stake, treasures_at_stake
from munchkin_env.engine.queries.standing import win_level
from munchkin_env.engine.queries.strength import monster_total, munchkin_total, wins_ties
from munchkin_env.engine.state.records import EVERYTHING, NOBODY, Game, MonsterState
from munchkin_env.vocabulary.tables import Tables
from munchkin_env.vocabulary.words import CardKind, Op, Trigger

from .odds import flight_costs, treasure_worth
from .style import Bot
from .valuing import bad_stuff_costs, escape_faces


@kernel
def deficit(t: Tables, g: Game) -> int:
    """What the munchkins lack to win; 0 or less: they win."""
    lack = monster_total(t, g) - munchkin_total(t, g)
    return lack if wins_ties(t, g) else lack + 1


@kernel
def deficit_with(t: Tables, g: Game, helper: int) -> int:
    """The same if that player were the helper."""
    then = copied(g)
    then.combat.helper = helper
    return deficit(t, then)


@kernel
def deficit_of(t: Tables, g: Game, main: int) -> int:
    """The same if the fight were that player's."""
    then = copied(g)
    then.combat.main = main
    return deficit(t, then)


@kernel
def deficit_against(t: Tables, g: Game, player: int, card: int) -> int:
    """What the player would lack to win against that monster, alone. Only while there is no fight."""
    then = copied(g)
    c = then.combat
    m = c.monster[0]
    c.on = 1
    c.main = player
    c.n = 1
    m.card = card
    m.root = 0
    m.state = MonsterState.FIGHTING
    m.bonus = 0
    m.as_steed = 1 if t.type[t.type_of[card]].kind == CardKind.STEED else 0
    return deficit(t, then)


@kernel
def treasure_share(t: Tables, g: Game, player: int) -> int:
    """Treasures that the player gets if the fight is won."""
    total = treasures_at_stake(t, g)
    if g.combat.helper == NOBODY:
        return total if g.combat.main == player else 0
    helpers = total if g.deal.treasures == EVERYTHING else min(int(g.deal.treasures), total)
    return helpers if g.combat.helper == player else total - helpers


@kernel
def assist_levels(t: Tables, g: Game, player: int) -> int:
    """Levels that a helper's cards give them for kills (Elf)."""
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
    """Points of gaining Levels by a kill."""
    if g.seat[player].level + levels >= win_level(t, g, player):
        return b.victory
    return b.level * levels


@kernel
def helping_points(t: Tables, g: Game, b: Bot, helper: int) -> int:
    """Points of the Levels that a won fight gives a helper; of victory, if they share it."""
    if g.options.shared_victory and for_the_win(t, g):
        return b.victory
    return level_points(t, g, b, helper, assist_levels(t, g, helper))


@kernel
def somebody_wins(t: Tables, g: Game, b: Bot, me: int) -> bool:
    """If won, would the fight win the game for another player and not for me?"""
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
        return level_points(t, g, b, player, levels_at_stake(t, g)) + treasure_worth(t, g, b) * treasure_share(t, g, player)
    return helping_points(t, g, b, player) + treasure_worth(t, g, b) * treasure_share(t, g, player)


@kernel
def losing_costs(t: Tables, g: Game, b: Bot, player: int) -> int:
    """Points of a lost fight for a fighter: Bad Stuff, by the odds of being caught."""
    if b.computes_flight:
        return flight_costs(t, g, b, player)
    points = 0
    for s in range(g.combat.n):
        m = g.combat.monster[s]
        if m.state == MonsterState.FIGHTING:
            points += bad_stuff_costs(t, g, b, player, t.type_of[m.card]) * (6 - escape_faces(t, g, player, s)) // 6
    return points
