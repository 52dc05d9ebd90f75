"""Which rule serves which kind of frame.

Made by `python -m munchkin_env.engine.generate` from DECISIONS and STEPS in the files of the rules; not edited by hand.
"""

from munchkin_env.core.kernel import kernel
from munchkin_env.core.types import Mask
from munchkin_env.engine.effects.answers import apply_answer, is_cancelled, join_fight, legal_answer, played
from munchkin_env.engine.effects.interpreter import run_effects
from munchkin_env.engine.effects.ops.losing import discard_cards
from munchkin_env.engine.effects.ops.taking import take_cards
from munchkin_env.engine.flow.choices import (
    apply_card_choice,
    apply_discards,
    apply_monster,
    apply_number,
    apply_other,
    apply_player,
    apply_side,
    apply_yes,
    legal_card,
    legal_discards,
    legal_monster,
    legal_number,
    legal_other,
    legal_player,
    legal_side,
    legal_yes,
)
from munchkin_env.engine.flow.corrections import apply_too_big, carries_few, correct, give_up, hand_over, legal_too_big, turn_sideways
from munchkin_env.engine.flow.windows import apply_window, legal_window, turn_player_is_dead
from munchkin_env.engine.queries.moments import decider_is_dead
from munchkin_env.engine.rules.cards.curses import curse, strike, strikes_nobody
from munchkin_env.engine.rules.cards.take_to_win import make_room, take_to_win
from munchkin_env.engine.rules.cards.using import (
    effect_chosen,
    load_item,
    pay_price,
    second_target,
    take_on,
    target_chosen,
    use_card,
    use_paid,
)
from munchkin_env.engine.rules.fight.combat import (
    apply_fight,
    apply_stay,
    end_fight,
    fight,
    fight_changed,
    fight_is_over,
    legal_fight,
    legal_stay,
    meet,
    meet_effect,
    need_not_choose,
    resolve_fight,
    strengths_count,
)
from munchkin_env.engine.rules.fight.death import apply_loot, die, legal_loot, looting
from munchkin_env.engine.rules.fight.dice import apply_roll_window, die_stands, legal_roll_window, roll_die, roll_is_moot
from munchkin_env.engine.rules.fight.help import (
    apply_counter,
    apply_counter_order,
    apply_help_answer,
    apply_item,
    apply_offer_send,
    apply_order,
    apply_pledge,
    apply_to,
    apply_treasures,
    legal_counter,
    legal_help_answer,
    legal_item,
    legal_offer_send,
    legal_order,
    legal_pledge,
    legal_to,
    legal_treasures,
)
from munchkin_env.engine.rules.fight.rewards import (
    apply_pick,
    bribe_kept,
    check_win,
    deal_kept,
    kill_rewards,
    legal_pick,
    settle_deal,
    share_treasures,
    win_levels,
    win_rewards,
    win_treasures,
)
from munchkin_env.engine.rules.fight.run_away import (
    apply_escape,
    end_flight,
    is_decided,
    legal_escape,
    lose_fight,
    monster_strikes,
    outcome,
    run_away,
    run_from,
)
from munchkin_env.engine.rules.goods.draws import (
    apply_resurrect,
    draw_cards,
    draw_face_up,
    keep_drawn,
    legal_resurrect,
    resurrected,
    work_or_keep,
)
from munchkin_env.engine.rules.goods.sell import apply_double, apply_sell, legal_double, legal_sell
from munchkin_env.engine.rules.goods.trade import (
    apply_mine,
    apply_partner,
    apply_trade_answer,
    apply_trade_send,
    apply_yours,
    legal_mine,
    legal_partner,
    legal_trade_answer,
    legal_trade_send,
    legal_yours,
)
from munchkin_env.engine.rules.turn.charity import apply_charity, charity, charity_give, legal_charity
from munchkin_env.engine.rules.turn.houses import apply_house, legal_house
from munchkin_env.engine.rules.turn.setup import apply_setup, apply_sex, deal, legal_setup, legal_sex, start_game
from munchkin_env.engine.rules.turn.turn import (
    apply_arrange,
    apply_play_or_keep,
    apply_trouble,
    before_charity,
    before_door,
    before_room,
    begin_turn,
    come_back,
    deal_again,
    end_turn,
    kick_door,
    legal_arrange,
    legal_play_or_keep,
    legal_trouble,
    listen,
    moment,
    open_door,
    room,
)
from munchkin_env.engine.state.kinds import Kind
from munchkin_env.engine.state.records import Game
from munchkin_env.engine.state.stack import top
from munchkin_env.vocabulary.tables import Tables


