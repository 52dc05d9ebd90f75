"""What is still to happen, next on top.

Rule modules never call each other: they push the kind of thing that comes next,
and engine.py alone knows which function serves which kind.
"""

from enum import IntEnum

from munchkin_env.core.kernel import kernel
from munchkin_env.engine.state.records import MAX_DEPTH, Frame, Game
from munchkin_env.vocabulary.words import NONE


class Kind(IntEnum):
    """Everything that can happen, by name. Registers that matter are named; `player` decides or is concerned."""

    # ---- 0 to 63: these wait for a player. Numbers are never given again: saved games and the observation know kinds by them.
    CHOOSE_SEX = 0
    SETUP = 1  # play from the first cards
    ARRANGE = 2  # own turn, outside combat. a: Moment
    PLAY_OR_KEEP = 3  # a card drawn. card, b: 1 if face up
    TROUBLE_OR_LOOT = 4
    CHARITY_CARD = 5  # a: cards still to give
    WINDOW = 6  # ring, everyone may react outside combat. a: Moment, b: 1 if somebody acted, c: 1 after a fight that was no combat
    FIGHT_WINDOW = 7  # ring, everyone may add to the fight
    OFFER_TO = 8  # the offer to a helper, step by step (g.offer). a: Ask, up to ANSWER_HELP
    OFFER_TREASURES = 9
    OFFER_ORDER = 10
    OFFER_ITEM = 11
    OFFER_CARD = 12
    OFFER_SEND = 13
    ANSWER_HELP = 14  # a: Ask; compelled, he can only discard something before
    COUNTER_ORDER = 15
    ANSWER_COUNTER = 16
    STAY_OR_LEAVE = 17
    PICK_TREASURE = 18
    ESCAPE = 19  # before a roll to run away: roll, or another way out
    ROLL_WINDOW = 20  # ring: cards that change the die or its outcome. a: Dice
    CURSE_WINDOW = 21  # ring: cards that cancel a Curse. The STRIKE below is what they answer
    LOOT_BODY = 22
    SELL = 23  # hand, table: marked so far
    SELL_DOUBLE = 24  # which Item counts double. hand, table: the sale
    TRADE_WITH = 25
    TRADE_MINE = 26  # target: the partner
    TRADE_YOURS = 27  # card: mine
    TRADE_SEND = 28  # card: mine, a: yours
    ANSWER_TRADE = 29  # target: who offers, card: his, a: what he wants
    RESURRECT = 30  # pay hand cards to draw from the discards (DP-35). a: deck, b: still to draw; the DRAW is below
    # questions: the answer goes to `value` of the frame below, which asked. b: Why
    ASK_PLAYER = 31  # a: bits of seats, c: 1 if he may stop
    ASK_MONSTER = 32  # a: bits of slots
    ASK_NUMBER = 33  # a: bits of numbers, c: 1 if LAY_DOWN is a choice
    ASK_SIDE = 34
    ASK_YES = 35
    ASK_CARD = 36  # hand, table: candidates of player, c: 1 if he may stop. Answer: the card, or NONE
    ASK_OTHER = 37  # table: candidates on the table of victim, shown in the pool
    ASK_DISCARDS = 38  # a: deck (or ANY), d: filter, c: page, tally: 1 if it is only about what may come into play before player
    TOO_BIG = 39  # more Big Items than player may carry: correct it, sell, or part with one
    CHOOSE_HOUSE = 40  # before the sex
    CARD_WINDOW = 41  # ring: cards that cancel a card just played, the PLAYED below
    # ---- from 64 on: these run by themselves
    DEAL = 64  # four cards of each deck
    START = 65  # everyone has played his first cards
    BEGIN_TURN = 66
    COME_BACK = 67
    REDEAL = 68
    LISTEN = 69
    BEFORE_DOOR = 70
    KICK_DOOR = 71
    OPEN_DOOR = 72  # card: what the kick drew
    BEFORE_ROOM = 73
    ROOM = 74
    BEFORE_CHARITY = 75
    CHARITY = 76
    CHARITY_GIVE = 77  # card; value: who gets it. The CHARITY_CARD below keeps the shares
    END_TURN = 78
    MOMENT = 79  # arrange, then a window; again if somebody acted there. a: Moment
    DRAW = 80  # a: deck, b: how many, c: Face, d: Goal
    DRAW_FACE_UP = 81  # the same, and the drawer may redirect it
    RESURRECTED = 82
    FIGHT = 83  # card: the monster; a: 1 if a Treasure of the faster game comes first
    MEET = 84  # slot: a monster meets the fighters
    MEET_EFFECT = 85  # slot, effect; value: yes or no, if optional
    FIGHT_CHANGED = 86
    RESOLVE_FIGHT = 87
    WIN_LEVELS = 88
    CHECK_WIN = 89
    WIN_TREASURES = 90
    SHARE_TREASURES = 91  # a: main still picks, b: the helper, c: 1 if the helper is next
    KILL_REWARDS = 92
    SETTLE_DEAL = 93
    WIN_REWARDS = 94
    DEAL_KEPT = 95  # value: yes, main hands out the Treasures as agreed. Only if deals do not bind
    BRIBE_KEPT = 96  # card, a: the pledged card and Item; value: yes
    LOSE_FIGHT = 97
    RUN = 98  # player runs from every monster. value: the slot
    RUN_FROM = 99  # slot
    OUTCOME = 100  # slot: one escape stands or fails
    END_FLIGHT = 101
    END_FIGHT = 102
    USE_CARD = 103  # card, b: from where, table: the When bits now. slot, if it is a monster's ability
    EFFECT_CHOSEN = 104  # value: offset of the effect, or STOPPED: lay it down
    TARGET_CHOSEN = 105  # effect; value: the player
    SECOND_TARGET = 106  # target; value: another, or STOPPED
    PAY = 107  # a: cards still to be paid; value: a card paid
    USE_PAID = 108
    TAKE_ON = 109  # card: an identity or companion; value: the card it replaces
    LOAD = 110  # card: a companion; value: the Item it is to carry
    # pc..end: the program (see effects.py); a: a Curse from the own door, b: Face, c: Level of the monster it sent away, d: Disposal,
    # passed: bits of the players whom it has hit (deeds.py), hand: HAS_PAID and how many discards there were before its price
    # was paid (Doors, Treasures << 12), table: the deck of the last card paid
    EFFECTS = 111
    DISCARD_CARDS = 112  # victim loses b cards by op pc; player chooses; a: what went so far; value: a card
    TAKE_CARDS = 113  # it takes b cards from victim by op pc; player chooses; value: a card
    TAKE_TO_WIN = 114  # player takes an Item of target that wins the fight. value: the card
    MAKE_ROOM = 115  # card: that Item; value: an own Item that stands in its way
    ROLL_DIE = 116
    DIE_STANDS = 117  # face; goes to `face` of the frame below
    CURSE = 118  # card, victim (or value), player: who played it; a: 1 if drawn at the own door
    STRIKE = 119  # the same; ok: 0 if cancelled
    DIE = 120
    LOOTING = 121  # passed: bits of the seats that have picked
    CORRECT = 122  # what player has in play is looked over
    GIVE_UP = 123  # value: the Class, Race or companion too many
    TURN_SIDEWAYS = 124  # value: the Item to unequip
    HAND_OVER = 125  # card: a Big Item; value: who gets it
    PLAYED = 126  # a card that may be answered (DP-40); ok: 0 if cancelled, c: the Kind that follows
    JOIN_FIGHT = 127  # card: a monster, straight from a hand
    KEEP_DRAWN = 128  # a: of the cards just drawn so many are kept. table: bits of their hand slots; value: one that goes
    WORK_OR_KEEP = 129  # card: works when drawn, if the drawer likes. effect, b: Face; value: yes or no
    STRENGTHS_COUNT = 130
    MONSTER_STRIKES = 131  # slot, a: Trigger: what its card does to player when the fight is lost, or all flight over


