"""The layout of an observation: the tables behind the kernels, the documentation and `named`.

An observation has numbers (NUMBERS) and the cards of certain places (PLACES). The compact form holds the numbers and one id per card (its
card type + 1, 0 for none). The flat vector (PIECES) holds the numbers, sums derived from cards and numbers (SUMS), and for every card the
first features of the table FEATURES in cards/features.py.
"""

import hashlib
from enum import IntEnum
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from munchkin_env.cards.features import FEATURES
from munchkin_env.engine.rules.turn.turn import TURN
from munchkin_env.engine.state.actions import HAND_SLOTS, POOL_SLOTS, TABLE_SLOTS
from munchkin_env.engine.state.kinds import N_DECISIONS
from munchkin_env.engine.state.records import MAX_MONSTERS, MAX_PLAYERS, Deed
from munchkin_env.engine.state.stack import Moment, Why
from munchkin_env.vocabulary.tables import MAX_TYPES
from munchkin_env.vocabulary.words import CardKind, Slot

OBSERVATION_VERSION = 2  # bumped when a number changes its place or meaning
TRAITS_SHOWN = 42  # the four sets together have 41 Classes, Races, Roles, Houses and Proficiencies
OTHERS = MAX_PLAYERS - 1
THEIR_SLOTS, KNOWN_SLOTS, ZONE_SLOTS, MARKER_SLOTS = 14, 6, 12, 10
COUNT_BITS, COUNTS_PER_FLOAT = 3, 8  # 24 bits: what a float32 holds exactly
MOST_COUNTED = (1 << COUNT_BITS) - 1
DISCARD_FLOATS = MAX_TYPES // COUNTS_PER_FLOAT


class Column(IntEnum):
    """A number of a piece: its place, meaning and bounds."""

    meaning: str
    low: float
    high: float

    def __new__(cls, place: int, meaning: str, low: float = 0.0, high: float = 1.0) -> "Column":
        made = int.__new__(cls, place)
        made._value_ = place
        made.meaning, made.low, made.high = meaning, low, high
        return made


class Asked(Column):
    """The question I am asked; all 0 if I do not decide."""

    MINE = 0, "I decide now"
    LEFT = 1, "cards still to give, lose, take, pay, pick or draw / 8", 0, 4
    GOLD_DUE = 2, "the cards must be worth so much gold / 1000", 0, 4
    GOLD_MARKED = 3, "gold of the cards marked for sale, or lost so far / 1000", 0, 8
    MAY_STOP = 4, "I may stop here, or choose otherwise (PASS, LAY_DOWN, BLIND)"
    PAGE = 5, "page of the discards / 8", 0, 2
    DIE = 6, "the die that was rolled / 6"
    ACTED = 7, "a player has acted in this window"


class Now(Column):
    """The game."""

    PLAYERS = 0, "players / 6"
    SETTING_UP = 1, "the first cards are being played"
    ROOM_OPEN = 2, "this turn's room may still be searched: trouble or loot"
    ROOM_LOOT = 3, "a card allows looting it"
    ROUNDS = 4, "rounds / max_rounds"
    ROUNDS_PLAYED = 5, "rounds / 50", 0, 4
    DOORS = 6, "Doors in the deck / 100", 0, 5
    TREASURES = 7, "Treasures in the deck / 100", 0, 5
    DOOR_DISCARDS = 8, "discarded Doors / 100", 0, 5
    TREASURE_DISCARDS = 9, "discarded Treasures / 100", 0, 5
    POOL = 10, "cards lying open / 16", 0, 9
    OVER = 11, "the game is over"


class House(Column):
    """The house rules of this game (options.md)."""

    WIN_LEVEL = 0, "win_level / 10", 0, 2
    LISTEN_AT_DOOR = 1, "listen_at_door"
    FASTER_LOOT = 2, 'faster_treasure is "loot"'
    FASTER_TROUBLE = 3, 'faster_treasure is "trouble"'
    SHARED_VICTORY = 4, "shared_victory"
    ASK_ONLY_WHEN_LOSING = 5, "ask_only_when_losing"
    COUNTER_OFFERS = 6, "counter_offers"
    BINDING_DEALS = 7, "binding_deals"
    BRIBE_ITEM_ALWAYS = 8, 'bribe_item_due is "always"'
    AUTO_PASS_FORCED = 9, "auto_pass_forced"
    ROTATE_PRIORITY = 10, 'priority is "rotate"'
    THIRD_PARTY_ACTS = 11, "third_party_acts_in_combat"
    STRICT_SALES = 12, 'sell_cap is "strict"'
    HIRELING_ITEM_LOST = 13, "hireling_item_lost"
    SECOND_ORIGIN = 14, "setup_second_origin"
    TRADE_BUDGET = 15, "trade_budget / 3", 0, 3
    DISCARDS = 16, "obs_discards: 0 top, 0.5 counts, 1 full"


