"""Who plays which seat: the options `seat` and `opponents` of the environments."""

from collections.abc import Mapping, Sequence
from typing import Any

from munchkin_env.bots import BOTS, check_bot
from munchkin_env.engine.state import MAX_PLAYERS, NOBODY
from munchkin_env.matches import DRAWN_SEAT, Table
from munchkin_env.options import whole

Opponents = str | Sequence[str] | Mapping[str, int]
SeatOption = int | str | Sequence[int] | None
LOTS_AT_MOST = 1 << 20


class SeatingError(ValueError):
    """A seat or an opponent that cannot be."""


def write_seating(table: Table, num_players: int, seat: SeatOption, opponents: Opponents | None) -> None:
    """Checks both options and writes them into the table. Raises SeatingError."""
    table.n_players = num_players
    table.learner, table.yours = _seats(seat, num_players)
    bots = num_players - (table.yours.bit_count() if table.learner == NOBODY else 1)
    if bots == 0:
        if opponents is not None:
            raise SeatingError(f"opponents={opponents!r}: all seats are yours; seat=… says which one is, the others are opponents then")
        return
    _write_opponents(table, "greedy" if opponents is None else opponents, bots)


def _seats(seat: SeatOption, num_players: int) -> tuple[int, int]:
    """The learner and the bits of the seats that are yours."""
    if seat is None:
        return NOBODY, (1 << num_players) - 1
    if isinstance(seat, str) and seat == "random":
        return DRAWN_SEAT, 0
    if _is_seat(seat, num_players):
        return int(seat), 0  # type: ignore[arg-type]
    if isinstance(seat, Sequence) and not isinstance(seat, str) and seat and all(_is_seat(p, num_players) for p in seat):
        return NOBODY, sum(1 << p for p in {int(p) for p in seat})
    allowed = f"a number from 0 to {num_players - 1}, 'random' (another one in every game), several numbers, or None (all seats are yours)"
    raise SeatingError(f"seat={seat!r}: allowed is {allowed}")


def _is_seat(value: Any, num_players: int) -> bool:
    number = whole(value)
    return number is not None and 0 <= number < num_players


def _write_opponents(table: Table, opponents: Opponents, bots: int) -> None:
    if isinstance(opponents, Mapping):
        _write_lots(table, opponents)
        return
    names = [opponents] * bots if isinstance(opponents, str) else opponents
    if not isinstance(names, Sequence):
        raise SeatingError(f"opponents={opponents!r}: allowed is {_ALLOWED}")
    if len(names) != bots:
        raise SeatingError(f"opponents={opponents!r}: these are {len(names)} names for {bots} seats (from yours to the left)")
    for i in range(MAX_PLAYERS):
        table.opponents[i] = check_bot(names[i]).value if i < bots else 0


def _write_lots(table: Table, lots: Mapping[str, int]) -> None:
    for name, n in lots.items():
        number = whole(n)
        if number is None or not 0 <= number <= LOTS_AT_MOST:
            raise SeatingError(f"opponents={dict(lots)!r}: {name!r} may have a whole number of lots from 0 to {LOTS_AT_MOST}, not {n!r}")
        table.lots[check_bot(name).value] = number
    if not any(lots.values()):
        raise SeatingError(f"opponents={dict(lots)!r}: nobody has a lot")


_ALLOWED = (
    f"one of {', '.join(map(repr, BOTS))}; a list of them, one per opponent, from your seat to the left; "
    "or lots, drawn anew for every opponent in every game, such as {'random': 2, 'weighted': 1}"
)
