"""Honest mistakes: each is refused with an error of the documented type, which says what is allowed, and changes nothing."""

import functools
from collections.abc import Callable
from pathlib import Path
from typing import Any

import gymnasium
import numpy as np
import pytest

from munchkin_env import munchkin_v0
from munchkin_env.cards.loader import CardSetError
from munchkin_env.envs.gym import MunchkinEnv
from munchkin_env.envs.gym_vector import MunchkinVectorEnv
from munchkin_env.envs.selfplay import SharedTables
from munchkin_env.envs.teaching import Teacher
from munchkin_env.envs.vector import MunchkinVector
from munchkin_env.game.game import Game
from munchkin_env.game.notation import IllegalAction
from munchkin_env.game.options import OptionError
from munchkin_env.game.replay import Replay, from_text, to_text
from munchkin_env.game.scenario import ScenarioError, seat, table
from munchkin_env.game.scenario.table import Table
from munchkin_env.lab.arena import tournament
from munchkin_env.lab.arena.entrants import ArenaError
from munchkin_env.players.agents import AgentError, load_agent
from munchkin_env.players.search import Search

STRANGE: tuple[Any, ...] = (1.5, float("nan"), "x", b"x", [], {}, 10**30, 2**63, 2**32, np.float64(1), np.array([1, 2]), object, -1)
NO_TEXTS: tuple[Any, ...] = (None, 5, 1.5, [5], {"x": 1}.values(), object)
FLAGS: tuple[Any, ...] = (False, True, np.True_, 1)
SHORT: dict[str, Any] = {"max_rounds": 2, "win_level": 3}


def refuses(error: type[Exception], does: Callable[[Any], object], values: Any = STRANGE, says: str = "must be") -> None:
    for value in values:
        with pytest.raises(error, match=says):
            does(value)


def test_a_game_is_kept_a_log_of_or_not() -> None:
    refuses(OptionError, lambda log: Game(2, log=log), (*STRANGE, None, 2, 256), "log=.* must be True or False")
    assert [Game(2, log=log).record.logging for log in FLAGS] == [0, 1, 1, 1]


def test_actions_that_are_none() -> None:
    game = Game(2, seed=1)
    before = game.clone()
    for does in (game.apply, game.action, game.text):
        refuses(IllegalAction, does, says="is not legal")
    assert game == before and not any(map(game.is_legal, (*STRANGE, None, True)))
    assert [action for action in range(len(game.mask())) if game.is_legal(action)] == game.legal()


def test_what_was_saved_is_bytes() -> None:
    """bytes(n) creates n zeros: gigabytes."""
    games = MunchkinVector(2, 2, seed=1, **SHORT)
    games.reset()
    before = games.to_bytes()
    teacher = Teacher(games, "random")
    for does in (Game.from_bytes, games.restore, teacher.restore):
        refuses(TypeError, does, (None, 5, 10**10, 1.5, "x", [1], object), "must be bytes")
    assert games.to_bytes() == before


def test_a_replay_is_of_a_game_and_of_texts() -> None:
    game = Game(2, seed=1)
    refuses(TypeError, Replay, NO_TEXTS, "is not a Game")
    refuses(TypeError, to_text, NO_TEXTS, "is not a Game")
    refuses(TypeError, from_text, (None, 5, b"x", []), "must be text")
    refuses(TypeError, lambda names: Replay(game, names), (5, ["a"], "ab", {0: 5}, {0: None}, {1: b"x"}), "must be a dict of texts")
    without = Replay(game, {0: "", 1: "someone", 7: "nobody"})
    assert Replay.from_text(without.text()).names == {1: "someone"}, "who has no name has none; it can be read again"


