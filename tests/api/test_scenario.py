"""Positions set by names, played in verbs."""

import pytest

from munchkin_env.scenario import ScenarioError, seat, table
from tests.rule import rule

pytestmark = pytest.mark.compiled


@rule("COMBAT-09", "TIME-10")
def test_others_may_play_cards_against_you_and_everyone_may_answer() -> None:
    game = table(
        seat(level=4, classes="Warrior", wears="Chainsaw of Bloody Dismemberment", hand="Magic Missile"),
        seat(hand="Enraged, Humongous"),
        seat(),
        doors=["Net Troll"],
    )
    aric, suzan, _third = game
    aric.kicks_open_the_door()
    aric.plays("Magic Missile", on="munchkins")
    assert game.strength == (12, 10)
    aric.passes()
    suzan.plays("Enraged", on="Net Troll")
    assert game.strength == (12, 15)
    assert game.waits_for(suzan)


def test_what_cannot_be_is_refused() -> None:
    with pytest.raises(ScenarioError, match="near to it: Helm of Courage"):
        table(seat(wears="Helm of Curage"), seat())
    with pytest.raises(ScenarioError, match="may not wear 'Helm of Courage'"):
        table(seat(wears="Bad-Ass Bandana, Helm of Courage"), seat())
    with pytest.raises(ScenarioError, match="all copies of 'Net Troll'"):
        table(seat(hand="Net Troll"), seat(), doors=["Net Troll"])
    with pytest.raises(ScenarioError, match="the card that allows two"):
        table(seat(classes="Warrior, Thief"), seat())
    with pytest.raises(ScenarioError, match="no door card"):
        table(seat(), seat(), doors=["Helm of Courage"])


def test_a_verb_says_why_it_cannot_be() -> None:
    game = table(seat(), seat(hand="Enraged"), doors=["Net Troll"])
    aric, suzan = game
    with pytest.raises(ScenarioError, match="it is not his decision; player 0 decides ARRANGE; legal: kick open the door"):
        suzan.plays("Enraged")
    aric.kicks_open_the_door()
    with pytest.raises(ScenarioError, match="may not play 'Enraged'"):
        aric.plays("Enraged")


def test_every_card_is_somewhere_once() -> None:
    game = table(
        seat(classes="Thief, Wizard", duals="Super Munchkin", races="Elf", hireling="Huge Rock", cheats="Broad Sword"),
        seat(sex="female", level=5, curses="Curse! Chicken on Your Head", carries="Wishing Ring", hand=["3,872 Orcs", "1,000 Gold Pieces"]),
        seat(dead=True, hand=""),
        doors="Wizard, Wizard",
        treasures="Wishing Ring",
        door_discards="Elf, Dwarf",
    )
    g = game.game.record
    cards = [pile.cards[i] for pile in (g.doors, g.treasures, g.door_discards) for i in range(pile.n)]
    for p in range(3):
        cards += [g.seat[p].hand[i] for i in range(g.seat[p].hand_n)] + [g.seat[p].table[i] for i in range(g.seat[p].table_n)]
    assert sorted(cards) == list(range(168))
    assert game[0].wears == ["Broad Sword", "Huge Rock"] and game[1].curses == ["Curse! Chicken on Your Head"]
    assert game[1].sex == "female" and game[1].level == 5
    assert game.doors_discarded == ["Elf", "Dwarf"]
    assert g.marker_n == 1


def test_dice_are_laid_down() -> None:
    game = table(seat(level=6), seat(), doors=["Plutonium Dragon"], dice=[4])
    aric, suzan = game
    aric.kicks_open_the_door()
    game.everybody_passes()  # then he rolls, since there is nothing else he could do
    assert "DIES" in game.happened and game.waits_for(suzan)


def test_decks_are_drawn_from_in_the_order_named() -> None:
    game = table(seat(), seat(), doors=["Potted Plant", "Elf"], treasures=["Leather Armor", "Slimy Armor"])
    aric, _ = game
    aric.kicks_open_the_door()
    assert game.monsters == ["Potted Plant"]


def test_help_is_asked_for_in_one_verb() -> None:
    game = table(seat(level=2), seat(level=5, races="Elf"), doors=["Pit Bull"], treasures=["Leather Armor"])
    aric, suzan = game
    aric.kicks_open_the_door()
    aric.asks(suzan, treasures="all")
    suzan.accepts()
    assert game.helper is suzan and game.strength == (7, 2)
    game.everybody_passes()
    assert suzan.hand == ["Leather Armor"] and suzan.level == 6


def test_powers_and_payments() -> None:
    game = table(seat(level=3, classes="Thief", hand="Elf, Dwarf"), seat(level=4), seat(), turn_of=1, doors=["Pit Bull"])
    thief, main, _ = game
    main.kicks_open_the_door()
    thief.uses("Thief", "backstabbing", on=main, paying="Elf")
    assert game.strength == (2, 2) and thief.hand == ["Dwarf"] and game.doors_discarded == ["Elf"]
