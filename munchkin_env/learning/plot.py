"""A picture of a training run: how strong each round's policy is."""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from munchkin_env.core.files import replacing

from .strengths import Strength


def draw_strengths(rows: Sequence[Strength], players: int, path: Path, others: Mapping[str, float] | None = None) -> None:
    """Win shares by the labels learned from, for each opponent; the first point is the bot that is corrected. Needs matplotlib.

    others: win shares of other players, as lines.
    """
    import matplotlib as mpl

    mpl.use("Agg")
    from matplotlib import pyplot as plt

    figure, axis = plt.subplots(figsize=(7, 4.5), layout="constrained")
    for opponent in dict.fromkeys(row.opponent for row in rows):
        _line(axis, [row for row in rows if row.opponent == opponent], f"against {players - 1} {opponent}")
    for k, (name, share) in enumerate((others or {"equal players": 1 / players}).items()):
        axis.axhline(100 * share, color="grey", linestyle=("--", ":", "-.")[k % 3], linewidth=0.9, label=name)
    axis.set_xlabel("labels learned from, thousands")
    axis.set_ylabel("win share, %")
    axis.set_title("strength after each round (at 0: the bot that the network corrects)")
    axis.grid(alpha=0.3)
    axis.legend(frameon=False)
    with replacing(path) as partial:
        figure.savefig(partial, dpi=110, format="png")
    plt.close(figure)


def _line(axis: Any, rows: Sequence[Strength], label: str) -> None:
    x = [row.labels / 1000 for row in rows]
    axis.plot(x, [100 * row.shares for row in rows], marker="o", markersize=4, label=label)
    axis.fill_between(x, [100 * row.low for row in rows], [100 * row.high for row in rows], alpha=0.2)
