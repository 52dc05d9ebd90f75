"""Cards are programs: one interpreter, one small function per op.

An EFFECTS frame carries the registers: player (the user), victim, target, it (of a loop), slot (the monster), card, effect,
ok (the op before did something), face (the die), gold. An op that needs an answer asks, and is run again with it in `value`.
Whoever is dead is passed over (DEATH-08).
"""

from ..cards.vocabulary import (
    ALL,
    ANY,
    LOWEST_IN_GAME,
    MARGIN,
    NONE,
    PAID,
    ROLLED,
    Cancel,
    Cannot,
    CardKind,
    Chooser,
    Deck,
    Face,
    Into,
    Need,
    Op,
    Pays,
    Pick,
    Side,
    Tables,
    Trigger,
    Until,
    Which,
    Who,
    Zone,
)
from .actions import TABLE_SLOTS
from .asking import (
    BLIND_TAKE,
    STOPPED,
    ask_card,
    ask_monster,
    ask_number,
    ask_other,
    ask_player,
    ask_yes,
)
from .bits import count_bits
from .combat_cards import blank_monster, blank_offer
from .events import EVERYONE, What, log
from .kernel import kernel
from .markers import end_markers, lift_curse
from .offers import curse_victims, hand_candidates, hosts_in_hand, hosts_on_table, table_candidates
from .piles import (
    add_marker,
    discard,
    discards_of,
    from_hand,
    from_table,
    has_marker,
    index_in_hand,
    index_on_table,
    take_discard,
    to_hand,
    to_table,
    to_zone,
)
from .rng import below, roll_d6
from .seats import (
    card_bonus,
    equippable,
    fights,
    gold_of,
    has_kind,
    highest_level,
    ignores,
    item_bonus,
    left_of,
    living,
    lowest_level,
    may_carry,
    monsters_fighting,
    of_level,
    right_of,
    standing,
    suits,
    times,
    win_level,
)
from .stack import Dice, Disposal, Goal, Kind, Why, pop, push, top
from .state import EQUIPPED, KNOWN, MAX_MONSTERS, NOBODY, Frame, Game, Monster, MonsterState, Room, Stream

ITEM_SLOT_HEADGEAR = 1


# --------------------------------------------------------------------------------------------------- programs


@kernel
def start(t: Tables, g: Game, effect: int, player: int, card: int, disposal: int) -> Frame:
    """Push the program of an effect. If it may win the game, winners are looked for afterwards."""
    e = t.effect[effect]
    if e.may_win and e.trigger != Trigger.ON_KILL_LEVEL:  # after a kill one check follows for all (WIN-03)
        push(g, Kind.CHECK_WIN, player)
    f = push(g, Kind.EFFECTS, player)
    f.card = card
    f.effect = effect
    f.pc = e.ops
    f.end = e.ops_end
    f.d = disposal
    return f


@kernel
def run_effects(t: Tables, g: Game) -> None:
    f = top(g)
    if f.pc >= f.end:
        finish(t, g)
        return
    row = f.pc
    f.pc += 1
    if t.op[row].op >= Op.TEST:
        run_control(t, g, f, row)
    else:
        run_op(t, g, f, row)


@kernel
def finish(t: Tables, g: Game) -> None:
    """The program is over: the card goes where it belongs."""
    f = top(g)
    card, disposal, victim = int(f.card), int(f.d), int(f.victim)
    pop(g)
    if card == NONE or disposal == Disposal.NONE:
        return
    if disposal == Disposal.CURSE and has_marker(g, card):
        to_table(t, g, victim, card, False)
    elif disposal == Disposal.ZONE and g.combat.on:
        to_zone(t, g, card)
    else:
        discard(t, g, card)


@kernel
def again(f: Frame) -> None:
    """Run this op once more: its answer is still to come."""
    f.pc -= 1


@kernel
def subject(g: Game, f: Frame, who: int) -> int:
    """The seat that the word means here, or NOBODY; the dead are nobody."""
    p = NOBODY
    match who:
        case Who.SELF:
            p = int(f.player)
        case Who.VICTIM:
            p = int(f.victim)
        case Who.IT:
            p = int(f.it)
        case Who.TARGET:
            p = int(f.target)
        case Who.MAIN:
            p = int(g.combat.main)
        case Who.HELPER:
            p = int(g.combat.helper)
        case Who.LEFT:
            p = left_of(g, f.victim if f.victim != NONE else f.player)
        case Who.RIGHT:
            p = right_of(g, f.victim if f.victim != NONE else f.player)
        case Who.TURN_PLAYER:
            p = int(g.turn_player)
    if p != NOBODY and g.seat[p].dead:
        return NOBODY
    return p


@kernel
def amount_of(g: Game, f: Frame, row_amount: int, cap: int) -> int:
    n = row_amount
    if row_amount == ROLLED:
        n = int(f.face)
    elif row_amount == MARGIN:
        n = int(g.combat.margin)
    if cap > 0 and n > cap:
        n = cap
    return n


@kernel
def run_control(t: Tables, g: Game, f: Frame, k: int) -> None:
    row = t.op[k]
    match row.op:
        case Op.TEST:
            p = subject(g, f, row.who)
            if p == NOBODY or not suits(t, g, row.cond, p, f.player):
                f.pc = row.jump
        case Op.IF_FAILED:
            if f.ok == 0:
                f.pc = row.jump
        case Op.GO:
            f.pc = row.jump
        case Op.EACH:
            f.remaining = members(t, g, f, k)
        case Op.NEXT:
            next_member(g, f, row.jump, row.order)
        case Op.FACES:
            if (row.what >> int(f.face)) & 1 == 0:
                f.pc = row.jump
        case Op.TALLY:
            f.tally += f.ok
        case Op.END_GROUP:
            f.ok = 1 if (f.tally >= row.amount if row.need == Need.FULL else f.tally > 0) else 0
            f.tally = 0
        case Op.PICK_PLAYER:
            pick_player(t, g, f, k)


