"""Ops on the monsters and the fighters of a fight."""

from munchkin_env.core.kernel import kernel
from munchkin_env.engine.queries.conditions import fight_tags, monsters_fighting
from munchkin_env.engine.queries.decks import index_in_hand, index_on_table
from munchkin_env.engine.queries.joining import sheddable
from munchkin_env.engine.queries.moments import could_help
from munchkin_env.engine.queries.seats import highest_level, lowest_level, of_level
from munchkin_env.engine.state.actions import HAND_SLOTS
from munchkin_env.engine.state.events import EVERYONE, What, log
from munchkin_env.engine.state.kinds import Kind
from munchkin_env.engine.state.records import MAX_MONSTERS, NOBODY, Frame, Game, Monster, MonsterState
from munchkin_env.engine.state.stack import Ask, Why, push
from munchkin_env.engine.verbs.asking import STOPPED, ask_card, ask_monster, ask_player
from munchkin_env.engine.verbs.combat_cards import blank_offer
from munchkin_env.engine.verbs.deeds import hit, hit_fighters
from munchkin_env.engine.verbs.entering import call_up, enter_fight, tell_lapse
from munchkin_env.engine.verbs.monsters import new_monster, take_out
from munchkin_env.engine.verbs.piles import discard, from_hand, from_table
from munchkin_env.engine.verbs.registers import again, amount_of
from munchkin_env.vocabulary.tables import Tables
from munchkin_env.vocabulary.words import NONE, CardKind, Op, Reward, Trigger, Which, Who


@kernel
def the_monster(g: Game, f: Frame, which: int) -> int:
    """The slot meant, or NONE if it is being asked for (or there is none)."""
    if which == Which.THIS:
        return int(f.slot)
    if f.answer != NONE:
        slot = int(f.answer)
        f.answer = NONE
        return slot if 0 <= slot < g.combat.n else NONE
    if monsters_fighting(g) != 0:
        again(f)
        ask_monster(g, f.player, monsters_fighting(g), Why.MONSTER)
    return NONE


@kernel
def monster_mod(t: Tables, g: Game, f: Frame, k: int) -> None:
    row = t.op[k]
    f.ok = 0
    if row.to == Which.ALL:
        for s in range(g.combat.n):
            if g.combat.monster[s].root == s:
                modify_monster(t, g, f, k, g.combat.monster[s])
        return
    may_bring = row.to == Which.ONE and row.tags != 0
    if may_bring and f.slot == NONE and brings_along(t, g, f, k):
        return
    slot = int(f.slot) if may_bring and f.slot >= 0 else the_monster(g, f, row.to)
    if slot != NONE:
        modify_monster(t, g, f, k, g.combat.monster[g.combat.monster[slot].root])


@kernel
def brings_along(t: Tables, g: Game, f: Frame, k: int) -> bool:
    """A card that changes a monster's kind may be played with a monster from hand, which joins one of that kind (MON-08).

    True while the user is being asked; then `slot` is the monster that has joined, or STOPPED.
    """
    bits = hand_monsters(t, g, f.player)
    if t.op[k].tags & fight_tags(t, g) == 0 or bits == 0 or g.combat.n >= MAX_MONSTERS:
        return False
    if f.answer == NONE:
        again(f)
        ask_card(t, g, f.player, bits, 0, Why.MONSTER_FROM_HAND, True, f.card)
        return True
    card = int(f.answer)
    f.answer = NONE
    f.slot = STOPPED
    if card != STOPPED:
        log(g, What.BRINGS, f.player, NONE, card, 0, EVERYONE)
        from_hand(g, f.player, index_in_hand(g.seat[f.player], card))
        hit_fighters(t, g, f)
        f.slot = new_monster(t, g, card, NONE)
    return False


@kernel
def modify_monster(t: Tables, g: Game, f: Frame, k: int, m: Monster) -> None:
    """Applies to the original and its Mate alike (MON-04)."""
    bonus = amount_of(g, f, t.op[k].amount, t.op[k].cap)
    m.bonus += bonus
    if bonus > 0:
        hit_fighters(t, g, f)
    m.treasures += t.op[k].treasures
    tell_change(g, m, bonus, t.op[k].treasures, int(t.op[k].tags) & ~int(m.tags))
    m.tags |= t.op[k].tags
    f.ok = 1


@kernel
def tell_change(g: Game, m: Monster, bonus: int, treasures: int, tags: int) -> None:
    if bonus != 0:
        log(g, What.STRENGTHENED, NOBODY, NOBODY, m.card, bonus, EVERYONE)
    if treasures != 0:
        log(g, What.ENRICHED, NOBODY, NOBODY, m.card, treasures, EVERYONE)
    if tags != 0:
        log(g, What.TRANSFORMED, NOBODY, NOBODY, m.card, 0, EVERYONE)


@kernel
def clone_monster(t: Tables, g: Game, f: Frame) -> None:
    f.ok = 0
    if g.combat.n >= MAX_MONSTERS:
        return
    slot = the_monster(g, f, Which.ONE)
    if slot != NONE:
        m = g.combat.monster[slot]
        f.ok = 1
        hit_fighters(t, g, f)
        new_monster(t, g, m.card, m.root)


