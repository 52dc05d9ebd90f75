"""Death and the body: what is lost, what is kept, who loots, and when the next character arrives (DEATH)."""

import pytest

from munchkin_env.game.scenario import Table, seat, table
from tests.flight import flee
from tests.rule import rule


def killed(game: Table) -> None:
    """The turn player kicks open the door, does not walk past, loses and is caught."""
    aric = game.turn_player
    aric.kicks_open_the_door()
    if game.decision == "ASK_YES":
        aric.says(False)
    flee(game)
    assert "DIES" in game.happened and aric.hand == []


@rule("DEATH-01", "DEATH-02")
def test_death_costs_hand_and_table_but_not_the_character() -> None:
    game = table(
        seat(
            level=4,
            sex="female",
            classes="Warrior, Cleric",
            duals="Super Munchkin, Half-Breed",
            races="Dwarf",
            wears="Helm of Courage",
            carries="Sleep Potion, Huge Rock",
            hireling="",
            hand="Thief, Magic Missile, Curse! Duck of Doom",
            curses="Curse! Chicken on Your Head",
        ),
        seat(),
        doors=["Stoned Golem"],
        dice=[1],
    )
    aric, suzan = game
    killed(game)
    assert aric.hand == [] and set(aric.table) == {
        "Warrior",
        "Cleric",
        "Super Munchkin",
        "Dwarf",
        "Half-Breed",
        "Curse! Chicken on Your Head",
    }
    assert aric.level == 4 and aric.sex == "female"
    assert game.waits_for(suzan) and len(game.pool) == 7
    suzan.picks("Huge Rock")
    assert set(game.doors_discarded) == {"Thief", "Curse! Duck of Doom", "Stoned Golem"}
    assert set(game.treasures_discarded) == {"Magic Missile", "Helm of Courage", "Sleep Potion", "Hireling"}


@rule("DEATH-02", "CURSE-10")
def test_a_lasting_curse_still_works_on_the_next_character() -> None:
    game = table(
        seat(level=4, curses="Curse! Chicken on Your Head"),
        seat(level=3, races="Elf"),
        seat(),
        doors=["Stoned Golem", "Tongue Demon"],
        dice=[1, 4, 5],
    )
    aric, suzan, _ = game
    killed(game)
    suzan.kicks_open_the_door()
    suzan.asks(aric)
    aric.accepts()
    flee(game)
    assert suzan.level == 3  # 4 and 1 for the Elf
    assert aric.level == 2  # 5 and the Chicken


@rule("DEATH-03")
def test_the_dead_do_not_run_from_the_monsters_that_are_left() -> None:
    game = table(
        seat(level=5, hand="Elf"),
        seat(level=1, hand="Wandering Monster, Maul Rat"),
        doors=["3,872 Orcs"],
        dice=[1, 2, 1],
    )
    aric, suzan = game
    aric.kicks_open_the_door()
    aric.passes()
    suzan.plays("Wandering Monster", bringing="Maul Rat")
    game.everybody_passes()
    flee(game)
    aric.runs_from("3,872 Orcs")
    flee(game)
    assert aric.dead and aric.level == 5
    assert game.happened.count("CAUGHT") == 1  # a third roll, for the Rat, would have failed


@rule("DEATH-04", "CHEAT-02", "HIRE-01")
def test_cards_that_belong_together_are_looted_one_by_one() -> None:
    game = table(
        seat(level=4, cheats="Broad Sword", hireling="Huge Rock"),
        seat(level=3),
        seat(level=2),
        seat(level=1),
        doors=["Stoned Golem"],
        dice=[1],
    )
    _, second, third, fourth = game
    killed(game)
    assert sorted(game.pool) == ["Broad Sword", "Cheat!", "Hireling", "Huge Rock"]
    second.picks("Hireling")
    third.picks("Cheat!")
    fourth.picks("Broad Sword")
    assert (second.hand, third.hand, fourth.hand) == (["Hireling"], ["Cheat!"], ["Broad Sword"])
    assert game.treasures_discarded == ["Huge Rock"]


@rule("DEATH-05")
def test_the_highest_level_picks_first() -> None:
    game = table(
        seat(level=4, hand="Elf, Dwarf, Wizard, Cleric"),
        seat(level=2),
        seat(level=7),
        seat(level=5),
        doors=["Stoned Golem"],
        dice=[1],
    )
    _, low, high, middle = game
    killed(game)
    high.picks("Elf")
    middle.picks("Dwarf")
    low.picks("Wizard")
    assert "Cleric" in game.doors_discarded and not game.pool


