"""The Level: how it rises and falls."""

import pytest

from munchkin_env.game.scenario import seat, table
from tests.rule import rule


@rule("LEVEL-01", "LEVEL-02", "CONF-02")
@pytest.mark.parametrize(("level", "after"), [(1, 1), (2, 1), (3, 1), (4, 2)])
def test_nothing_takes_a_level_below_1(level: int, after: int) -> None:
    game = table(seat(hand="Curse! Duck of Doom"), seat(level=level))
    aric, suzan = game
    aric.plays("Curse! Duck of Doom", on=suzan)
    assert suzan.level == after


@rule("LEVEL-01", "LEVEL-02")
def test_nor_does_bad_stuff() -> None:
    game = table(seat(level=2), seat(), doors=["Gazebo"], dice=[1])
    game[0].kicks_open_the_door()
    game.skip_windows()
    assert game[0].level == 1 and not game.fighting


@rule("LEVEL-02", "REW-01")
def test_killing_a_monster_brings_a_level_or_what_its_card_says() -> None:
    armed = "Boots of Butt-Kicking, Spiky Knees, Flaming Armor, Really Impressive Title, Helm of Courage"
    for monster, gain in (("Pit Bull", 1), ("Bullrog", 2)):
        game = table(seat(level=6, wears=armed, hireling="Mithril Armor"), seat(), doors=[monster])
        game[0].kicks_open_the_door()
        game.skip_windows()
        assert game[0].level == 6 + gain, monster


@rule("LEVEL-02")
def test_so_do_cards_that_say_so_and_sales() -> None:
    game = table(seat(hand="Boil an Anthill, Steal a Level, Pollymorph Potion"), seat(level=3))
    aric, suzan = game
    aric.plays("Boil an Anthill", on=aric)
    assert aric.level == 2
    aric.plays("Steal a Level", on=suzan)
    assert (aric.level, suzan.level) == (3, 2)
    aric.sells("Pollymorph Potion")
    assert aric.level == 4


@rule("LEVEL-03", "CONF-02")
def test_strength_may_fall_below_1_while_the_level_does_not() -> None:
    game = table(seat(curses="Curse! Change Sex"), seat())
    assert game[0].level == 1 and game[0].strength == -4


@rule("LEVEL-03")
def test_negative_strengths_of_munchkins_and_monsters_are_compared_as_they_are() -> None:
    game = table(seat(curses="Curse! Change Sex"), seat(hand="Baby, Sleep Potion"), doors=["Lame Goblin"])
    aric, suzan = game
    aric.kicks_open_the_door()
    aric.passes()
    suzan.plays("Baby", on="Lame Goblin")
    assert game.strength == (-4, -4)
    suzan.plays("Sleep Potion", on="munchkins")
    assert aric.level == 2  # -2 beats -4


@rule("LEVEL-04", "CONF-05", "GUAL-02")
def test_the_winning_level_cannot_be_had_from_a_card_or_a_sale() -> None:
    hand = "Boil an Anthill, Steal a Level, Pollymorph Potion"
    game = table(seat(level=9, hand=hand), seat(level=8))
    aric, suzan = game
    assert not aric.may("sell items") and not aric.may("play Steal a Level")
    aric.plays("Boil an Anthill")  # the only player left whom it may be played on
    assert suzan.level == 9 and aric.level == 9
    game = table(seat(level=8, hand=hand), seat(level=8))
    assert {"sell items", "play Steal a Level", "play Boil an Anthill"} <= set(game[0].choices)


@rule("LEVEL-04")
def test_if_it_would_win_for_everybody_it_cannot_be_played() -> None:
    game = table(seat(level=9, hand="Boil an Anthill"), seat(level=9))
    assert not game[0].may("play Boil an Anthill")


@rule("LEVEL-04")
def test_a_kill_brings_it() -> None:
    game = table(seat(level=9), seat(), doors=["Pit Bull"])
    game[0].kicks_open_the_door()
    assert game.over and game.winners == (game[0],) and game[0].level == 10


@rule("LEVEL-04", "COMBAT-05")
def test_getting_rid_of_a_monster_does_not() -> None:
    game = table(seat(level=9, hand="Friendship Potion, Sleep Potion"), seat(), doors=["Pit Bull"])
    game[0].kicks_open_the_door()
    game[0].plays("Friendship Potion")
    assert not game.over and game[0].level == 9


@rule("LEVEL-04", "CONF-01")
def test_a_card_that_says_it_may_win_does() -> None:
    game = table(seat(), seat(level=9, classes="Cleric"), seat(level=4), doors=["Divine Intervention"])
    game[0].kicks_open_the_door()
    assert game.over and game.winners == (game[1],)


@rule("LEVEL-04")
def test_the_winning_level_is_an_option() -> None:
    game = table(seat(level=9, hand="Boil an Anthill"), seat(), doors=["Pit Bull"], win_level=20)
    aric, _ = game
    aric.plays("Boil an Anthill", on=aric)
    aric.kicks_open_the_door()
    assert aric.level == 11 and not game.over
    short = table(seat(level=4, hand="Boil an Anthill"), seat(level=4), win_level=5)
    assert not short[0].may("play Boil an Anthill")


@rule("LEVEL-05")
@pytest.mark.parametrize("level", [8, 9])
def test_a_kill_worth_more_levels_than_needed_wins_at_the_winning_level(level: int) -> None:
    armed = "Boots of Butt-Kicking, Spiky Knees, Flaming Armor, Really Impressive Title, Helm of Courage"
    game = table(seat(level=level, wears=armed, hireling="Mithril Armor"), seat(), doors=["Bullrog"])
    game[0].kicks_open_the_door()
    game.everybody_passes()
    assert game.over and game[0].level == 10


@rule("LEVEL-05")
@pytest.mark.parametrize("level", [8, 9])
def test_so_does_a_level_that_the_monster_brings_besides(level: int) -> None:
    game = table(seat(level=level), seat(), doors=["Pukachu"])
    game[0].kicks_open_the_door()
    assert game.over and game.winners == (game[0],) and game[0].level == 10  # two Levels without help and without a bonus


@rule("LEVEL-05", "HELP-20")
def test_and_a_helping_elf_of_level_9_does_not_rise_above_the_winning_level() -> None:
    game = table(seat(level=1, hand="Mate"), seat(level=9, races="Elf"), seat(), doors=["Pit Bull"])
    aric, suzan, _ = game
    aric.kicks_open_the_door()
    aric.plays("Mate", on="Pit Bull")
    aric.asks(suzan)
    suzan.accepts()
    game.everybody_passes()
    assert game.over and suzan.level == 10 and game.winners == (suzan,)
