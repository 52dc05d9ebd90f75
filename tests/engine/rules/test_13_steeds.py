"""Section 13, Steeds (The Good, the Bad, and the Munchkin)."""

import pytest

from munchkin_env.game.scenario import seat, table
from tests.rule import rule
from tests.western import escapes, west

NEUTRAL = "Bat Masterson"  # has no effect on running away


@rule("STEED-01", "ITEM-01", "DECKS-04")
def test_a_steed_is_an_item_with_the_back_of_a_door() -> None:
    game = west(seat(carries="Catamount", hand="Seven-Shooter"), seat())
    aric, _ = game
    assert aric.wears == ["Catamount"]
    aric.sells("Catamount", "Seven-Shooter")
    assert aric.level == 2 and game.doors_discarded == ["Catamount"] and game.treasures_discarded == ["Seven-Shooter"]


@rule("STEED-01", "STEED-07", "TRADE-05")
def test_a_steed_is_traded_and_carries_its_new_rider_at_once() -> None:
    game = west(seat(carries="Catamount"), seat())
    aric, suzan = game
    aric.trades(suzan, gives="Catamount")
    suzan.accepts()
    assert (aric.strength, suzan.strength) == (1, 1 + 3) and suzan.wears == ["Catamount"]


@rule("STEED-02", "TRADE-04")
def test_one_steed_each() -> None:
    game = west(seat(carries="Catamount", hand="Horse With No Name, Dust Bunny"), seat(carries="War Tortoise"))
    aric, suzan = game
    assert not aric.may("play Horse With No Name")
    aric.does("trade")
    aric.chooses(suzan)
    aric.does("give nothing")
    aric.does("want War Tortoise")
    assert not aric.may("send the offer")
    aric.does("withdraw the offer")
    aric.trades(suzan, gives="Catamount", takes="War Tortoise")
    suzan.accepts()
    assert (aric.strength, suzan.strength) == (5, 4)


@rule("STEED-02", "CHEAT-01")
def test_neither_an_item_nor_a_steed_by_cheating_takes_the_place_of_the_one_steed() -> None:
    for there in (
        seat(wears="Bullwhip", hand="Catamount"),
        seat(carries="War Tortoise", attached="Cheat! on War Tortoise", hand="Catamount"),
    ):
        aric = west(there, seat())[0]
        before = aric.strength
        aric.plays("Catamount")
        assert aric.strength == before + 3


@rule("STEED-02", "CHEAT-01", "DIFF-10")
def test_a_second_steed_by_cheating() -> None:
    game = west(seat(carries="Catamount", hand="Cheat!, Horse With No Name"), seat())
    aric, _ = game
    aric.plays("Cheat!", on="Horse With No Name")
    assert aric.strength == 1 + 3 + 2 and sorted(aric.wears) == ["Catamount", "Horse With No Name"]


@rule("STEED-02")
def test_a_steed_too_many_is_given_up_when_the_cheat_is_lost() -> None:
    game = west(
        seat(classes="Cowboy", carries="Catamount, Horse With No Name", attached="Cheat! on Catamount", hand="Ornery"),
        seat(),
        doors=["Mesa Colossus"],
    )
    aric, _ = game
    aric.kicks_open_the_door()
    aric.uses("Cowboy", paying="Cheat!")
    aric.chooses("Horse With No Name")
    assert aric.wears == ["Catamount"] and "Horse With No Name" in game.doors_discarded


@rule("STEED-03", "BIG-01")
def test_a_steed_does_not_count_as_a_big_item_carried() -> None:
    game = west(seat(carries="Catamount", hand="Ore Cart, Civil War Cannon"), seat())
    aric, _ = game
    aric.lays_down("Ore Cart")
    assert not aric.may("play Civil War Cannon")
    game = west(seat(carries="Buckboard Buffalo", hand="Ore Cart, Civil War Cannon"), seat())
    aric, _ = game
    aric.lays_down("Ore Cart")
    aric.lays_down("Civil War Cannon")
    assert aric.strength == 1 + 3 + 3 + 6


@rule("STEED-03", "BIG-03")
def test_who_loses_the_steed_that_pulled_it_parts_with_a_big_item() -> None:
    game = west(seat(carries="Buckboard Buffalo, Ore Cart, Scattergun"), seat(), doors=["Stampede"])
    aric, suzan = game
    aric.kicks_open_the_door()
    aric.does("part with Scattergun")
    assert aric.table == ["Ore Cart"] and suzan.table == ["Scattergun"]


