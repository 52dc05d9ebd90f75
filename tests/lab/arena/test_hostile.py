"""Whatever an agent does, it forfeits only its own games: the others play, and every game is recorded."""

import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest

from munchkin_env.cli.main import main
from munchkin_env.lab.arena import crew, define
from munchkin_env.players.agents import AgentError
from munchkin_env.players.agents.process import Limits
from tests.lab.arena import hostile
from tests.lab.arena.helpers import SHORT, forfeits, played

HERE = "tests.lab.arena.hostile:"
LINUX = sys.platform == "linux"
FEW = ("Exits", "EndsWell", "Unsaid", "Interrupts", "Words", "NoNumber", "Square", "BeginFails", "Scribbles")
"""Of each kind: `make fuzz` plays all."""
ALL = os.environ.get("HOSTILE_ALL") == "1"


def seen(found: dict[str, list[Any]], entrant: int = 0) -> set[tuple[str, str]]:
    assert len(found["games"]) == 2, "every game is there"
    failed = forfeits(found)
    assert {who for _, who in failed} <= {entrant}, "nobody else has forfeited"
    return set(failed.values())


BOUND = Limits(64, 2 << 30, quiet=True)
CASES = [(name, limits) for name in hostile.FORFEITS for limits in (None, BOUND) if ALL or name in FEW[: 3 if limits else None]]


@pytest.mark.slow
@pytest.mark.parametrize(("name", "limits"), CASES)
def test_who_fails_forfeits_and_the_others_play(name: str, limits: Limits | None) -> None:
    kind, words = hostile.FORFEITS[name]
    found = seen(played([HERE + name, "random"], 2, players=2, limits=limits))
    assert found and {one for one, _ in found} == {kind}
    for _, reason in found:
        assert words in reason and len(reason) <= 5000 and reason.isprintable()
        reason.encode()


@pytest.mark.slow
@pytest.mark.parametrize("name", hostile.HARMLESS if ALL else ("CloseEnds", "Settings", "ClosesInput", "Patch"))
def test_what_an_agent_changes_in_its_process_is_changed_there_alone(name: str) -> None:
    usual = played(["tests.lab.arena.players:Lot", "random"], 2, players=2)
    assert played([HERE + name, "random"], 2, players=2) == usual


@pytest.mark.slow
def test_nobody_suffers_from_who_sits_beside_them() -> None:
    """Settings makes numpy raise wherever it can, and Patch breaks the rules: in their own processes."""
    specs = [HERE + "Settings", HERE + "Patch", "tests.lab.arena.players:Many", HERE + "Ends"]
    found = played(specs, 4)
    assert len(found["games"]) == 4 and {who for _, who in forfeits(found)} == {3}


@pytest.mark.parametrize(
    "source",
    [
        "import os; os._exit(0)",
        "raise SystemExit(0)",
        "raise KeyboardInterrupt",
        "class Agent:\n  def __init__(self): import os; os._exit(0)",
    ],
)
def test_who_ends_everything_when_imported_or_made_is_refused(tmp_path: Path, source: str, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "ending.py").write_text(source)
    monkeypatch.syspath_prepend(tmp_path)
    with pytest.raises(AgentError, match="ending:Agent"):
        define(["ending:Agent", "random"], players=2)


@pytest.mark.slow
@pytest.mark.skipif(not LINUX, reason="limits are held on Linux")
@pytest.mark.parametrize(
    ("name", "kind", "words"),
    [
        ("Forks", "died", "more than the 12 processes"),
        ("Allocates", "error", "MemoryError"),
        ("Parts", "died", "MB of memory"),
    ],
)
def test_who_takes_more_than_allowed_is_ended(name: str, kind: str, words: str) -> None:
    began = time.monotonic()
    found = seen(played([HERE + name, "random"], 2, players=2, limits=Limits(processes=12, memory=400 << 20, quiet=True)))
    assert {one for one, _ in found} == {kind} and all(words in reason for _, reason in found)
    assert time.monotonic() - began < 120.0 and not strays()


@pytest.mark.slow
@pytest.mark.skipif(not LINUX, reason="the keeper finds what has left its group on Linux")
def test_what_an_agent_has_started_ends_with_it() -> None:
    assert not seen(played([HERE + "Leaves", "random"], 2, players=2))
    assert not strays()


def strays() -> list[int]:
    """Remaining processes of hostile agents, after some grace time."""
    for _ in range(100):
        if not (found := [pid for pid in pids() if "agents.serving" in command_of(pid)]):
            return []
        time.sleep(0.05)
    return found


def pids() -> list[int]:
    return [int(path.name) for path in Path("/proc").iterdir() if path.name.isdecimal()]


