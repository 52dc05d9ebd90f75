"""Helpers used by many tests."""

from functools import cache

from munchkin_env.cards.loader import load
from munchkin_env.game.scenario import Player, Table
from tests.facts import Facts

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
