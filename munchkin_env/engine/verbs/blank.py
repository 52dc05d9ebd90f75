"""Resets a record: the same seed gives the same bytes in a new record and in a used one."""

from munchkin_env.core.kernel import kernel
from munchkin_env.engine.state.records import (
    MAX_DEPTH,
    MAX_DICE,
    MAX_EVENTS,
    MAX_HAND,
    MAX_MARKERS,
    MAX_MONSTERS,
    MAX_PILE,
    MAX_PLAYERS,
    MAX_POOL,
    MAX_REFUSED,
    MAX_TABLE,
    MAX_USES,
    MAX_ZONE,
    Game,
    Pile,
    Room,
)
from munchkin_env.engine.state.stack import push
from munchkin_env.vocabulary.tables import MAX_CARDS
from munchkin_env.vocabulary.words import NONE

from .combat_cards import blank_monster, blank_offer, clear_combat


@kernel
def empty_pile(pile: Pile) -> None:
    pile.n = 0
    for i in range(MAX_PILE):
        pile.cards[i] = NONE


@kernel
def blank(g: Game) -> None:
    """Every byte except the options as in a new record, so that the same seed gives the same bytes in a used one."""
    g.depth = 0
    for _ in range(MAX_DEPTH):
        push(g, 0, 0)
    g.depth = 0
    clear_combat(g)
    for s in range(MAX_MONSTERS):
        blank_monster(g.combat.monster[s])
    for i in range(MAX_ZONE):
        g.combat.zone[i] = NONE
        g.combat.zone_adds[i] = 0
    blank_seats(g)
    blank_past(g)
    blank_lists(g)
    blank_offer(g.offer)
    g.over = 0
    g.winners = 0
    g.reached = 0
    g.truncated = 0
    g.room = Room.CLOSED
    g.recheck = 0
    g.rounds = 0
    g.turn = 0
    g.decisions = 0
    g.turn_began = 0
    g.asks_all = 0
    g.turn_player = 0
    g.first_player = 0


@kernel
def blank_seats(g: Game) -> None:
    for p in range(MAX_PLAYERS):
        seat = g.seat[p]
        seat.level = 1
        seat.sex = 0
        seat.changed_sex = 0
        seat.dead = 0
        seat.owes_deal = 0
        seat.offers = g.options.trade_budget
        seat.equips = 8
        seat.sales = 1
        seat.hand_n = 0
        seat.table_n = 0
        for i in range(MAX_HAND):
            seat.hand[i] = NONE
        for i in range(MAX_TABLE):
            seat.table[i] = NONE
            seat.host[i] = NONE


@kernel
def blank_past(g: Game) -> None:
    for p in range(MAX_PLAYERS):
        for q in range(MAX_PLAYERS):
            g.past[p][q] = 0


@kernel
def blank_lists(g: Game) -> None:
    g.marker_n = 0
    g.use_n = 0
    g.refused_n = 0
    g.pool_n = 0
    g.event_n = 0
    g.dice_n = 0
    for i in range(MAX_DICE):
        g.dice[i] = 0
    for i in range(MAX_MARKERS):
        m = g.marker[i]
        m.card = 0
        m.op = 0
        m.amount = 0
        m.seat = 0
        m.until = 0
        m.waiting = 0
    for i in range(MAX_USES):
        u = g.use[i]
        u.effect = 0
        u.seat = 0
        u.victim = 0
        u.per = 0
        u.count = 0
    for i in range(MAX_REFUSED):
        r = g.refused[i]
        r.player = 0
        r.partner = 0
        r.mine = 0
        r.yours = 0
    for i in range(MAX_POOL):
        g.pool[i] = NONE
    for i in range(MAX_CARDS):
        g.mark[i] = 0
    for i in range(MAX_EVENTS):
        e = g.event[i]
        e.what = 0
        e.player = 0
        e.other = 0
        e.card = 0
        e.number = 0
        e.seen = 0
    empty_pile(g.doors)
    empty_pile(g.treasures)
    empty_pile(g.door_discards)
    empty_pile(g.treasure_discards)
