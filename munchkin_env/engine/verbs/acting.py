"""Executing a player's rights: a card is used, dropped, or no longer fresh."""

from munchkin_env.core.kernel import kernel
from munchkin_env.engine.queries.rights import FROM_FIGHT, FROM_HAND, FROM_TABLE
from munchkin_env.engine.queries.seats import fights
from munchkin_env.engine.state.actions import DROP, HAND, MONSTER, TABLE_SLOTS, USE, Verb
from munchkin_env.engine.state.events import EVERYONE, What, log
from munchkin_env.engine.state.kinds import Kind
from munchkin_env.engine.state.records import FRESH, Game
from munchkin_env.engine.state.stack import push
from munchkin_env.engine.verbs.piles import discard, from_table
from munchkin_env.vocabulary.tables import Tables
from munchkin_env.vocabulary.words import NONE


@kernel
def apply_card(t: Tables, g: Game, player: int, timing: int, action: int) -> None:
    """Do what mask_cards, mask_monsters or may_trade offered."""
    seat = g.seat[player]
    if action == Verb.TRADE:
        push(g, Kind.TRADE_WITH, player)
    elif action < USE:
        push_use(g, player, seat.hand[action - HAND], timing, FROM_HAND)
    elif action < DROP:
        push_use(g, player, seat.table[action - USE], timing, FROM_TABLE)
    elif action < DROP + TABLE_SLOTS:
        log(g, What.DISCARDS, player, NONE, seat.table[action - DROP], 0, EVERYONE)
        discard(t, g, from_table(t, g, player, action - DROP))
    else:
        slot = action - MONSTER
        push_use(g, player, g.combat.monster[slot].card, timing, FROM_FIGHT)
        g.stack[g.depth - 1].slot = slot


@kernel
def push_use(g: Game, player: int, card: int, timing: int, place: int) -> None:
    f = push(g, Kind.USE_CARD, player)
    f.card = card
    f.when = timing
    f.place = place


@kernel
def clear_fresh(g: Game, player: int) -> None:
    """The player passed while free: what they have just received becomes an ordinary card (TIME-12)."""
    if fights(g, player):
        return
    seat = g.seat[player]
    for i in range(seat.hand_n):
        g.mark[seat.hand[i]] &= ~FRESH & 255
