"""`munchkin play`."""

import argparse
from pathlib import Path

from .arguments import add_house_rules, add_sets, add_task, house_rules, integer, seed, sets, take_task
from .exits import DONE, misunderstood
from .serve import add_table_options, serve_table
from .starting import plain_meanwhile

PURPOSE = "play a game at the terminal"
ABOUT = (
    "Answer with the number of an action or with words from it; ? lists what else you can type: hints, cards, the log. "
    "You see only what your seat may know."
)
EXAMPLES = """\
  munchkin play                                            # against three bots
  munchkin play --against greedy bully trained --seed 7    # other opponents, and a deal that can be repeated
  munchkin play --set star --record game.jsonl             # another set; save the game
  munchkin play --task mini                                # a task: its cards, rules and opponents
  munchkin play --against greedy --option win_level=6      # a short game for two
  munchkin play --web                                      # in the browser, as munchkin serve does
  munchkin play --resume game.jsonl                        # go on with a game that was saved"""


_OPPONENTS = ("greedy", "greedy", "greedy")


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--against",
        nargs="+",
        metavar="WHO",
        help="one to five opponents, starting at the seat on your left: a bot (docs/bots.md), trained (the network in the package), "
        "search:8ms, a policy file, onnx:FILE.onnx, or module:Class (docs/agents.md); default: three greedy bots, or those of the task",
    )
    parser.add_argument("--seat", type=integer, metavar="N", help="your seat, counting from 0 (default: 0)")
    parser.add_argument("--seed", type=seed, metavar="N", help="the same seed deals the same game (default: a new game each time)")
    add_task(parser)
    add_house_rules(parser)
    parser.add_argument(
        "--record", type=Path, metavar="FILE", help="save the game to FILE, even if you leave early; show it with `munchkin replay FILE`"
    )
    parser.add_argument(
        "--resume", type=Path, metavar="FILE", help="go on with a game that was saved by --record or by w; it is saved there again"
    )
    add_sets(parser)
    parser.add_argument("--web", action="store_true", help="play in the browser (docs/table.md)")
    add_table_options(parser)


def run(given: argparse.Namespace) -> int:
    if given.resume is not None and (given.seed is not None or given.option):
        return misunderstood("--resume goes on with a game, whose deal and house rules are in the file; omit --seed and --option")
    if (task := take_task(given, "sets", "option")) is not None:
        given.against = given.against or [task.opponents] * (task.players - 1)
        if given.resume is not None:
            return misunderstood("--resume goes on with a game, whose cards and house rules are in the file; omit --task")
        if len(given.against) != task.players - 1:
            return misunderstood(f"--against: the task {task.id} is for {task.players} players; name {task.players - 1}")
    if given.web:
        return _in_browser(given)
    if (code := plain_meanwhile(given.words, given.against or ())) is not None:
        return code
    from .sitting import play_at_terminal, resume_at_terminal

    if given.resume is not None:
        resume_at_terminal(given.resume, given.against, given.seat, given.sets, given.record)
    else:
        play_at_terminal(given.against or _OPPONENTS, given.seat or 0, given.seed, sets(given), given.record, **house_rules(given))
    return DONE


def _in_browser(given: argparse.Namespace) -> int:
    against, seat = given.against or _OPPONENTS, given.seat or 0
    n = len(against) + 1
    if not 0 <= seat < n:
        return misunderstood(f"seat {seat}: must be 0 to {n - 1}")
    if given.record is not None or given.resume is not None:
        return misunderstood("--record, --resume: in the browser every game is kept anyway; it says where")
    at = {(seat + 1 + k) % n: spec for k, spec in enumerate(against)}
    return serve_table(given, [at.get(p, "me") for p in range(n)])
