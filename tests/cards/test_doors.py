"""Door cards that are played: monster enhancers and specials. Classes, Races and their doubles: test_characters.py."""

import pytest

from munchkin_env.game.scenario import seat, table
from tests.card import alike, card
from tests.flight import flee
from tests.rule import rule

# ------------------------------------------------------------------------------------------------------- enhancers

ENHANCERS = [("Ancient", 10, 2), ("Humongous", 10, 2), ("Enraged", 5, 1), ("Intelligent", 5, 1), ("Baby", -5, -1)]


@alike("enhancer, strength, treasures", ENHANCERS)
def test_an_enhancer_changes_strength_and_treasures_of_one_monster(enhancer: str, strength: int, treasures: int) -> None:
    for monster, level, printed in (("Net Troll", 10, 3), ("Maul Rat", 1, 1)):
        game = table(seat(level=1, hand="Baby" if enhancer != "Baby" else "Elf"), seat(hand=enhancer), doors=[monster])
        aric, suzan = game
        assert not suzan.may(f"play {enhancer}")
        aric.kicks_open_the_door()
        if game.waits_for(aric):
            aric.passes()
        suzan.plays(enhancer)
        assert game.strength == (1, level + strength)
        assert game.treasures_at_stake == max(1, printed + treasures)


@alike("enhancer, strength, treasures", ENHANCERS)
def test_an_enhancer_is_also_for_the_fighter_themselves_and_is_discarded_afterwards(enhancer: str, strength: int, treasures: int) -> None:
    game = table(seat(level=9, hand=enhancer), seat(hand="Mate"), doors=["Bigfoot"], dice=[6], win_level=20)
    aric, _ = game
    assert not aric.may(f"play {enhancer}")
    aric.kicks_open_the_door()
    aric.plays(enhancer)
    assert game.strength == (9, 12 + strength) and game.treasures_at_stake == 3 + treasures
    assert game.doors_discarded == []
    flee(game)
    assert sorted(game.doors_discarded) == sorted([enhancer, "Bigfoot"])


@card("Ancient", "Humongous", "Enraged", "Intelligent", "Baby")
@rule("MON-02", "MON-11")
def test_enhancers_add_up_and_are_paid_out() -> None:
    game = table(
        seat(level=9, hand="Magic Missile, Pretty Balloons, Electric Radioactive Acid Potion, Sleep Potion"),
        seat(hand="Ancient, Enraged, Baby"),
        doors=["Pit Bull"],
        treasures="Leather Armor, Huge Rock, Slimy Armor",
        win_level=20,
    )
    aric, suzan = game
    aric.kicks_open_the_door()
    aric.passes()
    for one in ("Ancient", "Enraged", "Baby"):
        suzan.plays(one)
    assert game.strength == (9, 12) and game.treasures_at_stake == 3
    aric.plays("Magic Missile", on="munchkins")
    game.everybody_passes()
    game.skip_windows()
    assert aric.level == 10 and aric.hand[-3:] == ["Leather Armor", "Huge Rock", "Slimy Armor"]


@card("Baby")
@rule("LEVEL-03")
def test_a_baby_may_be_weaker_than_nothing() -> None:
    game = table(seat(hand="Baby"), seat(hand="Mate"), doors=["Maul Rat"])
    game[0].kicks_open_the_door()
    game[0].plays("Baby")
    assert game.strength == (1, -4)


@card("Enraged", "Wandering Monster")
@rule("MON-03", "MON-05")
def test_the_player_of_an_enhancer_picks_the_monster() -> None:
    game = table(seat(level=2), seat(hand="Wandering Monster, Maul Rat, Enraged, Baby"), doors=["Gazebo"])
    aric, suzan = game
    aric.kicks_open_the_door()
    suzan.plays("Wandering Monster", bringing="Maul Rat")
    assert game.monsters == ["Gazebo", "Maul Rat"] and game.strength == (2, 9)
    suzan.plays("Enraged", on="Maul Rat")
    suzan.plays("Baby", on="Gazebo")
    assert game.strength == (2, 9) and game.treasures_at_stake == 3


