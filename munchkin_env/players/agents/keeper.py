"""Starts a process, enforces its limits, and ends it with everything it has started: when it ends, and when the parent ends.

Run as a script by munchkin_env.players.agents.process with only the standard library, so that it runs before any agent code
is imported.
Its first argument is JSON: `life` (a socket to the parent; when it closes, the parent has ended), `code` (what Python runs), `processes`,
`memory` (bytes; 0: no limit), `quiet` (discard output). It sends the process id through `life`, and later how the process ended.
"""
# ruff: noqa: PTH110, PTH116, PTH123, PTH208 - it reads /proc fifty times a second

import ctypes
import json
import os
import resource
import select
import signal
import socket
import sys
import time
from collections.abc import Iterator
from contextlib import suppress
from typing import Any

LINUX = sys.platform == "linux"
LOOKS = 0.02  # seconds between checks of its processes and their memory
RARELY = 0.25  # the same where the system does not list the children of a process
SUBREAPER, DEATH_SIGNAL = 36, 1  # of prctl
BEYOND = 512  # processes and threads that its user may have beyond the current ones: a hard limit, in case the checks are too slow


def prctl(what: int, value: int) -> None:
    if LINUX:
        ctypes.CDLL(None, use_errno=True).prctl(what, value, 0, 0, 0)


# --------------------------------------------------------------------------------------- processes it has started


def children(pid: int) -> list[int]:
    """Children of a process; none if it is gone."""
    found: list[int] = []
    with suppress(OSError):
        for task in os.listdir(f"/proc/{pid}/task"):
            with open(f"/proc/{pid}/task/{task}/children", "rb") as file:
                found += map(int, file.read().split())
    return found


def parents() -> Iterator[tuple[int, int]]:
    """Every process of the system, and its parent."""
    for name in os.listdir("/proc"):
        if name.isdecimal():
            with suppress(OSError, ValueError, IndexError), open(f"/proc/{name}/stat", "rb") as file:
                yield int(name), int(file.read().rpartition(b")")[2].split()[1])


LISTED = LINUX and os.path.exists(f"/proc/self/task/{os.getpid()}/children")


def descendants(pid: int) -> list[int]:
    """All descendants of the process. Orphans among them become children of this process (SUBREAPER)."""
    if not LINUX:
        return []
    of: dict[int, list[int]] = {}
    if not LISTED:
        for child, parent in parents():
            of.setdefault(parent, []).append(child)
    found, ahead = [], [pid]
    while ahead:
        young = children(ahead.pop()) if LISTED else of.get(ahead.pop(), [])
        found += young
        ahead += young
    return found


def memory(pids: list[int]) -> int:
    """Resident bytes of all of them. Shared memory counts once per process; see `proportional`."""
    page = resource.getpagesize()
    total = 0
    for pid in pids:
        with suppress(OSError, ValueError, IndexError), open(f"/proc/{pid}/statm", "rb") as file:
            total += page * int(file.read().split()[1])
    return total


def proportional(pids: list[int]) -> int:
    total = 0
    for pid in pids:
        with suppress(OSError, ValueError, IndexError), open(f"/proc/{pid}/smaps_rollup", "rb") as file:
            total += sum(1024 * int(line.split()[1]) for line in file if line.startswith(b"Pss:"))
    return total


def too_much(told: dict[str, Any]) -> str:
    """Why it must be ended, or nothing."""
    if not LINUX or not (told["processes"] or told["memory"]):
        return ""
    pids = descendants(os.getpid())
    if told["processes"] and len(pids) > told["processes"]:
        return f"it had more than the {told['processes']} processes allowed"
    if told["memory"] and memory(pids) > told["memory"] and proportional(pids) > told["memory"]:
        return f"it used more than the {told['memory'] >> 20:,} MB of memory allowed"
    return ""


# --------------------------------------------------------------------------------------------------- life of a process


