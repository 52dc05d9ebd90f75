"""Properties 1, 2 and 23 to 25: where the cards are, and how they change hands."""

from collections import Counter
from collections.abc import Iterable, Iterator
from itertools import dropwhile
from typing import Any

from munchkin_env.engine.state.actions import DROP, HAND, PLAYER, USE, Verb
from munchkin_env.engine.state.events import What
from munchkin_env.engine.state.kinds import Kind
from munchkin_env.engine.state.stack import Why
from munchkin_env.vocabulary.words import CardKind
from tests.facts import NOBODY, NONE
from tests.properties.step import PropertyError, Step, cheap, every, names, require

NEVER_LAID_DOWN = (CardKind.GO_UP_LEVEL, CardKind.MONSTER, CardKind.ENHANCER)

# ---------------------------------------------------------------------------------------- 1, 2: every card, once


@cheap(1)
def conservation(step: Step) -> None:
    """Every card is in exactly one place."""
    after = step.after
    found = after.everywhere()
    if len(found) != after.in_game or len(set(found)) != after.in_game or min(found) < 0:
        twice = [card for card, n in Counter(found).items() if n > 1]
        missing = set(range(after.facts.total)) - set(found)
        raise PropertyError(f"twice: {names(after, twice)}; missing: {names(after, missing)}")


@cheap(1)
def unused_slots_are_empty(step: Step) -> None:
    """What is beyond the end of a hand or table is empty, so that positions that look alike are equal."""
    before, after = step.before, step.after
    for p in after.players:
        if after.hand[p] != before.hand[p] or after.table[p] != before.table[p]:
            seat = after.g.seat[p]
            require(all(card == NONE for card in seat.hand[seat.hand_n : seat.hand_n + 3]), f"hand of {p}")
            require(all(card == NONE for card in seat.table[seat.table_n : seat.table_n + 3]), f"table of {p}")


@cheap(2)
def decks_are_pure(step: Step) -> None:
    """Doors with Doors, Treasures with Treasures."""
    first = step.after.facts.doors
    for i, pile in enumerate(step.after.piles):
        if pile != step.before.piles[i]:
            doors = i % 2 == 0
            require(all((card < first) == doors for card in pile), "a card lies on a pile of the other deck")


@cheap(2)
def reshuffles_only_when_empty(step: Step) -> None:
    """A deck only grows by a reshuffle, which takes all discards; cards drawn and discarded after it may be there again."""
    for deck, name in ((0, "Doors"), (1, "Treasures")):
        before, after = step.before.piles[deck], step.after.piles[deck]
        if after == before:
            continue
        if len(after) <= len(before) and set(after) <= set(before):
            require(after == before[: len(after)], f"the order of the {name} changed")
            continue
        require(step.log_full or step.has(What.RESHUFFLES), f"the {name} grew without a reshuffle")
        stays = set(step.before.piles[deck + 2]) & set(step.after.piles[deck + 2])
        if not (stays <= {e.card for e in step.after.events} or step.log_full):
            raise PropertyError(f"{name}: discards left over: {names(step.after, stays)}")


# ----------------------------------------------------------------------------------------- 23: whose they become


@cheap(23)
def cards_move_as_they_may(step: Step) -> None:
    """Table to hand only by loot or through the discards; from hand to hand only as the log says; never to another player's table."""
    before, after = step.before, step.after
    if step.log_full:
        return
    open_moves = {e.card for e in after.events if e.what in (What.LOOTS, What.DISCARDS, What.CURSE_ENDS, What.RESHUFFLES)}
    for q in after.players:
        new = set(after.hand[q]).difference(before.hand[q]) if after.hand[q] != before.hand[q] else set()
        if new:
            back = new.intersection(*[every(before.table)]) - open_moves
            back -= {card for card in back if step.has(What.DIES, What.RESHUFFLES) or card in step.events(What.TAKES)}
            if back:
                raise PropertyError(f"{names(after, back)} went from a table into the hand of {q}")
            others = every(hand for p, hand in enumerate(before.hand) if p != q)
            told = {e.card for e in after.events if e.what in (What.TAKES, What.CHARITY, What.LOOTS, What.DISCARDS, What.PLAYS)}
            silent = (new & others) - told
            if silent and not step.has(What.DIES, What.RESHUFFLES):
                raise PropertyError(f"{names(after, silent)} went into the hand of {q}")
    for q in after.players:
        if after.table[q] == before.table[q]:
            continue
        laid = set(after.table[q]).difference(before.table[q])
        foreign = {c for c in laid & every(hand for p, hand in enumerate(before.hand) if p != q) if after.facts.kind[c] != CardKind.CURSE}
        if foreign:
            raise PropertyError(f"{names(after, foreign)} went from a foreign hand to the table of {q}")


