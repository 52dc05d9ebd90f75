"""Facts about the fight: who fights, with which cards, for which deal, against which monsters."""

import random
from collections.abc import Callable
from typing import Any

from munchkin_env.engine.state.kinds import Kind
from munchkin_env.engine.state.records import NOBODY, MonsterState
from munchkin_env.game.game import Game
from munchkin_env.vocabulary.words import NONE, CardKind
from tests.envs.public.fact import Change, Seats, everyone, fact, swap

# ----------------------------------------------------------------------------------------------------- the fight


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
_of_fight("margin", lambda _, now: now + 1 if now < 100 else 0)
_of_fight("met", lambda _, now: now ^ 1)
_of_fight("freed", lambda _, now: now ^ 1, lambda c: c.away & 1 == 0)


@fact("combat.asked")
def somebody_need_not_be_asked(game: Game, rng: random.Random) -> Seats | None:
    """As long as strengths and fighters are the same as when the player was asked."""
    c = game.record.combat
    if game.over or not (c.on and c.open and c.asked and game.top.kind in (Kind.ANSWER_HELP, Kind.ANSWER_COUNTER)):
        return None
    c.asked = 0
    return everyone(game)


@fact("combat.epoch")
def the_fight_has_changed_since(game: Game, rng: random.Random) -> Seats | None:
    """Then who was asked may be asked again."""
    c = game.record.combat
    if game.over or not (c.on and c.open and c.asked and game.top.kind in (Kind.ANSWER_HELP, Kind.ANSWER_COUNTER)):
        return None
    c.epoch[0] += 1
    return everyone(game)


@fact("combat.n")
def a_monster_less(game: Game, rng: random.Random) -> Seats | None:
    c = game.record.combat
    if not (c.on and c.open and c.n > 1):
        return None
    c.n -= 1
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


# ---------------------------------------------------------------------------------------------- deals and offers


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
_of_deal("countered", lambda _, now: 1 - now)
_of_deal("card", lambda game, now: NONE if now != NONE else 160)


def offered_to(game: Game) -> Seats | None:
    """Who knows the current offer: its maker; once it is sent, everybody."""
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
_of_offer("to", lambda game, now: (now + 1) % game.num_players, *range(Kind.OFFER_TREASURES, Kind.OFFER_SEND + 1), Kind.ANSWER_HELP)
_of_offer("countered", lambda _, now: 1 - now, Kind.ANSWER_HELP)

# -------------------------------------------------------------------------------------------------- the monsters


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
