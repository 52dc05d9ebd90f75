"""What a player could do with a card right now: which effects are open to him, on whom, at what price.

A card or power is offered only if it can be completed. Nothing here changes anything.
"""

from ..cards.vocabulary import (
    ALL,
    NONE,
    Atom,
    Cancel,
    Cannot,
    CardKind,
    Deck,
    Flee,
    Into,
    Lift,
    Needs,
    Of,
    Op,
    Per,
    Pick,
    Tables,
    Trigger,
    When,
    Who,
    Zone,
)
from .actions import HAND_SLOTS, TABLE_SLOTS
from .bits import count_bits
from .conditions import fight_tags, join, monsters_fighting, suits, suits_atom
from .flight import cannot_escape, cannot_roll, gets_away
from .kernel import kernel
from .limits import equippable, may_carry, may_have_companion
from .piles import deck_of, discards_of
from .sacrifice import is_sacrifice, may_sacrifice
from .seats import count_kind, fights, hand_has_kind, has_type, is_free, is_identity, is_part, locked
from .stack import Dice, Kind, Moment, top
from .standing import active, attach_row, may_use, standing, win_level
from .state import EQUIPPED, FRESH, MAX_MONSTERS, NOBODY, Game
from .steeds import slows_down
from .strength import for_the_win, only_level_counted, used_tags, winning
from .winning_items import winning_items

# ------------------------------------------------------------------------------------------------- conditions


@kernel
def holds(t: Tables, g: Game, condition: int, player: int, user: int) -> bool:
    """Like `suits`, for every condition: also those that look at strength and stakes."""
    if condition == NONE:
        return True
    c = t.condition[condition]
    results = 0
    for row in range(c.start, c.end):
        a = t.atom[row]
        if a.atom >= Atom.ALL_OF:
            results = join(results, a.atom, a.a)
        else:
            results = results << 1 | (1 if holds_atom(t, g, row, player, user) else 0)
    return results & 1 == 1


@kernel
def holds_atom(t: Tables, g: Game, row: int, player: int, user: int) -> bool:
    a = t.atom[row]
    match a.atom:
        case Atom.LOSING:
            return bool(g.combat.on != 0 and not winning(t, g))
        case Atom.NO_BONUS_USED:
            return only_level_counted(t, g, player)
        case Atom.USED_TAG:
            return (used_tags(t, g) >> int(a.a)) & 1 == 1
        case Atom.FOR_THE_WIN:
            return for_the_win(t, g)
    return suits_atom(t, g, row, player, user)


# ---------------------------------------------------------------------------------------------------- moments


@kernel
def now(t: Tables, g: Game, player: int) -> int:
    """The When bits that are open to him at the decision on top."""
    f = top(g)
    fighter = fights(g, player)
    bits = 0 if fighter else When.NOT_IN_COMBAT.value
    match f.kind:
        case Kind.ARRANGE:
            bits |= When.ANY_TIME | When.OWN_TURN_NOT_IN_COMBAT
        case Kind.FIGHT_WINDOW:
            bits |= now_fighting(t, g, player)
        case Kind.WINDOW:
            bits |= When.ANY_TIME
            if f.a == Moment.RUN:
                bits |= When.RUN_AWAY
            elif f.a == Moment.AFTER_FIGHT:
                bits |= When.AFTER_COMBAT
        case Kind.ESCAPE:
            bits |= When.ANY_TIME | When.BEFORE_RUN_ROLL | When.INSTEAD_OF_RUN_ROLL | When.RUN_AWAY
        case Kind.ROLL_WINDOW:
            bits = now_rolling(t, g, player)
        case Kind.CURSE_WINDOW:
            bits = When.ANY_TIME.value
            if answers_curse(g) and g.stack[g.depth - 2].victim == player:
                bits |= When.WHEN_CURSED
        case Kind.SELL:
            bits = When.WHEN_SELLING.value
        case Kind.RESURRECT:
            bits = When.WHEN_DRAWING_FACE_UP.value
    return int(bits)


