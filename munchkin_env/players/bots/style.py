"""What a scripted player is: its style, a row of integers, and its state.

`Bot` below lists the fields of a style, each with greedy's value, the allowed range, and a meaning. The tables of docs/bots.md are
generated from them. To change what bots do, add a field whose value for `greedy` keeps its choices: that bot is frozen.
"""

from enum import IntEnum
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from munchkin_env.core.record import Array, Record, i8, i16, i32, i64

MOST_BOTS = 16  # different bots in a batch, including you
UNIT_TEMPERATURE = 1000  # Bot.temperature at which a network draws as it was trained


class BotKind(IntEnum):
    """Who plays a seat."""

    YOU = 0  # no bot: the caller
    RANDOM = 1  # all legal actions equally likely
    WEIGHTED = 2  # random, but moves on more often than it trades or takes Items off (playouts.WEIGHTS)
    STYLE = 3  # what gains most by its own estimate, by the values of its style
    NETWORK = 4  # a trained network's preferred action; its style is that of the bot whose choice it is given


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
    return i16(within=(min(low, 0), max(high, 0)))  # 0: in a row without a bot


def _points(greedy: int, meaning: str, low: int = 0, high: int = 1000) -> Any:
    return _field("what things are worth, in points", greedy, low, high, meaning)


def _rivals(greedy: int, meaning: str) -> Any:
    return _field("how much a rival's gain counts as a loss, in percent", greedy, 0, 200, meaning)


def _deals(greedy: int, low: int, high: int, meaning: str) -> Any:
    return _field("help and trades", greedy, low, high, meaning)


def _fights(greedy: int, low: int, high: int, meaning: str) -> Any:
    return _field("its own fights", greedy, low, high, meaning)


def _others(greedy: int, low: int, high: int, meaning: str) -> Any:
    return _field("what it does to others", greedy, low, high, meaning)


