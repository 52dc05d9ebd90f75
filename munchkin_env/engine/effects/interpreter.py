"""Cards are programs: one interpreter, one small function per op.

An EFFECTS frame carries the registers: player (the user), victim, target, it (of a loop), slot (the monster), card, effect,
ok (the op before did something), face (the die), gold. An op that needs an answer asks, and runs again with it in `value`.
The dead are passed over (DEATH-08).
"""

from munchkin_env.core.bits import count_bits
from munchkin_env.core.kernel import kernel
from munchkin_env.engine.effects.ops.changing import attach, cancel, mark, phase, side_bonus
from munchkin_env.engine.effects.ops.fighting import add_monster, clone_monster, force_help, monster_mod, remove_monster, replace_fighter
from munchkin_env.engine.effects.ops.finding import look_hand, search_discard, start_draw
from munchkin_env.engine.effects.ops.levels import change_sex, gain_level, lose_level, set_level, start_dying
from munchkin_env.engine.effects.ops.losing import start_discard
from munchkin_env.engine.effects.ops.rolling import auto_escape, reroll, roll, set_die
from munchkin_env.engine.effects.ops.taking import receivers, start_transfer
from munchkin_env.engine.queries.conditions import helped_to_kill
from munchkin_env.engine.queries.decks import has_marker
from munchkin_env.engine.queries.prices import hand_candidates, table_candidates
from munchkin_env.engine.queries.seats import gold_of, highest_level, left_of, living, lowest_level, of_level, right_of
from munchkin_env.engine.state.declare import CARD, DISCARDS_NOTED, Register, Step
from munchkin_env.engine.state.kinds import Kind
from munchkin_env.engine.state.records import EFFECT, FLAG, NOBODY, Frame, Game
from munchkin_env.engine.state.stack import Disposal, Why, pop, push, top
from munchkin_env.engine.verbs.asking import ask_number, ask_player, ask_yes
from munchkin_env.engine.verbs.deeds import note_harm
from munchkin_env.engine.verbs.piles import discard, to_table, to_zone
from munchkin_env.engine.verbs.registers import again, kept_in_hand, kept_on_table, subject, suits_here
from munchkin_env.vocabulary.tables import Tables
from munchkin_env.vocabulary.words import ALL, NONE, PAID, Face, Need, Op, Trigger, Who


@kernel
def start(t: Tables, g: Game, effect: int, player: int, card: int, disposal: int) -> Frame:
    """Push the program of an effect. If it may win the game, check for winners afterwards."""
    e = t.effect[effect]
    if e.may_win and e.trigger != Trigger.ON_KILL_LEVEL:  # after a kill one check follows for all (WIN-03)
        push(g, Kind.CHECK_WIN, player)
    f = push(g, Kind.EFFECTS, player)
    f.card = card
    f.effect = effect
    f.pc = e.ops
    f.end = e.ops_end
    f.disposal = disposal
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
    card, disposal, victim = int(f.card), int(f.disposal), int(f.victim)
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
def run_control(t: Tables, g: Game, f: Frame, k: int) -> None:
    row = t.op[k]
    match row.op:
        case Op.TEST:
            p = subject(g, f, row.who)
            if p == NOBODY or not suits_here(t, g, f, row.cond, p):
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
    """Bits of the living members of the group, relative to the player named in the row."""
    row = t.op[k]
    alive = living(g)
    centre = subject(g, f, row.to)
    others = alive & ~(1 << centre) if centre != NOBODY else alive
    match row.who:
        case Who.EACH_FIGHTER:
            return fighters(t, g, f) & alive
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
def fighters(t: Tables, g: Game, f: Frame) -> int:
    """Bits of main and helper; for rewards of a kill, the helper only if they helped to kill that monster."""
    c = g.combat
    if c.on == 0:
        return 0
    trigger = t.effect[f.effect].trigger
    of_kill = trigger == Trigger.ON_KILL or trigger == Trigger.ON_KILL_LEVEL
    if c.helper == NOBODY or (of_kill and not helped_to_kill(g, f.slot)):
        return 1 << int(c.main)
    return 1 << int(c.main) | 1 << int(c.helper)


@kernel
def able_to_take(t: Tables, g: Game, f: Frame, each: int, among: int) -> int:
    """Of the takers in a loop by rank, those who can receive anything; the others are excluded before the rank counts (CURSE-11)."""
    row = t.op[each + 2]
    owner = subject(g, f, row.who)
    if row.op != Op.TRANSFER or row.to != Who.IT or owner == NOBODY:
        return among
    return receivers(t, g, f, each + 2, owner) & among


