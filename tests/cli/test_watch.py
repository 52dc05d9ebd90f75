"""`munchkin watch`: games that are shown while they are played."""

import re
from pathlib import Path

import pytest

from munchkin_env.cards.loader import load
from munchkin_env.cli import main as cli
from munchkin_env.game.replay import Replay
from munchkin_env.players import agents
from munchkin_env.tasks import find_task
from tests.players.agents.fake_endpoint import serving

SHORT = ("--pause", "0", "--seed", "3", "--option", "win_level=3", "--option", "max_rounds=2")


def test_a_game_is_shown_and_recorded(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    game, page = tmp_path / "game.jsonl", tmp_path / "game.html"
    assert cli.main(["watch", "greedy", "bully", "greedy", *SHORT, "--record", str(game), "--html", str(page)]) == 0
    shown = capsys.readouterr().out
    replay = Replay.load(game)
    assert replay.game.over and replay.names == {0: "greedy 0", 1: "bully", 2: "greedy 2"} and replay.reasons
    assert shown.startswith("greedy 0, bully, greedy 2; seed 3\n")
    assert "-- round 1: " in shown and "FIGHT" in shown and "   (" in shown
    assert shown.splitlines()[-2:] == [str(game), str(page)]
    result = "truncated, nobody wins" if not replay.game.winners else "win"
    told, _, summed = shown.partition("SUMMARY")
    assert result in told.splitlines()[-1]
    assert [line.split()[:2] for line in summed.splitlines()[2:5:2]] == [["greedy", "0"], ["greedy", "2"]]
    assert page.read_text(encoding="utf-8").startswith("<!DOCTYPE html>")
    assert not re.search(r"player \d\b", shown)


def test_a_model_is_told_what_has_happened_since_its_last_decision() -> None:
    with serving() as server:
        assert cli.main(["watch", f"llm:tiny,url={server.url},transcripts=none", "greedy", *SHORT]) == 0
        prompts = [asked["messages"][-1]["content"] for asked in server.asked]
    told = [one.partition("\n\n")[0] for one in prompts if one.startswith("Since your last decision:")]
    assert any(len(one.splitlines()) > 4 and "Player 1" in one for one in told)


def test_passes_are_shown_on_request(capsys: pytest.CaptureFixture[str]) -> None:
    lines = []
    for more in ((), ("--all",)):
        assert cli.main(["watch", "greedy", "greedy", *SHORT, *more]) == 0
        lines.append(capsys.readouterr().out.splitlines())
    assert len(lines[0]) < len(lines[1]) and set(lines[0]) <= set(lines[1])


def test_a_task_decides_the_game_and_its_opponents_fill_the_table(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    task, game = find_task("mini"), tmp_path / "game.jsonl"
    assert cli.main(["watch", "weighted", "--task", "mini", "--pause", "0", "--seed", "3", "--record", str(game)]) == 0
    assert capsys.readouterr().out.startswith("weighted, greedy-1; seed 3\n")
    played = Replay.load(game, sets=task.card_sets).game
    assert played.options["win_level"] == task.rules["win_level"] and played.cards.hash == load(task.card_sets).hash


@pytest.mark.parametrize(
    ("arguments", "code", "says"),
    [
        (["greedy"], 1, "num_players=1: must be"),
        (["greedy"] * 3 + ["--task", "mini"], 2, "the task mini-v1 is for 2 players"),
        (["greedy", "--task", "mini", "--set", "star"], 1, "omit --set"),
        (["greedy"] * 7, 1, "num_players=7: must be"),
        (["greedy", "greedy", "--record", "/nowhere/at/all"], 1, "there is no folder /nowhere/at"),
        (["greedy", "greedy", "--html", "/proc/page.html"], 1, "/proc/page.html: cannot be written"),
        (["greedy", "nobody"], 1, "there is no agent 'nobody'"),
        (["greedy", "greedy", "--record", "a", "--html", "a"], 2, "the same file"),
        (["greedy", "trained-pure", "--set", "star"], 1, "the policy learned --set deluxe"),
        (["greedy", "greedy", "--option", "win_level=99"], 1, "win_level=99"),
    ],
)
def test_what_cannot_be_watched_is_refused(arguments: list[str], code: int, says: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["watch", *arguments]) == code
    assert says in capsys.readouterr().err


def test_a_game_that_fails_to_end_is_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Also if the players cannot be closed."""

    def fail(_: object) -> None:
        raise RuntimeError("does not close")

    monkeypatch.setattr(agents, "close", fail)
    game, page = tmp_path / "game.jsonl", tmp_path / "game.html"
    page.write_text("of another game, replaced")
    with pytest.raises(RuntimeError, match="does not close"):
        cli.main(["watch", "greedy", "greedy", *SHORT, "--record", str(game), "--html", str(page)])
    assert Replay.load(game).game.over and page.read_text(encoding="utf-8").startswith("<!DOCTYPE html>")


def test_an_interrupted_game_is_kept(tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupt(seconds: float) -> None:
        if seconds == 7:
            raise KeyboardInterrupt

    monkeypatch.setattr("time.sleep", interrupt)
    game = tmp_path / "game.jsonl"
    assert cli.main(["watch", "greedy", "greedy", "--pause", "7", "--seed", "3", "--record", str(game)]) == 130
    assert "interrupted" in capsys.readouterr().out
    assert len(Replay.load(game).actions) == 1
