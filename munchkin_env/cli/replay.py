"""`munchkin replay`."""

import argparse
import time
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from .arguments import add_sets, count, integer, pause
from .exits import DONE, misunderstood
from .starting import plain_meanwhile

PURPOSE = "show a recorded game step by step, or make it a page for a browser"
ABOUT = "The recording is checked while it is shown: rules, cards, every action, and the result."
EXAMPLES = """\
  munchkin replay game.jsonl                        # every card is shown
  munchkin replay game.jsonl --seat 0 --pause 1     # what the player on seat 0 saw, slowly
  munchkin replay game.jsonl --first 40 --last 60   # part of it
  munchkin replay game.jsonl --html game.html       # one file that a browser shows: a table and a timeline
  munchkin replay game.jsonl --html game.html --analyse search:20ms   # also who was winning when, and what was a mistake"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("file", type=Path, metavar="FILE", help="a file written by `munchkin play --record FILE` or Replay.save")
    parser.add_argument("--seat", type=integer, metavar="N", help="only what the player in that seat saw (default: all cards)")
    parser.add_argument("--first", type=count, default=1, metavar="N", help="the first action to show")
    parser.add_argument("--last", type=count, metavar="N", help="the last action to show (default: the end)")
    parser.add_argument("--pause", type=pause, default=0.0, metavar="S", help="seconds between actions")
    parser.add_argument(
        "--html", type=Path, metavar="FILE", help="write a page instead; with --seat it holds nothing that the player did not see"
    )
    parser.add_argument(
        "--analyse",
        metavar="SEARCH",
        help="with --html: chances to win, mistakes, luck and deals, as a search such as search:20ms judges them (docs/watching.md)",
    )
    add_sets(parser)


def run(given: argparse.Namespace) -> int:
    if (code := plain_meanwhile(given.words, [given.analyse] if given.analyse else ())) is not None:
        return code
    from munchkin_env.game.replay import Replay

    replay = Replay.load(given.file, tuple(given.sets) if given.sets else None)
    start = replay.start
    if given.seat is not None and given.seat not in range(start.num_players):
        return misunderstood(f"--seat {given.seat}: must be 0 to {start.num_players - 1}")
    if given.html is not None:
        return _page(given, replay)
    if given.analyse is not None:
        return misunderstood("--analyse needs --html FILE, the page that shows the analysis")
    return _show(given, replay)


def _page(given: argparse.Namespace, replay: Any) -> int:
    """Write the page of the whole game."""
    from rich.console import Console

    from munchkin_env.core.files import write
    from munchkin_env.web import record, replay_page
    from munchkin_env.web.analysing import analysed, parse_analysis

    from .progress import progress_of

    partly = {"--first": given.first != 1, "--last": given.last is not None, "--pause": given.pause != 0}
    if any(partly.values()):
        names = ", ".join(name for name, is_given in partly.items() if is_given)
        return misunderstood(f"--html shows the whole game, which the page steps through; omit {names}")
    if given.html.exists() and given.html.samefile(given.file):
        return misunderstood(f"--html {given.html} is the recording itself; choose another file")
    judge = None if given.analyse is None else parse_analysis(given.analyse)
    recording = record(replay, given.seat)
    if judge is not None:
        try:
            with progress_of(Console(stderr=True), "analysing") as bar:
                task = bar.add_task("", total=len(replay.actions))
                recording = analysed(recording, replay, judge, lambda done, _all: bar.update(task, completed=done))
        finally:
            judge.close()
    write(given.html, replay_page(recording))
    print(given.html)
    return DONE


def _show(given: argparse.Namespace, replay: Any) -> int:
    from munchkin_env.game.notation import seat_names
    from munchkin_env.web.recording import noticed_steps

    _begin(replay)
    names = seat_names(replay.names)
    if names:
        print(", ".join(f"player {p} is {name}" for p, name in names.items()))
    for number, step in enumerate(noticed_steps(replay, given.seat), 1):
        if number > (given.last or number):
            return DONE
        if number >= given.first and (step.said is not None or step.events):
            time.sleep(given.pause)
            _tell(number, step)
    _finish(replay, given.seat, names)
    return DONE


def _begin(replay: Any) -> None:
    start = replay.start
    changed = ", ".join(f"{name}={value}" for name, value in start.options.items() if value != _default(name))
    origin = "from a position" if start.seed is None else f"seed {start.seed}"
    print(f"{start.num_players} players, {', '.join(start.sets)}, {origin}; {changed or 'no house rules'}; {len(replay.actions)} actions")


def _default(name: str) -> Any:
    from munchkin_env.game.options import BY_NAME

    return BY_NAME[name].default


def _tell(number: int, step: Any) -> None:
    """Who decided what, as far as the viewer may know it, and what came of it."""
    view = step.view
    if step.said is not None:
        print(f"{number:5}  {view['seats'][step.seat]['name']}: {step.said}")
    for event in step.events:
        if event["what"] == "TURN":
            print(f"\n       -- {event['says']}, round {view['round']}, Levels {', '.join(str(one['level']) for one in view['seats'])} --")
        else:
            print(f"         {event['says']}")


def _finish(replay: Any, seat: int | None, names: Mapping[int, str]) -> None:
    """The result, or who would decide next."""
    from munchkin_env.game.notation import with_names

    game = replay.game
    if game.over:
        won = with_names(" and ".join(f"player {p}" for p in game.winners), names)
        print(f"\n{won + ' won' if won else 'Truncated without a winner'}; Levels {', '.join(map(str, game.levels))}")
    else:
        choices = f": {'; '.join(game.texts())}" if seat in (None, game.seat) else ""  # they name cards of that hand
        print(with_names(f"\nPlayer {game.seat} would decide{choices}", names))
