"""Facts about the pending decision: who else has passed, why it is asked, about which card."""

import random

from munchkin_env.engine.state.kinds import Kind
from munchkin_env.engine.state.stack import Moment
from munchkin_env.game.game import Game
from munchkin_env.game.notation import RINGS
from munchkin_env.vocabulary.words import NONE
from tests.envs.public.fact import Seats, everyone, fact, unlike

ASKS = (Kind.ASK_PLAYER, Kind.ASK_MONSTER, Kind.ASK_NUMBER, Kind.ASK_SIDE, Kind.ASK_YES, Kind.ASK_CARD, Kind.ASK_OTHER, Kind.ASK_DISCARDS)


@fact()
def somebody_has_passed(game: Game, rng: random.Random) -> Seats | None:
    """Visible to the deciding player. Others would learn from the wait that somebody could do something."""
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
    game.top.why = game.top.why + 1 if game.top.why < 20 else 0
    return {game.seat}


@fact()
def another_moment(game: Game, rng: random.Random) -> Seats | None:
    if game.over or game.top.kind not in (Kind.ARRANGE, Kind.WINDOW):
        return None
    game.top.moment = Moment.AFTER_FIGHT if game.top.moment != Moment.AFTER_FIGHT else Moment.RUN
    return {game.seat}


@fact()
def another_card_is_marked(game: Game, rng: random.Random) -> Seats | None:
    """The sale so far, or the candidates."""
    if game.over or game.top.kind not in (Kind.SELL, Kind.SELL_DOUBLE, Kind.ASK_CARD):
        return None
    s = game.record.seat[game.seat]
    if s.hand_n and rng.random() < 0.5:
        game.top.bits32 ^= 1 << rng.randrange(min(s.hand_n, 16))
    elif s.table_n:
        game.top.bits64 ^= 1 << rng.randrange(min(s.table_n, 16))
    else:
        return None
    return {game.seat}


@fact()
def more_to_give(game: Game, rng: random.Random) -> Seats | None:
    if game.over or game.top.kind != Kind.CHARITY_CARD:
        return None
    game.top.to_give += 1
    return {game.seat}


@fact()
def another_partner(game: Game, rng: random.Random) -> Seats | None:
    """The trading partner; once the trade is offered, everybody knows."""
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
    game.top.wanted = NONE if game.top.wanted != NONE else 160
    return everyone(game) if game.top.kind == Kind.ANSWER_TRADE else {game.seat}


@fact()
def the_curse_strikes_another(game: Game, rng: random.Random) -> Seats | None:
    if game.over or game.top.kind != Kind.CURSE_WINDOW:
        return None
    strike = game.record.stack[game.record.depth - 2]
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
