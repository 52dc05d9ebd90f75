"""Boundary kernels: what Python calls. They take (tables, games, i): handing a record to a compiled function costs far more."""

import numpy as np
import numpy.typing as npt

from munchkin_env.core.kernel import kernel
from munchkin_env.core.types import Mask, Records
from munchkin_env.engine.flow.dispatch import legal
from munchkin_env.engine.flow.settle import new_game, step
from munchkin_env.engine.state.actions import DROP, N_ACTIONS, PLAYER, USE, Verb


@kernel
def new_game_at(tables: Records, games: Records, i: int, n_players: int, seed: int, mask: Mask) -> None:
    new_game(tables[0], games[i], n_players, seed, mask)


@kernel
def legal_at(tables: Records, games: Records, i: int, mask: Mask) -> None:
    mask[:] = False
    if games[i].over == 0:
        legal(tables[0], games[i], mask)


@kernel
def step_at(tables: Records, games: Records, i: int, action: int, mask: Mask) -> None:
    step(tables[0], games[i], action, mask)


@kernel
def next_random(state: npt.NDArray[np.int64]) -> int:
    """xorshift32 in int64: the players' own randomness, which must not be shared with the game."""
    x = int(state[0])
    x ^= (x << 13) & 0xFFFFFFFF
    x ^= x >> 17
    x ^= (x << 5) & 0xFFFFFFFF
    state[0] = x
    return x


@kernel
def random_legal(mask: Mask, state: npt.NDArray[np.int64]) -> int:
    """One of the legal actions, all equally likely."""
    n = 0
    for action in range(N_ACTIONS):
        if mask[action]:
            n += 1
    k = (next_random(state) * n) >> 32
    for action in range(N_ACTIONS):
        if mask[action]:
            if k == 0:
                return action
            k -= 1
    return 0


def _weights() -> npt.NDArray[np.int64]:
    weights = np.full(N_ACTIONS, 8, np.int64)
    weights[Verb.PASS], weights[Verb.NEXT], weights[Verb.ROLL] = 24, 12, 32
    weights[Verb.TRADE], weights[Verb.ABORT] = 1, 1
    weights[USE:DROP], weights[DROP:PLAYER] = 2, 1  # changing what is worn, discarding a Class
    return weights


ACTION_WEIGHTS = _weights()
"""Weight of each action for a `weighted_legal` player. Uniform players mostly trade."""


@kernel
def weighted_legal(mask: Mask, state: npt.NDArray[np.int64]) -> int:
    """One of the legal actions, by ACTION_WEIGHTS: a player who moves on more often than they trade or take things off."""
    total = 0
    for action in range(N_ACTIONS):
        if mask[action]:
            total += ACTION_WEIGHTS[action]
    k = (next_random(state) * total) >> 32
    for action in range(N_ACTIONS):
        if mask[action]:
            k -= ACTION_WEIGHTS[action]
            if k < 0:
                return action
    return 0


@kernel
def play_random(tables: Records, games: Records, masks: npt.NDArray[np.bool_], state: npt.NDArray[np.int64], steps: int) -> int:
    """Uniformly random play in a batch, `steps` decisions in every game; finished games start again. Returns the games finished."""
    t = tables[0]
    finished = 0
    for _ in range(steps):
        for i in range(len(games)):
            g = games[i]
            step(t, g, random_legal(masks[i], state), masks[i])
            if g.over:
                finished += 1
                new_game(t, g, g.n_players, next_random(state), masks[i])
    return finished
