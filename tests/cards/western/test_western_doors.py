"""Each other Door of the Western set: Classes, Traps, enhancers of monsters, Sidekicks, Steeds and the rest."""

import pytest

from munchkin_env.game.scenario import ScenarioError, Seat, seat
from tests.card import alike, card
from tests.western import escapes, west

FOE = "Thunder Buffalo"  # Level 14


# --------------------------------------------------------------------------------------------------------- Classes


@alike(
    "name, copies",
    [
        ("Cowboy", 4),
        ("Dude", 4),
        ("Indian", 4),
        ("Outlaw", 4),
        ("Cavalry", 4),
        ("Super Munchkin", 2),
        ("Cheat!", 2),
        ("Wandering Monster", 4),
    ],
)
def test_how_many_there_are(name: str, copies: int) -> None:
    assert west(seat(hand=[name] * copies), seat())[0].hand == [name] * copies
    with pytest.raises(ScenarioError, match="all copies"):
        west(seat(hand=[name] * (copies + 1)), seat())


@card("Cowboy")
def test_a_cowboy_pays_for_three_points_at_most() -> None:
    game = west(seat(classes="Cowboy", carries="Top Hat", hand="Ornery, Dude, Indian, Outlaw"), seat(), doors=[FOE])
    aric, _ = game
    aric.kicks_open_the_door()
    for paid in ("Dude", "Top Hat", "Indian"):
        aric.uses("Cowboy", paying=paid)
    assert game.strength[0] == 4 and not aric.may("use Cowboy")


@card("Cowboy")
@pytest.mark.parametrize(("level", "carries", "wins"), [(8, "Catamount", True), (8, "", False), (7, "Catamount", False), (9, "", True)])
def test_a_cowboy_with_a_steed_wins_at_level_9(level: int, carries: str, wins: bool) -> None:
    game = west(seat(level=level, classes="Cowboy", carries=carries), seat(), doors=["Dust Bunny"])
    game[0].kicks_open_the_door()
    game.skip_windows()
    assert game.over is wins and game[0].level == level + 1


@card("Dude")
def test_a_dude_is_proud_of_hats_and_boots() -> None:
    game = west(seat(classes="Dude", wears="Top Hat, Hobnail Stompers, Denim Dungarees"), seat())
    assert game[0].strength == 1 + 3 + 3 + 2


@card("Dude")
def test_a_dude_pays_for_their_flight() -> None:
    game = west(seat(classes="Dude", hand="Ornery, Cowboy, Indian"), seat(), doors=[FOE], dice=[3])
    aric, _ = game
    aric.kicks_open_the_door()
    game.skip_windows()
    aric.rolls()
    aric.uses("Dude", paying="Ornery")
    aric.uses("Dude", paying="Cowboy")
    game.skip_windows()
    assert "ESCAPES" in game.happened and aric.hand == ["Indian"]


@card("Indian")
def test_an_indian_likes_bows_of_any_sort_and_runs_fast() -> None:
    game = west(seat(classes="Indian", wears="Bowler Hat, Bowie Knife, Elbow-Length Gauntlets, Denim Dungarees"), seat())
    assert game[0].strength == 1 + 4 + 4 + 4 + 2
    assert escapes(FOE, seat(classes="Indian"), 4) and not escapes(FOE, seat(classes="Indian"), 3)


@card("Outlaw")
def test_an_outlaw_alone_is_stronger() -> None:
    game = west(seat(classes="Outlaw"), seat(level=3, classes="Outlaw"), doors=[FOE])
    aric, suzan = game
    aric.kicks_open_the_door()
    assert game.strength[0] == 3
    aric.asks(suzan)
    suzan.accepts()
    assert game.strength[0] == 4


@card("Outlaw")
def test_an_outlaw_shoots_others_in_the_back_once_each() -> None:
    game = west(seat(level=3), seat(classes="Outlaw", hand="Ornery, Cowboy"), doors=[FOE])
    aric, suzan = game
    aric.kicks_open_the_door()
    while not suzan.decides:
        game.apply("pass")
    suzan.uses("Outlaw", paying="Cowboy")
    assert game.strength[0] == 1 and not suzan.may("use Outlaw")


@card("Cavalry")
def test_cavalry_rides_better() -> None:
    assert west(seat(classes="Cavalry", carries="Catamount"), seat())[0].strength == 1 + 3 + 2
    assert west(seat(classes="Cavalry"), seat())[0].strength == 1


@card("Cavalry")
def test_cavalry_that_helps_for_nothing_gains_a_level_but_not_the_winning_one() -> None:
    for level, after in ((5, 6), (9, 9)):
        game = west(seat(level=3), seat(level=level, classes="Cavalry"), doors=["Mechanical Bull"])
        aric, suzan = game
        aric.kicks_open_the_door()
        aric.asks(suzan)
        suzan.accepts()
        game.everybody_passes()
        assert suzan.level == after and not game.over


