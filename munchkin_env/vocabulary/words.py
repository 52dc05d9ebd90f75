"""The words that card data is written in.

A card set file (see docs/adding_cards.md) uses the lower-case names of the enums below.
The loader turns it into one `Tables` record (tables.py).
"""

from enum import IntEnum

VERSION = 1  # of words and tables: rows of another version mean something else

NONE = -1

# Amounts that are not numbers. Numbers on cards stay far below 1,000 (Gold is a field of its own).
ALL, ANY, ROLLED, MARGIN, LOWEST_IN_GAME, PAID = 1001, 1002, 1003, 1004, 1005, 1006


class Bits(IntEnum):
    """Words that are combined as bits: their values are powers of two. (Numba does not take IntFlag.)"""


class CardKind(IntEnum):
    """What kind of card it is."""

    MONSTER = 0
    ENHANCER = 1
    CURSE = 2
    CLASS = 3
    RACE = 4
    ROLE = 5
    HOUSE = 6
    PROFICIENCY = 7
    DUAL = 8
    COMPANION = 9
    STEED = 10
    ITEM = 11
    ITEM_ENHANCER = 12
    ONE_SHOT = 13
    GO_UP_LEVEL = 14
    SPECIAL = 15


class Deck(IntEnum):
    """The back of a card; ANY and COST_DECK only in ops."""

    DOOR = 0
    TREASURE = 1
    HOUSE = 2
    ANY = 3
    COST_DECK = 4


class Slot(IntEnum):
    """Where an Item is worn; NONE: nowhere in particular, or not an Item."""

    NONE = 0
    HEADGEAR = 1
    ARMOR = 2
    FOOTGEAR = 3
    ONE_HAND = 4
    TWO_HANDS = 5


class Sex(IntEnum):
    MALE = 0
    FEMALE = 1


class Trigger(IntEnum):
    """When an effect fires, or how long a standing one holds."""

    WHILE_IN_PLAY = 0
    WHILE_EQUIPPED = 1
    WHILE_FIGHTING = 2
    ON_PLAY = 3
    ON_ACTIVATE = 4
    ON_DRAW = 5
    ON_CURSE = 6
    BEFORE_COMBAT = 7
    ON_JOIN = 8
    ON_LOST = 9
    ON_RUN_AWAY = 10
    ON_ESCAPE = 11
    BAD_STUFF = 12
    ON_FLEE_END = 13
    ON_KILL = 14  # what killing it brings besides Levels
    ON_KILL_LEVEL = 15  # the gain_level part of on_kill; the loader splits it off (REW-04: Levels come first)
    ON_WIN = 16
    ON_WOULD_DIE = 17


class When(Bits):
    """Moments in which a card may be played or a power used."""

    ANY_TIME = 1 << 0
    NOT_IN_COMBAT = 1 << 1
    OWN_TURN_NOT_IN_COMBAT = 1 << 2
    ANY_COMBAT = 1 << 3
    OWN_COMBAT = 1 << 4
    OTHER_COMBAT = 1 << 5
    AFTER_COMBAT = 1 << 6
    ASK_HELP = 1 << 7
    ALL_REFUSED = 1 << 8
    BEFORE_RUN_ROLL = 1 << 9
    AFTER_RUN_ROLL = 1 << 10
    FAILED_RUN_ROLL = 1 << 11
    INSTEAD_OF_RUN_ROLL = 1 << 12
    RUN_AWAY = 1 << 13
    AFTER_ESCAPE = 1 << 14
    OWN_ROLL = 1 << 15
    ANY_ROLL = 1 << 16
    WHEN_CURSED = 1 << 17
    WHEN_DRAWING_FACE_UP = 1 << 18
    WHEN_SELLING = 1 << 19


class By(IntEnum):
    """Who may use an ability printed on a monster."""

    SELF = 0
    EACH_FIGHTER = 1
    OTHER_PLAYER = 2


class Of(IntEnum):
    """The group from which a target is picked."""

    NOBODY = 0
    ANY_PLAYER = 1
    OTHER_PLAYER = 2
    ANY_FIGHTER = 3
    OTHER_FIGHTER = 4
    NON_FIGHTER = 5


class Per(IntEnum):
    """The period over which uses are limited."""

    NONE = 0
    COMBAT = 1
    TURN = 2
    OWN_TURN = 3
    ROLL = 4
    VICTIM_IN_COMBAT = 5
    CURSE = 6


class Who(IntEnum):
    """Whom an op affects. Groups start at EACH_FIGHTER: the loader turns them into loops."""

    SELF = 0
    VICTIM = 1
    IT = 2
    TARGET = 3
    MAIN = 4
    HELPER = 5
    LEFT = 6
    RIGHT = 7
    TURN_PLAYER = 8
    ANY_PLAYER = 9  # one, picked by the user
    EACH_FIGHTER = 10
    EACH_PLAYER = 11
    EACH_OTHER = 12
    NEIGHBORS = 13
    LOWEST_LEVEL = 14
    HIGHEST_LEVEL = 15
    UNCAUGHT = 16


