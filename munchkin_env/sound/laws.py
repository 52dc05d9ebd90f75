"""Relations between the fields of a valid game: every card in one place, the stack of a turn, a proper fight.

Each law is a kernel that returns the number of the broken law, or FINE, and leaves the figures in `found`. Bounds and frames
(bounds.py, frames.py) are checked first: all numbers are then within their ranges.
"""

from enum import IntEnum

import numpy as np
import numpy.typing as npt

from munchkin_env.core.kernel import kernel
from munchkin_env.core.types import Mask, Records
from munchkin_env.engine.flow.dispatch import legal
from munchkin_env.engine.queries.rights import FROM_FIGHT, FROM_HAND, FROM_TABLE
from munchkin_env.engine.rules.turn.turn import TURN
from munchkin_env.engine.state.actions import HAND_SLOTS
from munchkin_env.engine.state.events import What
from munchkin_env.engine.state.records import MAX_DICE, MAX_HAND, MAX_PLAYERS, MAX_TABLE, NOBODY, Frame, Game, MonsterState, Pile
from munchkin_env.engine.state.stack import DECISIONS, FIRST_AUTOMATIC, KINDS, Dice, Goal, Kind
from munchkin_env.vocabulary.tables import Tables
from munchkin_env.vocabulary.words import NONE, Per, Trigger, Until

Seen = npt.NDArray[np.int16]
Found = npt.NDArray[np.int64]

FINE = 0
ALL_WELL = -2  # neither a card nor an empty place that should have one
TURN_FROM_THE_BOTTOM = tuple(reversed([int(kind) for kind in TURN]))
LAST_UNTIL, LAST_PER, LAST_WHAT = int(max(Until)), int(max(Per)), int(max(What))


