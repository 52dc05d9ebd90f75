"""A Curse strikes, unless somebody has an answer (CURSE)."""

from munchkin_env.core.kernel import kernel
from munchkin_env.core.types import Mask
from munchkin_env.engine.effects.interpreter import start
from munchkin_env.engine.queries.conditions import suits_program
from munchkin_env.engine.queries.moments import now
from munchkin_env.engine.queries.rights import mask_cards
from munchkin_env.engine.queries.standing import standing
from munchkin_env.engine.state.actions import Verb
from munchkin_env.engine.state.events import EVERYONE, What, log, remember
from munchkin_env.engine.state.records import Deed, Game
from munchkin_env.engine.state.stack import Disposal, Kind, become, pop, push, top
from munchkin_env.engine.verbs.acting import apply_card
from munchkin_env.engine.verbs.piles import discard
from munchkin_env.engine.verbs.ring import all_pass
from munchkin_env.vocabulary.tables import Tables
from munchkin_env.vocabulary.words import NONE, Op, Source, Trigger


@kernel
def curse(t: Tables, g: Game) -> None:
    """victim, or the answer to whom it is played on."""
    f = top(g)
    if f.victim == NONE:
        f.victim = f.value
    victim, card = int(f.victim), int(f.card)
    source = Source.OWN_DOOR.value if f.a else Source.PLAYED.value
    log(g, What.CURSED, victim, f.player, card, 0, EVERYONE)
    remember(g, Deed.HIT, f.player, victim)
    become(g, Kind.STRIKE)
    if g.seat[victim].dead or standing(t, g, victim, Op.IMMUNE, source) > 0:
        f.ok = 0
    else:
        push(g, Kind.CURSE_WINDOW, victim)


@kernel
def legal_curse_window(t: Tables, g: Game, mask: Mask) -> None:
    """Only what cancels a Curse (W-CURSE)."""
    player = top(g).player
    mask[Verb.PASS] = True
    mask_cards(t, g, player, now(t, g, player), mask)


@kernel
def apply_curse_window(t: Tables, g: Game, action: int) -> None:
    """One round, the victim first."""
    f = top(g)
    if action != Verb.PASS:
        apply_card(t, g, f.player, now(t, g, f.player), action)
        return
    if all_pass(g):
        pop(g)


@kernel
def strike(t: Tables, g: Game) -> None:
    f = top(g)
    card, victim, player, own_door, cancelled = int(f.card), int(f.victim), int(f.player), int(f.a), f.ok == 0
    pop(g)
    ty = t.type[t.type_of[card]]
    for k in range(ty.effects, ty.effects_end):
        e = t.effect[k]
        strikes = not cancelled and g.seat[victim].dead == 0
        if e.trigger == Trigger.ON_CURSE and strikes and suits_program(t, g, e.requires, victim, player, NONE, own_door != 0):
            program = start(t, g, k, player, card, Disposal.CURSE)
            program.victim = victim
            program.a = own_door
            program.passed = 1 << victim
            return
    log(g, What.CURSE_FAILS, victim, NONE, card, 0, EVERYONE)
    discard(t, g, card)
