"""The windows in which everybody may react: who is asked, in which order, and when they close."""

from typing import Any, Literal

import pytest

from munchkin_env.game.scenario import Player, Table, seat, table
from tests.rule import rule

CURSES = ("Curse! Lose a Level", "Curse! Duck of Doom", "Curse! Lose Your Class")


def three(**options: Any) -> Table:
    """Everybody holds something that can be played at any time; the next Door is not a monster."""
    return table(*[seat(level=4, hand=[curse]) for curse in CURSES], doors="Enraged, Mate", **options)


def passing(game: Table) -> list[Player]:
    """Everybody passes until the window closes. Returns the order in which they were asked."""
    asked = []
    kind = game.decision
    while game.decision == kind and not game.over:
        asked.append(game.players[game.game.seat])
        game.apply("pass")
    return asked


# ------------------------------------------------------------------------------------------------------- the order


@rule("TIME-10", "TURN-02")
@pytest.mark.parametrize("moment", ["before_door", "before_room", "before_charity"])
def test_windows_of_the_turn_start_left_of_the_turn_player_and_go_round(moment: str) -> None:
    game = three(moment=moment, turn_of=1)
    aric, suzan, bob = game
    suzan.is_done()
    assert game.decision == "WINDOW" and passing(game) == [bob, aric, suzan]


@rule("TIME-10", "COMBAT-09")
def test_the_window_of_a_fight_starts_with_main() -> None:
    game = table(*[seat(level=4, hand=[card]) for card in ("Sleep Potion", "Enraged", "Mate")], doors=["Pit Bull"], turn_of=2)
    aric, suzan, bob = game
    bob.kicks_open_the_door()
    assert passing(game) == [bob, aric, suzan]


@rule("TIME-10", "RUN-08")
def test_so_do_those_before_running_away_and_after_the_fight() -> None:
    game = table(
        *[seat(level=4, hand=[curse]) for curse in CURSES], doors=["Bullrog"], turn_of=1, dice=[6], third_party_acts_in_combat=True
    )
    aric, suzan, bob = game
    suzan.kicks_open_the_door()
    assert passing(game) == [suzan, bob, aric]
    assert game.decision == "WINDOW" and passing(game) == [suzan, bob, aric, suzan, bob, aric]  # Level 4: the Bullrog lets the player go


@rule("TIME-10")
def test_the_dead_are_not_asked() -> None:
    game = table(seat(), seat(dead=True), seat(hand=["Curse! Duck of Doom"]), auto_pass_forced=False)
    aric, _, bob = game
    aric.is_done()
    assert passing(game) == [bob, aric]


@rule("TIME-10")
def test_an_action_reopens_the_window_for_all_and_the_actor_goes_on_until_they_pass() -> None:
    game = table(
        seat(level=4, hand="Curse! Lose a Level"),
        seat(level=4, hand="Curse! Duck of Doom, Curse! Lose Your Class"),
        seat(level=4, hand="Curse! Lose Your Race, Curse! Lose Two Cards"),
    )
    aric, suzan, bob = game
    aric.is_done()
    suzan.passes()
    bob.plays("Curse! Lose Your Race", on=aric)
    assert game.waits_for(bob)  # Bob may continue
    assert passing(game) == [bob, aric, suzan]  # all three must pass again


@rule("TIME-10")
def test_by_option_the_next_seat_decides_after_an_action() -> None:
    game = table(
        seat(level=4, hand="Curse! Lose a Level"),
        seat(level=4, hand="Curse! Duck of Doom, Curse! Lose Your Class"),
        seat(level=4, hand="Curse! Lose Your Race"),
        priority="rotate",
    )
    aric, suzan, bob = game
    aric.is_done()
    suzan.plays("Curse! Duck of Doom", on=aric)
    assert game.waits_for(bob)
    assert passing(game) == [bob, aric, suzan]


