"""Decisions that are made in one answer: a whole offer of help, a counter-offer, a trade, a sale.

A compound says what to choose at each of the decisions that it consists of. What it leaves open is asked as usual.
"""

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Protocol

from munchkin_env.core.texts import printable
from munchkin_env.engine.state.actions import NUMBER, NUMBER_CHOICES, PLAYER, Verb
from munchkin_env.engine.state.kinds import Kind
from munchkin_env.engine.state.records import EVERYTHING
from munchkin_env.game.game import Game

from .matching import AnswerError, Fault, choice_named, plainly

ALL_TREASURES = "all"
LONGEST_PLAN = 24
_ENDS = frozenset({Verb.SEND.value, Verb.COMMIT.value, Verb.ACCEPT.value})
Treasures = int | str
"""A number, or ALL_TREASURES."""


class Compound(Protocol):
    """Answers several decisions in a row."""

    def action(self, game: Game) -> int | None:
        """What to do at this decision of the game; None: it says nothing about that. Raises AnswerError."""


@dataclass(frozen=True)
class PlannedStep:
    """One decision of a compound that was checked."""

    decision: str
    text: str


def steps(game: Game, compound: Compound) -> tuple[PlannedStep, ...]:
    """The decisions that the compound makes from here on. Tried on a copy of the game.

    Raises:
        AnswerError: One of them is not possible; then none is.
    """
    world, found = game.clone(), list[PlannedStep]()
    while not world.over and world.seat == game.seat and len(found) < LONGEST_PLAN:
        if (action := compound.action(world)) is None:
            break
        if not world.is_legal(action):
            raise AnswerError(Fault.ILLEGAL, f"{_said(compound, world)}; at that point you could: {'; '.join(world.texts())}")
        found.append(PlannedStep(world.decision, world.text(action)))
        if action in _ENDS:
            break
        world.apply(action)
    if not found:
        raise AnswerError(Fault.ILLEGAL, f"{_name(compound)} is not possible now")
    return tuple(found)


def _name(compound: Compound) -> str:
    return {HelpOffer: "an offer for help", Counter: "another price for help", Trade: "a trade", Sale: "a sale"}[type(compound)]


def _said(compound: Compound, world: Game) -> str:
    return f"{_name(compound)} like that is not possible: it fails at {world.decision.lower().replace('_', ' ')!r}"


def _to(game: Game, player: int) -> int:
    if not 0 <= player < game.num_players or player == game.seat:
        others = ", ".join(f"player {p}" for p in range(game.num_players) if p != game.seat)
        raise AnswerError(Fault.ILLEGAL, f"player {player} cannot be meant; the others are {others}")
    return PLAYER + (player - game.seat) % game.num_players


def _treasures(number: Treasures | None) -> int | None:
    if number is None:
        return None
    if number == ALL_TREASURES:
        return Verb.EVERYTHING.value
    if not 0 <= int(number) < NUMBER_CHOICES:
        raise AnswerError(Fault.ILLEGAL, f"{number} Treasures: must be 0 to {NUMBER_CHOICES - 1}, or all")
    return NUMBER + int(number)


def _order(helper_first: bool | None) -> int | None:
    if helper_first is None:
        return None
    return (Verb.HELPER_FIRST if helper_first else Verb.MAIN_FIRST).value


def _card(game: Game, verb: str, name: str) -> int:
    """The action "verb NAME…" or Verb.NOTHING for no name."""
    if not name:
        return Verb.NOTHING.value
    texts = {text: action for text, action in game.texts().items() if text.startswith(f"{verb} ")}
    return texts[choice_named(f"{verb} {name}", list(texts), numbers=False)]


@dataclass(frozen=True)
class HelpOffer:
    """An offer for help. None: not said."""

    to: int | None = None
    treasures: Treasures | None = None
    helper_first: bool | None = None
    item: str = ""
    card: str = ""

    def action(self, game: Game) -> int | None:
        match Kind[game.decision]:
            case Kind.OFFER_TO:
                return None if self.to is None else _to(game, self.to)
            case Kind.OFFER_TREASURES:
                return _treasures(self.treasures)
            case Kind.OFFER_ORDER:
                return _order(self.helper_first)
            case Kind.OFFER_ITEM:
                return _card(game, "offer", self.item)
            case Kind.OFFER_CARD:
                return _card(game, "promise to play", self.card)
            case Kind.OFFER_SEND:
                return self._sent(game)
        return Verb.ASK.value if game.is_legal(Verb.ASK.value) else None

    def _sent(self, game: Game) -> int:
        if self.to not in (None, game.record.offer.to):
            raise AnswerError(Fault.ILLEGAL, f"this offer goes to player {game.record.offer.to}, not to player {self.to}")
        return Verb.SEND.value


