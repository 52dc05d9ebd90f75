"""Questions about one character: who he is, what he may wear, how strong he is. Nothing here changes anything."""

from ..cards.vocabulary import ALL, NONE, Atom, Capacity, CardKind, Ignore, Lift, Op, Slot, Tables, Trigger, Which, Who
from .actions import HAND_SLOTS, TABLE_SLOTS
from .kernel import kernel
from .state import EQUIPPED, NOBODY, Game, MonsterState, Seat

IN_PLAY_BIT = 1 << Trigger.WHILE_IN_PLAY
EQUIPPED_BIT = 1 << Trigger.WHILE_EQUIPPED
FIGHTING_BIT = 1 << Trigger.WHILE_FIGHTING


# --------------------------------------------------------------------------------------------- around the table


@kernel
def left_of(g: Game, player: int) -> int:
    """The next living player to the left; the player himself if nobody else lives."""
    for i in range(1, g.n_players + 1):
        p = (player + i) % g.n_players
        if g.seat[p].dead == 0:
            return p
    return player


@kernel
def right_of(g: Game, player: int) -> int:
    for i in range(1, g.n_players + 1):
        p = (player - i) % g.n_players
        if g.seat[p].dead == 0:
            return p
    return player


@kernel
def living(g: Game) -> int:
    """Bits of the seats that are alive."""
    bits = 0
    for p in range(g.n_players):
        if g.seat[p].dead == 0:
            bits |= 1 << p
    return bits


@kernel
def fights(g: Game, player: int) -> bool:
    """Is he a combatant: main or helper, until everything the fight brings is over (TIME-08)?"""
    return bool(g.combat.on != 0 and (g.combat.main == player or g.combat.helper == player))


@kernel
def is_free(g: Game, player: int) -> bool:
    """Has he the rights of one who is not in combat? Bystanders keep them during a fight, unless the option says no (TIME-08)."""
    return g.seat[player].dead == 0 and not fights(g, player) and (g.combat.on == 0 or g.options.third_party_acts != 0)


@kernel
def locked(g: Game, card: int) -> bool:
    """Pledged in the deal with the helper (HELP-12)."""
    return bool(g.combat.helper != NOBODY and card != NONE and (g.deal.bribe == card or g.deal.card == card))


@kernel
def lowest_level(g: Game, among: int) -> int:
    level = 127
    for p in range(g.n_players):
        if (among >> p) & 1 and g.seat[p].level < level:
            level = int(g.seat[p].level)
    return level


@kernel
def highest_level(g: Game, among: int) -> int:
    level = -127
    for p in range(g.n_players):
        if (among >> p) & 1 and g.seat[p].level > level:
            level = int(g.seat[p].level)
    return level


# --------------------------------------------------------------------------------------------------- identity


@kernel
def traits(t: Tables, g: Game, player: int, drawback: bool) -> int:
    """Bits of Classes, Races and the like. As a drawback, a lone one under its dual card does not count (ORIG-08)."""
    seat = g.seat[player]
    bits = 0
    duals = 0
    for i in range(seat.table_n):
        ty = t.type[t.type_of[seat.table[i]]]
        if ty.trait >= 0:
            bits |= 1 << int(ty.trait)
        elif ty.kind == CardKind.DUAL:
            duals |= 1 << int(ty.dual_of)
    if drawback and duals != 0:
        bits = without_lone(bits, duals >> CardKind.CLASS, t.class_traits)
        bits = without_lone(bits, duals >> CardKind.RACE, t.race_traits)
        bits = without_lone(bits, duals >> CardKind.ROLE, t.role_traits)
    return bits


@kernel
def without_lone(bits: int, has_dual: int, kind_bits: int) -> int:
    mine = bits & kind_bits
    if has_dual & 1 and mine != 0 and mine & (mine - 1) == 0:
        return bits & ~mine
    return bits


@kernel
def count_kind(t: Tables, seat: Seat, kind: int) -> int:
    n = 0
    for i in range(seat.table_n):
        if t.type[t.type_of[seat.table[i]]].kind == kind:
            n += 1
    return n


@kernel
def has_type(t: Tables, seat: Seat, card_type: int) -> bool:
    for i in range(seat.table_n):
        if t.type_of[seat.table[i]] == card_type:
            return True
    return False


