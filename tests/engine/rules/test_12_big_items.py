"""Section 12, Big Items and Cheat!"""

import pytest

from munchkin_env.game.scenario import seat, table
from tests.rule import rule

# ------------------------------------------------------------------------------------------------------ Big Items


@rule("BIG-01")
def test_any_number_of_small_items_and_one_big_one() -> None:
    game = table(seat(carries="Huge Rock", hand="Tuba of Charm, Spiky Knees, Helm of Courage, Rat on a Stick"), seat())
    aric, _ = game
    assert not aric.may("play Tuba of Charm")  # not even sideways
    for name in ("Spiky Knees", "Helm of Courage", "Rat on a Stick"):
        aric.lays_down(name)
    assert aric.hand == ["Tuba of Charm"]


@rule("BIG-01")
@pytest.mark.parametrize("equipped", [True, False])
def test_the_one_big_item_counts_whether_it_is_equipped_or_not(equipped: bool) -> None:
    first = seat(wears="Chainsaw of Bloody Dismemberment") if equipped else seat(carries="Chainsaw of Bloody Dismemberment")
    game = table(first, seat(carries="Huge Rock"))
    aric, suzan = game
    aric.does("trade")
    aric.picks(suzan)
    aric.does("give nothing")
    aric.does("want Huge Rock")
    assert not aric.may("send the offer")
    aric.does("withdraw the offer")
    aric.trades(suzan, gives="Chainsaw of Bloody Dismemberment", takes="Huge Rock")  # one for the other
    suzan.accepts()
    assert aric.carries == ["Huge Rock"] and suzan.carries == ["Chainsaw of Bloody Dismemberment"]


@rule("BIG-01")
def test_a_gift_that_the_other_could_not_carry_is_not_offered() -> None:
    game = table(seat(carries="Huge Rock"), seat(carries="Tuba of Charm"))
    aric, suzan = game
    aric.does("trade")
    aric.picks(suzan)
    aric.does("give Huge Rock")
    aric.does("want nothing")
    assert aric.choices == ["withdraw the offer"]


@rule("BIG-01", "DEATH-07")
def test_a_second_big_item_won_sits_in_the_hand() -> None:
    game = table(seat(level=5, carries="Huge Rock"), seat(), doors=["Pit Bull"], treasures=["Tuba of Charm"])
    aric, _ = game
    aric.kicks_open_the_door()
    game.everybody_passes()
    assert aric.hand == ["Tuba of Charm"] and not aric.may("play Tuba of Charm")


@rule("BIG-01", "ORIG-11")
def test_a_dwarf_carries_any_number_of_big_items() -> None:
    game = table(seat(races="Dwarf", carries="Huge Rock, Stepladder", hand="Tuba of Charm, Mithril Armor"), seat())
    aric, _ = game
    aric.lays_down("Tuba of Charm")
    aric.lays_down("Mithril Armor")
    assert aric.hand == [] and sorted(aric.wears) == ["Mithril Armor", "Tuba of Charm"]
    assert not aric.may("equip Huge Rock")  # carrying is not wearing: both hands are needed for it


@rule("BIG-02")
def test_a_big_item_is_not_dropped_for_another_but_a_power_may_be_paid_with_it() -> None:
    game = table(seat(classes="Warrior", carries="Huge Rock", hand="Shield of Ubiquity"), seat(), doors=["Pit Bull"])
    aric, _ = game
    assert not aric.may("discard Huge Rock") and not aric.may("play Shield of Ubiquity")
    aric.kicks_open_the_door()
    aric.uses("Warrior", "berserking", paying="Huge Rock")
    assert aric.table == ["Warrior"] and game.treasures_discarded == ["Huge Rock"]
    game.skip_windows()
    aric.lays_down("Shield of Ubiquity")
    assert aric.wears == ["Shield of Ubiquity"]


