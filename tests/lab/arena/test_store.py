"""The file: played games stay, missing ones are played, files are merged, others are refused."""

import json
import shlex
import sqlite3
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from munchkin_env.cli.main import main
from munchkin_env.lab.arena import ArenaError, Store, continued, define, merge, running, tournament
from munchkin_env.lab.arena.running import jobs, run
from munchkin_env.lab.arena.store import SCHEMA
from tests.lab.arena.helpers import HERE, SHORT, results

BOTS = ["weighted", "random", "greedy", "greedy-1"]


class Enough(Exception):  # noqa: N818 - stands for Ctrl-C
    pass


def stop_after(games: int) -> Any:
    def progress(there: int) -> None:
        if there >= games:
            raise Enough

    return progress


@pytest.fixture(autouse=True)
def small_jobs(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(running, "SIDE_BY_SIDE", 3)


def whole(specs: list[str], games: int) -> dict[str, Any]:
    definition = define(specs, **SHORT)
    with Store(definition=definition) as store:
        run(definition, store, games)
        return results(store)


@pytest.mark.slow
@pytest.mark.parametrize("specs", [BOTS, [HERE + "Lot", HERE + "Many", "random", "weighted"]])
def test_a_broken_tournament_goes_on_where_it_was(tmp_path: Path, specs: list[str]) -> None:
    definition, path = define(specs, **SHORT), tmp_path / "some.sqlite"
    with Store(path, definition) as store, pytest.raises(Enough):
        run(definition, store, 8, progress=stop_after(4))
    with Store(path, definition) as store:
        assert 4 <= len(store.played()) < 8
        assert sum(map(len, jobs(definition, 8, store.played()))) < 8, "not all of it again"
        run(definition, store, 8)
        assert results(store) == whole(specs, 8)


def test_more_games_may_be_asked_for_later(tmp_path: Path) -> None:
    path = tmp_path / "some.sqlite"
    tournament(BOTS, 4, out=path, **SHORT)
    with Store(path) as store:
        definition = continued(store, 8)
    assert definition == define(BOTS, **SHORT)
    assert tournament(BOTS, 8, out=path, **SHORT).n == 8
    with Store(path) as store:
        assert results(store) == whole(BOTS, 8)


@pytest.mark.slow
def test_of_more_entrants_than_seats_the_lineups_stay_what_they_were(tmp_path: Path) -> None:
    """`auto` would choose otherwise for more games."""
    path, specs = tmp_path / "some.sqlite", [*BOTS, HERE + "Lot"]
    tournament(specs, 2, players=3, out=path, **SHORT)
    assert tournament(specs, 40, players=3, out=path, progress=None, **SHORT).identity["lineups"] == "drawn"


def test_another_tournament_is_refused_and_nothing_changes(tmp_path: Path) -> None:
    path = tmp_path / "some.sqlite"
    tournament(BOTS, 4, out=path, **SHORT)
    before = path.read_bytes()
    with pytest.raises(ArenaError, match=r"holds another tournament: seed is 1 there and 2 here\. Use another file"):
        tournament(BOTS, 4, out=path, seed=2, **SHORT)
    with pytest.raises(ArenaError, match="max_rounds is 1 there and 2 here"):
        tournament(BOTS, 4, out=path, max_rounds=2, trade_budget=0)
    assert path.read_bytes() == before


def test_files_are_merged(tmp_path: Path) -> None:
    definition = define(BOTS, **SHORT)
    paths = [tmp_path / "a.sqlite", tmp_path / "b.sqlite"]
    for path, parity in zip(paths, (0, 1), strict=True):
        others = {number for number in range(8) if number % 2 == parity}
        with Store(path, definition) as store:
            for finished in running.outcomes(definition, jobs(definition, 8, others - {3}), workers=1, ray=False):
                store.write(finished)
    assert merge(paths, tmp_path / "c.sqlite") == 8
    with Store(tmp_path / "c.sqlite", definition) as store:
        assert results(store) == whole(BOTS, 8)
    with pytest.raises(ArenaError, match="already exists"):
        merge(paths, tmp_path / "c.sqlite")
    other = define(BOTS, seed=5, **SHORT)
    Store(tmp_path / "other.sqlite", other).close()
    with pytest.raises(ArenaError, match=r"other\.sqlite and .*a\.sqlite hold different tournaments: seed is 5 there and 1 here"):
        merge([paths[0], tmp_path / "other.sqlite"], tmp_path / "d.sqlite")
    assert not (tmp_path / "d.sqlite").exists()


def spoiled(path: Path) -> Iterator[tuple[str, str]]:
    """Files that are not tournaments, and the messages."""
    path.write_bytes(b"no database at all")
    yield "text", "not an SQLite database"
    path.write_bytes(b"SQLite format 3\0" + b"\1" * 4000)
    yield "damaged", "damaged"
    path.unlink()
    base = sqlite3.connect(path)
    base.execute("CREATE TABLE meta (key TEXT, value TEXT)")
    base.commit()
    yield "other", "not of a tournament"
    base.execute("INSERT INTO meta VALUES ('format', 'munchkin_env tournament'), ('schema', '99'), ('version', '9.9')")
    base.commit()
    base.close()
    yield "newer", rf"schema 99, by munchkin_env 9\.9; this version reads {SCHEMA}"


def test_what_is_no_file_of_a_tournament_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "some.sqlite"
    for _, said in spoiled(path):
        with pytest.raises(ArenaError, match=said):
            Store(path)
        with pytest.raises(ArenaError, match=said):
            tournament(BOTS, 4, out=path)
    with pytest.raises(ArenaError, match="there is no file"):
        Store(tmp_path / "none.sqlite")


def harmful(folder: Path) -> str:
    """A module of that folder which leaves a trace when imported."""
    (folder / "harmful.py").write_text(f"open({str(folder / 'imported')!r}, 'w').close()\n\ndef act(): ...\n")
    return "harmful:act"


@pytest.mark.parametrize("kind", ["class", "policy", "style", "checkpoint", "field", "cards", "made in Python"])
def test_what_a_file_names_is_neither_imported_nor_opened(tmp_path: Path, kind: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    path = tmp_path / "some file.sqlite"
    tournament(BOTS if kind != "field" else BOTS[:3], 4, out=path, field="greedy-1" if kind == "field" else None, **SHORT)
    (tmp_path / "bold.toml").write_text('base = "greedy"\n')
    strange = {
        "class": harmful(tmp_path),
        "policy": "policy.npz",
        "style": "bold.toml",
        "checkpoint": "run.zip",
        "field": harmful(tmp_path),
        "cards": "/dev/zero",
        "made in Python": "calm",
    }[kind]
    base = sqlite3.connect(path)
    ((told,),) = base.execute("SELECT value FROM meta WHERE key = 'definition'")
    definition = json.loads(told)
    if kind == "cards":
        definition["sets"] = [strange]
    else:
        definition["entrants"][definition["field"]]["spec"] = strange
    base.execute("UPDATE meta SET value = ? WHERE key = 'definition'", (json.dumps(definition),))
    base.execute("UPDATE entrants SET spec = ? WHERE entrant = ?", (definition["entrants"][-1]["spec"], len(definition["entrants"]) - 1))
    base.commit()
    base.close()
    with Store(path) as store, pytest.raises(ArenaError) as refused:
        continued(store, 8)
    told = str(refused.value)
    assert strange in told and "Nothing is imported or opened only because a file names it" in told
    words = shlex.split(told.splitlines()[-1])
    assert words[:2] == ["munchkin", "tournament"] and f"--out={path}" in words and "--option=max_rounds=1" in words
    assert main(["tournament", "--out", str(path)]) == 1
    assert not (tmp_path / "imported").exists()
    merge([path], tmp_path / "merged.sqlite")
    assert main(["tournament", "--show", str(path)]) == 0 and not (tmp_path / "imported").exists()


@pytest.mark.slow
@pytest.mark.parametrize("field", [None, "random"])
def test_the_command_that_is_told_goes_on(tmp_path: Path, field: str | None, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "some.sqlite"
    specs = [HERE + "Lot", *BOTS[:3]] if field is None else [HERE + "Lot"]
    tournament(specs, 4, field=field, players=4, seed=77, time_limit=None, out=path, **SHORT)
    assert main(["tournament", "--out", str(path)]) == 1
    command = shlex.split(capsys.readouterr().err.splitlines()[-1])
    assert main([*command[1:], "--games", "8"]) == 0
    assert "8 games of 4 players" in capsys.readouterr().out
