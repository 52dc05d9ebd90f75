"""Relations between the frames of a valid game, and between frames and the rest of the record."""

from munchkin_env.core.kernel import kernel
from munchkin_env.engine.flow.declared import DECLARED, STEP_OF
from munchkin_env.engine.flow.having import kinds_with
from munchkin_env.engine.queries.rights import FROM_FIGHT, FROM_HAND, FROM_TABLE
from munchkin_env.engine.rules.goods.draws import MOST_NOTED
from munchkin_env.engine.rules.turn.turn import TURN
from munchkin_env.engine.state.actions import HAND_SLOTS
from munchkin_env.engine.state.kinds import FIRST_AUTOMATIC, N_DECISIONS, N_KINDS, Kind
from munchkin_env.engine.state.records import NOBODY, Frame, Game
from munchkin_env.engine.state.stack import Dice, Goal
from munchkin_env.sound.law import FINE, Found, Law, tell
from munchkin_env.vocabulary.tables import Tables
from munchkin_env.vocabulary.words import NONE, Trigger

TURN_FROM_THE_BOTTOM = tuple(reversed([int(kind) for kind in TURN]))


_IN_FIGHTS = tuple(kind in DECLARED and DECLARED[Kind(kind)].of_fight for kind in range(N_KINDS))
NAMES_SLOT = kinds_with("slot")
HOLDS = tuple(kind in STEP_OF and STEP_OF[Kind(kind)].holds_card for kind in range(N_KINDS))


@kernel
def holds_card(t: Tables, f: Frame) -> bool:
    """Is the card in transit in this frame, and nowhere else?"""
    if f.kind == Kind.TARGET_CHOSEN or f.kind == Kind.SECOND_TARGET or f.kind == Kind.PAY or f.kind == Kind.USE_PAID:
        return bool(t.effect[f.effect].trigger == Trigger.ON_PLAY)
    if f.kind == Kind.EFFECTS:
        return bool(f.disposal != 0)
    return bool(HOLDS[f.kind]) and (f.kind != Kind.OPEN_DOOR or f.card != NONE)


@kernel
def law_of_the_stack(g: Game, found: Found) -> int:
    """At the bottom what remains of the turn or the setup; on top a decision."""
    if g.depth == 0:
        return tell(found, Law.NOTHING_WAITS.value, 0, 0, 0, 0)
    last = int(g.depth) - 1
    if g.stack[last].kind >= FIRST_AUTOMATIC:
        return tell(found, Law.NOBODY_DECIDES.value, last, int(g.stack[last].kind), N_DECISIONS - 1, 0)
    if g.seat[g.stack[last].player].dead:
        return tell(found, Law.DEAD_DECIDES.value, last, int(g.stack[last].player), 0, 0)
    bottom = int(g.stack[0].kind)
    if bottom != Kind.END_TURN and bottom != Kind.START and bottom != Kind.BEGIN_TURN:
        return tell(found, Law.BOTTOM.value, bottom, 0, 0, 0)
    d = 0
    while d < last and d < len(TURN_FROM_THE_BOTTOM) and g.stack[d].kind == TURN_FROM_THE_BOTTOM[d]:
        d += 1
    for k in range(max(d, 1), last):
        kind = int(g.stack[k].kind)
        if kind == Kind.START or kind == Kind.BEGIN_TURN or is_part_of_turn(kind):
            return tell(found, Law.TURN_ORDER.value, k, kind, 0, 0)
    return FINE


@kernel
def is_part_of_turn(kind: int) -> bool:
    for k in range(len(TURN_FROM_THE_BOTTOM)):
        if kind == TURN_FROM_THE_BOTTOM[k]:
            return True
    return False


