"""Section 25, Curses."""

import pytest

from munchkin_env.game.scenario import seat, table
from tests.flight import flee
from tests.rule import rule


@rule("CURSE-01", "DOOR-03")
def test_a_curse_behind_the_door_hits_who_opened_it() -> None:
    game = table(seat(level=4), seat(level=4), doors=["Curse! Duck of Doom"])
    aric, suzan = game
    aric.kicks_open_the_door()
    assert aric.level == 2 and suzan.level == 4 and game.doors_discarded == ["Curse! Duck of Doom"]


@rule("CURSE-01", "LOOT-02")
def test_a_curse_looted_goes_to_the_hand_and_is_played_on_whom_one_likes() -> None:
    game = table(seat(level=4), seat(level=4), doors=["Elf", "Curse! Duck of Doom"])
    aric, suzan = game
    aric.kicks_open_the_door()
    aric.keeps_it()
    aric.loots()
    assert aric.hand == ["Elf", "Curse! Duck of Doom"] and aric.level == 4
    aric.plays("Curse! Duck of Doom", on=suzan)
    assert suzan.level == 2 and aric.level == 4


@rule("CURSE-01", "INTER-04")
def test_also_on_oneself() -> None:
    game = table(seat(level=4, hand="Curse! Duck of Doom"), seat())
    aric, _ = game
    aric.plays("Curse! Duck of Doom", on=aric)
    assert aric.level == 2


@rule("CURSE-01", "COMBAT-09", "TIME-01")
def test_at_any_time_even_to_undo_a_sure_win() -> None:
    game = table(seat(level=3, hand="Baby"), seat(hand="Curse! Duck of Doom, Elf"), doors=["Pit Bull"], dice=[6])
    aric, suzan = game
    aric.kicks_open_the_door()
    assert game.strength == (3, 2)
    aric.passes()
    suzan.plays("Curse! Duck of Doom", on=aric)
    assert aric.level == 1 and game.strength == (1, 2)


@rule("CURSE-01", "TIME-01")
@pytest.mark.parametrize("moment", ["before_door", "before_room", "before_charity"])
def test_in_every_window_of_anothers_turn(moment: str) -> None:
    game = table(seat(level=3), seat(hand="Curse! Lose a Level"), moment=moment)
    aric, suzan = game
    aric.does({"before_door": "kick open the door", "before_room": "go into the room", "before_charity": "end the turn"}[moment])
    suzan.plays("Curse! Lose a Level", on=aric)
    assert aric.level == 2


@rule("CURSE-02")
def test_a_curse_at_once_is_discarded_and_a_lasting_one_stays_before_its_victim() -> None:
    game = table(seat(level=5, hand="Curse! Lose a Level, Curse! Chicken on Your Head"), seat(level=3))
    aric, suzan = game
    aric.plays("Curse! Lose a Level", on=suzan)
    aric.plays("Curse! Chicken on Your Head", on=suzan)
    assert suzan.curses == ["Curse! Chicken on Your Head"] and game.doors_discarded == ["Curse! Lose a Level"]


@rule("CURSE-02")
def test_a_lasting_curse_stays_until_it_is_removed() -> None:
    game = table(seat(hand="Wishing Ring"), seat(curses="Curse! Chicken on Your Head"))
    aric, suzan = game
    aric.plays("Wishing Ring", way=0)
    assert suzan.curses == [] and game.doors_discarded == ["Curse! Chicken on Your Head"]


@rule("CURSE-02")
def test_or_until_it_is_spent() -> None:
    game = table(seat(level=8, curses="Curse! Change Sex"), seat(), doors=["Potted Plant"])
    aric, _ = game
    aric.kicks_open_the_door()
    game.skip_windows()
    assert aric.level == 9 and aric.curses == [] and "Curse! Change Sex" in game.doors_discarded


@rule("CURSE-03")
def test_your_next_combat_means_the_one_you_are_in() -> None:
    game = table(seat(level=8, hand="Baby"), seat(hand="Curse! Change Sex, Enraged"), doors=["Net Troll"])
    aric, suzan = game
    aric.kicks_open_the_door()
    aric.passes()
    suzan.plays("Curse! Change Sex", on=aric)
    assert game.strength[0] == 8 - 5
    assert aric.curses == ["Curse! Change Sex"]
    game.skip_windows()
    assert aric.curses == []


@rule("CURSE-03")
def test_also_for_a_helper() -> None:
    game = table(seat(level=2, hand="Baby"), seat(level=8), seat(hand="Curse! Change Sex, Enraged"), doors=["Net Troll"])
    aric, helper, third = game
    aric.kicks_open_the_door()
    aric.asks(helper)
    helper.accepts()
    assert game.strength[0] == 10
    aric.passes()
    third.plays("Curse! Change Sex", on=helper)
    assert game.strength[0] == 5
    game.skip_windows()
    assert helper.curses == []


