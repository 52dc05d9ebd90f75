"""The whole game in one record: copying the record copies the game, and its bytes are the save file."""

from enum import IntEnum

from munchkin_env.core.record import Array, Record, i8, i16, i32, i64, many, one, u8, u32
from munchkin_env.vocabulary.tables import MAX_CARDS
from munchkin_env.vocabulary.words import NONE

from .names import Registers
from .options import Options

RECORD_VERSION = 2  # bumped when a number of the record changes its meaning, but not its place: a Kind, a register
MAX_PLAYERS = 6
MAX_HAND = 96  # only the first HAND_SLOTS (actions.py) can be used at a time, HAND-07
MAX_TABLE = 48  # the same
MAX_DEPTH = 48  # frames
MAX_MONSTERS = 8  # MON-10
MAX_ZONE = 64  # cards played into one fight
MAX_POOL = 144  # a body: a hand and a table
MAX_PILE = 420
MAX_MARKERS = 48
MAX_USES = 48
MAX_EVENTS = 128
WHATS = 64  # kinds of events (events.What)
MAX_DICE = 16
EQUIPS_IN_WINDOW = 4  # equipment changes per window (TIME-13)
MAX_REFUSED = 54  # six players, at most nine trade offers each (TIME-13)
NOBODY = -1
EVERYTHING = 100  # Offer.treasures: all of them
MOST_ROUNDS = 30_000
HIGHEST_COUNT = 10**9  # turns and decisions

# Common ranges of fields; the words are explained in sound/bounds.py.
FLAG = (0, 1)
SEAT, MAYBE_SEAT, SEATS = (0, "seat"), (NOBODY, "seat"), (0, "seats")  # the last: bit p, player p
MAYBE_CARD = (NONE, "card")
EFFECT, MAYBE_EFFECT = (0, "effect"), (NONE, "effect")
OP, PLACE = (0, "op"), (0, "place")  # a row of the programs; where in them: also their end
SUM = (-20_000, 20_000)
ANY_16 = (-(2**15), 2**15 - 1)

# Bits of Game.mark[card]. Bits 0 to 5: player p knows this card although it is in another hand (HAND-06).
KNOWN = 63
FRESH = 64  # just received: may be laid down off-turn (TIME-12)
EQUIPPED = 128
CHANGED = 1  # of a companion in play: its sex is not the printed one. (Cards in play have no use for KNOWN.)


class Stream(IntEnum):
    """Randomness by purpose: setting the dice does not affect the decks."""

    DOORS = 0
    TREASURES = 1
    DICE = 2
    TABLE = 3  # blind takes, ties, setup


class FasterTreasure(IntEnum):
    """VAR-02: which phase draws a face-down Treasure."""

    OFF = 0
    LOOT = 1
    TROUBLE = 2
    SET_DEFAULT = 3  # as the sheets of the loaded sets say


class SexMode(IntEnum):
    CHOOSE = 0
    RANDOM = 1
    FIXED = 2  # seats alternate, male first


class HouseMode(IntEnum):
    CHOOSE = 0
    RANDOM = 1


class Seat(Record):
    """One player."""

    level: int = i8(within=(1, 20))
    sex: int = i8(within=FLAG)
    changed_sex: int = i8(within=FLAG)
    dead: int = i8(within=FLAG)  # until the next player's turn begins
    owes_deal: int = i8(within=FLAG)  # died: draws 4 + 4 at the start of their own turn (DEATH-12)
    offers: int = i8(within=(0, 9))  # trade offers left this turn
    equips: int = i8(within=(0, 8))  # equip changes left in this phase
    sales: int = i8(within=(0, 1))  # sales that may still be aborted in this phase
    hand_n: int = i16(within=(0, MAX_HAND))
    hand: Array[int] = i16(MAX_HAND, within=MAYBE_CARD)  # the first hand_n entries, oldest first
    table_n: int = i16(within=(0, MAX_TABLE))
    table: Array[int] = i16(MAX_TABLE, within=MAYBE_CARD)  # everything that this player has in play
    host: Array[int] = i16(MAX_TABLE, within=MAYBE_CARD)  # the card that table[i] is attached to or carried by, or NONE


