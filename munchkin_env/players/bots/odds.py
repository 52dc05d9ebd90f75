"""What a fight costs, computed instead of estimated: Bad Stuff by die face, running away from several monsters, unseen Treasures.

Card values (what a lost Item is worth) are still the style's estimates. Which ops run, how often, and with what odds is exact, with two
assumptions: a victim picks what costs them least, and monsters catch the runner in slot order.
"""

import numpy as np
import numpy.typing as npt

from munchkin_env.core.bits import count_bits
from munchkin_env.core.kernel import kernel
from munchkin_env.core.types import Records
from munchkin_env.engine.queries.conditions import suits
from munchkin_env.engine.queries.prices import table_candidates
from munchkin_env.engine.queries.seats import living, lowest_level
from munchkin_env.engine.queries.standing import standing
from munchkin_env.engine.state.records import Game, MonsterState
from munchkin_env.engine.state.stack import top
from munchkin_env.vocabulary.tables import Tables
from munchkin_env.vocabulary.words import LOWEST_IN_GAME, MARGIN, NONE, ROLLED, Op, Trigger, Who, Zone

from .style import Bot
from .valuing import bad_stuff_costs, cards_cost, death_costs, escape_faces, op_costs, worth

FACES = 6
MOST_OPS = 400  # more ops than any program runs
MOST_LEVELS = 20


# ------------------------------------------------------------------------------------------------------ Bad Stuff


@kernel
def suffered(t: Tables, g: Game, b: Bot, player: int, effect: int, face: int) -> tuple[int, int, int]:
    """What a Bad Stuff program does to its victim for that die face: 1 if the victim dies, Levels, points of cards."""
    pc, end = int(t.effect[effect].ops), int(t.effect[effect].ops_end)
    dies, levels, points, left, ok = 0, 0, 0, 0, True
    for _ in range(MOST_OPS):
        if pc >= end:
            break
        k = pc
        row = t.op[k]
        pc += 1
        own = row.who == Who.VICTIM or row.who == Who.SELF
        match row.op:
            case Op.TEST:
                if not suits(t, g, row.cond, player, player):
                    pc = int(row.jump)
            case Op.IF_FAILED:
                if not ok:
                    pc = int(row.jump)
            case Op.GO:
                pc = int(row.jump)
            case Op.EACH:
                left = members_of(g, row.who)
            case Op.NEXT:
                if left == 0:
                    pc = int(row.jump)
                left -= 1
            case Op.FACES:
                if (row.what >> face) & 1 == 0:
                    pc = int(row.jump)
            case Op.CHOOSE:
                pc = cheapest_option(t, g, b, player, k)
            case Op.DIE:
                dies, ok = dies | (1 if own else 0), True
            case Op.LOSE_LEVEL:
                levels, ok = levels + (amount(g, row.amount, face) if own else 0), True
            case Op.SET_LEVEL:
                levels, ok = levels + (int(g.seat[player].level) - level_to(g, row.amount) if own else 0), True
            case Op.DISCARD | Op.TRANSFER:
                if own:
                    points += cards_cost(t, g, b, player, k)
                    ok = has_such(t, g, player, k)
    return dies, max(0, levels), points


@kernel
def members_of(g: Game, who: int) -> int:
    """How many players a loop around the victim covers."""
    others = count_bits(living(g)) - 1
    match who:
        case Who.NEIGHBORS:
            return min(2, others)
        case Who.EACH_OTHER:
            return others
    return 1


@kernel
def amount(g: Game, row_amount: int, face: int) -> int:
    if row_amount == ROLLED:
        return face
    return int(g.combat.margin) if row_amount == MARGIN else row_amount


@kernel
def level_to(g: Game, row_amount: int) -> int:
    return lowest_level(g, living(g)) if row_amount == LOWEST_IN_GAME else row_amount


@kernel
def has_such(t: Tables, g: Game, player: int, r: int) -> bool:
    """Has the player any card that the op could take?"""
    row = t.op[r]
    of_hand = row.zone == Zone.HAND or row.zone == Zone.ANY or row.zone == Zone.HAND_OR_ITEMS
    if of_hand and g.seat[player].hand_n > 0:
        return True
    return row.zone != Zone.HAND and table_candidates(t, g, player, row.zone, row.filter, NONE) != 0


@kernel
def cheapest_option(t: Tables, g: Game, b: Bot, player: int, choose: int) -> int:
    """Where the option starts whose first op costs least."""
    best, least = int(t.op[choose + 1].jump), 1 << 30
    for i in range(t.op[choose].amount):
        costs = op_costs(t, g, b, player, t.op[choose + 1 + i].jump)
        if costs < least:
            best, least = int(t.op[choose + 1 + i].jump), costs
    return best


@kernel
def levels_to_lose(t: Tables, g: Game, player: int) -> int:
    """How many Levels the player can lose."""
    return max(0, int(g.seat[player].level) - max(1, standing(t, g, player, Op.LEVEL_FLOOR, 0)))