@rule("BIG-03")
def test_who_stops_being_a_dwarf_on_their_own_turn_may_sell_what_is_too_much() -> None:
    game = table(seat(races="Dwarf", carries="Mithril Armor, Chainsaw of Bloody Dismemberment"), seat())
    aric, _ = game
    aric.discards("Dwarf")
    assert set(aric.choices) == {"part with Mithril Armor", "part with Chainsaw of Bloody Dismemberment", "sell items"}
    aric.sells("Mithril Armor", "Chainsaw of Bloody Dismemberment")
    assert aric.level == 2 and aric.table == [] and game.decision == "ARRANGE"


@rule("BIG-03")
def test_a_sale_needs_a_thousand_gold_pieces_here_too() -> None:
    game = table(seat(races="Dwarf", carries="Mithril Armor, Tuba of Charm"), seat())
    aric, suzan = game
    aric.discards("Dwarf")
    assert set(aric.choices) == {"part with Mithril Armor", "part with Tuba of Charm"}
    aric.does("part with Tuba of Charm")
    assert aric.carries == ["Mithril Armor"] and suzan.carries == ["Tuba of Charm"]  # without being asked, and sideways


@rule("BIG-03")
def test_a_sale_called_off_leaves_the_duty() -> None:
    game = table(seat(races="Dwarf", carries="Mithril Armor, Chainsaw of Bloody Dismemberment"), seat())
    aric, _ = game
    aric.discards("Dwarf")
    aric.sells("Mithril Armor", commit=False)
    assert set(aric.choices) == {"part with Mithril Armor", "part with Chainsaw of Bloody Dismemberment"}


@rule("BIG-03")
def test_off_turn_there_is_no_sale_and_big_items_go_to_the_lowest_who_can_carry_them() -> None:
    game = table(
        seat(level=5, hand="Curse! Lose Your Race"),
        seat(level=4, races="Dwarf", carries="Mithril Armor, Chainsaw of Bloody Dismemberment, Tuba of Charm"),
        seat(level=1, carries="Huge Rock"),
        seat(level=3),
        seat(level=2, races="Dwarf", carries="Shield of Ubiquity"),
        seat(level=3),
    )
    aric, loser, laden, _third, dwarf, fifth = game
    aric.plays("Curse! Lose Your Race", on=loser)
    assert all(text.startswith("part with") for text in loser.choices) and len(loser.choices) == 3
    loser.does("part with Mithril Armor")
    assert dwarf.carries == ["Shield of Ubiquity", "Mithril Armor"]  # Level 2; the one of Level 1 has no room
    loser.does("part with Tuba of Charm")
    assert "Tuba of Charm" in dwarf.carries and laden.carries == ["Huge Rock"] and fifth.carries == []
    assert loser.carries == ["Chainsaw of Bloody Dismemberment"] and aric.decides


@rule("BIG-03")
def test_among_equals_the_owner_says_who_gets_it() -> None:
    game = table(
        seat(level=5, hand="Curse! Lose Your Race"),
        seat(level=4, races="Dwarf", carries="Mithril Armor, Tuba of Charm"),
        seat(level=2),
        seat(level=2),
    )
    aric, loser, low, also_low = game
    aric.plays("Curse! Lose Your Race", on=loser)
    loser.does("part with Tuba of Charm")
    assert set(loser.choices) == {"to player 2", "to player 3"}
    loser.picks(also_low)
    assert also_low.carries == ["Tuba of Charm"] and low.carries == []


@rule("BIG-03")
def test_what_nobody_can_carry_is_discarded() -> None:
    game = table(
        seat(level=5, hand="Curse! Lose Your Race", carries="Huge Rock"),
        seat(level=4, races="Dwarf", carries="Mithril Armor, Tuba of Charm"),
        seat(dead=True),
    )
    aric, loser, _ = game
    aric.plays("Curse! Lose Your Race", on=loser)
    loser.does("part with Tuba of Charm")
    assert game.treasures_discarded == ["Tuba of Charm"] and loser.carries == ["Mithril Armor"]


