"""One-shot Treasures of Deluxe that remove monsters, change a fight, search, or cancel Curses."""

import pytest

from munchkin_env.game.scenario import seat, table
from tests.card import card


@card("Magic Lamp")
def test_the_magic_lamp_takes_the_only_monster_out_and_brings_its_treasure() -> None:
    game = table(seat(hand="Magic Lamp"), seat(), doors=["Net Troll"], treasures="Leather Armor, Slimy Armor, Helm of Courage")
    aric, _ = game
    aric.kicks_open_the_door()
    aric.plays("Magic Lamp")
    assert aric.level == 1 and aric.hand == ["Leather Armor", "Slimy Armor", "Helm of Courage"] and not game.fighting


@card("Magic Lamp")
def test_of_several_monsters_it_takes_one_without_treasure() -> None:
    game = table(
        seat(level=5, hand="Magic Lamp, Wandering Monster, Pit Bull, Baby"),
        seat(),
        doors=["Net Troll"],
        treasures="Leather Armor, Slimy Armor",
    )
    aric, _ = game
    aric.kicks_open_the_door()
    aric.plays("Wandering Monster", bringing="Pit Bull")
    aric.plays("Magic Lamp", on="Net Troll")
    game.skip_windows()
    assert aric.level == 6 and aric.hand == ["Baby", "Leather Armor"]  # only the dog


@card("Magic Lamp")
def test_even_after_a_failed_roll() -> None:
    game = table(
        seat(level=6, hand="Magic Lamp"),
        seat(),
        doors=["Bullrog"],
        dice=[1],
        treasures="Leather Armor, Slimy Armor, Helm of Courage, Spiky Knees, Flaming Armor, Huge Rock",
        auto_pass_forced=False,
    )
    aric, _ = game
    aric.kicks_open_the_door()
    game.skip_windows()
    aric.rolls()
    aric.plays("Magic Lamp")
    game.skip_windows()
    assert not aric.dead and aric.level == 6 and not game.fighting
    assert aric.hand == ["Leather Armor", "Slimy Armor", "Helm of Courage", "Spiky Knees", "Flaming Armor"]


@card("Magic Lamp")
def test_the_lamp_is_for_the_own_turn() -> None:
    game = table(seat(hand="Baby"), seat(level=3, hand="Magic Lamp, Enraged"), doors=["Net Troll"])
    aric, suzan = game
    aric.kicks_open_the_door()
    aric.asks(suzan)
    suzan.accepts()
    aric.passes()
    assert suzan.choices == ["pass", "play Enraged"]


@card("Pollymorph Potion")
def test_the_pollymorph_potion_leaves_the_treasure_behind() -> None:
    game = table(
        seat(level=9, hand="Baby"),
        seat(hand="Pollymorph Potion"),
        doors=["Net Troll"],
        treasures="Leather Armor, Slimy Armor, Helm of Courage",
    )
    aric, suzan = game
    aric.kicks_open_the_door()
    aric.passes()
    suzan.plays("Pollymorph Potion")
    assert not game.over and aric.level == 9 and aric.hand == ["Baby", "Leather Armor", "Slimy Armor", "Helm of Courage"]


@card("Pollymorph Potion")
@pytest.mark.parametrize("won", [True, False])
def test_of_several_monsters_its_treasure_is_won_with_the_fight(won: bool) -> None:
    other = "Pit Bull" if won else "Platycore"
    game = table(
        seat(level=5, hand=["Pollymorph Potion", "Wandering Monster", other]),
        seat(),
        doors=["Net Troll"],
        treasures="Leather Armor, Slimy Armor, Helm of Courage, Spiky Knees",
        dice=[6],
    )
    aric, _ = game
    aric.kicks_open_the_door()
    aric.plays("Wandering Monster", bringing=other)
    aric.plays("Pollymorph Potion", on="Net Troll")
    game.skip_windows()
    assert not game.fighting
    assert aric.level == (6 if won else 5)  # a Level only for the dog
    assert aric.hand == (["Leather Armor", "Slimy Armor", "Helm of Courage", "Spiky Knees"] if won else [])


@card("Transferral Potion")
def test_the_transferral_potion_moves_the_fight_and_its_rewards() -> None:
    game = table(
        seat(hand="Transferral Potion"),
        seat(level=2),
        seat(level=9, hand="Baby"),
        doors=["Amazon", "Elf"],
        treasures="Leather Armor, Slimy Armor",
    )
    aric, suzan, third = game
    aric.kicks_open_the_door()
    aric.does("play Transferral Potion")
    assert set(aric.choices) == {"on player 1", "on player 2"}
    aric.picks(third)
    assert game.main is third and game.strength == (9, 8)
    game.skip_windows()
    assert game.over and game.winners == (third,) and suzan.level == 2


@card("Transferral Potion")
@pytest.mark.parametrize("strong", [True, False])
def test_the_turn_goes_on_and_the_room_is_looted_whatever_the_result(strong: bool) -> None:
    game = table(
        seat(hand="Baby"),
        seat(level=8 if strong else 1, hand="Transferral Potion, Enraged"),
        doors=["Platycore", "Elf"],
        treasures="Leather Armor, Slimy Armor",
        dice=[6],
    )
    aric, suzan = game
    aric.kicks_open_the_door()
    aric.passes()
    suzan.plays("Transferral Potion", on=suzan)  # Suzan wants that fight
    assert game.main is suzan and game.turn_player is aric
    game.skip_windows()
    assert suzan.level == (9 if strong else 1) and aric.level == 1
    assert suzan.hand == (["Enraged", "Leather Armor", "Slimy Armor"] if strong else ["Enraged"])
    aric.goes_into_the_room()
    assert aric.hand == ["Baby", "Elf"] and "LOOTS_ROOM" in game.happened