@kernel
def now_fighting(t: Tables, g: Game, player: int) -> int:
    bits = When.ANY_TIME | When.ANY_COMBAT
    bits |= When.OWN_COMBAT if fights(g, player) else When.OTHER_COMBAT
    if g.combat.main == player and needs_help(t, g):
        bits |= When.ASK_HELP
        if everyone_refused(g):
            bits |= When.ALL_REFUSED
    return bits


@kernel
def now_rolling(t: Tables, g: Game, player: int) -> int:
    """Only what changes a die or its outcome (RUN-08): a failed roll may be saved, an escape undone."""
    f = top(g)
    roller = g.stack[g.depth - 2].player
    bits = 0
    if f.a == Dice.RUN:
        away = gets_away(t, g)
        bits |= When.RUN_AWAY
        bits |= When.AFTER_ESCAPE if away else 0
        if roller == player and g.combat.die != 0:
            bits |= When.AFTER_RUN_ROLL
            bits |= 0 if away else When.FAILED_RUN_ROLL
    if f.a == Dice.TABLE or g.combat.die != 0:
        bits |= When.ANY_ROLL
        bits |= When.OWN_ROLL if roller == player else 0
    return int(bits)


@kernel
def needs_help(t: Tables, g: Game) -> bool:
    """May main be helped: alone, not winning (by option), and nothing forbids it (HELP-01)?"""
    c = g.combat
    if c.helper != NOBODY or (g.options.ask_only_when_losing and winning(t, g)):
        return False
    return standing(t, g, c.main, Op.CANNOT, Cannot.BE_HELPED.value) == 0


@kernel
def everyone_refused(g: Game) -> bool:
    """Has everybody who could help been asked in this fight (and nobody joined)?"""
    for p in range(g.n_players):
        if p != g.combat.main and g.seat[p].dead == 0 and g.combat.asks[p] == 0:
            return False
    return True


# --------------------------------------------------------------------------------------------- targets and costs


@kernel
def targets(t: Tables, g: Game, player: int, effect: int) -> int:
    """Bits of the seats the effect may be aimed at."""
    e = t.effect[effect]
    bits = 0
    for p in range(g.n_players):
        if g.seat[p].dead == 0 and in_reach(g, player, p, e.target) and suits(t, g, e.target_requires, p, player):
            bits |= 1 << p
    if e.needs & Needs.TARGET_GAINS:
        bits &= below_win(t, g)
    if e.when & When.AFTER_ESCAPE:
        bits &= 1 << int(g.combat.runner)
    if e.needs & Needs.WINNING_ITEM:
        for p in range(g.n_players):
            if (bits >> p) & 1 and winning_items(t, g, player, p) == 0:
                bits &= ~(1 << p)
    return bits


@kernel
def in_reach(g: Game, player: int, p: int, of: int) -> bool:
    match of:
        case Of.OTHER_PLAYER:
            return p != player
        case Of.ANY_FIGHTER:
            return fights(g, p)
        case Of.OTHER_FIGHTER:
            return p != player and fights(g, p)
        case Of.NON_FIGHTER:
            return not fights(g, p)
    return True


@kernel
def below_win(t: Tables, g: Game) -> int:
    """Bits of the living whom one more level would not bring to the winning one (GUAL-02)."""
    bits = 0
    for p in range(g.n_players):
        if g.seat[p].dead == 0 and g.seat[p].level < win_level(t, g, p) - 1:
            bits |= 1 << p
    return bits


@kernel
def hand_candidates(t: Tables, g: Game, player: int, zone: int, card_filter: int, spare: int) -> int:
    """Bits of the hand slots whose cards match; the card `spare` is left out."""
    bits = 0
    if zone == Zone.PLAY or zone == Zone.EQUIPPED:
        return 0
    seat = g.seat[player]
    for i in range(min(seat.hand_n, HAND_SLOTS)):
        card = seat.hand[i]
        if card != spare and (card_filter == NONE or t.matches[card_filter][t.type_of[card]]):
            bits |= 1 << i
    return bits


