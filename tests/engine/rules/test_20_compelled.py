"""Section 20, help that cards compel or ask for (The Good, the Bad, and the Munchkin)."""

import pytest

from munchkin_env.game.scenario import Player, Table, seat, table
from tests.play import pass_until
from tests.rule import rule
from tests.western import west

FOE = "Bat Masterson"  # Level 12


def offers_nothing(main: Player) -> None:
    for word in ("offer no treasures", "offer no item", "promise no card", "send the offer"):
        main.does(word)


def badges(level: int = 1) -> Table:
    return west(seat(level=level, wears="Sheriff's Badge"), seat(level=2, wears="Deputy's Badge"), seat(hand="Ornery"), doors=[FOE])


@rule("HELP-10", "HELP-02", "DIFF-08")
def test_the_sheriff_makes_a_deputy_help() -> None:
    game = badges()
    aric, suzan, _ = game
    aric.kicks_open_the_door()
    aric.uses("Sheriff's Badge")
    offers_nothing(aric)
    assert game.helper is suzan and game.strength == (1 + 3 + 2 + 1, 12)
    assert "FORCED" in game.happened and "HELPS" not in game.happened


@rule("HELP-10", "HELP-05", "HELP-06")
def test_they_may_still_be_given_a_reward_which_then_is_due() -> None:
    game = badges(4)
    aric, suzan, _ = game
    aric.kicks_open_the_door()
    aric.uses("Sheriff's Badge")
    aric.does("offer 1 treasure")
    aric.does("the helper picks first")
    aric.does("offer no item")
    aric.does("promise no card")
    assert aric.choices == ["send the offer"], "the card has been used"
    aric.does("send the offer")
    assert game.helper is suzan and game.game.record.deal.treasures == 1


@rule("HELP-10", "WIN-02", "CONF-05", "DIFF-08")
def test_nobody_is_compelled_in_a_fight_for_the_win() -> None:
    game = badges(9)
    aric, _, _ = game
    aric.kicks_open_the_door()
    game.skip_windows() if not aric.decides else None
    assert not aric.may("use Sheriff's Badge")


@rule("HELP-10", "DIFF-08")
@pytest.mark.parametrize("stays", [True, False])
def test_when_it_becomes_one_for_the_win_they_may_leave(stays: bool) -> None:
    game = west(
        seat(level=7, wears="Sheriff's Badge", hand="The Annual Bath"),
        seat(level=2, wears="Deputy's Badge"),
        seat(hand="Ornery"),
        doors=["Iron Horse Baron"],
    )
    aric, suzan, _ = game
    aric.kicks_open_the_door()
    aric.uses("Sheriff's Badge")
    offers_nothing(aric)
    assert game.helper is suzan
    aric.plays("The Annual Bath", on=aric)
    assert game.decision == "STAY_OR_LEAVE" and suzan.decides
    suzan.stays() if stays else suzan.leaves()
    assert (game.helper is suzan) is stays
    assert not aric.may("use Sheriff's Badge") and aric.may("ask for help") is not stays


@rule("HELP-10", "HELP-09")
def test_the_sheriff_may_refuse_a_deputy_at_a_price() -> None:
    game = west(seat(wears="Deputy's Badge"), seat(level=9, wears="Sheriff's Badge", hand="Ornery"), doors=[FOE])
    aric, suzan = game
    aric.kicks_open_the_door()
    aric.uses("Deputy's Badge")
    offers_nothing(aric)
    assert suzan.decides and game.decision == "ANSWER_HELP"
    suzan.refuses()
    suzan.chooses("Sheriff's Badge")
    assert aric.hand == ["Sheriff's Badge"] and suzan.table == [] and game.helper is None

    game = west(seat(wears="Deputy's Badge"), seat(level=9, wears="Sheriff's Badge", hand="Ornery"), doors=[FOE])
    aric, suzan = game
    aric.kicks_open_the_door()
    aric.uses("Deputy's Badge")
    offers_nothing(aric)
    suzan.accepts()
    assert game.helper is suzan and suzan.hand == ["Ornery"] and not game.game.record.combat.compelled


@rule("HELP-10", "HELP-01")
def test_when_all_have_refused_a_rocket_calls_the_lowest() -> None:
    game = west(seat(level=3, hand="Signal Rocket"), seat(level=2), seat(level=5, hand="Ornery"), doors=[FOE])
    aric, suzan, otto = game
    aric.kicks_open_the_door()
    assert not aric.may("play Signal Rocket")
    for other in (suzan, otto):
        aric.asks(other)
        other.refuses()
    aric.plays("Signal Rocket")
    offers_nothing(aric)
    assert game.helper is suzan and game.strength[0] == 5


