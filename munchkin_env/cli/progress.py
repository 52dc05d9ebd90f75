"""Progress bars."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TaskProgressColumn, TextColumn, TimeElapsedColumn, TimeRemainingColumn


def progress_of_games(console: Console) -> Progress:
    """Of games that are played."""
    return progress_of(console, "playing")


def progress_of(console: Console, what: str) -> Progress:
    """Only on a terminal, and removed when done."""
    columns = (TextColumn(what), BarColumn(), MofNCompleteColumn(), TimeElapsedColumn(), TimeRemainingColumn())
    shown = console.is_terminal
    quiet = Console(quiet=True)  # before 14.3, rich prints an empty line for a bar that is disabled
    return Progress(*columns, console=console if shown else quiet, transient=True, disable=not shown)


@contextmanager
def progress_of_work(console: Console) -> Iterator[Callable[[str, float], None]]:
    """Call it with what is being done and how much of it is done, 0 to 1; each kind of work gets a bar. Only on a terminal."""
    columns = (TextColumn("{task.description}"), BarColumn(), TaskProgressColumn(), TimeElapsedColumn(), TimeRemainingColumn())
    shown = console.is_terminal
    with Progress(*columns, console=console if shown else Console(quiet=True), disable=not shown) as progress:
        bars: dict[str, int] = {}

        def tell(what: str, done: float) -> None:
            if what not in bars:
                bars[what] = progress.add_task(what, total=1.0)
            progress.update(bars[what], completed=done)  # type: ignore[arg-type]  # a TaskID is an int

        yield tell
