"""Disputes at a Western table: Steeds, Sidekicks, Classes and Traps meet at odd moments, and the sheet has to decide."""

from munchkin_env.game.scenario import Player, seat
from tests.flight import flee
from tests.play import turn_to
from tests.rule import rule
from tests.western import west


def offers_nothing(main: Player) -> None:
    for word in ("offer no treasures", "offer no item", "promise no card", "send the offer"):
        main.does(word)


# -------------------------------------------------------------------------------------------------------------- Steeds


@rule("STEED-03", "BIG-03", "ITEM-05", "COMBAT-12")
def test_without_a_steed_the_cannon_is_still_and_a_big_item_too_many() -> None:
    game = west(
        seat(level=2, carries="Buckboard Buffalo", wears="Civil War Cannon, Ore Cart"),
        seat(level=1, hand="Stampede"),
        seat(level=2),
        doors=["Thunder Buffalo"],
    )
    aric, suzan, _ = game
    aric.kicks_open_the_door()
    assert game.strength == (2 + 3 + 6 + 3, 14)
    turn_to(suzan)
    suzan.plays("Stampede", on=aric)
    aric.chooses("Civil War Cannon")
    assert suzan.carries == ["Civil War Cannon"] and game.strength == (2 + 3, 14)


@rule("WIN-01", "ORIG-11", "STEED-01")
def test_a_cowboy_whose_steed_is_lost_in_the_last_fight_plays_on_at_level_9() -> None:
    game = west(seat(level=8, classes="Cowboy", carries="Sway-Backed Nag"), seat(hand="Stampede"), doors=["Grumpy Mule Skinner"])
    aric, suzan = game
    aric.kicks_open_the_door()
    turn_to(suzan)
    suzan.plays("Stampede", on=aric)
    assert game.strength == (8, 2)
    game.everybody_passes()
    assert aric.level == 9 and not game.over


@rule("HELP-10", "COMBAT-16", "ORIG-11", "TIME-04")
def test_who_turns_cowboy_on_a_steed_in_mid_fight_fights_for_the_win_and_the_deputy_may_go() -> None:
    game = west(
        seat(level=8, carries="Racing Ostrich", wears="Sheriff's Badge", hand="Cowboy"),
        seat(level=3, wears="Deputy's Badge"),
        doors=["Hanging Judge's Shade"],
        dice=[6],
    )
    aric, suzan = game
    aric.kicks_open_the_door()
    aric.uses("Sheriff's Badge")
    offers_nothing(aric)
    assert game.helper is suzan
    aric.plays("Cowboy")
    assert suzan.choices == ["stay in the fight", "leave the fight"]
    suzan.leaves()
    assert game.strength == (8 + 1 + 3, 14)


@rule("STEED-08", "ORIG-11", "WIN-01")
def test_a_cowboy_of_level_8_on_a_steed_wins_by_killing_another() -> None:
    game = west(seat(level=8, classes="Cowboy", carries="Racing Ostrich"), seat(), doors=["Two-Headed Mustang"])
    aric, _ = game
    aric.kicks_open_the_door()
    aric.fights_it()
    game.skip_windows()
    assert game.winners == (aric,)


@rule("STEED-05", "STEED-06", "RUN-02")
def test_who_leaves_the_tortoise_behind_runs_with_everything_else() -> None:
    def play(leave: bool) -> list[str]:
        game = west(
            seat(classes="Indian", wears="Moccasins of Silence, Lucky Horseshoe", carries="War Tortoise, Boysenberry Finn"),
            seat(hand="Rootin' Tootin', Hard-Drinkin'"),
            doors=["Thunder Buffalo"],
            dice=[1],
        )
        aric, _ = game
        aric.kicks_open_the_door()
        game.everybody_passes()
        game.everybody_passes()
        if leave:
            aric.discards("War Tortoise")
        aric.rolls()
        game.skip_windows()
        return game.happened

    assert "ESCAPES" in play(True), "1 + 1 + 1 + 1 + 1"
    assert "CAUGHT" in play(False)


@rule("SELL-04", "STEED-01", "BIG-03")
def test_a_steed_sold_with_its_oats_leaves_a_big_item_too_many() -> None:
    game = west(
        seat(level=4, carries="Two-Headed Mustang, Ore Cart, Wagon-Wheel Shield", attached="Chili Oats on Two-Headed Mustang"),
        seat(level=2),
        seat(level=3),
    )
    aric, suzan, _ = game
    aric.sells("Two-Headed Mustang")
    assert aric.level == 5
    aric.chooses("Ore Cart")
    assert suzan.carries == ["Ore Cart"] and aric.table == ["Wagon-Wheel Shield"]


