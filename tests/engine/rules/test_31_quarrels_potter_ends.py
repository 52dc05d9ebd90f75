"""Disputes about Potter: the last Level, running away and the dead."""

import pytest

from tests.engine.rules.test_31_quarrels_potter import met
from tests.flight import flee
from tests.play import turn_to
from tests.potter import seat
from tests.rule import rule

# ---------------------------------------------------------------------------------------------------------- the last Level


@rule("WIN-01", "GUAL-05", "COMBAT-09")
@pytest.mark.parametrize("stolen_by", [0, 1])
def test_a_stolen_level_makes_a_kill_or_a_feast_the_winning_one(stolen_by: int) -> None:
    if stolen_by == 0:
        game = met("Boggart", seat(level=8, hand="Stolen Credit"), seat(level=5))
        game[0].plays("Stolen Credit", on=game[1])
        game.skip_windows()
    else:
        game = met("Boggart", seat(level=9, hand="End-of-Year Feast"), seat(hand="Stolen Credit"))
        turn_to(game[1])
        game[1].plays("Stolen Credit", on=game[0])
        game.skip_windows()
        assert game.levels == (9, 2)
        game[0].plays("End-of-Year Feast")
    assert game.winners == (game[0],)


@rule("VAR-03", "HELP-11")
def test_a_helper_who_was_petrified_does_not_share_the_victory() -> None:
    game = met(
        "Centaur",
        seat(level=9, hand="Pepper Draught"),
        seat(),
        seat(hand="Curse! Petrificus Totalus!, Cornered"),
        shared_victory=True,
    )
    aric, suzan, otto = game
    turn_to(otto)
    otto.plays("Cornered")
    turn_to(aric)
    aric.asks(suzan)
    suzan.accepts()
    turn_to(otto)
    otto.plays("Curse! Petrificus Totalus!", on=suzan)
    turn_to(aric)
    aric.plays("Pepper Draught", on="munchkins")
    game.skip_windows()
    assert game.winners == (aric,)


# --------------------------------------------------------------------------------------------------- the flight and the dead


@rule("RUN-04", "RUN-11", "RUN-03")
@pytest.mark.parametrize(("die", "level"), [(2, 1), (3, 3)])
def test_without_the_lost_broom_a_captain_runs_less_well(die: int, level: int) -> None:
    game = met(
        "Rival Broom Team",
        seat(level=3, roles="Quidditch Captain", studies="Flying", wears="Nimbus 2001"),
        seat(hand="Wandering Monster, Masked Torturer"),
        dice=[1, die],
    )
    aric, suzan = game
    turn_to(suzan)
    suzan.plays("Wandering Monster")
    game.skip_windows()
    aric.runs_from("Rival Broom Team")
    flee(game)
    assert aric.wears == [] and aric.level == level


@rule("RUN-02", "RUN-08")
def test_flying_that_paid_for_the_other_roll_does_not_count_in_it() -> None:
    game = met("Centaur", seat(level=3, studies="Arithmancy, Flying"), seat(), dice=[3, 4])
    aric, _ = game
    game.skip_windows()
    aric.rolls()
    aric.uses("Arithmancy", paying="Flying")
    flee(game)
    assert "CAUGHT" in game.happened


@rule("RUN-08", "SHOT-04")
def test_a_stone_undoes_the_escape_and_arithmancy_answers() -> None:
    game = met("Centaur", seat(level=3, studies="Arithmancy", hand="Boggart"), seat(hand="Loaded Game Stone"), dice=[6, 5])
    aric, suzan = game
    game.skip_windows()
    aric.rolls()
    suzan.plays("Loaded Game Stone", choosing=1)
    aric.uses("Arithmancy", paying="Boggart")
    flee(game)
    assert "ESCAPES" in game.happened and "CAUGHT" not in game.happened


@rule("RUN-11", "INTER-04", "PROF-03")
def test_who_curses_themselves_in_flight_is_too_low_for_the_ogre_and_forgets_two_subjects() -> None:
    game = met("Mountain Ogre", seat(level=4, studies="Charms, Flying, Astronomy", hand="Curse! Avada Kedavra!"), seat())
    aric, _ = game
    aric.passes()
    turn_to(aric)
    aric.plays("Curse! Avada Kedavra!", on=aric)
    aric.chooses("Charms", "Flying")
    flee(game)
    assert aric.level == 1 and aric.studies == ["Astronomy"] and not aric.dead


