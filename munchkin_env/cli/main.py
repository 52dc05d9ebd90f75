"""The command line: `munchkin`, or `python -m munchkin_env`. Finds the command, runs it, and reports errors."""

import argparse
import io
import sys
from collections.abc import Callable, Mapping, Sequence
from typing import Protocol

from munchkin_env.version import __version__

from . import (
    bench,
    cards,
    census,
    demo,
    evaluate,
    export,
    lab,
    leaderboard,
    mcp,
    play,
    replay,
    rules,
    serve,
    tasks,
    text,
    tournament,
    train,
    watch,
)
from . import compile as compile_
from .arguments import Help, Parser
from .exits import INTERRUPTED, fail, nobody_reads, say


class Command(Protocol):
    """A module in this folder. It imports slow modules inside its functions, because `munchkin --help` loads every command."""

    @property
    def PURPOSE(self) -> str:  # noqa: N802 - a constant of the module
        """One line for the list of commands: starts with a lower-case verb, no full stop."""

    @property
    def ABOUT(self) -> str:  # noqa: N802
        """A paragraph: what users need to know."""

    @property
    def EXAMPLES(self) -> str:  # noqa: N802
        """One per line, each with a comment that says what it is for."""

    @property
    def add_arguments(self) -> Callable[[argparse.ArgumentParser], None]: ...

    @property
    def run(self) -> Callable[[argparse.Namespace], int]:
        """Returns the exit status."""


COMMANDS: Mapping[str, Command] = {
    "play": play,
    "serve": serve,
    "watch": watch,
    "replay": replay,
    "cards": cards,
    "rules": rules,
    "tournament": tournament,
    "tasks": tasks,
    "evaluate": evaluate,
    "leaderboard": leaderboard,
    "census": census,
    "lab": lab,
    "export": export,
    "train": train,
    "demo": demo,
    "text": text,
    "mcp": mcp,
    "compile": compile_,
    "bench": bench,
}
EXAMPLES = """\
  munchkin play              # a game against three bots
  munchkin cards Net Troll   # what a card does"""


def main(arguments: Sequence[str] | None = None) -> int:
    """Returns the exit status: 0, 1 (a command failed), 2 (it was not understood), 130 (Ctrl-C) or 141 (nobody reads the output)."""
    _print_anything()
    try:
        code = _main(arguments)
        sys.stdout.flush()  # now, not when Python exits, where errors could not be handled
        return code
    except BrokenPipeError:
        return nobody_reads()


def _main(arguments: Sequence[str] | None) -> int:
    try:
        given = parser().parse_args(arguments)
        given.words = sys.argv[1:] if arguments is None else list(arguments)  # for a command that runs again in another way
        return _run(given)
    except KeyboardInterrupt:
        say("interrupted")
        return INTERRUPTED
    except SystemExit as end:
        if isinstance(end.__context__, BrokenPipeError):  # how rich reports it
            raise end.__context__ from None
        sys.stdout.flush()  # argparse ends the process after --help
        raise


def _print_anything() -> None:
    """Escape letters that the terminal or the output file cannot encode (\\u2212), instead of raising UnicodeEncodeError."""
    if isinstance(sys.stdout, io.TextIOWrapper) and sys.stdout.errors == "strict":
        sys.stdout.reconfigure(errors="backslashreplace")


def _run(given: argparse.Namespace) -> int:
    command: Callable[[argparse.Namespace], int] = given.command
    try:
        return command(given)
    except BrokenPipeError:  # not a fault: main ends quietly
        raise
    except OSError as error:  # cannot write: a full disk, no permission
        return fail(error)
    except ValueError as error:
        if isinstance(error, _for_users()):
            return fail(error)
        raise


def _for_users() -> tuple[type[ValueError], ...]:
    """Errors whose message tells users what to do; any other is a bug. Imported when one occurs."""
    from munchkin_env.cards.loader import CardSetError
    from munchkin_env.core.cluster import ClusterError
    from munchkin_env.game.options import OptionError
    from munchkin_env.game.saved import LoadError
    from munchkin_env.lab.arena import ArenaError
    from munchkin_env.lab.census.census import CensusError
    from munchkin_env.lab.protocol.results import ProtocolError
    from munchkin_env.learning.parts import MadeOtherwiseError
    from munchkin_env.players.agents import AgentError
    from munchkin_env.players.bots import StyleError, UnknownBotError
    from munchkin_env.players.policy import PolicyError
    from munchkin_env.tasks import TaskError

    return (
        AgentError,
        ArenaError,
        CardSetError,
        CensusError,
        ClusterError,
        LoadError,
        MadeOtherwiseError,
        OptionError,
        PolicyError,
        ProtocolError,
        StyleError,
        TaskError,
        UnknownBotError,
    )


def parser() -> argparse.ArgumentParser:
    width = max(map(len, COMMANDS))
    table = "\n".join(f"  {name:{width}}  {command.PURPOSE}" for name, command in COMMANDS.items())
    made = Parser(
        prog="munchkin",
        usage="munchkin [-h] [--version] COMMAND ...",
        description="The card game Munchkin as a reinforcement-learning environment.",
        epilog=f"commands:\n{table}\n\nexamples:\n{EXAMPLES}\n\nmunchkin COMMAND --help explains a command.",
        formatter_class=Help,
    )
    made.add_argument("--version", action="version", version=f"munchkin_env {__version__}", help="show the version and exit")
    commands = made.add_subparsers(metavar="COMMAND", prog="munchkin", required=True, help=argparse.SUPPRESS)
    for name, command in COMMANDS.items():
        about = f"{command.PURPOSE[:1].upper()}{command.PURPOSE[1:]}.\n\n{command.ABOUT}"
        added = commands.add_parser(name, description=about, epilog=f"examples:\n{command.EXAMPLES}", formatter_class=Help)
        command.add_arguments(added)
        added.set_defaults(command=command.run)
    return made
