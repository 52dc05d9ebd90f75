"""COMBAT: the fight, its strengths, its end."""

import pytest

from munchkin_env.game.scenario import seat, table
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
    assert game.strength == (4 + 3 + 1 + 3, 20), "equipped, the Hireling and what the player holds; not what is only carried"
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
    assert game.waits_for(aric) and game.strength == (3, 2)
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


@rule("COMBAT-11", "COMBAT-12", "HELP-10", "TIME-13")
def test_the_next_fight_begins_again() -> None:
    game = table(
        seat(level=5, wears="Kneepads of Allure", hand="Sleep Potion, Nasty-Tasting Sports Drink"),
        seat(level=9, hand="Net Troll, Boil an Anthill, Baby"),
        seat(level=4),
        doors=["Face Sucker", "Enraged"],
        treasures="Hireling, Leather Armor",
    )
    aric, suzan, otto = game
    aric.kicks_open_the_door()
    aric.asks(otto)
    otto.refuses()
    aric.plays("Sleep Potion", on="munchkins")
    aric.asks(otto)
    otto.refuses()
    aric.plays("Nasty-Tasting Sports Drink", on="monsters")
    aric.asks(otto)
    otto.refuses()
    aric.uses("Kneepads of Allure")
    assert game.strength == (5 + 2 + 9, 8 + 2)
    game.everybody_passes()
    assert aric.level == 6
    game.skip_windows()
    aric.ends_the_turn()
    suzan.kicks_open_the_door()
    suzan.looks_for_trouble("Net Troll")
    assert game.strength == (9, 10), "nothing is left of what was played"
    suzan.asks(otto)
    otto.refuses()
    suzan.plays("Boil an Anthill", on=otto)
    assert game.waits_for(suzan) and game.decision == "FIGHT_WINDOW", "for the win, but nobody was forced in this one"


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
