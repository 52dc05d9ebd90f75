"""Decks and discards."""

from munchkin_env.cards.loader import load
from munchkin_env.game.scenario import Table, seat, table
from munchkin_env.vocabulary.words import Deck
from tests.rule import rule


def burn(game: Table, deck: str, left: int = 0) -> None:
    """That many cards stay in the deck; the others leave the game."""
    pile = getattr(game.game.record, deck)
    cards = [pile.cards[i] for i in range(pile.n)][pile.n - left :]
    pile.n = left
    for i, card in enumerate(cards):
        pile.cards[i] = card


DISCARDED = "Elf, Dwarf, Thief"


@rule("DECKS-01")
def test_only_the_top_of_the_discards_is_seen() -> None:
    game = table(seat(), seat(), door_discards=DISCARDED, treasure_discards="Leather Armor, Spiky Knees")
    for player in game:
        seen = game.game.view(player.seat)["discards"]
        assert seen == {"doors": ["Thief"], "treasures": ["Spiky Knees"]}


@rule("DECKS-01")
def test_by_option_the_discards_are_counted_or_open() -> None:
    counted = table(seat(), seat(), door_discards="Thief, Elf, Dwarf, Cleric", obs_discards="counts")
    assert counted.game.view(1)["discards"]["doors"] == ["Cleric", "Dwarf", "Elf", "Thief"]
    full = table(seat(), seat(), door_discards="Thief, Elf, Dwarf, Cleric", obs_discards="full")
    assert full.game.view(1)["discards"]["doors"] == ["Cleric", "Dwarf", "Elf", "Thief"]
    assert table(seat(), seat(), door_discards="Elf, Thief, Dwarf", obs_discards="full").game.view(0)["discards"]["doors"] == [
        "Dwarf",
        "Thief",
        "Elf",
    ]


@rule("DECKS-01")
def test_a_card_that_allows_it_searches_the_discards() -> None:
    game = table(seat(carries="Wand of Dowsing"), seat(), door_discards=DISCARDED, treasure_discards="Leather Armor")
    aric, suzan = game
    aric.uses("Wand of Dowsing")
    assert set(aric.choices) == {"take Leather Armor", "take Thief", "take Dwarf", "take Elf"}
    aric.chooses("Dwarf")
    assert aric.hand == ["Dwarf"] and game.doors_discarded == ["Elf", "Thief"]
    assert suzan.sees(aric) == ["Dwarf"]


@rule("DECKS-02")
def test_an_empty_deck_is_rebuilt_from_its_discards_when_a_draw_needs_it() -> None:
    game = table(seat(), seat(), doors=["Enraged"], door_discards=DISCARDED)
    burn(game, "doors", 1)
    aric, _ = game
    aric.kicks_open_the_door()
    assert aric.hand == ["Enraged"]
    assert game.doors_left == 0 and game.doors_discarded == DISCARDED.split(", ")  # not before it is needed
    aric.loots()
    assert game.doors_left == 2 and game.doors_discarded == []
    assert set(aric.hand) < {"Enraged", "Elf", "Dwarf", "Thief"} and len(aric.hand) == 2
    assert game.happened.count("RESHUFFLES") == 1


@rule("DECKS-02")
def test_a_rebuilt_deck_is_shuffled() -> None:
    drawn = set()
    for s in range(20):
        game = table(seat(), seat(), door_discards=DISCARDED, seed=s)
        burn(game, "doors")
        game[0].kicks_open_the_door()
        game[0].keeps_it()
        drawn.add(game[0].hand[0])
    assert drawn == {"Elf", "Dwarf", "Thief"}


@rule("DECKS-02")
def test_cards_in_an_unfinished_fight_are_not_reshuffled() -> None:
    game = table(seat(hand="Magic Missile, Out to Lunch"), seat(), doors=["Pit Bull"])
    burn(game, "treasures")
    aric, _ = game
    aric.kicks_open_the_door()
    aric.plays("Magic Missile", on="munchkins")
    aric.plays("Out to Lunch")  # two Treasures, if there are any
    assert not game.fighting and aric.hand == [] and game.treasures_discarded == ["Magic Missile"]