def command_of(pid: int) -> str:
    try:
        mine = f"{os.getuid()}" in (Path(f"/proc/{pid}/status").read_text().split("Uid:")[1].split("\n")[0])
        environment = Path(f"/proc/{pid}/environ").read_bytes()
        return Path(f"/proc/{pid}/cmdline").read_text() if mine and MARK.encode() in environment else ""
    except OSError:
        return ""


MARK = f"MUNCHKIN_TEST={os.getpid()}"


@pytest.fixture(autouse=True)
def marked(monkeypatch: pytest.MonkeyPatch) -> None:
    """Mark our processes so that they can be told from others."""
    name, _, value = MARK.partition("=")
    monkeypatch.setenv(name, value)


@pytest.mark.skipif(not LINUX, reason="looks into /proc")
@pytest.mark.parametrize(
    ("how", "more"),
    [(signal.SIGTERM, []), (signal.SIGHUP, ["--workers", "2"]), (signal.SIGKILL, ["--isolate"]), (signal.SIGKILL, ["--workers", "2"])],
)
def test_processes_end_with_the_tournament(how: signal.Signals, more: list[str]) -> None:
    rules = [word for name, value in SHORT.items() for word in ("--option", f"{name}={value}")]
    words = ["tournament", HERE + "Hangs", "random", "--players", "2", "--games", "4", *rules, *more]
    process = subprocess.Popen(
        [sys.executable, "-m", "munchkin_env", *words],
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        preexec_fn=heeds_every_signal,
    )
    try:
        until = time.monotonic() + 120.0
        while not any("agents.serving" in command_of(pid) for pid in pids() if parent_is_keeper_of(pid, process.pid)):
            assert process.poll() is None and time.monotonic() < until
            time.sleep(0.05)
        process.send_signal(how)
        process.wait(30.0)
    finally:
        process.kill()
        process.wait()
    assert not strays()


def heeds_every_signal() -> None:
    """Even if the tests run under nohup, whose children ignore SIGHUP."""
    signal.signal(signal.SIGHUP, signal.SIG_DFL)


def parent_is_keeper_of(pid: int, top: int) -> bool:
    """Is it a descendant of that process?"""
    while pid > 1:
        try:
            pid = int(Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[1])
        except (OSError, IndexError):
            return False
        if pid == top:
            return True
    return False


@pytest.mark.slow
def test_a_hung_agent_is_ended_in_time(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(crew, "GRACE", 0.3)
    monkeypatch.setattr(crew, "TO_WAKE_UP", 3.0)
    found = seen(played([HERE + "Hangs", "random"], 2, players=2, time_limit=0.2))
    assert {kind for kind, _ in found} == {"hung"}


@pytest.mark.slow
def test_a_tournament_of_failures_says_so(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Nothing ends silently: all games are recorded, and every forfeit is named."""
    rules = [word for name, value in SHORT.items() for word in ("--option", f"{name}={value}")]
    specs = [HERE + "EndsWell", HERE + "Terminal"]
    assert main(["tournament", *specs, "--players", "2", "--games", "2", *rules, "--out", str(tmp_path / "a.sqlite")]) == 0
    told = capsys.readouterr()
    assert "2 games of 2 players" in told.out and told.out.count("forfeit: ") >= 2 and "\x1b" not in told.out + told.err


AGAIN = """
import os, pathlib, sys
made = pathlib.Path(__file__).with_name("made")
if made.exists():
    {on_import}
made.touch()
class Agent:
    def act(self, observation, mask, info):
        return int(mask.argmax())
"""


@pytest.mark.parametrize("on_import", ["raise ValueError('once is enough')", "os._exit(3)", "made = Agent"])
def test_who_can_be_made_once_alone_forfeits(on_import: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """It is tested before the tournament; what it does when created again must not end the tournament."""
    (tmp_path / "once.py").write_text(AGAIN.format(on_import=on_import), encoding="utf-8")
    monkeypatch.syspath_prepend(tmp_path)
    found = seen(played(["once:Agent", "random"], 2, players=2))
    assert len(found) >= 1 and {kind for kind, _ in found} == {"died" if "_exit" in on_import else "error"}


@pytest.mark.slow
@pytest.mark.skipif(not LINUX, reason="looks into /proc")
@pytest.mark.parametrize("name", ["KillsKeeper", "StopsKeeper"])
def test_who_gets_rid_of_what_holds_its_limits_forfeits(name: str) -> None:
    found = seen(played([HERE + name, "random"], 2, players=2, limits=BOUND))
    assert {kind for kind, _ in found} == {"died"} and all("limits" in reason for _, reason in found)
    assert not strays()
