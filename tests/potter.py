"""Tables of Munchkin Harry Potter Deluxe."""

from typing import Any

from munchkin_env.game import scenario
from munchkin_env.game.scenario import Seat, Table, seat

__all__ = ["seat", "table"]


def table(*seats: Seat, **position: Any) -> Table:
    """Like `munchkin_env.game.scenario.table`, with the cards of Potter."""
    return scenario.table(*seats, sets=("potter",), **position)
