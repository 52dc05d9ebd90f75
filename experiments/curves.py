"""Learning curves: rows of numbers in a CSV file, and plots of them."""

import csv
import io
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from munchkin_env.core.files import TABLE, FileError, MissingFile, read_text, replacing, short, write

Row = Mapping[str, Any]
MILLION = 1e6


class CurvesError(ValueError):
    """A file of rows that cannot be read."""


def write_rows(path: Path, rows: Sequence[Row]) -> None:
    """Write all rows, under the column names of the first."""
    path.parent.mkdir(parents=True, exist_ok=True)
    text = io.StringIO(newline="")
    writer = csv.DictWriter(text, list(rows[0]), lineterminator="\n")
    writer.writeheader()
    writer.writerows(rows)
    write(path, text.getvalue())


def append_row(path: Path, row: Row) -> None:
    """Append a row; create the file if necessary."""
    text = io.StringIO(newline="")
    writer = csv.DictWriter(text, list(row), lineterminator="\n")
    before = _whole_lines(path)
    if not before:
        writer.writeheader()
    writer.writerow(row)
    write(path, before + text.getvalue())


def _whole_lines(path: Path) -> str:
    """The contents, without an incomplete last line (a power failure). Raises CurvesError."""
    try:
        text = read_text(path, TABLE)
    except MissingFile:
        return ""
    except FileError as error:
        raise CurvesError(f"{path}: these rows cannot be read: {error.problem}") from error
    return text[: text.rfind("\n") + 1]


def read_rows(path: Path) -> list[dict[str, str]]:
    """All rows; none if there is no file. Raises CurvesError."""
    try:
        rows = list(csv.DictReader(io.StringIO(_whole_lines(path))))
    except csv.Error as error:
        raise CurvesError(f"{path}: these rows cannot be read: {error}") from error
    for count, row in enumerate(rows, 2):
        if None in row or None in row.values():
            raise CurvesError(f"{path}: line {count} has a different number of values than the first line has names")
    return rows


def number(path: str | Path, row: Mapping[str, str], column: str) -> float:
    """The value in that column. Raises CurvesError."""
    try:
        return float(row[column])
    except (KeyError, ValueError):
        raise CurvesError(f"{path}: {column} = {short(row.get(column))}: must be a number") from None


def keep_until(path: Path, column: str, most: float) -> None:
    """Drop later rows, which were written after the checkpoint from which the run resumes."""
    rows = read_rows(path)
    kept = [row for row in rows if number(path, row, column) <= most]
    if kept and len(kept) < len(rows):
        write_rows(path, kept)
    elif not kept:
        path.unlink(missing_ok=True)


def draw(folder: Path, fair: float) -> Path | None:
    """Plot curves.png from a run's evaluations.csv and progress.csv; None if there is nothing to plot yet."""
    evaluations, progress = read_rows(folder / "evaluations.csv"), read_rows(folder / "progress.csv")
    if not evaluations:
        return None
    path = folder / "curves.png"
    import matplotlib as mpl

    mpl.use("Agg")
    from matplotlib import pyplot as plt

    figure, axes = plt.subplots(2, 2, figsize=(11, 7), layout="constrained")
    for axis, measure in ((axes[0, 0], "shares"), (axes[0, 1], "wins")):
        _evaluations(axis, evaluations, measure)
    axes[0, 0].axhline(100 * fair, color="grey", linewidth=0.8, linestyle="--")
    axes[0, 0].set_title("win share, three opponents (dashed: equal players)")
    axes[0, 1].set_title("win rate")
    for axis, columns, title in (
        (axes[1, 0], {"return": "mean of the last 1,000 games"}, "reward per game in training"),
        (
            axes[1, 1],
            {"advised": "agreement with the teacher", "explained": "variance explained by the critic"},
            "fraction of a rollout",
        ),
    ):
        for column, label in columns.items():
            known = [row for row in progress if row.get(column) not in (None, "", "nan")]
            points = [(number("progress.csv", row, "steps"), number("progress.csv", row, column)) for row in known]
            if not points:
                continue
            axis.plot([x / MILLION for x, _ in points], [y for _, y in points], label=label, linewidth=1)
        axis.set_title(title)
        if axis.lines:
            axis.legend(frameon=False)
    for axis in axes.flat:
        axis.set_xlabel("own decisions, millions")
        axis.grid(alpha=0.3)
    with replacing(path) as partial:
        figure.savefig(partial, dpi=110, format="png")
    plt.close(figure)
    return path


def _evaluations(axis: Any, rows: Sequence[Row], measure: str) -> None:
    for opponent in dict.fromkeys(row.get("opponent") for row in rows):
        mine = [row for row in rows if row.get("opponent") == opponent]
        x = [number("evaluations.csv", row, "steps") / MILLION for row in mine]
        low, middle, high = ([100 * number("evaluations.csv", row, measure + end) for row in mine] for end in ("_low", "", "_high"))
        axis.plot(x, middle, marker="o", markersize=3, label=f"against {opponent}")
        axis.fill_between(x, low, high, alpha=0.2)
    axis.set_ylabel("%")
    axis.legend(frameon=False, fontsize="small")
