"""Munchkin Harry Potter Deluxe: Roles, Dual Role, Proficiencies, Allies."""

import pytest

from munchkin_env.cards.loader import load
from munchkin_env.engine.state.records import FRESH
from munchkin_env.game.scenario import ScenarioError, Table
from tests.potter import seat, table
from tests.rule import rule

ROLES = ["Head Boy/Girl", "Inquisitorial Squad", "Prefect", "Quidditch Captain"]


def names(kind: str) -> list[str]:
    return sorted(card.name for card in load(["potter"]).cards if card.data["kind"] == kind)


# ---------------------------------------------------------------------------------------------------------- Roles


@rule("ROLE-01", "ORIG-01")
def test_there_are_four_roles_and_neither_classes_nor_races() -> None:
    assert names("role") == ROLES and names("class") == names("race") == []
    assert names("dual") == ["Dual Role"]


@rule("ROLE-01", "TIME-04", "ORIG-05", "ORIG-06")
def test_a_role_is_played_on_the_own_turn_and_replaces_the_old_one() -> None:
    game = table(seat(hand="Prefect, Quidditch Captain, Prefect"), seat(hand="Head Boy/Girl, Pepper Draught"), seat(), doors=["Centaur"])
    aric, suzan, _ = game
    aric.plays("Prefect")
    assert not aric.may("play Prefect"), "never two of the same"
    aric.kicks_open_the_door()
    aric.plays("Quidditch Captain")  # also in a fight
    assert aric.roles == ["Quidditch Captain"] and game.doors_discarded == ["Prefect"]
    aric.passes()
    assert suzan.may("play Pepper Draught") and not suzan.may("play Head Boy/Girl"), "it is not her turn"


@rule("ROLE-01", "TIME-01", "ORIG-04", "ORIG-02")
def test_a_role_is_given_up_at_any_time() -> None:
    game = table(seat(level=3, roles="Inquisitorial Squad"), seat(), doors=["Centaur"])
    aric, _ = game
    aric.kicks_open_the_door()
    assert game.strength == (3 + 1, 6)
    aric.discards("Inquisitorial Squad")
    assert aric.roles == [] and game.strength == (3, 6)


@rule("TIME-05", "ROLE-01")
def test_a_role_just_received_is_played_off_turn_even_in_a_fight() -> None:
    for role, legal in (("Prefect", True), ("Dual Role", True), ("Cheat!", False)):
        game = table(seat(level=2), seat(level=1, hand=role, roles="Quidditch Captain", wears="Dress Robes"), doors=["Dementor"])
        aric, suzan = game
        aric.kicks_open_the_door()
        aric.asks(suzan)
        game.game.record.mark[suzan.record.hand[0]] |= FRESH  # just received
        suzan.accepts()
        assert suzan.may("discard Quidditch Captain") and suzan.may(f"play {role}") is legal, role


@rule("TIME-05", "ORIG-06")
def test_and_an_older_one_is_not() -> None:
    game = table(seat(level=2), seat(level=1, hand="Prefect, Pepper Draught"), doors=["Dementor"])
    aric, suzan = game
    aric.kicks_open_the_door()
    aric.passes()
    assert suzan.may("play Pepper Draught") and not suzan.may("play Prefect")


@rule("DUAL-01", "ORIG-07")
def test_dual_role_needs_a_role() -> None:
    game = table(seat(hand="Dual Role, Prefect"), seat())
    aric, _ = game
    assert not aric.may("play Dual Role")
    aric.plays("Prefect")
    aric.plays("Dual Role")
    assert aric.table == ["Prefect", "Dual Role"]
    aric.discards("Prefect")
    assert aric.table == [], "Dual Role goes with the last Role"


@rule("DUAL-01", "ORIG-09")
def test_two_different_roles_have_all_of_both() -> None:
    game = table(
        seat(level=2, roles="Head Boy/Girl", duals="Dual Role", studies="Flying", hand="Inquisitorial Squad, Head Boy/Girl, Prefect"),
        seat(),
        doors=["Staircase Trickster"],
    )
    aric, _ = game
    assert not aric.may("play Head Boy/Girl")
    aric.plays("Inquisitorial Squad")
    assert aric.strength == 2 + 1 + 1, "one for the Proficiency, one without an Ally"
    aric.kicks_open_the_door()
    assert game.strength == (4, 6 + 3), "and the drawbacks"
    aric.plays("Prefect", instead_of="Inquisitorial Squad")
    assert aric.roles == ["Head Boy/Girl", "Prefect"]


