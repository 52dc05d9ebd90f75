"""Section 17, Go Up a Level and the other Treasures that are not Items."""

import pytest

from munchkin_env.game.scenario import seat, table
from tests.rule import rule


@rule("GUAL-01", "TIME-01")
def test_on_yourself_or_on_any_player() -> None:
    game = table(seat(hand="Boil an Anthill, Bribe GM With Food"), seat(level=3))
    aric, suzan = game
    aric.plays("Boil an Anthill", on=suzan)
    assert suzan.level == 4
    aric.plays("Bribe GM With Food", on=aric)
    assert aric.level == 2 and game.treasures_discarded == ["Boil an Anthill", "Bribe GM With Food"]


@rule("GUAL-01", "TIME-01")
def test_at_any_time_on_any_turn() -> None:
    game = table(seat(), seat(hand="Boil an Anthill"), doors=["Elf"])
    aric, suzan = game
    aric.does("kick open the door")
    suzan.plays("Boil an Anthill", on=aric)
    assert aric.level == 2


@rule("GUAL-01", "GUAL-03", "COMBAT-12")
def test_in_combat_the_strength_changes_at_once() -> None:
    game = table(seat(hand="Baby"), seat(hand="Boil an Anthill, Enraged"), doors=["Amazon"])
    aric, suzan = game
    aric.kicks_open_the_door()
    aric.passes()
    assert game.strength == (1, 8)
    suzan.plays("Boil an Anthill", on=aric)
    assert aric.level == 2 and game.strength == (2, 8)


@rule("GUAL-01")
def test_it_is_no_item() -> None:
    game = table(seat(carries="Wand of Dowsing", hand="1,000 Gold Pieces"), seat(carries="Slimy Armor"))
    aric, _ = game
    aric.does("sell items")
    assert not aric.may("sell 1,000 Gold Pieces")


@rule("GUAL-02", "LEVEL-04", "CONF-05", "WIN-01")
def test_never_for_the_winning_level() -> None:
    game = table(seat(level=9, hand=["1,000 Gold Pieces"]), seat(level=9))
    aric, _ = game
    assert not aric.may("play 1,000 Gold Pieces")
    game = table(seat(level=9, hand="Boil an Anthill"), seat(level=8), seat(level=9))
    aric, suzan, _ = game
    aric.plays("Boil an Anthill")  # there is only one possible target
    assert suzan.level == 9 and not game.over


@rule("GUAL-02")
@pytest.mark.parametrize(("win_level", "may"), [(5, False), (6, True)])
def test_the_winning_level_is_that_of_the_game(win_level: int, may: bool) -> None:
    game = table(seat(level=4, hand="Boil an Anthill"), seat(level=4), win_level=win_level)
    aric, _ = game
    assert aric.may("play Boil an Anthill") == may


@rule("GUAL-02", "DEATH-08")
def test_not_for_the_dead() -> None:
    game = table(seat(level=9, hand="Boil an Anthill"), seat(level=2, dead=True))
    aric, _ = game
    assert not aric.may("play Boil an Anthill")


@rule("GUAL-03")
def test_what_a_card_asks_for_must_be_there() -> None:
    game = table(seat(level=2, hand="Kill the Hireling, Mutilate the Bodies, Whine at the GM"), seat(level=2))
    aric, _ = game
    assert not any(text.startswith("play") for text in aric.choices)  # no Hireling, no bodies, nobody below the highest


@rule("GUAL-04")
@pytest.mark.parametrize(("name", "stays"), [("Hireling", True), ("Steal a Level", False)])
def test_other_treasures_that_are_no_items_say_whether_they_stay(name: str, stays: bool) -> None:
    game = table(seat(hand=name, carries="Wand of Dowsing"), seat(level=3))
    aric, _ = game
    aric.plays(name)
    assert (name in aric.table) == stays and (name in game.treasures_discarded) != stays


@rule("GUAL-05")
def test_a_level_is_stolen_only_from_level_two_on() -> None:
    game = table(seat(hand="Steal a Level"), seat(level=1), seat(level=1))
    aric, _, _ = game
    assert not aric.may("play Steal a Level")
    game = table(seat(hand="Steal a Level"), seat(level=1), seat(level=2))
    aric, poor, rich = game
    aric.plays("Steal a Level")
    assert (aric.level, poor.level, rich.level) == (2, 1, 1)


@rule("GUAL-05", "LEVEL-04")
def test_and_not_by_one_whom_it_would_make_the_winner() -> None:
    game = table(seat(level=9, hand="Steal a Level"), seat(level=5))
    aric, _ = game
    assert not aric.may("play Steal a Level")


@rule("GUAL-05", "VAR-05")
@pytest.mark.parametrize(
    ("sets", "card"), [("deluxe", "Steal a Level"), ("western", "Claim Jumping"), ("star", "Falsified Rank"), ("potter", "Stolen Credit")]
)
def test_in_a_longer_game_the_winning_level_is_further_up(sets: str, card: str) -> None:
    assert table(seat(level=9, hand=card), seat(level=5), sets=[sets], win_level=20)[0].may(f"play {card}")
    assert not table(seat(level=19, hand=card), seat(level=5), sets=[sets], win_level=20)[0].may(f"play {card}")
    assert not table(seat(level=9, hand=card), seat(level=5), sets=[sets])[0].may(f"play {card}")
