"""A batch in several processes is one batch."""

import os
import pickle
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from munchkin_env import MunchkinVector
from munchkin_env.envs.processes import MunchkinProcesses
from munchkin_env.envs.shards import SHARED
from munchkin_env.game.notation import IllegalAction
from munchkin_env.game.options import OptionError

SHORT: dict[str, Any] = {"num_players": 3, "win_level": 3, "max_rounds": 1, "trade_budget": 0, "seed": 4}


def check_equal(one: Any, other: Any) -> None:
    for name in SHARED:
        np.testing.assert_array_equal(getattr(one, name), getattr(other, name), err_msg=name)


def legal(games: Any, rng: np.random.Generator) -> Any:
    return np.where(games.masks.any(axis=1), (games.masks * rng.random(games.masks.shape)).argmax(axis=1), -1)


@pytest.mark.compiled
def test_it_is_the_batch_of_one_process() -> None:
    options: dict[str, Any] = {**SHORT, "seat": "random", "opponents": {"weighted": 1, "greedy": 1}, "shaping": 0.5}
    with MunchkinProcesses(7, processes=2, **options) as games, MunchkinVector(7, **options) as wanted:
        for seed in (None, 11):
            games.reset(seed)
            wanted.reset(seed)
            rng = np.random.default_rng(1)
            for _ in range(40):
                check_equal(games, wanted)
                actions = legal(wanted, rng)
                games.step(actions)
                wanted.step(actions)
        assert games.summary() == wanted.summary() and wanted.summary()["games"] > 3
        assert games.roster == wanted.roster
        np.testing.assert_array_equal(games.learners(), wanted.learners())
        for i in (0, 3, 6):
            assert games.game(i) == wanted.game(i) and games.game(i).seed == wanted.game(i).seed


def test_several_seats_the_compact_form_and_games_that_wait() -> None:
    options: dict[str, Any] = {**SHORT, "seat": (0, 2), "observation": "compact", "autoreset": False}
    with MunchkinProcesses(4, processes=3, **options) as games, MunchkinVector(4, **options) as wanted:
        games.reset()
        wanted.reset()
        rng = np.random.default_rng(2)
        for _ in range(120):
            actions = legal(wanted, rng)
            games.step(actions)
            wanted.step(actions)
        over = ~wanted.masks.any(axis=1)
        assert over.any()
        check_equal(games, wanted)
        i = int(np.flatnonzero(over)[0])
        wrong = legal(wanted, rng)
        wrong[i] = 5
        with pytest.raises(IllegalAction, match=rf"game {i} of 4: it is over and takes only -1, not action 5"):
            games.step(wrong)
        games.reset(mask=over)
        wanted.reset(mask=over)
        check_equal(games, wanted)
        assert wanted.masks.any(axis=1).all()


def test_it_is_saved_and_copied_as_one_batch() -> None:
    rng = np.random.default_rng(3)
    with MunchkinProcesses(5, processes=2, **SHORT, seat=0) as games, MunchkinVector(5, **SHORT, seat=0) as wanted:
        games.reset()
        saved = games.to_bytes()
        for _ in range(10):
            games.step(legal(games, rng))
        with pickle.loads(pickle.dumps(games)) as again:
            check_equal(again, games)
            actions = legal(games, rng)
            for one in (again, games):
                one.step(actions)
            check_equal(again, games)
        games.restore(saved)
        wanted.reset()
        np.testing.assert_array_equal(games.masks, wanted.masks)
        assert games.to_bytes() == wanted.to_bytes() == saved
        assert games.learner(4) == 0 and games.is_legal(4, int(games.masks[4].argmax()))


