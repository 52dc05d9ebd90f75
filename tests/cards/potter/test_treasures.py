"""Items, one-shots and the other Treasures. Allies: test_characters.py."""

from typing import Any, NamedTuple

import pytest

from munchkin_env.game.scenario import seat as any_seat
from tests.card import alike, card
from tests.flight import flee
from tests.goods import Goods
from tests.potter import seat, table

KINDS: dict[str, dict[str, Any]] = {
    "nobody": {"house": "Gryffindor"},
    "female": {"house": "Gryffindor", "sex": "female"},
    "Slytherin": {"house": "Slytherin"},
    "Hufflepuff": {"house": "Hufflepuff"},
    "Ravenclaw": {"house": "Ravenclaw"},
    "Prefect": {"house": "Gryffindor", "roles": "Prefect"},
    "Quidditch Captain": {"house": "Gryffindor", "roles": "Quidditch Captain"},
    "Head Boy/Girl": {"house": "Gryffindor", "roles": "Head Boy/Girl"},
    "Inquisitorial Squad": {"house": "Gryffindor", "roles": "Inquisitorial Squad", "carries": "Hedge Healer"},
}
ANYBODY = set(KINDS)


class Item(NamedTuple):
    name: str
    bonus: int
    gold: int
    place: str
    wearers: set[str] = ANYBODY


GRYFFINDORS = ANYBODY - {"Slytherin", "Hufflepuff", "Ravenclaw"}
ITEMS = [
    Item("Dress Robes", 2, 300, "armor"),
    Item("Deluminator", 3, 400, "one hand"),
    Item("Nimbus 2001", 2, 400, "none"),
    Item("Crystal Ball", 2, 300, "one hand"),
    Item("Quidditch Robes", 1, 300, "armor"),
    Item("Pointed School Hat", 1, 200, "headgear"),
    Item("Fur-Lined Hood", 2, 300, "headgear"),
    Item("Circlet of Clear Thought", 3, 500, "headgear", {"Ravenclaw"}),
    Item("Badger-Crest Cap", 2, 300, "headgear", {"Hufflepuff"}),
    Item("Duelling Mask", 2, 400, "headgear", ANYBODY - {"Prefect"}),
    Item("Patched Travelling Cloak", 1, 200, "armor"),
    Item("Dragon-Scale Waistcoat", 4, 600, "armor"),
    Item("Warded Overcoat", 3, 500, "armor", ANYBODY - {"Slytherin"}),
    Item("Serpent-Trimmed Robe", 3, 500, "armor", {"Slytherin"}),
    Item("Mud-Proof Boots", 1, 200, "footgear"),
    Item("Quick-Step Slippers", 0, 300, "footgear"),
    Item("Spring-Heeled Shoes", 2, 400, "footgear"),
    Item("Lion-Buckle Boots", 2, 300, "footgear", GRYFFINDORS),
    Item("Ash Practice Wand", 1, 200, "one hand"),
    Item("Oak Duelling Wand", 3, 400, "one hand"),
    Item("Bone-Handled Wand", 4, 600, "one hand", ANYBODY - {"Hufflepuff"}),
    Item("Willow Healing Wand", 2, 300, "one hand"),
    Item("Silver Short Sword", 3, 500, "one hand"),
    Item("Whistling Kettle", 1, 0, "one hand"),
    Item("Captain's Bat", 3, 400, "one hand", {"Quidditch Captain"}),
    Item("Badge of Office", 2, 300, "none", {"Prefect", "Head Boy/Girl"}),
    Item("Book of Monsters", 3, 400, "two hands"),
    Item("Bottomless Cauldron", 2, 400, "two hands"),
    Item("Knight's Two-Handed Sword", 4, 600, "two hands"),
    Item("Bound Grimoire", 3, 500, "two hands", {"female"}),
    Item("Training Broom", 1, 200, "none"),
    Item("Racing Broom", 3, 600, "none"),
    Item("Hourglass Pendant", 1, 500, "none"),
    Item("Veiling Mantle", 0, 500, "none"),
    Item("Squad Armband", 2, 300, "none", {"Inquisitorial Squad"}),
    Item("Lucky Sock", 1, 0, "none"),
]
BROOMS = ("Nimbus 2001", "Training Broom", "Racing Broom")
GOODS = Goods(
    table,
    {
        "headgear": ("Pointed School Hat", "Fur-Lined Hood"),
        "armor": ("Dress Robes", "Patched Travelling Cloak"),
        "footgear": ("Mud-Proof Boots", "Spring-Heeled Shoes"),
        "one hand": ("Crystal Ball", "Deluminator", "Ash Practice Wand"),
    },
    {
        300: ("Dress Robes", "Crystal Ball", "Fur-Lined Hood"),
        200: ("Ash Practice Wand", "Mud-Proof Boots", "Pointed School Hat"),
        100: ("Pepper Draught", "Pepper Draught", "Memory Vial"),
    },
)


