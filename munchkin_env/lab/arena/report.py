"""The result of a tournament as one self-contained HTML page."""

import json
import os
from collections.abc import Callable, Sequence
from html import escape
from math import isfinite, isnan
from pathlib import Path
from typing import Any
from urllib.parse import quote

import numpy as np
import numpy.typing as npt

from munchkin_env.core.files import write
from munchkin_env.core.texts import printable
from munchkin_env.game.options import BY_NAME
from munchkin_env.version import __version__

from . import svg
from .figures import Estimate, Figures, ScoreRow, rating_words
from .keeping import KeptGame, keep_games
from .playing import FORFEITS

_STYLE = """
:root { color-scheme: light dark; --page: #fbfaf8; --card: #fff; --ink: #23211e; --soft: #6d6860; --rule: #e2ddd4;
  --c0: #31688e; --c1: #e08214; --c2: #35936b; --c3: #b03a5b; --c4: #7a68b5; --c5: #8c7a2b; --c6: #4aa3c7; --c7: #777;
  --warm: 49, 104, 142; }
@media (prefers-color-scheme: dark) { :root { --page: #171614; --card: #211f1d; --ink: #ece8e1; --soft: #a39c91; --rule: #3a3733;
  --c0: #6fb1e0; --c1: #f0a04b; --c2: #6cc79d; --c3: #e67a98; --c4: #ab9ce6; --c5: #cdb95c; --c6: #7fd0ee; --c7: #aaa;
  --warm: 111, 177, 224; } }
* { box-sizing: border-box; }
body { margin: 0; background: var(--page); color: var(--ink); font: 15px/1.5 system-ui, sans-serif; overflow-wrap: anywhere; }
main { max-width: 860px; margin: 0 auto; padding: 28px 16px 60px; }
h1 { font-size: 26px; margin: 0 0 4px; } h2 { font-size: 18px; margin: 0 0 6px; }
p { margin: 6px 0; } .soft { color: var(--soft); }
section { background: var(--card); border: 1px solid var(--rule); border-radius: 10px; padding: 18px 20px; margin: 18px 0; }
.wide { overflow-x: auto; }
table { border-collapse: collapse; font-variant-numeric: tabular-nums; margin: 8px 0; min-width: 50%; }
th, td { padding: 4px 10px; text-align: right; white-space: nowrap; border-bottom: 1px solid var(--rule); font-weight: normal; }
thead th { color: var(--soft); font-size: 13px; } th:first-child, td:first-child, td.words { text-align: left; }
td:first-child { max-width: min(20em, 40vw); overflow: hidden; text-overflow: ellipsis; }
td.words { white-space: normal; min-width: 16em; } td small { color: var(--soft); } .below small { display: block; }
dl { display: grid; grid-template-columns: minmax(0, max-content) minmax(50%, 1fr); gap: 2px 16px; margin: 8px 0; }
dt { color: var(--soft); } dd { margin: 0; }
svg { width: 100%; height: auto; display: block; margin: 8px 0; } svg text { fill: var(--ink); font-size: 13px; } .phone { display: none; }
svg text.small { fill: var(--soft); font-size: 11.5px; } .grid { stroke: var(--rule); }
.interval { stroke: var(--ink); opacity: 0.65; stroke-width: 2; }
.reference { stroke: var(--c3); stroke-dasharray: 5 4; stroke-width: 1.5; } .run { fill: none; stroke-width: 2; }
@media (max-width: 640px) { .page { display: none; } .phone { display: block; }
  main { padding: 16px 10px 40px; } section { padding: 14px 12px; } h1 { font-size: 22px; } th, td { padding: 4px 7px; } }
"""

ReportCell = str
Section = tuple[str, str]


def write_report(figures: Figures, path: Path, games: int = 0) -> tuple[KeptGame, ...]:
    """Write the report, and as many games to watch into a folder beside it, which the report links to.

    Args:
        figures: Of the tournament.
        path: The file; an existing one is replaced.
        games: How many games; fewer, if agents whose answers are not stored took part in the others.

    Returns:
        The kept games; `where_to_watch` says where they are.

    Raises:
        ArenaError: A game cannot be kept. Nothing is written then.
    """
    path.parent.mkdir(parents=True, exist_ok=True)
    kept: tuple[KeptGame, ...] = ()
    if games and figures.n:
        kept = keep_games(figures, games, path.with_name(f"{path.stem}-games"))
    write(path, report(figures, _games_to_watch(kept, path.parent)))
    return kept


def _games_to_watch(kept: Sequence[KeptGame], folder: Path) -> str:
    """Links, relative to the report."""
    rows = [(quote(Path(os.path.relpath(one.page, folder)).as_posix()), one.number, one.says) for one in kept]
    return "".join(f'<li><a href="{escape(link, quote=True)}">Game {number}</a>: {escape(says)}</li>' for link, number, says in rows)


