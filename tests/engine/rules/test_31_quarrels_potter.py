"""Disputes at a Potter table: two or three cards and moments meet, and the sheet has to decide."""

from typing import Any

import pytest

from munchkin_env.game.scenario import Seat, Table
from tests.flight import flee
from tests.play import turn_to
from tests.potter import seat, table
from tests.rule import rule


def met(monster: str, *seats: Seat, **given: Any) -> Table:
    """Seat 0 meets the monster behind the door."""
    game = table(*seats, doors=[monster], **given)
    game[0].kicks_open_the_door()
    return game


# -------------------------------------------------------------------------------------------------- Proficiencies and Levels


@rule("PROF-03", "RUN-04", "RUN-11")
@pytest.mark.parametrize(("given_up", "escapes"), [("Flying", False), ("Charms", True)])
def test_the_subject_given_up_in_flight_counts_for_the_next_roll(given_up: str, escapes: bool) -> None:
    game = met("Squeaking Inkwell", seat(level=3, studies="Charms, Flying"), seat(hand="Wandering Monster, Centaur"), dice=[1, 4])
    aric, suzan = game
    turn_to(suzan)
    suzan.plays("Wandering Monster")
    game.skip_windows()
    aric.runs_from("Squeaking Inkwell")
    flee(game)
    aric.chooses(given_up)
    flee(game)
    assert ("ESCAPES" in game.happened) is escapes


@rule("PROF-05", "PROF-02", "PROF-03", "GUAL-03")
def test_a_level_card_makes_room_for_a_subject_in_mid_fight_and_a_stolen_level_takes_it_away() -> None:
    game = met(
        "Masked Torturer",
        seat(level=3, hand="Top of the Class, Defense Against the Dark Arts, Felix Felicis"),
        seat(hand="Stolen Credit"),
    )
    aric, suzan = game
    assert not aric.may("play Defense Against the Dark Arts")
    aric.plays("Top of the Class", on=aric)
    aric.plays("Defense Against the Dark Arts")
    assert game.strength == (4 + 4, 10)
    turn_to(suzan)
    suzan.plays("Stolen Credit", on=aric)
    assert game.strength == (3, 10) and aric.studies == []


@rule("PROF-03", "COMBAT-12")
def test_with_the_only_subject_go_what_the_head_boy_and_hermione_had_of_it() -> None:
    game = met(
        "Dementor",
        seat(level=3, roles="Head Boy/Girl", studies="Charms", carries="Hermione Granger", hand="Pepper Draught"),
        seat(hand="Curse! Dementor's Kiss"),
    )
    aric, suzan = game
    assert game.strength == (3 + 1 + 2 + 1, 12)
    turn_to(suzan)
    suzan.plays("Curse! Dementor's Kiss", on=aric)
    assert game.strength == (1 + 2, 12) and aric.studies == []


@rule("PROF-04", "ORIG-03", "CURSE-06")
def test_the_runes_are_saved_from_oblivion_by_two_other_subjects() -> None:
    game = table(seat(level=5, studies="Study of Ancient Runes, Flying, Astronomy"), seat(hand="Curse! Obliviate!"), turn_of=1)
    aric, suzan = game
    suzan.plays("Curse! Obliviate!", on=aric)
    aric.uses("Study of Ancient Runes", paying=["Flying", "Astronomy"])
    assert aric.studies == ["Study of Ancient Runes"]


@rule("HELP-16", "PROF-05", "COMBAT-12")
def test_a_helper_learns_history_in_the_fight_and_main_is_no_duellist_any_more() -> None:
    game = met("Dementor", seat(level=6, studies="Practical Duelling"), seat(level=3, studies="Flying", hand="History of Magic"))
    aric, suzan = game
    assert game.strength == (6 + 2, 12)
    aric.asks(suzan)
    suzan.accepts()
    turn_to(suzan)
    suzan.plays("History of Magic")
    assert game.strength == (6 + 3 + 2, 12)


# ---------------------------------------------------------------------------------------------------- Houses, Roles, Allies


@rule("HOUSE-01", "HELP-16", "ORIG-12")
def test_a_badger_and_head_boy_gives_as_a_bystander_and_then_helps_but_gives_no_more() -> None:
    game = met(
        "Dementor",
        seat(level=3, hand="Pepper Draught"),
        seat(level=2, house="Hufflepuff", roles="Head Boy/Girl", hand="Boggart, Centaur, Crabbe, Flying"),
    )
    aric, suzan = game
    turn_to(suzan)
    suzan.uses("Hufflepuff", paying="Boggart")
    suzan.uses("Head Boy/Girl", paying="Centaur")
    turn_to(aric)
    aric.asks(suzan)
    suzan.accepts()
    turn_to(suzan)
    suzan.plays("Flying")
    assert game.strength == (3 + 2 + 1 + 2 + 2, 12)
    assert not suzan.may("use Hufflepuff") and not suzan.may("use Head Boy/Girl")


