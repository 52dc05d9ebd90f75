"""Section 12, Items: carrying, equipping, restrictions."""

import pytest

from munchkin_env.game.scenario import seat, table
from tests.rule import rule


@rule("ITEM-01", "SELL-02")
def test_a_card_with_a_value_is_an_item_and_no_value_means_nothing() -> None:
    game = table(seat(carries="Huge Rock, Pollymorph Potion, Wishing Ring", hand="Really Impressive Title, Boil an Anthill, Elf"), seat())
    aric, _ = game
    aric.does("sell items")
    assert aric.may("sell Huge Rock") and aric.may("sell Really Impressive Title")
    assert not aric.may("sell Boil an Anthill") and not aric.may("sell Elf")
    aric.does("sell Huge Rock")
    assert not aric.may("close the sale")  # 0 gold
    aric.does("sell Pollymorph Potion")
    aric.does("close the sale")
    assert aric.level == 2 and game.treasures_discarded == ["Pollymorph Potion", "Huge Rock"]


@rule("ITEM-02")
def test_only_equipped_items_give_their_bonus() -> None:
    game = table(seat(level=2, wears="Helm of Courage", carries="Slimy Armor"), seat())
    aric, _ = game
    assert aric.strength == 3
    aric.equips("Slimy Armor")
    assert aric.strength == 4 and aric.carries == []
    aric.turns_sideways("Helm of Courage")
    assert aric.strength == 3 and aric.carries == ["Helm of Courage"]


@rule("ITEM-03", "ITEM-05", "ITEM-08")
def test_restrictions_limit_wearing_not_carrying() -> None:
    game = table(seat(classes="Warrior", hand="Mace of Sharpness, Buckler of Swashing"), seat())
    aric, _ = game
    aric.lays_down("Mace of Sharpness")
    aric.lays_down("Buckler of Swashing")
    assert aric.carries == ["Mace of Sharpness"] and aric.wears == ["Buckler of Swashing"]
    assert not aric.may("equip Mace of Sharpness")
    assert aric.strength == 3


@rule("ITEM-04", "REPLAY-15")
@pytest.mark.parametrize(
    ("worn", "another"),
    [
        ("Helm of Courage", "Horny Helmet"),
        ("Slimy Armor", "Leather Armor"),
        ("Boots of Butt-Kicking", "Sandals of Protection"),
        ("Buckler of Swashing, Sneaky Bastard Sword", "Gentlemen's Club"),
        ("Buckler of Swashing", "Eleven-Foot Pole"),
        ("Eleven-Foot Pole", "Buckler of Swashing"),
        ("Eleven-Foot Pole", "Huge Rock"),
    ],
)
def test_one_headgear_one_armor_one_footgear_and_two_hands(worn: str, another: str) -> None:
    game = table(seat(wears=worn, carries=another), seat())
    aric, _ = game
    assert not aric.may(f"equip {another}")
    for name in worn.split(", "):
        aric.turns_sideways(name)
    aric.equips(another)
    assert aric.wears == [another]


@rule("ITEM-04")
def test_items_without_a_place_of_their_own_are_unlimited() -> None:
    game = table(seat(wears="Spiky Knees, Really Impressive Title, Singing & Dancing Sword", carries="Pantyhose of Giant Strength"), seat())
    aric, _ = game
    aric.equips("Pantyhose of Giant Strength")
    assert aric.strength == 1 + 1 + 3 + 2 + 3


@rule("ITEM-04")
def test_two_one_handed_items_fill_both_hands() -> None:
    game = table(seat(wears="Buckler of Swashing", carries="Sneaky Bastard Sword, Rat on a Stick"), seat())
    aric, _ = game
    aric.equips("Sneaky Bastard Sword")
    assert aric.strength == 5 and not aric.may("equip Rat on a Stick")


@rule("ITEM-05")
def test_an_item_of_a_lost_class_counts_for_nothing_in_the_fight_and_keeps_its_place() -> None:
    game = table(
        seat(classes="Cleric", wears="Mace of Sharpness, Buckler of Swashing", carries="Sneaky Bastard Sword", hand="Cleric, Warrior"),
        seat(),
        doors=["Plutonium Dragon"],
    )
    aric, _ = game
    aric.kicks_open_the_door()
    assert game.strength[0] == 1 + 4 + 2
    aric.discards("Cleric")
    assert game.strength[0] == 1 + 2
    assert aric.wears == ["Mace of Sharpness", "Buckler of Swashing"]
    assert not aric.may("equip Sneaky Bastard Sword")
    aric.plays("Cleric")
    assert game.strength[0] == 1 + 4 + 2  # regained


@rule("ITEM-05")
def test_outside_combat_an_item_of_a_lost_class_is_turned_sideways() -> None:
    game = table(seat(classes="Cleric", wears="Mace of Sharpness", hand="Cleric"), seat())
    aric, _ = game
    aric.discards("Cleric")
    assert aric.carries == ["Mace of Sharpness"] and aric.strength == 1
    aric.plays("Cleric")
    assert aric.strength == 1 and aric.may("equip Mace of Sharpness")  # it does not come back by itself


