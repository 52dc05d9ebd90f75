"""Other names for the same cards: what a player knows of the printed game is of no use, what a prompt says is."""

import random
from collections import defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any

from munchkin_env.cards.conditions import CardInfo
from munchkin_env.cards.loader import CardSet
from munchkin_env.game.game import Game

_TAGS = ("tag", "tags")
_ABILITIES = ("name", "ability")


@dataclass(frozen=True)
class Disguise:
    """Who is called what."""

    ids: Mapping[str, str]
    """The id of a card -> the id of the card whose name it has now."""
    abilities: Mapping[str, str]
    """The same for names of abilities."""

    def data(self, value: Any, key: str = "") -> Any:
        """Data of a card in which every word for a card or an ability is exchanged."""
        if isinstance(value, Mapping):
            return {inner: self.data(one, inner) for inner, one in value.items()}
        if isinstance(value, (list, tuple)):
            return [self.data(one, key) for one in value]
        return self._word(value, key) if isinstance(value, str) else value

    def _word(self, text: str, key: str) -> str:
        if key in _ABILITIES:
            return self.abilities.get(text, text)
        prefix, colon, last = text.rpartition(":")
        return text if key in _TAGS else f"{prefix}{colon}{self.ids.get(last, last)}"


@lru_cache(maxsize=64)
def disguised(cards: CardSet, seed: int) -> CardSet:
    """The same cards with names exchanged among cards of a kind, also in the texts that mention them, and names of abilities exchanged.

    Everything else is the same, the hash included: actions have the same ids. A card whose name matters (because some card counts those
    with "bow" in the name) exchanges it with others like it.
    """
    disguise = _drawn(cards, random.Random(seed))
    names = {card.id: card.name for card in cards.cards}
    made = tuple(_renamed(card, disguise, names) for card in cards.cards)
    return replace(cards, cards=made, effects=tuple(disguise.abilities.get(name, name) for name in cards.effects))


def with_names_of(game: Game, seed: int | None) -> Game:
    """A copy of the game with such names; None: the game itself."""
    return game if seed is None else game.called(disguised(game.cards, seed))


def _drawn(cards: CardSet, rng: random.Random) -> Disguise:
    fragments = sorted(set(_fragments([card.data for card in cards.cards])))
    groups: dict[tuple[object, ...], dict[str, None]] = defaultdict(dict)
    for card in cards.cards:
        groups[(card.kind, card.deck, *(one in card.name.lower() for one in fragments))].setdefault(card.id)
    ids: dict[str, str] = {}
    for group in groups.values():
        ids |= _exchanged(list(group), rng)
    return Disguise(ids, _exchanged(sorted({name for name in cards.effects if name}), rng))


def _exchanged(words: list[str], rng: random.Random) -> dict[str, str]:
    """Each word becomes another one, if there are several."""
    mixed = rng.sample(words, len(words))
    return {word: mixed[(place + 1) % len(mixed)] for place, word in enumerate(mixed)}


def _fragments(value: Any) -> Iterator[str]:
    """What cards look for in names."""
    if isinstance(value, Mapping):
        yield from (str(one).lower() for key, one in value.items() if key == "name_contains")
        value = list(value.values())
    if isinstance(value, (list, tuple)):
        for one in value:
            yield from _fragments(one)


def _renamed(card: CardInfo, disguise: Disguise, names: Mapping[str, str]) -> CardInfo:
    name = names[disguise.ids[card.id]]
    data = {**disguise.data({key: one for key, one in card.data.items() if key not in ("id", "name")}), "id": card.id, "name": name}
    return replace(card, name=name, effects=disguise.data(card.effects), data=data)