@cheap(23)
def trades_are_agreed(step: Step) -> None:
    """An accepted trade moves exactly the two Items, between free players."""
    before, after = step.before, step.after
    if before.kind != Kind.ANSWER_TRADE or step.action != Verb.ACCEPT:
        return
    partner, player, mine, yours = before.top.player, before.top.target, before.top.card, before.top.wanted
    for giver, taker, card in ((player, partner, mine), (partner, player, yours)):
        require(giver not in before.fighters and not before.dead[giver], f"player {giver} trades in a fight")
        if card != NONE:
            require(card in before.table[giver] and before.facts.is_item[card], f"{names(before, [card])} is no Item of {giver}")
            steed = before.facts.kind[card] == CardKind.STEED
            require(card in after.table[taker] and after.is_equipped(card) == steed, f"{names(before, [card])} did not arrive carried")


# ----------------------------------------------------------------------------------------------------- 24: sales


@cheap(24)
def sales_are_fair(step: Step) -> None:
    """By the turn player, outside combat, Items worth a thousand per Level (some cards double one), never to the winning Level."""
    before, after = step.before, step.after
    if step.log_full:
        return
    for e in after.events:
        if e.what == What.SELLS:
            p = e.player
            require(before.kind in (Kind.SELL, Kind.SELL_DOUBLE) and p == before.actor, "a sale that nobody made")
            require(p == before.g.turn_player and p not in before.fighters, f"player {p} sells out of turn")
            sold = [
                c.card for c in after.events if c.what == What.DISCARDS and c.player == p and c.card in {*before.hand[p], *before.table[p]}
            ]
            goes_along = {other for card in sold for other in before.lying_on(p, card)}  # its worth is part of what it is on
            sold = [card for card in sold if before.facts.is_item[card] and card not in goes_along]
            gold = [before.worth(p, card) for card in sold]
            double = max(gold, default=0) if any(before.facts.doubles[card] for card in before.table[p]) else 0
            room = before.winning_level(p) - 1 - before.level[p]
            least, most = min(sum(gold) // 1000, room), min((sum(gold) + double) // 1000, room)
            require(
                e.number >= 1 and least <= e.number <= most, f"{sum(gold)} gold (+{double}) sold for {e.number} levels, room for {room}"
            )


# -------------------------------------------------------------------------------------------------- 25: payments


@cheap(25)
def curses_are_not_given_away(step: Step) -> None:
    """A Curse in force leaves the table by ending or being lifted, never as a payment or a discard."""
    paid = set(step.events(What.DISCARDS)) & {c for t in step.before.table for c in t if step.before.facts.kind[c] == CardKind.CURSE}
    if paid:
        raise PropertyError(f"given away: {names(step.before, paid)}")


def after_fate(events: Iterable[Any]) -> Iterator[Any]:
    """What a monster does to whom it catches is not done at will."""
    return dropwhile(lambda e: e.what != What.CAUGHT, events)


@cheap(25)
def pledged_cards_are_locked(step: Step) -> None:
    """Main does not give away anything promised to the helper, and does not play it on another player (HELP-12)."""
    before, after = step.before, step.after
    if not before.fight or before.helper == NOBODY or before.actor != before.main:
        return
    pledged = {before.g.deal.card, before.g.deal.bribe} - {NONE}
    pledged -= {e.card for e in after_fate(after.events)}  # a dropped Class may settle the roll to run away
    at_will = before.kind in (Kind.RESURRECT, Kind.TOO_BIG) or DROP <= step.action < PLAYER
    at_will |= before.kind == Kind.ASK_CARD and before.top.why in (Why.PAY, Why.GIVE_UP, Why.MAKE_ROOM)
    had, has = ({*position.hand[before.main], *position.table[before.main]} for position in (before, after))
    gone = pledged & had - has
    if gone and at_will and after.fight and after.helper == before.helper:
        raise PropertyError(f"got rid of what was promised: {names(before, gone)}")
    helped = any(e.what == What.LEVEL and e.player == before.helper for e in after.events)
    helped |= any(f.kind == Kind.PLAYED and f.target == before.helper for f in after.frames)  # it may still be answered
    chosen = before.kind == Kind.FIGHT_WINDOW and HAND <= step.action < USE and before.hand[before.main][step.action - HAND] in pledged
    require(not chosen or helped, "main played the promised card on somebody else")


@cheap(25)
def used_cards_are_discarded(step: Step) -> None:
    """Go Up a Level cards are never on a table, Curses only while they have a modifier in force. (One-shots: see property 20.)

    Cards that must be played when received never enter a hand (DECKS-06).
    """
    before, after = step.before, step.after
    for p in after.players:
        kept = [card for card in after.hand[p] if after.facts.works_when_drawn[card] and card not in before.hand[p]]
        if kept:
            raise PropertyError(f"{names(after, kept)} stayed in the hand of {p}")
        for card in after.table[p]:
            kind = after.facts.kind[card]
            if kind in NEVER_LAID_DOWN:
                raise PropertyError(f"{names(after, [card])} lies before {p}")
            if kind == CardKind.CURSE and not any(m.card == card and m.seat == p for m in after.markers):
                raise PropertyError(f"{names(after, [card])} lies before {p} for nothing")
