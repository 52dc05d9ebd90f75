"""A card meets a rule, or a card of another set: disputes of Star and Harry Potter players, alone and with Deluxe."""

from typing import Any

import pytest

from munchkin_env.game import scenario
from munchkin_env.game.scenario import Seat, Table, seat
from tests.potter import table as potter
from tests.rule import rule
from tests.star import caught, fights, flee, star


def mixed(*seats: Seat, sets: str = "deluxe, star", **position: Any) -> Table:
    return scenario.table(*seats, sets=sets.split(", "), **position)


def wait_for(game: Table, player: int) -> None:
    while not game.waits_for(game[player]):
        game.apply("pass")


# ------------------------------------------------------------------------------- what one gets for not having to fight


@rule("CONF-04", "COMBAT-10", "MON-07")
@pytest.mark.parametrize(
    ("main", "monster"),
    [
        (seat(races="Feline"), "Creature from the Pink Lagoon"),
        (seat(sex="female"), "Thing Man Was Not Meant To Know"),
        (seat(classes="Psychic"), "Psi Psheriff"),
        (seat(carries="Rocket Boots"), "Bionic Bimbo"),
    ],
)
def test_who_gets_rid_of_one_monster_and_runs_from_the_other_gets_nothing(main: Seat, monster: str) -> None:
    game = fights("Space Amazon", main, seat(hand=["Wandering Monster", monster]), dice=[6])
    aric, suzan = game
    aric.passes()
    suzan.plays("Wandering Monster", bringing=monster)
    aric.says(True)
    assert game.monsters == ["Space Amazon"] and aric.hand == [] and aric.level == 1, "no rewards in the middle of a fight"
    flee(game)
    assert "ESCAPES" in game.happened and aric.hand == [] and aric.level == 1


@rule("CONF-04", "COMBAT-10", "REW-04")
def test_who_beats_the_other_gets_what_the_one_left() -> None:
    game = star(
        seat(level=8, races="Feline"),
        seat(hand="Wandering Monster, Creature from the Pink Lagoon"),
        doors=["Fuzzball", "Chair"],
        treasures="Laser, Maser",
    )
    aric, suzan = game
    aric.kicks_open_the_door()
    wait_for(game, 1)
    suzan.plays("Wandering Monster", bringing="Creature from the Pink Lagoon")
    aric.says(True)
    assert aric.hand == []
    game.skip_windows()
    assert aric.level == 9 and aric.hand == ["Laser", "Chair", "Maser"], "last the Door and the Treasure that the other one left"


@rule("CONF-04", "COMBAT-10", "MON-14")
@pytest.mark.parametrize(("level", "hand"), [(1, []), (9, ["Huge Rock", "Leather Armor", "Spiky Knees"])])
def test_the_amazon_leaves_a_woman_her_treasure_when_the_fight_is_won(level: int, hand: list[str]) -> None:
    game = mixed(
        seat(level=1),
        seat(level=level, sex="female"),
        seat(hand="Wandering Monster, Amazon, Magic Missile"),
        sets="deluxe",
        doors=["Harpies"],
        treasures="Leather Armor, Spiky Knees, Huge Rock",
        dice=[6, 6],
    )
    aric, suzan, otto = game
    aric.kicks_open_the_door()
    aric.asks(suzan)
    suzan.accepts()
    wait_for(game, 2)
    otto.plays("Wandering Monster")
    assert game.monsters == ["Harpies"] and aric.hand == []
    flee(game)
    assert sorted(aric.hand) == hand


# -------------------------------------------------------------------------------------------------------------- Clones


@rule("MON-04")
def test_the_clone_of_eep_has_what_was_rolled_for_eep() -> None:
    game = fights("Eep", seat(), seat(hand="... And Its Clone"), dice=[3])
    game[0].passes()
    game[1].plays("... And Its Clone")
    assert game.strength == (1, 2 * (1 + 3)) and game.happened.count("ROLLS") == 1


@rule("MON-04")
def test_what_feeds_the_space_vampire_feeds_its_clone() -> None:
    game = fights("Space Vampire", seat(), seat(hand="... And Its Clone, Fuzzball, Blob"))
    game[0].passes()
    game[1].plays("... And Its Clone")
    game[1].uses("Space Vampire", paying="Blob")
    assert game.strength == (1, 2 * (14 + 2))


# ------------------------------------------------------------------------------------------------- what does not count


