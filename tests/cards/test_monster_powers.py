"""What monsters do before and during a fight. Unusual rewards and harm: test_monster_ends.py."""

import pytest

from munchkin_env.game.scenario import Seat, seat, table
from tests.card import card
from tests.flight import flee
from tests.rule import rule

# ------------------------------------------------------------------------------------------ those that may not fight


@card("Amazon")
def test_the_amazon_gives_a_woman_a_treasure_instead_of_a_fight() -> None:
    game = table(seat(level=3, sex="female"), seat(), doors=["Amazon"], treasures=["Helm of Courage"])
    suzan, other = game
    suzan.kicks_open_the_door()
    assert not game.fighting and suzan.hand == ["Helm of Courage"] and other.sees(suzan) == [None]
    assert suzan.level == 3 and game.doors_discarded == ["Amazon"]
    assert not any("room" in text for text in suzan.choices)  # a monster was met: no phase 2


@card("Amazon")
def test_the_amazon_fights_a_man() -> None:
    game = table(seat(level=3), seat(), doors=["Amazon"])
    game[0].kicks_open_the_door()
    assert game.strength == (3, 8)


@card("Amazon")
@rule("MON-14")
def test_the_amazon_leaves_when_a_woman_joins_or_a_man_becomes_one() -> None:
    for change in ("helper", "curse"):
        game = table(
            seat(level=3),
            seat(level=2, sex="female"),
            seat(hand="Curse! Change Sex"),
            doors=["Amazon"],
            treasures=["Helm of Courage"],
        )
        aric, suzan, third = game
        aric.kicks_open_the_door()
        if change == "helper":
            aric.asks(suzan, treasures=1, picks_first="main")
            suzan.accepts()
        else:
            aric.passes()
            third.plays("Curse! Change Sex", on=aric)
        assert game.monsters == [] and aric.hand == ["Helm of Courage"]
        assert aric.level == 3 and suzan.hand == []


@card("Lawyers")
def test_the_lawyers_let_a_thief_exchange_two_treasures() -> None:
    game = table(
        seat(level=3, classes="Thief", carries="Leather Armor", hand="Elf, Magic Missile, Sleep Potion"),
        seat(),
        doors=["Lawyers"],
        treasures=["Helm of Courage", "Slimy Armor"],
    )
    thief, _ = game
    thief.kicks_open_the_door()
    thief.says(True)
    assert sorted(thief.choices) == ["lose Leather Armor", "lose Magic Missile", "lose Sleep Potion"]
    thief.discards("Leather Armor", "Magic Missile")
    assert thief.hand == ["Elf", "Sleep Potion", "Helm of Courage", "Slimy Armor"] and thief.carries == []
    assert game.treasures_discarded == ["Leather Armor", "Magic Missile"]
    assert not game.fighting and thief.level == 3 and game.doors_discarded == ["Lawyers"]


@card("Lawyers")
def test_a_thief_may_decline_and_needs_two_treasures() -> None:
    game = table(seat(classes="Thief", hand="Sleep Potion, Magic Missile"), seat(), doors=["Lawyers"])
    game[0].kicks_open_the_door()
    game[0].says(False)
    assert not game.fighting and game[0].hand == ["Sleep Potion", "Magic Missile"]
    game = table(seat(classes="Thief", hand="Elf, Magic Missile"), seat(), doors=["Lawyers"])
    game[0].kicks_open_the_door()
    assert not game.fighting and game[0].hand == ["Elf", "Magic Missile"]


@card("Lawyers")
@rule("MON-14", "ORIG-08")
def test_the_lawyers_fight_all_but_thieves() -> None:
    game = table(seat(level=3, classes="Warrior"), seat(classes="Thief", level=2), seat(), doors=["Lawyers"])
    aric, thief, _ = game
    aric.kicks_open_the_door()
    assert game.strength == (3, 6)
    aric.asks(thief)
    thief.accepts()
    assert game.monsters == [] and aric.level == 3
    game = table(seat(classes="Thief", duals="Super Munchkin"), seat(), doors=["Lawyers"])
    game[0].kicks_open_the_door()
    assert game.monsters == []


