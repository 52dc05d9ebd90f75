"""The powers of Warrior, Wizard, Thief and Cleric."""

import pytest

from munchkin_env.game.scenario import seat, table
from tests.rule import rule

# -------------------------------------------------------------------------------------------------------- Warrior


@rule("ORIG-11", "COMBAT-15")
def test_a_warrior_wins_ties() -> None:
    for classes, level in (("Warrior", 3), ("Thief", 2)):
        game = table(seat(level=2, classes=classes), seat(), doors=["Pit Bull"], dice=[6])
        game[0].kicks_open_the_door()
        game.skip_windows()
        assert game[0].level == level


@rule("ORIG-11")
def test_a_warrior_berserks_with_up_to_three_discards_for_one_each() -> None:
    game = table(seat(classes="Warrior", hand="Elf, Dwarf, Mate", carries="Spiky Knees, Leather Armor"), seat(), doors=["Bullrog"])
    aric, _ = game
    aric.kicks_open_the_door()
    for card, strength in (("Elf", 2), ("Spiky Knees", 3), ("Dwarf", 4)):
        aric.uses("Warrior", "berserking", paying=card)
        assert game.strength == (strength, 18)
    assert not aric.may("use Warrior")  # three is the maximum


@rule("ORIG-11", "REPLAY-06")
def test_once_per_combat_not_per_monster() -> None:
    game = table(
        seat(classes="Warrior", hand="Elf, Dwarf, Thief, Halfling, Sleep Potion"),
        seat(hand="Wandering Monster, Potted Plant, Baby"),
        doors=["Bullrog"],
    )
    aric, suzan = game
    aric.kicks_open_the_door()
    for card in ("Elf", "Dwarf", "Thief"):
        aric.uses("Warrior", paying=card)
    aric.passes()
    suzan.plays("Wandering Monster", bringing="Potted Plant")
    suzan.passes()
    assert game.waits_for(aric) and not aric.may("use Warrior")


@rule("ORIG-11")
def test_but_again_in_the_next_combat() -> None:
    game = table(seat(level=3, classes="Warrior", hand="Elf, Dwarf, Thief, Halfling, Potted Plant"), seat(), doors=["Curse! Lose a Level"])
    aric, _ = game
    aric.kicks_open_the_door()
    aric.looks_for_trouble("Potted Plant")
    aric.uses("Warrior", paying="Elf")
    assert game.strength == (3, 1)


@rule("ORIG-12")
def test_losing_and_regaining_the_class_does_not_renew_a_used_limit() -> None:
    game = table(seat(classes="Warrior", hand="Warrior, Elf, Dwarf, Thief, Halfling, Cleric"), seat(), doors=["Bullrog"])
    aric, _ = game
    aric.kicks_open_the_door()
    for card in ("Elf", "Dwarf", "Thief"):
        aric.uses("Warrior", paying=card)
    aric.discards("Warrior")
    aric.plays("Warrior")
    assert aric.classes == ["Warrior"] and not aric.may("use Warrior")
    assert game.strength == (4, 18)  # what was paid for stays


@rule("ORIG-12")
def test_limits_are_counted_per_player() -> None:
    game = table(
        seat(classes="Warrior", hand="Elf, Dwarf, Thief, Mate"), seat(classes="Warrior", hand="Wizard, Baby"), seat(), doors=["Bullrog"]
    )
    aric, suzan, _ = game
    aric.kicks_open_the_door()
    for card in ("Elf", "Dwarf", "Thief"):
        aric.uses("Warrior", paying=card)
    aric.asks(suzan)
    suzan.accepts()
    aric.passes()
    suzan.uses("Warrior", paying="Wizard")
    assert game.strength == (4 + 2, 18)


@rule("ORIG-11")
def test_nobody_berserks_in_a_fight_that_is_not_theirs() -> None:
    game = table(seat(hand="Mate"), seat(classes="Warrior", hand="Enraged"), doors=["Bullrog"])
    aric, suzan = game
    aric.kicks_open_the_door()
    aric.passes()
    assert not suzan.may("use Warrior")


# --------------------------------------------------------------------------------------------------------- Wizard


@rule("ORIG-11", "RUN-02")
@pytest.mark.parametrize(("die", "cards", "dies"), [(2, 3, False), (2, 2, True), (4, 1, False), (1, 3, True)])
def test_a_wizard_adds_one_to_their_run_away_roll_for_each_of_up_to_three_discards(die: int, cards: int, dies: bool) -> None:
    game = table(seat(level=5, classes="Wizard", hand="Elf, Dwarf, Thief, Cleric"), seat(), doors=["Bullrog"], dice=[die])
    wizard, _ = game
    wizard.kicks_open_the_door()
    game.everybody_passes()
    game.skip_windows()
    wizard.rolls()
    for card in ("Elf", "Dwarf", "Thief")[:cards]:
        wizard.uses("Wizard", paying=card)
    assert cards < 3 or not wizard.may("use Wizard")
    if game.decision == "ROLL_WINDOW":
        wizard.passes()
    assert wizard.dead is dies


