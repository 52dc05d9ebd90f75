"""From nothing to a trained player in under ten minutes: what `make demo` runs.

    python -m experiments.demo --out runs/demo
    python -m experiments.demo --out runs/space --set star          # other cards; --set may be repeated

Later demos go to runs/demo-2 and so on; nothing is overwritten. The same command resumes an interrupted demo.

A network imitates the bot `veteran`, learns on by playing, and plays a small tournament. The demo leaves plots of the learning curves and
the tournament report, and reports the player's strength, which will be modest: `make train` takes an hour for a stronger one.
"""

import argparse
import json
import re
import sys
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from rich.console import Console

from experiments import train
from experiments.again import command
from experiments.curves import read_rows
from experiments.evaluate import result_of
from experiments.progress import bar
from experiments.settings import CHECKPOINT, add_option, flag
from munchkin_env.cards.loader import load
from munchkin_env.core.files import TOLD, FileError, parse_json, read_text, write
from munchkin_env.game.saved import places_of, stamp
from munchkin_env.lab.arena import ArenaError, tournament
from munchkin_env.lab.arena.figures import Figures
from munchkin_env.lab.arena.report import write_report

TABLE = ("greedy", "bully", "cautious")
"""Training opponents: games with random players reach positions that it has not seen."""
HOW = {
    "imitate_games": 512,
    "rate": 1.5e-4,
    "warm_up": 1,
    "evaluate_every": 2,
    "evaluate_games": 400,
}
"""Settings of experiments.train: what learns most in so little time."""


ABOUT = "demo.json"
"""The arguments of a demo, saved in its folder. Without the report, the demo was interrupted."""
REPORT = "report.html"


def main(arguments: Sequence[str] | None = None) -> int:
    given = _parser().parse_args(arguments)
    console = Console(stderr=True)
    began = time.perf_counter()
    try:
        folder, resumed = folder_of(given)
        console.print(f"{folder}: {'resumes where it was interrupted' if resumed else 'a new demo'}", markup=False, soft_wrap=True)
        figures = _all(given, folder, console)
    except KeyboardInterrupt:
        figures = None
    except (ArenaError, OSError, ValueError) as error:
        console.print(f"demo: {error}", markup=False, soft_wrap=True)
        return 1
    if figures is None:
        words = sys.argv[1:] if arguments is None else arguments
        console.print(f"interrupted; all progress is kept. Resume with: {command('experiments.demo', words)}", markup=False, soft_wrap=True)
        return train.BROKEN_OFF
    print(f"{verdict(folder, figures)}\n{time.perf_counter() - began:.0f} s. Look at")
    for name in (REPORT, "curves.png", "policy.npz"):
        print(f"    {folder / name}")
    if len(there := demos(given.out)) > 1:
        print(f"The latest of {len(there)} demos is {there[-1]}; none is ever overwritten.")
    return 0


def _all(given: argparse.Namespace, folder: Path, console: Console) -> Figures | None:
    """The three parts, unless already done. None: interrupted."""
    console.print("1 of 3: learning, first by imitating the bot veteran, then by playing against three greedy bots")
    code = _learn(given, folder)
    if code == train.BROKEN_OFF:
        return None
    if code:
        raise ValueError(f"the training failed (see above). --new starts another demo; this one stays in {folder}")
    console.print("2 of 3: a tournament of the new player and three bots")
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
    write_report(figures, folder / "report.part")
    (folder / "report.part").replace(folder / REPORT)
    return figures


def _learn(given: argparse.Namespace, folder: Path) -> int:
    if (folder / "tournament.sqlite").exists():  # it has finished learning, and the tournament refers to it in that state
        return 0
    how = ["--imitate", str(given.imitate), "--steps", str(given.steps)]
    how += [part for name, value in HOW.items() for part in (flag(name), str(value))]
    sets = [part for one in given.sets or () for part in ("--set", one)]
    how = ["--resume", *sets] if (folder / CHECKPOINT).exists() else [*how, *sets]
    return train.main(["--out", str(folder), *how], hint=False)


# ------------------------------------------------------------------------------------------------- folders


def folder_of(given: argparse.Namespace) -> tuple[Path, bool]:
    """This demo's folder: the latest interrupted one with the same arguments (True), or a new one. Raises ValueError."""
    wishes, there = _wishes(given), demos(given.out)
    for folder in reversed(there):
        if not given.new and not (folder / REPORT).exists() and _read(folder) == wishes:
            return folder, True
    folder = given.out
    if there:
        folder = given.out.with_name(f"{given.out.name}-{max(_number(given.out, path) for path in _namesakes(given.out)) + 1}")
    elif folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
        raise ValueError(f"--out {folder}: this folder is not a demo; choose another")
    folder.mkdir(parents=True, exist_ok=True)
    write(folder / ABOUT, json.dumps(wishes, indent=2) + "\n")
    return folder, False


def demos(out: Path) -> list[Path]:
    """The existing demos, latest last: runs/demo, runs/demo-2 and so on."""
    found = [
        path for path in _namesakes(out) if (path / ABOUT).is_file() or (path / "setup.json").is_file()
    ]  # the latter: of earlier versions
    return sorted(found, key=lambda path: _number(out, path))


def _namesakes(out: Path) -> list[Path]:
    return [path for path in out.parent.glob("*") if _number(out, path)]


def _number(out: Path, path: Path) -> int:
    """1 for runs/demo, 2 for runs/demo-2, 0 for another name."""
    found = re.fullmatch(re.escape(out.name) + "(?:-([2-9]|[1-9][0-9]{1,8}))?", path.name)
    return int(found[1] or 1) if found else 0


def _wishes(given: argparse.Namespace) -> dict[str, Any]:
    """What two demos must share if one is to resume the other: including rules and cards, which may have changed since."""
    cards = load(tuple(given.sets or ("deluxe",)))
    wishes = {name: getattr(given, name) for name in ("imitate", "steps", "tournament")}
    return {**wishes, "sets": list(places_of(given.sets or ("deluxe",))), "cards": cards.hash, "made by": dict(stamp())}


def _read(folder: Path) -> Any:
    try:
        return parse_json(read_text(folder / ABOUT, TOLD), folder / ABOUT)
    except FileError:
        return None


def verdict(folder: Path, figures: Figures) -> str:
    """The player's strength, as far as these few games show."""
    last = result_of(read_rows(folder / "evaluations.csv")[-1])
    fair = 100 / figures.players
    alone = f"{100 * last.shares:.0f} % win share ({100 * last.shares_low:.0f} to {100 * last.shares_high:.0f})"
    beside = ", ".join(f"{name} {100 * share.value:.0f} %" for name, share in zip(figures.names, figures.shares, strict=True))
    return (
        f"Against three of {last.opponent} it has {alone}; an equal player would have {fair:.0f} %.\n"
        f"In the tournament: {beside}. `make train` trains a stronger one in about an hour."
    )


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="python -m experiments.demo", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument(
        "--out", type=Path, default=Path("runs/demo"), metavar="FOLDER", help="(default: runs/demo, or the next free name: runs/demo-2 …)"
    )
    parser.add_argument("--new", action="store_true", help="start a new demo even if there is an interrupted one")
    add_option(parser, "sets")
    add_option(parser, "imitate", 4500)
    add_option(parser, "steps", 65_536)
    parser.add_argument("--tournament", type=int, default=400, metavar="N", help="games of the tournament (default: 400)")
    return parser


if __name__ == "__main__":
    sys.exit(main())
