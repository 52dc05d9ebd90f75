"""Section 13, Sidekicks of The Good, the Bad, and the Munchkin: their powers, loads and sexes."""

import pytest

from munchkin_env.game.scenario import seat, table
from tests.rule import rule
from tests.western import west

VILLAIN = "Rail-Tying Villain"  # Level 15, +5 against women


@rule("SIDE-06", "ITEM-09")
def test_extra_hands_are_the_owners_and_so_are_the_items() -> None:
    game = west(
        seat(carries="Camp Cook", wears="Bowie Knife, Throwing Hatchet, Cast-Iron Skillet"), seat(), doors=["Dog, Horse and Wife Gone"]
    )
    aric, _ = game
    assert aric.strength == 1 + 2 + 2 + 2
    aric.kicks_open_the_door()
    aric.chooses("Throwing Hatchet")
    assert aric.companions == [] and aric.carries == ["Throwing Hatchet"] and aric.strength == 5


@rule("SIDE-07", "HIRE-01")
def test_what_a_companion_carries_goes_along_when_they_change_sides() -> None:
    game = table(
        seat(level=3, hireling="Staff of Napalm"),
        seat(level=1, name="low"),
        seat(level=2),
        doors=["Better Offer Elsewhere"],
        sets=("deluxe", "western"),
    )
    aric, low, _ = game
    assert aric.strength == 3 + 1 + 5  # a Wizard's staff
    aric.kicks_open_the_door()
    assert aric.table == [] and low.companions == ["Hireling"] and low.wears == ["Staff of Napalm"] and low.strength == 1 + 1 + 5


@rule("SIDE-07", "SIDE-05")
def test_what_a_companion_carries_is_lost_with_their_sacrifice() -> None:
    game = table(seat(hireling="Staff of Napalm"), seat(), doors=["Bat Masterson"], sets=("deluxe", "western"))
    aric, _ = game
    aric.kicks_open_the_door()
    game.skip_windows()
    aric.uses("Hireling")
    assert "ESCAPES" in game.happened and aric.table == [] and "Staff of Napalm" in game.treasures_discarded


@rule("SIDE-08", "REPLAY-18")
def test_a_monster_sees_the_sex_of_the_sidekick() -> None:
    game = west(seat(sex="male", carries="Schoolmarm"), seat(), doors=[VILLAIN])
    aric, _ = game
    aric.kicks_open_the_door()
    assert game.strength[1] == 15 + 5
    aric.discards("Schoolmarm")
    assert game.strength[1] == 15
    game = west(seat(sex="female", carries="Greenhorn"), seat(), doors=["Widow of Gulch Street"])
    game[0].kicks_open_the_door()
    assert game.strength[1] == 8 + 4


@rule("SIDE-08", "HELP-14", "HELP-15")
def test_also_that_of_the_helpers_sidekick_and_counts_it_once() -> None:
    game = west(seat(level=8, sex="male"), seat(level=3, sex="male", carries="Schoolmarm"), doors=[VILLAIN])
    aric, suzan = game
    aric.kicks_open_the_door()
    assert game.strength == (8, 15)
    aric.asks(suzan)
    suzan.accepts()
    assert game.strength == (11, 20)
    game = west(seat(sex="female", carries="Telegraph Girl"), seat(), doors=[VILLAIN])
    game[0].kicks_open_the_door()
    assert game.strength[1] == 20


@rule("SIDE-08")
def test_a_monster_that_is_weaker_against_a_sex_looks_at_the_munchkin_alone() -> None:
    game = west(seat(sex="male", carries="Schoolmarm, Greenhorn", attached="Cheat! on Greenhorn"), seat(), doors=["Hobby Horse"])
    game[0].kicks_open_the_door()
    assert game.strength[1] == 2
    game = west(seat(sex="female"), seat(), doors=["Hobby Horse"])
    game[0].kicks_open_the_door()
    assert game.strength[1] == 0


