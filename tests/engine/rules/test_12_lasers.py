"""Section 12, additions of Star Munchkin: Complex Items, and lasers that snap together."""

import pytest

from munchkin_env.game.scenario import seat, table
from tests.rule import rule
from tests.star import fights, star

# --------------------------------------------------------------------------------------------------- Complex Items


@rule("COMPLEX-01", "ITEM-04")
def test_any_number_of_complex_items_is_carried_and_one_is_equipped() -> None:
    game = star(seat(hand="Battle Armor, Remote for Everything, Overclocked Visor"), seat())
    aric, _ = game
    for item in ("Battle Armor", "Remote for Everything", "Overclocked Visor"):
        aric.lays_down(item)
    assert aric.wears == ["Battle Armor"] and aric.carries == ["Remote for Everything", "Overclocked Visor"]
    assert aric.strength == 1 + 4 and not aric.may("equip Overclocked Visor")
    aric.turns_sideways("Battle Armor")
    aric.equips("Overclocked Visor")
    assert aric.strength == 1 + 3


@rule("COMPLEX-01")
@pytest.mark.parametrize("who", [{"classes": "Gadgeteer"}, {"carries": "Whiz Kid"}], ids=["Gadgeteer", "friend of the Whiz Kid"])
def test_a_gadgeteer_equips_any_number(who: dict[str, str]) -> None:
    game = star(seat(hand="Battle Armor, Remote for Everything, Overclocked Visor", **who), seat())  # type: ignore[arg-type]
    aric, _ = game
    for item in ("Battle Armor", "Remote for Everything", "Overclocked Visor"):
        aric.lays_down(item)
    assert aric.strength == 1 + 4 + 3 + 3


@rule("COMPLEX-01", "CHEAT-01")
def test_cheat_goes_beyond_the_complex_limit() -> None:
    game = star(seat(wears="Battle Armor", carries="Overclocked Visor", hand="Cheat!"), seat())
    aric, _ = game
    aric.plays("Cheat!", on="Overclocked Visor")
    aric.equips("Overclocked Visor")
    assert aric.strength == 1 + 4 + 3


@rule("COMPLEX-02", "ITEM-09")
def test_who_is_no_gadgeteer_any_more_picks_the_complex_item_that_stays() -> None:
    game = star(seat(classes="Gadgeteer", wears="Battle Armor, Remote for Everything, Bubble Helmet"), seat())
    aric, _ = game
    aric.discards("Gadgeteer")
    assert game.decision == "ASK_CARD"
    assert aric.choices == ["turn Battle Armor sideways", "turn Remote for Everything sideways"]
    aric.chooses("Battle Armor")
    assert aric.wears == ["Remote for Everything", "Bubble Helmet"]


@rule("COMPLEX-02", "ITEM-06")
def test_in_combat_nothing_is_equipped_instead() -> None:
    game = fights(
        "Space Amazon", seat(classes="Gadgeteer", wears="Battle Armor, Remote for Everything", carries="Cellophane Armor, Vibrosword")
    )
    aric, _ = game
    aric.discards("Gadgeteer")
    aric.chooses("Battle Armor")
    assert aric.strength == 1 + 3 and not [choice for choice in aric.choices if choice.startswith("equip")]


@rule("COMPLEX-03", "VAR-04")
def test_complex_and_big_are_different_things() -> None:
    game = table(
        seat(races="Dwarf", wears="Huge Rock", carries="Overclocked Visor, Battle Armor", hand="Tuba of Charm"),
        seat(),
        sets=["deluxe", "star"],
    )
    dwarf, _ = game
    dwarf.equips("Battle Armor")
    assert not dwarf.may("equip Overclocked Visor"), "a Dwarf carries Big Items, not Complex ones"
    dwarf.lays_down("Tuba of Charm")

    game = table(
        seat(classes="Gadgeteer", carries="Huge Rock, Overclocked Visor, Battle Armor", hand="Tuba of Charm"),
        seat(),
        sets=["deluxe", "star"],
    )
    gadgeteer, _ = game
    gadgeteer.equips("Battle Armor")
    gadgeteer.equips("Overclocked Visor")
    assert not gadgeteer.may("play Tuba of Charm"), "and a Gadgeteer the other way round"


# ---------------------------------------------------------------------------------------------------------- lasers


@rule("LASER-01", "LASER-04")
def test_lasers_snap_together_into_one_two_handed_weapon() -> None:
    game = star(seat(hand="Laser, Dazer, Maser, Vibrosword"), seat())
    aric, _ = game
    for n, (laser, bonus) in enumerate((("Laser", 2), ("Dazer", 5), ("Maser", 8))):
        aric.lays_down(laser)
        assert aric.strength == 1 + bonus and len(aric.wears) == n + 1
    aric.lays_down("Vibrosword")
    assert aric.carries == ["Vibrosword"] and not aric.may("equip Vibrosword"), "both hands are full"


@rule("LASER-01")
def test_a_laser_needs_two_hands_like_any_two_handed_weapon() -> None:
    game = star(seat(wears="Vibrosword", hand="Laser, Dazer"), seat())
    aric, _ = game
    aric.lays_down("Laser")
    aric.lays_down("Dazer")
    assert aric.wears == ["Vibrosword"] and not aric.may("equip Dazer")
    aric.turns_sideways("Vibrosword")
    aric.equips("Dazer")
    aric.equips("Laser")
    assert aric.strength == 1 + 5


