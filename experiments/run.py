"""A training run: a folder, a learner, and its state."""

import time
from collections.abc import Generator, Mapping, Sequence
from dataclasses import asdict
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
from experiments.checkpoint import keep, keep_imitation, load_network, restore, save_network
from experiments.curves import append_row, draw, number, read_rows, write_rows
from experiments.evaluate import EVERY, Result, evaluate, of_network, result_of, table
from experiments.imitate import Imitation, Student
from experiments.network import NetworkPolicy
from experiments.progress import bar
from experiments.selfplay import SelfPlayVecEnv
from experiments.settings import Setup, opponents_of
from munchkin_env.core.files import write
from munchkin_env.envs.sb3 import MunchkinVecEnv
from munchkin_env.learning.inputs import columns_of, network_shape
from munchkin_env.learning.networks import to_policy
from munchkin_env.players.policy import new_about, told_sets

SCATTER = 220  # turns that the teacher plays before an imitation
IMITATION_KEPT = 100  # updates between two checkpoints of the imitation


class Reviewed(MaskableRolloutBuffer):  # type: ignore[misc]  # Stable-Baselines3 may not be installed where types are checked
    """A rollout of which PPO sees all real choices, and some of those that the policy was sure of.

    Actions with a probability near 1 hardly change the policy, and in Munchkin most actions are like that (passing in a window); a
    quarter of them is enough for the critic.
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
            next(batches)  # this puts the games in sequence
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
    """A folder, a learner, and its state."""

    def __init__(self, folder: Path, setup: Setup, console: Console) -> None:
        torch.set_num_threads(1)  # a second thread brings little, and slows everything down next to another program
        torch.distributions.Distribution.set_default_validate_args(False)
        self.folder, self.setup, self.console = folder, setup, console
        self.shape = network_shape(setup.network, setup.players, setup.sets)
        self.columns = columns_of(setup.players, setup.sets)
        self.rollouts = 0
        self.imitated = 0
        self.seconds = 0.0
        self._said = ""
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
        """The network at the start of reinforcement learning: loaded, made by imitation, or untrained.

        student: of an imitation to continue.
        """
        if self.setup.start:
            load_network(Path(self.setup.start), self.net, self.setup.sets)
        elif self.setup.imitate:
            self._imitate(student)
        self.save_policy()
        if isinstance(self.env, SelfPlayVecEnv):
            self.env.add(self.net)

    def student(self) -> Student:
        s = self.setup
        others = opponents_of(s.opponents, s.players, s.self_play)
        return Student(Imitation(s.teacher, others, s.imitate_games, seed=s.seed, players=s.players, sets=s.sets), self.net)

    def _imitate(self, student: Student | None) -> None:
        s = self.setup
        rng = torch.get_rng_state()
        with bar(self.console) as progress:
            if student is None:
                student = self.student()
                task = progress.add_task(f"{s.teacher} plays {s.imitate_games} games", total=SCATTER, said="")
                student.scatter(SCATTER, tick=lambda: progress.advance(task))
            task = progress.add_task(f"imitating {s.teacher}", total=s.imitate, completed=student.done, said="")
            while student.done < s.imitate:
                student.update(student.done / s.imitate)
                progress.update(task, completed=student.done, said=f"{student.accuracy():.1%} agreement")
                if student.done % 25 == 0 or student.done == s.imitate:
                    self._keep_imitation(student)
        torch.set_rng_state(rng)
        save_network(self.folder / "imitation.pt", self.net, s.sets)
        self.console.print(
            f"imitation: learned from {student.samples:,} decisions; {student.accuracy():.1%} agreement with the teacher at the end"
        )

    def _keep_imitation(self, student: Student) -> None:
        self.imitated, last = student.done, student.done == self.setup.imitate
        write_rows(self.folder / "accuracy.csv", student.accuracy_rows())
        if not last:
            student.forget_accuracy()
        save_network(self.folder / "network.pt", self.net, self.setup.sets)
        if student.done % IMITATION_KEPT == 0 or last:
            keep_imitation(self, student)

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
        """At the start, every few rollouts, and at the end; also one that an interruption prevented."""
        s, steps = self.setup, self.model.num_timesteps
        if self.rollouts % s.evaluate_every and steps < s.steps:
            return
        path = self.folder / "evaluations.csv"
        known = [row.get("opponent") for row in read_rows(path) if number(path, row, "steps") == steps]
        missing = [opponent for opponent in s.evaluate_against if opponent not in known]
        if missing:
            self.evaluate(missing, progress)

    def _only_critic(self, only: bool) -> None:
        """A critic that knows nothing about these opponents would mislead the policy: at first it learns alone."""
        for name, parameter in self.net.named_parameters():
            parameter.requires_grad_(not only or name.split(".")[0] in ("worth", "value"))

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
        """The preferred action, against three copies of each of these bots; a row per bot, and the plots."""
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
        """At the end, against every bot: strength.csv, and the same as a table in strength.md. Existing results are not played again.

        Against bots that are not training targets, a fifth of the games: games against random players are long.
        """
        path, steps = self.folder / "strength.csv", self.model.num_timesteps
        wanted = {bot: games if bot in self.setup.evaluate_against else -(-games // 5) for bot in EVERY}
        rows = [result_of(row) for row in read_rows(path) if number(path, row, "steps") == steps]
        known = {row.opponent: row for row in rows if row.games >= wanted.get(row.opponent, 0)}
        with bar(self.console) as progress:
            for opponent in EVERY:
                if opponent not in known:
                    known[opponent] = self._against(opponent, wanted[opponent], progress)
                    write_rows(path, [{"steps": steps, **result.as_row()} for result in known.values()])
        head = f"After {steps:,} own decisions, {self.setup.players} players, {told_sets(self.setup.sets)}, preferred actions:"
        write(self.folder / "strength.md", f"{head}\n\n{table(known.values())}\n")
        self.console.print(table(known.values()), highlight=False, markup=False)

    # --------------------------------------------------------------------------------------------------- save and load

    def save_policy(self) -> None:
        to_policy(self.net, self.about).save(self.folder / "policy.npz")
        save_network(self.folder / "network.pt", self.net, self.setup.sets)

    def checkpoint(self) -> None:
        keep(self)
        self.save_policy()

    def resume(self) -> None:
        """Continue from the checkpoint."""
        student = restore(self)
        if student is not None:
            self.start(student)


def _has_tensorboard() -> bool:
    from importlib.util import find_spec

    return find_spec("tensorboard") is not None