@rule("BIG-03")
def test_fighters_must_take_and_give_big_items_too() -> None:
    game = table(
        seat(level=1, hand="Baby"),
        seat(level=4, races="Dwarf", carries="Mithril Armor, Tuba of Charm"),
        seat(level=6, hand="Curse! Lose Your Race"),
        doors=["Net Troll"],
    )
    main, loser, curser = game
    main.kicks_open_the_door()
    main.asks(loser)
    loser.accepts()
    main.passes()
    loser.passes()
    curser.plays("Curse! Lose Your Race", on=loser)
    assert set(loser.choices) == {"part with Mithril Armor", "part with Tuba of Charm"}
    loser.does("part with Mithril Armor")
    assert main.carries == ["Mithril Armor"] and game.fighting


@rule("BIG-03")
def test_on_the_own_turn_another_dwarf_card_puts_it_right() -> None:
    game = table(seat(races="Dwarf", carries="Huge Rock, Tuba of Charm", hand="Dwarf"), seat())
    aric, suzan = game
    aric.discards("Dwarf")
    assert set(aric.choices) == {"play Dwarf", "part with Huge Rock", "part with Tuba of Charm"}
    aric.plays("Dwarf")
    assert aric.carries == ["Huge Rock", "Tuba of Charm"] and suzan.table == [] and game.decision == "ARRANGE"


@rule("BIG-03", "CHEAT-01")
def test_a_cheat_on_one_of_them_puts_it_right_too() -> None:
    game = table(seat(races="Dwarf", carries="Huge Rock, Tuba of Charm", hand="Cheat!"), seat())
    aric, _ = game
    aric.discards("Dwarf")
    aric.plays("Cheat!", on="Huge Rock")
    assert sorted(aric.carries) == ["Huge Rock", "Tuba of Charm"] and game.decision == "ARRANGE"


@rule("BIG-03", "CHEAT-01", "TIME-12")
@pytest.mark.parametrize("just_received", [True, False])
def test_off_turn_a_cheat_just_received_puts_it_right(just_received: bool) -> None:
    fresh, hand = ("Cheat!", "") if just_received else ("", "Cheat!")
    dwarf = seat(level=2, races="Dwarf", carries="Huge Rock, Tuba of Charm", hand=hand, fresh=fresh)
    game = table(seat(hand="Curse! Lose Your Race"), dwarf, seat())
    aric, suzan, _ = game
    aric.plays("Curse! Lose Your Race", on=suzan)
    assert suzan.may("play Cheat!") == just_received
    if just_received:
        suzan.plays("Cheat!", on="Huge Rock")
        assert suzan.carries == ["Huge Rock", "Tuba of Charm"] and game.decision == "ARRANGE"


# ----------------------------------------------------------------------------------------------------------- Cheat!


@rule("CHEAT-01")
def test_a_cheated_item_is_worn_despite_its_restriction_and_a_full_place() -> None:
    game = table(seat(classes="Warrior", wears="Helm of Courage", carries="Pointy Hat of Power", hand="Cheat!"), seat())
    aric, _ = game
    assert not aric.may("equip Pointy Hat of Power")
    aric.plays("Cheat!", on="Pointy Hat of Power")
    aric.equips("Pointy Hat of Power")
    assert aric.strength == 1 + 1 + 3


@rule("CHEAT-01", "ITEM-04")
def test_a_cheated_two_handed_item_needs_no_hands() -> None:
    game = table(seat(wears="Buckler of Swashing, Sneaky Bastard Sword", carries="Eleven-Foot Pole", hand="Cheat!"), seat())
    aric, _ = game
    aric.plays("Cheat!", on="Eleven-Foot Pole")
    aric.equips("Eleven-Foot Pole")
    assert aric.strength == 1 + 2 + 2 + 1


