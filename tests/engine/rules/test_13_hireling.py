"""Section 13, the Hireling."""

import pytest

from munchkin_env.game.scenario import seat, table
from tests.rule import rule


@rule("HIRE-01", "TIME-01")
def test_a_hireling_is_hired_at_any_time_on_any_turn() -> None:
    game = table(seat(), seat(hand="Hireling"))
    aric, suzan = game
    aric.does("kick open the door")
    assert suzan.decides and game.decision == "WINDOW"
    suzan.plays("Hireling")
    assert suzan.companions == ["Hireling"] and suzan.strength == 2


@rule("HIRE-01", "TIME-01")
def test_a_hireling_is_hired_in_the_middle_of_the_own_fight() -> None:
    game = table(seat(hand="Hireling, Baby"), seat(), doors=["Lame Goblin"])
    aric, _ = game
    aric.kicks_open_the_door()
    assert game.strength == (1, 1)
    aric.plays("Hireling")
    assert aric.companions == ["Hireling"] and game.strength == (2, 1)


@rule("HIRE-01", "ITEM-04", "ITEM-05")
def test_what_the_hireling_carries_is_beyond_all_limits_and_restrictions() -> None:
    game = table(
        seat(
            classes="Warrior", wears="Buckler of Swashing, Sneaky Bastard Sword", carries="Staff of Napalm", hireling="", hand="Huge Rock"
        ),
        seat(),
    )
    aric, _ = game
    assert not aric.may("equip Staff of Napalm")  # a Wizard's, and both hands are full
    aric.loads("Hireling", "Staff of Napalm")
    assert aric.strength == 1 + 2 + 2 + 1 + 5
    assert "Staff of Napalm" in aric.wears and not aric.may("turn Staff of Napalm sideways")  # the Hireling holds it


@rule("HIRE-01", "BIG-01")
def test_a_big_item_that_the_hireling_carries_leaves_room_for_another() -> None:
    game = table(seat(carries="Huge Rock", hireling="", hand="Tuba of Charm"), seat())
    aric, _ = game
    assert not aric.may("play Tuba of Charm")
    aric.loads("Hireling", "Huge Rock")
    aric.lays_down("Tuba of Charm")
    assert sorted(aric.wears) == ["Huge Rock", "Tuba of Charm"]


@rule("HIRE-01")
def test_the_hireling_carries_one_item_and_puts_it_down_for_another() -> None:
    game = table(seat(wears="Helm of Courage", carries="Leather Armor", hireling="Horny Helmet"), seat())
    aric, _ = game
    assert aric.strength == 1 + 1 + 1 + 1
    aric.loads("Hireling", "Leather Armor")
    assert aric.carries == ["Horny Helmet"] and sorted(aric.wears) == ["Helm of Courage", "Leather Armor"]
    assert not aric.may("equip Horny Helmet")


@rule("HIRE-01", "ITEM-06")
def test_nothing_is_given_to_the_hireling_while_one_fights() -> None:
    game = table(seat(carries="Leather Armor", hireling=""), seat(), doors=["Plutonium Dragon"])
    aric, _ = game
    assert aric.may("load Hireling")
    aric.kicks_open_the_door()
    assert aric.choices == ["pass", "ask for help", "discard Hireling"]


@rule("HIRE-01", "TIME-08")
def test_a_bystander_may_load_their_hireling_during_anothers_fight() -> None:
    game = table(seat(), seat(carries="Leather Armor", hireling=""), doors=["Plutonium Dragon"])
    aric, suzan = game
    aric.kicks_open_the_door()
    aric.passes()
    suzan.loads("Hireling", "Leather Armor")
    assert suzan.wears == ["Leather Armor"]


@rule("HIRE-01")
def test_what_the_hireling_carries_is_its_owners_to_sell_trade_and_lose() -> None:
    game = table(seat(hireling="Leather Armor"), seat(hand="Curse! Lose the Armor You Are Wearing"), turn_of=1)
    aric, suzan = game
    suzan.plays("Curse! Lose the Armor You Are Wearing", on=aric)
    assert aric.table == ["Hireling"]

    game = table(seat(hireling="Staff of Napalm", carries="Leather Armor"), seat())
    aric, suzan = game
    aric.trades(suzan, gives="Staff of Napalm")
    suzan.accepts()
    assert aric.companions == ["Hireling"] and suzan.carries == ["Staff of Napalm"]

    game = table(seat(hireling="Staff of Napalm", carries="Leather Armor"), seat())
    aric, _ = game
    aric.sells("Staff of Napalm", "Leather Armor")
    assert aric.level == 2 and aric.table == ["Hireling"]


@rule("HIRE-01")
@pytest.mark.parametrize("lost", [True, False])
def test_a_hireling_who_goes_takes_their_item_along(lost: bool) -> None:
    game = table(seat(wears="Slimy Armor", hireling="Staff of Napalm"), seat(), hireling_item_lost=lost)
    aric, _ = game
    aric.discards("Hireling")
    if lost:
        assert aric.table == ["Slimy Armor"] and game.treasures_discarded == ["Staff of Napalm", "Hireling"]
    else:
        assert aric.carries == ["Staff of Napalm"] and game.treasures_discarded == ["Hireling"]
        assert aric.strength == 2  # not theirs to wield


@rule("HIRE-01", "ITEM-09")
def test_an_item_left_behind_by_the_hireling_needs_a_place_of_its_own() -> None:
    game = table(seat(wears="Slimy Armor", hireling="Leather Armor"), seat(), hireling_item_lost=False)
    aric, _ = game
    aric.discards("Hireling")
    assert set(aric.choices) == {"turn Slimy Armor sideways", "turn Leather Armor sideways"}
    aric.takes("Slimy Armor")
    assert aric.wears == ["Leather Armor"] and aric.carries == ["Slimy Armor"]


@rule("HIRE-01")
def test_a_hireling_is_dismissed_in_a_fight_too() -> None:
    game = table(seat(level=5, hireling=""), seat(), doors=["Amazon"])
    aric, _ = game
    aric.kicks_open_the_door()
    assert game.strength[0] == 6
    aric.discards("Hireling")
    assert aric.companions == []


@rule("HIRE-01", "RUN-09")
def test_the_sacrifice_saves_from_one_monster_only() -> None:
    game = table(
        seat(level=3, hireling="", hand="Wandering Monster, Bigfoot"),
        seat(),
        doors=["Face Sucker"],
        dice=[1],
    )
    aric, _ = game
    aric.kicks_open_the_door()
    aric.plays("Wandering Monster", bringing="Bigfoot")
    game.skip_windows()
    aric.runs_from("Bigfoot")
    aric.uses("Hireling", "sacrifice")
    assert aric.table == [] and not aric.dead
    assert game.happened.count("ESCAPES") == 1 and game.happened.count("CAUGHT") == 1  # the other one needed a roll, a 1


@rule("HIRE-01", "DEATH-04")
def test_at_death_the_hireling_and_their_item_are_looted_apart() -> None:
    game = table(seat(level=6, hireling="Leather Armor"), seat(level=3), seat(level=2), doors=["Plutonium Dragon"], dice=[1])
    aric, suzan, third = game
    aric.kicks_open_the_door()
    game.skip_windows()
    aric.rolls()
    assert set(suzan.choices) == {"take Leather Armor", "take Hireling"}
    suzan.does("take Hireling")
    third.does("take Leather Armor")
    assert suzan.hand == ["Hireling"] and third.hand == ["Leather Armor"]
