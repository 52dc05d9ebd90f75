"""DIFF: where the sheet of Munchkin Harry Potter Deluxe differs from that of Munchkin Deluxe, the two play differently."""

from collections import Counter

import pytest

from munchkin_env.cards.loader import load
from munchkin_env.engine.state.records import FRESH
from munchkin_env.game import scenario
from munchkin_env.game.scenario import Seat, Table
from tests.potter import seat, table
from tests.rule import rule


def deluxe(*seats: Seat, **position: object) -> Table:
    return scenario.table(*seats, **position)  # type: ignore[arg-type]


def kinds(name: str) -> Counter[str]:
    return Counter(str(card.data["kind"]) for card in load([name]).cards)


@rule("DIFF-01")
def test_house_role_and_proficiency_instead_of_race_and_class() -> None:
    mine, theirs = kinds("potter"), kinds("deluxe")
    assert {kind: mine[kind] for kind in ("house", "role", "proficiency", "race", "class")} == {
        "house": 4,
        "role": 4,
        "proficiency": 14,
        "race": 0,
        "class": 0,
    }
    assert theirs["race"] == 3 and theirs["class"] == 4 and not theirs["house"] + theirs["role"] + theirs["proficiency"]


@rule("DIFF-02", "BIG-01")
def test_nothing_is_big_or_complex() -> None:
    assert not any(card.big or card.complex for card in load(["potter"]).cards)
    assert any(card.big for card in load(["deluxe"]).cards)
    heavy = "Knight's Two-Handed Sword, Bound Grimoire, Book of Monsters, Bottomless Cauldron"
    assert table(seat(carries=heavy), seat())[0].carries == heavy.split(", "), "any number is carried"
    assert not deluxe(seat(carries="Huge Rock", hand="Stepladder"), seat())[0].may("play Stepladder")


@rule("DIFF-03")
def test_no_lasers_steeds_or_item_enhancers() -> None:
    assert not kinds("potter")["steed"] + kinds("potter")["item_enhancer"]
    assert "laser" not in load(["potter"]).tags


@rule("DIFF-04", "MON-09")
@pytest.mark.parametrize(
    ("first", "second", "joins"),
    [
        ("Death Eaters", "Hooded Recruit", True),
        ("Peter Pettigrew", "Bellatrix Lestrange", True),
        ("Common Welsh Green", "Chinese Fireball", True),
        ("Death Eaters", "Chinese Fireball", False),
        ("Common Welsh Green", "Barty Crouch, Jr.", False),
        ("Dementor", "Death Eaters", False),
        ("Death Eaters", "Dementor", False),
    ],
)
def test_death_eaters_join_death_eaters_and_dragons_join_dragons(first: str, second: str, joins: bool) -> None:
    for hands in (([second], "Pepper Draught"), ("Pepper Draught", [second])):  # the player's own, or a rival's
        game = table(seat(level=1, hand=hands[0]), seat(hand=hands[1]), doors=[first])
        aric, suzan = game
        aric.kicks_open_the_door()
        player = aric if second in aric.hand else suzan
        if player is suzan:
            aric.passes()
        assert player.may(f"play {second}") is joins
        if joins:
            player.plays(second)
            assert game.monsters == [first, second] and player.hand == []


@rule("DIFF-04", "MON-08", "MON-09")
def test_no_card_of_potter_makes_a_monster_fit_one_of_deluxe_does() -> None:
    assert not any("add_tag" in str(card.data) for card in load(["potter"]).cards)
    assert load(["deluxe"]).tags[0] == "undead" or "undead" in load(["deluxe"]).tags
    assert {"death_eater", "dragon"} <= set(load(["potter"]).tags) and "undead" not in load(["potter"]).tags


@rule("DIFF-05", "MON-04")
def test_there_is_no_mate_here() -> None:
    assert not any("clone_monster" in str(card.data) for card in load(["potter"]).cards)
    assert any("clone_monster" in str(card.data) for card in load(["deluxe"]).cards)


@rule("DIFF-06", "COMBAT-06")
def test_the_last_monster_removed_ends_the_fight_at_once_as_everywhere() -> None:
    game = table(seat(hand="Banishing Bell"), seat(hand="Bombarda!, Pepper Draught"), doors=["Dementor"])
    aric, suzan = game
    aric.kicks_open_the_door()
    aric.plays("Banishing Bell")
    assert not game.fighting and "PLAYS" in game.happened and suzan.hand == ["Bombarda!", "Pepper Draught"]
    assert aric.level == 1 and aric.hand == [], "neither level nor Treasure"


