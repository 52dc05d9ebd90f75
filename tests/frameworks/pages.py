"""The pages of docs/frameworks that `make frameworks` runs."""

import re
from pathlib import Path

FOLDER = Path(__file__).resolve().parents[2] / "docs" / "frameworks"
PAGES = ("rllib", "torchrl", "tianshou", "openspiel", "agilerl")


def block(page: str) -> str:
    """The example of the page."""
    (found,) = re.findall(r"```python\n(.*?)```", (FOLDER / f"{page}.md").read_text(encoding="utf-8"), re.DOTALL)
    return str(found)
