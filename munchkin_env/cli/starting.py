"""Start at once: in plain Python, while the rules are compiled in the background."""

import os
import shutil
import signal
import subprocess
import sys
from collections.abc import Sequence
from typing import Any


def plain_meanwhile(words: Sequence[str], players: Sequence[str] = ()) -> int | None:
    """If the rules would have to be compiled first, run this command in plain Python instead; None: go on here.

    They are compiled in the background, unless nothing that is compiled could be kept.

    Args:
        words: The command line, without the program's name.
        players: Who plays in it. Searches, and agents whose code may search, wait for compiled rules.
    """
    from munchkin_env.core.cache import cache_of_this_process
    from munchkin_env.core.compiling import is_cached
    from munchkin_env.core.mode import COMPILED, notify
    from munchkin_env.core.sharing import our_environ, python

    if not COMPILED or is_cached() or any(":" in player or player.startswith("search") for player in players):
        return None
    program, environ = python("-m", "munchkin_env"), our_environ()
    if (own := cache_of_this_process()) is None:
        notify("starting in plain Python, which is slower but plays the same, while the rules are compiled in the background")
        start_in_background([*program, "compile"], environ)
    else:
        notify("playing in plain Python, slower but the same: there is no folder for compiled code (MUNCHKIN_CACHE names one)")
        shutil.rmtree(own, ignore_errors=True)  # now: what takes our place knows nothing of it
    return run_instead([*program, *words], {**environ, "NUMBA_DISABLE_JIT": "1"})


def start_in_background(program: Sequence[str], environ: dict[str, str]) -> "subprocess.Popen[bytes]":
    """A process that outlives this one, has no terminal, and leaves the processor to others."""
    apart: dict[str, Any] = {"start_new_session": True}
    if sys.platform == "win32":
        apart = {"creationflags": subprocess.DETACHED_PROCESS | subprocess.BELOW_NORMAL_PRIORITY_CLASS}
    nothing = subprocess.DEVNULL
    return subprocess.Popen(_nice(program), stdin=nothing, stdout=nothing, stderr=nothing, env=environ, **apart)


def _nice(program: Sequence[str]) -> list[str]:
    """The program with a low priority, which it gives itself: the game goes first."""
    if sys.platform == "win32":
        return list(program)
    return [sys.executable, "-P", "-c", "import os, sys; os.nice(10); os.execv(sys.argv[1], sys.argv[1:])", *program]


def run_instead(program: Sequence[str], environ: dict[str, str]) -> int:
    """Become that program; on Windows, where that is not possible, wait for it."""
    sys.stdout.flush()
    sys.stderr.flush()
    if sys.platform != "win32":
        os.execve(program[0], list(program), environ)
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the game
    return subprocess.run(program, env=environ, check=False).returncode
