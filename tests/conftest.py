from pathlib import Path

import numpy as np
import pytest

from munchkin_env.engine.kernel import COMPILED

# A small integer of numpy that overflows would give another result than compiled code, which computes in 64 bits.
np.seterr(over="raise")

ONLY_COMPILED = Path(__file__).parent / "compiled"


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """tests/compiled runs only compiled; everything marked `compiled` runs both in the twin and compiled."""
    for item in items:
        if item.path.is_relative_to(ONLY_COMPILED):
            item.add_marker(pytest.mark.compiled)
            if not COMPILED:
                item.add_marker(pytest.mark.skip(reason="needs compiled kernels"))
