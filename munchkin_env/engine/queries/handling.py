"""What a player may do with a card of their hand or table right now: play it, lay it down, learn it, use, turn, load or drop it.

(Whether one of its effects is available: offers.py.)
"""

from munchkin_env.core.copying import copied
from munchkin_env.core.kernel import kernel
from munchkin_env.engine.state.actions import HAND_SLOTS, TABLE_SLOTS
from munchkin_env.engine.state.records import EQUIPPED, MAX_MONSTERS, NOBODY, Game
from munchkin_env.vocabulary.tables import Tables
from munchkin_env.vocabulary.words import NONE, CardKind, Lift, Of, Op, Trigger, When

from .conditions import fight_tags
from .flight import cannot_roll
from .joining import is_dropped_at_will
from .limits import equippable, may_be_two, may_carry, may_have_companion, may_study, replaceable
from .moments import in_time_for_items, in_time_for_roles
from .offers import fresh_targets, ways
from .promises import holds_promise
from .seats import fights, has_type, is_free, is_locked
from .standing import may_use
from .steeds import slows_down

# --------------------------------------------------------------------------------------------- cards of the hand


@kernel
def playable(t: Tables, g: Game, player: int, card: int, timing: int, answered: int) -> bool:
    """May the hand card be played in this window?"""
    if is_locked(g, card) and not can_fulfil(t, g, player, card):
        return False
    ty = t.type[t.type_of[card]]
    any_time = timing & When.ANY_TIME != 0 and answered == NONE
    match ty.kind:
        case CardKind.MONSTER:
            return timing & When.ANY_COMBAT != 0 and may_join_by_tag(t, g, card)
        case CardKind.CURSE:
            return any_time
        case CardKind.CLASS | CardKind.RACE | CardKind.ROLE | CardKind.DUAL:
            return any_time and may_take_on(t, g, player, card)
        case CardKind.PROFICIENCY:
            return any_time and may_learn(t, g, player, card)
        case CardKind.COMPANION:
            return any_time and (may_have_companion(t, g, player) or replaceable(t, g, player, CardKind.COMPANION) != 0)
    if any_time and may_lay_down(t, g, player, card):
        return True
    return ways(t, g, player, card, Trigger.ON_PLAY, timing, NONE, answered) != 0


@kernel
def can_fulfil(t: Tables, g: Game, player: int, card: int) -> bool:
    """Could the promised card be played on the helper right now?"""
    ty = t.type[t.type_of[card]]
    for k in range(ty.effects, ty.effects_end):
        if t.effect[k].target != Of.NOBODY and (fresh_targets(t, g, player, k) >> int(g.combat.helper)) & 1:
            return True
    return False


@kernel
def may_join_by_tag(t: Tables, g: Game, card: int) -> bool:
    """A monster may join one of its own kind without Wandering Monster (MON-08)."""
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
    """May the player play this Class, Race, Role or dual card: in their own turn, or just received and free (TIME-04, TIME-05)?"""
    card_type = t.type_of[card]
    seat = g.seat[player]
    ty = t.type[card_type]
    if not in_time_for_roles(t, g, player, card) or has_type(t, seat, card_type):
        return False
    return ty.kind != CardKind.DUAL or may_be_two(t, seat, ty.dual_of)


@kernel
def may_learn(t: Tables, g: Game, player: int, card: int) -> bool:
    """A Proficiency from hand: at any time (PROF-05), or by option only when a Role could be played."""
    return may_study(t, g, player, card) and (g.options.study_like_roles == 0 or in_time_for_roles(t, g, player, card))


# -------------------------------------------------------------------------------------------- cards of the table


@kernel
def usable(t: Tables, g: Game, player: int, i: int, timing: int, answered: int) -> bool:
    """May table[i] be used: a power, a one-shot, a change of what is equipped, a load?"""
    card = g.seat[player].table[i]
    kind = t.type[t.type_of[card]].kind
    if kind == CardKind.CURSE:
        return False
    if ways(t, g, player, card, Trigger.ON_ACTIVATE, timing, i, answered) != 0:
        return True
    if kind == CardKind.ONE_SHOT and not is_locked(g, card) and ways(t, g, player, card, Trigger.ON_PLAY, timing, i, answered) != 0:
        return True
    if timing & When.ANY_TIME == 0 or answered != NONE:
        return False
    return may_toggle(t, g, player, i) or may_load(t, g, player, i)


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
    """Bits of the Items that table[i] could carry instead of its current load."""
    seat = g.seat[player]
    bits = 0
    for j in range(min(seat.table_n, TABLE_SLOTS)):
        item = t.type[t.type_of[seat.table[j]]].kind == CardKind.ITEM
        if item and seat.host[j] != seat.table[i] and may_be_loaded(t, g, player, t.type_of[seat.table[i]], t.type_of[seat.table[j]]):
            bits |= 1 << j
    return bits


