"""The Bad Stuff of every monster of Star Munchkin, with its choices."""

import pytest

from munchkin_env.game.scenario import ScenarioError, seat
from tests.card import alike, card
from tests.star import caught, flee, star

LEVELS = [
    ("Janibot", 1),
    ("Carnivorous Plant", 1),
    ("Face Hugger", 2),
    ("Little Green Man", 2),
    ("Gas Giant", 2),
    ("Bug-Eyed Monster", 2),
    ("Creature from the Pink Lagoon", 3),
    ("Being of Impure Thought", 3),
    ("Grays", 2),
    ("Worminator", 2),
    ("Captain Quirk", 3),
    ("Space Amazon", 3),
]


@alike("monster, lost", LEVELS)
def test_levels_are_lost(monster: str, lost: int) -> None:
    for level in (8, 2, 1):
        game = caught(monster, seat(level=level, hand="Mutant"))
        assert game[0].level == max(1, level - lost) and game[0].hand == ["Mutant"]


@alike("monster", [("Plasmoid",), ("O.G.R.E.",), ("Great Cthulhu",)])
def test_it_kills(monster: str) -> None:
    game = caught(monster, seat(level=6, hand="Mutant, Laser"))
    assert game[0].dead and game[0].level == 6


@card("Great Cthulhu")
def test_whom_great_cthulhu_did_not_catch_rises_but_never_to_the_winning_level() -> None:
    game = caught("Great Cthulhu", seat(level=6), seat(level=9), seat(level=3))
    game.skip_windows()
    assert "DIES" in game.happened and game.levels == (6, 9, 4, 2)


@card("Great Cthulhu")
def test_nobody_rises_if_great_cthulhu_catches_nobody() -> None:
    game = caught("Great Cthulhu", seat(level=6), seat(level=3), dice=(6,))
    game.skip_windows()
    assert game.levels == (6, 3, 1)


@alike(
    "monster, wears, left",
    [
        ("Fuzzball", "Bubble Helmet, Energy Armor, Laser", ["Energy Armor", "Laser"]),
        ("Tiny But Advanced Creatures", "Rocket Boots, Laser", ["Laser"]),
        ("Blob", "Bubble Helmet, Energy Armor", ["Bubble Helmet"]),
        ("Starfish", "Magnetic Boots, Laser", ["Laser"]),
        ("Freeze-Dried Cosmonaut", "Bubble Helmet, Laser", ["Laser"]),
    ],
)
def test_an_equipped_item_is_lost(monster: str, wears: str, left: list[str]) -> None:
    game = caught(monster, seat(level=4, wears=wears))
    assert game[0].wears == left and game[0].level == 4
    assert caught(monster, seat(level=4, wears=left))[0].level == (3 if monster == "Freeze-Dried Cosmonaut" else 4)


@card("Chair")
def test_the_chair_costs_a_card_of_ones_choice() -> None:
    game = caught("Chair", seat(level=4, hand="Mutant, Laser", wears="Bubble Helmet"))
    assert set(game[0].choices) == {"lose Mutant", "lose Laser", "lose Bubble Helmet"}
    game[0].chooses("Laser")
    assert game[0].hand == ["Mutant"] and game[0].level == 4


@card("Eep")
def test_the_left_neighbor_takes_an_item_for_eep() -> None:
    game = caught("Eep", seat(level=4, wears="Laser, Bubble Helmet"), seat(level=2), dice=(1, 1))
    assert game.waits_for(game[1])
    game[1].takes("Laser")
    assert game[0].wears == ["Bubble Helmet"]


@card("Astro-Muskrat Space Pirate")
def test_the_right_neighbor_draws_two_hand_cards_for_the_pirate() -> None:
    game = caught("Astro-Muskrat Space Pirate", seat(level=4, hand="Mutant, Laser, Chair", wears="Bubble Helmet"))
    assert len(game[0].hand) == 1 and game[0].wears == ["Bubble Helmet"]


@card("Computer Virus")
def test_the_virus_eats_all_complex_items() -> None:
    game = caught("Computer Virus", seat(level=4, wears="Battle Armor, Laser", carries="Overclocked Visor"))
    assert game[0].wears == ["Laser"] and game[0].carries == []


