"""Cards of one set and rules of another: disputes of players with several boxes (VAR-04)."""

from typing import Any

import pytest

from munchkin_env.game.scenario import Seat, Table, seat, table
from tests.play import ALL_FOUR
from tests.rule import rule


def mixed(*seats: Seat, **arguments: Any) -> Table:
    """Deluxe and Western shuffled together."""
    return table(*seats, **{"sets": ("deluxe", "western"), **arguments})


@rule("CURSE-12", "STEED-08", "DOOR-05", "VAR-04")
def test_a_cleric_takes_a_steed_from_the_discards_and_fights_it_at_their_door() -> None:
    game = mixed(seat(level=3, classes="Cleric", hand="Dust Bunny"), seat(), door_discards=["Catamount"], doors=["Gopher Gang"])
    aric, _ = game
    aric.kicks_open_the_door()
    aric.does("take from the discards for Dust Bunny")
    aric.fights_it()
    assert game.strength == (3, 6)


@rule("STEED-08", "COMBAT-05", "VAR-04")
@pytest.mark.parametrize("way", ["Magic Lamp", "Wizard"])
def test_a_steed_that_is_got_rid_of_pays_its_one_treasure(way: str) -> None:
    who = (
        seat(level=2, hand="Magic Lamp") if way == "Magic Lamp" else seat(level=2, classes="Wizard", hand="Dust Bunny, Ornery, Gol-Darned")
    )
    game = mixed(who, seat(), doors=["War Tortoise"], treasures=["Bullwhip"])
    aric, _ = game
    aric.kicks_open_the_door()
    aric.fights_it()
    if way == "Wizard":
        aric.uses("Wizard")
    else:
        aric.plays("Magic Lamp")
    assert aric.hand == ["Bullwhip"] and aric.level == 2


@rule("HELP-20", "WIN-03", "WIN-01", "VAR-04")
def test_an_elf_and_cowboy_wins_at_level_nine_by_helping() -> None:
    cowboy = seat(level=8, races="Elf", classes="Cowboy", carries="Catamount")
    game = mixed(seat(level=4, wears="Bullwhip"), cowboy, doors=["Ghost Rider"])
    aric, suzan = game
    aric.kicks_open_the_door()
    aric.asks(suzan)
    suzan.accepts()
    game.everybody_passes()
    assert game.winners == (suzan,) and game.levels == (5, 9)


@rule("HELP-20", "HELP-19", "LEVEL-04", "VAR-04")
@pytest.mark.parametrize(("level", "after"), [(3, 5), (8, 9)])
def test_elf_and_cavalry_add_up_but_what_cavalry_gets_never_wins(level: int, after: int) -> None:
    game = mixed(seat(), seat(level=level, races="Elf", classes="Cavalry"), doors=["Gopher Gang"])
    aric, suzan = game
    aric.kicks_open_the_door()
    aric.asks(suzan)
    suzan.accepts()
    game.everybody_passes()
    assert suzan.level == after and not game.over


@rule("WIN-01", "CONF-05", "VAR-04")
def test_a_cleric_and_cowboy_of_level_eight_wins_by_divine_intervention() -> None:
    both = seat(level=8, classes="Cowboy, Cleric", duals="Super Munchkin", carries="Catamount")
    game = mixed(both, seat(), doors=["Divine Intervention"])
    game[0].kicks_open_the_door()
    assert game.winners == (game[0],) and game[0].level == 9


@rule("CURSE-09", "CURSE-06", "VAR-04")
def test_what_is_good_against_curses_is_good_against_traps_and_the_other_way_round() -> None:
    game = mixed(seat(level=4, carries="Wishing Ring"), seat(), doors=["Old Mine Shaft"])
    game[0].kicks_open_the_door()
    game[0].uses("Wishing Ring")
    assert game[0].level == 4
    game = mixed(seat(level=4, wears="Sandals of Protection"), seat(), doors=["Old Mine Shaft"])
    game[0].kicks_open_the_door()
    assert game[0].level == 4
    gadgeteer = seat(level=4, classes="Gadgeteer", hand="Enraged")
    game = table(gadgeteer, seat(), doors=["Curse! Lose a Level"], sets=("deluxe", "star"))
    game[0].kicks_open_the_door()
    assert game[0].may("use Gadgeteer")


