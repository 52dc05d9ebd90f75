"""Section 13, the Sidekicks of Star Munchkin, and the sacrifice of companions."""

import pytest

from munchkin_env.game.scenario import ScenarioError, Table, seat, table
from tests.rule import rule
from tests.star import fights, flee, star

# ------------------------------------------------------------------------------------------------------ coming, going


@rule("SIDE-01", "TIME-01", "DOOR-07")
def test_a_sidekick_comes_at_any_time_also_in_the_fight_of_another() -> None:
    game = fights("Space Amazon", seat(hand="Android"), seat(hand="Loud Hairy Alien"))
    aric, suzan = game
    aric.plays("Android")
    assert game.strength == (1 + 2, 10)
    aric.passes()
    suzan.plays("Loud Hairy Alien")
    assert suzan.companions == ["Loud Hairy Alien"] and suzan.strength == 1 + 3


@rule("SIDE-01", "DOOR-07", "DOOR-04")
@pytest.mark.parametrize("used", [True, False])
def test_a_sidekick_drawn_face_up_is_used_at_once_or_kept(used: bool) -> None:
    game = star(seat(), seat(), doors=["Android"])
    aric, _ = game
    aric.kicks_open_the_door()
    assert game.decision == "PLAY_OR_KEEP"
    if used:
        aric.plays_it()
    else:
        aric.keeps_it()
    assert (aric.companions, aric.hand) == ((["Android"], []) if used else ([], ["Android"]))


@rule("SIDE-01", "LOOT-03", "DOOR-07")
def test_a_sidekick_drawn_face_down_is_used_at_once_or_kept() -> None:
    game = star(seat(), seat(), doors=["Trap! Jellifier", "Android"])
    aric, _ = game
    aric.kicks_open_the_door()
    aric.loots()
    assert aric.hand == ["Android"] and aric.may("play Android")


@rule("SIDE-01", "SIDE-02", "DIFF-10")
def test_a_new_sidekick_takes_the_place_of_the_old_one() -> None:
    game = star(seat(carries="Android", hand="Rogue"), seat())
    aric, _ = game
    aric.plays("Rogue")
    assert aric.companions == ["Rogue"] and game.doors_discarded == ["Android"]


@rule("SIDE-01", "DIFF-10", "ORIG-11")
def test_a_trader_has_two() -> None:
    game = star(seat(classes="Trader", carries="Android", hand="Rogue, Whiz Kid"), seat())
    aric, _ = game
    aric.plays("Rogue")
    assert aric.companions == ["Android", "Rogue"]
    aric.plays("Whiz Kid", instead_of="Android")
    assert aric.companions == ["Rogue", "Whiz Kid"]


@rule("SIDE-02")
def test_a_sidekick_is_discarded_at_any_time() -> None:
    game = fights("Space Amazon", seat(carries="Android"))
    aric, _ = game
    aric.discards("Android")
    assert aric.companions == [] and game.strength == (1, 10)


@rule("SIDE-02", "HIRE-01")
@pytest.mark.parametrize("lost", [True, False])
def test_what_a_sidekick_carries_goes_with_it(lost: bool) -> None:
    game = star(seat(carries="Faithful Robot, Neuronic Whip", hand="Android"), seat(), hireling_item_lost=lost)
    aric, _ = game
    aric.loads("Faithful Robot", "Neuronic Whip")
    assert aric.wears == ["Neuronic Whip"] and aric.strength == 5, "not usable without being a Mutant"
    aric.plays("Android")
    assert aric.table == (["Android"] if lost else ["Neuronic Whip", "Android"]) and aric.wears == []


@rule("SIDE-03", "TRADE-06", "SELL-02")
def test_a_sidekick_is_no_item() -> None:
    def position() -> Table:
        return star(seat(carries="Android, Laser", hand="Trap! Antimatter, Plot Device"), seat(carries="Dazer"))

    aric, suzan = position()
    with pytest.raises(ScenarioError, match="Android"):
        aric.trades(suzan, gives="Android")
    aric, _ = position()
    with pytest.raises(ScenarioError, match="Android"):
        aric.sells("Android")
    aric, _ = position()
    aric.plays("Trap! Antimatter", on=aric)
    assert aric.table == ["Android"]


@rule("SIDE-03")
def test_a_sidekick_carries_nothing_unless_its_card_says_so() -> None:
    game = star(seat(carries="Android, Neuronic Whip"), seat())
    assert not [choice for choice in game[0].choices if choice.startswith("load")]


@rule("SIDE-03", "ORIG-11")
def test_a_sidekick_does_not_spoil_the_bonus_of_a_psychic_who_fights_alone() -> None:
    game = fights("Space Amazon", seat(classes="Psychic", carries="Android"), seat(level=3))
    aric, suzan = game
    assert game.strength == (1 + 2 + 2, 10)
    aric.asks(suzan)
    suzan.accepts()
    assert game.strength == (1 + 2 + 3, 10), "a helper does"


@rule("SIDE-04", "ITEM-09")
def test_who_is_no_trader_any_more_keeps_one_sidekick() -> None:
    game = star(seat(classes="Trader", carries="Android, Rogue"), seat())
    aric, _ = game
    aric.discards("Trader")
    assert aric.choices == ["give up Android", "give up Rogue"]
    aric.chooses("Android")
    assert aric.companions == ["Rogue"]


