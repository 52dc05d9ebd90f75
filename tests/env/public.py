"""What of a game's record is public, known to some, hidden, or of no concern: a verdict on every field.

Each `Fact` changes one thing in a copy of a position and says which seats would notice it at the table. The tests demand of every
observation that exactly these seats see a difference. A field of the record that no fact names needs a reason in NOT_SHOWN.
"""

import random
from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

import numpy as np

from munchkin_env.cards.vocabulary import CardKind
from munchkin_env.engine.record import Record
from munchkin_env.engine.stack import Kind, Moment
from munchkin_env.engine.state import EQUIPPED, FRESH, KNOWN, NOBODY, NONE, Deed, FasterTreasure, MonsterState
from munchkin_env.game import Game
from munchkin_env.options import OPTIONS

Seats = set[int]
Change = Callable[[Game, random.Random], Seats | None]
"""Changes the game in place and says who must notice; None if there is nothing of the kind in this position."""


class Fact(NamedTuple):
    fields: tuple[str, ...]
    """Of the record, with dots; a part of it stands for all that is inside."""
    change: Change


FACTS: dict[str, Fact] = {}


def fact(*fields: str) -> Callable[[Change], Change]:
    def add(change: Change) -> Change:
        FACTS[change.__name__] = Fact(fields, change)
        return change

    return add


def leaves(layout: np.dtype[Any], path: str = "") -> Iterator[str]:
    """The names of all numbers in a record, arrays counted once."""
    for name in layout.names or ():
        assert layout.fields is not None
        inner = layout.fields[name][0]
        if inner.subdtype is not None:
            inner = inner.subdtype[0]
        if inner.names:
            yield from leaves(inner, f"{path}{name}.")
        else:
            yield f"{path}{name}"


def covers(named: str, leaf: str) -> bool:
    return leaf == named or leaf.startswith(f"{named}.")


def undecided(record: type[Record]) -> list[str]:
    """Fields that are in no fact and in no list of what is not shown."""
    named = [field for one in FACTS.values() for field in one.fields] + list(NOT_SHOWN)
    return [leaf for leaf in leaves(record.layout) if not any(covers(field, leaf) for field in named)]


NOT_SHOWN: dict[str, str] = {
    "n_players": "it does not change; the seats that are there show it",
    "first_player": "who began plays no part any more",
    "recheck": "0 whenever somebody decides",
    "reached": "likewise",
    "logging": "of the program, not of the game",
    "event_n": "the log is read with Game.events",
    "event": "the log is read with Game.events",
    "turn": "a running number; round and turn player show it",
    "decisions": "a running number",
    "depth": "what is still to happen shows in phase and decision",
    "combat.epoch": "the strengths of the last ask, compared with those of now; `asked` shows the result",
    "combat.zone_adds": "what the cards in the fight add to the munchkins; its sum is seen",
    "combat.used_tags": "the tags of cards that lie in the fight and are seen there",
    "combat.n": "slots in use; the monsters themselves are seen",
    "combat.treasures": "between the victory and the draw, where nobody decides",
    "combat.cleared": "bookkeeping of the end of a fight",
    "combat.met": "bookkeeping of who was in the fight; main and helper are seen",
    "combat.margin": "a number of the fight just lost, which was seen as the difference",
    "combat.monster.told": "bookkeeping: which effects have struck; what they did is seen",
    "combat.monster.rewards": "bookkeeping between the kill and its rewards, where nobody decides about them",
    "combat.monster.as_steed": "follows from its card, which is seen",
    "marker.op": "the op of the marker's card, which is seen",
    "offer.to": "see the facts about offers: it is seen where the offer is",
    "refused": "trades refused this turn: the mask leaves them out for who may offer",
    "refused_n": "likewise",
    "use": "how often limited powers were used: the mask leaves out what is used up",
    "use_n": "likewise",
    "rng": "hidden from everybody (test_honesty)",
    "dice_n": "hidden from everybody (test_honesty)",
    "dice": "hidden from everybody (test_honesty)",
    "stack": "what the decider must know of his frame is in the facts about the decision; the rest is bookkeeping",
}