@kernel
def members(t: Tables, g: Game, f: Frame, k: int) -> int:
    """Bits of the group, relative to whom the row says, among the living."""
    row = t.op[k]
    alive = living(g)
    centre = subject(g, f, row.to)
    others = alive & ~(1 << centre) if centre != NOBODY else alive
    match row.who:
        case Who.EACH_FIGHTER:
            fighters = (1 << int(g.combat.main)) if g.combat.on else 0
            if g.combat.on and g.combat.helper != NOBODY:
                fighters |= 1 << int(g.combat.helper)
            return fighters & alive
        case Who.EACH_PLAYER:
            return alive
        case Who.EACH_OTHER:
            return others
        case Who.NEIGHBORS:
            return ((1 << left_of(g, centre)) | (1 << right_of(g, centre))) & others
        case Who.LOWEST_LEVEL:
            able = able_to_take(t, g, f, k, others)
            return of_level(g, able, lowest_level(g, able))
        case Who.HIGHEST_LEVEL:
            able = able_to_take(t, g, f, k, others)
            return of_level(g, able, highest_level(g, able))
        case Who.UNCAUGHT:
            return alive & ~int(g.combat.monster[f.slot].caught)
    return 0


@kernel
def able_to_take(t: Tables, g: Game, f: Frame, each: int, among: int) -> int:
    """Of the takers by rank of a loop, those who can receive anything; the others are left out before the rank counts (CURSE-11)."""
    row = t.op[each + 2]
    owner = subject(g, f, row.who)
    if row.op != Op.TRANSFER or row.to != Who.IT or owner == NOBODY:
        return among
    return receivers(t, g, f, each + 2, owner) & among


@kernel
def next_member(g: Game, f: Frame, end: int, order: int) -> None:
    """The next of the group, from the subject's left (or right, or by level)."""
    if f.remaining == 0:
        f.pc = end
        return
    centre = int(f.victim) if f.victim != NONE else int(f.player)
    best = NOBODY
    for i in range(1, g.n_players + 1):
        p = (centre - i) % g.n_players if order == 1 else (centre + i) % g.n_players
        if (int(f.remaining) >> p) & 1:
            better = best == NOBODY or (order == 2 and g.seat[p].level > g.seat[best].level)
            if better:
                best = p
    f.remaining &= ~(1 << best) & 255
    f.it = best


@kernel
def pick_player(t: Tables, g: Game, f: Frame, k: int) -> None:
    """The user picks `it` among those who have a card that the following op could take."""
    if f.value != NONE:
        f.it = f.value
        f.value = NONE
        f.ok = 1
        return
    row = t.op[k]
    bits = 0
    for p in range(g.n_players):
        has_it = row.filter == NONE or table_candidates(t, g, p, row.zone, row.filter, NONE) != 0
        if has_it and g.seat[p].dead == 0 and suits(t, g, row.cond, p, f.player):
            bits |= 1 << p
    if bits == 0:
        f.ok = 0
        f.pc = row.jump
        return
    again(f)
    ask_player(g, f.player, bits, Why.PICK_PLAYER)


@kernel
def run_op(t: Tables, g: Game, f: Frame, k: int) -> None:
    row = t.op[k]
    match row.op:
        case Op.GAIN_LEVEL:
            gain_level(t, g, f, k)
        case Op.LOSE_LEVEL:
            lose_level(t, g, f, k)
        case Op.SET_LEVEL:
            set_level(t, g, f, k)
        case Op.DIE:
            die(t, g, f, k)
        case Op.DISCARD:
            start_discard(t, g, f, k)
        case Op.TRANSFER:
            start_transfer(t, g, f, k)
        case Op.DRAW:
            start_draw(t, g, f, k)
        case Op.SEARCH_DISCARD:
            search_discard(t, g, f, k)
        case Op.LOOK_HAND:
            look_hand(t, g, f, k)
        case Op.CANCEL:
            cancel(t, g, f, k)
        case Op.ATTACH:
            attach(t, g, f, k)
        case Op.CHANGE_SEX:
            change_sex(t, g, f, k)
        case Op.BONUS | Op.IGNORE | Op.CANNOT | Op.RUN_MOD | Op.DIE_MOD | Op.MULTIPLY:
            mark(t, g, f, k)
        case Op.SIDE_BONUS:
            side_bonus(t, g, f, k)
        case Op.MONSTER_MOD:
            monster_mod(t, g, f, k)
        case Op.CLONE_MONSTER:
            clone_monster(t, g, f)
        case Op.ADD_MONSTER:
            add_monster(t, g, f)
        case Op.REMOVE_MONSTER:
            remove_monster(t, g, f, k)
        case Op.REPLACE_FIGHTER:
            replace_fighter(g, f)
        case Op.FORCE_HELP:
            force_help(g, f, k)
        case Op.PHASE:
            phase(g, f, k)
        case Op.AUTO_ESCAPE:
            auto_escape(t, g, f, k)
        case Op.ROLL:
            roll(t, g, f, k)
        case Op.REROLL:
            reroll(g, f)
        case Op.SET_DIE:
            set_die(g, f)
        case Op.CHOOSE:
            choose(t, g, f, k)
        case Op.MAY:
            may(t, g, f, k)


