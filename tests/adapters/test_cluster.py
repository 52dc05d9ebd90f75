"""A batch on a cluster is one batch. `make test-extras` runs this; `make test` has no Ray."""

import importlib.util
from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest

from munchkin_env import MunchkinVector
from munchkin_env.core.cluster import connected
from munchkin_env.envs.shards import SHARED
from munchkin_env.game.notation import IllegalAction

pytestmark = [
    pytest.mark.skipif(importlib.util.find_spec("ray") is None, reason="needs the extra ray"),
    pytest.mark.filterwarnings("ignore::ResourceWarning", "ignore::pytest.PytestUnraisableExceptionWarning"),  # Ray's own pipes
]
SHORT: dict[str, Any] = {"num_players": 3, "win_level": 3, "max_rounds": 1, "trade_budget": 0, "seed": 4}


@pytest.fixture(scope="module")
def cluster() -> Iterator[Any]:
    with pytest.MonkeyPatch.context() as patch:
        patch.delenv("RAY_ADDRESS", raising=False)
        for name, value in {"RAY_AUTH_MODE": "disabled", "RAY_USAGE_STATS_ENABLED": "0", "RAY_ACCEL_ENV_VAR_OVERRIDE_ON_ZERO": "0"}.items():
            patch.setenv(name, value)
        with connected(True):
            yield importlib.import_module("munchkin_env.adapters.cluster")


def test_a_cluster_plays_the_batch_of_one_process(cluster: Any) -> None:
    options: dict[str, Any] = {**SHORT, "seat": "random", "opponents": {"weighted": 1, "greedy": 1}}
    rng = np.random.default_rng(1)
    with cluster.MunchkinCluster(7, actors=2, **options) as games, MunchkinVector(7, **options) as wanted:
        games.reset()
        wanted.reset()
        for _ in range(30):
            for name in SHARED:
                np.testing.assert_array_equal(getattr(games, name), getattr(wanted, name), err_msg=name)
            actions = (wanted.masks * rng.random(wanted.masks.shape)).argmax(axis=1)
            games.step(actions)
            wanted.step(actions)
        assert games.summary() == wanted.summary() and wanted.summary()["games"] > 1
        assert games.game(6) == wanted.game(6)
        actions = wanted.masks.argmax(axis=1)
        actions[6] = int(np.flatnonzero(~games.masks[6])[0])
        with pytest.raises(IllegalAction, match=r"game 6 of 7: .*no game has changed"):
            games.step(actions)
        with pytest.raises(ValueError, match="seat=9"):
            games.reset(seat=9)


def test_an_actor_that_dies_is_told(cluster: Any) -> None:
    with cluster.MunchkinCluster(2, actors=1, **SHORT, seat=0) as games:
        games.reset()
        cluster.ray.kill(games._actors[0]._actor)
        with pytest.raises(RuntimeError, match="an actor of the batch has ended unexpectedly"):
            games.step(games.masks.argmax(axis=1))


def test_mistakes_are_told(cluster: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(ValueError, match="actors=0: must be an integer from 1 to 256"):
        cluster.MunchkinCluster(2, actors=0)
    monkeypatch.setattr(cluster.ray, "is_initialized", lambda: False)
    with pytest.raises(RuntimeError, match=r"call ray.init\(\) first"):
        cluster.MunchkinCluster(2)