@dataclass(frozen=True)
class Counter:
    """For how much a player who is asked would help."""

    treasures: Treasures
    helper_first: bool | None = None

    def action(self, game: Game) -> int | None:
        if game.decision == Kind.COUNTER_ORDER.name:
            return _order(self.helper_first)
        if game.decision != Kind.ANSWER_HELP.name:
            return None
        offer = game.record.offer
        price = EVERYTHING if self.treasures == ALL_TREASURES else self.treasures
        if offer.treasures == price and self.helper_first in (None, bool(offer.helper_first)):
            return Verb.ACCEPT.value
        wanted = _treasures(self.treasures)
        if wanted is None or not game.is_legal(wanted):
            allowed = "; ".join(game.texts())
            raise AnswerError(Fault.ILLEGAL, f"these are not the terms of the offer, and they cannot be named here; you may: {allowed}")
        return wanted


@dataclass(frozen=True)
class Trade:
    """A trade, or a gift. Empty: nothing."""

    to: int | None
    gives: str
    wants: str

    def action(self, game: Game) -> int | None:
        match Kind[game.decision]:
            case Kind.TRADE_WITH:
                return None if self.to is None else _to(game, self.to)
            case Kind.TRADE_MINE:
                return _card(game, "give", self.gives)
            case Kind.TRADE_YOURS:
                return _card(game, "want", self.wants)
            case Kind.TRADE_SEND:
                return Verb.SEND.value
        return Verb.TRADE.value if game.is_legal(Verb.TRADE.value) else None


@dataclass(frozen=True)
class Sale:
    """Items to sell."""

    items: tuple[str, ...]

    def action(self, game: Game) -> int | None:
        if game.decision == Kind.SELL.name:
            marked = len(game.view(game.seat)["asked"]["sale"])
            return _card(game, "sell", self.items[marked]) if marked < len(self.items) else Verb.COMMIT.value
        return Verb.SELL.value if game.is_legal(Verb.SELL.value) else None


# ---------------------------------------------------------------------------------------------------------- from JSON


def of_data(data: Mapping[str, Any]) -> Compound | None:
    """The compound that a JSON answer describes. Raises AnswerError if a part of it is odd, or if there are several."""
    if len(data) > 1:
        raise AnswerError(Fault.AMBIGUOUS, f"one at a time, not {' and '.join(data)}")
    for name, (make, keys) in _FORMS.items():
        if isinstance(data.get(name), Mapping):
            for key in data[name]:
                if key not in keys:
                    raise AnswerError(Fault.UNREADABLE, f'"{name}" has no "{printable(str(key), 30)}"; it may have {", ".join(keys)}')
            return make(data[name])
    if isinstance(data.get("sell"), list):
        return Sale(tuple(_name_in({"sell": one}, "sell") for one in data["sell"]))
    return None


def _offer(data: Mapping[str, Any]) -> HelpOffer:
    first = _first(data)
    return HelpOffer(_player_in(data, "to"), _number_in(data), first, _name_in(data, "item"), _name_in(data, "promise"))


def _counter(data: Mapping[str, Any]) -> Counter:
    number = _number_in(data)
    if number is None:
        raise AnswerError(Fault.UNREADABLE, 'a counter-offer needs "treasures": a number, or "all"')
    return Counter(number, _first(data))


def _trade(data: Mapping[str, Any]) -> Trade:
    return Trade(_player_in(data, "with"), _name_in(data, "give"), _name_in(data, "want"))


_FORMS: Mapping[str, tuple[Callable[[Mapping[str, Any]], Compound], tuple[str, ...]]] = {
    "offer": (_offer, ("to", "treasures", "first", "item", "promise")),
    "counter": (_counter, ("treasures", "first")),
    "trade": (_trade, ("with", "give", "want")),
}


def _odd(key: str, value: Any, allowed: str) -> AnswerError:
    return AnswerError(Fault.UNREADABLE, f'"{key}": {printable(repr(value), 60)} must be {allowed}')


def _player_in(data: Mapping[str, Any], key: str) -> int | None:
    value = data.get(key)
    if value is None:
        return None
    found = re.fullmatch(r"(?:player[ _]?)?(\d)", str(value).strip().casefold()) if isinstance(value, (str, int)) else None
    if found is None or isinstance(value, bool):
        raise _odd(key, value, "a player, such as 2")
    return int(found[1])


def _number_in(data: Mapping[str, Any]) -> Treasures | None:
    value = data.get("treasures")
    if value is None or value == ALL_TREASURES:
        return value
    if not isinstance(value, int) or isinstance(value, bool) or not 0 <= value < NUMBER_CHOICES:
        raise _odd("treasures", value, f'a number from 0 to {NUMBER_CHOICES - 1}, or "all"')
    return value


def _first(data: Mapping[str, Any]) -> bool | None:
    value = data.get("first")
    if value not in (None, "helper", "main"):
        raise _odd("first", value, '"helper" or "main"')
    return None if value is None else value == "helper"


def _name_in(data: Mapping[str, Any], key: str) -> str:
    value = data.get(key)
    if value is None:
        return ""
    if not isinstance(value, str) or len(value) > 100:
        raise _odd(key, value, "the name of a card")
    return "" if plainly(value) in ("", "nothing", "none", "no item", "no card") else value