@pytest.mark.parametrize("path", ["", "/", ".", ".."])
def test_a_folder_is_no_file_to_write(path: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    with pytest.raises(IsADirectoryError):
        Replay(Game(2, seed=1)).save(path)
    assert not list(tmp_path.iterdir())


# --------------------------------------------------------------------------------------------------- in compiled code


def test_a_search_tries_legal_actions_alone() -> None:
    """In compiled code, other values would write anywhere."""
    world, over = Game(3, seed=1).determinise(0, 1), Game(2, seed=1)
    over.record.over = 1
    before, search = world.clone(), Search(playouts=4, turns=1, me="random", opponents="random")
    legal, illegal = world.legal()[0], next(action for action in range(len(world.mask())) if not world.is_legal(action))
    strange = (*STRANGE, illegal, 10**6)
    refuses(IllegalAction, lambda action: search.shares(world, 0, 1, action), strange, "is not legal")
    refuses(IllegalAction, lambda action: search.compare(world, legal, action, 2), (*strange, None), "is not legal")
    refuses(IllegalAction, lambda action: search.gains(world, 0, 1, legal, action), (*strange, None), "is not legal")
    refuses(IllegalAction, lambda action: search.gains(world, 0, 1, action, legal), (*strange, None), "is not legal")
    refuses(ValueError, lambda p: search.shares(world, p, 1), (*STRANGE, None, 3, 6), "its seats are 0 to 2")
    for does in (search.search, lambda other: search.shares(other, 0, 1), lambda other: search.compare(other, 0, 0, 2)):
        refuses(TypeError, does, NO_TEXTS, "is not a Game")
    refuses(ValueError, search.search, [over], "the game is over")
    assert world == before and search.shares(world, 0, 0).shape == (0, 3)


def test_one_action_for_each_of_the_games_that_wait() -> None:
    games = SharedTables(4, 2, network_lots=1, seed=0, **SHORT)
    with pytest.raises(RuntimeError, match="call reset"):
        games.play([0], [0])
    games.reset()
    before = games.to_bytes()
    rows = np.arange(4)
    for actions in ([-1] * 4, [99999] * 4, [2**62] * 4):
        with pytest.raises(IllegalAction, match="no game has changed"):
            games.play(rows, actions)
    for actions in ([0.5] * 4, ["x"] * 4, [True] * 4):  # type: ignore[assignment]
        with pytest.raises(TypeError, match="must be integers"):
            games.play(rows, actions)
    for actions in ([0], [[0] * 4], [0] * 5, [0, [1]], None):  # type: ignore[assignment]
        with pytest.raises((ValueError, TypeError), match="one per game, not"):
            games.play(rows, actions)
    refuses(
        ValueError,
        lambda those: games.play(those, [0]),
        ([4], [-1], [[0]], [0, 0], [0.0], None, "x", 0),
        "rows=.* must be different numbers",
    )
    assert games.to_bytes() == before


def test_lots_of_networks_and_bots() -> None:
    refuses(ValueError, lambda lots: SharedTables(2, 2, network_lots=lots), (*STRANGE, None, True, 0))
    refuses(ValueError, lambda bots: SharedTables(2, 2, network_lots=1, bots=bots), (5, "x", ["greedy"], [], "", object))


def test_seeds_of_bots() -> None:
    games = MunchkinVector(2, 2, seed=1)
    no_numbers: tuple[Any, ...] = (None, 1.5, "x", b"x", [], {}, object, float("nan"))
    refuses(ValueError, lambda s: load_agent("random", s), no_numbers, "seed=.* must be an integer")
    refuses(ValueError, lambda s: Teacher(games, "random", s), no_numbers, "seed=.* must be an integer")
    refuses(TypeError, lambda other: Teacher(other, "random"), (None, 5, Game(2)), "is not a MunchkinVector")


def test_a_batch_is_asked_about_games_that_it_has() -> None:
    games = MunchkinVector(2, 2, seed=1, **SHORT)
    with pytest.raises(RuntimeError, match="call reset"):
        games.is_legal(0, 0)
    games.reset()
    refuses(ValueError, lambda i: games.is_legal(i, int(np.flatnonzero(games.masks[0])[0])), (*STRANGE, 2, None), "game=.* from 0 to 1")
    assert not any(games.is_legal(0, action) for action in STRANGE)
    games.close()
    with pytest.raises(RuntimeError, match="closed"):
        games.is_legal(0, 0)
    refuses(ValueError, lambda buffers: MunchkinVector(2, 2, buffers=buffers), ({1: 2}, {None: 1}, {"x": 1}), "there is no array")


# ------------------------------------------------------------------------------------------------------- environments


def _reset(env: Any, what: str, value: Any) -> None:
    env.reset(**{what: value})


def test_options_of_a_reset_are_a_dict() -> None:
    one, several, aec = MunchkinEnv(2, **SHORT), MunchkinVectorEnv(2, 2, **SHORT), munchkin_v0.raw_env(num_players=2, **SHORT)
    envs: tuple[Any, ...] = (one, several, aec)
    for env in envs:
        refuses(ValueError, functools.partial(_reset, env, "options"), (5, "x", [1], True, object), "must be a dict, or None")
        refuses(ValueError, functools.partial(_reset, env, "seed"), (*STRANGE[:6], 2**63, -1), "seed=.* must be an integer")
        env.reset(seed=1, options={})
    before = [one.np_random.bit_generator.state, several.np_random.bit_generator.state, aec.game]
    for env in envs:
        with pytest.raises(ValueError, match="must be"):
            env.reset(seed=2**63)
        with pytest.raises(ValueError, match="must be"):
            env.reset(seed=2, options=5)
    assert before == [one.np_random.bit_generator.state, several.np_random.bit_generator.state, aec.game]


@pytest.mark.parametrize("made", [munchkin_v0.env, munchkin_v0.raw_env])
def test_agents_that_there_are_not(made: Any) -> None:
    env = made(num_players=2)
    env.reset(seed=1)
    for ask in (env.observe, env.action_space, env.observation_space):
        refuses(ValueError, ask, (*STRANGE, None, "player_2", 0), "the agents are player_0, player_1")


def test_gymnasium_makes_what_it_is_told() -> None:
    with pytest.raises(OptionError, match="there is no option 'log'"):
        gymnasium.make("munchkin_env:Munchkin-v0", log=True)


# --------------------------------------------------------------------------------------------------------- tournaments


def test_arguments_of_a_tournament() -> None:
    def played(**said: Any) -> object:
        return tournament(**{"specs": ["random", "random"], "games": 2, "players": 2, "max_rounds": 1, **said})

    refuses(ArenaError, lambda specs: played(specs=specs), (None, 5, "random", [], {"random"}, True), "a tournament needs entrants")
    refuses(AgentError, lambda one: played(specs=[one, "random"]), (None, 5, [], {}, np.array([1]), object), "names no entrant")
    refuses(AgentError, lambda one: played(field=one), (5, [], {}, np.array([1]), object), "names no entrant")
    refuses(CardSetError, lambda sets: played(sets=sets), (None, 5, True, b"x", "deluxe", [], [5]), ".")
    refuses(ArenaError, lambda limit: played(time_limit=limit), ("x", b"x", [], {}, 0, -1, float("nan"), float("inf"), np.array(1)))
    refuses(ArenaError, lambda isolate: played(isolate=isolate), (None, 5, "no", [], 1.5))
    refuses(ArenaError, lambda ray: played(ray=ray), (None, 5, [], 1.5))
    refuses(ArenaError, lambda lineups: played(lineups=lineups), ([], {}, 5, None, "x"))
    assert played(time_limit=np.int64(5))


# ---------------------------------------------------------------------------------------------------------- positions


NAMES = (
    "classes",
    "races",
    "roles",
    "duals",
    "house",
    "studies",
    "wears",
    "carries",
    "cheats",
    "attached",
    "hireling",
    "hand",
    "fresh",
    "curses",
)


@pytest.mark.parametrize("argument", NAMES)
def test_names_of_cards_are_texts(argument: str) -> None:
    strange = [one for one in (*NO_TEXTS, b"x", True, np.array([1])) if not (one is None and argument == "hireling")]
    refuses(ScenarioError, lambda names: table(seat(**{argument: names}), seat()), strange, "or a list of text")


@pytest.mark.parametrize("argument", ["doors", "treasures", "door_discards", "treasure_discards"])
def test_names_of_cards_in_decks_are_texts(argument: str) -> None:
    refuses(ScenarioError, lambda names: table(seat(), seat(), **{argument: names}), NO_TEXTS, "or a list of text")


def test_numbers_of_a_position() -> None:
    refuses(ScenarioError, lambda level: table(seat(level=level), seat()), (*STRANGE, None, True, 0, 10), "level=.* must be 1 to 9")
    refuses(ScenarioError, lambda sex: table(seat(sex=sex), seat()), (*STRANGE, None), "must be male or female")
    refuses(ScenarioError, lambda dead: table(seat(dead=dead), seat()), (*STRANGE, None), "must be True or False")
    refuses(ScenarioError, lambda name: table(seat(name=name), seat()), (5, None, b"x"), "must be text")
    refuses(ScenarioError, lambda one: table(one, seat()), (*STRANGE, None), "is not a seat of a table")
    refuses(ScenarioError, lambda p: table(seat(), seat(), turn_of=p), (*STRANGE, None, True, 2), "must be 0 to 1")
    refuses(ScenarioError, lambda at: table(seat(), seat(), moment=at), (*STRANGE, None), "must be one of start")
    refuses(
        ScenarioError,
        lambda dice: table(seat(), seat(), dice=dice),
        (None, 5, [7], [0], [1.0], [True], ["1"], [1] * 1000),
        "results from 1 to 6",
    )
    refuses(ValueError, lambda s: table(seat(), seat(), seed=s), (*STRANGE[:6], None), "must be an integer")


VERBS = (
    "plays",
    "lays_down",
    "equips",
    "turns_sideways",
    "uses",
    "gives",
    "does",
    "may",
    "joins",
    "runs_from",
    "looks_for_trouble",
    "sees",
    "demands",
    "asks",
)


@pytest.mark.parametrize("verb", VERBS)
@pytest.mark.parametrize("word", [None, 5, 1.5, b"x", [], {}, object], ids=str)
def test_verbs_take_texts(verb: str, word: Any) -> None:
    game: Table = table(seat(hand="Magic Missile, Boots of Butt-Kicking"), seat(), doors=["Net Troll"])
    before = game.game.clone()
    if verb == "looks_for_trouble" and word is None:
        return
    with pytest.raises(ScenarioError):
        getattr(game[0], verb)(word)
    assert game.game == before


def test_a_player_of_another_table_is_nobody_here() -> None:
    game, other = table(seat(classes="Cleric"), seat()), table(*[seat()] * 6)
    with pytest.raises(ScenarioError, match="is not a player of this table"):
        game[0].sees(other[5])
    with pytest.raises(ScenarioError, match="is not a player of this table"):
        game[0].chooses(other[5])


@pytest.mark.parametrize("number", [-1, -40, 9, 12, 1000, 10**30])
def test_a_number_names_no_other_action(number: int) -> None:
    game = table(seat(), seat(), doors=["Net Troll"])
    for ask in (game[0].chooses, game[0].demands):
        with pytest.raises(ScenarioError, match="must be an integer from 0 to 8"):
            ask(number)
