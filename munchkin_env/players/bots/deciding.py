"""A bot with a style: at every decision it does what gains it most by its own estimate. `decide` is the table of contents.

It knows what its seat knows: its own hand, everything on the tables, and how many cards the others hold.
"""

from munchkin_env.core.kernel import kernel
from munchkin_env.core.types import Mask
from munchkin_env.engine.queries.decks import discards_of
from munchkin_env.engine.queries.seats import fights
from munchkin_env.engine.state.actions import HAND, HAND_SLOTS, Verb
from munchkin_env.engine.state.kinds import Kind
from munchkin_env.engine.state.records import Game
from munchkin_env.engine.state.stack import Moment, Why, top
from munchkin_env.vocabulary.tables import Tables
from munchkin_env.vocabulary.words import NONE

from .answering import (
    first_legal,
    from_discards,
    given_away,
    pick_from_pool,
    which_card,
    which_house,
    which_monster,
    which_number,
    which_of_theirs,
    which_player,
    which_side,
    yes_or_no,
)
from .arranging import arrange, best_card, choose_sale, choose_to_turn, gain_or, open_play, play_or_keep, too_big
from .bargaining import answer_counter, answer_help, offer_to, offer_treasures, stay_or_leave
from .battling import foreign_fight, own_fight, trouble_or_loot
from .escaping import escape, roll_window, saving_costs, saving_option
from .fighting import OPTION_SLOTS, option_costs
from .odds import NOT_YET
from .reasons import Reason, because
from .stakes import losing_costs
from .style import Bot
from .trading import answer_trade, trade
from .valuing import curse_costs, worth


@kernel
def decide(t: Tables, g: Game, b: Bot, mask: Mask) -> int:
    """The bot's action: one rule for each kind of decision."""
    b.loot = NOT_YET if b.computes_loot and is_about_a_fight(top(g).kind) else b.treasure
    match top(g).kind:
        case Kind.FIGHT_WINDOW:
            return own_fight(t, g, b, mask) if fights(g, top(g).player) else foreign_fight(t, g, b, mask)
        case Kind.WINDOW:
            return window(t, g, b, mask)
        case Kind.ARRANGE:
            return arrange(t, g, b, mask)
        case Kind.CARD_WINDOW:
            return because(b, Verb.PASS.value, Reason.NOT_CONCERNED, 0, 0, 0)
        case Kind.CURSE_WINDOW:
            return curse_window(t, g, b, mask)
        case Kind.ROLL_WINDOW:
            return roll_window(t, g, b, mask)
        case Kind.ESCAPE:
            return escape(t, g, b, mask)
        case Kind.SETUP:
            return open_play(t, g, b, mask)
        case Kind.PLAY_OR_KEEP:
            return play_or_keep(t, g, b, mask)
        case Kind.TROUBLE_OR_LOOT:
            return trouble_or_loot(t, g, b, mask)
        case Kind.CHARITY_CARD:
            return given_away(t, g, b, mask)
        case Kind.OFFER_TO:
            return offer_to(t, g, b)
        case Kind.OFFER_TREASURES:
            return offer_treasures(t, g, b, mask)
        case Kind.OFFER_ORDER:
            return because(b, Verb.MAIN_FIRST.value, Reason.ROUTINE, 0, 0, 0)
        case Kind.COUNTER_ORDER:
            return because(b, Verb.HELPER_FIRST.value, Reason.ROUTINE, 0, 0, 0)
        case Kind.OFFER_ITEM | Kind.OFFER_CARD:
            return because(b, Verb.NOTHING.value, Reason.ROUTINE, 0, 0, 0)
        case Kind.OFFER_SEND:
            return because(b, Verb.SEND.value, Reason.ROUTINE, 0, 0, 0)
        case Kind.ANSWER_HELP:
            return answer_help(t, g, b, mask)
        case Kind.ANSWER_COUNTER:
            return answer_counter(t, g, b)
        case Kind.STAY_OR_LEAVE:
            return stay_or_leave(t, g, b)
        case Kind.PICK_TREASURE | Kind.LOOT_BODY:
            return pick_from_pool(t, g, b)
        case Kind.SELL:
            return choose_sale(t, g, b, mask)
        case Kind.RESURRECT:
            return resurrect(t, g, b, mask)
        case Kind.TOO_BIG:
            return too_big(t, g, b, mask)
        case Kind.ANSWER_TRADE:
            return answer_trade(t, g, b)
        case Kind.TRADE_WITH | Kind.TRADE_MINE | Kind.TRADE_YOURS | Kind.TRADE_SEND:
            return offer_trade(t, g, b, mask)
        case Kind.ASK_PLAYER:
            return which_player(t, g, b)
        case Kind.ASK_MONSTER:
            return which_monster(t, g, b)
        case Kind.ASK_NUMBER:
            return which_number(t, g, b, mask)
        case Kind.ASK_SIDE:
            return because(b, which_side(g), Reason.OWN_SIDE, 0, 0, 0)
        case Kind.ASK_YES:
            return yes_or_no(t, g, b)
        case Kind.ASK_CARD if top(g).why == Why.TURN_SIDEWAYS:
            return choose_to_turn(t, g, b, mask)
        case Kind.ASK_CARD:
            return which_card(t, g, b, mask)
        case Kind.ASK_OTHER:
            return which_of_theirs(t, g, b, mask)
        case Kind.ASK_DISCARDS:
            return from_discards(t, g, b, mask)
        case Kind.CHOOSE_HOUSE:
            return which_house(t, g, b, mask)
    return because(b, first_legal(mask), Reason.ANY, 0, 0, 0)  # CHOOSE_SEX, SELL_DOUBLE


