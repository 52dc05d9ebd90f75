"""From nothing to a trained player in a few minutes: what `make demo` shows.

    python -m experiments.demo --out runs/demo

A network imitates the greedy bot, goes on learning by playing, and plays a small tournament. It leaves a picture of how it learnt and the
report of the tournament, and prints where they are. It will not be strong: `make train` takes an hour for that.
"""

import argparse
import shutil
import sys
import time
from collections.abc import Sequence
from pathlib import Path

from rich.console import Console

from experiments import train
from experiments.progress import bar
from munchkin_env.arena import ArenaError, tournament
from munchkin_env.arena.report import write_report

TABLE = ("greedy", "weighted", "random")


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
    console.print("1 of 3: learning, first from what the greedy bot does, then by playing against three of it")
    how = ["--imitate", str(given.imitate), "--imitate-games", str(given.games), "--steps", str(given.steps)]
    code = train.main(["--out", str(folder), *how, "--evaluate-every", "4", "--evaluate-games", "100", "--warm-up", "1"])
    if code:
        return code
    console.print("2 of 3: a tournament of the new player and three bots")
    policy, games = folder / "policy.npz", given.tournament
    try:
        with bar(console) as progress:
            task = progress.add_task("games", total=games, said="")
            figures = tournament(
                [str(policy), *TABLE], games, out=folder / "tournament.sqlite", progress=lambda n: progress.update(task, completed=n)
            )
        console.print("3 of 3: the report")
        write_report(figures, folder / "report.html")
    except (ArenaError, OSError) as error:
        console.print(f"demo: {error}", markup=False)
        return 1
    except KeyboardInterrupt:
        console.print(f"broken off; what was played is kept in {folder / 'tournament.sqlite'}")
        return 130
    print(f"{time.perf_counter() - began:.0f} s. Look at")
    for name in ("report.html", "curves.png", "policy.npz"):
        print(f"    {folder / name}")
    return 0


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="python -m experiments.demo", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--out", type=Path, default=Path("runs/demo"), metavar="FOLDER", help="made anew (default: runs/demo)")
    parser.add_argument("--imitate", type=int, default=500, metavar="N", help="updates of imitation (default: 500)")
    parser.add_argument("--games", type=int, default=4096, metavar="N", help="games at once in the imitation (default: 4096)")
    parser.add_argument("--steps", type=int, default=300_000, metavar="N", help="own decisions played after it (default: 300000)")
    parser.add_argument("--tournament", type=int, default=400, metavar="N", help="games of the tournament (default: 400)")
    return parser


if __name__ == "__main__":
    sys.exit(main())
