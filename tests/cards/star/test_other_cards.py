"""The other cards of Star Munchkin: Classes, Races, Sidekicks, Traps, enhancers, one-shots, levels, and those that work when drawn."""

import pytest

from munchkin_env.game.scenario import Seat, seat
from tests.card import alike, card
from tests.cards.star.test_items import GOODS
from tests.star import caught, fights, flee, star

# ------------------------------------------------------------------------------------------------- Classes and Races


@card("Bounty Hunter")
def test_a_bounty_hunter_draws_a_door_for_a_kill_he_helped_with_and_only_then() -> None:
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
def test_a_gadgeteer_disarms_what_was_behind_his_door() -> None:
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
    assert not aric.may("use Rogue"), "once in his turn"


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


# --------------------------------------------------------------------------------------------------------- one-shots


@alike(
    "name, bonus, gold",
    [
        ("Nova Grenade", 3, 100),
        ("Beer-Gas Grenade", 3, 100),
        ("Nano-Hallucinogenic Grenade", 3, 100),
        ("Sonic Plasma-Burp Grenade", 4, 200),
        ("Denebian Rum", 3, 100),
        ("Big Red Button", 5, 200),
        ("Canned Supernova", 5, 300),
        ("Sneeze Capsule", 2, 100),
        ("Overripe Moonfruit", 2, 100),
    ],
)
def test_a_one_shot_for_either_side(name: str, bonus: int, gold: int) -> None:
    for side, strength in (("munchkins", (1 + bonus, 18)), ("monsters", (1, 18 + bonus))):
        game = fights("O.G.R.E.", seat(), seat(hand=[name]))
        game[0].passes()
        game[1].plays(name, on=side)
        assert game.strength == strength
    assert GOODS.is_worth(name, gold)


@card("'We Come In Peace' Speech")
def test_the_speech_is_for_the_munchkins_and_worth_nothing() -> None:
    game = fights("O.G.R.E.", seat(), seat(hand="'We Come In Peace' Speech"))
    game[0].passes()
    game[1].plays("'We Come In Peace' Speech")
    assert game.strength == (6, 18)
    assert GOODS.is_worth("'We Come In Peace' Speech", 0)


@alike(
    "name, gold",
    [
        ("Stasis Field", 1000),
        ("Mind Control Gas", 500),
        ("Plot Device", 1100),
        ("Emergency Teleport Tab", 200),
        ("Override Code", 500),
        ("Weighted Probability Cube", 300),
        ("Body-Double Hologram", 300),
        ("Shrink Spray", 200),
    ],
)
def test_its_price(name: str, gold: int) -> None:
    assert GOODS.is_worth(name, gold)


@card("Stasis Field")
@pytest.mark.parametrize("frozen", [0, 1])
def test_the_field_freezes_the_monsters_or_the_munchkins(frozen: int) -> None:
    game = fights("Creature from the Pink Lagoon", seat(level=5), seat(hand="Stasis Field"), dice=[6])
    game.everybody_passes()
    game[1].plays("Stasis Field", choosing=frozen)
    flee(game)
    assert game[0].level == (5 if frozen == 0 else 2) and "ROLLS" not in game.happened


@card("Mind Control Gas")
def test_the_gas_sends_a_monster_away_without_its_treasures() -> None:
    game = fights("Little Green Man", seat(hand="Mind Control Gas"), treasures="Laser, Maser")
    game[0].plays("Mind Control Gas")
    assert game[0].level == 1 and game[0].hand == ["Laser", "Maser"]


@card("Plot Device")
def test_the_plot_device_finds_any_discard() -> None:
    game = star(seat(hand="Plot Device"), seat(), door_discards=["Feline", "Chair"], treasure_discards=["Bobaser", "Laser"])
    aric, _ = game
    aric.plays("Plot Device", way="use it")
    assert len(aric.choices) == 4
    aric.takes("Bobaser")
    assert aric.hand == ["Bobaser"]
    assert not star(seat(hand="Plot Device"), seat(), turn_of=1)[0].decides


