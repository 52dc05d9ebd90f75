"""Each Item of the Western set: bonus, price, slot, size, who may wear it; enhancers, one-shots and other Treasures."""

from typing import Any, NamedTuple

from munchkin_env.cards.loader import load
from munchkin_env.game.scenario import seat, table
from munchkin_env.vocabulary.words import CardKind
from tests.card import alike, card
from tests.goods import Goods
from tests.western import escapes, west

KINDS: dict[str, dict[str, Any]] = {
    "nobody": {},
    "female": {"sex": "female"},
    "Cavalry": {"classes": "Cavalry"},
    "Cowboy": {"classes": "Cowboy"},
    "Dude": {"classes": "Dude"},
    "Indian": {"classes": "Indian"},
    "Outlaw": {"classes": "Outlaw"},
    "rider": {"carries": "Sway-Backed Nag"},
}
"""Every kind of character that an Item may be for, or not for."""
ANYBODY = set(KINDS)
MALES = ANYBODY - {"female"}


class Item(NamedTuple):
    name: str
    bonus: int
    gold: int
    place: str
    big: bool = False
    wearers: set[str] = ANYBODY


ITEMS = [
    Item("20-Gallon Hat", 3, 500, "headgear"),
    Item("Ten-Gallon Hat", 2, 300, "headgear"),
    Item("Bowler Hat", 2, 300, "headgear"),
    Item("Top Hat", 2, 400, "headgear"),
    Item("Feathered Headband", 3, 400, "headgear", False, {"Indian"}),
    Item("Wanted-Poster Mask", 2, 300, "headgear", False, {"Outlaw"}),
    Item("Regulation Kepi", 1, 300, "headgear"),
    Item("Undertaker's Stovepipe", 3, 400, "headgear", False, ANYBODY - {"Cavalry"}),
    Item("Denim Dungarees", 2, 300, "armor"),
    Item("Cast-Iron Union Suit", 3, 500, "armor", True),
    Item("Fringed Buckskin Coat", 2, 300, "armor", False, ANYBODY - {"Dude"}),
    Item("Boiled-Leather Vest", 1, 200, "armor"),
    Item("Brocade Waistcoat", 3, 400, "armor", False, {"Dude"}),
    Item("Dragoon Breastplate", 4, 600, "armor", True),
    Item("Striped Trousers", 2, 300, "armor"),
    Item("Rainbow Serape", 2, 400, "armor"),
    Item("Moccasins of Silence", 1, 300, "footgear"),
    Item("Rattler-Hide Boots", 2, 400, "footgear"),
    Item("Fancy Spurs", 1, 200, "footgear"),
    Item("Hobnail Stompers", 2, 300, "footgear"),
    Item("Getaway Boots", 0, 400, "footgear", False, {"Outlaw"}),
    Item("Iron-Shod Boots", 2, 300, "footgear"),
    Item("Silver Rowels", 3, 400, "footgear", False, {"rider"}),
    Item("Bowie Knife", 2, 300, "one hand"),
    Item("Bullwhip", 3, 400, "one hand"),
    Item("Branding Iron", 3, 400, "one hand", False, {"Cowboy"}),
    Item("Seven-Shooter", 4, 600, "one hand"),
    Item("Garter Derringer", 2, 300, "one hand", False, {"female"}),
    Item("Throwing Hatchet", 2, 300, "one hand"),
    Item("Deck With Five Aces", 2, 400, "one hand", False, ANYBODY - {"Cowboy"}),
    Item("Cast-Iron Skillet", 2, 200, "one hand"),
    Item("Graveyard Lantern", 1, 300, "one hand"),
    Item("Wagon-Wheel Shield", 2, 300, "one hand", True),
    Item("Trooper's Saber", 3, 400, "one hand", False, {"Cavalry"}),
    Item("Brass Bugle", 2, 300, "one hand"),
    Item("Parasol of Parrying", 2, 300, "one hand", False, {"female"}),
    Item("Souvenir Six-Gun", 2, 300, "one hand"),
    Item("Grandpappy's Bow", 3, 500, "two hands"),
    Item("Scattergun", 4, 600, "two hands", True, ANYBODY - {"Indian"}),
    Item("Long Rifle", 4, 600, "two hands"),
    Item("Prairie Crossbow", 3, 500, "two hands"),
    Item("Wheelbarrow Howitzer", 4, 600, "two hands", True),
    Item("Sheriff's Badge", 3, 400, "none"),
    Item("Deputy's Badge", 1, 200, "none"),
    Item("Civil War Cannon", 6, 800, "none", True, {"rider"}),
    Item("Mustache Wax", 1, 0, "none", False, MALES),
    Item("Ore Cart", 3, 400, "none", True),
    Item("Lucky Horseshoe", 1, 300, "none"),
    Item("Elbow-Length Gauntlets", 2, 300, "none"),
    Item("Blasting Bandolier", 3, 400, "none", False, ANYBODY - {"Dude"}),
    Item("Saddle Bags", 0, 200, "none"),
    Item("Silver Bullet Belt", 1, 400, "none"),
    Item("Derby Blanket", 2, 300, "none", False, {"rider"}),
]
GOODS = Goods(
    west,
    {
        "headgear": ("Ten-Gallon Hat", "Top Hat"),
        "armor": ("Denim Dungarees", "Striped Trousers"),
        "footgear": ("Hobnail Stompers", "Iron-Shod Boots"),
        "one hand": ("Cast-Iron Skillet", "Brass Bugle", "Throwing Hatchet"),
    },
    {
        600: ("Long Rifle", "Seven-Shooter"),
        400: ("Top Hat", "Rattler-Hide Boots"),
        300: ("Bowie Knife", "Brass Bugle"),
        200: ("Cast-Iron Skillet", "Boiled-Leather Vest"),
        100: ("Chewing Tobacco", "Firecracker String"),
    },
)
OVER_ANOTHER = "20-Gallon Hat"
"""Worn over another hat, it has a place despite it."""
GAIN = {("Dude", "headgear"): 1, ("Dude", "footgear"): 1}
"""What a Class adds to the bonus of such an Item."""