@kernel
def is_identity(kind: int) -> bool:
    return bool(kind == CardKind.CLASS or kind == CardKind.RACE or kind == CardKind.ROLE)


# ------------------------------------------------------------------------------------------------- conditions


@kernel
def suits(t: Tables, g: Game, condition: int, player: int, user: int) -> bool:
    """Does he satisfy it? Of conditions that look at strength or at what is at stake, see `holds`."""
    if condition == NONE:
        return True
    c = t.condition[condition]
    if c.end - c.start == 1:
        return suits_atom(t, g, c.start, player, user)
    results = 0
    for row in range(c.start, c.end):
        a = t.atom[row]
        if a.atom < Atom.ALL_OF:
            results = results << 1 | (1 if suits_atom(t, g, row, player, user) else 0)
        else:
            results = join(results, a.atom, a.a)
    return results & 1 == 1


@kernel
def join(results: int, atom: int, n: int) -> int:
    """The last n results become one."""
    if atom == Atom.NOT:
        return results ^ 1
    mask = (1 << n) - 1
    last = results & mask
    joined = last == mask if atom == Atom.ALL_OF else last != 0
    return (results >> n) << 1 | (1 if joined else 0)


@kernel
def suits_atom(t: Tables, g: Game, row: int, player: int, user: int) -> bool:
    if t.atom[row].of_fighters == 0:
        return atom_holds(t, g, row, player, user)
    if g.combat.on == 0:
        return False
    if atom_holds(t, g, row, g.combat.main, user):
        return True
    return g.combat.helper != NOBODY and atom_holds(t, g, row, g.combat.helper, user)


@kernel
def atom_holds(t: Tables, g: Game, row: int, player: int, user: int) -> bool:
    r = t.atom[row]
    a = int(r.a)
    seat = g.seat[player]
    match r.atom:
        case Atom.TRAIT:
            return (traits(t, g, player, r.drawback != 0) >> a) & 1 == 1
        case Atom.NO_RACE:
            return traits(t, g, player, False) & t.race_traits == 0
        case Atom.NO_CLASS:
            return traits(t, g, player, False) & t.class_traits == 0
        case Atom.SEX:
            return bool(seat.sex == a)
        case Atom.CHANGED_SEX:
            return bool(seat.changed_sex != 0)
        case Atom.LEVEL_AT_MOST:
            return bool(seat.level <= a)
        case Atom.LEVEL_AT_LEAST:
            return bool(seat.level >= a)
        case Atom.LEVEL_ABOVE_USER:
            return bool(seat.level > g.seat[user].level)
        case Atom.HIGHEST_LEVEL:
            return bool(seat.level >= highest_level(g, living(g)))
        case Atom.HAS_KIND:
            return has_kind(t, seat, a)
        case Atom.HAND_HAS_KIND:
            return hand_has_kind(t, seat, a)
        case Atom.TABLE_HAS_KIND:
            return table_has_kind(t, g, a)
        case Atom.HAS_CARD:
            return has_type(t, seat, a)
        case Atom.EQUIPPED_SLOT:
            return wears(t, g, player, 1 << a, 0)
        case Atom.EQUIPPED_TAG:
            return wears(t, g, player, 0, 1 << a)
        case Atom.FIGHT_TAG:
            return (fight_tags(t, g) >> a) & 1 == 1
        case Atom.FIGHT_HAS:
            return fight_has(t, g, a)
        case Atom.NO_HELPER:
            return bool(g.combat.helper == NOBODY)
        case Atom.IS_HELPER:
            return bool(g.combat.on != 0 and g.combat.helper == player)
        case Atom.NO_TREASURE_PROMISED:
            return bool(g.combat.helper == NOBODY or g.deal.treasures == 0)
        case Atom.KILLED_ANY:
            return killed_any(g)
        case Atom.NOT_IN_COMBAT:
            return not fights(g, player)
        case Atom.OWN_TURN:
            return bool(g.turn_player == player)
        case Atom.CAUGHT_SOMEONE:
            return bool(g.combat.monster[g.stack[g.depth - 1].slot].caught != 0)
        case Atom.OWN_DOOR_CURSE:
            return bool(g.stack[g.depth - 1].a != 0)
    return False


