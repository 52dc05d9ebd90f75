"""Playing the games of a census in batches, with a progress bar; if interrupted, what was played is kept."""

import time
from collections.abc import Callable, Sequence
from typing import Unpack

import numpy as np
import numpy.typing as npt

from munchkin_env.cards.loader import CardSet, load
from munchkin_env.core.compiling import compiling
from munchkin_env.core.mode import COMPILED
from munchkin_env.core.record import empty, open_records, view
from munchkin_env.engine.state.actions import N_ACTIONS
from munchkin_env.engine.state.records import Game
from munchkin_env.game.house_rules import HouseRules
from munchkin_env.game.options import NUM_PLAYERS, check_options, write_options
from munchkin_env.game.warming import warm_up
from munchkin_env.players.compiled import PlayerSpec, check_player, networks_of, new_players

from .census import Census, named_census
from .counting import N_RESULTS, CensusCounts, play_games

_AT_A_TIME = 20 if COMPILED else 1
DEALS_APART = 1_000_000  # seeds: games with a seed match those of a duel with that seed


def play(
    players: Sequence[PlayerSpec],
    games: int,
    seed: int = 1,
    sets: Sequence[str] = ("deluxe",),
    *,
    progress: Callable[[int], None] = lambda _: None,
    **options: Unpack[HouseRules],
) -> Census:
    """Play that many games of these players, who move by one seat after each. progress: called with the number of finished games.

    Ctrl-C ends it early: the census then covers the finished games.
    """
    values = check_options(options, NUM_PLAYERS.check(len(players)))
    specs, cards = [check_player(player, sets) for player in players], load(sets)
    bots, networks = new_players(specs, seed), networks_of(specs)
    warm_up()
    with compiling("census", "a few seconds"):
        _rehearse(cards, len(players))
    array, masks, counts = empty(Game, 1), np.zeros((1, N_ACTIONS), np.bool_), empty(CensusCounts, 1)
    write_options(values, view(Game, array).options)
    results: list[npt.NDArray[np.int64]] = []
    began, over = time.perf_counter(), 0
    try:
        while over < games:
            part = np.zeros((min(_AT_A_TIME, games - over), N_RESULTS), np.int64)
            tables, records, counter, seats = map(open_records, (cards.tables, array, counts, bots))
            play_games(tables, records, counter, seats, *networks, masks, over, seed * DEALS_APART, part)
            results.append(part)
            over += len(part)
            progress(over)
    except KeyboardInterrupt:
        if not results:
            raise
    seconds = time.perf_counter() - began
    names = [one.name for one in specs]
    return named_census(cards, names, seed, options, seconds, counts, np.concatenate(results))


def _rehearse(cards: CardSet, players: int) -> None:
    """A game of one round, for the compiler."""
    weighted = [check_player("weighted")] * players
    games, counts, bots = empty(Game, 1), empty(CensusCounts, 1), new_players(weighted)
    write_options(check_options({"max_rounds": 1}, players), view(Game, games).options)
    results = np.zeros((1, N_RESULTS), np.int64)
    tables, records, counter, seats = map(open_records, (cards.tables, games, counts, bots))
    play_games(tables, records, counter, seats, *networks_of(weighted), np.zeros((1, N_ACTIONS), np.bool_), 0, 1, results)
