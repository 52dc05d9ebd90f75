"""COMBAT: the fight, its strengths, its end."""

import json
from pathlib import Path

import pytest

from munchkin_env.scenario import seat, table
from tests.rule import rule


@rule("COMBAT-01", "DOOR-02")
def test_a_fight_begins_with_a_monster_behind_the_door_or_with_one_from_the_own_hand() -> None:
    game = table(seat(), seat(), doors=["Pit Bull"])
    game[0].kicks_open_the_door()
    assert game.fighting and game.main is game[0] and game.monsters == ["Pit Bull"]

    game = table(seat(hand="Harpies"), seat(), moment="before_room")
    game[0].looks_for_trouble("Harpies")
    assert game.fighting and game.main is game[0] and game.monsters == ["Harpies"] and game[0].hand == []

    game = table(seat(hand="Harpies"), seat(), doors=["Elf"])
    game[0].kicks_open_the_door()
    assert not game.fighting


@rule("COMBAT-02")
def test_strength_is_level_and_everything_that_adds_or_takes_away() -> None:
    game = table(
        seat(level=4, wears="Chainsaw of Bloody Dismemberment", carries="Leather Armor, Boots of Butt-Kicking", hireling="Huge Rock"),
        seat(level=2, races="Elf", wears="Horny Helmet", hand="Curse! Change Sex, Pretty Balloons"),
        doors=["Plutonium Dragon"],
    )
    aric, suzan = game
    aric.kicks_open_the_door()
    assert game.strength == (4 + 3 + 1 + 3, 20), "equipped, the Hireling and what he holds; not what is only carried"
    aric.asks(suzan)
    suzan.accepts()
    assert game.strength == (11 + 2 + 3, 20), "all of the helper's strength"
    aric.passes()
    suzan.plays("Pretty Balloons", on="munchkins")
    suzan.plays("Curse! Change Sex", on=aric)
    assert game.strength == (16 + 5 - 5, 20)


@pytest.mark.parametrize(("level", "result"), [(3, "WINS_FIGHT"), (2, "LOSES_FIGHT"), (1, "LOSES_FIGHT")])
@rule("COMBAT-03")
def test_greater_strength_wins_and_the_monsters_win_ties(level: int, result: str) -> None:
    game = table(seat(level=level), seat(), doors=["Pit Bull"], dice=[6])
    game[0].kicks_open_the_door()
    game.everybody_passes()
    assert [word for word in game.happened if word.endswith("_FIGHT")] == [result]


@rule("COMBAT-04", "REW-01")
def test_a_kill_brings_one_level_and_the_printed_treasures_and_big_monsters_bring_two_levels() -> None:
    game = table(seat(level=5), seat(), doors=["Undead Horse"], treasures="Leather Armor, Slimy Armor, Spiky Knees")
    aric, _ = game
    aric.kicks_open_the_door()
    assert aric.level == 6 and aric.hand == ["Leather Armor", "Slimy Armor"]

    game = table(
        seat(level=6, wears="Bad-Ass Bandana, Huge Rock, Boots of Butt-Kicking, Flaming Armor, Really Impressive Title"),
        seat(),
        doors=["King Tut"],
    )
    aric, _ = game
    aric.kicks_open_the_door()
    assert aric.level == 8 and len(aric.hand) == 4


@pytest.mark.parametrize(
    ("card", "level", "treasures"),
    [("Potion of Halitosis", 2, 3), ("Pollymorph Potion", 1, 3), ("Magic Lamp", 1, 3), ("Friendship Potion", 1, 0)],
)
@rule("COMBAT-05", "REW-03", "CONF-03")
def test_getting_rid_of_a_monster_is_no_kill_and_the_card_says_whether_it_brings_treasures(card: str, level: int, treasures: int) -> None:
    game = table(seat(hand=card), seat(), doors=["Floating Nose", "Potted Plant"])
    aric, _ = game
    aric.kicks_open_the_door()
    aric.plays(card, way="killed" if card == "Potion of Halitosis" else None)
    assert not game.fighting and "WINS_FIGHT" in game.happened
    assert aric.level == level and len(aric.hand) == treasures


