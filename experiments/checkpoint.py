"""What a run saves in its folder: checkpoint.zip, to resume from, and network.pt, for other runs to start from."""

import io
import json
import math
import zipfile
from collections import deque
from collections.abc import Sequence
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
import torch

from experiments.curves import keep_until
from experiments.imitate import Student
from experiments.selfplay import SelfPlayVecEnv
from experiments.settings import CHECKPOINT, RUN, TrainError
from experiments.weights import take_optimizer, take_weights
from munchkin_env.cards.loader import load
from munchkin_env.core.files import CHECKPOINT as CHECKPOINT_AT_MOST
from munchkin_env.core.files import GB, MB, POLICY_UNPACKED, Archive, FileError, MissingFile, conform, opened, read_bytes, replacing, write
from munchkin_env.players.policy import HEADER, told_sets
from munchkin_env.players.tensors import check_tensors, read_tensors

if TYPE_CHECKING:
    from experiments.run import Run

PART = GB
"""Size limits for the games of a run, and for the positions of an imitation."""
STUDENT = "imitation/"
"""Files of a checkpoint written during the imitation."""


def keep_imitation(run: "Run", student: Student) -> None:
    """Save the weights, and everything that determines how the imitation continues."""
    weights = io.BytesIO()
    torch.save(run.model.policy.state_dict(), weights)
    with replacing(run.folder / CHECKPOINT) as partial, zipfile.ZipFile(partial, "w") as file:
        file.writestr(HEADER, json.dumps(run.about))
        file.writestr(RUN, json.dumps({"setup": asdict(run.setup)}))
        file.writestr("policy.pth", weights.getvalue())
        for name, content in student.state().items():
            file.writestr(STUDENT + name, content)


def keep(run: "Run") -> None:
    """Save everything that determines how the run continues; it replaces the last checkpoint only when complete."""
    model = run.model
    numpy_rng: Any = np.random.get_state(legacy=False)  # noqa: NPY002 - it is the one that Stable-Baselines3 draws with
    stands = Stands(
        setup=asdict(run.setup),
        rollouts=run.rollouts,
        imitated=run.imitated,
        seconds=run.seconds,
        steps=model.num_timesteps,
        updates=model._n_updates,
        starts=[bool(start) for start in model._last_episode_starts],
        episodes=list(model.ep_info_buffer),
        successes=[bool(won) for won in model.ep_success_buffer],
        numpy={**numpy_rng, "state": {**numpy_rng["state"], "key": numpy_rng["state"]["key"].tolist()}},
    )
    networks = None
    if isinstance(run.env, SelfPlayVecEnv):
        stands.pool, networks = run.env.state()
    with replacing(run.folder / CHECKPOINT) as partial:
        model.save(partial, exclude=["_last_obs", "_last_episode_starts", "lr_schedule", "ep_info_buffer", "ep_success_buffer"])
        with zipfile.ZipFile(partial, "a") as file:
            file.writestr(HEADER, json.dumps(run.about))
            file.writestr("torch.rng", torch.get_rng_state().numpy().tobytes())
            file.writestr("games.bin", run.env.games.to_bytes())
            if networks is not None:
                file.writestr("pool.pth", networks)
            file.writestr(RUN, json.dumps(asdict(stands)))


@dataclass
class Stands:
    """The state of a run, apart from its network and its games."""

    setup: dict[str, Any]
    rollouts: int
    imitated: int
    seconds: float
    steps: int
    updates: int
    starts: list[bool]
    episodes: list[dict[str, float]]
    successes: list[bool]
    numpy: dict[str, Any]
    pool: dict[str, Any] = field(default_factory=dict)


