"""Monster enhancers, Cheat! and Wandering Monster."""

import pytest

from tests.card import alike, card
from tests.flight import flee
from tests.potter import seat, table

ENHANCERS = [
    ("Bombarda!", 5, 1),
    ("Diffindo!", -5, -1),
    ("Twice the Size", 10, 2),
    ("Thoroughly Annoyed", 5, 1),
    ("Half-Asleep", -5, -1),
    ("Well Rehearsed", 3, 1),
    ("Cornered", 3, 1),
]


@alike("enhancer, strength, treasures", ENHANCERS)
def test_an_enhancer_changes_strength_and_treasures_of_one_monster(enhancer: str, strength: int, treasures: int) -> None:
    for monster, level, printed in (("Dementor", 12, 3), ("Biting Teacup", 1, 1)):
        for mine in (True, False):
            game = table(
                seat(level=1, hand=enhancer if mine else "Pepper Draught", sex="female"),
                seat(hand="Pepper Draught" if mine else enhancer),
                doors=[monster],
                dice=[6],
            )
            player = game[0] if mine else game[1]
            assert not player.may(f"play {enhancer}")
            game[0].kicks_open_the_door()
            while not game.waits_for(player):
                game.apply("pass")
            player.plays(enhancer)
            assert game.strength == (1, level + strength) and game.treasures_at_stake == max(1, printed + treasures)


@alike("enhancer", [(name,) for name, *_ in ENHANCERS])
def test_of_two_monsters_its_player_picks_one_and_it_is_discarded_in_the_end(enhancer: str) -> None:
    game = table(
        seat(level=1, hand=["Wandering Monster", "Centaur", enhancer, "Pepper Draught"]), seat(), doors=["Dementor"], dice=[6, 6, 6]
    )
    aric, _ = game
    aric.kicks_open_the_door()
    aric.plays("Wandering Monster")
    before = game.strength[1]
    assert before == 18
    aric.plays(enhancer, on="Centaur")
    change = {name: strength for name, strength, _ in ENHANCERS}[enhancer]
    assert game.strength[1] == 18 + change
    flee(game)
    while game.fighting:
        game.apply(game.legal_texts[0])
        flee(game)
    assert sorted(game.doors_discarded) == sorted(["Dementor", "Centaur", "Wandering Monster", enhancer])


@card("Cheat!")
def test_cheat_lifts_limits_and_restrictions_of_one_item_and_there_are_two() -> None:
    game = table(
        seat(house="Slytherin", wears="Dress Robes", carries="Warded Overcoat", hand="Cheat!"),
        seat(hand="Cheat!, Circlet of Clear Thought"),
    )
    aric, _ = game
    aric.plays("Cheat!", on="Warded Overcoat")
    aric.equips("Warded Overcoat")
    assert aric.strength == 1 + 2 + 3
    with pytest.raises(AssertionError, match="all copies"):
        table(seat(hand="Cheat!, Cheat!, Cheat!"), seat())


@card("Wandering Monster")
def test_wandering_monster_brings_a_monster_from_the_hand_and_there_are_three() -> None:
    game = table(seat(hand="Wandering Monster"), seat(hand="Wandering Monster, Centaur, Boggart"), doors=["Dementor"])
    aric, suzan = game
    aric.kicks_open_the_door()
    assert not aric.may("play Wandering Monster"), "without a monster"
    while not game.waits_for(suzan):
        game.apply("pass")
    suzan.plays("Wandering Monster", bringing="Centaur")
    assert game.monsters == ["Dementor", "Centaur"] and suzan.hand == ["Boggart"]
    with pytest.raises(AssertionError, match="all copies"):
        table(seat(hand=["Wandering Monster"] * 4), seat())
