"""From nothing to a trained player in under ten minutes: what `make demo` shows.

    python -m experiments.demo --out runs/demo
    python -m experiments.demo --out runs/space --set star          # other cards; --set may be repeated

A network imitates a bot, `veteran`, goes on learning by playing, and plays a small tournament. It leaves a picture of how it learnt and the
report of the tournament, and says how strong the player is. It will not be strong: `make train` takes an hour for that.
"""

import argparse
import shutil
import sys
import time
from collections.abc import Sequence
from pathlib import Path

from rich.console import Console

from experiments import train
from experiments.curves import read_rows
from experiments.evaluate import result_of
from experiments.progress import bar
from experiments.settings import flag
from munchkin_env.arena import ArenaError, tournament
from munchkin_env.arena.figures import Figures
from munchkin_env.arena.report import write_report

TABLE = ("greedy", "bully", "cautious")
"""Bots of the sort that it learnt to play against: games with players by lot go where it has not been."""
HOW = {
    "imitate_games": 512,
    "rate": 1.5e-4,
    "warm_up": 1,
    "evaluate_every": 2,
    "evaluate_games": 400,
}
"""Settings of experiments.train: what learns most in so short a time."""


def main(arguments: Sequence[str] | None = None) -> int:
    given = _parser().parse_args(arguments)
    console = Console(stderr=True)
    began = time.perf_counter()
    folder: Path = given.out
    if folder.exists():
        if not (folder / "setup.json").exists() and any(folder.iterdir()):
            console.print(f"demo: --out {folder}: this folder holds something else; another one is needed", markup=False)
            return 1
        shutil.rmtree(folder)
    console.print("1 of 3: learning, first from what the bot veteran does, then by playing against three greedy bots")
    how = ["--imitate", str(given.imitate), "--steps", str(given.steps)]
    how += [part for name, value in HOW.items() for part in (flag(name), str(value))]
    how += [part for one in given.sets or () for part in ("--set", one)]
    code = train.main(["--out", str(folder), *how])
    if code:
        return code
    console.print("2 of 3: a tournament of the new player and three bots")
    try:
        with bar(console) as progress:
            task = progress.add_task("games", total=given.tournament, said="")
            figures = tournament(
                [str(folder / "policy.npz"), *TABLE],
                given.tournament,
                sets=tuple(given.sets or ("deluxe",)),
                out=folder / "tournament.sqlite",
                progress=lambda n: progress.update(task, completed=n),
            )
        console.print("3 of 3: the report")
        write_report(figures, folder / "report.html")
    except (ArenaError, OSError) as error:
        console.print(f"demo: {error}", markup=False)
        return 1
    except KeyboardInterrupt:
        console.print(f"broken off; what was played is kept in {folder / 'tournament.sqlite'}")
        return 130
    print(f"{verdict(folder, figures)}\n{time.perf_counter() - began:.0f} s. Look at")
    for name in ("report.html", "curves.png", "policy.npz"):
        print(f"    {folder / name}")
    return 0


def verdict(folder: Path, figures: Figures) -> str:
    """How strong the player is, as far as these few games tell."""
    last = result_of(read_rows(folder / "evaluations.csv")[-1])
    fair = 100 / figures.players
    alone = f"{100 * last.shares:.0f} % of the victories ({100 * last.shares_low:.0f} to {100 * last.shares_high:.0f})"
    beside = ", ".join(f"{name} {100 * share.value:.0f} %" for name, share in zip(figures.names, figures.shares, strict=True))
    return (
        f"Against three of {last.opponent} it has {alone}; its equal would have {fair:.0f} %.\n"
        f"In the tournament: {beside}. `make train` makes a stronger one, in an hour and more."
    )


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="python -m experiments.demo", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--out", type=Path, default=Path("runs/demo"), metavar="FOLDER", help="made anew (default: runs/demo)")
    parser.add_argument("--set", dest="sets", action="append", metavar="SET", help="the cards; may be repeated (default: deluxe)")
    parser.add_argument("--imitate", type=int, default=4500, metavar="N", help="updates of imitation (default: 4500)")
    parser.add_argument("--steps", type=int, default=65_536, metavar="N", help="own decisions played after it (default: 65536, 4 rollouts)")
    parser.add_argument("--tournament", type=int, default=400, metavar="N", help="games of the tournament (default: 400)")
    return parser


if __name__ == "__main__":
    sys.exit(main())
