"""Ops that draw, search the discards, look at hands."""

from munchkin_env.core.kernel import kernel
from munchkin_env.engine.queries.decks import discards_of
from munchkin_env.engine.queries.limits import equippable, may_come_into_play
from munchkin_env.engine.queries.offers import any_discard
from munchkin_env.engine.state.events import EVERYONE, What, log
from munchkin_env.engine.state.kinds import Kind
from munchkin_env.engine.state.records import KNOWN, NOBODY, Frame, Game
from munchkin_env.engine.state.stack import Goal, Why, push, top
from munchkin_env.engine.verbs.getting import gets_it
from munchkin_env.engine.verbs.piles import discard, from_table, put_on, take_discard, to_table
from munchkin_env.engine.verbs.registers import again, amount_of, subject
from munchkin_env.vocabulary.tables import Tables
from munchkin_env.vocabulary.words import NONE, Deck, Face, Into, Pick


@kernel
def start_draw(t: Tables, g: Game, f: Frame, k: int) -> None:
    row = t.op[k]
    p = subject(g, f, row.who)
    f.ok = 0 if p == NOBODY else 1
    if p == NOBODY:
        return
    face = int(row.face)
    if face == Face.SAME:
        face = int(f.drawn_face)
    elif face == Face.REWARD:
        face = Face.UP.value if g.combat.helper != NOBODY else Face.DOWN.value
    if row.cap > 0:
        push(g, Kind.KEEP_DRAWN, p).to_keep = row.cap
        top(g).card = f.card
    d = push(g, Kind.DRAW_FACE_UP if face == Face.UP else Kind.DRAW, p)
    d.deck = f.cost_deck if row.deck == Deck.COST_DECK else int(row.deck)
    d.to_draw = amount_of(g, f, row.amount, 0)
    d.draw_face = face
    d.goal = Goal.KEEP if row.cap > 0 else Goal.HAND


@kernel
def search_discard(t: Tables, g: Game, f: Frame, k: int) -> None:
    row = t.op[k]
    p = subject(g, f, row.who)
    f.ok = 0
    if p == NOBODY:
        return
    if row.pick == Pick.CHOICE:
        search_by_choice(t, g, f, k, p)
        return
    pile = discards_of(g, row.deck)
    found = NONE
    for i in range(discards_before(g, f, row.deck) - 1, -1, -1):
        matches = row.filter == NONE or t.matches[row.filter][t.type_of[pile.cards[i]]] != 0
        if matches and (row.into != Into.PLAY or may_come_into_play(t, g, p, pile.cards[i])):
            found = i
            break
        if row.pick == Pick.TOP_CARD:
            break
    card = take_discard(g, row.deck, found) if found != NONE else NONE
    if row.into == Into.REPLACE:
        replace_identity(t, g, p, row.filter)
    if card != NONE:
        f.ok = 1
        put_where_it_goes(t, g, p, card, row.into)


@kernel
def put_where_it_goes(t: Tables, g: Game, player: int, card: int, into: int) -> None:
    """The found card goes to hand, replaces what was given up, or comes into play, equipped if it fits (ITEM-08)."""
    log(g, What.TAKES, player, NONE, card, 0, EVERYONE)
    seat = g.seat[player]
    if into == Into.HAND:
        gets_it(t, g, player, card, KNOWN, Face.UP.value)
    elif into == Into.PLAY and t.type[t.type_of[card]].is_item == 0:
        push(g, Kind.TAKE_ON, player).card = card
    else:
        to_table(t, g, player, card, False)
        if into == Into.PLAY and equippable(t, g, player, seat.table_n - 1):
            put_on(g, player, card)
        g.recheck |= 1 << player


@kernel
def discards_before(g: Game, f: Frame, deck: int) -> int:
    """The number of discards before its price was paid: cards paid are not found."""
    noted = int(f.treasures_noted if deck == Deck.TREASURE else f.doors_noted)
    return int(discards_of(g, deck).n) if noted == 0 else noted - 1


@kernel
def replace_identity(t: Tables, g: Game, player: int, card_filter: int) -> None:
    """All the player's cards of that kind go, after the search."""
    seat = g.seat[player]
    i = 0
    while i < seat.table_n:
        if t.matches[card_filter][t.type_of[seat.table[i]]]:
            log(g, What.DISCARDS, player, NONE, seat.table[i], 0, EVERYONE)
            discard(t, g, from_table(t, g, player, i))
            i = 0
        else:
            i += 1


@kernel
def search_by_choice(t: Tables, g: Game, f: Frame, k: int, player: int) -> None:
    row = t.op[k]
    if f.answer == NONE:
        if not any_discard(t, g, player, row.deck, row.filter, row.into == Into.PLAY, False):
            return
        again(f)
        q = push(g, Kind.ASK_DISCARDS, player)
        q.deck = row.deck
        q.why = Why.SEARCH
        q.card_filter = row.filter
        q.into_play = 1 if row.into == Into.PLAY else 0
        q.card = f.card
        return
    card = int(f.answer)
    f.answer = NONE
    deck = Deck.DOOR if card < t.doors else Deck.TREASURE
    pile = discards_of(g, deck)
    for i in range(pile.n):
        if pile.cards[i] == card:
            take_discard(g, deck, i)
            f.ok = 1
            put_where_it_goes(t, g, player, card, row.into)
            return


@kernel
def look_hand(t: Tables, g: Game, f: Frame, k: int) -> None:
    """The player knows the other hand from now on."""
    who, of = subject(g, f, t.op[k].who), subject(g, f, t.op[k].to)
    f.ok = 0
    if who == NOBODY or of == NOBODY:
        return
    log(g, What.LOOKS, who, of, NONE, 0, EVERYONE)
    seat = g.seat[of]
    for i in range(seat.hand_n):
        g.mark[seat.hand[i]] |= 1 << who
    f.ok = 1
