"""Section 15, selling Items for levels, and the Halfling's double price."""

import pytest

from munchkin_env.game.scenario import seat, table
from tests.rule import rule

FORTUNE = "Pollymorph Potion, Wand of Dowsing, Staff of Napalm, Bow With Ribbons"  # 1,300 1,100 800 800


@rule("SELL-01", "REPLAY-14")
@pytest.mark.parametrize(
    ("items", "gold", "levels"),
    [
        ("Wand of Dowsing", 1100, 1),
        ("Staff of Napalm, Leather Armor", 1000, 1),
        ("Pollymorph Potion, Wishing Ring, Slimy Armor", 2000, 2),
        ("Pollymorph Potion, Wand of Dowsing", 2400, 2),
        ("Pollymorph Potion, Wand of Dowsing, Mithril Armor", 3000, 3),
        ("Pollymorph Potion, Cloak of Obscurity", 1900, 1),
    ],
)
def test_a_level_for_every_thousand_gold_pieces_and_no_change(items: str, gold: int, levels: int) -> None:
    game = table(seat(level=2, carries=items, wears="Spiky Knees"), seat())
    aric, _ = game
    price = {card.name: card.gold for card in game.game.cards.cards}
    assert sum(price[name] for name in items.split(", ")) == gold
    aric.sells(*items.split(", "))
    assert aric.level == 2 + levels
    assert aric.table == ["Spiky Knees"] and sorted(game.treasures_discarded) == sorted(items.split(", "))


@rule("SELL-01", "REPLAY-14")
def test_less_than_a_thousand_brings_nothing() -> None:
    game = table(seat(carries="Staff of Napalm, Magic Lamp, Cotion of Ponfusion"), seat())
    aric, _ = game
    aric.does("sell items")
    aric.does("sell Staff of Napalm")
    aric.does("sell Cotion of Ponfusion")  # 900
    assert not aric.may("close the sale")
    aric.does("sell Magic Lamp")
    assert aric.may("close the sale")


@rule("SELL-01", "SELL-04")
def test_no_sale_is_offered_to_one_who_has_less_than_a_thousand() -> None:
    game = table(seat(carries="Staff of Napalm, Cotion of Ponfusion", hand="Huge Rock"), seat())
    aric, _ = game
    assert not aric.may("sell items")


@rule("SELL-01")
def test_one_sells_on_the_own_turn_only() -> None:
    game = table(seat(), seat(carries="Wand of Dowsing, Pollymorph Potion"))
    aric, suzan = game
    aric.does("kick open the door")
    assert suzan.decides and not suzan.may("sell items")


@rule("SELL-01", "TIME-07")
def test_one_does_not_sell_in_a_fight_but_before_and_after_it() -> None:
    game = table(seat(carries="Wand of Dowsing, Pollymorph Potion"), seat(), doors=["Potted Plant"])
    aric, _ = game
    assert aric.may("sell items")
    aric.kicks_open_the_door()
    assert game.fighting and not aric.may("sell items")
    aric.plays("Pollymorph Potion")
    game.skip_windows()
    assert not game.fighting and game.decision == "ARRANGE"
    aric.sells("Wand of Dowsing")
    assert aric.level == 2


@rule("SELL-01")
def test_one_does_not_sell_while_running_away() -> None:
    game = table(seat(carries="Wand of Dowsing, Invisibility Potion"), seat(), doors=["Crabs"], auto_pass_forced=False)
    aric, _ = game
    aric.kicks_open_the_door()
    game.everybody_passes()
    assert game.decision == "WINDOW" and not aric.may("sell items")
    game.skip_windows()
    assert game.decision == "ESCAPE" and aric.choices == ["be caught"]


@rule("SELL-02")
def test_hand_and_table_alike_worn_or_not_one_shots_too() -> None:
    game = table(
        seat(wears="Helm of Courage", carries="Leather Armor", hand="Magic Lamp, Sleep Potion, Elf, Hireling, Boil an Anthill"), seat()
    )
    aric, _ = game
    aric.does("sell items")
    sellable = {"sell Helm of Courage", "sell Leather Armor", "sell Magic Lamp", "sell Sleep Potion"}
    assert set(aric.choices) == sellable | {"call off the sale"}
    for text in sellable:
        aric.does(text)
    aric.does("close the sale")
    assert aric.level == 2 and aric.table == [] and aric.hand == ["Elf", "Hireling", "Boil an Anthill"]


@rule("SELL-02", "ITEM-01")
def test_worthless_items_may_be_added_to_a_sale() -> None:
    game = table(seat(carries="Huge Rock", hand="Wand of Dowsing, Really Impressive Title"), seat())
    aric, _ = game
    aric.sells("Wand of Dowsing", "Really Impressive Title", "Huge Rock")
    assert aric.level == 2 and aric.table == [] and aric.hand == []


@rule("SELL-03", "REPLAY-14", "LEVEL-04", "CONF-05")
def test_one_level_short_of_winning_there_is_no_sale() -> None:
    game = table(seat(level=9, carries=FORTUNE), seat())
    aric, _ = game
    assert not aric.may("sell items")


@rule("SELL-03")
def test_a_sale_never_brings_the_winning_level() -> None:
    game = table(seat(level=8, carries=FORTUNE), seat())
    aric, _ = game
    aric.sells("Pollymorph Potion", "Wand of Dowsing")  # 2,400
    assert aric.level == 9 and not game.over and not aric.may("sell items")


