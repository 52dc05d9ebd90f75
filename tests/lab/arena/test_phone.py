"""The report in a narrow window."""

import re
import subprocess
from pathlib import Path

import pytest

from munchkin_env.lab.arena import tournament
from munchkin_env.lab.arena.report import write_report
from tests.browser import BROWSER, QUIET, needs_browser
from tests.lab.arena.helpers import HERE, SHORT

MEASURE = """<!DOCTYPE html><html><body><p id="found">nothing</p>
<iframe src="report.html" style="width: {width}px; height: 800px; border: 0"></iframe>
<script>onload = () => {{
  const page = document.querySelector("iframe").contentDocument.documentElement;
  document.getElementById("found").textContent = page.scrollWidth + " of " + page.clientWidth;
}};</script></body></html>"""


@needs_browser
@pytest.mark.browser
@pytest.mark.parametrize("width", [390, 320])
def test_the_report_is_no_wider_than_a_phone(tmp_path: Path, width: int) -> None:
    """Tables and plots scroll on their own; names and file paths wrap."""
    folder = tmp_path / "a_folder_with_a_long_name_that_has_no_place_to_break_it" / "another_folder_of_the_same_kind_of_name"
    folder.mkdir(parents=True)
    style = folder / "AStyleWithANameThatIsTooLongForOneLineOfAPhone.toml"
    style.write_text('base = "greedy"\ntrades = 1\n')
    figures = tournament([str(style), "weighted", "random", HERE + "Crashes"], 4, **SHORT)
    write_report(figures, tmp_path / "report.html")
    (tmp_path / "frame.html").write_text(MEASURE.format(width=width))
    options = ["--headless", "--no-sandbox", "--no-first-run", *(f"--disable-{name}" for name in QUIET)]
    own = ["--allow-file-access-from-files", f"--user-data-dir={tmp_path / 'browser'}", "--dump-dom", (tmp_path / "frame.html").as_uri()]
    page = subprocess.run([str(BROWSER), *options, *own], capture_output=True, text=True, timeout=120, check=True).stdout
    found = re.search(r'id="found">(\d+) of (\d+)<', page)
    assert found, page[:500]
    assert int(found[1]) == int(found[2]) <= width
