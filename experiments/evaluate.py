"""The strength of a policy: games against every bot, seats rotated, two measures with 95 % confidence intervals.

    python -m experiments.evaluate trained --games 10000
    python -m experiments.evaluate runs/deluxe/policy.npz --opponents greedy bully --games 2000

*Win rate*: games won, alone or with others. *Win share*: a victory of two counts one half for each, so four equal players have 25 % each.
The policy plays every seat equally often, against three copies of one bot, and takes its preferred action (--sample: samples actions).
"""

import argparse
import sys
import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass, fields
from pathlib import Path
from typing import Any, Protocol, Unpack

import numpy as np
import numpy.typing as npt

from munchkin_env import MunchkinVector
from munchkin_env.cards.loader import NAME_THEM, own_files
from munchkin_env.cards.values import CardSetError
from munchkin_env.envs.teaching import Teacher
from munchkin_env.game.house_rules import HouseRules
from munchkin_env.game.options import NUM_PLAYERS
from munchkin_env.players.bots import BOTS, UnknownBotError, check_bot
from munchkin_env.players.bots.duel import wilson
from munchkin_env.players.compiled import NetworkBot
from munchkin_env.players.policy import PolicyError, check_sets, load_policy, told_sets

EVERY = tuple(
    name for name, style in BOTS.items() if not any(style.digest == BOTS[other].digest for other in list(BOTS)[: list(BOTS).index(name)])
)
"""The bots, each under one name."""


class Chooser(Protocol):
    def __call__(self, observations: npt.NDArray[np.float32], masks: npt.NDArray[np.bool_]) -> npt.NDArray[np.int64]: ...


@dataclass(frozen=True)
class Result:
    """The result against three (or more) copies of one bot."""

    opponent: str
    games: int
    wins: float
    wins_low: float
    wins_high: float
    shares: float
    shares_low: float
    shares_high: float
    truncated: int
    steps_per_game: float
    rounds_per_game: float
    seconds: float

    def __str__(self) -> str:
        wins = f"win rate {self.wins:.1%} ({self.wins_low:.1%} to {self.wins_high:.1%})"
        shares = f"win share {self.shares:.1%} ({self.shares_low:.1%} to {self.shares_high:.1%})"
        return f"{self.opponent}: {shares}, {wins}, {self.games:,} games"

    def as_row(self) -> dict[str, Any]:
        return asdict(self)


def result_of(row: Mapping[str, str]) -> Result:
    """From a row of numbers. Raises ValueError."""
    kinds = {"opponent": str, "games": int, "truncated": int}
    try:
        return Result(**{field.name: kinds.get(field.name, float)(row[field.name]) for field in fields(Result)})
    except (KeyError, ValueError) as error:
        raise ValueError(f"a row of results is damaged: {error}") from error