def report(figures: Figures, links: str = "") -> str:
    """links: to games that can be watched, as items of a list."""
    title = "Munchkin tournament: " + ", ".join(figures.names[e] for e in figures.ranking[:6]) + (", …" if len(figures.names) > 6 else "")
    sections = _sections(figures) + ([("Games to watch", f"<ul>{links}</ul>")] if links else [])
    return html_page(title, _lead(figures), sections)


def html_page(title: str, lead: str, sections: Sequence[Section]) -> str:
    """One self-contained page. lead and the bodies of the sections are HTML."""
    parts = "".join(f"<section><h2>{escape(name)}</h2>{body}</section>" for name, body in sections)
    return (
        f'<!DOCTYPE html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">'
        f"<title>{escape(title)}</title><style>{_STYLE}</style></head><body><main><h1>{escape(title)}</h1>{lead}{parts}"
        f'<p class="soft">munchkin_env {__version__}</p></main></body></html>\n'
    )


def _sections(figures: Figures) -> list[Section]:
    """In the order of the page."""
    makers: list[tuple[str, Callable[[Figures], str], bool]] = [
        ("Standings", _standings, True),
        ("How the shares settled", _settling, len(figures.deals) >= 10),
        ("Who wins against whom", _against, len(figures.names) > 1),
        ("Is the difference real?", _differences, len(figures.names) > 1),
        ("Who survives", _survival, figures.survival is not None),
        ("Seats", _seats, True),
        ("Length", _length, True),
        ("Help and its price", _help, True),
        ("Interference", _interference, True),
        ("Social scorecard", _scorecard, bool(figures.scorecard)),
        ("Fights", _fights, True),
        ("Forfeits", _forfeits, bool(figures.forfeits)),
        ("How this was played", _definition, True),
    ]
    return [(name, maker(figures)) for name, maker, wanted in makers if wanted]


# --------------------------------------------------------------------------------------------------------- pieces


def html_table(head: Sequence[str], rows: Sequence[Sequence[ReportCell]], caption: str = "", kind: str = "") -> str:
    """The cells are HTML. A table wider than the page scrolls, its caption does not."""
    top = "".join(f'<th title="{escape(name, quote=True)}">{escape(svg.short_label(name))}</th>' for name in head)
    body = "".join("<tr>" + "".join(cell if cell.startswith("<td") else f"<td>{cell}</td>" for cell in row) + "</tr>" for row in rows)
    said = paragraph(caption) if caption else ""
    return f'<div class="wide"><table class="{kind}"><thead><tr>{top}</tr></thead><tbody>{body}</tbody></table></div>{said}'


def _plot(plot: Callable[..., str], *arguments: Any) -> str:
    return svg.for_both(lambda width: plot(*arguments, width=width))


def heat(names: Sequence[str], values: npt.NDArray[np.float64], caption: str, digits: int = 1) -> str:
    """A matrix as a table; higher values are darker."""
    known = values[np.isfinite(values)]
    most = float(known.max()) if len(known) and known.max() > 0 else 1.0
    rows = []
    for a, name in enumerate(names):
        cells = [_shaded(values[a, b], values[a, b] / most, digits) if a != b else "<td>·</td>" for b in range(len(names))]
        rows.append([escape(name), *cells])
    return html_table(["", *names], rows, caption)


def _shaded(value: float, strength: float, digits: int) -> str:
    if isnan(value):
        return "<td>–</td>"
    return f'<td style="background: rgba(var(--warm), {0.65 * strength:.2f})">{value:.{digits}f}</td>'


def percent_cell(one: Estimate) -> str:
    return "–" if isnan(one.value) else f"{100 * one.value:.1f} <small>[{100 * one.low:.1f}, {100 * one.high:.1f}]</small>"


def _signed(share: float) -> str:
    """In percentage points."""
    return f"{100 * share:+.1f}".replace("-", "−")


def _number(value: float, digits: int = 2) -> str:
    return f"{value:.{digits}f}" if isfinite(value) else "–"


def in_percent(estimates: Sequence[Estimate]) -> list[Estimate]:
    return [Estimate(*(100 * value for value in one)) for one in estimates]


def _ranked(figures: Figures, values: Sequence[Any]) -> list[Any]:
    return [values[e] for e in figures.ranking]


def _sorted(figures: Figures, matrix: npt.NDArray[np.float64]) -> npt.NDArray[np.float64]:
    return matrix[np.ix_(figures.ranking, figures.ranking)]


def paragraph(said: str) -> str:
    return f'<p class="soft">{escape(said)}</p>'


# ------------------------------------------------------------------------------------------------------- sections


