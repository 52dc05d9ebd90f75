"""Each one-shot Treasure of Deluxe: its price, when it may be used, and its effect."""

import pytest

from munchkin_env.game.scenario import seat, table
from tests.card import alike, card
from tests.goods import DELUXE
from tests.play import pass_until

FOR_EITHER_SIDE = [
    ("Cotion of Ponfusion", 3),
    ("Electric Radioactive Acid Potion", 5),
    ("Flaming Poison Potion", 3),
    ("Freezing Explosive Potion", 3),
    ("Magic Missile", 5),
    ("Nasty-Tasting Sports Drink", 2),
    ("Potion of Halitosis", 2),
    ("Potion of Idiotic Bravery", 2),
    ("Pretty Balloons", 5),
    ("Sleep Potion", 2),
]
PRICES = [
    ("Cotion of Ponfusion", 100),
    ("Electric Radioactive Acid Potion", 200),
    ("Flaming Poison Potion", 100),
    ("Freezing Explosive Potion", 100),
    ("Magic Missile", 300),
    ("Nasty-Tasting Sports Drink", 200),
    ("Potion of Halitosis", 100),
    ("Potion of Idiotic Bravery", 100),
    ("Pretty Balloons", 0),
    ("Sleep Potion", 100),
    ("Yuppie Water", 100),
    ("Doppleganger", 300),
    ("Flask of Glue", 100),
    ("Friendship Potion", 200),
    ("Instant Wall", 300),
    ("Invisibility Potion", 200),
    ("Loaded Die", 300),
    ("Magic Lamp", 500),
    ("Pollymorph Potion", 1300),
    ("Transferral Potion", 300),
    ("Wand of Dowsing", 1100),
    ("Wishing Ring", 500),
]


@alike("name, gold", PRICES)
def test_its_price(name: str, gold: int) -> None:
    assert DELUXE.is_worth(name, gold)


@alike("name", [(name,) for name, _ in PRICES])
def test_it_is_small_and_nothing_to_wear(name: str) -> None:
    game = table(seat(wears="Huge Rock", hand=name), seat())
    aric, _ = game
    aric.lays_down(name)
    assert aric.carries == [name] and not aric.may(f"equip {name}") and aric.strength == 4


@alike("name, amount", FOR_EITHER_SIDE)
def test_it_helps_or_harms_in_any_fight_by_anybody(name: str, amount: int) -> None:
    for side, strength in (("munchkins", (1 + amount, 10)), ("monsters", (1, 10 + amount))):
        game = table(seat(hand=[name, "Baby"]), seat(), doors=["Net Troll"])
        game[0].kicks_open_the_door()
        game[0].plays(name, on=side)
        assert game.strength == strength
        game = table(seat(hand="Baby"), seat(hand=[name, "Enraged"]), doors=["Net Troll"])
        game[0].kicks_open_the_door()
        game[0].passes()
        game[1].plays(name, on=side)
        assert game.strength == strength


@card("Flaming Poison Potion")
def test_the_flaming_poison_potion_burns_the_large_angry_chicken() -> None:
    game = table(seat(level=3, hand="Flaming Poison Potion, Baby"), seat(), doors=["Large Angry Chicken"])
    aric, _ = game
    aric.kicks_open_the_door()
    aric.plays("Flaming Poison Potion", on="munchkins")
    game.skip_windows()
    assert aric.level == 5


@card("Potion of Halitosis")
def test_halitosis_kills_the_floating_nose() -> None:
    game = table(seat(hand="Potion of Halitosis"), seat(), doors=["Floating Nose"], treasures="Leather Armor, Slimy Armor, Helm of Courage")
    aric, _ = game
    aric.kicks_open_the_door()
    aric.plays("Potion of Halitosis", way=1)
    assert aric.level == 2 and aric.hand == ["Leather Armor", "Slimy Armor", "Helm of Courage"]


@card("Potion of Halitosis")
def test_which_is_a_kill_and_may_win_the_game() -> None:
    game = table(seat(level=9), seat(hand="Potion of Halitosis"), doors=["Floating Nose"])
    aric, suzan = game
    aric.kicks_open_the_door()
    aric.passes()
    suzan.plays("Potion of Halitosis", way=1)
    assert game.over and game.winners == (aric,)


