"""Where the Western sheet differs from Deluxe's, adds to it, and what only its cards can cause."""

import pytest

from munchkin_env.cards.loader import load
from munchkin_env.game.game import Game
from munchkin_env.game.options import OptionError
from munchkin_env.game.scenario import seat, table
from munchkin_env.vocabulary.words import CardKind, Deck
from tests.flight import flee
from tests.rule import rule
from tests.western import west

WEST, DELUXE = load(["western"]).cards, load(["deluxe"]).cards


@rule("SETUP-02")
def test_the_box() -> None:
    tables = load(["western"]).tables[0]
    assert (tables["cards"], tables["doors"]) == (227, 126)
    game = west(seat(), seat())
    assert (game.doors_left, game.treasures_left) == (126, 101)


@rule("SETUP-10")
@pytest.mark.parametrize(
    ("parts", "doors", "treasures"), [("all", 126, 101), ("base", 94, 73), ("base+horse", 125, 99), ("base+promo", 95, 75)]
)
def test_parts_of_the_box_are_left_out(parts: str, doors: int, treasures: int) -> None:
    game = west(seat(), seat(), w_sources=parts)
    assert (game.doors_left, game.treasures_left) == (doors, treasures)


@rule("SETUP-10")
def test_of_a_card_that_is_in_two_parts_the_copies_are_divided() -> None:
    hand = ["Wandering Monster"] * 2
    assert west(seat(hand=hand), seat(), w_sources="base")[0].hand == hand
    with pytest.raises(AssertionError, match="all copies"):
        west(seat(hand=[*hand, "Wandering Monster"]), seat(), w_sources="base")
    assert len(west(seat(hand=hand * 2), seat())[0].hand) == 4
    with pytest.raises(OptionError, match="base\\+horse"):
        Game(3, ["western"], w_sources="horse")  # type: ignore[arg-type]  # that is the point


@rule("DIFF-01", "SETUP-05", "ORIG-01")
def test_no_races_in_the_west() -> None:
    assert {card.kind for card in WEST} & {CardKind.RACE, CardKind.ROLE, CardKind.HOUSE} == set()
    assert {card.name for card in WEST if card.kind == CardKind.CLASS} == {"Cavalry", "Cowboy", "Indian", "Outlaw", "Dude"}
    assert {card.kind for card in DELUXE} >= {CardKind.RACE, CardKind.CLASS}


@rule("DIFF-02", "BIG-01")
def test_big_items_but_no_complex_ones() -> None:
    assert any(card.big for card in WEST) and not any(card.complex for card in WEST)
    game = west(seat(carries="Ore Cart", hand="Scattergun"), seat())
    assert not game[0].may("play Scattergun")


@rule("DIFF-03")
def test_steeds_and_enhancers_are_western() -> None:
    assert {card.kind for card in WEST} >= {CardKind.STEED, CardKind.ITEM_ENHANCER}
    assert {card.kind for card in DELUXE} & {CardKind.STEED, CardKind.ITEM_ENHANCER} == set()
    assert all(card.deck == Deck.DOOR for card in WEST if card.kind in (CardKind.STEED, CardKind.COMPANION))


@rule("DIFF-04", "MON-08", "MON-10")
def test_a_card_that_makes_undead_brings_any_monster_to_the_undead() -> None:
    game = west(seat(level=3), seat(hand="Freshly Risen, Jackalope"), seat(), doors=["Bag o' Bones"])
    aric, suzan, _ = game
    aric.kicks_open_the_door()
    while not suzan.decides:
        game.apply("pass")
    assert not suzan.may("play Jackalope")
    suzan.plays("Freshly Risen", bringing="Jackalope")
    assert game.monsters == ["Bag o' Bones", "Jackalope"] and game.strength[1] == 1 + 2 + 5
    assert game.treasures_at_stake == 1 + 2