@rule("DECKS-02")
def test_the_decks_are_rebuilt_each_from_its_own_discards() -> None:
    game = table(seat(level=5), seat(), doors=["Potted Plant"], door_discards=DISCARDED, treasure_discards="Leather Armor")
    burn(game, "treasures")
    aric, _ = game
    aric.kicks_open_the_door()
    assert aric.hand == ["Leather Armor"] and game.treasures_left == 0 and game.treasures_discarded == []
    assert game.doors_discarded == [*DISCARDED.split(", "), "Potted Plant"]


@rule("DECKS-03")
def test_from_an_empty_deck_without_discards_nothing_is_drawn() -> None:
    game = table(seat(level=5), seat(), doors=["Pit Bull"])
    burn(game, "treasures")
    aric, _ = game
    aric.kicks_open_the_door()
    assert aric.level == 6 and aric.hand == []
    assert "RESHUFFLES" not in game.happened


@rule("DECKS-03")
def test_a_kick_at_an_empty_deck_is_no_monster_and_the_room_stays_open() -> None:
    game = table(seat(hand="Potted Plant"), seat())
    burn(game, "doors")
    aric, suzan = game
    aric.kicks_open_the_door()
    assert not game.fighting and aric.hand == ["Potted Plant"]
    aric.goes_into_the_room()
    assert set(aric.choices) == {"loot the room", "look for trouble with Potted Plant"}
    aric.loots()
    assert aric.hand == ["Potted Plant"]
    aric.ends_the_turn()
    assert game.turn_player is suzan


@rule("DECKS-04")
def test_a_card_goes_to_the_discards_of_its_own_deck_whoever_held_it() -> None:
    game = table(seat(level=5, classes="Warrior", hand="Elf, Magic Missile", carries="Spiky Knees"), seat(), doors=["Pit Bull"])
    aric, _ = game
    aric.kicks_open_the_door()
    for paid in ("Elf", "Magic Missile", "Spiky Knees"):
        aric.uses("Warrior", paying=paid)
    assert game.doors_discarded == ["Elf"] and game.treasures_discarded == ["Magic Missile", "Spiky Knees"]
    stolen = table(seat(classes="Thief", hand="Dwarf"), seat(carries="Leather Armor"), dice=[4])
    thief, victim = stolen
    thief.uses("Thief", on=victim, paying="Dwarf")
    assert stolen.doors_discarded == ["Dwarf"] and thief.carries == ["Leather Armor"]


@rule("DECKS-05")
def test_several_cards_are_drawn_one_by_one_with_a_reshuffle_in_between() -> None:
    discards = "Leather Armor, Helm of Courage, Slimy Armor, Huge Rock"
    game = table(seat(level=7), seat(), doors=["Platycore"], treasures="Spiky Knees", treasure_discards=discards)
    burn(game, "treasures", 1)
    game[0].kicks_open_the_door()
    assert game[0].hand[0] == "Spiky Knees" and len(game[0].hand) == 2  # the Platycore had two
    assert game.treasures_left == 3 and game.treasures_discarded == []


@rule("DECKS-05", "DECKS-03")
def test_a_draw_that_empties_everything_brings_what_there_was() -> None:
    game = table(seat(level=7), seat(), doors=["Platycore"], treasures="Spiky Knees")
    burn(game, "treasures", 1)
    game[0].kicks_open_the_door()
    assert game[0].hand == ["Spiky Knees"] and game[0].level == 8


@rule("DECKS-01")
def test_the_discards_beyond_the_newest_64_are_a_page_further_down() -> None:
    names = [card.name for card in load(["deluxe"]).cards if card.deck == Deck.DOOR for _ in range(card.count)][:70]
    game = table(seat(hand="Wand of Dowsing"), seat(), door_discards=names)
    aric = game[0]
    aric.does("play Wand of Dowsing")
    aric.chooses(0)
    assert aric.choices[0] == "look further down" and len(aric.choices) == 65
    aric.does("look further down")
    assert len(aric.choices) == 6
    aric.does(f"take {names[0]}")
    assert aric.hand == [names[0]]
