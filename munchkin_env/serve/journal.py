"""A table on disk: one file of JSON lines, to which every action is appended at once, so that a restart loses nothing.

The first line holds the terms with the tokens of the links, which is why only the owner may read the file. Then follows what happened:
`{"game": …}` begins a game, `{"do": action}` is an action, `{"undo": n}` keeps the first n actions.
A last line that was cut off by a crash is removed.
"""

import json
import os
import secrets
import sys
import time
from collections.abc import Mapping
from contextlib import ExitStack
from dataclasses import asdict
from pathlib import Path
from typing import Any

from munchkin_env.core.files import MB, FileError, conform, locked, parse_json, read_text
from munchkin_env.game.saved import LoadError

from .chairs import TableTerms

_KEY, _FORMAT = "munchkin_env table", 1
_MOST = 64 * MB
_ENDING = ".table"


def tables_folder() -> Path:
    """Where tables are kept unless a folder is named: among the user's data."""
    if sys.platform == "win32":
        base = os.environ.get("LOCALAPPDATA") or "~/AppData/Local"
    elif sys.platform == "darwin":
        base = "~/Library/Application Support"
    else:
        base = os.environ.get("XDG_DATA_HOME") or "~/.local/share"
    return Path(base).expanduser() / "munchkin_env" / "tables"


def newest_table(folder: Path) -> Path:
    """The file of the table that was played most recently.

    Raises:
        LoadError: There is none.
    """
    found = sorted(folder.glob(f"*{_ENDING}"), key=lambda path: path.stat().st_mtime)
    if not found:
        raise LoadError(f"there is no table in {folder} to resume")
    return found[-1]


class Journal:
    """The file of a table that is being played. Only one process may have it."""

    def __init__(self, path: Path) -> None:
        """Open it; `create` makes a new one.

        Raises:
            FileError: There is none, another process has it, or it cannot be written.
        """
        if not path.is_file():
            raise FileError(path, "it does not exist, or is no file")
        self.path = path
        self._open = ExitStack()
        self._open.enter_context(locked(path.with_suffix(".lock"), "serves this table", "end it first"))
        try:
            self._file = self._open.enter_context(path.open("a", encoding="utf-8", newline="\n"))
        except OSError as error:
            self.close()
            raise FileError(path, f"it cannot be opened: {error.strerror}") from error

    @classmethod
    def create(cls, folder: Path, terms: TableTerms) -> "Journal":
        """The file of a new table."""
        folder.mkdir(parents=True, exist_ok=True, mode=0o700)
        path = folder / f"{time.strftime('%Y-%m-%d-%H%M%S')}-{secrets.token_hex(2)}{_ENDING}"
        os.close(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600))
        made = cls(path)
        made.note({_KEY: _FORMAT, "terms": asdict(terms)})
        return made

    def note(self, what: Mapping[str, Any]) -> None:
        """Append a line. It is with the operating system when this returns."""
        self._file.write(json.dumps(what, ensure_ascii=False) + "\n")
        self._file.flush()

    def read(self) -> tuple[TableTerms, list[dict[str, Any]]]:
        """The terms, and what happened.

        Raises:
            LoadError: It is not the file of a table, or damaged.
        """
        try:
            text = read_text(self.path, _MOST)
            whole = text[: text.rfind("\n") + 1]
            rows = [parse_json(line, f"line {number}") for number, line in enumerate(whole.split("\n")[:-1], 1)]
            if not rows or not isinstance(rows[0], dict) or rows[0].get(_KEY) != _FORMAT:
                raise LoadError(f"{self.path} is not the file of a table that this version can resume")
            terms: TableTerms = conform(rows[0].get("terms"), TableTerms, self.path, "terms")
            happened: list[dict[str, Any]] = conform(rows[1:], list[dict[str, Any]], self.path)
        except FileError as error:
            raise LoadError(f"{self.path}: {error}") from error
        if whole != text:
            os.truncate(self.path, len(whole.encode()))
        return terms, happened

    def close(self) -> None:
        """Let others have it."""
        self._open.close()
