"""Ops on the character itself: level, life, sex."""

from munchkin_env.core.kernel import kernel
from munchkin_env.engine.queries.seats import living, lowest_level, sex_of_companion
from munchkin_env.engine.queries.stakes import forfeits_levels
from munchkin_env.engine.queries.standing import standing, win_level
from munchkin_env.engine.state.actions import NUMBER_CHOICES
from munchkin_env.engine.state.events import EVERYONE, What, log
from munchkin_env.engine.state.kinds import Kind
from munchkin_env.engine.state.records import CHANGED, NOBODY, Frame, Game
from munchkin_env.engine.state.stack import Why, push, top
from munchkin_env.engine.verbs.asking import ask_number
from munchkin_env.engine.verbs.levels import change_level
from munchkin_env.engine.verbs.registers import again, amount_of, subject
from munchkin_env.vocabulary.tables import Tables
from munchkin_env.vocabulary.words import LOWEST_IN_GAME, NONE, Cannot, CardKind, Op, SexOf, Trigger


@kernel
def gain_level(t: Tables, g: Game, f: Frame, k: int) -> None:
    """A gain that may not win does not happen if it would win (LEVEL-04)."""
    p = subject(g, f, t.op[k].who)
    f.ok = 0
    if p == NOBODY or (t.effect[f.effect].trigger == Trigger.ON_WIN and forfeits_levels(g)):
        return
    amount = amount_of(g, f, t.op[k].amount, t.op[k].cap)
    room = win_level(t, g, p) - int(g.seat[p].level)
    if t.op[k].flag and standing(t, g, p, Op.CANNOT, Cannot.GAIN_WINNING_LEVEL) == 0:
        if amount >= room:
            g.reached |= 1 << p
        amount = min(amount, room)  # LEVEL-05
    elif amount >= room:
        return
    if amount > 0:
        change_level(t, g, p, amount)
        f.ok = 1


@kernel
def lose_level(t: Tables, g: Game, f: Frame, k: int) -> None:
    p = subject(g, f, t.op[k].who)
    f.ok = 1
    if p != NOBODY:
        change_level(t, g, p, -amount_of(g, f, t.op[k].amount, t.op[k].cap))


@kernel
def set_level(t: Tables, g: Game, f: Frame, k: int) -> None:
    p = subject(g, f, t.op[k].who)
    f.ok = 1
    if p != NOBODY:
        to = int(t.op[k].amount)
        if to == LOWEST_IN_GAME:
            to = lowest_level(g, living(g))
        if to > g.seat[p].level and to >= win_level(t, g, p):
            return  # LEVEL-04
        change_level(t, g, p, to - int(g.seat[p].level))


@kernel
def start_dying(t: Tables, g: Game, f: Frame, k: int) -> None:
    p = subject(g, f, t.op[k].who)
    f.ok = 1
    if p != NOBODY:
        push(g, Kind.DIE, p)


@kernel
def change_sex(t: Tables, g: Game, f: Frame, k: int) -> None:
    """Of the munchkin, or of one of their companions, as the card's user decides; Bad Stuff does not affect companions (SIDE-08)."""
    p = subject(g, f, t.op[k].who)
    f.ok = 0
    if p == NOBODY:
        return
    chosen = 0
    if t.effect[f.effect].trigger != Trigger.BAD_STUFF:
        if f.answer == NONE:
            ask_whose_sex(t, g, f, p, t.op[k].what)
            return
        chosen = int(f.answer)
        f.answer = NONE
    if chosen == 0:
        g.seat[p].sex = 1 - g.seat[p].sex
        g.seat[p].changed_sex = 1
        log(g, What.SEX, p, NONE, NONE, g.seat[p].sex, EVERYONE)
    else:
        companion = companion_with_a_sex(t, g, p, chosen)
        g.mark[companion] ^= CHANGED
        log(g, What.SEX, p, NONE, companion, sex_of_companion(t, g, companion), EVERYONE)
    g.recheck |= 1 << p
    f.ok = 1


@kernel
def ask_whose_sex(t: Tables, g: Game, f: Frame, player: int, of: int) -> None:
    """0: the munchkin's own; from 1: that of their companions, in table order."""
    bits = 0 if of == SexOf.COMPANION else 1
    n = 1
    while n < NUMBER_CHOICES and companion_with_a_sex(t, g, player, n) != NONE:
        bits |= 1 << n
        n += 1
    if bits == 0:
        return
    again(f)
    ask_number(g, f.player, bits, Why.OPTION, f.card)
    if top(g).kind == Kind.ASK_NUMBER:
        top(g).victim = player


@kernel
def companion_with_a_sex(t: Tables, g: Game, player: int, n: int) -> int:
    """The player's n-th companion that has a sex, or NONE."""
    seat = g.seat[player]
    for i in range(seat.table_n):
        ty = t.type[t.type_of[seat.table[i]]]
        if ty.kind == CardKind.COMPANION and ty.sex != NONE:
            n -= 1
            if n == 0:
                return int(seat.table[i])
    return NONE
