"""Each Item of Deluxe: bonus, price, slot, size, and who may wear it; then special effects of some."""

from typing import Any, NamedTuple

import pytest

from munchkin_env.game.scenario import seat, table
from tests.card import alike, card
from tests.goods import DELUXE as GOODS

BIG, SMALL = True, False
KINDS: dict[str, dict[str, Any]] = {
    "human": {},
    "female": {"sex": "female"},
    "Cleric": {"classes": "Cleric"},
    "Thief": {"classes": "Thief"},
    "Warrior": {"classes": "Warrior"},
    "Wizard": {"classes": "Wizard"},
    "Dwarf": {"races": "Dwarf"},
    "Elf": {"races": "Elf"},
    "Halfling": {"races": "Halfling"},
}
"""Every kind of character that an Item may be for, or not for."""

ANYBODY = set(KINDS)
HUMANS = ANYBODY - {"Dwarf", "Elf", "Halfling"}
MALES = ANYBODY - {"female"}


class Item(NamedTuple):
    name: str
    bonus: int
    gold: int
    place: str
    big: bool = SMALL
    wearers: set[str] = ANYBODY


ITEMS = [
    Item("Bad-Ass Bandana", 3, 400, "headgear", SMALL, HUMANS),
    Item("Helm of Courage", 1, 200, "headgear"),
    Item("Horny Helmet", 1, 600, "headgear"),
    Item("Pointy Hat of Power", 3, 400, "headgear", SMALL, {"Wizard"}),
    Item("Flaming Armor", 2, 400, "armor"),
    Item("Leather Armor", 1, 200, "armor"),
    Item("Mithril Armor", 3, 600, "armor", BIG, ANYBODY - {"Wizard"}),
    Item("Short Wide Armor", 3, 400, "armor", SMALL, {"Dwarf"}),
    Item("Slimy Armor", 1, 200, "armor"),
    Item("Boots of Butt-Kicking", 2, 400, "footgear"),
    Item("Boots of Running Really Fast", 0, 400, "footgear"),
    Item("Sandals of Protection", 0, 700, "footgear"),
    Item("Buckler of Swashing", 2, 400, "one hand"),
    Item("Broad Sword", 3, 400, "one hand", SMALL, {"female"}),
    Item("Cheese Grater of Peace", 3, 400, "one hand", SMALL, {"Cleric"}),
    Item("Dagger of Treachery", 3, 400, "one hand", SMALL, {"Thief"}),
    Item("Gentlemen's Club", 3, 400, "one hand", SMALL, MALES),
    Item("Hammer of Kneecapping", 4, 600, "one hand", SMALL, {"Dwarf"}),
    Item("Mace of Sharpness", 4, 600, "one hand", SMALL, {"Cleric"}),
    Item("Rapier of Unfairness", 3, 600, "one hand", SMALL, {"Elf"}),
    Item("Rat on a Stick", 1, 0, "one hand"),
    Item("Shield of Ubiquity", 4, 600, "one hand", BIG, {"Warrior"}),
    Item("Sneaky Bastard Sword", 2, 400, "one hand"),
    Item("Staff of Napalm", 5, 800, "one hand", SMALL, {"Wizard"}),
    Item("Tuba of Charm", 0, 300, "one hand", BIG),
    Item("Bow With Ribbons", 4, 800, "two hands", SMALL, {"Elf"}),
    Item("Chainsaw of Bloody Dismemberment", 3, 600, "two hands", BIG),
    Item("Eleven-Foot Pole", 1, 200, "two hands"),
    Item("Huge Rock", 3, 0, "two hands", BIG),
    Item("Swiss Army Polearm", 4, 600, "two hands", BIG, HUMANS),
    Item("Cloak of Obscurity", 4, 600, "none", SMALL, {"Thief"}),
    Item("Kneepads of Allure", 0, 600, "none", SMALL, ANYBODY - {"Cleric"}),
    Item("Limburger and Anchovy Sandwich", 3, 400, "none", SMALL, {"Halfling"}),
    Item("Pantyhose of Giant Strength", 3, 600, "none", SMALL, ANYBODY - {"Warrior"}),
    Item("Really Impressive Title", 3, 0, "none"),
    Item("Singing & Dancing Sword", 2, 400, "none", SMALL, ANYBODY - {"Thief"}),
    Item("Spiky Knees", 1, 200, "none"),
    Item("Stepladder", 3, 400, "none", BIG, {"Halfling"}),
]
# ------------------------------------------------------------------------------------------- what they all have


