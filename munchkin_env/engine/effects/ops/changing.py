"""Ops that modify, cancel and attach."""

from munchkin_env.core.kernel import kernel
from munchkin_env.engine.queries.decks import index_in_hand, index_on_table
from munchkin_env.engine.queries.limits import equippable
from munchkin_env.engine.queries.moments import curse_victims
from munchkin_env.engine.queries.offers import hosts_in_hand, hosts_on_table
from munchkin_env.engine.queries.seats import fights
from munchkin_env.engine.queries.standing import times
from munchkin_env.engine.queries.strength import one_shot_bonus, source_bit
from munchkin_env.engine.state.actions import TABLE_SLOTS
from munchkin_env.engine.state.events import EVERYONE, What, log
from munchkin_env.engine.state.kinds import Kind
from munchkin_env.engine.state.records import NOBODY, Frame, Game, Room
from munchkin_env.engine.state.stack import Disposal, Why, push
from munchkin_env.engine.verbs.asking import ask_card, ask_other, ask_player
from munchkin_env.engine.verbs.deeds import hit_fighters
from munchkin_env.engine.verbs.expiry import lift_curse
from munchkin_env.engine.verbs.markers import add_marker
from munchkin_env.engine.verbs.piles import from_hand, put_on, to_table, to_zone
from munchkin_env.engine.verbs.registers import again, subject
from munchkin_env.vocabulary.tables import Tables
from munchkin_env.vocabulary.words import NONE, Cancel, CardKind, Ignore, Phase, Side, Trigger, Until, Who


@kernel
def cancel(t: Tables, g: Game, f: Frame, k: int) -> None:
    f.ok = 0
    if t.op[k].what == Cancel.CURSE:
        cancel_curse(t, g, f, k)
    elif t.op[k].what == Cancel.ESCAPE:
        cancel_escape(g, f)
    elif t.op[k].what == Cancel.CARD or t.op[k].what == Cancel.DEATH:
        below_it = g.stack[g.depth - (3 if t.op[k].what == Cancel.CARD else 2)]  # between this and a card just played: the window
        below_it.ok = 0
        f.ok = 1


@kernel
def cancel_curse(t: Tables, g: Game, f: Frame, k: int) -> None:
    """The one about to strike if this answers it; otherwise one in force, on a player of the user's choice."""
    below_it = g.stack[g.depth - 3]
    if g.stack[g.depth - 2].kind == Kind.CURSE_WINDOW:
        below_it.ok = 0
        f.ok = 1
        return
    if f.it == NONE:
        victims = curse_victims(t, g, NONE) if t.op[k].who == Who.ANY_PLAYER else 1 << subject(g, f, t.op[k].who)
        if f.answer == NONE:
            if victims != 0:
                again(f)
                ask_player(g, f.player, victims, Why.CURSE_OF)
            return
        f.it = f.answer
        f.answer = NONE
    if f.answer == NONE:
        again(f)
        ask_other(t, g, f.player, f.it, curses_of(t, g, f.it), False, Why.CURSE, f.card)
        return
    lift_curse(t, g, f.it, f.answer)
    f.answer = NONE
    f.ok = 1


@kernel
def curses_of(t: Tables, g: Game, player: int) -> int:
    bits = 0
    for i in range(min(g.seat[player].table_n, TABLE_SLOTS)):
        if t.type[t.type_of[g.seat[player].table[i]]].kind == CardKind.CURSE:
            bits |= 1 << i
    return bits


@kernel
def cancel_escape(g: Game, f: Frame) -> None:
    """The target must roll, again if they have rolled; before that they may do whatever is allowed before a roll (RUN-11)."""
    if g.combat.runner == f.target:
        g.combat.escaped = -1  # from this monster; an Instant Wall still protects from the others
        g.combat.die = 0
        f.ok = 1
        push(g, Kind.ESCAPE, f.target)


