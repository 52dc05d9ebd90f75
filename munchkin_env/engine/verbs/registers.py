"""The registers of a running program, and the words in ops for players and amounts (see effects/interpreter.py)."""

from munchkin_env.core.kernel import kernel
from munchkin_env.engine.queries.conditions import suits_program
from munchkin_env.engine.queries.promises import is_bound, promise_carriers, promised_hand, promised_table
from munchkin_env.engine.queries.seats import left_of, right_of
from munchkin_env.engine.state.records import NOBODY, Frame, Game
from munchkin_env.vocabulary.tables import Tables
from munchkin_env.vocabulary.words import MARGIN, NONE, ROLLED, Chooser, Op, Trigger, Who


@kernel
def again(f: Frame) -> None:
    """Run this op again: its answer is still to come."""
    f.pc -= 1


@kernel
def subject(g: Game, f: Frame, who: int) -> int:
    """The seat that the word means here, or NOBODY; the dead are nobody."""
    p = NOBODY
    match who:
        case Who.SELF:
            p = int(f.player)
        case Who.VICTIM:
            p = int(f.victim)
        case Who.IT:
            p = int(f.it)
        case Who.TARGET:
            p = int(f.target)
        case Who.MAIN:
            p = int(g.combat.main)
        case Who.HELPER:
            p = int(g.combat.helper)
        case Who.LEFT:
            p = left_of(g, f.victim if f.victim != NONE else f.player)
        case Who.RIGHT:
            p = right_of(g, f.victim if f.victim != NONE else f.player)
        case Who.TURN_PLAYER:
            p = int(g.turn_player)
    if p != NOBODY and g.seat[p].dead:
        return NOBODY
    return p


@kernel
def suits_here(t: Tables, g: Game, f: Frame, condition: int, player: int) -> bool:
    """Does the player satisfy a condition of this program, which may also be about its monster or Curse?"""
    return suits_program(t, g, condition, player, f.player, f.slot, f.own_door != 0)


@kernel
def amount_of(g: Game, f: Frame, row_amount: int, cap: int) -> int:
    n = row_amount
    if row_amount == ROLLED:
        n = int(f.face)
    elif row_amount == MARGIN:
        n = int(g.combat.margin)
    if cap > 0 and n > cap:
        n = cap
    return n


@kernel
def chooser_of(g: Game, f: Frame, chooser: int, owner: int, taker: int) -> int:
    match chooser:
        case Chooser.PLAYER:
            return int(f.player)
        case Chooser.LEFT:
            return left_of(g, owner)
        case Chooser.RIGHT:
            return right_of(g, owner)
        case Chooser.TAKER:
            return taker
    return owner


@kernel
def is_own_doing(t: Tables, g: Game, f: Frame, k: int, player: int) -> bool:
    """Does op k of the program happen to the player by their own will: because of what they played or used, or chose to do?

    Yes for a Curse that they play on themselves; no for one behind their own door, and for Bad Stuff, even if they pick what goes.
    """
    e = t.effect[f.effect]
    if f.player == player:
        used = e.trigger == Trigger.ON_PLAY or e.trigger == Trigger.ON_ACTIVATE
        if used or e.optional or (e.trigger == Trigger.ON_CURSE and f.own_door == 0):
            return True
    for r in range(e.ops, k):
        if t.op[r].op == Op.MAY and k < t.op[r].jump and subject(g, f, t.op[r].who) == player:
            return True
    return False


@kernel
def kept_on_table(t: Tables, g: Game, f: Frame, k: int, player: int) -> int:
    """Bits of the player's table that op k of the program must not take, because they would get rid of a promise by it."""
    if not is_bound(g, player) or not is_own_doing(t, g, f, k, player):
        return 0
    kept = promised_table(t, g, player)
    return kept | promise_carriers(t, g, player) if t.op[k].op == Op.TRANSFER else kept


@kernel
def kept_in_hand(t: Tables, g: Game, f: Frame, k: int, player: int) -> int:
    return promised_hand(g, player) if is_bound(g, player) and is_own_doing(t, g, f, k, player) else 0