# ------------------------------------------------------------------------------------------------------------ Mate


@card("Mate")
@rule("MON-04")
def test_a_mate_has_everything_that_was_and_will_be_played_on_either() -> None:
    for order in (["Enraged", "Mate", "Ancient"], ["Mate", "Enraged", "Ancient"], ["Enraged", "Ancient", "Mate"]):
        game = table(seat(level=9, hand="Elf"), seat(hand=order), doors=["Bigfoot"])
        aric, suzan = game
        aric.kicks_open_the_door()
        aric.passes()
        for one in order:
            suzan.plays(one, on="on Bigfoot" if game.monsters == ["Bigfoot"] else "on Bigfoot's mate")
        assert game.monsters == ["Bigfoot", "Bigfoot"]
        assert game.strength == (9, 2 * (12 + 15)) and game.treasures_at_stake == 2 * (3 + 3)


@card("Mate")
def test_a_mate_is_a_second_kill_and_a_second_run() -> None:
    game = table(
        seat(level=9),
        seat(hand="Mate"),
        doors=["Undead Horse"],
        treasures="Leather Armor, Huge Rock, Slimy Armor, Spiky Knees",
        win_level=20,
    )
    aric, suzan = game
    aric.kicks_open_the_door()
    suzan.plays("Mate")
    game.skip_windows()
    assert aric.level == 11 and len(aric.hand) == 4
    game = table(seat(level=3), seat(hand="Mate"), doors=["Undead Horse"], dice=[1, 6])
    aric, suzan = game
    aric.kicks_open_the_door()
    aric.passes()
    suzan.plays("Mate")
    game.everybody_passes()
    aric.does("run from Undead Horse")
    assert aric.level == 1 and game.happened.count("ROLLS") == 2


@card("Mate")
@rule("MON-13", "HELP-15")
def test_a_mate_stays_when_the_other_is_gone_and_has_its_powers() -> None:
    game = table(
        seat(level=2, races="Elf"),
        seat(races="Elf", hand="Mate, Enraged, Pollymorph Potion"),
        doors=["Leperchaun"],
        treasures="Leather Armor",
    )
    aric, suzan = game
    aric.kicks_open_the_door()
    aric.passes()
    suzan.plays("Mate")
    assert game.strength == (2, 18)  # each 4 and 5 against the Elf
    suzan.plays("Enraged", on="on Leperchaun's mate")
    suzan.plays("Pollymorph Potion", on="on Leperchaun")
    assert game.monsters == ["Leperchaun"] and game.strength == (2, 14)


# ------------------------------------------------------------------------------------------- monsters from the hand


@card("Wandering Monster")
def test_a_wandering_monster_needs_a_monster_in_hand_and_a_fight() -> None:
    for hand, may in (("Wandering Monster, Maul Rat", True), ("Wandering Monster, Elf", False)):
        game = table(seat(level=3, hand=hand), seat(hand="Elf"), doors=["Bigfoot"])
        aric, _ = game
        assert not aric.may("play Wandering Monster")
        aric.kicks_open_the_door()
        assert aric.may("play Wandering Monster") is may
    assert game.monsters == ["Bigfoot"]


@card("Wandering Monster")
@rule("MON-05", "INTER-04")
def test_one_may_invite_a_monster_to_ones_own_fight_of_two_the_one_of_choice() -> None:
    game = table(
        seat(level=9, hand="Wandering Monster, Maul Rat, Lame Goblin"),
        seat(hand="Mate"),
        doors=["Pit Bull"],
        treasures="Leather Armor, Huge Rock",
        win_level=20,
    )
    aric, _ = game
    aric.kicks_open_the_door()
    aric.plays("Wandering Monster")
    assert sorted(aric.choices) == ["bring along Lame Goblin", "bring along Maul Rat"]
    aric.chooses("Maul Rat")
    assert game.strength == (9, 3)
    game.everybody_passes()
    game.skip_windows()
    assert aric.level == 11 and sorted(game.doors_discarded) == ["Maul Rat", "Pit Bull", "Wandering Monster"]


