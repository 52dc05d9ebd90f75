"""Ops on running away and dice."""

from munchkin_env.core.kernel import kernel
from munchkin_env.engine.queries.sacrifice import may_free_helper
from munchkin_env.engine.queries.seats import fights
from munchkin_env.engine.state.events import EVERYONE, What, log
from munchkin_env.engine.state.kinds import Kind
from munchkin_env.engine.state.records import NOBODY, Frame, Game
from munchkin_env.engine.state.rng import roll_d6
from munchkin_env.engine.state.stack import Dice, Why, push
from munchkin_env.engine.verbs.asking import ask_number, ask_yes
from munchkin_env.engine.verbs.deeds import hit
from munchkin_env.engine.verbs.escaping import set_free
from munchkin_env.engine.verbs.registers import again, subject
from munchkin_env.vocabulary.tables import Tables
from munchkin_env.vocabulary.words import NONE, Flee, Who


@kernel
def auto_escape(t: Tables, g: Game, f: Frame, k: int) -> None:
    row = t.op[k]
    p = subject(g, f, row.who)
    f.ok = 0
    if p == NOBODY or not fights(g, p):
        return
    if f.answer != NONE:
        free_helper(g, f, row.flag)
    elif row.what == Flee.ALL and row.flag:
        set_free(g, p)
        ask_for_helper(g, f, p, row.to)
    elif row.what == Flee.ALL:
        g.combat.away |= 1 << p
        if g.combat.runner == p:
            g.combat.escaped = 1
        ask_for_helper(g, f, p, row.to)
    elif g.combat.runner == p and g.combat.fleeing != NONE:
        monster = t.type[t.type_of[g.combat.monster[g.combat.fleeing].card]]
        if row.cap == 0 or monster.level <= row.cap:
            g.combat.escaped = 2 if row.flag else 1
            f.ok = 1


@kernel
def ask_for_helper(g: Game, f: Frame, player: int, helper: int) -> None:
    f.ok = 1
    if helper == Who.HELPER and may_free_helper(g, player):
        again(f)
        ask_yes(g, player, Why.FREE_HELPER, f.card)


@kernel
def free_helper(g: Game, f: Frame, overrides: int) -> None:
    """Main has said whether the helper escapes too, or rolls (SIDE-05)."""
    if f.answer == 1 and overrides:
        set_free(g, g.combat.helper)
    elif f.answer == 1:
        g.combat.away |= 1 << int(g.combat.helper)
    f.answer = NONE
    f.ok = 1


@kernel
def roll(t: Tables, g: Game, f: Frame, k: int) -> None:
    p = subject(g, f, t.op[k].who)
    f.ok = 0 if p == NOBODY else 1
    if p != NOBODY:
        push(g, Kind.ROLL_DIE, p)


@kernel
def reroll(g: Game, f: Frame) -> None:
    """Roll the Run Away die again; the new result stands."""
    g.combat.die = roll_d6(g)
    log(g, What.ROLLS, f.player, NONE, NONE, g.combat.die, EVERYONE)
    f.ok = 1


@kernel
def set_die(g: Game, f: Frame) -> None:
    """The die just rolled shows the face that the user names. Below this frame are the window and the die."""
    if f.answer == NONE:
        again(f)
        ask_number(g, f.player, 126, Why.FACE, f.card)
        return
    if g.stack[g.depth - 2].dice == Dice.RUN:
        if f.answer < g.combat.die:
            hit(g, f, g.combat.runner)
        g.combat.die = f.answer
    else:
        g.stack[g.depth - 3].face = f.answer
    f.answer = NONE
    f.ok = 1
