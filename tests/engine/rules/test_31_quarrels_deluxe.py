"""Disputes at a Deluxe table: two or three cards and moments meet, and the sheet has to decide."""

import pytest

from munchkin_env.game.scenario import seat, table
from tests.flight import flee
from tests.play import turn_to
from tests.rule import rule

# ---------------------------------------------------------------------------------------------------- selling, Levels


@rule("SELL-03", "CURSE-01", "TIME-11")
def test_who_is_cursed_after_a_sale_may_sell_the_way_up_again() -> None:
    game = table(seat(level=8, carries="Pollymorph Potion, Wand of Dowsing"), seat(hand="Curse! Lose a Level"))
    aric, suzan = game
    aric.sells("Pollymorph Potion")
    assert aric.level == 9 and not aric.may("sell items")
    aric.is_done()
    suzan.plays("Curse! Lose a Level", on=aric)
    game.everybody_passes()
    aric.sells("Wand of Dowsing")
    assert aric.level == 9


@rule("CHAR-02", "GUAL-01")
def test_a_level_given_to_the_lowest_before_charity_makes_the_giver_one_of_the_lowest() -> None:
    game = table(
        seat(level=3, hand="Elf, Dwarf, Ancient, Humongous, Baby, Mate"),
        seat(level=2),
        seat(level=3, hand="Boil an Anthill"),
        moment="before_charity",
    )
    aric, suzan, otto = game
    aric.is_done()
    otto.plays("Boil an Anthill", on=suzan)
    game.everybody_passes()
    aric.ends_the_turn()
    aric.discards("Mate")
    assert suzan.hand == otto.hand == [] and game.doors_discarded == ["Mate"]


@rule("CHAR-02", "BIG-03", "ORIG-02", "HAND-03")
def test_a_dwarf_whose_race_is_lost_before_charity_has_a_card_and_a_big_item_too_many() -> None:
    game = table(
        seat(level=3, races="Dwarf", carries="Huge Rock, Stepladder", hand="Elf, Ancient, Humongous, Baby, Mate, Intelligent"),
        seat(level=1, hand="Curse! Lose Your Race"),
        seat(level=2),
        moment="before_charity",
    )
    aric, suzan, _ = game
    aric.is_done()
    suzan.plays("Curse! Lose Your Race", on=aric)
    aric.chooses("Huge Rock")
    assert suzan.carries == ["Huge Rock"] and aric.carries == ["Stepladder"]
    game.everybody_passes()
    aric.ends_the_turn()
    aric.gives("Mate")
    assert suzan.hand == ["Mate"] and game.turn_player is suzan


# ------------------------------------------------------------------------------------------------ Classes come and go


@rule("COMBAT-15", "ORIG-04", "HELP-16")
def test_a_helping_warrior_who_drops_the_class_gives_the_tie_away() -> None:
    game = table(seat(level=3), seat(level=3, classes="Warrior"), doors=["Platycore"], dice=[6, 6])
    aric, suzan = game
    aric.kicks_open_the_door()
    aric.asks(suzan)
    suzan.accepts()
    turn_to(suzan)
    suzan.discards("Warrior")
    flee(game)
    assert game.levels == (3, 3) and game.happened.count("ESCAPES") == 2


@rule("ORIG-03", "ORIG-09", "ORIG-08", "COMBAT-12")
def test_a_super_munchkin_berserks_with_the_other_class_and_is_hated_for_it_no_more() -> None:
    game = table(seat(level=3, classes="Warrior, Wizard", duals="Super Munchkin"), seat(), doors=["Harpies"])
    aric, _ = game
    aric.kicks_open_the_door()
    assert game.strength == (3, 9)
    aric.uses("Warrior", paying="Wizard")
    assert game.strength == (4, 4) and set(aric.table) == {"Warrior", "Super Munchkin"}
    game.everybody_passes()
    assert aric.level == 4


@rule("ORIG-03", "ORIG-09", "BIG-03")
def test_a_half_breed_that_pays_costs_a_race_and_with_it_a_big_item() -> None:
    game = table(
        seat(classes="Warrior", races="Dwarf, Elf", duals="Half-Breed", wears="Huge Rock", carries="Stepladder"),
        seat(level=2),
        seat(level=3),
        doors=["Pit Bull"],
    )
    aric, suzan, _ = game
    aric.kicks_open_the_door()
    aric.uses("Warrior", paying="Half-Breed")
    aric.chooses("Dwarf")
    aric.chooses("Stepladder")
    assert aric.races == ["Elf"] and suzan.carries == ["Stepladder"] and game.strength == (1 + 3 + 1, 2)


