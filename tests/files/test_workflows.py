"""Actions used in continuous integration are pinned by hash, not by a tag that could be moved."""

import re
from pathlib import Path

ROOT = Path(__file__).parents[2]


def test_actions_are_pinned_by_their_commit() -> None:
    lines = [line.strip() for file in (ROOT / ".github" / "workflows").glob("*.yml") for line in file.read_text().splitlines()]
    used = [line for line in lines if "uses:" in line]
    assert used
    for line in used:
        assert re.fullmatch(r"- uses: [\w.-]+/[\w.-]+@[0-9a-f]{40}  # v\d+\.\d+\.\d+", line), line


def test_the_token_of_a_workflow_may_read_only() -> None:
    for file in (ROOT / ".github" / "workflows").glob("*.yml"):
        assert "\npermissions:\n  contents: read\n" in file.read_text(), file.name