def _lead(figures: Figures) -> str:
    return paragraph(
        f"{figures.n:,} games of {figures.players} players over {len(figures.deals):,} deals. Everyone at a table plays each deal "
        f"from every seat. In brackets: 95 % confidence intervals. Equal players would each have {100 * figures.fair:.1f} % (dashed)."
    )


def _standings(figures: Figures) -> str:
    rows = []
    for rank, e in enumerate(figures.ranking, 1):
        rating, spread = (escape(words) for words in rating_words(figures.ratings[e]))
        rated = f"{rating} <small>{spread}</small>" if spread else rating
        name, forfeited = f"{rank}. {escape(figures.names[e])}", [f"{figures.forfeited(e):,}"] if figures.forfeits else []
        rows.append([name, f"{figures.played(e):,}", percent_cell(figures.shares[e]), percent_cell(figures.wins[e]), rated, *forfeited])
    names, shares = _ranked(figures, figures.names), in_percent(_ranked(figures, figures.shares))
    return (
        html_table(["entrant", "seats", "win share %", "win rate %", "rating", *(["forfeits"] if figures.forfeits else [])], rows)
        + paragraph("Win share: a victory counts 1 divided by the number of winners. Win rate: each of several winners counts as one.")
        + _plot(svg.intervals, names, shares, 100 * figures.fair, "Win share in percent, with intervals")
        + paragraph("Ratings (openskill, Plackett-Luce); the dashed line is the average, 25.")
        + _plot(svg.intervals, names, _ranked(figures, figures.ratings), 25.0, "Ratings, with intervals")
    )


def _settling(figures: Figures) -> str:
    chosen = figures.ranking[: svg.COLOURS]
    series = [[(n, *(100 * value for value in rest)) for n, *rest in figures.running(e)] for e in chosen]
    names = [figures.names[e] for e in chosen]
    said = "Win share in percent by number of deals; the bands are 95 % confidence intervals."
    return paragraph(said) + _plot(svg.line_chart, names, series, 100 * figures.fair, "Win share over deals")


def _against(figures: Figures) -> str:
    names = _ranked(figures, figures.names)
    return heat(
        names, 100 * _sorted(figures, figures.wins_against), "The row won and the column did not, in % of their games together."
    ) + heat(
        names, 100 * _sorted(figures, figures.above), "The row finished above the column (won, or otherwise had the higher Level), in %."
    )


def _differences(figures: Figures) -> str:
    rows = []
    for a in figures.ranking:
        cells = []
        for b in figures.ranking:
            one = figures.difference[a][b]
            clear = "<b>{}</b>" if one.low > 0 or one.high < 0 else "{}"
            value = clear.format(_signed(one.value)) + f" <small>[{_signed(one.low)}, {_signed(one.high)}]</small>"
            cells.append("·" if a == b or isnan(one.value) else value)
        rows.append([escape(figures.names[a]), *cells])
    caption = "Win share of the row minus that of the column, in points, over the same deals; bold if the 95 % interval excludes 0."
    return html_table(["", *_ranked(figures, figures.names)], rows, caption, "below")


def _survival(figures: Figures) -> str:
    said = (
        "Alpha-rank: the part of the time in percent that a population plays an entrant, where mutants of the other kinds spread if they "
        "lead at common tables. Winning against weak entrants counts for nothing here; in a cycle the mass is shared. The lines: 95 of "
        "100 resamplings of the deals."
    )
    names, mass = _ranked(figures, figures.names), in_percent(_ranked(figures, figures.survival or []))
    return paragraph(said) + _plot(svg.bars, names, mass, None, "Alpha-rank in percent", " %")


def _seats(figures: Figures) -> str:
    names = [f"seat {seat}" for seat in range(figures.players)]
    said = "Win share by seat in percent, over all entrants: the advantage of the seat itself."
    return paragraph(said) + _plot(svg.bars, names, in_percent(figures.by_seat), 100 * figures.fair, "Win share by seat", " %")


def _length(figures: Figures) -> str:
    found = []
    for name in ("rounds", "decisions"):
        mean, median, low, high = figures.spread(name)
        said = f"{name.capitalize()}: {mean:,.1f} on average, median {median:,.0f}; 90 % of the games from {low:,.0f} to {high:,.0f}."
        found += [paragraph(said), _plot(svg.histogram, figures.games[name].astype(np.int64), f"Games by {name}")]
    if figures.truncated:
        found.append(paragraph(f"{figures.truncated:,} games were truncated at max_rounds."))
    return "".join(found)


def _per_game(figures: Figures, columns: dict[str, str]) -> str:
    """A table of counts per game and seat. columns: head -> count."""
    rows = [
        [escape(figures.names[e]), *(_number(figures.mean(column, e)) for column in columns.values())]
        for e in figures.ranking
        if figures.played(e)
    ]
    return html_table(["per game and seat", *columns], rows)


