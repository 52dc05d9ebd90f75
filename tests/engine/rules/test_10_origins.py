"""Races and Classes: having, changing and paying for them."""

import pytest

from munchkin_env.cards.loader import load
from munchkin_env.game.scenario import Player, seat, table
from tests.rule import rule

CLASSES, RACES = ("Cleric", "Thief", "Warrior", "Wizard"), ("Dwarf", "Elf", "Halfling")


@rule("ORIG-01")
def test_there_are_four_classes_and_three_races_beside_humans() -> None:
    found = {kind: sorted(card.name for card in load(["deluxe"]).cards if card.data["kind"] == kind) for kind in ("class", "race", "dual")}
    assert found == {"class": [*CLASSES], "race": [*RACES], "dual": ["Half-Breed", "Super Munchkin"]}


@rule("ORIG-01")
def test_without_a_race_card_one_is_human_and_without_a_class_card_of_no_class() -> None:
    game = table(seat(carries="Bad-Ass Bandana, Mace of Sharpness", hand="Elf"), seat())
    aric, _ = game
    assert aric.may("equip Bad-Ass Bandana") and not aric.may("equip Mace of Sharpness")
    aric.equips("Bad-Ass Bandana")
    aric.plays("Elf")
    assert aric.wears == [] and not aric.may("equip Bad-Ass Bandana")
    aric.discards("Elf")
    aric.equips("Bad-Ass Bandana")  # human again


@rule("ORIG-02")
def test_powers_begin_the_moment_the_card_is_in_play() -> None:
    game = table(seat(level=2, hand="Warrior, Elf"), seat(), doors=["Pit Bull"])
    aric, _ = game
    aric.kicks_open_the_door()
    assert not any(text.startswith("use") for text in aric.choices)
    aric.plays("Warrior")
    assert aric.may("use Warrior")
    aric.passes()
    assert aric.level == 3  # 2 against 2, and a Warrior wins ties


@rule("ORIG-02", "ORIG-04")
def test_and_end_the_moment_it_leaves() -> None:
    game = table(seat(level=2, classes="Warrior", hand="Sleep Potion, Elf"), seat(), doors=["Pit Bull"], dice=[5])
    aric, _ = game
    aric.kicks_open_the_door()
    aric.discards("Warrior")
    assert not any(text.startswith("use") for text in aric.choices)
    aric.passes()
    assert "LOSES_FIGHT" in game.happened  # a tie goes to the monsters again


@rule("ORIG-02", "HAND-03")
def test_a_dwarf_who_gives_up_their_race_keeps_five_cards_only() -> None:
    hand = "Elf, Thief, Cleric, Wizard, Warrior, Halfling"
    game = table(seat(level=4, races="Dwarf", hand=hand), seat(), moment="before_charity")
    aric, _ = game
    aric.discards("Dwarf")
    aric.ends_the_turn()
    assert game.decision == "CHARITY_CARD"


# ---------------------------------------------------------------------------------------------------- payments


def payments(player: Player) -> set[str]:
    """What the player may discard for the power being used."""
    return {text.removeprefix("discard ") for text in player.choices}


@rule("ORIG-03")
def test_any_card_pays_from_hand_or_table() -> None:
    game = table(
        seat(
            classes="Warrior",
            races="Elf",
            wears="Leather Armor",
            carries="Magic Missile, Horny Helmet",
            hireling="Broad Sword",
            cheats="Huge Rock",
            hand="Thief, Potted Plant, Curse! Duck of Doom, Spiky Knees, Boil an Anthill",
        ),
        seat(),
        doors=["Bullrog"],
    )
    aric, _ = game
    aric.kicks_open_the_door()
    aric.uses("Warrior")
    in_hand = {"Thief", "Potted Plant", "Curse! Duck of Doom", "Spiky Knees", "Boil an Anthill"}
    on_table = {"Elf", "Leather Armor", "Magic Missile", "Horny Helmet", "Hireling", "Broad Sword", "Cheat!", "Huge Rock"}
    assert payments(aric) == in_hand | on_table


@rule("ORIG-03", "CURSE-07")
def test_not_the_card_itself_nor_a_curse_in_force() -> None:
    game = table(
        seat(classes="Warrior, Wizard", duals="Super Munchkin", curses="Curse! Malign Mirror", hand="Elf"), seat(), doors=["Bullrog"]
    )
    aric, _ = game
    aric.kicks_open_the_door()
    aric.uses("Warrior")
    assert payments(aric) == {"Wizard", "Super Munchkin", "Elf"}
    alone = table(seat(classes="Warrior", curses="Curse! Malign Mirror"), seat(hand="Mate"), doors=["Bullrog"])
    alone[0].kicks_open_the_door()
    assert not alone[0].may("use Warrior")


