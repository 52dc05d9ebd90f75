"""The public log: what happened, who did it, who saw which card. Off unless asked for."""

from enum import IntEnum

from munchkin_env.core.kernel import kernel
from munchkin_env.engine.state.records import MAX_EVENTS, NOBODY, Game
from munchkin_env.vocabulary.words import NONE


class What(IntEnum):
    TURN = 0
    DRAWS = 1  # card, number: Face
    OPENS = 2  # from behind a door
    PLAYS = 3
    USES = 4
    LAYS_DOWN = 5
    DISCARDS = 6
    TAKES = 7  # card from other
    LEVEL = 8  # number: change
    MEETS = 9
    ASKS = 10  # other, number: Treasures
    HELPS = 11  # other; number: Treasures, card: a promised Item; the same for ASKS and FORCED
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
    FORCED = 33  # other is made to help
    # from here on: the end of a full log, and changes that no event above reports
    MORE = 34  # number: how many more events there were than fit
    GETS = 35  # into hand: a door card, or one that could have taken effect when drawn
    WORKS = 36  # a card, when drawn
    BRINGS = 37  # a monster, from hand
    GOES_ALONG = 38  # an attached card, to the player, from other
    EQUIPS = 39
    TURNS_SIDEWAYS = 40
    SEX = 41  # number: the new one; card: whose, if it is a companion's
    AFFECTED = 42  # card: the source of a marker, number: its amount
    WAKES = 43  # a waiting effect begins
    UNAFFECTED = 44
    STRENGTHENED = 45  # card: the monster, number: its bonus
    ENRICHED = 46  # card: the monster, number: its Treasures
    TRANSFORMED = 47  # card: the monster, which changes its kind
    MUNCHKINS_GET = 48  # number: bonus
    MONSTERS_GET = 49
    TAKES_OVER = 50  # the place of main, from other
    PROMISES = 51  # card to other, in addition to ASKS
    KEEPS_DEAL = 52  # with other, by choice
    BREAKS_DEAL = 53
    LAPSES = 54  # a promise to other
    LAYS_OUT = 55  # the cards of the dead
    LEFT_OVER = 56  # number: cards of the dead that nobody takes
    REVIVES = 57
    LOOKS = 58  # at the hand of other
    SETS_ASIDE = 59  # a card for charity
    CURSE_FAILS = 60  # it was cancelled, or has no effect on the player
    COUNTERS = 61  # other's request for help, with terms of their own; number: Treasures
    TROUBLE = 62  # with a monster from hand
    PUTS_ON = 63  # a card in play, on another one or to be carried by it; number: that card


EVERYONE = 63


@kernel
def log(g: Game, what: int, player: int, other: int, card: int, number: int, seen: int) -> None:
    """`seen`: bits of the seats that see the card. If a step has more events than fit, the last entry says how many more there were."""
    if g.logging == 0:
        return
    if g.event_n == MAX_EVENTS:
        count_more(g)
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
def is_cut(g: Game) -> bool:
    """Were there more events than fit?"""
    return bool(g.event_n == MAX_EVENTS and g.event[MAX_EVENTS - 1].what == What.MORE)


@kernel
def count_more(g: Game) -> None:
    e = g.event[MAX_EVENTS - 1]
    if e.what == What.MORE:
        e.number += 1
        return
    e.what = What.MORE
    e.player = NOBODY
    e.other = NOBODY
    e.card = NONE
    e.number = 2
    e.seen = EVERYONE


@kernel
def deeds(g: Game, deed: int, player: int, other: int) -> int:
    """How often the player has done that to the other, up to 255."""
    return (int(g.past[player][other]) >> (8 * deed)) & 255


@kernel
def remember(g: Game, deed: int, player: int, other: int) -> None:
    """Deed: who did it, to whom. What players do to themselves is not counted."""
    if player != other and player != NOBODY and other != NOBODY and deeds(g, deed, player, other) < 255:
        g.past[player][other] += 1 << (8 * deed)
