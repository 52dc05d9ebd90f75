"""Section 10 in Star Munchkin: what its Classes and Races do (ORIG-11), and what powers cost there (ORIG-03)."""

import pytest

from munchkin_env.game.scenario import seat
from tests.rule import rule
from tests.star import caught, fights, flee, star


@rule("ORIG-01", "SETUP-05")
def test_everybody_starts_as_a_human_without_a_class() -> None:
    game = star(seat(hand="Stupidity Field"), seat())
    aric, _ = game
    assert (aric.classes, aric.races, aric.level) == ([], [], 1)
    aric.lays_down("Stupidity Field")
    assert aric.wears == ["Stupidity Field"], "only for humans"


@rule("ORIG-03", "ORIG-11", "CURSE-12")
def test_a_trader_takes_the_top_treasure_of_the_discards_as_it_was_before_they_paid() -> None:
    game = star(
        seat(classes="Trader", hand="Monolith, Dazer, Android", carries="Laser, Rogue"), seat(), treasure_discards=["Maser", "Bobaser"]
    )
    aric, _ = game
    aric.uses("Trader", "trading")
    assert aric.choices == ["discard Dazer", "discard Laser"], "the card says: an Item"
    aric.discards("Laser")
    assert aric.hand == ["Monolith", "Dazer", "Android", "Bobaser"] and game.treasures_discarded == ["Maser", "Laser"]
    assert not aric.may("use Trader"), "once per turn"


@rule("ORIG-03", "ORIG-11", "CURSE-12")
@pytest.mark.parametrize(("top", "may"), [("Fuzzball", True), ("Rogue", False)])
def test_a_bounty_hunter_takes_the_top_door_of_the_discards_if_it_is_a_monster(top: str, may: bool) -> None:
    game = star(seat(classes="Bounty Hunter", hand="Chair, Android"), seat(), door_discards=["Blob", top])
    aric, _ = game
    assert aric.may("use Bounty Hunter") is may
    if may:
        aric.uses("Bounty Hunter", paying="Chair")
        assert aric.hand == ["Android", "Fuzzball"] and game.doors_discarded == ["Blob", "Chair"]


@rule("ORIG-11", "CURSE-06")
@pytest.mark.parametrize("own_door", [True, False])
def test_a_gadgeteer_disarms_traps_that_were_behind_their_own_door(own_door: bool) -> None:
    traps = {"doors": ["Trap! Jellifier"]} if own_door else {}
    game = star(
        seat(level=3, classes="Gadgeteer", hand="Chair"),
        seat(hand="" if own_door else "Trap! Jellifier"),
        turn_of=0 if own_door else 1,
        **traps,
    )
    aric, suzan = game
    if own_door:
        aric.kicks_open_the_door()
        aric.uses("Gadgeteer", paying="Chair")
        assert aric.level == 3 and aric.hand == []
    else:
        suzan.plays("Trap! Jellifier", on=aric)
        assert aric.level == 2 and aric.hand == ["Chair"]


@rule("ORIG-11", "RUN-02")
@pytest.mark.parametrize(("die", "paid", "escapes"), [(4, 1, True), (3, 1, False), (3, 2, True), (2, 2, False)])
def test_a_psychic_shoves_themselves_away(die: int, paid: int, escapes: bool) -> None:
    game = fights("Face Hugger", seat(level=3, classes="Psychic", hand="Chair, Fuzzball, Blob"), seat(hand="Last of Its Kind"), dice=[die])
    aric, suzan = game
    aric.passes()
    suzan.plays("Last of Its Kind")
    game.skip_windows()
    aric.rolls()
    for card in ("Chair", "Fuzzball")[:paid]:
        aric.uses("Psychic", "inner_shove", paying=card)
    assert paid == 1 or not aric.may("use Psychic"), "twice a roll"
    game.skip_windows()
    assert aric.level == (3 if escapes else 1)


@rule("ORIG-11", "RUN-02")
@pytest.mark.parametrize(("dice", "escapes"), [((4,), True), ((3, 4), True), ((3, 3), False)])
def test_a_feline_runs_better_and_buys_another_roll(dice: tuple[int, ...], escapes: bool) -> None:
    game = fights("Face Hugger", seat(level=3, races="Feline", hand="Chair"), seat(hand="Last of Its Kind"), dice=dice)
    aric, suzan = game
    aric.passes()
    suzan.plays("Last of Its Kind")
    game.skip_windows()
    if aric.may("roll to run away"):
        aric.rolls()
    if len(dice) == 2:
        aric.uses("Feline", "land_on_feet", paying="Chair")
    game.skip_windows()
    assert aric.level == (3 if escapes else 1)


