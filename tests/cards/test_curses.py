"""Each Curse of Deluxe."""

import pytest

from munchkin_env.game.scenario import ScenarioError, Seat, seat, table
from tests.card import alike, card

WORN = "Helm of Courage, Slimy Armor, Boots of Butt-Kicking"


@alike(
    "name, lost",
    [("Curse! Duck of Doom", 2), ("Curse! Lose a Level", 1)],
)
def test_levels_are_lost(name: str, lost: int) -> None:
    game = table(seat(level=5, hand=name), seat(level=5))
    aric, suzan = game
    aric.plays(name, on=suzan)
    assert suzan.level == 5 - lost and game.doors_discarded == [name]
    game = table(seat(level=5), seat(), doors=[name])
    game[0].kicks_open_the_door()
    assert game[0].level == 5 - lost


@alike(
    "name, copies",
    [
        ("Curse! Change Class", 1),
        ("Curse! Change Race", 1),
        ("Curse! Change Sex", 1),
        ("Curse! Chicken on Your Head", 1),
        ("Curse! Duck of Doom", 1),
        ("Curse! Income Tax", 1),
        ("Curse! Lose 1 Big Item", 1),
        ("Curse! Lose 1 Small Item", 2),
        ("Curse! Lose a Level", 2),
        ("Curse! Lose the Armor You Are Wearing", 1),
        ("Curse! Lose the Footgear You Are Wearing", 1),
        ("Curse! Lose the Headgear You Are Wearing", 1),
        ("Curse! Lose Two Cards", 1),
        ("Curse! Lose Your Class", 1),
        ("Curse! Lose Your Race", 1),
        ("Curse! Malign Mirror", 1),
        ("Truly Obnoxious Curse!", 1),
    ],
)
def test_how_many_there_are(name: str, copies: int) -> None:
    assert table(seat(hand=[name] * copies), seat())[0].hand == [name] * copies
    with pytest.raises(ScenarioError, match="all copies"):
        table(seat(hand=[name] * (copies + 1)), seat())


@alike(
    "name, lost",
    [
        ("Curse! Lose the Headgear You Are Wearing", "Helm of Courage"),
        ("Curse! Lose the Armor You Are Wearing", "Slimy Armor"),
        ("Curse! Lose the Footgear You Are Wearing", "Boots of Butt-Kicking"),
    ],
)
def test_what_one_wears_in_that_place_is_lost(name: str, lost: str) -> None:
    game = table(seat(wears=WORN, carries="Horny Helmet, Leather Armor, Sandals of Protection"), seat(), doors=[name])
    aric, _ = game
    aric.kicks_open_the_door()
    assert game.treasures_discarded == [lost] and len(aric.wears) == 2 and len(aric.carries) == 3
    game = table(seat(carries=WORN), seat(), doors=[name])
    game[0].kicks_open_the_door()
    assert len(game[0].carries) == 3  # sideways is not worn


@alike(
    "name, cheated, plain",
    [
        ("Curse! Lose the Headgear You Are Wearing", "Pointy Hat of Power", "Helm of Courage"),
        ("Curse! Lose the Armor You Are Wearing", "Short Wide Armor", "Slimy Armor"),
        ("Curse! Lose the Footgear You Are Wearing", "Sandals of Protection", "Boots of Butt-Kicking"),
    ],
)
def test_of_two_in_one_place_the_victim_loses_one_of_their_choice(name: str, cheated: str, plain: str) -> None:
    game = table(seat(hand=name), seat(cheats=cheated, wears=plain))
    aric, suzan = game
    aric.plays(name, on=suzan)
    assert set(suzan.choices) == {f"lose {cheated}", f"lose {plain}"}
    suzan.takes(plain)
    assert suzan.wears == [cheated] and aric.decides


