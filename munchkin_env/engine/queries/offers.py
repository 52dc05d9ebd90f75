"""Whether an effect is available to a player: now, on whom, how often, and can it be completed?

A card or power is offered only if it can be completed. (Timing: moments.py; price: prices.py.)
"""

from munchkin_env.core.kernel import kernel
from munchkin_env.engine.queries.decks import discards_of, index_on_table
from munchkin_env.engine.queries.stakes import for_the_win
from munchkin_env.engine.queries.strength import known_of_strength
from munchkin_env.engine.state.actions import HAND_SLOTS, TABLE_SLOTS
from munchkin_env.engine.state.records import MAX_MONSTERS, Game
from munchkin_env.vocabulary.tables import Tables
from munchkin_env.vocabulary.words import (
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
    Trigger,
    When,
    Who,
    Zone,
)

from .conditions import joined, monsters_fighting, rows_of, suits
from .flight import cannot_escape
from .limits import may_come_into_play
from .moments import answered_card, answers_curse, could_help, curse_victims, in_time_for_items
from .prices import payable, table_candidates
from .promises import holds_promise, is_bound, promised_table
from .sacrifice import is_sacrifice, may_sacrifice
from .seats import count_kind, fights, hand_has_kind, is_locked
from .standing import active, attach_row, standing, win_level
from .winning_items import winning_items

# ---------------------------------------------------------------------------------------------------- conditions


@kernel
def holds(t: Tables, g: Game, condition: int, player: int, answered: int) -> bool:
    """Like `suits`, for every condition, including tests of strength, stakes, and the answered Curse."""
    if condition == NONE:
        return True
    known = known_of_strength(t, g, condition, player)
    winners = rows_of(t, condition, Atom.FOR_THE_WIN)
    if winners != 0 and for_the_win(t, g):
        known |= winners
    if answers_curse(g, answered) and g.stack[answered].own_door != 0:
        known |= rows_of(t, condition, Atom.OWN_DOOR_CURSE)
    return joined(t, g, condition, player, player, known)


# -------------------------------------------------------------------------------------------- targets and limits


@kernel
def targets(t: Tables, g: Game, player: int, effect: int) -> int:
    """Bits of the seats that the effect may target."""
    e = t.effect[effect]
    bits = 0
    for p in range(g.n_players):
        if g.seat[p].dead == 0 and in_reach(g, player, p, e.target) and suits(t, g, e.target_requires, p, player):
            bits |= 1 << p
    if e.needs & Needs.TARGET_GAINS:
        bits &= below_win(t, g)
    if e.needs & Needs.USER_GAINS and e.needs & Needs.TARGET_LOSES:
        bits &= above_floor(t, g)
    if e.when & When.AFTER_ESCAPE:
        bits &= 1 << int(g.combat.runner)
    if e.needs & Needs.TARGET_HELPS:
        bits &= could_help(t, g)
    if e.needs & Needs.TARGET_HAS:
        bits &= owners_of_what_it_takes(t, g, effect)
    if e.needs & Needs.WINNING_ITEM:
        for p in range(g.n_players):
            if (bits >> p) & 1 and winning_items(t, g, player, p) == 0:
                bits &= ~(1 << p)
    return bits


@kernel
def owners_of_what_it_takes(t: Tables, g: Game, effect: int) -> int:
    """Bits of the players with a card on the table that the effect would take from its target."""
    bits = 0
    for r in range(t.effect[effect].ops, t.effect[effect].ops_end):
        row = t.op[r]
        if row.op == Op.TRANSFER and row.who == Who.TARGET:
            for p in range(g.n_players):
                if table_candidates(t, g, p, row.zone, row.filter, NONE) != 0:
                    bits |= 1 << p
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
    """Bits of the living whom one more Level would not bring to the winning Level (GUAL-02)."""
    bits = 0
    for p in range(g.n_players):
        if g.seat[p].dead == 0 and g.seat[p].level < win_level(t, g, p) - 1:
            bits |= 1 << p
    return bits


