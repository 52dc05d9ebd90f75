"""Disputes at a Star table: two or three cards and moments meet, and the sheet has to decide."""

import pytest

from munchkin_env.game.scenario import seat
from tests.flight import flee
from tests.play import pass_until, turn_to
from tests.rule import rule
from tests.star import fights, star

# ---------------------------------------------------------------------------------------------- Complex Items, hands, lasers


@rule("COMPLEX-02", "GUAL-03")
def test_whoever_transfers_the_whiz_kid_in_a_fight_turns_a_complex_item_sideways() -> None:
    game = fights(
        "Space Amazon",
        seat(level=4, carries="Whiz Kid", wears="Battle Armor, Remote for Everything", hand="Transfer the Sidekick, Nova Grenade"),
    )
    aric, _ = game
    aric.plays("Transfer the Sidekick")
    aric.chooses("Remote for Everything")
    assert game.strength == (5 + 4, 10) and not aric.may("equip Remote for Everything")


@rule("COMPLEX-02", "TIME-04", "TIME-03")
@pytest.mark.parametrize("card", ["Whiz Kid", "Gadgeteer", "Cheat!"])
def test_off_turn_only_a_sidekick_puts_complex_items_right(card: str) -> None:
    game = star(
        seat(classes="Gadgeteer", wears="Battle Armor, Remote for Everything", hand=card),
        seat(hand="Trap! Career Change Notice"),
        turn_of=1,
    )
    aric, suzan = game
    suzan.plays("Trap! Career Change Notice", on=aric)
    assert aric.may(f"play {card}") is (card == "Whiz Kid")


@rule("COMPLEX-02", "LASER-03")
@pytest.mark.parametrize(
    ("sideways", "strength"),
    [(["Battle Armor"], 1 + 2 + 4 + 6), (["Shmaser", "Bananafanafofaser"], 1 + 2 + 4), (["Bananafanafofaser", "Battle Armor"], 1 + 2 + 4)],
)
def test_who_is_no_gadgeteer_any_more_keeps_two_complex_lasers_or_the_armor(sideways: list[str], strength: int) -> None:
    game = star(
        seat(classes="Gadgeteer", wears="Shmaser, Bananafanafofaser, Laser, Battle Armor"),
        seat(hand="Trap! Career Change Notice"),
        turn_of=1,
    )
    aric, suzan = game
    suzan.plays("Trap! Career Change Notice", on=aric)
    aric.chooses(*sideways)
    assert aric.strength == strength


@rule("SIDE-01", "SIDE-02", "ITEM-09")
def test_with_the_robot_that_held_the_handy_foot_a_hand_is_gone() -> None:
    game = star(seat(level=4, wears="Laser", carries="Faithful Robot, Handy Foot, Vibrosword", hand="Android"), seat(), doors=["O.G.R.E."])
    aric, _ = game
    aric.loads("Faithful Robot", "Handy Foot")
    aric.equips("Vibrosword")
    aric.kicks_open_the_door()
    aric.plays("Android")
    aric.chooses("Vibrosword")
    assert game.strength == (4 + 2 + 2, 18) and "Handy Foot" in game.treasures_discarded


@rule("ITEM-09", "COMBAT-17")
def test_the_foot_given_to_the_bimbo_was_a_hand() -> None:
    game = star(
        seat(wears="Handy Foot, Laser, Vibrosword"), seat(), doors=["Bionic Bimbo"], treasures="Sneeze Capsule, Nova Grenade, Monolith"
    )
    aric, _ = game
    aric.kicks_open_the_door()
    aric.says(True)
    assert aric.choices == ["turn Laser sideways", "turn Vibrosword sideways"]
    aric.chooses("Laser")
    assert len(aric.hand) == 3 and not game.fighting


@rule("ITEM-05", "ORIG-02")
def test_a_saber_sleeps_while_its_owner_is_no_human() -> None:
    game = fights("O.G.R.E.", seat(level=3, wears="Photon Saber", hand="Mutant"), seat(hand="Trap! Chemical Vat"))
    aric, suzan = game
    aric.plays("Mutant")
    assert game.strength == (3, 18)
    turn_to(suzan)
    suzan.plays("Trap! Chemical Vat", on=aric)
    assert game.strength == (3 + 2, 18)


# ------------------------------------------------------------------------------------------------------ Classes, Races, sex