@rule("ORIG-11", "RUN-04")
def test_the_flight_spell_is_limited_per_roll() -> None:
    game = table(
        seat(level=5, classes="Wizard", hand="Elf, Dwarf, Thief, Cleric, Warrior"),
        seat(hand="Wandering Monster, Platycore"),
        doors=["Bullrog"],
        dice=[2, 4],
    )
    wizard, suzan = game
    wizard.kicks_open_the_door()
    wizard.passes()
    suzan.plays("Wandering Monster", bringing="Platycore")
    game.everybody_passes()
    game.skip_windows()
    wizard.runs_from("Bullrog")
    wizard.rolls()
    for card in ("Elf", "Dwarf", "Thief"):
        wizard.uses("Wizard", paying=card)
    game.skip_windows()
    wizard.rolls()
    assert game.decision == "ROLL_WINDOW" and wizard.may("use Wizard")  # 4 by itself: the three of the first roll are gone
    wizard.uses("Wizard", paying="Cleric")
    game.skip_windows()
    assert wizard.hand == ["Warrior"] and wizard.level == 5 and not wizard.dead


@rule("ORIG-11", "COMBAT-05")
def test_a_wizard_charms_a_monster_for_their_whole_hand_of_three_or_more() -> None:
    game = table(seat(classes="Wizard", hand="Elf, Dwarf, Thief"), seat(), doors=["Bullrog"], treasures="Spiky Knees, Leather Armor")
    wizard, _ = game
    wizard.kicks_open_the_door()
    wizard.uses("Wizard")
    assert not game.fighting and wizard.level == 1  # no level,
    assert len(wizard.hand) == 5 and wizard.hand[:2] == ["Spiky Knees", "Leather Armor"]  # but its Treasures
    assert sorted(game.doors_discarded) == ["Bullrog", "Dwarf", "Elf", "Thief"]


@rule("ORIG-11")
def test_two_cards_are_not_enough() -> None:
    game = table(seat(classes="Wizard", hand="Elf, Dwarf", carries="Spiky Knees"), seat(), doors=["Bullrog"])
    game[0].kicks_open_the_door()
    assert not game[0].may("use Wizard")


@rule("ORIG-11")
def test_of_several_monsters_they_charm_one_and_fights_on() -> None:
    game = table(
        seat(level=5, classes="Wizard", hand="Elf, Dwarf, Thief"),
        seat(hand="Wandering Monster, Potted Plant"),
        doors=["Bullrog"],
        treasures="Spiky Knees",
    )
    wizard, suzan = game
    wizard.kicks_open_the_door()
    wizard.passes()
    suzan.plays("Wandering Monster", bringing="Potted Plant")
    wizard.uses("Wizard", on="Bullrog")
    game.skip_windows()
    assert wizard.level == 6 and len(wizard.hand) == 5 + 1  # a level and a Treasure for the Plant, five Treasures of the Bullrog


# ---------------------------------------------------------------------------------------------------------- Thief


@rule("ORIG-11", "INTER-02")
def test_a_thief_backstabs_a_fighter_for_a_card_and_two_points() -> None:
    game = table(seat(level=5, hand="Mate"), seat(classes="Thief", hand="Elf, Dwarf"), doors=["Bullrog"])
    aric, thief = game
    aric.kicks_open_the_door()
    aric.passes()
    thief.uses("Thief", "backstabbing", on=aric, paying="Elf")
    assert game.strength == (3, 18) and thief.hand == ["Dwarf"]
    assert not thief.may("use Thief")  # once per victim and combat


@rule("ORIG-11")
def test_each_fighter_once_and_never_themselves() -> None:
    game = table(seat(level=5, hand="Mate"), seat(level=4), seat(classes="Thief", hand="Elf, Dwarf, Baby"), doors=["Bullrog"])
    aric, suzan, thief = game
    aric.kicks_open_the_door()
    aric.asks(suzan)
    suzan.accepts()
    aric.passes()
    thief.uses("Thief", "backstabbing", on=suzan, paying="Elf")
    thief.uses("Thief", paying="Dwarf")  # the other one, and there is nobody to steal from
    assert game.strength == (5, 18) and not thief.may("use Thief")
    alone = table(seat(level=5, classes="Thief", hand="Elf"), seat(), doors=["Bullrog"])
    alone[0].kicks_open_the_door()
    assert not alone[0].may("use Thief")