@kernel
def table_candidates(t: Tables, g: Game, player: int, zone: int, card_filter: int, spare: int) -> int:
    """Likewise of the table; Curses in force and Houses are nobody's to give (CURSE-07), enhancers go with their Item."""
    bits = 0
    if zone == Zone.HAND:
        return 0
    seat = g.seat[player]
    for i in range(min(seat.table_n, TABLE_SLOTS)):
        card = seat.table[i]
        ty = t.type[t.type_of[card]]
        if ty.kind == CardKind.CURSE or ty.kind == CardKind.HOUSE or card == spare or is_part(t, seat, i):
            continue
        if zone == Zone.EQUIPPED and g.mark[card] & EQUIPPED == 0:
            continue
        if zone == Zone.HAND_OR_ITEMS and ty.is_item == 0:
            continue
        if card_filter == NONE or t.matches[card_filter][t.type_of[card]]:
            bits |= 1 << i
    return bits


@kernel
def hand_payments(t: Tables, g: Game, player: int, effect: int, spare: int) -> int:
    """Bits of the hand cards that can pay for it: not what is pledged to a helper (HELP-12), nor the card itself (ORIG-03)."""
    bits = hand_candidates(t, g, player, t.effect[effect].cost_zone, t.effect[effect].cost_filter, spare)
    for i in range(min(g.seat[player].hand_n, HAND_SLOTS)):
        if locked(g, g.seat[player].hand[i]):
            bits &= ~(1 << i)
    return bits


@kernel
def table_payments(t: Tables, g: Game, player: int, effect: int, spare: int) -> int:
    bits = table_candidates(t, g, player, t.effect[effect].cost_zone, t.effect[effect].cost_filter, spare)
    for i in range(min(g.seat[player].table_n, TABLE_SLOTS)):
        if locked(g, g.seat[player].table[i]):
            bits &= ~(1 << i)
    return bits


@kernel
def payable(t: Tables, g: Game, player: int, effect: int, spare: int) -> bool:
    e = t.effect[effect]
    if e.cost_zone == NONE:
        return True
    hand, table = hand_payments(t, g, player, effect, spare), table_payments(t, g, player, effect, spare)
    least = max(1, int(e.cost_at_least) if e.cost_amount == ALL else int(e.cost_amount))
    if e.cost_same_deck:
        return decks_that_pay(t, g, player, hand, table, least) != 0
    return count_bits(hand) + count_bits(table) >= least


@kernel
def decks_that_pay(t: Tables, g: Game, player: int, hand: int, table: int, n: int) -> int:
    """Bits of the decks (1 << Deck) of which there are at least n cards among these."""
    decks = 0
    for deck in range(2):
        found = count_bits(hand_of_decks(t, g, player, hand, 1 << deck)) + count_bits(table_of_decks(t, g, player, table, 1 << deck))
        if found >= n:
            decks |= 1 << deck
    return decks


@kernel
def hand_of_decks(t: Tables, g: Game, player: int, hand: int, decks: int) -> int:
    """Those of the hand slots whose cards are of these decks."""
    bits = 0
    for i in range(min(g.seat[player].hand_n, HAND_SLOTS)):
        if (hand >> i) & 1 and (decks >> deck_of(t, g.seat[player].hand[i])) & 1:
            bits |= 1 << i
    return bits


@kernel
def table_of_decks(t: Tables, g: Game, player: int, table: int, decks: int) -> int:
    bits = 0
    for i in range(min(g.seat[player].table_n, TABLE_SLOTS)):
        if (table >> i) & 1 and (decks >> deck_of(t, g.seat[player].table[i])) & 1:
            bits |= 1 << i
    return bits


# ------------------------------------------------------------------------------------------------------ limits


@kernel
def uses(g: Game, effect: int, player: int, victim: int) -> int:
    for i in range(g.use_n):
        u = g.use[i]
        if u.effect == effect and u.seat == player and u.victim == victim:
            return int(u.count)
    return 0