@rule("COMBAT-07", "HOUSE-01", "COMBAT-08")
@pytest.mark.parametrize("monster", ["Basilisk", "Lake Serpent"])
@pytest.mark.parametrize("power", ["Hufflepuff", "Head Boy/Girl"])
def test_powers_of_others_do_not_count_where_only_levels_and_one_shots_do(monster: str, power: str) -> None:
    who = {"house": power} if power == "Hufflepuff" else {"roles": power}
    game = potter(seat(level=8), seat(hand="Flying, Charms, Felix Felicis", **who), doors=[monster])  # type: ignore[arg-type]
    aric, suzan = game
    aric.kicks_open_the_door()
    aric.passes()
    suzan.uses(power, paying="Charms")
    assert game.strength[0] == 8
    suzan.plays("Felix Felicis", on="munchkins")
    assert game.strength[0] == 8 + 5


@rule("COMBAT-07", "COMBAT-12")
def test_and_count_again_when_the_monster_is_gone() -> None:
    game = potter(
        seat(level=4, hand="Banishing Bell, Wandering Monster, Basilisk"),
        seat(hand="Charms, Flying", house="Hufflepuff"),
        doors=["Dementor"],
    )
    aric, suzan = game
    aric.kicks_open_the_door()
    aric.plays("Wandering Monster")
    aric.passes()
    suzan.uses("Hufflepuff", paying="Charms")
    assert game.strength[0] == 4
    wait_for(game, 0)
    aric.plays("Banishing Bell", on="Basilisk")
    assert game.strength == (4 + 2, 12)


@rule("COMBAT-07", "SIDE-07", "HIRE-01")
@pytest.mark.parametrize(("companion", "sets"), [("Faithful Robot", "star"), ("Hireling", "deluxe, star")])
def test_what_a_companion_carries_counts_no_more_than_they_do(companion: str, sets: str) -> None:
    game = mixed(seat(carries=[companion, "Laser"], wears="Vibrosword"), seat(), sets=sets, doors=["Great Cthulhu"])
    aric, _ = game
    aric.loads(companion, "Laser")
    assert aric.strength == 1 + 3 + 2 + (1 if companion == "Hireling" else 0)
    aric.kicks_open_the_door()
    assert game.strength == (1 + 3, 20)


# -------------------------------------------------------------------------------------------------------------- helpers


@rule("HELP-11", "CURSE-03")
def test_a_helper_who_may_not_help_any_more_leaves() -> None:
    game = potter(seat(level=2, hand="Pepper Draught"), seat(level=3), seat(hand="Curse! Petrificus Totalus!"), doors=["Centaur"])
    aric, suzan, otto = game
    aric.kicks_open_the_door()
    aric.asks(suzan)
    suzan.accepts()
    wait_for(game, 2)
    otto.plays("Curse! Petrificus Totalus!", on=suzan)
    assert game.main is aric and game.helper is None and game.strength == (2, 6)
    flee(game)
    assert game.happened.count("CAUGHT") + game.happened.count("ESCAPES") == 1, "she need not run"


@rule("HELP-01", "MON-09")
def test_a_death_eater_who_forbids_help_joins_and_the_helper_goes() -> None:
    game = potter(seat(level=2), seat(level=9), seat(hand="Masked Torturer"), doors=["Death Eaters"])
    aric, suzan, otto = game
    aric.kicks_open_the_door()
    aric.asks(suzan)
    suzan.accepts()
    wait_for(game, 2)
    otto.plays("Masked Torturer")
    assert game.helper is None and game.monsters == ["Death Eaters", "Masked Torturer"]
    assert not aric.may("ask for help")


@rule("COMBAT-16", "HELP-10", "WIN-02")
@pytest.mark.parametrize(("sex", "may"), [("female", False), ("male", True)])
def test_nobody_is_compelled_where_the_extra_level_of_the_card_would_win(sex: str, may: bool) -> None:
    others = seat(level=9, sex="male" if sex == "female" else "female")
    game = mixed(seat(level=8, sex=sex, wears="Kneepads of Allure"), others, doors=["Captain Quirk"])
    game[0].kicks_open_the_door()
    assert game[0].may("use Kneepads of Allure") is may


@rule("HELP-06", "COMBAT-05", "MON-14")
def test_the_grays_flee_from_a_cyborg_who_helps_and_their_treasures_are_shared() -> None:
    game = fights("Grays", seat(level=1), seat(races="Cyborg", level=2), treasures="Laser, Maser, Dazer")
    aric, suzan = game
    aric.asks(suzan, treasures=2, picks_first="helper")
    suzan.accepts()
    suzan.picks("Dazer")
    aric.picks("Laser")
    assert suzan.hand == ["Dazer", "Maser"] and aric.hand == ["Laser"] and aric.level == 1


