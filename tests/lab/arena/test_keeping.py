"""Games of a tournament to watch."""

import re
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

from munchkin_env.cli import main as cli
from munchkin_env.game.notation import seat_names
from munchkin_env.game.replay import Replay
from munchkin_env.lab.arena import Store, define
from munchkin_env.lab.arena.entrants import ArenaError
from munchkin_env.lab.arena.figures import Figures
from munchkin_env.lab.arena.keeping import check_keepable, closest_first, keep_games, replayed
from munchkin_env.lab.arena.running import run
from tests.lab.arena.helpers import HERE, SHORT

pytestmark = pytest.mark.compiled


@pytest.mark.slow
@pytest.mark.parametrize("specs", [["greedy", "random", "weighted", "bully"], ["trained", "greedy", "random", "random"]], ids=" ".join)
def test_the_kept_games_are_those_that_were_played(specs: list[str], tmp_path: Path) -> None:
    """Also those of bots that choose at random, and of a network."""
    definition = define(specs, games=8, **SHORT)
    with Store(definition=definition) as store:
        run(definition, store, 8)
        figures = Figures(store, definition)
    kept = keep_games(figures, 3, tmp_path / "games")
    assert sorted(one.number for one in kept) == sorted(closest_first(figures)[:3])
    levels = figures.seats["level"].reshape(8, 4)
    for one in kept:
        replay = Replay.load(one.page.with_suffix(".jsonl"))
        assert list(replay.game.levels) == levels[one.number].tolist()
        assert one.page.read_text(encoding="utf-8").startswith("<!DOCTYPE html>")
        names = seat_names(replay.names).values()
        assert one.says.endswith(", ".join(f"{name} {level}" for name, level in zip(names, replay.game.levels, strict=True)))


def test_another_result_is_noticed(tmp_path: Path) -> None:
    definition = define(["greedy", "random", "weighted", "bully"], games=4, **SHORT)
    with Store(definition=definition) as store:
        run(definition, store, 4)
        figures = Figures(store, definition)
    figures.games.arrays["decisions"] = figures.games["decisions"] + 1
    with pytest.raises(ArenaError, match="does not come to the stored result"):
        keep_games(figures, 1, tmp_path)


def test_games_of_agents_are_not_kept(tmp_path: Path) -> None:
    definition = define([HERE + "Lot", "greedy", "random", "random"], games=4, **SHORT)
    with Store(definition=definition) as store:
        run(definition, store, 4)
        figures = Figures(store, definition)
    with pytest.raises(ArenaError, match="no game can be kept"):
        keep_games(figures, 1, tmp_path)


def test_the_closest_games_are_those_that_somebody_won_while_others_were_about_to() -> None:
    """Games of two players; the last one was truncated."""
    seats = {"number": [0, 0, 1, 1, 2, 2, 3, 3], "won": [1, 0, 0, 1, 1, 1, 0, 0], "level": [10, 4, 9, 10, 10, 10, 9, 9]}
    figures: Any = SimpleNamespace(seats={name: np.array(values) for name, values in seats.items()})
    assert closest_first(figures) == [1, 0, 2, 3]


def test_games_that_cannot_be_kept_are_refused_before_they_are_played(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    report, base = tmp_path / "r.html", tmp_path / "t.sqlite"
    words = ["--players", "2", "--report", str(report), "--out", str(base), "--keep-games", "2"]
    assert cli.main(["tournament", HERE + "Lot", "greedy", *words]) == 1
    assert "no game can be kept" in capsys.readouterr().err and not base.exists() and not report.exists()


@pytest.mark.parametrize("lineups", ["all", "drawn"])
def test_games_can_be_kept_where_some_are_only_between_bots(lineups: str) -> None:
    check_keepable(define([HERE + "Lot", "greedy", "random"], games=12, players=2, lineups=lineups, **SHORT), 12)


def test_a_report_is_written_even_if_no_game_can_be_kept(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    base, report = tmp_path / "t.sqlite", tmp_path / "r.html"
    options = [each for name, value in SHORT.items() for each in ("--option", f"{name}={value}")]
    assert cli.main(["tournament", "greedy", HERE + "Lot", "--players", "2", "--games", "2", "--out", str(base), *options]) == 0
    capsys.readouterr()
    assert cli.main(["tournament", "--show", str(base), "--report", str(report), "--keep-games", "2"]) == 1
    shown = capsys.readouterr()
    assert "greedy" in shown.out and "Nothing is imported or opened only because a file names it" in shown.err
    assert "Standings" in report.read_text(encoding="utf-8") and "Games to watch" not in report.read_text(encoding="utf-8")


def test_a_game_is_replayed_with_its_seeds() -> None:
    definition = define(["random", "random", "weighted", "weighted"], games=4, **SHORT)
    first, second = definition.fixtures(0)[:2]
    assert replayed(definition, first).actions == replayed(definition, first).actions != replayed(definition, second).actions


def test_the_report_links_to_the_games(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    base, report = str(tmp_path / "t.sqlite"), tmp_path / "a report.html"
    options = [each for name, value in SHORT.items() for each in ("--option", f"{name}={value}")]
    assert cli.main(["tournament", "greedy", "random", "--players", "2", "--games", "4", "--out", base, *options]) == 0
    capsys.readouterr()
    assert cli.main(["tournament", "--show", base, "--report", str(report), "--keep-games", "2"]) == 0
    told = capsys.readouterr().out.partition("games to watch in a browser:\n")[2].splitlines()
    links = re.findall(r'<a href="([^"]+)">Game (\d+)</a>', report.read_text(encoding="utf-8"))
    assert len(links) == 2
    for link, number in links:
        assert link == f"a%20report-games/game-{number}.html"
        page = tmp_path / "a report-games" / f"game-{number}.html"
        assert page.is_file() and any(line.startswith(f"    {page.resolve().as_uri()}   ") for line in told)
    assert cli.main(["tournament", "--show", base, "--report", str(report), "--keep-games", "9"]) == 0
    assert "--keep-games 9: 4 are kept" in capsys.readouterr().err
    capsys.readouterr()
    assert cli.main(["tournament", "--show", base, "--keep-games", "2"]) == 1
    assert "--keep-games needs --report" in capsys.readouterr().err
