"""The ids of the cards that a seat sees, by place."""

import numpy as np
import numpy.typing as npt

from munchkin_env.cards.vocabulary import NONE, Deck, Tables
from munchkin_env.engine.actions import HAND_SLOTS, POOL_SLOTS, TABLE_SLOTS
from munchkin_env.engine.kernel import kernel
from munchkin_env.engine.stack import Kind, top
from munchkin_env.engine.state import NOBODY, Frame, Game, Pile
from munchkin_env.observe.layout import KNOWN_SLOTS, MARKER_SLOTS, MORE, MOST, NAME, SOME, ZONE_SLOTS, About, id_offsets, spread_rows

_AT = id_offsets()
MY_HAND, MY_TABLE, THEIR_TABLES, THEIR_HANDS = _AT["my_hand"], _AT["my_table"], _AT["their_tables"], _AT["their_hands"]
MONSTERS, PLAYED, POOL, ABOUT = _AT["monsters"], _AT["played"], _AT["pool"], _AT["about"]
LASTING, TOP_DISCARDS = _AT["lasting_cards"], _AT["top_discards"]
SPREAD = spread_rows()

Ids = npt.NDArray[np.int16]


@kernel
def nth(player: int, i: int, n: int) -> int:
    """The i-th of n players to the left (without a division, which is slow)."""
    p = player + i
    return p - n if p >= n else p


@kernel
def id_of(t: Tables, card: int) -> int:
    return 0 if card == NONE else t.type_of[card] + 1


@kernel
def write_ids(t: Tables, g: Game, player: int, ids: npt.NDArray[np.int16]) -> None:
    """All places; `ids` is all 0 before."""
    write_own(t, g, player, ids)
    n = int(g.n_players)
    for i in range(1, n):
        write_other(t, g, player, nth(player, i, n), i - 1, ids)
    c = g.combat
    for s in range(c.n):
        ids[MONSTERS + s] = id_of(t, c.monster[s].card)
    for i in range(min(int(c.zone_n), ZONE_SLOTS)):
        ids[PLAYED + i] = id_of(t, c.zone[i])
    write_pool(t, g, player, ids)
    write_about(t, g, player, ids)
    for k in range(min(int(g.marker_n), MARKER_SLOTS)):
        ids[LASTING + k] = id_of(t, g.marker[k].card)
    if g.door_discards.n > 0:
        ids[TOP_DISCARDS] = id_of(t, g.door_discards.cards[g.door_discards.n - 1])
    if g.treasure_discards.n > 0:
        ids[TOP_DISCARDS + 1] = id_of(t, g.treasure_discards.cards[g.treasure_discards.n - 1])


@kernel
def write_own(t: Tables, g: Game, player: int, ids: npt.NDArray[np.int16]) -> None:
    seat = g.seat[player]
    for i in range(min(int(seat.hand_n), HAND_SLOTS)):
        ids[MY_HAND + i] = id_of(t, seat.hand[i])
    for i in range(min(int(seat.table_n), TABLE_SLOTS)):
        ids[MY_TABLE + i] = id_of(t, seat.table[i])


@kernel
def write_other(t: Tables, g: Game, player: int, other: int, row: int, ids: npt.NDArray[np.int16]) -> None:
    """His table, and what I know of his hand (HAND-06)."""
    seat = g.seat[other]
    for i in range(min(int(seat.table_n), TABLE_SLOTS)):
        ids[THEIR_TABLES + row * TABLE_SLOTS + i] = id_of(t, seat.table[i])
    n = 0
    for i in range(seat.hand_n):
        if (int(g.mark[seat.hand[i]]) >> player) & 1 and n < KNOWN_SLOTS:
            ids[THEIR_HANDS + row * KNOWN_SLOTS + n] = id_of(t, seat.hand[i])
            n += 1


@kernel
def write_pool(t: Tables, g: Game, player: int, ids: npt.NDArray[np.int16]) -> None:
    """What the POOL actions name at this decision, if it is mine."""
    if g.over == 0 and top(g).player == player:
        match top(g).kind:
            case Kind.ASK_OTHER:
                write_shown_table(t, g, top(g).victim, ids)
                return
            case Kind.TRADE_YOURS:
                write_shown_table(t, g, top(g).target, ids)
                return
            case Kind.ASK_DISCARDS:
                write_page(t, g, ids)
                return
    for i in range(min(int(g.pool_n), POOL_SLOTS)):
        ids[POOL + i] = id_of(t, g.pool[i])


@kernel
def write_shown_table(t: Tables, g: Game, owner: int, ids: npt.NDArray[np.int16]) -> None:
    seat = g.seat[owner]
    for i in range(min(int(seat.table_n), TABLE_SLOTS)):
        ids[POOL + i] = id_of(t, seat.table[i])


