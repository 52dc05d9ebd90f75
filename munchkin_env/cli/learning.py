"""What the commands that train a network share."""

import argparse
import os
from typing import Any

from .arguments import add_sets, count, seed, sets
from .exits import fail


def add_training(parser: argparse.ArgumentParser, rounds: int, labels: int, games: int, judged: str) -> None:
    """Options with their defaults. judged: what else the games are of."""
    parser.add_argument("--rounds", type=count, default=rounds, metavar="N", help="rounds of playing and learning: points of the curve")
    parser.add_argument("--labels", type=count, default=labels, metavar="N", help="decisions labelled in each round")
    parser.add_argument("--games", type=count, default=games, metavar="N", help=f"games of each evaluation, {judged}")
    parser.add_argument("--workers", type=count, metavar="N", help="threads; the result is the same (default: all cores)")
    parser.add_argument("--seed", type=seed, default=1, metavar="N", help="of everything")
    add_sets(parser)


def without_torch(command: str) -> int | None:
    """The status of a command that needs torch, where it is missing. Where it is there, it uses as many threads on every machine."""
    if "OMP_WAIT_POLICY" not in os.environ:
        os.environ.setdefault("GOMP_SPINCOUNT", _SPINS)
    try:
        import torch
    except ImportError:
        return fail(f"{command} needs torch: pip install 'munchkin-env[train]'")
    torch.set_num_threads(_THREADS)
    return None


_THREADS = 2
"""Of torch. What a network learns may depend on their number, in the last bits."""
_SPINS = "1000"
"""Turns of a loop in which a thread of torch waits for another before it gives its processor away; read when torch is loaded. By default
they are so many that learning takes ten times as long beside one other busy program. Without any wait it takes a third longer alone."""


def workers(given: argparse.Namespace) -> int:
    return given.workers or os.cpu_count() or 1


def plan_of(given: argparse.Namespace, *, players: int = 4, **more: Any) -> Any:
    """The plan of a training. more: other settings of a Plan."""
    from munchkin_env.learning.labels import Labelling
    from munchkin_env.learning.rounds import Plan, parts_of

    part, parts = parts_of(given.labels)
    labelling = Labelling(players=players, sets=sets(given), seed=given.seed, part=part)
    return Plan(labelling=labelling, rounds=given.rounds, parts=parts, games=given.games, **more)
