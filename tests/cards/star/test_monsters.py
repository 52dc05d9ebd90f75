"""Every monster of Star Munchkin: printed values, against whom it is stronger or weaker, whom it pursues, other effects."""

import pytest

from munchkin_env.game.scenario import Seat, seat, table
from tests.card import alike, card
from tests.star import fights, flee, star

POTIONS = "Big Red Button, 'We Come In Peace' Speech, Canned Supernova"
SPOILS = "Laser, Maser, Dazer, Raser, Bobaser, Shmaser"

PRINTED = [
    ("Janibot", 1, 1, 1, False),
    ("Fuzzball", 1, 1, 1, False),
    ("Chair", 1, 1, 1, False),
    ("Eep", 1, 1, 1, False),
    ("Tiny But Advanced Creatures", 1, 1, 1, False),
    ("Carnivorous Plant", 2, 1, 1, False),
    ("Astro-Muskrat Space Pirate", 2, 1, 1, False),
    ("Computer Virus", 2, 1, 1, False),
    ("Face Hugger", 2, 1, 1, False),
    ("Blob", 2, 1, 1, False),
    ("Bottle Bottle", 4, 2, 1, False),
    ("Little Green Man", 4, 2, 1, False),
    ("Gas Giant", 4, 2, 1, False),
    ("Space Cowboy", 4, 2, 1, False),
    ("Giant Ants", 6, 2, 1, False),
    ("Space Goats", 6, 2, 1, False),
    ("Fanged Fuzzball", 6, 2, 1, False),
    ("Bug-Eyed Monster", 6, 2, 1, False),
    ("Creature from the Pink Lagoon", 8, 2, 1, False),
    ("Thing Man Was Not Meant To Know", 8, 2, 1, False),
    ("Awful Green Thing", 8, 2, 1, False),
    ("Starfish", 8, 2, 1, False),
    ("Space Amazon", 10, 3, 1, False),
    ("Slaughterbot", 10, 3, 1, False),
    ("Grays", 10, 3, 1, False),
    ("Psi Psheriff", 12, 3, 1, False),
    ("Worminator", 12, 3, 1, False),
    ("Captain Quirk", 12, 3, 1, False),
    ("Being of Impure Thought", 14, 4, 1, False),
    ("Space Vampire", 14, 4, 1, True),
    ("Bionic Bimbo", 14, 4, 1, False),
    ("Brain in a Jar", 16, 4, 2, False),
    ("Space Probe", 16, 4, 2, False),
    ("Frank the Tank", 16, 4, 2, False),
    ("Plasmoid", 18, 5, 2, False),
    ("O.G.R.E.", 18, 5, 2, False),
    ("Great Cthulhu", 20, 5, 2, False),
    ("Freeze-Dried Cosmonaut", 4, 2, 1, True),
    ("Ghost in the Airlock", 10, 3, 1, True),
]


@alike("monster, level, treasures, levels, undead", PRINTED)
def test_level_treasures_levels_and_tag_as_printed(monster: str, level: int, treasures: int, levels: int, undead: bool) -> None:
    another = "Space Vampire" if monster != "Space Vampire" else "Ghost in the Airlock"
    game = star(
        seat(
            level=15,
            sex="female" if monster == "Thing Man Was Not Meant To Know" else "male",
            wears="Battle Armor, Bubble Helmet, Symbiotic Partner",
        ),
        seat(hand=[another, "Nova Grenade"]),
        seat(),
        doors=[monster, "Trap! Jellifier"],
        treasures=SPOILS,
        win_level=20,
        dice=[1],
    )
    main, foe, _ = game
    main.kicks_open_the_door()
    if game.decision == "ASK_YES":
        main.says(False)
    rolled = 1 if monster == "Eep" else 0
    assert game.strength == (15 + 4 + 2 + 3, level + rolled)
    assert game.treasures_at_stake == treasures
    while not foe.decides:
        game.apply("pass")
    assert foe.may(f"play {another}") is undead
    game.skip_windows()
    assert main.level == 15 + levels
    assert [card for card in main.hand if card in SPOILS.split(", ")] == SPOILS.split(", ")[:treasures]


