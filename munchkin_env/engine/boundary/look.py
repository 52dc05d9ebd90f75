"""Values for Python that the rules compute: strengths, and what a set position may have."""

import numpy as np
import numpy.typing as npt

from munchkin_env.core.kernel import kernel
from munchkin_env.core.types import Records
from munchkin_env.engine.queries.limits import equippable, hand_limit
from munchkin_env.engine.queries.seats import fights
from munchkin_env.engine.queries.stakes import treasures_at_stake
from munchkin_env.engine.queries.standing import win_level
from munchkin_env.engine.queries.strength import monster_strength, monster_total, munchkin_total, strength, winning
from munchkin_env.engine.state.records import EQUIPPED, MAX_MONSTERS, MAX_PLAYERS, MonsterState

Answers = npt.NDArray[np.int64]

# Positions in the output of `numbers_at`.
MUNCHKINS_TOTAL, MONSTERS_TOTAL, WINNING, TREASURES = 0, 1, 2, 3
OF_PLAYER = 4  # strength
OF_MONSTER = OF_PLAYER + MAX_PLAYERS
LIMIT_OF_HAND = OF_MONSTER + MAX_MONSTERS
FIGHTS = LIMIT_OF_HAND + MAX_PLAYERS
WIN_LEVEL = FIGHTS + MAX_PLAYERS
N_ANSWERS = WIN_LEVEL + MAX_PLAYERS


@kernel
def numbers_at(tables: Records, games: Records, i: int, out: Answers) -> None:
    """Everything that is shown but not stored."""
    t, g = tables[0], games[i]
    out[:] = 0
    for p in range(g.n_players):
        out[OF_PLAYER + p] = strength(t, g, p)
        out[LIMIT_OF_HAND + p] = hand_limit(t, g, p)
        out[FIGHTS + p] = 1 if fights(g, p) else 0
        out[WIN_LEVEL + p] = win_level(t, g, p)
    if g.combat.on == 0:
        return
    out[MUNCHKINS_TOTAL] = munchkin_total(t, g)
    out[MONSTERS_TOTAL] = monster_total(t, g)
    out[WINNING] = 1 if winning(t, g) else 0
    out[TREASURES] = treasures_at_stake(t, g)
    for s in range(g.combat.n):
        if g.combat.monster[s].state == MonsterState.FIGHTING:
            out[OF_MONSTER + s] = monster_strength(t, g, s)


@kernel
def equip_at(tables: Records, games: Records, i: int, player: int, place: int) -> bool:
    """Equip the card there, if that is allowed."""
    t, g = tables[0], games[i]
    card = g.seat[player].table[place]
    if g.mark[card] & EQUIPPED == 0 and not equippable(t, g, player, place):
        return False
    g.mark[card] |= EQUIPPED
    return True