@kernel
def within_limit(t: Tables, g: Game, player: int, effect: int) -> bool:
    """Counted per player, whatever became of the card in between (ORIG-12)."""
    e = t.effect[effect]
    if e.times == 0 or e.per == Per.VICTIM_IN_COMBAT:
        return True
    return uses(g, effect, player, NONE) < e.times


@kernel
def fresh_targets(t: Tables, g: Game, player: int, effect: int) -> int:
    """Targets, less those on whom the limit per victim is used up."""
    bits = targets(t, g, player, effect)
    e = t.effect[effect]
    if e.per == Per.VICTIM_IN_COMBAT:
        for p in range(g.n_players):
            if uses(g, effect, player, p) >= e.times:
                bits &= ~(1 << p)
    return bits


# ------------------------------------------------------------------------------------------------ the offer itself


@kernel
def possible(t: Tables, g: Game, player: int, needs: int, card: int) -> bool:
    """Is there what the program cannot do without?"""
    if needs == 0:
        return True
    if needs & Needs.MONSTER and monsters_fighting(g) == 0:
        return False
    if needs & Needs.HAND_MONSTER and not hand_has_kind(t, g.seat[player], CardKind.MONSTER):
        return False
    if needs & Needs.ROOM_FOR_MONSTER and g.combat.n >= MAX_MONSTERS:
        return False
    if needs & Needs.CARD_PLAYED and answered_card(g) == NONE:
        return False
    if needs & Needs.ITEM_TO_ATTACH and not (in_time_for_items(g, player, card) and has_item_to_attach(t, g, player, card)):
        return False
    if needs & Needs.DISCARDS and g.door_discards.n + g.treasure_discards.n == 0:
        return False
    if needs & Needs.NOT_FOR_THE_WIN and for_the_win(t, g):
        return False
    return needs & Needs.USER_GAINS == 0 or (below_win(t, g) >> player) & 1 == 1


@kernel
def in_time_for_items(g: Game, player: int, card: int) -> bool:
    """Own turn or just received, and not in combat (TIME-03, CHEAT-01)."""
    return is_free(g, player) and (g.turn_player == player or g.mark[card] & FRESH != 0)


@kernel
def has_item_to_attach(t: Tables, g: Game, player: int, card: int) -> bool:
    return hosts_in_hand(t, g, player, card) != 0 or hosts_on_table(t, g, player, card) != 0


@kernel
def hosts_in_hand(t: Tables, g: Game, player: int, card: int) -> int:
    """Cards of the hand that may be laid down with the card on them, because it lifts limits (CHEAT-01)."""
    bits = 0
    seat = g.seat[player]
    if t.type[t.type_of[card]].lifts & Lift.LIMITS == 0:
        return 0
    for i in range(min(seat.hand_n, HAND_SLOTS)):
        other = seat.hand[i]
        if other != card and takes(t, card, t.type_of[other]) and in_time_for_items(g, player, other):
            bits |= 1 << i
    return bits


@kernel
def takes(t: Tables, card: int, host_type: int) -> bool:
    """May the card be attached to such a one: an Item that is no Steed, a Steed, a companion?"""
    row = attach_row(t, t.type_of[card])
    return row != NONE and (int(t.op[row].what) >> int(t.type[host_type].kind)) & 1 == 1


@kernel
def hosts_on_table(t: Tables, g: Game, player: int, card: int) -> int:
    bits = 0
    seat = g.seat[player]
    for i in range(min(seat.table_n, TABLE_SLOTS)):
        if takes(t, card, t.type_of[seat.table[i]]):
            bits |= 1 << i
    return bits


@kernel
def curse_victims(t: Tables, g: Game) -> int:
    """Bits of the players with a Curse in force, or one about to strike."""
    bits = 0
    for p in range(g.n_players):
        if count_kind(t, g.seat[p], CardKind.CURSE) > 0:
            bits |= 1 << p
    if answers_curse(g):
        bits |= 1 << int(g.stack[g.depth - 2].victim)
    return bits


