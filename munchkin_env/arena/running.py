"""Running a tournament: which games are missing, who plays them, and every finished one into the file."""

import itertools
import os
import queue
import threading
from collections.abc import Callable, Generator, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from contextlib import closing
from typing import Any

from munchkin_env.arena.definition import Definition, Fixture
from munchkin_env.arena.playing import Outcome, Room, rehearse
from munchkin_env.arena.store import Store
from munchkin_env.arena.worker import Worker
from munchkin_env.engine.kernel import compiling

SIDE_BY_SIDE = 64  # games in a job: they are played together where an agent takes many at once
ALONE = 4  # where none does: so that all workers have something to do
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
    progress: Done = lambda _: None,
) -> int:
    """Plays what is missing of so many games (rounded up to whole cycles) and writes it. Returns how many are there then.

    progress: is told how many games are there. Interrupted, it leaves in the file all games that were over.
    """
    total = definition.cycles(games) * definition.games_per_cycle
    played = store.played()
    there = sum(number < total for number in played)
    with closing(outcomes(definition, jobs(definition, total, played), workers=workers, ray=ray)) as results:
        progress(there)
        for finished in results:
            new = [one for one in finished if one.fixtures[0].number not in played or len(one.fixtures) > 1]
            store.write(new)
            there += sum(len(one.fixtures) for one in new)
            progress(there)
    return there


def jobs(definition: Definition, total: int, played: set[int]) -> Iterator[Job]:
    """Games that are played by one worker, one job after the other.

    What is played side by side does not depend on what is there already: a game that is repeated for that reason is not written again.
    """
    side_by_side = definition.all_bots or any_batches(definition)
    size = SIDE_BY_SIDE if side_by_side else ALONE
    games = itertools.chain.from_iterable(definition.fixtures(cycle) for cycle in range(total // definition.games_per_cycle))
    while job := list(itertools.islice(games, size)):
        missing = [fixture for fixture in job if fixture.number not in played]
        if missing:
            yield missing if definition.all_bots or size == ALONE else job


def any_batches(definition: Definition) -> bool:
    room = Room(definition)
    try:
        return room.crew.batches
    finally:
        room.close()


# ------------------------------------------------------------------------------------------------------ who plays


def outcomes(definition: Definition, jobs: Iterator[Job], *, workers: int, ray: str | bool) -> Results:
    """The results of all jobs, in the order in which they are ready. They do not depend on who plays them."""
    if ray is not False:
        from munchkin_env.arena.cluster import in_cluster

        return in_cluster(definition, jobs, ray)
    with compiling("arena", "some seconds"):
        rehearse(definition)
    if definition.all_bots:
        return inside(definition, jobs) if workers == 1 else in_threads(definition, jobs, workers)
    if workers == 1 and definition.time_limit is None:
        return inside(definition, jobs)
    return in_processes(definition, jobs, workers)


def inside(definition: Definition, jobs: Iterator[Job]) -> Results:
    """In this thread."""
    room = Room(definition)
    try:
        for job in jobs:
            for outcome in room.play(job):
                yield [outcome]
    finally:
        room.close()


def in_threads(definition: Definition, jobs: Iterator[Job], workers: int) -> Results:
    """Compiled games run in threads; each has a room of its own."""
    rooms = threading.local()

    def play(job: Job) -> list[Outcome]:
        if not hasattr(rooms, "room"):
            rooms.room = Room(definition)
        return list(rooms.room.play(job))

    with ThreadPoolExecutor(workers, "arena") as pool:
        try:
            yield from ahead(lambda job: pool.submit(play, job), jobs, workers)
        finally:
            pool.shutdown(wait=True, cancel_futures=True)


def ahead(submit: Callable[[Job], "Future[Any]"], jobs: Iterator[Job], workers: int) -> Iterator[Any]:
    """Hands out jobs, never many more than there are workers."""
    running = {submit(job) for job in itertools.islice(jobs, workers * AHEAD)}
    while running:
        done, running = wait(running, return_when=FIRST_COMPLETED)
        running |= {submit(job) for job in itertools.islice(jobs, len(done))}
        for one in done:
            yield one.result()


_END = object()


def in_processes(definition: Definition, jobs: Iterator[Job], workers: int) -> Results:
    """Agents in processes of their own, watched: one that hangs or dies is started again without whoever was to blame."""
    lock, found = threading.Lock(), queue.SimpleQueue[Any]()
    crew = [Worker(definition, threads=max(1, (os.cpu_count() or 1) // workers)) for _ in range(workers)]

    def serve(worker: Worker) -> None:
        try:
            while True:
                with lock:
                    job = next(jobs, None)
                if job is None or worker.closed:
                    return
                for outcome in worker.play(job):
                    found.put([outcome])
        except Exception as error:  # noqa: BLE001 - it is raised again where the results are awaited
            found.put(error)
        finally:
            found.put(_END)

    threads = [threading.Thread(target=serve, args=(worker,), daemon=True) for worker in crew]
    try:
        for thread in threads:
            thread.start()
        running = len(threads)
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
