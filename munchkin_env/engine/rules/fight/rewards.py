"""After a won fight, in the order of REW-04: levels, win check, Treasures, picks, other rewards, deal, on_win."""

from munchkin_env.core.kernel import kernel
from munchkin_env.core.types import Mask
from munchkin_env.engine.effects.answers import announce
from munchkin_env.engine.effects.interpreter import start
from munchkin_env.engine.queries.conditions import helped_to_kill, suits
from munchkin_env.engine.queries.decks import index_in_hand, index_on_table
from munchkin_env.engine.queries.helping import pledge_effect
from munchkin_env.engine.queries.limits import may_carry
from munchkin_env.engine.queries.offers import holds
from munchkin_env.engine.queries.stakes import forfeits_levels, treasures_at_stake
from munchkin_env.engine.queries.standing import active, standing, win_level
from munchkin_env.engine.state.actions import POOL, POOL_SLOTS
from munchkin_env.engine.state.declare import COUNT, Decision, Register, Step
from munchkin_env.engine.state.events import EVERYONE, What, log, remember
from munchkin_env.engine.state.kinds import Kind
from munchkin_env.engine.state.records import EVERYTHING, FLAG, KNOWN, MAYBE_CARD, NOBODY, Deed, Frame, Game, MonsterState
from munchkin_env.engine.state.stack import Disposal, Goal, Why, pop, push, top
from munchkin_env.engine.verbs.combat_cards import discard_fight
from munchkin_env.engine.verbs.entering import lapses, tell_lapse
from munchkin_env.engine.verbs.expiry import end_markers
from munchkin_env.engine.verbs.getting import draws_it
from munchkin_env.engine.verbs.levels import change_level
from munchkin_env.engine.verbs.piles import from_hand, from_pool, pass_on
from munchkin_env.vocabulary.tables import Tables
from munchkin_env.vocabulary.words import NONE, Cannot, Deck, Face, Forfeit, Op, Trigger, Until


@kernel
def win_levels(t: Tables, g: Game) -> None:
    """One Level per monster killed, or what its card says (REW-01), then what cards add (an Elf who helps)."""
    pop(g)
    discard_fight(t, g)
    main = int(g.combat.main)
    levels = 0
    killed = 0
    for s in range(g.combat.n):
        m = g.combat.monster[s]
        if m.state == MonsterState.KILLED:
            levels += 0 if forfeits_levels(g) else int(t.type[t.type_of[m.card]].levels)
            killed += 1
    if killed > 0:
        end_markers(t, g, 1 << main, Until.NEXT_KILL_OR_DEATH)
    room = win_level(t, g, main) - int(g.seat[main].level)
    if standing(t, g, main, Op.CANNOT, Cannot.GAIN_WINNING_LEVEL.value) > 0:
        room -= 1
    elif killed > 0 and levels >= room and not forfeits_levels(g):
        g.reached |= 1 << main
    levels = min(levels, room)
    if levels > 0:
        change_level(t, g, main, levels)
    if not forfeits_levels(g):
        push_rewards(t, g, Trigger.ON_KILL_LEVEL)


@kernel
def push_rewards(t: Tables, g: Game, trigger: int) -> None:
    """Programs of that trigger: of each killed monster, and of the fighters' cards once per monster that they killed."""
    for s in range(g.combat.n):
        m = g.combat.monster[s]
        if m.state == MonsterState.GONE and trigger == Trigger.ON_KILL:
            push_monster_rewards(t, g, s, Trigger.BEFORE_COMBAT)
        if m.state != MonsterState.KILLED:
            continue
        if helped_to_kill(g, s):
            push_own_rewards(t, g, g.combat.helper, s, trigger)
        push_own_rewards(t, g, g.combat.main, s, trigger)
        push_monster_rewards(t, g, s, trigger)