@rule("ORIG-11")
@pytest.mark.parametrize("die", [1, 3, 4, 6])
def test_a_thief_steals_a_small_item_with_a_four_or_more_and_else_loses_a_level(die: int) -> None:
    game = table(seat(level=3, classes="Thief", hand="Elf"), seat(level=3, carries="Huge Rock, Spiky Knees, Leather Armor"), dice=[die])
    thief, suzan = game
    thief.uses("Thief", "theft", on=suzan, paying="Elf")
    if die >= 4:
        assert set(thief.choices) == {"take Spiky Knees", "take Leather Armor"}  # no Big one
        thief.chooses("Leather Armor")
        assert thief.carries == ["Leather Armor"] and thief.level == 3
    else:
        assert thief.carries == [] and thief.level == 2 and len(suzan.carries) == 3
    assert thief.hand == [] and game.doors_discarded == ["Elf"]


@rule("ORIG-10")
def test_a_thief_cannot_steal_from_a_fighter_nor_while_they_fight() -> None:
    game = table(
        seat(level=3, classes="Thief", carries="Spiky Knees", hand="Elf, Mate"),
        seat(classes="Thief", hand="Dwarf"),
        seat(carries="Leather Armor"),
        doors=["Bullrog"],
        dice=[6],
    )
    aric, thief, _ = game
    aric.kicks_open_the_door()
    assert not aric.may("use Thief")
    aric.passes()
    thief.uses("Thief", "theft")
    assert thief.carries == ["Leather Armor"]  # from Bob: during another player's fight only free players can be robbed


@rule("ORIG-10", "TIME-08")
def test_others_may_steal_from_each_other_during_a_fight_but_not_from_the_fighters() -> None:
    game = table(
        seat(carries="Spiky Knees", hand="Mate"),
        seat(carries="Helm of Courage"),
        seat(classes="Thief", hand="Dwarf"),
        seat(carries="Leather Armor"),
        doors=["Bullrog"],
    )
    aric, suzan, thief, _ = game
    aric.kicks_open_the_door()
    aric.asks(suzan)
    suzan.accepts()
    aric.passes()
    while not thief.decides:
        game.apply("pass")
    thief.does("use Thief")
    thief.does("use theft")
    assert "on player 0" not in thief.choices and "on player 1" not in thief.choices


@rule("ORIG-10", "TIME-03")
def test_outside_fights_a_thief_steals_on_any_turn() -> None:
    game = table(seat(carries="Spiky Knees"), seat(classes="Thief", hand="Dwarf"), dice=[5])
    aric, thief = game
    aric.is_done()
    thief.uses("Thief", on=aric, paying="Dwarf")
    assert thief.carries == ["Spiky Knees"]


# --------------------------------------------------------------------------------------------------------- Cleric


@rule("ORIG-11", "CURSE-12")
def test_a_cleric_takes_the_top_of_the_discards_instead_of_a_face_up_card() -> None:
    game = table(seat(level=5, classes="Cleric", hand="Elf"), seat(), doors=["Bullrog"], door_discards="Thief, Lame Goblin")
    cleric, _ = game
    cleric.is_done()
    game.skip_windows()
    assert set(cleric.choices) == {"draw from the deck", "take from the discards for Elf"}
    cleric.discards("Elf")
    game.skip_windows()
    assert cleric.level == 6 and cleric.hand != ["Elf"]  # the Goblin, not the Bullrog
    assert game.doors_discarded[:2] == ["Thief", "Elf"] and "Bullrog" not in game.doors_discarded


@rule("ORIG-11")
def test_without_discards_or_a_card_to_pay_there_is_no_resurrection() -> None:
    for hand, discards in (("Elf", ""), ((), "Thief, Enraged")):
        game = table(seat(classes="Cleric", hand=hand, carries="Spiky Knees"), seat(), doors=["Mate"], door_discards=discards)
        game[0].kicks_open_the_door()
        assert "Mate" in game[0].hand and game.decision == "ARRANGE"


@rule("ORIG-11")
def test_nor_for_cards_that_are_drawn_face_down() -> None:
    game = table(seat(classes="Cleric", hand="Elf"), seat(), doors=["Mate"], door_discards="Thief", moment="before_room")
    game[0].goes_into_the_room()
    assert game[0].hand == ["Elf", "Mate"]


