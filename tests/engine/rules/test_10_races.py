"""The powers of Elf, Dwarf and Halfling."""

import pytest

from munchkin_env.game.scenario import seat, table
from tests.rule import rule


@rule("ORIG-11", "RUN-02")
@pytest.mark.parametrize(("races", "dead"), [("Elf", False), ("Dwarf", True)])
def test_an_elf_runs_away_with_one_more(races: str, dead: bool) -> None:
    game = table(seat(level=5, races=races), seat(), doors=["Bullrog"], dice=[4])
    game[0].kicks_open_the_door()
    game.everybody_passes()
    game.skip_windows()
    game[0].rolls()
    assert ("DIES" in game.happened) is dead


@rule("ORIG-11", "HELP-20")
def test_an_elf_who_helps_gains_a_level_for_each_monster_slain() -> None:
    game = table(seat(level=3, hand="Mate"), seat(level=4, races="Elf"), seat(), doors=["Pit Bull"], treasures="Spiky Knees, Huge Rock")
    aric, suzan, _ = game
    aric.kicks_open_the_door()
    aric.plays("Mate", on="Pit Bull")  # 3 against 4
    aric.asks(suzan)
    suzan.accepts()
    game.everybody_passes()
    assert suzan.level == 6 and aric.level == 5


@rule("ORIG-11")
def test_an_elf_who_fights_alone_gains_nothing_more() -> None:
    game = table(seat(level=4, races="Elf"), seat(), doors=["Pit Bull"], treasures=["Spiky Knees"])
    game[0].kicks_open_the_door()
    game.skip_windows()
    assert game[0].level == 5


@rule("ORIG-11", "BIG-01")
def test_a_dwarf_carries_any_number_of_big_items() -> None:
    big = ("Huge Rock", "Mithril Armor", "Tuba of Charm", "Stepladder")
    dwarf, _ = table(seat(races="Dwarf", hand=big), seat())
    for item in big:
        dwarf.lays_down(item)
    assert dwarf.table == ["Dwarf", *big]
    human, _ = table(seat(hand=big), seat())
    human.lays_down("Huge Rock")
    assert not human.may("play Mithril Armor")


@rule("ORIG-11", "HAND-03")
def test_a_dwarf_holds_six_cards() -> None:
    game = table(seat(races="Dwarf"), seat(races="Elf"))
    assert (game[0].hand_limit, game[1].hand_limit) == (6, 5)


@rule("ORIG-11", "SELL-03")
def test_a_halfling_sells_one_item_per_own_turn_at_double_price() -> None:
    hand = "Hammer of Kneecapping, Mace of Sharpness"  # 600 each
    game = table(seat(races="Halfling", hand=hand), seat(hand=["Mate"]))
    halfling, _ = game
    halfling.does("sell items")
    halfling.does("sell Hammer of Kneecapping")
    halfling.does("close the sale")
    while halfling.level == 1:
        halfling.does("count as double Hammer of Kneecapping")
    assert halfling.level == 2 and halfling.hand == ["Mace of Sharpness"]
    assert not halfling.may("sell items")  # no more this turn
    assert table(seat(races="Halfling", hand=["Mace of Sharpness"]), seat())[0].may("sell items")
    assert not table(seat(races="Elf", hand=["Mace of Sharpness"]), seat())[0].may("sell items")


@rule("ORIG-11", "RUN-08")
def test_a_halfling_who_failed_to_run_away_may_discard_a_card_to_roll_once_more() -> None:
    for second, dead in ((5, False), (4, True)):
        game = table(seat(level=5, races="Halfling", hand="Elf, Dwarf"), seat(), doors=["Bullrog"], dice=[1, second])
        halfling, _ = game
        halfling.kicks_open_the_door()
        game.everybody_passes()
        game.skip_windows()
        halfling.rolls()
        halfling.uses("Halfling", paying="Elf")
        assert not halfling.may("use Halfling")  # once per roll
        game.skip_windows()
        assert halfling.dead is dead


@rule("ORIG-11")
def test_they_may_not_if_they_got_away() -> None:
    game = table(seat(level=5, races="Halfling", hand="Elf, Dwarf"), seat(), doors=["Bullrog"], dice=[5])
    halfling, _ = game
    halfling.kicks_open_the_door()
    game.everybody_passes()
    game.skip_windows()
    halfling.rolls()
    assert game.decision != "ROLL_WINDOW" and halfling.hand == ["Elf", "Dwarf"]
