"""Running away: per monster in the runner's order, main before the helper (RUN)."""

from munchkin_env.core.kernel import kernel
from munchkin_env.core.types import Mask
from munchkin_env.engine.effects.interpreter import start
from munchkin_env.engine.queries.conditions import monsters_fighting, suits_program
from munchkin_env.engine.queries.flight import cannot_roll, gets_away, outruns, runs_no_more
from munchkin_env.engine.queries.moments import now
from munchkin_env.engine.queries.offers import within_limit
from munchkin_env.engine.queries.rights import mask_cards, mask_monsters
from munchkin_env.engine.queries.standing import active
from munchkin_env.engine.state.actions import Verb
from munchkin_env.engine.state.declare import MONSTER_SLOT, Decision, Register, Step
from munchkin_env.engine.state.events import EVERYONE, What, log
from munchkin_env.engine.state.kinds import Kind
from munchkin_env.engine.state.records import NOBODY, Game, MonsterState
from munchkin_env.engine.state.rng import roll_d6
from munchkin_env.engine.state.stack import Dice, Disposal, Moment, Why, pop, push, top
from munchkin_env.engine.verbs.acting import apply_card
from munchkin_env.engine.verbs.asking import ask_monster
from munchkin_env.engine.verbs.expiry import end_markers
from munchkin_env.engine.verbs.uses import count_use, forget_uses
from munchkin_env.vocabulary.tables import Tables
from munchkin_env.vocabulary.words import NONE, Per, Trigger, Until


@kernel
def lose_fight(g: Game) -> None:
    """on_lost for every fighter and monster, a window for all, then main runs, then the helper (RUN-05)."""
    pop(g)
    c = g.combat
    main, helper = int(c.main), int(c.helper)
    g.deal.card = NONE  # what was promised for a victory is no longer due, and free again (HELP-07)
    if g.options.bribe_item_always == 0:
        g.deal.bribe = NONE
    push(g, Kind.END_FLIGHT, main)
    if helper != NOBODY:
        push(g, Kind.RUN, helper)
    push(g, Kind.RUN, main)
    push(g, Kind.WINDOW, main).moment = Moment.RUN
    for s in range(c.n - 1, -1, -1):
        if c.monster[s].state == MonsterState.FIGHTING:
            if helper != NOBODY:
                push_strike(g, helper, s, Trigger.ON_LOST)
            push_strike(g, main, s, Trigger.ON_LOST)


@kernel
def push_strike(g: Game, victim: int, slot: int, trigger: int) -> None:
    f = push(g, Kind.MONSTER_STRIKES, victim)
    f.slot = slot
    f.trigger = trigger


@kernel
def monster_strikes(t: Tables, g: Game) -> None:
    """One monster on one fighter: whether its card means them is decided now, after those before it (RUN-12)."""
    f = top(g)
    victim, slot, trigger = int(f.player), int(f.slot), int(f.trigger)
    pop(g)
    push_monster_effect(t, g, victim, slot, trigger)


@kernel
def push_monster_effect(t: Tables, g: Game, victim: int, slot: int, trigger: int) -> None:
    ty = t.type[t.type_of[g.combat.monster[slot].card]]
    if (ty.triggers >> trigger) & 1 == 0:
        return
    for k in range(ty.effects_end - 1, ty.effects - 1, -1):
        e = t.effect[k]
        if e.trigger == trigger and suits_program(t, g, e.requires, victim, victim, slot, False):
            program = start(t, g, k, victim, g.combat.monster[slot].card, Disposal.NONE)
            program.victim = victim
            program.slot = slot


@kernel
def run_away(g: Game) -> None:
    """One monster after the other, in the runner's order (RUN-04); the dead stop running (RUN-06)."""
    f = top(g)
    player = int(f.player)
    slots = 0
    for s in range(g.combat.n):
        m = g.combat.monster[s]
        if m.state == MonsterState.FIGHTING and (int(m.fled) >> player) & 1 == 0:
            slots |= 1 << s
    if slots == 0 or g.seat[player].dead:
        pop(g)
        g.combat.runner = NOBODY
        g.combat.fleeing = NONE
        return
    if f.answer != NONE and (slots >> int(f.answer)) & 1:
        slot = int(f.answer)
        f.answer = NONE
        push(g, Kind.RUN_FROM, player).slot = slot
        return
    f.answer = NONE
    ask_monster(g, player, slots, Why.RUN_FROM)


@kernel
def run_from(t: Tables, g: Game) -> None:
    player, slot = int(top(g).player), int(top(g).slot)
    pop(g)
    c = g.combat
    c.monster[slot].fled |= 1 << player
    c.runner = player
    c.fleeing = slot
    c.die = 0
    c.escaped = 0
    forget_uses(g, Per.ROLL)
    push(g, Kind.OUTCOME, player).slot = slot
    push(g, Kind.ROLL_WINDOW, player).dice = Dice.RUN
    if not gets_away(t, g):
        push(g, Kind.ESCAPE, player)


