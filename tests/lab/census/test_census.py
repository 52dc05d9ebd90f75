"""The census: it counts what happens, can be interrupted, and its command reports properly."""

import json
import re
from pathlib import Path
from typing import Any

import pytest

from munchkin_env.cards.loader import load
from munchkin_env.cli import main as cli
from munchkin_env.engine.state.kinds import FIRST_AUTOMATIC, Kind
from munchkin_env.lab.census import counting, playing
from munchkin_env.lab.census.census import Census, CensusError, effect_names, ops_of
from munchkin_env.lab.census.playing import play
from munchkin_env.players.bots.duel import duel

SHORT: Any = {"win_level": 3, "max_rounds": 3}


def run(capsys: pytest.CaptureFixture[str], *arguments: str, code: int = 0) -> str:
    """What it prints (to stderr, if it should fail)."""
    assert cli.main(arguments) == code
    printed = capsys.readouterr()
    return printed.err if code else printed.out


@pytest.mark.compiled
def test_its_games_are_those_of_a_duel() -> None:
    """Observing what happens does not change it."""
    players = ["greedy", "diplomat", "weighted"]
    counted, played = play(players, 4, 3, ["star"], **SHORT), duel(players, 4, 3, ["star"], **SHORT)
    assert counted.total_decisions == played.decisions == sum(counted.kinds.values()) == sum(counted.actions.values())
    assert counted.bot_wins == played.wins and counted.truncated == played.truncated
    assert sum(counted.seat_wins) == sum(counted.bot_wins)


@pytest.mark.compiled
def test_it_counts_what_happened() -> None:
    counted = play(["weighted"] * 2, 1, 5, ["western"], **SHORT)
    assert counted.things["BEGIN_TURN"] >= 2 and counted.events["TURN"] == counted.things["BEGIN_TURN"]
    assert counted.fights == counted.things["RESOLVE_FIGHT"] + counted.fights_otherwise
    assert counted.kinds["CHOOSE_SEX"] == 2
    assert sum(counted.facts[name] for name in ("FLED", "LOST")) == counted.events["LOSES_FIGHT"]
    for name, (ran, done, _) in counted.ops.items():
        assert done <= ran, name


def test_each_kind_op_and_effect_has_its_place() -> None:
    cards = load(["potter"])
    counted = play(["weighted"] * 2, 1, 1, ["potter"], **SHORT)
    assert list(counted.kinds) == [kind.name for kind in Kind if kind < FIRST_AUTOMATIC]
    assert list(counted.ops) == list(ops_of(cards)) and "COMBINE" not in counted.ops
    assert list(counted.powers) == list(effect_names(cards, powers=True))
    doing = sum(bool(rows) for rows in ops_of(cards).values())
    assert doing and not set(counted.powers) & set(counted.effects)


def test_one_that_is_interrupted_keeps_what_there_is(monkeypatch: pytest.MonkeyPatch) -> None:
    real, calls = counting.play_games, list[int]()

    def broken(*arguments: Any) -> None:
        calls.append(1)
        if len(calls) == 3:  # the first is the rehearsal
            raise KeyboardInterrupt
        real(*arguments)

    monkeypatch.setattr(playing, "play_games", broken)
    monkeypatch.setattr(playing, "_AT_A_TIME", 2)
    assert play(["weighted"] * 2, 10, **SHORT).games == 2
    calls[:] = [1, 1]
    with pytest.raises(KeyboardInterrupt):
        play(["weighted"] * 2, 10, **SHORT)


@pytest.mark.parametrize(("breaks_at", "told"), [(2, "these are the counts of 2 games"), (1, "before a game was over")])
def test_the_command_interrupted(
    breaks_at: int, told: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    real, calls = counting.play_games, list[int]()

    def broken(*arguments: Any) -> None:
        calls.append(1)
        if len(calls) > breaks_at:
            raise KeyboardInterrupt
        real(*arguments)

    monkeypatch.setattr(playing, "play_games", broken)
    monkeypatch.setattr(playing, "_AT_A_TIME", 2)
    options = ("--games", "10", "--seats", "2", "--option", "max_rounds=1", "--out", str(tmp_path / "part.json"))
    assert told in run(capsys, "census", *options, code=130)
    assert (tmp_path / "part.json").exists() == (breaks_at == 2)


def test_the_command(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    options = ("--games", "2", "--seats", "3", "--option", "win_level=3", "--option", "max_rounds=3")
    shown = run(capsys, "census", *options, "--out", str(tmp_path / "lot.json"))
    assert shown.startswith("2 games of weighted, weighted, weighted with deluxe")
    numbers = {name: int(n.replace(",", "")) for name, n in re.findall(r"^ *([a-z][a-z0-9_, ]*?) {2,}([\d,]+)\b", shown, re.MULTILINE)}
    assert sum(numbers[f"won by seat {seat}"] for seat in range(3)) + numbers["truncated at max_rounds"] == 2
    won = numbers["won, beating monsters"] + numbers["won, all monsters gone"]
    assert won + numbers["fled, nobody caught"] + numbers["lost, somebody caught"] + numbers["ended otherwise"] == numbers["fights"]
    assert "never: " in run(capsys, "census", *options, "--all")
    told = json.loads(run(capsys, "census", *options, "--json"))
    kept = Census.load(tmp_path / "lot.json")
    assert kept.kinds == told["kinds"] and kept.games == 2 and kept.sets == ("deluxe",)


def test_what_the_command_refuses(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    assert "win_level=99: must be" in run(capsys, "census", "--games", "1", "--option", "win_level=99", code=1)
    assert "no option 'x'" in run(capsys, "census", "--games", "1", "--option", "x=1", code=1)
    assert "there is no bot 'gredy'" in run(capsys, "census", "gredy", code=1)
    assert "there is no folder" in run(capsys, "census", "--out", str(tmp_path / "no" / "file.json"), code=1)
    assert "this is a folder" in run(capsys, "census", "--out", str(tmp_path), code=1)
    assert "there is no folder" in run(capsys, "census", "--page", str(tmp_path / "no" / "page.md"), "--", code=1)
    assert "--seats 4: 2 bots are named" in run(capsys, "census", "greedy", "bully", "--seats", "4", code=2)
    assert "--page needs files" in run(capsys, "census", "--page", str(tmp_path / "page.md"), "--", code=1)
    (tmp_path / "no.json").write_text("{}")
    assert "was not written by `munchkin census --out`" in run(
        capsys, "census", "--page", str(tmp_path / "page.md"), str(tmp_path / "no.json"), code=1
    )
    with pytest.raises(CensusError, match="there is no such file"):
        Census.load(tmp_path / "nothing.json")
