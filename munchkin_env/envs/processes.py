"""A batch in several processes, which share its memory."""

import secrets
import signal
import threading
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import replace
from multiprocessing import get_context
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any, Unpack

import numpy as np
import numpy.typing as npt

from munchkin_env.game.options import check_names

from .config import BatchConfig, BatchOptions, Buffers, number_within
from .threads import SliceKernel, Workers, slices_for
from .vector import MunchkinVector

_PATIENCE_S = 5.0  # for a process that is told to end


class MunchkinProcesses(MunchkinVector):
    """A MunchkinVector whose games are played by several processes, this one among them: its games, arrays and errors are the same.

        if __name__ == "__main__":                 # the processes import the main module
            with MunchkinProcesses(1024, processes=2, seat="random", opponents="greedy", seed=0) as games:
                games.reset()
                games.step(choose(games.observations, games.masks))

    Nothing is copied between processes: all games and arrays are in memory that they share, and a process that is done with some games
    takes the next. MunchkinVector(threads=2) starts faster and needs no `__main__`; processes share no interpreter, and so wait less for
    each other.
    """

    _can_fly = False
    _processes = 2

    def __init__(
        self,
        num_games: int,
        num_players: int | None = None,
        sets: Sequence[str | Path] | None = None,
        seed: int | None = None,
        *,
        processes: int = 2,
        **options: Unpack[BatchOptions],
    ) -> None:
        """Make a batch; `reset` starts its games.

        Args:
            num_games: How many games.
            num_players: How many play in each game, 2 to 6; 4 unless a task says otherwise.
            sets: Names of card sets, or paths of card files, shuffled together; ("deluxe",) unless a task says otherwise.
            seed: Determines all games; None draws one.
            processes: How many processes play them, this one included.
            options: What else MunchkinVector takes, but no buffers and no threads.

        Raises:
            OptionError: A name is unknown, or a house rule cannot have that value.
            ValueError: Another option cannot have that value.
        """
        check_names(options, MunchkinVector, MunchkinProcesses, decided=["buffers", "threads"])
        self._processes = number_within("processes", processes, 1, 256)
        seed = secrets.randbits(62) if seed is None else seed
        self._open(BatchConfig.of(num_games, num_players, sets, seed, options), None)

    def _open(self, config: BatchConfig, buffers: Buffers | None) -> None:
        if buffers:
            raise ValueError("buffers: there are none in shared memory")
        self._context = get_context("spawn")  # a fork would copy locks that threads hold
        self._memory: dict[str, Any] = {}
        super()._open(config, None)

    def _zeros(self, name: str, shape: Any, dtype: Any) -> npt.NDArray[Any]:
        self._memory[name] = self._context.RawArray("b", max(1, _bytes(shape, dtype)))
        return _array(self._memory[name], shape, dtype)

    def _workers(self) -> Workers:
        config = replace(self.config, sets=self.sets, threads=1)
        return Processes(self._context, config, self._memory, _kernels(self), self._processes)

    def __getstate__(self) -> dict[str, Any]:
        return {**super().__getstate__(), "processes": self._processes}

    def __setstate__(self, state: dict[str, Any]) -> None:
        self._processes = state["processes"]
        super().__setstate__(state)


class Processes:
    """The processes that run kernels on the slices of a batch: this one, and others, which have the same memory."""

    def __init__(
        self, context: Any, config: BatchConfig, memory: Mapping[str, Any], kernels: Sequence[SliceKernel], processes: int
    ) -> None:
        """kernels: those of the batch, as `_kernels` lists them."""
        self._kernels = kernels
        self._slices = slices_for(config.num_games, processes)
        self._next = context.Value("l", 0)
        self.others: list[_Other] = []
        """The other processes."""
        try:
            for _ in range(processes - 1):
                self.others.append(_Other(context, config, memory, self._slices, self._next))
            self._wait()
        except BaseException:
            self.close()
            raise

    def run(self, kernel: SliceKernel) -> None:
        """Run the kernel on all slices. An interrupt waits for them, so that no step is left half done."""
        with _uninterrupted():
            self._next.get_obj().value = 0
            for other in self.others:
                other.begin(self._kernels.index(kernel))
            try:
                _work(kernel, self._slices, self._next)
            finally:
                self._wait()

    def _wait(self) -> None:
        """Until all others are done. Raises what one of them raised."""
        failed = [error for other in self.others if (error := other.end()) is not None]
        if failed:
            raise failed[0]

    def close(self) -> None:
        """End the other processes."""
        for other in self.others:
            other.close()
        self.others = []


