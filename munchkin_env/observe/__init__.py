"""What a seat sees, as numbers.

A flat vector of named pieces, or the compact form of numbers and card ids. docs/observation.md lists everything.
"""

import numpy as np
import numpy.typing as npt

from munchkin_env.cards.features import features_of
from munchkin_env.cards.loader import CardSet
from munchkin_env.core.kernel import kernel
from munchkin_env.core.types import Records
from munchkin_env.engine.state.records import Game
from munchkin_env.vocabulary.tables import Tables

from .cards import write_cards
from .layout import (
    EXCEPTIONS,
    N_IDS,
    N_NUMBERS,
    NUMBERS,
    OBSERVATION_VERSION,
    PIECES,
    PLACES,
    SIZE,
    SUMS,
    Piece,
    Place,
    bounds,
    id_offsets,
    layout_hash,
    named,
    named_ids,
    offsets,
)
from .numbers import write_numbers
from .people import write_people
from .sums import write_sums

__all__ = [
    "EXCEPTIONS",
    "NUMBERS",
    "N_IDS",
    "N_NUMBERS",
    "OBSERVATION_VERSION",
    "PIECES",
    "PLACES",
    "SIZE",
    "SUMS",
    "Piece",
    "Place",
    "bounds",
    "card_features",
    "id_offsets",
    "layout_hash",
    "named",
    "named_ids",
    "observe",
    "observe_at",
    "observe_compact",
    "observe_compact_at",
    "offsets",
]


@kernel
def observe(t: Tables, g: Game, player: int, out: npt.NDArray[np.float32]) -> None:
    """The vector of SIZE numbers that the seat sees."""
    out[:] = 0.0
    write_people(t, g, player, None, out)
    write_sums(t, g, player, out)
    write_numbers(t, g, player, out)
    write_cards(t, g, player, None, out)


@kernel
def observe_compact(t: Tables, g: Game, player: int, ids: npt.NDArray[np.int16], numbers: npt.NDArray[np.float32]) -> None:
    """The same, cards as ids: N_IDS and N_NUMBERS."""
    ids[:] = 0
    numbers[:] = 0.0
    write_people(t, g, player, ids, numbers)
    write_numbers(t, g, player, numbers)
    write_cards(t, g, player, ids, numbers)


@kernel
def observe_at(tables: Records, games: Records, i: int, player: int, out: npt.NDArray[np.float32]) -> None:
    observe(tables[0], games[i], player, out)


@kernel
def observe_compact_at(
    tables: Records, games: Records, i: int, player: int, ids: npt.NDArray[np.int16], numbers: npt.NDArray[np.float32]
) -> None:
    observe_compact(tables[0], games[i], player, ids, numbers)


def card_features(cards: CardSet) -> npt.NDArray[np.float32]:
    """What the ids mean: row 0 is "no card", row i + 1 card type i; the columns are FEATURES (cards/features.py)."""
    return features_of(cards.tables)