@kernel
def push_monster_rewards(t: Tables, g: Game, slot: int, trigger: int) -> None:
    """Its card's rewards: once it is killed, or (before_combat) once the fight that it left is won."""
    m = g.combat.monster[slot]
    ty = t.type[t.type_of[m.card]]
    for k in range(ty.effects, ty.effects_end):
        if t.effect[k].trigger == trigger and (int(m.rewards) >> (k - ty.effects)) & 1:
            program = start(t, g, k, g.combat.main, m.card, Disposal.NONE)
            program.slot = slot
            program.victim = g.combat.main


@kernel
def push_own_rewards(t: Tables, g: Game, player: int, slot: int, trigger: int) -> None:
    seat = g.seat[player]
    for i in range(seat.table_n):
        ty = t.type[t.type_of[seat.table[i]]]
        if (ty.triggers >> trigger) & 1 == 0 or (ty.is_item and not active(t, g, player, i)):
            continue
        for k in range(ty.effects, ty.effects_end):
            if t.effect[k].trigger == trigger and holds(t, g, t.effect[k].requires, player, NONE):
                start(t, g, k, player, seat.table[i], Disposal.NONE).slot = slot


@kernel
def check_win(t: Tables, g: Game) -> None:
    """The first to reach the winning Level wins; players who reach it together win together (WIN-01, WIN-03).

    A Cowboy who gets a Steed may suddenly be at their winning Level: winning needs a kill all the same.
    """
    pop(g)
    winners = 0
    for p in range(g.n_players):
        if (int(g.reached) >> p) & 1 and g.seat[p].level >= win_level(t, g, p):
            winners |= 1 << p
    g.reached = 0
    if winners == 0:
        return
    shares = g.options.shared_victory and g.combat.won and g.combat.helper != NOBODY
    if shares and (winners >> int(g.combat.main)) & 1:
        winners |= 1 << int(g.combat.helper)
    g.over = 1
    g.winners = winners
    for p in range(g.n_players):
        if (winners >> p) & 1:
            log(g, What.WINS, p, NONE, NONE, 0, EVERYONE)


# --------------------------------------------------------------------------------------------------- Treasures


@kernel
def win_treasures(t: Tables, g: Game) -> None:
    """Face down to main if main fought alone, otherwise face up, to be shared as agreed (REW-02, HELP-18)."""
    pop(g)
    discard_fight(t, g)
    c = g.combat
    total = 0 if c.forfeit & Forfeit.TREASURES else treasures_at_stake(t, g)
    c.treasures = total
    if total == 0 or g.seat[c.main].dead:
        return
    alone = c.helper == NOBODY
    if not alone:
        share = push(g, Kind.SHARE_TREASURES, c.main)
        share.helper_picks = total if g.deal.treasures == EVERYTHING else min(int(g.deal.treasures), total)
        share.main_picks = total - share.helper_picks
        share.helper_next = g.deal.helper_first
        if not g.options.binding_deals and share.helper_picks > 0:
            push(g, Kind.DEAL_KEPT, c.main)
    d = push(g, Kind.DRAW if alone else Kind.DRAW_FACE_UP, c.main)
    d.deck = Deck.TREASURE
    d.to_draw = total
    d.draw_face = Face.DOWN if alone else Face.UP
    d.goal = Goal.HAND if alone else Goal.POOL


@kernel
def deal_kept(g: Game) -> None:
    """Only if deals are not binding: does main keep the promise about the Treasures?"""
    f = top(g)
    if f.answer == NONE:
        push(g, Kind.ASK_YES, f.player).why = Why.KEEP_DEAL
        return
    kept = f.answer == 1
    pop(g)
    tell_word(g, kept)
    if not kept:
        remember(g, Deed.LEFT, g.combat.main, g.combat.helper)
        share = top(g)
        share.main_picks += share.helper_picks
        share.helper_picks = 0


@kernel
def tell_word(g: Game, kept: bool) -> None:
    log(g, What.KEEPS_DEAL if kept else What.BREAKS_DEAL, g.combat.main, g.combat.helper, NONE, 0, EVERYONE)


