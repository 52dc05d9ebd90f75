"""The questions that any rule or card may ask. The answer goes to the frame that asked (see asking.py)."""

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
from munchkin_env.engine.state.declare import SOMEBODY, Decision, Register
from munchkin_env.engine.state.kinds import Kind
from munchkin_env.engine.state.records import FLAG, MAX_MONSTERS, SEAT, Game
from munchkin_env.engine.state.stack import Why, answer, top
from munchkin_env.engine.verbs.asking import BLIND_TAKE, STOPPED, seat_id
from munchkin_env.vocabulary.tables import MAX_FILTERS, Tables
from munchkin_env.vocabulary.words import NONE, Deck, Op

LAST_PAGE = 8  # of the discards


@kernel
def legal_player(g: Game, mask: Mask) -> None:
    f = top(g)
    for p in range(g.n_players):
        if (f.seats >> p) & 1:
            mask[seat_id(g, f.player, p)] = True
    mask[Verb.PASS] = f.may_stop != 0


@kernel
def apply_player(g: Game, action: int) -> None:
    answer(g, STOPPED if action == Verb.PASS else (top(g).player + action - PLAYER) % g.n_players)


@kernel
def legal_monster(g: Game, mask: Mask) -> None:
    for s in range(MAX_MONSTERS):
        mask[MONSTER + s] = (top(g).slots >> s) & 1 == 1


@kernel
def apply_monster(g: Game, action: int) -> None:
    answer(g, action - MONSTER)


@kernel
def legal_number(g: Game, mask: Mask) -> None:
    for n in range(NUMBER_CHOICES):
        mask[NUMBER + n] = (top(g).numbers >> n) & 1 == 1
    mask[Verb.LAY_DOWN] = top(g).may_stop != 0


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
        mask[HAND + i] = (f.hand_choices >> i) & 1 == 1
    for i in range(TABLE_SLOTS):
        mask[USE + i] = (f.table_choices >> i) & 1 == 1
    mask[Verb.PASS] = f.may_stop != 0


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
        mask[POOL + i] = (f.table_choices >> i) & 1 == 1
    mask[Verb.BLIND] = f.may_stop != 0


@kernel
def apply_other(g: Game, action: int) -> None:
    answer(g, BLIND_TAKE if action == Verb.BLIND else g.seat[top(g).victim].table[action - POOL])


@kernel
def discard_at(t: Tables, g: Game, deck: int, card_filter: int, n: int) -> int:
    """The n-th matching card of the discards, newest first, Treasures before Doors; NONE if there are fewer."""
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
        card = discard_at(t, g, f.deck, f.card_filter, f.page * POOL_SLOTS + i)
        mask[POOL + i] = card != NONE and (f.into_play == 0 or may_come_into_play(t, g, f.player, card))
    mask[Verb.MORE] = f.page < LAST_PAGE and discard_at(t, g, f.deck, f.card_filter, (f.page + 1) * POOL_SLOTS) != NONE


@kernel
def apply_discards(t: Tables, g: Game, action: int) -> None:
    f = top(g)
    if action == Verb.MORE:
        f.page += 1
    else:
        answer(g, discard_at(t, g, f.deck, f.card_filter, f.page * POOL_SLOTS + action - POOL))