# ------------------------------------------------------------------------------------------- stronger and weaker

MALE, FEMALE = seat(sex="male"), seat(sex="female")
AGAINST: list[tuple[str, int, Seat, Seat]] = [
    ("Fuzzball", 2, seat(races="Feline"), seat(races="Mutant")),
    ("Carnivorous Plant", 3, seat(level=2, races="Cyborg"), seat(races="Feline")),
    ("Computer Virus", 4, seat(classes="Gadgeteer"), seat(classes="Trader")),
    ("Computer Virus", 4, seat(classes="Bounty Hunter"), seat(classes="Psychic")),
    ("Face Hugger", -4, seat(races="Mutant"), seat(races="Feline")),
    ("Little Green Man", 5, FEMALE, MALE),
    ("Giant Ants", 5, seat(classes="Psychic"), seat(classes="Trader")),
    ("Fanged Fuzzball", 2, seat(races="Feline"), seat(races="Mutant")),
    ("Bug-Eyed Monster", 5, seat(races="Mutant"), seat(races="Feline")),
    ("Thing Man Was Not Meant To Know", 5, MALE, FEMALE),
    ("Awful Green Thing", 3, seat(classes="Psychic"), seat(classes="Trader")),
    ("Starfish", -5, seat(races="Feline"), seat(races="Mutant")),
    ("Space Amazon", 4, FEMALE, MALE),
    ("Space Amazon", 6, seat(sex="female", races="Feline"), seat(sex="male", races="Feline")),
    ("Psi Psheriff", -5, seat(classes="Psychic"), seat(classes="Trader")),
    ("Worminator", -4, seat(races="Mutant"), seat(races="Feline")),
    ("Frank the Tank", 5, seat(classes="Gadgeteer"), seat(classes="Trader")),
    ("O.G.R.E.", 4, seat(level=2, races="Cyborg"), seat(races="Feline")),
    ("Freeze-Dried Cosmonaut", 3, seat(classes="Gadgeteer"), seat(classes="Trader")),
]


@alike("monster, more, against, not_against", AGAINST)
def test_stronger_or_weaker_against_some(monster: str, more: int, against: Seat, not_against: Seat) -> None:
    level = {name: level for name, level, *_ in PRINTED}[monster]
    for who, strength in ((against, level + more), (not_against, level)):
        game = fights(monster, who)
        if game.decision == "ASK_YES":
            game[0].says(False)
        assert game.strength[1] == strength


@card("Being of Impure Thought", "Trap! Body-Swap Beam")
def test_the_being_of_impure_thought_is_stronger_against_who_changed_sex() -> None:
    for trap, strength in (("", 14), ("Trap! Body-Swap Beam", 19)):
        game = star(seat(curses=trap), seat(), doors=["Being of Impure Thought"])
        game[0].kicks_open_the_door()
        assert game.strength[1] == strength


@card("Slaughterbot")
def test_the_slaughterbot_has_a_treasure_more_against_gadgeteers_once() -> None:
    assert fights("Slaughterbot", seat(classes="Trader")).treasures_at_stake == 3
    game = fights(
        "Slaughterbot", seat(level=9, classes="Gadgeteer"), seat(level=9, classes="Gadgeteer"), win_level=20, ask_only_when_losing=False
    )
    assert game.strength[1] == 10 and game.treasures_at_stake == 4
    game[0].asks(game[1])
    game[1].accepts()
    assert game.treasures_at_stake == 4


# --------------------------------------------------------------------------------------------------------- flight


