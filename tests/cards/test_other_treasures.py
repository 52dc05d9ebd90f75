"""The Treasures of Deluxe that are not Items: levels, the Hireling, Hoard!"""

import pytest

from munchkin_env.game.scenario import seat, table
from tests.card import alike, card
from tests.play import pass_until

PLAIN = [
    ("1,000 Gold Pieces",),
    ("Boil an Anthill",),
    ("Bribe GM With Food",),
    ("Convenient Addition Error",),
    ("Invoke Obscure Rules",),
    ("Potion of General Studliness",),
]
NO_ITEMS = [*PLAIN, ("Kill the Hireling",), ("Mutilate the Bodies",), ("Whine at the GM",), ("Steal a Level",), ("Hireling",)]


@alike("name", NO_ITEMS)
def test_it_is_no_item(name: str) -> None:
    game = table(seat(carries="Wand of Dowsing", hand=[name]), seat())
    aric, _ = game
    aric.does("sell items")
    assert aric.choices == ["call off the sale", "sell Wand of Dowsing"]


@alike("name", PLAIN)
def test_it_gives_a_level_to_anybody_at_any_time(name: str) -> None:
    game = table(seat(level=4, hand=[name]), seat(level=2))
    game[0].plays(name, on=game[0])
    assert game.levels == (5, 2) and game.treasures_discarded == [name]
    game = table(seat(level=4, hand=[name]), seat(level=2))
    game[0].plays(name, on=game[1])
    assert game.levels == (4, 3)
    game = table(seat(hand="Baby"), seat(hand=[name]), doors=["Net Troll"])
    game[0].kicks_open_the_door()
    pass_until(game, f"play {name}")
    game[1].plays(name, on=game[0])
    assert game.levels == (2, 1)


@alike("name", [*PLAIN, ("Kill the Hireling",)])
def test_but_not_the_winning_one(name: str) -> None:
    game = table(seat(level=9, hand=[name]), seat(level=9, hireling=""))
    assert not game[0].may(f"play {name}")
    game = table(seat(level=9, hand=[name]), seat(level=8, hireling=""))
    game[0].plays(name)
    assert game.levels == (9, 9) and not game.over


@card("Kill the Hireling")
def test_kill_the_hireling_kills_them_whoever_hired_them() -> None:
    game = table(seat(hand="Kill the Hireling"), seat(level=3), seat(hireling="Staff of Napalm"))
    aric, suzan, third = game
    aric.plays("Kill the Hireling", on=suzan)
    assert suzan.level == 4 and third.table == []
    assert sorted(game.treasures_discarded) == ["Hireling", "Kill the Hireling", "Staff of Napalm"]


@card("Kill the Hireling")
def test_without_a_hireling_it_cannot_be_played() -> None:
    game = table(seat(hand="Kill the Hireling, Hireling"), seat())
    aric, _ = game
    assert not aric.may("play Kill the Hireling")
    aric.plays("Hireling")
    aric.plays("Kill the Hireling", on=aric)
    assert aric.level == 2 and aric.table == []


@card("Mutilate the Bodies")
@pytest.mark.parametrize("whose", [0, 1])
def test_mutilate_the_bodies_comes_after_a_fight_of_anybody(whose: int) -> None:
    hands = ["", ""]
    hands[whose] = "Mutilate the Bodies"
    game = table(seat(level=4, hand=hands[0]), seat(hand=hands[1]), doors=["Potted Plant"])
    aric, _ = game
    assert "play Mutilate the Bodies" not in game.legal_texts
    aric.kicks_open_the_door()
    assert game.decision == "WINDOW" and not game.fighting
    pass_until(game, "play Mutilate the Bodies")
    game[whose].plays("Mutilate the Bodies", on=game[whose])
    assert game.levels == ((6, 1) if whose == 0 else (5, 2))


@card("Mutilate the Bodies")
def test_not_before_it_or_in_it_and_not_later() -> None:
    game = table(seat(hand="Mutilate the Bodies, Baby"), seat(), doors=["Net Troll"], dice=[6])
    aric, _ = game
    assert not aric.may("play Mutilate the Bodies")
    aric.kicks_open_the_door()
    assert not aric.may("play Mutilate the Bodies")
    game.everybody_passes()
    assert aric.may("play Mutilate the Bodies")  # a lost fight is over, too
    aric.passes()
    assert game.decision == "ARRANGE" and not aric.may("play Mutilate the Bodies")


@card("Whine at the GM")
def test_whine_at_the_gm_is_not_for_the_highest_or_one_of_them() -> None:
    game = table(seat(level=5, hand="Whine at the GM"), seat(level=5), seat(level=4))
    aric, _, third = game
    aric.plays("Whine at the GM")  # only one is left
    assert third.level == 5
    game = table(seat(level=4, hand="Whine at the GM"), seat(level=5), seat(level=3))
    aric, _, third = game
    aric.does("play Whine at the GM")
    assert aric.choices == ["on yourself", "on player 2"]
    aric.picks(aric)
    assert aric.level == 5


