"""Very many random decisions in compiled code, with cheap checks: `python -m tests.soak --decisions 20000000 --set star`.

The properties (tests/fuzz.py) check everything and are slow; this checks little and plays whole long games, thousands of times as many.
Checked after every step: there is a legal action; Levels; turns end; no card twice; between turns, no card missing.
Some positions of every game are kept, and must be loadable (munchkin_env/sound/).
The report shows how much of the record's capacity was ever used.
"""

import argparse
import sys
import time
from typing import Any

import numpy as np
import numpy.typing as npt

from munchkin_env.cards.loader import load
from munchkin_env.core.kernel import kernel
from munchkin_env.core.record import empty, open_records, view
from munchkin_env.engine.boundary.playouts import random_legal, weighted_legal
from munchkin_env.engine.flow.settle import new_game, step
from munchkin_env.engine.state.kinds import Kind
from munchkin_env.engine.state.records import MAX_PLAYERS, Game, Pile
from munchkin_env.game.options import OPTIONS, check_options, write_options
from munchkin_env.sound import UnsoundError, check_games
from munchkin_env.vocabulary.tables import MAX_CARDS, Tables
from munchkin_env.vocabulary.words import NONE
from tests.facts import empty_mask
from tests.fuzz import ROOM

FAULTS = ("", "nobody can do anything", "a Level out of bounds", "a turn without end", "a card is in two places", "a card is missing")
MOST_PER_TURN = 20_000
N_NUMBERS = len(ROOM)
KEPT, KEEP_EVERY = 64, 41


@kernel
def count_pile(pile: Pile, seen: npt.NDArray[np.bool_]) -> int:
    n = 0
    for i in range(pile.n):
        n += 0 if seen[pile.cards[i]] else 1
        seen[pile.cards[i]] = True
    return n


@kernel
def places(g: Game) -> int:
    """The number of places with a card, if no frame holds one."""
    n = int(g.doors.n) + int(g.treasures.n) + int(g.door_discards.n) + int(g.treasure_discards.n) + int(g.pool_n)
    for p in range(g.n_players):
        n += int(g.seat[p].hand_n) + int(g.seat[p].table_n)
    return n


@kernel
def different(g: Game, seen: npt.NDArray[np.bool_]) -> int:
    """The number of different cards there."""
    seen[:] = False
    n = count_pile(g.doors, seen) + count_pile(g.treasures, seen)
    n += count_pile(g.door_discards, seen) + count_pile(g.treasure_discards, seen)
    for i in range(g.pool_n):
        n += 0 if seen[g.pool[i]] else 1
        seen[g.pool[i]] = True
    for p in range(g.n_players):
        seat = g.seat[p]
        for i in range(seat.hand_n):
            n += 0 if seen[seat.hand[i]] else 1
            seen[seat.hand[i]] = True
        for i in range(seat.table_n):
            n += 0 if seen[seat.table[i]] else 1
            seen[seat.table[i]] = True
    return n


@kernel
def is_calm(g: Game) -> bool:
    """The turn player is arranging cards, and no frame holds a card."""
    held = 0
    for d in range(g.depth):
        held += 1 if g.stack[d].card != NONE else 0
    return bool(g.over == 0 and g.combat.on == 0 and g.stack[g.depth - 1].kind == Kind.ARRANGE and held == 0)


@kernel
def fault_of(t: Tables, g: Game, seen: npt.NDArray[np.bool_], mask: npt.NDArray[np.bool_], in_turn: int, cards: int) -> int:
    """A number of FAULTS; 0 if all is well."""
    if g.over == 0 and not mask.any():
        return 1
    for p in range(g.n_players):
        level = int(g.seat[p].level)
        if level < 1 or level > g.options.win_level or (level == g.options.win_level and g.over == 0):
            return 2
    if in_turn > MOST_PER_TURN:
        return 3
    n = places(g)
    if n != different(g, seen):
        return 4
    free_houses = int(t.houses)
    for card in range(t.cards - t.houses, t.cards):
        if seen[card]:
            free_houses -= 1
    return 5 if is_calm(g) and n + free_houses != cards else 0


@kernel
def keep_most(g: Game, most: npt.NDArray[np.int64]) -> None:
    most[0] = max(most[0], int(g.depth))
    for p in range(g.n_players):
        most[1] = max(most[1], int(g.seat[p].hand_n))
        most[2] = max(most[2], int(g.seat[p].table_n))
    most[3] = max(most[3], int(g.marker_n))
    most[4] = max(most[4], int(g.use_n))
    most[5] = max(most[5], int(g.combat.zone_n))
    most[6] = max(most[6], int(g.pool_n))
    most[7] = max(most[7], int(g.refused_n))
    most[8] = max(most[8], int(g.combat.n))
    most[9] = max(most[9], int(g.event_n))


