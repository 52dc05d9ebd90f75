"""Munchkin Harry Potter Deluxe: setting up, and the Houses."""

from collections import Counter
from pathlib import Path

import pytest

from munchkin_env.cards.loader import load
from munchkin_env.cards.values import CardSetError
from munchkin_env.game.game import Game
from munchkin_env.game.scenario import Table
from tests.potter import seat, table
from tests.rule import rule

HOUSES = ["Slytherin", "Gryffindor", "Hufflepuff", "Ravenclaw"]
POTTER = ("potter",)


@rule("SETUP-02")
def test_the_box_holds_92_doors_76_treasures_and_12_faces_of_houses() -> None:
    decks = Counter[str]()
    for card in load(POTTER).cards:
        decks[card.data["deck"]] += card.count
    assert decks == {"door": 92, "treasure": 76, "house": 12}
    assert [card.name for card in load(POTTER).cards if card.data["deck"] == "house"] == HOUSES


@rule("SETUP-03")
def test_everybody_chooses_a_house_in_seat_order_before_anything_else() -> None:
    game = table(seat(), seat(), seat(), moment="start")
    aric, suzan, bob = game
    assert set(aric.choices) == {f"join {house}" for house in HOUSES}
    aric.joins("Ravenclaw")
    assert aric.house == "Ravenclaw" and game.waits_for(suzan)
    suzan.joins("Ravenclaw")
    bob.joins("Slytherin")
    assert [player.house for player in game] == ["Ravenclaw", "Ravenclaw", "Slytherin"], "several may choose the same"
    assert set(aric.choices) == {"be male", "be female"}, "then the sexes"


@rule("SETUP-03")
def test_a_house_has_three_places() -> None:
    game = table(*[seat()] * 5, moment="start", sex_mode="fixed")
    for player in list(game)[:3]:
        player.joins("Hufflepuff")
    assert set(game[3].choices) == {"join Slytherin", "join Gryffindor", "join Ravenclaw"}
    game[3].joins("Gryffindor")
    game[4].joins("Gryffindor")
    assert game.decision == "SETUP"


@rule("SETUP-03")
def test_by_option_the_houses_are_drawn_at_random() -> None:
    found = Counter[str]()
    for seed in range(12):
        game = Table(Game(6, sets=POTTER, seed=seed, sex_mode="fixed", house_mode="random"))
        assert game.decision == "SETUP"
        drawn = Counter(player.house for player in game)
        assert max(drawn.values()) <= 3
        found += drawn
    assert set(found) == set(HOUSES) and min(found.values()) > 8
    again = [[player.house for player in Table(Game(6, sets=POTTER, seed=3, house_mode="random"))] for _ in range(2)]
    assert again[0] == again[1]


@rule("SETUP-03")
def test_too_few_houses_for_six_players_are_refused(tmp_path: Path) -> None:
    path = tmp_path / "two.json"
    house = '{"id": "a", "name": "A", "deck": "house", "kind": "house", "count": 2, "effects": []}'
    path.write_text('{"set": "two", "name": "Two", "format": 1, "doors": 0, "treasures": 0, "houses": 2, "cards": [' + house + "]}")
    with pytest.raises(CardSetError, match="2 House cards; 6 players need one each"):
        load([path])
    five = ", ".join(house.replace('"a"', f'"a{i}"') for i in range(5))
    path.write_text('{"set": "two", "name": "Two", "format": 1, "doors": 0, "treasures": 0, "houses": 10, "cards": [' + five + "]}")
    with pytest.raises(CardSetError, match="5 different Houses; there is room for 4"):
        load([path])


@rule("SETUP-04", "DECKS-04")
def test_four_cards_of_each_deck_and_no_house_in_a_deck() -> None:
    game = Table(Game(4, sets=POTTER, seed=2, sex_mode="fixed", house_mode="random"))
    for player in game:
        backs = Counter(card["back"] for card in game.game.view(player.seat)["players"][player.seat]["hand"])
        assert backs == {"door": 4, "treasure": 4}
    assert (game.doors_left, game.treasures_left) == (92 - 16, 76 - 16)
    record = game.game.record
    drawn = {record.doors.cards[i] for i in range(record.doors.n)} | {record.treasures.cards[i] for i in range(record.treasures.n)}
    assert not {game.game.name(card) for card in drawn} & set(HOUSES)


@rule("SETUP-05")
def test_everybody_begins_at_level_1_with_nothing_but_the_powers_of_the_house() -> None:
    game = Table(Game(3, sets=POTTER, seed=2, sex_mode="fixed", house_mode="random"))
    for player in game:
        assert player.level == 1 and player.table == [player.house] and player.roles == [] and player.studies == []


