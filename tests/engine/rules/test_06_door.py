"""Phase 1: the door is kicked open."""

import pytest

from munchkin_env.game.scenario import seat, table
from tests.rule import rule


@rule("DOOR-01")
def test_one_door_card_is_opened_face_up_for_all() -> None:
    game = table(seat(), seat(), seat(), doors=["Enraged", "Mate"])
    aric, suzan, bob = game
    aric.kicks_open_the_door()
    assert aric.hand == ["Enraged"] and game.doors_left == 94
    assert suzan.sees(aric) == bob.sees(aric) == ["Enraged"]
    assert [event.card for event in game.log if event.what == "OPENS"] == ["Enraged"]


@rule("DOOR-02")
def test_a_monster_attacks_the_one_who_opened_the_door() -> None:
    game = table(seat(hand="Sleep Potion"), seat(), doors=["Bullrog"])
    aric, _ = game
    aric.kicks_open_the_door()
    assert game.fighting and game.main is aric and game.helper is None and game.monsters == ["Bullrog"]
    assert not any("keep" in text or "loot" in text for text in aric.choices)  # must fight
    assert game.strength == (1, 18)


@rule("DOOR-02", "ORIG-10")
def test_the_fight_is_on_before_a_thief_can_steal_once_more() -> None:
    game = table(seat(wears="Leather Armor", hand="Sleep Potion"), seat(classes="Thief", hand="Elf"), doors=["Bullrog"])
    aric, thief = game
    aric.kicks_open_the_door()
    aric.passes()
    assert game.waits_for(thief)
    thief.uses("Thief")  # only a backstab is left, so nobody asks which
    assert game.strength == (0, 18) and aric.wears == ["Leather Armor"]


@rule("DOOR-02", "ITEM-06")
def test_nor_can_the_one_who_opened_the_door_change_anything() -> None:
    game = table(seat(wears="Leather Armor", carries="Slimy Armor", hand="Sleep Potion, Spiky Knees"), seat(), doors=["Bullrog"])
    aric, _ = game
    aric.kicks_open_the_door()
    assert set(aric.choices) == {"pass", "ask for help", "play Sleep Potion"}


@rule("DOOR-03", "CURSE-01")
def test_a_curse_strikes_the_one_who_opened_the_door_and_is_discarded() -> None:
    game = table(seat(level=4), seat(level=4), doors=["Curse! Duck of Doom"])
    aric, suzan = game
    aric.kicks_open_the_door()
    assert aric.level == 2 and suzan.level == 4
    assert game.doors_discarded == ["Curse! Duck of Doom"] and aric.hand == [] and aric.table == []


@rule("DOOR-03", "CURSE-05")
def test_a_curse_that_can_do_nothing_is_discarded_all_the_same() -> None:
    game = table(seat(level=4), seat(), doors=["Curse! Lose the Armor You Are Wearing"])
    game[0].kicks_open_the_door()
    assert game[0].level == 4 and game.doors_discarded == ["Curse! Lose the Armor You Are Wearing"]


@rule("DOOR-03", "CURSE-02")
@pytest.mark.parametrize("curse", ["Curse! Chicken on Your Head", "Curse! Malign Mirror", "Curse! Change Sex"])
def test_one_that_lasts_stays_on_the_table(curse: str) -> None:
    game = table(seat(level=4), seat(), doors=[curse])
    game[0].kicks_open_the_door()
    assert game[0].curses == [curse] and game.doors_discarded == []


@rule("DOOR-04")
def test_another_card_is_played_at_once_or_kept() -> None:
    game = table(seat(), seat(), doors=["Elf"])
    aric, _ = game
    aric.kicks_open_the_door()
    assert set(aric.choices) == {"play Elf", "keep Elf"}
    kept = game.clone()
    aric.plays_it()
    assert aric.races == ["Elf"] and aric.hand == []
    kept[0].keeps_it()
    assert kept[0].races == [] and kept[0].hand == ["Elf"]


@rule("DOOR-04", "CHEAT-01")
def test_cheat_may_be_played_at_once_if_there_is_something_to_put_it_on() -> None:
    game = table(seat(carries="Mace of Sharpness"), seat(), doors=["Cheat!"])
    aric, _ = game
    aric.kicks_open_the_door()
    aric.plays_it(on="Mace of Sharpness")
    assert aric.table == ["Mace of Sharpness", "Cheat!"] and aric.hand == []
    game = table(seat(), seat(), doors=["Cheat!"])
    game[0].kicks_open_the_door()
    assert game[0].hand == ["Cheat!"] and game.decision == "ARRANGE"


@rule("DOOR-04")
@pytest.mark.parametrize("card", ["Enraged", "Baby", "Mate", "Wandering Monster", "Illusion", "Out to Lunch", "Help Me Out Here!"])
def test_what_needs_a_fight_can_only_be_kept(card: str) -> None:
    game = table(seat(hand="Potted Plant"), seat(), doors=[card])
    game[0].kicks_open_the_door()
    assert game[0].hand == ["Potted Plant", card] and game.decision == "ARRANGE"


@rule("DOOR-04", "ORIG-05")
def test_so_can_a_second_copy_of_the_own_class_and_a_dual_card_without_a_class() -> None:
    for mine, drawn in (("Thief", "Thief"), ((), "Super Munchkin")):
        game = table(seat(classes=mine), seat(), doors=[drawn])
        game[0].kicks_open_the_door()
        assert game[0].hand == [drawn]


@rule("DOOR-04", "ORIG-06")
def test_a_new_class_played_from_the_door_replaces_the_old_one() -> None:
    game = table(seat(classes="Thief"), seat(), doors=["Wizard"])
    game[0].kicks_open_the_door()
    game[0].plays_it()
    assert game[0].classes == ["Wizard"] and game.doors_discarded == ["Thief"]


@rule("DOOR-06")
def test_a_monster_drawn_face_down_goes_to_hand() -> None:
    game = table(seat(), seat(), doors="Enraged, Bullrog")
    aric, _ = game
    aric.kicks_open_the_door()
    aric.loots()
    assert aric.hand == ["Enraged", "Bullrog"] and not game.fighting


@rule("DOOR-06")
def test_from_there_it_joins_a_fight_with_wandering_monster_or_by_its_tag() -> None:
    game = table(seat(hand="Sleep Potion"), seat(hand="Wandering Monster, Bullrog, King Tut"), doors=["Mr. Bones"])
    aric, suzan = game
    aric.kicks_open_the_door()
    aric.passes()
    assert suzan.may("play King Tut") and not suzan.may("play Bullrog")  # Mr. Bones is Undead
    suzan.plays("Wandering Monster", bringing="Bullrog")
    assert game.monsters == ["Mr. Bones", "Bullrog"]
    suzan.plays("King Tut")
    assert game.strength == (1, 2 + 18 + 16)


@rule("DOOR-06", "LOOT-01")
def test_or_is_fought_by_looking_for_trouble_but_not_played_otherwise() -> None:
    game = table(seat(hand="Potted Plant"), seat(hand="Pit Bull"))
    assert not game[0].may("play Potted Plant")
    game[0].is_done()
    assert not game[1].decides
