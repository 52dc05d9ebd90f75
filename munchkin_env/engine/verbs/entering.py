"""A helper enters the fight, and the fight changes."""

from munchkin_env.core.kernel import kernel
from munchkin_env.engine.queries.conditions import monsters_fighting
from munchkin_env.engine.queries.helping import same_epoch
from munchkin_env.engine.queries.joining import sheddable
from munchkin_env.engine.queries.strength import monster_total, munchkin_total
from munchkin_env.engine.state.events import EVERYONE, What, log
from munchkin_env.engine.state.kinds import Kind
from munchkin_env.engine.state.records import Game
from munchkin_env.engine.state.stack import Ask, push, top
from munchkin_env.engine.verbs.markers import wake_markers
from munchkin_env.vocabulary.tables import Tables
from munchkin_env.vocabulary.words import NONE, Until


@kernel
def begin_epoch(t: Tables, g: Game) -> None:
    """If anything has changed, everybody may be asked again. Called after every action in the fight: changes count, not values."""
    if same_epoch(t, g):
        return
    c = g.combat
    c.asked = 0
    c.epoch[0] = munchkin_total(t, g)
    c.epoch[1] = monster_total(t, g)
    c.epoch[2] = c.helper + 1
    c.epoch[3] = monsters_fighting(g)


@kernel
def compel(g: Game, helper: int) -> None:
    """The helper is a combatant from now on, on the terms of the offer, willing or not (HELP-10)."""
    take_in(g, helper)
    g.combat.compelled = 1
    log(g, What.FORCED, g.combat.main, helper, g.deal.bribe, g.deal.treasures, EVERYONE)


@kernel
def enter_fight(g: Game, player: int) -> None:
    """The player joins, perhaps again: effects waiting for their next combat since they left count again (CURSE-03)."""
    g.combat.met |= 1 << player
    wake_markers(g, player, Until.NEXT_COMBAT_END)


@kernel
def call_up(t: Tables, g: Game, helper: int) -> None:
    """The helper must help: at once, or after being asked what to discard before joining, if that matters (TIME-01)."""
    if sheddable(t, g, helper):
        push(g, Kind.ANSWER_HELP, helper).ask = Ask.COMPELLED
    else:
        compel(g, helper)
        top(g).ok = 1


@kernel
def take_in(g: Game, helper: int) -> None:
    """The helper joins, and the offer becomes the deal."""
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
    """The helper will not get what was promised."""
    lapses(g, g.deal.bribe)
    lapses(g, g.deal.card)


@kernel
def lapses(g: Game, card: int) -> None:
    if card != NONE:
        log(g, What.LAPSES, g.combat.main, g.deal.to, card, 0, EVERYONE)