@kernel
def has_kind(t: Tables, seat: Seat, kind: int) -> bool:
    """Kind ITEM asks for any Item."""
    for i in range(seat.table_n):
        ty = t.type[t.type_of[seat.table[i]]]
        if ty.kind == kind or (kind == CardKind.ITEM and ty.is_item != 0):
            return True
    return False


@kernel
def hand_has_kind(t: Tables, seat: Seat, kind: int) -> bool:
    for i in range(seat.hand_n):
        if t.type[t.type_of[seat.hand[i]]].kind == kind:
            return True
    return False


@kernel
def table_has_kind(t: Tables, g: Game, kind: int) -> bool:
    for p in range(g.n_players):
        if has_kind(t, g.seat[p], kind):
            return True
    return False


@kernel
def wears(t: Tables, g: Game, player: int, slots: int, tags: int) -> bool:
    """Has he an Item equipped with one of the slots (bits) or tags?"""
    seat = g.seat[player]
    for i in range(seat.table_n):
        ty = t.type[t.type_of[seat.table[i]]]
        if g.mark[seat.table[i]] & EQUIPPED and ((slots >> int(ty.slot)) & 1 or ty.tags & tags):
            return True
    return False


# ----------------------------------------------------------------------------------------- the fight at a glance


@kernel
def fight_tags(t: Tables, g: Game) -> int:
    """Tags of the monsters in the fight, printed or given (MON-10)."""
    tags = 0
    for s in range(g.combat.n):
        m = g.combat.monster[s]
        if m.state == MonsterState.FIGHTING:
            tags |= t.type[t.type_of[m.card]].tags | g.combat.monster[m.root].tags
    return tags


@kernel
def fight_has(t: Tables, g: Game, card_type: int) -> bool:
    for s in range(g.combat.n):
        m = g.combat.monster[s]
        if m.state == MonsterState.FIGHTING and t.type_of[m.card] == card_type:
            return True
    return False


@kernel
def killed_any(g: Game) -> bool:
    for s in range(g.combat.n):
        if g.combat.monster[s].state == MonsterState.KILLED:
            return True
    return False


@kernel
def levels_at_stake(t: Tables, g: Game) -> int:
    """What main would gain from the monsters that are in the fight or killed."""
    levels = 0
    for s in range(g.combat.n):
        m = g.combat.monster[s]
        if m.state == MonsterState.FIGHTING or m.state == MonsterState.KILLED:
            levels += int(t.type[t.type_of[m.card]].levels)
    return levels


@kernel
def for_the_win(t: Tables, g: Game) -> bool:
    """Would winning bring main to the winning level (COMBAT-16)?"""
    main = g.combat.main
    return bool(g.combat.on != 0 and g.seat[main].level + levels_at_stake(t, g) >= win_level(t, g, main))


@kernel
def used_tags(t: Tables, g: Game) -> int:
    """Tags of what adds to the munchkins: one-shots played for them, and active Items."""
    tags = int(g.combat.used_tags) | active_tags(t, g, g.combat.main)
    if g.combat.helper != NOBODY:
        tags |= active_tags(t, g, g.combat.helper)
    return tags


@kernel
def active_tags(t: Tables, g: Game, player: int) -> int:
    seat = g.seat[player]
    ignored = ignores(t, g, player)
    tags = 0
    for i in range(seat.table_n):
        card_type = t.type_of[seat.table[i]]
        counts = active(t, g, player, i) and not item_ignored(t, g, player, card_type, ignored)
        if counts and t.type[card_type].bonus > 0:
            tags |= int(t.type[card_type].tags)
    return tags


# ----------------------------------------------------------------------------------------------- what holds


@kernel
def standing(t: Tables, g: Game, player: int, op: int, what: int) -> int:
    """The sum of the amounts of that op as it holds for him now; `what`: bits that must meet, 0 for any.

    Looks at his own cards, at timed markers, and at the monsters he fights. 0: it does not hold.
    """
    total = 0
    seat = g.seat[player]
    for i in range(seat.table_n):
        ty = t.type[t.type_of[seat.table[i]]]
        if ty.triggers & (IN_PLAY_BIT | EQUIPPED_BIT):
            total += standing_of_card(t, g, player, i, op, what)
    for k in range(g.marker_n):
        m = g.marker[k]
        row = t.op[m.op]
        if m.seat == player and m.waiting == 0 and row.op == op and (what == 0 or row.what & what):
            total += int(m.amount)
    if fights(g, player):
        for s in range(g.combat.n):
            if g.combat.monster[s].state == MonsterState.FIGHTING:
                total += standing_of_monster(t, g, player, s, Trigger.WHILE_FIGHTING, op, what)
    return total


