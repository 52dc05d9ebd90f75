"""A determinised Monte-Carlo search over the actions of one decision, with greedy playouts.

    munchkin tournament agents.search:Search greedy greedy greedy --games 100

It re-deals what it cannot know (a *world*), tries every legal action in that world, lets greedy bots play on for some turns, and
takes the action with the highest average win share. All actions are tried in the same worlds, so that the luck
of the deal cancels; weak actions get no further worlds (sequential halving). The choice of `greedy` is replaced only by an
action that is significantly better.
"""

import math
import sys
import time
from collections.abc import Sequence
from statistics import fmean, stdev
from typing import Any

import numpy as np
import numpy.typing as npt

from munchkin_env.agents import BotAgent, Info
from munchkin_env.bots import BotSpec
from munchkin_env.players.agents.playouts import Playouts

DEFAULT_BUDGET = 100  # playouts
FIRST_LOOK = 2  # worlds before dropping actions that were better in none; then twice as many, and so on
HALVED_FROM = 4  # worlds before dropping the worse half of the actions
ENOUGH = 8  # worlds before the bot's action may be replaced
TINY = 1e-9  # win share: actions that differ by less are equal


class Search:
    """Stronger than its playout bot, by trying out actions."""

    imagines = True

    def __init__(
        self,
        playouts: int | None = None,
        seconds: float | None = None,
        turns: int = 2,
        bots: BotSpec = "greedy",
        doubt: float = 1.0,
        seed: int = 0,
    ) -> None:
        """playouts: the maximum per decision, over all its actions (100 if there is no budget); seconds: the maximum time per decision.

        turns: how far a playout goes before its outcome is estimated. bots: who plays on, in all seats, and decides in doubt.
        doubt: by how many standard errors another action must be better.
        """
        if playouts is None:
            playouts = DEFAULT_BUDGET if seconds is None else sys.maxsize
        if playouts < 1 or turns < 1 or (seconds is not None and seconds <= 0):
            raise ValueError(
                f"playouts={playouts}, turns={turns}, seconds={seconds}: playouts and turns must be at least 1, seconds above 0"
            )
        self.name = f"search-{playouts}" if seconds is None else f"search-{seconds}s"
        self.playouts, self.seconds, self.doubt = playouts, seconds, doubt
        self._bot, self._playouts = BotAgent(bots), Playouts(bots, turns)
        self._random = np.random.default_rng(seed)
        self._said = ""

    def begin(self, seat: int, num_players: int, seed: int) -> None:
        self._random = np.random.default_rng([seed, seat])
        self._bot.begin(seat, num_players, seed)

    def act(self, observation: npt.NDArray[np.float32], mask: npt.NDArray[np.bool_], info: Info) -> int:
        actions = np.flatnonzero(mask).tolist()
        if len(actions) == 1:
            self._said = "it is the only legal action"
            return int(actions[0])
        usual = self._bot.act(observation, mask, info)
        actions.remove(usual)
        return self._searched([usual, *actions], info["imagine"])

    def explain(self) -> str:
        return self._said

    def _searched(self, actions: list[int], imagine: Any) -> int:
        """actions[0] is what the bot would do; gains[k] are the k-th action's gains over it, world by world."""
        gains: list[list[float]] = [[] for _ in actions]
        alive = list(range(len(actions)))
        spent, until, worlds, look = 0, self._deadline(), 0, FIRST_LOOK
        expected = 0.0
        while len(alive) > 1 and spent + len(alive) <= self.playouts and time.perf_counter() < until:
            values = self._playouts.values(imagine(int(self._random.integers(1 << 62))), [actions[k] for k in alive])
            for k, value in zip(alive, values, strict=True):
                gains[k].append(float(value - values[0]))
            expected += values[0]
            spent, worlds = spent + len(alive), worlds + 1
            if worlds == look:
                alive, look = self._promising(alive, gains), 2 * look
        return self._judged(actions, gains, alive, expected / max(worlds, 1))

    def _deadline(self) -> float:
        return time.perf_counter() + self.seconds if self.seconds is not None else math.inf

    def _promising(self, alive: Sequence[int], gains: Sequence[Sequence[float]]) -> list[int]:
        """The bot's action, and the better half of the others, as long as they may be better."""
        others = sorted(alive[1:], key=lambda k: -fmean(gains[k]))
        kept = others if len(gains[alive[0]]) < HALVED_FROM else others[: (len(others) + 1) // 2]
        return [alive[0], *(k for k in kept if fmean(gains[k]) + self.doubt * error_of(gains[k]) > TINY)]

    def _judged(self, actions: Sequence[int], gains: Sequence[Sequence[float]], alive: Sequence[int], expected: float) -> int:
        """The best remaining action, if it is significantly better than the bot's."""
        seen = [k for k in alive[1:] if len(gains[k]) >= ENOUGH]
        best = max(seen, key=lambda k: fmean(gains[k]), default=0)
        gain = fmean(gains[best]) if best else 0.0
        if best and gain > self.doubt * error_of(gains[best]) + TINY:
            self._said = f"expected win share {expected + gain:.1%}, {gain:.1%} more than after the choice of {self._bot.name}"
            return actions[best]
        self._said = f"expected win share {expected:.1%}; found nothing better than the choice of {self._bot.name}"
        return actions[0]


def error_of(gains: Sequence[float]) -> float:
    """Standard error of the mean."""
    return stdev(gains) / math.sqrt(len(gains))
