"""Responses: shown for exactly the agent and the game that they were trained for; other folders are refused."""

import json
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from munchkin_env.cli.main import main
from munchkin_env.core.files import TOLD
from munchkin_env.lab.arena.figures import Estimate
from munchkin_env.lab.protocol import EvaluationResult, ProtocolError, evaluate_agent
from munchkin_env.lab.protocol.leaderboard import leaderboard_page, markdown_table
from munchkin_env.lab.protocol.responses import answers, load_response, taken_from
from munchkin_env.lab.protocol.results import PlayedAgainst, hash_of
from munchkin_env.learning.strengths import Strength, write_strengths
from munchkin_env.players.policy import load_policy

WHO = "runs/mine/policy.npz"
PLAN = {
    "labelling": {"opponents": {WHO: 1.0}, "players": 4, "seed": 1},
    "opponents": [WHO],
    "rounds": 2,
    "cards": "cards",
    "made by": {"rules": 7},
}
ROWS = [Strength(2, 64, WHO, 1000, 0.4, 0.35, 0.45)]
MINE = EvaluationResult(
    *("mine", "policy.npz", "00ff", "classic-v1", "digest", "munchkin-fast-1", 4, "0.1", 7, "cards", "code"),
    {"random": PlayedAgainst("670ea7b5", [[1.0, 0.5, 1.0, 1.0]] * 3)},
    digest="abcd1234",
)
OTHER = replace(MINE, agent="other", fingerprint="11ff", digest="dcba4321")


def made(folder: Path, digest: str = "abcd1234", rows: list[Strength] | None = None, **plan: Any) -> Path:
    """A folder of a response, as far as it is read."""
    for number in (1, 2):
        (folder / f"labels-{number}").mkdir(parents=True)
        told = {"bots": {"greedy": "00000000", WHO: digest}, "student": "x"}
        (folder / f"labels-{number}" / "labels.json").write_text(json.dumps(told))
    (folder / "plan.json").write_text(json.dumps({**PLAN, **plan}))
    write_strengths(folder / "final.csv", ROWS if rows is None else rows)
    return folder


def test_a_response_is_read(tmp_path: Path) -> None:
    found = load_response(made(tmp_path / "run", rows=[replace(ROWS[0], round=1, shares=0.36), *ROWS]))
    assert (found.against, found.digest, found.players, found.cards, found.rules) == (WHO, "abcd1234", 4, "cards", 7)
    assert found.share == Estimate(0.4, 0.35, 0.45), "of the last round"


def test_a_folder_as_training_writes_it(tmp_path: Path) -> None:
    pytest.importorskip("torch")
    from munchkin_env.learning.labels import Labelling, told_of, told_path
    from munchkin_env.learning.parts import write_told
    from munchkin_env.learning.rounds import Plan, told_of_plan

    how = Labelling(opponents={"trained": 1.0})
    write_told(tmp_path / "plan.json", told_of_plan(Plan(how, opponents=("trained",), rounds=1)), "a run")
    told_path(tmp_path, 1).parent.mkdir()
    write_told(told_path(tmp_path, 1), told_of(how, load_policy("trained-pure")), "labels")
    write_strengths(tmp_path / "final.csv", [replace(ROWS[0], round=1, opponent="trained")])
    found = load_response(tmp_path)
    for spec, shown in (("trained", True), ("trained-pure", False), ("greedy", False)):
        assert answers(found, evaluate_agent(spec, "classic", "munchkin-fast-1", 0)) == shown


@pytest.mark.parametrize(
    "change",
    [
        {"digest": "abcd1235"},
        {"digest": ""},
        {"players": 3},
        {"cards": "others"},
        {"rules": 8},
        {"task": "negotiation-v1"},
        {"task": "my-own-v1"},
    ],
)
def test_it_is_of_one_agent_in_one_game(tmp_path: Path, change: dict[str, Any]) -> None:
    found = load_response(made(tmp_path / "run"))
    assert answers(found, MINE) and answers(found, replace(MINE, agent="renamed", spec="best.npz"))
    assert not answers(found, replace(MINE, **change)) and taken_from(replace(MINE, **change), [found]) is None


def test_what_a_leaderboard_shows(tmp_path: Path) -> None:
    less = load_response(made(tmp_path / "less", rows=[replace(ROWS[0], shares=0.36)]))
    more = load_response(made(tmp_path / "more"))
    lines = markdown_table([MINE, OTHER], [less, more]).splitlines()
    assert lines[0].endswith(" | random | exploitability (fair: 25.0) |")
    assert lines[2].endswith(" | 40.0 (35.0 to 45.0) |") and lines[3].endswith(" |  |")
    assert "exploitability" not in markdown_table([MINE, OTHER])
    assert markdown_table([MINE], []).splitlines()[2].endswith(" |  |")
    assert "40.0 <small>[35.0, 45.0]</small>" in leaderboard_page([MINE, OTHER], [less, more])
    assert "xploitability" not in leaderboard_page([MINE, OTHER]) and "xploitability" in leaderboard_page([MINE], [])


