"""Before the first turn."""

from collections import Counter

import pytest

from munchkin_env.cards.loader import load
from munchkin_env.game.game import Game
from munchkin_env.game.options import OptionError
from munchkin_env.game.scenario import ScenarioError, Table, seat, table
from tests.rule import rule

SIZES = range(2, 7)


@rule("SETUP-01")
@pytest.mark.parametrize("players", SIZES)
def test_three_to_six_can_play_and_two_for_a_duel(players: int) -> None:
    assert Game(players, seed=1).num_players == players
    assert len(list(Table(Game(players, seed=1)))) == players


@rule("SETUP-01")
@pytest.mark.parametrize("players", [1, 7])
def test_more_or_fewer_cannot(players: int) -> None:
    with pytest.raises(OptionError):
        Game(players, seed=1)
    with pytest.raises(ScenarioError, match="2 to 6 seats"):
        table(*[seat()] * players)


@rule("SETUP-02")
def test_the_box_holds_95_doors_and_73_treasures() -> None:
    decks = Counter[str]()
    for card in load(["deluxe"]).cards:
        decks[card.data["deck"]] += card.data.get("count", 1)
    assert decks == {"door": 95, "treasure": 73}
    game = table(seat(), seat())
    assert (game.doors_left, game.treasures_left) == (95, 73)


@rule("SETUP-04")
@pytest.mark.parametrize("players", SIZES)
def test_everybody_gets_four_cards_of_each_deck(players: int) -> None:
    game = Table(Game(players, seed=3, sex_mode="fixed"))
    drawn_doors = drawn_treasures = 0
    for player in game:
        backs = [card["back"] for card in game.game.view(player.seat)["players"][player.seat]["hand"]]
        kept_doors, kept_treasures = backs.count("door"), backs.count("treasure")
        assert kept_doors <= 4  # Divine Intervention takes effect at once
        drawn_doors, drawn_treasures = drawn_doors + kept_doors, drawn_treasures + kept_treasures
    worked_at_once = len(game.doors_discarded) + len(game.treasures_discarded)
    assert game.doors_left == 95 - 4 * players
    assert drawn_doors + drawn_treasures + worked_at_once == 95 + 73 - game.doors_left - game.treasures_left


@rule("SETUP-04")
def test_the_first_eight_cards_come_from_both_decks_face_down() -> None:
    doors, treasures = "Elf, Dwarf, Thief, Mate", "Leather Armor, Spiky Knees, Huge Rock, Magic Missile"
    game = table(seat(), seat(), moment="start", sex_mode="fixed", doors=doors, treasures=treasures)
    aric, suzan = game
    assert sorted(aric.hand) == sorted((doors + ", " + treasures).split(", "))
    assert len(suzan.hand) == 8
    assert suzan.sees(aric) == [None] * 8 and aric.sees(suzan) == [None] * 8


@rule("SETUP-04")
def test_both_decks_are_shuffled() -> None:
    hands = {tuple(Table(Game(3, seed=s, sex_mode="fixed"))[0].hand) for s in range(5)}
    assert len(hands) == 5
    again = [tuple(Table(Game(3, seed=7, sex_mode="fixed"))[0].hand) for _ in range(2)]
    assert again[0] == again[1]


@rule("SETUP-05")
def test_everybody_starts_as_a_human_of_level_1_without_a_class() -> None:
    game = Table(Game(4, seed=2))
    for player in game:
        assert player.level == 1 and player.classes == [] and player.races == [] and player.table == []
    human = table(seat(carries="Bad-Ass Bandana"), seat())
    human[0].equips("Bad-Ass Bandana")  # for humans only
    assert human[0].strength == 1 + 3


@rule("SETUP-05")
def test_several_may_stand_at_the_same_level() -> None:
    game = table(seat(level=4), seat(level=3, hand=["1,000 Gold Pieces"]), seat())
    suzan = game[1]
    game[0].is_done()
    suzan.plays("1,000 Gold Pieces", on=suzan)
    assert game.levels == (4, 4, 1)


@rule("SETUP-06")
def test_everybody_chooses_a_sex_in_seat_order() -> None:
    game = table(seat(), seat(), seat(), moment="start")
    aric, suzan, bob = game
    assert game.waits_for(aric) and set(aric.choices) == {"be male", "be female"}
    aric.is_female()
    suzan.is_male()
    bob.is_female()
    assert [player.sex for player in game] == ["female", "male", "female"]
    assert [one["sex"] for one in game.game.view(1)["players"]] == ["female", "male", "female"]  # public
    assert game.decision == "SETUP"


@rule("SETUP-06")
def test_by_option_the_sex_is_fixed_or_drawn_at_random() -> None:
    fixed = Table(Game(5, seed=9, sex_mode="fixed"))
    assert [player.sex for player in fixed] == ["male", "female", "male", "female", "male"]
    assert fixed.decision == "SETUP"
    drawn = {tuple(player.sex for player in Table(Game(3, seed=s, sex_mode="random"))) for s in range(30)}
    assert len(drawn) > 4


@rule("SETUP-06")
def test_a_sex_change_turns_male_to_female_and_back() -> None:
    game = table(seat(hand="Curse! Change Sex"), seat(sex="female"))
    aric, suzan = game
    aric.plays("Curse! Change Sex", on=suzan)
    assert suzan.sex == "male" and aric.sex == "male"


# -------------------------------------------------------------------------------------------------- the opening play