# ------------------------------------------------------------------------------------------------------ levels


@kernel
def change_level(t: Tables, g: Game, player: int, change: int) -> None:
    """Nothing takes a Level below 1 (CONF-02), or below what his cards say."""
    floor = max(1, standing(t, g, player, Op.LEVEL_FLOOR, 0))
    new = max(floor, int(g.seat[player].level) + change)
    if new != g.seat[player].level:
        log(g, What.LEVEL, player, NONE, NONE, new - int(g.seat[player].level), EVERYONE)
    g.seat[player].level = new
    g.recheck |= 1 << player


@kernel
def gain_level(t: Tables, g: Game, f: Frame, k: int) -> None:
    """A gain that may not win does not happen if it would (LEVEL-04)."""
    p = subject(g, f, t.op[k].who)
    f.ok = 0
    if p == NOBODY:
        return
    amount = amount_of(g, f, t.op[k].amount, t.op[k].cap)
    room = win_level(t, g, p) - int(g.seat[p].level)
    if t.op[k].flag and standing(t, g, p, Op.CANNOT, Cannot.GAIN_WINNING_LEVEL) == 0:
        amount = min(amount, room)  # LEVEL-05
    elif amount >= room:
        return
    if amount > 0:
        change_level(t, g, p, amount)
        f.ok = 1


@kernel
def lose_level(t: Tables, g: Game, f: Frame, k: int) -> None:
    p = subject(g, f, t.op[k].who)
    f.ok = 1
    if p != NOBODY:
        change_level(t, g, p, -amount_of(g, f, t.op[k].amount, t.op[k].cap))


@kernel
def set_level(t: Tables, g: Game, f: Frame, k: int) -> None:
    p = subject(g, f, t.op[k].who)
    f.ok = 1
    if p != NOBODY:
        to = int(t.op[k].amount)
        if to == LOWEST_IN_GAME:
            to = lowest_level(g, living(g))
        change_level(t, g, p, to - int(g.seat[p].level))


@kernel
def die(t: Tables, g: Game, f: Frame, k: int) -> None:
    p = subject(g, f, t.op[k].who)
    f.ok = 1
    if p != NOBODY:
        push(g, Kind.DIE, p)


# ------------------------------------------------------------------------------------------- losing and taking


@kernel
def chooser_of(g: Game, f: Frame, chooser: int, owner: int, taker: int) -> int:
    match chooser:
        case Chooser.PLAYER:
            return int(f.player)
        case Chooser.LEFT:
            return left_of(g, owner)
        case Chooser.RIGHT:
            return right_of(g, owner)
        case Chooser.TAKER:
            return taker
    return owner


@kernel
def start_discard(t: Tables, g: Game, f: Frame, k: int) -> None:
    row = t.op[k]
    f.ok = 0
    if row.zone == Zone.THIS:
        discard_this(t, g, f)
        return
    p = subject(g, f, row.who)
    if p == NOBODY:
        return
    if row.covers and from_curse_or_bad_stuff(t, f):
        end_markers(t, g, 1 << p, Until.HEADGEAR_LOSS)
    gold = int(f.gold) if row.gold == PAID else int(row.gold)
    if row.gold == PAID and gold == 0:  # nothing was paid, so nothing is due
        f.ok = 1
        return
    hand = hand_candidates(t, g, p, row.zone, row.filter, NONE)
    table = losable_table(t, g, p, k)
    if (hand == 0 and table == 0) or (gold > 0 and gold_of(t, g, p, hand, table) < gold):
        return
    amount = amount_of(g, f, row.amount, row.cap)
    if row.need == Need.FULL and row.amount < ALL and count_bits(hand) + count_bits(table) < amount:
        return
    d = push(g, Kind.DISCARD_CARDS, chooser_of(g, f, row.chooser, p, f.player))
    d.victim = p
    d.pc = k
    d.b = amount
    d.gold = gold
    d.card = f.card


@kernel
def from_curse_or_bad_stuff(t: Tables, f: Frame) -> bool:
    trigger = t.effect[f.effect].trigger
    return bool(trigger == Trigger.ON_CURSE or trigger == Trigger.BAD_STUFF)


@kernel
def discard_this(t: Tables, g: Game, f: Frame) -> None:
    """The card itself goes, from the table if it lies there."""
    place = index_on_table(g.seat[f.player], f.card)
    if place != NONE:
        f.d = Disposal.NONE
        discard(t, g, from_table(t, g, f.player, place))
        f.ok = 1


@kernel
def discard_cards(t: Tables, g: Game) -> None:
    """victim loses cards until the op's amount is reached; the chooser is asked as long as there is a choice."""
    d = top(g)
    row = t.op[d.pc]
    p = int(d.victim)
    if d.value == STOPPED or g.seat[p].dead:
        d.b = 0
    elif d.value != NONE:
        lose_card(t, g, d, d.value)
    hand = hand_candidates(t, g, p, row.zone, row.filter, NONE)
    table = losable_table(t, g, p, d.pc)
    n = count_bits(hand) + count_bits(table)
    if d.b <= 0 or n == 0:
        discards_done(t, g, d)
        return
    d.value = NONE
    if row.amount == ALL or (row.amount != ANY and row.chooser != Chooser.RULE and n <= d.b):
        lose_all(t, g, d, hand, table)
        return
    enough = row.amount == ANY and d.a >= d.gold
    ask_what_goes(t, g, d, hand, table, enough)