@rule("ORIG-03", "CHEAT-02", "ITEM-09", "BIG-03")
def test_cheat_that_pays_leaves_hands_too_full_and_a_big_item_too_many() -> None:
    game = table(
        seat(level=3, classes="Warrior", wears="Huge Rock", cheats="Chainsaw of Bloody Dismemberment"),
        seat(level=1),
        seat(level=2),
        doors=["Net Troll"],
    )
    aric, suzan, _ = game
    aric.kicks_open_the_door()
    assert game.strength == (3 + 3 + 3, 10)
    aric.uses("Warrior", paying="Cheat!")
    aric.chooses("turn Huge Rock sideways")
    aric.chooses("part with Huge Rock")
    assert game.strength == (3 + 3 + 1, 10) and suzan.carries == ["Huge Rock"]


# -------------------------------------------------------------------------------------------------- helpers in a fight


@rule("HELP-16", "HELP-20", "HELP-06", "MON-05")
def test_a_helping_elf_brings_a_monster_to_rise_once_more_and_main_gets_its_treasure() -> None:
    game = table(
        seat(level=4),
        seat(level=4, races="Elf", hand="Wandering Monster, Maul Rat"),
        doors=["Platycore"],
        treasures="Huge Rock, Slimy Armor, Spiky Knees",
    )
    aric, suzan = game
    aric.kicks_open_the_door()
    aric.asks(suzan, treasures=1, picks_first="helper")
    suzan.accepts()
    turn_to(suzan)
    suzan.plays("Wandering Monster")
    game.everybody_passes()
    suzan.picks("Spiky Knees")
    assert game.levels == (6, 6) and suzan.hand == ["Spiky Knees"] and aric.hand == ["Huge Rock", "Slimy Armor"]


@rule("HELP-20", "MON-04", "WIN-03")
def test_a_helping_elf_of_level_8_who_plays_the_mate_wins_alone() -> None:
    game = table(seat(level=1), seat(level=8, races="Elf", hand="Mate"), doors=["Lame Goblin"])
    aric, suzan = game
    aric.kicks_open_the_door()
    aric.asks(suzan)
    suzan.accepts()
    turn_to(suzan)
    suzan.plays("Mate")
    game.everybody_passes()
    assert game.winners == (suzan,) and game.levels == (3, 10)


@rule("HELP-10", "HELP-20", "WIN-02")
def test_an_elf_of_level_9_who_is_forced_to_help_wins_by_it() -> None:
    game = table(seat(level=3, wears="Kneepads of Allure"), seat(level=9, races="Elf"), doors=["Net Troll"])
    aric, suzan = game
    aric.kicks_open_the_door()
    aric.uses("Kneepads of Allure")
    game.everybody_passes()
    assert game.winners == (suzan,) and aric.level == 4


@rule("HELP-10", "COMBAT-16", "MON-04", "RUN-05")
def test_a_mate_may_free_who_was_forced_and_only_the_fighter_pays_for_the_lost_fight() -> None:
    game = table(seat(level=7, wears="Kneepads of Allure"), seat(level=8), seat(hand="Mate"), doors=["Wight Brothers"], dice=[6, 6])
    aric, suzan, otto = game
    aric.kicks_open_the_door()
    aric.uses("Kneepads of Allure")
    turn_to(otto)
    otto.plays("Mate")
    suzan.leaves()
    flee(game)
    aric.runs_from("Wight Brothers")
    flee(game)
    assert game.happened.count("ESCAPES") == 2 and suzan.level == 8


@rule("HELP-18", "REW-03", "MON-11")
def test_a_helping_wizard_charms_and_both_share_the_treasures_but_nobody_rises() -> None:
    game = table(
        seat(level=1),
        seat(level=1, classes="Wizard", races="Elf", hand="Baby, Mate, Humongous"),
        seat(hand="Enraged"),
        doors=["Net Troll"],
    )
    aric, suzan, otto = game
    aric.kicks_open_the_door()
    aric.asks(suzan, treasures=2, picks_first="helper")
    suzan.accepts()
    turn_to(otto)
    otto.plays("Enraged")
    turn_to(suzan)
    suzan.uses("Wizard", way="charm spell")
    while game.pool and game.decides:
        game.decides.picks(game.pool[0])
    assert game.levels == (1, 1, 1) and (len(aric.hand), len(suzan.hand)) == (2, 2)