@alike("name, bonus, wearers", [(item.name, item.bonus, item.wearers) for item in ITEMS])
def test_it_gives_its_bonus_to_whom_it_is_for_and_nobody_else(name: str, bonus: int, wearers: set[str]) -> None:
    for kind, character in KINDS.items():
        game = table(seat(carries=name, **character), seat())
        aric, _ = game
        before = aric.strength
        if name == "Horny Helmet" and kind == "Elf":
            continue  # has a test of its own
        if kind in wearers:
            aric.equips(name)
            assert aric.strength == before + bonus, kind
        else:
            assert aric.carries == [name] and f"equip {name}" not in aric.choices, kind


@alike("name, gold", [(item.name, item.gold) for item in ITEMS])
def test_its_price(name: str, gold: int) -> None:
    assert GOODS.is_worth(name, gold)


@alike("name, place, wearers", [(item.name, item.place, item.wearers) for item in ITEMS])
def test_the_place_it_takes(name: str, place: str, wearers: set[str]) -> None:
    assert GOODS.place(name, KINDS["human" if "human" in wearers else min(wearers)]) == place


@alike("name, big", [(item.name, item.big) for item in ITEMS])
def test_whether_it_is_big(name: str, big: bool) -> None:
    rock = "Tuba of Charm" if name == "Huge Rock" else "Huge Rock"
    aric = table(seat(carries=rock, hand=name), seat())[0]
    assert aric.may(f"play {name}") == (not big)
    aric = table(seat(carries=name, hand=rock), seat())[0]
    assert aric.may(f"play {rock}") == (not big)


@alike(
    "name, forbidden, another",
    [
        ("Mithril Armor", "Wizard", "Cleric"),
        ("Kneepads of Allure", "Cleric", "Thief"),
        ("Pantyhose of Giant Strength", "Warrior", "Thief"),
        ("Singing & Dancing Sword", "Thief", "Wizard"),
    ],
)
def test_what_is_forbidden_to_a_class_is_allowed_to_a_super_munchkin_of_it_alone(name: str, forbidden: str, another: str) -> None:
    game = table(seat(classes=forbidden, duals="Super Munchkin", carries=name, hand=another), seat())
    aric, _ = game
    aric.equips(name)
    assert aric.wears == [name]
    aric.plays(another)  # two Classes, with all their drawbacks
    assert aric.carries == [name] and f"equip {name}" not in aric.choices


# -------------------------------------------------------------------------------------------------- what some do


@card("Horny Helmet")
def test_an_elf_gets_three_from_the_horny_helmet() -> None:
    game = table(seat(races="Elf", wears="Horny Helmet", hand="Dwarf"), seat())
    aric, _ = game
    assert aric.strength == 1 + 3
    aric.plays("Dwarf")
    assert aric.strength == 1 + 1


@card("Horny Helmet", "Truly Obnoxious Curse!")
def test_the_horny_helmet_of_an_elf_counts_as_three_when_the_best_item_is_lost() -> None:
    for races, lost in (("Elf", "Horny Helmet"), ("Dwarf", "Flaming Armor")):
        game = table(seat(races=races, wears="Horny Helmet, Flaming Armor"), seat(), doors=["Truly Obnoxious Curse!"])
        aric, _ = game
        aric.kicks_open_the_door()
        assert game.treasures_discarded == [lost]


@card("Boots of Running Really Fast")
@pytest.mark.parametrize(("worn", "die", "escapes"), [(True, 3, True), (True, 2, False), (False, 4, False)])
def test_the_boots_of_running_add_two_to_running_away(worn: bool, die: int, escapes: bool) -> None:
    boots = "Boots of Running Really Fast"
    game = table(seat(wears=boots) if worn else seat(carries=boots), seat(), doors=["Face Sucker"], dice=[die])
    game[0].kicks_open_the_door()
    game.skip_windows()
    assert ("ESCAPES" in game.happened) == escapes


@card("Tuba of Charm")
@pytest.mark.parametrize(("worn", "die", "escapes"), [(True, 2, True), (True, 1, False), (False, 4, False)])
def test_the_tuba_adds_three_and_an_escape_with_it_brings_a_treasure(worn: bool, die: int, escapes: bool) -> None:
    first = seat(wears="Tuba of Charm") if worn else seat(carries="Tuba of Charm")
    game = table(first, seat(), doors=["Face Sucker"], dice=[die], treasures=["Leather Armor"])
    aric, suzan = game
    aric.kicks_open_the_door()
    game.skip_windows()
    assert ("ESCAPES" in game.happened) == escapes
    assert aric.hand == (["Leather Armor"] if escapes else [])
    assert suzan.sees(aric) == ([None] if escapes else [])  # face down


