"""`munchkin leaderboard`."""

import argparse
from pathlib import Path

from .exits import DONE

PURPOSE = "compare evaluations in one table, and as a page"
ABOUT = "Reads files that munchkin evaluate wrote, checks their hashes, and refuses to mix tasks, versions of tasks, or pools."
EXAMPLES = """\
  munchkin leaderboard trained.json mine.json                         # a table, as Markdown
  munchkin leaderboard results/*.json --html leaderboard.html         # also a page"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("files", nargs="+", type=Path, metavar="FILE", help="files of munchkin evaluate")
    parser.add_argument("--html", type=Path, metavar="FILE", help="also write one HTML page with the figures and a plot")


def run(given: argparse.Namespace) -> int:
    from munchkin_env.core.files import write
    from munchkin_env.lab.protocol import EvaluationResult, leaderboard
    from munchkin_env.lab.protocol.leaderboard import leaderboard_page, markdown_table

    ranked = leaderboard([EvaluationResult.load(path) for path in given.files])
    print(markdown_table(ranked))
    if given.html is not None:
        given.html.parent.mkdir(parents=True, exist_ok=True)
        write(given.html, leaderboard_page(ranked))
        print(given.html)
    return DONE
