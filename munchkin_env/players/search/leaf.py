"""What share of the victory each seat may expect at the beginning of a turn, with all hands open: a small network, where playouts end.

It looks at hands card by card, so it is for imagined worlds, in which every hand but one's own is made up. `python -m experiments.leaf`
makes it, and prints how well it predicts.
"""

import functools
import itertools
from collections.abc import Mapping
from enum import IntEnum
from math import exp
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from munchkin_env.cards.conditions import CardInfo
from munchkin_env.cards.features import FEATURES, features_of
from munchkin_env.cards.loader import CardSet
from munchkin_env.core.bits import count_bits
from munchkin_env.core.kernel import kernel
from munchkin_env.core.types import Records
from munchkin_env.engine.queries.standing import win_level
from munchkin_env.engine.queries.strength import strength
from munchkin_env.engine.state.records import EQUIPPED, MAX_PLAYERS, Game
from munchkin_env.players.network.net import Floats, Shorts
from munchkin_env.players.network.sums import add, add_one, copy_row, rectify
from munchkin_env.vocabulary.tables import Tables
from munchkin_env.vocabulary.words import CardKind, Deck

Shares = npt.NDArray[np.float64]

_FAR = 9
"""Levels to go: as many, or more."""
CARDS = 32
"""Cards of a seat that are looked at: its hand, then its table."""
WAYS = 3
"""A card is in the hand, on the table, or equipped."""


class SeatNumber(IntEnum):
    """The numbers of a seat."""

    TO_GO = 0  # one of _FAR is 1: the Levels they lack
    STRENGTH = _FAR  # beyond their Level, in tens
    STRENGTH_NEAR = _FAR + 1  # the same, divided by the Levels they lack
    DOORS = _FAR + 2  # in hand, in fives
    TREASURES = _FAR + 3
    LEVELS = _FAR + 4  # cards in hand that are one
    GOLD_IN_HAND = _FAR + 5  # in thousands
    GOLD_NOT_WORN = _FAR + 6
    WAIT = _FAR + 7  # until their turn, in rounds
    WAIT_NEAR = _FAR + 8
    LEVEL = _FAR + 9  # in tens
    FEMALE = _FAR + 10
    DEAD = _FAR + 11
    FIRST = _FAR + 12  # it is their turn
    PLAYERS = _FAR + 13  # 1 / the number of players


SEAT_NUMBERS = SeatNumber.PLAYERS + 1
UNITS = 32
"""Of a seat's summary, and of both hidden layers."""

# ------------------------------------------------------------------------------------------------- what it reads


@kernel
def write_seat(t: Tables, g: Game, p: int, numbers: Floats, ids: Shorts) -> None:
    """ids: WAYS * card type + 1 + way; the rest is 0."""
    seat = g.seat[p]
    numbers[:] = 0.0
    ids[:] = 0
    missing = min(max(int(win_level(t, g, p)) - int(seat.level), 1), _FAR)
    numbers[SeatNumber.TO_GO + missing - 1] = 1.0
    numbers[SeatNumber.STRENGTH] = (strength(t, g, p) - int(seat.level)) / 10.0
    numbers[SeatNumber.STRENGTH_NEAR] = numbers[SeatNumber.STRENGTH] / missing
    numbers[SeatNumber.WAIT] = ((p - int(g.turn_player)) % int(g.n_players)) / int(g.n_players)
    numbers[SeatNumber.WAIT_NEAR] = numbers[SeatNumber.WAIT] / missing
    numbers[SeatNumber.LEVEL] = int(seat.level) / 10.0
    numbers[SeatNumber.FEMALE] = 1.0 if seat.sex else 0.0
    numbers[SeatNumber.DEAD] = 1.0 if seat.dead else 0.0
    numbers[SeatNumber.FIRST] = 1.0 if p == g.turn_player else 0.0
    numbers[SeatNumber.PLAYERS] = 1.0 / int(g.n_players)
    for i in range(seat.hand_n):
        card_type = int(t.type_of[seat.hand[i]])
        count_in_hand(t, card_type, numbers)
        if i < CARDS:
            ids[i] = WAYS * card_type + 1
    for i in range(seat.table_n):
        card_type = int(t.type_of[seat.table[i]])
        equipped = 1 if g.mark[seat.table[i]] & EQUIPPED else 0
        if not equipped:
            numbers[SeatNumber.GOLD_NOT_WORN] += int(t.type[card_type].gold) / 1000.0
        if int(seat.hand_n) + i < CARDS:
            ids[int(seat.hand_n) + i] = WAYS * card_type + 2 + equipped


@kernel
def count_in_hand(t: Tables, card_type: int, numbers: Floats) -> None:
    """A card in hand."""
    ty = t.type[card_type]
    numbers[SeatNumber.DOORS if ty.deck == Deck.DOOR else SeatNumber.TREASURES] += 0.2
    numbers[SeatNumber.GOLD_IN_HAND] += int(ty.gold) / 1000.0
    if ty.kind == CardKind.GO_UP_LEVEL:
        numbers[SeatNumber.LEVELS] += 1.0


@kernel
def write_seats(tables: Records, games: Records, i: int, numbers: Floats, ids: Shorts) -> None:
    """A row for each seat, from the one whose turn it is to the left."""
    g = games[i]
    for k in range(g.n_players):
        write_seat(tables[0], g, (int(g.turn_player) + k) % int(g.n_players), numbers[k], ids[k])


# ------------------------------------------------------------------------------------------------- the network
#
# A seat's summary is a layer over its numbers and the rows of its cards. Its score comes from its own summary and the sum of the others',
# by two layers, and from its numbers directly; the shares are a softmax over the scores. Weights lie one after the other, a row per input.

