"""TIME-01: before joining a fight, players may discard a Class, Race or companion, if a monster reacts to the player who joins (MON-14)."""

from typing import Any

import pytest

from munchkin_env.game.scenario import Player, Seat, Table, seat, table
from tests.rule import rule

FOR_A_FIGHT = {"Lawyers": "Thief", "Gas Giant": "Trader", "Grays": "Cyborg", "Janibot": "Gadgeteer"}
"""Monsters that react to joining, and to whom."""
RACES = ("Cyborg",)


def traits(name: str) -> dict[str, Any]:
    return {"races": name} if name in RACES else {"classes": name}


def asked(monster: str, trait: str, *, main: Seat | None = None, **given: Any) -> tuple[Table, Player]:
    """Seat 1, who has the trait and is strong, is asked for help."""
    game = table(
        main or seat(hand="Baby"), seat(level=9, **traits(trait), wears="Leather Armor"), doors=[monster], sets=("deluxe", "star"), **given
    )
    game[0].kicks_open_the_door()
    game[0].asks(game[1])
    return game, game[1]


@pytest.mark.parametrize(("monster", "trait"), FOR_A_FIGHT.items())
@rule("TIME-01", "ORIG-04", "MON-14")
def test_who_is_asked_may_first_discard_what_the_monster_looks_at(monster: str, trait: str) -> None:
    game, suzan = asked(monster, trait)
    assert suzan.choices == ["accept", "refuse", f"discard {trait}"]
    suzan.discards(trait)
    assert suzan.choices == ["accept", "refuse"]
    suzan.accepts()
    assert game.monsters == [monster] or "KILLS" in game.happened, "the monster did not leave"
    assert suzan.wears == ["Leather Armor"], "and took nothing"


@pytest.mark.parametrize(("monster", "trait"), FOR_A_FIGHT.items())
@rule("TIME-01", "MON-14")
def test_who_keeps_it_is_struck(monster: str, trait: str) -> None:
    game, suzan = asked(monster, trait)
    suzan.accepts()
    left = "MONSTER_LEAVES" in game.happened or (monster == "Janibot" and "KILLS" in game.happened)
    assert suzan.wears == [] if monster == "Gas Giant" else left


@rule("TIME-01", "HELP-09")
def test_who_has_discarded_may_still_refuse() -> None:
    game, suzan = asked("Lawyers", "Thief")
    suzan.discards("Thief")
    suzan.refuses()
    assert game.helper is None and suzan.classes == []


@pytest.mark.parametrize(("monster", "trait"), [("Lawyers", "Wizard"), ("Gas Giant", "Thief"), ("Platycore", "Thief")])
@rule("TIME-01")
def test_where_no_monster_looks_at_it_nothing_is_offered(monster: str, trait: str) -> None:
    _, suzan = asked(monster, trait)
    assert suzan.choices == ["accept", "refuse"]


@rule("TIME-01", "ORIG-08")
def test_of_two_classes_they_may_discard_the_other_too_which_leaves_a_lone_one_that_is_spared() -> None:
    game = table(
        seat(hand="Baby"),
        seat(level=9, classes="Trader, Thief", duals="Super Munchkin", wears="Leather Armor"),
        doors=["Gas Giant"],
        sets=("deluxe", "star"),
    )
    aric, suzan = game
    aric.kicks_open_the_door()
    aric.asks(suzan)
    suzan.discards("Thief")
    suzan.accepts()
    assert suzan.wears == ["Leather Armor"] and suzan.classes == ["Trader"]


@pytest.mark.parametrize("discards", [True, False])
@rule("TIME-01", "HELP-10")
def test_who_is_compelled_may_discard_it_and_has_no_other_say(discards: bool) -> None:
    game, suzan = compelled("Thief")
    assert suzan.choices == ["accept", "discard Thief"]
    if discards:
        suzan.discards("Thief")
        assert suzan.choices == ["accept"]
    suzan.accepts()
    assert ("MONSTER_LEAVES" in game.happened) is not discards
    assert "FORCED" in game.happened and "REFUSES" not in game.happened


