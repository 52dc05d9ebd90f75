"""Each monster of the Western set: printed values, whom it favors and hates, how to get away from it, its effects."""

from typing import Any

from munchkin_env.cards.loader import load
from munchkin_env.game.scenario import Seat, seat
from munchkin_env.vocabulary.words import CardKind
from tests.card import alike, card
from tests.western import caught, escapes, west

PRINTED = [  # Level, Treasures, levels, undead
    ("Dust Bunny", 1, 1, 1, False),
    ("Sunburnt Toad", 1, 1, 1, False),
    ("Polite Bandit", 1, 1, 1, False),
    ("Limping Coyote", 1, 1, 1, False),
    ("Bag o' Bones", 1, 1, 1, True),
    ("Jackalope", 2, 1, 1, False),
    ("Grumpy Mule Skinner", 2, 1, 1, False),
    ("Gopher Gang", 2, 1, 1, False),
    ("Haunted Spittoon", 2, 1, 1, True),
    ("Off-Key Banjo", 2, 1, 1, False),
    ("Killer Jalapeño", 4, 1, 1, False),
    ("Cow Puncher", 4, 1, 1, False),
    ("Marked-Deck Gambler", 4, 1, 1, False),
    ("Barbed Wire Tangle", 4, 1, 1, False),
    ("Davy Croc", 6, 2, 1, False),
    ("Mechanical Bull", 6, 2, 1, False),
    ("Restless Gravedigger", 6, 2, 1, True),
    ("Frontier Tax Assessor", 6, 2, 1, False),
    ("Ghost Rider", 8, 2, 1, True),
    ("Wild Bill Hiccup", 8, 2, 1, False),
    ("Cactus Golem", 8, 2, 1, False),
    ("Widow of Gulch Street", 8, 2, 1, False),
    ("Small-Town Banker", 10, 3, 1, False),
    ("Mounted Posse", 10, 3, 1, False),
    ("Runaway Locomotive", 10, 3, 1, False),
    ("Grizzly", 12, 3, 1, False),
    ("Bat Masterson", 12, 3, 1, True),
    ("Claim-Stealing Giant", 12, 3, 1, False),
    ("The In-Laws", 14, 4, 1, False),
    ("Hanging Judge's Shade", 14, 4, 1, True),
    ("Thunder Buffalo", 14, 4, 1, False),
    ("Barber Shop Quartet", 16, 4, 2, False),
    ("Iron Horse Baron", 16, 4, 2, False),
    ("Dust Devil Queen", 16, 4, 2, False),
    ("Grim Roper", 18, 5, 2, True),
    ("Mesa Colossus", 18, 5, 2, False),
    ("Mother Lode Titan", 20, 5, 2, False),
    ("Expired Pony", 1, 1, 1, True),
    ("Hobby Horse", 2, 1, 1, False),
    ("Midnight Colt", 3, 1, 1, True),
    ("Bugle Banshee", 5, 2, 1, True),
    ("Glue Peddler", 6, 2, 1, False),
    ("Headless Stage Driver", 8, 2, 1, True),
    ("Medicine Show Hydra", 9, 2, 1, False),
    ("Ghost Troop", 11, 3, 1, True),
    ("Blizzard Bear", 13, 3, 1, False),
    ("Rail-Tying Villain", 15, 4, 1, False),
    ("Four-Coffin Undertaker", 17, 4, 2, True),
    ("Apocalypse Mule", 19, 5, 2, False),
    ("Convention Desperado", 7, 2, 1, False),
]
LEVEL = {name: level for name, level, *_ in PRINTED}
MORE_FOR_HIM = {"Limping Coyote": 3, "Restless Gravedigger": 3, "Widow of Gulch Street": 4}
"""A male without a Class."""
POTIONS = "Flask of Nitro, Dynamite Plunger, Bag of Rattlers"
SPOILS = ["Ten-Gallon Hat", "Bowler Hat", "Top Hat", "Bowie Knife", "Bullwhip"]


