"""One fight, from revealing the monster to the end, including interrupts (COMBAT)."""

from munchkin_env.core.kernel import kernel
from munchkin_env.core.types import Mask
from munchkin_env.engine.effects.interpreter import start
from munchkin_env.engine.queries.conditions import monsters_fighting, suits
from munchkin_env.engine.queries.helping import may_ask
from munchkin_env.engine.queries.joining import strikes_who_joins
from munchkin_env.engine.queries.moments import now
from munchkin_env.engine.queries.prices import payable
from munchkin_env.engine.queries.rights import mask_cards, mask_monsters, may_trade
from munchkin_env.engine.queries.stakes import for_the_win
from munchkin_env.engine.queries.standing import standing
from munchkin_env.engine.queries.strength import monster_total, munchkin_total, winning
from munchkin_env.engine.state.actions import Verb
from munchkin_env.engine.state.declare import CARD, MONSTER_SLOT, PASSED, Decision, Register, Step
from munchkin_env.engine.state.events import EVERYONE, What, log, remember
from munchkin_env.engine.state.kinds import Kind
from munchkin_env.engine.state.records import EFFECT, EQUIPS_IN_WINDOW, FLAG, NOBODY, Deed, Game, MonsterState
from munchkin_env.engine.state.stack import Disposal, Goal, Moment, Why, become, pop, push, then, top
from munchkin_env.engine.verbs.acting import apply_card, clear_fresh
from munchkin_env.engine.verbs.asking import ask_yes
from munchkin_env.engine.verbs.combat_cards import clear_combat, discard_fight
from munchkin_env.engine.verbs.entering import begin_epoch
from munchkin_env.engine.verbs.expiry import end_markers
from munchkin_env.engine.verbs.getting import push_draw
from munchkin_env.engine.verbs.monsters import new_monster, note_kill
from munchkin_env.engine.verbs.ring import all_pass, reopen
from munchkin_env.engine.verbs.uses import forget_uses
from munchkin_env.vocabulary.tables import Tables
from munchkin_env.vocabulary.words import NONE, Cannot, Deck, Face, Op, Per, Trigger, Until, Which

FIGHT_STEPS = (Kind.STRENGTHS_COUNT, Kind.FIGHT_WINDOW, Kind.RESOLVE_FIGHT, Kind.END_FIGHT)
VICTORY_STEPS = (
    Kind.WIN_LEVELS,
    Kind.CHECK_WIN,
    Kind.WIN_TREASURES,
    Kind.KILL_REWARDS,
    Kind.SETTLE_DEAL,
    Kind.WIN_REWARDS,
)
BEFORE_COMBAT_BIT = 1 << Trigger.BEFORE_COMBAT
MEETING_BITS = BEFORE_COMBAT_BIT | 1 << Trigger.ON_JOIN


@kernel
def fight(t: Tables, g: Game) -> None:
    """The fight is on once the monster is revealed (DOOR-02). In the faster game a Treasure comes first (LOOT-05)."""
    f = top(g)
    player, card = int(f.player), int(f.card)
    if f.draw_first:
        f.draw_first = 0
        push_draw(g, player, Deck.TREASURE, Face.DOWN, Goal.HAND)
        return
    pop(g)
    clear_combat(g)
    c = g.combat
    c.on = 1
    c.open = 1
    c.main = player
    c.met = 1 << player
    for p in range(g.n_players):
        g.seat[p].equips = EQUIPS_IN_WINDOW
    then(g, player, FIGHT_STEPS)
    new_monster(t, g, card, NONE)


# ------------------------------------------------------------------------------------------- meeting a monster


@kernel
def meet(t: Tables, g: Game) -> None:
    """Effects of its card before strengths are compared, in listed order."""
    slot = int(top(g).slot)
    pop(g)
    ty = t.type[t.type_of[g.combat.monster[slot].card]]
    if ty.triggers & MEETING_BITS == 0:
        return
    mate = g.combat.monster[slot].root != slot
    for k in range(ty.effects_end - 1, ty.effects - 1, -1):
        if mate and is_shared(t, k):
            continue
        if t.effect[k].trigger == Trigger.ON_JOIN and g.combat.helper != NOBODY:
            push_meeting(g, g.combat.helper, slot, k)
        if t.effect[k].trigger == Trigger.BEFORE_COMBAT or t.effect[k].trigger == Trigger.ON_JOIN:
            push_meeting(g, g.combat.main, slot, k)


@kernel
def is_shared(t: Tables, effect: int) -> bool:
    """Does it change the monster itself? A Mate shares its original's changes, and is not changed again (MON-04)."""
    for k in range(t.effect[effect].ops, t.effect[effect].ops_end):
        if t.op[k].op == Op.MONSTER_MOD and t.op[k].to == Which.THIS:
            return True
    return False


@kernel
def push_meeting(g: Game, player: int, slot: int, effect: int) -> None:
    f = push(g, Kind.MEET_EFFECT, player)
    f.slot = slot
    f.effect = effect