@card("Wandering Monster", "Tongue Demon")
def test_what_wanders_in_does_what_it_does_before_a_fight() -> None:
    game = table(seat(level=9, wears="Leather Armor"), seat(hand="Wandering Monster, Tongue Demon, Elf"), doors=["Pit Bull"])
    aric, suzan = game
    aric.kicks_open_the_door()
    suzan.plays("Wandering Monster", bringing="Tongue Demon")
    assert aric.wears == [] and suzan.hand == ["Elf"]


@card("Illusion")
def test_an_illusion_puts_a_monster_from_the_hand_in_the_place_of_another() -> None:
    game = table(
        seat(level=3),
        seat(hand="Illusion, King Tut, Enraged, Wandering Monster, Maul Rat"),
        doors=["Gazebo"],
        dice=[6, 6],
    )
    aric, suzan = game
    aric.kicks_open_the_door()
    suzan.plays("Wandering Monster", bringing="Maul Rat")
    suzan.plays("Enraged", on="Gazebo")
    assert game.strength == (3, 14) and game.treasures_at_stake == 4
    suzan.plays("Illusion", on="Gazebo")
    assert game.monsters == ["Maul Rat", "King Tut"]  # and the Gazebo's modifiers are gone
    assert game.strength == (3, 17) and game.treasures_at_stake == 5
    flee(game)
    aric.runs_from("Maul Rat")
    flee(game)
    assert sorted(game.doors_discarded) == ["Enraged", "Gazebo", "Illusion", "King Tut", "Maul Rat", "Wandering Monster"]


@card("Illusion")
def test_an_illusion_needs_a_monster_in_hand_and_goes_on_the_only_monster_too() -> None:
    for hand, may in (("Illusion, Elf", False), ("Illusion, Maul Rat", True)):
        game = table(seat(level=2, hand=hand), seat(hand="Mate"), doors=["Bigfoot"], treasures="Leather Armor")
        aric, _ = game
        assert not aric.may("play Illusion")
        aric.kicks_open_the_door()
        assert aric.may("play Illusion") is may
    aric.plays("Illusion")
    assert game.monsters == ["Maul Rat"] and game.strength == (2, 1)
    game.everybody_passes()
    game.skip_windows()
    assert aric.level == 3 and aric.hand == ["Leather Armor"]


# -------------------------------------------------------------------------------------------------------- specials


@card("Out to Lunch")
def test_all_monsters_go_out_to_lunch_and_main_draws_two_treasures() -> None:
    game = table(
        seat(level=3),
        seat(level=2, hand="Wandering Monster, Maul Rat, Out to Lunch"),
        seat(level=4),
        doors=["Bullrog"],
        treasures="Leather Armor, Huge Rock",
    )
    aric, suzan, third = game
    aric.kicks_open_the_door()
    aric.asks(third, treasures="all")
    third.accepts()
    suzan.plays("Wandering Monster", bringing="Maul Rat")
    suzan.plays("Out to Lunch")
    game.skip_windows()
    assert aric.level == 3 and third.level == 4 and aric.hand == ["Leather Armor", "Huge Rock"] and third.hand == []
    assert "KILLS" not in game.happened and "ROLLS" not in game.happened
    assert sorted(game.doors_discarded) == ["Bullrog", "Maul Rat", "Out to Lunch", "Wandering Monster"]
    assert "LOOTS_ROOM" not in game.happened