@rule("DEATH-05")
def test_equals_pick_in_an_order_at_random() -> None:
    firsts = set()
    for seed in range(30):
        game = table(seat(level=4, hand="Elf"), seat(level=2), seat(level=3), seat(level=3), doors=["Stoned Golem"], dice=[1], seed=seed)
        killed(game)
        assert game.decision == "LOOT_BODY"
        firsts.add(game.game.seat)
    assert firsts == {2, 3}


@pytest.mark.parametrize("card", ["Loaded Die", "Extra Ace", "Loaded Game Stone", "Weighted Probability Cube"])
@rule("DEATH-05", "TIME-09")
def test_no_card_changes_the_order_of_equals(card: str) -> None:
    """It is drawn, not rolled: the prepared die is not used, and players who could change one are not asked."""
    sets = ("deluxe", "star", "western", "potter")
    firsts = set()
    for seed in range(12):
        game = table(
            seat(level=4, hand="Elf, Dwarf"),
            seat(level=3, carries=card),
            seat(level=3),
            doors=["Stoned Golem"],
            dice=[1, 6],
            seed=seed,
            sets=sets,
        )
        aric = game[0]
        aric.kicks_open_the_door()
        aric.says(False)
        while game.decision != "LOOT_BODY":
            assert game.decision != "ROLL_WINDOW" or "DIES" not in game.happened
            game.apply("roll to run away" if game.decision == "ESCAPE" else "pass")
        firsts.add(game.game.seat)
        assert game.game.record.dice_n == 1
        game[game.game.seat].picks("Elf")
        assert game.decision == "LOOT_BODY", "nobody may do anything between"
    assert firsts == {1, 2}


@rule("DEATH-06")
def test_who_comes_too_late_finds_nothing() -> None:
    game = table(seat(level=4, hand="Elf"), seat(level=2), seat(level=3), doors=["Stoned Golem"], dice=[1])
    _, low, high = game
    killed(game)
    high.picks("Elf")
    assert low.hand == [] and game.decision != "LOOT_BODY"


@rule("DEATH-06")
def test_a_body_without_cards_is_not_looted() -> None:
    game = table(seat(level=4, classes="Warrior"), seat(level=2), doors=["Stoned Golem"], dice=[1])
    aric, suzan = game
    aric.kicks_open_the_door()
    aric.says(False)
    flee(game)
    assert "LOOTS" not in game.happened and game.turn_player is suzan


@rule("DEATH-07", "HAND-04", "HAND-06")
def test_loot_goes_to_the_hand_for_all_to_see_and_must_be_taken() -> None:
    game = table(seat(level=4, wears="Helm of Courage"), seat(level=2), seat(level=1), doors=["Stoned Golem"], dice=[1])
    aric, suzan, third = game
    killed(game)
    assert suzan.choices == ["take Helm of Courage"]  # no passing
    suzan.picks("Helm of Courage")
    assert suzan.hand == ["Helm of Courage"] and suzan.wears == []
    assert third.sees(suzan) == ["Helm of Courage"] and aric.sees(suzan) == ["Helm of Courage"]


@rule("DEATH-07", "TIME-12")
def test_loot_is_just_received_and_may_be_laid_down_at_once() -> None:
    game = table(seat(level=4, wears="Helm of Courage"), seat(level=2), seat(level=1), doors=["Stoned Golem"], dice=[1])
    _, suzan, _ = game
    killed(game)
    suzan.picks("Helm of Courage")
    assert game.decision == "WINDOW" and game.turn_player is game[0]
    suzan.lays_down("Helm of Courage")
    assert suzan.wears == ["Helm of Courage"]


@rule("DEATH-07", "DEATH-09")
def test_a_helper_loots_the_body_and_only_then_rolls() -> None:
    game = table(
        seat(level=4, wears="Boots of Running Really Fast"),
        seat(level=4),
        seat(),
        doors=["Stoned Golem"],
        dice=[2, 6],
    )
    aric, suzan, _ = game
    aric.kicks_open_the_door()
    aric.says(False)
    aric.asks(suzan)
    suzan.accepts()
    flee(game)
    assert aric.dead and game.happened.count("ROLLS") == 1
    suzan.picks("Boots of Running Really Fast")
    assert game.happened.count("ROLLS") == 2 and not suzan.dead
    assert suzan.hand == ["Boots of Running Really Fast"]