@rule("HELP-10")
def test_it_calls_nobody_before_all_have_said_no() -> None:
    """A withdrawn offer counts as a request, but not as a refusal; nor does a helper who was made to leave count as refusing."""
    game = west(seat(level=3, hand="Signal Rocket"), seat(level=2), seat(level=5, hand="Ornery"), doors=[FOE])
    aric, suzan, otto = game
    aric.kicks_open_the_door()
    aric.asks(suzan, send=False)
    aric.asks(otto)
    otto.refuses()
    assert not aric.may("play Signal Rocket")
    game = table(
        seat(level=3, hand="Signal Rocket"),
        seat(level=2, hand="Wishing Ring"),
        seat(level=5, hand="Curse! Petrificus Totalus!"),
        doors=[FOE],
        sets=("western", "deluxe", "potter"),
    )
    aric, suzan, otto = game
    aric.kicks_open_the_door()
    aric.asks(otto)
    otto.refuses()
    aric.asks(suzan)
    suzan.accepts()
    pass_until(game, "play Curse! Petrificus Totalus!")
    otto.plays("Curse! Petrificus Totalus!", on=suzan)
    suzan.passes()
    assert game.helper is None
    pass_until(game, "play Wishing Ring")
    suzan.plays("Wishing Ring")
    pass_until(game, "ask for help")
    assert not aric.may("play Signal Rocket")
    aric.asks(suzan)
    suzan.refuses()
    assert aric.may("play Signal Rocket")


@rule("HELP-10")
def test_of_two_lowest_main_picks_one() -> None:
    game = west(seat(level=3, hand="Signal Rocket"), seat(level=2), seat(level=2, hand="Ornery"), doors=[FOE])
    aric, suzan, otto = game
    aric.kicks_open_the_door()
    for other in (suzan, otto):
        aric.asks(other)
        other.refuses()
    aric.plays("Signal Rocket", on=otto)
    offers_nothing(aric)
    assert game.helper is otto


PETRIFIED = "Curse! Petrificus Totalus!"  # can neither help nor be helped


@rule("HELP-10", "HELP-01", "VAR-04")
def test_who_cannot_help_is_neither_compelled_nor_waited_for() -> None:
    deputy = seat(level=2, carries="Deputy's Badge", curses=PETRIFIED)
    stranger = seat(level=3, hand="Ornery")
    game = table(seat(wears="Sheriff's Badge", hand="Signal Rocket"), deputy, stranger, doors=["Ghost Rider"], sets=("western", "potter"))
    aric, _, otto = game
    aric.kicks_open_the_door()
    assert not aric.may("use Sheriff's Badge") and not aric.may("play Signal Rocket")
    aric.asks(otto)
    otto.refuses()
    aric.plays("Signal Rocket")
    offers_nothing(aric)
    assert game.helper is otto, "the lowest who can help"


@rule("COMBAT-16", "HELP-10", "CONF-05")
@pytest.mark.parametrize(("armor", "compels"), [("Flaming Armor", False), ("Dragoon Breastplate", True)])
def test_a_level_that_the_monsters_card_adds_may_make_it_a_fight_for_the_win(armor: str, compels: bool) -> None:
    main = seat(level=8, wears=f"Sheriff's Badge, {armor}", hand="Humongous, Ancient")
    game = table(main, seat(level=2, carries="Deputy's Badge"), doors=["Large Angry Chicken"], sets=("deluxe", "western"))
    aric, _ = game
    aric.kicks_open_the_door()
    aric.plays("Humongous", on="Large Angry Chicken")
    aric.plays("Ancient", on="Large Angry Chicken")
    assert aric.may("use Sheriff's Badge") == compels, "with fire the Chicken brings two levels"


@rule("COMBAT-16", "HELP-10")
def test_who_was_compelled_may_leave_when_such_a_level_is_added() -> None:
    main = seat(level=8, wears="Sheriff's Badge", hand="Humongous, Ancient, Flaming Poison Potion")
    game = table(main, seat(level=2, carries="Deputy's Badge"), doors=["Large Angry Chicken"], sets=("deluxe", "western"))
    aric, suzan = game
    aric.kicks_open_the_door()
    aric.plays("Humongous", on="Large Angry Chicken")
    aric.plays("Ancient", on="Large Angry Chicken")
    aric.uses("Sheriff's Badge")
    offers_nothing(aric)
    aric.plays("Flaming Poison Potion", on="munchkins")
    assert game.decision == "STAY_OR_LEAVE"
    suzan.leaves()
    assert game.helper is None


@rule("COMBAT-16", "VAR-04")
@pytest.mark.parametrize(("sex", "for_the_win"), [("female", True), ("male", False)])
def test_also_one_that_it_adds_for_some_only(sex: str, for_the_win: bool) -> None:
    main = seat(level=8, sex=sex, wears="Sheriff's Badge")
    game = table(main, seat(level=2, carries="Deputy's Badge"), doors=["Captain Quirk"], sets=("star", "western"))
    game[0].kicks_open_the_door()
    assert game[0].may("use Sheriff's Badge") != for_the_win


@rule("HELP-10", "HELP-01")
def test_no_rocket_rises_where_nobody_can_help() -> None:
    game = table(seat(hand="Signal Rocket"), seat(level=2, curses=PETRIFIED, hand="Ornery"), doors=["Grizzly"], sets=("western", "potter"))
    game[0].kicks_open_the_door()
    assert game.decision == "FIGHT_WINDOW" and not game[0].may("play Signal Rocket")
