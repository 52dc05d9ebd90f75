"""The 26 properties that hold after every step of every game: PROPERTIES lists them, and where their checks are.

Each check examines a position, or a step (before, action, after), and fails with its name. They compute independently: from the record,
the card files and the event log, not through the engine's own queries, wherever that matters.
"""

from tests.properties import cards, characters, decisions, fights, hidden, log
from tests.properties.step import CHEAP, COSTLY, History, PropertyError, Step

__all__ = ["CHEAP", "COSTLY", "PROPERTIES", "History", "PropertyError", "Step", "check_step"]

PROPERTIES = {
    1: (cards, "every card is in exactly one place"),
    2: (cards, "Doors are with Doors, Treasures with Treasures; a deck grows only by a reshuffle, which takes all discards"),
    3: (characters, "Levels are between 1 and the winning one, and a player who reaches that has won"),
    4: (characters, "the winning Level comes from a kill, or from a card that may win; never from a sale"),
    5: (characters, "every worn Item has a place and suits its owner"),
    6: (characters, "fighters equip nothing and get no Items, except by a card"),
    7: (characters, "Big Items, Steeds and companions stay within what the sheet and the cards allow"),
    8: (characters, "Classes, Races and Roles are one of a kind, two with a dual card, never the same twice"),
    9: (characters, "the ranks of Proficiencies do not exceed the Level"),
    10: (fights, "both strengths follow from the card files, and the stronger side wins"),
    11: (decisions, "there is a legal action, masks name what exists, and every legal action works"),
    12: (decisions, "one player decides, and is alive"),
    13: (hidden, "what the deciding player cannot see does not change what they may do"),
    14: (hidden, "no card in another hand, seen or not, changes what a player may do"),
    15: (decisions, "the same action in a copy of the position leads to the same bytes"),
    16: (decisions, "a reaction window closes when all have passed, and an action reopens it"),
    17: (decisions, "every action spends something, no position recurs in a turn, and turns end"),
    18: (characters, "the dead have nothing and gain nothing; new cards come once, in their next turn"),
    19: (characters, "after a turn no hand is too big, and charity goes to the lowest in equal shares"),
    20: (fights, "nothing remains of a fight that is over"),
    21: (fights, "Levels and Treasures come from kills, in the monsters' numbers, shared as agreed"),
    22: (fights, "there is one helper at most, alive, who agreed or was compelled"),
    23: (cards, "cards change hands only as the log says, and a trade moves what was agreed"),
    24: (cards, "sales are made in the seller's turn, outside fights, at a thousand Gold per Level"),
    25: (cards, "Curses are not given away, promised cards not spent, used ones do not stay"),
    26: (log, "the log reports every change that the table sees, and reveals no hidden card"),
}

for _checks in (CHEAP, COSTLY):
    _checks.sort(key=lambda one: one[0])


def check_step(step: Step, seed: object, number: int, with_costly: bool) -> None:
    """All properties. The message says which one failed, in which game, at which decision."""
    for n, check in [*CHEAP, *COSTLY] if with_costly else CHEAP:
        try:
            check(step)
        except PropertyError as error:
            raise PropertyError(f"property {n} ({check.__name__}), seed {seed}, decision {number}: {error}") from None
