"""Asking for help: who may be asked, how often (HELP-01, TIME-13). Questions, and the memory of asks."""

from munchkin_env.core.kernel import kernel
from munchkin_env.engine.state.events import EVERYONE, What, log
from munchkin_env.engine.state.records import Game
from munchkin_env.engine.state.stack import Ask, Kind, push, top
from munchkin_env.engine.verbs.markers import wake_markers
from munchkin_env.vocabulary.words import NONE, Needs, Of, Tables, Trigger, Until, When

from .conditions import monsters_fighting, suits
from .joining import sheddable
from .moments import could_help, needs_help
from .offers import below_win, holds, in_reach
from .prices import payable
from .strength import monster_total, munchkin_total

ASKS_PER_FIGHT = 3


@kernel
def same_epoch(t: Tables, g: Game) -> bool:
    """Are strengths, helper and monsters as they were when they were last looked at?"""
    e = g.combat.epoch
    if e[2] != g.combat.helper + 1 or e[3] != monsters_fighting(g):
        return False
    return bool(e[0] == munchkin_total(t, g) and e[1] == monster_total(t, g))


@kernel
def begin_epoch(t: Tables, g: Game) -> None:
    """If anything has changed, everybody may be asked again. Looked at after every action in the fight: changes count, not values."""
    if same_epoch(t, g):
        return
    c = g.combat
    c.asked = 0
    c.epoch[0] = munchkin_total(t, g)
    c.epoch[1] = monster_total(t, g)
    c.epoch[2] = c.helper + 1
    c.epoch[3] = monsters_fighting(g)


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
def compel(g: Game, helper: int) -> None:
    """He is a combatant from now on, on the terms of the offer, whether he likes it or not (HELP-10)."""
    take_in(g, helper)
    g.combat.compelled = 1
    log(g, What.FORCED, g.combat.main, helper, g.deal.bribe, g.deal.treasures, EVERYONE)


@kernel
def enter_fight(g: Game, player: int) -> None:
    """He is in it, perhaps once more: what waited for his next combat while he was out of it counts again (CURSE-03)."""
    g.combat.met |= 1 << player
    wake_markers(g, player, Until.NEXT_COMBAT_END)


@kernel
def call_up(t: Tables, g: Game, helper: int) -> None:
    """He must help: at once, or first he is asked what he discards before he joins, where that matters (TIME-01)."""
    if sheddable(t, g, helper):
        push(g, Kind.ANSWER_HELP, helper).a = Ask.COMPELLED
    else:
        compel(g, helper)
        top(g).ok = 1


@kernel
def take_in(g: Game, helper: int) -> None:
    """He helps, and the offer becomes the deal."""
    c = g.combat
    c.helper = helper
    c.compelled = 0
    enter_fight(g, helper)
    d, o = g.deal, g.offer
    c.refused &= ~(1 << helper) & 255
    d.to = helper
    d.treasures = o.treasures
    d.helper_first = o.helper_first
    d.bribe = o.bribe
    d.card = o.card


@kernel
def tell_lapse(g: Game) -> None:
    """What was promised to the helper will not be theirs."""
    lapses(g, g.deal.bribe)
    lapses(g, g.deal.card)


@kernel
def lapses(g: Game, card: int) -> None:
    if card != NONE:
        log(g, What.LAPSES, g.combat.main, g.deal.to, card, 0, EVERYONE)


@kernel
def pledge_effect(t: Tables, g: Game, player: int, helper: int, card: int) -> int:
    """The effect by which main could play the card on the helper at any time, without a price; or NONE (HELP-03)."""
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
        if suits(t, g, e.target_requires, helper, player) and holds(t, g, e.requires, player, player):
            return k
    return NONE