@kernel
def standing_of_card(t: Tables, g: Game, player: int, i: int, op: int, what: int) -> int:
    total = 0
    ty = t.type[t.type_of[g.seat[player].table[i]]]
    for k in range(ty.effects, ty.effects_end):
        e = t.effect[k]
        holds = e.trigger == Trigger.WHILE_IN_PLAY or (e.trigger == Trigger.WHILE_EQUIPPED and active(t, g, player, i))
        if holds and suits(t, g, e.requires, player, player):
            total += sum_rows(t, g, e.ops, e.ops_end, player, op, what)
    return total


@kernel
def standing_of_monster(t: Tables, g: Game, player: int, slot: int, trigger: int, op: int, what: int) -> int:
    """What that monster does to this fighter."""
    total = 0
    ty = t.type[t.type_of[g.combat.monster[slot].card]]
    if (ty.triggers >> trigger) & 1 == 0:
        return 0
    for k in range(ty.effects, ty.effects_end):
        e = t.effect[k]
        if e.trigger == trigger and suits(t, g, e.requires, player, player):
            total += sum_rows(t, g, e.ops, e.ops_end, player, op, what)
    return total


@kernel
def sum_rows(t: Tables, g: Game, start: int, end: int, player: int, op: int, what: int) -> int:
    total = 0
    for k in range(start, end):
        row = t.op[k]
        concerns = row.op == op and (what == 0 or row.what & what) and (row.who != Who.MAIN or g.combat.main == player)
        if concerns and suits(t, g, row.cond, player, player):
            total += int(row.amount) * times(t, g, k, player)
    return total


@kernel
def times(t: Tables, g: Game, row: int, player: int) -> int:
    """How often the row's `per` is met: among the fighters, or once if the character meets it."""
    r = t.op[row]
    if r.per == NONE:
        return 1
    n = 0
    c = t.condition[r.per]
    if t.atom[c.start].of_fighters != 0:
        if atom_holds(t, g, c.start, g.combat.main, player):
            n += 1
        if g.combat.helper != NOBODY and atom_holds(t, g, c.start, g.combat.helper, player):
            n += 1
    elif t.atom[c.start].atom == Atom.HAS_KIND:
        n = count_kind(t, g.seat[player], t.atom[c.start].a)
    elif suits(t, g, r.per, player, player):
        n = 1
    if r.cap > 0 and n > r.cap:
        n = int(r.cap)
    return n


@kernel
def win_level(t: Tables, g: Game, player: int) -> int:
    own = standing(t, g, player, Op.WIN_LEVEL, 0)
    return own if own > 0 else int(g.options.win_level)


# ------------------------------------------------------------------------------------------------------ Items


@kernel
def lifted(t: Tables, seat: Seat, i: int, lift: int) -> bool:
    """Does a card on it, or the companion that carries it, let table[i] ignore limits or restrictions?"""
    if seat.host[i] != NONE and t.type[t.type_of[seat.host[i]]].lifts & lift:
        return True
    for j in range(seat.table_n):
        if seat.host[j] == seat.table[i] and t.type[t.type_of[seat.table[j]]].lifts & lift:
            return True
    return False


@kernel
def may_use(t: Tables, g: Game, player: int, card_type: int) -> bool:
    """Is he of the right kind for the Item (ITEM-05)?"""
    ty = t.type[card_type]
    if ty.usable_by != NONE and not suits(t, g, ty.usable_by, player, player):
        return False
    return ty.not_usable_by == NONE or not suits(t, g, ty.not_usable_by, player, player)


@kernel
def active(t: Tables, g: Game, player: int, i: int) -> bool:
    """Is table[i] equipped, and its owner of the right kind at this moment?"""
    seat = g.seat[player]
    if g.mark[seat.table[i]] & EQUIPPED == 0:
        return False
    return may_use(t, g, player, t.type_of[seat.table[i]]) or lifted(t, seat, i, Lift.RESTRICTIONS)


