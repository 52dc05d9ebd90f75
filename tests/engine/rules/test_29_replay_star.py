"""REPLAY: the examples of the sheet of Star Munchkin, played with their numbers."""

from itertools import permutations

import pytest

from munchkin_env.game.scenario import seat
from tests.rule import rule
from tests.star import fights, flee, star


@rule("REPLAY-04", "HELP-05", "HELP-06", "HELP-22", "REW-04", "MON-12")
def test_wesleys_fight_with_bottle_bottle() -> None:
    game = fights(
        "Bottle Bottle",
        seat(level=4, races="Feline", wears="Diamondoid Teeth"),
        seat(level=5, classes="Bounty Hunter", wears="Bobaser", hand="... From Another Dimension"),
        treasures="Laser, Maser, Dazer, Raser",
    )
    wesley, boxey = game
    assert game.strength == (6, 4)
    wesley.passes()
    boxey.plays("... From Another Dimension")
    assert game.strength == (6, 14)
    boxey.passes()
    wesley.asks(boxey, treasures=1, picks_first="main")
    boxey.accepts()
    assert game.strength == (15, 14)
    wesley_had, boxey_had = len(wesley.hand), len(boxey.hand)
    game.everybody_passes()
    assert (wesley.level, boxey.level) == (5, 5), "the helper does not rise"
    assert game.pool == ["Laser", "Maser", "Dazer", "Raser"], "face up"
    wesley.picks("Dazer")
    boxey.picks("Laser")
    game.skip_windows()
    assert len(wesley.hand) == wesley_had + 3 + 1 and len(boxey.hand) == boxey_had + 1 + 1, "and a Door each"
    assert wesley.sees(boxey).count(None) == 1 and boxey.sees(wesley).count(None) == 1, "face down"


@rule("REPLAY-09", "HELP-14", "HELP-15")
def test_starfish_and_fanged_fuzzball_with_a_feline_who_helps() -> None:
    for main_race in ("", "Feline"):
        game = fights("Starfish", seat(races=main_race), seat(races="Feline"))
        aric, suzan = game
        assert game.strength == (1, 8 - (5 if main_race else 0))
        aric.asks(suzan)
        suzan.accepts()
        assert game.strength == (2, 8 - 5)
        game = fights("Fanged Fuzzball", seat(races=main_race), seat(races="Feline"))
        aric, suzan = game
        aric.asks(suzan)
        suzan.accepts()
        assert game.strength == (2, 6 + 2)


@pytest.mark.parametrize("order", list(permutations(("Radioactive", "... From Another Dimension", "... And Its Clone"))))
@rule("REPLAY-12", "MON-04", "DIFF-05")
def test_a_radioactive_monster_from_another_dimension_and_its_clone(order: tuple[str, ...]) -> None:
    game = fights("Space Goats", seat(), seat(hand=list(order)))
    aric, suzan = game
    aric.passes()
    for card in order:
        suzan.plays(card, on="Space Goats")
    assert game.game.view(0)["fight"]["monsters"] == {0: ("Space Goats", 6 + 15), 1: ("Space Goats", 6 + 15)}
    assert game.strength == (1, 42) and game.treasures_at_stake == 2 * (2 + 1 + 2)


@rule("REPLAY-13", "LASER-01", "LASER-02", "LASER-03")
@pytest.mark.parametrize(("lost", "left"), [("Laser", 5), ("Dazer", 4)])
def test_laser_dazer_and_another_laser(lost: str, left: int) -> None:
    game = star(seat(hand="Laser, Laser, Dazer"), seat(hand="Trap! Antimatter"))
    aric, suzan = game
    aric.lays_down("Laser")
    aric.lays_down("Dazer")
    assert aric.strength == 1 + 5
    aric.lays_down("Laser")
    assert aric.strength == 1 + 7 and len(aric.wears) == 3
    aric.does("kick open the door")
    suzan.plays("Trap! Antimatter", on=aric)
    aric.chooses(lost)
    assert aric.strength == 1 + left
    assert fights("Plasmoid", seat(wears="Laser, Dazer")).strength == (1, 18), "fire"