class Chooser(IntEnum):
    """Who picks the card."""

    OWNER = 0
    PLAYER = 1
    LEFT = 2
    RIGHT = 3
    TAKER = 4
    RANDOM = 5
    RULE = 6


class Zone(IntEnum):
    HAND = 0
    PLAY = 1
    EQUIPPED = 2
    ANY = 3
    HAND_OR_ITEMS = 4
    THIS = 5


class Need(IntEnum):
    ANY = 0
    FULL = 1


class Into(IntEnum):
    """Where a card goes; the last three only for search_discard and discard."""

    HAND = 0
    PLAY = 1
    EQUIPPED = 2
    SAME = 3
    REPLACE = 4
    PILE_TOP = 5
    PILE_BOTTOM = 6


class Order(IntEnum):
    LEFT_FIRST = 0
    RIGHT_FIRST = 1
    LEVEL_DESC = 2


class Pick(IntEnum):
    """How the rule or a search picks."""

    CHOICE = 0
    FIRST_MATCH = 1
    TOP_CARD = 2
    HIGHEST_BONUS = 3
    HIGHEST_GOLD = 4


class Face(IntEnum):
    DOWN = 0
    UP = 1
    SAME = 2
    REWARD = 3


class Until(IntEnum):
    """When a marker ends. NONE: not a marker; the op works at once or holds with its trigger."""

    NONE = 0
    THIS_ROLL = 1
    THIS_COMBAT = 2
    NEXT_COMBAT_END = 3
    THIS_OR_NEXT_TURN_END = 4
    NEXT_TURN_END = 5
    NEXT_WIN = 6
    NEXT_KILL_OR_DEATH = 7
    NEXT_ESCAPE_ROLL = 8
    HEADGEAR_LOSS = 9


class Side(IntEnum):
    MUNCHKINS = 0
    MONSTERS = 1
    EITHER = 2


class Which(IntEnum):
    """Which monsters an op affects."""

    THIS = 0
    ONE = 1
    ALL = 2
    CARD = 3  # those matching the op's filter


class Pays(IntEnum):
    """Whether a monster that was removed still pays its Treasures."""

    NONE = 0
    NORMAL = 1
    IF_ONLY = 2


class Forfeit(Bits):
    """Rewards that a fight no longer brings, even for monsters killed or sent away earlier."""

    LEVELS = 1
    TREASURES = 2


class Cannot(Bits):
    BE_HELPED = 1
    HELP = 2
    ROLL_TO_ESCAPE = 4
    ESCAPE = 8
    SACRIFICE_COMPANION = 16
    USE_ABILITY = 32
    GAIN_WINNING_LEVEL = 64


class Ignore(Bits):
    """What does not count for a character."""

    LEVEL = 1
    ITEMS = 2
    ONE_SHOTS = 4
    ABILITIES = 8
    COMPANIONS = 16


class Lift(Bits):
    """What an attached or carrying card lets an Item ignore."""

    LIMITS = 1
    RESTRICTIONS = 2


class Capacity(Bits):
    BIG = 1
    COMPLEX = 2
    HANDS = 4
    HEADGEAR = 8
    FOOTGEAR = 16
    COMPANIONS = 32
    HAND_CARDS = 64


class Sheet(Bits):
    """What a set's rule sheet says about all cards played together with it."""

    CHEAT_ON_STEEDS = 1
    CHEAT_ON_COMPANIONS = 2
    KILLED_LEAVE_ITEMS = 4


class Cancel(IntEnum):
    CURSE = 0
    ESCAPE = 1
    DEATH = 2
    CARD = 3


class Scope(IntEnum):
    STRIKING = 0
    ANY = 1


class Flee(IntEnum):
    """What a player escapes from."""

    THIS = 0
    CURRENT = 1
    ALL = 2


class Mode(IntEnum):
    ADD = 0
    REPLACE = 1


class Phase(IntEnum):
    LOOT_ROOM = 0
    TROUBLE_OR_LOOT = 1


class SexOf(IntEnum):
    MUNCHKIN = 0
    COMPANION = 1
    MUNCHKIN_OR_COMPANION = 2


class Reward(IntEnum):
    FREE = 0
    NONE = 1


class SubDeck(Bits):
    """Which part of a box a copy of a card belongs to (SETUP-10)."""

    BASE = 1
    HORSE = 2
    PROMO = 4


class Source(Bits):
    """OWN_DOOR: Curses that the victim drew face up; PLAYED: Curses played on them."""

    OWN_DOOR = 1
    PLAYED = 2