@rule("DUAL-01", "ORIG-08")
def test_one_role_under_dual_role_has_no_drawbacks_and_still_pays() -> None:
    lone = seat(roles="Head Boy/Girl", duals="Dual Role", carries="Duelling Mask, Lucky Sock")
    game = table(lone, seat(level=5), seat(), doors=["Staircase Trickster"])
    aric, suzan, _ = game
    aric.kicks_open_the_door()
    assert game.strength[1] == 6
    aric.asks(suzan)
    suzan.accepts()
    assert game.strength[1] == 6

    game = table(seat(roles="Prefect", duals="Dual Role", carries="Duelling Mask", hand="Flying"), seat(), doors=["Centaur"])
    aric, _ = game
    aric.equips("Duelling Mask")
    assert aric.wears == ["Duelling Mask"], "which is not for Prefects"
    aric.kicks_open_the_door()
    aric.uses("Prefect", paying="Flying")
    assert game.strength == (1 + 2 + 1, 6)


# -------------------------------------------------------------------------------------------------- Proficiencies


@rule("PROF-01")
def test_there_are_fourteen_subjects_of_rank_one_to_four() -> None:
    found = [card for card in load(["potter"]).cards if card.data["kind"] == "proficiency"]
    assert len(found) == 14 and {card.data["rank"] for card in found} == {1, 2, 3, 4} and all(card.count == 1 for card in found)


@rule("PROF-01", "PROF-05", "TIME-02", "COMBAT-02")
def test_a_subject_counts_from_the_moment_it_is_played_until_it_leaves() -> None:
    game = table(seat(level=4, hand="Practical Duelling, Pepper Draught"), seat(level=9), doors=["Dementor"])
    aric, _suzan = game
    aric.kicks_open_the_door()
    aric.plays("Practical Duelling")
    assert game.strength == (4 + 2, 12)
    aric.discards("Practical Duelling")
    assert game.strength == (4, 12) and game.doors_discarded == ["Practical Duelling"]


@rule("PROF-02")
@pytest.mark.parametrize(
    ("level", "studies", "legal"),
    [
        (1, "", {"Flying"}),
        (2, "Astronomy", {"Flying"}),
        (3, "Astronomy", {"Flying", "Charms"}),
        (4, "Astronomy", {"Flying", "Charms", "Potions"}),
        (4, "", {"Flying", "Charms", "Potions", "Transfiguration"}),
        (5, "Astronomy, Herbology, Arithmancy", {"Flying"}),
        (6, "Arithmancy, History of Magic, Charms", set()),
    ],
)
def test_any_number_as_long_as_the_ranks_fit_the_level(level: int, studies: str, legal: set[str]) -> None:
    mine = {"Flying", "Charms", "Potions", "Transfiguration"} - set(studies.split(", "))
    aric = table(seat(level=level, studies=studies, hand=sorted(mine)), seat())[0]
    assert {name for name in mine if aric.may(f"play {name}")} == legal


@rule("PROF-02")
def test_a_position_in_which_they_do_not_fit_cannot_be_set() -> None:
    with pytest.raises(ScenarioError, match="above Level 2"):
        table(seat(level=2, studies="Flying, Charms"), seat())


@rule("PROF-03")
def test_when_the_level_falls_the_owner_gives_up_subjects_until_they_fit() -> None:
    game = table(
        seat(level=6, studies="Flying, Charms, Potions"),
        seat(hand="Curse! Dementor's Kiss, Pepper Draught"),
        moment="before_door",
    )
    aric, suzan = game
    aric.is_done()
    suzan.plays("Curse! Dementor's Kiss", on=aric)
    assert game.waits_for(aric) and set(aric.choices) == {f"give up {name}" for name in ("Flying", "Charms", "Potions")}
    one, two = game.clone(), game.clone()
    one[0].chooses("Charms")
    assert one[0].studies == ["Flying", "Potions"] and one.decision == "WINDOW", "no more than needed"
    two[0].chooses("Flying")
    two[0].chooses("Charms")
    assert two[0].studies == ["Potions"] and two.decision == "WINDOW"


