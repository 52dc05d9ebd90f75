"""What things are worth to a player, in points of the bot's style (style.py). Questions only; they read what the bot's seat may know."""

from munchkin_env.core.kernel import kernel
from munchkin_env.engine.queries.conditions import suits
from munchkin_env.engine.queries.flight import cannot_roll, run_modifier, unpursued
from munchkin_env.engine.queries.limits import capacity, complex_used, fits, may_carry, slot_limit, slots_used
from munchkin_env.engine.queries.prices import table_candidates
from munchkin_env.engine.queries.seats import count_kind, has_dual, is_identity
from munchkin_env.engine.queries.standing import active, attach_row, lifted, may_use, win_level
from munchkin_env.engine.state.actions import HAND_SLOTS, TABLE_SLOTS
from munchkin_env.engine.state.events import deeds
from munchkin_env.engine.state.records import EQUIPPED, Deed, Game
from munchkin_env.engine.state.stack import top
from munchkin_env.vocabulary.tables import Tables
from munchkin_env.vocabulary.words import ALL, ANY, NONE, ROLLED, Atom, Capacity, CardKind, Lift, Op, Slot, Trigger, Zone

from .style import Bot

# ------------------------------------------------------------------------------------------------- other players


@kernel
def threat(t: Tables, g: Game, b: Bot, player: int) -> int:
    """How much of the player's gain is the bot's loss, in percent: the closer to the winning Level, the more."""
    missing = win_level(t, g, player) - int(g.seat[player].level)
    percent = b.threat_at_end if missing <= 1 else max(b.threat_least, b.threat_base - b.threat_per_level * missing)
    return percent if b.grudge == 0 and b.gratitude == 0 else remembered(g, b, player, percent)


@kernel
def remembered(g: Game, b: Bot, player: int, percent: int) -> int:
    """The same, adjusted for what that player has openly done to the bot."""
    me = int(top(g).player)
    percent += b.grudge * deeds(g, Deed.HIT, player, me) - b.gratitude * deeds(g, Deed.HELPED, player, me)
    return min(200, max(0, percent))


@kernel
def leader(t: Tables, g: Game, player: int, among: int) -> int:
    """Who of `among` except the player is closest to winning, the better equipped if tied; NONE if empty."""
    best, most = NONE, -1
    for p in range(g.n_players):
        if p == player or (among >> p) & 1 == 0 or g.seat[p].dead:
            continue
        points = 100 * int(g.seat[p].level) + worn_bonus(t, g, p)
        if points > most:
            best, most = p, points
    return best


@kernel
def last(t: Tables, g: Game, player: int, among: int) -> int:
    """Who of `among` except the player is furthest from winning."""
    best, least = NONE, 1 << 20
    for p in range(g.n_players):
        if p == player or (among >> p) & 1 == 0:
            continue
        points = 100 * int(g.seat[p].level) + worn_bonus(t, g, p)
        if points < least:
            best, least = p, points
    return best


@kernel
def worn_bonus(t: Tables, g: Game, player: int) -> int:
    total = 0
    seat = g.seat[player]
    for i in range(seat.table_n):
        if g.mark[seat.table[i]] & EQUIPPED:
            total += int(t.type[t.type_of[seat.table[i]]].bonus)
    return total


# --------------------------------------------------------------------------------------------------------- Items


@kernel
def gives(t: Tables, g: Game, b: Bot, player: int, card_type: int) -> int:
    """Points of the Item while the player wears it."""
    ty = t.type[card_type]
    points = b.bonus * int(ty.bonus)
    for k in range(ty.effects, ty.effects_end):
        e = t.effect[k]
        if e.trigger == Trigger.WHILE_EQUIPPED and suits(t, g, e.requires, player, player):
            for r in range(e.ops, e.ops_end):
                points += standing_points(t, b, r)
        elif e.trigger == Trigger.ON_ACTIVATE:
            points += b.power
    return points


