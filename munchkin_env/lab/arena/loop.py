"""The loop of the arena: plays bots, stops for agents, and counts what happens.

A game's Played is everything it needs beside its own record, and also its result: the bytes that workers send back.
"""

from typing import Any

import numpy as np
import numpy.typing as npt

from munchkin_env.core.kernel import kernel
from munchkin_env.core.record import Array, Record, i8, i16, i32, i64, many, u8
from munchkin_env.core.types import Mask, Records
from munchkin_env.engine.flow.settle import new_game, step
from munchkin_env.engine.queries.seats import is_identity
from munchkin_env.engine.queries.stakes import treasures_at_stake
from munchkin_env.engine.state.events import What, deeds, is_cut
from munchkin_env.engine.state.kinds import Kind
from munchkin_env.engine.state.records import EVERYTHING, MAX_PLAYERS, NOBODY, Deed, Game
from munchkin_env.engine.state.stack import top
from munchkin_env.observe import observe
from munchkin_env.players.bots.style import Bot, BotKind
from munchkin_env.players.network.net import Floats, Nets
from munchkin_env.players.seated import next_action
from munchkin_env.vocabulary.tables import Tables
from munchkin_env.vocabulary.words import NONE, CardKind

_Masks = npt.NDArray[np.bool_]
DEED_KINDS = len(Deed)
_NO_FLIGHT, _RUNNING, _CAUGHT = 0, 1, 2


class SeatCounts(Record):
    """What one seat did and suffered in one game. Every field is a column of the results, described in docs/arena.md."""

    decisions: int = i32()
    turns: int = i32()
    fights_won: int = i32()
    fights_fled: int = i32()
    fights_lost: int = i32()
    deaths: int = i32()
    asked: int = i32()
    got_help: int = i32()
    paid_treasures: int = i32()
    paid_cards: int = i32()
    gave_help: int = i32()
    helped_for_nothing: int = i32()
    help_at_0: int = i32()
    help_at_1: int = i32()
    help_at_2: int = i32()
    help_at_3: int = i32()
    help_at_4: int = i32()
    earned_treasures: int = i32()
    earned_cards: int = i32()
    compelled: int = i32()
    meddled: int = i32()
    curses_cast: int = i32()
    curses_suffered: int = i32()
    cards_given: int = i32()
    levels_bought: int = i32()


class Played(Record):
    """One game of the arena: who plays which seat, and the result."""

    number: int = i64()  # of the game in the tournament
    seed: int = i64()
    players: int = i8()
    winners: int = u8()  # bit p
    truncated: int = i8()
    rounds: int = i16()
    decisions: int = i32()
    overflows: int = i32()  # steps with more events than the log holds: the excess was not counted
    flight: int = i8()
    runner: int = i8()  # whose fight was lost
    stake: int = i16()  # Treasures at stake, when an offer was for all of them
    level: Array[int] = i8(MAX_PLAYERS)
    bot: Array[Bot] = many(Bot, MAX_PLAYERS)  # YOU: an agent
    seat: Array[SeatCounts] = many(SeatCounts, MAX_PLAYERS)
    deed: Array[Array[Array[int]]] = u8(MAX_PLAYERS, MAX_PLAYERS, DEED_KINDS)  # [who][to whom][Deed]


# ------------------------------------------------------------------------------------------------------- counting


@kernel
def _flight_ends(p: Played) -> None:
    """A runner that was never caught has fled; otherwise the fight was lost."""
    if p.flight == _RUNNING:
        p.seat[p.runner].fights_fled += 1
    elif p.flight == _CAUGHT:
        p.seat[p.runner].fights_lost += 1
    p.flight = _NO_FLIGHT


@kernel
def count_price(c: SeatCounts, treasures: int) -> None:
    if treasures == 0:
        c.help_at_0 += 1
    elif treasures == 1:
        c.help_at_1 += 1
    elif treasures == 2:
        c.help_at_2 += 1
    elif treasures == 3:
        c.help_at_3 += 1
    else:
        c.help_at_4 += 1