@card("Whine at the GM")
def test_nobody_whines_among_equals() -> None:
    game = table(seat(level=4, hand="Whine at the GM"), seat(level=4))
    assert not game[0].may("play Whine at the GM")


@card("Steal a Level")
def test_steal_a_level_takes_it_from_another() -> None:
    game = table(seat(level=4, hand="Steal a Level"), seat(level=3), seat(level=9), seat(level=1))
    aric, _, third, _ = game
    aric.does("play Steal a Level")
    assert aric.choices == ["on player 1", "on player 2"]  # not from the player's own, not from Level 1
    aric.picks(third)
    assert game.levels == (5, 3, 8, 1) and game.treasures_discarded == ["Steal a Level"]


@card("Steal a Level")
def test_in_a_fight_too_but_not_for_the_winning_level() -> None:
    game = table(seat(level=3, hand="Baby"), seat(hand="Steal a Level, Enraged"), doors=["Pit Bull"])
    aric, suzan = game
    aric.kicks_open_the_door()
    aric.passes()
    suzan.plays("Steal a Level")
    assert game.strength == (2, 2) and game.levels == (2, 2)
    assert not table(seat(level=9, hand="Steal a Level"), seat(level=5))[0].may("play Steal a Level")


@card("Hireling")
def test_the_hireling_gives_one_and_carries_one_item_that_their_master_could_not_use() -> None:
    game = table(seat(hand="Hireling", wears="Huge Rock", carries="Mace of Sharpness, Staff of Napalm"), seat())
    aric, _ = game
    aric.plays("Hireling")
    assert aric.strength == 4 + 1 and aric.companions == ["Hireling"]
    aric.loads("Hireling", "Staff of Napalm")  # a Wizard's, and both hands are full
    assert aric.strength == 5 + 5 and sorted(aric.wears) == ["Huge Rock", "Staff of Napalm"]
    aric.loads("Hireling", "Mace of Sharpness")
    assert aric.strength == 5 + 4 and aric.carries == ["Staff of Napalm"]


@card("Hireling")
def test_they_die_for_their_master_with_all_they_carry() -> None:
    game = table(seat(level=6, hireling="Staff of Napalm"), seat(), doors=["Bullrog"])
    aric, _ = game
    aric.kicks_open_the_door()
    game.skip_windows()
    aric.uses("Hireling", "sacrifice")
    assert aric.table == [] and not aric.dead and "ESCAPES" in game.happened and "ROLLS" not in game.happened
    assert sorted(game.treasures_discarded) == ["Hireling", "Staff of Napalm"]


@card("Hoard!")
def test_hoard_brings_three_face_down_to_one_who_draws_it_so() -> None:
    game = table(
        seat(level=4),
        seat(),
        doors=["Pit Bull"],
        treasures="Hoard!, Leather Armor, Slimy Armor, Helm of Courage, Spiky Knees",
    )
    aric, suzan = game
    aric.kicks_open_the_door()
    game.skip_windows()
    assert aric.hand == ["Leather Armor", "Slimy Armor", "Helm of Courage"] and game.treasures_discarded == ["Hoard!"]
    assert suzan.sees(aric) == [None, None, None]


@card("Hoard!")
def test_face_up_to_one_who_picks_it_from_open_treasures() -> None:
    game = table(
        seat(level=2),
        seat(level=7),
        seat(),
        doors=["Amazon"],
        treasures="Hoard!, Wishing Ring, Slimy Armor, Helm of Courage, Spiky Knees",
    )
    aric, suzan, third = game
    aric.kicks_open_the_door()
    aric.asks(suzan, treasures=1, picks_first="helper")
    suzan.accepts()
    game.skip_windows()
    assert game.decision == "PICK_TREASURE" and set(suzan.choices) == {"pick Hoard!", "pick Wishing Ring"}
    suzan.does("pick Hoard!")
    assert suzan.hand == ["Slimy Armor", "Helm of Courage", "Spiky Knees"] and aric.hand == ["Wishing Ring"]
    assert third.sees(suzan) == suzan.hand and game.treasures_discarded == ["Hoard!"]


@card("Hoard!")
def test_also_in_a_first_hand() -> None:
    game = table(seat(), seat(), moment="start", treasures="Hoard!, Leather Armor, Slimy Armor, Helm of Courage, Spiky Knees, Magic Lamp")
    while game.decision == "CHOOSE_SEX":
        game.apply("be male")
    aric = game[0]
    assert len(aric.hand) == 4 + 3 + 3
    assert {"Leather Armor", "Slimy Armor", "Helm of Courage", "Spiky Knees", "Magic Lamp"} <= set(aric.hand)
