"""Relations between the fields of a valid game: every card in one place, the stack of a turn, a proper fight.

Each law is a kernel that returns the number of the broken law, or FINE, and leaves the figures in `found`. Bounds and frames
(bounds.py, frames.py) are checked first: all numbers are then within their ranges.
"""

from munchkin_env.core.kernel import kernel
from munchkin_env.core.types import Mask, Records
from munchkin_env.engine.flow.dispatch import legal
from munchkin_env.engine.state.events import What
from munchkin_env.engine.state.kinds import Kind
from munchkin_env.engine.state.records import MAX_DICE, MAX_HAND, MAX_PLAYERS, MAX_TABLE, NOBODY, Game, MonsterState, Pile
from munchkin_env.sound.law import FINE, Found, Law, Seen, tell
from munchkin_env.sound.stack_laws import holds_card, law_of_frames, law_of_the_stack
from munchkin_env.vocabulary.tables import Tables
from munchkin_env.vocabulary.words import NONE, Per, Until

ALL_WELL = -2  # neither a card nor an empty place that should have one
LAST_UNTIL, LAST_PER, LAST_WHAT = int(max(Until)), int(max(Per)), int(max(What))


# ------------------------------------------------------------------------------------------------- seats and options


@kernel
def law_of_seats(g: Game, found: Found) -> int:
    for p in range(MAX_PLAYERS):
        s = g.seat[p]
        if p >= g.n_players and (s.hand_n > 0 or s.table_n > 0):
            return tell(found, Law.ABSENT_SEAT.value, p, int(s.hand_n) + int(s.table_n), int(g.n_players), 0)
        highest = int(g.options.win_level) - (0 if g.over else 1)
        if s.level > highest:
            return tell(found, Law.LEVEL.value, p, int(s.level), highest, 0)
        for i in range(s.hand_n, MAX_HAND):
            if s.hand[i] != NONE:
                return tell(found, Law.BEHIND_THE_END.value, p, int(s.hand[i]), int(s.hand_n), 0)
        for i in range(s.table_n, MAX_TABLE):
            if s.table[i] != NONE or s.host[i] != NONE:
                return tell(found, Law.BEHIND_THE_END.value, p, int(s.table[i]), int(s.table_n), 0)
        for i in range(s.table_n):
            if s.host[i] != NONE and not lies_there(g, p, i):
                return tell(found, Law.HOST.value, p, i, int(s.host[i]), 0)
    return FINE


@kernel
def lies_there(g: Game, player: int, i: int) -> bool:
    """Is the host of table[i] another card on the same table?"""
    s = g.seat[player]
    for j in range(s.table_n):
        if j != i and s.table[j] == s.host[i]:
            return True
    return False


@kernel
def law_of_lists(g: Game, found: Found) -> int:
    if g.options.sub_decks & 1 == 0:
        return tell(found, Law.SUB_DECKS.value, int(g.options.sub_decks), 0, 0, 0)
    if (g.over != 0) != (g.winners != 0 or g.truncated != 0) or (g.winners != 0 and g.truncated != 0):
        return tell(found, Law.ENDED.value, int(g.over), int(g.winners), int(g.truncated), 0)
    for i in range(MAX_DICE):
        if (g.dice[i] > 0) != (i < g.dice_n):
            return tell(found, Law.DICE.value, i, int(g.dice[i]), int(g.dice_n), 0)
    for i in range(g.marker_n):
        if g.marker[i].until > LAST_UNTIL:
            return tell(found, Law.MARKER.value, i, int(g.marker[i].until), LAST_UNTIL, 0)
    for i in range(g.use_n):
        if g.use[i].per > LAST_PER:
            return tell(found, Law.USE.value, i, int(g.use[i].per), LAST_PER, 0)
    for i in range(g.event_n):
        if g.event[i].what > LAST_WHAT:
            return tell(found, Law.EVENT.value, i, int(g.event[i].what), LAST_WHAT, 0)
    return FINE


# ------------------------------------------------------------------------------------------- every card in one place


@kernel
def see(seen: Seen, card: int) -> int:
    """Record a place of the card. 1 if there is no card."""
    if card < 0:
        return 1
    seen[card] += 1
    return 0


@kernel
def see_pile(t: Tables, pile: Pile, treasures: bool, seen: Seen) -> int:
    """A card that does not belong in the pile, or ALL_WELL."""
    for i in range(pile.n):
        card = int(pile.cards[i])
        if card < 0 or (card >= t.doors) != treasures or card >= t.cards - t.houses:
            return card
        seen[card] += 1
    return ALL_WELL


@kernel
def wrong_in_piles(t: Tables, g: Game, seen: Seen) -> int:
    wrong = see_pile(t, g.doors, False, seen)
    if wrong == ALL_WELL:
        wrong = see_pile(t, g.door_discards, False, seen)
    if wrong == ALL_WELL:
        wrong = see_pile(t, g.treasures, True, seen)
    if wrong == ALL_WELL:
        wrong = see_pile(t, g.treasure_discards, True, seen)
    return wrong