@kernel
def answers_curse(g: Game) -> bool:
    """Is the decision an answer to a Curse that is about to strike?"""
    return bool(top(g).kind == Kind.CURSE_WINDOW and g.stack[g.depth - 2].kind == Kind.STRIKE)


@kernel
def answered_card(g: Game) -> int:
    """The card just played to which the decision is an answer, or NONE. (What was behind a door nobody played.)"""
    if top(g).kind != Kind.CURSE_WINDOW:
        return NONE
    f = g.stack[g.depth - 2]
    return NONE if f.kind == Kind.STRIKE and f.a != 0 else int(f.card)


@kernel
def has_curse_to_cancel(t: Tables, g: Game, player: int, effect: int) -> bool:
    """One about to strike, or in force: on anybody, or on the user, as the card says."""
    e = t.effect[effect]
    for r in range(e.ops, e.ops_end):
        if t.op[r].op == Op.CANCEL and t.op[r].what == Cancel.CURSE:
            if t.op[r].who == Who.ANY_PLAYER:
                return curse_victims(t, g) != 0
            if answers_curse(g):
                return bool(g.stack[g.depth - 2].victim == player)
            return count_kind(t, g.seat[player], CardKind.CURSE) > 0
    return True


@kernel
def offered(t: Tables, g: Game, player: int, effect: int, moment: int, card: int) -> bool:
    """May he use this effect of this card now, and can it be completed?"""
    e = t.effect[effect]
    if e.when & moment == 0 or not within_limit(t, g, player, effect):
        return False
    if e.cost_this and locked(g, card):
        return False
    if (e.name != NONE and is_barred(t, g, player, e.name)) or (is_sacrifice(t, effect) and not may_sacrifice(t, g, player)):
        return False
    if not holds(t, g, e.requires, player, player) or not possible(t, g, player, e.needs, card):
        return False
    if e.needs & Needs.CURSE and not has_curse_to_cancel(t, g, player, effect):
        return False
    if e.target != Of.NOBODY and fresh_targets(t, g, player, effect) == 0:
        return False
    if e.needs & Needs.DISCARDS and not finds_something(t, g, player, effect):
        return False
    if e.when & (When.INSTEAD_OF_RUN_ROLL | When.FAILED_RUN_ROLL) and not helps_away(t, g, player, effect):
        return False
    return payable(t, g, player, effect, card)


@kernel
def is_barred(t: Tables, g: Game, player: int, ability: int) -> bool:
    """Does something in force keep him from using the ability of that name?"""
    for k in range(g.marker_n):
        m = g.marker[k]
        row = t.op[m.op]
        if m.seat == player and m.waiting == 0 and row.op == Op.CANNOT and row.what & Cannot.USE_ABILITY and row.amount == ability:
            return True
    return False


@kernel
def finds_something(t: Tables, g: Game, player: int, effect: int) -> bool:
    """Is there among the discards what the card looks for?"""
    e = t.effect[effect]
    for r in range(e.ops, e.ops_end):
        row = t.op[r]
        if row.op != Op.SEARCH_DISCARD:
            continue
        if any_discard(t, g, player, row.deck, row.filter, row.into == Into.PLAY, row.pick == Pick.TOP_CARD):
            return True
    return False


@kernel
def any_discard(t: Tables, g: Game, player: int, deck: int, card_filter: int, to_play: bool, top_only: bool) -> bool:
    """Is there a matching card (on top); to_play: one that may come into play before him?"""
    for d in range(2):
        pile = discards_of(g, d)
        if deck != Deck.ANY and deck != d:
            continue
        for i in range(max(0, pile.n - 1) if top_only else 0, pile.n):
            card = int(pile.cards[i])
            matches = card_filter == NONE or t.matches[card_filter][t.type_of[card]] != 0
            if matches and (not to_play or may_come_into_play(t, g, player, card)):
                return True
    return False


