"""docs/sets: no op, power, decision or event may be forgotten, and none may be missing without a reason."""

import re
from pathlib import Path

import pytest

from munchkin_env.cards.loader import built_in_sets, load
from munchkin_env.cli import main as cli
from munchkin_env.engine.state.kinds import FIRST_AUTOMATIC, Kind
from munchkin_env.engine.state.stack import Why
from munchkin_env.lab.census.census import COUNTED, Census, CensusError, effect_names, ops_of
from munchkin_env.lab.census.page import NEVER, markdown
from munchkin_env.lab.census.playing import play
from munchkin_env.lab.census.reasons import REASONS, WhyNever, why_never
from munchkin_env.lab.census.show import sections

SHORT: dict[str, int] = {"win_level": 3, "max_rounds": 2}
DOCS = Path(__file__).parents[3] / "docs" / "sets"
PAGES = {name: (name,) for name in built_in_sets()} | {"all": built_in_sets()}


def tables(text: str) -> dict[str, dict[str, list[str]]]:
    """By heading: the rows of its table, by their first cell."""
    found: dict[str, dict[str, list[str]]] = {}
    for part in text.split("\n## ")[1:]:
        rows = [[cell.strip().strip("`") for cell in line.strip("|").split(" | ")] for line in part.splitlines() if line.startswith("| ")]
        found[part.splitlines()[0].lower()] = {row[0]: row[1:] for row in rows[2:]}
    return found


def reasons(text: str) -> dict[tuple[str, str], str]:
    rows = re.findall(r"^\| (.+?) \| `(.+?)` \| (.*?) \|$", text[text.index(NEVER) :], re.MULTILINE)
    return {(title, name): reason for title, name, reason in rows}


@pytest.mark.parametrize("name", PAGES)
def test_a_page_tells_of_everything_there_is(name: str) -> None:
    text = (DOCS / f"{name}.md").read_text(encoding="utf-8")
    told, cards = tables(text), load(PAGES[name])
    assert told["decisions asked for"].keys() == {kind.name for kind in Kind if kind < FIRST_AUTOMATIC}
    assert told["what ran by itself"].keys() == {kind.name for kind in Kind if kind >= FIRST_AUTOMATIC}
    assert told["questions, by why"].keys() == {why.name for why in Why}
    assert told["events"].keys() == {what.name for what in COUNTED}
    assert told["ops that did something or held"].keys() == ops_of(cards).keys()
    assert told["powers"].keys() == effect_names(cards, powers=True).keys()


@pytest.mark.parametrize("name", PAGES)
def test_what_never_occurred_has_a_reason(name: str) -> None:
    text = (DOCS / f"{name}.md").read_text(encoding="utf-8")
    given = reasons(text)
    never = {(title, row) for title, rows in tables(text).items() for row, cells in rows.items() if set(cells) == {"0"}}
    assert never <= given.keys(), "make the page anew: docs/sets/README.md"
    assert all(reason.strip() for reason in given.values())


@pytest.fixture(scope="module")
def lot() -> Census:
    return play(["weighted"] * 2, 1, 1, ["star"], **SHORT)  # type: ignore[arg-type]


def test_a_page_names_its_commands(lot: Census) -> None:
    page = markdown([lot, play(["greedy"] * 2, 1, 1, ["star"], **SHORT)])  # type: ignore[arg-type]
    assert "`munchkin census weighted --seats 2 --set star --option win_level=3 --option max_rounds=2 --games 1 --seed 1`" in page.text
    assert "actions: SHOW" in page.never and "actions: SHOW" not in page.unexplained


def test_the_command_makes_a_page_and_says_what_has_no_reason(
    lot: Census, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delitem(REASONS, ("actions", "SHOW"))
    lot.save(tmp_path / "lot.json")
    assert cli.main(["census", "--page", str(tmp_path / "page.md"), str(tmp_path / "lot.json")]) == 1
    assert "without a reason (munchkin_env/lab/census/reasons.py): actions: SHOW" in capsys.readouterr().out


def test_sets_beside_each_other(lot: Census) -> None:
    page = markdown([lot, play(["weighted"] * 2, 1, 1, ["potter"], **SHORT)])  # type: ignore[arg-type]
    assert "| star | at random" in page.text and "| potter | at random" in page.text and not page.never


def test_a_page_is_of_one_selection_of_cards(lot: Census) -> None:
    with pytest.raises(CensusError, match="different cards"):
        markdown([lot, Census(**{**vars(lot), "cards_hash": "another"})])


def test_a_reason_must_be_true(lot: Census, monkeypatch: pytest.MonkeyPatch) -> None:
    for reason, holds in {
        WhyNever("x"): True,
        WhyNever("x", op="FORCE_HELP"): True,
        WhyNever("x", op="COMBINE"): False,
        WhyNever("x", unless=("potter",)): True,
        WhyNever("x", unless=("star", "western")): False,
        WhyNever("x", option="max_rounds"): False,
        WhyNever("x", option="counter_offers"): True,
    }.items():
        monkeypatch.setitem(REASONS, ("events", "KILLS"), reason)
        assert why_never("events", "KILLS", [lot]) == ("x" if holds else "")


def test_every_reason_is_about_something(lot: Census) -> None:
    titles = dict(sections(lot))
    for title, name in REASONS:
        if title in ("decisions asked for", "questions, by why", "what ran by itself", "actions", "events"):
            assert name in titles[title]
