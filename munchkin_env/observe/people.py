"""The seats, their tables and hands: numbers, cards and (in the vector) what the cards add up to.

Hands and tables are traversed only here.
"""

import numpy as np
import numpy.typing as npt

from munchkin_env.core.bits import count_bits
from munchkin_env.core.kernel import kernel, piece
from munchkin_env.engine.state.actions import HAND_SLOTS, TABLE_SLOTS
from munchkin_env.engine.state.records import CHANGED, EQUIPPED, FRESH, KNOWN, MAX_PLAYERS, Game
from munchkin_env.vocabulary.tables import Tables
from munchkin_env.vocabulary.words import NONE, Trigger

from .cards import MY_HAND, MY_TABLE, THEIR_HANDS, THEIR_TABLES, Ids, nth, show_card
from .layout import KNOWN_SLOTS, THEIR_SLOTS, MyHand, MyTable, Person, Theirs, offsets
from .numbers import flag, ratio, share

_Floats = npt.NDArray[np.float32]

_AT = offsets()
_PEOPLE, MY_HAND_SLOTS, MY_TABLE_SLOTS, THEIR_TABLE_SLOTS = (
    _AT["people"],
    _AT["my_hand_slots"],
    _AT["my_table_slots"],
    _AT["their_table_slots"],
)
_PERSON, HAND_SLOT, TABLE_SLOT, THEIR_SLOT = len(Person), len(MyHand), len(MyTable), len(Theirs)


@piece
def write_people(t: Tables, g: Game, player: int, ids: Ids | None, out: _Floats) -> None:
    write_person(t, g, player, write_my_hand(t, g, player, ids, out), out, _PEOPLE)
    write_my_table(t, g, player, ids, out)
    n = int(g.n_players)
    for i in range(1, n):
        p = nth(player, i, n)
        write_person(t, g, p, write_their_hand(t, g, player, p, i - 1, ids, out), out, _PEOPLE + i * _PERSON)
        write_their_table(t, g, p, i - 1, ids, out)


@piece
def write_my_hand(t: Tables, g: Game, player: int, ids: Ids | None, out: _Floats) -> int:
    """Returns the number of Doors in it."""
    seat = g.seat[player]
    doors = 0
    for i in range(seat.hand_n):
        card = int(seat.hand[i])
        doors += 1 if card < t.doors else 0
        show_card(t, card, MY_HAND, 0, i, ids, out)
        mark = int(g.mark[card])
        if mark and i < HAND_SLOTS:
            out[MY_HAND_SLOTS + i * HAND_SLOT + MyHand.FRESH] = flag(mark & FRESH != 0)
            out[MY_HAND_SLOTS + i * HAND_SLOT + MyHand.KNOWN] = share(count_bits(mark & KNOWN & ~(1 << player)), MAX_PLAYERS - 1)
    return doors


@piece
def write_their_hand(t: Tables, g: Game, player: int, other: int, row: int, ids: Ids | None, out: _Floats) -> int:
    """What I know of it (HAND-06). Returns the number of Doors in it."""
    seat = g.seat[other]
    doors = 0
    known = 0
    for i in range(seat.hand_n):
        card = int(seat.hand[i])
        doors += 1 if card < t.doors else 0
        if (int(g.mark[card]) >> player) & 1 and known < KNOWN_SLOTS:
            show_card(t, card, THEIR_HANDS, row, known, ids, out)
            known += 1
    return doors


@piece
def write_my_table(t: Tables, g: Game, player: int, ids: Ids | None, out: _Floats) -> None:
    seat = g.seat[player]
    for i in range(seat.table_n):
        card = int(seat.table[i])
        show_card(t, card, MY_TABLE, 0, i, ids, out)
        if i < TABLE_SLOTS:
            out[MY_TABLE_SLOTS + i * TABLE_SLOT + MyTable.EQUIPPED] = flag(g.mark[card] & (EQUIPPED | CHANGED) != 0)
            if seat.host[i] != NONE:
                out[MY_TABLE_SLOTS + i * TABLE_SLOT + MyTable.HOST] = place_of_host(g, player, i) / TABLE_SLOTS


@piece
def write_their_table(t: Tables, g: Game, other: int, row: int, ids: Ids | None, out: _Floats) -> None:
    seat = g.seat[other]
    for i in range(seat.table_n):
        card = int(seat.table[i])
        show_card(t, card, THEIR_TABLES, row, i, ids, out)
        if i < THEIR_SLOTS:
            at = THEIR_TABLE_SLOTS + (row * THEIR_SLOTS + i) * THEIR_SLOT
            out[at + Theirs.EQUIPPED] = flag(g.mark[card] & (EQUIPPED | CHANGED) != 0)
            if seat.host[i] != NONE:
                out[at + Theirs.HOST] = place_of_host(g, other, i) / TABLE_SLOTS


@piece
def write_person(t: Tables, g: Game, p: int, doors: int, out: _Floats, at: int) -> None:
    seat = g.seat[p]
    out[at + Person.THERE] = 1.0
    out[at + Person.TURN] = flag(g.turn_player == p)
    out[at + Person.LEVEL] = ratio(seat.level, 10, 2)
    out[at + Person.FEMALE] = seat.sex
    out[at + Person.CHANGED_SEX] = seat.changed_sex
    out[at + Person.DEAD] = seat.dead
    out[at + Person.OWES_DEAL] = seat.owes_deal
    out[at + Person.HAND_DOORS] = share(doors, 8)
    out[at + Person.HAND_TREASURES] = share(int(seat.hand_n) - doors, 8)
    out[at + Person.TABLE] = share(seat.table_n, 16)
    out[at + Person.OFFERS] = share(seat.offers, 3)
    out[at + Person.EQUIPS] = ratio(seat.equips, 8, 1)
    out[at + Person.SALES] = flag(seat.sales > 0)
    if g.use_n:
        write_uses(t, g, p, out, at)
    if g.combat.on:
        write_fighter(g, p, out, at)


@kernel
def write_uses(t: Tables, g: Game, p: int, out: _Floats, at: int) -> None:
    """Of powers; cards that are played three times a turn at most are no powers."""
    uses = 0
    for i in range(g.use_n):
        if g.use[i].seat == p and t.effect[g.use[i].effect].trigger != Trigger.ON_PLAY:
            uses += int(g.use[i].count)
    out[at + Person.USES] = ratio(uses, 4, 4)


@kernel
def write_fighter(g: Game, p: int, out: _Floats, at: int) -> None:
    c = g.combat
    out[at + Person.MAIN] = flag(c.main == p)
    out[at + Person.HELPER] = flag(c.helper == p)
    out[at + Person.MET] = (int(c.met) >> p) & 1
    out[at + Person.ASKS] = ratio(c.asks[p], 3, 1)
    out[at + Person.RUNNER] = flag(c.runner == p)
    out[at + Person.AWAY] = ((int(c.away) | int(c.freed)) >> p) & 1


@kernel
def place_of_host(g: Game, p: int, i: int) -> int:
    """Slot of the card that table[i] is on, + 1; 0 if there is none."""
    seat = g.seat[p]
    for j in range(min(int(seat.table_n), TABLE_SLOTS)):
        if seat.table[j] == seat.host[i]:
            return j + 1
    return 0