@card("Transferral Potion")
def test_the_new_fighter_may_ask_for_help_even_the_old_one() -> None:
    game = table(seat(level=5, hand="Transferral Potion"), seat(level=4, hand="Baby"), doors=["Face Sucker"])
    aric, suzan = game
    aric.kicks_open_the_door()
    aric.plays("Transferral Potion")
    assert game.main is suzan
    suzan.asks(aric)
    aric.accepts()
    assert game.helper is aric and game.strength == (9, 8)


@card("Transferral Potion")
def test_it_is_not_played_on_one_who_fights_already() -> None:
    game = table(seat(level=1, hand="Baby"), seat(level=1, hand="Transferral Potion, Enraged"), doors=["Net Troll"])
    aric, suzan = game
    aric.kicks_open_the_door()
    aric.asks(suzan)
    suzan.accepts()
    aric.passes()
    assert suzan.choices == ["pass", "play Enraged"]


@card("Wand of Dowsing")
def test_the_wand_of_dowsing_takes_any_discarded_card() -> None:
    game = table(
        seat(hand="Wand of Dowsing"),
        seat(),
        door_discards="Elf, Wizard, Dwarf",
        treasure_discards="Leather Armor, Magic Lamp",
    )
    aric, _ = game
    aric.does("play Wand of Dowsing")
    aric.chooses(0)
    assert aric.choices == ["take Magic Lamp", "take Leather Armor", "take Dwarf", "take Wizard", "take Elf"]
    aric.does("take Wizard")
    assert aric.hand == ["Wizard"] and game.doors_discarded == ["Elf", "Dwarf"]
    assert game.treasures_discarded == ["Leather Armor", "Magic Lamp", "Wand of Dowsing"]


@card("Wand of Dowsing")
def test_the_wand_is_for_the_own_turn_outside_combat_and_needs_discards() -> None:
    game = table(seat(carries="Wand of Dowsing"), seat())
    assert not game[0].may("use Wand of Dowsing")
    game = table(seat(carries="Wand of Dowsing", hand="Baby"), seat(carries="Slimy Armor"), doors=["Net Troll"], door_discards="Elf")
    aric, _ = game
    assert aric.may("use Wand of Dowsing")
    aric.kicks_open_the_door()
    assert not aric.may("use Wand of Dowsing")
    game = table(seat(), seat(carries="Wand of Dowsing, Slimy Armor"), door_discards="Elf")
    aric, suzan = game
    aric.does("kick open the door")
    assert suzan.decides and not suzan.may("use Wand of Dowsing")


@card("Wand of Dowsing")
def test_the_wand_impresses_the_pit_bull() -> None:
    game = table(seat(carries="Wand of Dowsing"), seat(), doors=["Pit Bull"])
    aric, _ = game
    aric.kicks_open_the_door()
    game.skip_windows()
    aric.uses("Pit Bull")
    assert aric.table == [] and "ESCAPES" in game.happened and "ROLLS" not in game.happened


@card("Wishing Ring")
def test_the_wishing_ring_cancels_a_curse_about_to_strike_anybody() -> None:
    game = table(seat(level=4), seat(level=4, hand="Wishing Ring"), doors=["Curse! Change Sex"])
    aric, suzan = game
    aric.kicks_open_the_door()
    suzan.plays("Wishing Ring")
    assert aric.sex == "male" and aric.curses == [] and aric.strength == 4
    assert game.doors_discarded == ["Curse! Change Sex"] and game.treasures_discarded == ["Wishing Ring"]


@card("Wishing Ring")
def test_or_one_of_those_in_force_on_anybody() -> None:
    game = table(
        seat(hand="Wishing Ring"),
        seat(curses="Curse! Chicken on Your Head, Curse! Malign Mirror"),
        seat(curses="Curse! Change Sex"),
    )
    aric, suzan, third = game
    aric.does("play Wishing Ring")
    aric.chooses(0, suzan)
    assert set(aric.choices) == {"lift Curse! Chicken on Your Head", "lift Curse! Malign Mirror"}
    aric.does("lift Curse! Malign Mirror")
    assert suzan.curses == ["Curse! Chicken on Your Head"] and third.curses == ["Curse! Change Sex"]


@card("Wishing Ring")
def test_in_the_middle_of_a_fight_too() -> None:
    game = table(seat(level=9, curses="Curse! Change Sex", carries="Wishing Ring", hand="Baby"), seat(), doors=["Net Troll"])
    aric, _ = game
    aric.kicks_open_the_door()
    assert game.strength == (4, 10)
    aric.uses("Wishing Ring")
    assert game.strength == (9, 10) and aric.curses == []


@card("Wishing Ring")
def test_without_a_curse_there_is_nothing_to_wish_for_and_there_are_two_rings() -> None:
    game = table(seat(carries="Wishing Ring, Wishing Ring"), seat())
    aric, _ = game
    assert aric.table == ["Wishing Ring", "Wishing Ring"] and not aric.may("use Wishing Ring")
