"""The forms of an observation (option `observation`), and their Gymnasium spaces."""

from collections.abc import Callable
from typing import Any, Literal, NamedTuple

import numpy as np
from gymnasium import spaces

from munchkin_env.engine.state.actions import N_ACTIONS
from munchkin_env.observe import N_IDS, N_NUMBERS, SIZE, bounds, observe_at, observe_compact_at
from munchkin_env.vocabulary.tables import MAX_TYPES

ObservationName = Literal["vector", "compact"]


class ObservationForm(NamedTuple):
    space: Callable[[], spaces.Space[Any]]
    see: Callable[[Any, Any, int], Any]
    """(tables, games, seat): what the seat sees in the first game, in new arrays."""


def vector_space() -> spaces.Box:
    """The space of the vector."""
    return spaces.Box(*bounds(), dtype=np.float32)


def see_vector(tables: Any, games: Any, seat: int) -> Any:
    """What the seat sees in the first game, as a vector."""
    out = np.empty(SIZE, np.float32)
    observe_at(tables, games, 0, seat, out)
    return out


def compact_space() -> spaces.Dict:
    """The space of the compact form."""
    low, high = (bound[:N_NUMBERS] for bound in bounds())
    return spaces.Dict({"ids": spaces.Box(0, MAX_TYPES, (N_IDS,), np.int16), "numbers": spaces.Box(low, high, dtype=np.float32)})


def see_compact(tables: Any, games: Any, seat: int) -> Any:
    """What the seat sees in the first game, in the compact form."""
    ids, numbers = np.empty(N_IDS, np.int16), np.empty(N_NUMBERS, np.float32)
    observe_compact_at(tables, games, 0, seat, ids, numbers)
    return {"ids": ids, "numbers": numbers}


_FORMS = {"vector": ObservationForm(vector_space, see_vector), "compact": ObservationForm(compact_space, see_compact)}
"""By the words for `observation=…` (docs/observation.md)."""


def check_form(observation: Any) -> ObservationForm:
    """Raises ValueError."""
    if not isinstance(observation, str) or observation not in _FORMS:
        raise ValueError(f"observation={observation!r}: must be {' or '.join(map(repr, _FORMS))}")
    return _FORMS[observation]


def mask_space() -> spaces.Box:
    """The space of a mask: int8, as Discrete.sample takes it."""
    return spaces.Box(0, 1, (N_ACTIONS,), np.int8)