@rule("ORIG-08", "ORIG-09", "COMBAT-12")
def test_a_super_gadgeteer_who_turns_psychic_too_meets_a_stronger_tank_until_a_career_ends() -> None:
    game = fights(
        "Frank the Tank",
        seat(level=5, classes="Gadgeteer", duals="Super Munchkin", hand="Psychic, Nova Grenade"),
        seat(hand="Trap! Career Change Notice"),
    )
    aric, suzan = game
    assert game.strength == (5, 16)
    aric.plays("Psychic")
    assert game.strength == (5 + 2, 16 + 5)
    turn_to(suzan)
    suzan.plays("Trap! Career Change Notice", on=aric)
    aric.chooses("Psychic")
    assert game.strength == (5, 16)


@rule("ORIG-08", "MON-12")
@pytest.mark.parametrize("duals", ["", "Super Munchkin"])
def test_a_super_gadgeteer_does_not_lose_the_treasure_that_the_slaughterbot_has_for_gadgeteers(duals: str) -> None:
    assert fights("Slaughterbot", seat(level=9, classes="Gadgeteer", duals=duals, hand="Monolith")).treasures_at_stake == 3 + 1


@rule("CURSE-03", "HELP-14", "COMBAT-12")
def test_a_swapped_helper_pleases_the_green_man_and_angers_the_impure() -> None:
    game = fights(
        "Little Green Man",
        seat(level=5),
        seat(level=6, sex="female"),
        seat(hand="Trap! Body-Swap Beam, Wandering Monster, Being of Impure Thought"),
    )
    aric, suzan, otto = game
    turn_to(otto)
    otto.plays("Wandering Monster")
    turn_to(aric)
    aric.asks(suzan)
    suzan.accepts()
    assert game.strength == (5 + 6, 4 + 5 + 14)
    turn_to(otto)
    otto.plays("Trap! Body-Swap Beam", on=suzan)
    assert game.strength == (5 + 6 - 5, 4 + 14 + 5)


@rule("INTER-04", "WIN-01", "COMBAT-18")
def test_a_man_traps_themselves_to_win_by_two_levels() -> None:
    game = fights("Captain Quirk", seat(level=8, wears="Vibrosword, Battle Armor", hand="Trap! Body-Swap Beam, Big Red Button"))
    aric, _ = game
    aric.plays("Trap! Body-Swap Beam", on=aric)
    aric.plays("Big Red Button", on="munchkins")
    game.skip_windows()
    assert game.winners == (aric,)


@rule("COMBAT-17", "CURSE-03")
def test_a_trap_for_oneself_lets_one_pass_the_thing_and_waits_for_the_next_combat() -> None:
    game = star(seat(level=3, hand="Trap! Body-Swap Beam"), seat(), doors=["Thing Man Was Not Meant To Know"])
    aric, _ = game
    aric.plays("Trap! Body-Swap Beam", on=aric)
    aric.kicks_open_the_door()
    aric.says(True)
    assert aric.level == 4 and aric.curses == ["Trap! Body-Swap Beam"]


@rule("LEVEL-03", "MON-04", "MON-11")
def test_below_zero_a_clone_turns_a_lost_fight_into_two_levels() -> None:
    game = fights("Blob", seat(curses="Trap! Body-Swap Beam"), seat(hand="Miniaturized, ... And Its Clone"))
    aric, suzan = game
    turn_to(suzan)
    suzan.plays("Miniaturized")
    assert game.strength == (1 - 5, 2 - 5)
    suzan.plays("... And Its Clone")
    game.skip_windows()
    assert aric.level == 1 + 2 and len(aric.hand) == 1 + 1


@rule("COMBAT-12", "COMBAT-08")
def test_what_was_paid_against_the_cowboy_stays_when_they_are_gone() -> None:
    game = fights(
        "Space Cowboy",
        seat(level=2, hand="Laser"),
        seat(level=2, wears="First Aid Kit"),
        seat(hand="Wandering Monster, O.G.R.E., Mind Control Gas, Monolith"),
    )
    aric, suzan, otto = game
    turn_to(otto)
    otto.plays("Wandering Monster", bringing="O.G.R.E.")
    turn_to(aric)
    aric.asks(suzan)
    suzan.accepts()
    turn_to(aric)
    aric.uses("Space Cowboy", paying="Laser")
    turn_to(suzan)
    suzan.uses("Space Cowboy", paying="First Aid Kit")
    turn_to(otto)
    otto.plays("Mind Control Gas", on="Space Cowboy")
    assert game.strength == (2 + 2 + 2 + 2, 18) and not aric.may("use Space Cowboy")