@kernel
def standing_points(t: Tables, b: Bot, r: int) -> int:
    row = t.op[r]
    match row.op:
        case Op.BONUS:
            return b.bonus * int(row.amount)
        case Op.RUN_MOD:
            return b.run_bonus * int(row.amount)
        case Op.IMMUNE:
            return b.immunity
    return 5


@kernel
def hands_slot(slot: int) -> bool:
    return bool(slot == Slot.ONE_HAND or slot == Slot.TWO_HANDS)


@kernel
def in_place_of(t: Tables, g: Game, b: Bot, player: int, slot: int, gone: int) -> int:
    """Table index of what the player would take off first to free that slot; NONE if nothing is left. gone: bits already off."""
    seat = g.seat[player]
    best, least = NONE, 1 << 20
    for i in range(min(seat.table_n, TABLE_SLOTS)):
        if (gone >> i) & 1 or g.mark[seat.table[i]] & EQUIPPED == 0 or seat.host[i] != NONE:
            continue
        card_type = t.type_of[seat.table[i]]
        worn = t.type[card_type].slot
        if (worn == slot or (hands_slot(worn) and hands_slot(slot))) and not lifted(t, seat, i, Lift.LIMITS):
            points = gives(t, g, b, player, card_type) if may_use(t, g, player, card_type) or lifted(t, seat, i, Lift.RESTRICTIONS) else -1
            if points < least:
                best, least = i, points
    return best


@kernel
def displaced(t: Tables, g: Game, b: Bot, player: int, card_type: int) -> int:
    """Points of what the player must take off for the Item."""
    ty = t.type[card_type]
    if fits(t, g, player, card_type):
        return 0
    if ty.complex and complex_used(t, g, player) >= 1 + capacity(t, g, player, Capacity.COMPLEX):
        return 1 << 16
    free = slot_limit(t, g, player, ty.slot) - slots_used(t, g, player, ty.slot)
    needed = 2 if ty.slot == Slot.TWO_HANDS else 1
    gone = 0
    points = 0
    seat = g.seat[player]
    while free < needed:
        i = in_place_of(t, g, b, player, ty.slot, gone)
        if i == NONE:
            return 1 << 16
        gone |= 1 << i
        worn = t.type_of[seat.table[i]]
        free += 2 if t.type[worn].slot == Slot.TWO_HANDS else 1
        if active(t, g, player, i):
            points += gives(t, g, b, player, worn)
    return points


@kernel
def wearing_gains(t: Tables, g: Game, b: Bot, player: int, card_type: int) -> int:
    """Points of wearing the Item or riding the Steed, less what is taken off or given up for it; 0 if the player may not use it."""
    kind = t.type[card_type].kind
    if (kind != CardKind.ITEM and kind != CardKind.STEED) or not may_use(t, g, player, card_type):
        return 0
    if kind == CardKind.STEED:
        return max(0, gives(t, g, b, player, card_type) - ridden(t, g, b, player, card_type))
    return max(0, gives(t, g, b, player, card_type) - displaced(t, g, b, player, card_type))


@kernel
def ridden(t: Tables, g: Game, b: Bot, player: int, card_type: int) -> int:
    """Points of the Steed that the player would give up for another; 0 if none."""
    if may_carry(t, g, player, card_type, 0):
        return 0
    seat = g.seat[player]
    least = 1 << 16
    for i in range(min(seat.table_n, TABLE_SLOTS)):
        if t.type[t.type_of[seat.table[i]]].kind == CardKind.STEED:
            least = min(least, gives(t, g, b, player, t.type_of[seat.table[i]]))
    return least