@alike("monster, level, treasures, levels, undead", PRINTED)
def test_level_treasures_levels_and_tag_as_printed(monster: str, level: int, treasures: int, levels: int, undead: bool) -> None:
    another = "Grim Roper" if monster != "Grim Roper" else "Bat Masterson"
    game = west(seat(level=15, sex="male", hand=POTIONS), seat(level=16, hand=another), doors=[monster], treasures=SPOILS, win_level=20)
    aric, suzan = game
    aric.kicks_open_the_door()
    assert game.monsters == [monster] and game.treasures_at_stake == treasures
    assert game.strength[1] == level + MORE_FOR_HIM.get(monster, 0)
    for potion in POTIONS.split(", "):
        aric.plays(potion, on="munchkins")
    assert game.waits_for(suzan) is undead, "she could send in another Undead"
    game.skip_windows()
    assert aric.level == 15 + levels and aric.hand == SPOILS[:treasures] and game.doors_discarded == [monster]


# ------------------------------------------------------------------------------------------ stronger, weaker

AGAINST: list[tuple[Any, ...]] = [
    ("Polite Bandit", 2, seat(classes="Outlaw"), seat(classes="Dude")),
    ("Limping Coyote", 3, seat(), seat(classes="Dude")),
    ("Bag o' Bones", 2, seat(classes="Dude"), seat(classes="Cowboy")),
    ("Grumpy Mule Skinner", 2, seat(carries="Catamount"), seat(carries="Greenhorn")),
    ("Haunted Spittoon", 2, seat(sex="female"), seat(sex="male")),
    ("Off-Key Banjo", -2, seat(carries="Greenhorn"), seat(carries="Catamount")),
    ("Killer Jalapeño", 3, seat(classes="Dude"), seat(classes="Cowboy")),
    ("Cow Puncher", 3, seat(carries="Catamount"), seat()),
    ("Davy Croc", 2, seat(classes="Dude"), seat(classes="Indian")),
    ("Mechanical Bull", -3, seat(classes="Cowboy"), seat(classes="Dude")),
    ("Restless Gravedigger", 3, seat(sex="male"), seat(sex="female")),
    ("Ghost Rider", -3, seat(classes="Indian"), seat(classes="Dude")),
    ("Widow of Gulch Street", 4, seat(sex="male"), seat(sex="female")),
    ("Mounted Posse", 4, seat(classes="Outlaw"), seat(classes="Cowboy")),
    ("Bat Masterson", 3, seat(sex="female"), seat(sex="male")),
    ("Hanging Judge's Shade", 4, seat(classes="Outlaw"), seat(classes="Dude")),
    ("Thunder Buffalo", -2, seat(classes="Indian"), seat(classes="Cowboy")),
    ("Dust Devil Queen", 3, seat(wears="Top Hat"), seat(carries="Top Hat")),
    ("Expired Pony", 2, seat(carries="Catamount"), seat()),
    ("Hobby Horse", -2, seat(sex="female"), seat(sex="male")),
    ("Bugle Banshee", 3, seat(classes="Cavalry"), seat(classes="Cowboy")),
    ("Glue Peddler", 3, seat(classes="Cowboy"), seat(classes="Cavalry")),
    ("Ghost Troop", -4, seat(classes="Cavalry"), seat(classes="Dude")),
    ("Rail-Tying Villain", 5, seat(sex="female"), seat(sex="male")),
]


@alike("monster, change, whom, others", AGAINST)
def test_stronger_or_weaker_against_some(monster: str, change: int, whom: Seat, others: Seat) -> None:
    for main, more in ((whom, change), (others, 0)):
        game = west(main, seat(hand="Ornery"), doors=[monster])
        game[0].kicks_open_the_door()
        assert game.strength[1] == LEVEL[monster] + more


@card("Convention Desperado")
def test_the_desperado_hates_the_highest() -> None:
    for level, more in ((3, 5), (2, 5), (1, 0)):
        game = west(seat(level=level), seat(level=2, hand="Ornery"), doors=["Convention Desperado"])
        game[0].kicks_open_the_door()
        assert game.strength[1] == 7 + more


# ------------------------------------------------------------------------------------------ in the fight


@card("Cactus Golem")
def test_nothing_held_in_hands_counts_against_the_golem() -> None:
    game = west(seat(wears="Bullwhip, Bowie Knife, Top Hat"), seat(hand="Ornery"), doors=["Cactus Golem"])
    game[0].kicks_open_the_door()
    assert game.strength[0] == 1 + 2


@card("Headless Stage Driver")
def test_no_headgear_counts_against_the_stage_driver() -> None:
    game = west(seat(wears="Bullwhip, Top Hat"), seat(hand="Ornery"), doors=["Headless Stage Driver"])
    game[0].kicks_open_the_door()
    assert game.strength[0] == 1 + 3


