"""Bots choose the same compiled and in the twin."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from munchkin_env.players.bots.duel import duel

ROOT = Path(__file__).parent.parent.parent
PLAY = """
from munchkin_env.players.bots.duel import duel
for seed in range(3):
    print(duel(["greedy", "weighted", "greedy", "greedy"], 4, seed=seed))
"""


def test_whole_games_between_bots_are_the_same() -> None:
    """Decisions, rounds and winners of twelve games: a single different choice would change them."""
    environment = {**os.environ, "NUMBA_DISABLE_JIT": "1"}
    command = [sys.executable, "-W", "error", "-c", PLAY]
    done = subprocess.run(command, env=environment, cwd=ROOT, capture_output=True, text=True, check=False, timeout=300)
    assert done.returncode == 0, done.stderr
    ours = [str(duel(["greedy", "weighted", "greedy", "greedy"], 4, seed=seed)) for seed in range(3)]
    assert done.stdout.splitlines() == ours


@pytest.mark.slow
def test_many_games_of_greedy_players_end_with_legal_moves_only() -> None:
    """`play` checks every choice."""
    for bots in (["greedy"] * 4, ["greedy", "random"], ["greedy", "weighted", "greedy", "weighted", "greedy", "weighted"]):
        done = duel(bots, 700, seed=9)
        assert done.truncated == 0 and sum(done.wins) >= done.games
