"""A replay as a widget of a notebook: Python and the page show the same position."""

import importlib.util
import json
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from munchkin_env.web import record, replay_page
from munchkin_env.web.pages import static
from tests.browser import needs_browser
from tests.chromium import Tab, chromium
from tests.web.games import bots_game

needs_anywidget = pytest.mark.skipif(importlib.util.find_spec("anywidget") is None, reason="needs the extra notebook")
# A model as anywidget gives one to the module, in a page that stands for a notebook.
NOTEBOOK = """<!DOCTYPE html><html><body><p>A notebook</p><div id="cell"></div><script type="module">
  const values = {values}, heard = {{}};
  window.saved = [];
  const model = {{
    get: (name) => values[name], save_changes: () => saved.push(values.step),
    set: (name, value) => {{ if (values[name] === value) return; values[name] = value; heard[`change:${{name}}`]?.(); }},
    on: (name, does) => {{ heard[name] = does; }}, off: (name) => {{ delete heard[name]; }},
  }};
  window.model = model;
  {module}
  window.close_cell = widget.render({{ model, el: document.getElementById("cell") }});
</script></body></html>"""


def widget(**more: Any) -> Any:
    from munchkin_env.web.widget import ReplayWidget

    return ReplayWidget(bots_game(), **more)


@needs_anywidget
def test_a_widget_shows_the_game_at_its_step() -> None:
    whole, found = bots_game(), widget(height=500)
    assert (found.step, found.height, found.page) == (0, 500, replay_page(record(whole)))
    for k, (game, _) in enumerate(whole.steps(log=False)):
        found.step = k
        assert found.game.state() == game.state()
    found.step = len(whole.actions)
    assert found.game.levels == whole.game.levels and found.game.over
    found.game.record.over = 0
    assert whole.game.over, "it is a copy"


@needs_anywidget
def test_a_widget_of_a_seat_counts_what_that_seat_noticed() -> None:
    whole = bots_game()
    everything = record(whole, 1)
    recording = replace(everything, steps=everything.steps[4:])
    found = widget(recording=recording, step=1)
    assert found.page == replay_page(recording)
    game = whole.start.clone()
    for action in whole.actions[:5]:
        game.apply(action)
    assert found.game.state() == game.state()


@needs_anywidget
@pytest.mark.parametrize("step", [-1, 100_000])
def test_a_widget_has_no_other_steps(step: int) -> None:
    from traitlets import TraitError

    found = widget(step=3)
    with pytest.raises(TraitError, match=f"step={step}: must be 0 to {len(bots_game().actions)}"):
        found.step = step
    assert found.step == 3


@pytest.fixture
def notebook(tmp_path: Path) -> Iterator[Tab]:
    values = json.dumps({"page": replay_page(record(bots_game())), "height": 700, "step": 25}).replace("<", r"\u003c")
    module = static("notebook.js").replace("export default", "const widget =")
    (tmp_path / "notebook.html").write_text(NOTEBOOK.format(values=values, module=module), encoding="utf-8")
    with chromium(tmp_path) as browser:
        tab = browser.tab()
        tab.go((tmp_path / "notebook.html").as_uri())
        yield tab


@needs_browser
@pytest.mark.browser
def test_the_widget_and_its_page_show_the_same(notebook: Tab) -> None:
    notebook.run("""
      window.page = () => one("iframe")?.contentDocument;
      window.at = () => Number(page()?.querySelector("output")?.textContent.split("/")[0]);
      await until(() => window.one && at() === 25);
    """)
    assert set(notebook.run("return saved")) <= {25}, "the page shows what Python says, not the other way round"
    notebook.run('model.set("step", 40); await until(() => at() === 40)')
    clicked = """page().querySelector('[aria-label^="Next turn"]').click(); await wait(50); return [at(), model.get("step"), ...saved]"""
    shown, *told = notebook.run(clicked)
    assert shown > 40 and told[0] == told[-1] == shown
    assert notebook.run("""return page().querySelector(".head .link")""") is None, "it has no address"
    assert notebook.run('return [one("iframe").offsetHeight, getComputedStyle(one("p")).color]') == [700, "rgb(0, 0, 0)"]
    assert notebook.run('close_cell(); model.set("step", 3); await wait(100); return at()') == shown
    assert notebook.faults == []
