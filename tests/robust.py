"""Does anything depend on the processor's BLAS, the order of sets, the order of the tests, or the number of cores?

    python -m tests.robust                      # `make test-robust`: about three minutes on two cores
    python -m tests.robust --all                # the whole suite (plain Python) in each round
    python -m tests.robust --all --only Zen     # in one of the rounds

Every round is another processor to OpenBLAS (which has its own loops for each, with other rounding), another seed for Python's
hashes, and another order of the tests.
"""

import argparse
import os
import subprocess
import sys
import time
from collections.abc import Sequence
from dataclasses import dataclass

from tests.told import clock

NUMBERS = ("tests/experiments", "tests/players/agents", "tests/lab/arena/test_figures.py", "tests/benchmarks/test_learning.py")
"""Tests that sum floats or run networks."""
FACES = (
    "tests/game",
    "tests/players/bots",
    "tests/lab/census",
    "tests/engine/test_hidden.py",
    "tests/core/test_record.py",
    "tests/envs",
    "tests/observe",
)


@dataclass(frozen=True)
class Round:
    """How the tests are run."""

    processor: str
    hashes: int
    paths: tuple[str, ...]
    one_core: bool = False

    @property
    def name(self) -> str:
        return f"OPENBLAS_CORETYPE={self.processor} PYTHONHASHSEED={self.hashes}{', on one core' if self.one_core else ''}"


ROUNDS = (
    Round("Haswell", 0, NUMBERS),
    Round("Zen", 1, FACES),
    Round("Prescott", 12345, NUMBERS, one_core=True),
    Round("Nehalem", 2, ("tests/experiments/test_tune.py", "tests/players/test_policy.py")),
    Round("SkylakeX", 3, ("tests/experiments/test_tune.py", "tests/players/test_policy.py")),
)


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--all", action="store_true", help="every test in every round")
    parser.add_argument("--only", nargs="+", choices=[one.processor for one in ROUNDS], metavar="PROCESSOR", help="these rounds")
    parser.add_argument("--seed", type=int, default=1, help="seed of the test orders (default: 1)")
    parser.add_argument("--workers", type=int, default=2, help="(default: 2)")
    given, more = parser.parse_known_args(arguments)
    failed = []
    for k, one in enumerate(ROUNDS, 1):
        if given.only and one.processor not in given.only:
            continue
        print(f"--> {k} of {len(ROUNDS)}: {one.name}, order {given.seed + k}", flush=True)
        began = time.monotonic()
        paths = () if given.all else one.paths
        command = [sys.executable, "-m", "pytest", "-q", "--told", "--shuffle", str(given.seed + k), *paths, *more]
        command += ["-n", "0" if one.one_core else str(given.workers)]
        if run(command, one):
            failed.append(one.name)
        print(f"--> {clock(time.monotonic() - began)}", flush=True)
    for name in failed:
        print(f"FAILED with {name}")
    return 1 if failed else 0


def run(command: Sequence[str], one: Round) -> int:
    """0: passed."""
    environment = {"OPENBLAS_CORETYPE": one.processor, "PYTHONHASHSEED": str(one.hashes), "NUMBA_DISABLE_JIT": "1"}
    if one.one_core:
        command = [sys.executable, "-c", ON_ONE_CORE, *command]
    return subprocess.run(command, env={**os.environ, **environment}, check=False).returncode


ON_ONE_CORE = """
import os, sys
if hasattr(os, "sched_setaffinity"):
    os.sched_setaffinity(0, {min(os.sched_getaffinity(0))})
os.execv(sys.argv[1], sys.argv[1:])
"""


if __name__ == "__main__":
    sys.exit(main())
