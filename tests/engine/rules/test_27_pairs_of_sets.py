"""Pairs of cards from several sets, and meeting the same person twice."""

import pytest

from munchkin_env.game.scenario import Seat, seat
from tests.engine.rules.test_27_pairs import mixed, wait_for
from tests.potter import table as potter
from tests.rule import rule
from tests.star import fights, flee

# ---------------------------------------------------------------------------------------------------------- several sets


@rule("SIDE-01", "SIDE-04", "HIRE-01", "VAR-04")
def test_a_trader_has_a_sidekick_and_a_hireling_or_an_ally() -> None:
    for other, sets in (("Hireling", "deluxe, star"), ("Hedge Healer", "star, potter")):
        game = mixed(seat(classes="Trader", carries="Android", hand=other), seat(), sets=sets)
        aric, _ = game
        aric.plays(other)
        assert aric.companions == ["Android", other]
        aric.discards("Trader")
        aric.chooses("Android")
        assert aric.companions == [other]


@rule("VAR-04", "ORIG-01", "ITEM-05")
def test_class_race_role_and_house_stand_side_by_side() -> None:
    game = mixed(
        seat(classes="Warrior", races="Elf", roles="Head Boy/Girl", studies="Flying", house="Gryffindor", level=4),
        seat(),
        sets="deluxe, potter",
        doors=["Centaur"],
    )
    aric, _ = game
    aric.kicks_open_the_door()
    assert game.strength == (4 + 1 + 1, 6)
    game.skip_windows()
    assert aric.level == 5, "a Warrior wins ties"
    saber = mixed(seat(hand="Photon Saber"), seat(), sets="star, potter")[0]
    saber.lays_down("Photon Saber")
    assert saber.wears == ["Photon Saber"], "who has no Race is human"


@rule("VAR-04", "DEATH-02")
def test_who_dies_keeps_what_each_of_the_sheets_says() -> None:
    kept = {"classes": "Thief", "races": "Elf", "roles": "Prefect", "studies": "Flying", "house": "Slytherin"}
    game = mixed(
        seat(level=5, carries="Hedge Healer, Huge Rock", hand="Halfling", **kept),  # type: ignore[arg-type]
        seat(),
        sets="deluxe, potter",
        doors=["Aragog"],
        dice=[1],
    )
    aric, _ = game
    aric.kicks_open_the_door()
    game.skip_windows()
    aric.rolls()
    assert aric.dead and sorted(aric.table) == sorted(kept.values())


@rule("VAR-04", "MON-08", "ORIG-11")
def test_undead_of_one_set_join_undead_of_another_and_a_cleric_turns_them() -> None:
    game = mixed(seat(classes="Cleric", hand="Elf, Fuzzball"), seat(hand="Space Vampire"), doors=["Undead Horse"])
    aric, suzan = game
    aric.kicks_open_the_door()
    aric.uses("Cleric", paying="Elf")
    assert game.strength[0] == 1 + 3
    aric.passes()
    suzan.plays("Space Vampire")
    assert game.monsters == ["Undead Horse", "Space Vampire"]


@rule("VAR-04", "CURSE-09")
def test_powers_against_curses_work_on_traps() -> None:
    game = mixed(seat(level=3, roles="Prefect", hand="Flying, Charms"), seat(hand="Trap! Jellifier"), sets="star, potter", turn_of=1)
    aric, suzan = game
    suzan.plays("Trap! Jellifier", on=aric)
    aric.uses("Prefect", paying=["Flying", "Charms"])
    assert aric.level == 3 and aric.hand == []


@rule("VAR-04", "HAND-03", "ORIG-11")
def test_what_raises_the_hand_limit_adds_up_over_the_sets() -> None:
    who = {"races": "Dwarf", "house": "Ravenclaw", "studies": "Astronomy", "wears": "Bottomless Cauldron", "carries": "Beautiful Assistant"}
    assert mixed(seat(**who), seat(), sets="deluxe, star, potter")[0].hand_limit == 5 + 5  # type: ignore[arg-type]


@rule("VAR-04", "ORIG-07", "HELP-15")
def test_super_munchkin_joins_classes_of_two_sets() -> None:
    game = mixed(seat(classes="Warrior", hand="Super Munchkin, Psychic"), seat(), doors=["Giant Ants"])
    aric, _ = game
    aric.does(next(text for text in aric.choices if text.startswith("play Super Munchkin")))
    aric.plays("Psychic")
    assert aric.classes == ["Warrior", "Psychic"]
    aric.kicks_open_the_door()
    assert game.strength == (1 + 2, 6 + 5), "with all that two Classes bring"


