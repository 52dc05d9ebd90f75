"""Pages: one file that loads nothing, in which strangers' texts stay texts."""

import re
from dataclasses import replace
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from munchkin_env.cli import main as cli
from munchkin_env.game.replay import Replay
from munchkin_env.web import analysing, pages, record, replay_page
from munchkin_env.web.pages import bundled, modules, static
from tests.web.games import HOSTILE, bots_game, unpacked

STATIC = Path(pages.__file__).parent / "static"
SCRIPTS = sorted(path.name for path in STATIC.glob("*.js"))
DECLARED = re.compile(r"^(?:export )?(?:async )?(?:function|const|let|class) (\w+)", re.MULTILINE)


class Scripts(HTMLParser):
    """The elements of a page, and the contents of its scripts."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.tags: list[str] = []
        self.attributes: list[tuple[str, str | None]] = []
        self.contents: list[str] = []
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)
        self.attributes += attrs
        if tag == "script":
            self.contents.append("")

    def handle_data(self, data: str) -> None:
        if self.tags and self.tags[-1] == "script":
            self.contents[-1] += data


def test_the_page_is_one_file_that_loads_nothing() -> None:
    page = replay_page(record(bots_game()))
    read = Scripts(page)
    assert not {"link", "img", "iframe", "base", "form"} & set(read.tags)
    assert not [name for name, _ in read.attributes if name in ("src", "href")]
    assert ("content", pages._POLICY) in read.attributes and pages._POLICY.startswith("default-src 'none'")
    assert not re.search(r"https?://|@import|url\(", page.replace("http://www.w3.org/2000/svg", ""))


@pytest.mark.parametrize("analysis", [False, True], ids=["plain", "analysed"])
def test_pages_of_long_games_are_smaller_than_half_a_megabyte(analysis: bool) -> None:
    """What further actions add, up to 3,000 of them; games of four veteran players have about 1,500."""
    whole = record(bots_game())
    n = len(whole.steps)
    sizes = {}
    for steps in (n // 2, n):
        part = replace(whole, steps=whole.steps[:steps], analysis=_analysis(steps) if analysis else None)
        sizes[steps] = len(replay_page(part).encode())
    per_action = (sizes[n] - sizes[n // 2]) / (n - n // 2)
    assert per_action > 10 and sizes[n] + (3000 - n) * per_action < 500_000


def _analysis(steps: int) -> dict[str, Any]:
    """One that says a different thing about every position and decision."""
    rng = np.random.default_rng(1)
    chances = rng.dirichlet(np.ones(3), steps + 1).round(3).tolist()
    listed = [[f"play card {k} on player 1", 0.123] for k in range(5)]
    judged = {
        str(k): {"lost": k % 7 / 10, "error": 0.8, "best": f"play card {k}", "candidates": listed if k % 7 else []} for k in range(steps)
    }
    return {"by": "search:20ms", "chances": chances, "steps": judged, "turning": [], "sums": [], "deals": []}


def test_texts_of_strangers_stay_texts() -> None:
    page = replay_page(record(bots_game(names=HOSTILE)))
    read = Scripts(page)
    assert read.tags.count("script") == 2 and "img" not in read.tags
    data = unpacked(page)
    assert [seat["name"] for seat in data["start"]["seats"]] == list(HOSTILE)
    assert "<script>document" not in page and "<img" not in page


def test_the_names_of_bundled_modules_differ() -> None:
    for entry in ("replay.js",):
        names = [name for module in modules(entry) for name in DECLARED.findall(static(module))]
        assert len(names) == len(set(names)) > 20


@pytest.mark.parametrize("name", modules("replay.js"))
def test_modules_import_and_export_in_the_one_way_that_is_bundled(name: str) -> None:
    source = static(name)
    assert len(re.findall(r"^\s*import\b", source, re.MULTILINE)) == len(pages._IMPORT.findall(source))
    assert len(re.findall(r"\bexport\b", source)) == len(pages._EXPORT.findall(source))
    exported = set(re.findall(r"^export (?:async function|function|const|class) (\w+)", source, re.MULTILINE))
    for other in SCRIPTS:
        wanted = re.findall(r'^import \{([^}]*)\} from "\./' + re.escape(name) + '";', static(other), re.MULTILINE)
        assert {each.strip() for group in wanted for each in group.split(",")} <= exported


@pytest.mark.parametrize("name", SCRIPTS)
def test_modules_never_write_html(name: str) -> None:
    assert not re.search(r"innerHTML|outerHTML|insertAdjacentHTML|document\.write|\beval\b|new Function", static(name))


def test_a_bundle_has_every_module_once_after_what_it_needs() -> None:
    order = modules("replay.js")
    assert len(order) == len(set(order)) and order[-1] == "replay.js" and order.index("dom.js") < order.index("table.js")
    assert "import " not in bundled("replay.js").replace("important", "") and not re.search(r"^export ", bundled("replay.js"), re.MULTILINE)


def test_the_command_writes_the_page(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    bots_game().save(tmp_path / "game.jsonl")
    game, made = str(tmp_path / "game.jsonl"), str(tmp_path / "game.html")
    assert cli.main(["replay", game, "--html", made, "--seat", "1"]) == 0
    assert capsys.readouterr().out == f"{made}\n"
    assert Path(made).read_text(encoding="utf-8") == replay_page(record(bots_game(), 1))
    wrongly = {"omit --first": ["--first", "3"], "is the recording itself": ["--html", game], "must be 0 to 2": ["--seat", "3"]}
    for says, wrong in wrongly.items():
        assert cli.main(["replay", game, "--html", made, *wrong]) == 2
        assert says in capsys.readouterr().err


def test_the_command_analyses(tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(analysing, "_WORLDS", 1)
    whole, game, made = bots_game(), str(tmp_path / "game.jsonl"), tmp_path / "game.html"
    replay = Replay(whole.start.clone(), whole.names)
    for action in whole.actions[:4]:
        replay.apply(action)
    replay.save(game)
    assert cli.main(["replay", game, "--html", str(made), "--analyse", "search:2,turns=1"]) == 0
    data = unpacked(made.read_text(encoding="utf-8"))
    assert len(data["analysis"]["chances"]) == 5 and data["analysis"]["by"] == "search:2,turns=1"
    capsys.readouterr()
    assert cli.main(["replay", game, "--analyse", "search:2"]) == 2
    assert "needs --html" in capsys.readouterr().err
    assert cli.main(["replay", game, "--html", str(made), "--analyse", "greedy"]) == 1
    assert "must be a search" in capsys.readouterr().err
