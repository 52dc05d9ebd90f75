"""Tune a style by playing: which numbers win most against three copies of a bot?

    python -m experiments.tune --out runs/tuned.toml
    python -m experiments.tune --base runs/tuned.toml --against kingslayer --spread 0.5 --out runs/better.toml
    munchkin tournament runs/tuned.toml greedy --games 10000

Every round plays some dozens of styles with numbers drawn around a center, all with the same deals, fits a plane through their win
shares, and moves the center up the slope: each number by its full deviation where the slope is certain, by less where it may be
luck. The deviations shrink from round to round. After each round the center is written to --out: Ctrl-C loses at most one round.

The last line compares start and end in deals that were not used for tuning.
"""

import argparse
import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt
from rich.console import Console

from experiments.progress import bar
from experiments.settings import add_option
from munchkin_env.cards.loader import load
from munchkin_env.core import files
from munchkin_env.game.options import NUM_PLAYERS
from munchkin_env.game.saved import LoadError
from munchkin_env.players.bots import FIELDS, BotKind, Style, StyleError, check_bot, style
from munchkin_env.players.bots.duel import Duel, duel

SURE = 2.0  # a slope this many standard errors from 0 is followed all the way
NARROWER = 0.85  # deviations of a round relative to the one before
LEAST = 0.3  # deviation: below that, integers would no longer change
NOTHING = 1e-9  # relative to the largest: rounding errors of 0
TINY = 1e-9  # relative to a share: if all styles won equally often, all slopes and their errors are 0
_DEALS = 1_000  # rounds that a seed has deals for; those of the last comparison come after them

_LOW = np.array([one.low for one in FIELDS.values()], np.float64)
_HIGH = np.array([one.high for one in FIELDS.values()], np.float64)


