"""`munchkin tasks`."""

import argparse
from typing import Any

from .arguments import count
from .exits import DONE

PURPOSE = "list the tasks, and what players reach in them"
ABOUT = (
    "A task is a game with a name and a version, so that results can be compared: players, cards, house rules, opponents, rewards, deals. "
    "docs/tasks.md says what to expect of each."
)
EXAMPLES = """\
  munchkin tasks                                     # all of them
  munchkin tasks duel                                # everything about one
  munchkin tasks mini duel --table --games 2000      # what random, weighted, greedy, veteran and trained reach against its opponents
  munchkin tasks --table greedy search:64            # the same for other players"""
_PLAYERS = ("random", "weighted", "greedy", "veteran", "trained", "search:64")
"""Of the table."""
_GAMES = 400


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("tasks", nargs="*", metavar="TASK", help="names or ids (default: all)")
    parser.add_argument(
        "--table",
        nargs="*",
        metavar="SPEC",
        help=f"play: the win share of each of these players among the opponents of the task (default: {' '.join(_PLAYERS)})",
    )
    parser.add_argument("--games", type=count, default=_GAMES, metavar="N", help="with --table: games of each player in each task")
    parser.add_argument("--workers", type=count, default=1, metavar="N", help="with --table: threads or processes")


def run(given: argparse.Namespace) -> int:
    from munchkin_env.tasks import TASKS, find_task

    tasks = [find_task(name) for name in given.tasks] or list(TASKS.values())
    if given.table is not None:
        _print_table(tasks, given.table or _PLAYERS, given.games, given.workers)
    elif given.tasks:
        print("\n\n".join(_told(task) for task in tasks))
    else:
        width = max(len(task.id) for task in tasks)
        print("\n".join(f"{task.id:{width}}  {task.purpose}" for task in tasks))
    return DONE


def _told(task: Any) -> str:
    """Everything about a task."""
    from munchkin_env.tasks.using import task_digest

    facts = {
        "players": task.players,
        "sets": ", ".join(task.sets),
        "house rules": ", ".join(f"{name}={value}" for name, value in task.rules.items()) or "those of docs/options.md",
        "opponents": task.opponents,
        "reward": f"{task.reward}, shaping {task.shaping:g}, gamma {task.gamma:g}",
        "evaluation seed": task.seed,
        "digest": task_digest(task),
        "Gymnasium": f'gymnasium.make("munchkin_env:Munchkin-{task.id}")',
    }
    return "\n".join([f"{task.id}: {task.purpose}", *(f"  {name:16} {value}" for name, value in facts.items())])


def _print_table(tasks: Any, specs: Any, games: int, workers: int) -> None:
    """A row per task, printed as soon as it is known."""
    from munchkin_env.lab.protocol.reach import reach

    print(f"| task | {' | '.join(specs)} |\n| --- |{' --- |' * len(specs)}")
    for task in tasks:
        cells = []
        for spec in specs:
            found = reach(spec, task, games, workers)
            cells.append("–" if found is None else f"{100 * found.value:.1f} ({100 * found.low:.1f} to {100 * found.high:.1f})")
        print(f"| `{task.id}` | {' | '.join(cells)} |", flush=True)
