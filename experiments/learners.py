"""Learning curves of two independent learners on the tasks: the PPO of experiments/ppo.py, and MaskablePPO of sb3-contrib.

    python -m experiments.learners --out runs/learners --tasks mini duel --seeds 1 2 3 4 5 --steps 300000

Every run writes a file of its own in --out, so the same command continues after a break. Then it prints the table of docs/tasks.md
(means over seeds, with 95 % intervals by Student's t) and writes curves.png.
"""

import argparse
import sys
import time
from collections.abc import Callable, Sequence
from math import sqrt
from pathlib import Path
from typing import Any

import numpy as np
import torch

from experiments.curves import number, read_rows, write_rows
from experiments.evaluate import evaluate
from experiments.ppo import Settings, learn
from experiments.settings import add_option
from munchkin_env.core.files import replacing
from munchkin_env.tasks import find_task

Row = dict[str, Any]
_STUDENT = {2: 12.71, 3: 4.30, 4: 3.18, 5: 2.78, 6: 2.57, 7: 2.45, 8: 2.36, 9: 2.31, 10: 2.26}
"""The factor of a 95 % interval, by the number of seeds."""
COLOURS = {"ppo": "#31688e", "maskable": "#e08214"}


def own_ppo(settings: Settings, tell: Callable[[Row], None]) -> list[Row]:
    return learn(settings, tell)[1]


def maskable_ppo(settings: Settings, tell: Callable[[Row], None]) -> list[Row]:
    """MaskablePPO with the same numbers where it has them; it reads the whole observation."""
    from sb3_contrib import MaskablePPO
    from stable_baselines3.common.callbacks import BaseCallback

    from munchkin_env.envs.sb3 import MunchkinVecEnv

    s, task, began = settings, find_task(settings.task), time.perf_counter()
    games = MunchkinVecEnv(s.games, task=s.task, seed=s.seed, shaping=s.shaping, gamma=s.gamma)
    model = MaskablePPO(
        "MlpPolicy",
        games,
        learning_rate=lambda left: s.rate * left,
        n_steps=s.rollout,
        batch_size=s.batch,
        n_epochs=s.epochs,
        gamma=s.gamma,
        gae_lambda=s.gae_lambda,
        clip_range=s.clip,
        ent_coef=s.entropy,
        vf_coef=s.worth,
        max_grad_norm=s.norm,
        policy_kwargs={"net_arch": [s.width, s.width], "activation_fn": torch.nn.ReLU},
        device="cpu",
        seed=s.seed,
    )

    def choose(observations: Any, masks: Any) -> Any:
        return model.predict(observations, action_masks=masks, deterministic=True)[0]

    rows: list[Row] = []

    class Notes(BaseCallback):  # type: ignore[misc]  # as the PPO of this project: at the start, then after rollouts
        def _on_training_start(self) -> None:
            note()

        def _on_rollout_end(self) -> None:
            """Before the update that follows."""
            if self.num_timesteps // s.evaluate_every > (self.num_timesteps - s.games * s.rollout) // s.evaluate_every:
                note()

        def _on_step(self) -> bool:
            return True

    def note() -> None:
        result = evaluate(choose, task.opponents, s.evaluate_games, task.players, task.seed, task.card_sets, **task.rules)
        rows.append({**result.as_row(), "steps": model.num_timesteps, "seconds": round(time.perf_counter() - began, 1)})
        tell(rows[-1])

    model.learn(s.steps, callback=Notes())
    note()
    games.close()
    return rows


LEARNERS: dict[str, Callable[[Settings, Callable[[Row], None]], list[Row]]] = {"ppo": own_ppo, "maskable": maskable_ppo}


def file_of(out: Path, learner: str, task: str, seed: int) -> Path:
    return out / f"{learner}-{task}-{seed}.csv"


def mean_of(values: Sequence[float]) -> tuple[float, float, float]:
    """The mean and its interval; the single value without one."""
    n, mean = len(values), float(np.mean(values))
    if n < 2:
        return mean, float("nan"), float("nan")
    half = _STUDENT.get(n, 1.96) * float(np.std(values, ddof=1)) / sqrt(n)
    return mean, mean - half, mean + half


def curve(out: Path, learner: str, task: str, seeds: Sequence[int]) -> list[tuple[float, float, float, float, float]]:
    """Steps, the mean share of the seeds with its interval, and the mean seconds, evaluation by evaluation."""
    runs = [read_rows(path) for seed in seeds if (path := file_of(out, learner, task, seed)).exists()]
    points = []
    for rows in zip(*runs, strict=False):
        steps, shares, seconds = ([number("curve", row, name) for row in rows] for name in ("steps", "shares", "seconds"))
        points.append((float(np.mean(steps)), *mean_of(shares), float(np.mean(seconds))))
    return points


