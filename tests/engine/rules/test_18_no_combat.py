"""COMBAT-17: what a combat is, and effects that wait for one."""

import pytest

from munchkin_env.game.scenario import Seat, seat, table
from tests.rule import rule

MIRROR, SEX = "Curse! Malign Mirror", "Curse! Change Sex"
LET_GO = [
    ("deluxe", "Amazon", seat(level=3, sex="female", curses=MIRROR), None),
    ("deluxe", "Lawyers", seat(level=3, classes="Thief", curses=MIRROR), None),
    ("deluxe", "Stoned Golem", seat(level=3, curses=MIRROR), True),
    ("deluxe", "Floating Nose", seat(level=3, curses=MIRROR, carries="Slimy Armor"), True),
    ("star", "Tiny But Advanced Creatures", seat(level=3, curses="Trap! Body-Swap Beam", carries="Pocket Asteroid"), True),
    ("star", "Astro-Muskrat Space Pirate", seat(level=3, classes="Bounty Hunter", curses="Trap! Body-Swap Beam"), True),
    ("star", "Creature from the Pink Lagoon", seat(level=3, races="Feline", curses="Trap! Body-Swap Beam"), True),
    ("star", "Thing Man Was Not Meant To Know", seat(level=3, sex="female", curses="Trap! Body-Swap Beam"), True),
    ("star", "Grays", seat(level=3, races="Cyborg", curses="Trap! Body-Swap Beam"), None),
    ("star", "Psi Psheriff", seat(level=3, classes="Psychic", curses="Trap! Body-Swap Beam"), True),
    ("star", "Bionic Bimbo", seat(level=3, curses="Trap! Body-Swap Beam", hand="Rocket Boots"), True),
]
"""Set, monster, whom it lets go before strengths are compared, their answer if asked."""


@rule("COMBAT-17", "CURSE-03")
@pytest.mark.parametrize(("cards", "monster", "who", "says"), LET_GO, ids=[row[1] for row in LET_GO])
def test_who_is_let_go_before_strengths_count_has_had_no_combat(cards: str, monster: str, who: Seat, says: bool | None) -> None:
    game = table(who, seat(level=9), doors=[monster], sets=[cards])
    aric, _ = game
    curses = aric.curses
    aric.kicks_open_the_door()
    if says is not None:
        aric.says(says)
    game.skip_windows()
    assert not game.fighting and "LOSES_FIGHT" not in game.happened
    assert aric.curses == curses != []


@rule("COMBAT-17", "CURSE-03")
def test_what_is_to_be_fought_after_all_is_a_combat() -> None:
    game = table(seat(level=3, curses=MIRROR), seat(), doors=["Stoned Golem"], dice=[6])
    aric, _ = game
    aric.kicks_open_the_door()
    aric.says(False)
    game.everybody_passes()
    assert not game.fighting and "ROLLS" in game.happened and aric.curses == []


@rule("COMBAT-17", "CURSE-03")
def test_a_kill_is_a_combat_even_if_it_is_over_before_strengths_count() -> None:
    game = table(seat(level=3, classes="Gadgeteer", curses="Trap! Body-Swap Beam"), seat(), doors=["Janibot"], sets=["star"])
    aric, _ = game
    aric.kicks_open_the_door()
    assert not game.fighting and aric.level == 4 and aric.curses == []


@rule("COMBAT-17")
def test_a_monster_that_leaves_in_the_middle_of_it_has_been_fought() -> None:
    game = table(seat(level=3, sex="male", hand="Curse! Change Sex"), seat(), doors=["Amazon"])
    aric, _ = game
    aric.kicks_open_the_door()
    aric.plays("Curse! Change Sex", on=aric)
    game.skip_windows()
    assert not game.fighting and aric.sex == "female" and aric.curses == []


@rule("COMBAT-17", "CURSE-03")
def test_another_monster_that_came_at_the_same_time_is_one() -> None:
    """One lets her go, the other does not."""
    game = table(seat(level=5, sex="female", curses=MIRROR, hand="Wandering Monster, Amazon"), seat(), doors=["Potted Plant"])
    aric, _ = game
    aric.kicks_open_the_door()
    aric.plays("Wandering Monster", bringing="Amazon")
    game.everybody_passes()
    assert not game.fighting and aric.curses == []


@rule("COMBAT-17")
def test_what_comes_after_a_combat_needs_one() -> None:
    game = table(seat(level=3, sex="female", hand="Mutilate the Bodies"), seat(), doors=["Amazon"], treasures=["Slimy Armor"])
    aric, _ = game
    aric.kicks_open_the_door()
    assert game.decision == "WINDOW" and aric.may("play Slimy Armor"), "but what one got may be played"
    assert not aric.may("play Mutilate the Bodies")


@rule("COMBAT-17", "TURN-06")
def test_a_monster_that_lets_one_go_leaves_no_room_to_look_for_trouble_or_to_loot() -> None:
    game = table(seat(level=3, sex="female", hand="Baby, Harpies"), seat(), doors=["Amazon", "Elf"])
    aric, _ = game
    aric.kicks_open_the_door()
    game.skip_windows()
    aric.ends_the_turn()
    assert "LOOTS_ROOM" not in game.happened and aric.hand[:2] == ["Baby", "Harpies"]


@rule("COMBAT-17", "REW-04")
def test_nobody_wins_where_there_was_no_combat() -> None:
    """Effects that end with, or follow, a won fight: a Curse of Potter's, the Red Shirt's die."""
    sets = ["deluxe", "star", "potter"]
    for sex, spent in (("female", False), ("male", True)):
        game = table(
            seat(level=8, sex=sex, curses="Curse! Slugulus Eructo!", hand="Red Shirt, Baby"), seat(), doors=["Amazon"], sets=sets, dice=[6]
        )
        aric, _ = game
        aric.plays("Red Shirt")
        aric.kicks_open_the_door()
        if game.fighting:
            aric.plays("Baby", on="Amazon")
            game.everybody_passes()
        assert ("ROLLS" in game.happened) is spent
        assert aric.curses == ([] if spent else ["Curse! Slugulus Eructo!"])
