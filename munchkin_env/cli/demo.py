"""`munchkin demo`."""

import argparse
import json
import time
from contextlib import suppress
from pathlib import Path
from typing import Any

from .again import command_again
from .arguments import sets
from .exits import DONE, INTERRUPTED, fail, say
from .learning import add_training, plan_of, without_torch, workers
from .runs import REPORT, folder_of, runs

PURPOSE = "train a player in about ten minutes, and watch it play"
ABOUT = (
    "A network learns to correct the bot veteran: where more than one action makes sense, every likely one is played on for a few turns, "
    "and what turns out better becomes likelier (docs/training.md). Then it plays a tournament. The folder has the policy, its learning "
    "curve, a report and games to watch. Later demos go to runs/demo-2 and so on; none is overwritten, and an interrupted one continues. "
    "Needs torch: pip install 'munchkin-env[train]'."
)
EXAMPLES = """\
  munchkin demo                                    # about ten minutes on two processors
  munchkin demo --set star --out runs/space        # other cards
  munchkin demo --rounds 2 --labels 4000           # a quick look"""
BOT, OPPONENT = "veteran", "greedy"
BESIDE = ("greedy", "bully", "cautious")
"""Beside the new player in the tournament."""
EPOCHS = 3
"""Passes over the labels in the last round: half as many as in a training, to be done in ten minutes."""
FINAL_GAMES, GAMES_OF_OTHERS = 4000, 2000
"""Games that the figures at the end are of: of the policy and its teacher, and of the others."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--out", type=Path, default=Path("runs/demo"), metavar="FOLDER", help="(default: runs/demo, or the next free name)")
    parser.add_argument("--new", action="store_true", help="start a new demo even if there is an interrupted one")
    add_training(parser, rounds=6, labels=73_728, games=1000, judged="and of the tournament")


def run(given: argparse.Namespace) -> int:
    if (failed := without_torch("demo")) is not None:
        return failed
    from munchkin_env.core.files import FileError, locked
    from munchkin_env.lab.arena import ArenaError

    began = time.perf_counter()
    try:
        plan = _plan(given)
        folder, resumed = folder_of(given.out, _wishes(given, plan), given.new)
        with locked(folder / ".lock", "plays this demo"):
            say(f"{folder}: {'continues where it was interrupted' if resumed else 'a new demo'}")
            _Demo(given, folder, plan).run()
    except KeyboardInterrupt:
        say(f"interrupted; all progress is kept. Continue with: {command_again('munchkin_env', given.words)}")
        return INTERRUPTED
    except (ArenaError, FileError, OSError, ValueError) as error:
        return fail(error)
    print(f"{time.perf_counter() - began:.0f} s.")
    if len(there := runs(given.out)) > 1:
        print(f"The latest of {len(there)} demos is {there[-1]}; none is ever overwritten.")
    return DONE


def _plan(given: argparse.Namespace) -> Any:
    from munchkin_env.learning.learner import Lesson

    return plan_of(given, bot=BOT, opponents=(OPPONENT,), lesson=Lesson(epochs=EPOCHS, seed=given.seed))


def _wishes(given: argparse.Namespace, plan: Any) -> dict[str, Any]:
    """What two demos must share if one is to continue the other: including rules and cards, which may have changed since."""
    from munchkin_env.learning.rounds import told_of_plan

    told: dict[str, Any] = json.loads(json.dumps(told_of_plan(plan)))
    return {"labels": given.labels, **told}


class _Demo:
    """The parts of a demo; what is already in its folder is not done again."""

    def __init__(self, given: argparse.Namespace, folder: Path, plan: Any) -> None:
        self.given, self.folder, self.plan = given, folder, plan
        self.sets = sets(given)
        self.workers = workers(given)
        from rich.console import Console

        self.console = Console(stderr=True)

    def run(self) -> None:
        say(f"1 of 3: {self.given.rounds} rounds of learning from a start that plays exactly as {BOT}")
        rows = self._learn()
        say("2 of 3: its strength, and that of others")
        found = self._measure()
        self._draw(rows, found)
        say("3 of 3: a tournament, and games to watch")
        watch = self._compete()
        self._tell(found, watch)

    def _learn(self) -> list[Any]:
        from munchkin_env.learning.rounds import train

        from .progress import progress_of_work

        rows = []
        with progress_of_work(self.console) as tell:
            for row in train(self.folder, self.plan, self.workers, tell):
                rows.append(row)
                print(f"round {row.round}: {row.shares:6.1%} ({row.low:.1%} to {row.high:.1%}) against three {OPPONENT}", flush=True)
        return rows

    def _measure(self) -> dict[str, Any]:
        """Each alone against three of the opponent."""
        from munchkin_env.learning.rounds import measured, without_bot
        from munchkin_env.players.compiled import NetworkBot, PlayerSpec
        from munchkin_env.players.policy import load_policy

        from .progress import progress_of_work

        policy = load_policy(self.folder / "policy.npz")
        players: dict[str, tuple[PlayerSpec, int]] = {
            "policy": (NetworkBot.of(policy), FINAL_GAMES),
            BOT: (BOT, FINAL_GAMES),
            "alone": (NetworkBot.of(without_bot(policy)), GAMES_OF_OTHERS),
            "random": ("random", GAMES_OF_OTHERS),
        }
        with progress_of_work(self.console) as tell:
            found = {}
            for done, (name, (player, games)) in enumerate(players.items(), 1):
                found[name] = measured(player, OPPONENT, self.plan.labelling, min(games, 4 * self.given.games))
                tell("games", done / len(players))
        return found

    def _draw(self, rows: list[Any], found: dict[str, Any]) -> None:
        from munchkin_env.learning.plot import draw_strengths

        players = self.plan.labelling.players
        others = {BOT: found[BOT].shares[0], OPPONENT: 1 / players, "random": found["random"].shares[0]}
        with suppress(ImportError):  # without matplotlib
            draw_strengths(rows, players, self.folder / "curves.png", others)

    def _compete(self) -> list[str]:
        from munchkin_env.lab.arena import tournament
        from munchkin_env.lab.arena.keeping import where_to_watch
        from munchkin_env.lab.arena.report import write_report

        from .progress import progress_of_games

        with progress_of_games(self.console) as progress:
            task = progress.add_task("", total=self.given.games)
            figures = tournament(
                [str(self.folder / "policy.npz"), *BESIDE],
                self.given.games,
                sets=self.sets,
                out=self.folder / "tournament.sqlite",
                progress=lambda games: progress.update(task, completed=games),
            )
        kept = write_report(figures, self.folder / REPORT, 2)
        return where_to_watch(kept)

    def _tell(self, found: dict[str, Any], watch: list[str]) -> None:
        print(f"Win shares against three {OPPONENT}, where an equal player has 25 %:")
        names = {
            "policy": "the new player",
            BOT: f"{BOT}, which it corrects",
            "alone": f"its network alone, without {BOT}",
            "random": "random",
        }
        for name, words in names.items():
            low, high = found[name].share_interval()
            print(f"    {words:36}{found[name].shares[0]:6.1%}  ({low:.1%} to {high:.1%}, {found[name].games:,} games)")
        print("Look at")
        for name in (REPORT, "curves.png", "policy.npz"):
            if (self.folder / name).exists():
                print(f"    {self.folder / name}")
        print("\n".join(watch))