class Frame(Registers, Record):
    """One pending thing. Its kind declares which of the numbers it uses, and under which names (declare.py)."""

    kind: int = u8(within=(0, 255))
    player: int = i8(within=SEAT)  # who decides, or whom it affects
    passed: int = u8(within=SEATS)  # in a ring: bit p, player p has passed since the last action
    victim: int = i8(within=MAYBE_SEAT)
    it: int = i8(within=MAYBE_SEAT)  # the member of a group being handled
    target: int = i8(within=MAYBE_SEAT)
    target2: int = i8(within=MAYBE_SEAT)
    slot: int = i8(within=(-2, MAX_MONSTERS - 1))  # monster slot
    ok: int = i8(within=FLAG)  # the op before did something
    face: int = i8(within=(0, 6))  # the die
    tally: int = i8(within=(0, 100))
    remaining: int = u8(within=SEATS)  # members of a group still to be handled
    a: int = i16(within=ANY_16)
    b: int = i16(within=ANY_16)
    c: int = i16(within=ANY_16)
    d: int = i16(within=ANY_16)
    card: int = i16(within=MAYBE_CARD)
    effect: int = i16(within=MAYBE_EFFECT)
    pc: int = i16(within=PLACE)
    end: int = i16(within=PLACE)
    answer: int = i16(within=(-3, "answer"))  # to the question that this frame asked
    gold: int = i16(within=(0, 32767))  # stored by value_as
    bits32: int = i32(within=(0, 2**31 - 1))
    bits64: int = i64(within=(0, 2**62 - 1))


class Monster(Record):
    """One monster in the fight."""

    card: int = i16(within=MAYBE_CARD)
    # its own slot; of a Mate, the slot of its original, which holds changes to either (MON-04)
    root: int = i8(within=(0, MAX_MONSTERS - 1))
    state: int = i8(within=(0, 3))  # MonsterState
    pays: int = i8(within=FLAG)  # removed without being killed, but its Treasures are won with the fight
    as_steed: int = i8(within=FLAG)  # a Steed fought as a monster (STEED-08)
    treasures: int = i8(within=(-100, 100))  # change by cards played on it
    bonus: int = i16(within=SUM)  # the same
    tags: int = i32(within=(0, 2**31 - 1))  # given to it
    caught: int = u8(within=SEATS)  # bit p: it caught player p
    fled: int = u8(within=SEATS)  # bit p: player p is done with it
    told: int = u8(within=SEATS)  # bit p: its before_combat condition has been applied to fighter p (MON-14)
    helped: int = i8(within=MAYBE_SEAT)  # who helped when it was killed, or NOBODY
    # bit k: its k-th effect gives a reward, once it is killed, or (before_combat) once the fight that it left is won
    rewards: int = u8(within=(0, 255))


class MonsterState(IntEnum):
    EMPTY = 0
    FIGHTING = 1
    KILLED = 2
    GONE = 3