@kernel
def enhancing_gains(t: Tables, g: Game, b: Bot, player: int, card_type: int) -> int:
    """Points of attaching the card to something that the player wears or rides; 0 if nothing takes it."""
    row = attach_row(t, card_type)
    seat = g.seat[player]
    for i in range(min(seat.table_n, TABLE_SLOTS)):
        fits_it = (int(t.op[row].what) >> int(t.type[t.type_of[seat.table[i]]].kind)) & 1
        if fits_it and g.mark[seat.table[i]] & EQUIPPED and active(t, g, player, i):
            return max(0, b.bonus * int(t.op[row].amount) + b.run_bonus * int(t.op[row].cap))
    return 0


@kernel
def sale_points(t: Tables, b: Bot, card_type: int) -> int:
    """Less than its share of a sale: sales are seldom exact, and must wait."""
    return int(t.type[card_type].gold) * b.level * b.gold // 100_000


# --------------------------------------------------------------------------------------- Classes, Races and the like


@kernel
def serves(t: Tables, condition: int, trait: int, is_race: bool) -> int:
    """1 if the condition favors having the trait, -1 if it favors not having it."""
    if condition == NONE:
        return 0
    c = t.condition[condition]
    for k in range(c.start, c.end):
        a = t.atom[k]
        if a.atom == Atom.TRAIT and a.a == trait:
            return 1
        if a.atom == Atom.NO_RACE and is_race:
            return -1
    return 0


@kernel
def item_for(t: Tables, b: Bot, card_type: int, trait: int, is_race: bool) -> int:
    """Points that the Item gains if its owner has the trait."""
    ty = t.type[card_type]
    if ty.kind != CardKind.ITEM:
        return 0
    return (serves(t, ty.usable_by, trait, is_race) - serves(t, ty.not_usable_by, trait, False)) * b.bonus * int(ty.bonus) // 2


@kernel
def identity_worth(t: Tables, g: Game, b: Bot, player: int, card_type: int) -> int:
    """Points of having that Class or Race in play: its powers, and the Items that it enables."""
    ty = t.type[card_type]
    seat = g.seat[player]
    points = b.identity
    for k in range(ty.effects, ty.effects_end):
        points += b.trait if t.effect[k].trigger == Trigger.WHILE_IN_PLAY or t.effect[k].trigger == Trigger.ON_KILL else b.power
    if top(g).player == player:  # never look into another player's hand
        for i in range(min(seat.hand_n, HAND_SLOTS)):
            points += item_for(t, b, t.type_of[seat.hand[i]], ty.trait, ty.kind == CardKind.RACE)
    for i in range(min(seat.table_n, TABLE_SLOTS)):
        points += item_for(t, b, t.type_of[seat.table[i]], ty.trait, ty.kind == CardKind.RACE)
    return points


@kernel
def house_worth(t: Tables, b: Bot, card_type: int) -> int:
    """Points of a House: what it always gives, and what it enables."""
    ty = t.type[card_type]
    points = 0
    for k in range(ty.effects, ty.effects_end):
        if t.effect[k].trigger == Trigger.ON_ACTIVATE:
            points += b.power
        for r in range(t.effect[k].ops, t.effect[k].ops_end):
            points += standing_points(t, b, r) if t.effect[k].trigger == Trigger.WHILE_IN_PLAY else 0
    return points


@kernel
def poorest_identity(t: Tables, g: Game, b: Bot, player: int, kind: int) -> int:
    """Points of the least useful card of that kind that the player has in play."""
    seat = g.seat[player]
    least = 1 << 16
    for i in range(min(seat.table_n, TABLE_SLOTS)):
        card_type = t.type_of[seat.table[i]]
        if t.type[card_type].kind == kind:
            least = min(least, identity_worth(t, g, b, player, card_type))
    return least


@kernel
def taking_on_gains(t: Tables, g: Game, b: Bot, player: int, card_type: int) -> int:
    """Points of playing that Class or Race, less the one that it replaces."""
    kind = t.type[card_type].kind
    points = identity_worth(t, g, b, player, card_type)
    if count_kind(t, g.seat[player], kind) >= (2 if has_dual(t, g.seat[player], kind) else 1):
        points -= poorest_identity(t, g, b, player, kind) + b.identity
    return points


