"""Classes, Races, and the cards that double them. Their individual rules: tests/engine/rules/test_10_*.py."""

import pytest

from munchkin_env.game.scenario import seat, table
from tests.card import alike, card
from tests.flight import flee
from tests.rule import rule

# --------------------------------------------------------------------------------------------------------- Classes


@card("Warrior")
@rule("REPLAY-06")
def test_a_warrior_who_helps_wins_ties_and_berserks_for_the_side() -> None:
    game = table(
        seat(level=2),
        seat(level=4, classes="Warrior", hand="Elf, Dwarf"),
        seat(hand="Mate"),
        doors=["Face Sucker"],
        treasures="Slimy Armor, Spiky Knees",
    )
    aric, suzan, _ = game
    aric.kicks_open_the_door()
    aric.asks(suzan)
    suzan.accepts()
    suzan.uses("Warrior", "berserking", paying="Elf")
    suzan.uses("Warrior", "berserking", paying="Dwarf")
    assert game.strength == (8, 8)
    game.skip_windows()
    assert aric.level == 3 and suzan.level == 4


@card("Wizard")
def test_a_wizard_who_helps_charms_a_monster_and_leaves_its_treasure() -> None:
    game = table(
        seat(level=2),
        seat(level=3, classes="Wizard", hand="Elf, Dwarf, Sleep Potion"),
        seat(hand="Mate"),
        doors=["Face Sucker"],
        treasures="Slimy Armor, Leather Armor",
    )
    aric, wizard, _ = game
    aric.kicks_open_the_door()
    aric.asks(wizard, treasures=1, picks_first="helper")
    wizard.accepts()
    wizard.uses("Wizard")
    wizard.picks("Leather Armor")
    assert game.levels == (2, 3, 1) and wizard.hand == ["Leather Armor"] and aric.hand == ["Slimy Armor"]


@card("Wizard")
@pytest.mark.parametrize(("cards", "escapes"), [(1, False), (2, True), (3, True)])
def test_the_flight_spell_is_worth_one_per_card(cards: int, escapes: bool) -> None:
    game = table(seat(level=3, classes="Wizard", hand="Elf, Dwarf, Sleep Potion"), seat(), doors=["Undead Horse"], dice=[3])
    wizard, _ = game
    wizard.kicks_open_the_door()
    wizard.passes()
    game.skip_windows()
    wizard.rolls()
    for paid in ("Elf", "Dwarf", "Sleep Potion")[:cards]:
        wizard.uses("Wizard", "flight_spell", paying=paid)
    game.skip_windows()
    assert ("ESCAPES" in game.happened) is escapes and wizard.level == (3 if escapes else 1)


@card("Thief")
def test_a_thief_backstabs_main_and_helper_and_may_be_one_of_them() -> None:
    game = table(
        seat(level=4),
        seat(level=3, classes="Thief", hand="Elf, Dwarf"),
        seat(level=2, classes="Thief", hand="Wizard, Cleric"),
        doors=["Face Sucker"],
    )
    aric, helper, third = game
    aric.kicks_open_the_door()
    aric.asks(helper)
    helper.accepts()
    helper.uses("Thief", "backstabbing", paying="Elf")  # only main: never the Thief
    assert game.strength == (4 + 3 - 2, 8)
    helper.passes()
    third.uses("Thief", "backstabbing", on=aric, paying="Wizard")
    third.uses("Thief", "backstabbing", paying="Cleric")
    assert game.strength == (1, 8) and third.hand == []


@card("Thief")
@pytest.mark.parametrize(("die", "steals"), [(1, False), (3, False), (4, True), (6, True)])
def test_theft(die: int, steals: bool) -> None:
    game = table(
        seat(level=4, classes="Thief", hand="Elf"),
        seat(wears="Helm of Courage", carries="Huge Rock, Magic Missile"),
        dice=[die],
    )
    thief, victim = game
    thief.uses("Thief", "theft", on=victim, paying="Elf")
    if steals:
        assert sorted(thief.choices) == ["take Helm of Courage", "take Magic Missile"]  # nothing Big
        thief.takes("Helm of Courage")
    assert thief.level == (4 if steals else 3) and thief.carries == (["Helm of Courage"] if steals else [])
    assert ("Helm of Courage" in victim.wears) is not steals


