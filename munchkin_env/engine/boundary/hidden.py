"""Deals again what a seat cannot know: returns one of the worlds that look the same to it (for search)."""

import numpy as np
import numpy.typing as npt

from munchkin_env.core.kernel import kernel
from munchkin_env.engine.flow.having import NAMES_CARD
from munchkin_env.engine.queries.decks import deck_of
from munchkin_env.engine.state.kinds import Kind
from munchkin_env.engine.state.records import MAX_DEPTH, MAX_DICE, MAX_PILE, Frame, Game, Pile, Stream
from munchkin_env.engine.state.rng import seed_streams
from munchkin_env.engine.state.stack import push
from munchkin_env.engine.verbs.getting import has_to_work
from munchkin_env.engine.verbs.piles import put, shuffle
from munchkin_env.vocabulary.tables import Tables
from munchkin_env.vocabulary.words import NONE, Deck

TAKEN = -9  # a place whose card is being dealt again; in a hand, minus the mark that stays there


@kernel
def slots_named(f: Frame) -> int:
    """Bits of the hand slots of player that the frame names."""
    if f.kind == Kind.ASK_CARD:
        return int(f.hand_choices)
    if f.kind == Kind.SELL or f.kind == Kind.SELL_DOUBLE:
        return int(f.hand_marked)
    return 0


@kernel
def in_use(g: Game, player: int, card: int, i: int) -> bool:
    """Does something in progress name this card, or this hand slot? Then it stays where it is."""
    if player == g.combat.main and (g.offer.card == card or g.deal.card == card):  # stolen since, it is one of many
        return True
    for d in range(g.depth):
        f = g.stack[d]
        if NAMES_CARD[f.kind] and f.card == card:
            return True
        if f.player == player and (slots_named(f) >> i) & 1:
            return True
    return False


@kernel
def is_hidden(g: Game, seat: int, player: int, i: int) -> bool:
    """Is that card of player's hand unknown to the seat?"""
    card = int(g.seat[player].hand[i])
    return bool(player != seat and (g.mark[card] >> seat) & 1 == 0 and not in_use(g, player, card, i))


@kernel
def hidden_gift(g: Game, seat: int, f: Frame) -> bool:
    """A Charity card on its way: only the giver knows it."""
    return bool(f.kind == Kind.CHARITY_GIVE and f.player != seat)


@kernel
def take_plain(t: Tables, pile: Pile) -> int:
    """The topmost card that can be kept: one that must be played at once would never have stayed in a hand."""
    if pile.n == 0:
        return NONE
    k = pile.n - 1
    while k > 0 and has_to_work(t, t.type_of[pile.cards[k]]):
        k -= 1
    card = int(pile.cards[k])
    pile.n -= 1
    for j in range(k, pile.n):
        pile.cards[j] = pile.cards[j + 1]
    pile.cards[pile.n] = NONE
    return card


@kernel
def in_order(pile: Pile) -> None:
    """Sort by card number. Otherwise someone who knows the seed (and so the shuffle) could infer from the result how the pile lay."""
    gap = pile.n // 2
    while gap > 0:  # Shell's sort: kernels cannot allocate
        for i in range(gap, pile.n):
            card = int(pile.cards[i])
            j = i
            while j >= gap and pile.cards[j - gap] > card:
                pile.cards[j] = pile.cards[j - gap]
                j -= gap
            pile.cards[j] = card
        gap //= 2


@kernel
def redeal(t: Tables, g: Game, seat: int, deck: int) -> None:
    """The hidden cards with that back go into their deck; it is shuffled, and the same places are filled from it.

    Who knows a card, and whether it is fresh, belongs to its place.
    """
    pile = g.doors if deck == Deck.DOOR else g.treasures
    for p in range(g.n_players):
        mine = g.seat[p]
        for i in range(mine.hand_n):
            card = int(mine.hand[i])
            if deck_of(t, card) == deck and is_hidden(g, seat, p, i):
                mine.hand[i] = TAKEN - int(g.mark[card])
                g.mark[card] = 0
                put(pile, card)
    for d in range(g.depth):
        f = g.stack[d]
        if hidden_gift(g, seat, f) and deck_of(t, f.card) == deck:
            put(pile, f.card)
            f.card = TAKEN
    in_order(pile)
    shuffle(g, pile, Stream.TABLE)
    for p in range(g.n_players):
        mine = g.seat[p]
        for i in range(mine.hand_n):
            if mine.hand[i] <= TAKEN:
                mark = TAKEN - int(mine.hand[i])
                card = take_plain(t, pile)
                mine.hand[i] = card
                g.mark[card] = mark
    for d in range(g.depth):
        if g.stack[d].kind == Kind.CHARITY_GIVE and g.stack[d].card == TAKEN:
            g.stack[d].card = take_plain(t, pile)
    shuffle(g, pile, Stream.TABLE)


@kernel
def clear_rest(pile: Pile) -> None:
    for i in range(pile.n, MAX_PILE):
        pile.cards[i] = NONE


@kernel
def forget_the_past(g: Game) -> None:
    """Clear what is beyond the ends of piles and stack, old contents: who drew which card, and considered which."""
    clear_rest(g.doors)
    clear_rest(g.treasures)
    clear_rest(g.door_discards)
    clear_rest(g.treasure_discards)
    depth = int(g.depth)
    for _ in range(depth, MAX_DEPTH):
        push(g, 0, 0)
    g.depth = depth


@kernel
def determinise(t: Tables, g: Game, seat: int, value: int) -> None:
    """Other hands (except what the seat has seen of them), both decks, all future randomness."""
    seed_streams(g, value)
    g.dice_n = 0
    for i in range(MAX_DICE):
        g.dice[i] = 0
    redeal(t, g, seat, Deck.DOOR)
    redeal(t, g, seat, Deck.TREASURE)
    forget_the_past(g)


@kernel
def determinise_at(tables: npt.NDArray[np.void], games: npt.NDArray[np.void], i: int, seat: int, value: int) -> None:
    determinise(tables[0], games[i], seat, value)
