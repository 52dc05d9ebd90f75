"""INTER: what others may do to a fight that is not theirs."""

from munchkin_env.game.scenario import seat, table
from tests.rule import rule


@rule("INTER-01", "MON-02", "SHOT-02")
def test_a_bystander_strengthens_either_side_of_anothers_fight() -> None:
    game = table(
        seat(level=3, hand="Baby"),
        seat(hand="Magic Missile, Sleep Potion, Enraged, Wandering Monster, Pit Bull, Curse! Duck of Doom"),
        doors=["Harpies"],
    )
    aric, suzan = game
    aric.kicks_open_the_door()
    aric.passes()
    suzan.plays("Sleep Potion", on="munchkins")
    assert game.strength == (5, 4)
    suzan.plays("Magic Missile", on="monsters")
    assert game.strength == (5, 9)
    suzan.plays("Enraged")
    assert game.strength == (5, 14)
    suzan.plays("Wandering Monster")
    assert game.strength == (5, 16)
    suzan.plays("Curse! Duck of Doom", on=aric)
    assert game.strength == (3, 16)


@rule("INTER-02", "ORIG-10", "ORIG-11")
def test_a_thief_may_backstab_each_fighter_once_and_may_not_steal_from_them() -> None:
    game = table(
        seat(level=3, carries="Spiky Knees", hand="Baby"),
        seat(level=3, carries="Leather Armor"),
        seat(classes="Thief", hand="Elf, Dwarf, Halfling"),
        seat(carries="Sleep Potion, Slimy Armor"),
        doors=["Plutonium Dragon"],
        dice=[6],
    )
    aric, suzan, otto, uwe = game
    aric.kicks_open_the_door()
    aric.asks(suzan)
    suzan.accepts()
    aric.passes()
    otto.uses("Thief", "backstabbing")
    assert otto.choices == ["on player 0", "on player 1"]
    otto.picks(aric, "Elf")
    assert game.strength == (6 - 2, 20)
    otto.uses("Thief", "backstabbing", paying="Dwarf")
    assert game.strength == (6 - 2 - 2, 20), "only suzan was left"
    otto.uses("Thief")
    assert otto.choices == ["take Sleep Potion", "take Slimy Armor"], "theft, and only from uwe"
    otto.picks("Slimy Armor")
    assert otto.carries == ["Slimy Armor"] and len(uwe.table) == 1
    assert aric.carries == ["Spiky Knees"] and suzan.carries == ["Leather Armor"]


@rule("INTER-02")
def test_a_thief_who_fights_may_backstab_their_companion_but_not_themselves() -> None:
    game = table(seat(level=3, classes="Thief", hand="Elf, Dwarf"), seat(level=3), doors=["Plutonium Dragon"])
    aric, suzan = game
    aric.kicks_open_the_door()
    assert not aric.may("use Thief")
    aric.asks(suzan)
    suzan.accepts()
    aric.uses("Thief", "backstabbing", paying="Elf")
    assert (aric.strength, suzan.strength) == (3, 1)


@rule("INTER-04", "CURSE-06")
def test_curses_and_monsters_may_be_played_on_oneself() -> None:
    game = table(seat(level=6, hand="Curse! Duck of Doom, Wandering Monster, Pit Bull"), seat(), doors=["Potted Plant"])
    aric, _ = game
    aric.plays("Curse! Duck of Doom", on=aric)
    assert aric.level == 4
    aric.kicks_open_the_door()
    aric.plays("Wandering Monster")
    game.everybody_passes()
    assert aric.level == 4 + 2 and len(aric.hand) == 2


@rule("INTER-04", "INTER-01")
def test_help_that_costs_somebody_their_treasures_is_legal() -> None:
    game = table(seat(level=5), seat(hand="Friendship Potion, Baby"), doors=["Harpies"])
    aric, suzan = game
    aric.kicks_open_the_door()
    assert game.strength == (5, 4) and game.treasures_at_stake == 2
    suzan.plays("Friendship Potion")
    assert not game.fighting and aric.level == 5
    assert aric.hand == []
    aric.goes_into_the_room()
    assert len(aric.hand) == 1, "they only looted the room, as the Potion says"


@rule("INTER-05", "RUN-08", "TIME-09")
def test_when_the_fight_is_decided_only_what_is_legal_then_may_be_played() -> None:
    game = table(
        seat(level=2, hand="Magic Missile, Boil an Anthill"),
        seat(hand="Enraged, Sleep Potion, Wandering Monster, Pit Bull, Curse! Lose a Level, Convenient Addition Error"),
        doors=["Harpies"],
        dice=[6],
    )
    aric, suzan = game
    aric.kicks_open_the_door()
    game.everybody_passes()
    assert "LOSES_FIGHT" in game.happened
    assert aric.choices == ["pass", "play Boil an Anthill"]
    aric.passes()
    assert suzan.choices == ["pass", "play Curse! Lose a Level", "play Convenient Addition Error"]
    suzan.plays("Convenient Addition Error", on=aric)
    assert aric.level == 3
    suzan.plays("Curse! Lose a Level", on=aric)
    assert aric.level == 2

    won = table(seat(level=5, hand="Boil an Anthill"), seat(hand="Enraged, Curse! Lose a Level, Mutilate the Bodies"), doors=["Harpies"])
    aric, suzan = won
    aric.kicks_open_the_door()
    aric.passes()
    suzan.passes()
    assert aric.level == 6
    aric.passes()
    assert suzan.choices == ["pass", "play Curse! Lose a Level", "play Mutilate the Bodies"]