@rule("SIDE-09", "SIDE-01", "HIRE-01", "ALLY-02", "VAR-04")
def test_one_companion_whatever_the_box_calls_them() -> None:
    everyone = "Hireling, Red Shirt, Hermione Granger"
    game = table(seat(carries="Greenhorn", hand=everyone), seat(), sets=ALL_FOUR, house_mode="random")
    aric, _ = game
    for name in everyone.split(", "):
        aric.plays(name)
        assert aric.companions == [name]


@rule("SIDE-09", "SIDE-01", "SIDE-04", "VAR-04")
def test_a_trader_has_two_of_any_box() -> None:
    game = table(seat(classes="Trader", carries="Greenhorn", hand="Hireling"), seat(), sets=("deluxe", "star", "western"))
    aric, _ = game
    aric.plays("Hireling")
    assert sorted(aric.companions) == ["Greenhorn", "Hireling"]


@rule("STEED-01", "SELL-03", "VAR-04")
def test_a_halfling_sells_their_steed_for_double_the_price() -> None:
    game = mixed(seat(races="Halfling", carries="Catamount"), seat())
    game[0].sells("Catamount")
    assert game[0].level == 2


@rule("STEED-02", "BIG-01", "VAR-04")
def test_a_dwarf_carries_any_number_of_big_items_and_one_steed() -> None:
    game = mixed(seat(races="Dwarf", carries="Ore Cart, Scattergun, Catamount", hand="Wagon-Wheel Shield, Racing Ostrich"), seat())
    assert game[0].may("play Wagon-Wheel Shield") and not game[0].may("play Racing Ostrich")


@rule("ENH-01", "STEED-03", "VAR-04")
def test_a_thief_gets_an_item_with_what_lies_on_it_and_no_steed() -> None:
    owner = seat(wears="Bullwhip", attached="Silver Inlay on Bullwhip", carries="Catamount")
    game = mixed(seat(level=3, classes="Thief", hand="Dust Bunny"), owner, dice=[6])
    aric, suzan = game
    aric.uses("Thief", on=suzan, paying="Dust Bunny")
    assert sorted(aric.table) == ["Bullwhip", "Silver Inlay", "Thief"] and suzan.table == ["Catamount"]
    aric.equips("Bullwhip")
    assert aric.strength == 3 + 3 + 2


@rule("COMPLEX-03", "BIG-01", "COMPLEX-01", "VAR-04")
def test_complex_is_not_big() -> None:
    game = table(seat(wears="Laser, Ore Cart", hand="Battle Armor"), seat(), sets=("star", "western"))
    aric, _ = game
    aric.plays("Battle Armor")
    assert sorted(aric.table) == ["Battle Armor", "Laser", "Ore Cart"]


@rule("BIG-03", "CHEAT-01", "STEED-03")
def test_who_lost_the_steed_that_pulled_may_cheat_and_keep_both() -> None:
    game = mixed(seat(level=3, carries="Sway-Backed Nag, Ore Cart, Wagon-Wheel Shield", hand="Stampede, Cheat!"), seat())
    aric, _ = game
    aric.plays("Stampede", on=aric)
    assert game.decision == "TOO_BIG"
    aric.plays("Cheat!", on="Ore Cart")
    assert sorted(aric.table) == ["Cheat!", "Ore Cart", "Wagon-Wheel Shield"]


@rule("CURSE-02", "RUN-02", "VAR-04")
@pytest.mark.parametrize(("die", "card"), [(1, "Invisibility Potion"), (1, "Instant Wall"), (6, "Instant Wall")])
def test_spurs_are_jinxed_until_a_roll_outruns_a_monster(die: int, card: str) -> None:
    game = mixed(seat(curses="Jinxed Spurs", hand=card), seat(), doors=["Net Troll"], dice=[die])
    aric, _ = game
    aric.kicks_open_the_door()
    while not (game.decision == "ROLL_WINDOW" and aric.decides):
        game.apply("roll to run away" if aric.may("roll to run away") else "pass")
    aric.plays(card)
    game.skip_windows()
    assert "ESCAPES" in game.happened and (aric.curses == []) == (die == 6)


