"""Trades and gifts between free players, table to table, one Item (or nothing) for one (TRADE)."""

from munchkin_env.core.kernel import kernel
from munchkin_env.core.types import Mask
from munchkin_env.engine.queries.decks import index_on_table
from munchkin_env.engine.queries.limits import may_carry
from munchkin_env.engine.queries.rights import partners
from munchkin_env.engine.queries.seats import is_part
from munchkin_env.engine.queries.standing import lifted
from munchkin_env.engine.state.actions import PLAYER, POOL, TABLE_SLOTS, USE, Verb
from munchkin_env.engine.state.declare import Decision, Register
from munchkin_env.engine.state.events import EVERYONE, What, log
from munchkin_env.engine.state.kinds import Kind
from munchkin_env.engine.state.records import MAX_REFUSED, MAYBE_CARD, SEAT, Game
from munchkin_env.engine.state.stack import become, pop, push, top
from munchkin_env.engine.verbs.asking import seat_id
from munchkin_env.engine.verbs.piles import pass_on
from munchkin_env.vocabulary.tables import Tables
from munchkin_env.vocabulary.words import NONE, CardKind, Lift


@kernel
def legal_partner(t: Tables, g: Game, mask: Mask) -> None:
    player = top(g).player
    bits = partners(t, g, player)
    for p in range(g.n_players):
        if (bits >> p) & 1:
            mask[seat_id(g, player, p)] = True


@kernel
def apply_partner(g: Game, action: int) -> None:
    f = become(g, Kind.TRADE_MINE)
    f.target = (f.player + action - PLAYER) % g.n_players


@kernel
def tradable(t: Tables, g: Game, player: int) -> int:
    """Bits of the Items on the player's table (TRADE-01, TRADE-06)."""
    bits = 0
    seat = g.seat[player]
    for i in range(min(seat.table_n, TABLE_SLOTS)):
        if t.type[t.type_of[seat.table[i]]].is_item and not is_part(t, seat, i):
            bits |= 1 << i
    return bits


@kernel
def legal_mine(t: Tables, g: Game, mask: Mask) -> None:
    f = top(g)
    bits = tradable(t, g, f.player)
    for i in range(TABLE_SLOTS):
        mask[USE + i] = (bits >> i) & 1 == 1
    mask[Verb.NOTHING] = tradable(t, g, f.target) != 0


@kernel
def apply_mine(g: Game, action: int) -> None:
    f = become(g, Kind.TRADE_YOURS)
    f.card = NONE if action == Verb.NOTHING else g.seat[f.player].table[action - USE]


@kernel
def legal_yours(t: Tables, g: Game, mask: Mask) -> None:
    f = top(g)
    bits = tradable(t, g, f.target)
    for i in range(TABLE_SLOTS):
        mask[POOL + i] = (bits >> i) & 1 == 1
    mask[Verb.NOTHING] = f.card != NONE


@kernel
def apply_yours(g: Game, action: int) -> None:
    f = become(g, Kind.TRADE_SEND)
    f.wanted = NONE if action == Verb.NOTHING else g.seat[f.target].table[action - POOL]


@kernel
def legal_trade_send(t: Tables, g: Game, mask: Mask) -> None:
    """Neither what was already refused, nor what either side may not carry (TRADE-04)."""
    f = top(g)
    mask[Verb.SEND] = bearable(t, g) and not was_refused(g, f.player, f.target, f.card, f.wanted)
    mask[Verb.ABORT] = True


@kernel
def bearable(t: Tables, g: Game) -> bool:
    f = top(g)
    mine, yours = int(f.card), int(f.wanted)
    if mine != NONE and not may_carry(t, g, f.target, t.type_of[mine], frees_place(t, g, f.target, yours, mine)):
        return False
    return yours == NONE or may_carry(t, g, f.player, t.type_of[yours], frees_place(t, g, f.player, mine, yours))