@kernel
def share_treasures(t: Tables, g: Game) -> None:
    """a: main still picks, b: the helper still picks, c: 1 if the helper is next. Not asked if it makes no difference (REW-06)."""
    f = top(g)
    if g.pool_n == 0:
        pop(g)
        return
    if f.main_picks + f.helper_picks > g.pool_n:  # the decks had no more: the helper gets the agreed number as far as possible (HELP-06)
        f.helper_picks = min(int(f.helper_picks), int(g.pool_n))
        f.main_picks = g.pool_n - f.helper_picks
    helper_next = (f.helper_next == 1 and f.helper_picks > 0) or f.main_picks <= 0
    picker = int(g.combat.helper) if helper_next else int(g.combat.main)
    if f.main_picks <= 0 or f.helper_picks <= 0 or g.pool_n == 1:
        hand_out(t, g, f, picker, helper_next, 0)
        return
    q = push(g, Kind.PICK_TREASURE, picker)
    q.for_helper = 1 if helper_next else 0


@kernel
def hand_out(t: Tables, g: Game, f: Frame, picker: int, to_helper: bool, i: int) -> None:
    if to_helper:
        f.helper_picks -= 1
    else:
        f.main_picks -= 1
    f.helper_next = 0 if to_helper else 1
    card = from_pool(g, i)
    log(g, What.PICKS, picker, NONE, card, 0, EVERYONE)
    draws_it(t, g, picker, card, KNOWN, Face.UP.value)


@kernel
def legal_pick(g: Game, mask: Mask) -> None:
    for i in range(min(g.pool_n, POOL_SLOTS)):
        mask[POOL + i] = True


@kernel
def apply_pick(t: Tables, g: Game, action: int) -> None:
    picker, to_helper = int(top(g).player), top(g).for_helper == 1
    pop(g)
    hand_out(t, g, top(g), picker, to_helper, action - POOL)


# ------------------------------------------------------------------------------------------------- what remains


@kernel
def kill_rewards(t: Tables, g: Game) -> None:
    """Other rewards of the killed monsters and the fighters' cards (MON-12)."""
    pop(g)
    push_rewards(t, g, Trigger.ON_KILL)


@kernel
def settle_deal(t: Tables, g: Game) -> None:
    """The promised Item changes hands, the promised card is played; what has become impossible lapses (HELP-07)."""
    pop(g)
    d = g.deal
    main, helper = int(g.combat.main), int(g.combat.helper)
    if helper == NOBODY or g.seat[helper].dead or g.seat[main].dead:
        tell_lapse(g)
        return
    won = g.combat.won != 0
    bribe = int(d.bribe) if won or g.options.bribe_item_always else NONE
    card = int(d.card) if won else NONE  # a card is played after the rewards
    if bribe == NONE:
        lapses(g, d.bribe)
    if card == NONE:
        lapses(g, d.card)
    d.bribe = NONE
    d.card = NONE
    if bribe == NONE and card == NONE:
        return
    if g.options.binding_deals:
        pay_bribe(t, g, main, helper, bribe, card)
        return
    f = push(g, Kind.BRIBE_KEPT, main)
    f.card = card
    f.bribe = bribe


@kernel
def bribe_kept(t: Tables, g: Game) -> None:
    """Only if deals are not binding."""
    f = top(g)
    if f.answer == NONE:
        push(g, Kind.ASK_YES, f.player).why = Why.KEEP_DEAL
        return
    main, bribe, card, kept = int(f.player), int(f.bribe), int(f.card), f.answer == 1
    pop(g)
    tell_word(g, kept)
    if kept:
        pay_bribe(t, g, main, g.combat.helper, bribe, card)
    else:
        remember(g, Deed.LEFT, main, g.combat.helper)