@rule("HELP-07", "HELP-20", "GUAL-02")
def test_a_level_promised_to_an_elf_lapses_when_the_kill_has_brought_the_last_but_one() -> None:
    game = table(seat(hand="Boil an Anthill, Baby"), seat(level=8, races="Elf"), doors=["Lame Goblin"])
    aric, suzan = game
    aric.kicks_open_the_door()
    aric.asks(suzan, card="Boil an Anthill")
    suzan.accepts()
    game.skip_windows()
    assert suzan.level == 9 and "Boil an Anthill" in aric.hand and not game.over


@rule("HELP-10", "COMBAT-14", "COMBAT-16", "WIN-02")
def test_a_forced_helper_may_leave_when_the_fight_passes_to_one_who_would_win_it() -> None:
    game = table(
        seat(level=3, wears="Kneepads of Allure", hand="Transferral Potion, Baby"), seat(level=8), seat(level=9), doors=["Net Troll"]
    )
    aric, suzan, otto = game
    aric.kicks_open_the_door()
    aric.uses("Kneepads of Allure", on=suzan)
    aric.plays("Transferral Potion", on=otto)
    suzan.stays()
    game.everybody_passes()
    assert game.winners == (otto,), "the Kneepads bind Aric alone"


@rule("HELP-16", "ITEM-05", "COMBAT-09")
def test_a_helping_elf_wins_with_the_bow_that_main_cannot_draw() -> None:
    game = table(seat(level=4, carries="Bow With Ribbons"), seat(level=4, races="Elf", hand="Help Me Out Here!"), doors=["Net Troll"])
    aric, suzan = game
    aric.kicks_open_the_door()
    aric.asks(suzan)
    suzan.accepts()
    suzan.plays("Help Me Out Here!")
    game.skip_windows()
    assert game.levels == (5, 5) and suzan.wears == ["Bow With Ribbons"]


@pytest.mark.parametrize("kept_by", ["Cheat!", "Hireling", "nothing"])
@rule("ITEM-05", "CHEAT-01", "HIRE-01")
def test_what_else_the_helper_wears_still_counts_when_an_item_is_taken_to_win_with_it(kept_by: str) -> None:
    game = table(
        seat(level=4, races="Elf", hand="Help Me Out Here!"),
        seat(
            level=1,
            carries="Bow With Ribbons",
            sex="female" if kept_by == "nothing" else "male",
            cheats="Broad Sword" if kept_by == "Cheat!" else "",
            hireling="Broad Sword" if kept_by == "Hireling" else None,
            wears="Broad Sword" if kept_by == "nothing" else "",
        ),
        doors=["Net Troll"],
    )
    aric, suzan = game
    aric.kicks_open_the_door()
    aric.asks(suzan)
    suzan.accepts()
    aric.plays("Help Me Out Here!")
    assert aric.wears == ["Bow With Ribbons"] and suzan.wears == ["Broad Sword"]
    game.skip_windows()
    assert aric.level == 5


@rule("TIME-08", "TRADE-02", "HELP-17")
def test_a_bystander_is_armed_by_another_and_then_asked_for_help() -> None:
    game = table(seat(level=1), seat(level=1, races="Elf"), seat(carries="Bow With Ribbons"), doors=["Harpies"])
    aric, suzan, otto = game
    aric.kicks_open_the_door()
    aric.passes()
    turn_to(otto)
    otto.trades(suzan, gives="Bow With Ribbons")
    suzan.accepts()
    turn_to(suzan)
    suzan.equips("Bow With Ribbons")
    turn_to(aric)
    aric.asks(suzan)
    suzan.accepts()
    assert game.strength == (1 + 1 + 4, 4)


@rule("HELP-02", "COMBAT-13", "MON-07")
def test_when_the_gazebo_that_sent_the_helper_away_is_gone_help_may_be_asked_for_again() -> None:
    game = table(seat(level=1, hand="Baby"), seat(level=9), seat(hand="Wandering Monster, Gazebo, Pollymorph Potion"), doors=["Net Troll"])
    aric, suzan, otto = game
    aric.kicks_open_the_door()
    aric.asks(suzan)
    suzan.accepts()
    turn_to(otto)
    otto.plays("Wandering Monster")
    assert game.helper is None
    otto.plays("Pollymorph Potion", on="Gazebo")
    turn_to(aric)
    aric.asks(suzan)
    suzan.accepts()
    assert game.helper is suzan and game.strength == (10, 10)