@kernel
def legal(t: Tables, g: Game, mask: Mask) -> None:
    """What the deciding player may do. The mask is empty before."""
    mask[:] = False
    match top(g).kind:
        case Kind.CHOOSE_SEX:
            legal_sex(g, mask)
        case Kind.SETUP:
            legal_setup(t, g, mask)
        case Kind.ARRANGE:
            legal_arrange(t, g, mask)
        case Kind.PLAY_OR_KEEP:
            legal_play_or_keep(t, g, mask)
        case Kind.TROUBLE_OR_LOOT:
            legal_trouble(t, g, mask)
        case Kind.CHARITY_CARD:
            legal_charity(g, mask)
        case Kind.WINDOW:
            legal_window(t, g, mask)
        case Kind.FIGHT_WINDOW:
            legal_fight(t, g, mask)
        case Kind.OFFER_TO:
            legal_to(t, g, mask)
        case Kind.OFFER_TREASURES:
            legal_treasures(t, g, mask)
        case Kind.OFFER_ORDER:
            legal_order(mask)
        case Kind.OFFER_ITEM:
            legal_item(t, g, mask)
        case Kind.OFFER_CARD:
            legal_pledge(t, g, mask)
        case Kind.OFFER_SEND:
            legal_offer_send(g, mask)
        case Kind.ANSWER_HELP:
            legal_help_answer(t, g, mask)
        case Kind.COUNTER_ORDER:
            legal_order(mask)
        case Kind.ANSWER_COUNTER:
            legal_counter(mask)
        case Kind.STAY_OR_LEAVE:
            legal_stay(mask)
        case Kind.PICK_TREASURE:
            legal_pick(g, mask)
        case Kind.ESCAPE:
            legal_escape(t, g, mask)
        case Kind.ROLL_WINDOW:
            legal_roll_window(t, g, mask)
        case Kind.CURSE_WINDOW:
            legal_answer(t, g, mask)
        case Kind.LOOT_BODY:
            legal_loot(g, mask)
        case Kind.SELL:
            legal_sell(t, g, mask)
        case Kind.SELL_DOUBLE:
            legal_double(t, g, mask)
        case Kind.TRADE_WITH:
            legal_partner(t, g, mask)
        case Kind.TRADE_MINE:
            legal_mine(t, g, mask)
        case Kind.TRADE_YOURS:
            legal_yours(t, g, mask)
        case Kind.TRADE_SEND:
            legal_trade_send(t, g, mask)
        case Kind.ANSWER_TRADE:
            legal_trade_answer(mask)
        case Kind.RESURRECT:
            legal_resurrect(t, g, mask)
        case Kind.ASK_PLAYER:
            legal_player(g, mask)
        case Kind.ASK_MONSTER:
            legal_monster(g, mask)
        case Kind.ASK_NUMBER:
            legal_number(g, mask)
        case Kind.ASK_SIDE:
            legal_side(g, mask)
        case Kind.ASK_YES:
            legal_yes(g, mask)
        case Kind.ASK_CARD:
            legal_card(g, mask)
        case Kind.ASK_OTHER:
            legal_other(g, mask)
        case Kind.ASK_DISCARDS:
            legal_discards(t, g, mask)
        case Kind.TOO_BIG:
            legal_too_big(t, g, mask)
        case Kind.CHOOSE_HOUSE:
            legal_house(t, g, mask)
        case Kind.CARD_WINDOW:
            legal_answer(t, g, mask)


