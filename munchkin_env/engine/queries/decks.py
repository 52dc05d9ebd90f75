"""Where cards are: decks, discards, hands and tables."""

from munchkin_env.core.kernel import kernel
from munchkin_env.engine.state.records import Game, Pile, Seat
from munchkin_env.vocabulary.tables import Tables
from munchkin_env.vocabulary.words import NONE, Deck


@kernel
def deck_of(t: Tables, card: int) -> int:
    return 0 if card < t.doors else 1


@kernel
def discards_of(g: Game, deck: int) -> Pile:
    return g.door_discards if deck == Deck.DOOR else g.treasure_discards


@kernel
def index_in_hand(seat: Seat, card: int) -> int:
    for i in range(seat.hand_n):
        if seat.hand[i] == card:
            return i
    return NONE


@kernel
def index_on_table(seat: Seat, card: int) -> int:
    for i in range(seat.table_n):
        if seat.table[i] == card:
            return i
    return NONE


@kernel
def has_marker(g: Game, card: int) -> bool:
    for i in range(g.marker_n):
        if g.marker[i].card == card:
            return True
    return False
