"""What one player's cards do against another, to be remembered (Deed.HIT in state/records.py).

Derived from ops and the signs of their amounts, never from a card's name. Once per card used and player hit:
that is what the bits in `hit` of the program are for.
"""

from munchkin_env.core.kernel import kernel
from munchkin_env.engine.state.events import remember
from munchkin_env.engine.state.kinds import Kind
from munchkin_env.engine.state.records import NOBODY, Deed, Frame, Game
from munchkin_env.vocabulary.tables import Tables
from munchkin_env.vocabulary.words import Cancel, Op, Trigger

from .registers import subject


@kernel
def is_harmful(t: Tables, k: int) -> bool:
    """Is the op bad for its target?"""
    row = t.op[k]
    match row.op:
        case Op.LOSE_LEVEL | Op.SET_LEVEL | Op.DIE | Op.DISCARD | Op.TRANSFER | Op.IGNORE | Op.CANNOT | Op.REPLACE_FIGHTER:
            return True
        case Op.FORCE_HELP | Op.PHASE:  # flag: they may refuse; granted
            return bool(row.flag == 0)
        case Op.BONUS | Op.RUN_MOD | Op.DIE_MOD:
            return bool(row.amount < 0)
        case Op.CANCEL:
            return bool(row.what == Cancel.ESCAPE)
    return False


@kernel
def hit(g: Game, f: Frame, victim: int) -> None:
    if victim != NOBODY and (int(f.hit) >> victim) & 1 == 0:
        f.hit |= 1 << victim
        remember(g, Deed.HIT, f.player, victim)


@kernel
def is_chosen(t: Tables, f: Frame) -> bool:
    """Is it a player's doing? Bad Stuff, effects of monsters, and cards from behind a door are nobody's deed."""
    if f.kind != Kind.EFFECTS:
        return True
    trigger = t.effect[f.effect].trigger
    return bool(trigger == Trigger.ON_PLAY or trigger == Trigger.ON_ACTIVATE or (trigger == Trigger.ON_CURSE and f.own_door == 0))


@kernel
def hit_fighters(t: Tables, g: Game, f: Frame) -> None:
    """The monsters become stronger."""
    if is_chosen(t, f):
        hit(g, f, g.combat.main)
        hit(g, f, g.combat.helper)


@kernel
def take_aim(t: Tables, g: Game, f: Frame) -> None:
    """A program begins: what is aimed at its target counts even if it fails, as for a theft."""
    e = t.effect[f.effect]
    for k in range(e.ops, e.ops_end):
        if is_harmful(t, k) and subject(g, f, t.op[k].who) == f.target:
            hit(g, f, f.target)


@kernel
def note_harm(t: Tables, g: Game, f: Frame, k: int) -> None:
    """An op is about to run."""
    if is_harmful(t, k) and is_chosen(t, f):
        hit(g, f, subject(g, f, t.op[k].who))
