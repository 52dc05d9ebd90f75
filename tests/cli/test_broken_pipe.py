"""`munchkin … | head`: when nobody reads the output any more, a command ends at once and quietly."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from munchkin_env.cli.exits import MISUNDERSTOOD, NOBODY_READS
from munchkin_env.game.game import Game
from munchkin_env.game.replay import Replay

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="pipes end otherwise there")


def unread(*arguments: str, unbuffered: bool) -> tuple[int, str]:
    """Its exit code and stderr. The reader is gone before it begins."""
    reader, writer = os.pipe()
    os.close(reader)
    try:
        ended = subprocess.run(
            [sys.executable, "-m", "munchkin_env", *arguments],
            stdout=writer,
            stderr=subprocess.PIPE,
            stdin=subprocess.DEVNULL,
            env={**os.environ, "NUMBA_DISABLE_JIT": "1", "PYTHONUNBUFFERED": "1" if unbuffered else ""},
            timeout=120,
            check=False,
        )
    finally:
        os.close(writer)
    return ended.returncode, ended.stderr.decode()


@pytest.fixture(scope="module")
def replay(tmp_path_factory: pytest.TempPathFactory) -> Path:
    file = tmp_path_factory.mktemp("replay") / "game.txt"
    made = Replay(Game(2, seed=1))
    for _ in range(20):
        made.apply(made.game.legal()[0])
    made.save(file)
    return file


@pytest.mark.parametrize("unbuffered", [False, True])
@pytest.mark.parametrize(
    "command",
    ["--help", "cards Net Troll", "census greedy --games 1", "play --against random"],
)
def test_a_command_that_nobody_reads_ends_quietly(command: str, *, unbuffered: bool) -> None:
    code, said = unread(*command.split(), unbuffered=unbuffered)
    swallowed = unbuffered and command == "--help" and code == 0  # by argparse, which then exits
    assert swallowed or code == NOBODY_READS
    assert "Traceback" not in said and "roken" not in said and "xception" not in said


@pytest.mark.parametrize("unbuffered", [False, True])
def test_a_replay_that_nobody_reads(replay: Path, *, unbuffered: bool) -> None:
    assert unread("replay", str(replay), unbuffered=unbuffered) == (NOBODY_READS, "")


def test_what_makes_no_sense_is_said_all_the_same() -> None:
    code, said = unread("nonsense", unbuffered=False)
    assert code == MISUNDERSTOOD and "invalid choice" in said
