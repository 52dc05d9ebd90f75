"""Property 26: the log reports every change that the table sees, and reveals no card to players who may not see it."""

from collections import Counter
from collections.abc import Iterator
from typing import Any

from munchkin_env.engine.state.events import What
from munchkin_env.engine.state.records import EQUIPPED, KNOWN, MonsterState
from munchkin_env.vocabulary.words import CardKind
from tests.facts import NOBODY, NONE, Position
from tests.properties.moves import MOVES, OUTSIDE, follow, places
from tests.properties.step import PropertyError, Step, cheap, require


@cheap(26)
def every_card_that_moves_is_told(step: Step) -> None:
    """The events of a card lead, one after the other, from where it was to where it is."""
    if step.log_full:
        return
    before, after = places(step.before), places(step.after)
    events = step.after.events
    told = {e.card for e in events if e.what in MOVES}
    for card in {card for card in before.keys() | after.keys() if before.get(card) != after.get(card)} | told:
        old, new = before.get(card, OUTSIDE), after.get(card, OUTSIDE)
        possible, wrong = follow(card, old, step.after.players, events)
        where = f"{step.after.facts.id[card]} ({card}) from {old} to {new}"
        require(wrong is None, f"{wrong and What(wrong.what).name} cannot happen to it there: {where}; {said(step)}")
        require(new in possible, f"nothing tells that it goes there: {where}; {said(step)}")


@cheap(26)
def every_card_put_on_or_turned_sideways_is_told(step: Step) -> None:
    """What comes to a table is not worn, even if it was worn there before."""
    if step.log_full:
        return
    before, after = places(step.before), places(step.after)
    for card, (where, _) in after.items():
        if where != "table" or step.after.facts.kind[card] == CardKind.STEED:
            continue
        worn = before.get(card) == after[card] and step.before.mark[card] & EQUIPPED != 0
        for e in step.after.events:
            if e.card == card and (e.what in MOVES or e.what in (What.EQUIPS, What.TURNS_SIDEWAYS)):
                worn = e.what == What.EQUIPS
        is_worn = step.after.mark[card] & EQUIPPED != 0
        require(
            worn == is_worn, f"{step.after.facts.id[card]} is {'' if is_worn else 'not '}worn, and the log says otherwise; {said(step)}"
        )


def hosts(position: Position) -> dict[int, tuple[int, int]]:
    """By card in play that lies on another or is carried: its player, and that card."""
    pairs = ((p, card, host) for p in position.players for card, host in zip(position.table[p], position.host[p], strict=True))
    return {card: (p, host) for p, card, host in pairs if host != NONE}


@cheap(26)
def every_card_put_on_another_is_told(step: Step) -> None:
    """Unless it comes to a table together with that card."""
    if step.log_full:
        return
    before, told = hosts(step.before), {(e.player, e.card, e.number) for e in step.after.events if e.what == What.PUTS_ON}
    came = {e.card for e in step.after.events if e.what in (What.GOES_ALONG, What.TAKES)}
    for card, (p, host) in hosts(step.after).items():
        if before.get(card) != (p, host) and card not in came:
            where = f"{step.after.facts.id[card]} is put on {step.after.facts.id[host]}"
            require((p, card, host) in told, f"nothing tells that {where}; {said(step)}")


@cheap(26)
def every_change_of_a_character_is_told(step: Step) -> None:
    if step.log_full:
        return
    for p in step.after.players:
        mine = [e for e in step.after.events if e.player == p]
        risen = sum(e.number for e in mine if e.what == What.LEVEL)
        require(step.after.level[p] - step.before.level[p] == risen, f"player {p}: Levels changed by other than {risen}; {said(step)}")
        sexes = [step.before.g.seat[p].sex, *(e.number for e in mine if e.what == What.SEX and e.card == NONE)]
        require(step.after.g.seat[p].sex == sexes[-1], f"player {p}: sex; {said(step)}")
        lives = [e.what == What.DIES for e in mine if e.what in (What.DIES, What.REVIVES)]
        dead = lives[-1] if lives else step.before.g.seat[p].dead != 0
        require((step.after.g.seat[p].dead != 0) == dead, f"player {p}: dead or alive; {said(step)}")


def markers(position: Position) -> Counter[tuple[int, int, int]]:
    g = position.g
    return Counter((g.marker[i].seat, g.marker[i].card, g.marker[i].amount) for i in range(g.marker_n))


def waiting(position: Position) -> Counter[tuple[int, int, int]]:
    g = position.g
    return Counter((g.marker[i].seat, g.marker[i].card, g.marker[i].amount) for i in range(g.marker_n) if g.marker[i].waiting)


