"""An agent in its own process, seen from outside. The process ends when this one does, for any reason.

On Linux and macOS a keeper (keeper.py) stands in between and also ends what the agent has started. On Linux it enforces limits, too.
"""

import json
import os
import signal
import socket
import subprocess
import sys
import threading
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from munchkin_env.core.cluster import PACKAGES
from munchkin_env.core.texts import LONGEST_NAME, printable
from munchkin_env.players.protocol import AgentError

from .wire import WireError, receive, send

KEEPER = str(Path(__file__).with_name("keeper.py"))
KEPT = os.name == "posix"
PID = 16
"""Bytes of the process id that the keeper sends."""
_SOON = 5.0  # seconds for clean-up
_LIBRARIES = ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS")


@dataclass(frozen=True)
class Limits:
    """What an agent's process and everything it starts may use; 0: no limit. Enforced only on Linux."""

    processes: int = 0
    memory: int = 0
    """Bytes."""
    quiet: bool = False
    """Discard what it prints."""


FREE = Limits()
CONFINED = Limits(processes=64, memory=4 << 30, quiet=True)
"""Of --isolate."""


class FailedError(Exception):
    """The agent raised an exception, and is still running."""


class GoneError(Exception):
    """The agent's process has ended."""

    def __init__(self, kind: str, reason: str) -> None:
        super().__init__(reason)
        self.kind, self.reason = kind, reason
        """kind: a key of arena.playing.FORFEITS."""


class Kept:
    """A Python process that ends with this one."""

    def __init__(self, code: str, limits: Limits = FREE, threads: int = 1) -> None:
        """code: what it runs. threads: for linear algebra libraries, unless the user has set that."""
        env = {**os.environ, "PYTHONPATH": os.pathsep.join([PACKAGES, *filter(None, [os.environ.get("PYTHONPATH")])])}
        for name in _LIBRARIES:
            env.setdefault(name, str(threads))
        self._life: socket.socket | None = None
        if not KEPT:
            self.process = subprocess.Popen([sys.executable, "-c", code], stdin=subprocess.PIPE, stdout=subprocess.PIPE, env=env)
            return
        self._agent = 0
        self._life, theirs = socket.socketpair()
        told = {
            "life": theirs.fileno(),
            "code": code,
            "processes": limits.processes,
            "memory": limits.memory,
            "quiet": limits.quiet,
        }
        with theirs:
            self.process = subprocess.Popen(
                [sys.executable, "-I", KEEPER, json.dumps(told)],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                env=env,
                pass_fds=(theirs.fileno(),),
                start_new_session=True,  # Ctrl-C is for this process only
            )

    @property
    def orders(self) -> Any:
        return self.process.stdin

    @property
    def answers(self) -> Any:
        return self.process.stdout

    def kill(self) -> None:
        """End it, whatever it is doing; a reader of its answers sees the end of the stream."""
        if self._life is None:
            self.process.kill()
            return
        with suppress(OSError):
            self._life.shutdown(socket.SHUT_WR)
        if sys.platform != "win32":
            with suppress(OSError):
                self.process.send_signal(signal.SIGCONT)  # an agent may have stopped its keeper

    def overcome(self) -> bool:
        """Has the agent killed or stopped its keeper? Then nothing enforces its limits."""
        if self._life is None or not hasattr(os, "waitid"):
            return False
        try:
            found = os.waitid(os.P_PID, self.process.pid, os.WEXITED | os.WSTOPPED | os.WNOHANG | os.WNOWAIT)
        except ChildProcessError:  # its exit status was collected before
            return (self.process.returncode or 0) < 0
        return found is not None and found.si_code != os.CLD_EXITED

    def _pid(self) -> int:
        """The id of the agent's process, which its keeper sends first; 0 if it never did."""
        if not self._agent and self._life is not None:
            self._life.settimeout(_SOON)
            with suppress(OSError, ValueError):
                self._agent = int(self._life.recv(PID))
        return self._agent

    def _end_the_rest(self) -> None:
        """End the session of an agent without a keeper. Processes that have left the session are not found."""
        pid = self._pid()
        with suppress(OSError):
            if sys.platform != "win32" and pid and os.getsid(pid) == pid:
                os.killpg(pid, signal.SIGKILL)

    def ended(self) -> str:
        """How it ended, in words. Waits for the end."""
        told: dict[str, Any] = {}
        if self._life is not None:
            self._pid()
            self._life.settimeout(_SOON)
            with suppress(OSError, ValueError):
                told = json.loads(self._life.recv(4096))
        code = told.get("status", self._wait())
        if told.get("why"):
            return str(told["why"])
        return f"its process ended with {code}" if code is None or code >= 0 else f"its process was ended by signal {-code}"

    def _wait(self) -> int | None:
        with suppress(subprocess.TimeoutExpired):
            return self.process.wait(_SOON)
        return None

    def close(self) -> None:
        """End it and release its resources."""
        self.kill()
        if self._wait() is None:
            self.process.kill()
            self.process.wait()
        if self._life is not None:
            if (self.process.returncode or 0) < 0:
                self._end_the_rest()
            self._life.close()
        for pipe in (self.orders, self.answers):
            with suppress(OSError):  # pending output has no reader any more
                pipe.close()


