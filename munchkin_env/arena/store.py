"""The file of a tournament: one SQLite database, written by one process, readable by all at any time."""

import json
import sqlite3
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from munchkin_env.arena import columns
from munchkin_env.arena.definition import Definition, differences
from munchkin_env.arena.entrants import ArenaError
from munchkin_env.arena.loop import Counts
from munchkin_env.arena.playing import Outcome, Rows
from munchkin_env.version import __version__

FORMAT = "munchkin_env tournament"
SCHEMA = 1
MEMORY = ":memory:"
_TEXT = {"kind", "reason"}
_SEATED = tuple(columns.SEATS) + tuple(columns.COUNTS)
TABLES: dict[str, tuple[tuple[str, ...], str]] = {
    "games": (tuple(columns.GAMES), "PRIMARY KEY (number)"),
    "seats": (_SEATED, "PRIMARY KEY (number, seat)"),
    "deeds": (tuple(columns.DEEDS), "PRIMARY KEY (number, seat, other)"),
    "forfeits": (tuple(columns.FORFEITS), "PRIMARY KEY (number, seat)"),
}
_BUSY = 30.0  # seconds to wait for somebody else who writes


class Store:
    """The results of one tournament."""

    def __init__(self, path: str | Path = MEMORY, definition: Definition | None = None) -> None:
        """definition: whose tournament it is; the file is made if there is none. None: a file that is there already."""
        self.path = str(path)
        if definition is None and not Path(path).is_file():
            raise ArenaError(f"there is no file {path}")
        fresh = path == MEMORY or not Path(path).is_file() or Path(path).stat().st_size == 0
        if not fresh:
            _check_format(Path(path))
        try:
            self._base = sqlite3.connect(self.path, timeout=_BUSY, isolation_level=None)
            if fresh and definition is not None:
                self._create(definition.identity())
            self.identity: dict[str, Any] = json.loads(self._meta()["definition"])
        except (sqlite3.Error, KeyError) as error:
            raise ArenaError(f"{path}: cannot be used as the file of a tournament: {error}") from error
        if definition is not None:
            self._check(definition.identity())

    # ----------------------------------------------------------------------------------------------------- the file

    def _create(self, identity: Mapping[str, Any]) -> None:
        base = self._base
        base.execute("PRAGMA journal_mode=WAL")
        base.execute("BEGIN IMMEDIATE")
        base.execute("CREATE TABLE meta (key TEXT PRIMARY KEY, value TEXT NOT NULL)")
        base.execute(
            "CREATE TABLE entrants (entrant INTEGER PRIMARY KEY, name TEXT NOT NULL, spec TEXT NOT NULL, fingerprint TEXT NOT NULL)"
        )
        for name, (names, key) in TABLES.items():
            typed = ", ".join(f"{one} {_type(one)} NOT NULL" for one in names)
            base.execute(f"CREATE TABLE {name} ({typed}, {key}) WITHOUT ROWID")
        entrants = [(i, one["name"], one["spec"], one["fingerprint"]) for i, one in enumerate(identity["entrants"])]
        base.executemany("INSERT INTO entrants VALUES (?, ?, ?, ?)", entrants)
        meta = {"format": FORMAT, "schema": str(SCHEMA), "version": __version__, "definition": json.dumps(identity)}
        base.executemany("INSERT INTO meta VALUES (?, ?)", meta.items())
        base.execute("COMMIT")

    def _meta(self) -> dict[str, str]:
        return dict(self._base.execute("SELECT key, value FROM meta"))

    def _check(self, identity: Mapping[str, Any]) -> None:
        found = differences(self.identity, json.loads(json.dumps(identity)))
        if found:
            self.close()
            raise ArenaError(f"{self.path} holds another tournament: {'; '.join(found)}. Give this one another file (--out)")

    def close(self) -> None:
        self._base.close()

    def __enter__(self) -> "Store":
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    # ------------------------------------------------------------------------------------------------------ results

    @property
    def names(self) -> list[str]:
        """Of the entrants."""
        return [str(one["name"]) for one in self.identity["entrants"]]

    @property
    def wanted(self) -> int:
        """How many games were asked for last."""
        return int(self._meta().get("games", "0"))

    @wanted.setter
    def wanted(self, games: int) -> None:
        self._base.execute("INSERT OR REPLACE INTO meta VALUES ('games', ?)", (str(games),))

    def played(self) -> set[int]:
        """The numbers of the games that are there."""
        return {number for (number,) in self._base.execute("SELECT number FROM games")}

    def write(self, outcomes: Iterable[Outcome]) -> None:
        """Games that are over. One that is there already stays as it is."""
        base = self._base
        base.execute("BEGIN IMMEDIATE")
        try:
            for outcome in outcomes:
                for table, rows in _rows(outcome).items():
                    if rows:
                        base.executemany(_insert(table), rows)
        except BaseException:
            base.execute("ROLLBACK")
            raise
        base.execute("COMMIT")

    def table(self, name: str) -> list[tuple[Any, ...]]:
        """All rows, in the order of their keys."""
        names = TABLES[name][0]
        order = ", ".join(one for one in names if one in ("number", "seat", "other"))
        return self._base.execute(f"SELECT {', '.join(names)} FROM {name} ORDER BY {order}").fetchall()

    def merge(self, other: "Store") -> int:
        """Takes over the games of another file of the same tournament that are not here. Returns how many there were."""
        found = differences(other.identity, self.identity)
        if found:
            raise ArenaError(f"{other.path} holds another tournament than {self.path}: {'; '.join(found)}")
        here = self.played()
        self._base.execute("BEGIN IMMEDIATE")
        for table in TABLES:
            rows = [row for row in other.table(table) if row[0] not in here]
            self._base.executemany(_insert(table), rows)
        self._base.execute("COMMIT")
        return len(other.played() - here)

    @classmethod
    def copy(cls, path: Path, identity: Mapping[str, Any]) -> "Store":
        """A new file without games."""
        made = object.__new__(cls)
        made.path = str(path)
        if path.exists():
            raise ArenaError(f"{path} is there already; merge into a new file")
        made._base = sqlite3.connect(path, timeout=_BUSY, isolation_level=None)
        made._create(identity)
        made.identity = dict(identity)
        return made