@dataclass
class Middle:
    """The distribution of the styles: a number for each field, and its deviation."""

    numbers: npt.NDArray[np.float64]
    deviations: npt.NDArray[np.float64]

    @staticmethod
    def of(base: Style, spread: float) -> "Middle":
        """A third of each number, times `spread`; at least 10 points or a tenth of the range, whichever is less. Switches: 0.4."""
        numbers = np.array(base.values, np.float64)
        least = np.where(_HIGH - _LOW == 1, 0.4, np.minimum(10.0, (_HIGH - _LOW) / 10))
        return Middle(numbers, spread * np.maximum(np.abs(numbers) / 3, least))

    def draw(self, n: int, rng: np.random.Generator) -> npt.NDArray[np.int64]:
        """The numbers of n styles, one per row; every second one is the mirror image of another."""
        half = rng.standard_normal((-(-n // 2), len(self.numbers)))
        drawn = self.numbers + np.concatenate([half, -half])[:n] * self.deviations
        numbers: npt.NDArray[np.int64] = np.rint(drawn.clip(_LOW, _HIGH)).astype(np.int64)
        return numbers

    def move(self, drawn: npt.NDArray[np.int64], shares: npt.NDArray[np.float64]) -> None:
        """Move up the slope of the plane through these results."""
        sureness = sure_slope((drawn - drawn.mean(axis=0)) / self.deviations, shares - shares.mean()) / SURE
        # Rounded, because the last digits differ between processors, and with them the styles of the next round would.
        self.numbers = (self.numbers + self.deviations * sureness.clip(-1, 1).round(6)).clip(_LOW, _HIGH)
        self.deviations = np.maximum(self.deviations * NARROWER, LEAST)

    def style(self, name: str) -> Style:
        return style_of(np.rint(self.numbers).astype(int).tolist(), name)


def sure_slope(at: npt.NDArray[np.float64], won: npt.NDArray[np.float64]) -> npt.NDArray[np.float64]:
    """The slope of each number in standard errors, for the plane through these results (both centered).

    0 for a number whose slope these styles do not determine: it was constant, correlated with others, or there are too few
    styles for that many numbers. The squared errors are computed as sums of squares, so that rounding makes none negative.
    """
    left, sizes, right = np.linalg.svd(at, full_matrices=False)
    told = sizes > sizes.max(initial=0.0) * NOTHING
    left, sizes, right = left[:, told], sizes[told], right[told]
    freedom = len(at) - len(sizes) - 1
    if freedom < 1:
        return np.zeros(at.shape[1])
    along = left.T @ won
    noise = ((won - left @ along) ** 2).sum() / freedom
    slopes, errors = right.T @ (along / sizes), np.sqrt(noise * ((right.T / sizes) ** 2).sum(axis=1))
    identified = np.abs((right**2).sum(axis=0) - 1) < NOTHING
    sure: npt.NDArray[np.float64] = np.where(identified, slopes / (errors + TINY), 0.0)
    return sure


def style_of(numbers: Sequence[int], name: str) -> Style:
    values: dict[str, Any] = dict(zip(FIELDS, numbers, strict=True))
    return style("greedy", name, **values)


@dataclass(frozen=True)
class Table:
    """The opponents of the styles, and the game they play."""

    against: tuple[str, ...]
    sets: tuple[str, ...]
    games: int
    seed: int

    def play(self, one: Style, deals: int, games: int | None = None) -> Duel:
        """Play that style against the others. The same number of deals means the same games."""
        return duel([one, *self.against], games or self.games, seed=self.seed * (_DEALS + 1) + deals, sets=self.sets)

    def share(self, one: Style, deals: int) -> float:
        """Its win share there."""
        return self.play(one, deals).shares[0]


def tune(
    table: Table, middle: Middle, rounds: int, styles: int, tick: Callable[[], None], keep: Callable[[int, float, Style], None]
) -> None:
    """tick: called after every style; keep: after every round, with its number, the mean share of its styles, and the center."""
    rng = np.random.default_rng(table.seed)
    for k in range(rounds):
        drawn, shares = middle.draw(styles, rng), np.zeros(styles)
        for i, numbers in enumerate(drawn):
            shares[i] = table.share(style_of(numbers.tolist(), f"style-{i}"), k)
            tick()
        middle.move(drawn, shares)
        keep(k + 1, float(shares.mean()), middle.style("tuned"))


def write(path: Path, found: Style, about: str) -> None:
    """As a style file, which can be used wherever a bot's name can."""
    lines = [f"about = {about!r}".replace("'", '"'), *(f"{name} = {number}" for name, number in found.changes().items())]
    path.parent.mkdir(parents=True, exist_ok=True)
    files.write(path, "\n".join(lines) + "\n")


def main(arguments: Sequence[str] | None = None) -> int:
    given = _parser().parse_args(arguments)
    console = Console(stderr=True)
    try:
        base, table = _asked(given)
        about = f"tuned from {base.name} against {', '.join(table.against)} by experiments/tune.py"
        write(given.out, base, about)
        if given.styles < len(FIELDS) + 3:
            console.print(f"tune: {given.styles} styles per round cannot determine {len(FIELDS)} numbers, so nothing would move: use more")
        middle, last = Middle.of(base, given.spread), base
        with bar(console) as progress:
            task = progress.add_task("styles", total=given.rounds * given.styles, said="")

            def keep(number: int, mean: float, found: Style) -> None:
                nonlocal last
                last = found
                write(given.out, found, about)
                progress.update(task, said=f"after round {number}: {mean:.1%} win share on average")

            try:
                tune(table, middle, given.rounds, given.styles, lambda: progress.advance(task), keep)
            except KeyboardInterrupt:
                console.print(f"interrupted; the center of the last complete round is in {given.out}")
        _compare(table, base, last, given.final_games)
    except KeyboardInterrupt:
        return 130
    except (LoadError, OSError, ValueError) as error:
        console.print(f"tune: {error}", markup=False)
        return 1
    print(f"    {given.out}")
    return 0


def _asked(given: argparse.Namespace) -> tuple[Style, Table]:
    for name in ("rounds", "styles", "games", "final_games"):
        if getattr(given, name) < (2 if name == "styles" else 1):
            raise ValueError(f"--{name.replace('_', '-')} {getattr(given, name)}: too few")
    if not given.spread > 0:
        raise ValueError(f"--spread {given.spread}: must be a number above 0")
    if given.rounds > _DEALS:
        raise ValueError(f"--rounds {given.rounds}: must be at most {_DEALS}")
    base = check_bot(given.base)
    if base.kind != BotKind.STYLE:
        raise StyleError(f"--base {given.base}: chooses at random and has no numbers to tune")
    names = given.against * (given.players - 1) if len(given.against) == 1 else given.against
    if len(names) != given.players - 1:
        raise ValueError(f"--against {' '.join(given.against)}: must be one bot, or {given.players - 1} of them (--players)")
    for name in names:
        check_bot(name)
    NUM_PLAYERS.check(given.players)
    load(tuple(given.sets or ("deluxe",)))
    return base, Table(tuple(names), tuple(given.sets or ("deluxe",)), given.games, given.seed)


def _compare(table: Table, base: Style, found: Style, games: int) -> None:
    told: list[str] = []
    for one in (base, found):
        played = table.play(one, _DEALS, games)
        low, high = played.share_interval()
        told.append(f"{played.shares[0]:.1%} ({low:.1%} to {high:.1%})")
    print(f"win share in {games:,} games against {', '.join(table.against)}: {told[0]} before, {told[1]} after")


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="python -m experiments.tune", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    whole: dict[str, Any] = {"type": int, "metavar": "N"}
    parser.add_argument("--out", type=Path, required=True, metavar="FILE.toml", help="the style file to write")
    parser.add_argument("--base", default="diplomat", metavar="BOT", help="the style to start from: a name or a file (default: diplomat)")
    parser.add_argument("--against", nargs="+", default=["greedy"], metavar="BOT", help="one for all seats, or one each (default: greedy)")
    add_option(parser, "players")
    add_option(parser, "sets")
    parser.add_argument("--rounds", default=8, **whole, help="(default: 8)")
    parser.add_argument("--styles", default=150, **whole, help="per round; three times as many as fields, or more (default: 150)")
    parser.add_argument("--games", default=1000, **whole, help="games per style (default: 1000)")
    parser.add_argument("--final-games", default=20_000, **whole, help="games of the last comparison (default: 20000)")
    parser.add_argument("--spread", type=float, default=1.0, metavar="X", help="initial deviation; 1: a third of each number (default: 1)")
    add_option(parser, "seed")
    return parser


if __name__ == "__main__":
    sys.exit(main())
