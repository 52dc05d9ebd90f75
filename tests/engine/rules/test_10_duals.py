"""Super Munchkin and Half-Breed: with one card only its advantages, with two everything of both."""

import pytest

from munchkin_env.game.scenario import Seat, seat, table
from tests.rule import rule

ONE, TWO = "with its dual card", "with another one"
OTHER = {"classes": {"Warrior": "Thief"}, "races": {"Elf": "Dwarf", "Dwarf": "Elf"}}


def character(kind: str, card: str, dual: str, level: int = 3, **more: str) -> Seat:
    """dual: "" for a plain one, ONE for the card under its dual card, TWO for two of them."""
    name = "Super Munchkin" if kind == "classes" else "Half-Breed"
    other = OTHER[kind].get(card, "Warrior" if kind == "classes" else "Elf")
    cards = f"{card}, {other}" if dual == TWO else card
    return seat(level=level, duals=name if dual else (), **{kind: cards}, **more)  # type: ignore[arg-type]


HATED = [
    ("classes", "Warrior", "Shrieking Geek", 6, 6),
    ("classes", "Warrior", "Unspeakably Awful Indescribable Horror", 14, 4),
    ("classes", "Wizard", "Harpies", 4, 5),
    ("classes", "Wizard", "Platycore", 6, 6),
    ("classes", "Cleric", "Maul Rat", 1, 3),
    ("races", "Elf", "Drooling Slime", 1, 4),
    ("races", "Elf", "Face Sucker", 8, 6),
    ("races", "Elf", "Leperchaun", 4, 5),
    ("races", "Dwarf", "3,872 Orcs", 10, 6),
    ("races", "Dwarf", "Undead Horse", 4, 5),
    ("races", "Dwarf", "Bigfoot", 12, 3),
    ("races", "Halfling", "Bigfoot", 12, 3),
]


@rule("ORIG-08", "ORIG-09")
@pytest.mark.parametrize(("kind", "card", "monster", "level", "more"), HATED)
def test_monsters_do_not_hate_a_lone_one_under_its_dual_card(kind: str, card: str, monster: str, level: int, more: int) -> None:
    for dual, strength in (("", level + more), (ONE, level), (TWO, level + more)):
        game = table(character(kind, card, dual, hand="Magic Missile"), seat(), doors=[monster])
        game[0].kicks_open_the_door()
        assert game.strength[1] == strength, dual


FORBIDDEN = [
    ("Warrior", "Pantyhose of Giant Strength"),
    ("Wizard", "Mithril Armor"),
    ("Thief", "Singing & Dancing Sword"),
    ("Cleric", "Kneepads of Allure"),
]


@rule("ORIG-08", "ORIG-09", "ITEM-05")
@pytest.mark.parametrize(("card", "item"), FORBIDDEN)
def test_items_forbidden_to_the_class_are_allowed(card: str, item: str) -> None:
    for dual, may in (("", False), (ONE, True), (TWO, False)):
        game = table(character("classes", card, dual, carries=item), seat())
        assert game[0].may(f"equip {item}") is may, dual


@rule("ORIG-08", "ITEM-05")
@pytest.mark.parametrize(
    ("card", "item"), [("Warrior", "Shield of Ubiquity"), ("Wizard", "Pointy Hat of Power"), ("Thief", "Dagger of Treachery")]
)
def test_items_of_the_class_stay_usable(card: str, item: str) -> None:
    for dual in (ONE, TWO):
        game = table(character("classes", card, dual, carries=item), seat())
        assert game[0].may(f"equip {item}")


@rule("ORIG-08", "ORIG-01")
def test_a_half_breed_of_one_race_is_no_human_to_items_but_all_of_their_race() -> None:
    game = table(seat(races="Elf", duals="Half-Breed", carries="Bad-Ass Bandana, Rapier of Unfairness", wears="Horny Helmet"), seat())
    aric, _ = game
    assert aric.may("equip Rapier of Unfairness") and not aric.may("equip Bad-Ass Bandana")
    assert aric.strength == 1 + 3  # to an Elf the Horny Helmet is worth 3


@rule("ORIG-08")
def test_a_half_elf_is_not_weakened_by_squidzilla_and_may_escape_from_her_as_others_do() -> None:
    for dual, strength, dead in (("", -1, True), (ONE, 3, False), (TWO, -1, True)):
        game = table(character("races", "Elf", dual, hand="Magic Missile"), seat(), doors=["Squidzilla"], dice=[1])
        aric, _ = game
        aric.kicks_open_the_door()
        assert game.strength == (strength, 18), dual
        game.everybody_passes()
        game.skip_windows()
        if game.decision == "ESCAPE":
            aric.rolls()
        assert aric.dead is dead


