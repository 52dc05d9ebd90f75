"""Any position set up by name and played with verbs.

For tests that read like the rules, for puzzles, and to examine single situations. See docs/positions.md.

    game = table(seat(level=4, classes="Warrior", hand="Magic Missile"), seat(hand="Enraged"), doors=["Net Troll"])
    aric, suzan = game
    aric.kicks_open_the_door()
    aric.plays("Magic Missile", on="munchkins")

A verb asserts that the player decides now and that what they do is legal.
"""

from .player import Player
from .setting import Seat, seat, table
from .stage import ScenarioError
from .table import Table

__all__ = ["Player", "ScenarioError", "Seat", "Table", "seat", "table"]
