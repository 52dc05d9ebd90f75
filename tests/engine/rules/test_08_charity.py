"""Phase 3: Charity."""

from typing import Any

import pytest

from munchkin_env.game.scenario import Table, seat, table
from tests.rule import rule

SEVEN = "Elf, Dwarf, Thief, Cleric, Wizard, Warrior, Halfling"


def charity(giver: int, *others: int, hand: str = SEVEN, **options: Any) -> Table:
    """The turn of player 0 ends; the players have these Levels. 0: dead."""
    seats = [seat(level=max(1, level), dead=level == 0) for level in others]
    game = table(seat(level=giver, hand=hand), *seats, moment="before_charity", **options)
    game[0].ends_the_turn()
    return game


@rule("CHAR-01")
def test_before_charity_one_may_play_sell_and_lay_down_cards_to_get_to_five() -> None:
    hand = "Curse! Duck of Doom, Pollymorph Potion, Leather Armor, Elf, Potted Plant, Enraged, Mate, Ancient"
    game = table(seat(hand=hand), seat(level=3), moment="before_charity")
    aric, suzan = game
    aric.plays("Curse! Duck of Doom", on=suzan)
    aric.sells("Pollymorph Potion")
    aric.lays_down("Leather Armor")
    assert len(aric.hand) == 5
    aric.ends_the_turn()
    assert game.turn_player is suzan and len(aric.hand) == 5


@rule("CHAR-01")
def test_that_is_a_right_and_no_duty() -> None:
    game = charity(3, 1, hand="Curse! Duck of Doom, Pollymorph Potion, Leather Armor, Elf, Dwarf, Thief")
    assert game.decision == "CHARITY_CARD" and set(game.legal_texts) == {f"give away {card}" for card in game[0].hand}


@rule("CHAR-01", "HAND-08")
def test_nobody_gives_away_more_than_the_excess() -> None:
    game = charity(3, 1, hand="Elf, Dwarf, Thief, Cleric, Wizard")
    assert game.turn_player is game[1] and game[1].hand == []


@rule("CHAR-02")
def test_the_excess_goes_to_the_player_with_the_lowest_level() -> None:
    game = charity(5, 3, 2, 4)
    aric, suzan, bob, eve = game
    aric.gives("Thief")
    aric.gives("Elf")
    assert bob.hand == ["Thief", "Elf"] and suzan.hand == eve.hand == []
    assert aric.hand == ["Dwarf", "Cleric", "Wizard", "Warrior", "Halfling"] and game.turn_player is suzan


@rule("CHAR-02", "CHAR-03")
def test_among_the_lowest_it_is_divided_evenly() -> None:
    game = charity(5, 2, 2)
    aric, suzan, bob = game
    aric.gives("Thief", to=bob)
    aric.gives("Elf")  # only suzan's share is left
    assert bob.hand == ["Thief"] and suzan.hand == ["Elf"]


@rule("CHAR-02", "CHAR-03")
@pytest.mark.parametrize("favourite", [1, 2, 3])
def test_the_giver_says_who_gets_the_bigger_shares(favourite: int) -> None:
    game = charity(5, 2, 2, 2, hand=f"{SEVEN}, Enraged, Mate")  # four cards for three
    aric = game[0]
    aric.gives("Elf", to=game[favourite])
    aric.gives("Dwarf", to=game[favourite])
    assert "CHARITY_CARD" in game.decision
    aric.does("give away Thief")
    others = [player for player in game.players[1:] if player is not game[favourite]]
    assert set(aric.choices) == {
        f"to player {player.seat}" for player in others
    }  # this player's share is full, and it is the only larger one
    aric.chooses(others[0])
    aric.gives("Cleric")
    assert [len(player.hand) for player in game.players[1:]].count(1) == 2 and len(game[favourite].hand) == 2


@rule("CHAR-02", "CHAR-03")
def test_two_of_three_may_get_one_more() -> None:
    game = charity(5, 2, 2, 2, hand=f"{SEVEN}, Enraged, Mate, Baby")  # five for three
    aric, suzan, bob, eve = game
    for card, to in (("Elf", suzan), ("Dwarf", suzan), ("Thief", bob), ("Cleric", bob)):
        aric.gives(card, to=to)
    aric.gives("Wizard")
    assert [len(player.hand) for player in (suzan, bob, eve)] == [2, 2, 1]


@rule("CHAR-02")
def test_with_fewer_cards_than_lowest_players_the_giver_picks_who_gets_one() -> None:
    game = charity(5, 2, 2, 2, hand="Elf, Dwarf, Thief, Cleric, Wizard, Warrior")
    aric, _, bob, _ = game
    aric.gives("Elf", to=bob)
    assert [len(player.hand) for player in game.players[1:]] == [0, 1, 0]


@rule("CHAR-02")
@pytest.mark.parametrize("levels", [(1, 2, 3), (2, 2, 3), (1, 1, 1)])
def test_who_is_the_lowest_or_ties_for_it_discards_the_excess(levels: tuple[int, int, int]) -> None:
    game = charity(*levels)
    aric = game[0]
    assert set(aric.choices) == {f"discard {card}" for card in SEVEN.split(", ")}
    aric.discards("Thief", "Elf")
    assert game.doors_discarded == ["Thief", "Elf"] and len(aric.hand) == 5
    assert all(player.hand == [] for player in game.players[1:])


@rule("CHAR-03")
def test_what_is_discarded_lies_face_up() -> None:
    game = charity(1, 2)
    game[0].discards("Thief")
    assert game.game.view(1)["discards"]["doors"] == ["Thief"]
    assert [event.card for event in game.game.events(1)] == ["Thief"]


@rule("CHAR-03")
def test_what_is_given_is_seen_by_giver_and_receiver_only() -> None:
    game = charity(5, 2, 3)
    game[0].gives("Thief")
    assert [[event.card for event in game.game.events(p)] for p in range(3)] == [["Thief"], ["Thief"], [None]]


@rule("CHAR-04", "DEATH-08")
def test_the_dead_receive_nothing() -> None:
    game = charity(5, 3, 0)
    aric, suzan, bob = game
    aric.gives("Elf")
    aric.gives("Dwarf")
    assert suzan.hand == ["Elf", "Dwarf"]  # the lowest among the living
    assert bob.hand == [] and game.turn_player is suzan


@rule("CHAR-04")
def test_who_is_the_lowest_among_the_living_discards() -> None:
    game = table(seat(level=2, hand=SEVEN), seat(level=1, dead=True), seat(level=3), moment="before_charity")
    aric, _, bob = game
    aric.ends_the_turn()
    aric.discards("Elf", "Dwarf")
    assert bob.hand == [] and game.doors_discarded == ["Elf", "Dwarf"]


@rule("CHAR-05", "HAND-03")
def test_receivers_may_exceed_five() -> None:
    full = "Enraged, Mate, Baby, Ancient, Intelligent"
    game = table(seat(level=5, hand=SEVEN), seat(hand=full), moment="before_charity")
    aric, suzan = game
    aric.ends_the_turn()
    aric.gives("Elf")
    aric.gives("Dwarf")
    assert len(suzan.hand) == 7 and game.turn_player is suzan


@rule("CHAR-02", "ORIG-11")
def test_a_dwarf_keeps_six() -> None:
    game = table(seat(level=5, races="Dwarf", hand="Elf, Thief, Cleric, Wizard, Warrior, Halfling, Mate"), seat(), moment="before_charity")
    aric, suzan = game
    aric.ends_the_turn()
    aric.gives("Mate")
    assert len(aric.hand) == 6 and suzan.hand == ["Mate"] and game.turn_player is suzan
