"""Asking for help: the offer step by step, the answer, the deal (HELP)."""

from munchkin_env.core.kernel import kernel
from munchkin_env.core.types import Mask
from munchkin_env.engine.queries.helping import askable, pledge_effect
from munchkin_env.engine.queries.joining import sheddable
from munchkin_env.engine.queries.limits import may_carry
from munchkin_env.engine.queries.seats import is_part
from munchkin_env.engine.queries.stakes import treasures_at_stake
from munchkin_env.engine.state.actions import DROP, HAND, HAND_SLOTS, NUMBER, PLAYER, TABLE_SLOTS, USE, Verb
from munchkin_env.engine.state.declare import Decision, Register
from munchkin_env.engine.state.events import EVERYONE, What, log, remember
from munchkin_env.engine.state.kinds import Kind
from munchkin_env.engine.state.records import EVERYTHING, KNOWN, Deed, Game
from munchkin_env.engine.state.stack import Ask, become, pop, push, top
from munchkin_env.engine.verbs.acting import apply_card
from munchkin_env.engine.verbs.asking import seat_id
from munchkin_env.engine.verbs.combat_cards import blank_offer
from munchkin_env.engine.verbs.entering import begin_epoch, call_up, compel, take_in
from munchkin_env.vocabulary.tables import Tables
from munchkin_env.vocabulary.words import NONE, When

MOST_TREASURES = 6  # that can be named; beyond that only all


@kernel
def legal_to(t: Tables, g: Game, mask: Mask) -> None:
    player = top(g).player
    bits = askable(t, g)
    for p in range(g.n_players):
        if (bits >> p) & 1:
            mask[seat_id(g, player, p)] = True


@kernel
def apply_to(g: Game, action: int) -> None:
    f = become(g, Kind.OFFER_TREASURES)
    blank_offer(g.offer)
    g.offer.to = (f.player + action - PLAYER) % g.n_players


@kernel
def legal_treasures(t: Tables, g: Game, mask: Mask) -> None:
    """From none to all that the monsters give (HELP-05)."""
    total = treasures_at_stake(t, g)
    for k in range(min(total, MOST_TREASURES) + 1):
        mask[NUMBER + k] = True
    mask[Verb.EVERYTHING] = total > 0


@kernel
def apply_treasures(t: Tables, g: Game, action: int) -> None:
    """Who picks first matters only if both get some."""
    k = EVERYTHING if action == Verb.EVERYTHING else action - NUMBER
    g.offer.treasures = k
    become(g, Kind.OFFER_ORDER if 0 < k < treasures_at_stake(t, g) else Kind.OFFER_ITEM)


@kernel
def legal_order(mask: Mask) -> None:
    mask[Verb.HELPER_FIRST] = True
    mask[Verb.MAIN_FIRST] = True


@kernel
def apply_order(g: Game, action: int) -> None:
    g.offer.helper_first = 1 if action == Verb.HELPER_FIRST else 0
    become(g, Kind.OFFER_ITEM)


@kernel
def legal_item(t: Tables, g: Game, mask: Mask) -> None:
    """An Item that main carries and the helper could take."""
    seat = g.seat[top(g).player]
    mask[Verb.NOTHING] = True
    for i in range(min(seat.table_n, TABLE_SLOTS)):
        card_type = t.type_of[seat.table[i]]
        mask[USE + i] = t.type[card_type].is_item != 0 and not is_part(t, seat, i) and may_carry(t, g, g.offer.to, card_type, 0)


@kernel
def apply_item(g: Game, action: int) -> None:
    if action != Verb.NOTHING:
        g.offer.bribe = g.seat[top(g).player].table[action - USE]
    become(g, Kind.OFFER_CARD)


@kernel
def legal_pledge(t: Tables, g: Game, mask: Mask) -> None:
    """A card that main could legally play on the helper, such as Go Up a Level (HELP-03)."""
    player = top(g).player
    seat = g.seat[player]
    mask[Verb.NOTHING] = True
    for i in range(min(seat.hand_n, HAND_SLOTS)):
        mask[HAND + i] = pledge_effect(t, g, player, g.offer.to, seat.hand[i]) != NONE


@kernel
def apply_pledge(g: Game, action: int) -> None:
    if action != Verb.NOTHING:
        g.offer.card = g.seat[top(g).player].hand[action - HAND]
    become(g, Kind.OFFER_SEND)


@kernel
def legal_offer_send(g: Game, mask: Mask) -> None:
    """A card that compels has been used, and cannot be taken back."""
    mask[Verb.SEND] = True
    mask[Verb.ABORT] = top(g).ask == Ask.FREELY


@kernel
def apply_offer_send(t: Tables, g: Game, action: int) -> None:
    """An aborted offer counts as a request (TIME-13): the budget limits negotiations."""
    player, how = int(top(g).player), int(top(g).ask)
    helper = int(g.offer.to)
    pop(g)
    if how == Ask.COMPELLED:
        call_up(t, g, helper)
        return
    begin_epoch(t, g)
    g.combat.asks[helper] += 1
    g.combat.asked |= 1 << helper
    if action == Verb.SEND:
        log(g, What.ASKS, player, helper, g.offer.bribe, g.offer.treasures, EVERYONE)
        if g.offer.card != NONE:
            log(g, What.PROMISES, player, helper, g.offer.card, 0, EVERYONE)
            g.mark[g.offer.card] |= KNOWN & ~(1 << player)  # it is named (HELP-13)
        push(g, Kind.ANSWER_HELP, helper).ask = how


# --------------------------------------------------------------------------------------------------- the answer