@rule("SETUP-07")
def test_the_opening_play_lays_down_items_one_race_and_one_class() -> None:
    game = table(seat(hand="Elf, Dwarf, Thief, Cleric, Leather Armor, Spiky Knees"), seat(), moment="setup")
    aric = game[0]
    aric.plays("Elf")
    aric.plays("Thief")
    aric.lays_down("Leather Armor")
    assert aric.races == ["Elf"] and aric.classes == ["Thief"] and aric.wears == ["Leather Armor"]
    assert not aric.may("play Dwarf") and not aric.may("play Cleric")
    assert aric.may("play Spiky Knees")
    aric.is_done()
    assert aric.hand == ["Dwarf", "Cleric", "Spiky Knees"]  # all of it is optional


@rule("SETUP-07")
def test_an_item_that_does_not_fit_is_laid_down_sideways() -> None:
    game = table(seat(hand="Helm of Courage, Horny Helmet, Mace of Sharpness"), seat(), moment="setup")
    aric = game[0]
    for item in ("Helm of Courage", "Horny Helmet", "Mace of Sharpness"):
        aric.lays_down(item)
    assert aric.wears == ["Helm of Courage"] and aric.carries == ["Horny Helmet", "Mace of Sharpness"]
    assert aric.may("turn Helm of Courage sideways") and not aric.may("equip Horny Helmet")
    aric.turns_sideways("Helm of Courage")
    aric.equips("Horny Helmet")
    assert aric.wears == ["Horny Helmet"]


@rule("SETUP-07")
def test_a_second_big_item_stays_in_hand_except_before_a_dwarf() -> None:
    game = table(seat(hand="Huge Rock, Mithril Armor, Dwarf"), seat(), moment="setup")
    aric = game[0]
    aric.lays_down("Huge Rock")
    assert not aric.may("play Mithril Armor")
    aric.plays("Dwarf")
    assert aric.may("play Mithril Armor")


@rule("SETUP-08")
def test_the_opening_play_goes_round_in_seat_order_and_nobody_reacts() -> None:
    game = table(seat(hand="Elf, Spiky Knees"), seat(hand="Curse! Duck of Doom, Wishing Ring"), seat(hand="Dwarf"), moment="setup")
    aric, suzan, bob = game
    aric.plays("Elf")
    assert game.waits_for(aric)
    for player in (aric, suzan, bob):
        assert game.decision == "SETUP" and game.waits_for(player)
        player.is_done()
    assert game.decision == "ARRANGE"


@rule("SETUP-08")
def test_a_hireling_may_come_along_from_the_start() -> None:
    game = table(seat(hand="Hireling, Broad Sword"), seat(), moment="setup")
    game[0].plays("Hireling")
    assert game[0].companions == ["Hireling"]


@rule("SETUP-08")
def test_level_ups_curses_and_monsters_wait_for_the_first_turn() -> None:
    waiting = ["1,000 Gold Pieces", "Curse! Duck of Doom", "Potted Plant", "Wandering Monster", "Enraged", "Cheat!", "Steal a Level"]
    game = table(seat(hand=[*waiting, "Spiky Knees"]), seat(level=3), moment="setup", first_player=0)
    assert set(game[0].choices) == {"done", "play Spiky Knees"}
    game[0].is_done()
    game[1].is_done()
    assert {"play 1,000 Gold Pieces", "play Curse! Duck of Doom", "play Cheat!"} <= set(game[0].choices)


@rule("SETUP-08")
def test_super_munchkin_joins_the_one_class_but_a_second_class_waits() -> None:
    game = table(seat(hand="Super Munchkin, Half-Breed, Thief, Warrior"), seat(), moment="setup", first_player=0)
    aric, suzan = game
    assert not aric.may("play Super Munchkin")  # there is no Class yet
    aric.plays("Thief")
    aric.plays("Super Munchkin")
    assert not aric.may("play Warrior") and not aric.may("play Half-Breed")
    aric.is_done()
    suzan.is_done()
    aric.plays("Warrior")  # a normal moment
    assert aric.classes == ["Thief", "Warrior"]


@rule("SETUP-08")
def test_by_option_the_second_class_may_be_laid_down_at_once() -> None:
    hand = "Super Munchkin, Thief, Warrior, Wizard"
    game = table(seat(hand=hand), seat(), moment="setup", setup_second_origin=True)
    aric = game[0]
    aric.plays("Thief")
    assert not aric.may("play Warrior")
    aric.plays("Super Munchkin")
    aric.plays("Warrior")
    assert aric.classes == ["Thief", "Warrior"] and not aric.may("play Wizard")


@rule("SETUP-08", "TIME-12")
def test_whoever_is_done_with_the_opening_play_has_no_just_received_cards_left() -> None:
    game = table(seat(), seat(fresh="Elf, Spiky Knees, Curse! Duck of Doom"), moment="setup", first_player=0)
    aric, suzan = game
    aric.is_done()
    suzan.is_done()
    aric.is_done()
    assert game.waits_for(suzan) and not suzan.may("play Elf") and not suzan.may("play Spiky Knees")
    assert suzan.may("play Curse! Duck of Doom")


@rule("SETUP-09")
def test_who_begins_is_drawn_at_random_or_set() -> None:
    firsts = set()
    for s in range(40):
        game = table(seat(), seat(), seat(), moment="setup", seed=s)
        for player in game:
            player.is_done()
        firsts.add(game.turn_player.seat)
    assert firsts == {0, 1, 2}
    game = table(seat(), seat(), seat(), moment="setup", first_player=2)
    for player in game:
        player.is_done()
    assert game.turn_player is game[2] and game.waits_for(game[2])
    with pytest.raises(OptionError, match="must be a seat from 0 to 2"):
        Game(3, first_player=3)