@kernel
def capacity(t: Tables, g: Game, player: int, what: int) -> int:
    """How many more than the sheet says."""
    return min(standing(t, g, player, Op.CAPACITY, what), ALL)


@kernel
def hand_limit(t: Tables, g: Game, player: int) -> int:
    """At Charity (HAND-03)."""
    return 5 + capacity(t, g, player, Capacity.HAND_CARDS)


@kernel
def slots_used(t: Tables, g: Game, player: int, slot: int) -> int:
    """Headgear, Armor, Footgear worn, or hands full (for ONE_HAND and TWO_HANDS alike)."""
    seat = g.seat[player]
    hands = slot == Slot.ONE_HAND or slot == Slot.TWO_HANDS
    n = 0
    for i in range(seat.table_n):
        if g.mark[seat.table[i]] & EQUIPPED == 0:
            continue
        worn = t.type[t.type_of[seat.table[i]]].slot
        counts = worn == slot or (hands and (worn == Slot.ONE_HAND or worn == Slot.TWO_HANDS))
        if counts and not lifted(t, seat, i, Lift.LIMITS):
            n += 2 if worn == Slot.TWO_HANDS else 1
    return n


@kernel
def slot_limit(t: Tables, g: Game, player: int, slot: int) -> int:
    match slot:
        case Slot.HEADGEAR:
            return 1 + capacity(t, g, player, Capacity.HEADGEAR)
        case Slot.ARMOR:
            return 1
        case Slot.FOOTGEAR:
            return 1 + capacity(t, g, player, Capacity.FOOTGEAR)
        case Slot.NONE:
            return ALL
    return 2 + capacity(t, g, player, Capacity.HANDS)


@kernel
def complex_used(t: Tables, g: Game, player: int) -> int:
    seat = g.seat[player]
    n = 0
    for i in range(seat.table_n):
        worn = g.mark[seat.table[i]] & EQUIPPED and t.type[t.type_of[seat.table[i]]].complex
        if worn and not lifted(t, seat, i, Lift.LIMITS):
            n += 1
    return n


@kernel
def fits(t: Tables, g: Game, player: int, card_type: int) -> bool:
    """Is there a free place to equip such an Item (ITEM-04)?"""
    ty = t.type[card_type]
    if ty.slot != Slot.NONE:
        needs = 2 if ty.slot == Slot.TWO_HANDS else 1
        if slots_used(t, g, player, ty.slot) + needs > slot_limit(t, g, player, ty.slot):
            return False
    return ty.complex == 0 or complex_used(t, g, player) < 1 + capacity(t, g, player, Capacity.COMPLEX)


@kernel
def big_carried(t: Tables, g: Game, player: int) -> int:
    """Big Items that count against the limit: not those a card lifts, not Steeds (STEED-03)."""
    seat = g.seat[player]
    n = 0
    for i in range(seat.table_n):
        ty = t.type[t.type_of[seat.table[i]]]
        if ty.big != 0 and ty.kind != CardKind.STEED and not lifted(t, seat, i, Lift.LIMITS):
            n += 1
    return n


@kernel
def may_carry(t: Tables, g: Game, player: int, card_type: int, making_room: int) -> bool:
    """Would carrying it respect Big and Steed limits (BIG-01, STEED-02), when so many Big ones go at the same time?"""
    ty = t.type[card_type]
    if ty.kind == CardKind.STEED:
        return count_kind(t, g.seat[player], CardKind.STEED) < 1
    return ty.big == 0 or big_carried(t, g, player) - making_room < 1 + capacity(t, g, player, Capacity.BIG)


@kernel
def equippable(t: Tables, g: Game, player: int, i: int) -> bool:
    """May table[i] be equipped now? (One-shots and enhancers are carried, not worn.)"""
    seat = g.seat[player]
    card_type = t.type_of[seat.table[i]]
    if t.type[card_type].kind != CardKind.ITEM or g.mark[seat.table[i]] & EQUIPPED:
        return False
    if not may_use(t, g, player, card_type) and not lifted(t, seat, i, Lift.RESTRICTIONS):
        return False
    return fits(t, g, player, card_type) or lifted(t, seat, i, Lift.LIMITS)


