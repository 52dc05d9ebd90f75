"""How lucky each player of a game was: at every draw and every roll, what came against what else could have come.

A game is played again from its seeds and the answers of its agents. Where an action leads to something drawn or rolled, the position that
came is compared with others that come from the same action after everything that nobody knows (the order of the decks, future dice) has
been drawn again. The sum of these differences is on average 0 for every player, no matter who plays and how good the comparison is, because
what came is one draw of many. Positions are judged by playing to the end of the turn and then by the small network of the search.
"""

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

from munchkin_env.cards.loader import CardSet
from munchkin_env.core.kernel import kernel
from munchkin_env.core.record import empty, open_records, view
from munchkin_env.core.types import Mask, Records
from munchkin_env.engine.boundary.playouts import next_random
from munchkin_env.engine.flow.dispatch import legal
from munchkin_env.engine.flow.settle import new_game, step
from munchkin_env.engine.state.actions import N_ACTIONS
from munchkin_env.engine.state.records import MAX_PLAYERS, Game, Stream
from munchkin_env.engine.state.records import Game as Record
from munchkin_env.engine.state.rng import STREAMS, seed_streams
from munchkin_env.engine.state.stack import top
from munchkin_env.engine.verbs.piles import shuffle
from munchkin_env.game.options import write_options
from munchkin_env.players.bots.style import Bot, BotKind
from munchkin_env.players.compiled import PlayerSpec, check_player, new_players
from munchkin_env.players.network.net import Floats, Nets
from munchkin_env.players.network.packing import Networks
from munchkin_env.players.search.leaf import Shares, leaf_shares, leaf_weights
from munchkin_env.players.search.playing import begin_bots, copy_game, play_turns
from munchkin_env.players.seated import next_action
from munchkin_env.vocabulary.tables import Tables

from .definition import Fixture, seeds
from .entrants import ArenaError
from .playing import bot_seed

_NOW, _BEFORE, _OTHER, _PLAYOUT = 0, 1, 2, 3
"""Rows: the game, the same before the last action, what else could have come of it, and the copy that is played on."""
_ROWS = 4
_WORLDS = 8
"""Other draws that each is compared with."""
_LOOKS = 2
"""Playouts that judge a position."""
_STAND_IN = "veteran"
"""Plays on in all seats. Any other would do: a poor one only takes away less of the luck."""
AgentAnswers = npt.NDArray[np.int64]


@kernel
def redraw(g: Game, value: int) -> None:
    """Draw again what no player knows: the order of both decks, and everything that is still random."""
    seed_streams(g, value)
    g.dice_n = 0
    shuffle(g, g.doors, Stream.TABLE)
    shuffle(g, g.treasures, Stream.TABLE)


@kernel
def something_came(before: Game, now: Game) -> bool:
    """Was a card drawn, or a die rolled?"""
    came = before.doors.n != now.doors.n or before.treasures.n != now.treasures.n
    for stream in range(STREAMS):
        for k in range(4):
            came |= before.rng[stream][k] != now.rng[stream][k]
    return came


@kernel
def promised_shares(
    t: Tables,
    games: Records,
    rows: npt.NDArray[np.uint8],
    row: int,
    until: int,
    bots: Records,
    nets: Nets,
    w: Floats,
    leaf: Floats,
    seed: int,
    looks: int,
    out: Shares,
) -> None:
    """The shares of the victory that the position in that row promises, by playing on until that turn begins."""
    mask, shares = np.zeros(N_ACTIONS, np.bool_), np.zeros(MAX_PLAYERS, np.float64)
    out[:] = 0.0
    for look in range(looks):
        copy_game(rows, row, _PLAYOUT)
        g = games[_PLAYOUT]
        if g.over == 0:
            redraw(g, seed + look)
            begin_bots(bots, seed + look)
            legal(t, g, mask)
            play_turns(t, g, bots, mask, until, nets, w)
        if g.over == 0 or g.winners != 0:
            leaf_shares(t, g, leaf, shares)
            for p in range(g.n_players):
                out[p] += shares[p] / looks