@kernel
def write_page(t: Tables, g: Game, ids: npt.NDArray[np.int16]) -> None:
    """The newest first, Treasures before Doors (choices.py, discard_at)."""
    f = top(g)
    n = -int(f.c) * POOL_SLOTS
    if f.a != Deck.DOOR:
        n = write_matching(t, g.treasure_discards, f.d, n, ids)
    if f.a != Deck.TREASURE:
        write_matching(t, g.door_discards, f.d, n, ids)


@kernel
def write_matching(t: Tables, pile: Pile, card_filter: int, n: int, ids: npt.NDArray[np.int16]) -> int:
    for k in range(pile.n - 1, -1, -1):
        if card_filter == NONE or t.matches[card_filter][t.type_of[pile.cards[k]]]:
            if 0 <= n < POOL_SLOTS:
                ids[POOL + n] = id_of(t, pile.cards[k])
            n += 1
    return n


# ------------------------------------------------------------------------------------------------ what it is about


@kernel
def write_about(t: Tables, g: Game, player: int, ids: npt.NDArray[np.int16]) -> None:
    if g.over:
        return
    f = top(g)
    if f.player == player:
        ids[ABOUT + About.QUESTION] = id_of(t, asked_about(g, f))
    ids[ABOUT + About.PLAYED] = id_of(t, carried_out(g))
    if g.stack[max(g.depth - 2, 0)].kind == Kind.STRIKE:
        ids[ABOUT + About.CURSE] = id_of(t, g.stack[g.depth - 2].card)
    if sees_trade(g, player):
        ids[ABOUT + About.TRADE_MINE] = id_of(t, f.card)
        if f.kind >= Kind.TRADE_SEND:
            ids[ABOUT + About.TRADE_YOURS] = id_of(t, f.a)
    if sees_offer(g, player):
        ids[ABOUT + About.OFFER_ITEM] = id_of(t, g.offer.bribe)
        ids[ABOUT + About.OFFER_CARD] = id_of(t, g.offer.card)
    if g.combat.helper != NOBODY:
        ids[ABOUT + About.DEAL_ITEM] = id_of(t, g.deal.bribe)
        ids[ABOUT + About.DEAL_CARD] = id_of(t, g.deal.card)


@kernel
def asked_about(g: Game, f: Frame) -> int:
    """The card of a question, else that of the one who asks; the card that was drawn."""
    if f.kind == Kind.PLAY_OR_KEEP:
        return int(f.card)
    if f.kind < Kind.ASK_PLAYER or f.kind > Kind.ASK_DISCARDS:
        return NONE
    return int(f.card) if f.card != NONE else int(g.stack[g.depth - 2].card)


@kernel
def carried_out(g: Game) -> int:
    """The card whose program runs, or that waits to be answered: it lies open."""
    for d in range(g.depth - 1, -1, -1):
        if g.stack[d].kind == Kind.EFFECTS or g.stack[d].kind == Kind.PLAYED:
            return int(g.stack[d].card)
        if g.stack[d].kind <= Kind.END_TURN and g.stack[d].kind >= Kind.BEGIN_TURN:
            return NONE
    return NONE


@kernel
def sees_trade(g: Game, player: int) -> bool:
    """Who makes an offer sees it; once it is sent, everybody does."""
    f = top(g)
    making = f.kind == Kind.TRADE_YOURS or f.kind == Kind.TRADE_SEND
    return bool(f.kind == Kind.ANSWER_TRADE or (making and f.player == player))


@kernel
def sees_offer(g: Game, player: int) -> bool:
    """The same of an offer to a helper; an answer to it is open once it is complete."""
    f = top(g)
    making = (f.kind >= Kind.OFFER_TREASURES and f.kind <= Kind.OFFER_SEND) or f.kind == Kind.COUNTER_ORDER
    return bool(f.kind == Kind.ANSWER_HELP or f.kind == Kind.ANSWER_COUNTER or (making and f.player == player))


# -------------------------------------------------------------------------------------------------------- features


@kernel
def spread(t: Tables, ids: npt.NDArray[np.int16], out: npt.NDArray[np.float32]) -> None:
    """The first features of the first cards of every place, into the vector. Where cards lie without gaps, the first 0 ends the row."""
    for k in range(len(SPREAD)):
        first, at, shown, width, dense = SPREAD[k, 0], SPREAD[k, 1], SPREAD[k, 2], SPREAD[k, 3], SPREAD[k, 4]
        for i in range(shown):
            card = ids[first + i]
            if card != 0:
                row = t.features[card]
                to = at + i * width
                # Loops of a length that is known when they are compiled become a few moves.
                if width == NAME:
                    for j in range(NAME):
                        out[to + j] = row[j]
                elif width == SOME:
                    for j in range(SOME):
                        out[to + j] = row[j]
                elif width == MORE:
                    for j in range(MORE):
                        out[to + j] = row[j]
                else:
                    for j in range(MOST):
                        out[to + j] = row[j]
            elif dense:
                break
