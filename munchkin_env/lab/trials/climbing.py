"""The ladder of players: each against equal copies of the one below, at many tables."""

import time
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from itertools import pairwise
from pathlib import Path
from typing import Any

from munchkin_env.game.game import Game
from munchkin_env.lab.arena import tournament
from munchkin_env.lab.arena.entrants import entrant_of
from munchkin_env.lab.arena.figures import Estimate
from munchkin_env.players.agents import AgentError, ask, load_agent
from munchkin_env.players.bots.duel import duel

from .estimates import scaled
from .pictures import forest_plot
from .tables import show_table, with_error, write_rows

RUNGS = ("random", "weighted", "greedy", "veteran", "trained", "search:8ms", "search:100ms")
"""From the weakest to the strongest, as far as was known when this was written."""


@dataclass(frozen=True)
class Setting:
    """Where a ladder is climbed."""

    players: int
    sets: tuple[str, ...] = ("deluxe",)

    def __str__(self) -> str:
        return f"{'+'.join(self.sets)}, {self.players} players"


SETTINGS = (
    *(Setting(players) for players in (4, 2, 3, 6)),
    *(Setting(4, sets) for sets in (("star",), ("western",), ("potter",), ("deluxe", "star", "western", "potter"))),
)


@dataclass(frozen=True)
class Edge:
    """One player against equal copies of another."""

    setting: str
    upper: str
    lower: str
    games: int
    share: Estimate
    """Win share of the upper one, in percent."""
    fair: float
    """Of equal players."""
    seconds: float
    """The upper one's time for a decision."""


def can_play(rung: str, setting: Setting) -> bool:
    """A policy plays only with the cards that it has learned."""
    try:
        entrant_of(rung, setting.sets)
    except AgentError:
        return False
    return True


def edges(rungs: Sequence[str], settings: Sequence[Setting]) -> list[tuple[Setting, str, str]]:
    """Each rung above the next lower one that can play there."""
    return [(setting, upper, lower) for setting in settings for lower, upper in pairwise(rung for rung in rungs if can_play(rung, setting))]


def climb(
    folder: Path,
    rungs: Sequence[str] = RUNGS,
    settings: Sequence[Setting] = SETTINGS,
    games: int = 2000,
    slow_games: int = 100,
    seed: int = 1,
    workers: int = 1,
) -> Iterator[Edge]:
    """Play all edges, one after the other. Games that the folder has are not played again.

    slow_games: those of players that decide outside compiled code.
    """
    for setting, upper, lower in edges(rungs, settings):
        wanted = games if all(entrant_of(one, setting.sets).is_bot for one in (upper, lower)) else slow_games
        name = f"{setting.players}-{'+'.join(setting.sets)}-{upper}-{lower}"
        figures = tournament(
            [upper],
            wanted,
            players=setting.players,
            sets=setting.sets,
            field=lower,
            seed=seed,
            out=folder / f"{''.join(c if c.isalnum() or c in '-+' else '_' for c in name)}.sqlite",
            workers=workers,
        )
        yield Edge(
            str(setting), upper, lower, figures.n, scaled(figures.shares[0], 100), 100 * figures.fair, decision_seconds(upper, setting)
        )


def decision_seconds(rung: str, setting: Setting, decisions: int = 40) -> float:
    """Processor time of a bot's or policy's decision in compiled games, otherwise the time that the agent takes for one (of so many)."""
    entrant = entrant_of(rung, setting.sets)
    if entrant.is_bot:
        began = time.thread_time()
        played = duel([rung] * setting.players, _TIMED_GAMES, sets=setting.sets)
        return (time.thread_time() - began) / played.decisions
    agent, game = load_agent(rung, sets=setting.sets), Game(setting.players, setting.sets, seed=1)
    taken: list[float] = []
    while len(taken) < decisions and not game.over:
        began = time.perf_counter()
        action = ask(agent, game)
        taken.append(time.perf_counter() - began)
        game.apply(action)
    return sum(taken) / len(taken)


_TIMED_GAMES = 4


def show_climb(found: Sequence[Edge], folder: Path, about: Mapping[str, Any]) -> None:
    """A table on the terminal, the same as CSV and JSON, and a plot."""
    rows = [asdict(edge) | {"share": edge.share} for edge in found]
    paths = write_rows(folder, "climb", rows, about)
    heads = ["alone among copies of the next", "table", "games", "win share, %", "fair", "a decision"]
    cells = [[_name(e), e.setting, f"{e.games:,}", with_error(e.share, plus=False), f"{e.fair:.0f}", _time(e.seconds)] for e in found]
    show_table("The ladder: each player alone at a table of the one below", heads, cells)
    above = [Estimate(*(value - edge.fair for value in edge.share)) for edge in found]
    below = "points of win share above that of equal players, alone among copies of the one below; 95 % intervals"
    forest_plot(folder / "climb.svg", [f"{_name(e)} ({e.setting})" for e in found], above, "The ladder", below)
    for path in (*paths, folder / "climb.svg"):
        print(path)


def _name(edge: Edge) -> str:
    return f"{edge.upper} over {edge.lower}"


def _time(seconds: float) -> str:
    return f"{1e6 * seconds:.1f} µs" if seconds < 1e-3 else f"{1e3 * seconds:.1f} ms"
