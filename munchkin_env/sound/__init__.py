"""Whether a record that comes from outside is a game."""

from typing import Any

import numpy as np
import numpy.typing as npt

from munchkin_env.cards.loader import CardSet
from munchkin_env.core.compiling import compiling
from munchkin_env.core.record import Record, open_records
from munchkin_env.engine.state.actions import N_ACTIONS
from munchkin_env.engine.state.records import MAX_PLAYERS, Game
from munchkin_env.sound.law import Law
from munchkin_env.sound.laws import first_unlawful
from munchkin_env.vocabulary.tables import MAX_CARDS

from .bounds import AT_ONCE, GameLimits, limits_of, out_of_bounds
from .frames import unlawful_frame

__all__ = ["UnsoundError", "aligned", "check_games", "check_rows", "limits_of"]

Rows = npt.NDArray[np.uint8]
_N_PLAYERS: int = Game.layout.fields["n_players"][1]  # type: ignore[index]


class UnsoundError(ValueError):
    """An invalid record. `which`: its index among those checked."""

    def __init__(self, which: int, what: str) -> None:
        super().__init__(what)
        self.which = which


def aligned(data: bytes, cls: type[Record]) -> Rows:
    """A copy of the records' bytes, one per row, aligned for numbers of any size."""
    return np.frombuffer(data, np.uint8).reshape(-1, cls.layout.itemsize).copy()


def check_rows(cls: type[Record], rows: Rows, limits: GameLimits) -> None:
    """Are the numbers of these records within their fields' declared ranges?"""
    fault = out_of_bounds(cls, rows, limits)
    if fault is not None:
        raise UnsoundError(*fault)


def check_games(cards: CardSet, rows: Rows, n_players: int | None = None) -> None:
    """Raises UnsoundError for the first record that is not a game with these cards (and that many players). Rows: as from `aligned`."""
    low, high = (2, MAX_PLAYERS) if n_players is None else (n_players, n_players)
    players = rows[:, _N_PLAYERS].view(np.int8)
    wrong = np.flatnonzero((players < low) | (players > high))
    if wrong.size:
        raise UnsoundError(int(wrong[0]), f"n_players is {players[wrong[0]]}; must be {low} to {high}")
    for n in np.unique(players).tolist():
        some = np.flatnonzero(players == n)
        try:
            _check(cards, rows if len(some) == len(rows) else rows[some], limits_of(cards, n))
        except UnsoundError as error:
            raise UnsoundError(int(some[error.which]), str(error)) from None


def _check(cards: CardSet, rows: Rows, limits: GameLimits) -> None:
    check_rows(Game, rows, limits)
    games: Any = rows.reshape(-1).view(Game.dtype)
    for start in range(0, len(games), AT_ONCE):
        fault = unlawful_frame(cards, games[start : start + AT_ONCE], limits)
        if fault is not None:
            raise UnsoundError(start + fault[0], fault[1])
    found = np.zeros(5, np.int64)
    with compiling("laws", "a few seconds"):
        i = first_unlawful(
            open_records(cards.tables), open_records(games), np.zeros(MAX_CARDS, np.int16), np.zeros(N_ACTIONS, np.bool_), found
        )
    if i >= 0:
        raise UnsoundError(int(i), Law(int(found[4])).text.format(*found.tolist()))