@rule("STEED-02", "BIG-01", "RUN-03")
def test_the_in_laws_take_no_second_steed_and_no_second_big_item() -> None:
    game = west(
        seat(level=4, carries="Catamount, Ore Cart"),
        seat(level=3, carries="Racing Ostrich, Wagon-Wheel Shield"),
        seat(level=2),
        doors=["The In-Laws"],
        dice=[1],
    )
    aric, suzan, otto = game
    aric.kicks_open_the_door()
    flee(game)
    assert set(suzan.table) == {"Racing Ostrich", "Wagon-Wheel Shield"}
    otto.takes("Ore Cart")
    assert otto.carries == ["Ore Cart"] and aric.table == ["Catamount"]


@rule("HAND-03", "CHAR-02", "STEED-01")
def test_a_camel_lost_before_charity_costs_a_card() -> None:
    game = west(
        seat(level=3, carries="Bad-Tempered Camel", hand="Ornery, Hyperactive, Knee-High, Hung-Over, Saddle-Sore, On Horseback"),
        seat(level=2),
        seat(level=4, hand="Stampede"),
        moment="before_charity",
    )
    aric, suzan, otto = game
    aric.is_done()
    turn_to(otto)
    otto.plays("Stampede", on=aric)
    aric.ends_the_turn()
    aric.gives("Ornery")
    assert suzan.hand == ["Ornery"] and game.turn_player is suzan


@rule("CURSE-08", "STEED-03", "ITEM-05")
def test_who_loses_a_big_item_may_give_up_the_steed_and_the_cannon_falls_silent() -> None:
    game = west(
        seat(level=2, carries="Catamount", wears="Civil War Cannon", hand="Broken Axle"), seat(hand="Ornery"), doors=["Thunder Buffalo"]
    )
    aric, _ = game
    aric.kicks_open_the_door()
    assert game.strength == (11, 14)
    aric.plays("Broken Axle", on=aric)
    aric.chooses("Catamount")
    assert game.strength == (2, 14) and aric.table == ["Civil War Cannon"]


@rule("STEED-08", "MON-08", "MON-02")
def test_a_freshly_risen_steed_is_joined_by_the_undead() -> None:
    game = west(seat(level=5), seat(hand="Freshly Risen, Bag o' Bones"), doors=["Racing Ostrich"])
    aric, suzan = game
    aric.kicks_open_the_door()
    aric.fights_it()
    turn_to(suzan)
    assert not suzan.may("play Bag o' Bones")
    suzan.plays("Freshly Risen", on="Racing Ostrich")
    suzan.plays("Bag o' Bones")
    assert game.strength == (5, 2 + 5 + 1)


@rule("ORIG-03", "CHEAT-02", "STEED-02")
def test_cheat_that_pays_leaves_a_steed_too_many() -> None:
    game = west(seat(level=3, classes="Cowboy", carries="Catamount", cheats="War Tortoise", hand="Ornery"), seat(), doors=["Bat Masterson"])
    aric, _ = game
    aric.kicks_open_the_door()
    assert game.strength == (3 + 3 + 4, 12)
    aric.uses("Cowboy", paying="Cheat!")
    aric.chooses("give up Catamount")
    assert game.strength == (3 + 4 + 1, 12)


@rule("DEATH-04", "DEATH-07", "STEED-02")
def test_a_dead_rider_leaves_steed_and_saddle_apart_and_who_rides_takes_the_steed_into_the_hand() -> None:
    game = west(
        seat(level=5, carries="Catamount", attached="Tooled Saddle on Catamount"),
        seat(level=3, carries="Racing Ostrich"),
        seat(level=2),
        doors=["Grizzly"],
        dice=[1],
    )
    aric, suzan, otto = game
    aric.kicks_open_the_door()
    flee(game)
    assert sorted(game.pool) == ["Catamount", "Tooled Saddle"]
    suzan.picks("Catamount")
    otto.picks("Tooled Saddle")
    turn_to(suzan)
    assert suzan.hand == ["Catamount"] and not suzan.may("play Catamount")


# ----------------------------------------------------------------------------------------------------------- Sidekicks


@rule("SIDE-08", "CURSE-11", "COMBAT-12")
def test_a_schoolmarm_who_goes_over_to_the_helper_still_brings_the_monster_its_bonus() -> None:
    game = west(
        seat(level=5, carries="Schoolmarm", hand="Ornery"),
        seat(level=2),
        seat(level=3, hand="Better Offer Elsewhere"),
        doors=["Bat Masterson"],
    )
    aric, suzan, otto = game
    aric.kicks_open_the_door()
    assert game.strength == (5, 15)
    aric.asks(suzan)
    suzan.accepts()
    turn_to(otto)
    otto.plays("Better Offer Elsewhere", on=aric)
    assert suzan.companions == ["Schoolmarm"] and game.strength == (7, 15)
    turn_to(suzan)
    suzan.discards("Schoolmarm")
    assert game.strength == (7, 12)


@rule("SIDE-08", "CURSE-03")
def test_laundry_mixed_up_for_a_sidekick_costs_the_owner_five_and_the_monster_three() -> None:
    game = west(seat(level=5, carries="Schoolmarm", hand="Ornery"), seat(hand="Laundry Mix-Up"), doors=["Bat Masterson"])
    aric, suzan = game
    aric.kicks_open_the_door()
    turn_to(suzan)
    suzan.plays("Laundry Mix-Up", on=(aric,), choosing="Schoolmarm")
    assert game.strength == (0, 12) and aric.sex == "male"