@card("Tuba of Charm")
def test_one_treasure_only_however_many_monsters_one_escapes() -> None:
    game = table(
        seat(wears="Tuba of Charm", hand="Wandering Monster, Bigfoot"),
        seat(),
        doors=["Face Sucker"],
        dice=[2, 2],
        treasures="Leather Armor, Slimy Armor",
    )
    aric, _ = game
    aric.kicks_open_the_door()
    aric.plays("Wandering Monster", bringing="Bigfoot")
    game.skip_windows()
    aric.runs_from("Bigfoot")
    game.skip_windows()
    assert game.happened.count("ESCAPES") == 2 and aric.hand == ["Leather Armor"]


@card("Sandals of Protection")
@pytest.mark.parametrize("worn", [True, False])
def test_the_sandals_protect_from_curses_behind_the_own_door(worn: bool) -> None:
    sandals = "Sandals of Protection"
    game = table(seat(level=4, wears=sandals) if worn else seat(level=4, carries=sandals), seat(), doors=["Curse! Duck of Doom", "Elf"])
    aric, _ = game
    aric.kicks_open_the_door()
    assert aric.level == (4 if worn else 2) and game.doors_discarded == ["Curse! Duck of Doom"]


@card("Sandals of Protection")
def test_the_sandals_do_not_protect_from_curses_that_others_play_or_from_an_own_one() -> None:
    game = table(seat(level=4, wears="Sandals of Protection", hand="Curse! Lose a Level"), seat(hand="Curse! Duck of Doom"))
    aric, suzan = game
    aric.plays("Curse! Lose a Level", on=aric)
    assert aric.level == 3
    aric.does("kick open the door")
    suzan.plays("Curse! Duck of Doom", on=aric)
    assert aric.level == 1


@card("Rat on a Stick")
@pytest.mark.parametrize("worn", [True, False])
@pytest.mark.parametrize(("monster", "saves"), [("Face Sucker", True), ("Platycore", True), ("3,872 Orcs", False), ("Bigfoot", False)])
def test_the_rat_on_a_stick_saves_from_a_monster_up_to_level_eight(monster: str, saves: bool, worn: bool) -> None:
    rat = "Rat on a Stick"
    game = table(seat(wears=rat) if worn else seat(carries=rat), seat(), doors=[monster], dice=[6], auto_pass_forced=False)
    aric, _ = game
    aric.kicks_open_the_door()
    game.everybody_passes()
    game.everybody_passes()
    assert game.decision == "ESCAPE"
    assert aric.may("use Rat on a Stick") == saves
    if saves:
        aric.uses("Rat on a Stick")
        assert aric.table == [] and "ROLLS" not in game.happened and game.treasures_discarded == ["Rat on a Stick"]


@card("Rat on a Stick")
def test_the_rat_looks_at_the_level_of_the_monster_not_at_its_strength() -> None:
    game = table(seat(wears="Rat on a Stick"), seat(hand="Enraged"), doors=["Face Sucker"])
    aric, suzan = game
    aric.kicks_open_the_door()
    aric.passes()
    suzan.plays("Enraged")
    assert game.strength == (2, 13)
    game.skip_windows()
    assert aric.may("use Rat on a Stick")


@card("Kneepads of Allure")
def test_the_kneepads_make_a_higher_one_help_for_nothing() -> None:
    game = table(
        seat(level=4, wears="Kneepads of Allure", hand="Baby"),
        seat(level=3),
        seat(level=4),
        seat(level=5, wears="Helm of Courage"),
        doors=["Face Sucker"],
        treasures="Leather Armor, Slimy Armor",
    )
    aric, _lower, _equal, higher = game
    aric.kicks_open_the_door()
    aric.uses("Kneepads of Allure")  # nobody else may be compelled, so nobody is asked
    assert game.helper is higher and game.strength == (10, 8)
    game.skip_windows()
    assert aric.level == 5 and aric.hand == ["Baby", "Leather Armor", "Slimy Armor"] and higher.hand == []


@card("Kneepads of Allure")
def test_the_kneepads_are_used_once_a_fight_and_only_by_one_who_is_losing_alone() -> None:
    game = table(seat(level=1, wears="Kneepads of Allure", hand="Baby"), seat(level=2), seat(level=3), doors=["Squidzilla"])
    aric, suzan, _ = game
    aric.kicks_open_the_door()
    aric.uses("Kneepads of Allure", on=suzan)
    assert game.helper is suzan and not aric.may("use Kneepads of Allure")
    game = table(seat(level=3, wears="Kneepads of Allure", hand="Baby"), seat(level=9), doors=["Pit Bull"])
    aric, _ = game
    aric.kicks_open_the_door()
    assert aric.choices == ["pass", "play Baby"]