class Op(IntEnum):
    """What a card does. Rows from TEST on are control rows, written only by the loader.

    They begin at 64, so that a new op renumbers nothing: sets whose cards do not use it keep their hash, and files of theirs stay valid.
    """

    GAIN_LEVEL = 0
    LOSE_LEVEL = 1
    SET_LEVEL = 2
    LEVEL_FLOOR = 3
    WIN_LEVEL = 4
    DIE = 5
    DISCARD = 6
    TRANSFER = 7
    DRAW = 8
    SEARCH_DISCARD = 9
    REDIRECT_DRAW = 10
    LOOK_HAND = 11
    CANCEL = 12
    ATTACH = 13
    CARRY_ITEM = 14
    DUAL_IDENTITY = 15
    CHANGE_SEX = 16
    BONUS = 17
    ITEM_BONUS = 18
    SIDE_BONUS = 19
    MULTIPLY = 20
    MONSTER_MOD = 21
    CLONE_MONSTER = 22
    WIN_TIES = 23
    IGNORE = 24
    COMBINE = 25
    ADD_MONSTER = 26
    REMOVE_MONSTER = 27
    REPLACE_FIGHTER = 28
    FORCE_HELP = 29
    CANNOT = 30
    PHASE = 31
    RUN_MOD = 32
    AUTO_ESCAPE = 33
    DIE_MOD = 34
    ROLL = 35
    REROLL = 36
    SET_DIE = 37
    CAPACITY = 38
    SELL_VALUE = 39
    IMMUNE = 40
    CHOOSE = 41
    MAY = 42
    GROUP = 43
    # control rows
    TEST = 64  # cond of who is not satisfied: jump
    IF_FAILED = 65  # the op before could do nothing: jump
    GO = 66  # jump
    EACH = 67  # start a loop over the group who
    NEXT = 68  # the next member becomes `it`; none left: jump
    FACES = 69  # the die shows none of the faces in the bit mask what: jump
    OPTION = 70  # one option of the CHOOSE before: starts at jump
    TALLY = 71  # count the op before for its group
    END_GROUP = 72  # ok = enough of the group's ops did something
    PICK_PLAYER = 73  # the user picks `it` among living players who satisfy cond and have a card of filter in zone; nobody: jump


class Atom(IntEnum):
    """One test of a condition. ALL_OF, ANY_OF and NOT, from 64 on as the control rows of Op, combine the results before them (postfix)."""

    TRAIT = 0  # a: bit
    NO_RACE = 1  # race:human
    NO_CLASS = 2
    SEX = 3  # a: Sex
    CHANGED_SEX = 4
    LEVEL_AT_MOST = 5
    LEVEL_AT_LEAST = 6
    LEVEL_ABOVE_USER = 7
    HIGHEST_LEVEL = 8
    HAS_KIND = 9  # a: CardKind, in play
    HAND_HAS_KIND = 10
    TABLE_HAS_KIND = 11  # in play for any player
    HAS_CARD = 12  # a: card type
    EQUIPPED_SLOT = 13
    EQUIPPED_TAG = 14
    FIGHT_TAG = 15
    FIGHT_HAS = 16
    USED_TAG = 17
    NO_HELPER = 18
    IS_HELPER = 19
    NO_BONUS_USED = 20
    LOSING = 21
    FOR_THE_WIN = 22
    NO_TREASURE_PROMISED = 23
    KILLED_ANY = 24
    NOT_IN_COMBAT = 25
    OWN_TURN = 26
    CAUGHT_SOMEONE = 27
    OWN_DOOR_CURSE = 28
    # joins
    ALL_OF = 64  # a: number of results
    ANY_OF = 65
    NOT = 66


class Needs(Bits):
    """What the loader derives from a program, so that only plays that can be completed are offered."""

    MONSTER = 1  # a monster in the fight
    HAND_MONSTER = 2  # a monster in the user's hand
    ROOM_FOR_MONSTER = 4
    CURSE = 8  # a Curse striking or in force
    ITEM_TO_ATTACH = 16
    WINNING_ITEM = 32  # an Item of the target with which the user's side wins at once
    DISCARDS = 64  # a matching card in the discards
    TARGET_GAINS = 128  # the target can gain a Level that may not win (GUAL-02)
    USER_GAINS = 256  # the user can (GUAL-05)
    CARD_PLAYED = 512  # a card just played, to be cancelled
    NOT_FOR_THE_WIN = 1024  # help is compelled, which no card does in a fight for the win (HELP-10)
    TARGET_HELPS = 2048  # the target can help
    TARGET_LOSES = 4096  # with USER_GAINS: a level to take from the target (GUAL-05)
    TARGET_HAS = 8192  # the target has what is to be taken, perhaps only on some die rolls