@kernel
def may_come_into_play(t: Tables, g: Game, player: int, card: int) -> bool:
    """From the discards to his table at once, whatever the moment; in a full place it replaces one of the kind."""
    ty = t.type[t.type_of[card]]
    seat = g.seat[player]
    if seat.table_n >= TABLE_SLOTS:
        return False
    match ty.kind:
        case CardKind.CLASS | CardKind.RACE | CardKind.ROLE:
            return not has_type(t, seat, t.type_of[card])
        case CardKind.DUAL:
            return count_kind(t, seat, ty.dual_of) > 0 and not has_type(t, seat, t.type_of[card])
        case CardKind.PROFICIENCY:
            return may_study(t, g, player, card)
        case CardKind.COMPANION:
            return True
    return ty.is_item != 0 and ty.kind != CardKind.ITEM_ENHANCER and may_carry(t, g, player, t.type_of[card], 0)


@kernel
def helps_away(t: Tables, g: Game, player: int, effect: int) -> bool:
    """Not from a monster that nobody escapes, nor from one above the card's Level (RUN-08, RUN-09)."""
    e = t.effect[effect]
    slot = int(g.combat.fleeing)
    if slot == NONE:
        return True
    for k in range(e.ops, e.ops_end):
        row = t.op[k]
        if row.op != Op.AUTO_ESCAPE or row.what == Flee.ALL:
            continue
        too_strong = row.cap > 0 and t.type[t.type_of[g.combat.monster[slot].card]].level > row.cap
        if too_strong or (row.flag == 0 and cannot_escape(t, g, player, slot)):
            return False
    return True


@kernel
def cancels(t: Tables, effect: int, what: int) -> bool:
    e = t.effect[effect]
    for r in range(e.ops, e.ops_end):
        if t.op[r].op == Op.CANCEL and t.op[r].what == what:
            return True
    return False


@kernel
def is_answer(t: Tables, g: Game, effect: int) -> bool:
    """Does the effect cancel what is to be answered: a Curse about to strike, a card just played?"""
    if answers_curse(g) and cancels(t, effect, Cancel.CURSE):
        return True
    return answered_card(g) != NONE and cancels(t, effect, Cancel.CARD)


@kernel
def ways(t: Tables, g: Game, player: int, card: int, trigger: int, moment: int, in_play: int) -> int:
    """Bits (offset from the card's first effect) of the ways he may use the card now; in_play: its table index or NONE."""
    ty = t.type[t.type_of[card]]
    when = ty.plays if trigger == Trigger.ON_PLAY else ty.powers
    if when & moment == 0:
        return 0
    answering = top(g).kind == Kind.CURSE_WINDOW
    bits = 0
    for k in range(ty.effects, ty.effects_end):
        e = t.effect[k]
        if e.trigger != trigger or not offered(t, g, player, k, moment, card):
            continue
        must_be_equipped = in_play != NONE and trigger == Trigger.ON_ACTIVATE and e.carried == 0 and ty.is_item != 0
        if must_be_equipped and not active(t, g, player, in_play):
            continue
        if not answering or is_answer(t, g, k):
            bits |= 1 << (k - ty.effects)
    return bits


# ------------------------------------------------------------------------------------------- cards of the hand


@kernel
def may_join_by_tag(t: Tables, g: Game, card: int) -> bool:
    """A monster may join one of its own sort without Wandering Monster (MON-08)."""
    return g.combat.n < MAX_MONSTERS and t.type[t.type_of[card]].tags & fight_tags(t, g) != 0


@kernel
def may_lay_down(t: Tables, g: Game, player: int, card: int) -> bool:
    """May the Item go from hand to table: own turn or just received, and not in combat (TIME-03, TIME-06, BIG-01)?"""
    ty = t.type[t.type_of[card]]
    if ty.is_item == 0 or ty.kind == CardKind.ITEM_ENHANCER or g.seat[player].table_n >= TABLE_SLOTS:
        return False
    return in_time_for_items(g, player, card) and may_carry(t, g, player, t.type_of[card], 0)


