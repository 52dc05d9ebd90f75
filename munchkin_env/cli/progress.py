"""Progress bars."""

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn, TimeRemainingColumn


def progress_of_games(console: Console) -> Progress:
    """Of games that are played."""
    return progress_of(console, "playing")


def progress_of(console: Console, what: str) -> Progress:
    """Only on a terminal, and removed when done."""
    columns = (TextColumn(what), BarColumn(), MofNCompleteColumn(), TimeElapsedColumn(), TimeRemainingColumn())
    shown = console.is_terminal
    quiet = Console(quiet=True)  # before 14.3, rich prints an empty line for a bar that is disabled
    return Progress(*columns, console=console if shown else quiet, transient=True, disable=not shown)
