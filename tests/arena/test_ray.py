"""A cluster gives the games of one machine. `pip install -e ".[ray]" -c constraints.txt` and this runs; `make test` has no Ray."""

import importlib.util

import pytest

from munchkin_env.arena import ArenaError
from tests.arena.helpers import HERE, played

INSTALLED = importlib.util.find_spec("ray") is not None
BOTS = ["greedy", "weighted", "random", "greedy-1"]


@pytest.mark.skipif(not INSTALLED, reason="needs the extra ray")
@pytest.mark.filterwarnings("ignore::ResourceWarning", "ignore::pytest.PytestUnraisableExceptionWarning")  # Ray's own pipes
@pytest.mark.parametrize("specs", [BOTS, [HERE + "Lot", HERE + "Many", HERE + "Crashes", "weighted"]])
def test_a_cluster_gives_the_same_games(specs: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("RAY_AUTH_MODE", "disabled")  # else Ray writes a token into the home folder
    monkeypatch.setenv("RAY_ACCEL_ENV_VAR_OVERRIDE_ON_ZERO", "0")  # else Ray warns of what it will do to the visible devices
    assert played(specs, 8, ray=True) == played(specs, 8)


@pytest.mark.skipif(INSTALLED, reason="Ray is there")
def test_without_ray_that_is_said() -> None:
    with pytest.raises(ArenaError, match=r"munchkin_env\[ray\]"):
        played(BOTS, 4, ray=True)
