"""Explanations: the choice and its numbers in a sentence. (test_greedy_laws.py covers every kind of decision, and information leaks.)"""

import pytest

from munchkin_env.engine.state.kinds import Kind
from munchkin_env.game.game import Game
from munchkin_env.game.scenario import seat, table
from munchkin_env.players.agents import BotAgent, ask
from munchkin_env.players.bots import explain, style
from munchkin_env.players.bots.explaining import ROUTINES, WORDS
from munchkin_env.players.bots.reasons import Reason


def test_every_reason_has_words() -> None:
    assert set(WORDS) == set(Reason) - {Reason.NOTHING}
    assert all(isinstance(kind, Kind) for kind in ROUTINES)


def test_a_fight_in_numbers() -> None:
    game = table(seat(level=4), seat(level=7), seat(level=3), doors=["Platycore"])
    aric, _, otto = game
    aric.kicks_open_the_door()
    action, said = explain(game.game)
    assert game.game.text(action) == "ask for help"
    assert said == "ask for help: 3 short of Platycore; the fight is worth 323 points, help from player 1 costs 45 points"
    aric.does("ask for help")
    assert explain(game.game)[1] == "ask player 1 for help: strong enough, and the cheapest who is: 45 points"
    aric.picks(otto)
    assert explain(game.game)[1].startswith("offer 1 treasure: by my estimate it gains player 2 ")
    aric.chooses("offer 1 treasure")


def test_who_is_asked_says_what_it_brings() -> None:
    game = table(seat(level=4), seat(level=5), doors=["Platycore"])
    aric, suzan = game
    aric.kicks_open_the_door()
    aric.asks(suzan, treasures=0)
    assert explain(game.game)[1] == "refuse: helping gains me -14 points; I want at least 10"
    assert explain(game.game, style("greedy", "friend", help_gain=-30))[1] == "accept: helping gains me -14 points; I want at least -30"


def test_what_makes_room_says_so() -> None:
    game = table(seat(wears="Leather Armor", carries="Flaming Armor"), seat())
    assert explain(game.game)[1] == "turn Leather Armor sideways: it makes room for something worth 28 points more"


def test_players_who_choose_at_random_say_so() -> None:
    game = Game(4, seed=1)
    n = len(game.legal())
    action, said = explain(game, "random")
    assert said == f"{game.text(action)}: chosen at random, one of {n} legal actions, all equally likely"
    action, said = explain(game, "weighted", seed=5)
    assert said == f"{game.text(action)}: chosen at random, with 8 of {8 * n} chances"
    assert {explain(game, "random", seed=k)[0] for k in range(40)} == set(game.legal())


def test_a_game_that_is_over_has_nothing_to_explain() -> None:
    game = table(seat(level=9, hand="Magic Missile"), seat(), doors=["Lame Goblin"])
    game[0].kicks_open_the_door()
    game.everybody_passes()
    assert game.over
    with pytest.raises(ValueError, match="the game is over"):
        explain(game.game)


def test_a_bot_as_an_agent_explains_its_last_choice() -> None:
    game = Game(4, seed=1)
    agent = BotAgent("greedy")
    assert ask(agent, game) == explain(game)[0] and agent.explain() == explain(game)[1]


# ------------------------------------------------------------------------------------- what is in another's hand


def test_what_a_race_is_worth_to_another_does_not_depend_on_that_hand() -> None:
    """Items for Dwarves make being one worth more: those on the table count, those in a hidden hand do not."""
    said = {}
    for hand, carries in (("", ""), ("Hammer of Kneecapping", ""), ("", "Hammer of Kneecapping")):
        game = table(seat(hand="Curse! Lose Your Race"), seat(level=9, races="Dwarf", hand=hand, carries=carries))
        said[hand, carries] = explain(game.game, style("greedy", "curser", curse_at_once=0))[1]
    assert said["", ""] == said["Hammer of Kneecapping", ""] != said["", "Hammer of Kneecapping"]
    assert said["", ""].startswith("play Curse! Lose Your Race: worth ")
