"""Help Me Out Here! and its like: with which Item of another would I win at once, and what must go for it (DP-41)?

The table is set as it would be, looked at, and put back.
"""

from munchkin_env.core.bits import count_bits
from munchkin_env.core.kernel import kernel
from munchkin_env.engine.state.actions import TABLE_SLOTS
from munchkin_env.engine.state.records import EQUIPPED, MAX_TABLE, Game, Seat
from munchkin_env.vocabulary.tables import Tables
from munchkin_env.vocabulary.words import NONE, CardKind, Lift

from .excess import big_too_many, worn_too_many
from .limits import fits, may_carry
from .seats import fights, is_part, locked
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
    """How many own Items must be discarded for it: 0 to 2, or NONE if it does not win the fight."""
    card_type = t.type_of[g.seat[target].table[k]]
    if not may_be_worn(t, card_type) or not may_use(t, g, player, card_type):
        return NONE
    for n in range(3):
        if in_the_way(t, g, player, target, k, n) != 0:
            return n
    return NONE


@kernel
def may_be_worn(t: Tables, card_type: int) -> bool:
    """An Item that gives its bonus as long as it is equipped, a Steed included (STEED-01)."""
    kind = t.type[card_type].kind
    return bool(kind == CardKind.ITEM or kind == CardKind.STEED)


@kernel
def in_the_way(t: Tables, g: Game, player: int, target: int, k: int, n: int) -> int:
    """If n own Items go for it: bits of those that may be the first. For n = 0: 1 if it wins as things stand."""
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
    """Would the side win with the target's table[k] equipped by the player, his own table[i] and table[j] gone?"""
    if not may_go(t, g, player, i) or not may_go(t, g, player, j):
        return False
    card_type = t.type_of[g.seat[target].table[k]]
    mark_i, mark_j = mark_at(g, player, i), mark_at(g, player, j)
    steed = t.type[card_type].kind == CardKind.STEED
    room = makes_room(t, g, player, i, steed) + makes_room(t, g, player, j, steed)
    unequip(g, player, i)
    unequip(g, player, j)
    can = fits(t, g, player, card_type) and may_carry(t, g, player, card_type, room)
    wins = can and wins_if_moved(t, g, player, target, k, bit(i) | bit(j))
    restore(g, player, i, mark_i)
    restore(g, player, j, mark_j)
    return wins


@kernel
def wins_if_moved(t: Tables, g: Game, player: int, target: int, k: int, gone: int) -> bool:
    """As `piles.pass_on` would move it: equipped, and with the enhancers on it. All else stays in its place, on what it lies.

    gone: bits of the own Items that are discarded for it.
    """
    mine, his = g.seat[player], g.seat[target]
    card, host = int(his.table[k]), int(his.host[k])
    mark = int(g.mark[card])
    moves = goes_along(t, his, k)
    if mine.table_n + count_bits(moves) > MAX_TABLE:
        return False
    for n in range(his.table_n - 1, -1, -1):
        if (moves >> n) & 1:
            insert(mine, mine.table_n, his.table[n], NONE if n == k else card)
            take_out(his, n)
    g.mark[card] = EQUIPPED
    wins = winning(t, g) and wins_corrected(t, g, player, gone) and wins_corrected(t, g, target, 0)
    g.mark[card] = mark
    for n in range(MAX_TABLE):
        if (moves >> n) & 1:
            last = int(mine.table[mine.table_n - 1])
            take_out(mine, mine.table_n - 1)
            insert(his, n, last, host if n == k else card)
    return wins


@kernel
def wins_corrected(t: Tables, g: Game, player: int, gone: int) -> bool:
    """Also when he has turned sideways, or parted with, what is too much now, whatever he picks (ITEM-09, BIG-03)?"""
    if not fights(g, player):
        return True
    off = 0
    going_on = True
    while going_on:
        worn = worn_too_many(t, g, player)
        bits = worn if worn != 0 else big_too_many(t, g, player, gone)
        going_on = bits != 0
        if going_on:
            worst = dearest(t, g, player, bits)
            gone |= 0 if worn != 0 else 1 << worst
            off |= 1 << worst if mark_at(g, player, worst) & EQUIPPED else 0
            unequip(g, player, worst)
    wins = winning(t, g)
    for i in range(MAX_TABLE):
        if (off >> i) & 1:
            g.mark[g.seat[player].table[i]] |= EQUIPPED
    return wins


@kernel
def dearest(t: Tables, g: Game, player: int, bits: int) -> int:
    """Of those Items, the one without which the side is weakest."""
    best = NONE
    least = 0
    for i in range(MAX_TABLE):
        if (bits >> i) & 1:
            mark = mark_at(g, player, i)
            unequip(g, player, i)
            total = munchkin_total(t, g)
            restore(g, player, i, mark)
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
def take_out(seat: Seat, n: int) -> None:
    for j in range(n, seat.table_n - 1):
        seat.table[j] = seat.table[j + 1]
        seat.host[j] = seat.host[j + 1]
    seat.table_n -= 1
    seat.table[seat.table_n] = NONE
    seat.host[seat.table_n] = NONE


@kernel
def insert(seat: Seat, n: int, card: int, host: int) -> None:
    for j in range(seat.table_n, n, -1):
        seat.table[j] = seat.table[j - 1]
        seat.host[j] = seat.host[j - 1]
    seat.table[n] = card
    seat.host[n] = host
    seat.table_n += 1


@kernel
def may_go(t: Tables, g: Game, player: int, i: int) -> bool:
    """Is it an Item that he may discard to make room (HELP-12)?"""
    if i == NONE:
        return True
    card = g.seat[player].table[i]
    return may_be_worn(t, t.type_of[card]) and not locked(g, card)


@kernel
def makes_room(t: Tables, g: Game, player: int, i: int, for_a_steed: bool) -> int:
    """1 if without table[i] he may carry a Steed more, or a Big Item more."""
    if i == NONE or lifted(t, g.seat[player], i, Lift.LIMITS):
        return 0
    ty = t.type[t.type_of[g.seat[player].table[i]]]
    if for_a_steed or ty.kind == CardKind.STEED:
        return 1 if for_a_steed and ty.kind == CardKind.STEED else 0
    return int(ty.big)


@kernel
def bit(i: int) -> int:
    return 0 if i == NONE else 1 << i


@kernel
def mark_at(g: Game, player: int, i: int) -> int:
    return 0 if i == NONE else int(g.mark[g.seat[player].table[i]])


@kernel
def unequip(g: Game, player: int, i: int) -> None:
    if i != NONE:
        g.mark[g.seat[player].table[i]] &= ~EQUIPPED & 255


@kernel
def restore(g: Game, player: int, i: int, mark: int) -> None:
    if i != NONE:
        g.mark[g.seat[player].table[i]] = mark
