"""What frames of each kind may hold, and on what they may lie: the meaning of the registers (engine/state/stack.py) as tables.

Every kind has its row: a new one says here what its registers may be, as far as anything is looked up by them. What a kind does not name is
what it carries along from another one, and is bounded by the declaration of the register alone.
"""

from functools import cache
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from munchkin_env.cards.loader import CardSet
from munchkin_env.engine.state.records import MAX_DEPTH, MAX_HAND
from munchkin_env.engine.state.stack import DECISIONS, FIRST_AUTOMATIC, KINDS, Ask, Dice, Disposal, Goal, Kind, Moment, Why
from munchkin_env.vocabulary.tables import MAX_FILTERS
from munchkin_env.vocabulary.words import ALL, ANY, NONE, Deck, Face, Op, Trigger

from .bounds import GameLimits

Span = tuple[int, int | str]

FLAG: Span = (0, 1)
CARD: Span = (0, "card")
SEAT: Span = (0, "seat")
EFFECT: Span = (0, "effect")
SOMEBODY: Span = (1, "seats")  # a set of seats with anybody in it
SLOT: Span = (0, 7)
COUNT: Span = (-100, 1000)
MOMENT: Span = (0, int(max(Moment)))
EARLY: Span = (0, int(Moment.BEFORE_CHARITY))  # where the turn player arranges
DECK: Span = (0, int(Deck.TREASURE))
FACE: Span = (0, max(Face))
FROM: Span = (1, 3)  # rights.FROM_HAND, FROM_TABLE, FROM_FIGHT
ASKED: dict[str, Span] = {"b": (0, int(max(Why)))}
OFFER: dict[str, Span] = {"a": (0, int(max(Ask)))}
DRAWS: dict[str, Span] = {"a": DECK, "b": COUNT, "c": FACE, "d": (0, int(max(Goal)))}
PAYS: dict[str, Span] = {"card": CARD, "effect": EFFECT, "a": (0, ALL), "b": (0, 3), "d": DECK}