@kernel
def is_about_a_fight(kind: int) -> bool:
    """Decisions that weigh Treasures still to be won."""
    return bool(kind == Kind.FIGHT_WINDOW or kind == Kind.TROUBLE_OR_LOOT or Kind.OFFER_TO.value <= kind <= Kind.STAY_OR_LEAVE.value)


@kernel
def offer_trade(t: Tables, g: Game, b: Bot, mask: Mask) -> int:
    """Make the planned offer. A bot that makes no offers is here only because a caller put it here: take any way out."""
    action = trade(t, g, b, mask) if b.trades else NONE
    if action == NONE:
        action = Verb.ABORT.value if top(g).kind == Kind.TRADE_SEND else first_legal(mask)
        because(b, action, Reason.NO_TRADE, 0, 0, 0)
    return action


@kernel
def window(t: Tables, g: Game, b: Bot, mask: Mask) -> int:
    """Use what it has just received; before running away, a card that saves it."""
    me = int(top(g).player)
    if top(g).moment == Moment.RUN:
        if not fights(g, me):
            return because(b, Verb.PASS.value, Reason.NOT_CONCERNED, 0, 0, 0)
        risk = losing_costs(t, g, b, me) * b.caution // 100
        option = saving_option(t, g, b, me, mask, risk)
        if option == NONE:
            return because(b, Verb.PASS.value, Reason.NO_RESCUE, risk, 0, 0)
        return because(b, HAND + option, Reason.SAVE, risk, saving_costs(t, g, b, me, option), 0)
    best, points = best_card(t, g, b, me, mask)
    return gain_or(b, best, points, Verb.PASS.value)


@kernel
def curse_window(t: Tables, g: Game, b: Bot, mask: Mask) -> int:
    """Cancel a Curse that would cost more than the card that cancels it."""
    me = int(top(g).player)
    strike = g.stack[g.depth - 2]
    if strike.victim != me:
        return because(b, Verb.PASS.value, Reason.NOT_CONCERNED, 0, 0, 0)
    harm = curse_costs(t, g, b, me, t.type_of[strike.card])
    best, least = because(b, Verb.PASS.value, Reason.BEAR, harm, 0, 0), harm
    for o in range(OPTION_SLOTS):
        if not mask[HAND + o]:
            continue
        costs = option_costs(t, g, b, me, o)
        if costs < least:
            best, least = because(b, HAND + o, Reason.CANCEL, harm, costs, 0), costs
    return best


@kernel
def resurrect(t: Tables, g: Game, b: Bot, mask: Mask) -> int:
    """Take the top discard for its worst card, if it is better."""
    me = int(top(g).player)
    pile = discards_of(g, top(g).deck)
    seat = g.seat[me]
    best, most = because(b, Verb.PASS.value, Reason.NOT_BETTER, 0, 0, 0), 10
    for i in range(min(seat.hand_n, HAND_SLOTS)):
        if mask[HAND + i]:
            points = worth(t, g, b, me, pile.cards[pile.n - 1]) - worth(t, g, b, me, seat.hand[i])
            if points > most:
                best, most = because(b, HAND + i, Reason.BETTER, points, 0, 0), points
    return best
