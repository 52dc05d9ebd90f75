"""Run the examples of docs/frameworks, where the frameworks are installed: `make frameworks`, `make frameworks-text`."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.frameworks.pages import PAGES, WORDS, block

LIMIT_S = 600


@pytest.mark.parametrize("page", [*PAGES, *(pytest.param(page, id=f"words-{page}") for page in WORDS)])
def test_the_example_runs(page: str, tmp_path: Path) -> None:
    """In a separate Python, so that warnings of other libraries do not fail it."""
    script = tmp_path / "example.py"
    script.write_text(block(page), encoding="utf-8")
    here = {**os.environ, "SB3_LOGDIR": str(tmp_path / "logs")}
    done = subprocess.run([sys.executable, str(script)], cwd=tmp_path, env=here, capture_output=True, text=True, timeout=LIMIT_S)
    assert done.returncode == 0, done.stdout[-4000:] + done.stderr[-8000:]
