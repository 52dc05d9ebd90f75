"""A turn, in the order of the rule sheet."""

from munchkin_env.core.kernel import kernel
from munchkin_env.core.types import Mask
from munchkin_env.engine.effects.answers import announce
from munchkin_env.engine.queries.decks import index_in_hand
from munchkin_env.engine.queries.handling import playable
from munchkin_env.engine.queries.moments import OWN_TURN_FREE, answered_on_top, decider_is_dead
from munchkin_env.engine.queries.rights import FROM_HAND, mask_cards, may_trade
from munchkin_env.engine.queries.seats import faster_treasure
from munchkin_env.engine.queries.selling import sale_exists
from munchkin_env.engine.state.actions import HAND, HAND_SLOTS, Verb
from munchkin_env.engine.state.declare import CARD, Decision, Register, Step
from munchkin_env.engine.state.events import EVERYONE, What, log
from munchkin_env.engine.state.kinds import Kind
from munchkin_env.engine.state.records import EQUIPS_IN_WINDOW, KNOWN, FasterTreasure, Game, Room
from munchkin_env.engine.state.stack import Goal, Moment, pop, push, then, top
from munchkin_env.engine.verbs.acting import apply_card, push_use
from munchkin_env.engine.verbs.expiry import end_markers
from munchkin_env.engine.verbs.getting import push_draw
from munchkin_env.engine.verbs.markers import wake_markers
from munchkin_env.engine.verbs.piles import from_hand, to_hand
from munchkin_env.engine.verbs.uses import forget_uses
from munchkin_env.vocabulary.tables import Tables
from munchkin_env.vocabulary.words import NONE, CardKind, Deck, Face, Op, Per, Phase, Until

TURN = (
    Kind.COME_BACK,
    Kind.REDEAL,
    Kind.LISTEN,
    Kind.BEFORE_DOOR,
    Kind.KICK_DOOR,
    Kind.BEFORE_ROOM,
    Kind.ROOM,
    Kind.BEFORE_CHARITY,
    Kind.CHARITY,
    Kind.END_TURN,
)
EQUIPS_ARRANGING, SALES_TO_ABORT = 8, 1  # TIME-13


@kernel
def begin_turn(g: Game) -> None:
    player = top(g).player
    pop(g)
    g.turn_player = player
    g.room = Room.CLOSED
    log(g, What.TURN, player, NONE, NONE, g.turn, EVERYONE)
    wake_markers(g, player, Until.THIS_OR_NEXT_TURN_END)
    wake_markers(g, player, Until.NEXT_TURN_END)
    then(g, player, TURN)


@kernel
def come_back(g: Game) -> None:
    """Players who died earlier are alive again (DEATH-11)."""
    pop(g)
    for p in range(g.n_players):
        if g.seat[p].dead:
            log(g, What.REVIVES, p, NONE, NONE, 0, EVERYONE)
        g.seat[p].dead = 0


@kernel
def deal_again(g: Game) -> None:
    """A player who died since their last turn gets a new hand and plays from it as at the start (DEATH-12)."""
    player = top(g).player
    pop(g)
    if g.seat[player].owes_deal:
        g.seat[player].owes_deal = 0
        g.seat[player].equips = EQUIPS_ARRANGING
        push(g, Kind.SETUP, player)
        push(g, Kind.DEAL, player)


@kernel
def listen(g: Game) -> None:
    """Phase 0 of the faster game: a Door card face down; arranging follows, so it can be played at once (TURN-03)."""
    player = top(g).player
    pop(g)
    if g.options.listen_at_door:
        push_draw(g, player, Deck.DOOR, Face.DOWN, Goal.HAND)


@kernel
def refill_budgets(g: Game) -> None:
    """A new phase: equipment changes and aborted sales are counted from zero (TIME-13)."""
    for p in range(g.n_players):
        g.seat[p].equips = EQUIPS_ARRANGING if p == g.turn_player else EQUIPS_IN_WINDOW
        g.seat[p].sales = SALES_TO_ABORT


@kernel
def before_door(g: Game) -> None:
    before(g, Moment.BEFORE_DOOR, False)


@kernel
def before_room(g: Game) -> None:
    before(g, Moment.BEFORE_ROOM, g.room == Room.CLOSED)


@kernel
def before_charity(g: Game) -> None:
    before(g, Moment.BEFORE_CHARITY, False)


@kernel
def before(g: Game, moment: int, skip: bool) -> None:
    player = top(g).player
    pop(g)
    if not skip and g.seat[player].dead == 0:
        refill_budgets(g)
        push(g, Kind.MOMENT, player).moment = moment


