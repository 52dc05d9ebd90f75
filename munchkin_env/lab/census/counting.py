"""Games of bots, and everything that happens in them: before each thing runs, the top frame is examined and counted.

An op counts as *run* when the interpreter reaches its row (not again when it returns with an answer), and as *done* if it then
reports that it did something, which is what `else` on cards tests. A standing op (a bonus of a Class, a Capacity) never runs.
It counts as *held* when it holds for a player at one of four moments: when a turn begins, when a fight is decided, before each roll
to run away, when a Curse is about to strike.
"""

from enum import IntEnum

import numpy as np
import numpy.typing as npt

from munchkin_env.core.kernel import kernel
from munchkin_env.core.record import Array, Record, i8, i16, i64
from munchkin_env.core.types import Mask, Records
from munchkin_env.engine.flow.dispatch import apply
from munchkin_env.engine.flow.having import QUESTIONS
from munchkin_env.engine.flow.settle import happens, set_up
from munchkin_env.engine.queries.conditions import monsters_fighting, suits
from munchkin_env.engine.queries.lasers import adds_a_weapon
from munchkin_env.engine.queries.seats import fights, gold_of
from munchkin_env.engine.queries.selling import doubling_effect, levels_for
from munchkin_env.engine.queries.standing import active, times
from munchkin_env.engine.queries.strength import monster_total, munchkin_total, winning
from munchkin_env.engine.rules.goods.sell import levels_of_sale
from munchkin_env.engine.state.actions import N_ACTIONS, Verb
from munchkin_env.engine.state.events import What, is_cut
from munchkin_env.engine.state.kinds import FIRST_AUTOMATIC, N_KINDS, Kind
from munchkin_env.engine.state.records import MAX_DEPTH, Frame, Game, MonsterState
from munchkin_env.engine.state.stack import Why, top
from munchkin_env.players.network.net import Floats, Nets
from munchkin_env.players.seated import next_action
from munchkin_env.vocabulary.tables import MAX_EFFECTS, MAX_OPS, MAX_TYPES, Tables
from munchkin_env.vocabulary.words import NONE, Op, Trigger

STANDING_BITS = 1 << Trigger.WHILE_IN_PLAY | 1 << Trigger.WHILE_EQUIPPED
_NO_FLIGHT, _RUNNING, _CAUGHT = 0, 1, 2


class Fact(IntEnum):
    """What no event, decision or op shows by itself."""

    FLED = 0  # the fight was lost, and everyone got away
    LOST = 1  # and a monster caught somebody
    ALL_GONE = 2  # the fight was won with no monster left to beat
    TIE_WON = 3  # by a player who wins ties
    BOUGHT = 4  # help for Treasures, an Item or a card
    GIVEN = 5  # help for free
    LEVELS_SOLD = 6
    JOINED = 7  # an Item that shares another one's hands, when a turn began
    OVERFLOWS = 8  # more events in one step than the log holds: the excess was not counted


class CensusCounts(Record):
    """Of all games together."""

    kind: Array[int] = i64(N_KINDS)  # a requested decision, or a thing that ran
    why: Array[int] = i64(len(Why))  # of the questions
    action: Array[int] = i64(N_ACTIONS)
    event: Array[int] = i64(len(What))
    card: Array[int] = i64(MAX_TYPES)  # played, used, laid down, met, or struck by
    begun: Array[int] = i64(MAX_EFFECTS)  # programs
    ran: Array[int] = i64(MAX_OPS)  # by row
    done: Array[int] = i64(MAX_OPS)
    held: Array[int] = i64(MAX_OPS)
    fact: Array[int] = i64(len(Fact))
    # of the current game
    running: Array[int] = i16(MAX_DEPTH + 1)  # by depth of the stack: the row that runs there, or NONE
    flight: int = i8()


# Columns of the results, one row per game.
ROUNDS, LENGTH, WINNERS, WINNING_BOTS, N_RESULTS = 0, 1, 2, 3, 4


# ------------------------------------------------------------------------------------------------------- events