@rule("CURSE-03", "COMBAT-14")
def test_on_one_who_has_left_a_fight_that_goes_on_it_waits_for_the_next() -> None:
    game = table(
        seat(hand="Transferral Potion"), seat(hand="Curse! Malign Mirror"), seat(level=9, hand="Baby"), doors=["Plutonium Dragon"], dice=[6]
    )
    aric, suzan, otto = game
    aric.kicks_open_the_door()
    aric.plays("Transferral Potion", on=otto)
    while not suzan.decides:
        game.apply("pass")
    suzan.plays("Curse! Malign Mirror", on=aric)
    flee(game)
    assert not game.fighting and aric.curses == ["Curse! Malign Mirror"]


@rule("CURSE-03", "HELP-02")
@pytest.mark.parametrize("comes_back", [False, True])
def test_or_until_they_join_that_fight_again(comes_back: bool) -> None:
    game = table(
        seat(level=4),
        seat(level=5, wears="Chainsaw of Bloody Dismemberment"),
        seat(hand="Wandering Monster, Gazebo, Curse! Malign Mirror, Pollymorph Potion"),
        doors=["Plutonium Dragon"],
        dice=[6, 6],
    )
    aric, suzan, otto = game
    aric.kicks_open_the_door()
    aric.asks(suzan)
    suzan.accepts()
    otto.plays("Wandering Monster")
    otto.plays("Curse! Malign Mirror", on=suzan)
    assert game.helper is None and suzan.strength == 8, "it is not her fight"
    otto.plays("Pollymorph Potion", on="Gazebo")
    while not aric.decides:
        game.apply("pass")
    if comes_back:
        aric.asks(suzan)
        suzan.accepts()
        assert suzan.curses == [] and not game.fighting, "nobody could do anything more"
    flee(game)
    assert (suzan.curses == []) == comes_back


@rule("CURSE-03")
def test_outside_combat_it_waits_for_the_next_one_of_its_victim() -> None:
    game = table(
        seat(level=3, hand="Baby, Enraged"), seat(level=8, curses="Curse! Change Sex"), doors=["Potted Plant", "Pit Bull"], dice=[6]
    )
    aric, suzan = game
    aric.kicks_open_the_door()
    assert game.strength == (3, 1)
    game.skip_windows()
    aric.ends_the_turn()
    assert suzan.curses == ["Curse! Change Sex"]  # that was another player's fight
    suzan.kicks_open_the_door()
    assert game.strength == (3, 2)
    game.skip_windows()
    assert suzan.level == 9 and suzan.curses == [] and suzan.strength == 9


@rule("CURSE-05", "REPLAY-16")
@pytest.mark.parametrize(
    "name",
    [
        "Curse! Lose the Armor You Are Wearing",
        "Curse! Lose the Headgear You Are Wearing",
        "Curse! Lose the Footgear You Are Wearing",
        "Curse! Lose 1 Big Item",
        "Curse! Lose Your Race",
        "Curse! Change Class",
        "Curse! Change Race",
        "Truly Obnoxious Curse!",
    ],
)
def test_what_is_not_there_cannot_be_lost(name: str) -> None:
    game = table(seat(level=3, carries="Spiky Knees", hand="Leather Armor"), seat(), doors=[name], door_discards=["Elf", "Thief"])
    aric, _ = game
    aric.kicks_open_the_door()
    assert aric.level == 3 and aric.table == ["Spiky Knees"] and aric.hand == ["Leather Armor"]
    assert game.doors_discarded[-1] == name


@rule("CURSE-05")
def test_unless_the_card_has_something_else() -> None:
    game = table(seat(level=3), seat(), doors=["Curse! Lose Your Class"])
    aric, _ = game
    aric.kicks_open_the_door()
    assert aric.level == 2


@rule("CURSE-06")
def test_a_curse_may_be_played_even_if_it_does_nothing() -> None:
    game = table(seat(level=4, hand="Curse! Lose the Armor You Are Wearing"), seat())
    aric, suzan = game
    aric.plays("Curse! Lose the Armor You Are Wearing", on=suzan)
    assert aric.hand == [] and game.doors_discarded == ["Curse! Lose the Armor You Are Wearing"]


@rule("CURSE-06", "DEATH-08")
def test_not_on_the_dead() -> None:
    game = table(seat(level=4, hand="Curse! Duck of Doom"), seat(level=4, dead=True), seat(level=4))
    aric, _, third = game
    aric.does("play Curse! Duck of Doom")
    assert set(aric.choices) == {"on yourself", "on player 2"}
    aric.picks(third)
    assert third.level == 2


