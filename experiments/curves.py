"""Learning curves: rows of numbers in a CSV file, and pictures of them."""

import csv
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

Row = Mapping[str, Any]
MILLION = 1e6


def write_rows(path: Path, rows: Sequence[Row]) -> None:
    """All rows, under the names of the first one."""
    path.parent.mkdir(parents=True, exist_ok=True)
    with path.open("w", newline="", encoding="utf-8") as file:
        writer = csv.DictWriter(file, list(rows[0]))
        writer.writeheader()
        writer.writerows(rows)


def append_row(path: Path, row: Row) -> None:
    """One more row; the file is begun if it is not there."""
    new = not path.exists()
    with path.open("a", newline="", encoding="utf-8") as file:
        writer = csv.DictWriter(file, list(row))
        if new:
            writer.writeheader()
        writer.writerow(row)


def read_rows(path: Path) -> list[dict[str, str]]:
    if not path.exists():
        return []
    with path.open(newline="", encoding="utf-8") as file:
        return list(csv.DictReader(file))


def keep_until(path: Path, column: str, most: float) -> None:
    """Forgets the rows beyond: what a run wrote after the checkpoint from which it is taken up."""
    rows = read_rows(path)
    kept = [row for row in rows if float(row[column]) <= most]
    if len(kept) < len(rows):
        path.unlink()
        for row in kept:
            append_row(path, row)


def draw(folder: Path, fair: float) -> Path | None:
    """curves.png from evaluations.csv and progress.csv of a run; None if there is nothing to see yet."""
    evaluations, progress = read_rows(folder / "evaluations.csv"), read_rows(folder / "progress.csv")
    if not evaluations:
        return None
    import matplotlib as mpl

    mpl.use("Agg")
    from matplotlib import pyplot as plt

    figure, axes = plt.subplots(2, 2, figsize=(11, 7), layout="constrained")
    for axis, measure in ((axes[0, 0], "shares"), (axes[0, 1], "wins")):
        _evaluations(axis, evaluations, measure)
    axes[0, 0].axhline(100 * fair, color="grey", linewidth=0.8, linestyle="--")
    axes[0, 0].set_title("shares of the victories, three opponents (dashed: a fair share)")
    axes[0, 1].set_title("games won, alone or with others")
    for axis, columns, title in (
        (axes[1, 0], {"return": "mean of the last 1,000 games"}, "reward per game in training"),
        (
            axes[1, 1],
            {"advised": "choices like the teacher's", "explained": "variance that the critic explains"},
            "of a rollout, as a part of 1",
        ),
    ):
        for column, label in columns.items():
            points = [(float(row["steps"]), float(row[column])) for row in progress if row.get(column) not in (None, "", "nan")]
            if not points:
                continue
            axis.plot([x / MILLION for x, _ in points], [y for _, y in points], label=label, linewidth=1)
        axis.set_title(title)
        if axis.lines:
            axis.legend(frameon=False)
    for axis in axes.flat:
        axis.set_xlabel("own decisions, millions")
        axis.grid(alpha=0.3)
    path = folder / "curves.png"
    figure.savefig(path, dpi=110)
    plt.close(figure)
    return path


def _evaluations(axis: Any, rows: Sequence[Row], measure: str) -> None:
    for opponent in dict.fromkeys(row["opponent"] for row in rows):
        mine = [row for row in rows if row["opponent"] == opponent]
        x = [float(row["steps"]) / MILLION for row in mine]
        low, middle, high = ([100 * float(row[measure + end]) for row in mine] for end in ("_low", "", "_high"))
        axis.plot(x, middle, marker="o", markersize=3, label=f"against {opponent}")
        axis.fill_between(x, low, high, alpha=0.2)
    axis.set_ylabel("%")
    axis.legend(frameon=False, fontsize="small")