def everyone(game: Game) -> Seats:
    return set(range(game.num_players))


def anyone(game: Game, rng: random.Random) -> int:
    return rng.randrange(game.num_players)


# ------------------------------------------------------------------------------------------------------- the game


@fact("over", "truncated")
def it_is_broken_off(game: Game, rng: random.Random) -> Seats | None:
    if game.over:
        return None
    game.record.over = 1
    game.record.truncated = 1
    return everyone(game)


@fact("winners")
def somebody_has_won(game: Game, rng: random.Random) -> Seats | None:
    if game.over:
        return None
    game.record.over = 1
    game.record.winners = 1 << anyone(game, rng)
    return everyone(game)


@fact("turn_player")
def it_is_anothers_turn(game: Game, rng: random.Random) -> Seats | None:
    game.record.turn_player = (game.record.turn_player + 1) % game.num_players
    return everyone(game)


@fact("room")
def the_room_is_in_another_state(game: Game, rng: random.Random) -> Seats | None:
    game.record.room = (game.record.room + 1) % 3
    return everyone(game)


@fact("setting_up")
def the_game_is_set_up(game: Game, rng: random.Random) -> Seats | None:
    game.record.setting_up ^= 1
    return everyone(game)


@fact("rounds")
def a_round_later(game: Game, rng: random.Random) -> Seats | None:
    game.record.rounds += 1
    return everyone(game)


SPENT = ("first_player", "sex_mode", "house_mode", "w_sources")
"""Options that have had their effect when the game begins."""
UNSEEN = ("proficiency_timing",)
"""One of layout.EXCEPTIONS."""


@fact("options")
def another_house_rule(game: Game, rng: random.Random) -> Seats | None:
    option = rng.choice([one for one in OPTIONS if one.name not in SPENT + UNSEEN])
    now = int(getattr(game.record.options, option.field))
    if option.is_flag:
        other = 1 - now
    elif option.low is not None and option.high is not None:
        other = now + 1 if now < option.high else now - 1
    else:
        other = rng.choice([number for name, number in option.choices if number != now and name != "set_default"])
        if option.name == "faster_treasure" and now == FasterTreasure.SET_DEFAULT:
            return None  # it may mean the same
    if option.name == "max_rounds" and game.record.rounds == 0:
        return None
    setattr(game.record.options, option.field, other)
    return everyone(game)


@fact("past")
def something_is_remembered(game: Game, rng: random.Random) -> Seats | None:
    who = anyone(game, rng)
    game.record.past[who][(who + 1) % game.num_players] += 1 << 8 * rng.randrange(len(Deed))
    return everyone(game)


# ------------------------------------------------------------------------------------------------------ the seats


def _of_seat(field: str, other: Callable[[int], int]) -> Change:
    def change(game: Game, rng: random.Random) -> Seats | None:
        s = game.record.seat[anyone(game, rng)]
        setattr(s, field, other(getattr(s, field)))
        return everyone(game)

    change.__name__ = f"another_{field}"
    return fact(f"seat.{field}")(change)


for _field in ("sex", "changed_sex", "dead", "owes_deal"):
    _of_seat(_field, lambda now: 1 - now)
_of_seat("level", lambda now: now + 1 if now < 9 else now - 1)
_of_seat("offers", lambda now: now - 1 if now else now + 1)
_of_seat("equips", lambda now: now - 1 if now else now + 1)
_of_seat("sales", lambda now: 1 - now)


def unlike(game: Game, card: int, rng: random.Random) -> int | None:
    """A card of the same back from deep in its deck, of another type."""
    g, type_of = game.record, game._notation.type_of
    pile = g.doors if card < game._notation.doors else g.treasures
    found = [pile.cards[i] for i in range(pile.n) if type_of[pile.cards[i]] != type_of[card]]
    return rng.choice(found) if found else None