@rule("PROF-03")
def test_also_in_the_middle_of_a_fight() -> None:
    game = table(
        seat(level=4, studies="Defense Against the Dark Arts"),
        seat(hand="Curse! Dementor's Kiss"),
        doors=["Death Eaters"],
    )
    aric, suzan = game
    aric.kicks_open_the_door()
    assert game.strength == (8, 8)
    aric.passes()
    suzan.plays("Curse! Dementor's Kiss", on=aric)
    assert aric.studies == [] and game.strength == (2, 8)


@rule("PROF-04", "ORIG-03")
def test_some_cost_discards_of_any_card_in_play_or_hand() -> None:
    game = table(
        seat(level=5, studies="Charms, Flying", roles="Prefect", wears="Dress Robes", hand="Centaur", house="Gryffindor"),
        seat(),
        doors=["Aragog"],
    )
    aric, _ = game
    aric.kicks_open_the_door()
    aric.uses("Charms")
    assert set(aric.choices) == {"discard Flying", "discard Prefect", "discard Dress Robes", "discard Centaur"}, "not Charms itself"
    aric.discards("Flying")
    assert game.strength == (5 + 1 + 2 + 1, 14)


@rule("PROF-05", "TIME-02", "TIME-12")
def test_a_subject_is_played_in_any_window_of_any_turn() -> None:
    game = table(seat(), seat(level=2, hand="Flying, Charms"), doors=["Prize Toad"])
    aric, suzan = game
    aric.is_done()
    assert game.decision == "WINDOW" and suzan.may("play Flying") and suzan.may("play Charms")
    suzan.passes()
    aric.passes()
    assert game.decision == "FIGHT_WINDOW" and game.waits_for(suzan) and suzan.may("play Flying")
    suzan.plays("Charms")
    assert suzan.studies == ["Charms"] and not suzan.may("play Flying"), "both together are above Level 2"


@rule("PROF-05")
def test_also_by_a_runner_before_their_roll() -> None:
    game = table(seat(level=2, hand="Flying"), seat(), doors=["Centaur"], dice=[4])
    aric, _ = game
    aric.kicks_open_the_door()
    game.everybody_passes()
    game.skip_windows()
    assert game.decision == "ESCAPE"
    aric.plays("Flying")
    aric.rolls()
    assert "ESCAPES" in game.happened


@rule("PROF-05")
def test_by_option_like_roles_only_on_the_own_turn_or_just_received() -> None:
    game = table(seat(), seat(level=2, hand="Flying, Pepper Draught", fresh="Herbology"), doors=["Prize Toad"], proficiency_timing="role")
    aric, suzan = game
    aric.is_done()
    assert suzan.may("play Herbology") and not suzan.may("play Flying")
    own = table(seat(level=2, hand="Flying"), seat(), proficiency_timing="role")[0]
    assert own.may("play Flying")


@rule("PROF-05", "TIME-02")
def test_off_turn_a_subject_may_make_way_for_another_one() -> None:
    def off_turn(hand: str, **options: str) -> Table:
        game = table(seat(), seat(level=2, studies="Arithmancy", hand=hand), **options)
        game[0].is_done()
        return game

    game = off_turn("Charms")
    suzan = game[1]
    suzan.discards("Arithmancy")
    suzan.plays("Charms")
    assert suzan.studies == ["Charms"]
    for hand in ("Pepper Draught, Earn House Points", "Potions, Earn House Points"):
        game = off_turn(hand)
        assert not game[1].may("discard Arithmancy"), "there is nothing that could take its place"
    game = off_turn("Charms, Earn House Points", proficiency_timing="role")
    assert not game[1].may("discard Arithmancy")


# ---------------------------------------------------------------------------------------------------------- Allies


@rule("ALLY-01", "DOOR-07", "TIME-01")
def test_an_ally_is_a_treasure_and_no_item_and_is_played_at_any_time() -> None:
    allies = [card for card in load(["potter"]).cards if card.data["kind"] == "companion"]
    assert len(allies) == 8 and all(
        card.data["deck"] == "treasure" and not card.is_item and card.data["label"] == "Ally" for card in allies
    )
    game = table(seat(level=1), seat(level=3, hand="Hedge Healer, Messenger Owl"), doors=["Centaur"])
    aric, suzan = game
    aric.kicks_open_the_door()
    aric.asks(suzan)
    suzan.accepts()
    suzan.plays("Hedge Healer")
    assert game.strength == (1 + 3 + 3, 6), "on a foreign turn, in a fight"


