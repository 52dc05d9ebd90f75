"""What in a game's record is public, known to some, hidden, or internal: a verdict on every field.

Each `Fact` (in tables.py, fights.py, decisions.py) changes one thing in a copy of a position and says which seats would notice it at the
table. The tests require of every observation that exactly these seats see a difference. A field of the record that no fact names needs a
reason in NOT_SHOWN, where a change of it must change no observation, or in COMPUTED_FROM, where it must change some.
"""

from collections.abc import Iterator
from typing import Any

import numpy as np

from munchkin_env.core.record import Record
from tests.envs.public import decisions, fights, tables
from tests.envs.public.fact import FACTS

__all__ = ["COMPUTED_FROM", "FACTS", "NOT_SHOWN", "covers", "decisions", "fights", "tables", "undecided"]

NOT_SHOWN: dict[str, str] = {
    "first_player": "who began no longer matters",
    "recheck": "0 at every decision",
    "reached": "the same",
    "logging": "of the program, not of the game",
    "asks_all": "of the program, not of the game",
    "event_n": "the log is read with Game.events",
    "event": "the log is read with Game.events",
    "turn": "a running number; round and turn player show it",
    "decisions": "a running number",
    "turn_began": "the same at the end of the last turn",
    "combat.took_place": "whether the fight was a combat: follows from what was seen, and whether it is still on",
    "combat.forfeit": "between the card that ends a fight and its rewards, where nobody decides",
    "combat.refused": "public; the number of requests to each player is seen, and the mask says whether all have refused",
    "combat.zone_adds": "what the cards in the fight add to the munchkins; its sum is seen",
    "combat.treasures": "between the victory and the draw, where nobody decides",
    "combat.cleared": "bookkeeping of the end of a fight",
    "combat.monster.told": "bookkeeping: which effects have struck; what they did is seen",
    "combat.monster.helped": "who helped when it was killed: seen then, and in the rewards when the fight is won",
    "combat.monster.rewards": "bookkeeping between the kill and its rewards, where nobody decides about them",
    "refused": "trades refused this turn: the mask excludes them for the offering player",
    "refused_n": "the same",
    "rng": "hidden from everybody (test_honesty)",
    "dice_n": "hidden from everybody (test_honesty)",
    "dice": "hidden from everybody (test_honesty)",
}


COMPUTED_FROM: dict[str, str] = {
    "n_players": "it does not change; the occupied seats show it",
    "depth": "phase and decision show what is pending",
    "stack": "what the deciding player must know of the frame is in the facts about the decision; the rest is bookkeeping",
    "combat.power_bonus": "the part of munchkin_bonus that powers gave, which some monsters ignore; the sum is seen",
    "combat.monster.as_steed": "follows from its card, which is seen",
    "combat.used_tags": "the tags of cards in the fight, which are seen; some cards ask for them",
}
"""Numbers of the observation are computed from these, at some moments."""


def leaves(layout: np.dtype[Any], path: str = "") -> Iterator[str]:
    """The names of all numbers in a record, arrays counted once."""
    for name in layout.names or ():
        assert layout.fields is not None
        inner = layout.fields[name][0]
        if inner.subdtype is not None:
            inner = inner.subdtype[0]
        if inner.names:
            yield from leaves(inner, f"{path}{name}.")
        else:
            yield f"{path}{name}"


def covers(named: str, leaf: str) -> bool:
    return leaf == named or leaf.startswith(f"{named}.")


def undecided(record: type[Record]) -> list[str]:
    """Fields that are neither in a fact nor in a list of hidden ones."""
    named = [field for one in FACTS.values() for field in one.fields] + [*NOT_SHOWN, *COMPUTED_FROM]
    return [leaf for leaf in leaves(record.layout) if not any(covers(field, leaf) for field in named)]