class Person(Column):
    """One seat; mine first, then the others from my left."""

    THERE = 0, "the seat is taken"
    TURN = 1, "it is their turn"
    LEVEL = 2, "Level / 10", 0, 2
    FEMALE = 3, "is female"
    CHANGED_SEX = 4, "changed sex"
    DEAD = 5, "is dead until the next turn"
    OWES_DEAL = 6, "died, and draws a new hand on their next turn"
    HAND_DOORS = 7, "Doors in hand / 8", 0, 12
    HAND_TREASURES = 8, "Treasures in hand / 8", 0, 12
    TABLE = 9, "cards on their table / 16", 0, 3
    OFFERS = 10, "trade offers they have left this turn / 3", 0, 3
    EQUIPS = 11, "equip changes they have left this phase / 8"
    SALES = 12, "they may still call off a sale this phase"
    USES = 13, "limited powers they have used / 4", 0, 4
    MAIN = 14, "fights"
    HELPER = 15, "helps"
    MET = 16, "has been in this fight at any time"
    ASKS = 17, "was asked for help in this fight / 3"
    ASKED = 18, "was asked since strengths or fighters last changed"
    RUNNER = 19, "runs away now"
    AWAY = 20, "escapes every monster without a roll"
    PASSED = 21, "has passed since the last action, if I decide in a ring"
    ABOUT = 22, "my decision, a Curse that strikes or a trade is about them"


class Sum(Column):
    """What the cards on one table add up to; mine first, then the others from my left."""

    STRENGTH = 0, "strength / 20", -3, 3
    MISSING = 1, "Levels they still need to win / 10", 0, 2
    HAND_LIMIT = 2, "cards they may keep / 10", 0, 2
    GOLD = 3, "Gold of the Items on their table / 1000", 0, 8
    HEADGEAR = 4, "printed bonus of their Headgear / 5", -4, 4
    ARMOR = 5, "the same for their Armor", -4, 4
    FOOTGEAR = 6, "for their Footgear", -4, 4
    HANDS = 7, "for what is in their hands", -4, 4
    OTHER = 8, "for other equipped Items", -4, 4
    HANDS_FULL = 9, "hands in use / 2", 0, 2
    BIG = 10, "Big Items on their table / 2", 0, 2


WORN_COLUMN = {
    Slot.NONE: Sum.OTHER,
    Slot.HEADGEAR: Sum.HEADGEAR,
    Slot.ARMOR: Sum.ARMOR,
    Slot.FOOTGEAR: Sum.FOOTGEAR,
    Slot.ONE_HAND: Sum.HANDS,
    Slot.TWO_HANDS: Sum.HANDS,
}


class Fight(Column):
    """The fight; all 0 without one."""

    ON = 0, "there is a fight"
    OPEN = 1, "nobody has won or lost it yet"
    WON = 2, "it was won"
    MUNCHKINS = 3, "strength of the munchkins / 20", -6, 6
    MONSTERS = 4, "strength of the monsters / 20", -6, 6
    DIFFERENCE = 5, "the first minus the second / 10", -3, 3
    WINNING = 6, "the munchkins would win now"
    WINS_TIES = 7, "the munchkins win ties"
    MUNCHKIN_BONUS = 8, "of this, one-shots and powers for the munchkins / 10", -6, 6
    MONSTER_BONUS = 9, "one-shots for the monsters / 10", -6, 6
    LEVELS = 10, "Levels at stake / 4", 0, 8
    TREASURES = 11, "Treasures at stake / 5", 0, 8
    FOR_THE_WIN = 12, "winning it would win the game"
    COMPELLED = 13, "the helper was forced"
    MARGIN = 14, "margin by which it was lost / 20", 0, 6
    DIE = 15, "the die of the player running away / 6, 0 before the roll"
    ESCAPED = 16, "1: they escape without a roll, -1: that was undone", -1, 1
    CARDS = 17, "cards played into it / 8", 0, 8


