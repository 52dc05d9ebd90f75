"""The page of a recorded game in a browser: stepping, jumping, reading; on a phone; by keyboard; with hostile names."""

import json
import re
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from munchkin_env.web import record, replay_page
from tests.browser import driven, needs_browser
from tests.web.games import HOSTILE, bots_game
from tests.web.test_recording import as_read, views

pytestmark = [needs_browser, pytest.mark.browser]


@cache
def page(viewpoint: int | None = None) -> str:
    return replay_page(record(bots_game(), viewpoint))


def clean(found: dict[str, Any]) -> None:
    assert found["faults"] == [] and found["loaded"] == []


def test_every_position_is_drawn_without_errors(tmp_path: Path) -> None:
    script = """
      one(".check input").click();
      found.shown = [];
      for (let i = 0; ; i++) {
        found.shown.push(all(".seat .level b").map((b) => Number(b.textContent)));
        if (one("output").textContent.split("/")[0] === one("output").textContent.split("/")[1]) break;
        key("ArrowRight");
      }
      found.over = one(".over")?.textContent;
    """
    found = driven(page(), script, tmp_path)
    clean(found)
    expected = [[seat["level"] for seat in view["seats"]] for view in views(as_read(bots_game(), None))]
    assert found["shown"] == expected
    assert found["over"] == "The game ended without a winner"


def test_the_totals_of_a_fight_are_those_of_the_view(tmp_path: Path) -> None:
    script = """
      found.fights = [];
      for (let i = 0; i < 4; i++) {
        key("f");
        found.fights.push([Number(one("output").textContent.split("/")[0]), ...all(".total").map((b) => Number(b.textContent))]);
      }
    """
    found = driven(page(), script, tmp_path)
    clean(found)
    shown = views(as_read(bots_game(), None))
    for at, munchkins, monsters in found["fights"]:
        assert (shown[at]["fight"]["munchkins"], shown[at]["fight"]["monsters"]) == (munchkins, monsters)
    assert len({at for at, *_ in found["fights"]}) >= 2


def test_keys_and_buttons_move_through_the_game(tmp_path: Path) -> None:
    script = """
      const at = () => Number(one("output").textContent.split("/")[0]);
      const by = (name, more) => { key(name, more); return at(); };
      found.moves = { end: by("End"), home: by("Home"), turn: by("PageDown"), second: by("PageDown"), back: by("PageUp") };
      found.moves.victory = by("v");
      found.again = [by("v"), by("v", { shiftKey: true })];
      one(".log .step:nth-child(5) button").click();
      found.clicked = at();
      found.now = one(".step.now .number").textContent;
      one("input[type=range]").value = 9; one("input[type=range]").dispatchEvent(new Event("input"));
      found.slid = at();
      found.hash = location.hash;
      key("+"); key("+"); key(" ");
      await wait(2000);
      found.played = at() > 12;
      key(" ");
      const stopped = at();
      await wait(1000);
      found.stays = at() === stopped;
    """
    found = driven(page(), script, tmp_path)
    clean(found)
    moves, steps = found["moves"], len(bots_game().actions)
    assert moves["end"] == steps and moves["home"] == 0
    assert 0 < moves["turn"] < moves["second"] and moves["back"] == moves["turn"] < moves["victory"]
    assert found["again"][1] == moves["victory"] < found["again"][0]
    assert found["clicked"] == 5 and found["now"] == "5" and found["slid"] == 9 and found["hash"] == "#9"
    assert found["played"] and found["stays"]


def test_a_card_explains_itself(tmp_path: Path) -> None:
    script = """
      key("End");
      const card = one(".seat button.card");
      found.name = card.querySelector(".card-name").textContent;
      card.click();
      found.told = one("dialog[open]").textContent;
      one("dialog button").click();
      found.closed = one("dialog[open]") === null;
    """
    found = driven(page(), script, tmp_path)
    clean(found)
    assert found["name"] in found["told"] and len(found["told"]) > 40 and found["closed"]


@pytest.mark.parametrize("width", [390, 320])
def test_the_page_fits_a_phone(width: int, tmp_path: Path) -> None:
    script = """
      found.widths = [];
      for (let i = 0; i < 6; i++) { key("f"); found.widths.push(document.documentElement.scrollWidth); }
      key("End"); found.widths.push(document.documentElement.scrollWidth);
      found.small = all(".controls button").filter((b) => b.getBoundingClientRect().height < 36).length;
    """
    found = driven(page(), script, tmp_path, width)
    clean(found)
    assert max(found["widths"]) <= width and found["small"] == 0


def test_names_of_strangers_are_only_shown(tmp_path: Path) -> None:
    hostile = replay_page(record(bots_game(names=HOSTILE)))
    script = """
      for (let i = 0; i < 5; i++) key("f");
      found.names = all(".seat h3").map((h) => h.textContent.slice(1));
      found.title = document.title;
      found.images = all("img").length;
    """
    found = driven(hostile, script, tmp_path)
    clean(found)
    assert found["names"] == list(HOSTILE) and found["images"] == 0 and found["title"] != "taken"


def test_everything_can_be_reached_and_is_named(tmp_path: Path) -> None:
    """By keyboard and for a screen reader: controls are elements with names; nobody is told apart by color alone."""
    script = """
      key("f");
      const name = (each) => each.getAttribute("aria-label") || each.textContent.trim() || each.closest("label")?.textContent;
      found.unnamed = all("button, input, select").filter((each) => !name(each)).length;
      found.unreachable = all("button, input, select, summary").filter((each) => each.tabIndex < 0).length;
      found.marks = all(".seat h3 .mark").map((mark) => mark.textContent);
      found.clickable = all("[onclick]").length;
    """
    found = driven(page(), script, tmp_path)
    clean(found)
    assert found["unnamed"] == found["unreachable"] == found["clickable"] == 0
    assert len(set(found["marks"])) == 3


def test_the_seat_that_looks_comes_last_and_other_hands_are_backs(tmp_path: Path) -> None:
    script = """
      key("f");
      found.order = all(".seat h3").map((h) => h.textContent.slice(1));
      found.backs = all(".seat .back").length;
    """
    found = driven(page(1), script, tmp_path)
    clean(found)
    assert found["order"][-1] == "veteran" and found["backs"] > 0


def test_the_data_in_the_page_are_those_of_the_recording() -> None:
    told = re.search(r'id="recording">(.*?)</script>', page(1), re.DOTALL)
    assert told and json.loads(told[1]) == as_read(bots_game(), 1)
