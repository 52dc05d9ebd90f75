"""`munchkin evaluate`."""

import argparse
from pathlib import Path
from typing import Any

from .arguments import check_writable, count
from .exits import DONE, INTERRUPTED

PURPOSE = "measure an agent against the frozen reference pool"
ABOUT = (
    "The agent sits alone among copies of each reference, with the same deals for all agents, each deal from every seat. "
    "Prints win shares with intervals, also without the luck of draws and dice, and writes a file that others can check and that "
    "munchkin leaderboard compares. Run it again to continue. docs/protocol.md explains it."
)
EXAMPLES = """\
  munchkin evaluate trained --out trained.json                               # in the task classic
  munchkin evaluate my_agent:Agent --task duel --deals 500 --out mine.json   # a class of your own
  munchkin evaluate runs/ppo/policy.npz --task mini --out ppo.json           # a policy file
  munchkin evaluate sb3:model.zip --task duel --out sb3.json                 # a model of Stable-Baselines3
  munchkin evaluate onnx:model.onnx --task duel --out onnx.json              # a network of any library, in an ONNX file"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "agent",
        metavar="AGENT",
        help="a bot, a style (*.toml), a policy (*.npz, *.zip), a search, sb3:MODEL.zip, onnx:FILE.onnx, or module:Class",
    )
    parser.add_argument("--task", default="classic", metavar="TASK", help="a name or id of `munchkin tasks`")
    parser.add_argument("--pool", metavar="NAME", help="the references (default: munchkin-ref-1)")
    parser.add_argument("--deals", type=count, default=100, metavar="N", help="deals against each reference, each from every seat")
    parser.add_argument(
        "--no-luck",
        action="store_true",
        help="do not measure luck: faster where bots play, but wider intervals; also drops the luck of deals that are in the file",
    )
    parser.add_argument("--workers", type=count, default=1, metavar="N", help="threads or processes; the result is the same")
    parser.add_argument("--time-limit", type=float, metavar="S", help="seconds per decision; an agent that is slower forfeits the game")
    parser.add_argument("--out", type=Path, metavar="FILE", help="the result; deals that are already in it are not played again")


def run(given: argparse.Namespace) -> int:
    from rich.console import Console

    from munchkin_env.lab.protocol import evaluate_agent
    from munchkin_env.lab.protocol.pools import STANDARD

    from .progress import progress_of

    if given.out is not None:
        check_writable("--out", given.out, replaced=True)
    with progress_of(Console(stderr=True), "dealing") as bar:
        task = bar.add_task("", total=given.deals)
        try:
            found = evaluate_agent(
                given.agent,
                given.task,
                given.pool or STANDARD,
                given.deals,
                out=given.out,
                luck=not given.no_luck,
                workers=given.workers,
                time_limit=given.time_limit,
                progress=lambda deals: bar.update(task, completed=deals),
            )
        except KeyboardInterrupt:
            kept = f"; the same command continues {given.out}" if given.out is not None else "; without --out nothing is kept"
            print(f"interrupted{kept}")
            return INTERRUPTED
    tell_evaluation(found)
    if given.out is not None:
        print(given.out)
    return DONE


def tell_evaluation(found: Any) -> None:
    """Print an EvaluationResult."""
    from rich.console import Console
    from rich.markup import escape
    from rich.table import Table

    from munchkin_env.lab.protocol.leaderboard import told_agent, told_limit, told_percent

    table = Table(box=None, pad_edge=False, header_style="bold")
    table.add_column("win share % against")
    for name in ("", "without luck", "games"):
        table.add_column(name, justify="right")
    for reference in found.against:
        without = told_percent(found.adjusted(reference)) if found.measured else "–"
        table.add_row(escape(reference), told_percent(found.share(reference)), without, f"{found.games_against(reference):,}")
    table.add_row(
        "score (mean)",
        told_percent(found.score),
        told_percent(found.adjusted_score) if found.measured else "–",
        f"{found.games:,}",
        style="bold",
    )
    console = Console(highlight=False)
    limit = "" if found.time_limit is None else f", at most {told_limit(found)} per decision"
    console.print(f"{escape(told_agent(found))} in {found.task} against {found.pool}{limit}; equal players would have {found.fair:.1%}")
    console.print(table)
    if found.measured and found.saved < 1:
        console.print(f"Without luck, {found.saved:.0%} of the games give the same interval.")
    elif found.measured:
        console.print("Measuring luck did not narrow the interval: there are too few games to tell how much there was.")
    elif found.forfeits:
        console.print(f"{found.forfeits} games were forfeited, so their luck cannot be measured.")
