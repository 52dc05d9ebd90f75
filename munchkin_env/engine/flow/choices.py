"""The questions that any rule or card may put. The answer goes to the frame that asked (see asking.py)."""

from munchkin_env.core.kernel import kernel
from munchkin_env.core.types import Mask
from munchkin_env.engine.queries.limits import may_come_into_play
from munchkin_env.engine.state.actions import (
    HAND,
    HAND_SLOTS,
    MONSTER,
    NUMBER,
    NUMBER_CHOICES,
    PLAYER,
    POOL,
    POOL_SLOTS,
    TABLE_SLOTS,
    USE,
    Verb,
)
from munchkin_env.engine.state.records import MAX_MONSTERS, Game
from munchkin_env.engine.state.stack import answer, top
from munchkin_env.engine.verbs.asking import BLIND_TAKE, STOPPED, seat_id
from munchkin_env.vocabulary.tables import Tables
from munchkin_env.vocabulary.words import NONE, Deck


@kernel
def legal_player(g: Game, mask: Mask) -> None:
    f = top(g)
    for p in range(g.n_players):
        if (f.a >> p) & 1:
            mask[seat_id(g, f.player, p)] = True
    mask[Verb.PASS] = f.c != 0


@kernel
def apply_player(g: Game, action: int) -> None:
    answer(g, STOPPED if action == Verb.PASS else (top(g).player + action - PLAYER) % g.n_players)


@kernel
def legal_monster(g: Game, mask: Mask) -> None:
    for s in range(MAX_MONSTERS):
        mask[MONSTER + s] = (top(g).a >> s) & 1 == 1


@kernel
def apply_monster(g: Game, action: int) -> None:
    answer(g, action - MONSTER)


@kernel
def legal_number(g: Game, mask: Mask) -> None:
    for n in range(NUMBER_CHOICES):
        mask[NUMBER + n] = (top(g).a >> n) & 1 == 1
    mask[Verb.LAY_DOWN] = top(g).c != 0


@kernel
def apply_number(g: Game, action: int) -> None:
    answer(g, STOPPED if action == Verb.LAY_DOWN else action - NUMBER)


@kernel
def legal_side(g: Game, mask: Mask) -> None:
    mask[Verb.MUNCHKINS] = True
    mask[Verb.MONSTERS] = True


@kernel
def apply_side(g: Game, action: int) -> None:
    answer(g, 0 if action == Verb.MUNCHKINS else 1)


@kernel
def legal_yes(g: Game, mask: Mask) -> None:
    mask[Verb.YES] = True
    mask[Verb.NO] = True


@kernel
def apply_yes(g: Game, action: int) -> None:
    answer(g, 1 if action == Verb.YES else 0)


@kernel
def legal_card(g: Game, mask: Mask) -> None:
    f = top(g)
    for i in range(HAND_SLOTS):
        mask[HAND + i] = (f.hand >> i) & 1 == 1
    for i in range(TABLE_SLOTS):
        mask[USE + i] = (f.table >> i) & 1 == 1
    mask[Verb.PASS] = f.c != 0


@kernel
def apply_card_choice(g: Game, action: int) -> None:
    seat = g.seat[top(g).player]
    if action == Verb.PASS:
        answer(g, STOPPED)
    elif action < USE:
        answer(g, seat.hand[action - HAND])
    else:
        answer(g, seat.table[action - USE])


@kernel
def legal_other(g: Game, mask: Mask) -> None:
    f = top(g)
    for i in range(TABLE_SLOTS):
        mask[POOL + i] = (f.table >> i) & 1 == 1
    mask[Verb.BLIND] = f.c != 0


@kernel
def apply_other(g: Game, action: int) -> None:
    answer(g, BLIND_TAKE if action == Verb.BLIND else g.seat[top(g).victim].table[action - POOL])


@kernel
def discard_at(t: Tables, g: Game, deck: int, card_filter: int, n: int) -> int:
    """The n-th matching card of the discards, the newest first, Treasures before Doors; NONE if there are fewer."""
    if deck != Deck.DOOR:
        pile = g.treasure_discards
        for i in range(pile.n - 1, -1, -1):
            if card_filter == NONE or t.matches[card_filter][t.type_of[pile.cards[i]]]:
                if n == 0:
                    return int(pile.cards[i])
                n -= 1
    if deck != Deck.TREASURE:
        pile = g.door_discards
        for i in range(pile.n - 1, -1, -1):
            if card_filter == NONE or t.matches[card_filter][t.type_of[pile.cards[i]]]:
                if n == 0:
                    return int(pile.cards[i])
                n -= 1
    return NONE


@kernel
def legal_discards(t: Tables, g: Game, mask: Mask) -> None:
    """A page of 64; MORE leads to the next one."""
    f = top(g)
    for i in range(POOL_SLOTS):
        card = discard_at(t, g, f.a, f.d, f.c * POOL_SLOTS + i)
        mask[POOL + i] = card != NONE and (f.tally == 0 or may_come_into_play(t, g, f.player, card))
    mask[Verb.MORE] = f.c < 8 and discard_at(t, g, f.a, f.d, (f.c + 1) * POOL_SLOTS) != NONE


@kernel
def apply_discards(t: Tables, g: Game, action: int) -> None:
    f = top(g)
    if action == Verb.MORE:
        f.c += 1
    else:
        answer(g, discard_at(t, g, f.a, f.d, f.c * POOL_SLOTS + action - POOL))