@card("Stoned Golem")
def test_one_may_walk_past_the_stoned_golem() -> None:
    game = table(seat(level=3), seat(), doors=["Stoned Golem"])
    aric, _ = game
    aric.kicks_open_the_door()
    aric.says(True)
    assert not game.fighting and aric.level == 3 and aric.hand == []
    assert game.doors_discarded == ["Stoned Golem"] and aric.choices == ["end the turn"]


@card("Stoned Golem")
def test_one_may_fight_the_stoned_golem() -> None:
    game = table(seat(level=3), seat(), doors=["Stoned Golem"])
    aric, _ = game
    aric.kicks_open_the_door()
    aric.says(False)
    assert game.strength == (3, 14)


@card("Stoned Golem")
@rule("ORIG-08")
@pytest.mark.parametrize(
    ("who", "must"),
    [
        (seat(races="Halfling"), True),
        (seat(races="Halfling, Elf", duals="Half-Breed"), True),
        (seat(races="Halfling", duals="Half-Breed"), False),
        (seat(races="Dwarf"), False),
    ],
)
def test_halflings_must_fight_the_stoned_golem(who: Seat, must: bool) -> None:
    game = table(who, seat(), doors=["Stoned Golem"])
    game[0].kicks_open_the_door()
    assert (game.decision == "FIGHT_WINDOW") is must
    assert (game.decision == "ASK_YES") is not must


@card("Floating Nose")
def test_the_floating_nose_is_bribed_with_an_item() -> None:
    game = table(
        seat(level=3, wears="Helm of Courage", carries="Sleep Potion, Mithril Armor", hand="Leather Armor"),
        seat(),
        doors=["Floating Nose"],
    )
    aric, _ = game
    aric.kicks_open_the_door()
    aric.says(True)
    assert sorted(aric.choices) == ["discard Helm of Courage", "discard Mithril Armor"]  # in play, worth at least 200
    aric.discards("Helm of Courage")
    assert not game.fighting and aric.level == 3 and aric.hand == ["Leather Armor"]
    assert game.doors_discarded == ["Floating Nose"] and game.treasures_discarded == ["Helm of Courage"]


@card("Floating Nose")
def test_the_floating_nose_need_not_be_bribed_and_cannot_be_with_too_little() -> None:
    game = table(seat(level=3, wears="Helm of Courage"), seat(), doors=["Floating Nose"])
    game[0].kicks_open_the_door()
    game[0].says(False)
    assert game.strength == (4, 10) and game[0].wears == ["Helm of Courage"]
    game = table(seat(level=3, carries="Sleep Potion, Huge Rock", hand="Leather Armor"), seat(), doors=["Floating Nose"])
    game[0].kicks_open_the_door()
    assert game.decision == "FIGHT_WINDOW"


@card("Floating Nose", "Potion of Halitosis")
def test_the_potion_of_halitosis_kills_the_floating_nose() -> None:
    game = table(
        seat(level=3, hand="Potion of Halitosis"),
        seat(),
        doors=["Floating Nose"],
        treasures="Helm of Courage, Leather Armor, Huge Rock",
    )
    aric, _ = game
    aric.kicks_open_the_door()
    aric.plays("Potion of Halitosis", way=1)
    assert aric.level == 4 and aric.hand == ["Helm of Courage", "Leather Armor", "Huge Rock"]


@card("Floating Nose", "Instant Wall")
def test_nothing_lets_anybody_escape_the_floating_nose() -> None:
    game = table(seat(level=6), seat(hand="Instant Wall"), doors=["Floating Nose"], dice=[6])
    aric, suzan = game
    aric.kicks_open_the_door()
    game.everybody_passes()
    suzan.plays("Instant Wall", on=aric)
    game.skip_windows()
    assert aric.level == 3 and "ROLLS" not in game.happened


@card("Tongue Demon")
def test_the_tongue_demon_eats_an_item_of_ones_choice_before_the_fight() -> None:
    game = table(seat(level=9, wears="Helm of Courage, Leather Armor", hand="Huge Rock"), seat(level=2), doors=["Tongue Demon"])
    aric, suzan = game
    aric.kicks_open_the_door()
    assert sorted(aric.choices) == ["lose Helm of Courage", "lose Leather Armor"]
    aric.discards("Leather Armor")
    assert aric.wears == ["Helm of Courage"] and game.strength == (10, 12)
    assert game.fighting and suzan.table == []


