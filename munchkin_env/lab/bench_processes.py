"""The figure of `munchkin bench` for batches in several processes."""

from munchkin_env.envs.processes import MunchkinProcesses

from .bench_learners import RunningBatch, speedup


def processes_speedup(repeats: int) -> float:
    """Two processes against one thread, 1,024 games."""
    return speedup(RunningBatch(1024, MunchkinProcesses, processes=2), repeats)