@rule("ORIG-03", "HELP-12")
def test_nor_what_is_pledged_to_the_helper() -> None:
    game = table(seat(classes="Warrior", carries="Leather Armor", hand="Elf, Boil an Anthill"), seat(), doors=["Bullrog"])
    aric, suzan = game
    aric.kicks_open_the_door()
    aric.asks(suzan, item="Leather Armor", card="Boil an Anthill")
    suzan.accepts()
    aric.uses("Warrior")
    assert game.strength == (3, 18) and aric.carries == ["Leather Armor"] and aric.hand == ["Boil an Anthill"]  # the Elf was the only card
    assert not aric.may("use Warrior")


@rule("ORIG-03")
def test_nor_a_card_already_played_into_the_fight() -> None:
    game = table(seat(classes="Warrior", hand="Magic Missile, Elf, Sleep Potion"), seat(), doors=["Bullrog"])
    aric, _ = game
    aric.kicks_open_the_door()
    aric.plays("Magic Missile", on="munchkins")
    aric.uses("Warrior")
    assert payments(aric) == {"Elf", "Sleep Potion"}


@rule("ORIG-03", "CHEAT-02", "HIRE-01")
def test_what_is_attached_goes_with_what_it_is_attached_to() -> None:
    game = table(seat(classes="Warrior", hireling="Broad Sword", cheats="Huge Rock", hand="Mate"), seat(), doors=["Bullrog"])
    aric, _ = game
    aric.kicks_open_the_door()
    aric.uses("Warrior", paying="Huge Rock")
    aric.uses("Warrior", paying="Hireling")
    assert aric.table == ["Warrior"]
    assert sorted(game.treasures_discarded) == ["Broad Sword", "Hireling", "Huge Rock"] and game.doors_discarded == ["Cheat!"]


@rule("ORIG-03")
def test_a_worn_item_that_paid_no_longer_counts() -> None:
    game = table(seat(classes="Warrior", wears="Flaming Armor", hand="Mate"), seat(), doors=["Bullrog"])
    aric, _ = game
    aric.kicks_open_the_door()
    assert game.strength == (3, 18)
    aric.uses("Warrior", paying="Flaming Armor")
    assert game.strength == (2, 18)


# --------------------------------------------------------------------------------------------- one, or two of them


@rule("ORIG-04")
@pytest.mark.parametrize("card", [*CLASSES, *RACES])
def test_a_class_or_race_may_be_discarded_at_any_time(card: str) -> None:
    mine = {"classes": card} if card in CLASSES else {"races": card}
    game = table(seat(**mine, hand="Sleep Potion"), seat(), doors=["Bullrog"])  # type: ignore[arg-type]
    fighting = game.clone()
    game[0].discards(card)
    assert game[0].table == [] and game.doors_discarded == [card]
    fighting[0].kicks_open_the_door()
    fighting[0].discards(card)
    assert fighting[0].table == [] and fighting.doors_discarded == [card]


@rule("ORIG-05", "ORIG-06")
@pytest.mark.parametrize(("old", "new"), [("Thief", "Wizard"), ("Elf", "Dwarf")])
def test_a_new_one_replaces_the_old_one_in_the_same_action(old: str, new: str) -> None:
    mine = {"classes": old} if old in CLASSES else {"races": old}
    game = table(seat(**mine, hand=new), seat())  # type: ignore[arg-type]
    game[0].plays(new)
    assert game[0].table == [new] and game.doors_discarded == [old]


@rule("ORIG-05", "ORIG-06")
@pytest.mark.parametrize("card", [*CLASSES, *RACES])
def test_the_same_one_again_is_illegal(card: str) -> None:
    mine = {"classes": card} if card in CLASSES else {"races": card}
    game = table(seat(**mine, hand=card), seat())  # type: ignore[arg-type]
    assert not game[0].may(f"play {card}")


@rule("ORIG-05")
def test_a_class_and_a_race_go_together() -> None:
    game = table(seat(classes="Thief", hand="Elf"), seat())
    game[0].plays("Elf")
    assert game[0].classes == ["Thief"] and game[0].races == ["Elf"]


@rule("ORIG-05", "ORIG-06")
def test_with_super_munchkin_there_is_room_for_two_but_not_for_two_of_the_same() -> None:
    game = table(seat(classes="Thief", duals="Super Munchkin", hand="Thief, Wizard, Warrior, Super Munchkin"), seat())
    aric, _ = game
    assert not aric.may("play Thief") and not aric.may("play Super Munchkin")
    aric.plays("Wizard")
    assert aric.classes == ["Thief", "Wizard"]
    aric.plays("Warrior")
    assert set(aric.choices) == {"give up Thief", "give up Wizard"}  # which of the two goes?
    aric.chooses("Thief")
    assert aric.classes == ["Wizard", "Warrior"] and game.doors_discarded == ["Thief"]