@rule("COMBAT-06")
def test_when_the_last_monster_is_removed_the_fight_is_over_at_once() -> None:
    game = table(seat(hand="Pollymorph Potion"), seat(hand="Wandering Monster, Harpies, Enraged"), doors=["Floating Nose"])
    aric, suzan = game
    aric.kicks_open_the_door()
    aric.passes()
    assert suzan.may("play Wandering Monster")
    suzan.plays("Enraged")
    suzan.passes()
    aric.plays("Pollymorph Potion")
    assert not game.fighting and not suzan.may("play Wandering Monster")
    assert len(aric.hand) == 4, "its Treasures, with the enhancer's"


@rule("COMBAT-07", "MON-06")
def test_where_only_levels_count_they_do_for_both_fighters_and_all_monsters_but_penalties_stay() -> None:
    game = table(
        seat(level=3, wears="Huge Rock, Leather Armor", hand="Magic Missile, Wandering Monster, Ghoulfiends"),
        seat(level=4, classes="Warrior", hireling="Broad Sword", hand="Curse! Change Sex, Potted Plant"),
        seat(classes="Thief", hand="Elf, Sleep Potion"),
        doors=["Plutonium Dragon"],
    )
    aric, suzan, otto = game
    aric.kicks_open_the_door()
    aric.asks(suzan)
    suzan.accepts()
    assert game.strength == (3 + 3 + 1 + 4 + 3 + 1, 20)
    aric.plays("Wandering Monster", bringing="Ghoulfiends")
    assert game.strength == (3 + 4, 28)
    aric.plays("Magic Missile", on="munchkins")
    assert game.strength == (7, 28), "nor do one-shots"
    suzan.uses("Warrior", "berserking", paying="Potted Plant")
    assert game.strength == (7, 28), "nor what a power adds"
    suzan.plays("Curse! Change Sex", on=aric)
    assert game.strength == (2, 28)
    suzan.passes()
    otto.uses("Thief", "backstabbing", on=suzan, paying="Elf")
    assert game.strength == (0, 28)
    otto.plays("Sleep Potion", on="monsters")
    assert game.strength == (0, 30)


@rule("COMBAT-07", "HELP-14")
def test_a_monster_that_is_stronger_against_somebody_is_so_for_the_whole_fight() -> None:
    game = table(seat(level=1, classes="Cleric"), seat(level=1), doors=["Maul Rat"])
    game[0].kicks_open_the_door()
    assert game.strength == (1, 1 + 3)
    game[0].discards("Cleric")
    assert game.strength == (1, 1)


@rule("COMBAT-07")
def test_where_levels_do_not_count_only_bonuses_do() -> None:
    game = table(seat(level=8, wears="Huge Rock"), seat(level=5, wears="Leather Armor", hand="Magic Missile"), doors=["Insurance Salesman"])
    aric, suzan = game
    aric.kicks_open_the_door()
    assert game.strength == (3, 14)
    aric.asks(suzan)
    suzan.accepts()
    assert (game.strength, game.helper) == ((4, 14), suzan)


@rule("COMBAT-08", "INTER-01", "INTER-02")
def test_everyone_may_join_in_with_one_shots_powers_enhancers_and_curses_but_not_with_items() -> None:
    game = table(
        seat(level=2, hand="Leather Armor, Slimy Armor"),
        seat(classes="Thief", hand="Magic Missile, Baby, Curse! Lose a Level, Wandering Monster, Mr. Bones"),
        doors=["Harpies"],
    )
    aric, suzan = game
    aric.kicks_open_the_door()
    assert aric.choices == ["pass", "ask for help"], "Items cannot be played in a fight"
    aric.passes()
    assert suzan.choices == [
        "pass",
        "play Magic Missile",
        "play Baby",
        "play Curse! Lose a Level",
        "play Wandering Monster",
        "use Thief",
    ]


@rule("COMBAT-09", "TIME-10")
def test_a_fight_is_decided_when_all_have_passed_in_a_row_beginning_with_the_fighter() -> None:
    game = table(seat(level=3), seat(hand="Baby"), seat(hand="Enraged"), doors=["Pit Bull"], auto_pass_forced=False)
    aric, suzan, otto = game
    aric.kicks_open_the_door()
    asked = []
    for _ in range(3):
        asked.append(game.decides)
        if game.decides is otto:
            otto.plays("Enraged")
            assert game.waits_for(otto), "who acted may go on"
        assert game.decides is not None
        game.decides.passes()
    assert asked == [aric, suzan, otto]
    assert game.fighting and game.strength == (3, 7), "a play asks everybody again"
    aric.passes()
    suzan.plays("Baby")
    suzan.passes()
    otto.passes()
    assert game.fighting and game.waits_for(aric)
    aric.passes()
    assert "WINS_FIGHT" in game.happened and aric.level == 4


