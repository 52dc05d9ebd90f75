"""Plots of experiments as SVG files that stand alone."""

import re
from collections.abc import Sequence
from math import isfinite
from pathlib import Path

from munchkin_env.core.files import write
from munchkin_env.lab.arena import svg
from munchkin_env.lab.arena.figures import Estimate

_STYLE = """
svg { background: #fff; font-family: system-ui, sans-serif; --c0: #31688e; --c1: #e08214; --c2: #35936b; --c3: #b03a5b; --c4: #7a68b5;
  --c5: #8c7a2b; --c6: #4aa3c7; --c7: #777; }
text { fill: #23211e; font-size: 13px; } text.small { fill: #6d6860; font-size: 11.5px; } text.title { font-size: 15px; font-weight: 600; }
.grid { stroke: #e2ddd4; } .interval { stroke: #23211e; opacity: 0.65; stroke-width: 2; } .axis { stroke: #6d6860; }
.reference { stroke: #b03a5b; stroke-dasharray: 5 4; stroke-width: 1.5; } .run { fill: none; stroke-width: 2; }
"""
_HEAD = 46.0


def standing_alone(drawn: str, title: str, below: str) -> str:
    """The SVG of a plot for a page as a file of its own. below: what it shows, in one line under the title."""
    found = re.search(r'<svg viewBox="0 0 ([\d.]+) ([\d.]+)"[^>]*>(.*)</svg>', drawn, re.DOTALL)
    assert found is not None, "a plot of lab/arena/svg.py"
    width, height, inside = float(found[1]), float(found[2]), found[3]
    head = svg.text(12, 20, title, kind="title") + svg.text(12, 38, below, kind="small")
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width:g} {height + _HEAD:g}" width="{width:g}" height="{height + _HEAD:g}">'
        f'<style>{_STYLE}</style>{head}<g transform="translate(0 {_HEAD:g})">{inside}</g></svg>\n'
    )


def forest_plot(path: Path, names: Sequence[str], estimates: Sequence[Estimate], title: str, below: str) -> None:
    """One row per name whose estimate has an interval, and a line at 0."""
    told = [(name, one) for name, one in zip(names, estimates, strict=True) if isfinite(one.low)]
    names, estimates = [name for name, _ in told], [one for _, one in told]
    write(path, standing_alone(svg.intervals(names, estimates, 0.0, title), title, below))
