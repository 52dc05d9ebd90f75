"""Running away: who rolls, in which order, what changes a roll, and being caught (RUN)."""

import pytest

from munchkin_env.game.scenario import Seat, seat, table
from tests.flight import flee
from tests.rule import rule


@rule("RUN-01")
def test_a_lost_fight_brings_no_level_no_treasure_and_no_loot() -> None:
    game = table(seat(level=3), seat(), doors=["Face Sucker", "Elf"], treasures=["Leather Armor"], dice=[6])
    aric, _ = game
    aric.kicks_open_the_door()
    game.everybody_passes()
    assert aric.level == 3 and aric.hand == []
    assert not game.fighting and game.turn_player is aric
    assert aric.choices == ["end the turn"]  # no phase 2
    assert "LOOTS_ROOM" not in game.happened and "KILLS" not in game.happened


@rule("RUN-01")
def test_who_can_still_ask_another_for_help_does_not_run_yet() -> None:
    game = table(seat(level=3), seat(level=5), seat(), doors=["Face Sucker"])
    aric, suzan, _ = game
    aric.kicks_open_the_door()
    aric.asks(suzan)
    suzan.refuses()
    assert game.decision == "FIGHT_WINDOW" and game.strength == (3, 8)
    assert "ROLLS" not in game.happened


@rule("RUN-02")
@pytest.mark.parametrize(("die", "escapes"), [(4, False), (5, True)])
def test_a_five_escapes_and_a_four_does_not(die: int, escapes: bool) -> None:
    game = table(seat(level=4), seat(), doors=["Undead Horse"], dice=[die])
    aric, _ = game
    aric.kicks_open_the_door()
    game.everybody_passes()
    assert ("ESCAPES" in game.happened) is escapes
    assert aric.level == (4 if escapes else 2)


@rule("RUN-02")
@pytest.mark.parametrize(
    ("runner", "monster", "least"),
    [
        (seat(level=3, races="Elf"), "Harpies", 4),
        (seat(level=3, wears="Boots of Running Really Fast"), "Harpies", 3),
        (seat(level=3, wears="Tuba of Charm"), "Harpies", 2),
        (seat(level=3, carries="Boots of Running Really Fast"), "Harpies", 5),
        (seat(level=3, curses="Curse! Chicken on Your Head"), "Harpies", 6),
        (seat(level=2), "Flying Frogs", 6),
        (seat(level=1), "Lame Goblin", 4),
        (seat(level=2, races="Elf"), "Flying Frogs", 5),
        (seat(level=3, wears="Boots of Running Really Fast"), "Snails on Speed", 5),
    ],
)
def test_race_items_curses_and_the_monster_itself_change_the_roll(runner: Seat, monster: str, least: int) -> None:
    for die, escapes in ((least - 1, False), (least, True)):
        game = table(runner, seat(), doors=[monster], dice=[die, 1])
        game[0].kicks_open_the_door()
        flee(game)
        assert ("ESCAPES" in game.happened) is escapes


@rule("RUN-02")
def test_no_face_of_the_die_is_special() -> None:
    game = table(seat(level=1, races="Elf", wears="Boots of Running Really Fast"), seat(), doors=["Lame Goblin"], dice=[1])
    game[0].kicks_open_the_door()
    assert game.strength == (1, 1)
    flee(game)
    assert "ESCAPES" in game.happened  # 1 + 1 + 2 + 1
    game = table(seat(level=3), seat(), doors=["Snails on Speed"], dice=[6, 1])
    game[0].kicks_open_the_door()
    game.everybody_passes()
    assert "CAUGHT" in game.happened  # 6 - 2


@rule("RUN-02")
def test_a_monster_that_is_hard_to_outrun_slows_nobody_down_before_another() -> None:
    game = table(
        seat(level=3),
        seat(hand="Wandering Monster, Snails on Speed"),
        doors=["Harpies"],
        dice=[5, 5, 1],
    )
    aric, suzan = game
    aric.kicks_open_the_door()
    aric.passes()
    suzan.plays("Wandering Monster", bringing="Snails on Speed")
    game.everybody_passes()
    aric.runs_from("Harpies")
    assert game.happened.count("ESCAPES") == 1 and game.happened.count("CAUGHT") == 1
    assert aric.level == 3  # the Snails, not the Harpies


