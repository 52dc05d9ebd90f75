"""`munchkin train`."""

import argparse
from pathlib import Path
from typing import Any

from .arguments import add_ray, at_work, count
from .exits import DONE, fail, misunderstood
from .learning import add_training, plan_of, without_torch, workers

PURPOSE = "train a network: a bot's choices, corrected by what turns out better"
ABOUT = (
    "The network begins as a bot. In each round it plays; where more than one action makes sense, every likely one is played on for a few "
    "turns with the same luck; then it learns from all of these labels. docs/training.md explains the method and has figures.  "
    "All progress is kept in the folder: the same command continues after an interruption. "
    "Needs torch: pip install 'munchkin-env[train]'."
)
EXAMPLES = """\
  munchkin train --out runs/deluxe                                # 3.6 million labels in twelve rounds
  munchkin train --out runs/small --labels 40000 --rounds 2       # a short run
  munchkin train --out runs/star --set star                       # other cards
  munchkin train --out runs/star --set star --start trained-pure  # the same by a network that knows the game, but not these cards
  munchkin train --out runs/more --start runs/deluxe/policy.npz   # train its network further
  munchkin train --out runs/best --start trained --against trained   # a response to one player: how exploitable is it?
  munchkin train --out runs/deluxe --pure-of runs/deluxe/policy.npz   # then, from the same labels: a network that asks no bot"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--out", type=Path, required=True, metavar="FOLDER", help="labels, policies, strength.csv, curves.png")
    parser.add_argument("--bot", default="veteran", metavar="BOT", help="the bot that is corrected")
    parser.add_argument(
        "--start",
        metavar="POLICY",
        help="train this policy's network further, instead of a new one; if it learned other cards, it meets these first",
    )
    parser.add_argument(
        "--pure-of",
        metavar="POLICY",
        help="no rounds: from the labels in the folder, a network that asks no bot learns to play as this policy does (pure.npz); "
        "it begins as --start, or as the network of the policy",
    )
    parser.add_argument(
        "--against",
        nargs="+",
        metavar="WHO",
        help="bots or policies to train against, all of one kind in each game, and to be judged by: what a player trained against one "
        "alone takes from it says how exploitable it is (default: greedy, veteran, mixes of bots, at times weighted)",
    )
    parser.add_argument("--players", type=count, default=4, metavar="N", help="2 to 6")
    parser.add_argument("--final-games", type=count, metavar="N", help="judge the last policy in so many other games, by opponent")
    add_training(parser, rounds=12, labels=300_000, games=2000, judged="by opponent")
    add_ray(parser, "make the labels")


def run(given: argparse.Namespace) -> int:
    if (failed := without_torch("train")) is not None:
        return failed
    from munchkin_env.core.files import FileError, locked
    from munchkin_env.game.options import NUM_PLAYERS

    NUM_PLAYERS.check(given.players)
    if given.out.exists() and not given.out.is_dir():
        return misunderstood(f"--out {given.out}: this is not a folder")
    if given.pure_of and given.final_games:
        return misunderstood("--final-games: only rounds are judged in other games at the end; --games says how many games judge pure.npz")
    if given.pure_of and given.ray:
        return misunderstood("--ray: it makes labels, and --pure-of learns from those in the folder")
    given.out.mkdir(parents=True, exist_ok=True)
    try:
        with locked(given.out / ".lock", "trains in this folder"):
            return _learn_pure(given) if given.pure_of else _train(given)
    except FileError as error:
        return fail(error)


def _plan(given: argparse.Namespace) -> Any:
    from dataclasses import replace

    from munchkin_env.learning.learner import FURTHER, QUICK, Lesson

    lesson, quick = (FURTHER, replace(FURTHER, epochs=1)) if given.start else (Lesson(), QUICK)
    plan = plan_of(given, players=given.players, lesson=replace(lesson, seed=given.seed), quick=quick, bot=given.bot, start=given.start)
    return against(plan, given.against) if given.against else plan


def against(plan: Any, players: list[str]) -> Any:
    """The plan with these opponents alone."""
    from dataclasses import replace

    from munchkin_env.players.compiled import check_player

    how = replace(plan.labelling, opponents=dict.fromkeys(players, 1.0))
    for name in players:
        check_player(name, how.sets)
    return replace(plan, labelling=how, opponents=tuple(dict.fromkeys(players)))


def _learn_pure(given: argparse.Namespace) -> int:
    from dataclasses import replace

    from rich.console import Console

    from munchkin_env.learning.pure import PURE, PURE_LESSON, PURE_STRENGTH, learn_pure, pure_judged

    from .progress import progress_of_work

    lesson = replace(PURE_LESSON, seed=given.seed)
    try:
        plan = _plan(given)
        how = plan.labelling
        with progress_of_work(Console(stderr=True)) as tell:
            policy = learn_pure(given.out, given.pure_of, how, lesson, given.start, tell)
            for row in pure_judged(given.out, policy, how, given.games, tell, plan.opponents):
                _print("pure", row, given)
    except ValueError as error:
        return fail(error)
    _look_at(given.out, PURE, PURE_STRENGTH)
    return DONE


def _train(given: argparse.Namespace) -> int:
    from rich.console import Console

    from munchkin_env.learning.rounds import finally_judged, train
    from munchkin_env.learning.strengths import FINAL, STRENGTH

    from .progress import progress_of_work

    rows = []
    try:
        plan = _plan(given)
        with at_work(given, workers(given)) as crew, progress_of_work(Console(stderr=True)) as tell:
            for row in train(given.out, plan, crew, tell):
                rows.append(row)
                _print(f"round {row.round}", row, given)
            if given.final_games:
                for row in finally_judged(given.out, plan, given.final_games, crew, tell):
                    _print("finally", row, given)
    except ValueError as error:
        return fail(error)
    _draw(rows, given)
    _look_at(given.out, "policy.npz", STRENGTH, *[FINAL] * bool(given.final_games), "curves.png")
    return DONE


def _look_at(folder: Path, *names: str) -> None:
    print("Look at")
    for name in names:
        if (folder / name).exists():
            print(f"    {folder / name}")


def _print(when: str, row: Any, given: argparse.Namespace) -> None:
    share = f"{row.shares:6.1%} ({row.low:.1%} to {row.high:.1%})"
    print(f"{when}: {share} against {given.players - 1} {row.opponent}, {row.games:,} games", flush=True)


def _draw(rows: Any, given: argparse.Namespace) -> None:
    """A plot, if matplotlib is there."""
    try:
        from munchkin_env.learning.plot import draw_strengths

        draw_strengths(rows, given.players, given.out / "curves.png")
    except ImportError:
        return