class Bot(Record):
    """One scripted player; the fields of its style come first."""

    level: int = _points(100, "A Level.", 1, 300)
    victory: int = _points(1500, "Winning the game.", 1000, 20_000)
    treasure: int = _points(45, "A Treasure card, unseen.")
    door: int = _points(15, "A Door card, unseen.")
    hand_card: int = _points(25, "Any card in a hand, when lost or taken unseen.")
    bonus: int = _points(28, "A permanent point of strength.")
    run_bonus: int = _points(6, "A point on every roll to run away.")
    immunity: int = _points(25, "Being immune to something.")
    power: int = _points(8, "A power of a card that it can use.")
    shot_bonus: int = _points(14, "A point of strength for one fight, kept in hand.")
    one_shot: int = _points(30, "The minimum value of a one-shot; also a monster enhancer.")
    cancels: int = _points(60, "A card that cancels, saves, or sets a die.")
    removes: int = _points(80, "A card that removes a monster or hands the fight to another player.")
    doubles: int = _points(90, "A card that multiplies strength.")
    curse: int = _points(28, "A Curse in hand.")
    monster: int = _points(12, "A monster in hand; a small one is worth up to 12 more.")
    companion: int = _points(45, "A Hireling, Steed or the like.")
    identity: int = _points(10, "Having any Class or Race; also the cost of changing one.")
    trait: int = _points(12, "Each passive power of a Class or Race.")
    gold: int = _field("what things are worth, in points", 50, 0, 200, "Percent of a card's sale value, at a Level per 1,000 Gold.")
    death: int = _points(40, "The minimum cost of dying.")

    threat_at_end: int = _rivals(90, "For a rival one Level from victory.")
    threat_base: int = _rivals(75, "For others, this,")
    threat_per_level: int = _rivals(12, "less this for each Level the rival lacks,")
    threat_least: int = _rivals(10, "but at least this.")

    caution: int = _fights(100, 0, 1000, "Weight of Bad Stuff, in percent.")
    thrift: int = _fights(0, 0, 1000, "Points that turning a lost fight must gain beyond its price.")
    surplus: int = _fights(4, 0, 100, "Required lead in a won fight after letting another monster in.")
    trouble: int = _fights(15, 0, 5000, "Points that a monster from the hand must be worth to fight it instead of looting.")
    trouble_margin: int = _fights(0, -20, 100, "Required lead over a monster when looking for trouble.")
    computes_flight: int = _fights(0, 0, 1, "1: compute the cost of losing over all dice instead of estimating it.")
    computes_loot: int = _fights(0, 0, 1, "1: value a Treasure to be won as the average of those still unseen.")
    power_risk: int = _fights(40, 0, 5000, "Points at stake from which it uses a power or pays to get away.")

    help_gain: int = _deals(10, -1000, 5000, "Minimum gain from helping, in points.")
    offer_gain: int = _deals(10, -1000, 5000, "Minimum points to offer a helper, by the estimated values of the other.")
    help_threat: int = _deals(100, 0, 1000, "Weight of the other player's gain when asked for help, in percent.")
    help_until: int = _deals(101, 0, 201, "It helps nobody with this threat or more, unless it wins as well.")
    counters: int = _deals(0, 0, 1, "1: names its price instead of refusing, where counter offers are allowed.")
    trade_gain: int = _deals(15, -1000, 5000, "A trade must gain it more points than this.")
    trade_leaves: int = _deals(15, -1000, 5000, "It offers only trades that gain the other more points than this, by its estimate.")
    trades: int = _deals(0, 0, 1, "1: offers trades from which both gain.")
    gifts: int = _deals(0, 0, 100, "With trades: percent of a gift's value to a player who is not ahead that counts as its own gain.")

    defends: int = _others(1, 0, 1, "1: spends what it has against a fight that wins the game, even if that is not enough.")
    meddle_from: int = _others(201, 0, 201, "Threat from which it turns rivals' won fights, in percent.")
    meddle_price: int = _others(50, 0, 1000, "Maximum points to spend on that, per 100 points the rivals lose (weighted by threat).")
    curse_at_once: int = _others(60, 0, 5000, "A Curse that costs a rival this many points (weighted by threat) is played at once.")
    curse_from: int = _others(0, 0, 200, "Outside fights, it curses nobody of a lower threat.")
    curse_leader: int = _others(0, 0, 1, "1: curses only the leading rival.")
    level_taken: int = _others(25, 0, 200, "Value of taking a Level from a rival, in percent of a Level.")
    spite: int = _others(100, 0, 1000, "Maximum price of undoing a rival's escape, in percent of the rival's loss (weighted by threat).")
    grudge: int = _others(0, 0, 200, "Percent added to a rival's threat for each time that rival has harmed it.")
    gratitude: int = _others(0, 0, 200, "Percent taken off for each time that rival has helped it.")

    kind: int = i8(within=(0, max(BotKind)))  # BotKind
    place: int = i8(within=(0, MOST_BOTS - 1))  # in the roster of the game's bots, from 1 (matches.Table)
    net: int = i8(within=(0, MOST_BOTS - 1))  # of a network: its number among those of the batch,
    temperature: int = i16(within=(0, 2**15 - 1))  # and in thousandths how freely it draws; 0: it takes what it holds best
    loot: int = i16(within=(-(2**15), 2**15 - 1))  # current value of a Treasure to be won
    reason: int = i8(within=(0, 127))  # Reason (reasons.py) of its last choice,
    who: int = i8(within=(-1, "seat"))  # the seat that the reason refers to, or NOBODY,
    told: Array[int] = i32(3, within=(-(2**31), 2**31 - 1))  # and its numbers
    random: npt.NDArray[np.int64] = i64(
        1, within=(0, 2**32 - 1)
    )  # from 1 to 2**32 - 1; the bot's own random state: the game's streams are not touched


FIELDS: dict[str, Field] = {name: Field(name, *declared) for name, declared in zip(Bot.layout.names or (), _declared, strict=False)}
"""The numbers of a style, by name."""