@rule("DEATH-07", "HELP-07")
def test_a_pledged_item_is_looted_like_any_other() -> None:
    for due in ("win", "always"):
        game = table(
            seat(level=4, carries="Leather Armor, Sleep Potion"),
            seat(level=3),
            seat(level=5),
            doors=["Stoned Golem"],
            dice=[1, 6],
            bribe_item_due=due,
        )
        aric, suzan, third = game
        aric.kicks_open_the_door()
        aric.says(False)
        aric.asks(suzan, item="Leather Armor")
        suzan.accepts()
        flee(game)
        third.picks("Leather Armor")
        suzan.picks("Sleep Potion")
        game.skip_windows()
        assert third.hand == ["Leather Armor"] and suzan.hand == ["Sleep Potion"] and suzan.table == []


@rule("DEATH-08")
def test_of_two_who_die_in_one_fight_the_second_does_not_get_looted_by_the_first() -> None:
    game = table(
        seat(level=4, hand="Elf, Dwarf"),
        seat(level=3, hand="Wizard, Cleric"),
        seat(level=2),
        doors=["Stoned Golem"],
        dice=[1, 1],
    )
    aric, suzan, third = game
    aric.kicks_open_the_door()
    aric.says(False)
    aric.asks(suzan)
    suzan.accepts()
    flee(game)
    assert aric.dead
    suzan.picks("Elf")
    third.picks("Dwarf")
    assert suzan.dead and game.waits_for(third) and sorted(game.pool) == ["Cleric", "Elf", "Wizard"]
    third.picks("Elf")
    assert aric.hand == [] and aric.table == [] and third.hand == ["Dwarf", "Elf"]


@rule("DEATH-08", "CHAR-04")
def test_the_dead_receive_nothing_in_charity() -> None:
    game = table(
        seat(level=3, hand="Elf, Elf, Dwarf, Dwarf, Wizard, Wizard, Cleric"),
        seat(level=2),
        seat(level=1, dead=True),
        moment="before_charity",
    )
    aric, suzan, dead = game
    aric.ends_the_turn()
    aric.gives("Elf")
    aric.gives("Elf")
    assert suzan.hand == ["Elf", "Elf"] and dead.hand == []


@rule("DEATH-08", "CHAR-04")
def test_the_lowest_of_the_living_discards_instead_of_giving_to_the_dead() -> None:
    game = table(
        seat(level=2, hand="Elf, Elf, Dwarf, Dwarf, Wizard, Wizard"),
        seat(level=3),
        seat(level=1, dead=True),
        moment="before_charity",
    )
    aric, suzan, dead = game
    aric.ends_the_turn()
    aric.discards("Elf")
    assert game.doors_discarded == ["Elf"] and dead.hand == suzan.hand == []


@rule("DEATH-08")
def test_nobody_plays_anything_on_the_dead() -> None:
    game = table(
        seat(level=4, hand="Curse! Duck of Doom, Boil an Anthill", carries="Leather Armor"),
        seat(level=3, dead=True),
        seat(level=2),
    )
    aric, dead, _ = game
    for card in ("Curse! Duck of Doom", "Boil an Anthill"):
        copy = game.clone()
        copy[0].plays(card)
        assert copy[0].choices == ["on yourself", "on player 2"]
    aric.does("trade")
    assert aric.choices == ["trade with player 2"] and dead.level == 3


@rule("DEATH-08")
def test_nobody_asks_the_dead_for_help() -> None:
    game = table(seat(level=1), seat(level=9, dead=True), seat(level=2), doors=["Face Sucker"])
    aric, _, third = game
    aric.kicks_open_the_door()
    aric.does("ask for help")
    assert aric.choices == ["ask player 2 for help"]
    aric.asks(third)
    third.refuses()
    assert "ask for help" not in game.legal_texts


@rule("DEATH-08")
def test_the_dead_gain_no_level_and_do_not_win() -> None:
    game = table(
        seat(level=3, classes="Cleric"),
        seat(level=9, classes="Cleric", dead=True),
        seat(level=5),
        doors=["Divine Intervention"],
    )
    aric, dead, _ = game
    aric.kicks_open_the_door()
    assert aric.level == 4 and dead.level == 9 and not game.over


@rule("DEATH-08")
def test_the_dead_loot_nobody() -> None:
    game = table(seat(level=4, hand="Elf, Dwarf"), seat(level=9, dead=True), seat(level=2), doors=["Stoned Golem"], dice=[1])
    _, dead, third = game
    killed(game)
    third.picks("Elf")
    assert dead.hand == [] and "Dwarf" in game.doors_discarded


@rule("DEATH-09", "TURN-09")
def test_a_turn_player_who_dies_skips_the_rest_of_their_turn() -> None:
    game = table(seat(level=4, hand="Elf"), seat(level=2), seat(), doors=["Stoned Golem"], dice=[1])
    aric, suzan, _ = game
    killed(game)
    suzan.picks("Elf")
    game.skip_windows()
    assert game.turn_player is suzan and not aric.dead
    assert "DISCARDS" not in game.happened  # no Charity