FIRST_AUTOMATIC = 64
DECISIONS = max(kind for kind in Kind if kind < FIRST_AUTOMATIC) + 1
KINDS = max(Kind) + 1
HAS_PAID = 1 << 24


class Moment(IntEnum):
    """Where in the turn a WINDOW or an ARRANGE stands."""

    BEFORE_DOOR = 0  # W-TURN
    BEFORE_ROOM = 1  # W-DOOR
    BEFORE_CHARITY = 2  # W-END
    RUN = 3  # W-RUN
    AFTER_FIGHT = 4  # W-AFTER


class Why(IntEnum):
    """Why a question is asked; for the texts and the observation, the rules do not look at it."""

    WAY = 0  # which way to use a card
    TARGET = 1
    SECOND_TARGET = 2
    PAY = 3
    LOSE = 4
    TAKE = 5
    GIVE_UP = 6
    TURN_SIDEWAYS = 7
    PART_WITH = 8
    HAND_OVER = 9
    ATTACH = 10
    LOAD = 11
    MONSTER = 12
    MONSTER_FROM_HAND = 13
    SIDE = 14
    MAY = 15
    OPTION = 16
    RUN_FROM = 17
    FREE_HELPER = 18
    CHARITY = 19
    CURSE_OF = 20
    CURSE = 21
    FACE = 22
    SEARCH = 23
    KEEP_DEAL = 24
    MAKE_ROOM = 25
    MEET = 26
    RECEIVER = 27
    PICK_PLAYER = 28


