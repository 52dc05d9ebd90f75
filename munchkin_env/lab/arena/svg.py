"""Plots as SVG text: a few kinds, composed of marks. Colors are variables of the page (report.STYLE), so they follow its theme."""

from collections.abc import Callable, Sequence
from html import escape
from math import ceil, floor, isfinite, log10

import numpy as np
import numpy.typing as npt

from .figures import Estimate

PAGE_WIDTH, PHONE_WIDTH = 680.0, 330.0
"""Widths of plots: of a page, and of a phone, where letters would be too small if a plot for a page shrank."""
ROW = 26.0
LETTER = 7.8  # approximate width of a letter
COLOURS = 8  # of the page: --c0 to --c7
_MARGIN = 14.0
_LEGEND_ROW = 18.0
_LONGEST, _LONGEST_ON_PHONE = 24, 12  # letters of a name; the tooltip shows all of it


def for_both(plot: Callable[[float], str]) -> str:
    """A plot drawn for a page and for a phone; the page shows one of them (report.STYLE)."""
    return f'<div class="page">{plot(PAGE_WIDTH)}</div><div class="phone">{plot(PHONE_WIDTH)}</div>'


def svg(height: float, marks: Sequence[str], about: str, width: float) -> str:
    """about: a description for screen readers."""
    return (
        f'<svg viewBox="0 0 {width:g} {height:g}" role="img" aria-label="{escape(about, quote=True)}">'
        f"<title>{escape(about)}</title>{''.join(marks)}</svg>"
    )


def text(x: float, y: float, said: str, at: str = "start", kind: str = "") -> str:
    return f'<text x="{x:.1f}" y="{y:.1f}" text-anchor="{at}" class="{kind}">{escape(said)}</text>'


def line(x1: float, y1: float, x2: float, y2: float, kind: str = "axis") -> str:
    return f'<line x1="{x1:.1f}" y1="{y1:.1f}" x2="{x2:.1f}" y2="{y2:.1f}" class="{kind}"/>'


def box(x: float, y: float, width: float, height: float, tip: str, colour: int = 0) -> str:
    return (
        f'<rect x="{x:.1f}" y="{y:.1f}" width="{max(width, 0):.1f}" height="{max(height, 0):.1f}" rx="2" fill="var(--c{colour % COLOURS})">'
        f"<title>{escape(tip)}</title></rect>"
    )


def _dot(x: float, y: float, tip: str, colour: int = 0) -> str:
    return f'<circle cx="{x:.1f}" cy="{y:.1f}" r="5" fill="var(--c{colour % COLOURS})"><title>{escape(tip)}</title></circle>'


# --------------------------------------------------------------------------------------------------------- scales


def ticks(low: float, high: float, about: int = 6) -> list[float]:
    """Round numbers that cover the range."""
    if high <= low:
        high = low + 1.0
    rough = (high - low) / about
    power = 10.0 ** floor(log10(rough))
    step = next(step * power for step in (1, 2, 5, 10) if step * power >= rough * 0.999)
    return [step * k for k in range(floor(low / step + 1e-9), ceil(high / step - 1e-9) + 1)]


def scale(marks: Sequence[float], start: float, end: float) -> Callable[[float], float]:
    """Map values to positions; the first and the last tick lie at start and end."""
    low, high = marks[0], marks[-1]
    return lambda value: start + (value - low) / (high - low) * (end - start)


def _number(value: float) -> str:
    said = f"{value:,.0f}" if abs(value) >= 100 or value == int(value) else f"{value:.3g}"
    return said.replace("-", "−")


def short_label(name: str, width: float = PAGE_WIDTH) -> str:
    most = _LONGEST_ON_PHONE if width < PAGE_WIDTH else _LONGEST
    return name if len(name) <= most else name[: most - 1] + "…"


def room_for(names: Sequence[str], width: float = PAGE_WIDTH) -> float:
    return LETTER * max((len(short_label(name, width)) for name in names), default=0) + _MARGIN