@kernel
def pay_bribe(t: Tables, g: Game, main: int, helper: int, bribe: int, card: int) -> None:
    effect = NONE
    if card != NONE and index_in_hand(g.seat[main], card) != NONE:
        effect = pledge_effect(t, g, main, helper, card)
    if effect == NONE:
        lapses(g, card)
    else:
        log(g, What.PLAYS, main, helper, card, 0, EVERYONE)
        from_hand(g, main, index_in_hand(g.seat[main], card))
        f = push(g, Kind.PAY, main)
        f.card = card
        f.effect = effect
        f.target = helper
        announce(t, g, f, Kind.PAY)
    place = index_on_table(g.seat[main], bribe) if bribe != NONE else NONE
    if place == NONE or not may_carry(t, g, helper, t.type_of[bribe], 0):
        lapses(g, bribe)
    else:
        log(g, What.TRADES, main, helper, bribe, 0, EVERYONE)
        pass_on(t, g, main, helper, bribe, False)


@kernel
def win_rewards(t: Tables, g: Game) -> None:
    """Once, for the fighters' cards; modifiers that last until the next win end. Not if there was no combat to win (COMBAT-17)."""
    pop(g)
    c = g.combat
    if c.took_place == 0:
        return
    fighters = 1 << int(c.main)
    if c.helper != NOBODY:
        fighters |= 1 << int(c.helper)
    end_markers(t, g, fighters, Until.NEXT_WIN)
    for p in range(g.n_players):
        if (fighters >> p) & 1:
            push_on_win(t, g, p)


@kernel
def push_on_win(t: Tables, g: Game, player: int) -> None:
    seat = g.seat[player]
    for i in range(seat.table_n):
        ty = t.type[t.type_of[seat.table[i]]]
        if (ty.triggers >> Trigger.ON_WIN) & 1 == 0 or (ty.is_item and not active(t, g, player, i)):
            continue
        for k in range(ty.effects, ty.effects_end):
            if t.effect[k].trigger == Trigger.ON_WIN and suits(t, g, t.effect[k].requires, player, player):
                start(t, g, k, player, seat.table[i], Disposal.NONE)


DECISIONS = (
    Decision(
        "PICK_TREASURE",
        18,
        "which treasure to pick",
        legal=legal_pick,
        apply=apply_pick,
        registers=(Register("for_helper", "a", FLAG, "1 if it is the helper's pick"),),
        lies_on=(Kind.SHARE_TREASURES,),
        of_fight=True,
        says="one of those laid open after a fight won with help",
        actions={"pool": "pick {}"},
    ),
)
STEPS = (
    Step("WIN_LEVELS", 88, run=win_levels, of_fight=True),
    Step("CHECK_WIN", 89, run=check_win),
    Step("WIN_TREASURES", 90, run=win_treasures, of_fight=True),
    Step(
        "SHARE_TREASURES",
        91,
        run=share_treasures,
        registers=(
            Register("main_picks", "a", COUNT, "cards that main still picks,"),
            Register("helper_picks", "b", COUNT, "and the helper"),
            Register("helper_next", "c", FLAG, "1 if the helper picks next"),
        ),
        of_fight=True,
    ),
    Step("KILL_REWARDS", 92, run=kill_rewards, of_fight=True),
    Step("SETTLE_DEAL", 93, run=settle_deal, of_fight=True),
    Step("WIN_REWARDS", 94, run=win_rewards, of_fight=True),
    Step(
        "DEAL_KEPT",
        95,
        run=deal_kept,
        registers=(Register("answer", says="yes: main hands out the Treasures as agreed"),),
        lies_on=(Kind.SHARE_TREASURES,),
        of_fight=True,
        says="only if deals do not bind",
    ),
    Step(
        "BRIBE_KEPT",
        96,
        run=bribe_kept,
        registers=(
            Register("card", says="the pledged card"),
            Register("bribe", "a", MAYBE_CARD, "and Item"),
            Register("answer", says="yes: they are handed over"),
        ),
        of_fight=True,
        says="only if deals do not bind",
    ),
)
