"""Strengths, and who would win (COMBAT-02). Recomputed whenever needed, never stored (COMBAT-12)."""

from munchkin_env.core.kernel import kernel
from munchkin_env.engine.state.records import EQUIPPED, NOBODY, Game, MonsterState
from munchkin_env.vocabulary.tables import Tables
from munchkin_env.vocabulary.words import NONE, Atom, CardKind, Ignore, Op, Trigger, Which

from .conditions import joined, suits
from .seats import fights, is_carried
from .standing import FIGHTING_BIT, active, attach_row, in_force, standing, standing_of_card, standing_of_monster, times

FILTERED = 256


@kernel
def holds_in_fight(t: Tables, g: Game, condition: int, player: int) -> bool:
    """Like `suits`, plus conditions on strength (but not on stakes: `offers.holds`)."""
    if condition == NONE:
        return True
    return joined(t, g, condition, player, player, known_of_strength(t, g, condition, player))


@kernel
def known_of_strength(t: Tables, g: Game, condition: int, player: int) -> int:
    """Bits of the condition's rows that test strength, and hold."""
    c = t.condition[condition]
    bits = 0
    for row in range(c.start, c.end):
        if strength_says(t, g, row, player):
            bits |= 1 << (row - c.start)
    return bits


@kernel
def strength_says(t: Tables, g: Game, row: int, player: int) -> bool:
    a = t.atom[row]
    match a.atom:
        case Atom.LOSING:
            return bool(g.combat.on != 0 and not winning(t, g))
        case Atom.NO_BONUS_USED:
            return only_level_counted(t, g, player)
        case Atom.USED_TAG:
            return (used_tags(t, g) >> int(a.a)) & 1 == 1
    return False


@kernel
def used_tags(t: Tables, g: Game) -> int:
    """Tags of what strengthens the munchkins: one-shots played for them, and active Items."""
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
        counts = active(t, g, player, i) and not item_ignored(t, g, player, i, ignored)
        if counts and t.type[card_type].bonus > 0:
            tags |= int(t.type[card_type].tags)
    return tags


@kernel
def ignores(t: Tables, g: Game, player: int) -> int:
    """Ignore bits that hold for a whole kind; FILTERED if some hold for certain Items only."""
    bits = 0
    for k in range(g.marker_n):
        m = g.marker[k]
        if t.op[m.op].op == Op.IGNORE and in_force(t, g, k, player):
            bits |= FILTERED if t.op[m.op].filter != NONE else int(t.op[m.op].what)
    if fights(g, player):
        for s in range(g.combat.n):
            if g.combat.monster[s].state == MonsterState.FIGHTING:
                bits |= ignores_of_monster(t, g, s)
    return bits


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
def item_ignored(t: Tables, g: Game, player: int, i: int, ignored: int) -> bool:
    """Does table[i] not count: as an Item, by its slot or tag, or because the companion that carries it does not count?"""
    seat = g.seat[player]
    card_type = t.type_of[seat.table[i]]
    if ignored & Ignore.ITEMS or (ignored & Ignore.COMPANIONS and is_carried(t, seat, i)):
        return True
    if ignored & FILTERED == 0:
        return False
    for k in range(g.marker_n):
        m = g.marker[k]
        row = t.op[m.op]
        concerns = row.op == Op.IGNORE and row.filter != NONE and in_force(t, g, k, player)
        if concerns and row.what & Ignore.ITEMS and t.matches[row.filter][card_type]:
            return True
    for s in range(g.combat.n):
        if g.combat.monster[s].state == MonsterState.FIGHTING and monster_ignores(t, g, s, card_type, Ignore.ITEMS):
            return True
    return False


@kernel
def monster_ignores(t: Tables, g: Game, slot: int, card_type: int, what: int) -> bool:
    ty = t.type[t.type_of[g.combat.monster[slot].card]]
    for k in range(ty.effects, ty.effects_end):
        e = t.effect[k]
        if e.trigger == Trigger.WHILE_FIGHTING:
            for r in range(e.ops, e.ops_end):
                row = t.op[r]
                if row.op == Op.IGNORE and row.filter != NONE and row.what & what and t.matches[row.filter][card_type]:
                    return True
    return False


@kernel
def item_bonus(t: Tables, g: Game, player: int, i: int) -> int:
    """The bonus of an equipped Item: printed, of enhancers on it, and what the owner's cards add (item_bonus)."""
    seat = g.seat[player]
    card = seat.table[i]
    card_type = t.type_of[card]
    bonus = int(t.type[card_type].bonus)
    for j in range(seat.table_n):
        if seat.host[j] == card:
            bonus += attached_bonus(t, t.type_of[seat.table[j]])
    for j in range(seat.table_n):
        if bonus != 0 and (t.type[t.type_of[seat.table[j]]].standing >> Op.ITEM_BONUS) & 1:
            bonus += added_by(t, g, player, j, card_type)
    return bonus