@alike(
    "monster, who, free",
    [
        ("Chair", seat(classes="Psychic", level=1), True),
        ("Chair", seat(classes="Trader", level=1), False),
        ("Bug-Eyed Monster", seat(races="Cyborg", level=2), True),
        ("Bug-Eyed Monster", seat(races="Feline", level=2), False),
        ("Brain in a Jar", seat(level=3), True),
        ("Space Probe", seat(level=3), True),
        ("Space Probe", seat(level=6), False),
    ],
)
def test_whom_it_pursues(monster: str, who: Seat, free: bool) -> None:
    game = star(who, seat(hand="Last of Its Kind"), doors=[monster], dice=[6])
    game[0].kicks_open_the_door()
    while not game.waits_for(game[1]):
        game.apply("pass")
    game[1].plays("Last of Its Kind")
    flee(game)
    assert ("ROLLS" in game.happened) is not free and "ESCAPES" in game.happened


@alike("monster, more", [("Blob", 1), ("Awful Green Thing", -1), ("Ghost in the Airlock", -1)])
@pytest.mark.parametrize("short", [0, 1])
def test_how_well_one_runs_from_it(monster: str, more: int, short: int) -> None:
    game = star(seat(), seat(hand="Last of Its Kind"), doors=[monster], dice=[5 - more - short])
    game[0].kicks_open_the_door()
    game[0].passes()
    game[1].plays("Last of Its Kind")
    flee(game)
    assert ("ESCAPES" in game.happened) is not short


@card("Brain in a Jar")
def test_nobody_above_level_three_escapes_the_brain() -> None:
    game = fights("Brain in a Jar", seat(level=4, classes="Trader", hand="Emergency Teleport Tab"), dice=[6])
    flee(game)
    assert "CAUGHT" in game.happened and game[0].level == 2 and game[0].classes == []


@card("Space Probe")
def test_the_probe_takes_two_levels_of_losers_above_level_three() -> None:
    for level, left in ((4, 2), (3, 3)):
        game = fights("Space Probe", seat(level=level), dice=[6])
        flee(game)
        assert game[0].level == left


# ------------------------------------------------------------------------------------------------- before the fight


@card("Janibot")
def test_a_gadgeteer_kills_the_janibot_also_as_a_helper() -> None:
    game = fights("Janibot", seat(classes="Gadgeteer"), treasures="Laser")
    assert game[0].level == 2 and game[0].hand == ["Laser"]
    game = fights("Janibot", seat(), seat(classes="Gadgeteer"), treasures="Laser")
    game[0].asks(game[1])
    game[1].accepts()
    game.skip_windows()
    assert game.levels == (2, 1) and game[0].hand == ["Laser"]


@card("Grays")
def test_the_grays_flee_from_a_cyborg_and_leave_their_treasure() -> None:
    game = fights("Grays", seat(races="Cyborg", level=2), treasures="Laser, Maser, Dazer")
    assert game[0].level == 2 and game[0].hand == ["Laser", "Maser", "Dazer"] and "KILLS" not in game.happened


@card("Eep")
@pytest.mark.parametrize("die", [1, 6])
def test_the_player_on_the_left_rolls_for_eep(die: int) -> None:
    game = fights("Eep", seat(), seat(), dice=[die])
    assert game.strength == (1, 1 + die)


@card("Tiny But Advanced Creatures")
@pytest.mark.parametrize("pays", [True, False])
def test_the_tiny_creatures_go_for_an_item_in_play(pays: bool) -> None:
    game = star(seat(wears="Laser", hand="Dazer"), seat(hand="Nova Grenade"), doors=["Tiny But Advanced Creatures"])
    aric, _ = game
    aric.kicks_open_the_door()
    assert game.decision == "ASK_YES"
    aric.says(pays)
    assert (aric.wears, game.fighting, aric.level) == (([], False, 1) if pays else (["Laser"], True, 1))
    game = fights("Tiny But Advanced Creatures", seat(hand="Dazer"))
    assert game.fighting and game.decision == "FIGHT_WINDOW", "who has none in play is not asked"