@kernel
def ask_what_goes(t: Tables, g: Game, d: Frame, hand: int, table: int, may_stop: bool) -> None:
    row = t.op[d.pc]
    p = int(d.victim)
    if row.chooser == Chooser.RANDOM:
        d.value = blind(g, p, hand, table)
    elif row.chooser == Chooser.RULE:
        ask_card(t, g, p, 0, table, Why.LOSE, False, d.card)
    elif d.player == p:
        ask_card(t, g, p, hand, table, Why.LOSE, may_stop, d.card)
    elif d.value == BLIND_TAKE:
        d.value = blind(g, p, hand, 0)
    else:
        ask_other(t, g, d.player, p, table, hand != 0, Why.LOSE, d.card)


@kernel
def blind(g: Game, player: int, hand: int, table: int) -> int:
    """One of the candidates, drawn unseen."""
    n = below(g, Stream.TABLE, count_bits(hand) + count_bits(table))
    seat = g.seat[player]
    for i in range(seat.hand_n):
        if (hand >> i) & 1:
            if n == 0:
                return int(seat.hand[i])
            n -= 1
    for i in range(min(seat.table_n, TABLE_SLOTS)):
        if (table >> i) & 1:
            if n == 0:
                return int(seat.table[i])
            n -= 1
    return NONE


@kernel
def losable_table(t: Tables, g: Game, player: int, k: int) -> int:
    """Bits of the cards before him that the op may cost him."""
    row = t.op[k]
    bits = table_candidates(t, g, player, row.zone, row.filter, NONE)
    return best_by_rule(t, g, player, bits, k) if row.chooser == Chooser.RULE else bits


@kernel
def best_by_rule(t: Tables, g: Game, player: int, table: int, k: int) -> int:
    """Bits of those with the highest bonus (or value); the owner breaks ties. Of what he wears, one that gives a bonus now (CURSE-05)."""
    seat = g.seat[player]
    gives_now = t.op[k].pick == Pick.HIGHEST_BONUS and t.op[k].zone == Zone.EQUIPPED
    best = 0 if gives_now else -999
    bits = 0
    for i in range(min(seat.table_n, TABLE_SLOTS)):
        if (table >> i) & 1 == 0:
            continue
        worth = int(t.type[t.type_of[seat.table[i]]].gold)
        if gives_now:
            worth = card_bonus(t, g, player, i, ignores(t, g, player))
            if worth <= 0:
                continue
        elif t.op[k].pick == Pick.HIGHEST_BONUS:
            worth = item_bonus(t, g, player, i)
        if worth > best:
            best = worth
            bits = 0
        if worth == best:
            bits |= 1 << i
    return bits


@kernel
def lose_all(t: Tables, g: Game, d: Frame, hand: int, table: int) -> None:
    p = int(d.victim)
    while table != 0:  # counted anew each time: a Hireling takes along what he carries
        last = TABLE_SLOTS - 1
        while (table >> last) & 1 == 0:
            last -= 1
        lose_card(t, g, d, g.seat[p].table[last])
        table = table_candidates(t, g, p, t.op[d.pc].zone, t.op[d.pc].filter, NONE)
    for i in range(TABLE_SLOTS - 1, -1, -1):
        if (hand >> i) & 1 and i < g.seat[p].hand_n:
            lose_card(t, g, d, g.seat[p].hand[i])
    if hand_candidates(t, g, p, t.op[d.pc].zone, t.op[d.pc].filter, NONE) == 0:
        d.b = 0


@kernel
def lose_card(t: Tables, g: Game, d: Frame, card: int) -> None:
    p = int(d.victim)
    place = index_on_table(g.seat[p], card)
    covers = False
    if place != NONE:
        covers = t.type[t.type_of[card]].slot == ITEM_SLOT_HEADGEAR
        from_table(t, g, p, place)
    else:
        from_hand(g, p, index_in_hand(g.seat[p], card))
    log(g, What.DISCARDS, p, NONE, card, 0, EVERYONE)
    discard(t, g, card)
    d.b -= 1
    d.a += max(1, int(t.type[t.type_of[card]].gold)) if d.gold > 0 else 1
    below_it = g.stack[g.depth - 2]
    if t.op[d.pc].flag:
        below_it.gold += t.type[t.type_of[card]].gold
    if covers and from_curse_or_bad_stuff(t, below_it):
        end_markers(t, g, 1 << p, Until.HEADGEAR_LOSS)


@kernel
def discards_done(t: Tables, g: Game, d: Frame) -> None:
    done = d.a > 0
    pop(g)
    top(g).ok = 1 if done else 0


@kernel
def start_transfer(t: Tables, g: Game, f: Frame, k: int) -> None:
    row = t.op[k]
    f.ok = 0
    owner = subject(g, f, row.who)
    if owner == NOBODY:
        return
    taker = NOBODY
    if row.to == Who.HIGHEST_LEVEL or row.to == Who.LOWEST_LEVEL:
        taker = receiver_by_rank(t, g, f, k, owner)
        if taker == NOBODY:
            return
    else:
        taker = subject(g, f, row.to)
    if taker in (NOBODY, owner):
        return
    if row.flag:
        push(g, Kind.TAKE_TO_WIN, taker).target = owner
        top(g).card = f.card
        return
    if takeable_hand(t, g, owner, k) == 0 and takeable_table(t, g, owner, taker, k) == 0:
        return
    d = push(g, Kind.TAKE_CARDS, chooser_of(g, f, row.chooser, owner, taker))
    d.victim = owner
    d.it = taker
    d.pc = k
    d.b = amount_of(g, f, row.amount, row.cap)
    d.card = f.card