def restore(run: "Run") -> Student | None:
    """Restore the last checkpoint of the run's folder. Returns the student if it was written during the imitation. Raises TrainError."""
    path = run.folder / CHECKPOINT
    try:
        with opened(path, CHECKPOINT_AT_MOST) as handle:
            file = Archive(handle, path)
            if f"{STUDENT}told.json" in file.names():
                return _student_of(run, file)
            _go_on(run, file)
    except FileError as error:
        raise TrainError(f"{path}: this is not a complete checkpoint of such a run ({error.problem})") from error
    except (ArithmeticError, AttributeError, LookupError, RuntimeError, TypeError, ValueError) as error:  # random generators, optimizers
        raise TrainError(f"{path}: this is not a complete checkpoint of such a run ({type(error).__name__}: {error})") from error
    return None


def _student_of(run: "Run", file: Archive) -> Student:
    take_weights(run.model.policy, file.read("policy.pth", POLICY_UNPACKED), file.name)
    student = run.student()
    parts = [name for name in file.names() if name.startswith(STUDENT)]
    student.set_state({name.removeprefix(STUDENT): file.read(name, PART) for name in parts}, file.name)
    return student


def _go_on(run: "Run", file: Archive) -> None:
    model, name = run.model, file.name
    stands: Stands = conform(file.json(RUN, finite=False), Stands, name)
    if (
        len(stands.starts) != run.setup.games
        or not 0 <= stands.seconds < math.inf
        or min(stands.rollouts, stands.imitated, stands.steps, stands.updates) < 0
    ):
        raise FileError(name, "its state of the run is impossible")
    if not all({"r", "l", "t"} <= episode.keys() for episode in stands.episodes):
        raise FileError(name, "its episodes are impossible")
    take_weights(model.policy, file.read("policy.pth", POLICY_UNPACKED), name)
    take_optimizer(model.policy.optimizer, file.read("policy.optimizer.pth", 2 * POLICY_UNPACKED), name)
    if isinstance(run.env, SelfPlayVecEnv):
        run.env.set_state(stands.pool, file.read("pool.pth", PART), run.net, name)
    run.env.games.restore(file.read("games.bin", PART))
    torch.set_rng_state(torch.from_numpy(np.frombuffer(file.read("torch.rng", MB), np.uint8).copy()))
    state = stands.numpy
    state["state"]["key"] = np.array(state["state"]["key"], np.uint32)
    np.random.set_state(state)  # noqa: NPY002
    run.rollouts, run.imitated, run.seconds = stands.rollouts, stands.imitated, stands.seconds
    model.num_timesteps, model._n_updates = stands.steps, stands.updates
    model._last_obs, model._last_episode_starts = run.env.shown(), np.array(stands.starts)
    model.ep_info_buffer = deque(stands.episodes, maxlen=model._stats_window_size)
    model.ep_success_buffer = deque(stands.successes, maxlen=model._stats_window_size)
    for rows in ("progress.csv", "evaluations.csv"):
        keep_until(run.folder / rows, "steps", model.num_timesteps)


def save_network(path: Path, net: Any, sets: Sequence[str]) -> None:
    made = io.BytesIO()
    torch.save({"sets": list(load(sets).sets), "weights": net.state_dict()}, made)
    write(path, made.getvalue())


def load_network(path: Path, net: Any, sets: Sequence[str]) -> None:
    """The weights of another run with these cards. Raises TrainError."""
    try:
        kept = read_tensors(read_bytes(path, POLICY_UNPACKED), path, POLICY_UNPACKED)
        if isinstance(kept, dict) and "weights" not in kept:  # written before there were other sets
            kept = {"sets": ["deluxe"], "weights": kept}
        if not isinstance(kept, dict) or not isinstance(kept.get("sets"), list) or not all(isinstance(one, str) for one in kept["sets"]):
            raise FileError(path, "it does not say which sets it learned")
        learned, here = kept["sets"], list(load(sets).sets)
        if learned != here:
            raise TrainError(
                f"--start {path}: that network learned {told_sets(learned)}; this run has {told_sets(here)}, whose cards it does not know"
            )
        net.load_state_dict(check_tensors(kept["weights"], net.state_dict(), path))
    except MissingFile:
        raise TrainError(f"{path}: there is no such file; it must be the network.pt of another run") from None
    except FileError as error:
        raise TrainError(f"{path}: these are not the weights of such a network (--network, --players): {error.problem}") from error