def _some(width: float, ticks_on_page: int = 6) -> int:
    """How many ticks an axis across has."""
    return ticks_on_page if width >= PAGE_WIDTH else max(2, ticks_on_page // 2)


def _finite(values: Sequence[float]) -> list[float]:
    return [value for value in values if isfinite(value)] or [0.0, 1.0]


# ---------------------------------------------------------------------------------------------------------- plots


def intervals(names: Sequence[str], estimates: Sequence[Estimate], reference: float | None, about: str, width: float = PAGE_WIDTH) -> str:
    """One row per name: a dot in its interval. reference: a vertical line."""
    left, right = room_for(names, width), width - (90.0 if width >= PAGE_WIDTH else 44.0)
    values = [value for one in estimates for value in one] + ([] if reference is None else [reference])
    marks = ticks(min(_finite(values)), max(_finite(values)), _some(width))
    at = scale(marks, left, right)
    bottom = ROW * len(names) + 8
    drawn = [line(at(mark), 4, at(mark), bottom, "grid") + text(at(mark), bottom + 16, _number(mark), "middle", "small") for mark in marks]
    if reference is not None:
        drawn.append(line(at(reference), 4, at(reference), bottom, "reference"))
    for k, (name, one) in enumerate(zip(names, estimates, strict=True)):
        y = ROW * k + ROW / 2 + 4
        drawn.append(text(left - 8, y + 4, short_label(name, width), "end"))
        if not isfinite(one.value):
            continue
        said = f"{name}: {one.value:.2f} [{one.low:.2f}, {one.high:.2f}]"
        low, high = (at(min(max(value, marks[0]), marks[-1])) for value in one[1:])
        drawn += [
            line(low, y, high, y, "interval"),
            _dot(at(one.value), y, said),
            text(right + 10, y + 4, f"{one.value:.1f}", "start", "small"),
        ]
    return svg(bottom + 24, drawn, about, width)


def bars(
    names: Sequence[str], estimates: Sequence[Estimate], reference: float | None, about: str, unit: str = "", width: float = PAGE_WIDTH
) -> str:
    """A column per name, from 0; with its interval, if it has one."""
    left, top, bottom = 54.0, 10.0, 190.0
    highs = [max(one.value, one.high if isfinite(one.high) else one.value) for one in estimates]
    marks = ticks(0.0, max(_finite([*highs, reference or 0.0])), 4)
    at, wide = scale(marks, bottom, top), (width - left - _MARGIN) / len(names)
    drawn = [line(left, at(mark), width, at(mark), "grid") + text(left - 8, at(mark) + 4, _number(mark), "end", "small") for mark in marks]
    for k, (name, one) in enumerate(zip(names, estimates, strict=True)):
        middle, y = left + wide * (k + 0.5), at(one.value)
        drawn += [box(middle - wide * 0.32, y, wide * 0.64, bottom - y, f"{name}: {one.value:.3g}{unit}")]
        if one.low < one.high:
            drawn.append(line(middle, at(max(one.low, 0.0)), middle, at(one.high), "interval"))
        drawn.append(text(middle, bottom + 17, name, "middle", "small"))
    if reference is not None:
        drawn.append(line(left, at(reference), width, at(reference), "reference"))
    return svg(bottom + 26, drawn, about, width)


def histogram(values: npt.NDArray[np.int64], about: str, width: float = PAGE_WIDTH, bins: int = 40) -> str:
    """Counts of values in bins of round width; outliers go into the last bin."""
    low, high = int(values.min()), int(np.percentile(values, 99.5))
    step = _round_step(max(1, ceil((high - low + 1) / bins)))
    first = low // step * step
    edges = np.arange(first, high + step + 1, step)
    counts = np.bincount(np.minimum((values - first) // step, len(edges) - 2), minlength=len(edges) - 1)
    left, top, bottom = 54.0, 22.0, 162.0
    marks = ticks(0.0, float(counts.max()), 4)
    at, wide = scale(marks, bottom, top), (width - left - _MARGIN) / len(counts)
    drawn = [line(left, at(mark), width, at(mark), "grid") + text(left - 8, at(mark) + 4, _number(mark), "end", "small") for mark in marks]
    drawn.append(text(left - 8, 10, "games", "end", "small"))
    for k, n in enumerate(counts.tolist()):
        said = f"{edges[k]}" if step == 1 else f"{edges[k]:,} to {edges[k + 1] - 1:,}"
        said += " or more" if k == len(counts) - 1 and values.max() >= edges[-1] else ""
        drawn.append(box(left + wide * k + 0.5, at(n), wide - 1, bottom - at(n), f"{said}: {n:,}"))
    every = _round_step(ceil(len(counts) / _some(width, 10))) * step
    for k in range(len(counts)):
        if edges[k] % every == 0:  # a bin of one number is labeled in its middle, a range at its start
            drawn.append(text(left + wide * (k + (0.5 if step == 1 else 0.0)), bottom + 17, _number(float(edges[k])), "middle", "small"))
    return svg(bottom + 26, drawn, about, width)


def _round_step(least: int) -> int:
    """The next of 1, 2, 5, 10, 20, 50, …"""
    power = int("1" + "0" * (len(str(least)) - 1))
    return next(step * power for step in (1, 2, 5, 10) if step * power >= least)


def bar_groups(names: Sequence[str], kinds: Sequence[str], values: Sequence[Sequence[float]], about: str, width: float = PAGE_WIDTH) -> str:
    """One row per name with a bar per kind. values: [name][kind]."""
    left, right, thin = room_for(names, width), width - (60.0 if width >= PAGE_WIDTH else 12.0), 12.0
    tall = thin * len(kinds) + 12
    marks = ticks(0.0, max(_finite([value for row in values for value in row])), _some(width))
    top = _under_legend(kinds, left, width)
    at, bottom = scale(marks, left, right), top + tall * len(names) + 4
    drawn = [
        line(at(mark), top, at(mark), bottom, "grid") + text(at(mark), bottom + 16, _number(mark), "middle", "small") for mark in marks
    ]
    drawn += legend(kinds, left, width)
    for k, (name, row) in enumerate(zip(names, values, strict=True)):
        y = top + 4 + tall * k
        drawn.append(text(left - 8, y + tall / 2, short_label(name, width), "end"))
        for j, value in enumerate(row):
            if isfinite(value):
                drawn.append(box(left, y + thin * j, at(value) - left, thin - 2, f"{name}, {kinds[j]}: {value:.3g}", j))
    return svg(bottom + 24, drawn, about, width)


def legend(names: Sequence[str], left: float, width: float = PAGE_WIDTH) -> list[str]:
    """In as many rows as needed."""
    drawn = []
    for row, inside in enumerate(_rows(names, left, width)):
        x, y = left, 4 + _LEGEND_ROW * row
        for k in inside:
            drawn += [box(x, y, 11, 11, names[k], k), text(x + 16, y + 10, short_label(names[k], width), kind="small")]
            x += _entry(names[k], width)
    return drawn


def _entry(name: str, width: float) -> float:
    return 30 + LETTER * len(short_label(name, width))


def _rows(names: Sequence[str], left: float, width: float) -> list[list[int]]:
    """Which names are in which row of the legend."""
    rows: list[list[int]] = [[]]
    x = left
    for k, name in enumerate(names):
        if rows[-1] and x + _entry(name, width) > width:
            rows.append([])
            x = left
        rows[-1].append(k)
        x += _entry(name, width)
    return rows


def _under_legend(names: Sequence[str], left: float, width: float) -> float:
    """The y position below the legend."""
    return 8 + _LEGEND_ROW * len(_rows(names, left, width))


def line_chart(
    names: Sequence[str],
    series: Sequence[Sequence[tuple[int, float, float, float]]],
    reference: float,
    about: str,
    width: float = PAGE_WIDTH,
) -> str:
    """How figures settled: (number, value, low, high), with the interval as a band."""
    left = 54.0
    top = _under_legend(names, left, width)
    bottom = top + 204.0
    points = [point for one in series for point in one[len(one) // 10 :]]
    marks = ticks(min(_finite([p[2] for p in points])), max(_finite([p[3] for p in points])), 5)
    across = ticks(0.0, max((point[0] for point in points), default=1), _some(width))
    x, y = scale(across, left, width - _MARGIN), scale(marks, bottom, top)

    def held(value: float) -> float:
        return y(min(max(value, marks[0]), marks[-1]))

    drawn = [line(left, y(mark), width, y(mark), "grid") + text(left - 8, y(mark) + 4, _number(mark), "end", "small") for mark in marks]
    drawn += [text(x(mark), bottom + 17, _number(mark), "middle", "small") for mark in across]
    drawn += [line(left, held(reference), width, held(reference), "reference"), *legend(names, left, width)]
    for k, one in enumerate(series):
        band = [f"{x(n):.1f},{held(low):.1f}" for n, _, low, _ in one] + [f"{x(n):.1f},{held(high):.1f}" for n, _, _, high in reversed(one)]
        path = " ".join(f"{x(n):.1f},{held(value):.1f}" for n, value, _, _ in one)
        drawn.append(f'<polygon points="{" ".join(band)}" fill="var(--c{k % COLOURS})" opacity="0.13"/>')
        drawn.append(f'<polyline points="{path}" stroke="var(--c{k % COLOURS})" class="run"/>')
    return svg(bottom + 26, drawn, about, width)
