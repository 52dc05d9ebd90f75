"""The table of contents: which function serves which kind of frame."""

from munchkin_env.core.kernel import kernel, piece
from munchkin_env.core.types import Mask
from munchkin_env.engine.effects.answers import join_fight, played
from munchkin_env.engine.effects.interpreter import run_effects
from munchkin_env.engine.effects.ops.losing import discard_cards
from munchkin_env.engine.effects.ops.taking import take_cards
from munchkin_env.engine.queries.flight import gets_away
from munchkin_env.engine.queries.seats import left_of
from munchkin_env.engine.queries.stakes import for_the_win
from munchkin_env.engine.rules.cards.curses import apply_curse_window, curse, legal_curse_window, strike
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
    resolve_fight,
    strengths_count,
)
from munchkin_env.engine.rules.fight.death import apply_loot, die, legal_loot, looting
from munchkin_env.engine.rules.fight.dice import apply_roll_window, die_stands, legal_roll_window, roll_die
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
from munchkin_env.engine.rules.goods.trade import apply_mine, apply_partner, apply_yours, legal_mine, legal_partner, legal_yours
from munchkin_env.engine.rules.goods.trade import apply_trade_answer as apply_trade_answer
from munchkin_env.engine.rules.goods.trade import apply_trade_send as apply_trade_send
from munchkin_env.engine.rules.goods.trade import legal_trade_answer as legal_trade_answer
from munchkin_env.engine.rules.goods.trade import legal_trade_send as legal_trade_send
from munchkin_env.engine.rules.turn.charity import apply_charity, charity, charity_give, legal_charity
from munchkin_env.engine.rules.turn.houses import apply_house, legal_house, push_houses
from munchkin_env.engine.rules.turn.setup import apply_setup, apply_sex, assign_sex, deal, legal_setup, legal_sex, start_game
from munchkin_env.engine.rules.turn.turn import (
    apply_arrange,
    apply_play_or_keep,
    apply_trouble,
    before,
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
from munchkin_env.engine.state.actions import N_ACTIONS
from munchkin_env.engine.state.records import MAX_DEPTH, NOBODY, Game, MonsterState, Room, SexMode
from munchkin_env.engine.state.rng import seed_streams
from munchkin_env.engine.state.stack import FIRST_AUTOMATIC, Dice, Kind, Moment, pop, push, top
from munchkin_env.engine.verbs.blank import blank
from munchkin_env.engine.verbs.piles import full_decks
from munchkin_env.vocabulary.tables import Tables
from munchkin_env.vocabulary.words import NONE

from .choices import (
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
from .corrections import apply_too_big, correct, give_up, hand_over, legal_too_big, not_too_big, turn_sideways
from .windows import apply_window, legal_window

LONGEST_TURN = 10_000  # decisions; then the game is truncated (TIME-13)
MOST_FRAMES = 20_000  # that run by themselves in one step; random games come to a few hundred


class UnsoundGameError(RuntimeError):
    """The position cannot be played on, and is none that the rules lead to: a saved game that was made up, or a fault of the rules."""


NOBODY_CAN_ACT = "whoever is to decide has nothing that they may do: no game by the rules leads to this position; the game cannot go on"
NOTHING_OR_TOO_MUCH = "nothing is left to happen, or more than fits: no game by the rules leads to this position; the game cannot go on"
NO_END = "what happens by itself does not end: no game by the rules leads to this position; the game cannot go on"


@kernel
def legal(t: Tables, g: Game, mask: Mask) -> None:
    """What the deciding player may do."""
    mask[:] = False
    match top(g).kind:
        case Kind.FIGHT_WINDOW:
            legal_fight(t, g, mask)
        case Kind.WINDOW:
            legal_window(t, g, mask)
        case Kind.ARRANGE:
            legal_arrange(t, g, mask)
        case Kind.CHOOSE_HOUSE:
            legal_house(t, g, mask)
        case Kind.CHOOSE_SEX:
            legal_sex(g, mask)
        case Kind.SETUP:
            legal_setup(t, g, mask)
        case Kind.PLAY_OR_KEEP:
            legal_play_or_keep(t, g, mask)
        case Kind.TROUBLE_OR_LOOT:
            legal_trouble(t, g, mask)
        case Kind.CHARITY_CARD:
            legal_charity(g, mask)
        case Kind.OFFER_TO:
            legal_to(t, g, mask)
        case Kind.OFFER_TREASURES:
            legal_treasures(t, g, mask)
        case Kind.OFFER_ORDER | Kind.COUNTER_ORDER:
            legal_order(mask)
        case Kind.OFFER_ITEM:
            legal_item(t, g, mask)
        case Kind.OFFER_CARD:
            legal_pledge(t, g, mask)
        case Kind.OFFER_SEND:
            legal_offer_send(g, mask)
        case Kind.ANSWER_HELP:
            legal_help_answer(t, g, mask)
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
        case Kind.CURSE_WINDOW | Kind.CARD_WINDOW:
            legal_curse_window(t, g, mask)
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


@kernel
def apply(t: Tables, g: Game, action: int) -> None:
    """The deciding player does it. The action must be legal."""
    match top(g).kind:
        case Kind.FIGHT_WINDOW:
            apply_fight(t, g, action)
        case Kind.WINDOW:
            apply_window(t, g, action)
        case Kind.ARRANGE:
            apply_arrange(t, g, action)
        case Kind.CHOOSE_HOUSE:
            apply_house(t, g, action)
        case Kind.CHOOSE_SEX:
            apply_sex(g, action)
        case Kind.SETUP:
            apply_setup(t, g, action)
        case Kind.PLAY_OR_KEEP:
            apply_play_or_keep(g, action)
        case Kind.TROUBLE_OR_LOOT:
            apply_trouble(t, g, action)
        case Kind.CHARITY_CARD:
            apply_charity(t, g, action)
        case Kind.OFFER_TO:
            apply_to(g, action)
        case Kind.OFFER_TREASURES:
            apply_treasures(t, g, action)
        case Kind.OFFER_ORDER:
            apply_order(g, action)
        case Kind.COUNTER_ORDER:
            apply_counter_order(g, action)
        case Kind.OFFER_ITEM:
            apply_item(g, action)
        case Kind.OFFER_CARD:
            apply_pledge(g, action)
        case Kind.OFFER_SEND:
            apply_offer_send(t, g, action)
        case Kind.ANSWER_HELP:
            apply_help_answer(t, g, action)
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
        case Kind.CURSE_WINDOW | Kind.CARD_WINDOW:
            apply_curse_window(t, g, action)
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
            before(g, Moment.BEFORE_DOOR, False)
        case Kind.KICK_DOOR:
            kick_door(g)
        case Kind.OPEN_DOOR:
            open_door(t, g)
        case Kind.BEFORE_ROOM:
            before(g, Moment.BEFORE_ROOM, g.room == Room.CLOSED)
        case Kind.ROOM:
            room(t, g)
        case Kind.BEFORE_CHARITY:
            before(g, Moment.BEFORE_CHARITY, False)
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
        case Kind.STRENGTHS_COUNT:
            strengths_count(g)
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
        case Kind.MONSTER_STRIKES:
            monster_strikes(t, g)
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


@kernel
def is_ring(kind: int) -> bool:
    """Decisions that go round the table and end when all have passed."""
    match kind:
        case Kind.FIGHT_WINDOW | Kind.WINDOW | Kind.ROLL_WINDOW | Kind.CURSE_WINDOW | Kind.CARD_WINDOW:
            return True
    return False


@kernel
def is_void(t: Tables, g: Game) -> bool:
    """Is what this decision was about gone (a death, a removed monster, a cancelled Curse)?"""
    f = top(g)
    match f.kind:
        case Kind.FIGHT_WINDOW:
            return fight_is_over(g)
        case Kind.WINDOW:
            return bool(f.a <= Moment.BEFORE_CHARITY and g.seat[g.turn_player].dead != 0)
        case Kind.ESCAPE:
            return runs_no_more(g) or gets_away(t, g)
        case Kind.ROLL_WINDOW:
            return runs_no_more(g) if f.a == Dice.RUN else bool(g.seat[g.stack[g.depth - 2].player].dead != 0)
        case Kind.CURSE_WINDOW:
            strike = g.stack[g.depth - 2]
            return bool(strike.ok == 0 or g.seat[strike.victim].dead != 0)
        case Kind.CARD_WINDOW:
            return bool(g.stack[g.depth - 2].ok == 0)
        case Kind.STAY_OR_LEAVE:
            return bool(g.combat.helper != f.player or fight_is_over(g) or not for_the_win(t, g))
        case Kind.TOO_BIG:
            return not_too_big(t, g, f.player)
        case Kind.ARRANGE | Kind.TROUBLE_OR_LOOT | Kind.LOOT_BODY | Kind.PLAY_OR_KEEP:
            return bool(g.seat[f.player].dead != 0)
    return False


@kernel
def runs_no_more(g: Game) -> bool:
    c = g.combat
    if c.runner == NOBODY or c.fleeing == NONE:
        return True
    return bool(g.seat[c.runner].dead != 0 or c.monster[c.fleeing].state != MonsterState.FIGHTING)


@kernel
def first_action(mask: Mask, start: int) -> int:
    """The first legal action from there on, or NONE."""
    for action in range(start, N_ACTIONS):
        if mask[action]:
            return action
    return NONE


@piece
def happens(t: Tables, g: Game, mask: Mask) -> bool:
    """The next thing that needs nobody's decision. False: nothing does, someone has something to decide, and mask says what."""
    if g.recheck:
        push_correction(g)
        return True
    f = top(g)
    if f.kind >= FIRST_AUTOMATIC:
        run_next(t, g)
        return True
    if is_ring(f.kind) and g.seat[f.player].dead:
        f.player = left_of(g, f.player)
    if is_void(t, g) or (is_ring(f.kind) and g.seat[f.player].dead):  # or nobody is left to decide
        pop(g)
        return True
    legal(t, g, mask)
    forced = first_action(mask, 0)
    if forced == NONE:
        raise UnsoundGameError(NOBODY_CAN_ACT)
    if g.options.auto_pass_forced == 0 or not (is_ring(f.kind) or f.kind == Kind.ESCAPE):
        return False
    if first_action(mask, forced + 1) != NONE:
        return False
    apply(t, g, forced)  # nothing else could be done (TIME-10)
    return True


@kernel
def settle(t: Tables, g: Game, mask: Mask) -> None:
    """Run until someone has something to decide, or the game is over. Fills the mask of that decision.

    Raises UnsoundGameError where no game comes to that was played by the rules from its start: one that was loaded may have been made up.
    """
    for _ in range(MOST_FRAMES):
        if g.over:
            mask[:] = False
            return
        if g.depth <= 0 or g.depth >= MAX_DEPTH:
            raise UnsoundGameError(NOTHING_OR_TOO_MUCH)
        if not happens(t, g, mask):
            return
    raise UnsoundGameError(NO_END)


@kernel
def push_correction(g: Game) -> None:
    for p in range(g.n_players):
        if (int(g.recheck) >> p) & 1:
            g.recheck &= ~(1 << p) & 255
            push(g, Kind.CORRECT, p)
            return


@kernel
def step(t: Tables, g: Game, action: int, mask: Mask) -> None:
    """The deciding player does it; then everything that follows. The mask is that of the next decision."""
    g.event_n = 0
    g.decisions += 1
    apply(t, g, action)
    if g.over == 0 and g.decisions - g.turn_began >= LONGEST_TURN:
        g.over = 1
        g.truncated = 1
    settle(t, g, mask)


# ----------------------------------------------------------------------------------------------------- new games


@kernel
def new_game(t: Tables, g: Game, n_players: int, seed_value: int, mask: Mask) -> None:
    """The options must be set. Shuffles, deals, and runs to the first decision."""
    set_up(t, g, n_players, seed_value)
    settle(t, g, mask)


@kernel
def set_up(t: Tables, g: Game, n_players: int, seed_value: int) -> None:
    """A game of which nothing has happened yet."""
    blank(g)
    seed_streams(g, seed_value)
    g.n_players = n_players
    g.setting_up = 1
    full_decks(t, g)
    push_setup(t, g)


@kernel
def push_setup(t: Tables, g: Game) -> None:
    """Houses, sexes, four cards of each deck, the opening play in seat order, then the first turn (SETUP)."""
    n = int(g.n_players)
    push(g, Kind.START, 0)
    for p in range(n - 1, -1, -1):
        push(g, Kind.SETUP, p)
    for p in range(n - 1, -1, -1):
        push(g, Kind.DEAL, p)
    for p in range(n - 1, -1, -1):
        if g.options.sex_mode == SexMode.CHOOSE:
            push(g, Kind.CHOOSE_SEX, p)
        else:
            assign_sex(g, p)
    push_houses(t, g)