@alike(
    "monster, who, doors, treasures, level",
    [
        ("Astro-Muskrat Space Pirate", seat(classes="Bounty Hunter"), 0, 0, 1),
        ("Creature from the Pink Lagoon", seat(races="Feline"), 1, 1, 1),
        ("Thing Man Was Not Meant To Know", seat(sex="female"), 0, 0, 2),
        ("Psi Psheriff", seat(classes="Psychic"), 1, 0, 1),
    ],
)
@pytest.mark.parametrize("declines", [True, False])
def test_who_need_not_fight_it(monster: str, who: Seat, doors: int, treasures: int, level: int, declines: bool) -> None:
    game = star(who, seat(), doors=[monster, "Fuzzball"], treasures="Laser")
    aric, _ = game
    aric.kicks_open_the_door()
    assert game.decision == "ASK_YES"
    aric.says(declines)
    if declines:
        assert not game.fighting and aric.level == level
        assert aric.hand == ["Fuzzball"] * doors + ["Laser"] * treasures
    else:
        assert game.fighting and aric.hand == []
    other = star(seat(sex="male", classes="Trader", races="Mutant"), seat(), doors=[monster])
    other[0].kicks_open_the_door()
    assert other.decision != "ASK_YES" and other.fighting


@card("Bionic Bimbo")
@pytest.mark.parametrize("where", ["hand", "wears"])
def test_the_bimbo_is_bought_off_with_footgear(where: str) -> None:
    game = star(seat(**{where: "Rocket Boots"}), seat(), doors=["Bionic Bimbo"], treasures="Laser, Maser, Dazer")  # type: ignore[arg-type]
    aric, _ = game
    aric.kicks_open_the_door()
    aric.says(True)
    assert aric.hand == ["Laser", "Maser", "Dazer"] and aric.level == 1 and aric.wears == [] and not game.fighting


@card("Gas Giant")
def test_the_gas_giant_costs_a_trader_an_item_that_their_right_neighbor_names() -> None:
    game = star(seat(classes="Trader", wears="Laser, Energy Armor"), seat(), seat(), doors=["Gas Giant"])
    aric, _, right = game
    aric.kicks_open_the_door()
    right.takes("Energy Armor")
    assert aric.wears == ["Laser"] and game.fighting
    game = fights("Gas Giant", seat(), seat(classes="Trader", carries="Maser"))
    game[0].asks(game[1])
    game[1].accepts()
    assert game[1].table == ["Trader"], "a helper, too"
    assert fights("Gas Giant", seat(classes="Psychic", carries="Maser"))[0].carries == ["Maser"]


@card("Space Goats")
def test_the_space_goats_eat_two_hand_cards_first() -> None:
    game = star(seat(hand="Chair, Fuzzball, Laser"), seat(), doors=["Space Goats"])
    aric, _ = game
    aric.kicks_open_the_door()
    aric.discards("Chair")
    aric.discards("Laser")
    assert aric.hand == ["Fuzzball"] and game.strength == (1, 6)


# -------------------------------------------------------------------------------------------------- in the fight


@card("Space Cowboy")
def test_fighters_discard_for_two_each_against_the_space_cowboy() -> None:
    game = fights("Space Cowboy", seat(hand="Chair"), seat(carries="Laser"), seat(hand="Fuzzball, Nova Grenade"))
    aric, suzan, otto = game
    aric.uses("Space Cowboy", paying="Chair")
    assert game.strength == (3, 4)
    aric.asks(suzan)
    suzan.accepts()
    suzan.uses("Space Cowboy", paying="Laser")
    assert game.strength == (1 + 1 + 4, 4)
    assert otto.decides and not otto.may("use Space Cowboy")


@card("Space Vampire")
def test_others_discard_to_strengthen_the_space_vampire() -> None:
    game = fights("Space Vampire", seat(hand="Chair"), seat(hand="Fuzzball, Blob"))
    aric, suzan = game
    assert not aric.may("use Space Vampire")
    aric.passes()
    suzan.uses("Space Vampire", paying="Fuzzball")
    suzan.uses("Space Vampire", paying="Blob")
    assert game.strength == (1, 18)


