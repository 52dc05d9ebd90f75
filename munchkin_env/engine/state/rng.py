"""Randomness lives in the record: sfc32, one stream per purpose, in plain int64 arithmetic.

The same numbers with and without Numba, because nothing here leaves 0 .. 2**63.
"""

from munchkin_env.core.kernel import kernel

from .records import Game, Stream

_MASK = 0xFFFFFFFF
STREAMS = len(Stream)


@kernel
def next_u32(g: Game, stream: int) -> int:
    state = g.rng[stream]
    a, b, c, d = int(state[0]), int(state[1]), int(state[2]), int(state[3])
    out = (a + b + d) & _MASK
    state[3] = (d + 1) & _MASK
    state[0] = b ^ (b >> 9)
    state[1] = (c + (c << 3)) & _MASK
    state[2] = ((((c << 21) & _MASK) | (c >> 11)) + out) & _MASK
    return out


@kernel
def below(g: Game, stream: int, n: int) -> int:
    """0 .. n - 1. (The bias of the multiplication is below 2**-26 for anything a card game draws from.)"""
    return (next_u32(g, stream) * n) >> 32


@kernel
def roll_d6(g: Game) -> int:
    if g.dice_n > 0:
        return laid_down(g)
    return 1 + below(g, Stream.DICE, 6)


@kernel
def laid_down(g: Game) -> int:
    """The first of the results set in advance."""
    face = int(g.dice[0])
    g.dice_n -= 1
    for i in range(g.dice_n):
        g.dice[i] = g.dice[i + 1]
    g.dice[g.dice_n] = 0
    return face


@kernel
def seed_streams(g: Game, value: int) -> None:
    """All streams from one number of up to 63 bits."""
    for stream in range(STREAMS):
        state = g.rng[stream]
        state[0] = stream
        state[1] = value & _MASK
        state[2] = (value >> 32) & _MASK
        state[3] = 1
        for _ in range(15):
            next_u32(g, stream)
