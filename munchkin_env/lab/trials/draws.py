"""Games of bots in which draws are also tried with another card.

Before a card is drawn, it changes places with a random card of another name further down in the deck, in a copy of the game, which is then
played to its end with the same dice. Nobody has seen the order of the deck, so both cards are equally likely to lie on top: each is as good
a sample of its name as the other.
"""

from enum import IntEnum

import numpy as np
import numpy.typing as npt

from munchkin_env.core.kernel import kernel
from munchkin_env.core.record import Array, Record, f32, i8, i16, i32, i64
from munchkin_env.core.types import Mask, Records
from munchkin_env.engine.flow.dispatch import apply
from munchkin_env.engine.flow.settle import happens, set_up, settle
from munchkin_env.engine.state.events import What
from munchkin_env.engine.state.kinds import Kind
from munchkin_env.engine.state.records import MAX_PLAYERS, Game
from munchkin_env.engine.state.stack import Goal, top
from munchkin_env.learning.labelling import chance, final_share
from munchkin_env.players.bots.duel import SIXTIETHS
from munchkin_env.players.network.net import Floats, Nets
from munchkin_env.players.search.playing import TURNS_OF_A_GAME, copy_game, play_turns
from munchkin_env.players.seated import next_action
from munchkin_env.vocabulary.tables import MAX_TYPES, Tables
from munchkin_env.vocabulary.words import NONE, Deck, Face

from .seating_bots import Bytes, continue_for, seat_line_up

_PLAYED, _WORK = 0, 1
"""Places of the game that is played and of the copy that is played on from."""
Chances = npt.NDArray[np.float64]


class Way(IntEnum):
    """How a card comes from its deck."""

    HAND = 0  # face down into a hand
    DOOR = 1  # face up, from behind the door
    OTHERWISE = 2  # by a card's text: not tried


class DrawTrial(Record):
    """A draw, and the same with another card."""

    game: int = i32()
    seat: int = i8()  # who drew
    level: int = i8()  # theirs
    way: int = i8()
    card: int = i16()  # card types
    other: int = i16()
    share: float = f32()  # of the victory, for who drew
    other_share: float = f32()


class CardCounts(Record):
    """What happened to cards in the games that were played, by card type. Shares are sums in sixtieths."""

    games: int = i64()
    drawn: Array[int] = i64(MAX_TYPES)  # face down into a hand, and the shares of those who drew it
    drawn_share: Array[int] = i64(MAX_TYPES)
    played: Array[int] = i64(MAX_TYPES)  # seats that played, used or laid it down, once a game
    played_share: Array[int] = i64(MAX_TYPES)
    held: Array[int] = i64(MAX_TYPES)  # seats with the card in hand or in play at the end of the game, however many copies
    held_share: Array[int] = i64(MAX_TYPES)
    now_drawn: Array[Array[int]] = i16(MAX_PLAYERS, MAX_TYPES)  # in the current game
    now_played: Array[Array[int]] = i8(MAX_PLAYERS, MAX_TYPES)
    now_held: Array[int] = i8(MAX_TYPES)  # by the current seat


# -------------------------------------------------------------------------------------------------------- counting


@kernel
def note_events(t: Tables, g: Game, c: CardCounts) -> None:
    """Also clears them."""
    for i in range(g.event_n):
        e = g.event[i]
        if e.card == NONE:
            continue
        match e.what:
            case What.DRAWS:
                c.now_drawn[e.player][t.type_of[e.card]] += 1 if e.number == Face.DOWN else 0
            case What.PLAYS | What.USES | What.LAYS_DOWN:
                c.now_played[e.player][t.type_of[e.card]] = 1
    g.event_n = 0


@kernel
def note_end(t: Tables, g: Game, c: CardCounts) -> None:
    c.games += 1
    for p in range(g.n_players):
        share = int(final_share(g, p) * SIXTIETHS + 0.5)
        note_held(t, g, p, c)
        for k in range(MAX_TYPES):
            c.drawn[k] += c.now_drawn[p][k]
            c.drawn_share[k] += c.now_drawn[p][k] * share
            c.played[k] += c.now_played[p][k]
            c.played_share[k] += c.now_played[p][k] * share
            c.held[k] += c.now_held[k]
            c.held_share[k] += c.now_held[k] * share
            c.now_drawn[p][k] = 0
            c.now_played[p][k] = 0
            c.now_held[k] = 0


