"""The game in OpenEnv: its environment, its server and its client. Needs OpenEnv: run by `make frameworks-text`."""

import random
import runpy
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import Any

import pytest
import uvicorn

from munchkin_env.adapters.openenv import MunchkinClient, OpenEnvMunchkin, WordsAction, app
from munchkin_env.players.agents import AgentError
from munchkin_env.text.scripted import ScriptedReader
from tests.adapters.test_words import GAMES, PLAYED, SHORT
from tests.envs.test_honesty import dealt_anew
from tests.play import EACH_AND_ALL
from tests.text.test_answers import nonsense

PACKAGE = Path(__file__).resolve().parents[2] / "environments" / "munchkin_openenv"


@contextmanager
def serving(**settings: Any) -> Iterator[str]:
    """The server in a thread."""
    server = uvicorn.Server(uvicorn.Config(app(partial(OpenEnvMunchkin, **settings)), port=0, log_level="error"))
    thread = threading.Thread(target=server.run, daemon=True)
    thread.start()
    while not server.started:
        time.sleep(0.02)
    try:
        yield f"http://127.0.0.1:{server.servers[0].sockets[0].getsockname()[1]}"
    finally:
        server.should_exit = True
        thread.join(10)


def play(client: Any, seed: int, mischief: float = 0.0) -> Any:
    """The last result of a game of a scripted player."""
    reader, result = ScriptedReader(seed, mischief), client.reset(seed=seed)
    assert result.observation.rules.startswith("You play Munchkin") and result.reward == 0
    while not result.done:
        result = client.step(WordsAction(answer=reader(result.observation.problem or result.observation.prompt)))
    return result


@pytest.mark.parametrize("sets", EACH_AND_ALL, ids="+".join)
def test_whole_games_through_server_and_client(sets: tuple[str, ...]) -> None:
    with serving(sets=sets, opponents=["greedy", "random"], **PLAYED) as url, MunchkinClient(base_url=url).sync() as client:
        for seed in range(GAMES or 1):
            end = play(client, seed)
            facts = end.observation.metadata
            assert facts["over"] and facts["given_up"] == facts["unreadable"] == 0 and (end.reward > 0) == facts["won"]
            assert client.state().step_count == facts["asked"] + facts["illegal"]


def test_a_seed_reproduces_a_game_and_sessions_are_apart() -> None:
    with serving(**SHORT) as url, MunchkinClient(base_url=url).sync() as one, MunchkinClient(base_url=url).sync() as other:
        first = play(one, 5, 0.3)
        other.reset(seed=9)
        again = play(one, 5, 0.3)
        assert again.observation == first.observation != play(other, 9, 0.3).observation


def test_an_answer_that_cannot_be_used_is_told_and_at_last_decided_by_a_bot() -> None:
    made = OpenEnvMunchkin(retries=1, **SHORT)
    begun = made.reset(seed=3, episode_id="e1")
    first, second = (made.step(WordsAction(answer="fly")) for _ in range(2))
    assert (first.attempts_left, second.attempts_left) == (1, 0) and "'fly' names no action" in first.problem
    assert first.prompt == begun.prompt != second.prompt and made.state.episode_id == "e1" and made.state.step_count == 2
    assert made.table.tally[0].given_up == 1


def test_a_learner_is_told_the_same_however_the_hidden_cards_lie() -> None:
    rng, compared, made = random.Random(3), 0, OpenEnvMunchkin(sets=("star", "western"), **SHORT)
    told = made.reset(seed=4)
    while not told.done:
        table = made.table.table
        usual, table.game = table.game, dealt_anew(table.game, 0, rng)
        compared += usual.state() != table.game.state()
        other = made._observed().model_dump()
        table.game = usual
        assert other == made._observed().model_dump()
        told = made.step(WordsAction(answer=ScriptedReader(compared)(told.prompt)))
    assert compared > 5 and "seed" not in made.state.model_dump_json()


def test_nonsense_never_breaks_it() -> None:
    rng, made = random.Random(4), OpenEnvMunchkin(**SHORT)
    told = made.reset(seed=1)
    for number in range(300):
        told = made.reset(seed=number) if told.done else made.step(WordsAction(answer=nonsense(rng, made.table.game)))


def test_mistakes_are_told() -> None:
    made = OpenEnvMunchkin(**SHORT)
    with pytest.raises(ValueError, match="call reset first"):
        made.step(WordsAction(answer="pass"))
    with pytest.raises(ValueError, match="'split' is no argument of reset"):
        made.reset(seed=1, split="train")
    with serving(**SHORT) as url, MunchkinClient(base_url=url).sync() as client, pytest.raises(Exception, match="no game yet"):
        client.step(WordsAction(answer="pass"))


def test_a_game_is_begun_before_a_client_is_served() -> None:
    """So settings are checked, and everything is compiled."""
    begun: list[bool] = []

    class Noted(OpenEnvMunchkin):
        def reset(self, *given: Any, **more: Any) -> Any:
            begun.append(True)
            return super().reset(*given, **more)

    app(partial(Noted, **SHORT))
    assert begun == [True]
    with pytest.raises(AgentError, match="there is no agent 'nobody'"):
        app(partial(OpenEnvMunchkin, opponents=["nobody"]))


def test_the_package_is_valid() -> None:
    """As `openenv validate` sees it; its server has the game."""
    done = subprocess.run([sys.executable, "-m", "openenv.cli", "validate", str(PACKAGE)], capture_output=True, text=True, check=False)
    assert "PASS  static.manifest" in done.stdout, done.stdout + done.stderr
    made = runpy.run_path(str(PACKAGE / "server" / "app.py"))["app"]
    assert {"/reset", "/step", "/state", "/schema"} <= {getattr(route, "path", "") for route in made.routes}
