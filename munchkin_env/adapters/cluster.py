"""A batch on the machines of a Ray cluster."""

import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Unpack

import numpy as np
import numpy.typing as npt

from munchkin_env.core.cluster import import_paths, processors
from munchkin_env.envs.config import BatchConfig, BatchOptions, number_within
from munchkin_env.envs.shards import OF_ENDED_GAMES, OF_EVERY_STEP, BatchPart, ShardedVector
from munchkin_env.envs.vector import MunchkinVector

try:
    import ray
    from ray.exceptions import RayActorError, RayTaskError
except ImportError as error:
    raise ImportError('munchkin_env.adapters.cluster needs Ray: pip install "munchkin-env[ray]"') from error


class MunchkinCluster(ShardedVector):
    """A MunchkinVector whose games are played by Ray actors: its games, arrays and errors are the same.

        ray.init()                                 # or ray.init(address="auto") for a running cluster
        games = MunchkinCluster(4096, actors=16, seat="random", opponents="greedy", seed=0)
        games.reset()

    Observations travel through Ray's object store. On one machine MunchkinProcesses does without.
    """

    def __init__(
        self,
        num_games: int,
        num_players: int | None = None,
        sets: Sequence[str | Path] | None = None,
        seed: int | None = None,
        *,
        actors: int | None = None,
        **options: Unpack[BatchOptions],
    ) -> None:
        """Make a batch; `reset` starts its games.

        Args:
            num_games: How many games.
            num_players: How many play in each game, 2 to 6; 4 unless a task says otherwise.
            sets: Names of card sets, or paths of card files, shuffled together; ("deluxe",) unless a task says otherwise. Each
                machine needs the files.
            seed: Determines all games; None draws one.
            actors: How many actors play them, each with one processor; None for as many as the cluster has processors.
            options: What else MunchkinVector takes, but no buffers.

        Raises:
            OptionError: A name is unknown, or a house rule cannot have that value.
            ValueError: Another option cannot have that value.
            RuntimeError: Ray has not been started.
        """
        if not ray.is_initialized():
            raise RuntimeError("Ray has not been started: call ray.init() first, or ray.init(address=…) for a running cluster")
        wanted = processors(ray) if actors is None else number_within("actors", actors, 1, 256)
        super().__init__(num_games, num_players, sets, seed, wanted, options, MunchkinCluster)
        self._hold({name: np.zeros(shape, dtype) for name, (shape, dtype) in self._forms().items()})
        host = ray.remote(num_cpus=1)(_Host)
        self._actors = [_Actor(host.remote(import_paths(), config)) for config in self._configs()]
        self._shards.extend(self._actors)

    def _collect(self) -> None:
        for actor, (a, b) in zip(self._actors, self._ends, strict=True):
            if actor.shown is not None:
                steps, ended, ends = actor.shown
                for name, array in steps.items():
                    getattr(self, name)[a:b] = array
                for name, array in ends.items():
                    getattr(self, name)[a:b][ended] = array
                actor.shown = None


_Shown = tuple[dict[str, npt.NDArray[Any]], npt.NDArray[np.int64], dict[str, npt.NDArray[Any]]]
"""The arrays of every step; which games ended, and those of ended games for them."""


class _Host:
    """An actor: plays a part of the batch."""

    def __init__(self, paths: Sequence[str], config: BatchConfig) -> None:
        sys.path += [path for path in paths if path not in sys.path]
        self._part = BatchPart(MunchkinVector.from_config(config))

    def do(self, what: str, given: tuple[Any, ...]) -> tuple[Any, _Shown | None]:
        """What the part answers, and what it shows if it has changed."""
        value = getattr(self._part, what)(*given)
        if what not in ("reset", "step"):
            return value, None
        arrays = self._part.arrays()
        ended = np.flatnonzero(arrays["terminated"] | arrays["truncated"])
        return value, ({name: arrays[name] for name in OF_EVERY_STEP}, ended, {name: arrays[name][ended] for name in OF_ENDED_GAMES})


class _Actor:
    """The line to an actor."""

    def __init__(self, actor: Any) -> None:
        self._actor = actor
        self._told: list[Any] = []
        self.shown: _Shown | None = None

    def tell(self, what: str, *given: Any) -> None:
        self._told.append(self._actor.do.remote(what, given))

    def answer(self) -> Any:
        told = self._told[0]
        try:
            value, shown = ray.get(told)
        except RayActorError as error:
            raise RuntimeError(f"an actor of the batch has ended unexpectedly: {error}") from None
        except RayTaskError as error:
            raise error.cause from None
        except KeyboardInterrupt:
            self._told.insert(0, told)  # asked again
            raise
        finally:
            self._told.pop(0)
        self.shown = shown or self.shown
        return value

    def close(self) -> None:
        ray.kill(self._actor)