def extra(kind: str, item: Item) -> int:
    """What such a character gains from it besides its bonus, including their own powers."""
    found = GAIN.get((kind, item.place), 0) if item.bonus else 0
    found += 2 if kind == "Indian" and "bow" in item.name.lower() else 0
    found += 2 if kind == "Cavalry" and item.name == "Regulation Kepi" else 0
    return found + (2 if kind == "rider" and item.name == "Fancy Spurs" else 0)


@alike("name, item", [(item.name, item) for item in ITEMS])
def test_bonus_and_wearers(name: str, item: Item) -> None:
    for kind, traits in KINDS.items():
        own = west(seat(**traits), seat())[0].strength
        player = west(seat(**traits, hand=name), seat())[0]
        player.lays_down(name)
        wears = name in player.wears
        assert wears is (kind in item.wearers), f"{kind} and {name}"
        assert player.strength == own + (item.bonus + extra(kind, item) if wears else 0), f"{kind} and {name}"


@alike("name, place, wearers", [(item.name, item.place, item.wearers) for item in ITEMS if item.name != OVER_ANOTHER])
def test_the_place_it_takes(name: str, place: str, wearers: set[str]) -> None:
    assert GOODS.place(name, KINDS["nobody" if "nobody" in wearers else min(wearers)]) == place


@alike("name, gold", [(item.name, item.gold) for item in ITEMS])
def test_its_price(name: str, gold: int) -> None:
    assert GOODS.is_worth(name, gold)


@alike("name, big", [(item.name, item.big) for item in ITEMS])
def test_whether_it_is_big(name: str, big: bool) -> None:
    player = west(seat(carries="Ore Cart" if name != "Ore Cart" else "Scattergun", hand=name), seat())[0]
    assert player.may(f"play {name}") is not big


