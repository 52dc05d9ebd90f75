"""Why something never occurs: reasons that are looked at, so that one which is no longer true counts no more."""

from collections.abc import Sequence
from typing import NamedTuple

from munchkin_env.census.census import Census


class Reason(NamedTuple):
    """Why. It holds only where none of the games were played with the option, no card has the op, and none of the sets are played."""

    text: str
    option: str = ""
    op: str = ""
    unless: tuple[str, ...] = ()
    """Sets with which it does occur."""


RESERVED = Reason("reserved: no rule uses it")
NO_COMPELLING = Reason("no card compels anybody to help", op="FORCE_HELP")
NO_BIG = Reason("there are no Big Items", unless=("deluxe", "western"))
REASONS: dict[tuple[str, str], Reason] = {
    ("actions", "SHOW"): RESERVED,
    ("actions", "VOLUNTEER"): RESERVED,
    ("actions", "house"): Reason("there are no Houses", unless=("potter",)),
    ("actions", "AS_MONSTER"): Reason("there are no Steeds", unless=("western",)),
    ("actions", "STAY"): NO_COMPELLING,
    ("actions", "LEAVE"): NO_COMPELLING,
    ("events", "FORCED"): NO_COMPELLING,
    ("decisions asked for", "STAY_OR_LEAVE"): NO_COMPELLING,
    ("decisions asked for", "SELL_DOUBLE"): Reason("no power lets an Item count more in a sale", op="SELL_VALUE"),
    ("decisions asked for", "RESURRECT"): Reason("no power takes from the discards instead of drawing", op="REDIRECT_DRAW"),
    ("decisions asked for", "TOO_BIG"): NO_BIG,
    ("questions, by why", "HAND_OVER"): NO_BIG,
    ("questions, by why", "PART_WITH"): Reason("not asked by any rule: who carries too many Big Items decides in TOO_BIG"),
    ("questions, by why", "LOAD"): Reason("no companion carries Items", op="CARRY_ITEM"),
    ("questions, by why", "PICK_PLAYER"): Reason("no card lets its user pick a player by what he has", op="PICK_PLAYER"),
    ("what ran by itself", "LOAD"): Reason("no companion carries Items", op="CARRY_ITEM"),
    ("what ran by itself", "RESURRECTED"): Reason("no power takes from the discards instead of drawing", op="REDIRECT_DRAW"),
    ("what ran by itself", "HAND_OVER"): NO_BIG,
}


def why_never(title: str, name: str, censuses: Sequence[Census]) -> str:
    """The reason, or "" if there is none (that holds)."""
    reason = REASONS.get((title, name))
    if reason is None:
        return ""
    first = censuses[0]
    holds = (
        not any(reason.option in one.options for one in censuses)
        and reason.op not in first.ops
        and not set(reason.unless) & set(first.sets)
    )
    return reason.text if holds else ""