@rule("STEED-03")
def test_what_hits_a_big_item_may_hit_a_steed() -> None:
    game = west(seat(carries="Catamount, Ore Cart"), seat(), doors=["Broken Axle"])
    aric, _ = game
    aric.kicks_open_the_door()
    aric.chooses("Catamount")
    assert aric.table == ["Ore Cart"]
    game = west(seat(carries="Catamount, Bullwhip"), seat(), doors=["Old Mine Shaft"])
    game[0].kicks_open_the_door()
    assert game[0].table == ["Catamount"]  # a Small Item


@rule("STEED-03")
def test_a_thief_cannot_pocket_a_steed() -> None:
    mixed = ("deluxe", "western")
    game = table(seat(classes="Thief", hand="Ornery"), seat(carries="Catamount, Bullwhip"), sets=mixed, dice=[6])
    aric, suzan = game
    aric.uses("Thief", paying="Ornery")
    assert "Bullwhip" in aric.table and suzan.table == ["Catamount"], "there was nothing to choose"
    assert not table(seat(classes="Thief", hand="Ornery"), seat(carries="Catamount"), sets=mixed)[0].may("use Thief")


@rule("STEED-04", "ITEM-05")
def test_the_cannon_needs_a_steed() -> None:
    game = west(seat(carries="Civil War Cannon"), seat())
    assert not game[0].may("equip Civil War Cannon")
    game = west(seat(carries="Catamount", wears="Civil War Cannon"), seat(), doors=["Stampede"])
    aric, _ = game
    assert aric.strength == 1 + 3 + 6
    aric.kicks_open_the_door()
    assert aric.strength == 1 and aric.carries == ["Civil War Cannon"]


@rule("STEED-04", "ENH-01")
def test_enhancers_of_items_are_not_for_steeds_and_the_other_way_round() -> None:
    game = west(seat(carries="Catamount", hand="Silver Inlay, Tooled Saddle"), seat())
    aric, _ = game
    assert not aric.may("play Silver Inlay")
    aric.plays("Tooled Saddle")
    assert aric.strength == 1 + 3 + 2
    game = west(seat(wears="Bullwhip", hand="Silver Inlay, Tooled Saddle"), seat())
    aric, _ = game
    assert not aric.may("play Tooled Saddle")
    aric.plays("Silver Inlay")
    assert aric.strength == 1 + 3 + 2


@rule("STEED-05", "RUN-02")
@pytest.mark.parametrize(
    ("runner", "least"),
    [
        (seat(), 5),
        (seat(classes="Indian"), 4),
        (seat(classes="Indian", carries="Catamount"), 4),  # +1, not +2
        (seat(wears="Moccasins of Silence, Lucky Horseshoe"), 3),
        (seat(wears="Moccasins of Silence, Lucky Horseshoe", carries="Catamount"), 4),
        (seat(carries="Boysenberry Finn, Catamount"), 4),
        (seat(carries="Racing Ostrich"), 2),
        (seat(classes="Indian", carries="Sway-Backed Nag"), 4),  # it replaces nothing
        (seat(classes="Indian", carries="Bad-Tempered Camel"), 6),
        (seat(carries="Catamount", curses="Jinxed Spurs"), 5),
        (seat(carries="Catamount", attached="Rocket Stirrups on Catamount"), 3),
        (seat(classes="Indian", carries="Sway-Backed Nag", attached="Rocket Stirrups on Sway-Backed Nag"), 3),
        (seat(carries="Catamount, War Tortoise", attached="Cheat! on Catamount"), 6),
    ],
)
def test_a_steed_runs_instead_of_its_rider(runner, least: int) -> None:  # type: ignore[no-untyped-def]
    assert escapes(NEUTRAL, runner, least) and not escapes(NEUTRAL, runner, least - 1)


@rule("STEED-05", "RUN-02", "DIFF-12")
def test_what_the_monster_does_to_the_flight_still_counts() -> None:
    rider = seat(carries="Racing Ostrich")
    assert escapes("Mounted Posse", rider, 3) and not escapes("Mounted Posse", rider, 2)


@rule("STEED-05")
def test_what_is_done_for_one_roll_still_counts() -> None:
    game = west(seat(classes="Dude", carries="War Tortoise", hand="Ornery"), seat(), doors=[NEUTRAL], dice=[6])
    aric, _ = game
    aric.kicks_open_the_door()
    game.skip_windows()
    aric.rolls()
    aric.uses("Dude", paying="Ornery")
    aric.passes()
    assert "ESCAPES" in game.happened  # 6 - 2 + 1


@rule("STEED-06")
def test_a_slow_steed_is_left_behind() -> None:
    game = west(seat(carries="War Tortoise", hand="Dust Bunny"), seat(), doors=[NEUTRAL], dice=[5])
    aric, _ = game
    aric.kicks_open_the_door()
    game.skip_windows()
    aric.discards("War Tortoise")
    assert "ESCAPES" in game.happened and "War Tortoise" in game.doors_discarded
    assert not escapes(NEUTRAL, seat(carries="War Tortoise"), 5)