@rule("LASER-01")
def test_other_items_do_not_join() -> None:
    game = star(seat(wears="Laser", hand="Pocket Asteroid, Neuronic Whip"), seat())
    aric, _ = game
    aric.lays_down("Pocket Asteroid")
    assert aric.carries == ["Pocket Asteroid"] and aric.strength == 1 + 2


@rule("LASER-02")
def test_the_weapon_is_taken_apart_piece_by_piece() -> None:
    game = star(seat(wears="Laser, Dazer, Bobaser"), seat(), seat())
    aric, suzan, _ = game
    aric.turns_sideways("Dazer")
    assert aric.strength == 1 + 2 + 4
    aric.turns_sideways("Laser")
    assert aric.strength == 1 + 4
    aric.equips("Laser")
    aric.trades(suzan, gives="Bobaser")
    suzan.accepts()
    assert aric.strength == 1 + 2 and suzan.carries == ["Bobaser"]


@rule("LASER-02")
def test_what_takes_an_item_takes_one_card_of_the_weapon() -> None:
    game = star(seat(wears="Laser, Dazer"), seat(hand="Trap! Antimatter"), turn_of=1)
    aric, suzan = game
    suzan.plays("Trap! Antimatter", on=aric)
    assert aric.choices == ["lose Laser", "lose Dazer"]
    aric.chooses("Laser")
    assert aric.strength == 1 + 3

    game = star(seat(wears="Laser, Dazer, Bobaser"), seat(hand="Annihilation"), turn_of=1)
    aric, suzan = game
    suzan.plays("Annihilation", on=aric, taking="Dazer")
    assert aric.strength == 1 + 2 + 4


@rule("LASER-02", "SELL-01")
def test_each_piece_has_its_own_price() -> None:
    game = star(seat(wears="Laser, Dazer, Bobaser"), seat())
    aric, _ = game
    aric.sells("Laser", "Dazer")
    assert aric.level == 2 and aric.wears == ["Bobaser"]


@rule("LASER-03", "COMPLEX-01")
def test_complex_lasers_join_without_a_gadgeteer_and_take_one_complex_place() -> None:
    game = star(seat(wears="Shmaser, Bananafanafofaser, Laser", hand="Battle Armor"), seat())
    aric, _ = game
    assert aric.strength == 1 + 4 + 6 + 2
    aric.lays_down("Battle Armor")
    assert aric.carries == ["Battle Armor"] and not aric.may("equip Battle Armor")
    aric.turns_sideways("Shmaser")
    assert not aric.may("equip Battle Armor")
    aric.turns_sideways("Bananafanafofaser")
    aric.equips("Battle Armor")
    assert aric.strength == 1 + 2 + 4
    assert not aric.may("equip Shmaser"), "simple lasers are no Complex Item that it could join"


@rule("LASER-03")
def test_simple_lasers_beside_a_complex_item() -> None:
    game = star(seat(wears="Battle Armor, Laser, Dazer"), seat())
    assert game[0].strength == 1 + 4 + 2 + 3


@rule("LASER-03")
def test_lasers_are_fire() -> None:
    game = fights("Plasmoid", seat(wears="Laser, Dazer, Cellophane Armor"))
    assert game[0].strength == 1 + 1 and game.strength == (2, 18)


@rule("LASER-04", "ITEM-06")
def test_nothing_is_snapped_on_in_a_fight() -> None:
    game = fights("Space Amazon", seat(wears="Laser", carries="Dazer", hand="Maser"))
    assert game[0].strength == 3
    assert not [choice for choice in game[0].choices if "Dazer" in choice or "Maser" in choice]


@rule("LASER-04", "ITEM-04")
def test_a_third_hand_holds_another_item_beside_the_lasers() -> None:
    game = star(seat(wears="Handy Foot, Laser, Dazer, Vibrosword", hand="Low-Tech Persuader"), seat())
    aric, _ = game
    assert aric.strength == 1 + 2 + 3 + 3
    aric.lays_down("Low-Tech Persuader")
    assert aric.carries == ["Low-Tech Persuader"]


@rule("LASER-04", "CHEAT-01", "ITEM-09")
def test_who_loses_the_third_hand_turns_something_sideways() -> None:
    game = star(seat(wears="Handy Foot, Laser, Dazer, Vibrosword"), seat())
    aric, _ = game
    aric.turns_sideways("Handy Foot")
    assert aric.choices == ["turn Laser sideways", "turn Dazer sideways", "turn Vibrosword sideways"]
    aric.chooses("Laser")
    assert game.decision == "ASK_CARD", "one barrel less frees no hand"
    aric.chooses("Vibrosword")
    assert aric.wears == ["Dazer"]


@rule("LASER-04", "CHEAT-01")
def test_cheat_frees_one_barrel_only() -> None:
    game = star(seat(wears="Vibrosword, Static-Cling Shield", carries="Laser, Dazer", hand="Cheat!"), seat())
    aric, _ = game
    aric.plays("Cheat!", on="Laser")
    aric.equips("Laser")
    assert aric.strength == 1 + 3 + 2 + 2 and not aric.may("equip Dazer")