@rule("ORIG-11", "REW-02")
def test_treasures_won_with_a_helper_are_face_up_too() -> None:
    game = table(
        seat(level=4, classes="Cleric", hand="Elf, Dwarf"),
        seat(level=4),
        doors=["Platycore"],
        treasures="Spiky Knees, Huge Rock",
        treasure_discards="Leather Armor, Slimy Armor",
    )
    cleric, suzan = game
    cleric.kicks_open_the_door()
    cleric.asks(suzan)
    suzan.accepts()
    game.everybody_passes()
    cleric.discards("Elf")
    cleric.does("draw from the deck")
    assert cleric.hand == ["Dwarf", "Slimy Armor", "Spiky Knees"] and game.treasures_discarded == ["Leather Armor"]


@rule("ORIG-11", "DOOR-01", "DOOR-03")
def test_what_they_take_from_the_discards_is_opened_like_any_other_door() -> None:
    game = table(seat(level=5, classes="Cleric", hand="Elf"), seat(), doors=["Bullrog"], door_discards="Curse! Duck of Doom")
    cleric, _ = game
    cleric.is_done()
    game.skip_windows()
    cleric.discards("Elf")
    assert cleric.level == 3 and [event.card for event in game.log if event.what == "OPENS"] == ["Curse! Duck of Doom"]
    game = table(seat(level=5, classes="Cleric", hand="Elf"), seat(), doors=["Bullrog"], door_discards="Divine Intervention")
    game[0].is_done()
    game.skip_windows()
    game[0].discards("Elf")
    assert game[0].level == 6 and game.decision == "ARRANGE"


@rule("ORIG-03", "ORIG-11", "HELP-12")
def test_they_do_not_pay_with_what_they_promised_their_helper() -> None:
    game = table(
        seat(level=4, classes="Cleric", hand="Elf, Boil an Anthill"), seat(level=4), doors=["Platycore"], treasure_discards="Slimy Armor"
    )
    cleric, suzan = game
    cleric.kicks_open_the_door()
    cleric.asks(suzan, card="Boil an Anthill")
    suzan.accepts()
    game.everybody_passes()
    assert set(cleric.choices) == {"draw from the deck", "take from the discards for Elf"}
    cleric.discards("Elf")
    game.skip_windows()
    assert suzan.level == 5 and cleric.hand[0] == "Slimy Armor"


@rule("ORIG-11")
def test_a_cleric_turns_undead_with_up_to_three_discards_for_three_each() -> None:
    game = table(seat(classes="Cleric", hand="Elf, Dwarf, Thief, Mate"), seat(), doors=["King Tut"])
    cleric, _ = game
    cleric.kicks_open_the_door()
    for card, strength in (("Elf", 4), ("Dwarf", 7), ("Thief", 10)):
        cleric.uses("Cleric", "turning", paying=card)
        assert game.strength == (strength, 16)
    assert not cleric.may("use Cleric")


@rule("ORIG-11")
def test_only_undead() -> None:
    game = table(seat(classes="Cleric", hand="Elf, Dwarf"), seat(), doors=["Bullrog"])
    game[0].kicks_open_the_door()
    assert not game[0].may("use Cleric")


@rule("ORIG-11", "REPLAY-07")
def test_a_cleric_chases_the_wannabe_vampire_off_by_themselves() -> None:
    game = table(seat(classes="Cleric"), seat(), doors=["Wannabe Vampire"], treasures="Spiky Knees, Leather Armor, Huge Rock")
    cleric, _ = game
    cleric.kicks_open_the_door()
    cleric.uses("Wannabe Vampire")
    assert not game.fighting and cleric.level == 1 and len(cleric.hand) == 3


@rule("ORIG-11")
def test_nobody_steals_from_one_who_has_nothing() -> None:
    game = table(seat(classes="Thief", hand="Baby"), seat(), seat(carries="Leather Armor"))
    aric, _, bob = game
    assert not aric.may("use Thief on player 2")
    aric.uses("Thief", on=bob, paying="Baby")


@rule("ORIG-11", "BIG-01")
def test_nor_from_one_who_has_nothing_small() -> None:
    game = table(seat(classes="Thief", hand="Baby"), seat(carries="Huge Rock"), seat(carries="Leather Armor, Stepladder"), dice=[5])
    aric, _, bob = game
    aric.does("use Thief")
    assert aric.carries == ["Leather Armor"] and bob.carries == ["Stepladder"], "there was nobody else to choose"
    aric, suzan = table(seat(classes="Thief", hand="Baby"), seat(carries="Huge Rock"))
    assert not aric.may("use Thief") and suzan.carries == ["Huge Rock"]
