"""The action table: one flat range of ids for all sets and variants, cut into named segments."""

from enum import IntEnum
from typing import NamedTuple

from .records import MAX_MONSTERS, MAX_PLAYERS

ACTIONS_VERSION = 1  # bumped when an id changes its meaning


class Verb(IntEnum):
    """Actions that name no card."""

    PASS = 0  # decline: a window, a power, further payments
    NEXT = 1  # done arranging: continue the turn
    ASK = 2  # ask for help
    SELL = 3  # sell Items for levels
    TRADE = 4  # offer a trade or a gift
    SHOW = 5  # show the hand (reserved)
    VOLUNTEER = 6  # signal the wish to help (reserved)
    COMMIT = 7
    ABORT = 8
    SEND = 9  # make the offer
    NOTHING = 10
    EVERYTHING = 11  # all the Treasures
    YES = 12
    NO = 13
    ACCEPT = 14
    REFUSE = 15
    STAY = 16
    LEAVE = 17
    PLAY = 18  # a card drawn face up: play it at once
    KEEP = 19  # take it into hand
    AS_MONSTER = 20  # fight the Steed
    LOOT = 21
    ROLL = 22
    MUNCHKINS = 23  # the side a one-shot strengthens
    MONSTERS = 24
    HELPER_FIRST = 25  # who picks first
    MAIN_FIRST = 26
    MALE = 27
    FEMALE = 28
    LAY_DOWN = 29  # put the card on the table instead of using it
    MORE = 30  # the next page of the discards
    BLIND = 31  # a card of the other's hand, unseen


class Segment(NamedTuple):
    name: str
    start: int
    size: int
    meaning: str


HAND_SLOTS, TABLE_SLOTS, POOL_SLOTS, NUMBER_CHOICES, HOUSES = 24, 32, 64, 9, 4

VERB = 0
HAND = VERB + 32
USE = HAND + HAND_SLOTS
DROP = USE + TABLE_SLOTS
PLAYER = DROP + TABLE_SLOTS
MONSTER = PLAYER + MAX_PLAYERS
POOL = MONSTER + MAX_MONSTERS
NUMBER = POOL + POOL_SLOTS
HOUSE = NUMBER + NUMBER_CHOICES
N_ACTIONS = HOUSE + HOUSES

# The texts are a part of what saved games, replays and policies are stamped with (game/saved.py): another text, and they are refused.
SEGMENTS = (
    Segment("verb", VERB, 32, "a word of its own"),
    Segment("hand", HAND, HAND_SLOTS, "the card in that slot of my hand: play it, or choose it"),
    Segment("use", USE, TABLE_SLOTS, "the card in that slot of my table: use it, equip or unequip it, or choose it"),
    Segment("drop", DROP, TABLE_SLOTS, "discard that card of my table (Classes, Races, Hirelings and the like)"),
    Segment("player", PLAYER, MAX_PLAYERS, "that player, counted from me to the left (0: myself)"),
    Segment("monster", MONSTER, MAX_MONSTERS, "that monster of the fight: choose it, or use what its card offers"),
    Segment("pool", POOL, POOL_SLOTS, "that card lying open: rewards, a body, the discards, another player's table"),
    Segment("number", NUMBER, NUMBER_CHOICES, "a number: Treasures, a face of the die, or one of several ways to use a card"),
    Segment("house", HOUSE, HOUSES, "that House (Munchkin Harry Potter)"),
)
