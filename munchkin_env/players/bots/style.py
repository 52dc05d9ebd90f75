"""What a scripted player is: his style, a row of whole numbers, and what he carries beside it.

The fields of a style stand in `Bot` below, each with the value that `greedy` has, what is allowed, and what it means. The tables of
docs/bots.md are made from them. A change of what bots do is a new field whose value for `greedy` keeps what he did: he is frozen.
"""

from enum import IntEnum
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from munchkin_env.core.record import Array, Record, i8, i16, i32, i64

MOST_BOTS = 16  # different ones in a batch, you among them


class BotKind(IntEnum):
    """Who plays a seat."""

    YOU = 0  # no bot: whoever calls
    RANDOM = 1  # every legal action is as likely as the other
    WEIGHTED = 2  # moves on more often than he trades or undresses (playouts.WEIGHTS)
    STYLE = 3  # what brings himself furthest, as far as he can see, by the values of his style


class Field(NamedTuple):
    """A number of a style."""

    name: str
    group: str
    greedy: int
    low: int
    high: int
    meaning: str


_declared: list[tuple[str, int, int, int, str]] = []


def _field(group: str, greedy: int, low: int, high: int, meaning: str) -> Any:
    _declared.append((group, greedy, low, high, meaning))
    return i16(within=(min(low, 0), max(high, 0)))  # 0: of nobody


def _points(greedy: int, meaning: str, low: int = 0, high: int = 1000) -> Any:
    return _field("what things are worth, in points", greedy, low, high, meaning)


def _rivals(greedy: int, meaning: str) -> Any:
    return _field("how much a rival's gain is his loss, in percent", greedy, 0, 200, meaning)


def _deals(greedy: int, low: int, high: int, meaning: str) -> Any:
    return _field("help and trades", greedy, low, high, meaning)


def _fights(greedy: int, low: int, high: int, meaning: str) -> Any:
    return _field("his fights", greedy, low, high, meaning)


def _others(greedy: int, low: int, high: int, meaning: str) -> Any:
    return _field("what he does to others", greedy, low, high, meaning)