@alike(
    "name, choices",
    [
        ("Curse! Lose 1 Big Item", {"Huge Rock", "Mithril Armor"}),
        ("Curse! Lose 1 Small Item", {"Helm of Courage", "Magic Missile", "Spiky Knees"}),
    ],
)
def test_one_item_of_that_size_is_lost(name: str, choices: set[str]) -> None:
    game = table(
        seat(races="Dwarf", wears="Huge Rock, Helm of Courage", carries="Mithril Armor, Spiky Knees, Magic Missile", hand="Rat on a Stick"),
        seat(),
        doors=[name],
    )
    aric, _ = game
    aric.kicks_open_the_door()
    assert set(aric.choices) == {f"lose {one}" for one in choices}
    aric.takes(max(choices))
    assert game.decision == "ARRANGE"
    assert game.treasures_discarded == [max(choices)] and len(aric.table) == 5 and aric.hand == ["Rat on a Stick"]


@card("Curse! Lose Your Class")
def test_lose_your_class_costs_one_class_of_two() -> None:
    game = table(seat(level=4, classes="Thief, Wizard", duals="Super Munchkin"), seat(), doors=["Curse! Lose Your Class"])
    aric, _ = game
    aric.kicks_open_the_door()
    aric.takes("Thief")
    assert aric.classes == ["Wizard"] and "Super Munchkin" in aric.table and aric.level == 4


@card("Curse! Lose Your Class")
def test_the_only_class_takes_super_munchkin_along_and_none_costs_a_level() -> None:
    game = table(seat(level=4, classes="Thief", duals="Super Munchkin"), seat(), doors=["Curse! Lose Your Class"])
    aric, _ = game
    aric.kicks_open_the_door()
    assert aric.table == [] and aric.level == 4
    game = table(seat(level=4, races="Elf"), seat(), doors=["Curse! Lose Your Class"])
    aric, _ = game
    aric.kicks_open_the_door()
    assert aric.level == 3 and aric.races == ["Elf"]


@card("Curse! Lose Your Race")
def test_lose_your_race_makes_a_human_of_a_half_breed() -> None:
    game = table(seat(level=4, races="Elf, Dwarf", duals="Half-Breed", classes="Thief"), seat(), doors=["Curse! Lose Your Race"])
    aric, _ = game
    aric.kicks_open_the_door()
    assert aric.races == [] and aric.table == ["Thief"] and aric.level == 4


@alike(
    "name, mine, found",
    [
        ("Curse! Change Class", seat(classes="Thief"), "Wizard"),
        ("Curse! Change Class", seat(classes="Thief, Cleric", duals="Super Munchkin"), "Wizard"),
        ("Curse! Change Race", seat(races="Elf"), "Dwarf"),
        ("Curse! Change Race", seat(races="Elf, Halfling", duals="Half-Breed"), "Dwarf"),
    ],
)
def test_the_first_of_the_discards_takes_the_place_of_all_one_had(name: str, mine: Seat, found: str) -> None:
    game = table(mine, seat(), doors=[name], door_discards="Warrior, Halfling, Wizard, Dwarf, Potted Plant")
    aric, _ = game
    had = [*aric.classes, *aric.races]
    aric.kicks_open_the_door()
    assert [*aric.classes, *aric.races] == [found]
    assert set(had) <= set(game.doors_discarded) and found not in game.doors_discarded


@alike("name, mine", [("Curse! Change Class", seat(classes="Thief")), ("Curse! Change Race", seat(races="Elf"))])
def test_what_was_lost_is_not_found_again(name: str, mine: Seat) -> None:
    game = table(mine, seat(), doors=[name], door_discards="Potted Plant")
    aric, _ = game
    aric.kicks_open_the_door()
    assert aric.table == [] and len(game.doors_discarded) == 3


@alike("name, mine", [("Curse! Change Class", seat(races="Elf")), ("Curse! Change Race", seat(classes="Thief"))])
def test_who_has_none_gets_none(name: str, mine: Seat) -> None:
    game = table(mine, seat(), doors=[name], door_discards="Wizard, Dwarf")
    aric, _ = game
    had = aric.table
    aric.kicks_open_the_door()
    assert aric.table == had and game.doors_discarded == ["Wizard", "Dwarf", name]