@cheap(26)
def every_marker_that_begins_or_ends_is_told(step: Step) -> None:
    if step.log_full:
        return
    there = markers(step.before)
    for e in step.after.events:
        if e.what in (What.AFFECTED, What.UNAFFECTED):
            there[e.player, e.card, e.number] += 1 if e.what == What.AFFECTED else -1
    require(+there == markers(step.after) and not -there, f"markers; {said(step)}")
    woken = {(e.player, e.card, e.number) for e in step.after.events if e.what in (What.WAKES, What.UNAFFECTED)}
    stopped = waiting(step.before) - waiting(step.after)
    require(stopped.keys() <= woken, f"a marker that waited no longer does; {said(step)}")


def fight_numbers(position: Position) -> Counter[tuple[str, int]]:
    """What cards have added to each monster of the fight and to both sides."""
    c = position.g.combat
    found: Counter[tuple[str, int]] = Counter()
    for s in range(c.n):
        m = c.monster[s]
        found["bonus", m.card] += m.bonus
        found["treasures", m.card] += m.treasures
    found["munchkins", NONE] = c.munchkin_bonus
    found["monsters", NONE] = c.monster_bonus
    return found


FIGHT_EVENTS = {
    What.STRENGTHENED: "bonus",
    What.ENRICHED: "treasures",
    What.MUNCHKINS_GET: "munchkins",
    What.MONSTERS_GET: "monsters",
}


@cheap(26)
def every_change_of_a_fight_is_told(step: Step) -> None:
    if step.log_full or not step.same_fight or step.has(What.WINS_FIGHT, What.LOSES_FIGHT):
        return
    numbers = fight_numbers(step.before)
    for e in step.after.events:
        if e.what in FIGHT_EVENTS:
            key = FIGHT_EVENTS[e.what]
            numbers[key, e.card if key in ("bonus", "treasures") else NONE] += e.number
    after = fight_numbers(step.after)
    require(all(numbers[key] == after[key] for key in numbers.keys() | after.keys()), f"bonus in the fight; {said(step)}")
    who_fights(step)
    which_monsters(step)


def who_fights(step: Step) -> None:
    main, helper = step.before.g.combat.main, step.before.g.combat.helper
    for e in step.after.events:
        match e.what:
            case What.HELPS:
                helper = e.player
            case What.FORCED:
                helper = e.other
            case What.LEAVES:
                helper = NOBODY
            case What.DIES if e.player == helper:
                helper = NOBODY
            case What.TAKES_OVER:
                main = e.player
    c = step.after.g.combat
    dead_in_flight = c.open == 0
    require(main == c.main and (helper == c.helper or dead_in_flight), f"who fights: {c.main}, {c.helper}; {said(step)}")


def which_monsters(step: Step) -> None:
    there = fighting(step.before)
    for e in step.after.events:
        if e.what == What.MEETS:
            there[e.card] += 1
        elif e.what in (What.KILLS, What.MONSTER_LEAVES):
            there[e.card] -= 1
    require(+there == fighting(step.after), f"monsters; {said(step)}")


def fighting(position: Position) -> Counter[int]:
    c = position.g.combat
    return Counter(c.monster[s].card for s in range(c.n) if c.monster[s].state == MonsterState.FIGHTING)


# --------------------------------------------------------------------------------------------------------- secrets


def may_know(step: Step, card: int, seat: int) -> bool:
    """Does the seat know the card from the tables, or as its own, before or after the step?"""
    return any(knows(position, card, seat) for position in (step.before, step.after))


def knows(position: Position, card: int, seat: int) -> bool:
    for p in position.players:
        if card in position.hand[p]:
            return bool(p == seat or position.mark[card] & KNOWN & 1 << seat)
    return card not in position.piles[0] and card not in position.piles[1]


SHOWING = (What.PLAYS, What.DISCARDS, What.OPENS, What.MEETS, What.LAYS_OUT, What.WORKS, What.USES)
"""Events that show a card to everybody."""


def told_to(step: Step) -> Iterator[tuple[int, Any, set[int]]]:
    """Each event that names a card, to whom it is named, and the cards shown by earlier events.

    A card that all have seen may be shuffled into a deck in the same step; it is then not where it was shown.
    """
    shown = {e.card for e in step.after.events if e.what in SHOWING} if step.has(What.RESHUFFLES) else set()
    for e in step.after.events:
        if e.card == NONE:
            continue
        for seat in step.after.players:
            if e.seen >> seat & 1:
                yield seat, e, shown
        if e.what in SHOWING:
            shown.add(e.card)


@cheap(26)
def no_event_names_a_hidden_card(step: Step) -> None:
    for seat, e, shown in told_to(step):
        if e.card in shown or may_know(step, e.card, seat):
            continue
        raise PropertyError(f"{What(e.what).name} tells player {seat} a hidden card: {step.after.facts.id[e.card]}; {said(step)}")


def said(step: Step) -> str:
    ids = step.after.facts.id
    return "events: " + ", ".join(
        f"{What(e.what).name} {e.player} {e.other} {ids[e.card] if e.card >= 0 else ''} {e.number}" for e in step.after.events
    )
