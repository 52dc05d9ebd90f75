"""Disputes about the West: Classes, monsters and Items."""

from munchkin_env.game.scenario import seat
from tests.engine.rules.test_31_quarrels_western import offers_nothing
from tests.flight import flee
from tests.play import pass_until, turn_to
from tests.rule import rule
from tests.western import west

# ------------------------------------------------------------------------------------------------------------- Classes


@rule("ORIG-11", "HELP-02", "COMBAT-12")
def test_an_outlaw_is_alone_again_when_a_locomotive_sends_the_helper_away() -> None:
    game = west(
        seat(level=4, classes="Outlaw"), seat(level=1), seat(hand="Wandering Monster, Runaway Locomotive"), doors=["Mechanical Bull"]
    )
    aric, suzan, otto = game
    aric.kicks_open_the_door()
    assert game.strength == (6, 6)
    aric.asks(suzan)
    suzan.accepts()
    assert game.strength == (4 + 1, 6)
    turn_to(otto)
    otto.plays("Wandering Monster")
    assert game.helper is None and game.strength == (6, 16)


@rule("ORIG-04", "HELP-14", "COMBAT-12")
def test_a_helper_gives_up_a_class_because_the_posse_hates_it() -> None:
    game = west(seat(level=5), seat(level=6, classes="Outlaw"), doors=["Mounted Posse"])
    aric, suzan = game
    aric.kicks_open_the_door()
    aric.asks(suzan)
    suzan.accepts()
    assert game.strength == (11, 14)
    turn_to(suzan)
    suzan.discards("Outlaw")
    game.skip_windows()
    assert game.levels == (6, 6)


@rule("ORIG-11", "MON-06", "ITEM-04")
def test_a_dude_is_proud_of_both_hats_on_a_twenty_gallon_but_not_before_the_stage_driver() -> None:
    game = west(
        seat(level=2, classes="Dude", wears="20-Gallon Hat, Bowler Hat, Rattler-Hide Boots", hand="Ornery"),
        seat(hand="Wandering Monster, Headless Stage Driver"),
        doors=["Grizzly"],
    )
    aric, suzan = game
    aric.kicks_open_the_door()
    assert game.strength == (2 + 4 + 3 + 3, 12)
    turn_to(suzan)
    suzan.plays("Wandering Monster")
    assert game.strength == (2 + 3, 12 + 8)


@rule("TIME-10", "ORIG-11", "RUN-08")
def test_a_dude_pays_against_what_an_ace_did_to_the_roll() -> None:
    game = west(
        seat(classes="Dude", hand="Ornery, Hyperactive, Knee-High, Hung-Over"), seat(hand="Extra Ace"), doors=["Thunder Buffalo"], dice=[5]
    )
    aric, suzan = game
    aric.kicks_open_the_door()
    pass_until(game, "roll to run away")
    aric.rolls()
    turn_to(suzan)
    suzan.plays("Extra Ace", choosing=1)
    for card in ("Ornery", "Hyperactive", "Knee-High", "Hung-Over"):
        turn_to(aric)
        aric.uses("Dude", paying=card)
    game.skip_windows()
    assert "ESCAPES" in game.happened and "CAUGHT" not in game.happened


@rule("ORIG-05", "ITEM-05", "ITEM-06")
def test_who_turns_indian_in_mid_fight_holds_a_scattergun_for_nothing() -> None:
    game = west(
        seat(level=5, classes="Dude", wears="Scattergun, Bowler Hat", hand="Indian"),
        seat(hand="Ornery"),
        doors=["Thunder Buffalo"],
        dice=[6],
    )
    aric, _ = game
    aric.kicks_open_the_door()
    assert game.strength == (5 + 4 + 3, 14)
    aric.plays("Indian")
    assert game.strength == (5 + 0 + 4, 12)
    flee(game)
    assert aric.carries == ["Scattergun"] and aric.wears == ["Bowler Hat"]


@rule("HELP-19", "COMBAT-05", "REW-03")
def test_cavalry_that_helped_for_nothing_gains_nothing_when_the_whistle_blows() -> None:
    game = west(seat(level=1, carries="Top Hat"), seat(level=1, classes="Cavalry"), seat(hand="Noon Whistle"), doors=["Ghost Rider"])
    aric, suzan, otto = game
    aric.kicks_open_the_door()
    aric.asks(suzan, item="Top Hat")
    suzan.accepts()
    turn_to(otto)
    otto.plays("Noon Whistle")
    assert game.levels == (1, 1, 1) and suzan.carries == ["Top Hat"] and len(aric.hand) == 1