# ------------------------------------------------------------------------------------------------------- any card


@kernel
def worth(t: Tables, g: Game, b: Bot, player: int, card: int) -> int:
    """Points of a card that the player has, in hand or on the table, or would have."""
    card_type = t.type_of[card]
    ty = t.type[card_type]
    match ty.kind:
        case CardKind.MONSTER:
            return b.monster + max(0, 12 - int(ty.level))
        case CardKind.ENHANCER:
            return b.one_shot
        case CardKind.CURSE:
            return b.curse
        case CardKind.DUAL:
            return 15
        case CardKind.COMPANION:
            return b.companion
        case CardKind.ITEM | CardKind.STEED:
            return item_worth(t, g, b, player, card)
        case CardKind.ITEM_ENHANCER:
            return 3 + sale_points(t, b, card_type) + enhancing_gains(t, g, b, player, card_type)
        case CardKind.ONE_SHOT:
            return sale_points(t, b, card_type) + one_shot_points(t, b, card_type)
        case CardKind.GO_UP_LEVEL:
            return b.level - 2 if g.seat[player].level < win_level(t, g, player) - 1 else 20
        case CardKind.SPECIAL:
            return special_points(t, b, card_type)
    if is_identity(ty.kind):
        return identity_in_play_or_hand(t, g, b, player, card)
    return 10


@kernel
def identity_in_play_or_hand(t: Tables, g: Game, b: Bot, player: int, card: int) -> int:
    card_type = t.type_of[card]
    seat = g.seat[player]
    for i in range(seat.table_n):
        if seat.table[i] == card:
            return identity_worth(t, g, b, player, card_type)
    return max(6, taking_on_gains(t, g, b, player, card_type))


UNWORN = 3
"""Points of any Item, beside what it sells for."""


@kernel
def item_worth(t: Tables, g: Game, b: Bot, player: int, card: int) -> int:
    card_type = t.type_of[card]
    points = UNWORN + sale_points(t, b, card_type)
    seat = g.seat[player]
    if g.mark[card] & EQUIPPED:
        for i in range(min(seat.table_n, TABLE_SLOTS)):
            if seat.table[i] == card:
                return points + (gives(t, g, b, player, card_type) if active(t, g, player, i) else 0)
    return points + wearing_gains(t, g, b, player, card_type)


@kernel
def one_shot_points(t: Tables, b: Bot, card_type: int) -> int:
    """By the best thing that playing it does."""
    ty = t.type[card_type]
    points = b.one_shot
    for k in range(ty.effects, ty.effects_end):
        for r in range(t.effect[k].ops, t.effect[k].ops_end):
            row = t.op[r]
            match row.op:
                case Op.SIDE_BONUS:
                    points = max(points, b.shot_bonus * int(row.amount))
                case Op.MULTIPLY:
                    points = max(points, b.doubles)
                case Op.REMOVE_MONSTER | Op.REPLACE_FIGHTER:
                    points = max(points, b.removes)
                case Op.CANCEL | Op.AUTO_ESCAPE | Op.SET_DIE:
                    points = max(points, b.cancels)
    return points


@kernel
def special_points(t: Tables, b: Bot, card_type: int) -> int:
    ty = t.type[card_type]
    points = b.one_shot
    for k in range(ty.effects, ty.effects_end):
        for r in range(t.effect[k].ops, t.effect[k].ops_end):
            match t.op[r].op:
                case Op.GAIN_LEVEL:
                    points = b.level
                case Op.REMOVE_MONSTER:
                    points = max(points, 40)
    return points


# ------------------------------------------------------------------------------------------------------ bad things