@kernel
def note_held(t: Tables, g: Game, p: int, c: CardCounts) -> None:
    """A second copy of a card says nothing more."""
    seat = g.seat[p]
    for i in range(seat.hand_n):
        c.now_held[t.type_of[seat.hand[i]]] = 1
    for i in range(seat.table_n):
        c.now_held[t.type_of[seat.table[i]]] = 1


# ---------------------------------------------------------------------------------------------------------- trials


@kernel
def way_of_draw(g: Game) -> int:
    """How the next thing draws a card, if it does."""
    f = top(g)
    if g.recheck != 0 or f.kind != Kind.DRAW or f.to_draw <= 0:
        return Way.OTHERWISE.value
    if f.goal == Goal.DOOR:
        return Way.DOOR.value
    return Way.HAND.value if f.goal == Goal.HAND and f.draw_face == Face.DOWN else Way.OTHERWISE.value


@kernel
def exchange(t: Tables, g: Game, random: npt.NDArray[np.int64], trial: DrawTrial) -> bool:
    """The top card with a random one below it. False: there is none of another name."""
    f = top(g)
    pile = g.doors if f.deck == Deck.DOOR else g.treasures
    if pile.n < 2:
        return False
    last = int(pile.n) - 1
    place = int(chance(random) * last)
    card, other = int(pile.cards[last]), int(pile.cards[place])
    pile.cards[last] = other
    pile.cards[place] = card
    trial.card = t.type_of[card]
    trial.other = t.type_of[other]
    return bool(trial.card != trial.other)


@kernel
def try_other_card(
    t: Tables,
    games: Records,
    rows: Bytes,
    seats: Bytes,
    stand_ins: Records,
    stand_in_seats: Bytes,
    nets: Nets,
    w: Floats,
    mask: Mask,
    random: npt.NDArray[np.int64],
    trial: DrawTrial,
) -> bool:
    """False: there was no other card to try."""
    copy_game(rows, _PLAYED, _WORK)
    g = games[_WORK]
    g.logging = 0
    if not exchange(t, g, random, trial):
        return False
    continue_for(seats, stand_in_seats)
    trial.seat = top(g).player
    trial.level = g.seat[trial.seat].level
    settle(t, g, mask)
    play_turns(t, g, stand_ins, mask, TURNS_OF_A_GAME, nets, w)
    trial.other_share = final_share(g, trial.seat)
    return True


@kernel
def try_draws(
    tables: Records,
    games: Records,
    rows: Bytes,
    line_up: Bytes,
    bots: Records,
    seats: Bytes,
    stand_ins: Records,
    stand_in_seats: Bytes,
    nets: Records,
    w: Floats,
    masks: npt.NDArray[np.bool_],
    random: npt.NDArray[np.int64],
    chances: Chances,
    first: int,
    seed: int,
    n: int,
    counts: Records,
    trials: Records,
) -> int:
    """Play n games, the first of which has this number and seed. Returns how many trials were written.

    chances: by Way, how often a draw is tried. rows, seats, stand_in_seats: the bytes of games, bots and stand_ins.
    """
    t, g, c, mask = tables[0], games[_PLAYED], counts[0], masks[_PLAYED]
    players, found = len(line_up), 0
    for k in range(n):
        seat_line_up(line_up, bots, seats, first + k, seed + k)
        g.logging = 1
        g.event_n = 0
        set_up(t, g, players, seed + k)
        began = found
        settled = False
        while g.over == 0:
            if settled:
                action = next_action(t, g, bots[top(g).player], mask, nets[0], w)
                g.decisions += 1
                apply(t, g, action)
            way = way_of_draw(g) if g.over == 0 else Way.OTHERWISE.value
            if way != Way.OTHERWISE and found < len(trials) and chance(random) < chances[way]:
                trial = trials[found]
                if try_other_card(t, games, rows, seats, stand_ins, stand_in_seats, nets[0], w, masks[_WORK], random, trial):
                    trial.game = first + k
                    trial.way = way
                    found += 1
            settled = g.over == 0 and not happens(t, g, mask)
            note_events(t, g, c)
        for i in range(began, found):
            trials[i].share = final_share(g, int(trials[i].seat))
        note_end(t, g, c)
    return found
