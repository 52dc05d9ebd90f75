"""Whole games between bots in compiled code: how often each wins."""

from collections.abc import Sequence
from dataclasses import dataclass
from math import sqrt
from typing import Unpack

import numpy as np
import numpy.typing as npt

from munchkin_env.cards.loader import load
from munchkin_env.core.bits import count_bits
from munchkin_env.core.kernel import kernel
from munchkin_env.core.record import empty, open_records, view
from munchkin_env.core.types import Records
from munchkin_env.engine.flow.settle import new_game, step
from munchkin_env.engine.state.actions import N_ACTIONS
from munchkin_env.engine.state.records import Game
from munchkin_env.engine.state.stack import top
from munchkin_env.game.house_rules import HouseRules
from munchkin_env.game.options import NUM_PLAYERS, check_options, write_options
from munchkin_env.players.bots.reasons import Reason
from munchkin_env.players.compiled import PlayerSpec, check_player, networks_of, new_players
from munchkin_env.players.network.net import Floats
from munchkin_env.players.seated import next_action

FNV_PRIME = 16777619
SIXTIETHS = 60  # divisible by any number of winners
_ALIKE = 1e-8  # a smaller standard error comes from rounding


@kernel
def play_duel(
    tables: Records,
    games: Records,
    bots: Records,
    nets: Records,
    w: Floats,
    masks: npt.NDArray[np.bool_],
    first: int,
    n: int,
    out: npt.NDArray[np.int64],
) -> None:
    """Play n games with seeds from `first` on. In game k bot b sits on seat (b + k) mod players.

    out is added to: [0] truncated games, [1] decisions, [2] rounds, then wins by bot, the fingerprint, and by bot
    the shares of victories in sixtieths and their squares.
    """
    t, g, mask = tables[0], games[0], masks[0]
    players = len(bots)
    fingerprint = out[3 + players]
    for k in range(n):
        new_game(t, g, players, first + k, mask)
        while g.over == 0:
            bot = bots[(top(g).player - k) % players]
            action = next_action(t, g, bot, mask, nets[0], w)
            assert mask[action] and bot.reason != Reason.FORBIDDEN, "a bot chose an illegal action"
            fingerprint = ((fingerprint ^ action) * FNV_PRIME) & 0xFFFFFFFF
            step(t, g, action, mask)
        out[0] += g.truncated
        out[1] += g.decisions
        out[2] += g.rounds
        share = SIXTIETHS // max(1, count_bits(int(g.winners)))
        for b in range(players):
            won = (int(g.winners) >> ((b + k) % players)) & 1
            out[3 + b] += won
            out[4 + players + b] += won * share
            out[4 + 2 * players + b] += won * share * share
    out[3 + players] = fingerprint


@dataclass(frozen=True)
class Duel:
    """The outcome of n games."""

    bots: tuple[str, ...]
    games: int
    wins: tuple[int, ...]
    """By bot. Games can have several winners."""
    truncated: int
    decisions: int
    rounds: int
    shares: tuple[float, ...]
    """Win share by bot over all games: a shared victory counts as a fraction of a game for each winner."""
    errors: tuple[float, ...]
    """Standard errors of the shares."""
    fingerprint: int
    """32 bits over all actions in order: the same bots in the same games have the same fingerprint."""

    def interval(self, bot: int = 0) -> tuple[float, float]:
        """95 % confidence interval of the bot's win rate."""
        return wilson(self.wins[bot], self.games)

    def share_interval(self, bot: int = 0) -> tuple[float, float]:
        """95 % confidence interval of the bot's win share: the normal approximation, for many games; Wilson's if all games ended alike."""
        share, error = self.shares[bot], self.errors[bot]
        if error > _ALIKE:
            return max(0.0, share - 1.96 * error), min(1.0, share + 1.96 * error)
        return wilson(share * self.games, self.games)


def wilson(wins: float, games: float, z: float = 1.96) -> tuple[float, float]:
    """Wilson confidence interval of a rate: accurate near 0 and 1 too."""
    if games == 0:
        return 0.0, 1.0
    p = wins / games
    middle = (p + z * z / (2 * games)) / (1 + z * z / games)
    half = z / (1 + z * z / games) * sqrt(p * (1 - p) / games + z * z / (4 * games * games))
    return max(0.0, min(p, middle - half)), min(1.0, max(p, middle + half))  # rounded, a bound could lie beyond a rate of 0 or 1


def duel(bots: Sequence[PlayerSpec], games: int, seed: int = 1, sets: Sequence[str] = ("deluxe",), **options: Unpack[HouseRules]) -> Duel:
    """Play that many games between these bots, rotating the seats by one each game; the same seed gives the same games."""
    values = check_options(options, NUM_PLAYERS.check(len(bots)))
    checked = [check_player(bot, sets) for bot in bots]
    players = new_players(checked, seed)
    array, masks, out = empty(Game, 1), np.zeros((1, N_ACTIONS), np.bool_), np.zeros(4 + 3 * len(bots), np.int64)
    write_options(values, view(Game, array).options)
    tables = load(sets).tables
    play_duel(open_records(tables), open_records(array), open_records(players), *networks_of(checked), masks, seed * 1_000_000, games, out)
    n = len(bots)
    truncated, decisions, rounds, *wins = (int(number) for number in out[: 3 + n])
    shares, squares = out[4 + n : 4 + 2 * n] / SIXTIETHS / max(games, 1), out[4 + 2 * n :] / SIXTIETHS**2 / max(games, 1)
    errors = np.sqrt((squares - shares**2).clip(min=0) / max(games, 1))
    names = tuple(one.name for one in checked)
    told = tuple(shares.tolist()), tuple(errors.tolist())
    return Duel(names, games, tuple(wins), truncated, decisions, rounds, *told, int(out[3 + n]))
