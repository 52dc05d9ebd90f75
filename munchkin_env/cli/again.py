"""The command that continues an interrupted run, to copy; it also works outside the virtual environment."""

import shlex
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path


def command_again(module: str, arguments: Sequence[str]) -> str:
    """With this Python, from this folder."""
    python = Path(sys.executable)
    if python.is_relative_to(Path.cwd()):
        python = python.relative_to(Path.cwd())
    words = [str(python), "-m", module, *arguments]
    return subprocess.list2cmdline(words) if sys.platform == "win32" else shlex.join(words)
