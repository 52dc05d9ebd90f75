"""Who may do what when."""

from typing import Any

from munchkin_env.game.scenario import Player, Table, seat, table
from tests.rule import rule

ANY_TIME = ("1,000 Gold Pieces", "Hireling", "Curse! Duck of Doom")


def may_play(player: Player, *cards: str) -> bool:
    """All of them."""
    return all(player.may(f"play {card}") for card in cards)


def may_play_any(player: Player, *cards: str) -> bool:
    return any(player.may(f"play {card}") for card in cards)


# ------------------------------------------------------------------------------------------------------- any time


@rule("TIME-01", "TIME-09")
def test_level_ups_hirelings_and_curses_may_be_played_in_every_window_of_somebody_elses_turn() -> None:
    game = table(seat(level=2), seat(hand=[*ANY_TIME]), seat(), doors=["Tongue Demon"], dice=[1])
    aric, suzan, _ = game
    moments = []
    aric.is_done()
    while game.turn_player is aric:
        if suzan.decides and game.decision in ("WINDOW", "FIGHT_WINDOW"):
            assert may_play(suzan, *ANY_TIME)
            moments.append(game.decision if game.decision == "FIGHT_WINDOW" else game.game.top.moment)
            suzan.passes()
        elif game.decision == "ARRANGE":
            aric.is_done()
        else:
            game.apply("pass")
    assert moments == [0, "FIGHT_WINDOW", 3, 4, 2]  # before the door, the fight, before running, after it, before Charity


@rule("TIME-01")
def test_they_may_be_played_in_the_own_fight_and_when_running_away() -> None:
    game = table(seat(level=2, hand=[*ANY_TIME, "Steal a Level"]), seat(level=3), doors=["Tongue Demon"], dice=[6])
    aric, suzan = game
    aric.kicks_open_the_door()
    assert may_play(aric, *ANY_TIME)
    aric.plays("1,000 Gold Pieces", on=aric)
    assert game.strength == (3, 12)
    game.everybody_passes()
    assert game.decision == "WINDOW"
    aric.passes()
    assert game.decision == "ESCAPE" and may_play(aric, "Hireling", "Curse! Duck of Doom")
    aric.plays("Curse! Duck of Doom", on=suzan)
    assert suzan.level == 1


@rule("TIME-01", "ORIG-04")
def test_a_class_may_be_discarded_on_the_own_turn_in_a_fight_and_by_a_helper() -> None:
    game = table(seat(level=2, classes="Thief", races="Elf"), seat(level=5, classes="Cleric"), seat(classes="Wizard"), doors=["Maul Rat"])
    aric, suzan, bob = game
    assert aric.may("discard Thief") and aric.may("discard Elf")
    aric.discards("Elf")
    aric.kicks_open_the_door()
    aric.discards("Thief")
    assert aric.classes == [] and aric.races == []
    assert bob.classes == ["Wizard"] and suzan.classes == ["Cleric"]


@rule("TIME-01")
def test_off_turn_a_class_is_given_up_only_where_it_matters_in_a_fight() -> None:
    game = table(seat(level=1), seat(level=5, classes="Cleric"), seat(classes="Wizard", hand="Magic Missile, Mate"), doors=["Maul Rat"])
    aric, suzan, bob = game
    aric.kicks_open_the_door()
    aric.asks(suzan)
    suzan.accepts()
    assert game.strength == (6, 4)  # the Maul Rat hates Clerics
    assert game.waits_for(suzan)  # main has nothing to play
    suzan.passes()
    assert game.waits_for(bob) and not bob.may("discard Wizard")
    bob.plays("Magic Missile", on="monsters")
    bob.passes()
    suzan.discards("Cleric")
    assert game.strength == (6, 6)


@rule("TIME-09")
def test_an_action_resolves_before_anybody_can_react() -> None:
    game = table(seat(level=3, hand=["1,000 Gold Pieces"]), seat(hand=["Curse! Duck of Doom", "Wishing Ring"]), seat())
    aric, _, _ = game
    aric.plays("1,000 Gold Pieces", on=aric)
    assert aric.level == 4 and game.waits_for(aric) and game.decision == "ARRANGE"


