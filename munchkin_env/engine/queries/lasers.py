"""Items that join into one weapon (LASER): together they take the hands, and the one Complex place, of a single Item.

Each piece remains a separate card that can be equipped, turned sideways and lost on its own.
"""

from munchkin_env.core.kernel import kernel
from munchkin_env.engine.state.records import EQUIPPED, Game
from munchkin_env.vocabulary.tables import Tables
from munchkin_env.vocabulary.words import NONE, Lift, Op, Slot

from .standing import lifted, next_row


@kernel
def joins_as(t: Tables, card_type: int) -> int:
    """Bits of the tags of other Items it joins with; 0: it stays alone."""
    tags = 0
    row = combine_row(t, card_type, NONE)
    while row != NONE:
        tags |= int(t.op[row].tags)
        row = combine_row(t, card_type, row)
    return tags


@kernel
def hands_of(t: Tables, card_type: int) -> int:
    """How many hands it, or the weapon that begins with it, takes."""
    row = combine_row(t, card_type, NONE)
    if row != NONE:
        return int(t.op[row].amount)
    slot = t.type[card_type].slot
    if slot == Slot.TWO_HANDS:
        return 2
    return 1 if slot == Slot.ONE_HAND else 0


@kernel
def combine_row(t: Tables, card_type: int, row: int) -> int:
    """The next op after `row` by which it joins, or NONE."""
    if (t.type[card_type].standing >> Op.COMBINE) & 1 == 0:
        return NONE
    return next_row(t, card_type, Op.COMBINE, row)


@kernel
def takes_place(t: Tables, g: Game, player: int, i: int) -> bool:
    """Is table[i] equipped within the limits? (A card on it, or the companion that carries it, may exempt it.)"""
    seat = g.seat[player]
    return g.mark[seat.table[i]] & EQUIPPED != 0 and not lifted(t, seat, i, Lift.LIMITS)


@kernel
def joins_one_before(t: Tables, g: Game, player: int, tags: int, end: int, only_complex: bool) -> bool:
    """Do the first `end` cards of the table include a (Complex) piece of the weapon with one of the tags?"""
    if tags == 0:
        return False
    seat = g.seat[player]
    for j in range(end):
        card_type = t.type_of[seat.table[j]]
        fits_here = joins_as(t, card_type) & tags != 0 and (not only_complex or t.type[card_type].complex != 0)
        if fits_here and takes_place(t, g, player, j):
            return True
    return False


@kernel
def adds_a_weapon(t: Tables, g: Game, player: int, i: int) -> bool:
    """Does table[i] take hands of its own, because no earlier piece does?"""
    return not joins_one_before(t, g, player, joins_as(t, t.type_of[g.seat[player].table[i]]), i, False)


@kernel
def adds_a_complex_item(t: Tables, g: Game, player: int, i: int) -> bool:
    """Does the Complex table[i] take its own Complex place (LASER-03)?"""
    return not joins_one_before(t, g, player, joins_as(t, t.type_of[g.seat[player].table[i]]), i, True)
