"""Self-play for Stable-Baselines3: earlier selves and scripted anchors in the other seats."""

import copy
import io
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt
import torch

from munchkin_env.core.files import FileError, conform
from munchkin_env.envs.sb3 import MunchkinVecEnv
from munchkin_env.envs.selfplay import SharedTables
from munchkin_env.players.tensors import check_tensors, read_tensors


class SelfPlayVecEnv(MunchkinVecEnv):
    """A MunchkinVecEnv whose step plays on until every game waits for its learner.

    All networks in one game are the same earlier self, drawn at random when the game begins. They are evaluated in batches, one per earlier
    self, and sample their actions. `add` puts another self into the pool; if it is full, it replaces the oldest except the first.
    """

    games: SharedTables

    def __init__(
        self,
        num_envs: int,
        num_players: int,
        sets: Sequence[str],
        *,
        network_lots: int,
        bots: Mapping[str, int],
        size: int,
        **arguments: Any,
    ) -> None:
        self._seats: dict[str, Any] = {"network_lots": network_lots, "bots": bots}
        self.size, self.added = size, 0
        self.pool: list[Any] = []
        self._whose, self._episodes = np.zeros(num_envs, np.int64), np.full(num_envs, -1, np.int64)
        self._rng = np.random.default_rng(arguments.get("seed"))
        super().__init__(num_envs, num_players, sets, **arguments)

    def _make(self, num_games: int, num_players: int | None, sets: Sequence[str | Path] | None, **options: Any) -> SharedTables:
        return SharedTables(num_games, num_players, sets, **self._seats, **options)

    def add(self, net: Any) -> None:
        """Add a copy of the network as it is now. In running games it takes over the seats of the network it replaces."""
        kept = copy.deepcopy(net)
        for parameter in kept.parameters():
            parameter.requires_grad_(False)
        if len(self.pool) < self.size:
            self.pool.append(kept)
        else:
            self.pool[1 + (self.added - 1) % (self.size - 1) if self.size > 1 else 0] = kept
        self.added += 1

    def _others_play(self) -> None:
        if not self.pool:
            raise RuntimeError("the pool is empty: call add(network) first")
        while (rows := self.games.waiting()).size:
            self._draw()
            actions = np.empty(len(rows), np.int64)
            for who in np.unique(self._whose[rows]):
                mine = self._whose[rows] == who
                actions[mine] = self._choose(self.pool[who], rows[mine])
            self.games.play(rows, actions)

    def _draw(self) -> None:
        """Draw the networks of games that have started since."""
        now = self.games.episode_numbers()
        new = np.flatnonzero(now != self._episodes)
        self._whose[new] = self._rng.integers(len(self.pool), size=len(new))
        self._episodes[new] = now[new]

    def _choose(self, net: Any, rows: npt.NDArray[np.int64]) -> npt.NDArray[np.int64]:
        with torch.no_grad():
            logits = net.logits(torch.from_numpy(self.games.observations[rows])).numpy()
        logits = np.where(self.games.masks[rows], logits, -np.inf) + self._rng.gumbel(size=logits.shape)
        chosen: npt.NDArray[np.int64] = logits.argmax(axis=1)
        return chosen

    # ------------------------------------------------------------------------------------------------- save and load

    def state(self) -> tuple[dict[str, Any], bytes]:
        """Everything besides the games that determines how it continues: for JSON, and the networks."""
        file = io.BytesIO()
        torch.save([net.state_dict() for net in self.pool], file)
        told = {"added": self.added, "whose": self._whose.tolist(), "episodes": self._episodes.tolist()}
        return {**told, "rng": self._rng.bit_generator.state}, file.getvalue()

    def set_state(self, told: Mapping[str, Any], networks: bytes, like: Any, name: object) -> None:
        """like: a network of the same shape; name: of the file. Raises FileError."""
        pool: Pool = conform(told, Pool, name, "pool")
        weights = read_tensors(networks, f"{name}: its pool", len(networks))
        if not isinstance(weights, list) or not 0 < len(weights) <= self.size or pool.added < len(weights):
            raise FileError(name, "its pool is impossible")
        if len(pool.whose) != len(self._whose) or len(pool.episodes) != len(self._episodes):
            raise FileError(name, "its pool belongs to another number of games")
        if not all(0 <= who < len(weights) for who in pool.whose):
            raise FileError(name, "its pool refers to a network that does not exist")
        needed = like.state_dict()
        for one in weights:
            check_tensors(one, needed, f"{name}: its pool")
        self.pool = []
        for one in weights:
            self.add(like)
            self.pool[-1].load_state_dict(one)
        self.added = pool.added
        self._whose[:], self._episodes[:] = pool.whose, pool.episodes
        self._rng.bit_generator.state = pool.rng


@dataclass
class Pool:
    """The state apart from the networks."""

    added: int
    whose: list[int]
    episodes: list[int]
    rng: dict[str, Any]