@kernel
def receiver_by_rank(t: Tables, g: Game, f: Frame, k: int, owner: int) -> int:
    """Highest or lowest Level among those who can receive (CURSE-11); the subject picks among ties."""
    if f.value != NONE:
        taker = int(f.value)
        f.value = NONE
        return taker
    row = t.op[k]
    able = receivers(t, g, f, k, owner)
    if able == 0:
        return NOBODY
    level = highest_level(g, able) if row.to == Who.HIGHEST_LEVEL else lowest_level(g, able)
    again(f)
    ask_player(g, owner, of_level(g, able, level), Why.RECEIVER)
    return NOBODY


@kernel
def receivers(t: Tables, g: Game, f: Frame, k: int, owner: int) -> int:
    """Bits of the living who could take something by the transfer."""
    able = 0
    for p in range(g.n_players):
        can_take = takeable_hand(t, g, owner, k) != 0 or takeable_table(t, g, owner, p, k) != 0
        if can_take and p != owner and g.seat[p].dead == 0 and suits(t, g, t.op[k].cond, p, f.player):
            able |= 1 << p
    return able


@kernel
def takeable_hand(t: Tables, g: Game, owner: int, k: int) -> int:
    return hand_candidates(t, g, owner, t.op[k].zone, t.op[k].filter, NONE)


@kernel
def takeable_table(t: Tables, g: Game, owner: int, taker: int, k: int) -> int:
    """Bits of the owner's table that the taker may take: what goes into play must be within his limits (BIG-01)."""
    row = t.op[k]
    bits = table_candidates(t, g, owner, row.zone, row.filter, NONE)
    if row.into == Into.HAND:
        return bits
    for i in range(min(g.seat[owner].table_n, TABLE_SLOTS)):
        if (bits >> i) & 1 and not may_receive(t, g, taker, t.type_of[g.seat[owner].table[i]]):
            bits &= ~(1 << i)
    return bits


@kernel
def may_receive(t: Tables, g: Game, player: int, card_type: int) -> bool:
    """May such a card come into play before him from another's table?"""
    kind = t.type[card_type].kind
    if kind == CardKind.COMPANION:
        return not has_kind(t, g.seat[player], CardKind.COMPANION)
    return t.type[card_type].is_item != 0 and may_carry(t, g, player, card_type, 0)


@kernel
def take_cards(t: Tables, g: Game) -> None:
    """it takes cards from victim, one at a time."""
    d = top(g)
    row = t.op[d.pc]
    owner, taker = int(d.victim), int(d.it)
    if d.value == BLIND_TAKE:
        d.value = blind(g, owner, takeable_hand(t, g, owner, d.pc), 0)
    if d.value != NONE:
        take_card(t, g, owner, taker, d.value)
        d.value = NONE
        d.b -= 1
        d.a += 1
    hand = takeable_hand(t, g, owner, d.pc)
    table = takeable_table(t, g, owner, taker, d.pc)
    if d.b <= 0 or (hand == 0 and table == 0) or g.seat[taker].dead:
        discards_done(t, g, d)
    elif row.chooser == Chooser.RANDOM:
        d.value = blind(g, owner, hand, table)
    elif row.chooser == Chooser.RULE:
        ask_card(t, g, owner, 0, best_by_rule(t, g, owner, table, d.pc), Why.TAKE, False, d.card)
    elif d.player == owner:
        ask_card(t, g, owner, hand, table, Why.LOSE, False, d.card)
    else:
        ask_other(t, g, d.player, owner, table, hand != 0, Why.TAKE, d.card)


@kernel
def take_card(t: Tables, g: Game, owner: int, taker: int, card: int) -> None:
    """From hand to hand, from table to table (carried, ITEM-08 does not apply)."""
    place = index_on_table(g.seat[owner], card)
    both = (1 << owner) | (1 << taker)
    if place != NONE:
        log(g, What.TAKES, taker, owner, card, 0, EVERYONE)
        if t.type[t.type_of[card]].kind == CardKind.COMPANION:
            take_load(t, g, owner, taker, card)
        to_table(t, g, taker, from_table(t, g, owner, index_on_table(g.seat[owner], card)), False)
    else:
        log(g, What.TAKES, taker, owner, card, 0, both)
        from_hand(g, owner, index_in_hand(g.seat[owner], card))
        to_hand(t, g, taker, card, both)


@kernel
def take_load(t: Tables, g: Game, owner: int, taker: int, companion: int) -> None:
    """A companion who changes hands brings along what he carries (HIRE-01)."""
    mine, his = g.seat[owner], g.seat[taker]
    i = 0
    while i < mine.table_n:
        if mine.host[i] != companion:
            i += 1
            continue
        item = int(mine.table[i])
        mine.host[i] = NONE
        log(g, What.TAKES, taker, owner, item, 0, EVERYONE)
        to_table(t, g, taker, from_table(t, g, owner, i), True)
        his.host[index_on_table(his, item)] = companion
        i = 0


# ---------------------------------------------------------------------------------------- drawing and searching


@kernel
def start_draw(t: Tables, g: Game, f: Frame, k: int) -> None:
    row = t.op[k]
    p = subject(g, f, row.who)
    f.ok = 0 if p == NOBODY else 1
    if p == NOBODY:
        return
    face = int(row.face)
    if face == Face.SAME:
        face = int(f.b)
    elif face == Face.REWARD:
        face = Face.UP.value if g.combat.helper != NOBODY else Face.DOWN.value
    d = push(g, Kind.DRAW_FACE_UP if face == Face.UP else Kind.DRAW, p)
    d.a = row.deck
    d.b = amount_of(g, f, row.amount, 0)
    d.c = face
    d.d = Goal.HAND


