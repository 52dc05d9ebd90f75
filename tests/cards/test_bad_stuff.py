"""Every monster's Bad Stuff, played through with all its choices."""

import pytest

from munchkin_env.game.scenario import seat, table
from tests.card import alike, card
from tests.flight import caught
from tests.rule import rule

# ---------------------------------------------------------------------------------------------------------- levels

LEVELS = [
    ("Flying Frogs", 2),
    ("Floating Nose", 3),
    ("Gazebo", 3),
    ("Harpies", 2),
    ("Lame Goblin", 1),
    ("Large Angry Chicken", 1),
    ("Maul Rat", 1),
    ("Mr. Bones", 3),  # one for losing the fight
    ("Pit Bull", 2),
    ("Tongue Demon", 2),
    ("Undead Horse", 2),
    ("Wannabe Vampire", 3),
]


@alike("monster, lost", LEVELS)
def test_levels_are_lost(monster: str, lost: int) -> None:
    for level in (9, 2, 1):
        game = caught(monster, seat(level=level, hand="Elf"), foe=4)
        assert game[0].level == max(1, level - lost)
        assert game[0].hand == ["Elf"] and game[1].level == 4


@card("Tongue Demon")
@rule("ORIG-08")
def test_the_tongue_demon_takes_one_more_level_of_an_elf() -> None:
    for who, level in (
        (seat(level=9, races="Elf"), 6),
        (seat(level=9, races="Dwarf"), 7),
        (seat(level=9, races="Elf, Dwarf", duals="Half-Breed"), 6),
        (seat(level=9, races="Elf", duals="Half-Breed"), 7),
    ):
        assert caught("Tongue Demon", who)[0].level == level


@card("Ghoulfiends")
def test_ghoulfiends_pull_one_down_to_the_lowest_level_in_the_game() -> None:
    assert caught("Ghoulfiends", seat(level=7), seat(level=3), foe=5)[0].level == 3
    assert caught("Ghoulfiends", seat(level=7), foe=9)[0].level == 7  # this player has the lowest Level
    assert caught("Ghoulfiends", seat(level=7), seat(level=7), foe=1)[0].level == 1


@card("Wight Brothers")
def test_the_wight_brothers_leave_one_level_one() -> None:
    game = caught("Wight Brothers", seat(level=9, wears="Helm of Courage", hand="Elf"))
    assert game[0].level == 1 and game[0].wears == ["Helm of Courage"] and game[0].hand == ["Elf"]


# ----------------------------------------------------------------------------------------------------------- death


@alike(
    "monster",
    [("Bullrog",), ("Plutonium Dragon",), ("Stoned Golem",), ("Squidzilla",), ("Unspeakably Awful Indescribable Horror",)],
)
def test_it_kills(monster: str) -> None:
    game = caught(monster, seat(level=6, hand="Elf"), seat())
    assert game[0].dead and game[0].hand == [] and game[0].level == 6
    assert game.decision == "LOOT_BODY"


@card("3,872 Orcs")
@pytest.mark.parametrize("die", range(1, 7))
def test_orcs_kill_on_a_one_or_two_and_take_as_many_levels_as_rolled_else(die: int) -> None:
    game = caught("3,872 Orcs", seat(level=9, hand="Elf"), seat(), dice=(1, die))
    assert game[0].dead is (die <= 2)
    assert game[0].level == (9 if die <= 2 else 9 - die)
    assert game.happened.count("ROLLS") == 2


@card("3,872 Orcs", "Loaded Die")
def test_a_loaded_die_turns_the_die_of_the_orcs() -> None:
    game = table(seat(level=9, hand="Loaded Die"), seat(), doors=["3,872 Orcs"], dice=[1, 2])
    aric, _ = game
    aric.kicks_open_the_door()
    game.everybody_passes()
    aric.passes()  # the die of the roll to run away stands
    assert "CAUGHT" in game.happened
    aric.plays("Loaded Die", choosing=3)
    assert not aric.dead and aric.level == 6


@card("3,872 Orcs", "Curse! Chicken on Your Head")
def test_the_chicken_counts_for_the_die_of_the_orcs() -> None:
    game = caught("3,872 Orcs", seat(level=9, hand="Elf", curses="Curse! Chicken on Your Head"), seat(), dice=(1, 3))
    assert game[0].dead


@card("Unspeakably Awful Indescribable Horror")
def test_the_horror_takes_the_class_of_a_wizard_instead_of_their_life() -> None:
    game = caught("Unspeakably Awful Indescribable Horror", seat(level=6, classes="Wizard", hand="Elf"))
    assert "DIES" not in game.happened and game[0].classes == [] and game[0].hand == ["Elf"]
    game = caught(
        "Unspeakably Awful Indescribable Horror",
        seat(level=6, classes="Wizard, Thief", duals="Super Munchkin"),
    )
    assert "DIES" not in game.happened and game[0].classes == ["Thief"] and "Super Munchkin" in game[0].table