@kernel
def add_monster(t: Tables, g: Game, f: Frame) -> None:
    """From the user's hand (MON-05)."""
    p = int(f.player)
    f.ok = 0
    if f.answer == NONE:
        bits = hand_monsters(t, g, p)
        if bits != 0 and g.combat.n < MAX_MONSTERS:
            again(f)
            ask_card(t, g, p, bits, 0, Why.MONSTER_FROM_HAND, False, f.card)
        return
    card = int(f.answer)
    f.answer = NONE
    log(g, What.BRINGS, p, NONE, card, 0, EVERYONE)
    from_hand(g, p, index_in_hand(g.seat[p], card))
    f.ok = 1
    if t.type[t.type_of[card]].level > f.sent_level:
        hit_fighters(t, g, f)
    new_monster(t, g, card, NONE)


@kernel
def hand_monsters(t: Tables, g: Game, player: int) -> int:
    bits = 0
    seat = g.seat[player]
    for i in range(min(seat.hand_n, HAND_SLOTS)):
        if t.type[t.type_of[seat.hand[i]]].kind == CardKind.MONSTER:
            bits |= 1 << i
    return bits


@kernel
def remove_monster(t: Tables, g: Game, f: Frame, k: int) -> None:
    row = t.op[k]
    f.ok = 0
    g.combat.forfeit |= row.what
    if row.to == Which.THIS or row.to == Which.ONE:
        slot = the_monster(g, f, row.to)
        if slot != NONE and g.combat.monster[slot].state == MonsterState.FIGHTING:
            take_out(t, g, slot, row.flag, row.treasures)
            f.sent_level = t.type[t.type_of[g.combat.monster[slot].card]].level
            f.ok = 1
            put_off(t, g, f, slot)
        return
    for s in range(g.combat.n):
        m = g.combat.monster[s]
        if m.state == MonsterState.FIGHTING and (row.to == Which.ALL or t.matches[row.filter][t.type_of[m.card]]):
            take_out(t, g, s, row.flag, row.treasures)
            f.ok = 1


@kernel
def put_off(t: Tables, g: Game, f: Frame, slot: int) -> None:
    """The reward of a monster that a player need not fight: while others fight on, it waits for a victory (CONF-04, MON-07)."""
    if t.effect[f.effect].trigger != Trigger.BEFORE_COMBAT or monsters_fighting(g) == 0 or f.pc >= f.end:
        return
    if t.op[f.pc].op == Op.DRAW or t.op[f.pc].op == Op.GAIN_LEVEL:
        m = g.combat.monster[slot]
        m.rewards |= 1 << (int(f.effect) - int(t.type[t.type_of[m.card]].effects))
        f.pc = f.end


@kernel
def replace_fighter(t: Tables, g: Game, f: Frame) -> None:
    """The target becomes main, with all rights; the old main is out, a helper stays (COMBAT-14)."""
    c = g.combat
    f.ok = 0
    if c.on and c.open and f.target != NOBODY and c.helper != f.target:
        if makes_ready(t, g, f, f.target):
            return
        log(g, What.TAKES_OVER, f.target, c.main, NONE, 0, EVERYONE)
        tell_lapse(g)
        g.recheck |= 1 << int(c.main)  # they are free: what they may not wear comes off now (ITEM-05)
        c.main = f.target
        enter_fight(g, f.target)
        c.asked = 0
        c.refused = 0
        g.deal.bribe = NONE  # what the old main promised of their own cards lapses (HELP-07)
        g.deal.card = NONE
        f.ok = 1


@kernel
def makes_ready(t: Tables, g: Game, f: Frame, player: int) -> bool:
    """True while the player is asked what to discard before joining, if that matters (TIME-01)."""
    card = int(f.answer)
    f.answer = NONE
    if card == NONE:
        bits = sheddable(t, g, player)
        if bits:
            again(f)
            ask_card(t, g, player, 0, bits, Why.GIVE_UP, True, f.card)
        return bits != 0
    if card == STOPPED:
        return False
    again(f)
    log(g, What.DISCARDS, player, NONE, card, 0, EVERYONE)
    discard(t, g, from_table(t, g, player, index_on_table(g.seat[player], card)))
    return True


@kernel
def force_help(t: Tables, g: Game, f: Frame, k: int) -> None:
    """A player must help (HELP-10): for free, or on terms that main names; a player who may refuse is asked."""
    row = t.op[k]
    f.ok = 0
    helper = int(f.target)
    if row.who != Who.TARGET:
        helper = compellable(t, g, f, row.who)
        if helper == NOBODY:
            return
        hit(g, f, helper)
    blank_offer(g.offer)
    g.offer.to = helper
    if row.what == Reward.FREE:
        push(g, Kind.OFFER_TREASURES, f.player).ask = Ask.REFUSABLE.value if row.flag else Ask.COMPELLED.value
        return
    if row.flag:
        push(g, Kind.ANSWER_HELP, helper).ask = Ask.REFUSABLE
        return
    call_up(t, g, helper)


@kernel
def compellable(t: Tables, g: Game, f: Frame, who: int) -> int:
    """Those with the highest or lowest Level who can help; main picks among ties. NOBODY while main is asked."""
    if f.answer != NONE:
        helper = int(f.answer)
        f.answer = NONE
        return helper
    able = could_help(t, g)
    if able != 0:
        again(f)
        level = highest_level(g, able) if who == Who.HIGHEST_LEVEL else lowest_level(g, able)
        ask_player(g, f.player, of_level(g, able, level), Why.TARGET)
    return NOBODY
