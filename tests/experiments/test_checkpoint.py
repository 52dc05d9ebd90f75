"""A training checkpoint is checked before it is used; and loading it needs no more memory than its contents."""

import errno
import io
import json
import os
import subprocess
import sys
import tempfile
import tracemalloc
import zipfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import torch
from rich.console import Console

from experiments.checkpoint import load_network, save_network
from experiments.curves import CurvesError, append_row, keep_until, read_rows
from experiments.imitate import Outcomes
from experiments.run import Run
from experiments.settings import CHECKPOINT, RUN, Setup, TrainError, flag, setup_in
from experiments.train import main
from experiments.weights import take_optimizer, take_weights
from munchkin_env.core.files import Archive, FileError
from munchkin_env.learning.inputs import SHAPES
from munchkin_env.observe import SIZE

SMALL: dict[str, Any] = {"games": 4, "rollout": 16, "batch": 32, "warm_up": 1, "evaluate_every": 100, "evaluate_games": 4, "steps": 64}
Parts = dict[str, bytes]


@pytest.fixture(autouse=True)
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    small(monkeypatch)


def small(monkeypatch: pytest.MonkeyPatch) -> None:
    """No games besides those to learn from, a small network, and known columns."""
    monkeypatch.setattr(Run, "evaluate", lambda *_: None)
    monkeypatch.setattr("experiments.run.SCATTER", 5)
    monkeypatch.setattr("experiments.run.columns_of", lambda *_: np.arange(0, 900, 3))
    monkeypatch.setitem(SHAPES, "slots", {"kind": "slots", "card": 4, "hidden": 8, "pointer": 4})


@pytest.fixture(scope="module")
def parts(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Parts]:
    """Three checkpoints: in the middle of an imitation, after a rollout, and after a rollout of self-play."""
    made: dict[str, Parts] = {}
    kinds: dict[str, dict[str, Any]] = {
        "imitation": {"imitate": 3, "imitate_games": 4},
        "rollout": {"imitate": 0},
        "selves": {"imitate": 0, "self_play": True, "advice": 0.0, "pool": 2, "pool_every": 1},
    }
    for name, more in kinds.items():
        folder = tmp_path_factory.mktemp(name)
        with pytest.MonkeyPatch.context() as patch:
            small(patch)
            run = Run(folder, Setup(**{**SMALL, **more}), Console(quiet=True))
            patch.setattr("experiments.run.IMITATION_KEPT", 3)
            run.start()
            if name != "imitation":
                run.learn()
            run.env.close()
        with zipfile.ZipFile(folder / CHECKPOINT) as file:
            made[name] = {one: file.read(one) for one in file.namelist()}
    return made


def write(path: Path, parts: Parts) -> None:
    with zipfile.ZipFile(path, "w") as file:
        for name, content in parts.items():
            file.writestr(name, content)


def resumed(folder: Path, parts: Parts) -> None:
    write(folder / CHECKPOINT, parts)
    (folder / "progress.csv").write_text("steps\n1\n999\n")
    run = Run(folder, setup_in(folder / CHECKPOINT), Console(quiet=True))
    try:
        run.resume()
    finally:
        run.env.close()


@pytest.mark.parametrize("kind", ["imitation", "rollout", "selves"])
def test_a_whole_checkpoint_is_taken_up(tmp_path: Path, parts: dict[str, Parts], kind: str) -> None:
    resumed(tmp_path, parts[kind])
    assert (tmp_path / "progress.csv").read_text().split() == ["steps", "1"] or kind == "imitation"


def _json(part: str, change: Callable[[Any], object]) -> Callable[[Parts], object]:
    def changed(parts: Parts) -> None:
        told = json.loads(parts[part])
        change(told)
        parts[part] = json.dumps(told).encode()

    return changed


def _weights(part: str, change: Callable[[Any], object]) -> Callable[[Parts], object]:
    def changed(parts: Parts) -> None:
        told, made = torch.load(io.BytesIO(parts[part]), weights_only=True), io.BytesIO()
        change(told)
        torch.save(told, made)
        parts[part] = made.getvalue()

    return changed


def _arrays(**change: Callable[[Any], Any]) -> Callable[[Parts], object]:
    def changed(parts: Parts) -> None:
        with np.load(io.BytesIO(parts["imitation/arrays.npz"])) as file:
            told = {name: change[name](file[name]) if name in change else file[name] for name in file.files}
        made = io.BytesIO()
        np.savez(made, **{name: array for name, array in told.items() if array is not None})
        parts["imitation/arrays.npz"] = made.getvalue()

    return changed