class Law(IntEnum):
    """What may be wrong; the text uses the figures in `found`."""

    text: str

    def __new__(cls, number: int, text: str = "") -> "Law":
        made = int.__new__(cls, number)
        made._value_ = number
        made.text = text
        return made

    FINE = 0
    ABSENT_SEAT = 1, "seat[{0}] has {1} cards; there are only {2} players"
    LEVEL = 2, "seat[{0}].level is {1}; must be 1 to {2}"
    ENDED = 3, "over is {0}, winners {1} and truncated {2}: a game is over if it was won or truncated, not both"
    BEHIND_THE_END = 4, "seat[{0}] names card {1} beyond the end of its {2} cards; must be -1"
    NO_CARD = 5, "a place that counts as filled has no card: {0} of them"
    OTHER_DECK = 6, "card {0} is in a pile of the other deck, or in one that never holds its kind"
    TWICE = 7, "card {0} is in {1} places; must be in 1"
    MISSING = 8, "card {0} is nowhere"
    NOT_IN_GAME = 9, "card {0} is of a part of the box that this game does not use"
    HOST = 10, "seat[{0}].host[{1}] is {2}: not another card on that table"
    NOTHING_WAITS = 11, "depth is {0}: a player must have something to decide while the game is not over"
    NOBODY_DECIDES = 12, "stack[{0}] is a {1}, a kind that runs by itself, and is on top; must be a kind from 0 to {2}"
    DEAD_DECIDES = 13, "stack[{0}].player is {1}, who is dead and cannot decide"
    BOTTOM = 14, "stack[0].kind is {0}; must be END_TURN, START or BEGIN_TURN"
    TURN_ORDER = 15, "stack[{0}].kind is {1}: the parts of a turn are in turn order, each once, below everything else"
    NO_FIGHT = 16, "stack[{0}].kind is {1}, part of a fight, but there is no fight below it"
    FIGHT_ON = 17, "combat.on is {0}, but {1} frames on the stack end a fight"
    IDLE_FIGHT = 18, "there is no fight, but combat still has main {0}, helper {1} and {2} monsters"
    MAIN = 19, "combat.main is {0} and combat.helper {1}: a fight has a main fighter, and their helper is another player"
    MONSTER = 20, "combat.monster[{0}] has card {1}, root {2} and state {3}: not a monster in this fight"
    NO_MONSTERS = 21, "combat.n is {0}: a fight begins with a monster"
    RUNNER = 22, "combat.runner is {0} and combat.fleeing {1} of {2} monsters"
    SLOT = 23, "stack[{0}].slot is {1}; there are {2} monsters"
    EFFECT_OF_CARD = 24, "stack[{0}].effect is {1}, which is not an effect of card {2}"
    PROGRAM = 25, "stack[{0}].pc is {1} and end {2}: not in the program of effect {3}"
    CANDIDATES = 26, "stack[{0}] names hand slots {1} or table slots {2} without a card"
    NO_SUCH_MONSTER = 27, "stack[{0}].a is {1}: bits of {2} monsters"
    ONESELF = 28, "stack[{0}], a kind {1}, needs another player than player {2}"
    CARD_ELSEWHERE = 29, "stack[{0}], a kind {1}, names card {2}, which is not where it says"
    FOLLOWS = 30, "stack[{0}].c is {1}: not something that follows a card just played"
    OUTCOME_BELOW = 31, "stack[{0}] is on a kind {1}, which is not what its register says"
    NO_OFFER = 32, "offer.to is {0} while an offer is made by {1}"
    DICE = 33, "dice[{0}] is {1} with {2} dice set; must be 1 to 6, and 0 after the last one"
    MARKER = 34, "marker[{0}].until is {1}; must be 0 to {2}"
    USE = 35, "use[{0}].per is {1}; must be 0 to {2}"
    EVENT = 36, "event[{0}].what is {1}; must be 0 to {2}"
    SUB_DECKS = 37, "options.sub_decks is {0}; must be 1, 3, 5 or 7"
    STUCK = 38, "player {0} has to decide a kind {1}, but has no legal action"
    NUMBERS = 39, "stack[{0}].a is {1}: bits of {2} modes"
    SHARES = 40, "stack[{0}], cards to give away: {1} from a hand of {2}"


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
IN_FIGHTS = tuple(kind in _fight_kinds for kind in range(KINDS))
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
def tell(found: Found, law: int, a: int, b: int, c: int, d: int) -> int:
    found[0] = a
    found[1] = b
    found[2] = c
    found[3] = d
    return law


# ------------------------------------------------------------------------------------------------- seats and options


@kernel
def law_of_seats(g: Game, found: Found) -> int:
    for p in range(MAX_PLAYERS):
        s = g.seat[p]
        if p >= g.n_players and (s.hand_n > 0 or s.table_n > 0):
            return tell(found, Law.ABSENT_SEAT.value, p, int(s.hand_n) + int(s.table_n), int(g.n_players), 0)
        highest = int(g.options.win_level) - (0 if g.over else 1)
        if s.level > highest:
            return tell(found, Law.LEVEL.value, p, int(s.level), highest, 0)
        for i in range(s.hand_n, MAX_HAND):
            if s.hand[i] != NONE:
                return tell(found, Law.BEHIND_THE_END.value, p, int(s.hand[i]), int(s.hand_n), 0)
        for i in range(s.table_n, MAX_TABLE):
            if s.table[i] != NONE or s.host[i] != NONE:
                return tell(found, Law.BEHIND_THE_END.value, p, int(s.table[i]), int(s.table_n), 0)
        for i in range(s.table_n):
            if s.host[i] != NONE and not lies_there(g, p, i):
                return tell(found, Law.HOST.value, p, i, int(s.host[i]), 0)
    return FINE


@kernel
def lies_there(g: Game, player: int, i: int) -> bool:
    """Is the host of table[i] another card on the same table?"""
    s = g.seat[player]
    for j in range(s.table_n):
        if j != i and s.table[j] == s.host[i]:
            return True
    return False


