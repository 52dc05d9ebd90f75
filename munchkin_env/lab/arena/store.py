"""The file of a tournament: one SQLite database, written by one process, readable by all at any time."""

import json
import sqlite3
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from munchkin_env.core.files import FileError, MissingFile, locked, opened
from munchkin_env.core.texts import printable
from munchkin_env.version import __version__

from . import checks, columns
from .definition import Definition, differences
from .entrants import ArenaError
from .loop import SeatCounts
from .playing import Outcome, ResultRows

_FORMAT = "munchkin_env tournament"
SCHEMA = 1
MEMORY = ":memory:"
_TEXT = {"kind", "reason"}
_SEATED = tuple(columns.SEAT_COLUMNS) + tuple(columns.COUNT_COLUMNS)
TABLES: dict[str, tuple[tuple[str, ...], str]] = {
    "games": (tuple(columns.GAME_COLUMNS), "PRIMARY KEY (number)"),
    "seats": (_SEATED, "PRIMARY KEY (number, seat)"),
    "deeds": (tuple(columns.DEED_COLUMNS), "PRIMARY KEY (number, seat, other)"),
    "forfeits": (tuple(columns.FORFEIT_COLUMNS), "PRIMARY KEY (number, seat)"),
}
_BUSY = 30.0  # seconds to wait for a reader of a file that is not in WAL mode
_MOST_TOLD = 32  # rows of meta


def schema() -> dict[str, str]:
    """Each table and its CREATE statement."""
    made = {
        "meta": "CREATE TABLE meta (key TEXT PRIMARY KEY, value TEXT NOT NULL)",
        "entrants": "CREATE TABLE entrants ("
        "entrant INTEGER PRIMARY KEY, name TEXT NOT NULL, spec TEXT NOT NULL, fingerprint TEXT NOT NULL)",
    }
    for name, (names, key) in TABLES.items():
        typed = ", ".join(f"{one} {_type(one)} NOT NULL" for one in names)
        made[name] = f"CREATE TABLE {name} ({typed}, {key}) WITHOUT ROWID"
    return made


