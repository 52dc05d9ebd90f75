"""`munchkin census`."""

import argparse
from collections.abc import Sequence
from pathlib import Path

from .arguments import add_house_rules, add_sets, count, house_rules, seed, sets
from .exits import DONE, FAILED, INTERRUPTED, misunderstood

PURPOSE = "play many games of bots and count what happens"
ABOUT = (
    "Counts game lengths, wins by seat, fights, help, and every decision, action, op and power of a card. "
    "The bot weighted decides at random, but moves on more often than it trades: a weak player that reaches every corner of the rules.  "
    "Ctrl-C ends it early and shows what has been counted so far."
)
EXAMPLES = """\
  munchkin census                                                       # 2000 games of the bot weighted
  munchkin census greedy --set star --all                               # another bot and set; show everything
  munchkin census greedy greedy diplomat bully --out mixed.json         # four bots; keep the counts
  munchkin census --page deluxe.md lot.json greedy.json mixed.json      # from saved files: a page like those of docs/sets"""
_SEATS = 4
"""Default number of seats."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "players",
        nargs="*",
        metavar="BOT",
        help="bots, styles (*.toml) or policies, one for all seats or one for each (default: weighted); with --page, files of --out",
    )
    parser.add_argument("--games", type=count, default=2000, metavar="N", help="number of games")
    parser.add_argument("--seats", type=count, metavar="N", help=f"2 to 6, if one bot is named (default: {_SEATS})")
    parser.add_argument("--seed", type=seed, default=1, metavar="N", help="the same seed plays the same games")
    add_house_rules(parser)
    parser.add_argument("--all", action="store_true", help="show everything that was counted, and what never occurred")
    parser.add_argument("--json", action="store_true", help="print one JSON object instead")
    parser.add_argument("--out", type=Path, metavar="FILE", help="save the counts as JSON, for --page")
    parser.add_argument("--page", type=Path, metavar="FILE", help="instead: write a page (Markdown) of files that --out saved")
    add_sets(parser)


def run(given: argparse.Namespace) -> int:
    if given.page is not None:
        return _page(given.page, [Path(one) for one in given.players])
    players = given.players or ["weighted"]
    if len(players) > 1 and given.seats not in (None, len(players)):
        return misunderstood(f"--seats {given.seats}: {len(players)} bots are named; name one, or one for each seat")
    from munchkin_env.game.options import NUM_PLAYERS

    seats = NUM_PLAYERS.check(given.seats or _SEATS)  # before anything is made of that size
    return _census(given, players * seats if len(players) == 1 else players)


def _census(given: argparse.Namespace, players: Sequence[str]) -> int:
    """Play, save and print."""
    from rich.console import Console

    from munchkin_env.lab.census.playing import play
    from munchkin_env.lab.census.show import show_census

    from .progress import progress_of_games

    options = house_rules(given)
    _check_writable("--out", given.out)
    told = Console(stderr=True)
    with progress_of_games(told) as progress:
        bar = progress.add_task("", total=given.games)
        try:
            done = play(
                players, given.games, given.seed, sets(given), progress=lambda over: progress.update(bar, completed=over), **options
            )
        except KeyboardInterrupt:
            told.print("interrupted before a game was over")
            return INTERRUPTED
    if done.games < given.games:
        told.print(f"interrupted: these are the counts of {done.games:,} games")
    if given.out is not None:
        done.save(given.out)
    if given.json:
        print(done.as_json())
    else:
        show_census(done, given.all, Console())
    return DONE if done.games == given.games else INTERRUPTED


def _check_writable(said: str, file: Path | None) -> None:
    """Report problems before the games, not after them."""
    from munchkin_env.lab.census.census import CensusError

    if file is None:
        return
    if not file.parent.is_dir():
        raise CensusError(f"{said} {file}: there is no folder {file.parent}")
    if file.is_dir():
        raise CensusError(f"{said} {file}: this is a folder; must be a file")


def _page(to: Path, files: Sequence[Path]) -> int:
    """Make the page of a set. Fails if something never occurred without a stated reason."""
    from munchkin_env.core.files import write
    from munchkin_env.lab.census.census import Census
    from munchkin_env.lab.census.page import markdown

    _check_writable("--page", to)
    censuses = [Census.load(path) for path in files]
    made = markdown(censuses)
    write(to, made.text)
    if len({one.sets for one in censuses}) > 1:
        print(f"{to}: one line for each of {len(censuses)} files, since their sets differ")
        return DONE
    print(f"{to}: {len(made.never)} things never occurred" + (", each with its reason" if not made.unexplained else ""))
    for name in made.unexplained:
        print(f"  without a reason (munchkin_env/lab/census/reasons.py): {name}")
    return FAILED if made.unexplained else DONE
