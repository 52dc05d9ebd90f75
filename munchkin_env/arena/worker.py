"""Agents in a process of their own: it can be ended when one hangs, and if it dies the tournament goes on.

Both sides send pickles through pipes. What an agent prints goes to stderr.
"""

import os
import pickle
import queue
import signal
import subprocess
import sys
import threading
import traceback
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, BinaryIO

from munchkin_env.arena.definition import Definition, Fixture
from munchkin_env.arena.entrants import ArenaError
from munchkin_env.arena.playing import Call, Forfeit, Outcome, Room, rehearse

GRACE = 5.0  # seconds beyond the limit after which an agent is taken to hang
TO_WAKE_UP = 60.0  # seconds more for the first answer in a process, and for preparing for a game
PACKAGES = str(Path(__file__).resolve().parent.parent.parent)
_GONE = None


class Worker:
    """The parent's side of one process."""

    def __init__(self, definition: Definition, threads: int = 1) -> None:
        """threads: that libraries of linear algebra may use there."""
        self.definition, self.threads = definition, threads
        self.closed = False
        self._process: subprocess.Popen[bytes] | None = None
        self._messages: queue.SimpleQueue[Any] = queue.SimpleQueue()

    def play(self, fixtures: Sequence[Fixture]) -> Iterator[Outcome]:
        """All these games, as they end."""
        todo = {fixture.number: fixture for fixture in fixtures}
        failed: list[Forfeit] = []
        while todo and not self.closed:
            process = self._process if self._process is not None and self._process.poll() is None else self._start()
            _send(process.stdin, ("play", list(todo.values()), failed))
            calls: Sequence[Call] = ()
            timed = True
            while todo:
                kind, told = self._next(process, calls, timed)
                if kind == "asks":
                    calls, timed = told
                elif kind == "outcome":
                    calls = ()
                    for fixture in told.fixtures:
                        todo.pop(fixture.number)
                    yield told
                else:
                    failed += self._blame(kind, told, calls, todo)
                    break

    def _next(self, process: "subprocess.Popen[bytes]", calls: Sequence[Call], timed: bool) -> tuple[str, Any]:
        """The next message, or that there will be none: hung or died."""
        limit = self.definition.time_limit
        patience = None if limit is None or not calls else limit * len(calls) + GRACE + (0.0 if timed else TO_WAKE_UP)
        try:
            message = self._messages.get(timeout=patience)
        except queue.Empty:
            self._end()
            return "hung", f"gave no answer for {patience:g} s; {limit:g} s per decision are allowed"
        if message is _GONE:
            code = process.wait()
            self._end()
            return "died", f"its process ended with {-code if code < 0 else code}{' (signal)' if code < 0 else ''}"
        return str(message[0]), message[1]

    def _blame(self, kind: str, reason: str, calls: Sequence[Call], todo: dict[int, Fixture]) -> list[Forfeit]:
        """Whoever was asked has forfeited."""
        if kind == "broken" or not calls:
            raise ArenaError(f"a worker of the arena failed: {reason}")
        return [Forfeit(number, seat, todo[number].seats[seat], 0, kind, reason) for number, seat in calls]

    # -------------------------------------------------------------------------------------------------- the process

    def _start(self) -> "subprocess.Popen[bytes]":
        env = {**os.environ, "PYTHONPATH": os.pathsep.join([PACKAGES, *filter(None, [os.environ.get("PYTHONPATH")])])}
        for name in ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS"):
            env.setdefault(name, str(self.threads))
        command = [sys.executable, "-c", "from munchkin_env.arena.worker import main; main()"]
        process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, env=env)
        self._process, self._messages = process, queue.SimpleQueue()
        threading.Thread(target=_read, args=(process.stdout, self._messages), daemon=True).start()
        _send(process.stdin, [path or str(Path.cwd()) for path in sys.path])
        _send(process.stdin, self.definition)
        return process

    def _end(self) -> None:
        if self._process is not None:
            self._process.kill()
            self._process.wait()
            for pipe in (self._process.stdin, self._process.stdout):
                if pipe is not None:
                    _close(pipe)
            self._process = None

    def close(self) -> None:
        """Ends the process, whatever it does. Games that were not over are not played on."""
        self.closed = True
        self._end()


def _close(pipe: Any) -> None:
    try:
        pipe.close()
    except OSError:  # what was still to be sent has no reader any more
        return


def _send(pipe: Any, message: Any) -> None:
    try:
        pickle.dump(message, pipe)
        pipe.flush()
    except OSError:  # the process is gone: whoever reads its answers is told so
        return


def _read(pipe: Any, messages: "queue.SimpleQueue[Any]") -> None:
    """Messages as they come, then _GONE."""
    try:
        while True:
            messages.put(pickle.load(pipe))
    except (EOFError, OSError, ValueError, pickle.UnpicklingError):
        messages.put(_GONE)


# ---------------------------------------------------------------------------------------------- in the process itself


def serve(orders: BinaryIO, answers: BinaryIO) -> None:
    """Plays what it is told to until there are no more orders."""
    sys.path[:] = pickle.load(orders)
    definition: Definition = pickle.load(orders)

    def say(kind: str, told: Any) -> None:
        pickle.dump((kind, told), answers)
        answers.flush()

    try:
        rehearse(definition)
        room = Room(definition, watch=lambda calls, timed: say("asks", (calls, timed)))
        while True:
            _, fixtures, failed = pickle.load(orders)
            for outcome in room.play(fixtures, failed):
                say("outcome", outcome)
    except (EOFError, BrokenPipeError):
        return
    except Exception:  # noqa: BLE001 - the parent raises it
        say("broken", traceback.format_exc())


def main() -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the parent, who ends this process
    with os.fdopen(os.dup(1), "wb") as answers, os.fdopen(os.dup(0), "rb") as orders:
        os.dup2(2, 1)  # what agents print must not run into the answers
        with open(os.devnull, "rb") as nothing:  # noqa: PTH123 - a file descriptor is needed
            os.dup2(nothing.fileno(), 0)
        serve(orders, answers)