@card("Potion of Halitosis")
def test_against_any_other_monster_it_is_two_points_and_nothing_else() -> None:
    game = table(seat(hand="Potion of Halitosis, Baby"), seat(), doors=["Net Troll"])
    aric, _ = game
    aric.kicks_open_the_door()
    aric.does("play Potion of Halitosis")
    assert set(aric.choices) == {"for the munchkins", "for the monsters"}


@card("Yuppie Water")
@pytest.mark.parametrize(("main", "helper", "bonus"), [("Elf", "Elf", 4), ("Elf", "Dwarf", 2), ("Dwarf", "Elf", 2)])
def test_yuppie_water_gives_two_for_each_elf_who_fights(main: str, helper: str, bonus: int) -> None:
    game = table(seat(races=main, hand="Baby"), seat(races=helper), seat(races="Elf", hand="Yuppie Water, Enraged"), doors=["Net Troll"])
    aric, suzan, third = game
    aric.kicks_open_the_door()
    aric.asks(suzan)
    suzan.accepts()
    pass_until(game, "play Yuppie Water")
    third.plays("Yuppie Water")
    assert game.strength == (2 + bonus, 10)


@card("Yuppie Water")
def test_without_an_elf_in_the_fight_yuppie_water_is_of_no_use() -> None:
    game = table(seat(races="Halfling", hand="Baby, Yuppie Water"), seat(races="Elf"), doors=["Net Troll"])
    aric, _ = game
    aric.kicks_open_the_door()
    assert not aric.may("play Yuppie Water")


@card("Doppleganger")
def test_the_doppleganger_doubles_the_strength_of_one_who_fights_alone() -> None:
    game = table(seat(level=4, wears="Huge Rock", hand="Doppleganger, Baby"), seat(), doors=["Squidzilla"])
    aric, _ = game
    aric.kicks_open_the_door()
    aric.plays("Doppleganger")
    assert game.strength == (14, 18)
    game.skip_windows()
    assert aric.strength == 7  # for that fight


@card("Doppleganger")
def test_the_doppleganger_is_not_for_one_who_is_helped_nor_for_others() -> None:
    game = table(seat(hand="Doppleganger, Baby"), seat(hand="Enraged"), doors=["Net Troll"])
    aric, suzan = game
    assert aric.may("play Doppleganger")  # to lay it down
    aric.kicks_open_the_door()
    aric.asks(suzan)
    suzan.accepts()
    assert not aric.may("play Doppleganger")
    game = table(seat(hand="Baby"), seat(hand="Doppleganger, Enraged"), doors=["Net Troll"])
    aric, suzan = game
    aric.kicks_open_the_door()
    aric.passes()
    assert suzan.choices == ["pass", "play Enraged"]


@card("Flask of Glue")
@pytest.mark.parametrize(("again", "level"), [(6, 3), (1, 2)])
def test_the_flask_of_glue_makes_one_who_escaped_roll_again(again: int, level: int) -> None:
    game = table(seat(level=3), seat(hand="Flask of Glue"), doors=["Face Sucker"], dice=[5, again])
    aric, suzan = game
    aric.kicks_open_the_door()
    pass_until(game, "play Flask of Glue")
    suzan.plays("Flask of Glue")
    game.skip_windows()
    assert aric.level == level and not game.fighting
    assert game.treasures_discarded == ["Flask of Glue"]


@card("Flask of Glue")
def test_also_one_whom_the_monster_does_not_even_pursue() -> None:
    game = table(seat(level=4), seat(hand="Flask of Glue"), doors=["Bullrog"], dice=[1])
    aric, suzan = game
    aric.kicks_open_the_door()
    pass_until(game, "play Flask of Glue")
    suzan.plays("Flask of Glue")
    assert "DIES" in game.happened


@card("Flask of Glue", "Instant Wall")
def test_or_who_stood_behind_an_instant_wall() -> None:
    game = table(seat(level=3, hand="Instant Wall"), seat(hand="Flask of Glue"), doors=["Face Sucker"], dice=[2])
    aric, suzan = game
    aric.kicks_open_the_door()
    pass_until(game, "play Instant Wall")
    aric.plays("Instant Wall")
    pass_until(game, "play Flask of Glue")
    suzan.plays("Flask of Glue")
    game.skip_windows()
    assert aric.level == 2


