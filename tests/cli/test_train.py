"""`munchkin train`: a run from the command line, and what cannot be trained."""

import os
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from munchkin_env.cli.main import main
from munchkin_env.core.files import locked
from munchkin_env.core.mode import COMPILED
from munchkin_env.learning.inputs import SHAPES
from munchkin_env.players.policy import load_policy


@pytest.fixture
def small(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(SHAPES, "slots", {"kind": "slots", "card": 4, "hidden": 8, "pointer": 4})
    monkeypatch.setattr("munchkin_env.learning.rounds.columns_of", lambda *_: np.arange(0, 900, 3))


@pytest.mark.parametrize(("set_by_user", "spins"), [({}, "1000"), ({"GOMP_SPINCOUNT": "7"}, "7"), ({"OMP_WAIT_POLICY": "ACTIVE"}, "None")])
def test_torch_is_loaded_after_it_is_said_how_long_its_threads_wait(set_by_user: dict[str, str], spins: str) -> None:
    code = (
        "import os, sys, munchkin_env.cli.main, munchkin_env.cli.train, munchkin_env.cli.demo\n"
        "from munchkin_env.cli.learning import without_torch\n"
        "assert 'torch' not in sys.modules and without_torch('train') is None\n"
        "print(os.environ.get('GOMP_SPINCOUNT'))"
    )
    env = {name: value for name, value in os.environ.items() if name not in ("GOMP_SPINCOUNT", "OMP_WAIT_POLICY")} | set_by_user
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, env=env, timeout=100)
    assert done.stdout.strip() == spins


@pytest.mark.slow
@pytest.mark.compiled
@pytest.mark.skipif(not COMPILED, reason="games of networks take the twin minutes")
@pytest.mark.usefixtures("small")
def test_it_trains_and_goes_on_where_it_was(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    words = [
        "train",
        "--out",
        str(tmp_path / "run"),
        "--labels",
        "64",
        "--rounds",
        "1",
        "--games",
        "4",
        "--final-games",
        "6",
        "--workers",
        "1",
    ]
    assert main(words) == 0
    told = capsys.readouterr().out
    assert "round 0:" in told and "round 1:" in told and "against 3 veteran, 4 games" in told
    assert "finally:" in told and "against 3 veteran, 6 games" in told and (tmp_path / "run" / "final.csv").exists()
    assert load_policy(tmp_path / "run" / "policy.npz").about["labels"] == 64
    assert main(words) == 0 and capsys.readouterr().out == told
    pure = ["train", "--out", str(tmp_path / "run"), "--pure-of", str(tmp_path / "run" / "policy.npz"), "--games", "4"]
    assert main(pure) == 0
    told = capsys.readouterr().out
    assert "pure:" in told and "against 3 veteran, 4 games" in told and "pure.csv" in told
    assert load_policy(tmp_path / "run" / "pure.npz").prior is None
    assert main(pure) == 0 and capsys.readouterr().out == told
    for other in (["--seed", "2"], ["--against", "greedy"]):
        assert main([*words, *other]) == 1
        assert "made in another way" in capsys.readouterr().err
    alone = [str(tmp_path / "response") if word == str(tmp_path / "run") else word for word in words]
    assert main([*alone, "--against", "trained", "bully"]) == 0
    told = capsys.readouterr().out
    assert "against 3 trained, 6 games" in told and "against 3 bully, 6 games" in told and "veteran" not in told


@pytest.mark.usefixtures("small")
@pytest.mark.parametrize(
    ("more", "says"),
    [
        (["--bot", "nobody"], "nobody"),
        (["--bot", "random"], "random"),
        (["--start", "nowhere.npz"], "no such file"),
        (["--against", "greedy", "nobody"], "nobody"),
        (["--against", "nowhere.npz"], "no such file"),
        (["--against", "trained-pure", "--set", "star"], "take one card for another"),
        (["--players", "9"], "players"),
        (["--set", "moon"], "moon"),
        (["--pure-of", "trained"], "it has no labels"),
        (["--pure-of", "trained-pure"], "it asks no bot"),
        (["--pure-of", "trained", "--players", "3"], "4 players"),
    ],
)
def test_what_cannot_be_trained(tmp_path: Path, capsys: pytest.CaptureFixture[str], more: list[str], says: str) -> None:
    assert main(["train", "--out", str(tmp_path / "run"), *more]) == 1
    assert says in capsys.readouterr().err
    assert {path.name for path in tmp_path.glob("run/*")} <= {".lock"}, "the corrected command would be refused"


@pytest.mark.parametrize("command", ["train", "demo"])
def test_without_torch(command: str, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "torch", None)
    assert main([command, "--out", str(tmp_path / "run")]) == 1
    assert f"{command} needs torch: pip install 'munchkin-env[train]'" in capsys.readouterr().err
    assert not (tmp_path / "run").exists()


def test_a_folder_belongs_to_one_training_at_a_time(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "run").mkdir()
    with locked(tmp_path / "run" / ".lock", "trains in this folder"):
        assert main(["train", "--out", str(tmp_path / "run")]) == 1
    assert "trains in this folder" in capsys.readouterr().err