_WHY = Register("why", "b", (0, int(max(Why))), "why it is asked (Why)")
_ABOUT = Register("card", says="the card that it is about")
_MAY_STOP = Register("may_stop", "c", FLAG, "1 if player may stop here")
DECISIONS = (
    Decision(
        "ASK_PLAYER",
        31,
        "which player",
        legal=legal_player,
        apply=apply_player,
        registers=(Register("seats", "a", SOMEBODY, "bits of the players to choose from"), _WHY, _MAY_STOP, _ABOUT),
        lies_on=(Kind.CURSE, Kind.TARGET_CHOSEN, Kind.SECOND_TARGET, Kind.HAND_OVER, Kind.CHARITY_GIVE, Kind.EFFECTS),
        concerns="below",
        put_by=(Op.PICK_PLAYER, Op.CANCEL, Op.FORCE_HELP, Op.TRANSFER),
        stops_on=(Kind.SECOND_TARGET,),
        actions={"PASS": "no other player"},
    ),
    Decision(
        "ASK_MONSTER",
        32,
        "which monster",
        legal=legal_monster,
        apply=apply_monster,
        registers=(Register("slots", "a", (1, 255), "bits of the monster slots to choose from"), _WHY, _ABOUT),
        lies_on=(Kind.RUN, Kind.EFFECTS),
        put_by=(Op.MONSTER_MOD, Op.CLONE_MONSTER, Op.REMOVE_MONSTER),
    ),
    Decision(
        "ASK_NUMBER",
        33,
        "which of several modes",
        legal=legal_number,
        apply=apply_number,
        registers=(
            Register("numbers", "a", (1, 511), "bits of the numbers to choose from"),
            _WHY,
            _MAY_STOP._replace(says="1 if LAY_DOWN is a choice"),
            _ABOUT,
            Register("victim", says="whose companions the numbers mean"),
        ),
        lies_on=(Kind.EFFECT_CHOSEN, Kind.EFFECTS),
        concerns="below",
        put_by=(Op.CHOOSE, Op.CHANGE_SEX, Op.SET_DIE),
        stops_on=(Kind.EFFECT_CHOSEN,),
    ),
    Decision(
        "ASK_SIDE",
        34,
        "for which side",
        legal=legal_side,
        apply=apply_side,
        registers=(_WHY, _ABOUT),
        lies_on=(Kind.EFFECTS,),
        put_by=(Op.SIDE_BONUS,),
    ),
    Decision(
        "ASK_YES",
        35,
        "yes or no",
        legal=legal_yes,
        apply=apply_yes,
        registers=(_WHY, _ABOUT),
        lies_on=(Kind.MEET_EFFECT, Kind.WORK_OR_KEEP, Kind.DIE, Kind.DEAL_KEPT, Kind.BRIBE_KEPT, Kind.EFFECTS),
        concerns="below",
        put_by=(Op.MAY, Op.AUTO_ESCAPE),
    ),
    Decision(
        "ASK_CARD",
        36,
        "which card",
        legal=legal_card,
        apply=apply_card_choice,
        registers=(
            Register("hand_choices", "bits32", says="bits of the player's hand slots, and"),
            Register("table_choices", "bits64", says="of the table slots to choose from"),
            _WHY,
            _MAY_STOP,
            _ABOUT,
        ),
        lies_on=(
            Kind.KEEP_DRAWN,
            Kind.LOAD,
            Kind.TAKE_ON,
            Kind.PAY,
            Kind.DISCARD_CARDS,
            Kind.TAKE_CARDS,
            Kind.MAKE_ROOM,
            Kind.GIVE_UP,
            Kind.TURN_SIDEWAYS,
            Kind.EFFECTS,
        ),
        concerns="below",
        put_by=(Op.ATTACH, Op.MONSTER_MOD, Op.ADD_MONSTER, Op.REPLACE_FIGHTER),
        stops_on=(Kind.DISCARD_CARDS, Kind.EFFECTS),
        says="one of the player's own; the answer is the card, or NONE",
        actions={"PASS": "no more"},
    ),
    Decision(
        "ASK_OTHER",
        37,
        "which card of another player",
        legal=legal_other,
        apply=apply_other,
        registers=(
            Register("victim", within=SEAT, says="whose"),
            Register("table_choices", "bits64", says="bits of the table slots to choose from, shown in the pool"),
            _WHY,
            _MAY_STOP._replace(says="1 if a card of the hand may be taken unseen"),
            _ABOUT,
        ),
        lies_on=(Kind.DISCARD_CARDS, Kind.TAKE_CARDS, Kind.TAKE_TO_WIN, Kind.EFFECTS),
        concerns="victim",
        put_by=(Op.CANCEL,),
        stops_on=(Kind.DISCARD_CARDS, Kind.TAKE_CARDS),
        pool="victim",
    ),
    Decision(
        "ASK_DISCARDS",
        38,
        "which card of the discards",
        legal=legal_discards,
        apply=apply_discards,
        registers=(
            Register("deck", "a", (0, int(Deck.ANY))),
            _WHY,
            Register("page", "c", (0, LAST_PAGE), "which 64 of them"),
            Register("card_filter", "d", (NONE, MAX_FILTERS - 1), "of those that pass this filter"),
            Register("into_play", "tally", FLAG, "1 if it is only about what may come into play before player"),
            _ABOUT,
        ),
        lies_on=(Kind.EFFECTS,),
        put_by=(Op.SEARCH_DISCARD,),
        pool="discards",
    ),
)