@card("Flask of Glue", "Instant Wall")
def test_the_wall_still_stands_between_them_and_the_other_monster() -> None:
    hand = "Instant Wall, Wandering Monster, Face Sucker"
    game = table(seat(level=6, hand=hand), seat(hand="Flask of Glue"), doors=["Bullrog"], dice=[5, 1])
    aric, suzan = game
    aric.kicks_open_the_door()
    aric.plays("Wandering Monster", bringing="Face Sucker")
    pass_until(game, "play Instant Wall")
    aric.plays("Instant Wall")
    pass_until(game, "run from Face Sucker")
    aric.runs_from("Face Sucker")
    pass_until(game, "play Flask of Glue")
    suzan.plays("Flask of Glue")  # rolls for the Face Sucker only
    assert not game.fighting
    assert game.happened.count("ROLLS") == 1 and "DIES" not in game.happened  # no die for the Bullrog: the wall


@card("Flask of Glue")
def test_nobody_is_glued_who_has_not_escaped() -> None:
    game = table(seat(level=3), seat(hand="Flask of Glue"), doors=["Face Sucker"], dice=[4])
    aric, _ = game
    aric.kicks_open_the_door()
    while game.fighting:
        assert "play Flask of Glue" not in game.legal_texts
        game.apply("pass")
    assert aric.level == 2


@card("Friendship Potion")
@pytest.mark.parametrize("by_main", [True, False])
def test_the_friendship_potion_ends_the_fight_for_nothing_and_the_room_is_looted(by_main: bool) -> None:
    hands = ["Friendship Potion, Wandering Monster, Pit Bull", "Enraged"]
    game = table(
        seat(level=9, hand=hands[0] if by_main else "Wandering Monster, Pit Bull"),
        seat(hand="Enraged" if by_main else "Friendship Potion"),
        doors=["Net Troll", "Elf"],
    )
    aric, suzan = game
    aric.kicks_open_the_door()
    aric.plays("Wandering Monster", bringing="Pit Bull")
    if not by_main:
        aric.passes()
    (aric if by_main else suzan).plays("Friendship Potion")
    assert not game.fighting and aric.level == 9 and aric.hand == []
    game.skip_windows()
    assert game.decision == "ARRANGE"
    aric.goes_into_the_room()
    assert aric.hand == ["Elf"] and "LOOTS_ROOM" in game.happened


@card("Friendship Potion")
def test_it_does_not_open_the_room_for_trouble() -> None:
    game = table(seat(hand="Friendship Potion, Pit Bull"), seat(), doors=["Net Troll", "Elf"])
    aric, _ = game
    aric.kicks_open_the_door()
    aric.plays("Friendship Potion")
    game.skip_windows()
    aric.goes_into_the_room()
    assert aric.hand == ["Pit Bull", "Elf"] and not game.fighting


@card("Instant Wall")
def test_the_instant_wall_saves_two_from_everything() -> None:
    game = table(
        seat(level=6, hand="Wandering Monster, Bullrog"), seat(level=6), seat(hand="Instant Wall"), doors=["Net Troll"], dice=[1, 1, 1, 1]
    )
    aric, suzan, third = game
    aric.kicks_open_the_door()
    aric.plays("Wandering Monster", bringing="Bullrog")
    aric.asks(suzan)
    suzan.accepts()
    pass_until(game, "play Instant Wall")
    third.plays("Instant Wall", on=[aric, suzan])
    game.skip_windows()
    while game.decision == "ASK_MONSTER":
        game.apply(game.legal_texts[0])
        game.skip_windows()
    assert not game.fighting and not aric.dead and not suzan.dead
    assert game.happened.count("ESCAPES") == 4 and "ROLLS" not in game.happened


@card("Instant Wall")
def test_or_one_and_the_other_rolls() -> None:
    game = table(seat(level=6), seat(level=6), seat(hand="Instant Wall"), doors=["Stoned Golem"], dice=[1])
    aric, suzan, third = game
    aric.kicks_open_the_door()
    aric.says(False)  # fights the Golem
    aric.asks(suzan)
    suzan.accepts()
    pass_until(game, "play Instant Wall")
    third.plays("Instant Wall", on=suzan)  # and nobody else
    game.skip_windows()
    assert [event.player for event in game.log if event.what in ("DIES", "ESCAPES")] == ["player 0", "player 1"]
    assert [event.player for event in game.log if event.what == "ROLLS"] == ["player 0"]