@kernel
def law_of_lists(g: Game, found: Found) -> int:
    if g.options.sub_decks & 1 == 0:
        return tell(found, Law.SUB_DECKS.value, int(g.options.sub_decks), 0, 0, 0)
    if (g.over != 0) != (g.winners != 0 or g.truncated != 0) or (g.winners != 0 and g.truncated != 0):
        return tell(found, Law.ENDED.value, int(g.over), int(g.winners), int(g.truncated), 0)
    for i in range(MAX_DICE):
        if (g.dice[i] > 0) != (i < g.dice_n):
            return tell(found, Law.DICE.value, i, int(g.dice[i]), int(g.dice_n), 0)
    for i in range(g.marker_n):
        if g.marker[i].until > LAST_UNTIL:
            return tell(found, Law.MARKER.value, i, int(g.marker[i].until), LAST_UNTIL, 0)
    for i in range(g.use_n):
        if g.use[i].per > LAST_PER:
            return tell(found, Law.USE.value, i, int(g.use[i].per), LAST_PER, 0)
    for i in range(g.event_n):
        if g.event[i].what > LAST_WHAT:
            return tell(found, Law.EVENT.value, i, int(g.event[i].what), LAST_WHAT, 0)
    return FINE


# ------------------------------------------------------------------------------------------- every card in one place


@kernel
def see(seen: Seen, card: int) -> int:
    """Record a place of the card. 1 if there is no card."""
    if card < 0:
        return 1
    seen[card] += 1
    return 0


@kernel
def see_pile(t: Tables, pile: Pile, treasures: bool, seen: Seen) -> int:
    """A card that does not belong in the pile, or ALL_WELL."""
    for i in range(pile.n):
        card = int(pile.cards[i])
        if card < 0 or (card >= t.doors) != treasures or card >= t.cards - t.houses:
            return card
        seen[card] += 1
    return ALL_WELL


@kernel
def wrong_in_piles(t: Tables, g: Game, seen: Seen) -> int:
    wrong = see_pile(t, g.doors, False, seen)
    if wrong == ALL_WELL:
        wrong = see_pile(t, g.door_discards, False, seen)
    if wrong == ALL_WELL:
        wrong = see_pile(t, g.treasures, True, seen)
    if wrong == ALL_WELL:
        wrong = see_pile(t, g.treasure_discards, True, seen)
    return wrong


@kernel
def holds_card(t: Tables, f: Frame) -> bool:
    """Is the card in transit in this frame, and nowhere else?"""
    if f.kind == Kind.TARGET_CHOSEN or f.kind == Kind.SECOND_TARGET or f.kind == Kind.PAY or f.kind == Kind.USE_PAID:
        return bool(t.effect[f.effect].trigger == Trigger.ON_PLAY)
    if f.kind == Kind.EFFECTS:
        return bool(f.d != 0)
    return bool(HOLDS[f.kind]) and (f.kind != Kind.OPEN_DOOR or f.card != NONE)


@kernel
def see_all(t: Tables, g: Game, seen: Seen) -> int:
    """Count the places of all cards. Returns how many places that should have a card are empty."""
    empty = 0
    for p in range(g.n_players):
        s = g.seat[p]
        for i in range(s.hand_n):
            empty += see(seen, s.hand[i])
        for i in range(s.table_n):
            empty += see(seen, s.table[i])
    for i in range(g.pool_n):
        empty += see(seen, g.pool[i])
    c = g.combat
    for i in range(c.zone_n):
        empty += see(seen, c.zone[i])
    if c.on and c.cleared == 0:
        for slot in range(c.n):
            if c.monster[slot].root == slot:
                empty += see(seen, c.monster[slot].card)
    for d in range(g.depth):
        if holds_card(t, g.stack[d]):
            empty += see(seen, g.stack[d].card)
    return empty


