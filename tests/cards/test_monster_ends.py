"""Unusual rewards and costs of monsters, for players who beat them and players who run away."""

import pytest

from munchkin_env.game.scenario import Seat, seat, table
from tests.card import card
from tests.flight import flee
from tests.rule import rule

# ------------------------------------------------------------------------------------------ rewards of their own


@card("Pukachu")
@pytest.mark.parametrize(
    ("who", "level"),
    [
        (seat(level=7), 9),
        (seat(level=7, wears="Boots of Running Really Fast"), 9),  # no bonus in a fight
        (seat(level=7, carries="Helm of Courage"), 9),
        (seat(level=7, wears="Helm of Courage"), 8),
        (seat(level=7, hireling=""), 8),
    ],
)
def test_who_beats_pukachu_with_their_level_alone_gains_one_more(who: Seat, level: int) -> None:
    game = table(who, seat(), doors=["Pukachu"])
    game[0].kicks_open_the_door()
    game.skip_windows()
    assert game[0].level == level


@card("Pukachu")
def test_neither_potions_nor_helpers_nor_berserking_leave_pukachus_extra_level() -> None:
    for means in ("potion", "helper", "berserk"):
        game = table(
            seat(level=6, classes="Warrior", hand="Sleep Potion"),
            seat(level=3),
            seat(),
            doors=["Pukachu"],
            ask_only_when_losing=False,
        )
        aric, suzan, _ = game
        aric.kicks_open_the_door()
        if means == "potion":
            aric.plays("Sleep Potion", on="munchkins")
        elif means == "helper":
            aric.asks(suzan)
            suzan.accepts()
        else:
            aric.uses("Warrior", "berserking", paying="Sleep Potion")
        game.skip_windows()
        assert aric.level == 7


@card("Pukachu")
@rule("WIN-01")
def test_pukachus_extra_level_may_win() -> None:
    game = table(seat(level=8), seat(), doors=["Pukachu"])
    game[0].kicks_open_the_door()
    game.skip_windows()
    assert game.over and game.winners == (game[0],)


@card("Large Angry Chicken")
@pytest.mark.parametrize(
    ("who", "level"),
    [
        (seat(level=3), 4),
        (seat(level=3, wears="Flaming Armor"), 5),
        (seat(level=3, carries="Flaming Armor"), 4),
        (seat(level=3, classes="Wizard", wears="Staff of Napalm"), 5),
        (seat(level=3, wears="Leather Armor"), 4),
        (seat(level=8, wears="Flaming Armor"), 10),  # it may win
    ],
)
def test_who_burns_the_large_angry_chicken_gains_one_more(who: Seat, level: int) -> None:
    game = table(who, seat(), doors=["Large Angry Chicken"])
    game[0].kicks_open_the_door()
    game.skip_windows()
    assert game[0].level == level and game.over is (level == 10)


@card("Large Angry Chicken", "Flaming Poison Potion")
def test_fire_on_the_right_side_by_whomever() -> None:
    for side, level in (("munchkins", 5), ("monsters", 4)):
        game = table(seat(level=3, hand="Magic Missile"), seat(hand="Flaming Poison Potion"), doors=["Large Angry Chicken"])
        aric, suzan = game
        aric.kicks_open_the_door()
        aric.plays("Magic Missile", on="munchkins")
        suzan.plays("Flaming Poison Potion", on=side)
        game.skip_windows()
        assert aric.level == level
    game = table(seat(level=1), seat(level=4, wears="Flaming Armor"), seat(), doors=["Large Angry Chicken"])
    game[0].kicks_open_the_door()
    game[0].asks(game[1])
    game[1].accepts()
    game.skip_windows()
    assert game.levels == (3, 4, 1)


@card("Potted Plant")
@rule("MON-12")
def test_each_elf_who_beats_the_potted_plant_draws_one_more() -> None:
    spoils = "Helm of Courage, Leather Armor, Huge Rock"
    for main, helper, hands in (
        ("", None, (1, 0)),
        ("Elf", None, (2, 0)),
        ("Elf", "", (2, 0)),
        ("", "Elf", (1, 1)),
        ("Elf", "Elf", (2, 1)),
    ):
        game = table(
            seat(level=3, races=main), seat(races=helper or ""), doors=["Potted Plant"], treasures=spoils, ask_only_when_losing=False
        )
        aric, suzan = game
        aric.kicks_open_the_door()
        if helper is not None:
            aric.asks(suzan)
            suzan.accepts()
        game.skip_windows()
        assert (len(aric.hand), len(suzan.hand)) == hands
        assert (None in suzan.sees(aric)) is (helper is None)  # face up with a helper