@kernel
def next_member(g: Game, f: Frame, end: int, order: int) -> None:
    """The next of the group, from the subject's left (or right, or by Level)."""
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
    if f.answer != NONE:
        f.it = f.answer
        f.answer = NONE
        f.ok = 1
        return
    row = t.op[k]
    bits = 0
    for p in range(g.n_players):
        found = table_candidates(t, g, p, row.zone, row.filter, NONE) & ~kept_on_table(t, g, f, k, p)
        has_it = row.filter == NONE or found != 0
        if has_it and g.seat[p].dead == 0 and suits_here(t, g, f, row.cond, p):
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
    note_harm(t, g, f, k)
    match row.op:
        case Op.GAIN_LEVEL:
            gain_level(t, g, f, k)
        case Op.LOSE_LEVEL:
            lose_level(t, g, f, k)
        case Op.SET_LEVEL:
            set_level(t, g, f, k)
        case Op.DIE:
            start_dying(t, g, f, k)
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
            replace_fighter(t, g, f)
        case Op.FORCE_HELP:
            force_help(t, g, f, k)
        case Op.PHASE:
            phase(t, g, f, k)
        case Op.AUTO_ESCAPE:
            auto_escape(t, g, f, k)
        case Op.ROLL:
            roll(t, g, f, k)
        case Op.REROLL:
            reroll(g, f)
        case Op.SET_DIE:
            set_die(g, f)
        case Op.CHOOSE:
            choose_option(t, g, f, k)
        case Op.MAY:
            may(t, g, f, k)


@kernel
def choose_option(t: Tables, g: Game, f: Frame, k: int) -> None:
    """One of the options whose OPTION rows follow; an impossible one may not be taken while another is possible."""
    row = t.op[k]
    if f.answer == NONE:
        bits = 0
        for i in range(row.amount):
            if op_possible(t, g, f, t.op[k + 1 + i].jump):
                bits |= 1 << i
        if bits == 0:
            bits = (1 << int(row.amount)) - 1
        again(f)
        ask_number(g, subject_or_user(g, f, row.who), bits, Why.OPTION, f.card)
        return
    f.pc = t.op[k + 1 + f.answer].jump
    f.answer = NONE


@kernel
def subject_or_user(g: Game, f: Frame, who: int) -> int:
    p = subject(g, f, who)
    return int(f.player) if p == NOBODY else p


@kernel
def op_possible(t: Tables, g: Game, f: Frame, k: int) -> bool:
    """Could the op do something right now? Checked only for discards; everything else that options contain is possible."""
    row = t.op[k]
    if row.op != Op.DISCARD:
        return True
    p = subject(g, f, row.who)
    if p == NOBODY:
        return False
    hand = hand_candidates(t, g, p, row.zone, row.filter, NONE) & ~kept_in_hand(t, g, f, k, p)
    table = table_candidates(t, g, p, row.zone, row.filter, NONE) & ~kept_on_table(t, g, f, k, p)
    if 0 < row.gold != PAID and gold_of(t, g, p, hand, table) < row.gold:
        return False
    n = count_bits(hand) + count_bits(table)
    return n >= row.amount if row.need == Need.FULL and row.amount < ALL else n > 0


@kernel
def may(t: Tables, g: Game, f: Frame, k: int) -> None:
    """Not asked if its first op is impossible."""
    row = t.op[k]
    p = subject(g, f, row.who)
    if p == NOBODY or not op_possible(t, g, f, k + 1):
        f.pc = row.jump
    elif f.answer == NONE:
        again(f)
        ask_yes(g, p, Why.MAY, f.card)
    else:
        if f.answer == 0:
            f.pc = row.jump
        f.answer = NONE


STEPS = (
    Step(
        "EFFECTS",
        111,
        run=run_effects,
        registers=(
            Register("card", within=CARD),
            Register("effect", within=EFFECT),
            Register("pc", says="the program goes on at this op,"),
            Register("end", says="and ends before this one"),
            Register("victim"),
            Register("it", says="the member of a group that is being handled"),
            Register("target"),
            Register("slot", says="the monster"),
            Register("ok", says="the op before did something"),
            Register("face", says="the die"),
            Register("tally"),
            Register("remaining", says="members of a group still to be handled"),
            Register("gold", says="stored by value_as"),
            Register("own_door", "a", FLAG, "1 if a Curse from the own door"),
            Register("drawn_face", "b", (0, int(max(Face))), "how its card was drawn"),
            Register("sent_level", "c", (0, 127), "Level of the monster that it sent away"),
            Register("disposal", "d", (0, int(max(Disposal))), "what becomes of the card"),
            Register("hit", "passed", says="the players whom it has harmed (deeds.py)"),
            Register("cost_deck", "bits64", says="the deck of the last card paid"),
            *DISCARDS_NOTED,
            Register("answer", says="of the question that the op before asked"),
        ),
        says="a program runs",
    ),
)
