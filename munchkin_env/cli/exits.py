"""Exit statuses, and the one line that explains them."""

import os
import sys

from munchkin_env.core.texts import printable_lines

DONE = 0
FAILED = 1
MISUNDERSTOOD = 2
INTERRUPTED = 130
"""The status that a shell expects after Ctrl-C."""
NOBODY_READS = 141
"""The status of a command whose output nobody reads any more (`munchkin cards | head`); it ends quietly."""


def fail(why: object) -> int:
    """The command was understood, but failed."""
    say(why)
    return FAILED


def misunderstood(why: object) -> int:
    """The arguments make no sense."""
    say(why)
    return MISUNDERSTOOD


def nobody_reads() -> int:
    """The reader of our output (head, less) has closed it. Further output, also at the end of the process, is discarded."""
    nowhere = os.open(os.devnull, os.O_WRONLY)
    try:
        os.dup2(nowhere, sys.stdout.fileno())
    finally:
        os.close(nowhere)
    return NOBODY_READS


def say(what: object) -> None:
    """To stderr. The text may quote files and arguments: nothing in it can control the terminal."""
    print(f"munchkin: {printable_lines(str(what))}", file=sys.stderr)
