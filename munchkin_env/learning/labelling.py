"""Games in which some decisions of one player are labelled: what each likely action is worth, found out by playing on after it.

All in one kernel, without Python. Candidates of a decision are tried from the same position with the same luck, so that the luck cancels.
"""

import numpy as np
import numpy.typing as npt

from munchkin_env.core.kernel import kernel
from munchkin_env.core.record import Array, Record, f32, i8, i16, i32, u8, u16
from munchkin_env.core.types import Mask, Records
from munchkin_env.engine.boundary.playouts import next_random
from munchkin_env.engine.flow.settle import new_game, step
from munchkin_env.engine.state.actions import N_ACTIONS
from munchkin_env.engine.state.records import MAX_PLAYERS, Game
from munchkin_env.engine.state.stack import top
from munchkin_env.observe import observe
from munchkin_env.observe.layout import SIZE
from munchkin_env.players.bots.bot import styled
from munchkin_env.players.network.evaluating import LOGITS
from munchkin_env.players.network.net import Floats
from munchkin_env.players.network.playing import drawn, judge, only_legal
from munchkin_env.players.search.leaf import leaf_shares
from munchkin_env.players.search.playing import begin_bots, copy_game, play_turns
from munchkin_env.players.seated import next_action
from munchkin_env.vocabulary.tables import Tables
from munchkin_env.vocabulary.words import NONE

MOST_INPUTS = 640
"""Of an observation, numbers that are not 0; 95 of 100 observations have fewer than 280."""
CANDIDATES = 8
ALWAYS = 3
"""So many of the likeliest actions are candidates, the bot's choice among them,"""
LIKELY = 0.003
"""and those of at least this probability; one of the others at times:"""
OTHER_RATE = 0.3
SURE_FROM = 0.97
"""Where an action has this probability, a decision is seldom labelled:"""
SURE_RATE = 0.05
IRRELEVANT_RATE = 0.1
"""Where all candidates turned out the same, so many labels are kept, each with a weight to make up for the others."""
_PLAYED, _WORK = 0, 1
"""Places of the game that is played and of the copy that is played on from."""


class Labelled(Record):
    """A decision, and what its candidates are worth."""

    game: int = i32()
    line_up: int = i16()
    seat: int = i8()
    kind: int = i8()  # of decision
    inputs: int = i16()  # of the observation: how many numbers are not 0,
    where: Array[int] = u16(MOST_INPUTS)  # which,
    what: Array[float] = f32(MOST_INPUTS)  # and what they are
    legal: npt.NDArray[np.uint8] = u8(N_ACTIONS)
    candidates: int = i8()
    action: Array[int] = i16(CANDIDATES)  # first what the bot would do
    worth: Array[float] = f32(CANDIDATES)  # the share of the victory expected after it
    weight: float = f32()
    outcome: float = f32()  # the share at the end of the game


@kernel
def chance(random: npt.NDArray[np.int64]) -> float:
    """From 0 to 1."""
    return next_random(random) / 4294967296.0


