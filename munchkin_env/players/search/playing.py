"""Imagined worlds played on by bots: the inner loop of the search, without Python."""

from enum import IntEnum

import numpy as np
import numpy.typing as npt

from munchkin_env.core.kernel import kernel
from munchkin_env.core.types import Mask, Records
from munchkin_env.engine.boundary.hidden import determinise
from munchkin_env.engine.flow.dispatch import legal
from munchkin_env.engine.flow.settle import step
from munchkin_env.engine.state.records import MAX_PLAYERS, Game
from munchkin_env.engine.state.stack import top
from munchkin_env.players.network.net import Floats, Nets
from munchkin_env.players.search.leaf import Shares, leaf_shares
from munchkin_env.players.seated import next_action
from munchkin_env.vocabulary.tables import Tables
from munchkin_env.vocabulary.words import NONE

ROOT_RECORD, WORLD, WORK = 0, 1, 2
"""Rows of the searched position, of a world imagined from it, and of the copy that is played on."""
RECORDS_PER_WORKER = 3
MOST_STEPS = 20_000
"""Limit of one playout: far more than bots need for a game."""
UNLIMITED = 1 << 62
"""Steps of a search that need not look at the clock."""
TURNS_OF_A_GAME = 1 << 20
"""A horizon that no game reaches: full playouts."""


@kernel
def copy_game(rows: npt.NDArray[np.uint8], source: int, target: int) -> None:
    """Copy the bytes of one game over another."""
    for j in range(rows.shape[1]):
        rows[target, j] = rows[source, j]


@kernel
def play_some(t: Tables, g: Game, bots: Records, mask: Mask, until: int, most: int, nets: Nets, w: Floats) -> int:
    """Let bots play all seats until that turn begins, the game is over, or they have taken so many steps: how many they took."""
    steps = 0
    while g.over == 0 and g.turn < until and steps < most:
        step(t, g, next_action(t, g, bots[top(g).player], mask, nets, w), mask)
        steps += 1
    return steps


@kernel
def play_turns(t: Tables, g: Game, bots: Records, mask: Mask, until: int, nets: Nets, w: Floats) -> None:
    """Let bots play all seats until that turn begins or the game is over."""
    play_some(t, g, bots, mask, until, MOST_STEPS, nets, w)


@kernel
def play_turns_at(tables: Records, games: Records, i: int, bots: Records, mask: Mask, until: int, nets: Records, w: Floats) -> None:
    """The same in game i, for Python; called again, it goes on."""
    play_turns(tables[0], games[i], bots, mask, until, nets[0], w)


@kernel
def begin_bots(bots: Records, seed: int) -> None:
    """Make their randomness depend only on world and action, so that threads and earlier playouts change nothing."""
    for i in range(len(bots)):
        bots[i].random[0] = 1 + (seed + i * 7919) % 0x7FFFFFFE


@kernel
def seat_bots(bots: Records, seat: int, seed: int, seats: Records) -> None:
    """bots[0] takes the searcher's seat; each other seat draws one of the rest, all equally likely, with a digit of the world's number."""
    others = len(bots) - 1
    digits = seed >> 8
    for k in range(MAX_PLAYERS):
        p = MAX_PLAYERS - 1 - k
        seats[p] = bots[0 if p == seat else 1 + digits % others]
        digits //= others


class At(IntEnum):
    """Where try_worlds is."""

    WORLD = 0
    ACTION = 1
    STEPS = 2  # of the playout that has begun; 0: none has


@kernel
def try_worlds(
    tables: Records,
    games: Records,
    rows: npt.NDArray[np.uint8],
    bots: Records,
    seats: Records,
    nets: Records,
    weights: Floats,
    leaf: Floats,
    shares: Shares,
    mask: Mask,
    at: npt.NDArray[np.int64],
    steps: int,
    seat: int,
    turns: int,
    seeds: npt.NDArray[np.int64],
    actions: npt.NDArray[np.int64],
    out: npt.NDArray[np.float64],
) -> bool:
    """out[w, k]: the share of the victory that the seat may expect in world w after action k, once bots have played on for some turns.

    World w is dealt from seeds[w], which also draws who of the bots takes which of the seats: every action is tried in the same worlds,
    against the same opponents. After so many steps it pauses, even within a playout, so that the caller can look at the clock; called
    again, it goes on. at: the numbers of At, at first 0. Returns whether everything has been tried.
    """
    t = tables[0]
    until = games[ROOT_RECORD].turn + turns
    left = steps
    while at[At.WORLD] < len(seeds):
        if left <= 0:
            return False
        w, k = at[At.WORLD], at[At.ACTION]
        if at[At.STEPS] == 0:
            if k == 0:
                copy_game(rows, ROOT_RECORD, WORLD)
                determinise(t, games[WORLD], seat, seeds[w])
                seat_bots(bots, seat, seeds[w], seats)
            copy_game(rows, WORLD, WORK)
            begin_bots(seats, seeds[w])
            step(t, games[WORK], actions[k], mask)
            at[At.STEPS] = 1
            left -= 1
        g = games[WORK]
        played = play_some(t, g, seats, mask, until, min(left, 1 + MOST_STEPS - at[At.STEPS]), nets[0], weights)
        at[At.STEPS] += played
        left -= played
        if g.over == 0 and g.turn < until and at[At.STEPS] <= MOST_STEPS:
            return False
        leaf_shares(t, g, leaf, shares)
        out[w, k] = shares[seat]
        at[At.STEPS] = 0
        at[At.ACTION] = (k + 1) % len(actions)
        if at[At.ACTION] == 0:
            at[At.WORLD] += 1
    return True


@kernel
def shares_in_worlds(
    tables: Records,
    games: Records,
    rows: npt.NDArray[np.uint8],
    bots: Records,
    seats: Records,
    nets: Records,
    weights: Floats,
    leaf: Floats,
    shares: Shares,
    mask: Mask,
    seat: int,
    turns: int,
    seeds: npt.NDArray[np.int64],
    action: int,
    out: npt.NDArray[np.float64],
) -> None:
    """out[w, p]: the share of the victory that player p may expect in world w, dealt again for the seat, after the action (NONE: now)."""
    t = tables[0]
    until = games[ROOT_RECORD].turn + turns
    for w in range(len(seeds)):
        copy_game(rows, ROOT_RECORD, WORK)
        g = games[WORK]
        determinise(t, g, seat, seeds[w])
        seat_bots(bots, seat, seeds[w], seats)
        begin_bots(seats, seeds[w])
        if action == NONE:
            legal(t, g, mask)
        else:
            step(t, g, action, mask)
        play_turns(t, g, seats, mask, until, nets[0], weights)
        leaf_shares(t, g, leaf, shares)
        for p in range(g.n_players):
            out[w, p] = shares[p]