def test_every_item_is_in_the_table() -> None:
    assert {one.name for one in load(["western"]).cards if one.kind == CardKind.ITEM} == {item.name for item in ITEMS}


# ------------------------------------------------------------------------------------------- what they do besides


@card("20-Gallon Hat")
def test_another_hat_fits_on_the_twenty_gallons() -> None:
    game = west(seat(wears="20-Gallon Hat, Top Hat", carries="Bowler Hat"), seat())
    assert game[0].strength == 6 and not game[0].may("equip Bowler Hat")


@card("20-Gallon Hat")
def test_it_is_put_on_over_another_hat_as_well() -> None:
    player = west(seat(wears="Top Hat", carries="20-Gallon Hat"), seat())[0]
    player.equips("20-Gallon Hat")
    assert sorted(player.wears) == ["20-Gallon Hat", "Top Hat"] and player.strength == 6

    player = west(seat(wears="Top Hat", hand="20-Gallon Hat, Bowler Hat"), seat())[0]
    player.lays_down("20-Gallon Hat")
    player.lays_down("Bowler Hat")
    assert sorted(player.wears) == ["20-Gallon Hat", "Top Hat"] and player.carries == ["Bowler Hat"]


@card("20-Gallon Hat")
def test_who_takes_it_off_again_keeps_one_hat_on() -> None:
    player = west(seat(wears="Top Hat, 20-Gallon Hat"), seat())[0]
    player.turns_sideways("20-Gallon Hat")
    assert player.wears == ["Top Hat"]
    player.equips("20-Gallon Hat")
    player.turns_sideways("Top Hat")
    assert player.wears == ["20-Gallon Hat"]


@card("20-Gallon Hat")
def test_who_takes_it_to_win_wears_it_over_their_own_hat() -> None:
    game = table(
        seat(level=4, wears="Top Hat", hand="Help Me Out Here!"),
        seat(wears="20-Gallon Hat"),
        doors=["Face Sucker"],
        sets=["deluxe", "western"],
    )
    game[0].kicks_open_the_door()
    game[0].plays("Help Me Out Here!")
    assert game[0].wears == ["Top Hat", "20-Gallon Hat"] and game[0].level == 5


@alike("name, change", [("Moccasins of Silence", 1), ("Lucky Horseshoe", 1), ("Getaway Boots", 2)])
def test_it_helps_to_run_away(name: str, change: int) -> None:
    runner = seat(classes="Outlaw", wears=name)
    assert escapes("Thunder Buffalo", runner, 5 - change) and not escapes("Thunder Buffalo", runner, 4 - change)


@alike("name", [("Graveyard Lantern",), ("Silver Bullet Belt",)])
def test_good_against_the_undead(name: str) -> None:
    for monster, more in (("Bat Masterson", 3), ("Thunder Buffalo", 0)):
        game = west(seat(wears=name), seat(hand="Ornery"), doors=[monster])
        game[0].kicks_open_the_door()
        assert game.strength[0] == 1 + 1 + more


@card("Saddle Bags")
def test_room_for_another_card() -> None:
    assert west(seat(wears="Saddle Bags"), seat())[0].hand_limit == 6


@alike(
    "name, host, bonus, gold",
    [
        ("Silver Inlay", "Bullwhip", 2, 300),
        ("Double Stitching", "Bullwhip", 1, 200),
        ("Tooled Saddle", "Catamount", 2, 300),
        ("Chili Oats", "Catamount", 3, 400),
        ("Rocket Stirrups", "Catamount", 2, 400),
        ("Leather Blinders", "Catamount", 1, 200),
    ],
)
def test_enhancers(name: str, host: str, bonus: int, gold: int) -> None:
    game = west(seat(wears="Bullwhip, Top Hat" if host != "Bullwhip" else "Bullwhip", carries="Catamount", hand=name), seat())
    aric, _ = game
    before = aric.strength
    aric.plays(name)
    assert aric.strength == before + bonus
    assert next(one for one in load(["western"]).cards if one.name == name).gold == gold
    value = {"Bullwhip": 400, "Catamount": 500}[host] + gold
    rest = {600: ["Iron-Shod Boots"], 700: ["Iron-Shod Boots"], 800: ["Boiled-Leather Vest"], 900: ["Boiled-Leather Vest"]}[value]
    rest += ["Cast-Iron Skillet"] if value == 600 else []
    seller = west(seat(carries=[host, *rest], attached=f"{name} on {host}"), seat())[0]
    seller.sells(host, *rest)
    assert seller.level == 2