class Terms(Column):
    """An offer to a helper, or the deal with them."""

    THERE = 0, "there is one, and I see it"
    TREASURES = 1, "Treasures for the helper / 5", 0, 2
    ALL = 2, "all of them"
    HELPER_FIRST = 3, "the helper picks first"
    TO = 4, "the helper, counted from me to the left / 5"
    COUNTERED = 5, "it is the helper's counter-offer"


class Enemy(Column):
    """One monster of the fight."""

    FIGHTING = 0, "it fights"
    KILLED = 1, "it was killed"
    GONE = 2, "it is gone, but not killed"
    STRENGTH = 3, "strength / 20", -4, 4
    TREASURES = 4, "Treasures it pays / 5", 0, 4
    LEVELS = 5, "Levels for killing it / 2", 0, 5
    BONUS = 6, "change of its strength by cards played on it / 10", -6, 6
    MATE = 7, "a Mate"
    ORIGINAL = 8, "slot of its original / 8"
    PAYS = 9, "pays its Treasures despite being gone"
    STEED = 10, "a Steed"
    FLED_FROM = 11, "the runner is running from it now"
    CAUGHT = 12, "bits of the players it caught, from me to the left / 64"
    FLED = 13, "bits of the players who are done with it, from me to the left / 64"
    TAGS = 14, "first 24 bits of the tags given to it / 2**24"


class MyHand(Column):
    """One slot of my hand."""

    FRESH = 0, "just received: may be laid down out of turn"
    KNOWN = 1, "players who know it / 5"
    MARKED = 2, "chosen so far (a sale), or a candidate of the question"


class MyTable(Column):
    """One slot of my table."""

    EQUIPPED = 0, "equipped; of a companion: its sex was changed"
    HOST = 1, "(slot of the card it is on or carried by, + 1) / 32"
    MARKED = 2, "chosen so far (a sale), or a candidate of the question"


class Theirs(Column):
    """One slot of another player's table."""

    EQUIPPED = 0, "equipped; of a companion: its sex was changed"
    HOST = 1, "(slot of the card it is on or carried by, + 1) / 32"


class Lasting(Column):
    """One timed modifier."""

    WHOSE = 0, "the player it affects, counted from me to the left, + 1, / 6"
    MINE = 1, "it affects me"
    AMOUNT = 2, "amount / 5", -6, 6
    UNTIL = 3, "when it ends: number of the Until / 10"
    WAITING = 4, "it has not begun yet"


class Piece(NamedTuple):
    """A part of the vector: rows of columns."""

    name: str
    rows: int
    width: int
    meaning: str
    columns: tuple[Column, ...] = ()
    """None: every number has the piece's meaning and bounds."""
    low: float = 0.0
    high: float = 1.0

    @property
    def size(self) -> int:
        return self.rows * self.width


def _of(name: str, rows: int, columns: type[Column], meaning: str = "") -> Piece:
    members: tuple[Column, ...] = tuple(columns)
    return Piece(name, rows, len(members), meaning or (columns.__doc__ or "").strip(), members)


NUMBERS = (
    Piece("decision", 1, N_DECISIONS, "one-hot: the Kind of decision, if it is mine (actions.md)"),
    Piece("why", 1, len(Why), f"one-hot, if I am asked a question: {', '.join(why.name for why in Why)}"),
    Piece("moment", 1, len(Moment), f"one-hot, if I arrange or decide in a window: {', '.join(moment.name for moment in Moment)}"),
    Piece("phase", 1, len(TURN) + 1, "one-hot: the number of steps left in the turn (engine/rules/turn/turn.py TURN)"),
    _of("asked", 1, Asked),
    _of("now", 1, Now),
    _of("house_rules", 1, House),
    _of("people", MAX_PLAYERS, Person),
    Piece(
        "past",
        MAX_PLAYERS * MAX_PLAYERS,
        len(Deed),
        f"per player and per other player, both from me to the left: how often the first did it to the second, n / (n + 2): "
        f"{', '.join(deed.name for deed in Deed)}",
    ),
    _of("fight", 1, Fight),
    _of("enemies", MAX_MONSTERS, Enemy),
    _of("offer", 1, Terms, "The open offer to a helper."),
    _of("deal", 1, Terms, "The deal with the helper of this fight."),
    _of("my_hand_slots", HAND_SLOTS, MyHand),
    _of("my_table_slots", TABLE_SLOTS, MyTable),
    _of("their_table_slots", OTHERS * THEIR_SLOTS, Theirs),
    _of("lasting", MARKER_SLOTS, Lasting),
    Piece(
        "discards",
        1,
        DISCARD_FLOATS,
        f"copies of each card type in the discards, if obs_discards is counts or full: {COUNTS_PER_FLOAT} types per number, "
        f"{COUNT_BITS} bits each (at most {MOST_COUNTED}), the first type in the lowest bits, / 2**{COUNT_BITS * COUNTS_PER_FLOAT}",
    ),
)

