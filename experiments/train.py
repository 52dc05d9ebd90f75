"""Learn Munchkin: a network imitates a bot first, then gets better by playing (MaskablePPO of sb3-contrib).

    python -m experiments.train --out runs/mine                             # all defaults: against three greedy bots, about an hour
    python -m experiments.train --out runs/mine --resume                    # go on after a break, exactly
    python -m experiments.train --out runs/space --set star                 # other cards; --set may be repeated
    python -m experiments.train --out runs/short --imitate 200 --steps 300000
    python -m experiments.train --out runs/mixed --opponents greedy=2 random=1
    python -m experiments.train --out runs/selves --self-play --opponents greedy=1 --start runs/mine/network.pt
    tensorboard --logdir runs

In --out: policy.npz (to play with, in the arena too), checkpoint.zip (every 100 updates of the imitation, then after every rollout; for
--resume), network.pt (for --start), evaluations.csv and progress.csv with curves.png, accuracy.csv of the imitation, tensorboard/; with
--final-games strength.md and strength.csv. Ctrl-C loses at most what came after the last checkpoint.
"""

import argparse
import io
import json
import pickle
import signal
import sys
import time
import zipfile
from collections import deque
from collections.abc import Generator, Mapping, Sequence
from dataclasses import asdict, dataclass, fields, replace
from pathlib import Path
from typing import Any

import numpy as np
import torch
from rich.console import Console
from rich.progress import Progress
from sb3_contrib import MaskablePPO
from sb3_contrib.common.maskable.buffers import MaskableRolloutBuffer
from stable_baselines3.common.logger import configure

from experiments.advice import AdvisedVecEnv
from experiments.curves import append_row, draw, keep_until, read_rows, write_rows
from experiments.evaluate import EVERY, Result, evaluate, of_network, result_of, table
from experiments.imitate import SHAPES, Imitation, Student, columns_of, shape_of
from experiments.network import NetworkPolicy, to_policy
from experiments.progress import bar
from experiments.selfplay import SelfPlayVecEnv
from munchkin_env.bots import UnknownBotError, check_bot
from munchkin_env.cards.loader import load
from munchkin_env.game import LoadError, places_of
from munchkin_env.policy import HEADER, PolicyError, new_about, told_sets
from munchkin_env.sb3 import MunchkinVecEnv

CHECKPOINT, RUN = "checkpoint.zip", "run.json"
STUDENT = "imitation/"
"""Files of a checkpoint that was written during the imitation."""
SCATTER = 220  # turns that the teacher plays before an imitation
IMITATION_KEPT = 100  # updates between two such checkpoints


class TrainError(ValueError):
    """What was asked for cannot be done."""


@dataclass(frozen=True)
class Setup:
    """A run. With the same setup and the same versions of everything the same numbers come out."""

    players: int = 4
    sets: tuple[str, ...] = ("deluxe",)
    opponents: tuple[str, ...] = ("greedy",)
    self_play: bool = False
    pool: int = 6
    pool_every: int = 10
    network: str = "slots"
    start: str = ""
    imitate: int = 12_000
    imitate_games: int = 512
    teacher: str = "veteran"
    steps: int = 14_000_000
    games: int = 256
    rollout: int = 64
    batch: int = 1024
    epochs: int = 3
    rate: float = 4e-4
    gamma: float = 0.9995
    gae_lambda: float = 0.95
    clip: float = 0.2
    entropy: float = 0.0
    worth: float = 0.5
    target_kl: float = 0.05
    sure: float = 0.98
    review: float = 0.25
    warm_up: int = 2
    advice: float = 0.2
    reward: str = "win"
    shaping: float = 0.0
    evaluate_every: int = 60
    evaluate_games: int = 800
    evaluate_against: tuple[str, ...] = ("greedy",)
    seed: int = 1


