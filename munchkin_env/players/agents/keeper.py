"""Starts a process, holds it to its limits, and ends it with all that it has started: when it ends, and when whoever asked for it does.

Run as a script by munchkin_env.players.agents.process, with nothing but the standard library: it is there before anything of an agent
is imported.
Its first argument is JSON: `life` (a socket to whoever asked; its end is theirs), `code` (what Python runs), `processes`, `memory`
(bytes; 0: no limit), `quiet` (what is printed goes nowhere). It tells through `life` the id of the process, and then how it ended.
"""
# ruff: noqa: PTH110, PTH116, PTH123, PTH208 - it looks into /proc fifty times a second

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
LOOKS = 0.02  # seconds between looks at what it has started and how much memory that takes
RARELY = 0.25  # the same where the system does not list the children of a process
SUBREAPER, DEATH_SIGNAL = 36, 1  # of prctl
BEYOND = (
    512  # processes and threads that its user may have beyond those there are now: the bound of the system, should the looks be too slow
)


def prctl(what: int, value: int) -> None:
    if LINUX:
        ctypes.CDLL(None, use_errno=True).prctl(what, value, 0, 0, 0)


# ------------------------------------------------------------------------------------------- what it has started


def children(pid: int) -> list[int]:
    """Of a process; none if it is gone."""
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
    """All that the process has started, and what they have: those whose parents have ended are its own (SUBREAPER)."""
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
    """Bytes of all of them. What they share is counted once, if it comes to that."""
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
    """Why it must end, or nothing."""
    if not LINUX or not (told["processes"] or told["memory"]):
        return ""
    pids = descendants(os.getpid())
    if told["processes"] and len(pids) > told["processes"]:
        return f"it had more than the {told['processes']} processes that it may have"
    if told["memory"] and memory(pids) > told["memory"] and proportional(pids) > told["memory"]:
        return f"it took more than the {told['memory'] >> 20:,} MB of memory that it may take"
    return ""


# -------------------------------------------------------------------------------------------------- from begin to end


def confine(told: dict[str, Any], keeper: int) -> None:
    """In the new process, before it becomes what it is to be."""
    prctl(DEATH_SIGNAL, signal.SIGKILL)
    if os.getppid() != keeper:
        os._exit(1)
    os.setsid()
    for one in (signal.SIGINT, signal.SIGCHLD, signal.SIGPIPE):
        signal.signal(one, signal.SIG_DFL)
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    if told["memory"]:
        bound(resource.RLIMIT_DATA if LINUX else resource.RLIMIT_AS, told["memory"])
    if told["processes"] and LINUX:
        bound(resource.RLIMIT_NPROC, tasks_of_user() + BEYOND)
    if told["quiet"]:
        nowhere = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nowhere, 2)
        os.close(nowhere)


def bound(what: int, most: int) -> None:
    """No more than that, nor than was allowed before."""
    _, hard = resource.getrlimit(what)
    value = most if hard == resource.RLIM_INFINITY else min(most, hard)
    with suppress(OSError, ValueError):
        resource.setrlimit(what, (value, value))


def tasks_of_user() -> int:
    """Processes and threads of the user of this process."""
    user, found = os.getuid(), 0
    for name in os.listdir("/proc"):
        if name.isdecimal():
            with suppress(OSError):
                if os.stat(f"/proc/{name}").st_uid == user:
                    found += len(os.listdir(f"/proc/{name}/task"))
    return found


def end(pid: int) -> None:
    """Kills the process and all that it has started, as often as it takes."""
    until = time.monotonic() + 10.0
    while time.monotonic() < until:
        with suppress(OSError):
            os.killpg(pid, signal.SIGKILL)  # those that have not left its group, all at the same moment
        left = descendants(os.getpid())
        for one in left:
            with suppress(OSError):
                os.kill(one, signal.SIGKILL)
        reap(pid)
        if not left:
            return
        time.sleep(0.001)


def reap(pid: int) -> int | None:
    """Collects who has ended. Returns how the process did, if it is among them."""
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
    """Until it ends, or must. Returns how it ended by itself, or why it had to."""
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
        signal.signal(one, signal.SIG_IGN)  # whoever asked decides; if they end, so does this
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
        os.close(pipe)  # they are the process's alone: their ends are its end
    status, why = keep(pid, life, told)
    end(pid)
    with suppress(OSError):
        life.sendall(json.dumps({"status": status, "why": why}).encode())


if __name__ == "__main__":
    main()