@rule("SIDE-01", "CHEAT-02", "CURSE-11")
def test_a_sidekick_kept_by_cheating_gets_a_better_offer_and_the_cheat_is_lost() -> None:
    game = west(
        seat(level=5, carries="Greenhorn, Schoolmarm", attached="Cheat! on Schoolmarm"),
        seat(),
        seat(level=2, hand="Better Offer Elsewhere"),
    )
    aric, suzan, otto = game
    aric.is_done()
    turn_to(otto)
    otto.plays("Better Offer Elsewhere", on=aric)
    aric.chooses("Schoolmarm")
    assert suzan.companions == ["Schoolmarm"] and aric.table == ["Greenhorn"] and "Cheat!" in game.doors_discarded


@rule("SIDE-06", "ITEM-09", "ITEM-06")
def test_a_third_hand_that_comes_back_in_mid_fight_takes_up_nothing() -> None:
    game = west(
        seat(level=3, carries="Telegraph Girl", wears="Bowie Knife, Bullwhip, Seven-Shooter", hand="Camp Cook"),
        seat(hand=["Dog, Horse and Wife Gone"]),
        doors=["Thunder Buffalo"],
    )
    aric, suzan = game
    aric.kicks_open_the_door()
    assert game.strength == (3 + 2 + 3 + 4, 14)
    turn_to(suzan)
    suzan.plays("Dog, Horse and Wife Gone", on=aric)
    aric.chooses("Bowie Knife")
    assert game.strength == (10, 14)
    turn_to(aric)
    aric.plays("Camp Cook")
    assert game.strength == (10, 14) and aric.carries == ["Bowie Knife"] and not aric.may("equip Bowie Knife")


@rule("SIDE-05", "DEATH-05", "RUN-05")
def test_main_who_sacrificed_loots_the_helper_whom_the_sidekick_did_not_save() -> None:
    game = west(seat(level=4, carries="Greenhorn"), seat(level=4, carries="Top Hat"), doors=["Grizzly"], dice=[1])
    aric, suzan = game
    aric.kicks_open_the_door()
    aric.asks(suzan)
    suzan.accepts()
    game.everybody_passes()
    game.everybody_passes()
    aric.uses("Greenhorn")
    aric.says(False)
    flee(game)
    aric.picks("Top Hat")
    assert suzan.table == [] and aric.hand == ["Top Hat"]


# -------------------------------------------------------------------------------------------------------------- Traps


@rule("CURSE-03", "HELP-11", "COMBAT-13")
def test_a_standoff_in_mid_fight_sends_the_helper_away_and_an_elixir_allows_another_try() -> None:
    game = west(
        seat(level=3, carries="Top Hat", hand="Patent Elixir"),
        seat(level=4),
        seat(level=4, hand="Mexican Standoff, Ornery"),
        doors=["Ghost Rider"],
        dice=[6],
    )
    aric, suzan, otto = game
    aric.kicks_open_the_door()
    aric.asks(suzan, item="Top Hat")
    suzan.accepts()
    turn_to(otto)
    otto.plays("Mexican Standoff", on=aric)
    aric.passes()
    assert game.helper is None and game.strength == (3, 8)
    turn_to(aric)
    assert not aric.may("ask for help")
    aric.plays("Patent Elixir")
    aric.asks(otto)
    otto.accepts()
    assert game.helper is otto and game.strength == (7, 8) and aric.carries == ["Top Hat"]


@rule("ITEM-05", "CURSE-03", "ITEM-06")
def test_a_change_of_sex_in_mid_fight_silences_one_pistol_and_wakes_no_wax() -> None:
    game = west(
        seat(level=5, sex="female", wears="Garter Derringer", carries="Mustache Wax", hand="Ornery"),
        seat(hand="Laundry Mix-Up"),
        doors=["Thunder Buffalo"],
        dice=[6],
    )
    aric, suzan = game
    aric.kicks_open_the_door()
    turn_to(suzan)
    suzan.plays("Laundry Mix-Up", on=aric)
    assert game.strength == (5 - 5, 14)
    flee(game)
    assert set(aric.carries) == {"Garter Derringer", "Mustache Wax"} and aric.curses == []
    aric.equips("Mustache Wax")


@rule("RUN-08", "CURSE-01", "INTER-04")
def test_who_falls_down_a_shaft_after_the_lost_fight_is_too_low_for_the_quartet() -> None:
    game = west(seat(level=5, hand="Old Mine Shaft"), seat(), doors=["Barber Shop Quartet"], dice=[1])
    aric, _ = game
    aric.kicks_open_the_door()
    aric.passes()
    aric.plays("Old Mine Shaft", on=aric)
    flee(game)
    assert aric.level == 4 and "DIES" not in game.happened
