"""Kernels that set up a position: an empty table with full decks, what is already in force, then the turn from some moment on."""

from enum import IntEnum

from munchkin_env.core.kernel import kernel
from munchkin_env.core.types import Mask, Records
from munchkin_env.engine.flow.dispatch import run_next
from munchkin_env.engine.flow.settle import push_setup, settle
from munchkin_env.engine.rules.turn.turn import TURN
from munchkin_env.engine.state.kinds import FIRST_AUTOMATIC, Kind
from munchkin_env.engine.state.records import Room
from munchkin_env.engine.state.rng import seed_streams
from munchkin_env.engine.state.stack import pop, push, then, top
from munchkin_env.engine.verbs.blank import blank
from munchkin_env.engine.verbs.piles import full_decks


class Begin(IntEnum):
    """Where a set position starts."""

    START = 0  # sexes, the deal
    SETUP = 1  # the opening play, hands as they are
    TURN = 2  # the turn begins: the dead come back
    BEFORE_DOOR = 3
    BEFORE_ROOM = 4
    BEFORE_CHARITY = 5


@kernel
def clear_table_at(tables: Records, games: Records, i: int, n_players: int, value: int) -> None:
    """Nobody has a card; the decks are full and shuffled. The options must be set."""
    t, g = tables[0], games[i]
    blank(g)
    seed_streams(g, value)
    g.n_players = n_players
    g.setting_up = 0
    full_decks(t, g)


@kernel
def strike_at(tables: Records, games: Records, i: int, victim: int, card: int) -> bool:
    """The Curse has struck before the position begins. False if that would need a decision."""
    t, g = tables[0], games[i]
    f = push(g, Kind.STRIKE, victim)
    f.card = card
    f.victim = victim
    while g.depth > 0 and top(g).kind >= FIRST_AUTOMATIC:
        run_next(t, g)
    return bool(g.depth == 0)


@kernel
def begin_at(tables: Records, games: Records, i: int, where: int, player: int, mask: Mask) -> None:
    t, g = tables[0], games[i]
    g.depth = 0
    g.turn_player = player
    g.first_player = player
    if where == Begin.START:
        g.setting_up = 1
        push_setup(t, g)
    elif where == Begin.SETUP:
        g.setting_up = 1
        push(g, Kind.START, 0)
        for p in range(g.n_players - 1, -1, -1):
            push(g, Kind.SETUP, p)
    elif where == Begin.TURN:
        push(g, Kind.BEGIN_TURN, player)
    else:
        then(g, player, TURN)
        g.room = Room.OPEN if where == Begin.BEFORE_ROOM else Room.CLOSED
        for _ in range(3 if where == Begin.BEFORE_DOOR else 5 if where == Begin.BEFORE_ROOM else 7):
            pop(g)
    settle(t, g, mask)
