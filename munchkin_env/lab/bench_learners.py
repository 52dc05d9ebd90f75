"""The figures of `munchkin bench` for one learner, which takes random legal actions, against three greedy bots in the compiled loop."""

import time
from collections.abc import Callable
from typing import Any

import gymnasium
import numpy as np
import numpy.typing as npt

from munchkin_env.core.kernel import kernel
from munchkin_env.engine.boundary.playouts import random_legal
from munchkin_env.envs.vector import MunchkinVector

_GAMES = 256


@kernel
def _choose_all(masks: npt.NDArray[np.bool_], actions: npt.NDArray[np.int64], state: npt.NDArray[np.int64]) -> None:
    for i in range(len(actions)):
        actions[i] = random_legal(masks[i], state)


class RunningBatch:
    """Running games; observation and mask are written for each of the learner's decisions."""

    def __init__(self, games: int = _GAMES, kind: Callable[..., Any] = MunchkinVector, **more: Any) -> None:
        """kind: MunchkinVector, or what has its arrays and methods. more: arguments of it."""
        self.games = kind(games, seed=1, seat="random", opponents="greedy", **more)
        self.games.reset()
        self.actions, self.state = np.zeros(games, np.int64), np.array([20261118], np.int64)
        self.rate(1)

    def rate(self, turns: int) -> float:
        """Steps of the learner per second."""
        began = time.perf_counter()
        for _ in range(turns):
            _choose_all(self.games.masks, self.actions, self.state)
            self.games.step(self.actions)
        return turns * len(self.actions) / (time.perf_counter() - began)


def batch_learner_steps(repeats: int) -> float:
    batch = RunningBatch()
    return max(batch.rate(300) for _ in range(repeats))


def threads_speedup(repeats: int) -> float:
    """Two threads against one, 1,024 games."""
    return speedup(RunningBatch(1024, threads=2), repeats)


def speedup(two: RunningBatch, repeats: int) -> float:
    """Against one thread, alternating: the best of each."""
    one = RunningBatch(len(two.actions))
    rates = [(one.rate(60), two.rate(60)) for _ in range(repeats)]
    two.games.close()
    return max(rate for _, rate in rates) / max(rate for rate, _ in rates)


def gym_learner_steps(repeats: int) -> float:
    """As a user would: gymnasium.make, step, and a choice by the mask."""
    return max(_gym_rate(20_000) for _ in range(repeats))


def _gym_rate(steps: int) -> float:
    env = gymnasium.make("munchkin_env:Munchkin-v0", seat="random", opponents="greedy")
    numbers = np.random.default_rng(1).random(steps).tolist()
    _, info = env.reset(seed=1)
    began = time.perf_counter()
    for number in numbers:
        legal = np.flatnonzero(info["action_mask"])
        _, _, terminated, truncated, info = env.step(legal[int(number * len(legal))])
        if terminated or truncated:
            _, info = env.reset()
    return steps / (time.perf_counter() - began)
