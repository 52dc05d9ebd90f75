"""Positions with an obvious choice, and what greedy does in them."""

from typing import Any

from munchkin_env.game.scenario import seat, table
from tests.players.bots.player import choice

# ------------------------------------------------------------------------------------------------- their own things


def test_it_wears_the_best_that_it_has() -> None:
    game = table(seat(carries="Leather Armor, Flaming Armor"), seat())
    assert choice(game) == "equip Flaming Armor"


def test_it_takes_off_what_is_in_the_way_of_something_better() -> None:
    game = table(seat(wears="Leather Armor", carries="Flaming Armor"), seat())
    aric, _ = game
    assert choice(game) == "turn Leather Armor sideways"
    aric.does("turn Leather Armor sideways")
    assert choice(game) == "equip Flaming Armor"


def test_it_does_not_change_two_hands_full_of_good_things_for_a_worse_one() -> None:
    game = table(seat(wears="Buckler of Swashing, Sneaky Bastard Sword", carries="Chainsaw of Bloody Dismemberment"), seat())
    assert choice(game) == "kick open the door", "2 + 2 is more than 3"


def test_it_becomes_what_its_items_need() -> None:
    game = table(seat(carries="Staff of Napalm", hand="Wizard, Cleric"), seat())
    assert choice(game) == "play Wizard"


def test_it_goes_up_a_level_at_once() -> None:
    assert choice(table(seat(hand="Boil an Anthill"), seat())) == "play Boil an Anthill"


def test_and_gives_nobody_else_a_level() -> None:
    game = table(seat(level=9, hand="Boil an Anthill"), seat())
    assert choice(game) == "kick open the door"
    game = table(seat(hand="Boil an Anthill"), seat())
    aric, _ = game
    aric.plays("Boil an Anthill")
    assert aric.level == 1 and choice(game) == "on yourself"


def test_it_steals_a_level_from_the_leader() -> None:
    game = table(seat(hand="Steal a Level"), seat(level=3), seat(level=6))
    aric, *_ = game
    assert choice(game) == "play Steal a Level"
    aric.plays("Steal a Level")
    assert choice(game) == "on player 2"


def test_it_sells_what_it_cannot_use_for_a_level() -> None:
    game = table(seat(carries="Staff of Napalm, Tuba of Charm", wears="Flaming Armor"), seat())
    aric, _ = game
    assert choice(game) == "sell items"
    aric.does("sell items")
    assert choice(game) == "sell Staff of Napalm"


def test_it_does_not_sell_what_it_wears() -> None:
    game = table(seat(wears="Flaming Armor, Buckler of Swashing, Boots of Butt-Kicking, Bad-Ass Bandana"), seat())
    assert choice(game) == "kick open the door"


def test_it_gives_away_the_least() -> None:
    hand = "Mutilate the Bodies, Wizard, Magic Missile, Ancient, Wishing Ring, Friendship Potion, Plutonium Dragon"
    game = table(seat(level=9, classes="Cleric", hand=hand), seat(level=3), moment="before_charity")
    aric, _ = game
    aric.ends_the_turn()
    assert game.decision == "CHARITY_CARD" and choice(game) == "give away Wizard"


# -------------------------------------------------------------------------------------------------- their own fights


def test_it_plays_the_potion_that_wins() -> None:
    game = table(seat(level=4, hand="Magic Missile"), seat(), doors=["Platycore"])
    game[0].kicks_open_the_door()
    assert choice(game) == "play Magic Missile"


def test_the_cheapest_that_is_enough() -> None:
    game = table(seat(level=5, hand="Magic Missile, Sleep Potion"), seat(), doors=["Shrieking Geek"])
    game[0].kicks_open_the_door()
    assert choice(game) == "play Sleep Potion"


def test_and_none_that_does_not_win() -> None:
    game = table(seat(level=2, hand="Cotion of Ponfusion"), seat(), doors=["Plutonium Dragon"])
    game[0].kicks_open_the_door()
    assert choice(game) == "pass"


def test_and_none_in_a_fight_that_is_won() -> None:
    game = table(seat(level=4, hand="Magic Missile"), seat(), doors=["Lame Goblin"])
    game[0].kicks_open_the_door()
    assert choice(game) == "pass"


