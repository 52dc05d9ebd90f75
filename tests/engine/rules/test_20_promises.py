"""HELP-12: main cannot get rid of what they promised a helper, by any means. Others can take it."""

from pathlib import Path
from typing import Any

import pytest

from munchkin_env.game.scenario import Player, Seat, Table, seat, table
from tests.rule import rule


def helped(main: Seat, *others: Seat, promise: str | None, monster: str = "Plutonium Dragon", **given: Any) -> tuple[Table, Player]:
    """Seat 0 fights the monster; seat 1 helps, for the Item."""
    game = table(main, *(others or (seat(),)), doors=[monster], **given)
    aric, suzan, *_ = game
    aric.kicks_open_the_door()
    aric.asks(suzan, item=promise)
    suzan.accepts()
    return game, aric


def comes_to(game: Table, player: Player) -> None:
    """The others pass until the player has to decide in the fight."""
    while not game.waits_for(player):
        game.apply("pass")
    assert game.decision == "FIGHT_WINDOW"


@pytest.mark.parametrize("promise", ["Leather Armor", None])
@rule("HELP-12", "SIDE-02", "HIRE-01")
def test_the_companion_who_carries_it_is_not_discarded_at_will(promise: str | None) -> None:
    _, aric = helped(seat(hireling="Leather Armor", hand="Magic Missile"), promise=promise)
    assert aric.may("discard Hireling") is (promise is None)


@rule("HELP-12", "HIRE-01")
def test_where_their_death_spares_what_they_carry_they_may_go() -> None:
    _, aric = helped(seat(hireling="Leather Armor", hand="Magic Missile"), promise="Leather Armor", hireling_item_lost=False)
    aric.discards("Hireling")
    assert aric.carries == ["Leather Armor"] or aric.wears == ["Leather Armor"]


@pytest.mark.parametrize("promise", ["Leather Armor", None])
@pytest.mark.parametrize("lost", [True, False])
@rule("HELP-12", "SIDE-07", "VAR-04")
def test_the_companion_who_carries_it_takes_it_to_nobody_by_a_curse_on_oneself(lost: bool, promise: str | None) -> None:
    """Regardless of whether a companion's load is lost with it: a companion that changes sides takes it along."""
    game, aric = helped(
        seat(hireling="Leather Armor", hand="Better Offer Elsewhere, Magic Missile"),
        seat(),
        seat(level=9),
        promise=promise,
        sets=["deluxe", "western"],
        hireling_item_lost=lost,
    )
    suzan = game[1]
    aric.plays("Better Offer Elsewhere", on=aric)
    if promise is None:
        assert suzan.companions == ["Hireling"] and suzan.wears == ["Leather Armor"]
        return
    assert "Leather Armor" in aric.wears + aric.carries and suzan.table == []
    assert aric.companions == (["Hireling"] if lost else []), "who cannot go over is discarded, and leaves it behind where that spares it"


@rule("HELP-12", "SIDE-07", "VAR-04")
def test_a_curse_of_another_sends_the_companion_away_with_it() -> None:
    game, aric = helped(
        seat(hireling="Leather Armor"),
        seat(),
        seat(hand="Better Offer Elsewhere"),
        promise="Leather Armor",
        sets=["deluxe", "western"],
        hireling_item_lost=False,
    )
    comes_to(game, game[2])
    game[2].plays("Better Offer Elsewhere", on=aric)
    aric.chooses(game[1])
    assert aric.table == [] and game[1].wears == ["Leather Armor"]


@rule("HELP-12", "ORIG-03")
def test_the_companion_who_carries_it_pays_for_no_power() -> None:
    _, aric = helped(seat(classes="Warrior", hireling="Leather Armor", hand="Elf"), promise="Leather Armor")
    aric.uses("Warrior", "berserking")
    assert aric.hand == [] and aric.companions == ["Hireling"], "the Elf was all that they could pay with"
    assert not aric.may("use Warrior")


@pytest.mark.parametrize("promise", ["Leather Armor", None])
@rule("HELP-12")
def test_the_companion_who_carries_it_is_not_killed_by_a_card_of_their_own(promise: str | None) -> None:
    game, aric = helped(seat(hireling="Leather Armor", hand="Kill the Hireling, Magic Missile"), promise=promise)
    assert aric.may("play Kill the Hireling") is (promise is None)
    if promise is None:
        aric.plays("Kill the Hireling", on=aric)
        assert aric.level == 2 and aric.companions == [] and game.main is aric


