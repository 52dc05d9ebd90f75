"""Disputes about Deluxe: running away, the dead, the room and Curses."""

from munchkin_env.game.scenario import seat, table
from tests.flight import flee
from tests.play import turn_to
from tests.rule import rule

# ---------------------------------------------------------------------------------------------------------- the flight


@rule("CURSE-01", "RUN-02", "RUN-08")
def test_a_curse_between_the_lost_fight_and_the_roll_takes_the_running_boots() -> None:
    game = table(
        seat(wears="Boots of Running Really Fast"), seat(hand="Curse! Lose the Footgear You Are Wearing"), doors=["Net Troll"], dice=[4]
    )
    aric, suzan = game
    aric.kicks_open_the_door()
    turn_to(suzan)
    suzan.passes()
    turn_to(suzan)
    suzan.plays("Curse! Lose the Footgear You Are Wearing", on=aric)
    flee(game)
    assert "CAUGHT" in game.happened


@rule("DEATH-07", "DEATH-09", "RUN-05")
def test_the_helper_escapes_with_what_was_looted_from_main() -> None:
    game = table(seat(level=5, hand="Invisibility Potion"), seat(level=5), doors=["Unspeakably Awful Indescribable Horror"], dice=[1, 1])
    aric, suzan = game
    aric.kicks_open_the_door()
    aric.asks(suzan)
    suzan.accepts()
    flee(game)
    suzan.picks("Invisibility Potion")
    suzan.plays("Invisibility Potion")
    assert game.happened.count("DIES") == game.happened.count("CAUGHT") == 1 and "Invisibility Potion" in game.treasures_discarded


@rule("ITEM-06", "RUN-05", "RUN-03")
def test_boots_taken_from_main_in_mid_flight_do_not_carry_the_helper() -> None:
    game = table(seat(wears="Boots of Running Really Fast"), seat(level=8), seat(hand="Ancient"), doors=["Net Troll"], dice=[1, 4])
    aric, suzan, otto = game
    aric.kicks_open_the_door()
    aric.asks(suzan)
    suzan.accepts()
    turn_to(otto)
    otto.plays("Ancient")
    flee(game)
    assert game.happened.count("CAUGHT") == 2


@rule("RUN-04", "DEATH-01", "DEATH-07")
def test_what_the_tuba_brought_in_this_flight_is_looted_from_who_died_in_it() -> None:
    game = table(
        seat(level=5, wears="Tuba of Charm"),
        seat(level=3, hand="Wandering Monster, Flying Frogs"),
        doors=["Unspeakably Awful Indescribable Horror"],
        treasures="Slimy Armor",
        dice=[6, 1],
    )
    aric, suzan = game
    aric.kicks_open_the_door()
    turn_to(suzan)
    suzan.plays("Wandering Monster")
    flee(game)
    aric.runs_from("Flying Frogs")
    flee(game)
    suzan.picks("Slimy Armor")
    assert aric.dead and suzan.hand == ["Slimy Armor"]


@rule("RUN-04", "MON-04", "DEATH-01")
def test_a_wizard_pays_the_horror_with_the_class_and_its_mate_with_life() -> None:
    game = table(seat(level=5, classes="Wizard"), seat(hand="Mate"), doors=["Unspeakably Awful Indescribable Horror"], dice=[1, 1])
    aric, suzan = game
    aric.kicks_open_the_door()
    turn_to(suzan)
    suzan.plays("Mate")
    flee(game)
    aric.runs_from("Unspeakably Awful Indescribable Horror")
    flee(game)
    assert game.happened.count("CAUGHT") == 2 and "DIES" in game.happened and aric.classes == []


@rule("BIG-03", "RUN-03", "RUN-05")
def test_a_dwarf_caught_by_the_geek_gives_a_big_item_to_the_helper_who_still_runs() -> None:
    game = table(
        seat(level=3, races="Dwarf", carries="Huge Rock, Stepladder"), seat(level=1), seat(level=2), doors=["Shrieking Geek"], dice=[1, 6]
    )
    aric, suzan, _ = game
    aric.kicks_open_the_door()
    aric.asks(suzan)
    suzan.accepts()
    flee(game)
    aric.chooses("Stepladder")
    assert suzan.carries == ["Stepladder"] and aric.races == []
    flee(game)
    assert game.happened.count("ESCAPES") == 1


@rule("SHOT-04", "RUN-07", "HELP-06")
def test_the_lamp_after_a_failed_roll_frees_the_helper_too_and_shares_are_paid() -> None:
    game = table(seat(hand="Magic Lamp"), seat(level=2), doors=["Platycore"], dice=[1])
    aric, suzan = game
    aric.kicks_open_the_door()
    aric.asks(suzan, treasures=1, picks_first="helper")
    suzan.accepts()
    game.everybody_passes()
    game.everybody_passes()
    aric.rolls()
    aric.plays("Magic Lamp")
    while game.pool and game.decides:
        game.decides.picks(game.pool[0])
    assert (len(aric.hand), len(suzan.hand)) == (1, 1) and game.levels == (1, 2)


# ---------------------------------------------------------------------------------------------- the dead, the room, Curses


@rule("DEATH-08", "CURSE-05")
def test_a_curse_that_gives_cards_to_the_neighbours_passes_the_dead_by() -> None:
    game = table(seat(hand="Elf, Dwarf"), seat(dead=True), seat(hand="Curse! Lose Two Cards"), seat())
    aric, suzan, otto, carla = game
    aric.is_done()
    otto.plays("Curse! Lose Two Cards", on=aric)
    assert aric.hand == suzan.hand == [] and len(otto.hand) == len(carla.hand) == 1


@rule("DEATH-12", "WIN-01", "SETUP-04")
def test_divine_intervention_in_the_new_hand_of_the_dead_wins_for_a_cleric() -> None:
    game = table(seat(dead=True), seat(level=9, classes="Cleric"), seat(level=9), moment="turn", doors="Elf, Divine Intervention")
    assert game.winners == (game[1],) and game.levels == (1, 10, 9)
