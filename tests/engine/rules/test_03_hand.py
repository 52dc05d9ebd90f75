"""Cards in play, cards in hand."""

import pytest

from munchkin_env.game.options import OptionError
from munchkin_env.game.scenario import seat, table
from tests.rule import rule


@rule("HAND-01")
def test_everybody_sees_what_lies_in_play() -> None:
    game = table(
        seat(classes="Thief", races="Elf", wears="Leather Armor", carries="Huge Rock", hireling="", curses="Curse! Chicken on Your Head"),
        seat(),
        seat(),
    )
    for viewer in game:
        shown = game.game.view(viewer.seat)["players"][0]["table"]
        assert {one["card"]: one["equipped"] for one in shown} == {
            "Thief": False,
            "Elf": False,
            "Leather Armor": True,
            "Huge Rock": False,
            "Hireling": False,
            "Curse! Chicken on Your Head": False,
        }


@rule("HAND-02")
def test_cards_in_hand_give_nothing() -> None:
    game = table(seat(level=2, hand="Warrior, Leather Armor, Really Impressive Title, Elf"), seat(), doors=["Pit Bull"])
    aric, _ = game
    assert aric.strength == 2 and aric.classes == [] and aric.races == []
    aric.kicks_open_the_door()
    assert game.strength == (2, 2)
    assert not any("Warrior" in text and "use" in text for text in aric.choices)


@rule("HAND-02")
def test_hand_cards_are_safe_from_what_does_not_name_the_hand() -> None:
    item, boots = "Leather Armor", "Boots of Butt-Kicking"
    game = table(seat(hand="Curse! Lose 1 Small Item, Curse! Lose the Armor You Are Wearing"), seat(hand=f"{item}, {boots}, Thief"))
    aric, suzan = game
    aric.plays("Curse! Lose 1 Small Item", on=suzan)
    aric.plays("Curse! Lose the Armor You Are Wearing", on=suzan)
    assert suzan.hand == [item, boots, "Thief"]
    thief = table(seat(classes="Thief", hand="Dwarf"), seat(hand=item, carries="Spiky Knees"), dice=[6])
    thief[0].uses("Thief", on=thief[1], paying="Dwarf")
    assert thief[1].hand == [item] and thief[0].carries == ["Spiky Knees"]


@rule("HAND-02")
def test_what_names_the_hand_takes_from_it() -> None:
    game = table(seat(hand="Curse! Lose Two Cards"), seat(hand="Leather Armor, Thief"), seat())
    aric, suzan, bob = game
    aric.plays("Curse! Lose Two Cards", on=suzan)
    assert suzan.hand == [] and sorted(bob.hand + aric.hand) == ["Leather Armor", "Thief"]


@rule("HAND-03")
def test_five_cards_may_be_kept_at_the_end_of_the_own_turn_and_six_may_not() -> None:
    five = "Elf, Dwarf, Thief, Cleric, Wizard"
    game = table(seat(hand=five), seat(level=2), moment="before_charity")
    game[0].ends_the_turn()
    assert game.turn_player is game[1] and len(game[0].hand) == 5
    game = table(seat(hand=f"{five}, Warrior"), seat(level=2), moment="before_charity")
    game[0].ends_the_turn()
    assert game.decision == "CHARITY_CARD" and game.waits_for(game[0])


@rule("HAND-03")
def test_others_may_hold_as_many_as_they_like() -> None:
    seven = "Elf, Dwarf, Thief, Cleric, Wizard, Warrior, Halfling"
    game = table(seat(), seat(hand=seven), moment="before_charity")
    game[0].ends_the_turn()
    assert game.turn_player is game[1] and len(game[1].hand) == 7
    game[1].kicks_open_the_door()  # nor is there a limit during the player's own turn
    assert len(game[1].hand) >= 7


@rule("HAND-03")
def test_cards_may_change_the_number_five() -> None:
    six = "Elf, Halfling, Thief, Cleric, Wizard, Warrior"
    game = table(seat(races="Dwarf", hand=six), seat(level=2), moment="before_charity")
    assert game[0].hand_limit == 6 and game[1].hand_limit == 5
    game[0].ends_the_turn()
    assert game.turn_player is game[1] and len(game[0].hand) == 6


@rule("HAND-04")
def test_a_card_in_play_does_not_go_back_to_a_hand() -> None:
    worn = "Leather Armor"
    game = table(seat(classes="Thief", wears=worn, hireling="", hand="Elf"), seat(wears="Spiky Knees"), dice=[5])
    aric, suzan = game
    assert not any("hand" in text for text in aric.choices)
    aric.uses("Thief", on=suzan, paying="Elf")
    assert aric.carries == ["Spiky Knees"] and aric.hand == []  # stolen: from table to table
    aric.trades(suzan, gives=worn)
    suzan.accepts()
    assert suzan.table == [worn] and suzan.hand == []  # given: the same
    aric.discards("Thief")
    assert game.doors_discarded == ["Elf", "Thief"] and aric.hand == []


@rule("HAND-04")
def test_looting_a_body_is_the_exception() -> None:
    game = table(seat(level=6, wears="Leather Armor"), seat(level=3), doors=["Plutonium Dragon"], dice=[1])
    aric, suzan = game
    aric.kicks_open_the_door()
    aric.passes()  # and, having no alternative, rolls
    suzan.takes("Leather Armor")
    assert suzan.hand == ["Leather Armor"]


@rule("HAND-05")
def test_showing_the_hand_is_talk_and_no_action() -> None:
    game = table(seat(hand="Elf"), seat())
    assert not game[0].may("show the hand")
    with pytest.raises(OptionError, match="no option"):
        table(seat(), seat(), show_hand="all")  # type: ignore[call-arg]  # that is the point