# -------------------------------------------------------------------------------------------------- cards against cards


@rule("TIME-09", "CURSE-06")
def test_an_annihilated_override_code_lets_the_trap_strike() -> None:
    game = star(seat(level=5, hand="Override Code"), seat(hand="Annihilation, Trap! Jellifier"), turn_of=1)
    aric, suzan = game
    suzan.plays("Trap! Jellifier", on=aric)
    aric.plays("Override Code")
    suzan.plays("Annihilation")
    assert aric.level == 4 and aric.hand == suzan.hand == []


@rule("TIME-09", "SIDE-01", "ORIG-06")
@pytest.mark.parametrize("card", ["Loud Hairy Alien", "Psychic"])
def test_what_was_to_make_room_for_an_annihilated_card_stays(card: str) -> None:
    game = star(seat(level=5, classes="Trader", carries="Android, Red Shirt", hand=card), seat(hand="Annihilation"))
    aric, suzan = game
    aric.does(f"play {card}")
    if aric.decides:
        aric.chooses("Android")
    suzan.plays("Annihilation")
    assert aric.table == ["Trader", "Android", "Red Shirt"] and aric.level == 5 and aric.hand == []


@rule("TIME-09", "RUN-08")
def test_an_annihilated_cube_leaves_the_die_as_it_fell() -> None:
    game = fights("Ghost in the Airlock", seat(level=4, hand="Weighted Probability Cube"), seat(hand="Annihilation"), dice=[1])
    aric, suzan = game
    pass_until(game, "play Weighted Probability Cube")
    aric.plays("Weighted Probability Cube")
    suzan.plays("Annihilation")
    assert aric.level == 3 and "CAUGHT" in game.happened


@rule("TIME-09", "RUN-08")
def test_whose_teleport_tab_is_annihilated_has_to_roll() -> None:
    game = fights("O.G.R.E.", seat(level=4, hand="Emergency Teleport Tab"), seat(hand="Annihilation"), dice=[1])
    aric, suzan = game
    pass_until(game, "play Emergency Teleport Tab")
    aric.plays("Emergency Teleport Tab")
    suzan.plays("Annihilation")
    assert "DIES" in game.happened


# -------------------------------------------------------------------------------------- helpers, what they pay and what they get


@rule("CURSE-11", "HELP-16", "MON-14")
def test_main_names_what_the_gas_giant_takes_from_the_trader_on_the_left() -> None:
    game = fights("Gas Giant", seat(), seat(level=3, classes="Trader", wears="Vibrosword, Bubble Helmet"), seat())
    aric, suzan, _ = game
    aric.asks(suzan)
    suzan.accepts()
    aric.chooses("Vibrosword")
    assert suzan.wears == ["Bubble Helmet"] and game.strength == (1 + 3 + 2, 4)


@rule("HELP-06", "HELP-22", "MON-04", "MON-12")
def test_a_cloned_bottle_brings_two_doors_and_the_bounty_hunter_who_helped_draws_one() -> None:
    game = fights("Bottle Bottle", seat(level=5), seat(level=8, classes="Bounty Hunter"), seat(hand="... And Its Clone"))
    aric, suzan, otto = game
    turn_to(otto)
    otto.plays("... And Its Clone")
    turn_to(aric)
    aric.asks(suzan, treasures=1, picks_first="helper")
    suzan.accepts()
    game.skip_windows()
    suzan.picks(game.pool[0])
    game.skip_windows()
    assert (len(aric.hand), len(suzan.hand)) == (3 + 2, 1 + 1) and game.levels == (7, 8, 1)


@rule("DECKS-06", "HELP-06")
def test_the_one_treasure_of_a_helper_is_a_cargo_pod() -> None:
    game = star(seat(level=3), seat(level=3), doors=["Bottle Bottle"], treasures="Laser, Cargo Pod, Sneeze Capsule, Maser, Monolith")
    aric, suzan = game
    aric.kicks_open_the_door()
    aric.asks(suzan, treasures=1, picks_first="helper")
    suzan.accepts()
    suzan.picks("Cargo Pod")
    assert sorted(suzan.hand) == ["Maser", "Monolith", "Sneeze Capsule"] and "Laser" in aric.hand