@rule("ORIG-05")
def test_half_breed_makes_no_room_for_classes_nor_super_munchkin_for_races() -> None:
    game = table(seat(classes="Thief", races="Elf", duals="Half-Breed", hand="Wizard, Dwarf"), seat())
    aric, _ = game
    aric.plays("Wizard")
    aric.plays("Dwarf")
    assert aric.classes == ["Wizard"] and aric.races == ["Elf", "Dwarf"]


@rule("ORIG-07")
@pytest.mark.parametrize(("dual", "on"), [("Super Munchkin", "Thief"), ("Half-Breed", "Elf")])
def test_a_dual_card_is_played_whenever_a_class_is_but_needs_one_in_play(dual: str, on: str) -> None:
    mine = {"classes": on} if on in CLASSES else {"races": on}
    game = table(seat(**mine, hand=dual), seat(), doors=["Bullrog"])  # type: ignore[arg-type]
    fighting = game.clone()
    game[0].plays(dual)
    assert game[0].table == [on, dual]
    fighting[0].kicks_open_the_door()
    fighting[0].plays(dual)
    assert fighting[0].table == [on, dual]
    other = {"races": "Elf"} if on in CLASSES else {"classes": "Thief"}
    for without in ({}, other):
        assert not table(seat(**without, hand=dual), seat())[0].may(f"play {dual}")  # type: ignore[arg-type]


@rule("ORIG-07", "TIME-04", "TIME-05")
def test_off_turn_a_dual_card_must_have_just_been_received() -> None:
    for held, may in (("hand", False), ("fresh", True)):
        game = table(seat(), seat(classes="Thief", **{held: "Super Munchkin, Curse! Lose a Level"}))  # type: ignore[arg-type]
        game[0].is_done()
        assert game[1].may("play Super Munchkin") is may


@rule("ORIG-09")
def test_losing_one_of_two_leaves_the_dual_card_with_the_other() -> None:
    game = table(seat(classes="Warrior, Thief", duals="Super Munchkin", carries="Pantyhose of Giant Strength"), seat())
    aric, _ = game
    assert not aric.may("equip Pantyhose of Giant Strength")
    aric.discards("Thief")
    assert aric.table == ["Super Munchkin", "Warrior", "Pantyhose of Giant Strength"]
    aric.equips("Pantyhose of Giant Strength")  # one card: none of its drawbacks


@rule("ORIG-09")
@pytest.mark.parametrize(
    ("dual", "kind", "cards"), [("Super Munchkin", "classes", "Warrior, Thief"), ("Half-Breed", "races", "Elf, Dwarf")]
)
def test_losing_all_of_them_discards_the_dual_card(dual: str, kind: str, cards: str) -> None:
    game = table(seat(**{kind: cards}, duals=dual), seat())  # type: ignore[arg-type]
    first, second = cards.split(", ")
    game[0].discards(first)
    assert dual in game[0].table
    game[0].discards(second)
    assert game[0].table == [] and game.doors_discarded == [first, second, dual]


@rule("ORIG-09")
def test_losing_the_dual_card_with_two_in_play_makes_one_go_at_once() -> None:
    game = table(seat(classes="Warrior, Thief", duals="Super Munchkin", hand="Mate"), seat(), doors=["Bullrog"])
    aric, _ = game
    assert not aric.may("discard Super Munchkin")
    aric.kicks_open_the_door()
    aric.uses("Warrior", paying="Super Munchkin")
    assert set(aric.choices) == {"give up Warrior", "give up Thief"}
    aric.chooses("Thief")
    assert aric.classes == ["Warrior"] and game.doors_discarded == ["Super Munchkin", "Thief"]


@rule("ORIG-09", "CURSE-08")
def test_a_curse_takes_one_of_two_classes_but_both_races() -> None:
    curses = "Curse! Lose Your Class, Curse! Lose Your Race"
    both = seat(classes="Warrior, Thief", races="Elf, Dwarf", duals="Super Munchkin, Half-Breed")
    game = table(seat(hand=curses), both)
    aric, suzan = game
    aric.plays("Curse! Lose Your Class", on=suzan)
    suzan.chooses("Thief")
    assert suzan.classes == ["Warrior"] and "Super Munchkin" in suzan.table
    aric.plays("Curse! Lose Your Race", on=suzan)
    assert suzan.races == [] and "Half-Breed" not in suzan.table
