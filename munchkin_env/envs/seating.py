"""Who plays which seat: the options `seat` and `opponents` of the environments."""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from munchkin_env.engine.state.records import MAX_PLAYERS, NOBODY
from munchkin_env.game.options import whole
from munchkin_env.players.bots import BOTS, Style
from munchkin_env.players.compiled import CompiledPlayer, NetworkBot, PlayerSpec, check_player, network_number

from .matches import DRAWN_SEAT, ROSTER, Common

Opponents = PlayerSpec | Sequence[PlayerSpec] | Mapping[Any, int]
"""One bot or policy for all seats, one for each seat, or several with weights."""
SeatOption = int | str | Sequence[int] | None
LOTS_AT_MOST = 1 << 20
_ONE = (str, Path, Style, NetworkBot)
"""Types that name one bot."""


class SeatingError(ValueError):
    """A seat or an opponent that is not allowed."""


def write_seating(
    common: Common, num_players: int, seat: SeatOption, opponents: Opponents | None, sets: Sequence[str | Path]
) -> tuple[str, ...]:
    """Check both options and write them into the record. sets: the cards in play.

    Returns:
        The names of the roster, of which the first is "you".

    Raises:
        SeatingError: The seat or the opponents are not allowed; or what check_player raises.
    """
    common.n_players = num_players
    common.learner, common.yours = _seats(seat, num_players)
    bots = num_players - (common.yours.bit_count() if common.learner == NOBODY else 1)
    if bots == 0:
        if opponents is not None:
            raise SeatingError(f"opponents={opponents!r}: all seats are yours; with seat=… the other seats are opponents")
        return ("you",)
    return _write_opponents(common, "greedy" if opponents is None else opponents, bots, sets)


def resolved(opponents: Opponents | None, sets: Sequence[str | Path]) -> Opponents | None:
    """The same opponents (checked before) as players of these cards: names and files may mean something else later."""
    if opponents is None:
        return None
    if isinstance(opponents, _ONE):
        return check_player(opponents, sets)
    if not isinstance(opponents, Mapping):
        return [check_player(one, sets) for one in opponents]
    lots: dict[CompiledPlayer, int] = {}
    for one, n in opponents.items():
        player = check_player(one, sets)
        lots[player] = lots.get(player, 0) + int(n)
    return lots


def players_of(opponents: Opponents | None, sets: Sequence[str | Path]) -> list[CompiledPlayer]:
    """Each bot once, sorted, so that games do not depend on the order in which bots are named."""
    given: Any = resolved(opponents, sets)
    if given is None:
        return []
    players: list[Any] = [given] if isinstance(given, _ONE) else list(given)
    return _in_order(players)


def _in_order(players: Sequence[CompiledPlayer]) -> list[CompiledPlayer]:
    return sorted(set(players), key=lambda one: (one.kind, one.name))


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
    allowed = f"a number from 0 to {num_players - 1}, 'random' (a new one in every game), several numbers, or None (all seats are yours)"
    raise SeatingError(f"seat={seat!r}: must be {allowed}")


def _is_seat(value: Any, num_players: int) -> bool:
    number = whole(value)
    return number is not None and 0 <= number < num_players


def _write_opponents(common: Common, opponents: Opponents, bots: int, sets: Sequence[str | Path]) -> tuple[str, ...]:
    if isinstance(opponents, Mapping):
        return _write_weights(common, opponents, sets)
    specs = [opponents] * bots if isinstance(opponents, _ONE) else opponents
    if not isinstance(specs, Sequence):
        raise SeatingError(f"opponents={opponents!r}: must be {_ALLOWED}")
    if len(specs) != bots:
        raise SeatingError(f"opponents={opponents!r}: these are {len(specs)} bots for {bots} seats (from your left on)")
    styles = [check_player(spec, sets) for spec in specs]
    roster = _write_roster(common, styles)
    for i in range(MAX_PLAYERS):
        common.opponents[i] = roster.index(styles[i].name) if i < bots else 0
    return roster


def _write_weights(common: Common, weights: Mapping[Any, int], sets: Sequence[str | Path]) -> tuple[str, ...]:
    styles: dict[CompiledPlayer, int] = {}
    told = dict(weights)
    for spec, n in weights.items():
        number = whole(n)
        if number is None or not 0 <= number <= LOTS_AT_MOST:
            raise SeatingError(f"opponents={told!r}: the weight of {spec!r} must be an integer from 0 to {LOTS_AT_MOST}, not {n!r}")
        one = check_player(spec, sets)
        styles[one] = styles.get(one, 0) + number
    if not any(styles.values()):
        raise SeatingError(f"opponents={told!r}: all weights are 0")
    roster = _write_roster(common, list(styles))
    for one, number in styles.items():
        common.lots[roster.index(one.name)] = number
    return roster


def _write_roster(common: Common, styles: Sequence[CompiledPlayer]) -> tuple[str, ...]:
    """Write every bot into its place; networks have the numbers of networks_of(players_of(…))."""
    different = _in_order(styles)
    names = ("you", *(one.name for one in different))
    if len(names) > ROSTER:
        raise SeatingError(f"opponents: {len(different)} different bots; a batch has room for {ROSTER - 1}")
    if len(set(names)) < len(names):
        raise SeatingError(f"opponents: different bots must have different names; here are {', '.join(names[1:])}")
    for place, one in enumerate(different, 1):
        one.write(common.roster[place])
        common.roster[place].place = place
        common.roster[place].net = network_number(one, different)
    return names


_ALLOWED = (
    f"one of {', '.join(map(repr, BOTS))}, 'trained', a Style, or the path of a style or policy file; "
    "a list of them, one per opponent, from your left on; "
    "or weights for drawing each opponent in every game, such as {'random': 2, 'weighted': 1}"
)