@alike("name, bonus, wearers", [(item.name, item.bonus, item.wearers) for item in ITEMS])
def test_it_gives_its_bonus_to_whom_it_is_for_and_nobody_else(name: str, bonus: int, wearers: set[str]) -> None:
    for kind, character in KINDS.items():
        carried = [*([character["carries"]] if "carries" in character else []), name]
        aric = table(any_seat(**{**character, "carries": carried}), seat())[0]
        before = aric.strength
        if kind in wearers:
            aric.equips(name)
            with_robes = 2 if (name == "Quidditch Robes" or name in BROOMS) and kind == "Quidditch Captain" else 0
            assert aric.strength == before + bonus + with_robes, kind
        else:
            assert aric.carries == [name] and f"equip {name}" not in aric.choices, kind


@alike("name, gold", [(item.name, item.gold) for item in ITEMS])
def test_its_price(name: str, gold: int) -> None:
    assert GOODS.is_worth(name, gold)


@alike("name, place, wearers", [(item.name, item.place, item.wearers) for item in ITEMS])
def test_the_place_it_takes(name: str, place: str, wearers: set[str]) -> None:
    assert GOODS.place(name, KINDS["nobody" if "nobody" in wearers else min(wearers)]) == place


@alike("name, more", [("Quick-Step Slippers", 2), ("Spring-Heeled Shoes", 1), ("Training Broom", 1), ("Veiling Mantle", 1)])
def test_it_helps_to_run_away_while_it_is_worn(name: str, more: int) -> None:
    for die in range(1, 7):
        for worn in (True, False):
            game = table(seat(wears=name) if worn else seat(carries=name), seat(), doors=["Bog Lurker"], dice=[die])
            game[0].kicks_open_the_door()
            flee(game)
            assert ("ESCAPES" in game.happened) is (die + (more if worn else 0) >= 5)


@alike("broom", [(name,) for name in BROOMS])
def test_it_is_a_broom(broom: str) -> None:
    aric, suzan = table(seat(roles="Quidditch Captain", wears=[broom]), seat(roles="Quidditch Captain", wears="Lucky Sock"))
    printed = {item.name: item.bonus for item in ITEMS}[broom]
    assert aric.strength == 1 + printed + 2 and suzan.strength == 1 + 1


# -------------------------------------------------------------------------------------------------------- one-shots

SHOTS = [
    ("Felix Felicis", 300, 1),
    ("Pepper Draught", 100, 2),
    ("Exploding Sweet", 200, 2),
    ("Sleeping Dust", 300, 1),
    ("Bottled Thunder", 300, 1),
    ("Shrinking Draught", 200, 1),
    ("Vanishing Sweet", 200, 2),
    ("Loaded Game Stone", 300, 1),
    ("Counter-Charm Scroll", 200, 2),
    ("Swapping Potion", 200, 1),
    ("Banishing Bell", 400, 1),
    ("Dragon Whistle", 200, 1),
    ("Memory Vial", 100, 1),
    ("Second-Hand Diary", 200, 1),
]