@kernel
def may_take_on(t: Tables, g: Game, player: int, card: int) -> bool:
    """May he play this Class, Race, Role or dual card: own turn at any moment, or just received and free (TIME-04, TIME-05)?"""
    card_type = t.type_of[card]
    seat = g.seat[player]
    ty = t.type[card_type]
    if not in_time_for_roles(t, g, player, card) or has_type(t, seat, card_type):
        return False
    return ty.kind != CardKind.DUAL or count_kind(t, seat, ty.dual_of) > 0


@kernel
def in_time_for_roles(t: Tables, g: Game, player: int, card: int) -> bool:
    """On the own turn, or just received; who fights may then play a Role all the same, but no Class or Race (TIME-05)."""
    ty = t.type[t.type_of[card]]
    in_fights = ty.kind == CardKind.ROLE or ty.kind == CardKind.PROFICIENCY or (ty.kind == CardKind.DUAL and ty.dual_of == CardKind.ROLE)
    return g.turn_player == player or (g.mark[card] & FRESH != 0 and (in_fights or is_free(g, player)))


@kernel
def may_learn(t: Tables, g: Game, player: int, card: int) -> bool:
    """A Proficiency from the hand: at any time (PROF-05), or by option only when a Role could be played."""
    return may_study(t, g, player, card) and (g.options.study_like_roles == 0 or in_time_for_roles(t, g, player, card))


@kernel
def may_study(t: Tables, g: Game, player: int, card: int) -> bool:
    """Does a Proficiency's rank still fit the Level (PROF-02)?"""
    seat = g.seat[player]
    ranks = int(t.type[t.type_of[card]].rank)
    for i in range(seat.table_n):
        ranks += int(t.type[t.type_of[seat.table[i]]].rank)
    return ranks <= seat.level and not has_type(t, seat, t.type_of[card])


@kernel
def playable(t: Tables, g: Game, player: int, card: int, moment: int) -> bool:
    """May the hand card be played in this window?"""
    if locked(g, card) and not can_fulfil(t, g, player, card):
        return False
    ty = t.type[t.type_of[card]]
    any_time = moment & When.ANY_TIME != 0 and top(g).kind != Kind.CURSE_WINDOW
    match ty.kind:
        case CardKind.MONSTER:
            return moment & When.ANY_COMBAT != 0 and may_join_by_tag(t, g, card)
        case CardKind.CURSE:
            return any_time
        case CardKind.CLASS | CardKind.RACE | CardKind.ROLE | CardKind.DUAL:
            return any_time and may_take_on(t, g, player, card)
        case CardKind.PROFICIENCY:
            return any_time and may_learn(t, g, player, card)
        case CardKind.COMPANION:
            return any_time and (may_have_companion(t, g, player) or count_kind(t, g.seat[player], CardKind.COMPANION) > 0)
    if any_time and may_lay_down(t, g, player, card):
        return True
    return ways(t, g, player, card, Trigger.ON_PLAY, moment, NONE) != 0


@kernel
def can_fulfil(t: Tables, g: Game, player: int, card: int) -> bool:
    """Could the pledged card be played on the helper right now?"""
    ty = t.type[t.type_of[card]]
    for k in range(ty.effects, ty.effects_end):
        if t.effect[k].target != Of.NOBODY and (fresh_targets(t, g, player, k) >> int(g.combat.helper)) & 1:
            return True
    return False


# ------------------------------------------------------------------------------------------ cards of the table


@kernel
def may_toggle(t: Tables, g: Game, player: int, i: int) -> bool:
    """May table[i] be equipped or turned sideways now (TIME-03, ITEM-06)?"""
    seat = g.seat[player]
    ty = t.type[t.type_of[seat.table[i]]]
    if ty.kind != CardKind.ITEM or seat.equips <= 0 or not is_free(g, player) or seat.host[i] != NONE:
        return False
    return bool(g.mark[seat.table[i]] & EQUIPPED) or equippable(t, g, player, i)