# ------------------------------------------------------------------------------------------ lost, but not caught


@card("Mr. Bones")
def test_mr_bones_takes_a_level_even_of_those_who_escape() -> None:
    for die, level in ((5, 4), (4, 2)):
        game = table(seat(level=5), seat(hand="Ancient"), doors=["Mr. Bones"], dice=[die])
        aric, suzan = game
        aric.kicks_open_the_door()
        suzan.plays("Ancient")
        flee(game)
        assert aric.level == level  # one for losing, two more if caught


@card("Mr. Bones")
def test_mr_bones_takes_nothing_of_those_who_win() -> None:
    game = table(seat(level=5), seat(), doors=["Mr. Bones"])
    game[0].kicks_open_the_door()
    game.skip_windows()
    assert game[0].level == 6


@card("Pit Bull", "Eleven-Foot Pole", "Wand of Dowsing", "Staff of Napalm", "Swiss Army Polearm")
@pytest.mark.parametrize("thing", ["Eleven-Foot Pole", "Wand of Dowsing", "Staff of Napalm", "Swiss Army Polearm"])
def test_the_pit_bull_runs_after_a_stick(thing: str) -> None:
    game = table(seat(level=3, carries=f"{thing}, Helm of Courage"), seat(hand="Ancient"), doors=["Pit Bull"], dice=[1])
    aric, suzan = game
    aric.kicks_open_the_door()
    suzan.plays("Ancient")
    game.skip_windows()
    aric.uses("Pit Bull")
    assert aric.level == 3 and aric.carries == ["Helm of Courage"] and "ROLLS" not in game.happened
    assert "ESCAPES" in game.happened and game.treasures_discarded == [thing]


@card("Pit Bull")
def test_the_pit_bull_wants_a_stick_from_the_table_and_nothing_else() -> None:
    game = table(seat(level=3, carries="Helm of Courage", hand="Eleven-Foot Pole"), seat(hand="Ancient"), doors=["Pit Bull"], dice=[1])
    aric, suzan = game
    aric.kicks_open_the_door()
    suzan.plays("Ancient")
    game.skip_windows()
    assert aric.level == 1 and aric.hand == ["Eleven-Foot Pole"]  # nothing but the roll was possible


@card("Pit Bull")
def test_a_stick_distracts_no_other_monster() -> None:
    game = table(
        seat(level=3, carries="Eleven-Foot Pole"),
        seat(hand="Ancient, Wandering Monster, Maul Rat"),
        doors=["Pit Bull"],
        dice=[6, 1],
    )
    aric, suzan = game
    aric.kicks_open_the_door()
    suzan.plays("Ancient", on="Pit Bull")
    suzan.plays("Wandering Monster", bringing="Maul Rat")
    game.skip_windows()
    aric.runs_from("Maul Rat")
    assert game.happened.count("ROLLS") == 1 and aric.may("use Pit Bull")  # before the Rat only the roll


@card("Crabs", "Hireling", "Instant Wall")
@pytest.mark.parametrize(("way", "lost"), [("", True), ("Hireling", False), ("Instant Wall", False)])
def test_nobody_outruns_crabs_with_a_roll_but_there_are_other_ways(way: str, lost: bool) -> None:
    game = table(
        seat(level=3, wears="Leather Armor", hireling="" if way == "Hireling" else None, hand=way if way == "Instant Wall" else ""),
        seat(hand="Ancient"),
        doors=["Crabs"],
        dice=[6],
    )
    aric, suzan = game
    aric.kicks_open_the_door()
    if game.waits_for(aric):
        aric.passes()
    suzan.plays("Ancient")
    game.everybody_passes()
    if way == "Instant Wall":
        aric.plays("Instant Wall", on=aric)
    game.skip_windows()
    if way == "Hireling":
        assert not aric.may("roll to run away")
        aric.uses("Hireling")
    assert "ROLLS" not in game.happened and (aric.wears == []) is lost