@card("Emergency Teleport Tab")
def test_the_tab_saves_instead_of_a_roll_but_not_where_nobody_escapes() -> None:
    game = fights("Creature from the Pink Lagoon", seat(level=5, hand="Emergency Teleport Tab"))
    game.skip_windows()
    game[0].plays("Emergency Teleport Tab")
    game.skip_windows()
    assert game[0].level == 5
    game = fights("Brain in a Jar", seat(level=5, hand="Emergency Teleport Tab"))
    flee(game)
    assert game[0].level == 3


@card("Override Code")
def test_the_code_cancels_a_trap_that_strikes_or_is_in_force() -> None:
    game = star(seat(level=4, hand="Override Code"), seat(), doors=["Trap! Jellifier"])
    game[0].kicks_open_the_door()
    game[0].plays("Override Code")
    assert game[0].level == 4
    game = star(seat(curses="Trap! Body-Swap Beam"), seat(hand="Override Code"), turn_of=1)
    game[1].plays("Override Code", way="use it")
    assert game[0].curses == [] and game[0].strength == 1


@card("Weighted Probability Cube")
def test_the_cube_turns_the_own_die() -> None:
    game = fights("Creature from the Pink Lagoon", seat(level=5, carries="Android", hand="Weighted Probability Cube"), dice=[1])
    game.skip_windows()
    game[0].rolls()
    game[0].plays("Weighted Probability Cube", choosing=6)
    game.skip_windows()
    assert game[0].level == 5


@card("Body-Double Hologram")
def test_the_double_doubles_who_fights_alone() -> None:
    game = fights("O.G.R.E.", seat(level=4, wears="Laser", hand="Body-Double Hologram"), seat(level=2))
    game[0].plays("Body-Double Hologram")
    assert game.strength == (12, 18)
    game = fights("O.G.R.E.", seat(level=4, hand="Body-Double Hologram"), seat(level=2))
    game[0].asks(game[1])
    game[1].accepts()
    assert not game[0].may("play Body-Double Hologram")


@card("Shrink Spray")
def test_the_spray_shrinks_a_monster() -> None:
    game = fights("O.G.R.E.", seat(hand="Shrink Spray"))
    game[0].plays("Shrink Spray")
    assert game.strength == (1, 13) and game.treasures_at_stake == 5


# ------------------------------------------------------------------------------------------------ levels and others


@alike(
    "name",
    [
        ("Monolith",),
        ("Obliterate a Peaceful Planet",),
        ("Pad the Mission Log",),
        ("Salute the Wrong Flag",),
        ("Bribe the Docking Clerk",),
        ("Reboot Everything Twice",),
        ("Blame the Autopilot",),
    ],
)
def test_a_level_for_anybody_but_never_the_winning_one(name: str) -> None:
    game = star(seat(level=9, hand=[name]), seat(level=3), seat(level=8), turn_of=0)
    aric, suzan, _ = game
    aric.does(f"play {name}")
    assert len(aric.choices) == 2, "not for him who would win by it"
    aric.chooses(suzan)
    assert suzan.level == 4 and game.treasures_discarded == [name]


@card("Blame the Autopilot")
def test_the_autopilot_is_not_blamed_by_the_highest() -> None:
    game = star(seat(level=4, hand="Blame the Autopilot"), seat(level=6), seat(level=6))
    game[0].plays("Blame the Autopilot")
    assert game.levels == (5, 6, 6)


@card("Transfer the Sidekick")
def test_a_sidekick_for_a_level() -> None:
    game = star(seat(level=4, carries="Android", hand="Transfer the Sidekick"), seat())
    game[0].plays("Transfer the Sidekick")
    assert game[0].level == 5 and game[0].companions == []
    assert not star(seat(level=4, hand="Transfer the Sidekick"), seat())[0].may("play Transfer the Sidekick")
    assert not star(seat(level=9, carries="Android", hand="Transfer the Sidekick"), seat())[0].may("play Transfer the Sidekick")


