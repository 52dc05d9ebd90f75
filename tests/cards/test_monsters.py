"""Every monster: printed values, against whom it is stronger, whom it pursues.

Other effects: test_monster_powers.py, test_monster_ends.py; on players it catches: test_bad_stuff.py, test_bad_stuff_cards.py.
"""

import pytest

from munchkin_env.game.scenario import Seat, seat, table
from tests.card import alike, card
from tests.flight import flee
from tests.rule import rule

POTIONS = "Magic Missile, Pretty Balloons, Electric Radioactive Acid Potion"
SPOILS = "Leather Armor, Slimy Armor, Helm of Courage, Huge Rock, Spiky Knees, Broad Sword"

PRINTED = [
    ("3,872 Orcs", 10, 3, 1, False),
    ("Amazon", 8, 2, 1, False),
    ("Bigfoot", 12, 3, 1, False),
    ("Bullrog", 18, 5, 2, False),
    ("Crabs", 1, 1, 1, False),
    ("Drooling Slime", 1, 1, 1, False),
    ("Face Sucker", 8, 2, 1, False),
    ("Floating Nose", 10, 3, 1, False),
    ("Flying Frogs", 2, 1, 1, False),
    ("Gazebo", 8, 2, 1, False),
    ("Gelatinous Octahedron", 2, 1, 1, False),
    ("Ghoulfiends", 8, 2, 1, False),
    ("Harpies", 4, 2, 1, False),
    ("Hippogriff", 16, 4, 2, False),
    ("Insurance Salesman", 14, 4, 1, False),
    ("King Tut", 16, 4, 2, True),
    ("Lame Goblin", 1, 1, 1, False),
    ("Large Angry Chicken", 2, 1, 1, False),
    ("Lawyers", 6, 2, 1, False),
    ("Leperchaun", 4, 2, 1, False),
    ("Maul Rat", 1, 1, 1, False),
    ("Mr. Bones", 2, 1, 1, True),
    ("Net Troll", 10, 3, 1, False),
    ("Pit Bull", 2, 1, 1, False),
    ("Platycore", 6, 2, 1, False),
    ("Plutonium Dragon", 20, 5, 2, False),
    ("Potted Plant", 1, 1, 1, False),
    ("Pukachu", 6, 2, 1, False),
    ("Shrieking Geek", 6, 2, 1, False),
    ("Snails on Speed", 4, 2, 1, False),
    ("Squidzilla", 18, 4, 2, False),
    ("Stoned Golem", 14, 4, 1, False),
    ("Tongue Demon", 12, 3, 1, False),
    ("Undead Horse", 4, 2, 1, True),
    ("Unspeakably Awful Indescribable Horror", 14, 4, 1, False),
    ("Wannabe Vampire", 12, 3, 1, False),
    ("Wight Brothers", 16, 4, 2, True),
]


@alike("monster, level, treasures, levels, undead", PRINTED)
def test_level_treasures_levels_and_tag_as_printed(monster: str, level: int, treasures: int, levels: int, undead: bool) -> None:
    another = "King Tut" if monster != "King Tut" else "Mr. Bones"
    game = table(seat(level=15, hand=POTIONS), seat(hand=another), seat(), doors=[monster], treasures=SPOILS, win_level=20)
    aric, suzan, _ = game
    aric.kicks_open_the_door()
    if monster == "Stoned Golem":
        aric.says(False)  # does not walk past
    assert game.monsters == [monster]
    assert game.strength[1] == level and game.treasures_at_stake == treasures
    for potion in POTIONS.split(", "):
        aric.plays(potion, on="munchkins")
    assert game.waits_for(suzan) is undead  # who could send in another Undead
    game.skip_windows()
    assert aric.level == 15 + levels
    assert aric.hand == SPOILS.split(", ")[:treasures]
    assert game.doors_discarded == [monster]


# ------------------------------------------------------------------------------------------ stronger against some