@kernel
def apply(t: Tables, g: Game, action: int) -> None:
    """The deciding player does it. The action must be legal."""
    match top(g).kind:
        case Kind.CHOOSE_SEX:
            apply_sex(g, action)
        case Kind.SETUP:
            apply_setup(t, g, action)
        case Kind.ARRANGE:
            apply_arrange(t, g, action)
        case Kind.PLAY_OR_KEEP:
            apply_play_or_keep(g, action)
        case Kind.TROUBLE_OR_LOOT:
            apply_trouble(t, g, action)
        case Kind.CHARITY_CARD:
            apply_charity(t, g, action)
        case Kind.WINDOW:
            apply_window(t, g, action)
        case Kind.FIGHT_WINDOW:
            apply_fight(t, g, action)
        case Kind.OFFER_TO:
            apply_to(g, action)
        case Kind.OFFER_TREASURES:
            apply_treasures(t, g, action)
        case Kind.OFFER_ORDER:
            apply_order(g, action)
        case Kind.OFFER_ITEM:
            apply_item(g, action)
        case Kind.OFFER_CARD:
            apply_pledge(g, action)
        case Kind.OFFER_SEND:
            apply_offer_send(t, g, action)
        case Kind.ANSWER_HELP:
            apply_help_answer(t, g, action)
        case Kind.COUNTER_ORDER:
            apply_counter_order(g, action)
        case Kind.ANSWER_COUNTER:
            apply_counter(g, action)
        case Kind.STAY_OR_LEAVE:
            apply_stay(g, action)
        case Kind.PICK_TREASURE:
            apply_pick(t, g, action)
        case Kind.ESCAPE:
            apply_escape(t, g, action)
        case Kind.ROLL_WINDOW:
            apply_roll_window(t, g, action)
        case Kind.CURSE_WINDOW:
            apply_answer(t, g, action)
        case Kind.LOOT_BODY:
            apply_loot(t, g, action)
        case Kind.SELL:
            apply_sell(t, g, action)
        case Kind.SELL_DOUBLE:
            apply_double(t, g, action)
        case Kind.TRADE_WITH:
            apply_partner(g, action)
        case Kind.TRADE_MINE:
            apply_mine(g, action)
        case Kind.TRADE_YOURS:
            apply_yours(g, action)
        case Kind.TRADE_SEND:
            apply_trade_send(g, action)
        case Kind.ANSWER_TRADE:
            apply_trade_answer(t, g, action)
        case Kind.RESURRECT:
            apply_resurrect(t, g, action)
        case Kind.ASK_PLAYER:
            apply_player(g, action)
        case Kind.ASK_MONSTER:
            apply_monster(g, action)
        case Kind.ASK_NUMBER:
            apply_number(g, action)
        case Kind.ASK_SIDE:
            apply_side(g, action)
        case Kind.ASK_YES:
            apply_yes(g, action)
        case Kind.ASK_CARD:
            apply_card_choice(g, action)
        case Kind.ASK_OTHER:
            apply_other(g, action)
        case Kind.ASK_DISCARDS:
            apply_discards(t, g, action)
        case Kind.TOO_BIG:
            apply_too_big(t, g, action)
        case Kind.CHOOSE_HOUSE:
            apply_house(t, g, action)
        case Kind.CARD_WINDOW:
            apply_answer(t, g, action)


