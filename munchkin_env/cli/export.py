"""`munchkin export`."""

import argparse
import shlex
from pathlib import Path

from .arguments import add_house_rules, add_sets, count, house_rules, seed, sets
from .exits import DONE, fail, misunderstood
from .lab import line_up

PURPOSE = "write games of bots as a dataset"
ABOUT = (
    "Two tables (Parquet), games and decisions, with metadata in the Croissant format and a datasheet. Columns that a player must not see "
    "are marked. Needs pyarrow: pip install 'munchkin-env[parquet]'. The same command continues after an interruption. "
    "docs/dataset.md explains the columns."
)
EXAMPLES = """\
  munchkin export greedy --games 100000 --out games                         # four of a kind
  munchkin export greedy veteran trained random --games 10000 --out mixed   # a line-up, which moves by one seat after each game
  munchkin export veteran --observations --games 1000 --out seen            # also what the deciding seat sees"""
_PART = 1000


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("players", nargs="*", metavar="BOT", help="bots or policies, one for all seats or one for each (default: greedy)")
    parser.add_argument("--out", type=Path, required=True, metavar="FOLDER", help="where the dataset is written")
    parser.add_argument("--games", type=count, default=1000, metavar="N", help="number of games")
    parser.add_argument("--observations", action="store_true", help="also what the deciding seat sees, and its legal actions")
    parser.add_argument("--seats", type=count, metavar="N", help="2 to 6, if one player is named (default: 4)")
    parser.add_argument("--seed", type=seed, default=1, metavar="N", help="the same seed plays the same games")
    parser.add_argument("--workers", type=count, default=1, metavar="N", help="threads; the result is the same")
    add_house_rules(parser)
    add_sets(parser)


def run(given: argparse.Namespace) -> int:
    from munchkin_env.core.files import FileError, locked

    if given.out.exists() and not given.out.is_dir():
        return misunderstood(f"--out {given.out}: this is not a folder")
    given.out.mkdir(parents=True, exist_ok=True)
    try:
        with locked(given.out / ".lock", "exports into this folder"):
            return _export(given)
    except FileError as error:
        return fail(error)


def _export(given: argparse.Namespace) -> int:
    from rich.console import Console

    from munchkin_env.lab.dataset import Export, export_games
    from munchkin_env.lab.trials import Trials

    from .progress import progress_of_games

    how = Trials(tuple(line_up(given)), sets(given), house_rules(given), given.seed, _PART)
    what = Export(how, given.games, given.observations, shlex.join(["munchkin", *given.words]))
    with progress_of_games(Console(stderr=True)) as progress:
        bar = progress.add_task("", total=given.games)
        files = export_games(given.out, what, given.workers, lambda done: progress.update(bar, completed=done))
    print(f"{given.games:,} games of {', '.join(how.players)}. Look at")
    for path in files:
        print(f"    {path}")
    return DONE