@rule("HAND-06")
def test_of_a_foreign_hand_only_the_backs_are_seen() -> None:
    game = table(seat(), seat(hand="Elf, Leather Armor, Thief"))
    shown = game.game.view(0)["players"][1]["hand"]
    assert [one["card"] for one in shown] == [None] * 3
    assert [one["back"] for one in shown] == ["door", "treasure", "door"]
    assert game[1].sees(game[1]) == ["Elf", "Leather Armor", "Thief"]


@rule("HAND-06")
def test_a_card_seen_on_its_way_into_a_hand_stays_known() -> None:
    game = table(seat(level=2), seat(level=5), seat(), doors=["Pit Bull"], treasures=["Leather Armor"])
    aric, suzan, bob = game
    aric.kicks_open_the_door()
    aric.asks(suzan, treasures="all")
    suzan.accepts()
    game.everybody_passes()
    assert suzan.hand == ["Leather Armor"]
    assert aric.sees(suzan) == bob.sees(suzan) == ["Leather Armor"]


@rule("HAND-06", "HELP-13")
def test_a_card_named_in_an_offer_that_failed_is_known() -> None:
    game = table(seat(hand="Boil an Anthill, Elf"), seat(), seat(), doors=["Bullrog"])
    aric, suzan, bob = game
    aric.kicks_open_the_door()
    aric.asks(suzan, card="Boil an Anthill")
    suzan.refuses()
    assert suzan.sees(aric) == bob.sees(aric) == ["Boil an Anthill", None]


@rule("HAND-06", "DOOR-04")
def test_a_door_card_kept_was_seen_by_all() -> None:
    game = table(seat(), seat(), doors=["Thief", "Elf"])
    aric, suzan = game
    aric.kicks_open_the_door()
    aric.keeps_it()
    assert suzan.sees(aric) == ["Thief"]
    aric.loots()
    assert suzan.sees(aric) == ["Thief", None]  # looted face down


@rule("HAND-06", "CHAR-03")
def test_a_card_given_in_charity_is_known_to_giver_and_receiver_only() -> None:
    hand = "Elf, Dwarf, Thief, Cleric, Wizard, Warrior"
    game = table(seat(level=3, hand=hand), seat(level=1), seat(level=2), moment="before_charity")
    aric, suzan, bob = game
    aric.ends_the_turn()
    aric.gives("Thief")
    assert suzan.hand == ["Thief"] and aric.sees(suzan) == ["Thief"] and bob.sees(suzan) == [None]


@rule("HAND-06")
def test_what_was_known_of_a_card_is_forgotten_when_it_has_left_the_hand() -> None:
    game = table(seat(), seat(), doors=["Thief"])
    aric, suzan = game
    doors = game.game.record.doors
    doors.cards[0], doors.n = doors.cards[doors.n - 1], 1  # the Thief is the last Door
    aric.kicks_open_the_door()
    aric.keeps_it()
    assert suzan.sees(aric) == ["Thief"]
    aric.plays("Thief")
    aric.discards("Thief")
    aric.loots()
    assert aric.hand == ["Thief"] and suzan.sees(aric) == [None]  # drawn again, face down


@rule("HAND-07")
def test_of_a_very_large_hand_the_oldest_24_cards_can_be_used() -> None:
    doors = "Elf, Elf, Elf, Dwarf, Dwarf, Dwarf, Halfling, Halfling, Halfling, Thief, Thief, Thief, Cleric, Cleric, Cleric, Wizard, Wizard"
    more = "Wizard, Warrior, Warrior, Warrior, Half-Breed, Half-Breed, Spiky Knees, Leather Armor, Slimy Armor"
    game = table(seat(hand=f"{doors}, {more}"), seat(level=2))
    aric, _ = game
    assert len(aric.hand) == 26
    assert aric.may("play Spiky Knees") and not aric.may("play Leather Armor") and not aric.may("play Slimy Armor")
    aric.plays("Elf")
    assert aric.may("play Leather Armor") and not aric.may("play Slimy Armor")  # moved up


@rule("HAND-07", "HAND-03")
def test_cards_beyond_the_slots_count_for_charity() -> None:
    doors = "Elf, Elf, Elf, Dwarf, Dwarf, Dwarf, Halfling, Halfling, Halfling, Thief, Thief, Thief, Cleric, Cleric, Cleric, Wizard, Wizard"
    more = "Wizard, Warrior, Warrior, Warrior, Half-Breed, Half-Breed, Spiky Knees, Leather Armor, Slimy Armor"
    game = table(seat(hand=f"{doors}, {more}"), seat(level=2), moment="before_charity")
    aric, _ = game
    aric.ends_the_turn()
    given = 0
    while game.decision == "CHARITY_CARD":
        aric.discards(aric.hand[0])
        given += 1
    assert given == 21 and aric.hand == ["Half-Breed", "Half-Breed", "Spiky Knees", "Leather Armor", "Slimy Armor"]


@rule("HAND-08")
def test_hand_cards_are_not_thrown_away_at_will() -> None:
    hand = ["Elf", "Leather Armor", "Potted Plant", "Enraged", "1,000 Gold Pieces"]
    game = table(seat(hand=hand), seat(), seat(), doors=["Pit Bull"])
    aric, _, _ = game
    assert not any(text.startswith("discard") for text in aric.choices)
    aric.kicks_open_the_door()
    assert not any(text.startswith("discard") for text in aric.choices)
    assert set(aric.choices) <= {"pass", "ask for help", "play Elf", "play Enraged", "play 1,000 Gold Pieces"}