def swap(game: Game, cards: Any, i: int, rng: random.Random) -> int | None:
    """Exchange cards[i] for one of another type; the new one takes over the marks. Returns the marks."""
    card = int(cards[i])
    other = unlike(game, card, rng)
    if other is None:
        return None
    mark = game.record.mark
    marks = int(mark[card])
    mark[other], mark[card] = marks, 0
    cards[i] = other
    return marks


@fact("seat.hand")
def another_card_in_hand(game: Game, rng: random.Random) -> Seats | None:
    p = anyone(game, rng)
    s = game.record.seat[p]
    if s.hand_n == 0:
        return None
    marks = swap(game, s.hand, rng.randrange(s.hand_n), rng)
    return None if marks is None else {p} | {q for q in everyone(game) if marks >> q & 1}


@fact("seat.hand_n")
def a_card_less_in_hand(game: Game, rng: random.Random) -> Seats | None:
    """Backs are open: everybody counts them."""
    s = game.record.seat[anyone(game, rng)]
    if s.hand_n == 0:
        return None
    s.hand_n -= 1
    return everyone(game)


@fact("mark")
def a_card_becomes_known(game: Game, rng: random.Random) -> Seats | None:
    """Who learns it sees it; its owner knows that it is known."""
    p = anyone(game, rng)
    s = game.record.seat[p]
    q = (p + 1 + rng.randrange(game.num_players - 1)) % game.num_players
    hidden = [s.hand[i] for i in range(s.hand_n) if game.record.mark[s.hand[i]] & KNOWN == 0]
    if not hidden:
        return None
    game.record.mark[rng.choice(hidden)] |= 1 << q
    return {p, q}


@fact("mark")
def a_card_has_just_come(game: Game, rng: random.Random) -> Seats | None:
    p = anyone(game, rng)
    s = game.record.seat[p]
    if s.hand_n == 0:
        return None
    game.record.mark[s.hand[rng.randrange(s.hand_n)]] ^= FRESH
    return {p}


@fact("mark")
def an_item_is_turned(game: Game, rng: random.Random) -> Seats | None:
    s = game.record.seat[anyone(game, rng)]
    items = [s.table[i] for i in range(s.table_n) if game._notation.info(s.table[i]).kind == CardKind.ITEM]
    if not items:
        return None
    game.record.mark[rng.choice(items)] ^= EQUIPPED
    return everyone(game)


@fact("seat.table")
def another_card_on_the_table(game: Game, rng: random.Random) -> Seats | None:
    s = game.record.seat[anyone(game, rng)]
    if s.table_n == 0:
        return None
    return None if swap(game, s.table, rng.randrange(s.table_n), rng) is None else everyone(game)


@fact("seat.table_n")
def a_card_less_on_the_table(game: Game, rng: random.Random) -> Seats | None:
    s = game.record.seat[anyone(game, rng)]
    if s.table_n == 0:
        return None
    s.table_n -= 1
    return everyone(game)


@fact("seat.host")
def a_card_hangs_on_another(game: Game, rng: random.Random) -> Seats | None:
    s = game.record.seat[anyone(game, rng)]
    if s.table_n < 2:
        return None
    s.host[0] = s.table[1] if s.host[0] == NONE else NONE
    return everyone(game)


@fact("marker", "marker_n")
def a_marker_is_gone(game: Game, rng: random.Random) -> Seats | None:
    if game.record.marker_n == 0:
        return None
    game.record.marker_n -= 1
    return everyone(game)


def _of_marker(field: str, other: Callable[[Game, int], int]) -> Change:
    def change(game: Game, rng: random.Random) -> Seats | None:
        if game.record.marker_n == 0:
            return None
        m = game.record.marker[rng.randrange(game.record.marker_n)]
        setattr(m, field, other(game, getattr(m, field)))
        return everyone(game)

    change.__name__ = f"another_{field}_of_a_marker"
    return fact(f"marker.{field}")(change)


