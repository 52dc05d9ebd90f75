"""The analysis in the page of a recorded game."""

from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from munchkin_env.web import record, replay_page
from tests.browser import driven, needs_browser
from tests.web.games import bots_game
from tests.web.test_replay_in_browser import clean

pytestmark = [needs_browser, pytest.mark.browser]


def judged(lost: float) -> dict[str, Any]:
    return {"lost": lost, "error": 1.0, "best": "<b>better</b>", "candidates": [["<b>better</b>", 0.5], ["worse", 0.25]]}


@cache
def page() -> str:
    """An analysis made by hand: three mistakes, and one decision that lost too little for a mark."""
    recording = record(bots_game())
    n = len(recording.steps)
    chances = [[0.5 + 0.4 * k / n, 0.3 - 0.2 * k / n, 0.2 - 0.2 * k / n] for k in range(n + 1)]
    sums = {"begin": 50.0, "luck": 10.0, "own": 25.0, "others": 5.0, "end": 90.0, "lost": 23.5}
    gains = {"maker_gain": 8.2, "maker_error": 1.5, "partner_gain": -1.4, "partner_error": 0.5}
    deal = {"step": 20, "kind": "help", "answer": "accepted", "maker": 0, "partner": 2, **gains}
    steps = {"10": judged(2.0), "30": judged(5.5), "50": judged(16.0), "60": judged(1.9)}
    found = {"by": "search:20ms", "chances": chances, "steps": steps, "turning": [5, 50], "sums": [sums] * 3, "deals": [deal]}
    return replay_page(replace(recording, analysis=found))


def test_mistakes_are_marked_and_found(tmp_path: Path) -> None:
    script = """
      const at = () => Number(one("output").textContent.split("/")[0]);
      found.at = []; found.marks = [];
      for (let i = 0; i < 4; i++) { key("m"); found.at.push(at()); found.marks.push(one(".caption .loss").textContent.trim()); }
      key("m", { shiftKey: true }); found.at.push(at());
      found.told = one(".judged").textContent;
      found.log = all(".log .loss").length;
      found.bold = all(".analysis b").filter((b) => b.textContent === "better").length;
    """
    found = driven(page(), script, tmp_path)
    clean(found)
    assert found["at"] == [11, 31, 51, 51, 31]
    assert found["marks"] == ["?! −2", "? −6", "?? −16", "?? −16"]
    assert "5.5 points lost" in found["told"] and "<b>better</b>" in found["told"] and found["bold"] == 0
    assert found["log"] == 3


def test_chances_follow_the_position_and_lead_to_it(tmp_path: Path) -> None:
    script = """
      const at = () => Number(one("output").textContent.split("/")[0]);
      found.start = one(".chances").getAttribute("aria-label");
      key("End");
      found.end = one(".chances").getAttribute("aria-label");
      const box = one(".chart").getBoundingClientRect();
      one(".chart").dispatchEvent(new MouseEvent("click", { clientX: box.left + box.width / 2, clientY: box.top + 5 }));
      found.half = at() / Number(one("output").textContent.split("/")[1]);
      one(".turning li:nth-child(2) button").click();
      found.turning = at();
      for (const details of all(".analysis details")) details.open = true;
      found.tables = all(".analysis td").map((cell) => cell.textContent);
      found.deal = all(".analysis .turning").at(-1).textContent;
    """
    found = driven(page(), script, tmp_path)
    clean(found)
    assert found["start"] == "greedy 50 %, veteran 30 %, bully 20 %" and found["end"] == "greedy 90 %, veteran 10 %, bully 0 %"
    assert found["half"] == pytest.approx(0.5, abs=0.02) and found["turning"] == 51
    assert found["tables"][2:5] == ["+10", "+25", "+5"]
    assert found["deal"] == "21▲greedy and ●bully: , accepted. ▲ +8 ± 3 ● −1 ± 1 "


def test_the_analysis_fits_a_phone(tmp_path: Path) -> None:
    script = """
      for (const details of all(".analysis details")) details.open = true;
      for (let i = 0; i < 3; i++) key("m");
    """
    found = driven(page(), script, tmp_path, 390)
    clean(found)
    assert found["width"][0] <= 390
