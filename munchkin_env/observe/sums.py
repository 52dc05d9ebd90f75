"""What the cards before the players add up to: the pieces of layout.SUMS, which only the vector has."""

import numpy as np
import numpy.typing as npt

from munchkin_env.cards.vocabulary import NONE, CardType, Op, Slot, Tables
from munchkin_env.engine.actions import TABLE_SLOTS
from munchkin_env.engine.kernel import kernel, piece
from munchkin_env.engine.limits import hand_limit
from munchkin_env.engine.seats import fights
from munchkin_env.engine.standing import win_level
from munchkin_env.engine.state import EQUIPPED, Game
from munchkin_env.engine.strength import card_bonus, idle, ignores, strength_with
from munchkin_env.observe.cards import nth
from munchkin_env.observe.layout import TRAITS_SHOWN, WORN_COLUMN, Sum, offsets
from munchkin_env.observe.numbers import ratio

_AT = offsets()
SUMS, TRAITS, MY_BONUSES = _AT["sums"], _AT["traits"], _AT["my_bonuses"]
WIDTH = len(Sum)
WORN = np.array([WORN_COLUMN[slot] for slot in Slot], np.int64)
CHANGES_LIMITS = 1 << Op.CAPACITY | 1 << Op.WIN_LEVEL
HANGS = 1 << 62
HAND_LIMIT = 5  # at Charity, unless a card says otherwise (HAND-03)


@piece
def write_sums(t: Tables, g: Game, player: int, out: npt.NDArray[np.float32]) -> None:
    """All pieces of SUMS; they are all 0 before."""
    n = int(g.n_players)
    write_sum(t, g, player, 0, out)
    for i in range(1, n):
        write_sum(t, g, nth(player, i, n), i, out)


@piece
def write_sum(t: Tables, g: Game, p: int, i: int, out: npt.NDArray[np.float32]) -> None:
    """Of the i-th seat from mine."""
    at = SUMS + i * WIDTH
    seat = g.seat[p]
    calm = g.marker_n == 0 and not fights(g, p)  # nothing from outside his table touches him
    ignored = 0 if calm else ignores(t, g, p)
    stands = standing_ops(t, g, p)
    gold = 0
    big = 0
    hands = 0
    power = 0
    for k in range(seat.table_n):
        card = int(seat.table[k])
        ty = t.type[t.type_of[card]]
        gold += int(ty.gold)
        big += int(ty.big)
        if ty.trait >= 0 and ty.trait < TRAITS_SHOWN:
            out[TRAITS + i * TRAITS_SHOWN + ty.trait] = 1.0
        if g.mark[card] & EQUIPPED:
            worn = at + WORN[ty.slot]
            out[worn] = min(4.0, max(-4.0, out[worn] + ty.bonus * 0.2))
            hands += 2 if ty.slot == Slot.TWO_HANDS else 0
            hands += 1 if ty.slot == Slot.ONE_HAND else 0
        if not idle(t, g, p, k):
            bonus = int(ty.bonus) if ignored == 0 and is_plain(ty, stands) else card_bonus(t, g, p, k, ignored)
            power += bonus
            if i == 0 and k < TABLE_SLOTS:
                out[MY_BONUSES + k] = ratio(bonus, 5, 6)
    power = power + int(seat.level) if calm else strength_with(t, g, p, power, ignored)
    unlimited = stands & CHANGES_LIMITS == 0 and (calm or not (fights(g, p) or limits_marked(t, g, p)))
    limit = HAND_LIMIT if unlimited else hand_limit(t, g, p)
    wins_at = int(g.options.win_level) if unlimited else win_level(t, g, p)
    out[at + Sum.STRENGTH] = ratio(power, 20, 3)
    out[at + Sum.HAND_LIMIT] = ratio(limit, 10, 2)
    out[at + Sum.MISSING] = ratio(max(0, wins_at - int(seat.level)), 10, 2)
    out[at + Sum.GOLD] = ratio(gold, 1000, 8)
    out[at + Sum.BIG] = ratio(big, 2, 2)
    out[at + Sum.HANDS_FULL] = ratio(hands, 2, 2)


@piece
def standing_ops(t: Tables, g: Game, p: int) -> int:
    """Bit per Op that stands on a card before him; HANGS if a card is on another one."""
    seat = g.seat[p]
    bits = 0
    for k in range(seat.table_n):
        bits |= int(t.type[t.type_of[seat.table[k]]].standing)
        bits |= 0 if seat.host[k] == NONE else HANGS
    return bits


@piece
def is_plain(ty: CardType, stands: int) -> bool:
    """Does a card that is not idle add its printed bonus and nothing else, for everybody?"""
    return bool(
        ty.usable_by == NONE
        and ty.not_usable_by == NONE
        and (ty.standing >> Op.BONUS) & 1 == 0
        and stands & (HANGS | 1 << Op.ITEM_BONUS) == 0
    )


@kernel
def limits_marked(t: Tables, g: Game, p: int) -> bool:
    """Does a timed modifier change what he may keep, or the Level with which he wins?"""
    for k in range(g.marker_n):
        if g.marker[k].seat == p and (t.op[g.marker[k].op].op == Op.CAPACITY or t.op[g.marker[k].op].op == Op.WIN_LEVEL):
            return True
    return False