SUMS = (
    _of("sums", MAX_PLAYERS, Sum),
    Piece("traits", MAX_PLAYERS, TRAITS_SHOWN, "per seat from mine to the left: its Classes, Races and the like, one number per trait bit"),
    Piece("my_bonuses", 1, TABLE_SLOTS, "per slot of my table: what the card adds to my strength now / 5", low=-6.0, high=6.0),
)
"""Derived from numbers and cards: part of the vector, but not of the compact form."""


class Place(NamedTuple):
    """Slots with cards."""

    name: str
    rows: int
    slots: int
    """Ids per row in the compact form."""
    shown: int
    """Slots per row in the vector,"""
    width: int
    """each with this many features."""
    meaning: str


class About(IntEnum):
    """Slots of the place "about"."""

    QUESTION = 0  # the card that I am asked about
    PLAYED = 1  # the card being carried out
    CURSE = 2  # the Curse that strikes
    TRADE_MINE = 3  # of an open trade: what the player making the offer gives
    TRADE_YOURS = 4  # and wants
    OFFER_ITEM = 5
    OFFER_CARD = 6
    DEAL_ITEM = 7
    DEAL_CARD = 8


NAME, SOME, MORE, _MOST = 2, 4, 11, 18  # features of a card shown in a place; the first two identify it
PLACES = (
    Place("my_hand", 1, HAND_SLOTS, 16, _MOST, "my hand"),
    Place("my_table", 1, TABLE_SLOTS, 20, MORE, "my table"),
    Place("their_tables", OTHERS, TABLE_SLOTS, THEIR_SLOTS, SOME, "the tables of the others, from my left"),
    Place("their_hands", OTHERS, KNOWN_SLOTS, KNOWN_SLOTS, NAME, "cards in their hands that I know"),
    Place("monsters", 1, MAX_MONSTERS, MAX_MONSTERS, NAME, "the monsters of the fight, by slot"),
    Place("played", 1, ZONE_SLOTS, ZONE_SLOTS, NAME, "cards played into the fight"),
    Place("pool", 1, POOL_SLOTS, 24, SOME, "what POOL actions name: open cards; if I choose there, another player's table or the discards"),
    Place("about", 1, len(About), len(About), SOME, f"what the decision is about: {', '.join(a.name for a in About)}"),
    Place("lasting_cards", 1, MARKER_SLOTS, MARKER_SLOTS, NAME, 'the cards of "lasting"'),
    Place("top_discards", 1, 2, 2, NAME, "top of the discarded Doors and Treasures"),
)

PIECES: tuple[Piece, ...] = (
    *NUMBERS,
    *SUMS,
    *(Piece(f"{p.name}_cards", p.rows * p.shown, p.width, f"{p.meaning}: features", low=-4.0, high=4.0) for p in PLACES),
)
N_NUMBERS = sum(piece.size for piece in NUMBERS)
N_IDS = sum(place.rows * place.slots for place in PLACES)
SIZE = sum(piece.size for piece in PIECES)


def layout_hash() -> str:
    """Changes whenever a number of either form changes its place, name or scale; stored in saved games and batches."""
    pieces = [(p.name, p.rows, p.width, p.low, p.high, [(c.name, int(c), c.low, c.high) for c in p.columns]) for p in PIECES]
    places = [place[:-1] for place in PLACES]
    features = [(feature.name, feature.most) for feature in FEATURES]
    return hashlib.sha256(repr((OBSERVATION_VERSION, pieces, places, features)).encode()).hexdigest()[:16]


