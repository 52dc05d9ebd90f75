"""Agents by name."""

import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from munchkin_env.game.game import Game
from munchkin_env.players.agents import Agent, AgentError, BotAgent, ask, is_bot, load_agent, spec_name

MINE = """
class Fixed:
    def __init__(self, place=0, *, words=(), seed=None):
        self.place, self.words, self.seed = place, words, seed
    def act(self, observation, mask, info):
        return int(mask.nonzero()[0][self.place])

class Helper:
    pass

class Fails:
    def __init__(self):
        raise RuntimeError("no such thing")
    def act(self, observation, mask, info):
        return 0

number = 3
"""


@pytest.fixture(autouse=True)
def my_modules(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """The current folder has a module, and one that does not work."""
    (tmp_path / "my_agents.py").write_text(MINE)
    (tmp_path / "damaged.npz").write_text("no numbers")
    (tmp_path / "broken_agents.py").write_text("import munchkin_needs_this")
    (tmp_path / "raising_agents.py").write_text("1 / 0")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "path", list(sys.path))
    yield
    for name in ("my_agents", "broken_agents", "raising_agents"):
        sys.modules.pop(name, None)


def test_a_bot_by_its_name() -> None:
    agent = load_agent("greedy")
    assert isinstance(agent, BotAgent) and is_bot("greedy") and isinstance(agent, Agent)
    game = Game(2, seed=1)
    assert ask(agent, game) in game.legal()


def test_a_class_of_the_current_folder_with_arguments() -> None:
    agent: Any = load_agent("my_agents:Fixed(2, words=['a', 'b'])", seed=5)
    assert (agent.place, agent.words, agent.seed) == (2, ["a", "b"], 5)
    again: Any = load_agent("my_agents:Fixed(seed=9)", seed=5)
    assert again.seed == 9 and not is_bot("my_agents:Fixed")
    positional: Any = load_agent("my_agents:Fixed")
    assert positional.place == 0


def test_an_agent_is_one_already() -> None:
    agent = BotAgent("random")
    assert load_agent(agent) is agent and spec_name(agent) == "random"


@pytest.mark.parametrize(
    ("spec", "name"),
    [
        ("greedy", "greedy"),
        ("trained", "trained"),
        ("runs/best_one.npz", "best_one"),
        ("my_agents:Fixed(place=2)", "Fixed(place=2)"),
        ("my_agents:Fixed", "Fixed"),
    ],
)
def test_how_tables_call_it(spec: str, name: str) -> None:
    assert spec_name(spec) == name


@pytest.mark.parametrize(
    ("spec", "words"),
    [
        ("gredy", r"no agent 'gredy'; there are the bots .*greedy.*module:Class"),
        ("no_such_module_here:Fixed", "no module 'no_such_module_here'"),
        ("my_agents.deeper:Fixed", "no module 'my_agents.deeper'|not a package"),
        ("broken_agents:Fixed", "needs 'munchkin_needs_this'"),
        ("raising_agents:Fixed", "importing raising_agents raised ZeroDivisionError"),
        ("my_agents:Fixd", r"no class 'Fixd'; classes with a method act: Fixed, Fails"),
        ("my_agents:number", "no class 'number'"),
        ("my_agents:Helper", "Helper has no method act"),
        ("my_agents:Fails", "constructor raised RuntimeError: no such thing"),
        ("my_agents:Fixed(plaice=2)", r"unexpected keyword argument 'plaice'; it takes Fixed\(place=0"),
        ("my_agents:Fixed(place=open)", "open is not a number"),
        ("my_agents:Fixed(", "cannot be read"),
        ("my_agents:Fixed(**{})", r"write Class"),
        ("my_agents:Fixed.act", r"write Class"),
        ("not a module:Fixed", "is not a module name"),
        ("missing.npz", "missing.npz: there is no such file"),
        ("damaged.npz", "damaged.npz: "),
    ],
)
def test_what_cannot_be_loaded_is_said(spec: str, words: str) -> None:
    with pytest.raises(AgentError, match=words):
        load_agent(spec)


def test_what_is_no_agent_is_refused() -> None:
    with pytest.raises(AgentError, match="no method act"):
        load_agent(3)  # type: ignore[arg-type]
