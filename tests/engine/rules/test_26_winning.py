"""WIN: how the game ends."""

import pytest

from munchkin_env.game.scenario import seat, table
from tests.rule import rule


@rule("WIN-01", "WIN-03", "LEVEL-05")
def test_who_kills_a_monster_to_reach_the_winning_level_wins_at_once() -> None:
    game = table(
        seat(level=8, wears="Huge Rock, Really Impressive Title, Flaming Armor, Boots of Butt-Kicking"), seat(), doors=["King Tut"]
    )
    aric, suzan = game
    aric.kicks_open_the_door()
    assert game.over and game.winners == (aric,) and game.decides is None and game.legal_texts == []
    assert game.levels == (10, 1)
    assert suzan.level == 1 and "DRAWS" not in game.happened


@rule("WIN-01", "LEVEL-04", "CONF-05", "GUAL-02", "SELL-03")
def test_no_card_and_no_sale_brings_the_winning_level() -> None:
    game = table(
        seat(level=9, hand="Boil an Anthill, Steal a Level, Pollymorph Potion"),
        seat(level=8, hand="Convenient Addition Error, Baby"),
        doors=["Face Sucker"],
    )
    aric, suzan = game
    assert not aric.may("sell items"), "though the Potion is worth 1,300"
    assert not aric.may("play Steal a Level")
    aric.plays("Boil an Anthill")
    assert game.levels == (9, 9), "on suzan, there was nobody else to choose"
    assert not suzan.may("play Convenient Addition Error")
    aric.kicks_open_the_door()
    aric.plays("Pollymorph Potion")
    assert aric.level == 9 and not game.over, "the monster was not killed"


@pytest.mark.parametrize("level", [8, 9])
@rule("WIN-01", "CONF-01", "CONF-06")
def test_a_card_may_say_that_it_wins(level: int) -> None:
    game = table(
        seat(level=3, classes="Thief"), seat(level=level, classes="Cleric"), seat(level=9, classes="Warrior"), doors=["Divine Intervention"]
    )
    aric, suzan, otto = game
    aric.kicks_open_the_door()
    assert game.levels == (3, level + 1, 9) and otto.level == 9
    assert game.over is (level == 9)
    assert game.winners == ((suzan,) if level == 9 else ())


@rule("WIN-01", "WIN-03")
def test_who_reaches_it_together_wins_together() -> None:
    game = table(seat(level=9, classes="Cleric"), seat(level=9, classes="Cleric"), seat(level=9), doors=["Divine Intervention"])
    game[0].kicks_open_the_door()
    assert game.over and game.winners == (game[0], game[1])
    assert game.happened.count("WINS") == 2


@rule("WIN-01")
def test_the_kneepads_never_bring_the_winning_level() -> None:
    game = table(seat(level=8, wears="Kneepads of Allure"), seat(level=9), doors=["Face Sucker"])
    aric, suzan = game
    aric.kicks_open_the_door()
    aric.uses("Kneepads of Allure")
    game.everybody_passes()
    assert game.levels == (9, 9) and not game.over

    game = table(seat(level=8, wears="Kneepads of Allure", hand="Wandering Monster, Pit Bull"), seat(level=9), doors=["Face Sucker"])
    aric, suzan = game
    aric.kicks_open_the_door()
    aric.uses("Kneepads of Allure")
    aric.plays("Wandering Monster")
    suzan.stays()
    game.everybody_passes()
    assert game.levels == (9, 9) and not game.over and len(aric.hand) == 3, "of two levels they get one"


@rule("WIN-01", "COMBAT-12")
def test_losing_the_kneepads_in_the_fight_changes_nothing_about_that() -> None:
    game = table(
        seat(level=8, wears="Kneepads of Allure", hand="Boil an Anthill"),
        seat(level=9, hand="Curse! Lose 1 Small Item"),
        doors=["Face Sucker"],
    )
    aric, suzan = game
    aric.kicks_open_the_door()
    aric.uses("Kneepads of Allure")
    aric.plays("Boil an Anthill", on=aric)
    suzan.stays()
    suzan.plays("Curse! Lose 1 Small Item", on=aric)
    game.everybody_passes()
    assert aric.table == [] and game.levels == (9, 9) and not game.over and len(aric.hand) == 2


@pytest.mark.parametrize("goal", [4, 20])
@rule("WIN-01")
def test_another_level_may_win(goal: int) -> None:
    game = table(seat(level=3), seat(), doors=["Pit Bull"], win_level=goal)
    game[0].kicks_open_the_door()
    assert game[0].level == 4 and game.over is (goal == 4)


@rule("WIN-02", "HELP-10")
def test_nobody_is_forced_to_help_another_to_victory() -> None:
    def may_force(level: int) -> bool:
        game = table(seat(level=level, wears="Kneepads of Allure"), seat(level=9), doors=["King Tut"])
        game[0].kicks_open_the_door()
        return game[0].may("use Kneepads of Allure")

    assert may_force(7) and not may_force(8)


@pytest.mark.parametrize("shared", [True, False])
@rule("WIN-03", "VAR-03")
def test_the_helper_wins_as_well_only_if_that_was_agreed_before_the_game(shared: bool) -> None:
    game = table(seat(level=9, hand="Baby"), seat(level=4), seat(level=8), doors=["Net Troll"], shared_victory=shared)
    aric, suzan, _ = game
    aric.kicks_open_the_door()
    aric.asks(suzan)
    suzan.accepts()
    game.everybody_passes()
    assert game.over and game.winners == ((aric, suzan) if shared else (aric,))
    assert game.happened.count("WINS") == (2 if shared else 1)
    assert suzan.level == 4
