"""A card is announced and may be answered by cards that cancel it; otherwise it is played.

Only if the chosen sets have such cards: otherwise none of this happens.
"""

from munchkin_env.core.kernel import kernel
from munchkin_env.core.types import Mask
from munchkin_env.engine.queries.moments import now
from munchkin_env.engine.queries.rights import mask_cards
from munchkin_env.engine.queries.seats import left_of
from munchkin_env.engine.state.actions import Verb
from munchkin_env.engine.state.declare import CARD, PASSED, Decision, Register, Step
from munchkin_env.engine.state.events import EVERYONE, What, log
from munchkin_env.engine.state.kinds import Kind
from munchkin_env.engine.state.records import Frame, Game, Room
from munchkin_env.engine.state.stack import become, pop, push, top
from munchkin_env.engine.verbs.acting import apply_card
from munchkin_env.engine.verbs.monsters import new_monster
from munchkin_env.engine.verbs.piles import discard
from munchkin_env.engine.verbs.ring import all_pass
from munchkin_env.vocabulary.tables import Tables
from munchkin_env.vocabulary.words import NONE


@kernel
def announce(t: Tables, g: Game, f: Frame, follows: int) -> None:
    """The frame of a card on its way continues as that kind, unless a player cancels the card."""
    if t.answers == 0:
        become(g, follows)
        return
    become(g, Kind.PLAYED)
    f.ok = 1
    f.follows = follows
    push(g, Kind.CARD_WINDOW, left_of(g, f.player))


@kernel
def played(t: Tables, g: Game) -> None:
    """If cancelled, it counts as never played: no price is paid, and it is discarded. A player who looked for trouble may choose again."""
    f = top(g)
    card, player = int(f.card), int(f.player)
    if f.ok:
        become(g, f.follows)
        return
    if f.follows == Kind.FIGHT:
        g.room = Room.OPEN
    pop(g)
    log(g, What.DISCARDS, player, NONE, card, 0, EVERYONE)
    discard(t, g, card)


@kernel
def join_fight(t: Tables, g: Game) -> None:
    """A monster enters directly from a hand (MON-08)."""
    card = int(top(g).card)
    pop(g)
    new_monster(t, g, card, NONE)


@kernel
def legal_answer(t: Tables, g: Game, mask: Mask) -> None:
    """Only what cancels the Curse, or the card just played (W-CURSE)."""
    player = top(g).player
    mask[Verb.PASS] = True
    mask_cards(t, g, player, now(t, g, player), mask)


@kernel
def apply_answer(t: Tables, g: Game, action: int) -> None:
    """One round: what an answer leads to is answered in a window of its own."""
    f = top(g)
    if action != Verb.PASS:
        apply_card(t, g, f.player, now(t, g, f.player), action)
        return
    if all_pass(g):
        pop(g)


@kernel
def is_cancelled(g: Game) -> bool:
    return bool(g.stack[g.depth - 2].ok == 0)


DECISIONS = (
    Decision(
        "CARD_WINDOW",
        41,
        "do something against the card just played, or pass",
        legal=legal_answer,
        apply=apply_answer,
        moot=is_cancelled,
        ring=True,
        registers=(PASSED,),
        lies_on=(Kind.PLAYED,),
        says="cards that cancel a card just played, the PLAYED below",
        tells={"card": "below.card", "victim": "below.target"},
        public=True,
    ),
)
STEPS = (
    Step(
        "PLAYED",
        126,
        run=played,
        registers=(
            Register("card", within=CARD),
            Register("effect"),
            Register("target"),
            Register("ok", says="0 if cancelled"),
            Register("follows", "c", says="the Kind as which it goes on"),
        ),
        holds_card=True,
        says="a card that may be answered",
    ),
    Step(
        "JOIN_FIGHT",
        127,
        run=join_fight,
        registers=(Register("card", within=CARD),),
        of_fight=True,
        holds_card=True,
        says="a monster, straight from a hand",
    ),
)
