"""A new game in the record of an old one: nothing of that is left."""

from typing import Any

import numpy as np
import numpy.typing as npt
import pytest

from munchkin_env.cards.loader import load
from munchkin_env.core.record import empty, open_records, view
from munchkin_env.engine.boundary.playouts import new_game_at
from munchkin_env.engine.state.records import Game
from munchkin_env.game.options import check_options, write_options
from tests.facts import empty_mask
from tests.play import EACH_AND_ALL

UNSEEN = ("event",)
"""Beyond event_n; a caller sets whether there is a log."""


def numbers(array: npt.NDArray[Any]) -> Any:
    """Without the padding between fields."""
    if array.dtype.names is None:
        return array.tolist()
    return {name: numbers(array[name]) for name in array.dtype.names}


@pytest.mark.compiled
@pytest.mark.parametrize("sets", EACH_AND_ALL, ids="+".join)
def test_every_number_of_a_new_game_is_set(sets: tuple[str, ...]) -> None:
    tables = open_records(load(sets).tables)
    found = []
    for before in (0, 1):
        array = empty(Game, 1)
        array.view(np.uint8)[:] = before
        write_options(check_options({}, 3), view(Game, array).options)
        view(Game, array).logging = 0
        new_game_at(tables, open_records(array), 0, 3, 7, empty_mask())
        found.append({name: numbers(array[name]) for name in Game.declared if name not in UNSEEN})
    different = [name for name in found[0] if found[0][name] != found[1][name]]
    assert not different, "engine/verbs/blank.py leaves what was there"
