"""What the shell gets from a command, and the one line that says why."""

import sys

from munchkin_env.core.texts import printable_lines

DONE = 0
FAILED = 1
MISUNDERSTOOD = 2
INTERRUPTED = 130
"""What a shell expects of a command that Ctrl-C ended."""


def fail(why: object) -> int:
    """The command was understood, and could not do it."""
    say(why)
    return FAILED


def misunderstood(why: object) -> int:
    """The arguments make no sense."""
    say(why)
    return MISUNDERSTOOD


def say(what: object) -> None:
    """To stderr. The text may quote files and arguments: nothing in it steers the terminal."""
    print(f"munchkin: {printable_lines(str(what))}", file=sys.stderr)