class Reviewed(MaskableRolloutBuffer):  # type: ignore[misc]  # Stable-Baselines3 may not be installed where types are checked
    """A rollout of which PPO sees every choice that was one, and some of those that the policy was sure of.

    What is done with a probability near 1 hardly moves the policy, and in Munchkin that is most of what one does (let a window pass); a
    quarter of it is enough for the critic.
    """

    def __init__(self, *arguments: Any, sure: float, review: float, **named: Any) -> None:
        self.sure, self.review = sure, review
        self.share = 1.0
        super().__init__(*arguments, **named)

    def get(self, batch_size: int | None = None) -> Generator[Any, None, None]:
        n = self.buffer_size * self.n_envs
        batches = super().get(n if batch_size is None else 1)
        if batch_size is None:
            yield from batches
            return
        if not self.generator_ready:
            next(batches)  # it puts the games one after the other
        sure = np.exp(self.log_probs.reshape(-1)) > self.sure
        kept = np.random.permutation(np.flatnonzero(~sure | (np.random.random(n) < self.review)))  # noqa: NPY002 - seeded by MaskablePPO
        self.share = len(kept) / n
        for first in range(0, len(kept) - batch_size // 2, batch_size):
            yield self._get_samples(kept[first : first + batch_size])


def learner(env: MunchkinVecEnv, s: Setup, shape: Mapping[str, Any], columns: Any) -> MaskablePPO:
    return MaskablePPO(
        NetworkPolicy,
        env,
        learning_rate=s.rate,
        n_steps=s.rollout,
        batch_size=s.batch,
        n_epochs=s.epochs,
        gamma=s.gamma,
        gae_lambda=s.gae_lambda,
        clip_range=s.clip,
        ent_coef=1.0 if s.advice else s.entropy,  # see NetworkPolicy
        vf_coef=s.worth,
        target_kl=s.target_kl,
        stats_window_size=1000,
        seed=s.seed,
        device="cpu",
        policy_kwargs={"shape": shape, "columns": columns.tolist(), "sets": s.sets},
        rollout_buffer_class=Reviewed,
        rollout_buffer_kwargs={"sure": s.sure, "review": s.review},
    )


class Run:
    """A folder, a learner, and where it stands."""

    def __init__(self, folder: Path, setup: Setup, console: Console) -> None:
        torch.set_num_threads(1)  # a second one brings little, and where another program works beside it everything becomes slow
        torch.distributions.Distribution.set_default_validate_args(False)
        self.folder, self.setup, self.console = folder, setup, console
        self.shape = shape_of(setup.network, setup.players, setup.sets)
        self.columns = columns_of(setup.players, setup.sets)
        self.rollouts = 0
        self.imitated = 0
        self.seconds = 0.0
        self.env = self._make_env()
        self.model = learner(self.env, setup, self.shape, self.columns)
        self.model.set_logger(configure(str(folder / "tensorboard"), ["tensorboard"] if _has_tensorboard() else []))

    def _make_env(self) -> MunchkinVecEnv:
        s = self.setup
        common: dict[str, Any] = {"reward": s.reward, "shaping": s.shaping, "gamma": s.gamma, "seed": s.seed}
        if s.advice:
            return AdvisedVecEnv(s.games, s.players, s.sets, teacher=s.teacher, opponents=opponents_of(s.opponents, s.players), **common)
        if not s.self_play:
            return MunchkinVecEnv(s.games, s.players, s.sets, opponents=opponents_of(s.opponents, s.players), **common)
        bots = opponents_of(s.opponents, s.players, lots=True)
        assert isinstance(bots, dict)
        networks = max(1, s.players - 1 - sum(bots.values()))
        return SelfPlayVecEnv(s.games, s.players, s.sets, network_lots=networks, bots=bots, size=s.pool, **common)

    @property
    def net(self) -> Any:
        return self.model.policy.net

    @property
    def about(self) -> dict[str, Any]:
        how = {"setup": asdict(self.setup), "imitation_updates": self.imitated, "rollouts": self.rollouts, "seconds": round(self.seconds)}
        return new_about(self.setup.sets, self.setup.players, self.shape, steps=self.model.num_timesteps, trained=how)

    # -------------------------------------------------------------------------------------------------------- learning

    def start(self, student: Student | None = None) -> None:
        """The network as it is when reinforcement begins: taken from elsewhere, made by imitation, or as it comes.

        student: whose imitation goes on.
        """
        if self.setup.start:
            load_network(Path(self.setup.start), self.net, self.setup.sets)
        elif self.setup.imitate:
            self._imitate(student)
        self.save_policy()
        if isinstance(self.env, SelfPlayVecEnv):
            self.env.add(self.net)

    def _student(self) -> Student:
        s = self.setup
        others = opponents_of(s.opponents, s.players, s.self_play)
        return Student(Imitation(s.teacher, others, s.imitate_games, seed=s.seed, players=s.players, sets=s.sets), self.net)

    def _imitate(self, student: Student | None) -> None:
        s = self.setup
        rng = torch.get_rng_state()
        with bar(self.console) as progress:
            if student is None:
                student = self._student()
                task = progress.add_task(f"{s.teacher} plays on in {s.imitate_games} games", total=SCATTER, said="")
                student.scatter(SCATTER, tick=lambda: progress.advance(task))
            task = progress.add_task(f"imitating {s.teacher}", total=s.imitate, completed=student.done, said="")
            while student.done < s.imitate:
                student.update(student.done / s.imitate)
                progress.update(task, completed=student.done, said=f"{student.accuracy():.1%} the same")
                if student.done % 25 == 0 or student.done == s.imitate:
                    self._keep_imitation(student)
        torch.set_rng_state(rng)
        save_network(self.folder / "imitation.pt", self.net, s.sets)
        self.console.print(
            f"imitation: {student.samples:,} decisions learnt from, {student.accuracy():.1%} of the last ones as the teacher"
        )

    def _keep_imitation(self, student: Student) -> None:
        self.imitated, last = student.done, student.done == self.setup.imitate
        write_rows(self.folder / "accuracy.csv", student.accuracy_rows())
        if not last:
            student.forget_accuracy()
        save_network(self.folder / "network.pt", self.net, self.setup.sets)
        if student.done % IMITATION_KEPT and not last:
            return
        weights, partial = io.BytesIO(), self.folder / "checkpoint.part.zip"
        torch.save(self.model.policy.state_dict(), weights)
        with zipfile.ZipFile(partial, "w") as file:
            file.writestr(HEADER, json.dumps(self.about))
            file.writestr(RUN, json.dumps({"setup": asdict(self.setup)}))
            file.writestr("policy.pth", weights.getvalue())
            for name, content in student.state().items():
                file.writestr(STUDENT + name, content)
        partial.replace(self.folder / CHECKPOINT)

    def learn(self) -> None:
        s = self.setup
        each = s.games * s.rollout
        with bar(self.console) as progress:
            task = progress.add_task("learning by playing", total=s.steps, completed=self.model.num_timesteps, said="")
            self._evaluate_if_due(progress)
            while self.model.num_timesteps < s.steps:
                began = time.perf_counter()
                self._only_critic(self.rollouts < s.warm_up)
                left = max(0.05, 1.0 - self.model.num_timesteps / s.steps)
                self.model.policy.advice, self.model.policy.entropy_weight = s.advice * left, s.entropy
                self.model.lr_schedule = lambda _, left=left: s.rate * left
                self.model.learn(each, reset_num_timesteps=self.rollouts == 0, log_interval=None)
                self.rollouts += 1
                self.seconds += time.perf_counter() - began
                self._note(each / (time.perf_counter() - began))
                if isinstance(self.env, SelfPlayVecEnv) and self.rollouts % s.pool_every == 0:
                    self.env.add(self.net)
                self.checkpoint()
                self._evaluate_if_due(progress)
                progress.update(task, completed=self.model.num_timesteps, said=self._said)

    def _evaluate_if_due(self, progress: Progress) -> None:
        """At the beginning, every so many rollouts, and at the end; what a break has cut off too."""
        s, steps = self.setup, self.model.num_timesteps
        if self.rollouts % s.evaluate_every and steps < s.steps:
            return
        known = [row["opponent"] for row in read_rows(self.folder / "evaluations.csv") if int(row["steps"]) == steps]
        missing = [opponent for opponent in s.evaluate_against if opponent not in known]
        if missing:
            self.evaluate(missing, progress)

    def _only_critic(self, only: bool) -> None:
        """A critic that knows nothing of these opponents would lead the policy astray: at first it learns alone."""
        for name, parameter in self.net.named_parameters():
            parameter.requires_grad_(not only or name.split(".")[0] in ("worth", "value"))

    _said = ""

    def _note(self, speed: float) -> None:
        model, logged = self.model, dict(self.model.logger.name_to_value)
        returns = [episode["r"] for episode in model.ep_info_buffer]
        row = {
            "steps": model.num_timesteps,
            "seconds": round(self.seconds),
            "return": round(float(np.mean(returns)), 4) if returns else "",
            "won": round(float(np.mean(model.ep_success_buffer)), 4) if model.ep_success_buffer else "",
            "entropy": "" if self.setup.advice else round(-float(logged["train/entropy_loss"]), 4),  # see NetworkPolicy
            "kl": round(float(logged["train/approx_kl"]), 5),
            "clipped": round(float(logged["train/clip_fraction"]), 4),
            "explained": round(float(logged["train/explained_variance"]), 4),
            "advised": round(self.model.policy.followed, 4),
            "learnt_from": round(model.rollout_buffer.share, 3),
            "steps_per_s": round(speed),
        }
        append_row(self.folder / "progress.csv", row)
        for name in ("return", "won", "steps_per_s", "learnt_from"):
            if row[name] != "":
                model.logger.record(f"munchkin/{name}", row[name])
        model.logger.dump(model.num_timesteps)
        self._said = f"return {row['return']} · won {row['won']} · kl {row['kl']}"

    def evaluate(self, against: Sequence[str], progress: Progress) -> None:
        """The action it holds for the best, against three of each of these bots; a row per bot, and the picture."""
        for opponent in against:
            result = self._against(opponent, self.setup.evaluate_games, progress)
            append_row(self.folder / "evaluations.csv", {"steps": self.model.num_timesteps, **result.as_row()})
            self.model.logger.record(f"shares/{opponent}", result.shares)
            self.model.logger.record(f"wins/{opponent}", result.wins)
        self.model.logger.dump(self.model.num_timesteps)
        draw(self.folder, 1 / self.setup.players)

    def _against(self, opponent: str, games: int, progress: Progress) -> Result:
        task = progress.add_task(f"against {self.setup.players - 1} of {opponent}", total=games, said="")
        choose = of_network(self.net)
        result = evaluate(choose, opponent, games, self.setup.players, 1_000_003, self.setup.sets, tick=lambda n: progress.advance(task, n))
        progress.remove_task(task)
        self.console.print(f"after {self.model.num_timesteps:,} steps against {self.setup.players - 1} of {result}", highlight=False)
        return result

    def judge(self, games: int) -> None:
        """At the end, against every bot: strength.csv, and as a table strength.md. What is there already is not played again.

        A fifth of the games against bots that the run does not aim at: games against players by lot are long.
        """
        path, steps = self.folder / "strength.csv", self.model.num_timesteps
        wanted = {bot: games if bot in self.setup.evaluate_against else -(-games // 5) for bot in EVERY}
        rows = [row for row in read_rows(path) if row["steps"] == str(steps)]
        known = {row["opponent"]: result_of(row) for row in rows if int(row["games"]) >= wanted.get(row["opponent"], 0)}
        with bar(self.console) as progress:
            for opponent in EVERY:
                if opponent not in known:
                    known[opponent] = self._against(opponent, wanted[opponent], progress)
                    write_rows(path, [{"steps": steps, **result.as_row()} for result in known.values()])
        head = (
            f"After {steps:,} own decisions, {self.setup.players} players, {told_sets(self.setup.sets)}, the action it holds for the best:"
        )
        (self.folder / "strength.md").write_text(f"{head}\n\n{table(known.values())}\n", encoding="utf-8")
        self.console.print(table(known.values()), highlight=False, markup=False)

    # --------------------------------------------------------------------------------------------------- save and load

    def save_policy(self) -> None:
        to_policy(self.net, self.about).save(self.folder / "policy.npz")
        save_network(self.folder / "network.pt", self.net, self.setup.sets)

    def checkpoint(self) -> None:
        """Everything that decides how the run goes on, put in the place of the last one when it is whole."""
        model, partial = self.model, self.folder / "checkpoint.part.zip"
        model.save(partial, exclude=["_last_obs", "_last_episode_starts", "lr_schedule", "ep_info_buffer", "ep_success_buffer"])
        numpy_rng: Any = np.random.get_state(legacy=False)  # noqa: NPY002 - it is the one that Stable-Baselines3 draws with
        told = {
            "setup": asdict(self.setup),
            "rollouts": self.rollouts,
            "imitated": self.imitated,
            "seconds": self.seconds,
            "steps": model.num_timesteps,
            "updates": model._n_updates,
            "starts": np.asarray(model._last_episode_starts).tolist(),
            "episodes": list(model.ep_info_buffer),
            "successes": [bool(won) for won in model.ep_success_buffer],
            "numpy": {**numpy_rng, "state": {**numpy_rng["state"], "key": numpy_rng["state"]["key"].tolist()}},
        }
        with zipfile.ZipFile(partial, "a") as file:
            file.writestr(HEADER, json.dumps(self.about))
            file.writestr("torch.rng", torch.get_rng_state().numpy().tobytes())
            file.writestr("games.bin", self.env.games.to_bytes())
            if isinstance(self.env, SelfPlayVecEnv):
                told["pool"], networks = self.env.state()
                file.writestr("pool.pth", networks)
            file.writestr(RUN, json.dumps(told))
        partial.replace(self.folder / CHECKPOINT)
        self.save_policy()

    def resume(self) -> None:
        """Go on where the checkpoint was written."""
        path = self.folder / CHECKPOINT
        try:
            with zipfile.ZipFile(path) as file:
                student = self._student_of(file) if f"{STUDENT}told.json" in file.namelist() else None
            if student is None:
                self._take_up(path)
        except (KeyError, pickle.UnpicklingError, RuntimeError, zipfile.BadZipFile) as error:
            raise TrainError(f"{path}: this is no whole checkpoint of such a run ({error})") from error
        if student is not None:
            self.start(student)

    def _student_of(self, file: zipfile.ZipFile) -> Student:
        self.model.policy.load_state_dict(torch.load(io.BytesIO(file.read("policy.pth")), weights_only=True))
        student = self._student()
        student.set_state({name.removeprefix(STUDENT): file.read(name) for name in file.namelist() if name.startswith(STUDENT)})
        return student

    def _take_up(self, path: Path) -> None:
        model = self.model
        with zipfile.ZipFile(path) as file:
            told = json.loads(file.read(RUN))
            for name, module in (("policy.pth", model.policy), ("policy.optimizer.pth", model.policy.optimizer)):
                module.load_state_dict(torch.load(io.BytesIO(file.read(name)), weights_only=True))
            if isinstance(self.env, SelfPlayVecEnv):
                self.env.set_state(told["pool"], file.read("pool.pth"), self.net)
            self.env.games.restore(file.read("games.bin"))
            torch.set_rng_state(torch.from_numpy(np.frombuffer(file.read("torch.rng"), np.uint8).copy()))
        state = told["numpy"]
        state["state"]["key"] = np.array(state["state"]["key"], np.uint32)
        np.random.set_state(state)  # noqa: NPY002
        self.rollouts, self.imitated, self.seconds = told["rollouts"], told["imitated"], told["seconds"]
        model.num_timesteps, model._n_updates = told["steps"], told["updates"]
        model._last_obs, model._last_episode_starts = self.env.shown(), np.array(told["starts"])
        model.ep_info_buffer = deque(told["episodes"], maxlen=model._stats_window_size)
        model.ep_success_buffer = deque(told["successes"], maxlen=model._stats_window_size)
        for name in ("progress.csv", "evaluations.csv"):
            keep_until(self.folder / name, "steps", model.num_timesteps)


def _has_tensorboard() -> bool:
    from importlib.util import find_spec

    return find_spec("tensorboard") is not None


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


def opponents_of(given: Sequence[str], players: int, lots: bool = False) -> str | list[str] | dict[str, int]:
    """One name for all seats, a name per seat, or lots such as greedy=2 random=1. Raises TrainError or UnknownBotError."""
    split = [text.partition("=") for text in given if text]
    for name, _, number in split:
        check_bot(name)
        if number and not number.isdecimal():
            raise TrainError(f"--opponents {name}={number}: allowed is a whole number of lots, as in greedy=2")
    if lots or any(number for _, _, number in split):
        return {name: int(number or 1) for name, _, number in split}
    names = [name for name, _, _ in split]
    if len(names) not in (1, players - 1):
        raise TrainError(f"--opponents {' '.join(given)}: allowed is one name, {players - 1} names, or lots such as greedy=2 random=1")
    return names[0] if len(names) == 1 else names


# ------------------------------------------------------------------------------------------------------- the command

_HELP = {
    "players": "2 to 6",
    "sets": "a built-in set, or the path of a card file; may be repeated (default: deluxe)",
    "opponents": "a bot for all seats, one per seat, or lots, drawn anew in every game: greedy=2 random=1 (with --self-play: anchors)",
    "self_play": "earlier selves in the seats that --opponents leaves, by lot",
    "pool": "with --self-play: how many earlier selves are kept",
    "pool_every": "with --self-play: another one after so many rollouts",
    "network": f"{' or '.join(SHAPES)}: one embedding per card, or layers over the vector as it is",
    "start": "begin with this network.pt instead of an imitation",
    "imitate": "updates of imitation first, of some 200 to 600 decisions each; 0 for none",
    "imitate_games": "games at once in the imitation",
    "teacher": f"whom to imitate: {', '.join(EVERY)}",
    "steps": "own decisions to play and learn from (some 260 are a game)",
    "games": "at once",
    "rollout": "decisions per game between two updates",
    "batch": "decisions per gradient step",
    "epochs": "over each rollout",
    "rate": "learning rate at the start; it falls to nothing",
    "gamma": "discount per own decision",
    "gae_lambda": "how far an advantage looks ahead: about 1 / (1 - lambda) own decisions",
    "clip": "how far the probability of an action may move in one update",
    "entropy": "bonus for not being sure",
    "worth": "weight of the critic's loss",
    "target_kl": "an update ends early beyond this distance",
    "sure": "decisions made with at least this probability are learnt from only in part (--review)",
    "review": "the part",
    "advice": "weight of the teacher's choice in the loss while it plays, which holds it near what it learnt; it falls to nothing",
    "warm_up": "rollouts in which only the critic learns",
    "reward": "win (the victory, shared by its winners) or rank",
    "shaping": "rewards for Levels on the way, which leave the best play what it is",
    "evaluate_every": "rollouts",
    "evaluate_games": "per bot",
    "evaluate_against": "bots; 'all' for every one",
    "seed": "of everything",
}


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="python -m experiments.train", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--out", type=Path, required=True, metavar="FOLDER", help="where everything is written")
    parser.add_argument("--resume", action="store_true", help="go on with the run in --out, with its settings (only --steps may be others)")
    parser.add_argument(
        "--final-games",
        type=int,
        default=0,
        metavar="N",
        help="at the end, so many against each bot of --evaluate-against, and a fifth against every other",
    )
    for field in fields(Setup):
        name, default = flag(field.name), field.default
        about = f"{_HELP[field.name]} (default: {' '.join(default) if isinstance(default, tuple) else default})"
        if isinstance(default, bool):
            parser.add_argument(name, action="store_true", default=None, help=_HELP[field.name])
        elif field.name == "sets":
            parser.add_argument(name, dest="sets", action="append", metavar="SET", help=_HELP[field.name])
        elif isinstance(default, tuple):
            parser.add_argument(name, nargs="+", metavar="BOT", help=about)
        else:
            parser.add_argument(name, type=type(default), metavar="N" if not isinstance(default, str) else "NAME", help=about)
    return parser


def flag(name: str) -> str:
    """How a setting is called at the command line."""
    return "--set" if name == "sets" else "--" + name.replace("_", "-")


def setup_of(given: argparse.Namespace) -> Setup:
    """The settings that were given, and the defaults, checked."""
    named = {field.name: getattr(given, field.name) for field in fields(Setup) if getattr(given, field.name) is not None}
    if named.get("evaluate_against") == ["all"]:
        named["evaluate_against"] = list(EVERY)
    if "sets" in named:
        load(named["sets"])  # raises what is wrong with a name before it is taken for a file's
        named["sets"] = places_of(named["sets"])
    if given.resume:
        return _resumed(given, named)
    setup = made(named)
    check(setup)
    return setup


def made(named: Mapping[str, Any]) -> Setup:
    values: dict[str, Any] = {name: tuple(value) if isinstance(value, list) else value for name, value in named.items()}
    return Setup(**values)


def _resumed(given: argparse.Namespace, named: Mapping[str, Any]) -> Setup:
    path = given.out / CHECKPOINT
    try:
        with zipfile.ZipFile(path) as file:
            setup = made(json.loads(file.read(RUN))["setup"])
    except FileNotFoundError:
        raise TrainError(f"{path}: there is no such file, and nothing to go on with; leave out --resume to begin") from None
    except (OSError, KeyError, TypeError, ValueError, zipfile.BadZipFile) as error:
        raise TrainError(f"{path}: this is no checkpoint of a run ({error})") from error
    others = [name for name, value in asdict(made(named)).items() if name in named and name != "steps" and value != getattr(setup, name)]
    if others:
        said = ", ".join(f"{flag(name)} (it has {_told(getattr(setup, name))})" for name in others)
        raise TrainError(f"--resume takes the settings of the run: leave out {said}")
    return replace(setup, steps=named.get("steps", setup.steps))


def _told(value: Any) -> str:
    return " ".join(map(str, value)) if isinstance(value, tuple) else str(value)


def check(setup: Setup) -> None:
    """Raises TrainError or UnknownBotError."""
    opponents_of(setup.opponents, setup.players, setup.self_play)
    for name in (setup.teacher, *setup.evaluate_against):
        check_bot(name)
    if setup.network not in SHAPES:
        raise TrainError(f"--network {setup.network}: allowed is {' or '.join(SHAPES)}")
    for name in ("games", "rollout", "batch", "epochs", "pool", "pool_every", "evaluate_every", "evaluate_games", "rate"):
        if getattr(setup, name) <= 0:
            raise TrainError(f"{flag(name)} {getattr(setup, name)}: allowed is a number above 0")
    if setup.games * setup.rollout < setup.batch:
        raise TrainError(f"--games {setup.games} times --rollout {setup.rollout} is less than one --batch of {setup.batch}")
    if setup.advice and setup.self_play:
        raise TrainError("--self-play needs --advice 0: there is no teacher in self-play")
    if setup.start and not Path(setup.start).is_file():
        raise TrainError(f"--start {setup.start}: there is no such file")


def main(arguments: Sequence[str] | None = None) -> int:
    given = _parser().parse_args(arguments)
    console = Console(stderr=True)
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    run: Run | None = None
    try:
        setup = setup_of(given)
        if not given.resume and (given.out / CHECKPOINT).exists():
            raise TrainError(f"--out {given.out}: a run is there already; --resume goes on with it, another folder begins a new one")
        given.out.mkdir(parents=True, exist_ok=True)
        run = Run(given.out, setup, console)
        if given.resume:
            run.resume()
        else:
            (given.out / "setup.json").write_text(json.dumps(asdict(setup), indent=2) + "\n", encoding="utf-8")
            run.start()
        run.learn()
        if given.final_games:
            run.judge(given.final_games)
    except KeyboardInterrupt:
        kept, network = given.out / CHECKPOINT, given.out / "network.pt"
        if run is not None and kept.exists():
            console.print(f"broken off; kept until the last checkpoint. Go on: python -m experiments.train --out {given.out} --resume")
        elif run is not None and network.exists():
            console.print(f"broken off while it imitated; what it can is kept. Go on from there in another folder: --start {network}")
        else:
            console.print("broken off before there was anything to keep")
        return 130
    except (TrainError, UnknownBotError, PolicyError, LoadError, OSError, ValueError) as error:
        console.print(f"train: {error}", markup=False)
        return 1
    finally:
        if run is not None:
            run.env.close()
    for name in ("policy.npz", "evaluations.csv", "curves.png", "strength.md"):
        if (given.out / name).exists():
            print(given.out / name)
    return 0


if __name__ == "__main__":
    sys.exit(main())