# ------------------------------------------------------------------------------------- any time when not in combat


@rule("TIME-03", "TRADE-02")
def test_who_is_not_in_combat_may_trade_change_clothes_and_play_what_they_just_received() -> None:
    suzan_has = seat(wears="Leather Armor", carries="Slimy Armor", hand="Spiky Knees, Elf", fresh="Helm of Courage, Dwarf")
    game = table(seat(carries="Horny Helmet"), suzan_has, seat())
    aric, suzan, _ = game
    aric.is_done()
    assert game.waits_for(suzan) and suzan.may("trade")
    assert suzan.may("turn Leather Armor sideways") and not suzan.may("equip Slimy Armor")
    assert may_play(suzan, "Helm of Courage", "Dwarf") and not may_play_any(suzan, "Spiky Knees", "Elf")
    suzan.turns_sideways("Leather Armor")
    suzan.equips("Slimy Armor")
    suzan.lays_down("Helm of Courage")
    suzan.trades(aric, gives="Helm of Courage", takes="Horny Helmet")
    aric.accepts()
    assert suzan.wears == ["Slimy Armor"] and sorted(suzan.carries) == ["Horny Helmet", "Leather Armor"]
    assert aric.carries == ["Helm of Courage"]


@rule("TIME-03", "TIME-07", "TIME-08")
def test_who_is_in_combat_may_do_none_of_it_nor_lay_down_items() -> None:
    main = seat(level=2, wears="Leather Armor", carries="Slimy Armor", hand="Spiky Knees, Magic Missile", fresh="Helm of Courage")
    helper = seat(level=5, wears="Horny Helmet", carries="Bad-Ass Bandana", hand="Sleep Potion, Elf, Boots of Butt-Kicking")
    game = table(main, helper, seat(carries="Buckler of Swashing"), doors=["Tongue Demon"])
    aric, suzan, _ = game
    assert aric.may("trade") and aric.may("turn Leather Armor sideways") and may_play(aric, "Spiky Knees", "Helm of Courage")
    aric.kicks_open_the_door()
    aric.chooses("Slimy Armor")  # what the Demon eats
    assert set(aric.choices) == {"pass", "ask for help", "play Magic Missile"}  # a one-shot may be played
    aric.asks(suzan)
    suzan.accepts()
    aric.passes()
    assert set(suzan.choices) == {"pass", "play Sleep Potion"}


@rule("TIME-04")
def test_on_the_own_turn_a_new_class_or_race_may_be_played_at_any_moment() -> None:
    game = table(seat(level=3, hand="Elf, Warrior, Thief, Dwarf"), seat(), doors=["Tongue Demon"], dice=[1])
    aric, _ = game
    aric.plays("Elf")  # before the door
    aric.kicks_open_the_door()
    aric.plays("Warrior")  # in the fight
    game.everybody_passes()
    assert game.decision == "WINDOW"
    aric.plays("Thief")  # before running away
    aric.passes()
    assert game.decision == "ESCAPE"
    aric.plays("Dwarf")  # before the roll
    assert aric.classes == ["Thief"] and aric.races == ["Dwarf"]


@rule("TIME-04")
def test_on_somebody_elses_turn_it_may_not() -> None:
    game = table(seat(), seat(hand="Elf, Warrior, Super Munchkin, Curse! Lose a Level", classes="Cleric"), seat())
    aric, suzan, _ = game
    aric.is_done()
    assert set(suzan.choices) == {"pass", "play Curse! Lose a Level"}


