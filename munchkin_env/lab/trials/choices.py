"""Games of bots in which decisions are also tried the other way.

The decision is made both as the bot makes it and by a random other legal action, in worlds that are dealt again as the deciding seat may
imagine them, and played to the end with the same dice. Two independent worlds make it possible to tell what the choice changes from what
luck changes: the product of both differences is on average the square of the true one.
"""

import numpy as np
import numpy.typing as npt

from munchkin_env.core.kernel import kernel
from munchkin_env.core.record import Array, Record, f32, i8, i16, i32, u8
from munchkin_env.core.types import Mask, Records
from munchkin_env.engine.boundary.hidden import determinise
from munchkin_env.engine.boundary.playouts import next_random
from munchkin_env.engine.flow.settle import new_game, step
from munchkin_env.engine.state.actions import N_ACTIONS, Verb
from munchkin_env.engine.state.events import deeds
from munchkin_env.engine.state.kinds import Kind
from munchkin_env.engine.state.records import MAX_PLAYERS, NOBODY, Deed, Game
from munchkin_env.engine.state.stack import top
from munchkin_env.learning.labelling import chance, final_share
from munchkin_env.players.network.net import Floats, Nets
from munchkin_env.players.search.leaf import leaf_shares
from munchkin_env.players.search.playing import ROOT_RECORD, TURNS_OF_A_GAME, WORK, WORLD, copy_game, play_turns
from munchkin_env.players.seated import next_action
from munchkin_env.vocabulary.tables import Tables

from .seating_bots import Bytes, continue_for, seat_line_up, seed_bots

WORLDS = 2
HOPELESS = 0.05
"""A smaller share of the victory."""
NO_QUESTION = -1


class ChoiceTrial(Record):
    """A decision, as it was made and the other way."""

    game: int = i32()
    turn: int = i32()
    seat: int = i8()  # who decided
    about: int = i8()  # whose fight it is, or NOBODY
    helper: int = i8()  # who helps there, or NOBODY
    kind: int = i8()
    why: int = i8()  # of a question asked with yes or no, or NO_QUESTION
    action: int = i16()
    other: int = i16()
    ahead: Array[float] = f32(MAX_PLAYERS)  # the shares that the leaf network expects before it
    made: Array[Array[float]] = f32(WORLDS, MAX_PLAYERS)  # shares of the victory after the decision
    instead: Array[Array[float]] = f32(WORLDS, MAX_PLAYERS)  # and after the other action


class TurnTrace(Record):
    """The beginning of a turn, or the end of the game."""

    game: int = i32()
    end: int = i8()
    turn: int = i32()
    winners: int = i8()  # of the game, as bits
    level: Array[int] = i8(MAX_PLAYERS)
    ahead: Array[float] = f32(MAX_PLAYERS)  # the shares that the leaf network expects
    hits: Array[Array[int]] = u8(MAX_PLAYERS, MAX_PLAYERS)  # so far, [who][whom]: Deed.HIT


@kernel
def another_action(mask: Mask, action: int, random: npt.NDArray[np.int64]) -> int:
    """A random other legal action, or the same if there is none."""
    n = 0
    for a in range(N_ACTIONS):
        n += 1 if mask[a] and a != action else 0
    k = int(chance(random) * n)
    for a in range(N_ACTIONS):
        if mask[a] and a != action:
            if k == 0:
                return a
            k -= 1
    return action


@kernel
def write_position(t: Tables, g: Game, leaf: Floats, shares: npt.NDArray[np.float64], trial: ChoiceTrial) -> None:
    f = top(g)
    trial.turn = g.turn
    trial.seat = f.player
    trial.about = g.combat.main if g.combat.on else NOBODY
    trial.helper = g.combat.helper if g.combat.on else NOBODY
    trial.kind = f.kind
    trial.why = f.why if f.kind == Kind.ASK_YES else NO_QUESTION
    leaf_shares(t, g, leaf, shares)
    for p in range(g.n_players):
        trial.ahead[p] = shares[p]