def table(out: Path, tasks: Sequence[str], seeds: Sequence[int]) -> str:
    """As in docs/tasks.md."""
    lines = ["| task | learner | seeds | at the start | after 100,000 steps | at the end | steps | minutes |", "| --- " * 8 + "|"]
    for task in tasks:
        for learner in LEARNERS:
            points = curve(out, learner, task, seeds)
            if points:
                near = min(points, key=lambda point: abs(point[0] - 100_000))
                n = sum(file_of(out, learner, task, seed).exists() for seed in seeds)
                told = " | ".join(_told(point) for point in (points[0], near, points[-1]))
                lines.append(f"| `{task}` | {learner} | {n} | {told} | {points[-1][0]:,.0f} | {points[-1][4] / 60:.1f} |")
    return "\n".join(lines)


def _told(point: tuple[float, float, float, float, float]) -> str:
    _, mean, low, high, _ = point
    return f"{100 * mean:.1f} %" + ("" if np.isnan(low) else f" ({100 * low:.1f} to {100 * high:.1f})")


def draw_curves(out: Path, tasks: Sequence[str], seeds: Sequence[int], path: Path) -> None:
    """A picture per task: means with bands, and a thin line for each seed."""
    import matplotlib as mpl

    mpl.use("Agg")
    from matplotlib import pyplot as plt

    figure, axes = plt.subplots(1, len(tasks), figsize=(5.5 * len(tasks), 4), layout="constrained", squeeze=False)
    for axis, name in zip(axes[0], tasks, strict=True):
        task = find_task(name)
        for learner, colour in COLOURS.items():
            points = curve(out, learner, name, seeds)
            if not points:
                continue
            steps, mean, low, high, _ = (np.array(column) for column in zip(*points, strict=True))
            axis.plot(steps / 1000, 100 * mean, marker="o", markersize=3, color=colour, label=learner)
            if not np.isnan(low).any():
                axis.fill_between(steps / 1000, 100 * low, 100 * high, alpha=0.2, color=colour, linewidth=0)
        axis.axhline(100 / task.players, color="grey", linewidth=0.8, linestyle="--")
        axis.set_ylim(0, 100)
        axis.set_title(f"{task.id}, against {task.opponents} (dashed: equal players)")
        axis.set_xlabel("own decisions, thousands")
        axis.set_ylabel("win share, %")
        axis.grid(alpha=0.3)
        if axis.lines:
            axis.legend(frameon=False)
    with replacing(path) as partial:
        figure.savefig(partial, dpi=110, format="png")
    plt.close(figure)


def main(arguments: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(
        prog="python -m experiments.learners", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--out", type=Path, required=True, metavar="DIR", help="a file for each run")
    parser.add_argument("--tasks", nargs="+", default=["mini", "duel"], metavar="TASK", help="(default: mini duel)")
    parser.add_argument("--learners", nargs="+", default=list(LEARNERS), choices=list(LEARNERS), help="(default: both)")
    parser.add_argument("--seeds", nargs="+", type=int, default=[1, 2, 3], metavar="N", help="(default: 1 2 3)")
    add_option(parser, "steps", Settings.steps, "of each run")
    parser.add_argument("--evaluate-every", type=int, default=Settings.evaluate_every, help=f"(default: {Settings.evaluate_every})")
    parser.add_argument("--evaluate-games", type=int, default=Settings.evaluate_games, help=f"(default: {Settings.evaluate_games})")
    given = parser.parse_args(arguments)
    torch.set_num_threads(1)
    for seed in given.seeds:
        for task in given.tasks:
            for learner in given.learners:
                path = file_of(given.out, learner, task, seed)
                if path.exists():
                    continue
                settings = Settings(
                    task=task, seed=seed, steps=given.steps, evaluate_every=given.evaluate_every, evaluate_games=given.evaluate_games
                )

                def tell(row: Row, name: str = path.stem) -> None:
                    print(f"{name}: {row['steps']:>9,} decisions, {row['seconds']:>5.0f} s: win share {row['shares']:.1%}", flush=True)

                write_rows(path, LEARNERS[learner](settings, tell))
    print(table(given.out, given.tasks, given.seeds))
    draw_curves(given.out, given.tasks, given.seeds, given.out / "curves.png")
    return 0


if __name__ == "__main__":
    sys.exit(main())
