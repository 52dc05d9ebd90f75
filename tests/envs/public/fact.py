"""A fact: one change, and who would notice it; and how to write one, `@fact(fields)` before a function."""

import random
from collections.abc import Callable
from typing import Any, NamedTuple

from munchkin_env.game.game import Game

Seats = set[int]
Change = Callable[[Game, random.Random], Seats | None]
"""Changes the game in place and says who must notice; None if the position has nothing of the kind."""


class Fact(NamedTuple):
    fields: tuple[str, ...]
    """A field of the record, with dots; a prefix covers everything inside."""
    change: Change


FACTS: dict[str, Fact] = {}


def fact(*fields: str) -> Callable[[Change], Change]:
    def add(change: Change) -> Change:
        FACTS[change.__name__] = Fact(fields, change)
        return change

    return add


def everyone(game: Game) -> Seats:
    return set(range(game.num_players))


def anyone(game: Game, rng: random.Random) -> int:
    return rng.randrange(game.num_players)


def unlike(game: Game, card: int, rng: random.Random) -> int | None:
    """A card with the same back from deep in its deck, with another name: four sets have a Cheat!, which views do not tell apart."""
    g, name = game.record, game.name
    pile = g.doors if card < game._notation.doors else g.treasures
    found = [pile.cards[i] for i in range(pile.n) if name(pile.cards[i]) != name(card)]
    return rng.choice(found) if found else None


def swap(game: Game, cards: Any, i: int, rng: random.Random) -> int | None:
    """Exchange cards[i] for another card; the new one takes over the marks. Returns the marks."""
    card = int(cards[i])
    other = unlike(game, card, rng)
    if other is None:
        return None
    mark = game.record.mark
    marks = int(mark[card])
    mark[other], mark[card] = marks, 0
    cards[i] = other
    return marks
