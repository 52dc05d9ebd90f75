"""Timed modifiers end, and limits of use are forgotten, when their time is over."""

from munchkin_env.core.kernel import kernel
from munchkin_env.engine.queries.decks import has_marker, index_on_table
from munchkin_env.engine.state.events import EVERYONE, What, log
from munchkin_env.engine.state.records import MAX_USES, Game
from munchkin_env.engine.verbs.piles import discard, from_table, remove_marker
from munchkin_env.vocabulary.tables import Tables
from munchkin_env.vocabulary.words import NONE, CardKind


@kernel
def end_marker(t: Tables, g: Game, i: int) -> None:
    """A Curse whose last marker ends leaves the table (CURSE-02)."""
    card, player = int(g.marker[i].card), int(g.marker[i].seat)
    remove_marker(g, i)
    place = index_on_table(g.seat[player], card)
    if place != NONE and t.type[t.type_of[card]].kind == CardKind.CURSE and not has_marker(g, card):
        log(g, What.CURSE_ENDS, player, NONE, card, 0, EVERYONE)
        discard(t, g, from_table(t, g, player, place))


@kernel
def end_markers(t: Tables, g: Game, players: int, until: int) -> None:
    """All of those players (bits) that end now. One still waiting for its time to begin stays, and waits no longer."""
    i = 0
    while i < g.marker_n:
        m = g.marker[i]
        if m.until != until or (players >> int(m.seat)) & 1 == 0:
            i += 1
        elif m.waiting:
            wake(g, i)
            i += 1
        else:
            end_marker(t, g, i)


@kernel
def wake(g: Game, i: int) -> None:
    m = g.marker[i]
    m.waiting = 0
    log(g, What.WAKES, m.seat, NONE, m.card, m.amount, EVERYONE)


@kernel
def wake_markers(g: Game, player: int, until: int) -> None:
    """Their time begins."""
    for i in range(g.marker_n):
        m = g.marker[i]
        if m.seat == player and m.until == until and m.waiting:
            wake(g, i)


@kernel
def lift_curse(t: Tables, g: Game, player: int, card: int) -> None:
    """A Curse in force is cancelled."""
    place = index_on_table(g.seat[player], card)
    if place != NONE:
        log(g, What.CURSE_ENDS, player, NONE, card, 0, EVERYONE)
        discard(t, g, from_table(t, g, player, place))


@kernel
def count_use(g: Game, effect: int, player: int, victim: int, per: int) -> None:
    for i in range(g.use_n):
        u = g.use[i]
        if u.effect == effect and u.seat == player and u.victim == victim:
            u.count += 1
            return
    if g.use_n == MAX_USES:  # six players with eight limited powers each in one fight
        return
    u = g.use[g.use_n]
    g.use_n += 1
    u.effect = effect
    u.seat = player
    u.victim = victim
    u.per = per
    u.count = 1


@kernel
def forget_uses(g: Game, per: int) -> None:
    kept = 0
    for i in range(g.use_n):
        u, v = g.use[kept], g.use[i]
        if v.per != per:
            u.effect = v.effect
            u.seat = v.seat
            u.victim = v.victim
            u.per = v.per
            u.count = v.count
            kept += 1
    g.use_n = kept