@rule("DIFF-07", "HELP-19")
def test_no_helper_rises_while_an_elf_of_deluxe_does() -> None:
    for roles in ("Prefect", "Head Boy/Girl", "Quidditch Captain", "Inquisitorial Squad"):
        game = table(seat(level=1), seat(level=5, roles=roles), doors=["Cornish Pixie"], ask_only_when_losing=False)
        aric, suzan = game
        aric.kicks_open_the_door()
        aric.asks(suzan)
        suzan.accepts()
        game.skip_windows()
        assert game.levels == (2, 5)
    game = deluxe(seat(level=1), seat(level=5, races="Elf"), doors=["Maul Rat"], ask_only_when_losing=False)
    game[0].kicks_open_the_door()
    game[0].asks(game[1])
    game[1].accepts()
    game.skip_windows()
    assert game.levels == (2, 6)


@rule("DIFF-08")
def test_no_card_of_potter_compels_help() -> None:
    assert not any("force_help" in str(card.data) for card in load(["potter"]).cards)
    assert any("force_help" in str(card.data) for card in load(["deluxe"]).cards)


@rule("DIFF-09", "ALLY-03")
def test_an_ally_saves_from_what_nobody_escapes_a_hireling_of_deluxe_does_not() -> None:
    game = table(seat(level=6, carries="Hedge Healer"), seat(), doors=["Black-Robed Commander"])
    aric, _ = game
    aric.kicks_open_the_door()
    game.skip_windows()
    assert not aric.may("roll to run away") and aric.may("use Hedge Healer")
    aric.uses("Hedge Healer")
    game.skip_windows()
    assert not aric.dead and aric.companions == []
    ops = str(next(card for card in load(["deluxe"]).cards if card.data["kind"] == "companion").data)
    assert "overrides" not in ops and "'from': 'all'" not in ops


@rule("DIFF-10", "ALLY-02")
def test_one_ally_and_a_new_one_replaces_the_old() -> None:
    game = table(seat(carries="Hedge Healer", hand="Messenger Owl"), seat())
    game[0].plays("Messenger Owl")
    assert game[0].companions == ["Messenger Owl"]
    assert not any(
        op.get("op") == "capacity" and "companions" in op["what"]
        for card in load(["potter"]).cards
        for effect in card.effects
        for op in effect["ops"]
    )


@rule("DIFF-11", "CURSE-04")
def test_a_curse_of_the_next_turn_counts_in_the_turn_in_which_it_is_played() -> None:
    game = table(seat(), seat(hand="Curse! Stupefy!"), doors=["Flying"])
    aric, suzan = game
    aric.is_done()
    suzan.plays("Curse! Stupefy!", on=aric)
    aric.kicks_open_the_door()
    aric.keeps_it()
    assert "Curse! Stupefy!" in aric.table
    aric.goes_into_the_room()
    assert "LOOTS_ROOM" not in game.happened and game.turn_player is aric
    aric.ends_the_turn()
    assert aric.curses == [] and game.turn_player is suzan


@rule("DIFF-12", "RUN-02")
@pytest.mark.parametrize(("die", "escapes"), [(5, False), (6, True)])
def test_cards_of_potter_speak_of_single_flights_although_its_sheet_does_not(die: int, escapes: bool) -> None:
    game = table(seat(), seat(hand="Bombarda!"), doors=["Cornish Pixie"], dice=[die])
    aric, _suzan = game
    aric.kicks_open_the_door()
    game.skip_windows()
    assert ("ESCAPES" in game.happened) is escapes


@rule("DIFF-13", "VAR-02", "LOOT-05")
def test_the_faster_treasure_comes_with_trouble_not_with_loot() -> None:
    mine = table(
        seat(level=5, hand="Centaur"),
        seat(),
        moment="before_room",
        doors=["Flying"],
        treasures=["Lucky Sock"],
        faster_treasure="set_default",
    )
    trouble, looted = mine.clone(), mine
    trouble[0].looks_for_trouble("Centaur")
    assert trouble[0].hand == ["Lucky Sock"] and trouble.fighting
    looted[0].loots()
    assert looted[0].hand == ["Centaur", "Flying"]

    theirs = deluxe(
        seat(hand="Bullrog, Baby"), seat(), moment="before_room", doors=["Elf"], treasures=["Spiky Knees"], faster_treasure="set_default"
    )
    trouble, looted = theirs.clone(), theirs
    trouble[0].looks_for_trouble("Bullrog")
    assert trouble[0].hand == ["Baby"] and trouble.fighting
    looted[0].loots()
    assert looted[0].hand == ["Bullrog", "Baby", "Spiky Knees"]