FORGED: list[tuple[str, Callable[[Parts], object], str]] = [
    ("imitation", lambda p: p.pop("imitation/teacher.bin"), "teacher.bin is missing"),
    ("imitation", _json("imitation/told.json", lambda t: t.update(done="3")), "done is '3'"),
    ("imitation", _json("imitation/told.json", lambda t: t.update(samples=-1)), "is impossible"),
    ("imitation", _json("imitation/told.json", lambda t: t.update(rng={})), "not a complete checkpoint"),
    ("imitation", _json("imitation/told.json", lambda t: t["rng"]["state"].update(state=-1)), "not a complete checkpoint"),
    ("imitation", _arrays(right=lambda a: a[:3]), "accuracy is impossible"),
    ("imitation", _arrays(asked=lambda a: a - 1), "accuracy is impossible"),
    ("imitation", _arrays(where=lambda a: a + SIZE), "one of its positions is impossible|do not add up"),
    ("imitation", _arrays(where=lambda a: a.astype(np.float32)), "not a list of int16"),
    ("imitation", _arrays(what=lambda a: np.concatenate([a, a, [1]]).astype(np.float32)), "do not add up"),
    ("imitation", _arrays(lengths=lambda a: np.append(a, -1)), "other games|add up"),
    ("imitation", _arrays(waiting=lambda a: a[:-1]), "from other games"),
    ("imitation", _arrays(waiting=lambda a: a - 100), "from other games"),
    ("imitation", _arrays(worth=lambda _: None), "'worth' is missing"),
    ("imitation", _weights("imitation/optimizer.pth", lambda t: t["param_groups"].clear()), "another network"),
    ("imitation", _weights("imitation/optimizer.pth", lambda t: t["param_groups"][0].update(betas="x")), "another network"),
    ("imitation", _weights("imitation/optimizer.pth", lambda t: t["state"][0].update(exp_avg=torch.zeros(1))), "of shape"),
    ("imitation", _weights("imitation/optimizer.pth", lambda t: t["state"].update({99: t["state"][0]})), "an unknown weight 99"),
    ("imitation", _weights("policy.pth", lambda t: t.popitem()), "another network"),
    ("rollout", lambda p: p.update({"policy.pth": b"junk"}), "damaged, or not a zip file"),
    ("rollout", lambda p: p.pop("games.bin"), "'games.bin' is missing"),
    ("rollout", lambda p: p.update({"torch.rng": b"123"}), "not a complete checkpoint"),
    ("rollout", _json(RUN, lambda t: t.pop("rollouts")), "'rollouts'"),
    ("rollout", _json(RUN, lambda t: t.update(rollouts=-1)), "is impossible"),
    ("rollout", _json(RUN, lambda t: t.update(starts=[True])), "is impossible"),
    ("rollout", _json(RUN, lambda t: t.update(seconds=float("nan"))), "is impossible"),
    ("rollout", _json(RUN, lambda t: t.update(episodes=[{"r": 1.0}])), "episodes"),
    ("rollout", _json(RUN, lambda t: t.update(steps=[])), r"steps is \[\]"),
    ("rollout", _json(RUN, lambda t: t["numpy"].update(bit_generator="x")), "not a complete checkpoint"),
    ("rollout", _json(RUN, lambda t: t["numpy"]["state"].update(key=[10**30])), "not a complete checkpoint"),
    ("rollout", _json(RUN, lambda t: t["setup"].update(games="4")), "setup.games is '4'"),
    ("rollout", _json(RUN, lambda t: t["setup"].update(network=[])), "setup.network is"),
    ("rollout", _json(RUN, lambda t: t["setup"].update(opponents=["oracle"])), "no bot 'oracle'"),
    ("rollout", _json(RUN, lambda t: t["setup"].update(unknown=1)), "'unknown'"),
    ("rollout", _json(RUN, lambda t: t["setup"].update(rate=-1.0)), "rate -1.0"),
    ("rollout", lambda p: p.update({RUN: b"[" * 9999}), "deep"),
    ("rollout", lambda p: p.update({RUN: b"[]"}), "setup is None"),
    ("rollout", _weights("policy.pth", lambda t: t.update({next(iter(t)): torch.zeros(1).expand(10**10)})), "of shape"),
    (
        "rollout",
        _weights("policy.pth", lambda t: t.update({"net.value.bias": t["net.value.bias"] * torch.inf})),
        "a number that is not finite",
    ),
    ("selves", lambda p: p.pop("pool.pth"), "'pool.pth' is missing"),
    ("selves", _json(RUN, lambda t: t["pool"].update(whose=[9] * 4)), "does not exist"),
    ("selves", _json(RUN, lambda t: t["pool"].update(whose=[0])), "another number of games"),
    ("selves", _json(RUN, lambda t: t["pool"].update(added=0)), "pool is impossible"),
    ("selves", _json(RUN, lambda t: t.update(pool=[])), "pool is"),
    ("selves", _weights("pool.pth", lambda t: t[0].popitem()), "another network"),
    ("selves", _weights("pool.pth", lambda t: t.clear()), "pool is impossible"),
]


