"""One game of bots, written down decision by decision, in compiled code."""

import numpy as np
import numpy.typing as npt

from munchkin_env.core.kernel import kernel
from munchkin_env.core.record import Record, i8, i16, i32, u8
from munchkin_env.core.types import Mask, Records
from munchkin_env.engine.flow.settle import new_game, step
from munchkin_env.engine.state.actions import N_ACTIONS
from munchkin_env.engine.state.records import Game
from munchkin_env.engine.state.stack import top
from munchkin_env.observe import observe
from munchkin_env.observe.layout import SIZE
from munchkin_env.players.network.net import Floats
from munchkin_env.players.seated import next_action
from munchkin_env.vocabulary.tables import Tables

SEEN = 2
"""Parts of an observation: where it is not 0, and what is there."""


class DecisionRow(Record):
    """One decision."""

    game: int = i32()
    number: int = i32()  # of the decision in its game
    turn: int = i32()
    seat: int = i8()
    turn_seat: int = i8()  # whose turn it is
    level: int = i8()  # of the deciding seat
    kind: int = u8()
    action: int = i16()
    legal: int = i16()  # how many actions were


@kernel
def write_decision_row(g: Game, mask: Mask, action: int, row: DecisionRow) -> None:
    f = top(g)
    row.number = g.decisions
    row.turn = g.turn
    row.seat = f.player
    row.turn_seat = g.turn_player
    row.level = g.seat[f.player].level
    row.kind = f.kind
    row.action = action
    row.legal = 0
    for a in range(N_ACTIONS):
        row.legal += 1 if mask[a] else 0


@kernel
def write_seen(t: Tables, g: Game, vector: Floats, places: npt.NDArray[np.int16], numbers: Floats, at: int) -> int:
    """The observation of the deciding seat, without its zeros, from `at` on; nothing past the end. Returns where the next begins."""
    observe(t, g, int(top(g).player), vector)
    for k in range(SIZE):
        if vector[k] != 0.0:
            if at < len(places):
                places[at] = k
                numbers[at] = vector[k]
            at += 1
    return at


@kernel
def write_down_game(
    tables: Records,
    games: Records,
    bots: Records,
    nets: Records,
    w: Floats,
    masks: npt.NDArray[np.bool_],
    players: int,
    seed: int,
    decisions: Records,
    legal: npt.NDArray[np.bool_],
    seen_ends: npt.NDArray[np.int64],
    places: npt.NDArray[np.int16],
    numbers: Floats,
) -> int:
    """Returns how many decisions the game has; those beyond the room are not written, nor what was seen beyond the room for it.

    legal: a row of the mask for each decision. seen_ends, if it has room: by decision, where its observation ends in places and numbers.
    """
    t, g, mask = tables[0], games[0], masks[0]
    new_game(t, g, players, seed, mask)
    n, at = 0, 0
    vector = np.zeros(SIZE, np.float32)
    while g.over == 0:
        action = next_action(t, g, bots[top(g).player], mask, nets[0], w)
        if n < len(decisions):
            write_decision_row(g, mask, action, decisions[n])
            for a in range(N_ACTIONS):
                legal[n, a] = mask[a]
        if n < len(seen_ends):
            at = write_seen(t, g, vector, places, numbers, at)
            seen_ends[n] = at
        n += 1
        step(t, g, action, mask)
    return n
