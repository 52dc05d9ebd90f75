"""Tables of the Western set, and helpers for its tests."""

from typing import Any

from munchkin_env.game.scenario import Seat, Table, seat, table
from tests.flight import flee

ENEMY = "Rootin' Tootin', Hard-Drinkin', Ornery"
"""Enhancers with which a fight is lost."""


def west(*seats: Seat, **arguments: Any) -> Table:
    return table(*seats, **{"sets": ("western",), **arguments})


def caught(monster: str, victim: Seat, *others: Seat, dice: tuple[int, ...] = (1,), foe: int = 1, **arguments: Any) -> Table:
    """Seat 0 loses to the monster and is caught (the first die). Stops at the first choice of its Bad Stuff. The last seat is a foe."""
    game = west(victim, *others, seat(level=foe, hand=ENEMY), doors=[monster], dice=dice, **arguments)
    game[0].kicks_open_the_door()
    while not game.waits_for(game[-1]):
        game.apply("pass")
    for card in ("Rootin' Tootin'", "Hard-Drinkin'", "Ornery"):
        game[-1].plays(card, on=monster)
    flee(game)
    if game[0].may("be caught"):
        game[0].does("be caught")
    assert game.happened.count("CAUGHT") == 1
    return game


def escapes(monster: str, runner: Seat, die: int, **arguments: Any) -> bool:
    """Does the player get away with that die, having lost? (They roll, whatever else they could do.)"""
    game = west(runner, seat(hand=ENEMY), doors=[monster], dice=[die], **arguments)
    game[0].kicks_open_the_door()
    while not game.waits_for(game[1]):
        game.apply("pass")
    for card in ("Rootin' Tootin'", "Hard-Drinkin'", "Ornery"):
        game[1].plays(card, on=monster)
    flee(game)
    return "ESCAPES" in game.happened