@rule("SELL-03")
def test_strictly_a_sale_that_is_too_good_is_not_made() -> None:
    game = table(seat(level=8, carries=FORTUNE), seat(), sell_cap="strict")
    aric, _ = game
    aric.does("sell items")
    aric.does("sell Pollymorph Potion")
    assert aric.may("close the sale")
    aric.does("sell Wand of Dowsing")
    assert not aric.may("close the sale")


@rule("SELL-03")
@pytest.mark.parametrize(("win_level", "may"), [(5, False), (6, True), (20, True)])
def test_the_winning_level_is_that_of_the_game(win_level: int, may: bool) -> None:
    game = table(seat(level=4, carries=FORTUNE), seat(), win_level=win_level)
    aric, _ = game
    assert aric.may("sell items") == may


@rule("SELL-04", "TIME-13")
def test_a_sale_is_called_off_once_in_a_phase() -> None:
    game = table(seat(carries="Wand of Dowsing"), seat(), doors=["Elf"])
    aric, _ = game
    aric.sells("Wand of Dowsing", commit=False)
    assert aric.carries == ["Wand of Dowsing"] and aric.level == 1
    assert not aric.may("sell items")
    aric.kicks_open_the_door()
    aric.keeps_it()
    assert aric.may("sell items")  # the next phase


@rule("SELL-04", "CHEAT-02")
def test_what_is_sold_lies_open_on_the_discards() -> None:
    game = table(seat(carries="Wand of Dowsing", hand="Leather Armor"), seat())
    aric, _ = game
    aric.sells("Wand of Dowsing", "Leather Armor")
    sold = [event for event in game.log if event.what == "DISCARDS"]
    assert {event.card for event in sold} == {"Wand of Dowsing", "Leather Armor"}
    assert all(1 in event.seen_by for event in sold)


# -------------------------------------------------------------------------------------------------------- Halfling


@rule("SELL-01", "ORIG-02")
def test_a_halfling_sells_one_item_at_double_price() -> None:
    game = table(seat(races="Halfling", carries="Magic Lamp"), seat())
    aric, _ = game
    aric.sells("Magic Lamp")  # 500
    assert aric.level == 2 and aric.table == ["Halfling"]


@rule("SELL-01")
def test_one_who_is_no_halfling_does_not() -> None:
    game = table(seat(races="Dwarf", carries="Magic Lamp"), seat())
    aric, _ = game
    assert not aric.may("sell items")


@rule("SELL-01")
def test_once_each_turn_and_again_in_the_next() -> None:
    game = table(
        seat(races="Halfling", carries="Magic Lamp, Wishing Ring, Sandals of Protection, Tuba of Charm"),
        seat(),
        doors=["Curse! Lose a Level", "Elf", "Curse! Lose a Level", "Dwarf"],
        moment="before_charity",
    )
    aric, suzan = game
    aric.sells("Magic Lamp")
    assert aric.level == 2 and aric.may("sell items")
    aric.sells("Wishing Ring", "Sandals of Protection")  # 1,200, not doubled again: 1 level
    assert aric.level == 3
    assert not aric.may("sell items")  # 300 left
    aric.ends_the_turn()
    suzan.kicks_open_the_door()
    suzan.loots()
    suzan.ends_the_turn()
    assert game.turn_player is aric and not aric.may("sell items")  # twice 300


@rule("SELL-01")
def test_the_double_price_comes_back_with_the_next_own_turn() -> None:
    game = table(
        seat(races="Halfling", carries="Magic Lamp, Staff of Napalm"),
        seat(),
        doors=["Curse! Lose a Level", "Elf"],
        moment="before_charity",
    )
    aric, suzan = game
    aric.sells("Magic Lamp")
    assert not aric.may("sell items")
    aric.ends_the_turn()
    suzan.kicks_open_the_door()
    suzan.loots()
    suzan.ends_the_turn()
    aric.sells("Staff of Napalm")
    assert aric.level == 3


@rule("SELL-01")
def test_the_double_price_is_kept_for_later_if_it_would_bring_nothing() -> None:
    game = table(seat(races="Halfling", carries="Cloak of Obscurity, Flaming Armor, Magic Lamp"), seat())
    aric, _ = game
    aric.sells("Cloak of Obscurity", "Flaming Armor")  # 1,000, doubled 1,600: one level either way
    aric.sells("Magic Lamp")
    assert aric.level == 3


@rule("SELL-01")
def test_they_say_which_item_counts_double_if_several_would_do() -> None:
    game = table(seat(races="Halfling", carries="Magic Lamp, Wishing Ring"), seat())
    aric, _ = game
    aric.sells("Magic Lamp", "Wishing Ring")  # 1,000; either doubled makes 1,500: no matter
    assert aric.level == 2
    game = table(seat(races="Halfling", carries="Staff of Napalm, Cloak of Obscurity"), seat())
    aric, _ = game
    aric.sells("Staff of Napalm", "Cloak of Obscurity", doubling="Cloak of Obscurity")  # 1,400 + 600
    assert aric.level == 3


@rule("SELL-03")
def test_a_halfling_may_forgo_the_double_price_that_would_be_too_good() -> None:
    game = table(seat(level=8, races="Halfling", carries="Pollymorph Potion"), seat(), sell_cap="strict")
    aric, _ = game
    aric.sells("Pollymorph Potion")  # doubled it would bring two levels
    assert aric.level == 9
    game = table(seat(level=7, races="Halfling", carries="Pollymorph Potion, Flaming Armor"), seat(), sell_cap="strict")
    aric, _ = game
    aric.sells("Pollymorph Potion", "Flaming Armor")  # 1,300 + twice 400, and not twice 1,300 + 400
    assert aric.level == 9