@card("Curse! Change Sex")
def test_change_sex_is_for_good_and_costs_five_in_one_fight() -> None:
    game = table(seat(level=8, hand="Enraged"), seat(level=8), doors=["Curse! Change Sex", "Elf", "Potted Plant", "Elf", "Pit Bull"])
    aric, suzan = game
    aric.kicks_open_the_door()
    assert aric.sex == "female" and aric.strength == 8 - 5 and aric.curses == ["Curse! Change Sex"]
    aric.loots()
    aric.ends_the_turn()
    suzan.kicks_open_the_door()
    game.skip_windows()
    suzan.ends_the_turn()
    assert aric.curses == ["Curse! Change Sex"]  # no fight was theirs so far
    aric.kicks_open_the_door()
    aric.keeps_it()
    assert aric.strength == 3 and aric.curses == ["Curse! Change Sex"]


@card("Curse! Change Sex")
def test_after_the_fight_the_five_are_back_and_the_sex_stays() -> None:
    game = table(seat(level=8, curses="Curse! Change Sex", sex="female"), seat(), doors=["Potted Plant"])
    aric, _ = game
    aric.kicks_open_the_door()
    game.skip_windows()
    assert aric.level == 9 and aric.strength == 9 and aric.sex == "female"
    assert aric.curses == [] and "Curse! Change Sex" in game.doors_discarded


@card("Curse! Change Sex", "Broad Sword", "Gentlemen's Club")
def test_items_for_the_other_sex_change_their_use() -> None:
    game = table(seat(wears="Gentlemen's Club", carries="Broad Sword"), seat(), doors=["Curse! Change Sex"])
    aric, _ = game
    aric.kicks_open_the_door()
    assert sorted(aric.carries) == ["Broad Sword", "Gentlemen's Club"] and aric.strength == 1 - 5
    assert aric.may("equip Broad Sword") and not aric.may("equip Gentlemen's Club")


@card("Curse! Chicken on Your Head")
@pytest.mark.parametrize(("die", "escapes"), [(5, False), (6, True)])
def test_the_chicken_takes_one_from_the_roll_to_run_away(die: int, escapes: bool) -> None:
    game = table(seat(level=3, curses="Curse! Chicken on Your Head"), seat(), doors=["Face Sucker"], dice=[die])
    game[0].kicks_open_the_door()
    game.skip_windows()
    assert ("ESCAPES" in game.happened) == escapes


@card("Curse! Chicken on Your Head")
@pytest.mark.parametrize(("die", "lost"), [(1, "DIES"), (2, "DIES"), (3, "DIES"), (4, "3 levels")])
def test_and_from_every_other_roll_though_never_below_one(die: int, lost: str) -> None:
    game = table(seat(level=6, curses="Curse! Chicken on Your Head"), seat(), doors=["3,872 Orcs"], dice=[1, die])
    aric, _ = game
    aric.kicks_open_the_door()
    game.skip_windows()
    assert ("DIES" in game.happened) == (lost == "DIES")
    assert aric.level == (6 if lost == "DIES" else 3)


@card("Curse! Chicken on Your Head")
@pytest.mark.parametrize(
    ("door", "wears", "chicken_stays"),
    [
        ("Curse! Lose the Headgear You Are Wearing", "", False),
        ("Curse! Lose the Headgear You Are Wearing", "Helm of Courage", False),
        ("Curse! Lose 1 Small Item", "Helm of Courage", False),
        ("Curse! Lose 1 Small Item", "Spiky Knees", True),
        ("Truly Obnoxious Curse!", "Helm of Courage", False),
        ("Truly Obnoxious Curse!", "Spiky Knees", True),
        ("Curse! Lose the Armor You Are Wearing", "Slimy Armor", True),
        ("Bigfoot", "", False),
        ("Net Troll", "Spiky Knees", True),
    ],
)
def test_the_chicken_stays_until_headgear_is_lost(door: str, wears: str, chicken_stays: bool) -> None:
    game = table(seat(level=3, wears=wears, curses="Curse! Chicken on Your Head"), seat(), doors=[door], dice=[1])
    aric, _ = game
    aric.kicks_open_the_door()
    game.skip_windows()
    assert bool(aric.curses) == chicken_stays and aric.wears == []
    assert ("Curse! Chicken on Your Head" in game.doors_discarded) != chicken_stays


