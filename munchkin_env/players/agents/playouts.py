"""Plays worlds on in compiled code: what a search asks of the game."""

from collections.abc import Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

from munchkin_env.core.files import short
from munchkin_env.core.kernel import kernel
from munchkin_env.core.record import empty, open_records
from munchkin_env.core.types import Mask, Records
from munchkin_env.engine.flow.settle import step
from munchkin_env.engine.state.actions import N_ACTIONS
from munchkin_env.engine.state.records import Game as Record
from munchkin_env.engine.state.stack import top
from munchkin_env.game.game import Game
from munchkin_env.game.options import whole
from munchkin_env.players.bots.bot import choose
from munchkin_env.players.search.outlook import outlook
from munchkin_env.vocabulary.tables import Tables

from .scripted import seated

_MOST_TURNS = 1_000_000
_ROOT, _WORK = 0, 1  # rows of the world and of the copy that is played on


@kernel
def play_on(t: Tables, g: Record, bots: Records, mask: Mask, until: int) -> None:
    """Let bots play all seats until that turn begins or the game is over."""
    while g.over == 0 and g.turn < until:
        step(t, g, choose(t, g, bots[top(g).player], mask), mask)


@kernel
def play_on_at(tables: Records, games: Records, i: int, bots: Records, mask: Mask, until: int) -> None:
    play_on(tables[0], games[i], bots, mask, until)


@kernel
def try_actions(
    tables: Records,
    games: Records,
    rows: npt.NDArray[np.uint8],
    bots: Records,
    mask: Mask,
    seat: int,
    turns: int,
    actions: npt.NDArray[np.int64],
    out: npt.NDArray[np.float64],
) -> None:
    """The seat's outlook after each action in the world games[ROOT], played on. rows: the bytes of games."""
    t = tables[0]
    until = games[_ROOT].turn + turns
    for k in range(len(actions)):
        for j in range(rows.shape[1]):
            rows[_WORK, j] = rows[_ROOT, j]
        g = games[_WORK]
        step(t, g, actions[k], mask)
        play_on(t, g, bots, mask, until)
        out[k] = outlook(t, g, seat)


class Playouts:
    """What follows an action when bots play on: `values` of several actions in one world."""

    def __init__(self, bots: Any = "greedy", turns: int = 4) -> None:
        """bots: who plays on, in every seat, or a bot per seat. turns: how many turns to play before the outlook is estimated; a number
        that no game reaches gives full playouts."""
        if (number := whole(turns)) is None or not 0 <= number <= _MOST_TURNS:
            raise ValueError(f"turns={short(turns)}: must be an integer from 0 to {_MOST_TURNS}")
        self.turns = number
        self._bots = seated(bots)
        self._seats = len(self._bots)
        self._array = empty(Record, 2)
        self._rows = self._array.view(np.uint8).reshape(2, -1)
        self._games = open_records(self._array)
        self._mask = np.zeros(N_ACTIONS, np.bool_)

    def values(self, world: Game, actions: Sequence[int], seat: int | None = None) -> npt.NDArray[np.float64]:
        """The win share that the seat (by default the deciding one) can expect after each of these legal actions.

        Raises IllegalAction if one is not legal, because kernels check nothing.
        """
        if not isinstance(world, Game):
            raise TypeError(f"{short(world)} is not a Game")
        if self._seats < world.num_players:
            raise ValueError(f"bots for {self._seats} seats cannot play a game of {world.num_players}")
        wanted = np.array([action if world.is_legal(action) else world.refuse(action) for action in actions], np.int64)
        who = world.seat if seat is None else world.checked_seat(seat)
        self._rows[_ROOT] = world._bytes
        out = np.zeros(len(wanted))
        try_actions(world._tables, self._games, self._rows, self._bots, self._mask, who, self.turns, wanted, out)
        return out