# --------------------------------------------------------------------------------------------------- strength


@kernel
def ignores(t: Tables, g: Game, player: int) -> int:
    """Ignore bits that hold for all of the kind; FILTERED if some hold for certain Items only."""
    bits = 0
    for k in range(g.marker_n):
        m = g.marker[k]
        if m.seat == player and m.waiting == 0 and t.op[m.op].op == Op.IGNORE:
            bits |= FILTERED if t.op[m.op].filter != NONE else int(t.op[m.op].what)
    if fights(g, player):
        for s in range(g.combat.n):
            if g.combat.monster[s].state == MonsterState.FIGHTING:
                bits |= ignores_of_monster(t, g, s)
    return bits


FILTERED = 256


@kernel
def ignores_of_monster(t: Tables, g: Game, slot: int) -> int:
    bits = 0
    ty = t.type[t.type_of[g.combat.monster[slot].card]]
    for k in range(ty.effects, ty.effects_end):
        e = t.effect[k]
        if e.trigger == Trigger.WHILE_FIGHTING:
            for r in range(e.ops, e.ops_end):
                if t.op[r].op == Op.IGNORE:
                    bits |= FILTERED if t.op[r].filter != NONE else int(t.op[r].what)
    return bits


@kernel
def item_ignored(t: Tables, g: Game, player: int, card_type: int, ignored: int) -> bool:
    if ignored & Ignore.ITEMS:
        return True
    if ignored & FILTERED == 0:
        return False
    for k in range(g.marker_n):
        m = g.marker[k]
        row = t.op[m.op]
        concerns = m.seat == player and m.waiting == 0 and row.op == Op.IGNORE and row.filter != NONE
        if concerns and row.what & Ignore.ITEMS and t.matches[row.filter][card_type]:
            return True
    for s in range(g.combat.n):
        if g.combat.monster[s].state == MonsterState.FIGHTING and monster_ignores(t, g, s, card_type):
            return True
    return False


@kernel
def monster_ignores(t: Tables, g: Game, slot: int, card_type: int) -> bool:
    ty = t.type[t.type_of[g.combat.monster[slot].card]]
    for k in range(ty.effects, ty.effects_end):
        e = t.effect[k]
        if e.trigger == Trigger.WHILE_FIGHTING:
            for r in range(e.ops, e.ops_end):
                row = t.op[r]
                if row.op == Op.IGNORE and row.filter != NONE and row.what & Ignore.ITEMS and t.matches[row.filter][card_type]:
                    return True
    return False


@kernel
def item_bonus(t: Tables, g: Game, player: int, i: int) -> int:
    """The bonus of an equipped Item: printed, with enhancers on it, and what the owner's cards add (item_bonus)."""
    seat = g.seat[player]
    card = seat.table[i]
    card_type = t.type_of[card]
    bonus = int(t.type[card_type].bonus)
    for j in range(seat.table_n):
        if seat.host[j] == card:
            bonus += attached_bonus(t, t.type_of[seat.table[j]])
        if bonus != 0 and t.type[t.type_of[seat.table[j]]].triggers & (IN_PLAY_BIT | EQUIPPED_BIT):
            bonus += added_by(t, g, player, j, card_type)
    return bonus


@kernel
def attached_bonus(t: Tables, card_type: int) -> int:
    ty = t.type[card_type]
    for k in range(ty.effects, ty.effects_end):
        for r in range(t.effect[k].ops, t.effect[k].ops_end):
            if t.op[r].op == Op.ATTACH:
                return int(t.op[r].amount)
    return 0


@kernel
def added_by(t: Tables, g: Game, player: int, j: int, card_type: int) -> int:
    bonus = 0
    ty = t.type[t.type_of[g.seat[player].table[j]]]
    for k in range(ty.effects, ty.effects_end):
        e = t.effect[k]
        if e.trigger != Trigger.WHILE_IN_PLAY and not (e.trigger == Trigger.WHILE_EQUIPPED and active(t, g, player, j)):
            continue
        for r in range(e.ops, e.ops_end):
            if t.op[r].op == Op.ITEM_BONUS and t.matches[t.op[r].filter][card_type]:
                bonus += int(t.op[r].amount)
    return bonus


