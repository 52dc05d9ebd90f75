"""Positions set by name, played in verbs."""

from collections.abc import Callable
from typing import Any

import pytest

from munchkin_env.game.scenario import ScenarioError, Table, seat, table
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
    with pytest.raises(ScenarioError, match="did you mean Helm of Courage"):
        table(seat(wears="Helm of Curage"), seat())
    with pytest.raises(ScenarioError, match="may not wear 'Helm of Courage'"):
        table(seat(wears="Bad-Ass Bandana, Helm of Courage"), seat())
    with pytest.raises(ScenarioError, match="all copies of 'Net Troll'"):
        table(seat(hand="Net Troll"), seat(), doors=["Net Troll"])
    with pytest.raises(ScenarioError, match="the card that allows two"):
        table(seat(classes="Warrior, Thief"), seat())
    with pytest.raises(ScenarioError, match="not a door card"):
        table(seat(), seat(), doors=["Helm of Courage"])


def test_a_verb_says_why_it_cannot_be() -> None:
    game = table(seat(), seat(hand="Enraged"), doors=["Net Troll"])
    aric, suzan = game
    with pytest.raises(ScenarioError, match="it is not their decision; player 0 decides ARRANGE; legal: kick open the door"):
        suzan.plays("Enraged")
    aric.kicks_open_the_door()
    with pytest.raises(ScenarioError, match="may not play 'Enraged'"):
        aric.plays("Enraged")


def at_door(*hands: str, **options: Any) -> Table:
    """Net Troll is in front of player 0."""
    game = table(*[seat(level=3, hand=hand) for hand in hands], doors=["Net Troll"], **options)
    game[0].kicks_open_the_door()
    return game


def refused(game: Table, act: Callable[[], None], match: str) -> None:
    """The verb says why, and nothing has changed."""
    before, said = game.game.clone(), list(game.log)
    with pytest.raises(ScenarioError, match=match):
        act()
    assert game.game == before and game.legal_texts == list(before.texts()) and game.log == said


def test_an_answer_that_is_not_legal_is_refused() -> None:
    game = at_door("Magic Missile", "Enraged", "")
    refused(game, lambda: game[0].plays("Magic Missile", on="Net Troll"), "may not choose 'Net Troll'; .*legal: for the")
    refused(game, lambda: game[0].plays("Magic Missile", on=game[1]), "may not choose player 1; .*munchkins; for the monsters")
    game[0].plays("Magic Missile", on="munchkins")
    assert game.strength == (8, 10)


@pytest.mark.parametrize("wrong", ["Potted Plant", "munchkins", 3, True, "player 0"])
def test_the_only_answer_must_be_the_given_one_too(wrong: Any) -> None:
    """With one monster in the fight nobody asks which one."""
    game = at_door("", "Enraged", "")
    game[0].passes()
    refused(game, lambda: game[1].plays("Enraged", on=wrong), "may not .*player 1 decides ASK_MONSTER; legal: on Net Troll")
    refused(game, lambda: game[1].plays("Enraged", on=game[0]), "may not choose player 0")
    game[1].plays("Enraged", on="Net Troll")
    assert game.strength == (3, 15)


def test_the_only_player_must_be_the_given_one_too() -> None:
    game = table(seat(), seat(level=4, classes="Thief", hand="Elf"), turn_of=0, doors=["Net Troll"])
    aric, thief = game
    aric.kicks_open_the_door()
    aric.passes()
    refused(game, lambda: thief.uses("Thief", "backstabbing", on=thief, paying="Elf"), "may not choose player 1; .*legal: on player 0")
    refused(game, lambda: thief.uses("Thief", "backstabbing", on=aric, paying="Dwarf"), "may not choose 'Dwarf'; .*legal: discard Elf")
    refused(game, lambda: thief.uses("Thief", "stealing", on=aric, paying="Elf"), "may not choose 'stealing'; .*legal: use backstabbing")
    thief.uses("Thief", "backstabbing", on=aric, paying="Elf")
    assert thief.hand == []


def test_an_answer_that_nothing_asks_for_is_refused() -> None:
    game = at_door("Magic Missile", "Enraged", "")
    refused(game, lambda: game[0].plays("Magic Missile", on="munchkins", paying="Elf"), "nothing asks player 0 for paying=Elf")
    refused(game, lambda: game[0].plays("Magic Missile", on=["munchkins", "monsters"]), "nothing asks player 0 for on=monsters")
    refused(game, lambda: game[0].plays("Magic Missile", onto="munchkins"), "onto: unknown keyword; must be one of on, way")
    refused(game, lambda: game[0].asks(game[1], 0, picks_first="main"), "nobody picks first of 0 treasures")
    refused(game, lambda: game[0].asks(game[1], "all", item="Elf"), "may not offer 'Elf'")


def test_words_that_fit_two_answers_are_refused() -> None:
    game = at_door("Magic Missile", "")
    refused(game, lambda: game[0].plays("Magic Missile", on="for the"), "'for the' may mean 'for the munchkins' or 'for the monsters'")


def test_a_verb_does_nothing_else() -> None:
    """A different verb is not executed instead."""
    game = table(seat(hand="Warrior, Leather Armor", carries="Huge Rock"), seat(), seat(hand="Net Troll"))
    aric, suzan, _ = game
    refused(game, lambda: aric.lays_down("Warrior"), "it is a class")
    refused(game, lambda: aric.uses("Huge Rock"), "may not use 'Huge Rock'")
    refused(game, lambda: aric.plays("Huge Rock"), "may not play 'Huge Rock'")
    refused(game, lambda: aric.turns_sideways("Huge Rock"), "may not turn sideways 'Huge Rock'")
    refused(game, aric.ends_the_turn, "this is not the moment before_charity")
    refused(game, aric.loots, "this is not the moment before_room")
    refused(game, lambda: aric.trades(suzan, gives="Huge Rock", takes="Leather Armor"), "may not want 'Leather Armor'")
    rich = table(seat(carries="Broad Sword, Chainsaw of Bloody Dismemberment"), seat())
    sold = ("Broad Sword", "Chainsaw of Bloody Dismemberment")
    refused(rich, lambda: rich[0].sells(*sold, doubling="Broad Sword"), "doubling='Broad Sword': nothing asks that")
    fight = at_door("Elf", "")
    refused(fight, fight[0].kicks_open_the_door, "this is not the moment before_door")
    with pytest.raises(ScenarioError, match="turn_of=3: must be 0 to 2"):
        table(seat(), seat(), seat(), turn_of=3)


def test_cards_that_a_question_names_are_not_played() -> None:
    game = table(seat(hand="Elf, Dwarf, Wizard, Cleric, Warrior, Halfling, Thief", level=2), seat(level=1), moment="before_charity")
    aric, suzan = game
    aric.ends_the_turn()
    assert game.decision == "CHARITY_CARD"
    refused(game, lambda: aric.plays("Elf"), "may not play 'Elf'")
    refused(game, lambda: aric.discards("Elf"), "may not discard 'Elf'")
    refused(game, lambda: aric.gives("Elf", to=aric), "may not choose player 0; .*legal: to player 1")
    aric.gives("Elf", to=suzan)
    assert suzan.hand == ["Elf"]


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
    game.everybody_passes()  # then the runner rolls, since there is no alternative
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