_of_marker("seat", lambda game, now: (now + 1) % game.num_players)
_of_marker("until", lambda _, now: 1 + now % 9)
_of_marker("waiting", lambda _, now: 1 - now)
_of_marker("amount", lambda _, now: now + 1)


# ------------------------------------------------------------------------------------------------------ the piles


def _less(pile: str) -> Change:
    def change(game: Game, rng: random.Random) -> Seats | None:
        p = getattr(game.record, pile)
        if p.n == 0:
            return None
        p.n -= 1
        return everyone(game)

    change.__name__ = f"a_card_less_in_{pile}"
    return fact(f"{pile}.n")(change)


for _pile in ("doors", "treasures", "door_discards", "treasure_discards"):
    _less(_pile)


@fact("doors.cards", "treasures.cards")
def another_order_of_a_deck(game: Game, rng: random.Random) -> Seats | None:
    pile = rng.choice([game.record.doors, game.record.treasures])
    if pile.n < 2:
        return None
    cards = [pile.cards[i] for i in range(pile.n)]
    rng.shuffle(cards)
    for i, card in enumerate(cards):
        pile.cards[i] = card
    return set()


@fact("door_discards.cards", "treasure_discards.cards")
def another_top_of_the_discards(game: Game, rng: random.Random) -> Seats | None:
    pile = rng.choice([game.record.door_discards, game.record.treasure_discards])
    return everyone(game) if pile.n and swap(game, pile.cards, pile.n - 1, rng) is not None else None


@fact("door_discards.cards", "treasure_discards.cards")
def another_card_among_the_discards(game: Game, rng: random.Random) -> Seats | None:
    """Below the top: seen if the option shows counts or everything."""
    pile = rng.choice([game.record.door_discards, game.record.treasure_discards])
    looked_at = not game.over and game.top.kind == Kind.ASK_DISCARDS
    if pile.n < 2 or looked_at or swap(game, pile.cards, rng.randrange(pile.n - 1), rng) is None:
        return None
    return everyone(game) if game.record.options.obs_discards else set()


@fact("pool", "pool_n")
def another_card_in_the_open(game: Game, rng: random.Random) -> Seats | None:
    if game.record.pool_n == 0 or game.decision not in ("PICK_TREASURE", "LOOT_BODY"):
        return None
    return None if swap(game, game.record.pool, rng.randrange(game.record.pool_n), rng) is None else everyone(game)


# ------------------------------------------------------------------------------------------------------ the fight


def _of_fight(field: str, other: Callable[[Game, int], int], needs: Callable[[Any], bool] = lambda c: True) -> Change:
    def change(game: Game, rng: random.Random) -> Seats | None:
        c = game.record.combat
        if not (c.on and c.open and needs(c)):
            return None
        setattr(c, field, other(game, getattr(c, field)))
        return everyone(game)

    change.__name__ = f"another_{field}_of_the_fight"
    return fact(f"combat.{field}")(change)


_of_fight("on", lambda _, now: 0)
_of_fight("open", lambda _, now: 0)
_of_fight("won", lambda _, now: 1 - now)
_of_fight("main", lambda game, now: (now + 1) % game.num_players, lambda c: c.helper == NOBODY)
_of_fight("compelled", lambda _, now: 1 - now, lambda c: c.helper != NOBODY)
_of_fight("munchkin_bonus", lambda _, now: now + 1)
_of_fight("monster_bonus", lambda _, now: now + 1)
_of_fight("runner", lambda game, now: 0 if now == NOBODY else NOBODY)
_of_fight("die", lambda _, now: 1 + now % 6)
_of_fight("away", lambda _, now: now ^ 1)
_of_fight("freed", lambda _, now: now ^ 1, lambda c: c.away & 1 == 0)


