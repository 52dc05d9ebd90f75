"""The games of a tournament on a Ray cluster. Who plays a game does not change it: the results are those of one machine."""

import importlib
import os
import sys
from collections.abc import Generator, Iterator, Sequence
from typing import Any

from munchkin_env.agents.process import PACKAGES, Limits
from munchkin_env.arena.definition import Definition, Fixture
from munchkin_env.arena.entrants import ArenaError
from munchkin_env.arena.playing import Outcome, Room, rehearse

_AHEAD = 2  # jobs per host that are handed out


class Host:
    """One processor of the cluster. Agents live in a process of their own there, which is watched as at home."""

    def __init__(self, paths: Sequence[str], definition: Definition, limits: Limits | None) -> None:
        sys.path += [path for path in paths if path not in sys.path]
        rehearse(definition)
        self.room = Room(definition, limits)

    def play(self, job: Sequence[Fixture]) -> list[Outcome]:
        return list(self.room.play(job))

    def finish(self) -> None:
        """The agents hear that nothing more comes."""
        self.room.close(tell=True)


def connected(address: str | bool) -> tuple[Any, bool]:
    """Ray, and whether it was started here. address: of a running cluster, True: RAY_ADDRESS, or else one is started on this machine."""
    try:
        ray = importlib.import_module("ray")
    except ImportError as error:
        raise ArenaError('--ray needs Ray: pip install "munchkin_env[ray]"') from error
    if ray.is_initialized():
        return ray, False
    paths = os.pathsep.join([PACKAGES, *filter(None, [os.environ.get("PYTHONPATH")])])
    try:
        ray.init(
            address=None if address is True else address,
            include_dashboard=False,
            log_to_driver=False,
            logging_level="error",
            runtime_env={"env_vars": {"PYTHONPATH": paths}},
        )
    except (ConnectionError, ValueError, RuntimeError) as error:
        raise ArenaError(f"--ray {address}: no cluster answers there: {error}") from error
    return ray, True


def in_cluster(
    definition: Definition, jobs: Iterator[list[Fixture]], address: str | bool, limits: Limits | None
) -> Generator[list[Outcome]]:
    """The results of all jobs, as they are ready."""
    ray, ours = connected(address)
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
        if ours:
            ray.shutdown()
