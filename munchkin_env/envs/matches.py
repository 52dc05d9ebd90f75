"""Games with a player in every seat: you act, bots play until it is your turn again, a finished game is followed by the next.

The same loop serves a single game and a slice of a batch. All that a game needs beside its own record is its Match, so a slice
touches nothing outside its rows, and its games do not depend on the size of the batch or on the thread that plays them.
"""

from enum import IntEnum

import numpy as np
import numpy.typing as npt

from munchkin_env.core.kernel import kernel
from munchkin_env.core.record import Array, Record, f32, i8, i16, i32, i64, many, one, u8
from munchkin_env.core.types import Mask
from munchkin_env.engine.flow.settle import new_game, step
from munchkin_env.engine.state.records import FLAG, HIGHEST_COUNT, MAX_PLAYERS, MAYBE_SEAT, MOST_ROUNDS, NOBODY, SEATS, Game
from munchkin_env.engine.state.stack import top
from munchkin_env.players.bots.style import MOST_BOTS, Bot, BotKind
from munchkin_env.players.network.net import Floats, Nets
from munchkin_env.players.seated import next_action
from munchkin_env.vocabulary.tables import Tables

from .rewards import potential, reward

ROSTER = MOST_BOTS  # places for bots in a batch; place 0 is you
_COUNT = (0, 2**62)
POINTS = (-1e9, 1e9)
DRAWN_SEAT = -2  # Common.learner: a new seat in every game
MASK = 0xFFFFFFFF  # 32 bits


class Form(IntEnum):
    """How you are shown a position."""

    NONE = 0
    VECTOR = 1  # all numbers
    COMPACT = 2  # card ids, and numbers for the rest


class Purpose(IntEnum):
    """What a random number is for. Each is computed from the batch's seed, the game's place in it and the episode."""

    SHUFFLE = 1
    SHUFFLE_HIGH = 2
    SEAT = 3
    WHICH_BOT = 10  # + seat
    BOT = 20  # + seat


class Common(Record):
    """What all games of a batch have in common."""

    n_players: int = i8()  # in every game
    yours: int = u8()  # bit p: you play seat p; not used if there is a learner
    learner: int = i8()  # the one seat that is yours, DRAWN_SEAT, or NOBODY: those of `yours`
    reward: int = i8()  # RewardKind
    form: int = i8()  # Form
    autoreset: int = i8()  # whether a finished game is followed by the next one
    # Who has the seats that are not yours, from the left of yours on: a place in the roster; 0: drawn at random.
    opponents: Array[int] = i8(MAX_PLAYERS)
    roster: Array[Bot] = many(Bot, ROSTER)  # the bots of the batch
    lots: Array[int] = i32(ROSTER)  # the weight with which each of them is drawn


class Episode(Record):
    """A finished game."""

    game_seed: int = i64(within=(0, 2**63 - 1))  # Game(…, seed=game_seed) starts the same game
    episode: int = i64(within=_COUNT)  # how many games were played before it in this place of the batch
    learner: int = i8(within=MAYBE_SEAT)  # NOBODY: several seats were yours
    winners: int = u8(within=SEATS)  # bit p
    truncated: int = i8(within=FLAG)  # it stopped at max_rounds
    rounds: int = i16(within=(0, MOST_ROUNDS))  # begun
    decisions: int = i32(within=(0, HIGHEST_COUNT))  # of all players
    steps: int = i32(within=(0, HIGHEST_COUNT))  # of yours
    levels: Array[int] = i8(MAX_PLAYERS, within=(0, 20))  # by seat
    bots: Array[int] = i8(MAX_PLAYERS, within=(0, ROSTER - 1))  # place in the roster; 0: you
    returns: Array[float] = f32(MAX_PLAYERS, within=POINTS)  # sum of rewards; with one learner, only theirs


class Totals(Record):
    """Sums over all finished games."""

    games: int = i64(within=_COUNT)  # how many
    truncated: int = i64(within=_COUNT)  # how many stopped at max_rounds
    won: int = i64(within=_COUNT)  # by the learner
    decisions: int = i64(within=_COUNT)  # of all players
    steps: int = i64(within=_COUNT)  # of yours
    rounds: int = i64(within=_COUNT)  # begun
    wins: Array[int] = i64(MAX_PLAYERS, within=_COUNT)  # by seat
    bot_seats: Array[int] = i64(ROSTER, within=_COUNT)  # by place in the roster: seats in all games
    bot_wins: Array[int] = i64(ROSTER, within=_COUNT)  # by place in the roster: games won


class Match(Record):
    """What a game needs beside its own record."""

    seed: int = i64(within=(0, 2**63 - 1))  # of the batch
    index: int = i64(within=_COUNT)  # place in the batch
    episode: int = i64(within=(-1, 2**62))  # how many games were played before in this place; -1: none has begun
    game_seed: int = i64(within=(0, 2**63 - 1))  # of this game
    learner: int = i8(within=MAYBE_SEAT)  # the one seat that is yours, or NOBODY
    acted: int = u8(within=SEATS)  # bit p: seat p is yours and has decided at least once
    steps: int = i32(within=(0, HIGHEST_COUNT))  # of yours in this game
    bot: Array[Bot] = many(Bot, MAX_PLAYERS)  # who sits where
    paid: Array[float] = f32(MAX_PLAYERS, within=POINTS)  # potential when the seat was last rewarded
    returns: Array[float] = f32(MAX_PLAYERS, within=POINTS)  # sum of rewards so far
    last: Episode = one(Episode)  # the game before
    totals: Totals = one(Totals)  # of all games in this place