@rule("ALLY-01")
def test_one_ally_at_once_when_drawn() -> None:
    game = table(
        seat(level=5),
        seat(),
        doors=["Biting Teacup"],
        treasures=["Old Campaigner"],
    )
    aric, _ = game
    aric.kicks_open_the_door()
    game.skip_windows()
    assert aric.may("play Old Campaigner")
    aric.plays("Old Campaigner")
    assert aric.companions == ["Old Campaigner"] and aric.strength == 6 + 1


@rule("ALLY-02")
def test_a_second_ally_takes_the_place_of_the_first() -> None:
    game = table(seat(carries="Hedge Healer", hand="Messenger Owl"), seat())
    aric, _suzan = game
    aric.plays("Messenger Owl")
    assert aric.companions == ["Messenger Owl"] and game.treasures_discarded == ["Hedge Healer"]
    assert aric.may("discard Messenger Owl")


@rule("ALLY-02", "TRADE-06", "SELL-02")
def test_an_ally_is_neither_traded_nor_sold() -> None:
    game = table(seat(carries="Hedge Healer, Deluminator, Nimbus 2001, Dress Robes"), seat())
    aric, suzan = game
    aric.does("sell items")
    assert "sell Hedge Healer" not in aric.choices and "sell Deluminator" in aric.choices
    aric.does("call off the sale")
    aric.does("trade")
    aric.chooses(suzan) if game.decision == "TRADE_WITH" else None
    assert "give Hedge Healer" not in aric.choices and "give Deluminator" in aric.choices


@rule("ALLY-04", "ITEM-04")
def test_an_ally_carries_only_if_the_card_says_so_and_gets_its_load_outside_fights() -> None:
    game = table(
        seat(level=2, carries="Groundsman, Fur-Lined Hood", wears="Pointed School Hat"),
        seat(level=2, hand="Earn House Points"),
        doors=["Cornish Pixie"],
    )
    aric, _ = game
    assert aric.strength == 2 + 1 + 1
    fight = game.clone()
    fight[0].kicks_open_the_door()
    assert not any(text.startswith("load") for text in fight[0].choices)
    aric.loads("Groundsman", "Fur-Lined Hood")
    assert aric.wears == ["Fur-Lined Hood", "Pointed School Hat"] or set(aric.wears) == {"Fur-Lined Hood", "Pointed School Hat"}
    assert aric.strength == 2 + 1 + 1 + 2
    plain = table(seat(carries="Hedge Healer, Fur-Lined Hood"), seat())[0]
    assert not any(text.startswith("load") for text in plain.choices)


@rule("ALLY-04", "ITEM-05")
def test_what_the_groundsman_carries_must_be_for_its_owner() -> None:
    game = table(
        seat(level=1, house="Ravenclaw", roles="Prefect", carries="Groundsman, Badger-Crest Cap, Badge of Office"),
        seat(),
    )
    aric, _ = game
    aric.does("load Groundsman")
    assert aric.wears == ["Badge of Office"], "the only one meant for them"
    assert aric.strength == 1 + 1 + 2
    aric.discards("Prefect")
    assert aric.carries == ["Badger-Crest Cap", "Badge of Office"], "they give it back"
    assert game.game.record.seat[0].host[aric.table.index("Badge of Office")] == -1


@rule("ALLY-04")
def test_an_apprentice_carries_what_hands_hold_whoever_it_is_for() -> None:
    game = table(
        seat(
            level=1,
            house="Hufflepuff",
            wears="Knight's Two-Handed Sword",
            carries="Wandmaker's Apprentice, Bone-Handled Wand, Fur-Lined Hood",
        ),
        seat(),
    )
    aric, _ = game
    aric.does("load Wandmaker's Apprentice")
    assert set(aric.choices) == {"load it with Bone-Handled Wand", "load it with Knight's Two-Handed Sword"}, "not the Hood"
    aric.chooses("Bone-Handled Wand")
    assert aric.strength == 1 + 4 + 4


