"""Help Me Out Here!: first the Item to take, then the player's Items that make room for it."""

from munchkin_env.core.kernel import kernel
from munchkin_env.engine.queries.decks import index_on_table
from munchkin_env.engine.queries.winning_items import in_the_way, room_needed, winning_items
from munchkin_env.engine.state.declare import CARD, Register, Step
from munchkin_env.engine.state.events import EVERYONE, What, log
from munchkin_env.engine.state.kinds import Kind
from munchkin_env.engine.state.records import SEAT, Game
from munchkin_env.engine.state.stack import Why, become, pop, top
from munchkin_env.engine.verbs.asking import ask_card, ask_other
from munchkin_env.engine.verbs.piles import discard, from_table, pass_on
from munchkin_env.vocabulary.tables import Tables
from munchkin_env.vocabulary.words import NONE


@kernel
def take_to_win(t: Tables, g: Game) -> None:
    f = top(g)
    player, target = int(f.player), int(f.target)
    items = winning_items(t, g, player, target)
    if items == 0:
        pop(g)
        top(g).ok = 0
    elif f.answer == NONE:
        ask_other(t, g, player, target, items, False, Why.TAKE, f.card)
    else:
        f.card = f.answer
        become(g, Kind.MAKE_ROOM)


@kernel
def make_room(t: Tables, g: Game) -> None:
    """Discard what must make room, one by one, then take and equip the Item: all in one, followed by any corrections."""
    f = top(g)
    player, target, card = int(f.player), int(f.target), int(f.card)
    others = ~(1 << player) & 255
    if f.answer != NONE:
        log(g, What.DISCARDS, player, NONE, f.answer, 0, EVERYONE)
        discard(t, g, from_table(t, g, player, index_on_table(g.seat[player], f.answer)))
        f.answer = NONE
        g.recheck &= others
    place = index_on_table(g.seat[target], card)
    needed = room_needed(t, g, player, target, place)
    if needed > 0:
        ask_card(t, g, player, 0, in_the_way(t, g, player, target, place, needed), Why.MAKE_ROOM, False, card)
        return
    pop(g)
    g.recheck |= 1 << player
    top(g).ok = 0 if needed < 0 else 1
    if needed == 0:
        log(g, What.TAKES, player, target, card, 0, EVERYONE)
        pass_on(t, g, target, player, card, True)


STEPS = (
    Step(
        "TAKE_TO_WIN",
        114,
        run=take_to_win,
        registers=(Register("target", within=SEAT), Register("card"), Register("answer", says="the card")),
        lies_on=(Kind.EFFECTS,),
        of_fight=True,
        says="player takes an Item of target that wins the fight",
    ),
    Step(
        "MAKE_ROOM",
        115,
        run=make_room,
        registers=(
            Register("target", within=SEAT),
            Register("card", within=CARD, says="that Item"),
            Register("answer", says="one of the player's Items, to make room for it"),
        ),
        lies_on=(Kind.EFFECTS,),
        of_fight=True,
    ),
)
