"""Death takes everything but the character itself; the others loot the body (DEATH)."""

from munchkin_env.core.kernel import kernel
from munchkin_env.core.types import Mask
from munchkin_env.engine.effects.interpreter import start
from munchkin_env.engine.queries.conditions import suits
from munchkin_env.engine.queries.moments import decider_is_dead
from munchkin_env.engine.queries.offers import is_barred
from munchkin_env.engine.queries.seats import is_identity
from munchkin_env.engine.queries.standing import active
from munchkin_env.engine.state.actions import POOL, POOL_SLOTS
from munchkin_env.engine.state.declare import Decision, Register, Step
from munchkin_env.engine.state.events import EVERYONE, What, log
from munchkin_env.engine.state.kinds import Kind
from munchkin_env.engine.state.records import KNOWN, NOBODY, SEAT, Frame, Game, Room, Stream
from munchkin_env.engine.state.rng import below
from munchkin_env.engine.state.stack import Disposal, Why, pop, push, top
from munchkin_env.engine.verbs.asking import ask_yes
from munchkin_env.engine.verbs.expiry import end_markers
from munchkin_env.engine.verbs.getting import gets_it
from munchkin_env.engine.verbs.markers import end_markers_of
from munchkin_env.engine.verbs.piles import discard, from_hand, from_pool, remove_at, to_pool
from munchkin_env.vocabulary.tables import Tables
from munchkin_env.vocabulary.words import NONE, CardKind, Face, Trigger, Until


@kernel
def die(t: Tables, g: Game) -> None:
    """Unless a card saves the player: all that can are offered in turn (a: how many were). ok: 0 if saved."""
    f = top(g)
    player = int(f.player)
    seat = g.seat[player]
    if seat.dead == 0 and f.ok and offer_rescue(t, g, f):
        return
    saved = f.ok == 0
    pop(g)
    if seat.dead or saved:
        return
    seat.dead = 1
    seat.owes_deal = 1
    log(g, What.DIES, player, NOBODY, NOBODY, 0, EVERYONE)
    end_markers(t, g, 1 << player, Until.NEXT_KILL_OR_DEATH)
    lay_out(t, g, player)
    g.recheck |= 1 << player
    if g.turn_player == player:
        g.room = Room.CLOSED
    if g.combat.helper == player and g.combat.open:
        g.combat.helper = NOBODY
        g.combat.compelled = 0
    if g.pool_n > 0:
        push(g, Kind.LOOTING, player).picked = 0


@kernel
def offer_rescue(t: Tables, g: Game, f: Frame) -> bool:
    """The next effect that works when the player would die: offered if optional, started if accepted. False: there is none left."""
    player = int(f.player)
    n = 0
    for i in range(g.seat[player].table_n):
        card = int(g.seat[player].table[i])
        ty = t.type[t.type_of[card]]
        if (ty.triggers >> Trigger.ON_WOULD_DIE) & 1 == 0 or (ty.is_item and not active(t, g, player, i)):
            continue
        for k in range(ty.effects, ty.effects_end):
            if t.effect[k].trigger != Trigger.ON_WOULD_DIE:
                continue
            n += 1
            if n <= f.tried or not works(t, g, player, k):
                continue
            if t.effect[k].optional and f.answer == NONE:
                ask_yes(g, player, Why.MAY, card)
                return True
            takes_it = f.answer != 0
            f.answer = NONE
            f.tried = n
            if takes_it:
                start(t, g, k, player, card, Disposal.NONE)
                return True
    return False


@kernel
def works(t: Tables, g: Game, player: int, effect: int) -> bool:
    e = t.effect[effect]
    return suits(t, g, e.requires, player, player) and not (e.name != NONE and is_barred(t, g, player, e.name))


@kernel
def lay_out(t: Tables, g: Game, player: int) -> None:
    """Separate hand and table (DEATH-04), except what is kept (DEATH-02)."""
    seat = g.seat[player]
    i = 0
    while i < seat.table_n:
        kind = t.type[t.type_of[seat.table[i]]].kind
        if kept(kind):
            i += 1
            continue
        card = remove_at(g, seat, i)
        log(g, What.LAYS_OUT, player, NONE, card, 0, EVERYONE)
        end_markers_of(g, card)
        to_pool(t, g, card)
    while seat.hand_n > 0:
        log(g, What.LAYS_OUT, player, NONE, seat.hand[seat.hand_n - 1], 0, EVERYONE)
        to_pool(t, g, from_hand(g, player, seat.hand_n - 1))


@kernel
def kept(kind: int) -> bool:
    stays = kind == CardKind.DUAL or kind == CardKind.CURSE or kind == CardKind.HOUSE or kind == CardKind.PROFICIENCY
    return bool(is_identity(kind) or stays)


@kernel
def looting(t: Tables, g: Game) -> None:
    """From the highest Level down, ties at random, one card each; the rest is discarded (DEATH-05, DEATH-06)."""
    f = top(g)
    looter = next_looter(g, f.player, f.picked)
    if looter == NOBODY or g.pool_n == 0:
        if g.pool_n > 0:
            log(g, What.LEFT_OVER, f.player, NOBODY, NONE, g.pool_n, EVERYONE)
        pop(g)
        while g.pool_n > 0:
            discard(t, g, from_pool(g, g.pool_n - 1))
        return
    f.picked |= 1 << looter
    push(g, Kind.LOOT_BODY, looter).victim = f.player


@kernel
def next_looter(g: Game, body: int, done: int) -> int:
    """Highest Level first, equals in random order; NOBODY: all have picked."""
    best = NOBODY
    ties = 0
    for p in range(g.n_players):
        if p == body or g.seat[p].dead or (done >> p) & 1:
            continue
        if best == NOBODY or g.seat[p].level > g.seat[best].level:
            best = p
            ties = 1
        elif g.seat[p].level == g.seat[best].level:
            ties += 1
            if below(g, Stream.TABLE, ties) == 0:
                best = p
    return best


@kernel
def legal_loot(g: Game, mask: Mask) -> None:
    for i in range(min(g.pool_n, POOL_SLOTS)):
        mask[POOL + i] = True


@kernel
def apply_loot(t: Tables, g: Game, action: int) -> None:
    """Into hand, seen by all (DEATH-07)."""
    looter, body = int(top(g).player), int(top(g).victim)
    pop(g)
    card = from_pool(g, action - POOL)
    log(g, What.LOOTS, looter, body, card, 0, EVERYONE)
    gets_it(t, g, looter, card, KNOWN, Face.UP.value)


DECISIONS = (
    Decision(
        "LOOT_BODY",
        22,
        "which card to take from the body",
        legal=legal_loot,
        apply=apply_loot,
        moot=decider_is_dead,
        registers=(Register("victim", within=SEAT, says="who has died"),),
        lies_on=(Kind.LOOTING,),
        concerns="victim",
        says="one card of those who died",
    ),
)
STEPS = (
    Step(
        "DIE",
        120,
        run=die,
        registers=(
            Register("tried", "a", (0, 127), "how many effects that could save player have been tried"),
            Register("ok", says="0 if saved"),
            Register("answer", says="yes: that effect is used"),
        ),
    ),
    Step("LOOTING", 121, run=looting, registers=(Register("picked", "passed", says="the seats that have picked"),)),
)