@rule("MON-07", "COMBAT-10")
def test_a_janibot_killed_at_once_brings_nothing_to_who_runs_from_the_rest() -> None:
    game = fights("Space Amazon", seat(), seat(classes="Gadgeteer", hand="Wandering Monster, Janibot"), dice=[5, 5])
    aric, suzan = game
    aric.asks(suzan)
    suzan.accepts()
    wait_for(game, 1)
    suzan.plays("Wandering Monster")
    assert "KILLS" in game.happened
    flee(game)
    assert game.levels == (1, 1) and aric.hand == suzan.hand == []


@rule("HELP-07", "HIRE-01", "ALLY-04")
def test_what_an_ally_carries_may_be_the_bribe() -> None:
    game = potter(seat(level=2, carries="Groundsman, Dress Robes"), seat(level=9), doors=["Centaur"])
    aric, suzan = game
    aric.loads("Groundsman", "Dress Robes")
    aric.kicks_open_the_door()
    aric.asks(suzan, item="Dress Robes")
    suzan.accepts()
    game.skip_windows()
    assert suzan.carries == ["Dress Robes"] and aric.companions == ["Groundsman"]


# --------------------------------------------------------------------------------------------------- levels that change


@rule("GUAL-05", "VAR-05")
@pytest.mark.parametrize(
    ("card", "sets", "most"), [("Falsified Rank", "star", 18), ("Stolen Credit", "potter", 18), ("Claim Jumping", "western", 18)]
)
def test_in_an_epic_game_levels_are_stolen_above_the_eighth_too(card: str, sets: str, most: int) -> None:
    for level in (9, most, most + 1):
        aric = mixed(seat(level=level, hand=card), seat(level=3), sets=sets, win_level=20)[0]
        assert aric.may(f"play {card}") is (level <= most)
    assert not mixed(seat(level=9, hand=card), seat(level=3), sets=sets)[0].may(f"play {card}")


@rule("GUAL-05", "ORIG-11")
def test_no_level_is_stolen_from_a_cyborg_who_has_none_to_lose() -> None:
    game = star(seat(level=3, hand="Falsified Rank"), seat(level=2, races="Cyborg"), seat(level=1))
    assert not game[0].may("play Falsified Rank")
    game = star(seat(level=3, hand="Falsified Rank"), seat(level=3, races="Cyborg"))
    game[0].plays("Falsified Rank")
    assert game.levels == (4, 2)


@rule("ORIG-11", "DEATH-03", "RUN-04")
def test_a_cyborg_who_was_rebuilt_runs_on() -> None:
    game = fights("O.G.R.E.", seat(level=7, races="Cyborg"), seat(hand="Wandering Monster, Face Hugger"), dice=[1, 1])
    aric, suzan = game
    aric.passes()
    suzan.plays("Wandering Monster", bringing="Face Hugger")
    game.skip_windows()
    aric.runs_from("O.G.R.E.")
    aric.rolls()
    aric.says(True)
    assert aric.level == 7 - 2 and not aric.dead
    flee(game)
    assert aric.level == 7 - 2 - 2


@rule("ORIG-11", "LEVEL-01")
def test_a_cyborg_of_level_two_pays_for_their_life_with_nothing() -> None:
    game = caught("O.G.R.E.", seat(level=2, races="Cyborg"))
    game[0].says(True)
    assert not game[0].dead and game[0].level == 2


# ------------------------------------------------------------------------------------------------- Items and identities


@rule("ORIG-07", "VAR-04")
@pytest.mark.parametrize(("dual", "has"), [("Super Munchkin", {"classes": "Thief"}), ("Half-Breed", {"races": "Elf"})])
def test_one_of_the_same_dual_cards_of_two_sets_is_enough(dual: str, has: dict[str, str]) -> None:
    game = mixed(seat(hand=[dual] * 3, **has), seat())  # type: ignore[arg-type]
    aric, _ = game
    assert {text for text in aric.choices if dual in text}
    aric.does(next(text for text in aric.choices if dual in text))
    assert not [text for text in aric.choices if text.startswith(f"play {dual}")]


