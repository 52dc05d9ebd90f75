"""The win share that a seat can expect, from what is public at the start of a turn: a softmax over the seats' scores.

The weights were fitted to games of greedy bots (`python -m agents.fit_outlook` fits them again, and prints how well they predict).
Hands are counted card by card: this is for imagined worlds, in which all hands but one's own are made up.
"""

from enum import IntEnum
from math import exp

import numpy as np
import numpy.typing as npt

from munchkin_env.core.bits import count_bits
from munchkin_env.core.kernel import kernel
from munchkin_env.core.types import Records
from munchkin_env.engine.queries.standing import win_level
from munchkin_env.engine.queries.strength import strength
from munchkin_env.engine.state.records import EQUIPPED, Game
from munchkin_env.vocabulary.tables import Tables
from munchkin_env.vocabulary.words import CardKind, Deck

FAR = 9  # Levels to go: this many or more


class Feature(IntEnum):
    """The terms of a seat's score."""

    TO_GO = 0  # one of FAR is 1: Levels to go
    STRENGTH = FAR  # beyond the Level, in tens
    STRENGTH_NEAR = FAR + 1  # the same, weighted by how near the end is
    DOORS = FAR + 2  # in hand, in fives
    TREASURES = FAR + 3
    LEVELS = FAR + 4  # Go Up a Level cards in hand
    GOLD_IN_HAND = FAR + 5  # in thousands
    GOLD_NOT_WORN = FAR + 6
    WAIT = FAR + 7  # until the seat's turn, in rounds
    WAIT_NEAR = FAR + 8
    RACES = FAR + 9
    CLASSES = FAR + 10
    COMPANIONS = FAR + 11
    CURSES = FAR + 12


N_FEATURES = Feature.CURSES + 1
WEIGHTS = np.array(
    [
        0.932,
        0.572,
        0.324,
        0.133,
        -0.025,
        -0.225,
        -0.413,
        -0.560,
        -0.737,  # TO_GO
        0.638,  # STRENGTH
        -0.209,  # STRENGTH_NEAR
        0.375,  # DOORS
        0.384,  # TREASURES
        -0.054,  # LEVELS
        0.123,  # GOLD_IN_HAND
        0.279,  # GOLD_NOT_WORN
        -0.120,  # WAIT
        -0.202,  # WAIT_NEAR
        0.077,  # RACES
        0.090,  # CLASSES
        0.062,  # COMPANIONS
        0.051,  # CURSES
    ]
)


@kernel
def write_features(t: Tables, g: Game, p: int, out: npt.NDArray[np.float32]) -> None:
    """The terms of the seat's score, by Feature."""
    out[:] = 0.0
    seat = g.seat[p]
    missing = min(max(int(win_level(t, g, p)) - int(seat.level), 1), FAR)
    out[Feature.TO_GO + missing - 1] = 1.0
    out[Feature.STRENGTH] = (strength(t, g, p) - int(seat.level)) / 10.0
    out[Feature.STRENGTH_NEAR] = out[Feature.STRENGTH] / missing
    out[Feature.WAIT] = ((p - int(g.turn_player)) % int(g.n_players)) / int(g.n_players)
    out[Feature.WAIT_NEAR] = out[Feature.WAIT] / missing
    for i in range(seat.hand_n):
        ty = t.type[t.type_of[seat.hand[i]]]
        out[Feature.DOORS if ty.deck == Deck.DOOR else Feature.TREASURES] += 0.2
        out[Feature.GOLD_IN_HAND] += int(ty.gold) / 1000.0
        if ty.kind == CardKind.GO_UP_LEVEL:
            out[Feature.LEVELS] += 1.0
    for i in range(seat.table_n):
        ty = t.type[t.type_of[seat.table[i]]]
        if g.mark[seat.table[i]] & EQUIPPED == 0:
            out[Feature.GOLD_NOT_WORN] += int(ty.gold) / 1000.0
        _count_kind(int(ty.kind), out)


@kernel
def _count_kind(kind: int, out: npt.NDArray[np.float32]) -> None:
    """Count a Race, Class or companion on a table."""
    if kind == CardKind.RACE:
        out[Feature.RACES] += 1.0
    elif kind == CardKind.CLASS:
        out[Feature.CLASSES] += 1.0
    elif kind == CardKind.COMPANION:
        out[Feature.COMPANIONS] += 1.0
    elif kind == CardKind.CURSE:
        out[Feature.CURSES] += 1.0


@kernel
def outlook(t: Tables, g: Game, seat: int) -> float:
    """The win share that the seat has or can expect: from 0 to 1; all seats add up to 1."""
    if g.winners:
        return 1.0 / count_bits(int(g.winners)) if (int(g.winners) >> seat) & 1 else 0.0
    features = np.zeros(N_FEATURES, np.float32)
    mine, total = 0.0, 0.0
    for p in range(g.n_players):
        write_features(t, g, p, features)
        score = 0.0
        for k in range(N_FEATURES):
            score += WEIGHTS[k] * features[k]
        weight = exp(score)
        total += weight
        if p == seat:
            mine = weight
    return mine / total


@kernel
def features_at(tables: Records, games: Records, i: int, out: npt.NDArray[np.float32]) -> None:
    """One row per seat."""
    for p in range(games[i].n_players):
        write_features(tables[0], games[i], p, out[p])