@card("Divine Intervention")
@pytest.mark.parametrize("way", ["kick", "loot"])
def test_divine_intervention_lifts_every_cleric_as_soon_as_it_is_drawn(way: str) -> None:
    game = table(
        seat(level=3),
        seat(level=4, classes="Cleric"),
        seat(level=5, classes="Cleric, Thief", duals="Super Munchkin"),
        doors=["Divine Intervention"],
        moment="before_door" if way == "kick" else "before_room",
    )
    aric, _, _ = game
    if way == "kick":
        aric.kicks_open_the_door()
    else:
        aric.goes_into_the_room()
    assert game.levels == (3, 5, 6) and aric.hand == []
    assert game.doors_discarded == ["Divine Intervention"]


@card("Divine Intervention")
@rule("WIN-01", "WIN-03")
def test_divine_intervention_may_win() -> None:
    game = table(
        seat(level=9), seat(level=9, classes="Cleric"), seat(level=9, classes="Cleric"), seat(level=1), doors=["Divine Intervention"]
    )
    game[0].kicks_open_the_door()
    assert game.over and game.winners == (game[1], game[2])


@card("Divine Intervention")
@rule("TURN-06")
def test_divine_intervention_is_no_monster() -> None:
    game = table(seat(level=3), seat(), doors=["Divine Intervention", "Elf"])
    aric, _ = game
    aric.kicks_open_the_door()
    aric.loots()
    assert aric.hand == ["Elf"] and aric.level == 3


@card("Cheat!")
@rule("CHEAT-01")
@pytest.mark.parametrize("item", ["Mace of Sharpness", "Stepladder", "Bad-Ass Bandana", "Swiss Army Polearm"])
def test_cheat_lets_one_use_an_item_against_all_limits_and_restrictions(item: str) -> None:
    game = table(
        seat(
            classes="Wizard",
            races="Elf",
            wears="Helm of Courage, Buckler of Swashing, Sneaky Bastard Sword",
            carries="Huge Rock",
            hand=f"Cheat!, {item}",
        ),
        seat(),
    )
    aric, _ = game
    aric.plays("Cheat!", on=item)
    assert item in aric.wears and aric.carries == ["Huge Rock"]
    assert "Cheat!" in aric.table


@card("Cheat!")
@rule("CHEAT-01")
def test_cheat_is_for_an_item_that_lies_sideways_but_not_for_a_fight() -> None:
    game = table(seat(hand="Cheat!", carries="Mace of Sharpness"), seat(), doors=["Maul Rat"])
    aric, _ = game
    assert aric.strength == 1
    aric.plays("Cheat!")
    aric.equips("Mace of Sharpness")
    assert aric.wears == ["Mace of Sharpness"] and aric.strength == 5
    game = table(seat(hand="Cheat!, Baby", carries="Mace of Sharpness"), seat(), doors=["Bigfoot"])
    game[0].kicks_open_the_door()
    assert not game[0].may("play Cheat!")
    game = table(seat(hand="Cheat!, Elf"), seat())
    assert not game[0].may("play Cheat!")  # no Item


@card("Cheat!")
@rule("CHEAT-02")
def test_cheat_goes_with_its_item() -> None:
    game = table(seat(cheats="Mace of Sharpness", level=4), seat(hand="Curse! Lose 1 Small Item"), turn_of=1)
    aric, suzan = game
    suzan.plays("Curse! Lose 1 Small Item", on=aric)
    assert aric.table == [] and "Cheat!" in game.doors_discarded


@card("Help Me Out Here!")
def test_help_me_out_here_takes_the_item_that_wins_the_fight_at_once() -> None:
    game = table(
        seat(level=3, hand="Help Me Out Here!"),
        seat(wears="Leather Armor, Helm of Courage", carries="Huge Rock, Sneaky Bastard Sword"),
        doors=["Undead Horse"],
        treasures="Slimy Armor, Spiky Knees",
    )
    aric, suzan = game
    aric.kicks_open_the_door()
    aric.plays("Help Me Out Here!")
    assert sorted(aric.choices) == ["take Huge Rock", "take Sneaky Bastard Sword"]  # +1 would only tie
    aric.takes("Sneaky Bastard Sword")
    assert aric.wears == ["Sneaky Bastard Sword"] and "Sneaky Bastard Sword" not in suzan.table
    game.skip_windows()
    assert aric.level == 4 and aric.wears == ["Sneaky Bastard Sword"]