@card("Plasmoid", "Canned Supernova")
def test_fire_does_nothing_to_the_plasmoid() -> None:
    game = fights("Plasmoid", seat(wears="Laser, Energy Armor", hand="Canned Supernova, Big Red Button"), seat(hand="Mind Control Gas"))
    aric, _ = game
    assert game.strength == (1 + 2, 18)
    aric.plays("Canned Supernova", on="munchkins")
    aric.plays("Big Red Button", on="munchkins")
    assert game.strength == (3 + 5, 18), "nor does fire that is thrown"


@card("Plasmoid", "Wandering Monster")
def test_fire_does_nothing_as_long_as_the_plasmoid_is_there() -> None:
    game = fights("Blob", seat(hand="Canned Supernova"), seat(hand="Wandering Monster, Plasmoid, Mind Control Gas, Nova Grenade"))
    aric, suzan = game
    aric.plays("Canned Supernova", on="munchkins")
    assert game.strength == (6, 2)
    suzan.plays("Wandering Monster", bringing="Plasmoid")
    assert game.strength == (1, 20)
    suzan.plays("Mind Control Gas", on="Plasmoid")
    assert game.strength == (6, 2)


@card("Plasmoid")
def test_bounty_hunters_who_kill_the_plasmoid_get_a_treasure_more_each() -> None:
    game = star(
        seat(level=15, classes="Bounty Hunter"),
        seat(level=15, classes="Bounty Hunter"),
        doors=["Plasmoid", "Fuzzball"],
        treasures=SPOILS + ", Vibrosword",
        win_level=20,
    )
    aric, suzan = game
    aric.kicks_open_the_door()
    aric.asks(suzan)
    suzan.accepts()
    game.skip_windows()
    assert len(aric.hand) == 5 + 1 and len(suzan.hand) == 1 + 1, "the helper draws a Door, too"


@card("Great Cthulhu")
def test_sidekicks_do_not_count_against_great_cthulhu() -> None:
    assert fights("Great Cthulhu", seat(carries="Loud Hairy Alien")).strength == (1, 20)


@card("Starfish", "Captain Quirk")
@pytest.mark.parametrize(
    ("monster", "who", "other"),
    [("Starfish", {"races": "Feline"}, {"races": "Mutant"}), ("Captain Quirk", {"sex": "female"}, {"sex": "male"})],
)
def test_some_rise_a_level_more_for_the_kill_and_may_win_by_it(monster: str, who: dict[str, str], other: dict[str, str]) -> None:
    game = star(seat(level=12, **other), seat(level=12, **who), doors=[monster], win_level=20)  # type: ignore[arg-type]
    game[0].kicks_open_the_door()
    if game.decision == "FIGHT_WINDOW" and game.strength[0] <= game.strength[1]:
        game[0].asks(game[1])
        game[1].accepts()
    game.skip_windows()
    helped = "HELPS" in game.happened or game[1].level == 13
    assert game[0].level == 13 and (game[1].level == 13) is helped
    alone = star(seat(level=18, **who), seat(), doors=[monster], win_level=20)  # type: ignore[arg-type]
    alone[0].kicks_open_the_door()
    alone.skip_windows()
    assert alone.over and alone.winners == (alone[0],)


@card("Bottle Bottle")
def test_bottle_bottle_brings_a_door() -> None:
    game = star(seat(level=5), seat(), doors=["Bottle Bottle", "Fuzzball"], treasures="Laser, Maser")
    game[0].kicks_open_the_door()
    game.skip_windows()
    assert sorted(game[0].hand) == ["Fuzzball", "Laser", "Maser"]


def test_the_table_of_two_sets_knows_both() -> None:
    """Monsters of both boxes behind one door."""
    assert table(seat(), seat(), sets=["deluxe", "star"], doors=["Fuzzball", "Bullrog"]).doors_left == 94 + 95
