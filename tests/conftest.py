import random
from pathlib import Path

import numpy as np
import pytest

from munchkin_env.core.mode import COMPILED
from tests.told import Told

# An overflowing small numpy integer would give another result than compiled code, which computes in 64 bits.
np.seterr(over="raise")

ONLY_COMPILED = Path(__file__).parent / "compiled"


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--shuffle", type=int, metavar="SEED", help="run the tests in another order, determined by SEED")
    parser.addoption("--told", action="store_true", help="report the number of finished tests every few seconds, instead of a dot for each")


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """tests/compiled runs only compiled; everything marked `compiled` runs both in the twin and compiled."""
    for item in items:
        if item.path.is_relative_to(ONLY_COMPILED):
            item.add_marker(pytest.mark.compiled)
            if not COMPILED:
                item.add_marker(pytest.mark.skip(reason="needs compiled kernels"))
    if (seed := config.getoption("--shuffle")) is not None:
        random.Random(seed).shuffle(items)  # the same in all processes, as pytest-xdist requires


def pytest_configure(config: pytest.Config) -> None:
    if config.getoption("--told") and not hasattr(config, "workerinput"):
        config.pluginmanager.register(Told(config))
