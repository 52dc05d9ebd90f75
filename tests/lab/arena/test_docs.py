"""docs/arena.md: its tables match the code."""

from pathlib import Path

from munchkin_env.lab.arena.columns import columns_markdown
from munchkin_env.lab.arena.definition import LINEUPS
from munchkin_env.lab.arena.playing import FORFEITS
from munchkin_env.lab.arena.store import SCHEMA

DOC = (Path(__file__).resolve().parents[3] / "docs" / "arena.md").read_text(encoding="utf-8")


def test_the_tables_are_those_of_the_code() -> None:
    assert columns_markdown() in DOC, "put what `python -m munchkin_env.lab.arena.columns` prints into docs/arena.md"
    for name, meaning in LINEUPS.items():
        assert f"| `{name}` | {meaning} |" in DOC
    for name, meaning in FORFEITS.items():
        assert f"| {name} | {meaning} |" in DOC
    assert f"(schema {SCHEMA})" in DOC
