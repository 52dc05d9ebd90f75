"""`munchkin compile`."""

import argparse

from .exits import DONE

PURPOSE = "compile the rules now instead of at the first game"
ABOUT = "Needed once per machine and version. The environment variable MUNCHKIN_CACHE sets the folder for the machine code."
EXAMPLES = """\
  munchkin compile                             # a minute or more, once
  MUNCHKIN_CACHE=/tmp/cache munchkin compile   # into a folder of your choice"""


def add_arguments(_: argparse.ArgumentParser) -> None:
    """No arguments."""


def run(_: argparse.Namespace) -> int:
    from munchkin_env.core.compiling import is_cached, where_compiled
    from munchkin_env.core.mode import COMPILED

    if not COMPILED:
        print("NUMBA_DISABLE_JIT is set: the rules run as plain Python, so there is nothing to compile")
        return DONE
    had = is_cached()
    from munchkin_env.game.game import Game
    from munchkin_env.game.scenario import seat, table

    Game(2, seed=0)
    table(seat(), seat())
    print(f"{'already compiled' if had else 'compiled'}: {where_compiled()}")
    return DONE