@pytest.fixture
def interruptible() -> Iterator[None]:
    """Shells start programs in the background with interrupts ignored."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before)


@pytest.mark.usefixtures("interruptible")
def test_an_interrupt_waits_for_the_end_of_a_step() -> None:
    done: list[int] = []
    rng = np.random.default_rng(0)
    with MunchkinProcesses(20, processes=2, **SHORT, seat=0) as games, MunchkinVector(20, **SHORT, seat=0) as wanted:
        games.reset()
        wanted.reset()
        step = games._step

        def interrupted(a: int, b: int) -> None:
            signal.raise_signal(signal.SIGINT)
            done.extend(range(a, b))
            step(a, b)

        games._threads._kernels[1] = games._step = interrupted  # type: ignore[attr-defined]

        def play_on() -> None:
            for _ in range(1000):  # on a busy machine the other process may play a whole step alone
                actions = legal(games, rng)
                wanted.step(actions)
                games.step(actions)

        with pytest.raises(KeyboardInterrupt):
            play_on()
        check_equal(games, wanted)
        assert games.to_bytes() == wanted.to_bytes()
        assert done, "the interrupt came while this process was playing"
        assert signal.getsignal(signal.SIGINT) is signal.default_int_handler


def test_mistakes_are_told_and_change_nothing() -> None:
    with pytest.raises(OptionError, match="did you mean 'win_level'"):
        MunchkinProcesses(4, win_levle=3)  # type: ignore[call-arg]
    with pytest.raises(ValueError, match="processes=0: must be an integer from 1 to 256"):
        MunchkinProcesses(4, processes=0)
    with pytest.raises(OptionError, match="there is no option 'threads'"):
        MunchkinProcesses(4, threads=2)
    with MunchkinProcesses(4, **SHORT, seat=0) as games, pytest.raises(RuntimeError, match=r"async_reset\(\) is for MunchkinVector"):
        games.async_reset()
    with MunchkinProcesses(4, processes=2, **SHORT, seat=0) as games:
        for call in (lambda: games.step([0] * 4), lambda: games.game(0), games.learners):
            with pytest.raises(RuntimeError, match=r"call reset\(\) first"):
                call()
        with pytest.raises(RuntimeError, match="the first reset must be of all games"):
            games.reset(mask=[True] * 4)
        games.reset()
        before = games.game(3)
        actions = legal(games, np.random.default_rng(0))
        actions[3] = int(np.flatnonzero(~games.masks[3])[0])
        games.masks[3] = True  # theirs to change: what is enforced is kept elsewhere
        with pytest.raises(IllegalAction, match=r"game 3 of 4: .* is not legal.*; no game has changed"):
            games.step(actions)
        assert games.game(3) == before
        with pytest.raises(ValueError, match=r"must have shape \(4,\)"):
            games.step([0])
        with pytest.raises(ValueError, match="seat=7"):
            games.reset(seat=7)
        games.reset(seat=2)
        assert games.learners().tolist() == [2] * 4
    with pytest.raises(RuntimeError, match="closed"):
        games.step([0] * 4)


def test_a_process_that_dies_is_told() -> None:
    with MunchkinProcesses(2, processes=2, **SHORT, seat=0) as games:
        games.reset()
        actions = legal(games, np.random.default_rng(0))
        pid = games._threads.others[0].process.pid  # type: ignore[attr-defined]
        os.kill(pid, signal.SIGKILL if os.name == "posix" else signal.SIGTERM)
        with pytest.raises(RuntimeError, match="has ended unexpectedly"):
            games.step(actions)


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="reads /proc")
def test_no_process_is_left_behind(tmp_path: Path) -> None:
    """Not even by a program that is killed."""
    script = tmp_path / "main.py"
    script.write_text(
        "import os, signal\n"
        "from munchkin_env.envs.processes import MunchkinProcesses\n"
        "if __name__ == '__main__':\n"
        "    games = MunchkinProcesses(2, processes=3, win_level=3, seed=1)\n"
        "    games.reset()\n"
        "    print(*[other.process.pid for other in games._threads.others], flush=True)\n"
        "    os.kill(os.getpid(), signal.SIGKILL)\n"
    )
    done = subprocess.run([sys.executable, str(script)], capture_output=True, text=True, timeout=120)
    pids = [int(word) for word in done.stdout.split()]
    assert len(pids) == 2, done.stderr
    for _ in range(200):
        alive = [pid for pid in pids if running(pid)]
        if not alive:
            return
        signal.sigtimedwait([], 0.05)
    raise AssertionError(f"{alive} are still running")


def running(pid: int) -> bool:
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False