@kernel
def count_deal(g: Game, p: Played, helper: int, main: int, treasures: int) -> None:
    """Count the agreed help and its price."""
    price = int(p.stake) if treasures == EVERYTHING else treasures
    cards = int(g.offer.bribe != NONE) + int(g.offer.card != NONE)
    p.seat[main].got_help += 1
    p.seat[main].paid_treasures += price
    p.seat[main].paid_cards += cards
    p.seat[helper].gave_help += 1
    count_price(p.seat[helper], price)
    p.seat[helper].earned_treasures += price
    p.seat[helper].earned_cards += cards
    if price == 0 and cards == 0:
        p.seat[helper].helped_for_nothing += 1


@kernel
def is_meddling(t: Tables, card: int) -> bool:
    """Is the card played on other players' fights, and not a Curse (which are counted separately)?"""
    kind = t.type[t.type_of[card]].kind
    return not (is_identity(kind) or kind == CardKind.CURSE or kind == CardKind.GO_UP_LEVEL or kind == CardKind.DUAL)


@kernel
def count_event(t: Tables, g: Game, p: Played, i: int, main: int, helper: int) -> None:
    """main, helper: of the fight before the step, or NOBODY."""
    e = g.event[i]
    player, other = int(e.player), int(e.other)
    match e.what:
        case What.TURN:
            _flight_ends(p)
            p.seat[player].turns += 1
        case What.PLAYS | What.USES:
            if main != NOBODY and player != main and player != helper and is_meddling(t, e.card):
                p.seat[player].meddled += 1
        case What.WINS_FIGHT:
            p.seat[player].fights_won += 1
        case What.LOSES_FIGHT:
            _flight_ends(p)
            p.flight = _RUNNING
            p.runner = player
        case What.CAUGHT:
            if p.flight == _RUNNING:
                p.flight = _CAUGHT
        case What.DIES:
            p.seat[player].deaths += 1
        case What.ASKS:
            if player == main:
                p.seat[player].asked += 1
        case What.HELPS:
            count_deal(g, p, player, other, int(e.number))
        case What.FORCED:
            p.seat[other].compelled += 1
        case What.CURSED:
            p.seat[player].curses_suffered += 1
            if other != NOBODY and other != player:
                p.seat[other].curses_cast += 1
        case What.TRADES:
            p.seat[player].cards_given += 1
        case What.SELLS:
            p.seat[player].levels_bought += int(e.number)


@kernel
def counted_step(t: Tables, g: Game, p: Played, action: int, mask: Mask) -> None:
    """One decision, and count its events."""
    f, c = top(g), g.combat
    main, helper = NOBODY, NOBODY
    if c.on:
        main, helper = int(c.main), int(c.helper)
        if g.offer.treasures == EVERYTHING and (f.kind == Kind.ANSWER_HELP or f.kind == Kind.ANSWER_COUNTER):
            p.stake = treasures_at_stake(t, g)
    p.seat[f.player].decisions += 1
    step(t, g, action, mask)
    if is_cut(g):
        p.overflows += 1
    for i in range(g.event_n):
        count_event(t, g, p, i, main, helper)


# -------------------------------------------------------------------------------------------------------- playing


@kernel
def _open(t: Tables, g: Game, p: Played, mask: Mask) -> None:
    """The game up to the first decision. Players, number and seed are set."""
    g.logging = 1
    new_game(t, g, p.players, p.seed, mask)
    p.flight = _NO_FLIGHT
    for i in range(g.event_n):
        count_event(t, g, p, i, NOBODY, NOBODY)


@kernel
def _begin(t: Tables, g: Game, p: Played, mask: Mask, nets: Nets, w: Floats) -> None:
    """Play the game up to an agent's first decision or its end."""
    _open(t, g, p, mask)
    _bots_play(t, g, p, mask, nets, w)