@rule("HELP-10")
def test_who_is_compelled_and_has_nothing_to_discard_is_not_asked() -> None:
    game, suzan = compelled("Wizard")
    assert game.helper is suzan and "FORCED" in game.happened


def compelled(trait: str) -> tuple[Table, Player]:
    game = table(seat(level=1, wears="Kneepads of Allure", hand="Baby"), seat(level=2, classes=trait), doors=["Lawyers"])
    game[0].kicks_open_the_door()
    game[0].uses("Kneepads of Allure")
    return game, game[1]


@rule("HELP-10", "TIME-01")
def test_also_on_terms_that_main_names() -> None:
    game = table(
        seat(wears="Sheriff's Badge", hand="Baby"),
        seat(level=2, classes="Thief", wears="Deputy's Badge"),
        doors=["Lawyers"],
        sets=("deluxe", "western"),
    )
    aric, suzan = game
    aric.kicks_open_the_door()
    aric.uses("Sheriff's Badge")
    aric.chooses(1)
    while game.waits_for(aric):
        aric.does(aric.choices[0])
    suzan.discards("Thief")
    suzan.accepts()
    assert game.helper is suzan or "FORCED" in game.happened
    assert "MONSTER_LEAVES" not in game.happened


@pytest.mark.parametrize("discards", [True, False])
@rule("TIME-01", "COMBAT-14")
def test_who_is_put_into_the_place_of_main_may_discard_it(discards: bool) -> None:
    game = table(seat(hand="Transferral Potion"), seat(level=2, classes="Thief", races="Elf", hand="Baby"), doors=["Lawyers"])
    aric, suzan = game
    aric.kicks_open_the_door()
    aric.plays("Transferral Potion")
    assert sorted(suzan.choices) == ["give up Elf", "give up Thief", "no more"] and game.main is aric
    if discards:
        suzan.chooses("Thief")
        assert game.main is suzan and game.fighting and suzan.races == ["Elf"]
    else:
        suzan.passes()
        assert "MONSTER_LEAVES" in game.happened and suzan.classes == ["Thief"]


def bystander(**given: Any) -> tuple[Table, Player]:
    """An Elf with an Item for humans watches a fight."""
    game = table(
        seat(hand="Baby"),
        seat(level=2, classes="Warrior", races="Elf", carries="Swiss Army Polearm", hand="Enraged"),
        doors=["Bullrog"],
        **given,
    )
    game[0].kicks_open_the_door()
    game[0].passes()
    return game, game[1]


@rule("TIME-01", "TIME-03", "TIME-08", "ITEM-05")
def test_a_bystander_gives_up_what_keeps_them_from_an_item_before_they_could_be_asked() -> None:
    game, suzan = bystander()
    assert suzan.may("discard Elf") and not suzan.may("discard Warrior") and not suzan.may("equip Swiss Army Polearm")
    suzan.discards("Elf")
    suzan.equips("Swiss Army Polearm")
    suzan.passes()
    game[0].asks(suzan)
    suzan.accepts()
    assert game.strength[0] == 1 + 2 + 4


@rule("TIME-01", "TIME-08")
def test_not_where_they_could_change_nothing_that_they_wear() -> None:
    assert not bystander(third_party_acts_in_combat=False)[1].may("discard Elf")
    game = table(seat(hand="Baby"), seat(level=2), seat(races="Elf", carries="Swiss Army Polearm", hand="Enraged"), doors=["Bullrog"])
    aric, suzan, otto = game
    aric.kicks_open_the_door()
    aric.asks(suzan)
    suzan.accepts()
    while not game.waits_for(otto):
        game.apply("pass")
    assert game.fighting and not otto.may("discard Elf"), "there is a helper already"
