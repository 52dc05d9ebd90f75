"""The command, the exports and the report."""

import csv
import importlib.util
import re
import sqlite3
from html.parser import HTMLParser
from pathlib import Path

import pytest

from munchkin_env.cli import host
from munchkin_env.cli.exits import INTERRUPTED
from munchkin_env.cli.main import main
from munchkin_env.lab.arena import Figures, Store, columns, tournament
from munchkin_env.lab.arena.report import report
from tests.lab.arena.helpers import HERE, SHORT

RULES = [word for name, value in SHORT.items() for word in ("--option", f"{name}={value}")]
BOTS = ["weighted", "random", "greedy", "greedy-1"]


class Page(HTMLParser):
    """Are all elements closed in order? Does anything come from elsewhere?"""

    ALONE = ("meta", "line", "rect", "circle", "polygon", "polyline")

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.links: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.links += [value or "" for name, value in attrs if name in ("src", "href")]
        if tag not in self.ALONE:
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        assert tag in self.ALONE and attrs

    def handle_endtag(self, tag: str) -> None:
        if tag not in self.ALONE:
            assert self.open.pop() == tag


def test_the_command_plays_keeps_and_shows(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out, page, tables = tmp_path / "some.sqlite", tmp_path / "new" / "some.html", tmp_path / "csv"
    assert main(["tournament", *BOTS, "--games", "7", "--out", str(out), "--report", str(page), "--csv", str(tables), *RULES]) == 0
    told = capsys.readouterr()
    assert "8 games of 4 players over 2 deals" in told.out and str(page) in told.out and "8 games in" in told.err
    with (tables / "games.csv").open(newline="", encoding="utf-8") as file:
        head, *rows = csv.reader(file)
    assert head == list(columns.GAME_COLUMNS) and len(rows) == 8
    assert main(["tournament", "--show", str(out)]) == 0
    shown = capsys.readouterr().out
    assert shown.splitlines()[0] == told.out.splitlines()[0] and not re.search(r"\d games in", shown)
    assert main(["tournament", "--out", str(out), "--games", "12"]) == 0, "goes on without being told again who plays"
    assert "12 games of 4 players" in capsys.readouterr().out
    assert main(["tournament", "--out", str(out), "--seed", "3", "--set", "star"]) == 1
    assert "determines who plays and how; its tournament is continued; omit --seed, --set" in capsys.readouterr().err
    assert main(["tournament", "--show", str(out), "greedy", "--out", str(tmp_path / "new.sqlite")]) == 1
    assert "plays nothing; omit the names of entrants, --out" in capsys.readouterr().err
    assert main(["tournament", "--merge", str(out), "--out", str(tmp_path / "all.sqlite")]) == 0
    assert "12 games of 1 files" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["tournament"], "who plays?"),
        (["tournament", "grady"], "'grady'"),
        (["tournament", *BOTS, "--players", "9"], "2 to 6"),
        (["tournament", "--show", "none.sqlite"], "no file none.sqlite"),
        (["tournament", "--merge", "a.sqlite"], "--out"),
        (["tournament", "--merge", "a.sqlite", "--out", "b.sqlite", "--games", "5"], "plays nothing; omit --games"),
        (["tournament", *BOTS, "--lineups", "all"], "more entrants than seats"),
        (["tournament", *BOTS, "--lineups", "field"], "needs a field: --field SPEC"),
        (["tournament", *BOTS, "--option", "win_level=99"], "3 to 20"),
        (["tournament", *BOTS, "--report", "/dev/null/report.html"], "cannot write into /dev/null"),
        (["tournament", *BOTS, "--csv", "/dev/null"], "cannot write into /dev/null"),
        (["tournament", *BOTS, "--report", "/"], "this is a folder"),
    ],
)
def test_what_cannot_be_is_said_in_one_line(arguments: list[str], said: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(arguments) == 1
    told = capsys.readouterr()
    assert said in told.err and told.err.startswith("munchkin: ") and not told.out and "Traceback" not in told.err


@pytest.mark.slow
def test_interrupted_it_shows_what_was_played(tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    out, update = tmp_path / "some.sqlite", host._Bar.__call__

    def interrupt(self: host._Bar, games: int) -> None:
        update(self, games)
        if games >= 2:
            raise KeyboardInterrupt

    monkeypatch.setattr(host._Bar, "__call__", interrupt)
    specs = [HERE + "Lot", *BOTS[:3]]
    assert main(["tournament", *specs, "--games", "8", "--out", str(out), *RULES]) == INTERRUPTED
    told = capsys.readouterr()
    assert "2 games of 4 players" in told.out and "plays the remaining 6" in told.err
    monkeypatch.undo()
    assert main(["tournament", *specs, "--games", "8", "--out", str(out), *RULES]) == 0
    assert "8 games of 4 players" in capsys.readouterr().out


@pytest.mark.slow
def test_the_report_is_one_page_that_needs_nothing_else(tmp_path: Path) -> None:
    out = tmp_path / "some.sqlite"
    figures = tournament([HERE + "Crashes", HERE + "Cheats", "random", "weighted"], 40, out=out, **SHORT)
    text, page = report(figures), Page()
    page.feed(text)
    assert not page.open and not page.links and "http" not in text
    for name in ("Standings", "Seats", "Help and its price", "Interference", "Forfeits", "How the shares settled"):
        assert f"<h2>{name}</h2>" in text
    assert text.count("<svg") >= 8 and "nan" not in text and "prefers-color-scheme: dark" in text
    assert "KeyError: &#x27;what is that?&#x27;" in text, "what agents say is text, not page"
    sqlite3.connect(out).execute("SELECT 1").fetchall()
    with Store(out) as store:
        assert report(Figures(store)) == text


@pytest.mark.skipif(importlib.util.find_spec("pyarrow") is None, reason="needs the extra parquet")
def test_parquet(tmp_path: Path) -> None:
    assert main(["tournament", *BOTS, "--games", "4", "--parquet", str(tmp_path), *RULES]) == 0
    table = importlib.import_module("pyarrow.parquet").read_table(tmp_path / "seats.parquet")
    assert table.num_rows == 16 and table.column_names == [*columns.SEAT_COLUMNS, *columns.COUNT_COLUMNS]


def test_without_pyarrow_that_is_said_before_anything_is_played(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setitem(importlib.import_module("sys").modules, "pyarrow", None)
    assert main(["tournament", *BOTS, "--parquet", "nowhere"]) == 1
    assert "munchkin-env[parquet]" in capsys.readouterr().err
