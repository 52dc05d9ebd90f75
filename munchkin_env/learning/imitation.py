"""A network learns to choose as a bot does, and so which actions make sense in a position."""

from collections.abc import Iterator
from pathlib import Path

import numpy as np
import numpy.typing as npt
import torch

from munchkin_env.envs.teaching import Teacher
from munchkin_env.envs.vector import MunchkinVector
from munchkin_env.players.compiled import PlayerSpec

from .networks import Tensor

_GAMES = 2048
"""At once."""
_SCATTER = 300
"""Steps before learning, so that the games are not all at their start."""
_RATE = 1e-3
"""Learning rate at the beginning; it falls to a fiftieth."""
_DECISIONS = 1024
"""Of those with more than one legal action, so many at random are learned from in each update."""


def imitate(
    net: Tensor, bot: PlayerSpec, updates: int, players: int = 4, sets: tuple[str | Path, ...] = ("deluxe",), seed: int = 1
) -> Iterator[float]:
    """Yields how much is done. The games are the bot's own."""
    rng = np.random.default_rng(seed)
    with MunchkinVector(_GAMES, players, sets, seed, seat="random", opponents=bot) as games:
        games.reset()
        teacher = Teacher(games, bot, seed)
        for _ in range(_SCATTER):
            games.step(teacher.choose())
        optimizer = torch.optim.Adam(net.parameters(), _RATE, eps=1e-5)
        for k in range(updates):
            for group in optimizer.param_groups:
                group["lr"] = _RATE * max(0.02, 1 - k / updates)
            actions = teacher.choose()
            choices = np.flatnonzero(games.masks.sum(axis=1) > 1)
            rows = rng.choice(choices, min(_DECISIONS, len(choices)), replace=False)
            _learn(net, optimizer, games.observations[rows], games.masks[rows], actions[rows])
            games.step(actions)
            yield (k + 1) / updates


def _learn(
    net: Tensor, optimizer: Tensor, seen: npt.NDArray[np.float32], masks: npt.NDArray[np.bool_], right: npt.NDArray[np.int64]
) -> None:
    logits = net.logits(torch.from_numpy(seen)).masked_fill(~torch.from_numpy(masks), -1e9)
    loss = torch.nn.functional.cross_entropy(logits, torch.from_numpy(right))
    optimizer.zero_grad()
    loss.backward()
    torch.nn.utils.clip_grad_norm_(net.parameters(), 1.0)
    optimizer.step()
