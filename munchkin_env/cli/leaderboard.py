"""`munchkin leaderboard`."""

import argparse
from pathlib import Path

from .exits import DONE, say

PURPOSE = "compare evaluations in one table, and as a page"
ABOUT = (
    "Reads files that munchkin evaluate wrote, checks their hashes, and refuses to mix tasks, versions of tasks, or pools. "
    "With --responses, another column says what a player trained against an agent alone takes from it (docs/protocol.md)."
)
EXAMPLES = """\
  munchkin leaderboard trained.json mine.json                         # a table, as Markdown
  munchkin leaderboard results/*.json --html leaderboard.html         # also a page
  munchkin leaderboard results/*.json --responses runs/against-*      # also how exploitable they are"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("files", nargs="+", type=Path, metavar="FILE", help="files of munchkin evaluate")
    parser.add_argument(
        "--responses",
        nargs="+",
        type=Path,
        metavar="FOLDER",
        help="folders of `munchkin train --against AGENT --final-games N`: adds the column exploitability",
    )
    parser.add_argument("--html", type=Path, metavar="FILE", help="also write one HTML page with the figures and a plot")


def run(given: argparse.Namespace) -> int:
    from munchkin_env.core.files import short, write
    from munchkin_env.lab.protocol import EvaluationResult, leaderboard
    from munchkin_env.lab.protocol.leaderboard import leaderboard_page, markdown_table
    from munchkin_env.lab.protocol.responses import answers, load_response

    ranked = leaderboard([EvaluationResult.load(path) for path in given.files])
    responses = None if given.responses is None else [load_response(folder) for folder in given.responses]
    for one in responses or ():
        if not any(answers(one, result) for result in ranked):
            say(f"{one.folder} is not shown: no file is of {short(one.against)} ({short(one.digest)}) in the game that it was trained for")
    print(markdown_table(ranked, responses))
    if given.html is not None:
        given.html.parent.mkdir(parents=True, exist_ok=True)
        write(given.html, leaderboard_page(ranked, responses))
        print(given.html)
    return DONE