@kernel
def may_load(t: Tables, g: Game, player: int, i: int) -> bool:
    """May the companion table[i] be given an Item to carry, outside combat (HIRE-01)?"""
    seat = g.seat[player]
    if t.type[t.type_of[seat.table[i]]].carries == 0 or seat.equips <= 0 or not is_free(g, player):
        return False
    return loadable(t, g, player, i) != 0


@kernel
def loadable(t: Tables, g: Game, player: int, i: int) -> int:
    """Bits of the Items table[i] could carry instead of what it carries now."""
    seat = g.seat[player]
    bits = 0
    for j in range(min(seat.table_n, TABLE_SLOTS)):
        item = t.type[t.type_of[seat.table[j]]].kind == CardKind.ITEM
        if item and seat.host[j] != seat.table[i] and may_be_loaded(t, g, player, t.type_of[seat.table[i]], t.type_of[seat.table[j]]):
            bits |= 1 << j
    return bits


@kernel
def may_be_loaded(t: Tables, g: Game, player: int, companion_type: int, item_type: int) -> bool:
    """Does such a companion carry such an Item? Its owner must be of the right kind for it, unless the companion makes that needless."""
    ty = t.type[companion_type]
    for k in range(ty.effects, ty.effects_end):
        for r in range(t.effect[k].ops, t.effect[k].ops_end):
            row = t.op[r]
            if row.op == Op.CARRY_ITEM and row.filter != NONE and t.matches[row.filter][item_type] == 0:
                return False
    return ty.lifts & Lift.RESTRICTIONS != 0 or may_use(t, g, player, item_type)


@kernel
def makes_room_to_learn(t: Tables, g: Game, player: int) -> bool:
    """Has he a Proficiency in hand that he could play if he gave up another one (PROF-05)?"""
    seat = g.seat[player]
    if g.options.study_like_roles:
        return False
    for i in range(min(seat.hand_n, HAND_SLOTS)):
        ty = t.type[t.type_of[seat.hand[i]]]
        fits = ty.rank <= seat.level and not has_type(t, seat, t.type_of[seat.hand[i]])
        if ty.kind == CardKind.PROFICIENCY and fits and not may_study(t, g, player, seat.hand[i]):
            return True
    return False


@kernel
def may_drop(t: Tables, g: Game, player: int, i: int, moment: int) -> bool:
    """May table[i] be discarded at will: a Class or Race (ORIG-04), a companion (SIDE-02)?

    Off-turn it is offered to combatants only: elsewhere it changes nothing that could not wait, but for a Proficiency that makes way for
    another one (PROF-05). It is no answer to a Curse (CURSE-06). Before a roll to run away, a Steed that slows its rider down (STEED-06).
    """
    if moment & When.BEFORE_RUN_ROLL and slows_down(t, g, player, i) and not cannot_roll(t, g, player, g.combat.fleeing):
        return True
    if moment & When.ANY_TIME == 0 or top(g).kind == Kind.CURSE_WINDOW:
        return False
    kind = t.type[t.type_of[g.seat[player].table[i]]].kind
    if not (g.turn_player == player or fights(g, player)):
        return kind == CardKind.PROFICIENCY and makes_room_to_learn(t, g, player)
    return is_identity(kind) or kind == CardKind.COMPANION or kind == CardKind.PROFICIENCY


@kernel
def usable(t: Tables, g: Game, player: int, i: int, moment: int) -> bool:
    """May table[i] be used: a power, a one-shot, a change of what is equipped, a load?"""
    card = g.seat[player].table[i]
    kind = t.type[t.type_of[card]].kind
    if kind == CardKind.CURSE:
        return False
    if ways(t, g, player, card, Trigger.ON_ACTIVATE, moment, i) != 0:
        return True
    if kind == CardKind.ONE_SHOT and not locked(g, card) and ways(t, g, player, card, Trigger.ON_PLAY, moment, i) != 0:
        return True
    if moment & When.ANY_TIME == 0 or top(g).kind == Kind.CURSE_WINDOW:
        return False
    return may_toggle(t, g, player, i) or may_load(t, g, player, i)