@kernel
def may_be_loaded(t: Tables, g: Game, player: int, companion_type: int, item_type: int) -> bool:
    """Does such a companion carry such an Item? Its owner must be of the right kind for it, unless the companion lifts that."""
    ty = t.type[companion_type]
    for k in range(ty.effects, ty.effects_end):
        for r in range(t.effect[k].ops, t.effect[k].ops_end):
            row = t.op[r]
            if row.op == Op.CARRY_ITEM and row.filter != NONE and t.matches[row.filter][item_type] == 0:
                return False
    return ty.lifts & Lift.RESTRICTIONS != 0 or may_use(t, g, player, item_type)


@kernel
def may_drop(t: Tables, g: Game, player: int, i: int, timing: int, answered: int) -> bool:
    """May table[i] be discarded at will: a Class or Race (ORIG-04), a companion (SIDE-02)?

    Off-turn it is offered only to combatants: elsewhere it changes nothing that could not wait, except a Proficiency that makes way for
    another one (PROF-05), a card that keeps the player from an Item while they could be asked for help, and cards of a player about to join
    a fight (joining.py). It is not an answer to a Curse (CURSE-06), nor a way to lose
    what was promised (HELP-12). Before a roll to run away: a Steed that slows its rider down (STEED-06).
    """
    if timing & When.BEFORE_RUN_ROLL and slows_down(t, g, player, i) and not cannot_roll(t, g, player, g.combat.fleeing):
        return True
    kind = t.type[t.type_of[g.seat[player].table[i]]].kind
    if timing & When.ANY_TIME == 0 or answered != NONE or not is_dropped_at_will(kind) or holds_promise(t, g, player, i):
        return False
    if g.turn_player == player or fights(g, player):
        return True
    if kind == CardKind.PROFICIENCY and makes_room_to_learn(t, g, player):
        return True
    return could_be_asked(g, player) and keeps_from_an_item(t, g, player, i)


@kernel
def could_be_asked(g: Game, player: int) -> bool:
    """Is there a fight without a helper in which the player may still change what they wear (TIME-08)?"""
    c = g.combat
    return bool(c.on != 0 and c.open != 0 and c.helper == NOBODY and g.seat[player].equips > 0 and is_free(g, player))


@kernel
def keeps_from_an_item(t: Tables, g: Game, player: int, i: int) -> bool:
    """Is there an Item on the player's table that they might use without table[i]?"""
    seat = g.seat[player]
    for j in range(seat.table_n):
        card_type = t.type_of[seat.table[j]]
        worn = g.mark[seat.table[j]] & EQUIPPED != 0 or t.type[card_type].kind != CardKind.ITEM
        if not worn and not may_use(t, g, player, card_type) and may_use_without(t, g, player, i, card_type):
            return True
    return False


@kernel
def may_use_without(t: Tables, g: Game, player: int, i: int, card_type: int) -> bool:
    """Might the player use such an Item without table[i]?"""
    then = copied(g)
    seat = then.seat[player]
    seat.table_n -= 1
    seat.table[i] = seat.table[seat.table_n]
    return may_use(t, then, player, card_type)


@kernel
def makes_room_to_learn(t: Tables, g: Game, player: int) -> bool:
    """Does the player have a Proficiency in hand that they could play by giving up another one (PROF-05)?"""
    seat = g.seat[player]
    if g.options.study_like_roles:
        return False
    for i in range(min(seat.hand_n, HAND_SLOTS)):
        ty = t.type[t.type_of[seat.hand[i]]]
        fits = ty.rank <= seat.level and not has_type(t, seat, t.type_of[seat.hand[i]])
        if ty.kind == CardKind.PROFICIENCY and fits and not may_study(t, g, player, seat.hand[i]):
            return True
    return False