@kernel
def law_of_cards(t: Tables, g: Game, seen: Seen, found: Found) -> int:
    seen[:] = 0
    wrong = wrong_in_piles(t, g, seen)
    if wrong != ALL_WELL:
        return tell(found, Law.OTHER_DECK.value, wrong, 0, 0, 0)
    empty = see_all(t, g, seen)
    if empty:
        return tell(found, Law.NO_CARD.value, empty, 0, 0, 0)
    for card in range(t.cards):
        if seen[card] > 1:
            return tell(found, Law.TWICE.value, card, int(seen[card]), 0, 0)
    for card in range(t.cards):
        n = int(seen[card])
        house = card >= t.cards - t.houses
        in_game = house or int(t.sub_deck[card]) & int(g.options.sub_decks) != 0
        if n == 0 and in_game and not house:
            return tell(found, Law.MISSING.value, card, 0, 0, 0)
        if n == 1 and not in_game:
            return tell(found, Law.NOT_IN_GAME.value, card, 0, 0, 0)
    return FINE


# ------------------------------------------------------------------------------------------------------------ fights


@kernel
def law_of_the_fight(g: Game, found: Found) -> int:
    c = g.combat
    ends = 0
    for d in range(g.depth):
        ends += 1 if g.stack[d].kind == Kind.END_FIGHT else 0
    if ends != c.on and g.over == 0:
        return tell(found, Law.FIGHT_ON.value, int(c.on), ends, 0, 0)
    if c.on == 0:
        if c.main != NOBODY or c.helper != NOBODY or c.n or c.zone_n or c.runner != NOBODY or c.fleeing != NONE or c.open:
            return tell(found, Law.IDLE_FIGHT.value, int(c.main), int(c.helper), int(c.n), 0)
        return FINE
    if c.main == NOBODY or c.main == c.helper or (c.met >> int(c.main)) & 1 == 0:
        return tell(found, Law.MAIN.value, int(c.main), int(c.helper), 0, 0)
    if c.n == 0:
        return tell(found, Law.NO_MONSTERS.value, 0, 0, 0, 0)
    if c.fleeing >= c.n or (c.fleeing == NONE) != (c.runner == NOBODY):
        return tell(found, Law.RUNNER.value, int(c.runner), int(c.fleeing), int(c.n), 0)
    for s in range(c.n):
        m = c.monster[s]
        root = c.monster[m.root]
        if m.card == NONE or m.state == MonsterState.EMPTY or m.root > s or root.root != m.root or root.card != m.card:
            return tell(found, Law.MONSTER.value, s, int(m.card), int(m.root), int(m.state))
    return FINE


# --------------------------------------------------------------------------------------------------------- the stack


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
        if IN_FIGHTS[f.kind] and f.kind != Kind.END_FIGHT and not fight:
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


# ------------------------------------------------------------------------------------------------------- all of them


@kernel
def law_broken(t: Tables, g: Game, seen: Seen, mask: Mask, found: Found) -> int:
    law = law_of_seats(g, found)
    if law == FINE:
        law = law_of_lists(g, found)
    if law == FINE:
        law = law_of_cards(t, g, seen, found)
    if law == FINE:
        law = law_of_the_fight(g, found)
    if law != FINE or g.over:
        return law
    law = law_of_the_stack(g, found)
    if law == FINE:
        law = law_of_frames(t, g, found)
    if law == FINE:
        legal(t, g, mask)
        if not mask.any():
            law = tell(found, Law.STUCK.value, int(g.stack[g.depth - 1].player), int(g.stack[g.depth - 1].kind), 0, 0)
    return law


@kernel
def first_unlawful(tables: Records, games: Records, seen: Seen, mask: Mask, found: Found) -> int:
    """The first game that breaks a law, with the law in found[4]; NONE: all are sound."""
    for i in range(len(games)):
        law = law_broken(tables[0], games[i], seen, mask, found)
        if law != FINE:
            found[4] = law
            return i
    return NONE
