"""What a run leaves in its folder to go on from: checkpoint.zip, and network.pt for other runs to begin with."""

import io
import json
import pickle
import zipfile
from collections import deque
from collections.abc import Sequence
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
import torch

from experiments.curves import keep_until
from experiments.imitate import Student
from experiments.selfplay import SelfPlayVecEnv
from experiments.settings import CHECKPOINT, RUN, TrainError
from munchkin_env.cards.loader import load
from munchkin_env.policy import HEADER, told_sets

if TYPE_CHECKING:
    from experiments.run import Run

PARTIAL = "checkpoint.part.zip"
STUDENT = "imitation/"
"""Files of a checkpoint that was written during the imitation."""


def keep_imitation(run: "Run", student: Student) -> None:
    """The weights, and all that decides how the imitation goes on."""
    weights, partial = io.BytesIO(), run.folder / PARTIAL
    torch.save(run.model.policy.state_dict(), weights)
    with zipfile.ZipFile(partial, "w") as file:
        file.writestr(HEADER, json.dumps(run.about))
        file.writestr(RUN, json.dumps({"setup": asdict(run.setup)}))
        file.writestr("policy.pth", weights.getvalue())
        for name, content in student.state().items():
            file.writestr(STUDENT + name, content)
    partial.replace(run.folder / CHECKPOINT)


def keep(run: "Run") -> None:
    """Everything that decides how the run goes on, put in the place of the last one when it is whole."""
    model, partial = run.model, run.folder / PARTIAL
    model.save(partial, exclude=["_last_obs", "_last_episode_starts", "lr_schedule", "ep_info_buffer", "ep_success_buffer"])
    numpy_rng: Any = np.random.get_state(legacy=False)  # noqa: NPY002 - it is the one that Stable-Baselines3 draws with
    told = {
        "setup": asdict(run.setup),
        "rollouts": run.rollouts,
        "imitated": run.imitated,
        "seconds": run.seconds,
        "steps": model.num_timesteps,
        "updates": model._n_updates,
        "starts": np.asarray(model._last_episode_starts).tolist(),
        "episodes": list(model.ep_info_buffer),
        "successes": [bool(won) for won in model.ep_success_buffer],
        "numpy": {**numpy_rng, "state": {**numpy_rng["state"], "key": numpy_rng["state"]["key"].tolist()}},
    }
    with zipfile.ZipFile(partial, "a") as file:
        file.writestr(HEADER, json.dumps(run.about))
        file.writestr("torch.rng", torch.get_rng_state().numpy().tobytes())
        file.writestr("games.bin", run.env.games.to_bytes())
        if isinstance(run.env, SelfPlayVecEnv):
            told["pool"], networks = run.env.state()
            file.writestr("pool.pth", networks)
        file.writestr(RUN, json.dumps(told))
    partial.replace(run.folder / CHECKPOINT)


def take_up(run: "Run") -> Student | None:
    """What the last checkpoint of its folder tells; the student if that is from the imitation, which then goes on. Raises TrainError."""
    path = run.folder / CHECKPOINT
    try:
        with zipfile.ZipFile(path) as file:
            if f"{STUDENT}told.json" in file.namelist():
                return _student_of(run, file)
            _go_on(run, file)
    except (KeyError, pickle.UnpicklingError, RuntimeError, zipfile.BadZipFile) as error:
        raise TrainError(f"{path}: this is no whole checkpoint of such a run ({error})") from error
    return None


def _student_of(run: "Run", file: zipfile.ZipFile) -> Student:
    run.model.policy.load_state_dict(torch.load(io.BytesIO(file.read("policy.pth")), weights_only=True))
    student = run.student()
    student.set_state({name.removeprefix(STUDENT): file.read(name) for name in file.namelist() if name.startswith(STUDENT)})
    return student


def _go_on(run: "Run", file: zipfile.ZipFile) -> None:
    model = run.model
    told = json.loads(file.read(RUN))
    for name, module in (("policy.pth", model.policy), ("policy.optimizer.pth", model.policy.optimizer)):
        module.load_state_dict(torch.load(io.BytesIO(file.read(name)), weights_only=True))
    if isinstance(run.env, SelfPlayVecEnv):
        run.env.set_state(told["pool"], file.read("pool.pth"), run.net)
    run.env.games.restore(file.read("games.bin"))
    torch.set_rng_state(torch.from_numpy(np.frombuffer(file.read("torch.rng"), np.uint8).copy()))
    state = told["numpy"]
    state["state"]["key"] = np.array(state["state"]["key"], np.uint32)
    np.random.set_state(state)  # noqa: NPY002
    run.rollouts, run.imitated, run.seconds = told["rollouts"], told["imitated"], told["seconds"]
    model.num_timesteps, model._n_updates = told["steps"], told["updates"]
    model._last_obs, model._last_episode_starts = run.env.shown(), np.array(told["starts"])
    model.ep_info_buffer = deque(told["episodes"], maxlen=model._stats_window_size)
    model.ep_success_buffer = deque(told["successes"], maxlen=model._stats_window_size)
    for name in ("progress.csv", "evaluations.csv"):
        keep_until(run.folder / name, "steps", model.num_timesteps)


def save_network(path: Path, net: Any, sets: Sequence[str]) -> None:
    torch.save({"sets": list(load(sets).sets), "weights": net.state_dict()}, path)


def load_network(path: Path, net: Any, sets: Sequence[str]) -> None:
    """The weights of another run with these cards. Raises TrainError."""
    try:
        kept = torch.load(path, weights_only=True)
        if "weights" not in kept:  # written before there were other sets
            kept = {"sets": ["deluxe"], "weights": kept}
        learnt, here = kept["sets"], list(load(sets).sets)
        if learnt != here:
            raise TrainError(
                f"--start {path}: that network learnt {told_sets(learnt)}; this run has {told_sets(here)}, whose cards it does not know"
            )
        net.load_state_dict(kept["weights"])
    except FileNotFoundError:
        raise TrainError(f"{path}: there is no such file; a network.pt of another run is needed") from None
    except TrainError:
        raise
    except (RuntimeError, KeyError, TypeError, ValueError, OSError, EOFError, pickle.UnpicklingError) as error:
        raise TrainError(f"{path}: these are not the weights of such a network (--network, --players): {error}") from error