@rule("DECKS-06", "ORIG-11")
def test_a_trader_buys_a_pod_that_was_used_up() -> None:
    game = star(seat(classes="Trader", hand="Laser"), seat(), treasure_discards=["Cargo Pod"], treasures="Sneeze Capsule, Maser, Monolith")
    aric, _ = game
    aric.uses("Trader", paying="Laser")
    assert sorted(aric.hand) == ["Maser", "Monolith", "Sneeze Capsule"] and game.treasures_discarded == ["Laser", "Cargo Pod"]


@rule("HELP-07", "GUAL-02")
def test_a_promised_level_lapses_when_the_helper_has_risen_to_nine() -> None:
    game = fights("Space Amazon", seat(level=3, hand="Monolith"), seat(level=8, hand="Obliterate a Peaceful Planet"))
    aric, suzan = game
    aric.asks(suzan, card="Monolith")
    suzan.accepts()
    turn_to(suzan)
    suzan.plays("Obliterate a Peaceful Planet", on=suzan)
    game.skip_windows()
    assert game.levels == (4, 9) and "Monolith" in aric.hand


@rule("TIME-08", "ORIG-11", "TIME-12")
def test_a_mutant_recycles_beside_the_fight_of_another_and_plays_what_came() -> None:
    game = star(seat(level=5), seat(races="Mutant", hand="Feline, Psychic"), doors=["Blob", "Radioactive"])
    aric, suzan = game
    aric.kicks_open_the_door()
    turn_to(suzan)
    suzan.uses("Mutant", "recycle", paying="Feline")
    suzan.plays("Radioactive")
    assert game.strength == (5, 2 + 5)


@rule("LOOT-01", "ORIG-11")
def test_a_contract_signed_before_the_door_is_fought_in_the_room() -> None:
    game = star(seat(level=3, classes="Bounty Hunter", hand="Feline"), seat(), door_discards=["Blob"], doors=["Psychic"])
    aric, _ = game
    aric.uses("Bounty Hunter", paying="Feline")
    aric.kicks_open_the_door()
    aric.keeps_it()
    aric.looks_for_trouble("Blob")
    assert game.monsters == ["Blob"]


@rule("DECKS-06", "CONF-05", "MON-12")
def test_the_door_of_a_bottle_lifts_all_felines_but_the_one_it_would_make_the_winner() -> None:
    game = star(
        seat(level=8, races="Feline"),
        seat(level=8, races="Feline"),
        seat(level=3, races="Feline"),
        doors=["Bottle Bottle", "Feline Intervention"],
    )
    game[0].kicks_open_the_door()
    game.skip_windows()
    assert game.levels == (9, 9, 4) and not game.over


@rule("COMBAT-05", "SIDE-03", "SHOT-04")
def test_red_shirts_of_both_fighters_roll_though_nothing_was_killed_and_a_cube_saves_one() -> None:
    game = fights(
        "Space Amazon",
        seat(level=4, carries="Red Shirt", hand="Weighted Probability Cube"),
        seat(level=3, carries="Red Shirt"),
        seat(hand="Mind Control Gas"),
        dice=[1, 1],
    )
    aric, suzan, otto = game
    aric.asks(suzan)
    suzan.accepts()
    turn_to(otto)
    otto.plays("Mind Control Gas")
    pass_until(game, "play Weighted Probability Cube")
    aric.plays("Weighted Probability Cube", choosing=6)
    game.skip_windows()
    assert aric.companions == ["Red Shirt"] and suzan.companions == []


# ---------------------------------------------------------------------------------------------------------- the flight


@rule("SIDE-04", "SIDE-05", "RUN-04")
def test_a_trader_caught_by_the_ants_keeps_one_sidekick_to_sacrifice() -> None:
    game = fights("Giant Ants", seat(classes="Trader", carries="Android, Red Shirt"), seat(hand="Wandering Monster, O.G.R.E."), dice=[1])
    aric, suzan = game
    turn_to(suzan)
    suzan.plays("Wandering Monster")
    game.skip_windows()
    aric.runs_from("Giant Ants")
    aric.rolls()
    aric.chooses("Red Shirt")
    aric.uses("Android")
    game.skip_windows()
    assert not aric.dead and aric.companions == aric.classes == []


