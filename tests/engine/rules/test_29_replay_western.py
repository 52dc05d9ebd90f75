"""REPLAY: the examples of the sheet of The Good, the Bad, and the Munchkin, played with their numbers."""

from munchkin_env.game.scenario import seat
from tests.rule import rule
from tests.western import west


@rule("REPLAY-05", "ORIG-02", "ORIG-06", "TIME-04", "HELP-15")
def test_miss_kittys_fight_with_the_ghost_rider() -> None:
    game = west(
        seat(level=4, sex="female", classes="Dude", wears="Bowler Hat, Bowie Knife", hand="Indian"),
        seat(level=3, classes="Outlaw", wears="Bullwhip", hand="Gol-Darned, Dust Bunny"),
        seat(),
        doors=["Ghost Rider"],
        treasures=["Top Hat", "Extra Ace", "Scattergun", "Long Rifle"],
    )
    kitty, dillon, _ = game
    kitty.kicks_open_the_door()
    assert game.strength == (9, 8)
    kitty.passes()
    dillon.plays("Gol-Darned")
    assert game.strength == (9, 13)

    with_help = game.clone()
    while not with_help[0].decides:
        with_help.apply("pass")
    with_help[0].asks(with_help[1])
    with_help[1].accepts()
    assert with_help.strength == (15, 13)

    while not kitty.decides:
        game.apply("pass")
    kitty.asks(dillon)
    dillon.refuses()
    kitty.discards("Dude")
    assert kitty.classes == [] and game.strength == (8, 13)
    kitty.plays("Indian")
    assert game.strength == (12, 10)
    game.everybody_passes()
    assert kitty.level == 5 and kitty.hand == ["Top Hat", "Extra Ace", "Scattergun"]
    assert dillon.sees(kitty) == [None] * 3, "face down"


@rule("REPLAY-10", "HELP-14", "HELP-15", "DIFF-23")
def test_the_bull_and_the_jalapeno_see_the_helper() -> None:
    game = west(seat(), seat(classes="Cowboy"), doors=["Mechanical Bull"])
    aric, suzan = game
    aric.kicks_open_the_door()
    assert game.strength == (1, 6)
    aric.asks(suzan)
    suzan.accepts()
    assert game.strength == (2, 3)

    for main, alone in (("", 4), ("Dude", 7)):
        game = west(seat(classes=main), seat(classes="Dude"), doors=["Killer Jalapeño"])
        aric, suzan = game
        aric.kicks_open_the_door()
        assert game.strength == (1, alone)
        aric.asks(suzan)
        suzan.accepts()
        assert game.strength == (2, 7)


@rule("REPLAY-16", "CURSE-05")
def test_lose_your_armor_without_armor_does_nothing() -> None:
    game = west(seat(wears="Top Hat"), seat(), doors=["Lose Your Armor"])
    game[0].kicks_open_the_door()
    assert game[0].wears == ["Top Hat"] and game[0].level == 1 and game.doors_discarded == ["Lose Your Armor"]


@rule("REPLAY-20")
def test_the_cowboy_of_the_sheet() -> None:
    game = west(
        seat(
            level=8,
            classes="Cowboy",
            carries="Catamount, Crusty Old Prospector",
            wears="Sheriff's Badge, 20-Gallon Hat, Civil War Cannon",
        ),
        seat(),
    )
    assert game[0].strength == 8 + 3 + 2 + 3 + 3 + 6


@rule("REPLAY-21", "TRADE-03")
def test_the_cannon_is_given_away_while_another_fights() -> None:
    game = west(seat(carries="Civil War Cannon", hand="Ornery"), seat(), seat(name="bob"), doors=["Grizzly"], turn_of=2)
    aric, suzan, bob = game
    bob.kicks_open_the_door()
    while not aric.decides:
        game.apply("pass")
    aric.trades(suzan, gives="Civil War Cannon")
    suzan.accepts()
    assert suzan.carries == ["Civil War Cannon"] and aric.table == []
    while not bob.decides:
        game.apply("pass")
    bob.asks(suzan)
    suzan.accepts()
    assert game.helper is suzan


@rule("REPLAY-14", "SELL-01", "SELL-03")
def test_a_sale_in_the_west() -> None:
    game = west(seat(carries="Civil War Cannon, Bullwhip"), seat())
    game[0].sells("Civil War Cannon", "Bullwhip")
    assert game[0].level == 2  # 1,200
    game = west(seat(carries="Civil War Cannon"), seat())
    assert not game[0].may("sell items")
    game = west(seat(carries="Seven-Shooter, Long Rifle, Civil War Cannon"), seat())
    game[0].sells("Seven-Shooter", "Long Rifle", "Civil War Cannon")
    assert game[0].level == 3  # 2,000
    game = west(seat(level=9, carries="Seven-Shooter, Long Rifle"), seat())
    assert not game[0].may("sell items")


@rule("REPLAY-15", "ITEM-04")
def test_two_hats_and_one_head() -> None:
    game = west(seat(wears="Top Hat", carries="Bowler Hat"), seat())
    assert not game[0].may("equip Bowler Hat")
    game = west(seat(wears="20-Gallon Hat, Bowler Hat"), seat())
    assert game[0].strength == 1 + 3 + 2
