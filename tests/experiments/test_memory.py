"""The memory that training claims to need, compared with what it uses."""

import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest

from experiments import memory
from experiments.memory import PROGRAM, check_memory, needed
from experiments.settings import Setup, TrainError
from experiments.train import main
from munchkin_env.core.files import GB, MB

SMALL = Setup(
    imitate=2, imitate_games=96, games=32, rollout=16, batch=256, steps=2048, epochs=1, warm_up=0, evaluate_games=64, evaluate_every=2
)
TAKES = """
import resource, sys, tempfile, pathlib
import experiments.run
from rich.console import Console
from experiments.run import Run
from experiments.checkpoint import keep_imitation, restore
from experiments.settings import Setup
import numpy as np
experiments.run.columns_of = lambda *_: np.arange(0, 2000, 3)
def most():
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
setup = Setup({})
folder = pathlib.Path(tempfile.mkdtemp())
small = Run(folder, Setup(imitate=0, games=2, rollout=8, batch=16), Console(quiet=True))
small.model.learn(16, log_interval=None)  # what torch loads when it is first used
small.env.close()
before = most()
run = Run(folder, setup, Console(quiet=True))
student = run.student()
student.scatter(2)
for _ in range(setup.imitate):
    student.update(0.0)
keep_imitation(run, student)
del student
restore(run)
run.model.learn(setup.games * setup.rollout, log_interval=None)
run.checkpoint()
run.env.close()
print((most() - before) * (1 if sys.platform == "darwin" else 1024))
"""


def test_the_default_run_fits_in_six_gigabytes() -> None:
    assert 1 * GB < needed(Setup()) < 6 * GB
    for more in ({"self_play": True, "advice": 0.0}, {"players": 6, "sets": ("deluxe", "star", "western", "potter")}, {"imitate": 10**9}):
        assert needed(replace(Setup(), **more)) < 6 * GB


@pytest.mark.slow
@pytest.mark.skipif(sys.platform == "win32", reason="no resource module")
@pytest.mark.parametrize("setup", [SMALL, replace(SMALL, imitate_games=256, games=16), replace(SMALL, games=96, batch=1024)])
def test_it_takes_no_more_than_it_says(setup: Setup) -> None:
    code = TAKES.replace("Setup({})", repr(setup))
    done = subprocess.run([sys.executable, "-c", code], text=True, capture_output=True, timeout=280, check=True)
    takes, says = int(done.stdout), needed(setup) - PROGRAM
    assert takes < says, f"{takes / MB:.0f} MB, and it said {says / MB:.0f}"
    assert says < 6 * takes + 400 * MB, f"{takes / MB:.0f} MB, and it said {says / MB:.0f}"


def test_more_than_there_is_is_refused_before_anything_is_made(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--out", str(tmp_path / "run"), "--games", "100000000", "--imitate", "0"]) == 1
    said = " ".join(capsys.readouterr().err.split())
    assert "GB of memory, and the machine has" in said and "--games" in said
    assert not (tmp_path / "run").exists()


def test_what_it_needs_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(memory, "machine", lambda: None)
    assert check_memory(replace(SMALL, games=10**9)).startswith("needs up to")
    monkeypatch.setattr(memory, "machine", lambda: 1 * GB)
    with pytest.raises(TrainError, match=r"GB of memory, and the machine has 1\.0"):
        check_memory(Setup())
