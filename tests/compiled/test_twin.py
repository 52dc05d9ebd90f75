"""Compiled code and the plain-Python twin play the same games, byte for byte."""

import os
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from munchkin_env.core.record import empty
from munchkin_env.engine.state.records import Game
from tests.record_hashes import hashes

GAMES = 60
GAMES_OF_OTHERS = 20
ALL = ("deluxe", "star", "western", "potter")
SOME = [("star",), ("deluxe", "star"), ("western",), ("deluxe", "western"), ("potter",)]
OTHERS = [ALL, *(pytest.param(sets, marks=pytest.mark.slow) for sets in SOME)]
FIRST = 500
ROOT = Path(__file__).parent.parent.parent


def twin_lines(first: int, games: int, *sets: str) -> list[str]:
    environment = {**os.environ, "NUMBA_DISABLE_JIT": "1"}
    command = [sys.executable, "-W", "error", "-m", "tests.record_hashes", str(first), str(games), *sets]
    done = subprocess.run(command, env=environment, cwd=ROOT, capture_output=True, text=True, check=False, timeout=600)
    assert done.returncode == 0, done.stderr
    return done.stdout.splitlines()


def played(seeds: range, array: "np.ndarray[tuple[int, ...], np.dtype[np.record]] | None" = None) -> list[str]:
    return [line for seed in seeds for line in hashes(seed, array)]


def test_whole_games_are_the_same_compiled_and_in_the_twin() -> None:
    ours, theirs = played(range(FIRST, FIRST + GAMES)), twin_lines(FIRST, GAMES)
    assert sum(line.endswith(" over") for line in ours) == GAMES
    first_difference = next((pair for pair in zip(ours, theirs, strict=False) if pair[0] != pair[1]), None)
    assert first_difference is None, "seed, decision, hash: compiled and twin differ first at " + " / ".join(first_difference or ())
    assert len(ours) == len(theirs)


@pytest.mark.parametrize("sets", OTHERS, ids=" and ".join)
def test_whole_games_of_other_sets_are_the_same(sets: tuple[str, ...]) -> None:
    ours = [line for seed in range(FIRST, FIRST + GAMES_OF_OTHERS) for line in hashes(seed, sets=sets)]
    theirs = twin_lines(FIRST, GAMES_OF_OTHERS, *sets)
    assert sum(line.endswith(" over") for line in ours) == GAMES_OF_OTHERS
    first_difference = next((pair for pair in zip(ours, theirs, strict=False) if pair[0] != pair[1]), None)
    assert first_difference is None, "seed, decision, hash: compiled and twin differ first at " + " / ".join(first_difference or ())
    assert len(ours) == len(theirs)


def test_the_same_seed_gives_the_same_game_on_every_run() -> None:
    assert played(range(20)) == played(range(20))
    assert played(range(3)) != played(range(20, 23))


def test_a_used_record_starts_like_a_fresh_one() -> None:
    """new_game leaves nothing of the previous game."""
    used = empty(Game, 1)
    in_one_record = played(range(30), used)
    assert in_one_record == played(range(30))