@rule("ORIG-11", "ITEM-04", "DIFF-24", "REPLAY-15")
def test_a_mutant_has_a_place_more_for_headgear_or_footgear_or_a_hand() -> None:
    game = star(
        seat(races="Mutant", hand="Bubble Helmet, Tinfoil Crown, Magnetic Boots, Gyro Sandals, Vibrosword, Neuronic Whip, Laser"), seat()
    )
    aric, _ = game
    for item in ("Bubble Helmet", "Tinfoil Crown", "Magnetic Boots", "Gyro Sandals"):
        aric.lays_down(item)
    assert aric.wears == ["Bubble Helmet", "Tinfoil Crown", "Magnetic Boots"], "two Headgears, then no second Footgear"
    aric.turns_sideways("Tinfoil Crown")
    aric.equips("Gyro Sandals")
    aric.lays_down("Laser")
    aric.lays_down("Vibrosword")
    assert aric.carries == ["Tinfoil Crown", "Vibrosword"], "one of the three at a time"
    aric.turns_sideways("Gyro Sandals")
    aric.equips("Vibrosword")
    assert not aric.may("equip Gyro Sandals") and not aric.may("equip Tinfoil Crown")


@rule("ORIG-11", "ITEM-09")
def test_who_is_no_mutant_any_more_turns_something_sideways() -> None:
    game = star(seat(races="Mutant", wears="Bubble Helmet, Tinfoil Crown, Magnetic Boots"), seat())
    aric, _ = game
    aric.discards("Mutant")
    assert aric.choices == ["turn Bubble Helmet sideways", "turn Tinfoil Crown sideways"]


@rule("ORIG-11", "ITEM-09")
def test_two_headgears_by_an_item_and_two_hands_more_do_not_add_up_for_a_mutant() -> None:
    game = star(seat(races="Mutant", wears="Handy Foot, Vibrosword, Low-Tech Persuader, Static-Cling Shield, Neuronic Whip"), seat())
    aric, _ = game
    assert len(aric.wears) == 5, "four hands: a foot and a Mutant's"
    aric.turns_sideways("Handy Foot")
    assert game.decision == "ASK_CARD" and len(aric.choices) == 4
    aric.chooses("Vibrosword")
    assert aric.wears == ["Low-Tech Persuader", "Static-Cling Shield", "Neuronic Whip"]


@rule("ORIG-11", "ORIG-03")
def test_a_mutant_recycles_two_cards_of_one_deck() -> None:
    game = star(seat(races="Mutant", hand="Chair, Laser", carries="Android, Dazer"), seat(), doors=["Blob"], treasures=["Maser"])
    aric, _ = game
    aric.uses("Mutant", "recycle")
    assert set(aric.choices) == {"discard Chair", "discard Laser", "discard Android", "discard Dazer"}
    aric.discards("Chair")
    assert aric.hand == ["Laser", "Blob"] and aric.companions == [], "the last Door that could pay"
    aric.uses("Mutant", "recycle", paying="Laser")
    assert aric.hand == ["Blob", "Maser"] and aric.table == ["Mutant"]
    assert not aric.may("use Mutant"), "a Door and a Treasure"


@rule("ORIG-11", "LEVEL-01", "CONF-02")
def test_a_cyborg_is_never_below_level_two() -> None:
    game = star(seat(hand="Cyborg"), seat(hand="Trap! Jellifier"), doors=["Face Hugger"], dice=[1])
    aric, suzan = game
    aric.plays("Cyborg")
    assert aric.level == 2
    aric.kicks_open_the_door()
    game.everybody_passes() if not game.waits_for(suzan) else suzan.plays("Trap! Jellifier", on=aric)
    flee(game)
    assert aric.level == 2


@rule("ORIG-11", "DEATH-01")
@pytest.mark.parametrize("rebuilt", [True, False])
def test_a_cyborg_may_lose_two_levels_instead_of_their_life(rebuilt: bool) -> None:
    game = caught("O.G.R.E.", seat(level=7, races="Cyborg", wears="Laser", hand="Chair"))
    aric, _ = game
    assert game.decision == "ASK_YES" and aric.decides
    aric.says(rebuilt)
    assert aric.dead is not rebuilt and aric.level == (5 if rebuilt else 7)
    assert (aric.wears, aric.hand) == ((["Laser"], ["Chair"]) if rebuilt else ([], []))


@rule("ORIG-08", "ORIG-07")
def test_a_half_breed_with_one_race_has_advantages_only() -> None:
    game = star(seat(races="Feline", wears="Overclocked Visor", duals="Half-Breed"), seat(), doors=["Fuzzball"])
    aric, _ = game
    assert aric.wears == ["Overclocked Visor"], "not for Felines"
    aric.kicks_open_the_door()
    assert game.strength == (4, 1)


@rule("ORIG-09")
def test_a_super_munchkin_with_two_classes_has_all_of_both() -> None:
    game = fights("Computer Virus", seat(level=3, classes="Gadgeteer, Bounty Hunter", duals="Super Munchkin"))
    assert game.strength == (3, 2 + 4 + 4), "a line against each"