@alike("name, gold, copies", SHOTS)
def test_its_price_and_how_many_there_are(name: str, gold: int, copies: int) -> None:
    if name not in GOODS.money[100]:
        assert GOODS.is_worth(name, gold)
    assert table(seat(hand=[name] * copies), seat())[0].hand == [name] * copies
    with pytest.raises(AssertionError, match="all copies"):
        table(seat(hand=[name] * (copies + 1)), seat())


@alike(
    "name, rest",
    [("Pepper Draught", "Dress Robes, Crystal Ball, Fur-Lined Hood"), ("Memory Vial", "Dress Robes, Crystal Ball, Fur-Lined Hood")],
)
def test_a_hundred_is_what_is_missing(name: str, rest: str) -> None:
    aric = table(seat(carries=[name, *rest.split(", ")]), seat())[0]
    aric.sells(*aric.carries)
    assert aric.level == 2
    assert not table(seat(carries=rest), seat())[0].may("sell items")


@alike("name, amount", [("Felix Felicis", 5), ("Pepper Draught", 2), ("Exploding Sweet", 3), ("Bottled Thunder", 5), ("Dragon Whistle", 2)])
def test_it_helps_or_harms_in_any_fight_by_anybody(name: str, amount: int) -> None:
    for side, strength in (("munchkins", (1 + amount, 12)), ("monsters", (1, 12 + amount))):
        for mine in (True, False):
            game = table(
                seat(hand=[name, "Half-Asleep"] if mine else "Half-Asleep"),
                seat(hand="Cornered" if mine else [name, "Cornered"]),
                doors=["Dementor"],
            )
            game[0].kicks_open_the_door()
            player = game[0] if mine else game[1]
            while not game.waits_for(player):
                game.apply("pass")
            player.plays(name, on=side)
            assert game.strength == strength


@card("Dragon Whistle")
def test_the_whistle_is_worth_five_where_a_dragon_is() -> None:
    for side, strength in (("munchkins", (6, 14)), ("monsters", (1, 19))):
        game = table(seat(hand="Dragon Whistle, Half-Asleep"), seat(), doors=["Marshback Dragon"])
        game[0].kicks_open_the_door()
        game[0].plays("Dragon Whistle", on=side)
        assert game.strength == strength


@alike("name, treasures", [("Sleeping Dust", 3), ("Banishing Bell", 0)])
def test_it_sends_a_monster_away(name: str, treasures: int) -> None:
    spoils = "Lucky Sock, Dress Robes, Crystal Ball"
    game = table(seat(hand=[name]), seat(), doors=["Dementor"], treasures=spoils)
    aric, _ = game
    aric.kicks_open_the_door()
    aric.plays(name)
    assert not game.fighting and aric.level == 1 and aric.hand == spoils.split(", ")[:treasures]


@card("Shrinking Draught")
def test_the_shrinking_draught_weakens_a_monster_by_five() -> None:
    game = table(seat(hand="Shrinking Draught, Half-Asleep"), seat(), doors=["Dementor"])
    game[0].kicks_open_the_door()
    game[0].plays("Shrinking Draught")
    assert game.strength == (1, 7) and game.treasures_at_stake == 3


@card("Vanishing Sweet")
def test_the_vanishing_sweet_saves_from_all_monsters_but_one_that_nobody_escapes() -> None:
    game = table(seat(level=6, hand="Vanishing Sweet, Wandering Monster, Aragog"), seat(), doors=["Centaur"], dice=[1])
    aric, _ = game
    aric.kicks_open_the_door()
    aric.plays("Wandering Monster")
    game.skip_windows()
    aric.runs_from("Centaur")
    aric.plays("Vanishing Sweet")
    game.skip_windows()
    assert not aric.dead and aric.level == 6 and "ROLLS" not in game.happened and not game.fighting


