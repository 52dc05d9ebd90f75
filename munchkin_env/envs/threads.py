"""A batch cut into slices, which several threads step."""

import itertools
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor, wait
from typing import Any, Protocol

SMALLEST_SLICE = 8  # games
SliceKernel = Callable[[int, int], Any]
"""What is run on the games from a to b."""


class Workers(Protocol):
    """Who runs kernels on a batch."""

    def run(self, kernel: SliceKernel) -> None:
        """Run the kernel on all games. An interrupt waits for it, so that no step is left half done."""

    def close(self) -> None:
        """There is no more to do."""


def slices_for(num_games: int, workers: int) -> list[tuple[int, int]]:
    """The batch in slices for so many threads or processes.

    Games differ in how long bots play, so a worker that is done takes the next slice; slices get smaller towards the end, so that all are
    done at about the same time.
    """
    ends = [0]
    while (left := num_games - ends[-1]) > 0:
        ends.append(ends[-1] + (left if workers == 1 else min(left, max(SMALLEST_SLICE, left // (2 * workers)))))
    return list(itertools.pairwise(ends))


class Threads:
    """The slices of a batch, and the threads that run kernels on them."""

    def __init__(self, num_games: int, threads: int) -> None:
        self._num_games = num_games
        self._slices = slices_for(num_games, threads)
        self._pool = ThreadPoolExecutor(threads, "munchkin") if len(self._slices) > 1 else None

    def run(self, kernel: SliceKernel) -> None:
        """Run the kernel on all slices. An interrupt waits for them, so that no step is left half done."""
        if self._pool is None:
            kernel(0, self._num_games)
            return
        running = [self._pool.submit(kernel, *ends) for ends in self._slices]
        try:
            for one in running:
                one.result()
        finally:
            wait(running)

    def close(self) -> None:
        """End the threads."""
        if self._pool is not None:
            self._pool.shutdown()
            self._pool = None
