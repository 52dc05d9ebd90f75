"""What the shell gets from a command, and the one line that says why."""

import os
import sys

from munchkin_env.core.texts import printable_lines

DONE = 0
FAILED = 1
MISUNDERSTOOD = 2
INTERRUPTED = 130
"""What a shell expects of a command that Ctrl-C ended."""
NOBODY_READS = 141
"""What it sees of a command whose output nobody reads any more (`munchkin cards | head`), here without a word."""


def fail(why: object) -> int:
    """The command was understood, and could not do it."""
    say(why)
    return FAILED


def misunderstood(why: object) -> int:
    """The arguments make no sense."""
    say(why)
    return MISUNDERSTOOD


def nobody_reads() -> int:
    """The reader of our output (head, less) has seen enough. What is still to be written, also at the end of the process, goes nowhere."""
    nowhere = os.open(os.devnull, os.O_WRONLY)
    try:
        os.dup2(nowhere, sys.stdout.fileno())
    finally:
        os.close(nowhere)
    return NOBODY_READS


def say(what: object) -> None:
    """To stderr. The text may quote files and arguments: nothing in it steers the terminal."""
    print(f"munchkin: {printable_lines(str(what))}", file=sys.stderr)
