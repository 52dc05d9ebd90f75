"""Games by lot in a batch, counted: what happens in them, read off the event log."""

from enum import IntEnum

import numpy as np
import numpy.typing as npt

from .engine import new_game, step
from .events import What
from .kernel import kernel
from .playouts import Records, next_random, weighted_legal
from .state import MAX_EVENTS, NONE, Game


class Count(IntEnum):
    """What is counted."""

    DECISIONS = 0
    TURNS = 1
    ASKED = 2
    BOUGHT = 3  # help for Treasures, an Item or a card
    GIVEN = 4  # help for nothing
    REFUSED = 5
    FORCED = 6
    WON = 7
    LOST = 8  # caught by at least one monster
    FLED = 9  # lost the fight, and everyone got away
    DEATHS = 10
    CURSES = 11
    TRADES = 12
    SALES = 13
    OVERFLOWS = 14  # steps with more events than the log holds: what follows them was not counted


N_COUNTS = len(Count)
# Columns of the results, one row per finished game.
ROUNDS, LENGTH, WINNERS = 0, 1, 2
N_RESULTS = 3
NO_FLIGHT, RUNNING, CAUGHT = 0, 1, 2


@kernel
def plain_count(what: int) -> int:
    """The counter of an event that needs no second look, or NONE."""
    match what:
        case What.TURN:
            return Count.TURNS.value
        case What.ASKS:
            return Count.ASKED.value
        case What.REFUSES:
            return Count.REFUSED.value
        case What.FORCED:
            return Count.FORCED.value
        case What.WINS_FIGHT:
            return Count.WON.value
        case What.DIES:
            return Count.DEATHS.value
        case What.CURSED:
            return Count.CURSES.value
        case What.TRADES:
            return Count.TRADES.value
        case What.SELLS:
            return Count.SALES.value
    return NONE


@kernel
def flight_ends(flight: int, counts: npt.NDArray[np.int64]) -> None:
    if flight == RUNNING:
        counts[Count.FLED] += 1
    elif flight == CAUGHT:
        counts[Count.LOST] += 1


@kernel
def count_events(g: Game, flight: int, counts: npt.NDArray[np.int64]) -> int:
    """Adds what this step brought; returns how far the flight is that goes on (NO_FLIGHT, RUNNING, CAUGHT)."""
    if g.event_n == MAX_EVENTS:
        counts[Count.OVERFLOWS] += 1
    for i in range(g.event_n):
        what = int(g.event[i].what)
        counter = plain_count(what)
        if counter != NONE:
            counts[counter] += 1
        if what == What.HELPS:
            paid = g.offer.treasures != 0 or g.offer.bribe != NONE or g.offer.card != NONE
            counts[Count.BOUGHT if paid else Count.GIVEN] += 1
        elif what == What.CAUGHT and flight == RUNNING:
            flight = CAUGHT
        elif what == What.TURN or what == What.LOSES_FIGHT:
            flight_ends(flight, counts)
            flight = RUNNING if what == What.LOSES_FIGHT else NO_FLIGHT
    return flight


@kernel
def tally(
    tables: Records,
    games: Records,
    masks: npt.NDArray[np.bool_],
    flights: npt.NDArray[np.int64],
    state: npt.NDArray[np.int64],
    counts: npt.NDArray[np.int64],
    results: npt.NDArray[np.int64],
    done: int,
    started: int,
    steps: int,
) -> tuple[int, int]:
    """Up to `steps` decisions in every game. As many games are started as results has rows; returns how many are done and started."""
    t = tables[0]
    for _ in range(steps):
        for i in range(len(games)):
            g = games[i]
            if g.over:
                continue
            step(t, g, weighted_legal(masks[i], state), masks[i])
            counts[Count.DECISIONS] += 1
            flights[i] = count_events(g, flights[i], counts)
            if g.over == 0:
                continue
            flight_ends(flights[i], counts)
            flights[i] = NO_FLIGHT
            results[done, ROUNDS] = g.rounds
            results[done, LENGTH] = g.decisions
            results[done, WINNERS] = g.winners
            done += 1
            if started < len(results):
                new_game(t, g, g.n_players, next_random(state), masks[i])
                flights[i] = count_events(g, NO_FLIGHT, counts)
                started += 1
    return done, started
