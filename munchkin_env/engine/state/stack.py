"""What is still to happen, next on top.

Rule modules never call each other: they push the kind of thing that comes next. Which function serves which kind, each declares
(declare.py); flow/dispatch.py is made from that.
"""

from enum import IntEnum

from munchkin_env.core.kernel import kernel
from munchkin_env.engine.state.records import MAX_DEPTH, Frame, Game
from munchkin_env.vocabulary.words import NONE


class Moment(IntEnum):
    """Where in the turn a WINDOW or an ARRANGE stands."""

    BEFORE_DOOR = 0  # before the door is opened
    BEFORE_ROOM = 1  # before trouble or loot
    BEFORE_CHARITY = 2  # before charity
    RUN = 3  # while players run away
    AFTER_FIGHT = 4  # after a fight


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
    """How help is asked for: register `ask` of the frames of an offer. The EFFECTS frame below compelled hears in `ok` what came of it."""

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
    f.answer = NONE
    f.gold = 0
    f.bits32 = 0
    f.bits64 = 0
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
    f.answer = NONE
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
    g.stack[g.depth - 1].answer = value
