"""Phase 2: look for trouble, or loot the room."""

from typing import Any

from munchkin_env.game.scenario import Table, seat, table
from tests.rule import rule


def in_the_room(hand: str, doors: str = "Elf", **options: Any) -> Table:
    others = seat(level=3, hand="Enraged, Mate"), seat(classes="Thief", hand="Dwarf")
    game = table(seat(level=2, hand=hand), *others, moment="before_room", doors=doors, **options)
    game[0].goes_into_the_room()
    return game


@rule("LOOT-01")
def test_trouble_is_fought_exactly_as_if_found_behind_the_door() -> None:
    game = in_the_room("Pit Bull, Sleep Potion")
    aric, suzan, thief = game
    aric.looks_for_trouble("Pit Bull")
    assert game.main is aric and game.monsters == ["Pit Bull"] and aric.hand == ["Sleep Potion"]
    assert aric.may("ask for help")
    aric.passes()
    suzan.plays("Enraged", on="Pit Bull")
    suzan.passes()
    thief.uses("Thief", "backstabbing", on=aric, paying="Dwarf")
    assert game.strength == (0, 7)
    aric.asks(suzan)
    suzan.accepts()
    assert game.strength == (3, 7)


@rule("LOOT-01", "REW-01")
def test_who_wins_it_is_rewarded_as_usual() -> None:
    game = table(seat(level=5, hand="Pit Bull"), seat(), moment="before_room", treasures=["Spiky Knees"])
    aric, _ = game
    aric.looks_for_trouble("Pit Bull")
    assert aric.level == 6 and aric.hand == ["Spiky Knees"] and game.doors_discarded == ["Pit Bull"]


@rule("LOOT-01")
def test_there_is_one_such_fight() -> None:
    game = table(seat(level=5, hand="Pit Bull, Potted Plant"), seat(), moment="before_room", treasures=["Spiky Knees"])
    aric, suzan = game
    aric.looks_for_trouble("Pit Bull")
    game.skip_windows()
    aric.ends_the_turn()
    assert game.turn_player is suzan and aric.hand == ["Potted Plant", "Spiky Knees"]


@rule("LOOT-01", "DOOR-06")
def test_only_monsters_are_trouble() -> None:
    game = in_the_room("Pit Bull, Lame Goblin, Ancient, Curse! Duck of Doom, Magic Missile, Wandering Monster")
    assert set(game[0].choices) == {"loot the room", "look for trouble with Pit Bull", "look for trouble with Lame Goblin"}


@rule("LOOT-02")
def test_looting_draws_a_door_card_face_down() -> None:
    game = in_the_room("Pit Bull", doors="Elf, Dwarf")
    aric, suzan, _ = game
    aric.loots()
    assert aric.hand == ["Pit Bull", "Elf"] and suzan.sees(aric) == [None, None]
    assert aric.may("end the turn")


@rule("LOOT-02")
def test_one_of_the_two_is_compulsory_and_without_a_monster_looting_is_automatic() -> None:
    assert not {"pass", "done", "end the turn"} & set(in_the_room("Pit Bull").legal_texts)
    game = in_the_room("Magic Missile", doors="Elf")
    assert game[0].hand == ["Magic Missile", "Elf"] and game.decision == "ARRANGE"


@rule("LOOT-03")
def test_a_looted_class_may_be_played_at_once_or_kept() -> None:
    game = in_the_room("Magic Missile", doors="Thief")
    assert game[0].may("play Thief")
    game[0].plays("Thief")
    assert game[0].classes == ["Thief"]


@rule("LOOT-03")
def test_a_looted_curse_does_not_strike_but_is_kept_for_somebody() -> None:
    game = in_the_room("Magic Missile", doors="Curse! Duck of Doom")
    aric, suzan, _ = game
    assert aric.level == 2 and aric.hand[-1] == "Curse! Duck of Doom"
    aric.plays("Curse! Duck of Doom", on=suzan)
    assert suzan.level == 1


@rule("LOOT-03")
def test_a_monster_looted_now_is_no_trouble_this_turn() -> None:
    game = in_the_room("Magic Missile", doors="Potted Plant")
    aric, suzan, _ = game
    assert aric.hand[-1] == "Potted Plant" and game.decision == "ARRANGE"
    assert not any("Potted Plant" in text for text in aric.choices)
    aric.ends_the_turn()
    assert game.turn_player is suzan


@rule("LOOT-05", "VAR-02")
def test_by_option_looting_draws_a_face_down_treasure_instead() -> None:
    game = in_the_room("Magic Missile", doors="Elf", treasures=["Spiky Knees"], faster_treasure="loot")
    aric, suzan, _ = game
    assert aric.hand == ["Magic Missile", "Spiky Knees"] and suzan.sees(aric) == [None, None]
    assert not any(event.what == "DRAWS" and event.card == "Elf" for event in game.log)
