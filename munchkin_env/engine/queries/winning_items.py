"""Help Me Out Here! and the like: with which Item of another player would I win at once, and what must make room for it?

The answer is computed on a copy of the game in which the Item has moved.
"""

from munchkin_env.core.bits import count_bits
from munchkin_env.core.copying import copied
from munchkin_env.core.kernel import kernel
from munchkin_env.engine.state.actions import TABLE_SLOTS
from munchkin_env.engine.state.records import EQUIPPED, MAX_TABLE, Game, Seat
from munchkin_env.vocabulary.tables import Tables
from munchkin_env.vocabulary.words import NONE, CardKind, Lift

from .excess import big_too_many, worn_too_many
from .limits import fits, may_carry
from .seats import fights, is_locked, is_part
from .standing import lifted, may_use
from .strength import munchkin_total, winning


@kernel
def winning_items(t: Tables, g: Game, player: int, target: int) -> int:
    """Bits of the target's table."""
    bits = 0
    for k in range(min(g.seat[target].table_n, TABLE_SLOTS)):
        if room_needed(t, g, player, target, k) >= 0:
            bits |= 1 << k
    return bits


@kernel
def room_needed(t: Tables, g: Game, player: int, target: int, k: int) -> int:
    """How many of the player's Items must be discarded for it: 0 to 2, or NONE if it does not win the fight."""
    card_type = t.type_of[g.seat[target].table[k]]
    if not may_be_worn(t, card_type) or not may_use(t, g, player, card_type):
        return NONE
    for n in range(3):
        if in_the_way(t, g, player, target, k, n) != 0:
            return n
    return NONE


@kernel
def may_be_worn(t: Tables, card_type: int) -> bool:
    """An Item that gives its bonus while equipped, including a Steed (STEED-01)."""
    kind = t.type[card_type].kind
    return bool(kind == CardKind.ITEM or kind == CardKind.STEED)


@kernel
def in_the_way(t: Tables, g: Game, player: int, target: int, k: int, n: int) -> int:
    """If n Items go for it: bits of those that may be the first. For n = 0: 1 if it wins without discards."""
    if n == 0:
        return 1 if wins_with(t, g, player, target, k, NONE, NONE) else 0
    bits = 0
    size = min(g.seat[player].table_n, TABLE_SLOTS)
    for i in range(size):
        if n == 1:
            if wins_with(t, g, player, target, k, i, NONE):
                bits |= 1 << i
            continue
        for j in range(size):
            if j != i and wins_with(t, g, player, target, k, i, j):
                bits |= 1 << i
    return bits


@kernel
def wins_with(t: Tables, g: Game, player: int, target: int, k: int, i: int, j: int) -> bool:
    """Would the side win with the target's table[k] equipped by the player, whose own table[i] and table[j] are gone?"""
    if not may_go(t, g, player, i) or not may_go(t, g, player, j):
        return False
    card_type = t.type_of[g.seat[target].table[k]]
    steed = t.type[card_type].kind == CardKind.STEED
    room = makes_room(t, g, player, i, steed) + makes_room(t, g, player, j, steed)
    if i == NONE and j == NONE:
        return fits(t, g, player, card_type) and may_carry(t, g, player, card_type, room) and wins_if_moved(t, g, player, target, k, 0)
    then = copied(g)
    if i != NONE:
        then.mark[g.seat[player].table[i]] &= ~EQUIPPED & 255
    if j != NONE:
        then.mark[g.seat[player].table[j]] &= ~EQUIPPED & 255
    can = fits(t, then, player, card_type) and may_carry(t, then, player, card_type, room)
    return can and wins_if_moved(t, then, player, target, k, bit(i) | bit(j))


@kernel
def wins_if_moved(t: Tables, g: Game, player: int, target: int, k: int, gone: int) -> bool:
    """As `piles.pass_on` would move it: equipped, and with the enhancers on it. Everything else keeps its place and host.

    gone: bits of the player's Items that are discarded for it.
    """
    moves = goes_along(t, g.seat[target], k)
    if g.seat[player].table_n + count_bits(moves) > MAX_TABLE:
        return False
    then = copied(g)
    mine, theirs = then.seat[player], then.seat[target]
    card = int(theirs.table[k])
    kept = 0
    for n in range(theirs.table_n):
        moved, host = int(theirs.table[n]), int(theirs.host[n])
        theirs.table[n] = NONE
        theirs.host[n] = NONE
        if (moves >> n) & 1 == 0:
            theirs.table[kept] = moved
            theirs.host[kept] = host
            kept += 1
    for n in range(g.seat[target].table_n - 1, -1, -1):
        if (moves >> n) & 1:
            mine.table[mine.table_n] = g.seat[target].table[n]
            mine.host[mine.table_n] = NONE if n == k else card
            mine.table_n += 1
    theirs.table_n = kept
    then.mark[card] = EQUIPPED
    return winning(t, then) and wins_corrected(t, then, player, gone) and wins_corrected(t, then, target, 0)


@kernel
def wins_corrected(t: Tables, g: Game, player: int, gone: int) -> bool:
    """Also after the player has turned sideways, or parted with, what exceeds limits now, whatever they pick (ITEM-09, BIG-03)?"""
    if not fights(g, player):
        return True
    then = copied(g)
    going_on = True
    while going_on:
        worn = worn_too_many(t, then, player)
        bits = worn if worn != 0 else big_too_many(t, then, player, gone)
        going_on = bits != 0
        if going_on:
            worst = most_missed(t, then, player, bits)
            gone |= 0 if worn != 0 else 1 << worst
            then.mark[g.seat[player].table[worst]] &= ~EQUIPPED & 255
    return winning(t, then)


@kernel
def most_missed(t: Tables, g: Game, player: int, bits: int) -> int:
    """Of those Items, the one without which the side is weakest."""
    then = copied(g)
    best = NONE
    least = 0
    for i in range(MAX_TABLE):
        if (bits >> i) & 1:
            card = g.seat[player].table[i]
            then.mark[card] = g.mark[card] & ~EQUIPPED & 255
            total = munchkin_total(t, then)
            then.mark[card] = g.mark[card]
            if best == NONE or total < least:
                best = i
                least = total
    return best


@kernel
def goes_along(t: Tables, seat: Seat, k: int) -> int:
    """Bits of table[k] and of the enhancers on it (ENH-01)."""
    bits = 1 << k
    for n in range(seat.table_n):
        if seat.host[n] == seat.table[k] and is_part(t, seat, n):
            bits |= 1 << n
    return bits


@kernel
def may_go(t: Tables, g: Game, player: int, i: int) -> bool:
    """Is it an Item that the player may discard to make room (HELP-12)?"""
    if i == NONE:
        return True
    card = g.seat[player].table[i]
    return may_be_worn(t, t.type_of[card]) and not is_locked(g, card)


@kernel
def makes_room(t: Tables, g: Game, player: int, i: int, for_a_steed: bool) -> int:
    """1 if without table[i] the player may carry one more Steed, or one more Big Item."""
    if i == NONE or lifted(t, g.seat[player], i, Lift.LIMITS):
        return 0
    ty = t.type[t.type_of[g.seat[player].table[i]]]
    if for_a_steed or ty.kind == CardKind.STEED:
        return 1 if for_a_steed and ty.kind == CardKind.STEED else 0
    return int(ty.big)


@kernel
def bit(i: int) -> int:
    return 0 if i == NONE else 1 << i
