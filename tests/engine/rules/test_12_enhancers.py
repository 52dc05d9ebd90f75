"""Section 12, Item Enhancers (The Good, the Bad, and the Munchkin)."""

from munchkin_env.game.scenario import seat
from tests.rule import rule
from tests.western import caught, west


@rule("ENH-01", "ITEM-02")
def test_an_enhancer_adds_to_the_item_it_lies_on() -> None:
    game = west(seat(wears="Bullwhip, Top Hat", hand="Silver Inlay, Double Stitching"), seat())
    aric, _ = game
    aric.plays("Silver Inlay", on="Bullwhip")
    aric.plays("Double Stitching", on="Bullwhip")
    assert aric.strength == 1 + 2 + 3 + 2 + 1
    aric.turns_sideways("Bullwhip")
    assert aric.strength == 1 + 2, "what is not worn adds nothing, and nothing on it does"


@rule("ENH-01", "STEED-04")
def test_it_needs_an_item_and_the_own_turn_outside_combat() -> None:
    game = west(seat(hand="Silver Inlay"), seat(wears="Bullwhip", hand="Double Stitching"), doors=["Mesa Colossus"])
    aric, suzan = game
    assert not aric.may("play Silver Inlay")
    aric.does("kick open the door")
    assert not suzan.may("play Double Stitching")
    game = west(seat(wears="Bullwhip", hand="Silver Inlay"), seat(), doors=["Mesa Colossus"])
    game[0].kicks_open_the_door()
    assert not game[0].may("play Silver Inlay")


@rule("ENH-01", "TRADE-01")
def test_it_goes_along_when_the_item_is_traded() -> None:
    game = west(seat(wears="Bullwhip", attached="Silver Inlay on Bullwhip"), seat(wears="Top Hat"))
    aric, suzan = game
    aric.does("trade")
    aric.chooses(suzan)
    assert sorted(aric.choices) == ["give Bullwhip", "give nothing"], "not the enhancer alone"
    aric.does("give Bullwhip")
    aric.does("want nothing")
    aric.does("send the offer")
    suzan.accepts()
    assert aric.table == [] and sorted(suzan.table) == ["Bullwhip", "Silver Inlay", "Top Hat"]
    game.everybody_passes()
    assert suzan.strength == 1 + 2
    suzan_turn = west(seat(carries="Bullwhip", attached="Silver Inlay on Bullwhip"), seat())
    suzan_turn[0].equips("Bullwhip")
    assert suzan_turn[0].strength == 1 + 3 + 2


@rule("ENH-01", "CHEAT-02")
def test_a_cheat_on_it_does_not_go_along() -> None:
    game = west(seat(wears="Bullwhip", attached="Silver Inlay on Bullwhip, Cheat! on Bullwhip"), seat())
    aric, suzan = game
    aric.trades(suzan, gives="Bullwhip")
    suzan.accepts()
    assert sorted(suzan.table) == ["Bullwhip", "Silver Inlay"] and game.doors_discarded == ["Cheat!"]


@rule("ENH-01", "SELL-02", "SELL-04")
def test_it_is_sold_with_its_item() -> None:
    game = west(seat(carries="Bullwhip, Bowie Knife", attached="Silver Inlay on Bullwhip"), seat())
    aric, _ = game
    aric.does("sell items")
    assert not aric.may("sell Silver Inlay")
    aric.does("sell Bullwhip")
    assert not aric.may("close the sale")
    aric.does("sell Bowie Knife")
    aric.does("close the sale")
    assert aric.level == 2 and sorted(game.treasures_discarded) == ["Bowie Knife", "Bullwhip", "Silver Inlay"]


@rule("ENH-01", "SELL-02")
def test_an_enhancer_of_the_hand_is_sold_like_any_item() -> None:
    game = west(seat(hand="Chili Oats, Seven-Shooter"), seat())
    aric, _ = game
    aric.sells("Chili Oats", "Seven-Shooter")
    assert aric.level == 2


@rule("ENH-01", "ITEM-10", "ORIG-03")
def test_it_is_no_item_of_its_own_to_curses_and_prices() -> None:
    game = west(seat(carries="Bullwhip", attached="Silver Inlay on Bullwhip"), seat(), doors=["Old Mine Shaft"])
    aric, _ = game
    aric.kicks_open_the_door()
    assert aric.table == [] and sorted(game.treasures_discarded) == ["Bullwhip", "Silver Inlay"]
    game = west(seat(classes="Cowboy", wears="Bullwhip", attached="Silver Inlay on Bullwhip"), seat(), doors=["Mesa Colossus"])
    aric, _ = game
    aric.kicks_open_the_door()
    aric.uses("Cowboy")
    assert aric.wears == [] and sorted(game.treasures_discarded) == ["Bullwhip", "Silver Inlay"], "it could pay with the whip alone"


@rule("ENH-01", "DEATH-04", "CHEAT-02")
def test_at_death_they_are_separated() -> None:
    game = caught("Grizzly", seat(level=5, wears="Bullwhip", attached="Silver Inlay on Bullwhip, Cheat! on Bullwhip"), seat(level=2))
    assert game[0].dead and sorted(game.pool) == ["Bullwhip", "Cheat!", "Silver Inlay"]
    game[1].takes("Silver Inlay")
    assert game[1].hand == ["Silver Inlay"]


@rule("DEATH-02", "DEATH-07")
def test_a_dead_westerner_keeps_class_super_munchkin_and_traps() -> None:
    kept = seat(level=5, classes="Dude, Cowboy", duals="Super Munchkin", carries="Catamount, Schoolmarm", curses="Marked Man, Jinxed Spurs")
    game = caught("Grizzly", kept, seat(level=2), dice=(1,))
    assert game[0].dead and sorted(game[0].classes) == ["Cowboy", "Dude"] and game[0].level == 5
    assert game[0].curses == ["Jinxed Spurs"], "the Marked Man's lasts until death"
    assert sorted(game.pool) == ["Catamount", "Schoolmarm"]
    game[1].takes("Catamount")
    assert game[1].hand == ["Catamount"]


@rule("ENH-01")
def test_it_adds_before_what_the_owners_cards_add() -> None:
    worn = seat(classes="Dude, Outlaw", duals="Super Munchkin", wears="Getaway Boots", attached="Double Stitching on Getaway Boots")
    game = west(worn, seat(), doors=["Mesa Colossus"])
    assert game[0].strength == 1 + 2 + 1 + 1, "alone as an Outlaw, and Footgear that gives a bonus now"


@rule("ENH-01", "TIME-06", "REW-04")
def test_like_any_treasure_it_is_played_when_one_gets_it_also_as_a_helper() -> None:
    game = west(seat(level=4), seat(level=6, wears="Bullwhip"), doors=["Ghost Rider"], treasures=["Silver Inlay", "Bowie Knife"])
    aric, suzan = game
    aric.kicks_open_the_door()
    aric.asks(suzan, treasures="all")
    suzan.accepts()
    aric.passes()
    suzan.plays("Silver Inlay", on="Bullwhip")
    assert suzan.strength == 6 + 3 + 2
    game = west(seat(), seat(wears="Bullwhip", hand="Silver Inlay", fresh="Double Stitching"))
    game[0].does("kick open the door")
    assert game[1].may("play Double Stitching") and not game[1].may("play Silver Inlay"), "one held for long waits for their turn"
    game = west(seat(wears="Bullwhip", hand="Silver Inlay", fresh="Double Stitching"), seat(), doors=["Grizzly"])
    game[0].kicks_open_the_door()
    assert not game[0].may("play Double Stitching") and not game[0].may("play Silver Inlay"), "nothing of the sort in combat"