@rule("ORIG-09", "ITEM-09", "ITEM-05")
def test_a_half_breed_without_races_in_mid_fight_has_no_third_hand_and_no_whip() -> None:
    game = fights(
        "Space Amazon", seat(races="Mutant, Feline", duals="Half-Breed", wears="Neuronic Whip, Laser"), seat(hand="Trap! Chemical Vat")
    )
    aric, suzan = game
    assert game.strength == (1 + 4 + 2, 10)
    aric.passes()
    suzan.plays("Trap! Chemical Vat", on=aric)
    assert aric.races == [] and "Half-Breed" in game.doors_discarded and game.strength == (1 + 2, 10), "the whip is for Mutants"
    aric.chooses("Neuronic Whip")
    assert aric.wears == ["Laser"] and game.strength == (1 + 2, 10)


@rule("ORIG-08")
def test_what_befalls_traders_does_not_befall_a_super_trader() -> None:
    for duals, wears in (("", []), ("Super Munchkin", ["Laser"])):
        game = star(seat(classes="Trader", duals=duals, wears="Laser"), seat(), doors=["Gas Giant"])
        game[0].kicks_open_the_door()
        assert game.happened.count("DISCARDS") == 1 - len(wears)
        game = caught("Being of Impure Thought", seat(level=8, classes="Trader", duals=duals, hand="Laser"), treasure_discards=["Dazer"])
        assert game[0].level == 5 and game[0].may("use Trader") is bool(duals), "nor do they lose the use of Trading"


@rule("ORIG-03", "ORIG-09", "DUAL-01")
def test_dual_role_may_pay_and_then_one_role_goes() -> None:
    game = potter(seat(level=2, roles="Prefect, Quidditch Captain", duals="Dual Role"), seat(), doors=["Centaur"])
    aric, _ = game
    aric.kicks_open_the_door()
    aric.uses("Prefect", paying="Dual Role")
    aric.chooses("Prefect")
    assert aric.roles == ["Quidditch Captain"] and game.strength == (2 + 1, 6), "the power was paid for"


@rule("LASER-02", "ORIG-11", "VAR-04")
def test_a_thief_of_deluxe_steals_one_barrel() -> None:
    game = mixed(seat(classes="Thief", hand="Elf", level=3), seat(level=3, wears="Laser, Dazer"), dice=[6])
    aric, suzan = game
    aric.does("use Thief")
    aric.chooses("Laser")
    assert aric.carries == ["Laser"] and suzan.wears == ["Dazer"] and suzan.strength == 3 + 3


@rule("CHEAT-02", "TIME-09")
def test_annihilated_cheat_counts_as_never_played_and_with_its_item_it_goes() -> None:
    game = star(seat(carries="Neuronic Whip", hand="Cheat!"), seat(hand="Annihilation"))
    aric, suzan = game
    aric.plays("Cheat!")
    suzan.plays("Annihilation")
    assert aric.table == ["Neuronic Whip"] and aric.wears == []
    game = star(seat(cheats="Neuronic Whip"), seat(hand="Annihilation"), turn_of=1)
    aric, suzan = game
    assert aric.wears == ["Neuronic Whip"]
    suzan.plays("Annihilation", on=aric)
    assert aric.table == []


@rule("TIME-09", "MON-05")
def test_a_wandering_monster_that_is_annihilated_leaves_its_monster_in_the_hand() -> None:
    game = fights("Space Amazon", seat(level=3, hand="Annihilation, Nova Grenade"), seat(hand="Wandering Monster, Blob"))
    aric, suzan = game
    aric.passes()
    suzan.plays("Wandering Monster")
    aric.plays("Annihilation")
    assert suzan.hand == ["Blob"] and game.monsters == ["Space Amazon"] and "Wandering Monster" in game.doors_discarded


@rule("SIDE-05", "RUN-08")
def test_who_is_frozen_by_the_stasis_field_may_still_sacrifice() -> None:
    game = fights("O.G.R.E.", seat(level=4, carries="Red Shirt"), seat(hand="Stasis Field"))
    aric, suzan = game
    game.everybody_passes()
    wait_for(game, 1)
    suzan.plays("Stasis Field", choosing=1)
    while game.decision != "ESCAPE":
        game.apply("pass")
    assert not aric.may("roll to run away")
    aric.uses("Red Shirt")
    game.skip_windows()
    assert not aric.dead


@rule("RUN-08", "CONF-01")
def test_the_stasis_field_does_not_help_where_nobody_escapes() -> None:
    game = fights("Brain in a Jar", seat(level=4, hand="Stasis Field"))
    game.everybody_passes()
    game[0].plays("Stasis Field", choosing=0)
    flee(game)
    assert game[0].level == 2 and "CAUGHT" in game.happened
