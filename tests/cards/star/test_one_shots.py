"""One-shots, levels and the other Treasures of Star."""

import pytest

from munchkin_env.game.scenario import Seat, seat
from tests.card import alike, card
from tests.cards.star.test_items import GOODS
from tests.star import fights, flee, star

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
    assert len(aric.choices) == 2, "not for the player who would win by it"
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
