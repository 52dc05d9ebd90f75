"""When a companion changes sides or leaves with an Item: is the rest corrected (ITEM-05, ITEM-09, BIG-03, HIRE-01)?"""

from typing import Any

from munchkin_env.game.scenario import Table, seat, table
from tests.play import ALL_FOUR
from tests.rule import rule


def changes_sides(item: str, giver: dict[str, Any], taker: dict[str, Any], companion: str = "Groundsman") -> Table:
    """A companion with an Item leaves seat 0 for seat 1."""
    game = table(
        seat(level=3, carries=f"{companion}, {item}", **giver),
        seat(**taker),
        doors=["Better Offer Elsewhere"],
        sets=ALL_FOUR,
    )
    game[0].loads(companion, item)
    game[0].kicks_open_the_door()
    assert game[1].companions == [companion] and item in game[1].table
    return game


@rule("ALLY-04", "ITEM-05", "SIDE-07")
def test_the_new_owner_of_a_companion_gets_back_what_is_not_for_them() -> None:
    """The Groundsman lifts limits, not restrictions."""
    suzan = changes_sides("Captain's Bat", {"roles": "Quidditch Captain"}, {})[1]
    assert suzan.wears == [] and suzan.carries == ["Captain's Bat"] and suzan.strength == 1 + 1
    suzan = changes_sides("Captain's Bat", {"roles": "Quidditch Captain"}, {"roles": "Quidditch Captain"})[1]
    assert suzan.wears == ["Captain's Bat"] and suzan.strength == 1 + 1 + 3


@rule("BIG-03", "SIDE-07")
def test_what_is_not_for_them_and_big_is_one_big_item_too_many() -> None:
    game = changes_sides("Chainsaw of Bloody Dismemberment", {}, {"carries": "Huge Rock"})
    assert game[1].wears == ["Chainsaw of Bloody Dismemberment"], "it is for anybody, and the companion lifts the limit"
    game = changes_sides("Scattergun", {}, {"carries": "Huge Rock", "classes": "Indian"})
    assert sorted(game[1].choices) == ["load Groundsman", "part with Huge Rock", "part with Scattergun"], "not for Indians"
