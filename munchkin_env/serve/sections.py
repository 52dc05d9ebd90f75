"""Which part of the rules (docs/rules.md) a decision belongs to."""

import re
from collections.abc import Iterable, Mapping

from munchkin_env.engine.state.kinds import Kind

_NOTES = re.compile(r" ?\*(?:No test): [^*]*\*")
_MARKS = re.compile(r"\*\*|\*|`")

_DECISIONS = {
    "SETUP": "CHOOSE_SEX SETUP",
    "HOUSE": "CHOOSE_HOUSE",
    "TURN": "ARRANGE",
    "TIME": "WINDOW CARD_WINDOW",
    "DOOR": "PLAY_OR_KEEP",
    "LOOT": "TROUBLE_OR_LOOT",
    "CHAR": "CHARITY_CARD",
    "COMBAT": "FIGHT_WINDOW",
    "HELP": "OFFER_TO OFFER_TREASURES OFFER_ORDER OFFER_ITEM OFFER_CARD OFFER_SEND ANSWER_HELP COUNTER_ORDER ANSWER_COUNTER STAY_OR_LEAVE",
    "REW": "PICK_TREASURE",
    "RUN": "ESCAPE ROLL_WINDOW",
    "CURSE": "CURSE_WINDOW",
    "DEATH": "LOOT_BODY",
    "SELL": "SELL SELL_DOUBLE",
    "TRADE": "TRADE_WITH TRADE_MINE TRADE_YOURS TRADE_SEND ANSWER_TRADE",
    "ITEM": "TOO_BIG",
}
SECTION_OF: Mapping[Kind, str] = {Kind[name]: section for section, names in _DECISIONS.items() for name in names.split()}
"""The letters of the rules' numbers. Questions that cards ask have none: what they are about is on the card."""


def by_section(rules: Iterable[tuple[str, str]]) -> dict[str, list[str]]:
    """Numbers and texts of rules, as sentences without marks."""
    found: dict[str, list[str]] = {}
    for number, text in rules:
        found.setdefault(number.rpartition("-")[0], []).append(f"{number}: {_MARKS.sub('', _NOTES.sub('', text))}")
    return found