REGISTERS: dict[Kind, dict[str, Span]] = {
    Kind.CHOOSE_SEX: {},
    Kind.SETUP: {},
    Kind.ARRANGE: {"a": EARLY},
    Kind.PLAY_OR_KEEP: {"card": CARD},
    Kind.TROUBLE_OR_LOOT: {},
    Kind.CHARITY_CARD: {"a": (0, MAX_HAND), "b": (0, MAX_HAND), "c": (0, MAX_HAND)},
    Kind.WINDOW: {"a": MOMENT, "b": FLAG, "c": FLAG},
    Kind.FIGHT_WINDOW: {},
    Kind.OFFER_TO: OFFER,
    Kind.OFFER_TREASURES: OFFER,
    Kind.OFFER_ORDER: OFFER,
    Kind.OFFER_ITEM: OFFER,
    Kind.OFFER_CARD: OFFER,
    Kind.OFFER_SEND: OFFER,
    Kind.ANSWER_HELP: OFFER,
    Kind.COUNTER_ORDER: OFFER,
    Kind.ANSWER_COUNTER: {},
    Kind.STAY_OR_LEAVE: {},
    Kind.PICK_TREASURE: {"a": FLAG},
    Kind.ESCAPE: {},
    Kind.ROLL_WINDOW: {"a": (0, int(max(Dice)))},
    Kind.CURSE_WINDOW: {},
    Kind.LOOT_BODY: {"victim": SEAT},
    Kind.SELL: {},
    Kind.SELL_DOUBLE: {},
    Kind.TRADE_WITH: {},
    Kind.TRADE_MINE: {"target": SEAT},
    Kind.TRADE_YOURS: {"target": SEAT},
    Kind.TRADE_SEND: {"target": SEAT, "a": (NONE, "card")},
    Kind.ANSWER_TRADE: {"target": SEAT, "a": (NONE, "card")},
    Kind.RESURRECT: {"a": DECK},
    Kind.ASK_PLAYER: {**ASKED, "a": SOMEBODY, "c": FLAG},
    Kind.ASK_MONSTER: {**ASKED, "a": (1, 255)},
    Kind.ASK_NUMBER: {**ASKED, "a": (1, 511), "c": FLAG},
    Kind.ASK_SIDE: ASKED,
    Kind.ASK_YES: ASKED,
    Kind.ASK_CARD: {**ASKED, "c": FLAG},
    Kind.ASK_OTHER: {**ASKED, "c": FLAG, "victim": SEAT},
    Kind.ASK_DISCARDS: {**ASKED, "a": (0, int(Deck.ANY)), "c": (0, 8), "d": (NONE, MAX_FILTERS - 1), "tally": FLAG},
    Kind.TOO_BIG: {},
    Kind.CHOOSE_HOUSE: {},
    Kind.CARD_WINDOW: {},
    Kind.DEAL: {},
    Kind.START: {},
    Kind.BEGIN_TURN: {},
    Kind.COME_BACK: {},
    Kind.REDEAL: {},
    Kind.LISTEN: {},
    Kind.BEFORE_DOOR: {},
    Kind.KICK_DOOR: {},
    Kind.OPEN_DOOR: {},
    Kind.BEFORE_ROOM: {},
    Kind.ROOM: {},
    Kind.BEFORE_CHARITY: {},
    Kind.CHARITY: {},
    Kind.CHARITY_GIVE: {"card": CARD},
    Kind.END_TURN: {},
    Kind.MOMENT: {"a": EARLY},
    Kind.DRAW: DRAWS,
    Kind.DRAW_FACE_UP: DRAWS,
    Kind.RESURRECTED: {"a": DECK},
    Kind.FIGHT: {"card": CARD, "a": FLAG},
    Kind.MEET: {"slot": SLOT},
    Kind.MEET_EFFECT: {"slot": SLOT, "effect": EFFECT},
    Kind.FIGHT_CHANGED: {},
    Kind.RESOLVE_FIGHT: {},
    Kind.WIN_LEVELS: {},
    Kind.CHECK_WIN: {},
    Kind.WIN_TREASURES: {},
    Kind.SHARE_TREASURES: {"a": COUNT, "b": COUNT, "c": FLAG},
    Kind.KILL_REWARDS: {},
    Kind.SETTLE_DEAL: {},
    Kind.WIN_REWARDS: {},
    Kind.DEAL_KEPT: {},
    Kind.BRIBE_KEPT: {"a": (NONE, "card")},
    Kind.LOSE_FIGHT: {},
    Kind.RUN: {},
    Kind.RUN_FROM: {"slot": SLOT},
    Kind.OUTCOME: {"slot": SLOT},
    Kind.END_FLIGHT: {},
    Kind.END_FIGHT: {},
    Kind.USE_CARD: {"card": CARD, "b": FROM},
    Kind.EFFECT_CHOSEN: {"card": CARD, "b": FROM},
    Kind.TARGET_CHOSEN: PAYS,
    Kind.SECOND_TARGET: {**PAYS, "target": SEAT},
    Kind.PAY: PAYS,
    Kind.USE_PAID: PAYS,
    Kind.TAKE_ON: {"card": CARD},
    Kind.LOAD: {"card": CARD},
    Kind.EFFECTS: {"card": CARD, "effect": EFFECT, "a": FLAG, "b": FACE, "c": (0, 127), "d": (0, int(max(Disposal)))},
    Kind.DISCARD_CARDS: {"victim": SEAT, "a": (0, 32767), "b": (-100, ANY)},
    Kind.TAKE_CARDS: {"victim": SEAT, "it": SEAT, "a": COUNT, "b": (-100, ANY)},
    Kind.TAKE_TO_WIN: {"target": SEAT},
    Kind.MAKE_ROOM: {"target": SEAT, "card": CARD},
    Kind.ROLL_DIE: {},
    Kind.DIE_STANDS: {"face": (1, 6)},
    Kind.CURSE: {"card": CARD, "a": FLAG},
    Kind.STRIKE: {"card": CARD, "victim": SEAT, "a": FLAG},
    Kind.DIE: {"a": (0, 127)},
    Kind.LOOTING: {},
    Kind.CORRECT: {},
    Kind.GIVE_UP: {},
    Kind.TURN_SIDEWAYS: {},
    Kind.HAND_OVER: {"card": CARD},
    Kind.PLAYED: {"card": CARD},
    Kind.JOIN_FIGHT: {"card": CARD},
    Kind.KEEP_DRAWN: {"a": (0, MAX_HAND)},
    Kind.WORK_OR_KEEP: {"card": CARD, "effect": EFFECT, "b": FACE},
    Kind.STRENGTHS_COUNT: {},
    Kind.MONSTER_STRIKES: {"slot": SLOT, "a": (0, int(max(Trigger)))},
}