STRONGER = [
    ("3,872 Orcs", "Dwarf", 6),
    ("Bigfoot", "Dwarf", 3),
    ("Drooling Slime", "Elf", 4),
    ("Face Sucker", "Elf", 6),
    ("Harpies", "Wizard", 5),
    ("Leperchaun", "Elf", 5),
    ("Maul Rat", "Cleric", 3),
    ("Platycore", "Wizard", 6),
    ("Shrieking Geek", "Warrior", 6),
    ("Tongue Demon", "Cleric", 4),
    ("Undead Horse", "Dwarf", 5),
    ("Unspeakably Awful Indescribable Horror", "Warrior", 4),
]
OTHERS = {"Dwarf": "Elf", "Elf": "Halfling", "Wizard": "Thief", "Cleric": "Warrior", "Warrior": "Thief"}
LEVEL = {name: level for name, level, *_ in PRINTED}


def more(monster: str, main: Seat, helper: Seat | None = None) -> int:
    """How far is it above its Level?"""
    game = table(main, helper or seat(), seat(), doors=[monster], ask_only_when_losing=False)
    aric, suzan, _ = game
    aric.kicks_open_the_door()
    if helper is not None:
        aric.asks(suzan)
        suzan.accepts()
    return game.strength[1] - LEVEL[monster]


def who(names: str, dual: bool = False) -> Seat:
    """A player of those Classes or Races; dual: with the card that allows two."""
    if names.split(", ")[0] in ("Dwarf", "Elf", "Halfling"):
        return seat(races=names, duals="Half-Breed" if dual else "")
    return seat(classes=names, duals="Super Munchkin" if dual else "")


@rule("HELP-14", "HELP-15", "ORIG-08")
@alike("monster, trait, bonus", STRONGER)
def test_stronger_against_a_class_or_race(monster: str, trait: str, bonus: int) -> None:
    assert more(monster, seat()) == 0
    assert more(monster, who(OTHERS[trait])) == 0
    assert more(monster, who(trait)) == bonus
    assert more(monster, seat(), who(trait)) == bonus
    assert more(monster, who(trait), who(trait)) == bonus  # not for each
    assert more(monster, who(trait, dual=True)) == 0  # no drawbacks
    assert more(monster, who(trait, dual=True), who(trait)) == bonus  # which shields nobody else
    assert more(monster, who(f"{trait}, {OTHERS[trait]}", dual=True)) == bonus


@card("Bigfoot")
def test_bigfoot_dislikes_dwarves_and_halflings_alike_but_once() -> None:
    assert more("Bigfoot", seat(races="Halfling")) == 3
    assert more("Bigfoot", seat(races="Halfling"), seat(races="Dwarf")) == 3
    assert more("Bigfoot", seat(races="Halfling", duals="Half-Breed")) == 0
    assert more("Bigfoot", seat(races="Halfling, Dwarf", duals="Half-Breed")) == 3


@card("Drooling Slime")
@rule("COMBAT-12")
def test_a_race_given_up_no_longer_makes_the_monster_stronger() -> None:
    game = table(seat(races="Elf"), seat(), doors=["Drooling Slime"])
    aric, _ = game
    aric.kicks_open_the_door()
    assert game.strength == (1, 5)
    aric.discards("Elf")
    assert game.strength == (1, 1)


@alike("monster, level", [row[:2] for row in PRINTED if row[0] not in {name for name, *_ in STRONGER}])
def test_no_class_or_race_makes_it_stronger(monster: str, level: int) -> None:
    for classes, races in (("Warrior", "Elf"), ("Wizard", "Dwarf"), ("Cleric", "Halfling")):
        game = table(seat(classes=classes, races=races), seat(), doors=[monster])
        game[0].kicks_open_the_door()
        assert game.strength[1] == level


# ------------------------------------------------------------------------------------------------ running away

OUTRUN = [("Flying Frogs", -1), ("Gelatinous Octahedron", 1), ("Lame Goblin", 1), ("Snails on Speed", -2)]


