"""What compiled code knows about a network: its sizes, its inputs, and where its weights are.

Every row of weights starts at a multiple of LANES numbers, and its length is one; numbers beyond its width are 0.
"""

from enum import IntEnum

import numpy as np
import numpy.typing as npt

from munchkin_env.core.record import Array, Record, f32, i8, i16, i32, many
from munchkin_env.observe.layout import PLACES, SIZE
from munchkin_env.players.bots.style import MOST_BOTS

from .reading import POINTERS, extra_columns, id_places

Floats = npt.NDArray[np.float32]
Shorts = npt.NDArray[np.int16]

LANES = 16
"""Numbers added in parallel; each sum has a fixed order on every processor."""
WIDEST = 4096
"""Of a layer."""
MOST_LAYERS = 16
"""Of each branch."""
LARGEST_CARD = 1024
"""Numbers of an embedding."""


class NetKind(IntEnum):
    """The inputs of a network."""

    NONE = 0  # no network
    FLAT = 1  # the vector
    SLOTS = 2  # cards as embeddings, and the numbers of the vector


class Branch(IntEnum):
    """Layers in sequence."""

    TRUNK = 0  # after the first layer
    POLICY = 1  # from the trunk to the logits
    WORTH = 2  # from the trunk to the value


class Part(IntEnum):
    """Start positions in the array of weights."""

    FIRST_BIAS = 0
    FIRST = 1  # the first layer, a row per input: plain columns, then summed embeddings, then rows of the bags
    ACTIONS_BIAS = 2
    ACTIONS = 3  # a row per action
    VALUE_BIAS = 4
    VALUE = 5
    TABLE = 6  # embeddings of cards, three places
    EXTRA = 9  # what the other numbers of a slot add to them, three places
    ASKS_BIAS = 12  # of four heads that point at slots
    ASKS = 16
    SHOWS = 20
    POINTS = 24
    LAYERS = 28  # bias and weights of each layer of each branch


PARTS = Part.LAYERS + 2 * len(Branch) * MOST_LAYERS


PLACE_SLOTS = np.array([extra_columns(place).shape[0] for place in POINTERS], np.int64)
"""The number of slots of each place that actions can name,"""
PLACE_IDS = np.array([id_places(place)[0] for place in POINTERS], np.int64)
"""the first id of each in the compact form,"""
EXTRAS = np.array([extra_columns(place).shape[1] for place in POINTERS], np.int64)
"""and how many columns say more about a slot."""
EXTRA_COLUMNS = np.zeros((len(POINTERS), max(PLACE_SLOTS), max(EXTRAS)), np.int64)
for _p, _place in enumerate(POINTERS):
    EXTRA_COLUMNS[_p, : PLACE_SLOTS[_p], : EXTRAS[_p]] = extra_columns(_place)
_HEADS = [(p, action) for p, heads in enumerate(POINTERS.values()) for _, action in heads]
HEAD_PLACE, HEAD_ACTION = (np.array(part, np.int64) for part in zip(*_HEADS, strict=True))
"""For each head: the place that it points at, and the action of the first slot."""
MOST_SLOTS = sum(place.rows * place.shown for place in PLACES)
MOST_ROWS = SIZE + MOST_SLOTS + len(POINTERS) * LARGEST_CARD
"""Maximum number of added rows of the first layer."""
assert len(POINTERS) == Part.EXTRA - Part.TABLE and len(_HEADS) == Part.ASKS - Part.ASKS_BIAS and MOST_ROWS > WIDEST


class Net(Record):
    """One network."""

    kind: int = i8()  # NetKind
    has_value: int = i8()
    residual: int = i8()  # layers of equal width are residual
    layers: Array[int] = i8(len(Branch))
    features: int = i8()  # 1: it reads card features in the vector, which take time to write
    columns: int = i16()  # how many plain numbers it reads,
    column: Array[int] = i16(SIZE)  # and which
    first: int = i16()  # width of the first layer
    width: Array[int] = i16(len(Branch) * MOST_LAYERS)
    types: int = i16()  # known card types, including 0 (no card)
    card: int = i16()  # width of an embedding,
    pointer: int = i16()  # and of a pointing head
    slots: int = i16()  # whose cards are summed:
    slot_id: Array[int] = i16(MOST_SLOTS)  # position in the compact form,
    slot_row: Array[int] = i32(MOST_SLOTS)  # row of the first layer for an empty one,
    slot_worn: Array[int] = i16(MOST_SLOTS)  # number that says whether it is equipped, or -1
    prior: float = f32()  # added to the logit of the choice of its record's bot
    at: Array[int] = i32(PARTS)


class Nets(Record):
    """The networks of a batch; a bot refers to its own by number."""

    net: Array[Net] = many(Net, MOST_BOTS)


def stride(width: int) -> int:
    """Numbers from row to row."""
    return (width + LANES - 1) // LANES * LANES