@kernel
def run_next(t: Tables, g: Game) -> None:
    """What happens by itself."""
    match top(g).kind:
        case Kind.DEAL:
            deal(t, g)
        case Kind.START:
            start_game(g)
        case Kind.BEGIN_TURN:
            begin_turn(g)
        case Kind.COME_BACK:
            come_back(g)
        case Kind.REDEAL:
            deal_again(g)
        case Kind.LISTEN:
            listen(g)
        case Kind.BEFORE_DOOR:
            before_door(g)
        case Kind.KICK_DOOR:
            kick_door(g)
        case Kind.OPEN_DOOR:
            open_door(t, g)
        case Kind.BEFORE_ROOM:
            before_room(g)
        case Kind.ROOM:
            room(t, g)
        case Kind.BEFORE_CHARITY:
            before_charity(g)
        case Kind.CHARITY:
            charity(t, g)
        case Kind.CHARITY_GIVE:
            charity_give(t, g)
        case Kind.END_TURN:
            end_turn(t, g)
        case Kind.MOMENT:
            moment(g)
        case Kind.DRAW:
            draw_cards(t, g)
        case Kind.DRAW_FACE_UP:
            draw_face_up(t, g)
        case Kind.RESURRECTED:
            resurrected(t, g)
        case Kind.FIGHT:
            fight(t, g)
        case Kind.MEET:
            meet(t, g)
        case Kind.MEET_EFFECT:
            meet_effect(t, g)
        case Kind.FIGHT_CHANGED:
            fight_changed(t, g)
        case Kind.RESOLVE_FIGHT:
            resolve_fight(t, g)
        case Kind.WIN_LEVELS:
            win_levels(t, g)
        case Kind.CHECK_WIN:
            check_win(t, g)
        case Kind.WIN_TREASURES:
            win_treasures(t, g)
        case Kind.SHARE_TREASURES:
            share_treasures(t, g)
        case Kind.KILL_REWARDS:
            kill_rewards(t, g)
        case Kind.SETTLE_DEAL:
            settle_deal(t, g)
        case Kind.WIN_REWARDS:
            win_rewards(t, g)
        case Kind.DEAL_KEPT:
            deal_kept(g)
        case Kind.BRIBE_KEPT:
            bribe_kept(t, g)
        case Kind.LOSE_FIGHT:
            lose_fight(g)
        case Kind.RUN:
            run_away(g)
        case Kind.RUN_FROM:
            run_from(t, g)
        case Kind.OUTCOME:
            outcome(t, g)
        case Kind.END_FLIGHT:
            end_flight(g)
        case Kind.END_FIGHT:
            end_fight(t, g)
        case Kind.USE_CARD:
            use_card(t, g)
        case Kind.EFFECT_CHOSEN:
            effect_chosen(t, g)
        case Kind.TARGET_CHOSEN:
            target_chosen(t, g)
        case Kind.SECOND_TARGET:
            second_target(t, g)
        case Kind.PAY:
            pay_price(t, g)
        case Kind.USE_PAID:
            use_paid(t, g)
        case Kind.TAKE_ON:
            take_on(t, g)
        case Kind.LOAD:
            load_item(t, g)
        case Kind.EFFECTS:
            run_effects(t, g)
        case Kind.DISCARD_CARDS:
            discard_cards(t, g)
        case Kind.TAKE_CARDS:
            take_cards(t, g)
        case Kind.TAKE_TO_WIN:
            take_to_win(t, g)
        case Kind.MAKE_ROOM:
            make_room(t, g)
        case Kind.ROLL_DIE:
            roll_die(g)
        case Kind.DIE_STANDS:
            die_stands(t, g)
        case Kind.CURSE:
            curse(t, g)
        case Kind.STRIKE:
            strike(t, g)
        case Kind.DIE:
            die(t, g)
        case Kind.LOOTING:
            looting(t, g)
        case Kind.CORRECT:
            correct(t, g)
        case Kind.GIVE_UP:
            give_up(t, g)
        case Kind.TURN_SIDEWAYS:
            turn_sideways(t, g)
        case Kind.HAND_OVER:
            hand_over(t, g)
        case Kind.PLAYED:
            played(t, g)
        case Kind.JOIN_FIGHT:
            join_fight(t, g)
        case Kind.KEEP_DRAWN:
            keep_drawn(t, g)
        case Kind.WORK_OR_KEEP:
            work_or_keep(t, g)
        case Kind.STRENGTHS_COUNT:
            strengths_count(g)
        case Kind.MONSTER_STRIKES:
            monster_strikes(t, g)


@kernel
def is_moot(t: Tables, g: Game) -> bool:
    """Is what this decision was about gone: a death, a removed monster?"""
    match top(g).kind:
        case Kind.ARRANGE:
            return decider_is_dead(g)
        case Kind.PLAY_OR_KEEP:
            return decider_is_dead(g)
        case Kind.TROUBLE_OR_LOOT:
            return decider_is_dead(g)
        case Kind.WINDOW:
            return turn_player_is_dead(g)
        case Kind.FIGHT_WINDOW:
            return fight_is_over(g)
        case Kind.STAY_OR_LEAVE:
            return need_not_choose(t, g)
        case Kind.ESCAPE:
            return is_decided(t, g)
        case Kind.ROLL_WINDOW:
            return roll_is_moot(g)
        case Kind.CURSE_WINDOW:
            return strikes_nobody(g)
        case Kind.LOOT_BODY:
            return decider_is_dead(g)
        case Kind.TOO_BIG:
            return carries_few(t, g)
        case Kind.CARD_WINDOW:
            return is_cancelled(g)
    return False


@kernel
def is_ring(kind: int) -> bool:
    """Does the decision go round the table, and end when all have passed?"""
    match kind:
        case Kind.WINDOW | Kind.FIGHT_WINDOW | Kind.ROLL_WINDOW | Kind.CURSE_WINDOW | Kind.CARD_WINDOW:
            return True
    return False