@kernel
def _bots_play(t: Tables, g: Game, p: Played, mask: Mask, nets: Nets, w: Floats) -> None:
    """Until an agent has to decide, or the game is over."""
    while g.over == 0:
        bot = p.bot[top(g).player]
        if bot.kind == BotKind.YOU:
            return
        counted_step(t, g, p, next_action(t, g, bot, mask, nets, w), mask)
    _end(g, p)


@kernel
def _end(g: Game, p: Played) -> None:
    _flight_ends(p)
    p.winners = g.winners
    p.truncated = g.truncated
    p.rounds = g.rounds
    p.decisions = g.decisions
    for a in range(g.n_players):
        p.level[a] = g.seat[a].level
        for b in range(g.n_players):
            for deed in range(DEED_KINDS):
                p.deed[a][b][deed] = deeds(g, deed, a, b)


# ------------------------------------------------------------------------------------------------------ for Python


@kernel
def play_bots(tables: Records, games: Records, played: Records, nets: Records, w: Floats, masks: _Masks) -> None:
    """Games without agents, one after the other in one record, which stays in the core's cache."""
    t, g = tables[0], games[0]
    for i in range(len(played)):
        _begin(t, g, played[i], masks[0], nets[0], w)


@kernel
def begin_fixture_at(
    tables: Records,
    games: Records,
    played: Records,
    nets: Records,
    w: Floats,
    masks: _Masks,
    seats: npt.NDArray[np.int64],
    i: int,
) -> None:
    """Begin game i of a batch. seats: set to who decides next, or NOBODY."""
    _begin(tables[0], games[i], played[i], masks[i], nets[0], w)
    seats[i] = NOBODY if games[i].over else top(games[i]).player


@kernel
def resume_at(
    tables: Records,
    games: Records,
    played: Records,
    nets: Records,
    w: Floats,
    masks: _Masks,
    seats: npt.NDArray[np.int64],
    i: int,
) -> None:
    """Continue game i after a bot has taken over an agent's seat."""
    _bots_play(tables[0], games[i], played[i], masks[i], nets[0], w)
    seats[i] = NOBODY if games[i].over else top(games[i]).player


@kernel
def answer_at(
    tables: Records,
    games: Records,
    played: Records,
    nets: Records,
    w: Floats,
    masks: _Masks,
    seats: npt.NDArray[np.int64],
    i: int,
    action: int,
) -> None:
    """Apply the deciding agent's action in game i, then let the bots play."""
    counted_step(tables[0], games[i], played[i], action, masks[i])
    _bots_play(tables[0], games[i], played[i], masks[i], nets[0], w)
    seats[i] = NOBODY if games[i].over else top(games[i]).player


@kernel
def open_fixture_at(tables: Records, games: Records, played: Records, masks: _Masks, seats: npt.NDArray[np.int64], i: int) -> None:
    """Begin game i of a batch, without letting bots play."""
    _open(tables[0], games[i], played[i], masks[i])
    seats[i] = top(games[i]).player


@kernel
def one_step_at(
    tables: Records,
    games: Records,
    played: Records,
    nets: Records,
    w: Floats,
    masks: _Masks,
    seats: npt.NDArray[np.int64],
    i: int,
    action: int,
) -> None:
    """A single decision in game i: an agent's action, or, if the deciding seat is a bot's, what the bot does."""
    t, g, p, mask = tables[0], games[i], played[i], masks[i]
    bot = p.bot[top(g).player]
    counted_step(t, g, p, action if bot.kind == BotKind.YOU else next_action(t, g, bot, mask, nets[0], w), mask)
    seats[i] = top(g).player if g.over == 0 else NOBODY
    if g.over:
        _end(g, p)


@kernel
def observe_seat_at(tables: Records, games: Records, i: int, player: int, observation: npt.NDArray[Any]) -> None:
    """Write what the player sees in game i into the observation."""
    observe(tables[0], games[i], player, observation)
