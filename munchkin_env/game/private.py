"""What other players learn of a decision while somebody makes it. A decision that is not named here is private in every respect."""

from munchkin_env.engine.flow.declared import DECISION_OF
from munchkin_env.engine.state.kinds import Kind


def _names(*kinds: Kind) -> frozenset[str]:
    return frozenset(kind.name for kind in kinds)


NOTICED = _names(
    Kind.CHOOSE_SEX,
    Kind.CHOOSE_HOUSE,
    Kind.SETUP,
    Kind.ARRANGE,
    Kind.PLAY_OR_KEEP,
    Kind.TROUBLE_OR_LOOT,
    Kind.CHARITY_CARD,
    Kind.WINDOW,
    Kind.CURSE_WINDOW,
    Kind.CARD_WINDOW,
    Kind.FIGHT_WINDOW,
    Kind.ROLL_WINDOW,
    Kind.ANSWER_HELP,
    Kind.ANSWER_COUNTER,
    Kind.STAY_OR_LEAVE,
    Kind.PICK_TREASURE,
    Kind.ESCAPE,
    Kind.LOOT_BODY,
    Kind.RESURRECT,
    Kind.TRADE_WITH,
    Kind.ANSWER_TRADE,
    Kind.TOO_BIG,
)
"""Decisions of which everybody knows what is being decided. Of any other, the others learn only the result."""

_HOLDS_NOTHING_HIDDEN = _names(
    Kind.OFFER_TO,
    Kind.OFFER_TREASURES,
    Kind.OFFER_ORDER,
    Kind.OFFER_ITEM,
    Kind.OFFER_CARD,
    Kind.COUNTER_ORDER,
    Kind.TRADE_MINE,
    Kind.TRADE_YOURS,
    Kind.TRADE_SEND,
)

SECRETIVE = _names(*DECISION_OF) - NOTICED - _HOLDS_NOTHING_HIDDEN
"""Decisions that may involve cards known only to the deciding player: with other cards in hand they would decide something else."""
