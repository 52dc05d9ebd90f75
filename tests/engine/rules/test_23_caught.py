"""Running away: what caught players lose, and what may be done before the roll (RUN)."""

import pytest

from munchkin_env.game.scenario import seat, table
from tests.play import pass_until
from tests.rule import rule


@rule("RUN-10")
def test_the_victim_chooses_their_bad_stuff() -> None:
    for choice, level, hand in ((0, 4, []), (1, 2, ["Elf", "Wizard"])):
        game = table(seat(level=4, hand="Elf, Wizard"), seat(), doors=["Platycore"], dice=[1])
        aric, _ = game
        aric.kicks_open_the_door()
        game.everybody_passes()
        game.skip_windows()
        aric.rolls()
        assert game.waits_for(aric)
        aric.chooses(choice)
        assert aric.level == level and aric.hand == hand


@rule("RUN-10")
def test_who_has_nothing_to_lose_loses_nothing() -> None:
    game = table(seat(level=6, carries="Helm of Courage"), seat(), doors=["Bigfoot"], dice=[1])
    aric, _ = game
    aric.kicks_open_the_door()
    game.everybody_passes()
    assert "CAUGHT" in game.happened
    assert aric.level == 6 and aric.carries == ["Helm of Courage"]  # not worn


@rule("RUN-10")
def test_a_card_may_say_what_else_is_lost() -> None:
    for worn, level in (("Boots of Butt-Kicking", 2), ("", 1)):
        game = table(seat(level=2, wears=worn), seat(hand="Ancient"), doors=["Drooling Slime"], dice=[1])
        aric, suzan = game
        aric.kicks_open_the_door()
        suzan.plays("Ancient")
        game.everybody_passes()
        assert aric.level == level and aric.wears == []


@rule("RUN-11")
def test_whether_a_monster_pursues_is_seen_when_the_runner_has_done_what_they_do_before_the_roll() -> None:
    game = table(seat(level=4, races="Elf", hand="Baby"), seat(), doors=["Squidzilla"], dice=[1])
    aric, _ = game
    aric.kicks_open_the_door()
    pass_until(game, "roll to run away")
    aric.discards("Elf")  # it pursues only Elves up to Level 4
    game.skip_windows()
    assert "ESCAPES" in game.happened and "ROLLS" not in game.happened

    game = table(seat(level=5, hand="Curse! Lose a Level"), seat(), doors=["Bullrog"], dice=[1])
    aric, _ = game
    aric.kicks_open_the_door()
    pass_until(game, "roll to run away")
    aric.plays("Curse! Lose a Level", on=aric)
    game.skip_windows()
    assert aric.level == 4 and "ESCAPES" in game.happened and "ROLLS" not in game.happened


@rule("RUN-11")
def test_a_level_gained_before_the_roll_counts_as_well_as_one_that_is_lost() -> None:
    game = table(seat(level=4, hand="Invoke Obscure Rules"), seat(), doors=["Bullrog"], dice=[1])
    aric, _ = game
    aric.kicks_open_the_door()
    aric.passes()
    pass_until(game, "play Invoke Obscure Rules")
    aric.plays("Invoke Obscure Rules", on=aric)
    game.skip_windows()
    assert aric.level == 5 and "DIES" in game.happened


@rule("RUN-11")
def test_a_class_taken_on_before_the_roll_may_let_one_go() -> None:
    game = table(seat(level=1, hand="Psychic"), seat(hand="Radioactive"), doors=["Chair"], dice=[1], sets=["star"])
    aric, suzan = game
    aric.kicks_open_the_door()
    if aric.may("pass"):
        aric.passes()
    suzan.plays("Radioactive", on="Chair")
    pass_until(game, "roll to run away")
    aric.plays("Psychic")
    game.skip_windows()
    assert "ESCAPES" in game.happened and "ROLLS" not in game.happened


@rule("RUN-11")
def test_a_forced_roll_outruns_nothing_that_cannot_be_outrun() -> None:
    game = table(seat(level=1, hand="Instant Wall"), seat(hand="Flask of Glue"), doors=["Crabs"], dice=[6])
    aric, suzan = game
    aric.kicks_open_the_door()
    pass_until(game, "play Instant Wall")
    aric.plays("Instant Wall")
    pass_until(game, "play Flask of Glue")
    suzan.plays("Flask of Glue")
    game.skip_windows()
    assert "CAUGHT" in game.happened and "ROLLS" not in game.happened


@rule("RUN-11")
def test_before_a_forced_roll_one_does_what_one_may_before_any_but_nothing_instead_of_it() -> None:
    game = table(seat(level=4, races="Halfling", hand="Hireling, Baby"), seat(hand="Flask of Glue"), doors=["Bullrog"], dice=[4])
    aric, suzan = game
    aric.kicks_open_the_door()
    pass_until(game, "play Flask of Glue")
    suzan.plays("Flask of Glue")
    assert game.decision == "ESCAPE" and game.waits_for(aric)
    aric.plays("Hireling")
    assert not aric.may("use Hireling"), "they must roll"
    aric.discards("Halfling")
    aric.rolls()
    game.skip_windows()
    assert "DIES" in game.happened, "there is no second roll for one who is no Halfling any more"


@rule("RUN-12", "MON-04")
@pytest.mark.parametrize("second", ["Mate", "King Tut"])
def test_each_of_a_pair_that_costs_levels_sees_what_the_one_before_has_left(second: str) -> None:
    """The Wight Brothers take two Levels from players above Level 3, their Mate (or King Tut) from those still above it then."""
    for level, left in ((4, 2), (5, 3), (6, 2), (9, 5)):
        game = table(seat(level=level, hand=["Wandering Monster", second]), seat(), doors=["Wight Brothers"], dice=[6, 6])
        aric, _ = game
        aric.kicks_open_the_door()
        if second == "Mate":
            aric.plays("Mate", on="Wight Brothers")
        else:
            aric.plays("Wandering Monster", bringing="King Tut")
        game.everybody_passes()
        assert aric.level == left


@rule("RUN-12")
def test_a_helper_pays_as_well_each_for_their_own_level() -> None:
    game = table(seat(level=5, hand="Mate, Baby"), seat(level=6), doors=["Wight Brothers"], dice=[6, 6, 6, 6])
    aric, suzan = game
    aric.kicks_open_the_door()
    aric.plays("Mate", on="Wight Brothers")
    aric.asks(suzan)
    suzan.accepts()
    game.everybody_passes()
    assert game.levels == (3, 2)