@rule("CURSE-06")
def test_before_it_strikes_the_victim_then_the_others_may_cancel_it_and_do_nothing_else() -> None:
    game = table(
        seat(level=4, hand="Curse! Duck of Doom, Curse! Lose a Level"),
        seat(level=4, carries="Magic Missile, Leather Armor", hand="Boil an Anthill, Hireling"),
        seat(level=4, classes="Thief", hand="Wishing Ring, Bribe GM With Food"),
        seat(level=4, carries="Wishing Ring", hand="Curse! Lose a Level"),
    )
    aric, suzan, third, fourth = game
    aric.plays("Curse! Duck of Doom", on=fourth)
    assert game.decision == "CURSE_WINDOW" and fourth.choices == ["pass", "use Wishing Ring"]  # the victim first
    fourth.passes()
    assert third.choices == ["pass", "play Wishing Ring"]
    third.plays("Wishing Ring")
    assert fourth.level == 4 and fourth.table == ["Wishing Ring"]
    assert game.doors_discarded == ["Curse! Duck of Doom"] and suzan.level == 4


@rule("CURSE-06")
def test_it_strikes_if_all_let_it() -> None:
    game = table(seat(level=4, hand="Wishing Ring"), seat(), doors=["Curse! Duck of Doom"])
    aric, _ = game
    aric.kicks_open_the_door()
    assert game.decision == "CURSE_WINDOW" and aric.level == 4
    aric.passes()
    assert aric.level == 2 and aric.hand == ["Wishing Ring"]


@rule("CURSE-06", "ORIG-04")
def test_a_class_is_not_discarded_before_the_curse_on_it_strikes() -> None:
    game = table(seat(classes="Thief", hand="Wishing Ring", level=3), seat(), doors=["Curse! Lose Your Class"])
    aric, _ = game
    aric.kicks_open_the_door()
    assert aric.choices == ["pass", "play Wishing Ring"]


@rule("CURSE-07", "ORIG-03")
def test_a_kept_curse_pays_for_nothing_and_is_not_discarded() -> None:
    game = table(seat(level=2, classes="Warrior", curses="Curse! Chicken on Your Head"), seat(), doors=["Amazon"])
    aric, _ = game
    assert [text for text in aric.choices if "Chicken" in text] == []
    aric.kicks_open_the_door()
    assert not aric.may("use Warrior") and aric.may("discard Warrior")


@rule("CURSE-08")
def test_the_victim_decides_which_item_it_is() -> None:
    game = table(
        seat(hand="Curse! Lose 1 Big Item"),
        seat(races="Dwarf", wears="Huge Rock", carries="Mithril Armor, Leather Armor", hand="Tuba of Charm"),
    )
    aric, suzan = game
    aric.plays("Curse! Lose 1 Big Item", on=suzan)
    assert suzan.decides and set(suzan.choices) == {"lose Huge Rock", "lose Mithril Armor"}  # worn or carried, not in hand
    suzan.takes("Mithril Armor")
    assert "Huge Rock" in suzan.wears and suzan.hand == ["Tuba of Charm"]


@rule("CURSE-10", "DEATH-02")
def test_lasting_curses_survive_death() -> None:
    game = table(
        seat(level=6, curses="Curse! Chicken on Your Head, Curse! Malign Mirror", wears="Leather Armor"),
        seat(),
        doors=["Plutonium Dragon"],
        dice=[1],
    )
    aric, suzan = game
    aric.kicks_open_the_door()
    game.skip_windows()
    assert aric.dead
    suzan.does("take Leather Armor")
    game.skip_windows()
    assert aric.curses == ["Curse! Chicken on Your Head"]  # the Mirror was for one fight
    assert aric.table == ["Curse! Chicken on Your Head"] and aric.level == 6


@rule("CURSE-11", "BIG-01")
def test_who_cannot_receive_is_left_out_before_the_rank_is_looked_at() -> None:
    game = table(
        seat(level=3, carries="Huge Rock"),
        seat(level=7, carries="Tuba of Charm"),
        seat(level=5),
        doors=["Net Troll"],
        dice=[1],
    )
    aric, highest, second = game
    aric.kicks_open_the_door()
    game.skip_windows()
    assert second.carries == ["Huge Rock"] and highest.carries == ["Tuba of Charm"]


@rule("CURSE-12")
def test_a_cleric_draws_what_lay_on_the_discards_before_they_paid() -> None:
    game = table(seat(classes="Cleric", hand="Dwarf, Thief"), seat(), doors=["Potted Plant"], door_discards=["Halfling", "Elf"])
    aric, _ = game
    aric.kicks_open_the_door()
    assert game.decision == "RESURRECT"
    aric.discards("Dwarf")
    assert game.decision == "PLAY_OR_KEEP" and aric.hand == ["Thief", "Elf"]
    assert game.doors_discarded == ["Halfling", "Dwarf"]


@rule("CURSE-12")
def test_an_empty_pile_is_empty_even_if_the_price_would_fill_it() -> None:
    game = table(seat(classes="Cleric", hand="Dwarf, Thief"), seat(), doors=["Elf"])
    aric, _ = game
    aric.kicks_open_the_door()
    assert game.decision == "PLAY_OR_KEEP" and aric.hand == ["Dwarf", "Thief", "Elf"]