@rule("TIME-10")
def test_by_option_the_next_seat_decides_after_an_action_in_a_fight_too() -> None:
    hands = ("Sleep Potion, Magic Missile", "Enraged", "Mate")
    priorities: tuple[tuple[Literal["keep", "rotate"], int], ...] = (("keep", 0), ("rotate", 1))
    for priority, then in priorities:
        game = table(*[seat(level=4, hand=hand) for hand in hands], doors=["Pit Bull"], priority=priority)
        game[0].kicks_open_the_door()
        game[0].plays("Sleep Potion", on="munchkins")
        assert game.waits_for(game[then])


@rule("TIME-10")
def test_who_could_only_pass_is_not_asked() -> None:
    game = table(seat(), seat(hand="Enraged, Potted Plant"), seat(hand=["Curse! Duck of Doom"]), doors=["Mate"])
    aric, _, bob = game
    aric.is_done()
    assert game.waits_for(bob)


@rule("TIME-10")
def test_by_option_they_are_asked_all_the_same() -> None:
    game = table(seat(), seat(hand="Enraged, Potted Plant"), seat(hand=["Curse! Duck of Doom"]), auto_pass_forced=False)
    aric, suzan, bob = game
    aric.is_done()
    assert game.waits_for(suzan) and suzan.choices == ["pass"]
    assert passing(game) == [suzan, bob, aric]


@rule("TIME-10")
def test_nobody_is_told_whether_a_pass_was_forced() -> None:
    def seen_by_bob(suzan_holds: str) -> object:
        game = table(seat(), seat(hand=[suzan_holds]), seat(hand=["Curse! Duck of Doom"]))
        aric, suzan, bob = game
        aric.is_done()
        if game.waits_for(suzan):
            suzan.passes()
        assert game.waits_for(bob)
        passed = [str(event) for event in game.game.events(bob.seat)]
        return game.game.view(bob.seat), passed

    assert seen_by_bob("Enraged") == seen_by_bob("Curse! Lose a Level")


# ------------------------------------------------------------------------------------------------- and arranging


@rule("TIME-11", "TURN-04")
def test_what_the_turn_player_does_while_arranging_opens_no_window() -> None:
    game = table(seat(level=3, hand="Elf, Leather Armor"), seat(hand=["Curse! Duck of Doom"]))
    aric, suzan = game
    for card in ("Elf", "Leather Armor"):
        aric.plays(card)
        assert game.waits_for(aric) and game.decision == "ARRANGE"
    aric.is_done()
    assert game.waits_for(suzan)


@rule("TIME-11")
@pytest.mark.parametrize("moment", ["before_door", "before_room", "before_charity"])
def test_if_somebody_acts_the_turn_player_may_arrange_again(moment: str) -> None:
    game = three(moment=moment)
    aric, suzan, bob = game
    aric.is_done()
    suzan.passes()
    bob.plays("Curse! Lose Your Class", on=suzan)
    game.everybody_passes()
    assert game.waits_for(aric) and game.decision == "ARRANGE"
    aric.is_done()
    assert game.decision == "WINDOW" and passing(game)[0] is suzan
    assert game.decision != "ARRANGE" or game.game.top.moment != ("before_door", "before_room", "before_charity").index(moment)


@rule("TIME-11")
def test_if_all_pass_the_turn_goes_on_at_once() -> None:
    game = three()
    game[0].is_done()
    assert len(passing(game)) == 3
    assert game[0].hand == ["Curse! Lose a Level", "Enraged"]  # the door is open


# ------------------------------------------------------------------------------------------ what each one is for


@rule("TIME-09", "CURSE-06")
def test_a_curse_is_answered_by_the_victim_first_and_only_with_what_cancels_curses() -> None:
    everything = "Wishing Ring, Curse! Lose a Level, Magic Missile"
    game = table(
        seat(level=4, hand=["Curse! Duck of Doom", "1,000 Gold Pieces"]),
        seat(level=4, hand=everything, classes="Thief"),
        seat(level=4, hand=["Wishing Ring", "Boil an Anthill", "Hireling"]),
    )
    aric, suzan, bob = game
    aric.plays("Curse! Duck of Doom", on=suzan)
    assert game.decision == "CURSE_WINDOW" and set(suzan.choices) == {"pass", "play Wishing Ring"}
    suzan.passes()
    assert set(bob.choices) == {"pass", "play Wishing Ring"}
    bob.passes()  # one round: aric has nothing
    assert game.decision == "ARRANGE" and suzan.level == 2


