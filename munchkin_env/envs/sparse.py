"""Sparse observations of a batch, for learners that keep many of them.

games = MunchkinVector(512, seat="random", observation=None)
games.reset()
seen = SparseObserver(games).observe()
seen.starts, seen.indices, seen.values           # what torch.nn.functional.embedding_bag takes: offsets, input, per_sample_weights
"""

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from munchkin_env.core.files import short
from munchkin_env.observe.layout import SIZE
from munchkin_env.observe.sparse import NO_ROOM, observe_rows

from .vector import MunchkinVector


class Sparse(NamedTuple):
    """Observations without their zeros, one after the other."""

    starts: npt.NDArray[np.int64]
    """[N + 1]: row k is from starts[k] to starts[k + 1]."""
    indices: npt.NDArray[np.uint16]
    """Places in the vector, ascending in each row."""
    values: npt.NDArray[np.float32]

    def dense(self) -> npt.NDArray[np.float32]:
        """[N, SIZE]: the vectors."""
        found = np.zeros((len(self.starts) - 1, SIZE), np.float32)
        found[np.repeat(np.arange(len(found)), np.diff(self.starts)), self.indices] = self.values
        return found

    def rows(self, which: npt.NDArray[np.integer]) -> "Sparse":
        """Some of them, in that order."""
        sizes = np.diff(self.starts)[which]
        starts = np.concatenate([[0], np.cumsum(sizes)])
        at = np.repeat(self.starts[:-1][which] - starts[:-1], sizes) + np.arange(starts[-1])
        return Sparse(starts, self.indices[at], self.values[at])


class SparseObserver:
    """Writes what players of a batch see. Its memory is used again by the next call."""

    def __init__(self, games: MunchkinVector) -> None:
        if not isinstance(games, MunchkinVector):
            raise TypeError(f"{short(games)} is no MunchkinVector")
        self._games = games
        self._room(games.num_games * 320)

    def _room(self, n: int) -> None:
        self._indices, self._values = np.zeros(n + SIZE, np.uint16), np.zeros(n + SIZE, np.float32)

    def observe(self, rows: npt.ArrayLike | None = None, seats: npt.ArrayLike | None = None) -> Sparse:
        """What they see now.

        Args:
            rows: Which games; None for all.
            seats: Whose view, a seat per game; None for the learner's, or, with several seats of yours, the one that decides. The row of a
                seat -1 is empty.

        Returns:
            Views of the memory that the next call writes to: copy what you keep.
        """
        tables, games = self._games.records
        usual = self._games.learners() if self._games.one_learner else self._games.seats.astype(np.int64)
        which = np.arange(len(usual)) if rows is None else np.ascontiguousarray(rows, np.int64)
        if which.ndim != 1 or (which.size and not (which.min() >= 0 and which.max() < len(usual))):
            raise ValueError(f"rows={short(rows)}: must be numbers of games, from 0 to {len(usual) - 1}")
        whose = usual[which] if seats is None else np.ascontiguousarray(seats, np.int64)
        if whose.shape != which.shape or (whose.size and not (whose.min() >= -1 and whose.max() < self._games.num_players)):
            raise ValueError(f"seats={short(seats)}: must be one per game, from -1 to {self._games.num_players - 1}")
        starts = np.zeros(len(which) + 1, np.int64)
        while (n := observe_rows(tables, games, which, whose, starts, self._indices, self._values)) == NO_ROOM:
            self._room(2 * len(self._indices))
        return Sparse(starts, self._indices[:n], self._values[:n])
