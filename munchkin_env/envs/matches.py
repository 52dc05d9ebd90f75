"""Games with somebody in every seat: you act, bots play until it is your turn again, finished games start anew.

One loop for a single game and for a slice of a batch. All that a game needs beside its own record is its Match, so a
slice touches nothing outside its rows: what happens does not depend on how many games there are or which thread plays them.
"""

from enum import IntEnum
from typing import Any

import numpy as np
import numpy.typing as npt

from munchkin_env.core.kernel import kernel
from munchkin_env.core.record import Array, Record, f32, i8, i16, i32, i64, many, one, u8
from munchkin_env.core.types import Mask
from munchkin_env.engine.boundary.playouts import Records
from munchkin_env.engine.flow.dispatch import legal, new_game, step
from munchkin_env.engine.state.actions import N_ACTIONS
from munchkin_env.engine.state.records import FLAG, MAX_PLAYERS, MAYBE_SEAT, MOST_COUNTED, MOST_ROUNDS, NOBODY, SEATS, Game
from munchkin_env.engine.state.stack import top
from munchkin_env.observe import observe, observe_compact
from munchkin_env.players.bots.bot import Bot, BotKind, choose
from munchkin_env.players.bots.style import MOST_BOTS
from munchkin_env.vocabulary.tables import Tables

from .rewards import potential, reward

ROSTER = MOST_BOTS  # places for bots in a batch; place 0 is yours
COUNT = (0, 2**62)
POINTS = (-1e9, 1e9)
DRAWN_SEAT = -2  # Table.learner: another seat in every game
MASK = 0xFFFFFFFF


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


class Table(Record):
    """What all games of a batch have in common."""

    n_players: int = i8()
    yours: int = u8()  # bit p: you play seat p; not used if there is a learner
    learner: int = i8()  # the one seat that is yours, DRAWN_SEAT, or NOBODY: those of `yours`
    reward: int = i8()  # RewardKind
    form: int = i8()  # Form
    autoreset: int = i8()
    opponents: Array[int] = i8(
        MAX_PLAYERS
    )  # who has the seats that are not yours, to the left of yours: a place in the roster; 0: drawn by lot
    roster: Array[Bot] = many(Bot, ROSTER)  # the bots of this batch
    lots: Array[int] = i32(ROSTER)  # how many lots each of them has


class Episode(Record):
    """A game that is over."""

    game_seed: int = i64(within=(0, 2**63 - 1))
    episode: int = i64(within=COUNT)
    learner: int = i8(within=MAYBE_SEAT)  # NOBODY: several seats were yours
    winners: int = u8(within=SEATS)  # bit p
    truncated: int = i8(within=FLAG)
    rounds: int = i16(within=(0, MOST_ROUNDS))
    decisions: int = i32(within=(0, MOST_COUNTED))  # of all players
    steps: int = i32(within=(0, MOST_COUNTED))  # of yours
    levels: Array[int] = i8(MAX_PLAYERS, within=(0, 20))
    bots: Array[int] = i8(MAX_PLAYERS, within=(0, ROSTER - 1))  # place in the roster; 0: you
    returns: Array[float] = f32(MAX_PLAYERS, within=POINTS)  # sum of rewards; with one learner only his


class Totals(Record):
    """Of all games that are over."""

    games: int = i64(within=COUNT)
    truncated: int = i64(within=COUNT)
    won: int = i64(within=COUNT)  # by the learner
    decisions: int = i64(within=COUNT)
    steps: int = i64(within=COUNT)
    rounds: int = i64(within=COUNT)
    wins: Array[int] = i64(MAX_PLAYERS, within=COUNT)  # by seat
    bot_seats: Array[int] = i64(ROSTER, within=COUNT)  # by place in the roster: seats in all games
    bot_wins: Array[int] = i64(ROSTER, within=COUNT)


class Match(Record):
    """What a game has beside its own record."""

    seed: int = i64(within=(0, 2**63 - 1))  # of the batch
    index: int = i64(within=COUNT)  # place in the batch
    episode: int = i64(within=(-1, 2**62))
    game_seed: int = i64(within=(0, 2**63 - 1))
    learner: int = i8(within=MAYBE_SEAT)
    acted: int = u8(within=SEATS)  # bit p: seat p, yours, has decided something
    steps: int = i32(within=(0, MOST_COUNTED))
    bot: Array[Bot] = many(Bot, MAX_PLAYERS)
    paid: Array[float] = f32(MAX_PLAYERS, within=POINTS)  # potential when the seat was last rewarded
    returns: Array[float] = f32(MAX_PLAYERS, within=POINTS)
    last: Episode = one(Episode)
    totals: Totals = one(Totals)


# -------------------------------------------------------------------------------------------------- beginning a game


