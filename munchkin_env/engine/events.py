"""The public log: what happened, who did it, who saw which card. Off unless asked for."""

from enum import IntEnum

from .kernel import kernel
from .state import MAX_EVENTS, NOBODY, Game


class What(IntEnum):
    TURN = 0
    DRAWS = 1  # card, number: Face
    OPENS = 2  # a door
    PLAYS = 3
    USES = 4
    LAYS_DOWN = 5
    DISCARDS = 6
    TAKES = 7  # card from other
    LEVEL = 8  # number: change
    MEETS = 9
    ASKS = 10  # other, number: Treasures
    HELPS = 11
    REFUSES = 12
    LEAVES = 13
    MONSTER_LEAVES = 14
    WINS_FIGHT = 15
    LOSES_FIGHT = 16
    ROLLS = 17  # number
    ESCAPES = 18
    CAUGHT = 19
    DIES = 20
    CURSED = 21
    CURSE_ENDS = 22
    TRADES = 23  # card to other
    SELLS = 24  # number: levels
    PICKS = 25
    CHARITY = 26
    LOOTS = 27
    WINS = 28
    RESHUFFLES = 29
    KILLS = 30
    TRADE_REFUSED = 31
    LOOTS_ROOM = 32
    FORCED = 33


EVERYONE = 63


@kernel
def log(g: Game, what: int, player: int, other: int, card: int, number: int, seen: int) -> None:
    """`seen`: bits of the seats that see the card. A step with more events than fit keeps the first ones."""
    if g.logging == 0 or g.event_n >= MAX_EVENTS:
        return
    e = g.event[g.event_n]
    g.event_n += 1
    e.what = what
    e.player = player
    e.other = other
    e.card = card
    e.number = number
    e.seen = seen


@kernel
def deeds(g: Game, deed: int, player: int, other: int) -> int:
    """How often he has done that to the other, up to 255."""
    return (int(g.past[player][other]) >> (8 * deed)) & 255


@kernel
def remember(g: Game, deed: int, player: int, other: int) -> None:
    """Deed: who did it, to whom. What one does to oneself nobody remembers."""
    if player != other and player != NOBODY and other != NOBODY and deeds(g, deed, player, other) < 255:
        g.past[player][other] += 1 << (8 * deed)
