"""A tournament file that is damaged, foreign, or malicious: one clear error, soon, and nothing is changed."""

import json
import os
import random
import sqlite3
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from munchkin_env.cli.main import main
from munchkin_env.lab.arena import ArenaError, Figures, Store, define, merge, tournament
from munchkin_env.lab.arena.report import report
from tests.lab.arena.helpers import SHORT

BOTS = ["weighted", "random", "greedy", "greedy-1"]
FILES = int(os.environ.get("DAMAGED_FILES", "60"))
SOON = 20.0  # seconds, on a busy machine


@pytest.fixture(scope="module")
def good(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    path = tmp_path_factory.mktemp("good") / "good.sqlite"
    tournament(BOTS, 8, out=path, **SHORT)
    return path.read_bytes()


def changed(path: Path, *statements: str, writable_schema: bool = False) -> None:
    base = sqlite3.connect(path, isolation_level=None)
    if writable_schema:
        base.execute("PRAGMA writable_schema=ON")
    for one in statements:
        base.execute(one)
    base.close()


def defined(change: Callable[[dict[str, Any]], Any]) -> Callable[[Path], None]:
    """A changed definition."""

    def apply(path: Path) -> None:
        base = sqlite3.connect(path, isolation_level=None)
        ((text,),) = base.execute("SELECT value FROM meta WHERE key = 'definition'")
        known = json.loads(text)
        change(known)
        base.execute("UPDATE meta SET value = ? WHERE key = 'definition'", (json.dumps(known),))
        base.close()

    return apply


def sql(*statements: str, writable_schema: bool = False) -> Callable[[Path], None]:
    return lambda path: changed(path, *statements, writable_schema=writable_schema)


def written(data: Callable[[bytes], bytes]) -> Callable[[Path], None]:
    def apply(path: Path) -> None:
        path.write_bytes(data(path.read_bytes()))

    return apply


def sparse(path: Path) -> None:
    with path.open("r+b") as file:
        file.truncate(1 << 42)


HOSTILE: dict[str, Callable[[Path], None]] = {
    "cut off": written(lambda data: data[: len(data) // 2]),
    "cut to its head": written(lambda data: data[:100]),
    "zeros": written(lambda data: data[:100] + bytes(len(data) - 100)),
    "four terabytes": sparse,
    "no games": sql("DROP TABLE games"),
    "view for a table": sql("DROP TABLE deeds", "CREATE VIEW deeds AS SELECT * FROM seats"),
    "endless view": sql(
        "DROP TABLE games",
        "CREATE VIEW games AS WITH RECURSIVE c(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM c) SELECT n AS number FROM c",
    ),
    "trigger": sql("CREATE TRIGGER t AFTER INSERT ON games BEGIN DELETE FROM seats; END"),
    "generated": sql("DROP TABLE meta", "CREATE TABLE meta (key TEXT PRIMARY KEY, value TEXT AS (zeroblob(1000000000)))"),
    "another column": sql("ALTER TABLE games ADD COLUMN more INTEGER"),
    "another table": sql("CREATE TABLE more (x)"),
    "strange schema": sql("UPDATE sqlite_master SET sql = 'CREATE TABLE games (x' WHERE name = 'games'", writable_schema=True),
    "one table twice": sql(
        "UPDATE sqlite_master SET rootpage = (SELECT rootpage FROM sqlite_master WHERE name = 'seats') WHERE name = 'games'",
        writable_schema=True,
    ),
    "text for a number": sql("UPDATE games SET rounds = 'many' WHERE number = 3"),
    "bytes for a number": sql("UPDATE seats SET level = x'0102' WHERE number = 3"),
    "below": sql("UPDATE seats SET deaths = -1 WHERE number = 3"),
    "beyond": sql("UPDATE seats SET deaths = 9223372036854775807 WHERE number = 3"),
    "a fraction": sql("UPDATE games SET decisions = 1.5"),
    "endless share": sql("UPDATE seats SET share = 9e999 WHERE number = 1"),
    "entrant of none": sql("UPDATE seats SET entrant = 99 WHERE number = 1"),
    "seat of none": sql("UPDATE seats SET seat = 17 WHERE number = 1 AND seat = 3"),
    "game without seats": sql("DELETE FROM seats WHERE number = 2"),
    "seats without game": sql("DELETE FROM games WHERE number = 2"),
    "deeds of no game": sql("UPDATE deeds SET number = number + 1000"),
    "forfeit of no kind": sql("INSERT INTO forfeits VALUES (1, 1, 1, 0, 'tired', 'no')"),
    "no format": sql("DELETE FROM meta WHERE key = 'format'"),
    "no definition": sql("DELETE FROM meta WHERE key = 'definition'"),
    "definition is no JSON": sql("UPDATE meta SET value = '{' WHERE key = 'definition'"),
    "definition is deep": sql(f"UPDATE meta SET value = '{'[' * 5000}' WHERE key = 'definition'"),
    "definition is a list": sql("UPDATE meta SET value = '[]' WHERE key = 'definition'"),
    "value is bytes": sql("UPDATE meta SET value = x'ff' WHERE key = 'version'"),
    "value is no text": sql("UPDATE meta SET value = CAST(x'ff' AS TEXT) WHERE key = 'definition'"),
    "other entrants": sql("UPDATE entrants SET name = 'somebody else' WHERE entrant = 0"),
    "999 players": defined(lambda known: known.update(players=999)),
    "no entrants": defined(lambda known: known.update(entrants=[])),
    "entrants are text": defined(lambda known: known.update(entrants="weighted")),
    "entrants that are options": defined(lambda known: known["entrants"][0].update(spec="--report=/etc/passwd")),
    "negative seed": defined(lambda known: known.update(seed=-1)),
    "seed is true": defined(lambda known: known.update(seed=True)),
    "line-ups of none": defined(lambda known: known.update(lineups="often")),
    "copies": defined(lambda known: known.update(copies=[1, 1, 1, 1 << 30])),
    "field": defined(lambda known: known.update(field=7)),
    "no option": defined(lambda known: known["options"].update(nonsense=1)),
    "option beyond": defined(lambda known: known["options"].update(win_level=99)),
    "sets are numbers": defined(lambda known: known.update(sets=[1])),
    "limit below 0": defined(lambda known: known.update(time_limit=-1)),
    "talk is a word": defined(lambda known: known.update(talk="loud")),
}


def refused(path: Path) -> list[str]:
    """The result of each way of using the file. None changes it, or takes long."""
    before, began = path.stat(), time.monotonic()
    content = path.read_bytes() if before.st_size < 1 << 30 else b""
    said = []
    for use in (shown, lambda one: tournament(BOTS, 12, out=one, **SHORT), lambda one: merge([one], one.with_name("merged.sqlite"))):
        with pytest.raises(ArenaError) as error:
            use(path)
        said.append(str(error.value))
        assert str(path) in said[-1] and said[-1].isprintable() and len(said[-1]) < 600
    assert time.monotonic() - began < SOON and not path.with_name("merged.sqlite").exists()
    assert path.stat().st_mtime_ns == before.st_mtime_ns and (not content or path.read_bytes() == content)
    return said


def shown(path: Path) -> None:
    with Store(path) as store:
        store.wanted, store.played()
        report(Figures(store))


@pytest.mark.parametrize("how", HOSTILE)
def test_a_hostile_file_is_refused_and_stays_what_it_is(tmp_path: Path, good: bytes, how: str) -> None:
    path = tmp_path / "some.sqlite"
    path.write_bytes(good)
    HOSTILE[how](path)
    assert refused(path)


def test_what_is_no_regular_file_is_refused(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    (tmp_path / "folder").mkdir()
    for path in (tmp_path / "pipe", tmp_path / "folder", Path("/dev/zero"), Path("/dev/null")):
        for use in (Store, lambda one: tournament(BOTS, 4, out=one, **SHORT), lambda one: merge([one], tmp_path / "merged.sqlite")):
            with pytest.raises(ArenaError, match=str(path)):
                use(path)
    assert sorted(path.name for path in tmp_path.iterdir()) == ["folder", "pipe"]


def test_a_file_is_good_however_often_it_is_read(tmp_path: Path, good: bytes) -> None:
    """Reading leaves nothing beside the file; it may be in a read-only place."""
    path = tmp_path / "some.sqlite"
    path.write_bytes(good)
    shown(path)
    assert main(["tournament", "--show", str(path)]) == 0
    assert [one.name for one in tmp_path.iterdir()] == ["some.sqlite"] and path.read_bytes() == good


def test_files_damaged_at_random(tmp_path: Path, good: bytes) -> None:
    """Bytes, pages, cells: a file is refused, or used as if it were good. Nothing else is raised."""
    rng, path = random.Random(int(os.environ.get("DAMAGED_SEED", "1"))), tmp_path / "some.sqlite"
    accepted, said = 0, []
    for _ in range(FILES):
        path.write_bytes(spoiled(good, rng))
        began = time.monotonic()
        try:
            shown(path)
            accepted += 1
        except ArenaError as error:
            said.append(str(error))
        assert time.monotonic() - began < SOON
    assert accepted < FILES, "some damage was noticed"
    assert all(str(path) in one and one.isprintable() for one in said)


def spoiled(good: bytes, rng: random.Random) -> bytes:
    data, size = bytearray(good), 4096
    match rng.randrange(5):
        case 0:
            for _ in range(rng.choice((1, 8, 64))):
                data[rng.randrange(16, len(data))] = rng.randrange(256)
        case 1:
            first = rng.randrange(len(data) // size) * size
            data[first : first + size] = rng.randbytes(size)
        case 2:
            one, other = (rng.randrange(len(data) // size) * size for _ in range(2))
            data[one : one + size] = data[other : other + size]
        case 3:
            del data[rng.randrange(len(data)) :]
        case _:
            for _ in range(rng.choice((1, 4, 16))):  # numbers in the headers of file and pages
                data[rng.randrange(len(data) // size) * size + rng.randrange(110)] = rng.choice((0, 1, 127, 255))
    return bytes(data)


def test_text_in_a_file_steers_no_terminal_and_no_page(tmp_path: Path, good: bytes, capsys: pytest.CaptureFixture[str]) -> None:
    path, page, tables = tmp_path / "some.sqlite", tmp_path / "page.html", tmp_path / "csv"
    path.write_bytes(good)
    bad = "=cmd|' /C calc'!A0\x1b]0;owned\x07\x1b[2J<script>alert(1)</script>\u202e\nnext"
    defined(lambda known: known["entrants"][0].update(name=bad, fingerprint=bad))(path)
    base = sqlite3.connect(path, isolation_level=None)
    base.execute("UPDATE entrants SET name = ?, fingerprint = ? WHERE entrant = 0", (bad, bad))
    base.execute("INSERT INTO forfeits VALUES (1, 1, 0, 0, 'error', ?)", (bad,))
    base.close()
    assert main(["tournament", "--show", str(path), "--report", str(page), "--csv", str(tables)]) == 0
    told, html = capsys.readouterr(), page.read_text(encoding="utf-8")
    for text in (told.out, told.err, html):
        assert not any(sign in text for sign in ("\x1b", "\x07", "\u202e")) and "<script" not in html
    for table in tables.iterdir():
        text = table.read_text(encoding="utf-8")
        assert "\x1b" not in text and all(
            not cell.startswith(("=", "@")) for line in text.splitlines() for cell in line.replace('"', "").split(",")
        )


def test_another_tournament_beside_the_name_is_not_followed(tmp_path: Path, good: bytes) -> None:
    """A definition in the file decides nothing before it has been compared."""
    path = tmp_path / "some.sqlite"
    path.write_bytes(good)
    definition = define(BOTS, **SHORT)
    with Store(path, definition) as store:
        assert len(store.played()) == 8 and not list(tmp_path.glob("*.sqlite-journal"))
