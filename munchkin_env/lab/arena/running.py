"""Running a tournament: find the missing games, play them, and write each finished one to the file."""

import itertools
import os
import queue
import threading
from collections.abc import Callable, Generator, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from contextlib import closing
from typing import Any

from munchkin_env.core.compiling import compiling
from munchkin_env.players.agents.process import Limits

from .definition import Definition, Fixture
from .playing import Hall, Outcome, rehearse
from .store import Store
from .worker import Worker

SIDE_BY_SIDE = 64  # games in a job: played together where an agent takes many at once
ALONE = 4  # otherwise, so that all workers stay busy
AHEAD = 2  # jobs per worker that are handed out

Job = list[Fixture]
Done = Callable[[int], None]
Results = Generator[list[Outcome]]


def run(
    definition: Definition,
    store: Store,
    games: int,
    *,
    workers: int = 1,
    ray: str | bool = False,
    limits: Limits | None = None,
    progress: Done = lambda _: None,
) -> int:
    """Play the missing games up to that number (rounded up to whole cycles) and write them. Returns how many there are.

    limits: isolates the agents, with these limits for their processes (docs/arena.md). progress: called with the number of games so far.
    When interrupted, all finished games stay in the file.
    """
    total = definition.cycles(games) * definition.games_per_cycle
    played = store.played()
    there = sum(number < total for number in played)
    todo = jobs(definition, total, played, isolated=limits is not None)
    with closing(outcomes(definition, todo, workers=workers, ray=ray, limits=limits)) as results:
        progress(there)
        for finished in results:
            new = [one for one in finished if one.fixtures[0].number not in played or len(one.fixtures) > 1]
            store.write(new)
            there += sum(len(one.fixtures) for one in new)
            progress(there)
    return there


def jobs(definition: Definition, total: int, played: set[int], *, isolated: bool = False) -> Iterator[Job]:
    """Jobs: games that one worker plays together.

    Which games are played side by side does not depend on what the file holds: a game repeated for that reason is not written again.
    """
    many = any(one.many for one in definition.entrants)
    for job in jobs_of(definition, total, isolated=isolated):
        missing = [fixture for fixture in job if fixture.number not in played]
        if missing:
            yield job if many else missing


def jobs_of(definition: Definition, total: int, *, isolated: bool) -> Iterator[Job]:
    """All games in groups. isolated: no two games of a group share a deal, because the agents of a group may remember."""
    cycles = (definition.fixtures(cycle) for cycle in range(total // definition.games_per_cycle))
    if isolated and not definition.all_bots:
        while some := list(itertools.islice(cycles, SIDE_BY_SIDE)):
            yield from (list(same) for same in zip(*some, strict=True))
        return
    size = SIDE_BY_SIDE if definition.all_bots or any(one.many for one in definition.entrants) else ALONE
    games = itertools.chain.from_iterable(cycles)
    while job := list(itertools.islice(games, size)):
        yield job


# ------------------------------------------------------------------------------------------------------ who plays


def outcomes(definition: Definition, jobs: Iterator[Job], *, workers: int, ray: str | bool, limits: Limits | None = None) -> Results:
    """The results of all jobs, as they become ready. They do not depend on who plays them."""
    if ray is not False:
        from .cluster import in_cluster

        return in_cluster(definition, jobs, ray, limits)
    with compiling("arena", "a few seconds"):
        rehearse(definition)
    if workers == 1:
        return inside(definition, jobs, limits)
    return in_threads(definition, jobs, workers) if definition.all_bots else in_processes(definition, jobs, workers, limits)


def inside(definition: Definition, jobs: Iterator[Job], limits: Limits | None) -> Results:
    """In this thread."""
    room, over = Hall(definition, limits, threads=os.cpu_count() or 1), False
    try:
        for job in jobs:
            for outcome in room.play(job):
                yield [outcome]
        over = True
    finally:
        room.close(tell=over)


def in_threads(definition: Definition, jobs: Iterator[Job], workers: int) -> Results:
    """Compiled games run in threads; each has its own room."""
    rooms = threading.local()

    def play(job: Job) -> list[Outcome]:
        if not hasattr(rooms, "room"):
            rooms.room = Hall(definition)
        return list(rooms.room.play(job))

    with ThreadPoolExecutor(workers, "arena") as pool:
        try:
            yield from ahead(lambda job: pool.submit(play, job), jobs, workers)
        finally:
            pool.shutdown(wait=True, cancel_futures=True)


def ahead(submit: Callable[[Job], "Future[Any]"], jobs: Iterator[Job], workers: int) -> Iterator[Any]:
    """Hand out jobs, but never many more than there are workers."""
    running = {submit(job) for job in itertools.islice(jobs, workers * AHEAD)}
    while running:
        done, running = wait(running, return_when=FIRST_COMPLETED)
        running |= {submit(job) for job in itertools.islice(jobs, len(done))}
        for one in done:
            yield one.result()


_END = object()


def in_processes(definition: Definition, jobs: Iterator[Job], workers: int, limits: Limits | None) -> Results:
    """Games with agents in several processes."""
    lock, found = threading.Lock(), queue.SimpleQueue[Any]()
    threads = max(1, (os.cpu_count() or 1) // workers)
    crew = [Worker(definition, limits, threads) for _ in range(workers)]

    def serve(worker: Worker) -> None:
        try:
            while True:
                with lock:
                    job = next(jobs, None)
                if worker.closed:
                    return
                if job is None:
                    worker.finish()
                    return
                for outcome in worker.play(job):
                    found.put([outcome])
        except Exception as error:  # noqa: BLE001 - it is raised again where the results are awaited
            found.put(error)
        finally:
            found.put(_END)

    serving = [threading.Thread(target=serve, args=(worker,), daemon=True) for worker in crew]
    try:
        for thread in serving:
            thread.start()
        running = len(serving)
        while running:
            one = found.get()
            if one is _END:
                running -= 1
            elif isinstance(one, Exception):
                raise one
            else:
                yield one
    finally:
        for worker in crew:
            worker.close()