def _help(figures: Figures) -> str:
    total = int(figures.prices.sum())
    asked = {
        "asked": "asked",
        "was helped": "got_help",
        "helped": "gave_help",
        "of these for free": "helped_for_nothing",
        "compelled": "compelled",
    }
    found = _per_game(figures, asked)
    if total:
        names = ["no Treasure", "1", "2", "3", "4 or more"]
        shares = [Estimate(100 * n / total, 0.0, 0.0) for n in figures.prices.tolist()]
        found += paragraph(f"What helpers were promised, in % of {total:,} deals:") + _plot(
            svg.bars, names, shares, None, "Price of help", " %"
        )
    prices = [[figures.price(e, sold=sold) for sold in (False, True)] for e in figures.ranking]
    found += paragraph("Treasures per deal, as the player who needs help and as the helper:")
    return found + _plot(svg.bar_groups, _ranked(figures, figures.names), ["paid", "earned"], prices, "Treasures per deal")


def _interference(figures: Figures) -> str:
    names = _ranked(figures, figures.names)
    kinds = {"meddled": "meddled", "Curses cast": "curses_cast"}
    values = [[figures.mean(column, e) for column in kinds.values()] for e in figures.ranking]
    found = paragraph("Per game and seat: cards and powers used during others' fights, and Curses cast on others.")
    found += _plot(svg.bar_groups, names, list(kinds), values, "Interference per game")
    if len(names) > 1:
        found += heat(names, _sorted(figures, figures.deed("hit")), "Harm: how often per game the row harmed the column.", 2)
        found += heat(names, _sorted(figures, figures.deed("helped")), "Help: how often per game the row helped the column.", 2)
    return found


def _scorecard(figures: Figures) -> str:
    """A plot for each measure that has a figure."""
    rows = {(row.entrant, row.measure): row for row in figures.scorecard}
    names = _ranked(figures, figures.names)
    parts = [paragraph("Points are hundredths of the victory, by playing on from the same position both ways; 95 % intervals.")]
    for measure, meaning in {row.measure: row.meaning for row in figures.scorecard}.items():
        chosen = [rows[name, measure] for name in names]
        if any(isfinite(row.value) for row in chosen):
            estimates = [Estimate(row.value, *_bounded(row)) for row in chosen]
            title = f"<h3>{escape(measure.replace('_', ' '))}</h3>"
            parts.append(title + paragraph(f"{meaning[:1].upper()}{meaning[1:]}.") + svg.intervals(names, estimates, 0.0, measure))
    return "".join(parts)


def _bounded(row: ScoreRow) -> tuple[float, float]:
    """An unknown interval is drawn as none."""
    return (row.low, row.high) if isfinite(row.low) and isfinite(row.high) else (row.value, row.value)


def _fights(figures: Figures) -> str:
    columns = {"turns": "turns", "won": "fights_won", "fled": "fights_fled", "lost": "fights_lost", "deaths": "deaths"}
    return _per_game(
        figures, columns | {"Curses suffered": "curses_suffered", "Levels bought": "levels_bought", "cards given": "cards_given"}
    )


def _forfeits(figures: Figures) -> str:
    rows = [
        [escape(figures.names[entrant]), str(number), str(seat), str(decision), FORFEITS[kind], f'<td class="words">{escape(reason)}</td>']
        for number, seat, entrant, decision, kind, reason in figures.forfeits[:500]
    ]
    said = "An entrant that fails forfeits the game: it cannot win, and a random bot takes over its seat."
    more = f" The first 500 of {len(figures.forfeits):,}." if len(figures.forfeits) > len(rows) else ""
    return html_table(["entrant", "game", "seat", "decision", "", "reason"], rows, said + more)


def _definition(figures: Figures) -> str:
    about = figures.identity
    rules = [f"{name}={json.dumps(value)}" for name, value in about["options"].items() if value != BY_NAME[name].default]
    facts = {
        "players": about["players"],
        "seed": about["seed"],
        "line-ups": about["lineups"],
        "cards": ", ".join(about["sets"]),
        "house rules": ", ".join(rules) or "none",
        "time limit": "none" if about["time_limit"] is None else f"{about['time_limit']:g} s per decision",
        **({"talk": "what agents say reaches those that read"} if about.get("talk") else {}),
        **{one["name"]: f"{one['spec']} ({one['fingerprint']})" for one in about["entrants"]},
    }
    pairs = "".join(f"<dt>{escape(printable(str(key)))}</dt><dd>{escape(printable(str(value)))}</dd>" for key, value in facts.items())
    return f"<dl>{pairs}</dl>" + paragraph(
        "Intervals treat whole deals as observations, since the games of one deal are correlated: the spread between deals gives the "
        "effective number of independent games, for which the interval of a rate is Wilson's. Ratings are means over resamplings of deals."
    )