@rule("TIME-04", "SELL-01")
def test_items_are_sold_and_laid_down_on_the_own_turn_outside_combat_only() -> None:
    game = table(
        seat(level=3, hand="Staff of Napalm, Leather Armor, Spiky Knees, Elf"),
        seat(hand="Loaded Die, Mithril Armor, Hammer of Kneecapping, Elf", fresh="Hireling"),
        doors=["Tongue Demon"],
        dice=[6],
    )
    aric, suzan = game
    assert aric.may("sell items") and may_play(aric, "Leather Armor")
    aric.is_done()
    assert not suzan.may("sell items") and not may_play_any(suzan, "Mithril Armor")
    game.everybody_passes()
    assert game.fighting and not aric.may("sell items") and not may_play_any(aric, "Leather Armor", "Staff of Napalm")
    game.everybody_passes()
    assert game.decision == "WINDOW" and not aric.may("sell items") and not may_play_any(aric, "Leather Armor")
    game.skip_windows()
    assert game.decision == "ESCAPE" and not aric.may("sell items") and not may_play_any(aric, "Leather Armor")
    aric.rolls()
    game.skip_windows()
    assert game.decision == "ARRANGE" and aric.may("sell items") and may_play(aric, "Leather Armor")


@rule("TIME-05")
def test_a_class_just_received_may_be_played_off_turn() -> None:
    game = table(seat(), seat(classes="Thief", hand="Cleric", fresh="Wizard"), seat())
    aric, suzan, _ = game
    aric.is_done()
    assert suzan.may("play Wizard") and not suzan.may("play Cleric")
    suzan.plays("Wizard")
    assert suzan.classes == ["Wizard"]


@rule("TIME-05", "TIME-08", "TIME-12")
def test_who_receives_a_class_in_combat_may_play_it_when_the_fight_is_over() -> None:
    main, helper = seat(level=2, hand="Wizard, Wizard"), seat(level=5, hand="Magic Missile")
    game = table(main, helper, seat(hand="Curse! Lose Two Cards, Sleep Potion"), doors=["Pit Bull"], treasures="Spiky Knees")
    aric, suzan, bob = game
    aric.kicks_open_the_door()
    aric.asks(suzan)
    suzan.accepts()
    aric.passes()
    suzan.passes()
    bob.plays("Curse! Lose Two Cards", on=aric)
    assert "Wizard" in suzan.hand and "Wizard" in bob.hand
    assert bob.may("play Wizard")  # not in a fight
    bob.passes()
    assert game.waits_for(suzan) and game.fighting and not suzan.may("play Wizard")  # Suzan is in the fight
    suzan.passes()
    assert not game.fighting and game.waits_for(aric) and aric.may("play Spiky Knees")
    aric.passes()
    assert game.waits_for(suzan) and suzan.may("play Wizard")
    suzan.plays("Wizard")
    assert suzan.classes == ["Wizard"]


@rule("TIME-06")
def test_any_treasure_may_be_laid_down_as_soon_as_it_is_received_or_on_the_own_turn() -> None:
    treasures = ("Spiky Knees", "Leather Armor", "Pollymorph Potion", "Wand of Dowsing")
    game = table(seat(hand=[*treasures[:1]]), seat(fresh=[*treasures[1:]], hand="Slimy Armor"), seat())
    aric, suzan, _ = game
    assert may_play(aric, "Spiky Knees")
    aric.is_done()
    assert may_play(suzan, *treasures[1:]) and not may_play_any(suzan, "Slimy Armor")
    suzan.lays_down("Pollymorph Potion")
    assert suzan.carries == ["Pollymorph Potion"]


# --------------------------------------------------------------------------------------- third parties of a fight


def third_party(**options: Any) -> Table:
    return table(
        seat(level=2),
        seat(level=3, wears="Leather Armor", carries="Slimy Armor", hand="Magic Missile"),
        seat(carries="Spiky Knees"),
        doors=["Bullrog"],
        **options,
    )


@rule("TIME-08")
def test_who_is_not_fighting_keeps_the_rights_of_a_free_player_during_a_fight() -> None:
    game = third_party()
    aric, suzan, bob = game
    aric.kicks_open_the_door()
    aric.passes()
    assert suzan.may("trade") and suzan.may("turn Leather Armor sideways") and may_play(suzan, "Magic Missile")
    suzan.does("trade")
    assert suzan.choices == ["trade with player 2"]  # not with a fighter
    suzan.does("trade with player 2")
    suzan.does("give Leather Armor")
    suzan.does("want Spiky Knees")
    suzan.does("send the offer")
    bob.accepts()
    assert bob.carries == ["Leather Armor"]