@kernel
def meet_effect(t: Tables, g: Game) -> None:
    """One such effect on one fighter; they may decline an optional one, and must be able to pay a price."""
    f = top(g)
    player, slot, effect = int(f.player), int(f.slot), int(f.effect)
    m = g.combat.monster[slot]
    e = t.effect[effect]
    gone = m.state != MonsterState.FIGHTING or g.seat[player].dead != 0 or f.answer == 0
    if gone or not suits(t, g, e.requires, player, player) or not payable(t, g, player, effect, NONE):
        pop(g)
        return
    if e.optional and f.answer == NONE:
        ask_yes(g, player, Why.MEET, m.card)
        return
    m.told |= 1 << player
    if e.cost_zone != NONE:
        f.card = m.card
        f.to_pay = e.cost_amount
        become(g, Kind.PAY)
        return
    pop(g)
    program = start(t, g, effect, player, m.card, Disposal.NONE)
    program.victim = player
    program.slot = slot


@kernel
def strengths_count(g: Game) -> None:
    """All effects of meeting the monsters are over. Is there anything left to fight (COMBAT-17)?"""
    pop(g)
    if not fight_is_over(g):
        g.combat.took_place = 1


@kernel
def fight_changed(t: Tables, g: Game) -> None:
    """After everything that happens in a fight: who may no longer be in it?"""
    pop(g)
    c = g.combat
    if c.on == 0 or c.open == 0 or g.seat[c.main].dead:
        return
    if c.helper != NOBODY and must_part(t, g):
        log(g, What.LEAVES, c.helper, c.main, NONE, 0, EVERYONE)
        g.recheck |= 1 << int(c.helper)
        c.helper = NOBODY
        c.compelled = 0
    if c.asked:
        begin_epoch(t, g)
    if c.compelled and for_the_win(t, g):
        push(g, Kind.STAY_OR_LEAVE, c.helper)
    for s in range(c.n):
        if c.monster[s].state == MonsterState.FIGHTING:
            test_again(t, g, s)


@kernel
def must_part(t: Tables, g: Game) -> bool:
    """Main may no longer be helped, or the helper may no longer help."""
    alone = standing(t, g, g.combat.main, Op.CANNOT, Cannot.BE_HELPED.value)
    return alone + standing(t, g, g.combat.helper, Op.CANNOT, Cannot.HELP.value) > 0


@kernel
def test_again(t: Tables, g: Game, slot: int) -> None:
    """Effects on joining fighters, and conditions that send a monster away, are checked for every fighter (MON-14)."""
    m = g.combat.monster[slot]
    ty = t.type[t.type_of[m.card]]
    if ty.triggers & MEETING_BITS == 0:
        return
    for k in range(ty.effects, ty.effects_end):
        e = t.effect[k]
        if not strikes_who_joins(t, k):
            continue
        for p in range(g.n_players):
            fighter = p == g.combat.main or p == g.combat.helper
            if fighter and (m.told >> p) & 1 == 0 and suits(t, g, e.requires, p, p):
                push_meeting(g, p, slot, k)


# ----------------------------------------------------------------------------------------------- the open fight


@kernel
def fight_is_over(g: Game) -> bool:
    """Main is gone, or the last monster (COMBAT-06, COMBAT-13)."""
    return bool(g.combat.on == 0 or g.seat[g.combat.main].dead != 0 or monsters_fighting(g) == 0)


@kernel
def legal_fight(t: Tables, g: Game, mask: Mask) -> None:
    """Everyone in turn may add to the fight; it closes when all have passed in a row (COMBAT-09)."""
    player = top(g).player
    mask[Verb.PASS] = True
    timing = now(t, g, player)
    mask_cards(t, g, player, timing, mask)
    mask_monsters(t, g, player, timing, mask)
    mask[Verb.TRADE] = may_trade(t, g, player)
    mask[Verb.ASK] = may_ask(t, g, player)


@kernel
def apply_fight(t: Tables, g: Game, action: int) -> None:
    player = int(top(g).player)
    if action == Verb.PASS:
        clear_fresh(g, player)
        if all_pass(g):
            pop(g)
        return
    timing = now(t, g, player)
    reopen(g)
    push(g, Kind.FIGHT_CHANGED, player)
    if action == Verb.ASK:
        push(g, Kind.OFFER_TO, player)
    else:
        apply_card(t, g, player, timing, action)


@kernel
def legal_stay(mask: Mask) -> None:
    mask[Verb.STAY] = True
    mask[Verb.LEAVE] = True


@kernel
def apply_stay(g: Game, action: int) -> None:
    """It became a fight for the win: a compelled helper may leave; one who stays is a volunteer (HELP-10)."""
    player = top(g).player
    pop(g)
    g.combat.compelled = 0
    remember(g, Deed.LEFT.value if action == Verb.LEAVE else Deed.HELPED.value, player, g.combat.main)
    if action == Verb.LEAVE:
        log(g, What.LEAVES, player, g.combat.main, NONE, 0, EVERYONE)
        g.combat.helper = NOBODY
        g.recheck |= 1 << int(player)
        push(g, Kind.FIGHT_CHANGED, player)