@fact("combat.asked")
def somebody_need_not_be_asked(game: Game, rng: random.Random) -> Seats | None:
    """As long as strengths and fighters are what they were when he was asked."""
    c = game.record.combat
    if game.over or not (c.on and c.open and c.asked and game.top.kind in (Kind.ANSWER_HELP, Kind.ANSWER_COUNTER)):
        return None
    c.asked = 0
    return everyone(game)


@fact("combat.fleeing")
def he_runs_from_another(game: Game, rng: random.Random) -> Seats | None:
    c = game.record.combat
    if not (c.on and c.runner != NOBODY and c.fleeing != NONE):
        return None
    c.fleeing = NONE
    return everyone(game)


@fact("combat.escaped")
def the_roll_is_done_otherwise(game: Game, rng: random.Random) -> Seats | None:
    c = game.record.combat
    if not (c.on and c.runner != NOBODY):
        return None
    c.escaped = 1 if c.escaped != 1 else 0
    return everyone(game)


@fact("combat.helper", "deal.to")
def somebody_helps(game: Game, rng: random.Random) -> Seats | None:
    c = game.record.combat
    if not (c.on and c.open) or c.helper != NOBODY:
        return None
    c.helper = (c.main + 1) % game.num_players
    return everyone(game)


@fact("combat.asks")
def somebody_was_asked_again(game: Game, rng: random.Random) -> Seats | None:
    c = game.record.combat
    if not (c.on and c.open):
        return None
    c.asks[(c.main + 1) % game.num_players] += 1
    return everyone(game)


@fact("combat.zone")
def another_card_in_the_fight(game: Game, rng: random.Random) -> Seats | None:
    c = game.record.combat
    if not c.on or c.cleared or c.zone_n == 0:
        return None
    return None if swap(game, c.zone, rng.randrange(c.zone_n), rng) is None else everyone(game)


@fact("combat.zone_n")
def a_card_less_in_the_fight(game: Game, rng: random.Random) -> Seats | None:
    c = game.record.combat
    if not c.on or c.cleared or c.zone_n == 0:
        return None
    c.zone_n -= 1
    return everyone(game)


def _of_deal(field: str, other: Callable[[Game, int], int]) -> Change:
    def change(game: Game, rng: random.Random) -> Seats | None:
        if not (game.record.combat.on and game.record.combat.open and game.record.combat.helper != NOBODY):
            return None
        setattr(game.record.deal, field, other(game, getattr(game.record.deal, field)))
        return everyone(game)

    change.__name__ = f"another_{field}_of_the_deal"
    return fact(f"deal.{field}")(change)


_of_deal("treasures", lambda _, now: now + 1 if now < 5 else 0)
_of_deal("helper_first", lambda _, now: 1 - now)
_of_deal("bribe", lambda game, now: NONE if now != NONE else 160)
_of_deal("card", lambda game, now: NONE if now != NONE else 160)
NOT_SHOWN["deal.countered"] = "how it came about"


def offered_to(game: Game) -> Seats | None:
    """Who knows the offer that is being made: its maker; once it is sent, all."""
    if game.over:
        return None
    if Kind.OFFER_TREASURES <= game.top.kind <= Kind.OFFER_SEND:
        return {game.seat}
    return everyone(game) if game.top.kind in (Kind.ANSWER_HELP, Kind.COUNTER_ORDER, Kind.ANSWER_COUNTER) else None


def _of_offer(field: str, other: Callable[[Game, int], int], *kinds: Kind) -> Change:
    def change(game: Game, rng: random.Random) -> Seats | None:
        noticed = offered_to(game)
        if noticed is None or (kinds and game.top.kind not in kinds):
            return None
        setattr(game.record.offer, field, other(game, getattr(game.record.offer, field)))
        return noticed

    change.__name__ = f"another_{field}_of_the_offer"
    return fact(f"offer.{field}")(change)