LIES_ON: dict[Kind, tuple[Kind, ...]] = {
    Kind.ASK_PLAYER: (Kind.CURSE, Kind.TARGET_CHOSEN, Kind.SECOND_TARGET, Kind.HAND_OVER, Kind.CHARITY_GIVE, Kind.EFFECTS),
    Kind.ASK_MONSTER: (Kind.RUN, Kind.EFFECTS),
    Kind.ASK_NUMBER: (Kind.EFFECT_CHOSEN, Kind.EFFECTS),
    Kind.ASK_SIDE: (Kind.EFFECTS,),
    Kind.ASK_YES: (Kind.MEET_EFFECT, Kind.WORK_OR_KEEP, Kind.DIE, Kind.DEAL_KEPT, Kind.BRIBE_KEPT, Kind.EFFECTS),
    Kind.ASK_CARD: (
        Kind.KEEP_DRAWN,
        Kind.LOAD,
        Kind.TAKE_ON,
        Kind.PAY,
        Kind.DISCARD_CARDS,
        Kind.TAKE_CARDS,
        Kind.MAKE_ROOM,
        Kind.GIVE_UP,
        Kind.TURN_SIDEWAYS,
        Kind.EFFECTS,
    ),
    Kind.ASK_OTHER: (Kind.DISCARD_CARDS, Kind.TAKE_CARDS, Kind.TAKE_TO_WIN, Kind.EFFECTS),
    Kind.ASK_DISCARDS: (Kind.EFFECTS,),
    Kind.ROLL_WINDOW: (Kind.OUTCOME, Kind.DIE_STANDS),
    Kind.CURSE_WINDOW: (Kind.STRIKE,),
    Kind.CARD_WINDOW: (Kind.PLAYED,),
    Kind.PICK_TREASURE: (Kind.SHARE_TREASURES,),
    Kind.LOOT_BODY: (Kind.LOOTING,),
    Kind.RESURRECT: (Kind.DRAW,),
    Kind.RESURRECTED: (Kind.DRAW,),
    Kind.CHARITY_GIVE: (Kind.CHARITY_CARD,),
    Kind.DEAL_KEPT: (Kind.SHARE_TREASURES,),
    Kind.DISCARD_CARDS: (Kind.EFFECTS,),
    Kind.TAKE_CARDS: (Kind.EFFECTS,),
    Kind.TAKE_TO_WIN: (Kind.EFFECTS,),
    Kind.MAKE_ROOM: (Kind.EFFECTS,),
    Kind.ROLL_DIE: (Kind.EFFECTS,),
    Kind.DIE_STANDS: (Kind.EFFECTS,),
}
"""Kinds that answer to the frame below them, and what that may be."""

ASKING_OPS: dict[Kind, tuple[Op, ...]] = {
    Kind.ASK_PLAYER: (Op.PICK_PLAYER, Op.CANCEL, Op.FORCE_HELP, Op.TRANSFER),
    Kind.ASK_MONSTER: (Op.MONSTER_MOD, Op.CLONE_MONSTER, Op.REMOVE_MONSTER),
    Kind.ASK_NUMBER: (Op.CHOOSE, Op.CHANGE_SEX, Op.SET_DIE),
    Kind.ASK_SIDE: (Op.SIDE_BONUS,),
    Kind.ASK_YES: (Op.MAY, Op.AUTO_ESCAPE),
    Kind.ASK_CARD: (Op.ATTACH, Op.MONSTER_MOD, Op.ADD_MONSTER, Op.REPLACE_FIGHTER),
    Kind.ASK_OTHER: (Op.CANCEL,),
    Kind.ASK_DISCARDS: (Op.SEARCH_DISCARD,),
}
"""Of questions that a program puts: the ops that do. An op that asks is run again with the answer, so its program stands at it."""