@card("Tongue Demon")
def test_the_tongue_demon_wants_nothing_of_a_helper_nor_of_one_without_items() -> None:
    game = table(
        seat(level=8, hand="Huge Rock"), seat(level=2, wears="Leather Armor, Helm of Courage"), seat(hand="Baby"), doors=["Tongue Demon"]
    )
    aric, suzan, _ = game
    aric.kicks_open_the_door()
    assert game.decision == "FIGHT_WINDOW"
    aric.asks(suzan)
    suzan.accepts()
    assert suzan.wears == ["Leather Armor", "Helm of Courage"] and game.strength == (12, 12)


@card("Tongue Demon")
def test_a_tongue_demon_that_comes_later_eats_as_well() -> None:
    game = table(
        seat(level=9, wears="Leather Armor"),
        seat(hand="Wandering Monster, Tongue Demon"),
        doors=["Maul Rat"],
    )
    aric, suzan = game
    aric.kicks_open_the_door()
    suzan.plays("Wandering Monster", bringing="Tongue Demon")
    assert aric.wears == [] and game.strength == (9, 13)


# ------------------------------------------------------------------------------------------ powers in the fight


@card("Wannabe Vampire")
@rule("REPLAY-07")
def test_a_cleric_chases_the_wannabe_vampire_away_and_takes_its_treasure() -> None:
    game = table(
        seat(level=3, classes="Cleric"),
        seat(),
        doors=["Wannabe Vampire"],
        treasures="Helm of Courage, Leather Armor, Huge Rock",
    )
    aric, _ = game
    aric.kicks_open_the_door()
    aric.uses("Wannabe Vampire")
    assert aric.level == 3 and aric.hand == ["Helm of Courage", "Leather Armor", "Huge Rock"]
    assert "KILLS" not in game.happened and game.doors_discarded == ["Wannabe Vampire"]


@card("Wannabe Vampire")
def test_only_a_cleric_who_fights_chases_it_away() -> None:
    game = table(
        seat(level=3),
        seat(level=1, classes="Cleric"),
        seat(level=1, classes="Cleric", hand="Baby"),
        doors=["Wannabe Vampire"],
        treasures="Helm of Courage, Leather Armor, Huge Rock",
    )
    aric, suzan, third = game
    aric.kicks_open_the_door()
    assert not aric.may("use Wannabe Vampire")
    aric.asks(suzan, treasures=1, picks_first="main")
    suzan.accepts()
    assert game.waits_for(suzan) and suzan.may("use Wannabe Vampire")
    copy = game.clone()
    copy[1].passes()
    assert copy.waits_for(copy[third.seat]) and not copy[third.seat].may("use Wannabe Vampire")  # a bystander has no such power
    suzan.uses("Wannabe Vampire")
    assert game.pool == ["Helm of Courage", "Leather Armor", "Huge Rock"]  # shared as agreed
    aric.picks("Huge Rock")
    suzan.picks("Leather Armor")
    assert suzan.hand == ["Leather Armor"] and game.levels == (3, 1, 1)


@card("Wannabe Vampire")
@rule("MON-07")
def test_its_treasure_is_lost_with_the_rest_of_the_fight() -> None:
    for level, treasures in ((3, 0), (5, 5)):
        game = table(
            seat(level=level, classes="Cleric"),
            seat(hand="Wandering Monster, Undead Horse"),
            doors=["Wannabe Vampire"],
            treasures="Helm of Courage, Leather Armor, Huge Rock, Broad Sword, Spiky Knees",
            dice=[6],
        )
        aric, suzan = game
        aric.kicks_open_the_door()
        aric.passes()
        suzan.plays("Wandering Monster", bringing="Undead Horse")
        if game.waits_for(suzan):
            suzan.passes()
        aric.uses("Wannabe Vampire")
        assert game.monsters == ["Undead Horse"]
        flee(game)
        assert len(aric.hand) == treasures
        assert aric.level == (level if treasures == 0 else level + 1)


@card("Gazebo")
def test_the_gazebo_must_be_faced_alone() -> None:
    game = table(
        seat(level=3, wears="Kneepads of Allure", hand="Elf"),
        seat(level=5),
        seat(hand="Magic Missile"),
        doors=["Gazebo"],
    )
    aric, _, third = game
    aric.kicks_open_the_door()
    assert "ask for help" not in aric.choices and not any("Kneepads" in text for text in aric.choices)
    aric.passes()
    third.plays("Magic Missile", on="munchkins")  # everybody may still play cards
    assert game.strength == (8, 8)


