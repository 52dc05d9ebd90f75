"""Games of a tournament to watch."""

import re
from pathlib import Path

import pytest

from munchkin_env.cli import main as cli
from munchkin_env.game.notation import seat_names
from munchkin_env.game.replay import Replay
from munchkin_env.lab.arena import Store, define
from munchkin_env.lab.arena.entrants import ArenaError
from munchkin_env.lab.arena.figures import Figures
from munchkin_env.lab.arena.keeping import keep_games, replayed
from munchkin_env.lab.arena.running import run
from tests.lab.arena.helpers import HERE, SHORT

pytestmark = pytest.mark.compiled


@pytest.mark.parametrize("specs", [["greedy", "random", "weighted", "bully"], ["trained", "greedy", "random", "random"]], ids=" ".join)
def test_the_kept_games_are_those_that_were_played(specs: list[str], tmp_path: Path) -> None:
    """Also those of bots that choose at random, and of a network."""
    definition = define(specs, games=8, **SHORT)
    with Store(definition=definition) as store:
        run(definition, store, 8)
        figures = Figures(store)
    kept = keep_games(definition, figures, 3, tmp_path / "games")
    assert len(kept) == 3 and len({one.number for one in kept}) == 3
    levels, won = figures.seats["level"].reshape(8, 4), figures.seats["won"].reshape(8, 4)
    behind = (levels * (won == 0)).sum(axis=1).tolist()
    assert sorted(behind[one.number] for one in kept) == sorted(behind)[-3:]
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
        figures = Figures(store)
    figures.games.arrays["decisions"] = figures.games["decisions"] + 1
    with pytest.raises(ArenaError, match="does not come to the stored result"):
        keep_games(definition, figures, 1, tmp_path)


def test_games_of_agents_are_not_kept(tmp_path: Path) -> None:
    definition = define([HERE + "Lot", "greedy", "random", "random"], games=4, **SHORT)
    with Store(definition=definition) as store:
        run(definition, store, 4)
        figures = Figures(store)
    with pytest.raises(ArenaError, match="no game can be kept"):
        keep_games(definition, figures, 1, tmp_path)


def test_a_game_is_replayed_with_its_seeds() -> None:
    definition = define(["random", "random", "weighted", "weighted"], games=4, **SHORT)
    first, second = definition.fixtures(0)[:2]
    assert replayed(definition, first).actions == replayed(definition, first).actions != replayed(definition, second).actions


def test_the_report_links_to_the_games(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    base, report = str(tmp_path / "t.sqlite"), tmp_path / "a report.html"
    options = [each for name, value in SHORT.items() for each in ("--option", f"{name}={value}")]
    assert cli.main(["tournament", "greedy", "random", "--players", "2", "--games", "4", "--out", base, *options]) == 0
    assert cli.main(["tournament", "--show", base, "--report", str(report), "--keep-games", "2"]) == 0
    links = re.findall(r'<a href="([^"]+)">Game (\d+)</a>', report.read_text(encoding="utf-8"))
    assert len(links) == 2
    for link, number in links:
        assert link == f"a%20report-games/game-{number}.html"
        assert (tmp_path / "a report-games" / f"game-{number}.html").is_file()
    capsys.readouterr()
    assert cli.main(["tournament", "--show", base, "--keep-games", "2"]) == 1
    assert "--keep-games needs --report" in capsys.readouterr().err
