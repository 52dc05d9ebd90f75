"""A batch cut into slices, which several threads step."""

import itertools
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor, wait

SLICES_PER_THREAD = 4  # games differ in how long bots play: a thread that finishes early takes another slice
SMALLEST_SLICE = 8  # games


class Threads:
    """The slices of a batch, and the threads that run kernels on them."""

    def __init__(self, num_games: int, threads: int) -> None:
        slices = 1 if threads == 1 else min(threads * SLICES_PER_THREAD, max(1, num_games // SMALLEST_SLICE))
        self._num_games = num_games
        self._slices = list(itertools.pairwise(num_games * k // slices for k in range(slices + 1)))
        self._pool = ThreadPoolExecutor(threads, "munchkin") if slices > 1 else None

    def run(self, kernel: Callable[[int, int], None]) -> None:
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