@card("Bottle Bottle")
def test_bottle_bottle_takes_an_item_or_a_level() -> None:
    game = caught("Bottle Bottle", seat(level=4, wears="Laser"))
    assert game[0].table == [] and game[0].level == 4
    assert caught("Bottle Bottle", seat(level=4))[0].level == 3


@card("Space Cowboy")
def test_who_was_caught_by_the_space_cowboy_helps_nobody_until_their_next_turn_is_over() -> None:
    game = caught("Space Cowboy", seat(level=9), seat(carries="Nova Grenade"), doors=["Space Cowboy", "Space Amazon"])
    game.skip_windows()
    aric, suzan, _ = game
    aric.ends_the_turn()
    suzan.kicks_open_the_door()
    with pytest.raises(ScenarioError):
        suzan.asks(aric)


@card("Space Cowboy")
def test_a_helper_whom_the_space_cowboy_caught_helps_nobody_at_once() -> None:
    game = star(
        seat(level=1),
        seat(level=2),
        seat(level=3, hand="Wandering Monster, Fuzzball, Last of Its Kind", carries="Nova Grenade"),
        doors=["Space Cowboy", "Trap! Jellifier", "Space Amazon"],
        dice=[6, 1],
    )
    aric, suzan, otto = game
    aric.kicks_open_the_door()
    aric.asks(suzan)
    suzan.accepts()
    while not otto.decides:
        game.apply("pass")
    otto.plays("Last of Its Kind")
    flee(game)
    assert game.happened.count("CAUGHT") == 1
    aric.ends_the_turn()
    assert game.turn_player is suzan and game.game.record.marker_n == 1
    assert game.game.record.marker[0].waiting == 0, "it holds already, and through their own turn"


@card("Giant Ants", "Psi Psheriff")
@pytest.mark.parametrize("monster", ["Giant Ants", "Psi Psheriff"])
def test_all_classes_are_lost(monster: str) -> None:
    game = caught(monster, seat(level=4, classes="Trader, Gadgeteer", duals="Super Munchkin", wears="Laser"))
    assert game[0].classes == [] and game[0].table == ["Laser"] and game[0].level == 4


@card("Space Goats")
@pytest.mark.parametrize(
    ("wears", "carries", "chosen", "left"),
    [
        ("Energy Armor", "Cellophane Armor, Laser", ["Cellophane Armor"], ["Laser"]),
        ("Energy Armor", "Cellophane Armor, Haggler's Flak Vest", ["Cellophane Armor", "Energy Armor"], ["Haggler's Flak Vest"]),
        ("Energy Armor, Laser", "", [], []),
        ("Laser", "", [], []),
        ("Bubble Helmet, Laser", "", [], []),
    ],
)
def test_the_space_goats_eat_two_items_armor_first(wears: str, carries: str, chosen: list[str], left: list[str]) -> None:
    game = caught("Space Goats", seat(level=4, wears=wears, carries=carries))
    game[0].chooses(*chosen)
    assert game[0].table == left


@card("Fanged Fuzzball")
def test_the_fanged_fuzzball_takes_the_hand() -> None:
    game = caught("Fanged Fuzzball", seat(level=4, hand="Mutant, Laser", wears="Bubble Helmet"))
    assert game[0].hand == [] and game[0].wears == ["Bubble Helmet"]


@card("Thing Man Was Not Meant To Know")
def test_the_thing_takes_a_race_or_class_or_all_levels() -> None:
    game = caught("Thing Man Was Not Meant To Know", seat(level=8, races="Feline", classes="Trader"))
    game[0].chooses("Feline")
    assert game[0].races == [] and game[0].classes == ["Trader"] and game[0].level == 8
    assert caught("Thing Man Was Not Meant To Know", seat(level=8))[0].level == 1


@card("Awful Green Thing")
def test_the_awful_green_thing_takes_two_levels_and_two_hand_cards() -> None:
    game = caught("Awful Green Thing", seat(level=8, hand="Mutant, Chair, Laser"))
    game[0].chooses("Mutant")
    game[0].chooses("Laser")
    assert game[0].level == 6 and game[0].hand == ["Chair"]


@card("Ghost in the Airlock")
def test_the_ghost_takes_a_level_and_two_hand_cards() -> None:
    game = caught("Ghost in the Airlock", seat(level=8, hand="Mutant, Laser"))
    assert game[0].level == 7 and game[0].hand == []


