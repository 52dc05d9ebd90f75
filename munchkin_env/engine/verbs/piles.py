"""Draw, shuffle, give, discard: the only code that moves a card.

An empty place gives NONE, which nothing accepts, and a full place accepts no card. Neither happens in a game that was played
here. For a loaded game that cannot be proven (munchkin_env/sound/), and writes must never leave the record.
"""

from munchkin_env.core.kernel import kernel
from munchkin_env.engine.queries.decks import discards_of, index_on_table
from munchkin_env.engine.state.events import EVERYONE, What, log
from munchkin_env.engine.state.records import (
    CHANGED,
    EQUIPPED,
    FRESH,
    KNOWN,
    MAX_HAND,
    MAX_PILE,
    MAX_POOL,
    MAX_TABLE,
    MAX_ZONE,
    Game,
    Pile,
    Seat,
    Stream,
)
from munchkin_env.engine.state.rng import below
from munchkin_env.engine.verbs.markers import end_markers_of
from munchkin_env.vocabulary.tables import Tables
from munchkin_env.vocabulary.words import NONE, CardKind, Deck


@kernel
def put(pile: Pile, card: int) -> None:
    if pile.n == MAX_PILE:  # more than there are cards
        return
    pile.cards[pile.n] = card
    pile.n += 1


@kernel
def shuffle(g: Game, pile: Pile, stream: int) -> None:
    for i in range(pile.n - 1, 0, -1):
        j = below(g, stream, i + 1)
        swapped = pile.cards[i]
        pile.cards[i] = pile.cards[j]
        pile.cards[j] = swapped


@kernel
def full_decks(t: Tables, g: Game) -> None:
    """All Doors and Treasures of the chosen parts of the boxes (SETUP-10), shuffled. Houses are in no deck (DECKS-04)."""
    for card in range(t.cards - t.houses):
        if int(t.sub_deck[card]) & int(g.options.sub_decks):
            put(g.doors if card < t.doors else g.treasures, card)
    shuffle(g, g.doors, Stream.DOORS)
    shuffle(g, g.treasures, Stream.TREASURES)


@kernel
def refill(g: Game, pile: Pile, discards: Pile, stream: int) -> None:
    """Rebuild an empty deck from its discards (DECKS-02)."""
    for i in range(discards.n):
        pile.cards[i] = discards.cards[i]
    pile.n = discards.n
    discards.n = 0
    shuffle(g, pile, stream)
    log(g, What.RESHUFFLES, NONE, NONE, NONE, stream, EVERYONE)


@kernel
def draw(g: Game, deck: int) -> int:
    """The next card, or NONE if deck and discards are both empty (DECKS-03)."""
    pile, discards = g.treasures, g.treasure_discards
    if deck == Deck.DOOR:
        pile, discards = g.doors, g.door_discards
    if pile.n == 0 and discards.n > 0:
        refill(g, pile, discards, Stream.DOORS if deck == Deck.DOOR else Stream.TREASURES)
    if pile.n == 0:
        return NONE
    pile.n -= 1
    return int(pile.cards[pile.n])


@kernel
def discard(t: Tables, g: Game, card: int) -> None:
    """Face up on the pile of its own deck (DECKS-04)."""
    if card < 0:
        return
    g.mark[card] = 0
    if card < t.doors:
        put(g.door_discards, card)
    else:
        put(g.treasure_discards, card)


@kernel
def bury(t: Tables, g: Game, deck: int) -> None:
    """The top card of the discards goes to the bottom."""
    pile = discards_of(g, deck)
    card = pile.cards[pile.n - 1]
    for i in range(pile.n - 1, 0, -1):
        pile.cards[i] = pile.cards[i - 1]
    pile.cards[0] = card


@kernel
def take_discard(g: Game, deck: int, i: int) -> int:
    """The i-th card of the discards, counted from the bottom."""
    pile = discards_of(g, deck)
    if i < 0 or i >= pile.n:
        return NONE
    card = int(pile.cards[i])
    for j in range(i, pile.n - 1):
        pile.cards[j] = pile.cards[j + 1]
    pile.n -= 1
    return card


# ---------------------------------------------------------------------------------------------------- hand


@kernel
def to_hand(t: Tables, g: Game, player: int, card: int, known: int) -> None:
    """The newest card of the player's hand; `known`: bits of those who saw it on its way (HAND-06)."""
    seat = g.seat[player]
    if card < 0 or seat.hand_n == MAX_HAND:  # more cards than four boxes can put there; no card is ever lost
        discard(t, g, card)
        return
    seat.hand[seat.hand_n] = card
    seat.hand_n += 1
    g.mark[card] = FRESH | (known & KNOWN & ~(1 << player))


@kernel
def from_hand(g: Game, player: int, i: int) -> int:
    """Take the i-th card; later ones move up."""
    seat = g.seat[player]
    if i < 0 or i >= seat.hand_n:
        return NONE
    card = int(seat.hand[i])
    for j in range(i, seat.hand_n - 1):
        seat.hand[j] = seat.hand[j + 1]
    seat.hand_n -= 1
    seat.hand[seat.hand_n] = NONE
    g.mark[card] = 0
    return card


# --------------------------------------------------------------------------------------------------- table