class Bot(Record):
    """One scripted player. First his style."""

    level: int = _points(100, "A Level.", 1, 300)
    victory: int = _points(1500, "Winning the game.", 1000, 20_000)
    treasure: int = _points(45, "A Treasure card, unseen.")
    door: int = _points(15, "A Door card, unseen.")
    hand_card: int = _points(25, "Any card of a hand, when it is lost or taken unseen.")
    bonus: int = _points(28, "A point of strength that lasts.")
    run_bonus: int = _points(6, "A point on all rolls to run away.")
    immunity: int = _points(25, "Being immune to something.")
    power: int = _points(8, "A power of a card that can be used.")
    shot_bonus: int = _points(14, "A point of strength for one fight, kept in hand.")
    one_shot: int = _points(30, "The least that a card for one use is worth; also an enhancer of monsters.")
    cancels: int = _points(60, "A card that cancels, saves or sets a die.")
    removes: int = _points(80, "A card that removes a monster or gives the fight to another.")
    doubles: int = _points(90, "A card that multiplies strength.")
    curse: int = _points(28, "A Curse in hand.")
    monster: int = _points(12, "A monster in hand; a small one is worth up to 12 more.")
    companion: int = _points(45, "A Hireling, Steed or the like.")
    identity: int = _points(10, "Having some Class or Race, whichever; also what changing one costs.")
    trait: int = _points(12, "Each power of a Class or Race that works by itself.")
    gold: int = _field(
        "what things are worth, in points", 50, 0, 200, "Percent of what selling a card would bring at a Level per 1,000 Gold."
    )
    death: int = _points(40, "The least that dying costs.")

    threat_at_end: int = _rivals(90, "At one Level from the victory.")
    threat_base: int = _rivals(75, "Otherwise this,")
    threat_per_level: int = _rivals(12, "less this for each Level that he lacks,")
    threat_least: int = _rivals(10, "and never less than this.")

    caution: int = _fights(100, 0, 1000, "Weight of Bad Stuff, in percent.")
    thrift: int = _fights(0, 0, 1000, "Points that turning a lost fight must bring beyond its price.")
    surplus: int = _fights(4, 0, 100, "By so much a won fight must stand after he has let another monster in.")
    trouble: int = _fights(15, 0, 5000, "Points above which a monster from his hand brings more than looting.")
    trouble_margin: int = _fights(0, -20, 100, "By so much he must beat a monster with which he looks for trouble.")
    computes_flight: int = _fights(0, 0, 1, "1: the costs of losing are computed over all dice, not estimated.")
    computes_loot: int = _fights(0, 0, 1, "1: a Treasure to be won counts as the average of those that are still unseen.")
    power_risk: int = _fights(40, 0, 5000, "Points at stake from which on he uses a power or pays to get away.")

    help_gain: int = _deals(10, -1000, 5000, "Points that helping must bring him at least.")
    offer_gain: int = _deals(10, -1000, 5000, "Points that he offers a helper at least, by what he thinks that the other values.")
    help_threat: int = _deals(100, 0, 1000, "Weight of what the other gains when he is asked for help, in percent.")
    help_until: int = _deals(101, 0, 201, "He helps nobody whose threat is as high as that, unless he wins as well.")
    counters: int = _deals(0, 0, 1, "1: where counter offers are allowed, he names his price instead of refusing.")
    trade_gain: int = _deals(15, -1000, 5000, "A trade must bring him more points than that.")
    trade_leaves: int = _deals(15, -1000, 5000, "He offers only trades that bring the other more points than that, as he sees it.")
    trades: int = _deals(0, 0, 1, "1: he offers trades from which both gain.")
    gifts: int = _deals(0, 0, 100, "With trades: percent of what a gift brings one who is not ahead that counts as his own gain.")

    defends: int = _others(1, 0, 1, "1: against a fight that wins the game he spends what he has, even if that is not enough.")
    meddle_from: int = _others(201, 0, 201, "He turns won fights of rivals from that threat on, in percent.")
    meddle_price: int = _others(50, 0, 1000, "Points that he spends on it at most, for 100 points that they lose (weighed by threat).")
    curse_at_once: int = _others(
        60, 0, 5000, "A Curse that costs a rival so many points (weighed by threat) is not kept for a better moment."
    )
    curse_from: int = _others(0, 0, 200, "He curses outside fights nobody of a lower threat.")
    curse_leader: int = _others(0, 0, 1, "1: his Curses strike only whoever leads of the others.")
    level_taken: int = _others(25, 0, 200, "Percent of a Level that a Level taken from a rival is worth.")
    spite: int = _others(100, 0, 1000, "Percent of a rival's loss (weighed by threat) that undoing his escape may cost.")
    grudge: int = _others(0, 0, 200, "Percent that the threat of a rival grows by each time he has harmed him.")
    gratitude: int = _others(0, 0, 200, "Percent that it falls by each time he has helped him.")

    kind: int = i8(within=(0, max(BotKind)))  # BotKind
    place: int = i8(within=(0, MOST_BOTS - 1))  # in the roster of the game's bots, from 1 on (matches.Table)
    loot: int = i16(within=(-(2**15), 2**15 - 1))  # what a Treasure to be won is worth to him now
    reason: int = i8(within=(0, 127))  # Reason (reasons.py) of his last choice,
    who: int = i8(within=(-1, "seat"))  # the seat that belongs to it, or NOBODY,
    told: Array[int] = i32(3, within=(-(2**31), 2**31 - 1))  # and its numbers
    random: npt.NDArray[np.int64] = i64(
        1, within=(0, 2**32 - 1)
    )  # from 1 to 2**32 - 1; his randomness is his own: the game's streams are not touched


FIELDS: dict[str, Field] = {name: Field(name, *declared) for name, declared in zip(Bot.layout.names or (), _declared, strict=False)}
"""The numbers of a style by name."""