@card("Instant Wall")
def test_the_wall_may_come_after_a_failed_roll_but_not_while_the_fight_is_open() -> None:
    game = table(seat(level=6, hand="Instant Wall, Baby"), seat(), doors=["Bullrog"], dice=[1])
    aric, _ = game
    aric.kicks_open_the_door()
    assert aric.choices == ["pass", "ask for help", "play Baby"]
    game.everybody_passes()
    game.everybody_passes()  # before the roll
    aric.rolls()
    aric.plays("Instant Wall")
    game.skip_windows()
    assert aric.hand == ["Baby"] and "DIES" not in game.happened and not game.fighting


@card("Invisibility Potion")
def test_the_invisibility_potion_saves_from_a_failed_roll_of_ones_own() -> None:
    game = table(seat(level=6, hand="Invisibility Potion, Baby"), seat(hand="Wishing Ring"), doors=["Bullrog"], dice=[1])
    aric, _ = game
    aric.kicks_open_the_door()
    assert not aric.may("play Invisibility Potion")
    pass_until(game, "play Invisibility Potion")
    assert "ROLLS" in game.happened
    aric.plays("Invisibility Potion")
    game.skip_windows()
    assert not aric.dead and "ESCAPES" in game.happened


@card("Invisibility Potion")
@pytest.mark.parametrize("die", [1, 5])
def test_it_is_not_for_others_and_not_after_a_good_roll(die: int) -> None:
    mine, others = ("", "Invisibility Potion") if die == 1 else ("Invisibility Potion", "")
    game = table(seat(level=3, hand=mine), seat(hand=others), doors=["Face Sucker"], dice=[die], auto_pass_forced=False)
    game[0].kicks_open_the_door()
    while game.fighting:
        assert "play Invisibility Potion" not in game.legal_texts
        game.apply("roll to run away" if game.decision == "ESCAPE" else "pass")


@card("Loaded Die")
def test_the_loaded_die_shows_what_its_owner_likes() -> None:
    game = table(seat(level=6, hand="Loaded Die"), seat(), doors=["Bullrog"], dice=[1])
    aric, _ = game
    aric.kicks_open_the_door()
    pass_until(game, "play Loaded Die")
    aric.does("play Loaded Die")
    assert set(aric.choices) == {f"turn the die to {n}" for n in range(1, 7)}
    aric.chooses(5)
    game.skip_windows()
    assert not aric.dead and "ESCAPES" in game.happened


@card("Loaded Die")
def test_also_when_the_die_is_not_for_running_away() -> None:
    game = table(seat(level=6, hand="Loaded Die"), seat(hand="Enraged"), doors=["3,872 Orcs"], dice=[1, 2], auto_pass_forced=False)
    aric, _ = game
    aric.kicks_open_the_door()
    game.skip_windows()
    aric.rolls()  # a 1: caught
    game.everybody_passes()
    aric.plays("Loaded Die", choosing=3)  # the Orcs' die showed a 2: death
    game.skip_windows()
    assert aric.level == 3 and "DIES" not in game.happened


@card("Loaded Die")
def test_but_never_for_the_roll_of_another() -> None:
    game = table(seat(level=6), seat(hand="Loaded Die"), doors=["3,872 Orcs"], dice=[1, 4], auto_pass_forced=False)
    game[0].kicks_open_the_door()
    while game.fighting:
        assert "play Loaded Die" not in game.legal_texts
        game.apply("roll to run away" if game.decision == "ESCAPE" else "pass")
    assert game[0].level == 2


@card("Loaded Die", "Curse! Chicken on Your Head")
def test_what_is_added_to_a_die_is_added_to_the_loaded_one() -> None:
    game = table(seat(level=6, hand="Loaded Die", curses="Curse! Chicken on Your Head"), seat(), doors=["Face Sucker"], dice=[1])
    aric, _ = game
    aric.kicks_open_the_door()
    pass_until(game, "play Loaded Die")
    aric.plays("Loaded Die", choosing=5)
    game.skip_windows()
    assert "CAUGHT" in game.happened
