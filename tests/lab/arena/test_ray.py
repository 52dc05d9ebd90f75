"""A cluster gives the same games as one machine. `make test-extras` runs this; `make test` has no Ray."""

import importlib
import importlib.util
import os
import sys
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest

from munchkin_env.core.cluster import LOOPBACK, ClusterError, connected
from tests.lab.arena.helpers import HERE, played

INSTALLED = importlib.util.find_spec("ray") is not None
BOTS = ["greedy", "weighted", "random", "greedy-1"]


LOCAL = "0100007F" if sys.byteorder == "little" else "7F000001"
"""127.0.0.1 as /proc writes it."""
needs_ray = pytest.mark.skipif(not INSTALLED, reason="needs the extra ray")


@pytest.fixture
def quiet(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("RAY_ADDRESS", raising=False)
    monkeypatch.setenv("RAY_AUTH_MODE", "disabled")  # otherwise Ray writes a token into the home folder
    monkeypatch.setenv("RAY_USAGE_STATS_ENABLED", "0")  # it would ask other machines
    monkeypatch.setenv("RAY_ACCEL_ENV_VAR_OVERRIDE_ON_ZERO", "0")  # otherwise Ray warns about changing the visible devices


@needs_ray
@pytest.mark.usefixtures("quiet")
@pytest.mark.filterwarnings("ignore::ResourceWarning", "ignore::pytest.PytestUnraisableExceptionWarning")  # Ray's own pipes
@pytest.mark.parametrize("specs", [BOTS, [HERE + "Lot", HERE + "Many", HERE + "Crashes", "weighted"]])
def test_a_cluster_gives_the_same_games(specs: list[str]) -> None:
    assert played(specs, 8, ray=True) == played(specs, 8)


@needs_ray
@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="reads /proc")
@pytest.mark.usefixtures("quiet")
@pytest.mark.filterwarnings("ignore::ResourceWarning", "ignore::pytest.PytestUnraisableExceptionWarning")
def test_a_cluster_of_this_machine_listens_to_this_machine_alone_and_leaves_nothing() -> None:
    before = folders()
    with connected(True) as ray:
        (folder,) = folders() - before
        found = listening(folder.name)
    assert found, "they do listen somewhere"
    assert found <= {LOCAL, "0" * 16 + "FFFF0000" + LOCAL}, "in both sorts of addresses"
    assert not ray.is_initialized() and LOOPBACK not in os.environ and not folder.exists()


def folders() -> set[Path]:
    return set(Path("/tmp").glob("munchkin-ray-*"))


def listening(word: str) -> set[str]:
    """The addresses, as in /proc, at which this process listens and those with this word in their command."""
    sockets = set()
    for process in Path("/proc").glob("[0-9]*"):
        with suppress(OSError):  # it has ended, or belongs to another user
            if process.name == str(os.getpid()) or word in (process / "cmdline").read_text(errors="replace"):
                sockets |= {str(file.readlink()) for file in (process / "fd").iterdir()}
    rows = [line.split() for name in ("tcp", "tcp6") for line in Path(f"/proc/net/{name}").read_text().splitlines()[1:]]
    return {row[1].partition(":")[0] for row in rows if row[3] == "0A" and f"socket:[{row[9]}]" in sockets}


@needs_ray
@pytest.mark.usefixtures("quiet")
def test_a_cluster_that_is_not_there_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    """A cluster configured elsewhere is not asked to be this machine."""
    seen: list[dict[str, Any]] = []

    def init(**named: Any) -> None:
        seen.append(named | {LOOPBACK: os.environ.get(LOOPBACK)})
        raise ConnectionError("nobody")

    monkeypatch.setattr(importlib.import_module("ray"), "init", init)
    with pytest.raises(ClusterError, match="no cluster answers there: nobody"):
        played(BOTS, 4, ray="127.0.0.1:1")
    assert seen[0]["address"] == "127.0.0.1:1" and seen[0][LOOPBACK] is None and "_temp_dir" not in seen[0]


@pytest.mark.skipif(INSTALLED, reason="Ray is there")
def test_without_ray_that_is_said() -> None:
    with pytest.raises(ClusterError, match=r"munchkin-env\[ray\]"):
        played(BOTS, 4, ray=True)
