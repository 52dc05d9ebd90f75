"""A position as a view (schema.py): the table, the piles, the decision."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from munchkin_env.cards.loader import built_in_sets
from munchkin_env.engine.flow.declared import DECISION_OF
from munchkin_env.engine.rules.turn.turn import TURN
from munchkin_env.engine.state.actions import DROP, HAND, MONSTER, NUMBER, PLAYER, POOL, USE
from munchkin_env.engine.state.kinds import Kind
from munchkin_env.engine.state.records import Pile, Room
from munchkin_env.engine.state.stack import Moment, Why
from munchkin_env.game.game import Game
from munchkin_env.game.notation import question_words, with_names
from munchkin_env.game.private import NOTICED
from munchkin_env.game.render import Picture
from munchkin_env.game.views import Sight
from munchkin_env.observe.layout import About, Asked, Person

from .fights import fight_view, offer_view
from .people import seat_view
from .schema import VIEW_VERSION, ActionView, DecisionView, EventView, PileView, TableView, TradeView
from .sight import Eye

_MAKES_TRADE = (Kind.TRADE_MINE, Kind.TRADE_YOURS, Kind.TRADE_SEND)
_IN_PRIVATE = "something of their own"
_SCALE = {Asked.LEFT: 8, Asked.GOLD_DUE: 1000, Asked.GOLD_MARKED: 1000, Asked.PAGE: 8, Asked.DIE: 6}
_GOLD_IS_DUE = frozenset({Kind.SELL, Kind.SELL_DOUBLE})


def show_data(
    game: Game,
    seat: int | None = None,
    *,
    everything: bool = False,
    names: Mapping[int, str] | None = None,
    events: tuple[EventView, ...] = (),
) -> TableView:
    """The position as data (docs/view.md).

    Args:
        game: The position.
        seat: Whose view; None for what everybody knows.
        everything: Whether to hide nothing, as for a replay.
        names: Names of players, by seat.
        events: What has happened, as that seat may know it (Chronicle.since).

    Raises:
        ValueError: There is no such seat.
    """
    if seat is not None:
        game.checked_seat(seat)
    eye, g = Eye.of(game, seat, everything, names or {}), game.record
    about = eye.ids["about"][0]
    return TableView(
        version=VIEW_VERSION,
        seat=seat,
        everything=everything,
        sets=tuple(one if one in built_in_sets() else Path(one).name for one in game.sets),
        options=game.options,
        round=g.rounds + 1,
        turn=g.turn,
        turn_of=g.turn_player,
        phase=_phase(game),
        room=Room(g.room).name.lower().replace("_", " "),
        setting_up=g.setting_up != 0,
        over=game.over,
        truncated=game.truncated,
        winners=game.winners,
        seats=tuple(seat_view(eye, p) for p in range(game.num_players)),
        fight=fight_view(eye) if g.combat.on else None,
        offer=offer_view(eye),
        trade=_trade(eye),
        strikes=eye.of_type(about[About.CURSE]),
        victim=_victim(eye),
        carried_out=eye.of_type(about[About.PLAYED]),
        pool=tuple(eye.notation.name(g.pool[i]) for i in range(g.pool_n)),
        found=_found(eye),
        doors=_pile(eye, g.doors, g.door_discards),
        treasures=_pile(eye, g.treasures, g.treasure_discards),
        decision=None if game.over else _decision(eye),
        actions=_actions(eye),
        events=events,
    )


def _phase(game: Game) -> str | None:
    """The steps of the turn that are left lie at the bottom of the stack, the last one first."""
    g = game.record
    if g.setting_up or g.over:
        return None
    left = 0
    while left < len(TURN) and left < g.depth and g.stack[left].kind == TURN[-1 - left]:
        left += 1
    return TURN[-1 - left].name if left < len(TURN) else None


def _pile(eye: Eye, deck: Pile, discards: Pile) -> PileView:
    names = Sight(eye.game.record, eye.notation, eye.numbers).discards(discards)
    return PileView(deck.n, discards.n, tuple(names))


def _found(eye: Eye) -> tuple[str, ...]:
    if not eye.decides or eye.game.top.kind != Kind.ASK_DISCARDS:
        return ()
    return tuple(name for number in eye.ids["pool"][0] if (name := eye.of_type(number)))


def _trade(eye: Eye) -> TradeView | None:
    if eye.game.over:
        return None
    f = eye.game.top
    if f.kind != Kind.ANSWER_TRADE and not (f.kind in _MAKES_TRADE and eye.decides):
        return None
    about = eye.ids["about"][0]
    maker, partner = (f.target, f.player) if f.kind == Kind.ANSWER_TRADE else (f.player, f.target)
    return TradeView(maker, partner, eye.of_type(about[About.TRADE_MINE]), eye.of_type(about[About.TRADE_YOURS]))


# --------------------------------------------------------------------------------------------------- the decision


def _victim(eye: Eye) -> int | None:
    """The seat that a Curse strikes, or that the card just played is aimed at."""
    g = eye.game.record
    if g.over or g.depth < 2:
        return None
    below = g.stack[g.depth - 2]
    if below.kind == Kind.STRIKE:
        return below.victim
    return below.target if below.kind == Kind.PLAYED and below.target >= 0 else None


def _decision(eye: Eye) -> DecisionView:
    game, mine = eye.game, eye.decides
    f, kind = game.top, Kind(game.top.kind)
    asked = _numbers(eye)
    public = mine or kind.name in NOTICED
    moment = Moment(f.moment).name if mine and kind in (Kind.WINDOW, Kind.ARRANGE) else None
    return DecisionView(
        seat=game.seat,
        mine=mine,
        kind=kind.name if public else None,
        question=question_words(kind, moment) if public else _IN_PRIVATE,
        subject=_subject(eye) if mine or DECISION_OF[kind].public else (),
        why=Why(f.why).name if mine and DECISION_OF[kind].put_by else None,
        moment=moment,
        card=eye.of_type(eye.ids["about"][0][About.QUESTION]),
        about=next((p for p in range(game.num_players) if eye.seen["people"][eye.from_me(p)][Person.ABOUT]), None),
        may_stop=asked[Asked.MAY_STOP] != 0,
        left=asked[Asked.LEFT] or None,
        gold_due=asked[Asked.GOLD_DUE] or None,
        gold_marked=asked[Asked.GOLD_MARKED] if asked[Asked.GOLD_DUE] or (mine and kind in _GOLD_IS_DUE) else None,
        page=asked[Asked.PAGE],
        die=asked[Asked.DIE] or None,
        acted=asked[Asked.ACTED] != 0,
    )


def _numbers(eye: Eye) -> dict[Asked, int]:
    """What the observation says of the question."""
    row = eye.seen["asked"]
    return {column: round(float(row[column]) * _SCALE.get(column, 1)) for column in Asked}


def _subject(eye: Eye) -> tuple[str, ...]:
    picture = Picture.of(eye.game, eye.seat, everything=eye.everything, names=eye.names)
    return tuple(with_names(said, eye.names) for said in picture.asked())


def _actions(eye: Eye) -> tuple[ActionView, ...]:
    if not eye.decides:
        return ()
    return tuple(
        ActionView(action, text, with_names(text, eye.names), tuple(_places(eye.game, action))) for text, action in eye.game.texts().items()
    )


def _places(game: Game, action: int) -> list[str]:
    """The places of the card or player that an action names."""
    f = game.top
    if action < HAND or action >= NUMBER:
        return []
    if action < USE:
        return [f"hand/{f.player}/{action - HAND}"]
    if action < PLAYER:
        return [f"table/{f.player}/{action - (USE if action < DROP else DROP)}"]
    if action < MONSTER:
        return [f"seat/{(f.player + action - PLAYER) % game.num_players}"]
    return [f"monster/{action - MONSTER}"] if action < POOL else [_open_place(f, action - POOL)]


def _open_place(f: Any, i: int) -> str:
    """The place of what POOL slot i names at this decision (Notation.pool_card)."""
    pool = DECISION_OF[Kind(f.kind)].pool
    if pool and pool != "discards":
        return f"table/{getattr(f, pool)}/{i}"
    return f"found/{i}" if pool else f"pool/{i}"
