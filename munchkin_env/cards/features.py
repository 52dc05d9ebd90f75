"""What a network may know of a card type, as numbers: one table, which the loader copies into `Tables.features`."""

from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from munchkin_env.core.record import view
from munchkin_env.vocabulary.tables import FEATURES_KEPT, Tables
from munchkin_env.vocabulary.words import NONE, CardKind, Deck, Op, Slot, Trigger, When

BASE = 27  # MAX_TYPES + 1 numbers in two digits
TAGS_SHOWN = 7
LAST_MOMENTS = When.RUN_AWAY | When.BEFORE_RUN_ROLL | When.AFTER_RUN_ROLL | When.FAILED_RUN_ROLL | When.INSTEAD_OF_RUN_ROLL
_IN_FIGHTS = When.ANY_COMBAT | When.OWN_COMBAT | When.OTHER_COMBAT

Read = Callable[[Any, int], float]
"""Reads the feature of a card type from the tables."""


class CardFeature(NamedTuple):
    name: str
    meaning: str
    read: Read
    most: float = 1.0
    """Its maximum; the minimum is the negative of that. Larger values of user-defined cards are clipped."""


def _field(name: str, whole: float = 1.0) -> Read:
    return lambda t, i: float(getattr(t.type[i], name)) / whole


def _is(field: str, value: int) -> Read:
    return lambda t, i: float(getattr(t.type[i], field) == value)


def _moment(bits: int) -> Read:
    return lambda t, i: float((t.type[i].plays | t.type[i].powers) & bits != 0)


def _tag(bit: int) -> Read:
    return lambda t, i: float(t.type[i].tags >> bit & 1)


def _bonus(t: Any, i: int) -> float:
    """The printed bonus; for cards played into a fight, the largest they can add."""
    found = [t.type[i].bonus]
    for k in range(t.type[i].effects, t.type[i].effects_end):
        for r in range(t.effect[k].ops, t.effect[k].ops_end):
            if t.effect[k].trigger == Trigger.ON_PLAY and t.op[r].op in (Op.SIDE_BONUS, Op.MONSTER_MOD, Op.BONUS):
                found.append(t.op[r].amount)
    return float(max(found, key=abs)) / 5


def _limited(t: Any, i: int) -> float:
    return float(t.type[i].usable_by != NONE or t.type[i].not_usable_by != NONE)


def _changes_limits(t: Any, i: int) -> float:
    ops = [t.op[r].op for k in range(t.type[i].effects, t.type[i].effects_end) for r in range(t.effect[k].ops, t.effect[k].ops_end)]
    return float(any(op in (Op.CAPACITY, Op.WIN_LEVEL) for op in ops))


FIRST_KINDS = (CardKind.MONSTER, CardKind.ITEM, CardKind.ONE_SHOT, CardKind.CURSE, CardKind.CLASS, CardKind.RACE, CardKind.ENHANCER)
_KINDS = (*FIRST_KINDS, *(kind for kind in CardKind if kind not in FIRST_KINDS))

FEATURES: tuple[CardFeature, ...] = (
    CardFeature(
        "id_high", f"(card type + 1) // {BASE} / {BASE}; with id_low it identifies the card type", lambda _, i: (i + 1) // BASE / BASE
    ),
    CardFeature("id_low", f"(card type + 1) % {BASE} / {BASE}", lambda _, i: (i + 1) % BASE / BASE),
    CardFeature("bonus", "combat bonus / 5; for cards played into a fight, the largest it can give to a side", _bonus, 4.0),
    CardFeature("gold", "value / 1000", _field("gold", 1000), 4.0),
    CardFeature("level", "Level of the monster / 10", _field("level", 10), 4.0),
    *(CardFeature(slot.name.lower(), f"worn there: {slot.name.lower()}", _is("slot", slot)) for slot in Slot if slot != Slot.NONE),
    CardFeature("big", "a Big Item", _field("big")),
    *(CardFeature(kind.name.lower(), f"its kind is {kind.name.lower()}", _is("kind", kind)) for kind in _KINDS),
    CardFeature("treasures", "Treasures it pays / 5", _field("treasures", 5), 4.0),
    CardFeature("levels", "Levels for killing it / 2", _field("levels", 2), 4.0),
    CardFeature("any_time", "may be played or used at any time", _moment(When.ANY_TIME)),
    CardFeature("in_fights", "may be played or used in a fight", _moment(_IN_FIGHTS)),
    CardFeature("own_turn", "may be played or used in the player's own turn, out of combat", _moment(When.OWN_TURN_NOT_IN_COMBAT)),
    CardFeature("in_flight", "may be played or used while a player runs away", _moment(LAST_MOMENTS)),
    CardFeature("when_cursed", "may be played or used against a Curse", _moment(When.WHEN_CURSED)),
    CardFeature("on_rolls", "may be played or used on a die", _moment(When.OWN_ROLL | When.ANY_ROLL)),
    CardFeature("power", "has a power that is used from the table", lambda t, i: float(t.type[i].powers != 0)),
    CardFeature("limited", "not for everybody", _limited),
    CardFeature("treasure", "its back is that of a Treasure", _is("deck", Deck.TREASURE)),
    CardFeature("persistent", "a Curse that stays", _field("persistent")),
    CardFeature("carries", "carries an Item", _field("carries"), 4.0),
    CardFeature("limits", "changes what its owner may wear, carry or keep, or their winning Level", _changes_limits),
    *(CardFeature(f"tag_{bit}", f"has tag number {bit} of the loaded sets", _tag(bit)) for bit in range(TAGS_SHOWN)),
)
"""The most informative first: a place of the observation vector shows only the first ones."""


def fill(tables: npt.NDArray[Any]) -> None:
    """Write the features of every card type of the tables; row 0 is "no card", row i + 1 card type i."""
    t, rows = view(Tables, tables), tables["features"][0]
    for i in range(t.types):
        rows[i + 1, : len(FEATURES)] = [min(f.most, max(-f.most, f.read(t, i))) for f in FEATURES]


assert len(FEATURES) <= FEATURES_KEPT, "Tables.features is too small"


def features_of(tables: npt.NDArray[Any]) -> npt.NDArray[np.float32]:
    found: npt.NDArray[np.float32] = tables["features"][0, : int(tables["types"][0]) + 1, : len(FEATURES)].copy()
    return found