@rule("CHEAT-01", "BIG-01")
def test_a_second_big_item_is_laid_down_with_the_cheat_on_it() -> None:
    game = table(seat(wears="Huge Rock", hand="Cheat!, Shield of Ubiquity"), seat())
    aric, _ = game
    assert not aric.may("play Shield of Ubiquity")
    aric.plays("Cheat!", on="Shield of Ubiquity")
    assert aric.wears == ["Huge Rock", "Shield of Ubiquity"] and aric.hand == []
    assert aric.strength == 1 + 3 + 4  # not a Warrior, both hands full


@rule("CHEAT-01")
def test_one_shots_and_hirelings_take_no_cheat() -> None:
    game = table(seat(carries="Magic Missile", hireling="", hand="Cheat!"), seat())
    aric, _ = game
    assert not aric.may("play Cheat!")


@rule("CHEAT-01", "TIME-03")
def test_cheat_is_played_on_the_own_turn_outside_combat_or_when_just_received() -> None:
    game = table(
        seat(level=5, wears="Leather Armor", hand="Cheat!, Baby"),
        seat(),
        doors=["Pit Bull"],
    )
    aric, _ = game
    assert aric.may("play Cheat!")
    aric.kicks_open_the_door()
    assert aric.choices == ["pass", "play Baby"]


@rule("CHEAT-01", "TIME-12")
@pytest.mark.parametrize("just_received", [True, False])
def test_off_turn_cheat_must_have_just_been_received(just_received: bool) -> None:
    cheat = "Cheat!"
    holder = (
        seat(carries="Slimy Armor", hand="Mace of Sharpness", fresh=cheat) if just_received else seat(carries="Slimy Armor", hand=cheat)
    )
    game = table(seat(), holder, auto_pass_forced=False)
    aric, suzan = game
    aric.does("kick open the door")
    assert suzan.may("play Cheat!") == just_received
    if just_received:
        suzan.plays("Cheat!")  # on the only Item in play; the hand card was not just received
        assert suzan.table == ["Slimy Armor", "Cheat!"]


@rule("CHEAT-01", "TIME-12")
def test_off_turn_an_item_and_a_cheat_just_received_are_played_together() -> None:
    game = table(seat(), seat(fresh="Cheat!, Mace of Sharpness"), auto_pass_forced=False)
    aric, suzan = game
    aric.does("kick open the door")
    suzan.plays("Cheat!", on="Mace of Sharpness")
    assert suzan.wears == ["Mace of Sharpness"] and suzan.strength == 1 + 4


@rule("CHEAT-02")
def test_at_death_the_cheat_and_its_item_are_looted_apart() -> None:
    game = table(seat(level=6, cheats="Mace of Sharpness"), seat(level=3), seat(level=2), doors=["Plutonium Dragon"], dice=[1])
    aric, suzan, third = game
    aric.kicks_open_the_door()
    game.skip_windows()
    assert aric.dead and set(suzan.choices) == {"take Mace of Sharpness", "take Cheat!"}
    suzan.does("take Cheat!")
    third.does("take Mace of Sharpness")
    assert suzan.hand == ["Cheat!"] and third.hand == ["Mace of Sharpness"]


@rule("CHEAT-02", "TRADE-06")
def test_a_cheat_does_not_go_along_with_its_item() -> None:
    game = table(seat(cheats="Mace of Sharpness"), seat(carries="Helm of Courage"))
    aric, suzan = game
    aric.trades(suzan, gives="Mace of Sharpness")
    suzan.accepts()
    assert aric.table == [] and suzan.table == ["Helm of Courage", "Mace of Sharpness"]
    assert game.doors_discarded == ["Cheat!"]


@rule("CHEAT-02")
def test_a_cheat_goes_with_an_item_sold() -> None:
    game = table(seat(cheats="Mithril Armor", carries="Tuba of Charm, Magic Missile"), seat())
    aric, _ = game
    aric.sells("Mithril Armor", "Tuba of Charm", "Magic Missile")
    assert aric.level == 2 and aric.table == [] and game.doors_discarded == ["Cheat!"]