def test_a_warrior_goes_berserk_for_the_last_point() -> None:
    game = table(seat(level=4, classes="Warrior", hand="Cleric, Thief"), seat(), doors=["Harpies"])
    game[0].kicks_open_the_door()
    assert choice(game) == "pass", "they win ties"
    game = table(seat(level=3, classes="Warrior", hand="Cleric, Thief"), seat(), doors=["Harpies"])
    game[0].kicks_open_the_door()
    assert choice(game) == "use Warrior"


def test_what_would_kill_it_is_turned_into_a_parrot() -> None:
    game = table(seat(level=6, hand="Pollymorph Potion", wears="Flaming Armor"), seat(), doors=["Plutonium Dragon"])
    game[0].kicks_open_the_door()
    assert choice(game) == "play Pollymorph Potion"


def test_it_takes_the_item_that_wins() -> None:
    game = table(seat(level=4, hand="Help Me Out Here!"), seat(wears="Flaming Armor"), doors=["Undead Horse"])
    game[0].kicks_open_the_door()
    assert choice(game) == "play Help Me Out Here!"


def test_a_won_fight_has_room_for_a_small_monster() -> None:
    game = table(seat(level=8, wears="Flaming Armor", hand="Wandering Monster, Lame Goblin"), seat(), doors=["Maul Rat"])
    aric, _ = game
    aric.kicks_open_the_door()
    assert choice(game) == "play Wandering Monster"


def test_it_looks_for_trouble_that_it_can_beat() -> None:
    for hand, chosen in (("Harpies", "look for trouble with Harpies"), ("Bullrog", "loot the room")):
        game = table(seat(level=5, hand=hand), seat(), moment="before_room")
        game[0].does("go into the room")
        game.skip_windows()
        assert game.decision == "TROUBLE_OR_LOOT" and choice(game) == chosen


# ------------------------------------------------------------------------------------------------------------ help


def test_it_asks_the_weaker_rival_who_is_enough_and_offers_what_it_takes() -> None:
    game = table(seat(level=4), seat(level=7), seat(level=3), doors=["Platycore"])
    aric, _, otto = game
    aric.kicks_open_the_door()
    assert choice(game) == "ask for help"
    aric.does("ask for help")
    assert choice(game) in ("ask player 1 for help", "ask player 2 for help")
    aric.picks(otto)
    assert choice(game) == "offer 1 treasure"


def test_it_helps_for_a_treasure_but_not_for_nothing() -> None:
    for treasures, first, chosen in ((1, "main", "accept"), (0, "", "refuse")):
        game = table(seat(level=4), seat(level=5), doors=["Platycore"])
        aric, suzan = game
        aric.kicks_open_the_door()
        aric.asks(suzan, treasures=treasures, picks_first=first)
        assert choice(game) == chosen


def test_it_helps_nobody_to_the_last_level() -> None:
    game = table(seat(level=9), seat(level=9), doors=["Net Troll"])
    aric, suzan = game
    aric.kicks_open_the_door()
    aric.asks(suzan, treasures=3)
    assert choice(game) == "refuse"


def test_unless_it_wins_with_it() -> None:
    game = table(seat(level=9), seat(level=9, races="Elf"), doors=["Net Troll"])
    aric, suzan = game
    aric.kicks_open_the_door()
    aric.asks(suzan, treasures=0)
    assert choice(game) == "accept"


def test_or_if_victory_is_shared() -> None:
    game = table(seat(level=9), seat(level=2), doors=["Net Troll"], shared_victory=True)
    aric, suzan = game
    aric.kicks_open_the_door()
    aric.asks(suzan)
    assert choice(game) == "accept"


def test_it_does_not_help_where_it_is_not_enough() -> None:
    game = table(seat(level=1), seat(level=2), doors=["Plutonium Dragon"])
    aric, suzan = game
    aric.kicks_open_the_door()
    aric.asks(suzan, treasures=5)
    assert choice(game) == "refuse"


# --------------------------------------------------------------------------------------------------- others' fights


def foreign(hand: str, level: int = 9, door: str = "Harpies", **mine: Any) -> str:
    game = table(seat(level=level), seat(level=4, hand=hand, **mine), doors=[door])
    aric, _ = game
    aric.kicks_open_the_door()
    if aric.decides:
        aric.passes()
    return choice(game)