# --------------------------------------------------------------------------------------------- Class, Race, or levels


@card("Amazon")
def test_the_amazon_takes_all_classes_or_three_levels() -> None:
    game = caught("Amazon", seat(level=6, classes="Wizard, Thief", duals="Super Munchkin", races="Elf"))
    assert game[0].table == ["Elf"] and game[0].level == 6
    game = caught("Amazon", seat(level=6, races="Elf"))
    assert game[0].table == ["Elf"] and game[0].level == 3


@card("Shrieking Geek")
def test_the_shrieking_geek_leaves_a_human_without_class() -> None:
    game = caught(
        "Shrieking Geek",
        seat(
            level=6,
            classes="Wizard, Thief",
            duals="Super Munchkin, Half-Breed",
            races="Elf, Dwarf",
            wears="Helm of Courage",
            hand="Cleric",
        ),
    )
    assert game[0].table == ["Helm of Courage"] and game[0].hand == ["Cleric"] and game[0].level == 6


@card("Platycore")
def test_the_platycore_takes_the_hand_or_two_levels_as_the_victim_chooses() -> None:
    for choice, level, hand in ((0, 6, []), (1, 4, ["Elf", "Magic Missile"])):
        game = caught("Platycore", seat(level=6, hand="Elf, Magic Missile"))
        assert game.waits_for(game[0])
        game[0].chooses(choice)
        assert game[0].level == level and game[0].hand == hand


@card("Platycore")
def test_who_has_no_hand_gives_the_platycore_levels() -> None:
    game = caught("Platycore", seat(level=6))
    assert game[0].level == 4


# ------------------------------------------------------------------------------------------------ things that are worn

WORN = "Helm of Courage, Leather Armor, Boots of Butt-Kicking, Pantyhose of Giant Strength, Spiky Knees"


@card("Bigfoot")
def test_bigfoot_takes_the_headgear_that_is_worn() -> None:
    game = caught("Bigfoot", seat(level=6, wears=WORN, carries="Bad-Ass Bandana"))
    assert game[0].wears == WORN.split(", ")[1:] and game[0].carries == ["Bad-Ass Bandana"]
    game = caught("Bigfoot", seat(level=6, wears="Bad-Ass Bandana", cheats="Helm of Courage"))
    game[0].discards("Helm of Courage")  # loses one of two, by choice
    assert game[0].wears == ["Bad-Ass Bandana"] and game[0].level == 6


@card("Face Sucker")
def test_the_face_sucker_takes_all_headgear_and_a_level() -> None:
    game = caught("Face Sucker", seat(level=6, wears=WORN, cheats="Bad-Ass Bandana", carries="Horny Helmet"))
    assert sorted(game[0].wears) == sorted(WORN.split(", ")[1:]) and game[0].carries == ["Horny Helmet"]
    assert game[0].level == 5 and "Cheat!" in game.doors_discarded
    assert caught("Face Sucker", seat(level=6))[0].level == 5


@card("Drooling Slime")
def test_the_drooling_slime_takes_footgear_or_a_level() -> None:
    game = caught("Drooling Slime", seat(level=6, wears=WORN))
    assert "Boots of Butt-Kicking" not in game[0].table and game[0].level == 6 and len(game[0].wears) == 4
    game = caught("Drooling Slime", seat(level=6, carries="Boots of Butt-Kicking", wears="Spiky Knees"))
    assert game[0].level == 5 and game[0].carries == ["Boots of Butt-Kicking"]


@card("Crabs", "Pantyhose of Giant Strength", "Kneepads of Allure", "Spiky Knees", "Sandals of Protection")
def test_crabs_take_armor_and_everything_below_the_waist() -> None:
    game = caught("Crabs", seat(level=6, wears=f"{WORN}, Kneepads of Allure, Sneaky Bastard Sword", carries="Slimy Armor"))
    assert game[0].wears == ["Helm of Courage", "Sneaky Bastard Sword"]
    assert game[0].carries == ["Slimy Armor"] and game[0].level == 6
    game = caught("Crabs", seat(level=6, wears="Sandals of Protection, Helm of Courage"))
    assert game[0].wears == ["Helm of Courage"]


@card("Gelatinous Octahedron")
def test_the_octahedron_takes_all_big_items_in_play() -> None:
    game = caught(
        "Gelatinous Octahedron",
        seat(level=6, races="Dwarf", wears="Mithril Armor, Helm of Courage", carries="Huge Rock, Tuba of Charm", hand="Stepladder"),
    )
    assert game[0].wears == ["Helm of Courage"] and game[0].carries == [] and game[0].hand == ["Stepladder"]
    game = caught("Gelatinous Octahedron", seat(level=6, hireling="Huge Rock"))
    assert game[0].table == ["Hireling"] and game[0].level == 6
