"""The examples of docs/agents.md run."""

import re
from pathlib import Path

import pytest

from munchkin_env.players.protocol import Agent

PAGE = (Path(__file__).resolve().parents[3] / "docs" / "agents.md").read_text(encoding="utf-8")


def test_the_examples_run(capsys: pytest.CaptureFixture[str]) -> None:
    blocks = re.findall(r"```python\n(.*?)```", PAGE, re.DOTALL)
    assert len(blocks) == 3
    for block in blocks:
        exec(block.replace("Game(2, seed=1)", "Game(2, seed=1, win_level=3, max_rounds=4)"), {})
        assert capsys.readouterr().out


def test_all_that_an_agent_may_have_is_told() -> None:
    told = Agent.__doc__ or ""
    for word in ("begin(seat, num_players, seed)", "act_many(observations, masks, infos)", "imagines", "name", "explain()", "close()"):
        assert word.split("(")[0] in told and f"`{word.split('(')[0]}" in PAGE