@card("Help Me Out Here!")
def test_what_does_not_win_or_may_not_be_used_is_no_help() -> None:
    for worn, kicked in (("Leather Armor", "Undead Horse"), ("Bow With Ribbons", "Undead Horse"), ("Huge Rock", "Bullrog")):
        game = table(seat(level=3, hand="Help Me Out Here!"), seat(carries=worn), doors=[kicked])
        game[0].kicks_open_the_door()
        assert not game[0].may("play Help Me Out Here!")
    game = table(seat(level=6, hand="Help Me Out Here!"), seat(carries="Huge Rock"), doors=["Undead Horse"])
    game[0].kicks_open_the_door()
    assert not game[0].may("play Help Me Out Here!")  # not losing
    game = table(seat(level=3), seat(hand="Help Me Out Here!"), seat(carries="Huge Rock"), doors=["Undead Horse"])
    game[0].kicks_open_the_door()
    assert not game[1].may("play Help Me Out Here!")  # not in the fight


@card("Help Me Out Here!")
def test_own_items_may_be_discarded_to_make_room() -> None:
    game = table(
        seat(level=3, wears="Helm of Courage", hand="Help Me Out Here!"),
        seat(wears="Bad-Ass Bandana"),
        doors=["Face Sucker"],
        treasures="Slimy Armor, Spiky Knees",
    )
    aric, _ = game
    aric.kicks_open_the_door()
    assert not aric.may("play Help Me Out Here!")  # 3 and 3 are not above 8
    game = table(
        seat(level=3, wears="Helm of Courage", hand="Help Me Out Here!"),
        seat(wears="Bad-Ass Bandana"),
        doors=["Undead Horse"],
        treasures="Slimy Armor, Spiky Knees",
    )
    aric, suzan = game
    aric.kicks_open_the_door()
    assert game.strength == (4, 4)
    aric.plays("Help Me Out Here!")
    assert aric.wears == ["Bad-Ass Bandana"] and suzan.table == []
    assert "Helm of Courage" in game.treasures_discarded


@card("Help Me Out Here!")
def test_two_own_items_may_be_in_the_way_and_stay_as_they_are_until_they_go() -> None:
    game = table(
        seat(level=5, wears="Rat on a Stick, Tuba of Charm", hand="Help Me Out Here!"),
        seat(carries="Swiss Army Polearm"),
        doors=["Face Sucker"],
    )
    aric, suzan = game
    aric.kicks_open_the_door()
    assert aric.may("play Help Me Out Here!") and aric.wears == ["Rat on a Stick", "Tuba of Charm"] and game.strength == (6, 8)
    aric.plays("Help Me Out Here!")
    assert sorted(aric.choices) == ["discard Rat on a Stick", "discard Tuba of Charm"]
    aric.chooses("Rat on a Stick")
    assert aric.wears == ["Swiss Army Polearm"] and suzan.table == [] and aric.level == 6
    assert sorted(game.treasures_discarded) == ["Rat on a Stick", "Tuba of Charm"]


@card("Help Me Out Here!")
def test_a_helper_may_call_for_an_item_as_well() -> None:
    game = table(
        seat(level=2),
        seat(level=2, hand="Help Me Out Here!"),
        seat(carries="Huge Rock"),
        doors=["Platycore"],
        treasures="Slimy Armor, Spiky Knees",
    )
    aric, suzan, third = game
    aric.kicks_open_the_door()
    aric.asks(suzan)
    suzan.accepts()
    suzan.plays("Help Me Out Here!")
    assert suzan.wears == ["Huge Rock"] and third.table == []