@kernel
def to_table(t: Tables, g: Game, player: int, card: int, equipped: bool) -> None:
    seat = g.seat[player]
    if card < 0 or seat.table_n == MAX_TABLE:  # the same
        discard(t, g, card)
        return
    seat.table[seat.table_n] = card
    seat.host[seat.table_n] = NONE
    seat.table_n += 1
    g.mark[card] = EQUIPPED if t.type[t.type_of[card]].kind == CardKind.STEED else 0  # it is in use (STEED-07)
    if equipped:
        put_on(g, player, card)


@kernel
def put_on(g: Game, player: int, card: int) -> None:
    if g.mark[card] & EQUIPPED == 0:
        g.mark[card] |= EQUIPPED
        log(g, What.EQUIPS, player, NONE, card, 0, EVERYONE)


@kernel
def take_off(g: Game, player: int, card: int) -> None:
    """From now on it is carried, turned sideways."""
    if g.mark[card] & EQUIPPED:
        g.mark[card] &= ~EQUIPPED & 255
        log(g, What.TURNS_SIDEWAYS, player, NONE, card, 0, EVERYONE)


@kernel
def turn_over(g: Game, player: int, card: int) -> None:
    if g.mark[card] & EQUIPPED:
        take_off(g, player, card)
    else:
        put_on(g, player, card)


@kernel
def remove_at(g: Game, seat: Seat, i: int) -> int:
    if i < 0 or i >= seat.table_n:
        return NONE
    card = int(seat.table[i])
    for j in range(i, seat.table_n - 1):
        seat.table[j] = seat.table[j + 1]
        seat.host[j] = seat.host[j + 1]
    seat.table_n -= 1
    seat.table[seat.table_n] = NONE
    seat.host[seat.table_n] = NONE
    g.mark[card] = 0
    return card


@kernel
def from_table(t: Tables, g: Game, player: int, i: int) -> int:
    """Take the i-th card from play, and discard the cards attached to it (Cheat!, an Item that a Hireling carried)."""
    seat = g.seat[player]
    card = remove_at(g, seat, i)
    g.recheck |= 1 << player
    drop_what_hung(t, g, player)
    if t.type[t.type_of[card]].kind == CardKind.CURSE:
        end_markers_of(g, card)
    return card


@kernel
def pass_on(t: Tables, g: Game, giver: int, taker: int, card: int, equipped: bool) -> None:
    """From table to table, with the enhancers on it (ENH-01); a Cheat! on it is discarded (CHEAT-02). A changed sex stays changed."""
    mine, theirs = g.seat[giver], g.seat[taker]
    if giver == taker or index_on_table(mine, card) == NONE:
        return
    changed = g.mark[card] & CHANGED
    remove_at(g, mine, index_on_table(mine, card))
    to_table(t, g, taker, card, equipped)
    g.mark[card] |= changed
    j = 0
    while j < mine.table_n:
        if mine.host[j] == card and t.type[t.type_of[mine.table[j]]].kind == CardKind.ITEM_ENHANCER:
            log(g, What.GOES_ALONG, taker, giver, mine.table[j], 0, EVERYONE)
            to_table(t, g, taker, remove_at(g, mine, j), False)
            theirs.host[theirs.table_n - 1] = card
        else:
            j += 1
    g.recheck |= 1 << giver | 1 << taker  # a companion may carry what its new owner may not use
    drop_what_hung(t, g, giver)


@kernel
def drop_what_hung(t: Tables, g: Game, player: int) -> None:
    """Cards attached to cards that are no longer there."""
    seat = g.seat[player]
    j = 0
    while j < seat.table_n:
        host = seat.host[j]
        if host == NONE or index_on_table(seat, host) != NONE:
            j += 1
            continue
        carried = t.type[t.type_of[host]].kind == CardKind.COMPANION and t.type[t.type_of[seat.table[j]]].is_item != 0
        keeps_item = carried and g.options.hireling_item_lost == 0
        if keeps_item:
            seat.host[j] = NONE
            j += 1
        else:
            log(g, What.DISCARDS, player, NONE, seat.table[j], 0, EVERYONE)
            discard(t, g, remove_at(g, seat, j))
            j = 0  # something may have been attached to that card in turn


@kernel
def put_down(t: Tables, g: Game, player: int, companion: int) -> None:
    """What a companion carries stays with its owner (SIDE-07)."""
    seat = g.seat[player]
    for j in range(seat.table_n):
        if seat.host[j] == companion and t.type[t.type_of[seat.table[j]]].is_item != 0:
            seat.host[j] = NONE


# ------------------------------------------------------------------------------------------- zone and pool


@kernel
def to_zone(t: Tables, g: Game, card: int) -> None:
    """It stays in the fight till its end (SHOT-03)."""
    c = g.combat
    if card < 0 or c.zone_n == MAX_ZONE:
        discard(t, g, card)
        return
    c.zone[c.zone_n] = card
    c.zone_adds[c.zone_n] = 0
    c.zone_n += 1


@kernel
def to_pool(t: Tables, g: Game, card: int) -> None:
    if card < 0 or g.pool_n == MAX_POOL:
        discard(t, g, card)
        return
    g.pool[g.pool_n] = card
    g.pool_n += 1
    g.mark[card] = 0


@kernel
def from_pool(g: Game, i: int) -> int:
    if i < 0 or i >= g.pool_n:
        return NONE
    card = int(g.pool[i])
    for j in range(i, g.pool_n - 1):
        g.pool[j] = g.pool[j + 1]
    g.pool_n -= 1
    g.pool[g.pool_n] = NONE
    return card
