"""The cards that a seat sees, place by place: as ids in the compact form, or as features in the vector.

`ids` is None for the vector: Numba compiles every kernel that takes it for both cases.
"""

import numpy as np
import numpy.typing as npt

from munchkin_env.core.kernel import kernel, piece
from munchkin_env.engine.flow.having import NAMES_CARD, QUESTIONS, decisions_where
from munchkin_env.engine.state.actions import POOL_SLOTS
from munchkin_env.engine.state.kinds import Kind
from munchkin_env.engine.state.records import NOBODY, Frame, Game, Pile
from munchkin_env.engine.state.stack import top
from munchkin_env.vocabulary.tables import Tables
from munchkin_env.vocabulary.words import NONE, Deck

from .layout import MARKER_SLOTS, MORE, NAME, SOME, ZONE_SLOTS, About, Spot, spots

_SPOTS = spots()
MY_HAND, MY_TABLE, THEIR_TABLES, THEIR_HANDS = _SPOTS["my_hand"], _SPOTS["my_table"], _SPOTS["their_tables"], _SPOTS["their_hands"]
MONSTERS, PLAYED, _POOL, _ABOUT = _SPOTS["monsters"], _SPOTS["played"], _SPOTS["pool"], _SPOTS["about"]
_LASTING, TOP_DISCARDS = _SPOTS["lasting_cards"], _SPOTS["top_discards"]

POOL_OF_VICTIM, POOL_OF_TARGET, POOL_OF_DISCARDS = (
    decisions_where(lambda one: one.pool == "victim"),
    decisions_where(lambda one: one.pool == "target"),
    decisions_where(lambda one: one.pool == "discards"),
)
OFFERS, TRADES = decisions_where(lambda one: one.shows == "offer"), decisions_where(lambda one: one.shows == "trade")
PUBLIC = decisions_where(lambda one: one.public)

Ids = npt.NDArray[np.int16]
_Floats = npt.NDArray[np.float32]


@piece
def nth(player: int, i: int, n: int) -> int:
    """The i-th of n players to the left (avoids a division, which is slow)."""
    p = player + i
    return p - n if p >= n else p


@piece
def show_card(t: Tables, card: int, spot: Spot, row: int, slot: int, ids: Ids | None, out: _Floats) -> None:
    """Show a card in this slot of a row of the place; NONE: the slot is empty."""
    if card == NONE:
        return
    name = int(t.type_of[card]) + 1
    if ids is not None:
        if slot < spot.slots:
            ids[spot.ids + row * spot.slots + slot] = name
    elif slot < spot.shown:
        show_features(t, name, spot.width, out, spot.features + (row * spot.shown + slot) * spot.width)


@piece
def show_features(t: Tables, name: int, width: int, out: _Floats, at: int) -> None:
    """Loops with a length known at compile time become a few moves."""
    row = t.features[name]
    if width == NAME:
        for j in range(NAME):
            out[at + j] = row[j]
    elif width == SOME:
        for j in range(SOME):
            out[at + j] = row[j]
    elif width == MORE:
        for j in range(MORE):
            out[at + j] = row[j]
    else:
        for j in range(width):
            out[at + j] = row[j]


@piece
def write_cards(t: Tables, g: Game, player: int, ids: Ids | None, out: _Floats) -> None:
    """All places except hands and tables (people.py)."""
    c = g.combat
    for s in range(c.n):
        show_card(t, c.monster[s].card, MONSTERS, 0, s, ids, out)
    for i in range(min(int(c.zone_n), ZONE_SLOTS)):
        show_card(t, c.zone[i], PLAYED, 0, i, ids, out)
    write_pool(t, g, player, ids, out)
    write_about(t, g, player, ids, out)
    for k in range(min(int(g.marker_n), MARKER_SLOTS)):
        show_card(t, g.marker[k].card, _LASTING, 0, k, ids, out)
    if g.door_discards.n > 0:
        show_card(t, g.door_discards.cards[g.door_discards.n - 1], TOP_DISCARDS, 0, 0, ids, out)
    if g.treasure_discards.n > 0:
        show_card(t, g.treasure_discards.cards[g.treasure_discards.n - 1], TOP_DISCARDS, 0, 1, ids, out)


