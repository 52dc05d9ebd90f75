"""The rules for a faster game, and other ways to play."""

from pathlib import Path
from typing import Literal

import pytest

from munchkin_env.game.game import Game
from munchkin_env.game.scenario import Table, seat, table
from tests.rule import rule

TreasureRule = Literal["off", "loot", "trouble"]
OFFICE = Path(__file__).parents[2] / "cards" / "tiny.json"


@rule("VAR-02", "LOOT-05")
@pytest.mark.parametrize(("option", "drawn"), [("off", "Elf"), ("loot", "Spiky Knees"), ("trouble", "Elf")])
def test_looting_draws_a_treasure_only_with_the_option_loot(option: TreasureRule, drawn: str) -> None:
    game = table(seat(), seat(), moment="before_room", doors=["Elf"], treasures=["Spiky Knees"], faster_treasure=option)
    game[0].goes_into_the_room()
    assert game[0].hand == [drawn]


@rule("VAR-02")
@pytest.mark.parametrize(("option", "drawn"), [("off", []), ("loot", []), ("trouble", ["Sleep Potion"])])
def test_looking_for_trouble_draws_a_treasure_before_the_fight_only_with_the_option_trouble(option: TreasureRule, drawn: list[str]) -> None:
    game = table(seat(hand="Bullrog"), seat(), moment="before_room", treasures=["Sleep Potion"], faster_treasure=option)
    aric, suzan = game
    aric.looks_for_trouble("Bullrog")
    assert game.fighting and aric.hand == drawn
    if drawn:
        assert suzan.sees(aric) == [None] and aric.may("play Sleep Potion")


@rule("VAR-02", "DOOR-02")
def test_a_monster_behind_the_door_brings_no_treasure_beforehand() -> None:
    game = table(seat(), seat(), doors=["Bullrog"], treasures=["Sleep Potion"], faster_treasure="trouble")
    game[0].kicks_open_the_door()
    assert game.fighting and game[0].hand == []


def for_the_win(shared: bool) -> Table:
    worn = "Boots of Butt-Kicking, Spiky Knees, Leather Armor, Really Impressive Title"
    game = table(seat(level=9, wears=worn), seat(level=4), seat(level=8), doors=["Bullrog"], shared_victory=shared)
    aric, suzan, _ = game
    aric.kicks_open_the_door()
    assert game.strength == (16, 18)
    aric.asks(suzan)
    suzan.accepts()
    game.everybody_passes()
    return game


@rule("VAR-03", "WIN-03")
def test_by_option_the_helper_wins_too_whatever_their_level() -> None:
    game = for_the_win(shared=True)
    assert game.over and game.winners == (game[0], game[1]) and game[1].level == 4


@rule("VAR-03", "WIN-03")
def test_otherwise_only_who_reached_the_winning_level_wins() -> None:
    game = for_the_win(shared=False)
    assert game.over and game.winners == (game[0],)


@rule("VAR-04")
def test_sets_may_be_mixed() -> None:
    game = Game(3, sets=("deluxe", OFFICE), seed=1, sex_mode="fixed")
    assert game.sets == ("deluxe", str(OFFICE))
    mixed = table(seat(classes="Accountant", races="Elf", wears="Letter Opener"), seat(), doors=["Angry Stapler"], sets=("deluxe", OFFICE))
    assert (mixed.doors_left, mixed.treasures_left) == (95 + 6 - 2, 73 + 5 - 1)
    mixed[0].kicks_open_the_door()
    assert mixed.strength == (1 + 2, 2 + 3)  # the Stapler is three stronger against an Accountant