@kernel
def attach(t: Tables, g: Game, f: Frame, k: int) -> None:
    """The card stays on one in play, or on one laid down from hand with it (CHEAT-01)."""
    p = int(f.player)
    if f.answer == NONE:
        again(f)
        ask_card(t, g, p, hosts_in_hand(t, g, p, f.card), hosts_on_table(t, g, p, f.card), Why.ATTACH, False, f.card)
        return
    host = int(f.answer)
    f.answer = NONE
    from_hand_now = index_on_table(g.seat[p], host) == NONE
    if from_hand_now:
        log(g, What.LAYS_DOWN, p, NONE, host, 0, EVERYONE)
        from_hand(g, p, index_in_hand(g.seat[p], host))
        to_table(t, g, p, host, False)
    to_table(t, g, p, f.card, False)
    g.seat[p].host[g.seat[p].table_n - 1] = host
    log(g, What.PUTS_ON, p, NONE, f.card, host, EVERYONE)
    f.disposal = Disposal.NONE
    place = index_on_table(g.seat[p], host)
    if from_hand_now and equippable(t, g, p, place):
        put_on(g, p, host)
    f.ok = 1


@kernel
def mark(t: Tables, g: Game, f: Frame, k: int) -> None:
    """A modifier with a duration becomes a marker."""
    row = t.op[k]
    p = subject(g, f, row.who)
    f.ok = 0
    if p == NOBODY:
        return
    add_marker(g, f.card, k, int(row.amount) * times(t, g, k, p), p, row.until, waits(t, g, f, p, row.until))
    f.ok = 1


@kernel
def phase(t: Tables, g: Game, f: Frame, k: int) -> None:
    """Opens phase 2 of this turn again, for both or only for looting; or cancels a future one."""
    row = t.op[k]
    if row.flag == 0:
        mark(t, g, f, k)
        return
    if row.what == Phase.TROUBLE_OR_LOOT:
        g.room = Room.OPEN
    elif g.room == Room.CLOSED:
        g.room = Room.LOOT_ONLY
    f.ok = 1


@kernel
def waits(t: Tables, g: Game, f: Frame, player: int, until: int) -> int:
    """Does its time begin later? A Curse on a fighter counts in that fight (CURSE-03); Bad Stuff means the next one."""
    match until:
        case Until.NEXT_COMBAT_END:
            if fights(g, player):
                return 1 if t.effect[f.effect].trigger == Trigger.BAD_STUFF else 0
            return 1 if (int(g.combat.met) >> player) & 1 else 0  # they have left the fight, which is not their next one
        case Until.NEXT_TURN_END:
            return 2 if g.turn_player == player else 0  # it holds already; the end of the current turn is not meant
    return 0


@kernel
def note_in_zone(t: Tables, g: Game, f: Frame, amount: int) -> None:
    """Record in the fight what the card adds to the munchkins: a monster may be immune to it."""
    if f.disposal == Disposal.ZONE:
        f.disposal = Disposal.NONE
        to_zone(t, g, f.card)
    for i in range(g.combat.zone_n):
        if g.combat.zone[i] == f.card:
            g.combat.zone_adds[i] += amount


@kernel
def side_bonus(t: Tables, g: Game, f: Frame, k: int) -> None:
    row = t.op[k]
    side = int(row.what)
    if side == Side.EITHER:
        if f.answer == NONE:
            again(f)
            q = push(g, Kind.ASK_SIDE, f.player)
            q.why = Why.SIDE
            q.card = f.card
            return
        side = int(f.answer)
        f.answer = NONE
    amount = int(row.amount) * times(t, g, k, f.player)
    if amount > 0 and f.card != NONE:
        amount += one_shot_bonus(t, g, f.player, t.type_of[f.card])
    log(g, What.MUNCHKINS_GET if side == Side.MUNCHKINS else What.MONSTERS_GET, g.combat.main, NONE, f.card, amount, EVERYONE)
    if side == Side.MUNCHKINS:
        g.combat.munchkin_bonus += amount
        if source_bit(t.type[t.type_of[f.card]].kind) == Ignore.ABILITIES:
            g.combat.power_bonus += amount
        note_in_zone(t, g, f, amount)
        g.combat.used_tags |= t.type[t.type_of[f.card]].tags
    else:
        g.combat.monster_bonus += amount
    if amount != 0 and (amount > 0) == (side == Side.MONSTERS):
        hit_fighters(t, g, f)
    f.ok = 1
