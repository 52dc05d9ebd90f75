"""Houses: everybody joins one before the first card, and keeps it for the whole game (SETUP-03, HOUSE-01). They are in no deck."""

from munchkin_env.core.bits import count_bits
from munchkin_env.core.kernel import kernel
from munchkin_env.core.types import Mask
from munchkin_env.engine.queries.decks import index_on_table
from munchkin_env.engine.queries.seats import count_kind
from munchkin_env.engine.state.actions import HOUSE, HOUSES
from munchkin_env.engine.state.declare import Decision
from munchkin_env.engine.state.events import EVERYONE, What, log
from munchkin_env.engine.state.kinds import Kind
from munchkin_env.engine.state.records import Game, HouseMode, Stream
from munchkin_env.engine.state.rng import below
from munchkin_env.engine.state.stack import pop, push, top
from munchkin_env.engine.verbs.piles import to_table
from munchkin_env.vocabulary.tables import Tables
from munchkin_env.vocabulary.words import NONE, CardKind


@kernel
def push_houses(t: Tables, g: Game) -> None:
    """Chosen in seat order, or at random. A player who already has one (in a set position) is not asked."""
    if t.houses == 0:
        return
    for p in range(g.n_players - 1, -1, -1):
        if count_kind(t, g.seat[p], CardKind.HOUSE) > 0:
            continue
        if g.options.house_mode == HouseMode.CHOOSE:
            push(g, Kind.CHOOSE_HOUSE, p)
        else:
            join_house(t, g, p, random_house(t, g))


@kernel
def legal_house(t: Tables, g: Game, mask: Mask) -> None:
    for i in range(HOUSES):
        mask[HOUSE + i] = free_card(t, g, i) != NONE


@kernel
def apply_house(t: Tables, g: Game, action: int) -> None:
    player = int(top(g).player)
    pop(g)
    join_house(t, g, player, free_card(t, g, action - HOUSE))


@kernel
def join_house(t: Tables, g: Game, player: int, card: int) -> None:
    log(g, What.LAYS_DOWN, player, NONE, card, 0, EVERYONE)
    to_table(t, g, player, card, False)


@kernel
def free_card(t: Tables, g: Game, house: int) -> int:
    """A free card of that House (numbered in the order of the sets), or NONE."""
    n = -1
    for card in range(t.cards - t.houses, t.cards):
        if n < 0 or t.type_of[card] != t.type_of[card - 1]:
            n += 1
        if n == house and not is_taken(g, card):
            return card
    return NONE


@kernel
def is_taken(g: Game, card: int) -> bool:
    for p in range(g.n_players):
        if index_on_table(g.seat[p], card) != NONE:
            return True
    return False


@kernel
def random_house(t: Tables, g: Game) -> int:
    """A card of one of the remaining Houses, all equally likely."""
    left = 0
    for i in range(HOUSES):
        if free_card(t, g, i) != NONE:
            left |= 1 << i
    n = below(g, Stream.TABLE, count_bits(left))
    for i in range(HOUSES):
        if (left >> i) & 1:
            if n == 0:
                return free_card(t, g, i)
            n -= 1
    return NONE


DECISIONS = (Decision("CHOOSE_HOUSE", 40, "which house to join", legal=legal_house, apply=apply_house, says="before the sex"),)
