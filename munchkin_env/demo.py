"""`munchkin demo`: whole games in which every decision is drawn by lot, and what happened in them."""

import time
from typing import Any

import numpy as np
import numpy.typing as npt
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
from rich.table import Table

from munchkin_env.cards.loader import load
from munchkin_env.engine.actions import N_ACTIONS
from munchkin_env.engine.kernel import COMPILED, compiling
from munchkin_env.engine.playouts import new_game_at
from munchkin_env.engine.record import empty, open_records, view
from munchkin_env.engine.state import Game
from munchkin_env.engine.tally import LENGTH, N_COUNTS, N_RESULTS, ROUNDS, WINNERS, Count, tally
from munchkin_env.game import warm_up
from munchkin_env.options import NUM_PLAYERS, check_options, write_options

BATCH = 64
STEPS = 2000 if COMPILED else 20  # per call: what the progress bar moves in


class Games:
    """A batch of games, played until as many are finished as were wanted."""

    def __init__(self, wanted: int, players: int, seed: int, sets: tuple[str, ...], options: dict[str, Any]) -> None:
        self.players = NUM_PLAYERS.check(players)
        values = check_options(options, self.players)
        n = min(BATCH, wanted)
        self.cards = load(sets)
        self.games = empty(Game, n)
        self.masks = np.zeros((n, N_ACTIONS), np.bool_)
        self.flights = np.zeros(n, np.int64)
        self.state = np.array([seed * 2654435761 % 4294967291 + 1], np.int64)
        self.counts = np.zeros(N_COUNTS, np.int64)
        self.results = np.zeros((wanted, N_RESULTS), np.int64)
        self.done, self.started = 0, n
        for i in range(n):
            record = view(Game, self.games, i)
            write_options(values, record.options)
            record.logging = 1
            new_game_at(open_records(self.cards.tables), open_records(self.games), i, self.players, seed * BATCH + i, self.masks[i])

    def play(self) -> None:
        """Some thousand decisions further."""
        self.done, self.started = tally(
            open_records(self.cards.tables),
            open_records(self.games),
            self.masks,
            self.flights,
            self.state,
            self.counts,
            self.results,
            self.done,
            self.started,
            STEPS,
        )


def demo(wanted: int, players: int = 4, seed: int = 0, sets: tuple[str, ...] = ("deluxe",), **options: Any) -> None:
    """Play and print."""
    console = Console()
    warm_up()
    with compiling("demo", "some seconds"):
        Games(1, players, seed, sets, {**options, "max_rounds": 1}).play()
    games = Games(wanted, players, seed, sets, options)
    columns = (TextColumn("playing"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    began = time.perf_counter()
    with Progress(*columns, console=console, transient=True, disable=not console.is_terminal) as progress:
        bar = progress.add_task("", total=wanted)
        while games.done < wanted:
            games.play()
            progress.update(bar, completed=games.done)
    report(console, games, time.perf_counter() - began)


def report(console: Console, games: Games, seconds: float) -> None:
    n, counts = games.done, games.counts
    console.print(f"{n:,} games of {games.players} players, every decision by lot (moving on is likelier than trading), in {seconds:.1f} s")
    console.print(f"{n / seconds:,.1f} games per second, {counts[Count.DECISIONS] / seconds:,.0f} decisions per second on one core")
    table = Table(box=None, show_header=False, pad_edge=False)
    table.add_column(min_width=24)
    table.add_column(justify="right")
    table.add_column()
    rounds, lengths, winners = (games.results[:, column] for column in (ROUNDS, LENGTH, WINNERS))
    table.add_row("rounds", *_spread(rounds))
    table.add_row("decisions", *_spread(lengths))
    for seat in range(games.players):
        table.add_row(f"won by seat {seat}", *_share(int(np.count_nonzero(winners >> seat & 1)), n, "of the games"))
    table.add_row("broken off at max_rounds", *_share(int(np.count_nonzero(winners == 0)), n, "of the games"))
    asked, fights = int(counts[Count.ASKED]), int(counts[Count.WON] + counts[Count.LOST] + counts[Count.FLED])
    table.add_row("help asked for", f"{asked:,}", f"{asked / n:.1f} per game")
    for name, count in (("  bought", Count.BOUGHT), ("  given for nothing", Count.GIVEN), ("  refused", Count.REFUSED)):
        table.add_row(name, *_share(int(counts[count]), asked, "of what was asked"))
    table.add_row("help forced by a card", f"{counts[Count.FORCED]:,}", f"{counts[Count.FORCED] / n:.2f} per game")
    table.add_row("fights", f"{fights:,}", f"{fights / n:.1f} per game")
    for name, count in (("  won", Count.WON), ("  fled, nobody caught", Count.FLED), ("  lost, somebody caught", Count.LOST)):
        table.add_row(name, *_share(int(counts[count]), fights, "of the fights"))
    for name, count in (
        ("deaths", Count.DEATHS),
        ("curses", Count.CURSES),
        ("sales", Count.SALES),
        ("items given or traded", Count.TRADES),
    ):
        table.add_row(name, f"{counts[count]:,}", f"{counts[count] / n:.1f} per game")
    console.print(table)
    if counts[Count.OVERFLOWS]:
        console.print(f"{counts[Count.OVERFLOWS]:,} steps had more events than the log holds; their last ones are not counted")


def _spread(values: npt.NDArray[np.int64]) -> tuple[str, str]:
    low, middle, high = np.percentile(values, (5, 50, 95))
    return f"{values.mean():,.1f}", f"mean; median {middle:,.0f}, 90% from {low:,.0f} to {high:,.0f}"


def _share(part: int, whole: int, of_what: str) -> tuple[str, str]:
    return f"{part:,}", f"{part / whole:.1%} {of_what}" if whole else ""
