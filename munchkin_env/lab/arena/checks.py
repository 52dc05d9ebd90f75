"""Was a file written by a tournament? It may be damaged, foreign, or malicious: everything is checked before it is used."""

import math
import sqlite3
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any

import numpy as np

from munchkin_env.core.files import MB, FileError, parse_json, short
from munchkin_env.core.texts import printable
from munchkin_env.engine.state.records import MAX_PLAYERS
from munchkin_env.game.options import NUM_PLAYERS, OptionError, check_options

from . import columns
from .definition import LINEUPS
from .entrants import ArenaError
from .playing import FORFEITS

MOST_GAMES = 1 << 24
MOST_NUMBER = 1 << 40
MOST_BYTES = 1 << 36
MOST_ENTRANTS = 4096
MOST_SETS = 16
LONGEST_VALUE = 4 * MB  # the definition of a tournament with the most entrants
_AT_A_TIME = 20_000  # rows
_COUNT = (0, (1 << 31) - 1)
_FLAG = (0, 1)
_SIDE_FILES = ("-wal", "-shm", "-journal", ".lock")
IDENTITY: dict[str, tuple[type, ...]] = {
    "entrants": (list,),
    "players": (int,),
    "seed": (int,),
    "lineups": (str,),
    "copies": (list,),
    "field": (int,),
    "sets": (list,),
    "cards": (str,),
    "options": (dict,),
    "time_limit": (int, float, type(None)),
    "version": (str,),
    "rules": (str, int),
    "actions": (str, int),
    "observation": (str,),
}


@contextmanager
def naming(path: object, what: str = "not a tournament file, or damaged") -> Iterator[None]:
    """Turns whatever SQLite raises into an ArenaError that names the file."""
    try:
        yield
    except (sqlite3.Error, sqlite3.Warning, UnicodeError, OverflowError, KeyError, FileError, OptionError, OSError) as error:
        problem = error.problem if isinstance(error, FileError) else error
        raise ArenaError(f"{path}: {what}: {printable(str(problem), 300)}") from error


def limit(base: sqlite3.Connection) -> None:
    """Limits SQLite for a file from somebody else."""
    for what, most in (
        (sqlite3.SQLITE_LIMIT_LENGTH, LONGEST_VALUE),
        (sqlite3.SQLITE_LIMIT_SQL_LENGTH, 1 << 16),
        (sqlite3.SQLITE_LIMIT_COLUMN, 100),
        (sqlite3.SQLITE_LIMIT_EXPR_DEPTH, 20),
        (sqlite3.SQLITE_LIMIT_ATTACHED, 0),
        (sqlite3.SQLITE_LIMIT_TRIGGER_DEPTH, 1),
    ):
        base.setlimit(what, most)
    for pragma in ("trusted_schema=OFF", "cell_size_check=ON", "mmap_size=0"):
        base.execute(f"PRAGMA {pragma}")


def check_schema(base: sqlite3.Connection, path: object, wanted: Mapping[str, str]) -> None:
    """The tables must be exactly ours: no view, trigger or computed column may take their place."""
    found = {}
    for kind, name, sql in base.execute("SELECT type, name, sql FROM sqlite_master LIMIT 100"):
        if kind == "index" and sql is None and str(name).startswith("sqlite_autoindex_"):
            continue
        if kind != "table" or name not in wanted:
            raise ArenaError(f"{path}: not a tournament file, or changed: it holds {printable(f'{kind} {name}', 100)}")
        found[name] = sql
    for name, sql in wanted.items():
        if found.get(name) != sql:
            raise ArenaError(
                f"{path}: not a tournament file, or changed: its table {name} is {'different' if name in found else 'missing'}"
            )


def identity(text: str, path: object) -> dict[str, Any]:
    """What tournament it is, from the JSON in the file. Raises ArenaError, FileError or OptionError."""
    known = parse_json(text, path)
    if not isinstance(known, dict) or not all(type(known.get(name)) in types for name, types in IDENTITY.items()):
        raise ArenaError(f"{path}: damaged: its definition is incomplete, or an entry has the wrong type")
    players = NUM_PLAYERS.check(known["players"])
    entrants, copies, field, together = known["entrants"], known["copies"], known["field"], known["lineups"] == "together"
    fits = {
        "entrants": 1 <= len(entrants) <= MOST_ENTRANTS and all(map(_is_entrant, entrants)),
        "seed": 0 <= known["seed"] < 1 << 63,
        "lineups": known["lineups"] in LINEUPS,
        "field": -1 <= field < len(entrants) and (field >= 0) == (known["lineups"] == "field"),
        "copies": len(copies) == len(entrants) and all(type(one) is int and 0 <= one <= players for one in copies),
        "sets": 1 <= len(known["sets"]) <= MOST_SETS and all(isinstance(one, str) and not one.startswith("-") for one in known["sets"]),
        "time_limit": known["time_limit"] is None or 0 < known["time_limit"] < math.inf,
        "talk": known.get("talk", True) is True,  # left out: none, as in files from before there was any
    }
    fits["copies"] = fits["copies"] and sum(copies) == (players if together else 0)
    if wrong := [name for name, well in fits.items() if not well]:
        raise ArenaError(f"{path}: damaged: its definition has no valid {', '.join(wrong)}")
    check_options(known["options"], players)
    return dict(known)