@card("Loaded Game Stone")
def test_the_game_stone_turns_anybodys_die() -> None:
    game = table(seat(level=2), seat(hand="Loaded Game Stone"), doors=["Centaur"], dice=[6])
    aric, suzan = game
    aric.kicks_open_the_door()
    while not suzan.may("play Loaded Game Stone"):
        game.apply("pass")
    suzan.plays("Loaded Game Stone", choosing=1)
    game.skip_windows()
    assert "CAUGHT" in game.happened and aric.level == 1
    own = table(seat(level=2, hand="Loaded Game Stone"), seat(), doors=["Centaur"], dice=[1])
    own[0].kicks_open_the_door()
    while not own[0].may("play Loaded Game Stone"):
        own.apply("pass")
    own[0].plays("Loaded Game Stone", choosing=5)
    own.skip_windows()
    assert own[0].level == 2


@card("Counter-Charm Scroll")
def test_the_scroll_cancels_an_own_curse_in_force_or_one_that_strikes() -> None:
    game = table(seat(curses="Curse! Crucio!, Curse! Impedimenta!", hand="Counter-Charm Scroll"), seat())
    aric, _ = game
    aric.plays("Counter-Charm Scroll", way=0, taking="Curse! Crucio!")
    assert aric.curses == ["Curse! Impedimenta!"] and aric.strength == 1
    game = table(seat(level=5, hand="Counter-Charm Scroll"), seat(), doors=["Curse! Dementor's Kiss"])
    game[0].kicks_open_the_door()
    game[0].plays("Counter-Charm Scroll")
    assert game[0].level == 5
    other = table(seat(curses="Curse! Crucio!"), seat(hand="Counter-Charm Scroll, Earn House Points"))
    other[0].is_done()
    assert other[1].may("play Earn House Points")


@card("Swapping Potion")
def test_the_swapping_potion_changes_anybodys_sex_outside_fights() -> None:
    game = table(seat(hand="Swapping Potion"), seat(sex="female"), doors=["Dementor"])
    aric, suzan = game
    fight = game.clone()
    fight[0].kicks_open_the_door()
    assert not fight[0].may("play Swapping Potion")
    aric.plays("Swapping Potion", way=0, on=suzan)
    assert (aric.sex, suzan.sex) == ("male", "male")


@card("Memory Vial")
def test_the_vial_shows_a_hand() -> None:
    game = table(seat(hand="Memory Vial"), seat(hand="Prefect, Centaur"), seat())
    aric, suzan, bob = game
    aric.plays("Memory Vial", way=0, on=suzan)
    assert aric.sees(suzan) == ["Prefect", "Centaur"] and bob.sees(suzan) == [None, None]


@card("Second-Hand Diary")
def test_the_diary_puts_a_discarded_proficiency_into_play_that_fits() -> None:
    game = table(
        seat(level=2, hand="Second-Hand Diary", studies="Herbology"),
        seat(),
        door_discards="Flying, Charms, Prefect, Astronomy",
    )
    aric, _ = game
    aric.plays("Second-Hand Diary", way=0)
    assert set(aric.choices) == {"take Flying", "take Astronomy"}, "no other card, and nothing above the Level"
    aric.takes("Flying")
    assert aric.studies == ["Herbology", "Flying"] and game.doors_discarded == ["Charms", "Prefect", "Astronomy"]
    for discards in ("Charms, Prefect", "Prefect, Centaur", ""):
        full = table(seat(level=1, hand="Second-Hand Diary"), seat(), door_discards=discards)[0]
        assert full.may("play Second-Hand Diary")
        full.does("play Second-Hand Diary")
        assert full.carries == ["Second-Hand Diary"], "it can only be laid down"


# ------------------------------------------------------------------------------------------------- other Treasures


@alike(
    "name",
    [
        ("Earn House Points",),
        ("Top of the Class",),
        ("Win the Match",),
        ("Borrow the Answers",),
        ("Feed the Lake Beast",),
        ("Find a Secret Passage",),
        ("Polish Every Trophy",),
        ("Tutor a Younger Student",),
    ],
)
def test_a_level_for_anybody_at_any_time_but_never_the_winning_one(name: str) -> None:
    studies = "Flying" if name == "Tutor a Younger Student" else ""
    game = table(seat(level=2, studies="Astronomy"), seat(level=4, hand=[name], studies=studies), seat(level=9, studies="Herbology"))
    aric, suzan, _ = game
    aric.is_done()
    suzan.does(f"play {name}")
    assert set(suzan.choices) == {"on player 0", "on yourself"}, "not on one of Level 9"
    suzan.chooses(aric)
    assert game.levels == (3, 4, 9) and game.treasures_discarded == [name]


