"""`python -m munchkin_env` is `munchkin`."""

import sys

from munchkin_env.cli.main import main

if __name__ == "__main__":
    sys.exit(main())
