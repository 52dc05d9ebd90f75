"""The results as CSV or Parquet: the tables of the file, and the summary."""

import csv
import importlib
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from munchkin_env.core.files import replacing
from munchkin_env.core.texts import cell, printable

from .entrants import ArenaError
from .figures import Figures, ScoreRow, matrix_rows
from .store import TABLES, Store

SCORECARD = "scorecard"
EXPORTED = (*TABLES, "entrants", "summary", "wins_against", "above", SCORECARD)
"""The names of the exported tables; the last is there with --scorecard."""
_Table = tuple[list[str], list[tuple[Any, ...]]]


def tables(store: Store, figures: Figures) -> dict[str, _Table]:
    """By name: header and rows."""
    found: dict[str, _Table] = {name: (list(TABLES[name][0]), store.table(name)) for name in TABLES}
    entrants = store.identity["entrants"]
    texts = ("name", "spec", "fingerprint")
    found["entrants"] = (["entrant", *texts], [(i, *(printable(one[key]) for key in texts)) for i, one in enumerate(entrants)])
    if figures.n:
        found["summary"] = _table(figures.summary())
        found["wins_against"] = _table(matrix_rows(figures.names, figures.wins_against))
        found["above"] = _table(matrix_rows(figures.names, figures.above))
    if figures.scorecard:
        found[SCORECARD] = (list(ScoreRow._fields), [tuple(row) for row in figures.scorecard])
    return found


def _table(rows: Sequence[dict[str, Any]]) -> _Table:
    return list(rows[0]) if rows else ["entrant", "other", "value"], [tuple(row.values()) for row in rows]


def write_csv(store: Store, figures: Figures, folder: Path) -> list[Path]:
    """One file per table, with a header."""
    folder.mkdir(parents=True, exist_ok=True)
    written = []
    for name, (header, rows) in tables(store, figures).items():
        path = folder / f"{name}.csv"
        with replacing(path) as partial, partial.open("w", newline="", encoding="utf-8") as file:
            writer = csv.writer(file)
            writer.writerow(header)
            writer.writerows(tuple(map(cell, row)) for row in rows)
        written.append(path)
    return written


def parquet() -> tuple[Any, Any]:
    """pyarrow and its writer. Raises ArenaError if it is not installed; checked before any game is played."""
    try:
        return importlib.import_module("pyarrow"), importlib.import_module("pyarrow.parquet")
    except ImportError as error:
        raise ArenaError('--parquet needs pyarrow: pip install "munchkin-env[parquet]"') from error


def write_parquet(store: Store, figures: Figures, folder: Path) -> list[Path]:
    """One file per table."""
    arrow, writer = parquet()
    folder.mkdir(parents=True, exist_ok=True)
    written = []
    for name, (header, rows) in tables(store, figures).items():
        values = list(zip(*rows, strict=True)) if rows else [()] * len(header)
        path = folder / f"{name}.parquet"
        table = arrow.table({key: list(column) for key, column in zip(header, values, strict=True)})
        with replacing(path) as partial:
            writer.write_table(table, partial)
        written.append(path)
    return written
