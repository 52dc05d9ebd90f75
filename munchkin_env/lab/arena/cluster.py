"""The games of a tournament on a Ray cluster. Results do not depend on which host plays a game: they equal those of one machine."""

import importlib
import os
import sys
import tempfile
from collections.abc import Generator, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from typing import Any

from munchkin_env.players.agents.process import PACKAGES, Limits

from .definition import Definition, Fixture
from .entrants import ArenaError
from .playing import Hall, Outcome, rehearse

_AHEAD = 2  # jobs per host that are handed out


class Host:
    """One processor of the cluster. Agents live there in processes of their own, watched as on the user's machine."""

    def __init__(self, paths: Sequence[str], definition: Definition, limits: Limits | None) -> None:
        sys.path += [path for path in paths if path not in sys.path]
        rehearse(definition)
        self.room = Hall(definition, limits)

    def play(self, job: Sequence[Fixture]) -> list[Outcome]:
        return list(self.room.play(job))

    def finish(self) -> None:
        """Tell the agents that there are no more games."""
        self.room.close(tell=True)


@contextmanager
def connected(address: str | bool) -> Iterator[Any]:
    """Ray. address: of a running cluster; True: RAY_ADDRESS, otherwise start one on this machine and end it afterwards.

    A cluster started here is reachable only from this machine, and its folder is deleted with it.
    """
    here = address is True and not os.environ.get("RAY_ADDRESS")
    with ExitStack() as left:
        if here:
            left.enter_context(_variable(LOOPBACK, "0"))
        try:
            ray = importlib.import_module("ray")
        except ImportError as error:
            raise ArenaError('--ray needs Ray: pip install "munchkin_env[ray]"') from error
        if ray.is_initialized():
            yield ray
            return
        own = {"_temp_dir": left.enter_context(_folder())} if here else {}
        paths = os.pathsep.join([PACKAGES, *filter(None, [os.environ.get("PYTHONPATH")])])
        try:
            ray.init(
                address=None if address is True else address,
                include_dashboard=False,
                log_to_driver=False,
                logging_level="error",
                runtime_env={"env_vars": {"PYTHONPATH": paths}},
                **own,
            )
        except (ConnectionError, ValueError, RuntimeError) as error:
            raise ArenaError(f"--ray {address}: no cluster answers there: {error}") from error
        left.callback(ray.shutdown)
        yield ray


LOOPBACK = "RAY_ENABLE_WINDOWS_OR_OSX_CLUSTER"
"""Set to 0, Ray uses 127.0.0.1 as the address of this machine and listens nowhere else, as it always does on Windows and macOS."""


@contextmanager
def _variable(name: str, value: str) -> Iterator[None]:
    """Set an environment variable, also for Ray's own processes, and restore it afterwards."""
    before = os.environ.get(name)
    os.environ.setdefault(name, value)
    try:
        yield
    finally:
        if before is None:
            del os.environ[name]


def _folder() -> tempfile.TemporaryDirectory[str]:
    """For Ray's sockets, whose paths must be short."""
    return tempfile.TemporaryDirectory(prefix="munchkin-ray-", dir="/tmp" if os.name == "posix" else None, ignore_cleanup_errors=True)


def in_cluster(
    definition: Definition, jobs: Iterator[list[Fixture]], address: str | bool, limits: Limits | None
) -> Generator[list[Outcome]]:
    """The results of all jobs, as they become ready."""
    with connected(address) as ray:
        yield from _played(ray, definition, jobs, limits)


def _played(ray: Any, definition: Definition, jobs: Iterator[list[Fixture]], limits: Limits | None) -> Generator[list[Outcome]]:
    hosts: list[Any] = []
    try:
        n = max(1, int(ray.cluster_resources().get("CPU", 1)))
        hosts += [ray.remote(num_cpus=1)(Host).remote([path or os.getcwd() for path in sys.path], definition, limits) for _ in range(n)]  # noqa: PTH109
        running: dict[Any, Any] = {}

        def hand_out(host: Any) -> None:
            job = next(jobs, None)
            if job is not None:
                running[host.play.remote(job)] = host

        for _ in range(_AHEAD):
            for host in hosts:
                hand_out(host)
        while running:
            (ready,), _ = ray.wait(list(running), num_returns=1)
            hand_out(running.pop(ready))
            yield ray.get(ready)
        ray.get([host.finish.remote() for host in hosts])
    finally:
        for host in hosts:
            ray.kill(host)