@kernel
def moment(g: Game) -> None:
    """The turn player arranges, then everyone may react; if anybody does, the turn player arranges again (TIME-11)."""
    f = top(g)
    player, which = int(f.player), int(f.moment)
    pop(g)
    if g.seat[player].dead:
        return
    push(g, Kind.WINDOW, (player + 1) % g.n_players).moment = which
    push(g, Kind.ARRANGE, player).moment = which


# ---------------------------------------------------------------------------------------------------- arranging


@kernel
def legal_arrange(t: Tables, g: Game, mask: Mask) -> None:
    player = top(g).player
    mask_cards(t, g, player, OWN_TURN_FREE, mask)
    mask[Verb.NEXT] = True
    mask[Verb.TRADE] = may_trade(t, g, player)
    mask[Verb.SELL] = g.seat[player].sales > 0 and sale_exists(t, g, player)


@kernel
def apply_arrange(t: Tables, g: Game, action: int) -> None:
    player = top(g).player
    if action == Verb.NEXT:
        pop(g)
    elif action == Verb.SELL:
        push(g, Kind.SELL, player)
    else:
        apply_card(t, g, player, OWN_TURN_FREE, action)


# --------------------------------------------------------------------------------------------------- phase 1


@kernel
def kick_door(g: Game) -> None:
    player = top(g).player
    pop(g)
    if g.seat[player].dead == 0:
        push(g, Kind.OPEN_DOOR, player)
        push_draw(g, player, Deck.DOOR, Face.UP, Goal.DOOR)


@kernel
def open_door(t: Tables, g: Game) -> None:
    """A monster attacks, a Curse strikes, anything else may be played or kept; without a monster phase 2 is open (TURN-06)."""
    player, card = int(top(g).player), int(top(g).card)
    pop(g)
    kind = t.type[t.type_of[card]].kind if card != NONE else NONE
    if kind == CardKind.MONSTER:
        push(g, Kind.FIGHT, player).card = card
        return
    g.room = Room.OPEN
    if kind == CardKind.CURSE:
        f = push(g, Kind.CURSE, player)
        f.card = card
        f.victim = player
        f.own_door = 1
    elif kind != NONE:
        log(g, What.GETS, player, NONE, card, 0, EVERYONE)
        to_hand(t, g, player, card, KNOWN)
        if kind == CardKind.STEED or playable(t, g, player, card, OWN_TURN_FREE, answered_on_top(g)):
            push(g, Kind.PLAY_OR_KEEP, player).card = card


@kernel
def legal_play_or_keep(t: Tables, g: Game, mask: Mask) -> None:
    """A Steed may also be fought (STEED-08)."""
    f = top(g)
    mask[Verb.PLAY] = playable(t, g, f.player, f.card, OWN_TURN_FREE, answered_on_top(g))
    mask[Verb.KEEP] = True
    mask[Verb.AS_MONSTER] = t.type[t.type_of[f.card]].kind == CardKind.STEED


@kernel
def apply_play_or_keep(g: Game, action: int) -> None:
    player, card = int(top(g).player), int(top(g).card)
    pop(g)
    if action == Verb.AS_MONSTER:
        g.room = Room.CLOSED  # DOOR-05
        push(g, Kind.FIGHT, player).card = from_hand(g, player, index_in_hand(g.seat[player], card))
    elif action == Verb.PLAY:
        push_use(g, player, card, OWN_TURN_FREE, FROM_HAND)


# --------------------------------------------------------------------------------------------------- phase 2


@kernel
def room(t: Tables, g: Game) -> None:
    """Look for trouble or loot, if it is open; a card may open it again for looting, or forbid one of the two or both."""
    player = top(g).player
    if g.room == Room.CLOSED or g.seat[player].dead or is_skipped(t, g, player, Phase.TROUBLE_OR_LOOT):
        pop(g)
        g.room = Room.CLOSED
    elif g.room == Room.OPEN and has_monster(t, g, player):
        push(g, Kind.TROUBLE_OR_LOOT, player)
    elif is_skipped(t, g, player, Phase.LOOT_ROOM):
        g.room = Room.CLOSED
    else:
        loot(t, g, player)


@kernel
def is_skipped(t: Tables, g: Game, player: int, phase: int) -> bool:
    """Does a Curse in force take that part of the turn from the player?"""
    for k in range(g.marker_n):
        m = g.marker[k]
        if m.seat == player and m.waiting == 0 and t.op[m.op].op == Op.PHASE and t.op[m.op].what == phase:
            return True
    return False