@card("Tutor a Younger Student")
def test_only_who_studies_is_tutored() -> None:
    game = table(seat(level=2, hand="Tutor a Younger Student"), seat(level=4, studies="Flying"))
    game[0].does("play Tutor a Younger Student")
    assert game.levels == (2, 5)
    assert not table(seat(hand="Tutor a Younger Student"), seat())[0].may("play Tutor a Younger Student")


@card("Ally Steps Aside")
def test_an_ally_is_given_for_a_level() -> None:
    aric = table(seat(level=2, hand="Ally Steps Aside", carries="Groundsman"), seat())[0]
    aric.plays("Ally Steps Aside")
    assert aric.level == 3 and aric.companions == []
    assert not table(seat(level=2, hand="Ally Steps Aside"), seat())[0].may("play Ally Steps Aside")
    assert not table(seat(level=9, hand="Ally Steps Aside", carries="Groundsman"), seat())[0].may("play Ally Steps Aside")


@card("End-of-Year Feast")
def test_the_feast_is_a_level_in_the_own_turn_and_may_win() -> None:
    game = table(seat(level=4), seat(level=9, hand="End-of-Year Feast, Win the Match"), doors=["Dementor"])
    aric, suzan = game
    aric.is_done()
    assert suzan.may("play Win the Match") and not suzan.may("play End-of-Year Feast")
    game = table(seat(level=4, hand="End-of-Year Feast"), seat())
    game[0].plays("End-of-Year Feast")
    assert game[0].level == 5 and not game.over
    game = table(seat(level=9, hand="End-of-Year Feast"), seat())
    game[0].plays("End-of-Year Feast")
    assert game.over and game.winners == (game[0],)


@card("Unlocked Trunk")
def test_the_trunk_holds_three_treasures() -> None:
    game = table(seat(hand="Unlocked Trunk"), seat(), treasures="Lucky Sock, Dress Robes, Crystal Ball")
    aric, suzan = game
    aric.plays("Unlocked Trunk")
    assert aric.hand == ["Lucky Sock", "Dress Robes", "Crystal Ball"] and suzan.sees(aric) == [None] * 3


@card("Stolen Credit")
def test_stolen_credit_takes_a_level_from_another() -> None:
    game = table(seat(level=3, hand="Stolen Credit"), seat(level=4), seat(level=1))
    aric, _, _ = game
    aric.plays("Stolen Credit")
    assert game.levels == (4, 3, 1), "the only one who has a level to lose"
    assert not table(seat(level=3, hand="Stolen Credit"), seat(level=1))[0].may("play Stolen Credit")
    assert not table(seat(level=9, hand="Stolen Credit"), seat(level=4))[0].may("play Stolen Credit")


@card("Lost and Found Box")
def test_the_box_finds_a_discarded_treasure() -> None:
    game = table(seat(hand="Lost and Found Box"), seat(), treasure_discards="Lucky Sock, Dress Robes", door_discards="Flying")
    aric, _ = game
    aric.plays("Lost and Found Box", taking="Lucky Sock")
    assert aric.hand == ["Lucky Sock"]
    assert not table(seat(hand="Lost and Found Box"), seat(), door_discards="Flying")[0].may("play Lost and Found Box")


@card("Change of Heart")
def test_an_ally_of_anybody_goes() -> None:
    game = table(seat(hand="Change of Heart", carries="Groundsman"), seat(carries="Hedge Healer"), seat())
    aric, suzan, _ = game
    aric.plays("Change of Heart", on=suzan)
    assert suzan.companions == [] and aric.companions == ["Groundsman"]
    assert not table(seat(hand="Change of Heart"), seat(carries="Lucky Sock"))[0].may("play Change of Heart"), "nobody has one"