@rule("ORIG-08")
def test_a_half_halfling_may_pass_the_stoned_golem_by() -> None:
    for dual, asked in (("", False), (ONE, True), (TWO, False)):
        game = table(character("races", "Halfling", dual, hand="Magic Missile"), seat(), doors=["Stoned Golem"])
        game[0].kicks_open_the_door()
        assert game[0].may("no") is asked, dual


@rule("ORIG-08")
def test_bad_stuff_meant_for_the_race_spares_them() -> None:
    for dual, left in (("", 2), (ONE, 3), (TWO, 2)):
        game = table(character("races", "Elf", dual, level=5), seat(), doors=["Tongue Demon"], dice=[1])
        game[0].kicks_open_the_door()
        game.skip_windows()
        while game.decision == "ESCAPE":
            game[0].rolls()
        game.skip_windows()
        assert game[0].level == left, dual


@rule("ORIG-08")
def test_they_have_all_the_advantages() -> None:
    game = table(seat(level=2, classes="Warrior", duals="Super Munchkin"), seat(), doors=["Pit Bull"])
    game[0].kicks_open_the_door()
    game.skip_windows()
    assert game[0].level == 3  # wins ties
    game = table(seat(classes="Thief", duals="Super Munchkin"), seat(), doors=["Lawyers"])
    game[0].kicks_open_the_door()
    assert not game.fighting  # the same Class meets itself
    game = table(seat(level=3, races="Elf", duals="Half-Breed"), seat(), doors=["Potted Plant"])
    game[0].kicks_open_the_door()
    game.skip_windows()
    assert len(game[0].hand) == 2  # a Treasure more for Elves


@rule("ORIG-08")
def test_what_a_power_costs_is_still_to_be_paid() -> None:
    game = table(seat(classes="Warrior", duals="Super Munchkin", hand="Elf"), seat(), doors=["Bullrog"])
    aric, _ = game
    aric.kicks_open_the_door()
    aric.uses("Warrior", paying="Elf")
    assert game.strength == (2, 18) and aric.hand == []
    aric.uses("Warrior")  # only the dual card is left to pay with
    assert aric.table == ["Warrior"]


@rule("ORIG-08", "ORIG-07")
def test_the_drawbacks_end_the_moment_the_dual_card_is_played_even_in_a_fight() -> None:
    game = table(seat(classes="Wizard", hand="Super Munchkin, Magic Missile"), seat(), doors=["Harpies"])
    aric, _ = game
    aric.kicks_open_the_door()
    assert game.strength == (1, 9)
    aric.plays("Super Munchkin")
    assert game.strength == (1, 4)


@rule("ORIG-09")
def test_with_two_the_drawbacks_of_both_count_and_so_do_their_advantages() -> None:
    game = table(
        seat(classes="Warrior, Wizard", duals="Super Munchkin", carries="Mithril Armor, Pantyhose of Giant Strength, Pointy Hat of Power"),
        seat(),
        doors=["Platycore"],
    )
    aric, _ = game
    assert aric.may("equip Pointy Hat of Power")
    assert not aric.may("equip Mithril Armor") and not aric.may("equip Pantyhose of Giant Strength")
    aric.kicks_open_the_door()
    assert game.strength == (1, 12)


@rule("ORIG-09")
def test_a_second_race_brings_the_drawbacks_back() -> None:
    game = table(seat(races="Elf", duals="Half-Breed", hand="Dwarf, Magic Missile"), seat(), doors=["Drooling Slime"])
    aric, _ = game
    aric.kicks_open_the_door()
    assert game.strength == (1, 1)
    aric.plays("Dwarf")
    assert game.strength == (1, 5)


@rule("ORIG-08", "HELP-15")
def test_it_shields_its_owner_only() -> None:
    game = table(seat(level=2, races="Elf", duals="Half-Breed"), seat(races="Elf", level=1), seat(), doors=["Leperchaun"])
    aric, suzan, _ = game
    aric.kicks_open_the_door()
    assert game.strength == (2, 4)
    aric.asks(suzan)
    suzan.accepts()
    assert game.strength == (3, 9)
