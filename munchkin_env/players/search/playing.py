"""Imagined worlds played on by bots: the inner loop of the search, without Python."""

import numpy as np
import numpy.typing as npt

from munchkin_env.core.kernel import kernel
from munchkin_env.core.types import Mask, Records
from munchkin_env.engine.boundary.hidden import determinise
from munchkin_env.engine.flow.dispatch import legal
from munchkin_env.engine.flow.settle import step
from munchkin_env.engine.state.records import Game
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
TURNS_OF_A_GAME = 1 << 20
"""A horizon that no game reaches: full playouts."""


@kernel
def copy_game(rows: npt.NDArray[np.uint8], source: int, target: int) -> None:
    """Copy the bytes of one game over another."""
    for j in range(rows.shape[1]):
        rows[target, j] = rows[source, j]


@kernel
def play_turns(t: Tables, g: Game, bots: Records, mask: Mask, until: int, nets: Nets, w: Floats) -> None:
    """Let bots play all seats until that turn begins or the game is over."""
    steps = 0
    while g.over == 0 and g.turn < until and steps < MOST_STEPS:
        step(t, g, next_action(t, g, bots[top(g).player], mask, nets, w), mask)
        steps += 1


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
def try_worlds(
    tables: Records,
    games: Records,
    rows: npt.NDArray[np.uint8],
    models: Records,
    nets: Records,
    weights: Floats,
    leaf: Floats,
    shares: Shares,
    mask: Mask,
    stop: npt.NDArray[np.int64],
    seat: int,
    turns: int,
    seeds: npt.NDArray[np.int64],
    actions: npt.NDArray[np.int64],
    out: npt.NDArray[np.float64],
) -> None:
    """out[w, k]: the share of the victory that the seat may expect in world w after action k, once bots have played on for some turns.

    World w is dealt from seeds[w], which also draws its line-up of opponents from models: every action is tried in the same worlds,
    against the same opponents. Once stop[0] is set (by another thread: time is up) the rest is left unchanged.
    """
    t = tables[0]
    until = games[ROOT_RECORD].turn + turns
    for w in range(len(seeds)):
        copy_game(rows, ROOT_RECORD, WORLD)
        determinise(t, games[WORLD], seat, seeds[w])
        bots = models[(seeds[w] >> 8) % len(models)]
        for k in range(len(actions)):
            if stop[0] != 0:
                return
            copy_game(rows, WORLD, WORK)
            begin_bots(bots, seeds[w])
            step(t, games[WORK], actions[k], mask)
            play_turns(t, games[WORK], bots, mask, until, nets[0], weights)
            leaf_shares(t, games[WORK], leaf, shares)
            out[w, k] = shares[seat]


@kernel
def shares_in_worlds(
    tables: Records,
    games: Records,
    rows: npt.NDArray[np.uint8],
    models: Records,
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
        bots = models[(seeds[w] >> 8) % len(models)]
        begin_bots(bots, seeds[w])
        if action == NONE:
            legal(t, g, mask)
        else:
            step(t, g, action, mask)
        play_turns(t, g, bots, mask, until, nets[0], weights)
        leaf_shares(t, g, leaf, shares)
        for p in range(g.n_players):
            out[w, p] = shares[p]
