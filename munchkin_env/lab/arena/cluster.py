"""The games of a tournament on a Ray cluster. Results do not depend on which host plays a game: they equal those of one machine."""

import sys
from collections.abc import Generator, Iterator, Sequence
from typing import Any

from munchkin_env.core.cluster import JOBS_AHEAD, connected, import_paths, processors
from munchkin_env.players.agents.process import Limits

from .definition import Definition, Fixture
from .playing import Hall, Outcome, rehearse


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


def in_cluster(
    definition: Definition, jobs: Iterator[list[Fixture]], address: str | bool, limits: Limits | None
) -> Generator[list[Outcome]]:
    """The results of all jobs, as they become ready."""
    with connected(address) as ray:
        yield from _played(ray, definition, jobs, limits)


def _played(ray: Any, definition: Definition, jobs: Iterator[list[Fixture]], limits: Limits | None) -> Generator[list[Outcome]]:
    hosts: list[Any] = []
    try:
        hosts += [ray.remote(num_cpus=1)(Host).remote(import_paths(), definition, limits) for _ in range(processors(ray))]
        running: dict[Any, Any] = {}

        def hand_out(host: Any) -> None:
            job = next(jobs, None)
            if job is not None:
                running[host.play.remote(job)] = host

        for _ in range(JOBS_AHEAD):
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