@kernel
def search_discard(t: Tables, g: Game, f: Frame, k: int) -> None:
    row = t.op[k]
    p = subject(g, f, row.who)
    f.ok = 0
    if p == NOBODY:
        return
    if row.pick == Pick.CHOICE:
        search_by_choice(t, g, f, k, p)
        return
    pile = discards_of(g, row.deck)
    found = NONE
    for i in range(pile.n - 1, -1, -1):
        if row.filter == NONE or t.matches[row.filter][t.type_of[pile.cards[i]]]:
            found = i
            break
        if row.pick == Pick.TOP_CARD:
            break
    card = take_discard(g, row.deck, found) if found != NONE else NONE
    if row.into == Into.REPLACE:
        replace_identity(t, g, p, row.filter)
    if card != NONE:
        f.ok = 1
        log(g, What.TAKES, p, NONE, card, 0, EVERYONE)
        if row.into == Into.HAND:
            to_hand(t, g, p, card, KNOWN)
        else:
            to_table(t, g, p, card, False)
            g.recheck |= 1 << p


@kernel
def replace_identity(t: Tables, g: Game, player: int, card_filter: int) -> None:
    """All his cards of that sort go, after the search."""
    seat = g.seat[player]
    i = 0
    while i < seat.table_n:
        if t.matches[card_filter][t.type_of[seat.table[i]]]:
            discard(t, g, from_table(t, g, player, i))
            i = 0
        else:
            i += 1


@kernel
def search_by_choice(t: Tables, g: Game, f: Frame, k: int, player: int) -> None:
    row = t.op[k]
    if f.value == NONE:
        if not any_discard(t, g, row.deck, row.filter):
            return
        again(f)
        q = push(g, Kind.ASK_DISCARDS, player)
        q.a = row.deck
        q.b = Why.SEARCH
        q.d = row.filter
        q.card = f.card
        return
    card = int(f.value)
    f.value = NONE
    deck = Deck.DOOR if card < t.doors else Deck.TREASURE
    pile = discards_of(g, deck)
    for i in range(pile.n):
        if pile.cards[i] == card:
            take_discard(g, deck, i)
            to_hand(t, g, player, card, KNOWN)
            log(g, What.TAKES, player, NONE, card, 0, EVERYONE)
            f.ok = 1
            return


@kernel
def any_discard(t: Tables, g: Game, deck: int, card_filter: int) -> bool:
    for d in range(2):
        pile = discards_of(g, d)
        if deck != Deck.ANY and deck != d:
            continue
        for i in range(pile.n):
            if card_filter == NONE or t.matches[card_filter][t.type_of[pile.cards[i]]]:
                return True
    return False


@kernel
def look_hand(t: Tables, g: Game, f: Frame, k: int) -> None:
    """The one knows the other's hand from now on."""
    who, of = subject(g, f, t.op[k].who), subject(g, f, t.op[k].to)
    f.ok = 0
    if who == NOBODY or of == NOBODY:
        return
    seat = g.seat[of]
    for i in range(seat.hand_n):
        g.mark[seat.hand[i]] |= 1 << who
    f.ok = 1


@kernel
def cancel(t: Tables, g: Game, f: Frame, k: int) -> None:
    f.ok = 0
    if t.op[k].what == Cancel.CURSE:
        cancel_curse(t, g, f, k)
    elif t.op[k].what == Cancel.ESCAPE:
        cancel_escape(g, f)


@kernel
def cancel_curse(t: Tables, g: Game, f: Frame, k: int) -> None:
    """The one about to strike if this answers it; else one in force, of a player of the user's choice."""
    below_it = g.stack[g.depth - 3]
    if g.stack[g.depth - 2].kind == Kind.CURSE_WINDOW:
        below_it.ok = 0
        f.ok = 1
        return
    if f.it == NONE:
        victims = curse_victims(t, g) if t.op[k].who == Who.ANY_PLAYER else 1 << subject(g, f, t.op[k].who)
        if f.value == NONE:
            if victims != 0:
                again(f)
                ask_player(g, f.player, victims, Why.CURSE_OF)
            return
        f.it = f.value
        f.value = NONE
    if f.value == NONE:
        again(f)
        ask_other(t, g, f.player, f.it, curses_of(t, g, f.it), False, Why.CURSE, f.card)
        return
    lift_curse(t, g, f.it, f.value)
    f.value = NONE
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
    """He must roll, again if he rolled."""
    if g.combat.runner == f.target:
        g.combat.escaped = 0
        g.combat.away &= ~(1 << int(f.target)) & 255
        g.combat.die = roll_d6(g)
        log(g, What.ROLLS, f.target, NONE, NONE, g.combat.die, EVERYONE)
        f.ok = 1


@kernel
def attach(t: Tables, g: Game, f: Frame, k: int) -> None:
    """The card stays on an Item in play, or on one laid down from hand with it (CHEAT-01)."""
    p = int(f.player)
    if f.value == NONE:
        again(f)
        ask_card(t, g, p, hosts_in_hand(t, g, p, f.card), hosts_on_table(t, g, p), Why.ATTACH, False, f.card)
        return
    host = int(f.value)
    f.value = NONE
    from_hand_now = index_on_table(g.seat[p], host) == NONE
    if from_hand_now:
        from_hand(g, p, index_in_hand(g.seat[p], host))
        to_table(t, g, p, host, False)
        log(g, What.LAYS_DOWN, p, NONE, host, 0, EVERYONE)
    to_table(t, g, p, f.card, False)
    g.seat[p].host[g.seat[p].table_n - 1] = host
    f.d = Disposal.NONE
    place = index_on_table(g.seat[p], host)
    if from_hand_now and equippable(t, g, p, place):
        g.mark[host] |= EQUIPPED
    f.ok = 1