@kernel
def legal_help_answer(t: Tables, g: Game, mask: Mask) -> None:
    """With counter_offers, a number says how many Treasures they want instead, once per request. A compelled player has no say.

    If a monster reacts to joining players, they may first discard what it would react to (TIME-01).
    """
    mask[Verb.ACCEPT] = True
    mask[Verb.REFUSE] = top(g).ask != Ask.COMPELLED
    bits = sheddable(t, g, top(g).player)
    for i in range(TABLE_SLOTS):
        mask[DROP + i] = (bits >> i) & 1 == 1
    if g.options.counter_offers and g.offer.countered == 0 and top(g).ask == Ask.FREELY:
        total = treasures_at_stake(t, g)
        for k in range(min(total, MOST_TREASURES) + 1):
            mask[NUMBER + k] = k != g.offer.treasures
        mask[Verb.EVERYTHING] = total > 0 and g.offer.treasures != EVERYTHING


@kernel
def apply_help_answer(t: Tables, g: Game, action: int) -> None:
    player, how = int(top(g).player), int(top(g).ask)
    if DROP <= action < DROP + TABLE_SLOTS:
        apply_card(t, g, player, When.ANY_TIME.value, action)
    elif action == Verb.ACCEPT:
        pop(g)
        if how == Ask.COMPELLED:
            compel(g, player)
        else:
            strike_deal(g, player)
        if how != Ask.FREELY:
            top(g).ok = 1
    elif action == Verb.REFUSE:
        pop(g)
        g.combat.refused |= 1 << player
        remember(g, Deed.REFUSED, player, g.combat.main)
        log(g, What.REFUSES, player, g.combat.main, NONE, 0, EVERYONE)
    else:
        k = EVERYTHING if action == Verb.EVERYTHING else action - NUMBER
        g.offer.treasures = k
        g.offer.countered = 1
        if 0 < k < treasures_at_stake(t, g):
            become(g, Kind.COUNTER_ORDER)
        else:
            ask_main(g)


@kernel
def apply_counter_order(g: Game, action: int) -> None:
    g.offer.helper_first = 1 if action == Verb.HELPER_FIRST else 0
    ask_main(g)


@kernel
def ask_main(g: Game) -> None:
    pop(g)
    log(g, What.COUNTERS, g.offer.to, g.combat.main, NONE, g.offer.treasures, EVERYONE)
    push(g, Kind.ANSWER_COUNTER, g.combat.main)


@kernel
def legal_counter(mask: Mask) -> None:
    mask[Verb.ACCEPT] = True
    mask[Verb.REFUSE] = True


@kernel
def apply_counter(g: Game, action: int) -> None:
    pop(g)
    if action == Verb.ACCEPT:
        strike_deal(g, g.offer.to)
    else:
        remember(g, Deed.REFUSED, g.combat.main, g.offer.to)
        log(g, What.REFUSES, g.combat.main, g.offer.to, NONE, 0, EVERYONE)


@kernel
def strike_deal(g: Game, helper: int) -> None:
    """The helper is a combatant from now on (HELP-16, HELP-17)."""
    take_in(g, helper)
    remember(g, Deed.HELPED, helper, g.combat.main)
    log(g, What.HELPS, helper, g.combat.main, g.offer.bribe, g.offer.treasures, EVERYONE)


_ASKED = Register("ask", "a", (0, int(max(Ask))), "how help is asked for")
DECISIONS = (
    Decision(
        "OFFER_TO",
        8,
        "whom to ask for help",
        legal=legal_to,
        apply=apply_to,
        registers=(_ASKED,),
        of_fight=True,
        says="an offer begins",
        actions={"player": "ask {} for help"},
    ),
    Decision(
        "OFFER_TREASURES",
        9,
        "how many treasures to offer for help",
        legal=legal_treasures,
        apply=apply_treasures,
        registers=(_ASKED,),
        of_fight=True,
        shows="offer",
        actions={"number": "offer {}"},
    ),
    Decision(
        "OFFER_ORDER",
        10,
        "who picks the first treasure",
        legal=legal_order,
        apply=apply_order,
        registers=(_ASKED,),
        of_fight=True,
        shows="offer",
    ),
    Decision(
        "OFFER_ITEM",
        11,
        "which item to offer for help",
        legal=legal_item,
        apply=apply_item,
        registers=(_ASKED,),
        of_fight=True,
        shows="offer",
        actions={"NOTHING": "offer no item", "use": "offer {}"},
    ),
    Decision(
        "OFFER_CARD",
        12,
        "which card to promise for help",
        legal=legal_pledge,
        apply=apply_pledge,
        registers=(_ASKED,),
        of_fight=True,
        shows="offer",
        actions={"NOTHING": "promise no card"},
    ),
    Decision(
        "OFFER_SEND",
        13,
        "send the offer?",
        legal=legal_offer_send,
        apply=apply_offer_send,
        registers=(_ASKED,),
        of_fight=True,
        shows="offer",
    ),
    Decision(
        "ANSWER_HELP",
        14,
        "help?",
        legal=legal_help_answer,
        apply=apply_help_answer,
        registers=(_ASKED,),
        of_fight=True,
        says="who is compelled can only discard something first",
        shows="offer",
        public=True,
        actions={"EVERYTHING": "ask for all treasures instead", "number": "ask for {} instead"},
    ),
    Decision(
        "COUNTER_ORDER",
        15,
        "who picks the first treasure",
        legal=legal_order,
        apply=apply_counter_order,
        registers=(_ASKED,),
        of_fight=True,
        says="of the helper's terms",
        shows="offer",
    ),
    Decision(
        "ANSWER_COUNTER",
        16,
        "pay that for the help?",
        legal=legal_counter,
        apply=apply_counter,
        of_fight=True,
        says="the helper has named other terms",
        shows="offer",
        public=True,
    ),
)