@kernel
def above_floor(t: Tables, g: Game) -> int:
    """Bits of the living who have a Level to lose (GUAL-05)."""
    bits = 0
    for p in range(g.n_players):
        if g.seat[p].dead == 0 and g.seat[p].level > max(1, standing(t, g, p, Op.LEVEL_FLOOR, 0)):
            bits |= 1 << p
    return bits


@kernel
def uses(g: Game, effect: int, player: int, victim: int) -> int:
    for i in range(g.use_n):
        u = g.use[i]
        if u.effect == effect and u.seat == player and u.victim == victim:
            return int(u.count)
    return 0


@kernel
def within_limit(t: Tables, g: Game, player: int, effect: int) -> bool:
    """Counted per player, whatever happens to the card in between (ORIG-12)."""
    e = t.effect[effect]
    if e.times == 0 or e.per == Per.VICTIM_IN_COMBAT:
        return True
    return uses(g, effect, player, NONE) < e.times


@kernel
def fresh_targets(t: Tables, g: Game, player: int, effect: int) -> int:
    """Targets without those whose limit per victim is used up."""
    bits = targets(t, g, player, effect)
    e = t.effect[effect]
    if e.per == Per.VICTIM_IN_COMBAT:
        for p in range(g.n_players):
            if uses(g, effect, player, p) >= e.times:
                bits &= ~(1 << p)
    return bits


# ------------------------------------------------------------------------------------------- what it requires


@kernel
def possible(t: Tables, g: Game, player: int, needs: int, card: int, answered: int) -> bool:
    """Does what the program requires exist?"""
    if needs == 0:
        return True
    if needs & Needs.MONSTER and monsters_fighting(g) == 0:
        return False
    if needs & Needs.HAND_MONSTER and not hand_has_kind(t, g.seat[player], CardKind.MONSTER):
        return False
    if needs & Needs.ROOM_FOR_MONSTER and g.combat.n >= MAX_MONSTERS:
        return False
    if needs & Needs.CARD_PLAYED and answered_card(g, answered) == NONE:
        return False
    if needs & Needs.ITEM_TO_ATTACH and not (in_time_for_items(g, player, card) and has_item_to_attach(t, g, player, card)):
        return False
    if needs & Needs.DISCARDS and g.door_discards.n + g.treasure_discards.n == 0:
        return False
    if needs & Needs.NOT_FOR_THE_WIN and for_the_win(t, g):
        return False
    return needs & Needs.USER_GAINS == 0 or (below_win(t, g) >> player) & 1 == 1


@kernel
def has_item_to_attach(t: Tables, g: Game, player: int, card: int) -> bool:
    return hosts_in_hand(t, g, player, card) != 0 or hosts_on_table(t, g, player, card) != 0


@kernel
def hosts_in_hand(t: Tables, g: Game, player: int, card: int) -> int:
    """Hand cards that may be laid down with the card on them, because it lifts limits (CHEAT-01)."""
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
    """May the card be attached to such a card: an Item other than a Steed, a Steed, a companion?"""
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
def has_curse_to_cancel(t: Tables, g: Game, player: int, effect: int, answered: int) -> bool:
    """One about to strike, or in force: on anybody, or on the user, depending on the card."""
    e = t.effect[effect]
    for r in range(e.ops, e.ops_end):
        if t.op[r].op == Op.CANCEL and t.op[r].what == Cancel.CURSE:
            if t.op[r].who == Who.ANY_PLAYER:
                return curse_victims(t, g, answered) != 0
            if answers_curse(g, answered):
                return bool(g.stack[answered].victim == player)
            return count_kind(t, g.seat[player], CardKind.CURSE) > 0
    return True


@kernel
def finds_something(t: Tables, g: Game, player: int, effect: int) -> bool:
    """Do the discards contain what the card looks for?"""
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
    """Is there a matching card (on top)? to_play: one that may come into play on the player's table."""
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
def is_barred(t: Tables, g: Game, player: int, ability: int) -> bool:
    """Does something in force prevent the player from using the ability of that name?"""
    for k in range(g.marker_n):
        m = g.marker[k]
        row = t.op[m.op]
        if m.seat == player and m.waiting != 1 and row.op == Op.CANNOT and row.what & Cannot.USE_ABILITY and row.amount == ability:
            return True
    return False


# ------------------------------------------------------------------------------------------------------- offering