@kernel
def game_luck(
    tables: Records,
    games: Records,
    rows: npt.NDArray[np.uint8],
    seats: Records,
    stand_ins: Records,
    nets: Records,
    w: Floats,
    leaf: Floats,
    mask: Mask,
    players: int,
    seed: int,
    random: npt.NDArray[np.int64],
    answers: AgentAnswers,
    worlds: int,
    looks: int,
    luck: Shares,
) -> int:
    """Play a game again and add up how lucky each player was. Returns how many answers were used, or -1 if one was not legal.

    rows: the bytes of games. seats: who plays. answers: of the agents, in the order of the game. random: draws everything else.
    """
    t, g = tables[0], games[_NOW]
    came, others = np.zeros(MAX_PLAYERS, np.float64), np.zeros(MAX_PLAYERS, np.float64)
    used = 0
    luck[:] = 0.0
    new_game(t, g, players, seed, mask)
    look = next_random(random)
    promised_shares(t, games, rows, _NOW, int(g.turn) + 1, stand_ins, nets[0], w, leaf, look, looks, came)
    for _ in range(worlds):
        copy_game(rows, _NOW, _OTHER)  # for the house rules
        new_game(t, games[_OTHER], players, next_random(random), np.zeros(N_ACTIONS, np.bool_))
        promised_shares(t, games, rows, _OTHER, int(g.turn) + 1, stand_ins, nets[0], w, leaf, look, looks, others)
        for p in range(players):
            luck[p] += (came[p] - others[p]) / worlds
    while g.over == 0:
        player = int(top(g).player)
        if seats[player].kind == BotKind.YOU:
            if used == len(answers) or not mask[answers[used]]:
                return -1
            action = int(answers[used])
            used += 1
        else:
            action = next_action(t, g, seats[player], mask, nets[0], w)
        copy_game(rows, _NOW, _BEFORE)
        step(t, g, action, mask)
        if not something_came(games[_BEFORE], g):
            continue
        until = int(games[_BEFORE].turn) + 1
        look = next_random(random)
        promised_shares(t, games, rows, _NOW, until, stand_ins, nets[0], w, leaf, look, looks, came)
        for _ in range(worlds):
            copy_game(rows, _BEFORE, _OTHER)
            redraw(games[_OTHER], next_random(random))
            step(t, games[_OTHER], action, np.zeros(N_ACTIONS, np.bool_))
            promised_shares(t, games, rows, _OTHER, until, stand_ins, nets[0], w, leaf, look, looks, others)
            for p in range(players):
                luck[p] += (came[p] - others[p]) / worlds
    return used


class LuckMeter:
    """Measures the luck of games that were played by a `Hall`."""

    def __init__(
        self,
        cards: CardSet,
        options: Mapping[str, Any],
        players: int,
        bots: npt.NDArray[Any],
        networks: Networks,
        worlds: int = _WORLDS,
        looks: int = _LOOKS,
        stand_in: PlayerSpec = _STAND_IN,
    ) -> None:
        """bots, networks: a row for each entrant, as `bot_rows` and `networks` make them."""
        self._tables, self._leaf, self._players = open_records(cards.tables), leaf_weights(cards), players
        self._bots, self._networks, self._worlds, self._looks = bots, networks, worlds, looks
        self._games = empty(Record, _ROWS)
        write_options(options, view(Record, self._games).options)
        self._rows = self._games.view(np.uint8).reshape(_ROWS, -1)
        self._stand_ins = new_players([check_player(stand_in)] * MAX_PLAYERS)
        self._mask = np.zeros(N_ACTIONS, np.bool_)

    def __call__(self, fixture: Fixture, answers: Sequence[int] = ()) -> Shares:
        """By seat: how much of the victory came to it by luck, with the sign of good luck; from -1 to 1 or a little beyond.

        Raises ArenaError if these answers do not belong to this game.
        """
        seats = empty(Bot, self._players)
        told: Any = seats.view(Bot.layout)
        told[:] = self._bots[list(fixture.seats)]
        told["random"][:, 0] = [bot_seed(one) for one in fixture.seat_seeds]
        luck, given = np.zeros(MAX_PLAYERS, np.float64), np.array(answers, np.int64)
        random = np.array([1 + seeds(1, "luck", fixture.seed, fixture.rotation)[0] % 0x7FFFFFFE], np.int64)
        used = game_luck(
            self._tables,
            open_records(self._games),
            self._rows,
            open_records(seats),
            open_records(self._stand_ins),
            *self._networks,
            self._leaf,
            self._mask,
            self._players,
            fixture.seed,
            random,
            given,
            self._worlds,
            self._looks,
            luck,
        )
        if used != len(given):
            raise ArenaError(f"game {fixture.number}: the answers of its agents do not belong to it")
        return luck[: self._players]