@card("Rocket Stirrups")
def test_the_stirrups_make_the_steed_faster() -> None:
    rider = seat(carries="Catamount", attached="Rocket Stirrups on Catamount")
    assert escapes("Thunder Buffalo", rider, 3) and not escapes("Thunder Buffalo", rider, 2)


# --------------------------------------------------------------------------------------------------- one-shots


@alike(
    "name, bonus, gold",
    [
        ("Chewing Tobacco", 2, 100),
        ("Bottle of Rotgut", 3, 100),
        ("Flask of Nitro", 5, 300),
        ("Bag of Rattlers", 3, 200),
        ("Firecracker String", 2, 100),
        ("Canned Beans", 3, 100),
        ("Dynamite Plunger", 5, 300),
        ("Souvenir Poster", 2, 0),
        ("Trick Lariat", 2, 100),
        ("Sugar Cube", 2, 200),
        ("Flogging Mallet", 3, 200),
    ],
)
def test_for_either_side(name: str, bonus: int, gold: int) -> None:
    for side, totals in (("munchkins", (1 + bonus, 14)), ("monsters", (1, 14 + bonus))):
        game = west(seat(hand=name), seat(hand="Ornery"), doors=["Thunder Buffalo"])
        game[0].kicks_open_the_door()
        game[0].plays(name, on=side)
        assert game.strength == totals
        game.skip_windows()
        assert name in game.treasures_discarded or game.decision == "ESCAPE"
    assert next(one for one in load(["western"]).cards if one.name == name).gold == gold
    game = west(seat(), seat(carries=name), doors=["Thunder Buffalo"])
    game[0].kicks_open_the_door()
    game[0].passes()
    game[1].plays(name, on="monsters")
    assert game.strength == (1, 14 + bonus), "by anybody, from the table, too"


@card("Trick Lariat")
def test_a_cowboys_lariat() -> None:
    game = west(seat(classes="Cowboy", hand="Trick Lariat"), seat(), doors=["Thunder Buffalo"])
    game[0].kicks_open_the_door()
    game[0].plays("Trick Lariat", on="munchkins")
    assert game.strength == (5, 14)


@card("Sugar Cube")
def test_sugar_is_for_horses() -> None:
    game = west(seat(carries="Catamount", hand="Sugar Cube"), seat(hand="Ornery"), doors=["Thunder Buffalo"])
    game[0].kicks_open_the_door()
    game[0].plays("Sugar Cube", way="+4 for the munchkins")
    assert game.strength == (1 + 3 + 4, 14)


@card("Flogging Mallet")
def test_the_mallet_is_for_the_undead() -> None:
    game = west(seat(hand="Flogging Mallet"), seat(hand="Ornery"), doors=["Bat Masterson"])
    game[0].kicks_open_the_door()
    game[0].plays("Flogging Mallet", on="munchkins")
    assert game.strength == (7, 12)


@card("Sleeping Syrup")
def test_the_syrup_makes_one_monster_weaker() -> None:
    game = west(seat(hand="Sleeping Syrup"), seat(hand="Ornery"), doors=["Thunder Buffalo"])
    game[0].kicks_open_the_door()
    game[0].plays("Sleeping Syrup")
    assert game.strength == (1, 9) and game.treasures_at_stake == 4