@kernel
def law_of_frames(t: Tables, g: Game, found: Found) -> int:
    fight = False
    for d in range(g.depth):
        f = g.stack[d]
        if _IN_FIGHTS[f.kind] and f.kind != Kind.END_FIGHT and not fight:
            return tell(found, Law.NO_FIGHT.value, d, int(f.kind), 0, 0)
        if f.kind == Kind.END_FIGHT:
            fight = True
        if NAMES_SLOT[f.kind] and f.slot >= g.combat.n and f.slot >= 0:
            return tell(found, Law.SLOT.value, d, int(f.slot), int(g.combat.n), 0)
        law = law_of_effects(t, g, d, found)
        if law == FINE:
            law = law_of_questions(t, g, d, found)
        if law == FINE:
            law = law_of_named_cards(t, g, d, found)
        if law != FINE:
            return law
    return FINE


@kernel
def law_of_effects(t: Tables, g: Game, d: int, found: Found) -> int:
    f = g.stack[d]
    runs = f.kind == Kind.EFFECTS
    pays = f.kind == Kind.TARGET_CHOSEN or f.kind == Kind.SECOND_TARGET or f.kind == Kind.PAY or f.kind == Kind.USE_PAID
    if not (runs or pays or f.kind == Kind.WORK_OR_KEEP or f.kind == Kind.MEET_EFFECT):
        return FINE
    card = int(f.card)
    if f.kind == Kind.MEET_EFFECT:
        card = int(g.combat.monster[f.slot].card)
    ty = t.type[t.type_of[card]]
    if f.effect < ty.effects or f.effect >= ty.effects_end:
        return tell(found, Law.EFFECT_OF_CARD.value, d, int(f.effect), card, 0)
    e = t.effect[f.effect]
    if runs and (f.pc < e.ops or f.pc > e.ops_end or f.end != e.ops_end):
        return tell(found, Law.PROGRAM.value, d, int(f.pc), int(f.end), int(f.effect))
    return FINE


@kernel
def law_of_questions(t: Tables, g: Game, d: int, found: Found) -> int:
    """Candidates exist."""
    f = g.stack[d]
    s = g.seat[f.player]
    hand, hand_n, table, table_n = 0, min(int(s.hand_n), HAND_SLOTS), 0, int(s.table_n)
    match f.kind:
        case Kind.ASK_CARD:
            hand, table = int(f.hand_choices), int(f.table_choices)
        case Kind.SELL | Kind.SELL_DOUBLE:
            hand, table = int(f.hand_marked), int(f.table_marked)
        case Kind.KEEP_DRAWN:
            hand, hand_n = int(f.drawn), min(int(s.hand_n), MOST_NOTED)
        case Kind.ASK_OTHER:
            table, table_n = int(f.table_choices), int(g.seat[f.victim].table_n)
    if hand >> hand_n or table >> table_n:
        return tell(found, Law.CANDIDATES.value, d, hand, table, 0)
    if f.kind == Kind.ASK_MONSTER and int(f.slots) >> int(g.combat.n):
        return tell(found, Law.NO_SUCH_MONSTER.value, d, int(f.slots), int(g.combat.n), 0)
    if f.kind == Kind.ASK_NUMBER and g.stack[d - 1].kind == Kind.EFFECT_CHOSEN:
        ty = t.type[t.type_of[g.stack[d - 1].card]]
        if int(f.numbers) >> (int(ty.effects_end) - int(ty.effects)):
            return tell(found, Law.NUMBERS.value, d, int(f.numbers), int(ty.effects_end) - int(ty.effects), 0)
    if f.kind == Kind.CHARITY_CARD and (f.to_give > g.seat[f.player].hand_n or (f.to_give == 0 and d == g.depth - 1)):
        return tell(found, Law.SHARES.value, d, int(f.to_give), int(g.seat[f.player].hand_n), 0)
    return FINE