@rule("HELP-03", "REW-03")
def test_a_helper_who_was_promised_all_treasures_of_the_monster_has_no_share_in_a_lunch() -> None:
    game = table(seat(), seat(level=9), seat(hand="Out to Lunch"), doors=["Platycore"])
    aric, suzan, otto = game
    aric.kicks_open_the_door()
    aric.asks(suzan, treasures="all")
    suzan.accepts()
    turn_to(otto)
    otto.plays("Out to Lunch")
    game.skip_windows()
    assert (len(aric.hand), len(suzan.hand)) == (2, 0)


# ---------------------------------------------------------------------------------------------------- more monsters


@rule("MON-04", "MON-13", "MON-11")
def test_an_illusion_takes_one_of_a_pair_and_what_comes_later_is_on_the_other_alone() -> None:
    game = table(seat(level=5), seat(hand="Ancient, Mate, Illusion, Lame Goblin, Enraged, Baby"), doors=["Net Troll"])
    aric, suzan = game
    aric.kicks_open_the_door()
    turn_to(suzan)
    suzan.plays("Ancient")
    suzan.plays("Mate")
    assert game.strength == (5, 40)
    suzan.plays("Illusion", on="Net Troll")
    assert game.strength == (5, 20 + 1)
    suzan.plays("Enraged", on="Net Troll")
    suzan.plays("Baby", on="Lame Goblin")
    assert game.strength == (5, 25 - 4) and game.treasures_at_stake == 3 + 2 + 1 + 1


@rule("COMBAT-06", "MON-14", "REW-03")
def test_an_illusion_of_an_amazon_ends_the_fight_of_a_woman() -> None:
    game = table(seat(level=4, sex="female"), seat(hand="Illusion, Amazon"), doors=["Net Troll"])
    aric, suzan = game
    aric.kicks_open_the_door()
    turn_to(suzan)
    suzan.plays("Illusion")
    assert not game.fighting and len(aric.hand) == 1 and aric.level == 4
    assert sorted(game.doors_discarded) == ["Amazon", "Illusion", "Net Troll"]


@rule("MON-08", "MON-10")
def test_the_undead_that_joined_brings_another_when_the_first_is_gone() -> None:
    game = table(seat(level=5), seat(hand="Mr. Bones"), seat(hand="Pollymorph Potion, Undead Horse"), doors=["King Tut"])
    aric, suzan, otto = game
    aric.kicks_open_the_door()
    turn_to(suzan)
    suzan.plays("Mr. Bones")
    turn_to(otto)
    otto.plays("Pollymorph Potion", on="King Tut")
    otto.plays("Undead Horse")
    assert game.monsters == ["Mr. Bones", "Undead Horse"] and game.treasures_at_stake == 4 + 1 + 2


@rule("COMBAT-07", "MON-06")
def test_where_neither_levels_nor_anything_else_counts_a_munchkin_is_worth_nothing() -> None:
    game = table(
        seat(level=5, wears="Helm of Courage", hand="Magic Missile"),
        seat(hand="Wandering Monster, Insurance Salesman"),
        doors=["Ghoulfiends"],
    )
    aric, suzan = game
    aric.kicks_open_the_door()
    aric.plays("Magic Missile", on="munchkins")
    turn_to(suzan)
    suzan.plays("Wandering Monster")
    assert game.strength == (0, 22)


@rule("MON-05", "DOOR-02")
@pytest.mark.parametrize("race", ["", "Halfling"])
def test_a_golem_that_wanders_in_is_waved_at_but_not_by_a_halfling(race: str) -> None:
    game = table(seat(level=5, races=race, hand="Baby"), seat(hand="Wandering Monster, Stoned Golem"), doors=["Pit Bull"])
    aric, suzan = game
    aric.kicks_open_the_door()
    turn_to(suzan)
    suzan.plays("Wandering Monster")
    if race:
        assert game.monsters == ["Pit Bull", "Stoned Golem"]
    else:
        aric.says(True)
        assert game.monsters == ["Pit Bull"] and game.treasures_at_stake == 1