@card("Smoke Pouch")
def test_smoke() -> None:
    game = west(seat(level=5, hand="Smoke Pouch"), seat(), doors=["Thunder Buffalo"])
    game[0].kicks_open_the_door()
    game.skip_windows()
    game[0].plays("Smoke Pouch")
    assert "ESCAPES" in game.happened and game[0].level == 5
    game = west(seat(level=7, hand="Smoke Pouch"), seat(), doors=["Mother Lode Titan"], dice=[6])
    game[0].kicks_open_the_door()
    game.skip_windows()
    assert "ESCAPES" in game.happened or game[0].may("play Smoke Pouch"), "it is a way where rolling is none"


@card("Extra Ace")
def test_an_ace_turns_any_die() -> None:
    game = west(seat(), seat(hand="Extra Ace"), doors=["Thunder Buffalo"], dice=[6])
    aric, suzan = game
    aric.kicks_open_the_door()
    while not suzan.may("play Extra Ace"):
        game.apply("pass")
    suzan.plays("Extra Ace", choosing=1)
    assert "CAUGHT" in game.happened


@alike("name, gold", [("Patent Elixir", 200), ("Smelling Salts", 200)])
def test_it_lifts_an_own_curse(name: str, gold: int) -> None:
    game = west(seat(hand=name, curses="Marked Man"), seat(curses="Jinxed Spurs"))
    aric, suzan = game
    aric.plays(name, way="use it")
    assert aric.curses == [] and suzan.curses == ["Jinxed Spurs"]
    game = west(seat(level=5, hand=name), seat(hand="Town Ordinance"))
    aric, suzan = game
    aric.does("kick open the door")
    suzan.plays("Town Ordinance", on=aric)
    aric.plays(name)
    assert aric.level == 5, "it was about to strike"
    game = west(seat(hand=name), seat(level=5, hand="Town Ordinance, Ornery"))
    game[0].does("kick open the door")
    game[1].plays("Town Ordinance", on=game[1])
    assert game[1].level == 4, "not for another"
    assert next(one for one in load(["western"]).cards if one.name == name).gold == gold


@card("Camouflage Serape")
def test_the_serape_helps_one_runner() -> None:
    game = west(seat(hand="Camouflage Serape"), seat(), doors=["Thunder Buffalo"], dice=[3])
    aric, _ = game
    aric.kicks_open_the_door()
    game.skip_windows()
    while not aric.may("play Camouflage Serape"):
        game.apply("pass") if aric.may("pass") else aric.rolls()
    if aric.may("roll to run away"):
        aric.rolls()
    if aric.decides and aric.may("play Camouflage Serape"):
        aric.plays("Camouflage Serape")
        game.skip_windows()
    assert "ESCAPES" in game.happened


@alike("name", [("Prospecting Pan",), ("Graveyard Shift",)])
def test_a_treasure_is_found_again(name: str) -> None:
    game = west(seat(hand=name), seat(), treasure_discards=["Bullwhip", "Top Hat"], door_discards=["Ornery"])
    game[0].plays(name, way="use it", taking="Bullwhip")
    assert game[0].hand == ["Bullwhip"]
    assert not west(seat(hand=name), seat(), door_discards=["Ornery"])[0].may(f"use {name}")


@card("Bribe Money")
def test_a_monster_is_paid_to_leave() -> None:
    game = west(seat(hand="Bribe Money"), seat(), doors=["Thunder Buffalo"], treasures=["Bullwhip"])
    game[0].kicks_open_the_door()
    game[0].plays("Bribe Money")
    assert not game.fighting and game[0].level == 1 and game[0].hand == []


@card("Disguise Trunk")
def test_the_trunk_changes_anybodys_sex() -> None:
    game = west(seat(sex="male", hand="Disguise Trunk"), seat(sex="male"))
    game[0].plays("Disguise Trunk", way="use it", on=game[1])
    assert game[1].sex == "female" and game[1].record.changed_sex


