"""Is this tree slower than the last release? Both are measured alternately in one run, so that a busy machine slows both.

python -m benchmarks.regression [--base v0.1.0] [--only clones_per_s …]

Fails if a figure costs 1.5 times as much as in the base: the last tag `v…` that this commit descends from; without one, the commit before.
"""

import argparse
import io
import json
import os
import subprocess
import sys
import tarfile
import tempfile
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
FIGURES = ("batch_decisions_per_s", "compact_decisions_per_s", "greedy_games_per_s", "aec_steps_per_s", "warm_start_s")
"""Of `munchkin bench`: the rules, the observation, the bots, an environment, a start. Those in seconds should be low, the others high."""
ROUNDS = 3
LIMIT = 1.5

Figures = Mapping[str, float]


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(
        prog="python -m benchmarks.regression", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--base", metavar="COMMIT", help="what to compare with (default: the last release, or the commit before)")
    parser.add_argument("--rounds", type=int, default=ROUNDS, help="measurements of each tree; the best counts")
    parser.add_argument(
        "--only", action="append", metavar="NAME", help=f"a figure of munchkin bench; may be repeated (default: {', '.join(FIGURES)})"
    )
    given = parser.parse_args(arguments)
    names = given.only or FIGURES
    base = given.base or last_release()
    print(f"{base} and this tree, {given.rounds} times alternately; each is compiled first", flush=True)
    with tempfile.TemporaryDirectory() as folder:
        unpack(base, Path(folder))
        old, new = alternately(lambda: measured(Path(folder), names), lambda: measured(ROOT, names), given.rounds)
    return report(old, new)


def last_release() -> str:
    """The last tag of a release before this commit, or the commit before."""
    found = subprocess.run(["git", "describe", "--tags", "--abbrev=0", "--match", "v*", "HEAD~1"], cwd=ROOT, capture_output=True, text=True)
    return found.stdout.strip() if found.returncode == 0 else "HEAD~1"


def unpack(commit: str, folder: Path) -> None:
    packed = subprocess.run(["git", "archive", commit, "munchkin_env"], cwd=ROOT, check=True, capture_output=True).stdout
    with tarfile.open(fileobj=io.BytesIO(packed)) as archive:
        archive.extractall(folder, filter="data")


def measured(tree: Path, names: Sequence[str] = FIGURES) -> Figures:
    """The figures of the package in that folder, in a fresh process."""
    asked = [argument for name in names for argument in ("--only", name)]
    environ = {**os.environ, "PYTHONPATH": str(tree), "NUMBA_DISABLE_JIT": "0"}
    done = subprocess.run(
        [sys.executable, "-m", "munchkin_env", "bench", "--json", *asked], cwd=tree, env=environ, check=True, stdout=subprocess.PIPE
    )
    figures: Figures = json.loads(done.stdout.splitlines()[-1])
    return figures


def alternately(old: Callable[[], Figures], new: Callable[[], Figures], rounds: int) -> tuple[Figures, Figures]:
    """The best figures of each. Every second round begins with the other one."""
    found: tuple[list[Figures], list[Figures]] = ([], [])
    for k in range(rounds):
        for which in (0, 1) if k % 2 == 0 else (1, 0):
            found[which].append((old, new)[which]())
    return best(found[0]), best(found[1])


def best(found: Sequence[Figures]) -> Figures:
    return {name: (min if in_seconds(name) else max)(figures[name] for figures in found) for name in found[0]}


def in_seconds(name: str) -> bool:
    """Whether less is better."""
    return name.endswith("_s") and not name.endswith("_per_s")


def cost(name: str, old: float, new: float) -> float:
    """How many times as long it takes now."""
    return new / old if in_seconds(name) else old / new


def report(old: Figures, new: Figures) -> int:
    """Print both, and return the exit status."""
    slower = []
    for name in new:
        if name in old:
            times = cost(name, old[name], new[name])
            print(f"{name:28} {old[name]:>14,.1f} {new[name]:>14,.1f}   {times:4.0%} of the time")
            slower += [name] if times >= LIMIT else []
    if slower:
        print(f"slower by half or more: {', '.join(slower)}", file=sys.stderr)
    return 1 if slower else 0


if __name__ == "__main__":
    sys.exit(main())