@kernel
def see_all(t: Tables, g: Game, seen: Seen) -> int:
    """Count the places of all cards. Returns how many places that should have a card are empty."""
    empty = 0
    for p in range(g.n_players):
        s = g.seat[p]
        for i in range(s.hand_n):
            empty += see(seen, s.hand[i])
        for i in range(s.table_n):
            empty += see(seen, s.table[i])
    for i in range(g.pool_n):
        empty += see(seen, g.pool[i])
    c = g.combat
    for i in range(c.zone_n):
        empty += see(seen, c.zone[i])
    if c.on and c.cleared == 0:
        for slot in range(c.n):
            if c.monster[slot].root == slot:
                empty += see(seen, c.monster[slot].card)
    for d in range(g.depth):
        if holds_card(t, g.stack[d]):
            empty += see(seen, g.stack[d].card)
    return empty


@kernel
def law_of_cards(t: Tables, g: Game, seen: Seen, found: Found) -> int:
    seen[:] = 0
    wrong = wrong_in_piles(t, g, seen)
    if wrong != ALL_WELL:
        return tell(found, Law.OTHER_DECK.value, wrong, 0, 0, 0)
    empty = see_all(t, g, seen)
    if empty:
        return tell(found, Law.NO_CARD.value, empty, 0, 0, 0)
    for card in range(t.cards):
        if seen[card] > 1:
            return tell(found, Law.TWICE.value, card, int(seen[card]), 0, 0)
    for card in range(t.cards):
        n = int(seen[card])
        house = card >= t.cards - t.houses
        in_game = house or int(t.sub_deck[card]) & int(g.options.sub_decks) != 0
        if n == 0 and in_game and not house:
            return tell(found, Law.MISSING.value, card, 0, 0, 0)
        if n == 1 and not in_game:
            return tell(found, Law.NOT_IN_GAME.value, card, 0, 0, 0)
    return FINE


# ------------------------------------------------------------------------------------------------------------ fights


@kernel
def law_of_the_fight(g: Game, found: Found) -> int:
    c = g.combat
    ends = 0
    for d in range(g.depth):
        ends += 1 if g.stack[d].kind == Kind.END_FIGHT else 0
    if ends != c.on and g.over == 0:
        return tell(found, Law.FIGHT_ON.value, int(c.on), ends, 0, 0)
    if c.on == 0:
        if c.main != NOBODY or c.helper != NOBODY or c.n or c.zone_n or c.runner != NOBODY or c.fleeing != NONE or c.open:
            return tell(found, Law.IDLE_FIGHT.value, int(c.main), int(c.helper), int(c.n), 0)
        return FINE
    if c.main == NOBODY or c.main == c.helper or (c.met >> int(c.main)) & 1 == 0:
        return tell(found, Law.MAIN.value, int(c.main), int(c.helper), 0, 0)
    if c.n == 0:
        return tell(found, Law.NO_MONSTERS.value, 0, 0, 0, 0)
    if c.fleeing >= c.n or (c.fleeing == NONE) != (c.runner == NOBODY):
        return tell(found, Law.RUNNER.value, int(c.runner), int(c.fleeing), int(c.n), 0)
    for s in range(c.n):
        m = c.monster[s]
        root = c.monster[m.root]
        if m.card == NONE or m.state == MonsterState.EMPTY or m.root > s or root.root != m.root or root.card != m.card:
            return tell(found, Law.MONSTER.value, s, int(m.card), int(m.root), int(m.state))
    return FINE


# --------------------------------------------------------------------------------------------------------- the stack


# ------------------------------------------------------------------------------------------------------- all of them


@kernel
def law_broken(t: Tables, g: Game, seen: Seen, mask: Mask, found: Found) -> int:
    law = law_of_seats(g, found)
    if law == FINE:
        law = law_of_lists(g, found)
    if law == FINE:
        law = law_of_cards(t, g, seen, found)
    if law == FINE:
        law = law_of_the_fight(g, found)
    if law != FINE or g.over:
        return law
    law = law_of_the_stack(g, found)
    if law == FINE:
        law = law_of_frames(t, g, found)
    if law == FINE:
        legal(t, g, mask)
        if not mask.any():
            law = tell(found, Law.STUCK.value, int(g.stack[g.depth - 1].player), int(g.stack[g.depth - 1].kind), 0, 0)
    return law


@kernel
def first_unlawful(tables: Records, games: Records, seen: Seen, mask: Mask, found: Found) -> int:
    """The first game that breaks a law, with the law in found[4]; NONE: all are sound."""
    for i in range(len(games)):
        law = law_broken(tables[0], games[i], seen, mask, found)
        if law != FINE:
            found[4] = law
            return i
    return NONE
