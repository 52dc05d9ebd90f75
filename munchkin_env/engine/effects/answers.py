"""A card is announced, and answered by cards that cancel cards; unanswered, it is played (DP-40).

Only if the chosen sets have such a card: else nothing of this happens.
"""

from munchkin_env.core.kernel import kernel
from munchkin_env.engine.queries.seats import left_of
from munchkin_env.engine.state.events import EVERYONE, What, log
from munchkin_env.engine.state.records import Frame, Game, Room
from munchkin_env.engine.state.stack import Kind, become, pop, push, top
from munchkin_env.engine.verbs.monsters import new_monster
from munchkin_env.engine.verbs.piles import discard
from munchkin_env.vocabulary.tables import Tables
from munchkin_env.vocabulary.words import NONE


@kernel
def announce(t: Tables, g: Game, f: Frame, follows: int) -> None:
    """The frame of a card on its way goes on as that kind, unless somebody cancels the card."""
    if t.answers == 0:
        become(g, follows)
        return
    f.ok = 1
    f.c = follows
    become(g, Kind.PLAYED)
    push(g, Kind.CARD_WINDOW, left_of(g, f.player))


@kernel
def played(t: Tables, g: Game) -> None:
    """Cancelled, it counts as never played: no price is paid, and it is discarded. Who looked for trouble may choose again."""
    f = top(g)
    card, player = int(f.card), int(f.player)
    if f.ok:
        become(g, f.c)
        return
    if f.c == Kind.FIGHT:
        g.room = Room.OPEN
    pop(g)
    log(g, What.DISCARDS, player, NONE, card, 0, EVERYONE)
    discard(t, g, card)


@kernel
def join_fight(t: Tables, g: Game) -> None:
    """A monster comes straight from a hand (MON-08)."""
    card = int(top(g).card)
    pop(g)
    new_monster(t, g, card, NONE)