@rule("SIDE-08")
def test_the_sex_of_a_sidekick_is_changed() -> None:
    game = west(seat(hand="Disguise Trunk"), seat(sex="male", carries="Crusty Old Prospector"), doors=[VILLAIN], turn_of=1)
    aric, suzan = game
    suzan.does("kick open the door")
    aric.plays("Disguise Trunk", on=suzan, choosing="Crusty Old Prospector")
    assert suzan.sex == "male"
    while game.decision != "FIGHT_WINDOW":
        game.apply("kick open the door" if game.decision == "ARRANGE" else "pass")
    assert game.strength[1] == 20


@rule("SIDE-08")
def test_who_plays_the_trap_says_whose_sex_it_changes() -> None:
    for whose, changed in (("yourself", "female"), ("Greenhorn", "male")):
        game = west(seat(sex="male", carries="Greenhorn"), seat(), doors=["Laundry Mix-Up"])
        aric, _ = game
        aric.kicks_open_the_door()
        aric.chooses(whose)
        assert aric.sex == changed
    game = west(seat(hand="Laundry Mix-Up"), seat(sex="female", carries="Greenhorn"))
    aric, suzan = game
    aric.plays("Laundry Mix-Up", on=suzan)
    assert aric.decides
    aric.chooses("player 1")
    assert suzan.sex == "male"


@rule("CHEAT-01", "SIDE-01", "DIFF-10")
def test_a_second_sidekick_by_cheating() -> None:
    game = west(seat(carries="Greenhorn", hand="Cheat!, Crusty Old Prospector"), seat())
    aric, _ = game
    aric.plays("Cheat!", on="Crusty Old Prospector")
    assert sorted(aric.companions) == ["Crusty Old Prospector", "Greenhorn"] and aric.strength == 1 + 1 + 2
    game = west(seat(carries="Greenhorn", hand="Crusty Old Prospector"), seat())
    game[0].plays("Crusty Old Prospector")
    assert game[0].companions == ["Crusty Old Prospector"], "without it one gives way"


@rule("CHEAT-02", "SIDE-04")
def test_when_the_cheat_is_lost_one_sidekick_goes() -> None:
    game = west(
        seat(classes="Cowboy", carries="Greenhorn, Schoolmarm", attached="Cheat! on Greenhorn", hand="Ornery"),
        seat(),
        doors=["Mesa Colossus"],
    )
    aric, _ = game
    aric.kicks_open_the_door()
    aric.uses("Cowboy", paying="Cheat!")
    aric.chooses("Schoolmarm")
    assert aric.companions == ["Greenhorn"]


@rule("SIDE-08", "VAR-04", "CURSE-09")
@pytest.mark.parametrize(("card", "way"), [("Curse! Change Sex", None), ("Trap! Body-Swap Beam", None), ("Swapping Potion", "use it")])
@pytest.mark.parametrize("whose", ["player 1", "Schoolmarm"])
def test_any_change_of_sex_may_be_aimed_at_a_sidekick(card: str, way: str | None, whose: str) -> None:
    game = table(seat(hand=card), seat(carries="Schoolmarm"), sets=("deluxe", "star", "western", "potter"), house_mode="random")
    aric, suzan = game
    aric.plays(card, on=suzan, way=way)
    aric.chooses(f"change the sex of {whose}")
    assert suzan.sex == ("female" if whose == "player 1" else "male")


@rule("SIDE-08", "SIDE-07")
def test_a_changed_sidekick_stays_so_with_another_master() -> None:
    hand = "Disguise Trunk, Better Offer Elsewhere"
    game = west(seat(level=5, carries="Schoolmarm", hand=hand), seat(hand="Ornery"), doors=["Dust Bunny", VILLAIN], treasures=["Bullwhip"])
    aric, suzan = game
    aric.plays("Disguise Trunk", on=aric, way="use it", choosing="Schoolmarm")
    aric.plays("Better Offer Elsewhere", on=aric)
    assert suzan.companions == ["Schoolmarm"]
    aric.kicks_open_the_door()
    game.skip_windows()
    aric.ends_the_turn()
    suzan.kicks_open_the_door()
    assert game.strength == (1, 15), "a man now, and no woman among them"
