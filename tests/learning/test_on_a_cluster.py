"""A cluster makes the same parts as this machine. `make test-extras` runs this; `make test` has no Ray."""

import importlib.util
from collections.abc import Iterator
from functools import partial
from pathlib import Path

import numpy as np
import pytest

from munchkin_env.core.cluster import Cluster, connected
from munchkin_env.lab.trials.bench_of_bots import Trials
from munchkin_env.lab.trials.cards import play_card_trials
from munchkin_env.lab.trials.decisions import every_kind, play_choice_trials
from munchkin_env.learning.labels import Labelling, make_parts
from munchkin_env.learning.parts import Makers, PartArrays, kept_part, kept_parts
from munchkin_env.players.policy import load_policy

pytestmark = [
    pytest.mark.skipif(importlib.util.find_spec("ray") is None, reason="needs the extra ray"),
    pytest.mark.filterwarnings("ignore::ResourceWarning", "ignore::pytest.PytestUnraisableExceptionWarning"),  # Ray's own pipes
]


@pytest.fixture(autouse=True)
def quiet(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("RAY_ADDRESS", raising=False)
    monkeypatch.setenv("RAY_AUTH_MODE", "disabled")
    monkeypatch.setenv("RAY_USAGE_STATS_ENABLED", "0")
    monkeypatch.setenv("RAY_ACCEL_ENV_VAR_OVERRIDE_ON_ZERO", "0")


@pytest.fixture
def cluster() -> Iterator[Cluster]:
    with connected(True) as ray:
        yield Cluster(ray)


def squares(add: int, k: int) -> PartArrays:
    if k == 7:
        raise ValueError("seven")
    return {"square": np.array([k * k + add])}


def test_parts_come_in_order_and_what_is_there_is_not_made_again(tmp_path: Path, cluster: Cluster) -> None:
    make = partial(squares, 1)
    assert list(kept_parts(tmp_path, "some", {}, make, range(3), cluster)) == [0, 1, 2]
    kept_part(tmp_path, "some", 1).unlink()
    before = kept_part(tmp_path, "some", 2).stat()
    assert sorted(kept_parts(tmp_path, "some", {}, make, range(6), cluster)) == list(range(6))
    assert kept_part(tmp_path, "some", 2).stat() == before
    assert [int(np.load(kept_part(tmp_path, "some", k))["square"][0]) for k in range(6)] == [1, 2, 5, 10, 17, 26]
    with pytest.raises(ValueError, match="seven"):
        list(kept_parts(tmp_path, "some", {}, make, range(9), cluster))
    assert not kept_part(tmp_path, "some", 7).exists()


def test_labels_and_trials_are_the_same(tmp_path: Path, cluster: Cluster) -> None:
    how, student, trials = Labelling(part=32, seed=3), load_policy("trained"), Trials(players=("weighted",) * 2, games=4)
    makers: dict[str, Makers] = {"here": 1, "there": cluster}
    for name, one in makers.items():
        assert list(make_parts(tmp_path / name, how, student, range(3), one)) == [0, 1, 2]
        play_card_trials(tmp_path / name, trials, 3, one)
        play_choice_trials(tmp_path / name, trials, every_kind(0.1), 3, one)
    paths = sorted((tmp_path / "here").glob("*.npz"))
    assert len(paths) == 9
    for path in paths:
        one, two = np.load(path), np.load(tmp_path / "there" / path.name)
        assert one.files == two.files and all(np.array_equal(one[key], two[key]) for key in one.files)