def _is_entrant(one: object) -> bool:
    """A name must not look like an option either: specifications are printed for the user to copy into a command."""
    texts = {"name", "spec", "fingerprint"}
    return (
        isinstance(one, dict) and set(one) == texts and all(isinstance(one[key], str) for key in texts) and not one["spec"].startswith("-")
    )


def _bounds(table: str, players: int, entrants: int) -> dict[str, tuple[float, float] | None]:
    """The range of each column's numbers; None: text."""
    seats = (0, players - 1)
    own: dict[str, dict[str, tuple[float, float] | None]] = {
        "games": {
            "deal": (0, MOST_NUMBER),
            "lineup": (0, MOST_NUMBER),
            "rotation": seats,
            "seed": (0, (1 << 63) - 1),
            "winners": (0, (1 << players) - 1),
            "truncated": _FLAG,
            "rounds": (0, (1 << 15) - 1),
            "forfeits": (0, players),
        },
        "seats": {"entrant": (0, entrants - 1), "won": _FLAG, "share": (0.0, 1.0), "level": (-128, 127), "forfeited": _FLAG},
        "deeds": dict.fromkeys(columns.DEED_COLUMNS, (0, 255)),
        "forfeits": {"entrant": (0, entrants - 1), "kind": None, "reason": None},
    }
    usual = {"number": (0, MOST_NUMBER), "seat": seats, "other": seats}
    return {name: usual.get(name) or own[table].get(name, _COUNT) for name in columns.TABLE_COLUMNS[table]} | {
        name: None for name in own[table] if own[table][name] is None
    }


def rows(cursor: sqlite3.Cursor, table: str, path: object, players: int, entrants: int) -> list[tuple[Any, ...]]:
    """All rows of the cursor, if they are valid: types, ranges, ascending keys."""
    limits = _bounds(table, players, entrants)
    names, most = list(limits), MOST_GAMES * (1 if table == "games" else MAX_PLAYERS**2)
    key = [k for k, name in enumerate(names) if name in ("number", "seat", "other")]
    found: list[tuple[Any, ...]] = []
    while some := cursor.fetchmany(_AT_A_TIME):
        listed = list(zip(*some, strict=True))
        for (name, between), values in zip(limits.items(), listed, strict=True):
            _check_column(f"{path}: damaged: table {table}, column {name}", name, between, values)
        keys = list(zip(*(listed[k] for k in key), strict=True))
        before = tuple(found[-1][k] for k in key) if found else (-1,)
        if any(one <= other for other, one in zip([before, *keys], keys, strict=False)):
            raise ArenaError(f"{path}: damaged: table {table} is not in the order of its keys")
        found += [tuple(map(_shown, row)) for row in some] if table == "forfeits" else some
        if len(found) > most:
            raise ArenaError(f"{path}: table {table} has more than {most:,} rows")
    return found


def _shown(value: Any) -> Any:
    return printable(value) if isinstance(value, str) else value


def _check_column(where: str, name: str, between: tuple[float, float] | None, values: Sequence[Any]) -> None:
    wanted = str if between is None else float if name == "share" else int
    if set(map(type, values)) != {wanted}:
        strange = next(value for value in values if type(value) is not wanted)
        raise ArenaError(f"{where}: {printable(short(strange))} is not {'text' if wanted is str else 'a number'}")
    if between is None:
        if name == "kind" and not set(values) <= set(FORFEITS):
            raise ArenaError(f"{where}: must be one of {', '.join(FORFEITS)}")
        return
    low, high = min(values), max(values)
    if not between[0] <= low <= high <= between[1] or (wanted is float and not np.isfinite(values).all()):
        raise ArenaError(f"{where}: {low if low < between[0] else high}; must be {between[0]} to {between[1]}")


def check_together(path: object, players: int, tables: Mapping[str, Sequence[tuple[Any, ...]]]) -> None:
    """Every game has its seats, and no row refers to a missing game."""
    numbers = [row[0] for row in tables["games"]]
    if [row[:2] for row in tables["seats"]] != [(number, seat) for number in numbers for seat in range(players)]:
        raise ArenaError(f"{path}: damaged: its games and their seats do not match")
    there = set(numbers)
    for name in ("deeds", "forfeits"):
        if any(row[0] not in there for row in tables[name]):
            raise ArenaError(f"{path}: damaged: its table {name} refers to a game that does not exist")


def side_files(path: str) -> list[str]:
    """Files beside a database while it is being written."""
    return [path + ending for ending in _SIDE_FILES]
