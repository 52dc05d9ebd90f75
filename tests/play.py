"""Helpers used by many tests."""

from collections.abc import Callable
from functools import cache

from munchkin_env.cards.loader import load
from munchkin_env.game.scenario import Player, Table
from tests.facts import Facts, Position
from tests.properties import History, Step

ALL_FOUR = ("deluxe", "star", "western", "potter")
EACH_AND_ALL = (*((name,) for name in ALL_FOUR), ALL_FOUR)
"""Every set by itself, and all of them shuffled together."""


@cache
def facts_of(sets: tuple[str, ...]) -> Facts:
    return Facts(load(sets))


def pass_until(game: Table, text: str) -> None:
    """Everybody passes until a player may do that."""
    while text not in game.legal_texts:
        game.apply("pass")


def turn_to(player: Player) -> None:
    """Everybody passes until that player decides."""
    while not player.decides:
        player.owner.apply("pass")


def last_step(facts: Facts, game: Table, act: Callable[[], None]) -> Step:
    """The last decision of that action."""
    steps: list[Step] = []
    apply = game.apply

    def watched(action: int | str) -> None:
        number = game.game.action(action) if isinstance(action, str) else action
        before = Position(facts, game.game._array)
        apply(number)
        steps.append(Step(before, number, Position(facts, game.game._array), game.game.mask(), History()))

    game.apply = watched  # type: ignore[method-assign]
    act()
    return steps[-1]
