"""The ladder: who plays whom where, and that it continues."""

from pathlib import Path

import pytest

from munchkin_env.cli.main import main
from munchkin_env.lab.trials.climbing import Setting, climb, edges

FOUR, STAR = Setting(4), Setting(4, ("star",))


def test_each_rung_meets_the_next_lower_one_that_knows_the_cards() -> None:
    found = edges(["weighted", "veteran", "trained-pure", "search:8ms"], [FOUR, STAR])
    assert [(upper, lower) for setting, upper, lower in found if setting == FOUR] == [
        ("veteran", "weighted"),
        ("trained-pure", "veteran"),
        ("search:8ms", "trained-pure"),
    ]
    assert [(upper, lower) for setting, upper, lower in found if setting == STAR] == [("veteran", "weighted"), ("search:8ms", "veteran")]
    assert [lower for _, upper, lower in edges(["veteran", "trained", "search:8ms"], [STAR]) if upper == "search:8ms"] == ["trained"]


@pytest.mark.slow
def test_the_stronger_one_is_seen_to_be_stronger(tmp_path: Path) -> None:
    (edge,) = climb(tmp_path, ["weighted", "greedy"], [Setting(2)], games=12)
    assert (edge.setting, edge.upper, edge.lower, edge.games, edge.fair) == ("deluxe, 2 players", "greedy", "weighted", 12, 50.0)
    assert edge.share.value > 80 and edge.share.low > 50 and edge.seconds > 0
    (again,) = climb(tmp_path, ["weighted", "greedy"], [Setting(2)], games=12)
    assert again.share == edge.share


@pytest.mark.slow
def test_a_slow_player_plays_fewer_games(tmp_path: Path) -> None:
    (edge,) = climb(tmp_path, ["weighted", "search:1,turns=1"], [Setting(2)], games=400, slow_games=2)
    assert edge.games == 2 and edge.seconds > 0


def test_the_command(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    words = ["lab", "ladder", "weighted", "greedy", "--out", str(tmp_path), "--games", "2", "--seats", "2", "--set", "star"]
    assert main(words) == 0
    told = capsys.readouterr().out
    assert "greedy over weighted" in told and "star, 2 players" in told
    assert (tmp_path / "climb.csv").read_text().splitlines()[0].startswith("setting,upper,lower,games,share,share_low,share_high,fair")
    assert "<svg" in (tmp_path / "climb.svg").read_text()
    assert main([*words[:-4], "--seats", "9"]) == 1
    assert "players" in capsys.readouterr().err