@kernel
def death_costs(t: Tables, g: Game, b: Bot, player: int) -> int:
    """Hand and Items, less the eight cards dealt instead."""
    seat = g.seat[player]
    points = seat.hand_n * b.hand_card - 4 * b.treasure - 4 * b.door
    for i in range(min(seat.table_n, TABLE_SLOTS)):
        ty = t.type[t.type_of[seat.table[i]]]
        if ty.is_item or ty.kind == CardKind.COMPANION:
            points += 10 + sale_points(t, b, t.type_of[seat.table[i]])
            if g.mark[seat.table[i]] & EQUIPPED:
                points += b.bonus * int(ty.bonus)
    return max(b.death, points)


@kernel
def levels_cost(g: Game, b: Bot, player: int, n: int) -> int:
    return b.level * max(0, min(n, int(g.seat[player].level) - 1))


@kernel
def bad_stuff_costs(t: Tables, g: Game, b: Bot, player: int, card_type: int) -> int:
    """Points that being caught by the monster costs the player: the worst of its possible effects, and half of the rest."""
    ty = t.type[card_type]
    worst = 0
    rest = 0
    for k in range(ty.effects, ty.effects_end):
        e = t.effect[k]
        if e.trigger != Trigger.BAD_STUFF:
            continue
        for r in range(e.ops, e.ops_end):
            points = op_costs(t, g, b, player, r)
            if points > worst:
                rest += worst
                worst = points
            else:
                rest += points
    return worst + rest // 2


@kernel
def op_costs(t: Tables, g: Game, b: Bot, player: int, r: int) -> int:
    """Points that the op costs its victim."""
    row = t.op[r]
    match row.op:
        case Op.DIE:
            return death_costs(t, g, b, player)
        case Op.LOSE_LEVEL:
            return levels_cost(g, b, player, 3 if row.amount >= ALL else int(row.amount))
        case Op.SET_LEVEL:
            return levels_cost(g, b, player, 3 if row.amount >= ALL else int(g.seat[player].level) - int(row.amount))
        case Op.DISCARD | Op.TRANSFER:
            return cards_cost(t, g, b, player, r)
    return 0


@kernel
def cards_cost(t: Tables, g: Game, b: Bot, player: int, r: int) -> int:
    """Points of the cards that the op takes: the average over those it may take, times how many it takes. A hand counts by its size."""
    row = t.op[r]
    if row.zone == Zone.THIS:
        return 0
    seat = g.seat[player]
    table = table_candidates(t, g, player, row.zone, row.filter, NONE)
    n = 0
    points = 0
    if row.zone == Zone.HAND or row.zone == Zone.ANY or row.zone == Zone.HAND_OR_ITEMS:
        n = int(seat.hand_n)
        points = b.hand_card * n
    for i in range(min(seat.table_n, TABLE_SLOTS)):
        if (table >> i) & 1:
            n += 1
            points += worth(t, g, b, player, seat.table[i])
    if n == 0:
        return 0
    amount = 3 if row.amount == ANY or row.amount == ROLLED else int(row.amount)
    return points if amount >= n else points * amount // n


@kernel
def curse_costs(t: Tables, g: Game, b: Bot, player: int, card_type: int) -> int:
    """Points that the Curse costs the player."""
    ty = t.type[card_type]
    points = 0
    for k in range(ty.effects, ty.effects_end):
        e = t.effect[k]
        if e.trigger != Trigger.ON_CURSE or not suits(t, g, e.requires, player, player):
            continue
        for r in range(e.ops, e.ops_end):
            match t.op[r].op:
                case Op.BONUS | Op.IGNORE:
                    points += 40
                case Op.DIE_MOD:
                    points += 12
                case Op.SEARCH_DISCARD:
                    points += 20
                case _:
                    points = max(points, op_costs(t, g, b, player, r))
    return points


@kernel
def escape_faces(t: Tables, g: Game, player: int, slot: int) -> int:
    """On how many die faces the player gets away from that monster."""
    if unpursued(t, g, player, slot):
        return 6
    if cannot_roll(t, g, player, slot):
        return 0
    return min(6, max(0, 2 + run_modifier(t, g, player, slot)))