class Goal(IntEnum):
    """Where drawn cards go."""

    HAND = 0
    POOL = 1
    DOOR = 2  # register `card` of the frame below
    KEEP = 3  # the hand, and a KEEP_DRAWN below will ask which of them stay


class Ask(IntEnum):
    """How help is asked for: register `a` of the frames of an offer. The EFFECTS frame below compelled hears in `ok` what came of it."""

    FREELY = 0
    COMPELLED = 1  # who is asked must help
    REFUSABLE = 2  # a card asks; a refusal has its price


class Disposal(IntEnum):
    """What becomes of the card of an EFFECTS frame when its program is over."""

    NONE = 0  # it lies where it lies
    DISCARD = 1
    ZONE = 2  # into the fight, till its end
    CURSE = 3  # before its victim as long as its marker lasts, else discarded


class Dice(IntEnum):
    """What a die is rolled for."""

    RUN = 0
    TABLE = 1


@kernel
def push(g: Game, kind: int, player: int) -> Frame:
    """A frame with clean registers on top. On a full stack it takes the place of the top one, and `settle` ends the game with an error."""
    if g.depth == MAX_DEPTH:
        g.depth -= 1
    f = g.stack[g.depth]
    g.depth += 1
    f.kind = kind
    f.player = player
    f.passed = 0
    f.victim = NONE
    f.it = NONE
    f.target = NONE
    f.target2 = NONE
    f.slot = NONE
    f.ok = 1
    f.face = 0
    f.tally = 0
    f.remaining = 0
    f.a = 0
    f.b = 0
    f.c = 0
    f.d = 0
    f.card = NONE
    f.effect = NONE
    f.pc = 0
    f.end = 0
    f.value = NONE
    f.gold = 0
    f.hand = 0
    f.table = 0
    return f


@kernel
def pop(g: Game) -> None:
    g.depth -= 1


@kernel
def top(g: Game) -> Frame:
    return g.stack[g.depth - 1]


@kernel
def become(g: Game, kind: int) -> Frame:
    """The top frame goes on as another kind, registers and all."""
    f = g.stack[g.depth - 1]
    f.kind = kind
    f.value = NONE
    return f


@kernel
def then(g: Game, player: int, kinds: tuple[int, ...]) -> None:
    """These things happen next, in this order; whatever they push comes before the next one."""
    for i in range(len(kinds) - 1, -1, -1):
        push(g, kinds[i], player)


@kernel
def answer(g: Game, value: int) -> None:
    """The top question is answered: the frame below, which asked, finds it in `value`."""
    g.depth -= 1
    g.stack[g.depth - 1].value = value