@rule("RUN-04", "RUN-11")
@pytest.mark.parametrize(("first", "caught"), [("Chair", 1), ("Giant Ants", 2)])
def test_a_psychic_passes_the_chair_only_before_the_ants(first: str, caught: int) -> None:
    game = fights("Giant Ants", seat(classes="Psychic", hand="Laser"), seat(hand="Wandering Monster, Chair"), dice=[1, 1])
    aric, suzan = game
    turn_to(suzan)
    suzan.plays("Wandering Monster")
    game.skip_windows()
    aric.runs_from(first)
    flee(game)
    assert game.happened.count("CAUGHT") == caught


@rule("RUN-11", "INTER-04", "GUAL-01")
def test_the_brain_catches_whom_a_rival_lifts_and_not_who_falls_into_a_trap() -> None:
    game = fights("Brain in a Jar", seat(level=4, classes="Trader", hand="Trap! Jellifier"))
    aric, _ = game
    aric.passes()
    turn_to(aric)
    aric.plays("Trap! Jellifier", on=aric)
    flee(game)
    assert aric.level == 3 and aric.classes == ["Trader"]
    game = fights("Brain in a Jar", seat(level=3, classes="Trader"), seat(hand="Monolith"))
    aric, suzan = game
    turn_to(suzan)
    suzan.passes()
    turn_to(suzan)
    suzan.plays("Monolith", on=aric)
    flee(game)
    aric.does("be caught")
    assert aric.level == 2 and aric.classes == []


@rule("DEATH-08", "RUN-05")
def test_main_who_escaped_cthulhu_and_died_does_not_rise_when_the_helper_is_caught() -> None:
    game = fights("Great Cthulhu", seat(level=5), seat(level=5), seat(level=2, hand="Wandering Monster, O.G.R.E."), dice=[6, 1, 1])
    aric, suzan, otto = game
    aric.asks(suzan)
    suzan.accepts()
    turn_to(otto)
    otto.plays("Wandering Monster")
    game.skip_windows()
    aric.runs_from("Great Cthulhu")
    flee(game)
    suzan.runs_from("Great Cthulhu")
    assert game.happened.count("DIES") == 2 and game.levels == (5, 5, 3)


@rule("ORIG-11", "DEATH-01", "RUN-04")
def test_a_cyborg_is_rebuilt_once_for_each_monster_and_cthulhu_has_caught_one_all_the_same() -> None:
    game = fights("Great Cthulhu", seat(level=7, races="Cyborg"), seat(level=3, hand="Wandering Monster, O.G.R.E."), dice=[1, 1])
    aric, suzan = game
    turn_to(suzan)
    suzan.plays("Wandering Monster")
    game.skip_windows()
    aric.runs_from("Great Cthulhu")
    flee(game)
    aric.says(True)
    flee(game)
    aric.says(True)
    game.skip_windows()
    assert game.levels == (3, 4) and "DIES" not in game.happened


@rule("SIDE-05", "RUN-05")
def test_main_caught_once_sacrifices_before_the_second_and_frees_the_helper_of_both() -> None:
    game = fights(
        "Ghost in the Airlock", seat(level=3, carries="Red Shirt"), seat(level=3), seat(hand="Wandering Monster, O.G.R.E."), dice=[1]
    )
    aric, suzan, otto = game
    aric.asks(suzan)
    suzan.accepts()
    turn_to(otto)
    otto.plays("Wandering Monster")
    game.skip_windows()
    aric.runs_from("Ghost in the Airlock")
    aric.rolls()
    aric.uses("Red Shirt")
    aric.says(True)
    game.skip_windows()
    assert game.levels == (2, 3, 1) and game.happened.count("ROLLS") == 1


@rule("RUN-05", "RUN-08")
def test_a_field_that_freezes_the_munchkins_comes_too_late_for_main_and_not_for_the_helper() -> None:
    game = fights("Ghost in the Airlock", seat(level=3), seat(level=3), seat(hand="Stasis Field"), dice=[6])
    aric, suzan, otto = game
    aric.asks(suzan)
    suzan.accepts()
    while "ESCAPES" not in game.happened or not otto.decides:
        game.apply("pass" if "pass" in game.legal_texts else "roll to run away")
    otto.plays("Stasis Field", choosing=1)
    flee(game)
    assert game.levels == (3, 2, 1)
