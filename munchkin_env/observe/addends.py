"""What strengths and totals are made of, addend by addend, for those who show a position to people."""

from enum import IntEnum

import numpy as np
import numpy.typing as npt

from munchkin_env.core.kernel import kernel
from munchkin_env.core.types import Records
from munchkin_env.engine.queries.seats import fights
from munchkin_env.engine.queries.stakes import for_the_win, levels_at_stake, treasures_of
from munchkin_env.engine.queries.standing import active, in_force, standing_of_monster
from munchkin_env.engine.queries.strength import (
    FILTERED,
    card_bonus,
    counted,
    idle,
    ignores,
    item_ignored,
    modifier,
    source_bit,
    wasted,
    wins_ties,
)
from munchkin_env.engine.state.records import MAX_MARKERS, MAX_MONSTERS, MAX_PLAYERS, MAX_TABLE, MAX_ZONE, NOBODY, Game, MonsterState
from munchkin_env.vocabulary.tables import Tables
from munchkin_env.vocabulary.words import NONE, Ignore, Op, Trigger

Addends = npt.NDArray[np.int64]
MOST_ADDENDS = MAX_PLAYERS * (MAX_TABLE + MAX_MARKERS + MAX_MONSTERS + 1) + MAX_ZONE + 3 * MAX_MONSTERS + 8


class Total(IntEnum):
    """What an addend is added to."""

    PLAYER = 0  # the strength of a player
    MUNCHKINS = 1  # the total of their side, beside the strengths of the fighters
    MONSTER = 2  # the strength of a monster
    MONSTERS = 3  # the total of their side, beside the strengths of the monsters


class Cause(IntEnum):
    """Where an addend comes from."""

    LEVEL = 0  # of the player or the monster
    CARD = 1  # in play, with what is attached to it
    LASTING = 2  # a timed effect
    MONSTER = 3  # what a monster of the fight does to the fighter
    MULTIPLIED = 4  # an effect that multiplies the sum so far
    PLAYED = 5  # cards played into the fight
    POWER = 6  # powers used in the fight
    OWN_RULE = 7  # the monster's own card, because of those it fights
    IGNORED = 8  # bonuses above that do not count


class Addend(IntEnum):
    """The columns of an addend."""

    TOTAL = 0
    OF = 1  # the player, or the slot of the monster
    CAUSE = 2
    CARD = 3  # or NONE
    AMOUNT = 4


class Stake(IntEnum):
    """The places of what `stakes_at` computes."""

    WINS_TIES = 0
    FOR_THE_WIN = 1
    LEVELS = 2
    TREASURES = 3  # one per monster slot
    COUNTS = TREASURES + MAX_MONSTERS  # one per player and table slot: an Item that is equipped and counts
    END = COUNTS + MAX_PLAYERS * MAX_TABLE


@kernel
def addends_at(tables: Records, games: Records, i: int, out: Addends) -> int:
    """Write a row of the five columns of Addend for every addend; returns how many there are."""
    t, g = tables[0], games[i]
    n = 0
    for p in range(g.n_players):
        n = player_addends(t, g, p, out, n)
    if g.combat.on == 0:
        return n
    n = munchkin_addends(t, g, out, n)
    for s in range(g.combat.n):
        if g.combat.monster[s].state == MonsterState.FIGHTING:
            n = monster_addends(t, g, s, out, n)
    return note_addend(out, n, Total.MONSTERS, NONE, Cause.PLAYED, NONE, g.combat.monster_bonus)


@kernel
def note_addend(out: Addends, n: int, total: int, of: int, cause: int, card: int, amount: int) -> int:
    """One row, unless it adds nothing; returns the number of rows."""
    if amount == 0:
        return n
    at = n * 5
    out[at + Addend.TOTAL] = total
    out[at + Addend.OF] = of
    out[at + Addend.CAUSE] = cause
    out[at + Addend.CARD] = card
    out[at + Addend.AMOUNT] = amount
    return n + 1


@kernel
def player_addends(t: Tables, g: Game, p: int, out: Addends, n: int) -> int:
    """As strength() adds up (queries/strength.py)."""
    seat = g.seat[p]
    ignored = ignores(t, g, p)
    first = n
    n = note_addend(out, n, Total.PLAYER, p, Cause.LEVEL, NONE, 0 if ignored & Ignore.LEVEL else int(seat.level))
    for i in range(seat.table_n):
        if not idle(t, g, p, i):
            n = note_addend(out, n, Total.PLAYER, p, Cause.CARD, seat.table[i], card_bonus(t, g, p, i, ignored))
    for k in range(g.marker_n):
        m = g.marker[k]
        if t.op[m.op].op == Op.BONUS and in_force(t, g, k, p):
            amount = counted(int(m.amount), ignored & source_bit(t.type[t.type_of[m.card]].kind) != 0)
            n = note_addend(out, n, Total.PLAYER, p, Cause.LASTING, m.card, amount)
    n = add_monsters_effects(t, g, p, out, n)
    return n if ignored & Ignore.ONE_SHOTS else multiply(t, g, p, out, first, n)