@kernel
def attached_bonus(t: Tables, card_type: int) -> int:
    row = attach_row(t, card_type)
    return 0 if row == NONE else int(t.op[row].amount)


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
def one_shot_bonus(t: Tables, g: Game, player: int, card_type: int) -> int:
    """What the user's cards add to a one-shot that strengthens a side (item_bonus)."""
    bonus = 0
    for j in range(g.seat[player].table_n):
        if (t.type[t.type_of[g.seat[player].table[j]]].standing >> Op.ITEM_BONUS) & 1:
            bonus += added_by(t, g, player, j, card_type)
    return bonus


@kernel
def source_bit(kind: int) -> int:
    """The Ignore bit that disables a bonus from such a card."""
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
    """Bonuses can be ignored, penalties remain."""
    return 0 if ignored and bonus > 0 else bonus


@kernel
def idle(t: Tables, g: Game, player: int, i: int) -> bool:
    """Is it obvious that table[i] adds nothing: an unequipped Item, another card without a bonus?"""
    card = int(g.seat[player].table[i])
    ty = t.type[t.type_of[card]]
    if ty.is_item != 0:
        return bool(g.mark[card] & EQUIPPED == 0)
    return bool(ty.kind != CardKind.COMPANION and (ty.standing >> Op.BONUS) & 1 == 0)


@kernel
def card_bonus(t: Tables, g: Game, player: int, i: int, ignored: int) -> int:
    """What table[i] adds to its owner's strength."""
    card_type = t.type_of[g.seat[player].table[i]]
    ty = t.type[card_type]
    total = 0
    if ty.is_item != 0:
        if active(t, g, player, i):
            off = ignored != 0 and item_ignored(t, g, player, i, ignored)
            total = counted(item_bonus(t, g, player, i), off)
            if (ty.standing >> Op.BONUS) & 1:
                total += counted(standing_of_card(t, g, player, i, Op.BONUS, 0), off)
        return total
    if ty.kind == CardKind.COMPANION:
        total = counted(int(ty.bonus), ignored & Ignore.COMPANIONS != 0)
    if (ty.standing >> Op.BONUS) & 1:
        total += counted(standing_of_card(t, g, player, i, Op.BONUS, 0), ignored & source_bit(ty.kind) != 0)
    return total


@kernel
def strength(t: Tables, g: Game, player: int) -> int:
    """Level and everything that counts (COMBAT-02). Recomputed, never stored (COMBAT-12)."""
    ignored = ignores(t, g, player)
    cards = 0
    for i in range(g.seat[player].table_n):
        if not idle(t, g, player, i):
            cards += card_bonus(t, g, player, i, ignored)
    return strength_with(t, g, player, cards, ignored)


@kernel
def strength_with(t: Tables, g: Game, player: int, cards: int, ignored: int) -> int:
    """The player's strength if the cards on their table add up to that."""
    total = cards + (0 if ignored & Ignore.LEVEL else int(g.seat[player].level))
    factor = 1
    for k in range(g.marker_n):
        if in_force(t, g, k, player):
            m = g.marker[k]
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
    """Only their Level helped the player in this fight (COMBAT-07, no_bonus_used)."""
    if g.combat.munchkin_bonus > 0:
        return False
    ignored = ignores(t, g, player)
    for i in range(g.seat[player].table_n):
        if card_bonus(t, g, player, i, ignored) > 0:
            return False
    for k in range(g.marker_n):
        m = g.marker[k]
        op = t.op[m.op].op
        if ((op == Op.BONUS and m.amount > 0) or op == Op.MULTIPLY) and in_force(t, g, k, player):
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
    powers = int(c.power_bonus)
    one_shots = int(c.munchkin_bonus) - powers
    if ignored & FILTERED and ignored & Ignore.ONE_SHOTS == 0:
        one_shots -= wasted(t, g)
    return total + counted(one_shots, ignored & Ignore.ONE_SHOTS != 0) + counted(powers, ignored & Ignore.ABILITIES != 0)


@kernel
def wasted(t: Tables, g: Game) -> int:
    """What one-shots added to the munchkins despite a monster of the fight that is immune to it."""
    bonus = 0
    for i in range(g.combat.zone_n):
        if g.combat.zone_adds[i] <= 0:
            continue
        for s in range(g.combat.n):
            fights_on = g.combat.monster[s].state == MonsterState.FIGHTING
            if fights_on and monster_ignores(t, g, s, t.type_of[g.combat.zone[i]], Ignore.ONE_SHOTS):
                bonus += int(g.combat.zone_adds[i])
                break
    return bonus


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
    """Against any matching fighter, once (HELP-15)."""
    e = t.effect[effect]
    total = 0
    for r in range(e.ops, e.ops_end):
        row = t.op[r]
        if row.op != Op.MONSTER_MOD or row.to != Which.THIS or not concerns_a_fighter(t, g, row.cond, g.combat.helper != NOBODY):
            continue
        if suits(t, g, e.requires, g.combat.main, g.combat.main):
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
def concerns_a_fighter(t: Tables, g: Game, condition: int, with_helper: bool) -> bool:
    if suits(t, g, condition, g.combat.main, g.combat.main):
        return True
    return with_helper and suits(t, g, condition, g.combat.helper, g.combat.helper)