LAYERS = {
    "numbers": (SEAT_NUMBERS, UNITS),
    "numbers_bias": (UNITS,),
    "direct": (SEAT_NUMBERS,),
    "mine": (UNITS, UNITS),
    "mine_bias": (UNITS,),
    "others": (UNITS, UNITS),
    "second": (UNITS, UNITS),
    "second_bias": (UNITS,),
    "score": (UNITS,),
}
"""All but the rows of the cards, which come last: their number depends on the cards."""
_STARTS = dict(zip([*LAYERS, "cards"], itertools.accumulate((int(np.prod(shape)) for shape in LAYERS.values()), initial=0), strict=True))
_NUMBERS, _NUMBERS_BIAS, _DIRECT, _MINE, _MINE_BIAS, _OTHERS, _SECOND, _SECOND_BIAS, _SCORE, _CARDS = _STARTS.values()


@kernel
def _add_row(weights: Floats, start: int, row: int, factor: float, out: Floats) -> None:
    at = start + row * UNITS
    add_one(weights[at : at + UNITS], factor, out)


@kernel
def summarise(numbers: Floats, ids: Shorts, weights: Floats, out: Floats) -> None:
    """A layer over the numbers and the rows of the cards."""
    copy_row(weights, _NUMBERS_BIAS, UNITS, out)
    for k in range(SEAT_NUMBERS):
        if numbers[k] != 0.0:
            _add_row(weights, _NUMBERS, k, numbers[k], out)
    for i in range(CARDS):
        if ids[i] == 0:
            break
        _add_row(weights, _CARDS, int(ids[i]) - 1, 1.0, out)
    rectify(out, UNITS)


@kernel
def score_of(numbers: Floats, mine: Floats, everybody: Floats, weights: Floats, first: Floats, second: Floats) -> float:
    """first, second: room for the hidden layers."""
    copy_row(weights, _MINE_BIAS, UNITS, first)
    copy_row(weights, _SECOND_BIAS, UNITS, second)
    for k in range(UNITS):
        _add_row(weights, _MINE, k, mine[k], first)
        _add_row(weights, _OTHERS, k, everybody[k] - mine[k], first)
    for k in range(UNITS):
        if first[k] > 0.0:
            _add_row(weights, _SECOND, k, first[k], second)
    score = 0.0
    for k in range(SEAT_NUMBERS):
        score += numbers[k] * weights[_DIRECT + k]
    for j in range(UNITS):
        score += max(second[j], np.float32(0.0)) * weights[_SCORE + j]
    return score


@kernel
def leaf_shares(t: Tables, g: Game, weights: Floats, out: Shares) -> None:
    """The share of the victory that each seat has, or may expect: from 0 to 1, together 1."""
    n = int(g.n_players)
    if g.winners:
        for p in range(n):
            out[p] = 1.0 / count_bits(int(g.winners)) if (int(g.winners) >> p) & 1 else 0.0
        return
    numbers = np.zeros((MAX_PLAYERS, SEAT_NUMBERS), np.float32)
    ids = np.zeros(CARDS, np.int16)
    summaries = np.zeros((MAX_PLAYERS, UNITS), np.float32)
    rooms = np.zeros((3, UNITS), np.float32)
    for p in range(n):
        write_seat(t, g, p, numbers[p], ids)
        summarise(numbers[p], ids, weights, summaries[p])
        add(summaries[p], UNITS, rooms[0])
    total = 0.0
    for p in range(n):
        out[p] = exp(min(max(score_of(numbers[p], summaries[p], rooms[0], weights, rooms[1], rooms[2]), -50.0), 50.0))
        total += out[p]
    for p in range(n):
        out[p] /= total


@kernel
def leaf_shares_at(tables: Records, games: Records, i: int, weights: Floats, out: Shares) -> None:
    """The same for game i, called from Python."""
    leaf_shares(tables[0], games[i], weights, out)


# --------------------------------------------------------------------------------------------------------- the file

FILE = Path(__file__).parent / "leaf.npz"
TOLD_FEATURES = slice(2, None)
"""Of a card's features, all but those that only name it."""
N_CARD_FEATURES = len(FEATURES) - 2
_Arrays = Mapping[str, npt.NDArray[Any]]


def card_key(card: CardInfo) -> str:
    """What the file calls a card."""
    return f"{card.set}/{card.id}"


@functools.cache
def shipped() -> _Arrays:
    """The arrays of the file: LAYERS; `features`, what each feature of a card adds to its rows; `own`, what cards named in `keys` add."""
    with np.load(FILE, allow_pickle=False) as arrays:
        return {name: arrays[name] for name in arrays.files}


@functools.lru_cache(maxsize=16)
def leaf_weights(cards: CardSet) -> Floats:
    """For these cards."""
    return assembled(shipped(), cards)


def assembled(arrays: _Arrays, cards: CardSet) -> Floats:
    """Cards that the network has not met follow from their features alone."""
    rows = np.einsum("cf,wfu->cwu", features_of(cards.tables)[1:, TOLD_FEATURES], arrays["features"].astype(np.float32))
    places = {str(key): place for place, key in enumerate(arrays["keys"])}
    for card_type, card in enumerate(cards.cards):
        place = places.get(card_key(card))
        if place is not None:
            rows[card_type] += arrays["own"][place].astype(np.float32)
    layers = [arrays[name].astype(np.float32).reshape(-1) for name in LAYERS]
    return np.ascontiguousarray(np.concatenate([*layers, rows.reshape(-1)]), np.float32)