@pytest.mark.slow
@pytest.mark.parametrize(("kind", "change", "says"), FORGED)
def test_a_forged_checkpoint_is_refused_and_changes_nothing(
    tmp_path: Path, parts: dict[str, Parts], kind: str, change: Callable[[Parts], object], says: str
) -> None:
    forged = dict(parts[kind])
    change(forged)
    with pytest.raises(TrainError, match=says) as refused:
        resumed(tmp_path, forged)
    assert len(str(refused.value)) < 700
    assert (tmp_path / "progress.csv").read_text() == "steps\n1\n999\n"


def test_the_command_says_so_in_one_line(tmp_path: Path, parts: dict[str, Parts], capsys: pytest.CaptureFixture[str]) -> None:
    forged = dict(parts["rollout"])
    _json(RUN, lambda told: told.update(starts=None))(forged)
    write(tmp_path / CHECKPOINT, forged)
    assert main(["--out", str(tmp_path), "--resume"]) == 1
    said = " ".join(capsys.readouterr().err.split())
    assert "starts is None" in said and "Traceback" not in said


def test_networks_to_begin_with(tmp_path: Path) -> None:
    net = torch.nn.Linear(2, 3)
    save_network(tmp_path / "network.pt", net, ("deluxe",))
    load_network(tmp_path / "network.pt", net, ("deluxe",))
    weights = net.state_dict()
    for made, says in (
        ({"sets": "deluxe", "weights": weights}, "which sets"),
        ({"sets": ["deluxe"], "weights": []}, "another network"),
        ({"sets": ["star"], "weights": weights}, "learned --set star"),
        ({"sets": ["deluxe"], "weights": {**weights, "weight": torch.zeros(1)}}, "of shape"),
        ([], "which sets"),
        (3, "which sets"),
    ):
        torch.save(made, tmp_path / "other.pt")
        with pytest.raises(TrainError, match=says):
            load_network(tmp_path / "other.pt", net, ("deluxe",))
    torch.save(net.state_dict(), tmp_path / "old.pt", _use_new_zipfile_serialization=False)
    with pytest.raises(TrainError, match="not a zip file"):
        load_network(tmp_path / "old.pt", net, ("deluxe",))


def test_nothing_is_taken_of_what_is_half_right() -> None:
    net, made = torch.nn.Linear(2, 3), io.BytesIO()
    before = {name: tensor.clone() for name, tensor in net.state_dict().items()}
    torch.save({"weight": torch.zeros(3, 2), "bias": torch.zeros(4)}, made)
    with pytest.raises(FileError, match="'bias' is of shape"):
        take_weights(net, made.getvalue(), "x")
    assert all(torch.equal(tensor, before[name]) for name, tensor in net.state_dict().items())
    optimizer, made = torch.optim.Adam(net.parameters()), io.BytesIO()
    torch.save({"state": {}, "param_groups": None}, made)
    with pytest.raises(FileError, match="optimizer"):
        take_optimizer(optimizer, made.getvalue(), "x")


# ------------------------------------------------------------------------------------------------------------ memory