@rule("MON-08", "MON-03")
def test_it_may_also_lie_on_a_monster_of_the_fight() -> None:
    game = west(seat(level=3), seat(hand="Freshly Risen, Jackalope"), doors=["Bag o' Bones"])
    aric, suzan = game
    aric.kicks_open_the_door()
    while not suzan.decides:
        game.apply("pass")
    suzan.plays("Freshly Risen")
    suzan.does("bring none along")
    assert game.monsters == ["Bag o' Bones"] and game.strength[1] == 6
    game = west(seat(level=3), seat(hand="Freshly Risen, Jackalope, Haunted Spittoon"), doors=["Gopher Gang"])
    aric, suzan = game
    aric.kicks_open_the_door()
    while not suzan.decides:
        game.apply("pass")
    suzan.plays("Freshly Risen")
    assert game.monsters == ["Gopher Gang"] and game.strength[1] == 7, "no Undead is in the fight: nobody comes along"
    suzan.plays("Haunted Spittoon")
    assert game.monsters == ["Gopher Gang", "Haunted Spittoon"], "but now there is one"


@rule("DIFF-09", "SIDE-05", "RUN-09")
def test_a_sidekick_saves_from_what_nobody_escapes_and_a_hireling_does_not() -> None:
    game = west(seat(level=7, carries="Greenhorn"), seat(), doors=["Mother Lode Titan"])
    aric, _ = game
    aric.kicks_open_the_door()
    game.skip_windows()
    assert not aric.may("roll to run away")
    aric.uses("Greenhorn")
    assert "ESCAPES" in game.happened and aric.companions == []
    game = table(seat(level=5, hireling=""), seat(), doors=["Gazebo"])
    game[0].kicks_open_the_door()
    flee(game)
    assert "CAUGHT" in game.happened or "ESCAPES" in game.happened


@rule("DIFF-17", "SETUP-07")
def test_the_opening_play_is_a_class_and_items() -> None:
    game = west(seat(hand="Dude, Cowboy, Bullwhip, Catamount, Schoolmarm, Silver Inlay, Cheat!, Ornery"), seat(), moment="setup")
    aric, _ = game
    for card in ("Silver Inlay", "Cheat!", "Ornery"):
        assert not aric.may(f"play {card}") and not aric.may(f"lay down {card}")
    aric.plays("Dude")
    assert not aric.may("play Cowboy")
    for card in ("Bullwhip", "Catamount", "Schoolmarm"):
        aric.plays(card)
    assert sorted(aric.wears) == ["Bullwhip", "Catamount"] and aric.companions == ["Schoolmarm"]


@rule("DIFF-20", "ORIG-03")
def test_any_card_pays_for_a_western_ability() -> None:
    game = west(
        seat(classes="Cowboy", carries="Bullwhip, Schoolmarm, Catamount", hand="Ornery"),
        seat(),
        doors=["Mesa Colossus"],
        ask_only_when_losing=False,
    )
    aric, _ = game
    aric.kicks_open_the_door()
    aric.does("use Cowboy")
    assert sorted(aric.choices) == ["discard Bullwhip", "discard Catamount", "discard Ornery", "discard Schoolmarm"]


@rule("DIFF-11", "CURSE-04")
def test_your_next_turn_counts_for_the_turn_that_runs() -> None:
    game = west(seat(hand="Sleeping Late, Dust Bunny"), seat(hand="Gopher Gang"), doors=["Schoolmarm", "Greenhorn", "Camp Cook", "Ornery"])
    aric, _ = game
    aric.plays("Sleeping Late", on=aric)
    aric.kicks_open_the_door()
    aric.keeps_it()
    aric.goes_into_the_room()
    assert aric.may("end the turn") and aric.hand == ["Dust Bunny", "Schoolmarm"], "neither trouble nor loot"
    aric.ends_the_turn()
    assert aric.curses == []


@rule("CURSE-04", "CURSE-03")
def test_played_out_of_their_turn_it_waits_for_the_next_one() -> None:
    game = west(seat(hand="Sleeping Late"), seat(hand="Gopher Gang"), doors=["Schoolmarm", "Ornery", "Greenhorn", "Camp Cook", "Knee-High"])
    aric, suzan = game
    aric.plays("Sleeping Late", on=suzan)
    aric.kicks_open_the_door()
    aric.keeps_it()
    aric.loots()
    assert aric.hand == ["Schoolmarm", "Ornery"] and suzan.curses == ["Sleeping Late"]
    aric.ends_the_turn()
    assert suzan.curses == ["Sleeping Late"]
    suzan.kicks_open_the_door()
    suzan.keeps_it()
    suzan.goes_into_the_room()
    assert suzan.may("end the turn") and suzan.hand == ["Gopher Gang", "Greenhorn"]
    suzan.ends_the_turn()
    assert suzan.curses == []