@rule("ENH-01", "VAR-04")
def test_an_item_is_taken_to_win_with_it_and_the_enhancer_on_it() -> None:
    game = mixed(
        seat(level=6, hand="Help Me Out Here!"),
        seat(carries="Top Hat, Bullwhip, Throwing Hatchet", attached="Silver Inlay on Bullwhip"),
        doors=["Net Troll"],
    )
    aric, suzan = game
    aric.kicks_open_the_door()
    aric.plays("Help Me Out Here!")
    game.skip_windows()
    assert aric.level == 7 and aric.table == ["Bullwhip", "Silver Inlay"] and suzan.carries == ["Top Hat", "Throwing Hatchet"]


@rule("VAR-05", "WIN-01", "GUAL-02", "ORIG-11")
def test_in_a_game_to_level_twenty_a_cowboy_with_a_steed_wins_at_nineteen() -> None:
    game = mixed(
        seat(level=18, classes="Cowboy", carries="Catamount", hand="The Annual Bath"), seat(level=18), doors=["Gopher Gang"], win_level=20
    )
    aric, suzan = game
    aric.kicks_open_the_door()
    game.everybody_passes()
    assert game.winners == (aric,) and aric.level == 19 and suzan.level == 18


@rule("CHEAT-01", "SIDE-01", "STEED-02", "VAR-04")
@pytest.mark.parametrize("other", ["deluxe", "star", "potter"])
def test_with_western_the_cheat_of_any_box_gives_an_extra_sidekick_or_steed(other: str) -> None:
    for extra, first in (("Crusty Old Prospector", "Greenhorn"), ("War Tortoise", "Catamount")):
        game = table(seat(carries=first, hand=["Cheat!", extra]), seat(), sets=[other, "western"])
        aric, _ = game
        assert game.game._notation.info(aric.record.hand[0]).set == other
        aric.plays("Cheat!", on=extra)
        assert {extra, first, "Cheat!"} <= set(aric.table)


@rule("CHEAT-01", "VAR-04")
def test_without_it_a_cheat_is_for_items() -> None:
    game = table(seat(carries="Hireling", hand="Cheat!, Android"), seat(), sets=["deluxe", "star"])
    assert not game[0].may("play Cheat!"), "there is nothing to put it on"


@rule("SIDE-07", "HIRE-01", "VAR-04")
@pytest.mark.parametrize(("sets", "stays"), [(("deluxe", "western"), True), (("deluxe",), False)])
def test_what_a_killed_companion_carried_stays_with_its_owner_where_a_sheet_says_so(sets: tuple[str, ...], stays: bool) -> None:
    game = table(seat(hand="Kill the Hireling"), seat(hireling="Staff of Napalm"), sets=sets)
    aric, suzan = game
    assert suzan.strength == 1 + 1 + 5
    aric.plays("Kill the Hireling", on=aric)
    assert aric.level == 2 and suzan.companions == []
    assert suzan.table == (["Staff of Napalm"] if stays else []) and suzan.wears == [], "she is no Wizard"


@rule("SIDE-09", "CURSE-09")
def test_what_a_card_says_of_one_companion_it_says_of_any() -> None:
    game = table(
        seat(hand="Curse! Avada Kedavra!, Kill the Hireling"), seat(level=5, carries="Android"), sets=ALL_FOUR, house_mode="random"
    )
    aric, suzan = game
    assert aric.may("play Kill the Hireling")
    aric.plays("Curse! Avada Kedavra!", on=suzan)
    assert suzan.companions == [] and suzan.level == 5, "a Sidekick is lost like an Ally"
    assert not aric.may("play Kill the Hireling")