@rule("COMBAT-10", "CONF-04", "MON-07")
def test_nothing_is_won_before_the_fight_is_over_even_for_a_monster_killed_on_its_own() -> None:
    def killed_the_nose(other: str) -> tuple[int, int]:
        game = table(
            seat(level=2, hand="Potion of Halitosis"), seat(hand=["Wandering Monster", other, "Mate"]), doors=["Floating Nose"], dice=[6]
        )
        aric, suzan = game
        aric.kicks_open_the_door()
        aric.passes()
        suzan.plays("Wandering Monster", bringing=other)
        suzan.passes()
        aric.plays("Potion of Halitosis", way="killed")
        assert game.fighting and game.monsters == [other]
        assert aric.level == 2 and aric.hand == []
        game.everybody_passes()
        assert not game.fighting
        return aric.level, len(aric.hand)

    assert killed_the_nose("Potted Plant") == (2 + 2, 3 + 1)
    assert killed_the_nose("Large Angry Chicken") == (2, 0), "got away from the rest: nothing for the Nose either"


@rule("COMBAT-11", "SHOT-03", "MON-02")
def test_monsters_and_all_cards_played_are_discarded_after_the_fight() -> None:
    game = table(seat(level=5, hand="Magic Missile"), seat(hand="Enraged, Baby"), doors=["Pit Bull"])
    aric, suzan = game
    aric.kicks_open_the_door()
    aric.plays("Magic Missile", on="munchkins")
    suzan.plays("Enraged")
    assert game.doors_discarded == [] and game.treasures_discarded == []
    game.everybody_passes()
    assert sorted(game.doors_discarded) == ["Enraged", "Pit Bull"] and game.treasures_discarded == ["Magic Missile"]


@rule("COMBAT-12", "ORIG-04", "ITEM-05", "GUAL-03")
def test_strength_follows_whatever_happens_in_the_fight() -> None:
    game = table(
        seat(level=4, classes="Wizard", wears="Staff of Napalm, Flaming Armor", hand="Wizard, Boil an Anthill"),
        seat(hand="Curse! Lose the Armor You Are Wearing"),
        doors=["Plutonium Dragon"],
    )
    aric, suzan = game
    aric.kicks_open_the_door()
    assert game.strength[0] == 4 + 5 + 2
    aric.discards("Wizard")
    assert game.strength[0] == 4 + 2, "the Staff is a Wizard's"
    aric.plays("Wizard")
    assert game.strength[0] == 4 + 5 + 2
    aric.plays("Boil an Anthill", on=aric)
    assert game.strength[0] == 5 + 5 + 2
    aric.passes()
    suzan.plays("Curse! Lose the Armor You Are Wearing", on=aric)
    assert game.strength[0] == 5 + 5


@rule("COMBAT-12", "ORIG-12")
def test_what_was_paid_for_stays_when_the_class_goes() -> None:
    game = table(
        seat(level=4, classes="Warrior", hand="Elf, Dwarf, Warrior"),
        seat(level=4, classes="Thief", hand="Halfling"),
        doors=["Plutonium Dragon"],
    )
    aric, suzan = game
    aric.kicks_open_the_door()
    aric.uses("Warrior", "berserking", paying="Elf")
    aric.uses("Warrior", "berserking", paying="Dwarf")
    assert game.strength[0] == 6
    aric.discards("Warrior")
    assert game.strength[0] == 6
    aric.asks(suzan)
    suzan.accepts()
    aric.passes()
    suzan.uses("Thief", "backstabbing", on=aric, paying="Halfling")
    assert game.strength[0] == 10 - 2
    suzan.discards("Thief")
    assert game.strength[0] == 10 - 2


DEADLY = {
    "set": "deadly",
    "name": "Deadly",
    "format": 1,
    "doors": 1,
    "treasures": 0,
    "cards": [
        {
            "id": "lightning",
            "name": "Lightning",
            "deck": "door",
            "kind": "curse",
            "effects": [{"on": "on_curse", "ops": [{"op": "die", "who": "victim"}]}],
        }
    ],
}