def test_the_command(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    MINE.save(tmp_path / "a.json")
    OTHER.save(tmp_path / "b.json")
    folders = [str(made(tmp_path / "run")), str(made(tmp_path / "old", digest="00000000"))]
    words = ["leaderboard", str(tmp_path / "a.json"), str(tmp_path / "b.json"), "--html", str(tmp_path / "page.html"), "--responses"]
    assert main([*words, *folders]) == 0
    said = capsys.readouterr()
    assert "| 40.0 (35.0 to 45.0) |" in said.out and "xploitability" in (tmp_path / "page.html").read_text()
    assert "old is not shown: no file is of 'runs/mine/policy.npz' ('00000000')" in said.err and "run is not" not in said.err
    (tmp_path / "page.html").unlink()
    assert main([*words, *folders, str(tmp_path / "nowhere")]) == 1
    said = capsys.readouterr()
    assert "plan.json: there is no such file" in said.err and said.out == "" and not (tmp_path / "page.html").exists()


def rewritten(name: str, text: str | bytes) -> Callable[[Path], object]:
    data = text if isinstance(text, bytes) else text.encode()
    return lambda folder: (folder / name).write_bytes(data)


def large(folder: Path) -> None:
    with (folder / "plan.json").open("wb") as file:
        file.truncate(TOLD + 1)


def linked(folder: Path) -> None:
    (folder / "labels-2" / "labels.json").unlink()
    (folder / "labels-2" / "labels.json").symlink_to("/dev/zero")


REFUSED: dict[str, tuple[Callable[[Path], object], str]] = {
    "plan missing": (lambda folder: (folder / "plan.json").unlink(), r"plan\.json: there is no such file"),
    "plan no JSON": (rewritten("plan.json", "{"), r"plan\.json: not valid JSON"),
    "plan no text": (rewritten("plan.json", b"\xff\xfe"), r"plan\.json: it is not text"),
    "plan a list": (rewritten("plan.json", "[]"), "an object is required"),
    "plan empty": (rewritten("plan.json", "{}"), "opponents is None"),
    "plan nested": (rewritten("plan.json", "[" * 100_000), r"plan\.json: "),
    "plan large": (large, "the limit for this kind of file"),
    "other labelling": (rewritten("plan.json", json.dumps({**PLAN, "labelling": 3})), "labelled is None"),
    "a number": (rewritten("plan.json", json.dumps({**PLAN, "opponents": [3]})), r"opponents\[0\] is 3"),
    "no rounds": (rewritten("plan.json", json.dumps({**PLAN, "rounds": 0})), "of 0 rounds"),
    "endless rounds": (rewritten("plan.json", json.dumps({**PLAN, "rounds": 10**12})), r"labels-3.labels\.json: there is no such file"),
    "rounds of text": (rewritten("plan.json", json.dumps({**PLAN, "rounds": "2"})), "rounds is '2'"),
    "several": (
        rewritten("plan.json", json.dumps({**PLAN, "opponents": [WHO, "greedy"]})),
        "against 'greedy', 'runs/mine/policy.npz'; a resp",
    ),
    "nobody": (rewritten("plan.json", json.dumps({**PLAN, "opponents": ["greedy"]})), "'greedy', 'runs/mine/policy.npz'"),
    "labels missing": (lambda folder: (folder / "labels-1" / "labels.json").unlink(), r"labels\.json: there is no such file"),
    "labels of others": (rewritten("labels-1/labels.json", '{"bots": {"greedy": "x"}}'), "does not say which"),
    "labels forged": (rewritten("labels-1/labels.json", '{"bots": []}'), r"bots is \[\]"),
    "labels mixed": (rewritten("labels-2/labels.json", json.dumps({"bots": {WHO: "00"}})), "different versions of 'runs/mine"),
    "labels a device": (linked, "it is a device"),
    "final missing": (lambda folder: (folder / "final.csv").unlink(), "munchkin train --final-games N plays them"),
    "final of others": (lambda folder: write_strengths(folder / "final.csv", [replace(ROWS[0], opponent="greedy")]), "no games of round 2"),
    "final of round 1": (lambda folder: write_strengths(folder / "final.csv", [replace(ROWS[0], round=1)]), "no games of round 2"),
    "final no table": (rewritten("final.csv", "a,b\n1,2\n"), "not a table of strengths"),
    "above 1": (lambda folder: write_strengths(folder / "final.csv", [replace(ROWS[0], shares=1.5)]), "it is damaged"),
    "not a number": (lambda folder: write_strengths(folder / "final.csv", [replace(ROWS[0], low=float("nan"))]), "it is damaged"),
    "no games": (lambda folder: write_strengths(folder / "final.csv", [replace(ROWS[0], games=0)]), "it is damaged"),
}


@pytest.mark.parametrize("what", REFUSED)
def test_other_folders_are_refused(tmp_path: Path, what: str) -> None:
    change, says = REFUSED[what]
    change(made(tmp_path / "run"))
    with pytest.raises(ProtocolError, match=says) as refused:
        load_response(tmp_path / "run")
    assert "run" in str(refused.value) and len(str(refused.value)) < 1000


def test_evaluations_tell_the_digest_of_bots_and_policies(tmp_path: Path) -> None:
    bot, policy, other = (evaluate_agent(spec, "classic", "munchkin-fast-1", 0) for spec in ("greedy", "trained", "search:8"))
    assert bot.digest == bot.fingerprint and policy.digest == load_policy("trained").digest and other.digest == ""
    policy.save(tmp_path / "new.json")
    assert EvaluationResult.load(tmp_path / "new.json") == policy
    told = {name: value for name, value in json.loads((tmp_path / "new.json").read_text()).items() if name not in ("digest", "hash")}
    (tmp_path / "old.json").write_text(json.dumps({**told, "hash": hash_of(told)}))
    assert EvaluationResult.load(tmp_path / "old.json") == replace(policy, digest="")