@kernel
def frees_place(t: Tables, g: Game, player: int, card: int, other: int) -> int:
    """1 if giving the card away lets the player carry the other: both are Big, or both Steeds, and it counts as such."""
    if card == NONE or other == NONE or t.type[t.type_of[card]].big == 0:
        return 0
    if (t.type[t.type_of[card]].kind == CardKind.STEED) != (t.type[t.type_of[other]].kind == CardKind.STEED):
        return 0
    return 0 if lifted(t, g.seat[player], index_on_table(g.seat[player], card), Lift.LIMITS) else 1


@kernel
def was_refused(g: Game, player: int, partner: int, mine: int, yours: int) -> bool:
    for i in range(g.refused_n):
        r = g.refused[i]
        if r.player == player and r.partner == partner and r.mine == mine and r.yours == yours:
            return True
    return False


@kernel
def apply_trade_send(g: Game, action: int) -> None:
    f = top(g)
    player, partner, mine, yours = int(f.player), int(f.target), int(f.card), int(f.wanted)
    g.seat[player].offers -= 1
    pop(g)
    if action == Verb.SEND:
        q = push(g, Kind.ANSWER_TRADE, partner)
        q.target = player
        q.card = mine
        q.wanted = yours


@kernel
def legal_trade_answer(mask: Mask) -> None:
    mask[Verb.ACCEPT] = True
    mask[Verb.REFUSE] = True


@kernel
def apply_trade_answer(t: Tables, g: Game, action: int) -> None:
    f = top(g)
    partner, player, mine, yours = int(f.player), int(f.target), int(f.card), int(f.wanted)
    pop(g)
    if action == Verb.ACCEPT:
        hand_item_over(t, g, player, partner, mine)
        hand_item_over(t, g, partner, player, yours)
        return
    log(g, What.TRADE_REFUSED, partner, player, NONE, 0, EVERYONE)
    if g.refused_n < MAX_REFUSED:
        r = g.refused[g.refused_n]
        g.refused_n += 1
        r.player = player
        r.partner = partner
        r.mine = mine
        r.yours = yours


@kernel
def hand_item_over(t: Tables, g: Game, giver: int, taker: int, card: int) -> None:
    """It arrives carried, not equipped (TRADE-05)."""
    if card != NONE:
        log(g, What.TRADES, giver, taker, card, 0, EVERYONE)
        pass_on(t, g, giver, taker, card, False)


_PARTNER = Register("target", within=SEAT, says="with whom")
_GIVEN = Register("card", within=MAYBE_CARD, says="what player gives, or NONE")
_WANTED = Register("wanted", "a", MAYBE_CARD, "what player wants for it, or NONE")
_OFFER = {"with": "target", "gives": "card", "wants": "wanted"}
DECISIONS = (
    Decision(
        "TRADE_WITH",
        25,
        "with whom to trade",
        legal=legal_partner,
        apply=apply_partner,
        says="an offer of a trade begins",
        actions={"player": "trade with {}"},
    ),
    Decision(
        "TRADE_MINE",
        26,
        "what to give",
        legal=legal_mine,
        apply=apply_mine,
        registers=(_PARTNER, _GIVEN),
        concerns="target",
        tells={"with": "target", "gives": "card"},
        actions={"NOTHING": "give nothing", "use": "give {}"},
    ),
    Decision(
        "TRADE_YOURS",
        27,
        "what to ask for it",
        legal=legal_yours,
        apply=apply_yours,
        registers=(_PARTNER, _GIVEN, _WANTED),
        concerns="target",
        tells={"with": "target", "gives": "card"},
        shows="trade",
        actions={"NOTHING": "want nothing", "pool": "want {}"},
        pool="target",
    ),
    Decision(
        "TRADE_SEND",
        28,
        "send the offer?",
        legal=legal_trade_send,
        apply=apply_trade_send,
        registers=(_PARTNER, _GIVEN, _WANTED),
        concerns="target",
        tells=_OFFER,
        shows="trade",
    ),
    Decision(
        "ANSWER_TRADE",
        29,
        "accept the trade?",
        legal=legal_trade_answer,
        apply=apply_trade_answer,
        registers=(_PARTNER._replace(says="who offers it"), _GIVEN._replace(says="what they give"), _WANTED._replace(says="and want")),
        concerns="target",
        tells=_OFFER,
        shows="trade",
        public=True,
    ),
)
