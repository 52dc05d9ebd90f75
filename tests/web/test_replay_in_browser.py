"""The page of a recorded game in a browser: stepping, jumping, reading; on a phone; by keyboard; with hostile names."""

import re
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from munchkin_env.web import record, replay_page
from tests.browser import driven, needs_browser
from tests.web.games import HOSTILE, bots_game, unpacked
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
      const before = location.hash;
      await wait(400);
      found.hash = [before, location.hash];
      location.hash = "#12";
      await wait(100);
      found.linked = at();
      key("+"); key("+"); key(" ");
      await wait(2000);
      found.played = at() > 15;
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
    assert found["clicked"] == 5 and found["now"] == "5" and found["slid"] == 9 and found["hash"] == ["", "#9"] and found["linked"] == 12
    assert found["played"] and found["stays"]


def test_space_changes_what_is_focused(tmp_path: Path) -> None:
    """A check box takes the key itself; elsewhere it plays."""
    script = """
      one(".check input").focus();
      const taken = press(" ");
      one(".check input").dispatchEvent(taken);
      found.box = [taken.defaultPrevented, one(".play").textContent];
      one("input[type=range]").focus();
      key(" ");
      found.elsewhere = one(".play").textContent;
    """
    found = driven(page(), script, tmp_path)
    clean(found)
    assert found["box"] == [False, "▶ Play"] and found["elsewhere"] == "⏸ Pause"


def test_the_address_may_not_be_changed(tmp_path: Path) -> None:
    """Browsers refuse it after a hundred times in half a minute, and for some files."""
    script = """
      let calls = 0;
      history.replaceState = () => { calls += 1; throw new DOMException("too often", "SecurityError"); };
      for (let i = 0; i < 200; i++) key("ArrowRight");
      await wait(500);
      key("Home");
      await wait(500);
      found.calls = calls;
      found.at = one("output").textContent.split("/")[0];
    """
    found = driven(page(), script, tmp_path)
    clean(found)
    assert found["calls"] == 2 and found["at"] == "0"


def test_the_link_to_a_position_is_copied_or_shown(tmp_path: Path) -> None:
    """Pages of other machines may not write to the clipboard."""
    script = """
      let copied;
      navigator.clipboard.writeText = async (text) => { copied = text; };
      const link = one('.head .link');
      key("PageDown");
      link.click();
      await wait(50);
      found.copied = [copied, link.textContent, one("output").textContent.split("/")[0]];
      navigator.clipboard.writeText = async () => { throw new DOMException("no", "NotAllowedError"); };
      window.prompt = (_, text) => { found.shown = text; };
      key("Home");
      link.click();
      await wait(50);
    """
    found = driven(page(), script, tmp_path)
    clean(found)
    address, told, at = found["copied"]
    assert address.endswith(f"page.html#{at}") and told == "Copied" and at != "0" and found["shown"].endswith("page.html#0")


def test_the_log_tells_events_in_their_order(tmp_path: Path) -> None:
    """What happens at the beginning of a turn stands below its header."""
    recording = record(bots_game())
    at = next(i for i, step in enumerate(recording.steps) if step.events and step.events[-1]["what"] == "TURN")
    drawn = {**recording.steps[at].events[-1], "what": "DRAWS", "says": "greedy draws a card"}
    steps = [replace(step, events=[*step.events, drawn]) if i == at else step for i, step in enumerate(recording.steps)]
    script = f"""
      found.row = [...all(".log .step")[{at}].querySelectorAll(".event, .new-turn")].map((one) => one.textContent);
    """
    found = driven(replay_page(replace(recording, steps=steps)), script, tmp_path)
    clean(found)
    assert found["row"][-2].startswith("Round ") and found["row"][-1] == "greedy draws a card"


def test_what_a_player_is_can_be_read_on_its_card(tmp_path: Path) -> None:
    """Classes and Races are cards in play, as Items are."""
    shown = views(as_read(bots_game(), None))
    at, seat, name = next((i, one["seat"], one["identity"][0]) for i, view in enumerate(shown) for one in view["seats"] if one["identity"])
    script = f"""
      one("input[type=range]").value = {at}; one("input[type=range]").dispatchEvent(new Event("input"));
      one(".check input").click();
      found.cards = [...all(".seat")[{seat}].querySelectorAll("button.card .card-name")].map((each) => each.textContent);
    """
    found = driven(page(), script, tmp_path)
    clean(found)
    assert name in found["cards"]


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
    assert unpacked(page(1)) == as_read(bots_game(), 1)


def test_a_damaged_recording_is_said_to_be_unreadable(tmp_path: Path) -> None:
    damaged = re.sub(r'(id="recording">)[^<]{20}', r"\1AAAAAAAAAAAAAAAAAAAA", page())
    found = driven(damaged, "found.text = one('#replay').textContent;", tmp_path)
    assert "The recording cannot be read" in found["text"] and found["faults"]