# --------------------------------------------------------------------------------------------------------- sacrifice


@rule("SIDE-05", "RUN-09", "DIFF-09")
def test_a_sacrifice_instead_of_a_roll_saves_from_all_monsters_of_the_fight() -> None:
    game = fights("Space Amazon", seat(level=3, carries="Red Shirt"), seat(hand="Wandering Monster, O.G.R.E."))
    aric, suzan = game
    aric.passes()
    suzan.plays("Wandering Monster", bringing="O.G.R.E.")
    game.skip_windows()
    aric.runs_from("O.G.R.E.")
    assert set(aric.choices) == {"roll to run away", "use Red Shirt", "discard Red Shirt"}
    aric.uses("Red Shirt")
    game.skip_windows()
    assert game.happened.count("ESCAPES") == 2 and "ROLLS" not in game.happened
    assert aric.level == 3 and aric.table == [] and "Red Shirt" in game.doors_discarded and not game.fighting


@rule("SIDE-05", "RUN-08")
def test_they_may_roll_for_one_monster_and_sacrifice_before_the_next() -> None:
    game = fights("Space Amazon", seat(level=5, carries="Red Shirt"), seat(hand="Wandering Monster, Face Hugger"), dice=[1])
    aric, suzan = game
    aric.passes()
    suzan.plays("Wandering Monster", bringing="Face Hugger")
    game.skip_windows()
    aric.runs_from("Face Hugger")
    aric.rolls()
    assert aric.level == 3, "what has caught them stays so"
    game.skip_windows()
    aric.uses("Red Shirt")
    game.skip_windows()
    assert aric.level == 3 and not game.fighting


@rule("SIDE-05", "DIFF-09")
def test_it_works_where_nobody_escapes() -> None:
    game = fights("Brain in a Jar", seat(level=4, carries="Red Shirt"))
    aric, _ = game
    game.skip_windows()
    assert set(aric.choices) == {"be caught", "use Red Shirt", "discard Red Shirt"}
    aric.uses("Red Shirt")
    game.skip_windows()
    assert aric.level == 4 and "CAUGHT" not in game.happened


@rule("SIDE-05", "DIFF-09")
@pytest.mark.parametrize("free", [True, False])
def test_main_says_whether_their_helper_escapes_too(free: bool) -> None:
    game = fights("Brain in a Jar", seat(level=4, carries="Red Shirt"), seat(level=5), seat())
    aric, suzan, _ = game
    aric.asks(suzan)
    suzan.accepts()
    game.skip_windows()
    aric.uses("Red Shirt")
    assert game.decision == "ASK_YES" and aric.decides
    aric.says(free)
    flee(game)
    assert aric.level == 4 and suzan.level == (5 if free else 3)


@rule("SIDE-05")
def test_a_helper_sacrifices_for_themselves_only() -> None:
    game = fights("Space Amazon", seat(level=4), seat(level=1, carries="Red Shirt"), seat(), dice=[1])
    aric, suzan, _ = game
    aric.asks(suzan)
    suzan.accepts()
    game.skip_windows()  # main can only roll
    suzan.uses("Red Shirt")
    game.skip_windows()
    assert aric.level == 1 and suzan.level == 1 and game.happened.count("CAUGHT") == 1 and "ASK_YES" not in game.decision


@rule("SIDE-05", "SIDE-02")
def test_what_the_sacrificed_carried_is_lost() -> None:
    game = star(seat(carries="Faithful Robot, Neuronic Whip"), seat(), doors=["Space Amazon"])
    aric, _ = game
    aric.loads("Faithful Robot", "Neuronic Whip")
    aric.kicks_open_the_door()
    game.skip_windows()
    aric.uses("Faithful Robot")
    game.skip_windows()
    assert aric.table == [] and game.treasures_discarded == ["Neuronic Whip"]


@rule("SIDE-05", "RUN-08", "TIME-01")
def test_a_sidekick_that_comes_after_the_fight_is_lost_saves_too() -> None:
    game = fights("Space Amazon", seat(level=4, hand="Red Shirt"))
    aric, _ = game
    game.everybody_passes()
    aric.plays("Red Shirt")
    game.skip_windows()
    aric.uses("Red Shirt")
    game.skip_windows()
    assert aric.level == 4 and not game.fighting


@rule("SIDE-05")
def test_a_trader_sacrifices_one_of_two() -> None:
    game = fights("Space Amazon", seat(level=4, classes="Trader", carries="Red Shirt, Android"))
    aric, _ = game
    game.skip_windows()
    aric.uses("Red Shirt")
    game.skip_windows()
    assert aric.companions == ["Android"]


@rule("SIDE-05", "CONF-01")
def test_what_forbids_the_sacrifice_is_stronger() -> None:
    game = fights("Great Cthulhu", seat(level=4, carries="Red Shirt"), dice=[6])
    aric, _ = game
    game.skip_windows()
    assert aric.choices == ["roll to run away", "discard Red Shirt"]


@rule("SIDE-05", "HIRE-01", "DIFF-09", "DIFF-10", "VAR-04")
def test_among_several_sets_a_hireling_is_a_sidekick_with_its_own_sacrifice() -> None:
    game = table(seat(level=4, carries="Android", hand="Hireling"), seat(), sets=["deluxe", "star"])
    aric, _ = game
    aric.plays("Hireling")
    assert aric.companions == ["Hireling"], "one companion, of whatever set"
