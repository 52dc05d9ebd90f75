"""docs/arena.md: its examples run, its tables match the code."""

import re
from pathlib import Path

import pytest

from munchkin_env.lab.arena.columns import columns_markdown
from munchkin_env.lab.arena.definition import LINEUPS
from munchkin_env.lab.arena.playing import FORFEITS
from munchkin_env.lab.arena.store import SCHEMA

DOC = (Path(__file__).resolve().parents[3] / "docs" / "arena.md").read_text(encoding="utf-8")


def test_the_examples_run(capsys: pytest.CaptureFixture[str]) -> None:
    blocks = re.findall(r"```python\n(.*?)```", DOC, re.DOTALL)
    assert blocks
    for block in blocks:
        exec(block.replace("games=8, win_level=3", "games=4, max_rounds=1"), {})
    assert "Estimate(" in capsys.readouterr().out


def test_the_tables_are_those_of_the_code() -> None:
    assert columns_markdown() in DOC, "put what `python -m munchkin_env.lab.arena.columns` prints into docs/arena.md"
    for name, meaning in LINEUPS.items():
        assert f"| `{name}` | {meaning} |" in DOC
    for name, meaning in FORFEITS.items():
        assert f"| {name} | {meaning} |" in DOC
    assert f"(schema {SCHEMA})" in DOC