@rule("DEATH-10")
def test_death_costs_no_level_and_what_was_lost_before_stays_lost() -> None:
    game = table(
        seat(level=6, hand="Elf"),
        seat(level=2, hand="Wandering Monster, King Tut"),
        doors=["Stoned Golem"],
        dice=[1],
    )
    aric, suzan = game
    aric.kicks_open_the_door()
    aric.says(False)
    aric.passes()
    suzan.plays("Wandering Monster", bringing="King Tut")
    flee(game)
    assert aric.level == 4  # King Tut's toll for the lost fight
    aric.runs_from("Stoned Golem")
    flee(game)
    assert aric.dead and aric.level == 4


@rule("DEATH-11")
def test_the_new_character_is_there_when_the_next_turn_begins() -> None:
    game = table(
        seat(level=5, classes="Warrior", hand="Dwarf"),
        seat(level=3),
        seat(),
        doors=["Stoned Golem", "Face Sucker"],
        treasures=["Leather Armor", "Slimy Armor"],
        dice=[1],
    )
    aric, suzan, _ = game
    killed(game)
    suzan.picks("Dwarf")
    assert aric.dead
    game.skip_windows()
    assert game.turn_player is suzan and not aric.dead and aric.hand == []
    suzan.kicks_open_the_door()
    suzan.asks(aric)
    aric.accepts()
    assert game.strength == (8, 8)  # with the Level, and still a Warrior, who wins ties
    game.everybody_passes()
    assert suzan.level == 4


@rule("DEATH-11", "TRADE-05")
def test_the_new_character_may_be_given_something() -> None:
    game = table(seat(level=4), seat(carries="Leather Armor"), seat(), doors=["Stoned Golem"], dice=[1])
    aric, suzan, _ = game
    aric.kicks_open_the_door()
    aric.says(False)
    flee(game)
    assert game.turn_player is suzan
    suzan.trades(aric, gives="Leather Armor")
    aric.accepts()
    assert aric.carries == ["Leather Armor"]


@rule("DEATH-12")
def test_the_next_own_turn_begins_with_four_cards_of_each_deck() -> None:
    game = table(
        seat(level=4, classes="Warrior", dead=True, carries="Sleep Potion"),
        seat(),
        doors=["Elf", "Thief", "Pit Bull", "Wandering Monster", "Maul Rat"],
        treasures=["Leather Armor", "Helm of Courage", "Magic Missile", "Boil an Anthill"],
        moment="turn",
    )
    aric, suzan = game
    assert game.decision == "SETUP" and game.waits_for(aric) and not aric.dead
    assert sorted(aric.hand) == sorted(
        ["Elf", "Thief", "Pit Bull", "Wandering Monster", "Leather Armor", "Helm of Courage", "Magic Missile", "Boil an Anthill"]
    )
    assert suzan.sees(aric) == [None] * 8
    assert set(aric.choices) == {
        "done",
        "play Elf",
        "play Leather Armor",
        "play Helm of Courage",
        "play Magic Missile",
    }
    aric.plays("Elf")
    aric.plays("Leather Armor")
    assert aric.wears == ["Leather Armor"] and aric.races == ["Elf"]
    aric.is_done()
    aric.kicks_open_the_door()
    assert game.monsters == ["Maul Rat"]


@rule("DEATH-12")
def test_gifts_do_not_count_and_two_deaths_bring_one_hand() -> None:
    game = table(
        seat(level=4, dead=True, hand=""),
        seat(level=1, hand="Elf, Elf, Dwarf, Dwarf, Wizard, Wizard"),
        seat(level=9, carries="Leather Armor"),
        doors=["Stoned Golem", "Wandering Monster", "Baby"],
        turn_of=1,
        moment="turn",
        dice=[6, 1],
    )
    twice, suzan, third = game
    suzan.kicks_open_the_door()
    suzan.says(False)
    suzan.asks(twice)
    twice.accepts()
    flee(game)
    assert not suzan.dead and twice.dead
    suzan.ends_the_turn()
    suzan.discards("Elf")  # has the lowest Level of the living
    assert game.turn_player is third and not twice.dead
    third.trades(twice, gives="Leather Armor")
    twice.accepts()
    third.kicks_open_the_door()
    third.loots()
    third.ends_the_turn()
    assert game.decision == "SETUP" and len(twice.hand) == 8 and twice.carries == ["Leather Armor"]
    doors = sum(card["back"] == "door" for card in game.game.view(0)["players"][0]["hand"])
    assert (doors, len(twice.hand) - doors) == (4, 4)