_of_offer("treasures", lambda _, now: now + 1 if now < 5 else 0, Kind.OFFER_ITEM, Kind.OFFER_SEND, Kind.ANSWER_HELP, Kind.ANSWER_COUNTER)
_of_offer("helper_first", lambda _, now: 1 - now, Kind.OFFER_ITEM, Kind.OFFER_SEND, Kind.ANSWER_HELP, Kind.ANSWER_COUNTER)
_of_offer("bribe", lambda game, now: NONE if now != NONE else 160, Kind.OFFER_CARD, Kind.OFFER_SEND, Kind.ANSWER_HELP, Kind.ANSWER_COUNTER)
_of_offer("card", lambda game, now: NONE if now != NONE else 160, Kind.OFFER_SEND, Kind.ANSWER_HELP, Kind.ANSWER_COUNTER)
_of_offer("countered", lambda _, now: 1 - now, Kind.ANSWER_HELP)


# ----------------------------------------------------------------------------------------------------- the monsters


def _of_monster(field: str, other: Callable[[Game, int], int]) -> Change:
    def change(game: Game, rng: random.Random) -> Seats | None:
        c = game.record.combat
        fighting = [s for s in range(c.n) if c.monster[s].state == MonsterState.FIGHTING and c.monster[s].root == s]
        if not (c.on and c.open and fighting):
            return None
        m = c.monster[rng.choice(fighting)]
        setattr(m, field, other(game, getattr(m, field)))
        return everyone(game)

    change.__name__ = f"another_{field}_of_a_monster"
    return fact(f"combat.monster.{field}")(change)


_of_monster("state", lambda _, now: MonsterState.GONE.value)
_of_monster("pays", lambda _, now: 1 - now)
_of_monster("bonus", lambda _, now: now + 5)
_of_monster("treasures", lambda _, now: now + 3)  # it pays at least 1: a small change may change nothing
_of_monster("tags", lambda _, now: now ^ 1)
_of_monster("caught", lambda _, now: now ^ 1)
_of_monster("fled", lambda _, now: now ^ 1)


@fact("combat.monster.card")
def another_monster(game: Game, rng: random.Random) -> Seats | None:
    c = game.record.combat
    fighting = [s for s in range(c.n) if c.monster[s].state == MonsterState.FIGHTING]
    if not (c.on and c.open and fighting):
        return None
    m = c.monster[rng.choice(fighting)]
    g, kinds = game.record, game._notation
    found = [g.doors.cards[i] for i in range(g.doors.n) if kinds.info(g.doors.cards[i]).kind == CardKind.MONSTER]
    found = [card for card in found if kinds.type_of[card] != kinds.type_of[m.card]]
    if not found:
        return None
    m.card = rng.choice(found)
    return everyone(game)


@fact("combat.monster.root")
def it_is_anothers_mate(game: Game, rng: random.Random) -> Seats | None:
    c = game.record.combat
    fighting = [s for s in range(c.n) if c.monster[s].state == MonsterState.FIGHTING]
    if not (c.on and c.open and len(fighting) > 1):
        return None
    m = c.monster[fighting[1]]
    m.root = fighting[0] if m.root == fighting[1] else fighting[1]
    return everyone(game)


# ---------------------------------------------------------------------------------------------------- the decision

RINGS = (Kind.WINDOW, Kind.FIGHT_WINDOW, Kind.ROLL_WINDOW, Kind.CURSE_WINDOW)
ASKS = (Kind.ASK_PLAYER, Kind.ASK_MONSTER, Kind.ASK_NUMBER, Kind.ASK_SIDE, Kind.ASK_YES, Kind.ASK_CARD, Kind.ASK_OTHER, Kind.ASK_DISCARDS)