@kernel
def add_monsters_effects(t: Tables, g: Game, p: int, out: Addends, n: int) -> int:
    if not fights(g, p):
        return n
    for s in range(g.combat.n):
        if g.combat.monster[s].state == MonsterState.FIGHTING:
            amount = standing_of_monster(t, g, p, s, Trigger.WHILE_FIGHTING, Op.BONUS, 0)
            n = note_addend(out, n, Total.PLAYER, p, Cause.MONSTER, g.combat.monster[s].card, amount)
    return n


@kernel
def multiply(t: Tables, g: Game, p: int, out: Addends, first: int, n: int) -> int:
    """What multiplying adds to the rows since the first."""
    total = 0
    for k in range(first, n):
        total += int(out[k * 5 + Addend.AMOUNT])
    for k in range(g.marker_n):
        m = g.marker[k]
        if t.op[m.op].op == Op.MULTIPLY and in_force(t, g, k, p):
            n = note_addend(out, n, Total.PLAYER, p, Cause.MULTIPLIED, m.card, total * (int(m.amount) - 1))
            total *= int(m.amount)
    return n


@kernel
def munchkin_addends(t: Tables, g: Game, out: Addends, n: int) -> int:
    """As munchkin_total() adds up."""
    c = g.combat
    powers = int(c.power_bonus)
    one_shots = int(c.munchkin_bonus) - powers
    rest = one_shots
    for i in range(c.zone_n):
        n = note_addend(out, n, Total.MUNCHKINS, NONE, Cause.PLAYED, c.zone[i], c.zone_adds[i])
        rest -= int(c.zone_adds[i])
    n = note_addend(out, n, Total.MUNCHKINS, NONE, Cause.PLAYED, NONE, rest)
    n = note_addend(out, n, Total.MUNCHKINS, NONE, Cause.POWER, NONE, powers)
    return note_addend(out, n, Total.MUNCHKINS, NONE, Cause.IGNORED, NONE, what_counts(t, g, one_shots, powers) - one_shots - powers)


@kernel
def what_counts(t: Tables, g: Game, one_shots: int, powers: int) -> int:
    ignored = ignores(t, g, g.combat.main)
    if g.combat.helper != NOBODY:
        ignored |= ignores(t, g, g.combat.helper)
    if ignored & FILTERED and ignored & Ignore.ONE_SHOTS == 0:
        one_shots -= wasted(t, g)
    return counted(one_shots, ignored & Ignore.ONE_SHOTS != 0) + counted(powers, ignored & Ignore.ABILITIES != 0)


@kernel
def monster_addends(t: Tables, g: Game, s: int, out: Addends, n: int) -> int:
    """As monster_strength() adds up."""
    m = g.combat.monster[s]
    ty = t.type[t.type_of[m.card]]
    n = note_addend(out, n, Total.MONSTER, s, Cause.LEVEL, m.card, int(ty.level))
    n = note_addend(out, n, Total.MONSTER, s, Cause.PLAYED, NONE, int(g.combat.monster[m.root].bonus))
    own = 0
    for k in range(ty.effects, ty.effects_end):
        if t.effect[k].trigger == Trigger.WHILE_FIGHTING:
            own += modifier(t, g, k)
    return note_addend(out, n, Total.MONSTER, s, Cause.OWN_RULE, m.card, own)


@kernel
def stakes_at(tables: Records, games: Records, i: int, out: Addends) -> None:
    """What is at stake in the fight, and which Items count."""
    t, g = tables[0], games[i]
    out[:] = 0
    for p in range(g.n_players):
        ignored = ignores(t, g, p)
        for k in range(g.seat[p].table_n):
            counts = active(t, g, p, k) and not item_ignored(t, g, p, k, ignored)
            out[Stake.COUNTS + p * MAX_TABLE + k] = 1 if counts else 0
    if g.combat.on == 0:
        return
    out[Stake.WINS_TIES] = 1 if g.combat.open != 0 and wins_ties(t, g) else 0
    out[Stake.FOR_THE_WIN] = 1 if for_the_win(t, g) else 0
    out[Stake.LEVELS] = levels_at_stake(t, g)
    for s in range(g.combat.n):
        out[Stake.TREASURES + s] = treasures_of(t, g, s)