MAY_STOP: dict[Kind, tuple[Kind, ...]] = {
    Kind.ASK_PLAYER: (Kind.SECOND_TARGET,),
    Kind.ASK_NUMBER: (Kind.EFFECT_CHOSEN,),
    Kind.ASK_CARD: (Kind.DISCARD_CARDS, Kind.EFFECTS),
    Kind.ASK_OTHER: (Kind.DISCARD_CARDS, Kind.TAKE_CARDS),
}
"""Questions that need no answer (or a card taken unseen), by who puts them."""

WORKS_BY: dict[Kind, Op] = {Kind.DISCARD_CARDS: Op.DISCARD, Kind.TAKE_CARDS: Op.TRANSFER}
"""Kinds that go on with an op of a program, in register `pc`."""

WAITS_FOR: tuple[Kind, ...] = (
    Kind.EFFECT_CHOSEN,
    Kind.TARGET_CHOSEN,
    Kind.SECOND_TARGET,
    Kind.HAND_OVER,
    Kind.CHARITY_GIVE,
    Kind.GIVE_UP,
    Kind.TURN_SIDEWAYS,
)
"""Kinds that are nothing without the answer: the question lies on them. (A CURSE that has no victim yet is one, too.)"""

ANSWERED_BY_SEATS: tuple[Kind, ...] = (Kind.TARGET_CHOSEN, Kind.SECOND_TARGET, Kind.HAND_OVER, Kind.CHARITY_GIVE, Kind.CURSE)
"""A lone answer is there without a question, and what is put right first (CORRECT) may ask somebody else meanwhile."""

_OPS = max(Op) + 1


class _Spans(NamedTuple):
    """For all kinds, the registers that any of them bounds: what they may be."""

    names: tuple[str, ...]
    low: npt.NDArray[np.int64]
    high: npt.NDArray[np.int64]


@cache
def _spans(limits: tuple[tuple[str, int], ...]) -> _Spans:
    known = dict(limits)
    names = tuple(sorted({name for row in REGISTERS.values() for name in row}))
    low, high = np.full((KINDS, len(names)), -(2**62), np.int64), np.full((KINDS, len(names)), 2**62, np.int64)
    for kind, row in REGISTERS.items():
        for name, (least, most) in row.items():
            low[kind, names.index(name)] = least
            high[kind, names.index(name)] = known[most] if isinstance(most, str) else most
    return _Spans(names, low, high)


def _pairs(told: dict[Kind, Any], size: int, otherwise: bool) -> npt.NDArray[np.bool_]:
    """[kind, other] -> allowed."""
    allowed = np.full((KINDS, size), otherwise)
    for kind, others in told.items():
        allowed[kind] = False
        allowed[kind, list(others)] = True
    return allowed


_IS_KIND = np.isin(np.arange(256), list(Kind))  # all that the field can hold
_LIES_ON = _pairs(LIES_ON, KINDS, True)
_ASKING = _pairs(ASKING_OPS, _OPS, True)
_MAY_STOP = _pairs(MAY_STOP, KINDS, True)
_STOPS = np.isin(np.arange(KINDS), list(MAY_STOP))
_WORKS_BY = np.full(KINDS, NONE)
_WORKS_BY[list(WORKS_BY)] = list(WORKS_BY.values())
_WAITS_FOR = np.isin(np.arange(KINDS), WAITS_FOR)
_BY_SEATS = np.isin(np.arange(KINDS), ANSWERED_BY_SEATS)
_LEVEL = np.arange(MAX_DEPTH)


