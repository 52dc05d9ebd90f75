"""The result of a tournament in the terminal."""

import re
from collections.abc import Sequence
from math import isnan

from rich.console import Console
from rich.markup import escape
from rich.table import Table

from .figures import Estimate, Figures, rating_words
from .playing import FORFEITS

_FORFEITS_SHOWN = 10
_MATRIX_AT_MOST = 12  # entrants: more do not fit on a terminal


def show_standings(figures: Figures, console: Console) -> None:
    """All of it."""
    if figures.n == 0:
        console.print("no game has been played")
        return
    console.print(headline(figures))
    console.print(standings(figures))
    if len(figures.names) > 1:
        if len(figures.names) <= _MATRIX_AT_MOST:
            console.print(matrix(figures))
        console.print(manners(figures))
        console.print(helping(figures))
    console.print(of_all_games(figures))
    for line in forfeits(figures):
        console.print(line, style="yellow", markup=False)


def headline(figures: Figures) -> str:
    about = figures.identity
    n, deals = figures.n, len(figures.deals)
    missing = f"; {figures.incomplete:,} deals are incomplete (their shorter games finish first)" if figures.incomplete else ""
    return (
        f"{n:,} games of {figures.players} players over {deals:,} deals, line-ups {about['lineups']}, seed {about['seed']}; "
        f"equal players would each have a win share of {figures.fair:.1%}{missing}"
    )


def _percent(one: Estimate) -> str:
    return "–" if isnan(one.value) else f"{100 * one.value:.1f} [dim]\\[{100 * one.low:.1f}, {100 * one.high:.1f}][/]"


def _plain(value: float, digits: int = 2) -> str:
    return "–" if isnan(value) else f"{value:.{digits}f}"


def _table(*columns: str) -> Table:
    table = Table(box=None, pad_edge=False, header_style="bold")
    table.add_column(columns[0], overflow="ellipsis")
    for name in columns[1:]:
        table.add_column(name, justify="right", no_wrap=True)
    return table


def standings(figures: Figures) -> Table:
    table = _table("", "seats", "win share %", "win rate %", "rating", *(["forfeits"] if figures.forfeits else []))
    for rank, e in enumerate(figures.ranking, 1):
        rating, spread = rating_words(figures.ratings[e])
        table.add_row(
            _ranked(figures, rank, e),
            f"{figures.played(e):,}",
            _percent(figures.shares[e]),
            _percent(figures.wins[e]),
            f"{rating} [dim]{spread}[/]" if spread else rating,
            *([str(figures.forfeited(e) or "")] if figures.forfeits else []),
        )
    return table


def matrix(figures: Figures) -> Table:
    """Who wins against whom. Columns are headed by rank, because names would leave no room for the rows."""
    table = _table("row won, column did not, %", *(str(rank) for rank, _ in enumerate(figures.ranking, 1)))
    for rank, a in enumerate(figures.ranking, 1):
        values = ["·" if a == b else _plain(100 * figures.wins_against[a, b], 1) for b in figures.ranking]
        table.add_row(_ranked(figures, rank, a), *values)
    return table


MANNERS = {
    "fights won": "fights_won",
    "fled": "fights_fled",
    "lost": "fights_lost",
    "deaths": "deaths",
    "meddled": "meddled",
    "curses": "curses_cast",
}
"""Column heading -> count, per game and seat."""


def manners(figures: Figures) -> Table:
    """How they behave at the table."""
    table = _table("per game", *MANNERS)
    for e in figures.ranking:
        table.add_row(f"   {escape(figures.names[e])}", *(_plain(figures.mean(column, e), 1) for column in MANNERS.values()))
    return table


def helping(figures: Figures) -> Table:
    """Help, and its price in Treasures."""
    table = _table("per game", "asked", "was helped", "paying", "helped", "earning")
    for e in figures.ranking:
        asked, got, gave = (_plain(figures.mean(count, e), 1) for count in ("asked", "got_help", "gave_help"))
        paid, earned = (_plain(figures.price(e, sold=sold)) for sold in (False, True))
        table.add_row(f"   {escape(figures.names[e])}", asked, got, paid, gave, earned)
    return table


def of_all_games(figures: Figures) -> Table:
    table = Table(box=None, show_header=False, pad_edge=False)
    table.add_column(min_width=18)
    table.add_column()
    for name in ("rounds", "decisions"):
        mean, median, low, high = figures.spread(name)
        table.add_row(name, f"{mean:,.1f}; median {median:,.0f}, 90 % {low:,.0f} to {high:,.0f}")
    table.add_row("truncated", f"{figures.truncated:,} games")
    table.add_row("win share by seat, %", "  ".join(f"{100 * one.value:.1f}" for one in figures.by_seat))
    if total := int(figures.prices.sum()):
        names = ("0:", "1:", "2:", "3:", "4 or more:")
        said = "  ".join(f"{name} {n / total:.0%}" for name, n in zip(names, figures.prices.tolist(), strict=True))
        table.add_row(f"price of help ({total:,} times)", said)
    return table


def forfeits(figures: Figures) -> Sequence[str]:
    """Forfeits by cause: who, how often, and where first; then how many more causes there are."""
    sorts: dict[tuple[int, str, str], list[str]] = {}
    for number, seat, entrant, decision, kind, reason in figures.forfeits:
        sorts.setdefault((entrant, kind, _without_numbers(reason)), []).append(f"game {number}, seat {seat}, decision {decision}: {reason}")
    lines = []
    for (entrant, kind, _), found in list(sorts.items())[:_FORFEITS_SHOWN]:
        often = f"{len(found):,} times, first in " if len(found) > 1 else "in "
        lines.append(f"forfeit: {figures.names[entrant]} {FORFEITS[kind]}, {often}{found[0]}")
    if (more := len(sorts) - _FORFEITS_SHOWN) > 0:
        lines.append(f"and forfeits for {more:,} other reasons; the file and the report list them all")
    return lines


def _without_numbers(reason: str) -> str:
    """Reasons that differ only in numbers count as one."""
    return re.sub(r"[\d.]+", "#", reason)


def _ranked(figures: Figures, rank: int, entrant: int) -> str:
    return f"{rank:2} {escape(figures.names[entrant])}"