class Store:
    """The results of one tournament. There is one writer at a time; anyone may read at any time."""

    def __init__(self, path: str | Path = MEMORY, definition: Definition | None = None) -> None:
        """definition: the tournament to write; the file is created if necessary. None: an existing file, to be read."""
        self.path = str(path)
        self._done = ExitStack()
        try:
            if definition is None:
                self._open_to_read()
            elif path == MEMORY:
                self._base = self._connected(MEMORY)
                self._create(definition.identity())
            else:
                self._open_to_write(definition.identity())
        except BaseException:
            self._done.close()
            raise

    # ----------------------------------------------------------------------------------------------------- the file

    def _connected(self, address: str) -> sqlite3.Connection:
        base = sqlite3.connect(address, uri=address != MEMORY, timeout=_BUSY, isolation_level=None, check_same_thread=False)
        self._done.callback(base.close)
        checks.limit(base)
        return base

    def _address(self, how: str) -> str:
        return f"{Path(self.path).resolve().as_uri()}?{how}"

    def _open_to_read(self) -> None:
        """Leaves nothing beside the file, and does not wait for the writer."""
        _check_file(self.path)
        written = Path(f"{self.path}-wal")
        with checks.naming(self.path):
            self._base = self._connected(self._address("mode=ro" if written.exists() and written.stat().st_size else "mode=ro&immutable=1"))
            self._read_identity()

    def _open_to_write(self, identity: Mapping[str, Any]) -> None:
        """What is there is checked before anything is written."""
        path = Path(self.path)
        if path.exists() and not path.is_file():
            raise ArenaError(f"{path}: not a regular file; --out needs one, or a new name")
        if not path.parent.is_dir():
            raise ArenaError(f"{path}: there is no folder {path.parent}")
        with checks.naming(path, "cannot be written"):
            self._done.enter_context(
                locked(Path(f"{self.path}.lock"), "writes this tournament", "wait for it, end it, or choose another --out")
            )
        fresh = not path.is_file() or path.stat().st_size == 0
        if not fresh:
            with Store(path) as there:
                there.check_same(identity)
                there.check_all()
        with checks.naming(path, "cannot be written"):
            self._base = self._connected(self._address("mode=rwc"))
            if fresh:
                self._create(identity)
            else:
                self._read_identity()

    def _create(self, identity: Mapping[str, Any]) -> None:
        base = self._base
        with self._writing():
            for sql in schema().values():
                base.execute(sql)
            entrants = [(i, one["name"], one["spec"], one["fingerprint"]) for i, one in enumerate(identity["entrants"])]
            base.executemany("INSERT INTO entrants VALUES (?, ?, ?, ?)", entrants)
            meta = {"format": _FORMAT, "schema": str(SCHEMA), "version": __version__, "definition": json.dumps(identity)}
            base.executemany("INSERT INTO meta VALUES (?, ?)", meta.items())
        base.execute("PRAGMA journal_mode=WAL")  # not before: a reader that comes in between would find a file without tables
        self.identity: dict[str, Any] = json.loads(json.dumps(identity))

    def _read_identity(self) -> None:
        meta = self._meta()
        if meta.get("format") != _FORMAT:
            raise ArenaError(f"{self.path} is a database, but not of a tournament")
        if meta.get("schema") != str(SCHEMA):
            other, version = (printable(meta.get(key, "?"), 40) for key in ("schema", "version"))
            raise ArenaError(f"{self.path} was written with schema {other}, by munchkin_env {version}; this version reads {SCHEMA}")
        checks.check_schema(self._base, self.path, schema())
        self.identity = checks.identity(meta["definition"], self.path)
        rows = self._base.execute("SELECT entrant, name, spec, fingerprint FROM entrants ORDER BY entrant LIMIT ?", (checks.MOST_ENTRANTS,))
        if rows.fetchall() != [
            (i, *(one[key] for key in ("name", "spec", "fingerprint"))) for i, one in enumerate(self.identity["entrants"])
        ]:
            raise ArenaError(f"{self.path}: damaged: its table entrants contradicts its definition")

    def _meta(self) -> dict[str, str]:
        found = dict(self._base.execute("SELECT key, value FROM meta LIMIT ?", (_MOST_TOLD,)))
        if not all(isinstance(one, str) for pair in found.items() for one in pair):
            raise ArenaError(f"{self.path}: damaged: its table meta holds values that are not text")
        return found

    def check_same(self, identity: Mapping[str, Any]) -> None:
        """Raises ArenaError if it is another tournament."""
        found = differences(self.identity, json.loads(json.dumps(identity)))
        if found:
            raise ArenaError(f"{self.path} holds another tournament: {'; '.join(found)}. Use another file (--out)")

    def check_all(self) -> None:
        """Raises ArenaError if anything in it is damaged."""
        with checks.naming(self.path):
            for (said,) in self._base.execute("PRAGMA quick_check(1)"):
                if said != "ok":
                    raise ArenaError(f"{self.path}: damaged: {printable(str(said), 300)}")
        self.tables()

    def close(self) -> None:
        """Close the file."""
        self._done.close()

    def __enter__(self) -> "Store":
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    # ------------------------------------------------------------------------------------------------------ results

    @property
    def names(self) -> list[str]:
        """Of the entrants."""
        return [printable(one["name"], 200) for one in self.identity["entrants"]]

    @property
    def wanted(self) -> int:
        """How many games were requested last; 0: unknown."""
        with checks.naming(self.path):
            said = self._meta().get("games", "0")
        if not (said.isascii() and said.isdecimal() and len(said) <= len(str(checks.MOST_NUMBER))):
            raise ArenaError(f"{self.path}: damaged: {printable(said, 40)!r} games were asked for")
        return int(said)

    @wanted.setter
    def wanted(self, games: int) -> None:
        with self._writing():
            self._base.execute("INSERT OR REPLACE INTO meta VALUES ('games', ?)", (str(games),))

    def played(self) -> set[int]:
        """The numbers of the stored games."""
        with checks.naming(self.path):
            found = self._base.execute("SELECT number FROM games LIMIT ?", (checks.MOST_GAMES,)).fetchall()
        if not all(type(number) is int for (number,) in found):
            raise ArenaError(f"{self.path}: damaged: a game number is not a number")
        return {number for (number,) in found}

    @contextmanager
    def _writing(self) -> Iterator[None]:
        """All of it, or nothing."""
        with checks.naming(self.path, "cannot be written (what was written before is kept)"):
            self._base.execute("BEGIN IMMEDIATE")
            try:
                yield
                self._base.execute("COMMIT")
            except BaseException:
                if self._base.in_transaction:
                    self._base.execute("ROLLBACK")
                raise

    def write(self, outcomes: Iterable[Outcome]) -> None:
        """Write finished games: each with all its rows, or not at all. Games already stored stay as they are."""
        for outcome in outcomes:
            self._add(_rows(outcome))

    def _add(self, rows: Mapping[str, Sequence[Any]]) -> int:
        with self._writing():
            there = {row[0] for row in rows["games"] if self._base.execute("SELECT 1 FROM games WHERE number = ?", (row[0],)).fetchone()}
            for table, some in rows.items():
                self._base.executemany(_insert(table), [row for row in some if row[0] not in there])
        return len(rows["games"]) - len(there)

    def table(self, name: str) -> list[tuple[Any, ...]]:
        """All rows, in key order. Raises ArenaError for impossible values."""
        names = TABLES[name][0]
        order = ", ".join(one for one in names if one in ("number", "seat", "other"))
        with checks.naming(self.path):
            cursor = self._base.execute(f"SELECT {', '.join(names)} FROM {name} ORDER BY {order}")
            return checks.rows(cursor, name, self.path, self.identity["players"], len(self.identity["entrants"]))

    def tables(self) -> dict[str, list[tuple[Any, ...]]]:
        """All tables at one moment, consistent with each other."""
        with checks.naming(self.path):
            self._base.execute("BEGIN")
        try:
            found = {name: self.table(name) for name in TABLES}
        finally:
            with checks.naming(self.path):
                self._base.execute("COMMIT")
        checks.check_together(self.path, self.identity["players"], found)
        return found

    def merge(self, other: "Store") -> int:
        """Take over games from another file of the same tournament that are missing here. Returns how many there were."""
        found = differences(other.identity, self.identity)
        if found:
            raise ArenaError(f"{other.path} and {self.path} hold different tournaments: {'; '.join(found)}")
        return self._add(other.tables())


