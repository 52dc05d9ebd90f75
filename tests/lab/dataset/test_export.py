"""`munchkin export`: the rows are the games, nothing hidden is in what players see, and the description is a valid one."""

import hashlib
import importlib
import importlib.util
import json
import warnings
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from munchkin_env.cli import export as command
from munchkin_env.cli import main as cli
from munchkin_env.game.game import Game
from munchkin_env.lab.dataset import exporting
from munchkin_env.lab.dataset.describing import COLUMNS, SEEN_COLUMNS, columns_markdown_of, columns_of_table
from munchkin_env.lab.trials import Trials
from munchkin_env.observe import SIZE

pytestmark = pytest.mark.skipif(importlib.util.find_spec("pyarrow") is None, reason="needs the extra parquet")
RULES: Any = {"win_level": 3, "max_rounds": 2}
SHORT = ("random", "greedy", *(word for name, value in RULES.items() for word in ("--option", f"{name}={value}")))


@pytest.fixture(autouse=True)
def small(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(command, "_PART", 2)
    monkeypatch.setattr(exporting, "_ROOM", 8)  # every game needs more


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Three games in two parts."""
    made = tmp_path_factory.mktemp("dataset")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(command, "_PART", 2)
        assert cli.main(["export", *SHORT, "--games", "3", "--observations", "--out", str(made)]) == 0
    return made


def rows(folder: Path, table: str) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = importlib.import_module("pyarrow.parquet").read_table(folder / f"{table}.parquet").to_pylist()
    return found


@pytest.mark.compiled
def test_the_decisions_replay_the_games(folder: Path) -> None:
    """From the seed, action by action: who decided, what was legal, what that seat saw, and how it ended."""
    decisions = rows(folder, "decisions")
    for told in rows(folder, "games"):
        game = Game(2, seed=told["seed"], **RULES)
        mine = [row for row in decisions if row["game"] == told["game"]]
        assert [row["number"] for row in mine] == list(range(told["decisions"]))
        for k, row in enumerate(mine):
            assert (row["seat"], row["kind"]) == (game.seat, game.decision)
            assert row["legal_actions"] == list(game.legal()) and row["legal"] == len(game.legal())
            if k % 7 == 0:
                seen = np.zeros(SIZE, np.float32)
                seen[row["seen_places"]] = row["seen_numbers"]
                assert np.array_equal(seen, game.observe(row["seat"]))
            game.apply(row["action"])
        assert game.over and told["winners"] == list(game.winners)
        assert told["truncated"] == (not game.winners)
        share = 1 / len(game.winners) if game.winners else 0
        assert {row["share"] for row in mine if row["seat"] in game.winners} <= {share}
        assert {row["share"] for row in mine if row["seat"] not in game.winners} <= {0}


def test_players_move_by_one_seat_after_each_game(folder: Path) -> None:
    assert [row["agents"][0] for row in rows(folder, "games")] == ["random", "greedy", "random"]


def test_players_that_draw_do_not_begin_all_games_alike(tmp_path: Path) -> None:
    """The first choice of each seat is one of two: over 16 games it is both. What is remembered says that it was not always so."""
    drawn = Trials(("random",) * 2, options={"max_rounds": 1}, games=16)
    chosen = exporting.tables_of_part(exporting.Export(drawn, 16), 0)["decisions"].to_pylist()
    assert {row["kind"] for row in chosen if row["number"] < 2} == {"CHOOSE_SEX"}
    for seat in range(2):
        assert len({row["action"] for row in chosen if row["number"] < 2 and row["seat"] == seat}) == 2, seat
    for player, says in (("random", True), ("greedy", False)):
        assert (
            cli.main(["export", player, "--seats", "2", "--option", "max_rounds=1", "--games", "1", "--out", str(tmp_path / player)]) == 0
        )
        told = json.loads((tmp_path / player / "parts" / "parts.json").read_text(encoding="utf-8"))
        assert ("draws" in told) == says


def test_every_column_is_described_and_marked(folder: Path) -> None:
    parquet = importlib.import_module("pyarrow.parquet")
    for table in COLUMNS:
        schema = parquet.read_schema(folder / f"{table}.parquet")
        assert schema.names == list(columns_of_table(table, observations=True))
        hidden = {field.name for field in schema if field.metadata[b"hidden"]}
        assert hidden == {name for name, one in COLUMNS[table].items() if one.hidden}
    assert "share" in hidden and not any(one.hidden for one in SEEN_COLUMNS.values())
    sheet = (folder / "README.md").read_text(encoding="utf-8")
    assert "munchkin export random greedy" in sheet and all(f"`{name}`" in sheet for name in (*COLUMNS["games"], *SEEN_COLUMNS))


def test_the_metadata_has_what_croissant_requires(folder: Path) -> None:
    told = json.loads((folder / "croissant.json").read_text(encoding="utf-8"))
    assert told["@type"] == "sc:Dataset" and told["conformsTo"] == "http://mlcommons.org/croissant/1.0"
    assert {"name", "description", "license", "url", "datePublished", "version", "creator", "citeAs"} <= told.keys()
    for file in told["distribution"]:
        assert file["sha256"] == hashlib.sha256((folder / file["contentUrl"]).read_bytes()).hexdigest()
    ids = {file["@id"] for file in told["distribution"]}
    for records in told["recordSet"]:
        assert {field["source"]["fileObject"]["@id"] for field in records["field"]} <= ids
        assert [field["name"] for field in records["field"]] == list(columns_of_table(records["name"], observations=True))


@pytest.mark.skipif(importlib.util.find_spec("mlcroissant") is None, reason="needs mlcroissant")
def test_mlcroissant_reads_it(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(folder)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # its own
        dataset = importlib.import_module("mlcroissant").Dataset(jsonld="croissant.json")
        assert sum(1 for _ in dataset.records("games")) == 3
    assert not dataset.metadata.issues.errors


def test_more_games_continue_it(folder: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    arguments = ["export", *SHORT, "--out", str(tmp_path)]
    assert cli.main([*arguments, "--games", "2"]) == 0
    first = rows(tmp_path, "decisions")
    part = next(path for path in (tmp_path / "parts").iterdir() if path.name == "decisions-00000.parquet")
    stamp = part.stat().st_mtime_ns
    assert cli.main([*arguments, "--games", "3"]) == 0
    assert part.stat().st_mtime_ns == stamp and rows(tmp_path, "decisions")[: len(first)] == first
    plain = [{name: row[name] for name in COLUMNS["decisions"]} for row in rows(folder, "decisions")]
    assert rows(tmp_path, "decisions") == plain, "observations change nothing else"
    assert cli.main([*arguments, "--games", "3", "--seed", "2"]) == 1
    assert "made in another way" in capsys.readouterr().err


def test_the_docs_have_the_columns() -> None:
    page = (Path(__file__).parents[3] / "docs" / "dataset.md").read_text(encoding="utf-8")
    assert all(columns_markdown_of(table, observations=True) in page for table in COLUMNS)