@card("Cleric")
def test_turning_is_for_undead_also_where_the_cleric_helps() -> None:
    for monster, undead in (("King Tut", True), ("Bigfoot", False)):
        game = table(
            seat(level=2),
            seat(level=3, classes="Cleric", hand="Elf, Dwarf, Wizard, Thief"),
            seat(hand="Mate"),
            doors=[monster],
        )
        aric, cleric, _ = game
        aric.kicks_open_the_door()
        aric.asks(cleric)
        cleric.accepts()
        assert cleric.may("use Cleric") is undead
        if undead:
            for paid in ("Elf", "Dwarf", "Wizard"):
                cleric.uses("Cleric", paying=paid)
            assert game.strength == (5 + 9, 16) and not cleric.may("use Cleric")


@card("Cleric")
def test_resurrection_is_for_the_door_that_is_kicked_open() -> None:
    game = table(seat(level=3, classes="Cleric", hand="Elf"), seat(), doors=["Bigfoot"], door_discards="Dwarf, Maul Rat")
    cleric, _ = game
    cleric.is_done()
    game.skip_windows()
    cleric.discards("Elf")
    assert game.monsters == ["Maul Rat"] and cleric.hand == []
    assert game.doors_discarded == ["Dwarf", "Elf"]  # the card paid is now on top
    game = table(seat(level=3, classes="Cleric", hand="Elf"), seat(), doors=["Wizard"], door_discards="Dwarf, Maul Rat")
    cleric, _ = game
    cleric.is_done()
    game.skip_windows()
    cleric.does("draw from the deck")
    assert game.doors_discarded == ["Dwarf", "Maul Rat"]


# ----------------------------------------------------------------------------------------------------------- Races


@card("Elf")
@rule("HELP-20")
def test_an_elf_runs_better_and_gains_a_level_per_monster_killed_with_their_help() -> None:
    for die, escapes in ((3, False), (4, True)):
        game = table(seat(level=3, races="Elf"), seat(), doors=["Undead Horse"], dice=[die])
        game[0].kicks_open_the_door()
        flee(game)
        assert ("ESCAPES" in game.happened) is escapes
    game = table(
        seat(level=2),
        seat(level=5, races="Elf"),
        seat(hand="Wandering Monster, Maul Rat"),
        doors=["Pit Bull"],
        treasures="Slimy Armor, Spiky Knees",
    )
    aric, elf, third = game
    aric.kicks_open_the_door()
    aric.asks(elf)
    elf.accepts()
    elf.passes()
    third.plays("Wandering Monster", bringing="Maul Rat")
    game.skip_windows()
    assert aric.level == 4 and elf.level == 7


@card("Elf")
@rule("HELP-20", "WIN-01")
def test_an_elf_may_win_by_helping() -> None:
    game = table(seat(level=1), seat(level=9, races="Elf"), seat(), doors=["Pit Bull"])
    aric, elf, _ = game
    aric.kicks_open_the_door()
    aric.asks(elf)
    elf.accepts()
    game.skip_windows()
    assert game.over and game.winners == (elf,) and aric.level == 2


@card("Dwarf")
@rule("BIG-01")
def test_a_dwarf_carries_any_number_of_big_items_and_six_cards() -> None:
    bigs = "Huge Rock, Stepladder, Tuba of Charm, Swiss Army Polearm"
    hand = "Elf, Thief, Wizard, Cleric, Warrior, Halfling"
    game = table(seat(races="Dwarf", hand=f"Mithril Armor, {hand}", carries=bigs), seat())
    aric, suzan = game
    assert aric.hand_limit == 6 and suzan.hand_limit == 5
    aric.lays_down("Mithril Armor")
    assert len(aric.table) == 6
    aric.does("discard Dwarf")
    assert aric.hand_limit == 5 and game.decision == "TOO_BIG"


@card("Halfling")
def test_a_halfling_sells_one_item_at_double_price_each_turn() -> None:
    for races, level in (("Halfling", 2), ("", 1)):
        game = table(seat(races=races, carries="Mithril Armor, Leather Armor, Helm of Courage, Sleep Potion"), seat())
        aric, _ = game
        assert aric.may("sell items") is True  # 600 and 200 and 200 make a thousand
        game = table(seat(races=races, carries="Mithril Armor"), seat())
        aric, _ = game
        assert aric.may("sell items") is (level == 2)
        if level == 2:
            aric.sells("Mithril Armor")
        assert aric.level == level


@card("Halfling")
@pytest.mark.parametrize(("dice", "level"), [((4, 5), 3), ((4, 4), 1)])
def test_a_halfling_may_roll_again_for_a_card(dice: tuple[int, int], level: int) -> None:
    game = table(seat(level=3, races="Halfling", hand="Elf, Wizard"), seat(), doors=["Harpies"], dice=dice)
    aric, _ = game
    aric.kicks_open_the_door()
    game.everybody_passes()
    game.skip_windows()
    aric.rolls()
    aric.uses("Halfling", paying="Elf")
    game.skip_windows()
    assert aric.level == level and aric.hand == ["Wizard"] and game.happened.count("ROLLS") == 2