@kernel
def count_events(t: Tables, g: Game, c: CensusCounts) -> None:
    """Also clears them: the log has room again."""
    if is_cut(g):
        c.fact[Fact.OVERFLOWS] += 1
    for i in range(g.event_n):
        e = g.event[i]
        c.event[e.what] += 1
        match e.what:
            case What.PLAYS | What.USES | What.LAYS_DOWN | What.MEETS | What.CURSED:
                if e.card != NONE:
                    c.card[t.type_of[e.card]] += 1
            case What.HELPS:
                paid = g.offer.treasures != 0 or g.offer.bribe != NONE or g.offer.card != NONE
                c.fact[Fact.BOUGHT if paid else Fact.GIVEN] += 1
            case What.SELLS:
                c.fact[Fact.LEVELS_SOLD] += int(e.number)
            case What.LOSES_FIGHT:
                c.flight = _RUNNING
            case What.CAUGHT:
                if c.flight == _RUNNING:
                    c.flight = _CAUGHT
    g.event_n = 0


# --------------------------------------------------------------------------------------------------------- ops


@kernel
def look_at_program(g: Game, f: Frame, c: CensusCounts) -> None:
    """The interpreter is about to continue it."""
    before, now = int(c.running[g.depth]), int(f.pc)
    if before == NONE:
        c.begun[f.effect] += 1
    elif before != now and f.ok != 0:
        c.done[before] += 1
    if now >= f.end:
        c.running[g.depth] = NONE
        return
    if before != now:
        c.ran[now] += 1
    c.running[g.depth] = now


@kernel
def look_at_rows(t: Tables, g: Game, c: CensusCounts, effect: int, player: int) -> None:
    """Count which ops of that effect hold for the player."""
    e = t.effect[effect]
    if not suits(t, g, e.requires, player, player):
        return
    for k in range(e.ops, e.ops_end):
        row = t.op[k]
        if suits(t, g, row.cond, player, player) and times(t, g, k, player) > 0:
            c.held[k] += 1


@kernel
def look_at_table(t: Tables, g: Game, c: CensusCounts, player: int) -> None:
    seat = g.seat[player]
    for i in range(seat.table_n):
        ty = t.type[t.type_of[seat.table[i]]]
        if ty.triggers & STANDING_BITS == 0:
            continue
        for k in range(ty.effects, ty.effects_end):
            trigger = t.effect[k].trigger
            if trigger == Trigger.WHILE_IN_PLAY or (trigger == Trigger.WHILE_EQUIPPED and active(t, g, player, i)):
                look_at_rows(t, g, c, k, player)


@kernel
def look_at_monster(t: Tables, g: Game, c: CensusCounts, slot: int, player: int, trigger: int) -> None:
    """What it does to a player who fights it, or runs from it."""
    if g.combat.monster[slot].state != MonsterState.FIGHTING:
        return
    ty = t.type[t.type_of[g.combat.monster[slot].card]]
    for k in range(ty.effects, ty.effects_end):
        if t.effect[k].trigger == trigger:
            look_at_rows(t, g, c, k, player)


@kernel
def look_round(t: Tables, g: Game, c: CensusCounts) -> None:
    """Everything that holds for any living player."""
    for p in range(g.n_players):
        if g.seat[p].dead == 0:
            look_at_table(t, g, c, p)
            if fights(g, p):
                for s in range(g.combat.n):
                    look_at_monster(t, g, c, s, p, Trigger.WHILE_FIGHTING.value)


# ------------------------------------------------------------------------------------------- what is about to run


@kernel
def look_at_fight(t: Tables, g: Game, c: CensusCounts) -> None:
    """The fight is about to be decided."""
    if g.seat[g.combat.main].dead:
        return
    if monsters_fighting(g) == 0:
        c.fact[Fact.ALL_GONE] += 1
    elif winning(t, g) and munchkin_total(t, g) == monster_total(t, g):
        c.fact[Fact.TIE_WON] += 1


@kernel
def look_at_weapons(t: Tables, g: Game, c: CensusCounts) -> None:
    for p in range(g.n_players):
        seat = g.seat[p]
        for i in range(seat.table_n):
            joins = (t.type[t.type_of[seat.table[i]]].standing >> Op.COMBINE) & 1
            if joins and active(t, g, p, i) and not adds_a_weapon(t, g, p, i):
                c.fact[Fact.JOINED] += 1


