"""A position as text: everything a player needs, nothing they may not see."""

import io
import random

import numpy as np
import pytest
from rich.console import Console

from munchkin_env.cards.loader import load
from munchkin_env.engine.boundary.playouts import legal_at
from munchkin_env.game.game import Game
from munchkin_env.game.render import render, show
from munchkin_env.game.scenario import Table, seat, table
from tests.facts import Facts, Position
from tests.properties.hidden import deal_anew

facts = Facts(load(["deluxe"]))


def asked() -> Table:
    """Suzan is asked for help."""
    game = table(
        seat(level=4, classes="Warrior", wears="Leather Armor", carries="Huge Rock", hand="Magic Missile, Elf"),
        seat(level=5, sex="female", races="Elf", hireling="", curses="Curse! Chicken on Your Head", hand="Baby, Boil an Anthill"),
        seat(hand="Mate"),
        doors=["Hippogriff"],
        door_discards="Thief",
    )
    aric, suzan, _ = game
    aric.kicks_open_the_door()
    aric.asks(suzan, treasures=2, picks_first="helper", item="Huge Rock")
    return game


AS_SUZAN_SEES_IT = """\
MUNCHKIN   round 1   turn of player 0   Level 10 wins
doors           87 in the deck; top discard Thief
treasures       68 in the deck; no discards

player 0        Level 4  strength 5   male Warrior   [turn, fights]
  wears         Leather Armor (+1 armor)
  carries       Huge Rock (+3 big two hands)
  hand 2/5      1 door, 1 treasure

player 1 (you)  Level 5  strength 6   female Elf   [decides]
  with          Hireling (+1 companion)
  cursed by     Curse! Chicken on Your Head
  hand 2/5      Baby (monster enhancer), Boil an Anthill (go up a Level)

player 2        Level 1  strength 1   male
  hand 1/5      1 door

FIGHT   player 0 (5) against Hippogriff (16)
  5 against 16: the monsters are winning; 4 treasures at stake

LAST STEP
  Player 0 asks player 1 for help, for 2 Treasures and Huge Rock

  The offer: you get 2 treasures, the first pick and Huge Rock
you decide: help?
    14  accept
    15  refuse"""


def test_the_table_as_the_one_who_decides_sees_it() -> None:
    assert render(asked().game, 1) == AS_SUZAN_SEES_IT


def test_others_see_neither_their_hand_nor_their_choices() -> None:
    for other in (0, 2, None):
        seen = render(asked().game, other)
        assert "Boil" not in seen and "accept" not in seen and "player 1 decides: help?" in seen
        assert "player 1 gets 2 treasures, the first pick and Huge Rock" in seen
    assert "Mate" in render(asked().game, 2) and "Mate" not in render(asked().game)


def test_everything_for_debugging() -> None:
    seen = render(asked().game, everything=True)
    assert all(name in seen for name in ("Magic Missile", "Boil an Anthill", "Mate", "accept"))


def test_a_deal_and_a_flight() -> None:
    game = asked()
    aric, suzan, third = game
    suzan.accepts()
    seen = render(game.game, 2)
    assert "FIGHT   player 0 (5) and player 1 (6) against Hippogriff (16)" in seen
    assert "deal          player 1 gets 2 treasures, the first pick and Huge Rock" in seen
    assert "player 1" in seen and "has done      helped player 0" in seen and "[helps]" in seen
    for player in (aric, suzan, third):
        if player.decides and player.may("pass"):
            player.passes()
    game.skip_windows()
    seen = render(game.game, 0)
    assert "the fight is lost" in seen and "you run from Hippogriff" in seen, seen


def test_a_card_that_is_promised_is_named_to_all() -> None:
    game = table(seat(hand="Boil an Anthill"), seat(level=5), seat(), doors=["Hippogriff"])
    aric, suzan, _ = game
    aric.kicks_open_the_door()
    aric.asks(suzan, treasures="all", card="Boil an Anthill")
    assert "The offer: player 1 gets all treasures and Boil an Anthill" in render(game.game, 2)
    suzan.accepts()
    assert "deal          player 1 gets all treasures and Boil an Anthill" in render(game.game, 2)


