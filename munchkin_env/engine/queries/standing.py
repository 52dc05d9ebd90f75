"""What holds for a character now: standing ops of cards in play, and timed markers."""

from munchkin_env.core.kernel import kernel
from munchkin_env.engine.state.records import EQUIPPED, NOBODY, Game, MonsterState, Seat
from munchkin_env.vocabulary.tables import Tables
from munchkin_env.vocabulary.words import NONE, Atom, Lift, Op, Trigger, Who

from .conditions import atom_holds, suits
from .seats import count_kind, fights

FIGHTING_BIT = 1 << Trigger.WHILE_FIGHTING
USUAL_WIN_LEVEL = 10


@kernel
def standing(t: Tables, g: Game, player: int, op: int, what: int) -> int:
    """The sum of the amounts of that op that hold for the player now; `what`: bits that must overlap, 0 for any.

    Covers the player's own cards, timed markers, and the monsters they fight. 0: it does not hold.
    """
    total = 0
    seat = g.seat[player]
    for i in range(seat.table_n):
        if (t.type[t.type_of[seat.table[i]]].standing >> op) & 1:
            total += standing_of_card(t, g, player, i, op, what)
    for k in range(g.marker_n):
        row = t.op[g.marker[k].op]
        if row.op == op and (what == 0 or row.what & what) and in_force(t, g, k, player):
            total += int(g.marker[k].amount)
    if fights(g, player):
        for s in range(g.combat.n):
            if g.combat.monster[s].state == MonsterState.FIGHTING:
                total += standing_of_monster(t, g, player, s, Trigger.WHILE_FIGHTING, op, what)
    return total


@kernel
def in_force(t: Tables, g: Game, k: int, player: int) -> bool:
    """Does that timed modifier hold for the player now? One with a condition on the fight holds while the condition does (MON-15)."""
    m = g.marker[k]
    if m.seat != player or m.waiting == 1:
        return False
    return t.op[m.op].cond == NONE or suits(t, g, t.op[m.op].cond, player, player)


@kernel
def standing_of_card(t: Tables, g: Game, player: int, i: int, op: int, what: int) -> int:
    total = 0
    ty = t.type[t.type_of[g.seat[player].table[i]]]
    for k in range(ty.effects, ty.effects_end):
        e = t.effect[k]
        holds = e.trigger == Trigger.WHILE_IN_PLAY or (e.trigger == Trigger.WHILE_EQUIPPED and active(t, g, player, i))
        if holds and suits(t, g, e.requires, player, player):
            total += sum_rows(t, g, e.ops, e.ops_end, player, op, what)
    return total


@kernel
def standing_of_monster(t: Tables, g: Game, player: int, slot: int, trigger: int, op: int, what: int) -> int:
    """The monster's effect on this fighter."""
    total = 0
    ty = t.type[t.type_of[g.combat.monster[slot].card]]
    if (ty.triggers >> trigger) & 1 == 0:
        return 0
    for k in range(ty.effects, ty.effects_end):
        e = t.effect[k]
        if e.trigger == trigger and suits(t, g, e.requires, player, player):
            total += sum_rows(t, g, e.ops, e.ops_end, player, op, what)
    return total


@kernel
def sum_rows(t: Tables, g: Game, start: int, end: int, player: int, op: int, what: int) -> int:
    total = 0
    for k in range(start, end):
        row = t.op[k]
        concerns = row.op == op and (what == 0 or row.what & what) and (row.who != Who.MAIN or g.combat.main == player)
        if concerns and suits(t, g, row.cond, player, player):
            total += int(row.amount) * times(t, g, k, player)
    return total


@kernel
def times(t: Tables, g: Game, row: int, player: int) -> int:
    """How often the row's `per` is met: among the fighters, or once for the character."""
    r = t.op[row]
    if r.per == NONE:
        return 1
    n = 0
    c = t.condition[r.per]
    if t.atom[c.start].of_fighters != 0:
        if atom_holds(t, g, c.start, g.combat.main, player):
            n += 1
        if g.combat.helper != NOBODY and atom_holds(t, g, c.start, g.combat.helper, player):
            n += 1
    elif t.atom[c.start].atom == Atom.HAS_KIND:
        n = count_kind(t, g.seat[player], t.atom[c.start].a)
    elif suits(t, g, r.per, player, player):
        n = 1
    if r.cap > 0 and n > r.cap:
        n = int(r.cap)
    return n


@kernel
def win_level(t: Tables, g: Game, player: int) -> int:
    """Numbers on cards are for a game to Level 10; in a shorter or longer game they shift by the difference."""
    own = standing(t, g, player, Op.WIN_LEVEL, 0)
    return own + int(g.options.win_level) - USUAL_WIN_LEVEL if own > 0 else int(g.options.win_level)


@kernel
def next_row(t: Tables, card_type: int, op: int, row: int) -> int:
    """The first row of that op on such a card, or the next after `row`; NONE: there is none."""
    ty = t.type[card_type]
    if ty.effects == ty.effects_end:
        return NONE
    start = int(t.effect[ty.effects].ops) if row == NONE else row + 1
    for r in range(start, t.effect[ty.effects_end - 1].ops_end):
        if t.op[r].op == op:
            return r
    return NONE


@kernel
def attach_row(t: Tables, card_type: int) -> int:
    """The op that attaches such a card to another, or NONE."""
    return next_row(t, card_type, Op.ATTACH, NONE)


@kernel
def lifted(t: Tables, seat: Seat, i: int, lift: int) -> bool:
    """Does a card on it, or the companion that carries it, exempt table[i] from limits or restrictions?"""
    if seat.host[i] != NONE and t.type[t.type_of[seat.host[i]]].lifts & lift:
        return True
    for j in range(seat.table_n):
        if seat.host[j] == seat.table[i] and t.type[t.type_of[seat.table[j]]].lifts & lift:
            return True
    return False


@kernel
def may_use(t: Tables, g: Game, player: int, card_type: int) -> bool:
    """Is the player of the right kind for the Item (ITEM-05)?"""
    ty = t.type[card_type]
    if ty.usable_by != NONE and not suits(t, g, ty.usable_by, player, player):
        return False
    return ty.not_usable_by == NONE or not suits(t, g, ty.not_usable_by, player, player)


@kernel
def active(t: Tables, g: Game, player: int, i: int) -> bool:
    """Is table[i] equipped, and its owner currently of the right kind?"""
    seat = g.seat[player]
    if g.mark[seat.table[i]] & EQUIPPED == 0:
        return False
    return may_use(t, g, player, t.type_of[seat.table[i]]) or lifted(t, seat, i, Lift.RESTRICTIONS)
