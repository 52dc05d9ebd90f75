"""Tables of experiments: in a terminal, as CSV and as JSON."""

import csv
import io
import json
from collections.abc import Mapping, Sequence
from math import isfinite
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.markup import escape
from rich.table import Table

from munchkin_env.core.files import write
from munchkin_env.core.texts import cell
from munchkin_env.lab.arena.figures import Estimate

_WIDEST = 200
PlainRow = dict[str, Any]
"""A row with plain values: an estimate has become three, NAME, NAME_low, NAME_high."""


def plain_row(row: Mapping[str, Any]) -> PlainRow:
    """Infinite and unknown numbers become None."""
    found: PlainRow = {}
    for name, value in row.items():
        if isinstance(value, Estimate):
            found |= {name: _finite(value.value), f"{name}_low": _finite(value.low), f"{name}_high": _finite(value.high)}
        else:
            found[name] = _finite(value)
    return found


def _finite(value: Any) -> Any:
    return None if isinstance(value, float) and not isfinite(value) else value


def write_rows(folder: Path, name: str, rows: Sequence[Mapping[str, Any]], about: Mapping[str, Any]) -> list[Path]:
    """NAME.csv, and NAME.json with what the figures are from."""
    plain = [plain_row(row) for row in rows]
    text = io.StringIO()
    if plain:
        writer = csv.writer(text, lineterminator="\n")
        writer.writerow(plain[0])
        writer.writerows([cell("" if value is None else value) for value in row.values()] for row in plain)
    paths = [folder / f"{name}.csv", folder / f"{name}.json"]
    write(paths[0], text.getvalue())
    write(paths[1], json.dumps({"about": dict(about), "rows": plain}, indent=1, allow_nan=False) + "\n")
    return paths


def with_error(one: Estimate, digits: int = 1, plus: bool = True) -> str:
    """As tables show it: +1.2 ± 0.4."""
    if not isfinite(one.value):
        return "–"
    half = (one.high - one.low) / 2
    value = f"{one.value:+.{digits}f}" if plus else f"{one.value:.{digits}f}"
    return f"{value} ± {half:.{digits}f}" if isfinite(half) else value


def show_table(title: str, heads: Sequence[str], rows: Sequence[Sequence[str]]) -> None:
    """The first column is text, the others numbers. Wide tables are wider than the terminal, rather than cut."""
    table = Table(box=None, pad_edge=False)
    for k, head in enumerate(heads):
        table.add_column(escape(head), justify="left" if k == 0 else "right", no_wrap=True)
    for row in rows:
        table.add_row(*map(escape, row))
    print(f"{title}\n")
    Console(width=_WIDEST).print(table)
    print()
