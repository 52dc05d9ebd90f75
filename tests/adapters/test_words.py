"""Tables in words, as other libraries get them: seats of the library, bots in the others."""

import itertools
import os
from typing import Any

import pytest

from munchkin_env.adapters.words import WELCOME, WordTable, welcome
from munchkin_env.game.game import Game
from munchkin_env.players.agents import AgentError, load_agent
from munchkin_env.text.scripted import ScriptedReader
from tests.play import EACH_AND_ALL

GAMES = int(os.environ.get("WORD_GAMES", "0"))
"""Whole games that a scripted reader plays in each set, in every adapter; 0: a short one."""
SHORT: dict[str, Any] = {"win_level": 3, "max_rounds": 1}
PLAYED: dict[str, Any] = {} if GAMES else SHORT
"""The house rules of those games."""


def new(seed: int = 3, seats: tuple[int, ...] = (0,), **settings: object) -> WordTable:
    return WordTable(Game(3, seed=seed, **SHORT), seats, **settings)  # type: ignore[arg-type]


def play(table: WordTable, mischief: float = 0.0) -> WordTable:
    """A scripted player for each seat answers until the game is over."""
    readers = {p: ScriptedReader(p, mischief) for p in table.tally}
    problem = ""
    while table.waits:
        reply = table.answer_or_give_up(readers[table.seat](problem or table.prompt()))
        problem = reply.problem if reply.attempts_left else ""
    return table


@pytest.mark.parametrize("sets", EACH_AND_ALL, ids="+".join)
def test_a_scripted_player_plays_whole_games_against_bots(sets: tuple[str, ...]) -> None:
    for seed in range(GAMES or 1):
        table = play(WordTable(Game(3, sets, seed, **PLAYED), (0,), opponents=["greedy", "random"]))
        assert table.game.over and set(table.tally) == {0}
        assert table.tally[0].given_up == 0 and table.tally[0].decisions > 5
        assert sum(table.rewards()) == pytest.approx(0)


def test_the_same_seed_and_answers_play_the_same_game() -> None:
    for mischief in (0.0, 0.5):
        one, again, other = (play(new(seed), mischief) for seed in (3, 3, 4))
        assert one.game == again.game != other.game
        assert one.result(0) == again.result(0)


def test_whoever_answers_nothing_plays_as_the_substitute() -> None:
    table = new(retries=1, rest="greedy")
    asked = 0
    while table.waits:
        assert table.answer_or_give_up("what?").attempts_left == 1
        assert table.answer_or_give_up("what?").attempts_left == 0
        asked += 1
    tally = table.tally[0]
    assert tally.given_up == tally.asked == asked and tally.unreadable == 2 * asked
    answers = {"decisions": asked, "asked": asked, "unreadable": 2 * asked, "ambiguous": 0, "illegal": 0, "given_up": asked}
    game = table.game
    assert table.result(0) == {"won": 0 in game.winners, "level": game.levels[0], "rounds": game.record.rounds + 1, "over": True, **answers}


def test_opponents_are_told_everything_that_happens_while_a_plan_is_carried_out(monkeypatch: pytest.MonkeyPatch) -> None:
    """Also an agent that reads."""
    table = new(seats=(0,), opponents=["tests.lab.arena.players:Listener"])
    heard: list[str] = []
    listener = table._agents[1]
    act = type(listener).act

    def noted(self: Any, observation: Any, mask: Any, info: Any) -> int:
        if info["seat"] == 1:
            heard.extend(event["what"] for event in info["events"])
        return act(self, observation, mask, info)

    monkeypatch.setattr(type(listener), "act", noted)
    seen: list[str] = []
    note = table.table.on_step

    def both(game: Game) -> None:
        note(game)
        seen.extend(event.what for event in game.events(1))

    table.table.on_step = both
    play(table)
    assert len(heard) > 20 and heard == seen[: len(heard)]


def test_all_seats_may_be_the_librarys() -> None:
    table = play(new(seats=(0, 1, 2)))
    assert table.game.over and all(tally.decisions for tally in table.tally.values())
    table.close()


def test_mistakes_are_told() -> None:
    with pytest.raises(AgentError, match="rest='nobody': must be one of"):
        new(rest="nobody")
    with pytest.raises(AgentError, match="there is no opponent"):
        new(opponents=[])
    with pytest.raises(AgentError, match="there is no agent 'nobody'"):
        new(opponents=["nobody"])
    with pytest.raises(ValueError, match="is not a seat"):
        new(seats=(5,))
    with pytest.raises(ValueError, match="reward='money'"):
        new(reward="money")
    with pytest.raises(ValueError, match="seat 1: must be one of 0"):
        new().prompt(1)


def test_opponents_that_anybody_may_name_open_no_files() -> None:
    assert welcome(WELCOME) == list(WELCOME) and all(load_agent(name) for name in WELCOME[:3])
    for name, more in itertools.product(
        ("os:system", "my.toml", "search:9s", "llm:m,url=http://a/v1", "policy.npz"), ("greedy", "trained")
    ):
        with pytest.raises(AgentError, match="must be one of random"):
            welcome([more, name])