@card("Curse! Income Tax")
def test_income_tax_takes_an_item_and_its_worth_from_everybody_else() -> None:
    game = table(
        seat(classes="Thief", carries="Magic Lamp, Staff of Napalm"),  # 500 800
        seat(level=5, carries="Magic Missile, Loaded Die, Sleep Potion, Friendship Potion"),  # 300 300 100 200
        seat(level=5, races="Elf", wears="Flaming Armor"),  # 400
        seat(level=5, hand="Wand of Dowsing"),
        seat(level=1, carries="Pollymorph Potion, Huge Rock"),  # 1,300 0
        doors=["Curse! Income Tax"],
    )
    aric, rich, poor, bare, even = game
    aric.kicks_open_the_door()
    assert set(aric.choices) == {"lose Magic Lamp", "lose Staff of Napalm"}
    aric.takes("Magic Lamp")
    rich.takes("Magic Missile", "Sleep Potion")
    assert rich.choices == ["lose Loaded Die", "lose Friendship Potion"]  # 400 of 500: not yet enough
    rich.takes("Friendship Potion")
    rich.does("no more")
    assert rich.carries == ["Loaded Die"] and rich.level == 5
    assert poor.table == ["Elf"] and poor.level == 4  # could not pay: everything and a level
    assert bare.level == 4 and bare.hand == ["Wand of Dowsing"]  # what is in hand is not taxed
    even.takes("Pollymorph Potion")
    even.does("no more")
    assert even.carries == ["Huge Rock"] and even.level == 1
    assert aric.table == ["Thief", "Staff of Napalm"] and aric.level == 1


@card("Curse! Income Tax")
def test_who_has_nothing_starts_no_tax() -> None:
    game = table(seat(level=3, hand="Leather Armor"), seat(level=3, carries="Slimy Armor"), doors=["Curse! Income Tax"])
    game[0].kicks_open_the_door()
    assert game.levels == (3, 3) and game[1].carries == ["Slimy Armor"] and game[0].hand == ["Leather Armor"]


@card("Curse! Income Tax")
def test_of_a_worthless_item_nothing_is_due() -> None:
    game = table(seat(level=3, carries="Huge Rock"), seat(level=3), seat(level=3, carries="Slimy Armor"), doors=["Curse! Income Tax"])
    game[0].kicks_open_the_door()
    assert game[0].table == [] and game.levels == (3, 3, 3) and game[2].carries == ["Slimy Armor"]


@card("Curse! Lose Two Cards")
def test_lose_two_cards_gives_one_to_each_neighbour_unseen_by_the_others() -> None:
    game = table(seat(hand="Elf, Dwarf, Thief"), seat(), seat(), seat(), doors=["Curse! Lose Two Cards"])
    aric, left, opposite, right = game
    aric.kicks_open_the_door()
    assert len(aric.hand) == len(left.hand) == len(right.hand) == 1 and opposite.hand == []
    assert {*aric.hand, *left.hand, *right.hand} == {"Elf", "Dwarf", "Thief"}
    assert opposite.sees(left) == [None] and aric.sees(left) == left.hand


@card("Curse! Lose Two Cards")
def test_the_left_one_comes_first_and_cards_on_the_table_are_safe() -> None:
    game = table(seat(hand="Elf", carries="Slimy Armor"), seat(), seat(), doors=["Curse! Lose Two Cards"])
    aric, left, right = game
    aric.kicks_open_the_door()
    assert left.hand == ["Elf"] and right.hand == [] and aric.table == ["Slimy Armor"]