@kernel
def soak_at(
    tables: npt.NDArray[np.void],
    games: npt.NDArray[np.void],
    players: int,
    seed: int,
    uniform: int,
    cards: int,
    mask: npt.NDArray[np.bool_],
    seen: npt.NDArray[np.bool_],
    state: npt.NDArray[np.int64],
    most: npt.NDArray[np.int64],
    kept: npt.NDArray[np.void],
) -> int:
    """One whole game. Returns 0, or the number of a fault, at which the game stops. kept: positions of it, now and then."""
    t, g = tables[0], games[0]
    new_game(t, g, players, seed, mask)
    for k in range(len(kept)):
        kept[k] = games[0]
    in_turn = 0
    turn = -1
    while g.over == 0:
        if g.turn != turn:
            turn = int(g.turn)
            in_turn = 0
        in_turn += 1
        fault = fault_of(t, g, seen, mask, in_turn, cards)
        if fault != 0:
            return fault
        step(t, g, random_legal(mask, state) if uniform else weighted_legal(mask, state), mask)
        keep_most(g, most)
        if g.decisions % KEEP_EVERY == 0:
            kept[g.decisions // KEEP_EVERY % len(kept)] = games[0]
    return fault_of(t, g, seen, mask, 0, cards)


SET_HERE = ("win_level", "max_rounds", "trade_budget")


def options_of(rng: np.random.Generator) -> dict[str, Any]:
    """Long games to any Level, with every house rule."""
    chosen: dict[str, Any] = {}
    for option in OPTIONS:
        if option.is_flag:
            chosen[option.name] = bool(rng.random() < 0.5)
        elif option.choices and option.low is None:
            chosen[option.name] = option.choices[rng.integers(len(option.choices))][0]
        elif option.low is not None and option.high is not None and not option.choices and option.name not in SET_HERE:
            chosen[option.name] = int(rng.integers(option.low, option.high + 1))
    return chosen | {"win_level": int(rng.choice([6, 10, 20])), "max_rounds": 200, "trade_budget": int(rng.integers(4)), "w_sources": "all"}


def soak(sets: list[str], decisions: int, seed: int) -> int:
    cards = load(sets)
    array = empty(Game, 1)
    record, games, tables = view(Game, array), open_records(array), open_records(cards.tables)
    mask, seen, most = empty_mask(), np.zeros(MAX_CARDS, np.bool_), np.zeros(N_NUMBERS, np.int64)
    kept = empty(Game, KEPT)
    keeps = open_records(kept)
    state = np.array([seed * 7919 + 1], np.int64)
    rng, began = np.random.default_rng(seed), time.monotonic()
    total = played = faults = won = 0
    while total < decisions:
        players, uniform, one = int(rng.integers(2, MAX_PLAYERS + 1)), int(rng.random() < 0.3), int(rng.integers(1 << 40))
        write_options(check_options(options_of(rng), players), record.options)
        fault = soak_at(tables, games, players, one, uniform, view(Tables, cards.tables).cards, mask, seen, state, most, keeps)
        total, played, won = total + int(record.decisions), played + 1, won + (record.winners != 0)
        if fault:
            faults += 1
            top = Kind(record.stack[record.depth - 1].kind).name if record.depth else "nothing"
            print(f"FAULT: {FAULTS[fault]}, game {played} (seed {one}, {players} players), decision {record.decisions}, at {top}")
        try:
            check_games(cards, kept.view(np.uint8).reshape(KEPT, -1), players)
        except UnsoundError as error:
            faults += 1
            print(f"FAULT: a position of game {played} (seed {one}, {players} players) could not be loaded again: {error}")
    rooms = ", ".join(f"{name} {n}/{room}" for (name, room), n in zip(ROOM.items(), most, strict=True) if name != "events")
    name, took = " and ".join(sets), time.monotonic() - began
    print(f"{name}: {played} games, {total} decisions in {took:.0f} s, won {won / played:.1%}, faults {faults}")
    print(f"most of: {rooms}", flush=True)
    return faults


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.soak", description=__doc__)
    parser.add_argument("--decisions", type=int, default=20_000_000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--set", action="append", metavar="SET", help="a card set; repeat to shuffle several together (default: deluxe)")
    given = parser.parse_args()
    return 1 if soak(given.set or ["deluxe"], given.decisions, given.seed) else 0


if __name__ == "__main__":
    sys.exit(main())