@kernel
def source_bit(kind: int) -> int:
    """Which Ignore bit switches off a bonus from such a card."""
    match kind:
        case CardKind.ITEM | CardKind.ITEM_ENHANCER | CardKind.STEED:
            return Ignore.ITEMS.value
        case CardKind.ONE_SHOT | CardKind.SPECIAL:
            return Ignore.ONE_SHOTS.value
        case CardKind.COMPANION:
            return Ignore.COMPANIONS.value
    return Ignore.ABILITIES.value


@kernel
def counted(bonus: int, ignored: bool) -> int:
    """Bonuses can be ignored, penalties stay."""
    return 0 if ignored and bonus > 0 else bonus


@kernel
def card_bonus(t: Tables, g: Game, player: int, i: int, ignored: int) -> int:
    """What table[i] adds to its owner's strength."""
    card_type = t.type_of[g.seat[player].table[i]]
    ty = t.type[card_type]
    total = 0
    if ty.is_item != 0:
        if active(t, g, player, i):
            off = ignored != 0 and item_ignored(t, g, player, card_type, ignored)
            total = counted(item_bonus(t, g, player, i), off)
            if ty.triggers & EQUIPPED_BIT:
                total += counted(standing_of_card(t, g, player, i, Op.BONUS, 0), off)
        return total
    if ty.kind == CardKind.COMPANION:
        total = counted(int(ty.bonus), ignored & Ignore.COMPANIONS != 0)
    if ty.triggers & IN_PLAY_BIT:
        total += counted(standing_of_card(t, g, player, i, Op.BONUS, 0), ignored & source_bit(ty.kind) != 0)
    return total


@kernel
def strength(t: Tables, g: Game, player: int) -> int:
    """Level and everything that counts (COMBAT-02). Recomputed, never stored (COMBAT-12)."""
    ignored = ignores(t, g, player)
    seat = g.seat[player]
    total = 0 if ignored & Ignore.LEVEL else int(seat.level)
    for i in range(seat.table_n):
        total += card_bonus(t, g, player, i, ignored)
    factor = 1
    for k in range(g.marker_n):
        m = g.marker[k]
        if m.seat == player and m.waiting == 0:
            op = t.op[m.op].op
            if op == Op.BONUS:
                total += counted(int(m.amount), ignored & source_bit(t.type[t.type_of[m.card]].kind) != 0)
            elif op == Op.MULTIPLY and ignored & Ignore.ONE_SHOTS == 0:
                factor *= int(m.amount)
    if fights(g, player):
        for s in range(g.combat.n):
            if g.combat.monster[s].state == MonsterState.FIGHTING:
                total += standing_of_monster(t, g, player, s, Trigger.WHILE_FIGHTING, Op.BONUS, 0)
    return total * factor


@kernel
def only_level_counted(t: Tables, g: Game, player: int) -> bool:
    """Nothing but the Level helped him in this fight (COMBAT-07, no_bonus_used)."""
    if g.combat.munchkin_bonus > 0:
        return False
    ignored = ignores(t, g, player)
    for i in range(g.seat[player].table_n):
        if card_bonus(t, g, player, i, ignored) > 0:
            return False
    for k in range(g.marker_n):
        m = g.marker[k]
        op = t.op[m.op].op
        if m.seat == player and m.waiting == 0 and ((op == Op.BONUS and m.amount > 0) or op == Op.MULTIPLY):
            return False
    return True


@kernel
def munchkin_total(t: Tables, g: Game) -> int:
    c = g.combat
    total = strength(t, g, c.main)
    ignored = ignores(t, g, c.main)
    if c.helper != NOBODY:
        total += strength(t, g, c.helper)
        ignored |= ignores(t, g, c.helper)
    return total + counted(int(c.munchkin_bonus), ignored & Ignore.ONE_SHOTS != 0)


@kernel
def monster_strength(t: Tables, g: Game, slot: int) -> int:
    """A Mate has the strength of its original (MON-04)."""
    m = g.combat.monster[slot]
    ty = t.type[t.type_of[m.card]]
    total = int(ty.level) + int(g.combat.monster[m.root].bonus)
    if ty.triggers & FIGHTING_BIT:
        for k in range(ty.effects, ty.effects_end):
            if t.effect[k].trigger == Trigger.WHILE_FIGHTING:
                total += modifier(t, g, k)
    return total