@rule("RUN-03", "RUN-04")
def test_bad_stuff_strikes_at_once_and_counts_for_the_next_roll() -> None:
    for first, die, caught in (("Drooling Slime", 3, 2), ("Harpies", 3, 1)):
        game = table(
            seat(level=2, wears="Boots of Running Really Fast"),
            seat(hand="Wandering Monster, Drooling Slime"),
            doors=["Harpies"],
            dice=[2, die] if first == "Drooling Slime" else [die, 2],
        )
        aric, suzan = game
        aric.kicks_open_the_door()
        aric.passes()
        suzan.plays("Wandering Monster", bringing="Drooling Slime")
        game.everybody_passes()
        aric.runs_from(first)
        assert game.happened.count("CAUGHT") == caught  # without the Boots a 3 is no escape
        assert aric.wears == []


@rule("RUN-04")
def test_the_runner_orders_their_rolls_and_makes_one_for_each_monster() -> None:
    game = table(
        seat(level=4),
        seat(hand="Wandering Monster, Maul Rat, Mate"),
        doors=["Undead Horse"],
        dice=[6, 1, 6],
    )
    aric, suzan = game
    aric.kicks_open_the_door()
    aric.passes()
    suzan.plays("Mate", on="Undead Horse")
    suzan.plays("Wandering Monster", bringing="Maul Rat")
    game.everybody_passes()
    assert aric.choices == ["run from Undead Horse", "run from Undead Horse's mate", "run from Maul Rat"]
    aric.does("run from Undead Horse's mate")
    assert game.happened.count("ROLLS") == 1
    assert aric.choices == ["run from Undead Horse", "run from Maul Rat"]
    aric.runs_from("Maul Rat")
    assert game.happened.count("ROLLS") == 3 and game.happened.count("CAUGHT") == 1
    assert aric.level == 3  # the Rat's Bad Stuff only


@rule("RUN-05")
def test_the_helper_runs_after_main_and_in_their_own_order() -> None:
    game = table(
        seat(level=3),
        seat(level=4),
        seat(hand="Wandering Monster, Maul Rat, Enraged"),
        doors=["Harpies"],
        dice=[1, 6, 1, 1],
    )
    aric, suzan, third = game
    aric.kicks_open_the_door()
    aric.asks(suzan)
    suzan.accepts()
    third.plays("Enraged", on="Harpies")
    third.plays("Wandering Monster", bringing="Maul Rat")
    game.everybody_passes()
    aric.runs_from("Maul Rat")
    assert aric.level == 2 and game.waits_for(suzan)
    assert aric.level == 2  # escaped the Harpies with the 6
    suzan.runs_from("Harpies")
    assert suzan.level == 1  # caught by both: two levels, then one


@rule("RUN-05")
def test_one_may_escape_where_the_other_is_caught() -> None:
    for dice, levels in (([6, 1], (3, 1)), ([1, 6], (1, 3)), ([1, 1], (1, 1)), ([6, 6], (3, 3))):
        game = table(seat(level=3), seat(level=3), seat(), doors=["Wannabe Vampire"], dice=dice)
        aric, suzan, _ = game
        aric.kicks_open_the_door()
        aric.asks(suzan)
        suzan.accepts()
        game.everybody_passes()
        assert game.levels == (*levels, 1)


@rule("RUN-06", "DEATH-03")
def test_the_dead_run_no_more() -> None:
    game = table(
        seat(level=5),
        seat(level=4, hand="Wandering Monster, 3,872 Orcs"),
        doors=["Stoned Golem"],
        dice=[1, 6],
    )
    aric, suzan = game
    aric.kicks_open_the_door()
    aric.says(False)
    aric.passes()
    suzan.plays("Wandering Monster", bringing="3,872 Orcs")
    game.everybody_passes()
    aric.runs_from("Stoned Golem")
    assert game.happened.count("DIES") == 1
    assert game.happened.count("ROLLS") == 1
    assert set(game.doors_discarded) == {"Wandering Monster", "3,872 Orcs", "Stoned Golem"}


