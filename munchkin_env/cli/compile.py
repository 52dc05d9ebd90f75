"""`munchkin compile`."""

import argparse

from .exits import DONE

PURPOSE = "compile the rules now rather than at the first game"
ABOUT = "Needed once per machine and version. The environment variable MUNCHKIN_CACHE names the folder that keeps the machine code."
EXAMPLES = """\
  munchkin compile                             # a minute or more, once
  MUNCHKIN_CACHE=/tmp/cache munchkin compile   # into a folder of your choice"""


def add_arguments(_: argparse.ArgumentParser) -> None:
    """It has none."""


def run(_: argparse.Namespace) -> int:
    from munchkin_env.core.cache import CACHE
    from munchkin_env.core.compiling import is_cached
    from munchkin_env.core.mode import COMPILED

    if not COMPILED:
        print("NUMBA_DISABLE_JIT is set: the rules run as plain Python, there is nothing to compile")
        return DONE
    had = is_cached()
    from munchkin_env.game.game import Game
    from munchkin_env.game.scenario import seat, table

    Game(2, seed=0)
    table(seat(), seat())
    print(f"{'was compiled already' if had else 'compiled'}: {CACHE}")
    return DONE