@rule("TIME-08")
def test_by_option_who_is_not_fighting_may_interfere_but_not_rearrange() -> None:
    game = third_party(third_party_acts_in_combat=False, auto_pass_forced=False)
    aric, suzan, bob = game
    aric.kicks_open_the_door()
    aric.passes()
    assert suzan.choices == ["pass", "play Magic Missile"]
    suzan.plays("Magic Missile", on="munchkins")
    suzan.passes()
    assert bob.choices == ["pass"]


@rule("TIME-08", "HELP-17")
def test_a_free_player_may_change_clothes_before_they_are_asked_and_not_after_they_help() -> None:
    game = table(
        seat(level=4),
        seat(level=1, wears="Leather Armor", carries="Mithril Armor", hand="Curse! Lose a Level"),
        seat(),
        doors=["Platycore"],
        trade_budget=0,
    )
    aric, suzan, _ = game
    aric.kicks_open_the_door()
    aric.passes()
    suzan.turns_sideways("Leather Armor")
    suzan.equips("Mithril Armor")
    suzan.passes()
    assert game.waits_for(aric)  # a player has acted: everybody is asked again
    aric.asks(suzan)
    suzan.accepts()
    assert game.strength == (8, 6)
    assert game.waits_for(suzan) and set(suzan.choices) == {"pass", "play Curse! Lose a Level"}


# ---------------------------------------------------------------------------------------------- just received


@rule("TIME-12")
def test_just_received_ends_when_its_holder_passes() -> None:
    game = table(seat(), seat(fresh="Spiky Knees, Wizard"), seat(hand="Curse! Lose a Level"), doors=["Enraged"])
    aric, suzan, bob = game
    aric.is_done()
    assert may_play(suzan, "Spiky Knees", "Wizard")
    suzan.passes()
    bob.plays("Curse! Lose a Level", on=aric)
    assert game.decision == "ARRANGE"  # asked again, but there is nothing left to do
    assert suzan.hand == ["Spiky Knees", "Wizard"] and not may_play_any(suzan, "Spiky Knees", "Wizard")


@rule("TIME-12", "CHAR-05")
def test_what_charity_brought_may_be_played_in_the_first_window_of_the_next_turn() -> None:
    hand = "Elf, Dwarf, Thief, Cleric, Wizard, Spiky Knees, Leather Armor"
    game = table(seat(level=3, hand=hand), seat(level=2), seat(level=1), moment="before_charity")
    aric, suzan, bob = game
    aric.ends_the_turn()
    aric.gives("Spiky Knees")
    aric.gives("Thief")
    assert game.turn_player is suzan
    suzan.is_done()
    assert game.waits_for(bob) and may_play(bob, "Spiky Knees", "Thief")
    bob.lays_down("Spiky Knees")
    bob.passes()
    assert bob.wears == ["Spiky Knees"]


@rule("TIME-12", "REW-04")
def test_treasures_just_won_may_be_played_at_once_by_the_helper_too() -> None:
    game = table(seat(level=4), seat(level=5), seat(), doors=["Platycore"], treasures="Spiky Knees, Leather Armor")
    aric, suzan, _ = game
    aric.kicks_open_the_door()
    aric.asks(suzan, treasures=1, picks_first="helper")
    suzan.accepts()
    game.everybody_passes()
    suzan.takes("Leather Armor")
    assert game.decision == "WINDOW" and game.waits_for(aric) and may_play(aric, "Spiky Knees")
    aric.passes()
    assert game.waits_for(suzan) and may_play(suzan, "Leather Armor")
    suzan.lays_down("Leather Armor")
    assert suzan.wears == ["Leather Armor"]