@rule("HELP-10", "CURSE-08")
def test_a_deputy_whose_badge_is_lost_in_the_fight_stays_in_it() -> None:
    game = west(
        seat(level=2, wears="Sheriff's Badge"),
        seat(level=4, wears="Deputy's Badge"),
        seat(hand="Old Mine Shaft, Ornery"),
        doors=["Thunder Buffalo"],
    )
    aric, suzan, otto = game
    aric.kicks_open_the_door()
    aric.uses("Sheriff's Badge")
    offers_nothing(aric)
    turn_to(otto)
    otto.plays("Old Mine Shaft", on=suzan)
    assert suzan.table == [] and game.helper is suzan and game.strength == (5 + 3, 14)


# ---------------------------------------------------------------------------------------------------- monsters, Items


@rule("MON-06", "MON-08", "COMBAT-07")
def test_where_hands_do_not_count_a_lantern_does_not_shine_on_the_undead_but_a_belt_does() -> None:
    game = west(
        seat(level=2, wears="Graveyard Lantern, Silver Bullet Belt", hand="Ornery"),
        seat(hand="Wandering Monster, Bag o' Bones"),
        doors=["Cactus Golem"],
    )
    aric, suzan = game
    aric.kicks_open_the_door()
    assert game.strength == (3, 8)
    turn_to(suzan)
    suzan.plays("Wandering Monster")
    assert game.strength == (2 + 4, 9)


@rule("COMBAT-07", "CURSE-03", "SHOT-02")
def test_before_the_hydra_steed_class_and_sidekick_are_nothing_but_a_headache_and_a_bottle_count() -> None:
    game = west(
        seat(level=5, classes="Cavalry", carries="Cavalry Charger, Greenhorn", wears="Top Hat", hand="Bottle of Rotgut"),
        seat(hand="Cheap Whiskey Headache"),
        doors=["Medicine Show Hydra"],
    )
    aric, suzan = game
    aric.kicks_open_the_door()
    assert game.strength == (5, 9)
    aric.plays("Bottle of Rotgut", on="munchkins")
    turn_to(suzan)
    suzan.plays("Cheap Whiskey Headache", on=aric)
    assert game.strength == (3, 9)


@rule("MON-15", "GUAL-03", "HELP-14")
def test_the_desperado_turns_to_whoever_is_highest_now() -> None:
    game = west(seat(level=4, hand="Ornery"), seat(level=4, hand="Lead a Parade"), seat(level=1), doors=["Convention Desperado"])
    aric, suzan, _ = game
    aric.kicks_open_the_door()
    assert game.strength == (4, 12)
    turn_to(suzan)
    suzan.plays("Lead a Parade", on=suzan)
    assert game.strength == (4, 7)
    turn_to(aric)
    aric.asks(suzan)
    suzan.accepts()
    assert game.strength == (4 + 5, 12)


@rule("MON-15", "MON-02", "MON-08")
def test_who_raises_the_dead_against_a_silver_belt_helps_its_wearer() -> None:
    game = west(
        seat(level=6, wears="Silver Bullet Belt, Graveyard Lantern", hand="Flogging Mallet"), seat(hand="Freshly Risen"), doors=["Grizzly"]
    )
    aric, suzan = game
    aric.kicks_open_the_door()
    assert game.strength == (8, 12)
    turn_to(suzan)
    suzan.plays("Freshly Risen")
    assert game.strength == (14, 17)
    turn_to(aric)
    aric.plays("Flogging Mallet", on="munchkins")
    assert game.happened.count("WINS_FIGHT") == 1, "14 and 6 against 17"


@rule("ENH-01", "RUN-03")
def test_the_banker_counts_the_inlay_to_the_price_of_the_whip() -> None:
    game = west(
        seat(level=3, carries="Bullwhip, Seven-Shooter", attached="Silver Inlay on Bullwhip"), seat(), doors=["Small-Town Banker"], dice=[1]
    )
    aric, _ = game
    aric.kicks_open_the_door()
    flee(game)
    assert aric.table == ["Seven-Shooter"]


@rule("SIDE-08", "SHOT-04", "TIME-08")
def test_a_disguise_for_a_fighter_is_brought_by_a_bystander() -> None:
    game = west(seat(level=5, carries="Greenhorn"), seat(hand="Disguise Trunk"), doors=["Widow of Gulch Street"])
    aric, suzan = game
    aric.kicks_open_the_door()
    assert game.strength == (6, 12)
    turn_to(suzan)
    suzan.plays("Disguise Trunk", on=aric)
    suzan.chooses("change the sex of player 0")
    assert aric.sex == "female" and game.strength == (6, 12), "the Greenhorn is male still"
    turn_to(aric)
    aric.discards("Greenhorn")
    assert game.strength == (5, 8)
