"""What one seat sees, as named pieces of one flat float32 vector.

This is the first, plain form: counts of card types instead of slots. Its layout may change without notice until the
environments are there (CHANGELOG.md says when OBSERVATION_VERSION becomes binding).
"""

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from munchkin_env.cards.vocabulary import MAX_TYPES, Tables
from munchkin_env.engine.kernel import kernel
from munchkin_env.engine.playouts import Records
from munchkin_env.engine.seats import fights, traits
from munchkin_env.engine.stack import FIRST_AUTOMATIC, top
from munchkin_env.engine.state import MAX_PLAYERS, NOBODY, Game
from munchkin_env.engine.strength import monster_total, munchkin_total, treasures_at_stake

OBSERVATION_VERSION = 0
SEAT_FLOATS = 12
FIGHT_FLOATS = 8
TRAITS = 32


class Piece(NamedTuple):
    name: str
    size: int
    meaning: str


PIECES = (
    Piece("decision", int(FIRST_AUTOMATIC), "one-hot: the kind of decision, if it is mine"),
    Piece(
        "seats",
        MAX_PLAYERS * SEAT_FLOATS,
        "per seat from mine to the left: there, level, sex, dead, fights, turn, hand, table, offers, last three 0",
    ),
    Piece("traits", TRAITS, "my Classes and Races"),
    Piece("fight", FIGHT_FLOATS, "on, both totals, their difference, Treasures at stake, monsters, helper there, open"),
    Piece("my_hand", MAX_TYPES, "how many of each card type I hold"),
    Piece("my_table", MAX_TYPES, "how many of each card type lie before me"),
)


def offsets() -> dict[str, int]:
    """Where each piece starts."""
    found, at = {}, 0
    for piece in PIECES:
        found[piece.name] = at
        at += piece.size
    return found


_AT = offsets()
SIZE = sum(piece.size for piece in PIECES)
DECISION, SEATS, TRAITS_AT, FIGHT = _AT["decision"], _AT["seats"], _AT["traits"], _AT["fight"]
MY_HAND, MY_TABLE = _AT["my_hand"], _AT["my_table"]


@kernel
def observe(t: Tables, g: Game, player: int, out: npt.NDArray[np.float32]) -> None:
    out[:] = 0.0
    if g.over == 0 and top(g).player == player:
        out[DECISION + top(g).kind] = 1.0
    for i in range(g.n_players):
        observe_seat(g, (player + i) % g.n_players, out, SEATS + i * SEAT_FLOATS)
    bits = traits(t, g, player, False)
    for i in range(TRAITS):
        out[TRAITS_AT + i] = (bits >> i) & 1
    if g.combat.on:
        observe_fight(t, g, out)
    me = g.seat[player]
    for i in range(me.hand_n):
        out[MY_HAND + t.type_of[me.hand[i]]] += 1.0
    for i in range(me.table_n):
        out[MY_TABLE + t.type_of[me.table[i]]] += 1.0


@kernel
def observe_seat(g: Game, p: int, out: npt.NDArray[np.float32], at: int) -> None:
    seat = g.seat[p]
    out[at] = 1.0
    out[at + 1] = seat.level / 10.0
    out[at + 2] = seat.sex
    out[at + 3] = seat.dead
    out[at + 4] = 1.0 if fights(g, p) else 0.0
    out[at + 5] = 1.0 if g.turn_player == p else 0.0
    out[at + 6] = seat.hand_n / 8.0
    out[at + 7] = seat.table_n / 8.0
    out[at + 8] = seat.offers / 3.0


@kernel
def observe_fight(t: Tables, g: Game, out: npt.NDArray[np.float32]) -> None:
    mine, theirs = munchkin_total(t, g), monster_total(t, g)
    out[FIGHT] = 1.0
    out[FIGHT + 1] = mine / 20.0
    out[FIGHT + 2] = theirs / 20.0
    out[FIGHT + 3] = (mine - theirs) / 20.0
    out[FIGHT + 4] = treasures_at_stake(t, g) / 5.0
    out[FIGHT + 5] = g.combat.n
    out[FIGHT + 6] = 1.0 if g.combat.helper != NOBODY else 0.0
    out[FIGHT + 7] = g.combat.open


@kernel
def observe_at(tables: Records, games: Records, i: int, player: int, out: npt.NDArray[np.float32]) -> None:
    observe(tables[0], games[i], player, out)