@rule("COMBAT-05", "WIN-03", "HELP-20")
def test_a_nose_killed_by_halitosis_wins_for_main_and_elf_when_the_last_monster_is_removed() -> None:
    game = table(
        seat(level=9, hand="Potion of Halitosis, Wandering Monster, Net Troll, Pollymorph Potion"),
        seat(level=9, races="Elf"),
        doors=["Floating Nose"],
    )
    aric, suzan = game
    aric.kicks_open_the_door()
    aric.plays("Wandering Monster")
    aric.asks(suzan)
    suzan.accepts()
    aric.plays("Potion of Halitosis", way=1)
    assert game.strength == (18, 10) and game.levels == (9, 9)
    aric.plays("Pollymorph Potion")
    assert set(game.winners) == {aric, suzan}


# ------------------------------------------------------------------------------------------------ strength of a fighter


@rule("INTER-02", "ORIG-12")
def test_a_doubled_munchkin_is_stabbed_twice_as_deep_once_by_each_thief() -> None:
    game = table(
        seat(level=4, wears="Chainsaw of Bloody Dismemberment", hand="Doppleganger"),
        seat(classes="Thief", hand="Elf, Dwarf"),
        seat(classes="Thief", hand="Baby"),
        doors=["Net Troll"],
    )
    aric, suzan, otto = game
    aric.kicks_open_the_door()
    turn_to(suzan)
    suzan.uses("Thief", way="backstabbing", paying="Elf")
    assert not suzan.may("use Thief")
    turn_to(aric)
    aric.plays("Doppleganger")
    assert game.strength == (10, 10)
    turn_to(otto)
    otto.uses("Thief", way="backstabbing", paying="Baby")
    assert game.strength == (6, 10)


@rule("COMBAT-14", "SHOT-02", "CURSE-03")
def test_what_was_done_to_the_old_fighter_goes_along_and_what_was_done_for_the_side_stays() -> None:
    game = table(
        seat(level=4, hand="Doppleganger, Magic Missile, Transferral Potion"),
        seat(classes="Thief", hand="Elf"),
        seat(level=6, wears="Chainsaw of Bloody Dismemberment", curses="Curse! Malign Mirror"),
        doors=["Wannabe Vampire"],
        dice=[6],
    )
    aric, suzan, otto = game
    aric.kicks_open_the_door()
    turn_to(suzan)
    suzan.uses("Thief", way="backstabbing", paying="Elf", on=aric)
    turn_to(aric)
    aric.plays("Doppleganger")
    aric.plays("Magic Missile", on="munchkins")
    assert game.strength == (4 + 5, 12)
    aric.plays("Transferral Potion", on=otto)
    assert game.main is otto and game.strength == (6 + 5, 12)
    flee(game)
    assert otto.curses == [] and otto.level == 6


@rule("CURSE-08", "HELP-12", "CONF-02")
def test_income_tax_on_a_bystander_disarms_the_fighters() -> None:
    game = table(
        seat(level=5, wears="Helm of Courage, Leather Armor", hand="Baby"),
        seat(level=1, hand="Curse! Income Tax", carries="Chainsaw of Bloody Dismemberment"),
        seat(level=3),
        doors=["Net Troll"],
    )
    aric, suzan, otto = game
    aric.kicks_open_the_door()
    aric.asks(otto)
    otto.accepts()
    assert game.strength == (7 + 3, 10)
    turn_to(suzan)
    suzan.plays("Curse! Income Tax", on=suzan)
    assert game.strength == (4 + 2, 10) and aric.table == suzan.table == []


# --------------------------------------------------------------------------------------------------------- stealing


@rule("ORIG-10", "RUN-08")
def test_a_thief_waits_until_the_last_roll_to_steal_from_who_ran() -> None:
    game = table(seat(wears="Leather Armor"), seat(classes="Thief", hand="Elf, Boil an Anthill"), doors=["Net Troll"], dice=[6, 4])
    aric, suzan = game
    aric.kicks_open_the_door()
    turn_to(suzan)
    suzan.passes()
    assert game.happened[-1] == "LOSES_FIGHT" and suzan.choices == ["pass", "play Boil an Anthill"]
    suzan.passes()
    turn_to(suzan)
    suzan.uses("Thief", way="theft", paying="Elf")
    assert suzan.carries == ["Leather Armor"]