def merge(paths: Sequence[str | Path], out: str | Path) -> int:
    """All games of several files of one tournament in a new one. Returns how many there are. Raises ArenaError."""
    stores = [Store(path) for path in paths]
    if not stores:
        raise ArenaError("merge: there are no files")
    for one in stores[1:]:
        found = differences(one.identity, stores[0].identity)
        if found:
            raise ArenaError(f"{one.path} holds another tournament than {stores[0].path}: {'; '.join(found)}")
    with Store.copy(Path(out), stores[0].identity) as made:
        for one in stores:
            made.merge(one)
            one.close()
        return len(made.played())


def _check_format(path: Path) -> None:
    with path.open("rb") as file:
        if not file.read(16).startswith(b"SQLite format 3"):
            raise ArenaError(f"{path} is no file of a tournament: it is no SQLite database")
    base = sqlite3.connect(f"{path.resolve().as_uri()}?mode=ro", uri=True, timeout=_BUSY)
    try:
        meta = dict(base.execute("SELECT key, value FROM meta"))
    except sqlite3.DatabaseError as error:
        raise ArenaError(f"{path} is no file of a tournament, or is damaged: {error}") from None
    finally:
        base.close()
    if meta.get("format") != FORMAT:
        raise ArenaError(f"{path} is a database, but of no tournament")
    if meta.get("schema") != str(SCHEMA):
        raise ArenaError(
            f"{path} was written with schema {meta.get('schema')}, by munchkin_env {meta.get('version')}; this one reads {SCHEMA}"
        )


def _type(column: str) -> str:
    if column in _TEXT:
        return "TEXT"
    return "REAL" if column == "share" else "INTEGER"


def _insert(table: str) -> str:
    names = TABLES[table][0]
    return f"INSERT OR IGNORE INTO {table} ({', '.join(names)}) VALUES ({', '.join('?' * len(names))})"


# ----------------------------------------------------------------------------------------------- an outcome as rows


def _rows(outcome: Outcome) -> dict[str, list[Any]]:
    """What is written into each table."""
    forfeits = [(one.number, one.seat, one.entrant, one.decision, one.kind, one.reason) for one in outcome.forfeits]
    failed = {(one.number, one.seat) for one in outcome.forfeits}
    return {
        "games": _game_rows(outcome, failed),
        "seats": _seat_rows(outcome, failed),
        "deeds": _deed_rows(outcome),
        "forfeits": forfeits,
    }


def _game_rows(outcome: Outcome, failed: set[tuple[int, int]]) -> list[Any]:
    rows = outcome.rows
    named = [rows[name].tolist() for name in ("seed", "winners", "truncated", "rounds", "decisions", "overflows")]
    return [
        (one.number, one.deal, one.lineup, one.rotation, *told, sum(number == one.number for number, _ in failed), overflows)
        for one, *told, overflows in zip(outcome.fixtures, *named, strict=True)
    ]


def winners(rows: Rows, players: int, numbers: Sequence[int], failed: set[tuple[int, int]]) -> npt.NDArray[np.bool_]:
    """[game, seat]: who has won. Who forfeited has not, whatever the bot did that played on for him."""
    won = (rows["winners"][:, None] >> np.arange(players) & 1).astype(np.bool_)
    for i, number in enumerate(numbers if failed else ()):
        for seat in range(players):
            if (number, seat) in failed:
                won[i, seat] = False
    return won


def _seat_rows(outcome: Outcome, failed: set[tuple[int, int]]) -> list[Any]:
    rows, n = outcome.rows, len(outcome.fixtures)
    players = len(outcome.fixtures[0].seats)
    numbers = [one.number for one in outcome.fixtures]
    won = winners(rows, players, numbers, failed)
    share = won / np.maximum(won.sum(axis=1, keepdims=True), 1)
    counts = rows["seat"][:, :players]
    found = np.empty((n, players, 7 + len(columns.COUNTS)), np.object_)
    found[:, :, 0] = np.array(numbers)[:, None]
    found[:, :, 1] = np.arange(players)
    found[:, :, 2] = [one.seats for one in outcome.fixtures]
    found[:, :, 3], found[:, :, 4] = won.astype(np.int64), share
    found[:, :, 5] = rows["level"][:, :players]
    found[:, :, 6] = [[int((number, seat) in failed) for seat in range(players)] for number in numbers]
    for k, name in enumerate(Counts.layout.names or ()):
        found[:, :, 7 + k] = counts[name]
    listed: list[Any] = found.reshape(n * players, -1).tolist()
    return listed


def _deed_rows(outcome: Outcome) -> list[Any]:
    """Only what there was."""
    deeds = outcome.rows["deed"]
    games, who, whom = np.nonzero(deeds.any(axis=3))
    numbers = np.array([one.number for one in outcome.fixtures])[games]
    found: list[Any] = np.column_stack([numbers, who, whom, deeds[games, who, whom]]).tolist()
    return found