class Combat(Record):
    """The fight. `on` from revealing the monster until everything it causes is over."""

    on: int = i8(within=FLAG)
    main: int = i8(within=MAYBE_SEAT)
    helper: int = i8(within=MAYBE_SEAT)
    compelled: int = i8(within=FLAG)  # the helper was compelled, and has not chosen to stay
    open: int = i8(within=FLAG)  # strengths still count: nobody has won or lost yet
    took_place: int = i8(within=FLAG)  # it became a combat: strengths were compared, or a monster was killed (COMBAT-17)
    won: int = i8(within=FLAG)
    forfeit: int = i8(within=(0, 127))  # Forfeit bits: rewards that it no longer gives
    cleared: int = i8(within=FLAG)  # monsters and cards are already on the discards
    n: int = i8(within=(0, MAX_MONSTERS))  # monster slots in use
    zone_n: int = i16(within=(0, MAX_ZONE))
    monster: Array[Monster] = many(Monster, MAX_MONSTERS)
    zone: Array[int] = i16(MAX_ZONE, within=MAYBE_CARD)  # one-shots, enhancers and other cards played into it
    zone_adds: Array[int] = i8(MAX_ZONE, within=(-128, 127))  # what each adds to the munchkins' side; part of munchkin_bonus
    munchkin_bonus: int = i16(within=SUM)  # one-shots on each side (SHOT-02), and powers
    monster_bonus: int = i16(within=SUM)
    power_bonus: int = i16(within=SUM)  # the part of munchkin_bonus that powers gave
    used_tags: int = i32(within=(0, 2**31 - 1))  # of one-shots on the munchkin side
    margin: int = i16(within=SUM)  # by how much it was lost
    asks: Array[int] = i8(MAX_PLAYERS, within=(0, 100))  # requests to each player in this fight (TIME-13)
    asked: int = u8(within=SEATS)  # bit p: asked since the fight last changed
    epoch: Array[int] = i16(4, within=ANY_16)  # the state then: both totals, helper, monsters
    refused: int = u8(within=SEATS)  # bit p: has refused to help main
    treasures: int = i16(within=(0, 1000))  # to be handed out
    # running away
    runner: int = i8(within=MAYBE_SEAT)
    fleeing: int = i8(within=(NONE, MAX_MONSTERS - 1))  # the slot of the monster that the runner is running from
    die: int = i8(within=(0, 6))  # 0: not rolled
    escaped: int = i8(within=(-1, 2))  # 1: without a roll; 2: even where nobody escapes; -1: undone, only the die counts now
    away: int = u8(within=SEATS)  # bit p: escapes everything without a roll
    freed: int = u8(within=SEATS)  # bit p: the same, even where nobody escapes (a companion was sacrificed)
    met: int = u8(within=SEATS)  # everyone who has been a fighter


class Offer(Record):
    """Main's offer to a helper, then the agreed deal."""

    to: int = i8(within=MAYBE_SEAT)
    treasures: int = i8(within=(0, EVERYTHING))  # or EVERYTHING
    helper_first: int = i8(within=FLAG)
    bribe: int = i16(within=MAYBE_CARD)  # a carried Item, or NONE
    card: int = i16(within=MAYBE_CARD)  # a hand card to be played on the helper, or NONE
    countered: int = i8(within=FLAG)


class Refused(Record):
    """A trade that was offered and refused this turn: it may not be offered again (TRADE-04)."""

    player: int = i8(within=SEAT)
    partner: int = i8(within=SEAT)
    mine: int = i16(within=MAYBE_CARD)
    yours: int = i16(within=MAYBE_CARD)


class Pile(Record):
    n: int = i16(within=(0, MAX_PILE))
    cards: Array[int] = i16(MAX_PILE, within=MAYBE_CARD)  # the top card is cards[n - 1]


class Marker(Record):
    """A timed modifier: an op that continues to hold for a character."""

    card: int = i16(within=MAYBE_CARD)  # its source
    op: int = i16(within=OP)  # the op row
    amount: int = i16(within=SUM)
    seat: int = i8(within=SEAT)
    until: int = i8(within=(0, 127))
    # 1: not yet (Bad Stuff's "next combat" during this one); 2: the end of the current turn is not meant
    waiting: int = i8(within=(0, 2))


class Use(Record):
    """How often a limited power was used."""

    effect: int = i16(within=EFFECT)
    seat: int = i8(within=SEAT)
    victim: int = i8(within=MAYBE_SEAT)
    per: int = i8(within=(0, 127))
    count: int = i8(within=(0, 100))


class LogEntry(Record):
    """One public fact of what happened (Event kinds: events.py)."""

    what: int = i8(within=(0, WHATS - 1))
    player: int = i8(within=MAYBE_SEAT)
    other: int = i8(within=MAYBE_SEAT)
    card: int = i16(within=MAYBE_CARD)
    number: int = i16(within=ANY_16)
    seen: int = u8(within=(0, 63))  # bit p: player p sees which card it was