@alike("monster", [("Claim-Stealing Giant",), ("Medicine Show Hydra",)])
def test_items_abilities_and_companions_do_not_count(monster: str) -> None:
    main = seat(level=4, classes="Outlaw", wears="Bullwhip", carries="Catamount, Greenhorn", hand="Chewing Tobacco")
    game = west(main, seat(hand="Ornery"), doors=[monster])
    aric, _ = game
    aric.kicks_open_the_door()
    assert game.strength[0] == 4
    aric.plays("Chewing Tobacco", on="munchkins")
    assert game.strength[0] == 6, "one-shots do"


@card("Runaway Locomotive")
def test_nobody_helps_against_the_locomotive() -> None:
    game = west(seat(), seat(level=9), doors=["Runaway Locomotive"])
    game[0].kicks_open_the_door()
    assert not game[0].may("ask for help") and "ASKS" not in game.happened


# ------------------------------------------------------------------------------------------ running away

FLIGHT = [
    ("Sunburnt Toad", 1),
    ("Jackalope", -1),
    ("Barbed Wire Tangle", -2),
    ("Wild Bill Hiccup", 1),
    ("Mounted Posse", -1),
    ("Midnight Colt", -1),
    ("Cow Puncher", 0),
]


@alike("monster, change", FLIGHT)
def test_easier_or_harder_to_run_away_from(monster: str, change: int) -> None:
    runner = seat(wears="Moccasins of Silence, Lucky Horseshoe")  # +2
    assert escapes(monster, runner, 3 - change) and (3 - change == 1 or not escapes(monster, runner, 2 - change))


PURSUES = [
    ("Frontier Tax Assessor", 2),
    ("Small-Town Banker", 2),
    ("Grizzly", 3),
    ("The In-Laws", 3),
    ("Hanging Judge's Shade", 3),
    ("Barber Shop Quartet", 4),
    ("Iron Horse Baron", 4),
    ("Grim Roper", 4),
    ("Mesa Colossus", 5),
    ("Mother Lode Titan", 5),
    ("Blizzard Bear", 3),
    ("Four-Coffin Undertaker", 4),
    ("Apocalypse Mule", 5),
]


@alike("monster, level", PURSUES)
def test_nobody_up_to_some_level_is_pursued(monster: str, level: int) -> None:
    assert escapes(monster, seat(level=level), 1)
    assert not escapes(monster, seat(level=level + 1), 1)


@alike("monster, change", [("Dust Devil Queen", -1), ("Grim Roper", -2), ("Mesa Colossus", 1)])
def test_who_is_pursued_runs_more_or_less_easily(monster: str, change: int) -> None:
    runner = seat(level=6, wears="Moccasins of Silence")  # +1
    assert escapes(monster, runner, 4 - change) and not escapes(monster, runner, 3 - change)


@alike("monster", [("Mother Lode Titan",), ("Four-Coffin Undertaker",)])
def test_there_is_no_rolling_away_from_it(monster: str) -> None:
    assert not escapes(monster, seat(level=8, wears="Moccasins of Silence, Lucky Horseshoe"), 6)


# ------------------------------------------------------------------------------------------ Bad Stuff


@alike(
    "monster, lost",
    [
        ("Dust Bunny", 1),
        ("Mechanical Bull", 2),
        ("Cactus Golem", 2),
        ("Bat Masterson", 2),
        ("Thunder Buffalo", 3),
        ("Expired Pony", 1),
        ("Ghost Troop", 2),
        ("Convention Desperado", 1),
    ],
)
def test_levels_are_lost(monster: str, lost: int) -> None:
    for level in (9, 1):
        game = caught(monster, seat(level=level, wears="Top Hat", hand="Ten-Gallon Hat"), foe=4)
        assert game[0].level == max(1, level - lost) and game[0].wears == ["Top Hat"] and game[0].hand == ["Ten-Gallon Hat"]


@alike(
    "monster",
    [
        ("Grizzly",),
        ("Hanging Judge's Shade",),
        ("Barber Shop Quartet",),
        ("Grim Roper",),
        ("Mother Lode Titan",),
        ("Four-Coffin Undertaker",),
    ],
)
def test_it_kills(monster: str) -> None:
    game = caught(monster, seat(level=7, hand="Top Hat"), seat())
    assert game[0].dead and game[0].hand == []


