"""Batches that do not wait for their slowest game: games are sent off with actions, and received as they become ready."""

import queue
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from munchkin_env.core.files import short

from .arrays import checked_array, checked_rows, first_not_allowed
from .config import number_within
from .threads import SMALLEST_SLICE

_PIECES_PER_THREAD = 2  # of what is received at once: a thread that is done early takes another piece
_Kernel = Callable[[int, int], None]


class Arrivals(NamedTuple):
    """What `recv` returns, one row per game, in new arrays."""

    games: npt.NDArray[np.int64]
    """Which games these are, for `send`."""
    observations: Any
    """[B, SIZE], or a dict of "ids" and "numbers" for the compact form."""
    masks: npt.NDArray[np.bool_]
    """[B, N_ACTIONS]: the legal actions."""
    seats: npt.NDArray[np.int8]
    """[B]: who decides."""
    rewards: npt.NDArray[np.float32]
    """[B], or [B, seats]."""
    terminated: npt.NDArray[np.bool_]
    """[B]: the game before this one ended in this step."""
    truncated: npt.NDArray[np.bool_]
    """[B]: it stopped at max_rounds."""


class Flights:
    """Which games are under way, and the threads that play them."""

    def __init__(self, num_games: int, together: int, threads: int) -> None:
        """together: how many games are received at once."""
        self.together = together
        self.away = np.zeros(num_games, np.bool_)
        """Which games are under way: sent and not received."""
        self._piece = max(together // (threads * _PIECES_PER_THREAD), min(SMALLEST_SLICE, together))
        self._pool = ThreadPoolExecutor(threads, "munchkin")
        self._ready: queue.SimpleQueue[tuple[npt.NDArray[np.int64], BaseException | None]] = queue.SimpleQueue()
        self._kept = np.zeros(0, np.int64)

    @property
    def count(self) -> int:
        """How many games are under way."""
        return int(self.away.sum())

    def send(self, kernel: _Kernel, games: npt.NDArray[np.int64]) -> None:
        """Run the kernel on these games, piece by piece."""
        self.away[games] = True
        for piece in _pieces(games, self._piece):
            self._pool.submit(self._fly, kernel, piece)

    def _fly(self, kernel: _Kernel, piece: npt.NDArray[np.int64]) -> None:
        failed = None
        try:
            kernel(int(piece[0]), int(piece[-1]) + 1)
        except BaseException as error:  # noqa: BLE001 - raised where the games are received
            failed = error
        self._ready.put((piece, failed))

    def receive(self) -> npt.NDArray[np.int64]:
        """The next games that are ready. An interrupt while waiting loses none."""
        while len(self._kept) < self.together:
            piece, failed = self._ready.get()
            if failed is not None:
                raise failed
            self._kept = np.concatenate([self._kept, piece])
        games, self._kept = self._kept[: self.together], self._kept[self.together :]
        self.away[games] = False
        return games

    def close(self) -> None:
        """Wait for what is under way."""
        self._pool.shutdown()


def _pieces(games: npt.NDArray[np.int64], size: int) -> Iterator[npt.NDArray[np.int64]]:
    """Neighbours, in pieces that begin at multiples of the size: pieces that are sent back whole stay whole."""
    ordered = np.sort(games)
    ends = np.flatnonzero((np.diff(ordered) != 1) | (np.diff(ordered // size) != 0)) + 1
    yield from (piece for piece in np.split(ordered, ends) if piece.size)


class Asynchronous:
    """The half of MunchkinVector that does not wait, in the manner of EnvPool.

        games = MunchkinVector(256, threads=2, seat="random", seed=0)
        games.async_reset(64)
        while True:
            ready = games.recv()                      # the 64 games that were ready first
            games.send(choose(ready.observations, ready.masks), ready.games)

    What becomes of a game depends on its actions alone, not on when it is received.
    """

    _can_fly = True
    _flights: Flights | None = None

    def async_reset(self, batch_size: int | None = None, seed: int | None = None) -> None:
        """Begin new games without waiting for them; `recv` returns them.

        Args:
            batch_size: How many games `recv` returns; None for all. Half of the games or fewer keep the threads busy while you choose.
            seed: As for `reset`.

        Raises:
            ValueError: An argument is not allowed, or the batch was made with autoreset=False.
            RuntimeError: The batch is closed, games are under way, or it is a SharedTables.
        """
        batch = self._batch_itself
        batch._check_open()
        if not self._can_fly:
            raise RuntimeError(f"{type(self).__name__} plays its games together: async_reset() is for MunchkinVector")
        together = batch.num_games if batch_size is None else number_within("batch_size", batch_size, 1, batch.num_games)
        if not batch.autoreset:
            raise ValueError("autoreset=False: async_reset() needs a batch in which a finished game is followed by the next one")
        batch._select(None, seed)
        if self._flights is not None:
            self._flights.close()
        self._flights = Flights(batch.num_games, together, batch.threads)
        self._flights.send(batch._reset, np.arange(batch.num_games))

    def send(self, actions: npt.ArrayLike, games: npt.ArrayLike) -> None:
        """Play these games on, without waiting for them.

        Args:
            actions: [B] numbers of actions.
            games: [B] numbers of games that are not under way, such as those that `recv` returned.

        Raises:
            IllegalAction: An action is not legal; no game has changed.
            ValueError: An argument is not allowed, or a game is under way.
            RuntimeError: `async_reset` was not called, or the batch is closed.
        """
        batch, flights = self._batch_itself, self._checked_flights()
        rows = checked_rows("games", games, batch.num_games, "recv()")
        chosen = checked_array("actions", actions, rows.shape, "iu")
        if flights.away[rows].any():
            raise ValueError(f"games={short(games)}: game {rows[flights.away[rows]][0]} is under way; send games that recv() returned")
        bad = first_not_allowed(batch._legal, rows, chosen)
        if bad is not None:
            batch._refuse(int(rows[bad]), int(chosen[bad]))
        batch._actions[rows] = chosen
        flights.send(batch._step, rows)

    def recv(self) -> Arrivals:
        """The next `batch_size` games that are ready; waits for them.

        Ends of games, `final_observations` and `episodes` are in the arrays of the batch, in the rows `games`, until these are sent.

        Raises:
            RuntimeError: Fewer games than that are under way, `async_reset` was not called, or the batch is closed.
        """
        batch, flights = self._batch_itself, self._checked_flights()
        if flights.count < flights.together:
            raise RuntimeError(f"recv() returns {flights.together} games at once, and {flights.count} are under way: send() more")
        rows = flights.receive()
        both = {"ids": batch.ids[rows], "numbers": batch.numbers[rows]}
        seen = both if batch.ids.size else batch.observations[rows]
        return Arrivals(
            rows, seen, batch.masks[rows], batch.seats[rows], batch.rewards[rows], batch.terminated[rows], batch.truncated[rows]
        )

    def _checked_flights(self) -> Flights:
        if self._flights is None or self._batch_itself._closed:
            self._batch_itself._check_open()
            raise RuntimeError("there are no games yet: call async_reset() first")
        return self._flights

    @property
    def _batch_itself(self) -> Any:
        """The MunchkinVector, which this file cannot import: nothing else inherits from this class."""
        return self