@kernel
def try_choice(
    t: Tables,
    games: Records,
    rows: Bytes,
    seats: Bytes,
    stand_ins: Records,
    stand_in_seats: Bytes,
    nets: Nets,
    w: Floats,
    mask: Mask,
    random: npt.NDArray[np.int64],
    trial: ChoiceTrial,
) -> None:
    """Both actions in the same worlds."""
    seat = int(trial.seat)
    for k in range(WORLDS):
        seed = next_random(random)
        copy_game(rows, ROOT_RECORD, WORLD)
        games[WORLD].logging = 0
        determinise(t, games[WORLD], seat, seed)
        for way in range(2):
            copy_game(rows, WORLD, WORK)
            g = games[WORK]
            continue_for(seats, stand_in_seats)
            seed_bots(stand_ins, seed)
            step(t, g, int(trial.other) if way else int(trial.action), mask)
            play_turns(t, g, stand_ins, mask, TURNS_OF_A_GAME, nets, w)
            for p in range(g.n_players):
                if way:
                    trial.instead[k][p] = final_share(g, p)
                else:
                    trial.made[k][p] = final_share(g, p)


@kernel
def hush(mask: Mask) -> None:
    """Nobody asks for help or offers a trade."""
    mask[Verb.ASK] = False
    mask[Verb.TRADE] = False


@kernel
def is_hopeless(t: Tables, g: Game, leaf: Floats, shares: npt.NDArray[np.float64]) -> bool:
    """Can the seat that decides hardly win any more, as the network that estimates positions sees it?"""
    leaf_shares(t, g, leaf, shares)
    return bool(shares[top(g).player] < HOPELESS)


@kernel
def write_trace(t: Tables, g: Game, leaf: Floats, shares: npt.NDArray[np.float64], trace: TurnTrace) -> None:
    trace.turn = g.turn
    leaf_shares(t, g, leaf, shares)
    for p in range(g.n_players):
        trace.level[p] = g.seat[p].level
        trace.ahead[p] = shares[p]
        for q in range(g.n_players):
            trace.hits[p][q] = deeds(g, Deed.HIT, p, q)
    trace.end = g.over


@kernel
def try_choices(
    tables: Records,
    games: Records,
    rows: Bytes,
    line_up: Bytes,
    bots: Records,
    seats: Bytes,
    stand_ins: Records,
    stand_in_seats: Bytes,
    nets: Records,
    w: Floats,
    leaf: Floats,
    masks: npt.NDArray[np.bool_],
    random: npt.NDArray[np.int64],
    chances: npt.NDArray[np.float64],
    first: int,
    seed: int,
    n: int,
    talks: bool,
    hopeless: float,
    asked: npt.NDArray[np.int64],
    trials: Records,
    traces: Records,
    found: npt.NDArray[np.int64],
) -> None:
    """Play n games, the first of which has this number and seed. found: how many trials and traces were written.

    chances: by kind of decision, how often it is tried; hopeless: at least as often if the seat can hardly win any more. talks: may players
    ask for help and trade? asked: by kind, added to: how often there was a choice.
    """
    t, g, mask = tables[0], games[ROOT_RECORD], masks[ROOT_RECORD]
    players = len(line_up)
    shares = np.zeros(MAX_PLAYERS, np.float64)
    for k in range(n):
        seat_line_up(line_up, bots, seats, first + k, seed + k)
        g.logging = 0
        new_game(t, g, players, seed + k, mask)
        turn, began = -1, int(found[1])
        while g.over == 0:
            if g.turn != turn and found[1] < len(traces):
                turn = int(g.turn)
                write_trace(t, g, leaf, shares, traces[found[1]])
                traces[found[1]].game = first + k
                found[1] += 1
            if not talks:
                hush(mask)
            kind = int(top(g).kind)
            action = next_action(t, g, bots[top(g).player], mask, nets[0], w)
            other = another_action(mask, action, random)
            if other != action:
                asked[kind] += 1
                rate = max(chances[kind], hopeless) if hopeless > 0.0 and is_hopeless(t, g, leaf, shares) else chances[kind]
                if found[0] < len(trials) and chance(random) < rate:
                    trial = trials[found[0]]
                    trial.game = first + k
                    trial.action = action
                    trial.other = other
                    write_position(t, g, leaf, shares, trial)
                    try_choice(t, games, rows, seats, stand_ins, stand_in_seats, nets[0], w, masks[WORK], random, trial)
                    found[0] += 1
            step(t, g, action, mask)
        if found[1] < len(traces):
            write_trace(t, g, leaf, shares, traces[found[1]])
            traces[found[1]].game = first + k
            found[1] += 1
        for i in range(began, found[1]):
            traces[i].winners = g.winners