# ---------------------------------------------------------------------------------- Super Munchkin and Half-Breed

DUALS = [("Super Munchkin", "classes", "Warrior", "Thief"), ("Half-Breed", "races", "Elf", "Dwarf")]


@alike("dual, word, one, other", DUALS)
@rule("ORIG-05", "ORIG-07")
def test_it_is_played_on_one_and_makes_room_for_another(dual: str, word: str, one: str, other: str) -> None:
    game = table(seat(hand=f"{dual}, {one}, {other}"), seat())
    aric, _ = game
    assert not aric.may(f"play {dual}")  # nothing to attach it to
    aric.plays(one)
    aric.plays(dual)
    aric.plays(other)
    assert getattr(aric, word) == [one, other] and aric.hand == []
    game = table(seat(hand=f"{one}, {other}"), seat())
    game[0].plays(one)
    game[0].plays(other)
    assert getattr(game[0], word) == [other]


@alike("dual, word, one, other", DUALS)
@rule("ORIG-09")
def test_it_goes_with_the_last_and_without_it_one_of_two_goes(dual: str, word: str, one: str, other: str) -> None:
    both = f"{one}, {other}"
    who = seat(classes=both, duals=dual) if word == "classes" else seat(races=both, duals=dual)
    game = table(who, seat())
    aric, _ = game
    aric.discards(one)
    assert getattr(aric, word) == [other] and dual in aric.table
    aric.discards(other)
    assert aric.table == [] and dual in game.doors_discarded


@card("Super Munchkin")
@rule("ORIG-08")
def test_a_super_munchkin_of_one_class_has_its_advantages_only() -> None:
    game = table(
        seat(level=3, classes="Wizard", duals="Super Munchkin", wears="Mithril Armor, Pointy Hat of Power"), seat(), doors=["Harpies"]
    )
    game[0].kicks_open_the_door()
    assert game.strength == (3 + 3 + 3, 4)
    game = table(
        seat(level=3, classes="Warrior", duals="Super Munchkin", wears="Pantyhose of Giant Strength"), seat(), doors=["Shrieking Geek"]
    )
    assert game[0].strength == 6
    game = table(seat(level=3, classes="Warrior", duals="Super Munchkin", hand="Elf"), seat(), doors=["Harpies"])
    game[0].kicks_open_the_door()
    game[0].uses("Warrior", "berserking", paying="Elf")  # what costs cards still costs them
    assert game[0].hand == [] and game.strength == (4, 4)


@card("Super Munchkin")
@rule("ORIG-08", "ORIG-09")
def test_a_super_munchkin_of_two_classes_has_the_drawbacks_of_both() -> None:
    for wearer, strength in (("Wizard, Thief", 3), ("Wizard", 6)):
        game = table(seat(level=3, classes=wearer, duals="Super Munchkin", hand="Mithril Armor"), seat())
        game[0].lays_down("Mithril Armor")
        assert game[0].strength == strength
    game = table(seat(level=3, classes="Wizard, Thief", duals="Super Munchkin"), seat(), doors=["Harpies"])
    game[0].kicks_open_the_door()
    assert game.strength == (3, 9)


@card("Half-Breed")
@rule("ORIG-08")
def test_a_half_breed_of_one_race_is_no_human_but_has_no_drawbacks() -> None:
    game = table(
        seat(level=3, races="Elf", duals="Half-Breed", wears="Bow With Ribbons", hand="Bad-Ass Bandana"),
        seat(),
        doors=["Leperchaun"],
        dice=[4],
    )
    aric, _ = game
    aric.lays_down("Bad-Ass Bandana")
    assert aric.wears == ["Bow With Ribbons"]
    aric.kicks_open_the_door()
    assert game.strength == (7, 4)
    game = table(seat(level=3, races="Elf", duals="Half-Breed"), seat(), doors=["Leperchaun"], dice=[4])
    game[0].kicks_open_the_door()
    assert game.strength == (3, 4)
    flee(game)
    assert "ESCAPES" in game.happened  # still runs like an Elf


@card("Half-Breed")
@rule("ORIG-09")
def test_a_half_breed_of_two_races_is_both() -> None:
    game = table(seat(level=3, races="Elf, Dwarf", duals="Half-Breed", carries="Huge Rock, Stepladder"), seat(), doors=["Leperchaun"])
    aric, _ = game
    assert aric.hand_limit == 6 and len(aric.carries) == 2
    aric.kicks_open_the_door()
    assert game.strength == (3, 9)
