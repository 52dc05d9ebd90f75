"""A batch in several processes, which write into shared memory."""

import multiprocessing
import signal
from collections.abc import Mapping, Sequence
from contextlib import suppress
from math import prod
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any, Unpack

import numpy as np
import numpy.typing as npt

from .config import BatchConfig, BatchOptions, number_within
from .shards import BatchPart, ShardedVector
from .vector import MunchkinVector

_PATIENCE_S = 5.0  # for a process that is told to end
_Form = tuple[tuple[int, ...], Any]


class MunchkinProcesses(ShardedVector):
    """A MunchkinVector whose games are played by several processes: its games, arrays and errors are the same.

        if __name__ == "__main__":                 # the processes import the main module
            with MunchkinProcesses(1024, processes=2, seat="random", opponents="greedy", seed=0) as games:
                games.reset()
                games.step(choose(games.observations, games.masks))

    Nothing is copied between processes: they write into the arrays. MunchkinVector(threads=2) starts faster and needs no `__main__`;
    processes share no interpreter, and so wait less for each other.
    """

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
            processes: How many processes play them.
            options: What else MunchkinVector takes, but no buffers.

        Raises:
            OptionError: A name is unknown, or a house rule cannot have that value.
            ValueError: Another option cannot have that value.
        """
        super().__init__(num_games, num_players, sets, seed, number_within("processes", processes, 1, 256), options, MunchkinProcesses)
        forms, context = self._forms(), multiprocessing.get_context("spawn")  # a fork would copy locks that threads hold
        memory = {name: context.RawArray("b", max(1, _bytes(form))) for name, form in forms.items()}
        self._hold({name: _array(memory[name], form) for name, form in forms.items()})
        try:
            for config, (a, b) in zip(self._configs(), self._ends, strict=True):
                self._shards.append(_Process(context, config, memory, forms, a, b))
            self._answers()
        except BaseException:
            self.close()
            raise


class _Process:
    """The line to a process."""

    def __init__(self, context: Any, config: BatchConfig, memory: Mapping[str, Any], forms: Mapping[str, _Form], a: int, b: int) -> None:
        self._line, theirs = context.Pipe()
        self._process = context.Process(target=_serve, args=(theirs, config, memory, forms, a, b), daemon=True)
        self._process.start()
        theirs.close()

    def tell(self, what: str, *given: Any) -> None:
        with suppress(OSError):  # it has ended: answer() says so
            self._line.send((what, given))

    def answer(self) -> Any:
        try:
            good, value = self._line.recv()
        except (EOFError, OSError):
            self._process.join(_PATIENCE_S)
            raise RuntimeError(f"a process of the batch has ended unexpectedly (exit code {self._process.exitcode})") from None
        if not good:
            raise value
        return value

    def close(self) -> None:
        with suppress(OSError):
            self._line.send(None)
        self._process.join(_PATIENCE_S)
        if self._process.is_alive():
            self._process.kill()
            self._process.join()
        self._line.close()
        self._process.close()


def _serve(line: Connection, config: BatchConfig, memory: Mapping[str, Any], forms: Mapping[str, _Form], a: int, b: int) -> None:
    """A process: plays games a to b until it is told to end, or nobody is left to tell it."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # an interrupt is for the process that asks
    arrays = {name: _array(memory[name], form)[a:b] for name, form in forms.items()}
    episodes = arrays.pop("episodes")
    try:
        part = BatchPart(MunchkinVector.from_config(config, arrays), episodes)
        line.send((True, None))
        while (told := line.recv()) is not None:
            what, given = told
            try:
                value = getattr(part, what)(*given)
            except Exception as error:  # noqa: BLE001 - raised in the process that asked
                line.send((False, error))
            else:
                line.send((True, value))
    except (EOFError, OSError):
        pass  # the process that asked has ended


def _bytes(form: _Form) -> int:
    shape, dtype = form
    return prod(shape) * np.dtype(dtype).itemsize


def _array(memory: Any, form: _Form) -> npt.NDArray[Any]:
    """Shared memory as an array."""
    shape, dtype = form
    return np.frombuffer(memory, np.uint8, _bytes(form)).view(dtype).reshape(shape)