def confine(told: dict[str, Any], keeper: int) -> None:
    """Runs in the new process before it executes the given code."""
    prctl(DEATH_SIGNAL, signal.SIGKILL)
    if os.getppid() != keeper:
        os._exit(1)
    os.setsid()
    for one in (signal.SIGINT, signal.SIGCHLD, signal.SIGPIPE):
        signal.signal(one, signal.SIG_DFL)
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    if told["memory"]:
        _bound(resource.RLIMIT_DATA if LINUX else resource.RLIMIT_AS, told["memory"])
    if told["processes"] and LINUX:
        _bound(resource.RLIMIT_NPROC, tasks_of_user() + BEYOND)
    if told["quiet"]:
        nowhere = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nowhere, 2)
        os.close(nowhere)


def _bound(what: int, most: int) -> None:
    """Lower a limit, never raise it."""
    _, hard = resource.getrlimit(what)
    value = most if hard == resource.RLIM_INFINITY else min(most, hard)
    with suppress(OSError, ValueError):
        resource.setrlimit(what, (value, value))


def tasks_of_user() -> int:
    """Processes and threads of this process's user."""
    user, found = os.getuid(), 0
    for name in os.listdir("/proc"):
        if name.isdecimal():
            with suppress(OSError):
                if os.stat(f"/proc/{name}").st_uid == user:
                    found += len(os.listdir(f"/proc/{name}/task"))
    return found


def _end(pid: int) -> None:
    """Kill the process and everything it has started, repeating as necessary."""
    until = time.monotonic() + 10.0
    while time.monotonic() < until:
        with suppress(OSError):
            os.killpg(pid, signal.SIGKILL)  # those still in its group, all at once
        left = descendants(os.getpid())
        for one in left:
            with suppress(OSError):
                os.kill(one, signal.SIGKILL)
        reap(pid)
        if not left:
            return
        time.sleep(0.001)


def reap(pid: int) -> int | None:
    """Collect ended children. Returns the exit status of the process if it is among them."""
    status = None
    with suppress(ChildProcessError):
        while True:
            ended, code = os.waitpid(-1, os.WNOHANG)
            if ended == 0:
                break
            if ended == pid:
                status = os.waitstatus_to_exitcode(code)
    return status


def keep(pid: int, life: socket.socket, told: dict[str, Any]) -> tuple[int | None, str]:
    """Wait until it ends or must be ended. Returns how it ended by itself, or why it had to."""
    woken, wakes = os.pipe()
    os.set_blocking(wakes, False)
    signal.set_wakeup_fd(wakes, warn_on_full_buffer=False)
    signal.signal(signal.SIGCHLD, lambda *_: None)
    pause = None if not (told["processes"] or told["memory"]) else LOOKS if LISTED else RARELY
    while True:
        if (status := reap(pid)) is not None:
            return status, ""
        if why := too_much(told):
            return None, why
        ready, _, _ = select.select([life.fileno(), woken], [], [], pause)
        if woken in ready:
            os.read(woken, 512)
        if life.fileno() in ready:
            return None, "it was ended"


def main() -> None:
    told = json.loads(sys.argv[1])
    for one in (signal.SIGINT, signal.SIGHUP, signal.SIGTERM):
        signal.signal(one, signal.SIG_IGN)  # the parent decides; if it ends, so does this
    prctl(SUBREAPER, 1)
    life = socket.socket(fileno=told["life"])
    life.set_inheritable(False)
    keeper = os.getpid()
    pid = os.fork()
    if pid == 0:
        confine(told, keeper)
        os.execv(sys.executable, [sys.executable, "-c", told["code"]])
    with suppress(OSError):
        life.sendall(f"{pid:16}".encode())
    for pipe in (0, 1):
        os.close(pipe)  # they belong to the process: the parent sees them close when it ends
    status, why = keep(pid, life, told)
    _end(pid)
    with suppress(OSError):
        life.sendall(json.dumps({"status": status, "why": why}).encode())


if __name__ == "__main__":
    main()