@rule("INTER-03", "MON-02", "MON-05")
def test_anybody_modifies_monsters_and_brings_one_to_any_fight() -> None:
    game = west(seat(level=9), seat(hand="Gol-Darned"), seat(hand="Wandering Monster, Gopher Gang"), doors=["Jackalope"])
    aric, suzan, otto = game
    aric.kicks_open_the_door()
    while not suzan.decides:
        game.apply("pass")
    suzan.plays("Gol-Darned")
    while not otto.decides:
        game.apply("pass")
    otto.plays("Wandering Monster")
    assert game.monsters == ["Jackalope", "Gopher Gang"] and game.strength == (9, 2 + 5 + 2)


@rule("WIN-01", "GUAL-02", "SELL-03")
def test_a_cowboy_with_a_steed_wins_at_nine_by_a_kill() -> None:
    game = west(seat(level=8, classes="Cowboy", carries="Catamount"), seat(), doors=["Dust Bunny"])
    aric, _ = game
    aric.kicks_open_the_door()
    game.everybody_passes()
    assert game.over and game.winners == (aric,) and aric.level == 9
    game = west(seat(level=8, classes="Cowboy", carries="Catamount", hand="The Annual Bath, Seven-Shooter, Long Rifle"), seat())
    aric, suzan = game
    aric.does("play The Annual Bath")
    assert (aric.level, suzan.level) == (8, 2), "not for the Cowboy"
    game = west(seat(level=8, classes="Cowboy", carries="Catamount, Seven-Shooter, Long Rifle"), seat())
    assert not game[0].may("sell items")


@rule("WIN-01", "WIN-03")
def test_a_cowboy_of_level_nine_who_gets_a_steed_needs_a_kill_of_their_own() -> None:
    game = west(seat(level=9, classes="Cowboy", hand="Catamount"), seat(level=9), seat(level=2), doors=["Ornery", "Dust Bunny"])
    aric, suzan, _ = game
    aric.lays_down("Catamount")
    assert not game.over
    game = west(seat(level=2), seat(level=9, classes="Cowboy", carries="Catamount"), doors=["Gopher Gang"], ask_only_when_losing=False)
    aric, suzan = game
    aric.kicks_open_the_door()
    aric.asks(suzan)
    suzan.accepts()
    game.everybody_passes()
    assert not game.over and aric.level == 3, "the helper has killed nothing"
    game = west(seat(level=9, classes="Cowboy", carries="Catamount"), seat(), doors=["Gopher Gang"])
    game[0].kicks_open_the_door()
    game.everybody_passes()
    assert game.over and game.winners == (game[0],) and game[0].level == 9


@rule("HELP-19", "ORIG-11")
def test_cavalry_that_helps_for_nothing_rises() -> None:
    for treasures, first, level in ((0, "", 6), (1, "main", 5)):
        game = west(seat(level=3), seat(level=5, classes="Cavalry"), doors=["Mechanical Bull"])
        aric, suzan = game
        aric.kicks_open_the_door()
        aric.asks(suzan, treasures=treasures, picks_first=first)
        suzan.accepts()
        game.everybody_passes()
        while game.decision == "PICK_TREASURE":
            game.players[game.game.seat].picks(game.pool[0])
        assert (aric.level, suzan.level) == (4, level)


@rule("SETUP-04", "HAND-08")
def test_gold_rush_works_at_once_or_is_kept() -> None:
    for saying in (True, False):
        game = west(seat(level=8), seat(), doors=["Dust Bunny"], treasures=["Gold Rush", "Bullwhip", "Top Hat", "Extra Ace", "Long Rifle"])
        aric, suzan = game
        aric.kicks_open_the_door()
        game.everybody_passes()
        assert game.decision == "ASK_YES"
        aric.says(saying)
        assert aric.hand == (["Bullwhip", "Top Hat", "Extra Ace"] if saying else ["Gold Rush"])
        assert suzan.sees(aric) == [None] * len(aric.hand)
    game = west(seat(hand="Gold Rush"), seat(), treasures=["Bullwhip", "Top Hat", "Extra Ace"])
    game[0].plays("Gold Rush")
    assert game[0].hand == ["Bullwhip", "Top Hat", "Extra Ace"] and game.treasures_discarded == ["Gold Rush"]