@rule("MON-10", "HELP-11", "COMBAT-12")
def test_a_lion_and_duellist_is_alone_again_when_a_death_eater_sends_the_helper_away() -> None:
    game = met(
        "Hooded Recruit",
        seat(level=3, house="Gryffindor", studies="Practical Duelling"),
        seat(level=2, house="Gryffindor", studies="History of Magic"),
        seat(hand="Masked Torturer"),
    )
    aric, suzan, otto = game
    aric.asks(suzan)
    suzan.accepts()
    assert game.strength == (3 + 2 + 2, 8)
    turn_to(otto)
    otto.plays("Masked Torturer")
    assert game.helper is None and game.strength == (3 + 1 + 2, 8 + 10)


@rule("HELP-01", "HOUSE-01", "WIN-01")
def test_where_nobody_may_help_two_badgers_win_the_game_for_another() -> None:
    game = met(
        "Masked Torturer",
        seat(level=9, hand="Boggart"),
        seat(house="Hufflepuff", roles="Inquisitorial Squad", hand="Centaur, Crabbe"),
        seat(house="Hufflepuff", hand="Dementor"),
    )
    aric, suzan, otto = game
    turn_to(suzan)
    suzan.uses("Inquisitorial Squad", on=aric, paying="Crabbe")
    suzan.uses("Hufflepuff", paying="Centaur")
    turn_to(otto)
    otto.uses("Hufflepuff", paying="Dementor")
    game.skip_windows()
    assert game.winners == (aric,)


@rule("HOUSE-01", "WIN-01", "INTER-02")
def test_a_slytherin_answers_the_squad_with_another_monster_and_wins() -> None:
    game = met(
        "Dementor",
        seat(level=9, house="Slytherin", wears="Lucky Sock, Mud-Proof Boots", hand="Boggart, Centaur, Crabbe"),
        seat(roles="Inquisitorial Squad", hand="Pepper Draught"),
    )
    aric, suzan = game
    aric.uses("Slytherin", paying="Boggart")
    turn_to(suzan)
    suzan.uses("Inquisitorial Squad", on=aric, paying="Pepper Draught")
    assert game.strength == (9 + 2 + 2 - 2, 12)
    aric.uses("Slytherin", paying="Centaur")
    game.skip_windows()
    assert game.winners == (aric,)


@rule("COMBAT-07", "MON-06", "COMBAT-12")
def test_what_did_not_count_before_the_serpent_counts_when_it_is_gone() -> None:
    game = met(
        "Lake Serpent",
        seat(level=4, house="Slytherin", wears="Lucky Sock", hand="Boggart, Prefect"),
        seat(roles="Inquisitorial Squad", hand="Wandering Monster, Dementor, Banishing Bell, Crabbe"),
    )
    aric, suzan = game
    aric.uses("Slytherin", paying="Boggart")
    turn_to(suzan)
    suzan.plays("Wandering Monster", bringing="Dementor")
    suzan.uses("Inquisitorial Squad", on=aric, paying="Crabbe")
    assert game.strength == (4 - 2, 24)
    suzan.plays("Banishing Bell", on="Lake Serpent")
    assert game.strength == (4 - 2 + 2 + 1, 12)


@rule("ROLE-01", "COMBAT-12", "TIME-04")
def test_a_prefect_pays_gives_up_the_hated_role_and_captains_on() -> None:
    game = met(
        "Barty Crouch, Jr.",
        seat(level=6, roles="Prefect", wears="Racing Broom", hand="Quidditch Captain, Boggart, Centaur, Pepper Draught"),
        seat(),
    )
    aric, _ = game
    aric.uses("Prefect", paying="Boggart")
    aric.uses("Prefect", paying="Centaur")
    assert game.strength == (6 + 3 + 2, 12 + 3)
    aric.plays("Quidditch Captain")
    assert game.strength == (6 + 3 + 2 + 2, 12)


@rule("DUAL-01", "ORIG-08", "ITEM-05")
def test_dual_role_that_pays_wakes_the_monster_and_silences_the_mask() -> None:
    game = met("Moth-Eaten Armour", seat(level=3, roles="Prefect", duals="Dual Role", wears="Duelling Mask", hand="Pepper Draught"), seat())
    aric, _ = game
    assert game.strength == (3 + 2, 2)
    aric.uses("Prefect", paying="Dual Role")
    assert game.strength == (3 + 1, 2 + 2)


@rule("DUAL-01", "HELP-15")
def test_umbridge_hates_a_captain_with_another_role_and_the_helper_but_not_a_lone_one() -> None:
    game = met(
        "Dolores Umbridge",
        seat(level=3, roles="Quidditch Captain", duals="Dual Role", hand="Prefect"),
        seat(level=3, roles="Quidditch Captain"),
    )
    aric, suzan = game
    assert game.strength == (3, 8)
    aric.plays("Prefect")
    assert game.strength == (3, 8 + 3)
    aric.discards("Prefect")
    assert game.strength == (3, 8)
    aric.asks(suzan)
    suzan.accepts()
    assert game.strength == (6, 8 + 3)


