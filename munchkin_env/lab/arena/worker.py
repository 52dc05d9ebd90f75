"""Games with agents in several processes: each plays games, and its agents live in processes of their own (crew.py).

Both sides run only this package and exchange pickles through pipes; agents are on neither side.
"""

import os
import pickle
import signal
import sys
import traceback
from collections.abc import Iterator, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any, BinaryIO

from munchkin_env.players.agents.process import Kept, Limits

from .definition import Definition, Fixture
from .entrants import ArenaError
from .playing import Hall, Outcome, rehearse


class Worker:
    """The parent's side of one process."""

    def __init__(self, definition: Definition, limits: Limits | None = None, threads: int = 1) -> None:
        self._kept = Kept("from munchkin_env.lab.arena.worker import main; main()", threads=threads)
        self.closed = False
        self._send([path or str(Path.cwd()) for path in sys.path])
        self._send((definition, limits, threads))

    def play(self, fixtures: Sequence[Fixture]) -> Iterator[Outcome]:
        """All these games, as they end."""
        left = len(fixtures)
        self._send(fixtures)
        while left and not self.closed:
            outcome = self._received()
            left -= len(outcome.fixtures)
            yield outcome

    def finish(self) -> None:
        """Tell the agents that there are no more games."""
        self._send(None)
        self._received()

    def _send(self, message: Any) -> None:
        with suppress(OSError):  # the process is gone, which reading the answer reports
            pickle.dump(message, self._kept.orders)
            self._kept.orders.flush()

    def _received(self) -> Any:
        try:
            kind, told = pickle.load(self._kept.answers)
        except (EOFError, OSError, ValueError, pickle.UnpicklingError) as error:
            raise ArenaError(f"a worker of the arena failed: {self._kept.ended()}") from error
        if kind == "broken":
            raise ArenaError(f"a worker of the arena failed: {told}")
        return told

    def close(self) -> None:
        """End the process, whatever it is doing. Unfinished games are abandoned."""
        self.closed = True
        self._kept.close()


# ---------------------------------------------------------------------------------------------- in the process itself


def _serve(orders: BinaryIO, answers: BinaryIO) -> None:
    """Play the requested games until there are no more orders."""
    sys.path[:] = pickle.load(orders)
    definition, limits, threads = pickle.load(orders)

    def say(kind: str, told: Any) -> None:
        pickle.dump((kind, told), answers)
        answers.flush()

    try:
        rehearse(definition)
        room = Hall(definition, limits, threads)
        while (fixtures := pickle.load(orders)) is not None:
            for outcome in room.play(fixtures):
                say("outcome", outcome)
        room.close(tell=True)
        say("closed", None)
    except (EOFError, BrokenPipeError):
        return
    except Exception:  # noqa: BLE001 - the parent raises it
        say("broken", traceback.format_exc())


def main() -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the parent, which ends this process
    with os.fdopen(os.dup(1), "wb") as answers, os.fdopen(os.dup(0), "rb") as orders:
        os.dup2(2, 1)
        _serve(orders, answers)