@kernel
def has_monster(t: Tables, g: Game, player: int) -> bool:
    seat = g.seat[player]
    for i in range(min(seat.hand_n, HAND_SLOTS)):
        if t.type[t.type_of[seat.hand[i]]].kind == CardKind.MONSTER:
            return True
    return False


@kernel
def loot(t: Tables, g: Game, player: int) -> None:
    """A face-down Door card, or a Treasure in the faster game (LOOT-02, LOOT-05)."""
    g.room = Room.CLOSED
    log(g, What.LOOTS_ROOM, player, NONE, NONE, 0, EVERYONE)
    faster = faster_treasure(t, g) == FasterTreasure.LOOT
    push_draw(g, player, Deck.TREASURE if faster else Deck.DOOR, Face.DOWN, Goal.HAND)


@kernel
def legal_trouble(t: Tables, g: Game, mask: Mask) -> None:
    seat = g.seat[top(g).player]
    loots = not is_skipped(t, g, top(g).player, Phase.LOOT_ROOM)
    mask[Verb.LOOT] = loots
    mask[Verb.PASS] = not loots
    for i in range(min(seat.hand_n, HAND_SLOTS)):
        mask[HAND + i] = t.type[t.type_of[seat.hand[i]]].kind == CardKind.MONSTER


@kernel
def apply_trouble(t: Tables, g: Game, action: int) -> None:
    """Fought exactly as if found behind the door (LOOT-01)."""
    player = top(g).player
    pop(g)
    if action == Verb.LOOT:
        loot(t, g, player)
        return
    g.room = Room.CLOSED
    if action == Verb.PASS:
        return
    card = from_hand(g, player, action - HAND)
    log(g, What.TROUBLE, player, NONE, card, 0, EVERYONE)
    f = push(g, Kind.FIGHT, player)
    f.card = card
    f.draw_first = 1 if faster_treasure(t, g) == FasterTreasure.TROUBLE else 0
    announce(t, g, f, Kind.FIGHT)


# ------------------------------------------------------------------------------------------------ end of the turn


@kernel
def end_turn(t: Tables, g: Game) -> None:
    player = top(g).player
    pop(g)
    end_markers(t, g, 1 << player, Until.THIS_OR_NEXT_TURN_END)
    end_markers(t, g, 1 << player, Until.NEXT_TURN_END)
    forget_uses(g, Per.TURN)
    forget_uses(g, Per.OWN_TURN)
    g.refused_n = 0
    for p in range(g.n_players):
        g.seat[p].offers = g.options.trade_budget
    g.turn += 1
    g.turn_began = g.decisions
    left = (player + 1) % g.n_players
    if left == g.first_player:
        g.rounds += 1
        if g.rounds >= g.options.max_rounds:
            g.over = 1
            g.truncated = 1
            return
    push(g, Kind.BEGIN_TURN, left)


_MOMENT = Register("moment", "a", (0, int(Moment.BEFORE_CHARITY)), "where in the turn")
DECISIONS = (
    Decision(
        "ARRANGE",
        2,
        "how to arrange the cards, and when to move on",
        legal=legal_arrange,
        apply=apply_arrange,
        moot=decider_is_dead,
        registers=(_MOMENT,),
        says="own turn, outside combat",
    ),
    Decision(
        "PLAY_OR_KEEP",
        3,
        "play the card just drawn, or keep it",
        legal=legal_play_or_keep,
        apply=apply_play_or_keep,
        moot=decider_is_dead,
        registers=(Register("card", within=CARD, says="the card drawn"),),
        says="a card drawn",
    ),
    Decision(
        "TROUBLE_OR_LOOT",
        4,
        "look for trouble, or loot the room",
        legal=legal_trouble,
        apply=apply_trouble,
        moot=decider_is_dead,
        says="phase 2 of the turn",
        actions={"hand": "look for trouble with {}"},
    ),
)
STEPS = (
    Step("BEGIN_TURN", 66, run=begin_turn),
    Step("COME_BACK", 67, run=come_back),
    Step("REDEAL", 68, run=deal_again),
    Step("LISTEN", 69, run=listen),
    Step("BEFORE_DOOR", 70, run=before_door),
    Step("KICK_DOOR", 71, run=kick_door),
    Step("OPEN_DOOR", 72, run=open_door, registers=(Register("card", says="what the kick drew"),), holds_card=True),
    Step("BEFORE_ROOM", 73, run=before_room),
    Step("ROOM", 74, run=room),
    Step("BEFORE_CHARITY", 75, run=before_charity),
    Step("END_TURN", 78, run=end_turn),
    Step("MOMENT", 79, run=moment, registers=(_MOMENT,), says="arrange, then a window; again if somebody acted there"),
)
