"""The laws by number, each with the text of its error."""

from enum import IntEnum

import numpy as np
import numpy.typing as npt

from munchkin_env.core.kernel import kernel

Seen = npt.NDArray[np.int16]


Found = npt.NDArray[np.int64]


FINE = 0


class Law(IntEnum):
    """What may be wrong; the text uses the figures in `found`."""

    text: str

    def __new__(cls, number: int, text: str = "") -> "Law":
        made = int.__new__(cls, number)
        made._value_ = number
        made.text = text
        return made

    FINE = 0
    ABSENT_SEAT = 1, "seat[{0}] has {1} cards; there are only {2} players"
    LEVEL = 2, "seat[{0}].level is {1}; must be 1 to {2}"
    ENDED = 3, "over is {0}, winners {1} and truncated {2}: a game is over if it was won or truncated, not both"
    BEHIND_THE_END = 4, "seat[{0}] names card {1} beyond the end of its {2} cards; must be -1"
    NO_CARD = 5, "a place that counts as filled has no card: {0} of them"
    OTHER_DECK = 6, "card {0} is in a pile of the other deck, or in one that never holds its kind"
    TWICE = 7, "card {0} is in {1} places; must be in 1"
    MISSING = 8, "card {0} is nowhere"
    NOT_IN_GAME = 9, "card {0} is of a part of the box that this game does not use"
    HOST = 10, "seat[{0}].host[{1}] is {2}: not another card on that table"
    NOTHING_WAITS = 11, "depth is {0}: a player must have something to decide while the game is not over"
    NOBODY_DECIDES = 12, "stack[{0}] is a {1}, a kind that runs by itself, and is on top; must be a kind from 0 to {2}"
    DEAD_DECIDES = 13, "stack[{0}].player is {1}, who is dead and cannot decide"
    BOTTOM = 14, "stack[0].kind is {0}; must be END_TURN, START or BEGIN_TURN"
    TURN_ORDER = 15, "stack[{0}].kind is {1}: the parts of a turn are in turn order, each once, below everything else"
    NO_FIGHT = 16, "stack[{0}].kind is {1}, part of a fight, but there is no fight below it"
    FIGHT_ON = 17, "combat.on is {0}, but {1} frames on the stack end a fight"
    IDLE_FIGHT = 18, "there is no fight, but combat still has main {0}, helper {1} and {2} monsters"
    MAIN = 19, "combat.main is {0} and combat.helper {1}: a fight has a main fighter, and their helper is another player"
    MONSTER = 20, "combat.monster[{0}] has card {1}, root {2} and state {3}: not a monster in this fight"
    NO_MONSTERS = 21, "combat.n is {0}: a fight begins with a monster"
    RUNNER = 22, "combat.runner is {0} and combat.fleeing {1} of {2} monsters"
    SLOT = 23, "stack[{0}].slot is {1}; there are {2} monsters"
    EFFECT_OF_CARD = 24, "stack[{0}].effect is {1}, which is not an effect of card {2}"
    PROGRAM = 25, "stack[{0}].pc is {1} and end {2}: not in the program of effect {3}"
    CANDIDATES = 26, "stack[{0}] names hand slots {1} or table slots {2} without a card"
    NO_SUCH_MONSTER = 27, "stack[{0}].slots is {1}: bits of {2} monsters"
    ONESELF = 28, "stack[{0}], a kind {1}, needs another player than player {2}"
    CARD_ELSEWHERE = 29, "stack[{0}], a kind {1}, names card {2}, which is not where it says"
    FOLLOWS = 30, "stack[{0}].follows is {1}: not something that follows a card just played"
    OUTCOME_BELOW = 31, "stack[{0}] is on a kind {1}, which is not what its register says"
    NO_OFFER = 32, "offer.to is {0} while an offer is made by {1}"
    DICE = 33, "dice[{0}] is {1} with {2} dice set; must be 1 to 6, and 0 after the last one"
    MARKER = 34, "marker[{0}].until is {1}; must be 0 to {2}"
    USE = 35, "use[{0}].per is {1}; must be 0 to {2}"
    EVENT = 36, "event[{0}].what is {1}; must be 0 to {2}"
    SUB_DECKS = 37, "options.sub_decks is {0}; must be 1, 3, 5 or 7"
    STUCK = 38, "player {0} has to decide a kind {1}, but has no legal action"
    NUMBERS = 39, "stack[{0}].numbers is {1}: bits of {2} modes"
    SHARES = 40, "stack[{0}], cards to give away: {1} from a hand of {2}"


@kernel
def tell(found: Found, law: int, a: int, b: int, c: int, d: int) -> int:
    found[0] = a
    found[1] = b
    found[2] = c
    found[3] = d
    return law