@kernel
def being_caught_costs(t: Tables, g: Game, b: Bot, player: int, card_type: int) -> int:
    """Points that being caught by that monster costs the player: computed or estimated, depending on style."""
    if b.computes_flight:
        return expected_bad_stuff(t, g, b, player, card_type)
    return bad_stuff_costs(t, g, b, player, card_type)


@kernel
def expected_bad_stuff(t: Tables, g: Game, b: Bot, player: int, card_type: int) -> int:
    """Points that being caught by that monster costs the player, averaged over the die of its Bad Stuff."""
    most = levels_to_lose(t, g, player)
    total = 0
    for face in range(1, FACES + 1):
        dies, levels, points = caught_by(t, g, b, player, card_type, face)
        total += points + b.level * min(levels, most) + (death_costs(t, g, b, player) if dies else 0)
    return total // FACES


@kernel
def caught_by(t: Tables, g: Game, b: Bot, player: int, card_type: int, face: int) -> tuple[int, int, int]:
    """All Bad Stuff of the monster that applies to the player: whether they die, Levels, points of cards."""
    ty = t.type[card_type]
    dies, levels, points = 0, 0, 0
    for k in range(ty.effects, ty.effects_end):
        e = t.effect[k]
        if e.trigger == Trigger.BAD_STUFF and suits(t, g, e.requires, player, player):
            more_dies, more_levels, more_points = suffered(t, g, b, player, k, face)
            dies |= more_dies
            levels += more_levels
            points += more_points
    return dies, levels, points


# -------------------------------------------------------------------------------------------------- running away


@kernel
def escapes_all(t: Tables, g: Game, player: int) -> int:
    """How often, out of 10,000, the player gets away from every monster if the fight is lost as it stands."""
    chances = 10_000
    for s in range(g.combat.n):
        if g.combat.monster[s].state == MonsterState.FIGHTING:
            chances = chances * escape_faces(t, g, player, s) // FACES
    return chances


@kernel
def flight_costs(t: Tables, g: Game, b: Bot, player: int) -> int:
    """Points that losing the fight costs the player on average, over all rolls to run away and for Bad Stuff.

    Players lose no Levels that they do not have, and the dead stop running.
    alive[n]: of all cases so far, those in which the player lives and has lost n Levels.
    """
    most = min(levels_to_lose(t, g, player), MOST_LEVELS - 1)
    alive, then = np.zeros(MOST_LEVELS, np.int64), np.zeros(MOST_LEVELS, np.int64)
    alive[0] = 1
    cases, total, death = 1, 0, death_costs(t, g, b, player)
    for s in range(g.combat.n):
        if g.combat.monster[s].state != MonsterState.FIGHTING:
            continue
        away = escape_faces(t, g, player, s)
        total *= FACES * FACES
        cases *= FACES * FACES
        for n in range(most + 1):
            then[n] = int(alive[n]) * away * FACES
        for face in range(1, FACES + 1):
            dies, levels, points = caught_by(t, g, b, player, t.type_of[g.combat.monster[s].card], face)
            for n in range(most + 1):
                weight = int(alive[n]) * (FACES - away)
                lost = min(most, n + levels)
                total += weight * (points + b.level * (lost - n) + (death if dies else 0))
                if not dies:
                    then[lost] += weight
        alive, then = then, alive
    return total // cases


@kernel
def odds_at(tables: Records, games: Records, i: int, bots: Records, player: int, out: npt.NDArray[np.int64]) -> None:
    """For Python: [0] escapes_all, [1] flight_costs, [2] unseen_treasure."""
    t, g, b = tables[0], games[i], bots[0]
    out[0] = escapes_all(t, g, player)
    out[1] = flight_costs(t, g, b, player)
    out[2] = unseen_treasure(t, g, b, player)


# ----------------------------------------------------------------------------------------------------------- loot


NOT_YET = -(2**15)
"""Value of `Bot.loot` until a decision needs it."""


@kernel
def treasure_worth(t: Tables, g: Game, b: Bot) -> int:
    """Points of a Treasure to be won, for the player who decides."""
    if b.loot == NOT_YET:
        b.loot = unseen_treasure(t, g, b, top(g).player)
    return int(b.loot)


@kernel
def unseen_treasure(t: Tables, g: Game, b: Bot, player: int) -> int:
    """Average points of a Treasure that the player cannot see: not on a table, in the player's hand, or discarded."""
    seen = np.zeros(len(t.type_of), np.bool_)
    for p in range(g.n_players):
        seat = g.seat[p]
        for i in range(seat.table_n):
            seen[seat.table[i]] = True
        for i in range(seat.hand_n):
            if p == player:
                seen[seat.hand[i]] = True
    for i in range(g.treasure_discards.n):
        seen[g.treasure_discards.cards[i]] = True
    n, total = 0, 0
    for card in range(t.doors, t.cards - t.houses):
        if not seen[card]:
            n += 1
            total += worth(t, g, b, player, card)
    return total // n if n else int(b.treasure)