@rule("RUN-05", "RUN-06")
def test_the_helper_still_runs_when_main_has_died() -> None:
    game = table(seat(level=5), seat(level=4), seat(), doors=["Stoned Golem"], dice=[1, 6])
    aric, suzan, _ = game
    aric.kicks_open_the_door()
    aric.says(False)
    aric.asks(suzan)
    suzan.accepts()
    game.everybody_passes()
    assert game.happened.count("DIES") == 1 and game.happened.count("ROLLS") == 2
    assert not suzan.dead and suzan.level == 4


@rule("RUN-07", "COMBAT-11")
def test_after_all_rolls_the_monsters_and_what_was_played_are_discarded() -> None:
    game = table(
        seat(level=3, hand="Magic Missile, Hireling"),
        seat(hand="Enraged, Wandering Monster, Maul Rat"),
        doors=["Harpies"],
        dice=[6, 6],
    )
    aric, suzan = game
    aric.kicks_open_the_door()
    aric.plays("Magic Missile", on="munchkins")
    aric.passes()
    suzan.plays("Enraged", on="Harpies")
    suzan.plays("Wandering Monster", bringing="Maul Rat")
    assert game.strength == (8, 10)
    game.everybody_passes()
    game.skip_windows()
    aric.runs_from("Harpies")
    assert game.doors_discarded == [] and game.treasures_discarded == []
    aric.rolls()
    assert game.doors_discarded == []  # still running from the Rat
    aric.rolls()
    assert sorted(game.doors_discarded) == ["Enraged", "Harpies", "Maul Rat", "Wandering Monster"]
    assert game.treasures_discarded == ["Magic Missile"]


@rule("RUN-08", "INTER-05")
def test_strength_and_monsters_are_out_of_reach_once_the_fight_is_lost() -> None:
    game = table(
        seat(level=3, hand="Magic Missile, Pollymorph Potion, Hireling", wears="Leather Armor"),
        seat(hand="Wandering Monster, Maul Rat, Enraged, Curse! Duck of Doom"),
        doors=["Harpies"],
        dice=[6],
    )
    aric, suzan = game
    aric.kicks_open_the_door()
    game.everybody_passes()
    assert game.decision == "WINDOW" and aric.choices == ["pass", "play Hireling"]
    aric.passes()
    assert suzan.choices == ["pass", "play Curse! Duck of Doom"]
    suzan.passes()
    assert game.decision == "ESCAPE" and aric.choices == ["roll to run away", "play Hireling"]


@rule("RUN-08", "TIME-01")
def test_what_may_be_played_at_any_time_may_be_played_before_the_flight() -> None:
    game = table(seat(level=5), seat(hand="Curse! Duck of Doom"), doors=["3,872 Orcs"], dice=[6])
    aric, suzan = game
    aric.kicks_open_the_door()
    game.everybody_passes()
    assert game.decision == "WINDOW" and "ROLLS" not in game.happened
    suzan.plays("Curse! Duck of Doom", on=aric)
    assert aric.level == 3 and game.happened[-1] == "ESCAPES"


@rule("RUN-08", "HIRE-01")
def test_a_hireling_may_still_be_hired_and_given_up_instead_of_a_roll() -> None:
    game = table(seat(level=3, hand="Hireling"), seat(), doors=["Harpies"], dice=[1])
    aric, _ = game
    aric.kicks_open_the_door()
    game.everybody_passes()
    game.skip_windows()
    aric.plays("Hireling")
    assert aric.companions == ["Hireling"] and "ROLLS" not in game.happened
    aric.uses("Hireling")
    assert aric.level == 3 and aric.companions == [] and "ROLLS" not in game.happened
    assert game.treasures_discarded == ["Hireling"]


@rule("RUN-09")
def test_a_hireling_saves_from_one_monster_only() -> None:
    game = table(
        seat(level=3, hireling=""),
        seat(hand="Wandering Monster, Maul Rat"),
        doors=["Harpies"],
        dice=[1],
    )
    aric, suzan = game
    aric.kicks_open_the_door()
    aric.passes()
    suzan.plays("Wandering Monster", bringing="Maul Rat")
    game.everybody_passes()
    game.skip_windows()
    aric.runs_from("Harpies")
    aric.uses("Hireling")
    assert aric.level == 2  # the Rat caught with the 1
    assert game.happened.count("ROLLS") == 1


