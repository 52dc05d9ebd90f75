"""The results of experiments: tables on the terminal, files in the folder."""

from collections.abc import Mapping, Sequence
from dataclasses import fields
from math import isfinite
from pathlib import Path
from typing import Any

from munchkin_env.lab.arena.figures import Estimate, Figures

from .bench_of_bots import Trials
from .cards import LEVELS, CardTrials, CardWorth
from .decisions import ChoiceTrials
from .estimates import differs
from .house import MEASURES, NO_CHANGE, OTHER_BASE, RuleChange, RuleEffect
from .pictures import forest_plot
from .skill import Luck
from .tables import show_table, with_error, write_rows

_BEST = 20
"""Cards in the plot from either end."""
_SHOWN = 12
"""Rows from either end in the terminal."""
_TINY = 1e-5


def _files(paths: Sequence[Path]) -> None:
    for path in paths:
        print(path)


def show_cards(done: CardTrials, how: Trials, folder: Path) -> None:
    rows = done.table()
    tried = [row for row in rows if isfinite(row.worth.low)]
    about = how.identity() | {"trials": len(done), "games": done.games, "unit": "points: hundredths of the victory"}
    paths = write_rows(folder, "cards", [card_row(row) for row in rows], about)
    ends = tried if len(tried) <= 2 * _BEST else [*tried[:_BEST], *tried[-_BEST:]]
    below = f"points of win share when drawn, against another card of its deck; 95 % intervals; {_line_up(how)}, {len(done):,} trials"
    forest_plot(folder / "cards.svg", [row.name for row in ends], [row.worth for row in ends], "The worth of a card", below)
    if not tried:
        print("Too few trials for an interval of any card: add games.")
    heads = ["card", "worth", "shrunk", "at the door", "drawn", "played", "won with", "trials"]
    shown = tried if len(tried) <= 2 * _SHOWN else [*tried[:_SHOWN], None, *tried[-_SHOWN:]]
    table = [_card_cells(row) if row else ["…"] + [""] * (len(heads) - 1) for row in shown]
    kinds = done.kinds()
    paths += write_rows(folder, "kinds", [_columns(row) for row in kinds], about)
    cells = [
        [f"{row.deck}: {row.kind.replace('_', ' ')}", with_error(row.worth), with_error(row.at_door), f"{row.trials:,}"] for row in kinds
    ]
    show_table("Kinds of cards, against the other kinds of their deck", ["kind", "worth", "at the door", "trials"], cells)
    paths.append(folder / "kinds.svg")
    names = [f"{row.kind.replace('_', ' ')} ({row.deck})" for row in kinds]
    forest_plot(paths[-1], names, [row.worth for row in kinds], "The worth of kinds of cards", below)
    mislead = [row.name for row in tried if row.misleads]
    show_table(f"{len(done):,} trials in {done.games:,} games of {_line_up(how)}", heads, table)
    if mislead:
        print(f"Results say the opposite of: {', '.join(mislead)}")
    _files([*paths, folder / "cards.svg"])


def _line_up(how: Trials) -> str:
    names = list(dict.fromkeys(how.players))
    return f"{len(how.players)} {names[0]}" if len(names) == 1 else ", ".join(how.players)


def _card_cells(row: CardWorth) -> list[str]:
    door = with_error(row.at_door) if row.deck == "door" else ""
    return [
        row.name,
        with_error(row.worth),
        f"{row.shrunk:+.1f}",
        door,
        f"{row.drawn:.2f}",
        f"{row.played:.2f}",
        with_error(row.won_with),
        f"{row.trials:,}",
    ]


def card_row(row: CardWorth) -> dict[str, Any]:
    """For files."""
    found = {field.name: getattr(row, field.name) for field in fields(row) if field.name != "by_level"}
    found |= {f"level_{low}_to_{high}": one for (low, high), one in zip(LEVELS, row.by_level, strict=True)}
    return found | {"misleads": int(row.misleads)}


def show_rules(effects: Sequence[RuleEffect], how: Trials, challenger: str, folder: Path) -> None:
    base, told = (OTHER_BASE, f"base ({_rules(how)})") if how.options else (NO_CHANGE, "defaults")
    rows = [
        {"rule": one.change.label, **one.level, **{f"{name}_change": value for name, value in one.difference.items()}}
        for one in [*effects[1:], effects[0]]
    ]
    rows[-1]["rule"] = base
    about = {"challenger": challenger, "measures": MEASURES, **how.identity()}
    paths = write_rows(folder, "rules", rows, about)
    changed = effects[1:]
    for name, meaning in MEASURES.items():
        if any(abs(one.difference[name].value) > _TINY for one in changed):
            paths.append(folder / f"rules-{name}.svg")
            forest_plot(
                paths[-1],
                [one.change.label for one in changed],
                [one.difference[name] for one in changed],
                f"Change of {name.replace('_', ' ')} by house rule",
                f"{meaning}, minus the same with the {told}; 95 % intervals; {_line_up(how)}",
            )
    heads = ["house rule", *(name.replace("_", " ") for name in MEASURES)]
    table = [[base, *(with_error(effects[0].level[name], plus=False) for name in MEASURES)]]
    table += [[one.change.label, *(_marked(one.difference[name]) for name in MEASURES)] for one in changed]
    show_table(f"The {told}, and what each rule changes (*: zero is outside of the interval)", heads, table)
    _files(paths)