@rule("VAR-02", "VAR-04")
def test_together_with_another_set_the_treasure_comes_with_loot() -> None:
    for sets in (("potter", "deluxe"), ("deluxe", "potter")):
        game = scenario.table(seat(), seat(), moment="before_room", treasures=["Lucky Sock"], sets=sets, faster_treasure="set_default")
        game[0].loots()
        assert game[0].hand == ["Lucky Sock"]


@rule("DIFF-14", "DECKS-03")
def test_where_there_are_no_cards_left_nothing_is_drawn_as_everywhere() -> None:
    game = table(seat(), seat())
    g = game.game.record
    g.doors.n = 0
    game[0].kicks_open_the_door()
    assert game.decision == "ARRANGE" and not game.fighting and game[0].hand == []


@rule("DIFF-15", "SHOT-02")
def test_a_misused_one_shot_strengthens_the_monster() -> None:
    game = table(seat(level=9), seat(hand="Felix Felicis"), doors=["Centaur"])
    aric, suzan = game
    aric.kicks_open_the_door()
    suzan.plays("Felix Felicis", on="monsters")
    assert game.strength == (9, 6 + 5)


@rule("DIFF-16", "GUAL-02", "LEVEL-04", "CONF-05", "WIN-01")
def test_one_level_card_may_win_the_others_never() -> None:
    game = table(seat(level=9, hand="End-of-Year Feast, Top of the Class"), seat())
    aric, _ = game
    assert aric.may("play Top of the Class"), "on the other player"
    other = game.clone()
    other[0].does("play Top of the Class")
    assert other.levels == (9, 2)
    aric.plays("End-of-Year Feast")
    assert game.over and game.winners == (aric,) and aric.level == 10
    assert not any(card.data["kind"] == "go_up_level" and "'may_win': True" in str(card.data) for card in load(["deluxe"]).cards), (
        "no such card in Deluxe"
    )


@rule("DIFF-17", "SETUP-07")
def test_what_is_laid_down_before_the_first_turn() -> None:
    mine = table(seat(hand="Prefect, Flying, Hedge Healer, Dress Robes, Dual Role, Centaur"), seat(), moment="setup")[0]
    assert {text for text in mine.choices if text.startswith("play")} == {
        f"play {n}" for n in ("Prefect", "Flying", "Hedge Healer", "Dress Robes")
    }
    theirs = deluxe(seat(hand="Elf, Thief, Hireling, Leather Armor"), seat(), moment="setup")[0]
    assert {text for text in theirs.choices if text.startswith("play")} == {
        f"play {n}" for n in ("Elf", "Thief", "Hireling", "Leather Armor")
    }


@rule("DIFF-18", "DEATH-12", "PROF-05")
def test_after_death_any_legal_card_is_played_again() -> None:
    game = table(
        seat(level=5, house="Ravenclaw", studies="Flying", dead=True),
        seat(),
        moment="turn",
        doors="Prefect, Charms, Arithmancy, Centaur",
        treasures="Hedge Healer, Dress Robes, Earn House Points, Lucky Sock",
    )
    aric, _ = game
    assert not aric.dead and aric.table == ["Ravenclaw", "Flying"] and len(aric.hand) == 8
    for name in ("Charms", "Arithmancy", "Prefect", "Hedge Healer", "Dress Robes"):
        aric.plays(name)
    assert not aric.may("play Earn House Points")
    aric.is_done()
    assert aric.studies == ["Flying", "Charms", "Arithmancy"] and game.decision == "ARRANGE"