@piece
def write_pool(t: Tables, g: Game, player: int, ids: Ids | None, out: _Floats) -> None:
    """What the POOL actions name at this decision, if it is mine."""
    if g.over == 0 and top(g).player == player:
        kind = int(top(g).kind)
        if POOL_OF_VICTIM[kind]:
            write_shown_table(t, g, top(g).victim, ids, out)
            return
        if POOL_OF_TARGET[kind]:
            write_shown_table(t, g, top(g).target, ids, out)
            return
        if POOL_OF_DISCARDS[kind]:
            write_page(t, g, ids, out)
            return
    for i in range(min(int(g.pool_n), POOL_SLOTS)):
        show_card(t, g.pool[i], _POOL, 0, i, ids, out)


@piece
def write_shown_table(t: Tables, g: Game, owner: int, ids: Ids | None, out: _Floats) -> None:
    seat = g.seat[owner]
    for i in range(seat.table_n):
        show_card(t, seat.table[i], _POOL, 0, i, ids, out)


@kernel
def write_page(t: Tables, g: Game, ids: Ids | None, out: _Floats) -> None:
    """Newest first, Treasures before Doors (choices.py, discard_at)."""
    f = top(g)
    n = -int(f.page) * POOL_SLOTS
    if f.deck != Deck.DOOR:
        n = write_matching(t, g.treasure_discards, f.card_filter, n, ids, out)
    if f.deck != Deck.TREASURE:
        write_matching(t, g.door_discards, f.card_filter, n, ids, out)


@kernel
def write_matching(t: Tables, pile: Pile, card_filter: int, n: int, ids: Ids | None, out: _Floats) -> int:
    for k in range(pile.n - 1, -1, -1):
        if card_filter == NONE or t.matches[card_filter][t.type_of[pile.cards[k]]]:
            if n >= 0:
                show_card(t, pile.cards[k], _POOL, 0, n, ids, out)
            n += 1
    return n


# ------------------------------------------------------------------------------------------- what the decision is about


@piece
def write_about(t: Tables, g: Game, player: int, ids: Ids | None, out: _Floats) -> None:
    if g.over:
        return
    f = top(g)
    if f.player == player:
        show_card(t, asked_about(g, f), _ABOUT, 0, About.QUESTION, ids, out)
    show_card(t, carried_out(g), _ABOUT, 0, About.PLAYED, ids, out)
    if g.stack[max(g.depth - 2, 0)].kind == Kind.STRIKE:
        show_card(t, g.stack[g.depth - 2].card, _ABOUT, 0, About.CURSE, ids, out)
    if sees_trade(g, player):
        show_card(t, f.card, _ABOUT, 0, About.TRADE_MINE, ids, out)
        if f.kind >= Kind.TRADE_SEND:
            show_card(t, f.wanted, _ABOUT, 0, About.TRADE_YOURS, ids, out)
    if sees_offer(g, player):
        show_card(t, g.offer.bribe, _ABOUT, 0, About.OFFER_ITEM, ids, out)
        show_card(t, g.offer.card, _ABOUT, 0, About.OFFER_CARD, ids, out)
    if g.combat.helper != NOBODY:
        show_card(t, g.deal.bribe, _ABOUT, 0, About.DEAL_ITEM, ids, out)
        show_card(t, g.deal.card, _ABOUT, 0, About.DEAL_CARD, ids, out)


@piece
def asked_about(g: Game, f: Frame) -> int:
    """The card of a question, otherwise the asking card, or the drawn card."""
    if f.kind == Kind.PLAY_OR_KEEP:
        return int(f.card)
    if not QUESTIONS[f.kind]:
        return NONE
    below = g.stack[g.depth - 2]
    return int(f.card) if f.card != NONE or not NAMES_CARD[below.kind] else int(below.card)


@piece
def carried_out(g: Game) -> int:
    """The card whose program runs, or that may be answered: it is public."""
    for d in range(g.depth - 1, -1, -1):
        if g.stack[d].kind == Kind.EFFECTS or g.stack[d].kind == Kind.PLAYED:
            return int(g.stack[d].card)
        if g.stack[d].kind <= Kind.END_TURN and g.stack[d].kind >= Kind.BEGIN_TURN:
            return NONE
    return NONE


@piece
def sees_trade(g: Game, player: int) -> bool:
    """The player making an offer sees it; once sent, everybody does."""
    f = top(g)
    return TRADES[f.kind] and (PUBLIC[f.kind] or f.player == player)


@piece
def sees_offer(g: Game, player: int) -> bool:
    """The same for an offer to a helper; an answer to it is public once complete."""
    f = top(g)
    return OFFERS[f.kind] and (PUBLIC[f.kind] or f.player == player)
