"""The other cards of Star Munchkin: Classes, Races, Sidekicks, Traps, enhancers, one-shots, levels, and cards that work when drawn."""

import pytest

from munchkin_env.game.scenario import seat
from tests.card import alike, card
from tests.star import caught, fights, star

# ------------------------------------------------------------------------------------------------- Classes and Races


@card("Bounty Hunter")
def test_a_bounty_hunter_draws_a_door_for_a_kill_they_helped_with_and_only_then() -> None:
    game = fights("Little Green Man", seat(level=3), seat(level=3, classes="Bounty Hunter"), treasures="Laser, Maser")
    game[0].asks(game[1])
    game[1].accepts()
    game.skip_windows()
    assert len(game[1].hand) == 1
    game = fights("Little Green Man", seat(level=6, classes="Bounty Hunter"), treasures="Laser, Maser")
    game.skip_windows()
    assert game[0].hand == ["Laser", "Maser"]


@card("Bounty Hunter")
def test_a_new_contract_once_in_the_own_turn_for_a_hand_card() -> None:
    aric = star(seat(classes="Bounty Hunter", hand="Laser, Maser", carries="Dazer"), seat(), door_discards=["Chair", "Blob"])[0]
    aric.uses("Bounty Hunter")
    assert aric.choices == ["discard Laser", "discard Maser"]
    aric.discards("Laser")
    assert aric.hand == ["Maser", "Blob"] and not aric.may("use Bounty Hunter")


@card("Gadgeteer", "Whiz Kid")
@pytest.mark.parametrize("who", [{"classes": "Gadgeteer"}, {"carries": "Whiz Kid"}])
def test_any_number_of_complex_items(who: dict[str, str]) -> None:
    aric = star(seat(wears="Battle Armor, Remote for Everything, Overclocked Visor", **who), seat())[0]  # type: ignore[arg-type]
    assert len(aric.wears) == 3


@card("Gadgeteer")
def test_a_gadgeteer_disarms_what_was_behind_their_door() -> None:
    game = star(seat(level=4, classes="Gadgeteer", carries="Laser"), seat(), doors=["Trap! Jellifier"])
    game[0].kicks_open_the_door()
    game[0].uses("Gadgeteer", paying="Laser")
    assert game[0].level == 4 and game[0].table == ["Gadgeteer"]


@card("Psychic")
def test_a_psychic_alone_and_on_the_run() -> None:
    game = fights("Face Hugger", seat(level=3, classes="Psychic", hand="Chair"), seat(hand="Last of Its Kind"), dice=[4])
    assert game.strength == (5, 2)
    game[0].passes()
    game[1].plays("Last of Its Kind")
    game.skip_windows()
    game[0].rolls()
    game[0].uses("Psychic", paying="Chair")
    assert not game[0].may("use Psychic"), "nothing to pay with"
    game.skip_windows()
    assert game[0].level == 3


@card("Psychic")
def test_a_psychic_shoves_twice_a_roll() -> None:
    runner = seat(level=3, classes="Psychic", hand="Chair, Laser, Maser")
    game = fights("Face Hugger", runner, seat(hand="Last of Its Kind"), dice=[3])
    game[0].passes()
    game[1].plays("Last of Its Kind")
    game.skip_windows()
    game[0].rolls()
    for paid in ("Chair", "Laser"):
        game[0].uses("Psychic", paying=paid)
    assert not game[0].may("use Psychic") and game[0].hand == ["Maser"]
    game.skip_windows()
    assert "ESCAPES" in game.happened


@card("Trader")
def test_a_trader_has_two_sidekicks_and_buys_the_last_treasure() -> None:
    aric = star(seat(classes="Trader", carries="Android, Rogue", hand="Laser, Fuzzball"), seat(), treasure_discards=["Maser"])[0]
    assert aric.companions == ["Android", "Rogue"]
    aric.uses("Trader")
    assert aric.hand == ["Fuzzball", "Maser"]


@card("Mutant")
def test_a_mutant_has_a_third_hand_and_recycles() -> None:
    aric = star(seat(races="Mutant", wears="Vibrosword, Neuronic Whip, Static-Cling Shield", hand="Chair, Blob"), seat(), doors=["Eep"])[0]
    assert aric.strength == 1 + 3 + 4 + 2
    aric.uses("Mutant", paying=["Chair", "Blob"])
    assert aric.hand == ["Eep"]


