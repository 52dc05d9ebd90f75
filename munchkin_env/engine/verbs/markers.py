"""Timed modifiers (markers): adding, starting and removing them."""

from munchkin_env.core.kernel import kernel
from munchkin_env.engine.state.events import EVERYONE, What, log
from munchkin_env.engine.state.records import MAX_MARKERS, Game
from munchkin_env.vocabulary.words import NONE


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
def end_markers_of(g: Game, card: int) -> None:
    """A Curse that leaves takes its timed modifiers along; the effects of a paid power stay (COMBAT-12)."""
    i = 0
    while i < g.marker_n:
        if g.marker[i].card == card:
            remove_marker(g, i)
        else:
            i += 1


@kernel
def add_marker(g: Game, card: int, op: int, amount: int, player: int, until: int, waiting: int) -> None:
    if g.marker_n == MAX_MARKERS:  # more timed modifiers than ever occur: the oldest is replaced
        remove_marker(g, 0)
    log(g, What.AFFECTED, player, NONE, card, amount, EVERYONE)
    m = g.marker[g.marker_n]
    g.marker_n += 1
    m.card = card
    m.op = op
    m.amount = amount
    m.seat = player
    m.until = until
    m.waiting = waiting


@kernel
def remove_marker(g: Game, i: int) -> None:
    log(g, What.UNAFFECTED, g.marker[i].seat, NONE, g.marker[i].card, g.marker[i].amount, EVERYONE)
    for j in range(i, g.marker_n - 1):
        m, n = g.marker[j], g.marker[j + 1]
        m.card = n.card
        m.op = n.op
        m.amount = n.amount
        m.seat = n.seat
        m.until = n.until
        m.waiting = n.waiting
    g.marker_n -= 1