@rule("SETUP-07", "PROF-06", "ALLY-01")
def test_the_opening_play_lays_down_items_a_role_a_subject_of_rank_1_and_an_ally() -> None:
    hand = "Prefect, Quidditch Captain, Flying, Astronomy, Charms, Hedge Healer, Messenger Owl, Dress Robes"
    game = table(seat(hand=hand), seat(), moment="setup")
    aric, _ = game
    assert not aric.may("play Charms"), "of Rank 2"
    for name in ("Prefect", "Flying", "Hedge Healer"):
        aric.plays(name)
    aric.lays_down("Dress Robes")
    assert (
        aric.roles == ["Prefect"] and aric.studies == ["Flying"] and aric.companions == ["Hedge Healer"] and aric.wears == ["Dress Robes"]
    )
    assert set(aric.choices) == {"turn Dress Robes sideways", "done"}, "one of each sort"
    aric.is_done()
    assert aric.hand == ["Quidditch Captain", "Astronomy", "Charms", "Messenger Owl"], "all of it is optional"


@rule("SETUP-08")
def test_dual_role_goes_on_the_role_just_played_and_the_second_role_waits() -> None:
    hand = "Dual Role, Prefect, Quidditch Captain, Earn House Points, Curse! Oppugno!"
    for second in (False, True):
        game = table(seat(hand=hand), seat(), moment="setup", setup_second_origin=second)
        aric, _ = game
        assert not aric.may("play Dual Role") and not aric.may("play Earn House Points") and not aric.may("play Curse! Oppugno!")
        aric.plays("Prefect")
        aric.plays("Dual Role")
        assert aric.may("play Quidditch Captain") is second


@rule("HOUSE-01", "HAND-01")
def test_a_house_is_public_and_its_power_may_help_in_the_own_fight() -> None:
    game = table(seat(level=4, house="Slytherin", hand="Centaur, Charms"), seat(), doors=["Peter Pettigrew"])
    aric, suzan = game
    assert [card["card"] for card in game.game.view(suzan.seat)["players"][aric.seat]["table"]] == ["Slytherin"]
    aric.kicks_open_the_door()
    aric.uses("Slytherin", paying="Centaur")
    assert game.strength == (6, 10) and game.doors_discarded == ["Centaur"]
    assert not aric.may("use Slytherin"), "only monsters pay for it"


@rule("HOUSE-01", "COMBAT-08")
def test_or_in_that_of_another() -> None:
    game = table(seat(level=4), seat(house="Hufflepuff", hand="Centaur, Charms"), seat(), doors=["Peter Pettigrew"])
    aric, suzan, _ = game
    aric.kicks_open_the_door()
    aric.passes()
    suzan.uses("Hufflepuff", paying="Charms")
    assert game.strength == (6, 10)
    assert not suzan.may("use Hufflepuff"), "once in a fight"


@rule("HOUSE-01", "ORIG-03", "CURSE-07", "ITEM-07", "TRADE-06")
def test_a_house_is_never_discarded_paid_traded_or_taken() -> None:
    game = table(
        seat(level=3, house="Slytherin", roles="Prefect", carries="Dress Robes, Deluminator"),
        seat(),
        doors=["Centaur"],
    )
    aric, _ = game
    assert not any("Slytherin" in text for text in aric.choices)
    aric.kicks_open_the_door()
    aric.uses("Prefect")
    assert set(aric.choices) == {"discard Dress Robes", "discard Deluminator"}, "neither the House nor the Role itself"


@rule("HOUSE-01", "TRADE-06")
def test_a_house_is_nothing_to_trade() -> None:
    game = table(seat(house="Slytherin", carries="Dress Robes"), seat(house="Ravenclaw", roles="Prefect", studies="Flying"), seat())
    aric, suzan, _ = game
    aric.does("trade")
    aric.chooses(suzan)
    assert set(aric.choices) == {"give Dress Robes"}, "who has no Item has nothing to give for nothing"
    aric.chooses("Dress Robes")
    assert not any("want" in text and text != "want nothing" for text in aric.choices), "not a House, a Role or a Proficiency"


@rule("HOUSE-01", "DEATH-02", "DEATH-04")
def test_a_house_survives_death_and_is_not_looted() -> None:
    game = table(
        seat(
            level=5,
            house="Gryffindor",
            roles="Prefect, Head Boy/Girl",
            duals="Dual Role",
            studies="Flying, Charms",
            curses="Curse! Slugulus Eructo!",
            wears="Dress Robes",
            carries="Hedge Healer",
            hand="Centaur",
        ),
        seat(house="Ravenclaw"),
        seat(),
        doors=["Aragog"],
        dice=[1],
    )
    aric, _suzan, _ = game
    aric.kicks_open_the_door()
    game.skip_windows()
    aric.rolls()
    assert aric.dead and sorted(game.pool) == ["Centaur", "Dress Robes", "Hedge Healer"]
    assert sorted(aric.table) == sorted(
        ["Gryffindor", "Prefect", "Head Boy/Girl", "Dual Role", "Flying", "Charms", "Curse! Slugulus Eructo!"]
    )
    assert aric.level == 5