ELSE: list[tuple[Any, ...]] = [
    # what it takes if it is there, and how many Levels if not
    ("Limping Coyote", "Hobnail Stompers", 1),
    ("Jackalope", "Hobnail Stompers", 1),
    ("Killer Jalapeño", "Denim Dungarees", 1),
    ("Barbed Wire Tangle", "Denim Dungarees", 2),
    ("Grumpy Mule Skinner", "Catamount", 1),
    ("Ghost Rider", "Catamount", 2),
    ("Widow of Gulch Street", "Greenhorn", 2),
    ("Restless Gravedigger", "Dude", 1),
    ("Claim-Stealing Giant", "Ore Cart", 2),
]


@alike("monster, lost, levels", ELSE)
def test_a_card_goes_or_levels_do(monster: str, lost: str, levels: int) -> None:
    worn = {"Hobnail Stompers", "Denim Dungarees"}
    had = seat(
        level=5,
        classes="Dude" if lost == "Dude" else "",
        wears=lost if lost in worn else "",
        carries=() if lost in {*worn, "Dude"} else lost,
    )
    game = caught(monster, had)
    assert game[0].table == [] and game[0].level == 5
    assert caught(monster, seat(level=5))[0].level == 5 - levels


@alike(
    "monster, lost",
    [("Bag o' Bones", "Bullwhip"), ("Haunted Spittoon", "Top Hat"), ("Cow Puncher", "Fancy Spurs"), ("Hobby Horse", "Fancy Spurs")],
)
def test_a_card_goes_or_nothing_happens(monster: str, lost: str) -> None:
    game = caught(monster, seat(level=5, wears=lost))
    assert game[0].table == [] and game[0].level == 5
    game = caught(monster, seat(level=5, wears="Cast-Iron Union Suit"))
    assert game[0].wears == ["Cast-Iron Union Suit"] and game[0].level == 5, "that is Big, and Armor"


@alike("monster, lost", [("Sunburnt Toad", 1), ("Gopher Gang", 2), ("Marked-Deck Gambler", 2)])
def test_hand_cards_are_lost(monster: str, lost: int) -> None:
    game = caught(monster, seat(level=5, hand="Ten-Gallon Hat, Bowler Hat, Bullwhip"))
    while game.decision == "ASK_CARD":
        game[0].chooses(game[0].hand[0])
    assert len(game[0].hand) == 3 - lost


@card("Polite Bandit")
def test_the_bandit_takes_a_small_item_for_the_one_on_the_left() -> None:
    game = caught("Polite Bandit", seat(level=5, carries="Bullwhip, Ore Cart"))
    assert game[0].table == ["Ore Cart"] and game[1].table == ["Bullwhip"]
    assert caught("Polite Bandit", seat(level=5, carries="Ore Cart"))[0].level == 4


@alike("monster, penalty", [("Off-Key Banjo", -2), ("Wild Bill Hiccup", -5), ("Medicine Show Hydra", -3)])
def test_the_next_fight_is_harder(monster: str, penalty: int) -> None:
    game = caught(monster, seat(level=7))
    assert game[0].level == 7
    game.skip_windows()
    assert game[0].strength == 7 + penalty


@card("Davy Croc")
def test_the_croc_takes_headgear_and_a_level() -> None:
    game = caught("Davy Croc", seat(level=5, wears="Top Hat"))
    assert game[0].wears == [] and game[0].level == 4


@card("Headless Stage Driver")
def test_the_stage_driver_does_the_same() -> None:
    game = caught("Headless Stage Driver", seat(level=5, wears="Top Hat"))
    assert game[0].wears == [] and game[0].level == 4


@card("Blizzard Bear")
def test_the_blizzard_bear_takes_armor_and_two_levels() -> None:
    game = caught("Blizzard Bear", seat(level=5, wears="Denim Dungarees"))
    assert game[0].wears == [] and game[0].level == 3


@card("Frontier Tax Assessor")
def test_taxes() -> None:
    game = caught("Frontier Tax Assessor", seat(level=5, carries="Bullwhip, Top Hat, Bowie Knife"))
    game[0].chooses("Bullwhip")
    game[0].chooses("Top Hat")
    assert game[0].table == ["Bowie Knife"] or game[0].may("no more")
    assert game[0].level == 5
    assert caught("Frontier Tax Assessor", seat(level=5, carries="Bullwhip"))[0].level == 3


