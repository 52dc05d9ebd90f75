"""`munchkin serve`, `munchkin play --web`, `munchkin watch --web`."""

import os
import re
import signal
import subprocess
import sys
from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager
from pathlib import Path

import pytest

from munchkin_env.cli.main import main
from tests.serve.serving import Caller


@contextmanager
def serving(arguments: Sequence[str], folder: Path) -> Iterator[list[str]]:
    """The links that the command prints. It must end well with Ctrl-C."""
    command = [sys.executable, "-m", "munchkin_env", *arguments, "--folder", str(folder), "--no-open", "--port", "0"]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env={**os.environ, "NUMBA_DISABLE_JIT": "1"})
    assert process.stdout is not None
    try:
        lines: list[str] = []
        while not lines or "Ctrl-C" not in lines[-1]:
            lines.append(process.stdout.readline())
            assert lines[-1], lines
        yield re.findall(r"http://\S+", "".join(lines))
    finally:
        process.send_signal(signal.SIGINT)
        rest, _ = process.communicate(timeout=60)
    assert process.returncode == 0 and "closed" in rest


def caller(link: str) -> Caller:
    base, _, token = link.partition("#")
    return Caller(base, token)


@pytest.mark.slow
@pytest.mark.skipif(sys.platform == "win32", reason="Ctrl-C is sent in another way")
def test_a_table_is_served_and_resumed(tmp_path: Path) -> None:
    with serving(["serve", "--seats", "me=Ann", "person", "greedy", "--seed", "3"], tmp_path) as links:
        assert len(links) == 3
        with closing(caller(links[0])) as ann:
            assert [one["name"] for one in ann.state["view"]["seats"]] == ["Ann", "player 1", "greedy"]
            ann.act(ann.state["view"]["actions"][0]["id"])
            view = ann.state["view"]
    with serving(["serve", "--resume"], tmp_path) as again:
        assert [link.partition("#")[2] for link in again] == [link.partition("#")[2] for link in links]
        with closing(caller(again[0])) as ann:
            assert ann.state["view"] == view


@pytest.mark.skipif(sys.platform == "win32", reason="Ctrl-C is sent in another way")
@pytest.mark.parametrize(
    ("arguments", "people", "seats"),
    [
        (["play", "--web", "--against", "greedy", "bully", "--seat", "1"], [False, True, False], ["bully", "player 1", "greedy"]),
        (["watch", "greedy", "bully", "--web"], [False, False], ["greedy", "bully"]),
    ],
)
def test_the_other_doors_lead_to_the_same(arguments: list[str], people: list[bool], seats: list[str], tmp_path: Path) -> None:
    with serving([*arguments, "--option", "max_rounds=3"], tmp_path) as links, closing(caller(links[0])) as guest:
        assert guest.state["people"] == people
        assert [one["name"] for one in guest.state["view"]["seats"]] == seats
        assert guest.state["view"]["options"]["max_rounds"] == 3


@pytest.mark.parametrize(
    ("arguments", "problem"),
    [
        ("serve --seats me", "2 to 6"),
        ("serve --seats me nobody", "no agent 'nobody'"),
        ("serve --hints nobody", "no agent 'nobody'"),
        ("serve --pace 9", "at most 5"),
        ("serve --resume --seats me greedy", "without --seats"),
        ("serve --resume missing.table", "missing.table"),
        ("serve --resume", "no table"),
        ("serve --option win_level=1", "win_level"),
        ("serve --host 203.0.113.9", "cannot listen"),
        ("play --web --seat 9", "seat 9"),
        ("play --web --record game.jsonl", "--record"),
        ("watch greedy bully --web --html game.html", "--html"),
        ("watch greedy --web", "2 to 6"),
    ],
)
def test_what_cannot_be_served_is_told(
    arguments: str, problem: str, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    assert main([*arguments.split(), "--folder", str(tmp_path / "tables"), "--no-open"]) in (1, 2)
    assert problem in capsys.readouterr().err
    assert not [path for path in (tmp_path / "tables").glob("*") if "--host" not in arguments]


def test_without_the_extra_it_says_what_to_install(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "uvicorn", None)
    assert main(["serve"]) == 1
    assert "pip install 'munchkin-env[web]'" in capsys.readouterr().err


def test_other_addresses_are_warned_of(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    import munchkin_env.serve.running as running

    shown: list[str] = []
    monkeypatch.setattr(running, "run_server", lambda _lobby, _bound, show: shown.append(show))
    for host, warned in (("127.0.0.1", False), ("0.0.0.0", True)):
        assert main(["serve", "--host", host, "--port", "0", "--folder", str(tmp_path)]) == 0
        told = capsys.readouterr()
        assert ("not encrypted" in told.err) == warned
        assert shown.pop() in told.out