@card("Kneepads of Allure")
def test_the_kneepads_compel_nobody_twice_in_a_fight() -> None:
    game = table(
        seat(level=3, wears="Kneepads of Allure", hand="Baby"),
        seat(level=5),
        seat(hand="Wandering Monster, Gazebo, Pollymorph Potion, Enraged"),
        doors=["Net Troll"],
    )
    aric, suzan, third = game
    aric.kicks_open_the_door()
    aric.uses("Kneepads of Allure")
    aric.passes()
    third.plays("Wandering Monster", bringing="Gazebo")  # nobody may be helped against it
    third.plays("Pollymorph Potion", on="Gazebo")
    third.passes()
    assert game.helper is None and game.monsters == ["Net Troll"] and suzan.level == 5
    assert aric.may("ask for help") and not aric.may("use Kneepads of Allure")


@card("Kneepads of Allure")
def test_nobody_is_compelled_for_the_win_and_who_was_may_leave_when_it_becomes_one() -> None:
    game = table(
        seat(level=8, wears="Kneepads of Allure", hand="Baby"),
        seat(level=9),
        seat(hand="Mate, Enraged"),
        doors=["Bigfoot"],
    )
    aric, helper, third = game
    aric.kicks_open_the_door()
    aric.uses("Kneepads of Allure")
    assert game.helper is helper
    aric.passes()
    third.plays("Mate")  # two levels now
    assert game.decision == "STAY_OR_LEAVE"
    helper.does("leave the fight")
    assert game.helper is None


@card("Kneepads of Allure")
def test_a_fight_in_which_the_kneepads_were_used_does_not_win_the_game() -> None:
    game = table(
        seat(level=8, wears="Kneepads of Allure", hand="Baby"),
        seat(level=9, wears="Huge Rock, Flaming Armor, Helm of Courage, Really Impressive Title"),
        seat(hand="Mate, Enraged"),
        doors=["Bigfoot"],
    )
    aric, helper, third = game
    aric.kicks_open_the_door()
    aric.uses("Kneepads of Allure")
    aric.passes()
    third.plays("Mate")
    helper.stays()
    assert game.strength == (8 + 18, 24)
    game.skip_windows()
    assert aric.level == 9 and not game.over and len(aric.hand) == 1 + 6


@alike("name, fire", [("Flaming Armor", True), ("Leather Armor", False), ("Staff of Napalm", True)])
def test_what_burns_the_large_angry_chicken(name: str, fire: bool) -> None:
    game = table(seat(level=3, classes="Wizard", wears=name), seat(), doors=["Large Angry Chicken"])
    game[0].kicks_open_the_door()
    game.skip_windows()
    assert game[0].level == (5 if fire else 4)


@alike(
    "name, taken",
    [
        ("Boots of Butt-Kicking", True),
        ("Boots of Running Really Fast", True),
        ("Sandals of Protection", True),
        ("Kneepads of Allure", True),
        ("Pantyhose of Giant Strength", True),
        ("Spiky Knees", True),
        ("Stepladder", False),
        ("Singing & Dancing Sword", False),
        ("Helm of Courage", False),
    ],
)
def test_what_is_worn_below_the_waist(name: str, taken: bool) -> None:
    game = table(seat(races="Halfling", wears=name), seat(hand="Enraged"), doors=["Crabs"])
    aric, suzan = game
    aric.kicks_open_the_door()
    aric.passes()
    suzan.plays("Enraged")
    game.skip_windows()
    aric.does("be caught")
    assert (aric.table == ["Halfling"]) == taken


@alike(
    "name, impresses",
    [("Eleven-Foot Pole", True), ("Swiss Army Polearm", True), ("Staff of Napalm", True), ("Huge Rock", False)],
)
def test_what_the_pit_bull_runs_after(name: str, impresses: bool) -> None:
    game = table(seat(carries=name), seat(hand="Enraged"), doors=["Pit Bull"], auto_pass_forced=False)
    aric, suzan = game
    aric.kicks_open_the_door()
    aric.passes()
    suzan.plays("Enraged")
    game.everybody_passes()
    game.everybody_passes()
    assert game.decision == "ESCAPE" and aric.may("use Pit Bull") == impresses