@rule("DIFF-19", "DUAL-01", "ORIG-09")
def test_two_roles_have_all_of_both_as_two_classes_have() -> None:
    mine = table(seat(roles="Head Boy/Girl, Inquisitorial Squad", duals="Dual Role", studies="Flying"), seat())[0]
    assert mine.strength == 1 + 1 + 1
    theirs = deluxe(seat(classes="Warrior, Wizard", duals="Super Munchkin", hand="Elf"), seat(), doors=["Harpies"])
    theirs[0].kicks_open_the_door()
    assert theirs[0].may("use Warrior") and theirs.strength[1] == 4 + 5


@rule("DIFF-20", "ORIG-03")
def test_a_power_may_name_what_pays_for_it() -> None:
    game = table(seat(house="Slytherin", hand="Centaur, Charms", carries="Lucky Sock"), seat(), doors=["Dementor"])
    aric, _ = game
    aric.kicks_open_the_door()
    aric.does("use Slytherin")
    assert game.doors_discarded == ["Centaur"], "a monster from the hand, nothing else"


@rule("DIFF-21", "HELP-01", "HELP-04")
def test_help_is_asked_for_where_one_cannot_win_and_the_first_pick_is_agreed() -> None:
    game = table(seat(level=8), seat(level=9), doors=["Centaur"])
    aric, suzan = game
    aric.kicks_open_the_door()
    assert not aric.may("ask for help"), "a fight that is won needs none"
    game = table(seat(level=8), seat(level=9), doors=["Dementor"], treasures="Lucky Sock, Dress Robes, Deluminator")
    aric, suzan = game
    aric.kicks_open_the_door()
    aric.asks(suzan, treasures=1, picks_first="helper")
    suzan.accepts()
    game.skip_windows()
    assert game.waits_for(suzan) and len(game.pool) == 3


@rule("DIFF-22", "TIME-05")
def test_a_role_just_received_is_played_in_a_fight_a_class_is_not() -> None:
    def may_play(game: Table, text: str) -> bool:
        aric, suzan = game
        aric.kicks_open_the_door()
        aric.asks(suzan)
        game.game.record.mark[suzan.record.hand[0]] |= FRESH
        suzan.accepts()
        return suzan.may(text)

    assert may_play(table(seat(), seat(hand="Prefect", roles="Quidditch Captain"), doors=["Dementor"]), "play Prefect")
    assert not may_play(deluxe(seat(), seat(hand="Thief", classes="Wizard"), doors=["Bigfoot"]), "play Thief")


@rule("DIFF-23", "HELP-15")
def test_a_house_that_both_have_counts_once() -> None:
    game = table(seat(house="Slytherin", hand="Half-Asleep"), seat(house="Slytherin"), doors=["Jealous Duellist"])
    aric, suzan = game
    aric.kicks_open_the_door()
    assert game.strength[1] == 6 + 3 + 2, "Slytherin, and male"
    aric.asks(suzan)
    suzan.accepts()
    assert game.strength[1] == 6 + 3 + 2


@rule("DIFF-24", "ITEM-04", "CHEAT-01", "ALLY-04")
def test_an_ally_or_cheat_lifts_the_limits_of_what_is_worn() -> None:
    cheated = table(seat(carries="Fur-Lined Hood", wears="Pointed School Hat", hand="Cheat!"), seat())[0]
    cheated.plays("Cheat!", on="Fur-Lined Hood")
    cheated.equips("Fur-Lined Hood")
    assert cheated.strength == 1 + 1 + 2
    three = "Ash Practice Wand, Oak Duelling Wand"
    helped = table(seat(carries="Kitchen Helper, Crystal Ball", wears=three), seat())[0]
    helped.equips("Crystal Ball")
    assert helped.strength == 1 + 1 + 3 + 2, "a third hand"
    helped.discards("Kitchen Helper")
    assert set(helped.choices) == {f"turn {n} sideways" for n in (*three.split(", "), "Crystal Ball")}


@rule("DIFF-25", "VAR-05")
def test_an_epic_game_goes_to_level_20() -> None:
    game = table(
        seat(level=18, studies="Charms, Potions, Transfiguration"), seat(level=19), doors=["Centaur", "Cornish Pixie"], win_level=20
    )
    aric, suzan = game
    aric.kicks_open_the_door()
    game.skip_windows()
    assert not game.over and aric.level == 19
    while game.turn_player is aric:
        game.apply("end the turn") if aric.may("end the turn") else game.apply("pass")
    suzan.kicks_open_the_door()
    game.skip_windows()
    assert game.over and suzan.level == 20 and game.winners == (suzan,)
