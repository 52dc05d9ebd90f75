"""Asking for help: who may be asked, and how often (HELP-01, TIME-13)."""

from munchkin_env.core.kernel import kernel
from munchkin_env.engine.state.records import Game
from munchkin_env.vocabulary.tables import Tables
from munchkin_env.vocabulary.words import NONE, Needs, Of, Trigger, When

from .conditions import monsters_fighting, suits
from .moments import could_help, needs_help
from .offers import below_win, holds, in_reach
from .prices import payable
from .strength import monster_total, munchkin_total

ASKS_PER_FIGHT = 3


@kernel
def same_epoch(t: Tables, g: Game) -> bool:
    """Are strengths, helper and monsters the same as when last checked?"""
    e = g.combat.epoch
    if e[2] != g.combat.helper + 1 or e[3] != monsters_fighting(g):
        return False
    return bool(e[0] == munchkin_total(t, g) and e[1] == monster_total(t, g))


@kernel
def askable(t: Tables, g: Game) -> int:
    """Bits of the players whom main may ask now."""
    bits = could_help(t, g)
    if same_epoch(t, g):
        bits &= ~int(g.combat.asked)
    for p in range(g.n_players):
        if g.combat.asks[p] >= ASKS_PER_FIGHT:
            bits &= ~(1 << p)
    return bits


@kernel
def may_ask(t: Tables, g: Game, player: int) -> bool:
    return bool(g.combat.main == player and needs_help(t, g) and askable(t, g) != 0)


@kernel
def pledge_effect(t: Tables, g: Game, player: int, helper: int, card: int) -> int:
    """The effect by which main could play the card on the helper at any time and for free; or NONE (HELP-03)."""
    ty = t.type[t.type_of[card]]
    if ty.plays & When.ANY_TIME == 0:
        return NONE
    for k in range(ty.effects, ty.effects_end):
        e = t.effect[k]
        plays = e.trigger == Trigger.ON_PLAY and e.when & When.ANY_TIME and e.target != Of.NOBODY
        if not plays or not in_reach(g, player, helper, e.target) or not payable(t, g, player, k, card):
            continue
        if e.needs & Needs.TARGET_GAINS and (below_win(t, g) >> helper) & 1 == 0:
            continue
        if e.needs & Needs.USER_GAINS and (below_win(t, g) >> player) & 1 == 0:
            continue
        if suits(t, g, e.target_requires, helper, player) and holds(t, g, e.requires, player, NONE):
            return k
    return NONE