@card("Small-Town Banker")
def test_the_banker_takes_the_dearest() -> None:
    game = caught("Small-Town Banker", seat(level=5, carries="Bullwhip, Seven-Shooter, Bowie Knife"))
    assert game[0].table == ["Bullwhip", "Bowie Knife"]
    rich = seat(level=5, carries="Bullwhip, Seven-Shooter", attached="Silver Inlay on Bullwhip")
    assert caught("Small-Town Banker", rich)[0].table == ["Seven-Shooter"], "with what lies on it"


@card("Mounted Posse")
def test_the_posse_takes_the_hand() -> None:
    game = caught("Mounted Posse", seat(level=5, wears="Top Hat", hand="Bullwhip, Bowler Hat"))
    assert game[0].hand == [] and game[0].wears == ["Top Hat"]


@card("Runaway Locomotive")
def test_the_locomotive_takes_a_level_and_a_big_item() -> None:
    game = caught("Runaway Locomotive", seat(level=5, carries="Ore Cart, Bullwhip"))
    assert game[0].table == ["Bullwhip"] and game[0].level == 4


@card("The In-Laws")
def test_the_in_laws_take_an_item_each_the_highest_first() -> None:
    game = caught("The In-Laws", seat(level=5, carries="Ore Cart, Catamount, Bullwhip, Top Hat"), seat(level=2), seat(level=3))
    _, low, high, foe = game
    assert high.decides
    high.takes("Catamount")
    low.takes("Bullwhip")
    foe.takes("Ore Cart")
    assert game[0].table == ["Top Hat"] and (high.wears, low.table, foe.table) == (["Catamount"], ["Bullwhip"], ["Ore Cart"])


@card("Iron Horse Baron")
def test_the_baron_takes_two_levels_and_all_that_is_big() -> None:
    game = caught("Iron Horse Baron", seat(level=7, carries="Ore Cart, Catamount, Bullwhip"))
    assert game[0].table == ["Bullwhip"] and game[0].level == 5


@card("Dust Devil Queen")
def test_the_queen_takes_the_hand_and_the_class() -> None:
    game = caught("Dust Devil Queen", seat(level=7, classes="Dude", hand="Bullwhip, Bowler Hat"))
    assert game[0].hand == [] and game[0].classes == [] and game[0].level == 7


@card("Mesa Colossus")
def test_the_colossus_takes_all_that_is_equipped() -> None:
    game = caught("Mesa Colossus", seat(level=7, classes="Dude", wears="Top Hat", carries="Catamount, Bullwhip"))
    assert sorted(game[0].table) == ["Bullwhip", "Dude"]


@card("Midnight Colt")
def test_the_colt_takes_a_steed_or_a_hand_card() -> None:
    game = caught("Midnight Colt", seat(level=5, carries="Catamount", hand="Bullwhip"))
    assert game[0].table == [] and game[0].hand == ["Bullwhip"]
    assert caught("Midnight Colt", seat(level=5, hand="Bullwhip"))[0].hand == []


@card("Bugle Banshee")
def test_the_banshee_takes_a_sidekick_or_two_hand_cards() -> None:
    game = caught("Bugle Banshee", seat(level=5, carries="Greenhorn", hand="Bullwhip, Top Hat"), foe=1)
    assert game[0].companions == [] and len(game[0].hand) == 2
    assert caught("Bugle Banshee", seat(level=5, hand="Bullwhip, Top Hat"))[0].hand == []


@card("Glue Peddler")
def test_the_peddler_takes_a_steed_or_the_boots() -> None:
    game = caught("Glue Peddler", seat(level=5, carries="Catamount", wears="Hobnail Stompers"))
    assert game[0].wears == ["Hobnail Stompers"]
    assert caught("Glue Peddler", seat(level=5, wears="Hobnail Stompers"))[0].wears == []


@card("Rail-Tying Villain")
def test_the_villain_takes_the_best_item_for_the_one_on_the_left_and_a_level() -> None:
    game = caught("Rail-Tying Villain", seat(level=5, carries="Bullwhip, Seven-Shooter"))
    assert game[0].table == ["Bullwhip"] and game[1].table == ["Seven-Shooter"] and game[0].level == 4


@card("Apocalypse Mule")
def test_the_mule_takes_steeds_sidekicks_and_big_items_and_two_levels() -> None:
    game = caught("Apocalypse Mule", seat(level=8, carries="Catamount, Greenhorn, Ore Cart, Bullwhip"))
    assert game[0].table == ["Bullwhip"] and game[0].level == 6


def test_every_monster_is_in_the_table() -> None:
    assert {one.name for one in load(["western"]).cards if one.kind == CardKind.MONSTER} == set(LEVEL)
