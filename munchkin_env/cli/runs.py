"""Folders of runs: runs/demo, runs/demo-2 and so on. None is overwritten; an interrupted one continues."""

import json
import re
from pathlib import Path
from typing import Any

from munchkin_env.core.files import TOLD, FileError, parse_json, read_text, write

ABOUT = "demo.json"
"""The arguments of a run, saved in its folder."""
_EARLIER = "setup.json"
"""What demos of earlier versions had."""
REPORT = "report.html"
"""Without the report, the run was interrupted."""


def folder_of(out: Path, wishes: dict[str, Any], new: bool = False) -> tuple[Path, bool]:
    """This run's folder: the latest interrupted one with the same wishes (True), or a new one. Raises ValueError."""
    there = runs(out)
    for folder in reversed(there):
        if not new and not (folder / REPORT).exists() and _read(folder) == wishes:
            return folder, True
    folder = out
    if there:
        folder = out.with_name(f"{out.name}-{max(_number(out, path) for path in _namesakes(out)) + 1}")
    elif folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
        raise ValueError(f"--out {folder}: this folder is not a demo; choose another")
    folder.mkdir(parents=True, exist_ok=True)
    write(folder / ABOUT, json.dumps(wishes, indent=2) + "\n")
    return folder, False


def runs(out: Path) -> list[Path]:
    """The existing runs, latest last: runs/demo, runs/demo-2 and so on."""
    found = [path for path in _namesakes(out) if any((path / name).is_file() for name in (ABOUT, _EARLIER))]
    return sorted(found, key=lambda path: _number(out, path))


def _namesakes(out: Path) -> list[Path]:
    return [path for path in out.parent.glob("*") if _number(out, path)]


def _number(out: Path, path: Path) -> int:
    """1 for runs/demo, 2 for runs/demo-2, 0 for another name."""
    found = re.fullmatch(re.escape(out.name) + "(?:-([2-9]|[1-9][0-9]{1,8}))?", path.name)
    return int(found[1] or 1) if found else 0


def _read(folder: Path) -> Any:
    try:
        return parse_json(read_text(folder / ABOUT, TOLD), folder / ABOUT)
    except FileError:
        return None
