"""What the frames of a game must be to each other and to the rest of the record."""

from munchkin_env.core.kernel import kernel
from munchkin_env.engine.queries.rights import FROM_FIGHT, FROM_HAND, FROM_TABLE
from munchkin_env.engine.rules.turn.turn import TURN
from munchkin_env.engine.state.actions import HAND_SLOTS
from munchkin_env.engine.state.records import NOBODY, Frame, Game
from munchkin_env.engine.state.stack import DECISIONS, FIRST_AUTOMATIC, KINDS, Dice, Goal, Kind
from munchkin_env.sound.law import FINE, Found, Law, tell
from munchkin_env.vocabulary.tables import Tables
from munchkin_env.vocabulary.words import NONE, Trigger

TURN_FROM_THE_BOTTOM = tuple(reversed([int(kind) for kind in TURN]))


_fight_kinds = (
    *(kind for kind in Kind if Kind.OFFER_TO <= kind <= Kind.STAY_OR_LEAVE),
    *(kind for kind in Kind if Kind.MEET <= kind <= Kind.END_FIGHT and kind != Kind.CHECK_WIN),
    Kind.FIGHT_WINDOW,
    Kind.PICK_TREASURE,
    Kind.ESCAPE,
    Kind.TAKE_TO_WIN,
    Kind.MAKE_ROOM,
    Kind.JOIN_FIGHT,
    Kind.STRENGTHS_COUNT,
    Kind.MONSTER_STRIKES,
)


_IN_FIGHTS = tuple(kind in _fight_kinds for kind in range(KINDS))


_held = (
    Kind.FIGHT,
    Kind.CURSE,
    Kind.STRIKE,
    Kind.TAKE_ON,
    Kind.CHARITY_GIVE,
    Kind.PLAYED,
    Kind.JOIN_FIGHT,
    Kind.WORK_OR_KEEP,
    Kind.OPEN_DOOR,
)


HOLDS = tuple(kind in _held for kind in range(KINDS))


@kernel
def holds_card(t: Tables, f: Frame) -> bool:
    """Is the card in transit in this frame, and nowhere else?"""
    if f.kind == Kind.TARGET_CHOSEN or f.kind == Kind.SECOND_TARGET or f.kind == Kind.PAY or f.kind == Kind.USE_PAID:
        return bool(t.effect[f.effect].trigger == Trigger.ON_PLAY)
    if f.kind == Kind.EFFECTS:
        return bool(f.d != 0)
    return bool(HOLDS[f.kind]) and (f.kind != Kind.OPEN_DOOR or f.card != NONE)


@kernel
def law_of_the_stack(g: Game, found: Found) -> int:
    """At the bottom what remains of the turn or the setup; on top a decision."""
    if g.depth == 0:
        return tell(found, Law.NOTHING_WAITS.value, 0, 0, 0, 0)
    last = int(g.depth) - 1
    if g.stack[last].kind >= FIRST_AUTOMATIC:
        return tell(found, Law.NOBODY_DECIDES.value, last, int(g.stack[last].kind), DECISIONS - 1, 0)
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
        if f.slot >= g.combat.n and f.slot >= 0:
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
    owner = NOBODY
    if f.kind == Kind.ASK_CARD or f.kind == Kind.SELL or f.kind == Kind.SELL_DOUBLE or f.kind == Kind.KEEP_DRAWN:
        owner = int(f.player)
    elif f.kind == Kind.ASK_OTHER:
        owner = int(f.victim)
    if owner != NOBODY:
        s = g.seat[owner]
        drawn = f.kind == Kind.KEEP_DRAWN
        hand, table = (int(f.table), 0) if drawn else (int(f.hand), int(f.table))
        if hand >> min(int(s.hand_n), 62 if drawn else HAND_SLOTS) or table >> int(s.table_n):
            return tell(found, Law.CANDIDATES.value, d, hand, table, 0)
    if f.kind == Kind.ASK_MONSTER and int(f.a) >> int(g.combat.n):
        return tell(found, Law.NO_SUCH_MONSTER.value, d, int(f.a), int(g.combat.n), 0)
    if f.kind == Kind.ASK_NUMBER and g.stack[d - 1].kind == Kind.EFFECT_CHOSEN:
        ty = t.type[t.type_of[g.stack[d - 1].card]]
        if int(f.a) >> (int(ty.effects_end) - int(ty.effects)):
            return tell(found, Law.NUMBERS.value, d, int(f.a), int(ty.effects_end) - int(ty.effects), 0)
    if f.kind == Kind.CHARITY_CARD and (f.a > g.seat[f.player].hand_n or (f.a == 0 and d == g.depth - 1)):
        return tell(found, Law.SHARES.value, d, int(f.a), int(g.seat[f.player].hand_n), 0)
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
    if f.kind == Kind.PLAYED and f.c != Kind.TAKE_ON and f.c != Kind.JOIN_FIGHT and f.c != Kind.PAY and f.c != Kind.FIGHT:
        return tell(found, Law.FOLLOWS.value, d, int(f.c), 0, 0)
    if f.kind == Kind.PLAYED and f.c == Kind.PAY and not is_effect_of(t, f):
        return tell(found, Law.EFFECT_OF_CARD.value, d, int(f.effect), int(f.card), 0)
    if f.kind == Kind.ROLL_WINDOW and (f.a == Dice.RUN) != (g.stack[d - 1].kind == Kind.OUTCOME):
        return tell(found, Law.OUTCOME_BELOW.value, d, int(g.stack[d - 1].kind), 0, 0)
    draws = f.kind == Kind.DRAW or f.kind == Kind.DRAW_FACE_UP
    if draws and (
        (f.d == Goal.KEEP and g.stack[d - 1].kind != Kind.KEEP_DRAWN) or (f.d == Goal.DOOR and g.stack[d - 1].kind != Kind.OPEN_DOOR)
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
            if f.b == FROM_HAND:
                return in_hand(g, f.player, f.card)
            if f.b == FROM_TABLE:
                return on_table(g, f.player, f.card)
            return bool(f.b == FROM_FIGHT and f.slot >= 0 and g.combat.monster[f.slot].card == f.card)
        case Kind.LOAD | Kind.HAND_OVER:
            return on_table(g, f.player, f.card)
        case Kind.MAKE_ROOM:
            return on_table(g, f.target, f.card)
        case Kind.TRADE_YOURS:
            return f.card == NONE or on_table(g, f.player, f.card)
        case Kind.TRADE_SEND:
            return (f.card == NONE or on_table(g, f.player, f.card)) and (f.a == NONE or on_table(g, f.target, f.a))
        case Kind.ANSWER_TRADE:
            return (f.card == NONE or on_table(g, f.target, f.card)) and (f.a == NONE or on_table(g, f.player, f.a))
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