class AgentProcess:
    """The agents of one specification. Every order waits for its answer."""

    def __init__(self, spec: str, sets: Sequence[str], limits: Limits = FREE, threads: int = 1) -> None:
        self.spec = spec
        self._kept = Kept("from munchkin_env.players.agents.serving import main; main()", limits, threads)
        self._facts: dict[str, Any] | None = None
        paths = [path or str(Path.cwd()) for path in sys.path]
        self._tell({"order": "load", "spec": spec, "seed": 0, "sets": list(sets), "paths": paths})

    def facts(self, patience: float | None = None) -> dict[str, Any]:
        """`many`, `fingerprint` and `name` (its own, or ""). Raises AgentError if it is not an agent, or GoneError."""
        if self._facts is None:
            answer = self._heard(patience)
            if "refused" in answer or "error" in answer:
                raise AgentError(printable(str(answer.get("refused", f"{self.spec!r}: it could not be created: {answer.get('error')}"))))
            mark = answer.get("fingerprint")
            if not isinstance(mark, str) or not isinstance(answer.get("many"), bool):
                raise GoneError("died", "its process sent an invalid answer")
            name = answer.get("name")
            own = printable(name, LONGEST_NAME) if isinstance(name, str) else ""
            self._facts = {"many": answer["many"], "fingerprint": printable(mark, 8), "name": own}
        return self._facts

    def order(self, told: dict[str, Any], data: Sequence[bytes] = (), patience: float | None = None) -> dict[str, Any]:
        """Raises FailedError if the agent raised an exception, GoneError if there will be no answer (after `patience` seconds)."""
        self.facts(patience)
        self._tell(told, data, patience)
        answer = self._heard(patience)
        if "error" in answer:
            raise FailedError(printable(str(answer["error"])))
        return answer

    def _tell(self, told: dict[str, Any], data: Sequence[bytes] = (), patience: float | None = None) -> None:
        with _Watch(self._kept, patience), suppress(OSError):  # the process is gone, which reading the answer reports
            send(self._kept.orders, told, data)

    def _heard(self, patience: float | None) -> dict[str, Any]:
        with _Watch(self._kept, patience) as watch:
            try:
                answer, _ = receive(self._kept.answers)
                if self._kept.overcome():
                    raise GoneError("died", "it killed or stopped the process that enforces its limits")
            except (EOFError, OSError):
                reason = self._kept.ended()
                if watch.barked:
                    raise GoneError("hung", f"gave no answer for {patience:g} s") from None
                raise GoneError("died", reason) from None
            except WireError as error:
                raise GoneError("died", f"its process sent an invalid answer: {printable(str(error))}") from None
        return answer

    def close(self, patience: float | None = None) -> None:
        """Tell the agents, if asked to, that there is nothing more to do (patience: how long they have), and end the process."""
        if patience is not None:
            with suppress(AgentError, FailedError, GoneError):
                self.order({"order": "close"}, patience=patience)
        self._kept.close()


class _Watch:
    """Ends the process after that many seconds unless the block has been left."""

    def __init__(self, kept: Kept, patience: float | None) -> None:
        self.barked = False
        self._kept, self._over, self._lock = kept, False, threading.Lock()
        self._timer = None if patience is None else threading.Timer(patience, self._bark)

    def _bark(self) -> None:
        with self._lock:
            if not self._over:
                self.barked = True
                self._kept.kill()

    def __enter__(self) -> "_Watch":
        if self._timer is not None:
            self._timer.daemon = True
            self._timer.start()
        return self

    def __exit__(self, *_: object) -> None:
        if self._timer is not None:
            with self._lock:
                self._over = True
            self._timer.cancel()
