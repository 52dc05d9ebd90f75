"""Whether the kernels are compiled.

Under NUMBA_DISABLE_JIT=1 they stay plain Python functions (the twin), and Numba is not even imported.
"""

import os
import sys


def _jit_wanted() -> bool:
    if os.environ.get("NUMBA_DISABLE_JIT", "0") not in ("", "0"):
        return False
    import numba

    return not numba.config.DISABLE_JIT  # may also be set in a .numba_config.yaml


COMPILED = _jit_wanted()
"""Whether kernels are machine code (True) or plain Python, the twin (False)."""


def notify(text: str) -> None:
    print(f"munchkin_env: {text}", file=sys.stderr, flush=True)