@rule("STEED-06")
def test_one_that_is_not_slow_stays() -> None:
    game = west(seat(carries="Catamount", hand="Smoke Pouch"), seat(), doors=[NEUTRAL])
    aric, _ = game
    aric.kicks_open_the_door()
    game.skip_windows()
    assert sorted(aric.choices) == ["play Smoke Pouch", "roll to run away"]
    game = west(
        seat(carries="Bad-Tempered Camel", attached="Rocket Stirrups on Bad-Tempered Camel", hand="Smoke Pouch"), seat(), doors=[NEUTRAL]
    )
    aric, _ = game
    aric.kicks_open_the_door()
    game.skip_windows()
    assert not aric.may("discard Bad-Tempered Camel")  # -1 and +1


@rule("STEED-06", "RUN-04")
def test_it_may_be_left_behind_before_a_later_roll() -> None:
    game = west(seat(level=4, carries="War Tortoise"), seat(hand="Wandering Monster, Thunder Buffalo"), doors=[NEUTRAL], dice=[6, 5])
    aric, suzan = game
    aric.kicks_open_the_door()
    if aric.decides:
        aric.passes()
    suzan.plays("Wandering Monster")
    game.skip_windows()
    aric.runs_from(NEUTRAL)
    aric.rolls()
    assert game.happened.count("CAUGHT") == 1
    aric.discards("War Tortoise")
    assert game.happened.count("ESCAPES") == 1


@rule("STEED-07", "ITEM-06")
def test_a_steed_is_in_use_as_long_as_it_is_in_play_and_not_played_in_combat() -> None:
    game = west(seat(hand="Catamount"), seat(), doors=["Mesa Colossus"])
    aric, _ = game
    assert aric.may("play Catamount")
    aric.kicks_open_the_door()
    assert not aric.may("play Catamount")
    game = west(seat(hand="Catamount, Dust Bunny"), seat())
    aric, _ = game
    aric.lays_down("Catamount")
    assert aric.wears == ["Catamount"] and aric.strength == 4
    assert not any("Catamount" in choice for choice in aric.choices)


@rule("STEED-08", "DOOR-05", "REPLAY-17", "MON-01", "COMBAT-01")
def test_a_steed_at_the_door_is_fought() -> None:
    game = west(seat(level=5, hand="Ornery"), seat(), doors=["Horse With No Name"], treasures=["Bullwhip"])
    aric, _ = game
    aric.kicks_open_the_door()
    assert sorted(aric.choices) == ["fight it", "keep Horse With No Name", "play Horse With No Name"]
    aric.fights_it()
    assert game.monsters == ["Horse With No Name"] and game.strength == (5, 2 * 2) and game.treasures_at_stake == 1
    game.everybody_passes()
    assert aric.level == 6 and aric.hand == ["Ornery", "Bullwhip"] and game.doors_discarded == ["Horse With No Name"]
    game.skip_windows()
    assert aric.may("end the turn"), "no phase 2 after it"


@rule("STEED-08", "REPLAY-17")
def test_who_is_caught_by_a_steed_loses_a_level() -> None:
    game = west(seat(level=5), seat(hand="Ornery"), doors=["War Tortoise"], dice=[1])
    aric, suzan = game
    aric.kicks_open_the_door()
    aric.fights_it()
    if aric.decides:
        aric.passes()
    suzan.plays("Ornery")
    assert game.strength == (5, 8 + 5) and game.treasures_at_stake == 2
    game.skip_windows()
    assert aric.level == 4 and "War Tortoise" in game.doors_discarded


@rule("STEED-08", "MON-10")
def test_a_dead_horse_is_joined_by_the_undead() -> None:
    game = west(seat(), seat(hand="Bag o' Bones"), doors=["Late Lamented Horse"])
    aric, suzan = game
    aric.kicks_open_the_door()
    aric.fights_it()
    game.apply("pass") if aric.decides else None
    suzan.plays("Bag o' Bones")
    assert game.monsters == ["Late Lamented Horse", "Bag o' Bones"]


@rule("DOOR-05", "STEED-02")
def test_a_steed_at_the_door_is_played_or_kept_and_leaves_the_room_open() -> None:
    game = west(seat(hand="Dust Bunny"), seat(), doors=["Catamount"])
    aric, _ = game
    aric.kicks_open_the_door()
    aric.plays_it()
    assert aric.wears == ["Catamount"] and aric.may("go into the room")
    game = west(seat(carries="War Tortoise", hand="Dust Bunny"), seat(), doors=["Catamount"])
    aric, _ = game
    aric.kicks_open_the_door()
    assert sorted(aric.choices) == ["fight it", "keep Catamount"]
    aric.keeps_it()
    assert aric.hand == ["Dust Bunny", "Catamount"] and aric.may("go into the room")