# -------------------------------------------------------------------------------------------------- beginning a game


@kernel
def mixed(x: int) -> int:
    """A bijection of 32 bits that scrambles them; no intermediate result leaves 0 .. 2**63."""
    x ^= x >> 16
    x = (x * 0x21F0AAAD) & MASK
    x ^= x >> 15
    x = (x * 0x735A2D97) & MASK
    return x ^ (x >> 15)


@kernel
def derived(m: Match, purpose: int) -> int:
    """32 random bits for this purpose in this episode."""
    x = mixed(purpose)
    x = mixed(x ^ (int(m.seed) & MASK))
    x = mixed(x ^ (int(m.seed) >> 32))
    x = mixed(x ^ (int(m.index) & MASK))
    x = mixed(x ^ (int(m.episode) & MASK))
    return mixed(x ^ 0x5EED)


@kernel
def begin_game(t: Tables, g: Game, m: Match, common: Common, mask: Mask, nets: Nets, w: Floats) -> None:
    """The next game, up to your first decision. A game that ends before you have one does not count."""
    while True:
        m.episode += 1
        m.game_seed = ((derived(m, Purpose.SHUFFLE_HIGH.value) & 0x7FFFFFFF) << 32) | derived(m, Purpose.SHUFFLE.value)
        m.acted = 0
        m.steps = 0
        for p in range(MAX_PLAYERS):
            m.paid[p] = 0.0
            m.returns[p] = 0.0
        take_seats(m, common)
        new_game(t, g, common.n_players, m.game_seed, mask)
        bots_play(t, g, m, mask, nets, w)
        if g.over == 0:
            return


@kernel
def take_seats(m: Match, common: Common) -> None:
    """Assign the seats."""
    n = int(common.n_players)
    m.learner = common.learner
    if common.learner == DRAWN_SEAT:
        m.learner = (derived(m, Purpose.SEAT.value) * n) >> 32
    first = max(int(m.learner), 0)
    opponents = 0
    for k in range(n):
        p = (first + k) % n
        place = 0
        if not is_yours(m, common, p):
            place = int(common.opponents[opponents])
            if place == 0:
                place = drawn_bot(m, common, p)
            opponents += 1
        m.bot[p] = common.roster[place]
        m.bot[p].random[0] = max(derived(m, Purpose.BOT.value + p), 1)


@kernel
def is_yours(m: Match, common: Common, p: int) -> bool:
    """Whether seat p is yours in this game."""
    if m.learner != NOBODY:
        return p == int(m.learner)
    return (int(common.yours) >> p) & 1 == 1


@kernel
def drawn_bot(m: Match, common: Common, p: int) -> int:
    """A place in the roster for seat p, drawn by the weights."""
    total = 0
    for place in range(ROSTER):
        total += int(common.lots[place])
    k = (derived(m, Purpose.WHICH_BOT.value + p) * total) >> 32
    for place in range(ROSTER):
        k -= int(common.lots[place])
        if k < 0:
            return place
    return 0


# --------------------------------------------------------------------------------------------------------- playing


@kernel
def bots_play(t: Tables, g: Game, m: Match, mask: Mask, nets: Nets, w: Floats) -> None:
    """Bots and networks play until a seat of yours has to decide or the game is over."""
    while g.over == 0:
        bot = m.bot[top(g).player]
        if bot.kind == BotKind.YOU:
            return
        step(t, g, next_action(t, g, bot, mask, nets, w), mask)


@kernel
def you_play(t: Tables, g: Game, m: Match, action: int, mask: Mask, nets: Nets, w: Floats) -> None:
    """Your action, and what the bots do until you decide again."""
    m.acted |= 1 << int(top(g).player)
    m.steps += 1
    step(t, g, action, mask)
    bots_play(t, g, m, mask, nets, w)


@kernel
def is_paid(g: Game, m: Match, p: int) -> bool:
    """A player is paid when they decide again, and at the end: for everything that happened in between."""
    if g.over:
        return True
    return int(top(g).player) == p and (int(m.acted) >> p) & 1 == 1


@kernel
def pay(t: Tables, g: Game, m: Match, common: Common, terms: npt.NDArray[np.float64], p: int) -> float:
    """What the player has earned since their last payment. terms: shaping, gamma."""
    earned = reward(t, g, common.reward, p)
    if terms[0] != 0.0:
        now = potential(t, g, p)
        earned += terms[0] * (terms[1] * now - m.paid[p])
        m.paid[p] = now
    m.returns[p] += earned
    return earned


@kernel
def record_end(g: Game, m: Match) -> None:
    """The game that just ended, into its Episode and the totals."""
    last, totals = m.last, m.totals
    last.game_seed = m.game_seed
    last.episode = m.episode
    last.learner = m.learner
    last.winners = g.winners
    last.truncated = g.truncated
    last.rounds = g.rounds
    last.decisions = g.decisions
    last.steps = m.steps
    totals.games += 1
    totals.truncated += int(g.truncated)
    totals.decisions += int(g.decisions)
    totals.steps += int(m.steps)
    totals.rounds += int(g.rounds)
    if m.learner != NOBODY:
        totals.won += (int(g.winners) >> int(m.learner)) & 1
    for p in range(MAX_PLAYERS):
        last.levels[p] = g.seat[p].level if p < g.n_players else 0
        last.bots[p] = m.bot[p].place
        last.returns[p] = m.returns[p]
        totals.wins[p] += (int(g.winners) >> p) & 1
        if p < g.n_players:
            totals.bot_seats[m.bot[p].place] += 1
            totals.bot_wins[m.bot[p].place] += (int(g.winners) >> p) & 1
