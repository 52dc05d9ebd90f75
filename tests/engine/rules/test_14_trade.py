"""Section 14, trades and gifts."""

import pytest

from munchkin_env.game.scenario import Player, seat, table
from tests.rule import rule


def begins_a_trade(one: Player, other: Player) -> None:
    """Up to the choice of what to give."""
    one.does("trade")
    one.picks(other)


@rule("TRADE-01", "TRADE-05")
def test_items_go_from_table_to_table_and_arrive_sideways() -> None:
    game = table(seat(wears="Helm of Courage"), seat(wears="Slimy Armor"))
    aric, suzan = game
    aric.trades(suzan, gives="Helm of Courage", takes="Slimy Armor")
    assert aric.wears == ["Helm of Courage"]  # nothing moves before the other agrees
    suzan.accepts()
    assert aric.carries == ["Slimy Armor"] and suzan.carries == ["Helm of Courage"]
    assert aric.hand == [] and suzan.hand == [] and aric.strength == 1
    aric.equips("Slimy Armor")
    assert aric.strength == 2


@rule("TRADE-01", "TRADE-06", "HAND-04")
def test_nothing_else_is_tradable() -> None:
    game = table(
        seat(
            classes="Thief",
            races="Elf",
            duals="Half-Breed",
            carries="Magic Missile",
            cheats="Helm of Courage",
            hireling="Slimy Armor",
            curses="Curse! Chicken on Your Head",
            hand="Leather Armor, Boil an Anthill, Dwarf",
        ),
        seat(),
    )
    aric, suzan = game
    begins_a_trade(aric, suzan)
    assert set(aric.choices) == {"give Magic Missile", "give Helm of Courage", "give Slimy Armor"}


@rule("TRADE-02")
def test_free_players_trade_off_turn_and_even_during_the_fight_of_others() -> None:
    game = table(seat(hand="Baby"), seat(carries="Leather Armor"), seat(carries="Slimy Armor"), doors=["Plutonium Dragon"])
    aric, suzan, third = game
    aric.kicks_open_the_door()
    assert not aric.may("trade")
    aric.passes()
    suzan.does("trade")
    assert suzan.choices == ["trade with player 2"]  # not with a fighter
    suzan.picks(third)
    suzan.chooses("Leather Armor", "Slimy Armor")
    suzan.does("send the offer")
    third.accepts()
    assert suzan.carries == ["Slimy Armor"] and third.carries == ["Leather Armor"]


@rule("TRADE-02", "HELP-16")
def test_a_helper_is_in_combat_and_does_not_trade() -> None:
    game = table(seat(hand="Baby"), seat(carries="Leather Armor"), seat(carries="Slimy Armor"), doors=["Plutonium Dragon"])
    aric, suzan, third = game
    aric.kicks_open_the_door()
    aric.asks(suzan)
    suzan.accepts()
    aric.passes()
    assert third.decides and not third.may("trade")  # both others are fighting


@rule("TRADE-02")
def test_those_who_run_away_do_not_trade() -> None:
    game = table(
        seat(carries="Leather Armor"), seat(carries="Slimy Armor"), doors=["Gelatinous Octahedron"], auto_pass_forced=False, dice=[6]
    )
    aric, suzan = game
    aric.kicks_open_the_door()
    game.everybody_passes()
    assert game.decision == "WINDOW" and not aric.may("trade")
    aric.passes()
    assert not suzan.may("trade")
    suzan.passes()
    aric.rolls()
    game.everybody_passes()
    assert not game.fighting and aric.may("trade")


@rule("TRADE-03", "REPLAY-21")
def test_a_gift_needs_a_taker_and_obliges_to_nothing() -> None:
    game = table(
        seat(hand="Baby"),
        seat(carries="Flaming Armor"),
        seat(level=9),
        doors=["Plutonium Dragon"],
    )
    bob, suzan, third = game
    bob.kicks_open_the_door()
    bob.passes()
    suzan.trades(third, gives="Flaming Armor")
    third.accepts()
    assert third.carries == ["Flaming Armor"]
    suzan.passes()
    third.passes()
    assert bob.decides and bob.may("ask for help")
    bob.asks(third)
    assert third.may("accept") and third.may("refuse")