class _Other:
    """The line to another process."""

    def __init__(self, *given: Any) -> None:
        context, *rest = given
        self._line, theirs = context.Pipe()
        self.process = context.Process(target=_serve, args=(theirs, *rest), daemon=True)
        self.process.start()
        theirs.close()

    def begin(self, kernel: int) -> None:
        with suppress(OSError):  # it has ended: end() says so
            self._line.send_bytes(bytes([kernel]))

    def end(self) -> Exception | None:
        """Wait for it. Returns what it raised."""
        try:
            return None if self._line.recv_bytes(1) == _GOOD else self._line.recv()
        except (EOFError, OSError):
            self.process.join(_PATIENCE_S)
            return RuntimeError(f"a process of the batch has ended unexpectedly (exit code {self.process.exitcode})")

    def close(self) -> None:
        self._line.close()  # ends it
        self.process.join(_PATIENCE_S)
        if self.process.is_alive():
            self.process.kill()
            self.process.join()
        self.process.close()


_GOOD, _BAD = b"+", b"-"


def _serve(line: Connection, config: BatchConfig, memory: Mapping[str, Any], slices: Sequence[tuple[int, int]], following: Any) -> None:
    """Another process: runs kernels until nobody is left to ask for them."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # an interrupt is for the process that asks
    with suppress(EOFError, OSError):
        try:
            kernels = _kernels(_Attached(config, memory))
        except Exception as error:  # noqa: BLE001 - raised in the process that asked
            line.send_bytes(_BAD)
            line.send(error)
            return
        line.send_bytes(_GOOD)
        while True:
            kernel = kernels[line.recv_bytes()[0]]
            try:
                _work(kernel, slices, following)
            except Exception as error:  # noqa: BLE001 - raised in the process that asked
                line.send_bytes(_BAD)
                line.send(error)
            else:
                line.send_bytes(_GOOD)


class _Attached(MunchkinVector):
    """The batch of another process, in the same memory. It is made before the first reset, when both write the same beginnings."""

    def __init__(self, config: BatchConfig, memory: Mapping[str, Any]) -> None:
        self._memory = memory
        self._open(config, None)

    def _zeros(self, name: str, shape: Any, dtype: Any) -> npt.NDArray[Any]:
        return _array(self._memory[name], shape, dtype)


def _kernels(games: MunchkinVector) -> list[SliceKernel]:
    """What the processes of a batch run, in the same order in each."""
    return [games._reset, games._step, games._show]


def _work(kernel: SliceKernel, slices: Sequence[tuple[int, int]], following: Any) -> None:
    """Run the kernel on slices that nobody else has taken, until none are left."""
    while (k := _taken(following)) < len(slices):
        kernel(*slices[k])


def _taken(following: Any) -> int:
    """The number of the next slice, which is now taken."""
    if not following.get_lock().acquire(timeout=_PATIENCE_S):
        raise RuntimeError("a process of the batch has ended unexpectedly, while it was taking games")
    try:
        counter = following.get_obj()
        counter.value += 1
        return int(counter.value) - 1
    finally:
        following.get_lock().release()


@contextmanager
def _uninterrupted() -> Iterator[None]:
    """An interrupt waits until the end. (Only the main thread is interrupted.)"""
    usual: Any = signal.getsignal(signal.SIGINT) if threading.current_thread() is threading.main_thread() else None
    if usual is None:
        yield
        return
    met: list[int] = []
    signal.signal(signal.SIGINT, lambda number, _: met.append(number))
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, usual)
        if met:
            signal.raise_signal(signal.SIGINT)


def _bytes(shape: Any, dtype: Any) -> int:
    return int(np.prod(shape)) * int(np.dtype(dtype).itemsize)


def _array(memory: Any, shape: Any, dtype: Any) -> npt.NDArray[Any]:
    """Shared memory as an array."""
    return np.ndarray(shape, dtype, memory)