def _rules(how: Trials) -> str:
    return ", ".join(RuleChange(name, value).label for name, value in how.options.items())


def _marked(one: Estimate) -> str:
    return with_error(one) + ("*" if differs(one) else " ")


def show_skill(
    rungs: Sequence[str],
    won: Mapping[tuple[str, str], Estimate],
    luck: tuple[Estimate, Estimate, Estimate] | None,
    trials: ChoiceTrials,
    how: Trials,
    folder: Path,
) -> None:
    about = how.identity() | {"trials": len(trials), "games": trials.games}
    cells = [{"player": a, "against": b, "share": one} for (a, b), one in won.items()]
    paths = write_rows(folder, "ladder", cells, about)
    weights, drama = trials.weights(), trials.drama()
    paths += write_rows(folder, "decisions", [_columns(row) for row in weights], about)
    paths += write_rows(folder, "drama", [_columns(row) for row in drama], about)
    if won:
        rows = [[a, *("" if a == b else with_error(won[a, b], plus=False) for b in rungs)] for a in rungs]
        others = len(how.players) - 1
        show_table(f"Share of one (row) among {others} of the other (column), %; fair: {100 / len(how.players):.0f}", ["", *rungs], rows)
    if luck:
        parts = dict(zip(Luck.__dataclass_fields__, luck, strict=True))
        paths += write_rows(folder, "luck", [{"part": name, "percent": one} for name, one in parts.items()], about)
        rows = [[name, with_error(one, plus=False)] for name, one in parts.items()]
        show_table(f"What decides games of {', '.join(rungs)}: % of the variance of results", ["", ""], rows)
    rows = [[f"after {row.moment:.0%}", with_error(row.behind, plus=False), with_error(row.behind_in_level, plus=False)] for row in drama]
    show_table("Games of 100 in which no later winner was ahead", ["of the turns", "by chances", "by Level"], rows)
    helping = trials.helping()
    paths += [*write_rows(folder, "helping", [_columns(row) for row in helping], about), folder / "helping.svg"]
    names = [f"Level {row.level}: {who}" for row in helping for who in ("helper", "asker")]
    changes = [one for row in helping for one in (row.helper, row.main)]
    below = f"points of win share that accepting changes; 95 % intervals; {_line_up(how)}"
    forest_plot(paths[-1], names, changes, "Is it worth helping?", below)
    rows = [
        [row.level, with_error(row.helper), with_error(row.main), with_error(row.accepted, plus=False), f"{row.trials:,}"]
        for row in helping
    ]
    heads = ["Level of the asker", "helper gains", "asker gains", "accepted, %", "trials"]
    show_table("What accepting a request for help changes, against refusing: points", heads, rows)
    rows = [[row.kind, f"{row.per_game:.1f}", with_error(row.stake), with_error(row.game_stake), f"{row.trials:,}"] for row in weights]
    heads = ["decision", "a game", "worth each", "worth a game", "trials"]
    show_table(f"What {how.players[0]}'s choices are worth, against random ones: points", heads, rows)
    names = [row.kind.lower().replace("_", " ") for row in weights]
    below = f"points of win share lost in a game if these decisions were made at random; 95 % intervals; {_line_up(how)}"
    forest_plot(folder / "decisions.svg", names, [row.game_stake for row in weights], "Which decisions matter", below)
    _files([*paths, folder / "decisions.svg"])


def show_scorecard(figures: Figures) -> None:
    """A row for each measure that has a figure, a column for each entrant."""
    rows = {(row.entrant, row.measure): row for row in figures.scorecard}
    names = [figures.names[e] for e in figures.ranking]
    measures = [
        name for name in dict.fromkeys(row.measure for row in figures.scorecard) if any(isfinite(rows[one, name].value) for one in names)
    ]
    cells = [[name, *(with_error(Estimate(*rows[one, name][2:5]), 2, plus=False) for one in names)] for name in measures]
    print()
    show_table("Social scorecard (docs/scorecard.md): 95 % intervals", ["", *names], cells)


def _columns(row: Any) -> dict[str, Any]:
    """Estimates stay estimates."""
    return {field.name: getattr(row, field.name) for field in fields(row)}
