"""How a card enters a hand. One that must be played when received takes effect instead, however it was received (DECKS-06)."""

from munchkin_env.core.kernel import kernel
from munchkin_env.engine.state.kinds import Kind
from munchkin_env.engine.state.records import Game
from munchkin_env.engine.state.stack import push
from munchkin_env.vocabulary.tables import Tables
from munchkin_env.vocabulary.words import Face, Trigger

from .piles import to_hand

ON_DRAW_BIT = 1 << Trigger.ON_DRAW


@kernel
def has_to_work(t: Tables, card_type: int) -> bool:
    """Must it be played when received? (A player who draws Gold Rush may keep it.)"""
    ty = t.type[card_type]
    if ty.triggers & ON_DRAW_BIT == 0:
        return False
    for k in range(ty.effects, ty.effects_end):
        if t.effect[k].trigger == Trigger.ON_DRAW:
            return bool(t.effect[k].optional == 0)
    return False


@kernel
def work_at_once(t: Tables, g: Game, player: int, card: int, face: int) -> None:
    """Face up or down like the card itself."""
    ty = t.type[t.type_of[card]]
    for k in range(ty.effects, ty.effects_end):
        if t.effect[k].trigger == Trigger.ON_DRAW:
            f = push(g, Kind.WORK_OR_KEEP, player)
            f.card = card
            f.effect = k
            f.drawn_face = face
            return


@kernel
def draws_it(t: Tables, g: Game, player: int, card: int, known: int, face: int) -> None:
    """From a deck, or from open Treasures: into hand, or it takes effect, if that is optional at its owner's choice."""
    if t.type[t.type_of[card]].triggers & ON_DRAW_BIT:
        work_at_once(t, g, player, card, face)
    else:
        to_hand(t, g, player, card, known)


@kernel
def gets_it(t: Tables, g: Game, player: int, card: int, known: int, face: int) -> None:
    """In any other way: what need not take effect at once goes into hand."""
    if has_to_work(t, t.type_of[card]):
        work_at_once(t, g, player, card, face)
    else:
        to_hand(t, g, player, card, known)


@kernel
def push_draw(g: Game, player: int, deck: int, face: int, goal: int) -> None:
    d = push(g, Kind.DRAW_FACE_UP if face == Face.UP else Kind.DRAW, player)
    d.deck = deck
    d.to_draw = 1
    d.draw_face = face
    d.goal = goal