@kernel
def mixed(x: int) -> int:
    """A bijection of 32 bits that leaves no trace of the order of its arguments; nothing leaves 0 .. 2**63."""
    x ^= x >> 16
    x = (x * 0x21F0AAAD) & MASK
    x ^= x >> 15
    x = (x * 0x735A2D97) & MASK
    return x ^ (x >> 15)


@kernel
def derived(m: Match, purpose: int) -> int:
    """32 random bits."""
    x = mixed(purpose)
    x = mixed(x ^ (int(m.seed) & MASK))
    x = mixed(x ^ (int(m.seed) >> 32))
    x = mixed(x ^ (int(m.index) & MASK))
    x = mixed(x ^ (int(m.episode) & MASK))
    return mixed(x ^ 0x5EED)


@kernel
def begin(t: Tables, g: Game, m: Match, table: Table, mask: Mask) -> None:
    """The next game, up to your first decision. (A game that ended before you had one would not count.)"""
    while True:
        m.episode += 1
        m.game_seed = ((derived(m, Purpose.SHUFFLE_HIGH.value) & 0x7FFFFFFF) << 32) | derived(m, Purpose.SHUFFLE.value)
        m.acted = 0
        m.steps = 0
        for p in range(MAX_PLAYERS):
            m.paid[p] = 0.0
            m.returns[p] = 0.0
        take_seats(m, table)
        new_game(t, g, table.n_players, m.game_seed, mask)
        bots_play(t, g, m, mask)
        if g.over == 0:
            return


@kernel
def take_seats(m: Match, table: Table) -> None:
    """Who plays which seat."""
    n = int(table.n_players)
    m.learner = table.learner
    if table.learner == DRAWN_SEAT:
        m.learner = (derived(m, Purpose.SEAT.value) * n) >> 32
    first = max(int(m.learner), 0)
    opponents = 0
    for k in range(n):
        p = (first + k) % n
        place = 0
        if not is_yours(m, table, p):
            place = int(table.opponents[opponents])
            if place == 0:
                place = drawn_bot(m, table, p)
            opponents += 1
        m.bot[p] = table.roster[place]
        m.bot[p].random[0] = max(derived(m, Purpose.BOT.value + p), 1)


@kernel
def is_yours(m: Match, table: Table, p: int) -> bool:
    if m.learner != NOBODY:
        return p == int(m.learner)
    return (int(table.yours) >> p) & 1 == 1


@kernel
def drawn_bot(m: Match, table: Table, p: int) -> int:
    total = 0
    for place in range(ROSTER):
        total += int(table.lots[place])
    k = (derived(m, Purpose.WHICH_BOT.value + p) * total) >> 32
    for place in range(ROSTER):
        k -= int(table.lots[place])
        if k < 0:
            return place
    return 0


# --------------------------------------------------------------------------------------------------------- playing


@kernel
def bots_play(t: Tables, g: Game, m: Match, mask: Mask) -> None:
    """Until a seat of yours decides, or the game is over."""
    while g.over == 0:
        bot = m.bot[top(g).player]
        if bot.kind == BotKind.YOU:
            return
        step(t, g, choose(t, g, bot, mask), mask)


@kernel
def you_play(t: Tables, g: Game, m: Match, action: int, mask: Mask) -> None:
    m.acted |= 1 << int(top(g).player)
    m.steps += 1
    step(t, g, action, mask)
    bots_play(t, g, m, mask)


@kernel
def is_paid(g: Game, m: Match, p: int) -> bool:
    """Rewards reach a player when he decides again, and when the game is over: whoever acts in between, all of it."""
    if g.over:
        return True
    return int(top(g).player) == p and (int(m.acted) >> p) & 1 == 1


@kernel
def pay(t: Tables, g: Game, m: Match, table: Table, terms: npt.NDArray[np.float64], p: int) -> float:
    """What the player has earned since he was last paid. terms: shaping, gamma."""
    earned = reward(t, g, table.reward, p)
    if terms[0] != 0.0:
        now = potential(t, g, p)
        earned += terms[0] * (terms[1] * now - m.paid[p])
        m.paid[p] = now
    m.returns[p] += earned
    return earned


@kernel
def record_end(g: Game, m: Match) -> None:
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


# ------------------------------------------------------------------------------------ slices of a batch, for Python
#
# masks, seats, numbers, ids: what you see (numbers: of the vector or of the compact form). The legal actions that are enforced
# are in `legal_now`, which Python does not hand out.

Masks = npt.NDArray[np.bool_]
Floats = npt.NDArray[np.float32]
Ids = npt.NDArray[np.int16]
Flags = npt.NDArray[np.bool_]
FINE = -1