@card("Super Munchkin")
def test_two_classes_or_one_without_its_drawbacks() -> None:
    game = west(seat(classes="Dude, Indian", duals="Super Munchkin", wears="Bowler Hat"), seat())
    assert game[0].strength == 1 + 2 + 1 + 2
    game = west(seat(classes="Outlaw", duals="Super Munchkin"), seat(hand="Ornery"), doors=["Polite Bandit"])
    game[0].kicks_open_the_door()
    assert game.strength[1] == 1
    game = west(seat(classes="Dude", duals="Super Munchkin", hand="Fringed Buckskin Coat"), seat())
    game[0].lays_down("Fringed Buckskin Coat")
    assert game[0].wears == ["Fringed Buckskin Coat"]


@card("Cheat!")
@pytest.mark.parametrize(
    ("host", "traits"),
    [("Branding Iron", seat(hand="Cheat!, Branding Iron")), ("Long Rifle", seat(wears="Scattergun", hand="Cheat!, Long Rifle"))],
)
def test_cheat_lets_one_use_an_item_all_the_same(host: str, traits: Seat) -> None:
    game = west(traits, seat())
    before = game[0].strength
    game[0].plays("Cheat!", on=host)
    assert game[0].strength == before + {"Branding Iron": 3, "Long Rifle": 4}[host]


@card("Wandering Monster")
def test_a_monster_wanders_in() -> None:
    game = west(seat(level=3), seat(hand="Wandering Monster, Grizzly"), doors=["Dust Bunny"])
    aric, suzan = game
    aric.kicks_open_the_door()
    while not suzan.decides:
        game.apply("pass")
    suzan.plays("Wandering Monster")
    assert game.monsters == ["Dust Bunny", "Grizzly"]
    game = west(seat(level=3), seat(hand="Wandering Monster"), doors=["Dust Bunny"])
    game[0].kicks_open_the_door()
    assert "WINS_FIGHT" in game.happened, "who has no monster in hand could add nothing"


# ----------------------------------------------------------------------------------------------------------- Traps


@alike("name, lost", [("Lose Your Armor", "Denim Dungarees"), ("Hat in the Wind", "Top Hat")])
def test_what_is_worn_there_is_lost(name: str, lost: str) -> None:
    game = west(seat(level=5, wears="Denim Dungarees, Top Hat, Hobnail Stompers"), seat(), doors=[name])
    game[0].kicks_open_the_door()
    assert game.treasures_discarded == [lost] and game[0].level == 5
    game = west(seat(level=5, carries=lost), seat(), doors=[name])
    game[0].kicks_open_the_door()
    assert game[0].carries == [lost] and game[0].level == 5


@alike(
    "name, lost",
    [
        ("Boots Full of Scorpions", "Hobnail Stompers"),
        ("Stampede", "Catamount"),
        ("Town Ordinance", "Dude"),
        ("Dog, Horse and Wife Gone", "Greenhorn"),
    ],
)
def test_a_card_is_lost_or_else_a_level(name: str, lost: str) -> None:
    has = {
        "Hobnail Stompers": seat(level=5, wears="Hobnail Stompers"),
        "Dude": seat(level=5, classes="Dude"),
    }.get(lost, seat(level=5, carries=lost))
    game = west(has, seat(), doors=[name])
    game[0].kicks_open_the_door()
    assert game[0].table == [] and game[0].level == 5
    game = west(seat(level=5, wears="Top Hat"), seat(), doors=[name])
    game[0].kicks_open_the_door()
    assert game[0].wears == ["Top Hat"] and game[0].level == 4


@card("Dog, Horse and Wife Gone")
def test_dog_and_horse_go_together() -> None:
    game = west(seat(level=5, carries="Greenhorn, Catamount"), seat(), doors=["Dog, Horse and Wife Gone"])
    game[0].kicks_open_the_door()
    assert game[0].table == [] and game[0].level == 5


@card("Old Mine Shaft")
def test_the_shaft_costs_a_level_and_a_small_item() -> None:
    game = west(seat(level=5, carries="Top Hat, Ore Cart"), seat(), doors=["Old Mine Shaft"])
    game[0].kicks_open_the_door()
    assert game[0].table == ["Ore Cart"] and game[0].level == 4


@card("Broken Axle")
def test_an_axle_breaks() -> None:
    game = west(seat(carries="Top Hat, Ore Cart"), seat(), doors=["Broken Axle"])
    game[0].kicks_open_the_door()
    assert game[0].table == ["Top Hat"]


@card("Mexican Standoff")
def test_in_a_standoff_nobody_helps() -> None:
    game = west(seat(hand="Mexican Standoff"), seat(level=9), doors=[FOE])
    aric, suzan = game
    aric.plays("Mexican Standoff", on=aric)
    aric.kicks_open_the_door()
    assert "ASKS" not in game.happened and not aric.may("ask for help")
    game.skip_windows()
    if aric.may("roll to run away"):
        aric.rolls()
    game.skip_windows()
    assert aric.curses == [] and suzan.level == 9


