"""Section 16, one-shot Treasures."""

import pytest

from munchkin_env.game.scenario import seat, table
from tests.rule import rule

TO_THE_MONSTERS = "monsters"
TO_THE_MUNCHKINS = "munchkins"


@rule("SHOT-01", "SHOT-05")
@pytest.mark.parametrize("place", ["hand", "table"])
def test_a_one_shot_is_used_from_hand_or_table_by_the_fighter(place: str) -> None:
    aric_has = seat(hand="Magic Missile, Baby") if place == "hand" else seat(carries="Magic Missile", hand="Baby")
    game = table(aric_has, seat(), doors=["Net Troll"])
    aric, _ = game
    assert not aric.may("use Magic Missile")  # not before there is a fight
    aric.kicks_open_the_door()
    aric.plays("Magic Missile", on=TO_THE_MUNCHKINS)
    assert game.strength == (6, 10)
    assert aric.table == [] and aric.hand == ["Baby"]


@rule("SHOT-01", "SHOT-05", "INTER-01", "COMBAT-08")
@pytest.mark.parametrize("place", ["hand", "table"])
def test_and_by_anybody_else_in_any_fight(place: str) -> None:
    other = seat(hand="Magic Missile, Enraged") if place == "hand" else seat(carries="Magic Missile", hand="Enraged")
    game = table(seat(hand="Baby"), other, seat(), doors=["Net Troll"])
    aric, suzan, _ = game
    aric.kicks_open_the_door()
    aric.passes()
    suzan.plays("Magic Missile", on=TO_THE_MONSTERS)
    assert game.strength == (1, 15) and suzan.table == []


@rule("SHOT-01", "HELP-16")
def test_a_helper_uses_their_own() -> None:
    game = table(seat(hand="Baby"), seat(level=3, carries="Magic Missile"), doors=["Net Troll"])
    aric, suzan = game
    aric.kicks_open_the_door()
    aric.asks(suzan)
    suzan.accepts()
    aric.passes()
    suzan.uses("Magic Missile", on=TO_THE_MUNCHKINS)
    assert game.strength == (9, 10)


@rule("SHOT-02")
@pytest.mark.parametrize(("side", "strength"), [(TO_THE_MUNCHKINS, (6, 10)), (TO_THE_MONSTERS, (1, 15))])
def test_the_user_picks_the_side(side: str, strength: tuple[int, int]) -> None:
    game = table(seat(hand="Magic Missile, Baby"), seat(), doors=["Net Troll"])
    aric, _ = game
    aric.kicks_open_the_door()
    aric.plays("Magic Missile", on=side)
    assert game.strength == strength and game.treasures_at_stake == 3


@rule("SHOT-02")
def test_it_strengthens_the_side_and_stays_when_a_monster_leaves() -> None:
    game = table(
        seat(hand="Magic Missile, Wandering Monster, Pit Bull, Pollymorph Potion, Baby"),
        seat(),
        doors=["Net Troll"],
    )
    aric, _ = game
    aric.kicks_open_the_door()
    aric.plays("Magic Missile", on=TO_THE_MONSTERS)
    aric.plays("Wandering Monster", bringing="Pit Bull")
    assert game.strength == (1, 10 + 2 + 5)
    aric.plays("Pollymorph Potion", on="Net Troll")
    assert game.monsters == ["Pit Bull"] and game.strength == (1, 2 + 5)


@rule("SHOT-02")
def test_doubling_a_character_does_not_double_one_shots() -> None:
    game = table(seat(level=2, wears="Helm of Courage", hand="Magic Missile, Doppleganger, Baby"), seat(), doors=["Squidzilla"])
    aric, _ = game
    aric.kicks_open_the_door()
    aric.plays("Magic Missile", on=TO_THE_MUNCHKINS)
    aric.plays("Doppleganger")
    assert game.strength[0] == 2 * (2 + 1) + 5


@pytest.mark.parametrize(("card", "other"), [("Doppleganger", "Body-Double Hologram"), ("Body-Double Hologram", "Doppleganger")])
@rule("SHOT-02", "COMBAT-12", "HELP-02")
def test_who_doubled_themselves_alone_stays_doubled_when_help_comes(card: str, other: str) -> None:
    """Fighting alone is a condition for playing it. The helper adds their normal strength, not twice that."""
    game = table(seat(level=4, hand=[card, other, "Magic Missile"]), seat(level=3), doors=["Squidzilla"], sets=("deluxe", "star"))
    aric, suzan = game
    aric.kicks_open_the_door()
    assert aric.may(f"play {other}")
    aric.plays(card)
    assert game.strength[0] == 2 * 4
    aric.asks(suzan)
    suzan.accepts()
    assert game.helper is suzan and game.strength[0] == 2 * 4 + 3
    assert not aric.may(f"play {other}"), "with a helper nobody fights alone"


@rule("SHOT-03")
def test_one_shots_are_discarded_when_the_fight_is_over() -> None:
    game = table(seat(hand="Magic Missile, Baby"), seat(), doors=["Pit Bull"], treasures=["Leather Armor"])
    aric, _ = game
    aric.kicks_open_the_door()
    aric.plays("Magic Missile", on=TO_THE_MUNCHKINS)
    assert game.treasures_discarded == [] and aric.hand == ["Baby"]  # it is in the fight
    game.skip_windows()
    assert not game.fighting and game.treasures_discarded == ["Magic Missile"]


@rule("SHOT-03", "COMBAT-12")
def test_what_they_gave_is_gone_in_the_next_fight() -> None:
    game = table(seat(hand="Magic Missile, Baby"), seat(hand="Enraged"), doors=["Potted Plant", "Net Troll"])
    aric, suzan = game
    aric.kicks_open_the_door()
    aric.plays("Magic Missile", on=TO_THE_MUNCHKINS)
    game.skip_windows()
    aric.ends_the_turn()
    suzan.kicks_open_the_door()
    assert game.strength == (1, 10)


@rule("SHOT-03", "GUAL-04")
def test_outside_a_fight_they_are_discarded_as_soon_as_their_effect_is_resolved() -> None:
    game = table(seat(curses="Curse! Chicken on Your Head", hand="Wishing Ring"), seat())
    aric, _ = game
    aric.plays("Wishing Ring", way=0)
    assert game.treasures_discarded == ["Wishing Ring"] and aric.curses == []


@rule("SHOT-04")
def test_others_have_their_own_moment() -> None:
    game = table(
        seat(hand="Loaded Die, Invisibility Potion, Wand of Dowsing, Baby"), seat(), doors=["Amazon"], dice=[2], auto_pass_forced=False
    )
    aric, _ = game
    playable_at_rest = {text for text in aric.choices if text.startswith("play")}
    assert playable_at_rest == {  # that is, laid down; there is nothing in the discards for the wand
        "play Loaded Die",
        "play Invisibility Potion",
        "play Wand of Dowsing",
    }
    aric.kicks_open_the_door()
    assert {text for text in aric.choices if text.startswith("play")} == {"play Baby"}
    game.everybody_passes()
    game.everybody_passes()
    aric.rolls()
    assert {text for text in aric.choices if text.startswith("play")} == {"play Loaded Die", "play Invisibility Potion"}


@rule("SHOT-05")
def test_a_one_shot_needs_not_be_equipped() -> None:
    game = table(seat(carries="Cotion of Ponfusion", hand="Baby"), seat(), doors=["Net Troll"])
    aric, _ = game
    assert not any("Cotion" in text for text in aric.choices)
    aric.kicks_open_the_door()
    assert aric.may("use Cotion of Ponfusion")
