"""Agents that fail in every way we thought of, from clumsy to hostile. None may cost another entrant a game.

`FORFEITS` has the outcome of each: the kind of forfeit, and words of the reason; `HARMLESS` are those that affect nobody.
"""

import ctypes
import importlib
import os
import signal
import sys
import threading
import time
from collections.abc import Sequence
from typing import Any

import numpy as np

from tests.lab.arena.players import Forgetful, Lot, Many, Mask, Observation


class Odd(BaseException):
    """Not an Exception."""


class UnspeakableError(Exception):
    """Its own message raises."""

    def __str__(self) -> str:
        raise Odd

    __repr__ = __str__


class Endless:
    """Neither a number nor text."""

    def __index__(self) -> int:
        raise Odd("no number")

    def __repr__(self) -> str:
        raise SystemExit(0)


class Text(str):
    """Text that fails when it is shortened."""

    __slots__ = ()

    def __getitem__(self, _: Any) -> str:
        raise Odd

    def __str__(self) -> str:
        return self


class Talks:
    def __repr__(self) -> str:
        return Text("x" * 10_000_000)


def raising(error: Any) -> type:
    class Raises(Lot):
        def act(self, observation: Observation, mask: Mask, info: Any) -> int:  # noqa: ARG002 - the protocol
            raise error

    return Raises


def answering(answer: Any) -> type:
    class Answers(Lot):
        def act(self, observation: Observation, mask: Mask, info: Any) -> Any:  # noqa: ARG002 - the protocol
            return answer

    return Answers


def in_many(answers: Any) -> type:
    """answers: what act_many returns for that many games."""

    class AnswersMany(Many):
        def act_many(self, observations: Observation, masks: Mask, infos: Sequence[Any]) -> Any:  # noqa: ARG002 - the protocol
            return answers(len(infos))

    return AnswersMany


def doing(deed: Any) -> type:
    """Does that before it decides at random."""

    class Does(Lot):
        def act(self, observation: Observation, mask: Mask, info: Any) -> int:
            deed()
            return super().act(observation, mask, info)

    return Does


Exits, ExitsWell = raising(SystemExit(3)), raising(SystemExit(0))
Interrupts, Generates, NoException = raising(KeyboardInterrupt()), raising(GeneratorExit()), raising(Odd("odd"))
Unsaid, Surrogate, Terminal = (
    raising(UnspeakableError()),
    raising(ValueError("\ud800 half")),
    raising(ValueError("\x1b]0;title\x07\x1b[2J")),
)
Long, Lines = raising(ValueError("x" * 50_000_000)), raising(ValueError("one\ntwo\u2028three\u202efour"))
Nothing, Words, Fraction, List = answering(None), answering("\ud800"), answering(1.5), answering([3])
NoNumber, Huge, Negative, Talkative = answering(Endless()), answering(1 << 5000), answering(-1), answering(Talks())
Shape = answering(np.zeros((2, 2), np.int64))
TooFew, TooMany, NoList = in_many(lambda n: [0] * (n - 1)), in_many(lambda n: [0] * (n + 1)), in_many(lambda _: 7)
Forever = in_many(lambda _: iter(int, 1))
Square, Strings = in_many(lambda n: np.zeros((n, n), np.int64)), in_many(lambda n: ["\x1b[31m"] * n)


class BeginFails(Lot):
    def begin(self, seat: int, num_players: int, seed: int) -> None:  # noqa: ARG002 - the protocol
        raise Odd("not today")


class BeginIsNone(Lot):
    begin = 7  # type: ignore[assignment]


class MadeTwice(Forgetful):
    """Can be created once per process, but is created again for every game."""

    made = 0

    def __init__(self, seed: int = 0) -> None:
        super().__init__(seed)
        MadeTwice.made += 1
        if MadeTwice.made > 1:
            raise Odd("once is enough")


class CloseFails(Lot):
    def close(self) -> None:
        raise SystemExit(5)


class CloseEnds(Lot):
    def close(self) -> None:
        os._exit(7)


class NameFails(Lot):
    @property
    def name(self) -> str:
        raise Odd("no name")


class ImaginesBadly(Lot):
    @property
    def imagines(self) -> bool:
        raise Odd("no answer")


class ExplainsBadly(Lot):
    def explain(self) -> str:
        raise Odd


Ends, EndsWell = doing(lambda: os._exit(9)), doing(lambda: os._exit(0))
Kills, Crashes = doing(lambda: os.kill(os.getpid(), signal.SIGKILL)), doing(lambda: ctypes.string_at(0))
ClosesAll = doing(lambda: os.closerange(0, 200))


def scribble() -> None:
    """Write to every open file."""
    for pipe in range(3, 20):
        try:
            os.write(pipe, b"\xff" * 64)
        except OSError:
            continue


Scribbles = doing(scribble)