@card("Borrowed Telescope")
def test_the_telescope_shows_a_hand() -> None:
    game = west(seat(hand="Borrowed Telescope"), seat(hand="Bullwhip, Ornery"))
    game[0].plays("Borrowed Telescope", way="use it")
    assert game[0].sees(game[1]) == ["Bullwhip", "Ornery"]


@card("Signal Rocket")
def test_the_rocket_is_one_for_fights_that_are_not_for_the_win() -> None:
    game = west(seat(level=9, hand="Signal Rocket"), seat(level=2, hand="Ornery"), doors=["Thunder Buffalo"])
    aric, suzan = game
    aric.kicks_open_the_door()
    aric.asks(suzan)
    suzan.refuses()
    assert game.fighting and not aric.may("play Signal Rocket")


# --------------------------------------------------------------------------------------------- other Treasures


@alike(
    "name",
    [
        ("The Annual Bath",),
        ("Win the Pie Contest",),
        ("Tip the Piano Player",),
        ("Outdraw a Scarecrow",),
        ("Strike a Little Gold",),
        ("Bluff the Whole Table",),
        ("Whine to the Marshal",),
        ("Patent a Better Fence",),
        ("Lead a Parade",),
        ("Bury the Evidence",),
    ],
)
def test_go_up_a_level(name: str) -> None:
    game = west(seat(level=3, hand=name), seat(level=9))
    aric, _ = game
    aric.plays(name)
    assert aric.level == 4 and game.treasures_discarded == [name]
    game = west(seat(level=3, hand=name), seat(level=4))
    game[0].plays(name, on=game[1])
    assert game[1].level == 5
    assert not west(seat(level=9, hand=name), seat(level=9))[0].may(f"play {name}")


@card("Break the Wild Bronc")
def test_who_breaks_a_bronc_has_one() -> None:
    assert not west(seat(hand="Break the Wild Bronc"), seat())[0].may("play Break the Wild Bronc")
    game = west(seat(hand="Break the Wild Bronc"), seat(carries="Catamount"))
    game[0].plays("Break the Wild Bronc")
    assert game.levels == (1, 2)


@card("Rename the Town")
def test_the_highest_gains_nothing_by_renaming_the_town() -> None:
    game = west(seat(level=3, hand="Rename the Town"), seat(level=5))
    game[0].plays("Rename the Town")
    assert game.levels == (4, 5)


@card("Retire the Sidekick")
def test_a_sidekick_is_retired() -> None:
    assert not west(seat(hand="Retire the Sidekick"), seat(carries="Greenhorn"))[0].may("play Retire the Sidekick")
    game = west(seat(hand="Retire the Sidekick", carries="Greenhorn"), seat())
    game[0].plays("Retire the Sidekick")
    assert game[0].level == 2 and game[0].companions == [] and game.doors_discarded == ["Greenhorn"]


@card("Claim Jumping")
def test_a_level_is_stolen() -> None:
    game = west(seat(level=3, hand="Claim Jumping"), seat(level=5))
    game[0].plays("Claim Jumping")
    assert game.levels == (4, 4)
    assert not west(seat(level=3, hand="Claim Jumping"), seat(level=1))[0].may("play Claim Jumping")
    assert not west(seat(level=9, hand="Claim Jumping"), seat(level=5))[0].may("play Claim Jumping")


@card("Gold Rush")
def test_the_gold_rush_of_a_helped_fight_lies_open() -> None:
    game = west(
        seat(level=3), seat(level=5), doors=["Mechanical Bull"], treasures=["Gold Rush", "Top Hat", "Bullwhip", "Bowie Knife", "Long Rifle"]
    )
    aric, suzan = game
    aric.kicks_open_the_door()
    aric.asks(suzan, treasures=1, picks_first="helper")
    suzan.accepts()
    game.everybody_passes()
    suzan.picks("Gold Rush")
    suzan.says(True)
    assert suzan.hand == ["Bullwhip", "Bowie Knife", "Long Rifle"] and aric.sees(suzan) == suzan.hand and aric.hand == ["Top Hat"]