@kernel
def modifier(t: Tables, g: Game, effect: int) -> int:
    """Against any fighter that fits, once (HELP-15)."""
    e = t.effect[effect]
    total = 0
    for r in range(e.ops, e.ops_end):
        row = t.op[r]
        if row.op == Op.MONSTER_MOD and row.to == Which.THIS:
            applies = suits(t, g, row.cond, g.combat.main, g.combat.main)
            if not applies and g.combat.helper != NOBODY:
                applies = suits(t, g, row.cond, g.combat.helper, g.combat.helper)
            if applies and suits(t, g, e.requires, g.combat.main, g.combat.main):
                total += int(row.amount) * times(t, g, r, g.combat.main)
    return total


@kernel
def monster_total(t: Tables, g: Game) -> int:
    total = int(g.combat.monster_bonus)
    for s in range(g.combat.n):
        if g.combat.monster[s].state == MonsterState.FIGHTING:
            total += monster_strength(t, g, s)
    return total


@kernel
def wins_ties(t: Tables, g: Game) -> bool:
    """A tie rule of main or helper counts for the side (COMBAT-15)."""
    if standing(t, g, g.combat.main, Op.WIN_TIES, 0) > 0:
        return True
    return g.combat.helper != NOBODY and standing(t, g, g.combat.helper, Op.WIN_TIES, 0) > 0


@kernel
def winning(t: Tables, g: Game) -> bool:
    mine = munchkin_total(t, g)
    theirs = monster_total(t, g)
    return mine > theirs or (mine == theirs and wins_ties(t, g))


@kernel
def monsters_fighting(g: Game) -> int:
    """Bits of the slots that still fight."""
    bits = 0
    for s in range(g.combat.n):
        if g.combat.monster[s].state == MonsterState.FIGHTING:
            bits |= 1 << s
    return bits


@kernel
def treasures_of(t: Tables, g: Game, slot: int) -> int:
    """Printed and changed by what was played on it, at least 1 if the card prints any (MON-11)."""
    m = g.combat.monster[slot]
    printed = int(t.type[t.type_of[m.card]].treasures)
    if printed == 0:
        return max(0, int(g.combat.monster[m.root].treasures))
    return max(1, printed + int(g.combat.monster[m.root].treasures))


@kernel
def treasures_at_stake(t: Tables, g: Game) -> int:
    """What winning brings: monsters that fight or were killed, and those that pay although they are gone."""
    total = 0
    for s in range(g.combat.n):
        m = g.combat.monster[s]
        if m.state != MonsterState.GONE or m.pays:
            total += treasures_of(t, g, s)
    return total


@kernel
def gold_of(t: Tables, g: Game, player: int, hand: int, table: int) -> int:
    gold = 0
    seat = g.seat[player]
    for i in range(min(seat.hand_n, HAND_SLOTS)):
        if (hand >> i) & 1:
            gold += int(t.type[t.type_of[seat.hand[i]]].gold)
    for i in range(min(seat.table_n, TABLE_SLOTS)):
        if (table >> i) & 1:
            gold += int(t.type[t.type_of[seat.table[i]]].gold)
    return gold


@kernel
def of_level(g: Game, among: int, level: int) -> int:
    """Those of the seats who have that Level."""
    bits = 0
    for p in range(g.n_players):
        if (among >> p) & 1 and g.seat[p].level == level:
            bits |= 1 << p
    return bits


@kernel
def has_dual(t: Tables, seat: Seat, kind: int) -> bool:
    """Super Munchkin for Classes, Half-Breed for Races."""
    for i in range(seat.table_n):
        ty = t.type[t.type_of[seat.table[i]]]
        if ty.kind == CardKind.DUAL and ty.dual_of == kind:
            return True
    return False


@kernel
def kind_bits(t: Tables, seat: Seat, kind: int) -> int:
    """The table slots with a card of that kind."""
    bits = 0
    for i in range(min(seat.table_n, TABLE_SLOTS)):
        if t.type[t.type_of[seat.table[i]]].kind == kind:
            bits |= 1 << i
    return bits