@rule("HELP-12")
def test_but_another_may_kill_them() -> None:
    game, aric = helped(seat(hireling="Leather Armor"), seat(), seat(hand="Kill the Hireling"), promise="Leather Armor")
    otto = game[2]
    comes_to(game, otto)
    otto.plays("Kill the Hireling", on=otto)
    assert otto.level == 2 and aric.table == []


@rule("HELP-12", "VAR-04")
def test_of_several_companions_on_the_tables_their_card_takes_another() -> None:
    game, aric = helped(
        seat(hireling="Leather Armor", hand="Kill the Hireling"),
        seat(carries="Whiz Kid"),
        promise="Leather Armor",
        sets=["deluxe", "star"],
    )
    aric.plays("Kill the Hireling", on=aric)
    assert game[1].companions == [] and aric.companions == ["Hireling"] and aric.level == 2


@pytest.mark.parametrize("due", ["win", "always"])
@rule("HELP-07", "HELP-12", "RUN-09")
def test_the_companion_who_carries_it_saves_nobody_while_it_is_still_due(due: str) -> None:
    game, aric = helped(seat(hireling="Leather Armor"), promise="Leather Armor", monster="Face Sucker", dice=[1, 1], bribe_item_due=due)
    game.skip_windows()
    if due == "win":
        aric.uses("Hireling")
        assert aric.table == []
    else:
        assert "CAUGHT" in game.happened and game[1].carries == ["Leather Armor"], "they could only roll"


@rule("HELP-07", "HELP-12")
def test_a_lost_fight_sets_free_what_was_due_for_a_victory() -> None:
    game, aric = helped(seat(carries="Rat on a Stick"), promise="Rat on a Stick", monster="Face Sucker", dice=[1, 1])
    game.skip_windows()
    aric.uses("Rat on a Stick")
    assert aric.carries == [] and game[1].carries == []


@pytest.mark.parametrize("promise", ["Laser", None])
@rule("HELP-12", "SIDE-01")
def test_no_other_companion_takes_the_place_of_the_one_who_carries_it(promise: str | None) -> None:
    game = table(seat(carries="Faithful Robot, Laser", hand="Whiz Kid, Nova Grenade"), seat(), doors=["Fanged Fuzzball"], sets=["star"])
    aric, suzan = game
    aric.loads("Faithful Robot", "Laser")
    aric.kicks_open_the_door()
    aric.asks(suzan, item=promise)
    suzan.accepts()
    assert aric.may("play Whiz Kid") is (promise is None)


@rule("HELP-12", "SIDE-04")
def test_who_stops_being_a_trader_keeps_the_companion_who_carries_it() -> None:
    game = table(seat(classes="Trader", carries="Faithful Robot, Whiz Kid, Laser"), seat(), doors=["Fanged Fuzzball"], sets=["star"])
    aric, suzan = game
    aric.loads("Faithful Robot", "Laser")
    aric.kicks_open_the_door()
    aric.asks(suzan, item="Laser")
    suzan.accepts()
    aric.discards("Trader")
    assert aric.companions == ["Faithful Robot"]


@pytest.mark.parametrize("promise", ["Huge Rock", None])
@rule("HELP-12", "BIG-03")
def test_who_gives_up_a_race_parts_with_another_big_item(promise: str | None) -> None:
    _, aric = helped(seat(races="Dwarf", carries="Huge Rock, Chainsaw of Bloody Dismemberment, Swiss Army Polearm"), promise=promise)
    aric.discards("Dwarf")
    assert len(aric.choices) == (2 if promise else 3)
    assert any("Huge Rock" in text for text in aric.choices) is (promise is None)


@rule("HELP-12", "BIG-03")
def test_the_last_big_item_but_the_promised_one_goes_by_itself() -> None:
    game, aric = helped(
        seat(races="Dwarf", carries="Huge Rock, Chainsaw of Bloody Dismemberment", hand="Boil an Anthill"), promise="Huge Rock"
    )
    aric.discards("Dwarf")
    while any("Chainsaw" in text for text in aric.choices):
        aric.picks("Chainsaw of Bloody Dismemberment")
    assert aric.carries == ["Huge Rock"] and "Chainsaw of Bloody Dismemberment" in game[1].carries


