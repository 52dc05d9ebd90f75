"""What a tournament writes: nothing replaces anything else, one writer at a time, and a full disk is reported in one line."""

import multiprocessing
import os
import sqlite3
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from munchkin_env.cli.main import main
from munchkin_env.lab.arena import ArenaError, Figures, Store, define, tournament
from munchkin_env.lab.arena.export import EXPORTED, SCORECARD, tables
from munchkin_env.lab.arena.running import run
from tests.lab.arena.helpers import SHORT, results

BOTS = ["weighted", "random", "greedy", "greedy-1"]
RULES = [word for name, value in SHORT.items() for word in ("--option", f"{name}={value}")]


def linked(make: Callable[[Path, Path], None]) -> Callable[[Path], list[str]]:
    def arguments(folder: Path) -> list[str]:
        make(folder / "some.sqlite", folder / "page.html")
        return [*BOTS, "--out", str(folder / "some.sqlite"), "--report", str(folder / "page.html")]

    return arguments


COLLISIONS: dict[str, Callable[[Path], list[str]]] = {
    "report onto the database": lambda folder: [*BOTS, "--out", f"{folder}/some.sqlite", "--report", f"{folder}/some.sqlite"],
    "by another way": lambda folder: [*BOTS, "--out", f"{folder}/some.sqlite", "--report", f"{folder}/../{folder.name}/some.sqlite"],
    "through a link": linked(lambda base, page: page.symlink_to(base)),
    "through a hard link": linked(lambda base, page: page.hardlink_to(base)),
    "onto its journal": lambda folder: [*BOTS, "--out", f"{folder}/some.sqlite", "--report", f"{folder}/some.sqlite-wal"],
    "onto what is shown": lambda folder: ["--show", f"{folder}/some.sqlite", "--report", f"{folder}/some.sqlite"],
    "onto another database": lambda folder: [*BOTS, "--report", f"{folder}/some.sqlite"],
    "onto what is merged": lambda folder: [
        "--merge",
        f"{folder}/some.sqlite",
        "--out",
        f"{folder}/c.sqlite",
        "--report",
        f"{folder}/some.sqlite",
    ],
    "merged into itself": lambda folder: ["--merge", f"{folder}/some.sqlite", "--out", f"{folder}/some.sqlite"],
    "onto an entrant": lambda folder: [f"{folder}/bold.toml", *BOTS[1:], "--report", f"{folder}/bold.toml"],
    "onto the field": lambda folder: [*BOTS[1:], "--field", f"{folder}/bold.toml", "--out", f"{folder}/bold.toml"],
    "onto a table": lambda folder: [*BOTS, "--csv", str(folder), "--report", f"{folder}/games.csv"],
}


@pytest.mark.parametrize("how", COLLISIONS)
def test_nothing_is_written_over_what_is_needed(tmp_path: Path, how: str, capsys: pytest.CaptureFixture[str]) -> None:
    tournament(BOTS, 4, out=tmp_path / "some.sqlite", **SHORT)
    (tmp_path / "bold.toml").write_text('base = "greedy"\n')
    arguments = COLLISIONS[how](tmp_path)
    before = {path: path.read_bytes() for path in tmp_path.iterdir()}
    assert (
        main(
            ["tournament", *arguments, "--games", "8", *RULES]
            if "--show" not in arguments and "--merge" not in arguments
            else ["tournament", *arguments]
        )
        == 1
    )
    told = capsys.readouterr().err
    assert told.startswith("munchkin: ") and ("choose another" in told) and told.count("\n") == 1
    assert {path: path.read_bytes() for path in tmp_path.iterdir()} == before


def test_all_that_is_exported_is_known_before(tmp_path: Path) -> None:
    figures = tournament(BOTS, 4, out=tmp_path / "some.sqlite", **SHORT)
    with Store(tmp_path / "some.sqlite") as store:
        assert (*tables(store, figures), SCORECARD) == EXPORTED


def test_a_second_writer_is_refused(tmp_path: Path) -> None:
    path, definition = tmp_path / "some.sqlite", define(BOTS, **SHORT)
    with Store(path, definition) as store:
        for other in (definition, define(BOTS, seed=2, **SHORT)):
            with pytest.raises(ArenaError, match=rf"another process writes this tournament \(process {os.getpid()} .*choose another --out"):
                Store(path, other)
        run(definition, store, 4)
        with Store(path) as reader:
            assert len(reader.played()) == 4, "but anybody may read"
            assert Figures(reader).n == 4
    with Store(path, definition) as store:
        assert len(store.played()) == 4


