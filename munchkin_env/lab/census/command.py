"""`munchkin census`: what the command does once its arguments are understood."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn, TimeRemainingColumn

from munchkin_env.core.files import write

from .census import Census, CensusError
from .page import markdown
from .playing import play
from .show import show

INTERRUPTED = 130  # what a shell expects of a command that Ctrl-C ended


def census(
    players: Sequence[str],
    games: int,
    seed: int,
    sets: Sequence[str],
    options: dict[str, Any],
    *,
    everything: bool = False,
    as_json: bool = False,
    out: Path | None = None,
) -> int:
    """Play, save and print. Returns what the shell gets."""
    _check_writable("--out", out)
    told = Console(stderr=True)
    columns = (TextColumn("playing"), BarColumn(), MofNCompleteColumn(), TimeElapsedColumn(), TimeRemainingColumn())
    with Progress(*columns, console=told, transient=True, disable=not told.is_terminal) as progress:
        bar = progress.add_task("", total=games)
        try:
            done = play(players, games, seed, sets, progress=lambda over: progress.update(bar, completed=over), **options)
        except KeyboardInterrupt:
            told.print("broken off before a game was over")
            return INTERRUPTED
    if done.games < games:
        told.print(f"broken off: this is of {done.games:,} games")
    if out is not None:
        done.save(out)
    if as_json:
        print(done.as_json())
    else:
        show(done, everything, Console())
    return 0 if done.games == games else INTERRUPTED


def _check_writable(said: str, file: Path | None) -> None:
    """Said before the games, not after them."""
    if file is None:
        return
    if not file.parent.is_dir():
        raise CensusError(f"{said} {file}: there is no folder {file.parent}")
    if file.is_dir():
        raise CensusError(f"{said} {file}: this is a folder; name a file in it")


def page(to: Path, files: Sequence[Path]) -> int:
    """Make the page of a set. Returns what the shell gets: 1 if something never occurred and nobody said why."""
    _check_writable("--page", to)
    censuses = [Census.load(path) for path in files]
    made = markdown(censuses)
    write(to, made.text)
    if len({one.sets for one in censuses}) > 1:
        print(f"{to}: a line for each of {len(censuses)} files, since they are of different sets")
        return 0
    print(f"{to}: {len(made.never)} things never occurred" + (", each with its reason" if not made.unexplained else ""))
    for name in made.unexplained:
        print(f"  without a reason (munchkin_env/lab/census/reasons.py): {name}")
    return 1 if made.unexplained else 0