@kernel
def _look(t: Tables, g: Game, c: CensusCounts) -> None:
    """Count what runs next."""
    f = top(g)
    if f.kind < FIRST_AUTOMATIC:
        return
    c.kind[f.kind] += 1
    match f.kind:
        case Kind.EFFECTS:
            look_at_program(g, f, c)
        case Kind.BEGIN_TURN:
            look_round(t, g, c)
            look_at_weapons(t, g, c)
        case Kind.RESOLVE_FIGHT:
            look_round(t, g, c)
            look_at_fight(t, g, c)
        case Kind.RUN_FROM:
            look_round(t, g, c)
            look_at_monster(t, g, c, f.slot, f.player, Trigger.ON_RUN_AWAY.value)
        case Kind.STRIKE:
            look_round(t, g, c)
        case Kind.END_FIGHT:
            _flight_ends(c)


@kernel
def _flight_ends(c: CensusCounts) -> None:
    if c.flight == _RUNNING:
        c.fact[Fact.FLED] += 1
    elif c.flight == _CAUGHT:
        c.fact[Fact.LOST] += 1
    c.flight = _NO_FLIGHT


@kernel
def look_at_decision(t: Tables, g: Game, c: CensusCounts, action: int) -> None:
    f = top(g)
    c.kind[f.kind] += 1
    c.action[action] += 1
    if QUESTIONS[f.kind]:
        c.why[f.why] += 1
    elif f.kind == Kind.SELL and action == Verb.COMMIT:
        look_at_sale(t, g, f, c)
    elif f.kind == Kind.RESURRECT and action != Verb.PASS:
        look_at_redirection(t, g, c, f.player)


@kernel
def look_at_sale(t: Tables, g: Game, f: Frame, c: CensusCounts) -> None:
    """Two powers are not programs. The first: an Item counts more in a sale, and thus gains a Level."""
    power = doubling_effect(t, g, f.player)
    plain = levels_for(t, g, f.player, gold_of(t, g, f.player, f.hand_marked, f.table_marked))
    if power != NONE and levels_of_sale(t, g, f) > plain:
        c.held[t.effect[power].ops] += 1


@kernel
def look_at_redirection(t: Tables, g: Game, c: CensusCounts, player: int) -> None:
    """The second: the player takes from the discards instead of drawing."""
    seat = g.seat[player]
    for i in range(seat.table_n):
        ty = t.type[t.type_of[seat.table[i]]]
        for k in range(ty.effects, ty.effects_end):
            row = int(t.effect[k].ops)
            if t.effect[k].trigger == Trigger.ON_ACTIVATE and t.op[row].op == Op.REDIRECT_DRAW:
                c.held[row] += 1
                return


# ------------------------------------------------------------------------------------------------------- playing


@kernel
def settle_and_count(t: Tables, g: Game, c: CensusCounts, mask: Mask) -> None:
    """Like `settle`, one thing after the other."""
    count_events(t, g, c)
    while g.over == 0:
        if g.recheck == 0:
            _look(t, g, c)
        if not happens(t, g, mask):
            break
        count_events(t, g, c)


@kernel
def play_and_count(t: Tables, g: Game, c: CensusCounts, bots: Records, nets: Nets, w: Floats, first: int, seed: int, mask: Mask) -> None:
    """One game. Bot b plays seat (b + first) mod players."""
    players = len(bots)
    g.logging = 1
    g.event_n = 0
    for depth in range(len(c.running)):
        c.running[depth] = NONE
    c.flight = _NO_FLIGHT
    set_up(t, g, players, seed)
    settle_and_count(t, g, c, mask)
    while g.over == 0:
        action = next_action(t, g, bots[(top(g).player - first) % players], mask, nets, w)
        assert mask[action], "a bot chose an illegal action"
        look_at_decision(t, g, c, action)
        g.decisions += 1
        apply(t, g, action)
        settle_and_count(t, g, c, mask)
    _flight_ends(c)


@kernel
def play_games(
    tables: Records,
    games: Records,
    counts: Records,
    bots: Records,
    nets: Records,
    w: Floats,
    masks: npt.NDArray[np.bool_],
    first: int,
    seed: int,
    results: npt.NDArray[np.int64],
) -> None:
    """One game per row of results; the first is game number `first`."""
    t, g, c = tables[0], games[0], counts[0]
    players = len(bots)
    for k in range(len(results)):
        play_and_count(t, g, c, bots, nets[0], w, first + k, seed + first + k, masks[0])
        results[k, ROUNDS] = g.rounds
        results[k, LENGTH] = g.decisions
        results[k, WINNERS] = g.winners
        results[k, WINNING_BOTS] = 0
        for b in range(players):
            if (int(g.winners) >> ((b + first + k) % players)) & 1:
                results[k, WINNING_BOTS] |= 1 << b