def unlawful_frame(cards: CardSet, games: npt.NDArray[Any], limits: GameLimits) -> tuple[int, str] | None:
    """The first game with a frame that holds or lies on what it may not. All numbers must be within their declared bounds."""
    depth = games["depth"].astype(np.int64)
    deepest = max(int(depth.max()), 1)
    frames, lives = games["stack"][:, :deepest], depth[:, None] > _LEVEL[:deepest]
    kind = frames["kind"].astype(np.int64)
    strange = lives & ~_IS_KIND[kind]
    if strange.any():
        i, level = _first(strange)
        return i, f"stack[{level}].kind is {kind[i, level]}; must be 0 to {DECISIONS - 1} or {FIRST_AUTOMATIC} to {KINDS - 1}"
    kind = np.where(lives, kind, 0)
    spans = _spans(tuple(sorted(limits.items())))
    registers = np.stack([frames[name] for name in spans.names], -1, dtype=np.int64)
    wrong = lives[:, :, None] & ((registers < spans.low[kind]) | (registers > spans.high[kind]))
    if wrong.any():
        i, level, n = (int(k) for k in np.unravel_index(int(np.argmax(wrong)), wrong.shape))
        low, high = spans.low[kind[i, level], n], spans.high[kind[i, level], n]
        return i, f"stack[{level}].{spans.names[n]} of a {_name(kind[i, level])} is {registers[i, level, n]}; must be {low} to {high}"
    return _unlawful_answer(frames, kind, lives, limits["seat"]) or _unlawful_pair(cards, frames, kind, lives)


def _unlawful_answer(
    frames: npt.NDArray[Any], kind: npt.NDArray[np.int64], lives: npt.NDArray[np.bool_], last_seat: int
) -> tuple[int, str] | None:
    """While somebody decides no other answer waits, and who needs one has asked."""
    above = np.full_like(kind, NONE)
    above[:, :-1] = np.where(lives[:, 1:], kind[:, 1:], NONE)
    value = frames["value"]
    corrected = _BY_SEATS[kind] & (above == Kind.CORRECT) & (value >= 0) & (value <= last_seat)
    waiting = lives & (value != NONE) & ~corrected
    if waiting.any():
        i, level = _first(waiting)
        return i, f"stack[{level}].value of a {_name(kind[i, level])} is {value[i, level]}; must be {NONE} while a player decides"
    needs = _WAITS_FOR[kind] | ((kind == Kind.CURSE) & (frames["victim"] == NONE))
    silent = lives & needs & (value == NONE) & ~np.isin(above, list(ASKING_OPS))
    if silent.any():
        i, level = _first(silent)
        return i, f"stack[{level}], a {_name(kind[i, level])}, waits for an answer that nobody is asked for"
    return None


def _unlawful_pair(
    cards: CardSet, frames: npt.NDArray[Any], kind: npt.NDArray[np.int64], lives: npt.NDArray[np.bool_]
) -> tuple[int, str] | None:
    above, below = kind[:, 1:], kind[:, :-1]
    both = lives[:, 1:]
    lonely = np.zeros_like(lives)
    lonely[:, 0] = lives[:, 0] & np.isin(kind[:, 0], list(LIES_ON))
    lonely[:, 1:] = both & ~_LIES_ON[above, below]
    if lonely.any():
        i, level = _first(lonely)
        on = _name(kind[i, level - 1]) if level else "nothing"
        told = ", ".join(other.name for other in LIES_ON[Kind(kind[i, level])])
        return i, f"stack[{level}], a {_name(kind[i, level])}, lies on {on}; must lie on {told}"
    place = np.minimum(frames["pc"].astype(np.int64), cards.tables["op"].shape[1] - 1)
    op = cards.tables["op"]["op"][0][place]
    wrong = np.zeros_like(lives)
    wrong[:, 1:] = both & (below == Kind.EFFECTS) & ~_ASKING[above, op[:, :-1]]
    wrong |= lives & (_WORKS_BY[kind] != NONE) & (_WORKS_BY[kind] != op)
    wrong[:, 1:] |= both & _STOPS[above] & (frames["c"][:, 1:] != 0) & ~_MAY_STOP[above, below]
    if wrong.any():
        i, level = _first(wrong)
        return i, f"stack[{level}], a {_name(kind[i, level])}, is none that the frame below it or its op puts there"
    return None


def _first(wrong: npt.NDArray[np.bool_]) -> tuple[int, int]:
    i, level = divmod(int(np.argmax(wrong)), wrong.shape[1])
    return i, level


def _name(kind: Any) -> str:
    return Kind(int(kind)).name
