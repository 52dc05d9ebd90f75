"""The game in TextArena. Needs TextArena: run by `make frameworks-text`."""

import random
from typing import Any

import pytest
import textarena as ta

import munchkin_env.adapters.textarena as adapter
from munchkin_env.game.options import OptionError
from munchkin_env.text.scripted import ScriptedReader
from munchkin_env.text.seat import COMPLAINT
from tests.adapters.test_words import GAMES, PLAYED, SHORT
from tests.envs.test_honesty import dealt_anew
from tests.play import EACH_AND_ALL
from tests.text.test_answers import nonsense


def play(env: Any, players: int, seed: int, mischief: float = 0.0) -> tuple[Any, Any]:
    """A scripted player in every seat, which sees only what TextArena gives it."""
    env.reset(num_players=players, seed=seed)
    readers = [ScriptedReader(10 * seed + p, mischief) for p in range(players)]
    done = False
    while not done:
        player, observation = env.get_observation()
        text = observation if isinstance(observation, str) else observation[-1][1]
        done, _ = env.step(readers[player](text))
    return env.close()  # type: ignore[no-any-return]


@pytest.mark.parametrize("sets", EACH_AND_ALL, ids="+".join)
def test_whole_games_through_the_library(sets: tuple[str, ...]) -> None:
    for seed in range(GAMES or 1):
        rewards, info = play(ta.make(adapter.ID, sets=sets, **PLAYED), 3, seed)
        assert set(rewards) == set(info) == {0, 1, 2} and sum(rewards.values()) == pytest.approx(0)
        assert all(
            one["given_up"] == 0 == one["unreadable"] and not one["invalid_move"] and one["turn_count"] == one["asked"]
            for one in info.values()
        )


@pytest.mark.parametrize("mischief", [0.0, 0.5])
def test_a_seed_reproduces_a_game_and_touches_no_other_randomness(mischief: float) -> None:
    found = []
    for seed in (5, 5, 6):
        random.seed(1)
        env = ta.make(f"{adapter.ID}-raw", **SHORT)
        found.append((play(env, 2, seed, mischief), env.table.game))
        assert random.random() == random.Random(1).random()
    assert found[0] == found[1] and found[0][1] != found[2][1]


def test_an_answer_that_cannot_be_used_is_asked_for_again_and_then_decided_by_a_bot() -> None:
    env = ta.make(adapter.ID, retries=1, **SHORT)
    env.reset(num_players=2, seed=3)
    player, first = env.get_observation()
    assert first.startswith("You play Munchkin") and "you decide" in first
    assert env.step("fly") == (False, {})
    again, second = env.get_observation()
    assert again == player and "'fly' names no action" in second and second.count("You play Munchkin") == 1
    before = env.table.game.record.decisions
    env.step("fly")
    assert env.table.game.record.decisions == before + 1 and env.table.tally[player].given_up == 1
    done = False
    while not done:
        _, shown = env.get_observation()
        done, _ = env.step(ScriptedReader(1)(shown))
    assert env.close()[1][player]["invalid_move"]


def test_a_player_is_shown_the_same_however_the_hidden_cards_lie() -> None:
    rng, compared = random.Random(3), 0
    env = ta.make(adapter.ID, sets=("star", "potter"), **SHORT)
    env.reset(num_players=3, seed=9)
    done = False
    while not done:
        _, shown = env.get_observation()
        table = env.table
        other = dealt_anew(table.game, table.seat, rng)
        usual, table.table.game = table.game, other
        compared += other.state() != usual.state()
        assert shown.endswith(table.prompt()) or f"{table.prompt()}\n\n{COMPLAINT}" in shown
        table.table.game = usual
        done, _ = env.step(ScriptedReader(compared)(shown))
    assert compared > 20


def test_nonsense_never_breaks_it() -> None:
    rng, env, ended = random.Random(4), ta.make(adapter.ID, **SHORT), True
    for _ in range(300):
        if ended:
            env.reset(num_players=2, seed=rng.randrange(1000))
        ended, _ = env.step(nonsense(rng, env.table.game))


def test_mistakes_are_told() -> None:
    with pytest.raises(OptionError, match="num_players"):
        ta.make(adapter.ID).reset(num_players=7)
    with pytest.raises(OptionError, match="there is no option 'win_levle'"):
        ta.make(adapter.ID, win_levle=3).reset(num_players=3)
    adapter.register()  # again: nothing happens
