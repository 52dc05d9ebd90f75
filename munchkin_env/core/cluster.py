"""Work on the processors of a Ray cluster."""

import importlib
import os
import sys
import tempfile
from collections import deque
from collections.abc import Callable, Generator, Iterable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any

PACKAGES = str(Path(__file__).resolve().parents[2])
"""The folder that this package is imported from."""
LOOPBACK = "RAY_ENABLE_WINDOWS_OR_OSX_CLUSTER"
"""Set to 0, Ray uses 127.0.0.1 as the address of this machine and listens nowhere else, as it always does on Windows and macOS."""
JOBS_AHEAD = 2
"""Jobs for each processor that are handed out."""


class ClusterError(ValueError):
    """There is no such cluster, or no Ray."""


@contextmanager
def connected(address: str | bool) -> Iterator[Any]:
    """Ray. address: of a running cluster; True: RAY_ADDRESS, otherwise start one on this machine and end it afterwards.

    A cluster started here is reachable only from this machine, and its folder is deleted with it. Raises ClusterError.
    """
    here = address is True and not os.environ.get("RAY_ADDRESS")
    with ExitStack() as left:
        if here:
            left.enter_context(_variable(LOOPBACK, "0"))
        try:
            ray = importlib.import_module("ray")
        except ImportError as error:
            raise ClusterError('--ray needs Ray: pip install "munchkin-env[ray]"') from error
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
            told = (
                f"--ray {address}" if address is not True else f"--ray (RAY_ADDRESS={os.environ['RAY_ADDRESS']})" if not here else "--ray"
            )
            raise ClusterError(f"{told}: no cluster answers there: {error}") from error
        left.callback(ray.shutdown)
        yield ray


def _told(address: str | bool) -> str:
    variable = os.environ.get("RAY_ADDRESS")
    return f"--ray {address}" if address is not True else f"--ray, with RAY_ADDRESS={variable}" if variable else "--ray"


class Cluster:
    """Processors that take jobs."""

    def __init__(self, ray: Any) -> None:
        self._ray = ray
        self.processors = processors(ray)

    def results(self, do: Callable[[int], Any], jobs: Iterable[int]) -> Generator[Any]:
        """What `do` returns for each job, in order. Raises what it raised."""
        remote, given = self._ray.remote(num_cpus=1)(_done), self._ray.put(do)
        running: deque[Any] = deque()
        try:
            for job in jobs:
                running.append(remote.remote(given, job))
                if len(running) >= JOBS_AHEAD * self.processors:
                    yield self._result(running.popleft())
            while running:
                yield self._result(running.popleft())
        finally:
            for job in running:
                self._ray.cancel(job)

    def _result(self, job: Any) -> Any:
        try:
            return self._ray.get(job)
        except self._ray.exceptions.RayTaskError as error:
            raise error.cause from None


def processors(ray: Any) -> int:
    """How many the cluster has."""
    return max(1, int(ray.cluster_resources().get("CPU", 1)))


def import_paths() -> list[str]:
    """Where modules are found here, for those who import the same elsewhere."""
    return [path or os.getcwd() for path in sys.path]  # noqa: PTH109


def _done(do: Callable[[int], Any], job: int) -> Any:
    return do(job)


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
