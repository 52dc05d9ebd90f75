"""`munchkin bench`."""

import argparse
from collections.abc import Sequence

from .arguments import add_sets, sets
from .exits import DONE, misunderstood

PURPOSE = "measure how fast the package is on this machine"
ABOUT = "Each figure is the best of several runs on one core. docs/performance.md explains them."
EXAMPLES = """\
  munchkin bench                                      # every figure; takes minutes
  munchkin bench --only games_per_s --set star        # one figure, with another set
  munchkin bench --frameworks                         # one learner through each framework that is installed
  munchkin bench --profile                            # where the time goes"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--json", action="store_true", help="end with one JSON object")
    parser.add_argument("--only", action="append", metavar="NAME", help="one figure, such as clones_per_s; repeat for several")
    add_sets(parser)
    parser.add_argument("--frameworks", action="store_true", help="instead: frameworks, beside environments that do nothing")
    parser.add_argument("--profile", action="store_true", help="instead: show where the time goes, by kind of decision")


def run(given: argparse.Namespace) -> int:
    from munchkin_env.lab.bench import DELUXE, FIGURES, OF_ANY_SET
    from munchkin_env.lab.bench import print_figures as measure

    chosen = sets(given)
    if given.profile and (given.only or given.json):
        return misunderstood("--profile prints its own table; omit --only and --json")
    if given.frameworks:
        return _frameworks(given, chosen == DELUXE)
    if given.profile:
        return _profile(chosen)
    allowed = FIGURES if chosen == DELUXE else OF_ANY_SET
    for name in given.only or ():
        if name not in allowed:
            return misunderstood(f"--only {name}: the figures of {', '.join(chosen)} are {', '.join(allowed)}")
    measure(given.only or (), chosen, given.json)
    return DONE


def _frameworks(given: argparse.Namespace, deluxe: bool) -> int:
    from munchkin_env.lab.bench_frameworks import print_frameworks

    if given.profile or given.only or not deluxe:
        return misunderstood("--frameworks prints its own table, of Deluxe; omit --only, --profile and --set")
    print_frameworks(given.json)
    return DONE


def _profile(chosen: Sequence[str]) -> int:
    from munchkin_env.core.mode import COMPILED
    from munchkin_env.lab.profiling import show_profile

    if not COMPILED:
        return misunderstood("--profile measures compiled kernels; unset NUMBA_DISABLE_JIT")
    show_profile(chosen)
    return DONE