@kernel
def first_illegal(games: Records, legal_now: Masks, actions: npt.NDArray[np.int64]) -> int:
    """The first game whose action is not allowed, or FINE. A game that is over takes -1."""
    for i in range(len(actions)):
        action = actions[i]
        if games[i].over:
            if action != -1:
                return i
        elif action < 0 or action >= N_ACTIONS or not legal_now[i, action]:
            return i
    return FINE


@kernel
def reset_slice(
    tables: Records,
    games: Records,
    matches: Records,
    table: Records,
    which: Flags,
    legal_now: Masks,
    masks: Masks,
    seats: npt.NDArray[np.int8],
    numbers: Floats,
    ids: Ids,
    a: int,
    b: int,
) -> None:
    """The next game in each of the games from a to b that `which` names."""
    t = tables[0]
    for i in range(a, b):
        if which[i]:
            begin(t, games[i], matches[i], table[0], legal_now[i])
            show(t, games[i], matches[i], table[0], legal_now[i], masks[i], numbers[i], ids[i])
            seats[i] = decider(games[i])


@kernel
def step_slice(
    tables: Records,
    games: Records,
    matches: Records,
    table: Records,
    terms: npt.NDArray[np.float64],
    actions: npt.NDArray[np.int64],
    legal_now: Masks,
    masks: Masks,
    seats: npt.NDArray[np.int8],
    numbers: Floats,
    ids: Ids,
    rewards: Floats,
    terminated: Flags,
    truncated: Flags,
    final_numbers: Floats,
    final_ids: Ids,
    a: int,
    b: int,
) -> None:
    """One step of yours in the games from a to b. The actions are legal."""
    t = tables[0]
    for i in range(a, b):
        g, m = games[i], matches[i]
        rewards[i, :] = 0.0
        terminated[i] = False
        truncated[i] = False
        if g.over:
            continue
        you_play(t, g, m, actions[i], legal_now[i])
        pay_out(t, g, m, table[0], terms, rewards[i])
        if g.over:
            terminated[i] = g.truncated == 0
            truncated[i] = g.truncated != 0
            record_end(g, m)
            show_finals(t, g, m, table[0], final_numbers[i], final_ids[i])
            if table[0].autoreset:
                begin(t, g, m, table[0], legal_now[i])
        show(t, g, m, table[0], legal_now[i], masks[i], numbers[i], ids[i])
        seats[i] = decider(g)


@kernel
def pay_out(t: Tables, g: Game, m: Match, table: Table, terms: npt.NDArray[np.float64], rewards: Floats) -> None:
    """One column for the learner, or one per seat."""
    if m.learner != NOBODY:
        rewards[0] = pay(t, g, m, table, terms, int(m.learner))
        return
    for p in range(g.n_players):
        if is_paid(g, m, p):
            rewards[p] = pay(t, g, m, table, terms, p)


@kernel
def decider(g: Game) -> int:
    return NOBODY if g.over else int(top(g).player)


@kernel
def show(t: Tables, g: Game, m: Match, table: Table, legal_now: Mask, mask: Mask, numbers: Floats, ids: Ids) -> None:
    """The decision that is waited for, to the one who decides. Over: what the learner sees; nothing if several seats are yours."""
    for action in range(N_ACTIONS):
        mask[action] = legal_now[action]
    player = int(m.learner) if m.learner != NOBODY else decider(g)
    if player == NOBODY:
        numbers[:] = 0.0
        ids[:] = 0
    else:
        show_to(t, g, table.form, player, numbers, ids)


@kernel
def show_to(t: Tables, g: Game, form: int, player: int, numbers: Floats, ids: Ids) -> None:
    if form == Form.VECTOR:
        observe(t, g, player, numbers)
    elif form == Form.COMPACT:
        observe_compact(t, g, player, ids, numbers)


@kernel
def show_finals(t: Tables, g: Game, m: Match, table: Table, numbers: npt.NDArray[Any], ids: npt.NDArray[Any]) -> None:
    """The end, as the learner sees it, or every seat."""
    if m.learner != NOBODY:
        show_to(t, g, table.form, int(m.learner), numbers[0], ids[0])
        return
    for p in range(g.n_players):
        show_to(t, g, table.form, p, numbers[p], ids[p])


@kernel
def show_slice(
    tables: Records,
    games: Records,
    matches: Records,
    table: Records,
    legal_now: Masks,
    masks: Masks,
    seats: npt.NDArray[np.int8],
    numbers: Floats,
    ids: Ids,
    a: int,
    b: int,
) -> None:
    """Everything that is shown, from the records alone: after a batch was restored."""
    t = tables[0]
    for i in range(a, b):
        g, m = games[i], matches[i]
        legal_now[i, :] = False
        if g.over == 0:
            legal(t, g, legal_now[i])
        show(t, g, m, table[0], legal_now[i], masks[i], numbers[i], ids[i])
        seats[i] = decider(g)
