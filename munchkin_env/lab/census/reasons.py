"""Why something never occurs: reasons that are checked, so that a reason that is no longer true does not count."""

from collections.abc import Sequence
from typing import NamedTuple

from .census import Census


class WhyNever(NamedTuple):
    """A reason. It holds only if no game used the option, no card has the op, and none of the sets were played."""

    text: str
    option: str = ""
    op: str = ""
    unless: tuple[str, ...] = ()
    """Sets with which it does occur."""


RESERVED = WhyNever("reserved: no rule uses it")
NO_COMPELLING = WhyNever("no card compels a player to help", op="FORCE_HELP")
NO_BIG = WhyNever("there are no Big Items", unless=("deluxe", "western"))
NO_LOAD = WhyNever("no companion carries Items", op="CARRY_ITEM")
NO_REDIRECTION = WhyNever("no power takes from the discards instead of drawing", op="REDIRECT_DRAW")
ONE_TARGET = WhyNever("no card is aimed at two players", unless=("deluxe",))
NO_WINNING_ITEM = WhyNever("no card takes an Item that wins the fight", unless=("deluxe",))
NO_MEETING = WhyNever("no monster has an effect when met, before strengths are compared", unless=("deluxe", "star"))
NO_DIE = WhyNever("no card rolls a die of its own", op="ROLL")
NO_ANSWER = WhyNever("no card cancels a card just played", unless=("star",))
NO_HOUSES = WhyNever("there are no Houses", unless=("potter",))
REASONS: dict[tuple[str, str], WhyNever] = {
    ("actions", "SHOW"): RESERVED,
    ("actions", "VOLUNTEER"): RESERVED,
    ("actions", "house"): NO_HOUSES,
    ("actions", "AS_MONSTER"): WhyNever("there are no Steeds", unless=("western",)),
    ("actions", "STAY"): NO_COMPELLING,
    ("actions", "LEAVE"): NO_COMPELLING,
    ("events", "FORCED"): NO_COMPELLING,
    ("decisions asked for", "CHOOSE_HOUSE"): NO_HOUSES,
    ("decisions asked for", "CARD_WINDOW"): NO_ANSWER,
    ("decisions asked for", "STAY_OR_LEAVE"): NO_COMPELLING,
    ("decisions asked for", "SELL_DOUBLE"): WhyNever("no power makes an Item count more in a sale", op="SELL_VALUE"),
    ("decisions asked for", "RESURRECT"): NO_REDIRECTION,
    ("decisions asked for", "TOO_BIG"): NO_BIG,
    ("questions, by why", "HAND_OVER"): NO_BIG,
    ("questions, by why", "PART_WITH"): WhyNever("no rule asks: a player with too many Big Items decides in TOO_BIG"),
    ("questions, by why", "LOAD"): NO_LOAD,
    ("questions, by why", "PICK_PLAYER"): WhyNever("only companions pick players, and there is only one companion", unless=("star",)),
    ("questions, by why", "SECOND_TARGET"): ONE_TARGET,
    ("questions, by why", "CURSE_OF"): WhyNever("there is only one lasting Curse, or cards end only the player's own", unless=("deluxe",)),
    ("questions, by why", "CURSE"): WhyNever("there is only one lasting Curse", unless=("deluxe", "western", "potter")),
    ("questions, by why", "MAKE_ROOM"): NO_WINNING_ITEM,
    ("questions, by why", "RECEIVER"): WhyNever("no card gives to the highest or lowest player", unless=("western",)),
    ("questions, by why", "MEET"): WhyNever("no monster gives its fighter a choice when met", unless=("deluxe", "star")),
    ("questions, by why", "MAY"): WhyNever("no card has an optional effect", op="MAY"),
    ("questions, by why", "OPTION"): WhyNever("no card offers a choice of effects", op="CHOOSE"),
    ("questions, by why", "FREE_HELPER"): WhyNever("no sacrifice also frees the helper", unless=("star", "western", "potter")),
    ("what ran by itself", "LOAD"): NO_LOAD,
    ("what ran by itself", "RESURRECTED"): NO_REDIRECTION,
    ("what ran by itself", "SECOND_TARGET"): ONE_TARGET,
    ("what ran by itself", "TAKE_TO_WIN"): NO_WINNING_ITEM,
    ("what ran by itself", "MAKE_ROOM"): NO_WINNING_ITEM,
    ("what ran by itself", "MEET_EFFECT"): NO_MEETING,
    ("what ran by itself", "ROLL_DIE"): NO_DIE,
    ("what ran by itself", "DIE_STANDS"): NO_DIE,
    ("what ran by itself", "PLAYED"): NO_ANSWER,
    ("what ran by itself", "KEEP_DRAWN"): WhyNever("no card draws several cards to keep some", unless=("star",)),
    ("what ran by itself", "WORK_OR_KEEP"): WhyNever("no card takes effect when drawn", unless=("deluxe", "star", "western")),
    ("actions", "BLIND"): WhyNever("no card lets a player take an unseen card from hand or table", unless=("deluxe",)),
    ("events", "LEAVES"): WhyNever("no card compels or forbids help", unless=("deluxe", "western", "potter")),
    ("what ran by itself", "HAND_OVER"): NO_BIG,
}


NOW_FOR_THE_WIN = (
    "too rare: help was compelled, and then the fight becomes one for the win (tests/engine/rules/test_20_compelled.py plays it)"
)
RARE: dict[tuple[str, str], str] = {
    ("decisions asked for", "STAY_OR_LEAVE"): NOW_FOR_THE_WIN,
    ("actions", "STAY"): NOW_FOR_THE_WIN,
    ("actions", "LEAVE"): NOW_FOR_THE_WIN,
    ("actions", "MORE"): "too rare: more than 64 fitting cards in the discards (tests/engine/rules/test_02_decks.py plays it)",
    ("other effects", "Signal Rocket, on_play: force_help"): (
        "too rare: main holds the one copy of it while everybody has refused to help (tests/engine/rules/test_20_compelled.py plays it)"
    ),
}
"""What may be missing in that many games although no rule excludes it."""


def why_never(title: str, name: str, censuses: Sequence[Census]) -> str:
    """The reason, or "" if no reason holds."""
    reason, rare = REASONS.get((title, name)), RARE.get((title, name), "")
    if reason is None:
        return rare
    first = censuses[0]
    option_given = any(reason.option in one.options for one in censuses)
    holds = not option_given and reason.op not in first.ops and not set(reason.unless) & set(first.sets)
    return reason.text if holds else rare