@rule("ITEM-05", "ITEM-06")
def test_what_became_unusable_in_a_fight_is_turned_sideways_when_the_fight_is_over() -> None:
    game = table(
        seat(level=5, classes="Cleric", wears="Mace of Sharpness"), seat(hand="Curse! Lose Your Class, Baby"), doors=["Potted Plant"]
    )
    aric, suzan = game
    aric.kicks_open_the_door()
    aric.passes()
    suzan.plays("Curse! Lose Your Class", on=aric)
    assert aric.wears == ["Mace of Sharpness"] and game.strength[0] == 5
    game.everybody_passes()
    assert not game.fighting and aric.carries == ["Mace of Sharpness"]


@rule("ITEM-06")
def test_nobody_changes_what_they_wear_once_the_monster_is_revealed() -> None:
    game = table(seat(level=3, wears="Leather Armor", carries="Helm of Courage", hand="Slimy Armor"), seat(), doors=["Net Troll"])
    aric, _ = game
    assert aric.may("equip Helm of Courage") and aric.may("turn Leather Armor sideways") and aric.may("play Slimy Armor")
    aric.kicks_open_the_door()
    assert aric.choices == ["pass", "ask for help"]


@rule("ITEM-06", "HELP-16", "TIME-08")
def test_a_helper_is_bound_from_the_moment_they_accept_and_others_are_free() -> None:
    game = table(
        seat(level=1, hand="Baby"),
        seat(level=5, carries="Helm of Courage", hand="Enraged"),
        seat(carries="Leather Armor"),
        doors=["Face Sucker"],
    )
    aric, suzan, third = game
    aric.kicks_open_the_door()
    aric.passes()
    assert suzan.may("equip Helm of Courage")
    suzan.equips("Helm of Courage")
    suzan.passes()
    assert third.may("equip Leather Armor")
    third.passes()
    aric.asks(suzan)
    suzan.accepts()
    aric.passes()
    assert suzan.choices == ["pass", "play Enraged"]
    suzan.passes()
    assert third.may("equip Leather Armor")


@rule("ITEM-06", "TIME-08")
def test_without_rights_of_third_parties_bystanders_wait_too() -> None:
    game = table(
        seat(),
        seat(carries="Helm of Courage"),
        doors=["Face Sucker"],
        third_party_acts_in_combat=False,
        auto_pass_forced=False,
    )
    aric, suzan = game
    aric.kicks_open_the_door()
    aric.passes()
    assert suzan.choices == ["pass"]


@rule("ITEM-06")
def test_nothing_is_changed_while_running_away() -> None:
    game = table(
        seat(wears="Leather Armor", carries="Helm of Courage, Wishing Ring"),
        seat(),
        doors=["Face Sucker"],
        dice=[6],
        auto_pass_forced=False,
    )
    aric, _ = game
    aric.kicks_open_the_door()
    game.everybody_passes()
    assert game.decision == "WINDOW"  # everyone may react before the first roll
    assert aric.choices == ["pass"]
    game.everybody_passes()
    assert aric.choices == ["roll to run away"]
    aric.rolls()
    game.skip_windows()
    assert not game.fighting and aric.may("equip Helm of Courage")  # the freeze ends with the last roll


@rule("ITEM-07", "HAND-08")
def test_items_are_not_thrown_away_at_will() -> None:
    game = table(seat(classes="Thief", races="Elf", carries="Helm of Courage", wears="Slimy Armor", hand="Leather Armor"), seat())
    aric, _ = game
    assert [text for text in aric.choices if text.startswith("discard")] == ["discard Thief", "discard Elf"]


@rule("ITEM-08")
def test_an_item_laid_down_is_worn_if_there_is_room() -> None:
    game = table(seat(hand="Helm of Courage, Horny Helmet, Slimy Armor"), seat())
    aric, _ = game
    aric.lays_down("Helm of Courage")
    aric.lays_down("Horny Helmet")
    aric.lays_down("Slimy Armor")
    assert aric.wears == ["Helm of Courage", "Slimy Armor"] and aric.carries == ["Horny Helmet"]
    assert not aric.may("equip Horny Helmet")
    aric.turns_sideways("Helm of Courage")
    aric.equips("Horny Helmet")
    assert sorted(aric.wears) == ["Horny Helmet", "Slimy Armor"]


@rule("ITEM-09", "CHEAT-01")
def test_when_the_card_that_lifts_a_limit_goes_its_owner_picks_what_is_turned_sideways() -> None:
    game = table(
        seat(level=1, classes="Warrior", wears="Horny Helmet", cheats="Helm of Courage", hand="Elf"), seat(), doors=["Plutonium Dragon"]
    )
    aric, _ = game
    aric.kicks_open_the_door()
    assert game.strength[0] == 3
    aric.uses("Warrior", "berserking", paying="Cheat!")
    aric.takes("Horny Helmet")
    assert aric.wears == ["Helm of Courage"] and aric.carries == ["Horny Helmet"]
    assert game.strength[0] == 1 + 1 + 1


@rule("ITEM-10", "CURSE-08")
def test_a_loss_of_an_item_is_one_card_and_its_owner_says_which() -> None:
    game = table(
        seat(wears="Helm of Courage", carries="Leather Armor", hand="Slimy Armor"), seat(hand="Curse! Lose 1 Small Item"), turn_of=1
    )
    aric, suzan = game
    suzan.plays("Curse! Lose 1 Small Item", on=aric)
    assert set(aric.choices) == {"lose Helm of Courage", "lose Leather Armor"}  # nothing of the hand
    aric.takes("Leather Armor")
    assert aric.wears == ["Helm of Courage"] and aric.carries == [] and aric.hand == ["Slimy Armor"]