def test_a_reader_never_finds_a_file_without_its_tables(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path, found, connected = tmp_path / "some.sqlite", list[str](), Store._connected

    def look(_: str) -> None:
        """Before every statement of the writer."""
        if path.exists() and path.stat().st_size:
            try:
                Store(path).close()
                found.append("readable")
            except ArenaError as error:
                found.append(str(error))

    def watched(store: Store, address: str) -> sqlite3.Connection:
        base = connected(store, address)
        if "mode=rwc" in address:
            base.set_trace_callback(look)
        return base

    monkeypatch.setattr(Store, "_connected", watched)
    Store(path, define(BOTS, **SHORT)).close()
    assert set(found) == {"readable"}


def started(path: str, go: "multiprocessing.synchronize.Event", told: "multiprocessing.Queue[str]") -> None:
    go.wait()
    try:
        tournament(BOTS, 16, out=path, **SHORT)
        told.put("played")
    except ArenaError as error:
        told.put(str(error))


@pytest.mark.slow
def test_of_two_that_begin_a_new_file_at_once_one_is_refused_or_both_are_right(tmp_path: Path) -> None:
    spawn = multiprocessing.get_context("spawn")
    go, told, path = spawn.Event(), spawn.Queue(), tmp_path / "some.sqlite"
    both = [spawn.Process(target=started, args=(str(path), go, told)) for _ in range(2)]
    for one in both:
        one.start()
    go.set()
    said = sorted(told.get(timeout=120) for _ in both)
    for one in both:
        one.join(60)
    assert said[-1] == "played" and (said[0] == "played" or "another process writes this tournament" in said[0])
    definition = define(BOTS, **SHORT)
    with Store(path) as store, Store(definition=definition) as other:
        run(definition, other, 16)
        assert results(store) == results(other), "as if one had played alone"


FULL = """
import resource, sys
resource.setrlimit(resource.RLIMIT_FSIZE, (int(sys.argv[1]),) * 2)
from munchkin_env.cli.main import main
sys.exit(main(sys.argv[2:]))
"""


@pytest.mark.slow
@pytest.mark.skipif(sys.platform == "win32", reason="needs limits of POSIX")
@pytest.mark.parametrize("room", [1, 30_000])
@pytest.mark.parametrize("what", ["out", "report", "csv"])
def test_a_full_disk_is_said_in_one_line_and_what_was_there_is_kept(tmp_path: Path, what: str, room: int) -> None:
    out, page, folder = tmp_path / "some.sqlite", tmp_path / "page.html", tmp_path / "csv"
    tournament(BOTS, 400 if what != "out" else 4, out=out, **SHORT)
    folder.mkdir()
    for path in (page, folder / "seats.csv"):
        path.write_text("what was there")
    command = {
        "out": [*BOTS, *RULES, "--out", str(out), "--games", "400"],
        "report": ["--show", str(out), "--report", str(page)],
        "csv": ["--show", str(out), "--csv", str(folder)],
    }[what]
    if what == "report":
        room //= 2
    done = subprocess.run(
        [sys.executable, "-c", FULL, str(room), "tournament", *command], capture_output=True, text=True, timeout=200, check=False
    )
    last = done.stderr.strip().splitlines()[-1]
    assert done.returncode == 1 and last.startswith("munchkin: ") and "cannot be " in last and "Traceback" not in done.stderr
    with Store(out) as store:
        assert len(store.played()) >= 4
        store.check_all()
    if what != "out":
        assert (page if what == "report" else folder / "seats.csv").read_text() == "what was there"
    assert not list(tmp_path.rglob("*.part"))


def test_a_game_is_there_with_all_its_rows_or_not_at_all(tmp_path: Path) -> None:
    path, definition = tmp_path / "some.sqlite", define(BOTS, **SHORT)
    with Store(path, definition) as store:
        run(definition, store, 4)
        whole = store.tables()
        rows = {name: [(99, *row[1:]) for row in some if row[0] == 0] for name, some in whole.items()}
        rows["deeds"].append(rows["seats"][0][:7])
        rows["deeds"][-1:] = [(99, 0, 1, None, 0, 0, 0)]
        with pytest.raises(ArenaError, match="cannot be written"):
            store._add(rows)
        assert store.tables() == whole
