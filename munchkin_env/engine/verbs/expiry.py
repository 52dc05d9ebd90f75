"""Timed modifiers end when their time is over; a Curse leaves the table with its last one."""

from munchkin_env.core.kernel import kernel
from munchkin_env.engine.queries.decks import has_marker, index_on_table
from munchkin_env.engine.state.events import EVERYONE, What, log
from munchkin_env.engine.state.records import Game
from munchkin_env.engine.verbs.markers import remove_marker, wake
from munchkin_env.engine.verbs.piles import discard, from_table
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
    """All of those players (bits) that end now. One that is still waiting for its time stays, and begins to count."""
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
def lift_curse(t: Tables, g: Game, player: int, card: int) -> None:
    """Cancel a Curse in force."""
    place = index_on_table(g.seat[player], card)
    if place != NONE:
        log(g, What.CURSE_ENDS, player, NONE, card, 0, EVERYONE)
        discard(t, g, from_table(t, g, player, place))