@kernel
def law_of_named_cards(t: Tables, g: Game, d: int, found: Found) -> int:
    """Trades are with another player, and the cards that frames name are where they say."""
    f = g.stack[d]
    trades = Kind.TRADE_MINE <= f.kind <= Kind.ANSWER_TRADE
    if (trades and f.target == f.player) or (f.kind == Kind.TAKE_CARDS and f.it == f.victim):
        return tell(found, Law.ONESELF.value, d, int(f.kind), int(f.player), 0)
    if f.kind == Kind.TAKE_TO_WIN and f.target == f.player:
        return tell(found, Law.ONESELF.value, d, int(f.kind), int(f.player), 0)
    if not is_where_it_says(g, f):
        return tell(found, Law.CARD_ELSEWHERE.value, d, int(f.kind), int(f.card), 0)
    if (
        f.kind == Kind.PLAYED
        and f.follows != Kind.TAKE_ON
        and f.follows != Kind.JOIN_FIGHT
        and f.follows != Kind.PAY
        and f.follows != Kind.FIGHT
    ):
        return tell(found, Law.FOLLOWS.value, d, int(f.follows), 0, 0)
    if f.kind == Kind.PLAYED and f.follows == Kind.PAY and not is_effect_of(t, f):
        return tell(found, Law.EFFECT_OF_CARD.value, d, int(f.effect), int(f.card), 0)
    if f.kind == Kind.ROLL_WINDOW and (f.dice == Dice.RUN) != (g.stack[d - 1].kind == Kind.OUTCOME):
        return tell(found, Law.OUTCOME_BELOW.value, d, int(g.stack[d - 1].kind), 0, 0)
    draws = f.kind == Kind.DRAW or f.kind == Kind.DRAW_FACE_UP
    if draws and (
        (f.goal == Goal.KEEP and g.stack[d - 1].kind != Kind.KEEP_DRAWN) or (f.goal == Goal.DOOR and g.stack[d - 1].kind != Kind.OPEN_DOOR)
    ):
        return tell(found, Law.OUTCOME_BELOW.value, d, int(g.stack[d - 1].kind), 0, 0)
    offers = Kind.OFFER_TREASURES <= f.kind <= Kind.ANSWER_COUNTER
    if offers and (g.offer.to == NOBODY or g.offer.to == g.combat.main):
        return tell(found, Law.NO_OFFER.value, int(g.offer.to), int(f.player), 0, 0)
    return FINE


@kernel
def is_effect_of(t: Tables, f: Frame) -> bool:
    ty = t.type[t.type_of[f.card]]
    return bool(ty.effects <= f.effect < ty.effects_end)


@kernel
def is_where_it_says(g: Game, f: Frame) -> bool:
    match f.kind:
        case Kind.PLAY_OR_KEEP:
            return in_hand(g, f.player, f.card)
        case Kind.USE_CARD | Kind.EFFECT_CHOSEN:
            if f.place == FROM_HAND:
                return in_hand(g, f.player, f.card)
            if f.place == FROM_TABLE:
                return on_table(g, f.player, f.card)
            return bool(f.place == FROM_FIGHT and f.slot >= 0 and g.combat.monster[f.slot].card == f.card)
        case Kind.LOAD | Kind.HAND_OVER:
            return on_table(g, f.player, f.card)
        case Kind.MAKE_ROOM:
            return on_table(g, f.target, f.card)
        case Kind.TRADE_YOURS:
            return f.card == NONE or on_table(g, f.player, f.card)
        case Kind.TRADE_SEND:
            return (f.card == NONE or on_table(g, f.player, f.card)) and (f.wanted == NONE or on_table(g, f.target, f.wanted))
        case Kind.ANSWER_TRADE:
            return (f.card == NONE or on_table(g, f.target, f.card)) and (f.wanted == NONE or on_table(g, f.player, f.wanted))
    return True


@kernel
def in_hand(g: Game, player: int, card: int) -> bool:
    s = g.seat[player]
    for i in range(s.hand_n):
        if s.hand[i] == card:
            return True
    return False


@kernel
def on_table(g: Game, player: int, card: int) -> bool:
    s = g.seat[player]
    for i in range(s.table_n):
        if s.table[i] == card:
            return True
    return False
