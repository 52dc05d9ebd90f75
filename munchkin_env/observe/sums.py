"""What the players' tables add up to: the pieces of layout.SUMS, which only the vector has."""

import numpy as np
import numpy.typing as npt

from munchkin_env.core.kernel import kernel, piece
from munchkin_env.engine.queries.limits import HAND_LIMIT, hand_limit
from munchkin_env.engine.queries.standing import win_level
from munchkin_env.engine.queries.strength import card_bonus, idle, ignores, strength_with
from munchkin_env.engine.state.actions import TABLE_SLOTS
from munchkin_env.engine.state.records import EQUIPPED, NOBODY, Game
from munchkin_env.vocabulary.tables import CardType, Tables
from munchkin_env.vocabulary.words import NONE, Op, Slot

from .cards import nth
from .layout import TRAITS_SHOWN, WORN_COLUMN, Sum, offsets
from .numbers import ratio

_AT = offsets()
_SUMS, TRAITS, MY_BONUSES = _AT["sums"], _AT["traits"], _AT["my_bonuses"]
_WIDTH = len(Sum)
_WORN = np.array([WORN_COLUMN[slot] for slot in Slot], np.int64)
CHANGES_LIMITS = 1 << Op.CAPACITY | 1 << Op.WIN_LEVEL
HANGS = 1 << 62


@piece
def write_sums(t: Tables, g: Game, player: int, out: npt.NDArray[np.float32]) -> None:
    """All pieces of SUMS; they must be 0 before."""
    n = int(g.n_players)
    touched = touched_seats(g)
    write_sum(t, g, player, 0, touched, out)
    for i in range(1, n):
        write_sum(t, g, nth(player, i, n), i, touched, out)


@piece
def touched_seats(g: Game) -> int:
    """Bits of the seats whose strength or limits are changed from outside their table: timed modifiers, monsters."""
    bits = 0
    for k in range(g.marker_n):
        bits |= 1 << int(g.marker[k].seat)
    if g.combat.on:
        bits |= 1 << int(g.combat.main)
        bits |= 1 << int(g.combat.helper) if g.combat.helper != NOBODY else 0
    return bits


@piece
def write_sum(t: Tables, g: Game, p: int, i: int, touched: int, out: npt.NDArray[np.float32]) -> None:
    """The sum of the i-th seat from mine."""
    at = _SUMS + i * _WIDTH
    seat = g.seat[p]
    level = int(seat.level)
    gold = 0
    big = 0
    hands = 0
    stands = 0
    busy = 0  # bit k: table[k] adds something to the player's strength
    for k in range(seat.table_n):
        card = int(seat.table[k])
        ty = t.type[t.type_of[card]]
        gold += int(ty.gold)
        big += int(ty.big)
        stands |= int(ty.standing) | (0 if seat.host[k] == NONE else HANGS)
        busy |= 0 if idle(t, g, p, k) else 1 << k
        if ty.trait >= 0 and ty.trait < TRAITS_SHOWN:
            out[TRAITS + i * TRAITS_SHOWN + ty.trait] = 1.0
        if g.mark[card] & EQUIPPED:
            worn = at + _WORN[ty.slot]
            out[worn] = min(4.0, max(-4.0, float(out[worn]) + ty.bonus * 0.2))  # in 64 bits, compiled or not
            hands += 2 if ty.slot == Slot.TWO_HANDS else 0
            hands += 1 if ty.slot == Slot.ONE_HAND else 0
    out[at + Sum.GOLD] = ratio(gold, 1000, 8)
    out[at + Sum.BIG] = ratio(big, 2, 2)
    out[at + Sum.HANDS_FULL] = ratio(hands, 2, 2)
    power = level
    limit = HAND_LIMIT
    wins_at = int(g.options.win_level)
    if (touched >> p) & 1:
        power = touched_strength(t, g, p, i == 0, out)
        limit = hand_limit(t, g, p)
        wins_at = win_level(t, g, p)
    else:
        if busy:
            power += own_bonuses(t, g, p, busy, stands, i == 0, out)
        if stands & CHANGES_LIMITS:
            limit = hand_limit(t, g, p)
            wins_at = win_level(t, g, p)
    out[at + Sum.STRENGTH] = ratio(power, 20, 3)
    out[at + Sum.HAND_LIMIT] = ratio(limit, 10, 2)
    out[at + Sum.MISSING] = ratio(max(0, wins_at - level), 10, 2)


@piece
def own_bonuses(t: Tables, g: Game, p: int, busy: int, stands: int, mine: bool, out: npt.NDArray[np.float32]) -> int:
    """What these cards of an untouched seat add up to; for mine, also write what each one adds."""
    seat = g.seat[p]
    total = 0
    for k in range(seat.table_n):
        if (busy >> k) & 1:
            ty = t.type[t.type_of[seat.table[k]]]
            bonus = int(ty.bonus) if is_plain(ty, stands) else card_bonus(t, g, p, k, 0)
            total += bonus
            if mine and k < TABLE_SLOTS:
                out[MY_BONUSES + k] = ratio(bonus, 5, 6)
    return total


@kernel
def touched_strength(t: Tables, g: Game, p: int, mine: bool, out: npt.NDArray[np.float32]) -> int:
    """The same for a touched seat, including everything from outside."""
    ignored = ignores(t, g, p)
    total = 0
    for k in range(g.seat[p].table_n):
        if not idle(t, g, p, k):
            bonus = card_bonus(t, g, p, k, ignored)
            total += bonus
            if mine and k < TABLE_SLOTS:
                out[MY_BONUSES + k] = ratio(bonus, 5, 6)
    return strength_with(t, g, p, total, ignored)


@piece
def is_plain(ty: CardType, stands: int) -> bool:
    """Does an active card add just its printed bonus, for everybody?"""
    return bool(
        ty.usable_by == NONE
        and ty.not_usable_by == NONE
        and (ty.standing >> Op.BONUS) & 1 == 0
        and stands & (HANGS | 1 << Op.ITEM_BONUS) == 0
    )
