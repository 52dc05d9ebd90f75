"""Help another process to compile the rules: `python -m munchkin_env.game.helping FOLDER`, where the folder says who compiles what."""

import sys
from pathlib import Path

import munchkin_env.game.warming  # noqa: F401  # all kernels behind a game
from munchkin_env.core.compiling import help_compiling

if __name__ == "__main__":
    help_compiling(Path(sys.argv[1]))