# ----------------------------------------------------------------------------------------------- modifications


@kernel
def change_sex(t: Tables, g: Game, f: Frame, k: int) -> None:
    p = subject(g, f, t.op[k].who)
    f.ok = 0
    if p == NOBODY:
        return
    g.seat[p].sex = 1 - g.seat[p].sex
    g.seat[p].changed_sex = 1
    g.recheck |= 1 << p
    f.ok = 1


@kernel
def mark(t: Tables, g: Game, f: Frame, k: int) -> None:
    """A modifier that lasts until something becomes a marker."""
    row = t.op[k]
    p = subject(g, f, row.who)
    f.ok = 0
    if p == NOBODY:
        return
    add_marker(g, f.card, k, int(row.amount) * times(t, g, k, p), p, row.until, waits(t, g, f, p, row.until))
    f.ok = 1


@kernel
def waits(t: Tables, g: Game, f: Frame, player: int, until: int) -> bool:
    """Does its time begin later? A Curse on one who fights counts in that fight (CURSE-03); Bad Stuff means the next."""
    match until:
        case Until.NEXT_COMBAT_END:
            return bool(fights(g, player) and t.effect[f.effect].trigger == Trigger.BAD_STUFF)
        case Until.THIS_OR_NEXT_TURN_END:
            return bool(g.turn_player != player)
        case Until.NEXT_TURN_END:
            return True
    return False


@kernel
def side_bonus(t: Tables, g: Game, f: Frame, k: int) -> None:
    row = t.op[k]
    side = int(row.what)
    if side == Side.EITHER:
        if f.value == NONE:
            again(f)
            q = push(g, Kind.ASK_SIDE, f.player)
            q.b = Why.SIDE
            q.card = f.card
            return
        side = int(f.value)
        f.value = NONE
    amount = int(row.amount) * times(t, g, k, f.player)
    if side == Side.MUNCHKINS:
        g.combat.munchkin_bonus += amount
        g.combat.used_tags |= t.type[t.type_of[f.card]].tags
    else:
        g.combat.monster_bonus += amount
    f.ok = 1


@kernel
def the_monster(g: Game, f: Frame, which: int) -> int:
    """The slot meant, or NONE when it has been asked for (or there is none)."""
    if which == Which.THIS:
        return int(f.slot)
    if f.value != NONE:
        slot = int(f.value)
        f.value = NONE
        return slot
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
    slot = the_monster(g, f, row.to)
    if slot != NONE:
        modify_monster(t, g, f, k, g.combat.monster[g.combat.monster[slot].root])


@kernel
def modify_monster(t: Tables, g: Game, f: Frame, k: int, m: Monster) -> None:
    """Played on the original or its Mate alike (MON-04)."""
    m.bonus += amount_of(g, f, t.op[k].amount, t.op[k].cap)
    m.treasures += t.op[k].treasures
    m.tags |= t.op[k].tags
    f.ok = 1


@kernel
def new_monster(t: Tables, g: Game, card: int, root: int) -> int:
    """Another slot of the fight. root NONE: its own."""
    slot = int(g.combat.n)
    g.combat.n += 1
    m = g.combat.monster[slot]
    blank_monster(m)
    m.card = card
    m.root = slot if root == NONE else root
    m.state = MonsterState.FIGHTING
    push(g, Kind.MEET, g.combat.main).slot = slot
    log(g, What.MEETS, g.combat.main, NONE, card, 0, EVERYONE)
    return slot


@kernel
def clone_monster(t: Tables, g: Game, f: Frame) -> None:
    f.ok = 0
    if g.combat.n >= MAX_MONSTERS:
        return
    slot = the_monster(g, f, Which.ONE)
    if slot != NONE:
        m = g.combat.monster[slot]
        f.ok = 1
        new_monster(t, g, m.card, m.root)


@kernel
def add_monster(t: Tables, g: Game, f: Frame) -> None:
    """From the user's hand (MON-05)."""
    p = int(f.player)
    f.ok = 0
    if f.value == NONE:
        bits = hand_monsters(t, g, p)
        if bits != 0 and g.combat.n < MAX_MONSTERS:
            again(f)
            ask_card(t, g, p, bits, 0, Why.MONSTER_FROM_HAND, False, f.card)
        return
    card = int(f.value)
    f.value = NONE
    from_hand(g, p, index_in_hand(g.seat[p], card))
    f.ok = 1
    new_monster(t, g, card, NONE)


@kernel
def hand_monsters(t: Tables, g: Game, player: int) -> int:
    bits = 0
    seat = g.seat[player]
    for i in range(min(seat.hand_n, 24)):
        if t.type[t.type_of[seat.hand[i]]].kind == CardKind.MONSTER:
            bits |= 1 << i
    return bits


@kernel
def remove_monster(t: Tables, g: Game, f: Frame, k: int) -> None:
    row = t.op[k]
    f.ok = 0
    if row.to == Which.THIS or row.to == Which.ONE:
        slot = the_monster(g, f, row.to)
        if slot != NONE and g.combat.monster[slot].state == MonsterState.FIGHTING:
            take_out(g, slot, row.flag, row.treasures)
            f.ok = 1
        return
    for s in range(g.combat.n):
        m = g.combat.monster[s]
        if m.state == MonsterState.FIGHTING and (row.to == Which.ALL or t.matches[row.filter][t.type_of[m.card]]):
            take_out(g, s, row.flag, row.treasures)
            f.ok = 1