@card("Curse! Malign Mirror")
def test_in_front_of_the_malign_mirror_only_armor_counts() -> None:
    game = table(
        seat(
            level=5,
            races="Elf",
            wears="Horny Helmet, Flaming Armor, Boots of Butt-Kicking, Spiky Knees",
            hireling="Huge Rock",
            hand="Magic Missile, Baby",
        ),
        seat(level=4, wears="Helm of Courage", hand="Curse! Malign Mirror, Enraged"),
        doors=["Bullrog"],
        dice=[6],
    )
    aric, suzan = game
    aric.kicks_open_the_door()
    aric.plays("Magic Missile", on="munchkins")
    aric.passes()
    assert game.strength[0] == 5 + 3 + 2 + 2 + 1 + 1 + 3 + 5
    suzan.plays("Curse! Malign Mirror", on=aric)  # "next combat" counts in this one
    assert game.strength[0] == 5 + 2 + 1 + 5  # Level, armor, Hireling, missile
    assert suzan.strength == 5 and aric.curses == ["Curse! Malign Mirror"]
    game.skip_windows()
    aric.rolls()
    game.skip_windows()
    assert aric.curses == [] and aric.strength == 5 + 3 + 2 + 2 + 1 + 1 + 3


@card("Curse! Malign Mirror")
def test_the_mirror_waits_for_the_next_fight_of_its_victim() -> None:
    game = table(
        seat(level=3, hand="Baby"),
        seat(level=3, wears="Huge Rock, Slimy Armor", curses="Curse! Malign Mirror"),
        doors=["Net Troll"],
    )
    aric, suzan = game
    aric.kicks_open_the_door()
    assert game.strength == (3, 10)
    aric.asks(suzan)
    suzan.accepts()
    assert game.strength == (3 + 3 + 1, 10)  # to help is to fight


@card("Truly Obnoxious Curse!")
def test_the_item_that_gives_most_is_lost() -> None:
    game = table(
        seat(classes="Cleric", wears="Mace of Sharpness, Buckler of Swashing, Mithril Armor", carries="Staff of Napalm"),
        seat(),
        doors=["Truly Obnoxious Curse!"],
    )
    aric, _ = game
    aric.kicks_open_the_door()
    assert game.treasures_discarded == ["Mace of Sharpness"]  # the staff would give more, to a Wizard


@card("Truly Obnoxious Curse!")
def test_among_equals_the_victim_chooses() -> None:
    game = table(seat(wears="Bad-Ass Bandana, Huge Rock, Spiky Knees", hand="Truly Obnoxious Curse!"), seat())
    aric, _ = game
    aric.plays("Truly Obnoxious Curse!", on=aric)
    assert set(aric.choices) == {"lose Bad-Ass Bandana", "lose Huge Rock"}
    aric.takes("Huge Rock")
    assert sorted(aric.wears) == ["Bad-Ass Bandana", "Spiky Knees"]


@card("Truly Obnoxious Curse!")
def test_what_gives_nothing_now_does_not_give_most() -> None:
    game = table(seat(wears="Sandals of Protection, Tuba of Charm"), seat(hand="Truly Obnoxious Curse!"), turn_of=1)
    aric, suzan = game
    suzan.plays("Truly Obnoxious Curse!", on=aric)
    assert sorted(aric.wears) == ["Sandals of Protection", "Tuba of Charm"]


@card("Truly Obnoxious Curse!")
def test_what_has_become_useless_in_the_fight_gives_nothing() -> None:
    game = table(
        seat(classes="Cleric", wears="Mace of Sharpness, Buckler of Swashing", hand="Baby"),
        seat(hand="Truly Obnoxious Curse!, Enraged"),
        doors=["Net Troll"],
    )
    aric, suzan = game
    aric.kicks_open_the_door()
    aric.discards("Cleric")
    aric.passes()
    suzan.plays("Truly Obnoxious Curse!", on=aric)
    assert aric.wears == ["Mace of Sharpness"] and game.treasures_discarded == ["Buckler of Swashing"]