@card("Cyborg")
def test_a_cyborg_is_rebuilt_and_never_below_two() -> None:
    game = star(seat(hand="Cyborg"), seat())
    game[0].plays("Cyborg")
    assert game[0].level == 2
    game = caught("O.G.R.E.", seat(level=3, races="Cyborg", wears="Laser"))
    game[0].says(True)
    assert not game[0].dead and game[0].level == 2 and game[0].wears == ["Laser"]


@card("Feline")
def test_a_feline_escapes_with_a_four_and_rolls_again_for_a_card() -> None:
    game = fights("Creature from the Pink Lagoon", seat(level=5, races="Feline", hand="Chair"), dice=[3, 4])
    if game.decision == "ASK_YES":
        game[0].says(False)
    game.skip_windows()
    if game[0].may("roll to run away"):
        game[0].rolls()
    game[0].uses("Feline", paying="Chair")
    game.skip_windows()
    assert game[0].level == 5


@alike("name, trait, second", [("Half-Breed", "races", "Mutant"), ("Super Munchkin", "classes", "Trader")])
def test_a_second_one_beside_the_first(name: str, trait: str, second: str) -> None:
    first = "Feline" if trait == "races" else "Psychic"
    aric = star(seat(**{trait: first}, hand=[name, second]), seat())[0]  # type: ignore[arg-type]
    aric.plays(name)
    aric.plays(second)
    assert getattr(aric, trait) == [first, second]


# --------------------------------------------------------------------------------------------------------- Sidekicks


@alike(
    "name, bonus", [("Android", 2), ("Loud Hairy Alien", 3), ("Beautiful Assistant", 1), ("Red Shirt", 0), ("Whiz Kid", 0), ("Rogue", 0)]
)
def test_its_bonus(name: str, bonus: int) -> None:
    assert fights("O.G.R.E.", seat(carries=name)).strength == (1 + bonus, 18)


@alike(
    "name",
    [("Android",), ("Loud Hairy Alien",), ("Beautiful Assistant",), ("Red Shirt",), ("Whiz Kid",), ("Rogue",), ("Faithful Robot",)],
)
def test_it_is_sacrificed_and_its_owner_escapes(name: str) -> None:
    game = fights("Brain in a Jar", seat(level=5, carries=name))
    game.skip_windows()
    game[0].uses(name)
    game.skip_windows()
    assert game[0].level == 5 and game[0].companions == [] and name in game.doors_discarded


@card("Red Shirt")
@pytest.mark.parametrize(("die", "stays"), [(1, False), (2, False), (3, True), (6, True)])
def test_a_red_shirt_may_not_outlive_a_victory(die: int, stays: bool) -> None:
    game = fights("Fuzzball", seat(level=4, carries="Red Shirt"), dice=[die])
    game.skip_windows()
    assert game[0].companions == (["Red Shirt"] if stays else [])


@card("Rogue")
@pytest.mark.parametrize("die", range(1, 7))
def test_the_rogue_pilfers_with_a_five_fails_or_is_gone_with_a_two(die: int) -> None:
    game = star(seat(carries="Rogue"), seat(wears="Laser", carries="Dazer"), dice=[die])
    aric, suzan = game
    aric.uses("Rogue", "pilfer", on=suzan)
    if die >= 5:
        aric.takes("Dazer")
    assert aric.carries == (["Dazer"] if die >= 5 else [])
    assert aric.companions == ([] if die <= 2 else ["Rogue"])
    assert not aric.may("use Rogue"), "once per turn"


@card("Rogue")
def test_the_rogue_needs_somebody_with_an_item() -> None:
    assert not star(seat(carries="Rogue"), seat(hand="Laser"))[0].may("use Rogue")


@card("Faithful Robot")
def test_the_robot_holds_an_item_beyond_limits_and_restrictions() -> None:
    aric = star(seat(carries="Faithful Robot, Neuronic Whip", wears="Vibrosword, Static-Cling Shield"), seat())[0]
    aric.loads("Faithful Robot", "Neuronic Whip")
    assert aric.strength == 1 + 3 + 2 + 4
    assert fights("O.G.R.E.", seat(carries="Faithful Robot, Laser"))[0].may("load Faithful Robot") is False


@card("Beautiful Assistant")
def test_the_assistant_carries_a_sixth_hand_card() -> None:
    assert star(seat(carries="Beautiful Assistant"), seat())[0].hand_limit == 6


# ------------------------------------------------------------------------------------------------------------- Traps


