"""Section 27, when a card and the rules disagree."""

import pytest

from munchkin_env.game.scenario import seat, table
from tests.rule import rule


@rule("CONF-01", "CHEAT-01")
def test_a_card_beats_the_sheet() -> None:
    game = table(seat(wears="Helm of Courage", cheats="Pointy Hat of Power", hireling="Horny Helmet"), seat())
    aric, _ = game
    assert sorted(aric.wears) == ["Helm of Courage", "Horny Helmet", "Pointy Hat of Power"]
    assert aric.strength == 1 + 1 + 3 + 1 + 1


@rule("CONF-01", "CONF-05", "WIN-01")
def test_a_card_that_says_so_gives_even_the_winning_level() -> None:
    game = table(seat(), seat(level=9, classes="Cleric"), doors=["Divine Intervention"])
    aric, suzan = game
    aric.kicks_open_the_door()
    assert game.over and game.winners == (suzan,) and game.levels == (1, 10)


@rule("CONF-02", "LEVEL-01", "LEVEL-02")
def test_nothing_takes_a_level_below_one() -> None:
    game = table(seat(level=2, hand="Curse! Duck of Doom, Curse! Lose a Level"), seat())
    aric, suzan = game
    aric.plays("Curse! Duck of Doom", on=aric)
    assert aric.level == 1
    aric.plays("Curse! Lose a Level", on=suzan)
    assert suzan.level == 1


@rule("CONF-02", "LEVEL-03")
def test_strengths_may_fall_below_one() -> None:
    game = table(seat(hand="Curse! Change Sex, Baby"), seat(), doors=["Pit Bull"])
    aric, _ = game
    aric.kicks_open_the_door()
    aric.plays("Curse! Change Sex", on=aric)
    aric.plays("Baby")
    assert game.strength == (-4, -3)
    assert game.fighting and aric.level == 1


@rule("CONF-03", "COMBAT-05", "REW-03")
def test_without_a_kill_there_is_no_level() -> None:
    for way, treasures in (("Pollymorph Potion", 3), ("Friendship Potion", 0), ("Out to Lunch", 2), ("Magic Lamp", 3)):
        game = table(seat(level=9, hand=way), seat(), doors=["Net Troll"], treasures="Leather Armor, Slimy Armor, Spiky Knees")
        aric, _ = game
        aric.kicks_open_the_door()
        aric.plays(way)
        game.skip_windows()
        assert not game.over and aric.level == 9
        assert len([name for name in aric.hand if name in ("Leather Armor", "Slimy Armor", "Spiky Knees")]) == treasures


@rule("CONF-04", "COMBAT-10")
def test_a_monster_killed_in_mid_fight_brings_nothing_before_the_fight_is_over() -> None:
    game = table(
        seat(level=3, wears="Huge Rock", hand="Potion of Halitosis, Wandering Monster, Pit Bull, Baby"),
        seat(),
        doors=["Floating Nose"],
        treasures="Leather Armor, Slimy Armor, Spiky Knees, Helm of Courage",
    )
    aric, _ = game
    aric.kicks_open_the_door()
    aric.plays("Wandering Monster", bringing="Pit Bull")
    aric.plays("Potion of Halitosis", way=1)
    assert game.monsters == ["Pit Bull"] and aric.level == 3 and "Leather Armor" not in aric.hand
    game.skip_windows()
    assert aric.level == 5  # the Nose and the dog
    assert {"Leather Armor", "Slimy Armor", "Spiky Knees", "Helm of Courage"} <= set(aric.hand)


@rule("CONF-04", "MON-07")
def test_and_nothing_at_all_if_one_runs_from_the_rest() -> None:
    game = table(
        seat(level=3, hand="Potion of Halitosis, Wandering Monster, Squidzilla"),
        seat(),
        doors=["Floating Nose"],
        dice=[6],
    )
    aric, _ = game
    aric.kicks_open_the_door()
    aric.plays("Wandering Monster", bringing="Squidzilla")
    aric.plays("Potion of Halitosis", way=1)
    game.skip_windows()
    assert not game.fighting and aric.level == 3 and aric.hand == []


@rule("CONF-05", "HELP-10", "WIN-02")
@pytest.mark.parametrize(("monster", "may"), [("Bigfoot", True), ("Bullrog", False)])
def test_nobody_is_forced_to_help_to_the_winning_level(monster: str, may: bool) -> None:
    game = table(seat(level=8, wears="Kneepads of Allure", hand="Baby"), seat(level=9), doors=[monster])
    aric, _ = game
    aric.kicks_open_the_door()
    assert aric.may("ask for help") and aric.may("use Kneepads of Allure") == may  # the Bullrog gives two levels