@rule("RUN-09")
def test_nobody_is_given_up_where_nothing_lets_one_escape() -> None:
    game = table(
        seat(level=5, hireling="", hand="Invisibility Potion", carries="Rat on a Stick"), seat(), doors=["Floating Nose"], dice=[6]
    )
    aric, _ = game
    aric.kicks_open_the_door()
    flee(game)
    assert aric.companions == ["Hireling"] and aric.level == 5 and game.decision == "ESCAPE"
    assert aric.choices == ["be caught", "discard Hireling"]
    aric.does("be caught")
    assert aric.level == 2 and "ROLLS" not in game.happened


@rule("RUN-08")
def test_what_is_too_weak_for_the_monster_is_not_wasted_on_it() -> None:
    game = table(seat(level=3, carries="Rat on a Stick"), seat(), doors=["Bigfoot"], dice=[1])
    aric, _ = game
    aric.kicks_open_the_door()
    game.everybody_passes()  # the Rat is for Level 8 or less: only the roll is left
    assert "CAUGHT" in game.happened and aric.carries == ["Rat on a Stick"]


@rule("RUN-08")
def test_a_card_instead_of_the_roll_is_not_for_after_it() -> None:
    game = table(seat(level=3, carries="Rat on a Stick", hand="Invisibility Potion"), seat(), doors=["Harpies"], dice=[1])
    aric, _ = game
    aric.kicks_open_the_door()
    game.everybody_passes()
    game.skip_windows()
    assert aric.choices == ["roll to run away", "use Rat on a Stick"]  # a failed roll comes first
    aric.rolls()
    assert aric.choices == ["pass", "play Invisibility Potion"]
    aric.plays("Invisibility Potion")
    assert aric.level == 3 and aric.carries == ["Rat on a Stick"]
    assert game.treasures_discarded == ["Invisibility Potion"]


@rule("RUN-08")
def test_a_roll_that_escapes_needs_no_saving() -> None:
    game = table(
        seat(level=3, races="Halfling", hand="Invisibility Potion"),
        seat(),
        doors=["Harpies"],
        dice=[5, 1],
    )
    aric, _ = game
    aric.kicks_open_the_door()
    flee(game)
    assert "ESCAPES" in game.happened and aric.level == 3
    assert aric.hand == ["Invisibility Potion"]
    assert game.happened.count("ROLLS") == 1


@rule("RUN-08")
def test_everybody_may_change_a_roll_before_its_outcome_stands() -> None:
    game = table(seat(level=3), seat(hand="Flask of Glue"), doors=["Harpies"], dice=[5, 2])
    aric, suzan = game
    aric.kicks_open_the_door()
    game.everybody_passes()
    assert suzan.choices == ["pass", "play Flask of Glue"]  # a rolled escape is an escape
    suzan.plays("Flask of Glue", on=aric)
    assert aric.level == 1 and game.treasures_discarded[-1] == "Flask of Glue"


@rule("RUN-08")
def test_who_was_caught_needs_no_glue() -> None:
    game = table(seat(level=3), seat(hand="Flask of Glue"), doors=["Harpies"], dice=[4])
    aric, suzan = game
    aric.kicks_open_the_door()
    game.everybody_passes()
    assert aric.level == 1 and suzan.hand == ["Flask of Glue"]


@rule("RUN-08", "RUN-04")
def test_each_roll_has_its_own_spells_and_second_try() -> None:
    game = table(
        seat(level=2, races="Halfling", hand="Elf, Dwarf"),
        seat(hand="Wandering Monster, Maul Rat"),
        doors=["Harpies"],
        dice=[1, 5, 2, 1],
    )
    aric, suzan = game
    aric.kicks_open_the_door()
    aric.passes()
    suzan.plays("Wandering Monster", bringing="Maul Rat")
    game.everybody_passes()
    game.skip_windows()
    aric.runs_from("Harpies")
    aric.rolls()
    aric.uses("Halfling", paying="Elf")
    game.skip_windows()
    assert aric.level == 2 and "ESCAPES" in game.happened
    aric.rolls()
    aric.uses("Halfling", paying="Dwarf")
    assert aric.level == 1 and aric.hand == []  # no third try