class _Known:
    """The definition from a file, to write to another."""

    def __init__(self, identity: Mapping[str, Any]) -> None:
        self._identity = identity

    def identity(self) -> Mapping[str, Any]:
        return self._identity


def merge(paths: Sequence[str | Path], out: str | Path) -> int:
    """Merge several files of one tournament into a new one. Returns the number of games. Raises ArenaError, and then leaves no file."""
    if not paths:
        raise ArenaError("merge: no files were given")
    if Path(out).exists() or Path(out).is_symlink():
        raise ArenaError(f"{out} already exists; merge into a new file")
    with ExitStack() as opened:
        stores = [opened.enter_context(Store(path)) for path in paths]
        for one in stores[1:]:
            found = differences(one.identity, stores[0].identity)
            if found:
                raise ArenaError(f"{one.path} and {stores[0].path} hold different tournaments: {'; '.join(found)}")
        try:
            with Store(out, _Known(stores[0].identity)) as made:  # type: ignore[arg-type]  # of a definition it needs the identity
                for one in stores:
                    made.merge(one)
                return len(made.played())
        except BaseException:
            for path in (str(out), *checks.side_files(str(out))):
                Path(path).unlink(missing_ok=True)
            raise


def _check_file(path: str) -> None:
    """Is it a regular file, and a database?"""
    try:
        with opened(path, checks.MOST_BYTES) as file:
            if not file.read(16).startswith(b"SQLite format 3"):
                raise ArenaError(f"{path} is not a tournament file: it is not an SQLite database")
    except MissingFile as error:
        raise ArenaError(f"there is no file {path}") from error
    except FileError as error:
        raise ArenaError(f"{path} is not a tournament file: {error.problem}") from error


def _type(column: str) -> str:
    if column in _TEXT:
        return "TEXT"
    return "REAL" if column == "share" else "INTEGER"


def _insert(table: str) -> str:
    names = TABLES[table][0]
    return f"INSERT INTO {table} ({', '.join(names)}) VALUES ({', '.join('?' * len(names))})"


# ----------------------------------------------------------------------------------------------- an outcome as rows


def _rows(outcome: Outcome) -> dict[str, list[Any]]:
    """The rows of each table."""
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


def winners(rows: ResultRows, players: int, numbers: Sequence[int], failed: set[tuple[int, int]]) -> npt.NDArray[np.bool_]:
    """[game, seat]: who won. A forfeited seat did not, whatever the bot that took over did."""
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
    found = np.empty((n, players, 7 + len(columns.COUNT_COLUMNS)), np.object_)
    found[:, :, 0] = np.array(numbers)[:, None]
    found[:, :, 1] = np.arange(players)
    found[:, :, 2] = [one.seats for one in outcome.fixtures]
    found[:, :, 3], found[:, :, 4] = won.astype(np.int64), share
    found[:, :, 5] = rows["level"][:, :players]
    found[:, :, 6] = [[int((number, seat) in failed) for seat in range(players)] for number in numbers]
    for k, name in enumerate(SeatCounts.layout.names or ()):
        found[:, :, 7 + k] = counts[name]
    listed: list[Any] = found.reshape(n * players, -1).tolist()
    return listed


def _deed_rows(outcome: Outcome) -> list[Any]:
    """Only nonzero counts."""
    deeds = outcome.rows["deed"]
    games, who, whom = np.nonzero(deeds.any(axis=3))
    numbers = np.array([one.number for one in outcome.fixtures])[games]
    found: list[Any] = np.column_stack([numbers, who, whom, deeds[games, who, whom]]).tolist()
    return found
