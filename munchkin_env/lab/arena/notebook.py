"""The standings of a tournament in a notebook: as HTML without script, and as a plot."""

from collections.abc import Sequence
from html import escape
from math import isnan
from typing import Any, NamedTuple

_BOX = "font: 14px/1.4 system-ui, sans-serif; color: inherit; border-collapse: collapse; background: none"
_CELL = "padding: 3px 14px 3px 0; border-top: 1px solid rgba(128, 128, 128, 0.35); text-align: left; white-space: nowrap"
_COLOR = "#3b82c4"  # readable on white and on black
_BAR = 220  # pixels


class Share(NamedTuple):
    """An entrant's win share, with its 95 % confidence interval."""

    name: str
    seats: int
    value: float
    low: float
    high: float


def shares_html(shares: Sequence[Share], fair: float, said: str) -> str:
    """A table with a bar for each share; the thin line is its interval, the dashed one the share of equal players."""
    most = max([fair, *(one.high for one in shares if not isnan(one.value))]) or 1.0
    rows = "".join(_row(rank, one, fair, most) for rank, one in enumerate(shares, 1))
    heads = "".join(
        f'<th style="text-align: left; font-weight: normal; opacity: 0.65">{head}</th>' for head in ("", "Seats", "Win share", "")
    )
    return f'<table style="{_BOX}"><thead><tr>{heads}</tr></thead><tbody>{rows}</tbody></table><p>{escape(said)}</p>'


def _row(rank: int, one: Share, fair: float, most: float) -> str:
    share = "–" if isnan(one.value) else f"<b>{100 * one.value:.1f} %</b> [{100 * one.low:.1f}, {100 * one.high:.1f}]"
    cells = (f"{rank}. {escape(one.name)}", f"{one.seats:,}", share, "" if isnan(one.value) else _bar(one, fair, most))
    return "<tr>" + "".join(f'<td style="{_CELL}">{cell}</td>' for cell in cells) + "</tr>"


def _bar(one: Share, fair: float, most: float) -> str:
    def x(value: float) -> str:
        return f"{_BAR * value / most:.1f}"

    share = f'<rect width="{x(one.value)}" y="3" height="10" rx="2" fill="{_COLOR}"/>'
    interval = f'<line x1="{x(one.low)}" x2="{x(one.high)}" y1="8" y2="8" stroke="currentColor" stroke-width="1.5"/>'
    equal = f'<line x1="{x(fair)}" x2="{x(fair)}" y1="0" y2="16" stroke="currentColor" stroke-dasharray="3 2" opacity="0.6"/>'
    return f'<svg width="{_BAR}" height="16" role="img" aria-label="{100 * one.value:.1f} %">{share}{interval}{equal}</svg>'


def plot_shares(shares: Sequence[Share], fair: float, axis: Any = None) -> Any:
    """The shares as dots in their intervals, best first. Needs matplotlib.

    Args:
        shares: Best first.
        fair: What equal players would have.
        axis: Where to draw; None makes a figure.

    Returns:
        The axis.

    Raises:
        ImportError: matplotlib is not installed.
    """
    try:
        from matplotlib import pyplot as plt
    except ImportError as error:
        raise ImportError("plotting needs matplotlib: pip install matplotlib") from error
    if axis is None:
        _, axis = plt.subplots(figsize=(6.4, 1.2 + 0.4 * len(shares)), layout="constrained")
    known = [(k, one) for k, one in enumerate(shares) if not isnan(one.value)]
    axis.axvline(100 * fair, color="grey", linestyle="--", linewidth=0.8, label="equal players")
    axis.errorbar(
        [100 * one.value for _, one in known],
        [k for k, _ in known],
        xerr=[[100 * (one.value - one.low) for _, one in known], [100 * (one.high - one.value) for _, one in known]],
        fmt="o",
        capsize=3,
        color=_COLOR,
    )
    axis.set_yticks(range(len(shares)), [one.name for one in shares])
    axis.invert_yaxis()
    axis.set_xlabel("win share, %, with 95 % confidence intervals")
    axis.grid(axis="x", alpha=0.3)
    axis.legend(frameon=False)
    return axis
