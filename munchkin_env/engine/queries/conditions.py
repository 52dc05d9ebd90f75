"""Conditions: tests on a character or the fight.

`suits` evaluates tests that depend neither on strength nor on a program's context. Callers that know more (`offers.holds`, a program, a
Curse) say which rows of the condition hold, and `joined` does the rest: it is the only evaluator of conditions.
"""

from munchkin_env.core.kernel import kernel
from munchkin_env.engine.state.records import NOBODY, Game, MonsterState
from munchkin_env.vocabulary.tables import Tables
from munchkin_env.vocabulary.words import NONE, Atom

from .seats import fights, hand_has_kind, has_companion_of, has_kind, has_type, highest_level, living, table_has_kind, traits, wears


@kernel
def suits(t: Tables, g: Game, condition: int, player: int, user: int) -> bool:
    """Does the player satisfy it? Tests of strength, stakes, a monster or a Curse never hold here: see `holds` and `suits_program`."""
    if condition == NONE:
        return True
    c = t.condition[condition]
    if c.end - c.start == 1:
        return suits_atom(t, g, c.start, player, user)
    return joined(t, g, condition, player, user, 0)


@kernel
def joined(t: Tables, g: Game, condition: int, player: int, user: int, known: int) -> bool:
    """The same with the caller's knowledge. known: bits of the condition's rows that hold."""
    c = t.condition[condition]
    results = 0
    for row in range(c.start, c.end):
        a = t.atom[row]
        if a.atom >= Atom.ALL_OF:
            results = join_results(results, a.atom, a.a)
        else:
            holds = (known >> (row - c.start)) & 1 == 1 or suits_atom(t, g, row, player, user)
            results = results << 1 | (1 if holds else 0)
    return results & 1 == 1


@kernel
def rows_of(t: Tables, condition: int, atom: int) -> int:
    """Bits of the condition's rows with such a test."""
    c = t.condition[condition]
    bits = 0
    for row in range(c.start, c.end):
        if t.atom[row].atom == atom:
            bits |= 1 << (row - c.start)
    return bits


@kernel
def suits_program(t: Tables, g: Game, condition: int, player: int, user: int, slot: int, own_door: bool) -> bool:
    """Like `suits` in a known context: the monster of that slot (or NONE), a Curse from the player's own door or another."""
    if condition == NONE:
        return True
    known = 0
    if slot >= 0 and g.combat.monster[slot].caught != 0:
        known |= rows_of(t, condition, Atom.CAUGHT_SOMEONE)
    if own_door:
        known |= rows_of(t, condition, Atom.OWN_DOOR_CURSE)
    return joined(t, g, condition, player, user, known)


@kernel
def join_results(results: int, atom: int, n: int) -> int:
    """Combine the last n results into one."""
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
            return bool(seat.sex == a or (r.companions != 0 and has_companion_of(t, g, player, a)))
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
            return killed_any(g, player)
        case Atom.NOT_IN_COMBAT:
            return not fights(g, player)
        case Atom.OWN_TURN:
            return bool(g.turn_player == player)
    return False


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
def killed_any(g: Game, player: int) -> bool:
    """Was a monster killed? For a helper: was one killed while they helped?"""
    for s in range(g.combat.n):
        if g.combat.monster[s].state == MonsterState.KILLED and (g.combat.helper != player or helped_to_kill(g, s)):
            return True
    return False


@kernel
def helped_to_kill(g: Game, slot: int) -> bool:
    """Was the current helper there when it was killed (HELP-20)?"""
    return bool(g.combat.helper != NOBODY and g.combat.monster[slot].helped == g.combat.helper)


@kernel
def monsters_fighting(g: Game) -> int:
    """Bits of the slots that are still fighting."""
    bits = 0
    for s in range(g.combat.n):
        if g.combat.monster[s].state == MonsterState.FIGHTING:
            bits |= 1 << s
    return bits
