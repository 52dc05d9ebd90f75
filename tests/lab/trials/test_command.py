"""`munchkin lab`: tables, files, and what it refuses."""

import csv
import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from munchkin_env.cli import lab as command
from munchkin_env.cli import main as cli
from munchkin_env.lab.trials import cards, house, skill
from munchkin_env.lab.trials.bench_of_bots import Bench, Trials
from munchkin_env.lab.trials.house import MEASURES

PLANTED = str(Path(__file__).with_name("planted.json"))
SHORT = ("--games", "2", "--seats", "2", "--option", "win_level=3", "--option", "max_rounds=2")


@pytest.fixture(autouse=True)
def small(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(command, "_PART", 1)
    monkeypatch.setattr(cards, "CHANCES", (0.2, 0.5))
    monkeypatch.setattr(skill, "CHANCE", 0.05)


def run(capsys: pytest.CaptureFixture[str], *arguments: str, code: int = 0) -> str:
    """What it prints (to stderr, if it should fail)."""
    assert cli.main(arguments) == code
    printed = capsys.readouterr()
    return printed.err if code else printed.out


def test_cards(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    shown = run(capsys, "lab", "cards", "--out", str(tmp_path), "--set", PLANTED, *SHORT)
    assert "trials in 2 games of 2 greedy" in shown and "Too few trials" in shown and str(tmp_path / "cards.svg") in shown
    with (tmp_path / "cards.csv").open(encoding="utf-8") as file:
        rows = list(csv.DictReader(file))
    assert {row["name"] for row in rows} == {"Tame Rat", "Strong Bear", "Grey Pebble", "Brown Gravel", "Planted Cannon"}
    assert {"worth", "worth_low", "worth_high", "at_door", "level_1_to_3", "misleads"} <= rows[0].keys()
    told = json.loads((tmp_path / "cards.json").read_text(encoding="utf-8"))
    assert told["about"]["players"] == ["greedy", "greedy"] and told["about"]["games"] == 2 and len(told["rows"]) == 5
    drawn = (tmp_path / "cards.svg").read_text(encoding="utf-8")
    assert drawn.startswith('<svg xmlns="http://www.w3.org/2000/svg"') and "The worth of a card" in drawn and "95 % intervals" in drawn
    assert run(capsys, "lab", "cards", "--out", str(tmp_path), "--set", PLANTED, *SHORT) == shown, "kept, not played again"
    assert "made in another way" in run(capsys, "lab", "cards", "--out", str(tmp_path), "--set", PLANTED, "--seed", "2", *SHORT, code=1)


def test_a_damaged_part_is_told(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    run(capsys, "lab", "cards", "--out", str(tmp_path), "--set", PLANTED, *SHORT)
    part = tmp_path / "draws-00001.npz"
    whole = part.read_bytes()
    for damaged in (b"", b"nonsense", whole[: len(whole) // 2]):
        part.write_bytes(damaged)
        assert "draws-00001.npz is damaged" in run(capsys, "lab", "cards", "--out", str(tmp_path), "--set", PLANTED, *SHORT, code=1)
    part.unlink()
    run(capsys, "lab", "cards", "--out", str(tmp_path), "--set", PLANTED, *SHORT)
    assert part.is_file()


def test_rules(capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def planted(_how: Any, _challenger: str, change: Any, k: int) -> dict[str, Any]:
        return {name: np.array(k + 2.0 * bool(change.name)) for name in MEASURES}

    monkeypatch.setattr(house, "play_block", planted)
    shown = run(capsys, "lab", "rules", "--out", str(tmp_path), "--only", "shared_victory", "--games", "3", "--seats", "2")
    assert "shared_victory=true" in shown and "+2.0" in shown and (tmp_path / "rules-rounds.svg").is_file()
    told = json.loads((tmp_path / "rules.json").read_text(encoding="utf-8"))["rows"]
    assert [row["rule"] for row in told] == ["shared_victory=true", "default"] and told[0]["rounds_change"] == 2.0
    assert "there is no option 'x'" in run(capsys, "lab", "rules", "--out", str(tmp_path), "--only", "x", code=1)


def test_rules_beside_another_base(capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    bases: list[Any] = []

    def planted(how: Any, _challenger: str, change: Any, k: int) -> dict[str, Any]:
        bases.append(how.options | change.options)
        return {name: np.array(k + 2.0 * bool(change.name)) for name in MEASURES}

    monkeypatch.setattr(house, "play_block", planted)
    common = ("--games", "2", "--seats", "6", "--out", str(tmp_path))
    shown = run(capsys, "lab", "rules", *common, "--only", "win_level", "--option", "win_level=6", "--option", "sell_cap=strict")
    assert "The base (win_level=6, sell_cap=strict), and what each rule changes" in shown
    assert [one["win_level"] for one in bases] == [6, 6, 10, 10, 20, 20]
    rows = json.loads((tmp_path / "rules.json").read_text(encoding="utf-8"))["rows"]
    assert [row["rule"] for row in rows] == ["win_level=10", "win_level=20", "base"]
    assert "minus the same with the base (win_level=6, sell_cap=strict)" in (tmp_path / "rules-rounds.svg").read_text(encoding="utf-8")
    bases.clear()
    told = run(capsys, "lab", "rules", *common, "--option", "first_player=2", code=1)
    assert "first_player=2: in these games seat 0 begins" in told
    told = run(capsys, "lab", "rules", *common, "--only", "max_rounds", code=1)
    assert "max_rounds: with these cards there is no other value to try; there is of win_level, " in told
    assert "there is no bot 'traind'" in run(capsys, "lab", "rules", *common, "--challenger", "traind", code=1)
    assert not bases, "nothing is played before it is refused"


def test_skill(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    arguments = ("lab", "skill", "weighted", "greedy", "--out", str(tmp_path), *SHORT)
    shown = run(capsys, *arguments)
    assert "Share of one (row) among 1 of the other" in shown and "of the variance of results" in shown and "after 50%" in shown
    rows = json.loads((tmp_path / "ladder.json").read_text(encoding="utf-8"))["rows"]
    assert [(row["player"], row["against"]) for row in rows] == [("weighted", "greedy"), ("greedy", "weighted")]
    assert (tmp_path / "decisions.svg").is_file() and (tmp_path / "drama.csv").is_file() and (tmp_path / "luck.json").is_file()
    assert run(capsys, *arguments) == shown, "kept, not played again"


@pytest.mark.parametrize("experiment", ["cards", "skill"])
def test_any_seed_is_one(experiment: str, capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    players = ["random", "weighted"] if experiment == "skill" else ["weighted"]
    rules = ("--games", "1", "--seats", "2", "--option", "max_rounds=1", "--set", PLANTED, "--out", str(tmp_path))
    run(capsys, "lab", experiment, *players, "--seed", str(2**63 - 1), *rules)
    assert 0 <= Bench(Trials(seed=2**63 - 1), 5, games=1).seed < 1 << 41


def test_what_it_refuses(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    assert "this is not a folder" in run(capsys, "lab", "cards", "--out", str(tmp_path / "file"), code=2)
    assert "there is no bot 'gredy'" in run(capsys, "lab", "cards", "gredy", "--out", str(tmp_path / "a"), code=1)
    assert "2 players are named" in run(capsys, "lab", "cards", "greedy", "bully", "--seats", "3", "--out", str(tmp_path / "a"), code=1)
    with pytest.raises(SystemExit):
        cli.main(["lab"])
    assert "EXPERIMENT" in capsys.readouterr().err
