"""REPLAY: the examples of the sheet of Munchkin Harry Potter Deluxe, played with their numbers."""

import pytest

from tests.potter import seat, table
from tests.rule import rule

SPOILS = "Ash Practice Wand, Mud-Proof Boots, Lucky Sock, Fur-Lined Hood"


@rule("REPLAY-01", "REPLAY-02", "COMBAT-02", "COMBAT-09", "HOUSE-01", "REW-01")
@pytest.mark.parametrize(("collin", "susan"), [(0, 1), (1, 0), (2, 1)])
def test_collins_fight_with_peter_pettigrew(collin: int, susan: int) -> None:
    """Also with the players in other seats: the result does not depend on seats."""
    seats = [seat(), seat(), seat()]
    seats[collin] = seat(
        level=4, house="Slytherin", wears="Dress Robes, Deluminator", hand="Felix Felicis, Centaur, Flying, Charms", name="Collin"
    )
    seats[susan] = seat(level=2, house="Ravenclaw", wears="Nimbus 2001", hand="Bombarda!", name="Susan")
    game = table(*seats, doors=["Peter Pettigrew"], treasures=SPOILS, turn_of=collin)
    one, other = game[collin], game[susan]
    one.kicks_open_the_door()
    assert game.strength == (9, 10)
    one.plays("Felix Felicis", on="munchkins")
    assert game.strength == (14, 10)
    while not game.waits_for(other):
        game.apply("pass")
    other.plays("Bombarda!")
    assert game.strength == (14, 15)

    with_help = game.clone()
    while not with_help.waits_for(with_help[collin]):
        with_help.apply("pass")
    with_help[collin].asks(with_help[susan])
    with_help[susan].accepts()
    assert with_help.strength == (18, 15)

    while not game.waits_for(one):
        game.apply("pass")
    one.uses("Slytherin", paying="Centaur")
    assert game.strength == (16, 15)
    game.everybody_passes()
    assert one.level == 5 and other.level == 2
    assert one.hand == ["Flying", "Charms", *SPOILS.split(", ")], "three from the card, and one for Bombarda!"
    assert other.sees(one) == [None] * 6, "face down"


@rule("REPLAY-11", "HELP-14", "HELP-15")
def test_dolores_umbridge_is_stronger_with_a_quidditch_captain_among_them_and_not_more_with_two() -> None:
    for main, helper, more in (("", "Quidditch Captain", 3), ("Quidditch Captain", "Quidditch Captain", 3), ("Prefect", "Prefect", 0)):
        game = table(seat(roles=main), seat(roles=helper), doors=["Dolores Umbridge"])
        aric, suzan = game
        aric.kicks_open_the_door()
        aric.asks(suzan)
        suzan.accepts()
        assert game.strength[1] == 8 + more


@rule("REPLAY-14", "SELL-01", "SELL-03")
def test_a_sale_of_a_thousand_one_hundred_and_of_two_thousand() -> None:
    def after(level: int, cards: str) -> int | None:
        aric = table(seat(level=level, carries=cards), seat())[0]
        if not aric.may("sell items"):
            return None
        aric.sells(*cards.split(", "))
        return aric.level

    assert after(1, "Racing Broom, Circlet of Clear Thought") == 2  # 1,100
    assert after(1, "Racing Broom, Dragon-Scale Waistcoat, Bone-Handled Wand, Pointed School Hat") == 3  # 2,000
    assert after(1, "Racing Broom, Fur-Lined Hood") is None  # 900
    assert after(9, "Racing Broom, Circlet of Clear Thought") is None


@rule("REPLAY-15", "ITEM-04")
def test_two_headgears_are_carried_and_one_is_worn() -> None:
    aric = table(seat(carries="Pointed School Hat, Fur-Lined Hood"), seat())[0]
    aric.equips("Pointed School Hat")
    assert not aric.may("equip Fur-Lined Hood") and aric.carries == ["Fur-Lined Hood"]


@rule("REPLAY-16", "CURSE-05")
def test_sectumsempra_without_armor_does_nothing() -> None:
    game = table(seat(level=3, wears="Pointed School Hat", carries="Dress Robes"), seat(), doors=["Curse! Sectumsempra!"])
    aric, _ = game
    aric.kicks_open_the_door()
    assert aric.level == 3 and len(aric.table) == 2 and game.doors_discarded == ["Curse! Sectumsempra!"]


@rule("REPLAY-20")
def test_a_position_of_the_sheet_can_be_set() -> None:
    aric = table(
        seat(level=8, house="Ravenclaw", roles="Head Boy/Girl", wears="Crystal Ball, Dress Robes", carries="Hermione Granger"), seat()
    )[0]
    assert (aric.level, aric.house, aric.roles, aric.wears) == (8, "Ravenclaw", ["Head Boy/Girl"], ["Crystal Ball", "Dress Robes"])
    assert aric.companions == ["Hermione Granger"] and aric.strength == 8 + 2 + 2 + 2


@rule("REPLAY-21", "TRADE-03", "TRADE-05")
def test_quidditch_robes_for_not_helping_bob() -> None:
    game = table(
        seat(level=2, name="Bob"),
        seat(wears="Quidditch Robes"),
        seat(level=9),
        doors=["Common Welsh Green"],
    )
    bob, aric, suzan = game
    bob.kicks_open_the_door()
    bob.passes()
    aric.trades(suzan, gives="Quidditch Robes")
    suzan.accepts()
    assert suzan.carries == ["Quidditch Robes"] and aric.table == []
    while not game.waits_for(bob):
        game.apply("pass")
    bob.asks(suzan)
    assert suzan.may("accept"), "nothing binds her"