def settings() -> None:
    """Change the settings of the process as badly as possible."""
    np.seterr(all="raise")
    for one in (signal.SIGTERM, signal.SIGINT, signal.SIGALRM):
        signal.signal(one, signal.SIG_IGN)
    sys.setrecursionlimit(300)
    for module, name in ((sys, "stdout"), (sys, "stderr"), (sys, "excepthook"), (threading, "excepthook")):
        setattr(module, name, None)


Settings = doing(settings)
ClosesInput = doing(lambda: sys.stdin.close() if sys.stdin else None)
ReadsInput = doing(lambda: sys.stdin.read(1))
Folder = doing(lambda: os.chdir("/"))
Prints = doing(lambda: os.write(1, b"noise\n" * 100))


class Patch(Lot):
    """Changes the rules in its own process."""

    def act(self, observation: Observation, mask: Mask, info: Any) -> int:
        for module in ("munchkin_env.lab.arena.playing", "munchkin_env.game.game"):
            for name in ("act_at", "step_at", "Game", "Batch"):
                setattr(importlib.import_module(module), name, None)
        return super().act(observation, mask, info)


FORFEITS = {
    "Exits": ("error", "SystemExit: 3"),
    "ExitsWell": ("error", "SystemExit: 0"),
    "Interrupts": ("error", "KeyboardInterrupt"),
    "Generates": ("error", "GeneratorExit"),
    "NoException": ("error", "Odd: odd"),
    "Unsaid": ("error", "which cannot be shown"),
    "Surrogate": ("error", "\\ud800 half"),
    "Terminal": ("error", "\\x1b]0;title\\x07\\x1b[2J"),
    "Long": ("error", "xxxx"),
    "Lines": ("error", "one\\x0atwo\\u2028three\\u202efour"),
    "Nothing": ("illegal", "answered None"),
    "Words": ("illegal", "answered '\\ud800'"),
    "Fraction": ("illegal", "answered 1.5"),
    "List": ("illegal", "answered [3]"),
    "NoNumber": ("illegal", "__index__ raised Odd"),
    "Huge": ("illegal", "a number that large"),
    "Negative": ("illegal", "answered -1"),
    "Talkative": ("illegal", "answered xxxx"),
    "Shape": ("illegal", "answered array("),
    "TooFew": ("error", "was asked for 1 actions and returned 0"),
    "TooMany": ("error", "was asked for 1 actions and returned more"),
    "NoList": ("error", "not iterable"),
    "Forever": ("error", "was asked for 1 actions and returned more"),
    "Square": ("illegal", "answered array("),
    "Strings": ("illegal", "\\x1b[31m"),
    "BeginFails": ("error", "not today"),
    "BeginIsNone": ("error", "not callable"),
    "MadeTwice": ("error", "once is enough"),
    "ImaginesBadly": ("error", "no answer"),
    "Ends": ("died", "ended with 9"),
    "EndsWell": ("died", "ended with 0"),
    "Kills": ("died", "signal 9"),
    "Crashes": ("died", "signal 11"),
    "ClosesAll": ("died", "ended with"),
    "Scribbles": ("died", ""),
}
HARMLESS = (
    "CloseFails",
    "CloseEnds",
    "NameFails",
    "ExplainsBadly",
    "Settings",
    "ClosesInput",
    "ReadsInput",
    "Folder",
    "Prints",
    "Patch",
)

# ------------------------------------------------------- those that take more than their share: only with limits, and one at a time


def fork_on() -> None:
    """Fork for ever; the children do the same."""
    until = time.monotonic() + 100.0  # on a busy machine it takes a while until somebody looks
    while time.monotonic() < until:
        try:
            os.fork()
        except OSError:
            time.sleep(0.01)


def leave_grandchild() -> None:
    """It leaves its session, and outlives its parent unless somebody looks."""
    if os.fork() == 0:
        os.setsid()
        if os.fork() == 0:
            time.sleep(60.0)
        os._exit(0)


def fill_memory() -> None:
    held = []
    while True:
        held.append(bytearray(1 << 24))


def fill_in_parts() -> None:
    """Small parts that add up to a lot."""
    for _ in range(8):
        if os.fork() == 0:
            held = bytearray(os.urandom(1 << 20)) * 60
            time.sleep(20.0 + len(held) * 0.0)
    time.sleep(20.0)


def kill_keeper() -> None:
    """And would continue without limits."""
    ctypes.CDLL(None).prctl(1, 0, 0, 0, 0)  # its death no longer kills this process
    os.kill(os.getppid(), signal.SIGKILL)
    time.sleep(0.1)


def stop_keeper() -> None:
    """It would enforce no limits, and could not end what is started meanwhile."""
    os.kill(os.getppid(), signal.SIGSTOP)
    leave_grandchild()
    time.sleep(0.1)


KillsKeeper, StopsKeeper = doing(kill_keeper), doing(stop_keeper)
Forks, Leaves, Allocates, Parts = doing(fork_on), doing(leave_grandchild), doing(fill_memory), doing(fill_in_parts)
Hangs = doing(lambda: time.sleep(1000.0))