class Deed(IntEnum):
    """What players have openly done to each other, and will remember. What players do to themselves does not count.

    HELPED   struck a deal and joined the other's fight, or was compelled and stayed when it was for the win. Being compelled is not help.
    REFUSED  said no: to helping the other when asked, or (as main) to the price that the other named for helping.
    LEFT     was compelled and left when it became a fight for the win, or broke a promise to the other (binding_deals off).
    HIT      once per card or power used:
             played a Curse on the other, whether or not it was cancelled;
             aimed at them what takes Levels, cards, life, bonus or escape, whether or not it succeeds (a theft); compelled them to
             help, or made them main;
             struck them among others, or a card of theirs that was chosen, with a card or a power;
             in a fight that they are in, strengthened a monster or its side, added a monster (in exchange: one of higher Level),
             or lowered their die for running away.
             The sign of an amount decides. Removing monsters, changing other dice or a sex, and looking at a hand do not count.
    """

    HELPED = 0
    REFUSED = 1
    LEFT = 2
    HIT = 3


class Game(Record):
    n_players: int = i8(within=(2, MAX_PLAYERS))
    over: int = i8(within=FLAG)
    winners: int = u8(within=SEATS)  # bit p
    reached: int = u8(within=SEATS)  # bit p: they have reached their winning Level in a way that wins; CHECK_WIN is next
    truncated: int = i8(within=FLAG)  # stopped by max_rounds
    turn_player: int = i8(within=SEAT)
    first_player: int = i8(within=SEAT)
    room: int = i8(within=(0, 2))  # Room: may phase 2 still happen
    setting_up: int = i8(within=FLAG)
    recheck: int = u8(within=SEATS)  # bit p: something left player p's table, check whether the rest is still allowed
    logging: int = i8(within=FLAG)
    asks_all: int = i8(within=FLAG)  # 1: ask even if there is only one answer, to check an answer given in advance (game/scenario/)
    depth: int = i8(within=(0, MAX_DEPTH - 1))
    rounds: int = i16(within=(0, MOST_ROUNDS))  # completed; people are shown one more
    turn: int = i32(within=(0, HIGHEST_COUNT))
    decisions: int = i32(within=(0, HIGHEST_COUNT))
    turn_began: int = i32(within=(0, HIGHEST_COUNT))  # after so many decisions
    rng: Array[Array[int]] = u32(len(Stream), 4, within=(0, 2**32 - 1))
    dice_n: int = i8(within=(0, MAX_DICE))
    dice: Array[int] = i8(MAX_DICE, within=(0, 6))  # results set in advance (a set position); they come before random ones
    options: Options = one(Options)
    stack: Array[Frame] = many(Frame, MAX_DEPTH)  # stack[depth - 1] is next
    combat: Combat = one(Combat)
    offer: Offer = one(Offer)  # being made
    deal: Offer = one(Offer)  # agreed with the helper
    seat: Array[Seat] = many(Seat, MAX_PLAYERS)
    marker_n: int = i16(within=(0, MAX_MARKERS))
    use_n: int = i16(within=(0, MAX_USES))
    refused_n: int = i8(within=(0, MAX_REFUSED))
    pool_n: int = i16(within=(0, MAX_POOL))
    marker: Array[Marker] = many(Marker, MAX_MARKERS)
    use: Array[Use] = many(Use, MAX_USES)
    refused: Array[Refused] = many(Refused, MAX_REFUSED)
    pool: Array[int] = i16(MAX_POOL, within=MAYBE_CARD)  # open cards to pick from
    mark: Array[int] = u8(MAX_CARDS, within=(0, 255))  # KNOWN, FRESH, EQUIPPED
    doors: Pile = one(Pile)
    treasures: Pile = one(Pile)
    door_discards: Pile = one(Pile)
    treasure_discards: Pile = one(Pile)
    # [who][to whom]: a byte per Deed, how often (events.py: deeds)
    past: Array[Array[int]] = u32(MAX_PLAYERS, MAX_PLAYERS, within=(0, 2**32 - 1))
    event_n: int = i16(within=(0, MAX_EVENTS))
    event: Array[LogEntry] = many(LogEntry, MAX_EVENTS)


class Room(IntEnum):
    """Phase 2 of this turn."""

    CLOSED = 0
    OPEN = 1  # look for trouble, or loot
    LOOT_ONLY = 2  # a card granted it