# ---------------------------------------------------------------------------------------------- before the roll


@kernel
def legal_escape(t: Tables, g: Game, mask: Mask) -> None:
    """Roll, or another way out; if no roll is possible, be caught (PASS)."""
    player = top(g).player
    timing = now(t, g, player)
    mask_cards(t, g, player, timing, mask)
    mask_monsters(t, g, player, timing, mask)
    may_roll = not cannot_roll(t, g, player, g.combat.fleeing)
    mask[Verb.ROLL] = may_roll
    mask[Verb.PASS] = not may_roll


@kernel
def apply_escape(t: Tables, g: Game, action: int) -> None:
    player = int(top(g).player)
    if action == Verb.PASS:
        pop(g)
    elif action == Verb.ROLL:
        pop(g)
        g.combat.die = roll_d6(g)
        log(g, What.ROLLS, player, NONE, NONE, g.combat.die, EVERYONE)
    else:
        apply_card(t, g, player, now(t, g, player), action)


@kernel
def outcome(t: Tables, g: Game) -> None:
    """The result stands: away, or caught with Bad Stuff at once (RUN-03)."""
    player, slot = int(top(g).player), int(top(g).slot)
    m = g.combat.monster[slot]
    free = gets_away(t, g)
    by_rolling = outruns(t, g)
    pop(g)
    end_markers(t, g, 1 << player, Until.THIS_ROLL)
    if m.state != MonsterState.FIGHTING or g.seat[player].dead:
        return
    if free:
        log(g, What.ESCAPES, player, NONE, m.card, 0, EVERYONE)
        if by_rolling:
            end_markers(t, g, 1 << player, Until.NEXT_ESCAPE_ROLL)
        push_escape_rewards(t, g, player)
    else:
        log(g, What.CAUGHT, player, NONE, m.card, 0, EVERYONE)
        m.caught |= 1 << player
        push_monster_effect(t, g, player, slot, Trigger.BAD_STUFF)


@kernel
def push_escape_rewards(t: Tables, g: Game, player: int) -> None:
    """Effects of the player's cards after an escape (Tuba of Charm)."""
    seat = g.seat[player]
    for i in range(seat.table_n):
        ty = t.type[t.type_of[seat.table[i]]]
        if (ty.triggers >> Trigger.ON_ESCAPE) & 1 == 0 or (ty.is_item and not active(t, g, player, i)):
            continue
        for k in range(ty.effects, ty.effects_end):
            if t.effect[k].trigger == Trigger.ON_ESCAPE and within_limit(t, g, player, k):
                if t.effect[k].times:
                    count_use(g, k, player, NONE, t.effect[k].per)
                start(t, g, k, player, seat.table[i], Disposal.NONE)


@kernel
def end_flight(g: Game) -> None:
    """All running is over. If a card removed the last monster meanwhile, its Treasures are paid (Magic Lamp)."""
    pop(g)
    c = g.combat
    main = int(c.main)
    g.combat.runner = NOBODY
    if monsters_fighting(g) == 0:
        push(g, Kind.WIN_TREASURES, main)
    push(g, Kind.SETTLE_DEAL, main)
    for s in range(c.n):
        if c.monster[s].state == MonsterState.FIGHTING:
            push_strike(g, main, s, Trigger.ON_FLEE_END)


@kernel
def is_decided(t: Tables, g: Game) -> bool:
    return runs_no_more(g) or gets_away(t, g)


DECISIONS = (
    Decision(
        "ESCAPE",
        19,
        "how to get away from the monster",
        legal=legal_escape,
        apply=apply_escape,
        moot=is_decided,
        of_fight=True,
        says="before a roll to run away: roll, or another way out",
        actions={"PASS": "be caught"},
    ),
)
STEPS = (
    Step("LOSE_FIGHT", 97, run=lose_fight, of_fight=True),
    Step(
        "RUN",
        98,
        run=run_away,
        registers=(Register("answer", says="the slot of the monster to run from next"),),
        of_fight=True,
        says="player runs from every monster",
    ),
    Step("RUN_FROM", 99, run=run_from, registers=(MONSTER_SLOT,), of_fight=True),
    Step("OUTCOME", 100, run=outcome, registers=(MONSTER_SLOT,), of_fight=True, says="one escape stands or fails"),
    Step("END_FLIGHT", 101, run=end_flight, of_fight=True),
    Step(
        "MONSTER_STRIKES",
        131,
        run=monster_strikes,
        registers=(MONSTER_SLOT, Register("trigger", "a", (0, int(max(Trigger))))),
        of_fight=True,
        says="what its card does to player when the fight is lost, or all flight over",
    ),
)