def outcomes(positions: int, games: int = 50) -> Outcomes:
    rng, made = np.random.default_rng(1), Outcomes(games)
    for _ in range(positions // games):
        made.keep(np.arange(games), rng.random((games, SIZE), np.float32) * (rng.random((games, SIZE)) < 0.05))
    for i in range(0, games, 2):
        made.ended(i, 1.0)
    return made


class Once(dict[str, Any]):
    """Like a compressed file: asking twice unpacks twice."""

    def get(self, key: str, default: Any = None) -> Any:
        return self.pop(key) if key in self else default

    def __getitem__(self, key: str) -> Any:
        return self.pop(key)


def test_positions_are_read_once_and_need_as_much_as_they_are() -> None:
    kept = outcomes(10_000)
    made = io.BytesIO()
    np.savez(made, allow_pickle=False, **kept.state())
    packed, again = len(made.getvalue()), Outcomes(50)
    tracemalloc.start()
    again.set_state(Once(Archive(made, "x").arrays(packed)))
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert peak < 3 * packed + 10_000 * 600, f"{peak / 1e6:.0f} MB for {packed / 1e6:.0f} MB"
    for mine, theirs in zip(kept.state().values(), again.state().values(), strict=True):
        assert np.array_equal(mine, theirs)


def test_positions_that_nobody_takes_do_not_fill_the_memory(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("experiments.imitate.MOST_KNOWN", 100)
    kept = outcomes(1000)
    assert 75 <= len(kept.state()["worth"]) <= 110


# ------------------------------------------------------------------------------------------------- files that it names


@pytest.mark.parametrize("name", ["sets", "opponents", "teacher", "evaluate_against"])
def test_a_checkpoint_opens_no_file_that_only_it_names(tmp_path: Path, name: str, capsys: pytest.CaptureFixture[str]) -> None:
    if name == "sets":
        (tmp_path / "mine.json").write_bytes((Path(__file__).parents[1] / "cards" / "tiny.json").read_bytes())
        own = str(tmp_path / "mine.json")
    else:
        (tmp_path / "mine.toml").write_text('base = "greedy"\n')
        own = str(tmp_path / "mine.toml")
    value = own if name == "teacher" else [own]
    setup = {**SMALL, name: value}
    write(tmp_path / CHECKPOINT, {RUN: json.dumps({"setup": setup}).encode()})
    with pytest.raises(TrainError, match="files named in a file are opened only if"):
        setup_in(tmp_path / CHECKPOINT)
    found = getattr(setup_in(tmp_path / CHECKPOINT, [name]), name)
    assert own in found
    assert main(["--out", str(tmp_path), "--resume"]) == 1
    said = "".join(capsys.readouterr().err.split())
    assert f"{flag(name)}{own}" in said
    for path in tmp_path.glob("mine.*"):
        path.unlink()
    with pytest.raises(TrainError, match="files named in a file are opened only if"):
        setup_in(tmp_path / CHECKPOINT)


# ------------------------------------------------------------------------------------------------------ one at a time


def test_two_trainings_in_one_folder(tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    hold = (
        "import pathlib, sys, time; from munchkin_env.core.files import locked; from experiments.train import LOCK, TRAINS\n"
        "with locked(pathlib.Path(sys.argv[1]) / LOCK, TRAINS): print('held', flush=True); time.sleep(60)"
    )
    other = subprocess.Popen([sys.executable, "-c", hold, str(tmp_path)], stdout=subprocess.PIPE)
    arguments = ["--out", str(tmp_path), "--steps", "64", "--imitate", "0", "--games", "4", "--rollout", "16", "--batch", "32"]
    try:
        assert other.stdout is not None and other.stdout.readline() == b"held\n"
        there = sorted(tmp_path.iterdir())
        assert main(arguments) == 1
        said = " ".join(capsys.readouterr().err.split())
        assert "another process trains in this folder" in said and (str(other.pid) in said or sys.platform == "win32")
        assert sorted(tmp_path.iterdir()) == there  # unchanged
    finally:
        other.kill()
        other.communicate()
    (tmp_path / ".checkpoint.zip.0a1b2c3d.part").touch()  # of a killed run
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path / "temporary"))
    (tmp_path / "temporary").mkdir()
    assert main(arguments) == 0  # the lock of a dead process is none
    assert not list(tmp_path.glob(".*.part")) and not list((tmp_path / "temporary").glob("SB3*"))


def test_a_full_disk_leaves_what_was_there(tmp_path: Path, parts: dict[str, Parts], monkeypatch: pytest.MonkeyPatch) -> None:
    resumed(tmp_path, parts["rollout"])
    run = Run(tmp_path, setup_in(tmp_path / CHECKPOINT), Console(quiet=True))
    run.resume()
    run.checkpoint()
    before = {path.name: path.read_bytes() for path in tmp_path.iterdir() if path.is_file()}

    def full(*_: object) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    for write_something in (run.checkpoint, run.save_policy, lambda: append_row(tmp_path / "progress.csv", {"steps": 7})):
        with pytest.raises(OSError, match="No space left"):
            write_something()
    run.env.close()
    assert {path.name: path.read_bytes() for path in tmp_path.iterdir() if path.is_file()} == before


def test_rows_that_were_cut_off_or_are_none(tmp_path: Path) -> None:
    path = tmp_path / "progress.csv"
    append_row(path, {"steps": 1, "won": 0.5})
    append_row(path, {"steps": 2, "won": 0.5})
    with path.open("a") as file:
        file.write("3,0.")  # the power failed
    assert [row["steps"] for row in read_rows(path)] == ["1", "2"]
    append_row(path, {"steps": 3, "won": 0.25})
    assert path.read_text() == "steps,won\n1,0.5\n2,0.5\n3,0.25\n"
    for text, says in (
        ("steps,won\n1\n", "line 2 has a different number of values"),
        ("steps\n1,2\n", "line 2"),
        ("steps\nx\n", "steps = 'x': must be a number"),
    ):
        path.write_text(text)
        with pytest.raises(CurvesError, match=says):
            keep_until(path, "steps", 1)
        assert path.read_text() == text
    path.write_bytes(b"\xff\n")
    with pytest.raises(CurvesError, match="not text"):
        read_rows(path)
