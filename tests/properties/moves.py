"""Where each event of the log says that a card goes: a step may move the same card several times."""

from collections.abc import Iterable
from typing import Any

from munchkin_env.engine.state.events import What
from tests.facts import NOBODY, Position

Place = tuple[str, int]
"""hand or table of a player; deck, discards, or out (in the fight, in the pool, being drawn or played) of nobody."""

HAND, TABLE, THEIR_HAND, THEIR_TABLE = "hand", "table", "their hand", "their table"
DECK, DISCARDS, OUT = "deck", "discards", "out"
OUTSIDE, DISCARDED = (OUT, NOBODY), (DISCARDS, NOBODY)

MOVES: dict[int, tuple[frozenset[str], frozenset[str]]] = {
    what: (frozenset(origins), frozenset(goals))
    for what, origins, goals in (
        (What.DRAWS, (DECK, DISCARDS), (HAND, OUT)),
        (What.OPENS, (DECK, DISCARDS), (OUT,)),
        (What.PLAYS, (HAND, TABLE, OUT), (TABLE, OUT)),
        (What.LAYS_DOWN, (HAND, OUT), (TABLE,)),
        (What.DISCARDS, (HAND, TABLE, OUT), (DISCARDS, OUT)),
        (What.TAKES, (THEIR_HAND, THEIR_TABLE, DISCARDS, OUT), (HAND, TABLE, OUT)),
        (What.GOES_ALONG, (THEIR_TABLE,), (TABLE,)),
        (What.LOOTS, (THEIR_HAND, THEIR_TABLE, OUT), (HAND, OUT)),
        (What.TRADES, (TABLE,), (THEIR_TABLE,)),
        (What.CHARITY, (HAND, OUT), (THEIR_HAND,)),
        (What.SETS_ASIDE, (HAND,), (OUT,)),
        (What.PICKS, (OUT,), (HAND, OUT)),
        (What.GETS, (OUT,), (HAND,)),
        (What.WORKS, (HAND, OUT), (TABLE, OUT)),
        (What.CURSED, (OUT,), (TABLE, OUT)),
        (What.CURSE_ENDS, (TABLE,), (DISCARDS,)),
        (What.LAYS_OUT, (HAND, TABLE), (OUT,)),
        (What.MEETS, (HAND, OUT), (OUT,)),
        (What.BRINGS, (HAND,), (OUT,)),
        (What.TROUBLE, (HAND,), (OUT,)),
    )
}
"""Whence and where to: of the event's player, or (their) of its `other`."""


def places(position: Position) -> dict[int, Place]:
    """What is in no hand, on no table and in no pile is out."""
    found = {card: (HAND, p) for p in position.players for card in position.hand[p]}
    found |= {card: (TABLE, p) for p in position.players for card in position.table[p]}
    for name, piles in ((DECK, position.piles[:2]), (DISCARDS, position.piles[2:])):
        found |= {card: (name, NOBODY) for pile in piles for card in pile}
    return found


def named(e: Any, names: Iterable[str]) -> set[Place]:
    owners = {HAND: (HAND, e.player), TABLE: (TABLE, e.player), THEIR_HAND: (HAND, e.other), THEIR_TABLE: (TABLE, e.other)}
    return {owners.get(name, (name, NOBODY)) for name in names}


def moved(e: Any, possible: set[Place]) -> set[Place]:
    """Where the card may be after the event, if it was in one of those places before; empty: it cannot have been where the event says."""
    origins, goals = MOVES[e.what]
    return named(e, goals) if named(e, origins) & possible else set()


def follow(card: int, start: Place, players: Iterable[int], events: Iterable[Any]) -> tuple[set[Place], Any]:
    """Where the card may be after those events, and the event that contradicts those before it (None: no event does): it does not find the
    card where it says, or repeats the previous event of the card.

    Three things have no event of their own: what was played in an earlier step and is answered in this one comes to a table, used cards and
    beaten monsters are discarded, and a reshuffle takes them into the deck.
    """
    possible, reshuffled, last = {start}, False, (NOBODY, NOBODY, NOBODY)
    if start == OUTSIDE:
        possible |= {(TABLE, p) for p in players}
    for e in events:
        if e.what == What.RESHUFFLES:
            reshuffled = True
        elif e.card == card and e.what in MOVES:
            possible = moved(e, possible) if (e.what, e.player, e.other) != last else set()
            last = (e.what, e.player, e.other)
            if not possible:
                return possible, e
        if reshuffled and possible & {OUTSIDE, DISCARDED}:
            possible.add((DECK, NOBODY))
    return (possible | {DISCARDED} if OUTSIDE in possible else possible), None