@rule("VAR-04", "ORIG-11", "LEVEL-01")
def test_curses_of_deluxe_find_identities_of_star_among_the_discards() -> None:
    for curse, had, found, level in (
        ("Curse! Change Class", {"classes": "Thief"}, "Psychic", 1),
        ("Curse! Change Race", {"races": "Elf"}, "Cyborg", 2),
    ):
        game = mixed(seat(**had), seat(hand=curse), turn_of=1, door_discards=[found, "Fuzzball"])  # type: ignore[arg-type]
        aric, suzan = game
        suzan.plays(curse, on=aric)
        assert aric.classes + aric.races == [found] and aric.level == level


# --------------------------------------------------------------------------------------------------- one and the same person


@rule("HELP-14", "ORIG-08")
@pytest.mark.parametrize(
    ("main", "helper", "more"),
    [
        (seat(sex="female", races="Feline"), None, 6),
        (seat(sex="female", races="Feline", duals="Half-Breed"), None, 4),
        (seat(sex="female"), seat(sex="male", races="Feline"), 4),
        (seat(sex="male", races="Feline"), seat(sex="female"), 4),
    ],
)
def test_the_space_amazon_hates_a_female_feline_not_a_female_and_a_feline(main: Seat, helper: Seat | None, more: int) -> None:
    game = fights("Space Amazon", main, helper or seat())
    if helper:
        game[0].asks(game[1])
        game[1].accepts()
    assert game.strength[1] == 10 + more


@rule("HELP-15", "COMBAT-12", "SETUP-06")
def test_a_sex_that_is_swapped_in_mid_fight_counts_at_once() -> None:
    game = potter(seat(sex="female", hand="Pepper Draught"), seat(hand="Swapping Potion"), doors=["Jealous Duellist"])
    aric, suzan = game
    aric.kicks_open_the_door()
    assert game.strength[1] == 6
    aric.passes()
    suzan.plays("Swapping Potion", on=aric)
    assert game.strength[1] == 6 + 2


@rule("ORIG-12", "RUN-04", "PROF-04")
def test_what_works_once_a_roll_works_for_each_of_two_monsters() -> None:
    game = potter(
        seat(level=5, studies="Divination", hand="Flying, Charms, Prefect"),
        seat(hand="Wandering Monster, Centaur"),
        doors=["Dementor"],
        dice=[3, 3],
    )
    aric, suzan = game
    aric.kicks_open_the_door()
    wait_for(game, 1)
    suzan.plays("Wandering Monster")
    game.skip_windows()
    aric.runs_from("Centaur")
    aric.uses("Divination", paying="Flying")
    assert not aric.may("use Divination")
    aric.rolls()
    while game.decision != "ESCAPE":
        game.apply("pass")
    aric.uses("Divination", paying="Charms")
    aric.rolls()
    game.skip_windows()
    assert game.happened.count("ESCAPES") == 2


@rule("PROF-03", "GUAL-05", "COMBAT-12")
def test_a_level_stolen_in_a_fight_costs_a_subject() -> None:
    game = potter(seat(level=3, studies="Charms, Flying", hand="Pepper Draught"), seat(hand="Stolen Credit, Cornered"), doors=["Centaur"])
    aric, suzan = game
    aric.kicks_open_the_door()
    wait_for(game, 1)
    suzan.plays("Stolen Credit", on=aric)
    assert set(aric.choices) == {"give up Charms", "give up Flying"}
    aric.chooses("Flying")
    assert game.levels == (2, 2) and game.strength == (2, 6)


@rule("COMBAT-07", "VAR-04", "SHOT-02")
def test_a_doubled_level_counts_where_levels_and_one_shots_do() -> None:
    game = mixed(seat(level=4, hand="Body-Double Hologram", wears="Laser"), seat(), sets="star, potter", doors=["Basilisk"])
    game[0].kicks_open_the_door()
    game[0].plays("Body-Double Hologram")
    assert game.strength == (2 * 4, 18)


@rule("DIFF-16", "VAR-05", "GUAL-02")
def test_the_feast_wins_only_at_the_level_before_the_last() -> None:
    for level, over in ((9, False), (19, True)):
        game = potter(seat(level=level, hand="End-of-Year Feast"), seat(), win_level=20)
        game[0].plays("End-of-Year Feast")
        assert game.over is over and game[0].level == level + 1


@rule("CHEAT-02", "ITEM-10", "CURSE-05")
def test_the_item_with_the_highest_bonus_goes_without_its_cheat() -> None:
    game = potter(
        seat(house="Slytherin", cheats="Circlet of Clear Thought", wears="Lucky Sock"), seat(), doors=["Hooded Recruit"], dice=[1]
    )
    aric, suzan = game
    aric.kicks_open_the_door()
    flee(game)
    assert suzan.carries == ["Circlet of Clear Thought"] and suzan.wears == [] and aric.wears == ["Lucky Sock"]
    assert "Cheat!" not in aric.table + suzan.table