def test_it_strengthens_the_monster_of_one_who_is_about_to_win() -> None:
    assert foreign("Enraged") == "play Enraged"
    assert foreign("Ancient, Friendship Potion").startswith("play")


def test_it_leaves_others_alone_who_are_not() -> None:
    assert foreign("Enraged", level=5) == "pass"


def test_a_curse_takes_the_level_away_that_is_missing_then() -> None:
    game = table(seat(level=9), seat(level=4, hand="Curse! Duck of Doom"), seat(level=8), doors=["Harpies"])
    aric, suzan, _ = game
    aric.kicks_open_the_door()
    if aric.decides:
        aric.passes()
    assert choice(game) == "play Curse! Duck of Doom"
    suzan.plays("Curse! Duck of Doom")
    assert choice(game) == "on player 0"


def test_a_thief_stabs_the_one_who_would_win_by_a_little() -> None:
    game = table(seat(level=9), seat(classes="Thief", hand="Cleric"), doors=["Gazebo"])
    aric, _ = game
    aric.kicks_open_the_door()
    if aric.decides:
        aric.passes()
    assert choice(game) == "use Thief", "9 against 8: two less is a defeat"


def test_it_takes_over_the_fight_that_it_would_win() -> None:
    game = table(seat(level=3), seat(level=9, hand="Transferral Potion"), doors=["Platycore"])
    aric, _ = game
    aric.kicks_open_the_door()
    if aric.decides:
        aric.passes()
    assert choice(game) == "play Transferral Potion"


# ---------------------------------------------------------------------------------------- misfortunes, and questions


def test_the_wishing_ring_is_for_bad_curses() -> None:
    for curse, chosen in (("Curse! Duck of Doom", "play Wishing Ring"), ("Curse! Lose the Footgear You Are Wearing", "pass")):
        game = table(seat(level=5, hand="Wishing Ring"), seat(), doors=[curse])
        game[0].kicks_open_the_door()
        assert game.decision == "CURSE_WINDOW" and choice(game) == chosen


def running(hand: str, door: str, level: int = 6, **mine: Any) -> str:
    game = table(seat(level=level, hand=hand, **mine), seat(), doors=[door], dice=[1])
    aric, _ = game
    aric.kicks_open_the_door()
    game.everybody_passes()
    while game.decision in ("WINDOW", "ESCAPE") and choice(game) in ("pass", "roll to run away"):
        aric.does(choice(game)) if aric.decides else game.everybody_passes()
    return choice(game)


def test_it_saves_itself_from_death_and_not_from_a_trifle() -> None:
    assert (
        running(
            "Invisibility Potion",
            "Plutonium Dragon",
            wears="Flaming Armor, Buckler of Swashing, Boots of Butt-Kicking, Really Impressive Title, Bad-Ass Bandana",
        )
        == "play Invisibility Potion"
    )
    assert running("Invisibility Potion", "Pukachu", level=1) == "pass"


def test_a_trade_must_be_to_its_advantage() -> None:
    game = table(seat(carries="Leather Armor, Flaming Armor"), seat(wears="Slimy Armor"))
    _, suzan = game
    for mine, chosen in (("Flaming Armor", "accept"), ("Leather Armor", "refuse")):
        other = game.clone()
        other[0].trades(suzan, mine, "Slimy Armor")
        assert choice(other) == chosen


def test_it_keeps_its_class_and_race_when_it_is_about_to_join_a_fight() -> None:
    game = table(seat(wears="Kneepads of Allure", hand="Baby"), seat(level=9, classes="Thief"), doors=["Lawyers"])
    game[0].kicks_open_the_door()
    other = game.clone()
    game[0].uses("Kneepads of Allure")
    assert game[1].choices == ["accept", "discard Thief"] and choice(game) == "accept"
    other[0].asks(other[1])
    assert "discard Thief" in other[1].choices and choice(other) in ("accept", "refuse")

    game = table(seat(hand="Transferral Potion"), seat(level=2, classes="Thief", hand="Baby"), doors=["Lawyers"])
    game[0].kicks_open_the_door()
    game[0].plays("Transferral Potion")
    assert sorted(game[1].choices) == ["give up Thief", "no more"] and choice(game) == "no more"