@alike("monster, change", OUTRUN)
def test_easier_or_harder_to_outrun(monster: str, change: int) -> None:
    for die in range(1, 7):
        game = table(seat(level=2), seat(hand="Ancient"), doors=[monster], dice=[die, 1, 1])
        aric, suzan = game
        aric.kicks_open_the_door()
        if game.waits_for(aric):
            aric.passes()
        suzan.plays("Ancient")
        flee(game)
        assert ("ESCAPES" in game.happened) is (die + change >= 5)


PURSUIT = [
    ("Bullrog", 4),
    ("Hippogriff", 3),
    ("King Tut", 3),
    ("Plutonium Dragon", 5),
    ("Squidzilla", 4),
    ("Wight Brothers", 3),
]


@alike("monster, most", PURSUIT)
def test_it_does_not_pursue_the_low(monster: str, most: int) -> None:
    for level in (1, most):
        game = table(seat(level=level, hand="Elf"), seat(), doors=[monster], dice=[1])
        aric, _ = game
        aric.kicks_open_the_door()
        flee(game)
        assert "ESCAPES" in game.happened and "ROLLS" not in game.happened
        assert aric.level == level and aric.hand == ["Elf"]


@alike("monster, most", [row for row in PURSUIT if row[0] not in ("King Tut", "Wight Brothers")])
def test_it_does_pursue_those_above(monster: str, most: int) -> None:
    game = table(seat(level=most + 1), seat(), doors=[monster], dice=[1])
    game[0].kicks_open_the_door()
    flee(game)
    assert "ROLLS" in game.happened and "CAUGHT" in game.happened


@pytest.mark.parametrize("monster", ["King Tut", "Wight Brothers"])
@card("King Tut", "Wight Brothers")
def test_who_has_paid_with_two_levels_may_be_beneath_its_notice(monster: str) -> None:
    for level, left, rolls in ((3, 3, 0), (4, 2, 0), (5, 3, 0), (6, 4, 1), (9, 7, 1)):
        game = table(seat(level=level), seat(), doors=[monster], dice=[6])
        aric, _ = game
        aric.kicks_open_the_door()
        flee(game)
        assert aric.level == left  # two Levels despite escaping
        assert game.happened.count("ROLLS") == rolls and "ESCAPES" in game.happened


@pytest.mark.parametrize("monster", ["King Tut", "Wight Brothers"])
@card("King Tut", "Wight Brothers")
def test_a_lost_fight_costs_each_fighter_above_level_three_two_levels(monster: str) -> None:
    game = table(seat(level=6), seat(level=2), seat(level=9), doors=[monster], dice=[6])
    aric, suzan, _ = game
    aric.kicks_open_the_door()
    aric.asks(suzan)
    suzan.accepts()
    flee(game)
    assert game.levels == (4, 2, 9)


@card("Squidzilla")
def test_squidzilla_pursues_elves_of_any_level() -> None:
    for races, duals, rolls in (("", "", 0), ("Elf", "", 1), ("Elf, Dwarf", "Half-Breed", 1), ("Elf", "Half-Breed", 0), ("Dwarf", "", 0)):
        game = table(seat(level=2, races=races, duals=duals), seat(), doors=["Squidzilla"], dice=[1])
        game[0].kicks_open_the_door()
        flee(game)
        assert game.happened.count("ROLLS") == rolls
        assert game.happened.count("DIES") == rolls


@card("Potted Plant")
def test_the_potted_plant_does_not_run_after_anybody() -> None:
    game = table(seat(level=5, hand="Baby", wears="Helm of Courage"), seat(hand="Ancient"), doors=["Potted Plant"], dice=[1])
    aric, suzan = game
    aric.kicks_open_the_door()
    aric.passes()
    suzan.plays("Ancient")
    flee(game)
    assert "ESCAPES" in game.happened and "ROLLS" not in game.happened
    assert aric.level == 5 and aric.hand == ["Baby"] and aric.wears == ["Helm of Courage"]