@rule("TRADE-03")
def test_a_gift_may_be_refused() -> None:
    game = table(seat(carries="Flaming Armor"), seat())
    aric, suzan = game
    aric.trades(suzan, gives="Flaming Armor")
    suzan.refuses()
    assert aric.carries == ["Flaming Armor"] and suzan.table == []


@rule("TRADE-03")
def test_a_present_may_be_begged_for() -> None:
    game = table(seat(), seat(carries="Flaming Armor"))
    aric, suzan = game
    aric.trades(suzan, takes="Flaming Armor")
    suzan.accepts()
    assert aric.carries == ["Flaming Armor"]


@rule("TRADE-04")
def test_nothing_for_nothing_is_no_trade() -> None:
    game = table(seat(carries="Leather Armor"), seat(carries="Slimy Armor"))
    aric, suzan = game
    begins_a_trade(aric, suzan)
    aric.does("give nothing")
    assert aric.choices == ["want Slimy Armor"]


@rule("TRADE-04")
def test_without_items_on_either_side_there_is_nothing_to_trade() -> None:
    game = table(seat(hand="Leather Armor"), seat(hand="Slimy Armor"))
    aric, _ = game
    assert not aric.may("trade")


@rule("TRADE-04")
def test_a_refused_offer_is_not_repeated_this_turn() -> None:
    game = table(seat(carries="Leather Armor, Helm of Courage"), seat(carries="Slimy Armor"), seat(), doors=["Elf", "Dwarf"])
    aric, suzan, third = game
    aric.trades(suzan, gives="Leather Armor")
    suzan.refuses()
    begins_a_trade(aric, suzan)
    aric.chooses("Leather Armor")
    aric.does("want nothing")
    assert aric.choices == ["withdraw the offer"]
    aric.does("withdraw the offer")
    aric.trades(third, gives="Leather Armor")  # another player may have it
    third.accepts()
    assert third.carries == ["Leather Armor"]


@rule("TRADE-04")
def test_a_refused_offer_may_be_made_again_next_turn() -> None:
    game = table(seat(carries="Leather Armor"), seat(), doors=["Curse! Lose a Level", "Curse! Lose a Level"])
    aric, suzan = game
    aric.trades(suzan, gives="Leather Armor")
    suzan.refuses()
    while game.turn_player is aric:
        aric.does(next(text for text in ("kick open the door", "go into the room", "end the turn", "pass") if aric.may(text)))
        game.skip_windows()
    suzan.does("kick open the door")
    aric.trades(suzan, gives="Leather Armor")
    suzan.accepts()
    assert suzan.carries == ["Leather Armor"]


@rule("TRADE-04", "TIME-13")
@pytest.mark.parametrize("budget", [0, 1, 3])
def test_so_many_offers_a_turn(budget: int) -> None:
    game = table(seat(carries="Leather Armor, Helm of Courage, Spiky Knees, Slimy Armor"), seat(), trade_budget=budget)
    aric, suzan = game
    for name in ("Leather Armor", "Helm of Courage", "Spiky Knees")[:budget]:
        aric.trades(suzan, gives=name)
        suzan.refuses()
    assert not aric.may("trade")
    assert aric.may("equip Slimy Armor")


@rule("TRADE-04", "TIME-13")
def test_a_withdrawn_offer_counts_too() -> None:
    game = table(seat(carries="Leather Armor"), seat(), trade_budget=1)
    aric, suzan = game
    aric.trades(suzan, gives="Leather Armor", send=False)
    assert not aric.may("trade") and suzan.table == []


@rule("TRADE-05", "DEATH-08", "DEATH-11")
def test_the_dead_do_not_trade_and_the_reborn_take_gifts() -> None:
    game = table(seat(carries="Leather Armor"), seat(dead=True), seat())
    aric, _, third = game
    aric.does("trade")
    assert aric.choices == ["trade with player 2"]
    aric.picks(third)
    aric.chooses("Leather Armor")
    aric.does("want nothing")
    aric.does("withdraw the offer")

    game = table(seat(carries="Leather Armor"), seat(), seat(dead=True), moment="turn")
    aric, _, third = game
    aric.trades(third, gives="Leather Armor")
    third.accepts()
    assert third.carries == ["Leather Armor"] and not third.dead
