"""DECKS-06: a card that must be played when received is in nobody's hand, however it is received."""

from typing import Any

import pytest

from munchkin_env.cards.loader import load
from munchkin_env.game.scenario import Seat, Table, seat, table
from munchkin_env.vocabulary.words import Trigger
from tests.flight import flee
from tests.play import ALL_FOUR
from tests.rule import rule


def those_that_have_to_work() -> list[str]:
    """In every set, according to the data."""
    cards = load(list(ALL_FOUR))
    t = cards.tables[0]
    found = []
    for i, one in enumerate(cards.cards):
        effects = t["effect"][t["type"][i]["effects"] : t["type"][i]["effects_end"]]
        if any(e["trigger"] == Trigger.ON_DRAW and not e["optional"] for e in effects):
            found.append(one.name)
    return found


AT_ONCE = ["Divine Intervention", "Hoard!", "Feline Intervention", "Equipment Rack", "Cargo Pod"]
WAY = dict.fromkeys(("Wand of Dowsing", "Plot Device", "Prospecting Pan"), "use it")
"""They could also be laid down."""
TREASURES = ["Hoard!", "Equipment Rack", "Cargo Pod"]


def all_four(*seats: Seat, **given: Any) -> Table:
    return table(*seats, sets=ALL_FOUR, **given)


def worked(game: Table, card: str) -> bool:
    """It is on the discards, not in a hand, and its effect has happened."""
    gone = card in game.doors_discarded + game.treasures_discarded and not any(card in player.hand for player in game)
    brought = any("Intervention" not in card and len(player.hand) >= 2 for player in game)
    return gone and (brought or any(player.level > 1 for player in game))


CLERIC_AND_FELINE: dict[str, Any] = {"classes": "Cleric", "races": "Feline"}


@rule("DECKS-06")
def test_these_are_the_cards() -> None:
    assert sorted(those_that_have_to_work()) == sorted(AT_ONCE)


@pytest.mark.parametrize("card", AT_ONCE)
@pytest.mark.parametrize("fetcher", ["Wand of Dowsing", "Plot Device"])
@rule("DECKS-06")
def test_fetched_from_the_discards(fetcher: str, card: str) -> None:
    door = "Intervention" in card
    game = all_four(
        seat(hand=fetcher, **CLERIC_AND_FELINE), seat(), door_discards=card if door else (), treasure_discards=() if door else card
    )
    game[0].plays(fetcher, way=WAY.get(fetcher), taking=card)
    answer_all(game)
    assert worked(game, card)


@pytest.mark.parametrize("card", TREASURES)
@pytest.mark.parametrize("fetcher", ["Prospecting Pan", "Graveyard Shift", "Lost and Found Box"])
@rule("DECKS-06")
def test_fetched_from_the_treasures(fetcher: str, card: str) -> None:
    game = all_four(seat(hand=fetcher), seat(), treasure_discards=card)
    game[0].plays(fetcher, way=WAY.get(fetcher), taking=card)
    answer_all(game)
    assert worked(game, card)


@pytest.mark.parametrize("card", TREASURES)
@rule("DECKS-06", "CURSE-12")
def test_bought_by_a_trader(card: str) -> None:
    game = all_four(seat(classes="Trader", hand="Laser"), seat(), treasure_discards=card)
    game[0].uses("Trader", paying="Laser")
    answer_all(game)
    assert worked(game, card)


@pytest.mark.parametrize("card", AT_ONCE)
@rule("DECKS-06")
def test_taken_blind_from_a_hand(card: str) -> None:
    """It is in one only if a position says so."""
    game = all_four(seat(hand="Curse! Lose Two Cards"), seat(**CLERIC_AND_FELINE), seat(hand=card))
    game[0].plays("Curse! Lose Two Cards", on=game[2])
    answer_all(game)
    assert worked(game, card)


@pytest.mark.parametrize("card", AT_ONCE)
@rule("DECKS-06", "CHAR-03")
def test_given_in_charity(card: str) -> None:
    rest = "Elf, Dwarf, Thief, Mate, Halfling"
    game = all_four(seat(level=2, hand=f"{rest}, {card}"), seat(**CLERIC_AND_FELINE), moment="before_charity")
    game[0].ends_the_turn()
    game[0].gives(card, to=game[1])
    answer_all(game)
    assert worked(game, card) and game.turn_player is game[1]


@pytest.mark.parametrize("card", AT_ONCE)
@rule("DECKS-06", "DEATH-07")
def test_looted_from_a_body(card: str) -> None:
    game = all_four(seat(level=4, hand=f"{card}, Elf"), seat(**CLERIC_AND_FELINE), doors=["Stoned Golem"], dice=[1])
    game[0].kicks_open_the_door()
    game[0].says(False)
    flee(game)
    game[1].takes(card)
    answer_all(game)
    assert worked(game, card)


@rule("DECKS-06", "REW-02")
def test_what_was_fetched_openly_brings_open_cards() -> None:
    game = table(seat(hand="Wand of Dowsing"), seat(), treasure_discards="Hoard!", treasures="Magic Missile, Sleep Potion, Leather Armor")
    game[0].plays("Wand of Dowsing", way="use it", taking="Hoard!")
    assert game[1].sees(game[0]) == ["Magic Missile", "Sleep Potion", "Leather Armor"]


@rule("DECKS-06")
def test_gold_rush_need_not_work_at_once_and_may_be_fetched_for_later() -> None:
    game = all_four(seat(hand="Prospecting Pan"), seat(), treasure_discards="Gold Rush")
    game[0].plays("Prospecting Pan", way="use it", taking="Gold Rush")
    assert game[0].hand == ["Gold Rush"] and game[0].may("play Gold Rush")


def answer_all(game: Table) -> None:
    """Take the first answer to every question until the table moves on."""
    while not game.over and game.decision in ("ASK_CARD", "ASK_DISCARDS", "CURSE_WINDOW", "LOOT_BODY"):
        game.apply(game.legal_texts[0])