@kernel
def label_game(
    tables: Records,
    games: Records,
    rows: npt.NDArray[np.uint8],
    bots: Records,
    stand_ins: Records,
    adviser: Records,
    nets: Records,
    w: Floats,
    leaf: Floats,
    mask: Mask,
    random: npt.NDArray[np.int64],
    players: int,
    seat: int,
    turns: int,
    rate: float,
    labels: Records,
    first: int,
) -> int:
    """Play one game and label decisions of that seat, in labels from `first` on. Returns where the next label goes.

    rows: the bytes of games. bots: who sits where. stand_ins: who goes on in playouts. adviser: a network; where it is unsure, it is asked
    which actions are likely, and these are tried.
    """
    t, g = tables[0], games[_PLAYED]
    new_game(t, g, players, next_random(random) * 2147483648 + next_random(random) // 2, mask)
    n = first
    logits = np.zeros(N_ACTIONS, np.float32)
    while g.over == 0:
        p = int(top(g).player)
        if p != seat:
            step(t, g, next_action(t, g, bots[p], mask, nets[0], w), mask)
            continue
        action = only_legal(mask)
        if action == NONE:
            judge(t, g, adviser[0], mask, nets[0].net[adviser[0].net], w, LOGITS, logits)
            if n < len(labels) and is_asked(mask, logits, rate, random):
                usual = styled(t, g, bots[p], mask)
                n += write_label(t, games, rows, stand_ins, nets, w, leaf, mask, random, logits, usual, turns, labels, n)
            if bots[p].net != adviser[0].net:
                judge(t, g, bots[p], mask, nets[0].net[bots[p].net], w, LOGITS, logits)
            action = drawn(mask, logits, bots[p])
        step(t, g, action, mask)
    for i in range(first, n):
        labels[i].outcome = final_share(g, seat)
    return n


@kernel
def final_share(g: Game, seat: int) -> float:
    won = 0
    for p in range(g.n_players):
        won += (int(g.winners) >> p) & 1
    return 1.0 / won if won and (int(g.winners) >> seat) & 1 else 0.0


@kernel
def is_asked(mask: Mask, logits: Floats, rate: float, random: npt.NDArray[np.int64]) -> bool:
    """Is this decision labelled? logits become logarithms of probabilities."""
    most = -1e30
    for a in range(N_ACTIONS):
        if mask[a]:
            most = max(most, float(logits[a]))
    total = 0.0
    for a in range(N_ACTIONS):
        if mask[a]:
            total += np.exp(float(logits[a]) - most)
    for a in range(N_ACTIONS):
        if mask[a]:
            logits[a] = np.float32(float(logits[a]) - most - np.log(total))
    return chance(random) < (rate if 1.0 / total < SURE_FROM else rate * SURE_RATE)


# ---------------------------------------------------------------------------------------------------- one decision


@kernel
def write_label(
    t: Tables,
    games: Records,
    rows: npt.NDArray[np.uint8],
    stand_ins: Records,
    nets: Records,
    w: Floats,
    leaf: Floats,
    mask: Mask,
    random: npt.NDArray[np.int64],
    logits: Floats,
    usual: int,
    turns: int,
    labels: Records,
    i: int,
) -> int:
    """1 if the label is kept. usual: what the student's bot would do."""
    g, label = games[_PLAYED], labels[i]
    p = int(top(g).player)
    label.seat = p
    label.kind = top(g).kind
    label.weight = 1.0
    for a in range(N_ACTIONS):
        label.legal[a] = int(mask[a])
    write_candidates(label, mask, logits, usual, random)
    try_candidates(t, games, rows, stand_ins, nets, w, leaf, random, p, turns, label)
    if all_the_same(label):
        if chance(random) >= IRRELEVANT_RATE:
            return 0
        label.weight = 1.0 / IRRELEVANT_RATE
    write_inputs(t, g, p, label)
    return 1


@kernel
def write_candidates(label: Labelled, mask: Mask, logits: Floats, usual: int, random: npt.NDArray[np.int64]) -> None:
    """What the bot would do, then the others from the likeliest on."""
    label.action[0] = usual
    label.candidates = 1
    last = np.float32(1e30)
    last_action = NONE
    rest = 0
    for a in range(N_ACTIONS):
        rest += 1 if mask[a] and a != usual else 0
    while label.candidates < CANDIDATES - 1 and rest > 0:
        best = NONE
        for a in range(N_ACTIONS):
            below = logits[a] < last or (logits[a] == last and a > last_action)
            if mask[a] and a != usual and below and (best == NONE or logits[a] > logits[best]):
                best = a
        if label.candidates >= ALWAYS and logits[best] < np.float32(np.log(LIKELY)):
            break
        label.action[label.candidates] = best
        label.candidates += 1
        last = logits[best]
        last_action = best
        rest -= 1
    if rest > 0 and chance(random) < OTHER_RATE:
        label.action[label.candidates] = other_action(label, mask, int(chance(random) * rest))
        label.candidates += 1


@kernel
def other_action(label: Labelled, mask: Mask, k: int) -> int:
    """The k-th legal action that is no candidate."""
    for a in range(N_ACTIONS):
        if mask[a] and not is_candidate(label, a):
            if k == 0:
                return a
            k -= 1
    return int(label.action[0])


@kernel
def is_candidate(label: Labelled, action: int) -> bool:
    found = False
    for k in range(label.candidates):
        found |= label.action[k] == action
    return found


@kernel
def try_candidates(
    t: Tables,
    games: Records,
    rows: npt.NDArray[np.uint8],
    stand_ins: Records,
    nets: Records,
    w: Floats,
    leaf: Floats,
    random: npt.NDArray[np.int64],
    seat: int,
    turns: int,
    label: Labelled,
) -> None:
    """With the same dice and the same order of the decks."""
    mask = np.zeros(N_ACTIONS, np.bool_)
    shares = np.zeros(MAX_PLAYERS, np.float64)
    until = games[_PLAYED].turn + turns
    seed = next_random(random)
    for k in range(label.candidates):
        copy_game(rows, _PLAYED, _WORK)
        begin_bots(stand_ins, seed)
        step(t, games[_WORK], int(label.action[k]), mask)
        play_turns(t, games[_WORK], stand_ins, mask, until, nets[0], w)
        leaf_shares(t, games[_WORK], leaf, shares)
        label.worth[k] = shares[seat]


@kernel
def all_the_same(label: Labelled) -> bool:
    same = True
    for k in range(1, label.candidates):
        same &= label.worth[k] == label.worth[0]
    return same


@kernel
def write_inputs(t: Tables, g: Game, seat: int, label: Labelled) -> None:
    vector = np.zeros(SIZE, np.float32)
    observe(t, g, seat, vector)
    n = 0
    for k in range(SIZE):
        if vector[k] != 0.0 and n < MOST_INPUTS:
            label.where[n] = k
            label.what[n] = vector[k]
            n += 1
    label.inputs = n