@alike(
    "trap, left",
    [
        ("Trap! Can Opener", ["Bubble Helmet", "Laser"]),
        ("Trap! Alien Candy", ["Bubble Helmet", "Laser"]),
        ("Trap! Monofilament Wire", ["Energy Armor", "Laser"]),
    ],
)
def test_a_trap_for_what_one_wears(trap: str, left: list[str]) -> None:
    game = star(seat(level=3, wears="Bubble Helmet, Energy Armor, Laser"), seat(), doors=[trap])
    game[0].kicks_open_the_door()
    assert game[0].wears == left and game[0].level == 3 and game.doors_discarded == [trap]


@alike("trap", [("Trap! Jellifier",), ("Trap! Genetic Regression",)])
def test_a_trap_for_a_level(trap: str) -> None:
    game = star(seat(), seat(level=4), seat(hand=[trap]), turn_of=2)
    game[2].plays(trap, on=game[1])
    assert game.levels == (1, 3, 1)


@card("Trap! Planned Obsolescence", "Trap! Antimatter")
@pytest.mark.parametrize(("trap", "chooser"), [("Trap! Planned Obsolescence", 1), ("Trap! Antimatter", 0)])
def test_a_trap_for_an_item(trap: str, chooser: int) -> None:
    game = star(seat(wears="Laser, Bubble Helmet"), seat(hand=[trap]), turn_of=1)
    game[1].plays(trap, on=game[0])
    assert game.waits_for(game[chooser])
    game[chooser].takes("Laser")
    assert game[0].table == ["Bubble Helmet"]
    game = star(seat(wears="Laser, Bubble Helmet"), seat(), doors=[trap])
    game[0].kicks_open_the_door()
    assert game.waits_for(game[0]), "behind the own door"


@card("Trap! Chemical Vat")
def test_the_vat_washes_all_races_off() -> None:
    game = star(seat(races="Feline, Mutant", duals="Half-Breed", classes="Trader"), seat(), doors=["Trap! Chemical Vat"])
    game[0].kicks_open_the_door()
    assert game[0].table == ["Trader"]


@card("Trap! Career Change Notice")
def test_a_career_ends_or_a_level_goes() -> None:
    game = star(seat(level=4, classes="Trader"), seat(level=4), doors=["Trap! Career Change Notice"])
    game[0].kicks_open_the_door()
    assert game[0].classes == [] and game[0].level == 4
    game = star(seat(level=4), seat(), doors=["Trap! Career Change Notice"])
    game[0].kicks_open_the_door()
    assert game[0].level == 3


@card("Trap! Body-Swap Beam")
def test_the_beam_changes_the_sex_and_costs_five_in_the_next_fight() -> None:
    game = star(seat(level=9, sex="male"), seat(), doors=["Trap! Body-Swap Beam"])
    aric, _ = game
    aric.kicks_open_the_door()
    assert aric.sex == "female" and aric.curses == ["Trap! Body-Swap Beam"] and aric.strength == 4
    game = star(seat(level=8, hand="Big Red Button", curses="Trap! Body-Swap Beam"), seat(), doors=["Fuzzball"])
    aric, _ = game
    aric.kicks_open_the_door()
    assert game.strength == (3, 1)
    game.skip_windows()
    assert aric.curses == [] and aric.strength == 9


# -------------------------------------------------------------------------------------------------------- enhancers


@alike(
    "name, bonus, treasures",
    [
        ("Computerized", 5, 1),
        ("Radioactive", 5, 1),
        ("... From Another Dimension", 10, 2),
        ("Last of Its Kind", 10, 2),
        ("Miniaturized", -5, -1),
    ],
)
def test_what_an_enhancer_changes(name: str, bonus: int, treasures: int) -> None:
    game = fights("Ghost in the Airlock", seat(), seat(hand=[name]))
    game[0].passes()
    game[1].plays(name)
    assert game.strength == (1, 10 + bonus) and game.treasures_at_stake == 3 + treasures


@card("... And Its Clone")
def test_a_clone_comes_with_everything() -> None:
    game = fights("Ghost in the Airlock", seat(), seat(hand="... And Its Clone, Radioactive"))
    game[0].passes()
    game[1].plays("Radioactive")
    game[1].plays("... And Its Clone")
    assert game.strength == (1, 30) and game.treasures_at_stake == 8


@card("Wandering Monster")
def test_a_wandering_monster() -> None:
    game = fights("Fuzzball", seat(), seat(hand="Wandering Monster, O.G.R.E."))
    game[0].passes()
    game[1].plays("Wandering Monster")
    assert game.monsters == ["Fuzzball", "O.G.R.E."] and game.strength == (1, 19)
    assert not fights("Fuzzball", seat(hand="Wandering Monster, Laser"))[0].may("play Wandering Monster")
