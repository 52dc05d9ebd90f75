"""Why a bot with a style made its choice: a reason and its numbers, noted by the code that chose. explaining.py puts them into words."""

from enum import IntEnum

from munchkin_env.core.kernel import kernel
from munchkin_env.engine.state.records import NOBODY

from .style import Bot


class Reason(IntEnum):
    """x, y, z: numbers with the meanings below; who: a seat."""

    NOTHING = 0  # nothing was noted: a bug

    # its own fight; x: what it lacks
    WON = 1  # x: the margin
    ROOM = 2  # x: the margin, y: what the card adds
    TURN = 3  # y: what the fight is worth, z: what the cards cost
    ASK = 4  # y: the same, z: what the help costs, who: the helper
    WAY_OUT = 5  # y: what losing costs, z: what the card gains, or costs if negative
    GIVE_UP = 6  # y: what the fight is worth
    TROUBLE = 7  # x: the margin, y: what it gains
    LOOT = 8  # x: what a monster would have to gain

    # others' fights
    TAKE_OVER = 10  # x: what it gains, y: what the card costs
    LOST_ANYWAY = 11  # x: what they lack
    UNDECIDED = 12  # x: threat of main
    STOP = 13  # x: the margin by which they win, who: would win the game
    IN_VAIN = 14  # the same, and its cards are not enough
    CANNOT_STOP = 15  # the same
    MEDDLE = 16  # x: what they lose, y: what it costs
    TOO_EXPENSIVE = 17  # x: what they would lose, y: what it would cost

    # cards
    GAIN = 20  # x: points
    WAIT = 21
    KEEP = 22
    SALE = 23  # x: points
    MARK = 24  # x: what the card is worth to the bot
    CLOSE_SALE = 25
    SALE_OFF = 26
    MOST = 27  # x: points
    LEAST = 28  # x: points
    BETTER = 29  # x: points
    NOT_BETTER = 30
    BLIND = 31  # x: what the best open card is worth, y: a hand card
    STOP_PAYING = 32

    # help
    CHEAPEST = 40  # x: what the helper costs
    NEAREST = 41  # x: what they would still lack
    PRICE = 42  # x: what it gains the helper, who: the helper
    HELP = 43  # x: what it gains, y: the minimum gain
    TOO_LITTLE = 44  # the same
    NAME_PRICE = 45  # the same, for the price that the bot names
    NOT_ENOUGH = 46  # x: what they would still lack
    NEAR_THE_END = 47  # x: threat of main
    BARGAIN = 48  # x: what is left of the fight's worth
    BAD_BARGAIN = 49
    STAY = 50  # x: points
    LEAVE = 51

    # running away, Curses
    ROLL = 60  # x: faces that save it, y: what is at risk
    SAVE = 61  # x: what is at risk, y: what it costs
    NO_RESCUE = 62  # x: what is at risk
    UNDO = 63  # x: what it costs the rival, y: what it costs
    LET_RUN = 64
    CANCEL = 65  # x: what the Curse costs, y: what the card costs
    BEAR = 66  # x: what the Curse costs
    NOT_CONCERNED = 67
    LET_ROLL = 68
    CAUGHT = 69  # x: what it costs

    # trades
    TRADE = 70  # x: points
    GOOD_TRADE = 71  # x: points
    BAD_TRADE = 72
    NO_TRADE = 73

    # questions
    ONE_TARGET = 79
    LEADER = 80  # x: that player's Level
    FURTHEST_BEHIND = 81  # x: that player's Level
    SELF = 82
    VICTIM = 83  # x: what it costs that player, y: their threat
    FIGHTER = 84
    STRONGEST = 85  # x: strength
    HARMLESS = 86  # x: what being caught costs
    NUMBER = 87
    OPTION = 88  # x: what it costs
    SWING = 89  # x: how far it moves the fight
    LAY_DOWN = 90
    OWN_SIDE = 91
    WORD = 92
    SEND_AWAY = 93  # x: what the bot lacks
    MEET = 94
    FIERCEST = 95  # of its hand
    WEAKEST = 96
    ROUTINE = 97
    ANY = 98
    PAYS = 99
    FORBIDDEN = 100  # what it chose is not legal: a bug, for which the first legal action stands in


@kernel
def because(b: Bot, action: int, reason: int, x: int, y: int, z: int) -> int:
    """Note the reason, and return the action."""
    b.reason = reason
    b.told[0] = x
    b.told[1] = y
    b.told[2] = z
    b.who = NOBODY
    return action


@kernel
def because_of(b: Bot, action: int, reason: int, x: int, y: int, z: int, who: int) -> int:
    """The same for a reason that refers to a seat."""
    because(b, action, reason, x, y, z)
    b.who = who
    return action