@rule("COMBAT-13", "DEATH-09")
def test_if_the_fighter_dies_the_fight_ends_without_reward_and_the_helper_goes_free(tmp_path: Path) -> None:
    deadly = tmp_path / "deadly.json"
    deadly.write_text(json.dumps(DEADLY))
    game = table(
        seat(level=2, hand="Spiky Knees"),
        seat(level=5),
        seat(hand="Lightning, Curse! Lose a Level"),
        doors=["Pit Bull"],
        sets=["deluxe", deadly],
    )
    aric, suzan, otto = game
    aric.kicks_open_the_door()
    aric.asks(suzan, treasures="all")
    suzan.accepts()
    otto.plays("Lightning", on=aric)
    suzan.takes("Spiky Knees")
    assert aric.dead and not game.fighting
    assert suzan.hand == ["Spiky Knees"] and game.levels == (2, 5, 1)
    assert not {"WINS_FIGHT", "LOSES_FIGHT", "ROLLS"} & set(game.happened)
    assert "Pit Bull" in game.doors_discarded
    game.skip_windows()
    assert game.turn_player is suzan, "his turn is over"


@rule("COMBAT-13", "HELP-01")
def test_if_the_helper_dies_the_fight_goes_on_and_another_may_be_asked(tmp_path: Path) -> None:
    deadly = tmp_path / "deadly.json"
    deadly.write_text(json.dumps(DEADLY))
    game = table(seat(level=2, hand="Baby"), seat(level=5), seat(level=9, hand="Lightning"), doors=["Harpies"], sets=["deluxe", deadly])
    aric, suzan, otto = game
    aric.kicks_open_the_door()
    aric.asks(suzan)
    suzan.accepts()
    aric.passes()
    otto.plays("Lightning", on=suzan)
    assert suzan.dead and game.fighting and game.helper is None and game.strength == (2, 4)
    aric.asks(otto)
    otto.accepts()
    assert game.helper is otto


@rule("COMBAT-13", "COMBAT-14", "TIME-08")
def test_a_fight_can_pass_to_another_player_with_all_its_rights_and_the_turn_goes_on_after_it() -> None:
    game = table(
        seat(level=1, wears="Leather Armor", hand="Transferral Potion, Harpies"),
        seat(level=2, hand="Baby"),
        seat(level=3),
        doors=["Pit Bull", "Elf"],
        treasures=["Slimy Armor"],
    )
    aric, suzan, otto = game
    aric.kicks_open_the_door()
    aric.plays("Transferral Potion", on=suzan)
    assert game.main is suzan and game.turn_player is aric and game.strength == (2, 2)
    assert aric.may("turn Leather Armor sideways"), "aric is not in combat any more"
    aric.passes()
    suzan.asks(otto)
    otto.refuses()
    suzan.plays("Baby")
    game.everybody_passes()
    assert (suzan.level, suzan.hand) == (3, ["Slimy Armor"]) and aric.level == 1
    game.skip_windows()
    aric.goes_into_the_room()
    assert aric.hand == ["Harpies", "Elf"], "he loots, as the card says; he may not look for trouble"


@rule("COMBAT-15", "ORIG-11")
def test_a_warrior_wins_ties_on_whichever_side_of_the_pair_he_fights() -> None:
    game = table(seat(level=2, classes="Warrior"), seat(), doors=["Pit Bull"])
    game[0].kicks_open_the_door()
    game.everybody_passes()
    assert "WINS_FIGHT" in game.happened

    for classes, result in (("Warrior", "WINS_FIGHT"), ("Thief", "LOSES_FIGHT")):
        game = table(seat(level=1), seat(level=3, classes=classes), doors=["Harpies"])
        aric, suzan = game
        aric.kicks_open_the_door()
        aric.asks(suzan)
        suzan.accepts()
        assert game.strength == (4, 4)
        game.everybody_passes()
        assert result in game.happened


@rule("COMBAT-16", "HELP-10", "WIN-02", "CONF-05")
def test_nobody_can_be_forced_to_help_with_the_win_counting_all_levels_the_monsters_give() -> None:
    def may_force(level: int, *monsters: str) -> bool:
        game = table(
            seat(level=level, wears="Kneepads of Allure", hand=["Wandering Monster", *monsters[1:]] if monsters[1:] else ()),
            seat(level=9),
            doors=[monsters[0]],
        )
        aric, _ = game
        aric.kicks_open_the_door()
        for other in monsters[1:]:
            aric.plays("Wandering Monster", bringing=other)
        return aric.may("use Kneepads of Allure")

    assert may_force(8, "Face Sucker")
    assert may_force(7, "King Tut")
    assert not may_force(8, "King Tut"), "it gives two levels"
    assert not may_force(8, "Face Sucker", "Pit Bull"), "one level each"