@kernel
def take_out(g: Game, slot: int, kill: int, pays: int) -> None:
    """Killed, or got rid of: then no level, and Treasures only if the card says so (COMBAT-05)."""
    m = g.combat.monster[slot]
    only = monsters_fighting(g) == 1 << slot
    m.state = MonsterState.KILLED if kill else MonsterState.GONE
    m.pays = 1 if pays == Pays.NORMAL or (pays == Pays.IF_ONLY and only) else 0
    log(g, What.KILLS if kill else What.MONSTER_LEAVES, g.combat.main, NONE, m.card, 0, EVERYONE)


@kernel
def replace_fighter(g: Game, f: Frame) -> None:
    """The target is main now, with all its rights; the old one is out, a helper stays (COMBAT-14)."""
    c = g.combat
    f.ok = 0
    if c.on and c.open and f.target != NOBODY and c.helper != f.target:
        g.recheck |= 1 << int(c.main)  # he is free: what he may not wear comes off now (ITEM-05)
        c.main = f.target
        c.met |= 1 << int(f.target)
        c.asked = 0
        g.deal.bribe = NONE  # what the old one promised of his own lapses (HELP-07)
        g.deal.card = NONE
        f.ok = 1


@kernel
def force_help(g: Game, f: Frame, k: int) -> None:
    """The target helps, for nothing, as long as it is not for the win (HELP-10)."""
    c = g.combat
    c.helper = f.target
    c.compelled = 1
    c.met |= 1 << int(f.target)
    blank_offer(g.deal)
    g.deal.to = f.target
    log(g, What.FORCED, c.main, f.target, NONE, 0, EVERYONE)
    f.ok = 1


@kernel
def phase(g: Game, f: Frame, k: int) -> None:
    """A card grants loot the room in this turn."""
    if g.room == Room.CLOSED:
        g.room = Room.LOOT_ONLY
    f.ok = 1


# ---------------------------------------------------------------------------------------------- flight and dice


@kernel
def auto_escape(t: Tables, g: Game, f: Frame, k: int) -> None:
    row = t.op[k]
    p = subject(g, f, row.who)
    f.ok = 0
    if p == NOBODY or not fights(g, p):
        return
    if row.what == 2:  # Flee.ALL
        g.combat.away |= 1 << p
        f.ok = 1
    elif g.combat.runner == p and g.combat.fleeing != NONE:
        monster = t.type[t.type_of[g.combat.monster[g.combat.fleeing].card]]
        if row.cap == 0 or monster.level <= row.cap:
            g.combat.escaped = 1
            f.ok = 1


@kernel
def roll(t: Tables, g: Game, f: Frame, k: int) -> None:
    p = subject(g, f, t.op[k].who)
    f.ok = 0 if p == NOBODY else 1
    if p != NOBODY:
        push(g, Kind.ROLL_DIE, p)


@kernel
def reroll(g: Game, f: Frame) -> None:
    """The Run Away die again; the new result stands."""
    g.combat.die = roll_d6(g)
    log(g, What.ROLLS, f.player, NONE, NONE, g.combat.die, EVERYONE)
    f.ok = 1


@kernel
def set_die(g: Game, f: Frame) -> None:
    """The die just rolled shows the face the user names. Below this frame: the window, and below that the die."""
    if f.value == NONE:
        again(f)
        ask_number(g, f.player, 126, Why.FACE, f.card)
        return
    if g.stack[g.depth - 2].a == Dice.RUN:
        g.combat.die = f.value
    else:
        g.stack[g.depth - 3].face = f.value
    f.value = NONE
    f.ok = 1


# ------------------------------------------------------------------------------------------------------ choices


@kernel
def choose(t: Tables, g: Game, f: Frame, k: int) -> None:
    """One of the options whose OPTION rows follow; an impossible one may not be taken while another is possible."""
    row = t.op[k]
    if f.value == NONE:
        bits = 0
        for i in range(row.amount):
            if op_possible(t, g, f, t.op[k + 1 + i].jump):
                bits |= 1 << i
        if bits == 0:
            bits = (1 << int(row.amount)) - 1
        again(f)
        ask_number(g, subject_or_user(g, f, row.who), bits, Why.OPTION, f.card)
        return
    f.pc = t.op[k + 1 + f.value].jump
    f.value = NONE


@kernel
def subject_or_user(g: Game, f: Frame, who: int) -> int:
    p = subject(g, f, who)
    return int(f.player) if p == NOBODY else p


@kernel
def op_possible(t: Tables, g: Game, f: Frame, k: int) -> bool:
    """Could the op do something right now? Looked at for discards only; everything else that options hold is possible."""
    row = t.op[k]
    if row.op != Op.DISCARD:
        return True
    p = subject(g, f, row.who)
    if p == NOBODY:
        return False
    n = count_bits(hand_candidates(t, g, p, row.zone, row.filter, NONE)) + count_bits(table_candidates(t, g, p, row.zone, row.filter, NONE))
    return n >= row.amount if row.need == Need.FULL and row.amount < ALL else n > 0


@kernel
def may(t: Tables, g: Game, f: Frame, k: int) -> None:
    """Not asked if the first op of what may be done is impossible."""
    row = t.op[k]
    p = subject(g, f, row.who)
    if p == NOBODY or not op_possible(t, g, f, k + 1):
        f.pc = row.jump
    elif f.value == NONE:
        again(f)
        ask_yes(g, p, Why.MAY, f.card)
    else:
        if f.value == 0:
            f.pc = row.jump
        f.value = NONE