# --------------------------------------------------------------------------------------------------- the result


@kernel
def resolve_fight(t: Tables, g: Game) -> None:
    """The stronger side wins; a tie goes to the monsters (COMBAT-03). Removing all monsters is winning too (COMBAT-05)."""
    player = top(g).player
    pop(g)
    c = g.combat
    if g.seat[c.main].dead:
        c.open = 0
        return
    if monsters_fighting(g) != 0 and not winning(t, g):
        c.margin = monster_total(t, g) - munchkin_total(t, g)
        c.open = 0
        log(g, What.LOSES_FIGHT, c.main, c.helper, NONE, c.margin, EVERYONE)
        push(g, Kind.LOSE_FIGHT, player)
        return
    c.won = 1
    log(g, What.WINS_FIGHT, c.main, c.helper, NONE, 0, EVERYONE)
    then(g, c.main, VICTORY_STEPS)
    slay(t, g)
    c.open = 0


@kernel
def slay(t: Tables, g: Game) -> None:
    """All monsters still fighting are killed, together."""
    for s in range(g.combat.n):
        if g.combat.monster[s].state == MonsterState.FIGHTING:
            note_kill(t, g, s)
    for s in range(g.combat.n):
        m = g.combat.monster[s]
        if m.state == MonsterState.FIGHTING:
            m.state = MonsterState.KILLED
            log(g, What.KILLS, g.combat.main, NONE, m.card, 0, EVERYONE)


@kernel
def end_fight(t: Tables, g: Game) -> None:
    """Everything played is discarded, combat-long modifiers end; then everyone may play what they got."""
    pop(g)
    c = g.combat
    main = int(c.main)
    discard_fight(t, g)
    fighters = int(c.met)  # including players who left: it was their combat, too (CURSE-03)
    c.on = 0
    c.open = 0
    everyone = (1 << g.n_players) - 1
    end_markers(t, g, everyone, Until.THIS_COMBAT)
    end_markers(t, g, everyone, Until.THIS_ROLL)  # for a player who had already run
    took_place = c.took_place != 0
    if took_place:
        end_markers(t, g, fighters, Until.NEXT_COMBAT_END)
    forget_uses(g, Per.COMBAT)
    forget_uses(g, Per.VICTIM_IN_COMBAT)
    forget_uses(g, Per.ROLL)
    g.recheck |= fighters
    clear_combat(g)
    for p in range(g.n_players):
        g.seat[p].equips = EQUIPS_IN_WINDOW
    window = push(g, Kind.WINDOW, main)
    window.moment = Moment.AFTER_FIGHT
    window.no_combat = 0 if took_place else 1


@kernel
def need_not_choose(t: Tables, g: Game) -> bool:
    """They help no more, or it is not for the win after all."""
    return bool(g.combat.helper != top(g).player or fight_is_over(g) or not for_the_win(t, g))


DECISIONS = (
    Decision(
        "FIGHT_WINDOW",
        7,
        "do something in the fight, or pass",
        legal=legal_fight,
        apply=apply_fight,
        moot=fight_is_over,
        ring=True,
        registers=(PASSED,),
        of_fight=True,
        says="everyone may add to the fight",
    ),
    Decision(
        "STAY_OR_LEAVE",
        17,
        "stay in what is now a fight for the win?",
        legal=legal_stay,
        apply=apply_stay,
        moot=need_not_choose,
        of_fight=True,
        says="who was compelled to help, once the fight is for the win",
    ),
)
STEPS = (
    Step(
        "FIGHT",
        83,
        run=fight,
        registers=(
            Register("card", within=CARD, says="the monster"),
            Register("draw_first", "a", FLAG, "1 if a Treasure of the faster game comes first"),
        ),
        holds_card=True,
    ),
    Step("MEET", 84, run=meet, registers=(MONSTER_SLOT,), of_fight=True, says="a monster meets the fighters"),
    Step(
        "MEET_EFFECT",
        85,
        run=meet_effect,
        registers=(
            MONSTER_SLOT,
            Register("effect", within=EFFECT),
            Register("answer", says="yes or no, if it is optional"),
            Register("card", says="as it becomes a PAY: its card,"),
            Register("to_pay", "a", says="and the price"),
        ),
        of_fight=True,
    ),
    Step("FIGHT_CHANGED", 86, run=fight_changed, of_fight=True),
    Step("RESOLVE_FIGHT", 87, run=resolve_fight, of_fight=True),
    Step("END_FIGHT", 102, run=end_fight, of_fight=True),
    Step("STRENGTHS_COUNT", 130, run=strengths_count, of_fight=True),
)
