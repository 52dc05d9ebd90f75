"""How much of the learning time is the environment? MaskablePPO on a batch of games, and on one that does nothing.

    python -m benchmarks.learning                       # half a minute or more
    python -m benchmarks.learning --games 256 --units 64 --opponents random --json
        python -m benchmarks.learning --ours                # the defaults of experiments/train.py

Both learn alternately, in the same run, with one thread: two layers of 256 units, 64 steps per game and rollout, batches of 512,
4 epochs; or, with --ours, the network, rollouts and everything else of experiments/train.py. The idle batch returns copies of
arrays that a real batch produced: the same shapes, masks and network.
Times are CPU seconds, which other programs hardly affect. Needs the extra `sb3`.
"""

import argparse
import json
import sys
import time
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
import sb3_contrib.ppo_mask.ppo_mask as ppo_mask
import torch
from sb3_contrib import MaskablePPO
from stable_baselines3.common.logger import Logger

from munchkin_env.envs.sb3 import MunchkinVecEnv

STEPS_PER_GAME = 64  # in a rollout
BATCH, EPOCHS = 512, 4
KEPT = 8  # positions of each game, in rotation


class Idle(MunchkinVecEnv):
    """Does nothing, in the shapes of a real batch."""

    def __init__(self, num_envs: int, **arguments: Any) -> None:
        super().__init__(num_envs, **arguments)
        rng, real = np.random.default_rng(0), MunchkinVecEnv(num_envs, **arguments)
        self._turn, self._kept = 0, []
        observations = real.reset()
        for _ in range(KEPT):
            masks = real.games.masks.copy()
            self._kept.append((observations, masks))
            observations, *_ = real.step((masks * rng.random(masks.shape)).argmax(axis=1))
        self._rewards, self._dones = np.zeros(num_envs, np.float32), np.zeros(num_envs, np.bool_)

    def reset(self) -> Any:
        return self._kept[self._turn][0].copy()

    def step_wait(self) -> Any:
        self._turn = (self._turn + 1) % KEPT
        return self.reset(), self._rewards.copy(), self._dones.copy(), [{} for _ in range(self.num_envs)]

    def env_method(self, *_: Any, **__: Any) -> list[Any]:
        return list(self._kept[self._turn][1])


class Watch:
    """Adds up the time spent in some functions."""

    def __init__(self) -> None:
        self.seconds = 0.0

    def on(self, function: Callable[..., Any]) -> Callable[..., Any]:
        def timed(*arguments: Any, **named: Any) -> Any:
            began = time.process_time()
            try:
                return function(*arguments, **named)
            finally:
                self.seconds += time.process_time() - began

        return timed


def plain_learner(env: Any, units: int) -> Any:
    net = {"net_arch": [units, units]}
    return MaskablePPO("MlpPolicy", env, n_steps=STEPS_PER_GAME, batch_size=BATCH, n_epochs=EPOCHS, policy_kwargs=net, device="cpu", seed=0)


def our_learner(env: Any, _: int) -> Any:
    """Without the teacher's advice: it is not part of the environment, and takes less than a hundredth of the time."""
    from experiments.run import learner
    from experiments.settings import Setup
    from munchkin_env.learning.inputs import columns_of, network_shape

    setup = Setup(advice=0.0)
    return learner(env, setup, network_shape(setup.network, setup.players, setup.sets), columns_of(setup.players, setup.sets))


def measure(
    games: int, steps: int, rounds: int, opponents: str, units: int, made: Callable[[Any, int], Any] = plain_learner, **options: Any
) -> dict[str, Any]:
    """The medians over the rounds, and all values."""
    torch.set_num_threads(1)
    watch = Watch()
    learners: dict[str, Any] = {}
    for name, kind in (("munchkin_env", MunchkinVecEnv), ("idle", Idle)):
        env = kind(games, opponents=opponents, seed=0, **options)
        env.step = watch.on(env.step)
        learners[name] = made(env, units)
        learners[name].set_logger(Logger(None, []))  # its own would leave a folder behind
    found: dict[str, Any] = {name: {"steps_per_s": [], "share": [], "us_per_step": []} for name in learners}
    plain = ppo_mask.get_action_masks
    ppo_mask.get_action_masks = watch.on(plain)
    try:
        for turn in range(-1, rounds):  # the first one warms up
            for name, learner in learners.items():
                watch.seconds, before, began = 0.0, learner.num_timesteps, time.process_time()
                learner.learn(steps, reset_num_timesteps=False)
                seconds, done = time.process_time() - began, learner.num_timesteps - before
                if turn >= 0:
                    found[name]["steps_per_s"].append(round(done / seconds))
                    found[name]["share"].append(round(watch.seconds / seconds, 4))
                    found[name]["us_per_step"].append(round(1e6 * watch.seconds / done, 1))
    finally:
        ppo_mask.get_action_masks = plain
    ours, idle = (float(np.median(found[name]["steps_per_s"])) for name in ("munchkin_env", "idle"))
    parameters = sum(p.numel() for p in learners["idle"].policy.parameters())
    return {"games": games, "opponents": opponents, "parameters": parameters, "ratio_to_idle": round(ours / idle, 3), **found}


def table(found: dict[str, Any]) -> str:
    lines = ["| batch | steps/s, per round | fraction in env.step and masks | µs per step there |", "| --- | --- | --- | --- |"]
    for name in ("munchkin_env", "idle"):
        row = found[name]
        shares = ", ".join(f"{100 * share:.1f} %" for share in row["share"])
        lines.append(f"| {name} | {', '.join(map(str, row['steps_per_s']))} | {shares} | {', '.join(map(str, row['us_per_step']))} |")
    lines.append(f"\n{found['games']} games, opponents {found['opponents']}, {found['parameters']:,} parameters.")
    lines.append(f"munchkin_env learns at {100 * found['ratio_to_idle']:.1f} % of the speed of a batch that does nothing (medians).")
    return "\n".join(lines)


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.learning", description=(__doc__ or "").split("\n", maxsplit=1)[0])
    parser.add_argument("--games", type=int, default=64)
    parser.add_argument("--steps", type=int, default=8192, help="per round")
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--opponents", default="greedy")
    parser.add_argument("--units", type=int, default=256, help="units of each of the two layers")
    parser.add_argument("--ours", action="store_true", help="learn as experiments/train.py does; --games and --units are then ignored")
    parser.add_argument("--json", action="store_true")
    given = parser.parse_args(arguments)
    if given.ours:
        from experiments.settings import Setup

        found = measure(Setup().games, given.steps, given.rounds, given.opponents, 0, our_learner)
    else:
        found = measure(given.games, given.steps, given.rounds, given.opponents, given.units)
    print(json.dumps(found) if given.json else table(found))
    return 0


if __name__ == "__main__":
    sys.exit(main())
