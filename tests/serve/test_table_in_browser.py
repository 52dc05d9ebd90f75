"""The table in real browsers: whole games by clicks, two people, reload, phone, keyboard, dialogs. Nothing is loaded from elsewhere."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any
from urllib.parse import urlsplit

import pytest

from munchkin_env.game.replay import Replay
from munchkin_env.game.scenario import seat, table
from munchkin_env.game.scenario.table import Table
from munchkin_env.serve.passing import Asks
from munchkin_env.serve.table import ServedTable
from tests.browser import needs_browser
from tests.chromium import Chromium, Tab, chromium
from tests.play import EACH_AND_ALL
from tests.serve.serving import served
from tests.serve.tables import WATCH, opened, played

pytestmark = [needs_browser, pytest.mark.browser]

HOSTILE = "<img src=x onerror=alert(1)></script><script>alert(2)</script>"
PLAY = """
  // Decisions by clicks: now and then a card that lights up, otherwise a button. Returns how many were made.
  window.play = async (most) => {
    let made = 0, cards = 0, widths = [];
    for (; made < most; made++) {
      await until(() => document.body.classList.contains("mine") || one(".summary"));
      if (one(".summary")) break;
      const before = one(".question").textContent + all(".moves li").length;
      const lit = all(".table button.lit");
      if (lit.length && made % 2) {
        lit[made % lit.length].click();
        (await until(() => one("dialog[open] .act"))).click();
        cards++;
      } else {
        const buttons = all(".choices > .act:not(.quiet)").filter((each) => !each.textContent.includes("…"));
        const cards = all(".choices details .act");
        (buttons[0] ?? cards[0] ?? one(".choices .act")).click();
        if (one("dialog[open]")) one("dialog[open] .act").click();
      }
      widths.push(document.documentElement.scrollWidth);
      await wait(15);
    }
    return { made, cards, widest: Math.max(0, ...widths) };
  };
