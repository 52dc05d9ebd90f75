"""Help Me Out Here! in a mix of sets: the taken Item may be what allowed its owner to wear or carry more (ITEM-09, BIG-03)."""

from typing import Any

import pytest

from munchkin_env.game.scenario import Player, Seat, Table, seat, table
from tests.rule import rule

CARD = "Help Me Out Here!"


def joined(main: Seat, helper: Seat, *others: Seat, monster: str, **given: Any) -> tuple[Table, Player, Player]:
    """Seat 1 helps seat 0, who then decides."""
    game = table(main, helper, *others, doors=[monster], sets=("deluxe", "star", "western"), **given)
    aric, suzan, *_ = game
    aric.kicks_open_the_door()
    aric.asks(suzan)
    suzan.accepts()
    return game, aric, suzan


ONE_BIG = {"wears": "Cast-Iron Union Suit, Bullwhip", "level": 5}
TWO_WORN = {"wears": "Cast-Iron Union Suit, Huge Rock", "level": 5}
TWO_SIDEWAYS = {"wears": "Leather Armor, Bullwhip, Throwing Hatchet", "carries": "Cast-Iron Union Suit, Huge Rock", "level": 5}


@pytest.mark.parametrize(("helper", "offered"), [(ONE_BIG, True), (TWO_WORN, False), (TWO_SIDEWAYS, True)], ids=["one", "worn", "sideways"])
@rule("STEED-01", "BIG-03", "COMBAT-12", "VAR-04")
def test_a_steed_that_pulls_is_taken_only_if_the_fight_is_won_when_a_big_item_has_gone(helper: dict[str, Any], offered: bool) -> None:
    """Main is Cavalry and has +2 with a Steed: the side gains a bonus that the helper does not lose."""
    cards = f"Two-Headed Mustang, {helper.get('carries', '')}".strip(", ")
    game, aric, suzan = joined(
        seat(level=1, classes="Cavalry", wears="Chainsaw of Bloody Dismemberment", hand=[CARD, "Magic Missile"]),
        seat(**{**helper, "carries": cards}),
        monster="Apocalypse Mule",
    )
    assert game.strength == (19, 19), "a tie is lost"
    assert aric.may(f"play {CARD}") is offered
    if offered:
        aric.plays(CARD, on=suzan)
        if suzan.decides:
            suzan.picks("Huge Rock")
        assert "Two-Headed Mustang" in aric.table and game.strength == (21, 19)


@pytest.mark.parametrize(
    ("level", "weapons", "offered"),
    [(6, "Bullwhip, Throwing Hatchet", True), (3, "Bullwhip, Throwing Hatchet, Vibrosword", False)],
)
@rule("ITEM-09", "COMBAT-12", "VAR-04")
def test_what_gives_a_hand_is_taken_only_if_the_fight_is_won_without_what_it_held(level: int, weapons: str, offered: bool) -> None:
    """A Dude has one more for Headgear with a bonus, which this has thanks to its inlay."""
    game, aric, suzan = joined(
        seat(level=1, classes="Dude", hand=[CARD, "Magic Missile"]),
        seat(level=level, wears=f"Handy Hairdo, {weapons}", attached="Silver Inlay on Handy Hairdo"),
        monster="Thunder Buffalo",
    )
    assert game.strength == (14, 14)
    assert aric.may(f"play {CARD}") is offered
    if offered:
        aric.plays(CARD, on=suzan)
        assert game.strength == (15, 14) and aric.wears == ["Handy Hairdo"]


@pytest.mark.parametrize(("taken", "strength"), [("War Tortoise", None), ("Two-Headed Mustang", (13, 12))])
@rule("STEED-02", "BIG-03", "COMBAT-12", "VAR-04")
def test_the_own_steed_that_pulls_makes_way_only_if_the_fight_is_won_with_what_may_still_be_carried(
    taken: str, strength: tuple[int, int] | None
) -> None:
    """Two Big Items need a Steed that pulls; it goes and the other arrives together, so that nothing is discarded in between."""
    game = table(
        seat(level=3, carries="Sway-Backed Nag", wears="Cast-Iron Union Suit, Huge Rock", hand=[CARD, "Magic Missile"]),
        seat(carries=taken),
        doors=["Grizzly"],
        sets=("deluxe", "western"),
    )
    aric, suzan = game
    aric.kicks_open_the_door()
    assert game.strength == (10, 12)
    assert aric.may(f"play {CARD}") is (strength is not None)
    if strength:
        aric.plays(CARD)
        assert game.strength == strength and sorted(aric.table) == ["Cast-Iron Union Suit", "Huge Rock", taken] and suzan.table == []


@rule("BIG-03", "HELP-12", "COMBAT-12", "VAR-04")
def test_a_helper_takes_from_main_what_lets_them_carry_more_only_if_the_fight_is_won_then() -> None:
    game, aric, suzan = joined(
        seat(level=2, carries="Two-Headed Mustang", wears="Cast-Iron Union Suit, Huge Rock", hand="Magic Missile"),
        seat(level=6, classes="Cavalry", hand=CARD),
        monster="Grim Roper",
    )
    assert game.strength == (18, 18)
    aric.passes()
    assert not suzan.may(f"play {CARD}")
