"""The pages of docs/frameworks that `make frameworks` and `make frameworks-text` run."""

import re
from pathlib import Path

FOLDER = Path(__file__).resolve().parents[2] / "docs" / "frameworks"
PAGES = ("rllib", "torchrl", "torchrl_all_seats", "tianshou", "openspiel", "agilerl")
"""`make frameworks`."""


WORDS = ("mcp", "textarena", "verifiers", "openenv")
"""Pages on games in words: `make frameworks-text`."""


def block(page: str) -> str:
    """The example of the page."""
    (found,) = re.findall(r"```python\n(.*?)```", (FOLDER / f"{page}.md").read_text(encoding="utf-8"), re.DOTALL)
    return str(found)
