"""A Curse strikes, unless somebody has an answer (CURSE)."""

from munchkin_env.core.kernel import kernel
from munchkin_env.engine.effects.answers import apply_answer, legal_answer
from munchkin_env.engine.effects.interpreter import start
from munchkin_env.engine.queries.conditions import suits_program
from munchkin_env.engine.queries.standing import standing
from munchkin_env.engine.state.declare import CARD, PASSED, Decision, Register, Step
from munchkin_env.engine.state.events import EVERYONE, What, log, remember
from munchkin_env.engine.state.kinds import Kind
from munchkin_env.engine.state.records import FLAG, SEAT, Deed, Game
from munchkin_env.engine.state.stack import Disposal, become, pop, push, top
from munchkin_env.engine.verbs.piles import discard
from munchkin_env.vocabulary.tables import Tables
from munchkin_env.vocabulary.words import NONE, Op, Source, Trigger


@kernel
def curse(t: Tables, g: Game) -> None:
    """Strikes victim, or the player in `value`."""
    f = top(g)
    if f.victim == NONE:
        f.victim = f.answer
    victim, card = int(f.victim), int(f.card)
    source = Source.OWN_DOOR.value if f.own_door else Source.PLAYED.value
    log(g, What.CURSED, victim, f.player, card, 0, EVERYONE)
    remember(g, Deed.HIT, f.player, victim)
    become(g, Kind.STRIKE)
    if g.seat[victim].dead or standing(t, g, victim, Op.IMMUNE, source) > 0:
        f.ok = 0
    else:
        push(g, Kind.CURSE_WINDOW, victim)


@kernel
def strike(t: Tables, g: Game) -> None:
    f = top(g)
    card, victim, player, own_door, cancelled = int(f.card), int(f.victim), int(f.player), int(f.own_door), f.ok == 0
    pop(g)
    ty = t.type[t.type_of[card]]
    for k in range(ty.effects, ty.effects_end):
        e = t.effect[k]
        strikes = not cancelled and g.seat[victim].dead == 0
        if e.trigger == Trigger.ON_CURSE and strikes and suits_program(t, g, e.requires, victim, player, NONE, own_door != 0):
            program = start(t, g, k, player, card, Disposal.CURSE)
            program.victim = victim
            program.own_door = own_door
            program.hit = 1 << victim
            return
    log(g, What.CURSE_FAILS, victim, NONE, card, 0, EVERYONE)
    discard(t, g, card)


@kernel
def strikes_nobody(g: Game) -> bool:
    """It was cancelled, or its victim has died."""
    strike = g.stack[g.depth - 2]
    return bool(strike.ok == 0 or g.seat[strike.victim].dead != 0)


_OWN_DOOR = Register("own_door", "a", FLAG, "1 if it was drawn at the own door")
DECISIONS = (
    Decision(
        "CURSE_WINDOW",
        21,
        "do something against the curse, or pass",
        legal=legal_answer,
        apply=apply_answer,
        moot=strikes_nobody,
        ring=True,
        registers=(PASSED,),
        lies_on=(Kind.STRIKE,),
        says="cards that cancel a Curse; the STRIKE below is what they answer",
        tells={"card": "below.card", "victim": "below.victim"},
        public=True,
    ),
)
STEPS = (
    Step(
        "CURSE",
        118,
        run=curse,
        registers=(
            Register("card", within=CARD),
            Register("victim", says="whom it strikes, or"),
            Register("answer", says="on whom it is played"),
            _OWN_DOOR,
        ),
        holds_card=True,
        asks_seats=True,
        says="player played it",
    ),
    Step(
        "STRIKE",
        119,
        run=strike,
        registers=(Register("card", within=CARD), Register("victim", within=SEAT), _OWN_DOOR, Register("ok", says="0 if cancelled")),
        holds_card=True,
        says="the same, once it may be answered",
    ),
)
