"""How strong the policies of a run are: rows of a table in its folder. Needs no torch."""

import csv
import io
from dataclasses import asdict, dataclass
from pathlib import Path

from munchkin_env.core.files import TABLE, FileError, MissingFile, read_text, write

STRENGTH, FINAL, PLAN = "strength.csv", "final.csv", "plan.json"
"""Files of a run: the tables of its rounds and of the games that no round was judged by; how it is trained."""


@dataclass(frozen=True)
class Strength:
    """A policy alone against equal bots."""

    round: int
    labels: int
    opponent: str
    games: int
    shares: float
    low: float
    high: float


def strengths(path: Path) -> list[Strength]:
    """The rows of a file of strengths; none if there is no file. Raises FileError."""
    try:
        return [strength_of(row) for row in csv.DictReader(io.StringIO(read_text(path, TABLE)))]
    except MissingFile:
        return []
    except (csv.Error, KeyError, TypeError, ValueError) as error:
        if isinstance(error, FileError):
            raise
        raise FileError(path, "it is not a table of strengths; delete it, and the same command measures again") from error


def strength_of(row: dict[str, str]) -> Strength:
    shares, low, high = (float(row[name]) for name in ("shares", "low", "high"))
    return Strength(int(row["round"]), int(row["labels"]), row["opponent"], int(row["games"]), shares, low, high)


def write_strengths(path: Path, rows: list[Strength]) -> None:
    lines = io.StringIO()
    table = csv.DictWriter(lines, list(Strength.__dataclass_fields__), lineterminator="\n")
    table.writeheader()
    table.writerows(asdict(row) for row in rows)
    write(path, lines.getvalue())
