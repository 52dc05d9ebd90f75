"""Bots in the seats of trials: a line-up that moves by one seat after each game, and stand-ins that play on in copies of it."""

import numpy as np
import numpy.typing as npt

from munchkin_env.core.kernel import kernel
from munchkin_env.core.types import Records
from munchkin_env.envs.matches import MASK, mixed

Bytes = npt.NDArray[np.uint8]
"""The bytes of an array of records, a row for each."""


@kernel
def seat_line_up(line_up: Bytes, bots: Records, seats: Bytes, game: int, seed: int) -> None:
    """Bot b of the line-up takes seat (b + game) mod players. seats: the bytes of bots. seed: of the game."""
    players = len(line_up)
    for b in range(players):
        p = (b + game) % players
        for j in range(line_up.shape[1]):
            seats[p, j] = line_up[b, j]
    seed_bots(bots, seed)


@kernel
def seed_bots(bots: Records, seed: int) -> None:
    """Their randomness. Seeds of games are consecutive: from these as they are, the first draws would be nearly the same in all games."""
    x = mixed(mixed(seed & MASK) ^ (seed >> 32))
    for p in range(len(bots)):
        bots[p].random[0] = max(mixed((x + p) & MASK), 1)


@kernel
def continue_for(seats: Bytes, stand_ins: Bytes) -> None:
    """Stand-ins continue as the bots would have, with the same randomness."""
    for p in range(len(seats)):
        for j in range(seats.shape[1]):
            stand_ins[p, j] = seats[p, j]