@kernel
def offered(t: Tables, g: Game, player: int, effect: int, timing: int, card: int, answered: int) -> bool:
    """May the player use this effect of this card now, and can it be completed? answered: see `moments.answered_by`."""
    e = t.effect[effect]
    if e.when & timing == 0 or not within_limit(t, g, player, effect):
        return False
    if is_bound(g, player) and breaks_promise(t, g, player, effect, card):
        return False
    if (e.name != NONE and is_barred(t, g, player, e.name)) or (is_sacrifice(t, effect) and not may_sacrifice(t, g, player)):
        return False
    if not holds(t, g, e.requires, player, answered) or not possible(t, g, player, e.needs, card, answered):
        return False
    if e.needs & Needs.CURSE and not has_curse_to_cancel(t, g, player, effect, answered):
        return False
    if e.target != Of.NOBODY and fresh_targets(t, g, player, effect) == 0:
        return False
    if e.needs & Needs.DISCARDS and not finds_something(t, g, player, effect):
        return False
    if e.when & (When.INSTEAD_OF_RUN_ROLL | When.FAILED_RUN_ROLL) and not helps_away(t, g, player, effect):
        return False
    return payable(t, g, player, effect, card)


@kernel
def breaks_promise(t: Tables, g: Game, player: int, effect: int, card: int) -> bool:
    """Would it cost the player what they promised their helper: the card itself, or the only one that it could take (HELP-12)?"""
    place = index_on_table(g.seat[player], card)
    if t.effect[effect].cost_this and (is_locked(g, card) if place == NONE else holds_promise(t, g, player, place)):
        return True
    for r in range(t.effect[effect].ops, t.effect[effect].ops_end):
        row = t.op[r]
        if row.op == Op.PICK_PLAYER and row.filter != NONE and takes_only_the_promised(t, g, player, r):
            return True
        if row.op == Op.DISCARD and row.zone == Zone.THIS and place != NONE and holds_promise(t, g, player, place):
            return True
    return False


@kernel
def takes_only_the_promised(t: Tables, g: Game, player: int, r: int) -> bool:
    """Among the user's own cards PICK_PLAYER excludes promised ones; is there then nobody to pick, but only for that reason?"""
    row = t.op[r]
    for p in range(g.n_players):
        if p != player and g.seat[p].dead == 0 and table_candidates(t, g, p, row.zone, row.filter, NONE) != 0:
            return False
    own = table_candidates(t, g, player, row.zone, row.filter, NONE)
    return own != 0 and own & ~promised_table(t, g, player) == 0


@kernel
def cancels(t: Tables, effect: int, what: int) -> bool:
    e = t.effect[effect]
    for r in range(e.ops, e.ops_end):
        if t.op[r].op == Op.CANCEL and t.op[r].what == what:
            return True
    return False


@kernel
def is_answer(t: Tables, g: Game, effect: int, answered: int) -> bool:
    """Does the effect cancel what is being answered: a Curse about to strike, a card just played?"""
    if answers_curse(g, answered) and cancels(t, effect, Cancel.CURSE):
        return True
    return answered_card(g, answered) != NONE and cancels(t, effect, Cancel.CARD)


@kernel
def ways(t: Tables, g: Game, player: int, card: int, trigger: int, timing: int, in_play: int, answered: int) -> int:
    """Bits (offset from the card's first effect) of the modes in which the player may use the card now.

    in_play: its table index, or NONE. answered: the frame that the card would answer, or NONE (`moments.answered_by`).
    """
    ty = t.type[t.type_of[card]]
    when = ty.plays if trigger == Trigger.ON_PLAY else ty.powers
    if when & timing == 0:
        return 0
    bits = 0
    for k in range(ty.effects, ty.effects_end):
        e = t.effect[k]
        if e.trigger != trigger or not offered(t, g, player, k, timing, card, answered):
            continue
        must_be_equipped = in_play != NONE and trigger == Trigger.ON_ACTIVATE and e.carried == 0 and ty.is_item != 0
        if must_be_equipped and not active(t, g, player, in_play):
            continue
        if answered == NONE or is_answer(t, g, k, answered):
            bits |= 1 << (k - ty.effects)
    return bits
