"""`munchkin tournament`."""

import argparse
from pathlib import Path

from .arguments import add_house_rules, add_ray, add_sets, add_task, count, house_rules, integer, seed, take_task

PURPOSE = "play bots, agents and policies against each other"
ABOUT = (
    "Every deal is played in all rotations of the seats; confidence intervals are computed over deals. "
    "An agent that fails forfeits its game and is named. docs/arena.md explains every figure."
)
EXAMPLES = """\
  munchkin tournament greedy weighted random random                         # four bots at one table
  munchkin tournament greedy agents.fights:Fights --games 400 --workers 2   # a bot against an agent
  munchkin tournament greedy trained --out some.sqlite --report some.html   # keep the games, write a page
  munchkin tournament greedy trained --report some.html --keep-games 5      # the report links to five games to watch
  munchkin tournament greedy bully diplomat veteran --scorecard --csv figures   # deals, promises, leaders, kings
  munchkin tournament trained --task duel                                   # a task, against the opponents that it suggests
  munchkin tournament --out some.sqlite                                     # continue that tournament
  munchkin tournament --show some.sqlite                                    # show its results"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "specs",
        nargs="*",
        metavar="SPEC",
        help="a bot, a style (*.toml), a policy (*.npz, *.zip), trained, a search (search:8ms), sb3:MODEL.zip, onnx:FILE.onnx, "
        "or module:Class",
    )
    parser.add_argument(
        "--games", type=count, metavar="N", help="number of games, rounded up so that every line-up is played equally often (default: 1000)"
    )
    parser.add_argument("--players", type=integer, metavar="N", help="2 to 6 (default: 4)")
    parser.add_argument("--seed", type=seed, metavar="N", help="the same seed deals the same games (default: 1; --isolate: a secret one)")
    parser.add_argument(
        "--lineups", metavar="HOW", help="how entrants are combined: together, repeated, all, drawn or auto (docs/arena.md; default: auto)"
    )
    parser.add_argument("--field", metavar="SPEC", help="seat each entrant alone among copies of this one")
    parser.add_argument(
        "--workers", type=count, default=1, metavar="N", help="threads (bots) or processes (agents); the results are the same"
    )
    parser.add_argument("--time-limit", type=float, metavar="S", help="seconds per decision of an agent")
    parser.add_argument(
        "--talk", action="store_const", const=True, help="what language models say at the table is told to the others (docs/text.md)"
    )
    parser.add_argument(
        "--isolate",
        action="store_true",
        help="run each agent in a process that never holds what its seat cannot know, with limits on memory and processes (docs/arena.md)",
    )
    add_ray(parser, "play")
    parser.add_argument(
        "--out", type=Path, metavar="FILE", help="store every game in this SQLite file; games already in it are not played again"
    )
    parser.add_argument("--report", type=Path, metavar="FILE", help="write one HTML page with all figures and plots")
    parser.add_argument(
        "--keep-games",
        type=count,
        metavar="N",
        help="with --report: also write the N closest games of bots and policies as pages to watch, into a folder beside the report",
    )
    parser.add_argument(
        "--scorecard",
        type=count,
        nargs="?",
        const=200,
        metavar="N",
        help="also measure how they treat each other, in N further games of bots and policies (docs/scorecard.md; 200)",
    )
    parser.add_argument("--csv", type=Path, metavar="DIR", help="write all tables as CSV")
    parser.add_argument("--parquet", type=Path, metavar="DIR", help="write all tables as Parquet")
    parser.add_argument("--merge", type=Path, nargs="+", metavar="FILE", help="instead: copy the games of these files into --out")
    parser.add_argument("--show", type=Path, metavar="FILE", help="instead: show the results in this file")
    add_task(parser)
    add_house_rules(parser)
    add_sets(parser)


def run(given: argparse.Namespace) -> int:
    from .host import host

    if (task := take_task(given, "players", "sets", "option")) is not None:
        given.players = task.players
        if len(given.specs) == 1 and given.field is None and given.lineups is None:
            given.field = task.opponents
    return host(given, house_rules(given), tuple(given.sets) if given.sets else None)