@fact()
def somebody_has_passed(game: Game, rng: random.Random) -> Seats | None:
    """Seen by who decides. Others would learn from the engine waiting that somebody could do something."""
    if game.over or game.top.kind not in RINGS:
        return None
    game.top.passed ^= 1 << (game.seat + 1) % game.num_players
    return {game.seat}


@fact()
def another_decision(game: Game, rng: random.Random) -> Seats | None:
    if game.over or game.top.kind != Kind.ASK_YES:
        return None
    game.top.kind = Kind.ASK_SIDE
    return {game.seat}


@fact()
def another_reason_to_ask(game: Game, rng: random.Random) -> Seats | None:
    if game.over or game.top.kind not in ASKS:
        return None
    game.top.b = game.top.b + 1 if game.top.b < 20 else 0
    return {game.seat}


@fact()
def another_moment(game: Game, rng: random.Random) -> Seats | None:
    if game.over or game.top.kind not in (Kind.ARRANGE, Kind.WINDOW):
        return None
    game.top.a = Moment.AFTER_FIGHT if game.top.a != Moment.AFTER_FIGHT else Moment.RUN
    return {game.seat}


@fact()
def another_card_is_marked(game: Game, rng: random.Random) -> Seats | None:
    """The sale so far, or the candidates."""
    if game.over or game.top.kind not in (Kind.SELL, Kind.SELL_DOUBLE, Kind.ASK_CARD):
        return None
    s = game.record.seat[game.seat]
    if s.hand_n and rng.random() < 0.5:
        game.top.hand ^= 1 << rng.randrange(min(s.hand_n, 16))
    elif s.table_n:
        game.top.table ^= 1 << rng.randrange(min(s.table_n, 16))
    else:
        return None
    return {game.seat}


@fact()
def more_to_give(game: Game, rng: random.Random) -> Seats | None:
    if game.over or game.top.kind != Kind.CHARITY_CARD:
        return None
    game.top.a += 1
    return {game.seat}


@fact()
def another_partner(game: Game, rng: random.Random) -> Seats | None:
    """Whom I trade with; once it is offered everybody hears it."""
    if game.over or game.top.kind not in (Kind.TRADE_MINE, Kind.TRADE_YOURS, Kind.TRADE_SEND, Kind.ANSWER_TRADE) or game.num_players < 3:
        return None
    game.top.target = next(p for p in everyone(game) if p not in (game.seat, game.top.target))
    return everyone(game) if game.top.kind == Kind.ANSWER_TRADE else {game.seat}


@fact()
def another_card_to_trade(game: Game, rng: random.Random) -> Seats | None:
    if game.over or game.top.kind not in (Kind.TRADE_YOURS, Kind.TRADE_SEND, Kind.ANSWER_TRADE):
        return None
    game.top.card = NONE if game.top.card != NONE else 160
    return everyone(game) if game.top.kind == Kind.ANSWER_TRADE else {game.seat}


@fact()
def another_card_is_wanted(game: Game, rng: random.Random) -> Seats | None:
    if game.over or game.top.kind not in (Kind.TRADE_SEND, Kind.ANSWER_TRADE):
        return None
    game.top.a = NONE if game.top.a != NONE else 160
    return everyone(game) if game.top.kind == Kind.ANSWER_TRADE else {game.seat}


@fact()
def the_curse_strikes_another(game: Game, rng: random.Random) -> Seats | None:
    if game.over or game.top.kind != Kind.CURSE_WINDOW:
        return None
    strike = game.record.stack[game.record.depth - 2]
    if strike.kind != Kind.STRIKE:
        return None  # a card just played may be cancelled
    strike.victim = (strike.victim + 1) % game.num_players
    return everyone(game)


@fact()
def another_curse_strikes(game: Game, rng: random.Random) -> Seats | None:
    if game.over or game.top.kind != Kind.CURSE_WINDOW:
        return None
    strike = game.record.stack[game.record.depth - 2]
    other = unlike(game, strike.card, rng)
    if other is None:
        return None
    strike.card = other
    return everyone(game)
