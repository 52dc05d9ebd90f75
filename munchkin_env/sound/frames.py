"""What frames of each kind may hold, and what they may be on, as declared by each kind (engine/state/declare.py).

What a register holds is bounded as far as anything is looked up by it. What a kind does not name is what it carries along from another one,
and is bounded by the declaration of the number alone.
"""

from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from munchkin_env.cards.loader import CardSet
from munchkin_env.engine.flow.declared import DECISION_OF, DECLARED, STEP_OF
from munchkin_env.engine.state.kinds import FIRST_AUTOMATIC, N_KINDS, Kind
from munchkin_env.engine.state.records import MAX_DEPTH, Frame
from munchkin_env.vocabulary.words import NONE, Op

from .bounds import GameLimits

_OPS = max(Op) + 1
_FRAME = np.dtype(Frame.known)


class _Spans(NamedTuple):
    """For all kinds, the registers that any of them bounds: what they may be."""

    names: tuple[str, ...]
    low: npt.NDArray[np.int64]
    high: npt.NDArray[np.int64]


@cache
def _spans(limits: tuple[tuple[str, int], ...]) -> _Spans:
    known = dict(limits)
    bounded = [(kind, register) for kind, one in DECLARED.items() for register in one.registers if register.within]
    names = tuple(sorted({register.name for _, register in bounded}))
    low, high = np.full((N_KINDS, len(names)), -(2**62), np.int64), np.full((N_KINDS, len(names)), 2**62, np.int64)
    for kind, register in bounded:
        assert register.within is not None
        least, most = register.within
        low[kind, names.index(register.name)] = least
        high[kind, names.index(register.name)] = known[most] if isinstance(most, str) else most
    return _Spans(names, low, high)


def _pairs(told: Mapping[Kind, Sequence[int]], size: int) -> npt.NDArray[np.bool_]:
    """[kind, other] -> allowed. Of a kind that says nothing about it, all."""
    allowed = np.full((N_KINDS, size), True)
    for kind, others in told.items():
        allowed[kind] = False
        allowed[kind, list(others)] = True
    return allowed


def _having(what: str) -> npt.NDArray[np.bool_]:
    """[kind] -> the declaration says so."""
    return np.isin(np.arange(N_KINDS), [kind for kind, one in DECLARED.items() if getattr(one, what, False)])


LIES_ON = {kind: one.lies_on for kind, one in DECLARED.items() if one.lies_on}
ASKED_BY = {kind: one.put_by for kind, one in DECISION_OF.items() if one.put_by}
STOPS_ON = {kind: one.stops_on for kind, one in DECISION_OF.items() if one.stops_on is not None}
_IS_KIND = np.isin(np.arange(256), list(DECLARED))  # all that the field can hold
_LIES_ON = _pairs(LIES_ON, N_KINDS)
_ASKING = _pairs(ASKED_BY, _OPS)
_MAY_STOP = _pairs(STOPS_ON, N_KINDS)
_STOPS = np.isin(np.arange(N_KINDS), list(STOPS_ON))
_WORKS_BY = np.full(N_KINDS, NONE)
for _kind, _step in STEP_OF.items():
    _WORKS_BY[_kind] = NONE if _step.op is None else _step.op
_WAITS_FOR = _having("waits")
_BY_SEATS = _having("asks_seats")
_LEVEL = np.arange(MAX_DEPTH)


def unlawful_frame(cards: CardSet, games: npt.NDArray[Any], limits: GameLimits) -> tuple[int, str] | None:
    """The first game with a frame that holds, or is on, something not allowed. All numbers must be within their declared bounds."""
    depth = games["depth"].astype(np.int64)
    deepest = max(int(depth.max()), 1)
    frames, lives = games["stack"][:, :deepest], depth[:, None] > _LEVEL[:deepest]
    kind = frames["kind"].astype(np.int64)
    strange = lives & ~_IS_KIND[kind]
    if strange.any():
        i, level = _first(strange)
        return i, f"stack[{level}].kind is {kind[i, level]}; must be 0 to {max(DECISION_OF)} or {FIRST_AUTOMATIC} to {N_KINDS - 1}"
    kind = np.where(lives, kind, 0)
    spans = _spans(tuple(sorted(limits.items())))
    named = frames.view(_FRAME)
    registers = np.stack([named[name] for name in spans.names], -1, dtype=np.int64)
    wrong = lives[:, :, None] & ((registers < spans.low[kind]) | (registers > spans.high[kind]))
    if wrong.any():
        i, level, n = (int(k) for k in np.unravel_index(int(np.argmax(wrong)), wrong.shape))
        low, high = spans.low[kind[i, level], n], spans.high[kind[i, level], n]
        return i, f"stack[{level}].{spans.names[n]} of a {_name(kind[i, level])} is {registers[i, level, n]}; must be {low} to {high}"
    return _unlawful_answer(frames, kind, lives, limits["seat"]) or _unlawful_pair(cards, frames, kind, lives)


def _unlawful_answer(
    frames: npt.NDArray[Any], kind: npt.NDArray[np.int64], lives: npt.NDArray[np.bool_], last_seat: int
) -> tuple[int, str] | None:
    """While a player decides, no other answer is pending, and every frame that needs one has asked."""
    above = np.full_like(kind, NONE)
    above[:, :-1] = np.where(lives[:, 1:], kind[:, 1:], NONE)
    value = frames["answer"]
    corrected = _BY_SEATS[kind] & (above == Kind.CORRECT) & (value >= 0) & (value <= last_seat)
    waiting = lives & (value != NONE) & ~corrected
    if waiting.any():
        i, level = _first(waiting)
        return i, f"stack[{level}].answer of a {_name(kind[i, level])} is {value[i, level]}; must be {NONE} while a player decides"
    needs = _WAITS_FOR[kind] | ((kind == Kind.CURSE) & (frames["victim"] == NONE))
    silent = lives & needs & (value == NONE) & ~np.isin(above, list(ASKED_BY))
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
        told = ", ".join(_name(other) for other in LIES_ON[Kind(kind[i, level])])
        return i, f"stack[{level}], a {_name(kind[i, level])}, lies on {on}; must lie on {told}"
    place = np.minimum(frames["pc"].astype(np.int64), cards.tables["op"].shape[1] - 1)
    op = cards.tables["op"]["op"][0][place]
    wrong = np.zeros_like(lives)
    wrong[:, 1:] = both & (below == Kind.EFFECTS) & ~_ASKING[above, op[:, :-1]]
    wrong |= lives & (_WORKS_BY[kind] != NONE) & (_WORKS_BY[kind] != op)
    wrong[:, 1:] |= both & _STOPS[above] & (frames.view(_FRAME)["may_stop"][:, 1:] != 0) & ~_MAY_STOP[above, below]
    if wrong.any():
        i, level = _first(wrong)
        return i, f"stack[{level}], a {_name(kind[i, level])}, is none that the frame below it or its op puts there"
    return None


def _first(wrong: npt.NDArray[np.bool_]) -> tuple[int, int]:
    i, level = divmod(int(np.argmax(wrong)), wrong.shape[1])
    return i, level


def _name(kind: Any) -> str:
    return Kind(int(kind)).name