@rule("DOOR-05")
def test_a_sidekick_at_the_door_is_kept_if_they_shall_not_come_into_play() -> None:
    game = west(seat(carries="Greenhorn"), seat(), doors=["Schoolmarm"])
    aric, _ = game
    aric.kicks_open_the_door()
    aric.keeps_it()
    assert aric.hand == ["Schoolmarm"] and aric.companions == ["Greenhorn"]


@rule("LOOT-04")
def test_a_steed_of_the_hand_is_no_trouble() -> None:
    game = west(seat(hand="Catamount"), seat(), doors=["Ornery"], moment="before_room")
    aric, _ = game
    aric.goes_into_the_room()
    assert aric.hand == ["Catamount", "Ornery"], "they could only loot"


@rule("STEED-01", "STEED-02", "VAR-04")
def test_a_steed_is_taken_to_win_with_it_and_the_own_one_makes_room() -> None:
    helped = seat(level=5, carries="Sway-Backed Nag", wears="Cast-Iron Union Suit", hand="Help Me Out Here!")
    game = table(helped, seat(carries="War Tortoise, Lucky Horseshoe"), doors=["Small-Town Banker"], sets=("deluxe", "western"))
    aric, suzan = game
    aric.kicks_open_the_door()
    assert game.strength == (5 + 1 + 3, 10)
    aric.plays("Help Me Out Here!", on=suzan)
    assert sorted(aric.table) == ["Cast-Iron Union Suit", "War Tortoise"] and "Sway-Backed Nag" in game.doors_discarded
    assert game.strength == (5 + 3 + 4, 10)


@rule("STEED-08", "MON-01", "MON-04", "VAR-04")
def test_a_steed_that_is_fought_has_a_mate_like_any_monster() -> None:
    main = seat(level=7, wears="Bullwhip", hand="Mate")
    game = table(main, seat(), doors=["Horse With No Name"], sets=("deluxe", "western"), treasures=["Top Hat", "Bowler Hat"])
    aric, _ = game
    aric.kicks_open_the_door()
    aric.fights_it()
    assert game.strength == (10, 4)
    aric.plays("Mate")
    game.everybody_passes()
    assert aric.level == 9 and aric.hand == ["Top Hat", "Bowler Hat"], "two levels, two Treasures"
    assert sorted(game.doors_discarded) == ["Horse With No Name", "Mate"]


@rule("STEED-03", "TRADE-04", "BIG-01")
def test_a_steed_given_away_makes_no_room_for_a_big_item_nor_the_other_way_round() -> None:
    game = west(seat(carries="Catamount, Ore Cart"), seat(carries="War Tortoise, Scattergun"))
    aric, suzan = game
    for mine, yours in (("Catamount", "Scattergun"), ("Ore Cart", "War Tortoise")):
        offer = game.clone()
        offer[0].does("trade")
        offer[0].does("trade with player 1")
        offer[0].does(f"give {mine}")
        offer[0].does(f"want {yours}")
        assert not offer[0].may("send the offer")
    aric.trades(suzan, gives="Catamount", takes="War Tortoise")
    suzan.accepts()
    assert sorted(aric.table) == ["Ore Cart", "War Tortoise"]
    rich = seat(carries="Catamount, Racing Ostrich", attached="Cheat! on Racing Ostrich")
    offer = west(rich, seat(carries="War Tortoise"))
    offer[0].does("trade")
    offer[0].does("trade with player 1")
    offer[0].does("give Racing Ostrich")
    offer[0].does("want War Tortoise")
    assert not offer[0].may("send the offer"), "the one they have by cheating takes no place that could be freed"


@rule("HELP-07", "BIG-01", "STEED-03")
@pytest.mark.parametrize("stampede", [True, False])
def test_a_promised_big_item_that_the_helper_can_carry_no_more_stays_where_it_is(stampede: bool) -> None:
    game = west(
        seat(level=8, carries="Ore Cart"),
        seat(level=9, carries="Sway-Backed Nag, Wagon-Wheel Shield"),
        seat(hand="Stampede, Ornery"),
        doors=[NEUTRAL],
    )
    aric, suzan, otto = game
    aric.kicks_open_the_door()
    aric.asks(suzan, item="Ore Cart")
    suzan.accepts()
    if stampede:
        while not game.waits_for(otto):
            game.apply("pass")
        otto.plays("Stampede", on=suzan)
    game.skip_windows()
    assert aric.level == 9 and ("Ore Cart" in aric.table) == stampede and ("Ore Cart" in suzan.table) != stampede
    assert suzan.carries[-1:] == (["Wagon-Wheel Shield"] if stampede else ["Ore Cart"])
