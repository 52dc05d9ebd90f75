"""What the commands' arguments share: types, common options, and the look of help texts."""

import argparse
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, NoReturn

from munchkin_env.core.texts import cut, printable_lines

SHEETS = {"deluxe": "D", "star": "S", "western": "W", "potter": "P"}
"""The built-in sets, and the letter of each set's rule sheet in docs/rules.md. (Asking the loader would slow down --help.)"""
LONGEST_PAUSE = 3600
"""Seconds. The maximum of time.sleep depends on the system."""
_MOST_DIGITS = 40
"""Python itself refuses to read numbers of thousands of digits."""


# ----------------------------------------------------------------------------------------------------------- types


def _number(text: str) -> int | None:
    """The integer in the text, if it is one of reasonable length."""
    return int(text) if len(text) <= _MOST_DIGITS and text.removeprefix("-").isdecimal() else None


def integer(text: str) -> int:
    if (found := _number(text)) is None:
        raise argparse.ArgumentTypeError(f"{_quoted(text)} is not an integer")
    return found


def count(text: str) -> int:
    if (found := _number(text)) is None or found < 1:
        raise argparse.ArgumentTypeError(f"{_quoted(text)} is not an integer of at least 1")
    return found


def seed(text: str) -> int:
    if (found := _number(text)) is None or not 0 <= found < 1 << 63:
        raise argparse.ArgumentTypeError(f"{_quoted(text)} is not an integer from 0 to 2**63 - 1")
    return found


def port(text: str) -> int:
    if (found := _number(text)) is None or not 0 <= found < 1 << 16:
        raise argparse.ArgumentTypeError(f"{_quoted(text)} is not a port: must be an integer from 0 (any free one) to 65535")
    return found


def pause(text: str) -> float:
    try:
        seconds = float(text)
    except ValueError:
        seconds = -1.0
    if not 0 <= seconds <= LONGEST_PAUSE:
        raise argparse.ArgumentTypeError(f"{_quoted(text)} is not a number of seconds from 0 to {LONGEST_PAUSE}")
    return seconds


def _quoted(text: str) -> str:
    return cut(repr(text), 80)


# -------------------------------------------------------------------------------------- options of several commands


def add_sets(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--set",
        dest="sets",
        action="append",
        metavar="SET",
        help=f"{', '.join(SHEETS)}, or the path of a card file; repeat to combine several (default: deluxe)",
    )


def add_ray(parser: argparse.ArgumentParser, what: str) -> None:
    about = f"{what} on a Ray cluster; without an address, on a local one"
    parser.add_argument("--ray", nargs="?", const=True, default=False, metavar="ADDRESS", help=about)


@contextmanager
def at_work(given: argparse.Namespace, threads: int) -> Iterator[Any]:
    """Who does the work: so many threads, or the processors of a cluster."""
    from munchkin_env.core.cluster import Cluster, connected

    if not given.ray:
        yield threads
        return
    with connected(given.ray) as ray:
        yield Cluster(ray)


def sets(given: argparse.Namespace) -> tuple[str, ...]:
    return tuple(given.sets or ("deluxe",))


def add_house_rules(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--option",
        action="append",
        default=[],
        metavar="NAME=VALUE",
        help="a house rule (docs/options.md), such as win_level=6; repeat for several",
    )


def house_rules(given: argparse.Namespace) -> dict[str, Any]:
    """The house rules from --option. Raises OptionError for anything else."""
    from munchkin_env.game.options import NUM_PLAYERS, OptionError, check_names

    options = dict(_house_rule(text) for text in given.option)
    if NUM_PLAYERS.name in options:
        raise OptionError(f"--option {NUM_PLAYERS.name}: this command has its own option for the number of players; see --help")
    check_names(options)
    return options


def _house_rule(text: str) -> tuple[str, Any]:
    """NAME=VALUE, where VALUE is a number, true, false, or a word."""
    name, _, value = text.partition("=")
    if value.lower() in ("true", "false"):
        return name, value.lower() == "true"
    found = _number(value)
    return name, value if found is None else found


def check_writable(name: str, path: Path, *, replaced: bool = False) -> None:
    """Report problems with a file before the game that is written into it, not after. replaced: an existing file may be overwritten."""
    from munchkin_env.players.agents import AgentError

    there = path.exists()
    if there and not replaced:
        raise AgentError(f"{name} {path}: the file already exists, and is not overwritten")
    if not path.resolve().parent.is_dir():
        raise AgentError(f"{name} {path}: there is no folder {path.resolve().parent}")
    try:
        with path.open("ab"):
            pass
        if not there:
            path.unlink()
    except OSError as error:
        raise AgentError(f"{name} {path}: cannot be written: {error.strerror}") from error


def add_task(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--task", metavar="TASK", help="play a task (`munchkin tasks`): players, cards and house rules are the task's")


def take_task(given: argparse.Namespace, *decided: str) -> Any:
    """The task that was named, or None; its cards and house rules become those that are given.

    Raises TaskError; also for a given argument that the task decides.
    """
    from munchkin_env.tasks import TaskError, find_task

    if given.task is None:
        return None
    task = find_task(given.task)
    for name in decided:
        if getattr(given, name) not in (None, []):
            called = "--set" if name == "sets" else f"--{name}"
            raise TaskError(f"{called}: the task {task.id} decides that; omit {called}, or --task")
    given.sets, given.option = list(task.card_sets), [f"{name}={value}" for name, value in task.rules.items()]
    return task


# ------------------------------------------------------------------------------------------------------------ help


class Parser(argparse.ArgumentParser):
    """Quotes unknown arguments safely: they cannot control the terminal."""

    def error(self, message: str) -> NoReturn:
        super().error(printable_lines(message))


class Help(argparse.HelpFormatter):
    """Keeps indented lines (tables, examples) as they are, and shows a default only where there is one."""

    def _fill_text(self, text: str, width: int, indent: str) -> str:
        lines = text.splitlines()
        return "\n".join(line if line.startswith(" ") else super(Help, self)._fill_text(line, width, indent) for line in lines)

    def _get_help_string(self, action: argparse.Action) -> str | None:
        default = " ".join(action.default) if isinstance(action.default, list) else action.default
        says_nothing = default is None or default is False or default in ("", argparse.SUPPRESS)
        if action.help is None or "default" in action.help or not action.option_strings or says_nothing:
            return action.help
        return f"{action.help} (default: {default})"