@rule("ALLY-03", "RUN-09")
@pytest.mark.parametrize("frees", [True, False])
def test_an_ally_is_sacrificed_instead_of_a_roll_and_saves_from_all_monsters(frees: bool) -> None:
    game = table(
        seat(level=6, carries="Groundsman", wears="Dress Robes", hand="Wandering Monster, Aragog"),
        seat(level=6),
        seat(level=9),
        doors=["Black-Robed Commander"],
        dice=[1, 1],
    )
    aric, suzan, _ = game
    aric.loads("Groundsman", "Dress Robes")
    aric.kicks_open_the_door()
    aric.plays("Wandering Monster")
    aric.asks(suzan)
    suzan.accepts()
    game.skip_windows()
    aric.runs_from("Black-Robed Commander")
    assert "roll to run away" not in aric.choices, "which nobody outruns"
    aric.uses("Groundsman")
    aric.says(frees)
    assert aric.table == [] and game.treasures_discarded == ["Dress Robes", "Groundsman"], "with all it carries"
    game.skip_windows()
    assert not aric.dead and "ROLLS" not in game.happened
    suzan.runs_from("Aragog")
    game.skip_windows()
    assert suzan.dead is not frees and game.happened.count("ROLLS") == (0 if frees else 1)


@rule("ALLY-03")
def test_a_helper_saves_themselves_alone() -> None:
    game = table(seat(level=6), seat(level=5, carries="Hedge Healer"), seat(level=9), doors=["Aragog"], dice=[1])
    aric, suzan, _ = game
    aric.kicks_open_the_door()
    aric.asks(suzan)
    suzan.accepts()
    game.skip_windows()
    assert aric.dead
    suzan.uses("Hedge Healer")
    game.skip_windows()
    assert not suzan.dead and suzan.companions == [] and not game.fighting


# ------------------------------------------------------------------------------------------ behind doors, after death


@rule("DOOR-04", "PROF-05")
def test_a_subject_behind_the_door_is_played_at_once_or_kept_if_it_fits() -> None:
    game = table(seat(level=2), seat(), doors=["Charms"])
    kept = game.clone()
    game[0].kicks_open_the_door()
    game[0].plays_it()
    assert game[0].studies == ["Charms"]
    kept[0].kicks_open_the_door()
    kept[0].keeps_it()
    assert kept[0].hand == ["Charms"]
    beyond = table(seat(level=1), seat(), doors=["Charms"])
    beyond[0].kicks_open_the_door()
    assert beyond[0].hand == ["Charms"] and beyond.decision == "ARRANGE", "there is no choice"


@rule("LOOT-03", "ROLE-01", "PROF-05")
def test_a_looted_role_or_subject_is_played_at_once_or_kept() -> None:
    for name in ("Prefect", "Flying"):
        game = table(seat(), seat(), moment="before_room", doors=[name])
        aric, _ = game
        aric.loots()
        assert aric.hand == [name] and aric.may(f"play {name}")


@rule("LOOT-03", "MON-09")
def test_a_looted_curse_or_monster_waits_in_the_hand() -> None:
    for name in ("Curse! Crucio!", "Centaur"):
        game = table(seat(), seat(), moment="before_room", doors=[name])
        aric, _ = game
        aric.loots()
        assert aric.hand == [name] and aric.curses == [] and not game.fighting


@rule("DEATH-11", "PROF-04")
def test_who_comes_back_helps_with_level_role_and_subjects() -> None:
    game = table(
        seat(level=1),
        seat(level=5, house="Gryffindor", roles="Head Boy/Girl", studies="History of Magic, Flying", dead=True),
        moment="turn",
        doors=["Dementor"],
    )
    aric, suzan = game
    assert not suzan.dead and suzan.hand == []
    aric.kicks_open_the_door()
    aric.asks(suzan)
    suzan.accepts()
    assert game.strength[0] == 1 + 5 + 2 + 2, "History of Magic, and a level for each subject"


@rule("CURSE-07", "CURSE-10", "PROF-04")
def test_a_curse_in_force_pays_for_no_power() -> None:
    game = table(seat(level=2, studies="Charms", curses="Curse! Crucio!", house="Slytherin"), seat(hand="Cornered"), doors=["Dementor"])
    aric, _ = game
    aric.kicks_open_the_door()
    assert not aric.may("use Charms"), "there is nothing else to pay with"