@rule("ALLY-02", "GUAL-03", "COMBAT-12")
def test_an_ally_steps_aside_before_the_boggart_and_the_squad_is_bolder_alone() -> None:
    game = met(
        "Boggart", seat(level=4, roles="Inquisitorial Squad", carries="Hedge Healer", hand="Ally Steps Aside, Pepper Draught"), seat()
    )
    aric, _ = game
    assert game.strength == (4 + 3, 4 + 2)
    aric.plays("Ally Steps Aside")
    assert game.strength == (5 + 1, 4)


@rule("ALLY-04", "ORIG-03")
@pytest.mark.parametrize("by", ["paying", "another Ally"])
def test_what_the_groundsman_carries_goes_when_they_pay_or_makes_way(by: str) -> None:
    game = table(
        seat(level=3, studies="Charms", carries="Groundsman, Racing Broom", hand="Hedge Healer"),
        seat(hand="Pepper Draught"),
        doors=["Dementor"],
    )
    aric, _ = game
    aric.loads("Groundsman", "Racing Broom")
    aric.kicks_open_the_door()
    if by == "paying":
        aric.uses("Charms", paying="Groundsman")
        assert game.strength == (3 + 1, 12)
    else:
        aric.plays("Hedge Healer")
        assert game.strength == (3 + 3, 12)
    assert "Racing Broom" in game.treasures_discarded


# --------------------------------------------------------------------------------------------------------------- Curses


@rule("MON-15", "CURSE-03", "MON-05")
def test_whoever_called_the_mark_brings_a_death_eater_and_the_bell_sends_it_away() -> None:
    game = met(
        "Centaur",
        seat(level=9, hand="Pepper Draught"),
        seat(hand="Curse! Morsmordre!, Wandering Monster, Hooded Recruit, Boggart"),
        seat(hand="Banishing Bell, Crabbe"),
    )
    aric, suzan, otto = game
    turn_to(suzan)
    suzan.plays("Curse! Morsmordre!", on=aric)
    suzan.plays("Wandering Monster", bringing="Hooded Recruit")
    assert game.strength == (9 - 5, 6 + 8)
    turn_to(otto)
    otto.plays("Banishing Bell", on="Hooded Recruit")
    assert game.strength == (9 - 2, 6)


@rule("CURSE-03", "HELP-11")
def test_crucio_on_a_helper_who_is_petrified_is_spent_by_the_fight_they_left() -> None:
    game = met(
        "Centaur",
        seat(level=3, hand="Pepper Draught"),
        seat(level=9),
        seat(hand="Curse! Crucio!, Curse! Petrificus Totalus!"),
        dice=[6],
    )
    aric, suzan, otto = game
    aric.asks(suzan)
    suzan.accepts()
    turn_to(otto)
    otto.plays("Curse! Crucio!", on=suzan)
    otto.plays("Curse! Petrificus Totalus!", on=suzan)
    assert game.strength == (3, 6)
    flee(game)
    assert suzan.curses == ["Curse! Petrificus Totalus!"]


@rule("CURSE-02", "COMBAT-05", "MON-07")
def test_slugs_end_with_a_fight_won_by_dust_though_nothing_was_killed() -> None:
    game = met("Dementor", seat(level=3, curses="Curse! Slugulus Eructo!"), seat(hand="Sleeping Dust"))
    aric, suzan = game
    turn_to(suzan)
    suzan.plays("Sleeping Dust")
    game.skip_windows()
    assert aric.curses == [] and aric.level == 3 and len(aric.hand) == 3


@rule("CURSE-04", "VAR-02")
def test_whoever_is_stupefied_at_the_own_door_gets_no_faster_treasure_and_is_free_afterwards() -> None:
    game = table(seat(level=3, hand="Centaur"), seat(), doors=["Curse! Stupefy!"], faster_treasure="set_default")
    aric, _ = game
    aric.kicks_open_the_door()
    aric.goes_into_the_room()
    aric.ends_the_turn()
    assert aric.hand == ["Centaur"] and aric.curses == []


@rule("VAR-02", "ALLY-01")
def test_the_faster_treasure_is_an_ally_who_fights_at_once() -> None:
    game = table(seat(level=3, hand="Centaur"), seat(), doors=["Flying"], treasures=["Hedge Healer"], faster_treasure="set_default")
    aric, _ = game
    aric.kicks_open_the_door()
    aric.keeps_it()
    aric.looks_for_trouble("Centaur")
    aric.plays("Hedge Healer")
    assert game.strength == (3 + 3, 6)