def offsets() -> dict[str, int]:
    """Where each piece starts in the vector."""
    found, at = {}, 0
    for piece in PIECES:
        found[piece.name] = at
        at += piece.size
    return found


def id_offsets() -> dict[str, int]:
    """Where each place starts among the ids."""
    found, at = {}, 0
    for place in PLACES:
        found[place.name] = at
        at += place.rows * place.slots
    return found


class Spot(NamedTuple):
    """A place as the kernels see it."""

    ids: int
    """Where it starts in the compact form,"""
    features: int
    """and where in the vector."""
    slots: int
    shown: int
    width: int


def spots() -> dict[str, Spot]:
    ids, floats = id_offsets(), offsets()
    return {p.name: Spot(ids[p.name], floats[f"{p.name}_cards"], p.slots, p.shown, p.width) for p in PLACES}


def bounds() -> tuple[npt.NDArray[np.float32], npt.NDArray[np.float32]]:
    """The minimum and maximum of every number of the vector; the first N_NUMBERS are those of the compact form."""
    pairs: list[tuple[float, float]] = []
    for piece in PIECES:
        row = [(column.low, column.high) for column in piece.columns] or [(piece.low, piece.high)] * piece.width
        pairs += row * piece.rows
    low, high = np.array(pairs, np.float32).T
    return np.ascontiguousarray(low), np.ascontiguousarray(high)


def named(vector: npt.NDArray[np.float32]) -> dict[str, npt.NDArray[np.float32]]:
    """The pieces of a vector (or of the numbers of the compact form) by name, as views: rows and columns, or a single row."""
    if vector.shape[-1] not in (SIZE, N_NUMBERS):
        raise ValueError(f"a vector has {SIZE} numbers, the compact form {N_NUMBERS}; got {vector.shape[-1]}")
    found = {}
    for name, at in offsets().items():
        piece = next(piece for piece in PIECES if piece.name == name)
        if at + piece.size <= vector.shape[-1]:
            part = vector[..., at : at + piece.size]
            found[name] = part if piece.rows == 1 else part.reshape(*vector.shape[:-1], piece.rows, piece.width)
    return found


def named_ids(ids: npt.NDArray[np.int16]) -> dict[str, npt.NDArray[np.int16]]:
    """The ids of the compact form by place, as views."""
    if ids.shape[-1] != N_IDS:
        raise ValueError(f"the compact form has {N_IDS} ids; got {ids.shape[-1]}")
    at = id_offsets()
    return {p.name: ids[..., at[p.name] : at[p.name] + p.rows * p.slots].reshape(*ids.shape[:-1], p.rows, p.slots) for p in PLACES}


class Exempt(NamedTuple):
    """Something that a player at the table knows but an observation does not show, and why."""

    what: str
    reason: str


EXCEPTIONS = (
    Exempt(
        "Who decides, and about what, is shown only to the deciding player.",
        "That the rules wait for a player can reveal their cards; what is public about a decision (an offer that was sent, a trade, a "
        "Curse that strikes) is shown to all.",
    ),
    Exempt("Who has passed in a window is shown only to the player deciding there.", "The same reason."),
    Exempt(
        "Which cards of other hands were just received.", "Of another hand a player knows its size and the cards they have seen (HAND-06)."
    ),
    Exempt(
        f"Slots beyond those of the table of places (of my hand beyond {PLACES[0].shown} in the vector, of another player's table beyond "
        f"{THEIR_SLOTS}, and so on).",
        "A fixed size; hands and tables that large are rare, and the number of cards is always shown.",
    ),
    Exempt(
        "How often each power of another player was used.",
        "Only the sum per player is shown; for my own powers the mask shows what is left.",
    ),
    Exempt("Trades refused this turn.", "The mask excludes what may not be offered again."),
    Exempt(
        "The order of the discards below the top (obs_discards full), and more than seven copies of one card there.",
        "Counts are what matters once they become the deck.",
    ),
    Exempt("Who has already picked from a dead player's cards.", "Everybody picks once, in descending order of Level."),
    Exempt("Amounts beyond the bounds of the table.", "Only user-defined cards can cause them."),
    Exempt(f"Traits beyond the first {TRAITS_SHOWN} of the loaded sets.", "The four sets have 41; the cards themselves are shown."),
)

assert len(CardKind) == 16 and MAX_TYPES % COUNTS_PER_FLOAT == 0
