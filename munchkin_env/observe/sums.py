"""What the cards before the players add up to: the pieces of layout.SUMS, which only the vector has."""

import numpy as np
import numpy.typing as npt

from munchkin_env.cards.vocabulary import Op, Slot, Tables
from munchkin_env.engine.actions import TABLE_SLOTS
from munchkin_env.engine.kernel import kernel
from munchkin_env.engine.limits import hand_limit
from munchkin_env.engine.seats import fights
from munchkin_env.engine.standing import win_level
from munchkin_env.engine.state import EQUIPPED, Game
from munchkin_env.engine.strength import card_bonus, idle, ignores, strength, strength_with
from munchkin_env.observe.cards import nth
from munchkin_env.observe.layout import TRAITS_SHOWN, WORN_COLUMN, Sum, offsets
from munchkin_env.observe.numbers import ratio

_AT = offsets()
SUMS, TRAITS, MY_BONUSES = _AT["sums"], _AT["traits"], _AT["my_bonuses"]
WIDTH = len(Sum)
WORN = np.array([WORN_COLUMN[slot] for slot in Slot], np.int64)
CHANGES_LIMITS = 1 << Op.CAPACITY | 1 << Op.WIN_LEVEL
HAND_LIMIT = 5  # at Charity, unless a card says otherwise (HAND-03)


@kernel
def write_sums(t: Tables, g: Game, player: int, out: npt.NDArray[np.float32]) -> None:
    """All pieces of SUMS; they are all 0 before."""
    n = int(g.n_players)
    for i in range(n):
        p = nth(player, i, n)
        at = SUMS + i * WIDTH
        power = my_strength(t, g, p, out) if i == 0 else strength(t, g, p)
        out[at + Sum.STRENGTH] = ratio(power, 20, 3)
        plain = write_items(t, g, p, out, at, TRAITS + i * TRAITS_SHOWN) and not fights(g, p) and not limits_marked(t, g, p)
        limit = HAND_LIMIT if plain else hand_limit(t, g, p)
        wins_at = int(g.options.win_level) if plain else win_level(t, g, p)
        out[at + Sum.HAND_LIMIT] = ratio(limit, 10, 2)
        out[at + Sum.MISSING] = ratio(max(0, wins_at - int(g.seat[p].level)), 10, 2)


@kernel
def my_strength(t: Tables, g: Game, player: int, out: npt.NDArray[np.float32]) -> int:
    """And what every card adds to it."""
    ignored = ignores(t, g, player)
    total = 0
    for i in range(g.seat[player].table_n):
        bonus = 0 if idle(t, g, player, i) else card_bonus(t, g, player, i, ignored)
        total += bonus
        if i < TABLE_SLOTS:
            out[MY_BONUSES + i] = ratio(bonus, 5, 6)
    return strength_with(t, g, player, total, ignored)


@kernel
def write_items(t: Tables, g: Game, p: int, out: npt.NDArray[np.float32], at: int, traits_at: int) -> bool:
    """What lies before him, added up. Returns whether nothing there changes a limit."""
    seat = g.seat[p]
    gold = 0
    big = 0
    hands = 0
    plain = True
    for i in range(seat.table_n):
        card = int(seat.table[i])
        ty = t.type[t.type_of[card]]
        gold += int(ty.gold)
        big += int(ty.big)
        if ty.standing & CHANGES_LIMITS:
            plain = False
        if ty.trait >= 0 and ty.trait < TRAITS_SHOWN:
            out[traits_at + ty.trait] = 1.0
        if g.mark[card] & EQUIPPED:
            worn = at + WORN[ty.slot]
            out[worn] = min(4.0, max(-4.0, float(out[worn]) + ty.bonus * 0.2))  # in 64 bits, compiled or not
            hands += 2 if ty.slot == Slot.TWO_HANDS else 0
            hands += 1 if ty.slot == Slot.ONE_HAND else 0
    out[at + Sum.GOLD] = ratio(gold, 1000, 8)
    out[at + Sum.BIG] = ratio(big, 2, 2)
    out[at + Sum.HANDS_FULL] = ratio(hands, 2, 2)
    return plain


@kernel
def limits_marked(t: Tables, g: Game, p: int) -> bool:
    """Does a timed modifier change what he may keep, or the Level with which he wins?"""
    for k in range(g.marker_n):
        if g.marker[k].seat == p and (t.op[g.marker[k].op].op == Op.CAPACITY or t.op[g.marker[k].op].op == Op.WIN_LEVEL):
            return True
    return False
