"""REW: rewards of a won fight, and their order."""

from munchkin_env.game.scenario import seat, table
from tests.rule import rule

THREE = "Leather Armor, Spiky Knees, Helm of Courage"


@rule("REW-01", "MON-02", "MON-06")
def test_levels_and_treasures_of_all_monsters_with_what_enhancers_add() -> None:
    game = table(
        seat(level=4, wears="Huge Rock, Really Impressive Title, Flaming Armor", hand="Enraged, Wandering Monster, Lame Goblin"),
        seat(hand="Baby"),
        doors=["Pit Bull"],
    )
    aric, _ = game
    aric.kicks_open_the_door()
    aric.plays("Enraged")
    aric.plays("Wandering Monster")
    assert game.strength == (12, 2 + 5 + 1)
    game.everybody_passes()
    assert aric.level == 4 + 2 and len(aric.hand) == 1 + 1 + 1


@rule("REW-02", "HAND-06")
def test_treasures_are_drawn_face_down_by_who_fought_alone_and_face_up_by_who_was_helped() -> None:
    alone = table(seat(level=9 - 1), seat(hand="Baby"), doors=["Undead Horse"], treasures=THREE)
    aric, suzan = alone
    aric.kicks_open_the_door()
    alone.everybody_passes()
    assert aric.hand == ["Leather Armor", "Spiky Knees"] and suzan.sees(aric) == [None, None]

    helped = table(seat(level=1), seat(level=5, hand="Baby"), seat(), doors=["Undead Horse"], treasures=THREE)
    aric, suzan, otto = helped
    aric.kicks_open_the_door()
    aric.asks(suzan, treasures=1, picks_first="main")
    suzan.accepts()
    helped.everybody_passes()
    assert helped.pool == ["Leather Armor", "Spiky Knees"]
    aric.picks("Spiky Knees")
    assert otto.sees(aric) == ["Spiky Knees"] and otto.sees(suzan) == [None, "Leather Armor"]


@rule("REW-02", "MON-06")
def test_a_helper_who_is_gone_at_the_end_is_none() -> None:
    game = table(
        seat(level=7, hand="Magic Missile"),
        seat(level=5),
        seat(hand="Wandering Monster, Gazebo, Baby"),
        doors=["Flying Frogs"],
        treasures=THREE,
        ask_only_when_losing=False,
    )
    aric, suzan, otto = game
    aric.kicks_open_the_door()
    aric.asks(suzan, treasures="all")
    suzan.accepts()
    aric.passes()
    otto.plays("Wandering Monster")
    assert game.helper is None and game.strength == (7, 10)
    otto.passes()
    aric.plays("Magic Missile", on="munchkins")
    game.everybody_passes()
    assert aric.level == 9 and aric.hand == ["Leather Armor", "Spiky Knees", "Helm of Courage"] and suzan.hand == []
    assert suzan.sees(aric) == [None, None, None]


@rule("REW-03", "CONF-03")
def test_a_monster_that_was_only_removed_gives_no_level_even_beside_one_that_was_killed() -> None:
    game = table(
        seat(level=4, hand="Magic Lamp, Wandering Monster, Pit Bull"), seat(), doors=["Harpies"], treasures="Leather Armor, Spiky Knees"
    )
    aric, _ = game
    aric.kicks_open_the_door()
    aric.plays("Wandering Monster")
    aric.plays("Magic Lamp", on="Harpies")
    game.everybody_passes()
    assert aric.level == 5
    assert aric.hand == ["Leather Armor"], "the Lamp brings Treasures only if it was the only monster"


@rule("REW-04", "TIME-03", "TIME-06")
def test_what_was_won_may_be_played_at_once_by_the_helper_too() -> None:
    game = table(seat(level=1), seat(level=5), seat(), doors=["Undead Horse"], treasures=THREE)
    aric, suzan, _ = game
    aric.kicks_open_the_door()
    aric.asks(suzan, treasures=1, picks_first="helper")
    suzan.accepts()
    game.everybody_passes()
    suzan.picks("Spiky Knees")
    assert not game.fighting and aric.may("play Leather Armor")
    aric.lays_down("Leather Armor")
    aric.passes()
    suzan.lays_down("Spiky Knees")
    assert aric.wears == ["Leather Armor"] and suzan.wears == ["Spiky Knees"]


@rule("REW-04", "HELP-06", "HELP-07", "HELP-20", "MON-12", "COMBAT-11")
def test_rewards_come_in_order() -> None:
    game = table(
        seat(level=1, wears="Leather Armor", hand="Boil an Anthill, Sleep Potion, Enraged"),
        seat(level=7, races="Elf"),
        doors=["Potted Plant"],
        treasures="Spiky Knees, Helm of Courage, Slimy Armor",
    )
    aric, suzan = game
    aric.kicks_open_the_door()
    aric.plays("Sleep Potion", on="monsters")
    aric.plays("Enraged")
    aric.asks(suzan, treasures=1, picks_first="helper", item="Leather Armor", card="Boil an Anthill")
    suzan.accepts()
    assert game.strength == (9, 8)
    game.everybody_passes()
    assert game.levels == (2, 8), "levels first, the Elf's too"
    assert sorted(game.doors_discarded) == ["Enraged", "Potted Plant"] and game.treasures_discarded == ["Sleep Potion"]
    assert game.pool == ["Spiky Knees", "Helm of Courage"] and suzan.carries == [], "then the Treasures"
    suzan.picks("Helm of Courage")
    course = [word for word in game.happened if word in ("LEVEL", "DRAWS", "PICKS", "TRADES")]
    levels_and_treasures, plant, deal = ["LEVEL", "LEVEL", "DRAWS", "DRAWS", "PICKS", "PICKS"], ["DRAWS"], ["LEVEL", "TRADES"]
    assert sorted(course) == sorted(levels_and_treasures + plant + deal)
    assert course[:7] == levels_and_treasures + plant, "then what the Plant gives an Elf; the deal comes last"
    assert suzan.hand == ["Helm of Courage", "Slimy Armor"] and aric.hand == ["Spiky Knees"]
    assert suzan.level == 9 and suzan.carries == ["Leather Armor"]


@rule("REW-05", "WIN-01", "WIN-03")
def test_a_level_that_wins_ends_the_game_before_treasures_are_drawn() -> None:
    game = table(seat(level=9), seat(level=3, hand="Curse! Duck of Doom"), doors=["Undead Horse"])
    aric, suzan = game
    left = game.treasures_left
    aric.kicks_open_the_door()
    game.everybody_passes()
    assert game.over and game.winners == (aric,) and aric.level == 10
    assert aric.hand == [] and game.treasures_left == left and game.doors_discarded == ["Undead Horse"]
    assert suzan.choices == [], "nobody can undo it any more"


@rule("REW-06", "HELP-06")
def test_where_there_is_nothing_to_choose_nobody_is_asked() -> None:
    for treasures, first, hands in ((0, "", (2, 0)), (2, "", (0, 2)), ("all", "", (0, 2))):
        game = table(seat(level=1), seat(level=5), doors=["Undead Horse"])
        aric, suzan = game
        aric.kicks_open_the_door()
        aric.asks(suzan, treasures=treasures, picks_first=first)
        suzan.accepts()
        assert not game.fighting and "PICKS" in game.happened
        assert (len(aric.hand), len(suzan.hand)) == hands
