"""Kernels that Python calls for a batch: reset, step, show. Each takes a slice, the games from a to b."""

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from munchkin_env.core.kernel import kernel
from munchkin_env.core.types import Records
from munchkin_env.engine.flow.dispatch import legal
from munchkin_env.engine.state.actions import N_ACTIONS
from munchkin_env.engine.state.records import NOBODY, Game
from munchkin_env.engine.state.stack import top
from munchkin_env.observe import observe, observe_compact
from munchkin_env.vocabulary.tables import Tables

from .matches import Common, Form, Match, begin_game, is_paid, pay, record_end, you_play

Masks = npt.NDArray[np.bool_]
_Floats = npt.NDArray[np.float32]
_Ids = npt.NDArray[np.int16]
Booleans = npt.NDArray[np.bool_]
Actions = npt.NDArray[np.int64]
ALL_LEGAL = -1


class BatchArrays(NamedTuple):
    """The games."""

    tables: Records
    games: Records
    matches: Records
    common: Records
    terms: npt.NDArray[np.float64]
    """shaping, gamma."""
    nets: Records
    weights: _Floats
    """The networks of opponents, and their weights."""


class Shown(NamedTuple):
    """What the players who decide are shown."""

    legal_now: Masks
    """The legal actions that are enforced; Python hands out a copy of them, `masks`."""
    masks: Masks
    seats: npt.NDArray[np.int8]
    numbers: _Floats
    """Of the vector, or of the compact form."""
    ids: _Ids


class Paid(NamedTuple):
    """What a step has brought."""

    rewards: _Floats
    terminated: Booleans
    truncated: Booleans
    final_numbers: _Floats
    final_ids: _Ids


@kernel
def first_illegal(games: Records, legal_now: Masks, actions: Actions) -> int:
    """The first game in which the action is not legal, or ALL_LEGAL. A game that is over takes -1."""
    for i in range(len(actions)):
        action = actions[i]
        if games[i].over:
            if action != -1:
                return i
        elif action < 0 or action >= N_ACTIONS or not legal_now[i, action]:
            return i
    return ALL_LEGAL


@kernel
def reset_slice(batch: BatchArrays, which: Booleans, shown: Shown, a: int, b: int) -> None:
    """The next game in every game that `which` selects."""
    for i in range(a, b):
        if which[i]:
            begin_game(batch.tables[0], batch.games[i], batch.matches[i], batch.common[0], shown.legal_now[i], batch.nets[0], batch.weights)
            show_game(batch, shown, i)


@kernel
def step_slice(batch: BatchArrays, actions: Actions, shown: Shown, paid: Paid, a: int, b: int) -> None:
    """One step of yours in every game. The actions are legal."""
    t, common = batch.tables[0], batch.common[0]
    for i in range(a, b):
        g, m = batch.games[i], batch.matches[i]
        paid.rewards[i, :] = 0.0
        paid.terminated[i] = False
        paid.truncated[i] = False
        if g.over:
            continue
        you_play(t, g, m, actions[i], shown.legal_now[i], batch.nets[0], batch.weights)
        pay_out(t, g, m, common, batch.terms, paid.rewards[i])
        if g.over:
            end_game(batch, paid, i)
            if common.autoreset:
                begin_game(t, g, m, common, shown.legal_now[i], batch.nets[0], batch.weights)
        show_game(batch, shown, i)


@kernel
def show_slice(batch: BatchArrays, shown: Shown, a: int, b: int) -> None:
    """Everything that is shown, from the records alone: after a batch was restored."""
    for i in range(a, b):
        shown.legal_now[i, :] = False
        if batch.games[i].over == 0:
            legal(batch.tables[0], batch.games[i], shown.legal_now[i])
        show_game(batch, shown, i)


# ------------------------------------------------------------------------------------------------ one game of a slice


@kernel
def pay_out(t: Tables, g: Game, m: Match, common: Common, terms: npt.NDArray[np.float64], rewards: _Floats) -> None:
    """One column for the learner, or one per seat."""
    if m.learner != NOBODY:
        rewards[0] = pay(t, g, m, common, terms, int(m.learner))
        return
    for p in range(g.n_players):
        if is_paid(g, m, p):
            rewards[p] = pay(t, g, m, common, terms, p)


@kernel
def end_game(batch: BatchArrays, paid: Paid, i: int) -> None:
    """Game i is over: its flags, its record, and its last position as the learner, or every seat, sees it."""
    t, g, m, form = batch.tables[0], batch.games[i], batch.matches[i], int(batch.common[0].form)
    paid.terminated[i] = g.truncated == 0
    paid.truncated[i] = g.truncated != 0
    record_end(g, m)
    if m.learner != NOBODY:
        show_to(t, g, form, int(m.learner), paid.final_numbers[i, 0], paid.final_ids[i, 0])
        return
    for p in range(g.n_players):
        show_to(t, g, form, p, paid.final_numbers[i, p], paid.final_ids[i, p])


@kernel
def show_game(batch: BatchArrays, shown: Shown, i: int) -> None:
    """The decision that game i waits for, to its player. Over: what the learner sees, or nothing if several seats are yours."""
    g, m = batch.games[i], batch.matches[i]
    player = int(m.learner) if m.learner != NOBODY else decider(g)
    show_player(batch, shown, i, player)


@kernel
def show_player(batch: BatchArrays, shown: Shown, i: int, player: int) -> None:
    """Mask, seat and observation of game i, as the player sees it."""
    for action in range(N_ACTIONS):
        shown.masks[i, action] = shown.legal_now[i, action]
    if player == NOBODY:
        shown.numbers[i, :] = 0.0
        shown.ids[i, :] = 0
    else:
        show_to(batch.tables[0], batch.games[i], int(batch.common[0].form), player, shown.numbers[i], shown.ids[i])
    shown.seats[i] = decider(batch.games[i])


@kernel
def decider(g: Game) -> int:
    """Who decides, or NOBODY."""
    return NOBODY if g.over else int(top(g).player)


@kernel
def show_to(t: Tables, g: Game, form: int, player: int, numbers: _Floats, ids: _Ids) -> None:
    """The observation of this player."""
    if form == Form.VECTOR:
        observe(t, g, player, numbers)
    elif form == Form.COMPACT:
        observe_compact(t, g, player, ids, numbers)
