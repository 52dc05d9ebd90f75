"""The figures of `munchkin bench` for networks: the shipped policy in every seat, in CPU time: other programs do not count."""

import time

import numpy as np
import numpy.typing as npt

from munchkin_env.cards.loader import load
from munchkin_env.core.kernel import kernel
from munchkin_env.core.record import empty, open_records, view
from munchkin_env.core.types import Records
from munchkin_env.engine.boundary.playouts import new_game_at
from munchkin_env.engine.flow.settle import new_game, step
from munchkin_env.engine.state.actions import N_ACTIONS
from munchkin_env.engine.state.records import Game
from munchkin_env.game.options import check_options, write_options
from munchkin_env.players.bots.duel import duel
from munchkin_env.players.compiled import NetworkBot, networks_of, new_players
from munchkin_env.players.network.evaluating import LOGITS, VALUE
from munchkin_env.players.network.net import Floats
from munchkin_env.players.network.playing import judge, likeliest

_GAMES, _PLAYERS = 64, 4


@kernel
def play_judged(
    tables: Records,
    games: Records,
    bots: Records,
    nets: Records,
    w: Floats,
    masks: npt.NDArray[np.bool_],
    logits: Floats,
    values: npt.NDArray[np.float64],
    steps: int,
) -> None:
    """In every game a network judges each position, also those with one legal action, and does what it holds best."""
    t = tables[0]
    for _ in range(steps):
        for i in range(len(games)):
            g = games[i]
            values[i] = judge(t, g, bots[0], masks[i], nets[0].net[0], w, LOGITS | VALUE, logits)
            step(t, g, likeliest(masks[i], logits), masks[i])
            if g.over:
                new_game(t, g, g.n_players, g.decisions, masks[i])


class NetworkTable:
    """A batch of games that a network plays."""

    def __init__(self, bot: NetworkBot | None = None) -> None:
        bot = bot or NetworkBot.of("trained")
        games, masks, tables = empty(Game, _GAMES), np.zeros((_GAMES, N_ACTIONS), np.bool_), load(("deluxe",)).tables
        for i in range(_GAMES):
            write_options(check_options({}, _PLAYERS), view(Game, games, i).options)
            new_game_at(open_records(tables), open_records(games), i, _PLAYERS, i, masks[i])
        records = (open_records(tables), open_records(games), open_records(new_players([bot])), *networks_of([bot]))
        self._arguments = (*records, masks, np.zeros(N_ACTIONS, np.float32), np.zeros(_GAMES))

    def rate(self, steps: int) -> float:
        """Decisions per second of CPU time: policy and value of each."""
        began = time.thread_time()
        play_judged(*self._arguments, steps)
        return _GAMES * steps / (time.thread_time() - began)


def network_decisions(repeats: int) -> float:
    table = NetworkTable()
    return max(table.rate(200) for _ in range(5 * repeats))


def network_games(repeats: int) -> float:
    """Whole games of four networks per second of CPU time."""
    found = 0.0
    for _ in range(3 * repeats):
        began = time.thread_time()
        duel(["trained"] * _PLAYERS, 30)
        found = max(found, 30 / (time.thread_time() - began))
    return found