"""


@pytest.fixture(scope="module")
def browser(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Chromium]:
    with chromium(tmp_path_factory.mktemp("browser")) as found:
        yield found


@contextmanager
def shown(browser: Chromium, base: str, token: str, width: int = 1280, **features: str) -> Iterator[Tab]:
    """The page of this link. Afterwards it must have had no faults, and have asked nobody else for anything."""
    tab = browser.tab(width, 844, **features)
    tab.go(f"{base}#{token}")
    tab.run(f'{PLAY} await until(() => window.one && one(".seat") && one(".question").textContent);')
    yield tab
    assert tab.faults == []
    assert tab.hosts <= {urlsplit(base).netloc, ""}, tab.hosts


def mine(found: ServedTable) -> str:
    return found.terms.chairs[0].token


@pytest.mark.parametrize("sets", EACH_AND_ALL, ids="+".join)
def test_a_whole_game_by_clicks(sets: tuple[str, ...], browser: Chromium) -> None:
    found = opened(sets=sets, win_level=3, max_rounds=2, seed=11)
    with served(found) as base, shown(browser, base, mine(found)) as tab:
        told = tab.run("return await play(400)")
        assert found.game.over and told["made"] > 5 and told["cards"] > 0
        assert tab.run('return all(".summary tbody tr").length') == 3
        assert tab.run('return all(".choices button").map((b) => b.textContent)') == [
            "Watch the replay",
            "Same deal again",
            "Same deal, next seat",
            "New deal",
            "Undo",
        ]
        tab.run('window.open = (address) => { window.asked = address; }; all(".choices button")[0].click()')
        assert tab.run("return (await fetch(asked)).status") == 200
        tab.run('all(".choices button")[2].click(); await until(() => !one(".summary"))')
        assert found.number == 2 and found.seat_of(0) == 1


def test_two_people_at_one_table(browser: Chromium) -> None:
    found = opened("person=Ann", f"person={HOSTILE}", "greedy", sex_mode="fixed", max_rounds=1)
    for chair in (0, 1):
        found.let_ask(chair, Asks.OWN)
    tokens = [chair.token for chair in found.terms.chairs[:2]]
    with (
        served(found) as base,
        shown(browser, base, tokens[0]) as ann,
        shown(browser, base, tokens[1]) as bob,
        shown(browser, base, WATCH) as eve,
    ):
        names = [tab.run('return all(".seat h3, .seat .who-button").map((h) => h.textContent.slice(1))') for tab in (ann, bob, eve)]
        assert names[0][-1] == "Ann" and names[1][-1].startswith("<img") and len(names[2]) == 3
        hands = [tab.run('return all(".hand button.card").length') for tab in (ann, bob, eve)]
        assert hands[0] > 0 and hands[1] > 0 and hands[2] == 0
        for _ in range(400):
            if found.game.over:
                break
            for tab in (ann, bob):
                tab.run('await wait(20); if (document.body.classList.contains("mine")) await play(1)')
        assert found.game.over
        for tab in (ann, bob, eve):
            tab.run('await until(() => one(".summary"))')
            assert tab.run('return all("img").length') == 0
        events = [tab.run('return all(".moves li").length') for tab in (ann, bob, eve)]
        assert min(events) > 5


def test_a_reload_in_the_middle_changes_nothing(browser: Chromium) -> None:
    found = played(opened("me", "greedy", "bully", seed=3), 8)
    with served(found) as base, shown(browser, base, mine(found)) as tab:
        read = '["table", "question", "choices", "moves"].map((part) => one(`.${part}`).textContent)'
        shows = f"let last, now = {read}; do {{ last = now; await wait(400); now = {read} }} while (`${{now}}` !== `${{last}}`); return now"
        tab.run("await play(3)")
        before = tab.run(f'await until(() => document.body.classList.contains("mine")); {shows}')
        tab.call("Page.reload")
        after = tab.run(
            f'await until(() => window.one && one(".question")?.textContent && document.body.classList.contains("mine")); {shows}'
        )
        assert after == before and len(before[3]) > 100


@pytest.mark.parametrize("scheme", ["dark", "light"])
def test_the_table_fits_a_phone(scheme: str, browser: Chromium) -> None:
    found = opened(win_level=3, max_rounds=2, seed=11)
    features = {"prefers_color_scheme": scheme, "prefers_reduced_motion": "reduce"}
    with served(found) as base, shown(browser, base, mine(found), 390, **features) as tab:
        told = tab.run("return await play(400)")
        assert 0 < told["widest"] <= 390
        assert tab.run('return all(".panel button").filter((b) => b.getBoundingClientRect().height < 36).length') == 0
        assert tab.run("return [...document.getAnimations()].length") == 0
        assert found.game.over and tab.run('const rows = one(".wide"); return rows.scrollWidth <= rows.clientWidth')
        tab.run('window.button = all("nav button")[0]; button.click()')
        assert tab.run('return getComputedStyle(one("aside")).display') == "block"
        assert tab.run('const log = one(".log"); return log.scrollTop + log.clientHeight >= log.scrollHeight - 2'), "the newest is shown"
        on_top = "const box = button.getBoundingClientRect(); return document.elementFromPoint(box.x + 9, box.y + 9) === button"
        assert tab.run(f"scrollTo(0, 0); {on_top}"), "the list can be closed again"


def test_by_keyboard_only(browser: Chromium) -> None:
    found = played(opened("me", "greedy", "bully", seed=3), 4)
    with served(found) as base, shown(browser, base, mine(found)) as tab:
        done = found.done
        for key in ("h", "1", "u", "?", "Escape", "s", "Escape", "r"):
            tab.key(key)
            tab.run("await wait(150)")
        assert "rules" in tab.run('return (await until(() => one("dialog[open] h2"))).textContent')
        tab.key("Escape")
        tab.run('await until(() => !one("dialog[open]"))')
        assert found.done == done, "1 did something, u took it back"
        for _ in range(12):
            if tab.run('return one(".table button.lit") !== null'):
                break
            tab.run("await play(1)")
        tab.run('await until(() => one(".table button.lit"))')
        for _ in range(150):
            tab.key("Tab")
            if tab.run('return document.activeElement.classList.contains("lit")'):
                break
        before = found.done
        tab.key("Enter")
        tab.run('await until(() => one("dialog[open] .act") === document.activeElement)')
        tab.key("Enter")
        tab.run('await until(() => !one("dialog[open]"))')
        assert found.done > before
        assert (
            tab.run(
                'return all("button, input, summary").filter((e) => e.tabIndex < 0 || !e.textContent.trim() && !e.labels?.length).length'
            )
            == 0
        )


def at(position: Table) -> ServedTable:
    """A person against two bots, in that position."""
    made = opened("me", "greedy", "greedy")
    position.game.record.logging = 1
    made.replay = Replay(position.game, made.replay.names)
    made._put()
    return made


def at_a_fight() -> ServedTable:
    """A person fights, and could be helped."""
    position = table(seat(level=4), seat(level=9, races="Elf", wears="Helm of Courage"), seat(level=2), doors=["Net Troll"])
    position.players[0].kicks_open_the_door()
    return at(position)


def dialog_for(tab: Tab, words: str) -> None:
    tab.run(f'all(".choices .act").find((b) => b.textContent.includes("{words}")).click(); await until(() => one("dialog[open]"))')


def test_a_sale_is_one_dialog(browser: Chromium) -> None:
    items = ["Chainsaw of Bloody Dismemberment", "Kneepads of Allure", "Helm of Courage"]
    found = at(table(seat(level=4, wears=items), seat(level=2), seat(level=2)))
    with served(found, pace=3.0) as base, shown(browser, base, mine(found)) as tab:
        dialog_for(tab, "sell items")
        assert tab.run('return [one("dialog .act").disabled, all("dialog .check").length]') == [True, 3]
        tab.run('all("dialog input").slice(0, 2).forEach((box) => box.click())')
        assert tab.run('return one("dialog p[aria-live]").textContent') == "1200 gold: 1 Level"
        tab.run('one("dialog .act").click(); await until(() => one(".moves").textContent.includes("You gain 1 Level"))')
        assert found.game.levels[0] == 5
        tab.key("u")
        tab.run('await until(() => !one(".moves").textContent.includes("You gain"))')
        assert found.game.levels[0] == 4


def test_a_trade_is_one_dialog(browser: Chromium) -> None:
    found = at(table(seat(wears="Helm of Courage"), seat(wears="Sandals of Protection"), seat()))
    with served(found, pace=3.0) as base, shown(browser, base, mine(found)) as tab:
        dialog_for(tab, "trade")
        assert tab.run('return one("dialog .act").disabled')
        tab.run("""
          const [, give, want] = all("dialog select");
          for (const each of [give, want]) { each.value = 1; each.dispatchEvent(new Event("change")); }
          one("dialog .act").click();
          await until(() => !document.body.classList.contains("mine") || one(".moves li"));
        """)
        offered = found.replay.steps(log=False)
        assert [said for _, said in offered][:4] == ["trade", "trade with player 1", "give Helm of Courage", "want Sandals of Protection"]


def test_a_help_offer_is_one_dialog(browser: Chromium) -> None:
    found = at_a_fight()
    with served(found, pace=3.0) as base, shown(browser, base, mine(found)) as tab:
        dialog_for(tab, "ask for help")
        said = tab.run('return all("dialog .helper").map((each) => each.textContent)')
        assert "Level 9, strength 10. Together 14 against 10: that wins." in said[0] and len(said) == 2
        tab.run("""
          const price = one("dialog select");
          price.value = 1;
          price.dispatchEvent(new Event("change"));
          one("dialog input[value=main]").click();
          one("dialog .act").click();
        """)
        tab.run('await until(() => !one("dialog[open]")); await until(() => all(".moves li").length > 0)')
        assert "You ask greedy 1 for help, for 1 Treasure" in tab.run('return one(".moves").textContent')


def test_hints_light_up_and_undo_takes_back(browser: Chromium) -> None:
    found = played(opened("me", "greedy", "bully", seed=3), 6)
    with served(found) as base, shown(browser, base, mine(found)) as tab:
        before = found.game.clone()
        told = tab.run('all(".tools button")[0].click(); return (await until(() => one(".hint"))).textContent')
        assert told.startswith("Hint: ") and len(told) > 15
        assert tab.run('return all(".act.hinted").length') == 1
        tab.run('one(".hint button").click(); await until(() => !one(".hint"))')
        assert found.game != before
        tab.run('all(".tools button").at(-1).click(); await wait(300)')
        assert found.game == before


def test_the_time_that_is_left_is_shown(browser: Chromium) -> None:
    found = opened(timer=90.0)
    with served(found) as base, shown(browser, base, mine(found)) as tab:
        first = tab.run('return await until(() => one(".clock").textContent)')
        assert first in [f"{seconds} s" for seconds in range(60, 91)]
        tab.run(f'await until(() => one(".clock").textContent !== "{first}")')


def test_a_wrong_link_is_told(browser: Chromium) -> None:
    with served(opened()) as base:
        tab = browser.tab()
        tab.go(f"{base}#wrong")
        assert "no seat" in str(tab.run('return (await until(() => window.one && one(".notice")?.textContent))'))


def test_the_page_comes_back_after_a_restart(browser: Chromium) -> None:
    found = played(opened("me", "greedy", "bully"), 3)
    with served(found) as base:
        port = urlsplit(base).port
        tab = browser.tab()
        tab.go(f"{base}#{mine(found)}")
        tab.run('await until(() => window.one && one(".seat"))')
    tab.run('await until(() => document.body.classList.contains("lost"))')
    with served(found, port=port or 0):
        tab.run('await until(() => !document.body.classList.contains("lost"))')
        tab.run(f"{PLAY} await play(1)")


def test_bots_are_watched_with_all_cards(browser: Chromium) -> None:
    found = opened("greedy", "bully", max_rounds=1)
    with served(found) as base, shown(browser, base, WATCH) as tab:
        tab.run('await until(() => one(".summary"))')
        assert tab.run('return all(".hand .back").length') == 0
        assert tab.run('return all(".choices button").length') == 3
        token = found.terms.replay_token(1)
        told: Any = tab.run(f'const got = await fetch("/replay/{token}"); return [got.status, (await got.text()).length]')
        assert told[0] == 200 and told[1] > 50_000