@pytest.mark.parametrize("enough", [True, False])
@rule("HELP-12", "MON-14")
def test_a_monster_exchanges_nothing_that_was_promised(enough: bool) -> None:
    """Lawyers leave a Thief alone, who may then exchange two Treasures for new ones."""
    others = "Sleep Potion, Flaming Poison Potion" if enough else "Sleep Potion"
    game, aric = helped(
        seat(classes="Thief", carries=f"Leather Armor, {others}"),
        seat(),
        seat(hand="Wandering Monster, Lawyers"),
        promise="Leather Armor",
    )
    comes_to(game, game[2])
    game[2].plays("Wandering Monster")
    assert aric.may("yes") is enough, "one Treasure beside the promised one is too few"
    if enough:
        aric.says(True)
        assert aric.carries == ["Leather Armor"] and len(aric.hand) == 2


@pytest.mark.parametrize("others", [["Sleep Potion", "Flaming Poison Potion"], ["Sleep Potion"], []], ids=len)
@rule("HELP-12")
def test_a_monster_that_they_bring_themselves_takes_it_last(others: list[str]) -> None:
    _, aric = helped(seat(carries=["Leather Armor", *others], hand="Wandering Monster, Tongue Demon"), promise="Leather Armor")
    aric.plays("Wandering Monster")
    if len(others) == 2:
        assert sorted(aric.choices) == ["lose Flaming Poison Potion", "lose Sleep Potion"]
    else:
        assert aric.carries == (["Leather Armor"] if others else [])


@pytest.mark.parametrize("own", [True, False])
@rule("HELP-12", "CURSE-08")
def test_a_curse_takes_it_unless_they_played_it_on_themselves(own: bool) -> None:
    curse = "Curse! Lose 1 Small Item"
    game, aric = helped(
        seat(carries="Leather Armor, Sleep Potion", hand=curse if own else ""),
        seat(),
        seat(hand="" if own else curse),
        promise="Leather Armor",
    )
    if own:
        aric.plays(curse, on=aric)
        assert aric.carries == ["Leather Armor"]
    else:
        comes_to(game, game[2])
        game[2].plays(curse, on=aric)
        assert sorted(aric.choices) == ["lose Leather Armor", "lose Sleep Potion"], "the victim picks (CURSE-08)"


@rule("HELP-12")
def test_they_do_not_annihilate_it() -> None:
    game = table(seat(carries="Laser", hand="Annihilation"), seat(carries="Dazer"), doors=["Fanged Fuzzball"], sets=["star"])
    aric, suzan = game
    aric.kicks_open_the_door()
    aric.asks(suzan, item="Laser")
    suzan.accepts()
    aric.plays("Annihilation")
    assert aric.carries == ["Laser"] and suzan.carries == []


@rule("HELP-12", "VAR-04")
def test_who_got_it_by_a_curse_may_use_it() -> None:
    game, aric = helped(
        seat(carries="Sleep Potion"),
        seat(),
        seat(hand="Curse! Relashio!"),
        promise="Sleep Potion",
        sets=["deluxe", "potter"],
    )
    otto = game[2]
    comes_to(game, otto)
    otto.plays("Curse! Relashio!", on=aric)
    assert otto.carries == ["Sleep Potion"] and otto.may("use Sleep Potion"), "it was taken from main, and is promised no more"


BUGLE = """
{"set": "brass", "name": "Brass", "format": 1, "doors": 0, "treasures": 1, "cards": [
{"id": "bugle", "name": "Cracked Bugle", "deck": "treasure", "kind": "item", "bonus": 1, "gold": 100, "slot": "one_hand", "effects": [
    {"on": "on_activate", "when": ["own_combat"], "ops": [
        {"op": "discard", "who": "self", "zone": "this"}, {"op": "side_bonus", "side": "munchkins", "amount": 3}]}]}
]}
"""


@pytest.mark.parametrize("promise", ["Cracked Bugle", None])
@rule("HELP-12")
def test_what_is_used_up_by_its_own_power_is_not_used(promise: str | None, tmp_path: Path) -> None:
    file = tmp_path / "brass.json"
    file.write_text(BUGLE, encoding="utf-8")
    _, aric = helped(seat(wears="Cracked Bugle", hand="Magic Missile"), promise=promise, sets=["deluxe", file])
    assert aric.may("use Cracked Bugle") is (promise is None)
