"""The game in verifiers, with a fake endpoint on this machine. Needs verifiers: run by `make frameworks-text`."""

import asyncio
import random
import sys
from pathlib import Path
from typing import Any

import pytest
import verifiers.v1 as vf
from verifiers.v1.utils.loaders import load_environment, resolve_env_config

from munchkin_env.adapters.words import WordTable
from munchkin_env.game.game import Game
from munchkin_env.text.scripted import ScriptedReader
from tests.adapters.test_words import GAMES, PLAYED, SHORT
from tests.envs.test_honesty import dealt_anew
from tests.play import EACH_AND_ALL
from tests.players.agents.fake_endpoint import Model, serving
from tests.text.test_answers import nonsense

PACKAGE = Path(__file__).resolve().parents[2] / "environments" / "munchkin"


@pytest.fixture(autouse=True)
def installed(monkeypatch: pytest.MonkeyPatch) -> None:
    """As `pip install` would."""
    monkeypatch.syspath_prepend(str(PACKAGE))
    monkeypatch.setenv("NO_KEY", "none")
    sys.modules.pop("munchkin", None)


def episodes(model: Model, games: int = 1, taskset: Any = (), behaves: str = "good", **env: Any) -> tuple[list[Any], list[Any]]:
    """Play the first games. Returns the episodes and what the endpoint was asked."""
    config = resolve_env_config(
        {"taskset": {"id": "munchkin", "players": 2, "first_seed": 5, "house_rules": SHORT, **dict(taskset)}, **env}
    )
    with serving(behaves, model) as server:
        environment = load_environment(config)
        context = vf.ModelContext(model="tiny", client=vf.EvalClientConfig(base_url=server.url, api_key_var="NO_KEY"))

        async def run() -> list[Any]:
            async with environment.serving():
                return [
                    await environment.run_slot(slot, context)
                    for task in environment.taskset.take(games)
                    for slot in environment.slots(task)
                ]

        return asyncio.run(run()), server.asked


def facts(episode: Any) -> dict[str, Any]:
    """By agent: what it was paid, and its metrics."""
    return {trace.agent.name: (trace.rewards["game"].score, trace.metrics) for trace in episode.traces}


@pytest.mark.parametrize("sets", EACH_AND_ALL, ids="+".join)
def test_whole_games_through_the_library(sets: tuple[str, ...]) -> None:
    """A short game has an agent in each seat; a long one in one, since verifiers reads each conversation again at every decision."""
    for number in range(GAMES or 1):
        seats: dict[str, Any] = {"seats": [number % 2]} if GAMES else {}
        taskset = {"sets": list(sets), "first_seed": 5 + number, "house_rules": PLAYED}
        (episode,), _ = episodes(ScriptedReader(1 + number), 1, taskset, **seats)
        assert episode.ok and set(facts(episode)) == ({f"player{number % 2}"} if GAMES else {"player0", "player1"})
        assert GAMES or sum(reward for reward, _ in facts(episode).values()) == pytest.approx(0)
        assert all(metrics["unreadable"] == 0 == metrics["given_up"] and metrics["asked"] > 5 for _, metrics in facts(episode).values())


def test_an_agent_is_paid_for_its_seat_and_seeds_reproduce_games() -> None:
    taskset = {"house_rules": {"win_level": 3, "max_rounds": 8}, "players": 2}
    first, again = (episodes(ScriptedReader(1), 2, taskset, seats=[1])[0] for _ in range(2))
    assert [facts(one) for one in first] == [facts(one) for one in again]
    assert facts(first[0]) != facts(first[1])
    for episode in first:
        ((reward, metrics),) = facts(episode).values()
        assert metrics["won"] == (metrics["level"] == 3) == (reward > 0)


def test_tasks_are_the_games_of_their_seeds() -> None:
    config = resolve_env_config({"taskset": {"id": "munchkin", "first_seed": 40, "players": 4, "sets": ["star"]}})
    tasks = list(load_environment(config).taskset.take(3))
    assert [Game(**task.data.info["game"]).seed for task in tasks] == [40, 41, 42]
    assert Game(**tasks[0].data.info["game"]).num_players == 4 and tasks[0].data.name == "munchkin-star#40"


def test_bots_may_have_the_other_seats() -> None:
    (episode,), asked = episodes(ScriptedReader(1), seats=[1], opponents=["greedy", "random"])
    (trace,) = episode.traces
    assert trace.agent.name == "player1" and trace.info == {"seat": 1} and len(asked) == trace.metrics["asked"]


def test_a_seat_is_told_the_same_however_the_hidden_cards_lie() -> None:
    """Every request is the prompt of the seat that decides, in a game that is played again with the same answers."""
    reader, answers, rng, compared = ScriptedReader(1), list[str](), random.Random(3), 0

    def model(prompt: str) -> str:
        answers.append(reader(prompt))
        return answers[-1]

    _, asked = episodes(model)
    table = WordTable(Game(2, seed=5, **SHORT))
    for request, answer in zip(asked, answers, strict=True):
        usual, table.table.game = table.game, dealt_anew(table.game, table.seat, rng)
        compared += usual.state() != table.game.state()
        assert request["messages"][-1]["content"] == table.prompt()
        assert request["messages"][0]["content"] == table.rules()
        table.table.game = usual
        table.answer(answer)
    assert compared > 20 and not table.waits


def test_memory_is_what_the_user_wants() -> None:
    for memory, longest in ((0, 2), (1, 4)):
        harness = {"harness": {"id": "munchkin", "memory": memory}}
        (episode,), asked = episodes(ScriptedReader(1), player0=harness, seats=[0])
        assert episode.ok and max(len(request["messages"]) for request in asked) == longest
        assert all(request["messages"][0]["role"] == "system" for request in asked)


def test_what_cannot_be_used_is_asked_again_and_given_up() -> None:
    (episode,), asked = episodes(lambda _: "I am a fish", seats=[0], more_answers=1)
    ((_, metrics),) = facts(episode).values()
    assert episode.ok and metrics["given_up"] == metrics["asked"] > 5 and metrics["unreadable"] == 2 * metrics["asked"] == len(asked)
    again = asked[1]["messages"][-1]["content"]
    assert "names no action" in again and "you decide" in again


def test_a_substitute_plays_for_an_agent_that_is_gone() -> None:
    (episode,), _ = episodes(ScriptedReader(1), player1={"max_turns": 3})
    metrics = facts(episode)["player1"][1]
    assert metrics["asked"] == 3 and metrics["given_up"] == metrics["decisions"] - 3 > 0
    (broken,), _ = episodes(ScriptedReader(1), behaves="garbage", seats=[0])
    assert not broken.ok and "ProviderError" in str(broken.traces[0].errors)


def test_nonsense_never_breaks_it() -> None:
    rng, game = random.Random(8), Game(2, seed=5)
    (episode,), _ = episodes(lambda _: nonsense(rng, game).encode(errors="replace").decode(errors="replace"), seats=[0])
    assert episode.ok and sum(metrics["unreadable"] for _, metrics in facts(episode).values()) > 20