@rule("TIME-09", "CURSE-06")
def test_the_curse_does_not_strike_if_it_is_cancelled() -> None:
    game = table(seat(level=4, hand="Curse! Duck of Doom"), seat(level=4), seat(level=4, hand="Wishing Ring"))
    aric, suzan, bob = game
    aric.plays("Curse! Duck of Doom", on=suzan)
    assert game.waits_for(bob)
    bob.plays("Wishing Ring")
    assert suzan.level == 4 and game.doors_discarded == ["Curse! Duck of Doom"]


@rule("TIME-09", "RUN-08")
def test_after_the_die_only_what_changes_it_may_be_played() -> None:
    hand = "Loaded Die, Curse! Duck of Doom, Hireling, Magic Missile, Elf"
    game = table(seat(level=5, hand=hand), seat(hand="Curse! Lose a Level, Flask of Glue"), doors=["Bullrog"], dice=[2])
    aric, suzan = game
    aric.kicks_open_the_door()
    game.everybody_passes()
    game.skip_windows()
    aric.rolls()
    assert game.decision == "ROLL_WINDOW" and set(aric.choices) == {"pass", "play Loaded Die"}
    aric.plays("Loaded Die", choosing=5)
    assert game.waits_for(suzan) and set(suzan.choices) == {"pass", "play Flask of Glue"}  # Aric got away: Suzan may answer


@rule("TIME-10")
def test_who_is_asked_for_help_or_a_trade_answers_before_anybody_else_may_act() -> None:
    game = table(seat(level=2, carries="Spiky Knees"), seat(level=4), seat(hand=["Curse! Duck of Doom"]), doors=["Pit Bull"])
    aric, suzan, _ = game
    aric.trades(suzan, gives="Spiky Knees")
    assert game.waits_for(suzan) and suzan.choices == ["accept", "refuse"]
    suzan.refuses()
    assert game.waits_for(aric)
    game.apply("kick open the door")
    game.everybody_passes()
    aric.asks(suzan)
    assert game.waits_for(suzan) and suzan.choices == ["accept", "refuse"]


@rule("TIME-10", "CHAR-03")
def test_charity_is_not_interrupted() -> None:
    hand = "Elf, Dwarf, Thief, Cleric, Wizard, Warrior, Halfling"
    game = table(seat(level=4, hand=hand), seat(level=2, hand=["Curse! Duck of Doom"]), moment="before_charity")
    aric, suzan = game
    aric.ends_the_turn()
    aric.gives("Elf")
    assert game.waits_for(aric) and game.decision == "CHARITY_CARD"
    aric.gives("Dwarf")
    assert game.turn_player is suzan


@rule("TIME-09", "SELL-04")
def test_neither_is_a_sale() -> None:
    game = table(seat(hand="Staff of Napalm, Leather Armor"), seat(hand=["Curse! Duck of Doom"]))
    aric, _ = game
    aric.does("sell items")
    for item in ("Staff of Napalm", "Leather Armor"):
        aric.does(f"sell {item}")
        assert game.waits_for(aric)
    aric.does("close the sale")
    assert aric.level == 2 and game.waits_for(aric)


@rule("TIME-10")
def test_in_the_window_of_the_own_turn_the_turn_player_is_asked_last_and_may_act() -> None:
    game = three()
    aric, suzan, bob = game
    aric.is_done()
    suzan.passes()
    bob.passes()
    assert game.waits_for(aric) and aric.may("play Curse! Lose a Level")
    aric.plays("Curse! Lose a Level", on=bob)
    assert bob.level == 3