@card("Gazebo")
def test_a_gazebo_that_comes_along_sends_the_helper_away() -> None:
    game = table(
        seat(level=3),
        seat(level=5),
        seat(hand="Wandering Monster, Gazebo"),
        doors=["Pukachu"],
    )
    aric, suzan, third = game
    aric.kicks_open_the_door()
    aric.asks(suzan)
    suzan.accepts()
    assert game.strength == (8, 6) and game.helper is suzan
    third.plays("Wandering Monster", bringing="Gazebo")
    assert game.helper is None and game.strength == (3, 14)
    assert "ask for help" not in game.legal_texts


@card("Ghoulfiends")
@rule("COMBAT-07")
def test_against_ghoulfiends_only_levels_count() -> None:
    game = table(
        seat(level=4, classes="Warrior", wears="Helm of Courage", hireling="", hand="Magic Missile, Elf, Doppleganger"),
        seat(level=3, wears="Leather Armor, Huge Rock"),
        seat(),
        doors=["Ghoulfiends"],
    )
    aric, suzan, _ = game
    aric.kicks_open_the_door()
    assert game.strength == (4, 8)
    aric.plays("Magic Missile", on="munchkins")
    aric.plays("Doppleganger")
    aric.uses("Warrior", "berserking", paying="Elf")
    assert game.strength == (4, 8)
    aric.asks(suzan)
    suzan.accepts()
    assert game.strength == (7, 8)


@card("Ghoulfiends")
@rule("COMBAT-07", "CURSE-03")
def test_against_ghoulfiends_penalties_stay() -> None:
    game = table(
        seat(level=7),
        seat(classes="Thief", hand="Curse! Change Sex, Elf, Enraged"),
        doors=["Ghoulfiends"],
    )
    aric, suzan = game
    aric.kicks_open_the_door()
    aric.passes()
    suzan.plays("Curse! Change Sex", on=aric)
    assert game.strength == (2, 8)
    suzan.uses("Thief", "backstabbing", on=aric, paying="Elf")
    assert game.strength == (0, 8)
    suzan.plays("Enraged", on="Ghoulfiends")
    assert game.strength == (0, 13)


@card("Insurance Salesman")
def test_against_the_insurance_salesman_levels_do_not_count() -> None:
    game = table(
        seat(level=8, wears="Helm of Courage, Leather Armor", hand="Magic Missile"),
        seat(level=7, wears="Slimy Armor"),
        seat(hand="Baby"),
        doors=["Insurance Salesman"],
    )
    aric, suzan, _ = game
    aric.kicks_open_the_door()
    assert game.strength == (2, 14)
    aric.plays("Magic Missile", on="munchkins")
    assert game.strength == (7, 14)
    aric.asks(suzan)
    suzan.accepts()
    assert game.strength == (8, 14)


@card("Insurance Salesman", "Ghoulfiends")
@rule("MON-06")
def test_a_special_power_holds_for_the_whole_fight() -> None:
    game = table(
        seat(level=8, wears="Helm of Courage"),
        seat(hand="Wandering Monster, Wandering Monster, Ghoulfiends, Insurance Salesman"),
        doors=["Maul Rat"],
    )
    aric, suzan = game
    aric.kicks_open_the_door()
    suzan.plays("Wandering Monster", bringing="Ghoulfiends")
    assert game.strength == (8, 9)
    suzan.plays("Wandering Monster", bringing="Insurance Salesman")
    assert game.strength == (0, 23)


@card("Squidzilla")
@rule("ORIG-08")
def test_each_elf_is_weaker_against_squidzilla() -> None:
    for main, helper, total in (
        (seat(level=8), seat(level=7), 15),
        (seat(level=8, races="Elf"), seat(level=7), 11),
        (seat(level=8), seat(level=7, races="Elf"), 11),
        (seat(level=8, races="Elf"), seat(level=7, races="Elf"), 7),
        (seat(level=8, races="Elf", duals="Half-Breed"), seat(level=7), 15),
    ):
        game = table(main, helper, seat(hand="Baby"), doors=["Squidzilla"])
        game[0].kicks_open_the_door()
        game[0].asks(game[1])
        game[1].accepts()
        assert game.strength == (total, 18)
