"""What the networks read from the observation vector.

They read cards by what they are: the first two features of a slot name the card type. A slot that an action can name has its own
embedding, from which the logit of that action is computed (a "pointer"). The cards of all other places are summed, place by place.
"""

from typing import Any

import numpy as np
import numpy.typing as npt

from munchkin_env.cards.features import BASE
from munchkin_env.engine.state.actions import DROP, HAND, POOL, USE
from munchkin_env.observe.layout import OTHERS, PLACES, SIZE, id_offsets, offsets

Indexes = npt.NDArray[np.int64]

_AT = offsets()
_SHOWN = {place.name: place for place in PLACES}
POINTERS = {"my_hand": (("hand", HAND),), "my_table": (("use", USE), ("drop", DROP)), "pool": (("pick", POOL),)}
"""Places with an embedding per slot: the heads that point at them, and the action that names their first slot."""
_EXTRAS: dict[str, tuple[str, ...]] = {"my_hand": ("my_hand_slots",), "my_table": ("my_table_slots", "my_bonuses"), "pool": ()}
"""Pieces of the observation that say more about each slot of those places."""
PER_OPPONENT = ("their_tables", "their_hands")
IN_ORDER = ("about", "top_discards")
"""Places in which each slot has its own meaning."""
SUMMED = ("their_tables", "their_hands", "monsters", "played", "about", "lasting_cards", "top_discards")


def id_columns(place: str) -> Indexes:
    """The columns of the two digits of each card type of a place: [2, slots]."""
    shown = _SHOWN[place]
    first = _AT[f"{place}_cards"] + shown.width * np.arange(shown.rows * shown.shown)
    return np.stack([first, first + 1])


def id_places(place: str) -> Indexes:
    """Where the same slots are in the compact form: [slots]."""
    shown = _SHOWN[place]
    rows, slots = np.divmod(np.arange(shown.rows * shown.shown), shown.shown)
    found: Indexes = id_offsets()[place] + shown.slots * rows + slots
    return found


def card_ids(digits: Any) -> Any:
    """Card type + 1 (0: no card) from its two digits in the vector, which are on the first axis. Takes numpy arrays and torch tensors."""
    return (BASE * BASE * digits[0] + BASE * digits[1]).round()


def extra_columns(place: str) -> Indexes:
    """The columns of further facts about each slot: [slots, numbers]."""
    slots = np.arange(_SHOWN[place].shown)[:, None]
    widths = {"my_hand_slots": 3, "my_table_slots": 3, "my_bonuses": 1}
    found = [_AT[piece] + widths[piece] * slots + np.arange(widths[piece]) for piece in _EXTRAS[place]]
    return np.concatenate(found, axis=1) if found else np.zeros((len(slots), 0), np.int64)


def plain_columns() -> Indexes:
    """The columns of everything else: neither cards nor facts about a slot. Counts of discards, which are packed, are left out."""
    told = {"discards", "their_table_slots", *(piece for pieces in _EXTRAS.values() for piece in pieces)}
    ends = dict(zip(_AT, [*list(_AT.values())[1:], SIZE], strict=True))
    names = [name for name in _AT if name not in told and not name.endswith("_cards")]
    return np.concatenate([np.arange(_AT[name], ends[name]) for name in names])


class Bags:
    """The places whose cards are summed, as rows of one table: which rows, for a batch of observations.

    A card on an opponent's table has two rows, equipped or not; a slot with its own meaning has its own rows.
    """

    def __init__(self, types: int, opponents: int) -> None:
        self.types = types
        columns, places, offset, bag, equipped = [], [], [], [], []
        self.rows = self.bags = 0
        for name in SUMMED:
            place, found = _SHOWN[name], id_columns(name)
            slots = np.arange(found.shape[1])
            if name in PER_OPPONENT:
                slots = slots[: opponents * place.shown]
            columns.append(found[:, slots])
            places.append(id_places(name)[slots])
            copies = len(slots) if name in IN_ORDER else 1
            offset.append(self.rows + types * (slots if name in IN_ORDER else 0 * slots))
            bag.append(self.bags + (slots // place.shown if name in PER_OPPONENT else 0 * slots))
            equipped.append(_AT["their_table_slots"] + 2 * slots if name == "their_tables" else np.full(len(slots), -1))
            self.rows += types * (2 if name == "their_tables" else copies)
            self.bags += opponents if name in PER_OPPONENT else 1
        self.columns, self.offset = np.concatenate(columns, 1), np.concatenate(offset)
        self.places, self.bag = np.concatenate(places), np.concatenate(bag)
        """For each slot: its position in the compact form, and its bag."""
        self.starts = np.flatnonzero(np.diff(self.bag, prepend=-1))
        """The first slot of each bag; the slots of a bag are contiguous."""
        self.worn = worn = np.concatenate(equipped)
        """For each slot: the column that says whether the card is equipped; -1: none."""
        self.equipped_slots, self.equipped = np.flatnonzero(worn >= 0), worn[worn >= 0]


assert set(PER_OPPONENT + IN_ORDER) <= set(SUMMED) and OTHERS * _SHOWN["their_tables"].shown == id_columns("their_tables").shape[1]