@card("Falsified Rank")
def test_a_rank_is_falsified() -> None:
    game = star(seat(level=4, hand="Falsified Rank"), seat(level=3), seat(level=1))
    game[0].plays("Falsified Rank")
    assert game.levels == (5, 2, 1)
    assert not star(seat(level=9, hand="Falsified Rank"), seat(level=3))[0].may("play Falsified Rank")


@card("Feline Intervention")
def test_all_felines_rise_when_it_is_drawn() -> None:
    game = star(seat(level=3), seat(level=4, races="Feline"), seat(level=9, races="Feline"), doors=["Feline Intervention"])
    game[0].kicks_open_the_door()
    assert game.levels == (3, 5, 9) and game.doors_discarded == ["Feline Intervention"]


@card("Cheat!")
def test_cheat_lifts_limits_and_restrictions() -> None:
    aric = star(seat(wears="Vibrosword, Static-Cling Shield", carries="Neuronic Whip", hand="Cheat!"), seat())[0]
    aric.plays("Cheat!", on="Neuronic Whip")
    aric.equips("Neuronic Whip")
    assert aric.strength == 1 + 3 + 2 + 4


@card("Annihilation")
def test_annihilation_of_a_card_just_played_or_of_an_item() -> None:
    game = star(seat(level=4, hand="Monolith"), seat(hand="Annihilation"))
    game[0].plays("Monolith", on=game[0])
    game[1].plays("Annihilation")
    assert game[0].level == 4
    game = star(seat(wears="Laser, Dazer"), seat(hand="Annihilation"), turn_of=1)
    game[1].plays("Annihilation", on=game[0], taking="Dazer")
    assert game[0].wears == ["Laser"]


@card("Equipment Rack")
def test_the_rack_shows_four_treasures_of_which_two_are_kept() -> None:
    game = fights("Fuzzball", seat(level=4), treasures="Equipment Rack, Laser, Maser, Dazer, Raser")
    aric, suzan = game
    game.skip_windows()
    assert game.decision == "ASK_CARD" and aric.hand == ["Laser", "Maser", "Dazer", "Raser"]
    assert suzan.sees(aric) == ["Laser", "Maser", "Dazer", "Raser"], "face up"
    aric.discards("Maser")
    aric.discards("Laser")
    assert aric.hand == ["Dazer", "Raser"] and game.treasures_discarded == ["Equipment Rack", "Maser", "Laser"], "it lies at the bottom"


@card("Equipment Rack", "Cargo Pod")
def test_what_works_when_drawn_is_used_up_and_the_rack_keeps_two_of_the_others() -> None:
    game = fights("Fuzzball", seat(level=4), treasures="Equipment Rack, Laser, Cargo Pod, Vibrosword, Photon Saber, Dumb Gun, Maser, Dazer")
    aric, _ = game
    game.skip_windows()
    assert aric.hand == ["Laser", "Vibrosword", "Photon Saber", "Dumb Gun", "Maser", "Dazer"]
    assert aric.choices == ["lose Laser", "lose Maser", "lose Dazer"]
    aric.chooses("Maser")
    assert aric.hand == ["Laser", "Vibrosword", "Photon Saber", "Dumb Gun", "Dazer"]


@card("Cargo Pod")
@pytest.mark.parametrize("helped", [True, False])
def test_the_pod_brings_three_treasures_as_it_came(helped: bool) -> None:
    seats: tuple[Seat, ...] = (seat(level=4), seat(level=2))
    game = star(*seats, doors=["Fuzzball"], treasures="Cargo Pod, Laser, Maser, Dazer", ask_only_when_losing=False)
    aric, suzan = game
    aric.kicks_open_the_door()
    if helped:
        aric.asks(suzan)
        suzan.accepts()
    game.skip_windows()
    assert aric.hand == ["Laser", "Maser", "Dazer"]
    assert suzan.sees(aric) == (["Laser", "Maser", "Dazer"] if helped else [None] * 3)