def test_what_others_know_of_a_hand() -> None:
    game = table(seat(), seat(hand="Elf, Baby, Mate, Leather Armor"), seat()).game
    mark, hand = game.record.mark, game.record.seat[1].hand
    mark[hand[0]] |= 0b101  # everybody else has seen it
    mark[hand[1]] |= 0b001
    assert "Elf (race), Baby (monster enhancer), 1 door, 1 treasure" in render(game, 0)
    assert "Elf (race), 2 doors, 1 treasure" in render(game, 2)
    assert "Elf (race), 2 doors, 1 treasure" in render(game)


def test_what_was_drawn_unseen_stays_unseen_in_the_log() -> None:
    game = table(seat(level=9), seat(), doors=["Maul Rat"], treasures=["Wishing Ring"], win_level=20)
    game[0].kicks_open_the_door()
    assert "Player 0 draws Wishing Ring" in render(game.game, 0)
    for other in (1, None):
        assert "Player 0 draws a card" in render(game.game, other) and "Wishing" not in render(game.game, other)


def test_the_same_again_is_said_once() -> None:
    game = Game(2, seed=1, log=True, sex_mode="fixed")
    assert "Player 1 draws a card (x4)\n  Divine Intervention takes effect at once for" in render(game, 0)


def test_the_end() -> None:
    game = table(seat(level=9), seat(), doors=["Maul Rat"])
    game[0].kicks_open_the_door()
    game.everybody_passes()
    assert game.over
    assert render(game.game, 0).endswith("GAME OVER: you win the game")
    assert render(game.game).endswith("GAME OVER: player 0 wins the game")


def test_the_numbers_are_what_apply_takes() -> None:
    game = asked().game
    numbered = dict(line.split(maxsplit=1) for line in render(game, 1).splitlines()[-2:])
    assert {int(number): text for number, text in numbered.items()} == {action: game.text(action) for action in game.legal()}


def test_a_seat_that_is_none() -> None:
    with pytest.raises(ValueError, match="is not a seat"):
        render(asked().game, 3)


def test_in_colours_it_says_the_same() -> None:
    for colours in ("standard", None):
        out = io.StringIO()
        show(asked().game, 1, console=Console(file=out, force_terminal=True, color_system=colours, width=200, highlight=False))
        assert ("\x1b[" in out.getvalue()) is (colours is not None)
    assert out.getvalue() == AS_SUZAN_SEES_IT + "\n"


# ---------------------------------------------------------------------------------------------------------- honesty


def dealt_anew(game: Game, seat: int, rng: random.Random) -> Game:
    made = game.clone()
    made._array.view(np.uint8)[:] = deal_anew(Position(facts, game._array), seat, True, rng).view(np.uint8)
    legal_at(made._tables, made._games, 0, made._mask)
    return made


@pytest.mark.parametrize("seed", range(6))
def test_what_is_hidden_dealt_again_changes_nothing(seed: int) -> None:
    rng = random.Random(seed)
    players = 2 + seed % 5
    game = Game(players, seed=seed, log=True, win_level=5, max_rounds=4, counter_offers=seed % 2 == 0, trade_budget=1)
    looked: set[str] = set()
    differs = False
    while not game.over:
        if game.decision not in looked or rng.random() < 0.01:
            looked.add(game.decision)
            for p in range(players):
                other = dealt_anew(game, p, rng)
                assert render(other, p) == render(game, p), f"seat {p} at {game.decision}"
                assert render(other) == render(game), f"everybody at {game.decision}, dealt anew for {p}"
                differs |= render(other, everything=True) != render(game, everything=True)
                wide = [line for line in render(game, p).splitlines() if len(line) > 100 and not line[:6].strip().isdigit()]
                assert not wide, wide
        game.apply(rng.choice(game.legal()))
    assert differs, "nothing was dealt anew"