@rule("REPLAY-15", "ITEM-04")
@pytest.mark.parametrize(("race", "worn"), [("", ["Bubble Helmet"]), ("Mutant", ["Bubble Helmet", "Tinfoil Crown"])])
def test_of_two_headgears_one_is_equipped_a_mutant_equips_both(race: str, worn: list[str]) -> None:
    game = star(seat(races=race, hand="Bubble Helmet, Tinfoil Crown"), seat())
    aric, _ = game
    aric.lays_down("Bubble Helmet")
    aric.lays_down("Tinfoil Crown")
    assert aric.wears == worn


@rule("REPLAY-16", "CURSE-05")
def test_a_trap_for_armor_that_is_not_there_does_nothing() -> None:
    game = star(seat(level=3, wears="Bubble Helmet"), seat(), doors=["Trap! Can Opener"])
    aric, _ = game
    aric.kicks_open_the_door()
    assert aric.wears == ["Bubble Helmet"] and aric.level == 3 and game.doors_discarded == ["Trap! Can Opener"]


@rule("REPLAY-14", "SELL-01", "SELL-03")
def test_sales() -> None:
    game = star(seat(hand="Plot Device, Stasis Field, Nova Grenade"), seat())
    aric, _ = game
    aric.sells("Plot Device")
    assert aric.level == 2, "1,100: no change for the surplus"
    aric.sells("Stasis Field")
    assert aric.level == 3 and not aric.may("sell items"), "100 is too little"
    assert not star(seat(level=9, hand="Plot Device"), seat())[0].may("sell items")
    two = star(seat(hand="Stasis Field, Plot Device"), seat())[0]
    two.sells("Stasis Field", "Plot Device")
    assert two.level == 3


@rule("REPLAY-19", "SIDE-05")
@pytest.mark.parametrize(("free", "level"), [(True, 5), (False, 2)])
def test_a_fight_lost_with_a_red_shirt(free: bool, level: int) -> None:
    game = fights(
        "Creature from the Pink Lagoon", seat(level=1, carries="Red Shirt"), seat(level=5), seat(hand="Last of Its Kind"), dice=[1]
    )
    aric, suzan, otto = game
    aric.asks(suzan)
    suzan.accepts()
    aric.passes()
    otto.plays("Last of Its Kind")
    game.skip_windows()
    aric.uses("Red Shirt")
    aric.says(free)
    flee(game)
    assert aric.level == 1 and aric.companions == [] and "Red Shirt" in game.doors_discarded
    assert suzan.level == level


@rule("REPLAY-20", "ITEM-04", "LASER-01")
def test_a_level_9_feline_bounty_hunter_with_a_laser_maser_dazer() -> None:
    game = star(
        seat(level=9, races="Feline", classes="Bounty Hunter", wears="Battle Armor, Diamondoid Teeth, Laser, Maser, Dazer"),
        seat(),
    )
    aric, _ = game
    assert len(aric.wears) == 5 and aric.strength == 9 + 4 + 2 + 2 + 3 + 3


@rule("REPLAY-21", "TRADE-03", "TRADE-05")
def test_the_bobaser_as_a_gift_not_to_help_bob() -> None:
    game = fights("Great Cthulhu", seat(name="Bob"), seat(wears="Bobaser", name="Wesley"), seat(level=6, wears="Laser", name="Boxey"))
    bob, wesley, boxey = game
    bob.passes()
    wesley.trades(boxey, gives="Bobaser")
    boxey.accepts()
    assert boxey.carries == ["Bobaser"] and wesley.table == []
    while not bob.decides:
        game.apply("pass")
    bob.asks(boxey)
    boxey.accepts()
    assert game.helper is boxey, "a promise not to help is talk"