@rule("RUN-11", "GUAL-05", "INTER-05")
def test_a_thief_of_credit_saves_a_life_from_the_tyrant() -> None:
    game = met("Nameless Tyrant", seat(level=6, hand="Pepper Draught"), seat(level=3, hand="Stolen Credit"))
    aric, suzan = game
    turn_to(suzan)
    suzan.passes()
    turn_to(suzan)
    suzan.plays("Stolen Credit", on=aric)
    flee(game)
    assert game.levels == (5, 4) and "DIES" not in game.happened


@rule("ALLY-02", "ALLY-03", "TIME-01")
def test_an_ally_killed_in_the_fight_is_followed_by_one_to_sacrifice() -> None:
    game = met("Aragog", seat(level=5, carries="Hedge Healer", hand="Messenger Owl"), seat(hand="Curse! Avada Kedavra!"))
    aric, suzan = game
    turn_to(suzan)
    suzan.plays("Curse! Avada Kedavra!", on=aric)
    game.skip_windows()
    aric.plays("Messenger Owl")
    aric.uses("Messenger Owl")
    game.skip_windows()
    assert aric.level == 5 and "DIES" not in game.happened


@rule("DEATH-07", "TIME-05", "ALLY-01", "PROF-05")
@pytest.mark.parametrize("looted", ["Quidditch Captain", "Flying", "Messenger Owl"])
def test_a_helper_plays_a_looted_role_subject_or_ally_to_run_better(looted: str) -> None:
    game = met("Aragog", seat(level=5, hand=looted), seat(level=5), dice=[1, 4])
    aric, suzan = game
    aric.asks(suzan)
    suzan.accepts()
    flee(game)
    suzan.picks(looted)
    suzan.plays(looted)
    suzan.rolls()
    flee(game)
    assert game.happened.count("DIES") == 1 and "ESCAPES" in game.happened


@rule("DEATH-05", "DEATH-02", "HOUSE-01")
def test_the_highest_loots_before_main_who_still_lives_and_the_dead_helper_keeps_the_rest() -> None:
    game = met(
        "Aragog",
        seat(level=5),
        seat(
            level=5,
            house="Hufflepuff",
            roles="Prefect",
            duals="Dual Role",
            studies="Charms",
            curses="Curse! Slugulus Eructo!",
            hand="Boggart, Crabbe",
        ),
        seat(level=7),
        dice=[6, 1],
    )
    aric, suzan, otto = game
    aric.asks(suzan)
    suzan.accepts()
    flee(game)
    otto.picks("Boggart")
    aric.picks("Crabbe")
    assert sorted(suzan.table) == ["Charms", "Curse! Slugulus Eructo!", "Dual Role", "Hufflepuff", "Prefect"]


@rule("ITEM-06", "RUN-05", "CURSE-11")
def test_the_highest_takes_first_from_the_slatehorns_victim_and_the_helper_runs_no_faster_for_it() -> None:
    game = met(
        "Slatehorn Dragon",
        seat(level=5, wears="Silver Short Sword, Quick-Step Slippers, Lucky Sock"),
        seat(level=6),
        seat(level=8),
        dice=[1, 4],
    )
    aric, suzan, otto = game
    aric.asks(suzan)
    suzan.accepts()
    flee(game)
    otto.takes("Silver Short Sword")
    suzan.takes("Quick-Step Slippers")
    assert game.happened.count("CAUGHT") == 2 and otto.carries == ["Silver Short Sword", "Quick-Step Slippers"]


@rule("ITEM-09", "RUN-03", "ALLY-01")
def test_the_kitchen_helper_dies_in_flight_and_a_hand_is_too_many() -> None:
    game = met(
        "Peter Pettigrew",
        seat(carries="Kitchen Helper", wears="Ash Practice Wand, Willow Healing Wand, Whistling Kettle"),
        seat(hand="Wandering Monster, Cornish Pixie"),
        dice=[1, 6],
    )
    aric, suzan = game
    turn_to(suzan)
    suzan.plays("Wandering Monster")
    game.skip_windows()
    aric.runs_from("Peter Pettigrew")
    flee(game)
    aric.chooses("Whistling Kettle")
    flee(game)
    assert aric.wears == ["Ash Practice Wand", "Willow Healing Wand"] and "ESCAPES" in game.happened