@alike("name, penalty", [("Cheap Whiskey Headache", -5), ("Marked Man", -2)])
def test_a_penalty_for_a_time(name: str, penalty: int) -> None:
    game = west(seat(level=8, hand="Ornery"), seat(), doors=[name])
    game[0].kicks_open_the_door()
    assert game[0].strength == 8 + penalty and game[0].curses == [name]
    game = west(seat(level=8, curses=name), seat(), doors=["Dust Bunny"])
    game[0].kicks_open_the_door()
    game.skip_windows()
    assert game[0].level == 9 and game[0].curses == []


@card("Marked Man")
def test_a_marked_man_stays_marked_until_they_kill() -> None:
    for name, curses in (("Marked Man", ["Marked Man"]), ("Cheap Whiskey Headache", [])):
        game = west(seat(level=1, curses=name), seat(), doors=["Bat Masterson"], dice=[6])
        game[0].kicks_open_the_door()
        game.skip_windows()
        assert "ESCAPES" in game.happened and game[0].curses == curses


@card("Jinxed Spurs")
def test_jinxed_spurs_slow_one_down_until_one_escapes() -> None:
    cursed = seat(curses="Jinxed Spurs")
    assert escapes(FOE, cursed, 6) and not escapes(FOE, cursed, 5)
    game = west(cursed, seat(), doors=["Bat Masterson"], dice=[6])
    game[0].kicks_open_the_door()
    game.skip_windows()
    assert game[0].curses == []


@card("Laundry Mix-Up")
def test_the_laundry_is_mixed_up() -> None:
    game = west(seat(level=8, sex="male"), seat(), doors=["Laundry Mix-Up"])
    game[0].kicks_open_the_door()
    assert game[0].sex == "female" and game[0].strength == 3


@card("Horse Doctor's Bill")
def test_the_horse_doctor_takes_the_horse_or_the_money() -> None:
    rider = seat(carries="Catamount, Bullwhip, Top Hat")
    game = west(rider, seat(), doors=["Horse Doctor's Bill"])
    game[0].kicks_open_the_door()
    game[0].chooses(0)
    assert sorted(game[0].table) == ["Bullwhip", "Top Hat"]
    game = west(rider, seat(), doors=["Horse Doctor's Bill"])
    game[0].kicks_open_the_door()
    game[0].chooses(1, "Bullwhip", "Top Hat")
    if game[0].may("no more"):
        game[0].does("no more")
    assert game[0].table == ["Catamount"]
    game = west(seat(carries="Sway-Backed Nag"), seat(), doors=["Horse Doctor's Bill"])
    game[0].kicks_open_the_door()
    assert game[0].table == [], "who cannot pay loses the horse"


@card("Better Offer Elsewhere")
def test_a_sidekick_gets_a_better_offer() -> None:
    game = west(
        seat(level=5, carries="Greenhorn"),
        seat(level=3),
        seat(level=2),
        seat(level=1, carries="Schoolmarm"),
        doors=["Better Offer Elsewhere"],
    )
    game[0].kicks_open_the_door()
    assert game[0].companions == [] and game[2].companions == ["Greenhorn"]
    game = west(seat(level=5, carries="Greenhorn"), seat(carries="Schoolmarm"), doors=["Better Offer Elsewhere"])
    game[0].kicks_open_the_door()
    assert game[0].companions == [] and "Greenhorn" in game.doors_discarded


@card("Sleeping Late")
def test_who_sleeps_late_finds_nothing_in_the_room() -> None:
    game = west(seat(hand="Dust Bunny"), seat(), doors=["Sleeping Late"])
    aric, _ = game
    aric.kicks_open_the_door()
    assert aric.curses == ["Sleeping Late"]
    aric.goes_into_the_room()
    assert aric.may("end the turn") and aric.hand == ["Dust Bunny"]


# ----------------------------------------------------------------------------------------------- monster enhancers


@alike(
    "name, bonus, treasures",
    [
        ("Gol-Darned", 5, 1),
        ("Rootin' Tootin'", 10, 2),
        ("Ornery", 5, 1),
        ("Hung-Over", -5, -1),
        ("Hyperactive", 5, 1),
        ("Hard-Drinkin'", 10, 2),
        ("Freshly Risen", 5, 1),
        ("Knee-High", -5, -1),
        ("Half-Starved", -5, -1),
        ("Saddle-Sore", -5, -1),
        ("Twice-Buried", 10, 2),
        ("On Horseback", 3, 1),
    ],
)
def test_enhancers_of_monsters(name: str, bonus: int, treasures: int) -> None:
    game = west(seat(hand=name), seat(hand="Bag o' Bones" if name in ("Freshly Risen", "Twice-Buried") else "Dude"), doors=[FOE])
    aric, suzan = game
    aric.kicks_open_the_door()
    aric.plays(name)
    assert game.strength[1] == 14 + bonus and game.treasures_at_stake == 4 + treasures
    if name in ("Freshly Risen", "Twice-Buried"):
        while not suzan.decides:
            game.apply("pass")
        assert suzan.may("play Bag o' Bones")
    game = west(seat(hand=name, level=9), seat(), doors=["Dust Bunny"], ask_only_when_losing=False)
    game[0].kicks_open_the_door()
    game[0].plays(name)
    assert game.treasures_at_stake == max(1, 1 + treasures)
