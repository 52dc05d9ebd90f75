"""The report in a narrow window."""

from pathlib import Path

import pytest

from munchkin_env.lab.arena import tournament
from munchkin_env.lab.arena.report import report
from tests.browser import driven, needs_browser
from tests.lab.arena.helpers import HERE, SHORT

MEASURE = """
  const shown = all("svg").filter((plot) => plot.getBoundingClientRect().width > 0);
  found.plots = shown.map((plot) => {
    const [box, scale] = [plot.getBoundingClientRect(), plot.getBoundingClientRect().width / plot.viewBox.baseVal.width];
    const texts = [...plot.querySelectorAll("text")];
    const fits = (inside) => inside.left >= box.left - 1 && inside.right <= box.right + 1;
    const outside = texts.filter((text) => !fits(text.getBoundingClientRect()));
    return { right: box.right, letters: Math.min(...texts.map((text) => parseFloat(getComputedStyle(text).fontSize) * scale)),
      outside: outside.map((text) => text.textContent) };
  });
  found.scrolls = all(".wide").filter((part) => part.scrollWidth > part.clientWidth && part.querySelector("svg")).length;
"""


@pytest.mark.slow
@needs_browser
@pytest.mark.browser
@pytest.mark.parametrize("width", [390, 320, 1200])
def test_the_report_fits_any_width(tmp_path: Path, width: int) -> None:
    """Tables scroll on their own, names and file paths wrap, and plots are drawn for the width, with letters that can be read."""
    folder = tmp_path / "a_folder_with_a_long_name_that_has_no_place_to_break_it" / "another_folder_of_the_same_kind_of_name"
    folder.mkdir(parents=True)
    style = folder / "AStyleWithANameThatIsTooLongForOneLineOfAPhone.toml"
    style.write_text('base = "greedy"\ntrades = 1\n')
    figures = tournament([str(style), "weighted", "random", HERE + "Crashes"], 4, **SHORT)
    found = driven(report(figures), MEASURE, tmp_path, width)
    assert found["faults"] == [] and found["width"][0] <= width and found["scrolls"] == 0
    assert len(found["plots"]) > 5
    for plot in found["plots"]:
        assert plot["right"] <= width and plot["letters"] >= 9 and plot["outside"] == []