def evaluate(
    choose: Chooser | NetworkBot,
    opponent: str,
    games: int = 1000,
    players: int = 4,
    seed: int = 1,
    sets: Sequence[str] = ("deluxe",),
    tick: Callable[[int], None] = lambda _: None,
    **options: Unpack[HouseRules],
) -> Result:
    """Play `games` (rounded up to the same number in every seat) to their end.

    choose: a policy in compiled code, or what chooses from observations and masks. tick: called with the number of newly finished games.
    """
    check_bot(opponent)
    began = time.perf_counter()
    each = -(-games // players)
    ended = [_from_seat(choose, opponent, each, players, seat, seed, sets, tick, options) for seat in range(players)]
    won, winners, truncated, steps, rounds = (np.concatenate(column) for column in zip(*ended, strict=True))
    return summary(opponent, won, winners, int(truncated.sum()), float(steps.mean()), float(rounds.mean()), time.perf_counter() - began)


def _from_seat(
    choose: Chooser | NetworkBot,
    opponent: str,
    games: int,
    players: int,
    seat: int,
    seed: int,
    sets: Sequence[str],
    tick: Callable[[int], None],
    options: HouseRules,
) -> tuple[npt.NDArray[Any], ...]:
    """Per game: did it win, how many won, was it truncated, its steps, rounds. The same seed deals the same cards in every seat."""
    with MunchkinVector(games, players, sets, seed, seat=seat, opponents=opponent, autoreset=False, **options) as batch:
        batch.reset()
        running = batch.seats >= 0
        teacher = Teacher(batch, choose, seed) if isinstance(choose, NetworkBot) else None
        while running.any():
            rows = np.flatnonzero(running)
            batch.step(teacher.choose() if teacher is not None else _chosen(choose, batch, rows))
            running = batch.seats >= 0
            tick(len(rows) - int(running.sum()))
        last = batch.episodes
        winners = np.array([int(bits).bit_count() for bits in last["winners"]])
        return (last["winners"] >> seat & 1).astype(bool), winners, last["truncated"] != 0, last["steps"].copy(), last["rounds"].copy()


def _chosen(choose: Any, batch: MunchkinVector, rows: npt.NDArray[np.int64]) -> npt.NDArray[np.int64]:
    actions = np.full(batch.num_games, -1, np.int64)
    actions[rows] = choose(batch.observations[rows], batch.masks[rows])
    return actions


def summary(
    opponent: str, won: npt.NDArray[np.bool_], winners: npt.NDArray[np.int64], truncated: int, steps: float, rounds: float, seconds: float
) -> Result:
    n = len(won)
    low, high = interval(float(won.mean()), n)
    shares = np.where(won, 1.0 / np.maximum(winners, 1), 0.0)
    mean = float(shares.mean())
    return Result(opponent, n, float(won.mean()), low, high, mean, *interval(mean, n), truncated, steps, rounds, seconds)


def interval(mean: float, n: int) -> tuple[float, float]:
    """Wilson's interval for numbers from 0 to 1: conservative, since they vary at most as much as wins with the same mean."""
    return wilson(mean * n, n)


def of_network(net: Any) -> Chooser:
    """A network in torch, during training: the preferred action."""
    import torch

    def choose(observations: npt.NDArray[np.float32], masks: npt.NDArray[np.bool_]) -> npt.NDArray[np.int64]:
        with torch.no_grad():
            parts = [net.logits(torch.from_numpy(part)).numpy() for part in np.array_split(observations, -(-len(observations) // 1024))]
        chosen: npt.NDArray[np.int64] = np.where(masks, np.concatenate(parts), -np.inf).argmax(axis=1)
        return chosen

    return choose


def table(results: Iterable[Result]) -> str:
    lines = ["| three of | win share | win rate | games | own decisions per game |", "| --- | --- | --- | --- | --- |"]
    for r in results:
        shares = f"{100 * r.shares:.1f} % ({100 * r.shares_low:.1f} to {100 * r.shares_high:.1f})"
        wins = f"{100 * r.wins:.1f} % ({100 * r.wins_low:.1f} to {100 * r.wins_high:.1f})"
        lines.append(f"| `{r.opponent}` | {shares} | {wins} | {r.games:,} | {r.steps_per_game:.0f} |")
    return "\n".join(lines)


def main(arguments: Sequence[str] | None = None) -> int:
    from rich.console import Console

    from experiments.progress import bar

    given = _parser().parse_args(arguments)
    console = Console(stderr=True)
    try:
        policy = load_policy(given.policy, given.sets or None)
        sets = given.sets or policy.about["sets"]
        if not given.sets and own_files(sets):
            raise ValueError(f"{given.policy}: the policy learned {told_sets(sets)}, and {NAME_THEM}: --set, with the path of its cards")
        check_sets(policy.about, sets)
        opponents = given.opponents or list(EVERY)
        for name in opponents:
            check_bot(name)
        players = NUM_PLAYERS.check(policy.about["players"] if given.players is None else given.players)
        for said, number, least in (("--games", given.games, 1), ("--seed", given.seed, 0)):
            if number < least:
                raise ValueError(f"{said} {number}: must be an integer of at least {least}")
        if given.csv is not None and not given.csv.parent.is_dir():
            raise ValueError(f"--csv {given.csv}: there is no folder {given.csv.parent}")
    except (CardSetError, PolicyError, UnknownBotError, ValueError) as error:
        console.print(f"evaluate: {error}", markup=False)
        return 1
    player = NetworkBot.of(policy, temperature=1.0 if given.sample else 0.0)
    results: list[Result] = []
    try:
        with bar(console) as progress:
            for name in opponents:
                task = progress.add_task(f"against three of {name}", total=given.games, said="")

                def tick(n: int, task: Any = task) -> None:
                    progress.advance(task, n)

                results.append(evaluate(player, name, given.games, players, given.seed, sets, tick))
    except KeyboardInterrupt:
        console.print("interrupted; results so far:")
    print(table(results))
    if given.csv is not None and results:
        from experiments.curves import write_rows

        write_rows(given.csv, [result.as_row() for result in results])
    return 0


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="python -m experiments.evaluate", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("policy", help="a .npz file, a checkpoint (.zip), 'trained' or 'trained-pure'")
    parser.add_argument("--opponents", nargs="+", metavar="BOT", help=f"default: all, {' '.join(EVERY)}")
    parser.add_argument("--games", type=int, default=1000, help="against each of them (default: 1000)")
    parser.add_argument("--players", type=int, help="2 to 6 (default: as in training)")
    parser.add_argument(
        "--set",
        dest="sets",
        action="append",
        metavar="SET",
        help="may be repeated: the sets it learned, then others (default: the sets it learned)",
    )
    parser.add_argument("--seed", type=int, default=1, help="the same seed deals the same cards (default: 1)")
    parser.add_argument("--sample", action="store_true", help="sample actions, as in training, instead of the best")
    parser.add_argument("--csv", type=Path, metavar="FILE", help="also write the results as a table of numbers")
    return parser


if __name__ == "__main__":
    sys.exit(main())