@card("Space Amazon")
def test_the_space_amazon_takes_items_worth_two_thousand_or_three_levels() -> None:
    game = caught("Space Amazon", seat(level=8, carries="Bobaser, Dazer, Maser, Laser"))
    assert not game[0].may("pass")
    for item in ("Bobaser", "Dazer", "Maser"):
        game[0].chooses(item)
    assert game[0].carries == ["Laser"] and game[0].level == 8
    game = caught("Space Amazon", seat(level=8, carries="Bobaser, Dazer"))
    assert game[0].level == 5 and game[0].carries == ["Bobaser", "Dazer"]


@card("Slaughterbot")
@pytest.mark.parametrize("die", [1, 6])
def test_the_slaughterbot_takes_as_many_levels_as_rolled(die: int) -> None:
    assert caught("Slaughterbot", seat(level=8), dice=(1, die))[0].level == 8 - die


@card("Grays")
def test_the_neighbors_of_whom_the_grays_caught_rise() -> None:
    game = caught("Grays", seat(level=8), seat(level=3), seat(level=5))
    assert game.levels == (6, 4, 5, 2)


@card("Worminator")
@pytest.mark.parametrize("pays", [True, False])
def test_a_trader_may_buy_off_the_worminator_with_a_card(pays: bool) -> None:
    game = caught("Worminator", seat(level=8, classes="Trader", hand="Chair, Blob"))
    game[0].says(pays)
    if pays:
        game[0].chooses("Chair")
    assert game[0].level == (8 if pays else 6) and len(game[0].hand) == (1 if pays else 2)


@card("Captain Quirk")
def test_armor_protects_from_captain_quirk() -> None:
    assert caught("Captain Quirk", seat(level=8, wears="Energy Armor"))[0].level == 7


@card("Being of Impure Thought")
def test_a_trader_whom_the_being_caught_does_not_trade_until_their_next_turn_is_over() -> None:
    game = caught("Being of Impure Thought", seat(level=8, classes="Trader", hand="Laser, Maser"), treasure_discards=["Dazer"])
    game.skip_windows()
    trader, other = game
    assert trader.level == 5 and not trader.may("use Trader")
    trader.ends_the_turn()
    game.skip_windows()
    while game.turn_player is other:
        game.apply("go on" if "go on" in game.legal_texts else game.legal_texts[0])
    while not (trader.decides and game.decision == "ARRANGE"):
        game.apply("pass")
    assert not trader.may("use Trader")


@card("Space Vampire")
@pytest.mark.parametrize(("level", "left"), [(8, 3), (1, 1)])
def test_the_space_vampire_takes_what_the_fight_was_lost_by_up_to_five(level: int, left: int) -> None:
    assert caught("Space Vampire", seat(level=level))[0].level == left


@card("Bionic Bimbo")
def test_the_bimbo_takes_footgear_two_cards_and_two_levels() -> None:
    game = caught("Bionic Bimbo", seat(level=8, wears="Magnetic Boots, Laser", carries="Gyro Sandals", hand="Mutant, Chair"))
    aric = game[0]
    assert aric.wears == ["Laser"] and aric.carries == []
    aric.chooses("Laser")
    aric.chooses("Chair")
    assert aric.hand == ["Mutant"] and aric.table == [] and aric.level == 6


@card("Brain in a Jar")
def test_the_brain_takes_two_levels_and_the_class() -> None:
    game = caught("Brain in a Jar", seat(level=8, classes="Psychic"))
    assert game[0].level == 6 and game[0].classes == []


@card("Space Probe")
def test_the_probe_takes_armor_headgear_and_two_levels_more() -> None:
    game = caught("Space Probe", seat(level=8, wears="Energy Armor, Bubble Helmet, Laser"))
    assert game[0].level == 4 and game[0].wears == ["Laser"]


@card("Frank the Tank")
@pytest.mark.parametrize(("level", "left"), [(8, 8), (2, 3), (1, 3)])
def test_frank_takes_all_items_and_lifts_the_lowest(level: int, left: int) -> None:
    game = caught("Frank the Tank", seat(level=level, wears="Energy Armor, Laser", carries="Android", hand="Dazer"))
    game.skip_windows()
    assert game[0].level == left and game[0].table == ["Android"] and game[0].hand == ["Dazer"]
